"""Dependency treebanks: opened, in the order of formats in which content is tried, or made of constituents by head rules."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from treecompare.errors import ReadError
from treecompare.readers.conll import DependencyReader, DependencyTreebank
from treecompare.readers.conllu import CONLLU, CONLLUPLUS
from treecompare.readers.conllx import CONLL2008, CONLL2009, CONLLX, CORENLP, DEPENDENCY_TAB, PREDICTED, unusual_table
from treecompare.readers.files import read_file, recognised
from treecompare.readers.treebank import Treebank

if TYPE_CHECKING:
    from treecompare.trees.head_rules import HeadRules

DEPENDENCY_READERS: tuple[DependencyReader, ...] = (
    CONLLUPLUS, CONLLU, CONLLX, CONLL2008, CONLL2009, PREDICTED, CORENLP, DEPENDENCY_TAB,
)  # fmt: skip


def read_dependencies(
    path: str | os.PathLike[str], format: str | None = None, name: str | None = None
) -> DependencyTreebank:
    """Reads a dependency treebank. ``format`` is the name of a reader; without it the content decides. Raises ReadError: the file
    cannot be opened, is not text, or holds no sentence in any known format; UsageError: there is no such format."""
    return read_file(path, format, name, DEPENDENCY_READERS, _by_content)


def _by_content(data: bytes, path: str) -> DependencyReader:
    found = recognised(data, DEPENDENCY_READERS)
    if found is None and data.strip():
        raise unusual_table(data, path) or ReadError(
            path, 1, "looks like no table of dependencies; expected CoNLL-U, CoNLL-X or CoNLL-2009"
        )
    return found or CONLLU


def as_dependencies(
    treebank: Treebank, rules: HeadRules, preterminals: bool | None = None, unescape: bool = False
) -> DependencyTreebank:
    """The same sentences converted; see :func:`treecompare.trees.conversion.to_dependencies` for the options.

    A sentence that could not be read stays a problem, one without words is without words here too. Warnings count the
    sentences in which no rule finds a head, and words without a relation where they are most; sentences whose heads
    make no tree are counted where they are compared.
    """
    from treecompare.trees.conversion import to_dependencies
    from treecompare.trees.head_rules import NO_RELATION

    converted = to_dependencies(treebank.trees, rules, preterminals, unescape, treebank.implies_root)
    warnings = list(treebank.warnings)
    if converted.headless:
        first, reason = next(iter(sorted(converted.headless.items())))
        count = len(converted.headless)
        warnings.append(
            f"{count:,} sentence{'s' if count > 1 else ''} in which no rule of {rules.name} finds a head; "
            f"the first is number {first + 1}: {reason}"
        )
    words = converted.dependencies
    without = int((words.deprel == words.symbols.find(NO_RELATION)).sum())
    if 2 * without > words.words:
        warnings.append(
            f"{without:,} of {words.words:,} words have no relation: the trees have no functions that {rules.name} could take; "
            "labelled scores say nothing about them"
        )
    ids: list[str | None] | None = None if treebank.ids is None else [*treebank.ids]
    return DependencyTreebank(
        treebank.name, treebank.path, treebank.format, converted.dependencies, treebank.lines, ids, treebank.problems,
        warnings,
    )  # fmt: skip
