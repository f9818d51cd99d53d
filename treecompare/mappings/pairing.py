"""Which sentences of a system correspond to which of the gold: by ``sent_id``, else by characters, across other sentence breaks.

The shared task's program compares whole files and gives up where any character differs. Here the characters of both files are
aligned (``characters.py``), and sentences correspond between the sentence breaks that both have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.characters import Text, align
from treecompare.mappings.surface import Surface
from treecompare.trees.arcs import gathered
from treecompare.trees.forms import plain_forms


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

    ``by_id``: whether sent_ids paired them.
    """

    gold: NDArray[np.int64]
    test: NDArray[np.int64]
    blocks: list[Block]
    by_id: bool
    warnings: list[str] = field(default_factory=list)

    @property
    def units(self) -> NDArray[np.int64]:
        """All sentences, ``[units, 4]``: first and last (half-open) of the gold, the same of the test, in the gold's order."""
        pairs = np.stack((self.gold, self.gold + 1, self.test, self.test + 1), axis=1)
        blocks = [(one.gold_first, one.gold_last, one.test_first, one.test_last) for one in self.blocks]
        units = np.concatenate((pairs, np.array(blocks, np.int64).reshape(-1, 4)))
        # sentences that only one side has may have no place in the other
        alone = units[:, 0] == units[:, 1]
        return units[np.lexsort((units[:, 2], units[:, 0], alone))]


def pair_sentences(gold: Surface, test: Surface, cancel: NDArray[np.int32] | None = None) -> Pairing:
    """Pairs by sent_id where both files have them and none twice, unless the alignment gives more sentences their text.

    Without such ids in order, if all texts are the same, else by the alignment, which ``cancel[0] != 0`` ends.

    Raises Cancelled: ``cancel`` was set.
    """
    by_id, warnings = _pairs_by_id(gold.sentences.sent_ids, test.sentences.sent_ids)
    pairs = by_id
    if by_id is None and len(gold.sentences) == len(test.sentences):
        pairs = np.stack([np.arange(len(gold.sentences))] * 2)
    given = None
    if pairs is not None:
        alike = _identical(gold, test, pairs[0], pairs[1])
        blocks = _blocks_of(gold, test, pairs[:, ~alike]) + _alone(len(gold.sentences), len(test.sentences), pairs)
        given = Pairing(pairs[0][alike], pairs[1][alike], blocks, by_id is not None, warnings)
        if all(block.same for block in blocks):
            return given
    aligned = _aligned(gold, test, cancel)
    if (
        given is not None
        and by_id is not None
        and _scored(given) >= sum(one.gold_last - one.gold_first for one in aligned if one.same)
    ):
        return given
    if any(one.same and (one.gold_last - one.gold_first, one.test_last - one.test_first) != (1, 1) for one in aligned):
        warnings.append("sentence breaks differ; where they do, words are aligned across them")
    one_each = [
        one for one in aligned if one.same and one.gold_last - one.gold_first == one.test_last - one.test_first == 1
    ]
    pairs = np.array([(one.gold_first, one.test_first) for one in one_each], np.int64).reshape(-1, 2).T
    alike = _identical(gold, test, pairs[0], pairs[1])
    settled = set(pairs[0][alike].tolist())
    rest = [one for one in aligned if not (one.same and one.gold_first in settled)]
    return Pairing(pairs[0][alike], pairs[1][alike], rest, False, warnings)


def pair_in_place(gold: Surface, test: Surface) -> Pairing:
    """Sentence by sentence, whatever their texts: the test was made from the gold and has as many."""
    pairs = np.stack([np.arange(len(gold.sentences))] * 2)
    alike = _identical(gold, test, pairs[0], pairs[1])
    return Pairing(pairs[0][alike], pairs[1][alike], _blocks_of(gold, test, pairs[:, ~alike]), True)


def edits_of(gold: Surface, test: Surface, units: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many characters have to be replaced, deleted or inserted in each of the units (rows of :attr:`Pairing.units`)."""
    plain = plain_forms(gold.codes.texts)
    edits = np.zeros(len(units), np.int64)
    for place, (g, g_last, t, t_last) in enumerate(units.tolist()):
        if "".join(gold.texts[g:g_last]) != "".join(test.texts[t:t_last]):
            edits[place] = align(_text(gold, g, g_last, plain), _text(test, t, t_last, plain)).edits.sum()
    return edits


def share_of(gold: Surface, test: Surface, pairing: Pairing, enough: float) -> float:
    """Which share of the test's characters are the gold's; as soon as it is ``enough``, no more are looked for."""
    unlike = [block for block in pairing.blocks if not block.same]
    if not unlike:
        return 1.0
    lengths = np.fromiter(map(len, test.texts), np.int64, len(test.texts))
    total = int(lengths.sum())
    if not total or not sum(map(len, gold.texts)):
        return 1.0
    places = [place for block in pairing.blocks if block.same for place in range(block.test_first, block.test_last)]
    same = int(lengths[pairing.test].sum() + lengths[places].sum())
    plain = plain_forms(gold.codes.texts)
    for block in unlike:
        if same >= enough * total:
            break
        if not block.given_up and block.gold_first < block.gold_last and block.test_first < block.test_last:
            of_gold = _text(gold, block.gold_first, block.gold_last, plain)
            same += align(of_gold, _text(test, block.test_first, block.test_last, plain)).matched
    return same / total


def _text(side: Surface, first: int, last: int, plain: Sequence[str]) -> Text:
    codes = side.token_codes[side.token_offsets[first] : side.token_offsets[last]]
    return Text.of(plain, codes, np.array([0, len(codes)]))


def _scored(pairing: Pairing) -> int:
    """How many gold sentences have their text."""
    return len(pairing.gold) + sum(one.gold_last - one.gold_first for one in pairing.blocks if one.same)


def _blocks_of(gold: Surface, test: Surface, pairs: NDArray[np.int64]) -> list[Block]:
    """Pairs ``[2, pairs]`` of single sentences."""
    if not pairs.size:
        return []
    texts = gold.texts, test.texts
    return [Block(g, g + 1, t, t + 1, texts[0][g] == texts[1][t] != "") for g, t in pairs.T.tolist()]


def _aligned(gold: Surface, test: Surface, cancel: NDArray[np.int32] | None) -> list[Block]:
    """The groups of sentences between the sentence breaks that both files have."""
    plain = plain_forms(gold.codes.texts)
    texts_of = [Text.of(plain, side.token_codes, side.token_offsets) for side in (gold, test)]
    found = align(texts_of[0], texts_of[1], gold.sentences.sent_ids, test.sentences.sent_ids, cancel)
    blocks = []
    for (g, g_last, t, t_last), given_up in zip(found.groups.tolist(), found.unaligned.tolist(), strict=True):
        texts = gold.texts[g:g_last], test.texts[t:t_last]
        same = all(all(side) for side in texts) and "".join(texts[0]) == "".join(texts[1]) != ""
        blocks.append(Block(g, g_last, t, t_last, same, given_up))
    return blocks


def _alone(gold: int, test: int, pairs: NDArray[np.int64]) -> list[Block]:
    """Blocks for the sentences that no pair has."""
    gold_only = np.setdiff1d(np.arange(gold), pairs[0]).tolist()
    test_only = np.setdiff1d(np.arange(test), pairs[1]).tolist()
    return [*(Block(g, g + 1, 0, 0, False) for g in gold_only), *(Block(0, 0, t, t + 1, False) for t in test_only)]


def _pairs_by_id(gold: list[str | None], test: list[str | None]) -> tuple[NDArray[np.int64] | None, list[str]]:
    """Pairs ``[2, pairs]`` with equal sent_id; None, with a warning, where they cannot be trusted."""
    if not (any(gold) or any(test)) or not gold or not test:
        return None, []
    for name, ids in (("gold", gold), ("system", test)):
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
