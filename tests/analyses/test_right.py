"""What only one of two systems has right: small treebanks by hand, and sums that must be those of the table of scores."""

from __future__ import annotations

import numpy as np

from tests.mappings.test_word_errors import conllu
from treecompare.analyses.catalogue import analysis
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.settings import Settings
from treecompare.readers.brackets import BRACKETS
from treecompare.readers.conll import CONLLU
from treecompare.scores.result import ResultTable, View

NP = "(S (NP (N a)) (VP (V b) (NP (N c))))"
FLAT = "(S (NP (N a)) (V b) (NP (N c)))"
MORE = "(S (NP (N a)) (VP (V b) (NP (NP (N c)))))"


def trees(*sides: str, systems: int = 2, **settings: str) -> ConstituentComparison:
    treebanks = [BRACKETS.read(side.encode(), name, name) for side, name in zip(sides, "gab", strict=False)]
    return score(ConstituentComparison(treebanks[0], treebanks[1 : systems + 1], Settings(**settings)))  # type: ignore[arg-type]


def sentences(table: ResultTable, column: int) -> list[int]:
    found = table.found(0, column)
    assert found is not None
    return found.sentences.tolist()


def test_constituents_and_sentences() -> None:
    comparison = trees(f"{NP}\n{NP}\n{NP}\n{NP}", f"{NP}\n{FLAT}\n{NP}\n{MORE}", f"{NP}\n{NP}\n{FLAT}\n{FLAT}")
    whole, parts = analysis("right", "constituents").tables(comparison, View())
    assert whole.rows == [["b", 1, 1, 1, 1]] and parts.rows == [["b", 13, 2, 1, 0]]
    assert [sentences(whole, column) for column in (1, 2, 3, 4)] == [[0], [2], [1], [3]]
    assert [sentences(parts, column) for column in (1, 2, 3, 4)] == [[0, 1, 2, 3], [2, 3], [1], []]
    assert whole.found(0, 0) is None
    only = whole.found(0, 3)
    assert only is not None and only.system == 1 and only.text == "sentences right: only b, not a"
    other = analysis("right", "constituents").tables(comparison, View(system=1))
    assert other[0].rows == [["a", 1, 1, 1, 1]] and other[1].rows == [["a", 13, 1, 2, 0]]
    found = comparison.table.part(0, "e.roof")
    assert found.matched.sum() == 15 and found.gold.sum() == 16


def test_sentences_that_are_not_scored_for_all_are_left_out() -> None:
    comparison = trees(f"{NP}\n{NP}", f"{NP}\n{NP}", f"(())\n{NP}")
    whole, parts = analysis("right", "constituents").tables(comparison, View())
    assert whole.rows == [["b", 1, 0, 0, 0]] and parts.rows == [["b", 4, 0, 0, 0]]
    assert whole.note.startswith("1 sentence. ") and parts.note.startswith("4 constituents. ")
    assert "on:common:1/2" in whole.signatures[0]


def test_own_sentences_are_compared_where_both_systems_have_them() -> None:
    comparison = trees(f"{NP}\n{NP}", f"{NP}\n{NP}", f"(())\n{NP}", sentences="own")
    whole, parts = analysis("right", "constituents").tables(comparison, View())
    assert whole.rows == [["b", 1, 0, 0, 0]] and parts.rows == [["b", 4, 0, 0, 0]]
    assert sentences(whole, 1) == [1] and "on the sentences that both systems have" in whole.note
    assert "2 sentences." in whole.note and "that both" not in trees_note(f"{NP}\n{NP}")


def trees_note(side: str) -> str:
    return analysis("right", "constituents").tables(trees(side, side, side, sentences="own"), View())[0].note


def test_words_of_own_sentences() -> None:
    one, other = conllu("a 0 root, b 1 x"), conllu("a 0 root, b 1 x, c 1 x")
    sides = [f"{one}\n{other}\n", f"{one}\n{other}\n", f"{one}\n"]
    treebanks = [CONLLU.read(side.encode(), name, name) for side, name in zip(sides, "gab", strict=True)]
    comparison = score(DependencyComparison(treebanks[0], treebanks[1:], Settings(sentences="own")))
    whole, parts = analysis("words-right", "dependencies").tables(comparison, View())
    assert whole.rows == [["b", 1, 0, 0, 0]] and parts.rows == [["b", 2, 0, 0, 0]]


def test_words() -> None:
    gold = "a 0 root, b 1 x, c 1 x"
    sides = [gold + "|" + gold, "a 0 root, b 1 y, c 1 x|" + gold, "a 0 root, b 1 x, c 2 x|" + gold]
    treebanks = [
        CONLLU.read("\n".join(map(conllu, side.split("|"))).encode() + b"\n", name, name)
        for side, name in zip(sides, "gab", strict=True)
    ]
    comparison = score(DependencyComparison(treebanks[0], treebanks[1:]))
    whole, parts = analysis("words-right", "dependencies").tables(comparison, View())
    assert whole.rows == [["b", 1, 0, 0, 1]] and parts.rows == [["b", 4, 1, 1, 0]]
    assert sentences(parts, 2) == sentences(parts, 3) == [0]
    assert comparison.table.part(0, "las").matched.sum() == np.sum(parts.rows[0][1:3])
    assert [table.signatures[0].split("|")[0] for table in (whole, parts)] == ["las", "las"]


def test_one_system_has_nobody_beside_it() -> None:
    assert [table.rows for table in analysis("right", "constituents").tables(trees(NP, NP, systems=1), View())] == [
        [],
        [],
    ]


def test_tables_say_what_counts_as_right() -> None:
    """A wrong tag leaves a sentence right, although it has another score and a change."""
    comparison = trees(NP, NP.replace("(N a)", "(X a)"), FLAT)
    whole, parts = analysis("right", "constituents").tables(comparison, View())
    assert whole.rows == [["b", 0, 1, 0, 0]] and comparison.table.scores(0, "e.whole.dice")[0] < 1
    assert "tags are not counted" in whole.note and "same label over the same words" in parts.note
    words = CONLLU.read(conllu("a 0 root, b 1 x").encode() + b"\n", "g", "g")
    comparison_of_words = score(DependencyComparison(words, [words, words]))
    for table in analysis("words-right", "dependencies").tables(comparison_of_words, View()):
        assert "right head and relation; parts of speech are not counted" in table.note
