"""Plots from plain arrays: what is drawn where, and files that others can read."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from treecompare.drawing.figures import PRINT, PlotStyle, finish, new_figure, rendered, save, within, wrapped
from treecompare.drawing.plots import (
    MOST_SINGLE_POINTS,
    Drawn,
    Line,
    bin_edges,
    by_length,
    histogram,
    lower_end,
    scatter,
    systems,
    turning_places,
)
from treecompare.drawing.style import DARK, LIGHT, Theme
from treecompare.errors import TreecompareError

NAN = float("nan")
SIGNATURE = "t.whole.dice|avg:pooled|params:standard|preterminals:yes|tie:matches|on:common:1394|v:0.2.0"


def axes() -> Axes:
    return new_figure().add_subplot()


def scattered(count: int, **more: object) -> tuple[Figure, Drawn]:
    draw = np.random.default_rng(1)
    x = draw.uniform(40, 100, count)
    figure = new_figure()
    drawn = scatter(
        figure.add_subplot(), x, np.clip(x + draw.normal(0, 5, count), 0, 100), ("One (%)", "Other (%)"), **more
    )  # type: ignore[arg-type]
    finish(figure, "One against other", [f"{count} sentences"], [SIGNATURE])
    return figure, drawn


def test_scatter_knows_its_sentences_and_places() -> None:
    x, y = np.array([50.0, NAN, 70.0, 90.0]), np.array([60.0, 60.0, NAN, 95.0])
    drawn = scatter(axes(), x, y, ("A", "B"))
    assert drawn.sentences is not None
    assert drawn.sentences.tolist() == [0, 3]
    rendered(drawn.axes.figure)  # type: ignore[arg-type]
    low, high = drawn.pixels()
    assert low[0] < high[0]
    assert low[1] < high[1]
    box = drawn.axes.get_window_extent()
    assert box.contains(*low)
    assert box.contains(*high)


def test_equal_scores_are_a_line_from_the_least_to_the_highest() -> None:
    drawn = scatter(axes(), np.array([50.0, 70.0, 90.0]), np.array([60.0, 80.0, 95.0]), ("A", "B"))
    lines = [(list(one.get_xdata()), list(one.get_ydata())) for one in drawn.axes.lines]
    assert ([50, 95], [50, 95]) in lines


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_numbers_on_axes_are_quiet(theme: Theme) -> None:
    style = replace(PRINT, theme=theme)
    drawn = scatter(axes(), np.array([50.0, 70.0]), np.array([60.0, 80.0]), ("A", "B"), style)
    (size,) = {one.get_size() for one in drawn.axes.get_xticklabels()}
    assert {one.get_color() for one in drawn.axes.get_xticklabels()} == {theme.quiet} and size == 0.9 * style.size


def test_axes_begin_at_the_first_percentile_where_few_are_far_below() -> None:
    x, y = np.linspace(60, 100, 300), np.linspace(70, 100, 300)
    x[5] = 0.0
    for is_whole in (False, True):
        drawn = scatter(axes(), x, y, ("A", "B"), chosen={5: "5"}, is_whole=is_whole)
        rendered(drawn.axes.figure)  # type: ignore[arg-type]
        assert drawn.sentences is not None and len(drawn.sentences) == 300
        said = [text.get_text() for text in drawn.axes.texts]
        left, _ = drawn.axes.get_xlim()
        assert (said, left > 50) == (([], False) if is_whole else (["◂ 1 below the axes"], True))
        box = drawn.axes.get_window_extent()  # also what is below can be pointed at
        assert all(box.contains(*place) for place in drawn.pixels())


def test_an_axis_ends_at_the_least_value_that_is_not_far_from_the_others() -> None:
    near = np.linspace(60, 100, 300)
    assert lower_end(near) == -np.inf and lower_end(np.append(near[:50], 0.0)) == -np.inf
    assert lower_end(np.append(near, [0.0, 2.0])) == 60 and lower_end(np.append(near, 55.0)) == -np.inf


def test_points_outside_the_filter_are_grey() -> None:
    inside = np.array([True, False, True])
    drawn = scatter(axes(), np.array([1.0, 2, 3]), np.array([1.0, 2, 3]), ("A", "B"), inside=inside)
    grey, coloured = drawn.axes.lines[:2]
    assert list(np.asarray(grey.get_xdata())) == [2]
    assert list(np.asarray(coloured.get_xdata())) == [1, 3]
    assert grey.get_color() == PRINT.theme.line
    assert [text.get_text() for text in drawn.axes.get_legend().get_texts()] == [
        "sentences (2)", "filtered out (1)", "equal scores",
    ]  # fmt: skip


def test_chosen_sentence_is_ringed_at_its_place() -> None:
    drawn = scatter(axes(), np.array([1.0, 2]), np.array([3.0, 4]), ("A", "B"), chosen={1: "wsj_23.2"})
    ring = drawn.axes.lines[-1]
    assert (np.asarray(ring.get_xdata()).tolist(), np.asarray(ring.get_ydata()).tolist()) == ([2], [4])
    assert drawn.axes.get_legend().get_texts()[-1].get_text() == "sentence wsj_23.2"


def test_turns_are_where_neighbours_are_ordered_differently() -> None:
    up = Line("a", np.array([1.0, 2, 3, 3]))
    assert turning_places([up, Line("b", np.array([5.0, 4, 6, 7]))]) == (0,)
    assert turning_places([up, Line("b", np.array([5.0, 4, 6, 7]), higher_is_better=False)]) == (1,)
    # equal scores, and the last bit of a sum, are no disagreement
    assert turning_places([up, Line("b", np.array([5.0, 5, 5 - 1e-14, NAN]))]) == ()
    assert turning_places([]) == ()


def test_systems_marks_turns_and_keeps_the_values() -> None:
    lines = [Line("E", np.array([1.0, 2, 3])), Line("T", np.array([5.0, 4, 6]))]
    drawn = systems(axes(), ["x", "y", "z"], lines, "Score (%)")
    assert drawn.turns == (0,)
    assert drawn.texts[3] == "x\nT: 5.00"
    assert (drawn.x[3], drawn.y[3]) == (0, 5)
    looks = [(line.get_color(), line.get_marker(), str(line.get_linestyle())) for line in drawn.axes.lines]
    assert all(len({look[part] for look in looks}) == 2 for part in (0, 1))
    dashes = [line._unscaled_dash_pattern for line in drawn.axes.lines]  # type: ignore[attr-defined]
    assert dashes[0] != dashes[1]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_series_are_distinct_and_readable(theme: Theme) -> None:
    """Contrast of 3 to 1 at least to the background (WCAG 1.4.11)."""
    plot_style = PlotStyle(theme)

    def luminance(colour: str) -> float:
        parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    back = luminance(plot_style.theme.background)
    for number in range(12):
        light, dark = sorted((luminance(plot_style.colour(number)), back), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3
    looks = [tuple(map(str, plot_style.series(number).values())) for number in range(30)]
    assert len(set(looks)) == 30


def test_histogram_counts_all_and_nan_nowhere() -> None:
    values = np.array([100, 100, 99.5, 80.2, NAN, 90])
    drawn = histogram(axes(), {"x": values, "y": values[:3]}, "Score (%)")
    assert drawn.y.reshape(2, -1).sum(axis=1).tolist() == [5, 3]
    at = int(np.argmax(drawn.y))
    assert drawn.texts[at] == "x\n3 sentences: 99 to 100"


def test_the_worst_few_are_one_bin_and_counted() -> None:
    values = np.concatenate((np.linspace(80, 100, 299), [0.0]))
    drawn = histogram(axes(), {"x": values}, "Score (%)")
    assert drawn.y.sum() == 300
    assert drawn.x[0] > 70
    assert drawn.texts[0].startswith("x\n")
    assert drawn.texts[0].endswith(f"below {drawn.x[0] + 0.5:g}")


@pytest.mark.parametrize(
    ("values", "highest"),
    [
        ([100.0], 100.0), ([0.0, 100.0], 100.0), ([-35.0, 99.0], 100.0), ([], 100.0), ([-3000.0, 99.0], 100.0),
        ([3.0, 0.0, 12.0], None), ([0.0], None), ([400.0, 0.0], None),
    ],
)  # fmt: skip
def test_bins_hold_everything(values: list[float], highest: float | None) -> None:
    edges = bin_edges(np.array(values), highest)
    assert len(edges) >= 2
    assert len(edges) <= 40
    assert (np.diff(edges) > 0).all()
    assert np.histogram(values, edges)[0].sum() == len(values)


def test_by_length_says_how_many() -> None:
    drawn = by_length(axes(), ["1–5", "6–10"], [3, 12], {"x": np.array([90.0, NAN]), "y": np.array([80.0, 70.0])}, "A")
    assert drawn.texts[3] == "y\n6–10 words: 70.00 (12 sentences)"
    behind = drawn.axes.figure.axes[1]
    assert [patch.get_height() for patch in behind.patches] == [3, 12]  # type: ignore[attr-defined]
    assert {"3", "12"} <= {text.get_text() for text in behind.texts}


def test_lasso_is_a_polygon() -> None:
    points = np.array([[1.0, 1], [5, 5], [2, 9]])
    assert within(points, np.array([[0.0, 0], [3, 0], [3, 3], [0, 3]])).tolist() == [True, False, False]


def test_signatures_break_at_their_bars() -> None:
    lines = wrapped(SIGNATURE, 40)
    assert "".join(lines) == SIGNATURE
    assert all(len(line) <= 40 and line.endswith("|") for line in lines[:-1])
    assert wrapped("a note of some words", 10) == ["a note of", "some words"]


def test_svg_has_text_as_text_and_is_the_same_each_time(tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg"):
        save(scattered(50)[0], str(tmp_path / name))
    text = (tmp_path / "one.svg").read_text("utf-8")
    assert text == (tmp_path / "two.svg").read_text("utf-8")
    found = "\n".join(ElementTree.fromstring(text).itertext())
    for wanted in ("One against other", "One (%)", "Other (%)", "sentences (50)", "equal scores", SIGNATURE):
        assert wanted in found
    assert "<dc:date>" not in text


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_letters_are_those_of_the_window(tmp_path: Path, suffix: str, caplog: pytest.LogCaptureFixture) -> None:
    figure = new_figure()
    axes = figure.add_subplot()
    axes.plot([0, 1], [0, 1])
    axes.set_title("שלום 1", fontweight="bold")  # Inter lacks Hebrew
    save(figure, str(tmp_path / f"a.{suffix}"))
    written = (tmp_path / f"a.{suffix}").read_bytes()
    assert b"Inter" in written and b"DejaVu" in written and not caplog.records
    streams = re.findall(rb"stream\n(.*?)\nendstream", written, re.DOTALL)
    unpacked = [zlib.decompress(one) for one in streams if one.startswith(b"\x78")]
    assert not any(b"GSUB" in one or b"GPOS" in one for one in unpacked)  # which takes most of the time
    assert any(b"glyf" in one for one in unpacked) == (suffix == "pdf")
    rendered(figure)
    assert {label.get_fontfamily()[0] for label in axes.get_xticklabels()} == {"Inter"}


def test_pdf_and_png_are_the_same_each_time(tmp_path: Path) -> None:
    for suffix, begin in (".pdf", b"%PDF-"), (".png", b"\x89PNG"):
        for name in ("one", "two"):
            save(scattered(50)[0], str(tmp_path / f"{name}{suffix}"))
        content = (tmp_path / f"one{suffix}").read_bytes()
        assert content.startswith(begin)
        assert content == (tmp_path / f"two{suffix}").read_bytes()
    assert b"CreationDate" not in (tmp_path / "one.pdf").read_bytes()


def test_many_points_make_small_files(tmp_path: Path) -> None:
    figure, _ = scattered(50_000)
    for suffix in (".svg", ".pdf"):
        save(figure, str(tmp_path / f"many{suffix}"))
        assert (tmp_path / f"many{suffix}").stat().st_size < 1_000_000
    assert "sentences (50,000), darker: more" in (tmp_path / "many.svg").read_text("utf-8")


def test_points_that_lie_over_each_other_are_counted_in_hexagons() -> None:
    for number, has_hexagons in ((MOST_SINGLE_POINTS, False), (MOST_SINGLE_POINTS + 1, True)):
        axes = scattered(number)[0].axes[0]
        found = [one for one in axes.collections if isinstance(one, PolyCollection)]
        assert bool(found) == has_hexagons
        for one in found:  # every sentence is counted, and a single one is seen
            assert one.get_array().sum() == number
            weakest = np.asarray(to_rgb(one.get_cmap()(0.0)[:3]))
            assert np.abs(weakest - 1).max() > 0.4


def test_sentences_that_are_filtered_out_stay_points() -> None:
    count = 2 * MOST_SINGLE_POINTS + 2
    axes = scattered(count, inside=np.arange(count) % 2 == 0)[0].axes[0]
    [hexagons] = [one for one in axes.collections if isinstance(one, PolyCollection)]
    assert hexagons.get_array().sum() == count // 2
    assert any(len(line.get_xdata()) == count // 2 for line in axes.lines)


@pytest.mark.parametrize("name", ["plot.gif", "plot", "plot.svg.gz"])
def test_other_endings_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(TreecompareError, match=r"unknown ending; expected \.svg, \.pdf or \.png"):
        save(scattered(3)[0], str(tmp_path / name))
    assert not (tmp_path / name).exists()


def test_unwritable_paths_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(TreecompareError, match=r"cannot be written: there is no folder"):
        save(scattered(3)[0], str(tmp_path / "nowhere" / "plot.svg"))
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(TreecompareError, match=r"cannot be written: Is a directory"):
        save(scattered(3)[0], str(tmp_path / "folder.svg"))


def test_saving_changes_no_settings_of_matplotlib(tmp_path: Path) -> None:
    from matplotlib import rcParams

    before = dict(rcParams)
    save(scattered(3)[0], str(tmp_path / "plot.svg"))
    assert dict(rcParams) == before


def test_dollars_are_not_mathematics() -> None:
    drawn = systems(axes(), ["a$b$", "c$^"], [Line("x_{$", np.array([1.0, 2]))], "Score")
    finish(drawn.axes.figure, "100 $ of $", ["$\\frac$"], [SIGNATURE])  # type: ignore[arg-type]
    assert rendered(drawn.axes.figure).shape[2] == 4  # type: ignore[arg-type]
