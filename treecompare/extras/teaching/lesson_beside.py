"""What lessons add to a comparison: a copy of a sentence that is changed by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from treecompare.errors import UsageError
from treecompare.extras.teaching.exercise import of_sentence
from treecompare.extras.teaching.lesson_files import Keeper
from treecompare.extras.teaching.lesson_job import LessonJob
from treecompare.extras.teaching.text_job import TextJob
from treecompare.jobs.base import Answer, Command, Job, Later, Open
from treecompare.jobs.beside import Beside
from treecompare.jobs.compare import CompareJob


class LessonBeside(Beside):
    """Copies of sentences of one comparison: the same one again, as it was left, as long as that is open."""

    def __init__(self, job: CompareJob) -> None:
        self.job = job
        self._lessons: dict[tuple[int, int], LessonJob] = {}

    def tabs(self) -> Sequence[tuple[str, Callable[[], Job | Later]]]:
        return ()

    def commands(self) -> Sequence[Command]:
        can = self.job.opened is not None
        return [
            Command("e", "Change a copy by hand", "Lesson", can=can, about="A lesson; no file is changed"),
            Command("from-text", "From text…", "Lesson", about="Trees, or a sentence and a grammar, typed or pasted"),
        ]

    def do(self, places: Sequence[int], action: str, _value: Any) -> Sequence[Answer]:
        if action == "from-text":
            return [Open("Lessons", make=partial(TextJob, None, self.job))]
        return [Open("Lesson", make=partial(self._lesson, places[0]))]

    def _lesson(self, row: int) -> LessonJob:
        """Of the system that is looked at, under the same measures. Raises UsageError: the sentence has no scores."""
        job, key = self.job, (self.job.system, row)
        if job.opened is None:
            raise UsageError("only what was read from files is copied")
        if key not in self._lessons:
            exercise = of_sentence(job.opened.files, job.opened.treebanks, job.comparison, job.system, row)
            self._lessons[key] = LessonJob(exercise, Keeper("", exercise), job)
        lesson = self._lessons[key]
        lesson.restore({"a": job.a, "b": job.b, "drawn_for": job.drawn_for})
        return lesson

    def close(self) -> None:
        """Nothing is held."""
