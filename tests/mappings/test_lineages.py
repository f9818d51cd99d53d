"""Lineages: boundaries, kernel and twin under one fixture, costs."""

from __future__ import annotations

import random
import threading
import time

import numpy as np
import pytest

from tests.conftest import stride
from tests.kernels import interpreted, needs_kernel
from tests.measures.test_properties import random_file
from treecompare.errors import Cancelled
from treecompare.mappings import lineages as module
from treecompare.mappings.edits import custom_lineage_costs
from treecompare.mappings.labels import label_codes
from treecompare.mappings.lineages import (
    BEGIN,
    END,
    LineageCosts,
    count_lineages,
    distances,
    initial_costs,
    lineage_edit,
    lineages,
    plain_costs,
    similarity,
    word_lineages,
)
from treecompare.readers import parse
from treecompare.trees.preparation import terminals
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, WORD, Trees


def spelt(text: str, tags: bool = False) -> list[str]:
    trees = terminals(parse(text).trees, True)
    codes = label_codes(trees.symbols).codes(trees).tolist()
    shown = {BEGIN: "[", END: "]"}
    return [" ".join(shown.get(code) or trees.symbols[code] for code in one) for one in lineages(trees[0], codes, tags)]


def test_boundaries_stand_at_the_highest_constituent() -> None:
    assert spelt("(S (NP (NP (D the) (N dog)) (PP (P in) (N it))) (V ran))") == [
        "NP NP [ S",
        "NP ] NP S",
        "[ PP NP S",
        "PP NP ] S",
        "S ]",
    ]
    assert spelt("(P (Q (N a) (N b)) (Q (N c)))") == ["Q [ P", "Q ] P", "[ Q P ]"]
    assert spelt("(S (NP (N it)))") == ["NP [ S ]"]
    assert spelt("(N a) (N b)") == ["", ""]
    assert spelt("(S (NP (N it)) (V ran))", tags=True) == ["N NP ] [ S", "V S ]"]


def scores(
    gold: str, test: str, costs: str = "plain", tags: bool = False, chain: bool = False, in_whole_tables: bool = False
) -> list[float]:
    symbols = Symbols()
    gold_trees = terminals(parse(gold).trees.translated(symbols), True)
    test_trees = terminals(parse(test).trees.translated(symbols), True)
    labels = label_codes(symbols, [("NP", "VP"), ("VP", "PP")] if chain else [("NP", "PP")])
    made: LineageCosts = {
        "plain": lambda: plain_costs(symbols),
        "initial": lambda: initial_costs(symbols),
        "custom": lambda: custom_lineage_costs(
            labels, symbols, {("S", "VP"): 0.25, ("VP", "S"): 1.5, ("S", "NP"): 0.0}
        ),
    }[costs]()
    count = len(gold_trees)
    codes = labels.codes(gold_trees), labels.codes(test_trees)
    flag = np.zeros(1, np.int32)
    if in_whole_tables:
        sides = (
            [lineages(trees[n], own[slice(*trees.offsets[n : n + 2])].tolist(), tags) for n in range(count)]
            for trees, own in zip((gold_trees, test_trees), codes, strict=True)
        )
        pairs = [(one, other) if len(one) == len(other) else ((), ()) for one, other in zip(*sides, strict=True)]
        return [sum(similarity(*two, made, labels.equality()) for two in zip(*pair, strict=True)) for pair in pairs]
    found: list[float] = count_lineages(gold_trees, test_trees, *codes, labels, [(made, tags)], 0, count, flag)[
        0
    ].tolist()
    return found


@pytest.mark.parametrize("costs", ["plain", "initial", "custom"])
@pytest.mark.parametrize("tags", [False, True])
@pytest.mark.parametrize("chain", [False, True])
def test_kernel_and_twin_agree(costs: str, tags: bool, chain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled, as it is written, and where whole tables are filled: the kernel skips equal beginnings and ends."""
    needs_kernel("constituents")
    gold, test = random_file(seed=11, sentences=150 // stride(3), unary=0.4)
    compiled = scores(gold, test, costs, tags, chain)
    monkeypatch.setattr(module, "kernel", interpreted)
    np.testing.assert_allclose(scores(gold, test, costs, tags, chain), compiled, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        scores(gold, test, costs, tags, chain, in_whole_tables=True), compiled, rtol=0, atol=1e-9
    )


@pytest.mark.parametrize("implementation", ["kernel", "twin"])
def test_odd_pairs(implementation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if implementation == "twin":
        monkeypatch.setattr(module, "kernel", interpreted)
    assert scores("(N a) (N b)", "(N a) (N b)") == [2.0]
    assert scores("(())\n(S (N a))", "(S (N a))\n(S (N a) (N b))") == [0.0, 0.0]
    # [ S ] against nothing: three symbols of three are wrong
    assert scores("(S (N a))", "(N a)") == [0.0]
    # an empty label shares no first letter with another
    assert scores("( (N a) (N b))", "(X (N a) (N b))", "initial") == scores("( (N a) (N b))", "(X (N a) (N b))")
    deep = "(A " * 900 + "(N x)" + ")" * 900
    assert scores(deep, deep) == [1.0]


@pytest.mark.parametrize("implementation", ["kernel", "twin"])
def test_the_score_of_each_word_and_numbers_that_stand_for_its_lineages(
    implementation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if implementation == "twin":
        monkeypatch.setattr(module, "kernel", interpreted)
    symbols = Symbols()
    texts = "(S (A a) (B b))\n(S (A c))\n(S (A d) (NP (B e)))", "(S (A a) (B b))\n(S (A c) (B x))\n(S (A d) (B e))"
    gold, test = (terminals(parse(text).trees.translated(symbols), True) for text in texts)
    labels = label_codes(symbols)
    arguments = gold, test, labels.codes(gold), labels.codes(test), labels, plain_costs(symbols)
    scores, ids = word_lineages(*arguments, False)
    assert scores[:2].tolist() == [1, 1] and np.isnan(scores[2])  # another number of words
    assert (scores[3], scores[4]) == (1, 1 - 2 / 6)  # [ NP S ] beside S ]
    numbers = ids.tolist()
    assert ids.shape == (5, 2) and numbers[2] == [0, 0] and numbers[0][0] == numbers[0][1] == numbers[3][0]
    assert numbers[1][0] == numbers[1][1] == numbers[4][1] != numbers[4][0] and numbers[0][0] != numbers[1][0]
    tagged, _ = word_lineages(*arguments, True)
    assert tagged[0] == 1 and tagged[4] > scores[4]
    with pytest.raises(Cancelled):
        word_lineages(*arguments, False, np.ones(1, np.int32))
    sums = count_lineages(gold, test, *arguments[2:-1], [(arguments[-1], False)], 0, 3, np.zeros(1, np.int32))
    assert sums.tolist() == [[2, 0, pytest.approx(scores[3] + scores[4])]]


def test_first_letters() -> None:
    symbols = Symbols(["NP", "N1", "VP", ""])
    costs = initial_costs(symbols)
    assert (costs.of(0, 1), costs.of(0, 2), costs.of(0, 3), costs.of(BEGIN, END)) == (0.5, 2.0, 2.0, 2.0)
    assert (costs.of(BEGIN, 0), costs.of(0, END), costs.of(3, 0), costs.of(2, 1)) == (2.0, 2.0, 2.0, 2.0)
    plain = plain_costs(symbols)
    assert {plain.of(*pair) for pair in ((0, 1), (0, 2), (3, 0), (BEGIN, 0))} == {2.0}


def test_lineages_of_a_deep_tree_are_cancelled_within_a_word() -> None:
    needs_kernel("constituents")
    depth = 60_000  # the two lineages differ throughout: seconds of work
    symbols = Symbols(["w", "A", "B"])
    kinds, sizes = np.array([WORD] + [CONSTITUENT] * depth, np.int8), np.arange(1, depth + 2, dtype=np.int32)
    gold, test = (
        Trees(symbols, np.array([0] + [label] * depth, np.int32), kinds, sizes, np.array([0, depth + 1], np.int64))
        for label in (1, 2)
    )
    labels, flag = label_codes(symbols), np.zeros(1, np.int32)
    timer = threading.Timer(0.05, flag.fill, (1,))
    timer.start()
    begun = time.process_time()
    count_lineages(
        gold, test, labels.codes(gold), labels.codes(test), labels, [(plain_costs(symbols), False)], 0, 1, flag
    )
    assert time.process_time() - begun < 1
    timer.join()


@pytest.mark.parametrize(
    ("gold", "test", "steps"),
    [
        ([1, 2], [1, 2], [(1, 1, 0.0), (2, 2, 0.0)]),
        ([1, 2, 3], [1, 3], [(1, 1, 0.0), (2, None, 1.0), (3, 3, 0.0)]),
        ([1, 3], [1, 2, 3], [(1, 1, 0.0), (None, 2, 1.0), (3, 3, 0.0)]),
        ([], [4], [(None, 4, 1.0)]),
        ([4], [], [(4, None, 1.0)]),
        # of equal costs a deletion goes before an insertion, read from the root
        ([1, 2], [2, 1], [(None, 2, 1.0), (1, 1, 0.0), (2, None, 1.0)]),
    ],
)
def test_a_lineage_edit_step_by_step(gold: list[int], test: list[int], steps: list[tuple[object, ...]]) -> None:
    costs = plain_costs(Symbols(["w", "A", "B", "C", "D"]))
    found = lineage_edit(gold, test, costs, int.__eq__)
    assert [(one.gold, one.test, one.cost) for one in found] == steps
    assert sum(one.cost for one in found) == distances(gold, test, costs, int.__eq__)[-1][-1]


def test_a_lineage_edit_costs_what_the_distance_says_and_leaves_out_nothing() -> None:
    rng = random.Random(3)
    costs = initial_costs(Symbols(["A1", "A2", "B1", "B2", "C"]))
    for _ in range(200):
        gold, test = (rng.choices([BEGIN, END, *range(5)], k=rng.randrange(7)) for _ in range(2))
        steps = lineage_edit(gold, test, costs, int.__eq__)
        assert sum(one.cost for one in steps) == distances(gold, test, costs, int.__eq__)[-1][-1]
        assert [one.gold for one in steps if one.gold is not None] == gold
        assert [one.test for one in steps if one.test is not None] == test
