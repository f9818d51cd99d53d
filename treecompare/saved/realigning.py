"""Annotations in a comparison file whose sentences stand elsewhere by now, or nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treecompare.saved import rows


def realign(execute: Any, words: Sequence[str]) -> set[int]:
    """Moves annotations to the sentences that now have the same words, the nearest if there are several. Returns the sentences that
    are gone: what was said of them is kept apart, and steps that concern them can no longer be undone."""
    stored = list(sentence_words(execute).items())
    new_place = new_places(stored, words)
    gone = [sentence for sentence, _ in stored if sentence not in new_place]
    for sentence in gone:
        execute(
            """INSERT INTO lost SELECT kind, system, phenomenon, value, words FROM annotations
               JOIN sentences USING (sentence) WHERE sentence = ?""", (sentence,),
        )  # fmt: skip
        execute("DELETE FROM steps WHERE step IN (SELECT step FROM edits WHERE sentence = ?)", (sentence,))
        execute("DELETE FROM edits WHERE step NOT IN (SELECT step FROM steps)")
        execute("DELETE FROM annotations WHERE sentence = ?", (sentence,))
        execute("DELETE FROM sentences WHERE sentence = ?", (sentence,))
    moved = [(old, new) for old, new in new_place.items() if old != new]
    for table in ("annotations", "edits", "sentences"):
        # through unused numbers first, since old and new numbers overlap
        for old, new in moved:
            execute(f"UPDATE {table} SET sentence = ? WHERE sentence = ?", (-1 - new, old))
        execute(f"UPDATE {table} SET sentence = -1 - sentence WHERE sentence < 0")
    return set(gone)


def sentence_words(get: Any) -> dict[int, str]:
    """The words of the sentences that something is said of, as they were when it was said."""
    return {
        rows.number_of(sentence, "the number of a sentence", rows.SENTENCES): rows.text_of(text, "a sentence")
        for sentence, text in get("SELECT sentence, words FROM sentences ORDER BY sentence")
    }


def new_places(stored: Sequence[tuple[int, str]], words: Sequence[str]) -> dict[int, int]:
    """New sentence numbers by old ones: the nearest free sentence with the same words."""
    places: dict[str, list[int]] = {}
    for place, text in enumerate(words):
        places.setdefault(text, []).append(place)
    moved = {old: old for old, text in stored if old < len(words) and words[old] == text}
    taken = set(moved.values())
    for old, text in stored:
        free = [place for place in places.get(text, ()) if place not in taken]
        if old not in moved and free:
            moved[old] = min(free, key=lambda place: (abs(place - old), place))
            taken.add(moved[old])
    return moved
