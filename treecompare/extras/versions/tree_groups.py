"""What happened to changed constituents: the errors of measures, with BASE as the system and HEAD as the gold.

Each changed node belongs to exactly one: it moved, came new, went, has another label or other words. Split and joined sentences are
compared as forests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.extras.versions.constituents import TREE_LAYERS, TreeChanges
from treecompare.extras.versions.groups import shown
from treecompare.mappings.tree_error_types import EXTRA, MISSING, UNARY_EXTRA, UNARY_MISSING
from treecompare.readers.treebank import Treebank
from treecompare.scores.result import ResultTable, Value, count_column, text_column
from treecompare.trees.preparation import has_preterminals
from treecompare.trees.tree import Trees

KINDS = {MISSING: "added", EXTRA: "removed", UNARY_MISSING: "unary-added", UNARY_EXTRA: "unary-removed"}
"""What the errors of a system are called where a version stands in its place."""


class TreeGroup(NamedTuple):
    """Changes of constituents of a kind: what changed, the label, from what to what (sites, or labels)."""

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


def group_results(changes: TreeChanges) -> ResultTable:
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
