"""Constituents to dependencies: worked sentences, and all nodes of random trees against the rules asked one by one."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from treecompare.readers import parse
from treecompare.trees.conversion import explain, to_dependencies
from treecompare.trees.dependencies import DependencySentence
from treecompare.trees.head_rules import HeadRules, head_rules, parse_head_rules
from treecompare.trees.preparation import terminals
from treecompare.trees.tree import PRETERMINAL, WORD, Tree

TRACES = frozenset({"-NONE-"})
COLLINS = head_rules("collins")


def converted(text: str, rules: HeadRules = COLLINS) -> DependencySentence:
    return to_dependencies(parse(text).trees, rules, preterminals=True).dependencies[0]


def arcs(sentence: DependencySentence) -> list[tuple[str, int, str]]:
    return list(zip(sentence.words, sentence.heads.tolist(), sentence.relations, strict=True))


def test_a_sentence_with_traces_and_functions() -> None:
    text = "( (S (NP-SBJ-1 (NNP Ann)) (VP (VBD was) (VP (VBN seen) (NP (-NONE- *-1)) (NP-TMP (NN today)))) (. .)))"
    assert arcs(converted(text)) == [
        ("Ann", 2, "SBJ"), ("was", 0, "ROOT"), ("seen", 2, "VC"), ("today", 3, "VMOD"), (".", 2, "P"),
    ]  # fmt: skip
    assert converted(text).column("xpos") == ["NNP", "VBD", "VBN", "NN", "."]


def test_without_functions_the_configuration_decides() -> None:
    text = "(S1 (S (NP (PRP I)) (VP (VBP eat) (NP (NP (NNS beans)) (PP (IN with) (NP (NN rice)))))))"
    assert arcs(converted(text)) == [
        ("I", 2, "SBJ"), ("eat", 0, "ROOT"), ("beans", 2, "OBJ"), ("with", 3, "NMOD"), ("rice", 4, "PMOD"),
    ]  # fmt: skip


def test_coordination_by_the_rules_of_each_table() -> None:
    text = "(NP (NN tea) (, ,) (CC and) (NN milk))"
    assert converted(text).heads.tolist() == [0, 1, 1, 1]
    assert converted(text, head_rules("yamada-matsumoto")).heads.tolist() == [4, 4, 4, 0]


def test_only_one_punctuation_mark_is_passed_before_a_conjunction() -> None:
    """A head behind a conjunction gives way to what stands before that; two marks in between keep it."""
    assert converted("(NP (NN tea) (, ,) (: --) (CC and) (NN milk))").heads.tolist() == [5, 5, 5, 5, 0]
    assert converted("(NP (, ,) (CC and) (NN milk))").heads.tolist() == [3, 3, 0]
    assert converted("(NP (NN tea) (CC and) (, ,) (NN milk))").heads.tolist() == [4, 4, 4, 0]


def test_german_edge_labels_are_relations() -> None:
    text = (
        "(VROOT (S (CNP-SB (NN-CJ Milch) (KON-CD und) (NN-CJ Tee)) (VAFIN-HD werden) (VP-OC (PP-MO (APPR-AC in) "
        "(ART-NK der) (NN-NK Stadt)) (VVPP-HD verkauft))) ($.-- .))"
    )
    assert arcs(converted(text, head_rules("tiger"))) == [
        ("Milch", 4, "SB"), ("und", 1, "CD"), ("Tee", 1, "CJ"), ("werden", 0, "--"), ("in", 8, "MO"),
        ("der", 5, "NK"), ("Stadt", 5, "NK"), ("verkauft", 4, "OC"), (".", 4, "--"),
    ]  # fmt: skip


def test_german_without_edge_labels() -> None:
    text = "(VROOT (S (PN (NE Ann)) (VVFIN sitzt) (PP (APPR in) (ART der) (NN Falle))) ($. .))"
    assert arcs(converted(text, head_rules("tiger"))) == [
        ("Ann", 2, "_"), ("sitzt", 0, "--"), ("in", 2, "_"), ("der", 3, "_"), ("Falle", 3, "_"), (".", 2, "--"),
    ]  # fmt: skip


def test_what_makes_no_tree_is_reported_and_kept() -> None:
    rules = parse_head_rules("[heads]\nS left VP\nNP right NN", name="mine")
    text = "(S (NP (NN a)) (VP (VB b)))\n(S (NP (NN a) (NN c)) (PP (IN b)))\n(NP (NN a)) (VP (VB b))\n(())\n"
    found = to_dependencies(parse(text).trees, rules, preterminals=True)
    assert [one.heads.tolist() for one in found.dependencies] == [[2, 0], [2, 0, 0], [0, 0], []]
    assert found.reasons() == {1: "no rule of mine finds a head: S", 2: "2 roots"}


def test_words_without_tags_and_escapes() -> None:
    found = to_dependencies(parse("(S She (VP saw (NP -LRB- 3\\/4)))").trees, COLLINS, unescape=True).dependencies
    assert found[0].words == ["She", "saw", "(", "3/4"]
    assert found[0].column("xpos") == ["_"] * 4
    assert to_dependencies(parse("(NP -LRB- 3\\/4)").trees, COLLINS).dependencies[0].words == ["-LRB-", "3\\/4"]


def test_nothing_at_all() -> None:
    assert len(to_dependencies(parse("").trees, COLLINS).dependencies) == 0
    assert to_dependencies(parse("(S (NP (-NONE- *)))").trees, COLLINS, preterminals=True).dependencies.words == 0


LABELS = st.sampled_from(["S", "NP-SBJ", "NP", "VP", "PP", "ADJP", "QP", "SBAR", "X", "UCP", "", "PRN-1"])
TAGS = st.sampled_from(["NN", "VBD", "CC", ",", ".", "IN", "CD", "-NONE-", "JJ", "-LRB-", "NN-HD"])
TREES = st.recursive(
    TAGS.map(lambda tag: f"({tag} w)"),
    lambda inner: st.tuples(LABELS, st.lists(inner, min_size=1, max_size=5)).map(
        lambda node: f"({node[0]} {' '.join(node[1])})"
    ),
    max_leaves=25,
)


def head_word(tree: Tree, node: int, rules: HeadRules) -> int | None:
    """By the rules, node by node."""
    if tree.kinds[node] == WORD:
        return node
    daughters = left(tree, node)
    choice = explain(tree, node, rules)
    return None if choice.daughter is None else head_word(tree, daughters[choice.daughter], rules)


def left(tree: Tree, node: int) -> list[int]:
    """Daughters that have words once traces are gone."""

    def has_words(one: int) -> bool:
        if tree.kinds[one] == PRETERMINAL:
            return tree.texts[one] not in TRACES
        return tree.kinds[one] == WORD or any(has_words(child) for child in tree.children[one])

    return [child for child in tree.children[node] if has_words(child)]


@given(st.lists(TREES, min_size=1, max_size=4), st.sampled_from(["collins", "yamada-matsumoto", "tiger"]))
def test_every_arc_is_what_the_rules_say_one_by_one(texts: list[str], table: str) -> None:
    rules = dropping_traces(table)
    trees = terminals(parse("\n".join(f"(S {text} (NN last))" for text in texts)).trees, True)
    found = to_dependencies(trees, rules, preterminals=True)
    assert not found.reasons()
    for sentence, tree in zip(found.dependencies, trees, strict=True):
        words = [node for node in range(len(tree)) if tree.kinds[node] == WORD and not is_trace(tree, node)]
        expected = [0] * len(words)
        for node in range(len(tree)):
            if tree.kinds[node] != WORD and (tree.kinds[node] != PRETERMINAL or tree.texts[node] != "-NONE-"):
                top = head_word(tree, node, rules)
                for child in left(tree, node):
                    below = head_word(tree, child, rules)
                    if below != top and below is not None and top is not None:
                        expected[words.index(below)] = words.index(top) + 1
        assert sentence.heads.tolist() == expected


def is_trace(tree: Tree, word: int) -> bool:
    return tree.texts[tree.parents[word]] == "-NONE-"


def dropping_traces(table: str) -> HeadRules:
    """The table; the German one with the traces of the English ones."""
    return replace(head_rules(table), traces=TRACES)


def test_one_node_explained() -> None:
    tree = terminals(parse("(S (NP (NN a) (NN b)) (VP (VB c)))").trees, True)[0]
    choice = explain(tree, 4, COLLINS)
    assert choice.daughter == 1
    assert choice.reason.endswith("the first of NN NNP NNPS NNS NX POS JJR from the right")
    assert explain(tree, 0, COLLINS).daughter is None
