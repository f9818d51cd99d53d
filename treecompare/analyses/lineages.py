"""Words under Leaf-Ancestor with both their lineages and how one becomes the other: of a sentence, or of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from treecompare.errors import Cancelled, UsageError
from treecompare.measures import measure
from treecompare.scores.result import Found, ResultTable, Value, View, number_column, plain_column, text_column
from treecompare.scores.set_notes import set_note

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

EDITS = "Edit: < deleted, > inserted, ~ the first replaced by the second, each with its cost."
_COLUMNS = (
    plain_column("number"), text_column("word"), number_column("score", 3), text_column("gold lineage"),
    text_column("system lineage"), text_column("edit"), number_column("cost"),
)  # fmt: skip


def lineage_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """A row per word of the view's sentence, or of all sentences that the score rests on if none is chosen: its score, its lineages
    from the word up to the root, and what turns one into the other. Raises UsageError: the sentence has no such scores; says why;
    Cancelled: it was stopped."""
    if 0 <= view.sentence < comparison.sentences:
        return [_of_sentence(comparison, view)]
    one, table = measure(view.variant), comparison.table
    rows: list[list[Value]] = []
    sentences: list[int] = []
    for sentence in np.flatnonzero(table.rows(view.system, view.variant) & ~table.zeroed[view.system]).tolist():
        if view.cancel is not None and view.cancel[0]:
            raise Cancelled
        words = _rows(comparison, view, sentence)
        sentences += [sentence] * len(words)
        rows += [[comparison.numbers_of(sentence), comparison.ids[sentence], *row] for row in words]
    summary = one.shown(table.summary(view.system, view.variant, "pooled"))
    return [
        ResultTable(
            f"Words of {table.systems[view.system]}", (text_column("sentence"), text_column("id"), *_COLUMNS), rows,
            f"{one.title}, pooled: {summary}, the mean of all words. {EDITS} {set_note(table, [one.key])}".strip(),
            (table.signature(view.variant, "pooled", view.system),),
            found=lambda row, column: Found(np.array([sentences[row]]), view.system, comparison.ids[sentences[row]]),
        )
    ]  # fmt: skip


def _of_sentence(comparison: ConstituentComparison, view: View) -> ResultTable:
    system, sentence = view.system, view.sentence
    name = comparison.sentence_title(system, sentence)
    rows = _rows(comparison, view, sentence)
    if not rows:
        reason = comparison.table.reason(system, sentence) or "the words differ"
        raise UsageError(f"{name}: the words have no scores: {reason}")
    one, of_sentence = measure(view.variant), float(comparison.table.scores(system, view.variant)[sentence])
    return ResultTable(
        f"Words of {name}", _COLUMNS, rows, f"{one.title}: {one.shown(of_sentence)}. {EDITS}",
        (comparison.table.sentence_signature(view.variant),),
        found=lambda row, column: Found(np.array([sentence]), system, name),
    )  # fmt: skip


def _rows(comparison: ConstituentComparison, view: View, sentence: int) -> list[list[Value]]:
    """The words of a sentence; none where they have no scores."""
    scores = comparison.word_scores(view.system, sentence, view.variant) or []
    changed = [place for place, one in enumerate(scores) if one.score < 1]
    edits = dict(zip(changed, comparison.word_edits(view.system, sentence, view.variant, changed), strict=True))
    found: list[list[Value]] = []
    for place, one in enumerate(scores):
        steps = edits.get(place, [])
        cost = sum((step[2] for step in steps), 0.0)
        found.append(
            [
                place + 1,
                one.word,
                one.score,
                one.gold or "∅",
                one.test or "∅",
                edit_text(steps) or None,
                cost if one.test else None,
            ]
        )
    return found


def edit_text(steps: Iterable[tuple[str, str, float]]) -> str:
    """What changes, from the word to the root: ``~ N1 NP 0.5; < ] 1``."""
    parts = []
    for gold, test, cost in steps:
        if cost:
            parts.append(
                f"~ {gold} {test} {cost:g}" if gold and test else f"< {gold} {cost:g}" if gold else f"> {test} {cost:g}"
            )
    return "; ".join(parts)
