"""The public interface: what ``import treecompare`` offers. A thin face over readers, comparisons and analyses.

What stands here stays: names and keywords change only with a notice one version before. Everything below treecompare may change.
"""

from __future__ import annotations

from treecompare.api.checking import check
from treecompare.api.comparing import compare, score
from treecompare.api.comparison import Comparison
from treecompare.api.pairs import Pair
from treecompare.api.scoring import Score
from treecompare.api.tables import Row, Table, Tables
from treecompare.api.treebanks import Treebank, read
from treecompare.extras.annotators.library import agreement, consensus
from treecompare.extras.annotators.library_adjudicate import Adjudication, adjudicate
from treecompare.extras.annotators.library_triage import Triage, triage
from treecompare.extras.batches.library import Batch, batch
from treecompare.extras.conventions.library import detective
from treecompare.extras.queries.library import trust
from treecompare.extras.versions.library import Diff, diff
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
