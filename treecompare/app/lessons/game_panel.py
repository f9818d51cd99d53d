"""Games with the class beside the drawing: guess the score, find the errors; and all answers of this hour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QStringListModel, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.boxes import completer_of
from treecompare.app.common.plain import tip, visible, visible_lines
from treecompare.app.common.plain_table import Refit, fit_columns, plain_table
from treecompare.app.lessons.new_lesson import fault_label
from treecompare.errors import UsageError
from treecompare.lessons.games import ANSWERS_HEAD, TABLE_HEAD, FindTheErrors, GuessTheScore, Hour
from treecompare.mappings.errors import Node
from treecompare.scores.delimited import tsv

HOUR = Hour()
"""What was answered while the program runs, in all lessons."""


class GamePanel(QWidget):
    """A round that is being played. ``ended``: it was revealed, or another one begins; ``closed``: nothing is played any more."""

    ended = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game: GuessTheScore | FindTheErrors | None = None
        self.told: list[str] = []
        """What was said when the round was revealed."""
        self.heading = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.heading.setWordWrap(True)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.name = QLineEdit(placeholderText="Name or team")
        self.name.setAccessibleName("Name or team")
        self._names = QStringListModel(self)
        completer = completer_of(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.name.setCompleter(completer)
        self.answer = QLineEdit()
        self.answer.setAccessibleName("Guess")
        self.answer.returnPressed.connect(self.take_guess)
        self.name.returnPressed.connect(self._after_name)
        self.fault = fault_label("What is wrong")
        self.said = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.said.setAccessibleName("What was said last")
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName("Answers")
        self.hint = QPushButton("&Hint", autoDefault=True)  # Enter presses it where it has the keyboard
        self.reveal = QPushButton("&Reveal", autoDefault=True)
        self.again = QPushButton("Cl&ose", autoDefault=True)
        self.hint.clicked.connect(self.give_hint)
        self.reveal.clicked.connect(self.reveal_all)
        self.again.clicked.connect(self.end)
        fields = QGridLayout()
        fields.addWidget(self.name, 0, 0)
        fields.addWidget(self.answer, 0, 1)
        buttons = QHBoxLayout()
        for button in (self.hint, self.reveal, self.again):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(self.heading)
        layout.addLayout(fields)
        for part in (self.fault, self.said):
            layout.addWidget(part)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)
        self.hide()

    def begin(self, game: GuessTheScore | FindTheErrors) -> None:
        """Begins a round; one that was being played is over."""
        if self.game is not None:
            self.ended.emit()
        HOUR.begin(game)
        self.game = game
        is_guess = isinstance(game, GuessTheScore)
        self.answer.setVisible(is_guess)
        self.hint.setVisible(not is_guess)
        self.reveal.setEnabled(True)
        self.answer.clear()
        self.said.clear()
        if isinstance(game, GuessTheScore):
            self.heading.setText(visible(f"Guess the score: {game.measure.title}"))
            self.answer.setPlaceholderText("75 · 0.75 · 3/4 · –" if game.measure.percent else "2 · –")
            self.answer.setToolTip(tip(f"Enter adds the guess: {game.unit}; – for a score that is not defined"))
        self._show()
        self.show()
        self.name.setFocus()

    def end(self) -> None:
        """Nothing is played any more; what was answered is kept for the hour."""
        if self.game is None:
            return
        self.game = None
        self.hide()
        self.ended.emit()
        self.closed.emit()

    def _after_name(self) -> None:
        if isinstance(self.game, GuessTheScore):
            self.answer.setFocus()

    # -- answers ---------------------------------------------------------------------------------------------------------

    def take_guess(self) -> None:
        """Keeps the guess that is typed; the fields are ready for the next one."""
        if not isinstance(self.game, GuessTheScore):
            return
        try:
            self.game.guess(self.name.text(), self.answer.text())
        except UsageError as error:
            self._show(str(error))
            return
        self.name.clear()
        self.answer.clear()
        self._show()
        self.name.setFocus()

    def name_place(self, nodes: Sequence[Node], place: str, word: int) -> None:
        """Somebody says that there is an error at a place of the drawing."""
        if not isinstance(self.game, FindTheErrors) or self.game.is_revealed:
            return
        try:
            found = self.game.name_place(self.name.text(), nodes, place, word)
        except UsageError as error:
            self._show(str(error))
            return
        self.said.setText(visible_lines(f"{place} – {found.text}"))
        self._show()

    def give_hint(self) -> None:
        """Says more of an error that is not found yet."""
        if isinstance(self.game, FindTheErrors):
            self.said.setText(visible_lines(self.game.hint()))

    def reveal_all(self) -> None:
        """Ends the round and says how it was."""
        if self.game is None or self.game.is_revealed:
            return
        found = self.game.reveal()
        self.told = [one for one in found if isinstance(one, str)]
        self._show()
        self.again.setFocus()  # Space and Enter go on
        self.ended.emit()

    def _show(self, fault: str = "") -> None:
        game = self.game
        self.fault.setText(visible(fault[:1].upper() + fault[1:]))
        self.fault.setVisible(bool(fault))
        self._names.setStringList(HOUR.names())
        self.list.clear()
        if isinstance(game, GuessTheScore):
            self.reveal.setEnabled(not game.is_revealed)
            for field in (self.name, self.answer):
                field.setEnabled(not game.is_revealed)
            if game.is_revealed:
                self.said.setText(f"It is {game.answer}." if game.answer != "–" else "It is not defined.")
            lines = [
                f"{place.rank or '–'}.  {place.guess.name}: {place.guess.shown}" + ("  ★" if place.has_won else "")
                for place in game.places
            ] or [f"{one.name}: {one.shown}" for one in game.guesses]
        elif game is not None:
            self.heading.setText(visible(f"Find the errors: {game.state}"))
            self.name.setEnabled(not game.is_revealed)
            self.hint.setEnabled(not game.is_over)
            self.reveal.setEnabled(not game.is_revealed)
            lines = (
                self.told
                if game.is_revealed
                else [f"✓  {game.said(number)} – {name}" for number, name in game.finders.items()]
            )
            if game.is_over and not game.is_revealed:
                self.said.setText(self.said.text() + "\n" + "All errors are found.")
        else:
            lines = []
        self.list.addItems([visible(line) for line in lines])


class HourDialog(QDialog):
    """The table of the hour, and every answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Answers of this hour")
        self.note = QLabel("Kept while the program runs, for all lessons; nothing of it is written into a file.")
        self.note.setWordWrap(True)
        self.tabs = QTabWidget()
        self.table = plain_table(TABLE_HEAD, "Table of the hour")
        self.answers = plain_table(ANSWERS_HEAD, "All answers")
        self.tabs.addTab(self.table, "&Table")
        self.tabs.addTab(self.answers, "&Answers")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.rejected.connect(self.reject)
        self.copy_button = self.buttons.addButton("&Copy", QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.clicked.connect(self.copy)
        self.clear_button = self.buttons.addButton("C&lear…", QDialogButtonBox.ButtonRole.ActionRole)
        self.clear_button.clicked.connect(self.ask_to_clear)
        layout = QVBoxLayout(self)
        for part in (self.note, self.tabs, self.buttons):
            layout.addWidget(part)
        for table in (self.table, self.answers):
            Refit(table, partial(fit_columns, table))
        self._size()
        self.refresh()

    def _size(self) -> None:
        """As wide as the table of the hour, in whatever letters."""
        metrics, room = self.fontMetrics(), self.screen().availableSize()
        width, height = metrics.horizontalAdvance("x" * 100), 22 * metrics.height()
        self.resize(min(width, room.width() * 9 // 10), min(height, room.height() * 8 // 10))
        for table in (self.table, self.answers):
            table.verticalHeader().setDefaultSectionSize(metrics.height() + 8)

    def changeEvent(self, event: QEvent) -> None:
        """Larger letters need more room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "answers"):
            self._size()

    def _rows(self) -> list[tuple[QTableWidget, tuple[str, ...], list[tuple[str, ...]]]]:
        return [(self.table, TABLE_HEAD, HOUR.table()), (self.answers, ANSWERS_HEAD, HOUR.answers())]

    def refresh(self) -> None:
        """Shows what was answered until now."""
        for table, _, rows in self._rows():
            table.setRowCount(len(rows))
            for number, row in enumerate(rows):
                for column, text in enumerate(row):
                    item = QTableWidgetItem(visible(text))
                    item.setToolTip(tip(text))
                    table.setItem(number, column, item)
            fit_columns(table)
        for button in (self.copy_button, self.clear_button):
            button.setEnabled(not HOUR.is_empty)

    def copy(self) -> None:
        """Copies the table that is shown, with its heads, between tabs."""
        _, head, rows = self._rows()[self.tabs.currentIndex()]
        QGuiApplication.clipboard().setText(tsv([head, *rows]))

    def ask_to_clear(self) -> None:
        """Asks whether all answers are to be cleared."""
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setText("Clear all answers?")
        box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
        box.setDefaultButton(QMessageBox.StandardButton.No)
        box.accepted.connect(self.clear)
        box.open()

    def clear(self) -> None:
        """Clears all answers."""
        HOUR.clear()
        self.refresh()
