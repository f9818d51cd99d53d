"""The overview of the open comparison, a window of its own: questions, their tables and plots, the sentences behind a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from treecompare.app.common.errors import show_error
from treecompare.app.common.list_sheet import Offer
from treecompare.app.session.session import Session
from treecompare.app.shell.command import TREES, command
from treecompare.app.shell.frame import FrameWindow
from treecompare.app.window.file_commands import FileCommands
from treecompare.app.window.pattern_commands import STATE as PATTERNS
from treecompare.comparison.questions import STATE, Questions
from treecompare.errors import TreecompareError
from treecompare.registry import find
from treecompare.saved.rows import Key

if TYPE_CHECKING:
    from collections.abc import Callable

    from treecompare.app.frame.window import Window
    from treecompare.comparison.base import Comparison
    from treecompare.comparison.files import Versions
    from treecompare.comparison.judgements import Change
    from treecompare.jobs.compare import CompareJob
    from treecompare.scores.result import View


class OverviewCommands:
    """Opens it, and closes it with the comparison. ``view``: what the main window looks at."""

    def __init__(self, window: FrameWindow, session: Session, files: FileCommands, view: Callable[[], View]) -> None:
        self.window, self.session, self.files, self.view = window, session, files, view
        self.shown: Window | None = None
        """The window, as long as it is open."""
        self._job: CompareJob | None = None
        self._wanted = ""
        """The table or plot that was asked for last."""
        files.file.changed.connect(lambda _: self._follow())

    @command("O&verview", "Ctrl+9", "Questions about the comparison, with the tables and plots that answer them")
    def overview(self) -> None:
        self.show("")

    @command(
        "&A paper says…", tip="Which conventions of an evaluation give a published figure",
        kinds=("constituents", "dependencies"),
    )  # fmt: skip
    def paper_says(self) -> None:
        """Shows where figures of a paper are typed."""
        self.show("paper")

    @command(
        "Trust in &queries…",
        tip="How far queries may be believed; their hits in other texts, by period, corrected by the gold",
        kinds=TREES,
    )
    def trust_in_queries(self) -> None:
        """Shows the tables of queries."""
        self.show("trust")

    def fill_system_menu(self, menu: QMenu) -> None:
        """Figures of a paper are those of a system."""
        menu.addActions([one for one in self.window.actions() if one.objectName() == "paper_says"])

    def begin(self, comparison: Comparison) -> None:
        """A comparison is opened: it is asked what its file keeps."""
        kept = self.files.file
        comparison.questions = Questions.of(kept.stored(STATE), kept.stored(PATTERNS) or {})

    def takes(self, wanted: Sequence[str] | Versions) -> bool:
        """Asks files of queries that were dropped, in place of those before; says whether they are some."""
        trust, paths = find("pages", "trust"), [*wanted] if isinstance(wanted, Sequence) else []
        if (
            trust is None
            or not paths
            or not all(one.endswith((".q", ".tsv")) and trust.are_queries(one) for one in paths)
        ):
            return False
        comparison = self.session.comparison
        if comparison is None or comparison.kind not in TREES:
            self.window.tell("Queries are asked of an open comparison of constituents: open the treebanks first.")
            return True
        try:
            for path in paths:
                trust.read_queries(path)
        except TreecompareError as error:
            show_error(self.window, error)
            return True
        comparison.questions = replace(comparison.questions, files=tuple(paths))
        self.files.file.keep({STATE: comparison.questions.stored()})
        self.show("trust")
        return True

    def show(self, key: str) -> None:
        """Shows the table or plot of that name, or where one was; says that it must wait until everything is compared."""
        comparison = self.session.comparison
        if comparison is None or not self.session.is_compared:
            self.window.tell("Wait until all sentences are compared.")
            return
        patterns = self.files.file.stored(PATTERNS) or {}  # some may have been kept meanwhile
        comparison.questions = replace(comparison.questions, patterns=patterns)
        self._wanted = key
        if self.shown is None:
            self._open(comparison)
        elif self._job is not None:  # else it is being made
            self._turn(self.shown)
        if self.shown is not None:
            self.shown.raise_()
            self.shown.activateWindow()

    def offers(self) -> Iterator[Offer]:
        """Tables and plots that the open comparison has."""
        if (comparison := self.session.comparison) is None:
            return
        from treecompare.jobs.questions import ENTRIES, entries_for

        for one in (ENTRIES[place] for place in entries_for(comparison.kind)):
            if not one.needs(comparison):
                words = f"{one.about} {one.key} {f'{one.plot} plot' if one.plot else ''}"
                yield Offer(one.title, one.question.title, partial(self.show, one.key), synonyms=words)

    def _open(self, comparison: Comparison) -> None:
        from treecompare.app.frame.window import Window
        from treecompare.jobs.compare import CompareJob
        from treecompare.jobs.overview import OverviewJob

        def made(*_: object) -> CompareJob:
            return CompareJob(comparison, self._keep, overview=partial(OverviewJob, keep=self.files.file.keep))

        window = self.shown = Window()
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.setWindowIcon(self.window.windowIcon())
        window.helpWanted.connect(self.window.view.show_page)  # type: ignore[attr-defined]
        window.destroyed.connect(partial(self._forget, window))
        window.opened.connect(lambda job: self._begin(window, job))
        window.open(made, "Overview")
        window.show()

    def _begin(self, window: Window, job: CompareJob) -> None:
        """What the main window looks at is looked at there."""
        self._job, view = job, self.view()
        job.system, job.a, job.b, job.average = view.system, view.key_a, view.key_b, view.average
        self._turn(window)

    def _turn(self, window: Window) -> None:
        from treecompare.jobs.base import ANEW

        window.show_tab([name for name, _ in window.tabs].index("Overview"))
        if self._wanted and window.job is not None and (place := window.job.place(self._wanted)) >= 0:
            window.listing.field.put("")
            window.fill(place)
            if self._wanted in ("paper", "trust", "pattern"):  # of what the main window looks at now
                view = self.view()
                window.job.do([place], "system", str(view.system))
                if view.pattern:
                    window.job.do([place], "pattern", view.pattern)
                window.answer(ANEW)

    def _follow(self) -> None:
        """Something was noted, or taken back, in either window."""
        if self.shown is not None and self._job is not None:
            self._job.forget()
            self.shown.refresh()

    def _keep(self, changes: Sequence[Change], title: str) -> None:
        self.files.file.write([(Key(kind, row, name, mark), value) for kind, row, name, mark, value in changes], title)

    def close(self) -> None:
        """The comparison is closed."""
        if self.shown is not None:
            self.shown.close()
            self.shown = self._job = None

    def _forget(self, window: Window) -> None:
        if self.shown is window:
            self.shown = self._job = None
