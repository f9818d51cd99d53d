"""The window in which annotators' differences are decided: queue, both analyses, answers, result, and who decided what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common import preferences
from treecompare.app.common.plain import markup, tip, title, visible
from treecompare.app.common.theme import dress
from treecompare.app.common.wording import key_named
from treecompare.app.decide import results
from treecompare.app.decide.agreement_box import AgreementBox
from treecompare.app.decide.cards import Cards
from treecompare.app.decide.decide_menus import add_menus
from treecompare.app.decide.decisions_pane import DecisionsPane
from treecompare.app.decide.pictures import Pictures, Titled
from treecompare.app.decide.queue_column import MS_SHOWN, QueueColumn
from treecompare.app.decide.queue_list import key_of
from treecompare.app.decide.results import NAME
from treecompare.drawing.style import DARK, LIGHT
from treecompare.errors import TreecompareError, counted
from treecompare.extras.annotators.adjudicated import unit_told
from treecompare.extras.annotators.adjudication import OPEN, Adjudication, Change, Refused, told_kind
from treecompare.extras.annotators.decisions import FILE, NEITHER, OTHER, Entry
from treecompare.extras.annotators.differences import ARC, Difference, Place, arc_of, order_of
from treecompare.extras.annotators.drawn import sides_of
from treecompare.extras.annotators.kept import VERDICTS, Store
from treecompare.extras.annotators.told import (
    HOW_TYPED,
    answers,
    called_shortly,
    question_told,
    rule_asked,
    rule_offered,
    rule_told,
    ruled,
    sources_told,
    standing_told,
)
from treecompare.extras.annotators.typed import typed_value, used_nowhere
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.saved.rows import DECISION

LEAST = 760, 520
LEFT, RIGHT = 330, 300
LEAST_RESULT = 160
"""Height of the result with its heading: the drawing of both analyses gives way where something is refused."""


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
        self.setWindowFlag(Qt.WindowType.Window)
        dress(self)
        self.made, self.store, self.name = adjudication, store, name
        self.called = called_shortly(adjudication.names, adjudication.beside)
        self._sides = (0, 1)
        self._shown: Place | None = None
        self._last: Place | None = None
        """What was decided last, until people go on from the difference that came next."""
        self._changed: list[Place] = []
        """Where decisions are others since the last step."""
        self._in_the_way: tuple[Place, ...] = ()
        """Decisions for which the last one was refused."""
        self._goes_on = False
        """Whether another difference is shown as soon as this decision is stored, so that this one need not be drawn anew."""
        self.column = QueueColumn(adjudication, in_order)
        self.list = self.column.list
        self.pictures = Pictures(adjudication.analyses.is_dependencies)
        self.cards = Cards()
        self.pane = DecisionsPane()
        self.agreement = AgreementBox(self.called)
        self.pane.layout().addWidget(self.agreement)  # type: ignore[union-attr]
        self._make()
        self.commands = add_menus(self)
        self._connect()
        room = self.screen().availableSize()
        self.setMinimumSize(min(LEAST[0], room.width()), min(LEAST[1], room.height()))
        self.resize(min(1440, room.width() * 96 // 100), min(940, room.height() * 94 // 100))
        self.take_all()
        self.agreement.setVisible(store.judge is not None)
        if store.judge is not None:
            self.agreement.show_agreement(adjudication)
        self.column.fill()
        self.column.choose_first_open()

    # -- making ------------------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        self.setWindowTitle(title(f"Decide: {self.name or ' / '.join(self.made.names)}"))
        self.both = Titled("", self.pictures.pair)
        self.third = Titled("", self.pictures.third)
        self.third.setVisible(len(self.made.names) > 2)
        self.result = Titled("Result", self.pictures.result)
        self.result.setMinimumHeight(LEAST_RESULT)
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
        centre.setSizes([330, 440] if centre.count() == 2 else [225, 150, 360])
        columns = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        for widget in (self.column, centre, self.pane):
            columns.addWidget(widget)
        columns.setStretchFactor(1, 1)
        columns.setSizes([LEFT, 720, RIGHT])
        self.setCentralWidget(columns)
        self.statusBar().setSizeGripEnabled(False)
        colours = self._inks()
        self.cards.make({self.called[name]: colour for name, colour in zip(self.made.names, colours, strict=False)})

    def _inks(self) -> list[str]:
        border = (DARK if self.palette().window().color().lightness() < 128 else LIGHT).border
        return [border[DELETED], border[INSERTED], border[SWAPPED]]

    def _connect(self) -> None:
        self.list.keyed.connect(self.key)
        self.column.chosen.connect(self._show)
        self.column.told.connect(self._tell)
        self.cards.chosen.connect(self.key)
        self.cards.typed.connect(self.decide_typed)
        self.cards.left.connect(self._leave_field)
        self.cards.ruleWanted.connect(lambda: self.key("r"))
        self.pane.wanted.connect(self.column.go_to)
        self.pane.noted.connect(self.note)
        self.pane.revoked.connect(self.revoke)
        self.pane.note.returnPressed.connect(self.list.setFocus)
        self.pictures.dragged.connect(self._dragged)
        self.agreement.listWanted.connect(self.column.list_only)
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
        self._changed = [Place(sentence, unit, field) for kind, sentence, field, unit in entries if kind == DECISION]
        self.made.put([(entry, known.get(entry)) for entry in entries])
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
        self._last = here
        self.column.next_open()
        if self._shown == here:  # there is no other one
            self._show(is_same=True)

    def _who(self) -> dict[str, str]:
        return {"by": preferences.text(NAME) or "curator", "at": datetime.now().isoformat(timespec="minutes")}

    def _tell_progress(self) -> None:
        self.column.tell_progress()
        told = sources_told(self.made, self.called)
        self.counts.setText("&nbsp;&nbsp; ".join(f"{markup(what)}&nbsp;<b>{count:,}</b>" for what, count in told))
        if self.made.decided == len(self.made.differences) > 0:
            self.statusBar().showMessage("All decided. Write result…")

    # -- what is looked at ---------------------------------------------------------------------------------------------------

    def _show(self, is_same: bool = False) -> None:
        difference = self.column.difference
        if difference is None:
            return
        made, place = self.made, difference.place
        if not is_same or place != self._shown:
            self.cards.end()
            self._in_the_way = ()
        if place != self._shown and self._last != self._shown:
            self._last = None
        is_other = self._shown is None or self._shown.sentence != place.sentence
        self._shown = place
        self._show_cards(difference)
        sides = sides_of(difference)
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
        self.result.say("Result", standing_told(made, place.sentence, self.called))
        decision = made.decisions.get(place)
        if not self.pane.note.hasFocus():
            self.pane.show_note(decision.note if decision is not None else "")
        if is_other:
            self.moved.emit(place.sentence)
        self.list.setAccessibleDescription(" ".join(words))

    def _show_cards(self, difference: Difference) -> None:
        made = self.made
        self.cards.question.setText(question_told(made, difference.place))
        for answer in answers(made, difference, self.called):
            card = self.cards.cards[answer.key]
            card.say(answer.title, answer.value, answer.why_not)
            card.setChecked(answer.is_chosen)
        of = ruled(made, self._last, difference)
        self.cards.same_kind.setVisible(len(made.same_kind(of.place)) > 1)
        self.cards.same_kind.setText(visible(rule_offered(made, of, difference, self.called)))
        self.cards.same_kind.setToolTip(tip(told_kind(of.kind)))

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
            self.column.field.setFocus()
        else:
            super().keyPressEvent(event)

    def key(self, letter: str) -> None:
        """What a key means."""
        step = {"j": 1, "k": -1}.get(letter)
        open_step = {"n": 1, "p": -1}.get(letter)
        if step is not None:
            self.column.step(step)
        elif open_step is not None:
            self.column.next_open(open_step)
        elif letter in self.cards.cards or letter in ("Backspace", "r"):
            if (difference := self.column.difference) is not None:
                self._decide(letter, difference)
        elif letter == "g":
            self._go_to_earlier()
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
            self._refuse(error)
            self._show_cards(difference)
            return
        self._write_and_go_on(changes, f"{unit_told(self.made, place)}: {name}")

    def decide_typed(self, text: str) -> None:
        """Decides for a value that was typed."""
        difference = self.column.difference
        if difference is None:
            return
        place = difference.place
        try:
            value = typed_value(self.made, place, text)
            changes = self.made.decide(place, OTHER, value, **self._who())
        except TreecompareError as error:
            self._refuse(error)
            return
        self.list.setFocus()
        self._write_and_go_on(changes, f"{unit_told(self.made, place)}: {text}")
        if found := used_nowhere(self.made, place, value):
            self._tell(
                f"{' and '.join(found)} is used nowhere else in these files ({key_named('Ctrl+Z')}: undo).",
                2 * MS_SHOWN,
            )

    def _refuse(self, error: TreecompareError) -> None:
        """Says why something cannot be decided, and how to go on."""
        if not isinstance(error, Refused):
            self.cards.refuse(str(error))
            return
        self._in_the_way = error.by
        do = "Type another value; or Esc, then" if self.cards.field.isVisible() else "Choose another answer; or"
        earlier = "look at the earlier one (Go ▸ Decision in the way), or press n" if error.by else "press n"
        self.cards.refuse(f"{error}.", f"{do} {earlier} to leave this one as it is.")

    def _go_to_earlier(self) -> None:
        """Looks at the decision for which another one was refused; whoever decides it anew is back at the other one."""
        if self._in_the_way:
            self.column.go_to(self._in_the_way[0])
        else:
            self._tell("No decision stands in the way of this one.")

    def _ask_other(self, difference: Difference, text: str | None = None) -> None:
        how = HOW_TYPED.get(difference.place.field, "Another value")
        now = self.made.settled(difference.place.sentence).results[difference.place].value
        self.cards.ask(how, now if text is None else text)

    def _leave_field(self) -> None:
        self.cards.end()
        self.list.setFocus()

    def _dragged(self, word: int, head: int) -> None:
        """A word was dragged onto another: it may get it as its head."""
        difference = self.column.difference
        if difference is None:
            return
        place = Place(difference.place.sentence, str(word), ARC)
        if place not in self.made.index:
            self.statusBar().showMessage("All analyses have the same head and relation there.", MS_SHOWN)
            return
        self.column.go_to(place)
        wanted = self.made.differences[self.made.index[place]]
        _, relation = arc_of(self.made.settled(place.sentence).results[place].value)
        self._ask_other(wanted, f"{head}:{relation}")

    def make_rule(self, name: str = "") -> None:
        """Makes a rule of the choice that was just made, or for the difference that is looked at, after asking."""
        shown = self.column.difference
        if shown is None:
            return
        made = self.made
        difference = ruled(made, self._last, shown)
        place = difference.place
        decision = made.decisions.get(place)
        file = name or (decision.file if decision is not None and decision.choice == FILE else "")
        ask_rule(self, made, difference, file, lambda file, *_: self._make_rule(difference, shown, file))

    def _make_rule(self, difference: Difference, shown: Difference, file: str) -> None:
        made, place = self.made, difference.place
        if place not in made.index or shown.place not in made.index:
            return  # other files are open by now
        self._write(made.rule_for(place, file, **self._who()), f"Always {file} for {told_kind(difference.kind)}")
        number = max(made.rules, default=0)
        if number:
            self._tell(rule_told(made, number))
        if difference is shown or made.states[made.index[shown.place]] != OPEN:
            self.column.next_open()

    def revoke(self, number: int) -> None:
        """Revokes a rule; what it decided is undecided again, and listed."""
        changes, undecided = self.made.revoked(number)
        self._write(changes, f"Revoked rule {number}")
        self.statusBar().showMessage(f"{counted(len(undecided), 'difference')} undecided again.", MS_SHOWN)
        if undecided:
            self.column.go_to(min((self.made.differences[one].place for one in undecided), key=order_of))

    def note(self, text: str) -> None:
        """A note to the difference that is looked at."""
        place = self._shown
        if place is not None and place in self.made.index:
            changes = self.made.noted(place, text)
            if changes:
                self._write(changes, f"Note on {unit_told(self.made, place)}")

    def judge(self, said: str, is_sentence: bool) -> None:
        """Says whose analysis is right, without deciding."""
        difference = self.column.difference
        if difference is None or self.store.judge is None:
            return
        self.store.judge(difference.place, is_sentence, said)
        about = f"Sentence {difference.place.sentence + 1}" if is_sentence else unit_told(self.made, difference.place)
        self.statusBar().showMessage(visible(f"{about}: {VERDICTS[said][0].lower()}."), MS_SHOWN)

    def undo(self) -> None:
        """Takes the last step back, and looks at what is open again."""
        what = self._at_what_changed(self.store.undo)
        self._tell(f"Undone: {what}" if what else "Nothing to undo.")

    def redo(self) -> None:
        """Does again what was undone."""
        what = self._at_what_changed(self.store.redo)
        self._tell(f"Redone: {what}" if what else "Nothing to redo.")

    def _at_what_changed(self, step: Callable[[], str]) -> str:
        """Looks at the first difference whose decision is another one after a step; what the step was."""
        self._changed = []
        what = step()
        if there := [one for one in self._changed if one in self.made.index]:
            self.column.go_to(min(there, key=order_of))
        return what

    # -- the result --------------------------------------------------------------------------------------------------------

    def write_result(self) -> None:
        """Asks for a file and writes the adjudicated treebank."""
        self._tell(results.write_result(self, self.made), 2 * MS_SHOWN)

    def write_tables(self) -> None:
        """Asks for a folder, and writes tables and pages."""
        self._tell(results.write_tables(self, self.made), 2 * MS_SHOWN)

    def _tell(self, what: str, milliseconds: int = MS_SHOWN) -> None:
        self.statusBar().showMessage(visible(what), milliseconds)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keeps the note that is being typed."""
        self.agreement.stop()
        self.column.stop()
        if self.pane.note.hasFocus():
            self.note(self.pane.note.text())
        super().closeEvent(event)


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
