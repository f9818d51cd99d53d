"""Opens files, or a comparison file, as a job: reads them, compares them, and keeps what people say in the comparison file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from treecompare.comparison.base import Cancel, Comparison, Progress
from treecompare.comparison.files import Files, Opened, Reading, open_files
from treecompare.comparison.judgements import Change
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled, UsageError
from treecompare.jobs.base import Doing, Job, Opening
from treecompare.jobs.compare import CompareJob
from treecompare.saved.comparisons import found_again, put_judgements, tables_outside, unquoted
from treecompare.saved.opening import files_of
from treecompare.saved.project import Project
from treecompare.saved.rows import Key

Tell = Callable[[Doing], object]
Overview = Callable[[CompareJob], Job]


def opening(files: Files, settings: Settings | None = None, overview: Overview | None = None) -> Opening:
    """What compares files. It raises TreecompareError: one cannot be read, or they cannot be compared."""

    def made(cancel: Cancel, tell: Tell) -> CompareJob | None:
        opened = _compared(open_files(files, settings, cancel), cancel, tell)
        job = None if opened is None else CompareJob(opened.comparison, overview=overview)
        if job is not None:
            job.opened = opened
        return job

    return made


def opening_saved(path: str, overview: Overview | None = None) -> Opening:
    """What opens a comparison file: treebanks and settings that it names, what people said, the place where it was left. It raises
    TreecompareError: it is none, or what it names cannot be read."""

    def made(cancel: Cancel, tell: Tell) -> CompareJob | None:
        project = Project.open(Path(path))
        try:
            job = _saved(project, cancel, tell, overview)
        except BaseException:
            project.close()
            raise
        if job is None:
            project.close()
        return job

    return made


def _saved(project: Project, cancel: Cancel, tell: Tell, overview: Overview | None) -> CompareJob | None:
    moved = found_again(project)
    files, settings = files_of(project)
    steps = open_files(files.mapped(lambda one: moved.get(one, one)), settings, cancel)
    with unquoted(tables_outside(project)) if project.outside() else nullcontext():
        opened = _compared(steps, cancel, tell)
    if opened is None:
        return None
    comparison = opened.comparison
    put_judgements(project, comparison)
    place = project.state.get("place", {})
    job = CompareJob(comparison, partial(_store, project, comparison), overview=overview, ended=project.close)
    job.opened = opened
    job.restore({"system": place.get("system")})
    row = place.get("sentence", -1)
    job.begins = comparison.row_of(row) if 0 <= row < comparison.gold_sentences else -1
    return job


def _compared(steps: Iterator[Reading | Progress | Opened], cancel: Cancel, tell: Tell) -> Opened | None:
    """Reads and compares to the end; None: it was ended."""
    found: Opened | None = None
    for step in steps:
        if isinstance(step, Reading):
            tell(Doing(f"reading {step.number} of {step.of}: {step.name}", (step.number - 1) / step.of))
        elif isinstance(step, Opened):
            found = step
    if found is None:
        return None
    try:
        for one in found.comparison.run(cancel=cancel):
            if one.total:
                tell(Doing(f"comparing: {one.done:,} of {one.total:,} sentences", one.done / one.total))
    except Cancelled:
        return None
    return None if cancel.is_set() else found


def _store(project: Project, comparison: Comparison, changes: Sequence[Change], title: str) -> None:
    """Keeps judgements on rows with the gold sentences that stand in them. Raises TreecompareError: they cannot be kept."""
    keys: list[tuple[Key, str | None]] = []
    for kind, row, system, mark, value in changes:
        sentences = comparison.sentences_of(0, row)[0]
        if not sentences:
            raise UsageError("the gold has no such sentence, so nothing can be noted on it")
        there = {key: project.value(key) for key in (Key(kind, one, system, mark) for one in sentences)}
        shown = next((one for one in there.values() if one is not None), None)
        alike = [key for key, one in there.items() if one == shown]  # what others say is not seen, and stays
        keys += [(key, value) for key in (alike[:1] if shown is None else alike)]
    project.write(keys, title, words=comparison.gold_texts())
