"""Relations that are compared as one (Kübler et al. 2008, sections 4.3 and table 7): a table ``old new``.

Columns are separated by tabs or blanks. ``#`` begins a comment; a relation that begins with it is written ``\\#``. What a relation
becomes may become something else in turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from treecompare.errors import ReadError, counted
from treecompare.reading import read_lines, unescaped, words_of
from treecompare.trees.dependencies import Dependencies


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
        symbols = words.symbols
        becomes = np.arange(len(symbols), dtype=np.int32)
        for number in np.unique(words.deprel).tolist():
            becomes[number] = symbols.number(self(symbols[number], subtypes))
        return replace(words, deprel=becomes[words.deprel])

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
    for number, line in enumerate(read_lines(path, "expected a table of 'old new' relations"), 1):
        cells = words_of(line)
        if not cells or cells[0].startswith("#"):
            continue
        if len(cells) != 2:
            raise ReadError(
                path, number, f"{counted(len(cells), 'column')}; expected 2: a relation and what it becomes"
            )
        old, new = unescaped(cells[0]), unescaped(cells[1])
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
    """What is left at the end of a chain."""
    passed, here = [old], given[old]
    while here in given and given[here] != here:
        if here in passed:
            cycle = " > ".join([*passed[passed.index(here) :], here])
            raise ReadError(path, lines[passed[-1]], f"{cycle[:40]} goes in a circle; expected a relation that stays")
        passed.append(here)
        here = given[here]
    return here
