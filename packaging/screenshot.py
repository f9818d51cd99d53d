"""Makes the picture at the top of the README: the window on the sample comparison. ``.venv/bin/python packaging/screenshot.py``.

With a folder it writes a gallery there, to be looked at: kinds of comparison, sizes, themes, panes and states.
``QT_SCALE_FACTOR=2`` before it shows what a screen of twice as many points shows.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ |= {name: tempfile.mkdtemp() for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from treecompare.app.window.main import new_window
from treecompare.app.window.window import MainWindow

SAMPLE, SENTENCE = "first-comparison", 19
TARGET = Path(__file__).resolve().parents[1] / "resources" / "screenshot.png"
SIZES = ((800, 600), (1280, 800), (1600, 1000), (2560, 1440))


@dataclass(frozen=True)
class Picture:
    """A state of the window. ``panes`` are called one after the other; ``do`` is done last."""

    name: str
    sample: str = SAMPLE
    size: tuple[int, int] = (1600, 1000)
    theme: str = "light"
    panes: tuple[str, ...] = ()
    do: Callable[[MainWindow], object] | None = None


def spin(milliseconds: int) -> None:
    """Lets the window work."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def take(wanted: Picture, path: Path) -> None:
    """Opens a window, brings it into that state and saves what it looks like."""
    window = new_window()
    window.actions_.turn("theme", wanted.theme)
    window.resize(*wanted.size)
    window.show()
    if wanted.sample:
        window.open_sample(wanted.sample)
        spin(100)
        while window.session.is_busy:
            spin(50)
        space = window.ready_workspace()
        window.panes.usual_layout()
        space.sentences.go_to_sentence(min(SENTENCE, len(window.session.sentences) - 1))
        for pane in wanted.panes:
            window.show_dock(pane)
    if wanted.do is not None:
        wanted.do(window)
    spin(900)
    share = f", drawing {window.ready_workspace().centre.drawing_share():.0%}" if wanted.sample else ""
    window.grab().save(str(path))
    print(f"{path}: {window.width()} x {window.height()}{share}")
    window.close()
    spin(20)


def gallery() -> list[Picture]:
    """What is worth looking at."""
    from treecompare import resources

    keys = [one.key for one in resources.samples()]
    found = [Picture("start", ""), Picture("start-dark", "", theme="dark", size=(800, 600))]
    for key in keys:
        for size in SIZES:
            found.append(Picture(f"{key}-{size[0]}", key, size))
        found.append(Picture(f"{key}-dark", key, (1280, 800), "dark", ("words",)))
    for pane in ("words", "explain", "notes", "plots", "tables", "scores"):
        found += [Picture(f"{pane}-{size[0]}", size=size, panes=(pane,)) for size in ((800, 600), (1600, 1000))]
    for place in ("below", "beside"):
        found.append(
            Picture(
                f"overview-{place}",
                panes=("plots",),
                do=lambda window, place=place: window.actions_.turn("overview", place),
            )  # type: ignore[misc]
        )
    found += [
        Picture("alone", do=lambda window: window.panes.only_drawing()),
        Picture("filters", do=lambda window: window.ready_workspace().sentences.filter_bar.more_button.toggle()),
        Picture(
            "nothing-found",
            do=lambda window: window.ready_workspace().sentences.filter_bar.text.setText("no such words"),
        ),
        Picture("side-by-side", do=lambda window: window.drawing.side_by_side()),
        Picture("merged", do=lambda window: window.drawing.merged()),
        Picture("list", do=lambda window: window.drawing.list_changes()),
    ]
    return found


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    application.setStyle("Fusion")
    if len(sys.argv) > 1:
        folder = Path(sys.argv[1])
        folder.mkdir(parents=True, exist_ok=True)
        for one in gallery():
            take(one, folder / f"{one.name}.png")
    else:
        take(Picture("readme", panes=("explain",)), TARGET)
