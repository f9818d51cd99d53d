"""Six real parsers: what the preparation does to their order, and what has to hold on every real pair."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.table import EDIT_PARTS
from treecompare.comparison.settings import Settings
from treecompare.readers import read
from treecompare.scores.ranks import system_ranks
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED

PARSERS = ("berkeley-sm3", "berkeley-sm5", "berkeley-sm6", "bikel-collins2", "bllip", "stanford-pcfg")


def comparison(shared: Path, params: str) -> ConstituentComparison:
    folder = shared / "data/wsj-sample"
    systems = [read(str(folder / f"{parser}.mrg")) for parser in PARSERS]
    return score(ConstituentComparison(read(str(folder / "gold.mrg")), systems, Settings(params=params)))


@pytest.fixture(scope="module")
def standard(shared: Path) -> ConstituentComparison:
    return comparison(shared, "standard")


@pytest.fixture(scope="module")
def evalb(shared: Path) -> ConstituentComparison:
    return comparison(shared, "evalb")


def order(scored: ConstituentComparison, key: str) -> list[str]:
    ranks = system_ranks(scored.table, [key], "pooled")[:, 0]
    return [PARSERS[index] for index in np.argsort(ranks)]


def test_wrappers_flip_the_order_of_systems_under_evalb(
    standard: ConstituentComparison, evalb: ConstituentComparison
) -> None:
    """BLLIP writes S1, Stanford ROOT, Bikel nothing, gold and Berkeley an empty bracket: evalb counts all of them."""
    assert order(standard, "e.roof.dice")[0] == "bllip"
    assert order(evalb, "e.roof.dice")[0] == "berkeley-sm3"
    assert evalb.table.summary(4, "complete", "pooled") == 0
    assert standard.table.summary(4, "complete", "pooled") > 0.3
    assert not standard.warnings
    assert len(evalb.warnings) == 1
    assert "bllip: S1" in evalb.warnings[0]


def test_no_sentence_is_lost(standard: ConstituentComparison) -> None:
    table = standard.table
    for system in range(len(PARSERS)):
        assert sum(table.number(system, status) for status in (SCORED, PARTIAL, SKIPPED)) == 603
        for sentence in range(603):
            assert bool(table.reason(system, sentence)) == (table.statuses[system, sentence] != SCORED)
    assert [table.reasons(system).get("no parse", 0) for system in range(len(PARSERS))] == [1, 1, 0, 0, 0, 0]


def test_tree_distance_is_symmetric_and_bounded(standard: ConstituentComparison) -> None:
    # with the deletions of either side; by default the gold decides
    sides = (standard.gold, standard.systems[5])
    table, swapped = (score(ConstituentComparison(a, [b], Settings("evalb"))).table for a, b in (sides, sides[::-1]))
    for part in EDIT_PARTS:
        here, there = table.part(0, part), swapped.part(0, part)
        np.testing.assert_array_equal(here.cost, there.cost)
        np.testing.assert_array_equal(here.matched, there.matched)
        np.testing.assert_array_equal(here.deleted, there.inserted)
        assert (here.deleted + here.swapped + here.matched == here.gold).all()


def test_drawn_mappings_have_the_counts_of_the_table(standard: ConstituentComparison) -> None:
    for sentence in range(0, 603, 7):
        for part, kind in (("whole", "T"), ("roof", "T"), ("whole", "E"), ("roof", "E")):
            for labelled in (True, False):
                mapping = standard.mapping(3, sentence, kind, part, labelled)
                key = f"{kind.lower()}.{part}{'' if labelled else '.unlabelled'}"
                counts = standard.table.counts(3, slice(sentence, sentence + 1))[0].get(key)
                if counts is None:
                    continue
                assert mapping is not None
                assert mapping.cost == counts.get("cost", counts["deleted"] + counts["inserted"])
                assert mapping.counts["matched"] == counts["matched"]


def test_the_number_of_threads_changes_nothing(standard: ConstituentComparison, shared: Path) -> None:
    alone = ConstituentComparison(standard.gold, standard.systems[:2])
    score(alone, jobs=1)
    for part, values in ((part, alone.table.columns[part]) for part in EDIT_PARTS):
        np.testing.assert_array_equal(values[0], standard.table.columns[part][0])
    np.testing.assert_array_equal(alone.table.columns["spans"][1], standard.table.columns["spans"][1])
