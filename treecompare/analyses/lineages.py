"""The words of one sentence under Leaf-Ancestor, as the Words pane shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treecompare.errors import UsageError
from treecompare.measures import measure
from treecompare.scores.result import Found, ResultTable, Value, View, number_column, plain_column, text_column

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison


def lineage_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """A row per word of the view's sentence: its score, and its lineages from the word up to the root.

    Raises:
        UsageError: the sentence has no such scores; says why.
    """
    columns = (
        plain_column("number"), text_column("word"), number_column("score", 3), text_column("gold lineage"),
        text_column("system lineage"),
    )  # fmt: skip
    if not 0 <= view.sentence < comparison.sentences:
        return [
            ResultTable(
                "Words of a sentence", columns, [], "No sentence is chosen (on the command line: --sentence N)."
            )
        ]
    system, sentence = view.system, view.sentence
    scores = comparison.word_scores(system, sentence, view.variant)
    name = comparison.sentence_title(system, sentence)
    if scores is None:
        reason = comparison.table.reason(system, sentence) or "the words differ"
        raise UsageError(f"{name}: the words have no scores: {reason}")
    rows: list[list[Value]] = [
        [number, one.word, one.score, one.gold or "∅", one.test or "∅"] for number, one in enumerate(scores, 1)
    ]
    one, of_sentence = measure(view.variant), float(comparison.table.scores(system, view.variant)[sentence])
    return [
        ResultTable(
            f"Words of {name}", columns, rows, f"{one.title}: {one.shown(of_sentence)}",
            (comparison.table.sentence_signature(view.variant),),
            found=lambda row, column: Found(np.array([sentence]), system, name),
        )
    ]  # fmt: skip
