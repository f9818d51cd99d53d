"""Measures over E-mappings: evalb's precision and recall, their Dice and Jaccard (Emms 2008, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio
from treecompare.measures.terms import symbolic


def recall(c: Counts) -> Ratio:
    """M / G: the share of gold nodes that the system's tree has (Emms 2008, table 1)."""
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
    "discontinuous": "discontinuous constituents only",
}


@dataclass(frozen=True)
class SpanFormula:
    """An entry of the family: one formula, for constituents and for whole trees, with labels and without.

    ``swaps_with``: the name whose scores it gives where gold and test change places. ``reading``: as that of a Measure, with
    ``{0}`` for what is counted ("constituent") and ``{1}`` for when two of them agree.
    """

    name: str
    title: str
    formula: Callable[[Counts], Ratio]
    reading: str
    paper: str = "Emms 2008, table 1"
    symmetric: bool = False
    swaps_with: str | None = None


_FORMULAS = (
    SpanFormula(
        "recall", "recall", recall,
        "Of the gold's {{gold:{0}}} the system has {{matched}}, {1}; it lacks {{deleted}}.",
        swaps_with="precision",
    ),
    SpanFormula(
        "precision", "precision", precision,
        "Of the system's {{test:{0}}} the gold has {{matched}}, {1}; it lacks {{inserted}}.",
        swaps_with="recall",
    ),
    SpanFormula(
        "dice", "E-Dice", dice,
        "The gold has {{gold:{0}}}, the system {{test}}; they share {{matched}}, {1}. So {{numerator}} of {{denominator}} "
        "matched; unmatched: {{deleted}} in the gold, {{inserted}} in the system.",
        symmetric=True,
    ),
    SpanFormula(
        "jaccard", "E-Jaccard", jaccard,
        "Together, gold and test have {{denominator}} different {0}s. Shared, {1}: {{matched}}; only in the gold: {{deleted}}; "
        "only in the system: {{inserted}}.",
        symmetric=True,
    ),
)  # fmt: skip


def span_family(formulas: Sequence[SpanFormula]) -> list[Measure]:
    """The measures of these formulas over every part, with labels and without."""
    measures = []
    for suffix, how, words in (
        ("", "label and span", "with the same label over the same words"),
        (".unlabelled", "span, whatever the label", "over the same words, whatever the label"),
    ):
        for part, what in _PARTS.items():
            for entry in formulas:
                measures.append(
                    Measure(
                        key=f"e.{part}.{entry.name}{suffix}",
                        title=f"{entry.title}, {part}{', unlabelled' if suffix else ''}",
                        paper=entry.paper,
                        part=f"e.{part}{suffix}",
                        formula=entry.formula,
                        explanation=(
                            f"{symbolic(entry.formula)} over {what}: M nodes agree in {how}, "
                            "of G in the gold tree and T in the system's tree."
                        ),
                        symmetric=entry.symmetric,
                        swaps_with=f"e.{part}.{entry.swaps_with}{suffix}" if entry.swaps_with else None,
                        reading=_reading(entry, part, words),
                    )
                )
    return measures


def _reading(entry: SpanFormula, part: str, words: str) -> str:
    # drawings, and tree distance, count words as nodes, too
    is_whole = part == "whole"
    what = {"whole": "node", "discontinuous": "discontinuous constituent"}.get(part, "constituent")
    return entry.reading.format(what, words) + " Words are not counted." * is_whole


def _of_sets(key: str, entry: SpanFormula) -> Measure:
    return Measure(
        key=key,
        title=f"sets of spans, {'F1' if entry.name == 'dice' else entry.title}",
        paper="Shen et al. 2018",
        part="e.sets",
        formula=entry.formula,
        explanation=(
            f"{symbolic(entry.formula)} over the different spans of two words or more without the whole sentence, labels ignored: "
            "M spans are in both trees, of G in the gold tree and T in the system's tree."
        ),
        symmetric=entry.symmetric,
        swaps_with=f"e.sets.{entry.swaps_with}" if entry.swaps_with else None,
        nothing_is_one=entry.name == "dice",
        reading=entry.reading.format("span", "over the same words, whatever the label"),
    )


SET_MEASURES = tuple(
    _of_sets("e.sets" if one.name == "dice" else f"e.sets.{one.name}", one)
    for name in ("dice", "recall", "precision")
    for one in _FORMULAS
    if one.name == name
)
"""Those by which unsupervised parsing is scored. In the mean a sentence without gold spans is 1 if the system has none, too."""
SPAN_MEASURES = (*span_family(_FORMULAS), *SET_MEASURES)
