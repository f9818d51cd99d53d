"""Measures over E-mappings: evalb's precision and recall, their Dice and Jaccard (Emms 2008, table 1)."""

from __future__ import annotations

from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio
from treecompare.measures.terms import symbolic


def recall(c: Counts) -> Ratio:
    """M / G: the share of gold nodes that the test tree has (Emms 2008, table 1)."""
    return Ratio(c.matched, c.gold)


def precision(c: Counts) -> Ratio:
    """M / T: the share of test nodes that the gold tree has (Emms 2008, table 1)."""
    return Ratio(c.matched, c.test)


def dice(c: Counts) -> Ratio:
    """2M / (G + T), which is F1 of recall and precision (Emms 2008, table 1)."""
    return Ratio(2 * c.matched, c.gold + c.test)


def jaccard(c: Counts) -> Ratio:
    """M / (G + T − M) (Emms 2008, table 1)."""
    return Ratio(c.matched, c.gold + c.test - c.matched)


_PARTS = {
    "roof": "constituents only",
    "whole": "constituents and part-of-speech tags",
}
_FORMULAS = (
    ("recall", "recall", recall, False, "precision",
     "Of the gold's {{gold:{0}}} the test has {{matched}}, {1}; it lacks {{deleted}}."),
    ("precision", "precision", precision, False, "recall",
     "Of the test's {{test:{0}}} the gold has {{matched}}, {1}; it lacks {{inserted}}."),
    ("dice", "E-Dice", dice, True, None,
     "The gold has {{gold:{0}}}, the test {{test}}; they share {{matched}}, {1}. So {{numerator}} of {{denominator}} "
     "have a counterpart; without one: {{deleted}} in the gold, {{inserted}} in the test."),
    ("jaccard", "E-Jaccard", jaccard, True, None,
     "Together, gold and test have {{denominator}} different {0}s. Shared, {1}: {{matched}}; only in the gold: {{deleted}}; "
     "only in the test: {{inserted}}."),
)  # fmt: skip


def _family() -> list[Measure]:
    measures = []
    for suffix, how, words in (
        ("", "label and span", "with the same label over the same words"),
        (".unlabelled", "span, whatever the label", "over the same words, whatever the label"),
    ):
        for part, what in _PARTS.items():
            for name, title, formula, symmetric, swaps_with, reading in _FORMULAS:
                measures.append(
                    Measure(
                        key=f"e.{part}.{name}{suffix}",
                        title=f"{title}, {part}{', unlabelled' if suffix else ''}",
                        paper="Emms 2008, table 1",
                        part=f"e.{part}{suffix}",
                        formula=formula,
                        explanation=(
                            f"{symbolic(formula)} over {what}: M nodes agree in {how}, "
                            "of G in the gold tree and T in the test tree."
                        ),
                        symmetric=symmetric,
                        swaps_with=f"e.{part}.{swaps_with}{suffix}" if swaps_with else None,
                        reading=reading.format("constituent" if part == "roof" else "node", words),
                    )
                )
    return measures


SPAN_MEASURES = tuple(_family())
