"""The rules behind the edits, as they are told: families of rules, what they explain, and where they were forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.changes.atoms import ANY, Atom, Atoms
from treecompare.changes.changes import Changes
from treecompare.changes.conditions import ATTRIBUTES, Condition
from treecompare.changes.search import MOST_STEPS, Effect, Rule, Search, Watch

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
                values = (self._value(rule, one) for rule in self.rules)
                told.append(f"{one.name} in {{{', '.join(values)}}}")
            else:
                told.append(f"{one.name}={one.value}")
        return " & ".join(told) or "(always)"

    @staticmethod
    def _value(rule: Rule, like: Condition) -> str:
        return next(one.value for one in rule.conditions if one[:2] == like[:2])

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

    ``words``: place in BASE of each paired word, by which families tell words. ``explained_edits``: places of the edits that are
    explained. ``is_complete``: whether all rules were looked for; the best ones of many edits are found first.
    """

    families: list[Family]
    in_reach: int
    words: NDArray[np.int64]
    explained_edits: set[int]
    is_complete: bool = True


def find_rules(changes: Changes, watch: Watch | None = None, most_steps: int = MOST_STEPS) -> Rules:
    """The rules and what they explain; edits that follow another are explained with that.

    ``watch`` is told how many rules were found, again and again, and may raise; ``most_steps`` bounds the time.
    """
    atoms = Atoms.of(changes)
    families: list[Family] = []
    search = Search(atoms, watch, most_steps)
    for rule in search.rules():
        if not any(family.takes(rule) for family in families):
            families.append(Family([rule]))
    families.sort(key=lambda family: -family.gain)
    explained = _Explained(changes, atoms)
    for family in families:
        for atom in family.effect:
            explained.slots.update((atom.slot, word) for word in _having(atoms, atom, family.covered))
        explained.settle()
        family.explained = len(explained.edits)
        family.share = family.explained / len(atoms.of_edit)
        touched = set().union(*(atoms.changed[atom.layer, atom.key] for atom in family.effect))
        family.otherwise = [word for word in family.exceptions if word in touched]
        family.left_over = [word for word in family.exceptions if word not in touched]
        family.before = [_before(atoms, atom, family.covered) for atom in family.effect]
    return Rules(families, len(atoms.of_edit), atoms.words, explained.edits, search.is_complete)


def _having(atoms: Atoms, atom: Atom, words: Sequence[int]) -> list[int]:
    return sorted(set(words).intersection(atoms.has[atom]))


def _before(atoms: Atoms, atom: Atom, covered: Sequence[int]) -> str:
    """BASE's value of an atom if all words that have it share one, else ``*``; nothing for heads and edges."""
    if atom.layer in ("HEAD", "DEPS"):
        return ""
    values = {atoms.old[atom.slot, word] for word in _having(atoms, atom, covered)}
    return ANY if len(values) != 1 else values.pop() or "_"


class _Explained:
    """Which edits are explained: all slots of the edit are, or the edit that it follows has its head explained."""

    def __init__(self, changes: Changes, atoms: Atoms) -> None:
        self.slots: set[tuple[tuple[str, str], int]] = set()
        self.edits: set[int] = set()
        self._open = dict(atoms.of_edit)
        self._followed = {
            number: int(atoms.place_of[changes.edits[number].follows])
            for number in self._open
            if changes.edits[number].follows >= 0
        }
        self._heads = {
            word: number for number, (word, _) in self._open.items() if changes.edits[number].layer.startswith("HEAD")
        }

    def settle(self) -> None:
        """Looks for edits that are explained by now."""
        done = [
            number
            for number, (word, slots) in self._open.items()
            if (
                self._head_explained(word)
                if number in self._followed
                else all((slot, word) in self.slots for slot in slots)
            )
        ]
        for number in done:
            del self._open[number]
        self.edits.update(done)

    def _head_explained(self, word: int) -> bool:
        """Whether the head of a word is explained, by itself or with that which it follows."""
        seen: set[int] = set()
        while word not in seen:
            seen.add(word)
            number = self._heads.get(word)
            if number is None or number not in self._followed:
                return (("HEAD", "-"), word) in self.slots
            word = self._followed[number]
        return False
