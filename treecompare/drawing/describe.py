"""A mapping in words: for screen readers, tooltips and the line under a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from treecompare.drawing.columns import blocks
from treecompare.drawing.edges import edge_texts, secondary_edges
from treecompare.drawing.names import PLAIN, Names
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.tree import KIND_NAMES, WORD, Tree


def words_of(tree: Tree, node: int) -> list[int]:
    """The places in the sentence of the words of a node, from 0."""
    if not tree.is_crossing:
        return list(range(int(tree.starts[node]), int(tree.ends[node])))
    below = slice(node - int(tree.sizes[node]) + 1, node + 1)
    found: list[int] = np.sort(tree.ranks[below][tree.kinds[below] == WORD]).tolist()
    return found


def span_text(tree: Tree, node: int) -> str:
    """``words 3 to 7``, from 1; ``words 2 and 5 to 7`` where these stand apart."""
    parts = [
        str(first + 1) if first == last else f"{first + 1} to {last + 1}"
        for first, last in blocks(words_of(tree, node))
    ]
    if not parts:
        return "no words"
    said = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"word {said}" if said.isdigit() else f"words {said}"


def words_text(tree: Tree, node: int, most: int = 6) -> str:
    """The words of a node, shortened in the middle; ``…`` where others stand between them."""
    runs = [tree.words[first : last + 1] for first, last in blocks(words_of(tree, node))]
    words = [word for run in runs for word in ("…", *run)][1:]
    return " ".join(words if len(words) <= most else [*words[: most // 2], "…", *words[-most // 2 :]])


def nodes_as_objects(tree: Tree) -> list[dict[str, Any]]:
    """What JSON says of each node, in postorder, numbered from 0; ``edge``: the label above it, where there is one."""
    found: list[dict[str, Any]] = [
        {
            "node": node, "label": text, "kind": KIND_NAMES[tree.kinds[node]],
            "span": [int(tree.starts[node]), int(tree.ends[node])],
            **({"words": words_of(tree, node)} if tree.is_crossing else {}),
            "parent": tree.parents[node] if tree.parents[node] >= 0 else None, **({"edge": edge} if edge else {}),
        }
        for node, (text, edge) in enumerate(zip(tree.texts, edge_texts(tree), strict=True))
    ]  # fmt: skip
    for node, mother, label in secondary_edges(tree):
        found[node].setdefault("secondary_edges", []).append({"parent": mother, "edge": label})
    return found


SAID = {DELETED: "gold only", SWAPPED: "relabelled", INSERTED: "system only", MATCHED: "matched"}
"""What people are told of a node, where neither analysis is gold through :meth:`Names.told`."""


@dataclass(frozen=True)
class Change:
    """A node that is in one of the trees only, or relabelled (then the gold one), and what is said of it."""

    side: str
    node: int
    text: str


def changes(mapping: Mapping, names: Names = PLAIN) -> list[Change]:
    """All changes, left to right, larger parts first. ``names``: what gold and system are called."""
    ordered: list[tuple[int, int, Change]] = []
    for side, tree, operation_on in (
        ("gold", mapping.gold, mapping.operation_on_gold),
        ("test", mapping.test, mapping.operation_on_test),
    ):
        for node in range(len(tree)):
            operation = operation_on(node)
            is_counted = tree.kinds[node] != WORD or mapping.counts_words
            if operation == MATCHED or not is_counted or (operation == SWAPPED and side == "test"):
                continue
            label, where = tree.texts[node] or "unlabelled", span_text(tree, node)
            if operation == SWAPPED:
                other = mapping.test_of_gold[node]
                label = f"{label} for {mapping.test.texts[other] or 'unlabelled'}"
                there = span_text(mapping.test, other)
                both = names.told(f"{where} in the gold, {there} in the system")
                where = where if where == there else both
            text = f"{label}, {names.told(SAID[operation])}, {where}: {words_text(tree, node)}".removesuffix(": ")
            ordered.append((int(tree.starts[node]), -int(tree.ends[node]), Change(side, node, text)))
    return [change for _, _, change in sorted(ordered, key=lambda entry: entry[:2])]


def describe(mapping: Mapping, names: Names = PLAIN) -> list[str]:
    """One line per change, left to right: ``NP, gold only, words 3 to 7: the man … hat``."""
    return [change.text for change in changes(mapping, names)]


def summary(mapping: Mapping, names: Names = PLAIN) -> str:
    """``T-mapping: 1 gold only, 2 relabelled, 1 system only, 12 matched, cost 4``."""
    counts = mapping.counts
    parts = [
        f"{counts[name]} {names.told(said)}" for name, said in SAID.items() if name != SWAPPED or mapping.kind == "T"
    ]
    return f"{mapping.kind}-mapping: {', '.join(parts)}, cost {mapping.cost:g}"
