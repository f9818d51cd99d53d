"""Treebanks of constituents as versions of which are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar, cast

from treecompare.drawing.scene import Scene
from treecompare.extras.versions.cells import Count, TableRows, cell, counts_of, place_cells
from treecompare.extras.versions.constituents import NODES, TREE_LAYERS, TreeChanges, tree_changes_between
from treecompare.extras.versions.edits import Edit
from treecompare.extras.versions.examples import tree_sides, trees_drawn
from treecompare.extras.versions.kind import Kind
from treecompare.extras.versions.rules import Rules
from treecompare.extras.versions.sources import Read
from treecompare.extras.versions.tree_groups import group_results
from treecompare.extras.versions.watch import Watch
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.scores.result import ResultTable


class TreeKind(Kind[TreeChanges]):
    """See the base."""

    holds: ClassVar = Treebank
    layers: ClassVar = TREE_LAYERS
    has_rules: ClassVar = False

    def between(self, base: Read, head: Read, watch: Watch) -> TreeChanges:
        sides = cast(tuple[Treebank, Treebank], (base.treebank, head.treebank))
        return tree_changes_between(*sides, watch, (base.ids, head.ids))

    def rules(self, changes: TreeChanges, watch: Watch) -> Rules:
        return Rules([], {})

    def groups(self, changes: TreeChanges, among: Sequence[Edit] | None = None) -> ResultTable:
        """See the base: what happened to constituents, tags, words."""
        return group_results(changes)

    def scenes(
        self, changes: TreeChanges, rows: Sequence[int], lit: dict[int, set[int]]
    ) -> Iterator[tuple[int, Scene]]:
        return trees_drawn(changes, rows)

    def sides(self, changes: TreeChanges, row: int) -> tuple[AnyTreebank, AnyTreebank]:
        return tree_sides(changes, row)

    # -- for files that scripts compare ------------------------------------------------------------------------------------

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
        """See the base: how many constituents there are."""
        if row is None:
            return ["base_constituents", "head_constituents", "matched"]
        return [*map(str, changes.brackets[row][:3])] if row in changes.brackets else ["-"] * 3
