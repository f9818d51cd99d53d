"""Windows whose settings and log file lie in a temporary folder, and small treebanks to open in them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.made import erring, gold_trees, write
from treecompare import resources
from treecompare.comparison.files import Files
from treecompare.window.common import preferences
from treecompare.window.common.theme import LOOK


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
def settings_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[None]:
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
        if one.parent() is None and one not in before and not is_of_completer:
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
