"""Agreement of annotators or parsers in a comparison, whose cells open the places; where there is a gold, it is no annotator."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare import __version__
from treecompare.analyses.analysis import Analysis
from treecompare.errors import UsageError, counted
from treecompare.extras.annotators.several import MISSING, MOST, Several
from treecompare.readers import DependencyTreebank
from treecompare.scores.result import Found, ResultTable, Value, View, text_column

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.extras.annotators.agreed import Agreement
    from treecompare.extras.annotators.tallies import Layer, Two

MARKED = 200_000
"""The words of so many units are marked at most; of more, the sentences are opened alone."""


def agreement_of(comparison: Comparison, view: View, is_quick: bool = False) -> Agreement | None:
    """The agreement of the systems, and of the first analysis where it is no gold; None: fewer than two of them, or too many.

    Raises UsageError: the pre-annotation is none of the systems.
    """
    from treecompare.extras.annotators.agreed import Agreement, Asked  # every comparison asks which tables there are

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
    from treecompare.extras.annotators.agreed_tables import people_tables

    methods: list[list[Value]] = [[line] for line in methods_of(found).split("\n") if line]
    said = ResultTable("Methods", (text_column("how agreement was measured, for a paper"),), methods)
    found.opens = Opened(comparison, found).places
    return [*people_tables(found), said]


class Opened:
    """Opens units as sentences of the comparison; the words are marked with what is said of them."""

    def __init__(self, comparison: Comparison, found: Agreement) -> None:
        self._comparison, self._found = comparison, found
        self._firsts = [row[0] for row in found.several.rows]

    def places(self, layer: Layer, units: NDArray[np.int64], two: Two | None, text: str) -> Found | None:
        """See :data:`treecompare.extras.annotators.agreed.Opens`. None: the gold has none of these sentences."""
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
    "(Cohen 1960, Krippendorff 2004, Skjærholt 2014)", annotator_tables,
    of_kinds="constituents dependencies", quick=quick_tables, behind="variation", further=("Alpha over whole trees",),
)  # fmt: skip


CITED = (
    ("kappa", "Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological Measurement 20."),
    ("Fleiss", "Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological Bulletin 76."),
    ("Krippendorff", "Krippendorff, K. (2004). Content Analysis, second edition, chapter 11."),
    ("Skjærholt", "Skjærholt, A. (2014). A chance-corrected measure of inter-annotator agreement for syntax. Proceedings of ACL."),
    (
        "Hripcsak",
        "Hripcsak, G., and Rothschild, A. S. (2005). Agreement, the F-measure, and reliability in information retrieval. Journal "
        "of the American Medical Informatics Association 12.",
    ),
    ("Efron", "Efron, B., and Tibshirani, R. J. (1993). An Introduction to the Bootstrap."),
)  # fmt: skip
"""A word of the paragraph, and what it cites."""


def methods_of(found: Agreement) -> str:
    """The paragraph, and below it what it cites."""
    from treecompare.extras.annotators.agreed_tables import CALLED, PERCENT, figure_text, headline, interval_text
    from treecompare.extras.annotators.figures import RESAMPLES

    several = found.several
    both = sum(sum(row[one] >= 0 for one in found.voices) >= 2 for row in several.rows)
    people = counted(len(found.voices), "annotator")
    sentences = [
        f"The agreement of {people} ({', '.join(found.names)}) was measured with treecompare {__version__} on "
        f"{counted(both, 'sentence')} that two or more of them have."
    ]
    many = len(found.voices) > 2
    if found.is_dependencies:
        sentences.append("Units are words, punctuation included; words pair by the characters that they cover.")
        if found.alone:
            sentences.append(f"Words without a partner ({found.alone:,}) are no units.")
        sentences.append(
            "Heads are compared by their distance from the word, so that categories mean the same in all sentences."
        )
    else:
        sentences.append(
            f"Trees were prepared as {found.asked.params}; units are sets of words that an annotator has as a constituent, and "
            "words for tags. Agreement over constituents is Dice (Hripcsak and Rothschild 2005), as no set of words is none for "
            "both; that beyond chance is told of tags, and of labels over sets that both have."
        )  # fmt: skip
    kappa = "Cohen's kappa (Cohen 1960)" + (", its mean over pairs" if many else "")
    fleiss = "Fleiss' kappa (Fleiss 1971) over what all have, " if many else ""
    sentences.append(
        f"Beyond chance: {kappa}, {fleiss}and Krippendorff's alpha for nominal data (Krippendorff 2004) over what two or more have."
    )
    if found.trees is not None:
        what = (
            "a root and a node per word under its relation"
            if found.is_dependencies
            else "constituents with tags as leaves"
        )
        sentences.append(f"Alpha over whole trees has the squared tree distance, plain (Skjærholt 2014), of {what}.")
    if found.resamples is not None and found.has_intervals:
        drawn = "documents" if found.resamples.are_documents else "sentences"
        sentences.append(
            f"Intervals of 95 % are percentiles of {RESAMPLES:,} resamples of {drawn} (Efron and Tibshirani 1993; seed "
            f"{found.asked.seed}); the expected disagreement of alphas is that of all data."
        )  # fmt: skip
    if found.asked.given:
        sentences.append(f"Only words count of which both say the same {found.asked.given}.")
    if found.asked.pre is not None:
        sentences.append(f"{several.names[found.asked.pre]}, which they corrected, is no annotator.")
    figures = []
    for what, name, figure, _ in headline(found):
        limits = interval_text(figure.interval, name in PERCENT)
        figures.append(f"{what}: {CALLED[name]} {figure_text(name, figure.value)}{f' [{limits}]' if limits else ''}")
    sentences.append(f"We report {'; '.join(figures)}.")
    text = " ".join(sentences)
    return "\n".join([text, "", *(said for word, said in CITED if word in text)])
