"""Asks whether the same choice is meant for all differences of a kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from treecompare.app.common.plain import visible
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import Difference
from treecompare.extras.annotators.told import rule_asked


def ask_rule(
    parent: QWidget, made: Adjudication, difference: Difference, file: str, wanted: Callable[[str], object]
) -> None:
    """Asks whose choice is to be that of all differences of this kind; ``wanted`` is told. ``file``: the one that
    is meant already."""
    text, what = rule_asked(made, difference, file)
    box = QMessageBox(QMessageBox.Icon.Question, "A rule", "", parent=parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(visible(text))
    box.setInformativeText(what)
    names = [file] if file else made.names
    buttons = [box.addButton(f"Always {one}", QMessageBox.ButtonRole.AcceptRole) for one in names]
    for button, name in zip(buttons, names, strict=True):
        button.clicked.connect(partial(wanted, name))
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(buttons[0] if file else cancel)
    box.open()  # it may be closed from elsewhere, with its window
