"""What a class is not to know yet: whose analyses these are, or what the gold is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from treecompare.comparison.base import AnyTreebank
from treecompare.extras.teaching.exercise import Exercise

T = TypeVar("T")


def without_names(exercise: Exercise) -> Exercise:
    """The same trees under names that say nothing: ``gold`` and ``system``, or ``A`` and ``B`` where neither is gold.

    Several golds are ``gold 1``, ``gold 2``, ….
    """
    first, second = ("gold", "system") if exercise.is_gold else ("A", "B")
    several = len(exercise.golds) > 1
    golds = tuple(
        _called(one, f"{first} {number}" if several else first) for number, one in enumerate(exercise.golds, 1)
    )
    return replace(exercise, golds=golds, system=_called(exercise.system, second), title="")


def without_gold(exercise: Exercise) -> Exercise:
    """The system on both sides: every node is matched, and nothing of the gold can be seen or computed.

    Of several golds the one goes whose scheme the system follows, and with it the others.
    """
    beside = dict.fromkeys((0, 1), exercise.dependencies[1]) if 1 in exercise.dependencies else {}
    return replace(
        exercise, golds=(exercise.system,), follows=0, lattices=_systems(exercise.lattices),
        segmentations=_systems(exercise.segmentations), dependencies=beside, is_gold=True, row=0,
    )  # fmt: skip


def _called(treebank: AnyTreebank, name: str) -> AnyTreebank:
    return treebank.with_fields(name=name, path=name)


def _systems(files: Sequence[T]) -> tuple[T, ...]:
    """Of files of which there is one for all or one for each: the system's on both sides."""
    return tuple(files) if len(files) < 2 else (files[1], files[1])
