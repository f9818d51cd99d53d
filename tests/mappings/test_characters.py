"""The alignment of two texts: against all paths, and what must hold of any two texts."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.conftest import stride
from tests.kernels import interpreted, kernel_and_twin, needs_kernel
from treecompare.errors import Cancelled
from treecompare.kernels import kernel
from treecompare.mappings import characters
from treecompare.mappings.characters import (
    MATCHED,
    REPLACED,
    SENTENCE_BREAK,
    WORD_BREAK,
    Alignment,
    Text,
    align_whole,
)
from treecompare.mappings.sentence_pairing import MOVED, Names, Paired, pair_sentences
from treecompare.trees.characters import plain_forms

implementation = kernel_and_twin(characters, "characters")


def text(*sentences: str) -> Text:
    """A text of sentences, their words between blanks."""
    numbers: dict[str, int] = {}
    words = [numbers.setdefault(word, len(numbers)) for sentence in sentences for word in sentence.split()]
    offsets = np.cumsum([0, *(len(sentence.split()) for sentence in sentences)])
    return Text.of(plain_forms(list(numbers)), np.array(words, np.int32), offsets)


def align(
    gold: Text,
    test: Text,
    gold_ids: Sequence[str | None] = (),
    test_ids: Sequence[str | None] = (),
    cancel: NDArray[np.int32] | None = None,
) -> Paired:
    return pair_sentences(gold, test, (Names(gold_ids), Names(test_ids)), cancel)


def groups(found: Alignment) -> list[tuple[int, ...]]:
    return [tuple(row) for row in found.groups.tolist()]


@pytest.mark.parametrize(
    ("gold", "test", "edits", "counted"),
    [
        ("abc1111111de1111", "abc2222222de2222", 11, 3),  # of two in a row it is not known
        ("abc1111111de111", "abc2222222de222", 10, 5),  # a text of less than sixteen characters
        ("ab11ab11ab11ab11", "ab22ab22ab22ab22", 8, 8),  # as many are the same as differ
        ("ab11ab11ab11ab111", "ab22ab22ab22ab222", 9, 0),
    ],
)
def test_where_more_characters_differ_those_in_a_row_count(gold: str, test: str, edits: int, counted: int) -> None:
    ours, its = text(gold), text(test)
    found = align(ours, its)
    assert found.edits.sum() == edits and found.share(ours, its) == counted / len(test)


# -- one block: against all paths -----------------------------------------------------------------------------------------

Point = tuple[int, int]
Path = tuple[Point, ...]


def all_paths(gold: str, test: str) -> Iterator[Path]:
    """Every path from the beginning to the end of two texts."""

    def beyond(path: list[Point]) -> Iterator[Path]:
        x, y = path[-1]
        if (x, y) == (len(gold), len(test)):
            yield tuple(path)
        if x < len(gold) and y < len(test) and gold[x].isalnum() == test[y].isalnum():
            yield from beyond([*path, (x + 1, y + 1)])
        if x < len(gold):
            yield from beyond([*path, (x + 1, y)])
        if y < len(test):
            yield from beyond([*path, (x, y + 1)])

    return beyond([(0, 0)])


def steps_of(path: Path) -> list[str]:
    kinds = {(1, 1): "1 pair", (1, 0): "2 delete", (0, 1): "3 insert"}
    return [kinds[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(path)]


def cost_of(path: Path, gold: str, test: str) -> int:
    cost = 0
    for (x, y), step in zip(path, steps_of(path), strict=False):
        cost += step != "1 pair" or gold[x] != test[y]
    return cost


def best_path(gold: str, gold_breaks: Sequence[int], test: str, test_breaks: Sequence[int]) -> tuple[int, Path]:
    def worse(path: Path) -> tuple[object, ...]:
        both = [gold_breaks[x] & test_breaks[y] for x, y in path]
        sentences, words = (sum(bool(one & kind) for one in both) for kind in (SENTENCE_BREAK, WORD_BREAK))
        return cost_of(path, gold, test), -sentences, -words, steps_of(path)[::-1]

    chosen = min(all_paths(gold, test), key=worse)
    return cost_of(chosen, gold, test), chosen


def codes(of: str) -> NDArray[np.int32]:
    return np.array([2 * ord(one) + one.isalnum() for one in of], np.int32)


def aligned_block(
    implementation: str, gold: str, gold_breaks: Sequence[int], test: str, test_breaks: Sequence[int],
    most_edits: int = 1000, most_points: int = 100_000,
) -> tuple[int, list[int], list[int], list[list[int]]]:  # fmt: skip
    work = (interpreted if implementation == "twin" else kernel)("characters").align_blocks
    steps = np.zeros(len(gold), np.uint8), np.zeros(len(test), np.uint8)
    costs, spans = np.zeros(1, np.int64), np.zeros((len(gold) + len(test) + 2, 4), np.int64)
    breaks = (np.array(one, np.uint8).data for one in (gold_breaks, test_breaks))
    count = work(
        codes(gold).data, next(breaks), codes(test).data, next(breaks), np.array([[0, len(gold), 0, len(test)]]).data,
        most_edits, most_points, *(one.data for one in (*steps, costs, spans, np.zeros(1, np.int32))),
    )  # fmt: skip
    return int(costs[0]), steps[0].tolist(), steps[1].tolist(), spans[:count].tolist()


@st.composite
def broken_texts(draw: st.DrawFn, letters: str = "ab.", most: int = 5) -> tuple[str, list[int]]:
    of = draw(st.text(letters, min_size=1, max_size=most))
    kinds = st.sampled_from([0, 0, WORD_BREAK, WORD_BREAK | SENTENCE_BREAK])
    inner = draw(st.lists(kinds, min_size=len(of) - 1, max_size=len(of) - 1))
    return of, [3, *inner, 3]


@pytest.mark.parametrize("implementation_name", ["kernel", "twin"])
@settings(max_examples=200 // stride(4))
@given(gold=broken_texts(), test=broken_texts())
def test_no_path_is_better(implementation_name: str, gold: tuple[str, list[int]], test: tuple[str, list[int]]) -> None:
    if implementation_name == "kernel":
        needs_kernel("characters")
    cost, path = best_path(*gold, *test)
    gold_steps, test_steps, spans, last = [0] * len(gold[0]), [0] * len(test[0]), [], (0, 0)
    for (x, y), (next_x, next_y) in pairwise(path):
        if next_x > x and next_y > y:
            gold_steps[x] = test_steps[y] = MATCHED if gold[0][x] == test[0][y] else REPLACED
        if gold[1][next_x] & test[1][next_y] & SENTENCE_BREAK:
            spans.append([last[0], next_x, last[1], next_y])
            last = next_x, next_y
    assert aligned_block(implementation_name, *gold, *test) == (cost, gold_steps, test_steps, spans)


def test_long_texts_with_many_edits() -> None:
    """Of the kernel's layers only some are kept and the others found again: longer texts than all paths can be listed of."""
    needs_kernel("characters")
    chance = random.Random(7)
    costs = []
    for letters in ("ab", "abc.,", "a", "abcdefgh ."):
        for share in (0.1, 0.5, 1.0):
            gold = "".join(chance.choices(letters, k=chance.randint(200, 400)))
            kept = "".join(one for one in gold if chance.random() > share / 2)
            test = "".join(one if chance.random() > share / 2 else chance.choice(letters) for one in kept) + "a"
            sides = [(one, [3, *chance.choices([0, 0, 1, 3], k=len(one) - 1), 3]) for one in (gold, test)]
            ends = [aligned_block(name, *sides[0], *sides[1]) for name in ("kernel", "twin")]
            assert ends[0] == ends[1]
            costs.append(ends[0][0])
    assert min(costs) < 20 and sum(cost > 128 for cost in costs) > 3


def test_what_is_too_much_is_given_up() -> None:
    for implementation in ("kernel", "twin"):
        sides = ("abcdef", [3, 0, 0, 0, 0, 0, 3], "ghijkl", [3, 0, 0, 0, 0, 0, 3])
        assert aligned_block(implementation, *sides, most_edits=6)[0] == 6
        assert aligned_block(implementation, *sides, most_edits=5) == (-1, [0] * 6, [0] * 6, [])
        # letters of one kind: a point for every place and every number of letters left out
        many = "a" * 200, [3, *[0] * 199, 3], "a" * 100, [3, *[0] * 98, 1, 3]
        assert aligned_block(implementation, *many)[0] == 100
        assert aligned_block(implementation, *many, most_points=5000)[0] == -1


# -- two files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gold", "test", "expected", "edits"),
    [
        (["a b", "c d", "e"], ["a b", "c d", "e"], "0:0 1:1 2:2", [0, 0, 0]),
        (["ab c", "d"], ["a bc", "d"], "0:0 1:1", [0, 0]),
        (["a b", "c"], ["a b c"], "01:0", [0]),
        (["a b c"], ["a b", "c"], "0:01", [0]),
        (["a", "bc", "d"], ["ab", "c", "d"], "01:01 2:2", [0, 0]),
        (["abc", "def", "ghi"], ["abc", "ghi"], "0:0 1: 2:1", [0, 3, 0]),
        (["abc", "ghi"], ["abc", "def", "ghi"], "0:0 :1 1:2", [0, 3, 0]),
        (["abc", "xyz", "ghi"], ["abc", "...", "ghi"], "0:0 1: :1 2:2", [0, 3, 3, 0]),
        (["abc", "dxf", "ghi"], ["abc", "def", "ghi"], "0:0 1:1 2:2", [0, 1, 0]),
        # of the same cost is a full stop lost, too; a word is not made of it
        (["a b ."], ["a b c"], "0:0", [2]),
        # a sentence that is there twice: the latest are paired
        (["no", "no", "no", "yes"], ["no", "no", "yes"], "0: 1:0 2:1 3:2", [2, 0, 0, 0]),
        ([], ["a"], ":0", [1]),
        (["a"], [], "0:", [1]),
        ([], [], "", []),
        # sentences without words
        (["a", "bb", "c"], ["a", "", "c"], "0:0 1:1 2:2", [0, 2, 0]),
        (["a", "", "c"], ["a", "bb", "c"], "0:0 1:1 2:2", [0, 2, 0]),
        (["a", "", "c"], ["a", "", "c"], "0:0 1:1 2:2", [0, 0, 0]),
        (["", "a"], ["a"], "0: 1:0", [0, 0]),
        (["a", "", "bb"], ["a bb"], "012:0", [0]),
        (["a", "bb", "", "c"], ["a", "bb", "c"], "0:0 1:1 2: 3:2", [0, 0, 0, 0]),
        (["x", "a", "bb", "y"], ["x", "", "a bb", "w"], "0:0 1:1 2:2 3:3", [0, 1, 1, 1]),
        (["x", "a", "bb", "y"], ["x", "", "a bb", "y"], "0:0 :1 12:2 3:3", [0, 0, 0, 0]),
        (["", ""], [""], "0: 1: :0", [0, 0, 0]),
        (["\u200b", "a"], ["a"], "0: 1:0", [0, 0]),
        # the same words in other clothes
        (["-LRB- A3\\/4 `` ...", "z"], ['(a3/4 " …', "z"], "0:0 1:1", [0, 0]),
    ],
)
def test_groups(implementation: str, gold: list[str], test: list[str], expected: str, edits: list[int]) -> None:
    found = align(text(*gold), text(*test))
    sides = [["".join(map(str, range(*row[part]))) for part in (slice(0, 2), slice(2, 4))] for row in groups(found)]
    assert " ".join(":".join(side) for side in sides) == expected
    assert found.edits.tolist() == edits
    assert not found.unaligned.any()


def test_positions_are_shared(implementation: str) -> None:
    found = align(text("ca n't say", "so"), text("can't", "sax so"))
    assert groups(found) == [(0, 2, 0, 2)]
    assert found.gold.tolist() == found.test.tolist() == [True] * 10
    assert found.edits.tolist() == [1] and found.same.tolist() == [9] and found.matched == 9
    lost = align(text("a b c ."), text("a c . ."))
    assert lost.gold.tolist() == [True, False, True, True] and lost.test.tolist() == [True, True, False, True]


@pytest.mark.parametrize(
    ("gold_ids", "test_ids", "expected"),
    [
        # the ids say which of the equal sentences is missing
        ("abcd", "acd", [(0, 1, 0, 1), (1, 2, 1, 1), (2, 3, 1, 2), (3, 4, 2, 3)]),
        ("abcd", "bcd", [(0, 1, 0, 0), (1, 2, 0, 1), (2, 3, 1, 2), (3, 4, 2, 3)]),
        ("aaab", "aab", [(0, 1, 0, 0), (1, 2, 0, 1), (2, 3, 1, 2), (3, 4, 2, 3)]),
        (None, "acd", [(0, 1, 0, 0), (1, 2, 0, 1), (2, 3, 1, 2), (3, 4, 2, 3)]),
    ],
)
def test_ids_anchor_equal_texts(
    implementation: str, gold_ids: str | None, test_ids: str, expected: list[tuple[int, ...]]
) -> None:
    sides = text("no", "no", "no", "yes"), text("no", "no", "yes")
    assert groups(align(*sides, list(gold_ids or ""), list(test_ids))) == expected


def test_ids_that_are_once_on_both_sides_pair_other_texts_too(implementation: str) -> None:
    sides = text("one two", "six seven"), text("one two six", "sevem")
    assert groups(align(*sides)) == [(0, 2, 0, 2)]
    assert groups(align(*sides, ["a", "b"], ["a", "b"])) == [(0, 1, 0, 1), (1, 2, 1, 2)]
    for ids in (["c", "d"], ["a", "a"], [None, None], ["1", "2"], ["0", "1"]):
        assert groups(align(*sides, ["a", "b"], ids)) == [(0, 2, 0, 2)], ids
        assert groups(align(*sides, ids, ids)) == ([(0, 1, 0, 1), (1, 2, 1, 2)] if ids[0] == "c" else [(0, 2, 0, 2)]), (
            ids
        )
    for ids in (["a", "c"], ["a", None]):
        assert groups(align(*sides, ["a", "b"], ids)) == [(0, 1, 0, 1), (1, 2, 1, 2)], ids


@pytest.mark.parametrize(("first", "together"), [("abcxxxxxx", True), ("abxxxxxxx", False)])
def test_a_pair_by_id_with_less_than_a_third_is_taken_apart(implementation: str, first: str, together: bool) -> None:
    found = align(text("abc......", "dd"), text(first, "......dd"), ["p", "q"], ["p", "r"])
    assert groups(found) == ([(0, 1, 0, 1), (1, 2, 1, 2)] if together else [(0, 2, 0, 2)])


def test_ids_of_a_system_that_numbers_its_own_sentences(implementation: str) -> None:
    """One sentence is missing and another is too much, so that the ids between them are those of the neighbours."""
    gold = [f"this is number {number} of all" for number in range(20)]
    test = [*gold[:5], *gold[6:], "quite another one"]
    ids = list(map(str, range(20)))
    found = align(text(*gold), text(*test), ids, ids)
    paired = {(g, t) for g, g_last, t, t_last in groups(found) if g < g_last and t < t_last}
    assert paired == {(g, g if g < 5 else g - 1) for g in range(20) if g != 5}


def test_sentences_in_another_order(implementation: str) -> None:
    names = ["alpha", "beta", "gamma", "delta", "epsilon"]
    found = align(text(*names), text(*(names[place] for place in (3, 0, 1, 2, 4))))
    assert groups(found) == [(0, 1, 1, 2), (1, 2, 2, 3), (2, 3, 3, 4), (3, 4, 0, 1), (4, 5, 4, 5)]
    assert (
        (found.ways == MOVED).tolist() == [False, False, False, True, False] and found.gold.all() and found.test.all()
    )


SENTENCES = st.lists(st.text("ab. ", max_size=6), max_size=6)


def check(found: Paired, gold: Text, test: Text) -> None:
    """What holds of every alignment."""
    assert found.gold.sum() == found.test.sum()
    assert len(found.gold) == len(gold.characters) and len(found.test) == len(test.characters)
    rows = found.groups
    assert (rows[:, 0] <= rows[:, 1]).all() and (rows[:, 2] <= rows[:, 3]).all()
    assert np.array_equal(np.append(0, rows[:, 1]), np.append(rows[:, 0], len(gold)))
    its = np.array(sorted(rows[rows[:, 2] < rows[:, 3], 2:].tolist()), np.int64).reshape(-1, 2)
    assert np.array_equal(np.append(0, its[:, 1]), np.append(its[:, 0], len(test)))
    positions = [np.concatenate(([0], np.cumsum(width))) for width in (found.gold, found.test)]
    ends = [positions[0][gold.begins[rows[:, :2]]], positions[1][test.begins[rows[:, 2:]]]]
    assert np.array_equal(*(np.diff(one) for one in ends))
    if MOVED not in found.ways:
        assert np.array_equal(*ends)
    there = [np.diff(one.begins[rows[:, first : first + 2]])[:, 0] for one, first in ((gold, 0), (test, 2))]
    widths = np.diff(ends[0])[:, 0]
    lost, invented = there[0] - widths, there[1] - widths
    assert (found.edits == lost + invented + widths - found.same).all()
    if MOVED not in found.ways:
        assert (gold.characters[found.gold] == test.characters[found.test]).all() == (found.matched == found.gold.sum())


@pytest.mark.parametrize("implementation_name", ["kernel", "twin"])
@settings(max_examples=100 // stride(3))
@given(gold=SENTENCES, test=SENTENCES)
def test_any_two_files(implementation_name: str, gold: list[str], test: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if implementation_name == "twin":
            patch.setattr(characters, "kernel", interpreted)
        sides = text(*gold), text(*test)
        found, back = align(*sides), align(*sides[::-1])
        check(found, *sides)
        check(back, *sides[::-1])
        one_block = [text(" ".join(side)) for side in (gold, test)]
        assert align_whole(*one_block).edits.sum() == align_whole(*one_block[::-1]).edits.sum()
        itself = align(sides[0], text(*gold))
        assert groups(itself) == [(place, place + 1) * 2 for place in range(len(gold))]
        assert not itself.edits.any() and itself.gold.all() and itself.matched == len(sides[0].characters)


@settings(max_examples=100)
@given(SENTENCES, st.data())
def test_other_words_and_sentence_breaks_cost_nothing(gold: list[str], data: st.DataObject) -> None:
    """Words and sentences joined and split: every character keeps its counterpart."""
    joined = "".join(gold).replace(" ", "")
    spaced = "".join(one + data.draw(st.sampled_from(["", " ", "\n"])) for one in joined)
    sides = text(*gold), text(*spaced.split("\n"))
    found = align(*sides)
    assert not found.edits.any() and found.gold.all() and found.test.all()
    check(found, *sides)
    breaks = set(sides[0].begins.tolist()) & set(sides[1].begins.tolist())
    with_characters = sides[0].begins[found.groups[:, 0]] < sides[0].begins[found.groups[:, 1]]
    assert np.count_nonzero(with_characters) == len(breaks) - 1


# -- hostile files --------------------------------------------------------------------------------------------------------


STRANGE = "İstanbul ßtraße \U0001d400\U0001f600 e\u0301a\u0323\u0301 א\u05bcב \u200b\u200d x\u00a0y"


@pytest.mark.parametrize(
    ("gold", "test"),
    [
        (["word " * 1000], ["word " * 10]),
        (["every sentence is the same ."] * 3000, ["every sentence is the same ."] * 2700),
        (["first", *["every sentence is the same ."] * 1000, "last"], ["fist", *["every sentence is the same ."] * 990, "lost"]),
        (["one short sentence here ."] * 300, ["one short sentence here ."] * 3000),
        ([f"sentence number {number} ." for number in range(2000)], [f"sentence number {number} ." for number in range(1000)]),
        (["a" * 21_000], ["b" * 21_000]),
        (["a" * 5000, "b"], ["a" * 4000, "b"]),
        ([STRANGE, "z"], [STRANGE.lower(), STRANGE]),
    ],
    ids=["short", "all the same", "all but the ends", "ten times", "half is missing", "another text", "one letter", "strange"],
)  # fmt: skip
def test_bounded_time(gold: list[str], test: list[str]) -> None:
    needs_kernel("characters")
    sides = text(*gold), text(*test)
    begun = time.process_time()
    for one, other in (sides, sides[::-1]):
        found = align(one, other)
        check(found, one, other)
    assert time.process_time() - begun < 10


def test_a_text_that_is_too_different_is_given_up(implementation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(characters, "MOST_EDITS", 10)
    gold = text("same", "abc", "", "defghijkl", "end")
    found = align(gold, text("same", "mno", "pqrstuvwxy", "end"))
    assert groups(found) == [
        (0, 1, 0, 1), (1, 2, 1, 1), (2, 3, 1, 1), (3, 4, 1, 1), (4, 4, 1, 2), (4, 4, 2, 3), (4, 5, 3, 4),
    ]  # fmt: skip
    assert found.unaligned.tolist() == [False, True, True, True, True, True, False]
    assert found.edits.tolist() == [0, 3, 0, 9, 3, 10, 0] and found.gold.sum() == 7


def test_it_can_be_cancelled(implementation: str) -> None:
    sides = text("abc", "x y z"), text("abc", "x z")
    with pytest.raises(Cancelled):
        align(*sides, cancel=np.ones(1, np.int32))
    if implementation == "kernel":
        chance = random.Random(1)
        long = [text("".join(chance.choices("abcdef", k=40_000))) for _ in range(2)]
        cancel = np.zeros(1, np.int32)
        timer = threading.Timer(0.1, lambda: cancel.fill(1))
        timer.start()
        begun = time.process_time()
        with pytest.raises(Cancelled):
            align(*long, cancel=cancel)
        assert time.process_time() - begun < 2
