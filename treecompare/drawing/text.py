"""A mapping as text for terminals: both trees indented side by side, matched nodes on one line where order allows.

Marks are those of Emms' figures: ``NP<`` deleted, ``>NP`` inserted, ``NP ~ VP`` swapped.
"""

from __future__ import annotations

from collections.abc import Callable

from treecompare.drawing.describe import summary
from treecompare.drawing.names import PLAIN, Names, sides_told
from treecompare.drawing.style import marked
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.tree import WORD, Tree


def as_text(mapping: Mapping, names: Names = PLAIN, other: str = "test", said: str = "") -> str:
    """Both trees, one node a line in preorder. ``names``: what gold and test are called, and ``other`` what the second one is if
    the first is gold; ``said``: below, instead of a summary."""
    gold, test = _lines(mapping, "gold"), _lines(mapping, "test")
    rows: list[tuple[str, str, str]] = []
    place = {node: index for index, (node, _) in enumerate(test)}
    next_test = 0
    for node, left in gold:
        sign = _SIGNS[mapping.operation_on_gold(node)]
        index = place.get(mapping.test_of_gold.get(node, -1), -1)
        if index < next_test:
            rows.append((left, sign, ""))
            continue
        rows += [("", _SIGNS[mapping.operation_on_test(other)], right) for other, right in test[next_test:index]]
        rows.append((left, sign, test[index][1]))
        next_test = index + 1
    rows += [("", _SIGNS[mapping.operation_on_test(other)], right) for other, right in test[next_test:]]
    first, second = ("gold", other) if names.is_gold else sides_told(names)
    width = max([len(left) for left, _, _ in rows] + [len(first)])
    lines = [f"{first:{width}}     {second}"]
    lines += [f"{left:{width}}  {sign}  {right}".rstrip() for left, sign, right in rows]
    return "\n".join([*lines, "", said or summary(mapping)])


_SIGNS = {DELETED: "<", INSERTED: ">", SWAPPED: "~", MATCHED: " "}


def _lines(mapping: Mapping, side: str) -> list[tuple[int, str]]:
    """Nodes in preorder with their indented labels."""
    tree = mapping.gold if side == "gold" else mapping.test
    operation_on = mapping.operation_on_gold if side == "gold" else mapping.operation_on_test

    def label(node: int) -> str:
        if tree.kinds[node] == WORD and not mapping.counts_words:
            return tree.texts[node]
        operation = operation_on(node)
        text = tree.texts[node] or "( )"
        return text if operation == SWAPPED else marked(text, operation)

    return tree_lines(tree, label)


def tree_lines(tree: Tree, label: Callable[[int], str]) -> list[tuple[int, str]]:
    """Nodes in preorder with their indented labels. A word that is alone under its bracket stands beside its label."""
    lines: list[tuple[int, str]] = []
    todo = [(root, 0) for root in reversed(tree.roots)]
    while todo:
        node, depth = todo.pop()
        daughters = tree.children[node]
        text = "  " * depth + label(node)
        if len(daughters) == 1 and tree.kinds[daughters[0]] == WORD:
            text += " " + label(daughters[0])
        else:
            todo.extend((daughter, depth + 1) for daughter in reversed(daughters))
        lines.append((node, text))
    return lines
