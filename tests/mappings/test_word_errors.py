"""Errors of dependencies: small sentences worked by hand, and each promise of the docstrings against a plain search."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treecompare.mappings.tokens import NONE, align
from treecompare.mappings.word_errors import HIGH, KINDS, PLACES, SAME, WordErrors
from treecompare.measures.words import WordScores, WordSettings
from treecompare.readers.conll import CONLLU


def conllu(words: str) -> str:
    """A sentence ``form head relation`` … with commas between the words."""
    rows = [word.split() for word in words.split(",")]
    return "".join(
        f"{number}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_\n"
        for number, (form, head, relation) in enumerate(rows, 1)
    )


def scores(gold: str, system: str, punctuation: str = "count", differing: str = "skip") -> WordScores:
    sides = [CONLLU.read((conllu(words) + "\n").encode(), "f", "f").sentences for words in (gold, system)]
    return WordScores(*sides, align(*sides, differing, words="exact"), WordSettings(punctuation))


def told(found: WordErrors) -> list[tuple[str, str, int, int]]:
    """Kind, place, word (from 1; 0 for none) and the word it changed places with, of each error."""
    return [
        (KINDS[kind], PLACES[place], word + 1, other + 1)
        for kind, place, word, other in zip(
            *(column.tolist() for column in (found.kinds, found.places, found.gold, found.others)), strict=True
        )
    ]


SAW = "she 2 nsubj, saw 0 root, a 4 det, man 2 obj, with 7 case, a 7 det, telescope {} {}"


@pytest.mark.parametrize(
    ("gold", "system", "expected"),
    [
        (SAW.format(2, "obl"), SAW.format(2, "obl"), []),
        (SAW.format(2, "obl"), SAW.format(4, "obl"), [("head", "too low", 7, 0)]),
        (SAW.format(4, "nmod"), SAW.format(2, "nmod"), [("head", "too high", 7, 0)]),
        (SAW.format(4, "nmod"), SAW.format(2, "obl"), [("head and label", "too high", 7, 0)]),
        (SAW.format(4, "nmod"), SAW.format(4, "obl"), [("label", "", 7, 0)]),
        (SAW.format(4, "nmod"), SAW.format(0, "nmod"), [("head", "too high", 7, 0)]),
        (SAW.format(4, "nmod"), SAW.format(1, "nmod"), [("head", "elsewhere", 7, 0)]),
        (SAW.format(4, "nmod"), SAW.format(3, "nmod"), [("head", "too low", 7, 0)]),
        # the gold's head is the root: whatever else the system takes is below it
        ("a 0 root, b 1 x", "a 2 root, b 0 x", [("exchanged", "below itself", 1, 2)]),
        ("a 0 root, b 1 x, c 1 x", "a 0 root, b 1 x, c 2 x", [("head", "too low", 3, 0)]),
        # b hangs on its own dependent's dependent
        ("a 0 root, b 1 x, c 2 x, d 3 x", "a 0 root, b 4 x, c 1 x, d 3 x", [
            ("head", "below itself", 2, 0), ("head", "too high", 3, 0)]),
        # a chain turned round: of the pairs (a, b), (b, c), (c, d) the first and the last
        ("a 0 root, b 1 x, c 2 x, d 3 x", "a 2 x, b 3 x, c 4 x, d 0 root", [
            ("exchanged", "below itself", 1, 2), ("exchanged", "below itself", 3, 4)]),
        # the same where the first head in order is the lower one: c, which hung on nothing, is left alone
        ("a 3 x, b 1 x, c 0 root", "a 2 x, b 0 root, c 1 x", [
            ("exchanged", "below itself", 1, 2), ("head and label", "below itself", 3, 0)]),
        # three of them: c is left alone
        ("a 0 root, b 1 x, c 2 x", "a 2 x, b 3 x, c 0 root", [
            ("exchanged", "below itself", 1, 2), ("head and label", "too high", 3, 0)]),
    ],
)  # fmt: skip
def test_errors_of_sentences(gold: str, system: str, expected: list[tuple[str, str, int, int]]) -> None:
    assert told(scores(gold, system).errors) == expected


def test_costs_of_an_exchanged_pair_are_those_of_both_words() -> None:
    found = scores("a 0 root, b 1 x, c 1 x", "a 2 y, b 0 root, c 1 y").errors
    assert told(found) == [("exchanged", "below itself", 1, 2), ("label", "", 3, 0)]
    assert found.uas.tolist() == [2, 0] and found.las.tolist() == [2, 1]


def test_words_without_counterpart_come_last_and_cost_one() -> None:
    found = scores("new 0 root, york 1 flat, is 1 cop", "new 0 root, y0rk 1 flat, 1s 1 cop", differing="align").errors
    assert [KINDS[kind] for kind in found.kinds.tolist()] == ["lost", "lost", "invented", "invented"]
    assert found.gold.tolist() == [1, 2, NONE, NONE] and found.system.tolist() == [NONE, NONE, 1, 2]
    assert found.uas.tolist() == found.las.tolist() == [1, 1, 1, 1]


def test_a_head_without_counterpart_is_elsewhere() -> None:
    found = scores("a 0 root, b 1 x, c 1 x", "a 0 root, q 1 x, c 2 x", differing="align").errors
    assert (KINDS.index("head"), PLACES.index("elsewhere"), 2) in zip(
        found.kinds.tolist(), found.places.tolist(), found.gold.tolist(), strict=True
    )


def test_punctuation_that_is_not_scored_has_no_error() -> None:
    gold, system = "a 0 root, b 1 x, . 1 punct", "a 3 x, b 1 x, . 0 root"
    assert [one[0] for one in told(scores(gold, system).errors)] == ["exchanged"]
    assert told(scores(gold, system, "ignore").errors) == [("head and label", "below itself", 1, 0)]


@st.composite
def heads(draw: st.DrawFn, length: int) -> list[int]:
    """Heads of a tree, or now and then whatever."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.lists(st.integers(0, length), min_size=length, max_size=length))
    order = draw(st.permutations(range(1, length + 1)))
    found = [0] * length
    for place, word in enumerate(order[1:], 1):
        found[word - 1] = order[draw(st.integers(0, place - 1))]
    return found


@given(st.data(), st.integers(1, 9))
def test_against_a_plain_search(data: st.DataObject, length: int) -> None:
    gold, system = data.draw(heads(length)), data.draw(heads(length))
    labels = [[data.draw(st.sampled_from("xy")) for _ in range(length)] for _ in range(2)]
    words = [
        ",".join(f"w{number} {head} {label}" for number, (head, label) in enumerate(zip(*side, strict=True)))
        for side in ((gold, labels[0]), (system, labels[1]))
    ]
    found = scores(*words).errors

    def ancestors(word: int) -> list[int]:
        """The heads above a word up to 0; empty for one that leads to no root."""
        above: list[int] = []
        while word and len(above) <= length:
            word = gold[word - 1]
            above.append(word)
        return [] if word else above

    wrong = [word for word in range(1, length + 1) if gold[word - 1] != system[word - 1]]
    either = [word for word in range(1, length + 1) if word in wrong or labels[0][word - 1] != labels[1][word - 1]]
    one = told(found)
    belonging = [word for _, _, *both in one for word in both if word]
    assert sorted(belonging) == either  # each exactly once
    assert found.uas.sum() == len(wrong) and found.las.sum() == len(either)
    pairs = {(word, other) for kind, _, word, other in one if kind == "exchanged"}
    for head in range(1, length + 1):
        dependent = system[head - 1]
        if dependent and gold[dependent - 1] == head and head in wrong and dependent in wrong and dependent != head:
            earlier = {word for pair in pairs if pair[0] <= head for word in pair}
            assert (head, dependent) in pairs or {head, dependent} & earlier
    for kind, place, word, _ in one:
        if kind == "exchanged":
            continue
        right, actual = gold[word - 1], system[word - 1]
        assert kind == ("head" if word in wrong else "") + (
            (" and " if word in wrong else "") + "label" if labels[0][word - 1] != labels[1][word - 1] else ""
        )
        if word not in wrong:
            expected = ""
        elif actual and (word == actual or word in ancestors(actual)) and ancestors(word):
            expected = "below itself"
        elif actual in ancestors(right)[:-1] or (actual == 0 and right):
            expected = "too high"
        elif (right == 0 and actual) or (right in ancestors(actual) and ancestors(right)):
            expected = "too low"
        else:
            expected = "elsewhere"
        assert place == expected


def test_places_are_known_for_wrong_heads_only() -> None:
    assert (SAME, HIGH) == (0, 1) and PLACES[SAME] == ""
    assert not np.any(scores("a 0 root, b 1 x", "a 0 root, b 1 y").errors.places)
