"""A row of two versions as the window draws it: both versions of a sentence, with the words of a place lit."""

from __future__ import annotations

from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.arcs_drawn import ArcsDrawn
from treecompare.errors import UsageError
from treecompare.extras.versions.entries import Entry
from treecompare.extras.versions.examples import SIDES, pair_of
from treecompare.extras.versions.places import address, sentence_id
from treecompare.extras.versions.versions import Diff
from treecompare.jobs.base import Light, Picture
from treecompare.jobs.drawn import Asked, sentence_drawn

HERE = "here"
"""The address of the words of a place."""


def place_picture(diff: Diff, entry: Entry) -> Picture:
    """Both versions of the sentence of a place. Raises TreecompareError: only one version has it, or it cannot be drawn."""
    found = diff.changes.found
    row = found.rows[entry.row]
    if not all(row.sides):
        words = " ".join(found.sides[entry.place.side].words_of(entry.place.sentence))
        raise UsageError(f"Only in {diff.names[entry.place.side]}: {words}")
    pair = pair_of(diff.kind.sides(diff.changes, entry.row))
    has_graphs = isinstance(pair, DependencyComparison) and not pair.without_graphs
    one = sentence_drawn(pair, 0, 0, Asked(enhanced=has_graphs and layers_of(entry) == {"DEPS"}))
    numbers = [found.base.number(word) for word in entry.words]
    nodes = [node for number in numbers for node in pair.words_drawn(0, 0, number, number)[0]]
    drawn, is_changed = one.drawn, any(edit.row == entry.row for edit in diff.edits)
    drawn.title = f"{sentence_id(diff, entry.place) or address(diff, entry.place)}, before and after"
    drawn.wanted = list(drawn.columns_of_words(numbers)) if isinstance(drawn, ArcsDrawn) else nodes
    one.telling.in_corners, one.telling.same_said = SIDES, "The trees are the same" if is_changed else "Identical"
    return Picture(
        drawn, one.layouts, lambda what: Light(list(one.nodes_lit(nodes, numbers)) if what == HERE else ()), HERE
    )


def layers_of(entry: Entry) -> set[str]:
    """What a place is about, as HEAD and DEPS."""
    if not entry.edits and entry.family is not None:
        return {atom.layer for atom in entry.family.effect}
    return {layer for edit in entry.edits for layer in edit.layer.split("+")}
