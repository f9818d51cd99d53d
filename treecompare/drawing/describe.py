"""A mapping in words: for screen readers, tooltips and the line under a drawing."""

from __future__ import annotations

from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.tree import WORD, Tree


def span_text(tree: Tree, node: int) -> str:
    """``words 3 to 7``, from 1."""
    first, last = int(tree.starts[node]) + 1, int(tree.ends[node])
    if last < first:
        return "no words"
    return f"word {first}" if first == last else f"words {first} to {last}"


def words_text(tree: Tree, node: int, most: int = 6) -> str:
    """The words of a node, shortened in the middle."""
    words = tree.words[int(tree.starts[node]) : int(tree.ends[node])]
    return " ".join(words if len(words) <= most else [*words[: most // 2], "…", *words[-most // 2 :]])


def describe(mapping: Mapping) -> list[str]:
    """One line per change, left to right: ``NP, deleted, words 3 to 7: the man … hat``."""
    lines: list[tuple[int, int, str]] = []
    for node in range(len(mapping.gold)):
        operation = mapping.operation_on_gold(node)
        if operation == MATCHED or (mapping.gold.kinds[node] == WORD and not mapping.counts_words):
            continue
        label, where = mapping.gold.texts[node] or "unlabelled", span_text(mapping.gold, node)
        if operation == SWAPPED:
            other = mapping.test_of_gold[node]
            new = mapping.test.texts[other] or "unlabelled"
            label, there = f"{label} for {new}", span_text(mapping.test, other)
            where = where if where == there else f"{where} in the gold, {there} in the test"
        text = f"{label}, {operation}, {where}: {words_text(mapping.gold, node)}"
        lines.append((int(mapping.gold.starts[node]), -int(mapping.gold.ends[node]), text))
    for node in range(len(mapping.test)):
        if mapping.operation_on_test(node) == INSERTED and (mapping.test.kinds[node] != WORD or mapping.counts_words):
            label = mapping.test.texts[node] or "unlabelled"
            text = f"{label}, {INSERTED}, {span_text(mapping.test, node)}: {words_text(mapping.test, node)}"
            lines.append((int(mapping.test.starts[node]), -int(mapping.test.ends[node]), text))
    return [text for _, _, text in sorted(lines)]


def summary(mapping: Mapping) -> str:
    """``T-mapping: 1 deleted, 2 swapped, 1 inserted, 12 matched, cost 4``."""
    counts = mapping.counts
    parts = [
        f"{counts[name]} {name}"
        for name in (DELETED, SWAPPED, INSERTED, MATCHED)
        if name != SWAPPED or mapping.kind == "T"
    ]
    return f"{mapping.kind}-mapping: {', '.join(parts)}, cost {mapping.cost:g}"
