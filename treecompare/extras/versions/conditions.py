"""What may be the condition of a rule: an attribute of a word in BASE and its value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.atoms import Atom, Atoms, Mask
from treecompare.extras.versions.edits import features, miscellaneous
from treecompare.trees.arcs import NO_HEAD

ATTRIBUTES = (
    "DEPREL", "SUB", "UPOS", "LEMMA", "XPOS", "FORM", "FEATS", "MISC", "M.UPOS", "M.LEMMA", "M.DEPREL", "SIDE", "HAS", "PREV",
    "NEXT",
)  # fmt: skip
"""In the order in which conditions of equal worth are chosen. M: of the mother; HAS: a daughter's relation; PREV, NEXT: forms."""
FIRST, LAST = "^", "$"
THERE, ABSENT = "+", "_"
_FEATS, _MISC = ATTRIBUTES.index("FEATS"), ATTRIBUTES.index("MISC")
_SIDES = ("left", "right", "root", "_")


class Condition(NamedTuple):
    """``attribute``: its place in ATTRIBUTES. ``key``: of FEATS and MISC. ``value``: THERE and ABSENT: whether there is the key."""

    attribute: int
    key: str
    value: str

    @property
    def name(self) -> str:
        """The attribute with its key."""
        return ".".join((ATTRIBUTES[self.attribute], self.key)) if self.key else ATTRIBUTES[self.attribute]


class Conditions:
    """Which conditions hold of the paired words of BASE; conditions have numbers, words are places among the paired ones."""

    def __init__(self, atoms: Atoms) -> None:
        self.words = atoms.words
        self.sentences = atoms.changes.base.sentences
        self._version = atoms.changes.found.base
        self._known: dict[Condition, int] = {}
        self.conditions: list[Condition] = []
        self._bits: dict[int, int] = {}
        self._changed_keys = {slot for slot in atoms.changed if slot[0] in ("FEATS", "MISC")}
        self._of_word: dict[int, list[int]] = {}

    def number(self, condition: Condition) -> int:
        """The number of a condition."""
        number = self._known.setdefault(condition, len(self.conditions))
        if number == len(self.conditions):
            self.conditions.append(condition)
        return number

    def bits(self, number: int) -> int:
        """The words of which a condition holds, as bits."""
        bits = self._bits.get(number)
        if bits is None:
            bits = self._bits[number] = as_bits(self.mask(self.conditions[number]))
        return bits

    def of_word(self, word: int) -> list[int]:
        """The conditions that hold of a word, without those that a key is absent."""
        found = self._of_word.get(word)
        if found is None:
            found = self._of_word[word] = [self.number(one) for one in self._holding(int(self.words[word]))]
        return found

    def absent(self, effect: Iterable[Atom]) -> list[int]:
        """The conditions that a key of the effect is absent."""
        keys = {(atom.layer, atom.key) for atom in effect if atom.layer in ("FEATS", "MISC")}
        return [
            self.number(Condition(_FEATS if layer == "FEATS" else _MISC, key, ABSENT)) for layer, key in sorted(keys)
        ]

    # -- of one word ----------------------------------------------------------------------------------------------------

    def _holding(self, word: int) -> Iterable[Condition]:
        sentences, texts = self.sentences, self.sentences.symbols.texts
        relation = texts[sentences.deprel[word]]
        mother = int(sentences.parents[word])
        plain = {
            "DEPREL": relation, "SUB": _subtype(relation), "UPOS": texts[sentences.upos[word]],
            "LEMMA": texts[sentences.lemma[word]], "XPOS": texts[sentences.xpos[word]], "SIDE": _SIDES[self._side[word]],
            **{name: self._lower_forms[column[word]] for name, column in self._forms.items()},
        }  # fmt: skip
        if mother >= 0:
            for name in ("upos", "lemma", "deprel"):
                plain[f"M.{name.upper()}"] = texts[getattr(sentences, name)[mother]]
        yield from (Condition(ATTRIBUTES.index(name), "", value) for name, value in plain.items())
        for attribute, layer, keys in (
            (_FEATS, "FEATS", features(texts[sentences.feats[word]])),
            (_MISC, "MISC", miscellaneous(texts[sentences.misc[word]])),
        ):
            for key, value in keys.items():
                yield Condition(attribute, key, value)
                if (layer, key) in self._changed_keys and value != THERE:
                    yield Condition(attribute, key, THERE)
        has = ATTRIBUTES.index("HAS")
        for daughter in sorted(self._daughters.get(word, ())):
            yield Condition(has, "", texts[daughter])

    @cached_property
    def _daughters(self) -> dict[int, set[int]]:
        """Per word the relations of its daughters."""
        found: dict[int, set[int]] = defaultdict(set)
        parents = self.sentences.parents
        daughters = np.flatnonzero(parents >= 0)
        for mother, relation in zip(
            parents[daughters].tolist(), self.sentences.deprel[daughters].tolist(), strict=True
        ):
            found[mother].add(relation)
        return found

    # -- of all words ---------------------------------------------------------------------------------------------------

    def mask(self, condition: Condition) -> Mask:
        """The paired words of which a condition holds."""
        return self._everywhere(condition)[self.words]

    def _everywhere(self, condition: Condition) -> Mask:
        sentences, name, value = self.sentences, ATTRIBUTES[condition.attribute], condition.value
        if name in self._forms:
            return np.asarray(self._forms[name] == self._lower_numbers.get(value, -1))
        if name == "SIDE":
            return np.asarray(self._side == _SIDES.index(value))
        if name in ("FEATS", "MISC"):
            column = sentences.feats if name == "FEATS" else sentences.misc
            return self._keyed(name, condition.key, value)[column]
        if name == "SUB":
            wanted = np.array([_subtype(text) == value for text in sentences.symbols.texts], np.bool_)
            return wanted[sentences.deprel]
        number = sentences.symbols.find(value)
        found = np.zeros(len(self._side), np.bool_)
        if number is None:
            return found
        if name == "HAS":
            found[[word for word in sentences.parents[sentences.deprel == number].tolist() if word >= 0]] = True
            return found
        column = getattr(sentences, name.removeprefix("M.").lower())
        if not name.startswith("M."):
            return np.asarray(column == number)
        return np.asarray((sentences.parents >= 0) & (column[np.maximum(sentences.parents, 0)] == number))

    def _keyed(self, layer: str, key: str, value: str) -> Mask:
        """Which symbols of FEATS or MISC have a value of a key (or the key at all, or not)."""
        values = self._symbols_with[layer].get(key, {})
        found = np.zeros(len(self.sentences.symbols), np.bool_)
        if value in (THERE, ABSENT):
            for symbols in values.values():
                found[symbols] = True
            if value == ABSENT:
                found = ~found
        if value != ABSENT:
            found[values.get(value, [])] = True
        return found

    @cached_property
    def _symbols_with(self) -> dict[str, dict[str, dict[str, list[int]]]]:
        """Layer, key, value: the symbols that have it."""
        found: dict[str, dict[str, dict[str, list[int]]]] = {}
        for layer, column, read in (
            ("FEATS", self.sentences.feats, features),
            ("MISC", self.sentences.misc, miscellaneous),
        ):
            keys: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
            for symbol in np.flatnonzero(np.bincount(column)).tolist() if len(column) else []:
                for key, value in read(self.sentences.symbols[symbol]).items():
                    keys[key][value].append(symbol)
            found[layer] = keys
        return found

    @cached_property
    def _side(self) -> NDArray[np.int8]:
        heads = self.sentences.head
        side = np.select((heads == 0, heads == NO_HEAD, self.sentences.numbers < heads), (2, 3, 0), 1)
        return side.astype(np.int8)

    @cached_property
    def _lower_numbers(self) -> dict[str, int]:
        numbers: dict[str, int] = {}
        for text in (FIRST, LAST, *self.sentences.symbols.texts):
            numbers.setdefault(text.lower(), len(numbers))
        return numbers

    @cached_property
    def _lower_forms(self) -> list[str]:
        return list(self._lower_numbers)

    @cached_property
    def _forms(self) -> dict[str, NDArray[np.int64]]:
        """FORM, PREV and NEXT as numbers of lower-case forms."""
        texts = self.sentences.symbols.texts
        lower = np.array([self._lower_numbers[text.lower()] for text in texts], np.int64)
        forms = lower[self.sentences.form]
        offsets = self.sentences.offsets
        starts = offsets[:-1][np.diff(offsets) > 0]
        ends = offsets[1:][np.diff(offsets) > 0] - 1
        before, behind = np.roll(forms, 1), np.roll(forms, -1)
        before[starts], behind[ends] = self._lower_numbers[FIRST], self._lower_numbers[LAST]
        return {"FORM": forms, "PREV": before, "NEXT": behind}


def as_bits(mask: Mask) -> int:
    """A mask as an integer, whose lowest bit is the first entry."""
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


def _subtype(relation: str) -> str:
    return relation.partition(":")[2] or ABSENT
