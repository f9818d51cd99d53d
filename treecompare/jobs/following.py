"""What a job beside the sentences of a comparison has of theirs: file, history, and the commands about the comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from treecompare.jobs.base import ANEW, Answer, Command, Go, Job, Later, Opening
from treecompare.jobs.compare import CompareJob


class Following(Job):
    """``of``: the job of the sentences, whose places are others."""

    of: CompareJob

    @property
    def paths(self) -> Sequence[str]:
        return self.of.paths

    def of_comparison(self, *more: str) -> list[Command]:
        """The commands that are about the comparison, and some more."""
        return [one for one in self.of.commands() if one.key in self.of.of_file or one.key in more]

    def do_of_comparison(self, action: str, value: Any) -> Sequence[Answer] | None:
        """Does one of them; None: it is none."""
        return self.of.do([], action, value) if action in self.of.of_file else None

    def history(self) -> tuple[str, str] | None:
        return self.of.history()

    def turn(self, is_undo: bool) -> Sequence[Answer]:
        return [*(one for one in self.of.turn(is_undo) if not isinstance(one, Go)), ANEW]

    def again(self) -> Opening | None:
        return self.of.again()

    def beside(self) -> Sequence[tuple[str, Callable[[], Job | Later]]]:
        return self.of.beside()

    def remember(self, kind: str, left: Mapping[str, Any]) -> bool:
        return self.of.remember(kind, left)

    def remembered(self, kind: str) -> Mapping[str, Any] | None:
        return self.of.remembered(kind)
