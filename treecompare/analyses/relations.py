"""Dependencies taken apart: by relation, part of speech, distance, direction and length, and what is confused with what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.confusions import confusion_list
from treecompare.measures.breakdowns import breakdown, confusion
from treecompare.measures.words import WordScores
from treecompare.scores.result import (
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    cross_column,
    nodes_by_sentence,
    share_column,
    shown_as,
    text_column,
)

if TYPE_CHECKING:
    from treecompare.comparison.dependencies.comparison import DependencyComparison

BREAKDOWNS = ("relation", "upos", "xpos", "distance", "direction", "length")
TOGETHER = (share_column("both: precision"), share_column("both: F1"))
_OF_BOTH = (
    " Both: relation and head together (as Kübler et al. 2008, table 7); 'both right' is their recall, as in eval.pl's "
    "DEPREL + ATTACHMENT."
)
CONFUSIONS = ("relation", "upos", "head-upos")


def _scores(comparison: DependencyComparison, system: int) -> WordScores:
    """The words of the sentences that the system's figures rest on."""
    return comparison.scores[system].within(comparison.table.rows(system, "las"))


def breakdown_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per category: words, and how many have the right head, relation, both; precision and F1 of the category itself."""
    return [_breakdown(comparison, view.system, by) for by in BREAKDOWNS]


def _breakdown(comparison: DependencyComparison, system: int, by: str) -> ResultTable:
    found = breakdown(_scores(comparison, system), by)
    rows: list[list[Value]] = []
    columns = (found.gold, found.test, found.agreeing, found.head, found.relation, found.both)
    for name, *counts in zip(found.names, *(column.tolist() for column in columns), strict=True):
        gold, test, agreeing, head, relation, both = counts
        recall, precision = agreeing / gold if gold else None, agreeing / test if test else None
        f1 = 2 * agreeing / (gold + test) if gold + test else None
        shares = [value / gold if gold else None for value in (head, relation, both)]
        together = [both / test if test else None, 2 * both / (gold + test) if gold + test else None]
        rows.append([name, gold, test, *shares, recall, precision, f1, *(together if by == "relation" else [])])

    def sentences(row: int, column: int) -> Found | None:
        missed = {1: None, 3: "uas", 4: "label-accuracy", 5: "las", 6: "category"}
        if column not in missed:
            return None
        words = found.words(found.names[row], missed[column])  # type: ignore[arg-type]
        what = f"{by} {found.names[row]}" + ("" if column == 1 else " with an error")
        return Found(np.unique(words[:, 0]), system, what, _marks(words, found.names[row]))

    return ResultTable(
        f"By {by}, {comparison.table.systems[system]}",
        (
            text_column(by), count_column("gold"), shown_as("system", count_column("test")), share_column("head right"),
            share_column("relation right"), share_column("both right"), share_column("recall"), share_column("precision"),
            share_column("F1"), *(TOGETHER if by == "relation" else ()),
        ),
        rows,
        "Heads, relations and both: shares of the gold's words. Recall, precision and F1: of the category itself."
        + (_OF_BOTH if by == "relation" else ""),
        (comparison.table.signature("las", system=system, among=f"by:{by}"),),
        found=sentences,
    )  # fmt: skip


def _marks(words: NDArray[np.int64], text: str) -> dict[int, dict[int, str]]:
    """The same text behind all these gold words (sentence from 0, word from 1)."""
    found: dict[int, dict[int, str]] = {}
    for sentence, word in words[:, :2].tolist():
        found.setdefault(sentence, {})[word] = text
    return found


def confusion_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Per kind of category: the confusions, most frequent first; then gold categories down, those of the system across."""
    name = comparison.table.systems[view.system]
    tables = []
    for by in CONFUSIONS:
        cross = _confusion(comparison, view.system, by)
        tables += [confusion_list(f"{by}: list, confusions of {name}", cross), cross]
    return tables


def _confusion(comparison: DependencyComparison, system: int, by: str) -> ResultTable:
    found = confusion(_scores(comparison, system), by)
    place = {name: number for number, name in enumerate(found.names)}
    marked = frozenset((place[gold], place[test] + 1) for gold, test, _ in found.largest())

    def sentences(row: int, column: int) -> Found | None:
        if column == 0:
            return None
        words = found.words(found.names[row], found.names[column - 1])
        alone = words[
            words[:, 0] < 0
        ]  # words that only the system has: in the gold sentence that they are aligned with
        scores = comparison.scores[system]
        invented = scores.test.offsets[alone[:, 2]] + alone[:, 3] - 1
        of_gold = scores.alignment.sentence_of_test[invented]
        words = words[words[:, 0] >= 0]
        confused = f"{found.names[row]}>{found.names[column - 1]}"
        sentences = np.unique(np.concatenate((words[:, 0], of_gold)))
        nodes = nodes_by_sentence(of_gold, invented, "test")
        return Found(sentences, system, f"{by} {confused}", _marks(words, confused), nodes)

    return ResultTable(
        f"{by}: table, confusions of {comparison.table.systems[system]}",
        (shown_as("gold \\ system", text_column("gold \\ test")), *map(cross_column, found.names)),
        [[name, *row] for name, row in zip(found.names, found.table.tolist(), strict=True)],
        "The gold's down, the system's across; the last stands for words without a counterpart. The largest are marked.",
        (comparison.table.signature("las", system=system, among=f"by:{by}"),),
        marked,
        sentences,
    )
