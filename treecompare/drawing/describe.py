"""A mapping in words: for screen readers, tooltips and the line under a drawing; and as text for terminals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from treecompare.drawing.columns import Key, blocks
from treecompare.drawing.condensed import is_continuous
from treecompare.drawing.edges import edge_texts, label_texts, secondary_edges
from treecompare.drawing.names import PLAIN, Names, sides_told
from treecompare.drawing.style import marked
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


def changes(mapping: Mapping, names: Names = PLAIN) -> dict[Key, str]:
    """What is said of each node that is in one of the trees only, or relabelled (then the gold one), left to right, larger parts
    first: ``NP, gold only, words 3 to 7: the man … hat``. ``names``: what gold and system are called."""
    ordered: list[tuple[int, int, Key, str]] = []
    for side, tree in mapping.trees.items():
        for node, operation in enumerate(mapping.operations[side]):
            if operation == MATCHED or (operation == SWAPPED and side == "test"):
                continue
            label, where = tree.texts[node] or "unlabelled", span_text(tree, node)
            if operation == SWAPPED:
                other = mapping.test_of_gold[node]
                label = f"{label} for {mapping.test.texts[other] or 'unlabelled'}"
                there = span_text(mapping.test, other)
                both = names.told(f"{where} in the gold, {there} in the system")
                where = where if where == there else both
            text = f"{label}, {names.told(SAID[operation])}, {where}: {words_text(tree, node)}".removesuffix(": ")
            ordered.append((int(tree.starts[node]), -int(tree.ends[node]), (side, node), text))
    return {node: text for _, _, node, text in sorted(ordered, key=lambda entry: entry[:2])}


def summary(mapping: Mapping, names: Names = PLAIN) -> str:
    """``T-mapping: 1 gold only, 2 relabelled, 1 system only, 12 matched, cost 4``."""
    counts = mapping.counts
    parts = [
        f"{counts[name]} {names.told(said)}" for name, said in SAID.items() if name != SWAPPED or mapping.kind == "T"
    ]
    return f"{mapping.kind}-mapping: {', '.join(parts)}, cost {mapping.cost:g}"


# -- as text for terminals ---------------------------------------------------------------------------------------------


def padded(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of as many cells each as lines, their columns below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def as_text(mapping: Mapping, names: Names = PLAIN, said: str = "") -> str:
    """Both trees indented side by side, a node a line in preorder, matched ones beside each other where order allows.

    ``names``: what gold and system are called; ``said``: below, in place of a summary.
    """
    gold, test = _lines(mapping, "gold"), _lines(mapping, "test")
    rows: list[tuple[str, str, str]] = []
    place = {node: index for index, (node, _) in enumerate(test)}
    next_test = 0
    for node, left in gold:
        sign = _SIGNS[mapping.operation("gold", node)]
        index = place.get(mapping.test_of_gold.get(node, -1), -1)
        if index < next_test:
            rows.append((left, sign, ""))
            continue
        rows += [("", _SIGNS[mapping.operation("test", other)], right) for other, right in test[next_test:index]]
        rows.append((left, sign, test[index][1]))
        next_test = index + 1
    rows += [("", _SIGNS[mapping.operation("test", other)], right) for other, right in test[next_test:]]
    first, second = sides_told(names)
    width = max([len(left) for left, _, _ in rows] + [len(first)])
    lines = [*numbered_words((mapping.gold, mapping.test)), f"{first:{width}}     {second}"]
    lines += [f"{left:{width}}  {sign}  {right}".rstrip() for left, sign, right in rows]
    further = [*secondary_lines(mapping.gold, first), *secondary_lines(mapping.test, second)]
    return "\n".join([*lines, *([""] if further else []), *further, "", said or summary(mapping, names)])


_SIGNS = {DELETED: "<", INSERTED: ">", SWAPPED: "~", MATCHED: " "}


def _lines(mapping: Mapping, side: str) -> list[tuple[int, str]]:
    """Nodes in preorder with their indented labels."""
    tree, texts = mapping.trees[side], label_texts(mapping.trees[side], "( )")

    def label(node: int) -> str:
        if tree.kinds[node] == WORD and not mapping.counts_words:
            return tree.texts[node]
        operation = mapping.operation(side, node)
        return texts[node] if operation == SWAPPED else marked(texts[node], operation)

    return tree_lines(tree, label, mapping.gold.is_crossing or mapping.test.is_crossing)


def tree_lines(tree: Tree, plain: Callable[[int], str], is_numbered: bool = False) -> list[tuple[int, str]]:
    """Nodes in preorder with their indented labels. A word that is alone under its bracket stands beside its label.

    Behind a label stands that of its edge: ``NP [SB]``. ``is_numbered``: words have their numbers (:func:`numbered_words`),
    daughters follow each other like their first words, and ``VP* (words 2 and 5 to 7)`` is a constituent whose words stand apart.
    """
    edges, ranks = edge_texts(tree), tree.ranks.tolist() if is_numbered else []

    def told(node: int) -> str:
        label = f"{plain(node)} [{edges[node]}]" if edges[node] else plain(node)
        if is_numbered and tree.kinds[node] == WORD:
            return f"{ranks[node] + 1}={label}"
        is_apart = is_numbered and not is_continuous(tree, node)
        return f"{label}* ({span_text(tree, node)})" if is_apart else label

    def in_order(nodes: Sequence[int]) -> Sequence[int]:
        return sorted(nodes, key=tree.starts.__getitem__) if is_numbered else nodes

    lines: list[tuple[int, str]] = []
    todo = [(root, 0) for root in reversed(in_order(tree.roots))]
    while todo:
        node, depth = todo.pop()
        daughters = tree.children[node]
        text = "  " * depth + told(node)
        if len(daughters) == 1 and tree.kinds[daughters[0]] == WORD:
            text += " " + told(daughters[0])
        else:
            todo.extend((daughter, depth + 1) for daughter in reversed(in_order(daughters)))
        lines.append((node, text))
    return lines


def secondary_lines(tree: Tree, whose: str) -> list[str]:
    """``gold: secondary edge SB from S (words 1 to 9) to NP (words 3 and 4)``, a line each."""

    def told(node: int) -> str:
        return f"{tree.texts[node] or '∅'} ({span_text(tree, node)})"

    return [
        f"{whose}: secondary edge {label} from {told(mother)} to {told(node)}"
        for node, mother, label in secondary_edges(tree)
    ]


def numbered_words(trees: Iterable[Tree]) -> list[str]:
    """``1=she 2=is``: the words in the order of the sentence, once for all trees that have the same; none if no branches cross."""
    trees = list(trees)
    if not any(tree.is_crossing for tree in trees):
        return []
    lines = (" ".join(f"{number}={word}" for number, word in enumerate(tree.words, 1)) for tree in trees)
    return [*dict.fromkeys(lines), ""]
