"""The alphabetical order of many texts, found step by step."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from treecompare.comparison import sentence_texts
from treecompare.comparison.sentence_texts import Texts


@pytest.mark.parametrize("at_once", [1, 3, 7, 50, 1000])
@pytest.mark.parametrize("letters", ["a", "aB", "abcdeſßÄ é"])
def test_texts_are_in_order_whatever_their_case_and_equal_ones_stay(
    at_once: int, letters: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentence_texts, "AT_ONCE", at_once)
    source = random.Random(3)
    for count in (0, 1, 2, 3, 49, 50, 51, 200):
        some = Texts("".join(source.choices(letters, k=source.randrange(4))) for _ in range(count))
        by_hand = sorted(range(count), key=lambda one: (some[one].casefold(), one))
        assert some.places.argsort().tolist() == by_hand
        assert sorted(some.places.tolist()) == list(range(count))


def test_no_step_sorts_much_more_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the window can go on between two steps."""
    monkeypatch.setattr(sentence_texts, "AT_ONCE", 100)
    source = random.Random(5)
    some = Texts(f"{source.random()}" for _ in range(10_000))
    sizes: list[int] = []

    def counted(*given: object, key: object = None) -> list[object]:
        found = sorted(*given, key=key)  # type: ignore[call-overload]
        sizes.append(len(found))
        return found  # type: ignore[no-any-return]

    monkeypatch.setattr(sentence_texts, "sorted", counted, raising=False)
    steps = sum(1 for _ in some.order())
    assert 190 <= steps < len(sizes)
    assert len([size for size in sizes if size > 200]) == 1  # the sample, of 10,000
    assert all(one < other for one, other in pairwise(some[place] for place in some.places.argsort().tolist()))
