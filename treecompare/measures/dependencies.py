"""Measures of dependency sentences: attachment scores and the rest of the CoNLL 2018 shared task's family.

A measure compares aligned words (``mappings/tokens.py``): ``gold`` and ``test`` words that are scored, ``matched`` ones that
agree, and in ``words`` those that have a counterpart at all. With equal tokens recall, precision and F1 are one figure, the
accuracy of eval.pl. ``measures/words.py`` says when words agree.
"""

from __future__ import annotations

from treecompare.measures.measure import Counts, Measure, Ratio, dice, precision, recall
from treecompare.measures.terms import symbolic

SHARED_TASK = "Zeman et al. 2018, section 4"
CONLLX = "Buchholz & Marsi 2006"
NIVRE = "Nivre & Fang 2017"
BOUMA = "Bouma, Seddah & Zeman 2020"


def aligned_accuracy(c: Counts) -> Ratio:
    """M / A: among the A gold words that have a counterpart (Zeman et al. 2018, section 4.2)."""
    return Ratio(c.matched, c.words)


_WHAT = {
    "uas": ("UAS", "word", "have the right head", CONLLX),
    "las": ("LAS", "word", "have the right head and relation", CONLLX),
    "label-accuracy": ("Label accuracy", "word", "have the right relation, wherever they are attached", CONLLX),
    "clas": ("CLAS", "content word", "have the right head and relation", NIVRE),
    "mlas": ("MLAS", "content word", "have the right head, relation, UPOS, features and function words", SHARED_TASK),
    "blex": ("BLEX", "content word", "have the right head, relation and lemma", SHARED_TASK),
    "tokens": ("Tokens", "token", "are the same stretch of characters", SHARED_TASK),
    "words": ("Words", "word", "have a counterpart", SHARED_TASK),
    "sentences": ("Sentences", "sentence", "are the same stretch of characters", SHARED_TASK),
    "upos": ("UPOS", "word", "have the right universal part of speech", SHARED_TASK),
    "xpos": ("XPOS", "word", "have the right part of speech of the treebank", SHARED_TASK),
    "ufeats": ("UFeats", "word", "have the right universal features", SHARED_TASK),
    "alltags": ("AllTags", "word", "have the right UPOS, XPOS and universal features", SHARED_TASK),
    "lemmas": ("Lemmas", "word", "have the right lemma, or none in the gold", SHARED_TASK),
    "elas": ("ELAS", "enhanced edge", "are in both graphs", BOUMA),
    "eulas": ("EULAS", "enhanced edge", "are in both graphs, whatever their subtypes", BOUMA),
}
"""Title, what is counted, when it is right, source."""
DEPENDENCY_PARTS = tuple(_WHAT)
EDGE_PARTS = ("elas", "eulas")
"""Enhanced graphs: as written, and without subtypes."""
_SPANS = ("tokens", "words", "sentences", *EDGE_PARTS)
"""Parts that are not words with a counterpart."""
_SYMMETRIC = (*_SPANS, "uas", "las", "label-accuracy", "upos", "xpos", "ufeats", "alltags")
"""The others are not: there the gold decides which words are content words, and whether a lemma counts."""
_FORMULAS = (
    ("", "", dice, True, None,
     "The gold has {{gold:{0}}}, the system {{test}}; {{matched}} {1}. So {{numerator}} of {{denominator}} agree."),
    (".precision", " precision", precision, False, ".recall", "Of the system's {{test:{0}}}, {{matched}} {1}."),
    (".recall", " recall", recall, False, ".precision", "Of the gold's {{gold:{0}}}, {{matched}} {1}."),
    (".aligned", " of aligned words", aligned_accuracy, False, None,
     "{{words:{0}}} of the gold have a counterpart in the system; {{matched}} {1}."),
)  # fmt: skip

_ALONE = " Missing: {deleted:edge}; extra: {inserted:edge}."


def _family() -> list[Measure]:
    measures = []
    for part, (title, noun, right, paper) in _WHAT.items():
        for suffix, words, formula, symmetric, swaps_with, reading in _FORMULAS:
            if suffix == ".aligned" and part in _SPANS:
                continue
            aligned = f", W of {noun}s that are aligned" if suffix == ".aligned" else ""
            measures.append(
                Measure(
                    key=part + suffix,
                    title=title + words,
                    paper=paper,
                    part=part,
                    formula=formula,
                    explanation=(
                        f"{symbolic(formula)}: M {noun}s {right}, of G {noun}s in the gold and T in the system{aligned}."
                    ),
                    equal_words=False,
                    symmetric=symmetric and part in _SYMMETRIC,
                    swaps_with=part + swaps_with if swaps_with and part in _SYMMETRIC else None,
                    ignores_names=False,
                    reading=reading.format(noun, right) + (_ALONE if part in EDGE_PARTS and not suffix else ""),
                )
            )
    return measures


DEPENDENCY_MEASURES = tuple(_family())
