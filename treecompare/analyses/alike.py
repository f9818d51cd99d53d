"""Sentences with errors like those of another one: the same labels, else the same types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from treecompare.mappings.errors import Error, ErrorList, ErrorType, Node

Labels = tuple[str, str, str, str, str]


class Likeness(IntEnum):
    """How like a sentence is, the most first."""

    LABELS = 1
    """The same errors, from the same labels to the same labels."""
    TYPES = 2
    """Errors of the same types."""
    SOME = 3
    """One of the errors, labels and all."""


@dataclass(frozen=True)
class Sought:
    """The errors that are sought: all those of a sentence, or ``one`` of them."""

    labels: frozenset[Labels]
    types: frozenset[str]
    one: Error | None = None

    @classmethod
    def of(cls, errors: Iterable[Error], types: Sequence[ErrorType], one: Error | None = None) -> Sought:
        """``types``: those of the comparison."""
        found = [one] if one is not None else list(errors)
        return cls(frozenset(map(labels_of, found)), frozenset(type_of(error, types) for error in found), one)

    def likeness(self, errors: Sequence[Error], types: Sequence[ErrorType]) -> Likeness | None:
        """How like what is sought the errors of a sentence are; None where they are not."""
        if not errors:
            return None
        labels = {labels_of(error) for error in errors}
        kinds = {type_of(error, types) for error in errors}
        is_one = self.one is not None
        if self.labels <= labels if is_one else self.labels == labels:
            return Likeness.LABELS
        if self.types <= kinds if is_one else self.types == kinds:
            return Likeness.TYPES
        return Likeness.SOME if self.labels & labels else None

    def among(self, errors: Iterable[Error], types: Sequence[ErrorType]) -> Error | None:
        """The error of a sentence that is most like the one that is sought; None where all are sought."""
        if self.one is None:
            return None
        ranked = sorted(
            errors, key=lambda error: (labels_of(error) not in self.labels, type_of(error, types) not in self.types)
        )
        return ranked[0] if ranked else None


def labels_of(error: Error) -> Labels:
    """What two errors have in common that are the same but for their words."""
    return error.kind, error.what, error.label, error.source, error.target


def type_of(error: Error, types: Sequence[ErrorType]) -> str:
    """The key of the first type that an error is of."""
    return next((one.key for one in types if one.has(error)), error.kind)


def error_at(errors: Iterable[Error], nodes: Sequence[Node]) -> Error | None:
    """The error to which one of these nodes belongs, rather as a changed node than as one that moved."""
    wanted, errors = set(nodes), list(errors)
    own = [error for error in errors if wanted.intersection(error.nodes)]
    return next(iter(own or [error for error in errors if wanted.intersection(error.moved)]), None)


def next_alike(
    sought: Sought,
    errors: ErrorList,
    types: Sequence[ErrorType],
    order: Sequence[int],
    row: int,
    direction: int,
    at_least: Likeness | None = None,
) -> tuple[int, Likeness] | None:
    """The next row after ``row`` (direction 1), or the one before (-1), that is like what is sought, round the ends.

    ``order``: the sentence of each row. ``at_least``: what is less like it does not count; by default the row that is most like
    it is found, the next one of these. None where no other row is like it.
    """
    found: tuple[int, Likeness] | None = None
    for step in range(1, len(order)):
        place = (row + direction * step) % len(order)
        likeness = sought.likeness(errors.of(order[place]), types)
        if likeness is None:
            continue
        if at_least is not None:
            if likeness <= at_least:
                return place, likeness
        elif found is None or likeness < found[1]:
            found = place, likeness
            if likeness == Likeness.LABELS:
                break
    return found
