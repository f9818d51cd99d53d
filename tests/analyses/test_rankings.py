"""Systems and sentences under all variants: the sample turns the order of E and T round."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analyses.conftest import compared
from treecompare.analyses import rankings
from treecompare.analyses.catalogue import ANALYSES, View, analysis
from treecompare.analyses.rankings import (
    VARIANTS,
    agreement_tables,
    decile_tables,
    ranking_tables,
    significance_tables,
)
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.errors import UsageError
from treecompare.scores.ranks import RankComparison, compare_ranks, system_ranks, system_scores
from treecompare.scores.significance import significance

OFFERED = [one for one in ANALYSES if "constituents" in one.kinds]


def test_every_variant_has_its_scores_and_ranks(sample: ConstituentComparison) -> None:
    variants, exchanges, table_3, table_4 = ranking_tables(sample, View())
    assert len(variants.rows) == 2 * len(VARIANTS) == 20
    table = sample.table
    for row, (average, key) in zip(
        variants.rows, ((average, key) for average in ("pooled", "mean") for key in VARIANTS), strict=True
    ):
        assert row[2::2] == system_scores(table, key, average)[0].tolist()  # type: ignore[arg-type]
        assert row[3::2] == system_ranks(table, [key], average)[:, 0].tolist()  # type: ignore[arg-type]
    # E and T order the sample's systems the other way round
    assert any(row[3::2] != variants.rows[0][3::2] for row in variants.rows)
    marked = {row for row, _ in variants.marked}
    assert marked == {number for number, row in enumerate(variants.rows) if row[3::2] != variants.rows[0][3::2]}
    assert exchanges.rows
    for one, other, ahead, behind, _ in exchanges.rows:
        places = [table.systems.index(str(name)) * 2 + 3 for name in (one, other)]
        assert ahead == sum(row[places[0]] < row[places[1]] for row in variants.rows)  # type: ignore[operator]
        assert behind == sum(row[places[0]] > row[places[1]] for row in variants.rows)  # type: ignore[operator]
    assert [row[5] for row in table_3.rows] == system_scores(table, "e.roof.dice", "pooled")[0].tolist()
    assert [row[1] for row in variants.rows if str(row[0]).startswith("Leaf-Ancestor")] == ["pooled"] * 2 + ["mean"] * 2
    assert [row[3] for row in table_4.rows] == system_scores(table, "t.whole.dice", "pooled")[0].tolist()


@pytest.mark.parametrize("missing", ["skip", "zero"])
def test_the_counts_of_table_3_make_its_scores(missing: str) -> None:
    """Each letter is a sum over the sentences that the scores rest on; sentence 2 has no parse in one of the systems."""
    gold = "(S (NP (D a) (N b)) (V c))\n" * 3 + "(S (V c))\n"
    one = "(S (D a) (VP (N b) (V c)))\n(())\n(S (NP (D a) (N b)) (V c))\n(X (V c))\n"
    comparison = compared(gold, one, gold, missing=missing)
    table_3 = ranking_tables(comparison, View())[2]
    assert [column.title for column in table_3.columns[-5:]] == ["G", "T", "D", "I", "M"]
    counts = [row[-5:] for row in table_3.rows]
    assert counts == ([[5, 5, 2, 2, 3], [5, 5, 0, 0, 5]] if missing == "skip" else [[7, 5, 4, 2, 3], [7, 7, 0, 0, 7]])
    for (g, t, d, i, m), row in zip(counts, table_3.rows, strict=True):
        assert (d, i) == (g - m, t - m)  # type: ignore[operator]
        assert row[1:9:2] == pytest.approx([m / g, m / t, 2 * m / (g + t), m / (g + t - m)])  # type: ignore[operator]
    mean = ranking_tables(comparison, View(average="mean"))[2]
    assert [row[-5:] for row in mean.rows] == counts


def test_kendall_of_every_two_measures(wsj: ConstituentComparison) -> None:
    view = View(system=1, keys=("la",))
    per_system, grid = agreement_tables(wsj, view)
    found = compare_ranks(wsj.table, 2, view.key_a, view.key_b).kendall
    assert per_system.rows[2][1:] == [found.discordant, found.tied, found.pairs, found.distance, found.tau_b]
    assert grid.rows[0][3] == grid.rows[2][1] == compare_ranks(wsj.table, 1, view.key_a, "la").kendall.distance


def test_a_cell_of_the_deciles_opens_its_sentences(sample: ConstituentComparison) -> None:
    [table] = decile_tables(sample, View())
    seen: list[int] = []
    for row in range(10):
        for column in range(1, 11):
            found = table.found(row, column)
            assert found is not None
            assert len(found.sentences) == table.rows[row][column]
            seen += found.sentences.tolist()
    assert sorted(seen) == np.flatnonzero(sample.table.common().rows).tolist()
    assert table.found(0, 0) is None


@pytest.mark.parametrize(("places", "is_marked"), [(0, False), (1, False), (4, False), (5, True), (9, True)])
def test_cells_five_or_more_tenths_apart_are_marked(
    monkeypatch: pytest.MonkeyPatch, sample: ConstituentComparison, places: int, is_marked: bool
) -> None:
    """Twenty sentences in the same order under A and B, but for the first two and two that change places with them."""
    a = np.arange(1.0, 21)
    b = a.copy()
    b[[0, 1, 2 * places, 2 * places + 1]] = a[[2 * places, 2 * places + 1, 0, 1]]
    compared_ = RankComparison(a, b)
    monkeypatch.setattr(rankings, "compare_ranks", lambda *_: compared_)
    [table] = decile_tables(sample, View())
    assert table.rows[0][places + 1] == table.rows[places][1] == 2
    assert table.marked == (frozenset({(0, places + 1), (places, 1)}) if is_marked else frozenset())


def test_too_few_sentences_for_deciles_are_refused() -> None:
    comparison = compared("(S (N a))\n" * 9, "(S (N a))\n" * 9)
    with pytest.raises(UsageError, match="at least 10"):
        decile_tables(comparison, View())


def test_significance_is_that_of_the_test(sample: ConstituentComparison) -> None:
    tables = significance_tables(sample, View(average="mean"))
    wanted = significance(sample.table, ["e.whole.dice", "t.whole.dice"], ["mean"])
    figures = [row[-2:] for table in tables for row in table.rows]
    assert figures == [[one.p, one.holm] for one in wanted.differences]


@pytest.mark.parametrize("one", OFFERED, ids=lambda one: one.key)
def test_every_analysis_prints_in_every_form(sample: ConstituentComparison, one: object) -> None:
    for table in analysis(one.key).tables(sample, View(keys=("la",))):  # type: ignore[attr-defined]
        texts, exact = table.texts(), table.exact()
        assert len(texts) == len(exact) == len(table.rows) + 1
        assert all(len(row) == len(table.columns) for row in texts)
        assert all(len(row) == len(table.columns) + len(table.numbers()) for row in exact)
        assert table.as_object()["columns"]
        for row in range(len(table.rows)):
            for column in range(len(table.columns)):
                found = table.found(row, column)
                assert found is None or np.all((found.sentences >= 0) & (found.sentences < sample.sentences))


def test_an_unknown_report_is_refused() -> None:
    with pytest.raises(UsageError, match="expected one of rankings"):
        analysis("nonsense")


@pytest.mark.parametrize(
    "one", [one for one in ANALYSES if one.key != "deciles" and "constituents" in one.kinds], ids=lambda one: one.key
)
def test_every_analysis_takes_one_system_and_few_sentences(one: object) -> None:
    comparison = compared("(S (N a))\n(())\n(S (N b) (V c))", "(S (N a))\n(S (N x))\n(())")
    for table in analysis(one.key).tables(comparison, View()):  # type: ignore[attr-defined]
        assert table.texts()
