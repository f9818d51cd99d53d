"""The gold tree and below it those of all systems, over the same columns of words. No Qt here.

Colours and marks are those of two trees: what a system has inserted or relabelled is marked in its tree; in the gold's stands which
nodes systems lack, and how many of them if not all: ``PP<2``. What is the same in all trees may be folded: a node with its words
(a triangle), or sisters that follow each other (``… 12 words …``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

from treecompare.drawing.columns import (
    GOLD,
    MARGIN,
    TEST,
    Box,
    Slot,
    Tier,
    ends_text,
    folded,
    in_sentence_order,
    longest,
    put_beside,
)
from treecompare.drawing.condensed import LEAST_RUN, identical
from treecompare.drawing.describe import span_text, words_text
from treecompare.drawing.edges import (
    EDGE_ROOM,
    label_texts,
)
from treecompare.drawing.scene import Mark
from treecompare.drawing.stacks import GOLD_TIER, HEAD, Head, Place, Stack, gold_mark, heads_width
from treecompare.drawing.style import BOX, FONT_SIZE, LEAST_ROW, estimated_width, marked
from treecompare.drawing.tree_shape import Line, TreeShape, tree_marks, with_texts
from treecompare.mappings.atoms import JOINED
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.trees.tree import WORD, Tree

Key = tuple[int, int, int]
"""A column: after which leaf of the gold, which piece of it, the how manieth word after that which the gold lacks."""


@dataclass(frozen=True, eq=False)
class TreeTier:
    """A tree in a stack. ``gold_of``: which node of the gold each node is; ``keys``: the column of each leaf.

    ``operations``: what became of each node; ``numbers``: what is written beside its mark.
    """

    tree: Tree
    gold_of: dict[int, int]
    keys: dict[int, Key]
    operations: list[str]
    numbers: list[str]

    @cached_property
    def node_of(self) -> dict[int, int]:
        """Its node for each node of the gold that it has."""
        return {gold: node for node, gold in self.gold_of.items()}

    @cached_property
    def drawn(self) -> list[str]:
        """Its labels and words."""
        return label_texts(self.tree)

    def text(self, node: int) -> str:
        """A label with its mark."""
        text, operation, number = self.drawn[node], self.operations[node], self.numbers[node]
        return f"{text}<{number}" if operation == DELETED else f"{number}{marked(text, operation)}"


# -- which columns words stand in ----------------------------------------------------------------------------------------------


def gold_nodes(gold: Tree, own: Tree) -> dict[int, int] | None:
    """For each node of ``own``, the node of ``gold`` that it is; words may be cut into pieces there. None if it is another tree."""
    if len(gold) == len(own) and (gold.kinds == own.kinds).all() and (gold.sizes == own.sizes).all():
        return {node: node for node in range(len(gold))}
    of_gold, of_own = ([node for node in range(len(one)) if one.kinds[node] != WORD] for one in (gold, own))
    if [gold.texts[node] for node in of_gold] != [own.texts[node] for node in of_own]:
        return None
    found = dict(zip(of_own, of_gold, strict=True))
    words, pieces = ([node for node in range(len(one)) if one.kinds[node] == WORD] for one in (gold, own))
    waiting = iter(words)
    word, left = -1, 0
    for piece in pieces:
        text = own.texts[piece].replace(JOINED, "")
        if left <= 0:
            word = next(waiting, -1)
            left = len(gold.texts[word]) if word >= 0 else 0
        if word < 0 or len(text) > left:
            return None
        found[piece] = word
        left -= len(text)
    return found if left == 0 and next(waiting, None) is None else None


def tree_tiers(gold: Tree, mappings: Sequence[Mapping | None]) -> list[TreeTier | None]:
    """The gold's tree and that of each mapping; None of a mapping that is missing, or whose gold is another tree."""
    leaves = _leaves(gold)
    place = {leaf: number for number, leaf in enumerate(leaves)}
    systems: list[TreeTier | None] = []
    lacking, relabelled = [0] * len(gold), [0] * len(gold)
    for mapping in mappings:
        whose = gold_nodes(gold, mapping.gold) if mapping is not None else None
        if mapping is None or whose is None:
            systems.append(None)
            continue
        tree, is_word = mapping.test, not mapping.counts_words
        piece_of: dict[int, tuple[int, int]] = {}
        before: dict[int, int] = {}
        for node in range(len(mapping.gold)):
            if mapping.gold.sizes[node] == 1:
                word = place[whose[node]]
                piece_of[node] = word, before.get(word, 0)
                before[word] = before.get(word, 0) + 1
        twins = _twins(mapping)
        keys: dict[int, Key] = {}
        last: Key = (-1, 0, 0)
        for node in _leaves(tree):
            there = piece_of.get(twins.get(node, -1))
            key = (*there, 0) if there is not None else last
            last = keys[node] = key if key > last else (last[0], last[1], last[2] + 1)
        own = {test: whose[one] for one, test in mapping.pairs}
        systems.append(TreeTier(tree, own, keys, mapping.operations[TEST], [""] * len(tree)))
        present = set(own.values())
        for node in range(len(gold)):
            if not (is_word and gold.kinds[node] == WORD):
                lacking[node] += node not in present
        for one, _ in mapping.swapped:
            relabelled[whose[one]] += 1
    drawn = sum(tier is not None for tier in systems)
    marks = [gold_mark(*numbers, drawn) for numbers in zip(lacking, relabelled, strict=True)]
    top = TreeTier(
        gold, {node: node for node in range(len(gold))}, {leaf: (number, 0, 0) for leaf, number in place.items()},
        [operation for operation, _ in marks], [number for _, number in marks],
    )  # fmt: skip
    return [top, *systems]


def _leaves(tree: Tree) -> list[int]:
    return in_sentence_order(tree, [node for node in range(len(tree)) if tree.sizes[node] == 1])


def _twins(mapping: Mapping) -> dict[int, int]:
    """The gold leaf with which each leaf of the test shares a column: of words by their place, whatever they are mapped to."""
    gold, test = mapping.gold, mapping.test
    found = {one: other for one, other in mapping.gold_of_test.items() if gold.kinds[other] == test.kinds[one]}
    words = [
        [node for node in tree.word_nodes.tolist() if node not in alone]
        for tree, alone in ((gold, mapping.gold_alone), (test, mapping.test_alone))
    ]
    if len(words[0]) == len(words[1]):
        found |= dict(zip(words[1], words[0], strict=True))
    return found


# -- what is the same in all trees -----------------------------------------------------------------------------------------------


def same_in_all(gold: Tree, mappings: Sequence[Mapping | None], tiers: Sequence[TreeTier | None]) -> list[bool]:
    """For each gold node, whether all trees that are drawn are the same under it."""
    same = [True] * len(gold)
    for mapping, tier in zip(mappings, tiers[1:], strict=True):
        if mapping is None or tier is None:
            continue
        whose = gold_nodes(gold, mapping.gold) or {}
        alike = identical(mapping)
        own = {gold_node: node for node, gold_node in whose.items()}
        for node in range(len(gold)):
            one = own.get(node, -1)
            same[node] &= one >= 0 and alike[one] and mapping.gold.sizes[one] == gold.sizes[node]
    return same


def folded_parts(
    gold: Tree, tiers: Sequence[TreeTier | None], same: Sequence[bool], has_runs: bool, opened: Collection[int]
) -> dict[int, tuple[int, ...]]:
    """The gold nodes to fold, by part: a node of two words or more by itself; with ``has_runs``, sisters of four words or more,
    whose part is ``-1 - node`` of the first one. ``opened``: the parts that are not wanted."""
    tops = [
        node for node, parent in enumerate(gold.parents) if same[node] and parent >= 0 and not same[parent]
    ]  # fmt: skip
    words = {node: int(gold.ends[node] - gold.starts[node]) for node in tops}
    found: dict[int, tuple[int, ...]] = {}
    taken: set[int] = set()
    for run in _runs(gold, tiers, set(tops)) if has_runs else ():
        if sum(words[node] for node in run) >= LEAST_RUN and len(run) > 1 and -1 - run[0] not in opened:
            found[-1 - run[0]] = tuple(run)
            taken |= set(run)
    found |= {node: (node,) for node in tops if words[node] > 1 and node not in taken and node not in opened}
    return found


def _runs(gold: Tree, tiers: Sequence[TreeTier | None], tops: set[int]) -> list[list[int]]:
    """Sisters that follow each other in all trees, and in the sentence."""
    follows: set[tuple[int, int]] = set()
    for daughters in [*gold.children, gold.roots]:
        follows |= {(one, other) for one, other in pairwise(daughters) if gold.ends[one] == gold.starts[other]}
    for tier in tiers[1:]:
        if tier is not None:
            own: set[tuple[int, int]] = set()
            for daughters in [*tier.tree.children, tier.tree.roots]:
                own |= {(tier.gold_of.get(one, -1), tier.gold_of.get(other, -1)) for one, other in pairwise(daughters)}
            follows &= own
    runs: list[list[int]] = []
    after = dict(follows)
    for node in sorted(tops):
        if runs and after.get(runs[-1][-1]) == node:
            runs[-1].append(node)
        else:
            runs.append([node])
    return runs


AIR = 8.0
"""Free space above and below a tree."""


@dataclass(frozen=True)
class StackBox(Box):
    """A label or word of the analysis ``tier``, over the columns ``first`` to ``last``; where branches cross, over some more
    (``over``: the first and the last of all that follow each other).

    ``part`` opens when it is clicked. ``stands_for``: the nodes that are folded into it, the topmost of each tree.
    """

    tier: int = GOLD_TIER
    first: int = 0
    last: int = 0
    part: int | None = None
    stands_for: tuple[int, ...] = ()
    over: tuple[tuple[int, int], ...] = ()

    @property
    def place(self) -> Place:
        return "node", self.tier, self.node


@dataclass(frozen=True)
class TreeStack(Stack, TreeShape):
    """``tiers``: None where there is nothing to draw. ``parts``: the topmost gold nodes of what is folded."""

    of: ClassVar[str] = "constituents"

    tiers: tuple[TreeTier | None, ...] = ()
    labels: tuple[StackBox, ...] = ()
    parts: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @cached_property
    def boxes(self) -> tuple[Any, ...]:
        return (*self.labels, *self.head_boxes)

    @cached_property
    def is_crossing(self) -> bool:
        return any(tier is not None and tier.tree.is_crossing for tier in self.tiers)

    def over_same_words(self, box: Any) -> list[Any]:
        if not isinstance(box, StackBox):
            return [box]
        same = [one for one in self.labels if one.over == box.over and one.kind != WORD]
        words = [
            one
            for one in self.labels
            if one.kind == WORD and any(first <= one.first and one.last <= last for first, last in box.over)
        ]
        return [box, *(one for one in (*same, *words) if one is not box)]

    def hiding(self, tier: int, node: int) -> int | None:
        own, gold = self.tiers[tier], self.tiers[GOLD_TIER]
        if own is None or gold is None or ("node", tier, node) in self.index:
            return None
        number, sizes = own.gold_of.get(node, -1), gold.tree.sizes
        return next(
            (part for part, tops in self.parts.items() if any(top - int(sizes[top]) < number <= top for top in tops)),
            None,
        )

    def places_of(self, tier: int, nodes: Iterable[int]) -> list[Place]:
        return [place for node in nodes if (place := ("node", tier, node)) in self.index]

    def place_in(self, tier: int, node: int) -> Place:
        return "node", tier, node

    def courses(self, tier: int, node: int, site: int = -1) -> list[Mark]:
        own = self.tiers[tier]
        return self.courses_up(own.tree, tier, node, site, tier == GOLD_TIER) if own is not None else []

    def numbers_at(self, place: Place) -> list[tuple[int, int]]:
        """One node."""
        box = self.box_of(place)
        return [place[1:]] if isinstance(box, StackBox) and not box.stands_for else []

    def said_of(self, box: Any) -> str:
        own, gold = self.tiers[box.tier], self.tiers[GOLD_TIER]
        if not isinstance(box, StackBox) or own is None or gold is None:
            return str(box.text)
        tree = own.tree
        if box.stands_for:
            return " ".join(tree.words[int(tree.starts[box.stands_for[0]]) : int(tree.ends[box.stands_for[-1]])])
        lines = [f"{self.heads[box.tier].name}: {tree.texts[box.node] or '∅'}"]
        lines.append(f"{span_text(tree, box.node)}: {words_text(tree, box.node)}".removesuffix(": "))
        called = self.heads[GOLD_TIER].in_sentence
        if box.tier == GOLD_TIER:
            lines += self._told(box.node)
        elif box.operation == SWAPPED:
            lines.append(f"relabelled: {gold.tree.texts[own.gold_of[box.node]]} in {called}")
        elif box.operation == INSERTED:
            lines.append(f"not in {called}")
        return "\n".join(lines)

    def _told(self, node: int) -> list[str]:
        """Which systems lack a gold node, and what it is called in others."""
        lacking, others = [], []
        for head, tier in list(zip(self.heads, self.tiers, strict=True))[1:]:
            partner = tier.node_of.get(node) if tier is not None else -1
            if partner is None:
                lacking.append(head.name)
            elif tier is not None and tier.operations[partner] == SWAPPED:
                others.append(f"{tier.tree.texts[partner]} in {head.name}")
        told = [f"not in {', '.join(lacking)}"] if lacking else []
        return told + ([f"relabelled: {', '.join(others)}"] if others else [])

    @cached_property
    def content(self) -> list[Mark]:
        return tree_marks(self, self.labels)


# -- where everything stands -------------------------------------------------------------------------------------------------------


class _Shape(Tier):
    """A tree without what is folded, whose leaves may have several columns."""

    def __init__(self, tier: TreeTier, parts: dict[int, tuple[int, ...]]) -> None:
        self.tier, tree = tier, tier.tree
        self.tops: dict[int, int] = {}
        """The part of each folded node that keeps its label."""
        self.runs: dict[int, tuple[int, tuple[int, ...]]] = {}
        """By its first node: part and nodes of what is drawn as a word."""
        hidden: set[int] = set()
        for part, gold_tops in parts.items():
            own = tuple(tier.node_of[node] for node in gold_tops)
            hidden |= folded(tree, own)
            if part >= 0:
                self.tops[own[0]] = part
            else:
                self.runs[own[0]] = part, own
                hidden |= set(own[1:])
        levels: dict[int, int] = {}
        super().__init__(tree, [tier.text(node) for node in range(len(tree))], tier.operations, levels, hidden)
        for node in self.daughters:
            levels[node] = self._level(node)

    def is_word(self, node: int) -> bool:
        """Whether it is drawn as one."""
        return node in self.runs or bool(self.tree.kinds[node] == WORD)

    def _level(self, node: int) -> int:
        if self.is_word(node):
            return 0
        if node in self.tops:
            return 2
        return 1 + max((self.levels[one] for one in self.daughters[node]), default=0)

    def words(self, node: int) -> str:
        """What stands in the columns of a leaf, as a word."""
        tree = self.tree
        if node in self.runs:
            nodes = self.runs[node][1]
            return f"… {sum(int(tree.ends[one] - tree.starts[one]) for one in nodes)} words …"
        if node in self.tops:
            return ends_text(tree.words[int(tree.starts[node]) : int(tree.ends[node])])
        return self.texts[node] if tree.kinds[node] == WORD else ""

    def _words_width(self, node: int) -> float:
        """The width of a word, or of the words of a folded part; words that have no counterpart are framed and bold."""
        is_plain = self.tree.kinds[node] != WORD or self.operations[node] == MATCHED
        return (1.0 if is_plain else 1.12) * estimated_width(self.words(node), FONT_SIZE) + (8 if is_plain else 12)

    def width(self, node: int) -> float:
        return self._words_width(node) if self.is_word(node) else super().width(node)

    def room(self, node: int) -> float:
        if self.is_word(node):
            return self.width(node)
        return max(super().room(node), 0.0 if self.daughters[node] else self._words_width(node))

    def keys(self, node: int) -> list[Key]:
        """The columns, before anything is folded, of a leaf."""
        tops = self.runs[node][1] if node in self.runs else (node,)
        below = [one for top in tops for one in range(top - int(self.tree.sizes[top]) + 1, top + 1)]
        return [self.tier.keys[one] for one in below if one in self.tier.keys]

    def places(self, column_of: dict[Key, int]) -> dict[int, tuple[int, int]]:
        """First and last column of each leaf; a word that only others cut stands over all pieces."""
        pieces: dict[int, list[int]] = {}
        for (word, _, after), column in column_of.items():
            if not after:
                pieces.setdefault(word, []).append(column)
        own_pieces = Counter(word for word, _, after in self.tier.keys.values() if not after)
        found = {}
        for node in self.leaves:
            keys = self.keys(node)
            columns = [column_of[key] for key in keys]
            for word, _, after in keys:
                columns += pieces[word] if not after and own_pieces[word] == 1 else []
            found[node] = min(columns), max(columns)
        return found


def lay_out_trees(
    heads: Sequence[Head],
    tiers: Sequence[TreeTier | None],
    parts: dict[int, tuple[int, ...]] | None = None,
    right_to_left: bool = False,
) -> TreeStack:
    """Lays out a stack. ``parts``: what is folded (:func:`folded_parts`)."""
    parts = parts or {}
    shapes = {number: _Shape(tier, parts) for number, tier in enumerate(tiers) if tier is not None}
    column_of = _columns(shapes.values())
    columns = [Slot() for _ in range(max(column_of.values(), default=-1) + 1)]
    for shape in shapes.values():
        shape.widen(columns, shape.places(column_of))
    inner = put_beside(columns[::-1] if right_to_left else columns)
    whole = max(inner + 2 * MARGIN, heads_width(heads))
    start = whole - inner - MARGIN if right_to_left else MARGIN
    for column in columns:
        column.left += start
    labels: list[StackBox] = []
    edges: list[Line] = []
    folds: list[Line] = []
    lines: list[tuple[int, float]] = []
    edge_room = EDGE_ROOM if any(any(shape.edges) for shape in shapes.values()) else 0.0
    row = LEAST_ROW + edge_room
    y = 0.0
    for number in range(len(tiers)):
        lines.append((number, y))
        y += HEAD + AIR
        if number in shapes:
            shape, base, side = shapes[number], y + BOX / 2 + shapes[number].highest * row, TEST if number else GOLD
            index: dict[int, int] = {}
            for node, x in shape.centred(shape.room).items():
                first, last = longest(shape.over[node])
                part, below = shape.runs[node] if node in shape.runs else (shape.tops.get(node), ())
                text, kind = (
                    (shape.words(node), WORD)
                    if shape.is_word(node)
                    else (shape.texts[node], int(shape.tree.kinds[node]))
                )
                box = StackBox(
                    text, x, base - shape.levels[node] * row, shape.width(node), shape.operations[node], side, node,
                    shape.tier.gold_of.get(node, -1), kind, part is not None, number, first, last, part, below,
                    tuple(shape.over[node]),
                )  # fmt: skip
                index[node] = len(labels)
                labels.append(box)
                edges += [Line(index[node], index[one]) for one in shape.daughters[node]]
                if node in shape.tops:  # the words of a folded part do not belong to a node of their own
                    words = shape.words(node)
                    folds.append(Line(index[node], len(labels)))
                    size = estimated_width(words, FONT_SIZE) + 8
                    labels.append(
                        replace(box, node=-1 - node, text=words, kind=WORD, y=base, width=size, stands_for=(node,))
                    )
            y = base + BOX / 2 + 2 * AIR
    stack = TreeStack(
        tuple(heads), tuple(lines), whole, y, right_to_left, tuple(tiers), tuple(labels), parts,
        row=row, edges=edges, folds=folds, edge_room=edge_room,
    )  # fmt: skip
    return _with_texts(stack, shapes)


def _with_texts(stack: TreeStack, shapes: dict[int, _Shape]) -> TreeStack:
    """A label on an edge differs that is not the gold's, and one of the gold's that is another in any system."""
    gold = shapes[GOLD_TIER]
    other_in_any = {
        own
        for number, shape in shapes.items()
        if number != GOLD_TIER
        for node, own in shape.tier.gold_of.items()
        if shape.edges[node] and shape.edges[node] != gold.edges[own]
    }

    def text_of(box: StackBox) -> tuple[str, bool]:
        shape = shapes[box.tier]
        text = shape.edges[box.node] if box.node >= 0 and box.kind != WORD else ""
        own = shape.tier.gold_of.get(box.node)
        there = gold.edges[own] if own is not None else text
        is_other = box.tier == GOLD_TIER and box.node in other_in_any
        return text, is_other or (bool(there) and there != text)

    return with_texts(stack, shapes, text_of)


def _columns(shapes: Iterable[_Shape]) -> dict[Key, int]:
    """The number of the column of each key: what is folded together shares one."""
    keys: set[Key] = set()
    same: dict[Key, Key] = {}
    for shape in shapes:
        for own in map(shape.keys, shape.leaves):
            keys |= set(own)
            same |= dict.fromkeys(own[1:], own[0])
    number: dict[Key, int] = {}
    count = 0
    for key in sorted(keys):
        first = same.get(key, key)
        if first not in number:
            number[first] = count
            count += 1
        number[key] = number[first]
    return number
