"""Asks whether the same choice is meant for all differences of a kind."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from treecompare.annotators.adjudication import OPEN, Adjudication, told_kind
from treecompare.annotators.differences import Difference
from treecompare.app.common.plain import visible
from treecompare.errors import counted


def asked_rule(parent: QWidget, made: Adjudication, difference: Difference, file: str = "") -> str:
    """Whose choice is to be that of all differences of this kind; empty for none. ``file``: the one that is meant already."""
    still = sum(made.states[one] == OPEN for one in made.same_kind(difference.place))
    kind = told_kind(difference.kind)
    text = f"Always {file} for {kind}?" if file else f"For all differences of this kind: {kind}"
    box = QMessageBox(QMessageBox.Icon.Question, "A rule", "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(visible(text))
    box.setInformativeText(f"{counted(still, 'open difference')}. Your own decisions stay; rules can be revoked.")
    buttons = {
        box.addButton(f"Always {one}", QMessageBox.ButtonRole.AcceptRole): one
        for one in ([file] if file else made.names)
    }
    box.addButton(QMessageBox.StandardButton.Cancel)
    if file:
        box.setDefaultButton(next(iter(buttons)))
    box.exec()
    return buttons.get(box.clickedButton(), "")
