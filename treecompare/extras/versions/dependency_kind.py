"""Dependency treebanks as versions of which are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar, cast

from treecompare.drawing.scene import Scene
from treecompare.extras.versions.cells import Count, TableRows, cell, counts_of, place_cells
from treecompare.extras.versions.dependencies import DependencyChanges, changes_between
from treecompare.extras.versions.edits import LAYERS, MIRROR, Edit
from treecompare.extras.versions.examples import arc_sides, arcs_drawn
from treecompare.extras.versions.groups import group_results, group_table
from treecompare.extras.versions.kind import Kind
from treecompare.extras.versions.rules import Rules, find_rules, rule_table
from treecompare.extras.versions.sources import Read
from treecompare.extras.versions.watch import Watch
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank
from treecompare.scores.result import ResultTable


class DependencyKind(Kind[DependencyChanges]):
    """See the base."""

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

    # -- for files that scripts compare ------------------------------------------------------------------------------------

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
