"""The words of sentences as texts: files of another text than the gold, what is odd about files, and looking for words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.answered import is_made
from treecompare.errors import TreecompareError, as_far_as_compared, counted
from treecompare.readers.treebank import AnyTreebank
from treecompare.trees.columns import blocks, sums_before
from treecompare.trees.symbols import Symbols, distinct
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
    return _joined(treebank.symbols, treebank.forms, treebank.word_offsets)


def tree_texts(trees: Trees) -> list[str]:
    """The same of trees that are prepared."""
    return _joined(trees.symbols, trees.labels[trees.word_nodes], sums_before(trees.word_counts))


def _joined(symbols: Symbols, forms: NDArray[np.int32], offsets: NDArray[np.int64]) -> list[str]:
    used = {number: symbols[number].replace(" ", "\N{NO-BREAK SPACE}") for number in distinct(forms).tolist()}
    found: list[str] = []
    for first, last in blocks(np.diff(offsets)):  # as objects all words take much memory, and the window waits for them
        words = [used[number] for number in forms[offsets[first] : offsets[last]].tolist()]
        limits = (offsets[first : last + 1] - offsets[first]).tolist()
        found += [" ".join(words[one:other]) for one, other in pairwise(limits)]
    return found


# -- what is odd -------------------------------------------------------------------------------------------------------

REPEATED = 3
"""So many sentences and more are hardly all the same by chance."""


def remarkable(treebanks: Sequence[tuple[AnyTreebank, int | None]], aligned: bool) -> list[str]:
    """What people should know of these treebanks before they believe any figure.

    ``treebanks``: as :meth:`treecompare.comparison.base.Comparison.treebanks` has them, golds first. ``aligned``: whether words are
    aligned, so that the comparison itself tells of sentences that the gold has not.
    """
    everything = [one for one, _ in treebanks]
    golds = sum(system is None for _, system in treebanks)
    told = [line for one in everything[:golds] for line in _repeated(one)]
    for place, one in enumerate(everything[golds:], golds):
        told += _like_another(one, everything[:place]) or _repeated(one)
        told += _other_number(one, everything[0], aligned)
    return told


def _like_another(system: AnyTreebank, others: Sequence[AnyTreebank]) -> list[str]:
    for other in others:
        name = "the gold" if other is others[0] else f"'{other.name}'"
        if _same_file(system.path, other.path):
            return [f"{system.name}: is the same file as {name}"]
        if system.words and system.has_labels_of(other) and system.has_words_of(other):
            return [f"{system.name}: {_said_of_same(system, other, name)}"]
    return []


def _said_of_same(system: AnyTreebank, other: AnyTreebank, name: str) -> str:
    if left_out := [*other.unread, *system.unread]:
        return as_far_as_compared(f"has the same words and trees as {name}", left_out)
    return f"has the same words and trees as {name} in all {system.count:,} sentences"


def _same_file(one: str, other: str) -> bool:
    """Whether two paths lead to one file; what comes from elsewhere (standard input, objects) is not a file."""
    try:
        return Path(one).is_file() and Path(one).samefile(other)
    except (OSError, ValueError):
        return False


def _other_number(system: AnyTreebank, gold: AnyTreebank, aligned: bool) -> list[str]:
    """What to say of a system with another number of sentences; of an empty one, its reader has told.

    Of a few sentences more, the comparison tells how many have no partner; of dependencies however many they are.
    """
    found, expected = system.count, gold.count
    if not found:
        return []
    if not system.has_words and is_made(system.path):
        return []  # its outcomes are told
    if not system.has_words:
        return [f"{system.name}: no sentence has words; expected parses"]
    if found == expected or not expected:
        return []
    if found > expected and (system.kind == "dependencies" or (aligned and found < 2 * expected)):
        return []
    share = ""
    if found >= 2 * expected:
        share = f", {found / expected:.1f} times as many".replace(".0 ", " ")
    elif 2 * found <= expected:
        share = f", {100 * found / expected:.0f} % of them"
    return [f"{system.name}: {counted(found, 'sentence')}, the gold {expected:,}{share}; expected the same number"]


def _repeated(treebank: AnyTreebank) -> list[str]:
    offsets, *nodes = treebank.structure
    sentences = treebank.count
    if sentences < REPEATED or not treebank.has_words or np.ptp(np.diff(offsets)):
        return []
    # as many words in each, once their nodes are known to be the same
    for column in (*nodes, treebank.forms, treebank.labels):
        rows = column.reshape(sentences, -1)
        if (rows != rows[0]).any():
            return []
    return [f"{treebank.name}: all {sentences:,} sentences are the same"]


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
