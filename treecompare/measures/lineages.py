"""Leaf-Ancestor (Sampson & Babarczy 2003): the mean similarity of the words' lineages."""

from __future__ import annotations

from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio


def leaf_ancestor(c: Counts) -> Ratio:
    """Sum of the word scores over words (Sampson & Babarczy 2003, section 4); the sum is a double."""
    return Ratio(c.score, c.words)


_PAPER = "Sampson & Babarczy 2003, section 4"
_TEXT = (
    "Mean over the words of 1 − distance / (length + length) of their lineages, the labels from the word up to the root with "
    "brackets where constituents begin and end. Leaving out or adding a label costs 1, "
)

LINEAGE_MEASURES = tuple(
    Measure(
        key,
        title,
        _PAPER,
        key,
        leaf_ancestor,
        _TEXT + text,
        symmetric=True,
        ignores_names=key in ("la", "la.tags"),
        reading="Each of {words:word} has a score between 0 and 1: how similar its path to the root is in both trees. "
        "Their sum is {score}, at best {denominator}.",
    )
    for key, title, text in (
        ("la", "Leaf-Ancestor", "replacing it 2."),
        ("la.initial", "Leaf-Ancestor, initials", "replacing it 0.5 if both begin with the same letter, otherwise 2."),
        (
            "la.custom",
            "Leaf-Ancestor, own costs",
            "replacing it costs what your table of label costs says, otherwise 2.",
        ),
        ("la.tags", "Leaf-Ancestor with tags", "replacing it 2; part-of-speech tags belong to the lineages."),
    )
)
