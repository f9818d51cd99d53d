"""Edits of the same kind, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from treecompare.extras.versions.atoms import LEMMA_FUNCTIONS, compositions
from treecompare.extras.versions.changes import DependencyChanges, TableRows, cell
from treecompare.extras.versions.edits import MIRROR, Edit
from treecompare.scores.result import ResultTable, Value, count_column, text_column

ANYTHING = "*"


class Group(NamedTuple):
    """Edits of a layer and key from one value to another. ``how``: how the head moved; or added, removed, changed; or n:m."""

    layer: str
    key: str
    old: str | None
    new: str | None
    how: str
    number: int


def groups(changes: DependencyChanges, among: Iterable[Edit] | None = None) -> list[Group]:
    """All edits (or those ``among`` them) but DEPS.mirror and those that follow another; the most frequent first.

    Values that occur once join one group of their layer, key and how.
    """
    edits = changes.edits if among is None else among
    kinds = [(_kind(changes, edit), edit) for edit in edits if edit.layer != MIRROR and edit.follows < 0]
    counts = Counter(kind for kind, _ in kinds)
    joined = Counter(_joined(edit) if counts[kind] == 1 and _has_values(kind) else kind for kind, edit in kinds)
    return sorted((Group(*kind, count) for kind, count in joined.items()), key=_order)


def group_table(changes: DependencyChanges) -> TableRows:
    """The same for scripts."""
    heads = ["layer", "key", "from", "to", "how", "count"]
    return [heads, *([*map(cell, group[:5]), str(group.number)] for group in groups(changes))]


def group_results(changes: DependencyChanges, among: Sequence[Edit] | None = None) -> ResultTable:
    """The same for people."""
    columns = *map(text_column, ("layer", "key", "from", "to", "how")), count_column("count")
    rows: list[list[Value]] = [[*map(shown, one[:5]), one.number] for one in groups(changes, among)]
    return ResultTable("Changes by kind", columns, rows)


def shown(value: str | None) -> str:
    """A value for people: ``_`` where it is not there."""
    return "_" if value is None else "" if value == "-" else value


_Kind = tuple[str, str, str | None, str | None, str]


def _order(group: Group) -> tuple[object, ...]:
    texts: Iterable[str | None] = group[:5]
    return (-group.number, *("_" if text is None else text for text in texts))


def _kind(changes: DependencyChanges, edit: Edit) -> _Kind:
    layer, key = edit.layer, edit.key
    if layer == "LEMMA" and edit.word >= 0:
        sentences = changes.base.sentences
        form, lemma = (sentences.symbols[column[edit.word]] for column in (sentences.form, sentences.lemma))
        for name, made in LEMMA_FUNCTIONS.items():
            if made(form, lemma) == edit.new:
                return layer, key, ANYTHING, name, "-"
    if found := compositions(edit):
        return layer, key, ANYTHING, found[0], "-"
    if layer == "HEAD":
        return layer, key, ANYTHING, ANYTHING, edit.how
    if layer == "HEAD+DEPREL":
        return layer, key, *edit.relations, edit.how
    if layer == "DEPS":
        return layer, key, *edit.relations, "-"
    if layer in ("COMMENT", "MWT", "EMPTY"):
        return layer, key, ANYTHING, ANYTHING, edit.kind
    if layer == "WORDS":
        sizes = [0 if one == "-" else one.count("+") + 1 for one in (edit.base_word, edit.head_word)]
        return layer, key, ANYTHING, ANYTHING, f"{sizes[0]}:{sizes[1]}"
    return layer, key, edit.old, edit.new, "-"


def _has_values(kind: _Kind) -> bool:
    """Whether it stands for certain values, and for no function."""
    return kind[2] != ANYTHING


def _joined(edit: Edit) -> _Kind:
    return edit.layer, edit.key, ANYTHING, ANYTHING, edit.how if edit.layer == "HEAD+DEPREL" else edit.kind
