"""A sentence across annotation schemes as text, and as an object for JSON. No Qt."""

from __future__ import annotations

from typing import Any

from treecompare.drawing.scheme_layout import MEANINGS, sample
from treecompare.drawing.schemes import SchemeTrees
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED


def schemes_as_text(of: SchemeTrees) -> str:
    """Every tree indented, a node a line with its words."""
    lines: list[str] = []
    for tree in of.trees:
        rows = [("  " * node.depth + node.text, node) for node in tree.nodes]
        width = max(len(text) for text, _ in rows)
        lines.append(tree.title)
        lines += [
            f"  {text.ljust(width)}  {' '.join(of.words[node.first : node.last])}".rstrip() for text, node in rows
        ]
        lines.append("")
    there = {node.operation for tree in of.trees for node in tree.nodes}
    used = [one for one in MEANINGS if one in there]
    return "\n".join([*lines, "; ".join(f"{sample(one)} {MEANINGS[one]}" for one in used)]).rstrip()


def schemes_as_object(of: SchemeTrees) -> dict[str, Any]:
    """Words and trees; nodes in preorder with their first and last word, from 1, and what became of them: ``missing``, ``extra`` or
    ``relabelled`` (errors; ``new``: the other label), ``scheme``, ``matched``, ``unnamed``, or ``root``, which is never counted."""
    names = {DELETED: "missing", INSERTED: "extra", SWAPPED: "relabelled"}
    trees = [
        {
            "name": tree.name,
            "role": tree.role,
            "nodes": [
                {
                    "first": node.first + 1,
                    "last": node.last,
                    "label": node.label,
                    "depth": node.depth,
                    "operation": "root" if node.is_root else names.get(node.operation, node.operation),
                    **({"new": node.new} if node.new else {}),
                    **({"is_word": True} if node.is_word else {}),
                }
                for node in tree.nodes
            ],
        }
        for tree in of.trees
    ]
    return {"words": list(of.words), "trees": trees}
