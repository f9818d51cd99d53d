"""Scores of dependency sentences: settings and measures."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from treecompare.errors import UsageError
from treecompare.mappings.tokens import align
from treecompare.measures.dependencies import DEPENDENCY_MEASURES, DEPENDENCY_PARTS
from treecompare.measures.explain import explain, lettered
from treecompare.measures.measure import Counts
from treecompare.measures.words import (
    PUNCTUATION,
    WordMark,
    WordScores,
    WordSettings,
    absent_columns,
    is_punctuation,
    universal_features,
)
from treecompare.readers import read_dependencies
from treecompare.readers.conll import CONLLU, read_conllu
from treecompare.trees.dependencies import Dependencies

GOLD = [
    [
        ("Joana", 2, "nsubj", "PROPN"),
        ("leu", 0, "root", "VERB"),
        ("livros", 2, "obj", "NOUN"),
        (".", 2, "punct", "PUNCT"),
    ],
    [("Sim", 0, "root", "INTJ"), ("!", 1, "punct", "PUNCT")],
]
TEST = [
    [
        ("Joana", 2, "obj", "PROPN"),
        ("leu", 0, "root", "VERB"),
        ("livros", 1, "obj", "NOUN"),
        (".", 3, "punct", "PUNCT"),
    ],
    [("Sim", 2, "nsubj:pass", "INTJ"), ("!", 0, "root", "SYM")],
]


def scores_of(gold: list, test: list, **settings: str) -> WordScores:
    sides = Dependencies.of(gold), Dependencies.of(test)
    return WordScores(*sides, align(*sides), WordSettings(**settings))


def lists(counts: Counts) -> list[list[int]]:
    return [getattr(counts, name).tolist() for name in ("gold", "test", "matched", "words")]


@pytest.mark.parametrize(
    ("part", "punctuation", "expected"),
    [
        ("uas", "count", [[4, 2], [4, 2], [2, 0], [4, 2]]),
        ("las", "count", [[4, 2], [4, 2], [1, 0], [4, 2]]),
        ("label-accuracy", "count", [[4, 2], [4, 2], [3, 0], [4, 2]]),
        ("uas", "ignore", [[3, 1], [3, 1], [2, 0], [3, 1]]),
        ("label-accuracy", "eval.pl", [[3, 1], [3, 1], [2, 0], [3, 1]]),
        ("upos", "count", [[4, 2], [4, 2], [4, 1], [4, 2]]),
        ("upos", "eval07.pl -p", [[3, 1], [3, 1], [3, 1], [3, 1]]),
        ("clas", "count", [[3, 1], [3, 2], [1, 0], [3, 1]]),
        ("tokens", "ignore", [[4, 2], [4, 2], [4, 2], [4, 2]]),
        ("sentences", "count", [[1, 1], [1, 1], [1, 1], [1, 1]]),
    ],
)
def test_counts(part: str, punctuation: str, expected: list[list[int]]) -> None:
    assert lists(scores_of(GOLD, TEST, punctuation=punctuation).part(part)) == expected


def test_the_two_conventions_are_each_others_opposite() -> None:
    assert {name: PUNCTUATION[name] for name in ("eval.pl", "eval07.pl")} == {"eval.pl": False, "eval07.pl": True}
    for program in ("eval.pl", "eval07.pl"):
        assert PUNCTUATION[program] != PUNCTUATION[f"{program} -p"]
    assert is_punctuation("._") and not is_punctuation("a.") and not is_punctuation("$")


def test_subtypes_of_relations() -> None:
    gold, test = [[("x", 0, "root:a")]], [[("x", 0, "root:b")]]
    assert scores_of(gold, test).part("las").matched.tolist() == [1]
    assert scores_of(gold, test, relations="full").part("las").matched.tolist() == [0]
    assert scores_of(gold, gold, relations="full").part("clas").gold.tolist() == [1]
    assert universal_features("Number=Sing|Foo=1|Case=Nom") == "Case=Nom|Number=Sing"


def test_heads_outside_of_the_sentence() -> None:
    """They are right where they are the same number, and never where one of them is a word."""
    gold = [[("a", 7, "x"), ("b", 8, "x"), ("c", -1, "x"), ("d", 2, "x")]]
    test = [[("a", 7, "x"), ("b", 9, "x"), ("c", 1, "x"), ("d", -2, "x")]]
    assert scores_of(gold, test).head_right.tolist() == [True, False, False, False]
    assert scores_of(gold, gold).head_right.all()


@pytest.mark.parametrize("settings", [{"punctuation": "some"}, {"relations": "no"}])
def test_settings_that_do_not_exist(settings: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="expected"):
        WordSettings(**settings)
    assert WordSettings("eval.pl", "full").options == ("punctuation:ignore", "relations:full")


def test_measures() -> None:
    keys = [one.key for one in DEPENDENCY_MEASURES]
    assert len(set(keys)) == len(keys) == 16 * 4 - 5
    assert {one.part for one in DEPENDENCY_MEASURES} == set(DEPENDENCY_PARTS) <= set(keys)
    by_key = {one.key: one for one in DEPENDENCY_MEASURES}
    counts = Counts(gold=10, test=8, matched=4, words=5)
    found = {key: by_key[key].formula(counts).value for key in ("las", "las.recall", "las.precision", "las.aligned")}
    assert found == {"las": 8 / 18, "las.recall": 0.4, "las.precision": 0.5, "las.aligned": 0.8}
    assert all(one.swaps_with is None or by_key[one.swaps_with].swaps_with == one.key for one in DEPENDENCY_MEASURES)


def test_swapping_gold_and_test(shared: Path) -> None:
    """Recall becomes precision where the measure says so, other tokens or not."""
    folder = shared / "oracles/conll18"
    for name in ("same_tokens", "tokenisation", "all_noise", "sentences"):
        gold, test = (read_dependencies(folder / name / f"{side}.conllu").sentences for side in ("gold", "system"))
        one, other = WordScores(gold, test, align(gold, test)), WordScores(test, gold, align(test, gold))
        for measure in DEPENDENCY_MEASURES:
            if not measure.symmetric and measure.swaps_with is None:
                continue
            first, second = (
                Counts(*(int(getattr(side.part(measure.part), field).sum()) for field in ("gold", "test", "matched")))
                for side in (one, other)
            )
            if (first.gold, first.test, first.matched) != (second.test, second.gold, second.matched):
                # words of multiword tokens: of two longest subsequences the other one may come first
                assert name in ("tokenisation", "all_noise"), (name, measure.key)
                assert abs(first.matched - second.matched) <= 3


def test_only_scores_of_aligned_words_speak_of_them() -> None:
    for one in DEPENDENCY_MEASURES:
        assert ("aligned" in one.explanation) == one.key.endswith(".aligned"), one.key


def test_every_measure_speaks() -> None:
    rng = random.Random(3)
    for one in DEPENDENCY_MEASURES:
        for _ in range(20):
            matched, words, gold, test = sorted(rng.randint(0, 30) for _ in range(4))
            counts = Counts(gold, test, matched, words, deleted=gold - matched, inserted=test - matched)
            told = explain(one, counts, "s")
            assert told.shown == one.shown(one.formula(counts).value)
            assert told.undefined or (told.words.endswith(".") and str(matched) in told.words and "{" not in told.words)
        assert one.explanation.startswith(lettered(one).text)
    by_key = {one.key: one for one in DEPENDENCY_MEASURES}
    told = explain(by_key["las"], Counts(10, 8, 6, 7), "s")
    assert told.words == "The gold has 10 words, the system 8; 6 have the right head and relation. So 12 of 18 agree."
    assert told.text == "2·6 / (10 + 8) = 0.67"


def test_marks_of_a_sentence() -> None:
    scores = scores_of(GOLD, TEST, punctuation="ignore")
    assert scores.marks(0) == [
        WordMark(1, (0, 1), True, True, False),
        WordMark(2, (0, 2), True, True, True),
        WordMark(3, (0, 3), True, False, True),
        WordMark(4, (0, 4), False, None, None),
    ]
    parts = scores_of([[("ab", 0, "root"), ("c", 1, "obj")]], [[("a", 0, "x"), ("b", 1, "y"), ("c", 1, "obj")]]).marks(
        0
    )
    assert parts == [WordMark(1, None, True, None, None), WordMark(2, (0, 3), True, False, True)]


@pytest.mark.parametrize(
    ("gold", "test"),
    [
        ("ewt/test.gold.conllu", "ewt/test.udpipe.conllu"),
        ("hebrew-spmrl/dev.gold.conll", "hebrew-spmrl/dev.yap.conll"),
        ("turkish-imst/dev.gold.conllu", "turkish-imst/dev.udpipe.conllu"),
        ("wsj-sample-1394/dep/gold.SD.conllu.gz", "wsj-sample-1394/dep/bllip.SD.conllu.gz"),
    ],
)
def test_real_parsers(shared: Path, gold: str, test: str) -> None:
    """Every sentence is scored or has its reason, and most are scored."""
    sides = [read_dependencies(shared / "data" / name).sentences for name in (gold, test)]
    found = align(sides[0], sides[1])
    assert sorted([*np.flatnonzero(found.aligned).tolist(), *found.reasons]) == list(range(len(sides[0])))
    assert found.aligned.mean() > 0.9 or "yap" in test
    las = WordScores(sides[0], sides[1], found).part("las")
    assert 0.3 < las.matched.sum() / las.gold.sum() < 0.97


def test_nothing_at_all() -> None:
    empty = CONLLU.read(b"", "f", "f").sentences
    scores = WordScores(empty, empty, align(empty, empty))
    assert all(lists(scores.part(part)) == [[]] * 4 for part in DEPENDENCY_PARTS)


def test_sentences_left_out_and_missing_ones() -> None:
    gold, test = Dependencies.of(GOLD), Dependencies.of(TEST)
    first, second = np.array([True, False]), np.array([False, True])
    left_out = WordScores(gold, test, align(gold, test), left_out=first)
    assert lists(left_out.part("uas")) == [[0, 2], [0, 2], [0, 0], [0, 2]]
    assert lists(left_out.part("label-accuracy"))[2] == [0, 0]
    assert [mark.scored for mark in left_out.marks(0)] == [False] * 4
    nothing = Dependencies.of([TEST[0], []])
    missing = WordScores(gold, nothing, align(gold, nothing), missing=second)
    assert lists(missing.part("las")) == [[4, 2], [4, 0], [1, 0], [4, 0]]
    assert lists(missing.part("clas")) == [[3, 1], [3, 0], [1, 0], [3, 0]]
    assert [mark.counterpart for mark in missing.marks(1)] == [None, None]


def test_what_the_gold_has_of_each_part() -> None:
    text = (
        "1-3\tabc\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n2\tb\t_\tX\t_\t_\t1\tcase\t_\t_\n"
        "3\tc\t_\tX\t_\t_\t1\tobj\t_\t_\n4-5\tde\t_\t_\t_\t_\t_\t_\t_\t_\n4\td\t_\tX\t_\t_\t1\tobj\t_\t_\n"
        "5\te\t_\tX\t_\t_\t4\tdet\t_\t_\n6\t.\t_\tX\t_\t_\t1\tpunct\t_\t_\n\n"
        "1\ta\t_\tX\t_\t_\tx\troot\t_\t_\n\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    )
    gold = CONLLU.read(text.encode(), "a", "a").sentences
    scores = WordScores(gold, gold, align(gold, gold))
    assert scores.gold_sizes("sentences").tolist() == [1, 0, 1]
    assert scores.gold_sizes("tokens").tolist() == [3, 0, 1]
    assert scores.gold_sizes("uas").tolist() == [6, 0, 1]
    assert scores.gold_sizes("mlas").tolist() == [3, 0, 1]
    ignoring = WordScores(gold, gold, align(gold, gold), WordSettings("ignore"))
    assert ignoring.gold_sizes("las").tolist() == [5, 0, 1]
    assert ignoring.gold_sizes("tokens").tolist() == [3, 0, 1]
    for part in ("sentences", "tokens", "uas", "mlas"):
        assert scores.part(part).gold.tolist() == scores.gold_sizes(part).tolist()


@pytest.mark.parametrize("blank", ["_", "", " "])
def test_a_column_that_is_blank_is_absent(blank: str) -> None:
    text = f"1\ta\t{blank}\tX\t{blank}\t{blank}\t0\troot\t_\t_\n2\tb\t_\tX\tB\t_\t1\tdep\t_\t_\n\n"
    assert absent_columns(read_conllu(text.encode(), "f", "f").sentences) == ["feats", "lemma"]
