"""The published figures of Emms (2008), and the E columns of the other papers, to the printed digit."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.mappings.edits import count_edits
from treecompare.mappings.labels import label_codes
from treecompare.measures import MEASURES, Counts, measure
from treecompare.readers import parse

EMMS_GOLD = 44276

# Emms 2008, table 3: deleted, inserted, size of the test's roof, E-Dice, E-Jaccard
TABLE_3 = [
    ("Collins 1", 5558, 5408, 44126, 87.59, 77.93),
    ("Collins 2", 5292, 5188, 44172, 88.15, 78.81),
    ("Collins 3", 5294, 5188, 44170, 88.15, 78.81),
    ("Petrov 5", 4860, 4525, 43941, 89.36, 80.77),
    ("Charniak", 4624, 4460, 44112, 89.72, 81.36),
    ("Petrov 6", 4541, 4409, 44144, 89.87, 81.62),
]


def span_counts(gold: int, test: int, deleted: int, inserted: int) -> Counts:
    matched = gold - deleted
    assert matched == test - inserted
    return Counts(gold, test, matched, deleted=deleted, inserted=inserted, cost=deleted + inserted)


def value(key: str, counts: Counts) -> float:
    score = measure(key).formula(counts).value
    assert score is not None
    return score


@pytest.mark.parametrize(("parser", "deleted", "inserted", "test", "dice", "jaccard"), TABLE_3)
def test_emms_table_3(parser: str, deleted: int, inserted: int, test: int, dice: float, jaccard: float) -> None:
    counts = span_counts(EMMS_GOLD, test, deleted, inserted)
    # Dice as printed comes from rounded precision and recall
    assert 100 * value("e.roof.dice", counts) == pytest.approx(dice, abs=0.01)
    assert round(100 * value("e.roof.jaccard", counts), 2) == jaccard


def test_emms_table_3_is_the_published_file(shared: Path) -> None:
    text = (shared / "examples/emms-counts.tsv").read_text("utf-8")
    rows = list(csv.reader((line for line in text.splitlines() if not line.startswith("#")), delimiter="\t"))[1:]
    published = [(row[0], *map(int, row[1:4]), float(row[4]), float(row[5])) for row in rows]
    assert published == TABLE_3


def test_emms_figure_2() -> None:
    roof, whole = span_counts(3, 3, 2, 2), span_counts(6, 6, 3, 3)
    names = ("recall", "precision", "dice", "jaccard")
    assert [round(value(f"e.roof.{name}", roof), 2) for name in names] == [0.33, 0.33, 0.33, 0.2]
    assert [round(value(f"e.whole.{name}", whole), 2) for name in names] == [0.5, 0.5, 0.5, 0.33]


def test_emms_figure_1() -> None:
    """Printed as 0.66 and 0.43; the first is 2/3 cut off."""
    words = 4
    counts = Counts(
        6 + words, 6 + words, 3 + words, words=words, test_words=words, swapped=2, deleted=1, inserted=1, cost=4
    )
    assert value("t.whole.dice", counts) == pytest.approx(2 / 3)
    assert round(value("t.whole.jaccard", counts), 2) == 0.43


def compared(gold: str, test: str, **settings: str) -> ConstituentComparison:
    return score(ConstituentComparison(parse(gold), [parse(test)], Settings(**settings)))


def test_emms_attachment_error_of_section_2() -> None:
    """E cost 6, E-Dice 0.25; T cost 2, T-Dice 0.75: the constituent moves past three others, whose spans all change.

    The figure shows constituents only, so the T-mapping is taken of trees without words.
    """
    gold, test = "(VP (T a) (NP (T b) (PP (T c)))) (X (T d))", "(VP (T a) (NP (T b) (PP (T c) (X (T d)))))"
    table = compared(gold, test).table
    counts = table.counts(0, slice(0, 1))[0]
    assert counts["e.roof"]["deleted"] + counts["e.roof"]["inserted"] == 6
    assert table.scores(0, "e.roof.dice")[0] == 0.25

    trees = parse("(VP (NP (PP))) (X)\n(VP (NP (PP (X))))").trees
    codes = label_codes(trees.symbols).codes(trees)
    out = np.zeros((1, 4), np.int64)
    ends = trees.offsets
    count_edits((codes, trees.sizes, ends[:2]), (codes, trees.sizes, ends[1:]), 0, 1, out)
    matched, swapped, deleted, inserted = out[0].tolist()
    assert deleted + inserted + swapped == 2
    assert (
        value("t.roof.dice", Counts(4, 4, matched, swapped=swapped, deleted=deleted, inserted=inserted, cost=2)) == 0.75
    )


def test_emms_ancestry_reversed_over_one_span() -> None:
    """E cost 0, T cost 2; one of the two moved, which costs 1."""
    comparison = compared("(S (exists (not (N a) (N b))))", "(S (not (exists (N a) (N b))))")
    counts = comparison.table.counts(0, slice(0, 1))[0]
    assert counts["e.roof"]["deleted"] + counts["e.roof"]["inserted"] == 0
    assert counts["t.roof"]["cost"] == counts["t.whole"]["cost"] == 2
    assert [comparison.table.scores(0, key)[0] for key in ("t.whole.dice", "t.move.dice")] == [8 / 10, 9 / 10]


def rows_of(path: Path) -> list[dict[str, str]]:
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t"))


def test_sampson_babarczy_geig(shared: Path) -> None:
    """GEIG counts every bracket, the root too: E-Dice of the roof, labelled and not, on trees without tags."""
    rows = rows_of(shared / "examples/sampson-babarczy.tsv")
    assert len(rows) == 11
    for row in rows:
        table = compared(row["gold"], row["candidate"], params="none", preterminals="no").table
        assert f"{table.scores(0, 'e.roof.dice')[0]:.3f}" == row["geig_labelled_f"], row["id"]
        assert f"{table.scores(0, 'e.roof.dice.unlabelled')[0]:.3f}" == row["geig_unlabelled_f"], row["id"]


def test_kuebler_evalb(shared: Path) -> None:
    rows = rows_of(shared / "examples/kuebler.tsv")
    assert [row["id"] for row in rows] == ["tiger", "tueba"]
    for row in rows:
        table = compared(row["gold"], row["candidate"], params="none", preterminals="no").table
        assert f"{table.scores(0, 'e.roof.dice')[0]:.3f}" == row["evalb_f"], row["id"]


def test_sampson_babarczy_leaf_ancestor(shared: Path) -> None:
    for row in rows_of(shared / "examples/sampson-babarczy.tsv"):
        table = compared(row["gold"], row["candidate"], params="none", preterminals="no").table
        assert f"{table.scores(0, 'la.initial')[0]:.3f}" == row["la_initial"], row["id"]


def test_sampson_babarczy_words(shared: Path) -> None:
    """Word for word the lineages and scores that the paper prints."""
    trees = {row["id"]: row for row in rows_of(shared / "examples/sampson-babarczy.tsv")}
    published: dict[str, list[dict[str, str]]] = {}
    for row in rows_of(shared / "examples/sampson-babarczy-words.tsv"):
        published.setdefault(row["example"], []).append(row)
    assert sum(map(len, published.values())) == 29
    for example, rows in published.items():
        comparison = compared(trees[example]["gold"], trees[example]["candidate"], params="none", preterminals="no")
        scores = comparison.word_scores(0, 0, "la.initial")
        assert scores is not None
        assert [(one.word, one.gold, one.test, f"{one.score:.3f}") for one in scores] == [
            (row["word"], row["gold_lineage"], row["candidate_lineage"], row["score"]) for row in rows
        ]


def test_kuebler_leaf_ancestor(shared: Path) -> None:
    """Figures 6 and 7 with the scores of table 5: any two labels cost 2."""
    for row in rows_of(shared / "examples/kuebler.tsv"):
        comparison = compared(row["gold"], row["candidate"], params="none", preterminals="no")
        assert f"{comparison.table.scores(0, 'la')[0]:.3f}" == row["la"], row["id"]
        scores = comparison.word_scores(0, 0, "la")
        assert scores is not None
        assert [f"{one.score:.3f}" for one in scores] == row["la_words"].split()


def test_keys_are_the_contract() -> None:
    families = [
        f"{family}.{part}.{name}{suffix}"
        for family, names in (("e", ("recall", "precision", "dice", "jaccard")), ("t", ("dice", "jaccard")))
        for suffix in ("", ".unlabelled")
        for part in ("roof", "whole")
        for name in names
    ]
    rest = ["crossing", "complete", "no-crossing", "two-or-less-crossing", "tagging"]
    assert {one.key for one in MEASURES} >= {*families, *rest, "la", "la.initial", "la.custom", "la.tags"}
    assert len({one.key for one in MEASURES}) == len(MEASURES)
