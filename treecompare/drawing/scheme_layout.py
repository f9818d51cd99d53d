"""Function trees across annotation schemes laid out (brackets over words, folds, the marks of both), as text, as JSON. No Qt.

A node is a box over its words, one box per label (sorted, as in the sorted function trees of Tsarfaty et al. 2012). Trees above the
words are drawn upwards, that of the system downwards, so that boxes over the same words are near each other. Golds' own trees
stand above what they share where they are wanted. Marks besides colours: ``<`` of the common gold, missing in the system; ``>``
extra in the system; in brackets and dashed a scheme difference: left out of the common gold, or not counted in the system.

The trees of Tsarfaty et al. 2011 have one label per span, ``*`` for a head's own word, and ``~`` marks what is relabelled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from textwrap import wrap
from typing import Any

from treecompare.drawing.columns import Slot, put_beside, widen
from treecompare.drawing.condensed import LEAST_RUN
from treecompare.drawing.drawn import Drawn, Space
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import NODE, WORD, Entry, Label, Mark, Scene, SceneBox, Stroke, bent, changed_label
from treecompare.drawing.style import (
    BOLD,
    BOX,
    FONT_SIZE,
    HEADING,
    LINE,
    MARKS,
    QUIET,
    REGULAR,
    estimated_width,
    marked,
    reads_right_to_left,
    rim,
)
from treecompare.mappings.function_edits import ADD, RELABEL, Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.functions import MultiFunctionTree, Span

SCHEME = "scheme"
"""What became of a node that only a scheme has: left out of the common gold, or not counted. The others as in mappings."""
UNNAMED = "unnamed"
"""A node without a label where labels count: it is not part of any count."""
GOLD, COMMON, PARSE = "gold", "common", "parse"
TITLES = {GOLD: "gold", COMMON: "in common", PARSE: "system"}
NO_LABEL = "·"
Place = tuple[int, int, int, str]
"""What a box stands for in any layout: the number of its tree, its first word and the one after its last, its label."""


@dataclass(frozen=True)
class SchemeNode:
    """A label over the words ``first:last``, and what became of it; ``depth`` 0 is the root's. ``new``: the label that a relabelled
    node gets. ``is_word``: a word that is deleted or added, below the nodes over it."""

    first: int
    last: int
    label: str
    depth: int
    operation: str
    new: str = ""
    is_word: bool = False

    @property
    def text(self) -> str:
        """The label with its mark."""
        shown = f"{self.label}→{self.new}" if self.new else self.label or NO_LABEL
        if self.operation in MARKS:
            return marked(shown, self.operation)
        return f"({shown})" if self.operation == SCHEME else shown

    @property
    def is_root(self) -> bool:
        """The root is always paired and never counted."""
        return self.depth == 0


@dataclass(frozen=True)
class SchemeTree:
    """A function tree: its name, whether it is a gold, what golds have in common or the system, and its nodes in preorder."""

    name: str
    role: str
    nodes: tuple[SchemeNode, ...]

    @property
    def title(self) -> str:
        """``SD (gold)``."""
        return f"{self.name} ({TITLES[self.role]})"


@dataclass(frozen=True)
class SchemeTrees:
    """A sentence compared: the golds, what they have in common (where there are several), and last the system."""

    words: tuple[str, ...]
    trees: tuple[SchemeTree, ...]

    @property
    def parse(self) -> int:
        """The number of the system's tree."""
        return len(self.trees) - 1

    @property
    def target(self) -> int:
        """The number of the tree that the system is compared with."""
        return len(self.trees) - 2

    @property
    def own_golds(self) -> range:
        """The numbers of the golds that are not themselves the target."""
        return range(self.target)

    def counted(self, tree: int, operation: str | None = None) -> list[Place]:
        """The nodes of a tree that counts are of: without the root, and without those that have no label where labels count."""
        return [
            (tree, one.first, one.last, one.label)
            for one in self.trees[tree].nodes
            if not one.is_root
            and (one.operation == operation if operation else one.operation != UNNAMED and not one.is_word)
        ]

    def having(self, place: Place) -> list[int]:
        """The trees that have the label of a place over its words."""
        return [
            number
            for number, tree in enumerate(self.trees)
            if any((one.first, one.last, one.label) == place[1:] for one in tree.nodes)
        ]


LabelAndMark = tuple[str, str]
"""What became of a node, and the label that it gets if it is relabelled."""


@dataclass(frozen=True)
class Edits:
    """What becomes of the nodes of each tree by the scripts of Tsarfaty et al. 2011, by their spans, and of words, by their places;
    others are matched."""

    golds: Sequence[Mapping[Span | int, LabelAndMark]]
    common: Mapping[Span | int, LabelAndMark]
    parse: Mapping[Span | int, LabelAndMark]

    @classmethod
    def of(cls, golds: Sequence[Sequence[Operation]], parse: Sequence[Operation]) -> Edits:
        """From the operations that turn each gold, and the parse, into what the golds have in common."""
        common: dict[Span | int, LabelAndMark] = {}
        for one in parse:
            if one.kind == ADD:
                common[_key(one)] = (DELETED if one.is_charged else SCHEME, "")
            elif one.place is not None:
                common[one.place] = (SWAPPED if one.is_charged else SCHEME, "")
        return cls([_of_source(gold, False) for gold in golds], common, _of_source(parse, True))


def _key(operation: Operation) -> Span | int:
    return operation.start if operation.is_word else (operation.start, operation.end)


def _of_source(operations: Sequence[Operation], can_be_charged: bool) -> dict[Span | int, LabelAndMark]:
    """The marks of the tree that is edited."""
    found: dict[Span | int, LabelAndMark] = {}
    for one in operations:
        if one.kind != ADD:
            charged = SWAPPED if one.kind == RELABEL else INSERTED
            found[_key(one)] = (charged if can_be_charged and one.is_charged else SCHEME, one.new)
    return found


def compared_trees(
    words: Sequence[str],
    golds: Sequence[tuple[str, MultiFunctionTree]],
    common: tuple[str, MultiFunctionTree],
    parse: tuple[str, MultiFunctionTree],
    native: MultiFunctionTree,
    labelled: bool = True,
    edits: Edits | None = None,
) -> SchemeTrees:
    """``golds``, ``common`` and ``parse`` with their names; ``native`` is the system's own gold.

    With one gold, ``common`` is that gold and has no tree of its own. ``edits``: what becomes of nodes, where operations are not
    anchored in spans.
    """
    own, wanted, found = native, common[1], parse[1]

    def has(tree: MultiFunctionTree, span: Span, label: str) -> bool:
        return label in tree.labels(span) if labelled and label else span in tree.nodes

    def of_gold(span: Span, label: str) -> str:
        return MATCHED if has(wanted, span, label) else SCHEME

    def of_common(span: Span, label: str) -> str:
        if has(found, span, label):
            return MATCHED
        return DELETED if has(own, span, label) else SCHEME

    def of_parse(span: Span, label: str) -> str:
        if has(wanted, span, label):
            return MATCHED
        return SCHEME if has(own, span, label) else INSERTED

    single = len(golds) == 1
    shown = [(name, GOLD, tree, of_common if single else of_gold) for name, tree in golds]
    if not single:
        shown.append((common[0], COMMON, wanted, of_common))
    shown.append((parse[0], PARSE, found, of_parse))
    marks = [] if edits is None else [*(() if single else edits.golds), edits.common, edits.parse]
    trees = []
    for number, (name, role, tree, operation) in enumerate(shown):
        nodes = []
        for span, label, depth in _depths(tree, labelled):
            became = MATCHED if depth == 0 else UNNAMED if labelled and not label else operation(span, label)
            mark = (became, "") if edits is None else marks[number].get(span, (MATCHED, ""))
            nodes.append(SchemeNode(*span, label, depth, *mark))
        for place in () if edits is None else [key for key in marks[number] if isinstance(key, int)]:
            _insert_word(nodes, place, words[place], marks[number][place])
        trees.append(SchemeTree(name, role, tuple(nodes)))
    return SchemeTrees(tuple(words), tuple(trees))


def _insert_word(nodes: list[SchemeNode], place: int, word: str, mark: LabelAndMark) -> None:
    """Puts a word that is deleted or added below the nodes over it."""
    above = max(number for number, node in enumerate(nodes) if node.first <= place < node.last)
    nodes.insert(above + 1, SchemeNode(place, place + 1, word, nodes[above].depth + 1, *mark, is_word=True))


def _depths(tree: MultiFunctionTree, labelled: bool) -> list[tuple[Span, str, int]]:
    """Spans and labels in preorder, each with its depth: one below the deepest node that it is in."""
    whole = (0, tree.length)
    rows = [(whole, "".join(sorted(tree.root)) if labelled else "", 0)]
    open_ends: list[tuple[int, int]] = [(tree.length, 0)]
    for span in sorted(tree.nodes, key=lambda span: (span[0], -span[1])):
        if not labelled and span == whole:
            continue
        while open_ends[-1][0] <= span[0]:
            open_ends.pop()
        row = open_ends[-1][1]
        for label in sorted(tree.labels(span)) if labelled and tree.labels(span) else [""]:
            row += 1
            rows.append((span, label, row))
        open_ends.append((span[1], row))
    return rows


LABEL_SIZE = 11.0
MARGIN, TITLE, STEP, PAD, BETWEEN = 12.0, 22.0, 26.0, 5.0, 14.0
ABOVE_WORDS = 4.0
CHIP, LEG = 18.0, 9.0
"""Height of the label of an error; how far the ends of a bracket come towards the words."""
_DASHES = {SCHEME: (4.0, 3.0), UNNAMED: (1.0, 3.0)}
WIDER = 1.08
"""How much wider words and the labels of errors are, which are bold."""
WIDE = 400.0
"""Points of a box after which its label is said again."""
WORDS = -1
"""In place of the number of a tree: the words."""
ALL, SAME, RIGHT = 0, 1, 2
"""How much is drawn: all; runs of words folded in which the trees are the same; or those without an error."""
ERRORS = DELETED, INSERTED, SWAPPED
MEANINGS = {
    DELETED: "missing node",
    INSERTED: "extra node",
    SWAPPED: "relabelled node",
    SCHEME: "scheme difference (not counted)",
    UNNAMED: "no label (not counted)",
}


@dataclass(frozen=True)
class SchemeBox(SceneBox):
    """A label of a tree, or a word or a folded run of words (``tree`` is WORDS), with its middle and width in points."""

    tree: int = WORDS
    first: int = 0
    last: int = 2
    label: str = ""
    is_root: bool = False

    @property
    def place(self) -> Place:
        """What it stands for in any layout."""
        return self.tree, self.first, self.last, self.label

    @property
    def role(self) -> str:
        return WORD if self.tree == WORDS else NODE

    @property
    def part(self) -> int | None:
        return self.first if self.is_run else None

    @property
    def is_run(self) -> bool:
        """Whether it stands for folded words."""
        return self.tree == WORDS and self.last > self.first + 1

    @property
    def text_places(self) -> tuple[float, ...]:
        """Where its text stands: in wide boxes several times, so that some of it is seen wherever one looks."""
        number = max(int(self.width // WIDE), 1)
        left = self.x - self.width / 2
        return tuple(left + (place + 0.5) * self.width / number for place in range(number))


@dataclass(frozen=True)
class SchemeDrawing(Scene):
    """A finished layout, in points. ``titles``: the middle of each shown tree's title, by the number of the tree."""

    of: SchemeTrees
    labels: tuple[SchemeBox, ...]
    words: tuple[SchemeBox, ...]
    titles: dict[int, float]
    width: float
    height: float
    right_to_left: bool = False

    @cached_property
    def boxes(self) -> tuple[SchemeBox, ...]:
        """All that can be pointed at."""
        return self.labels + self.words

    def showing(self, place: Place) -> SchemeBox | None:
        """The box at a place, or the folded run that it is in; None where its tree is not drawn."""
        box: SchemeBox | None = self.box_of(place)
        if box is None and (place[0] == WORDS or place[0] in self.titles):
            box = next((one for one in self.words if one.first <= place[1] and place[2] <= one.last), None)
        return box

    def words_of(self, place: Place) -> list[SchemeBox]:
        """The words below a place, as far as they are drawn; a folded run counts with any of its words."""
        return [box for box in self.words if box.first < place[2] and place[1] < box.last]

    @property
    def operations(self) -> tuple[str, ...]:
        """Which occur, for a legend."""
        there = {box.operation for box in self.labels}
        return tuple(operation for operation in MEANINGS if operation in there)

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        found: list[Mark] = [
            Label(MARGIN, y, self.of.trees[tree].title, 12.0, QUIET, "start", HEADING)
            for tree, y in self.titles.items()
        ]
        found += [
            Label(
                word.x,
                word.y,
                word.text,
                ink=QUIET if word.is_run else MATCHED,
                weight=REGULAR if word.is_run else BOLD,
            )
            for word in self.words
        ]
        for box in self.labels:
            found += node_marks(box, box.tree != self.of.parse)
        return tuple(found)

    @property
    def middle(self) -> float | None:
        return self.words[0].y if self.words else None

    @property
    def said(self) -> str:
        return " ".join(self.of.words)

    def foot(self, names: Names = PLAIN) -> list[list[Entry]]:
        legend = []
        for operation in self.operations:
            text = sample(operation)
            width = estimated_width(text, LABEL_SIZE) + 36
            label = "" if operation == UNNAMED else text
            box = SchemeBox(text, width / 2, 0.0, width, operation, label=label)
            legend.append(Entry(MEANINGS[operation], text, operation, tuple(node_marks(box, True)), width))
        return [legend]


def sample(operation: str) -> str:
    """What a label looks like of which that became."""
    return SchemeNode(0, 1, "" if operation == UNNAMED else "x", 1, operation).text


def node_marks(box: SchemeBox, is_above: bool) -> list[Mark]:
    """A bracket over the words of a node, open towards them, with its label on it; a single word needs none.

    ``is_above``: it is above the words. An error is thick and its label stands on a ground; what only a scheme has is dashed, what
    has no label is dotted.
    """
    operation, is_error = box.operation, box.operation in ERRORS
    found: list[Mark] = []
    if box.last - box.first > 1 or box.is_root:
        left, right, end = box.x - box.width / 2, box.x + box.width / 2, box.y + (LEG if is_above else -LEG)
        points = ((left, end), (left, box.y), (right, box.y), (right, end))
        ink, width = (rim(operation), 2.0) if is_error else (LINE, 1.0)
        found.append(Stroke(points[0], bent(points), ink, width, _DASHES.get(operation, ())))
    text = box.text if box.label or is_error else ""
    room = estimated_width(text, LABEL_SIZE)
    for x in box.text_places if text else ():
        if is_error:
            found += changed_label(x, box.y, text, operation, WIDER * room + 12, CHIP, LABEL_SIZE)
        else:
            ink = QUIET if operation == SCHEME or box.is_root else MATCHED
            found.append(Label(x, box.y, text, LABEL_SIZE, ink, room=room + 8))
    return found


def layout_schemes(
    of: SchemeTrees,
    own: Collection[int] = (),
    folding: int = ALL,
    opened: Collection[int] = (),
    right_to_left: bool = False,
) -> SchemeDrawing:
    """Lays a sentence out. ``own``: golds whose own trees are drawn, too. ``opened``: first words of runs that stay unfolded."""
    above = [*(number for number in of.own_golds if number in own), of.target]
    shown = {number: _told(of.trees[number].nodes) for number in (*above, of.parse)}
    runs = []
    if folding != ALL:
        nodes = [node for nodes in shown.values() for node in nodes]
        runs = [run for run in _runs(nodes, len(of.words), folding) if run[0] not in opened]
    shown = {number: _outside(nodes, runs) for number, nodes in shown.items()}
    columns = _columns(of.words, runs)
    edges = _edges(columns, [node for nodes in shown.values() for node in nodes])
    width = max(edges.values()) + MARGIN

    def box(tree: int, first: int, last: int, text: str, y: float, of_node: SchemeNode | None) -> SchemeBox:
        left, right = edges[first], edges[last]
        label, operation, is_root = ("", MATCHED, False)
        if of_node is not None:
            label, operation, is_root = of_node.label, of_node.operation, of_node.is_root
            left, right = left + 2, right - 2
        middle = (left + right) / 2
        x = width - middle if right_to_left else middle
        return SchemeBox(text, x, y, right - left, operation, tree, first, last, label, is_root)

    labels: list[SchemeBox] = []
    titles: dict[int, float] = {}
    y = MARGIN
    for number in (*above, of.parse):
        levels = _levels(shown[number], len(of.words))
        rows = 1 + max(levels)
        if number == of.parse:
            y += ABOVE_WORDS
            titles[number] = y + rows * STEP + TITLE / 2
        else:
            titles[number] = y + TITLE / 2 - 2
            y += TITLE
        for node, level in zip(shown[number], levels, strict=True):
            row = level if number == of.parse else rows - 1 - level
            labels.append(box(number, node.first, node.last, node.text, y + row * STEP + BOX / 2, node))
        y += rows * STEP
        if number == of.target:
            words = [box(WORDS, *column, y + ABOVE_WORDS + BOX / 2, None) for column in columns]
            y += ABOVE_WORDS + BOX
        elif number != of.parse:
            y += BETWEEN
    return SchemeDrawing(of, tuple(labels), tuple(words), titles, width, y + TITLE + MARGIN, right_to_left)


def _told(nodes: Sequence[SchemeNode]) -> tuple[SchemeNode, ...]:
    """All but what has no label over a single word, and is no error: it says nothing."""
    return tuple(
        one for one in nodes if one.label or one.is_root or one.last - one.first > 1 or one.operation in ERRORS
    )


def _levels(nodes: Sequence[SchemeNode], words: int) -> list[int]:
    """How far each node is from the words, which stand right below level 0."""
    free = [0] * words
    levels = []
    for node in reversed(nodes):  # of nodes in preorder, those within a node come after it
        level = max(free[node.first : node.last], default=0)
        free[node.first : node.last] = [level + 1] * (node.last - node.first)
        levels.append(level)
    return levels[::-1]


def _runs(nodes: Sequence[SchemeNode], words: int, folding: int) -> list[tuple[int, int]]:
    """The longest runs of words within which nothing differs (or is an error) and that no node cuts, from the left.

    A node over exactly the words of a run stays: whatever became of it is seen. The sentence as a whole is not a run.
    """
    plain = (MATCHED, UNNAMED) if folding == SAME else (MATCHED, UNNAMED, SCHEME)
    furthest, earliest = [words] * (words + 1), [0] * (words + 1)
    differing = {(node.first, node.last) for node in nodes if node.operation not in plain}
    for node in nodes:
        for place in range(node.first + 1, node.last):
            furthest[place] = min(furthest[place], node.last)
            earliest[place] = max(earliest[place], node.first)
    found, first = [], 0
    while first + LEAST_RUN <= words:
        inner = [one for one in differing if one[0] >= first]
        limit = min((last for _, last in inner), default=words)
        if any(last == limit and begin > first for begin, last in inner):
            limit -= 1
        for last in range(min(furthest[first], limit, first + words - 1), first + LEAST_RUN - 1, -1):
            if earliest[last] <= first:
                found.append((first, last))
                first = last
                break
        else:
            first += 1
    return found


def _outside(nodes: Iterable[SchemeNode], runs: Sequence[tuple[int, int]]) -> tuple[SchemeNode, ...]:
    """The nodes that are not hidden in a run."""
    return tuple(
        node
        for node in nodes
        if not any(
            first <= node.first and node.last <= last and (first, last) != (node.first, node.last)
            for first, last in runs
        )
    )


def _columns(words: Sequence[str], runs: Sequence[tuple[int, int]]) -> list[tuple[int, int, str]]:
    """Words and folded runs, each with its first word and the one after its last."""
    ends, columns, first = dict(runs), [], 0
    while first < len(words):
        last = ends.get(first, first + 1)
        columns.append((first, last, words[first] if first not in ends else f"… {last - first} words …"))
        first = last
    return columns


def _edges(columns: Sequence[tuple[int, int, str]], nodes: Iterable[SchemeNode]) -> dict[int, float]:
    """Where columns begin and end, by the word that begins there, so that words and labels have room."""
    slots = [Slot(WIDER * estimated_width(text, FONT_SIZE) + 2 * PAD) for _, _, text in columns]
    begins = {first: place for place, (first, _, _) in enumerate(columns)}
    ends = {last: place + 1 for place, (_, last, _) in enumerate(columns)}
    for node in sorted(nodes, key=lambda node: node.last - node.first):
        bold = WIDER if node.operation in ERRORS else 1.0
        wanted = bold * estimated_width(node.text, LABEL_SIZE) + 2 * PAD + 8
        widen(slots[begins[node.first] : ends[node.last]], wanted, gap=0.0)
    put_beside(slots, MARGIN, gap=0.0)
    return {0: MARGIN} | {last: one.left + one.width for (_, last, _), one in zip(columns, slots, strict=True)}


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


# -- as they are drawn, and what is said of them -----------------------------------------------------------------------


def word_place(word: int) -> Place:
    """The place of a word, from 0."""
    return WORDS, word, word + 1, ""


@dataclass(eq=False, kw_only=True)
class SchemesDrawn(Drawn):
    """What the golds share above the words, the system below them; ``own``: the names of golds whose own trees are drawn, too.
    ``operations``: what turns the parse into what is above; ``score``: the sentence's, in words.

    Its places are labels over words of a tree, and words: see :class:`SchemeBox`.
    """

    trees: SchemeTrees
    operations: Sequence[Operation] = ()
    score: str = ""
    own: Collection[str] = ()
    scene: SchemeDrawing | None = None

    def __post_init__(self) -> None:
        self.is_right_to_left = reads_right_to_left(list(self.trees.words))

    @property
    def smallest_text(self) -> float:
        return LABEL_SIZE

    def ways(self, space: Space) -> list[int]:
        return [ALL, SAME, RIGHT] if self.folds else [ALL]

    def laid_out(self, way: int, space: Space) -> SchemeDrawing:
        own = [place for place in self.trees.own_golds if self.trees.trees[place].name in self.own]
        return layout_schemes(self.trees, own, way, self.unfolded_parts, self.is_right_to_left)

    def folding_of(self, wanted: Place) -> int | None:
        """The first word of the run."""
        box = self.shown_at(wanted)
        return box.first if box is not None and box.is_run else None

    # -- places ---------------------------------------------------------------------------------------------------------------

    def shown_at(self, place: Place) -> SchemeBox | None:
        return self.scene.showing(place) if self.scene is not None else None

    def related(self, box: SchemeBox) -> list[SchemeBox]:
        if box.tree == WORDS:
            return [box]
        places = ((number, *box.place[1:]) for number in self.trees.having(box.place))
        return [one for one in map(self.box_of, places) if one is not None]

    def words_below(self, box: SchemeBox) -> list[SchemeBox]:
        return self.scene.words_of(box.place) if self.scene is not None and box.tree != WORDS else []

    def places_of_operation(self, operation: Operation | None) -> list[Place]:
        """The labels that an operation is about, in all trees."""
        if operation is None:
            return []
        about = [(WORDS, operation.start, operation.end, operation.label)]
        if operation.place is not None:
            about.append((WORDS, *operation.place, operation.new))
        return [(number, *wanted[1:]) for wanted in about for number in self.trees.having(wanted)]

    # -- what is said ---------------------------------------------------------------------------------------------------------

    def text_of(self, box: SchemeBox) -> str:
        if box.tree != WORDS:
            return self._said(box.place, box.operation, box.is_root)
        words = " ".join(self.trees.words[box.first : box.last])
        if box.is_run:
            return "\n".join([*wrap(words, 72), "no errors among these words; click to open"])
        return words

    def _said(self, place: Place, operation: str, is_root: bool = False) -> str:
        trees, (number, first, last, label) = self.trees, place
        says = {
            MATCHED: "in the gold and in the system's analysis"
            if not trees.own_golds
            else "in what all golds share"
            if number in trees.own_golds
            else "in what all golds share and in the system's analysis",
            DELETED: "missing in the system: an error",
            INSERTED: "extra in the system: an error",
            SWAPPED: "relabelled in the system: an error",
            SCHEME: "scheme difference: not counted",
            UNNAMED: "a node without a label: not counted where labels count",
        }[operation]
        if is_root:
            says = "the root: always paired, never counted"
        head = f"{trees.trees[number].title}\n{label or 'no label'}: {' '.join(trees.words[first:last])}"
        return "\n".join([head, says, *self._in_golds(place)])

    def _in_golds(self, place: Place) -> list[str]:
        """Which golds have a label over these words, and which do not; nothing with one gold."""
        there = self.trees.having(place)
        having, lacking = (
            ", ".join(self.trees.trees[one].name for one in self.trees.own_golds if (one in there) == is_there)
            for is_there in (True, False)
        )
        said = [f"in {having}"] if having else []
        said += [f"not in {lacking}"] if lacking else []
        return ["; ".join(said)] if said else []

    def changes_found(self) -> dict[Place, str]:
        """What counts as an error, with what became of it."""
        trees = self.trees
        wanted = ((trees.target, DELETED), (trees.parse, INSERTED), (trees.parse, SWAPPED))
        found = [(place, operation) for tree, operation in wanted for place in trees.counted(tree, operation)]
        return dict(sorted(found, key=lambda one: (one[0][1], -one[0][2], one[0][0])))

    def change_said(self, place: Place) -> str:
        return "; ".join(self._said(place, self.changes_found()[place]).split("\n"))

    def nothing_changed(self) -> str:
        return "No errors."

    def details(self) -> str:
        return self.score
