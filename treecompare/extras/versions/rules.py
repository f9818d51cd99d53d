"""The rules behind the edits, as they are told: families of rules, what they explain, and where they were forgotten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.atoms import ANY, Atom, Atoms
from treecompare.extras.versions.changes import DependencyChanges, TableRows, cell
from treecompare.extras.versions.conditions import ATTRIBUTES, Condition
from treecompare.extras.versions.search import MOST_STEPS, Effect, Rule, Search
from treecompare.extras.versions.watch import QUIET, Watch

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
        """See above."""
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
