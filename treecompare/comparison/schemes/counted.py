"""Which words a count of an attachment score stands for: what lights up when the count is clicked."""

from __future__ import annotations

import numpy as np

from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeFile
from treecompare.mappings.tokens import align
from treecompare.measures.words import WordScores
from treecompare.readers import DependencyTreebank, of_one_kind
from treecompare.trees.dependencies import Dependencies


def counted_words(comparison: SchemeComparison, system: int, sentence: int, part: str, count: str) -> list[int]:
    """The words, from 0, that ``las`` or ``uas`` count as ``gold``, ``test`` or ``matched``; none where these are undefined."""
    if not comparison.table.exist(system, part)[sentence]:
        return []
    gold, parse = (
        _sentence(one, sentence) for one in (comparison.golds[comparison.target[0]], comparison.systems[system])
    )
    scores = WordScores(gold, parse, align(gold, parse), comparison.word_settings)
    if count == "matched":
        found = scores.gold_words[scores.right(part)]
    else:
        found = np.flatnonzero(scores.gold_scored if count == "gold" else scores.test_scored)
    words: list[int] = found.tolist()
    return words


def _sentence(file: SchemeFile, sentence: int) -> Dependencies:
    """A sentence of a file of dependencies."""
    words = of_one_kind(file.treebank, DependencyTreebank).sentences  # others have no attachment scores
    place = sentence if file.order is None else int(file.order[sentence])
    return words.part(place, place + 1)
