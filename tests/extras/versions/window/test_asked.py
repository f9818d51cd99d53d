"""What asks for two versions."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from treecompare.app.versions.asked import VersionsDialog


def test_cancel_is_never_the_button_to_press(qtbot: QtBot) -> None:
    dialog = VersionsDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    assert not [one.text() for one in dialog.findChildren(QPushButton) if one.isEnabled() and one.isDefault()]
