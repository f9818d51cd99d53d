"""Sentences of dependency treebanks in pairs and blocks: their order, what differs in them, whether it is the same text."""

from __future__ import annotations

import pytest

from treecompare.mappings.pairing import Block, Pairing, edits_of, pair_sentences, share_of
from treecompare.mappings.surface import Surface, all_count, characters
from treecompare.readers.conllu import CONLLU
from treecompare.trees.shared_symbols import Shared


def surfaces(gold: str, test: str, gold_ids: str = "", test_ids: str = "") -> tuple[Surface, Surface]:
    """Sentences separated by ``|``; a letter of ``ids`` as the sent_id of each, "-" for none."""
    shared = Shared(characters, all_count)
    sides = []
    for text, ids in ((gold, gold_ids), (test, test_ids)):
        blocks = []
        for place, words in enumerate(text.split("|") if text else []):
            comment = f"# sent_id = {ids[place]}\n" if ids and ids[place] != "-" else ""
            rows = [f"{n}\t{word}\t_\tX\t_\t_\t{int(n > 1)}\tdep\t_\t_\n" for n, word in enumerate(words.split(), 1)]
            blocks.append(comment + ("".join(rows) or "broken\tline\n") + "\n")
        sides.append(Surface.of(CONLLU.read("".join(blocks).encode(), "f", "f").sentences, shared))
    return sides[0], sides[1]


def units(found: Pairing) -> list[list[int]]:
    return found.units.tolist()


def test_units_follow_the_gold_and_then_come_sentences_of_the_system_alone() -> None:
    gold, test = surfaces("a|b c|d|e", "x|d|b|a|y", "1234", "93218")
    found = pair_sentences(gold, test)
    assert found.by_id and (found.gold.tolist(), found.test.tolist()) == ([0, 2], [3, 1])
    assert found.blocks == [
        Block(1, 2, 2, 3, False), Block(3, 4, 0, 0, False), Block(0, 0, 0, 1, False), Block(0, 0, 4, 5, False),
    ]  # fmt: skip
    assert units(found) == [[0, 1, 3, 4], [1, 2, 2, 3], [2, 3, 1, 2], [3, 4, 0, 0], [0, 0, 0, 1], [0, 0, 4, 5]]
    assert edits_of(gold, test, found.units).tolist() == [0, 1, 0, 1, 1, 1]


def test_characters_that_differ_are_counted_across_words() -> None:
    gold, test = surfaces("abc d e|f g", "ab cde|xy gz")
    found = pair_sentences(gold, test)
    assert units(found) == [[0, 1, 0, 1], [1, 2, 1, 2]]
    assert edits_of(gold, test, found.units).tolist() == [0, 3]


def test_sentence_breaks_of_both_sides_limit_the_blocks() -> None:
    gold, test = surfaces("a b|c|d|e", "a|b c|d|e")
    found = pair_sentences(gold, test)
    assert (found.gold.tolist(), found.test.tolist()) == ([2, 3], [2, 3])
    assert found.blocks == [Block(0, 2, 0, 2, True)]
    assert found.warnings == ["sentence breaks differ; where they do, words are aligned across them"]
    assert pair_sentences(*surfaces("a|b", "a|b c")).warnings == []


def test_words_cut_otherwise_are_a_block_of_one_sentence_with_the_same_text() -> None:
    found = pair_sentences(*surfaces("ab c|d", "a bc|d"))
    assert found.blocks == [Block(0, 1, 0, 1, True)] and found.gold.tolist() == [1]


def test_ids_decide_unless_the_alignment_gives_more_sentences_their_text() -> None:
    """As many sentences are not more."""
    equal = pair_sentences(*surfaces("a|b", "b|q", "12", "21"))
    assert equal.by_id and (equal.gold.tolist(), equal.test.tolist()) == ([1], [0])
    more = pair_sentences(*surfaces("a|b|c", "a|b|c", "123", "231"))
    assert not more.by_id and more.gold.tolist() == more.test.tolist() == [0, 1, 2]


def test_sentences_with_the_same_text_in_other_words_count_for_ids_too() -> None:
    """Both ways give each gold sentence its text: two of them cut otherwise, one in the same words."""
    found = pair_sentences(*surfaces("a b|c d|e", "ab|cd|e", "123", "123"))
    assert found.by_id and (found.gold.tolist(), found.blocks) == (
        [2],
        [Block(0, 1, 0, 1, True), Block(1, 2, 1, 2, True)],
    )
    mixed = pair_sentences(*surfaces("ab|cd|e|q", "a b|e|c d|r", "1234", "1324"))
    assert mixed.by_id and mixed.gold.tolist() == [2]


def test_sentences_without_words_are_no_pair() -> None:
    found = pair_sentences(*surfaces("a||b", "a||b"))
    assert found.gold.tolist() == [0, 2] and [block.same for block in found.blocks] == [False]
    one_side = pair_sentences(*surfaces("a|b", "a|b", "", "12"))
    assert one_side.warnings == ["the gold has no sent_id; sentences are paired in order"]
    some = pair_sentences(*surfaces("a|b", "a|b", "1-", "1-"))
    assert not some.by_id and some.gold.tolist() == [0, 1]  # the second sentence has no id, but its text


def test_equal_words_in_other_tokens_are_no_pair_of_the_same_words() -> None:
    shared = Shared(characters, all_count)
    texts = "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n", ""
    word = "1\ta\t_\tX\t_\t_\t0\tx\t_\t_\n2\tb\t_\tX\t_\t_\t1\tx\t_\t_\n\n"
    sides = [Surface.of(CONLLU.read((text + word).encode(), "f", "f").sentences, shared) for text in texts]
    found = pair_sentences(sides[0], sides[1])
    assert found.gold.tolist() == [] and found.blocks == [Block(0, 1, 0, 1, True)]


@pytest.mark.parametrize(
    ("gold", "test", "enough", "share"),
    [
        ("ab|cd", "ab|cd", 1.0, 1.0),
        ("abcd|ef", "abcx|ef", 1.0, 5 / 6),
        ("abcd|ef", "ef|abcx", 1.0, 2 / 6),  # another order is another text
        ("ab cd|ef", "ab|cd ef", 1.0, 1.0),
        ("aaaa|bb|xyz", "aaaa|bbcc|xyzz", 0.5, 6 / 12),  # 6 of 12 are enough, so the rest is not looked for
        ("aaaa|bb|xyz", "aaaa|bbcc|xyzz", 0.51, 9 / 12),
        ("aaaa|bb|xyz", "aaaa|bbcc|xyzz", 1.0, 9 / 12),
        ("ab", "", 1.0, 1.0),
        ("", "ab", 1.0, 1.0),
        ("ab|cd", "ab", 1.0, 1.0),  # what the system lacks makes no other text
        ("ab", "ab|cd", 1.0, 0.5),
        ("ab", "xy", 1.0, 0.0),
    ],
)
def test_share_of_the_systems_characters(gold: str, test: str, enough: float, share: float) -> None:
    sides = surfaces(gold, test)
    found = pair_sentences(*sides)
    assert share_of(*sides, found, enough) == pytest.approx(share), found


def test_blocks_that_are_too_different_share_nothing() -> None:
    gold, test = surfaces("abcd|ef", "abcx|ef")
    found = pair_sentences(gold, test)
    (block,) = found.blocks
    given_up = Pairing(found.gold, found.test, [Block(*list(vars(block).values())[:4], False, given_up=True)], False)
    assert share_of(gold, test, given_up, 1.0) == 2 / 6
