"""One sentence across annotation schemes: what the golds share above the words, the system below them. No Qt.

A node is a box over its words, one box per label (sorted, as in the sorted function trees of Tsarfaty et al. 2012). Trees above the
words are drawn upwards, that of the system downwards, so that boxes over the same words are near each other. Golds' own trees
stand above what they share where they are wanted. Marks besides colours: ``<`` of the common gold, missing in the system; ``>``
extra in the system; in brackets and dashed a scheme difference: left out of the common gold, or not counted in the system.
``scheme_layout.py`` lays them out.

The trees of Tsarfaty et al. 2011 have one label per span, ``*`` for a head's own word, and ``~`` marks what is relabelled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from treecompare.drawing.style import MARKS, marked
from treecompare.mappings.functions import ADD, RELABEL, Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.multifunction import MultiFunctionTree, Span

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
