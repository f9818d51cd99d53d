"""Treebanks of constituents as treebanks of dependencies, by head rules: so that parsers of both kinds can be
compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import Treebank

if TYPE_CHECKING:
    from treecompare.trees.head_rules import HeadRules


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
