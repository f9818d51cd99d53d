"""What all of the window uses: workers, themes, errors, wording, names, files by their names; what is imported, and how it ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.conftest import stride
from tests.made import erring, gold_trees
from treecompare import resources
from treecompare.comparison.answered import unique_names
from treecompare.comparison.files import Files
from treecompare.comparison.judgements import read_scheme
from treecompare.comparison.roles import guess, usual_role
from treecompare.drawing.style import DARK, DELETED, INSERTED, LIGHT, SWAPPED
from treecompare.errors import Cancel
from treecompare.jobs.base import Doing
from treecompare.jobs.help import _INTRODUCTION
from treecompare.jobs.session import seldom
from treecompare.jobs.wanted import day_said, moment_said
from treecompare.scores.result import ResultTable, count_column, number_column, share_column, text_column
from treecompare.scores.rich import aligned
from treecompare.scores.table import typeset
from treecompare.trees.characters import POP, RIGHT_TO_LEFT
from treecompare.window.common.elided import elided
from treecompare.window.common.preferences import add_recent, recent
from treecompare.window.common.theme import apply_theme, is_dark, palette
from treecompare.window.common.worker import Newest
from treecompare.window.frame.page import ResultModel


def test_names_are_unique() -> None:
    assert unique_names([("", "/a/x.mrg"), ("", "/b/x.mrg.gz"), ("", "/b/y.mrg")]) == ["a/x", "b/x", "y"]
    assert unique_names([("m", "/a/x.mrg"), ("m", "/b/x.mrg")]) == ["m", "m (2)"]


def test_worker_holds_back_and_always_tells_the_last(qtbot: QtBot) -> None:
    """At most ten times a second; what is new at once."""
    newest, heard, results, goes_on = Newest(), [], [], threading.Event()
    newest.told.connect(heard.append)

    def compute(_cancel: Cancel) -> str:
        tell = seldom(newest.told.emit)
        for number in range(5_000):
            tell(Doing("reads", number / 5_000))
        tell(Doing("counts", 1.0))
        return "result"

    newest.ask(lambda _: goes_on.wait(), results.append)
    newest.ask(compute, results.append)
    goes_on.set()
    qtbot.waitUntil(lambda: not newest.is_busy)
    assert results == ["result"]
    assert heard[0] == Doing("reads", 0.0) and heard[-1] == Doing("counts", 1.0) and len(heard) < 100


def test_worker_tells_of_failure(qtbot: QtBot) -> None:
    newest, results, failures = Newest(), list[Any](), list[BaseException]()

    def compute(_cancel: Cancel) -> str:
        raise ValueError("no")

    newest.ask(compute, results.append, failures.append)
    qtbot.waitUntil(lambda: not newest.is_busy)
    assert not results and [type(one) for one in failures] == [ValueError]


def test_themes(qapp: QApplication) -> None:
    apply_theme(qapp, "dark")
    assert is_dark("dark") and qapp.palette().color(QPalette.ColorRole.Window).lightness() < 100
    apply_theme(qapp, "light")
    assert not is_dark("light") and qapp.palette().color(QPalette.ColorRole.Window).lightness() > 200
    is_dark("system")
    for dark in (False, True):
        made = palette(dark)
        for over, under in (
            ("WindowText", "Window"),
            ("Text", "Base"),
            ("ButtonText", "Button"),
            ("ToolTipText", "ToolTipBase"),
        ):
            ink, paper = (made.color(getattr(QPalette.ColorRole, role)).lightness() for role in (over, under))
            assert abs(ink - paper) > 120, (dark, over)


def test_the_help_names_the_colours_of_the_drawing() -> None:
    named = {"orange": range(15, 46), "green": range(90, 181), "blue": range(205, 291)}
    said = re.findall(r"<b>(deleted|inserted|relabelled)</b> nodes \((\w+)", _INTRODUCTION)
    assert [kind for kind, _ in said] == ["deleted", "inserted", "relabelled"]
    for status, (_, colour) in zip((DELETED, INSERTED, SWAPPED), said, strict=True):
        assert all(QColor(theme.text[status]).hue() in named[colour] for theme in (LIGHT, DARK))


def test_days_are_said_as_people_say_them() -> None:
    today = date(2026, 1, 1)
    said = [day_said(day, today) for day in (today, date(2025, 12, 31), date(2025, 12, 30), date(2026, 1, 2))]
    assert said == ["today", "yesterday", "30 December 2025", "2 January"]
    assert day_said(date(2026, 3, 5), date(2026, 11, 24)) == "5 March"


def test_dots_stand_at_the_end_of_a_text_from_right_to_left(qtbot: QtBot) -> None:
    letters, text = QFontMetrics(QFont()), "אבג דהו זחט " * 5
    cut = elided(letters, text, 60)
    assert cut.startswith(RIGHT_TO_LEFT + "אבג") and cut.endswith("…" + POP)
    assert elided(letters, "אב", 600) == "אב" and elided(letters, "a longer text", 40).endswith("…")


def test_files_are_told_apart_by_their_names(tmp_path: Path) -> None:
    names = ["gold.conll", "yap.conll", "dev.lattices", "yap.seg.txt", "more.conllul.gz"]
    roles = [usual_role(name) for name in names]
    assert roles == ["gold", "system", "lattice", "segmentation", "lattice"]
    files = guess(names)
    assert files == Files(
        "gold.conll", (("", "yap.conll"),), lattices=("dev.lattices", "more.conllul.gz"), segmentations=("yap.seg.txt",)
    )
    assert files.paths[-1] == "yap.seg.txt"
    add_recent(files)
    assert recent()[0] == files.mapped(lambda path: str(Path(path).absolute()))


@pytest.mark.parametrize(
    "at, said",
    [
        (datetime(2026, 3, 2, 9, 5), "today 09:05"),
        (datetime(2026, 3, 2), "today"),
        (datetime(2026, 3, 1, 9, 5), "yesterday"),
        (datetime(2025, 3, 1, 9, 5), "1 March 2025"),
    ],
)
def test_of_today_the_hour_is_said(at: datetime, said: str) -> None:
    assert moment_said(at, datetime(2026, 3, 2, 17, 0)) == said


def test_gold_is_guessed_by_name_only_where_it_is_clear() -> None:
    assert guess(["b.mrg", "x/my-gold.mrg", "c.mrg"]) == Files("x/my-gold.mrg", (("", "b.mrg"), ("", "c.mrg")))
    assert guess(["a.key", "b.mrg"]) is not None
    assert guess(["monkey.mrg", "prefer.mrg"]) is None
    assert guess(["gold1.mrg", "gold2.mrg"]) is None
    assert guess(["gold.mrg"]) is None


def test_shipped_schemes_can_be_read_and_are_alike() -> None:
    assert [title.split(":")[0].split(",")[0] for title in resources.schemes().values()] == ["English", "TePaCoC"]
    for path in resources.schemes():
        scheme = read_scheme(path)
        assert len(scheme.phenomena) <= 9 and all(scheme.phenomena.values())  # a digit for each, and all in words
        assert all(len(scheme.classes[one]) == 4 and all(scheme.classes[one].values()) for one in scheme.phenomena)


def test_a_minus_is_a_minus_and_thousands_are_separated() -> None:
    assert [typeset(one) for one in ("-0.61", "84.13", "-", "–", "-x")] == ["−0.61", "84.13", "-", "–", "-x"]
    columns = text_column("-1 name"), count_column("count"), number_column("tau"), share_column("share")
    model = ResultModel(ResultTable("t", columns, [["-1", 1_394, -0.614, -0.25], ["b", 12_345_678, None, 0.5]]))
    shown = [[model.index(row, column).data() for column in range(4)] for row in range(2)]
    assert shown == [["-1", "1,394", "−0.61", "−25.00"], ["b", "12,345,678", "–", "50.00"]]
    assert model.lines([1, 0]).splitlines()[1:] == ["b\t12345678\t\t50.00", "-1\t1394\t-0.61\t-25.00"]


def test_counts_with_commas_stand_at_the_right_for_people() -> None:
    assert aligned([["name", "count"], ["a", "1,394"], ["b", "7"]]).splitlines()[2] == "b         7"


IMPORTED = """
import sys
SLOW = "nltk", "scipy", "matplotlib", "networkx", "numpy", "treecompare.readers", "treecompare.window.frame.scene_view"
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
from treecompare.window.frame import application
def look():
    slow = [name for name in SLOW if name in sys.modules]
    window = next(one for one in QApplication.topLevelWidgets() if one.isVisible() and one.isWindow())
    print("slow:", slow, "visible:", window.is_at_start)
    end(window)
def end(window):
    if not window.has_parts or "treecompare.jobs.opening" not in sys.modules:
        QTimer.singleShot(50, lambda: end(window))
        return
    print("made:", window.has_parts, "start page:", window.is_at_start)
    QApplication.exit(7)
QTimer.singleShot(0, lambda: QTimer.singleShot(0, look))
sys.exit(application.run_app())
"""


def test_the_start_page_imports_nothing_slow(tmp_path: Path) -> None:
    """What shows a job is made while people look at it."""
    own = {f"XDG_{name}_HOME": str(tmp_path) for name in ("CONFIG", "STATE", "DATA")}
    found = subprocess.run(
        [sys.executable, "-c", IMPORTED, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, **own},
    )  # fmt: skip
    assert found.stdout.splitlines() == ["slow: [] visible: True", "made: True start page: True"], found.stderr
    assert found.returncode == 7


NO_MATPLOTLIB = """
import sys, time
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
application = QApplication([])
from treecompare.window.frame.application import new_window
from treecompare.jobs.base import Go
from treecompare.window.frame.page import PlotView

def wait(is_there):
    while not is_there():
        application.processEvents()
        time.sleep(0.01)

window, found = new_window(), []
window.show()
window.open_sample("first-comparison")
wait(lambda: window.job is not None and not window.is_busy)
found.append("matplotlib" in sys.modules)
window.show_tab(1)
for key in ("labels", "concordance"):
    window.go(Go(place=window.job.place(key)))
    wait(lambda: window.centre.currentWidget() is window.page and not window.is_busy)
    if key == "concordance":
        wait(lambda: any(one.plotted for one in window.page.findChildren(PlotView)))
    found.append("matplotlib" in sys.modules)
window.close()
print(found)
"""


def test_matplotlib_comes_with_the_first_plot(tmp_path: Path) -> None:
    """Neither a comparison nor a table imports it."""
    own = {f"XDG_{name}_HOME": str(tmp_path) for name in ("CONFIG", "STATE", "DATA")}
    done = subprocess.run(
        [sys.executable, "-c", NO_MATPLOTLIB, str(tmp_path)], capture_output=True, text=True, timeout=100, check=False,
        env={**os.environ, **own},
    )  # fmt: skip
    assert done.stdout.strip() == "[False, False, True]", done.stderr


# -- closing: each case in a program of its own, whose end is what matters ---------------------------------------------------

CLOSED = """
import os, sys, time
import treecompare.readers
from PySide6.QtCore import QTimer
from treecompare.window.frame import application
from treecompare.comparison.files import Files
case, gold, system = sys.argv[1:4]
read, made = treecompare.readers.read_any, application.new_window

def stuck(path, **options):
    if case in ("reading", "stopped") and path == system:
        with open(os.environ["FIFO"], "rb") as file:
            file.read()
    if case == "computing" and path == system:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            sum(range(1000))
    return read(path, **options)

treecompare.readers.read_any = stuck

def begin():
    window = made()
    QTimer.singleShot(0, lambda: window.open_wanted(Files(gold, (("", system),))))
    QTimer.singleShot(900, lambda: close(window))
    return window

def close(window):
    if case == "stopped":
        window.stop()
    if case == "typed":
        window.do("note", "typed at last", [0])
    began = time.monotonic()
    window.close()
    print(f"closed {time.monotonic() - began:.3f}")
    print(f"at {time.time():.3f}")

application.new_window = begin
sys.exit(application.run_app())
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("case", ["reading", "computing", "stopped", "typed"][:: stride(2)])
def test_closing_waits_for_nothing_that_is_stuck(tmp_path: Path, case: str) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    gold = gold_trees(20)
    paths = []
    for name, trees in (("gold", gold), ("one", erring(gold, 2))):
        paths.append(str(tmp_path / f"{name}.mrg"))
        Path(paths[-1]).write_text("\n".join(trees) + "\n", "utf-8")
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "STATE", "DATA")}
    found = subprocess.run(
        [sys.executable, "-c", CLOSED, case, *paths], capture_output=True, text=True, timeout=60,
        env={**os.environ, **folders, "FIFO": str(fifo), "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    ended = time.time()
    assert found.returncode == 0, found.stderr
    assert "Traceback" not in found.stderr, found.stderr
    said = dict(line.split() for line in found.stdout.splitlines())
    # a twentieth of that where nobody else works; what is stuck takes a minute, or has no end
    assert float(said["closed"]) < 5
    assert ended - float(said["at"]) < 10
    if case == "typed":
        [kept] = (tmp_path / "DATA" / "treecompare" / "comparisons").glob("*.treecompare")
        assert b"typed at last" in kept.read_bytes()
