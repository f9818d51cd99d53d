"""Which sentences of two dependency treebanks correspond (``sentence_pairing.py``), and in which of them the words are the same.

The shared task's program compares whole files and gives up where any character differs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.sentence_pairing import BY_PLACE, BY_TEXT, Names, pair_sentences
from treecompare.mappings.surface import Surface
from treecompare.trees.arcs import gathered


@dataclass(frozen=True)
class Block:
    """Gold sentences ``gold_first:gold_last`` stand for test sentences ``test_first:test_last``; one side may have none.

    ``same``: they have the same characters, and all of them have some. ``given_up``: the files differ too much there.
    """

    gold_first: int
    gold_last: int
    test_first: int
    test_last: int
    same: bool
    given_up: bool = False


@dataclass(frozen=True, eq=False)
class Pairing:
    """``gold``, ``test``: pairs of one sentence each with identical tokens and words. ``blocks``: everything else.

    ``units``, ``ways``, ``edits``: all of it, in the gold's order, as :class:`treecompare.mappings.sentence_pairing.Paired` has it.
    ``share``: which share of the test's characters are the gold's.
    """

    gold: NDArray[np.int64]
    test: NDArray[np.int64]
    blocks: list[Block]
    units: NDArray[np.int64]
    ways: NDArray[np.uint8]
    edits: NDArray[np.int64]
    share: float = 1.0
    warnings: list[str] = field(default_factory=list)


def pair_dependencies(
    gold: Surface, test: Surface, cancel: NDArray[np.int32] | None = None, in_place: bool = False
) -> Pairing:
    """Pairs the sentences of two treebanks by their words. ``cancel``, ``in_place``: as :func:`pair_sentences` has them.

    Raises Cancelled: ``cancel`` was set.
    """
    same_offsets = np.array_equal(gold.token_offsets, test.token_offsets)
    if same_offsets and np.array_equal(gold.token_codes, test.token_codes):
        places = np.arange(len(gold.sentences))
        units = np.stack((places, places + 1, places, places + 1), axis=1)
        edits, share, given_up = np.zeros(len(units), np.int64), 1.0, np.zeros(len(units), np.bool_)
        ways = np.where(gold.token_counts > 0, BY_TEXT, BY_PLACE).astype(np.uint8)
    else:
        texts = gold.text, test.text
        ours, its = (Names(one.sentences.sent_ids, one.sentences.documents) for one in (gold, test))
        paired = pair_sentences(*texts, (ours, its), cancel, in_place=in_place)
        units, ways, edits, given_up = paired.groups, paired.ways, paired.edits, paired.unaligned
        characters = [len(one.characters) for one in texts]
        share = paired.matched / characters[1] if all(characters) and not in_place else 1.0
    pairs = ((units[:, 1::2] - units[:, ::2]) == 1).all(axis=1)
    pairs[pairs] = _identical(gold, test, units[pairs, 0], units[pairs, 2])
    blocks = _blocks(gold, test, units[~pairs], given_up[~pairs])
    warnings = []
    if any(one.same and one.gold_last - one.gold_first + one.test_last - one.test_first > 2 for one in blocks):
        warnings.append("sentence breaks differ; where they do, words are aligned across them")
    return Pairing(units[pairs, 0], units[pairs, 2], blocks, units, ways, edits, share, warnings)


def _blocks(gold: Surface, test: Surface, units: NDArray[np.int64], given_up: NDArray[np.bool_]) -> list[Block]:
    blocks = []
    for (g, g_last, t, t_last), is_given_up in zip(units.tolist(), given_up.tolist(), strict=True):
        texts = gold.texts[g:g_last], test.texts[t:t_last]
        same = all(map(all, texts)) and "".join(texts[0]) == "".join(texts[1]) != ""
        blocks.append(Block(g, g_last, t, t_last, same, is_given_up))
    return blocks


def _identical(
    gold: Surface, test: Surface, gold_rows: NDArray[np.int64], test_rows: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Pairs with the same tokens of the same words, not empty."""
    lengths = gold.sentences.lengths[gold_rows]
    same: NDArray[np.bool_] = (
        (lengths > 0)
        & (lengths == test.sentences.lengths[test_rows])
        & (gold.token_counts[gold_rows] == test.token_counts[test_rows])
    )
    candidates = np.flatnonzero(same)
    gold_rows, test_rows = gold_rows[candidates], test_rows[candidates]
    tokens_differ = _tokens(gold, gold_rows) != _tokens(test, test_rows)
    same[np.repeat(candidates, gold.token_counts[gold_rows])[tokens_differ]] = False
    words_differ = (_words(gold, gold_rows) != _words(test, test_rows)).any(axis=0)
    same[np.repeat(candidates, gold.sentences.lengths[gold_rows])[words_differ]] = False
    return same


def _tokens(side: Surface, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return side.token_codes[gathered(side.token_offsets, rows)]


def _words(side: Surface, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Per word: its characters, whether it is part of a token, and which token of the sentence it belongs to."""
    places = gathered(side.sentences.offsets, rows)
    tokens_before = np.repeat(side.token_offsets[rows], side.sentences.lengths[rows])
    return np.stack((side.word_codes[places], side.in_multiword[places], side.token_of[places] - tokens_before))
