"""Words as stretches of characters: which characters count, tokens of several words, where each token stands."""

from __future__ import annotations

import unicodedata

import pytest

from treecompare.mappings.tokens import Block, Surface, all_count, characters, pair_dependencies
from treecompare.readers.conll import CONLLU
from treecompare.trees.symbols import Shared


@pytest.mark.parametrize(
    ("form", "counted"),
    [
        ("plain", "plain"), ("10 000", "10000"), ("a\u00a0\u2009b\u3000", "ab"), ("e\u0301", "e\u0301"), ("é", "é"),
        ("a\tb", "a\tb"), ("", ""),
    ],
)  # fmt: skip
def test_characters_that_count(form: str, counted: str) -> None:
    assert characters(form) == counted
    assert all_count(form) is (form == counted)


def test_blanks_are_those_of_unicode() -> None:
    for letter in map(chr, range(0x10000)):
        if unicodedata.category(letter) == "Zs":
            assert characters(f"é{letter}") == "é" and not all_count(f"é{letter}")
    assert all_count("a\nb\né") and not all_count("a\nb c") and not all_count("é\nb c") and all_count("é\ne\u0301")


def word(number: int, form: str) -> str:
    return f"{number}\t{form}\t_\tX\t_\t_\t0\tx\t_\t_\n"


def token(numbers: str, form: str) -> str:
    return f"{numbers}\t{form}\t_\t_\t_\t_\t_\t_\t_\t_\n"


def surface(*sentences: str, codes: Shared | None = None) -> Surface:
    text = "".join(sentence + "\n" for sentence in sentences)
    return Surface.of(CONLLU.read(text.encode(), "f", "f").sentences, codes or Shared(characters, all_count))


FIRST = token("1-2", "ab") + word(1, "a") + word(2, "xb") + word(3, "c d")
SECOND = (
    word(1, "e") + token("2-2", "fé") + word(2, "f") + token("3-5", "ghi") + word(3, "g") + word(4, "h") + word(5, "i")
)


def test_tokens_of_several_words() -> None:
    one = surface(FIRST, SECOND)
    texts = one.codes.texts
    assert [texts[code] for code in one.token_codes.tolist()] == ["ab", "cd", "e", "fé", "ghi"]
    assert [texts[code] for code in one.word_codes.tolist()] == ["a", "xb", "cd", "e", "f", "g", "h", "i"]
    assert one.token_of.tolist() == [0, 0, 1, 2, 3, 4, 4, 4]
    assert one.in_multiword.tolist() == [True, True, False, False, True, True, True, True]
    assert (one.token_offsets.tolist(), one.token_counts.tolist()) == ([0, 2, 5], [2, 3])
    assert one.texts == ["abcd", "eféghi"]
    assert (one.starts.tolist(), one.ends.tolist()) == ([0, 2, 4, 5, 7], [2, 4, 5, 7, 10])


def test_files_share_their_numbers() -> None:
    codes = Shared(characters, all_count)
    one, other = surface(FIRST, codes=codes), surface(word(1, "cd") + word(2, "ab"), codes=codes)
    assert other.token_codes.tolist() == one.token_codes.tolist()[::-1]
    nothing = surface()
    assert nothing.texts == [] and nothing.ends.tolist() == nothing.starts.tolist() == []


@pytest.mark.parametrize(
    "other",
    [
        token("1-2", "ab") + word(1, "a") + word(2, "b") + word(3, "c"),  # another word
        token("1-2", "ab") + word(1, "a") + word(2, "x") + word(3, "c") + word(4, "d"),
        word(1, "a") + word(2, "x") + word(3, "c"),  # no token of two words
        token("1-2", "ab") + word(1, "a") + word(2, "x") + token("3-3", "c") + word(3, "c"),
        token("1-2", "aq") + word(1, "a") + word(2, "x") + word(3, "c"),
    ],
)
def test_pairs_have_the_same_tokens_of_the_same_words(other: str) -> None:
    gold = token("1-2", "ab") + word(1, "a") + word(2, "x") + word(3, "c")
    same, codes = word(1, "z"), Shared(characters, all_count)
    sides = [surface(one, same, codes=codes) for one in (gold, other)]
    found = pair_dependencies(*sides)
    assert (found.gold.tolist(), found.test.tolist()) == ([1], [1])
    assert [one.unit for one in found.blocks] == [(0, 1, 0, 1)]
    assert pair_dependencies(sides[0], sides[0]).gold.tolist() == [0, 1]


def test_which_word_belongs_to_which_token() -> None:
    """The same words and the same tokens, but the second word stands in the other token."""
    codes = Shared(characters, all_count)
    one, other = (
        surface(token(first, "ab") + word(1, "p") + word(2, "q") * (first == "1-2") + second, codes=codes)
        for first, second in (
            ("1-2", token("3-3", "cd") + word(3, "r")),
            ("1-1", token("2-3", "cd") + word(2, "q") + word(3, "r")),
        )
    )
    assert (
        one.token_codes.tolist() == other.token_codes.tolist() and one.in_multiword.all() and other.in_multiword.all()
    )
    found = pair_dependencies(one, other)
    assert not len(found.gold) and found.blocks == [Block(range(1), range(1), True)]
