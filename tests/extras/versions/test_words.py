"""Which words pair within paired sentences."""

from __future__ import annotations

import pytest

from tests.extras.versions.made import changed, told
from treecompare.extras.versions.edits import DependencyChanges


def pairs(found: DependencyChanges) -> list[int]:
    """The word of HEAD (from 1) per word of BASE, 0 for none."""
    return [int(one) + 1 for one in found.found.words.base]


def test_units_lie_between_breaks_of_both() -> None:
    found = changed("We see # audiobooks here", "We see #audiobooks here")
    assert pairs(found) == [1, 2, 0, 0, 4]
    assert told(found, "WORDS") == [("3+4", "WORDS", "-", "# audiobooks", "#audiobooks", "-")]
    assert found.flags == [["retokenised"]]


def test_the_same_letters_in_other_words_are_one_unit() -> None:
    found = changed("We ab c here", "We a bc here")
    assert found.flags == [["retokenised"]]


@pytest.mark.parametrize(
    ("base", "head", "flags"),
    [
        ("I 2-3~don't do n't liek it", "I 2-3~don't do n't like it", ["text"]),
        ("I 2-3~don't do n't liek it", "I 2-3~don't do not like it", ["text"]),
        ("I do n't liek it", "I 2-3~don't do n't like it", ["text"]),
        ("I 2-3~don't do n't liek it", "I don't like it", ["retokenised", "text"]),
        ("I 2-3~don't do n't liek it", "I 2-4~don't d o n't like it", ["retokenised", "text"]),
    ],
)
def test_a_multiword_token_is_cut_in_another_way_only_if_its_words_are(base: str, head: str, flags: list[str]) -> None:
    assert changed(base, head).flags == [flags]


def test_one_word_for_one_word_pairs_whatever_its_form() -> None:
    found = changed("We see dogs here", "We see logs here")
    assert pairs(found) == [1, 2, 3, 4] and found.flags == [["text"]]
    assert told(found, "FORM") == [("3", "FORM", "-", "dogs", "logs", "-")]


def test_in_a_unit_the_longest_common_subsequence_pairs_and_equally_many_words_between() -> None:
    # one token of three words on both sides; the first and last are equal, so the middle ones pair in order
    found = changed("1-3~abc a b c thing", "1-3~abc a x c thing")
    assert pairs(found) == [1, 2, 3, 4]
    # between a and c one word stands against two: they are one unit of unpaired words
    found = changed("1-3~abc a b c thing", "1-4~abc a x y c thing")
    assert pairs(found) == [1, 0, 4, 5]
    assert told(found, "WORDS") == [("2", "WORDS", "-", "b", "x y", "-")]
    # as many between, though they have other numbers
    assert pairs(changed("1-4~zabc z a b c thing", "1-3~zabc a x c thing")) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        # read from the end the last a of BASE is skipped only where that loses nothing: the pair is taken first
        ("1-3~aba a b a", "1-2~aba x a", [0, 0, 2]),
        # b a against a b: from the end, BASE's last word is skipped first, so b pairs with b
        ("1-3~bac b a c", "1-2~bac a b", [2, 0, 0]),
    ],
)
def test_the_backtrace_prefers_pairs_then_skipping_base(base: str, head: str, expected: list[int]) -> None:
    assert pairs(changed(base, head)) == expected


def test_words_without_width_are_a_unit_of_their_own() -> None:
    # a sign for which no letter may stand: both are without width at the same place, and as many
    found = changed("We go a here now", "We go ! here now")
    assert pairs(found) == [1, 2, 3, 4, 5]
    several = changed("We go a b here now then", "We go ! ? here now then")
    assert pairs(several) == [1, 2, 3, 4, 5, 6, 7]
    lost = changed("We go really here now", "We go here now")
    assert pairs(lost) == [1, 2, 0, 3, 4] and lost.flags == [["text", "words"]]
    unequal = changed("We go a here now then", "We go ! ? here now then")
    assert pairs(unequal) == [1, 2, 0, 5, 6, 7][:6]


def test_heads_on_words_of_one_unit_correspond() -> None:
    found = changed("see/0/root #/1/case tag/1/obj big/3/amod", "see/0/root #tag/1/obj big/2/amod")
    assert [edit.layer for edit in found.edits] == ["WORDS"]


def test_a_multiword_token_of_the_same_words_is_no_retokenisation() -> None:
    found = changed("1-2~del de el mar", "de el mar")
    assert pairs(found) == [1, 2, 3]
    assert told(found) == [("1-2", "MWT", "-", "del", None, "-")]
