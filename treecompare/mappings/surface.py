"""The words of two dependency treebanks as stretches of characters: what is compared where tokenisations differ.

A token is a word, or several words written as one (``3-4``). As in the CoNLL 2018 shared task characters are counted without
blanks (Unicode Zs).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.characters import Text
from treecompare.trees.arcs import sums_before
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
