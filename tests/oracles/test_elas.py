"""ELAS and EULAS of udeval with every switch, one-to-one as they are defined, and empty nodes aligned.

The program dies of a head outside; here the edge counts, and matches nothing.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SHARED
from treecompare.mappings.empty_nodes import empty_counterparts
from treecompare.mappings.tokens import align
from treecompare.measures import Counts
from treecompare.measures.enhanced import EdgeScores, edge_scores
from treecompare.measures.measure import dice, precision, recall
from treecompare.measures.words import WordScores
from treecompare.readers import read_dependencies

ORACLES = SHARED / "oracles" / "elas"
FORMULAS = {"precision": precision, "recall": recall, "f1": dice}


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


@cache
def scores_of(folder: Path) -> WordScores:
    gold, test = (read_dependencies(folder / f"{side}.conllu", "conllu").sentences for side in ("gold", "system"))
    return WordScores(gold, test, align(gold, test))


def edges_of(folder: Path, *options: Any) -> EdgeScores:
    words = scores_of(folder)
    return edge_scores(words.gold, words.test, words.alignment, (words.gold_scored, words.test_scored), *options)


def summed(counts: Counts) -> Counts:
    return Counts(*(int(getattr(counts, name).sum()) for name in ("gold", "test", "matched")))


@pytest.mark.parametrize("name", sorted(path.parent.name for path in ORACLES.glob("*/expected.tsv")) or ["none"])
def test_the_programs_figures(shared: Path, name: str) -> None:
    expected: dict[tuple[str, str, str], dict[str, str]] = defaultdict(dict)
    for form, switches, measure, field, value in rows(ORACLES / name / "expected.tsv"):
        expected[form, switches, measure][field] = value
    assert len(expected) == 40
    edges = {
        (form, switches): edges_of(ORACLES / name, switches, form == "collapsed") for form, switches, _ in expected
    }
    for (form, switches, measure), fields in expected.items():
        counts = summed(edges[form, switches].part(measure.lower()))
        got = {"correct": str(counts.matched), "gold": str(counts.gold), "system": str(counts.test)}
        # the program prints 0 where there is nothing to divide by
        got |= {field: f"{100 * (formula(counts).value or 0):.6f}" for field, formula in FORMULAS.items()}
        assert got == fields, (form, switches, measure)


def test_one_to_one(shared: Path) -> None:
    differ = 0
    for folder, form, measure, of_program, one_to_one in rows(shared / "oracles" / "elas" / "one_to_one.tsv")[1:]:
        counts = summed(edges_of(ORACLES / folder, None, form == "collapsed").part(measure.lower()))
        assert counts.matched == int(one_to_one) <= min(counts.gold, counts.test), (folder, form, measure)
        differ += of_program != one_to_one
    assert differ == 4


def test_where_the_program_dies_the_rest_is_scored(shared: Path) -> None:
    edges = edges_of(shared / "oracles" / "elas" / "quirk_head_outside")
    assert summed(edges.part("elas")) == summed(edges.part("eulas")) == Counts(2, 2, 1)


def test_graphs_with_empty_nodes_aligned(shared: Path) -> None:
    """Edges in common, the same without subtypes, of the gold, of the system; nodes paired, of the gold, of the system."""
    expected = {
        name: list(map(int, figures)) for name, *figures in rows(shared / "oracles" / "elas" / "graph.expected.tsv")[1:]
    }
    for name, figures in expected.items():
        words = scores_of(ORACLES / name)
        pairs = empty_counterparts(words.gold, words.test, words.alignment)
        elas, eulas = (summed(words.graphs.part(part)) for part in ("elas", "eulas"))
        nodes = [int((pairs >= 0).sum()), *(len(side.empty_nodes.after) for side in (words.gold, words.test))]
        assert [elas.matched, eulas.matched, elas.gold, elas.test, *nodes] == figures, name
    assert len(expected) == 25
