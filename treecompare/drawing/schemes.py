"""One sentence across annotation schemes: what the golds share above the words, the system below them. No Qt.

A node is a box over its words, one box per label (sorted, as in the sorted function trees of Tsarfaty et al. 2012). Trees above the
words stand on them, that of the system hangs from them, so that boxes over the same words are near each other. Golds' own trees
stand above what they share where they are wanted. Marks besides colours: ``<`` of the common gold, missing in the system; ``>``
extra in the system; in brackets and hatched a scheme difference: left out of the common gold, or not counted in the system.
The trees of Tsarfaty et al. 2011 have one label per span, ``*`` for a head's own word, and ``~`` marks what is relabelled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from treecompare.drawing.condensed import LEAST_RUN
from treecompare.drawing.style import BOX, FONT_SIZE, MARKS, estimated_width, marked
from treecompare.mappings.functions import ADD, RELABEL, Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.multifunction import MultiFunctionTree, Span

SCHEME = "scheme"
"""What became of a node that only a scheme has: left out of the common gold, or not counted. The others as in mappings."""
UNNAMED = "unnamed"
"""A node without a label where labels count: it is no part of any count."""
GOLD, COMMON, PARSE = "gold", "common", "parse"
TITLES = {GOLD: "gold", COMMON: "in common", PARSE: "system"}
NO_LABEL = "·"
LABEL_SIZE = 11.0
MARGIN, TITLE, STEP, PAD, BETWEEN = 18.0, 22.0, BOX + 3, 5.0, 14.0
ABOVE_WORDS = 4.0
BOLD = 1.15
"""How much wider the labels of errors are."""
WIDE = 400.0
"""Points of a box after which its label is said again."""
WORDS = -1
"""In place of the number of a tree: the words."""
ALL, SAME, RIGHT = 0, 1, 2
"""How much is drawn: all; runs of words folded in which the trees are the same; or those without an error."""

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


Mark = tuple[str, str]
"""What became of a node, and the label that it gets if it is relabelled."""


@dataclass(frozen=True)
class Edits:
    """What becomes of the nodes of each tree by the scripts of Tsarfaty et al. 2011, by their spans, and of words, by their places;
    others are matched."""

    golds: Sequence[Mapping[Span | int, Mark]]
    common: Mapping[Span | int, Mark]
    parse: Mapping[Span | int, Mark]

    @classmethod
    def of(cls, golds: Sequence[Sequence[Operation]], parse: Sequence[Operation]) -> Edits:
        """From the operations that turn each gold, and the parse, into what the golds have in common."""
        common: dict[Span | int, Mark] = {}
        for one in parse:
            if one.kind == ADD:
                common[_key(one)] = (DELETED if one.is_charged else SCHEME, "")
            elif one.place is not None:
                common[one.place] = (SWAPPED if one.is_charged else SCHEME, "")
        return cls([_of_source(gold, False) for gold in golds], common, _of_source(parse, True))


def _key(operation: Operation) -> Span | int:
    return operation.start if operation.is_word else (operation.start, operation.end)


def _of_source(operations: Sequence[Operation], can_be_charged: bool) -> dict[Span | int, Mark]:
    """The marks of the tree that is edited."""
    found: dict[Span | int, Mark] = {}
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


def _insert_word(nodes: list[SchemeNode], place: int, word: str, mark: Mark) -> None:
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


# -- layout ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SchemeBox:
    """A label of a tree, or a word or a folded run of words (``tree`` is WORDS), with its middle and width in points."""

    tree: int
    first: int
    last: int
    text: str
    label: str
    operation: str
    is_root: bool
    x: float
    y: float
    width: float

    @property
    def place(self) -> Place:
        """What it stands for in any layout."""
        return self.tree, self.first, self.last, self.label

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

    @property
    def corners(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        return self.x - self.width / 2, self.y - BOX / 2, self.x + self.width / 2, self.y + BOX / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= BOX / 2


@dataclass(frozen=True)
class SchemeDrawing:
    """A finished layout, in points. ``titles``: the middle of each shown tree's title, by the number of the tree."""

    of: SchemeTrees
    labels: tuple[SchemeBox, ...]
    words: tuple[SchemeBox, ...]
    titles: dict[int, float]
    width: float
    height: float
    right_to_left: bool = False

    @property
    def boxes(self) -> tuple[SchemeBox, ...]:
        """All that can be pointed at."""
        return self.labels + self.words

    @cached_property
    def _by_place(self) -> dict[Place, SchemeBox]:
        return {box.place: box for box in self.boxes}

    def box_of(self, place: Place) -> SchemeBox | None:
        """The box at a place; None where it is folded or its tree is not drawn."""
        return self._by_place.get(place)

    def showing(self, place: Place) -> SchemeBox | None:
        """The box at a place, or the folded run that it is in; None where its tree is not drawn."""
        box = self.box_of(place)
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
        return tuple(operation for operation in (DELETED, INSERTED, SWAPPED, SCHEME, UNNAMED) if operation in there)


def layout_schemes(
    of: SchemeTrees,
    own: Collection[int] = (),
    folding: int = ALL,
    opened: Collection[int] = (),
    right_to_left: bool = False,
) -> SchemeDrawing:
    """Lays a sentence out. ``own``: golds whose own trees are drawn, too. ``opened``: first words of runs that stay unfolded."""
    above = [*(number for number in of.own_golds if number in own), of.target]
    shown = {number: of.trees[number].nodes for number in (*above, of.parse)}
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
        return SchemeBox(
            tree, first, last, text, label, operation, is_root, width - middle if right_to_left else middle, y, right - left
        )  # fmt: skip

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

    A node over exactly the words of a run stays: whatever became of it is seen. The sentence as a whole is no run.
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
    widths = [estimated_width(text, FONT_SIZE) + 2 * PAD for _, _, text in columns]
    begins = {first: place for place, (first, _, _) in enumerate(columns)}
    ends = {last: place + 1 for place, (_, last, _) in enumerate(columns)}
    for node in sorted(nodes, key=lambda node: node.last - node.first):
        begin, end = begins[node.first], ends[node.last]
        bold = BOLD if node.operation in (DELETED, INSERTED, SWAPPED) else 1.0
        lacking = bold * estimated_width(node.text, LABEL_SIZE) + 2 * PAD + 4 - sum(widths[begin:end])
        if lacking > 0:
            for place in range(begin, end):
                widths[place] += lacking / (end - begin)
    edges, x = {0: MARGIN}, MARGIN
    for (_, last, _), width in zip(columns, widths, strict=True):
        x += width
        edges[last] = x
    return edges
