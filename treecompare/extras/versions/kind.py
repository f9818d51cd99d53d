"""The kinds of treebanks of which versions are compared, of dependencies and of constituents, behind one class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar, cast

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
    joined = Counter(_joined(edit) if counts[kind] == 1 and kind[2] != ANYTHING else kind for kind, edit in kinds)
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


def _joined(edit: Edit) -> _Kind:
    return edit.layer, edit.key, ANYTHING, ANYTHING, edit.how if edit.layer == "HEAD+DEPREL" else edit.kind


C = TypeVar("C", bound=AnyChanges)


@dataclass(frozen=True)
class Kind(Generic[C]):
    """A kind of treebank: what its versions can be asked.

    ``holds``: its treebanks. ``layers``: what may be compared, in the order in which it is told. ``between``: what changed from
    BASE to HEAD. ``rules``: those behind the edits; None where they are not looked for. ``groups``: edits of the same kind,
    counted: all, or some. ``scenes``: rows drawn in both versions, as far as they can be drawn, with words to point out (by row,
    places in BASE). ``sides``: the sentences of a row in both versions; of a version that has none, none. For files that scripts
    compare ``counts``: how much there is of what else than sentences and words; ``tables``: those besides sentences and counts;
    ``further_heads``, ``further_cells``: of the table of sentences. What takes a watch raises Cancelled: that ended it.
    """

    holds: type[AnyTreebank]
    layers: tuple[str, ...]
    between: Callable[[Read, Read, Watch], C]
    rules: Callable[[C, Watch], Rules] | None
    groups: Callable[..., ResultTable]
    scenes: Callable[[C, Sequence[int], dict[int, set[int]]], Iterator[tuple[int, Scene]]]
    sides: Callable[[C, int], tuple[AnyTreebank, AnyTreebank]]
    counts: Callable[[C], list[Count]]
    tables: Callable[[C, Rules], dict[str, TableRows]]
    further_heads: tuple[str, ...] = ()
    further_cells: Callable[[C, int], Sequence[str]] = lambda _changes, _row: ()

    @property
    def has_rules(self) -> bool:
        """Whether rules are looked for."""
        return self.rules is not None


AnyKind = Kind[Any]


def _arcs_between(base: Read, head: Read, watch: Watch) -> DependencyChanges:
    sides = cast(tuple[DependencyTreebank, DependencyTreebank], (base.treebank, head.treebank))
    return changes_between(*sides, watch)


def _arc_counts(changes: DependencyChanges) -> list[Count]:
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


def _arc_tables(changes: DependencyChanges, rules: Rules) -> dict[str, TableRows]:
    table = [["row", "base", "head", "base_word", "head_word", "layer", "key", "from", "to", "how", "follows"]]
    for edit in changes.edits:
        follows = "-" if edit.follows < 0 else str(changes.found.base.number(edit.follows))
        values = cell(edit.key), cell(edit.old), cell(edit.new)
        table.append([*place_cells(edit), edit.layer, *values, edit.how, follows])
    return {"edits": table, "groups": group_table(changes), "rules": rule_table(rules)}


def _trees_between(base: Read, head: Read, watch: Watch) -> TreeChanges:
    sides = cast(tuple[Treebank, Treebank], (base.treebank, head.treebank))
    return tree_changes_between(*sides, watch, (base.ids, head.ids))


def _tree_counts(changes: TreeChanges) -> list[Count]:
    layers = Counter(edit.layer for edit in changes.edits)
    rows: list[Count] = [("edits", layer, layers[layer]) for layer in TREE_LAYERS if layer != NODES]
    for which in ("base", "head", "matched"):
        number = sum(getattr(one, which) for one in changes.brackets.values())
        rows.append(("constituents in paired sentences", which, number))
    rows += counts_of("TAG", (edit.values for edit in changes.edits if edit.layer == "TAG"))
    for side in ("base", "head"):
        only = (bracket.label for one in changes.brackets.values() for bracket in getattr(one, f"only_{side}"))
        rows += counts_of(f"only in {side}", only)
    return rows


def _tree_tables(changes: TreeChanges, _rules: Rules) -> dict[str, TableRows]:
    edits = [["row", "base", "head", "base_word", "head_word", "layer", "from", "to"]]
    edits += [[*place_cells(edit), edit.layer, cell(edit.old), cell(edit.new)] for edit in changes.edits]
    brackets = [["row", "side", "sentence", "label", "first_word", "last_word"]]
    for number, one in changes.brackets.items():
        for side, only in (("base", one.only_base), ("head", one.only_head)):
            for sentence, label, first, last in only:
                brackets.append([str(number + 1), side, str(sentence + 1), cell(label), str(first), str(last)])
    return {"edits": edits, "brackets": brackets, "groups": tree_results(changes).exact()}


def _tree_cells(changes: TreeChanges, row: int) -> Sequence[str]:
    return [*map(str, changes.brackets[row][:3])] if row in changes.brackets else ["-"] * 3


_HAPPENED = {MISSING: "added", EXTRA: "removed", UNARY_MISSING: "unary-added", UNARY_EXTRA: "unary-removed"}
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
        (_HAPPENED.get(one.kind, one.kind), one.what, one.label, one.target, one.source) for one in comparison.errors(0)
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
    chosen = trees.chosen([sentence for row in rows for sentence in row])
    return replace(chosen, offsets=chosen.offsets[np.cumsum([0, *map(len, rows)])])


DEPENDENCIES = Kind(
    DependencyTreebank,
    LAYERS,
    _arcs_between,
    find_rules,
    group_results,
    arcs_drawn,
    arc_sides,
    _arc_counts,
    _arc_tables,
)
CONSTITUENTS = Kind(
    Treebank, TREE_LAYERS, _trees_between, None, tree_results, trees_drawn, tree_sides, _tree_counts, _tree_tables,
    ("base_constituents", "head_constituents", "matched"), _tree_cells,
)  # fmt: skip
KINDS: tuple[AnyKind, ...] = (DEPENDENCIES, CONSTITUENTS)
"""All kinds of treebanks of which versions are compared."""
