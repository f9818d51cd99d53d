"""What rules are made of: what one edit does, as atoms, and attributes of a word in BASE as conditions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple
from unicodedata import is_normalized, normalize

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.versions.edits import (
    IN_REACH,
    DependencyChanges,
    Edit,
    features,
    miscellaneous,
    relation_without_subtype,
)
from treecompare.trees.arcs import NO_HEAD
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.symbols import Symbols

ANY = "*"
"""The value of an atom that says only that there is some other value."""
Mask = NDArray[np.bool_]


class Atom(NamedTuple):
    """``value``: ``=value``, how a head moved, what happened to an edge, a function of BASE, or ANY."""

    layer: str
    key: str
    value: str

    @property
    def is_exact(self) -> bool:
        """Whether it is no function of BASE, and not ANY."""
        return self.layer in ("HEAD", "DEPS") or self.value.startswith("=")

    @property
    def slot(self) -> tuple[str, str]:
        """What of a word it explains; edges are explained one by one, everything else by layer and key."""
        return self.layer, self.value if self.layer == "DEPS" else self.key

    @property
    def name(self) -> str:
        """Layer and key."""
        return self.layer if self.key == "-" else f"{self.layer}.{self.key}"


LEMMA_FUNCTIONS: dict[str, tuple[str, Callable[[str], str]]] = {
    "title(LEMMA)": ("lemma", lambda text: text[:1].upper() + text[1:].lower()),
    "lower(LEMMA)": ("lemma", str.lower),
    "FORM": ("form", str),
    "lower(FORM)": ("form", str.lower),
}
"""What lemmas may be made of, in the order in which groups ask: a column of BASE, and how its text is changed."""


def lemma_functions(sentences: Dependencies, edit: Edit) -> list[str]:
    """The keys of LEMMA_FUNCTIONS by which an edit of a lemma can be told."""
    return [
        name
        for name, (column, change) in LEMMA_FUNCTIONS.items()
        if change(sentences.symbols[getattr(sentences, column)[edit.word]]) == edit.new
    ]


COMPOSITIONS: dict[str, Literal["NFC", "NFD"]] = {
    "NFC(FORM)": "NFC", "NFD(FORM)": "NFD", "NFC(LEMMA)": "NFC", "NFD(LEMMA)": "NFD",
}  # fmt: skip
"""The same characters, composed or decomposed, of a layer."""


def compositions(edit: Edit) -> list[str]:
    """The keys of COMPOSITIONS by which an edit can be told: nothing changed but the composition of characters."""
    return [
        name
        for name, form in COMPOSITIONS.items()
        if name == f"{form}({edit.layer})" and edit.old and edit.new and normalize(form, edit.old) == edit.new
    ]


@dataclass(eq=False)
class Atoms:
    """The atoms of all paired words; a word is its place among the paired ones.

    ``has``: the words that have an atom, ascending. ``changed``: the words where a layer with its key changed. ``old``: BASE's
    value by slot and word. ``of_edit``: word and slots by the place of an edit; only of those in reach.
    """

    changes: DependencyChanges
    has: dict[Atom, list[int]] = field(default_factory=lambda: defaultdict(list))
    changed: dict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    old: dict[tuple[tuple[str, str], int], str | None] = field(default_factory=dict)
    of_edit: dict[int, tuple[int, list[tuple[str, str]]]] = field(default_factory=dict)

    @classmethod
    def of(cls, changes: DependencyChanges) -> Atoms:
        """The atoms of all edits in reach that do not follow another."""
        found = cls(changes)
        places = found.place_of
        for number, edit in enumerate(changes.edits):
            if edit.word < 0 or edit.layer not in IN_REACH:
                continue
            word = int(places[edit.word])
            for layer in edit.layer.split("+"):
                found.changed[layer, edit.key if layer in ("FEATS", "MISC") else "-"].add(word)
            slots = []
            if edit.follows < 0:
                for atom, old in found._made_by(edit):
                    if not (found.has[atom] and found.has[atom][-1] == word):
                        found.has[atom].append(word)
                    if atom.is_exact:
                        slots.append(atom.slot)
                        found.old[atom.slot, word] = old
            found.of_edit[number] = word, slots
        return found

    @cached_property
    def words(self) -> NDArray[np.int64]:
        """Places in BASE of the paired words."""
        return np.flatnonzero(self.changes.found.words.base >= 0)

    @cached_property
    def place_of(self) -> NDArray[np.int32]:
        """The other way round."""
        places = np.full(len(self.changes.found.words.base), -1, np.int32)
        places[self.words] = np.arange(len(self.words))
        return places

    def _made_by(self, edit: Edit) -> Iterator[tuple[Atom, str | None]]:
        """Atoms, each with the value that it replaces."""
        if edit.layer in ("HEAD", "HEAD+DEPREL"):
            yield Atom("HEAD", "-", edit.how), None
        if edit.layer in ("DEPREL", "HEAD+DEPREL"):
            old, new = edit.relations
            assert old is not None and new is not None
            for value in (f"={new}", ANY, *self._relation_functions(edit.word, old, new)):
                yield Atom("DEPREL", "-", value), old
        elif edit.layer == "DEPS":
            yield Atom("DEPS", "-", _edge(edit)), None
        elif edit.layer != "HEAD":
            functions = [*self._functions(edit), *compositions(edit)]
            for value in (f"={'_' if edit.new is None else edit.new}", ANY, *functions):
                yield Atom(edit.layer, edit.key, value), edit.old

    def _relation_functions(self, word: int, old: str, new: str) -> Iterator[str]:
        sentences = self.changes.base.sentences
        mother = int(sentences.parents[word])
        if mother >= 0 and sentences.symbols[sentences.deprel[mother]] == new:
            yield "M.DEPREL"
        if relation_without_subtype(old) == relation_without_subtype(new):
            yield "".join(("~", *new.partition(":")[1:]))

    def _functions(self, edit: Edit) -> Iterator[str]:
        sentences = self.changes.base.sentences
        symbols = sentences.symbols.texts
        if edit.layer == "LEMMA":
            yield from lemma_functions(sentences, edit)
        elif edit.layer == "FEATS" and miscellaneous(symbols[sentences.misc[edit.word]]).get(edit.key) == edit.new:
            yield f"MISC.{edit.key}"
        elif edit.layer == "MISC" and features(symbols[sentences.feats[edit.word]]).get(edit.key) == edit.new:
            yield f"FEATS.{edit.key}"

    def value(self, word: int, layer: str, key: str) -> str | None:
        """What a layer or one of its keys says in BASE."""
        sentences = self.changes.base.sentences
        text = sentences.symbols[getattr(sentences, layer.lower())[self.words[word]]]
        if layer in ("FEATS", "MISC"):
            return (features if layer == "FEATS" else miscellaneous)(text).get(key)
        return text

    # -- where an effect is right -----------------------------------------------------------------------------------------

    def mask(self, words: list[int] | set[int]) -> Mask:
        """Some of the paired words."""
        mask = np.zeros(len(self.words), np.bool_)
        mask[list(words)] = True
        return mask

    def right(self, effect: tuple[Atom, ...]) -> Mask:
        """Where all atoms are right."""
        right = np.ones(len(self.words), np.bool_)
        for atom in effect:
            right &= self.right_of(atom)
        return right

    def right_of(self, atom: Atom) -> Mask:
        """Where an atom is right: the word has it, or had that value already and nothing of this layer and key changed."""
        if atom.layer in ("HEAD", "DEPS") or atom.value == ANY:
            return self.mask(self.has[atom])
        right = self._already(atom)
        right[list(self.changed[atom.layer, atom.key])] = False
        right[self.has[atom]] = True
        return right

    def _already(self, atom: Atom) -> Mask:
        if atom.layer in ("FEATS", "MISC"):
            values = self._keyed(atom.layer, atom.key)
            if atom.is_exact:
                number = self._numbers.find(atom.value[1:]) if atom.value != "=_" else -1
                return np.zeros(len(values), np.bool_) if number is None else values == number
            return np.asarray(values == self._keyed(atom.value.partition(".")[0], atom.key))
        sentences = self.changes.base.sentences
        column: NDArray[np.int32] = getattr(sentences, atom.layer.lower())
        symbols = sentences.symbols
        if atom.is_exact:
            number = symbols.find(atom.value[1:])
            return np.zeros(len(self.words), np.bool_) if number is None else column[self.words] == number
        if atom.value in COMPOSITIONS:
            form = COMPOSITIONS[atom.value]
            return np.asarray(
                np.array([is_normalized(form, one) for one in symbols.texts], np.bool_)[column[self.words]]
            )
        if atom.layer == "DEPREL":
            if atom.value == "M.DEPREL":
                mothers = sentences.parents[self.words]
                return np.asarray((mothers >= 0) & (column[np.maximum(mothers, 0)] == column[self.words]))
            wanted: Mask = np.array(
                ["".join(text.partition(":")[1:]) == atom.value[1:] for text in symbols.texts], np.bool_
            )
            return np.asarray(wanted[column[self.words]])
        return self._is_function(atom.value)

    def _is_function(self, name: str) -> Mask:
        """Where the lemma is already what a function makes of form and lemma."""
        sentences = self.changes.base.sentences
        column, change = LEMMA_FUNCTIONS[name]
        found = map(sentences.symbols.find, map(change, sentences.symbols.texts))
        made = np.array([-1 if one is None else one for one in found], np.int32)
        return np.asarray((made[getattr(sentences, column)] == sentences.lemma)[self.words])

    @cached_property
    def _numbers(self) -> Symbols:
        return Symbols()

    @cached_property
    def _tables(self) -> dict[tuple[str, str], NDArray[np.int32]]:
        return {}

    def _keyed(self, layer: str, key: str) -> NDArray[np.int32]:
        """Number of BASE's value of a key per word, -1 where it is not there."""
        table = self._tables.get((layer, key))
        sentences = self.changes.base.sentences
        column = sentences.feats if layer == "FEATS" else sentences.misc
        if table is None:
            read = features if layer == "FEATS" else miscellaneous
            table = np.full(len(sentences.symbols), -1, np.int32)
            for symbol in np.flatnonzero(np.bincount(column, minlength=len(table))).tolist():
                text = sentences.symbols[symbol]
                if key in text and (value := read(text).get(key)) is not None:
                    table[symbol] = self._numbers.number(value)
            self._tables[layer, key] = table
        return table[column[self.words]]


def _edge(edit: Edit) -> str:
    old, new = edit.relations
    if edit.key == "edge":
        return f"+{new}" if old is None else f"-{old}"
    return f"{old}>{new}" if edit.key == "rel" else f"head of {old}"


# -- what may be the condition of a rule -------------------------------------------------------------------------------

ATTRIBUTES = (
    "DEPREL", "SUB", "UPOS", "LEMMA", "XPOS", "FORM", "FEATS", "MISC", "M.UPOS", "M.LEMMA", "M.DEPREL", "SIDE", "HAS", "PREV",
    "NEXT",
)  # fmt: skip
"""In the order in which conditions of equal worth are chosen. M: of the mother; HAS: a daughter's relation; PREV, NEXT: forms."""
FIRST, LAST = "^", "$"
THERE, ABSENT = "+", "_"
_FEATS, _MISC, _HAS = map(ATTRIBUTES.index, ("FEATS", "MISC", "HAS"))
_SIDES = ("left", "right", "root", "_")
MOST_BITS = 1 << 29
"""So many bits of conditions are kept, of those that were asked for last."""


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
        bits = self._bits.pop(number, None)
        if bits is None:
            bits = as_bits(self.mask(self.conditions[number]))
            if len(self._bits) * len(self.words) > MOST_BITS:
                del self._bits[next(iter(self._bits))]
        self._bits[number] = bits
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
        of_sentence = sentences.rows_of(int(self._version.sentence_of[word]))
        daughters = sentences.deprel[of_sentence][sentences.parents[of_sentence] == word].tolist()
        yield from (Condition(_HAS, "", texts[relation]) for relation in sorted({*daughters}))

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
        heads, lengths = self.sentences.head, self.sentences.lengths
        before = np.arange(len(heads)) - np.repeat(self.sentences.offsets[:-1], lengths)
        side = (before + 1 >= heads).astype(np.int8)
        side[heads == 0], side[heads == NO_HEAD] = 2, 3
        return side

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
    def _forms(self) -> dict[str, NDArray[np.int32]]:
        """FORM, PREV and NEXT as numbers of lower-case forms."""
        texts = self.sentences.symbols.texts
        lower = np.array([self._lower_numbers[text.lower()] for text in texts], np.int32)
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
