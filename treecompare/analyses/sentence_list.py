"""The list of sentences: its columns, what cells and heads say, and it as a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.sentences import Filter, SentenceData, places_in_gold
from treecompare.drawing.names import Names
from treecompare.measures import Measure
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
from treecompare.scores.set_notes import measure_note, measure_title
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, WAITING

STATUSES = {WAITING: "waiting", SCORED: "scored", PARTIAL: "words differ", SKIPPED: "skipped"}
"""What is said of whether a sentence could be compared."""


class SentenceColumn(NamedTuple):
    """A column: ``title`` stands above it, ``about`` says what it has, ``text`` what a row shows; ``width`` in letters.

    ``about`` may name measures {a} and {b}, the {other} system, and what {hits} are of.
    """

    title: str
    about: str
    text: Callable[[SentenceData, int], str]
    width: int = 7
    is_number: bool = True


def _score(one: Measure, value: float, status: int) -> str:
    return "…" if status == WAITING else one.shown(value, 1)


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


COLUMN_OF = {
    "number": SentenceColumn(
        "No.", "Number of the sentence in the file.", lambda d, i: d.comparison.numbers_of(i)
    ),
    "id": SentenceColumn("Id", "Name of the sentence, if the file gives it one.", lambda d, i: d.ids[i], 14, False),
    "length": SentenceColumn(
        "Length", "Words of the gold sentence, after preparation.", lambda d, i: str(int(d.lengths[i])), 5
    ),
    "hits": SentenceColumn(
        "Hits", "How often what is looked for is in the sentence: {hits}.", lambda d, i: d.said_hits(i), 6
    ),
    "score_a": SentenceColumn(
        "A", "Score under measure A: {a}.", lambda d, i: _score(d.a, d.score_a[i], d.status[i]), 5
    ),
    "score_b": SentenceColumn(
        "B", "Score under measure B: {b}.", lambda d, i: _score(d.b, d.score_b[i], d.status[i]), 5
    ),
    "rank_a": SentenceColumn(
        "Rank A", "Rank among all sentences under {a}; 1 is best, ties share their mean rank.",
        lambda d, i: rank_shown(d.ranks.rank_a[i]),
    ),
    "rank_b": SentenceColumn(
        "Rank B", "Rank among all sentences under {b}; 1 is best, ties share their mean rank.",
        lambda d, i: rank_shown(d.ranks.rank_b[i]),
    ),
    "difference": SentenceColumn(
        "Rank A−B", "Rank under A minus rank under B. Sorted by its size: where the two measures disagree most.",
        lambda d, i: rank_shown(d.ranks.difference[i], sign=True), 6,
    ),
    "changed": SentenceColumn(
        "Δ", "Nodes that are deleted, inserted or relabelled when one whole tree is turned into the other.",
        lambda d, i: "" if d.status[i] == WAITING else "–" if d.changed[i] < 0 else str(int(d.changed[i])), 4,
    ),
    "gain": SentenceColumn(
        "A minus other", "Score under {a} minus that of {other}.", lambda d, i: _signed(d.a, d.gain[i])
    ),
    "phenomena": SentenceColumn(
        "Phenomena", "Phenomena that the sentence was tagged with.", lambda d, i: d.phenomena.get(i, ""), 9, False
    ),
    "correct": SentenceColumn(
        "Correct", "✓ the analysis was judged correct, ? unclear, ✗ wrong.", lambda d, i: d.verdicts.get(i, ""), 4, False
    ),
    "class": SentenceColumn(
        "Error class", "Error classes that this system's analysis was given.",
        lambda d, i: d.error_classes.get(i, ""), 9, False,
    ),
    "note": SentenceColumn(
        "Note", "What was noted on the sentence.", lambda d, i: d.judgements.notes.get(i, "").replace("\n", " "), 18, False
    ),
    "status": SentenceColumn(
        "Status", "Whether the sentence could be compared; why not stands in Why.", status_said, 9, False
    ),
    "words": SentenceColumn(
        "Words", "The sentence, as the gold has it after preparation.", lambda d, i: d.excerpt(i), 0, False
    ),
}  # fmt: skip
OF_WORDS = "Wrong words", "Words of the gold whose head or relation the system lacks."
"""Title and explanation of the column of changes where words are compared."""


class SentencesTold:
    """What cells and heads say. ``filter``: what is looked for, of which hits are."""

    def __init__(self, rows: SentenceData) -> None:
        self.rows, self.filter = rows, Filter()

    def cell(self, key: str, sentence: int) -> str:
        """What a cell says; of scores one decimal."""
        return COLUMN_OF[key].text(self.rows, sentence)

    def names(self) -> Names:
        """What people are told of gold and system."""
        return self.rows.comparison.names(self.rows.system)

    def title(self, key: str) -> str:
        """What a column is called."""
        if key == "changed" and self._of_words:
            return OF_WORDS[0] if self.names().is_gold else "Δ words"
        return COLUMN_OF[key].title.replace("other", self._other()) if key == "gain" else COLUMN_OF[key].title

    def about(self, key: str) -> str:
        """What a column has, and of which measures and systems."""
        said = OF_WORDS[1] if key == "changed" and self._of_words else COLUMN_OF[key].about
        said = self.names().told(said).replace("{hits}", self._sought()).replace("{other}", self._other())
        for letter, one in (("{a}", self.rows.a), ("{b}", self.rows.b)):
            notes = [measure_note(one, self.names())] if f"_{letter[1]}" in key else []
            said = " ".join([said.replace(letter, measure_title(one, self.names())), *filter(None, notes)])
        return said

    @property
    def _of_words(self) -> bool:
        return self.rows.comparison.kind == "dependencies"

    def _sought(self) -> str:
        """What hits are hits of."""
        wanted, trees = self.filter, list(self.rows.hits)
        each = self.names().told(f"; {', '.join(trees)}") if len(trees) > 1 else ""
        return (wanted.chosen.text if wanted.chosen is not None and wanted.chosen.counts else wanted.text) + each

    def _other(self) -> str:
        """The system beside which this one is looked at."""
        return "another system" if self.rows.other is None else self.rows.table.systems[self.rows.other]

    def head_for_export(self, key: str) -> str:
        """The heading of a column in a file, where no letters stand for measures."""
        if key in ("score_a", "score_b", "rank_a", "rank_b"):
            title = measure_title(self.rows.a if key.endswith("a") else self.rows.b, self.names())
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
        (rank_column(titled("rank_a"), "rank_a"), lambda i: float(rows.ranks.rank_a[i])),
        (rank_column(titled("rank_b"), "rank_b"), lambda i: float(rows.ranks.rank_b[i])),
        (rank_column(titled("difference"), "difference"), lambda i: float(rows.ranks.difference[i])),
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
