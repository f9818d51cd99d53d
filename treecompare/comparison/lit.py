"""What lights up in a drawing where a count of a score is clicked, for comparisons of any kind: the nodes and words it counts.

Of constituents and dependencies see their ``counted.py``; over lattices TedEval counts nodes of trees, SegEval segments; across
schemes there are words of attachment scores and nodes of function trees, drawn as the part compares them."""

from __future__ import annotations

from typing import Any

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents import counted as constituents
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies import counted as dependencies
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeFile
from treecompare.comparison.schemes.targets import TEDEVAL_2011_PARTS, TEDEVAL_PARTS, WORD_PARTS
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.lattice_drawn import LatticeDrawn
from treecompare.drawing.lattice_trees import LatticeTrees, Node
from treecompare.drawing.scheme_layout import Place, SchemesDrawn, SchemeTrees, word_place
from treecompare.drawing.sentence import Wanted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.mappings.tokens import align
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.measures.words import WordScores
from treecompare.readers import DependencyTreebank, of_one_kind
from treecompare.trees.dependencies import Dependencies


def _lattice_lit(
    comparison: LatticeComparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    """See ``lit``: TedEval counts nodes of trees, SegEval segments."""
    if not isinstance(drawn, LatticeDrawn):
        return []
    return drawn.places_of(lattice_nodes(comparison, drawn.trees, system, sentence, part, count))


def lattice_nodes(
    comparison: LatticeComparison, trees: LatticeTrees, system: int, sentence: int, part: str, count: str
) -> list[Node]:
    """The nodes that a count of a part of the score table counts, the gold's first; of ``matched`` so many on either side.

    ``trees``: of the sentence, as they are drawn. None for parts that are not counted over lattices.
    """
    if part not in LATTICE_PARTS or comparison.table.columns[part][system, sentence, 2] < 0:
        return []
    every = {
        side: trees.leaves[side] if part.startswith("segeval") else range(len(trees.tree(side)))
        for side in trees.leaves
    }
    kept = trees.mapping.pairs if part == "tedeval.lattice" else comparison.kept(system, sentence, part)
    found = []
    for place, (side, nodes) in enumerate(every.items()):
        both = {pair[place] for pair in kept}
        lacking = ("inserted", "deleted")[place]
        for number, node in enumerate(nodes):
            if count in (side, "matched" if number in both else lacking):
                found.append((side, node))
    return found


def _scheme_lit(
    comparison: SchemeComparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    """See ``lit``: words of attachment scores, nodes of function trees that are drawn as the part compares them."""
    if part in WORD_PARTS:
        return [word_place(word) for word in counted_words(comparison, system, sentence, part, count)]
    if isinstance(drawn, SchemesDrawn) and part in (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS):
        return scheme_nodes(drawn.trees, count)
    return []


def counted_words(comparison: SchemeComparison, system: int, sentence: int, part: str, count: str) -> list[int]:
    """The words, from 0, that ``las`` or ``uas`` count as ``gold``, ``test`` or ``matched``; none where these are undefined."""
    if not comparison.table.exist(system, part)[sentence]:
        return []
    gold, parse = (
        _sentence(one, sentence) for one in (comparison.golds[comparison.target[0]], comparison.systems[system])
    )
    scores = WordScores(gold, parse, align(gold, parse), comparison.word_settings)
    found = dependencies.scored_words(scores, 0, part, count)
    return [word for side, word in found if side == "gold" or count == "test"]


def scheme_nodes(trees: SchemeTrees, count: str) -> list[Place]:
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


_LIT: dict[str, Any] = {
    "constituents": constituents.lit, "dependencies": dependencies.lit, "lattices": _lattice_lit, "schemes": _scheme_lit,
}  # fmt: skip


def lit(
    comparison: Comparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    """The places that a count of a part of the score table stands for in a sentence that is ``drawn`` as ``wanted``; none where
    nothing of it is drawn. The system is scored already."""
    found: list[Any] = _LIT[comparison.kind](comparison, system, sentence, part, count, wanted, drawn)
    return found


def drawn_for(comparison: Comparison, part: str, wanted: Wanted) -> Wanted:
    """How a sentence is drawn that is drawn as ``wanted`` now, so that the counts of a part can be seen in it."""
    if not isinstance(comparison, ConstituentComparison):
        return wanted
    return constituents.drawn_for(comparison, part, wanted)
