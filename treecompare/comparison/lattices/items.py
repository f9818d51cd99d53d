"""Constituents and segments over a lattice as items: what TedEval's mapping, or SegEval's longest common subsequence, keeps.

What is left over stands for each other where it is over the same space-delimited words, segments where they are spelt alike.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.lattice_mapping import LatticePair
from treecompare.scores.items import Column, Items
from treecompare.trees.arcs import sums_before
from treecompare.trees.shared_symbols import Shared

Numbers = NDArray[np.int64]
KEYS = {"constituents": "tedeval.lattice", "tags": "segeval"}
"""What is paired, and the measure whose counts the labels of both add up to."""


def _labels(pair: LatticePair) -> tuple[list[str], Numbers, Numbers]:
    shared = Shared()
    gold, test = (
        shared.of(one.symbols, np.where(one.is_lexeme, one.tags, one.labels))[0] for one in (pair.gold, pair.test)
    )
    return shared.texts, gold, test


COLUMNS = {"label": Column(_labels, in_confusions=True)}
"""The categories of nodes; of segments their tags."""


def lattice_items(pair: LatticePair, what: str, rows: NDArray[np.bool_]) -> Items:
    """``rows``: of which sentences."""
    sides, is_tag = (pair.gold, pair.test), what == "tags"
    sentences = [np.repeat(np.arange(len(one)), np.diff(one.offsets)) for one in sides]
    matched = []
    for sentence in np.flatnonzero(rows).tolist():
        kept = np.array(pair.kept_lexemes(sentence) if is_tag else pair.pairs(sentence), np.int64).reshape(-1, 2)
        firsts = [int((one.word_offsets if is_tag else one.offsets)[sentence]) for one in sides]
        matched.append(kept + firsts)
    places = list(np.concatenate((*matched, np.zeros((0, 2), np.int64))).T)
    if is_tag:
        places = [np.flatnonzero(one.is_lexeme)[of] for one, of in zip(sides, places, strict=True)]
    else:
        places = [of[~sides[0].is_lexeme[places[0]]] for of in places]
    left = [
        np.setdiff1d(np.flatnonzero((one.is_lexeme == is_tag) & rows[of]), found)
        for one, of, found in zip(sides, sentences, places, strict=True)
    ]
    return Items.matched(
        places, left, [_over(pair, side)[rest] for side, rest in enumerate(left)], (sentences[0], sentences[1]),
        columns=COLUMNS, source=pair, firsts=(pair.gold.offsets, pair.test.offsets),
    )  # fmt: skip


def _over(pair: LatticePair, side: int) -> Numbers:
    """A number per node of a side, equal for nodes of a sentence over the same space-delimited words, segments if they are spelt
    alike, too; those over words that nobody knows have negative numbers, unlike all others."""
    sides, shared = (pair.gold, pair.test), Shared()
    spelt = [shared.of(one.symbols, one.labels)[0] + 1 for one in sides][side]
    one, width = sides[side], max(int(of.tokens.max(initial=0)) for of in sides) + 1
    before, nodes = sums_before(one.is_lexeme), np.arange(len(one.labels))
    tokens = np.append(one.tokens[one.is_lexeme], 0).astype(np.int64)
    first, last = tokens[before[nodes + 1 - one.sizes]], tokens[before[nodes + 1] - 1]
    span = (np.repeat(np.arange(len(one)), np.diff(one.offsets)) * width + first) * width + last
    found: Numbers = np.where(
        first > 0, span * (len(shared.texts) + 1) + np.where(one.is_lexeme, spelt, 0), -1 - side - 2 * nodes
    )
    return found
