"""What asks for two versions."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from tests.app.test_open_dialog import test_cancel_is_never_the_button_to_press as no_button_is_pressed
from treecompare.app.versions.asked import VersionsDialog


def test_cancel_is_never_the_button_to_press(qtbot: QtBot) -> None:
    no_button_is_pressed(qtbot, VersionsDialog)
