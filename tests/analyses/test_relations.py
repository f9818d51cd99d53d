"""Dependencies taken apart: the order of rows, and which sentences a cell opens."""

from __future__ import annotations

import pytest

from treecompare.analyses.by_category import breakdown_tables, confusion_tables
from treecompare.analyses.catalogue import analysis
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.items import COLUMNS
from treecompare.comparison.settings import Settings
from treecompare.readers.conll import CONLLU
from treecompare.scores.items import Column
from treecompare.scores.result import View

Word = tuple[int, str, str]
"""Head, relation, tag."""


def compared(gold: list[list[Word]], test: list[list[Word]], settings: Settings | None = None) -> DependencyComparison:
    def treebank(name: str, sentences: list[list[Word]]) -> object:
        blocks = [
            "".join(
                f"{n}\tw\t_\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n" for n, (head, relation, tag) in enumerate(one, 1)
            )
            for one in sentences
        ]
        return CONLLU.read("\n".join([*blocks, ""]).encode(), name, name)

    return score(DependencyComparison(treebank("gold", gold), [treebank("s", test)], settings))  # type: ignore[arg-type, list-item]


def test_each_cell_of_a_breakdown_opens_the_sentences_with_its_error() -> None:
    root = (0, "root", "V")
    comparison = compared(
        [[root, (1, "x", "N")] for _ in range(5)] + [[root, root]],
        [
            [root, (1, "x", "N")],
            [root, (2, "x", "N")],
            [root, (1, "y", "N")],
            [root, (2, "y", "N")],
            [root, (1, "x", "M")],
            [root, root],
        ],
    )
    tables = {table.title: table for table in breakdown_tables(comparison, View())}
    tags = tables["By part of speech, s"]
    assert [row[0] for row in tags.rows] == ["V", "N", "M"]
    assert (tags.columns[0].title, tags.exact()[0][0]) == ("part of speech", "upos")  # scripts read the same as before
    noun = 1
    opened = {column: found.sentences.tolist() for column in range(9) if (found := tags.found(noun, column))}
    assert opened == {1: [0, 1, 2, 3, 4], 3: [1, 3], 4: [2, 3], 5: [1, 2, 3], 6: [4]}
    wrong = tags.found(noun, 3)
    assert wrong is not None
    assert (wrong.marks, wrong.text) == ({1: {2: "N"}, 3: {2: "N"}}, "part of speech N with an error")
    everything = tags.found(noun, 1)
    assert everything is not None and everything.text == "part of speech N"
    assert tags.rows[noun] == ["N", 5, 4, 3 / 5, 3 / 5, 2 / 5, 4 / 5, 1.0, 8 / 9]
    relations = tables["By relation, s"]
    assert [row[0] for row in relations.rows] == ["root", "x", "y"]  # the most frequent of the gold first
    assert relations.rows[2][3:7] == [None] * 4  # the gold has none
    # the recall, precision and F1 of relation and head together: 2 of 5 x, 3 in the system
    assert relations.rows[1][5] == 2 / 5 and relations.rows[1][9:] == [2 / 3, 2 * 2 / (5 + 3)]
    assert relations.rows[2][9:] == [0.0, 0.0] and all(len(row) == 11 for row in relations.rows)
    assert all(len(tags.columns) == len(row) == 9 for row in tags.rows)


def test_a_cell_of_confusions_opens_its_sentences_and_the_largest_are_marked() -> None:
    comparison = compared(
        [[(0, "b", "N")], [(0, "a", "N")], [(0, "a", "N")]], [[(0, "a", "N")], [(0, "a", "N")], [(0, "c", "N")]]
    )
    listed, table = confusion_tables(comparison, View())[:2]
    assert (listed.title, table.title) == ("Relations confused by s", "Cross-table of relations, s")
    assert [row[0] for row in table.rows] == ["a", "b", "c", "–"]
    assert table.rows[0][1:] == [1, 0, 1, 0] and table.rows[1][1:] == [1, 0, 0, 0]
    found = table.found(0, 3)
    assert found is not None
    assert (found.sentences.tolist(), found.marks, found.text) == ([2], {2: {1: "a>c"}}, "relation a>c")
    assert table.found(0, 0) is None
    assert table.marked == {(0, 3), (1, 1)}
    assert listed.rows == [["a", "c", 1, 0.5], ["b", "a", 1, 1.0]]
    for column in range(4):
        same = listed.found(0, column)
        assert same is not None
        assert (same.sentences.tolist(), same.marks) == (found.sentences.tolist(), found.marks)


def test_a_new_breakdown_is_one_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    by_number = Column(
        lambda scores: (["odd", "even"], (scores.gold.numbers + 1) % 2, (scores.test.numbers + 1) % 2),
        in_confusions=True,
    )
    monkeypatch.setitem(COLUMNS, "number", by_number)
    root = (0, "root", "V")
    comparison = compared([[root, (1, "x", "N"), (1, "x", "N")]], [[root, (3, "x", "N"), (1, "x", "N")]])
    table = breakdown_tables(comparison, View())[-1]
    assert table.title == "By number, s"
    assert [row[:6] for row in table.rows] == [["odd", 2, 2, 1.0, 1.0, 1.0], ["even", 1, 1, 0.0, 1.0, 0.0]]
    assert confusion_tables(comparison, View())[-1].rows == [["odd", 2, 0, 0], ["even", 0, 1, 0], ["–", 0, 0, 0]]


def test_items_are_kept_as_long_as_figures_rest_on_the_same_sentences() -> None:
    root = (0, "root", "V")
    comparison = compared([[root], [root]], [[root], [root]])
    first = comparison.items(0, "words")
    assert comparison.items(0, "words") is first and len(first) == 2
    comparison.table.left_out[1] = True
    assert len(comparison.items(0, "words")) == 1


def test_subtypes_are_said_the_same_wherever_relations_are_counted() -> None:
    """nmod includes nmod:poss, in every count and in the words below every table; where subtypes are compared nothing is said."""
    gold: list[list[Word]] = [[(0, "root", "V"), (1, "nmod", "N"), (1, "nmod:poss", "N"), (1, "obj", "N")]]
    other: list[list[Word]] = [[(0, "root", "V"), (1, "nmod:poss", "N"), (1, "nmod", "N"), (1, "nmod", "N")]]
    comparison = compared(gold, other)
    tables = [
        table
        for key in ("breakdown", "confusion", "relations-by-system", "word-check")
        for table in analysis(key).tables(comparison, View())
        if "nmod" in {str(value) for row in table.rows for value in row} | {column.title for column in table.columns}
    ]
    assert len(tables) == 7
    for table in tables:
        assert " Relations include their subtypes, as nmod does nmod:poss." in table.note, table.title
        assert "nmod:poss" not in {str(value) for row in table.rows for value in row}
    by_relation = next(table for table in tables if table.title.startswith("By relation"))
    assert next(row for row in by_relation.rows if row[0] == "nmod")[1:3] == [2, 3]
    how_often = next(table for table in tables if table.title.endswith("how often"))
    assert how_often.rows == [["relation", "obj", "nmod", 1]]
    comparison = compared(gold, other, Settings(relations="full"))
    for key in ("breakdown", "confusion", "relations-by-system", "word-check"):
        assert not [one for one in analysis(key).tables(comparison, View()) if "subtypes, as" in one.note]
