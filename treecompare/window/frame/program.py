"""The program's window: what is opened in it, by whatever way people name it, and the start page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QIcon
from PySide6.QtWidgets import QApplication

from treecompare import resources
from treecompare.comparison.files import Files, Versions
from treecompare.comparison.roles import named_files
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.folders import stands_for_others
from treecompare.jobs import base, report
from treecompare.jobs.base import Command
from treecompare.jobs.finding import Entry, Found
from treecompare.jobs.remembered import Recent, Remembered
from treecompare.jobs.wanted import (
    LESSONS,
    RECENT,
    SAMPLES,
    cards,
    is_whole,
    meant,
    offers,
    opening_of,
    opens_alone,
    sample,
)
from treecompare.registry import all_of, is_here, need
from treecompare.window.common import preferences
from treecompare.window.common.choosers import TakesFiles
from treecompare.window.frame import settings
from treecompare.window.frame.files import FileSearch
from treecompare.window.frame.palette import Palette
from treecompare.window.frame.start import StartPage
from treecompare.window.frame.window import Window


def commands(window: Any) -> list[Command]:
    """Those that open and close what the window is about."""
    is_open = not window.is_at_start
    return [
        Command("open", "Open…", window.ask, about="Choose the gold treebank, and the systems to compare with it"),
        Command("two-annotators", "Two annotators…", partial(window.ask, (), "annotators")),
        Command("two-versions", "Two versions…", partial(window.ask, (), "versions"), can=is_here("diff")),
        Command("recent", "Recent…", partial(window.list_of, RECENT), can=bool(preferences.recent())),
        Command("from-text", "From text…", window.ask_for_text, can="from-text" in all_of("jobs")),
        Command("samples", "Samples and lessons…", partial(window.list_of, SAMPLES, LESSONS)),
        Command("forget-recent", "Clear recent files", window.forget_recent, can=bool(preferences.recent())),
        Command("start-page", "Start page", window.show_start, can=is_open),
        Command("new-window", "New window", window.again, about="A second window on the same files"),
        Command("close", "Close comparison" if is_open else "Close window", window.close_one),
        Command("quit", "Quit", QApplication.quit),
        Command("log", "What went wrong", lambda: window.helpWanted.emit("log")),
        Command("measures", "What the measures count", lambda: window.helpWanted.emit("measures-here")),
    ]


OWN: Sequence[Callable[[Any], Sequence[Command]]] = (commands, settings.commands)
"""What has commands of the window that belong to no job."""


class FrameWindow(TakesFiles, Window):
    """``wanted``: what is open; None: nothing, or what nobody named. ``settings``: of what is opened next; None: as usual."""

    wanted: Recent | None

    def __init__(self) -> None:
        super().__init__(lambda: [one for own in OWN for one in own(self)])
        self.setWindowIcon(QIcon(str(resources.path("icon.svg"))))
        self.setAcceptDrops(True)
        self.settings: Settings | None = None
        self._memory = Remembered(preferences.text, preferences.store, partial(setattr, self, "wanted"))
        self.search_files = FileSearch(self)
        self.search_files.counted.connect(self._tell_found)
        self.search_files.ended.connect(self._open_found)
        self.start = StartPage(cards())
        self.start.recentWanted.connect(self.open_wanted)
        self.start.sampleWanted.connect(self.open_sample)
        self.start.commandWanted.connect(self.run)
        self.body.addWidget(self.start)
        self.opened.connect(self._take)
        self.helpWanted.connect(self._show_help)
        if geometry := preferences.state("frame/geometry"):
            self.restoreGeometry(geometry)
        self._show_start()

    # -- the start page ------------------------------------------------------------------------------------------------

    @property
    def is_at_start(self) -> bool:
        """Whether nothing is open."""
        return self.body.currentWidget() is self.start

    def show_start(self) -> None:
        """Closes what is open; all that was typed is stored."""
        if self.presenting.is_on:
            self.presenting.turn()
        self.put_away()
        self._show_start()

    def _show_start(self) -> None:
        self.wanted, self.make_job, self.asked = None, None, ()
        if self.has_parts:
            self.drawings.stop()
            self.columns.arrange()
        self.setWindowTitle("treecompare")
        self.bar.title.setText("treecompare")
        self.bar.show_picks(())
        self.bar.show_progress(None)
        self.bar.tabs.show_tabs((), -1)
        self._show_body(self.start)

    def _show_body(self, body: Any) -> None:
        self.body.setCurrentWidget(body)
        for widget in (self.bar.before, self.bar.after, self.bar.number, self.bar.why):
            self.bar.want(widget, body is not self.start)
        self.bar.want(self.bar.title, not self.bar.picks)

    def close_one(self) -> None:
        """What is open; where nothing is, the window."""
        if self.is_at_start:
            self.close()
        else:
            self.show_start()

    def again(self) -> None:
        """One more window; on what is open here, if anything is."""
        window = type(self)()
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.move(self.pos().x() + 40, self.pos().y() + 40)
        window.show()
        if self.wanted is not None:
            window.open_wanted(self.wanted)

    # -- opening -------------------------------------------------------------------------------------------------------

    def open_named(self, named: Mapping[str, Any]) -> None:
        """Opens what the command line named: see :func:`~treecompare.comparison.roles.named_files`."""
        files, unclear = named_files(named)
        self.settings = named.get("settings")
        if files is not None:
            self.open_wanted(files)
        elif unclear:
            self.open_paths(unclear)

    def open_paths(self, paths: Sequence[str]) -> None:
        """Opens what is clear from the names of files that were dropped or named, and asks otherwise. Folders and patterns stand
        for their files, which are looked for in the background."""
        if any(map(stands_for_others, paths)):
            self.search_files.look(paths)
            return
        self.search_files.drop()
        self._open_found(list(dict.fromkeys(paths)))

    take_files = open_paths

    def _tell_found(self, count: int) -> None:
        stop = ("Stop", self.search_files.stop)  # takes what is found
        self.banner.tell([f"Looking for files… {count:,} found"], stop, stays=False)

    def _open_found(self, paths: list[str]) -> None:
        self.banner.clear()
        if not paths:
            self.banner.tell(["Nothing was found there that can be opened."], stays=False)
            return
        can_add = self.job is not None and any(one.key == "add-systems" and one.can for one in self.job.commands())
        what, files = meant(paths, self.search_files.stood_for, can_add)
        does: Mapping[str, Callable[[Any], object]]
        does = {"open": self.open_wanted, "add": partial(self.do, "add-systems"), "ask": self.ask}
        does[what](files)

    def open_wanted(self, wanted: Recent, known: Mapping[str, Any] | None = None) -> None:
        """Reads and compares in the background what is wanted, but for treebanks that are ``known``, by path."""
        if isinstance(wanted, Files) and not is_whole(wanted):
            self.ask([wanted.gold, *(path for _, path in wanted.golds)])
            return
        try:
            self.open(*opening_of(wanted, self._memory, known, self.settings), wanted)
        except UsageError as error:
            self.banner.tell([f"{error}."], stays=False)

    def open(self, make: base.Opening, said: str, wanted: Any = None) -> None:
        self.banner.clear()
        self._show_body(self.work)
        super().open(make, said, wanted)

    def ask_for_text(self) -> None:
        """Trees, or a sentence and a grammar, that are typed."""
        self.open(need("jobs", "from-text")(), "From text")

    def open_sample(self, key: str) -> None:
        """Opens a shipped comparison, two versions of a treebank, or a lesson. Says what is missing where it cannot."""
        found = sample(key)
        if found is not None:
            self.open_wanted(found)
        else:
            self.banner.tell([f"There is no sample '{key}'."], stays=False)

    def ask(self, paths: Sequence[str] = (), what: str = "gold") -> None:
        """Asks which files are what. ``what`` is compared: one of :data:`~treecompare.jobs.choosing.WHAT`."""
        from treecompare.window.frame import open_sheet

        open_sheet.ask(self, lambda one: self.open_wanted(one.files(), one.treebanks()), paths, what=what)

    def _take(self, job: base.Job) -> None:
        self.settings = None
        self._show_body(self.work)
        if self.wanted is not None and (isinstance(self.wanted, Versions) or opens_alone(self.wanted.gold)):
            preferences.add_recent(self.wanted)  # a comparison does so itself
        if isinstance(self.wanted, Files) and not resources.is_shipped(self.wanted.gold):
            preferences.store("folder", str(Path(self.wanted.gold).absolute().parent))  # choosers begin there
        self.banner.tell(job.remarks(), stays=False)

    def say_instead(self, why: str) -> None:
        """In a line, which hides nothing; where nothing else is open, over the start page."""
        again = ("Try again", partial(self.open, *self.asked))
        if self.job is not None:
            super().say_instead("")
        else:
            self._show_start()
        self.banner.tell([why] if why else [], again, stays=False)

    # -- what is there -------------------------------------------------------------------------------------------------

    def commands(self) -> list[Command]:
        found = {one.key: one for one in super().commands()}
        return [one._replace(do=partial(_doing, one)) for one in found.values()]

    def entries(self) -> list[Entry]:
        return [*super().entries(), *self.offers()]

    def list_of(self, *groups: str) -> None:
        """The palette with what stands below some of its headings."""
        Palette(self, Found(lambda: [one for one in self.offers() if one.group in groups]))

    def offers(self) -> Sequence[Entry]:
        """What can be opened, and read."""
        return offers(preferences.recent(), self.open_wanted, self.helpWanted.emit)

    def forget_recent(self) -> None:
        """No recent comparison is listed any more."""
        preferences.forget_recent()
        self.start.refresh()

    def _show_help(self, page: str) -> None:
        from treecompare.window.frame.help import show_page

        show_page(self, page)

    # -- Qt ------------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        self.search_files.drop()
        self.start.stop()
        preferences.store("frame/geometry", self.saveGeometry())
        super().closeEvent(event)


def _doing(one: Command) -> None:
    report.step(one.key)
    one.do()
