"""What teaching adds to a comparison: the steps of its scores, its walk, and copies of sentences that are changed by hand."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from treecompare.errors import UsageError, counted
from treecompare.jobs.base import Answer, Ask, Beside, Command, Field, Go, Open, Picture
from treecompare.jobs.compare import CompareJob
from treecompare.measures import measure
from treecompare.saved.rows import WALK
from treecompare.scores.table import PARTIAL, SCORED

if TYPE_CHECKING:  # most comparisons are opened for something else
    from treecompare.extras.teaching.lesson_job import LessonJob
    from treecompare.extras.teaching.walk_job import WalkJob
    from treecompare.extras.teaching.walks import Walk, WalkStep

STEPS = "steps:"
"""Before the part of a score, in the key of the command that goes through it."""


class TeachingBeside(Beside):
    """Of one comparison. Keeps its walk: in its file where it has one, else as long as it is open; so long also copies of its
    sentences as they were left. ``read`` and ``write`` are what a :class:`~treecompare.extras.teaching.walk_job.Keeper` does."""

    def __init__(self, job: CompareJob) -> None:
        self.job = job
        self._steps: list[WalkStep] = []
        self._lessons: dict[tuple[int, int], LessonJob] = {}

    @property
    def steps(self) -> list[WalkStep]:
        """The walk of the comparison, as it is kept."""
        if self.job.kept is None or not (values := self.job.kept.entries(WALK)):
            return self._steps if self.job.kept is None else []
        from treecompare.extras.teaching.walks import read_steps

        return read_steps(values)[0]

    def read(self) -> Walk:
        from treecompare.extras.teaching.walks import Walk

        kept = self.job.kept
        name = kept.name if kept is not None and kept.name else self.job.comparison.gold.name
        return Walk(f"Walk of {name}", "", tuple(self.steps))

    def write(self, walk: Walk, what: str) -> None:
        from treecompare.extras.teaching.walks import changes

        if (kept := self.job.kept) is not None:
            kept.write_entries(changes(kept.entries(WALK), walk.steps), what)
        self._steps = [*walk.steps]

    @cached_property
    def parts(self) -> dict[str, str]:
        """The scores that have steps, with their titles."""
        from treecompare.extras.teaching.steps import scripts

        table = self.job.comparison.table
        scored = (
            (table.statuses[system] == SCORED) | (table.statuses[system] == PARTIAL)
            for system in range(len(table.systems))
        )
        there = next(((system, int(rows.argmax())) for system, rows in enumerate(scored) if rows.any()), None)
        found = scripts(self.job.comparison, *there) if there is not None else ()
        return {one.name: one.title for one in found if not one.word}

    def commands(self) -> Sequence[Command]:
        steps, can = len(self.steps), self.job.opened is not None
        return [
            Command("step", "Step by step", can=bool(self.parts), about="How A and B count this sentence"),
            *(Command(f"{STEPS}{part}", f"Step by step: {title}") for part, title in self.parts.items()),
            Command("add-step", "Add as step", about="This drawing, to the walk of the comparison"),
            Command("own-walk", "Walk of this comparison", can=steps > 0, about=counted(steps, "step", "steps")),
            Command("e", "Change a copy by hand", can=can, about="A lesson; no file is changed"),
            Command("from-text", "From text…", about="Trees, or a sentence and a grammar, typed or pasted"),
        ]

    def do(self, places: Sequence[int], action: str, _value: Any) -> Sequence[Answer]:
        job = self.job
        if action == "add-step":
            return self._add(places[0])
        if action == "own-walk":
            return [Open("Steps", make=self._walk)]
        if action == "e":
            return [Open("Lesson", make=partial(self._lesson, places[0]))]
        if action == "from-text":
            from treecompare.extras.teaching.text_job import TextJob

            return [Open("Lessons", make=partial(TextJob, None, job))]
        part = (
            action.removeprefix(STEPS) if action != "step" else measure(job.b if job.drawn_for == "b" else job.a).part
        )
        from treecompare.extras.teaching.steps_job import ScoreSteps

        return [Open("Steps", make=partial(ScoreSteps, job, places[0], part))]

    def _walk(self) -> WalkJob:
        from treecompare.extras.teaching.stages import Own
        from treecompare.extras.teaching.walk_job import WalkJob

        opened, kept = self.job.opened, self.job.kept
        assert opened is not None
        row_of = self.job.comparison.row_of if kept is None else kept.row_of
        own = Own(opened.files, opened.treebanks, self.job.comparison, row_of)
        return WalkJob(self.read(), own=own, of=self.job, keep=self, edits=True)

    def _add(self, place: int) -> Sequence[Answer]:
        """A step on a sentence and a system with A and B, drawn as they are now. Raises UsageError: it has no scores."""
        from treecompare.extras.teaching.exercise import of_sentence
        from treecompare.extras.teaching.walk_job import HINT, LINES
        from treecompare.extras.teaching.walks import Source, WalkStep, kept_view, view_of

        job, comparison = self.job, self.job.comparison
        opened = job.opened
        if opened is None:
            raise UsageError("these sentences were not read from files; expected some that were")
        of_sentence(opened.files, opened.treebanks, comparison, job.system, place)
        sentences = comparison.sentences_of(job.system, place)[0] if job.kept is None else job.kept.sentences_in(place)
        if not sentences:
            raise UsageError("the gold has no such sentence, so no step can show it")
        picture = job.picture(place)
        wanted = replace(job.asked.wanted, golds=tuple(sorted(job.asked.golds)))
        if isinstance(picture, Picture):
            wanted = replace(wanted, elide=picture.drawn.folds, layout=picture.drawn.arrangement)
        keys = tuple(dict.fromkeys((job.a, job.b)))
        source = Source(sentence=sentences[0] + 1, system=comparison.table.systems[job.system])
        step = WalkStep("", source, measures=keys, view=view_of(kept_view(wanted)), name=secrets.token_hex(6))
        before = self.read()
        self.write(replace(before, steps=(*before.steps, step)), "A new step of the walk")
        walk = self._walk()
        return [Open("Steps", make=lambda: walk), Go(place=len(walk.stops) - 1), Ask(Field("text", HINT, "", LINES))]

    def _lesson(self, row: int) -> LessonJob:
        """Of the system that is looked at, under the same measures. Raises UsageError: the sentence has no scores."""
        from treecompare.extras.teaching.exercise import of_sentence
        from treecompare.extras.teaching.lesson_job import LessonJob
        from treecompare.extras.teaching.walk_files import Keeper

        job, key = self.job, (self.job.system, row)
        if job.opened is None:
            raise UsageError("only what was read from files is copied")
        if key not in self._lessons:
            exercise = of_sentence(job.opened.files, job.opened.treebanks, job.comparison, job.system, row)
            self._lessons[key] = LessonJob(exercise, Keeper("", exercise), job)
        lesson = self._lessons[key]
        lesson.restore({"a": job.a, "b": job.b, "drawn_for": job.drawn_for})
        return lesson
