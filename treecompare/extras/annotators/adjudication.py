"""Deciding between two or three analyses: differences, decisions, rules, and the sentences as they stand after them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from treecompare.errors import TreecompareError, UsageError
from treecompare.extras.annotators import decisions as stored
from treecompare.extras.annotators.decisions import FILE, NEITHER, NOTED, OTHER, Decision, Rule
from treecompare.extras.annotators.differences import Analyses, Difference, Kind, Place, order_of
from treecompare.extras.annotators.settled import (
    IMPLIED,
    UNDECIDED,
    Fixed,
    NodeModel,
    Refusal,
    Result,
    SentenceModel,
    Settled,
    WordModel,
)
from treecompare.readers.conll import DependencyTreebank
from treecompare.saved.rows import DECISION, RULE, Key

OPEN, DECIDED, BY_RULE, LEFT = range(4)
"""States of a difference: nothing is said of it; decided; decided by a rule; marked as neither."""
Change = tuple[Key, str | None]
"""What is to be stored; None: nothing any more."""


class Refused(TreecompareError):
    """A decision that would leave no tree; the message names the words, and what was decided of them before (``by``: where)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why)
        self.by = refusal.by


@dataclass(frozen=True)
class Misfit:
    """A decision that is kept and not applied, or an entry that is none; ``reason`` says why."""

    entry: Key
    text: str
    reason: str
    decision: Decision | None = None


@dataclass(frozen=True)
class GoldCheck:
    """What stands against the first of two analyses, which is a gold: first values on which all ``systems`` agree, as many as
    ``agreed``, then what varies in the gold. ``only_varying``: sentences that not all systems have with the same words, so that
    they say nothing of these."""

    agreed: int
    systems: Sequence[str]
    only_varying: Sequence[int] = ()


class Applied(NamedTuple):
    """What decisions and rules come to in a sentence. ``fixed``: what is decided; ``refused``: decisions that would break the tree,
    and why; ``refused_rules``: the number of a rule for each place where it would; ``by_rule``: that of the rule which decided."""

    fixed: Mapping[Place, Fixed]
    refused: Mapping[Place, str]
    refused_rules: Sequence[int]
    by_rule: Mapping[Place, int]


NOTHING = Applied({}, {}, (), {})


class Adjudication:
    """The differences of some analyses with what was decided of them; ``check``: where a gold is checked."""

    def __init__(
        self, analyses: Analyses, differences: Sequence[Difference] | None = None, check: GoldCheck | None = None
    ) -> None:
        self.analyses, self.check = analyses, check
        self.names = analyses.names
        self.differences = analyses.differences() if differences is None else list(differences)
        self.index = {one.place: place for place, one in enumerate(self.differences)}
        self.of_sentence: dict[int, list[int]] = defaultdict(list)
        self.of_kind: dict[Kind, list[int]] = defaultdict(list)
        for place, one in enumerate(self.differences):
            self.of_sentence[one.place.sentence].append(place)
            self.of_kind[one.kind].append(place)
        self.states = np.zeros(len(self.differences), np.int8)
        """Per difference one of the states; of decisions and rules as they are applied."""
        self.decisions: dict[Place, Decision] = {}
        self.rules: dict[int, Rule] = {}
        self.stored: dict[Key, str] = {}
        self._misfits: dict[Key, Misfit] = {}
        self.model = lru_cache(5_000)(self._model)
        """What can stand in a sentence of the first file."""
        self._settled: dict[int, Settled] = {}
        self._applied: dict[int, Applied] = {}

    # -- what is stored ----------------------------------------------------------------------------------------------------

    def put(self, changes: Iterable[Change]) -> None:
        """Takes entries as they are stored; None takes one away."""
        touched: set[int] = set()
        for entry, text in changes:
            kind, sentence, field, unit = entry
            self._misfits.pop(entry, None)
            self.stored.pop(entry, None)
            if text is not None:
                self.stored[entry] = text
            if kind == DECISION:
                place = Place(sentence, unit, field)
                self.decisions.pop(place, None)
                touched.add(sentence)
                if text is not None:
                    self._put_decision(entry, place, text)
            elif kind == RULE:
                number = int(unit) if unit.isdigit() else 0
                before = self.rules.pop(number, None)
                if text is not None:
                    self._put_rule(entry, text)
                for rule in (before, self.rules.get(number)):
                    touched |= {self.differences[one].place.sentence for one in self._matching(rule)}
        for sentence in touched:
            self._apply(sentence)

    def _put_decision(self, entry: Key, place: Place, text: str) -> None:
        try:
            decision = stored.read_decision(text)
        except ValueError as error:
            self._misfits[entry] = Misfit(entry, text, f"it {error}")
            return
        at = self.index.get(place)
        reason = ""
        if at is None:
            reason = (
                "there is no difference any more"
                if place.sentence in self.analyses.row_of
                else "there is no such sentence"
            )
        elif not decision.fits(self.differences[at], self.names):
            reason = "the analyses have other values now"
        elif decision.choice == OTHER:
            try:
                self.model(place.sentence).checked(place, decision.value)
            except UsageError as error:
                reason = str(error)
        if reason:
            self._misfits[entry] = Misfit(entry, text, reason, decision)
        else:
            self.decisions[place] = decision

    def _put_rule(self, entry: Key, text: str) -> None:
        try:
            rule = stored.read_rule(text)
        except ValueError as error:
            self._misfits[entry] = Misfit(entry, text, f"it {error}")
            return
        if rule.names != self.names:
            self._misfits[entry] = Misfit(entry, text, f"it is about {', '.join(rule.names)}")
        else:
            self.rules[rule.number] = rule

    def _matching(self, rule: Rule | None) -> list[int]:
        return self.of_kind.get(rule.kind, []) if rule is not None and rule.names == self.names else []

    @property
    def misfits(self) -> list[Misfit]:
        """What is kept and does not fit: decisions about what is not there any more, or that would break a tree."""
        found = list(self._misfits.values())
        for applied in self._applied.values():
            for place, reason in applied.refused.items():
                entry = stored.entry_of(place)
                found.append(Misfit(entry, self.decisions[place].text(), reason, self.decisions[place]))
        return sorted(found, key=lambda one: one.entry)

    # -- a sentence --------------------------------------------------------------------------------------------------------

    def _model(self, sentence: int) -> SentenceModel:
        analyses = self.analyses
        row = analyses.rows[analyses.row_of[sentence]]
        differences = [self.differences[one] for one in self.of_sentence.get(sentence, ())]
        words = analyses.words_of(sentence)
        if analyses.is_dependencies:
            tables = [one.sentences for one in analyses.treebanks if isinstance(one, DependencyTreebank)]
            sentences = [table[at] for table, at in zip(tables, row, strict=True)]
            arcs = [list(zip(one.heads.tolist(), one.relations, strict=True)) for one in sentences]
            return WordModel(differences, words, self.names, arcs)
        chains = [of.chains_in(at) for of, at in zip(analyses.chains, row, strict=True)]
        tags = [of.tags_in(at) for of, at in zip(analyses.chains, row, strict=True)]
        return NodeModel(differences, words, self.names, chains, tags)

    def applied(self, sentence: int) -> Applied:
        """What decisions and rules come to in it."""
        return self._applied.get(sentence, NOTHING)

    def rule_at(self, place: Place) -> Rule | None:
        """The rule that decides a difference; None: none does."""
        return self.rules.get(self.applied(place.sentence).by_rule.get(place, 0))

    def _found(self, sentence: int, but: Place | None = None, with_rules: bool = True) -> Applied:
        """What people decided in their order, then rules in theirs; without the difference ``but``."""
        here = [self.differences[one].place for one in self.of_sentence.get(sentence, ())]
        by_people = sorted((self.decisions[one].number, one) for one in here if one in self.decisions and one != but)
        found: dict[Place, Fixed] = {}
        refused: dict[Place, str] = {}
        for _, place in by_people:
            decision = self.decisions[place]
            if decision.is_decided:
                if no := self.model(sentence).refusal(found, place, decision.value):
                    refused[place] = no.why
                else:
                    found[place] = Fixed(decision.value, _told(decision))
        refused_rules: list[int] = []
        by_rule: dict[Place, int] = {}
        for number, rule in sorted(self.rules.items()) if with_rules else ():
            for place in here:
                difference, known = self.differences[self.index[place]], self.decisions.get(place)
                is_left = known is not None and known.choice == NEITHER
                if place == but or place in found or is_left or difference.kind != rule.kind:
                    continue
                value = difference.values[self.names.index(rule.file)]
                if self.model(sentence).refusal(found, place, value):
                    refused_rules.append(number)
                else:
                    found[place] = Fixed(value, rule.source)
                    by_rule[place] = number
        return Applied(found, refused, refused_rules, by_rule)

    def _apply(self, sentence: int) -> None:
        self._settled.pop(sentence, None)
        applied = self._applied[sentence] = self._found(sentence)
        for at in self.of_sentence.get(sentence, ()):
            place = self.differences[at].place
            if place in applied.fixed:
                self.states[at] = BY_RULE if place in applied.by_rule else DECIDED
            else:
                decision = self.decisions.get(place)
                self.states[at] = LEFT if decision is not None and decision.choice == NEITHER else OPEN

    def settled(self, sentence: int) -> Settled:
        """A sentence as it stands."""
        known = self._settled.get(sentence)
        if known is not None:
            return known
        applied = self.applied(sentence)
        values, implied, is_tree = self.model(sentence).values(applied.fixed)
        results = {}
        for place in sorted(values, key=order_of):
            decision = self.decisions.get(place)
            note = decision.note if decision is not None else ""
            if place in applied.by_rule:
                rule = self.rules[applied.by_rule[place]]
                results[place] = Result(values[place], rule.source, rule.number, note or rule.note)
            elif place in applied.fixed and decision is not None:
                results[place] = Result(values[place], decision.source, 0, note)
            else:
                results[place] = Result(values[place], IMPLIED if place in implied else UNDECIDED, 0, note)
        if len(self._settled) > 2_000:
            self._settled.clear()
        settled = self._settled[sentence] = Settled(results, is_tree)
        return settled

    # -- deciding ----------------------------------------------------------------------------------------------------------

    @property
    def decided(self) -> int:
        """How many differences are decided."""
        return int(np.count_nonzero((self.states == DECIDED) | (self.states == BY_RULE)))

    def decide(
        self,
        place: Place,
        choice: str,
        value: str = "",
        file: str = "",
        note: str | None = None,
        by: str = "",
        at: str = "",
    ) -> list[Change]:
        """What is to be stored for a decision. ``choice``: FILE, OTHER or NEITHER. ``note``: None keeps the one that is there.

        Raises Refused: it would leave no tree; UsageError: what was typed is no value.
        """
        difference = self.differences[self.index[place]]
        if choice == OTHER:
            value = self.model(place.sentence).checked(place, value)
        made = stored.decided(difference, self.names, choice, value, file)
        if made.is_decided:
            no = self.refusal(place, made.value)
            if no is not None:
                raise Refused(no)
        before = self.decisions.get(place)
        kept = note if note is not None else before.note if before is not None else ""
        return [(stored.entry_of(place), replace(made, number=self._next, note=kept, by=by, at=at).text())]

    def refusal(self, place: Place, value: str) -> Refusal | None:
        """Why a value cannot be decided beside what people decided elsewhere in the sentence; None if it can."""
        others = self._found(place.sentence, but=place, with_rules=False).fixed
        return self.model(place.sentence).refusal(others, place, value)

    def decide_as(self, place: Place, name: str, by: str = "", at: str = "") -> list[Change]:
        """The value of a file, by its name."""
        return self.decide(place, FILE, file=name, by=by, at=at)

    def together(self, places: Iterable[Place], change: Callable[[Place], list[Change]]) -> list[Change]:
        """Takes a change at each place, beside those at the places before it. Returns what is to be stored. Raises what ``change``
        raises; then nothing is changed."""
        now: dict[Key, str | None] = {}
        before: dict[Key, str | None] = {}
        try:
            for place in places:
                for entry, text in change(place):
                    before.setdefault(entry, self.stored.get(entry))
                    now[entry] = text
                    self.put([(entry, text)])
        except TreecompareError:
            self.put(before.items())
            raise
        return list(now.items())

    def reopened(self, place: Place) -> list[Change]:
        """What is to be stored so that nothing is decided any more; a note stays."""
        if place not in self.decisions:
            return []
        note = self.decisions[place].note
        return self.decide(place, NOTED, note=note) if note else [(stored.entry_of(place), None)]

    def noted(self, place: Place, note: str) -> list[Change]:
        """What is to be stored for a note on a difference, beside its decision if it has one."""
        note = " ".join(note.split())[: stored.LONGEST]
        decision = self.decisions.get(place)
        if decision is None:
            return self.decide(place, NOTED, note=note) if note else []
        return [(stored.entry_of(place), replace(decision, note=note).text())] if note != decision.note else []

    @property
    def _next(self) -> int:
        return max((one.number for one in self.decisions.values()), default=0) + 1

    def same_kind(self, place: Place) -> list[int]:
        """The differences of the same kind, with this one."""
        return self.of_kind[self.differences[self.index[place]].kind]

    def rule_for(self, place: Place, file: str, by: str = "", at: str = "") -> list[Change]:
        """What is to be stored for a rule: always this file for differences of this kind."""
        number = max(self.rules, default=0) + 1
        kind = self.differences[self.index[place]].kind
        return [(stored.rule_entry(number), Rule(number, kind, self.names, file, by=by, at=at).text())]

    def would_decide(self, kind: Kind, file: str) -> tuple[int, int]:
        """How many differences a further rule would decide, and at how many others it would leave no tree."""
        side, decided, refused = self.names.index(file), 0, 0
        for sentence in dict.fromkeys(self.differences[one].place.sentence for one in self.of_kind[kind]):
            fixed = dict(self.applied(sentence).fixed)
            for at in self.of_sentence[sentence]:
                place, values, of_kind = self.differences[at]
                if of_kind != kind or self.states[at] != OPEN:
                    continue
                if self.model(sentence).refusal(fixed, place, values[side]):
                    refused += 1
                else:
                    fixed[place] = Fixed(values[side], file)
                    decided += 1
        return decided, refused

    def revoked(self, number: int) -> tuple[list[Change], list[int]]:
        """What is to be stored so that a rule is none any more; and the differences that become undecided."""
        if number not in self.rules:
            raise UsageError(f"there is no rule {number}; expected one of {', '.join(map(str, self.rules)) or 'none'}")
        return [(stored.rule_entry(number), None)], self.decided_by(number)

    def decided_by(self, number: int) -> list[int]:
        """The differences that a rule decides."""
        places = (place for one in self._applied.values() for place, rule in one.by_rule.items() if rule == number)
        return sorted(map(self.index.__getitem__, places))

    def refused_by(self, number: int) -> int:
        """At how many places a rule would leave no tree; these stay undecided."""
        return sum(one.refused_rules.count(number) for one in self._applied.values())


def _told(decision: Decision) -> str:
    when = f", {decision.at[11:16]}" if len(decision.at) >= 16 else ""
    return f"{decision.source}{when}"


def told_kind(kind: Kind) -> str:
    """A kind of differences in words: ``nmod / obl, another head, NOUN``."""
    if kind.field != "arc":
        return f"{kind.field}: {' / '.join(one or '–' for one in kind.values)}"
    heads = [one.partition(":")[0] for one in kind.values]
    relations = [one.partition(":")[2] for one in kind.values]
    said = relations[0] if len(set(relations)) == 1 else " / ".join(relations)
    tag = f", {kind.tag}" if kind.tag not in ("", "_") else ""
    return f"{said}, {'same head' if len(set(heads)) == 1 else 'another head'}{tag}"


def joined(own: Mapping[Key, str], other: Mapping[Key, str]) -> tuple[list[Change], list[tuple[Key, str, str]]]:
    """What adds the decisions and rules of another file, as entries by where they are stored, behind one's own; and the conflicts:
    entry, own text, the other's. One's own stay.

    Decisions of both that say the same are no conflict, whoever made them. Rules of the same kind that choose the same file are
    one; those that choose different files conflict; other rules of the second file come after one's own.
    """
    added: list[Change] = []
    conflicts: list[tuple[Key, str, str]] = []
    mine = {_subject(key, text): key for key, text in own.items()}
    numbers = [int(key.phenomenon) for key in own if key.kind == RULE and key.phenomenon.isdigit()]
    last = {
        DECISION: max((_number(key, text) for key, text in own.items() if key.kind == DECISION), default=0),
        RULE: max(numbers, default=0),
    }
    for key, text in sorted(other.items(), key=lambda one: (one[0].kind, _number(*one), one[0])):
        known = mine.get(_subject(key, text))
        if known is not None:
            if _said(known, own[known]) != _said(key, text):
                conflicts.append((known, own[known], text))
            continue
        number = last[key.kind] = last[key.kind] + 1
        entry = key if key.kind == DECISION else stored.rule_entry(number)
        added.append((entry, replace(found, number=number).text() if (found := _read(key, text)) else text))
    return added, conflicts


def _read(key: Key, text: str) -> Decision | Rule | None:
    """An entry as what it is; None: it is none."""
    with suppress(ValueError):
        return stored.read_decision(text) if key.kind == DECISION else stored.read_rule(text)
    return None


def _number(key: Key, text: str) -> int:
    return found.number if (found := _read(key, text)) else 0


def _subject(key: Key, text: str) -> object:
    """What an entry is about."""
    found = _read(key, text) if key.kind == RULE else None
    return (found.kind, found.names) if isinstance(found, Rule) else key if key.kind == DECISION else text


def _said(key: Key, text: str) -> object:
    """What an entry says of it, whoever made it; as it is stored where it is none."""
    found = _read(key, text)
    if isinstance(found, Decision):
        return FILE if found.is_decided else found.choice, found.value
    return found.file if found else text


def conflict_told(conflict: tuple[Key, str, str], names: tuple[str, str]) -> str:
    """A conflict of two files in one line; ``names``: of the files."""
    entry, own, other = conflict
    if entry.kind == RULE:
        return f"rule: {names[0]} takes {_said(entry, own)}, {names[1]} {_said(entry, other)}"
    said = []
    for name, text in zip(names, (own, other), strict=True):
        found = _read(entry, text)
        said.append(
            f"{name}: {found.value or '–'} ({found.source})" if isinstance(found, Decision) else f"{name}: {text[:40]}"
        )
    where = f"sentence {entry.sentence + 1}, {entry.phenomenon}, {entry.system}"
    return f"{where}: {'; '.join(said)}. {names[0]}'s stays"
