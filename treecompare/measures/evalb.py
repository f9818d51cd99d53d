"""What else evalb prints in its summary (Sekine & Collins 1997)."""

from __future__ import annotations

from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio


def crossing(c: Counts) -> Ratio:
    """Test constituents that strictly overlap a gold constituent, per sentence."""
    return Ratio(c.crossing, 0 * c.crossing + 1)


def no_crossing(c: Counts) -> Ratio:
    """1 for a sentence without crossing brackets."""
    return Ratio((c.crossing == 0) * 1, 0 * c.crossing + 1)


def two_or_less_crossing(c: Counts) -> Ratio:
    """1 for a sentence with at most two crossing brackets."""
    return Ratio((c.crossing <= 2) * 1, 0 * c.crossing + 1)


def complete(c: Counts) -> Ratio:
    """1 for a sentence whose constituents all match; so for one without any constituents."""
    return Ratio(((c.gold == c.matched) & (c.test == c.matched)) * 1, 0 * c.matched + 1)


def tagging(c: Counts) -> Ratio:
    """The share of words with the right part-of-speech tag."""
    return Ratio(c.matched, c.gold)


_EVALB = "evalb (Sekine & Collins 1997)"

EVALB_MEASURES = (
    Measure(
        "crossing", "Crossing brackets", _EVALB, "e.roof", crossing,
        "Constituents of the system's tree that overlap a gold constituent, neither containing the other; mean per sentence.",
        higher_is_better=False, percent=False, identity_is_one=False,
        reading="The system's tree has {crossing:bracket} crossing a gold one: they overlap, and neither contains the other.",
    ),
    Measure("complete", "Complete match", _EVALB, "e.roof", complete,
            "The share of sentences whose constituents all agree in label and span.", symmetric=True,
            reading="The gold has {gold:constituent}, the system {test}; both have {matched}. Complete: all three are the same."),
    Measure("no-crossing", "No crossing", _EVALB, "e.roof", no_crossing,
            "The share of sentences without crossing brackets.", symmetric=True,
            reading="The system's tree has {crossing:bracket} crossing a gold one; without any the score is 1, otherwise 0."),
    Measure("two-or-less-crossing", "2 or less crossing", _EVALB, "e.roof", two_or_less_crossing,
            "The share of sentences with at most two crossing brackets.",
            reading="The system's tree has {crossing:bracket} crossing a gold one; with at most two the score is 1, otherwise 0."),
    Measure("tagging", "Tagging accuracy", _EVALB, "tags", tagging,
            "The share of words whose part-of-speech tag is the gold one.", symmetric=True,
            reading="Of {gold:tag} in the gold, the system has {matched}; {deleted} differ."),
)  # fmt: skip
