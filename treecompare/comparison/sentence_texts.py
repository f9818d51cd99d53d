"""The words of sentences as texts, and when a file holds another text than the gold."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

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
