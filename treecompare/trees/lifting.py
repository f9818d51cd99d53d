"""Projective trees for measures that need them: arcs that cross others are lifted (Nivre & Nilsson 2005, section 2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import Arcs
from treecompare.trees.heads import check


@dataclass(frozen=True, eq=False)
class Lifted:
    """``arcs``: without non-projective arcs. ``lifts``: how often a head was replaced by its head, per sentence."""

    arcs: Arcs
    lifts: NDArray[np.int64]


def lift(arcs: Arcs) -> Lifted:
    """Attaches the shortest non-projective arc of each sentence (the first of several) one level higher, until none is left.

    Words that do not lead to a root (cycles, heads outside) are not changed.
    """
    head = arcs.head.copy()
    lifts = np.zeros(len(arcs), np.int64)
    sentences = np.arange(len(arcs))
    while len(sentences):
        now, places = Arcs(head, arcs.offsets).chosen(sentences)
        crossing = np.flatnonzero(check(now).non_projective)
        length = np.abs(now.parents[crossing] - crossing)
        order = np.lexsort((crossing, length, now.sentence_of[crossing]))
        owners, first = np.unique(now.sentence_of[crossing][order], return_index=True)
        words = crossing[order[first]]
        head[places[words]] = now.head[now.parents[words]]
        sentences = sentences[owners]
        lifts[sentences] += 1
    return Lifted(Arcs(head, arcs.offsets), lifts)
