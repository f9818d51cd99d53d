"""The E-mapping: kernel and twin under one fixture, multisets, order from the top."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.measures.test_properties import random_file
from treecompare.compiled import kernel
from treecompare.mappings import spans
from treecompare.mappings.labels import LabelCodes, label_codes
from treecompare.readers import parse
from treecompare.trees.preparation import terminals
from treecompare.trees.tree import Trees


@pytest.fixture(params=["kernel", "twin"])
def implementation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "twin":
        monkeypatch.setattr(spans, "kernel", lambda name: None)
    elif kernel("mappings._spans") is None:
        pytest.skip("the compiled kernel is not installed: there was no C compiler")
    return str(request.param)


def sides(gold: str, test: str, *equal: tuple[str, str]) -> tuple[Trees, Trees, LabelCodes]:
    gold_trees = terminals(parse(gold).trees, True)
    test_trees = terminals(parse(test).trees.translated(gold_trees.symbols), True)
    return gold_trees, test_trees, label_codes(gold_trees.symbols, equal)


def count(gold: str, test: str, *equal: tuple[str, str]) -> list[list[int]]:
    gold_trees, test_trees, labels = sides(gold, test, *equal)
    out = np.full((len(gold_trees), 6), -7, np.int64)
    codes = labels.codes(gold_trees), labels.codes(test_trees)
    spans.count_spans(gold_trees, test_trees, *codes, labels, 0, len(gold_trees), out, np.zeros(1, np.int32))
    return out.tolist()


@pytest.mark.parametrize(
    ("gold", "test", "equal", "expected"),
    [
        ("(NP (NP (N a)))", "(NP (N a))", (), [1, 2, 1, 2, 0, 1]),
        ("(S (A (N a) (N b)) (N c))", "(S (N a) (B (N b) (N c)))", (), [1, 4, 1, 4, 1, 3]),
        ("(S (A (N a) (N b)) (N c))", "(S (B (N a) (N b)) (M c))", (), [1, 3, 2, 5, 0, 2]),
        ("(A (NP (N a)))", "(NP (A (N a)))", (), [2, 3, 2, 3, 0, 1]),
        ("(S (A (N a)))", "(S (B (N a)))", (("A", "B"),), [2, 3, 2, 3, 0, 1]),
        ("(S (A (N a)))", "(S (B (M a)))", (("B", "N"), ("N", "M")), [1, 2, 2, 3, 0, 1]),
        ("(S (A (N a)))", "(S (X (N a)))", (("A", "B"), ("B", "X")), [1, 2, 2, 3, 0, 1]),
        ("(N a)", "(N (N a))", (), [0, 1, 0, 1, 0, 1]),
        ("(())", "(S (N a))", (), [0, 0, 0, 0, 0, 0]),
    ],
)
def test_counts(
    implementation: str, gold: str, test: str, equal: tuple[tuple[str, str], ...], expected: list[int]
) -> None:
    assert count(gold, test, *equal)[0] == expected


def test_greedy_order_is_evalbs_where_equality_is_not_transitive(implementation: str) -> None:
    """Gold order by test order, from the top: A takes B first, and X, which equals B only, is left alone."""
    chain = (("A", "B"), ("B", "X"), ("A", "C"))
    assert count("(A (X (N a) (N b)))", "(B (C (N a) (N b)))", *chain)[0][0] == 1
    assert count("(A (X (N a) (N b)))", "(C (B (N a) (N b)))", *chain)[0][0] == 2


@pytest.mark.parametrize("seed", range(5))
def test_kernel_and_twin_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    gold, test = random_file(seed, sentences=120, unary=0.35)
    equal = [(), (("NP", "VP"),), (("NP", "VP"), ("VP", "PP"))][seed % 3]
    compiled = count(gold, test, *equal)
    monkeypatch.setattr(spans, "kernel", lambda name: None)
    assert count(gold, test, *equal) == compiled


def test_pairs_in_order_from_the_top() -> None:
    gold_trees, test_trees, labels = sides("(S (NP (NP (NP (N a) (N b)))))", "(S (NP (X (NP (N a) (N b)))))")
    gold, test = gold_trees[0], test_trees[0]
    mapping = spans.span_mapping(
        gold, test, labels.codes(gold_trees).tolist(), labels.codes(test_trees).tolist(), labels
    )
    # postorder: a N b N NP NP NP S and a N b N NP X NP S
    assert {pair for pair in mapping.pairs if gold.texts[pair[0]] == "NP"} == {(6, 6), (5, 4)}
    assert mapping.counts == {"gold": 6, "test": 6, "words": 2, "matched": 5, "swapped": 0, "deleted": 1, "inserted": 1}
    assert mapping.cost == 2


def test_a_cancelled_count_stops(implementation: str) -> None:
    rng = random.Random(0)
    text = "\n".join(f"(S (N w{rng.randrange(5)}))" for _ in range(50))
    gold, test, labels = sides(text, text)
    out = np.full((50, 6), -7, np.int64)
    codes = labels.codes(gold), labels.codes(test)
    spans.count_spans(gold, test, *codes, labels, 0, 50, out, np.ones(1, np.int32))
    assert (out == -7).all()
