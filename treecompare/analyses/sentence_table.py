"""A list of sentences as a table of results: for files and the clipboard."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.sentences import SentenceData, places_in_gold
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
