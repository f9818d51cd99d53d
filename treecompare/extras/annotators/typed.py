"""What people type in place of the values of the files: ``3:nmod``, ``offices nmod``, ``nmod``, ``NP Nom``."""

from __future__ import annotations

import numpy as np

from treecompare.errors import UsageError
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import ARC, NODES, UPOS, XPOS, Place, arc_of, arc_value
from treecompare.readers.conll import DependencyTreebank
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL


def typed_value(adjudication: Adjudication, place: Place, text: str) -> str:
    """A value as it is stored. Of an arc the head is a number or a word (the nearest of that form; 0 or ``root``: the root);
    without a head, or without a relation, that of the sentence as it stands is meant.

    Raises UsageError: it is none; says what was expected.
    """
    if place.field != ARC:
        return text.strip()
    words = adjudication.analyses.words_of(place.sentence)
    now = adjudication.settled(place.sentence).results[place].value
    head, relation = arc_of(now)
    typed = " ".join(text.split())
    if not typed:
        raise UsageError("nothing was typed; expected a head and a relation, as 3:nmod")
    before, mark, after = typed.partition(":")
    if not (mark and _head(words, before.strip(), int(place.unit)) is not None):
        before, mark, after = typed.partition(" ")
    found = _head(words, before.strip(), int(place.unit))
    if mark and found is not None and after.strip():
        return arc_value(found, after.strip())
    if not mark and typed.isdigit():
        return arc_value(int(typed), relation)
    if " " in typed:
        raise UsageError(
            f"there is no word '{before[:40]}' in this sentence; expected a head and a relation, as 3:nmod"
        )
    return arc_value(head, typed)


def _head(words: list[str], text: str, word: int) -> int | None:
    """The head that somebody typed: a number, or the nearest word of that form; None for none."""
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    there = [number for number, form in enumerate(words, 1) if form == text and number != word]
    if not there:
        there = [
            number for number, form in enumerate(words, 1) if form.casefold() == text.casefold() and number != word
        ]
    if there:
        return min(there, key=lambda one: (abs(one - word), one))
    return 0 if text.casefold() == "root" else None


def used_nowhere(adjudication: Adjudication, place: Place, value: str) -> list[str]:
    """Which relations, tags or labels of a value no word or node of the analyses has: they may be misspelt."""
    if place.field not in (ARC, UPOS, XPOS, NODES):
        return []
    labels = [arc_of(value)[1]] if place.field == ARC else value.split()
    known: set[str] = set()
    for treebank in adjudication.analyses.treebanks:
        if isinstance(treebank, DependencyTreebank):
            column = getattr(treebank.sentences, "deprel" if place.field == ARC else place.field)
            known.update(treebank.sentences.symbols.texts[number] for number in np.unique(column).tolist())
    for chains in adjudication.analyses.chains:
        trees, kind = chains.trees, CONSTITUENT if place.field == NODES else PRETERMINAL
        known.update(trees.symbols.texts[number] for number in np.unique(trees.labels[trees.kinds == kind]).tolist())
    return [label for label in labels if label not in known]
