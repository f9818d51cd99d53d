"""Which sentences of a system stand for which of the gold: by ``sent_id``, else in order, across other sentence breaks.

The shared task's program compares whole files and gives up where any character differs. Here a sentence whose text differs is
left out with its reason and the walk finds the next place at which both files go on with the same text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.surface import Surface
from treecompare.trees.arcs import gathered

FARTHEST = 12
"""Up to so many sentences in a row that are missing or differ, the walk looks at every way to go on."""
LANDMARKS = 50
"""Beyond, it looks at so many sentences that both files have once."""


@dataclass(frozen=True)
class Block:
    """Gold sentences ``gold_first:gold_last`` have the same characters as test sentences ``test_first:test_last``.

    Not so where ``same`` is False: then there is one of each, or none on one side, and they are not to be scored.
    """

    gold_first: int
    gold_last: int
    test_first: int
    test_last: int
    same: bool


@dataclass(frozen=True, eq=False)
class Pairing:
    """``gold``, ``test``: pairs of one sentence each with identical tokens and words. ``blocks``: everything else."""

    gold: NDArray[np.int64]
    test: NDArray[np.int64]
    blocks: list[Block]
    warnings: list[str] = field(default_factory=list)


def pair_sentences(gold: Surface, test: Surface) -> Pairing:
    """Pairs by sent_id where both files have them and none twice, else in order; whichever scores more where texts differ."""
    sentences = min(len(gold.sentences), len(test.sentences))
    by_id, warnings = _pairs_by_id(gold.sentences.sent_ids, test.sentences.sent_ids)
    if by_id is None and len(gold.sentences) == len(test.sentences):
        by_id = np.stack([np.arange(sentences)] * 2)
    if by_id is not None:
        rest = by_id[:, ~_identical(gold, test, by_id[0], by_id[1])]
        alone = _alone(len(gold.sentences), len(test.sentences), by_id)
        pairs = list(zip(*rest.tolist(), strict=True))
        same = [gold.texts[g] == test.texts[t] != "" for g, t in pairs] if pairs else []
        if all(same) and not alone:
            return _joined(by_id, rest, [Block(g, g + 1, t, t + 1, True) for g, t in pairs], warnings)
        blocks = [Block(g, g + 1, t, t + 1, good) for (g, t), good in zip(pairs, same, strict=True)]
    walked = _walk(gold.texts, test.texts)
    if by_id is not None:
        scored = by_id.shape[1] - rest.shape[1] + sum(same)
        if scored >= sum(one.gold_last - one.gold_first for one in walked if one.same):
            return _joined(by_id, rest, [*blocks, *alone], warnings)
    if any(one.same and (one.gold_last - one.gold_first, one.test_last - one.test_first) != (1, 1) for one in walked):
        warnings.append("sentence breaks differ; where they do, words are aligned across them")
    one_each = [
        one for one in walked if one.same and one.gold_last - one.gold_first == one.test_last - one.test_first == 1
    ]
    pairs_walked = np.array([(one.gold_first, one.test_first) for one in one_each], np.int64).reshape(-1, 2).T
    alike = _identical(gold, test, pairs_walked[0], pairs_walked[1])
    settled = {one.gold_first for one, good in zip(one_each, alike.tolist(), strict=True) if good}
    blocks = [one for one in walked if not (one.same and one.gold_first in settled)]
    return Pairing(pairs_walked[0][alike], pairs_walked[1][alike], blocks, warnings)


def _joined(pairs: NDArray[np.int64], rest: NDArray[np.int64], blocks: list[Block], warnings: list[str]) -> Pairing:
    settled = ~np.isin(pairs[0], rest[0])
    return Pairing(pairs[0][settled], pairs[1][settled], blocks, warnings)


def _alone(gold: int, test: int, pairs: NDArray[np.int64]) -> list[Block]:
    """Blocks for the sentences that no pair has."""
    gold_only = np.setdiff1d(np.arange(gold), pairs[0]).tolist()
    test_only = np.setdiff1d(np.arange(test), pairs[1]).tolist()
    return [*(Block(g, g + 1, 0, 0, False) for g in gold_only), *(Block(0, 0, t, t + 1, False) for t in test_only)]


def _pairs_by_id(gold: list[str | None], test: list[str | None]) -> tuple[NDArray[np.int64] | None, list[str]]:
    """Pairs ``[2, pairs]`` with equal sent_id; None, with a warning, where they cannot be trusted."""
    if not (any(gold) or any(test)) or not gold or not test:
        return None, []
    for name, ids in (("gold", gold), ("test", test)):
        if not any(ids):
            return None, [f"the {name} has no sent_id; sentences are paired in order"]
        repeated, times = Counter(one for one in ids if one is not None).most_common(1)[0]
        if times > 1:
            return None, [f"the {name} has sent_id '{repeated}' {times} times; sentences are paired in order"]
    if gold == test and all(gold):
        return np.stack([np.arange(len(gold))] * 2), []
    places = {one: place for place, one in enumerate(test) if one is not None}
    found = [(place, places[one]) for place, one in enumerate(gold) if one in places]
    if not found:
        return None, [
            f"no sent_id is in both files ('{_first(gold)}', '{_first(test)}'); sentences are paired in order"
        ]
    return np.array(found, np.int64).T, []


def _first(ids: list[str | None]) -> str:
    return next(one for one in ids if one is not None)


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


def _walk(gold: list[str], test: list[str]) -> list[Block]:
    """Goes through both files in order."""
    blocks: list[Block] = []
    landmarks = _landmarks(gold, test)
    g = t = 0
    while g < len(gold) and t < len(test):
        if gold[g] == test[t] and gold[g]:
            blocks.append(Block(g, g + 1, t, t + 1, True))
            g, t = g + 1, t + 1
            continue
        met = _resegmented(gold, test, g, t)
        if met is None:
            more_gold, more_test = _next_meeting(gold, test, g, t, landmarks)
            blocks += _side_by_side(g, g + more_gold, t, t + more_test)
            g, t = g + more_gold, t + more_test
        else:
            blocks.append(Block(g, met[0], t, met[1], True))
            g, t = met
    return blocks + _side_by_side(g, len(gold), t, len(test))


def _side_by_side(g: int, gold_last: int, t: int, test_last: int) -> list[Block]:
    """Sentences that differ, in order; the rest of the longer side stands alone."""
    blocks = []
    while g < gold_last or t < test_last:
        blocks.append(Block(g, min(g + 1, gold_last), t, min(t + 1, test_last), False))
        g, t = min(g + 1, gold_last), min(t + 1, test_last)
    return blocks


def _resegmented(gold: list[str], test: list[str], g: int, t: int) -> tuple[int, int] | None:
    """Where both files have a sentence break again, if all characters up to there are the same; else None."""
    texts, places, ahead = (gold, test), [g, t], 0
    rest, used = "", 0  # the last text of the side that is ahead, and how much of it the other side has too
    while True:
        behind = 1 - ahead
        if places[behind] >= len(texts[behind]) or not texts[behind][places[behind]]:
            return None
        piece = texts[behind][places[behind]]
        places[behind] += 1
        left = len(rest) - used
        if len(piece) < left:
            if not rest.startswith(piece, used):
                return None
            used += len(piece)
            continue
        if not piece.startswith(rest[used:]):
            return None
        rest, used, ahead = piece, left, behind
        if used == len(rest):
            return places[0], places[1]


def _landmarks(gold: list[str], test: list[str]) -> list[tuple[int, int]]:
    """The sentences whose text is there exactly once in either file, in the gold's order."""
    often = [Counter(texts) for texts in (gold, test)]
    places = {text: place for place, text in enumerate(test) if often[1][text] == 1}
    return [(place, places[text]) for place, text in enumerate(gold) if text in places and text and often[0][text] == 1]


def _next_meeting(
    gold: list[str], test: list[str], g: int, t: int, landmarks: list[tuple[int, int]]
) -> tuple[int, int]:
    """How many sentences to leave out on either side, so that both go on with the same text."""

    def meets(more_gold: int, more_test: int) -> bool:
        at_gold, at_test = g + more_gold, t + more_test
        if at_gold >= len(gold) or at_test >= len(test):
            return at_gold == len(gold) and at_test == len(test)
        return gold[at_gold] == test[at_test] != ""

    if meets(1, 1) or _resegmented(gold, test, g + 1, t + 1):
        return 1, 1
    for farthest in range(1, FARTHEST + 1):
        for less in range(farthest, -1, -1):
            if meets(farthest, less):
                return farthest, less
            if meets(less, farthest):
                return less, farthest
    first = bisect_left(landmarks, (g, 0))
    ahead = [(one - g, other - t) for one, other in landmarks[first : first + LANDMARKS] if other >= t]
    return min(ahead, key=max, default=(1, 1))
