"""Annotations in a comparison file whose sentences stand elsewhere by now, or nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from treecompare.saved import rows
from treecompare.trees.forms import plain_forms


def realign(execute: Any, words: Sequence[str]) -> set[int]:
    """Moves annotations to the sentences that now have the same words, the nearest if there are several; so come back those whose
    sentence was gone. Returns the sentences that are gone: what was said of them is kept apart, and steps that concern them can no
    longer be undone."""
    stored = list(sentence_words(execute).items())
    lost = _lost(execute, max([len(words), *(old + 1 for old, _ in stored)]))
    new_place = new_places([*stored, *((number, text) for number, (text, _) in lost.items())], words)
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
    moved = [(old, new_place[old]) for old, _ in stored if new_place.get(old, old) != old]
    for table in ("annotations", "edits", "sentences"):
        # through unused numbers first, since old and new numbers overlap
        for old, new in moved:
            execute(f"UPDATE {table} SET sentence = ? WHERE sentence = ?", (-1 - new, old))
        execute(f"UPDATE {table} SET sentence = -1 - sentence WHERE sentence < 0")
    for number, (_, found) in lost.items():
        if (place := new_place.get(number)) is not None:
            execute("INSERT INTO sentences VALUES (?, ?)", (place, rows.stored(words[place])))
            for row, (key, value) in found.items():
                rows.put_annotation(execute, key._replace(sentence=place), value)
                execute("DELETE FROM lost WHERE rowid = ?", (row,))
    return set(gone)


def _lost(get: Any, first: int) -> dict[int, tuple[str, dict[int, tuple[rows.Key, str]]]]:
    """What is kept of sentences that are gone, by numbers of their own from ``first``: the words of each, and what was said of it,
    by the row in which it stands. What was said twice of one key and words is of two sentences; the last ones come first."""
    found: dict[tuple[str, int], dict[int, tuple[rows.Key, str]]] = {}
    times: Counter[tuple[rows.Key, str]] = Counter()
    for row, *place in get(
        "SELECT rowid, kind, system, phenomenon, value, words FROM lost ORDER BY rowid DESC"
    ).fetchall():
        key, value, text = rows.lost_of(place)
        found.setdefault((text, times[key, text]), {})[row] = key, value
        times[key, text] += 1
    return {number: (text, said) for number, ((text, _), said) in enumerate(found.items(), first)}


def sentence_words(get: Any) -> dict[int, str]:
    """The words of the sentences that something is said of, as they were when it was said."""
    return {
        rows.number_of(sentence, "the number of a sentence", rows.SENTENCES): rows.text_of(text, "a sentence")
        for sentence, text in get("SELECT sentence, words FROM sentences ORDER BY sentence")
    }


def new_places(stored: Sequence[tuple[int, str]], words: Sequence[str]) -> dict[int, int]:
    """New sentence numbers by old ones: the nearest free sentence with the same words, else with words that are only written
    otherwise."""
    moved: dict[int, int] = {}
    taken: set[int] = set()
    for compared in (list, _plain):
        left = [(old, text) for old, text in stored if old not in moved]
        if not left:
            break
        texts = compared(words)
        places: dict[str, list[int]] = {}
        for place, text in enumerate(texts):
            places.setdefault(text, []).append(place)
        mine = list(zip([old for old, _ in left], compared([text for _, text in left]), strict=True))
        stay = {old: old for old, text in mine if old < len(texts) and texts[old] == text and old not in taken}
        moved |= stay
        taken |= stay.keys()
        for old, text in mine:
            free = [place for place in places.get(text, ()) if place not in taken]
            if old not in moved and free:
                moved[old] = min(free, key=lambda place: (abs(place - old), place))
                taken.add(moved[old])
    return moved


def _plain(texts: Sequence[str]) -> list[str]:
    """The words of sentences as they are compared, as many as before, so that what is said of a word stays at it."""
    return [" ".join(plain_forms(text.split(" "))) for text in texts]
