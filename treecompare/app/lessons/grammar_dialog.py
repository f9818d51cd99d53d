"""A lesson from an ambiguous sentence: a small grammar is typed, all analyses are drawn, two of them become gold and system."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFontDatabase, QIcon, QKeyEvent, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.plain import tip, visible, visible_lines
from treecompare.app.common.worker import Newest
from treecompare.app.drawings.painted import Painted
from treecompare.app.drawings.pictures import TextMeasure, theme_of
from treecompare.app.lessons.new_lesson import fault_label, sentence_of
from treecompare.drawing.layout import layout
from treecompare.errors import ReadError, TreecompareError
from treecompare.extras.teaching.exercise import Exercise
from treecompare.extras.teaching.grammar import Analyses, Grammar, analyses, as_exercise, read_grammar, shipped
from treecompare.trees.writing import bracket_line

WIDTH, HEIGHT = 300, 170
"""Of a small drawing, in points."""
AT_ONCE = 3
"""Drawings that are made before the window can do something else."""


def small_drawing(found: Analyses, number: int, palette: QPalette, sharp: float) -> QPixmap:
    """One of the analyses as a small picture."""
    theme = theme_of(palette)
    mapping = as_exercise(found, number, number).comparison.mapping(0, 0, "T")  # type: ignore[attr-defined]
    drawing = layout(mapping, "merged", False, measure=TextMeasure())
    picture = QPixmap(round(WIDTH * sharp), round(HEIGHT * sharp))
    picture.setDevicePixelRatio(sharp)
    picture.fill(QColor(theme.background))
    painter = QPainter(picture)
    scale = min(WIDTH / (drawing.width + 12), HEIGHT / (drawing.height + 12), 1.0)
    painter.translate((WIDTH - scale * drawing.width) / 2, (HEIGHT - scale * drawing.height) / 2)
    painter.scale(scale, scale)
    Painted(drawing, theme)(painter)
    painter.end()
    return picture


class _List(QListWidget):
    """Analyses; G and S make the current one gold or system."""

    def __init__(self, dialog: GrammarDialog) -> None:
        super().__init__(dialog)
        self._dialog = dialog

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See above; Enter opens the lesson."""
        sides = {Qt.Key.Key_G: "gold", Qt.Key.Key_S: "system"}
        if event.key() in sides and self.currentRow() >= 0:
            self._dialog.choose(sides[Qt.Key(event.key())], self.currentRow())
        else:
            super().keyPressEvent(event)


class GrammarDialog(QDialog):
    """``exercise``: the two chosen analyses; None where there are none."""

    typed: ClassVar[dict[str, str]] = {}
    """What was typed last, in this run of the program."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Lesson from a grammar")
        self.found: Analyses | None = None
        self.chosen = {"gold": -1, "system": -1}
        self.work = Newest(self)
        self.work.done.connect(self._show)
        self.work.failed.connect(self._fail)
        self._waits_for_sentence = False
        """Whether the analyses of an example are looked for while people may be typing a sentence."""
        self._drawn = 0
        self._drawing = QTimer(self, interval=0)
        self._drawing.timeout.connect(self._draw_some)
        self._shipped = shipped()
        self._examples = [
            (number, sentence)
            for number, (_, text) in enumerate(self._shipped)
            for sentence in read_grammar(text).sentences
        ]
        self.fault = fault_label("What is wrong")
        self.fault.hide()
        self._make()
        self._fill()

    @property
    def exercise(self) -> Exercise | None:
        """See the class."""
        gold, system = self.chosen["gold"], self.chosen["system"]
        return None if self.found is None or min(gold, system) < 0 else as_exercise(self.found, gold, system)

    # -- making ----------------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        top = self._made_top()
        self.columns = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        for part in (self._made_left(), self._made_right()):
            self.columns.addWidget(part)
        self.columns.setSizes([360, 680])
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._ok.setText("&Open lesson")
        self._ok.setAutoDefault(False)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.fault)
        layout.addWidget(self.columns, 1)
        layout.addWidget(self.buttons)
        room = self.screen().availableSize()
        self.resize(min(1080, room.width() * 9 // 10), min(680, room.height() * 85 // 100))

    def _made_top(self) -> QHBoxLayout:
        """The sentence, and what begins and ends the search."""
        self.sentence = QLineEdit(placeholderText="A sentence, with blanks between its words")
        self.sentence.setAccessibleName("Sentence")
        self.sentence.returnPressed.connect(self.analyse)
        self.analyse_button = QPushButton("&Analyse", default=True)
        self.analyse_button.clicked.connect(self.analyse)
        self.sentence.textEdited.connect(lambda _: self._forget())  # what was found is of another sentence
        self.stop_button = QPushButton("&Stop", autoDefault=False, enabled=False)
        self.stop_button.clicked.connect(self.stop)
        top = QHBoxLayout()
        for part, stretch in ((self.sentence, 1), (self.analyse_button, 0), (self.stop_button, 0)):
            top.addWidget(part, stretch)
        return top

    def _made_left(self) -> QWidget:
        """The grammar, and sentences for which there is one."""
        self.examples = ElidedBox()
        self.examples.setAccessibleName("Examples")
        self.examples.addItem("Examples…")
        self.examples.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.examples.addItems([f"{self._shipped[number][0]} {sentence}" for number, sentence in self._examples])
        self.examples.activated.connect(self._take_example)
        self.grammar = QPlainTextEdit(placeholderText="S -> NP VP\nNP -> D N | NP PP\nN -> 'man' | 'telescope'")
        self.grammar.setAccessibleName("Grammar")
        self.grammar.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.grammar.setTabChangesFocus(True)
        self.grammar.setToolTip(
            tip(
                "A rule on each line: a category, an arrow, its parts. Words stand in quotes, | stands between alternatives, "
                "# begins a comment. The first category is that of the whole sentence."
            )
        )
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.examples, self.grammar):
            column.addWidget(part)
        return left

    def _made_right(self) -> QWidget:
        """What was found, and the buttons that choose of it."""
        self.count = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.count.setWordWrap(True)
        self.count.setAccessibleName("Number of analyses")
        self.list = _List(self)
        self.list.setAccessibleName("Analyses")
        self.list.setMovement(QListView.Movement.Static)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setIconSize(QSize(WIDTH, HEIGHT))
        self.list.setSpacing(6)
        self.list.itemActivated.connect(lambda _: self.accept())
        self.as_brackets = QToolButton(text="As brackets", checkable=True)
        self.as_brackets.toggled.connect(self._lay_out)
        buttons = QHBoxLayout()
        self.side_buttons = {}
        for side, text in (("gold", "As &gold"), ("system", "As s&ystem")):
            button = QPushButton(text, autoDefault=False, enabled=False)
            button.setToolTip(tip(f"The marked analysis; key {side[0].upper()} in the list"))
            button.clicked.connect(lambda _=False, side=side: self.choose(side, self.list.currentRow()))
            self.side_buttons[side] = button
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.as_brackets)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        for part in (self.count, self.list):
            column.addWidget(part)
        column.addLayout(buttons)
        return right

    def _fill(self) -> None:
        text = self.typed.get("grammar", "")
        if text.strip():
            self.grammar.setPlainText(text)
            self.sentence.setText(self.typed.get("sentence", ""))
        else:
            last = [number for number, _ in self._examples].index(len(self._shipped) - 1)
            self.examples.setCurrentIndex(last + 1)
            self._take_example()
            self._waits_for_sentence = True  # it is found while people begin to type their own
        self.sentence.setFocus()
        self.sentence.selectAll()

    def _take_example(self) -> None:
        place = self.examples.currentIndex()
        if place < 1:
            return
        number, sentence = self._examples[place - 1]
        self.grammar.setPlainText(self._shipped[number][1])
        self.sentence.setText(sentence)
        self.analyse()

    # -- analysing -------------------------------------------------------------------------------------------------------

    def analyse(self) -> None:
        """Looks for all analyses, in the background."""
        self._waits_for_sentence = False
        self._forget()
        try:
            grammar: Grammar = read_grammar(self.grammar.toPlainText())
        except ReadError as error:
            self._tell(sentence_of(error))
            if error.line:
                self._mark_line(error.line)
            return
        sentence = self.sentence.text()
        self._tell("")
        self.count.setText("Looking for analyses…")
        self._set_busy(True)
        self.work.ask(lambda cancel: analyses(grammar, sentence, cancel))

    def stop(self) -> None:
        """Looks no further."""
        self.work.drop()
        self._set_busy(False)
        self.count.setText("Stopped.")

    def _forget(self) -> None:
        self.work.drop()
        self._drawing.stop()
        self._set_busy(False)
        self.found, self.chosen = None, {"gold": -1, "system": -1}
        self.list.clear()
        self.count.clear()
        self._show_chosen()

    def _set_busy(self, is_busy: bool) -> None:
        self.stop_button.setEnabled(is_busy)

    def _tell(self, text: str) -> None:
        self.fault.setText(visible_lines(text))
        self.fault.setVisible(bool(text))

    def _mark_line(self, line: int) -> None:
        block = self.grammar.document().findBlockByLineNumber(line - 1)
        cursor = self.grammar.textCursor()
        cursor.setPosition(block.position())
        cursor.movePosition(cursor.MoveOperation.EndOfBlock, cursor.MoveMode.KeepAnchor)
        self.grammar.setTextCursor(cursor)

    def _fail(self, error: BaseException) -> None:
        self._set_busy(False)
        self.count.clear()
        if not isinstance(error, TreecompareError):
            raise error
        self._tell(sentence_of(error))

    def _show(self, found: Analyses | None) -> None:
        self._set_busy(False)
        if found is None:
            return
        self.found, shown = found, len(found.trees)
        if found.total == 1:
            text = "One analysis: the sentence is not ambiguous under this grammar."
        elif found.total == shown:
            text = f"{shown} analyses"
        else:
            power = len(str(found.total)) - 1  # a longer number is wider than the window
            many = f"{found.total:,}" if power < 15 else f"more than 10^{power}"
            text = f"{many} analyses; the first {shown} are shown"
        self.count.setText(text)
        for tree in found.trees:
            item = QListWidgetItem()
            brackets = visible(bracket_line(tree))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, brackets)
            item.setToolTip(tip(brackets))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.chosen = {"gold": 0, "system": min(1, shown - 1)}
        self._show_chosen()
        self._lay_out()
        if not self._waits_for_sentence:
            self.list.setFocus()

    # -- the list --------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        is_drawn = not self.as_brackets.isChecked()
        self.list.setViewMode(QListView.ViewMode.IconMode if is_drawn else QListView.ViewMode.ListMode)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setWordWrap(not is_drawn)
        # every place is as large before its drawing is there
        room = QSize(WIDTH + 16, HEIGHT + self.list.fontMetrics().height() + 24)
        self.list.setGridSize(room if is_drawn else QSize())
        for number in range(self.list.count()):
            self.list.item(number).setSizeHint(room if is_drawn else QSize())
        self._drawn = 0
        self._drawing.stop()
        if is_drawn and self.found is not None:
            self._drawing.start()
        self._show_chosen()

    def _draw_some(self) -> None:
        found = self.found
        if found is None or self._drawn >= len(found.trees):
            self._drawing.stop()
            return
        for number in range(self._drawn, min(self._drawn + AT_ONCE, len(found.trees))):
            picture = small_drawing(found, number, self.palette(), self.devicePixelRatioF())
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)
            self.list.item(number).setIcon(icon)
            self._drawn = number + 1

    def choose(self, side: str, number: int) -> None:
        """Makes an analysis gold or system."""
        if self.found is not None and 0 <= number < len(self.found.trees):
            self.chosen[side] = number
            self._show_chosen()

    def _show_chosen(self) -> None:
        names = {"gold": "gold", "system": "system"}
        for number in range(self.list.count()):
            sides = [names[side] for side, chosen in self.chosen.items() if chosen == number]
            item = self.list.item(number)
            text = f"{number + 1}" + (f" – {', '.join(sides)}" if sides else "")
            if self.as_brackets.isChecked():
                item.setIcon(QIcon())
                text += f": {item.data(Qt.ItemDataRole.AccessibleTextRole)}"
            item.setText(text)
            font = item.font()
            font.setBold(bool(sides))
            item.setFont(font)
        has_any = self.list.count() > 0
        for button in self.side_buttons.values():
            button.setEnabled(has_any)
        self._ok.setEnabled(has_any)

    def done(self, result: int) -> None:
        """Keeps what is typed."""
        self.typed.update(grammar=self.grammar.toPlainText(), sentence=self.sentence.text())
        if result == self.DialogCode.Accepted and self.exercise is None:
            return
        self._drawing.stop()
        self.work.stop()
        super().done(result)
