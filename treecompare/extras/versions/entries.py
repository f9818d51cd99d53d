"""What a reviewer goes through, place by place: where rules were left over, what else was done, what is outside of them.

A place is known again in the next version by its key, so that what people say of it stays: *done*, or *on
purpose*, with a note, kept in a table of texts.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import platformdirs

from treecompare.errors import ReadError, counted
from treecompare.extras.versions.edits import Edit
from treecompare.extras.versions.rules import Family
from treecompare.extras.versions.version import QUIET, Watch
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.wording import edits_in_words
from treecompare.reading import exists, read_lines
from treecompare.scores.rich import Rich, alarm, quiet, strong, tsv
from treecompare.writing import write_folder

DONE, ON_PURPOSE, OPEN = "done", "on purpose", ""
STATES = (OPEN, DONE, ON_PURPOSE)
HEADS = ("key", "state", "note", "place", "words", "rule")
_EXPECTED = f"expected a table with the columns {', '.join(HEADS)}"


class Mark(NamedTuple):
    """``state``: one of STATES. ``place``, ``words``, ``rule``: where it was when it was said, for people who read the table."""

    state: str = OPEN
    note: str = ""
    place: str = ""
    words: str = ""
    rule: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said."""
        return self.state == OPEN and not self.note


Marks = dict[str, Mark]
"""By the key of a place (``entries.py``)."""


def marks_path() -> Path:
    """Where marks are kept: one table for all treebanks, whose keys say what they are about."""
    return Path(platformdirs.user_data_dir("treecompare", appauthor=False)) / "versions.tsv"


def read_marks(path: str | os.PathLike[str], is_needed: bool = True) -> Marks:
    """The marks in a file; none if there is no file and none is needed. Raises ReadError: it is not such a table."""
    name = os.fspath(path)
    if not is_needed and not exists(name):
        return {}
    found: Marks = {}
    for number, line in enumerate(read_lines(name, _EXPECTED), 1):
        cells = line.split("\t")
        if number == 1:
            if tuple(cells) != HEADS:
                raise ReadError(name, 1, f"begins with '{line[:40]}'; {_EXPECTED}")
            continue
        if len(cells) != len(HEADS):
            raise ReadError(name, number, f"has {len(cells)} columns; {_EXPECTED}")
        if cells[1] not in STATES:
            raise ReadError(name, number, f"'{cells[1][:40]}' is not a state; expected 'done', 'on purpose' or nothing")
        found[cells[0]] = Mark(*cells[1:])
    return found


def write_marks(path: str | os.PathLike[str], marks: Mapping[str, Mark]) -> None:
    """Writes marks, sorted by their places; their folder is made. Raises TreecompareError: it or the file cannot be written."""
    write_folder(Path(path).parent, {Path(path).name: marks_text(marks)})


def marks_text(marks: Mapping[str, Mark]) -> str:
    """The content of such a file: marks sorted by their places, without those that say nothing."""
    told = sorted(
        ((key, mark) for key, mark in marks.items() if not mark.is_empty), key=lambda one: (one[1].place, one[0])
    )
    rows = [list(HEADS), *([key, *mark] for key, mark in told)]
    return f"{tsv(rows)}\n"


def accepted(marks: Mapping[str, Mark], state: str = ON_PURPOSE) -> frozenset[str]:
    """The places that are as they should be; of another ``state`` those."""
    return frozenset(key for key, mark in marks.items() if mark.state == state)


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


MOST = 5_000
"""So many places of a list are shown."""
LEFT_OVER = "Left over"


class Entry(NamedTuple):
    """``place``: where; ``row``: of which sentences; ``words``: places in BASE of the words to point out. ``what``: what stands or
    was done there. ``rank``, ``family``: the rule that it is about; 0 and None for none. ``edits``: what is told there."""

    place: Place
    row: int
    words: tuple[int, ...]
    what: Rich
    rank: int = 0
    family: Family | None = None
    edits: Sequence[Edit] = ()


class Listed(NamedTuple):
    """A list of places: its title, and their keys as far as they are shown."""

    title: str
    entries: Sequence[Entry] = ()
    keys: Sequence[str] = ()


def left_over(diff: Diff, with_marked: bool = False) -> list[Entry]:
    """Words where the conditions of a rule hold and nothing was done: perhaps it was forgotten. Vague rules forget nothing.

    ``with_marked``: those, too, that are marked as on purpose, or as done since.
    """
    found, marked = [], diff.accepted | diff.done
    for rank, family in diff.rules.told:
        still = {} if family.is_vague else diff.rules.still(family)
        for word, said in still.items():
            found.append(_of_word(diff, int(diff.rules.words[word]), Rich(alarm(said)), rank, family))
    return [one for one in found if with_marked or not marked or key_of(diff, one) not in marked]


def on_purpose(diff: Diff) -> str:
    """How many places are not told as left over, since they are marked as on purpose; empty if none are."""
    there = left_over(diff, with_marked=True) if diff.accepted else ()
    count = sum(key_of(diff, one) in diff.accepted for one in there)
    return f"{counted(count, 'further place')} on purpose" if count else ""


def otherwise(diff: Diff) -> list[Entry]:
    """Words where the conditions of a rule hold and something else was done."""
    edits: defaultdict[int, list[Edit]] = defaultdict(list)
    for edit in diff.edits:
        edits[edit.word].append(edit)
    found = []
    for rank, family in diff.rules.told:
        layers = {atom.layer for atom in family.effect}
        for word in family.otherwise if not family.is_vague else ():
            base = int(diff.rules.words[word])
            done = [one for one in edits[base] if layers & set(one.layer.split("+"))]
            found.append(_of_word(diff, base, edits_in_words(done), rank, family))
    return found


def covered(diff: Diff, rank: int, family: Family, most: int | None = None, first: int = 0) -> list[Entry]:
    """Words to which a rule was applied: all, or those from ``first`` to before ``most``."""
    words = diff.rules.words[family.covered[first:most]].tolist()
    nothing = Rich()
    return [_of_word(diff, word, nothing, rank, family) for word in words]


def outside(diff: Diff, watch: Watch = QUIET) -> list[Entry]:
    """What no rule explains. Raises Cancelled: ``watch`` ended it."""
    return of_edits(diff.outside, watch)


def of_edits(edits: Iterable[Edit], watch: Watch = QUIET) -> list[Entry]:
    """Edits place by place: those of one word together, those that follow another with that. Raises Cancelled: ``watch`` ended
    it."""
    return [at_place(there) for there in watch.over(places(edits), "listing places")]


def places(edits: Iterable[Edit]) -> list[list[Edit]]:
    """Edits of one row each, place by place."""
    found: dict[tuple[int, object], list[Edit]] = {}
    for edit in edits:
        word = edit.follows if edit.follows >= 0 else edit.word
        at: object = word if word >= 0 else (edit.base_word, edit.head_word)
        found.setdefault((edit.row, at), []).append(edit)
    return list(found.values())


def at_place(edits: Sequence[Edit]) -> Entry:
    """What is told of the edits of a place."""
    follow = [edit for edit in edits if edit.follows >= 0]
    own = [edit for edit in edits if edit.follows < 0] or follow
    behind = quiet(f", {len(follow)} that follow" if follow and own is not follow else "")
    words = tuple(sorted({edit.word for edit in own if edit.word >= 0}))
    return Entry(place_of_edit(own[0]), own[0].row, words, Rich(edits_in_words(own), behind), edits=edits)


def of_sentences(diff: Diff) -> list[Entry]:
    """Sentences to which something happened besides edits: split, moved, cut in another way, …"""
    return [Entry(place_of_row(diff, row), row, (), Rich(", ".join(said))) for row, said in diff.besides.items()]


def of_nodes(diff: Diff) -> list[Entry]:
    """Sentences in which constituents changed."""
    found = []
    for row in range(len(diff.changes.statuses)):
        if nodes := diff.changes.changed_nodes(row):
            said = f"{counted(nodes, 'constituent')} in one version only"
            found.append(Entry(place_of_row(diff, row), row, (), Rich(said)))
    return found


def _of_word(diff: Diff, word: int, what: Rich, rank: int, family: Family) -> Entry:
    found = diff.changes.found
    row = int(found.row_of[0][found.base.sentence_of[word]])
    return Entry(place_of_word(diff, word), row, (word,), what, rank, family)


def key_of(diff: Diff, entry: Entry) -> str:
    """By what a place is known again, whatever its file, its line and the other rules are.

    Of a rule its effect and the conditions that hold there, of other places what was done; the sentence by its text as it is
    compared; the word by its form and its number among equal forms of the sentence.
    """
    version = diff.changes.found.sides[entry.place.side]
    words = version.words_of(entry.place.sentence)
    form = words[entry.place.first - 1] if entry.place.first else ""
    about: list[object] = [[edit.layer, edit.key, edit.old, edit.new] for edit in entry.edits]
    if entry.family is not None:
        word = diff.rules.place_of(entry.words[0])
        rule = next((one for one in entry.family.rules if word in one.exceptions), entry.family.rules[0])
        about = [[list(atom) for atom in rule.effect], [[one.name, one.value] for one in rule.conditions]]
    known = [about, version.normal_text(entry.place.sentence), form, words[: entry.place.first].count(form)]
    return hashlib.sha256(json.dumps(known, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def listed(diff: Diff, title: str, found: Sequence[Entry]) -> Listed:
    """A list of places."""
    return Listed(title, found, [key_of(diff, one) for one in found[:MOST]])
