"""Two segmentations of the same words side by side."""

from __future__ import annotations

import pytest

from treecompare.mappings.tedeval_program import Extents, place_word, side_by_side
from treecompare.mappings.tokens import common_subsequence


@pytest.mark.parametrize(
    ("gold", "test", "ours", "theirs", "width"),
    [
        ("ab", "ab", [(0, 1), (1, 2)], [(0, 1), (1, 2)], 2),
        # the last of the shorter side reaches over what is left
        ("abc", "xy", [(0, 1), (1, 2), (2, 3)], [(0, 1), (1, 3)], 3),
        ("x", "abc", [(0, 3)], [(0, 1), (1, 2), (2, 3)], 3),
        # what both have stands at one position; the segment before it reaches over the gap
        ("axb", "ab", [(0, 1), (1, 2), (2, 3)], [(0, 2), (2, 3)], 3),
        ("xb", "b", [(0, 1), (1, 2)], [(1, 2)], 2),  # nothing is before it
        ("a", "axy", [(0, 3)], [(0, 1), (1, 2), (2, 3)], 3),
    ],
)
def test_segments_of_a_word(gold: str, test: str, ours: Extents, theirs: Extents, width: int) -> None:
    assert place_word(gold, test) == (ours, theirs, width)
    assert place_word(test, gold) == (theirs, ours, width)


def test_of_several_common_subsequences_the_one_that_ends_rightmost() -> None:
    assert common_subsequence("ab", "ba") == [(1, 0)]  # in the first
    assert common_subsequence("aba", "a") == [(2, 0)]
    assert common_subsequence("abc", "axc") == [(0, 0), (2, 2)]
    assert common_subsequence("", "a") == []


def test_words_follow_each_other_in_every_sentence() -> None:
    gold, test = side_by_side([["ab", "c"], [], ["d"]], [["x", "c"], [], ["de"]])
    assert gold.starts.tolist() == [0, 1, 2, 0] and gold.ends.tolist() == [1, 2, 3, 2]
    assert test.starts.tolist() == [0, 2, 0, 1] and test.ends.tolist() == [2, 3, 1, 2]
    assert gold.offsets.tolist() == [0, 3, 3, 4] and test.offsets.tolist() == [0, 2, 2, 4]
    assert gold.lengths.tolist() == test.lengths.tolist() == [3, 0, 2]
    with pytest.raises(ValueError, match="zip"):
        side_by_side([["ab"]], [["ab", "c"]])
