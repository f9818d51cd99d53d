"""Tables of comparisons across annotation schemes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.made import dependencies
from treecompare.analyses.catalogue import View, analysis
from treecompare.comparison.base import score
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.errors import UsageError
from treecompare.measures.tedeval import SCHEME_PARTS
from treecompare.readers import read_any

ON = [("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 2, "pobj")]
SUNDAY = [("arrive", 0, "root"), ("on", 3, "prep"), ("Sunday", 1, "tmod")]
WRONG = [("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 1, "pobj")]


@pytest.fixture
def comparison() -> SchemeComparison:
    golds = [dependencies("A", ON, ON), dependencies("B", SUNDAY, SUNDAY)]
    systems = [dependencies("a", ON, WRONG), dependencies("b", SUNDAY, SUNDAY)]
    return score(SchemeComparison(golds, systems, [0, 1], parts=SCHEME_PARTS))


def test_a_line_for_every_measure_under_which_some_system_has_a_score() -> None:
    """The second system's own gold is not among A + B."""
    golds = [dependencies(name, ON, ON) for name in "ABC"]
    found = score(SchemeComparison(golds, [dependencies("a", ON, WRONG), dependencies("c", ON, ON)], [0, 2]))
    (table,) = analysis("schemes", "schemes").tables(found, View())
    rows = {(row[0], row[1]): row[2:] for row in table.rows}
    both = rows["A + B", "L-TED"]
    assert both[0] < 1 and np.isnan(both[1])
    assert rows["C", "L-TED"][1] == 1 and ("A + B", "LAS") not in rows


def test_systems_by_golds(comparison: SchemeComparison) -> None:
    (table,) = analysis("schemes", "schemes").tables(comparison, View(average="mean"))
    assert list(dict.fromkeys(row[0] for row in table.rows)) == ["A", "B", "A + B"]
    titles = [column.title for column in table.columns]
    assert titles == ["gold", "measure", "a", "b"]
    place = [row[:2] for row in table.rows].index(["A + B", "L-TED"])
    assert table.rows[place][2] == (1 + 0.6) / 2
    behind = table.found(place, 2)
    assert behind is not None
    assert (behind.sentences.tolist(), behind.system) == ([1], 0)
    assert ["A + B", "LAS"] not in [row[:2] for row in table.rows]
    # of two sentences no difference is more than chance; the best system has no mark
    assert (place, 2) in table.marked
    assert (place, 3) not in table.marked


def test_signatures_name_the_sentences_that_the_figures_rest_on(comparison: SchemeComparison) -> None:
    """Attachment is scored against single golds only, yet on the same sentences as everything else."""
    (table,) = analysis("schemes", "schemes").tables(comparison, View())
    assert any(one.startswith("las|") for one in table.signatures)
    assert all("|on:common:2|" in one for one in table.signatures)


def test_operations_by_label(comparison: SchemeComparison) -> None:
    """Sentence 1 deletes hd and pobj, which only scheme A has; sentence 2 deletes tmod and pobj, adds tmod, and has the rest."""
    charged, differing = analysis("operations", "schemes").tables(comparison, View(0))
    rows = {row[0]: row[1:] for row in charged.rows}
    assert rows["pobj"] == [0, 0, 2, 0, 0, 2, 1.0]
    assert rows["tmod"] == [1, 1, 0, 0, 2, 0, 0.0]
    total = sum(int(row[5]) for row in charged.rows), sum(int(row[6]) for row in charged.rows)  # type: ignore[arg-type]
    table = comparison.table
    assert total == (table.changed(0).sum(), table.part(0, "tedeval").forgiven.sum())
    place = [row[0] for row in charged.rows].index("tmod")
    behind = charged.found(place, 2)
    assert behind is not None
    assert (behind.sentences.tolist(), behind.system, behind.text) == ([1], 0, "tmod added, error")
    golds = {row[0]: row[1:] for row in differing.rows}
    assert golds["tmod"] == [2, 0, 2, 0]
    assert golds["pobj"] == [2, 2, 0, 0]
    assert golds["prep"] == [0, 0, 2, 2]
    behind = differing.found([row[0] for row in differing.rows].index("prep"), 4)
    assert behind is not None
    assert (behind.sentences.tolist(), behind.text) == ([0, 1], "prep in B, not in common")


def test_operations_that_there_are_none_of(comparison: SchemeComparison) -> None:
    comparison.target = (1,)
    charged, differing = analysis("operations", "schemes").tables(comparison, View(0))
    assert all(row[6] == 0 for row in charged.rows)
    assert all(row[2] == 0 for row in differing.rows)
    golds = [comparison.golds[0].treebank]
    program = score(SchemeComparison(golds, golds, [0], SchemeSettings(profile="tedeval-2.2")))
    with pytest.raises(UsageError, match="expected the profile paper"):
        analysis("operations", "schemes").tables(program, View(0))
    with pytest.raises(UsageError, match="a: its gold is not part of B"):
        alone = score(
            SchemeComparison(
                [dependencies(name, ON) for name in "CBA"], [dependencies("a", ON)], [0], parts=SCHEME_PARTS
            )
        )
        alone.target = (1, 2)
        analysis("operations", "schemes").tables(alone, View(0))


@pytest.mark.parametrize(("other", "part"), [("dep/gold.UD.conllu.gz", "tedeval"), ("gold.mrg", "tedeval.unlabelled")])
def test_real_schemes(shared: Path, other: str, part: str) -> None:
    """Sums over labels are the table's counts, where all have functions and where one gold has none."""
    folder = shared / "data" / "wsj-sample-1394"
    golds = [read_any(folder / "dep/gold.SD.conllu.gz", name="SD"), read_any(folder / other, name="other")]
    found = score(SchemeComparison(golds, [read_any(folder / "dep/malt-eager.SD.conllu.gz", name="malt")], [0]))
    charged, differing = analysis("operations", "schemes").tables(found, View())
    counts = found.table.part(0, part)
    sums = [sum(int(row[column]) for row in charged.rows) for column in (1, 2, 6)]  # type: ignore[arg-type]
    assert sums == [counts.deleted.sum(), counts.inserted.sum(), counts.forgiven.sum()]
    assert sums[2] > 100
    assert (len(differing.rows) == 1) == (part != "tedeval")


def test_nodes_in_common_open_other_sentences_than_those_that_are_not() -> None:
    golds = [dependencies("A", ON, SUNDAY), dependencies("B", SUNDAY, SUNDAY)]
    comparison = score(SchemeComparison(golds, [dependencies("a", ON, WRONG)], [0], parts=SCHEME_PARTS))
    table = next(
        one
        for one in analysis("operations", "schemes").tables(comparison, View())
        if one.columns[1].title.startswith("A")
    )
    row = [one[0] for one in table.rows].index("pobj")
    opened = [table.found(row, column) for column in (1, 2, 3, 4)]
    assert [one.sentences.tolist() for one in opened if one is not None] == [[0], [0], [], []]
    row = [one[0] for one in table.rows].index("tmod")
    everywhere, lost = table.found(row, 1), table.found(row, 2)
    assert everywhere is not None and lost is not None
    assert (everywhere.sentences.tolist(), lost.sentences.tolist()) == ([0, 1], [])
