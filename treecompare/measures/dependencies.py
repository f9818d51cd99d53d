"""Measures of dependency sentences: attachment scores and the rest of the CoNLL 2018 shared task's family.

A measure compares aligned words (``mappings/tokens.py``): ``gold`` and ``test`` words that are scored, ``matched`` ones that
agree, and in ``words`` those that have a counterpart at all. With equal tokens recall, precision and F1 are one figure, the
accuracy of eval.pl. ``measures/words.py`` says when words agree.
"""

from __future__ import annotations

from treecompare.measures.measure import Measure
from treecompare.measures.ratio import Counts, Ratio

SHARED_TASK = "Zeman et al. 2018, section 4"
CONLLX = "Buchholz & Marsi 2006"


def f1(c: Counts) -> Ratio:
    """2M / (G + T) (Zeman et al. 2018, section 4.2)."""
    return Ratio(2 * c.matched, c.gold + c.test)


def precision(c: Counts) -> Ratio:
    """M / T (Zeman et al. 2018, section 4.2)."""
    return Ratio(c.matched, c.test)


def recall(c: Counts) -> Ratio:
    """M / G (Zeman et al. 2018, section 4.2)."""
    return Ratio(c.matched, c.gold)


def aligned_accuracy(c: Counts) -> Ratio:
    """M / A: among the A gold words that have a counterpart (Zeman et al. 2018, section 4.2)."""
    return Ratio(c.matched, c.words)


_WHAT = {
    "uas": ("UAS", "words with the right head", CONLLX),
    "las": ("LAS", "words with the right head and relation", CONLLX),
    "label-accuracy": ("label accuracy", "words with the right relation, wherever they are attached", CONLLX),
    "clas": ("CLAS", "content words with the right head and relation", "Nivre & Fang 2017"),
    "mlas": (
        "MLAS",
        "content words with the right head, relation, UPOS, features and function words",
        SHARED_TASK,
    ),
    "blex": ("BLEX", "content words with the right head, relation and lemma", SHARED_TASK),
    "tokens": ("tokens", "tokens that are the same stretch of characters", SHARED_TASK),
    "words": ("words", "words that have a counterpart", SHARED_TASK),
    "sentences": ("sentences", "sentences that are the same stretch of characters", SHARED_TASK),
    "upos": ("UPOS", "words with the right universal part of speech", SHARED_TASK),
    "xpos": ("XPOS", "words with the right part of speech of the treebank", SHARED_TASK),
    "ufeats": ("UFeats", "words with the right universal features", SHARED_TASK),
    "alltags": ("AllTags", "words with the right UPOS, XPOS and universal features", SHARED_TASK),
    "lemmas": ("lemmas", "words with the right lemma, or without one in the gold", SHARED_TASK),
}
DEPENDENCY_PARTS = tuple(_WHAT)
_SPANS = ("tokens", "words", "sentences")
_FORMULAS = (
    ("", "", f1, "2M / (G + T)", True, None),
    (".precision", " precision", precision, "M / T", False, ".recall"),
    (".recall", " recall", recall, "M / G", False, ".precision"),
    (".aligned", " of aligned words", aligned_accuracy, "M / A", False, None),
)


def _family() -> list[Measure]:
    measures = []
    for part, (title, what, paper) in _WHAT.items():
        for suffix, words, formula, text, symmetric, swaps_with in _FORMULAS:
            if suffix == ".aligned" and part in _SPANS:
                continue
            # the gold says which words are scored, whether features are universal and whether a lemma counts
            symmetric_part = part in (*_SPANS, "uas", "las", "label-accuracy", "upos", "xpos", "ufeats", "alltags")
            measures.append(
                Measure(
                    key=part + suffix,
                    title=title + words,
                    paper=paper,
                    part=part,
                    formula=formula,
                    explanation=f"{text}: M {what}, of G in the gold and T in the test"
                    + (", A of which are aligned." if suffix == ".aligned" else "."),
                    equal_words=False,
                    symmetric=symmetric and symmetric_part,
                    swaps_with=part + swaps_with if swaps_with and symmetric_part else None,
                    ignores_names=False,
                )
            )
    return measures


DEPENDENCY_MEASURES = tuple(_family())
