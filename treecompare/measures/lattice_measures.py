"""Measures of trees whose words differ: TedEval over lattices and SegEval (Tsarfaty et al. 2012, ACL, sections 3 and 4)."""

from __future__ import annotations

from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio
from treecompare.measures.terms import symbolic

PAPER = "Tsarfaty et al. 2012 (ACL)"


def unedited(c: Counts) -> Ratio:
    """1 − (D+I) / (G+T) (section 3: 1 − TED(p,g) / (|p|+|g|−2)); G and T are sizes without the root, hence no −2."""
    size = c.gold + c.test
    return Ratio(size - (c.deleted + c.inserted), size)


_WHAT = {
    "tedeval.lattice": (
        "TedEval, lattice", "node", "nodes (constituents, and lexemes: a segment with its tag), roots not counted",
        "constituents with the same label and lexemes with the same segment and tag within the same space-delimited word match",
    ),
    "tedeval.lattice.unlabelled": (
        "TedEval, lattice, unlabelled", "node", "nodes (constituents and segments), roots not counted",
        "any two constituents match, and equal segments within the same space-delimited word",
    ),
    "segeval": (
        "SegEval", "lexeme", "lexemes (segments with their tags)",
        "equal segments with equal tags within the same space-delimited word match, in order",
    ),
    "segeval.unlabelled": (
        "SegEval, unlabelled", "segment", "segments",
        "equal segments within the same space-delimited word match, in order, whatever their tags",
    ),
}  # fmt: skip
"""Title, noun, what is counted, what matches."""
LATTICE_PARTS = tuple(_WHAT)


def _family() -> list[Measure]:
    return [
        Measure(
            key=part,
            title=title,
            paper=f"{PAPER}, section {3 if part.startswith('tedeval') else 4}",
            part=part,
            formula=unedited,
            explanation=(
                f"{symbolic(unedited)}: turning the system into the gold deletes D of its T {what}, "
                f"and adds I of the gold's G; {matching}."
            ),
            equal_words=False,
            symmetric=True,
            ignores_names=True,
            reading=(
                f"The gold has {{gold:{noun}}}, the system {{test}}. To turn the system into the gold, {{inserted}} must be added "
                "and {deleted} deleted; {matched} are kept."
            ),
        )
        for part, (title, noun, what, matching) in _WHAT.items()
    ]


LATTICE_MEASURES = tuple(_family())
