"""What is odd about the files of a comparison as a whole, one line each: a system that is the gold, half of the sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from treecompare.comparison.answered import is_made
from treecompare.comparison.base import AnyTreebank
from treecompare.errors import as_far_as_compared, counted

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
    """What to say where all sentences are the same, and have words."""
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
