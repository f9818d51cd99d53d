"""A window whose settings and log file lie in a temporary folder, and small treebanks to open in it."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.conftest import is_nightly
from tests.made import erring, gold_trees
from treecompare import resources
from treecompare.app.common import preferences
from treecompare.app.common.theme import LOOK
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files


def write(path: Path, trees: list[str]) -> str:
    path.write_text("\n".join(trees) + "\n", "utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """A gold of 60 sentences, two systems; the second lacks a parse and has another word once."""
    gold = gold_trees(60)
    second = erring(gold, 3)
    second[10] = "(())"
    second[20] = gold[20].replace(" the)", " an)").replace(" in)", " inside)")
    return Files(
        write(tmp_path / "gold.mrg", gold),
        (("", write(tmp_path / "one.mrg", erring(gold, 2))), ("", write(tmp_path / "two.mrg", second))),
    )


@pytest.fixture(scope="session")
def large_files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Enough work for a second or so."""
    tmp_path = tmp_path_factory.mktemp("large")
    gold = gold_trees(20_000)
    systems = [("", write(tmp_path / f"{name}.mrg", erring(gold, seed))) for seed, name in enumerate(("x", "y", "z"))]
    return Files(write(tmp_path / "large.mrg", gold), tuple(systems))


@pytest.fixture(autouse=True)
def no_key_held(qapp: QApplication) -> None:
    """Qt takes Ctrl for held from the last event of a test, also in the next one, where a click would mean something else."""
    if qapp.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        other = QWidget()
        other.show()
        QTest.keyClick(other.windowHandle(), Qt.Key.Key_A)
        other.close()
    assert qapp.keyboardModifiers() == Qt.KeyboardModifier.NoModifier


@pytest.fixture(autouse=True)
def settings_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication, kept: list[MainWindow]
) -> Iterator[None]:
    """No test reads or writes what the user's own window remembers."""
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    font, palette = QFont(qapp.font()), QPalette(qapp.palette())
    preferences.store("scheme", str(resources.path("schemes/tepacoc.tsv")))  # as who has chosen one
    before = set(qapp.topLevelWidgets())
    yield
    # a window that lives on gets every look that is given to the application from then on, and so does all that is in it
    for one in qapp.topLevelWidgets():
        is_of_completer = one.windowType() == Qt.WindowType.Popup  # which deletes it itself
        is_of_kept = bool(kept) and (one is kept[0] or one.isHidden())  # parts that are put away have no parent
        if one.parent() is None and one not in before and not is_of_completer and not is_of_kept:
            one.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qapp.setProperty(LOOK, None)
    if qapp.font() != font:
        qapp.setFont(font)
    if qapp.palette() != palette:
        qapp.setPalette(palette)


@pytest.fixture
def older_objects_apart() -> Iterator[None]:
    """What other tests left is not looked through by the collector, which takes a second each time."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def kept() -> Iterator[list[MainWindow]]:
    """The window that the tests of a module use one after the other."""
    windows: list[MainWindow] = []
    yield windows
    for one in windows:
        one.close()
    for one in QApplication.topLevelWidgets():  # parts that are put away, too: a window does not take them with it
        if one.parent() is None and one.windowType() != Qt.WindowType.Popup:
            one.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def begin_anew(window: MainWindow) -> None:
    """Nothing is open in the window, as in a new one; what opened from it is closed, and panes are where they were."""
    for one in window.findChildren(QWidget):
        if one.isWindow():
            one.close()
    window.files.close()
    window.session.close()
    window._show_start()
    window.panes.usual_layout()
    for name, value in CHOSEN[0][0].items():
        if window.actions_.chosen(name) != value:
            window.actions_.turn(name, value)


CHOSEN: list[tuple[dict[str, str], set[str]]] = []
"""What is chosen in a new window: values of switches, and commands that are on."""
STAYS = re.compile("all_systems|text_size|sentence_columns|sentence_order|edges|measures.*")
"""What people choose for all comparisons from then on."""


def chosen(window: MainWindow) -> tuple[dict[str, str], set[str]]:
    """What is chosen in its menus."""
    switches = {name: window.actions_.chosen(name) for name in window.actions_.switches}
    return switches, {name for name, one in window.actions_.by_name.items() if one.isChecked()} - {"inspector"}


def is_as_new(window: MainWindow) -> bool:
    """Whether nothing that was chosen stays for the next comparison."""
    stored = preferences._settings()
    stays = [key for key in stored.allKeys() if STAYS.fullmatch(key) and stored.value(key)]
    return chosen(window) == CHOSEN[0] and not stays


@pytest.fixture
def window(request: pytest.FixtureRequest, qtbot: QtBot, kept: list[MainWindow]) -> Iterator[MainWindow]:
    """A window: by day that of the module, emptied, and only laid out; at night a new one, and it is painted, too.

    ``@pytest.mark.own_window``: for tests that need a new one, or leave something in it. ``@pytest.mark.painted``: for tests that
    wait for what is painted.
    """
    is_own = is_nightly() or request.node.get_closest_marker("own_window") is not None
    made = MainWindow() if is_own or not kept else kept[0]
    if not is_own and not kept:
        kept.append(made)
        CHOSEN[:] = CHOSEN or [chosen(made)]
    made.resize(1500, 900)  # the screen of the tests is small, and so would be what there is to see
    made.setUpdatesEnabled(is_nightly() or request.node.get_closest_marker("painted") is not None)
    made.show()
    made.activateWindow()  # another one may have been closed
    yield made
    if is_own:
        made.close()
        return
    begin_anew(made)
    if not is_as_new(made):
        made.close()
        made.deleteLater()
        kept.clear()


def compare(qtbot: QtBot, window: MainWindow, files: Files) -> None:
    """Opens files and waits until all is compared."""
    with qtbot.waitSignal(window.session.ended, timeout=60_000):
        window.open_comparison(files)
    if window.workspace is not None and files.systems:  # a saved comparison goes to its own place
        window.workspace.sentences.go_to_row(0)  # not the worst one


@pytest.fixture
def compared(qtbot: QtBot, window: MainWindow, files: Files) -> MainWindow:
    """A window that shows a finished comparison."""
    compare(qtbot, window, files)
    return window


@pytest.fixture
def dressed(compared: MainWindow) -> MainWindow:
    """A window that looks as it does for people: heights depend on it."""
    compared.actions_.turn("theme", "light")
    return compared
