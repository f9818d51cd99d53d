"""Two dependency analyses over the same words: gold arcs above, those of the system below. No Qt.

Colours and marks are those of trees: ``<`` an arc of the gold that the system lacks, ``>`` one of the system that the gold lacks,
``~`` the same head under another relation. Words may stand in several rows: an arc that leads from one to another is drawn in
pieces, each of which has its label. Words whose arcs do not differ may be folded. A word may have several heads: its
arcs end beside each other. ``arc_layout.py`` lays them out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from treecompare.drawing.describe import padded
from treecompare.drawing.latex import TEXT_COLOURS, commented, escaped, if_font, needs_unicode_fonts
from treecompare.drawing.names import PLAIN, Names, sides_told
from treecompare.drawing.scene import (
    ARC,
    WORD,
    Entry,
    Label,
    Mark,
    Point,
    Rect,
    Scene,
    SceneBox,
    Stroke,
    bent,
    changed_label,
    entries_of,
    made_entry,
)
from treecompare.drawing.style import (
    BOLD,
    BOX,
    FONT_SIZE,
    LINE,
    MADE,
    MADE_SAID,
    MARKS,
    MATCHED_INK,
    QUIET,
    REGULAR,
    TAG_SIZE,
    estimated_width,
    rim,
)
from treecompare.errors import counted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.trees.enhanced import without_subtypes

GOLD, TEST = "gold", "test"
LABEL_SIZE = 11.0
ROW = 40.0
"""Height of the row of words and tags between the arcs."""
TAG_ROW = 15.0
"""From a word to its tag."""
MARGIN = 18.0
CHIP, LOW_CHIP = 17.0, 14.0
"""Height of the label of an arc that differs, which stands on its line; where arcs are dense."""
LIT = 3.5
"""Width of arcs that are lit."""
BOLDER = 1.08
"""Bold letters are so much wider."""
BESIDE = 6.5
"""Arcs of one head begin so far beside each other."""
DOTTED = 2.0, 3.0
"""Lines of arcs that are not decided."""
BEYOND = 30.0
"""Room beside a row for arcs that go on in another one, and their labels."""
NOWHERE = -1
MEANINGS = {DELETED: "gold only", INSERTED: "system only", SWAPPED: "other relation"}


@dataclass(frozen=True)
class Arc:
    """An arc to ``word`` from ``head`` (columns from 0; -1: the root), and what became of it (an operation of a mapping).

    ``is_projective``: all words between the two depend on the head in the end. ``is_relabelled``: the word has another relation on
    the other side, whatever its head is there. ``is_alone``: it stands out though both sides have it. ``is_open``: it is not
    decided: dotted, with a question mark. ``is_made``: repair of raw output made it: dotted, with a star.
    """

    side: str
    word: int
    head: int
    relation: str
    operation: str
    is_projective: bool = True
    is_relabelled: bool = False
    is_alone: bool = False
    is_open: bool = False
    is_made: bool = False

    @property
    def is_alike(self) -> bool:
        """Whether there is nothing to see in it."""
        return self.operation == MATCHED and not (self.is_alone or self.is_open or self.is_made)

    @property
    def text(self) -> str:
        """The relation with its mark; only the mark if there is no relation."""
        relation = ("" if self.relation == "_" else self.relation) + " ?" * self.is_open + MADE * self.is_made
        return f"{relation}<" if self.operation == DELETED else f"{MARKS[self.operation]}{relation}"

    @property
    def told(self) -> str:
        """The relation where arcs are written."""
        return self.relation + MADE * self.is_made

    @property
    def span(self) -> tuple[int, int]:
        """The columns it leads across."""
        return (min(self.word, self.head), max(self.word, self.head)) if self.head >= 0 else (self.word, self.word)


@dataclass(frozen=True)
class Column:
    """A word of the gold, of the test, or of both; ``tag`` is its part of speech.

    ``gold``, ``test``: its place among the words of each file, NOWHERE where that file lacks it. ``empty``: the number of a node
    that is not a word.
    """

    word: str
    tag: str = ""
    operation: str = MATCHED
    gold: int = NOWHERE
    test: int = NOWHERE
    empty: str = ""


@dataclass(frozen=True)
class ArcBox(SceneBox):
    """An area that reacts to the pointer: a word with its part of speech below it (``arc`` is None), or the label of an arc.

    ``opens``: it stands for the words from ``column`` to ``last``, which are folded. ``row``: of the words.
    """

    column: int = NOWHERE
    arc: Arc | None = None
    row: int = 0
    last: int = NOWHERE
    opens: bool = False
    tag: str = ""
    high: float = BOX

    @property
    def part(self) -> int | None:
        return self.column if self.opens else None

    @property
    def role(self) -> str:
        return WORD if self.arc is None else ARC

    @property
    def top(self) -> float:
        return self.y - self.high / 2

    @property
    def height(self) -> float:
        return self.high + TAG_ROW * bool(self.tag)

    def shows(self, column: int) -> bool:
        """Whether it is about that word."""
        return self.column <= column <= max(self.last, self.column)


@dataclass(frozen=True)
class Row:
    """Words beside each other, ``first`` to ``last`` of what is drawn; ``base``: where they begin, below the arcs of the gold.

    ``left``, ``right``: where arcs go on to other rows, first where reading begins.
    """

    first: int
    last: int
    top: float
    base: float
    bottom: float
    left: float
    right: float


@dataclass(frozen=True)
class Piece:
    """The part of an arc (its place in ``arcs``) in a row. ``comes``, ``goes``: whether it comes from a head, or goes on to a word,
    in another row; then to which edge: -1 where reading begins, 1 where it ends, else 0."""

    arc: int
    row: int
    height: float = 0.0
    comes: int = 0
    goes: int = 0


@dataclass(frozen=True)
class Curve:
    """A piece of an arc as it is drawn: its corners, the tip of its arrow (None if it goes on in another row), the middle of its
    label."""

    points: tuple[Point, ...]
    tip: Point | None
    label: Point


@dataclass(frozen=True)
class ArcDrawing(Scene):
    """A finished layout, in points. ``centres``: the middle of each column; ``pieces``: of the arcs that are drawn.

    ``shown``: what stands beside each other: a column, or the first and last one of a folded run.
    """

    sides: ClassVar = (GOLD, TEST)
    """Above and below the words."""

    columns: tuple[Column, ...]
    arcs: tuple[Arc, ...]
    centres: tuple[float, ...]
    pieces: tuple[Piece, ...]
    rows: tuple[Row, ...]
    shown: tuple[tuple[int, int], ...]
    width: float
    height: float
    right_to_left: bool = False
    is_dense: bool = False
    """Whether labels stand beside their lines, since these are so near each other that they would cover others."""
    corners = "top left", "bottom left"

    @cached_property
    def heights(self) -> dict[int, float]:
        """How high each arc is, in the row where it is highest."""
        found: dict[int, float] = {}
        for piece in self.pieces:
            found[piece.arc] = max(found.get(piece.arc, 0.0), piece.height)
        return found

    @cached_property
    def curves(self) -> tuple[Curve, ...]:
        """One per piece."""
        landings, taken = self._landings()
        shifts = self._shifts(taken)
        return tuple(self._curve(*one) for one in zip(self.pieces, shifts, landings, strict=True))

    def _landings(self) -> tuple[list[float], dict[tuple[str, int], float]]:
        """How far from the middle of its word each piece ends: several beside each other, so that none crosses another. By side and
        place of a word, half of the room that they take."""
        ends: dict[tuple[str, int], list[int]] = {}
        for number, piece in enumerate(self.pieces):
            if not piece.goes:
                arc = self.arcs[piece.arc]
                ends.setdefault((arc.side, self.place_of[arc.word]), []).append(number)

        def order(number: int) -> float:
            arc, height = self.arcs[self.pieces[number].arc], self.pieces[number].height
            is_from_left = (arc.head < arc.word) != self.right_to_left
            return 0.0 if arc.head < 0 else height - 1e9 if is_from_left else 1e9 - height

        shifts, taken = [0.0] * len(self.pieces), {}
        for key, numbers in ends.items():
            taken[key] = BESIDE * (len(numbers) - 1) / 2
            for place, number in enumerate(sorted(numbers, key=order) if len(numbers) > 1 else ()):
                shifts[number] = BESIDE * place - taken[key]
        return shifts, taken

    def _shifts(self, taken: dict[tuple[str, int], float]) -> list[float]:
        """Offset of each piece from the middle of its head: arcs to one side start beside each other, long ones inside.

        ``taken``: where arcs to it end.
        """
        beside: dict[tuple[str, int, bool], list[int]] = {}
        for place, piece in enumerate(self.pieces):
            arc = self.arcs[piece.arc]
            if arc.head >= 0 and not piece.comes:
                head, word = self.place_of[arc.head], self.place_of[arc.word]
                beside.setdefault((arc.side, head, word > head), []).append(place)
        shifts = [0.0] * len(self.pieces)
        for (side, head, _), places in beside.items():
            # what goes on in another row is the longest
            order = sorted(places, key=lambda place: (-abs(self.pieces[place].goes), -self.pieces[place].height))
            for number, place in enumerate(order):
                shifts[place] = BESIDE * (number + 1) + taken.get((side, head), 0.0)
        return shifts

    @cached_property
    def place_of(self) -> dict[int, int]:
        """The place of each column in ``shown``."""
        return {column: place for place, (first, last) in enumerate(self.shown) for column in range(first, last + 1)}

    def word_in(self, row: int, first: int, last: int) -> Column | None:
        """What stands in a row for the words from the first to the last, if anything."""
        if first == last:
            return self.columns[first]
        differs = differing_within(self.arcs, first, last)
        return Column(run_text(first, last, differs), operation=self.columns[first].operation)

    def box(self, *given: Any) -> ArcBox:
        """A box of a word, or of the label of an arc."""
        return ArcBox(*given)

    @cached_property
    def boxes(self) -> tuple[ArcBox, ...]:
        """Words and folded runs, then labels of arcs."""
        words = []
        for number, row in enumerate(self.rows):
            for first, last in self.shown[row.first : row.last + 1]:
                if (one := self.word_in(number, first, last)) is not None:
                    width = max(estimated_width(one.word, FONT_SIZE), estimated_width(one.tag, TAG_SIZE), 18) + 8
                    words.append(
                        self.box(
                            one.word, self.centres[first], row.base + 16, width, one.operation, first, None, number, last,
                            last > first, one.tag, BOX,
                        )
                    )  # fmt: skip
        found, high = [], LOW_CHIP if self.is_dense else CHIP
        for piece, curve in zip(self.pieces, self.curves, strict=True):
            arc = self.arcs[piece.arc]
            text, wide = arc.text, estimated_width(arc.text, LABEL_SIZE) + 8
            found.append(
                self.box(text, *curve.label, wide, arc.operation, arc.word, arc, piece.row, arc.word, False, "", high)
            )
        return (*words, *found)

    def is_above(self, arc: Arc) -> bool:
        """Whether an arc is above its words."""
        return bool(arc.side == self.sides[0])

    def is_of(self, arc: Arc, side: str) -> bool:
        """Whether the analysis of the gold or of the test has an arc."""
        return arc.side == side

    def sides_told(self, names: Names) -> tuple[str, str]:
        """What stands above both sides where they are written."""
        return sides_told(names)

    def arc_said(self, arc: Arc, names: tuple[str, str], is_gold: bool) -> str:
        """What people are told of an arc; ``names``: of gold and system, one of which is gold, or not."""
        other_head = "the {0} has another head" if is_gold else "{0} has another head"
        says = {
            DELETED: other_head.format(names[1]),
            INSERTED: other_head.format(names[0]),
            SWAPPED: "the same head, but another relation",
            MATCHED: "the same in both",
        }[arc.operation]
        if not arc.is_projective:
            says += "\nnon-projective: it crosses another arc"
        if arc.is_made:
            says += f"\n{MADE_SAID}: nobody answered it"
        side = names[0] if arc.side == GOLD else names[1]
        return f"{side}: {self.columns[arc.word].word} depends on {self.head_word(arc)} as {arc.relation}\n{says}"

    def heads_said(self, column: int, side: str) -> list[str]:
        """What a word depends on in the analysis of gold or test."""
        own = [arc for arc in self.arcs if arc.word == column and self.is_of(arc, side)]
        return [f"{arc.relation} ← {self.head_word(arc)}" for arc in own]

    def head_word(self, arc: Arc) -> str:
        """The head of an arc for people."""
        return self.columns[arc.head].word if arc.head >= 0 else "the root"

    @cached_property
    def numbers(self) -> list[str]:
        """What people call each column: words by their numbers from 1, empty nodes by ``8.1`` behind the eighth."""
        found, word, beside = [], 0, 0
        for one in self.columns:
            word, beside = (word, beside + 1) if one.empty else (word + 1, 0)
            found.append(f"{word}.{beside}" if one.empty else str(word))
        return found

    def number(self, column: int) -> str:
        """What people call a column, or the root (-1)."""
        return self.numbers[column] if column >= 0 else "0"

    @cached_property
    def marks(self) -> tuple[Mark, ...]:
        found: list[Mark] = []
        for box in self.boxes:
            if box.arc is None:
                if not box.opens and self.columns[box.column].empty:
                    width = max(box.width, estimated_width(box.tag, TAG_SIZE)) + 6
                    height = BOX + (TAG_ROW - 2 if box.tag else 0)  # above the arrows
                    found.append(Rect(box.x - width / 2, box.top, width, height, "", QUIET, 1.0, (2.0, 2.0), 6.0))
                found += word_marks(box)
        return (*found, *self.arc_marks())

    def arc_marks(self) -> list[Mark]:
        """The arcs with their arrows; then their labels, on paper of their own, where other arcs pass behind them."""
        lines: list[Mark] = []
        labels: list[Mark] = []
        for piece, curve in zip(self.pieces, self.curves, strict=True):
            arc = self.arcs[piece.arc]
            is_matched = arc.operation == MATCHED
            ink, width = (LINE, 1.0) if is_matched else (rim(arc.operation), 2.0)
            if arc.is_alone:
                ink, width = MATCHED_INK if is_matched else ink, width + 1.0
            lines.append(
                Stroke(curve.points[0], bent(curve.points), ink, width, DOTTED if arc.is_open or arc.is_made else ())
            )
            if curve.tip is not None:
                (x, y), back = curve.tip, -6 if self.is_above(arc) else 6
                lines.append(Stroke((x, y), ((x - 3.5, y + back), (x + 3.5, y + back)), "", fill=ink, is_closed=True))
            labels += self._label_marks(arc, curve)
        return [*lines, *labels]

    def _label_marks(self, arc: Arc, curve: Curve) -> list[Mark]:
        if not arc.text:
            return []
        width = estimated_width(arc.text, LABEL_SIZE)
        if arc.operation == MATCHED:
            ink, weight = (MATCHED_INK, BOLD) if arc.is_alone else (QUIET, REGULAR)
            return [Label(*curve.label, arc.text, LABEL_SIZE, ink, weight=weight, room=width + 2)]
        width, height = BOLDER * width + 12, LOW_CHIP if self.is_dense else CHIP
        return changed_label(*curve.label, arc.text, arc.operation, width, height, LABEL_SIZE)

    def courses(self, side: str, word: int, site: int = -1) -> list[Mark]:
        columns = {place for place, one in enumerate(self.columns) if (one.gold if side == GOLD else one.test) == word}
        return self.lit_arcs(side, columns, DELETED if side == GOLD else INSERTED)

    def lit_arcs(self, side: str, columns: Collection[int], operation: str) -> list[Mark]:
        """The arcs of a side to words in these columns, as they are lit, with their labels."""
        found: list[Mark] = []
        for piece, curve in zip(self.pieces, self.curves, strict=True):
            arc = self.arcs[piece.arc]
            if self.is_of(arc, side) and arc.word in columns:
                found.append(Stroke(curve.points[0], bent(curve.points), rim(operation), LIT))
                found += self._label_marks(arc, curve)
        return found

    @property
    def middle(self) -> float | None:
        return self.rows[0].base + ROW / 2 if len(self.rows) == 1 else None

    @property
    def said(self) -> str:
        return " ".join(column.word for column in self.columns)

    def foot(self, names: Names = PLAIN) -> list[list[Entry]]:
        return [entries_of(MEANINGS, self.arcs, names, ""), *made_entry(self.repaired)]

    @property
    def repaired(self) -> int:
        return sum(arc.is_made for arc in self.arcs)

    def own_latex(self) -> tuple[str, str]:
        """A ``dependency`` environment of tikz-dependency: what is drawn, in one row."""
        words = [
            (f"\\emph{{{escaped(one.word)}}}" if one.empty else escaped(one.word))
            if first == last
            else escaped(run_text(first, last))
            for first, last in self.shown
            for one in [self.columns[first]]
        ]
        drawn = {piece.arc for piece in self.pieces}
        arcs = [arc for number, arc in enumerate(self.arcs) if number in drawn]
        return dependency_environment(words, arcs, self.place_of, self.is_above), ARC_PREAMBLE

    def own_document(self, comment: str = "") -> str:
        texts = [column.word for column in self.columns] + [arc.relation for arc in self.arcs]
        return arcs_page(self.own_latex()[0], texts, comment)

    def _curve(self, piece: Piece, beside: float, landing: float) -> Curve:
        arc, row = self.arcs[piece.arc], self.rows[piece.row]
        sign, base = (-1, row.base) if self.is_above(arc) else (1, row.base + ROW)
        peak = base + sign * piece.height
        x = self.centres[arc.word] + landing
        tip = (x, base + sign)
        away = 7.0 if arc.operation == MATCHED or self.is_dense else 0.0
        if arc.head < 0:
            return Curve(((x, peak), (x, base + sign * 3)), tip, (x, peak + sign * 7))
        edges = {-1: row.left, 1: row.right}
        start = edges[piece.comes] if piece.comes else self.centres[arc.head]
        end = edges[piece.goes] if piece.goes else x
        sign_x = 1 if start < end or arc.head == arc.word else -1
        start += 0 if piece.comes else -beside if arc.head == arc.word else sign_x * beside
        rise = ((start, peak),) if piece.comes else ((start, base), (start, peak))
        fall = ((end, peak),) if piece.goes else ((end, peak), (end, base + sign * 3))
        half = estimated_width(arc.text, LABEL_SIZE) / 2 + 2
        middle = min(max((start + end) / 2, half), max(self.width - half, half))
        return Curve((*rise, *fall), None if piece.goes else tip, (middle, peak + sign * away))


def word_marks(box: Any) -> list[Mark]:
    """A word, or what stands for folded ones, with its part of speech below it."""
    found: list[Mark] = []
    if box.operation != MATCHED:
        found = changed_label(box.x, box.y, box.text, box.operation, box.width + 4)
    elif box.part is not None:
        found.append(Label(box.x, box.y, box.text, ink=QUIET))
    else:
        found.append(Label(box.x, box.y, box.text, weight=BOLD))
    return [*found, *([Label(box.x, box.y + TAG_ROW, box.tag, TAG_SIZE, QUIET)] if box.tag else [])]


class ArcCounts(NamedTuple):
    """Of the words that both sides have: those with the same head and relation, with another head, with another relation, with
    both; then the words that only one side has."""

    same: int
    heads: int
    relations: int
    both: int
    gold_only: int
    test_only: int


def counted_arcs(drawing: ArcDrawing) -> ArcCounts:
    """What differs, word by word."""
    columns = drawing.columns
    shared = [arc for arc in drawing.arcs if arc.side == GOLD and columns[arc.word].test != NOWHERE]
    # a word may have an arc on one side only
    heads = {
        arc.word
        for arc in drawing.arcs
        if arc.operation in (DELETED, INSERTED) and NOWHERE not in (columns[arc.word].gold, columns[arc.word].test)
    }
    relations = {arc.word for arc in shared if arc.is_relabelled}
    return ArcCounts(
        sum(arc.operation == MATCHED for arc in shared), len(heads), len(relations), len(heads & relations),
        sum(one.test == NOWHERE for one in columns), sum(one.gold == NOWHERE for one in columns),
    )  # fmt: skip


def differing_within(arcs: Sequence[Arc], first: int, last: int) -> bool:
    """Whether any of the words from the first to the last has another arc on the other side."""
    return any(first <= arc.word <= last and not arc.is_alike for arc in arcs)


def run_text(first: int, last: int, differs: bool = False) -> str:
    """What stands for folded words. ``differs``: not all of their arcs are the same on both sides."""
    return f"… {last - first + 1} words …" + " ≠" * differs


# -- as LaTeX (tikz-dependency) and text -------------------------------------------------------------------------------

ARC_PREAMBLE = f"\\usepackage{{tikz-dependency}}\n{TEXT_COLOURS}"
_STYLES = {
    MATCHED: "",
    DELETED: "edge style={treecompare-deleted, densely dashed}, label style={text=treecompare-deleted}",
    INSERTED: "edge style={treecompare-inserted, densely dashed}, label style={text=treecompare-inserted}",
    SWAPPED: "edge style={treecompare-swapped, densely dotted}, label style={text=treecompare-swapped}",
}


def dependency_environment(
    words: Sequence[str],
    arcs: Iterable[Arc],
    place: Mapping[int, int] | Sequence[int],
    is_above: Callable[[Arc], bool] = lambda arc: arc.side != TEST,
) -> str:
    """Words, as LaTeX, with arcs above or below them; ``place``: where the word of each column is."""
    lines = ["\\begin{dependency}[theme=simple]", "  \\begin{deptext}[column sep=1em]"]
    lines += ["    " + " \\& ".join(words) + " \\\\", "  \\end{deptext}"]
    for arc in arcs:
        styles = _STYLES[arc.operation], "" if is_above(arc) else "edge below", "thick" if arc.is_alone else ""
        options = ", ".join(filter(None, styles))
        ends = "".join(f"{{{place[end] + 1}}}" for end in (arc.head, arc.word) if end >= 0)
        command = ("deproot" if arc.head < 0 else "depedge") + (f"[{options}]" if options else "")
        lines.append(f"  \\{command}{ends}{{{escaped(arc.text)}}}")
    return "\n".join([*lines, "\\end{dependency}"])


def arcs_page(body: str, texts: list[str], comment: str = "", options: str = "") -> str:
    """A document with dependency environments. ``options``: further ones of its class."""
    fonts = (
        ["\\usepackage{fontspec}", if_font("\\setmainfont{FreeSerif}")]
        if needs_unicode_fonts(texts)
        else ["\\usepackage[T1]{fontenc}"]
    )
    head = commented(comment)
    lines = [
        *fonts,
        "\\usepackage{textcomp}",
        ARC_PREAMBLE,
        "\\begin{document}",
        body,
        "\\end{document}",
        "",
    ]
    return "\n".join([*head, f"\\documentclass[{options}border=4pt]{{standalone}}", *lines])


def arcs_as_text(drawing: ArcDrawing, names: Names = PLAIN) -> str:
    """A line per word: both heads and relations, and what differs. ``names``: what gold and test are called."""
    by_word: dict[tuple[int, str], list[Arc]] = {}
    for arc in drawing.arcs:
        by_word.setdefault((arc.word, arc.side), []).append(arc)
    rows = [("", "word", "tag", *drawing.sides_told(names), "")]
    for number, column in enumerate(drawing.columns):
        sides = [by_word.get((number, side), []) for side in drawing.sides]
        cells = [", ".join(f"{drawing.number(arc.head)} {arc.told}" for arc in arcs) for arcs in sides]
        signs = "".join(dict.fromkeys(MARKS[arc.operation] for arcs in sides for arc in arcs))
        rows.append((drawing.number(number), column.word, column.tag, cells[0], cells[1], signs))
    return "\n".join(padded(rows))


# -- the basic tree above the words, the enhanced graph below ----------------------------------------------------------

BASIC, ENHANCED = "basic", "enhanced"
GRAPHS = {BASIC: "basic tree", ENHANCED: "enhanced graph"}


@dataclass(frozen=True)
class GraphArc(Arc):
    """An arc of one of the two graphs, its ``side``; ``other``: the system's relation, where it has another one."""

    other: str = ""

    @property
    def text(self) -> str:
        """The relation with its mark; of other relations both: ``obl:in~obl:at``."""
        return f"{self.relation}{MARKS[SWAPPED]}{self.other}" if self.operation == SWAPPED else super().text

    @property
    def told(self) -> str:
        """With marks, and a star if it is in one of the two graphs only."""
        return f"{self.text}*" if self.is_alone else self.text


@dataclass(frozen=True)
class GraphDrawing(ArcDrawing):
    """The basic tree above the words, the enhanced graph below, of both analyses: an arc in only one of the graphs is thicker."""

    sides: ClassVar = (BASIC, ENHANCED)

    @property
    def corner_names(self) -> tuple[str, ...]:
        return "BASIC", "ENHANCED"

    def is_of(self, arc: Arc, side: str) -> bool:
        return arc.operation != (INSERTED if side == GOLD else DELETED)

    def is_counted(self, arc: Arc, part: str, count: str) -> bool:
        """Whether an arc is an enhanced edge that a count of ELAS or EULAS (``part``) is about."""
        other = getattr(arc, "other", "")
        is_same = arc.operation == MATCHED or (
            part == "eulas" and other and without_subtypes(other) == without_subtypes(arc.relation)
        )
        sides = {"gold": INSERTED, "words": INSERTED, "deleted": INSERTED, "test": DELETED, "inserted": DELETED}
        if arc.side != ENHANCED or arc.operation == sides.get(count):
            return False
        return bool(is_same) if count == "matched" else not is_same or count not in ("deleted", "inserted")

    def arc_said(self, arc: Arc, names: tuple[str, str], is_gold: bool) -> str:
        gold, system = names
        says = {
            DELETED: f"{gold} only",
            INSERTED: f"{system} only",
            SWAPPED: f"{gold}: {arc.relation}, {system}: {getattr(arc, 'other', '')}",
            MATCHED: "the same in both",
        }[arc.operation]
        if arc.is_alone:
            says += f"\nnot in the {GRAPHS[ENHANCED if arc.side == BASIC else BASIC]}"
        word = self.columns[arc.word].word
        return f"{GRAPHS[arc.side]}: {word} depends on {self.head_word(arc)} as {arc.text}\n{says}"

    def heads_said(self, column: int, side: str) -> list[str]:
        """In both graphs."""
        own = [arc for arc in self.arcs if arc.word == column and self.is_of(arc, side)]
        relations = [getattr(arc, "other", "") or arc.relation if side == TEST else arc.relation for arc in own]
        return [f"{arc.side} {one} ← {self.head_word(arc)}" for arc, one in zip(own, relations, strict=True)]

    def counts_said(self, gold: str, system: str) -> list[str]:
        """What there is of it, for people; ``gold``, ``system``: their names."""
        edges = [arc for arc in self.arcs if arc.side == ENHANCED]
        number = Counter(arc.operation for arc in edges)
        empty = sum(bool(one.empty) for one in self.columns)
        told = [
            counted(len(self.columns) - empty, "word"),
            *([counted(empty, "empty node")] if empty else []),
            counted(number[MATCHED], "enhanced edge the same", "enhanced edges the same"),
            *([counted(number[SWAPPED], "other relation")] if number[SWAPPED] else []),
            *([f"{number[DELETED]} {gold} only"] if number[DELETED] else []),
            *([f"{number[INSERTED]} {system} only"] if number[INSERTED] else []),
        ]
        return [*told, f"{sum(arc.is_alone for arc in edges)} not in the basic tree"]

    def sides_told(self, names: Names) -> tuple[str, str]:
        return BASIC, ENHANCED

    def foot(self, names: Names = PLAIN) -> list[list[Entry]]:
        alone = {arc.is_alone for arc in self.arcs}
        told = [Entry("in both graphs", "─")] if False in alone else []
        told += [Entry("only in the basic tree (above) or the enhanced graph (below)", "━")] if True in alone else []
        return [told, *super().foot(names)]
