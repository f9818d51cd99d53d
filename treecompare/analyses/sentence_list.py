"""The list of sentences: its columns, which sentences stand in it in which order, what cells and heads say, and it as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.conditions import matching
from treecompare.analyses.filters import STATUSES, Filter
from treecompare.analyses.rank_exports import ranges
from treecompare.analyses.sentences import Mask, Numbers, SentenceData, places_in_gold
from treecompare.drawing.names import PLAIN, Names, short_names
from treecompare.errors import UsageError
from treecompare.measures import Measure
from treecompare.scores.agreement import measure_note, measure_title
from treecompare.scores.ranks import SAME
from treecompare.scores.result import (
    Column,
    ResultTable,
    Value,
    count_column,
    rank_column,
    score_column,
    signed_column,
    text_column,
)
from treecompare.scores.table import PARTIAL, SCORED, WAITING
from treecompare.scores.tables import copied
from treecompare.trees.characters import visible

NO_ROWS = np.zeros(0, np.int64)
LONGEST_NAME = 8
"""Letters of a system's name in a head."""
SCORES = ("score_a", "score_b")
"""Columns that have one decimal here and two elsewhere."""


@dataclass(frozen=True)
class SentenceColumn:
    """A column: ``title`` stands above it, in two lines where it is long, ``about`` says what it has; ``value`` gives the numbers
    to sort by, ``text`` what a row shows.

    ``about`` may name measures {a} and {b}, the {other} system, and what {hits} are of. ``sample`` is a text as wide as any, N a
    number of as many digits as there are sentences. ``key`` is stable; ``largest_first`` is the order of a first click on the head.
    """

    key: str
    title: str
    about: str
    value: Callable[[SentenceData], Numbers]
    text: Callable[[SentenceData, int], str]
    sample: str
    is_number: bool = True
    largest_first: bool = False


def _score(one: Measure, value: float, status: int) -> str:
    return "…" if status == WAITING else one.shown(value)


def rank_shown(value: float, sign: bool = False) -> str:
    """A rank: ties share halves, which are shown as such."""
    if np.isnan(value):
        return ""
    text = f"{abs(value):,.1f}".removesuffix(".0")
    if not sign:
        return text
    return text if value == 0 else ("+" if value > 0 else "−") + text


def _signed(one: Measure, value: float) -> str:
    if np.isnan(value):
        return ""
    return one.shown(0.0) if abs(value) <= SAME else ("+" if value > 0 else "−") + one.shown(abs(value))


def status_said(rows: SentenceData, sentence: int) -> str:
    """Whether a sentence could be compared."""
    status = int(rows.status[sentence])
    if status == SCORED and rows.table.aligned[rows.system, sentence]:
        return "aligned"
    if status == PARTIAL and not rows.words_differ[sentence]:
        return "partial"  # trees that are too large
    return STATUSES[status]


COLUMNS = (
    SentenceColumn(
        "number", "No.", "Number of the sentence in the file.",
        lambda d: np.arange(len(d), dtype=float), lambda d, i: d.comparison.numbers_of(i), "N",
    ),
    SentenceColumn(
        "id", "Id", "Name of the sentence, if the file gives it one.",
        lambda d: d.id_ranks, lambda d, i: d.ids[i], "0000000", is_number=False,
    ),
    SentenceColumn(
        "length", "Length", "Words of the gold sentence, after preparation.",
        lambda d: d.lengths.astype(float), lambda d, i: str(int(d.lengths[i])), "000",
    ),
    SentenceColumn(
        "hits", "Hits", "How often what the filter asks for is in the sentence: {hits}.",
        lambda d: sum(d.hits.values(), np.zeros(len(d))), lambda d, i: d.said_hits(i), "00, 00", largest_first=True,
    ),
    SentenceColumn(
        "score_a", "A", "Score under measure A: {a}.",
        lambda d: d.score_a, lambda d, i: _score(d.a, d.score_a[i], d.status[i]), "100.0",
    ),
    SentenceColumn(
        "score_b", "B", "Score under measure B: {b}.",
        lambda d: d.score_b, lambda d, i: _score(d.b, d.score_b[i], d.status[i]), "100.0",
    ),
    SentenceColumn(
        "rank_a", "Rank\nA", "Rank among all sentences under {a}; 1 is best, ties share their mean rank.",
        lambda d: d.rank_a, lambda d, i: rank_shown(d.rank_a[i]), "N.5,",
    ),
    SentenceColumn(
        "rank_b", "Rank\nB", "Rank among all sentences under {b}; 1 is best, ties share their mean rank.",
        lambda d: d.rank_b, lambda d, i: rank_shown(d.rank_b[i]), "N.5,",
    ),
    SentenceColumn(
        "difference", "Rank\nA−B", "Rank under A minus rank under B. Sorted by its size: where the two measures disagree most.",
        lambda d: np.abs(d.difference), lambda d, i: rank_shown(d.difference[i], sign=True), "+N.5",
        largest_first=True,
    ),
    SentenceColumn(
        "changed", "Δ", "Nodes that are deleted, inserted or relabelled when one whole tree is turned into the other.",
        lambda d: np.where(d.changed < 0, np.nan, d.changed),
        lambda d, i: "" if d.status[i] == WAITING else "–" if d.changed[i] < 0 else str(int(d.changed[i])), "000",
        largest_first=True,
    ),
    SentenceColumn(
        "gain", "A minus\nother",
        "Score under {a} minus that of {other}.",
        lambda d: d.gain, lambda d, i: _signed(d.a, d.gain[i]), "+100.00",
    ),
    SentenceColumn(
        "phenomena", "Phenomena", "Phenomena that the sentence was tagged with.",
        lambda d: d.places(d.phenomena), lambda d, i: d.phenomena.get(i, ""), "ERC, PPN", is_number=False,
    ),
    SentenceColumn(
        "correct", "Correct", "✓ the analysis was judged correct, ? unclear, ✗ wrong.",
        lambda d: d.places(d.verdicts), lambda d, i: d.verdicts.get(i, ""), "✓✗?", is_number=False,
    ),
    SentenceColumn(
        "class", "Error\nclass", "Error classes that this system's analysis was given.",
        lambda d: d.places(d.error_classes), lambda d, i: d.error_classes.get(i, ""), "ERC A", is_number=False,
    ),
    SentenceColumn(
        "note", "Note", "What was noted on the sentence.",
        lambda d: d.places(d.judgements.notes), lambda d, i: d.judgements.notes.get(i, "").replace("\n", " "),
        "A note that is long", is_number=False,
    ),
    SentenceColumn(
        "status", "Status", "Whether the sentence could be compared; the reason shows under the mouse.",
        lambda d: d.status.astype(float), status_said, "skipped", is_number=False, largest_first=True,
    ),
    SentenceColumn(
        "words", "Words", "The sentence, as the gold has it after preparation.",
        lambda d: d.sentences.places, lambda d, i: d.excerpt(i), "Words", is_number=False,
    ),
)  # fmt: skip
JUDGED_COLUMNS = ("phenomena", "correct", "class", "note")
"""What people typed; a mark beside the number says that there is any."""
MARK = "• "
COLUMN_KEYS = tuple(column.key for column in COLUMNS)
COLUMN_OF = dict(zip(COLUMN_KEYS, COLUMNS, strict=True))
OF_WORDS = "Wrong\nwords", "Words of the gold whose head or relation the system lacks."
"""Title and explanation of the column of changes where words are compared."""


class SentenceList:
    """A :class:`SentenceData` in some order; ``order[row]`` is the sentence of a row, ``mask`` says which sentences there are."""

    def __init__(self) -> None:
        self.rows: SentenceData | None = None
        self.filter = Filter()
        self.order = NO_ROWS
        self.mask: Mask = NO_ROWS.astype(bool)
        self.column, self.descending = COLUMNS[0], False
        """What rows are sorted by."""

    def arranged(self) -> tuple[NDArray[np.int64], Mask, str]:
        """The order and the sentences that there are now, and why the text of the filter had to be given up: it takes too long in
        these sentences, although it did not in those before; all pass that part of it. Empty where it did not."""
        if self.rows is None:
            return NO_ROWS, NO_ROWS.astype(bool), ""
        fault = ""
        try:
            mask = matching(self.rows, self.filter)
        except UsageError as error:
            fault = str(error)
            self.filter = replace(self.filter, text="")
            mask = matching(self.rows, self.filter)
        values = np.asarray(self.column.value(self.rows), np.float64)
        return self.rows.order(values, self.descending, mask), mask, fault

    def sentence(self, row: int) -> int:
        """The sentence of a row; -1 if there is no such row."""
        return int(self.order[row]) if 0 <= row < len(self.order) else -1

    def telling(self, is_sample: bool = False) -> int:
        """The row that is worst under A, of several the one with most changes, then the first; of a sample the one on which A and B
        disagree most, since that is what one is to see in it. -1 where nothing is scored."""
        rows, order = self.rows, self.order
        if rows is None or not len(order):
            return -1
        scores = rows.score_a[order] * (1 if rows.a.higher_is_better else -1)
        if np.isnan(scores).all():
            return -1
        row = int(np.lexsort((-rows.changed[order], scores))[0])  # without a score: last
        if is_sample:
            apart = np.where(rows.changed[order] > 0, np.abs(np.nan_to_num(rows.difference[order])), 0)
            row = int(apart.argmax()) if apart.any() else row
        return row

    def judged(self) -> tuple[Mask, Mask]:
        """Of each row, whether its trees differ, and whether the system is judged in it besides."""
        if self.rows is None:
            return NO_ROWS.astype(bool), NO_ROWS.astype(bool)
        differs = self.rows.changed[self.order] > 0
        return differs, differs & np.isin(self.order, list(self.rows.judgements.done(self.rows.name)))

    # -- in words ------------------------------------------------------------------------------------------------------

    def cell(self, key: str, sentence: int) -> str:
        """What a cell says, as it stands in the files."""
        assert self.rows is not None
        if key in SCORES and self.rows.status[sentence] != WAITING:
            one, score = (self.rows.a, self.rows.score_a) if key == "score_a" else (self.rows.b, self.rows.score_b)
            return one.shown(float(score[sentence]), 1)
        return COLUMN_OF[key].text(self.rows, sentence)

    def more(self, key: str, sentence: int) -> str:
        """What a cell has no room for: the whole sentence, what people said of it, or why it is not compared."""
        rows = self.rows
        assert rows is not None
        if key == "words":
            return rows.text(sentence)
        if key == "number" and rows.is_judged(sentence):
            said = ((self.title(one), COLUMN_OF[one].text(rows, sentence)) for one in JUDGED_COLUMNS)
            return "\n".join(f"{name}: {text}" for name, text in said if text)
        status = int(rows.status[sentence])
        return "" if status in (SCORED, WAITING) else f"{STATUSES[status]}: {rows.reason(sentence)}"

    def names(self) -> Names:
        """What people are told of gold and system."""
        return PLAIN if self.rows is None else self.rows.comparison.names(self.rows.system)

    def head(self, key: str) -> str:
        """What stands above a column, in one line or two."""
        if key == "hits" and not self.has_hits:
            return ""
        if key == "gain":
            return self._gain_head()
        if key == "changed" and self._of_words:
            return OF_WORDS[0] if self.names().is_gold else "Δ\nwords"
        return COLUMN_OF[key].title

    def title(self, key: str) -> str:
        """What a column is called in menus."""
        title = COLUMN_OF[key].title.replace("other", self._other()) if key == "gain" else self.head(key)
        return title.replace("\n", " ")

    def about(self, key: str) -> str:
        """What a column has, and of which measures and systems."""
        said = OF_WORDS[1] if key == "changed" and self._of_words else COLUMN_OF[key].about
        said = self.names().told(said).replace("{hits}", self._sought())
        for letter, one in (("{a}", self.rows.a), ("{b}", self.rows.b)) if self.rows is not None else ():
            notes = [measure_note(one, self.names())] if f"_{letter[1]}" in key else []
            said = said.replace("{other}", self._other())
            said = " ".join([said.replace(letter, measure_title(one, self.names())), *filter(None, notes)])
        return said

    @property
    def _of_words(self) -> bool:
        return self.rows is not None and self.rows.comparison.kind == "dependencies"

    @property
    def has_hits(self) -> bool:
        """Whether it is counted how often what the filter asks for is in each sentence."""
        return self.rows is not None and bool(self.rows.hits)

    def _gain_head(self) -> str:
        """A short head of the column of gains: ``A−sm5``; what it has says the whole name."""
        rows = self.rows
        if rows is None or rows.other is None:
            return "A−other"
        name = short_names(rows.comparison.gold.name, rows.table.systems)[rows.other]
        return f"A−{visible(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + '…')}"

    def _sought(self) -> str:
        """What hits are hits of."""
        wanted, trees = self.filter, list(self.rows.hits) if self.rows is not None else []
        each = self.names().told(f"; {', '.join(trees)}") if len(trees) > 1 else ""
        return (wanted.chosen.text if wanted.chosen is not None and wanted.chosen.counts else wanted.text) + each

    def _other(self) -> str:
        """The system beside which this one is looked at."""
        if self.rows is None or self.rows.other is None:
            return "another system"
        return self.rows.table.systems[self.rows.other]

    def counted(self) -> str:
        """How many sentences are shown, and how often what the filter asks for is in them: ``96 in 92 of 603``; where it is looked
        for in gold or system, in each: ``878 · hits: gold 1,400, system 1,446``."""
        rows, shown = self.rows, len(self.order)
        total = len(rows) if rows is not None else 0
        text = f"{total:,}" if shown == total else f"{shown:,} of {total:,}"
        hits = rows.number_of_hits(self.order) if rows is not None else {}
        if not hits:
            return text
        if len(hits) == 1:
            return f"{next(iter(hits.values())):,} in {text}"
        each = ", ".join(f"{name} {number:,}" for name, number in hits.items())
        return self.names().told(f"{shown:,} · hits: {each}")

    def options(self) -> list[str]:
        """What makes ``rank`` list these sentences: the pattern of the filter; their numbers, for all else."""
        rows, wanted = self.rows, self.filter
        if rows is None:
            return []
        pattern = wanted.text.strip() if wanted.where == "pattern" else ""
        options = ["--where", pattern] if pattern else []
        if wanted != Filter(wanted.text if pattern else "", wanted.where):
            options += ["--only", ranges(map(rows.comparison.number_of, self.order.tolist()))]
        return options

    # -- as a table ----------------------------------------------------------------------------------------------------

    def as_table(self) -> ResultTable:
        """The rows as filtered and sorted, at full precision: for export."""
        return self._listed(self.order)

    def _listed(self, order: NDArray[np.int64]) -> ResultTable:
        if self.rows is None:
            return ResultTable("Sentences", (), [])
        total = len(self.rows)
        note = f"Filtered: {len(self.order):,} of {total:,} sentences. Filter: {self.filter.said()}."
        return sentences_table(self.rows, order, self.head_for_export, note if len(self.order) < total else "")

    def tsv(self, rows: Iterable[int]) -> str:
        """Rows, as sorted, for the clipboard."""
        chosen = self.order[list(rows)]
        return copied(self._listed(chosen), range(len(chosen)))

    def head_for_export(self, key: str) -> str:
        """The heading of a column in a file, where no letters stand for measures."""
        rows = self.rows
        if rows is not None and key in (*SCORES, "rank_a", "rank_b"):
            title = measure_title(rows.a if key.endswith("a") else rows.b, self.names())
            return title if key.startswith("score") else f"Rank, {title}"
        return self.title(key)


def sentences_table(
    rows: SentenceData, order: NDArray[np.int64], titled: Callable[[str], str], note: str = ""
) -> ResultTable:
    """Some sentences in this order, at full precision. ``titled``: the heads of columns (keys of ``COLUMNS``) that depend on
    measures and kinds; ``note``: which sentences they are."""
    in_file, status = places_in_gold(rows.comparison), rows.table.status_name
    columns: list[tuple[Column, Callable[[int], Value]]] = [
        (count_column("No.", "sentence"), rows.comparison.number_of),
        (text_column("Id", "id"), rows.ids.__getitem__),
        (count_column("Length", "length"), lambda i: int(rows.lengths[i])),
        (score_column(rows.a, titled("score_a")), lambda i: float(rows.score_a[i])),
        (score_column(rows.b, titled("score_b")), lambda i: float(rows.score_b[i])),
        (rank_column(titled("rank_a"), "rank_a"), lambda i: float(rows.rank_a[i])),
        (rank_column(titled("rank_b"), "rank_b"), lambda i: float(rows.rank_b[i])),
        (rank_column(titled("difference"), "difference"), lambda i: float(rows.difference[i])),
        (count_column(titled("changed"), "changed"), lambda i: int(rows.changed[i]) if rows.changed[i] >= 0 else None),
        (signed_column(rows.a, titled("gain"), "gain"), lambda i: float(rows.gain[i])),
        *(
            (count_column(f"Hits, {name}" if name else "Hits", f"hits_{name}".removesuffix("_")), _whole(hits))
            for name, hits in rows.hits.items()
        ),
        (text_column("Phenomena", "phenomena"), lambda i: rows.phenomena.get(i, "")),
        (text_column("Correct", "correct"), lambda i: rows.verdicts.get(i, "")),
        (text_column("Error class", "class"), lambda i: rows.error_classes.get(i, "")),
        (text_column("Note", "note"), lambda i: rows.judgements.notes.get(i, "")),
        (text_column("Status", "status"), lambda i: status(rows.system, i)),
        (text_column("Reason", "reason"), rows.reason),
        (text_column("Where", "where"), lambda i: in_file(i, 0)),
        (text_column("Words", "words"), rows.text),
    ]
    values = [[value(i) for _, value in columns] for i in order.tolist()]
    signatures = tuple(rows.table.signature(one.key) for one in (rows.a, rows.b))
    heads = tuple(column for column, _ in columns)
    return ResultTable(f"Sentences of {rows.table.systems[rows.system]}", heads, values, note, signatures)


def _whole(numbers: NDArray[np.float64]) -> Callable[[int], int]:
    return lambda i: int(numbers[i])
