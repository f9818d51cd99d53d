"""The readable twin of the compiled ``_tokens``: words of both sides over the same characters, aligned."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Words:
    """The words of one stretch; their columns as lists (see ``tokens._Words``)."""

    starts: list[int]
    ends: list[int]
    multiword: list[int]
    forms: list[int]


def align_stretches(
    gold_starts: NDArray[np.int64], gold_ends: NDArray[np.int64], gold_multiword: NDArray[np.uint8],
    gold_forms: NDArray[np.int64], gold_limits: NDArray[np.int64], test_starts: NDArray[np.int64],
    test_ends: NDArray[np.int64], test_multiword: NDArray[np.uint8], test_forms: NDArray[np.int64],
    test_limits: NDArray[np.int64], found: NDArray[np.int64],
) -> None:  # fmt: skip
    """Writes into ``found`` the counterpart of each gold word that has one; the readable twin of the compiled kernel."""
    gold_columns = (gold_starts, gold_ends, gold_multiword, gold_forms)
    test_columns = (test_starts, test_ends, test_multiword, test_forms)
    for (g_first, g_last), (t_first, t_last) in zip(
        pairwise(gold_limits.tolist()), pairwise(test_limits.tolist()), strict=True
    ):
        gold = Words(*(column[g_first:g_last].tolist() for column in gold_columns))
        test = Words(*(column[t_first:t_last].tolist() for column in test_columns))
        for g, t in aligned_words(gold, test):
            found[g_first + g] = t_first + t


def aligned_words(gold: Words, test: Words) -> list[tuple[int, int]]:
    """The pairs of words of a stretch, ascending on both sides; both sides have the same characters."""
    pairs = []
    g = t = 0
    while g < len(gold.starts) and t < len(test.starts):
        if gold.multiword[g] or test.multiword[t]:
            (g_first, g), (t_first, t) = _multiword_stretch(gold, test, g, t)
            pairs += [
                (g_first + one, t_first + other)
                for one, other in _common_subsequence(gold.forms[g_first:g], test.forms[t_first:t])
            ]
        elif gold.starts[g] == test.starts[t] and gold.ends[g] == test.ends[t]:
            pairs.append((g, t))
            g, t = g + 1, t + 1
        elif gold.starts[g] <= test.starts[t]:
            g += 1
        else:
            t += 1
    return pairs


def _multiword_stretch(gold: Words, test: Words, g: int, t: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """The least stretch of words on both sides that no token of several words sticks out of, from about ``g`` and ``t``."""
    if gold.multiword[g]:
        end = gold.ends[g]
        if not test.multiword[t] and test.starts[t] < gold.starts[g]:
            t += 1
    else:
        end = test.ends[t]
        if not gold.multiword[g] and gold.starts[g] < test.starts[t]:
            g += 1
    g_first, t_first = g, t

    def beyond(side: Words, word: int) -> bool:
        if word >= len(side.starts):
            return True
        return side.starts[word] >= end if side.multiword[word] else side.ends[word] > end

    while not (beyond(gold, g) and beyond(test, t)):
        if g < len(gold.starts) and (t >= len(test.starts) or gold.starts[g] <= test.starts[t]):
            if gold.multiword[g]:
                end = max(end, gold.ends[g])
            g += 1
        else:
            if test.multiword[t]:
                end = max(end, test.ends[t])
            t += 1
    return (g_first, g), (t_first, t)


def _common_subsequence(gold: list[int], test: list[int]) -> list[tuple[int, int]]:
    """The pairs of a longest common subsequence; equal words are taken as early as they come."""
    lengths = [[0] * (len(test) + 1) for _ in range(len(gold) + 1)]
    for g in range(len(gold) - 1, -1, -1):
        row, below = lengths[g], lengths[g + 1]
        for t in range(len(test) - 1, -1, -1):
            longest = max(below[t], row[t + 1])
            row[t] = max(longest, below[t + 1] + 1) if gold[g] == test[t] else longest
    pairs = []
    g = t = 0
    while g < len(gold) and t < len(test):
        if gold[g] == test[t]:
            pairs.append((g, t))
            g, t = g + 1, t + 1
        elif lengths[g][t] == lengths[g + 1][t]:
            g += 1
        else:
            t += 1
    return pairs
