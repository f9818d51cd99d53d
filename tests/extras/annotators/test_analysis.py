"""Agreement of annotators in a comparison: cells open sentences with marks; a gold is no annotator."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, conllu
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Files, open_files, opened
from treecompare.errors import UsageError
from treecompare.extras.annotators.analysis import annotator_tables, quick_tables
from treecompare.scores.result import ResultTable, View


def compared(folder: Path, no_gold: bool, **texts: str) -> Comparison:
    for name, text in texts.items():
        (folder / f"{name}.conllu").write_text(text, "utf-8")
    first, *others = (str(folder / f"{name}.conllu") for name in texts)
    comparison = opened(open_files(Files(first, tuple(("", one) for one in others), no_gold=no_gold))).comparison
    for _ in comparison.run():
        pass
    return comparison


def titled(tables: list[ResultTable], title: str) -> ResultTable:
    return next(one for one in tables if one.title.startswith(title))


def test_cells_open_their_places(tmp_path: Path) -> None:
    other = (*BANK_A[:3], ("offices", "NOUN", 3, "iobj"), *BANK_A[4:])
    comparison = compared(
        tmp_path, True, anne=conllu(BANK_A, BANK_A, BANK_A), bert=conllu(BANK_A, BANK_B, BANK_A),
        carl=conllu(BANK_A, BANK_A, other),
    )  # fmt: skip
    for tables in (annotator_tables(comparison, View()), quick_tables(comparison, View())):
        together = titled(tables, "All together")
        found = together.found([row[0] for row in together.rows].index("relation"), 3)
        assert found is not None and found.sentences.tolist() == [1, 2]
        assert found.marks == {1: {6: "nmod / obl / nmod"}, 2: {4: "obj / obj / iobj"}}
        matrix = titled(tables, "Each against each: head, % equal")
        assert [row[0] for row in matrix.rows] == ["anne", "bert", "carl"]
        cell = matrix.found(0, 2)
        assert cell is not None and cell.sentences.tolist() == [1] and cell.marks == {1: {6: "-2 / -3"}}
        assert matrix.found(0, 1) is None and matrix.found(0, 3) is None  # the same annotator, and no difference
    assert together.rows[0][1] == 18
    differ = titled(tables, "What differs")
    assert sorted((row[3], row[4], row[5]) for row in differ.rows if row[0] == "anne") == [
        ("nmod", "obl", 1), ("obj", "iobj", 1)
    ]  # fmt: skip
    methods = titled(tables, "Methods")
    assert str(methods.rows[0][0]).startswith("The agreement of 3 annotators (anne, bert, carl)")


def test_batches_open_where_their_annotators_differ(tmp_path: Path) -> None:
    batched = ["".join(conllu(one, comments=f"# batch = {at}\n") for at, one in enumerate(rows)) for rows in (
        (BANK_A, BANK_A, BANK_A), (BANK_B, BANK_A, BANK_B),
    )]  # fmt: skip
    tables = annotator_tables(compared(tmp_path, True, anne=batched[0], bert=batched[1]), View())
    table = titled(tables, "Batches")
    heads = [at for at, row in enumerate(table.rows) if row[2] == "relation"]
    opened = [table.found(at, 4) for at in heads]
    assert [one and (one.sentences.tolist(), one.marks) for one in opened] == [
        ([0], {0: {6: "nmod / obl"}}), None, ([2], {2: {6: "nmod / obl"}}),
    ]  # fmt: skip
    trees = [table.found(at, 2) for at, row in enumerate(table.rows) if row[2] == "whole trees"]
    assert [one and one.sentences.tolist() for one in trees] == [[0], None, [2]]
    drift = titled(tables, "Drift")
    at = [row[0] for row in drift.rows].index("relation")
    halves = [drift.found(at, column) for column in (2, 3, 4)]
    assert [one and one.sentences.tolist() for one in halves] == [[0], [2], None]


def test_a_gold_is_no_annotator(tmp_path: Path) -> None:
    texts = {"gold": conllu(BANK_B, BANK_B), "anne": conllu(BANK_A, BANK_A), "bert": conllu(BANK_A, BANK_B)}
    tables = annotator_tables(compared(tmp_path, False, **texts), View())
    assert "anne, bert" in tables[0].note and "gold" not in tables[0].note
    figures = titled(tables, "All figures")
    found = figures.found(0, 1)
    assert found is not None and np.array_equal(found.sentences, [1])
    cross = titled(tables, "What differs: relation")
    row = [one[0] for one in cross.rows].index("nmod")
    column = [one.title for one in cross.columns].index("obl")
    place = cross.found(row, column)
    assert cross.rows[row][column] == 1 and place is not None and place.text == "anne: nmod, bert: obl"
    texts["parsed"] = conllu(BANK_A, BANK_A)
    comparison = compared(tmp_path, False, **texts)
    comparison.settings = replace(comparison.settings, pre_annotation="parsed")
    tables = annotator_tables(comparison, View())
    assert "anne, bert." in tables[0].note
    changed = titled(tables, "Changes of parsed")
    row = next(row for row in changed.rows if row[2] == "relation")
    assert row[3:8] == [11, 0, 1, 0, 0]
    at = changed.rows.index(row)
    opened = changed.found(at, 5)
    assert opened is not None and opened.marks == {1: {6: "nmod / obl"}} and changed.found(at, 4) is None
    people = titled(tables, "Who changed parsed")
    assert next(row for row in people.rows if row[:2] == ["anne", "relation"])[5:] == [1.0, 2, 0.0, 10]
    at = next(at for at, row in enumerate(people.rows) if row[:2] == ["bert", "relation"])
    opened = people.found(at, 3)
    assert opened is not None and opened.text == "relation: changed by bert" and opened.marks == {1: {6: "nmod / obl"}}
    comparison.settings = replace(comparison.settings, pre_annotation="dora")
    with pytest.raises(UsageError, match="there is no system 'dora'; expected one of gold, anne, bert, parsed"):
        annotator_tables(comparison, View())
    del texts["bert"], texts["parsed"]
    (nothing,) = annotator_tables(compared(tmp_path, False, **texts), View())
    assert nothing.rows == [] and "a gold is none of them" in nothing.note
