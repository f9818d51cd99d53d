"""Gold and all systems of one sentence: the same words in the same columns, marks, numbers, folding, every format."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import Any

import pytest

from tests.conftest import stride
from tests.drawing.framed_svg import picture_svg
from tests.measures.test_properties import random_file
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.drawing.stacked import ArcsStacked, TreesStacked, Way
from treecompare.drawing.tree_stacks import TreeStack, gold_nodes
from treecompare.errors import UsageError
from treecompare.readers import parse
from treecompare.readers.conll import read_conllu
from treecompare.trees.tree import WORD

GOLD = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT the) (NN dog)) (PP (IN in) (NP (DT a) (NN park)))) (. .))"
LOW = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (DT the) (NN dog)) (PP (IN in) (NP (DT a) (NN park))))) (. .))"
FLAT = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT the) (NN dog)) (ADVP (IN in) (NP (DT a) (NN park)))) (. .))"
OPEN = Way(folds=False, is_tight=False)


def trees_of(gold: str, *systems: str, part: str = "whole") -> TreesStacked:
    comparison = score(ConstituentComparison(parse(gold), [parse(one) for one in systems]))
    return comparison.stacked(0, Wanted(part=part), "t.whole.dice")


def rows(*words: tuple[str, int, str]) -> str:
    lines = [f"{n}\t{word}\t_\tX\t_\t_\t{head}\t{rel}\t_\t_" for n, (word, head, rel) in enumerate(words, 1)]
    return "\n".join(lines) + "\n\n"


def arcs_of(gold: str, *systems: str, is_gold: bool = True) -> ArcsStacked:
    treebanks = [read_conllu(text.encode(), f"{name}.conllu", str(name)) for name, text in enumerate((gold, *systems))]
    comparison = score(DependencyComparison(treebanks[0], treebanks[1:]))
    if not is_gold:
        comparison.call_by_names()
    return comparison.stacked(0, DEFAULT, key="las")


def labels(stack: TreeStack, tier: int) -> set[str]:
    return {box.text for box in stack.labels if box.tier == tier and box.kind != WORD}


def places(stack: Any, text: str) -> set[tuple[int, float]]:
    return {(box.first, round(box.x, 3)) for box in stack.boxes if box.text == text}


def test_what_differs_is_marked_in_each_system_and_counted_in_the_gold() -> None:
    found = trees_of(GOLD, GOLD, LOW, FLAT)
    stack = found.laid_out(OPEN)
    assert {"1~PP", "NP", "VP"} <= labels(stack, 0)
    assert not any(mark in text for text in labels(stack, 1) for mark in "<>~")
    assert ">NP" in labels(stack, 2) and "~ADVP" in labels(stack, 3)
    assert found.heads[0].name == "GOLD"
    assert found.heads[1].said == "T-Dice, whole 100.00 · no errors" and found.heads[2].said.endswith(
        "· 1 inserted · 1 error"
    )
    assert found.heads[3].said.endswith("· 1 relabelled · 1 error")
    one = trees_of(GOLD, FLAT, FLAT).laid_out(OPEN)
    assert "~PP" in labels(one, 0)  # of all systems: no number


def test_a_node_that_some_lack_says_how_many() -> None:
    stack = trees_of(LOW, LOW, GOLD, GOLD).laid_out(OPEN)
    assert "NP<2" in labels(stack, 0)
    box = next(box for box in stack.labels if box.text == "NP<2")
    assert stack.said_of(box).split("\n")[2].count(",") == 1  # both names


def test_words_stand_in_the_same_columns_also_where_they_are_mapped_otherwise() -> None:
    other = GOLD.replace("(IN in)", "(XX in)").replace("(NN park)", "(YY park)")
    stack = trees_of(GOLD, LOW, other).laid_out(OPEN)
    columns = [sorted(box.first for box in stack.labels if box.kind == WORD and box.tier == tier) for tier in range(3)]
    assert columns == [list(range(7))] * 3


def test_a_word_that_is_mapped_to_none_keeps_its_column() -> None:
    found = trees_of(GOLD, FLAT)
    mapping = found.mappings[0]
    assert mapping is not None
    park = max(one for one, _ in mapping.pairs if mapping.gold.texts[one] == "park")
    lacking = replace(mapping, pairs=tuple(pair for pair in mapping.pairs if pair[0] != park))
    stack = replace(found, mappings=[lacking]).laid_out(OPEN)
    assert {box.first for box in stack.labels if "park" in box.text} == {6}


def test_words_that_a_system_cuts_are_pieces_of_the_golds() -> None:
    gold, cut = (parse(text).trees[0] for text in ("(S (A can't) (B go))", "(S (A ca‿ n't) (B go))"))
    assert gold_nodes(gold, cut) == {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 5: 4}
    assert gold_nodes(gold, parse("(S (A ca) (B go))").trees[0]) == {node: node for node in range(5)}
    assert gold_nodes(gold, parse("(S (A ca x't) (C go))").trees[0]) is None


def test_the_heads_are_in_order_and_a_system_without_a_parse_says_why() -> None:
    found = trees_of(GOLD, LOW, "(())", FLAT)
    stack = found.laid_out(Way())
    assert [tier for tier, _ in stack.lines] == [0, 1, 2, 3]
    assert [top for _, top in stack.lines] == sorted(top for _, top in stack.lines)
    assert found.tiers[2] is None and found.heads[2].said == "no parse" and stack.hiding(2, 0) is None
    assert {box.tier for box in stack.labels} == {0, 1, 3}


def test_what_is_the_same_in_all_is_folded_and_opens_again() -> None:
    found = trees_of(GOLD, LOW, GOLD)
    open_, folded = found.laid_out(OPEN), found.laid_out(Way(True, False))
    assert len(folded.labels) < len(open_.labels) and folded.folds
    parts = {box.part for box in folded.labels if box.part is not None}
    assert found.laid_out(Way(True, False), parts).labels == open_.labels
    hidden = next(node for node in range(len(found.gold)) if folded.hiding(0, node) is not None)
    part = folded.hiding(0, hidden)
    assert found.laid_out(Way(True, False), {part}).hiding(0, hidden) is None


def test_a_run_of_sisters_becomes_one_column() -> None:
    gold = "(S (A (X a) (X b)) (B (X c) (X d)) (C (X e) (X f)) (D (X g) (Y h)))"
    found = trees_of(gold, gold.replace("(D (X g) (Y h))", "(E (X g) (Y h))"))
    tight = found.laid_out(Way())
    assert [box.text for box in tight.labels if box.tier == 1 and box.part is not None and box.part < 0] == [
        "… 6 words …"
    ]
    run = next(box for box in tight.labels if box.text == "… 6 words …")
    assert tight.said_of(run) == "a b c d e f"
    assert "… 6 words …" not in {box.text for box in found.laid_out(Way(), {run.part}).labels}


@pytest.mark.parametrize("seed", range(0, 6, stride(6)))
@pytest.mark.parametrize("way", [OPEN, Way(True, False), Way()])
def test_no_node_is_lost_and_labels_do_not_overlap(seed: int, way: Way) -> None:
    gold, first = random_file(seed=seed, sentences=12)
    _, second = random_file(seed=seed + 50, sentences=12)
    comparison = score(ConstituentComparison(parse(gold), [parse(first), parse(second), parse(gold)]))
    for sentence in range(comparison.sentences):
        for part in ("whole", "roof"):
            found = comparison.stacked(sentence, Wanted(part=part))
            stack = found.laid_out(way)
            levels: dict[float, list[tuple[float, float]]] = {}
            for box in stack.labels:
                levels.setdefault(round(box.y, 2), []).append((box.x - box.width / 2, box.x + box.width / 2))
            for spans in levels.values():
                assert all(one[1] <= other[0] + 0.5 for one, other in itertools.pairwise(sorted(spans)))
            assert all(box.x - box.width / 2 >= 0 and box.x + box.width / 2 <= stack.width for box in stack.labels)
            for tier, own in enumerate(found.tiers):
                shown = {box.node for box in stack.labels if box.tier == tier and box.node >= 0}
                for node in range(len(own.tree)) if own is not None else ():
                    assert node in shown or stack.hiding(tier, node) is not None
            picture_svg(stack)


def test_every_format_of_trees() -> None:
    found = trees_of(GOLD, LOW, FLAT)
    assert found.written("text").count("she") == 3 and "GOLD" in found.written("text")
    assert found.written("svg").count(">she</text>") + found.written("svg").count("she …") >= 3
    assert "\\begin{tikzpicture}" in found.written("latex") and "\\end{document}" in found.written("document")
    told = json.loads(found.written("json"))
    assert [one["score"] for one in told["systems"]][1] < 1
    assert {node["label"] for node in told["systems"][0]["nodes"] if node["operation"] == "inserted"} == {"NP"}
    with pytest.raises(UsageError, match="not as 'brackets'"):
        found.written("brackets")


SEES = rows(("she", 2, "nsubj"), ("saw", 0, "root"), ("dogs", 2, "obj"), ("in", 5, "case"), ("parks", 2, "obl"))
HIGH = SEES.replace("2\tobl", "3\tnmod")
NAMED = SEES.replace("2\tobl", "2\tadvcl")


def test_arcs_are_marked_and_counted() -> None:
    found = arcs_of(SEES, SEES, HIGH, NAMED)
    stack = found.laid_out(OPEN)
    texts = [
        {box.text for box in stack.boxes if getattr(box, "arc", None) is not None and box.tier == tier}
        for tier in range(4)
    ]
    assert "obl<1" in texts[0] and "obl" in texts[1] and ">nmod" in texts[2] and "~advcl" in texts[3]
    for word in ("she", "dogs", "parks"):
        assert len(places(stack, word)) == 1
    assert [head.said for head in found.heads[1:3]] == [
        "LAS 100.00 · no errors",
        "LAS 80.00 · 1 wrong head, 1 wrong relation · 1 error",
    ]
    assert found.heads[3].said == "LAS 80.00 · 1 wrong relation · 1 error"
    others = [head.said for head in arcs_of(SEES, HIGH, NAMED, is_gold=False).heads[1:]]
    assert others == [
        "LAS 80.00 · 1 other head, 1 other relation · 1 difference",
        "LAS 80.00 · 1 other relation · 1 difference",
    ]


def test_a_word_that_only_one_system_has_stands_in_a_column_of_its_own() -> None:
    cut = rows(
        ("she", 2, "nsubj"),
        ("saw", 0, "root"),
        ("dogs", 2, "obj"),
        ("in", 6, "case"),
        ("par", 6, "x"),
        ("ks", 2, "obl"),
    )
    found = arcs_of(SEES, SEES, cut)
    assert found.tiers[2] is None or len(found.columns) > 5
    assert len(places(found.laid_out(OPEN), "dogs")) == 1


def test_words_that_only_one_system_has_stand_in_their_order_behind_the_word_before() -> None:
    stack = trees_of(
        "(S (A abcdefghij) (B klmnopqrst))", "(S (A abcdefghij) (X x) (Y y) (Z z) (B klmnopqrst))"
    ).laid_out(OPEN)
    words = sorted((box.x, box.text) for box in stack.boxes if box.tier == 1 and box.text.strip(">").islower())
    assert [text for _, text in words if len(text) < 20] == ["abcdefghij", ">x", ">y", ">z", "klmnopqrst"]


def test_arcs_break_into_rows_that_have_all_analyses() -> None:
    found = arcs_of(SEES, HIGH, NAMED)
    stack = found.laid_out(Way(False, False, 200))
    blocks = len(stack.drawing.rows) // 3
    assert blocks > 1 and len(stack.lines) == 3 * blocks
    assert stack.width <= 420
    assert found.laid_out(Way(False, False, None, True)).height < found.laid_out(OPEN).height


def test_every_format_of_arcs() -> None:
    found = arcs_of(SEES, HIGH, NAMED)
    assert [line.split()[3:] for line in found.written("text").splitlines()[5:6]] == [
        ["2", "obl<1", "3", ">nmod", "2", "~advcl"]
    ]
    assert found.written("latex").count("\\begin{dependency}") == 3
    told = json.loads(found.written("json"))
    assert [one["arcs"][4]["head"] for one in told["systems"]] == [3, 2] and told["systems"][0]["errors"] == 1
    assert found.written("svg").count("parks</text>") == 3
    assert found.written("svg").count("<path") >= 3 * 5  # an arc each


def test_pointing_at_a_node_lights_the_same_words_in_all() -> None:
    stack = trees_of(GOLD, LOW, GOLD, FLAT).laid_out(OPEN)
    box = next(box for box in stack.labels if box.tier == 3 and box.text == "~ADVP")
    own, *others = stack.over_same_words(box)
    assert own is box and {one.tier for one in others if one.kind != WORD} == {0, 1, 2 - 0} - set() - {3} | set()
    assert sum(one.kind == WORD for one in others) == 4 * 3  # in a park


def test_other_kinds_say_that_they_cannot() -> None:
    from treecompare.comparison.lattices.comparison import LatticeComparison

    with pytest.raises(UsageError, match="for constituents and dependencies; these are lattices"):
        LatticeComparison.check_stack(LatticeComparison.__new__(LatticeComparison))
