"""The words of two dependency treebanks as stretches of characters, and which of their sentences correspond.

A token is a word, or several words written as one (``3-4``). As in the CoNLL 2018 shared task characters are counted without
blanks (Unicode Zs). The program of the task compares whole files and gives up where any character differs; here sentences are
paired (``sentence_pairing.py``), and words are the same in some of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.characters import Text
from treecompare.mappings.sentence_pairing import BY_PLACE, BY_TEXT, Names, pair_sentences
from treecompare.trees.arcs import gathered, sums_before
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.forms import plain_forms
from treecompare.trees.shared_symbols import Shared

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
    token_codes: NDArray[np.int64]
    token_offsets: NDArray[np.int64]
    token_of: NDArray[np.int64]
    in_multiword: NDArray[np.bool_]
    word_codes: NDArray[np.int64]

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

    def plain(self, forms: Shared, numbers: NDArray[np.int64]) -> Surface:
        """The same tokens and words in plain forms; see :func:`plain_codes`."""
        return replace(self, codes=forms, token_codes=numbers[self.token_codes], word_codes=numbers[self.word_codes])

    @property
    def token_counts(self) -> NDArray[np.int64]:
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
    def ends(self) -> NDArray[np.int64]:
        """End of each token in characters from the beginning of the file; its start is the end of the one before."""
        return np.cumsum(self._token_lengths)

    @cached_property
    def _token_lengths(self) -> NDArray[np.int64]:
        lengths = np.fromiter(map(len, self.codes.texts), np.int64, len(self.codes.texts))
        return lengths[self.token_codes]

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        """Start of each token in characters from the beginning of the file."""
        return self.ends - self._token_lengths


def plain_codes(codes: Shared) -> tuple[Shared, NDArray[np.int64]]:
    """The plain forms (trees/forms.py) of all texts, and for each text the number of its plain form."""
    forms = Shared()
    plain = plain_forms(codes.texts) if codes.texts else []
    return forms, forms.numbers(plain)


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
        share = 1.0 if in_place else paired.share(*texts)
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
