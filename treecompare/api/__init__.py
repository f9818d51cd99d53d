"""The public interface: what ``import treecompare`` offers. A thin face over readers, comparisons and analyses.
What extras offer lies with them.

What stands here stays: names and keywords change only with a notice one version before. Everything below treecompare may change.
"""

from __future__ import annotations

from treecompare.api.comparing import check, compare, score
from treecompare.api.comparison import Comparison, Pair, Score
from treecompare.api.tables import Row, Table, Tables
from treecompare.api.treebanks import Treebank, read
from treecompare.measures import Measure

__all__ = [
    "Comparison",
    "Measure",
    "Pair",
    "Row",
    "Score",
    "Table",
    "Tables",
    "Treebank",
    "check",
    "compare",
    "read",
    "score",
]
