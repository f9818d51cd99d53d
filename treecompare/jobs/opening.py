"""Opens files, or a comparison file, as a job that keeps what people say: reads, compares, and asks what has to be said before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from glob import has_magic
from pathlib import Path
from typing import Any

from treecompare.comparison.answered import file_of, with_file
from treecompare.comparison.base import Cancel, Progress
from treecompare.comparison.files import SUFFIX, Files, OpeningError, Reading
from treecompare.comparison.settings import Settings
from treecompare.errors import TooLarge, TreecompareError
from treecompare.jobs.base import Doing, Job, Opening, Question, Read, Where
from treecompare.jobs.keeping import Keeping, KeptJob
from treecompare.jobs.remembered import Nowhere, Remembered
from treecompare.saved.opening import Doubt, Opened, Request, comparing, files_of, room_for, tables_outside, unquoted
from treecompare.saved.project import Damaged, Project, TreebankChange
from treecompare.saved.rescue import read_pages
from treecompare.saved.schema import MAGIC
from treecompare.trees.characters import visible

Tell = Callable[[Doing], object]


def opening(
    files: Files,
    settings: Settings | None = None,
    overview: Callable[..., Job] | None = None,
    memory: Remembered | None = None,
    known: dict[str, Any] | None = None,
) -> Opening:
    """What compares files. ``overview``: makes the job of tables beside it; ``memory``: what is remembered of all comparisons;
    ``known``: treebanks that are read already, by path."""
    return _Comparing(Request(files, settings, known=known or {}), overview, memory or Nowhere())


def opening_saved(path: str, overview: Callable[..., Job] | None = None, memory: Remembered | None = None) -> Opening:
    """What opens a comparison file: treebanks and settings that it names, what people said, how it was left."""
    return _Saved(path, overview, memory or Nowhere())


@dataclass(frozen=True)
class _Comparing:
    """Reads what a request names and compares it. ``kept``: what is kept of the comparison that goes on; None: another one begins.
    ``shown``: files that are compared already, under these settings; ``system``: which one is looked at then; None: the same.
    ``path``: of the comparison file that names the files; ``most``: bytes of a file that are read."""

    request: Request
    overview: Callable[..., Job] | None
    memory: Remembered
    kept: Keeping | None = None
    shown: Files | None = None
    system: int | None = None
    path: Path | None = None
    most: int | None = None

    def __call__(self, cancel: Cancel, tell: Tell) -> KeptJob | None:
        """Raises Question: people have to be asked; TreecompareError: nothing can be opened."""
        most = self.kept.most if self.kept is not None else self.most
        opened = None
        try:
            for step in comparing(self.request, cancel, most, self.shown):
                if isinstance(step, Doubt):
                    raise self._doubted(step)
                if isinstance(step, Opened):
                    opened = step
                elif isinstance(step, Reading):
                    tell(Doing(f"reading {step.number} of {step.of}: {step.name}", (step.number - 1) / step.of))
                elif isinstance(step, Progress) and step.total:
                    done = f"comparing: {step.done:,} of {step.total:,} sentences"
                    tell(Doing(done, step.done / step.total, stays=True))
        except OpeningError as error:
            if large := [one for one in error.errors if isinstance(one, TooLarge)]:
                text = f"{error}\n\nReading it may take all the memory of this computer."
                raise Question(text, [("Read anyway", self._with_room(room_for(large)))]) from error
            raise
        if opened is None or not opened.comparison.table.statuses.any():
            return None  # it was ended before there was anything to see
        kept = self.kept or Keeping(self.memory, self.most)
        anew = partial(replace, replace(self, request=opened.request, kept=kept, path=None))
        job = KeptJob(opened, kept, anew, self.overview, self.path, self.system)
        _ = job.orders()  # ranks take long
        return job

    def _with_room(self, most: int) -> Opening:
        def made(cancel: Cancel, tell: Tell) -> KeptJob | None:
            if self.kept is not None:
                self.kept.most = most
            return replace(self, most=most)(cancel, tell)

        return made

    def _doubted(self, doubt: Doubt) -> Question:
        names = ", ".join(map(visible, doubt.others.values()))
        them, they = ("them", "they are") if len(doubt.others) > 1 else ("it", "it is")
        text = f"{names}: hardly any words in common with the gold. Add {them} anyway, though {they} not scored?"
        options: list[tuple[str, Opening | Where]] = [("Add anyway", replace(self, request=doubt.settled(True)))]
        others = doubt.settled(False)
        is_same = self.request.goes_on and self.shown is not None and others.files == self.shown
        if others.files.systems and not is_same:
            options.append(("Leave out", replace(self, request=others)))
        return Question(text, options)


Change = Callable[[Project], object]


@dataclass(frozen=True)
class _Saved:
    """Opens a comparison file. ``changes``: what people said of treebanks that are not where they were; ``is_wanted``: whether they
    have seen what it reads."""

    path: str
    overview: Callable[..., Job] | None
    memory: Remembered
    changes: tuple[Change, ...] = ()
    is_wanted: bool = False

    def __call__(self, cancel: Cancel, tell: Tell) -> KeptJob | None:
        """Raises Question: people have to be asked; TreecompareError: it is no comparison file, or nothing that it names can be
        opened. It is closed again: the job opens it where it comes into the window, so that nothing waits for one that does not."""
        try:
            project = Project.open(Path(self.path))
        except Damaged as error:
            raise self._damaged(error) from error
        try:
            files, settings = self._named(project)
            quoting = unquoted(tables_outside(project)) if project.outside() else nullcontext()
        finally:
            project.close()
        # as it was when it was saved, systems with another text were wanted
        wanted = frozenset(path for _, path in files.systems)
        request = Request(files, settings, wanted=wanted)
        with quoting:
            return _Comparing(request, self.overview, self.memory, path=project.path)(cancel, tell)

    def _named(self, project: Project) -> tuple[Files, Settings]:
        if not self.is_wanted and not self.memory.is_known(self.path):
            files_of(project)  # an error is told before anything is asked
            raise self._asked_first(project)
        for change in self.changes:
            change(project)
        for one in project.changes():
            if one.what == "moved":
                project.relocate(one.treebank.role, one.treebank.name, one.path)
            elif one.what == "missing":
                raise self._missing(one)
        return files_of(project)

    def _asked_first(self, project: Project) -> Question:
        """What somebody else's comparison file reads is seen before anything of it is read."""
        outside = project.outside()
        shown = map(visible, dict.fromkeys((*outside, *project.reads())))
        where = f", {len(outside):,} of them outside its folder" if outside else ""
        text = f"{visible(project.path.name)} was not saved or opened here before. It reads these files{where}:"
        return Question("\n".join((text, *shown)), [("Open", replace(self, is_wanted=True))])

    def _missing(self, change: TreebankChange) -> Question:
        """Without the file a system is left out."""
        bank = change.treebank
        file = file_of(bank.path)
        name = Path(file).name
        text = f"{visible(name)} is no longer where it was: {visible(file)}."

        def found(path: str) -> Opening:
            there = str(Path(path) / name) if has_magic(name) else path  # a pattern stands for its files
            return self._after(lambda project: project.relocate(bank.role, bank.name, with_file(bank.path, there)))

        def left_out(project: Project) -> None:  # the file says so once there is a job: this may be stopped
            project.treebanks = [one for one in project.treebanks if one != bank]

        is_folder = has_magic(name) or not Path(name).suffix
        kinds = [] if is_folder else [(visible(name), Path(name).suffix[1:]), ("All files", "*")]
        read = Read(f"Where is {visible(name)}?", kinds, "")
        options: list[tuple[str, Opening | Where]] = [("Find…", Where(read, found))]
        if bank.role != "gold":
            options.append(("Leave it out", self._after(left_out)))
        return Question(text, options)

    def _after(self, change: Change) -> Opening:
        return replace(self, changes=(*self.changes, change), is_wanted=True)

    def _damaged(self, error: TreecompareError) -> TreecompareError:
        """What can be read of a damaged comparison file can go on in a new one."""
        if not _is_comparison(self.path):
            return error
        read = Read(
            "Save what can be rescued", [("Comparison", SUFFIX)], "", name=f"{Path(self.path).stem} rescued.{SUFFIX}"
        )
        text = f"{visible(self.path)} is damaged. Rescue what can be read into a new file?\n\n{error}"
        return Question(text, [("Rescue…", Where(read, self._rescued))])

    def _rescued(self, into: str) -> Opening:
        def made(cancel: Cancel, tell: Tell) -> KeptJob | None:
            Project.rescue(Path(self.path), Path(into))
            if self.memory.is_known(self.path):
                self.memory.add_known(into)
            return replace(self, path=into)(cancel, tell)

        return made


def _is_comparison(path: str) -> bool:
    """Whether a file that cannot be opened begins like a comparison file, or has something of one."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC or bool(read_pages(Path(path)).values)
    except (OSError, TreecompareError):
        return False
