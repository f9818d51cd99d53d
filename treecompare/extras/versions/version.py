"""One version of a treebank as tokens and words, whatever kind of treebank it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import Cancelled
from treecompare.mappings.characters import Text
from treecompare.mappings.tokens import Surface
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import gathered, sums_before
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.symbols import Shared
from treecompare.trees.tree import Trees

Ids = Sequence[str | None]


def without_blanks(form: str) -> str:
    """A form without white space."""
    return "".join(form.split())


def _none(texts: str) -> bool:
    """Whether texts joined by LF hold no other white space."""
    return len(texts.split()) == texts.count("\n") + 1


class Forms:
    """The forms of both versions without white space: as they stand, and under all that makes words equal (trees/characters.py)."""

    def __init__(self) -> None:
        self.shared = Shared(without_blanks, _none)

    @property
    def texts(self) -> list[str]:
        """The form of each number."""
        return self.shared.texts

    @cached_property
    def plain(self) -> list[str]:
        """The same as they are compared; to be asked for when both versions are known."""
        return [without_blanks(form) for form in plain_forms(self.texts)] if self.texts else []

    @cached_property
    def plain_numbers(self) -> NDArray[np.int64]:
        """A number per form, the same for equal plain forms."""
        return Shared().numbers(self.plain)


@dataclass(frozen=True, eq=False)
class Version:
    """The tokens and words of all sentences; a token is a word, or a multiword token with its words.

    ``ids``: per sentence, None without one. ``tokens``, ``words``: their numbers in ``forms``. ``token_offsets``,
    ``word_offsets``: where those of each sentence begin, and the end. ``token_of``: token of each word. ``in_multiword``:
    whether that is a multiword token.
    """

    ids: Ids
    forms: Forms
    tokens: NDArray[np.int32]
    token_offsets: NDArray[np.int64]
    words: NDArray[np.int32]
    word_offsets: NDArray[np.int64]
    token_of: NDArray[np.int32]
    in_multiword: NDArray[np.bool_]

    @classmethod
    def of_dependencies(cls, sentences: Dependencies, ids: Ids, forms: Forms) -> Version:
        """Multiword lines, and the words outside of them."""
        surface = Surface.of(sentences, forms.shared)
        tokens, words, token_of = (
            one.astype(np.int32) for one in (surface.token_codes, surface.word_codes, surface.token_of)
        )
        offsets = surface.token_offsets, sentences.offsets
        return cls(ids, forms, tokens, offsets[0], words, offsets[1], token_of, surface.in_multiword)

    @classmethod
    def of_trees(cls, trees: Trees, ids: Ids, forms: Forms) -> Version:
        """The leaves as they stand, empty elements too."""
        leaves = [tree.labels[tree.word_nodes] for tree in trees]
        offsets = sums_before([len(one) for one in leaves])
        numbers = np.concatenate([np.zeros(0, np.int32), *leaves])
        words = forms.shared.of(trees.symbols, numbers)[0].astype(np.int32)
        token_of = np.arange(len(words), dtype=np.int32)
        return cls(ids, forms, words, offsets, words, offsets, token_of, np.zeros(len(words), np.bool_))

    def __len__(self) -> int:
        return len(self.token_offsets) - 1

    def texts(self) -> list[str]:
        """All characters of each sentence as they stand."""
        texts, tokens = self.forms.texts, self.tokens.tolist()
        return ["".join([texts[token] for token in tokens[a:b]]) for a, b in pairwise(self.token_offsets.tolist())]

    def normal(self, sentences: NDArray[np.int64]) -> Text:
        """The text of some sentences as it is compared, in this order."""
        lengths = np.diff(self.token_offsets)[sentences]
        offsets = sums_before(lengths)
        return Text.of(self.forms.plain, self.tokens[gathered(self.token_offsets, sentences)], offsets)

    @cached_property
    def first_words(self) -> NDArray[np.int64]:
        """First word of each token, and the number of all words."""
        return np.searchsorted(self.token_of, np.arange(len(self.tokens) + 1))

    def text(self, sentences: Sequence[int]) -> str:
        """All characters of some sentences as they stand."""
        tokens = (self.tokens[slice(*self.token_offsets[one : one + 2])].tolist() for one in sentences)
        return "".join([self.forms.texts[token] for of_sentence in tokens for token in of_sentence])

    @cached_property
    def sentence_of(self) -> NDArray[np.int32]:
        """Sentence of each word, from 0."""
        return np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.word_offsets))

    def words_of(self, sentence: int) -> list[str]:
        """The forms of a sentence, without white space."""
        texts, numbers = self.forms.texts, self.words[slice(*self.word_offsets[sentence : sentence + 2])]
        return [texts[number] for number in numbers.tolist()]

    def normal_text(self, sentence: int) -> str:
        """The text of a sentence as it is compared."""
        plain, numbers = self.forms.plain, self.tokens[slice(*self.token_offsets[sentence : sentence + 2])]
        return "".join(plain[number] for number in numbers.tolist())

    def number(self, word: int) -> int:
        """Number of a word in its sentence, from 1."""
        return word - int(self.word_offsets[self.sentence_of[word]]) + 1


# -- how far the comparison of two versions is -------------------------------------------------------------------------

T = TypeVar("T")
EVERY = 4096
"""So many things are done between two reports."""


class Watch:
    """``told`` is told what is being done, and which share of it is done. ``flag[0] != 0`` ends the work, kernels too."""

    def __init__(
        self, told: Callable[[str, float], None] = lambda doing, share: None, flag: NDArray[np.int32] | None = None
    ) -> None:
        self._told = told
        self.flag = np.zeros(1, np.int32) if flag is None else flag

    def tell(self, doing: str, share: float) -> None:
        """Tells how far something is. Raises Cancelled: the work is to end."""
        if self.flag[0]:
            raise Cancelled
        self._told(doing, share)

    def over(self, things: Sequence[T], doing: str) -> Iterator[T]:
        """The things one after the other, while it is told how many of them are done. Raises Cancelled: the work is to end."""
        for place, one in enumerate(things):
            if place % EVERY == 0:
                self.tell(doing, place / len(things))
            yield one


QUIET = Watch()
"""Nobody waits, and nobody ends it."""
