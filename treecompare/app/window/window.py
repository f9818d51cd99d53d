"""The main window: a start page, then a comparison. It only connects; session and workspace do the work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from treecompare.app.common import choosers as opening
from treecompare.app.common import preferences
from treecompare.app.common.bar import repaint_icons
from treecompare.app.common.errors import show_error
from treecompare.app.common.plain import title
from treecompare.app.common.theme import dress
from treecompare.app.common.wording import key_named
from treecompare.app.session.session import Session
from treecompare.app.session.start_page import StartPage, window_icon
from treecompare.app.shell.actions import Actions
from treecompare.app.shell.banner import Banner
from treecompare.app.shell.command import Need, command, declared
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.shell.palette import Palette
from treecompare.app.shell.panes import Panes
from treecompare.app.shell.toolbar import TopBar
from treecompare.app.window.annex import Annex
from treecompare.app.window.commands import Commands
from treecompare.app.window.drawing_commands import DrawingCommands
from treecompare.app.window.file_commands import FileCommands
from treecompare.app.window.menus import menus, offered, setting_switches
from treecompare.app.window.opening_commands import OpeningCommands
from treecompare.app.window.overview import OverviewCommands
from treecompare.app.window.palette_entries import Entries, all_commands, shortcut, without_key
from treecompare.app.window.pattern_commands import PatternCommands
from treecompare.app.window.report import ReportCommands
from treecompare.app.window.setting_commands import SettingCommands
from treecompare.app.window.sheet_commands import SheetCommands
from treecompare.app.window.sides import NAMES as SIDES
from treecompare.app.window.sides import SideCommands
from treecompare.app.window.summary import Summary
from treecompare.app.window.view_commands import ViewCommands
from treecompare.comparison.files import Files, OpeningError
from treecompare.errors import TooLarge, counted
from treecompare.registry import all_of, is_here, load
from treecompare.resources import queries_beside
from treecompare.saved.opening import Opened, Request, room_for

if TYPE_CHECKING:
    from treecompare.app.common.list_sheet import Offer
    from treecompare.app.window.workspace import Workspace


class UnreadFiles:
    """Tells of them in the banner; ``shown`` is called when there is one."""

    def __init__(self, banner: Banner, session: Session, files: FileCommands, shown: Callable[[], None]) -> None:
        self._banner, self._session, self._files, self._shown = banner, session, files, shown

    def tell(self, errors: Sequence[Exception], intro: str, request: Request | None) -> None:
        """Tells of files; those that are larger than the memory seems to allow may be read all the same."""
        large = [one for one in errors if isinstance(one, TooLarge)]
        retry = None
        if large and request is not None:
            tip = "Reading may take all the memory of this computer."
            retry = "Read anyway", tip, partial(self._read_anyway, large, request)
        self._banner.tell(errors, intro, retry)
        self._shown()

    def _read_anyway(self, large: Sequence[TooLarge], request: Request) -> None:
        self._session.most = room_for(large)
        if request.project is not None:
            self._files.open(str(request.project.path))
        else:
            self._session.open(request.files, request.settings)


class MainWindow(FrameWindow):
    """Session, views and commands of one window, and what they tell each other."""

    def __init__(self) -> None:
        super().__init__()
        self.session = Session(self)
        self.session.reading.connect(lambda item: self.progress.show_reading(item.number, item.of, item.name))
        self.session.begun.connect(self._show_state)
        self.session.opened.connect(self._opened)
        self.session.progressed.connect(self._progressed)
        self.session.ended.connect(self._ended)
        self.session.failed.connect(self._failed)
        self._title = ""
        self.workspace: Workspace | None = None
        self.banner = Banner()
        self._add_commands()
        self.toolbar = self._made_toolbar()
        self.summary = Summary(
            self.toolbar, self.docks, self.session, self.sheets.show_warnings, self.commands.show_marked
        )
        for line in (self.toolbar, self.banner, *(extra.line for extra in self.extras.values())):
            if line is not None:
                self.add_line(line)
        self.unread = UnreadFiles(self.banner, self.session, self.files, self.panes.fit_soon)

        self.opener.search.counted.connect(self.progress.show_search)
        self.opener.search.ended.connect(lambda _: self.progress.setVisible(self.session.is_busy))
        self.progress.stopped.connect(self._stop)
        self.setAcceptDrops(True)
        self.setWindowIcon(window_icon(self.palette()))
        self.start_page = StartPage(self.actions_.by_name)
        self.start_page.openWanted.connect(self.opener.open_files)
        self.start_page.sampleWanted.connect(self.opener.open_sample)
        self.start_page.recentWanted.connect(self.opener.open_recent)
        self.start_page.commandWanted.connect(lambda name: self.actions_.by_name[name].trigger())
        self.start_page.forgetWanted.connect(self.opener.forget_recent)
        self.opener.forgotten.connect(self.start_page.refresh)
        self.pages.addWidget(self.start_page)
        self.actions_.choose("theme", self.view.theme)
        if preferences.text("average") == "mean":
            self.actions_.choose("average", "mean")
        self.view.change_text_size(preferences.number("text_size", 0))
        dress(self)
        screen = self.screen().availableSize()
        self.resize(min(1600, screen.width() * 92 // 100), min(1000, screen.height() * 92 // 100))
        self.restoreGeometry(preferences.state("geometry"))
        self._show_settings()
        self._show_start()

    # -- parts -----------------------------------------------------------------------------------------------------------

    def _add_commands(self) -> None:
        """Who does what, and the menus and the tool bar that offer it."""
        self.panes = Panes(self, self._space)
        self.docks = self.panes.by_name
        self.scoring = SettingCommands(self, self.session, self._space, lambda: self.actions_)
        self.scoring.changed.connect(self._show_settings)
        self.files = FileCommands(self, self.session, self._space)
        self.files.stateChanged.connect(self._show_state)
        self.patterns = PatternCommands(self, self.files, self._space)
        self.extras: dict[str, Annex] = {
            name: load(where)(self, self.session, self.files, self.ready_workspace)
            for name, where in all_of("windows").items()
        }
        self.report = ReportCommands(self, self.session, self.ready_workspace)
        self.opener = OpeningCommands(self, self.session, self.files, self.ready_workspace, self.scoring.wanted)
        self.drawing = DrawingCommands(self, self.session, self.ready_workspace)
        self.sides = SideCommands(self, self.session, self.files, self.docks, self.ready_workspace)
        self.commands = Commands(self, self.session, self.panes, self.drawing, self.ready_workspace)
        self.view = ViewCommands(self, self.panes, self._keys)
        self.overview = OverviewCommands(self, self.session, self.files, lambda: self.ready_workspace().view())
        for extra in self.extras.values():
            extra.tableWanted.connect(self.overview.show)
        self.opener.takers = [self.overview.takes, *(extra.takes for extra in self.extras.values())]
        self.sheets = SheetCommands(
            self,
            self.session,
            self.view,
            self.ready_workspace,
            lambda: self.actions_,
            self.scoring.wanted,
            self.scoring.change,
        )
        doers = (
            self, self.session, self.opener, self.files, self.commands, self.drawing, self.sides, self.view, self.panes,
            self.patterns, self.report, self.sheets, self.scoring, self.overview,
            *(doer for extra in self.extras.values() for doer in extra.doers()),
        )  # fmt: skip
        commands = {**declared(*doers), **setting_switches(self.scoring.choose)}
        for name, key in (("paper_says", "detective"), ("trust_in_queries", "trust")):
            if not is_here(key):
                del commands[name]
        fill = {"recent": self.opener.fill_recent, "marks": self.drawing.show_marks}
        self.actions_ = Actions(self, commands, offered(menus(fill), commands))
        self.sides.named.connect(self.actions_.call)

    def _made_toolbar(self) -> TopBar:
        of = self.actions_.by_name
        averages = list(self.actions_.switches["average"].values())
        bar = TopBar((of["previous_sentence"], of["next_sentence"]), averages, of["inspector"])
        bar.searchWanted.connect(self.show_palette)
        bar.scoringWanted.connect(self.sheets.scoring)
        bar.numberWanted.connect(self.commands.go_to_sentence)
        bar.swapWanted.connect(lambda: self.ready_workspace().sentences.swap_measures())
        bar.systemChosen.connect(lambda system: self.ready_workspace().systems.choose(system))
        return bar

    def _space(self) -> Workspace | None:
        return self.workspace

    def ready_workspace(self) -> Workspace:
        """The views; made when they are needed first, since they need numpy."""
        if self.workspace is None:
            from treecompare.app.window.workspace import Workspace

            space = self.workspace = Workspace(self.session, self)
            space.set_average("mean" if self.actions_.chosen("average") == "mean" else "pooled")
            space.mappingDrawn.connect(self.actions_.show_mapping)
            space.counting.dependenciesWanted.connect(lambda: self.scoring.change_one("with_dependencies", "auto"))
            space.systems.removeWanted.connect(self.opener.leave_out)
            space.systems.menuShown.connect(self.overview.fill_system_menu)
            for changed in (space.systems.model.modelReset, space.systems.model.dataChanged):
                changed.connect(self.summary.say_systems)
            space.told.connect(self.tell)
            space.errors.tableWanted.connect(self.overview.show)
            space.errors.nextWanted.connect(lambda: self.commands.next_change())
            if space.systems.outcomes is not None:
                space.systems.outcomes.wanted.connect(lambda: self.overview.show("outcomes"))
            self.files.connect_workspace(space)
            self.pages.addWidget(space.layout)
            self.panes.set_layout(space.layout)
            for one in space.entries:
                self.panes.add(one.name, one.title, space.widgets[one.name], one.place)
                action = self.panes.action_of(one.name, one.title, one.keys)
                self.addAction(action)
                self.actions_.add_pane(action)
            offers = self.docks["sentences"].offers
            self.docks["sentences"].offers = {"Copy command": self.commands.copy_list_command, **offers}
            self.summary.show(space)
            space.kindAdded.connect(lambda: order_tabs(space, self.toolbar))
            order_tabs(space, self.toolbar)
            space.layout.inspectorShown.connect(self.actions_.by_name["inspector"].setChecked)
            space.layout.hint.dismissed.connect(self._put_hint_away)
            space.layout.rail.search.clicked.connect(self.show_palette)
            space.layout.roomChanged.connect(self._follow_room)
            space.layout.tabs.currentChanged.connect(lambda _: self._place_messages())
            self.messages.grown.connect(space.layout.leave_foot)
            space.sentences.menuWanted.connect(self._row_menu)
        return self.workspace

    def _follow_room(self) -> None:
        """The tool bar is shorter where the window is narrower."""
        space = self.workspace
        if space is not None and self.is_comparing:
            self.toolbar.follow(self.room)
            self.summary.say_position()
            self._place_messages()

    def _place_messages(self) -> None:
        space = self.workspace
        if space is None or not self.is_comparing:
            self.place_messages(0, False)
            return
        layout = space.layout
        has_column = not layout.has_rail and not layout.left.isHidden()
        self.place_messages(layout.left.width() if has_column else 0, layout.has_rail)

    @command(
        "Comm&and palette…",
        "Ctrl+K",
        "Find a command, table, plot, system, sentence or help page by a few letters",
        need=Need.NOTHING,
        name="palette",
    )
    def show_palette(self) -> Palette:
        self.activateWindow()
        space = self.workspace if self.is_comparing else None
        return Palette(self, Entries(self.menuBar(), self.actions_, self._offers, space, self.show_dock))

    def _offers(self) -> Iterator[tuple[str, Offer]]:
        """What is listed in sheets, with the name of its list."""
        lists = (
            ("sample", self.opener.offers()), ("help page", self.view.pages()),
            ("saved pattern", self.patterns.offers()), ("table", self.overview.offers()),
        )  # fmt: skip
        yield from ((name, one) for name, offers in lists for one in offers)
        yield from (offer for extra in self.extras.values() for offer in extra.offers())

    def _keys(self) -> Iterator[tuple[str, str, str]]:
        """Where each command stands, its title and its keys."""
        commands = all_commands(self.menuBar(), self.actions_)
        return ((path, without_key(one.text()), shortcut(one)) for path, one in commands)

    def _row_menu(self, place: QPoint) -> None:
        """What can be done with the chosen sentence."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Note", lambda: self.panes.call_to("notes"))
        menu.addAction("Mark…", self.commands.mark)
        copied = menu.addMenu("Copy")
        copied.addActions([self.actions_.by_name[name] for name in ("copy", "copy_sentence", "copy_command")])
        for name in ("save_handout", "next_difference", "next_like", "previous_like", "sort"):
            menu.addAction(self.actions_.by_name[name])
        menu.popup(place)

    def show_dock(self, name: str) -> None:
        """Brings a pane to the front."""
        self.panes.show(name)

    # -- start page or comparison ----------------------------------------------------------------------------------------

    @property
    def is_comparing(self) -> bool:
        """Whether a comparison is shown, not the start page."""
        return self.pages.currentIndex() == 1

    def _show_start(self) -> None:
        self._store_layout()
        self.messages.clear()  # it is about what was open
        self.start_page.refresh()
        self.pages.setCurrentIndex(0)
        self.toolbar.hide()
        self.start_page.setFocus()
        self._place_messages()
        self._show_state()

    def _show_comparison(self) -> None:
        if self.is_comparing:
            return
        space = self.ready_workspace()
        self.pages.setCurrentIndex(1)
        self.toolbar.show()
        self.panes.restore()
        self.actions_.show_icons()
        self.actions_.by_name["inspector"].setChecked(space.layout.is_open)
        self.toolbar.follow(self.room)
        self._place_messages()
        if preferences.text("hint") != "seen":
            space.layout.hint.say("A and B are two measures. Press N for the next difference.")
            space.layout.arrange()
        space.sentences.table.setFocus()

    def _put_hint_away(self) -> None:
        """For good; the drawing that it was about gets the keyboard, unless a list has it."""
        preferences.store("hint", "seen")
        if not isinstance(QApplication.focusWidget(), QAbstractItemView):
            self.ready_workspace().drawing_view.canvas.setFocus()

    def _store_layout(self) -> None:
        if self.is_comparing:
            self.panes.store()
            self.ready_workspace().sentences.table.store_view()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Messages stay over the foot of the left column."""
        super().resizeEvent(event)
        self._place_messages()

    @command("&Close comparison", "Ctrl+W", "Go back to the start page")
    def close_comparison(self) -> None:
        for extra in self.extras.values():
            extra.closed()
        self.overview.close()
        self.files.close()
        self.session.close()
        self.progress.end()
        self.banner.clear()
        self._show_start()
        if self.workspace is not None:
            self.workspace.stop()
            self.workspace.show_comparison()
        self.scoring.take(None)

    def _stop(self) -> None:
        """Ends what goes on; a search takes what it has found."""
        if self.opener.search.worker is not None:
            self.opener.search.stop()
        else:
            self.session.cancel()

    # -- opening ---------------------------------------------------------------------------------------------------------

    def open_comparison(self, files: Files) -> None:
        """Reads the files in the background and shows them."""
        self.opener.open_comparison(files)

    def open_sample(self, key: str) -> None:
        """Opens a shipped comparison."""
        self.opener.open_sample(key)

    def open_dropped(self, paths: list[str]) -> None:
        """Opens a new comparison, or adds systems to the open one."""
        self.opener.open_dropped(paths)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere."""
        if opening.has_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Opens what was dropped, once the program that it comes from need not wait any more."""
        event.acceptProposedAction()
        paths = opening.dropped_files(event.mimeData())
        QTimer.singleShot(0, self, lambda: self.open_dropped(paths))

    # -- what the session tells --------------------------------------------------------------------------------------------

    def _opened(self, opened: Opened) -> None:
        self.overview.close()
        self.files.begin(opened)
        self.overview.begin(opened.comparison)
        space = self.ready_workspace()
        space.show_comparison(opened.request.goes_on)
        self._show_comparison()
        self._show_state()
        self.panes.fit_soon()
        self.docks["words"].setWindowTitle(space.view_shown.words_title())
        self.scoring.take(opened.comparison.settings)
        self.progress.begin()
        names = opened.comparison.table.systems
        what = names[0] if len(names) == 1 else f"{len(names)} systems"
        self._title = f"{Path(opened.files.sides.gold).name}, {what}"
        self.files.opened(opened)
        self.sides.opened(opened)
        for extra in self.extras.values():
            extra.opened(opened)
        self.summary.say_systems()
        self.summary.say_system(space.systems.system)
        if not opened.request.goes_on:
            self.banner.clear()
        if opened.errors:
            self.unread.tell(opened.errors, "What could not be opened:", opened.request)

    def _show_state(self) -> None:
        """Which commands make sense, what Undo and Redo would do, what is open and under which name it is saved."""
        comparison = self.session.comparison if self.is_comparing else None
        there = {
            Need.NOTHING: True,
            Need.COMPARISON: comparison is not None,
            Need.WORK: self.session.is_busy,
            Need.UNDO: comparison is not None and self.files.has_undo,
            Need.REDO: comparison is not None and bool(self.files.redoable),
            Need.CROSSING: comparison is None or comparison.has_crossing_branches,
        }
        settings = self.ready_workspace().view_of(comparison).hidden_settings(comparison) if comparison else ()
        possible = [need for need, is_there in there.items() if is_there]
        self.actions_.show_possible(possible, comparison.kind if comparison else "", settings)
        for one in SIDES:
            self.actions_.refuse(one, comparison.needs_gold if comparison is not None else "")
        self.actions_.say("undo", self.files.undoable)
        self.actions_.say("redo", self.files.redoable)
        name = self.files.file.name
        parts = [f"{name} – {self._title}" if name else self._title] if self.is_comparing else []
        self.setWindowTitle(title(" – ".join([*parts, "treecompare"])))

    def _progressed(self, progress: Any) -> None:
        self.progress.show_progress(progress.done, progress.total)
        if self.workspace is not None:
            self.workspace.refresh_soon()

    def _ended(self, is_complete: bool) -> None:
        self.progress.end()
        self._show_state()
        if self.workspace is not None and self.is_comparing:
            self.workspace.update_rows(is_end=True)
            self.summary.say_systems()  # some things are seen in comparing only
            self.scoring.take(
                self.session.settings or self.scoring.settings
            )  # nothing may have been opened with those wanted
            if not is_complete and self.session.is_compared:
                self.tell("Stopped; nothing else was opened.")
            elif not is_complete:
                self.tell(f"Stopped{self.progress.where()}. {key_named('Ctrl+R')} compares all sentences.")
            else:
                self._tell_end()

    def _tell_end(self) -> None:
        """Says what was compared, and how long it took."""
        comparison = self.session.comparison
        if comparison is not None:
            sentences = counted(comparison.sentences, "sentence")
            systems = counted(len(comparison.systems), "system")
            seconds = time.monotonic() - self.session.started
            if queries_beside(comparison.gold.path) and is_here(
                "trust"
            ):  # a sample: what one is to do next fits, how long it took does not
                self.tell("Ask its queries: Compare ▸ Trust in queries…")
            else:
                self.tell(f"{sentences} and {systems} compared in {seconds:.1f} s.")

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, OpeningError):
            self.unread.tell(error.errors, "Nothing could be opened.", self.session.failed_request)
        else:
            show_error(self, error)
        self.scoring.take(self.session.settings)

    def _show_settings(self) -> None:
        self.actions_.show_settings(self.scoring.settings)
        self.summary.say_scoring(self.scoring.settings)

    def apply_theme(self) -> None:
        """Light or dark, as chosen or as the system has it now."""
        self.view.apply_theme()

    def changeEvent(self, event: QEvent) -> None:
        """Icons have the colour of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "actions_"):
            self.actions_.show_icons()
            repaint_icons(self)

    # -- the end ---------------------------------------------------------------------------------------------------------

    def store_state(self) -> None:
        """Remembers size and layout."""
        self._store_layout()
        preferences.store("geometry", self.saveGeometry())

    @command("&Quit", "Ctrl+Q", need=Need.NOTHING, name="close")
    def quit(self) -> None:
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape that nobody took goes back: what lies over the drawing goes, then the filter."""
        if event.key() == Qt.Key.Key_Escape and self.is_comparing and self.commands.back():
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remembers the window's state; background work is told to end but not waited for."""
        self.store_state()
        self.opener.search.give_up()
        for extra in self.extras.values():
            extra.closed()
        self.overview.close()
        self.files.close()
        for extra in self.extras.values():
            extra.stop()
        self.report.stop()
        self.hide()
        self.session.stop()
        if self.workspace is not None:
            self.workspace.stop()
        event.accept()


def order_tabs(space: Workspace, toolbar: TopBar) -> None:
    """Tab goes from the tool bar to the systems, the filter, the sentences, the drawing's bar and the drawing, then to the rest."""
    bar = space.sentences.filter_bar
    pictures = [panel.view for view in space.kinds.values() for panel in view.panels]
    order: list[QWidget] = [
        toolbar.back, toolbar.on, toolbar.system, space.sentences.picker_a, toolbar.swap, space.sentences.picker_b,
        *toolbar.average.buttons.values(), toolbar.scoring, toolbar.search, toolbar.inspector, space.systems.table, bar.text,
        bar.more_button,
        bar.reset_button, *bar.fields, bar.chip, space.sentences.table, space.layout.tabs,
        *(stop for one in pictures for stop in one.controls.stops()), *(one.canvas for one in pictures),
        *(one.list for one in pictures),
    ]  # fmt: skip
    for one, other in pairwise(order):
        QWidget.setTabOrder(one, other)
