"""The E-mapping: kernel and twin under one fixture, multisets, order from the top."""

from __future__ import annotations

import random
import threading
import time

import numpy as np
import pytest

from tests.conftest import stride
from tests.kernels import interpreted, kernel_and_twin, needs_kernel
from tests.measures.test_properties import random_file
from treecompare.mappings import spans
from treecompare.mappings.labels import LabelCodes, label_codes
from treecompare.readers import parse
from treecompare.readers.brackets import as_written
from treecompare.trees.preparation import with_marked_tags
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees

implementation = kernel_and_twin(spans, "constituents")


def sides(gold: str, test: str, *equal: tuple[str, str]) -> tuple[Trees, Trees, LabelCodes]:
    gold_trees = with_marked_tags(as_written(parse(gold)).trees)  # empty brackets stand for words elsewhere
    test_trees = with_marked_tags(as_written(parse(test)).trees.translated(gold_trees.symbols))
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


@pytest.mark.parametrize(
    ("gold", "test", "expected"),
    [
        ("(S (A (N a) (N b)) (N c))", "(S (N a) (B (N b) (N c)))", [7, 7]),
        ("(S (A (N a)))", "(S (B (M a)))", [4, 2]),
        ("(S (A (B (N a))))", "(S (B (N a)))", [4, 4]),
        ("(A (B (N a)))", "(A (C (B (M a))))", [4, 2]),
        ("(A (B (N a)))", "(B (A (N a)))", [4, 2]),
        ("(A (N a))", "(B (N (A (N a))))", [3, 3]),
        ("(S (N a) ())", "(S (N a))", [-1, -1]),
        ("(S (N a))", "(S () (N a))", [-1, -1]),
        ("(())", "(S (N a))", [-1, -1]),
    ],
)
def test_level_mappings(implementation: str, gold: str, test: str, expected: list[int]) -> None:
    """Pairs over equal spans, and how many of them match: unary chains from the bottom as long as they match, else from the top."""
    assert level(gold, test) == [expected]


def level(gold: str, test: str) -> list[list[int]]:
    gold_trees, test_trees, labels = sides(gold, test)
    found: list[list[int]] = spans.count_level(
        gold_trees, test_trees, labels.codes(gold_trees), labels.codes(test_trees)
    ).tolist()
    return found


@pytest.mark.parametrize("seed", range(5))
def test_kernel_and_twin_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    gold, test = random_file(seed, sentences=120, unary=0.35)
    equal = [(), (("NP", "VP"),), (("NP", "VP"), ("VP", "PP"))][seed % 3]
    compiled = count(gold, test, *equal), level(gold, test)
    monkeypatch.setattr(spans, "kernel", interpreted)
    assert (count(gold, test, *equal), level(gold, test)) == compiled


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


def odd_tree(draw: random.Random, labels: list[str], words: int, deep: int, tags: bool) -> str:
    """Long chains, and many brackets over few words; some have no words."""

    def over(first: int, last: int, depth: int) -> str:
        if depth <= 0:
            inner = " ".join(f"({draw.choice(labels)} w)" if tags else "w" for _ in range(first, last))
        elif last - first > 1 and draw.random() < 0.02:
            middle = draw.randint(first + 1, last - 1)
            inner = f"{over(first, middle, depth // 2)} {over(middle, last, depth // 2)}"
        else:
            inner = over(first, last, depth - 1)
        empty = "()" if draw.random() < 0.1 else ""
        return (
            f"({draw.choice(labels)} {inner} {empty})"
            if draw.random() < 0.5
            else f"({draw.choice(labels)} {empty} {inner})"
        )

    return over(0, words, deep)


def plain_counts(gold: Trees, test: Trees, labels: LabelCodes) -> list[list[int]]:
    """The definition, node against node."""
    rows = []
    equal, codes = labels.equality(), (labels.codes(gold).tolist(), labels.codes(test).tolist())
    for index, (one, other) in enumerate(zip(gold, test, strict=True)):
        own, its = codes[0][gold.offsets[index] :], codes[1][test.offsets[index] :]
        places = [list(zip(tree.starts.tolist(), tree.ends.tolist(), strict=True)) for tree in (one, other)]
        row = []
        for is_labelled in (True, False):
            for kinds in ((CONSTITUENT,), (CONSTITUENT, PRETERMINAL)):
                used: set[int] = set()
                for g in reversed(range(len(one))):
                    for t in reversed(range(len(other))):
                        if (
                            one.kinds[g] in kinds and other.kinds[t] in kinds and t not in used and places[0][g] == places[1][t]
                            and (not is_labelled or equal(own[g], its[t]))
                        ):  # fmt: skip
                            used.add(t)
                            break
                row.append(len(used))
        brackets = [(s, e) for (s, e), kind in zip(places[0], one.kinds, strict=True) if kind == CONSTITUENT]
        crossing = 0
        for (start, end), kind in zip(places[1], other.kinds, strict=True):
            crossing += kind == CONSTITUENT and any(s < start < e < end or start < s < end < e for s, e in brackets)
        row += [crossing, len(spans.tag_pairs(one, other, own, its, equal))]
        rows.append(row)
    return rows


@pytest.mark.parametrize("seed", range(0, 12, stride(2)))
def test_odd_trees_have_the_counts_of_the_definition(implementation: str, seed: int) -> None:
    draw = random.Random(seed)
    labels = [f"L{number}" for number in range((2, 5, 60)[seed % 3])]
    equal = [(), ((labels[0], labels[1]),), ((labels[0], labels[1]), (labels[1], labels[-1]), (labels[0], "Z"))][
        seed // 3 % 3
    ]
    sentences = [(draw.randint(1, 6), draw.random() < 0.5) for _ in range(3)]
    gold, test = (
        "\n".join(odd_tree(draw, labels, words, draw.choice((3, 90)), tags) for words, tags in sentences)
        for _ in range(2)
    )
    gold_trees, test_trees, codes = sides(gold, test, *equal)
    assert gold_trees.word_counts.tolist() == test_trees.word_counts.tolist()
    assert count(gold, test, *equal) == plain_counts(gold_trees, test_trees, codes)


def built(labels: list[int], words: int, symbols: Symbols, shape: str) -> Trees:
    """One sentence of ``words`` words under brackets with these labels, in postorder: deeper than files may have it."""
    brackets = len(labels)
    if shape == "to the left":  # (((w w) w) w)
        sizes = [1, *(size for bracket in range(brackets) for size in (1, 2 * bracket + 3))]
        kinds = [WORD, *[WORD, CONSTITUENT] * brackets]
        numbers = [0, *(number for label in labels for number in (0, label))]
    else:
        first, step = (3, 2) if shape == "to the right" else (words + 1, 1)
        sizes = [1] * words + [first + step * bracket for bracket in range(brackets)]
        kinds = [WORD] * words + [CONSTITUENT] * brackets
        numbers = [0] * words + labels
    columns = np.array(numbers, np.int32), np.array(kinds, np.int8), np.array(sizes, np.int32)
    return Trees(symbols, *columns, np.array([0, len(sizes)], np.int64))


def long_sides(
    nodes: int, shapes: tuple[str, str], first_label: int, *equal: tuple[str, str]
) -> tuple[Trees, Trees, LabelCodes]:
    symbols = Symbols(["w", *(f"L{number}" for number in range(1, first_label + nodes))])
    words = {"chain": 1, "over many words": nodes}.get(shapes[0], nodes + 1)
    gold = built(list(range(1, nodes + 1)), words, symbols, shapes[0])
    test = built(list(range(first_label, first_label + nodes))[::-1], words, symbols, shapes[1])
    return gold, test, label_codes(symbols, equal)


@pytest.mark.parametrize("equal", [(), (("L1", "L2"), ("L2", "L3"))])
@pytest.mark.parametrize("shape", ["chain", "over many words", "to the right"])
@pytest.mark.parametrize("is_different", [False, True])
def test_long_odd_trees_take_no_time(
    implementation: str, shape: str, is_different: bool, equal: tuple[tuple[str, str], ...]
) -> None:
    """Node against node these would take minutes."""
    nodes = 50_000 if implementation == "kernel" else 10_000 // stride(2)
    gold, test, labels = long_sides(nodes, (shape, shape), nodes + 1 if is_different else 1, *equal)
    out, codes = np.zeros((1, 6), np.int64), (labels.codes(gold), labels.codes(test))
    begun = time.process_time()
    spans.count_spans(gold, test, *codes, labels, 0, 1, out, np.zeros(1, np.int32))
    assert time.process_time() - begun < (1 if implementation == "kernel" else 4 / stride(2))
    assert out[0, 2:].tolist() == [nodes, nodes, 0, 0]
    if shape != "to the right":
        # from the top L3 takes L2 and L2 takes L1, so L1 is left alone
        assert out[0, 0] == (0 if is_different else nodes - bool(equal))


def test_crossing_in_long_trees(implementation: str) -> None:
    nodes = 50_000 if implementation == "kernel" else 10_000
    gold, test, labels = long_sides(nodes, ("to the right", "to the left"), 1)
    out, codes = np.zeros((1, 6), np.int64), (labels.codes(gold), labels.codes(test))
    begun = time.process_time()
    spans.count_spans(gold, test, *codes, labels, 0, 1, out, np.zeros(1, np.int32))
    assert time.process_time() - begun < (1 if implementation == "kernel" else 4)
    # all of the test but the whole sentence cross the gold's second bracket
    assert out[0].tolist() == [0, 0, 1, 1, nodes - 1, 0]


def test_a_long_sentence_is_cancelled_and_leaves_its_row() -> None:
    needs_kernel("constituents")
    gold, test, labels = long_sides(1_000_000, ("chain", "chain"), 1)  # some 0.08 s
    out, codes, flag = np.full((1, 6), -7, np.int64), (labels.codes(gold), labels.codes(test)), np.zeros(1, np.int32)
    timer = threading.Timer(0.01, flag.fill, (1,))
    timer.start()
    spans.count_spans(gold, test, *codes, labels, 0, 1, out, flag)
    timer.join()
    assert (out == -7).all()


@pytest.mark.parametrize(
    ("one", "other", "pairs"),
    [
        ([5, 5, 7], [7, 5], [(1, 1), (2, 0)]),
        ([5, 5], [5, 5, 5], [(1, 2), (0, 1)]),
        ([5, 5, 5], [5, 6], [(2, 0)]),
        ([5, 6], [5, 5, 5], [(0, 2)]),
        ([], [], []),
        ([5], [], []),
        ([5], [7], []),
    ],
)
def test_equal_keys_are_paired_from_the_top(one: list[int], other: list[int], pairs: list[tuple[int, int]]) -> None:
    found = spans.pair_up(np.array(one, np.int64), np.array(other, np.int64))
    assert list(zip(*(side.tolist() for side in found), strict=True)) == pairs
