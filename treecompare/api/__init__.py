"""The public interface: what ``import treecompare`` offers. A thin face over readers, comparisons and analyses.

What stands here stays: names and keywords change only with a notice one version before. Everything below treecompare may change.
"""

from __future__ import annotations

from treecompare.api.adjudicating import Adjudication, adjudicate
from treecompare.api.batching import Batch, batch
from treecompare.api.checking import check
from treecompare.api.comparing import compare, score
from treecompare.api.comparison import Comparison
from treecompare.api.detecting import detective
from treecompare.api.diffing import Diff, diff
from treecompare.api.pairs import Pair
from treecompare.api.scoring import Score
from treecompare.api.several import agreement, consensus
from treecompare.api.tables import Row, Table, Tables
from treecompare.api.treebanks import Treebank, read
from treecompare.api.triaging import Triage, triage
from treecompare.api.trusting import trust
from treecompare.measures import Measure

__all__ = [
    "Adjudication",
    "Batch",
    "Comparison",
    "Diff",
    "Measure",
    "Pair",
    "Row",
    "Score",
    "Table",
    "Tables",
    "Treebank",
    "Triage",
    "adjudicate",
    "agreement",
    "batch",
    "check",
    "compare",
    "consensus",
    "detective",
    "diff",
    "read",
    "score",
    "triage",
    "trust",
]
