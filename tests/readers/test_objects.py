"""Treebanks from objects of nltk and conllu, which need not be those libraries' own."""

from __future__ import annotations

from typing import Any

import conllu
import nltk
import pytest

from treecompare.errors import ReadError
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.made import library_of, read_objects
from treecompare.readers.treebank import Treebank

ROWS = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep\t_\t_\n\n"


def parsed(text: str) -> list[Any]:
    return list(conllu.parse(text))


def test_whose_object_it_is() -> None:
    tree, (sentence,) = nltk.Tree("S", ["a"]), parsed(ROWS)
    assert [library_of(item) for item in (tree, sentence, "(S a)", None)] == ["nltk", "conllu", "", ""]


def test_trees_of_nltk() -> None:
    treebank = read_objects([nltk.Tree("S", ["a", nltk.Tree("X", ["b"])]), nltk.Tree("S", ["c"])], "mine")
    assert isinstance(treebank, Treebank)
    assert [tree.brackets() for tree in treebank.trees] == ["(S a (X b))", "(S c)"]
    assert (treebank.name, treebank.lines.tolist(), treebank.warnings) == ("mine", [1, 2], [])
    empty = read_objects([])
    assert (empty.name, empty.warnings) == ("nltk trees", ["there are no sentences; expected at least one tree"])


def test_sentences_of_conllu_are_numbered_as_lines() -> None:
    treebank = read_objects(parsed("# sent_id = one\n" + ROWS + ROWS))
    assert isinstance(treebank, DependencyTreebank)
    assert (treebank.name, treebank.lines.tolist(), treebank.ids) == ("conllu sentences", [1, 2], ["one", None])
    assert [sentence.words for sentence in treebank.sentences] == [["a", "b"]] * 2


def test_a_sentence_with_a_fault_keeps_its_number() -> None:
    good, bad = parsed(ROWS + ROWS)
    bad[1]["head"] = "x"
    treebank = read_objects([good, bad, good])
    assert {place: (problem.line, problem.reason) for place, problem in treebank.problems.items()} == {
        1: (2, "HEAD is 'x'; expected a number, or _ for none")
    }


@pytest.mark.parametrize(
    ("items", "reason"),
    [
        (lambda: [nltk.Tree("S", ["a"]), *parsed(ROWS)], "item 2 is of the type TokenList; expected a tree of nltk"),
        (lambda: [*parsed(ROWS), nltk.Tree("S", ["a"])], "item 2 is of the type Tree; expected a sentence of conllu"),
        (lambda: ["(S a)"], "item 1 is of the type str; expected trees of nltk or sentences of conllu"),
        (lambda: [nltk.Tree("S", [1])], "tree 1 has the leaf 1; expected a word as text"),
        (lambda: [*parsed(ROWS), conllu.TokenList([])], "sentence 2 is empty; expected at least one word"),
    ],
)
def test_what_is_no_treebank(items: Any, reason: str) -> None:
    with pytest.raises(ReadError, match=reason):
        read_objects(items())


def test_a_sentence_that_makes_two_is_refused() -> None:
    (sentence,) = parsed(ROWS)
    sentence[0]["misc"] = {"A": "b\n\n1\tc\t_\tX\t_\t_\t0\troot\t_\t_"}
    with pytest.raises(ReadError, match="1 sentence makes 2 in CoNLL-U; expected fields without line ends"):
        read_objects([sentence])
