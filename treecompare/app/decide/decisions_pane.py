"""Who decided what, the newest first; a note to the difference that is looked at; rules, which can be revoked; what no longer
fits."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.plain import tip, visible
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import Place
from treecompare.extras.annotators.kept import misfit_told
from treecompare.extras.annotators.told import MOST_DECISIONS, called_shortly, decisions_told, rules_told


class DecisionsPane(QWidget):
    """``wanted`` carries the Place that somebody wants to look at again, ``noted`` a text, ``revoked`` the number of a rule."""

    wanted = Signal(object)
    noted = Signal(str)
    revoked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.decisions = _list("Decisions")
        self.decisions.itemActivated.connect(self._want)
        self.decisions.itemClicked.connect(self._want)
        self.note = QLineEdit(placeholderText="Note to this decision")
        self.note.setAccessibleName("Note to this decision")
        self.note.editingFinished.connect(lambda: self.noted.emit(self.note.text()))
        self.rules = _list("Rules")
        self.rules.setMaximumHeight(150)
        self.revoke = QPushButton("Revoke rule")
        self.revoke.setToolTip("What the chosen rule decides becomes undecided")
        self.revoke.clicked.connect(self._revoke)
        self.misfits = _list("Decisions that do not fit any more")
        self.misfits.setMaximumHeight(120)
        self._heads = {
            name: QLabel(textFormat=Qt.TextFormat.PlainText) for name in ("Decisions", "Rules", "Does not fit any more")
        }
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        button = QHBoxLayout()
        button.addWidget(self.revoke)
        button.addStretch(1)
        column.addWidget(self._heads["Decisions"])
        column.addWidget(self.decisions, 1)
        column.addWidget(self.note)
        column.addWidget(self._heads["Rules"])
        column.addWidget(self.rules)
        column.addLayout(button)
        column.addWidget(self._heads["Does not fit any more"])
        column.addWidget(self.misfits)
        for name, label in self._heads.items():
            label.setProperty("look", "heading")
            label.setText(name)
            label.setObjectName("paneHead")

    def show_all(self, made: Adjudication) -> None:
        """Lists decisions, rules, and what does not fit."""
        self.decisions.clear()
        for place, said in decisions_told(made, called_shortly(made.names, made.beside)):
            item = _item(said)
            item.setData(Qt.ItemDataRole.UserRole, place)
            self.decisions.addItem(item)
        self._show_rules(made)
        self.misfits.clear()
        for misfit in made.misfits[:MOST_DECISIONS]:
            self.misfits.addItem(_item(misfit_told(misfit)))
        for widget in (self.misfits, self._heads["Does not fit any more"]):
            widget.setVisible(bool(self.misfits.count()))

    def _show_rules(self, made: Adjudication) -> None:
        self.rules.clear()
        for number, said in rules_told(made):
            item = _item(said)
            item.setData(Qt.ItemDataRole.UserRole, number)
            self.rules.addItem(item)
        if self.rules.count():
            self.rules.setCurrentRow(self.rules.count() - 1)
        for widget in (self.rules, self.revoke, self._heads["Rules"]):
            widget.setVisible(bool(self.rules.count()))

    def show_note(self, note: str) -> None:
        """The note of the difference that is looked at."""
        self.note.setText(note)

    def _want(self, item: QListWidgetItem) -> None:
        place = item.data(Qt.ItemDataRole.UserRole)
        if place is not None:
            self.wanted.emit(Place(*place))

    def _revoke(self) -> None:
        item = self.rules.currentItem()
        if item is not None:
            self.revoked.emit(int(item.data(Qt.ItemDataRole.UserRole)))


def _list(name: str) -> QListWidget:
    made = QListWidget()
    made.setAccessibleName(name)
    made.setWordWrap(True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setFrameShape(QListWidget.Shape.NoFrame)
    made.setTextElideMode(Qt.TextElideMode.ElideRight)
    return made


def _item(text: str) -> QListWidgetItem:
    lines = text.split("\n")
    item = QListWidgetItem("\n".join(map(visible, lines)))
    item.setToolTip(tip(text))
    return item
