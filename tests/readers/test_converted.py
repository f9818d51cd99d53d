"""Treebanks of constituents as treebanks of dependencies: what stays, what is warned of."""

from __future__ import annotations

from treecompare import resources
from treecompare.readers import parse
from treecompare.readers.made import as_dependencies
from treecompare.trees.head_rules import head_rules, parse_head_rules


def test_sentences_keep_their_places_and_problems() -> None:
    treebank = parse("(S (NP (NN a)) (VP (VB b)))\n(S (NP (NN a)\n(())\n(S (NN a))\n")
    found = as_dependencies(treebank, head_rules("collins"))
    assert found.sentences.lengths.tolist() == [2, 0, 0, 1]
    assert list(found.problems) == [1] and found.lines.tolist() == [1, 2, 3, 4]
    assert (found.name, found.path, found.ids, found.warnings) == ("text", "text", None, [])


def test_what_no_rule_covers_is_warned_of() -> None:
    rules = parse_head_rules("[heads]\nS left VP\n[relations]\nX *", name="mine")
    found = as_dependencies(parse("(S (NP (NN a)) (VP (VB b)))\n(NP (NN a) (NN b))\n"), rules)
    assert found.warnings == [
        "1 sentence in which no rule of mine finds a head; the first is number 2: no rule of mine finds a head: NP"
    ]


def test_trees_without_edge_labels_have_no_relations() -> None:
    text = "(VROOT (S (PN (NE Ann)) (VVFIN sitzt) (PP (APPR in) (NN Berlin))) ($. .))"
    assert "3 of 5 words have no relation" in as_dependencies(parse(text), head_rules("tiger")).warnings[0]
    many = as_dependencies(parse("\n".join([text] * 400)), head_rules("tiger")).warnings[0]
    assert "1,200 of 2,000 words have no relation" in many


def test_the_example_of_the_help_page_is_a_table() -> None:
    text = resources.path("help/head-rules.md").read_text("utf-8")
    lines = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    rules = parse_head_rules("\n".join(lines))
    assert (rules.title, len(rules.heads), len(rules.relations)) == ("a table", 2, 2)
    assert rules.choose("VP", ["VBN", "VBD"]).daughter == 1
