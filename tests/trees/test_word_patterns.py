"""Patterns over dependencies, word by word: relations from their meaning, what a label asks for, faults with their place."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from tests.trees.compiled import compile_pattern
from treecompare.errors import UsageError
from treecompare.readers import parse
from treecompare.readers.conll import CONLLU
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.joined_patterns import about_turning, mask_of, rows_of, turned
from treecompare.trees.pattern_syntax import Node, Reader
from treecompare.trees.word_patterns import WORDS, WordPlaces, word_places

RELATIONS = (">", "<", ">>", "<<", ">@L", "<@L", ".", ",", "..", ",,", "$", "$..", "$,,")


def node_of(text: str) -> Node:
    return Reader(WORDS, text, variables=frozenset()).read()


def words_found(text: str, words: Dependencies) -> list[str]:
    """The forms of the words that match."""
    mask = mask_of(node_of(text), word_places(words))
    return [words.symbols.texts[number] for number in words.form[mask].tolist()]


# -- relations -------------------------------------------------------------------------------------------------------------

HEADS = [[2, 0, 2, 3, 3], [0, 1, 2, 3], [3, 3, 0], [0], [2, 1, 2, 0], [9, 1, 0], [0, 0, 1, 2]]
"""By hand: a tree, a chain, two daughters to the left, one word, a cycle, a head that is no word, two roots."""


@pytest.fixture(scope="module")
def words() -> Dependencies:
    draw = random.Random(3)
    drawn = [[draw.choice([head for head in range(7) if head != word]) for word in range(1, 7)] for _ in range(12)]
    return Dependencies.of([[(f"w{number}", head) for number, head in enumerate(one, 1)] for one in [*HEADS, *drawn]])


def depends(relation: str, a: int, b: int, heads: list[int]) -> bool:
    """Whether a relation between two words (from 1) holds, from its meaning."""

    def above(word: int) -> list[int]:
        found: list[int] = []
        while 0 < heads[word - 1] <= len(heads) and heads[word - 1] not in found:
            word = heads[word - 1]
            found.append(word)
        return found

    sign, _, where = relation.partition("@")
    if where:
        side, distance = where.strip("0123456789-"), where.strip("LR")
        low, dash, high = distance.partition("-")
        is_far = int(low or 1) <= abs(b - a) <= int(high or (99 if dash or not low else low))
        if not is_far or (side == "L" and b > a) or (side == "R" and b < a):
            return False
    sisters = heads[a - 1] == heads[b - 1] and 0 < heads[a - 1] <= len(heads) and a != b
    return {
        ">": heads[a - 1] == b, "<": heads[b - 1] == a, ">>": b in above(a), "<<": a in above(b),
        ".": a + 1 == b, ",": a - 1 == b, "..": a < b, ",,": a > b,
        "$": sisters, "$..": sisters and a < b, "$,,": sisters and a > b,
    }[sign]  # fmt: skip


@pytest.mark.parametrize(
    "relation", [*RELATIONS, "<@R", ">@R", "<@1", "<@2", ">@2-3", "<@2-", ">@-2", "<@L1", ">@R2-", "<@1-1", ">@L2-3"]
)  # fmt: skip
def test_pairs_are_those_for_which_a_relation_holds(words: Dependencies, relation: str) -> None:
    wanted = []
    for one in words:
        first, heads = int(words.offsets[one.index]), one.heads.tolist()
        pairs = itertools.product(range(len(heads)), repeat=2)
        wanted += [(first + a, first + b) for a, b in pairs if depends(relation, a + 1, b + 1, heads)]
    assert wanted
    rows = rows_of(node_of(f"*=x {relation} *=y"), word_places(words))
    assert sorted(zip(rows.bound["x"].tolist(), rows.bound["y"].tolist(), strict=True)) == wanted
    mask = mask_of(node_of(f"* {relation} *"), word_places(words))
    assert np.flatnonzero(mask).tolist() == sorted({a for a, _ in wanted})


@pytest.mark.parametrize("relation", RELATIONS)
def test_files_without_words_have_no_hits(relation: str) -> None:
    for nothing in (Dependencies.of([]), Dependencies.of([[]])):
        assert words_found(f"* {relation} *", nothing) == []
        assert len(rows_of(node_of(f"*=x {relation} *=y"), word_places(nothing)).focus) == 0


def test_places_of_words() -> None:
    at = WordPlaces(Dependencies.of([[("a", 2), ("b", 0), ("c", 7)], [], [("d", 0)]]))
    assert at.parents.tolist() == [1, -1, -1, -1]
    assert at.sentence.tolist() == [0, 0, 0, 2]
    assert [one.tolist() for one in at.words] == [[0, 1, 2, 3], [1, 2, 3, 4], [True] * 4]
    assert at.limits.tolist() == [0, 3, 3, 4] and at.rank[0].tolist() == [1, 0, 0, 0]
    assert at.deepest == 3
    assert WordPlaces(Dependencies.of([])).deepest == 0


def test_relations_mean_what_they_mean_in_trees_of_constituents() -> None:
    """A > B: A is below B."""
    words = Dependencies.of([[("a", 2), ("b", 0)]])
    assert words_found('* > "b"', words) == words_found('* >> "b"', words) == ["a"]
    assert words_found('* < "a"', words) == words_found('* << "a"', words) == ["b"]
    trees = parse("(A (B x))").trees
    assert compile_pattern("B > A").nodes(trees).sum() == compile_pattern("A < B").nodes(trees).sum() == 1


def test_a_pattern_is_turned_round_save_in_quotes_and_expressions() -> None:
    text = 'gold: obl=x <@L2 "<"=y !>> /a<\\/>b/  "A > B": x < i@">\\"<"'
    assert turned(text) == 'gold: obl=x >@L2 "<"=y !<< /a<\\/>b/  "A > B": x > i@">\\"<"'
    assert turned(turned(text)) == text
    assert about_turning("obl=x > NOUN", "dependencies").endswith("is now written: obl=x < NOUN")
    assert about_turning("NP > VP", "constituents") == about_turning('obl . "<"', "dependencies") == ""


# -- labels ----------------------------------------------------------------------------------------------------------------

ROWS = """\
1	The	the	DET	DT	Definite=Def|PronType=Art	2	det	_	_
2	dogs	dog	NOUN	NNS	Case=Acc,Dat|Number=Plur	3	nsubj:pass	_	_
3	were	be	AUX	VBD	Number=Sing|Number[psor]=Plur	0	root	_	_
4	Sees	see	VERB	PRP$	_	3	nsubj	_	_
5	bit/e	x	PUNCT	det	_	3	punct	_	_
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("NOUN", "dogs"), ("NNS", "dogs"), ("nsubj:pass", "dogs"),  # UPOS, XPOS, relation
        ("nsubj", "dogs Sees"), ("upos=nsubj", ""), ("pass", ""),  # a relation with or without its subtype
        ("relation=nsubj", "Sees"), ("det", "The bit/e"), ("xpos=det", "bit/e"), ("relation=det", "The"),
        ("noun", ""), ("nsubj:", ""), ("*", "The dogs were Sees bit/e"), ("__", "The dogs were Sees bit/e"),
        ('"dogs"', "dogs"), ('"dog"', ""), ('"Dogs"', ""), ('i@"DOGS"', "dogs"), ('"bit/e"', "bit/e"),
        ("form=dogs", "dogs"), ("form=i@SEES", "Sees"), ("form=sees", ""), ("lemma=be", "were"), ('xpos="PRP$"', "Sees"),
        ("/^N/", "dogs"), ("i@/^n/", "dogs Sees"), ("/subj/", "dogs Sees"), ("/./", "The dogs were Sees bit/e"),
        ("form=/^[a-z]*$/", "dogs were"), ("form=i@/^S/", "Sees"),
        ("upos!=NOUN", "The were Sees bit/e"), ("lemma!=i@BE", "The dogs Sees bit/e"),
        ("Number=Plur", "dogs"), ("Number!=Plur", "The were Sees bit/e"), ("Number=Sing", "were"),
        ("Number[psor]=Plur", "were"), ("Case=Dat", "dogs"), ("Case=Acc", "dogs"), ("Case=/^Acc,Dat$/", "dogs"),
        ("Case=Gen", ""), ('Definite="Def"', "The"), ("feats=_", "Sees bit/e"),
        ("nsubj&NOUN", "dogs"), ("nsubj & upos=VERB", "Sees"), ("*&NOUN", "dogs"), ("*&*", "The dogs were Sees bit/e"),
        ("nsubj&NOUN&Number=Sing", ""), ("DET|NOUN", "The dogs"), ("NOUN|nsubj&VERB", "dogs Sees"),
        ("* > AUX & < DET", "dogs"), ("* > AUX & !< DET", "Sees bit/e"), ("* > AUX & [< DET | . PUNCT]", "dogs Sees"),
    ],
)  # fmt: skip
def test_what_a_label_asks_for(text: str, wanted: str) -> None:
    words = CONLLU.read((ROWS + "\n").encode(), "f", "f").sentences
    assert words_found(text, words) == wanted.split()
    assert words_found(text, words) == wanted.split()  # from what is kept


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<", "character 1: expected a relation, a part of speech, or a form in quotes; found '<'"),
        ("NOUN <", "character 7: expected a relation, a part of speech, or a form in quotes; found the end"),
        ("lemma=", r"character 7: expected a value \(those with special letters in quotes\); found the end"),
        ("lemma!=<", r"character 8: expected a value"),
        ('"dogs', "character 1: expected a '\"' that closes the label"),
        ("/(/", "character 1: not a regular expression"),
        ("NOUN )", r"character 6: expected a relation such as < or \$; found '\)'"),
        ("NOUN VERB", r"character 6: expected a relation such as <, >, <<, \. or \$; found 'V'"),
        ("NOUN <@ VERB", "character 9: expected L, R or a distance such as 2, 2-5 or 5- behind @ .of < and >.; found 'V'"),
        ("NOUN <<@L VERB", "character 8: expected L, R or a distance"),
        ("NOUN <@3-2 VERB", "character 6: expected a distance that grows, such as 2-5; found '<'"),
    ],
)  # fmt: skip
def test_bad_patterns_are_told_with_their_place(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        node_of(text)


def test_a_distance_may_end_where_it_begins() -> None:
    two = Dependencies.of([[("a", 3), ("b", 3), ("c", 0)]])
    assert words_found("* >@2-2 *", two) == words_found("* >@2 *", two) == ["a"]
    assert words_found("* >@2- *", two) == ["a"]
    assert words_found("* >@-2 *", two) == words_found("* >@- *", two) == ["a", "b"]
