"""The notes dock: a note on the sentence, its phenomena, and per phenomenon what kind of error the chosen system made."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.elided import ElidedButton, ElidedLabel
from treecompare.app.common.first_stop import FirstStop
from treecompare.app.common.nothing import NothingHere
from treecompare.app.common.plain import caption, tip, visible
from treecompare.app.common.wording import SHOW_ALL, key_named, no_match
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.app.panes.note_fields import CONTROL, RETURN, VERDICTS, Judgement, NoteField
from treecompare.app.panes.occurrence_box import OccurrenceBox, parts_of
from treecompare.app.panes.panel import LookedAt, Panel
from treecompare.comparison.base import Comparison
from treecompare.comparison.judgements import (
    NO,
    UNCLEAR,
    YES,
    Edit,
    Judgements,
    SaidOfSentence,
    Scheme,
    occurrence,
    phenomena_on_offer,
    span_of,
)
from treecompare.errors import UsageError

TYPING_PAUSE = 700
"""Milliseconds without a key before a note is stored; it is stored too when the field is left."""

SIDE_BY_SIDE = 320
"""Width from which on note and phenomena stand side by side."""
LEAST_NOTE = 96
"""The note is at least so high; what is below it scrolls where there is no room."""
WIDEST_TITLE = 72
"""Of an occurrence; longer names of phenomena are elided."""


class NotesPanel(FirstStop, Panel):
    """Shows and changes what people say of one sentence. ``edited`` carries a list of changes and what they are.

    ``offered``: schemes to choose from, path and title, as long as none is chosen.
    """

    edited = Signal(list, str)
    schemeWanted = Signal()
    """Another scheme is to be looked for."""
    schemeChosen = Signal(str)
    """One of those that are offered."""
    openWanted = Signal()
    """The next sentence that differs and is not judged yet."""
    done = Signal()
    """Escape was pressed: the keyboard may go elsewhere."""
    takenAway = Signal(str)
    """More than a bare phenomenon was taken away with one key or click: what it was."""
    nextWanted = Signal()
    """Ctrl+Enter was pressed: the next sentence, please; the keyboard stays."""

    has_own_keys = True
    """Digits, y, n and u are the pane's."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scheme = Scheme("", {}, {})
        self.offered: dict[str, str] = {}
        self.comparison: Comparison | None = None
        self._system = 0
        self._sentence = -1
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._pause.timeout.connect(self.store_note)

        self.head = ElidedLabel()
        self.queue = QLabel(objectName="muted")
        self.open_button = QToolButton(text="Next open", autoRaise=True)
        self.open_button.setToolTip(
            f"The next sentence of the list that differs and is not judged yet ({key_named('Ctrl+J')})"
        )
        self.open_button.clicked.connect(self.openWanted)
        self.note = NoteField(placeholderText="A note on this sentence…", tabChangesFocus=True)
        self.note.setAccessibleName("Note on this sentence")
        self.note.textChanged.connect(self._pause.start)
        self.note.left.connect(self.store_note)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(12, 6, 12, 4)
        line = QHBoxLayout()
        line.addWidget(self.head, 1)
        line.addWidget(self.queue)
        line.addWidget(self.open_button)
        column.addLayout(line)
        column.addWidget(self.note, 1)

        self.tags = QWidget()
        self.tags_layout = FlowLayout(self.tags)
        self.tags_layout.setContentsMargins(0, 2, 0, 4)
        self.add_button = QToolButton(text="Other phenomenon…", objectName="phenomenon")
        self.add_button.clicked.connect(self._ask_phenomenon)
        self.scheme_button = QToolButton(text="Scheme…", objectName="phenomenon")
        self.scheme_button.setToolTip("Choose the phenomena and error classes on offer")
        self.scheme_button.clicked.connect(self.schemeWanted)
        self.judgements = QWidget()
        self.grid = QGridLayout(self.judgements)
        self.grid.setContentsMargins(0, 0, 0, 8)
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.setContentsMargins(12, 4, 12, 8)
        self.phenomena_head = QLabel()
        self.phenomena_head.setWordWrap(True)
        last = QHBoxLayout()
        for widget in (self.add_button, self.scheme_button):
            last.addWidget(widget)
        last.addStretch(1)
        self.problem = QLabel(objectName="fault", wordWrap=True, textFormat=Qt.TextFormat.PlainText, visible=False)
        for part in (self.judgements, self.phenomena_head, self.tags, self.problem):
            rows.addWidget(part)
        rows.addLayout(last)
        rows.addStretch(1)
        right = QScrollArea(widgetResizable=True)
        right.setFrameShape(QScrollArea.Shape.NoFrame)
        right.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        right.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # who comes by keyboard is on the first phenomenon at once
        right.setWidget(inside)
        self.split = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        self.split.addWidget(left)
        self.split.addWidget(right)
        self._rows, self._is_dragged = rows, False
        self.split.splitterMoved.connect(self._dragged)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.nothing = NothingHere(no_match())
        self.nothing.offer(SHOW_ALL, self.allWanted.emit)
        layout.addWidget(self.nothing)
        layout.addWidget(self.split)
        self._fill()
        self.first_stop = self.note

    # -- what is shown -------------------------------------------------------------------------------------------------

    def set_scheme(self, scheme: Scheme) -> None:
        """Offers these phenomena and error classes."""
        self.scheme, self.offered = scheme, {}
        self._fill()

    def offer_schemes(self, schemes: dict[str, str]) -> None:
        """No scheme is chosen yet: these are offered where phenomena are."""
        self.offered = schemes
        self._fill()

    def show_queue(self, done: int, total: int) -> None:
        """How many of the listed sentences that differ are judged."""
        self.queue.setText(f"{done:,} of {total:,} done")
        self.queue.setToolTip(
            "Of the sentences in the list that differ: those in which this system is judged (yes, no, unclear, or an "
            "error class). A note or a phenomenon alone judges none."
        )
        self.open_button.setEnabled(done < total)

    def show_looked_at(self, looked_at: LookedAt) -> None:
        """What is said of the sentence."""
        place = looked_at.comparison, looked_at.view.system, looked_at.view.sentence
        if place != (self.comparison, self._system, self._sentence):
            self.show_sentence(*place)

    def show_sentence(self, comparison: Comparison | None, system: int, sentence: int) -> None:
        """Shows what is said of a sentence; what was typed of the one before is stored first."""
        self.store_note()
        self.comparison, self._system, self._sentence = comparison, system, sentence
        self._fill()

    @property
    def said(self) -> SaidOfSentence | None:
        """What is said of the sentence; None where there is none."""
        comparison, sentence = self.comparison, self._sentence
        if comparison is None or sentence < 0:
            return None
        system = comparison.table.systems[self._system]
        return SaidOfSentence(comparison.judgements, sentence, comparison.numbers_of(sentence), system)

    def update_judgements(self, sentences: frozenset[int] | None) -> None:
        """Shows judgements that changed elsewhere."""
        if sentences is None or self._sentence in sentences:
            self._fill()

    def _fill(self) -> None:
        comparison, sentence = self.comparison, self._sentence
        is_open = comparison is not None and sentence >= 0
        self.split.setEnabled(is_open)
        self.split.setVisible(comparison is None or is_open)
        self.nothing.setVisible(comparison is not None and not is_open)
        judgements = comparison.judgements if comparison is not None else None
        note = self.said.note if self.said is not None else ""
        if self.note.toPlainText().rstrip() != note:
            with QSignalBlocker(self.note):
                self.note.setPlainText(note)
        self._pause.stop()
        shown = comparison.numbers_of(sentence) if comparison is not None and is_open else ""
        self.head.setText(f"Sentence {shown}" if is_open else "Note")
        focus = self.window().focusWidget()
        is_replaced = focus is not None and (self.tags.isAncestorOf(focus) or self.judgements.isAncestorOf(focus))
        had_focus = focus.accessibleName() if focus is not None and is_replaced else ""
        self.problem.hide()
        self._clear(self.tags_layout)
        self._clear(self.grid)
        if comparison is None or judgements is None or sentence < 0:
            return
        own, known, said = judgements.of_sentence(sentence), self.known(), self.said
        assert said is not None
        for number, name in enumerate(known, 1):
            meaning = self.scheme.phenomena.get(name, "")
            text = f"{number}  " * (number <= 9) + (f"{name} – {meaning}" if meaning else name)
            button = ElidedButton(text=caption(text), checkable=True, objectName="phenomenon")
            button.setChecked(name in own)
            button.setToolTip(tip(meaning))
            button.setAccessibleName(f"{name} {meaning}".strip())
            button.setProperty("phenomenon", name)
            button.clicked.connect(lambda is_on, name=name: self.tag(name, is_on))
            self.tags_layout.addWidget(button)
        for number, (path, title) in enumerate(self.offered.items(), len(known) + 1):
            name = title.partition(":")[0]  # what follows is in the tip
            choice = ElidedButton(text=caption(f"{number}  {name}" if number <= 9 else name))
            choice.setToolTip(tip(title))
            choice.setAccessibleName(f"Scheme: {title}")
            choice.clicked.connect(lambda _=False, path=path: self.schemeChosen.emit(path))
            self.tags_layout.addWidget(choice)
        head = "Phenomena (in this pane: keys 1 to 9)"
        if self.offered:
            head = "Phenomena: choose a scheme, which names them (in this pane: keys 1 to 9)"
        self.phenomena_head.setText(head)
        name = comparison.table.systems[self._system]
        marks = said.marks()
        headings = ["correct?", "error class", *(["occurrence"] if len(marks) > 1 else [])]
        self._add_heading(f"Judgement on {name}", 0, 0, 4)
        for column, text in enumerate(headings, 1):
            self._add_heading(text, 1, column)
        for row, mark in enumerate(marks, 2):
            self._add_row(row, mark, said)
        self.grid.setColumnStretch(2, 1)
        self._order_tabs()
        # not by findChildren: Python would never let go of what Qt has inside of combo boxes
        made = [widget for layout in (self.tags_layout, self.grid) for widget in _widgets(layout)]
        for widget in made:
            widget.show()
        self._share()
        if had_focus:  # who tags by keyboard goes on where they were
            parts = [part for one in made for part in parts_of(one) if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
            next((one for one in parts if one.accessibleName() == had_focus), parts[0]).setFocus()

    def _add_heading(self, text: str, row: int, column: int, columns: int = 1) -> None:
        label = ElidedLabel(text)
        label.setObjectName("muted")
        self.grid.addWidget(label, row, column, 1, columns)

    def _add_row(self, row: int, mark: str, said: SaidOfSentence) -> None:
        phenomenon, where = occurrence(mark)
        title = said.title(mark)
        label = ElidedLabel(phenomenon if span_of(where) else title)
        if phenomenon:
            label.setMinimumWidth(min(label.fontMetrics().horizontalAdvance(label.text()) + 2, WIDEST_TITLE))
        self.grid.addWidget(label, row, 0)
        correct = Judgement()
        correct.setAccessibleName(f"{title}: parsed correctly?")
        for text, value in (
            ("–", None), ("yes", YES), ("no", NO), ("unclear", UNCLEAR),
        ):  # fmt: skip
            correct.addItem(text, value)
        correct.setCurrentIndex(max(correct.findData(said.verdict(mark)), 0))
        correct.activated.connect(lambda _: self._tell(said.judged(correct.currentData(), mark)))
        correct.setProperty("phenomenon", phenomenon)
        self.grid.addWidget(correct, row, 1)
        classes = Judgement(editable=True)
        classes.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        classes.setMinimumContentsLength(4)
        classes.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        classes.setAccessibleName(f"{title}: error class")
        own = said.error_class(mark)
        classes.addItem("", "")
        for error_class, meaning in said.classes(mark, self.scheme).items():
            classes.addItem(visible(f"{error_class} – {meaning}" if meaning else error_class), error_class)
        classes.setCurrentIndex(max(classes.findData(own), 0))

        def store() -> None:
            typed = classes.currentText().strip()
            index = classes.findText(typed)
            value = str(classes.itemData(index)) if index >= 0 else typed
            if value != own:
                self._tell(said.classed(value, mark))

        classes.activated.connect(store)
        field = classes.lineEdit()
        if field is not None:
            field.setCursorPosition(0)  # the class stands at the start, its meaning behind it
            field.editingFinished.connect(store)
        self.grid.addWidget(classes, row, 2)
        if phenomenon:
            box = OccurrenceBox(title, mark, said.is_only(mark))
            here = self.comparison, said  # the field is left when another sentence is shown already
            box.placed.connect(lambda typed: self._move(*here, mark, typed))
            box.words.textEdited.connect(self.problem.hide)
            box.oneMore.connect(lambda: self._add_occurrence(phenomenon))
            box.removed.connect(lambda: self._remove(mark))
            self.grid.addWidget(box, row, 3)

    @staticmethod
    def _clear(layout: FlowLayout | QGridLayout) -> None:
        while (item := layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is room, the phenomena stand beside the note."""
        super().resizeEvent(event)
        is_wide = self.width() > 2 * SIDE_BY_SIDE
        self.split.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)
        self._share()

    def showEvent(self, event: QShowEvent) -> None:
        """What is below the note has the heights of its style only once it is seen."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._share)

    def _share(self) -> None:
        """The phenomena and judgements get the height that they need, the note what is left; unless people share it out."""
        if self._is_dragged:
            return
        if self.split.orientation() == Qt.Orientation.Horizontal:
            self.split.setSizes([self.width() // 2, self.width() // 2])
            return
        self._rows.activate()
        wanted = self._rows.heightForWidth(self.width() - 20)
        self.split.setSizes([max(self.height() - wanted - 8, LEAST_NOTE), wanted])

    def _dragged(self) -> None:
        self._is_dragged = True

    # -- what the hand does --------------------------------------------------------------------------------------------

    def _order_tabs(self) -> None:
        """From the note to the judgements, to the phenomena, and to what is needed least."""
        parts = [part for one in _widgets(self.grid) for part in parts_of(one)]
        judged = [one for one in parts if one.focusPolicy() & Qt.FocusPolicy.TabFocus]
        order = [self.note, *judged, *_widgets(self.tags_layout)]
        for one, other in pairwise([*order, self.add_button, self.scheme_button]):
            QWidget.setTabOrder(one, other)

    def event(self, event: QEvent) -> bool:
        """Escape goes back to the sentences from everywhere in the pane, also while it would stop the work elsewhere."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Outside of the note digits set phenomena, y, n and u judge; everywhere Ctrl+Enter goes on, Escape leaves."""
        text = event.text().lower()
        tags = _widgets(self.tags_layout)
        if event.key() == Qt.Key.Key_Escape:
            self.store_note()
            self.done.emit()
        elif event.key() in RETURN and event.modifiers() & CONTROL:
            self.store_note()
            self.nextWanted.emit()
        elif text.isdecimal() and 0 < int(text) <= min(len(tags), 9):
            if not self.judgements.isAncestorOf(self.window().focusWidget()):
                tags[int(text) - 1].setFocus()  # where + is one more of it
            tags[int(text) - 1].click()  # type: ignore[attr-defined]
        elif text in VERDICTS:
            self.judge(VERDICTS[text])
        elif text == "+" and (focus := QApplication.focusWidget()) is not None and focus.property("phenomenon"):
            self._add_occurrence(str(focus.property("phenomenon")))
        else:
            super().keyPressEvent(event)

    def store_note(self) -> None:
        """Stores the note as it stands."""
        self._pause.stop()
        if self.said is not None and (edit := self.said.noted(self.note.toPlainText().rstrip())).changes:
            self._tell(edit)

    def known(self) -> list[str]:
        """The phenomena on offer: those of the scheme, then others that are used."""
        judgements = self.comparison.judgements if self.comparison is not None else Judgements()
        return phenomena_on_offer(self.scheme, judgements)

    def tagged(self) -> set[str]:
        """The phenomena of the sentence."""
        return set(self.comparison.judgements.of_sentence(self._sentence)) if self.comparison is not None else set()

    def verdict(self) -> str | None:
        """What is said of the system's parse as a whole."""
        return self.said.verdict() if self.said is not None else None

    def judge(self, verdict: str | None) -> None:
        """Whether the system's parse is correct."""
        if self.said is not None:
            self._tell(self.said.judged(verdict))

    def tag(self, phenomenon: str, is_on: bool) -> None:
        """The sentence has a phenomenon, or has it no longer."""
        if self.said is not None and is_on:
            self._tell(self.said.tagged(phenomenon, is_on))
        elif self.said is not None:
            self._take_away(self.said.tagged(phenomenon, is_on))

    def _take_away(self, edit: Edit) -> None:
        """As one step, which is told where it takes away more than it sets with one key."""
        self._tell(edit)
        if edit.takes_more:
            self.takenAway.emit(edit.what)

    # -- occurrences -----------------------------------------------------------------------------------------------------

    def _add_occurrence(self, phenomenon: str) -> None:
        """One more; its field for the words has the keyboard then."""
        if self.said is not None:
            edit = self.said.one_more(phenomenon)
            self._tell(edit)
            self._focus_words(edit.changes[0][3])

    def _focus_words(self, mark: str) -> None:
        boxes = (one for one in _widgets(self.grid) if isinstance(one, OccurrenceBox) and one.mark == mark)
        for box in boxes:
            box.words.setFocus()

    def _move(self, comparison: Comparison | None, said: SaidOfSentence, mark: str, typed: str) -> None:
        """An occurrence stands at other words; what cannot be is told below."""
        if comparison is None or self.comparison is not comparison:
            return
        is_typing = isinstance(QApplication.focusWidget(), QLineEdit)
        try:
            edit = said.placed(mark, typed, comparison.word_counts()[said.sentence])
        except UsageError as error:
            text = str(error)[:1].upper() + str(error)[1:]
            if said.sentence != self._sentence:
                text = f"Not stored for sentence {said.number}: {error}"
            self.problem.setText(visible(text))
            self.problem.show()
            return
        self.problem.hide()
        if edit.changes:
            self._tell(edit)
            if is_typing:
                self._focus_words(next((one[3] for one in edit.changes if one[4]), ""))

    def _remove(self, mark: str) -> None:
        if self.said is not None:
            self._take_away(self.said.removed(mark))

    def _ask_phenomenon(self) -> None:
        name, is_given = QInputDialog.getText(self, "Other phenomenon", "A short name, such as RC or coordination:")
        if is_given and name.strip():
            self.tag(name.strip(), True)

    def _tell(self, edit: Edit) -> None:
        self.edited.emit(*edit)


def _widgets(layout: FlowLayout | QGridLayout) -> list[QWidget]:
    items = (layout.itemAt(place) for place in range(layout.count()))
    return [widget for item in items if item is not None and (widget := item.widget()) is not None]
