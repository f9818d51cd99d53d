"""The command that is copied beside the list of sentences prints the sentences and figures of the list, whatever filters it."""

from __future__ import annotations

import json
import shlex

import pytest
from PySide6.QtWidgets import QApplication

from tests.app.helpers import shown, space
from tests.conftest import stride
from treecompare.__main__ import main
from treecompare.analyses.filters import Chosen, Filter
from treecompare.analyses.rank_exports import ranges
from treecompare.app.window.window import MainWindow
from treecompare.scores.table import SKIPPED

FILTERS = {
    "nothing": Filter(),
    "joined": Filter("gold: PP=x > VP  system: x > XP", "pattern"),
    "another system": Filter('"one": PP=x > VP  "two": x', "pattern"),
    "either tree": Filter("QP < DT", "pattern"),
    "no hits to count": Filter("gold: QP  !system: QP", "pattern"),
    "words": Filter("old"),
    "pattern and more": Filter("QP < DT", "pattern", shortest=6, differing=True),
    "chosen": Filter(chosen=Chosen("these", frozenset({3, 4, 5, 9, 10}))),
    "not scored": Filter(status=SKIPPED),
    "none": Filter("zebra"),
}


def known(value: float | None) -> object:
    return None if value is None else pytest.approx(value)


@pytest.mark.parametrize("system", [1, 0][:: stride(2)])
@pytest.mark.parametrize("wanted", [*FILTERS.values()][:: stride(2)])
def test_it_gives_the_same_sentences_and_figures(
    compared: MainWindow, capsys: pytest.CaptureFixture[str], wanted: Filter, system: int
) -> None:
    views = space(compared)
    views.systems.choose(system)
    views.sentences.filter_bar.show_wish(wanted)
    compared.activateWindow()
    views.sentences.table.setFocus()
    command = shlex.split(views.as_command())
    assert main([*command[1:], "--format", "json"]) == 0
    name = views.sentences.model.rows.name  # type: ignore[union-attr]
    [printed] = [one["sentences"] for one in json.loads(capsys.readouterr().out)["systems"] if one["name"] == name]
    rows = views.sentences.model.as_table().records("sentence", "rank_a", "rank_b", "difference")
    keys = [one.name for one in views.sentences.model.as_table().columns][3:5]
    scores = views.sentences.model.as_table().records("sentence", *keys)
    listed = {row["sentence"]: [known(row[key]) for key in ("rank_a", "rank_b", "difference")] for row in rows}  # type: ignore[arg-type]
    for row in scores:
        listed[row["sentence"]] += [known(row[key]) for key in keys]  # type: ignore[arg-type]
    assert {
        one["index"]: [one[key] for key in ("rank_a", "rank_b", "difference", "score_a", "score_b")] for one in printed
    } == listed
    assert len(printed) == len(shown(compared))
    hits = views.sentences.model.rows.number_of_hits(views.sentences.model.order)  # type: ignore[union-attr]
    if hits:
        assert {name: sum(one[f"hits_{name}".removesuffix("_")] for one in printed) for name in hits} == hits and sum(
            hits.values()
        )


def test_wherever_the_keyboard_is_but_in_the_drawing_and_among_the_systems(compared: MainWindow) -> None:
    views = space(compared)
    bar = views.sentences.filter_bar
    compared.activateWindow()
    bar.text.setFocus()
    assert " score " in views.as_command()  # nothing is filtered
    bar.choose_pattern("gold: PP=x")
    for place in (bar.text, views.sentences.table, compared.toolbar.search):
        place.setFocus()
        assert " rank " in views.as_command() and "--where 'gold: PP=x'" in views.as_command()
    views.drawing_view.canvas.setFocus()
    assert " align " in views.as_command()
    views.systems.table.setFocus()
    assert " score " in views.as_command()


def test_the_heading_with_the_count_offers_it(compared: MainWindow) -> None:
    views = space(compared)
    views.sentences.filter_bar.choose_pattern("gold: PP=x")
    compared.activateWindow()
    views.drawing_view.canvas.setFocus()
    offers = compared.docks["sentences"].offers
    assert list(offers) == ["Copy command", "Hide"]
    offers["Copy command"]()
    copied = QApplication.clipboard().text()
    assert " rank " in copied and "--where 'gold: PP=x'" in copied


@pytest.mark.parametrize("typed", ["copy command", "Copy: Command", "copy: com"])
def test_the_palette_finds_it_as_it_is_listed(compared: MainWindow, typed: str) -> None:
    compared.activateWindow()
    palette = compared.show_palette()
    palette.field.setText(typed)
    assert palette.found[0].shown == "Copy: Command"


def test_numbers_are_put_together() -> None:
    assert [ranges(one) for one in ([], [3], [5, 3, 4, 9], [1, 2, 4, 5])] == ["", "3", "3-5,9", "1-2,4-5"]
