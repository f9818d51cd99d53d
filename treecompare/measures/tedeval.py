"""TedEval: scores across annotation schemes (Tsarfaty et al. 2011, 2012), and of trees whose words differ, with SegEval (2012, ACL,
sections 3 and 4).

A parse is compared with the generalisation of several golds (or with one gold). ``gold`` are the labels of the generalisation,
``test`` those of the parse, without the root; operations that turn the parse's own gold into the generalisation as well are
forgiven and not counted.
"""

from __future__ import annotations

from treecompare.measures.measure import Counts, Measure, Ratio
from treecompare.measures.terms import symbolic

PAPER_2011 = "Tsarfaty et al. 2011, section 3"
PAPER_2012 = "Tsarfaty et al. 2012, section 3.3"


def tedeval(c: Counts) -> Ratio:
    """1 − (D+I) / (G+T): deletions and additions, anchored in spans (Tsarfaty et al. 2012, section 3.3), or in a lattice
    (2012, ACL, section 3: 1 − TED(p,g) / (|p|+|g|−2); G and T are sizes without the root, hence no −2)."""
    size = c.gold + c.test
    return Ratio(size - (c.deleted + c.inserted), size)


def tedeval_2011(c: Counts) -> Ratio:
    """1 − (D+I+S) / (G+T) (Tsarfaty et al. 2011, section 3): tree distance with relabelling."""
    size = c.gold + c.test
    return Ratio(size - (c.deleted + c.inserted + c.swapped), size)


_SCHEME = "what also turns the system's own gold into the common gold is a scheme difference and not counted"


def _family() -> list[Measure]:
    measures = []
    for suffix, words in (("", ""), (".unlabelled", ", unlabelled")):
        labels = "spans" if suffix else "labels over spans"
        measures.append(
            Measure(
                key=f"tedeval{suffix}",
                title=f"TedEval{words}",
                paper=PAPER_2012,
                part=f"tedeval{suffix}",
                formula=tedeval,
                explanation=(
                    f"{symbolic(tedeval)}: deleting D and adding I {labels} turns the function tree of the system (T) into "
                    f"what all golds have in common (G); {_SCHEME}."
                ),
                ignores_names=False,
                nothing_is_one=True,
                reading=(
                    "The system has {test}, the common gold {gold} "
                    + labels
                    + ". {deleted} must be deleted and {inserted} added; "
                    "scheme differences are not counted."
                ),
            )
        )
    for suffix, words in (("", ""), (".unlabelled", ", unlabelled")):
        measures.append(
            Measure(
                key=f"tedeval2011{suffix}",
                title=f"TedEval 2011{words}",
                paper=PAPER_2011,
                part=f"tedeval2011{suffix}",
                formula=tedeval_2011,
                explanation=(
                    f"{symbolic(tedeval_2011)}: a least-cost mapping between the function tree of the system (T nodes) and "
                    f"what all golds have in common (G nodes) deletes D, inserts I and relabels S nodes; {_SCHEME}"
                    f"{'; labels count as equal' if suffix else ''}."
                ),
                ignores_names=False,
                nothing_is_one=True,
                reading=(
                    "The system has {test:node}, the common gold {gold}. {deleted:node} must be deleted, {inserted} inserted and "
                    "{swapped} relabelled; scheme differences are not counted."
                ),
            )
        )
    return measures


SCHEME_MEASURES: tuple[Measure, ...] = tuple(_family())
PAPER = "Tsarfaty et al. 2012 (ACL)"


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
TEDEVAL_PARTS = ("tedeval", "tedeval.unlabelled")
TEDEVAL_2011_PARTS = ("tedeval2011", "tedeval2011.unlabelled")
WORD_PARTS = ("las", "uas")
SCHEME_PARTS = (*WORD_PARTS, *TEDEVAL_PARTS, *TEDEVAL_2011_PARTS)
LATTICE_PARTS = tuple(_WHAT)


def _lattice_family() -> list[Measure]:
    return [
        Measure(
            key=part,
            title=title,
            paper=f"{PAPER}, section {3 if part.startswith('tedeval') else 4}",
            part=part,
            formula=tedeval,
            explanation=(
                f"{symbolic(tedeval)}: turning the system into the gold deletes D of its T {what}, "
                f"and adds I of the gold's G; {matching}."
            ),
            equal_words=False,
            symmetric=True,
            reading=(
                f"The gold has {{gold:{noun}}}, the system {{test}}. To turn the system into the gold, {{inserted}} must be added "
                "and {deleted} deleted; {matched} are kept."
            ),
        )
        for part, (title, noun, what, matching) in _WHAT.items()
    ]


LATTICE_MEASURES = tuple(_lattice_family())
