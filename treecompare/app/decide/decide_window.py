"""The window in which annotators' differences are decided: queue, both analyses, answers, result, and who decided what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from treecompare.annotators import exports
from treecompare.annotators.adjudicated import ending_of, sources, unit_told, value_told, written
from treecompare.annotators.adjudication import OPEN, Adjudication, Change, Misfit, told_kind
from treecompare.annotators.decisions import FILE, NEITHER, OTHER, Entry
from treecompare.annotators.differences import ARC, NODES, Difference, Place, order_of
from treecompare.annotators.queue import ALL, BY_PLACE, ORDER_TITLES, SORT_TIPS, STILL_OPEN, Queue
from treecompare.annotators.settled import UNDECIDED
from treecompare.annotators.typed import typed_value
from treecompare.app.common import preferences
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import file_name, markup, tip, title, visible
from treecompare.app.common.saving import ask_where_to_save
from treecompare.app.common.worker import Newest
from treecompare.app.decide.agreement_box import AgreementBox
from treecompare.app.decide.cards import Cards
from treecompare.app.decide.decisions_pane import DecisionsPane
from treecompare.app.decide.pictures import Pictures, Titled
from treecompare.app.decide.queue_list import QueueList, called_shortly, key_of
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.drawing.style import DARK, LIGHT
from treecompare.errors import TreecompareError, counted
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.writing import check_output, write_file, write_files

LEAST = 760, 520
LEFT, RIGHT = 330, 300
MS_SHOWN = 5_000
"""What the status bar says is seen for so many milliseconds."""
VERDICTS = {
    "first": "First right", "second": "Second right", "both": "Both acceptable", "neither": "Neither", "unclear": "Unclear",
}  # fmt: skip


class Store(NamedTuple):
    """Where decisions are kept: the comparison file of the main window.

    ``entries``: all of them; ``write``: stores changes as one step, which has a title; ``undo``, ``redo``: say what was undone;
    ``judge``: says of a sentence, or of a difference in it, whose analysis is right, as one of VERDICTS; None
    where no two annotators are judged.
    """

    entries: Callable[[], Mapping[Entry, str]]
    write: Callable[[Sequence[Change], str], object]
    undo: Callable[[], str]
    redo: Callable[[], str]
    judge: Callable[[Place, bool, str], object] | None
    misfit_told: Callable[[Misfit], str]


class DecideWindow(QMainWindow):
    """Decides between the analyses of an :class:`Adjudication`. ``moved``: another sentence is looked at (its key);
    ``agreementWanted``: all tables of agreement are."""

    moved = Signal(int)
    agreementWanted = Signal()

    def __init__(
        self,
        adjudication: Adjudication,
        store: Store,
        name: str = "",
        in_order: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """``in_order``: what the order of the differences is called, where it is not by place."""
        super().__init__(parent)
        self._in_order = in_order
        self.setWindowFlag(Qt.WindowType.Window)
        self.made, self.store, self.name = adjudication, store, name
        self.queue = Queue(adjudication)
        self.called = called_shortly(adjudication.names)
        self._order, self._only = BY_PLACE, ALL
        self._sorting = Newest(self)
        self._sorting.done.connect(self._sort_by)
        self._sides = (0, 1)
        self._shown: Place | None = None
        self._goes_on = False
        """Whether another difference is shown as soon as this decision is stored, so that this one need not be drawn anew."""
        self.list = QueueList()
        self.pictures = Pictures(adjudication.analyses.is_dependencies)
        self.cards = Cards()
        self.pane = DecisionsPane(store.misfit_told)
        self.agreement = AgreementBox(self.called)
        self.pane.layout().addWidget(self.agreement)  # type: ignore[union-attr]
        self._among: list[int] | None = None
        """The differences that a cell of the agreement lists; None: all."""
        self._make()
        self._add_menus()
        self._connect()
        room = self.screen().availableSize()
        self.setMinimumSize(min(LEAST[0], room.width()), min(LEAST[1], room.height()))
        self.resize(min(1440, room.width() * 96 // 100), min(940, room.height() * 94 // 100))
        self.take_all()
        self.agreement.setVisible(store.judge is not None)
        if store.judge is not None:
            self.agreement.show_agreement(adjudication)
        self._fill()
        self.list.choose(max(self.queue.next_open(self.list.rows.rows, -1), 0))
        self.list.setFocus()

    # -- making ------------------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        self.setWindowTitle(title(f"Decide: {self.name or ' / '.join(self.made.names)}"))
        self.progress = QProgressBar(textVisible=False)
        self.progress.setFixedHeight(8)
        self.progress.setAccessibleName("Decided")
        self.progress.setMaximum(max(len(self.made.differences), 1))
        self.lead = QLabel(textFormat=Qt.TextFormat.RichText)
        self.lead.setAccessibleName("Progress")
        self.field = QLineEdit(placeholderText="Find words, labels", clearButtonEnabled=True)
        self.field.setAccessibleName("Find differences")
        self.field.textChanged.connect(lambda _: self._fill())
        self.field.returnPressed.connect(self.list.setFocus)
        self.order = QComboBox()
        self.order.setAccessibleName("Order")
        for key, text in ORDER_TITLES.items():
            self.order.addItem(self._in_order or text if key == BY_PLACE else text, key)
        self.order.currentIndexChanged.connect(lambda _: self._sort())
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        top = QWidget()
        above = QVBoxLayout(top)
        above.setContentsMargins(12, 10, 12, 8)
        above.setSpacing(8)
        self.chips = QWidget()
        self.chip_row = FlowLayout(self.chips)
        for widget in (self.lead, self.progress, self.field, self.order, self.chips):
            above.addWidget(widget)
        column.addWidget(top)
        column.addWidget(self.list, 1)
        left.setMinimumWidth(240)
        self._chip_group = QButtonGroup(self)
        self._chip_buttons: dict[str, QPushButton] = {}
        self.among = QPushButton("")
        self.among.setProperty("look", "chip")
        self.among.setCheckable(True)
        self.among.setToolTip("Lists all differences again")
        self.among.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.among.clicked.connect(lambda: self.list_only(None))
        self.among.hide()
        self.chip_row.addWidget(self.among)
        self._make_chips()
        self.both = Titled("", self.pictures.pair)
        self.third = Titled("", self.pictures.third)
        self.third.setVisible(len(self.made.names) > 2)
        self.result = Titled("Result", self.pictures.result)
        self.counts = QLabel(textFormat=Qt.TextFormat.RichText)
        self.counts.setAccessibleName("Where values come from")
        self.write_button = QPushButton("Write result…")
        self.write_button.clicked.connect(self.write_result)
        foot = QWidget()
        row = QHBoxLayout(foot)
        row.setContentsMargins(16, 6, 16, 10)
        row.addWidget(self.counts, 1)
        row.addWidget(self.write_button)
        below = QWidget()
        lower = QVBoxLayout(below)
        lower.setContentsMargins(0, 0, 0, 0)
        lower.setSpacing(0)
        lower.addWidget(self.cards)
        lower.addWidget(self.result, 1)
        lower.addWidget(foot)
        centre = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        centre.addWidget(self.both)
        if len(self.made.names) > 2:
            centre.addWidget(self.third)
        centre.addWidget(below)
        for place in range(centre.count()):
            centre.setStretchFactor(place, 1)
        centre.setSizes([330, 440] if centre.count() == 2 else [240, 195, 300])
        columns = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        for widget in (left, centre, self.pane):
            columns.addWidget(widget)
        columns.setStretchFactor(1, 1)
        columns.setSizes([LEFT, 720, RIGHT])
        self.setCentralWidget(columns)
        self.statusBar()
        colours = self._inks()
        self.cards.make([colours[place] for place in range(len(self.made.names))])

    def _inks(self) -> list[str]:
        border = (DARK if self.palette().window().color().lightness() < 128 else LIGHT).border
        return [border[DELETED], border[INSERTED], border[SWAPPED]]

    def _make_chips(self) -> None:
        for name, count in self.queue.counts().items():
            chip = QPushButton(f"{name} {count:,}", checkable=True)
            chip.setProperty("look", "chip")
            chip.setToolTip(tip(SORT_TIPS[name]))
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.clicked.connect(lambda _=False, name=name: self.show_only(name))
            self._chip_group.addButton(chip)
            self._chip_buttons[name] = chip
            self.chip_row.addWidget(chip)
        self._chip_buttons[ALL].setChecked(True)

    def _add_menus(self) -> None:
        self.commands: dict[str, QAction] = {}
        names = self.made.names
        decide = [(f"&{number} {name}", str(number)) for number, name in enumerate(names, 1)]
        for menu, entries in (
            ("&File", (
                ("&Write result…", "Ctrl+S", self.write_result), ("&Tables and pages…", "", self.write_tables), None,
                ("&Your name…", "", self.ask_name), None, ("C&lose", "Ctrl+W", self.close),
            )),
            ("&Edit", (
                ("&Undo", "Ctrl+Z", self.undo), ("&Redo", "Ctrl+Shift+Z", self.redo), None,
                ("&Find", "Ctrl+F", self.field.setFocus), ("&Note", "Ctrl+N", self.pane.note.setFocus),
            )),
            ("&Go", (
                ("Next &open difference\tN", "", lambda: self.key("n")),
                ("P&revious open difference\tP", "", lambda: self.key("p")),
                ("&Next difference\tJ", "", lambda: self.key("j")), ("&Previous difference\tK", "", lambda: self.key("k")),
            )),
            ("&Decide", (
                *((f"{text}\t{key}", "", lambda key=key: self.key(key)) for text, key in decide),
                ("&Neither\t0", "", lambda: self.key("0")), ("&Other…\tE", "", lambda: self.key("e")),
                ("Open &again\tBackspace", "", lambda: self.key("Backspace")), None,
                ("&Same choice for all of this kind…\tR", "", lambda: self.key("r")),
            )),
            ("&Judge", (
                *((text, "", lambda said=said: self.judge(said, False)) for said, text in VERDICTS.items()), None,
                *((f"{text}, whole sentence", "", lambda said=said: self.judge(said, True)) for said, text in VERDICTS.items()),
            )),
        ):  # fmt: skip
            if menu == "&Judge" and self.store.judge is None:
                continue
            made = self.menuBar().addMenu(menu)
            for entry in entries:
                if entry is None:
                    made.addSeparator()
                    continue
                text, keys, do = entry
                action = self.commands[text.replace("&", "").partition("\t")[0].rstrip("…")] = QAction(text, self)
                if keys:
                    action.setShortcut(QKeySequence(keys))
                action.triggered.connect(lambda *_, do=do: do())
                made.addAction(action)

    def _connect(self) -> None:
        self.list.keyed.connect(self.key)
        self.list.chosen.connect(self._show)
        self.cards.chosen.connect(self.key)
        self.cards.typed.connect(self.decide_typed)
        self.cards.left.connect(self._leave_field)
        self.cards.ruleWanted.connect(lambda: self.key("r"))
        self.pane.wanted.connect(self.go_to)
        self.pane.noted.connect(self.note)
        self.pane.revoked.connect(self.revoke)
        self.pane.note.returnPressed.connect(self.list.setFocus)
        self.pictures.dragged.connect(self._dragged)
        self.agreement.listWanted.connect(self.list_only)
        self.agreement.openWanted.connect(self.agreementWanted)
        for view in (self.pictures.pair, self.pictures.third, self.pictures.result):
            view.canvas.installEventFilter(self)

    # -- what is kept ------------------------------------------------------------------------------------------------------

    def take_all(self) -> None:
        """Reads all decisions that are kept."""
        self.made.put(self.store.entries().items())
        self.pane.show_all(self.made)
        self._tell_progress()

    def take(self, entries: Sequence[Entry]) -> None:
        """Some decisions are others now: here, in another window of this comparison, or undone."""
        known = self.store.entries()
        self.made.put([(entry, known.get(entry)) for entry in entries])
        self.list.changed()
        self.pane.show_all(self.made)
        self._tell_progress()
        if not self._goes_on:
            self._show(is_same=True)

    def _write(self, changes: Sequence[Change], what: str) -> None:
        self.cards.end()
        if changes:
            self.store.write(changes, what)

    def _write_and_go_on(self, changes: Sequence[Change], what: str) -> None:
        """Stores a decision, and looks at the next open difference."""
        here = self._shown
        self._goes_on = True
        try:
            self._write(changes, what)
        finally:
            self._goes_on = False
        self.next_open()
        if self._shown == here:  # there is no other one
            self._show(is_same=True)

    def _who(self) -> dict[str, str]:
        return {"by": preferences.text("decide/name") or "curator", "at": datetime.now().isoformat(timespec="minutes")}

    def _tell_progress(self) -> None:
        decided, of = self.made.decided, len(self.made.differences)
        self.lead.setText(f"<b>Differences</b>&nbsp;&nbsp;{decided:,} of {of:,} decided")
        self.progress.setValue(decided)
        found = sources(self.made)
        told = [f"{markup(self.called[name])}&nbsp;<b>{found[name]:,}</b>" for name in self.made.names]
        told += [f"Other&nbsp;<b>{found['other']:,}</b>"] if found["other"] else []
        told += [f"Rules&nbsp;<b>{found['rule']:,}</b>"] if found["rule"] else []
        self.counts.setText("&nbsp;&nbsp; ".join([*told, f"Undecided&nbsp;<b>{found[UNDECIDED]:,}</b>"]))
        for name, count in self.queue.counts().items():
            if name in self._chip_buttons:
                self._chip_buttons[name].setText(f"{name} {count:,}")
        if of and decided == of:
            self.statusBar().showMessage("All decided. Write result…")

    # -- the queue ---------------------------------------------------------------------------------------------------------

    def show_only(self, name: str) -> None:
        """Lists the differences of a sort."""
        self._only = name
        self._chip_buttons[name].setChecked(True)
        self._fill()
        self.list.setFocus()

    def list_only(self, places: Sequence[int] | None, said: str = "") -> None:
        """Lists only some differences, by their numbers; None: all."""
        self._among = None if places is None else list(places)
        self.among.setText(visible(f"{said} {len(places)} ×" if places is not None else ""))
        self.among.setVisible(places is not None)
        self.among.setChecked(places is not None)
        self.show_only(ALL)

    def _sort(self) -> None:
        wanted = self.order.currentData()
        self._sorting.drop()
        if self.queue.is_ready(wanted):
            self._sort_by(wanted)
        else:
            self.statusBar().showMessage("Sorting…")
            self._sorting.ask(lambda _cancel: self.queue.make_ready(wanted))

    def _sort_by(self, order: str) -> None:
        self.statusBar().clearMessage()
        self._order = order
        self._fill()
        self.list.choose(max(self.queue.next_open(self.list.rows.rows, -1), 0))
        self.list.setFocus()

    def _fill(self) -> None:
        here = self._shown
        rows = self.queue.rows(self._order, self._only, self.field.text(), self._among)
        self.list.rows.show_rows(self.made, rows)
        at = self.made.index.get(here, -1) if here is not None else -1
        there = (rows == at).nonzero()[0]
        self.list.choose(int(there[0]) if len(there) else 0)
        if not len(rows):
            self.statusBar().showMessage("No matching differences.", MS_SHOWN)

    @property
    def difference(self) -> Difference | None:
        """What is looked at."""
        row = self.list.row
        return self.made.differences[int(self.list.rows.rows[row])] if row >= 0 else None

    def go_to(self, place: Place) -> None:
        """Looks at a difference, wherever it is listed."""
        at = self.made.index.get(place)
        if at is None:
            return
        there = (self.list.rows.rows == at).nonzero()[0]
        if not len(there):
            self.field.clear()
            self.list_only(None)
            there = (self.list.rows.rows == at).nonzero()[0]
        self.list.choose(int(there[0]))
        self.list.setFocus()

    def _show(self, is_same: bool = False) -> None:
        difference = self.difference
        if difference is None:
            return
        made, place = self.made, difference.place
        if not is_same or place != self._shown:
            self.cards.end()
        is_other = self._shown is None or self._shown.sentence != place.sentence
        self._shown = place
        self._show_cards(difference)
        sides = self._sides_of(difference)
        words = made.analyses.words_of(place.sentence)
        self.both.say(
            f"Sentence {place.sentence + 1}",
            f"{self.called[made.names[sides[0]]]} above, {self.called[made.names[sides[1]]]} below",
        )
        if not is_same or is_other:
            self.pictures.show_pair(made, difference, sides)
            if len(made.names) > 2:
                side = next(one for one in range(len(made.names)) if one not in sides)
                self.third.say(self.called[made.names[side]], "")
                self.pictures.show_third(made, difference, side)
        self.pictures.show_result(made, difference)
        now = made.settled(place.sentence)
        left = sum(one.source == UNDECIDED for one in now.results.values())
        first = self.called[made.names[0]]
        stands = f"{first}’s stands until then" if len(made.names) == 2 else "the consensus stands until then"
        about = (
            f"dotted: undecided, {stands}"
            if made.analyses.is_dependencies
            else f"?: undecided, {first}’s stands until then"
        )
        self.result.say("Result", about if left else "decided")
        decision = made.decisions.get(place)
        if not self.pane.note.hasFocus():
            self.pane.show_note(decision.note if decision is not None else "")
        if is_other:
            self.moved.emit(place.sentence)
        self.list.setAccessibleDescription(" ".join(words))

    def _sides_of(self, difference: Difference) -> tuple[int, int]:
        """Which two analyses are drawn: of three the first against the first that differs."""
        other = next(place for place, value in enumerate(difference.values) if value != difference.values[0])
        return 0, other

    def _show_cards(self, difference: Difference) -> None:
        made, place = self.made, difference.place
        what = {ARC: "which head and relation?", NODES: "which constituents?"}.get(place.field, f"which {place.field}?")
        self.cards.question.setText(f"{unit_told(made, place)}: {what}")
        decision = made.decisions.get(place)
        result = made.settled(place.sentence).results[place]
        rule = made.rules.get(result.rule)
        chosen = rule.file if rule is not None else decision.source if decision is not None else ""
        for number, (name, value) in enumerate(zip(made.names, difference.values, strict=True), 1):
            card = self.cards.cards[str(number)]
            card.say(
                self.called[name],
                value_told(made, place, value) if value else "no constituent" if place.field == NODES else "none",
            )
            card.setChecked(chosen == name)
        is_other = decision is not None and decision.choice == OTHER
        self.cards.cards["0"].say("Neither", "stays undecided")
        self.cards.cards["0"].setChecked(decision is not None and decision.choice == NEITHER)
        kind = {ARC: "any head, relation", NODES: "any labels"}.get(place.field, "any value")
        self.cards.cards["e"].say("Other…", value_told(made, place, decision.value) if is_other and decision else kind)
        self.cards.cards["e"].setChecked(is_other)
        same = len(made.same_kind(place))
        self.cards.same_kind.setVisible(same > 1)
        self.cards.same_kind.setText(f"Same choice for all {same:,} of this kind…")
        self.cards.same_kind.setToolTip(tip(told_kind(difference.kind)))

    # -- deciding ----------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Letters mean the same in drawings."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and (letter := key_of(event)):
            self.key(letter)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters mean the same on buttons."""
        if letter := key_of(event):
            self.key(letter)
        elif event.key() == Qt.Key.Key_Slash:
            self.field.setFocus()
        else:
            super().keyPressEvent(event)

    def key(self, letter: str) -> None:
        """What a key means."""
        step = {"j": 1, "k": -1}.get(letter)
        open_step = {"n": 1, "p": -1}.get(letter)
        if step is not None:
            self.list.choose(min(max(self.list.row + step, 0), len(self.list.rows.rows) - 1))
        elif open_step is not None:
            self.next_open(open_step)
        elif letter in self.cards.cards or letter in ("Backspace", "r"):
            if self.difference is not None:
                self._decide(letter, self.difference)
        elif letter == "t":
            self.pane.note.setFocus()

    def _decide(self, letter: str, difference: Difference) -> None:
        place = difference.place
        try:
            if letter == "e":
                self._ask_other(difference)
                return
            if letter == "r":
                self.make_rule()
                return
            if letter == "Backspace":
                self._write(self.made.reopened(place), f"Open again: {unit_told(self.made, place)}")
                return
            if letter == "0":
                changes, name = self.made.decide(place, NEITHER, **self._who()), "neither"
            else:
                name = self.made.names[int(letter) - 1]
                changes = self.made.decide(place, FILE, file=name, **self._who())
        except TreecompareError as error:
            self.cards.refuse(str(error))
            self._show_cards(difference)
            return
        self._write_and_go_on(changes, f"{unit_told(self.made, place)}: {name}")

    def decide_typed(self, text: str) -> None:
        """Decides for a value that was typed."""
        difference = self.difference
        if difference is None:
            return
        place = difference.place
        try:
            changes = self.made.decide(place, OTHER, typed_value(self.made, place, text), **self._who())
        except TreecompareError as error:
            self.cards.refuse(str(error))
            return
        self.list.setFocus()
        self._write_and_go_on(changes, f"{unit_told(self.made, place)}: {text}")

    def _ask_other(self, difference: Difference, text: str | None = None) -> None:
        placeholder = {
            ARC: "Head and relation, as 3:nmod or offices nmod; a relation alone keeps the head",
            NODES: "Labels from the top, as NP Nom; nothing: no constituent",
        }.get(difference.place.field, "Another value")
        now = self.made.settled(difference.place.sentence).results[difference.place].value
        self.cards.ask(placeholder, now if text is None else text)

    def _leave_field(self) -> None:
        self.cards.end()
        self.list.setFocus()

    def _dragged(self, word: int, head: int) -> None:
        """A word was dragged onto another: it may get it as its head."""
        difference = self.difference
        if difference is None:
            return
        place = Place(difference.place.sentence, str(word), ARC)
        if place not in self.made.index:
            self.statusBar().showMessage("All analyses have the same head and relation there.", MS_SHOWN)
            return
        self.go_to(place)
        wanted = self.made.differences[self.made.index[place]]
        _, relation = self.pictures.head_now(self.made, wanted)
        self._ask_other(wanted, f"{head}:{relation}")

    def next_open(self, step: int = 1) -> None:
        """The next difference of the list of which nothing is said yet, or the one before."""
        rows = self.list.rows.rows
        if self._only == STILL_OPEN and step > 0 and self.made.decided:
            here = self.made.index.get(self._shown, 0) if self._shown is not None else 0
            if len(rows) and self.made.states[here] != OPEN:
                self._keep_place(here)
                return
        there = self.queue.next_open(rows, self.list.row, step)
        if there >= 0:
            self.list.choose(there)
        elif self.made.decided < len(self.made.differences):
            self.statusBar().showMessage("No more open differences in this list.", MS_SHOWN)

    def _keep_place(self, here: int) -> None:
        """What was decided is no longer among the open ones: on with the one that took its place."""
        row = self.list.row
        self.list.rows.show_rows(self.made, self.queue.rows(self._order, self._only, self.field.text(), self._among))
        count = len(self.list.rows.rows)
        self._shown = None
        if count:
            self.list.choose(min(row, count - 1))
        else:
            self.statusBar().showMessage("No more open differences in this list.", MS_SHOWN)

    def make_rule(self, name: str = "") -> None:
        """Makes a rule of the choice for the difference that is looked at, after asking."""
        difference = self.difference
        if difference is None:
            return
        place, made = difference.place, self.made
        decision = made.decisions.get(place)
        file = name or (decision.file if decision is not None and decision.choice == FILE else "")
        still = [one for one in made.same_kind(place) if made.states[one] == OPEN]
        if not file:
            box = QMessageBox(QMessageBox.Icon.Question, "A rule", "", parent=self)
            box.setTextFormat(Qt.TextFormat.PlainText)
            box.setText(visible(f"For all differences of this kind: {told_kind(difference.kind)}"))
            box.setInformativeText(
                f"{counted(len(still), 'open difference')}. Your own decisions stay; rules can be revoked."
            )
            buttons = {box.addButton(f"Always {one}", QMessageBox.ButtonRole.AcceptRole): one for one in made.names}
            box.addButton(QMessageBox.StandardButton.Cancel)
            box.exec()
            file = buttons.get(box.clickedButton(), "")
            if not file:
                return
        else:
            text = f"Always {file} for {told_kind(difference.kind)}?"
            about = f"{counted(len(still), 'open difference')}. Your own decisions stay; rules can be revoked."
            box = QMessageBox(QMessageBox.Icon.Question, "A rule", visible(text), parent=self)
            box.setTextFormat(Qt.TextFormat.PlainText)
            box.setInformativeText(about)
            yes = box.addButton(f"Always {file}", QMessageBox.ButtonRole.AcceptRole)
            box.addButton(QMessageBox.StandardButton.Cancel)
            box.setDefaultButton(yes)
            box.exec()
            if box.clickedButton() is not yes:
                return
        self._write(made.rule_for(place, file, **self._who()), f"Always {file} for {told_kind(difference.kind)}")
        number = max(made.rules, default=0)
        if number:
            done, refused = len(made.decided_by(number)), made.refused_by(number)
            left = f"; {refused:,} left open, where no tree would be left" if refused else ""
            self.statusBar().showMessage(f"Rule {number}: {counted(done, 'difference')} decided{left}.", MS_SHOWN)
        self.next_open()

    def revoke(self, number: int) -> None:
        """Revokes a rule; what it decided is undecided again, and listed."""
        changes, undecided = self.made.revoked(number)
        self._write(changes, f"Revoked rule {number}")
        self.statusBar().showMessage(f"{counted(len(undecided), 'difference')} undecided again.", MS_SHOWN)
        if undecided:
            self.go_to(min((self.made.differences[one].place for one in undecided), key=order_of))

    def note(self, text: str) -> None:
        """A note to the difference that is looked at."""
        place = self._shown
        if place is not None and place in self.made.index:
            changes = self.made.noted(place, text)
            if changes:
                self._write(changes, f"Note on {unit_told(self.made, place)}")

    def judge(self, said: str, is_sentence: bool) -> None:
        """Says whose analysis is right, without deciding."""
        difference = self.difference
        if difference is None or self.store.judge is None:
            return
        self.store.judge(difference.place, is_sentence, said)
        about = f"Sentence {difference.place.sentence + 1}" if is_sentence else unit_told(self.made, difference.place)
        self.statusBar().showMessage(visible(f"{about}: {VERDICTS[said].lower()}."), MS_SHOWN)

    def undo(self) -> None:
        """Takes the last step back."""
        what = self.store.undo()
        self.statusBar().showMessage(visible(f"Undone: {what}" if what else "Nothing to undo."), MS_SHOWN)

    def redo(self) -> None:
        """Does again what was undone."""
        what = self.store.redo()
        self.statusBar().showMessage(visible(f"Redone: {what}" if what else "Nothing to redo."), MS_SHOWN)

    # -- the result --------------------------------------------------------------------------------------------------------

    def write_result(self) -> None:
        """Asks for a file and writes the adjudicated treebank."""
        first = self.made.analyses.first
        kinds = ((first.kind.capitalize(), ending_of(self.made)),)
        path = ask_where_to_save(self, "Write result", kinds, file_name("adjudicated"))
        if path:
            self.write_to(path)

    def write_to(self, path: str) -> None:
        """Writes the adjudicated treebank; never over one of the analyses."""
        try:
            check_output(path, self.made.analyses.paths, may_overwrite=True)  # whoever chose the name was asked
            found = written(self.made)
            write_file(path, found.text)
        except TreecompareError as error:
            show_error(self, error)
            return
        left = len(self.made.differences) - self.made.decided
        told = [f"Saved {path}"]
        told += [f"{counted(left, 'difference')} undecided, where the consensus stands"] if left else []
        told += [f"{counted(count, 'sentence')} {reason}" for reason, count in found.told.most_common(2)]
        self.statusBar().showMessage(visible("; ".join(told)), 2 * MS_SHOWN)

    def write_tables(self) -> None:
        """Asks for a folder, and writes the table of differences, and for each annotator a list and a page of what was changed."""
        folder = QFileDialog.getExistingDirectory(self, "Folder for tables and pages", preferences.text("folder"))
        if not folder:
            return
        try:
            files = {**exports.tables(self.made), **exports.pages(self.made)}
            there = [name for name in files if (Path(folder) / name).exists()]
            if (
                there
                and QMessageBox.question(self, "Replace", f"Replace {', '.join(there)}?")
                != QMessageBox.StandardButton.Yes
            ):
                return
            write_files({Path(folder) / name: text for name, text in files.items()})
        except TreecompareError as error:
            show_error(self, error)
            return
        self.statusBar().showMessage(visible(f"Saved {', '.join(files)} in {folder}"), 2 * MS_SHOWN)

    def ask_name(self) -> None:
        """Asks by which name decisions are listed."""
        name, is_given = QInputDialog.getText(
            self, "Your name", "Listed beside your decisions; no export has it unless asked for:",
            text=preferences.text("decide/name"),
        )  # fmt: skip
        if is_given:
            preferences.store("decide/name", name.strip()[:100])

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keeps the note that is being typed."""
        self.agreement.stop()
        self._sorting.stop()
        if self.pane.note.hasFocus():
            self.note(self.pane.note.text())
        super().closeEvent(event)
