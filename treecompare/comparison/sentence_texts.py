"""The words of sentences as texts: when a file holds another text than the gold, and all of them as one looks for words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import TreecompareError
from treecompare.readers import AnyTreebank
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import Trees

LEAST_SHARE = 0.5
"""If less of a system's characters is the gold's, the system is another text and is not scored."""


class OtherSentences(TreecompareError):
    """A file of dependencies (``path``) is not of the sentences that it is given for."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        super().__init__(text)


def another_text(share: float) -> str:
    """Why no sentence of a system is scored of whose characters that share is the gold's."""
    return f"another text: {int(100 * share)} % of its characters are the gold's"


def another_text_warning(name: str, share: float) -> str:
    """The same for the system as a whole."""
    return (
        f"{name} is another text and is not scored: {int(100 * share)} % of its characters are the gold's; expected "
        f"{100 * LEAST_SHARE:.0f} % at least"
    )


def treebank_texts(treebank: AnyTreebank) -> list[str]:
    """The words of each sentence, joined by blanks; a blank within a word becomes one that does not end it."""
    return _joined(treebank.symbols, treebank.forms, treebank.word_offsets.tolist())


def tree_texts(trees: Trees) -> list[str]:
    """The same of trees that are prepared."""
    offsets = [0, *np.cumsum(trees.word_counts).tolist()]
    return _joined(trees.symbols, trees.labels[trees.word_nodes], offsets)


def _joined(symbols: Symbols, forms: NDArray[np.int32], offsets: Iterable[int]) -> list[str]:
    used = {number: symbols[number].replace(" ", "\N{NO-BREAK SPACE}") for number in np.unique(forms).tolist()}
    words = [used[number] for number in forms.tolist()]
    return [" ".join(words[first:last]) for first, last in pairwise(offsets)]


# -- all of them, as one looks for words -------------------------------------------------------------------------------

AT_ONCE = 20_000
"""About so many texts are sorted in one step, which takes some milliseconds; nothing else runs meanwhile."""


class Texts(list[str]):
    """Texts, with what is found out about them once."""

    @cached_property
    def folded(self) -> list[str]:
        """Each without regard to case."""
        return [text.casefold() for text in self]

    @cached_property
    def places(self) -> NDArray[np.float64]:
        """Place of each in alphabetical order, without regard to case; those that are equal stay as they stand."""
        for _ in self.order():
            pass
        return self.places

    def order(self) -> Iterator[None]:
        """Finds :attr:`places` step by step. What is folded for it is let go, because it takes as much memory as the texts."""
        folded: list[str] = []
        runs: list[list[int]] = []
        for first in range(0, len(self), AT_ONCE):
            folded += map(str.casefold, self[first : first + AT_ONCE])
            runs.append(sorted(range(first, len(folded)), key=folded.__getitem__))
            yield
        # texts at equal distances in every run cut all of them into parts of about that size, each of which is sorted by itself
        count = max(len(runs), 1)
        every = max(AT_ONCE // count, 1)
        cuts = sorted(folded[one] for run in runs for one in run[every::every])[count::count]
        ends = ([bisect_left(run, cut, key=folded.__getitem__) for run in runs] for cut in cuts)
        places, done, firsts = np.empty(len(self)), 0, [0] * len(runs)
        for lasts in chain(ends, [[len(run) for run in runs]]):
            pieces = (run[first:last] for run, first, last in zip(runs, firsts, lasts, strict=True))
            part = sorted(chain.from_iterable(pieces), key=folded.__getitem__)
            places[part] = np.arange(done, done + len(part))
            done, firsts = done + len(part), lasts
            yield
        self.places = places
