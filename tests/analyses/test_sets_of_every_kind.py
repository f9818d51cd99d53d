"""The common set where sentences are lost in dependencies, over lattices and across annotation schemes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.analyses.test_every_kind import dependencies, sentence
from treecompare.analyses import exports, rank_exports
from treecompare.analyses.catalogue import analysis
from treecompare.analyses.exports import scores_object
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.settings import Settings
from treecompare.measures import measure
from treecompare.readers import DependencyTreebank, parse
from treecompare.scores.plotting import Choice, plot
from treecompare.scores.result import View
from treecompare.scores.significance import significance
from treecompare.scores.table import Average

AVERAGES: tuple[Average, ...] = ("pooled", "mean")
LENGTHS = [2 + place % 5 for place in range(12)]


def file(name: str, labels: str, lost: Sequence[int] = (), step: int = 1) -> DependencyTreebank:
    """Twelve sentences; those that are ``lost`` have other words."""
    ones = [sentence(length, 1 + place % step, labels) for place, length in enumerate(LENGTHS)]
    for place in lost:
        ones[place] = [(f"{word}{number}", head, label) for number, (word, head, label) in enumerate(ones[place], 7)]
    return dependencies(name, *ones)


@pytest.fixture(scope="module")
def words() -> DependencyComparison:
    systems = [file("a", "ab", [2], 2), file("b", "ac", [5, 6], 3), file("few", "ab", range(3, 12))]
    return score(DependencyComparison(file("gold", "ab"), systems, Settings(differing="skip", params="none")))


@pytest.fixture(scope="module")
def schemes() -> SchemeComparison:
    """The second gold has other words in sentence 9, so that generalisations lack it."""
    golds = [file("A", "ab"), file("B", "ac", [9], 2)]
    return score(SchemeComparison(golds, [file("a", "ab", [2], 2), file("b", "ac", [5, 9], 3)], [0, 1]))


@pytest.fixture(scope="module")
def lattices() -> LatticeComparison:
    trees = [f"(S (N a{place}) (V b))" for place in range(12)]
    lost = [tree if place != 4 else "(())" for place, tree in enumerate(trees)]
    others = [tree.replace("V", "W") if place != 7 else "(())" for place, tree in enumerate(trees)]
    systems = [replace(parse("\n".join(ones)), name=name) for name, ones in (("s", lost), ("t", others))]
    return score(LatticeComparison(parse("\n".join(trees)), systems, with_others=True))


def same_everywhere(comparison: Comparison, keys: Sequence[str]) -> None:
    """A figure is the same in the table of scores, in ranks, intervals and plots, and as signed in all of them."""
    table, measures = comparison.table, [measure(key) for key in keys]
    signed = {
        (str(row[0]), str(row[1]), str(row[2])): (row[4], row[5])
        for row in exports.long_scores_table(comparison, measures).rows
    }
    tested = exports.significance_tables(comparison, significance(table, keys, AVERAGES, iterations=5))[0]
    assert len(tested.rows) == len(signed)
    for row in tested.rows:
        value, signature = signed[str(row[2]), str(row[0]), str(row[1])]
        assert row[3] == pytest.approx(value, abs=1e-12, nan_ok=True)
        assert row[6] == signature
    for average in AVERAGES:
        found = rank_exports.ranks_object(comparison, keys[0], keys[1], average=average)["systems"]
        for one in found:
            for key, value in zip(keys[:2], (one["score_a"], one["score_b"]), strict=True):
                assert value == pytest.approx(signed[one["name"], key, average][0], abs=1e-12)
        made = plot(table, Choice("systems", keys=(keys[0],), averages=(average,)))
        for system in np.flatnonzero(table.compared(keys[0])).tolist():
            name = table.systems[system]
            value, signature = signed[name, keys[0], average]
            assert signature in made.signatures
            assert f"{name} {100 * float(value):.2f}" in made.description  # type: ignore[arg-type]


def test_dependencies(words: DependencyComparison) -> None:
    same_everywhere(words, ["las", "uas", "tedeval", "upos"])
    table = words.table
    assert np.flatnonzero(~table.common().rows).tolist() == [2, 5, 6]
    assert table.common().compared.tolist() == [True, True, False]
    for system in range(3):
        las = table.summary(system, "las", "pooled")
        for one in analysis("breakdown").tables(words, View(system)):
            gold = sum(int(row[1]) for row in one.rows)  # type: ignore[arg-type]
            both = sum(int(row[1]) * float(row[5] or 0) for row in one.rows)  # type: ignore[arg-type]
            assert both / gold == pytest.approx(las), one.title
        confusion = analysis("confusion").tables(words, View(system))[1]
        assert sum(sum(row[1:-1]) for row in confusion.rows[:-1]) == gold  # type: ignore[arg-type]


def test_lattices(lattices: LatticeComparison) -> None:
    same_everywhere(lattices, ["tedeval.lattice", "segeval", "e.roof.dice", "t.whole.dice"])
    assert np.flatnonzero(~lattices.table.common().rows).tolist() == [4, 7]
    [scenarios] = analysis("scenarios").tables(lattices, View())
    assert scenarios.rows[1][6] == lattices.table.summary(1, "tedeval.lattice", "pooled")
    assert scenarios.note.endswith("On 10 of 12 sentences that all have.")
    # in measures of the usual comparison, too
    assert "|on:common:10/12:" in lattices.table.signature("la")


def test_schemes_stand_on_the_sentences_that_all_golds_have(schemes: SchemeComparison) -> None:
    for target, table in schemes.tables.items():
        assert np.flatnonzero(~table.common().rows).tolist() == [2, 5, 9], target
        schemes.target = target
        if len(target) > 1:
            same_everywhere(schemes, ["tedeval", "tedeval.unlabelled"])
    found = scores_object(schemes, [measure("tedeval")])
    assert (found["common"], found["of"]) == (9, 12)
    shown = [one["scores"]["tedeval"]["pooled"] for one in found["systems"]]
    [table] = analysis("schemes").tables(schemes, View())
    assert [row[2:] for row in table.rows if (row[0], row[1]) == ("A + B", "L-TED")] == [shown]
    assert "On 9 of 12 sentences" in table.note


def test_targets_stand_beside_each_other() -> None:
    """Only the second gold has other words in sentence 9; figures against the first stand beside those, so they lack it too."""
    golds = [file("A", "ab"), file("B", "ac", [9], 2)]
    comparison = score(SchemeComparison(golds, [file("a", "ab", [2], 2)], [0]))
    for table in comparison.tables.values():
        assert np.flatnonzero(~table.common().rows).tolist() == [2, 9]
    assert comparison.tables[0,].scored(0).sum() == 11
