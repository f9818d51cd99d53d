"""Mappings of trees whose words differ: the paper's example, all mappings of small trees, function trees."""

from __future__ import annotations

import itertools
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import stride
from tests.kernels import kernel_and_twin
from tests.made import lexemes_of_dependencies
from treecompare.mappings import edits
from treecompare.mappings.lattice_mapping import lattice_pair
from treecompare.readers import parse
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.lattices import LexemeTrees, lexemes_of_trees
from treecompare.trees.preparation import terminals

GOLD = "(TOP (PP (IN B) (NP (NP (DEF H) (NP (NN CL) (PP (POSS FL) (PRN HM)))) (ADJP (DEF H) (JJ NEIM)))))"
PARSE = "(TOP (PP (IN B) (NP (NP (NN CL) (PP (POSS FL) (PRN HM)))) ) (VB HNEIM))"


def trees(text: str, tokens: list[int] | None = None) -> LexemeTrees:
    made = lexemes_of_trees(terminals(parse(text).trees, True))
    count = int(made.word_offsets[-1])
    return made.with_tokens(np.array(tokens or [0] * count, np.int32))


implementation = kernel_and_twin(edits, "mappings._edits")


def test_figure_1_of_the_paper(implementation: str) -> None:
    pair = lattice_pair(trees(GOLD, [1, 1, 1, 2, 2, 3, 3]), trees(PARSE, [1, 1, 2, 2, 3]))
    gold, test, matched = pair.count_trees()[0].tolist()
    assert (gold + 1, test + 1) == (14, 10)  # with their roots, as the paper counts
    assert gold + test - 2 * matched == 6
    assert round(1 - 6 / (14 + 10 - 2), 4) == 0.7273
    assert pair.count_lexemes().tolist() == [[7, 5, 4]]
    assert len(pair.pairs(0)) == matched


def test_the_figures_are_those_of_the_shared_page(shared: Path) -> None:
    page = (shared / "examples" / "tsarfaty.md").read_text("utf-8")
    assert f"`{GOLD}`  14 nodes" in page
    assert f"`{PARSE}`  10 nodes" in page
    assert "6 edits, score 1 - 6/(14+10-2) = 0.7273" in page


def test_the_words_of_another_space_delimited_word_never_match() -> None:
    one = "(S (NP (D a) (N b)) (V a))"
    apart = lattice_pair(trees(one, [1, 1, 2]), trees("(S (V a) (NP (N b)))", [2, 3]))
    assert apart.count_lexemes().tolist() == [[3, 2, 1]]
    together = lattice_pair(trees(one), trees("(S (V a) (NP (N b)))"))
    assert together.count_lexemes().tolist() == [[3, 2, 1]]
    shifted = lattice_pair(trees("(S (A a) (B b))", [1, 2]), trees("(S (A a) (B b))", [2, 3]))
    assert shifted.count_lexemes().tolist() == [[2, 2, 0]]


def test_tags_count_unless_unlabelled() -> None:
    gold, test = trees("(S (NP (N a)) (VP (V b)))"), trees("(S (XP (N a)) (VP (X b)))")
    assert lattice_pair(gold, test).count_trees().tolist() == [[4, 4, 2]]
    assert lattice_pair(gold, test).count_lexemes().tolist() == [[2, 2, 1]]
    assert lattice_pair(gold, test, labelled=False).count_trees().tolist() == [[4, 4, 4]]
    assert lattice_pair(gold, test, labelled=False).count_lexemes().tolist() == [[2, 2, 2]]


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("(S (N a))", 1),  # the root is left out
        ("(S (NP (N a)))", 2),
        ("(N a)", 1),  # a lexeme is no root
        ("(NP (N a)) (VP (V b))", 4),  # a forest stands under a root that is only thought
    ],
)
def test_roots_are_free(text: str, nodes: int) -> None:
    made = trees(text)
    assert len(made.labels) == nodes
    assert lattice_pair(made, made).count_trees().tolist() == [[nodes, nodes, nodes]]


def test_a_word_without_a_tag_is_a_lexeme_too() -> None:
    made = trees("(S (NP (D the) (N cat)) sleeps)")
    assert made.words(0) == [("the", "D"), ("cat", "N"), ("sleeps", "_")]


def test_constituents_and_lexemes_of_one_name_never_match() -> None:
    assert lattice_pair(trees("(S (X (N a)))"), trees("(S (N X))")).count_trees().tolist() == [[2, 1, 0]]


# -- all mappings of small trees -----------------------------------------------------------------------------------------


def random_tree(rng: random.Random, nodes: int) -> str:
    if nodes <= 1 or rng.random() < 0.35:
        return f"({rng.choice('NV')} {rng.choice('ab')})"
    parts = []
    left = nodes - 1
    while left > 0:
        part = rng.randint(1, left)
        parts.append(random_tree(rng, part))
        left -= part
    return f"({rng.choice('XY')} {' '.join(parts)})"


def most_matches(gold: LexemeTrees, test: LexemeTrees, labelled: bool) -> int:
    """Over all one-to-one mappings of nodes that match and keep order and ancestry, the largest number of pairs."""

    def relation(made: LexemeTrees, a: int, b: int) -> str:
        """Of two nodes, a before b in postorder: below, or left of it."""
        return "below" if a > b - made.sizes[b] else "left"

    def same(a: int, b: int) -> bool:
        lexemes = bool(gold.is_lexeme[a]), bool(test.is_lexeme[b])
        if lexemes[0] != lexemes[1]:
            return False
        texts = gold.symbols[gold.labels[a]] == test.symbols[test.labels[b]]
        if not lexemes[0]:
            return texts or not labelled
        tags = gold.symbols[gold.tags[a]] == test.symbols[test.tags[b]]
        return texts and (tags or not labelled) and gold.tokens[a] == test.tokens[b]

    def extended(a: int, pairs: tuple[tuple[int, int], ...]) -> int:
        if a == len(gold.labels):
            return len(pairs)
        best = extended(a + 1, pairs)
        for b in range(pairs[-1][1] + 1 if pairs else 0, len(test.labels)):
            if same(a, b) and all(relation(gold, x, a) == relation(test, y, b) for x, y in pairs):
                best = max(best, extended(a + 1, (*pairs, (a, b))))
        return best

    return extended(0, ())


@settings(max_examples=150 // stride(3))
@given(st.integers(0, 10**9), st.booleans())
def test_counts_are_those_of_the_best_of_all_mappings(seed: int, labelled: bool) -> None:
    rng = random.Random(seed)
    sides = []
    for _ in range(2):
        made = trees(f"(TOP {random_tree(rng, 6)} {random_tree(rng, 2)})")
        tokens = np.cumsum([rng.random() < 0.6 for _ in range(int(made.word_offsets[-1]))])
        sides.append(made.with_tokens(tokens.astype(np.int32)))
    pair = lattice_pair(*sides, labelled)
    gold, test, matched = pair.count_trees()[0].tolist()
    assert (gold, test) == (len(sides[0].labels), len(sides[1].labels))
    assert matched == most_matches(*sides, labelled) == len(pair.pairs(0))
    back = lattice_pair(sides[1], sides[0], labelled)
    assert back.count_trees()[0].tolist() == [test, gold, matched]


def longest_common(a: list[object], b: list[object]) -> int:
    @cache
    def length(i: int, j: int) -> int:
        if i == len(a) or j == len(b):
            return 0
        return max(length(i + 1, j), length(i, j + 1), length(i + 1, j + 1) + 1 if a[i] == b[j] else 0)

    return length(0, 0)


@settings(max_examples=100)
@given(st.integers(0, 10**9))
def test_lexemes_are_counted_by_their_longest_common_subsequence(seed: int) -> None:
    rng = random.Random(seed)
    sides, words = [], []
    for _ in range(2):
        texts = [(rng.choice("ab"), rng.choice("NV")) for _ in range(rng.randint(1, 9))]
        tokens = np.cumsum([rng.random() < 0.5 for _ in texts]).tolist()
        sides.append(trees("(S " + " ".join(f"({tag} {form})" for form, tag in texts) + ")", tokens))
        words.append([(*text, token) for text, token in zip(texts, tokens, strict=True)])
    counts = lattice_pair(*sides).count_lexemes()[0].tolist()
    assert counts == [len(words[0]), len(words[1]), longest_common(*words)]


# -- function trees ------------------------------------------------------------------------------------------------------


def shown(made: LexemeTrees, sentence: int = 0) -> list[str]:
    first, last = made.offsets[sentence : sentence + 2].tolist()
    texts = made.symbols.texts
    return [
        texts[made.labels[node]] + (f"/{texts[made.tags[node]]}" if made.tags[node] >= 0 else f"[{made.sizes[node]}]")
        for node in range(first, last)
    ]


def test_function_trees_are_those_of_the_paper() -> None:
    loves = [("John", 2, "sbj", "N"), ("loves", 0, "root", "V"), ("Mary", 2, "obj", "N")]
    made = lexemes_of_dependencies(Dependencies.of([loves])).trees
    # (root (sbj John) (hd loves) (obj Mary)), without its root
    assert shown(made) == ["John/N", "sbj[2]", "loves/V", "hd[2]", "Mary/N", "obj[2]"]


def test_function_trees_of_deep_and_of_several_heads() -> None:
    chain = [("a", 2, "x", "N"), ("b", 3, "y", "N"), ("c", 0, "root", "V"), (".", 0, "punct", "P")]
    made = lexemes_of_dependencies(Dependencies.of([chain, [("one", 0, "root", "N")]])).trees
    assert shown(made) == [
        "a/N", "x[2]", "b/N", "hd[2]", "y[5]", "c/V", "hd[2]", "root[8]", "./P", "punct[2]"
    ]  # fmt: skip
    assert shown(made, 1) == ["one/N"]


def test_sentences_without_a_tree_say_why() -> None:
    cycle = [("a", 2, "x", "N"), ("b", 1, "y", "N"), ("c", 0, "root", "V")]
    crossing = [("a", 3, "x", "N"), ("b", 4, "y", "N"), ("c", 4, "z", "N"), ("d", 0, "root", "V")]
    crossing[1] = ("b", 0, "root", "N")
    crossing[3] = ("d", 2, "y", "N")
    sentences = Dependencies.of([cycle, crossing])
    lifted = lexemes_of_dependencies(sentences)
    assert lifted.reasons == {0: "the heads make no tree: 2 words on a cycle of heads"}
    assert lifted.lifts.tolist()[0] == 0 and lifted.lifts[1] > 0
    assert np.diff(lifted.trees.offsets).tolist()[0] == 0 < np.diff(lifted.trees.offsets).tolist()[1]
    refused = lexemes_of_dependencies(sentences, "refuse")
    assert refused.reasons[1] == "non-projective arcs: 1"
    assert len(refused.trees.labels) == 0


@settings(max_examples=150 // stride(3))
@given(st.lists(st.sampled_from("abc"), max_size=7), st.lists(st.sampled_from("abc"), max_size=7), st.data())
def test_the_lexemes_that_are_kept_are_a_longest_common_subsequence(
    gold: list[str], test: list[str], data: st.DataObject
) -> None:
    """As many as are counted, in order, equal ones only; and as many preferred ones as any such subsequence has."""
    pair = lattice_pair(*(trees("(S (X x) " + " ".join(f"(X {word})" for word in side) + ")") for side in (gold, test)))
    same = [(one, other) for one in range(len(gold)) for other in range(len(test)) if gold[one] == test[other]]
    preferred = {(one + 1, other + 1) for one, other in (data.draw(st.lists(st.sampled_from(same))) if same else [])}
    kept = pair.kept_lexemes(0, preferred)
    words = [["x", *side] for side in (gold, test)]
    assert len(kept) == pair.count_lexemes()[0, 2]
    assert all(a < c and b < d for (a, b), (c, d) in itertools.pairwise(kept))
    assert all(words[0][one] == words[1][other] for one, other in kept)

    @cache
    def best(one: int, other: int) -> tuple[int, int]:
        if one == len(words[0]) or other == len(words[1]):
            return 0, 0
        ways = [best(one + 1, other), best(one, other + 1)]
        if words[0][one] == words[1][other]:
            length, wanted = best(one + 1, other + 1)
            ways.append((length + 1, wanted + ((one, other) in preferred)))
        return max(ways)

    assert (len(kept), len(preferred & set(kept))) == best(0, 0)
