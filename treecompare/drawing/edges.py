"""What stands on edges: labels (grammatical functions), and secondary edges, from a node to a further mother. No Qt here.

A label stands right above the node whose edge it is (below it, where a tree is upside down), on the part of the edge that comes
straight down; columns are wide enough for it. Levels have EDGE_ROOM more room then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from treecompare.drawing.style import BOX, MADE
from treecompare.mappings.mapping import Mapping
from treecompare.trees.annotations import EDGE, REPAIR, Extras
from treecompare.trees.edge_labels import edge_column
from treecompare.trees.tree import Tree, Trees

EDGE_SIZE = 9.5
"""Size of the letters on edges."""
EDGE_ROOM = 13.0
"""Height of what is kept free for them above each node."""
_PLACES = (0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8)
"""Where along a secondary edge its label may stand: the first place where it covers nothing."""
_BENDS = (16.0, 32.0, 2.0, 48.0, -20.0, 64.0, -40.0)
"""How far secondary edges may bend."""
_ALONG = [part / 24 for part in range(1, 24)]


@dataclass(frozen=True)
class EdgeLabel:
    """A label on an edge: its middle, the width of its text. ``differs``: the same edge of the other tree has another label."""

    x: float
    y: float
    width: float
    text: str
    differs: bool = False


@dataclass(frozen=True)
class SecondaryEdge:
    """A dashed curve (start, control point, end) from a further mother to a node, and its label; both are places in ``boxes``."""

    start: tuple[float, float]
    control: tuple[float, float]
    end: tuple[float, float]
    mother: int
    node: int
    label: EdgeLabel

    def at(self, part: float) -> tuple[float, float]:
        """A point on the curve."""
        a, b, c = (1 - part) ** 2, 2 * part * (1 - part), part**2
        x, y = (
            a * one + b * two + c * three for one, two, three in zip(self.start, self.control, self.end, strict=True)
        )
        return x, y


def edge_texts(tree: Tree) -> list[str]:
    """The label of the edge above each node, empty where there is none."""
    column = edge_column(Trees.of_one(tree)) if tree.extras is not None else None
    return [""] * len(tree) if column is None else [tree.symbols[one] if one >= 0 else "" for one in column.tolist()]


def made_by_repair(tree: Tree) -> list[int]:
    """The nodes whose brackets were made by repair of raw output."""
    column = None if tree.extras is None else tree.extras.columns.get(REPAIR)
    return [] if column is None else [node for node, one in enumerate(column.tolist()) if one >= 0]


def label_texts(tree: Tree, empty: str = "∅") -> list[str]:
    """Labels and words as they are drawn: ``NP*`` is made by repair, ``empty`` has no label."""
    texts = [text or empty for text in tree.texts]
    for node in made_by_repair(tree):
        texts[node] += MADE
    return texts


def secondary_edges(tree: Tree) -> list[tuple[int, int, str]]:
    """Each secondary edge: the node, its further mother, the label."""
    found = None if tree.extras is None else tree.extras.secondary
    return [] if found is None else [(node, mother, tree.symbols[label]) for node, mother, label in found.tolist()]


def shown_edges(mapping: Mapping, labels: bool, secondary: bool) -> Mapping:
    """The mapping with trees that have no labels on edges, or no secondary edges, where these are not wanted."""
    if labels and secondary:
        return mapping
    gold, test = (without_some(tree, labels, secondary) for tree in (mapping.gold, mapping.test))
    return mapping if (gold, test) == (mapping.gold, mapping.test) else replace(mapping, gold=gold, test=test)


def without_some(tree: Tree, labels: bool, secondary: bool) -> Tree:
    """See :func:`shown_edges`."""
    extras = tree.extras
    if extras is None or not (
        (EDGE in extras.columns and not labels) or (extras.secondary is not None and not secondary)
    ):
        return tree
    columns = {name: column for name, column in extras.columns.items() if labels or name != EDGE}
    return replace(tree, extras=Extras(extras.positions, columns, extras.secondary if secondary else None))


def laid_out_secondary(
    boxes: Sequence[Any],
    ends: Iterable[tuple[int, int, str]],
    labels: Sequence[EdgeLabel],
    width: Callable[[str], float],
    is_upside_down: Callable[[Any], bool] = lambda box: False,
) -> tuple[SecondaryEdge, ...]:
    """The courses of secondary edges. ``ends``: places in ``boxes`` of the mother and the node, and the label.

    ``is_upside_down``: whether the tree of a box is: curves bend away from the words.
    """
    found: list[SecondaryEdge] = []
    taken = [(box.x, box.y, box.width, BOX) for box in boxes] + [(one.x, one.y, one.width, EDGE_SIZE) for one in labels]
    for mother, node, text in dict.fromkeys(ends):
        above, below = boxes[mother], boxes[node]
        courses = [_course(above, below, bend, 1 if is_upside_down(above) else -1) for bend in _BENDS]
        label = EdgeLabel(0, 0, width(text), text)
        curves = [SecondaryEdge(*course, mother, node, label) for course in courses]
        # the first of those that run through the fewest labels
        curve = min(curves, key=lambda one: sum(not _is_free(one.at(part), 0, taken) for part in _ALONG))
        places = [curve.at(part) for part in _PLACES]
        x, y = next((one for one in places if _is_free(one, label.width, taken)), places[0])
        taken.append((x, y, label.width, EDGE_SIZE))
        found.append(replace(curve, label=replace(label, x=x, y=y)))
    return tuple(found)


def _course(
    above: Any, below: Any, bend: float, away: int
) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """Start, control point and end of a curve from a mother to a node; ``away``: where there are no words, -1 above."""
    half = above.width / 2, below.width / 2
    if abs(above.x - below.x) > sum(half) + 10:  # from the side of the one to the facing side of the other
        side = 1 if below.x > above.x else -1
        start, end = (above.x + side * half[0], above.y), (below.x - side * half[1], below.y)
        farthest = max(start[1] * away, end[1] * away) * away
        return start, ((start[0] + end[0]) / 2, farthest + away * bend), end
    # one stands above the other: round what is between them
    start, end = (above.x + half[0], above.y), (below.x + half[1], below.y)
    return start, (max(start[0], end[0]) + 8 + bend + abs(above.y - below.y) / 6, (above.y + below.y) / 2), end


def _is_free(place: tuple[float, float], width: float, taken: Iterable[tuple[float, float, float, float]]) -> bool:
    return not any(
        abs(place[0] - x) < (width + wide) / 2 + 1 and abs(place[1] - y) < (EDGE_SIZE + high) / 2 + 1
        for x, y, wide, high in taken
    )
