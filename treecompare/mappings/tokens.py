"""Alignment of the words of two dependency treebanks, whose tokens and sentence breaks may differ.

The rules are those of the CoNLL 2018 shared task (Zeman et al. 2018, section 4.1): words correspond when they are the
same characters; where a token of several words is involved on either side, the words of the whole stretch are aligned by a
longest common subsequence of their lower-cased forms. Sentences with the same tokens, nearly all as a rule, are settled for the
whole file at once; the others go through ``align_stretches``, which comes twice: compiled as ``_tokens``, and as its readable
twin ``_tokens_twin``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.compiled import kernel
from treecompare.mappings._tokens_twin import align_stretches
from treecompare.mappings.pairing import Block, Pairing, pair_dependencies
from treecompare.mappings.surface import Surface, all_count, characters
from treecompare.trees.arcs import gathered, ranges, sums_before
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.shared_symbols import Shared

NONE = -1
MOST_PAIRS = 20_000_000
"""Sentences with other characters are aligned if they have no more gold words times test words."""


@dataclass(frozen=True, eq=False)
class TokenAlignment:
    """Which word stands for which, and what could not be aligned.

    ``test_of_gold``, ``gold_of_test``: place of the counterpart in the other treebank's columns, NONE where there is none.
    ``sentence_of_test``: the gold sentence with which each test word is counted (that in which its token begins), NONE where
    the sentence is not scored. ``aligned``: gold sentences that are scored. ``tokens``, ``breaks``: ``[gold sentences, 3]`` =
    gold, test, matched tokens and sentences. ``partner``: the first test sentence that stands for a gold sentence, NONE
    where there is none. ``reasons``: why gold sentences are not scored. ``extra``: test sentences without a gold sentence.
    ``pairing``: which sentences correspond, scored or not.
    """

    test_of_gold: NDArray[np.int64]
    gold_of_test: NDArray[np.int64]
    sentence_of_test: NDArray[np.int64]
    aligned: NDArray[np.bool_]
    tokens: NDArray[np.int64]
    breaks: NDArray[np.int64]
    partner: NDArray[np.int64]
    reasons: dict[int, str]
    extra: dict[int, str]
    warnings: list[str]
    pairing: Pairing

    @property
    def matched(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The aligned words: places in the gold and in the test."""
        gold = np.flatnonzero(self.test_of_gold != NONE)
        return gold, self.test_of_gold[gold]


def align(
    gold: Dependencies,
    test: Dependencies,
    differing: str = "skip",
    cancel: NDArray[np.int32] | None = None,
    in_place: bool = False,
) -> TokenAlignment:
    """Pairs the sentences (``mappings/pairing.py``) and aligns their words.

    ``differing``: what becomes of two sentences that correspond but have different characters: they are left out
    with their reason (``skip``), or their words are aligned (``align``) by a longest common subsequence of lower-cased forms, as
    the shared task does within a token of several words. So can segments be compared that are not in the text, like the
    covert article of Hebrew in files that do not say which segments are one token. ``cancel[0] != 0`` ends the work.
    ``in_place``: sentences stand for those of the same number, whatever their texts.

    Raises Cancelled: ``cancel`` was set.
    """
    codes = Shared(characters, all_count)
    sides = Surface.of(gold, codes), Surface.of(test, codes)
    pairing = pair_dependencies(*sides, cancel, in_place)
    found = TokenAlignment(
        np.full(gold.words, NONE, np.int64), np.full(test.words, NONE, np.int64), np.full(test.words, NONE, np.int64),
        np.zeros(len(gold), np.bool_), np.zeros((len(gold), 3), np.int64), np.zeros((len(gold), 3), np.int64),
        np.full(len(gold), NONE, np.int64), {}, {}, list(pairing.warnings), pairing,
    )  # fmt: skip
    gold_words, test_words = gathered(gold.offsets, pairing.gold), gathered(test.offsets, pairing.test)
    found.test_of_gold[gold_words] = test_words
    found.gold_of_test[test_words] = gold_words
    found.sentence_of_test[test_words] = gold.sentence_of[gold_words]
    found.aligned[pairing.gold] = True
    found.partner[pairing.gold] = pairing.test
    found.tokens[pairing.gold] = sides[0].token_counts[pairing.gold, None]
    found.breaks[pairing.gold] = 1
    unlike = [one for one in pairing.blocks if differing == "align" and _can_be_aligned(*sides, one)]
    if unlike:
        _align_unlike(*sides, unlike, found)
    settled = set(unlike)
    for block in pairing.blocks:
        if block.same or block in settled:
            continue
        reason = _difference(*sides, block)
        for sentence in range(block.gold_first, block.gold_last):
            found.reasons[sentence] = reason
            found.partner[sentence] = block.test_first if block.test_first < block.test_last else NONE
        if block.gold_first == block.gold_last:
            found.extra.update(dict.fromkeys(range(block.test_first, block.test_last), reason))
    same = [block for block in pairing.blocks if block.same]
    if same:
        _align_blocks(*sides, same, found)
    found.warnings.extend(_decomposed(gold, test))
    return found


def _decomposed(gold: Dependencies, test: Dependencies) -> list[str]:
    """A warning where one treebank writes letters decomposed and the other does not."""
    if all(all_count("\n".join(side.symbols.texts)) for side in (gold, test)):
        return []
    sides = ("gold", gold, _decomposed_forms(gold)), ("system", test, _decomposed_forms(test))
    for (name, side, forms), (other_name, _, other_forms) in (sides, sides[::-1]):
        alone = [symbol for form, symbol in forms.items() if form not in other_forms]
        words = np.flatnonzero(np.isin(side.form, alone))
        if len(words):
            word = int(words[0])
            return [
                f"the {name} writes letters decomposed (NFD), the {other_name} does not; they count as the same, first in "
                f"sentence {side.sentence_of[word] + 1}, word {side.numbers[word]}: "
                f"'{unicodedata.normalize('NFC', side.symbols.texts[side.form[word]])}'"
            ]
    return []


def _decomposed_forms(side: Dependencies) -> dict[str, int]:
    """The forms that are not composed, with their symbols."""
    used = np.zeros(len(side.symbols), np.bool_)
    used[side.form] = True
    forms = ((side.symbols.texts[symbol], symbol) for symbol in np.flatnonzero(used).tolist())
    return {form: symbol for form, symbol in forms if not (form.isascii() or unicodedata.is_normalized("NFC", form))}


def _difference(gold: Surface, test: Surface, block: Block) -> str:
    """Why a block is not scored, in one sentence."""
    if block.given_up:
        return "the files differ too much here to be aligned"
    if block.gold_first == block.gold_last:
        return "the gold has no such sentence"
    if block.test_first == block.test_last:
        return "the system has no such sentence"
    texts = _texts(gold, test, block)
    if not texts[0]:
        return "the gold sentence has no words"
    if not texts[1]:
        return "no parse"
    if texts[0] == texts[1]:
        return "there is a sentence without words between those that belong together"
    same = next((place for place, (g, t) in enumerate(zip(*texts, strict=False)) if g != t), min(map(len, texts)))
    tokens = [
        _token_at(gold, block.gold_first, block.gold_last, same),
        _token_at(test, block.test_first, block.test_last, same),
    ]
    found = [f"token {number} is '{form}'" if number else "nothing is left" for number, form in tokens]
    return f"the texts differ: {found[0]} in the gold, {found[1]} in the system"


def _texts(gold: Surface, test: Surface, block: Block) -> tuple[str, str]:
    """The characters of both sides."""
    return (
        "".join(gold.texts[block.gold_first : block.gold_last]),
        "".join(test.texts[block.test_first : block.test_last]),
    )


def _token_at(side: Surface, first: int, last: int, character: int) -> tuple[int, str]:
    """Number in its sentence, from 1, and characters of the token with that character of some sentences; 0 behind the last."""
    end = 0
    for sentence in range(first, last):
        codes = side.token_codes[side.token_offsets[sentence] : side.token_offsets[sentence + 1]].tolist()
        for number, code in enumerate(codes, 1):
            form = side.codes.texts[code]
            end += len(form)
            if end > character:
                return number, form
    return 0, ""


def _can_be_aligned(gold: Surface, test: Surface, block: Block) -> bool:
    """Whether a block has words that differ on either side, and not so many that there is no memory for them."""
    if block.same or not all(_texts(gold, test, block)):
        return False
    ends = (gold, block.gold_first, block.gold_last), (test, block.test_first, block.test_last)
    words = [int(side.sentences.offsets[last] - side.sentences.offsets[first]) for side, first, last in ends]
    return words[0] * words[1] <= MOST_PAIRS


def _align_unlike(gold: Surface, test: Surface, blocks: list[Block], found: TokenAlignment) -> None:
    """Sentences with other characters: each block is one stretch, as if both sides were one token of several words.

    A test word without counterpart is counted with the sentence of the last one before it that has one.
    """
    rows = np.array([(one.gold_first, one.gold_last, one.test_first, one.test_last) for one in blocks], np.int64)
    lowered = _lowered(gold.codes.texts)
    stretches, places, sentences = [], [], []
    for side, first, last in ((gold, rows[:, 0], rows[:, 1]), (test, rows[:, 2], rows[:, 3])):
        begins, ends = side.sentences.offsets[first], side.sentences.offsets[last]
        words = ranges(begins, ends)
        zeros, ones = np.zeros(len(words), np.int64), np.ones(len(words), np.int64)
        limits = sums_before(ends - begins)
        stretches.append(_Words(zeros, ones, ones.astype(np.uint8), lowered[side.word_codes[words]], limits))
        places.append(words)
        of = ranges(first, last)
        sentences.append(of[side.sentences.lengths[of] > 0])
    counterparts = np.full(len(places[0]), NONE, np.int64)
    _align_stretches(stretches[0], stretches[1], counterparts)
    chosen = np.flatnonzero(counterparts != NONE)
    gold_places, test_places = places[0][chosen], places[1][counterparts[chosen]]
    found.test_of_gold[gold_places] = test_places
    found.gold_of_test[test_places] = gold_places

    known = np.full(len(places[1]), NONE, np.int64)
    known[stretches[1].limits[:-1]] = gold.sentences.sentence_of[places[0][stretches[0].limits[:-1]]]
    known[counterparts[chosen]] = gold.sentences.sentence_of[gold_places]
    owners = known[np.maximum.accumulate(np.where(known == NONE, 0, np.arange(len(known))))]
    found.sentence_of_test[places[1]] = owners
    count = len(found.aligned)
    everything = ranges(rows[:, 0], rows[:, 1])
    found.reasons.update(
        dict.fromkeys(np.setdiff1d(everything, sentences[0]).tolist(), "the gold sentence has no words")
    )
    found.aligned[sentences[0]] = True
    begin = test.sentences.offsets[sentences[1]]  # each test sentence is counted where its first word is
    found.partner[everything] = np.repeat(rows[:, 2], rows[:, 1] - rows[:, 0])
    found.partner[found.sentence_of_test[begin][::-1]] = sentences[1][::-1]
    found.breaks[sentences[0], 0] = 1
    found.breaks[sentences[0], 1] = np.bincount(found.sentence_of_test[begin], minlength=count)[sentences[0]]
    first_of_token = np.diff(test.token_of, prepend=NONE)[places[1]] > 0
    plain = ~(gold.in_multiword[gold_places] | test.in_multiword[test_places])
    tokens = (
        np.bincount(owners[first_of_token], minlength=count),
        np.bincount(gold.sentences.sentence_of[gold_places[plain]], minlength=count),
    )
    found.tokens[sentences[0]] = np.stack(
        (gold.token_counts[sentences[0]], *(one[sentences[0]] for one in tokens)), axis=1
    )
    what = (
        "1 sentence has other characters; its" if len(sentences[0]) == 1
        else f"{len(sentences[0])} sentences have other characters; their"
    )  # fmt: skip
    found.warnings.append(
        f"{what} words are still aligned, first in sentence {int(rows[:, 0].min()) + 1}: "
        + _difference(gold, test, blocks[0])
    )


def _lowered(forms: Sequence[str]) -> NDArray[np.int64]:
    """For each form the number of its lower-cased form."""
    lower = "\n".join(forms).lower().split("\n") if forms else []
    numbers = {text: number for number, text in enumerate(dict.fromkeys(lower))}
    return np.array([numbers[form] for form in lower], np.int64)


def _align_stretches(gold: _Words, test: _Words, counterparts: NDArray[np.int64]) -> None:
    compiled = kernel("mappings._tokens")
    go = align_stretches if compiled is None else compiled.align_stretches
    go(*gold, *test, counterparts)


def _align_blocks(gold: Surface, test: Surface, blocks: list[Block], found: TokenAlignment) -> None:
    """Blocks of which both sides have the same characters and different tokens, words or sentence breaks."""
    limits = np.array([(one.gold_first, one.gold_last, one.test_first, one.test_last) for one in blocks], np.int64)
    gold_side, test_side = _Side(gold, limits[:, 0], limits[:, 1]), _Side(test, limits[:, 2], limits[:, 3])
    lowered = _lowered(gold.codes.texts)
    counterparts = np.full(len(gold_side.places), NONE, np.int64)
    _align_stretches(gold_side.words(lowered), test_side.words(lowered), counterparts)
    found_words = np.flatnonzero(counterparts != NONE)
    gold_places, test_places = gold_side.places[found_words], test_side.places[counterparts[found_words]]
    found.test_of_gold[gold_places] = test_places
    found.gold_of_test[test_places] = gold_places
    _count_blocks(gold_side, test_side, found)


@dataclass(frozen=True, eq=False)
class _Spans:
    """Tokens or sentences of all blocks: block, start and end in the block's characters, place in the file."""

    blocks: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    places: NDArray[np.int64]

    def sentences(self, rows: _Spans) -> NDArray[np.int64]:
        """In which of the sentences ``rows`` each span begins, as a place in ``rows``."""
        most = max(int(self.starts.max(initial=0)), int(rows.starts.max(initial=0))) + 1
        begins = rows.blocks * most + rows.starts
        return np.searchsorted(begins, self.blocks * most + self.starts, side="right") - 1

    def keys(self, most: int) -> NDArray[np.int64]:
        """One number for block, start and end, where no end is larger than ``most``."""
        return (self.blocks * (most + 1) + self.starts) * (most + 1) + self.ends


class _Words(NamedTuple):
    """The words of all blocks: start and end of their tokens in the block's characters, whether these have several words,
    numbers of their lower-cased forms; and where the words of each block begin, one entry more than there are blocks.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    multiword: NDArray[np.uint8]
    forms: NDArray[np.int64]
    limits: NDArray[np.int64]


class _Side:
    """One treebank's part in the blocks; ``places``: the words of all blocks in its columns."""

    def __init__(self, surface: Surface, firsts: NDArray[np.int64], lasts: NDArray[np.int64]) -> None:
        self.surface = surface
        offsets = surface.sentences.offsets
        before = np.concatenate(([0], surface.ends))[
            surface.token_offsets
        ]  # characters before each sentence of the file
        shifts = before[firsts]
        rows = ranges(firsts, lasts)
        row_blocks = np.repeat(np.arange(len(firsts)), lasts - firsts)
        self.rows = _Spans(row_blocks, before[rows] - shifts[row_blocks], before[rows + 1] - shifts[row_blocks], rows)
        places = gathered(surface.token_offsets, rows)
        blocks = np.repeat(row_blocks, surface.token_counts[rows])
        starts, ends = (spans[places] - shifts[blocks] for spans in (surface.starts, surface.ends))
        self.tokens = _Spans(blocks, starts, ends, places)
        self.places = gathered(offsets, rows)
        self._shifts = np.repeat(shifts[row_blocks], surface.sentences.lengths[rows])
        self._limits = sums_before(offsets[lasts] - offsets[firsts])

    def words(self, lowered: NDArray[np.int64]) -> _Words:
        """The words of all blocks; ``lowered``: for the characters of each form, the number of its lower-cased form."""
        side, tokens = self.surface, self.surface.token_of[self.places]
        return _Words(
            side.starts[tokens] - self._shifts,
            side.ends[tokens] - self._shifts,
            side.in_multiword[self.places].view(np.uint8),
            lowered[side.word_codes[self.places]],
            self._limits,
        )


def _among(keys: NDArray[np.int64], ascending: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which keys are among the others."""
    places = np.minimum(np.searchsorted(ascending, keys), len(ascending) - 1)
    same: NDArray[np.bool_] = ascending[places] == keys
    return same


def _count_blocks(gold: _Side, test: _Side, found: TokenAlignment) -> None:
    """Tokens and sentence breaks of blocks, each counted with the gold sentence in which it begins."""
    rows = gold.rows.places
    found.aligned[rows] = True
    found.partner[rows] = test.rows.places[gold.rows.sentences(test.rows)]
    for out, gold_spans, test_spans in (
        (found.tokens, gold.tokens, test.tokens),
        (found.breaks, gold.rows, test.rows),
    ):
        most = max(int(gold_spans.ends.max()), int(test_spans.ends.max()))
        same = _among(gold_spans.keys(most), test_spans.keys(most))
        owners = rows[gold_spans.sentences(gold.rows)]
        for column, found_rows in enumerate((owners, rows[test_spans.sentences(gold.rows)], owners[same])):
            out[:, column] += np.bincount(found_rows, minlength=len(out))
    sentence_of_token = np.full(len(test.surface.token_codes), NONE, np.int64)
    sentence_of_token[test.tokens.places] = rows[test.tokens.sentences(gold.rows)]
    words = gathered(test.surface.sentences.offsets, test.rows.places)
    found.sentence_of_test[words] = sentence_of_token[test.surface.token_of[words]]
