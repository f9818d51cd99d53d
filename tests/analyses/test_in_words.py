"""What differs in a sentence, in words: pairs of trees with known changes, and arcs."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

import pytest

from tests.conftest import stride
from tests.made import dependencies, gold_trees
from treecompare.analyses.sentence_errors import arcs_in_words, trees_in_words
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import parse

PAIRS = 500
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


class Made(NamedTuple):
    """A pair of trees, and what was changed: labels, tags, constituents that one side lacks, where a word hangs."""

    gold: str
    system: str
    labels: int = 0
    tags: int = 0
    gold_only: tuple[str, ...] = ()
    system_only: tuple[str, ...] = ()
    moved: tuple[str, str, str] = ("", "", "")


def relabelled(tree: str, draw: random.Random) -> Made:
    """One to three labels of nodes are others, which occur nowhere else."""
    there = list(re.finditer(r"\((\S+) (\()?", tree))
    chosen = draw.sample(there[1:], draw.randint(1, 3))
    made = tree
    for number, match in enumerate(sorted(chosen, key=lambda one: -one.start())):
        made = f"{made[: match.start(1)]}X{number}{made[match.end(1) :]}"
    tags = sum(match[2] is None for match in chosen)
    return Made(tree, made, len(chosen) - tags, tags)


def without_one(tree: str, draw: random.Random) -> Made:
    """A constituent is missing, or there is one more, over words over which there is no other."""
    where = draw.choice(["(PP (IN in)", "(VP (VB"])
    start = tree.index(where)
    end = start
    depth = 0
    for end in range(start, len(tree)):
        depth += {"(": 1, ")": -1}.get(tree[end], 0)
        if not depth:
            break
    label, inside = tree[start + 1 : start + 3], tree[start + 4 : end]
    made = f"{tree[:start]}{inside}{tree[end + 1 :]}"
    return Made(tree, made, gold_only=(label,)) if draw.random() < 0.5 else Made(made, tree, system_only=(label,))


def moved(tree: str, draw: random.Random) -> Made:
    """An adverb hangs under the verb phrase of one, and under the sentence of the other."""
    low = tree.replace(" (. .))", " (. .))").replace(")) (. .))", ") (RB also)) (. .))")
    high = tree.replace(" (. .))", " (RB also) (. .))")
    one, other = (low, high) if draw.random() < 0.5 else (high, low)
    return Made(one, other, moved=("also", *(("S", "VP") if one == low else ("VP", "S"))))


def pairs() -> list[Made]:
    draw = random.Random(7)
    makers = (relabelled, without_one, moved)
    return [draw.choice(makers)(tree, draw) for tree in gold_trees(PAIRS, seed=3)]


def said_of(gold: str, system: str) -> str:
    compared = score(ConstituentComparison(parse(gold), [parse(system)], Settings(params="none")))
    return trees_in_words(*(compared.mapping(0, 0, kind, "whole", True) for kind in "ET"))


def test_what_was_changed_is_said() -> None:
    for made in pairs()[:: stride(5)]:
        said = said_of(made.gold, made.system)
        for count, noun in ((made.labels, "label"), (made.tags, "tag")):
            told = re.search(rf"(\w+) {noun}s?\b", said)
            assert NUMBERS.get(told[1].lower() if told else "", 0) == count, (said, made)
        for labels, side in ((made.gold_only, "gold"), (made.system_only, "system")):
            assert [f"nly the {side} has {label}" in said for label in labels] == [True] * len(labels), (said, made)
            assert labels or f"nly the {side}" not in said, (said, made)
        word, below, above = made.moved
        moved = f"One word, “{word}”, hangs under {below} instead of {above}."
        larger = f"VP has one word {'more' if below == 'VP' else 'less'} in the system, “{word}”."
        assert (moved in said or larger in said) == bool(word), (said, made)
        assert said.count(". ") < 3


def test_the_same_trees_are_told_by_nothing() -> None:
    tree = gold_trees(1)[0]
    assert said_of(tree, tree) == ""
    assert trees_in_words(None, None) == ""


def test_a_word_that_moves_gives_others_another_span() -> None:
    said = said_of(
        "(S (NP (N a)) (VP (V b) (NP (D c) (PP (P d) (NP (N e))))) (RB also))",
        "(S (NP (N a)) (VP (V b) (NP (D c) (PP (P d) (NP (N e) (RB also))))))",
    )
    assert (
        said == "One word, “also”, hangs under NP instead of S. Four constituents get other spans; only two nodes move."
    )


def test_a_word_with_another_tag_moves_with_it() -> None:
    """A tag is nothing that a word hangs under: what the node with the tag does is said."""
    gold = "(S (NP (N a) (PP (P b) (NP (D c) (N d))) (POS e)) (VP (V f)))"
    system = "(S (NP (N a) (PP (P b) (NP (D c) (N d)))) (VP (VBZ e) (V f)))"
    told = said_of(gold, system)
    assert told.startswith("One word, “e”, is tagged VBZ instead of POS and hangs under VP instead of NP.")


def test_constituents_with_other_words_are_told_or_counted() -> None:
    gold, low = "(S (NP (N a)) (VP (V b) (NP (D c) (N d)) (RB e)))", "(S (NP (N a)) (VP (V b) (NP (D c) (N d) (RB e))))"
    assert said_of(gold, low) == "NP has one word more in the system, “e”."
    assert said_of(low, gold) == "NP has one word less in the system, “e”."
    lower = "(S (NP (N a)) (VP (V b) (NP (D c) (N d) (RB e) (RB f))))"
    assert said_of(lower, lower.replace(" (RB e) (RB f)))", ") (RB e) (RB f))")).startswith("NP has two words fewer in")
    two, other_two = (f"(S {' '.join(tree.replace('S', f'S{n}') for n in range(2))})" for tree in (gold, low))
    assert said_of(two, other_two).count("NP has one word more in the system, “e”.") == 2
    one, other = (f"(S {' '.join(tree.replace('S', f'S{n}') for n in range(3))})" for tree in (gold, low))
    assert said_of(one, other) == "Three constituents have other words."


def test_labels_alone_are_said_with_their_costs() -> None:
    tree = "(S (NP (N a)) (VP (V b)))"
    costs = "costs two where spans are compared, one by tree distance."
    assert said_of(tree, tree.replace("NP", "XP")) == f"One label differs: it {costs}"
    assert said_of(tree, tree.replace("NP", "XP").replace("V ", "W ")) == f"One label and one tag differ: each {costs}"
    assert said_of("(S (VP (NP (N go))))", "(NP (VP (S (N go))))") == "Two labels differ."  # the spans are the same


def deep(inside: str, outside: str = "") -> str:
    """A clause with words at the end of its lowest phrase, and under itself."""
    return f"(S (NP (N a)) (VP (V b) (NP (D c) (PP (P d) (NP (N e){inside})))){outside})"


def test_more_than_two_words_that_move_are_counted() -> None:
    words = [" (RB f)", " (RB g)", " (RB h)"]
    tree = f"(S (NP (N a)) (VP (V b) {4 * '(NP (D c) (PP (P d) '}(N e)%s{9 * ')'}%s)"
    two, three = (said_of(tree % ("", more), tree % (more, "")) for more in ("".join(words[:2]), "".join(words)))
    assert two.startswith("One word, “f”, hangs under PP instead of S; “g” under PP instead of S. ")
    assert three.startswith("Three words or phrases hang elsewhere. ")


def test_three_sentences_are_the_most_the_last_is_kept() -> None:
    gold, low = "(X (VP (V b) (NP (D c) (N d)) (RB e)))", "(X (VP (V b) (NP (D c) (N d) (RB e))))"
    told = said_of(
        f"(Y {deep('', ' (RB f)')} {gold} {gold} (Q (N q)))", f"(Y {deep(' (RB f)')} {low} {low} (R (N q)))"
    ).split(". ")
    assert told[0] == "One word, “f”, hangs under NP instead of S" and told[1].startswith("NP has one word more")
    assert len(told) == 3 and told[2].startswith("Four constituents get other spans")


def test_one_constituent_over_some_of_the_words_and_others() -> None:
    gold, system = "(S (A (N a)) (VP (V b) (V c)) (V d))", "(S (A (N a)) (V b) (VP (V c) (V d)))"
    assert said_of(gold, system) == "VP has other words in the system."


FORMS = ("the", "dog", "saw", "a", "cat")
HEADS = (2, 3, 0, 5, 3)
RELATIONS = ("det", "nsubj", "root", "det", "obj")


def arcs_said(heads: tuple[int, ...], relations: tuple[str, ...]) -> str:
    gold = dependencies("gold", list(zip(FORMS, HEADS, RELATIONS, strict=True)))
    system = dependencies("system", list(zip(FORMS, heads, relations, strict=True)))
    compared = score(DependencyComparison(gold, [system], Settings(punctuation="count")))
    return arcs_in_words(compared.arcs(0, 0), compared.compared)


@pytest.mark.parametrize(
    ("heads", "relations", "said"),
    [
        (HEADS, RELATIONS, ""),
        ((3, *HEADS[1:]), RELATIONS, "One word, “the”, depends on “saw” instead of “dog”."),
        (HEADS, ("det", "obl", "root", "det", "obj"), "One word, “dog”, is obl instead of nsubj."),
        ((3, 3, 0, 3, 3), RELATIONS, "Two words have another head."),
        ((3, *HEADS[1:]), ("det", "obl", "root", "det", "obj"),
         "One word, “the”, depends on “saw” instead of “dog”; one more has another relation."),
        ((3, 3, 0, 3, 3), ("nmod", "obl", "root", "nmod", "obl"),
         "Two words have another head; two more have another relation."),
        ((2, 0, 2, 5, 3), ("det", "root", "acl", "det", "obj"),
         "The head of the sentence is exchanged: dog is the root, saw depends on it. Two words have another head."),
        ((2, 3, 5, 5, 0), ("det", "nsubj", "acl", "det", "root"),
         "The head of the sentence is exchanged: cat is the root, saw depends on it. Two words have another head."),
    ],
)  # fmt: skip
def test_arcs_in_words(heads: tuple[int, ...], relations: tuple[str, ...], said: str) -> None:
    assert arcs_said(heads, relations) == said
