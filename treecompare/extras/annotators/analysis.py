"""Agreement of annotators or parsers in a comparison, whose cells open the places; where there is a gold, it is no annotator."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.analysis import Analysis
from treecompare.errors import UsageError
from treecompare.extras.annotators.agreed import Agreement, Asked
from treecompare.extras.annotators.agreed_methods import methods_of
from treecompare.extras.annotators.agreed_tables import people_tables
from treecompare.extras.annotators.several import MISSING, MOST, Several
from treecompare.extras.annotators.tallies import Layer, Two
from treecompare.readers import DependencyTreebank
from treecompare.scores.result import Found, ResultTable, Value, View, text_column

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison

PARTS = ("Agreement", "All figures", "Alpha over whole trees", "What differs", "Methods")
"""What the titles of its tables begin with that it always has."""
MARKED = 200_000
"""The words of so many units are marked at most; of more, the sentences are opened alone."""


def agreement_of(comparison: Comparison, view: View, is_quick: bool = False) -> Agreement | None:
    """The agreement of the systems, and of the first analysis where it is no gold; None: fewer than two of them, or too many.

    Raises UsageError: the pre-annotation is none of the systems.
    """
    files = [comparison.gold, *comparison.systems]
    names = [comparison.gold.name, *comparison.table.systems]
    made = comparison.baselines | comparison.consensus
    wanted = comparison.settings.pre_annotation
    if wanted and wanted not in names:
        raise UsageError(f"pre-annotation: there is no system '{wanted}'; expected one of {', '.join(names)}")
    pre = names.index(wanted) if wanted else None
    voices = [
        place
        for place in range(len(files))
        if place - 1 not in made and place != pre and (place or not comparison.is_gold)
    ]
    if not 2 <= len(voices) <= MOST:
        return None
    several = Several.of(files, most=len(files))
    asked = Asked(
        voices=tuple(voices),
        pre=pre,
        adjudicated=0 if comparison.is_gold and pre else None,
        params=comparison.settings.params,
        is_quick=is_quick,
        jobs=os.cpu_count() or 1,
    )
    return Agreement(several, asked, view.cancel, view.tell)


def annotator_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """All tables of agreement, and how it was measured."""
    return _tables(comparison, agreement_of(comparison, view))


def quick_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """The same without intervals, features and batches, and with an estimate of alpha over whole trees, in a second or so."""
    return _tables(comparison, agreement_of(comparison, view, True))


def _tables(comparison: Comparison, found: Agreement | None) -> list[ResultTable]:
    if found is None:
        note = f"2 to {MOST} analyses agree or do not; a gold is none of them. If no analysis is gold, say so in the menu Compare."
        return [ResultTable("Agreement of annotators", (text_column("what"),), [], note=note)]
    methods: list[list[Value]] = [[line] for line in methods_of(found).split("\n") if line]
    said = ResultTable("Methods", (text_column("how agreement was measured, for a paper"),), methods)
    return [*people_tables(found, Opened(comparison, found).places), said]


class Opened:
    """Opens units as sentences of the comparison; the words are marked with what is said of them."""

    def __init__(self, comparison: Comparison, found: Agreement) -> None:
        self._comparison, self._found = comparison, found
        self._firsts = [row[0] for row in found.several.rows]

    def places(self, layer: Layer, units: NDArray[np.int64], two: Two | None, text: str) -> Found | None:
        """See :data:`treecompare.extras.annotators.agreed_tables.Places`. None: the gold has none of these sentences."""
        row_of = self._comparison.row_of
        rows = layer.rows[units].tolist()
        sentences = sorted({row_of(self._firsts[row]) for row in rows if self._firsts[row] != MISSING})
        if not sentences:
            return None
        marks: dict[int, dict[int, str]] = {}
        if isinstance(gold := self._comparison.gold, DependencyTreebank) and len(units) <= MARKED:
            words = self._found.words.words_of(0)[units]
            for unit, word in zip(units[words >= 0].tolist(), words[words >= 0].tolist(), strict=True):
                row = row_of(int(gold.sentences.sentence_of[word]))
                if row < self._comparison.sentences:
                    marks.setdefault(row, {})[int(gold.sentences.numbers[word])] = self._said(layer, unit, two)
        return Found(np.array(sentences, np.int64), None, text, marks)

    def _said(self, layer: Layer, unit: int, two: Two | None) -> str:
        codes = layer.category.codes[:, unit].tolist()
        chosen = [codes[one] for one in two] if two else codes
        return " / ".join("–" if code < 0 else layer.category.texts[code] for code in chosen)


ANNOTATORS = Analysis(
    "annotators", "Agreement of annotators",
    "How far annotators or parsers agree beyond chance: each against each and all together, with intervals, features, batches "
    "(Cohen 1960, Krippendorff 2004, Skjærholt 2014)",
    annotator_tables, of_kinds="constituents dependencies", parts=PARTS, quick=quick_tables, behind="variation",
)  # fmt: skip
