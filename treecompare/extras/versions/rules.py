"""The rules behind the edits, as they are told: families of rules, what they explain, and where they were forgotten.

Finds the rules: greedily, always the one that saves most.
A rule (C, S) says: wherever C holds in BASE, S was done. Its gain is what it saves in symbols: an edit written out takes three
(place, layer, value), a rule one, a condition two, an atom two, an exception three per atom.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.atoms import ANY, ATTRIBUTES, Atom, Atoms, Condition, Conditions, Mask, as_bits
from treecompare.extras.versions.edits import DependencyChanges, TableRows, cell
from treecompare.extras.versions.version import QUIET, Watch

Effect = tuple[Atom, ...]
LEAST = 2
"""A rule, an effect and a condition are of as many words at least."""
MOST_STEPS = 30_000_000
"""So much is looked at; it bounds the time, in the same way on every machine."""


_PART = (1 << 50_000) - 1


class _Enough(Exception):
    """More would be looked at than is allowed."""


class _Steps:
    """How much may still be looked at."""

    def __init__(self, most: int) -> None:
        self.left = most

    def take(self, number: int) -> None:
        """Counts what is looked at now: words, conditions of words, combinations of conditions (long ones more)."""
        self.left -= number
        if self.left < 0:
            raise _Enough


class Rule(NamedTuple):
    """``covered``: the words where the conditions hold, the effect is right, and that have an atom of it; ``exceptions``: where the
    conditions hold, but it is not."""

    conditions: tuple[Condition, ...]
    effect: Effect
    gain: int
    covered: tuple[int, ...]
    exceptions: tuple[int, ...]


class _Found(NamedTuple):
    """The best conditions of an effect: numbers of conditions."""

    gain: int
    conditions: tuple[int, ...]


@dataclass(frozen=True)
class _Costs:
    """gain = ``per_atom``·new − ``fixed`` − 2·conditions − ``per_exception``·exceptions."""

    per_atom: int
    fixed: int
    per_exception: int

    @classmethod
    def of(cls, effect: Effect) -> _Costs:
        if effect[0].value == ANY and effect[0].layer not in ("HEAD", "DEPS"):
            return cls(2, 2, 3)
        return cls(3, 1 + 2 * len(effect), 3 * len(effect))

    def most(self, new: int, conditions: int) -> int:
        """The gain without exceptions."""
        return self.per_atom * new - self.fixed - 2 * conditions


def effects(atoms: Atoms) -> list[Effect]:
    """What rules may do: each atom; two exact atoms of one word; a function and an exact atom of another layer of one word; all
    exact atoms of one word if they are 3 to 6. Each at two or more words; of the last kind, two or more words with just these."""
    of_word: dict[int, list[Atom]] = defaultdict(list)
    for atom, words in atoms.has.items():
        for word in words:
            of_word[word].append(atom)
    singles: set[Effect] = {(atom,) for atom, words in atoms.has.items() if len(words) >= LEAST}
    pairs: Counter[Effect] = Counter()
    wholes: Counter[Effect] = Counter()
    for found in of_word.values():
        exact = sorted(atom for atom in found if atom.is_exact)
        if 3 <= len(exact) <= 6:
            wholes[tuple(exact)] += 1
        exact = [atom for atom in exact if (atom,) in singles]
        functions = [atom for atom in found if not atom.is_exact and atom.value != ANY and (atom,) in singles]
        pairs.update(combinations(exact, 2))
        for function in functions:
            pairs.update(tuple(sorted((function, other))) for other in exact if other.layer != function.layer)
    several = {effect for counted in (pairs, wholes) for effect, count in counted.items() if count >= LEAST}
    return sorted(singles | several)


class Search:
    """The greedy choice; ``rules`` gives them in the order in which they are chosen.

    ``is_complete``: whether it looked at everything; else there are other rules, after those that it found.
    """

    def __init__(self, atoms: Atoms, watch: Watch = QUIET, most_steps: int = MOST_STEPS) -> None:
        self.atoms = atoms
        self.is_complete = True
        self._watch, self._steps = watch, _Steps(most_steps)
        self.conditions = Conditions(atoms)
        self.explained: dict[tuple[str, str], set[int]] = defaultdict(set)

    def rules(self) -> Iterator[Rule]:
        """The rule with the greatest gain, then again, until the greatest gain is 0 or less. Raises Cancelled: the watch ended
        it."""
        try:
            yield from self._greedy()
        except _Enough:
            self.is_complete = False

    def _greedy(self) -> Iterator[Rule]:
        number = 0
        # gains only fall, so old ones are bounds; an effect that was not looked at has one without exceptions
        queue: list[tuple[int, int, int, Effect, tuple[Condition, ...], int, tuple[int, ...]]] = []
        for effect in effects(self.atoms):
            most = _Costs.of(effect).most(sum(len(self.atoms.has[atom]) for atom in effect), 0)
            if most > 0:
                queue.append((-most, 0, len(effect), effect, (), -1, ()))
        heapify(queue)
        most_gain = -queue[0][0] if queue else 1
        while queue:
            gain, _, _, effect, conditions, known, numbers = heappop(queue)
            # gains fall fast at first
            self._watch.tell(f"looking for rules ({number:,} found)", 1 - math.log(-gain) / math.log(most_gain + 1))
            self._steps.take(len(self.atoms.words) // 20 + sum(len(self.atoms.has[atom]) for atom in effect))
            right = self.atoms.right(effect)
            new = self._new(effect, right)
            total = sum(new.values())
            if total != known:
                found = self._best(effect, right, new)
                if found is not None:
                    named = tuple(sorted(self.conditions.conditions[one] for one in found.conditions))
                    heappush(queue, (-found.gain, len(named), len(effect), effect, named, total, found.conditions))
                continue
            number += 1
            yield self._chosen(effect, right, conditions, numbers, -gain)
            heappush(queue, (gain, len(numbers), len(effect), effect, conditions, -1, ()))

    def _new(self, effect: Effect, right: Mask) -> dict[int, int]:
        """How many atoms a rule with this effect may newly explain, per word where there are some."""
        new: dict[int, int] = defaultdict(int)
        for atom in effect:
            explained = self.explained[atom.slot]
            words = [word for word in self.atoms.has[atom] if word not in explained]
            for word, is_right in zip(words, right[words].tolist(), strict=True):
                if is_right:
                    new[word] += 1
        return new

    def _chosen(
        self, effect: Effect, right: Mask, conditions: tuple[Condition, ...], numbers: tuple[int, ...], gain: int
    ) -> Rule:
        holds = np.ones(len(right), np.bool_)
        for condition in conditions:
            holds &= self.conditions.mask(condition)
        holding = holds & right
        covered: set[int] = set()
        for atom in effect:
            has = np.array(self.atoms.has[atom], np.int64)
            words = has[holding[has]].tolist()
            self.explained[atom.slot].update(words)
            covered.update(words)
        return Rule(conditions, effect, gain, tuple(sorted(covered)), tuple(np.flatnonzero(holds & ~right).tolist()))

    def _best(self, effect: Effect, right: Mask, new: dict[int, int]) -> _Found | None:
        """The best conditions of an effect; None if no rule with it saves anything."""
        if len(new) < LEAST:
            return None
        return _Conjunctions(self.conditions, effect, right, new, self._steps).best()


class _Conjunctions:
    """Looks for the best conditions of one effect. Words that it may newly explain are bits of small integers here."""

    def __init__(self, conditions: Conditions, effect: Effect, right: Mask, new: dict[int, int], steps: _Steps) -> None:
        self.conditions, self.costs, self.steps = conditions, _Costs.of(effect), steps
        self.words, self.effect = list(new), effect
        self.wrong = as_bits(~right)
        # the words with one atom or more, with two or more, …
        weights = np.array([new[word] for word in self.words])
        self.levels: list[tuple[int, int]] = []
        before = 0
        for weight in sorted(set(weights.tolist())):
            self.levels.append((as_bits(weights >= weight), weight - before))
            before = weight
        self.most_per_word = before
        self.long = 1 + len(self.words) // 2000
        self.found: _Found | None = None

    def best(self) -> _Found | None:
        """The best of all: greatest gain, then fewest conditions, then first in the order of conditions."""
        self._try((), self._new((1 << len(self.words)) - 1), self.wrong)
        # what has no exceptions is not made better by conditions
        if self.wrong:
            single = []
            for new, one, local in self._candidates():
                if new < self._needed(1)[0]:
                    break
                self.steps.take(self.wrong.bit_length() // 2000)
                wrong = self.wrong & self.conditions.bits(one)
                self._try((one,), new, wrong)
                if wrong:
                    single.append((new, one, local, wrong))
            for place, (new, one, local, wrong) in enumerate(single):
                if new < self._needed(2)[0]:
                    break
                self._extend(one, local, wrong, single[place + 1 :])
        return self.found if self.found is not None and self.found.gain > 0 else None

    def _candidates(self) -> list[tuple[int, int, int]]:
        """The conditions that hold at enough of the words: how many atoms each explains newly, its number, its words."""
        conditions, words = self.conditions, self.words
        # each word has some twenty conditions
        self.steps.take(20 * len(words))
        counts = Counter(chain.from_iterable(conditions.of_word(word) for word in words))
        least = self._needed(1)[1]
        holding: dict[int, list[int]] = {one: [] for one, count in counts.items() if count >= least}
        self.steps.take(20 * self.long * len(holding))
        for place, word in enumerate(words):
            for one in conditions.of_word(word):
                if one in holding:
                    holding[one].append(place)
        for one in conditions.absent(self.effect):
            holding[one] = np.flatnonzero(conditions.mask(conditions.conditions[one])[words]).tolist()
        local = {one: _with_bits(places) for one, places in holding.items() if len(places) >= least}
        return sorted(((self._new(bits), one, bits) for one, bits in local.items()), key=lambda one: -one[0])

    def _extend(self, first: int, local: int, wrong: int, others: list[tuple[int, int, int, int]]) -> None:
        self.steps.take(self.long * len(others))
        pairs = []
        needed, least = self._needed(2)
        for most, one, other_local, other_wrong in others:
            if most < needed:
                break
            both = local & other_local
            if both.bit_count() < least or (new := self._new(both)) < needed:
                continue
            both_wrong = wrong & other_wrong
            if self._try((first, one), new, both_wrong):
                needed, least = self._needed(2)
            if both_wrong:
                pairs.append((new, one, both, both_wrong))
        needed, least = self._needed(3)
        for at, (most, second, pair_local, pair_wrong) in enumerate(pairs):
            if most < needed:
                continue
            self.steps.take(self.long * (len(pairs) - at))
            for other_most, third, other_local, other_wrong in pairs[at + 1 :]:
                if other_most < needed:
                    continue
                all_three = pair_local & other_local
                if all_three.bit_count() < least or (new := self._new(all_three)) < needed:
                    continue
                if self._try((first, second, third), new, pair_wrong & other_wrong):
                    needed, least = self._needed(3)

    def _new(self, local: int) -> int:
        """How many atoms a rule explains newly at some of the words, 0 where they are too few for one."""
        if local.bit_count() < LEAST:
            return 0
        return sum(times * (local & level).bit_count() for level, times in self.levels)

    def _needed(self, conditions: int) -> tuple[int, int]:
        """How many atoms, and at how many words, so many conditions must explain newly to be better than what was found."""
        target = 1 if self.found is None else max(self.found.gain, 0)
        if self.found is not None and conditions > len(self.found.conditions):
            target += 1
        costs = -self.costs.most(0, conditions)
        needed = -(-(target + costs) // self.costs.per_atom)
        return needed, max(LEAST, -(-needed // self.most_per_word))

    def _try(self, conditions: tuple[int, ...], new: int, wrong: int) -> bool:
        """Whether these conditions are better than what was found; then they are kept."""
        most, each = self.costs.most(new, len(conditions)), self.costs.per_exception
        # where much is wrong, a first part of the words says so
        if not new or (self.found is not None and most - each * (wrong & _PART).bit_count() < self.found.gain):
            return False
        gain = most - each * wrong.bit_count()
        if self.found is not None and gain < self.found.gain:
            return False
        if self.found is None or self._order(gain, conditions) < self._order(*self.found):
            self.found = _Found(gain, conditions)
            return True
        return False

    def _order(self, gain: int, conditions: tuple[int, ...]) -> tuple[int, int, list[Condition]]:
        return -gain, len(conditions), sorted(self.conditions.conditions[one] for one in conditions)


def _with_bits(places: list[int]) -> int:
    mask = np.zeros(places[-1] + 1, np.bool_)
    mask[places] = True
    return as_bits(mask)


OPEN = 2
"""Rules with a greater gain are told; the others explain little, and many are accidents."""
_HAS = ATTRIBUTES.index("HAS")
_Varied = tuple[int, str]


@dataclass(eq=False)
class Family:
    """Rules with the same effect whose conditions differ in the value of one attribute only (``varied``; not HAS).

    Words are places among the paired ones. ``covered``: where conditions hold, the effect is right, and there is an atom of it.
    ``left_over``: where they hold and nothing of its layers changed: perhaps forgotten. ``otherwise``: where something else was
    done. ``explained``, ``share``: edits explained so far, with the families before it, and their share of all in reach.
    """

    rules: list[Rule]
    varied: _Varied | None = None
    explained: int = 0
    share: float = 0.0
    left_over: list[int] = field(default_factory=list)
    otherwise: list[int] = field(default_factory=list)
    before: list[str] = field(default_factory=list)

    @property
    def effect(self) -> Effect:
        """What all its rules do."""
        return self.rules[0].effect

    @property
    def gain(self) -> int:
        """The sum of their gains."""
        return sum(rule.gain for rule in self.rules)

    @property
    def is_open(self) -> bool:
        """Whether it is told and not folded away."""
        return self.gain > OPEN

    @property
    def is_vague(self) -> bool:
        """Whether it only says that there is some other value: then nothing was forgotten."""
        return any(atom.value == ANY and not atom.is_exact for atom in self.effect)

    @cached_property
    def covered(self) -> list[int]:
        """The words that any of the rules covers."""
        return sorted({word for rule in self.rules for word in rule.covered})

    @cached_property
    def exceptions(self) -> list[int]:
        """The words where the conditions of any rule hold and the effect is not right."""
        return sorted({word for rule in self.rules for word in rule.exceptions})

    def takes(self, rule: Rule) -> bool:
        """Whether a rule belongs to it; if so, it is added."""
        first = self.rules[0]
        if rule.effect != first.effect or len(rule.conditions) != len(first.conditions):
            return False
        differing = [(a, b) for a, b in zip(first.conditions, rule.conditions, strict=True) if a != b]
        if len(differing) != 1:
            return False
        (a, b) = differing[0]
        varied = a.attribute, a.key
        if varied != (b.attribute, b.key) or a.attribute == _HAS or self.varied not in (None, varied):
            return False
        self.varied = varied
        self.rules.append(rule)
        return True

    @property
    def conditions_told(self) -> str:
        """The conditions in words: ``LEMMA in {not, neither} & SIDE=left``; ``(always)`` where there are none."""
        told = []
        for one in self.rules[0].conditions:
            if self.varied == (one.attribute, one.key):
                told.append(f"{one.name} in {{{', '.join(self.values(one))}}}")
            else:
                told.append(f"{one.name}={one.value}")
        return " & ".join(told) or "(always)"

    def values(self, condition: Condition) -> list[str]:
        """The values of a condition of the first rule in all rules."""
        if self.varied != (condition.attribute, condition.key):
            return [condition.value]
        return [next(one.value for one in rule.conditions if one[:2] == condition[:2]) for rule in self.rules]

    @property
    def effect_told(self) -> str:
        """The effect in words, with BASE's value where all covered words that have the atom share one."""
        told = []
        for atom, old in zip(self.effect, self.before, strict=True):
            value = atom.value.removeprefix("=") if atom.layer not in ("HEAD", "DEPS") else atom.value
            told.append(f"{atom.name}: {old + ' -> ' if old else ''}{value}")
        return "; ".join(told)


@dataclass(frozen=True, eq=False)
class Rules:
    """All rules of two versions: the families by gain, and how many edits they may explain.

    ``words``: place in BASE of each paired word, by which families tell words. ``explained``: places of the edits that are
    explained, each with the number of the first family (from 1) with which it is. ``is_complete``: whether all rules were looked
    for; the best ones of many edits are found first.
    """

    families: list[Family]
    explained: dict[int, int]
    atoms: Atoms | None = None
    is_complete: bool = True

    @property
    def in_reach(self) -> int:
        """How many edits rules may explain; none where no rules are looked for."""
        return len(self.atoms.of_edit) if self.atoms is not None else 0

    @cached_property
    def words(self) -> NDArray[np.int64]:
        """The words of BASE that are paired, in order."""
        return self.atoms.words if self.atoms is not None else np.zeros(0, np.int64)

    def place_of(self, word: int) -> int:
        """The place among the paired words of a word of BASE."""
        return int(np.searchsorted(self.words, word))

    def still(self, family: Family) -> dict[int, str]:
        """What stands at each word where it was left over, of what it changes elsewhere."""
        found: dict[int, list[str]] = {word: [] for word in family.left_over}
        for atom in family.effect if self.atoms is not None else ():
            assert self.atoms is not None
            right = self.atoms.right_of(atom)
            for word, said in found.items():
                if not right[word]:
                    said.append(_now(self.atoms, atom, word))
        return {word: ", ".join(said) for word, said in found.items()}

    @property
    def told(self) -> list[tuple[int, Family]]:
        """The families that are told, with their numbers; the others follow them."""
        return [(number, family) for number, family in enumerate(self.families, 1) if family.is_open]


def find_rules(changes: DependencyChanges, watch: Watch = QUIET, most_steps: int = MOST_STEPS) -> Rules:
    """The rules and what they explain; edits that follow another are explained with that. ``most_steps`` bounds the time. Raises
    Cancelled: ``watch`` ended it."""
    atoms = Atoms.of(changes)
    families: list[Family] = []
    search = Search(atoms, watch, most_steps)
    for rule in search.rules():
        if not any(family.takes(rule) for family in families):
            families.append(Family([rule]))
    families.sort(key=lambda family: -family.gain)
    explained = _Explained(changes, atoms)
    for number, family in enumerate(families, 1):
        for atom in family.effect:
            explained.slots.update((atom.slot, word) for word in _having(atoms, atom, family.covered))
        explained.settle(family.covered, number)
        family.explained = len(explained.by)
        family.share = family.explained / len(atoms.of_edit)
        touched = set().union(*(atoms.changed[atom.layer, atom.key] for atom in family.effect))
        family.otherwise = [word for word in family.exceptions if word in touched]
        family.left_over = [word for word in family.exceptions if word not in touched]
        family.before = [_before(atoms, atom, family.covered) for atom in family.effect]
    return Rules(families, explained.by, atoms, search.is_complete)


def _now(atoms: Atoms, atom: Atom, word: int) -> str:
    if atom.layer in ("HEAD", "DEPS"):
        return "same head" if atom.layer == "HEAD" else "same edges"
    value = atoms.value(word, atom.layer, atom.key)
    if atom.key != "-":
        return f"no {atom.key}" if value is None else f"{atom.key}={value}" if value else atom.key
    return f"still {value}" if value != "_" else f"no {atom.layer}"


def _having(atoms: Atoms, atom: Atom, words: Sequence[int]) -> list[int]:
    return sorted(set(words).intersection(atoms.has[atom]))


def _before(atoms: Atoms, atom: Atom, covered: Sequence[int]) -> str:
    """BASE's value of an atom if all words that have it share one, else ``*``; nothing for heads and edges."""
    if atom.layer in ("HEAD", "DEPS"):
        return ""
    values = {atoms.old[atom.slot, word] for word in _having(atoms, atom, covered)}
    return ANY if len(values) != 1 else values.pop() or "_"


class _Explained:
    """Which edits are explained: all slots of the edit are, or the edit that it follows has its head explained.

    ``by``: the number of the family with which each is; ``slots``: what of words is explained so far.
    """

    def __init__(self, changes: DependencyChanges, atoms: Atoms) -> None:
        self.slots: set[tuple[tuple[str, str], int]] = set()
        self.by: dict[int, int] = {}
        self._of_word: dict[int, list[tuple[int, list[tuple[str, str]]]]] = defaultdict(list)
        self._followers: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for number, (word, slots) in atoms.of_edit.items():
            follows = changes.edits[number].follows
            if follows >= 0:
                self._followers[int(atoms.place_of[follows])].append((number, word))
            else:
                self._of_word[word].append((number, slots))

    def settle(self, words: Sequence[int], family: int) -> None:
        """Looks for edits that are explained by now, at these words and at those whose heads follow theirs."""
        for word in words:
            for number, slots in self._of_word[word]:
                if number not in self.by and all((slot, word) in self.slots for slot in slots):
                    self.by[number] = family
            if (("HEAD", "-"), word) in self.slots:
                self._follow(word, family)

    def _follow(self, word: int, family: int) -> None:
        for number, follower in self._followers.pop(word, ()):
            self.by[number] = family
            self._follow(follower, family)


def rule_table(found: Rules) -> TableRows:
    """The rules for scripts, those that save most first. The last line counts them all."""
    table = [["rank", "conditions", "effect", "edits_so_far", "sites", "left_over", "changed_otherwise", "gain"]]
    for rank, family in enumerate(found.families, 1):
        numbers = family.explained, len(family.covered), len(family.left_over), len(family.otherwise), family.gain
        table.append([str(rank), cell(family.conditions_told), cell(family.effect_told), *map(str, numbers)])
    first = max((family.explained for family in found.families[:10]), default=0)
    of = found.in_reach or 1
    shares = [f"{one} ({100 * one / of:.1f}%)" for one in (first, len(found.explained))]
    said = f"explained by the first 10: {shares[0]}; by all: {shares[1]}"
    return [*table, [f"# rules {len(found.families)}; edits in reach of rules {found.in_reach}; {said}"]]
