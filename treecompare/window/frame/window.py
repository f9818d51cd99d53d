"""The window: a list of places, the drawing, why. It shows any job and knows none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMainWindow, QPlainTextEdit, QPushButton, QStackedWidget, QWidget

from treecompare.errors import TreecompareError
from treecompare.jobs import base, finding, widths
from treecompare.jobs.finding import SENTENCES, Entry
from treecompare.jobs.keys import ANSWERS, KEYS, keys_of
from treecompare.jobs.lines import question_first
from treecompare.jobs.session import Session, seldom
from treecompare.window.common import preferences
from treecompare.window.common.layouts import column
from treecompare.window.common.plain import title
from treecompare.window.common.theme import dress
from treecompare.window.common.worker import Newest
from treecompare.window.frame.banner import Banner
from treecompare.window.frame.bar import HEIGHT, LETTERS, LOW, Menus, TopBar, key_named
from treecompare.window.frame.palette import Palette

HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
"""With one of them a key writes nothing."""
LEVELS = 4
"""How often one that became larger may ask what is around it for room, which asks what is around itself."""
ELSEWHERE = frozenset(("Escape", "Ctrl+C", "Space", "Shift+Space"))
"""Keys that mean something else in text fields and lists."""


class Window(QMainWindow, Session):
    """Shows a job, and what is beside it. ``opened``: a job has come in; ``lookedAt``: one of its places; ``helpWanted``: the page
    of the help of that name. ``more``: commands of who opened the window. ``body``: what stands below the bar. ``wanted``: what is
    open, as people named it; ``asked``: what is made, or was to be: how, what is said meanwhile, what people named."""

    opened = Signal(object)
    lookedAt = Signal(int)
    helpWanted = Signal(str)

    def __init__(self, more: Callable[[], Sequence[base.Command]] = tuple) -> None:
        super().__init__(kept=preferences.remembered)
        dress(self)
        self._more = more
        self._told: list[int] = []  # the places that Why is about
        self._sought = ""  # in Find, when the list was made last
        self.make_job: tuple[base.Opening, str] | None = None
        self.wanted: Any = None
        self.asked: tuple[Any, ...] = ()
        self._view = ""  # the tab that is shown again once another job is made in place of this one
        self._actions: dict[str, QAction] = {}
        self.menus = Menus(self)
        self.bar = TopBar(self.menus.whole, self.action, self)
        self.bar.picked.connect(self.do)
        self.bar.manyWanted.connect(self.search_pick)
        self.bar.tabs.chosen.connect(self.show_tab)
        self.banner, self.body, everything = Banner(), QStackedWidget(), QWidget()
        column(everything, self.bar, self.banner, (self.body, 1))
        self.setCentralWidget(everything)
        self._coming = [Newest(self) for _ in range(4)]
        self._making, self._list_later, self._picture_later, self.text_later = self._coming
        self._making.unwanted.connect(lambda job: job.close())
        self.show_switches()
        self.setMinimumSize(*widths.LEAST_WINDOW)
        room = self.screen().availableSize()
        self.resize(min(1280, room.width() * 95 // 100), min(800, room.height() * 9 // 10))

    # -- parts ---------------------------------------------------------------------------------------------------------

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The list, the drawing and Why are imported and made when one of them is asked for: the start page is seen before."""
            if self.has_parts:
                raise AttributeError(name)
            self.make_parts()
            return getattr(self, name)

    @property
    def has_parts(self) -> bool:
        """Whether what shows a job is made."""
        return "work" in vars(self)

    def make_parts(self) -> None:
        """What shows a job, if it is not made yet."""
        if self.has_parts:
            return
        from treecompare.window.frame.columns import Columns
        from treecompare.window.frame.listing import Listing
        from treecompare.window.frame.page import PageView
        from treecompare.window.frame.picture import Drawings
        from treecompare.window.frame.presenting import Presenting
        from treecompare.window.frame.waiting import Message, NothingHere, Waiting
        from treecompare.window.frame.why import Why

        self.work, self.listing = QWidget(), Listing()
        self.listing.list.orderWanted.connect(lambda order: self.go(base.Go(order=order)))
        self.listing.field.wanted.connect(lambda: self.fill(self.place))
        self.list = self.listing.list
        self.list.chosen.connect(self.look_at)
        self.list.chosen.connect(self.lookedAt)
        self.list.folded.connect(lambda: self.bar.show_number(*self.list.number))
        self.list.opened.connect(partial(self.do, "open"))
        self.drawings, self.page, self.nothing, self.waiting = Drawings(), PageView(), NothingHere(), Waiting()
        self.drawings.did.connect(self.do)
        self.drawings.full.clicked.connect(self.action("alone").trigger)
        self.page.found.connect(partial(self.do, "found"))
        for linked in (self.listing.foot_said.linkActivated, self.page.linked):
            linked.connect(partial(self.do, "link"))
        self.waiting.stopped.connect(self.stop)
        self.centre = QStackedWidget(objectName="paper")
        for widget in (self.nothing, self.drawings, self.page, self.waiting):
            self.centre.addWidget(widget)
        self.why = Why()
        self.why.did.connect(lambda action, value: self.do(action, value, self._told))
        self.why.blocks.filled.connect(self._say_answers)
        self.columns = Columns(self)
        self.presenting, self.messages = Presenting(self), Message(self.centre, self.drawings.taken)
        column(self.work, self.presenting.above, (self.columns, 1), self.presenting.below)
        self.body.addWidget(self.work)
        self._making.told.connect(self.waiting.show_doing)
        self._drawing = QTimer(self, singleShot=True, interval=0, timeout=self._draw)
        self._selecting = QTimer(self, singleShot=True, interval=0, timeout=self._say_selected)
        self._looking = QTimer(self, singleShot=True, interval=80, timeout=self._make_ready)
        self.list.selectionModel().selectionChanged.connect(self._selecting.start)
        for shown in self.drawings.parts:
            shown.view.menuWanted.connect(self.menus.menus["Drawing"].popup)
        self.columns.arrange()

    # -- commands ------------------------------------------------------------------------------------------------------

    def commands(self) -> list[base.Command]:
        """All that can be done now: of the window, of who opened it, of the job."""
        from treecompare.window.frame.commands import own_commands

        own = [*own_commands(self), *self._more()]
        return own + finding.commands_of(self.job, self.do) if self.job is not None else own

    def action(self, key: str) -> QAction:
        """What does a command of that key, whatever it is now."""
        if key not in self._actions:
            action = self._actions[key] = QAction(self)
            action.triggered.connect(lambda: self.run(key))
            self.addAction(action)
        return self._actions[key]

    def run(self, key: str) -> None:
        """Does a command, or says that it does not apply; what is suggested in Find would keep the keyboard."""
        self.listing.field.end_suggesting()
        one = next((one for one in self.commands() if one.key == key), None)
        if one is not None and one.can:
            one.do()
        elif self.job is not None:
            named, when = (one.title, "now") if one is not None else (self.action(key).text(), "here")
            self.messages.tell(f"“{named}” does not apply {when}.")

    def show_switches(self) -> None:
        """Whether letters are commands and digits answers, and whether the menus have a bar, as people want it in all windows."""
        self.has_letters = bool(preferences.number(LETTERS, 1))
        self.menus.show_bar()
        for key, told in KEYS.items():
            action = self.action(key)
            action.setText(told.said)
            keys = [one for one in keys_of(key, self.has_letters) if one not in ELSEWHERE]
            action.setShortcuts([*map(QKeySequence, keys)])
        self.action("list").setText("List")
        for one in map(self.action, ("why", "list")):
            one.setCheckable(True)

    # -- making a job --------------------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Whether a job is being made, or something else that is waited for."""
        return any(one.is_busy for one in self._coming)

    def open(self, make: base.Opening, said: str, wanted: Any = None) -> None:
        """Makes a job in the background, and shows it; what is open is so until it is there."""
        asked = self.asked = make, said, wanted
        self.setWindowTitle(title(said))
        tell = seldom(self._making.told.emit)
        self._making.ask(lambda cancel: make(cancel, tell), partial(self._opened, asked), self._failed)
        self.waiting.show_doing(base.Doing(said))
        self.centre.setCurrentWidget(self.waiting)

    def read_again(self) -> None:
        """Makes the job once more, from the files as they are now; where none is open, what was to be."""
        if asked := (*self.make_job, self.wanted) if self.make_job is not None else self.asked:
            self.leave()
            self.open(*asked)

    def stop(self) -> None:
        """Nobody waits for a text any more, or else for a job; what was there before stays, or what can be shown of the new one."""
        if self.text_later.is_busy:
            self.text_later.drop()
            self.messages.tell("Stopped.")
        elif self._making.is_busy:
            self._making.drop(keeps=self.waiting.stays)
            self.say_instead("Stopped.")

    def say_instead(self, why: str) -> None:
        """What is said in place of a job that was not made; over the one that was there before, if there was one."""
        if self.job is not None:
            self.messages.tell(why)
            self._say_where()
            self._drawing.start()
        else:
            self.nothing.say(f"{why}\n\n{key_named('Ctrl+R')} tries again.".lstrip())
            self.centre.setCurrentWidget(self.nothing)
            self.columns.arrange()

    def _opened(self, asked: tuple[base.Opening, str, Any], job: base.Job | None) -> None:
        if job is None:
            self.say_instead("")
            return
        self.put_away()
        make, said, self.wanted = asked
        self.make_job = job.again() or make, said
        job.begin()
        self.show_job(job)
        views = [name for name, _ in self.tabs]
        if (first := self._view or views[0]) in views and first != job.view:
            self.show_tab(views.index(first))
        self._view = ""
        self.list.setFocus()
        if (field := job.asks()) is not None and self.place == self.list.places_model.shown.first:
            self.answer(base.Ask(field))
        self.opened.emit(job)

    def put_away(self) -> None:
        """Nothing is looked at any more; what was is stored. Of what was waited for, only a text that was asked for still comes."""
        for one in self._coming[:3]:
            one.drop()
        self.messages.setVisible(self.text_later.is_busy)
        self.leave()
        self.end()

    def _failed(self, error: BaseException) -> None:
        self._view = ""
        if isinstance(error, base.Question):
            from treecompare.window.frame import files

            files.ask(self, error)
            self.columns.arrange()
            return
        is_plain = isinstance(error, TreecompareError)
        self.say_instead(f"{error}." if is_plain else "")
        if not is_plain:
            self.banner.fail(error)

    # -- showing a job -------------------------------------------------------------------------------------------------

    def show_job(self, job: base.Job, order: str = "", find: str = "", place: int = -1) -> None:
        """A job comes into the window, as it was left."""
        self.leave()
        self._picture_later.drop()
        find, place = self.enter(job, order, find, place)
        self.listing.field.show_conditions(job.conditions(), job.without_last, find)
        self.show_tabs()
        self.columns.arrange()
        self.fill(place, is_new=True)

    def show_tabs(self) -> None:
        """What is beside the job, which is in front."""
        names = [name for name, _ in self.tabs]
        self.bar.tabs.show_tabs(names if len(names) > 1 else [], self.tab)

    def leave(self) -> None:
        """What was typed is stored, and remembered where one was."""
        self.why.leave()
        self.note(self.listing.field.text())

    def show_tab(self, number: int) -> None:
        """Another job on the same data."""
        if number != self.tab:
            self.show_other(self.tabs[number][1])
        self.show_tabs()

    def show_other(self, make: Callable[[], Any], find: str = "", name: str = "") -> None:
        """The same, of a job that is made now, its list narrowed by what is looked for. Back leads here again."""
        self.wait_for(self._list_later, make, lambda job: self._show_other(job, find, name), self.refused)

    def _show_other(self, job: base.Job, find: str, name: str) -> None:
        if job is not self.job:
            self.remember(self.listing.field.text())
            self.show_job(job, find=find, place=job.place(name) if name else -1)
            self.came = find
            self.list.setFocus()
        elif find:
            self.go(base.Go(find=find))

    def fill(self, place: int = -1, is_new: bool = False) -> None:
        """Lists what is wanted now; one stays at the place where one is, or goes to another."""
        if self.job is None:
            return
        here, find = self.place, self.listing.field.text()
        self.listing.show_orders(self.job.orders(), self.order)

        def take(made: base.Places) -> None:
            is_other, self._sought = find != self._sought, find
            self._list(made, place if self.place == here else self.place, is_new)
            if is_other and not self._drawing.isActive():  # what is looked for is lit where one stays, too
                self.show_picture()

        self.wait_for(self._list_later, partial(self.listed, find), take, lambda why: self.listing.said.say(str(why)))

    def _list(self, shown: base.Places, place: int, is_new: bool = False) -> None:
        if is_new and (place < 0 or place not in shown.order):
            place = shown.first
        before = self.place
        with QSignalBlocker(self.list.selectionModel()):
            self.listing.show_places(shown, place if place >= 0 else self.here)
        self._say_where()
        if self.list.place < 0:
            self._picture_later.drop()
            self._say_nothing(shown.nothing, bool(self.listing.field.text()))
            self.nothing_listed()
            self.why.show_blocks(())
        elif self.list.place != before or is_new:
            self.look_at(self.list.place)

    def look_at(self, place: int) -> None:
        """Everything about a place. Keys may be faster than drawings: what is not looked at any more is not drawn."""
        self.why.leave()
        self.end_asking()
        self._picture_later.drop()
        self._looking.stop()
        self.place = place
        self._say_where()
        self._drawing.start()

    def _say_where(self) -> None:
        if self.job is not None:
            self.setWindowTitle(title(self.job.title))
            self.bar.title.setText(self.job.title)
            self.bar.show_number(*self.list.number)
            picks = self.job.picks(self.here) if self.here >= 0 else ()
            self.bar.show_picks(picks if self.list.place >= 0 else [one._replace(beside="") for one in picks])
            self.bar.want(self.bar.title, not self.bar.picks)
            self.bar.show_progress(self.job.progress())

    def _say_selected(self) -> None:
        if self.list.places != self._told and not self._drawing.isActive():
            self.show_why()

    def _draw(self) -> None:
        self.show_picture()
        self.show_why()
        for _ in range(LEVELS):  # all has its place before it is painted, and is painted once
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        self._looking.start()

    def _make_ready(self) -> None:
        """Somebody looks at a place, and waits for nothing: what comes next is made ready."""
        model = self.list.places_model
        place = model.place_at(model.next_row(self.list.row, 1))
        if self.job is not None and place >= 0 and not self.is_busy and (picture := self.job.ahead(place)) is not None:
            self.drawings.view.make_ready(picture)

    def show_picture(self) -> None:
        """What is drawn of the place."""
        if self.job is not None and self.place >= 0 and not self._making.is_busy:
            make = partial(self.job.picture, self.place)
            self.wait_for(self._picture_later, make, self._show_made, self._not_drawn, self._say_nothing)

    def _not_drawn(self, error: TreecompareError) -> None:
        self.drawings.stop()
        self._say_nothing(str(error))

    def _say_nothing(self, said: str, is_narrowed: bool = False) -> None:
        """Why there is nothing to be seen; where that is for what is looked for, everything can be shown again."""
        ways = [("Show all", partial(self.go, base.Go(find="")))] if is_narrowed else []
        self.nothing.say(said, *ways)
        self.centre.setCurrentWidget(self.nothing)

    def _show_made(self, made: base.Picture | base.Pictures | base.Page) -> None:
        if isinstance(made, base.Page):
            self.page.show_page(made)
            self.centre.setCurrentWidget(self.page)
            self._say_where()  # boxes may depend on what was counted
            if (then := made.then) is not None:
                self.wait_for(self._picture_later, lambda: then, self._show_made, self._not_drawn, lambda _: None)
            return
        parts = made.parts if isinstance(made, base.Pictures) else [made]
        self.centre.setCurrentWidget(self.drawings)
        self.drawings.show_pictures(parts)
        self.presenting.show_pictures(parts)
        self.why.light(parts[0].lit)

    def show_why(self) -> None:
        """What is said and asked of the place."""
        if self.job is not None and self.place >= 0 and self.columns.shows_why:
            chosen = self._told = self.list.places
            blocks = (question_first if self.columns.is_low else list)(self.job.why(self.place))
            if len(chosen) > 1:
                said = f"{len(chosen):,} places are selected; answers and marks go to all, notes to the first."
                blocks.insert(0, base.Text(said, "quiet"))
            asks = self.why.asks
            self.why.show_blocks(blocks)
            if asks != self.why.asks and self.columns.is_low:
                self.columns.set_widths()

    # -- what is done --------------------------------------------------------------------------------------------------

    def do(self, action: str, value: Any = None, places: Sequence[int] | None = None) -> bool:
        """All that anybody does goes through the job; its answers say what follows. Returns whether there are any. ``places``: if
        not those that are selected."""
        if self.job is None:
            return False
        if action not in ("box", "drag"):
            self.why.refuse("")
        return self._follow(partial(self.job.do, self.list.places if places is None else places, action, value))

    def turn(self, is_undo: bool) -> None:
        """Takes the last step back, or does it again: here, or in the file that keeps the steps of the job."""
        self.why.leave()
        if self.job is not None and self.job.history() is not None:
            self._follow(partial(self.job.turn, is_undo), refreshes=True)
            return
        try:
            turned = self.take_back(is_undo)
        except TreecompareError as error:
            self.refused(error)
            return
        if turned is not None:
            job, place, said = turned
            if job is not self.job:
                self.show_job(job)
            self.refresh()
            if place >= 0 and not self.list.go_to_place(place):
                self.go(base.Go(find="", place=place))
            self.messages.tell(said)

    def _follow(self, do: Callable[[], Sequence[base.Answer]], refreshes: bool = False) -> bool:
        try:
            answers = do()
        except TreecompareError as error:
            self.refused(error)
            return True
        if refreshes:
            self.refresh()
        for one in answers:
            self.answer(one)
        return bool(answers)

    def end_asking(self) -> None:
        """What was asked is answered, or nobody wants to answer it; nor to know why an answer was refused."""
        self.why.refuse("")
        if self.why.is_asking:
            self.list.setFocus()
            self.why.end_asking()

    def refused(self, error: TreecompareError) -> None:
        """Says why something was not done."""
        if self.columns.shows_why and self.job is not None:
            self.why.refuse(str(error))
        self.messages.tell(str(error))

    def answer(self, one: base.Answer) -> None:
        """What follows from something that was done."""
        from treecompare.window.frame import commands, files, form

        match one:
            case base.Done():
                self.keep(one)
                self.end_asking()
                self.refresh()
                self.messages.tell(f"{one.title} ({key_named('Ctrl+Z')}: undo)")
                if one.goes_on and not self.list.step(1, only_open=True):
                    self.messages.tell("Nothing is open any more.")
            case base.Say():
                self.messages.tell(one.text)
            case base.Go():
                self.go(one)
            case base.Open():
                self.look_beside()
                self.show_tabs()
                self.show_other(one.make or dict(self.tabs)[one.view], one.find, one.place)
            case base.Lit():
                what = "" if one.what == self.why.lit else one.what
                self.drawings.each(lambda view: view.light(what))
                self.why.light(what)
            case base.Ask() if one.at is not None and self.drawings.view.hands.ask(one.field, one.at):
                pass  # it is open in the drawing
            case base.Ask():
                if not self.columns.shows_why:
                    self.columns.turn_why()
                if self._drawing.isActive():  # of another job, whose fields are not there yet
                    self._draw()
                self.why.ask(one.field)
            case base.Choose():
                commands.choose(self, one)
            case base.Copy():
                self.with_text(one.text, lambda text: commands.copied(self, text, one.what))
            case base.Save() | base.Handout():
                files.save(self, one)
            case base.Form():
                form.show_form(self, one)
            case base.Read():
                job, path = self.job, files.ask_for(self, one)
                if path and self.job is job:
                    self.do(one.action, path)
            case base.AddFiles():
                from treecompare.window.frame import open_sheet  # the first window is there before it

                open_sheet.ask(self, lambda choice: self.do(one.action, choice.files()), one.paths, one.gold)
            case base.Make():
                self._view = self.job.view if self.job is not None else ""
                self.open(*one, self.wanted)
            case base.Shown():
                if one.places:
                    self.fill(one.place if one.place >= 0 else self.place)
                if one.picture:
                    self.show_picture()
                else:
                    self.presenting.show_pictures(self.drawings.pictures)  # its figures may be others
                if one.why:
                    self.show_why()
                self._say_where()
            case base.Later():
                job = self.job  # another one has other places
                self.with_text(one, lambda made: [*map(self.answer, made if job is self.job else ())])

    def refresh(self) -> None:
        """Something was done: places stay where they are until somebody lists them anew, and nothing runs away."""
        self._list_anew()
        self._drawing.start()

    def _say_answers(self) -> None:
        """What Why counted may be an answer that stands below a heading of the list."""
        if any(one.said for one in self.list.places_model.shown.sections):
            self._list_anew()

    def _list_anew(self) -> None:
        """What is said of the places that are listed may be something else now."""
        if self.job is None:
            return
        shown = self.list.places_model.shown
        now = self.listed_anew(self.listing.field.text(), shown, self.listing.count.text())
        if isinstance(now, base.Places) and now.stay:
            self.listing.say_anew(now)
        elif isinstance(now, base.Places):
            self._list(now, self.place)
        self._say_where()

    def with_text(self, text: str | bytes | base.Later, then: Callable[[Any], object]) -> None:
        """Gives a text to who wants it, as soon as it is made; one that is there ends none that is being made."""
        if isinstance(text, base.Later):
            self.wait_for(self.text_later, lambda: text, then, self.refused)
        else:
            then(text)

    def wait_for(
        self,
        work: Newest,
        make: Callable[[], Any],
        then: Callable[[Any], object],
        fails: Callable[[TreecompareError], object],
        says: Callable[[str], object] | None = None,
    ) -> None:
        """Gives to ``then`` what is made, now or later, in place of what was waited for before. ``says``: where it is said that it
        comes, if not in a message."""
        if work.is_busy and says is None:
            self.messages.hide()  # what was said of what is not waited for any more
        work.drop()
        try:
            made = make()
        except TreecompareError as error:
            fails(error)
            return
        if not isinstance(made, base.Later):
            then(made)
            return

        def end(do: Callable[[Any], object], found: Any) -> None:
            if says is None:
                self.messages.hide()
            if isinstance(found, BaseException) and not isinstance(found, TreecompareError):
                raise found
            do(found)

        says(made.said) if says is not None else self.messages.tell(made.said, stays=True)
        work.ask(lambda cancel: made.make(cancel, lambda _: None), partial(end, then), partial(end, fails))

    # -- where one is --------------------------------------------------------------------------------------------------

    def go(self, to: base.Go) -> None:
        """Another order, other conditions, another place; Back leads here again."""
        self.remember(self.listing.field.text())
        self.order = to.order or self.order
        if to.find is not None:
            self.listing.field.put(to.find)
        if to.order is None and to.find is None and to.place is not None and self.list.go_to_place(to.place):
            return
        self.fill(to.place if to.place is not None else self.place)

    def back(self) -> None:
        """One step out: of a field, of presenting, of what is lit, then to where one was before."""
        focus = self.focusWidget()
        if self.text_later.is_busy:
            self.stop()
        elif self.why.is_asking:
            self.end_asking()
            self.messages.hide()
        elif focus is not None and self.banner.isAncestorOf(focus):
            self.banner.clear()
        elif isinstance(focus, (QLineEdit, QPlainTextEdit)):
            self.list.setFocus()
        elif self.presenting.is_on:
            self.presenting.turn()
        elif self.columns.is_alone:
            self.columns.turn_alone()
        elif self.listing.field.text() and not self.came_under(self.listing.field.text()):
            self.listing.field.take_out_last()
        elif self.way:
            job, order, find, place = self.way.pop()
            self.came = ""
            if job is not self.job:
                self.show_job(job, order, find, place)
            else:
                self.order = order
                self.listing.field.put(find)
                self.fill(place)

    def ask_find(self) -> None:
        """The keyboard goes to Find."""
        if self.listing.isHidden():
            self.columns.turn_list()
        self.listing.field.setFocus()
        self.listing.field.selectAll()

    def next_open(self, by: int) -> None:
        """To the next place that waits for somebody, or the one before."""
        if not self.list.step(by, only_open=True):
            self.messages.tell("No open place in this list.")

    def next_change(self, by: int) -> None:
        """To the next change of the drawing; behind the last one to the next place that is open, or simply the next one."""
        view = self.drawings.view
        steps = view.picture_shown is not None and view.picture_shown.steps
        if self.centre.currentWidget() is self.drawings and steps and view.foot.has_change_after(by):
            view.foot.step(by)
        elif not self.list.step(by, only_open=True):
            self.list.step(by)

    # -- finding -------------------------------------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """All that can be found but sentences."""
        found = [*finding.found_by(one for one in self.commands() if one.key != "search")]
        if self.job is not None:
            found += finding.entries_of(self.job, self.order, self.place, self.go, self.do, self.listing.field.begin)
            found += finding.commands_beside(self.job, self.tabs, self._do_beside)
        there = {one.keys for one in found} | {*keys_of("search")}
        absent = (base.Command(key, told.said, partial(self.run, key), can=False) for key, told in KEYS.items())
        return [*found, *(one for one in finding.found_by(absent) if one.keys not in there)]

    def _do_beside(self, tab: int, key: str) -> None:
        """A command of another tab, which is shown."""
        self.show_tab(tab)
        if self.tab == tab and not self._list_later.is_busy:  # else its places are not there yet
            self._draw()
            self.do(key)

    def search(self) -> None:
        """Opens the palette."""
        group = self.job.view if self.job is not None else SENTENCES
        Palette(
            self,
            finding.Found(self.entries, partial(finding.sentences_of, self.list.places_model.shown, group, self.go)),
        )

    def search_pick(self, pick: base.Pick) -> None:
        """The options of a box in the palette."""
        Palette(self, finding.Found(partial(finding.options_of, pick, self.do, is_alone=True)))

    # -- Qt ------------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answers of Why; Escape; Enter on a button; Space elsewhere; Ctrl+C in a drawing. Who types has all keys."""
        focus, held = self.focusWidget(), event.modifiers() & HELD
        key = "" if held else event.text()
        if event.key() == Qt.Key.Key_Escape:
            self.back()
        elif isinstance(focus, QPushButton) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focus.click()
        elif isinstance(focus, (QLineEdit, QPlainTextEdit)):
            super().keyPressEvent(event)
        elif key in ANSWERS and self.has_letters and self.columns.shows_why and self.why.choice(key) is not None:
            self.do("choose", key)
        elif key == " ":
            self.run("step-back" if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else "step")
        elif event.matches(QKeySequence.StandardKey.Copy) and self.centre.currentWidget() is self.drawings:
            self.drawings.view.copy_image()
            self.messages.tell("Copied: the drawing.")
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.bar.setFixedHeight(HEIGHT if self.width() >= widths.SMALL else LOW)
        if self.has_parts:
            self.columns.arrange()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.has_parts:
            self.text_later.drop()
            self.drawings.stop()
            self.columns.keep()
            self.put_away()
        super().closeEvent(event)
