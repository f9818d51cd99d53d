"""Both trees of a lesson as text, to be typed over: the drawing and the scores follow as soon as what is written can be read."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QPalette, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QVBoxLayout, QWidget

from treecompare.app.common import preferences
from treecompare.app.common.plain import visible, visible_lines
from treecompare.app.lessons.lesson import Lesson
from treecompare.app.lessons.new_lesson import fault_label
from treecompare.comparison.base import AnyTreebank
from treecompare.errors import ReadError, TreecompareError
from treecompare.extras.teaching.exercise import GOLD, TEST, Exercise, read_text, unbalanced

PAUSE = 120
"""Milliseconds without a key after which a text is read."""
NAME = "lesson_texts"
MEASURES = 0.62
"""Part of the height that measures have above texts: at 1280 x 800 the usual ones are all seen."""
WRONG = ("#ffc4b8", "#7a2f20")
"""Behind what is wrong, on light paper and on dark."""


class TreeText(QWidget):
    """The text of one side. ``changed(treebank)``: what is written now can be read, and is another tree."""

    changed = Signal(object)

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self._treebank: AnyTreebank | None = None
        self.title = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.edit = QPlainTextEdit()
        self.edit.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.edit.setTabChangesFocus(False)
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.error = fault_label("What is wrong with the text")
        self.error.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 0)
        layout.setSpacing(2)
        for widget in (self.title, self.edit, self.error):
            layout.addWidget(widget, 1 if widget is self.edit else 0)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.read)
        self.edit.textChanged.connect(self._timer.start)

    def show_treebank(self, treebank: AnyTreebank, title: str) -> None:
        """Shows the text of a treebank; what is being written stays where the treebank is the one that it is written over."""
        self.title.setText(visible(title))
        self.edit.setAccessibleName(visible(title))
        if treebank is self._treebank:
            return
        self._treebank = treebank
        text = treebank.written(is_indented=True)
        if text != self.edit.toPlainText():
            self.edit.blockSignals(True)
            self.edit.setPlainText(text)
            self.edit.blockSignals(False)
        self._timer.stop()
        self._say("")

    def read(self) -> None:
        """Reads what is written, or tells what is wrong with it and marks the place."""
        self._timer.stop()
        if self._treebank is None:
            return
        text = self.edit.toPlainText()
        try:
            found = read_text(text, self._treebank)
        except ReadError as error:
            place = unbalanced(text) if text.lstrip().startswith("(") else -1
            line = text.count("\n", 0, place) + 1 if place >= 0 else error.line
            said = f"Line {line}: {error.reason}" if line else error.reason
            self._say(said, place, line)
            return
        except TreecompareError as error:
            self._say(str(error))
            return
        self._say("")
        if found.written() != self._treebank.written():
            self._treebank = found
            self.changed.emit(found)

    def refuse(self, treebank: AnyTreebank, reason: str) -> None:
        """The text can be read, but not be compared: the treebank before stays."""
        self._treebank = treebank
        self._say(reason)

    def _say(self, text: str, place: int = -1, line: int = 0) -> None:
        self.error.setText(visible_lines(text))
        self.error.setVisible(bool(text))
        marks = []
        if text and (place >= 0 or line > 0):
            mark = QTextEdit.ExtraSelection()
            style, cursor = QTextCharFormat(), QTextCursor(self.edit.document())
            is_dark = self.palette().color(QPalette.ColorRole.Base).lightness() < 128
            style.setBackground(QColor(WRONG[is_dark]))
            if place >= 0:
                cursor.setPosition(_in_utf16(self.edit.toPlainText(), place))
                cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
            else:
                cursor.setPosition(self.edit.document().findBlockByNumber(line - 1).position())
                style.setProperty(QTextFormat.Property.FullWidthSelection, True)
            mark.format, mark.cursor = style, cursor
            marks.append(mark)
        self.edit.setExtraSelections(marks)


class TextPanel(QWidget):
    """The texts of both sides, beside the drawing of a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self._lesson = lesson
        self._typed: tuple[str, Exercise] | None = None
        """The side that was written last, and what came of it."""
        self.texts = {side: TreeText(side) for side in (GOLD, TEST)}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(0)
        for side, text in self.texts.items():
            layout.addWidget(text, 1)
            text.changed.connect(lambda treebank, side=side: self._take(side, treebank))
        lesson.side.addWidget(self)
        self.command = lesson.add_command(
            "&Trees", "&Text of both trees", self._switch, "Ctrl+T",
            "Brackets or CoNLL-U, to be typed over",
        )  # fmt: skip
        self.command.setCheckable(True)
        self.command.setChecked(preferences.text(NAME) == "yes")
        self._set_visible(self.command.isChecked())
        lesson.exerciseChanged.connect(self._show)
        self._show(lesson.exercise)

    def _switch(self) -> None:
        self.set_shown(self.command.isChecked())
        preferences.store(NAME, "yes" if self.command.isChecked() else "")

    def set_shown(self, is_shown: bool) -> None:
        """Shows the texts, with the keyboard in that of the system, or hides them."""
        self.command.setChecked(is_shown)
        self._set_visible(is_shown)
        if is_shown:
            self._show(self._lesson.exercise)
            self.texts[TEST].edit.setFocus()

    def _set_visible(self, is_shown: bool) -> None:
        self.setVisible(is_shown)
        if is_shown:
            side, shares = self._lesson.side, [0] * self._lesson.side.count()
            shares[side.indexOf(self._lesson.measures)] = round(1000 * MEASURES)
            shares[side.indexOf(self)] = round(1000 * (1 - MEASURES))
            side.setSizes(shares)

    def _show(self, exercise: Exercise) -> None:
        if self.isHidden():
            return
        titles = {GOLD: "Gold", TEST: "System"}
        for side, text in self.texts.items():
            name = exercise.side(side).name
            has_name = not exercise.is_gold or side == TEST
            text.show_treebank(exercise.side(side), name if has_name and name else titles[side])

    def _take(self, side: str, treebank: AnyTreebank) -> None:
        """Brings in what was written; what is written at one go is one step."""
        lesson, before = self._lesson, self._lesson.exercise
        said = f"text of the {self.texts[side].title.text()}"
        exercise = before.with_side(side, treebank)
        try:
            _ = exercise.comparison
        except TreecompareError as error:
            self.texts[side].refuse(before.side(side), str(error))
            return
        if self._typed is not None and self._typed[0] == side and self._typed[1] is before:
            lesson.history.undo()
        if lesson.show_exercise(exercise, said):
            self._typed = side, lesson.exercise


def _in_utf16(text: str, place: int) -> int:
    """A place in a text as Qt counts: letters beyond the first 65,536 are two."""
    return len(text[:place].encode("utf-16-le")) // 2
