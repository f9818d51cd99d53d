"""How agreement was measured, for a paper: a paragraph with the figures to look at first, and the definitions that it cites."""

from __future__ import annotations

from treecompare import __version__
from treecompare.errors import counted
from treecompare.extras.annotators.agreed import Agreement
from treecompare.extras.annotators.agreed_tables import CALLED, PERCENT, figure_text, headline, interval_text
from treecompare.extras.annotators.resampled import RESAMPLES

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
