"""Uninformed baselines over many draws, and what stands above the scores of systems that are made from the gold."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.answered import BASELINE
from treecompare.comparison.base import Comparison
from treecompare.extras.raw.analysis import bar_table, headline_table
from treecompare.extras.raw.baselines import RANDOM_HEADS, RANDOM_SPANS, gold_words_prepared, heads, spans
from treecompare.measures import measure
from treecompare.readers import DependencyTreebank
from treecompare.scores.result import ResultTable, Value, count_column, score_column, text_column
from treecompare.trees.tree import CONSTITUENT

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison


def made_tables(comparison: Comparison, draws: int | None = None, has_bars: bool = False) -> list[ResultTable]:
    """Bars of outcomes if wanted, the figures over all and common sentences where a system is raw output or a baseline, and those
    of many draws."""
    if not comparison.outcomes and not comparison.baselines:
        return []
    bars = [bar_table(comparison)] if has_bars and comparison.outcomes else []
    return [*bars, headline_table(comparison), *([drawn_table(comparison, draws)] if draws else [])]


def drawn_table(comparison: Comparison, draws: int) -> ResultTable:
    """Mean and 2.5 to 97.5 % of the pooled scores of the random baselines, drawn with the seeds 0, 1, …"""
    is_words = isinstance(comparison.gold, DependencyTreebank)
    one = measure("uas" if is_words else "e.roof.dice.unlabelled")
    wanted = [
        comparison.systems[place].path.removeprefix(BASELINE).partition("/")[0]
        for place in sorted(comparison.baselines)
    ]
    rows: list[list[Value]] = []
    for name in dict.fromkeys(wanted):
        if name in RANDOM_HEADS or name in RANDOM_SPANS:
            found = np.array([_score(comparison, name, str(seed)) for seed in range(draws)])
            rows.append([name, draws, float(found.mean()), *map(float, np.percentile(found, [2.5, 97.5]))])
    columns = (
        text_column("baseline"), count_column("draws"), score_column(one, f"{one.title}, mean"), score_column(one, "2.5 %"),
        score_column(one, "97.5 %"),
    )  # fmt: skip
    return ResultTable("Random baselines", columns, rows, f"Pooled, over all sentences; seeds 0 to {draws - 1}.")


def _score(comparison: Comparison, name: str, seed: str) -> float:
    gold = comparison.gold
    if isinstance(gold, DependencyTreebank):
        table = gold.sentences
        right = sum(
            int(np.count_nonzero(table.head[first:last] == heads(name, last - first, sentence, seed)))
            for sentence, first, last in zip(
                gold.sentence_names, table.offsets[:-1].tolist(), table.offsets[1:].tolist(), strict=True
            )
        )
        return right / max(len(table.head), 1)
    from treecompare.comparison.constituents.comparison import ConstituentComparison  # late: not for dependencies

    assert isinstance(comparison, ConstituentComparison)
    matched = total = 0
    known = _gold_spans(comparison)
    for sentence, words, nodes in zip(
        gold.sentence_names, gold_words_prepared(gold, comparison.settings), known, strict=True
    ):
        drawn = Counter(spans(name, len(words), sentence, seed))
        matched += (drawn & nodes).total()
        total += drawn.total() + nodes.total()
    return 2 * matched / total if total else 0.0


def _gold_spans(comparison: ConstituentComparison) -> list[Counter[tuple[int, int]]]:
    """The spans of the constituents of each gold sentence, words from 0, half-open."""
    alone = type(comparison)(comparison.gold, [comparison.gold], comparison.settings)
    return [
        Counter(
            (int(tree.starts[node]), int(tree.ends[node]))
            for node in np.flatnonzero(tree.kinds == CONSTITUENT).tolist()
        )
        for tree in alone.pairs(0).gold
    ]
