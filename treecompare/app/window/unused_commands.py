"""Which commands and switches a kind of comparison has no use for."""

from __future__ import annotations

_TREES = frozenset({
    "edit_label_costs", "edit_tree_costs", "show_rankings", "mapping", "part", "labelled", "mirrored",
    "side_by_side", "merged", "fold", "params", "preterminals",
})  # fmt: skip
_UNUSED = {
    "constituents": frozenset({"punctuation", "relations", "differing"}),
    "dependencies": _TREES,
    "lattices": _TREES | {"list_changes", "copy_latex", "show_labels", "missing"},
    "schemes": _TREES | {
        "list_changes", "copy_latex", "right_to_left", "missing", "over_lattices", "as_dependencies", "differing",
    },
}  # fmt: skip


def unused_commands(kind: str) -> frozenset[str]:
    """The names of what is not offered for a kind of comparison."""
    return _UNUSED[kind]
