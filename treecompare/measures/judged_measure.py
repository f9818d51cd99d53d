"""What people judged, as a measure: so that it can be set beside the others."""

from __future__ import annotations

from treecompare.measures.measure import Counts, Measure, Ratio

JUDGED_PART = "judged"


def judged(c: Counts) -> Ratio:
    """1 for a sentence in which all that people judged was parsed correctly (Kübler et al. 2008, table 9)."""
    return Ratio((c.matched == c.gold) * 1, 0 * c.gold + 1)


JUDGED_MEASURES = (
    Measure(
        "judged", "Judged correct", "Kübler et al. 2008, table 9", JUDGED_PART, judged,
        "The share of sentences in which all that people judged was parsed correctly, of those in which anything was judged.",
        equal_words=False,
        reading="People gave {gold:judgement}; correct: {matched}. If all are correct the score is 1, otherwise 0.",
    ),
)  # fmt: skip
