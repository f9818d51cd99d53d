"""The field that finds sentences, and the filters that open from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from treecompare.analyses.filters import JUDGED, MARKED, NOTED, STATUSES, WRONG, Chosen, Filter
from treecompare.analyses.typed_text import as_label, hint, is_pattern, notation, read_as
from treecompare.app.common.boxes import NumberBox, keep_still
from treecompare.app.common.elided import ElidedBox
from treecompare.app.common.plain import caption, tip, visible, visible_lines
from treecompare.app.common.wording import TAKE_AWAY
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED

LEAST_CHARACTERS = 16
"""So much of the text to look for is seen, however narrow the pane is."""
ROUND_NUMBER = 34
"""Pixels of a field for a number beside its digits."""
ANY_OUTCOME, ANY_MARK = "any outcome", "any mark"
ALL_DIFFER = (
    "Only sentences in which every system differs from the gold in what is scored: functions, as in NP-SBJ, count where "
    "Scoring… keeps them only"
)
TYPING_PAUSE = 150
"""Milliseconds without a key before the text is looked for."""


class FilterBar(QWidget):
    """Emits ``changed`` with a :class:`Filter` whenever the wish changes."""

    changed = Signal(object)
    lifted = Signal()
    """All sentences are let pass again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pause = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._pause.timeout.connect(self._tell)
        self.systems: Sequence[str] = ()
        self._looks_at = ""
        self.chosen: Chosen | None = None
        self._last = Filter()
        """What was wished before all sentences were let pass again."""
        self._make_fields()
        self._make_chips()
        self.looking = QLabel("looking…", objectName="muted")
        self.looking.hide()
        self.fault = self._line("fault")
        self.fault.setAccessibleName("What is wrong with the text")
        self.read_as, self.together = self._line("muted"), self._line("muted")
        self.as_label = QPushButton()
        self.as_label.setProperty("look", "link")
        self.as_label.setCursor(Qt.CursorShape.PointingHandCursor)
        self.as_label.clicked.connect(self._look_for_label)
        self.as_label.hide()
        self._lay_out()
        self._show_hint()
        self._show_chips()

    # -- making --------------------------------------------------------------------------------------------------------

    def _make_fields(self) -> None:
        self.text = QLineEdit(clearButtonEnabled=True, objectName="find")
        self.text.setAccessibleName("Text to look for")
        self.text.setMinimumWidth(self.fontMetrics().averageCharWidth() * LEAST_CHARACTERS)
        self.text.textChanged.connect(lambda: self._pause.start())
        self.text.returnPressed.connect(self._tell)
        self.where = self._box("Where to look")
        self.where.currentIndexChanged.connect(self._show_hint)
        self.regex = self._toggle(".*", "The text is a regular expression")
        self.regex.setAutoRaise(True)
        self.regex.setAccessibleName("Regular expression")
        self.shortest = self._number("Least length in words")
        self.longest = self._number("Greatest length in words")
        self.difference = self._number("Least rank difference", 99_999)
        self.difference.setToolTip("Only sentences with at least this difference of the ranks under A and B")
        self.differing = self._toggle("Differ", "Only sentences whose two analyses differ")
        self.all_differ = self._toggle("All systems differ", ALL_DIFFER)
        self.discontinuous = self._toggle(
            "Discontinuous", "Only sentences with a constituent, of the gold or the system, whose words stand apart"
        )
        self.status = self._box("Status")
        self.outcome = self._box("Outcome of the answer", ANY_OUTCOME)
        self.judged = self._box("Mark", ANY_MARK)
        for field in (self.all_differ, self.discontinuous, self.outcome, self.judged):
            field.hide()
        self.offer(("constituents",), "constituents", can_be_partial=True)
        self.fields: tuple[QWidget, ...] = (
            self.where, self.regex, self.status, self.judged, self.all_differ, self.shortest, self.longest, self.differing,
            self.difference, self.discontinuous, self.outcome,
        )  # fmt: skip
        """What opens from the text, in the order in which Tab visits it."""

    def _box(self, name: str, nothing: str = "") -> ElidedBox:
        """A list to choose from; ``nothing``: what its first entry says, which lets all sentences pass."""
        box = ElidedBox()
        box.setAccessibleName(name)
        if nothing:
            box.addItem(nothing, "")
        box.currentIndexChanged.connect(self._tell)
        return box

    def _toggle(self, text: str, said: str) -> QToolButton:
        button = QToolButton(text=text, checkable=True)
        button.setToolTip(tip(said))
        button.toggled.connect(self._tell)
        return button

    def _number(self, name: str, greatest: int = 9999) -> NumberBox:
        box = NumberBox(minimum=0, maximum=greatest, specialValueText="any")
        box.setMaximumWidth(self.fontMetrics().horizontalAdvance("99999") + ROUND_NUMBER)
        box.setAccessibleName(name)
        box.valueChanged.connect(lambda: self._pause.start())
        keep_still(box)
        return box

    def _make_chips(self) -> None:
        self.chips: list[QToolButton] = []
        """One for each filter that is set; a click takes it away."""
        self.chip = QToolButton(objectName="chip")
        self.chip.setToolTip(tip(f"Only sentences chosen in a table or a plot; click to show all.\n{TAKE_AWAY}"))
        self.chip.clicked.connect(lambda: self.choose_sentences(None))
        self.chip.hide()
        self.more_button = QToolButton(text="+ Filter", checkable=True, objectName="phenomenon")
        self.more_button.setToolTip("Where to look, length, rank difference, status and more")
        self.more_button.setAccessibleName("Filters")
        self.more_button.toggled.connect(self._open_more)
        self.reset_button = QToolButton(text="Clear", autoRaise=True, objectName="link")
        self.reset_button.setToolTip("Show all sentences again")
        self.reset_button.clicked.connect(self.reset)
        self.reset_button.hide()
        self.order = QLabel(objectName="muted", textFormat=Qt.TextFormat.PlainText)
        self.order.setProperty("look", "small")

    @staticmethod
    def _line(name: str) -> QLabel:
        """A text below the field, hidden as long as there is nothing to say."""
        line = QLabel(wordWrap=True, objectName=name, textFormat=Qt.TextFormat.PlainText)
        line.hide()
        return line

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(6)
        first.addWidget(self.text, 1)
        first.addWidget(self.looking)
        chips = QWidget()
        self._row = FlowLayout(chips)
        self._row.setContentsMargins(0, 0, 0, 0)
        for widget in (self.chip, self.more_button, self.reset_button):
            self._row.addWidget(widget)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(chips, 1)
        line.addWidget(self.order, 0, Qt.AlignmentFlag.AlignTop)
        self.more = QWidget()
        self.more.hide()
        second = FlowLayout(self.more)
        second.setContentsMargins(0, 0, 0, 0)
        length = self._together(QLabel("Length"), self.shortest, QLabel("–"), self.longest)
        difference = self._together(QLabel("Rank difference ≥"), self.difference)
        for part in (*self.fields[:5], length, self.differing, difference, self.discontinuous, self.outcome):
            second.addWidget(part)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(8, 2, 8, 6)
        rows.setSpacing(5)
        rows.addLayout(first)
        for said in (self.fault, self.read_as, self.together):
            rows.addWidget(said)
        rows.addWidget(self.as_label, 0, Qt.AlignmentFlag.AlignLeft)
        rows.addLayout(line)
        rows.addWidget(self.more)

    @staticmethod
    def _together(*widgets: QWidget) -> QWidget:
        """A group that is not broken across lines."""
        group = QWidget()
        layout = QHBoxLayout(group)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)  # the drawer of a small window is just wide enough
        for widget in widgets:
            layout.addWidget(widget)
        return group

    # -- what is wished -----------------------------------------------------------------------------------------------

    def _open_more(self, is_open: bool) -> None:
        self.more.setVisible(is_open)

    def said(self) -> list[tuple[str, tuple[str, ...]]]:
        """The filters that are set in a few words, each with the fields of :class:`Filter` that it stands for."""
        where = self.where.currentText() if self.where.currentData() != "words" else ""
        return [*([(where, ("where",))] if where else []), *self.wish().parts()]

    def told(self) -> list[str]:
        """All that is asked for: the text, what was chosen in a table, and the filters."""
        text, chosen = self.text.text(), self.chosen
        return [*([f"“{text}”"] if text else []), *([chosen.text] if chosen else []), *(one for one, _ in self.said())]

    def _show_chips(self) -> None:
        """A chip for each filter that is set."""
        said = self.said()
        if [chip.property("said") for chip in self.chips] == [text for text, _ in said]:
            return
        had_focus = any(chip.hasFocus() for chip in self.chips)
        for chip in self.chips:
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for text, names in said:
            chip = QToolButton(text=f"{caption(text)}  ✕", objectName="chip")
            chip.setProperty("said", text)
            chip.setAccessibleName(f"Filter: {text}")
            of_filter = f"{ALL_DIFFER}. " if "all_differ" in names else ""
            chip.setToolTip(tip(f"{of_filter}Click to take this filter away"))
            chip.clicked.connect(lambda _=False, names=names: self.lift(names))
            self.chips.append(chip)
        last = [item for _ in range(self._row.count()) if (item := self._row.takeAt(0)) is not None]
        for chip in self.chips:
            self._row.addWidget(chip)
        for item in last:
            self._row.addItem(item)
        for chip in self.chips:
            chip.show()
        for one, other in pairwise((self.text, *self.chips, self.chip, self.more_button)):
            QWidget.setTabOrder(one, other)
        if had_focus:
            self.more_button.setFocus()

    def lift(self, names: Sequence[str]) -> None:
        """Takes filters away, by their names in :class:`Filter`; all else that is wished stays."""
        nothing = Filter()
        self.show_wish(replace(self.wish(), **{name: getattr(nothing, name) for name in names}))

    def show_order(self, said: str) -> None:
        """By what the sentences are sorted."""
        self.order.setText(visible(said))

    def offer(self, labels: tuple[str, ...], patterns: str, can_be_partial: bool) -> None:
        """Offers where to look, in words at first, and which status to choose.

        ``labels``: what labels are, of ``constituents`` or the ``relations`` of words. ``patterns``: of what patterns are,
        empty where there are none.
        """
        self.patterns = patterns
        names = {"constituents": "in labels", "relations": "in relations"}
        of_labels = names[labels[0]] if len(labels) == 1 else "in labels and relations"
        places = [("words", "in words"), ("labels", of_labels), ("tags", "in tags")]
        places += [("pattern", "tree pattern")] if patterns else []
        statuses = [(None, "any status"), (SCORED, STATUSES[SCORED])]
        statuses += [(PARTIAL, STATUSES[PARTIAL])] if can_be_partial else []
        for box, entries in ((self.where, places), (self.status, [*statuses, (SKIPPED, STATUSES[SKIPPED])])):
            with QSignalBlocker(box):
                box.clear()
                for key, title in entries:
                    box.addItem(title, key)
        self._show_hint()

    def offer_discontinuous(self, has_crossing: bool) -> None:
        """Whether branches cross in what is compared."""
        self.discontinuous.setVisible(has_crossing)
        if not has_crossing:
            self.discontinuous.setChecked(False)

    def wish(self) -> Filter:
        """What the fields say."""
        return Filter(
            text=self.text.text(),
            where="pattern" if self.is_pattern() else self.where.currentData(),
            is_regex=self.regex.isChecked(),
            shortest=self.shortest.value() or None,
            longest=self.longest.value() or None,
            differing=self.differing.isChecked(),
            all_differ=self.all_differ.isChecked(),
            discontinuous=self.discontinuous.isChecked(),
            difference=self.difference.value() or None,
            status=self.status.currentData(),
            outcome=self.outcome.currentData() or "",
            judged=self.judged.currentData() or "",
            chosen=self.chosen,
        )

    def choices(self) -> Iterator[tuple[str, Filter]]:
        """What the lists of statuses, outcomes and judgements offer, each with the present wish as it would change that."""
        wish = self.wish()
        for name, box in (("status", self.status), ("outcome", self.outcome), ("judged", self.judged)):
            for row in range(box.count() if box.count() > 1 else 0):
                yield box.itemText(row), replace(wish, **{name: box.itemData(row)})

    def is_pattern(self) -> bool:
        """Whether the text is looked for as a tree pattern: because that was chosen, or because it looks like one."""
        return is_pattern(self.text.text(), self._where(), self.patterns, self.systems)

    def _where(self) -> str:
        """Where to look; "" for a regular expression among the words, which is never a pattern or a label."""
        where = str(self.where.currentData())
        return "" if where == "words" and self.regex.isChecked() else where

    def is_set(self) -> bool:
        """Whether not all sentences are let pass."""
        wish = self.wish()
        return wish != Filter(where=wish.where)

    def reset(self) -> None:
        """Lets all sentences pass; :meth:`repeat` filters them again."""
        if self.is_set():
            self._last = self.wish()
            self.lifted.emit()
        self.show_wish(Filter())

    def repeat(self) -> bool:
        """Filters as before all sentences were let pass; whether there is such a filter."""
        if self._last == Filter():
            return False
        self.show_wish(self._last)
        return True

    def choose(self, status: int | None = None, judged: str = "") -> None:
        """Only the sentences of that status, or of which that was said, whatever else was chosen."""
        self.show_wish(Filter(status=status, judged=judged))

    def show_wish(self, wish: Filter) -> None:
        """Sets the fields, and filters once."""
        # not the text: its button to clear it hears of it, too
        blockers = [QSignalBlocker(field) for field in self.fields]
        self.where.setCurrentIndex(max(self.where.findData(wish.where), 0))
        self.text.setText(wish.text)
        self.regex.setChecked(wish.is_regex)
        for box, number in (
            (self.shortest, wish.shortest),
            (self.longest, wish.longest),
            (self.difference, wish.difference),
        ):
            box.setValue(int(number or 0))
        self.differing.setChecked(wish.differing)
        self.all_differ.setChecked(wish.all_differ)
        self.discontinuous.setChecked(wish.discontinuous)
        self.status.setCurrentIndex(max(self.status.findData(wish.status), 0))
        self.outcome.setCurrentIndex(max(self.outcome.findData(wish.outcome), 0))
        self.judged.setCurrentIndex(max(self.judged.findData(wish.judged), 0))
        del blockers
        self._show_hint()
        self._show_chip(wish.chosen)
        self._tell()

    def choose_pattern(self, text: str) -> None:
        """Looks for a pattern; what else is wished stays."""
        place = self.where.findData("pattern")
        if place < 0:
            return
        with QSignalBlocker(self.where):
            self.where.setCurrentIndex(place)
        self.text.setText(text)
        self._show_hint()
        self._tell()

    def choose_sentences(self, chosen: Chosen | None) -> None:
        """Only these sentences, besides what else is wished; None lifts that again."""
        self._show_chip(chosen)
        self._tell()

    def _show_chip(self, chosen: Chosen | None) -> None:
        self.chosen = chosen
        text = chosen.text if chosen else ""
        self.chip.setText(caption(text if len(text) < 44 else text[:42] + "…") + "  ✕")
        self.chip.setAccessibleName(f"Only: {chosen.text}" if chosen else "")
        self.chip.setVisible(chosen is not None)

    def _tell(self) -> None:
        self._pause.stop()
        wish = self.wish()
        self._say_read_as()
        self.reset_button.setVisible(self.is_set())
        self._show_chips()
        self._say_together(wish)
        self.changed.emit(wish)

    def name_trees(self, systems: Sequence[str], looks_at: str) -> None:
        """Patterns may name these systems; ``looks_at``: how the trees were prepared in which they look."""
        self.systems, self._looks_at = systems, looks_at
        self.all_differ.setVisible(len(systems) > 1)
        if len(systems) < 2:
            self.all_differ.setChecked(False)
        self._say_read_as()

    def _say_read_as(self) -> None:
        """That the text is read as a pattern, where that was not chosen, and in which trees it looks."""
        text, where = self.text.text(), self._where()
        label = as_label(text, self.patterns) if where == "words" else ""
        self.read_as.setText(visible_lines(read_as(text, where, self.patterns, self.systems, self._looks_at)))
        self.read_as.setVisible(bool(self.read_as.text()))
        self.as_label.setText(f"Find the label {label.removesuffix('=x')} instead")
        self.as_label.setVisible(bool(label))

    def _look_for_label(self) -> None:
        """What stands in the field is a label, no word."""
        self.text.setText(as_label(self.text.text(), self.patterns))
        self._tell()

    def _say_together(self, wish: Filter) -> None:
        """A label and differences are two conditions: that the label is there, and that there is a difference somewhere."""
        is_unclear = bool(wish.text) and wish.differing and wish.where in ("labels", "tags")
        text = "{0} in either analysis, and a difference anywhere. What differs in {0} itself is in Overview."
        self.together.setText(visible(text.format(wish.text)) if is_unclear else "")
        self.together.setVisible(is_unclear)

    def show_judgements(self, phenomena: list[str], has_notes: bool, has_verdicts: bool) -> None:
        """Offers these phenomena; the choice stays if it is among them."""
        offered = {MARKED: bool(phenomena) or has_notes or has_verdicts, NOTED: has_notes, WRONG: has_verdicts}
        others = [(JUDGED[one], one) for one, is_offered in offered.items() if is_offered]
        self._offer(self.judged, [(ANY_MARK, ""), *((visible(name), name) for name in phenomena), *others])

    def show_outcomes(self, counts: Mapping[str, int]) -> None:
        """Offers the outcomes that occur, with how many answers came to each; the choice stays while there are any."""
        self._offer(
            self.outcome,
            [(ANY_OUTCOME, ""), *((f"{one} ({number:,})", one) for one, number in counts.items() if number)],
        )

    def _offer(self, box: QComboBox, entries: Sequence[tuple[str, str]]) -> None:
        """Other entries of a box, which is hidden where there is nothing to choose; the choice stays if it is among them."""
        if entries == [(box.itemText(row), box.itemData(row)) for row in range(box.count())]:
            return
        before = box.currentData()
        with QSignalBlocker(box):
            box.clear()
            for text, value in entries:
                box.addItem(text, value)
            box.setCurrentIndex(max(box.findData(before), 0))
        box.setVisible(len(entries) > 1)
        if box.currentData() != before:
            self._tell()

    def _show_hint(self) -> None:
        is_pattern = self.where.currentData() == "pattern"
        self.text.setPlaceholderText(hint(self.where.currentData(), self.patterns))
        self.text.setToolTip(notation(self.patterns) if is_pattern else "")
        self.regex.setEnabled(not is_pattern)

    def show_fault(self, fault: str) -> None:
        """Marks the text as one that cannot be looked for; an empty fault takes the mark away."""
        self.text.setProperty("fault", bool(fault))
        self.text.style().polish(self.text)
        is_pattern = self.where.currentData() == "pattern"
        self.text.setToolTip(tip(fault) if fault else notation(self.patterns) if is_pattern else "")
        self.fault.setText(visible_lines(fault))
        self.fault.setVisible(bool(fault))
        self.read_as.setVisible(bool(self.read_as.text()) and not fault)

    def show_looking(self, is_looking: bool = True) -> None:
        """A pattern is being looked for, or not any more; Reset or another text ends it."""
        self.looking.setVisible(is_looking)
        self.reset_button.setVisible(is_looking or self.is_set())
