"""Ranks of sentences and systems under two measures: tables, and an object for JSON, in which undefined ranks are None."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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


def ranks_object(
    comparison: Comparison,
    key_a: str,
    key_b: str,
    ties: str = "mean",
    average: Average = "pooled",
    limit: int | None = None,
    with_deciles: bool = False,
) -> dict[str, Any]:
    """The object that ``rank --format json`` prints: sentence ranks under two measures, and system ranks.

    ``ties``: the rank that equal scores share, mean or smallest. ``limit``: only so many sentences, the largest differences first.

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
            **_sentence_ranks(comparison, index, (key_a, key_b), ties, limit, with_deciles),
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
    comparison: Comparison, system: int, keys: tuple[str, str], ties: str, limit: int | None, with_deciles: bool
) -> dict[str, Any]:
    """How the sentences of a system stand under both measures."""
    scores_a, scores_b = (comparison.table.scores(system, key) for key in keys)
    compared = compare_ranks(comparison.table, system, *keys, ties, known=(scores_a, scores_b))
    kendall = compared.kendall
    return {
        "kendall": {
            "discordant": kendall.discordant,
            "tied": kendall.tied,
            "pairs": kendall.pairs,
            "distance": kendall.distance,
            "tau_b": kendall.tau_b,
        },
        "sentences": [
            {
                "index": comparison.number_of(row),
                "id": comparison.ids[row],
                "score_a": float(scores_a[row]),
                "score_b": float(scores_b[row]),
                "rank_a": float(compared.rank_a[row]),
                "rank_b": float(compared.rank_b[row]),
                "difference": float(compared.difference[row]),
            }
            for row in compared.order()[:limit]
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
) -> list[ResultTable]:
    """:func:`ranks_object` as tables: systems with Kendall's counts, rank changes, deciles, each system's sentences."""
    ranked = ranks_object(comparison, key_a, key_b, ties, average, limit, with_deciles)
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
    for one in ranked["systems"]:
        if with_deciles:
            title = f"{one['name']}: deciles of {a.key} (down) by {b.key}"
            rows: list[list[Value]] = [[str(place), *row] for place, row in enumerate(one["deciles"], 1)]
            columns = (text_column(title, "decile"), *(plain_column(str(place)) for place in range(1, 11)))
            tables.append(ResultTable(title, columns, rows))
    sentence = text_column("system"), plain_column("sentence"), text_column("id")
    for one in ranked["systems"]:
        rows = [
            [one["name"], row["index"], row["id"], *(row[key] for key in both_keys), row["difference"]]
            for row in one["sentences"]
        ]
        columns = (*sentence, *_scores_and_ranks(a, b), _rank("difference", ""))
        tables.append(ResultTable(f"Sentences of {one['name']} under {both}", columns, rows))
    return tables
