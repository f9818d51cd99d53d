"""Two mapped trees as they are drawn: how much is folded where there is little room, and what is said of their nodes. No Qt."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from treecompare.drawing.columns import GOLD, LEFT_OUT, OTHER_SIDE, TEST, Box
from treecompare.drawing.condensed import (
    BOTH,
    CHAINS,
    DAUGHTERS,
    DIFFER,
    FOLDS,
    LONE,
    MOTHERS,
    RUNS,
    SEEN,
    Condensed,
    can_focus,
    changed_nodes,
    focused,
    opened_as,
    upper_nodes,
)
from treecompare.drawing.describe import changes, span_text, words_text
from treecompare.drawing.drawn import Drawn, Space
from treecompare.drawing.edges import shown_edges
from treecompare.drawing.layout import Drawing, Prepared, identical_parts, prepared
from treecompare.drawing.style import FONT_SIZE, TAG_SIZE, reads_right_to_left
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.annotations import EDGE
from treecompare.trees.tree import PRETERMINAL, WORD, Tree

Node = tuple[str, int]
DIRECTIONS = ("up", "down", "left", "right")
"""As they are seen on the screen."""


def own_node(node: Node) -> Node:
    """The node itself where ``node`` stands for the words of a folded part."""
    return node if node[1] >= 0 else (node[0], -1 - node[1])


def box_showing(drawing: Drawing, node: Node) -> Box | None:
    """The box of a node; where it is folded away, that of the fold's label, or of its words if the node is a word."""
    box: Box | None = drawing.box_of(node)
    side, number = node
    if box is not None or side == LEFT_OUT:
        return box
    tree = drawing.mapping.trees[side]
    above = number
    while box is None and above >= 0:
        above = tree.parents[above]
        top: Box | None = drawing.box_of((side, above)) if above >= 0 else None
        if top is not None and top.kind == WORD:  # a run of words
            return top
        if top is not None and tree.kinds[number] == WORD:
            # both sides of a mirrored drawing share the row of words, which is the gold's
            words = (drawing.box_of(place) for place in ((side, -1 - above), (GOLD, -1 - top.partner)))
            return next((one for one in words if one is not None), top)
        box = top
    return box


def counterpart(drawing: Drawing, node: Node) -> Node | None:
    """The node of the other tree that this one is mapped to."""
    side, number = own_node(node)
    other = drawing.mapping.partners[side].get(number)
    return None if other is None else (OTHER_SIDE[side], other)


def start(drawing: Drawing) -> Node | None:
    """Where a walk begins: the first root of the gold tree, or of the test tree; None where nothing is drawn."""
    for side in (GOLD, TEST):
        for root in drawing.mapping.trees[side].roots:
            if drawing.box_of((side, root)) is not None:
                return side, root
    return None


def step(drawing: Drawing, node: Node, direction: str) -> Node:
    """The next node in a direction, or the same one where there is none.

    In mirrored drawings the way from one tree into the other leads through the words, side by side past the last root.
    """
    if drawing.arrangement == "merged":
        return _along_edges(drawing, node, direction)
    side, number = own_node(node)
    if side == LEFT_OUT:
        return node
    if direction in ("left", "right"):
        return _sideways(drawing, side, number, 1 if direction == "right" else -1)
    to_mother = "down" if side == TEST and drawing.arrangement == "mirrored" else "up"
    if direction == to_mother:
        mother = _mother(drawing, side, number)
        box = drawing.box_of((side, mother)) if mother >= 0 else None
    else:
        box = _towards_words(drawing, side, number)
    return (box.side, box.node) if box is not None else (side, number)


def _along_edges(drawing: Drawing, node: Node, direction: str) -> Node:
    """A step in the merged tree, along its edges."""
    own = drawing.box_of(own_node(node))
    if own is None:
        return node
    joined: dict[Node, list[Box]] = {}
    for edge in drawing.edges:
        one, other = drawing.boxes[edge.parent], drawing.boxes[edge.child]
        joined.setdefault(own_node((one.side, one.node)), []).append(other)
        joined.setdefault(own_node((other.side, other.node)), []).append(one)

    def above(box: Box) -> Box | None:
        near = [end for end in joined.get(own_node((box.side, box.node)), []) if end.y < box.y]
        return min(near, key=lambda end: abs(end.x - box.x), default=None)

    if direction == "up":
        there = above(own)
    elif direction == "down":
        near = [end for end in joined.get(own_node((own.side, own.node)), []) if end.y > own.y]
        there = min(near, key=lambda end: (end.x, end.y), default=None)
    else:
        mother = above(own)
        labels = [box for box in drawing.boxes if box.node >= 0 and box.side != LEFT_OUT]
        sisters = [(box.side, box.node) for box in labels if above(box) is mother and box is not own]
        there = _nearest(drawing, sisters, own, 1 if direction == "right" else -1)
    return own_node((there.side, there.node)) if there is not None else node


def _mother(drawing: Drawing, side: str, number: int) -> int:
    """The nearest node above one that is drawn as a node; -1: none is."""
    parents = drawing.mapping.trees[side].parents
    mother = int(parents[number])
    while mother >= 0 and ((box := drawing.box_of((side, mother))) is None or box.kind == WORD):
        mother = int(parents[mother])
    return mother


def _daughters(drawing: Drawing, side: str, number: int) -> list[int]:
    """The nearest nodes below one, and below those of the chain that is drawn with it, that are drawn."""
    chain, children = drawing.hidden_with(side, number), drawing.mapping.trees[side].children
    below = [daughter for node in chain for daughter in children[node] if daughter not in chain]
    found: list[int] = []
    while below:
        node = below.pop()
        if drawing.box_of((side, node)) is not None:
            found.append(node)
        else:
            below += children[node]
    return sorted(found)


def _sideways(drawing: Drawing, side: str, number: int, sign: int) -> Node:
    tree = drawing.mapping.trees[side]
    parent, own = _mother(drawing, side, number), drawing.box_of((side, number))
    sisters = _daughters(drawing, side, parent) if parent >= 0 else tree.roots
    there = _nearest(drawing, [(side, sister) for sister in sisters if sister != number], own, sign)
    if there is None and parent < 0 and drawing.arrangement != "mirrored":
        other = OTHER_SIDE[side]
        there = _nearest(drawing, [(other, root) for root in drawing.mapping.trees[other].roots], own, sign)
    return (there.side, there.node) if there is not None else (side, number)


def _nearest(drawing: Drawing, nodes: list[Node], own: Box | None, sign: int) -> Box | None:
    """The nearest box to the right (``sign`` 1) or to the left (-1): on the screen, whatever the direction of the script."""
    boxes = [box for box in (drawing.box_of(node) for node in nodes) if box is not None]
    if own is None:
        return boxes[0] if boxes else None
    return min((box for box in boxes if sign * (box.x - own.x) > 0), key=lambda box: abs(box.x - own.x), default=None)


def _towards_words(drawing: Drawing, side: str, number: int) -> Box | None:
    """The first daughter; in mirrored drawings beyond the words the node of the other tree."""
    tree = drawing.mapping.trees[side]
    shown, there = _daughters(drawing, side, number), counterpart(drawing, (side, number))
    if shown or drawing.arrangement != "mirrored":
        there = (side, shown[0]) if shown else None
    elif there is None:
        return _opposite(drawing, side, number)
    elif tree.kinds[number] == WORD:
        parent = _mother(drawing, *there)
        there = (there[0], parent) if parent >= 0 else None
    found: Box | None = drawing.box_of(there)
    return found


def _opposite(drawing: Drawing, side: str, number: int) -> Box | None:
    """The nearest box of the other tree, for an unmapped node without daughters."""
    own = drawing.box_of((side, number))
    others = [box for box in drawing.boxes if box.side != side and box.node >= 0 and box.kind != WORD]
    if own is None:
        return None
    return min(others, key=lambda box: (abs(box.y - own.y), abs(box.x - own.x)), default=None)


UPPER = (4, 3, 2, 1, 0)
"""So many levels are drawn where not even all that changed has room."""
LONG = 300
"""Sentences of more words have no room anyhow: nothing less than all folded is tried."""


@dataclass(frozen=True)
class Folding:
    """What is done so that a drawing fits, where folding identical parts is not enough: runs of words and chains of nodes folded,
    trees one above the other; nothing drawn but some nodes and so much ``around`` them: those that are wanted, else those that
    changed; with ``levels`` the words and changes of those that are wanted, else the nodes of the first levels. ``text``: pixels of
    the smallest text where all is seen, or all that is to be; None: as usual, and identical parts are folded."""

    condensed: tuple[str, ...] = ()
    is_stacked: bool = False
    around: int | None = None
    levels: int | None = None
    text: float | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is folded."""
        return self.text is not None and self.around is None and not self.condensed


@dataclass(eq=False, kw_only=True)
class TreesDrawn(Drawn):
    """Two trees. Its places are nodes: they stay lit and pinned in another arrangement.

    ``edge_labels``, ``secondary_edges``: whether they are drawn.
    ``left_out``: words that the preparation leaves out, each with the number of the gold's words before it; they are drawn where
    ``shows_left_out``. ``is_whole``: whole trees are drawn, whose nodes errors name, not only their constituents.
    """

    mapping: Mapping
    edge_labels: bool = True
    secondary_edges: bool = True
    left_out: Sequence[tuple[int, str]] = ()
    shows_left_out: bool = False
    is_whole: bool = True
    scene: Drawing | None = None
    way: Folding | None = field(default=None, init=False)
    _made: tuple[Folding | None, Prepared | None] = field(default=(None, None), init=False)
    """What was prepared to be laid out."""

    def __post_init__(self) -> None:
        self.is_right_to_left = reads_right_to_left(self.mapping.gold.words)
        self.changes = changes(self.mapping, self.telling.called)

    @property
    def smallest_text(self) -> float:
        """Letters of tags are smaller than those of nodes and words, if there are any."""
        is_small = any(
            (tree.kinds == PRETERMINAL).any() or (tree.extras is not None and EDGE in tree.extras.columns)
            for tree in (self.mapping.gold, self.mapping.test)
        )
        return TAG_SIZE if is_small else FONT_SIZE

    def current_mapping(self) -> Mapping:
        """The mapping of the trees that errors and counts are about."""
        return self.mapping

    # -- how they are drawn ---------------------------------------------------------------------------------------------------

    def ways(self, space: Space) -> Iterator[Folding]:
        """While presenting smaller letters come before folds, and small ones before what says nothing."""
        is_long = len(self.mapping.gold.words) > LONG
        stackings = (False, True) if self.arrangement == "side-by-side" else (False,)
        texts = space.texts_unfolded if self.folds and not is_long else []
        if len(texts) > 1:
            yield from (Folding((), is_stacked, text=text) for text in texts for is_stacked in stackings)
        for is_stacked in stackings:
            way = Folding((), is_stacked)
            if not (self.folds and is_long):
                yield way
            if not self.folds:
                continue
            room, (width, height) = space.room, self.sizes.get(way, (math.inf, math.inf))
            if width * room.least <= room.width:
                yield Folding((CHAINS,), is_stacked)
            elif height * room.least <= room.height:
                yield Folding((RUNS,), is_stacked)
            yield Folding(BOTH, is_stacked)
        if self.folds and not self.wanted:  # the first step's text is longer than that of those after it
            yield from (Folding((CHAINS,), stacked, text=text) for text in texts[1:] for stacked in stackings)
        if self.folds and space.focuses and can_focus(self.mapping):
            for around in (DAUGHTERS, MOTHERS, LONE) if self.wanted else (MOTHERS, LONE) if self.changes else ():
                for text in texts or [space.least_text]:
                    yield Folding(around=around, is_stacked=is_stacked, text=text)
            if self.wanted:
                yield Folding(around=LONE, is_stacked=is_stacked, text=space.least_whole)
            else:
                yield from (Folding((), one, text=space.least_whole) for one in stackings)
            for levels in UPPER[-1:] if self._is_lineage() else () if self.wanted else UPPER:
                yield Folding(around=LONE, is_stacked=is_stacked, levels=levels)

    def overviews(self, space: Space, tried: dict[Folding, tuple[float, float]]) -> Iterator[Folding]:
        """What changed with its mothers, or alone, if not all of it can be read otherwise."""
        has_any = bool(self.changes) and can_focus(self.mapping)
        for around in (MOTHERS, LONE) if has_any and self.folds and not space.focuses else ():
            yield Folding(around=around)
            if self.has_room(*tried[Folding(around=around)], space):
                break

    def may_have_room(self, way: Folding, space: Space) -> bool:
        """Nothing is laid out for it but columns and levels, and these are kept."""
        made = self._prepared(way, space)
        self._made = way, made
        self.sizes[way] = least = made.least_size(lambda wide, high: self.has_room(wide, high, space))
        return self.has_room(*least, space)

    def laid_out(self, way: Folding, space: Space) -> Drawing:
        (made_for, made), self._made = self._made, (None, None)
        if made is None or made_for != way or self.unfolded:
            made = self._prepared(way, space)
        return made.drawing()

    def _prepared(self, way: Folding, space: Space) -> Prepared:
        mapping = shown_edges(self.mapping, self.edge_labels, self.secondary_edges)
        return prepared(
            mapping, self.arrangement, self.folds and not way.is_whole, self.unfolded_parts, self.is_right_to_left, self.measure,
            way.condensed, way.is_stacked, self.left_out if self.shows_left_out else (),
            space.room_for(way.text or space.least_text), small=self._focused(way),
        )  # fmt: skip

    def has_room(self, width: float, height: float, space: Space) -> bool:
        """With letters of the size that is tried."""
        return space.has_room(width, height, self.way.text if self.way is not None else None)

    @property
    def draws_wanted(self) -> bool:
        return self.way is not None and self.way.around is not None

    def folding_options(self) -> list[str]:
        if not self.is_folded or self.way is None:
            return []
        if self.way.around is not None:
            return ["--fold", ",".join(FOLDS)]  # there is no option for it
        opened = opened_as(self.unfolded_parts | self.parts_with_room())
        return ["--fold", ",".join(["parts", *self.way.condensed]), *(["--unfold", opened] if opened else [])]

    def _focused(self, way: Folding) -> Condensed | None:
        """The trees without what has no room beside what is wanted."""
        if way.around is None:
            return None
        seen = self.wanted or changed_nodes(self.mapping)
        if way.levels is not None and self.wanted:  # a long way up to the root: its end, and what differs
            differing = {*changed_nodes(self.mapping)}
            seen = [one for one in map(own_node, self.wanted) if one in differing or self._is_word(one)]
        elif way.levels is not None:
            seen = upper_nodes(self.mapping, way.levels)
        opened = [own_node((GOLD, part))[1] for part in self.opened if part < SEEN]
        return focused(self.mapping, {*map(own_node, seen), *((GOLD, node) for node in opened)}, way.around)

    def _is_lineage(self) -> bool:
        """Whether what is wanted leads up from one word, in each tree."""
        sides = [side for side, node in map(own_node, self.wanted) if self._is_word((side, node))]
        return 0 < len(sides) == len(set(sides))

    def _is_word(self, node: Node) -> bool:
        return bool(self.mapping.trees[node[0]].kinds[node[1]] == WORD)

    def part_of(self, box: Box) -> int | None:
        if not box.opens or self.scene is None:
            return None
        node = own_node((box.side, box.node))[1]
        gold = node if box.side == GOLD else self.mapping.gold_of_test[node]
        is_run = box.kind == WORD and len(self.scene.hidden_with(box.side, node)) > 1
        return -1 - gold if is_run else gold

    def parts_with_room(self) -> set[int]:
        if self.scene is None or not self.folds:
            return set()
        return {node for node in identical_parts(self.mapping, True) if self._is_unfolded(self.scene, node)}

    def _is_unfolded(self, drawing: Drawing, node: int) -> bool:
        box = drawing.box_of((GOLD, node))
        return box is not None and not box.opens

    def folding_of(self, wanted: Node) -> int | None:
        drawing = self.scene
        if drawing is None:
            return None
        is_shown = drawing.box_of(wanted) is not None and len(drawing.hidden_with(*wanted)) == 1
        box = None if is_shown else box_showing(drawing, wanted)
        if box is None or not box.opens:
            return None
        if box.kind != WORD and len(drawing.hidden_with(*wanted)) > 1:  # the rest of a chain stays folded
            side, node = own_node(wanted)
            return SEEN + (node if side == GOLD else self.mapping.gold_of_test[node])
        return self.part_of(box)

    @property
    def shows_all(self) -> bool:
        return self.way is None or self.way.around is None

    def sees(self, wanted: Node) -> bool:
        return self.is_seen(wanted)  # levels that are left out open nothing

    # -- places ---------------------------------------------------------------------------------------------------------------

    def shown_at(self, place: Node) -> Box | None:
        return box_showing(self.scene, place) if self.scene is not None else None

    def same_place(self, place: Node) -> Node:
        """Of a part that was opened, what it stood for."""
        return place if self.box_of(place) is not None else own_node(place)

    def places_of(self, nodes: Sequence[Node]) -> list[Node]:
        """Nodes that neither tree has belong to another system."""
        return [one for one in nodes if own_node(one)[1] < len(self.mapping.trees[one[0]])]

    def wanted_for(self, nodes: Sequence[Node]) -> list[Node]:
        return self.places_of(nodes)

    def nodes_at(self, place: Node) -> list[Node]:
        """In whole trees."""
        return [place] if self.is_whole else []

    def first_place(self) -> Node | None:
        return start(self.scene) if self.scene is not None else None

    def next_place(self, here: Node, direction: str) -> Node | None:
        return step(self.scene, here, direction) if self.scene is not None else None

    def counterpart(self, place: Node) -> Node | None:
        """The node of the other tree that stands for a node; None if none does."""
        return counterpart(self.scene, place) if self.scene is not None else None

    def _with_counterpart(self, box: Box) -> list[Node]:
        """The node of a box, and that of the other tree."""
        if box.side == LEFT_OUT:
            return []
        return [own_node(box.place), *filter(None, [self.counterpart(box.place)])]

    def related(self, box: Box) -> list[Box]:
        """With the counterpart in the other tree."""
        return [one for one in map(self.box_of, self._with_counterpart(box)) if one is not None]

    def words_below(self, box: Box) -> list[Box]:
        """Of both nodes."""
        found: list[Box] = []
        for side, node in self._with_counterpart(box):
            tree = self.mapping.trees[side]
            for below in range(node - int(tree.sizes[node]) + 1, node + 1):
                words = self.box_of((side, below if tree.kinds[below] == WORD else -1 - below))
                found += [words] if words is not None and words.kind == WORD else []
        return found

    # -- what is said ---------------------------------------------------------------------------------------------------------

    def changes_found(self) -> Iterable[Node]:
        return self.changes

    def change_said(self, place: Node) -> str:
        return self.changes[place]

    def tally(self) -> dict[str, int]:
        """Of all nodes, be they folded or not."""
        return {one: self.mapping.counts.get(one, 0) for one in (DELETED, INSERTED, SWAPPED, MATCHED)}

    def matched_said(self) -> str:
        """Tree distance counts words, too."""
        return "node matched" if self.tally()[MATCHED] == 1 else "nodes matched"

    def text_of(self, box: Box) -> str:
        """Label, words, operation and cost of a node."""
        if box.side == LEFT_OUT:
            return f"{box.text}: left out by the preparation"
        node = own_node((box.side, box.node))[1]
        folded = self.scene.hidden_with(box.side, node) if self.scene is not None else []
        if len(folded) > 1:
            said = self._folded_text(self.mapping.trees[box.side], folded, box.kind == WORD)
            differs = box.text.endswith(DIFFER)
            return f"{said}\n" + ("not the same" if differs else "the same") + " in both trees; click to open"
        lines = [self.lone_text(box), self._operation_text(box)]
        if box.opens:
            lines.append("the same in both trees; click to open")
        return "\n".join(lines)

    def lone_text(self, box: Box) -> str:
        """Label and words."""
        if box.side == LEFT_OUT:
            return box.text
        node, tree = own_node((box.side, box.node))[1], self.mapping.trees[box.side]
        kind = {WORD: "word", PRETERMINAL: "tag"}.get(int(tree.kinds[node]), "constituent")
        words = f"{span_text(tree, node)}: {words_text(tree, node)}".removesuffix(": ")
        return f"{kind} {tree.texts[node]}\n{words}"

    def _folded_text(self, tree: Tree, nodes: list[int], is_run: bool) -> str:
        """What a run of words or a chain of nodes stands for."""
        if is_run:
            words = tree.words[int(tree.starts[nodes[0]]) : int(tree.ends[nodes[-1]])]
            return "\n".join(wrap(" ".join(words), 72))
        labels = "{} nodes: {}".format(len(nodes), " ".join(tree.texts[node] for node in nodes))
        return "\n".join(wrap(labels, 72))

    def _operation_text(self, box: Box) -> str:
        mapping = self.mapping
        if box.operation == MATCHED:
            return "costs nothing" if box.kind != WORD or mapping.counts_words else "not counted"
        text = {DELETED: "deleted", INSERTED: "inserted"}.get(box.operation, "")
        if box.operation == SWAPPED:
            other = mapping.test if box.side == GOLD else mapping.gold
            text = f"relabelled: {other.texts[box.partner]} in the other tree"
        cost = 1
        if box.operation == DELETED and box.kind == WORD and box.partner >= 0:
            text, cost = "deleted and inserted: the trees need it in different places", 2
        # with a table of costs only their sum is known here
        return text if mapping.custom_cost is not None else f"{text}, costs {cost}"

    def details(self) -> str:
        from treecompare.mappings.atoms import JOINED

        mapping, told = self.mapping, self.telling.told
        counts = mapping.counts
        parts = ["{} deleted".format(counts["deleted"]), "{} inserted".format(counts["inserted"])]
        parts += ["{} relabelled".format(counts["swapped"])] if mapping.kind == "T" else []
        parts.append("{} matched".format(counts["matched"]))
        parts += [f"cost {mapping.cost:g}"] if mapping.kind == "T" else []
        for words, name in ((mapping.gold_alone, "gold"), (mapping.test_alone, "system")):
            parts += [told(f"words only in the {name}: {len(words)}")] if words else []
        if any(JOINED in word for tree in (mapping.gold, mapping.test) for word in tree.words):
            parts.append(f"{JOINED} joins the parts of one word")
        sizes = "gold {:,} nodes, system {:,}, {}".format(
            counts["gold"], counts["test"],
            "words included" if mapping.kind == "T" else "words not counted",
        )  # fmt: skip
        return f"{mapping.kind}: {', '.join(parts)}  ·  {told(sizes)}"

    # -- for other places -----------------------------------------------------------------------------------------------------

    def brackets(self) -> str:
        """Both trees, gold first."""
        return f"{self.mapping.gold.brackets()}\n{self.mapping.test.brackets()}"

    def copies(self) -> dict[str, Callable[[], str]]:
        return {**super().copies(), "both trees as brackets": self.brackets}
