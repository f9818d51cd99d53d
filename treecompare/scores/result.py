"""What an analysis returns: a table whose cells have values, display texts, and the sentences behind them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from treecompare.measures import ALL_MEASURES, Measure
from treecompare.scores.table import Average, Figure, number_text

Value = str | int | float | None
UNDEFINED = "–"
LONGEST_TITLE = 48
"""Letters of a short title; of a longer one the beginning."""
_NO_DISTANCES = frozenset(one.key for one in ALL_MEASURES if not one.percent)


def exact_text(value: Value) -> str:
    """A value at full precision; empty where it is undefined."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return repr(float(value)) if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Column:
    """A column: ``shown`` formats a value for display; ``key`` names it in JSON.

    ``exact`` gives a value at full precision. ``once``: a value is displayed only where it differs from the one above.
    ``by_row``: values are scores of the measure of their row (``ResultTable.measures``), which formats them.
    ``is_score``: values are scores from 0 to 1, of the row's measure where that is one of percents (``by_row``).
    ``is_difference``: values are differences of two such scores.
    ``look``: how the window shows a value besides its text. "bar": a part of 1 as a bar; "heat": a cell of a cross-table, the
    stronger the larger; "row": the same among the columns of its row, the smallest without colour. ``in_files``: the title in CSV
    and TSV, where it is another one.
    """

    title: str
    shown: Callable[[Any], str]
    is_number: bool = True
    key: str = ""
    exact: Callable[[Value], str] = field(default=exact_text)
    once: bool = False
    by_row: bool = False
    is_score: bool = False
    is_difference: bool = False
    look: Literal["", "bar", "heat", "row"] = ""
    in_files: str = ""

    def text(self, value: Value) -> str:
        """A value for display; "–" where it is undefined."""
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return UNDEFINED
        return self.shown(value)

    def texts(self, values: Sequence[Value], measures: Sequence[Measure]) -> list[str]:
        """All values for display; ``measures``: that of each row."""
        texts = self.all_texts(values, measures)
        if self.once:
            return ["" if row and value == values[row - 1] else texts[row] for row, value in enumerate(values)]
        return texts

    def all_texts(self, values: Sequence[Value], measures: Sequence[Measure]) -> list[str]:
        """The same, with those that are displayed only once."""
        if self.by_row:
            return [measure.shown(value) for measure, value in zip(measures, values, strict=True)]  # type: ignore[arg-type]
        return [self.text(value) for value in values]

    def plain(self, value: Value, text: str) -> str:
        """What a spreadsheet is to read of a value that is displayed as ``text``."""
        if not self.is_number:
            return text
        if exact_text(value) == "":
            return ""
        return str(value) if value == 0 and isinstance(value, int) else text.replace(",", "")

    @property
    def name(self) -> str:
        """The column's name in JSON."""
        return self.key or self.title


def text_column(title: str, key: str = "") -> Column:
    """A column of texts."""
    return Column(title, str, is_number=False, key=key)


def shown_as(title: str, column: Column) -> Column:
    """The same column with another title for people; in files, which scripts read, it keeps its own."""
    return replace(column, title=title, key=column.name, in_files=column.title)


def count_column(title: str, key: str = "") -> Column:
    """A column of whole numbers."""
    return Column(title, lambda value: f"{value:,}", key=key)


def row_heat_column(title: str, key: str = "") -> Column:
    """A column of whole numbers that are compared with those beside them, as of several systems."""
    return replace(count_column(title, key), look="row")


def plain_column(title: str, key: str = "") -> Column:
    """A column of whole numbers without separators, as those of sentences."""
    return Column(title, str, key=key)


def share_column(title: str, key: str = "") -> Column:
    """A column of fractions displayed as percentages."""
    return Column(title, lambda value: f"{100 * value:.2f}", key=key, look="bar")


def interval_columns(name: str, is_share: bool = True, keys: Sequence[str] = ()) -> list[Column]:
    """The columns of the ends of a figure's interval, beside that of the figure; ``keys``: their names in JSON."""
    factor, digits = (100, 1) if is_share else (1, 3)
    in_files = [f"{name} from", f"{name} to"]
    return [
        Column(one.split()[-1], lambda value: f"{factor * value:.{digits}f}", key=key, in_files=one)
        for one, key in zip(in_files, keys or in_files, strict=True)
    ]


def cross_column(title: str, key: str = "") -> Column:
    """A column of a cross-table: whole numbers, "·" for none."""
    return Column(title, lambda value: f"{value:,}" if value else "·", key=key, look="heat")


def number_column(title: str, digits: int = 2, key: str = "") -> Column:
    """A column of numbers with ``digits`` decimals."""
    return Column(title, lambda value: f"{value:.{digits}f}", key=key)


def rank_column(title: str, key: str = "") -> Column:
    """A column of ranks, which may be halves."""
    return Column(title, lambda value: f"{value:g}", key=key)


def row_score_column(title: str, key: str = "") -> Column:
    """A column of scores, each of the measure of its row."""
    return Column(title, str, key=key, by_row=True, is_score=True)


def row_difference_column(title: str) -> Column:
    """A column of differences of scores, each of the measure of its row."""
    return Column(title, str, by_row=True, is_difference=True)


def score_column(measure: Measure, title: str = "") -> Column:
    """A column of scores of one measure."""
    return Column(
        title or measure.title, measure.shown, key=measure.key, look="bar" if measure.percent else "", is_score=measure.percent
    )  # fmt: skip


def signed_column(measure: Measure, title: str, key: str = "") -> Column:
    """A column of differences of scores of one measure."""
    return Column(title, lambda value: ("+" if value > 0 else "") + measure.shown(value), key=key)


@dataclass(frozen=True)
class Found:
    """The sentences (numbers from 0) that a cell stands for, of which system, and what they have in common.

    ``marks``: per sentence the gold words (from 1) concerned, with the text shown after each. ``nodes``: per sentence the nodes
    concerned, as (``gold`` or ``test``, number in the whole tree). ``counts``: how many of what the cell counts are in each
    sentence, where it counts more than sentences.
    """

    sentences: NDArray[np.int64]
    system: int | None
    text: str
    marks: dict[int, dict[int, str]] = field(default_factory=dict)
    nodes: Mapping[int, Sequence[tuple[str, int]]] = field(default_factory=dict)
    counts: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def items(
        cls,
        sentences: NDArray[np.int64],
        system: int | None,
        text: str,
        marks: dict[int, dict[int, str]] | None = None,
        nodes: Mapping[int, Sequence[tuple[str, int]]] | None = None,
    ) -> Found:
        """What a cell stands for that counts items; ``sentences``: the sentence of each."""
        rows, numbers = np.unique(np.asarray(sentences, np.int64), return_counts=True)
        counts = dict(zip(rows.tolist(), numbers.tolist(), strict=True))
        return cls(rows, system, text, marks or {}, nodes or {}, counts)


Behind = Found | Callable[[], Found | None] | None
"""Sentences, or what looks for them once somebody asks."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value of a table, and what stands behind it."""

    value: Value
    behind: Behind

    @classmethod
    def of(cls, found: Found) -> Self:
        """How many sentences there are, and these."""
        return cls(len(found.sentences), found)

    @classmethod
    def each(cls, values: Iterable[Value], behind: Behind) -> list[Value | Fact]:
        """Values behind which the same stands."""
        return [cls(one, behind) for one in values]


Facts = Sequence[Sequence[Value | Fact]]
"""Rows of a table."""


def nodes_by_sentence(
    sentences: NDArray[np.int64], numbers: NDArray[np.int64], side: str = "gold"
) -> dict[int, list[tuple[str, int]]]:
    """Nodes as :attr:`Found.nodes` has them; an entry of both arrays per node."""
    found: dict[int, list[tuple[str, int]]] = {}
    for sentence, number in zip(sentences.tolist(), numbers.tolist(), strict=True):
        found.setdefault(sentence, []).append((side, number))
    return found


@dataclass(frozen=True)
class ResultTable:
    """A table of results.

    ``rows``: values, undefined ones None or NaN. ``marked``: cells (row, column) to point out.
    ``found(row, column)``: the sentences behind a cell, or None. ``note``: what to know in reading it.
    ``signatures``: what reproduces the figures. ``mark``: shown after marked cells. ``measures``: that of each row, where
    a column needs it. Scores of systems are :class:`Figure`: shown with the number of their sentences where others rest on others,
    and always in files.
    """

    title: str
    columns: tuple[Column, ...]
    rows: list[list[Value]]
    note: str = ""
    signatures: tuple[str, ...] = ()
    marked: frozenset[tuple[int, int]] = frozenset()
    found: Callable[[int, int], Found | None] = field(default=lambda row, column: None, compare=False)
    mark: str = "*"
    measures: tuple[Measure, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError: a row has more or fewer cells than there are columns."""
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError(f"“{self.title}”: a row is not as wide as its {len(self.columns)} columns")

    @classmethod
    def of(
        cls, title: str, columns: Iterable[Column], facts: Facts, note: str = "", signatures: Iterable[str] = (),
        marked: Iterable[tuple[int, int]] = (), measures: Iterable[Measure] = (),
    ) -> Self:  # fmt: skip
        """A table of facts: what is found behind a cell is what stands behind its value."""

        def found(row: int, column: int) -> Found | None:
            one = facts[row][column]
            behind = one.behind if isinstance(one, Fact) else None
            return behind() if callable(behind) else behind

        rows = [[one.value if isinstance(one, Fact) else one for one in row] for row in facts]
        told = tuple(columns), rows, note, tuple(signatures), frozenset(marked), found
        return cls(title, *told, measures=tuple(measures))

    def texts(self) -> list[list[str]]:
        """The cells for display, below the columns' titles; marked ones with the mark."""
        columns = zip(self.columns, zip(*self.rows, strict=True), strict=True) if self.rows else ()
        cells = [
            [text + number_text(value) for text, value in zip(column.texts(values, self.measures), values, strict=True)]
            for column, values in columns
        ]
        for row, place in self.marked:
            cells[place][row] += f" {self.mark}"
        return [[column.title for column in self.columns], *map(list, zip(*cells, strict=True))]

    def text(self, row: int, column: int) -> str:
        """A cell for display, whatever stands above it and whether it is marked."""
        head, value = self.columns[column], self.rows[row][column]
        text = self.measures[row].shown(value) if head.by_row else head.text(value)  # type: ignore[arg-type]
        return text + number_text(value)

    def numbers(self) -> list[list[str]]:
        """On how many sentences figures rest, for files: a column, with its title, per column of figures."""
        found = []
        for place, column in enumerate(self.columns):
            first = next((row[place] for row in self.rows if row[place] is not None), None)
            if isinstance(first, Figure):
                values = (row[place] for row in self.rows)
                numbers = (value.sentences if isinstance(value, Figure) else None for value in values)
                found.append([f"{column.in_files or column.title}, n", *map(exact_text, numbers)])
        return found

    def exact(self) -> list[list[str]]:
        """The cells at full precision, below the columns' titles; undefined ones empty."""
        return self._in_files(lambda column, values: list(map(column.exact, values)))

    def plain(self) -> list[list[str]]:
        """The cells in the units that people see, figures as spreadsheets read them; undefined ones empty."""
        return self._in_files(
            lambda column, values: list(map(column.plain, values, column.all_texts(values, self.measures)))
        )

    def _in_files(self, texts: Callable[[Column, Sequence[Value]], list[str]]) -> list[list[str]]:
        columns = zip(self.columns, zip(*self.rows, strict=True), strict=True) if self.rows else ()
        cells = [texts(column, values) for column, values in columns]
        rows = [[column.in_files or column.title for column in self.columns], *map(list, zip(*cells, strict=True))]
        numbers = self.numbers()
        return [row + [column[place] for column in numbers] for place, row in enumerate(rows)]

    def records(self, *names: str) -> list[dict[str, Value]]:
        """The rows for JSON: the values of the columns with these names (all, where none are given)."""
        places = [(one.name, place) for place, one in enumerate(self.columns) if not names or one.name in names]
        return [{name: _plain(row[place]) for name, place in places} for row in self.rows]

    def as_object(self) -> dict[str, Any]:
        """The table for JSON."""
        numbers = [
            [row, column, value.sentences]
            for row, values in enumerate(self.rows)
            for column, value in enumerate(values)
            if isinstance(value, Figure)
        ]
        return {
            "title": self.title,
            "columns": [column.name for column in self.columns],
            "rows": [list(map(_plain, row)) for row in self.rows],
            "marked": sorted(list(cell) for cell in self.marked),
            **({"sentences": numbers} if numbers else {}),
            "note": self.note,
            "signatures": list(self.signatures),
        }


def _plain(value: Value) -> Value:
    """A value for JSON."""
    if exact_text(value) == "":
        return None
    return float(value) if isinstance(value, float) else value


def has_scores(table: ResultTable) -> bool:
    """Whether any of its columns holds scores that can be written as distances."""
    percents = not table.measures or any(one.percent for one in table.measures)
    return percents and any(column.is_score for column in table.columns)


def as_distances(table: ResultTable) -> ResultTable:
    """The table with 1 − s for every score s, as Emms' poster has them beside the scores; the same where there are no scores.

    Columns, measures and signatures say so. Measures that are not parts of 1 (crossing brackets) stay, and so do ranks.
    """
    if not has_scores(table):
        return table
    shown = [not table.measures or table.measures[row].percent for row in range(len(table.rows))]
    rows = [
        [
            _distance(value, column)
            if (column.is_score or column.is_difference) and is_shown and isinstance(value, int | float)
            else _named_distance(value, column, table.measures[row] if table.measures and is_shown else None)
            for value, column in zip(values, table.columns, strict=True)
        ]
        for row, (values, is_shown) in enumerate(zip(table.rows, shown, strict=True))
    ]
    columns = tuple(
        replace(one, title=f"1 − {one.title}", key=f"1-{one.name}") if one.is_score and not table.measures else one
        for one in table.columns
    )
    return replace(
        table, columns=columns, rows=rows, note=f"Distances, 1 − score: lower is better. {table.note}".strip(),
        signatures=tuple(map(_signed_distance, table.signatures)),
    )  # fmt: skip


def _distance(value: float, column: Column) -> float:
    """A score as a distance; the difference of two scores as that of their distances."""
    distance = -value if column.is_difference else 1 - value
    return value.with_value(distance) if isinstance(value, Figure) else distance


def _signed_distance(signature: str) -> str:
    """The signature of the distance, save of measures that have none."""
    key = signature.partition("|")[0].rpartition(": ")[2]
    return signature if key in _NO_DISTANCES else f"{signature}|as:distance"


def _named_distance(value: Value, column: Column, measure: Measure | None) -> Value:
    """What names a row's measure or its signature names its distance."""
    if measure is None or not isinstance(value, str):
        return value
    if column.name == "signature":
        return _signed_distance(value)
    return {measure.title: f"1 − {value}", measure.key: f"1-{value}"}.get(value, value)


@dataclass(frozen=True)
class View:
    """The current view: a system, the measures A and B, the average, the variant of Leaf-Ancestor, the pattern looked for,
    and the sentence (from 0; -1 for none).

    ``baseline``: the system that others are tested against. ``cancel``: a flag that ends long computations when it is
    not 0; Cancelled is raised. ``tell``: called now and then with the share that is done, perhaps in another thread.
    """

    system: int = 0
    key_a: str = "e.whole.dice"
    key_b: str = "t.whole.dice"
    average: Average = "pooled"
    keys: tuple[str, ...] = ()
    variant: str = "la"
    baseline: int = 0
    pattern: str = ""
    sentence: int = -1
    cancel: NDArray[np.int32] | None = field(default=None, compare=False)
    tell: Callable[[float], object] = field(default=lambda share: None, compare=False)


def with_short_names(table: ResultTable, gold: str, systems: Sequence[str]) -> ResultTable:
    """A table as it is shown: in title, heads, cells and note systems are called without what all their names begin with; the
    keys of heads have the whole names."""
    from treecompare.drawing.names import short_names

    called = {name: cut for name, cut in zip(systems, short_names(gold, systems), strict=True) if cut != name}
    if not called:
        return table
    several = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    pattern = re.compile(rf"(?<![\w.-])(?:{several})(?!\w|[.-]\w)")

    def said(text: str) -> str:
        return pattern.sub(lambda match: called[match[0]], text)

    def head(column: Column) -> Column:
        title = said(column.title)
        return column if title == column.title else replace(column, title=title, key=column.key or column.title)

    rows = [[said(value) if type(value) is str else value for value in row] for row in table.rows]
    columns = tuple(map(head, table.columns))
    return replace(table, title=said(table.title), columns=columns, rows=rows, note=said(table.note))
