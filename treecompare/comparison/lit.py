"""What lights up in a drawing where a count of a score is clicked, for comparisons of any kind: see the ``counted.py`` of each."""

from __future__ import annotations

from typing import Any

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents import counted as constituents
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies import counted as dependencies
from treecompare.comparison.lattices import counted as lattices
from treecompare.comparison.schemes import counted as schemes
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.sentence import Wanted

_LIT: dict[str, Any] = {
    "constituents": constituents.lit, "dependencies": dependencies.lit, "lattices": lattices.lit, "schemes": schemes.lit,
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
