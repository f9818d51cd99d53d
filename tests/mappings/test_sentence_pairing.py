"""Which sentences pair: the rules one by one, and against a plain search on small files."""

from __future__ import annotations

import random
from itertools import combinations, pairwise

import numpy as np
import pytest

from tests.mappings.test_characters import text
from treecompare.mappings.sentence_pairing import (
    ACROSS,
    BY_ID,
    BY_PLACE,
    BY_TEXT,
    GOLD_ONLY,
    MOVED,
    TEST_ONLY,
    Names,
    Paired,
    longest_chain,
    pair_sentences,
)


def paired(
    gold: str, test: str, gold_ids: str = "", test_ids: str = "", documents: tuple[str, str] = ("", "")
) -> Paired:
    """Sentences between ``|``; a letter as the id of each, "-" for none, and one as the document."""
    names = [
        Names([None if one == "-" else one for one in ids], list(of))
        for ids, of in zip((gold_ids, test_ids), documents, strict=True)
    ]
    return pair_sentences(text(*gold.split("|")), text(*test.split("|")), (names[0], names[1]))


def told(found: Paired) -> list[str]:
    """Each unit: the numbers of both sides and how they were paired."""
    names = {
        BY_TEXT: "",
        MOVED: "moved",
        BY_ID: "id",
        BY_PLACE: "place",
        ACROSS: "across",
        GOLD_ONLY: "",
        TEST_ONLY: "",
    }
    return [
        f"{''.join(map(str, range(a, b)))}:{''.join(map(str, range(c, d)))} {names[way]}".strip()
        for (a, b, c, d), way in zip(found.groups.tolist(), found.ways.tolist(), strict=True)
    ]


def test_two_neighbours_that_are_swapped() -> None:
    """Of the two chains, that which has the gold's earlier sentence."""
    assert told(paired("aa|bb|cc|dd", "aa|cc|bb|dd")) == ["0:0", "1:2", "2:1 moved", "3:3"]


def test_half_of_the_sentences_are_not_enough_to_be_moved() -> None:
    assert told(paired("aa|bb|cc", "bb|aa|x")) == ["0:1", "1:0 moved", "2:2 place"]
    assert told(paired("aa|bb|cc|dd", "bb|aa|cc|x")) == ["0:1", "1:0 moved", "2:2", "3:3 place"]
    assert MOVED not in paired("aa|bb|cc|dd", "bb|aa|x|y").ways
    assert MOVED in paired("aa|bb|cc|", "bb|aa|x|").ways  # a sentence without words is none
    # of the smaller file: one may be a part of the other, whichever comes first
    assert told(paired("aa|bb|cc|dd|ee", "dd|bb|x")) == ["0:", "1:1", "2:", "3:0 moved", "4:2 place"]
    assert MOVED in paired("dd|bb|x", "aa|bb|cc|dd|ee").ways and MOVED not in paired("dd|bb|x|y", "aa|bb|cc|dd|ee").ways


def test_texts_that_are_there_twice_pair_in_their_gap_only() -> None:
    found = paired("no|aa|no|bb|no|ee|ff", "no|bb|no|aa|ee|ff")
    assert told(found) == [":0", "0:2", "1:3", "2:", "3:1 moved", "4:", "5:4", "6:5"]


def test_texts_that_both_have_equally_often_pair_in_the_order_in_which_they_occur() -> None:
    found = paired("no|aa|no|bb|ee|ff", "ff|ee|no|aa|bb|no")
    assert told(found) == ["0:2", "1:3", "2:5", "3:4 moved", "4:1 moved", "5:0 moved"]
    assert told(paired("aa|no|bb|dd|no", "aa|bb|no|dd|no")) == ["0:0", "1:2", "2:1 moved", "3:3", "4:4"]


def test_in_files_in_one_order_they_stay_with_what_stands_at_their_place() -> None:
    found = paired("aa|yes|bb|yes|cc", "aa|yesx|bb|yes|cc|yes")
    assert told(found) == ["0:0", "1:1 place", "2:2", "3:3", "4:4", ":5"]


@pytest.mark.parametrize("seed", range(5))
def test_any_order_of_sentences_of_which_some_are_equal(seed: int) -> None:
    chance = random.Random(seed)
    sentences = [f"w{number} of {number}" for number in range(200)] + ["yes", "no", "oh"] * 30
    gold, test = (chance.sample(sentences, len(sentences)) for _ in range(2))
    found = pair_sentences(text(*gold), text(*test))
    assert [gold[one] for one in found.groups[:, 0].tolist()] == [test[one] for one in found.groups[:, 2].tolist()]


def test_ids_help_within_a_gap_only() -> None:
    gold, test = "aa|abcd|bb|efgh|cc", "aa|efgx|bb|abcx|cc"
    assert told(paired(gold, test, "pqrst", "psrqt")) == ["0:0", "1:1 place", "2:2", "3:3 place", "4:4"]
    gold, test = "aa|abcd|efgh|cc", "aa|efgx|abcx|cc"
    assert told(paired(gold, test, "pqrs", "prqs")) == ["0:0", "1:2 id", "2:1 id", "3:3"]
    assert told(paired(gold, test)) == ["0:0", "1:1 place", "2:2 place", "3:3"]
    # not what is there twice, nor numbers of the file's own, on either side
    for ids in (("pqqs", "pqqs"), ("1234", "1324"), ("pqrs", "1234"), ("0123", "0213"), ("-q-s", "--")):
        assert told(paired(gold, test, *(f"{one:-<4}" for one in ids))) == told(paired(gold, test)), ids


def test_ids_with_less_than_a_third_are_taken_apart() -> None:
    gold, test = "aa|abcdef|cc", "aa|abxxxxx|abcdez|cc"
    assert "1:1 id" not in told(paired(gold, test, "pqr", "pqsr"))
    assert "1:1 id" in told(paired(gold, "aa|abcxxxxx|abcdez|cc", "pqr", "pqsr"))


def test_documents_tell_ids_apart_where_both_files_have_them() -> None:
    gold, test = "aa|abcd|bb|efgh|ijkl|cc", "aa|abcx|bb|ijkx|efgx|cc"
    of = "AABBBB"
    assert told(paired(gold, test, "pqpqrs", "pqprqs", (of, of)))[3:5] == ["3:4 id", "4:3 id"]
    # without them q is there twice; what r leaves of the gap goes by place
    assert told(paired(gold, test, "pqpqrs", "pqprqs", (of, "")))[3:5] == ["3:4 place", "4:3 id"]
    assert told(paired(gold, test, "pqpqrs", "pqprqs"))[3:5] == ["3:4 place", "4:3 id"]


def test_the_same_text_from_the_first_to_the_last_goes_straight_on() -> None:
    """Though ``ab`` and the parts of it are there once on either side."""
    assert told(paired("ab|a|b", "a|b|ab")) == ["0:01 across", "12:2 across"]
    assert told(paired("a|b|c", "a|b|c", "pqr", "rqp")) == ["0:0", "1:1", "2:2"]


def test_a_unit_does_not_reach_over_sentences_that_are_paired() -> None:
    """The gold's first and third sentence are one in the test, but the second has its own partner elsewhere."""
    found = paired("abcd|mm|efg|p|q|r|s", "abcdefg|p|q|r|s|mm")
    assert told(found) == ["0:0 place", "1:5 moved", "2:", "3:1", "4:2", "5:3", "6:4"]
    assert found.same.tolist() == [4, 2, 0, 1, 1, 1, 1] and found.gold.sum() == found.test.sum()


def test_what_is_moved_has_its_characters() -> None:
    found = paired("ab|cd|ef|gg", "ef|ab|cx|gg")
    assert told(found) == ["0:1", "1:2 place", "2:0 moved", "3:3"]
    assert found.gold.tolist() == found.test.tolist() == [True] * 8
    assert (found.edits.tolist(), found.same.tolist(), found.matched) == ([0, 1, 0, 0], [2, 1, 2, 2], 7)


def test_the_longest_chain_and_of_several_the_first() -> None:
    chance = random.Random(1)
    for _ in range(200):
        numbers = chance.sample(range(20), chance.randrange(9))
        found = longest_chain(np.array(numbers, np.int64))
        every = (
            places
            for size in range(len(numbers), -1, -1)
            for places in combinations(range(len(numbers)), size)
            if all(numbers[a] < numbers[b] for a, b in pairwise(places))
        )
        assert tuple(np.flatnonzero(found).tolist()) == next(every), numbers


@pytest.mark.parametrize("seed", range(5))
def test_any_order_of_different_sentences(seed: int) -> None:
    chance = random.Random(seed)
    sentences = [f"w{number} of {number}" for number in range(300)]
    order = chance.sample(range(300), 300)
    found = pair_sentences(text(*sentences), text(*(sentences[one] for one in order)))
    assert found.groups[:, 0].tolist() == list(range(300))
    assert [order[place] for place in found.groups[:, 2].tolist()] == list(range(300))
    assert not found.edits.any() and found.gold.all() and found.test.all()
    assert np.count_nonzero(found.ways == MOVED) == 300 - np.count_nonzero(longest_chain(np.argsort(order)))
