"""The kinds of treebanks of which versions are compared, of dependencies and of constituents, behind one class."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

import numpy as np

from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.drawing.scene import Scene
from treecompare.extras.versions.atoms import compositions, lemma_functions
from treecompare.extras.versions.constituents import NODES, TREE_LAYERS, TreeChanges, tree_changes_between
from treecompare.extras.versions.edits import (
    LAYERS,
    MIRROR,
    AnyChanges,
    Count,
    DependencyChanges,
    Edit,
    TableRows,
    cell,
    changes_between,
    counts_of,
    place_cells,
)
from treecompare.extras.versions.examples import arc_sides, arcs_drawn, tree_sides, trees_drawn
from treecompare.extras.versions.rules import Rules, find_rules, rule_table
from treecompare.extras.versions.sources import Read
from treecompare.extras.versions.version import Watch
from treecompare.mappings.errors import EXTRA, MISSING, UNARY_EXTRA, UNARY_MISSING
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.scores.result import ResultTable, Value, count_column, text_column
from treecompare.trees.preparation import has_preterminals
from treecompare.trees.tree import Trees

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
    functions = lemma_functions(changes.base.sentences, edit) if layer == "LEMMA" and edit.word >= 0 else []
    if found := [*functions, *compositions(edit)]:
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


C = TypeVar("C", bound=AnyChanges)


class Kind(ABC, Generic[C]):
    """A kind of treebank."""

    holds: ClassVar[type[AnyTreebank]]
    layers: ClassVar[tuple[str, ...]]
    """What may be compared, in the order in which it is told."""
    has_rules: ClassVar[bool]
    """Whether rules are looked for."""

    @abstractmethod
    def between(self, base: Read, head: Read, watch: Watch) -> C:
        """What changed from BASE to HEAD, which are of this kind. Raises Cancelled: ``watch`` ended it."""

    @abstractmethod
    def rules(self, changes: C, watch: Watch) -> Rules:
        """The rules behind the edits; none where they are not looked for. Raises Cancelled: ``watch`` ended it."""

    @abstractmethod
    def groups(self, changes: C, among: Sequence[Edit] | None = None) -> ResultTable:
        """Edits of the same kind, counted: all of them, or some."""

    @abstractmethod
    def scenes(self, changes: C, rows: Sequence[int], lit: dict[int, set[int]]) -> Iterator[tuple[int, Scene]]:
        """Rows drawn in both versions, as far as they can be drawn. ``lit``: by row, places in BASE of words to point out."""

    @abstractmethod
    def sides(self, changes: C, row: int) -> tuple[AnyTreebank, AnyTreebank]:
        """The sentences of a row in both versions; of a version that has none, none."""

    # -- for files that scripts compare ------------------------------------------------------------------------------------

    @abstractmethod
    def counts(self, changes: C) -> list[Count]:
        """How much there is of what else than sentences and words."""

    @abstractmethod
    def tables(self, changes: C, rules: Rules) -> dict[str, TableRows]:
        """The tables that scripts compare, besides those of sentences and counts."""

    def further_cells(self, changes: C, row: int | None) -> list[str]:
        """Further cells of the table of sentences; None: their heads."""
        return []


AnyKind = Kind[Any]


class DependencyKind(Kind[DependencyChanges]):
    """Versions of dependencies."""

    holds: ClassVar = DependencyTreebank
    layers: ClassVar = LAYERS
    has_rules: ClassVar = True

    def between(self, base: Read, head: Read, watch: Watch) -> DependencyChanges:
        sides = cast(tuple[DependencyTreebank, DependencyTreebank], (base.treebank, head.treebank))
        return changes_between(*sides, watch)

    def rules(self, changes: DependencyChanges, watch: Watch) -> Rules:
        return find_rules(changes, watch)

    def groups(self, changes: DependencyChanges, among: Sequence[Edit] | None = None) -> ResultTable:
        return group_results(changes, among)

    def scenes(
        self, changes: DependencyChanges, rows: Sequence[int], lit: dict[int, set[int]]
    ) -> Iterator[tuple[int, Scene]]:
        return arcs_drawn(changes, rows, lit)

    def sides(self, changes: DependencyChanges, row: int) -> tuple[AnyTreebank, AnyTreebank]:
        return arc_sides(changes, row)

    def counts(self, changes: DependencyChanges) -> list[Count]:
        edits = changes.edits
        layers = Counter(edit.layer for edit in edits)
        rows: list[Count] = [("words", "paired", changes.paired_words)]
        rows += [("edits", layer, layers[layer]) for layer in LAYERS]
        rows.append(("edits", f"all but {MIRROR}", len(edits) - layers[MIRROR]))
        rows.append(("edits", "that follow another", sum(edit.follows >= 0 for edit in edits)))
        rows.append(("words", "with an edit", changes.changed_words.total()))
        for layer in ("UPOS", "XPOS", "DEPREL"):
            rows += counts_of(layer, (edit.values for edit in edits if edit.layer == layer))
        both = [edit for edit in edits if edit.layer == "HEAD+DEPREL"]
        rows += counts_of("HEAD+DEPREL", (f"{edit.relations[0]} > {edit.relations[1]}" for edit in both))
        for layer in ("FEATS", "MISC", "COMMENT"):
            rows += counts_of(layer, (f"{edit.key} {edit.kind}" for edit in edits if edit.layer == layer))
        moved = [edit for edit in edits if edit.layer in ("HEAD", "HEAD+DEPREL")]
        rows += counts_of("HEAD moves", (edit.how for edit in moved))
        rows += counts_of("side of its mother", (" > ".join(edit.side) for edit in moved if edit.side is not None))
        return [*rows, *([("DEPS", "", layers["DEPS"])] if layers["DEPS"] else [])]

    def tables(self, changes: DependencyChanges, rules: Rules) -> dict[str, TableRows]:
        table = [["row", "base", "head", "base_word", "head_word", "layer", "key", "from", "to", "how", "follows"]]
        for edit in changes.edits:
            follows = "-" if edit.follows < 0 else str(changes.found.base.number(edit.follows))
            values = cell(edit.key), cell(edit.old), cell(edit.new)
            table.append([*place_cells(edit), edit.layer, *values, edit.how, follows])
        return {"edits": table, "groups": group_table(changes), "rules": rule_table(rules)}


class TreeKind(Kind[TreeChanges]):
    """Versions of constituents, which have no rules."""

    holds: ClassVar = Treebank
    layers: ClassVar = TREE_LAYERS
    has_rules: ClassVar = False

    def between(self, base: Read, head: Read, watch: Watch) -> TreeChanges:
        sides = cast(tuple[Treebank, Treebank], (base.treebank, head.treebank))
        return tree_changes_between(*sides, watch, (base.ids, head.ids))

    def rules(self, changes: TreeChanges, watch: Watch) -> Rules:
        return Rules([], {})

    def groups(self, changes: TreeChanges, among: Sequence[Edit] | None = None) -> ResultTable:
        """What happened to constituents, tags, words."""
        return tree_results(changes)

    def scenes(
        self, changes: TreeChanges, rows: Sequence[int], lit: dict[int, set[int]]
    ) -> Iterator[tuple[int, Scene]]:
        return trees_drawn(changes, rows)

    def sides(self, changes: TreeChanges, row: int) -> tuple[AnyTreebank, AnyTreebank]:
        return tree_sides(changes, row)

    def counts(self, changes: TreeChanges) -> list[Count]:
        layers = Counter(edit.layer for edit in changes.edits)
        rows: list[Count] = [("edits", layer, layers[layer]) for layer in TREE_LAYERS if layer != NODES]
        numbers = [sum(counts) for counts in zip(*(one[:3] for one in changes.brackets.values()), strict=True)] or [
            0
        ] * 3
        what = "constituents in paired sentences"
        rows += [(what, which, number) for which, number in zip(("base", "head", "matched"), numbers, strict=True)]
        rows += counts_of("TAG", (edit.values for edit in changes.edits if edit.layer == "TAG"))
        for side in ("base", "head"):
            only = (bracket.label for one in changes.brackets.values() for bracket in getattr(one, f"only_{side}"))
            rows += counts_of(f"only in {side}", only)
        return rows

    def tables(self, changes: TreeChanges, rules: Rules) -> dict[str, TableRows]:
        edits = [["row", "base", "head", "base_word", "head_word", "layer", "from", "to"]]
        edits += [[*place_cells(edit), edit.layer, cell(edit.old), cell(edit.new)] for edit in changes.edits]
        brackets = [["row", "side", "sentence", "label", "first_word", "last_word"]]
        for number, one in changes.brackets.items():
            for side, only in (("base", one.only_base), ("head", one.only_head)):
                for sentence, label, first, last in only:
                    brackets.append([str(number + 1), side, str(sentence + 1), cell(label), str(first), str(last)])
        return {"edits": edits, "brackets": brackets, "groups": self.groups(changes).exact()}

    def further_cells(self, changes: TreeChanges, row: int | None) -> list[str]:
        """How many constituents there are."""
        if row is None:
            return ["base_constituents", "head_constituents", "matched"]
        return [*map(str, changes.brackets[row][:3])] if row in changes.brackets else ["-"] * 3


KINDS = {MISSING: "added", EXTRA: "removed", UNARY_MISSING: "unary-added", UNARY_EXTRA: "unary-removed"}
"""What the errors of a system are called where a version stands in its place."""


class TreeGroup(NamedTuple):
    """Changes of constituents of a kind: what changed, the label, from what to what (sites, or labels).

    Kinds are the errors of measures, with BASE as the system and HEAD as the gold: a changed node moved, came new, went, has
    another label or other words. Split and joined sentences are compared as forests.
    """

    kind: str
    what: str
    label: str
    old: str
    new: str
    number: int


def tree_groups(changes: TreeChanges) -> list[TreeGroup]:
    """The changes of constituents, the most frequent first, then by code points."""
    rows = [
        number
        for number, one in changes.brackets.items()
        if one.only_base or one.only_head or changes.edits_of_row[number]
    ]
    if not rows:
        return []
    known = {}
    for side, path in enumerate(("BASE", "HEAD")):
        forests = _forests(changes.trees[side], [changes.found.rows[row].sides[side] for row in rows])
        known[path] = Treebank(path, path, "brackets", forests, np.arange(1, len(rows) + 1))
    tags = "yes" if has_preterminals(changes.base.trees) else "no"
    settings = Settings(params="none", preterminals=tags, differing="align")
    comparison = opened(open_files(Files("HEAD", (("BASE", "BASE"),)), settings, known=known)).comparison
    for _ in comparison.run(1):
        pass
    counts = Counter(
        (KINDS.get(one.kind, one.kind), one.what, one.label, one.target, one.source) for one in comparison.errors(0)
    )
    found = [TreeGroup(*key, number) for key, number in counts.items()]
    return sorted(found, key=lambda one: (-one.number, one))


def tree_results(changes: TreeChanges) -> ResultTable:
    """The same for people, and behind them what happened to forms and words, and to tags if no nodes are told of."""
    columns = *map(text_column, ("kind", "type", "label", "from", "to")), count_column("count")
    rows: list[list[Value]] = [list(one) for one in tree_groups(changes)]
    told = ("TAG",) if changes.brackets else ()
    edits = Counter((edit.layer, shown(edit.old), shown(edit.new)) for edit in changes.edits if edit.layer not in told)
    ordered = sorted(edits.items(), key=lambda one: (TREE_LAYERS.index(one[0][0]), -one[1], one[0]))
    rows += [[layer, "", "", old, new, number] for (layer, old, new), number in ordered]
    return ResultTable("Changes by kind", columns, rows)


def _forests(trees: Trees, rows: Sequence[tuple[int, ...]]) -> Trees:
    """The sentences of each row as one."""
    chosen = trees.chosen([sentence for row in rows for sentence in row])
    return replace(chosen, offsets=chosen.offsets[np.cumsum([0, *map(len, rows)])])
