"""Makes the picture at the top of the README: the window on the sample comparison. ``.venv/bin/python packaging/screenshot.py``.

With a folder it writes a gallery there, to be looked at: kinds of comparison, sizes, themes and states, at scale 1 and 2.
``--cards`` makes the pictures of samples on the start page.
``--only WORD`` takes pictures with that in their names.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ |= {name: tempfile.mkdtemp() for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from treecompare import resources
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files, Versions
from treecompare.comparison.roles import sample_files
from treecompare.jobs.base import Go, Pictures, Places
from treecompare.jobs.wanted import opening_of
from treecompare.window.common import screen
from treecompare.window.common.theme import apply_theme, dress
from treecompare.window.frame.application import new_window
from treecompare.window.frame.open_sheet import OpenDialog
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.picture import PicturePart
from treecompare.window.frame.program import FrameWindow

SAMPLE = "first-comparison"
TARGET = Path(__file__).resolve().parents[1] / "resources" / "screenshot.png"
SMALL, USUAL, LARGE, HUGE = (800, 600), (1280, 800), (1600, 1000), (2560, 1440)
TWICE = "scale-2"
"""What names of pictures begin with that are taken at a scale of 2."""


@dataclass(frozen=True)
class Picture:
    """A state of the window, on a sample or with nothing open. ``does``: commands of the window, one after the other;
    ``do`` is done last, and may return what is taken."""

    name: str
    sample: str = SAMPLE
    size: tuple[int, int] = USUAL
    theme: str = "light"
    does: tuple[str, ...] = ()
    do: Callable[[FrameWindow], QWidget | None] | None = None


def spin(milliseconds: int) -> None:
    """Lets the window work."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait(window: FrameWindow) -> None:
    """Until all is there."""
    spin(100)
    while window.is_busy:
        spin(50)


def drawing_share(window: FrameWindow) -> float:
    """How much of the window the drawing has."""
    canvas = window.drawings.view.canvas
    return canvas.width() * canvas.height() / (window.width() * window.height()) if canvas.isVisible() else 0.0


def take(wanted: Picture, path: Path) -> None:
    """Opens a window, brings it into that state and saves what it looks like."""
    apply_theme(screen.application(), wanted.theme)
    window = new_window()
    window.resize(*wanted.size)
    window.show()
    if wanted.sample:
        window.open_sample(wanted.sample)
    wait(window)
    for key in wanted.does:
        window.run(key)
        wait(window)
    taken = wanted.do(window) if wanted.do is not None else None
    spin(900)
    (taken or window).grab().save(str(path))
    print(f"{path}: {window.width()} x {window.height()}, drawing {drawing_share(window):.0%}", flush=True)
    window.close()
    spin(20)


# -- states ----------------------------------------------------------------------------------------------------------------


def _fail(window: FrameWindow) -> None:
    """Two files that are no treebanks are opened."""
    paths = [Path(tempfile.mkdtemp()) / name for name in ("notes.txt", "empty.mrg")]
    paths[0].write_text("This is not a treebank.\n")
    paths[1].write_text("")
    window.open_wanted(Files(str(paths[0]), (("", str(paths[1])),)))
    wait(window)


def _look_up(key: str, window: FrameWindow) -> None:
    """A page of the overview."""
    window.run("tab")
    wait(window)
    assert window.job is not None
    window.go(Go(place=window.job.place(key)))
    wait(window)
    spin(1500)


def _find(text: str, window: FrameWindow) -> None:
    window.go(Go(find=text))
    wait(window)


def _annotate(window: FrameWindow) -> None:
    """Everything that people can type."""
    window.do("note", "Attached too high; see the guidelines.")
    window.do("link", "verdict:no")
    window.do("mark", "tag:COO")


def _choose_files(paths: tuple[str, ...], window: FrameWindow) -> QWidget:
    window.ask(paths)
    sheet = window.findChildren(OpenDialog)[-1]
    while sheet.is_reading:
        spin(20)
    return sheet


def _open_palette(typed: str, window: FrameWindow) -> QWidget:
    window.search()
    palette = window.findChildren(Palette)[-1]
    palette.field.setText(typed)
    return palette.window()


def _leave_samples(window: FrameWindow) -> None:
    """The start page after some comparisons."""
    for sample in resources.samples()[::3]:
        window.open_sample(sample.key)
        wait(window)
    window.show_start()
    spin(50)


def gallery() -> list[Picture]:
    """What is worth looking at, in pairs: light and dark, small and large."""
    folder = Path(resources.samples()[0].gold).parent
    found = [
        Picture("start", ""), Picture("start-dark", "", SMALL, "dark"),
        Picture("start-recent", "", do=_leave_samples), Picture("start-error", "", SMALL, do=_fail),
    ]  # fmt: skip
    jobs = [*resources.samples(), *resources.versions_samples(), *resources.walk_files()[:2]]
    for one in jobs:
        found += [Picture(one.key, one.key), Picture(f"{one.key}-dark", one.key, SMALL, "dark")]
    found += [Picture(f"{SAMPLE}-{size[0]}", size=size) for size in (SMALL, LARGE, HUGE)]
    found += [
        *(Picture(f"overview-{key}", do=partial(_look_up, key)) for key in ("systems", "errors", "concordance")),
        *(Picture(key, does=(key,)) for key in ("alone", "side-by-side", "merged", "changes", "part", "labelled")),
        Picture("all-systems", does=("all-systems",)),
        Picture("all-systems-dark", "dependencies", theme="dark", does=("all-systems",)),
        Picture("state-error", do=_fail), Picture("state-error-dark", size=SMALL, theme="dark", do=_fail),
        Picture("state-filtered", do=partial(_find, "the")),
        Picture("state-nothing-found", do=partial(_find, '"no such words"')),
        Picture("state-full", do=_annotate), Picture("state-full-dark", size=SMALL, theme="dark", do=_annotate),
        Picture("open", "", do=partial(_choose_files, (str(folder),))),
        Picture("palette", do=partial(_open_palette, "rank")),
        Picture("palette-dark", "", SMALL, "dark", do=partial(_open_palette, "save")),
        Picture(f"{TWICE}-trees", size=(800, 500)),
        Picture(f"{TWICE}-dependencies-dark", "dependencies", (800, 500), "dark"),
    ]  # fmt: skip
    return found


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
        take(Picture("readme", size=LARGE), TARGET)
        return
    wanted.folder.mkdir(parents=True, exist_ok=True)
    chosen = [one for one in gallery() if wanted.only in one.name]
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
