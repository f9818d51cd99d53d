"""Words of dependency treebanks: what is right about them, part by part."""

from __future__ import annotations

import numpy as np
import pytest

from treecompare.mappings.tokens import NONE, align
from treecompare.mappings.word_errors import INVENTED, KINDS, LOST
from treecompare.measures.words import WordScores
from treecompare.readers.conll import CONLLU
from treecompare.trees.dependencies import Dependencies

from .test_words import GOLD, TEST, lists, scores_of


def table(*rows: str) -> Dependencies:
    """Words as ``form lemma upos xpos feats head relation``; a sentence."""
    lines = []
    for number, row in enumerate(rows, 1):
        form, lemma, upos, xpos, feats, head, deprel = row.split()
        lines.append("\t".join((str(number), form, lemma, upos, xpos, feats, head, deprel, "_", "_")))
    return CONLLU.read("\n".join([*lines, "", ""]).encode(), "f", "f").sentences


def right(gold: Dependencies, test: Dependencies, part: str) -> list[bool]:
    return WordScores(gold, test, align(gold, test)).right(part).tolist()


def test_what_is_right_of_a_word() -> None:
    gold = table(
        "a la X x Case=Nom|Foo=1 2 nsubj", "b _ V y _ 0 root", "c lc N z Number=Sing 2 obj", "d ld N z _ 2 obl"
    )
    test = table(
        "a lx X y Case=Nom|Foo=2 2 obj", "b lb W y _ 0 root", "c _ N z Number=Plur 4 obj", "d ld N w _ 2 obl:x"
    )
    assert right(gold, test, "words") == [True] * 4
    assert right(gold, test, "upos") == [True, False, True, True]
    assert right(gold, test, "xpos") == [False, True, True, False]
    assert right(gold, test, "ufeats") == [True, True, False, True]  # universal features only
    assert right(gold, test, "alltags") == [False] * 4
    assert right(gold, gold, "alltags") == [True] * 4
    assert right(gold, test, "lemmas") == [False, True, False, True]  # any will do where the gold has none
    assert right(gold, test, "uas") == [True, True, False, True]
    assert right(gold, test, "label-accuracy") == [False, True, True, True]
    assert right(gold, test, "las") == [False, True, False, True]
    assert right(gold, test, "mlas") == [False, False, False, True]
    assert right(gold, test, "blex") == [False, True, False, True]
    spread = WordScores(gold, test, align(gold, test)).over_gold(np.array([True, False, True, True]))
    assert spread.tolist() == [True, False, True, True]
    ignoring = WordScores(gold, test, align(gold, test), left_out=np.array([True]))
    assert ignoring.over_gold(np.zeros(0, np.bool_)).tolist() == [False] * 4


@pytest.mark.parametrize(
    ("function", "is_right"),
    [
        ("f _ ADP _ Case=Gen 1 case", True),
        ("f other ADP XX Case=Gen|Foo=1 1 case:sub", True),
        ("f _ DET _ Case=Gen 1 case", False),
        ("f _ ADP _ Case=Nom 1 case", False),
        ("f _ ADP _ Case=Gen 1 mark", False),
        ("f _ ADP _ Case=Gen 3 case", False),
        ("f _ ADP _ Case=Gen 1 obj", False),
    ],
)
def test_function_words_have_to_be_right_for_mlas(function: str, is_right: bool) -> None:
    gold = table("a _ N _ _ 0 root", "f _ ADP _ Case=Gen 1 case", "b _ N _ _ 1 obj")
    test = table("a _ N _ _ 0 root", function, "b _ N _ _ 1 obj")
    assert right(gold, test, "mlas")[0] is is_right
    assert right(test, gold, "mlas")[0] is is_right
    assert right(gold, test, "las")[0] and right(gold, test, "blex")[0]


def test_a_function_word_too_many_is_wrong_for_mlas() -> None:
    gold = table("a _ N _ _ 0 root", "f _ ADP _ _ 1 case", "b _ ADP _ _ 1 case")
    test = table("a _ N _ _ 0 root", "f _ ADP _ _ 1 case", "b _ ADP _ _ 1 obj")
    assert right(gold, test, "mlas") == [False, True, False]
    assert right(gold, gold, "mlas") == [True] * 3


def test_heads_outside_of_the_sentence_are_no_places() -> None:
    """Wherever the word stands that is the head in the other file."""
    for number in range(4, 12):
        for word in (1, 2, 3):
            gold = [[("a", number, "x"), ("b", 1, "x"), ("c", 1, "x")]]
            test = [[("a", word, "x"), ("b", 1, "x"), ("c", 1, "x")]]
            assert not scores_of(gold, test).head_right[0] and not scores_of(test, gold).head_right[0]
    for one, other in ((4, 0), (-1, 0), (-1, 4), (-5, 5), (-3, 3), (3, 0)):
        assert not scores_of([[("a", one, "x"), ("b", 1, "x")]], [[("a", other, "x"), ("b", 1, "x")]]).head_right[0]


def test_only_some_sentences() -> None:
    gold, test = Dependencies.of(GOLD), Dependencies.of(TEST)
    found = align(gold, test)
    scores = WordScores(gold, test, found)
    first, second = np.array([True, False]), np.array([False, True])
    assert lists(scores.within(first).part("uas")) == [[4, 0], [4, 0], [2, 0], [4, 0]]
    assert lists(scores.within(second).part("uas")) == [[0, 2], [0, 2], [0, 0], [0, 2]]
    assert lists(scores.within(first).within(second).part("uas"))[0] == [0, 0]
    assert scores.within(first).settings is scores.settings
    nothing = Dependencies.of([TEST[0], []])
    missing = WordScores(gold, nothing, align(gold, nothing), missing=second)
    assert lists(missing.within(first).part("las"))[0] == [4, 0]
    assert lists(missing.within(second).part("las"))[0] == [0, 2]
    left_out = WordScores(gold, test, found, left_out=first)
    assert lists(left_out.within(first).part("las"))[0] == [0, 0]


CUT = (
    [[("ab", 0, "root"), ("c", 1, "obj"), (".", 1, "punct")]],
    [[("a", 0, "x"), ("b", 1, "y"), ("c", 1, "obj"), (".", 1, "punct")]],
)
"""The system cuts the first word in two."""


@pytest.mark.parametrize(("gold", "test"), [(GOLD, TEST), CUT, CUT[::-1]])
@pytest.mark.parametrize("punctuation", ["count", "ignore"])
def test_errors_cost_what_the_scores_lack(gold: list, test: list, punctuation: str) -> None:
    scores = scores_of(gold, test, punctuation=punctuation)
    errors = scores.errors
    for part, costs in (("uas", errors.uas), ("las", errors.las)):
        counts = scores.part(part)
        only_system = int(scores.test_scored.sum() - len(scores.test_words))
        assert costs.sum() == counts.gold.sum() - counts.matched.sum() + only_system


def test_words_that_one_side_has() -> None:
    errors = scores_of(*CUT).errors
    kinds = [KINDS[kind] for kind in errors.kinds.tolist()]
    rows = list(zip(kinds, errors.gold.tolist(), errors.system.tolist(), strict=True))
    assert rows[-3:] == [(KINDS[LOST], 0, NONE), (KINDS[INVENTED], NONE, 0), (KINDS[INVENTED], NONE, 1)]
    assert [gold for _, gold, _ in rows[:-3]] == [1, 2]  # their heads are words that the other side cuts otherwise
    assert len(scores_of(GOLD, GOLD).errors) == 0
