"""Which words or nodes a count of a score stands for: what lights up when the count is clicked."""

from __future__ import annotations

from typing import Any

import numpy as np

from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeFile
from treecompare.comparison.schemes.table import TEDEVAL_2011_PARTS, TEDEVAL_PARTS, WORD_PARTS
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.schemes import Place, SchemeTrees
from treecompare.drawing.schemes_drawn import SchemesDrawn, word_place
from treecompare.drawing.sentence import Wanted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.mappings.tokens import align
from treecompare.measures.words import WordScores
from treecompare.readers import DependencyTreebank, of_one_kind
from treecompare.trees.dependencies import Dependencies


def lit(
    comparison: SchemeComparison,
    system: int,
    sentence: int,
    part: str,
    count: str,
    wanted: Wanted,
    drawn: Drawn,
) -> list[Any]:
    """See :meth:`Comparison.lit`: words of attachment scores, nodes of function trees that are drawn as the part compares them."""
    if part in WORD_PARTS:
        return [word_place(word) for word in counted_words(comparison, system, sentence, part, count)]
    if isinstance(drawn, SchemesDrawn) and part in (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS):
        return counted_nodes(drawn.trees, count)
    return []


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


def counted_nodes(trees: SchemeTrees, count: str) -> list[Place]:
    """The nodes that a count of TedEval stands for, of the system and of what golds have in common; operations are those that count
    as errors."""
    wanted: dict[str, list[tuple[int, str | None]]] = {
        "test": [(trees.parse, None)],
        "gold": [(trees.target, None)],
        "matched": [(trees.target, MATCHED), (trees.parse, MATCHED)],
        "deleted": [(trees.parse, INSERTED)],
        "inserted": [(trees.target, DELETED)],
        "swapped": [(trees.target, SWAPPED), (trees.parse, SWAPPED)],
    }
    return [place for tree, operation in wanted.get(count, []) for place in trees.counted(tree, operation)]


def _sentence(file: SchemeFile, sentence: int) -> Dependencies:
    """A sentence of a file of dependencies."""
    words = of_one_kind(file.treebank, DependencyTreebank).sentences  # others have no attachment scores
    place = sentence if file.order is None else int(file.order[sentence])
    return words.part(place, place + 1)
