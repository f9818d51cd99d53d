"""Places of what changed: file and line, and the words around them."""

from __future__ import annotations

import re
from typing import NamedTuple

from treecompare.extras.versions.edits import Edit
from treecompare.extras.versions.versions import Diff
from treecompare.scores.rich import Rich, strong

CONTEXT = 5
"""So many words are told on either side of a place."""
_NUMBER = re.compile("[0-9]+")


class Place(NamedTuple):
    """Words ``first`` to ``last`` (from 1) of a sentence (from 0) of BASE (``side`` 0) or HEAD (1); all of it if they are 0."""

    side: int
    sentence: int
    first: int = 0
    last: int = 0


def place_of_word(diff: Diff, word: int) -> Place:
    """Where a paired word of BASE stands in HEAD."""
    found = diff.changes.found
    other = int(found.words.base[word])
    number = found.head.number(other)
    return Place(1, int(found.head.sentence_of[other]), number, number)


def place_of_row(diff: Diff, row: int) -> Place:
    """The first sentence of a row: of HEAD, if it is there."""
    one = diff.changes.found.rows[row]
    return Place(1, one.head[0]) if one.head else Place(0, one.base[0])


def place_of_edit(edit: Edit) -> Place:
    """Where an edit is: in HEAD, unless only BASE has the words."""
    side = 0 if edit.head_word == "-" and edit.base_word != "-" else 1
    told = (edit.base_word, edit.head_word)[side]
    numbers = [int(one) for one in _NUMBER.findall(told.partition(".")[0])] or [0]
    return Place(side, (edit.base, edit.head)[side], numbers[0], numbers[-1])


def address(diff: Diff, place: Place) -> str:
    """File and line."""
    return (diff.base, diff.head)[place.side].place(place.sentence, place.first)


def sentence_id(diff: Diff, place: Place) -> str:
    """The id of the sentence; empty if it has none."""
    return diff.changes.found.sides[place.side].ids[place.sentence] or ""


def words_around(diff: Diff, place: Place, context: int = CONTEXT) -> Rich:
    """The words of a place among their neighbours; of a whole sentence its first ones."""
    version = diff.changes.found.sides[place.side]
    words = version.words_of(place.sentence)
    first, last = max(place.first - 1, 0), place.last
    before, after = max(first - context, 0), last + context if place.first else 2 * context + 1
    parts = [" ".join(words[before:first]), " ".join(words[first:last]), " ".join(words[last:after])]
    return Rich(
        "… " * (before > 0), f"{parts[0]} " if parts[0] else "", strong(parts[1]), f" {parts[2]}" if parts[2] and parts[1] else
        parts[2], " …" * (after < len(words)),
    )  # fmt: skip
