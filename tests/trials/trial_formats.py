"""Treebanks of every format with damaged structure, through reading, preparation, conversion and writing.

What is read must be well formed and hold the words that a plain look at the file finds; what cannot be read must be told in one
sentence; compiled readers and their twins must agree; and what is done with trees afterwards must neither lose words nor fail.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import cache
from itertools import pairwise
from typing import Any
from unittest import mock

import numpy as np

from tests.kernels import interpreted
from tests.trials.mutations import damaged
from tests.trials.sentences import WRITERS, document, plain_words, sentence
from tests.trials.structures import rebuilt
from treecompare import reading
from treecompare.errors import ReadError, UsageError
from treecompare.readers import (
    DEPENDENCY_READERS,
    READERS,
    Treebank,
    brackets,
    conll,
    read,
    read_any,
    read_dependencies,
)
from treecompare.readers.conll import DependencyTreebank, read_conllu
from treecompare.readers.lattice_files import LATTICE_READERS, LatticeFile, read_lattices
from treecompare.readers.made import as_dependencies
from treecompare.reading import rules
from treecompare.trees import conversion
from treecompare.trees.annotations import EDGE
from treecompare.trees.conversion import without_crossing
from treecompare.trees.functions import from_constituents, from_dependencies
from treecompare.trees.head_rules import HeadRules, head_rules
from treecompare.trees.preparation import (
    EVALB,
    NONE,
    SPMRL,
    STANDARD,
    deleted_words,
    has_preterminals,
    prepare,
    terminals,
    without_traces,
)
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees
from treecompare.trees.writing import bracket_line, conllu_lines, conllx_lines, indented_brackets

BRIEF, FULL = 3_000, 1_000_000
SLOWEST = 5.0
"""Seconds; nothing that is done with a file of a few hundred bytes takes so long."""
_TREES, _DEPENDENCIES, _LATTICES = (
    {one.name for one in some} for some in (READERS, DEPENDENCY_READERS, LATTICE_READERS)
)
_COMPILED = _DEPENDENCIES | (_TREES - {"export", "tigerxml", "alpino"})
"""Formats whose readers rest on a compiled tokenizer; of a new one that is taken to be so."""
FORMATS = sorted(_TREES | _DEPENDENCIES | _LATTICES)
"""Of all readers there are: a new one is tried without being named here."""

_PACKED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ")

Found = Treebank | DependencyTreebank | LatticeFile


def run(rounds: int, seed: int) -> str:
    seen: Counter[str] = Counter()
    slowest, data = 0.0, b""
    kinds: dict[str, list[str]] = {}
    for kind, (format, _) in WRITERS.items():
        kinds.setdefault(format, []).append(kind)
    of_disk = reading._content_of_file

    def content(path: str, most: int, expected: str) -> bytes:
        return data if path == "input" else of_disk(path, most, expected)

    tables = cache(head_rules)
    with mock.patch.object(reading, "_content_of_file", content), mock.patch.object(conversion, "head_rules", tables):
        for turn in range(rounds):
            rng = random.Random(seed * 1_000_003 + turn)
            format = rng.choice(FORMATS)
            own = kinds.get(format) if rng.random() < 0.95 else None
            kind = rng.choice(own or list(WRITERS))
            data = _made(rng, kind)
            begun = time.process_time()
            try:
                _tried(rng, format if rng.random() < 0.8 else None, data, format, seen)
            except Exception as error:
                raise AssertionError(f"seed {seed}, round {turn}, {format}, {data[:400]!r}: {error!r}") from error
            taken = time.process_time() - begun
            assert taken < SLOWEST, f"seed {seed}, round {turn}, {format}, {data[:400]!r}: {taken:.1f} s"
            slowest = max(slowest, taken)
    per_format = ", ".join(f"{format} {seen[format]:,}" for format in FORMATS)
    return (
        f"{rounds:,} files ({per_format}); {seen['refused']:,} refused in one sentence, {seen['sentences']:,} sentences read, "
        f"{seen['problems']:,} told as problems, words of {seen['counted']:,} files as a plain count has them; no fault; "
        f"the slowest took {1000 * slowest:.0f} ms"
    )


def _made(rng: random.Random, kind: str) -> bytes:
    made = document(rng, kind, [sentence(rng) for _ in range(rng.choice((1, 1, 2, 3, 4)))])
    others = [document(rng, rng.choice(list(WRITERS)), [sentence(rng)]).decode()]
    made = rebuilt(rng, made.decode(), others).encode()
    return made if rng.random() < 0.9 else damaged(rng, made, others[0].encode())


def _tried(rng: random.Random, format: str | None, data: bytes, own: str, seen: Counter[str]) -> None:
    seen[own] += 1
    opened = _opener(own, format)
    try:
        with rules(most=rng.choice((100_000_000, 100_000_000, 100_000_000, 200))):
            found: Found = opened()
    except (ReadError, UsageError) as error:
        seen["refused"] += 1
        _check_sentence(str(error))
        return
    for problem in found.problems.values():
        _check_sentence(problem.reason)
        assert problem.line >= 1
    seen["sentences"] += len(found.lines)
    seen["problems"] += len(found.problems)
    _check_lines(found, data)
    if found.format in _COMPILED:
        with _twins():
            twin: Found = opened()
        assert _same(found, twin), "the twin reads otherwise"
    seen["counted"] += _check_words(found, data)
    if isinstance(found, Treebank):
        _check_trees(found.trees)
        assert all(not len(found.trees[place]) for place in found.problems)
        if rng.random() < 0.5:
            _use_trees(rng, found)
    elif isinstance(found, DependencyTreebank):
        _use_dependencies(rng, found)


def _opener(own: str, format: str | None) -> Any:
    if own in _LATTICES:
        return lambda: read_lattices("input", format)
    if own in _DEPENDENCIES and format:
        return lambda: read_dependencies("input", format)
    return lambda: read("input", format) if own in _TREES and format else read_any("input", format)


def _check_sentence(text: str) -> None:
    assert "\n" not in text, text
    assert any(word in text for word in ("expected", "sentence ends with", "looks like")), text
    assert len(text) < 1000, text


def _check_lines(found: Found, data: bytes) -> None:
    lines = found.lines.tolist()
    assert all(one <= other for one, other in pairwise(lines)), lines
    assert not lines or lines[0] >= 1
    if not data.startswith((*_PACKED, b"\xff\xfe", b"\xfe\xff")):
        ends = data.count(b"\n") + data.count(b"\r") + 1
        assert not lines or lines[-1] <= ends, (lines, ends)
        assert all(problem.line <= ends for problem in found.problems.values())


@contextmanager
def _twins() -> Iterator[None]:
    with (
        mock.patch.object(brackets, "kernel", interpreted),
        mock.patch.object(conll, "kernel", interpreted),
    ):
        yield


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    if isinstance(one, Symbols):
        return list(one.texts) == list(other.texts)
    if hasattr(one, "__dataclass_fields__"):
        return all(_same(getattr(one, part.name), getattr(other, part.name)) for part in fields(one))
    if isinstance(one, dict):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    return bool(one == other)


def _check_words(found: Found, data: bytes) -> bool:
    """Whether a plain look can count the words; it has the same then."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if data.startswith(_PACKED):
        return False
    plain = plain_words(found.format, text)
    if isinstance(plain, int):
        if found.problems or any("are not escaped" in one for one in found.warnings):
            return False  # not counted: what has no tree, and brackets that are words
        assert isinstance(found, Treebank)
        if found.remarks is not None:  # a line that holds no tree has no words
            return False
        words = sum(text != "" or found.format == "discbrackets" for tree in found.trees for text in tree.words)
        assert words == plain, f"{words} words read, {plain} in the file"
    if not isinstance(plain, list):
        return False
    assert len(plain) == len(found.lines), f"{len(found.lines)} sentences read, {len(plain)} in the file"
    for place, words_there in enumerate(plain):
        if place in found.problems:
            continue
        if isinstance(found, Treebank):
            read_there = found.trees[place].words
        elif isinstance(found, DependencyTreebank):
            read_there = found.sentences[place].words
        else:
            begin, end = found.lattices.offsets[place : place + 2].tolist()
            read_there = [found.lattices.symbols[number] for number in found.lattices.form[begin:end].tolist()]
        assert read_there == words_there, f"sentence {place + 1}: {read_there} read, {words_there} in the file"
    return True


def _check_trees(trees: Trees) -> None:
    """Whether the columns are those of trees in postorder."""
    nodes = len(trees.labels)
    assert len(trees.kinds) == len(trees.sizes) == nodes == int(trees.offsets[-1])
    assert (np.diff(trees.offsets) >= 0).all()
    assert trees.offsets[0] == 0
    assert ((trees.labels >= 0) & (trees.labels < len(trees.symbols))).all()
    for tree in trees:
        open_nodes: list[int] = []
        for node, (kind, size) in enumerate(zip(tree.kinds.tolist(), tree.sizes.tolist(), strict=True)):
            below = 1
            while below < size:
                below += int(tree.sizes[open_nodes.pop()])
            assert below == size
            assert kind != WORD or size == 1
            open_nodes.append(node)
        assert len(tree.words) == int((tree.kinds == WORD).sum())
    if trees.extras is None:
        return
    for name, column in trees.extras.columns.items():
        assert len(column) == nodes, name
        assert (column < len(trees.symbols)).all()
    if trees.extras.secondary is not None:
        assert ((trees.extras.secondary[:, :2] >= 0) & (trees.extras.secondary[:, :2] < nodes)).all()
    if trees.extras.positions is not None:
        places = trees.extras.positions[trees.kinds == WORD]
        assert len(np.unique(places)) == len(places)


@cache
def _tables() -> list[HeadRules]:
    return [head_rules(name) for name in ("tiger", "collins", "yamada-matsumoto")]


def _words(trees: Trees) -> list[list[str]]:
    return [tree.words for tree in trees]


def _use_trees(rng: random.Random, treebank: Treebank) -> None:
    trees = treebank.trees
    parameters = rng.choice((STANDARD, EVALB, SPMRL, NONE))
    if rng.random() < 0.5:
        parameters = replace(
            parameters, deleted=frozenset(rng.sample(["X", "NN", "TOP", "S", "", "-NONE-", "VROOT", "$,"], 3)),
            equal_labels=(("NP", "VP"),), cut_at=rng.choice(("-=", ":", "-=#")), keeps_functions=rng.random() < 0.5,
            cuts_tags=rng.random() < 0.5, deletes_words=rng.random() < 0.5, cuts_labels=rng.random() < 0.7,
            strips=frozenset(rng.sample(["", "ROOT", "S", "TOP"], 2)),
        )  # fmt: skip
    marked = terminals(trees, rng.choice((True, False, has_preterminals(trees))))
    deleted = deleted_words(marked, parameters)
    ready = prepare(marked, parameters)
    _check_trees(ready)
    assert int(ready.word_counts.sum()) == int(marked.word_counts.sum() - deleted.sum())  # words with blanks are one
    if not deleted.any():
        assert _words(ready) == _words(marked)
    _check_trees(without_traces(trees))
    rules_of = rng.choice(_tables())
    for way in ("raise", "split"):
        resolved = without_crossing(trees, way, rules_of).trees
        _check_trees(resolved)
        assert not resolved.crossing.any()
        assert _words(resolved) == _words(trees), way
    converted = as_dependencies(treebank, rules_of, rng.choice((None, True, False)), rng.random() < 0.5)
    assert (converted.sentences.lengths <= trees.word_counts).all()
    if rng.random() < 0.2:
        assert len(from_constituents(trees).trees) == len(trees)
        assert len(from_dependencies(converted.sentences).trees) == len(trees)
    _written_dependencies(converted, rng)
    for tree in (one for one in resolved if len(one)):
        once = bracket_line(tree)
        for text in (once, indented_brackets(tree)):
            again = brackets.read_brackets(text.encode(), "again", "again").trees
            assert [bracket_line(one) for one in again] == [once], (once, text)
    if trees.extras is not None and EDGE in trees.extras.columns:
        assert len(trees.chosen([-1, 0])) == 2
    assert _words(Trees.joined([trees, trees])) == _words(trees) * 2


def _use_dependencies(rng: random.Random, treebank: DependencyTreebank) -> None:
    _written_dependencies(treebank, rng)
    assert len(from_dependencies(treebank.sentences).trees) == len(treebank.sentences)
    for one in treebank.sentences:
        assert isinstance(one.text, str)


def _written_dependencies(treebank: DependencyTreebank, rng: random.Random) -> None:
    written = [one for one in treebank.sentences if len(one)]
    if not written:
        return
    text = "".join(map(conllu_lines, written))
    again = conll_again(text)
    assert "".join(map(conllu_lines, again.sentences)) == text, text
    assert not again.problems
    assert all(conllx_lines(one).count("\n") == len(one) + 1 for one in written)


def conll_again(text: str) -> DependencyTreebank:
    return read_conllu(text.encode(), "again", "again")
