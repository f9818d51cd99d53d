"""What people type in place of the values of the files: ``3:nmod``, ``offices nmod``, ``nmod``, ``NP Nom``."""

from __future__ import annotations

from treecompare.annotators.adjudication import Adjudication
from treecompare.annotators.differences import ARC, Place, arc_of, arc_value
from treecompare.errors import UsageError


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
