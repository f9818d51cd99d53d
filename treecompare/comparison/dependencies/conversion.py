"""The treebanks of a dependency comparison: as they were read, or converted from constituents by head rules, and with relations
joined where a table ``old new`` says so (Kübler et al. 2008, sections 4.3 and table 7).

Columns of the table are separated by tabs or blanks. ``#`` begins a comment; a relation that begins with it is written ``\\#``.
What a relation becomes may become something else in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from treecompare.comparison.base import AnyTreebank
from treecompare.comparison.settings import PRETERMINALS, Settings
from treecompare.errors import ReadError, UsageError
from treecompare.readers import DependencyTreebank, Treebank, of_kind, of_one_kind
from treecompare.readers.made import as_dependencies
from treecompare.reading import label_rows, unescaped
from treecompare.trees.characters import ESCAPES
from treecompare.trees.characters import unescaped as plain
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.preparation import has_preterminals
from treecompare.trees.symbols import distinct
from treecompare.trees.tree import WORD, Trees


@dataclass(frozen=True)
class RelationMap:
    """``new``: what each relation becomes in the end. ``lines``: where the file names those that no other one becomes."""

    path: str
    new: Mapping[str, str]
    lines: Mapping[str, int]

    def __call__(self, deprel: str, subtypes: bool) -> str:
        """What a relation becomes; unless ``subtypes`` are compared, one that is not listed is what stands before its colon."""
        if deprel in self.new or subtypes:
            return self.new.get(deprel, deprel)
        return self.new.get(deprel.split(":", 1)[0], deprel)

    def applied(self, words: Dependencies, subtypes: bool) -> Dependencies:
        """The words with other relations."""
        return replace(words, deprel=words.symbols.changed(words.deprel, lambda text: self(text, subtypes)))

    def unknown(self, treebanks: Iterable[Dependencies]) -> str:
        """A warning where no treebank has some relation of the table; else empty."""
        there = {words.symbols[number] for words in treebanks for number in np.unique(words.deprel).tolist()}
        there |= {text.split(":", 1)[0] for text in there}
        missing = [old for old in self.lines if old not in there]
        if not missing:
            return ""
        more = f", nor {len(missing) - 1} more of the table" if len(missing) > 1 else ""
        line = self.lines[missing[0]]
        return f"{self.path}:{line}: no treebank has the relation '{missing[0][:40]}'{more}; expected relations of the files"


def read_relation_map(path: str) -> RelationMap:
    """Reads such a table. Raises ReadError: a line has not two columns, a relation becomes two others, or itself by way of
    others."""
    given: dict[str, str] = {}
    lines: dict[str, int] = {}
    said = "2: a relation and what it becomes"
    for number, (old, new) in label_rows(path, "expected a table of 'old new' relations", (2,), said):
        new = unescaped(new)
        if given.get(old, new) != new:
            raise ReadError(
                path,
                number,
                f"'{old[:20]}' becomes '{given[old][:20]}' in line {lines[old]}, here '{new[:20]}'; expected one of them",
            )
        given[old] = new
        lines.setdefault(old, number)
    become = set(given.values())
    first = {old: line for old, line in lines.items() if old not in become}
    return RelationMap(path, {old: _last(path, given, lines, old) for old in given}, first)


def _last(path: str, given: Mapping[str, str], lines: Mapping[str, int], old: str) -> str:
    passed, here = [old], given[old]
    while here in given and given[here] != here:
        if here in passed:
            cycle = " > ".join([*passed[passed.index(here) :], here])
            raise ReadError(path, lines[passed[-1]], f"{cycle[:40]} goes in a circle; expected a relation that stays")
        passed.append(here)
        here = given[here]
    return here


class Conversion:
    """``given``: the gold, then the systems. ``settings``: those given, with the name of the head rules that are used, if any are.

    Words lose the escapes of bracketed treebanks (-LRB-, 3\\/4) where they are compared with dependencies that write most such
    words plainly, and where all are converted, but some of these words are escaped and some are not.
    """

    def __init__(self, given: Sequence[AnyTreebank], settings: Settings) -> None:
        converts = settings.as_dependencies is not None
        self.given = list(given) if converts else [one if one.says_its_kind else _nothing(one) for one in given]
        trees = of_kind(self.given, Treebank)
        self.settings = settings if trees or not converts else replace(settings, as_dependencies=None)
        if trees and not converts:
            raise UsageError(
                f"{trees[0].path} holds constituents; expected dependencies, or trees scored as dependencies"
            ).with_option("--as-dependencies converts them")
        if trees:
            from treecompare.trees.conversion import usual_table
            from treecompare.trees.head_rules import head_rules

            name = settings.as_dependencies or "auto"
            name = usual_table(trees[0].trees) if name == "auto" else name
            self._rules = head_rules(name)
            self.settings = replace(settings, as_dependencies=name)
        self.relation_map = read_relation_map(settings.relation_map) if settings.relation_map else None
        self._unmapped: list[Dependencies] = []
        self._done: dict[int, DependencyTreebank] = {}

    def making(self) -> Iterator[None]:
        """Converts step by step what is to be converted, as far as that is not done."""
        for number, one in enumerate(self.given):
            if number not in self._done:
                if not isinstance(one, DependencyTreebank) and "_unescapes" not in self.__dict__:
                    _ = self._unescapes
                    yield
                self.treebank(number)
                yield

    def treebank(self, number: int) -> DependencyTreebank:
        """A treebank as dependencies."""
        if number not in self._done:
            given = self.given[number]
            if not isinstance(given, DependencyTreebank):
                trees = of_one_kind(given, Treebank)
                given = as_dependencies(trees, self._rules, self._preterminals, self._unescapes)
            self._done[number] = self._mapped(given)
        return self._done[number]

    def unknown_relations(self) -> list[str]:
        """A warning where the table names relations that no treebank has."""
        if self.relation_map is None:
            return []
        for number in range(len(self.given)):
            self.treebank(number)
        told = self.relation_map.unknown(self._unmapped)
        return [told] if told else []

    def _mapped(self, treebank: DependencyTreebank) -> DependencyTreebank:
        if self.relation_map is None:
            return treebank
        self._unmapped.append(treebank.sentences)
        words = self.relation_map.applied(treebank.sentences, self.settings.relations == "full")
        return replace(treebank, sentences=words)

    @cached_property
    def _preterminals(self) -> bool | None:
        chosen = PRETERMINALS[self.settings.preterminals]
        golds = of_kind(self.given[:1], Treebank) if chosen is None else []
        return has_preterminals(golds[0].trees) if golds else chosen

    @cached_property
    def _unescapes(self) -> bool:
        tables = [one.sentences for one in of_kind(self.given, DependencyTreebank)]
        if not tables:
            return len({mark for one in of_kind(self.given, Treebank) for mark in _written(one.trees)}) > 1
        return sum(map(_plain_words, tables)) > 0


def _nothing(empty: AnyTreebank) -> DependencyTreebank:
    warnings = ["the file is empty; expected at least one sentence"]
    return DependencyTreebank(
        empty.name, empty.path, empty.format, Dependencies.of([]), empty.lines[:0], None, {}, warnings
    )


def _plain_words(sentences: Dependencies) -> int:
    score = np.array([_plainness(text) for text in sentences.symbols.texts], np.int64)
    return int(score[sentences.form].sum())


def _written(trees: Trees) -> set[int]:
    """How the words are written that bracketed treebanks would have to escape: 1 plainly, -1 escaped."""
    words = distinct(trees.labels[trees.kinds == WORD]).tolist()
    return {found for word in words if (found := _plainness(trees.symbols[word]))}


def _plainness(word: str) -> int:
    """1 for a word that bracketed treebanks would have to escape, -1 for one that is escaped, 0 for all others."""
    if plain(word) != word:
        return -1
    return int(word in ESCAPES.values() or "/" in word)
