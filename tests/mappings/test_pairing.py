"""Sentences of dependency treebanks in pairs and blocks: their order, what differs in them, whether it is the same text."""

from __future__ import annotations

import pytest

from treecompare.mappings.sentence_pairing import ACROSS, BY_ID, BY_PLACE, BY_TEXT, GOLD_ONLY, MOVED, TEST_ONLY
from treecompare.mappings.tokens import Block, Pairing, Surface, all_count, characters, pair_dependencies
from treecompare.readers.conll import CONLLU
from treecompare.trees.symbols import Shared


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


def test_units_follow_the_gold_and_sentences_of_the_system_alone_have_their_place() -> None:
    gold, test = surfaces("a|b c|d|e", "x|d|b|a|y")
    found = pair_dependencies(gold, test)
    assert (found.gold.tolist(), found.test.tolist()) == ([0], [3]), (
        "two of four texts are paired: none of them is moved"
    )
    ids = pair_dependencies(*surfaces("a|b c|d|e", "x|d|b|a|y", "pqrs", "vrqpw"))
    assert units(ids) == units(found) and BY_ID not in ids.ways  # the gap of b c holds x, d and b no longer


def test_characters_that_differ_are_counted_across_words() -> None:
    gold, test = surfaces("abc d e|f g", "ab cde|xy gz")
    found = pair_dependencies(gold, test)
    assert units(found) == [[0, 1, 0, 1], [1, 2, 1, 2]]
    assert found.edits.tolist() == [0, 3]


def test_sentence_breaks_of_both_sides_limit_the_blocks() -> None:
    gold, test = surfaces("a b|c|d|e", "a|b c|d|e")
    found = pair_dependencies(gold, test)
    assert (found.gold.tolist(), found.test.tolist()) == ([2, 3], [2, 3])
    assert found.blocks == [Block(range(2), range(2), True)] and found.ways.tolist() == [ACROSS, BY_TEXT, BY_TEXT]
    assert found.warnings == ["sentence breaks differ; where they do, words are aligned across them"]
    assert pair_dependencies(*surfaces("a|b", "a|b c")).warnings == []


def test_words_cut_otherwise_are_a_block_of_one_sentence_with_the_same_text() -> None:
    found = pair_dependencies(*surfaces("ab c|d", "a bc|d"))
    assert found.blocks == [Block(range(1), range(1), True)] and found.gold.tolist() == [1]


def test_ids_never_part_sentences_that_say_the_same() -> None:
    found = pair_dependencies(*surfaces("a|b|c", "a|b|c", "pqr", "qrp"))
    assert found.gold.tolist() == found.test.tolist() == [0, 1, 2]
    swapped = pair_dependencies(*surfaces("a|b|c", "b|a|c", "pqr", "pqr"))
    assert (swapped.gold.tolist(), swapped.test.tolist(), [*swapped.ways].count(MOVED)) == ([0, 1, 2], [1, 0, 2], 1)


def test_sentences_without_words_are_no_pair() -> None:
    found = pair_dependencies(*surfaces("a||b", "a||b"))
    assert found.gold.tolist() == [0, 2] and [block.same for block in found.blocks] == [False]
    assert found.ways.tolist() == [BY_TEXT, BY_PLACE, BY_TEXT]
    lost = pair_dependencies(*surfaces("a|c|b", "a||b"))
    assert units(lost) == [[0, 1, 0, 1], [1, 2, 1, 2], [2, 3, 2, 3]] and lost.edits.tolist() == [0, 1, 0]


def test_equal_words_in_other_tokens_are_no_pair_of_the_same_words() -> None:
    shared = Shared(characters, all_count)
    texts = "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n", ""
    word = "1\ta\t_\tX\t_\t_\t0\tx\t_\t_\n2\tb\t_\tX\t_\t_\t1\tx\t_\t_\n\n"
    sides = [Surface.of(CONLLU.read((text + word).encode(), "f", "f").sentences, shared) for text in texts]
    found = pair_dependencies(sides[0], sides[1])
    assert found.gold.tolist() == [] and found.blocks == [Block(range(1), range(1), True)]


@pytest.mark.parametrize(
    ("gold", "test", "share"),
    [
        ("ab|cd", "ab|cd", 1.0),
        ("abcd|ef", "abcx|ef", 5 / 6),
        ("ab|cd|ef", "ef|ab|cd", 1.0),  # another order is no other text
        ("ab cd|ef", "ab|cd ef", 1.0),
        ("aaaa|bb|xyz", "aaaa|bbcc|xyzz", 9 / 12),
        ("ab", "", 1.0),
        ("", "ab", 1.0),
        ("ab|cd", "ab", 1.0),  # what the system lacks makes no other text
        ("ab", "ab|cd", 0.5),
        ("ab", "xy", 0.0),
    ],
)
def test_share_of_the_systems_characters(gold: str, test: str, share: float) -> None:
    assert pair_dependencies(*surfaces(gold, test)).share == pytest.approx(share)


def test_what_is_too_different_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treecompare.mappings.characters.MOST_EDITS", 3)
    found = pair_dependencies(*surfaces("a|abcd|b", "a|wxyz|b"))
    assert found.ways.tolist() == [BY_TEXT, GOLD_ONLY, TEST_ONLY, BY_TEXT] and found.share == 2 / 6
    assert [block.given_up for block in found.blocks] == [True, True]


def test_the_test_may_be_paired_in_place() -> None:
    found = pair_dependencies(*surfaces("a|b", "b|a"), in_place=True)
    assert units(found) == [[0, 1, 0, 1], [1, 2, 1, 2]] and found.ways.tolist() == [BY_PLACE] * 2
    assert found.edits.tolist() == [1, 1] and found.share == 1
    assert pair_dependencies(*surfaces("a|b|c", "b|c|a")).ways.tolist() == [MOVED, BY_TEXT, BY_TEXT]
