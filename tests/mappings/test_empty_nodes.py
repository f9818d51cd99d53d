"""Empty nodes of two graphs aligned: against all mappings there are, and with more nodes than can be tried."""

from __future__ import annotations

import time
from collections import Counter
from itertools import combinations, permutations
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.comparison.test_enhanced import treebank
from treecompare.mappings.empty_nodes import empty_counterparts
from treecompare.mappings.tokens import align
from treecompare.trees.dependencies import DependencySentence

Edge = tuple[str, str, str]


def edges(sentence: DependencySentence, names: dict[str, str]) -> list[Edge]:
    """Owner, head and path, nodes by these names, each edge once."""
    rows = [*enumerate(sentence.column("deps"), 1), *((node.id, node.columns[6]) for node in sentence.empty_nodes)]
    found = {(str(node), *one.split(":", 1)) for node, deps in rows for one in deps.split("|") if one != "_"}
    return [(names.get(node, node), names.get(head, head), path) for node, head, path in found]


def rating(gold: DependencySentence, test: DependencySentence, pairs: list[tuple[int, int]]) -> tuple[Any, ...]:
    own, theirs = gold.empty_nodes, test.empty_nodes
    names = {theirs[t].id: own[g].id for g, t in pairs}
    names |= {node.id: f"alone {node.id}" for node in theirs if node.id not in names}
    sides = edges(gold, {}), edges(test, names)
    cut = [[(node, head, path.split(":")[0]) for node, head, path in side] for side in sides]
    follow = sum(own[g].after == theirs[t].after for g, t in pairs)
    others = dict(pairs)
    smallest = [-others.get(g, len(theirs)) for g in range(len(own))]
    return (
        (Counter(sides[0]) & Counter(sides[1])).total(),
        (Counter(cut[0]) & Counter(cut[1])).total(),
        len(pairs),
        follow,
        smallest,
    )


@st.composite
def graph(draw: st.DrawFn) -> str:
    after = sorted(draw(st.lists(st.sampled_from([1, 2]), max_size=3)))
    empty = [f"{word}.{1 + after[:place].count(word)}" for place, word in enumerate(after)]
    relations = st.sampled_from(["nsubj", "obl:in", "obl:at"])

    def deps() -> str:
        found = draw(st.lists(st.tuples(st.sampled_from(["0", "1", "2", *empty]), relations), max_size=3))
        return "|".join(f"{head}:{relation}" for head, relation in found) or "_"

    lines = [f"1 a 0 root {deps()}", f"2 b 1 dep {deps()}"]
    for place, node in enumerate(empty):
        lines.insert(after[place] + place, f"{node} e _ _ {deps()}")
    return "\n".join(lines)


@settings(max_examples=60)
@given(graph(), graph())
def test_the_best_of_all_mappings_is_found(one: str, other: str) -> None:
    gold, test = treebank("g", one).sentences, treebank("t", other).sentences
    found = empty_counterparts(gold, test, align(gold, test))
    pairs = sorted((g, t) for t, g in enumerate(found.tolist()) if g >= 0)
    sizes = len(gold.empty_nodes.after), len(test.empty_nodes.after)
    mappings = [
        sorted(zip(chosen, others, strict=True))
        for size in range(min(sizes) + 1)
        for chosen in combinations(range(sizes[0]), size)
        for others in permutations(range(sizes[1]), size)
    ]
    best = max(mappings, key=lambda one: rating(gold[0], test[0], one))
    assert pairs == best


def test_many_empty_nodes() -> None:
    """Sixteen, told apart by their dependents, in another order; and sixteen that nothing tells apart."""
    words = [f"{number} w{number} {0 if number == 1 else 1} dep {{{number}}}" for number in range(1, 18)]

    def text(order: list[int], says: str) -> str:
        empty = [f"17.{place} e _ _ 1:x{says.format(node)}" for place, node in enumerate(order, 1)]
        places = {node: place for place, node in enumerate(order, 1)}
        return "\n".join([*words, *empty]).format(*["_"] * 2, *(f"17.{places[node]}:y" for node in range(1, 17)))

    order = [5, 3, 16, 1, 2, 4, 15, 6, 14, 7, 13, 8, 12, 9, 11, 10]
    for says in ("{0}", ""):
        gold, test = (treebank("g", text(one, says)).sentences for one in (list(range(1, 17)), order))
        begun = time.process_time()
        assert empty_counterparts(gold, test, align(gold, test)).tolist() == [node - 1 for node in order]
        assert time.process_time() - begun < 2
    alike = treebank(
        "g", "\n".join(["1 a 0 root 0:root", *(f"1.{number} e _ _ 1:x" for number in range(1, 17))])
    ).sentences
    assert empty_counterparts(alike, alike, align(alike, alike)).tolist() == list(range(16))


def test_sentences_of_their_own() -> None:
    one, two = "1 a 0 root 0:root\n1.1 e _ _ 1:x", "1 b 0 root 0:root\n1.1 e _ _ 1:y\n1.2 e _ _ 1:x"
    gold, test = (
        treebank("g", one, two, one).sentences,
        treebank("t", two.replace("b", "a"), two, "1 c 0 root 0:root").sentences,
    )
    found = align(gold, test)
    assert empty_counterparts(gold, test, found).tolist() == [-1, 0, 1, 2]
    assert empty_counterparts(gold, test, found, 1).tolist() == [-1, -1, 1, 2]
    assert not np.any(empty_counterparts(gold, test, found, 2) >= 0)
