"""Compiled kernels against their readable twins, on random and odd input: the same results, exactly where they are whole."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from tests.kernels import interpreted
from tests.trials.mutations import damaged
from tests.trials.trial_readers import BRACKETS, CONLLU, CONLLX, MALT
from treecompare.errors import ReadError
from treecompare.kernels import compiled_kernel
from treecompare.mappings import edits, lineages, spans, tokens
from treecompare.mappings.edits import custom_lineage_costs, edit_costs
from treecompare.mappings.labels import label_codes
from treecompare.mappings.lineages import initial_costs, plain_costs
from treecompare.readers import brackets, conll
from treecompare.readers.brackets import read_brackets
from treecompare.readers.conll import read_conllu
from treecompare.readers.conllx import CONLLX as CONLLX_TABLES
from treecompare.readers.conllx import DEPENDENCY_TAB
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.preparation import terminals

BRIEF, FULL = 3_000, 1_000_000
KERNELS = (
    "tokenizers",
    "constituents",
    "mappings._edits",
    "characters",
)
PAIRS = 10
LABELS = ["S", "NP", "NP", "VP", "PP", "#", "", "N1"]
NO_CANCEL = np.zeros(1, np.int32)


@contextmanager
def _twin_of(module: ModuleType) -> Iterator[None]:
    compiled = module.kernel
    module.kernel = interpreted  # type: ignore[attr-defined]
    try:
        yield
    finally:
        module.kernel = compiled  # type: ignore[attr-defined]


def _both(module: ModuleType, work: Callable[[], Any]) -> Any:
    compiled = work()
    with _twin_of(module):
        twin = work()
    assert _same(compiled, twin), f"compiled {compiled!r}\ntwin {twin!r}"
    return compiled


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        tolerance = 1e-9 if one.dtype == np.float64 else 0
        return one.dtype == other.dtype and bool(np.allclose(one, other, rtol=0, atol=tolerance, equal_nan=True))
    if isinstance(one, (list, tuple)) and one and isinstance(one[0], np.ndarray):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _text(document: bytes) -> bytes:
    """As readers are given it: UTF-8."""
    return document.decode("utf-8", "replace").encode("utf-8")


def _brackets(rng: random.Random) -> int:
    data = _text(damaged(rng, BRACKETS, CONLLU))

    def work() -> Any:
        try:
            found = read_brackets(data, "f", "f")
        except ReadError as error:
            return str(error)
        trees = found.trees
        columns = [getattr(trees, name).tolist() for name in ("labels", "kinds", "sizes", "offsets")]
        return trees.symbols.texts, columns, found.lines.tolist(), found.problems, found.warnings

    _both(brackets, work)
    return 1


def _conll(rng: random.Random) -> int:
    read, document = rng.choice(((read_conllu, CONLLU), (CONLLX_TABLES.read, CONLLX), (DEPENDENCY_TAB.read, MALT)))
    data = _text(damaged(rng, document, CONLLU))

    def work() -> Any:
        try:
            found = read(data, "f", "f")
        except ReadError as error:
            return str(error)
        return (
            [one.conllu() for one in found.sentences],
            found.lines.tolist(),
            found.ids,
            found.problems,
            found.warnings,
        )

    _both(conll, work)
    return 1


def _tree(rng: random.Random, words: list[str], depth: int = 0) -> str:
    """A bracketed tree over these words: unary chains, flat and deep nodes, words beside constituents, empty labels."""
    label = rng.choice(LABELS)
    if depth > 6 or (len(words) == 1 and rng.random() < 0.7):
        inside = " ".join(f"({rng.choice(LABELS)} {word})" if rng.random() < 0.8 else word for word in words)
        return inside if len(words) == 1 and depth else f"({label} {inside})"
    cut = rng.randrange(len(words) + 1)
    parts = [part for part in (words[:cut], words[cut:]) if part]
    return f"({label} {' '.join(_tree(rng, part, depth + 1) for part in parts)})"


def _trees(rng: random.Random) -> int:
    """Pairs with equally many words, for the three mappings between trees."""
    sides: list[list[str]] = [[], []]
    for _ in range(PAIRS):
        words = [rng.choice("abc#") for _ in range(rng.choice((1, 1, 2, 2, 3, 3, 4, 6)))]
        for side in sides:
            side.append(_tree(rng, words) if rng.random() < 0.97 else "(())")
    if rng.random() < 0.3:
        sides[1] = [one if rng.random() < 0.5 else other for one, other in zip(*sides, strict=True)]
    gold, test = (read_brackets("\n".join(side).encode(), "f", "f").trees for side in sides)
    gold = terminals(gold, True)
    test = terminals(test.translated(gold.symbols), True)
    alike = [a == b for a, b in zip(gold.word_counts, test.word_counts, strict=True)]
    gold, test = gold.chosen(np.flatnonzero(alike)), test.chosen(np.flatnonzero(alike))
    count = len(gold)
    equal = rng.choice(((), (("NP", "VP"),), (("NP", "VP"), ("VP", "PP"))))
    labels = label_codes(gold.symbols, equal)
    codes = labels.codes(gold), labels.codes(test)
    table = {(a, b): rng.choice((0.0, 0.25, 1 / 3, 1.0, 1.5, 2.0)) for a in LABELS for b in LABELS if a != b}

    def by_spans() -> Any:
        out = np.full((count, 6), -7, np.int64)
        spans.count_spans(gold, test, *codes, labels, 0, count, out, NO_CANCEL)
        return out

    lineage_costs = rng.choice(
        (plain_costs, initial_costs, lambda symbols: custom_lineage_costs(labels, symbols, table))
    )(gold.symbols)
    tags = rng.random() < 0.5

    def by_lineages() -> Any:
        how = [(lineage_costs, tags), (plain_costs(gold.symbols), not tags)]
        return lineages.count_lineages(gold, test, *codes, labels, how, 0, count, NO_CANCEL)

    costs = edit_costs(labels, gold.symbols, rng.choice((None, table)))

    def by_edits() -> Any:
        out, cost = np.full((count, 4), -7, np.int64), np.full(count, -7.0)
        sides = [(of, trees.sizes, trees.offsets) for of, trees in zip(codes, (gold, test), strict=True)]
        edits.count_edits(*sides, 0, count, out, None, costs, cost)
        return out, cost

    for module, work in ((spans, by_spans), (lineages, by_lineages), (edits, by_edits)):
        _both(module, work)
    return count


def _file(rng: random.Random, characters: str) -> Dependencies:
    """The characters cut into sentences, tokens and words at random."""
    out, rest = [], characters
    while rest:
        sentence, rest = rest[: (end := rng.randrange(1, 9))], rest[end:]
        number = 0
        while sentence:
            token, sentence = sentence[: (end := rng.randrange(1, 4))], sentence[end:]
            words = [token] if rng.random() < 0.6 else [rng.choice("abA") for _ in range(rng.randrange(1, 4))]
            if words != [token]:
                out.append(f"{number + 1}-{number + len(words)}\t{token}" + "\t_" * 8)
            for word in words:
                number += 1
                out.append(f"{number}\t{word}\t_\tX\t_\t_\t{number - 1}\tdep\t_\t_")
        out.append("")
    return read_conllu(("\n".join(out) + "\n").encode(), "f", "f").sentences


def _tokens(rng: random.Random) -> int:
    characters = "".join(rng.choice("abA") for _ in range(rng.randrange(1, 30)))
    gold, test = _file(rng, characters), _file(rng, characters)
    names = ("test_of_gold", "gold_of_test", "sentence_of_test", "tokens", "breaks", "partner")

    def work() -> Any:
        found = tokens.align(gold, test)
        return [getattr(found, name) for name in names]

    _both(tokens, work)
    return 1


def run(rounds: int, seed: int) -> str:
    if missing := [name for name in KERNELS if compiled_kernel(name) is None]:
        return f"nothing to compare: {', '.join(missing)} not compiled"
    done = dict.fromkeys((_brackets, _conll, _trees, _tokens), 0)
    turn = 0
    while sum(done.values()) < rounds:
        for kind in done:
            rng = random.Random(f"{seed} {turn} {kind.__name__}")
            try:
                while done[kind] < PAIRS * (turn + 1) * 9 // 10:  # some pairs of trees are left out
                    done[kind] += kind(rng)
            except Exception as error:
                raise AssertionError(f"{kind.__name__}, turn {turn}, seed {seed}: {error}") from error
        turn += 1
    names = {_brackets: "bracketed files", _conll: "tables", _trees: "pairs of trees", _tokens: "pairs of tables"}
    counts = ", ".join(f"{count:,} {names[kind]}" for kind, count in done.items())
    return f"{counts}: kernels and twins agree"
