"""Scores of dependency sentences: settings, measures, breakdowns and confusions whose words can be opened."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from treecompare.errors import UsageError
from treecompare.mappings.tokens import NONE, align
from treecompare.measures.breakdowns import CATEGORIES, NO_COUNTERPART, breakdown, confusion
from treecompare.measures.dependencies import DEPENDENCY_MEASURES, DEPENDENCY_PARTS
from treecompare.measures.explain import explain, lettered
from treecompare.measures.ratio import Counts
from treecompare.measures.words import (
    PUNCTUATION,
    WordMark,
    WordScores,
    WordSettings,
    is_punctuation,
    universal_features,
)
from treecompare.readers.conllu import CONLLU
from treecompare.readers.dependencies import read_dependencies
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
    assert len(set(keys)) == len(keys) == 14 * 4 - 3
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


def test_confusions_open_their_words() -> None:
    table = confusion(scores_of(GOLD, TEST), "relation")
    assert set(table.names) == {"root", "punct", "obj", "nsubj", NO_COUNTERPART}
    cell = {
        (gold, test): int(table.table[g, t]) for g, gold in enumerate(table.names) for t, test in enumerate(table.names)
    }
    assert {pair: words for pair, words in cell.items() if words} == {
        ("root", "root"): 1, ("punct", "punct"): 1, ("obj", "obj"): 1, ("nsubj", "obj"): 1, ("root", "nsubj"): 1,
        ("punct", "root"): 1,
    }  # fmt: skip
    assert table.words("nsubj", "obj").tolist() == [[0, 1, 0, 1]]
    assert table.words("punct", "root").tolist() == [[1, 2, 1, 2]]
    assert table.words("obj", "root").tolist() == []
    assert {row[:2] for row in table.largest()} == {("nsubj", "obj"), ("root", "nsubj"), ("punct", "root")}


def test_words_without_counterpart_have_a_row_and_a_column() -> None:
    table = confusion(
        scores_of([[("ab", 0, "root"), ("c", 1, "obj")]], [[("a", 0, "x"), ("b", 1, "y"), ("c", 1, "obj")]]), "relation"
    )
    assert table.words("root", NO_COUNTERPART).tolist() == [[0, 1, NONE, 0]]
    assert table.words(NO_COUNTERPART, "y").tolist() == [[NONE, 0, 0, 2]]
    assert table.table.sum() == 4


def test_breakdowns() -> None:
    scores = scores_of(GOLD, TEST)
    by_distance = breakdown(scores, "distance")
    assert by_distance.names == ["to_root", "1", "2", "3-6", "7-..."]
    assert by_distance.gold.tolist() == [2, 3, 1, 0, 0] and by_distance.test.tolist() == [2, 3, 1, 0, 0]
    assert by_distance.head.tolist() == [1, 1, 0, 0, 0]
    assert by_distance.words("1", missed="uas").tolist() == [[0, 3], [1, 2]]
    assert by_distance.words("2").tolist() == [[0, 4]]
    directions = breakdown(scores, "direction")
    assert dict(zip(directions.names, directions.gold.tolist(), strict=True)) == {
        "to_root": 2,
        "left": 3,
        "right": 1,
        "self": 0,
    }
    assert breakdown(scores, "length").gold.tolist() == [6, 0, 0, 0, 0, 0]
    assert breakdown(scores, "head-upos").words("root").tolist() == [[0, 2], [1, 1]]
    assert breakdown(scores, "upos").names[0] == "PUNCT"
    with pytest.raises(UsageError, match="no such breakdown"):
        breakdown(scores, "colour")


def flat(*relations: str) -> list[list[tuple[str, int, str, str]]]:
    """A sentence per word; relations and tags are the same."""
    return [[("w", 0, relation, relation)] for relation in relations]


def test_the_most_frequent_categories_come_first() -> None:
    """In the gold, then in the test, then by name, which is not the order of the file; bins stay in theirs."""
    scores = scores_of(flat(*"dcbbaz"), flat(*"ccbbzx"))
    found = breakdown(scores, "relation")
    assert found.names == ["b", "c", "z", "a", "d", "x"]
    assert found.gold.tolist() == [2, 1, 1, 1, 1, 0]
    assert found.test.tolist() == [2, 2, 1, 0, 0, 1]
    assert breakdown(scores, "distance").names == ["to_root", "1", "2", "3-6", "7-..."]
    table = confusion(scores, "relation")
    assert table.names == ["b", "c", "z", "a", "d", "x", NO_COUNTERPART]
    assert table.largest() == [("z", "x", 1), ("a", "z", 1), ("d", "c", 1)]
    assert table.largest(1) == [("z", "x", 1)]
    relations = "abcdefghijkl"
    assert len(confusion(scores_of(flat(*relations), flat(*relations[1:], "a")), "relation").largest()) == 10


def test_what_is_missed_of_a_category() -> None:
    """Wrong head, wrong relation, either, and a counterpart in another category are four things."""
    gold = [[("a", 2, "x", "N"), ("b", 0, "root", "V"), ("c", 2, "x", "N"), ("d", 2, "x", "N"), ("e", 2, "x", "N")]]
    test = [[("a", 2, "x", "N"), ("b", 0, "root", "V"), ("c", 1, "x", "N"), ("d", 2, "y", "N"), ("e", 2, "x", "M")]]
    found = breakdown(scores_of(gold, test), "upos")
    wrong = {"uas": [3], "label-accuracy": [4], "las": [3, 4], "category": [5]}
    for missed, words in wrong.items():
        assert found.words("N", missed)[:, 1].tolist() == words  # type: ignore[arg-type]
    assert found.words("N")[:, 1].tolist() == [1, 3, 4, 5]


def test_words_of_the_test_are_counted_with_the_length_of_the_gold_sentence() -> None:
    """The system cuts eleven words into two sentences."""
    row = ("w", 0, "r", "X")
    by_length = breakdown(scores_of([[row] * 11, [row]], [[row] * 5, [row] * 6, [row]]), "length")
    assert by_length.gold.tolist() == by_length.test.tolist() == [1, 11, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (1, "1-10"),
        (10, "1-10"),
        (11, "11-20"),
        (20, "11-20"),
        (21, "21-30"),
        (31, "31-40"),
        (41, "41-60"),
        (60, "41-60"),
        (61, "61-..."),
    ],
)
def test_bins_of_lengths(words: int, name: str) -> None:
    found = breakdown(scores_of([flat("r")[0] * words], [flat("r")[0] * words]), "length")
    assert dict(zip(found.names, found.gold.tolist(), strict=True))[name] == words


@pytest.mark.parametrize(
    ("head", "distance", "direction"),
    [
        (0, "to_root", "to_root"), (8, "self", "self"), (7, "1", "left"), (9, "1", "right"), (6, "2", "left"),
        (5, "3-6", "left"), (2, "3-6", "left"), (14, "3-6", "right"), (1, "7-...", "left"), (15, "7-...", "right"),
    ],
)  # fmt: skip
def test_bins_of_distances_and_directions(head: int, distance: str, direction: str) -> None:
    """Word 8 of 15 has that head; a word that is its own head is in the nearest bin."""
    rows = [("w", 8 if place != 7 else head, "r", "X") for place in range(15)]
    scores = scores_of([rows], [rows])
    for by, name in (("distance", "1" if distance == "self" else distance), ("direction", direction)):
        assert [0, 8] in breakdown(scores, by).words(name).tolist()


@pytest.mark.parametrize("by", CATEGORIES)
@pytest.mark.parametrize("punctuation", ["count", "ignore"])
def test_breakdowns_and_confusions_add_up(shared: Path, by: str, punctuation: str) -> None:
    """On a real parser with tokens of its own: categories sum to the measure; a row of a confusion is its breakdown."""
    gold, test = (
        read_dependencies(shared / f"data/hebrew-spmrl/dev.ud.{side}.conllu").sentences for side in ("gold", "udpipe")
    )
    scores = WordScores(gold, test, align(gold, test), WordSettings(punctuation))
    found, table = breakdown(scores, by), confusion(scores, by)
    for part, column in (("uas", found.head), ("las", found.both), ("label-accuracy", found.relation)):
        counts = scores.part(part)
        assert [int(one.sum()) for one in (found.gold, found.test, found.aligned, column)] == [
            int(one.sum()) for one in (counts.gold, counts.test, counts.words, counts.matched)
        ]
    rows = dict(zip(table.names, table.table.sum(axis=1).tolist(), strict=True))
    columns = dict(zip(table.names, table.table.sum(axis=0).tolist(), strict=True))
    diagonal = dict(zip(table.names, np.diag(table.table).tolist(), strict=True))
    for place, name in enumerate(found.names):
        assert (rows.get(name, 0), columns.get(name, 0), diagonal.get(name, 0)) == (
            found.gold[place], found.test[place], found.agreeing[place],
        )  # fmt: skip
        assert len(found.words(name)) == found.gold[place]
        assert len(found.words(name, missed="las")) == found.gold[place] - found.both[place]
    for gold_name, test_name, count in table.largest(5):
        assert len(table.words(gold_name, test_name)) == count


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
    for by in CATEGORIES:
        assert confusion(scores, by).table.sum() == breakdown(scores, by).gold.sum() == 0


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
