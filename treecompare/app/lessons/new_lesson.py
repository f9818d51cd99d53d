"""A lesson of two trees that are typed or pasted: they are drawn while one types; what is wrong with them is said below each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QFontDatabase, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QStackedLayout,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.plain import tip, visible_lines
from treecompare.app.common.theme import colours_of
from treecompare.app.kinds import KINDS, KindView
from treecompare.app.lessons.measures_panel import score_of
from treecompare.app.panes.measure_choice import shown_measures
from treecompare.comparison.base import AnyTreebank
from treecompare.comparison.constituents.counted import mapping_of
from treecompare.drawing.sentence import Wanted
from treecompare.errors import ReadError, TreecompareError
from treecompare.extras.teaching.exercise import Exercise, read_sentence
from treecompare.measures import measure
from treecompare.scores.table import PARTIAL, SCORED
from treecompare.trees.characters import plain_word


class TypedDrawing(QWidget):
    """An exercise drawn as the window draws it; what is drawn stays, and is told to be old, while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: KindView | None = None
        """The drawing of the kind that was drawn last."""
        self.hint = QLabel(
            "The trees are drawn here while you type.",
            alignment=Qt.AlignmentFlag.AlignCenter,
            textFormat=Qt.TextFormat.PlainText,
        )
        self.hint.setWordWrap(True)
        self.old = QLabel("As it was when both could be read.", textFormat=Qt.TextFormat.PlainText)
        self.scores = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.scores.setWordWrap(True)
        self.scores.setContentsMargins(12, 4, 12, 0)  # below the counts of changes
        drawn = QWidget()
        self._column = QVBoxLayout(drawn)
        self._column.setContentsMargins(0, 0, 0, 0)
        for label in (self.old, self.scores):
            self._column.addWidget(label)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.hint)
        self._pages.addWidget(drawn)

    def draw(self, exercise: Exercise | None) -> None:
        """Draws the trees; None: they cannot be read now."""
        if exercise is not None:
            comparison = exercise.comparison
            if self.view is None or type(self.view) is not KINDS[comparison.kind]:
                self._take_view(KINDS[comparison.kind](self))
            assert self.view is not None
            key = self.view.choices.a_and_b[0]
            mapping = mapping_of(key)  # the one that the lesson opens with
            self.view.show_sentence(comparison, 0, exercise.row, Wanted(*mapping) if mapping is not None else Wanted())
            self.view.picture.view.call_sentence(exercise.title)
            shown = [
                (measure(key), score_of(comparison, key, exercise.row)) for key in shown_measures(self.view.choices)
            ]
            self.scores.setText("     ".join(f"{one.title} {one.shown(score)}" for one, score in shown))
            self._pages.setCurrentIndex(1)
        self.old.setVisible(exercise is None)

    def _take_view(self, view: KindView) -> None:
        if self.view is not None:
            self.view.discard()
        self.view = view
        view.picture.view.controls.hide()
        self._column.insertWidget(1, view.picture, 1)
        view.picture.show()

    def stop(self) -> None:
        """Ends what is being computed."""
        if self.view is not None:
            self.view.stop()


MOST_LETTERS = 200_000
"""Of a sentence that is typed; more is a file that was pasted by mistake."""
PAUSE = 150
"""Milliseconds after the last letter until what was typed is read."""
EXAMPLES = (
    "(S (NP I) (VP (V saw) (NP (NP (D the) (N man)) (PP (P with) (NP (D the) (N telescope))))))",
    "(S (NP I) (VP (V saw) (NP (D the) (N man)) (PP (P with) (NP (D the) (N telescope)))))",
)


def fault_label(name: str) -> QLabel:
    """A line that says what is wrong."""
    label = QLabel(textFormat=Qt.TextFormat.PlainText, objectName="fault")
    label.setWordWrap(True)
    label.setAccessibleName(name)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def sentence_of(error: TreecompareError, box: str = "", letter: int = 0) -> str:
    """What is wrong as a sentence; before it the box, line and letter, as far as they are known."""
    text = error.reason if isinstance(error, ReadError) else str(error)
    line = error.line if isinstance(error, ReadError) else 0
    where = ", ".join(
        [*([box] if box else []), *([f"line {line}"] if line else []), *([f"letter {letter}"] if letter else [])]
    )
    said = f"{where}: {text}" if where else text
    return said[:1].upper() + said[1:]


def wrong_brackets(text: str) -> list[int]:
    """Where the first bracket is that closes nothing; else where those are that are not closed."""
    opened: list[int] = []
    for place, letter in enumerate(text):
        if letter == "(":
            opened.append(place)
        elif letter == ")":
            if not opened:
                return [place]
            opened.pop()
    return opened


def words(treebank: AnyTreebank) -> list[str]:
    """The words of the sentence of a treebank."""
    return treebank.words_of(0)


class NewLessonDialog(QDialog):
    """Two fields, for the gold and for a system, and a title. ``exercise``: what they hold; None while something is wrong."""

    typed: ClassVar[dict[str, str]] = {}
    """What was typed last, in this run of the program: it is there again however the dialog was closed."""

    def __init__(self, parent: QWidget | None = None, texts: tuple[str, str] | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New lesson")
        self.exercise: Exercise | None = None
        intro = QLabel(
            "One sentence on each side, over the same words, or on one side alone: in brackets, CoNLL-U or any other format. "
            "A lesson changes no file."
        )
        intro.setWordWrap(True)
        self.title = QLineEdit(placeholderText="Title of the lesson")
        self.title.setAccessibleName("Title of the lesson")
        self.names, self.fields, self.faults = {}, {}, {}  # type: ignore[var-annotated]
        both = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        for side, name, example in (("gold", "Gold", EXAMPLES[0]), ("system", "System", EXAMPLES[1])):
            both.addWidget(self._side(side, name, example))
        self.fault = fault_label("What is wrong with both")
        self.note = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self._ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._ok.setText("&Open lesson")
        self._ok.setProperty("look", "main")  # from the beginning: it is as wide as its bold text
        self.filling = self.buttons.addButton("&Example", QDialogButtonBox.ButtonRole.ResetRole)
        self.filling.setAutoDefault(False)
        self.filling.clicked.connect(self._fill_empty)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.drawing = TypedDrawing()
        halves = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        halves.addWidget(both)
        halves.addWidget(self.drawing)
        halves.setSizes([2, 3])
        halves.setStretchFactor(0, 2)
        halves.setStretchFactor(1, 3)
        layout = QVBoxLayout(self)
        for part in (intro, self.title):
            layout.addWidget(part)
        layout.addWidget(halves, 1)
        for label in (self.fault, self.note):
            layout.addWidget(label)
        layout.addWidget(self.buttons)
        room = self.screen().availableSize()
        self.resize(min(1180, room.width() * 9 // 10), min(680, room.height() * 8 // 10))
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self.read)
        for first, second in pairwise(
            [self.title, *self.fields.values(), *self.names.values(), self.filling, self._ok]
        ):
            self.setTabOrder(first, second)
        for key in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(key), self, self._ok.click)
        self._fill(texts)
        self.read()

    def _side(self, side: str, name: str, example: str) -> QWidget:
        label = QLabel(name)
        known = QLineEdit(placeholderText="Name", text=side)
        known.setAccessibleName(f"Name of the {name.lower()}")
        known.setMaximumWidth(220)
        field = QPlainTextEdit(placeholderText=example)
        field.setAccessibleName(f"Tree of the {name.lower()}")
        field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        field.setTabChangesFocus(True)
        field.setTabStopDistance(4 * field.fontMetrics().horizontalAdvance(" "))  # columns of rows, which are narrow
        fault = fault_label(f"What is wrong with the {name.lower()}")
        field.textChanged.connect(lambda: self._pause.start())
        label.setBuddy(field)
        self.names[side], self.fields[side], self.faults[side] = known, field, fault
        top = QHBoxLayout()
        top.addWidget(label)
        top.addStretch(1)
        top.addWidget(known)
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addLayout(top, 0, 0)
        grid.addWidget(field, 1, 0)
        grid.addWidget(fault, 2, 0)
        return box

    def _fill(self, texts: tuple[str, str] | None) -> None:
        for number, (side, field) in enumerate(self.fields.items()):
            field.setPlainText(texts[number] if texts else self.typed.get(side, ""))
            self.names[side].setText(self.typed.get(f"name of {side}", side))
        if texts is None:
            self.title.setText(self.typed.get("title", ""))
        self.fields["gold"].setFocus()

    def _fill_empty(self) -> None:
        """The example into two empty fields; into one the tree of the other, of which people then change what is to differ."""
        typed = next((text for field in self.fields.values() if (text := field.toPlainText()).strip()), "")
        for field, text in zip(self.fields.values(), (typed, typed) if typed else EXAMPLES, strict=True):
            if not field.toPlainText().strip():
                field.setPlainText(text)
                field.setFocus()
        self.read()

    def _name_filling(self, empty: Sequence[str]) -> None:
        """Says what would be filled in."""
        both = len(empty) == len(self.fields)
        example, same = (
            "Two analyses of “I saw the man with the telescope”",
            "The same tree on both sides, to be changed in one",
        )
        self.filling.setText(
            "&Example" if both else "Start from the &system" if "gold" in empty else "Start from the &gold"
        )
        self.filling.setToolTip(tip(example if both else same))
        self.filling.setVisible(bool(empty))

    # -- what is typed ---------------------------------------------------------------------------------------------------

    def read(self) -> None:
        """Reads both fields and says what is wrong."""
        self._pause.stop()
        self.exercise = None
        found: dict[str, AnyTreebank] = {}
        for side, field in self.fields.items():
            text, said, wrong = field.toPlainText(), "", list[int]()
            if len(text) > MOST_LETTERS:
                said = f"{len(text):,} letters; expected one sentence."
            elif text.strip():
                try:
                    found[side] = self._read(side, text)
                except TreecompareError as error:
                    wrong = wrong_brackets(text) if text.lstrip().startswith("(") else []
                    said = self._said(error, side, text, wrong)
            self._underline(field, wrong)
            self.faults[side].setText(visible_lines(said))
            self.faults[side].setVisible(bool(said))
        empty = [side for side, field in self.fields.items() if not field.toPlainText().strip()]
        self._name_filling(empty)
        note = ""
        if len(found) == len(empty) == 1:  # what is to differ is changed by the mouse
            (there,), (lacking,) = found, empty
            found[lacking] = self._read(lacking, self.fields[there].toPlainText())
            note = f"The {lacking} has no tree yet: it begins as that of the {there}, whose nodes can be dragged in the lesson."
        elif empty:
            note = " ".join(f"The {one} has no tree yet." for one in empty)
        said, odd = self._compare(found) if len(found) == 2 else ("", "")
        note = note or odd
        self.fault.setText(visible_lines(said))
        self.fault.setVisible(bool(said))
        self.note.setText(visible_lines(note))
        self.note.setVisible(bool(note))
        self._ok.setEnabled(self.exercise is not None)
        self.drawing.draw(self.exercise)

    def _read(self, side: str, text: str) -> AnyTreebank:
        return read_sentence(text + "\n", self.names[side].text().strip() or side)

    @staticmethod
    def _said(error: TreecompareError, side: str, text: str, wrong: Sequence[int]) -> str:
        """What is wrong with a side, and where; of brackets that are not closed the last one counts."""
        if not wrong:
            return sentence_of(error, side)
        before = text[: wrong[-1]]
        at = ReadError("", before.count("\n") + 1, error.reason if isinstance(error, ReadError) else str(error))
        return sentence_of(at, side, len(before) - (before.rfind("\n") + 1) + 1)

    @staticmethod
    def _underline(field: QPlainTextEdit, places: Sequence[int]) -> None:
        """Marks the letters at these places as wrong; none where there are none."""
        ground, text, marks = QColor(colours_of(field.palette()).fault), field.toPlainText(), []
        for place in places:
            mark: Any = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(field.document())
            mark.cursor.setPosition(len(text[:place].encode("utf-16-le", "surrogatepass")) // 2)
            mark.cursor.movePosition(QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor)
            mark.format.setBackground(ground)
            mark.format.setForeground(field.palette().base())
            marks.append(mark)
        field.setExtraSelections(marks)

    def _compare(self, found: dict[str, AnyTreebank]) -> tuple[str, str]:
        """What is wrong with both together, and what is odd; the exercise is there where nothing is wrong."""
        made = Exercise((found["gold"],), found["system"], title=self.title.text().strip())
        try:
            table = made.comparison.table
        except TreecompareError as error:
            return sentence_of(error), ""
        if table.statuses[0, 0] not in (SCORED, PARTIAL):
            return f"These sentences cannot be compared: {table.reason(0, 0)}.", ""
        self.exercise = made
        gold, system = ([plain_word(word) for word in words(found[side])] for side in ("gold", "system"))
        for number, (one, other) in enumerate(zip(gold, system, strict=False), 1):
            if one != other:
                text = "The words differ: word {0} is “{1}” in the gold and “{2}” in the system. They are aligned."
                return "", text.format(number, one, other)
        if len(gold) != len(system):
            return "", f"The words differ: {len(gold)} in the gold, {len(system)} in the system. They are aligned."
        return "", ""

    def done(self, result: int) -> None:
        """Keeps what is typed, and reads the newest of it."""
        self.read()
        self.drawing.stop()
        self.typed.update({side: field.toPlainText() for side, field in self.fields.items()})
        self.typed.update({f"name of {side}": field.text() for side, field in self.names.items()})
        self.typed["title"] = self.title.text()
        if result == self.DialogCode.Accepted and self.exercise is None:
            return
        super().done(result)
