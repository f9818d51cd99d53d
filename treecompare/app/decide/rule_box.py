"""Asks whether the same choice is meant for all differences of a kind, and says of which one it would be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from treecompare.app.common.plain import visible
from treecompare.errors import counted
from treecompare.extras.annotators.adjudication import OPEN, Adjudication, told_kind
from treecompare.extras.annotators.decisions import FILE
from treecompare.extras.annotators.differences import Difference, Place


def ruled(made: Adjudication, last: Place | None, shown: Difference) -> Difference:
    """The difference of whose choice a rule would be made: the one that was decided ``last`` for a file while there are others open
    of its kind, for people ask for it after they have decided; else the one that is looked at."""
    decision = made.decisions.get(last) if last is not None else None
    if last is None or decision is None or decision.choice != FILE or not _open(made, last):
        return shown
    return made.differences[made.index[last]]


def _open(made: Adjudication, place: Place) -> int:
    return sum(made.states[one] == OPEN for one in made.same_kind(place))


def rule_said(made: Adjudication, of: Difference, shown: Difference, called: Mapping[str, str]) -> str:
    """What stands on the link that asks."""
    if of is shown:
        return f"Same choice for all {len(made.same_kind(of.place)):,} of this kind…"
    return f"{called[made.decisions[of.place].file]} again for {_open(made, of.place):,} more of the last kind…"


def ask_rule(
    parent: QWidget, made: Adjudication, difference: Difference, file: str, wanted: Callable[[str], object]
) -> None:
    """Asks whose choice is to be that of all differences of this kind; ``wanted`` is told. ``file``: the one that
    is meant already."""
    still = _open(made, difference.place)
    kind = told_kind(difference.kind)
    text = f"Always {file} for {kind}?" if file else f"For all differences of this kind: {kind}"
    box = QMessageBox(QMessageBox.Icon.Question, "A rule", "", parent=parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(visible(text))
    box.setInformativeText(f"{counted(still, 'open difference')}. Your own decisions stay; rules can be revoked.")
    names = [file] if file else made.names
    buttons = [box.addButton(f"Always {one}", QMessageBox.ButtonRole.AcceptRole) for one in names]
    for button, name in zip(buttons, names, strict=True):
        button.clicked.connect(partial(wanted, name))
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(buttons[0] if file else cancel)
    box.open()  # it may be closed from elsewhere, with its window
