"""What is odd about the files of a comparison as a whole, one line each: a system that is the gold, half of the sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import AnyTreebank
from treecompare.errors import counted
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.trees.symbols import Symbols

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
    """What to say of a system that is the first of these, the gold, or another of them."""
    for other in others:
        name = "the gold" if other is others[0] else f"'{other.name}'"
        if _same_file(system.path, other.path):
            return [f"{system.name}: is the same file as {name}"]
        if _same_sentences(system, other):
            return [f"{system.name}: has the same words and trees as {name} in all {len(system.lines):,} sentences"]
    return []


def _same_file(one: str, other: str) -> bool:
    """Whether two paths lead to one file; what comes from elsewhere (standard input, objects) is no file."""
    try:
        return Path(one).is_file() and Path(one).samefile(other)
    except (OSError, ValueError):
        return False


def _other_number(system: AnyTreebank, gold: AnyTreebank, aligned: bool) -> list[str]:
    """What to say of a system with another number of sentences; of an empty one, its reader has told.

    Of a few sentences more, the comparison tells how many have no partner; of dependencies however many they are.
    """
    found, expected = len(system.lines), len(gold.lines)
    if not found:
        return []
    if not _words(system):
        return [f"{system.name}: no sentence has words; expected parses"]
    if found == expected or not expected:
        return []
    if found > expected and (isinstance(system, DependencyTreebank) or (aligned and found < 2 * expected)):
        return []
    share = ""
    if found >= 2 * expected:
        share = f", {found / expected:.1f} times as many".replace(".0 ", " ")
    elif 2 * found <= expected:
        share = f", {100 * found / expected:.0f} % of them"
    return [f"{system.name}: {counted(found, 'sentence')}, the gold {expected:,}{share}; expected the same number"]


def _words(treebank: AnyTreebank) -> int:
    return (
        treebank.sentences.words if isinstance(treebank, DependencyTreebank) else int(treebank.trees.word_counts.sum())
    )


def _shape(treebank: AnyTreebank) -> list[NDArray[np.int64] | NDArray[np.int32] | NDArray[np.int8]]:
    """Numbers that are equal where trees are, whatever their labels and words: of sentences, then of nodes."""
    if isinstance(treebank, DependencyTreebank):
        return [treebank.sentences.offsets, treebank.sentences.head]
    return [treebank.trees.offsets, treebank.trees.sizes, treebank.trees.kinds]


def _texts(treebank: AnyTreebank) -> tuple[Symbols, list[NDArray[np.int32]]]:
    if isinstance(treebank, DependencyTreebank):
        return treebank.sentences.symbols, [treebank.sentences.form, treebank.sentences.deprel]
    return treebank.trees.symbols, [treebank.trees.labels]


def _same_sentences(one: AnyTreebank, other: AnyTreebank) -> bool:
    """Whether all words, trees and labels are the same, and there are words. Files of other shape cost next to nothing."""
    if isinstance(one, Treebank) != isinstance(other, Treebank) or not _words(one):
        return False
    if not all(np.array_equal(mine, its) for mine, its in zip(_shape(one), _shape(other), strict=True)):
        return False
    (symbols, columns), (its_symbols, its_columns) = _texts(one), _texts(other)
    return all(_same_texts(symbols, mine, its_symbols, its) for mine, its in zip(columns, its_columns, strict=True))


def _same_texts(symbols: Symbols, column: NDArray[np.int32], other_symbols: Symbols, other: NDArray[np.int32]) -> bool:
    """Whether two columns of symbols, equally long, say the same; each text is compared once."""
    partner = np.full(len(symbols), -1, np.int64)
    partner[column] = other
    if not np.array_equal(partner[column], other):
        return False
    return all(
        symbols.texts[mine] == other_symbols.texts[partner[mine]] for mine in np.flatnonzero(partner >= 0).tolist()
    )


def _repeated(treebank: AnyTreebank) -> list[str]:
    """What to say where all sentences are the same, and have words."""
    shape = _shape(treebank)
    offsets, nodes = shape[0], [*shape[1:], *_texts(treebank)[1]]
    sentences = len(offsets) - 1
    if sentences < REPEATED or not _words(treebank) or np.ptp(np.diff(offsets)):
        return []
    if any((rows != rows[0]).any() for rows in (column.reshape(sentences, -1) for column in nodes)):
        return []
    return [f"{treebank.name}: all {sentences:,} sentences are the same"]
