"""Measures over E-mappings: evalb's precision and recall, their Dice and Jaccard (Emms 2008, table 1)."""

from __future__ import annotations

from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio


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
    ("recall", "recall", recall, "M / G", False, "precision"),
    ("precision", "precision", precision, "M / T", False, "recall"),
    ("dice", "E-Dice", dice, "2M / (G + T)", True, None),
    ("jaccard", "E-Jaccard", jaccard, "M / (G + T − M)", True, None),
)


def _family() -> list[Measure]:
    measures = []
    for suffix, how in (("", "label and span"), (".unlabelled", "span, whatever the label")):
        for part, what in _PARTS.items():
            for name, title, formula, text, symmetric, swaps_with in _FORMULAS:
                measures.append(
                    Measure(
                        key=f"e.{part}.{name}{suffix}",
                        title=f"{title}, {part}{', unlabelled' if suffix else ''}",
                        paper="Emms 2008, table 1",
                        part=f"e.{part}{suffix}",
                        formula=formula,
                        explanation=(
                            f"{text} over {what}: M nodes agree in {how}, of G in the gold tree and T in the test tree."
                        ),
                        symmetric=symmetric,
                        swaps_with=f"e.{part}.{swaps_with}{suffix}" if swaps_with else None,
                    )
                )
    return measures


SPAN_MEASURES = tuple(_family())
