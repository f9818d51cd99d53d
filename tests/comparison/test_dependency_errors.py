"""Errors of dependencies: what is said of each, that costs add up to the scores, and tables over systems."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.mappings.test_word_errors import SAW, conllu
from treecompare.analyses.errors import CountedErrors, error_tables, grouped_error_tables, listed_errors
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.errors import GROUPS, WORD_ERROR_KINDS, WORD_ERROR_TYPES
from treecompare.comparison.settings import Settings
from treecompare.mappings.errors import Error
from treecompare.readers import read_dependencies
from treecompare.readers.conll import CONLLU
from treecompare.scores.result import ResultTable, View


def compared(gold: str, *systems: str, **settings: str) -> DependencyComparison:
    """``gold``, ``systems``: sentences with bars between them, words as in ``conllu``; "" leaves a sentence out."""
    sides = [
        CONLLU.read(("\n".join(map(conllu, side.split("|"))) + "\n").encode(), name, name)
        for side, name in zip((gold, *systems), "gabc", strict=False)
    ]
    return score(DependencyComparison(sides[0], sides[1:], Settings(params="none", **settings)))


def errors(gold: str, system: str, **settings: str) -> list[Error]:
    return list(compared(gold, system, **settings).errors(0))


def table(tables: list[ResultTable], title: str) -> ResultTable:
    return next(one for one in tables if one.title == title)


def test_what_is_said_of_an_error() -> None:
    tagged = [side.replace("\tman\t_\t_", "\tman\t_\tN").replace("\tsaw\t_\t_", "\tsaw\t_\tV") for side in (
        conllu(SAW.format(4, "nmod")), conllu(SAW.format(2, "obl:with")))]  # fmt: skip
    sides = [CONLLU.read((side + "\n").encode(), name, name) for side, name in zip(tagged, "ga", strict=True)]
    (found,) = score(DependencyComparison(sides[0], [sides[1]])).errors(0)
    assert found == Error(
        "head and label",
        "nominal",
        "nmod → obl",
        (6,),
        "N",
        "V",
        3,
        1,
        "high",
        (("gold", 6), ("test", 6)),
        first_cost=1,
        second_cost=1,
        depth=3,
    )


def test_labels_roots_and_pairs() -> None:
    (found,) = errors("a 0 root, b 1 amod", "a 0 root, b 1 advmod")
    assert (found.kind, found.what, found.source, found.target, found.height) == (
        "label",
        "modifier",
        "amod",
        "advmod",
        "",
    )
    assert (found.first_cost, found.second_cost) == (0, 1)
    (found,) = errors("a 0 root, b 1 conj", "a 2 conj, b 0 root")
    assert (found.kind, found.words, found.source, found.target) == ("exchanged", (0, 1), "root", "_")
    assert (found.first_cost, found.second_cost, found.height) == (2, 2, "below itself")


def test_errors_are_in_the_order_of_sentences_then_of_words() -> None:
    found = compared("a 0 root, b 1 x, c 2 x|a 0 root, b 1 x", "a 0 root, b 1 x, c 1 x|a 2 x, b 0 root").errors(0)
    assert found.sentences.tolist() == [0, 1] and [len(found.of(sentence)) for sentence in (0, 1)] == [1, 1]
    # an exchanged pair stands where the first of its words does
    found = compared("a 0 root, b 1 x, c 1 x, d 3 x", "a 0 root, b 1 y, c 4 x, d 1 x").errors(0)
    assert [(one.kind, one.words) for one in found] == [("label", (1,)), ("exchanged", (2, 3))]


def test_words_of_one_side_only() -> None:
    found = errors("new 0 root, york 1 flat, is 1 cop", "new 0 root, y0rk 1 flat, is 1 cop", words="exact")
    assert [(one.kind, one.what, one.label, one.words) for one in found] == [
        ("lost", "name", "flat", (1,)), ("invented", "name", "flat", ()),
    ]  # fmt: skip


def test_every_error_is_of_one_type_and_of_one_kind() -> None:
    for found in (*errors(SAW.format(4, "nmod"), SAW.format(2, "obl")), *errors("a 0 root, b 1 q", "a 2 q, b 0 r")):
        for among in (WORD_ERROR_TYPES, WORD_ERROR_KINDS):
            assert sum(one.has(found) for one in among) == 1
    names = [name for key, (_, relations, _) in GROUPS.items() if key != "other" for name in relations]
    assert len(names) == len(set(names))  # each relation is in one group


def test_tables() -> None:
    gold = "a 0 root, b 1 x, c 1 nsubj|a 0 root, b 1 nsubj"
    comparison = compared(
        gold, "a 0 root, b 3 x, c 1 obj|a 0 root, b 1 nsubj", "a 0 root, b 3 x, c 1 nsubj|a 2 nsubj, b 0 root"
    )
    tables = error_tables(comparison, View())
    assert table(tables, "Errors by type").rows == [
        ["Other relations", 1, 1], ["Head and dependent exchanged", 0, 1], ["Only the relation", 1, 0], ["All", 2, 2],
    ]  # fmt: skip
    rates = table(tables, "Errors by type: rates").rows
    assert [row[1:] for row in rates] == [[1.0, 1.0, "other relations of the gold"], [0.0, 0.2, "words of the gold"],
                                          [0.2, 0.0, "words of the gold"]]  # fmt: skip
    assert table(tables, "Errors by type: cost under UAS").rows[-1] == ["All", 1, 3]
    assert table(tables, "Errors by type: cost under LAS").rows[-1] == ["All", 2, 3]
    assert table(tables, "From where to where").rows[-1] == ["Only the relation", "nsubj", "obj", 1, 0]
    assert ["Other relations", "left", "right", 1, 1] in table(tables, "Directions").rows
    assert ["Head and dependent exchanged", "root", "1", 0, 1] in table(tables, "Distances").rows
    heights = table(tables, "Too high or too low")
    assert heights.rows[0] == ["Other relations", "too low", 1, 1]
    there = {str(row[1]) for row in heights.rows}
    for name in ("too high", "too low", "below itself", "elsewhere"):
        assert (f"{name}: to " in heights.note) == (name in there)
    assert {"too low", "below itself"} <= there
    found = table(tables, "Errors by type").found(1, 2)
    assert found is not None and found.sentences.tolist() == [1] and found.system == 1
    assert found.marks == {1: {1: "root>_", 2: "root>_"}}
    assert table(tables, "Too high or too low").found(0, 1) is None
    groups = grouped_error_tables(comparison, View())
    assert groups[0].rows[0][:3] == ["1–10", 2, 2]
    listed = listed_errors(CountedErrors(comparison))
    assert [column.name for column in listed.columns][-2:] == ["uas_cost", "las_cost"]
    assert [row[6] for row in listed.rows] == ["b", "c", "b", "a b"]


def test_sentences_that_count_as_zero_have_no_errors() -> None:
    gold = "a 0 root, b 1 x|c 0 root, d 1 x"
    sides = [CONLLU.read((side + "\n").encode(), name, name) for side, name in zip((
        "\n".join(map(conllu, gold.split("|"))), conllu("a 0 root, b 1 y")), "ga", strict=True)]  # fmt: skip
    comparison = score(DependencyComparison(sides[0], [sides[1]], Settings(params="none", missing="zero")))
    assert len(comparison.errors(0)) == 1 and comparison.errors(0).analysed.tolist() == [True, False]


@pytest.mark.parametrize("punctuation", ["count", "ignore"])
def test_costs_add_up_to_the_scores(shared: Path, punctuation: str) -> None:
    folder = shared / "data/ewt"
    gold, *systems = (
        read_dependencies(str(folder / f"test.{name}.conllu")) for name in ("gold", "udpipe", "malt-eager")
    )
    comparison = score(DependencyComparison(gold, systems, Settings(params="none", punctuation=punctuation)))
    for system in range(len(systems)):
        found = comparison.errors(system)
        invented = np.bincount(found.sentences, [one.kind == "invented" for one in found], comparison.sentences)
        for part, column in (("uas", "first_cost"), ("las", "second_cost")):
            counts = comparison.table.part(system, part)
            assert (found.per_sentence(cost=column) == counts.gold - counts.matched + invented).all()
        assert all(sum(one.has(error) for one in WORD_ERROR_TYPES) == 1 for error in found)
