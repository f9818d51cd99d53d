"""One sentence across annotation schemes: the golds' function trees, what they have in common, and a system. No Qt.

Panels stand below each other over the same columns of words; a node is a box over its words, one box per label (sorted, as in
the sorted function trees of Tsarfaty et al. 2012). Marks besides colours: ``<`` of the common gold, missing in the system;
``>`` extra in the system; in brackets and hatched a scheme difference: left out of the common gold, or not counted in the system.
The trees of Tsarfaty et al. 2011 have one label per span, ``*`` for a head's own word, and ``~`` marks what is relabelled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from treecompare.drawing.style import BOX, FONT_SIZE, THEMES, Theme, estimated_width
from treecompare.drawing.svg import svg_begin, svg_text
from treecompare.mappings.functions import ADD, RELABEL, Operation
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.multifunction import MultiFunctionTree, Span

SCHEME = "scheme"
"""What became of a node that only a scheme has: left out of the common gold, or not counted. The others as in mappings."""
GOLD, COMMON, PARSE = "gold", "common", "parse"
TITLES = {GOLD: "gold", COMMON: "in common", PARSE: "system"}
NO_LABEL = "·"
LABEL_SIZE = 11.0
MARGIN, TITLE, STEP, PAD, BETWEEN = 18.0, 22.0, BOX + 3, 5.0, 16.0


@dataclass(frozen=True)
class SchemeBox:
    """A label over the words ``first:last`` in a row of a panel (0 is the root's), and what became of it; ``new``: the label that
    a relabelled node gets."""

    panel: int
    row: int
    first: int
    last: int
    label: str
    operation: str
    new: str = ""

    @property
    def text(self) -> str:
        """The label with its mark."""
        shown = f"{self.label}→{self.new}" if self.new else self.label or NO_LABEL
        marked = {DELETED: f"{shown}<", INSERTED: f">{shown}", SWAPPED: f"~{shown}", SCHEME: f"({shown})"}
        return marked.get(self.operation, shown)


@dataclass(frozen=True)
class Panel:
    """A function tree: its name, whether it is a gold, what golds have in common or the system, and its rows without the words."""

    name: str
    role: str
    rows: int

    @property
    def title(self) -> str:
        """``SD (gold)``."""
        return f"{self.name} ({TITLES[self.role]})"


@dataclass(frozen=True)
class SchemeDrawing:
    """A finished layout, in points: ``edges`` of the columns (one more than words), the ``tops`` of the panels."""

    words: tuple[str, ...]
    panels: tuple[Panel, ...]
    boxes: tuple[SchemeBox, ...]
    edges: tuple[float, ...]
    tops: tuple[float, ...]
    width: float
    height: float

    def corners(self, box: SchemeBox) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a box."""
        top = self.tops[box.panel] + TITLE + box.row * STEP
        return self.edges[box.first] + 2, top, self.edges[box.last] - 2, top + BOX

    @property
    def operations(self) -> tuple[str, ...]:
        """Which occur, for a legend."""
        return tuple(
            operation
            for operation in (DELETED, INSERTED, SWAPPED, SCHEME)
            if any(box.operation == operation for box in self.boxes)
        )


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


def layout_schemes(
    words: Sequence[str],
    golds: Sequence[tuple[str, MultiFunctionTree]],
    common: tuple[str, MultiFunctionTree],
    parse: tuple[str, MultiFunctionTree],
    native: MultiFunctionTree,
    labelled: bool = True,
    edits: Edits | None = None,
) -> SchemeDrawing:
    """``golds``, ``common`` and ``parse`` with their names; ``native`` is the system's own gold.

    With one gold, ``common`` is that gold and has no panel of its own. ``edits``: what becomes of nodes, where operations are not
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
    marks = [] if edits is None else [*(() if single else edits.golds), edits.common, edits.parse]
    if not single:
        shown.append((common[0], COMMON, wanted, of_common))
    shown.append((parse[0], PARSE, found, of_parse))
    panels, boxes = list[Panel](), list[SchemeBox]()
    for number, (name, role, tree, operation) in enumerate(shown):
        own_boxes = []
        for span, label, row in _rows(tree, labelled):
            # a node without a label is no constraint: where labels count, it is shown and means nothing
            means_nothing = row == 0 or (labelled and not label)
            mark = (MATCHED if means_nothing else operation(span, label)), ""
            if edits is not None:
                mark = marks[number].get(span, (MATCHED, ""))
            own_boxes.append(SchemeBox(number, row, *span, label, *mark))
        for place in () if edits is None else [key for key in marks[number] if isinstance(key, int)]:
            _insert_word(own_boxes, place, words[place], marks[number][place])
        boxes += own_boxes
        panels.append(Panel(name, role, 1 + max(box.row for box in own_boxes)))
    edges = _edges(words, boxes)
    tops, y = [], MARGIN
    for panel in panels:
        tops.append(y)
        y += TITLE + (panel.rows + 1) * STEP + BETWEEN
    return SchemeDrawing(
        tuple(words), tuple(panels), tuple(boxes), tuple(edges), tuple(tops), edges[-1] + MARGIN, y + BETWEEN
    )


def _insert_word(boxes: list[SchemeBox], place: int, word: str, mark: Mark) -> None:
    """Gives a word that is deleted or added a box of its own, below those over it."""
    above = max(number for number, box in enumerate(boxes) if box.first <= place < box.last)
    boxes.insert(above + 1, SchemeBox(boxes[above].panel, boxes[above].row + 1, place, place + 1, word, *mark))


def _rows(tree: MultiFunctionTree, labelled: bool) -> list[tuple[Span, str, int]]:
    """Spans and labels in preorder, each with its row: one below the deepest node that it is in."""
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


def _edges(words: Sequence[str], boxes: Sequence[SchemeBox]) -> list[float]:
    """Where columns begin and end, so that words and labels have room."""
    widths = [estimated_width(word, FONT_SIZE) + 2 * PAD for word in words]
    for box in sorted(boxes, key=lambda box: box.last - box.first):
        lacking = estimated_width(box.text, LABEL_SIZE) + 2 * PAD + 4 - sum(widths[box.first : box.last])
        if lacking > 0:
            for place in range(box.first, box.last):
                widths[place] += lacking / (box.last - box.first)
    edges = [MARGIN]
    for width in widths:
        edges.append(edges[-1] + width)
    return edges


# -- SVG and text ----------------------------------------------------------------------------------------------------------

_MEANINGS = {
    DELETED: "missing node",
    INSERTED: "extra node",
    SWAPPED: "relabelled node",
    SCHEME: "scheme difference (not counted)",
}


def schemes_as_svg(drawing: SchemeDrawing, theme: str = "light", title: str = "", is_bare: bool = False) -> str:
    """The drawing with title and legend; ``is_bare``: neither of them, at its own coordinates."""
    colours = THEMES[theme]
    head = 26.0 if title and not is_bare else 0.0
    legend, legend_width = _legend(drawing, colours)
    width, height = drawing.width, head + drawing.height
    if is_bare:
        legend = ""
    else:
        width = max(width, legend_width, 1.1 * estimated_width(title, 14) + 2 * MARGIN)
    parts = [
        *svg_begin(width, height, title or " ".join(drawing.words), colours),
        '<defs><pattern id="hatched" width="6" height="6" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">'
        f'<path d="M0 0V6" stroke="{colours.line}" stroke-width="1.6"/></pattern></defs>',
    ]
    if head:
        parts.append(svg_text(MARGIN, 18, title, 14, colours.text[MATCHED], "start", 600))
    parts.append(f'<g transform="translate(0 {head:g})">')
    for panel, top in zip(drawing.panels, drawing.tops, strict=True):
        parts.append(svg_text(MARGIN, top + TITLE / 2 - 2, panel.title, 12, colours.quiet, "start", 600))
        for place, word in enumerate(drawing.words):
            middle = (drawing.edges[place] + drawing.edges[place + 1]) / 2
            y = top + TITLE + panel.rows * STEP + BOX / 2
            parts.append(svg_text(middle, y, word, FONT_SIZE, colours.text[MATCHED]))
    parts += [_box(drawing.corners(box), box.text, box.operation, colours) for box in drawing.boxes]
    parts += [f'<g transform="translate(0 {drawing.height - BETWEEN - 10:.1f})">{legend}</g>', "</g>", "</svg>"]
    return "\n".join(parts)


def _box(corners: tuple[float, float, float, float], text: str, operation: str, colours: Theme) -> str:
    left, top, right, bottom = corners
    colour = colours.text.get(operation, colours.quiet)
    fill = "url(#hatched)" if operation == SCHEME else colours.fill[operation]
    stroke = colours.line if operation in (MATCHED, SCHEME) else colour
    weight = 400 if operation in (MATCHED, SCHEME) else 600
    middle, halo = (left + right) / 2, ""
    if operation == SCHEME:
        room = estimated_width(text, LABEL_SIZE) + 4
        halo = (
            f'<rect x="{middle - room / 2:.1f}" y="{top + 3:.1f}" width="{room:.1f}" height="{bottom - top - 6:.1f}" '
            f'fill="{colours.background}"/>'
        )
    label = svg_text(middle, (top + bottom) / 2, text, LABEL_SIZE, colour, weight=weight)
    return (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}" rx="4" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{1.4 if weight == 600 else 0.8}"/>{halo}{label}'
    )


def _legend(drawing: SchemeDrawing, colours: Theme) -> tuple[str, float]:
    parts, x = [], MARGIN
    for operation in drawing.operations:
        sample = SchemeBox(0, 1, 0, 1, "x", operation).text
        room = estimated_width(sample, LABEL_SIZE) + 16
        parts.append(_box((x, 0, x + room, BOX), sample, operation, colours))
        parts.append(svg_text(x + room + 6, BOX / 2, _MEANINGS[operation], LABEL_SIZE, colours.quiet, "start"))
        x += room + 6 + estimated_width(_MEANINGS[operation], LABEL_SIZE) + 22
    return "".join(parts), x


def schemes_as_text(drawing: SchemeDrawing) -> str:
    """Every panel as an indented tree, a node a line with its words."""
    lines: list[str] = []
    for number, panel in enumerate(drawing.panels):
        rows = [("  " * box.row + box.text, box) for box in drawing.boxes if box.panel == number]
        width = max(len(text) for text, _ in rows)
        lines += [panel.title, *(_line(drawing, text.ljust(width), box) for text, box in rows), ""]
    lines += [
        "; ".join(
            f"{SchemeBox(0, 1, 0, 1, 'x', operation).text} {_MEANINGS[operation]}" for operation in drawing.operations
        )
    ]
    return "\n".join(lines).rstrip()


def _line(drawing: SchemeDrawing, text: str, box: SchemeBox) -> str:
    return f"  {text}  {' '.join(drawing.words[box.first : box.last])}".rstrip()
