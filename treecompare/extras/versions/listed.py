"""The places of two versions as a list: its sections, what it can be narrowed by, its orders, and what was said of each place."""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.extras.versions import entries
from treecompare.extras.versions.entries import DONE, ON_PURPOSE, OPEN, STATES, Entry, Mark, Marks, key_of, sentence_id
from treecompare.extras.versions.rules import Family
from treecompare.extras.versions.version import QUIET, Watch
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.wording import conditions_in_words, effect_in_words
from treecompare.jobs.base import Numbers, Section, Token, number_of

LEFT_OVER, OTHERWISE, OUTSIDE, RULES, SENTENCES = "left-over", "otherwise", "outside", "rules", "sentences"
CONSTITUENTS, COVERED, CHANGES = "constituents", "covered", "changes"
TITLES = {
    LEFT_OVER: "Left over", OTHERWISE: "Otherwise changed", OUTSIDE: "Outside the rules",
    COVERED: "Where it was done", RULES: "Rules", SENTENCES: "Sentences", CONSTITUENTS: "Constituents",
}  # fmt: skip
"""The sections in the order of the list."""
FEW = 20
"""Sections of more places are folded at first where something was left over, but the rules."""
EVERY = 512
"""After so many places it is asked whether to go on."""
_STATES = {"open": OPEN, "done": DONE, "purpose": ON_PURPOSE, "on-purpose": ON_PURPOSE}
_COMPARED = {"<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}
Mask = NDArray[np.bool_]


class Listed:
    """Places by number: first the rules, then those of all sections, then those where a rule was done, as they are asked for.

    ``entries``: what each is; of a rule the first place where it was done. ``parts``: the places of each section, those where rule
    3 was done as ``covered 3``. ``own``: the first place that is no rule, and the first one that was asked for. ``marks``: what was
    said of places, by their names.
    """

    def __init__(self, diff: Diff, watch: Watch = QUIET) -> None:
        self.diff, self.families = diff, diff.rules.families
        self.entries: list[Entry] = []
        self.parts: dict[str, range] = {}
        self.marks: Marks = {}
        self._names: dict[int, str] = {}
        self._numbers: defaultdict[str, list[int]] = defaultdict(list)
        self._texts: dict[int, str] = {}
        self._files = {name: number for number, name in enumerate((*diff.head.files, *diff.base.files))}
        self._figures = np.zeros((0, 4), np.int64)
        """Of each place its rule, file, row, and first word."""
        self._add(RULES, [entries.covered(diff, *one, 1)[0] for one in enumerate(self.families, 1)])
        self._add(LEFT_OVER, entries.left_over(diff))
        self._add(OTHERWISE, entries.otherwise(diff))
        self._add(OUTSIDE, entries.outside(diff, watch))
        self._add(SENTENCES, entries.of_sentences(diff))
        self._add(CONSTITUENTS, [] if diff.kind.has_rules else entries.of_nodes(diff))
        self.own = len(self.families), len(self.entries)
        for place in range(len(self.entries)):
            if place % EVERY == 0:
                watch.tell("listing places", place / len(self.entries))
            self.name(place)
            self._text(place)

    def _add(self, part: str, there: Sequence[Entry]) -> None:
        self.parts[part] = range(len(self.entries), len(self.entries) + len(there))
        self.entries += there
        files = [self._files[self.diff.file_of(one.row)] for one in there]
        told = [(one.rank, file, one.row, one.place.first) for one, file in zip(there, files, strict=True)]
        self._figures = np.concatenate([self._figures, np.array(told, np.int64).reshape(-1, 4)])

    def title(self, part: str) -> str:
        """The heading of a section."""
        if part.startswith(COVERED):
            return f"Where rule {part.split()[1]} was done"
        return "Changes" if part == OUTSIDE and not self.diff.kind.has_rules else TITLES[part]

    def family(self, place: int) -> Family | None:
        """The rule that a place is, and not only is about."""
        return self.families[place] if place < len(self.families) else None

    def part_of(self, place: int) -> str:
        """The section of a place."""
        return next(part for part, there in self.parts.items() if place in there)

    def covered(self, rank: int) -> range:
        """The places where a rule was done. Raises UsageError: there is no such rule."""
        if not 1 <= rank <= len(self.families):
            raise UsageError(f"there is no rule {rank}; expected one from 1 to {len(self.families)}")
        if (part := f"{COVERED} {rank}") not in self.parts:
            self._add(part, entries.covered(self.diff, rank, self.families[rank - 1]))
        return self.parts[part]

    # -- names and marks ----------------------------------------------------------------------------------------------------

    def name(self, place: int) -> str:
        """By what a place is known again: its key, by which marks are kept; of a rule what it does and where."""
        if place not in self._names:
            family = self.family(place)
            name = key_of(self.diff, self.entries[place]) if family is None else _rule_text(family)
            self._names[place] = name
            self._numbers[name].append(place)
        return self._names[place]

    def place(self, name: str) -> int:
        """The first place of that name; -1: none is known."""
        return next(iter(self._numbers.get(name, ())), -1)

    def mark(self, place: int) -> Mark:
        """What was said of a place; nothing is ever said of a rule."""
        is_said = self.marks and self.family(place) is None
        return self.marks.get(self.name(place), Mark()) if is_said else Mark()

    @property
    def own_marks(self) -> Marks:
        """What was said of the places that are known here."""
        return {key: mark for key, mark in self.marks.items() if key in self._numbers}

    def _marked(self) -> tuple[Numbers, Mask, dict[int, str]]:
        """Of each place which of STATES it has, and whether anybody may say something of it; notes by place."""
        states, notes = np.zeros(len(self.entries), np.int64), dict[int, str]()
        for place in range(self.own[1], len(self.entries) if self.marks else 0):
            self.name(place)
        for key, mark in self.own_marks.items():
            for place in self._numbers[key]:
                states[place] = STATES.index(mark.state)
                if mark.note:
                    notes[place] = mark.note
        return states, np.arange(len(states)) >= self.own[0], notes

    def waiting(self) -> Mask:
        """Which places wait for somebody to say something: all that are not decided, but rules and where they were done."""
        states, is_place, _ = self._marked()
        found: Mask = (states == STATES.index(OPEN)) & is_place
        found[self.own[1] :] = False
        return found

    # -- rows ----------------------------------------------------------------------------------------------------------------

    def rows(self, order: str, tokens: Sequence[Token]) -> tuple[list[Section], Numbers]:
        """What is listed in an order, and its sections. Raises UsageError: there is no such rule, or a token lacks its number."""
        named = [one for one in tokens if one.name == "rule" and one.sign in "=:" and not one.is_not]
        covered = [self.covered(int(number_of(one))) for one in named]
        is_wanted = np.ones(len(self.entries), bool)
        is_wanted[self.own[1] :] = False
        for one in covered:
            is_wanted[one.start : one.stop] = True
        for token in tokens:
            is_wanted &= self._holding(token, is_wanted) != token.is_not
        parts = list(TITLES)
        parts[parts.index(COVERED) : parts.index(COVERED) + 1] = [
            part for part in self.parts if part.startswith(COVERED)
        ]
        all_rows = {part: np.arange(self.parts[part].start, self.parts[part].stop) for part in parts}
        rows = {part: one[is_wanted[one]] for part, one in all_rows.items() if is_wanted[one].any()}
        if order == "files":
            return self._by_file([there for part, there in rows.items() if part != RULES])
        if order == "places" and RULES in rows:
            rules = sorted(rows.pop(RULES).tolist(), key=lambda place: -self.size(place))
            rows = {RULES: np.array(rules, np.int64), **rows}
        has_open = not tokens and LEFT_OVER in rows
        states = self._marked()[0]
        sections = []
        for part, there in rows.items():
            decided = int((states[there] != STATES.index(OPEN)).sum())
            is_folded = has_open and part not in (LEFT_OVER, RULES) and len(there) > FEW
            beside = f"{decided:,} of {len(there):,} looked at" if decided else f"{len(there):,}"
            sections.append(Section(part, self.title(part), len(there), beside, is_folded))
        return sections, np.concatenate([np.zeros(0, np.int64), *rows.values()])

    def size(self, rule: int) -> int:
        """Of how many places a rule says something."""
        family = self.families[rule]
        return len(family.covered) + len(family.left_over) + len(family.otherwise)

    def _by_file(self, rows: Sequence[Numbers]) -> tuple[list[Section], Numbers]:
        found = np.concatenate([np.zeros(0, np.int64), *rows])
        _, files, of_rows, first = self._figures[found].T
        order = np.lexsort((first, of_rows, files))
        numbers, sizes = np.unique(files, return_counts=True)
        names = {number: name for name, number in self._files.items()}
        sections = [
            Section(f"file {names[number]}", names[number], size)
            for number, size in zip(numbers.tolist(), sizes.tolist(), strict=True)
        ]
        return sections if len(sections) > 1 else [], found[order]

    def _holding(self, token: Token, among: Mask) -> Mask:
        found = np.zeros(len(self.entries), bool)
        if token.name in (CHANGES, *TITLES):
            there = self.parts[OUTSIDE if token.name == CHANGES else token.name]
            found[there.start : there.stop] = True
        elif token.name in _STATES:
            states, is_place, _ = self._marked()
            found = (states == STATES.index(_STATES[token.name])) & is_place
        elif token.name == "note":
            notes = self._marked()[2]
            found[[place for place, note in notes.items() if token.value.casefold() in note.casefold()]] = True
        elif token.name == "file":
            known = [number for name, number in self._files.items() if token.value.casefold() in name.casefold()]
            found = np.isin(self._figures[:, 1], known) & (np.arange(len(found)) >= self.own[0])
        elif token.name in ("rule", "number"):
            numbers = self._figures[:, 0] if token.name == "rule" else self._sentences()
            compare: Callable[[Numbers, float], Mask] = _COMPARED.get(token.sign, operator.eq)
            found = compare(numbers, number_of(token)) & (numbers > 0)
        else:
            words = token.value.casefold()
            found[[place for place in np.flatnonzero(among).tolist() if words in self._text(place)]] = True
        return found

    def _sentences(self) -> Numbers:
        """The number of the sentence of each place; 0 for rules."""
        return np.array([one.place.sentence + 1 for one in self.entries], np.int64) * (
            np.arange(len(self.entries)) >= self.own[0]
        )

    def _text(self, place: int) -> str:
        if place not in self._texts:
            entry, family = self.entries[place], self.family(place)
            words = self.diff.changes.found.sides[entry.place.side].words_of(entry.place.sentence)
            said = f"{' '.join(words)} {entry.what} {sentence_id(self.diff, entry.place)}"
            self._texts[place] = (said if family is None else _rule_text(family)).casefold()
        return self._texts[place]


def _rule_text(family: Family) -> str:
    return f"rule {effect_in_words(family)} {conditions_in_words(family)}"
