"""Treebanks that no file holds as they are: of objects of other libraries (trees of nltk, sentences of conllu), and of dependencies
that head rules make of constituents."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from treecompare.errors import ReadError, counted
from treecompare.readers.conll import DependencyTreebank, read_conllu
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.trees.tree import Trees

if TYPE_CHECKING:
    from treecompare.trees.head_rules import HeadRules

OF_NLTK, OF_CONLLU = "nltk", "conllu"


def library_of(item: object) -> str:
    """The library that an object is a sentence of: ``nltk``, ``conllu``, or an empty text for any other object."""
    if callable(getattr(item, "label", None)) and callable(getattr(item, "leaves", None)):
        return OF_NLTK
    return OF_CONLLU if callable(getattr(item, "serialize", None)) else ""


def read_objects(items: Iterable[Any], name: str | None = None) -> AnyTreebank:
    """A treebank from ``nltk.Tree`` objects, or from ``conllu.TokenList`` objects: one sentence each, whose number is its line.
    Raises ReadError: some item is neither, they are not all of one kind, or one cannot be read; says which."""
    sentences = list(items)
    libraries = [library_of(item) for item in sentences]
    first = libraries[0] if sentences else OF_NLTK
    wanted = {OF_NLTK: "a tree of nltk", OF_CONLLU: "a sentence of conllu"}.get(
        first, "trees of nltk or sentences of conllu"
    )
    for number, (item, library) in enumerate(zip(sentences, libraries, strict=True), 1):
        if not library or library != first:
            raise ReadError(
                name or "sentences", 0, f"item {number} is of the type {type(item).__name__}; expected {wanted}"
            )
    return _from_nltk(sentences, name) if first == OF_NLTK else _from_conllu(sentences, name)


def _from_nltk(sentences: list[Any], name: str | None) -> Treebank:
    path = name or "nltk trees"
    try:
        trees = Trees.from_nltk(sentences)
    except ValueError as error:
        raise ReadError(path, 0, str(error)) from error
    warnings = [] if sentences else ["there are no sentences; expected at least one tree"]
    return Treebank(path, path, OF_NLTK, trees, np.arange(1, len(trees) + 1), None, {}, warnings)


def _from_conllu(sentences: list[Any], name: str | None) -> DependencyTreebank:
    path, texts = name or "conllu sentences", []
    for number, sentence in enumerate(sentences, 1):
        try:
            texts.append(sentence.serialize().strip("\n"))
        except Exception as error:  # conllu raises several kinds, and its tokens may hold any object
            raise ReadError(path, 0, f"sentence {number} cannot be written as CoNLL-U: {error}") from error
        if not texts[-1]:
            raise ReadError(path, 0, f"sentence {number} is empty; expected at least one word")
    treebank = read_conllu("".join(f"{text}\n\n" for text in texts).encode("utf-8", "replace"), path, path)
    if len(treebank.sentences) != len(texts):
        raise ReadError(
            path,
            0,
            f"{counted(len(texts), 'sentence makes', 'sentences make')} {len(treebank.sentences)} in CoNLL-U; "
            "expected fields without line ends",
        )
    problems = {place: replace(problem, line=place + 1) for place, problem in treebank.problems.items()}
    return replace(treebank, lines=np.arange(1, len(texts) + 1), problems=problems)


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
        first, reason = min(converted.headless.items())
        count = counted(len(converted.headless), "sentence")
        warnings.append(
            f"{count} in which no rule of {rules.name} finds a head; the first is number {first + 1}: {reason}"
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
