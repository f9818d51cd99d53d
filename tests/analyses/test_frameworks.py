"""Parsers of different frameworks in one table, and the overlap of their golds."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from tests.analyses.test_schemes import ON, SUNDAY, WRONG, dependencies
from tests.comparison.test_scheme_labels import TREE, trees
from treecompare.analyses.catalogue import View, analysis
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.settings import Settings
from treecompare.comparison.word_by_word import word_by_word
from treecompare.errors import Cancelled
from treecompare.readers import DependencyTreebank, Treebank, read_any
from treecompare.scores.result import ResultTable
from treecompare.scores.table import Figure

FLAT = "(S (VB arrive) (IN on) (NP (NN Sunday)))"


def tables(comparison: SchemeComparison, view: View | None = None) -> list[ResultTable]:
    return analysis("frameworks", "schemes").tables(comparison, view or View())


def rows(table: ResultTable) -> dict[object, dict[str, object]]:
    titles = [column.title for column in table.columns]
    return {row[0]: dict(zip(titles, row, strict=True)) for row in table.rows}


def test_every_parser_has_the_scores_of_its_framework() -> None:
    golds = [dependencies("A", ON, ON), trees("PS", TREE, TREE)]
    systems = [dependencies("a", ON, WRONG), trees("flat", FLAT, TREE), trees("ps", TREE, TREE)]
    labels = {1: dependencies("flat.A", WRONG, ON)}
    found = score(SchemeComparison(golds, systems, [0, 1, 1], labels_from={1: 0}, dependencies=labels))
    table, overlaps = tables(found)
    by_name = rows(table)
    apart = score(word_by_word(golds[1], systems[1:], Settings()))
    for place, name in enumerate(("flat", "ps")):
        assert by_name[name]["ParsEval L"] == apart.table.summary(place, "e.roof.dice", "pooled")
    assert by_name["a"]["ParsEval L"] is None
    assert [by_name[name]["LAS"] for name in ("a", "flat")] == [5 / 6, 5 / 6]
    # without a file of dependencies by head rules, as score does
    rules = score(word_by_word(golds[1], [systems[2]], Settings(as_dependencies="auto")))
    assert by_name["ps"]["LAS"] == rules.table.summary(0, "las", "pooled") == 1
    assert "UAS and LAS of ps: gold and system converted by head rules." in table.note
    both = found.tables[0, 1]
    assert [row["multiple U"] for row in by_name.values()] == [
        both.summary(one, "tedeval.unlabelled", "pooled") for one in range(3)
    ]
    assert [row["single U"] for row in by_name.values()] == [
        found.tables[own,].summary(one, "tedeval.unlabelled", "pooled") for one, own in enumerate((0, 1, 1))
    ]
    assert all(isinstance(row["LAS"], Figure) and row["LAS"].sentences == 2 for row in by_name.values())
    multiple = [column.title for column in table.columns].index("multiple U")
    assert (2, multiple) in table.marked and (1, multiple) not in table.marked
    assert any(one.startswith("e.roof.dice|") for one in table.signatures) and any(
        "las|" in one for one in table.signatures
    )
    assert len(overlaps.rows) == 4


def test_a_gold_overlaps_with_itself_wholly() -> None:
    golds = [dependencies("A", ON, ON), dependencies("B", SUNDAY, SUNDAY[:1] + ON[1:])]
    found = score(SchemeComparison(golds, [dependencies("a", ON, ON)], [0]))
    (_, table) = tables(found)
    assert [column.title for column in table.columns] == ["gold", "labels", "A", "B", "A + B"]
    cells = {(row[0], row[1]): row[2:] for row in table.rows}
    assert [cells["A", one][0] for one in "UL"] == [cells["B", one][1] for one in "UL"] == [1, 1]
    # from either side the same
    assert cells["A", "L"][1] == cells["B", "L"][0]
    (mean,) = [row[3] for row in tables(found, View(average="mean"))[1].rows if row[:2] == ["A", "L"]]
    assert isinstance(mean, Figure) and 0 < mean < 1
    # what both have in common lacks what only one has
    assert isinstance(cells["A", "L"][2], Figure) and cells["A", "L"][2] > cells["A", "L"][1]


def test_golds_without_functions_overlap_in_their_spans_only() -> None:
    golds = [dependencies("A", ON, ON), trees("PS", TREE, "()")]
    found = score(SchemeComparison(golds, [dependencies("a", ON, ON)], [0]))
    cells = {(row[0], row[1]): row[2:] for row in tables(found)[1].rows}
    assert cells["A", "L"][1] is None and cells["A", "L"][0] == 1
    unlabelled = cells["A", "U"][1]
    assert isinstance(unlabelled, Figure) and (unlabelled.sentences, unlabelled.is_apart) == (1, True)


def test_it_ends_when_nobody_waits_for_it() -> None:
    found = score(SchemeComparison([trees("PS", TREE)], [trees("ps", TREE)], [0]))
    cancel = Cancel()
    cancel.set()
    with pytest.raises(Cancelled):
        tables(found, View(cancel=cancel.flag))
    assert len(tables(found)) == 1  # one gold overlaps with nothing


def test_the_papers_tables_on_real_data(shared: Path) -> None:
    """ParsEval and LAS are those of score, to the digit; golds overlap as TedEval of one against the other."""
    folder = shared / "data" / "wsj-sample-1394"
    names = ("gold.mrg", "dep/gold.SD.conllu.gz", "bllip.mrg", "dep/bllip.SD.conllu.gz", "dep/malt-eager.SD.conllu.gz")
    trees, words, bllip, labels, malt = (read_any(folder / name) for name in names)
    assert isinstance(labels, DependencyTreebank) and isinstance(bllip, Treebank)
    found = score(
        SchemeComparison([trees, words], [bllip, malt], [0, 1], labels_from={0: 1}, system_labels={0: labels})
    )
    systems, overlaps = tables(found)
    assert [row[2:4] for row in systems.texts()[1:]] == [["87.62", "85.89"], ["–", "–"]]
    assert [row[-2:] for row in systems.texts()[1:]] == [["89.06", "86.00"], ["85.90", "83.76"]]
    as_system = score(SchemeComparison([words], [trees], [0], parts=["tedeval.unlabelled"]))
    assert overlaps.rows[0][3] == as_system.table.summary(0, "tedeval.unlabelled", "pooled")
    assert all(not math.isnan(float(np.float64(value))) for row in overlaps.rows for value in row[2:])  # type: ignore[arg-type]
