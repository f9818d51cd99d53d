"""A row of two versions as the window draws it: both versions of a sentence, with the words of a place lit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.arc_layout import alike_runs, fewest_runs, heads_of, layout_arcs, other_runs
from treecompare.drawing.arcs import GOLD, NOWHERE, TEST, ArcDrawing
from treecompare.drawing.condensed import BOTH, Condensed
from treecompare.drawing.edges import shown_edges
from treecompare.drawing.focus import LONE, MOTHERS, can_focus, changed_nodes, focused
from treecompare.drawing.layout import Drawing, layout
from treecompare.drawing.scene import Scene
from treecompare.drawing.style import reads_right_to_left
from treecompare.errors import UsageError
from treecompare.extras.versions.entries import Entry
from treecompare.extras.versions.examples import SIDES, pair_of
from treecompare.extras.versions.places import address, sentence_id
from treecompare.extras.versions.versions import Diff
from treecompare.jobs.base import Light, Paper, Picture
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED

HERE = "here"
"""The address of the words of a place."""
Ways = Callable[[Paper], Iterator[Scene]]
LAYOUTS = ("mirrored", "side-by-side", "merged")
"""Of trees."""
_BECAME = {DELETED: "only before", INSERTED: "only after", SWAPPED: "another label after", MATCHED: "the same in both"}


def place_picture(diff: Diff, entry: Entry) -> Picture:
    """Both versions of the sentence of a place. Raises TreecompareError: only one version has it, or it cannot be drawn."""
    found = diff.changes.found
    row = found.rows[entry.row]
    if not all(row.sides):
        words = " ".join(found.sides[entry.place.side].words_of(entry.place.sentence))
        raise UsageError(f"Only in {diff.names[entry.place.side]}: {words}")
    pair = pair_of(diff.kind.sides(diff.changes, entry.row))
    turned = reads_right_to_left(found.base.words_of(row.base[0]))
    numbers = [found.base.number(word) for word in entry.words]
    said: Callable[[Any], str] = _node_said
    if isinstance(pair, DependencyComparison):
        graph = pair.arcs(0, 0, turned, enhanced=layers_of(entry) == {"DEPS"} and not pair.without_graphs)
        own = [column for column, one in enumerate(graph.columns) if one.gold != NOWHERE]
        columns = frozenset(own[number - 1] for number in numbers if number <= len(own))
        ways: Ways = partial(arc_ways, graph, columns)
        light, said, related = partial(_arcs_lit, columns), partial(_arc_said, graph), _arcs_related
        scene: Scene = graph
        layouts: tuple[str, ...] = ()
    else:
        assert isinstance(pair, ConstituentComparison)
        nodes = frozenset(node for number in numbers for node in pair.words_drawn(0, 0, number, number)[0])
        ways = partial(tree_ways, pair, turned, nodes)
        light, related = partial(_nodes_lit, nodes), _nodes_related
        scene, layouts = pair.drawing(0, 0).scene(), LAYOUTS
    is_changed = any(edit.row == entry.row for edit in diff.edits)
    return Picture(
        ways,
        title=f"{sentence_id(diff, entry.place) or address(diff, entry.place)}, before and after",
        layouts=layouts,
        tags=scene.corner_names or SIDES,
        names=pair.names(0),
        said=said,
        related=related,
        light=light,
        lit=HERE,
        same="The trees are the same" if is_changed else "Identical",
    )


def layers_of(entry: Entry) -> set[str]:
    """What a place is about, as HEAD and DEPS."""
    if not entry.edits and entry.family is not None:
        return {atom.layer for atom in entry.family.effect}
    return {layer for edit in entry.edits for layer in edit.layer.split("+")}


def arc_ways(graph: ArcDrawing, wanted: Collection[int], paper: Paper) -> Iterator[ArcDrawing]:
    """Arcs in one row, then with what is the same folded, in several rows, only the ``wanted`` columns and those near them."""

    def drawn(folded: list[tuple[int, int]], width: float | None = None, is_dense: bool = False) -> ArcDrawing:
        return layout_arcs(
            graph.columns, graph.arcs, graph.right_to_left != paper.turned, width=width, folded=folded, is_dense=is_dense,
            room=paper.room, kind=type(graph),
        )  # fmt: skip

    most = paper.room.width / paper.room.least
    runs = [run for run in alike_runs(graph.columns, graph.arcs, paper.opened) if not _holds(run, wanted)]
    yield (whole := drawn([]))
    if not paper.folds:
        yield drawn([], most)
        return
    if runs:
        yield fewest_runs(whole, runs, most, drawn)
    yield drawn(runs, most)
    seen = set(wanted) or {arc.word for arc in graph.arcs if not arc.is_alike}
    near = seen | heads_of(graph.arcs, seen)
    for around in (near | {arc.word for arc in graph.arcs if arc.head in seen}, near) if seen else ():
        yield drawn(other_runs(len(graph.columns), around, paper.opened))
    yield drawn(runs, most, is_dense=True)


def _holds(run: tuple[int, int], columns: Iterable[int]) -> bool:
    return any(run[0] <= column <= run[1] for column in columns)


def tree_ways(
    pair: ConstituentComparison, turned: bool, wanted: Collection[tuple[str, int]], paper: Paper
) -> Iterator[Scene]:
    """Both trees whole, then without more and more of what is the same, then only what changed and the ``wanted`` nodes."""
    mapping = shown_edges(pair.checked_mapping(0, 0), True, True)

    def drawn(elide: bool, condense: Sequence[str] = (), small: Condensed | None = None) -> Drawing:
        return layout(
            mapping, paper.layout or LAYOUTS[0], elide, paper.opened, turned != paper.turned, paper.measure,
            condense=condense, room=paper.room, small=small,
        )  # fmt: skip

    yield drawn(elide=False)
    if not paper.folds:
        return
    yield drawn(elide=True)
    yield drawn(elide=True, condense=BOTH)
    if can_focus(mapping):
        for around in (MOTHERS, LONE):
            yield drawn(elide=True, small=focused(mapping, {*changed_nodes(mapping), *wanted}, around))
    yield drawn(elide=True, condense=BOTH)


# -- what is lit and said --------------------------------------------------------------------------------------------------


def _arcs_lit(columns: Collection[int], scene: Any, what: str) -> Light:
    """Words with the labels of their arcs."""
    return Light(frozenset(box.place for box in scene.boxes if what == HERE and any(map(box.shows, columns))))


def _nodes_lit(nodes: Collection[tuple[str, int]], scene: Any, what: str) -> Light:
    shown = (scene.box_of(*node) for node in nodes if what == HERE)
    return Light(frozenset(box.place for box in shown if box is not None))


def _arcs_related(scene: Any, box: Any) -> Iterable[Any]:
    """A word with the labels of its arcs; an arc with its word, its head, and the other side's arc of the word."""
    head = box.arc.head if box.arc is not None else NOWHERE
    return [
        one for one in scene.boxes if one.column == box.column or (head >= 0 and one.arc is None and one.shows(head))
    ]


def _nodes_related(scene: Any, box: Any) -> Iterable[Any]:
    """A node with its partner."""
    return [one for one in (box, scene.box_of(TEST if box.side == GOLD else GOLD, box.partner)) if one is not None]


def _arc_said(graph: ArcDrawing, box: Any) -> str:
    names = ("before", "after")
    if box.opens:
        return " ".join(one.word for one in graph.columns[box.column : box.last + 1])
    if box.arc is not None:
        return graph.arc_said(box.arc, names, is_gold=False)
    one = graph.columns[box.column]
    sides = ((GOLD, one.gold, names[0]), (TEST, one.test, names[1]))
    said = [
        f"{name}: {head}" if place != NOWHERE else f"{name}: no such word"
        for side, place, name in sides
        for head in (graph.heads_said(box.column, side) if place != NOWHERE else [""])
    ]
    return "\n".join([f"{graph.number(box.column)}  {one.word}", *said])


def _node_said(box: Any) -> str:
    return f"{box.text}\n{_BECAME.get(box.operation, '')}".rstrip()
