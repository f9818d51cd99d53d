"""Alignment of the words of two dependency treebanks, whose tokens, sentence breaks and characters may differ.

Where both have the same characters the rules are those of the CoNLL 2018 shared task (Zeman et al. 2018, section 4.1): words
correspond when they are the same stretch of characters; where a token of several words is involved on either side, the words of
the whole stretch are aligned by a longest common subsequence of their lower-cased forms. Elsewhere the same holds of plain forms
(trees); where these differ, too, of stretches on an axis that the alignment of the characters (``characters.py``) gives
both sides, and words that are only written otherwise are paired besides. Sentences with the same tokens, nearly all as a rule,
are settled for the whole file at once; the others go through ``align_stretches``, which is compiled or as it stands there.

A token is a word, or several words written as one (``3-4``); blanks (Unicode Zs) are no characters. The program of the task
compares whole files and gives up where any character differs; here sentences are paired first (``sentence_pairing.py``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.kernels import kernel
from treecompare.mappings.characters import Text, align_in_place, units_of_pairs
from treecompare.mappings.sentence_pairing import BY_PLACE, BY_TEXT, Names, one_each, pair_sentences
from treecompare.trees.characters import plain_forms, told_apart
from treecompare.trees.columns import Mask, Numbers, gathered, ranges, same_rows, sums_before
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.symbols import Shared

_BLANKS = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
"""All characters of the category Zs."""


def characters(form: str) -> str:
    """The characters of a form that count: all but blanks."""
    return form.replace(" ", "") if form.isascii() else _BLANKS.sub("", form)


def all_count(texts: str) -> bool:
    """Whether every character of texts joined by LF counts, as in nearly all files."""
    return " " not in texts if texts.isascii() else _BLANKS.search(texts) is None


@dataclass(frozen=True, eq=False)
class Surface:
    """The tokens of a treebank.

    ``token_codes``: the characters of each token. ``token_offsets``: where the tokens of each sentence begin. ``token_of``: token
    of each word. ``in_multiword``: whether that token has several words (or is written as if). ``word_codes``: the
    characters of each word. ``codes``: the texts of these numbers, the same for both treebanks.
    """

    sentences: Dependencies
    codes: Shared
    token_codes: Numbers
    token_offsets: Numbers
    token_of: Numbers
    in_multiword: Mask
    word_codes: Numbers

    @classmethod
    def of(cls, sentences: Dependencies, codes: Shared) -> Surface:
        """The tokens of a treebank, with the numbers of ``codes``, which is ``Shared(characters, all_count)``."""
        several, words = sentences.multiwords, sentences.words
        base = np.repeat(sentences.offsets[:-1], np.diff(several.offsets))
        first, last = base + several.first - 1, base + several.last
        edges = np.zeros(words + 1, np.int64)
        np.add.at(edges, first, 1)
        np.add.at(edges, last, -1)
        in_multiword = np.cumsum(edges[:words]) > 0
        begins = ~in_multiword
        begins[first] = True
        token_of = np.cumsum(begins) - 1
        word_codes, several_codes = codes.of(sentences.symbols, sentences.form, several.form)
        token_codes = word_codes[begins]
        token_codes[token_of[first]] = several_codes
        counts = sums_before(begins)
        return cls(sentences, codes, token_codes, counts[sentences.offsets], token_of, in_multiword, word_codes)

    def plain(self, forms: Shared, numbers: Numbers) -> Surface:
        """The same tokens and words in plain forms; see :func:`plain_codes`."""
        return replace(self, codes=forms, token_codes=numbers[self.token_codes], word_codes=numbers[self.word_codes])

    @property
    def told_words(self) -> Numbers:
        """Per word: its characters, whether it is part of a token, and which token of the sentence it belongs to."""
        tokens_before = np.repeat(self.token_offsets[:-1], self.sentences.lengths)
        return np.stack((self.word_codes, self.in_multiword, self.token_of - tokens_before))

    @cached_property
    def token_counts(self) -> Numbers:
        """Tokens per sentence."""
        return np.diff(self.token_offsets)

    @cached_property
    def texts(self) -> list[str]:
        """All characters of each sentence."""
        texts, codes = self.codes.texts, self.token_codes.tolist()
        limits = self.token_offsets.tolist()
        return ["".join([texts[code] for code in codes[first:last]]) for first, last in pairwise(limits)]

    @cached_property
    def text(self) -> Text:
        """The characters of the tokens as they are compared: plain forms, in one text."""
        return Text.of(plain_forms(self.codes.texts), self.token_codes, self.token_offsets)

    @cached_property
    def ends(self) -> Numbers:
        """End of each token in characters from the beginning of the file; its start is the end of the one before."""
        return np.cumsum(self._token_lengths)

    @cached_property
    def _token_lengths(self) -> Numbers:
        lengths = np.fromiter(map(len, self.codes.texts), np.int64, len(self.codes.texts))
        return lengths[self.token_codes]

    @cached_property
    def starts(self) -> Numbers:
        """Start of each token in characters from the beginning of the file."""
        return self.ends - self._token_lengths


def plain_codes(codes: Shared) -> tuple[Shared, Numbers]:
    """The plain forms (trees/characters.py) of all texts, and for each text the number of its plain form."""
    forms = Shared()
    plain = plain_forms(codes.texts) if codes.texts else []
    return forms, forms.numbers(plain)


@dataclass(frozen=True)
class Block:
    """Sentences of the gold that stand for some of the test; one side may have none.

    ``same``: they have the same characters, and all of them have some. ``given_up``: the files differ too much there.
    """

    gold: range
    test: range
    same: bool
    given_up: bool = False

    @property
    def unit(self) -> tuple[int, int, int, int]:
        """Its sentences."""
        return self.gold.start, self.gold.stop, self.test.start, self.test.stop


@dataclass(frozen=True, eq=False)
class Pairing:
    """``gold``, ``test``: pairs of one sentence each with identical tokens and words. ``blocks``: everything else.

    ``units``, ``ways``, ``edits``: all of it, in the gold's order, as :class:`treecompare.mappings.sentence_pairing.Paired` has it.
    ``share``: which share of the test's characters are the gold's.
    """

    gold: Numbers
    test: Numbers
    blocks: list[Block]
    units: Numbers
    ways: NDArray[np.uint8]
    edits: Numbers
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
        units = units_of_pairs(np.stack((places, places), axis=1))
        edits, share, given_up = np.zeros(len(units), np.int64), 1.0, np.zeros(len(units), np.bool_)
        ways = np.where(gold.token_counts > 0, BY_TEXT, BY_PLACE).astype(np.uint8)
    else:
        texts = gold.text, test.text
        ours, its = (Names(one.sentences.sent_ids, one.sentences.documents) for one in (gold, test))
        paired = pair_sentences(*texts, (ours, its), cancel, in_place=in_place)
        units, ways, edits, given_up = paired.groups, paired.ways, paired.edits, paired.unaligned
        share = 1.0 if in_place else paired.share(*texts)
    pairs = one_each(units)
    pairs[pairs] = _identical(gold, test, units[pairs, :2], units[pairs, 2:])
    blocks = _blocks(gold, test, units[~pairs], given_up[~pairs])
    warnings = []
    if any(one.same and len(one.gold) + len(one.test) > 2 for one in blocks):
        warnings.append("sentence breaks differ; where they do, words are aligned across them")
    return Pairing(units[pairs, 0], units[pairs, 2], blocks, units, ways, edits, share, warnings)


def _blocks(gold: Surface, test: Surface, units: Numbers, given_up: Mask) -> list[Block]:
    blocks = []
    for (g, g_last, t, t_last), is_given_up in zip(units.tolist(), given_up.tolist(), strict=True):
        texts = gold.texts[g:g_last], test.texts[t:t_last]
        same = all(map(all, texts)) and "".join(texts[0]) == "".join(texts[1]) != ""
        blocks.append(Block(range(g, g_last), range(t, t_last), same, is_given_up))
    return blocks


def _identical(gold: Surface, test: Surface, gold_rows: Numbers, test_rows: Numbers) -> Mask:
    """Pairs with the same tokens of the same words, not empty; ``…_rows``: ``[pairs, 2]``, the sentence and one more."""
    sides = ((gold, gold_rows), (test, test_rows))
    tokens = [side.token_offsets[rows] for side, rows in sides]
    words = [side.sentences.offsets[rows] for side, rows in sides]
    same = same_rows(gold.token_codes, test.token_codes, *tokens) & (words[0][:, 0] < words[0][:, 1])
    same[same] = same_rows(gold.told_words, test.told_words, *(limits[same] for limits in words))
    return same


def common_subsequence(gold: Sequence[object], test: Sequence[object]) -> list[tuple[int, int]]:
    """A longest common subsequence as pairs of places, from left to right; of several the one that ends rightmost."""
    longest = [[0] * (len(test) + 1)]
    for ours in gold:
        row = [0]
        for place, theirs in enumerate(test):
            row.append(longest[-1][place] + 1 if ours == theirs else max(row[-1], longest[-1][place + 1]))
        longest.append(row)
    i, j = len(gold), len(test)
    pairs = []
    while i and j:
        if gold[i - 1] == test[j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif longest[i][j - 1] >= longest[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return pairs[::-1]


NONE = -1


@dataclass(frozen=True, eq=False)
class TokenAlignment:
    """Which word stands for which, and what could not be aligned.

    ``test_of_gold``, ``gold_of_test``: place of the counterpart in the other treebank's columns, NONE where there is none.
    ``sentence_of_test``: the gold sentence with which each test word is counted (that in which its token begins), NONE where
    the sentence is not scored. ``aligned``: gold sentences that are scored. ``tokens``, ``breaks``: ``[gold sentences, 3]`` =
    gold, test, matched tokens and sentences. ``partner``: the first test sentence that stands for a gold sentence, NONE
    where there is none. ``differs``: gold sentences that are scored though words or sentence breaks differ. ``reasons``: why gold
    sentences are not scored. ``extra``: test sentences without a gold sentence. ``pairing``: which sentences correspond, scored
    or not. ``respelt``: the gold words, ascending, whose counterpart has other characters.
    """

    test_of_gold: Numbers
    gold_of_test: Numbers
    sentence_of_test: Numbers
    aligned: Mask
    tokens: Numbers
    breaks: Numbers
    partner: Numbers
    differs: Mask
    reasons: dict[int, str]
    extra: dict[int, str]
    warnings: list[str]
    pairing: Pairing
    respelt: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def matched(self) -> tuple[Numbers, Numbers]:
        """The aligned words: places in the gold and in the test."""
        gold = np.flatnonzero(self.test_of_gold != NONE)
        return gold, self.test_of_gold[gold]


def same_words(gold: Dependencies, test: Dependencies) -> bool:
    """Whether all sentences have the same words and tokens, written alike, in the same order."""
    numbers, (ours, theirs) = gold.symbols.found_of(test.symbols), (gold.multiwords, test.multiwords)
    return (
        np.array_equal(gold.offsets, test.offsets)
        and np.array_equal(gold.form, numbers[test.form])
        and np.array_equal(ours.offsets, theirs.offsets)
        and np.array_equal((ours.first, ours.last, ours.form), (theirs.first, theirs.last, numbers[theirs.form]))
    )


def align(
    gold: Dependencies,
    test: Dependencies,
    differing: str = "skip",
    cancel: NDArray[np.int32] | None = None,
    in_place: bool = False,
    words: str = "all",
) -> TokenAlignment:
    """Pairs the sentences and aligns their words.

    ``differing``: what becomes of two sentences that correspond but have different characters under plain forms: they are left out
    with their reason (``skip``), or their words are aligned (``align``). So can segments be compared that are not in the text,
    like the covert article of Hebrew in files that do not say which segments are one token. ``words``: whether of such sentences
    also words are paired that have other characters (``all``): as many on both sides between two pairs of words, or only words
    with equal plain forms (``exact``).
    ``cancel``, ``in_place``: as :func:`pair_sentences` has them. Raises Cancelled: ``cancel`` was set.
    """
    codes = Shared(characters, all_count)
    sides = Surface.of(gold, codes), Surface.of(test, codes)
    pairing = pair_dependencies(*sides, cancel, in_place)
    found = TokenAlignment(
        np.full(gold.words, NONE, np.int64), np.full(test.words, NONE, np.int64), np.full(test.words, NONE, np.int64),
        np.zeros(len(gold), np.bool_), np.zeros((len(gold), 3), np.int64), np.zeros((len(gold), 3), np.int64),
        np.full(len(gold), NONE, np.int64), np.zeros(len(gold), np.bool_), {}, {}, list(pairing.warnings), pairing,
    )  # fmt: skip
    gold_words, test_words = gathered(gold.offsets, pairing.gold), gathered(test.offsets, pairing.test)
    found.test_of_gold[gold_words] = test_words
    found.gold_of_test[test_words] = gold_words
    found.sentence_of_test[test_words] = gold.sentence_of[gold_words]
    found.aligned[pairing.gold] = True
    found.partner[pairing.gold] = pairing.test
    found.tokens[pairing.gold] = sides[0].token_counts[pairing.gold, None]
    found.breaks[pairing.gold] = 1
    if pairing.blocks:
        return _with_blocks(sides, differing, words, found)
    return found


def _with_blocks(sides: tuple[Surface, Surface], differing: str, words: str, found: TokenAlignment) -> TokenAlignment:
    """What is not settled by identical tokens."""
    forms, numbers = plain_codes(sides[0].codes)
    plain = sides[0].plain(forms, numbers), sides[1].plain(forms, numbers)
    same: list[Block] = []
    written_otherwise: list[Block] = []
    unlike: list[Block] = []
    for block in found.pairing.blocks:
        if block.same:
            same.append(block)
            continue
        texts = _texts(*plain, block)
        if all(texts) and _all_have_words(*sides, block) and texts[0] == texts[1]:
            written_otherwise.append(block)
        elif all(map(str.strip, texts)) and differing == "align" and not block.given_up:
            unlike.append(block)
        else:
            reason = _difference(*sides, block)
            if all(_texts(*sides, block)) and not all(map(str.strip, texts)):
                side = "system" if texts[0].strip() else "gold"
                reason = f"the {side} sentence has only characters that are not compared"
            found.reasons.update(dict.fromkeys(block.gold, reason))
            found.partner[block.gold] = block.test.start if block.test else NONE
            if not block.gold:
                found.extra.update(dict.fromkeys(block.test, reason))
    lowered = _lowered(sides[0].codes.texts)
    if same:  # between files with the same characters the program decides, also within tokens of several words
        is_program = len(same) == len(found.pairing.blocks)
        _align_blocks(
            *sides, same, lowered if is_program else _told_by_underscores(numbers, sides[0].codes.texts), found
        )
    if written_otherwise:
        _align_blocks(*plain, written_otherwise, np.arange(len(forms.texts)), found)
    if unlike:
        _align_unlike(*plain, unlike, words, found)
    other = np.zeros(len(found.aligned), np.bool_)
    for block in (*written_otherwise, *unlike):
        other[block.gold] = True
    scored = [*same, *written_otherwise, *unlike]
    for block, differs in zip(scored, ~_have_same_words(*plain, scored), strict=True):
        found.differs[block.gold] = differs
    gold_words, test_words = found.matched
    codes = sides[0].word_codes[gold_words], sides[1].word_codes[test_words]
    in_other = other[sides[0].sentences.sentence_of[gold_words]]
    respelt = np.where(in_other, codes[0] != codes[1], lowered[codes[0]] != lowered[codes[1]])
    _tell(sides, gold_words[respelt], unlike, found)
    return replace(found, respelt=gold_words[respelt])


def _tell(sides: tuple[Surface, Surface], respelt: Numbers, unlike: list[Block], found: TokenAlignment) -> None:
    """Warns of words with other characters, and of sentences whose words are not all the gold's."""
    if len(respelt):
        first = int(respelt[0])
        place = int(found.test_of_gold[first])
        gold, test = (one.sentences for one in sides)
        forms = told_apart(gold.symbols[int(gold.form[first])], test.symbols[int(test.form[place])])
        found.warnings.append(
            f"other characters: {counted(len(respelt), 'word')}, counted as the same; first sentence "
            f"{gold.sentence_of[first] + 1}, word {gold.numbers[first]}: '{forms[0]}' in the gold, '{forms[1]}' in the system"
        )
    left = [one for one in unlike if not found.breaks[one.gold, 2].all()]
    if left:
        number = sum(len(one.gold) for one in left)
        first_one = min(left, key=lambda one: one.gold.start)
        found.warnings.append(
            f"{counted(number, 'sentence')} with another text, whose words are still aligned, first sentence "
            f"{first_one.gold.start + 1}: {_difference(*sides, first_one)}"
        )


def _difference(gold: Surface, test: Surface, block: Block) -> str:
    """Why a block is not scored, in one sentence."""
    if block.given_up:
        return "the files differ too much here to be aligned"
    if not block.gold:
        return "the gold has no such sentence"
    if not block.test:
        return "the system has no such sentence"
    texts = _texts(gold, test, block)
    if not texts[0]:
        return "the gold sentence has no words"
    if not texts[1]:
        return "no parse"
    if texts[0] == texts[1]:
        return "there is a sentence without words between those that belong together"
    same = next((place for place, (g, t) in enumerate(zip(*texts, strict=False)) if g != t), min(map(len, texts)))
    number, form = _token_at(gold, block.gold, same)
    other_number, other_form = _token_at(test, block.test, same)
    shown = zip((number, other_number), told_apart(form, other_form), strict=True)
    tokens = [f"token {place} is '{text}'" if place else "nothing is left" for place, text in shown]
    return f"the texts differ: {tokens[0]} in the gold, {tokens[1]} in the system"


def _texts(gold: Surface, test: Surface, block: Block) -> tuple[str, str]:
    """The characters of both sides."""
    return "".join(gold.texts[one] for one in block.gold), "".join(test.texts[one] for one in block.test)


def _all_have_words(gold: Surface, test: Surface, block: Block) -> bool:
    """Whether no sentence of a block is empty."""
    return bool(gold.token_counts[block.gold].all() and test.token_counts[block.test].all())


def _have_same_words(gold: Surface, test: Surface, blocks: Sequence[Block]) -> Mask:
    """Of each block whether it is one sentence of each side with the same words."""
    units = np.array([one.unit for one in blocks], np.int64).reshape(-1, 4)
    limits = gold.sentences.offsets[units[:, :2]], test.sentences.offsets[units[:, 2:]]
    return one_each(units) & same_rows(gold.word_codes, test.word_codes, *limits)


def _token_at(side: Surface, sentences: range, character: int) -> tuple[int, str]:
    """Number in its sentence, from 1, and characters of the token with that character of some sentences; 0 behind the last."""
    end = 0
    for sentence in sentences:
        codes = side.token_codes[side.token_offsets[sentence] : side.token_offsets[sentence + 1]].tolist()
        for number, code in enumerate(codes, 1):
            form = side.codes.texts[code]
            end += len(form)
            if end > character:
                return number, form
    return 0, ""


def _lowered(forms: Sequence[str]) -> Numbers:
    """For each form the number of its lower-cased form."""
    lower = "\n".join(forms).lower().split("\n") if forms else []
    numbers = {text: number for number, text in enumerate(dict.fromkeys(lower))}
    return np.array([numbers[form] for form in lower], np.int64)


def _told_by_underscores(numbers: Numbers, texts: Sequence[str]) -> Numbers:
    """Numbers of plain forms in which ``_`` counts: it tells words of one token apart, as ``of_`` and ``_it``."""
    found = numbers.copy()
    marked = [place for place, text in enumerate(texts) if "_" in text]
    forms = plain_forms([texts[place].replace("_", "\0") for place in marked]) if marked else []
    others = {form: number for number, form in enumerate(dict.fromkeys(forms), len(texts))}
    found[marked] = [others[form] for form in forms]
    return found


def _align_stretches(gold: _Words, test: _Words, counterparts: Numbers) -> None:
    # Python reads these faster than arrays
    kernel("characters").align_stretches(*(one.data for one in (*gold, *test, counterparts)))


def _align_blocks(gold: Surface, test: Surface, blocks: list[Block], forms: Numbers, found: TokenAlignment) -> None:
    """Blocks of which both sides have the same characters and different tokens, words or sentence breaks; ``forms``: for the
    characters of each word a number that is the same for the same word."""
    sides = _sides(gold, test, blocks)
    counterparts = np.full(len(sides[0].places), NONE, np.int64)
    _align_stretches(sides[0].words(forms), sides[1].words(forms), counterparts)
    _enter(*sides, counterparts, found)
    _count_blocks(*sides, found)


def _align_unlike(gold: Surface, test: Surface, blocks: list[Block], words: str, found: TokenAlignment) -> None:
    """Blocks whose plain forms have other characters: stretches are those of an axis on which both texts stand."""
    sides = _sides(gold, test, blocks)
    texts = [one.text() for one in sides]
    steps = align_in_place(texts[0], texts[1])
    equal = texts[0].characters[steps.gold] == texts[1].characters[steps.test]
    axes = _axes(steps.gold, steps.test)
    begins = np.minimum(*(axis[text.begins[:-1]] for axis, text in zip(axes, texts, strict=True)))
    ends = np.maximum(*(axis[text.begins[1:] - 1] for axis, text in zip(axes, texts, strict=True))) + 1
    for one, text, axis, shared in zip(sides, texts, axes, (steps.gold, steps.test), strict=True):
        same_there = shared.copy()
        same_there[shared] = equal
        one.put_on(text, axis, same_there, np.stack((begins, ends), axis=1))
    forms = np.arange(len(gold.codes.texts))
    of_words = sides[0].words(forms), sides[1].words(forms)
    counterparts = np.full(len(sides[0].places), NONE, np.int64)
    _align_stretches(*of_words, counterparts)
    there = np.flatnonzero(counterparts != NONE)
    counterparts[there[of_words[0].forms[there] != of_words[1].forms[counterparts[there]]]] = NONE
    exact = counterparts.copy()
    if words == "all":
        single = np.array([len(one.gold) == len(one.test) == 1 for one in blocks])
        _pair_respelt(*of_words, single, gold.codes.texts, counterparts)
    _enter(*sides, counterparts, found)
    respelt = np.flatnonzero(counterparts != exact)
    _count_blocks(*sides, found, (respelt, counterparts[respelt]))
    for block in blocks:
        for sentence in block.gold:
            if not gold.token_counts[sentence]:
                found.reasons[sentence] = "the gold sentence has no words"
                found.partner[sentence] = block.test.start


def _axes(gold: Mask, test: Mask) -> tuple[Numbers, Numbers]:
    """The place of each character on one axis, where shared ones have one place, and between them those of the gold come first.

    ``gold``, ``test``: the characters that are shared; as many on either side.
    """
    gold_before, test_before = sums_before(gold)[:-1], sums_before(test)[:-1]
    # characters that only one side has before each shared one, and before the end
    of_gold = np.append(np.flatnonzero(gold) - np.arange(gold.sum()), np.count_nonzero(~gold))
    of_test = np.append(0, np.flatnonzero(test) - np.arange(test.sum()))
    gold_axis = np.arange(len(gold)) + of_test[gold_before + gold]
    return gold_axis, np.arange(len(test)) + of_gold[test_before]


def _pair_respelt(gold: _Words, test: _Words, single: Mask, texts: Sequence[str], counterparts: Numbers) -> None:
    """Pairs the words of each gap, a longest run of words without counterpart between two pairs of words, if it has as many on both
    sides, none of a token of several words, and two texts; of blocks of a sentence each, which are ``single``."""
    paired = np.flatnonzero(counterparts != NONE)
    lonely, gaps = [], []
    for side, own in ((gold, paired), (test, counterparts[paired])):
        is_paired = np.zeros(len(side.forms), np.bool_)
        is_paired[own] = True
        lonely.append(np.flatnonzero(~is_paired))
        blocks = np.repeat(np.arange(len(single)), np.diff(side.limits))
        gaps.append((np.cumsum(is_paired) + blocks)[lonely[-1]])  # a pair and a new block each begin another one
    count = len(paired) + len(single) + 1
    sizes = [np.bincount(one, minlength=count) for one in gaps]
    fits = (sizes[0] == sizes[1]) & (sizes[0] > 0)
    for side, own, of_gap in zip((gold, test), lonely, gaps, strict=True):
        blocks = np.repeat(np.arange(len(single)), np.diff(side.limits))[own]
        fits[of_gap[(side.multiword[own] != 0) | ~single[blocks]]] = False
    chosen = [own[fits[of_gap]] for own, of_gap in zip(lonely, gaps, strict=True)]
    forms = [side.forms[own].tolist() for side, own in zip((gold, test), chosen, strict=True)]
    limits = np.append(0, np.cumsum(sizes[0][fits])).tolist()
    for first, last in pairwise(limits):
        if len({"".join([texts[form] for form in side[first:last]]) for side in forms}) == 2:
            counterparts[chosen[0][first:last]] = chosen[1][first:last]


def _enter(gold: _Side, test: _Side, counterparts: Numbers, found: TokenAlignment) -> None:
    """Notes the counterpart of each gold word of some blocks."""
    words = np.flatnonzero(counterparts != NONE)
    gold_places, test_places = gold.places[words], test.places[counterparts[words]]
    found.test_of_gold[gold_places] = test_places
    found.gold_of_test[test_places] = gold_places


@dataclass(frozen=True, eq=False)
class _Spans:
    """Tokens or sentences of all blocks: block, start and end in the block's characters, place in the file."""

    blocks: Numbers
    starts: Numbers
    ends: Numbers
    places: Numbers

    def sentences(self, rows: _Spans) -> Numbers:
        """In which of the sentences ``rows`` each span begins, as a place in ``rows``."""
        most = max(int(self.starts.max(initial=0)), int(rows.starts.max(initial=0))) + 1
        begins = rows.blocks * most + rows.starts
        return np.searchsorted(begins, self.blocks * most + self.starts, side="right") - 1

    def keys(self, most: int) -> Numbers:
        """One number for block, start and end, where no end is larger than ``most``."""
        return (self.blocks * (most + 1) + self.starts) * (most + 1) + self.ends


class _Words(NamedTuple):
    """The words of all blocks: start and end of their tokens in the block's characters, whether these have several words,
    numbers of their lower-cased forms; and where the words of each block begin, one entry more than there are blocks.
    """

    starts: Numbers
    ends: Numbers
    multiword: NDArray[np.uint8]
    forms: Numbers
    limits: Numbers


class _Side:
    """One treebank's part in the blocks; ``places``: the words of all blocks in its columns."""

    def __init__(self, surface: Surface, firsts: Numbers, lasts: Numbers) -> None:
        self.surface = surface
        offsets = surface.sentences.offsets
        before = np.concatenate(([0], surface.ends))[
            surface.token_offsets
        ]  # characters before each sentence of the file
        shifts = before[firsts]
        rows = ranges(firsts, lasts)
        row_blocks = np.repeat(np.arange(len(firsts)), lasts - firsts)
        there = surface.token_counts[rows] > 0
        rows, row_blocks = rows[there], row_blocks[there]
        self.rows = _Spans(row_blocks, before[rows] - shifts[row_blocks], before[rows + 1] - shifts[row_blocks], rows)
        places = gathered(surface.token_offsets, rows)
        blocks = np.repeat(row_blocks, surface.token_counts[rows])
        starts, ends = (spans[places] - shifts[blocks] for spans in (surface.starts, surface.ends))
        self.tokens = _Spans(blocks, starts, ends, places)
        self.places = gathered(offsets, rows)
        of_token = np.zeros(len(surface.token_codes), np.int64)
        of_token[places] = np.arange(len(places))
        self.token_of = of_token[surface.token_of[self.places]]
        self.odd = np.zeros(len(places), np.bool_)
        self._limits = sums_before(offsets[lasts] - offsets[firsts])

    def text(self) -> Text:
        """The characters of the tokens, each block in one stretch."""
        blocks = sums_before(np.bincount(self.tokens.blocks, minlength=len(self._limits) - 1))
        return Text.of(self.surface.codes.texts, self.surface.token_codes[self.tokens.places], blocks)

    def put_on(self, text: Text, axis: Numbers, same: Mask, limits: Numbers) -> None:
        """Moves all spans to an axis that both sides share.

        ``axis``: the place there of each character of :meth:`text`; ``same``: whether the other side has the same one; ``limits``:
        where each block begins and ends. ``odd`` are the tokens that have other characters.
        """
        first, last = text.words[:-1], text.words[1:]
        starts = np.append(axis, axis[-1] + 1)[first]
        ends = np.where(first < last, axis[last - 1] + 1, starts)
        shifts = limits[self.tokens.blocks, 0]
        self.tokens = _Spans(self.tokens.blocks, starts - shifts, ends - shifts, self.tokens.places)
        self.odd = np.diff(sums_before(same)[text.words]) < last - first
        of_rows, blocks = sums_before(self.surface.token_counts[self.rows.places]), self.rows.blocks
        row_starts, row_ends = self.tokens.starts[of_rows[:-1]], self.tokens.ends[of_rows[1:] - 1]
        row_starts[np.diff(blocks, prepend=NONE) > 0] = 0  # the breaks between blocks are those of both sides
        row_ends[np.diff(blocks, append=len(limits)) > 0] = limits[:, 1] - limits[:, 0]
        self.rows = _Spans(blocks, row_starts, row_ends, self.rows.places)

    def words(self, forms: Numbers) -> _Words:
        """The words of all blocks; ``forms``: for the characters of each, a number that is the same for the same word."""
        side = self.surface
        return _Words(
            self.tokens.starts[self.token_of],
            self.tokens.ends[self.token_of],
            side.in_multiword[self.places].view(np.uint8),
            forms[side.word_codes[self.places]],
            self._limits,
        )


def _sides(gold: Surface, test: Surface, blocks: list[Block]) -> tuple[_Side, _Side]:
    limits = np.array([one.unit for one in blocks], np.int64)
    return _Side(gold, limits[:, 0], limits[:, 1]), _Side(test, limits[:, 2], limits[:, 3])


def _counterparts(keys: Numbers, ascending: Numbers) -> Numbers:
    """The place of each key among the others, NONE for those that are not there."""
    places = np.minimum(np.searchsorted(ascending, keys), len(ascending) - 1)
    return np.where(ascending[places] == keys, places, NONE)


def _count_respelt(gold: _Side, test: _Side, respelt: tuple[Numbers, Numbers], matched: list[Numbers]) -> None:
    """Of the tokens and sentences over the same stretch only those stay matched that have the same characters, but for words that
    are paired all the same."""
    tokens, sentences = matched
    there = np.flatnonzero(tokens != NONE)
    codes = [side.surface.token_codes[side.tokens.places] for side in (gold, test)]
    tokens[there[codes[0][there] != codes[1][tokens[there]]]] = NONE
    pairs = gold.token_of[respelt[0]], test.token_of[respelt[1]]
    tokens[pairs[0]] = pairs[1]
    unlike = []
    for side, own in zip((gold, test), pairs, strict=True):
        odd = side.odd.copy()
        odd[own] = False
        unlike.append(side.tokens.sentences(side.rows)[odd])
    sentences[unlike[0]] = NONE
    sentences[np.isin(sentences, unlike[1])] = NONE


def _count_blocks(
    gold: _Side, test: _Side, found: TokenAlignment, respelt: tuple[Numbers, Numbers] | None = None
) -> None:
    """Tokens and sentence breaks of blocks, each counted with the gold sentence in which it begins.

    ``respelt``: words of the gold and of the test that are paired though their characters differ.
    """
    rows = gold.rows.places
    found.aligned[rows] = True
    found.partner[rows] = test.rows.places[gold.rows.sentences(test.rows)]
    matched = []
    for gold_spans, test_spans in ((gold.tokens, test.tokens), (gold.rows, test.rows)):
        most = max(int(gold_spans.ends.max()), int(test_spans.ends.max()))
        matched.append(_counterparts(gold_spans.keys(most), test_spans.keys(most)))
    if respelt is not None:
        _count_respelt(gold, test, respelt, matched)
    for out, gold_spans, test_spans, same in zip(
        (found.tokens, found.breaks), (gold.tokens, gold.rows), (test.tokens, test.rows), matched, strict=True
    ):
        owners = rows[gold_spans.sentences(gold.rows)]
        of_test = rows[test_spans.sentences(gold.rows)]
        for column, found_rows in enumerate((owners, of_test, owners[same != NONE])):
            out[:, column] += np.bincount(found_rows, minlength=len(out))
    sentence_of_token = np.full(len(test.surface.token_codes), NONE, np.int64)
    sentence_of_token[test.tokens.places] = rows[test.tokens.sentences(gold.rows)]
    words = gathered(test.surface.sentences.offsets, test.rows.places)
    found.sentence_of_test[words] = sentence_of_token[test.surface.token_of[words]]
