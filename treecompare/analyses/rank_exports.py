"""Ranks of sentences and systems under two measures: tables, and an object for JSON, in which undefined ranks are None."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from treecompare.analyses.exports import common_of, coverage_of, measure_objects, or_none
from treecompare.comparison.base import Comparison
from treecompare.measures import Measure, measure
from treecompare.scores.ranks import compare_ranks, decile_table, disagreeing, system_scores
from treecompare.scores.result import (
    UNDEFINED,
    Column,
    ResultTable,
    Value,
    exact_text,
    plain_column,
    share_column,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import Average

if TYPE_CHECKING:  # only a pattern needs it
    from treecompare.trees.columns import Mask, Numbers


@dataclass(frozen=True)
class Listed:
    """Which sentences are listed, with their ranks among all. ``pattern``: those in which it is found, where it names no tree in
    gold or system, as in the window's list; ``numbers``: those with these numbers;
    ``system``: those of the system with that name. None, or no text: all."""

    pattern: str = ""
    numbers: frozenset[int] | None = None
    system: str = ""

    def rows(self, comparison: Comparison, system: int) -> tuple[Mask, dict[str, Numbers]]:
        """Which rows are listed of a system, and how often the pattern is found in each row. Raises UsageError: it is none."""
        mask: Mask = np.ones(comparison.sentences, np.bool_)
        hits: dict[str, Numbers] = {}
        if self.system not in ("", comparison.table.systems[system]):
            return ~mask, hits
        if self.pattern:
            found = comparison.find(comparison.compiled(self.pattern), system)
            mask, hits = found.matches.copy(), found.per_row()
        if self.numbers is not None:
            mask &= [comparison.number_of(row) in self.numbers for row in range(len(mask))]
        return mask, hits


EVERYTHING = Listed()


def ranges(numbers: Iterable[int]) -> str:
    """Numbers of sentences as people type them: ``3,17-20``."""
    found = sorted(set(numbers))
    begins = [one for before, one in pairwise([-1, *found]) if one != before + 1]
    ends = [one for one, after in pairwise([*found, -1]) if after != one + 1]
    return ",".join(f"{one}" if one == end else f"{one}-{end}" for one, end in zip(begins, ends, strict=True))


def ranks_object(
    comparison: Comparison,
    key_a: str,
    key_b: str,
    ties: str = "mean",
    average: Average = "pooled",
    limit: int | None = None,
    with_deciles: bool = False,
    listed: Listed = EVERYTHING,
) -> dict[str, Any]:
    """The object that ``rank --format json`` prints: sentence ranks under two measures, and system ranks.

    ``ties``: the rank that equal scores share, mean or smallest. ``limit``: only so many sentences, the largest differences first.
    ``listed``: only these.

    Raises UsageError: deciles of fewer than ten sentences.
    """
    table = comparison.table
    (_, places_a), (_, places_b) = (system_scores(table, key, average, ties) for key in (key_a, key_b))
    sums_a, sums_b = (table.figures(key, average) for key in (key_a, key_b))
    systems = [
        {
            "name": one.name,
            "path": one.path,
            **coverage_of(table, index),
            "rank_a": or_none(places_a[index]),
            "rank_b": or_none(places_b[index]),
            "score_a": or_none(sums_a[index]),
            "score_b": or_none(sums_b[index]),
            "n_a": sums_a[index].sentences,
            "n_b": sums_b[index].sentences,
            **_sentence_ranks(comparison, index, (key_a, key_b), ties, limit, with_deciles, listed),
        }
        for index, one in enumerate(comparison.systems)
    ]
    return {
        **comparison.head(),
        "a": key_a,
        "b": key_b,
        "ties": ties,
        "average": average,
        **common_of(table),
        "measures": measure_objects([measure(key_a), measure(key_b)], table.signature),
        "disagreeing": [
            [table.systems[one], table.systems[other]] for one, other in disagreeing(table, key_a, key_b, average)
        ],
        "systems": systems,
    }


def _sentence_ranks(
    comparison: Comparison,
    system: int,
    keys: tuple[str, str],
    ties: str,
    limit: int | None,
    with_deciles: bool,
    listed: Listed,
) -> dict[str, Any]:
    """How the sentences of a system stand under both measures."""
    scores_a, scores_b = (comparison.table.scores(system, key) for key in keys)
    compared = compare_ranks(comparison.table, system, *keys, ties, known=(scores_a, scores_b))
    order = compared.order()
    hits: dict[str, Numbers] = {}
    if listed != EVERYTHING:  # then those without ranks are listed as well
        mask, hits = listed.rows(comparison, system)
        order = [row for row in [*order, *sorted(set(range(len(mask))) - set(order))] if mask[row]]
    return {
        "kendall": compared.kendall.figures,
        "sentences": [
            {
                "index": comparison.number_of(row),
                "id": comparison.ids[row],
                "score_a": or_none(scores_a[row]),
                "score_b": or_none(scores_b[row]),
                "rank_a": or_none(compared.rank_a[row]),
                "rank_b": or_none(compared.rank_b[row]),
                "difference": or_none(compared.difference[row]),
                **{f"hits_{name}".removesuffix("_"): int(one[row]) for name, one in hits.items()},
            }
            for row in order[:limit]
        ],
        **({"deciles": decile_table(compared).tolist()} if with_deciles else {}),
    }


def _dash(exact: Callable[[Any], str]) -> Callable[[Value], str]:
    """Exact texts with a dash where a value is undefined."""
    return lambda value: UNDEFINED if value is None else exact(value)


def _rank(title: str, key: str) -> Column:
    return Column(title, lambda value: f"{value:g}", key=key, exact=_dash(lambda value: f"{value:g}"))


def _scores_and_ranks(a: Measure, b: Measure) -> tuple[Column, ...]:
    return (
        Column(a.key, a.shown, key="score_a"), _rank("rank", "rank_a"),
        Column(b.key, b.shown, key="score_b"), _rank("rank", "rank_b"),
    )  # fmt: skip


def ranks_tables(
    comparison: Comparison,
    key_a: str,
    key_b: str,
    ties: str = "mean",
    average: Average = "pooled",
    limit: int | None = None,
    with_deciles: bool = False,
    listed: Listed = EVERYTHING,
) -> list[ResultTable]:
    """:func:`ranks_object` as tables: systems with Kendall's counts, rank changes, deciles, each system's sentences."""
    ranked = ranks_object(comparison, key_a, key_b, ties, average, limit, with_deciles, listed)
    a, b = measure(key_a), measure(key_b)
    both = f"{a.title} and {b.title}"
    marked = {name for pair in ranked["disagreeing"] for name in pair}
    both_keys = ("score_a", "rank_a", "score_b", "rank_b")
    figures = [comparison.table.figures(key, average) for key in (key_a, key_b)]
    kendall = (
        *map(plain_column, ("discordant", "tied", "pairs")),
        *(Column(title, lambda value: f"{value:.4f}", exact=_dash(exact_text)) for title in ("distance", "tau-b")),
    )
    tables = [
        ResultTable(
            f"Systems under {both}, {average}",
            (text_column("system"), share_column("coverage, %", "coverage"), *_scores_and_ranks(a, b), *kendall),
            [
                [one["name"], one["coverage"], of_a, one["rank_a"], of_b, one["rank_b"], *one["kendall"].values()]
                for one, of_a, of_b in zip(ranked["systems"], *figures, strict=True)
            ],
            set_note(comparison.table, (key_a, key_b)),
            marked=frozenset((row, 0) for row, one in enumerate(ranked["systems"]) if one["name"] in marked),
        )
    ]  # fmt: skip
    if marked:
        column = text_column("* ordered differently by the two measures:", "pair")
        pairs: list[list[Value]] = [[f"{one} and {other}"] for one, other in ranked["disagreeing"]]
        tables.append(ResultTable(f"Rank changes between {both}", (column,), pairs))
    systems = [one for one in ranked["systems"] if listed.system in ("", one["name"])]
    for one in systems if with_deciles else ():
        title = f"{one['name']}: deciles of {a.key} (down) by {b.key}"
        rows: list[list[Value]] = [[str(place), *row] for place, row in enumerate(one["deciles"], 1)]
        columns = (text_column(title, "decile"), *(plain_column(str(place)) for place in range(1, 11)))
        tables.append(ResultTable(title, columns, rows))
    sentence = text_column("system"), plain_column("sentence"), text_column("id")
    where = f" where {listed.pattern}" if listed.pattern else ""
    note = "Ranks are those among all sentences." if listed.pattern or listed.numbers is not None else ""
    for one in systems:
        hits = [name for name in next(iter(one["sentences"]), {}) if name.startswith("hits")]
        rows = [
            [one["name"], row["index"], row["id"], *(row[key] for key in (*both_keys, "difference", *hits))]
            for row in one["sentences"]
        ]
        counts = (plain_column(name.replace("_", ", "), name) for name in hits)
        columns = (*sentence, *_scores_and_ranks(a, b), _rank("difference", ""), *counts)
        tables.append(ResultTable(f"Sentences of {one['name']} under {both}{where}", columns, rows, note))
    return tables
