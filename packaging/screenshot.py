"""Makes the picture at the top of the README: the window on the sample comparison. ``.venv/bin/python packaging/screenshot.py``.

With a folder it writes a gallery there, to be looked at: kinds of comparison, sizes, themes, panes and states, at scale 1 and 2.
``--cards`` makes the pictures of samples on the start page.
``--data DATA`` adds a comparison per folder below DATA that has a gold; ``--only WORD`` takes pictures with that in their names.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ |= {name: tempfile.mkdtemp() for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QLabel, QTextBrowser, QWidget

from treecompare import resources
from treecompare.app.common import screen
from treecompare.app.common.theme import apply_theme, dress
from treecompare.app.frame.open_sheet import OpenDialog
from treecompare.app.frame.picture import PicturePart
from treecompare.app.window.main import new_window
from treecompare.app.window.window import MainWindow
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files, Versions
from treecompare.comparison.roles import sample_files, usual_role
from treecompare.folders import expanded
from treecompare.jobs.base import Pictures, Places
from treecompare.jobs.wanted import opening_of

SAMPLE, SENTENCE = "first-comparison", 19
TARGET = Path(__file__).resolve().parents[1] / "resources" / "screenshot.png"
SMALL, USUAL, LARGE, HUGE = (800, 600), (1280, 800), (1600, 1000), (2560, 1440)
MOST_SYSTEMS = 3
"""Of a folder with data."""
TWICE = "scale-2"
"""What names of pictures begin with that are taken at a scale of 2."""


@dataclass(frozen=True)
class Picture:
    """A state of the window. ``panes`` are called one after the other; ``do`` is done last, and may return what is taken."""

    name: str
    sample: str = SAMPLE
    size: tuple[int, int] = LARGE
    theme: str = "light"
    panes: tuple[str, ...] = ()
    do: Callable[[MainWindow], QWidget | None] | None = None
    files: Files | None = None


def spin(milliseconds: int) -> None:
    """Lets the window work."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait(window: MainWindow) -> None:
    """Until all is compared."""
    spin(100)
    while window.session.is_busy:
        spin(50)


def drawing_share(window: MainWindow) -> float:
    """How much of the window the drawing has."""
    canvas = window.ready_workspace().drawing_view.canvas
    return canvas.width() * canvas.height() / (window.width() * window.height()) if canvas.isVisible() else 0.0


def take(wanted: Picture, path: Path) -> None:
    """Opens a window, brings it into that state and saves what it looks like."""
    window = new_window()
    window.actions_.turn("theme", wanted.theme)
    window.resize(*wanted.size)
    window.show()
    if wanted.sample or wanted.files is not None:
        if wanted.files is not None:
            window.open_comparison(wanted.files)
        else:
            window.open_sample(wanted.sample)
        wait(window)
        space = window.ready_workspace()
        window.panes.usual_layout()
        space.stacking.set(False)
        space.sentences.go_to_sentence(min(SENTENCE, len(window.session.sentences) - 1))
        for pane in wanted.panes:
            window.show_dock(pane)
    taken = wanted.do(window) if wanted.do is not None else None
    spin(900)
    share = f", drawing {drawing_share(window):.0%}" if window.is_comparing else ""
    (taken or window).grab().save(str(path))
    print(f"{path}: {window.width()} x {window.height()}{share}", flush=True)
    window.close()
    spin(20)


# -- states ----------------------------------------------------------------------------------------------------------------


def _fail(window: MainWindow) -> None:
    """Two files that are no treebanks are dropped on the window."""
    paths = [Path(tempfile.mkdtemp()) / name for name in ("notes.txt", "empty.mrg")]
    paths[0].write_text("This is not a treebank.\n")
    paths[1].write_text("")
    window.open_dropped(list(map(str, paths)))
    if window.session.files is None:
        window.open_comparison(Files(str(paths[0]), (("", str(paths[1])),)))
    wait(window)


def _read(window: MainWindow) -> None:
    window.progress.begin()
    window.progress.show_progress(4_200, 15_000)


def _look_up(key: str, window: MainWindow) -> QWidget | None:
    """A page of the overview."""
    window.overview.show(key)
    spin(2000)
    return window.overview.shown


def _find(text: str, window: MainWindow) -> None:
    window.ready_workspace().sentences.filter_bar.text.setText(text)


def _annotate(window: MainWindow) -> None:
    """Everything that people can type."""
    window.files._offer_scheme(next(iter(resources.schemes())), is_asked=False)
    sentence = window.ready_workspace().sentences.current_sentence()
    system = window.ready_workspace().systems.model.index(0, 0).data()
    changes: list[tuple[str, int, str, str, str | None]] = [
        ("note", row, "", "", "Attached too high; see the guidelines.") for row in (0, 3, sentence)
    ]
    changes += [("phenomenon", sentence, "", name, "yes") for name in ("COO", "PPN")]
    changes += [("correct", sentence, system, "PPN", "no"), ("error class", sentence, system, "PPN", "B")]
    window.files._edited(changes, "everything")


def _choose_files(paths: tuple[str, ...], window: MainWindow) -> QWidget:
    dialog = window.opener.ask(list(paths))
    while dialog.is_reading:
        spin(20)
    return dialog


def _open_palette(typed: str, window: MainWindow) -> None:
    window.show_palette().field.setText(typed)


def _draw_all(window: MainWindow) -> None:
    """All systems, with an error if there is one."""
    space = window.ready_workspace()
    if space.view_shown.stack is not None:
        space.stacking.set(True)
    for _ in range(50):
        spin(100)
        if space.errors.list.count():
            break
    space.errors.list.setCurrentRow(0)


def _list_keys(window: MainWindow) -> QWidget:
    window.actions_.by_name["show_shortcuts"].trigger()
    return window.findChildren(QTextBrowser)[-1].window()


def _leave_samples(window: MainWindow) -> None:
    """The start page after some comparisons."""
    for sample in resources.samples()[::3]:
        window.open_sample(sample.key)
        wait(window)
        spin(100)
    window.close_comparison()
    spin(50)
    window.start_page.verticalScrollBar().setValue(10_000)


def gallery() -> list[Picture]:
    """What is worth looking at, in pairs: light and dark, small and large."""
    folder = Path(resources.samples()[0].gold).parent
    found = [
        Picture("start", ""), Picture("start-dark", "", SMALL, "dark"),
        Picture("start-recent", "", USUAL, do=_leave_samples), Picture("start-error", "", SMALL, do=_fail),
    ]  # fmt: skip
    for one in resources.samples():
        found += [Picture(f"{one.key}", one.key), Picture(f"{one.key}-dark", one.key, USUAL, "dark", ("words",))]
    found += [Picture(f"{SAMPLE}-{size[0]}", size=size) for size in (SMALL, USUAL, HUGE)]
    for pane in ("words", "explain", "errors", "notes", "scores"):
        found += [Picture(f"{pane}-{size[0]}", size=size, panes=(pane,)) for size in (SMALL, LARGE)]
    found += [
        *(Picture(f"overview-{key}", size=USUAL, do=partial(_look_up, key)) for key in ("systems", "errors", "concordance")),
        Picture("alone", size=USUAL, do=lambda window: window.panes.only_drawing()),
        Picture("side-by-side", do=lambda window: window.drawing.side_by_side()),
        Picture("all-systems", panes=("errors",), do=_draw_all),
        Picture("all-systems-dark", "dependencies", USUAL, "dark", ("errors",), _draw_all),
        Picture("merged", do=lambda window: window.drawing.merged()),
        Picture("list", do=lambda window: window.drawing.list_changes()),
        Picture("state-loading", size=USUAL, do=_read),
        Picture("state-error", size=USUAL, do=_fail), Picture("state-error-dark", size=SMALL, theme="dark", do=_fail),
        Picture("state-filtered", size=USUAL, do=partial(_find, "the")),
        Picture("state-nothing-found", size=USUAL, do=partial(_find, "no such words")),
        Picture("state-full", size=USUAL, panes=("notes",), do=_annotate),
        Picture("state-full-dark", size=SMALL, theme="dark", panes=("notes",), do=_annotate),
        Picture("open", "", USUAL, do=partial(_choose_files, (str(folder),))),
        Picture("palette", size=USUAL, do=partial(_open_palette, "rank")),
        Picture("palette-dark", "", SMALL, "dark", do=partial(_open_palette, "save")),
        Picture("keys", "", USUAL, do=_list_keys),
        Picture(f"{TWICE}-trees", size=(800, 500)),
        Picture(f"{TWICE}-dependencies-dark", "dependencies", (800, 500), "dark", ("words",)),
    ]  # fmt: skip
    return found


def belonging_together(paths: list[str]) -> list[str]:
    """A gold with the first systems in its format beside it; several golds where each has a scheme in its name."""
    names = {path: Path(path).name.removesuffix(".gz") for path in paths}
    found = {path: re.fullmatch(r"(.*?)gold(\..+|-.+)?\.(\w+)", name) for path, name in names.items()}
    golds = [(path, match) for path, match in found.items() if match and usual_role(path) == "gold"]
    for path, match in sorted(golds, key=lambda one: one[1][2] is not None):
        beginning, format_ = match[1], match[3]
        beside = [one for one in paths if names[one].startswith(beginning) and names[one].endswith(f".{format_}")]
        systems = [one for one in beside if usual_role(one) == "system"][:MOST_SYSTEMS]
        schemes = [one for one in beside if usual_role(one) == "gold"]
        if systems:
            return [*(schemes if match[2] else [path]), *systems]
    return []


def of_data(data: Path) -> Iterator[Picture]:
    """A comparison per folder in which a file is named like a gold and others like systems of it."""
    for folder in sorted(one for one in data.rglob("*") if one.is_dir()):
        paths = belonging_together(expanded([str(folder)]))
        if not paths:
            continue
        dialog = OpenDialog(paths)
        files = dialog.files()
        dialog.done(0)
        name = "-".join(folder.relative_to(data).parts)
        yield Picture(name, files=files)
        yield Picture(f"{name}-dark", size=USUAL, theme="dark", panes=("words",), files=files)
        yield Picture(f"{name}-all", size=USUAL, panes=("errors",), do=_draw_all, files=files)


CARDS = {
    "first-comparison": ("wooden spoons", 1), "two-annotators": ("It is surprising", 0), "two-versions": ("obl:tmod", 0),
    "worked-examples-emms": ("leaving early", 0),
}  # fmt: skip
"""Samples with a picture on the start page: words of the place that is drawn, and the system."""
CARD = (460, 250)


def make_cards() -> None:
    """The drawings of some samples as the window has them, at a scale of 2."""
    for key, (words, system) in CARDS.items():
        sample = next(one for one in (*resources.samples(), *resources.versions_samples()) if one.key == key)
        is_versions = sample in resources.versions_samples()
        wanted = Versions(sample.gold, sample.systems[0]) if is_versions else sample_files(sample)
        job = opening_of(wanted)[0](Cancel(), lambda _: None)
        assert job is not None
        job.begin()
        job.do([], "system", system)
        found = job.places(job.orders()[0].key, ())
        assert isinstance(found, Places)
        said = next(one.text for one in found.columns if one.look == "words")
        drawn = job.picture(next(place for place in found.order.tolist() if words in said(place)))
        for theme in ("light", "dark"):
            part = PicturePart()
            part.view.foot.hide()
            apply_theme(screen.application(), theme)
            dress(part)
            part.resize(*CARD)
            part.show()
            part.show_picture(drawn.parts[0] if isinstance(drawn, Pictures) else drawn)
            spin(300)
            for tag in part.view.canvas.findChildren(QLabel, "tag"):
                tag.hide()
            area = part.view.canvas.rect().adjusted(2, 2, -2, -2)
            part.view.canvas.grab(area).save(str(resources.path(f"samples/{key}/card-{theme}.png")))
            part.close()


def main() -> None:
    """The picture of the README, or a gallery."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--cards", action="store_true")
    wanted = parser.parse_args()
    if wanted.cards:
        os.environ["QT_SCALE_FACTOR"] = "2"
        screen.application()
        make_cards()
        return
    screen.application()
    if wanted.folder is None:
        take(Picture("readme", panes=("explain",)), TARGET)
        return
    wanted.folder.mkdir(parents=True, exist_ok=True)
    pictures = [*gallery(), *(of_data(wanted.data) if wanted.data is not None else ())]
    chosen = [one for one in pictures if wanted.only in one.name]
    is_twice = os.environ.get("QT_SCALE_FACTOR") == "2"
    for one in chosen:
        if one.name.startswith(TWICE) == is_twice:
            take(one, wanted.folder / f"{one.name}.png")
    if not is_twice and any(one.name.startswith(TWICE) for one in chosen):
        # the scale of a screen is asked for once, when a program starts
        command = [sys.executable, __file__, str(wanted.folder), "--only", wanted.only or TWICE]
        subprocess.run(command, env=os.environ | {"QT_SCALE_FACTOR": "2"}, check=True)


if __name__ == "__main__":
    main()
