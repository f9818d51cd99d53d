"""Tables of head rules: reading them, what is wrong with them, and which rule fires."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.errors import ReadError, UsageError
from treecompare.trees.head_rules import Label, Pattern, head_rules, parse_head_rules, shipped

SMALL = """\
# a comment
title       a small table
punctuation , .
conjunction CC

[heads]
VP          left VBD > VBN
            ; right NP NN ; left
NP          right NN
[relations]
SBJ         -SBJ
OBJ         NP under VP beside VB* after
(function)  *
X           ADVP before
"""


def test_a_table_says_what_it_says() -> None:
    rules = parse_head_rules(SMALL)
    assert rules.title == "a small table" and rules.root == "ROOT" and not rules.traces
    assert [(step.from_left, step.text) for step in rules.heads[0].steps] == [
        (True, "VBD"), (True, "VBN"), (False, "NP NN"), (True, ""),
    ]  # fmt: skip
    assert [row.line for row in rules.heads] == [7, 9]


@pytest.mark.parametrize(
    ("daughters", "head", "says"),
    [
        (["VBN", "VBD"], 1, "line 7: the first of VBD from the left"),
        (["NP", "NN", "PP"], 1, "the first of NP NN from the right"),
        ([",", "PP", "ADVP"], 1, "the first from the left"),
        ([",", "."], 0, "punctuation for want of anything else"),
        (["PP", "CC", "VBD"], 0, "follows a conjunction"),
        (["PP", ",", "CC", "VBD"], 0, "follows a conjunction"),
        (["PP", ",", ",", "CC", "VBD"], 4, "the first of VBD"),
        (["PP", "CC", ",", "VBD"], 3, "the first of VBD"),
        ([",", "CC", "VBD"], 2, "the first of VBD"),
        (["CC", "VBD"], 1, "the first of VBD"),
        (["."], 0, "only daughter"),
    ],
)
def test_which_rule_fires(daughters: list[str], head: int, says: str) -> None:
    choice = parse_head_rules(SMALL).choose("VP", daughters)
    assert choice.daughter == head
    assert says in choice.reason


def test_no_rule_is_said() -> None:
    rules = parse_head_rules(SMALL)
    assert rules.choose("NP-SBJ", ["DT", "JJ"]).daughter is None
    assert rules.choose("S", ["DT", "JJ"]).reason == "no rule of rules finds a head of S"


@pytest.mark.parametrize(
    ("daughter", "mother", "head", "before", "relation"),
    [
        ("NP-SBJ-1", "S", "VP", True, "SBJ"),
        ("NP", "VP", "VBD", False, "OBJ"),
        ("NP", "VP", "VBD", True, "_"),
        ("NP", "VP", "MD", False, "_"),
        ("PP-LOC-PRD", "VP", "MD", False, "LOC-PRD"),
        ("ADVP", "VP", "MD", True, "X"),
    ],
)
def test_relations(daughter: str, mother: str, head: str, before: bool, relation: str) -> None:
    labels = [Label.of(text) for text in (daughter, mother, head)]
    assert parse_head_rules(SMALL).relation(*labels, before) == relation


@pytest.mark.parametrize(
    ("pattern", "label", "fits"),
    [
        ("NP", "NP-SBJ=2", True), ("NP", "NPX", False), ("NP-SBJ", "NP-TMP-SBJ", True), ("NP-SBJ", "NP", False),
        ("-SBJ", "S-SBJ", True), ("-LRB-", "-LRB-", True), ("-LRB-", "NP-LRB", False), ("$*", "$,", True),
        ("*", "-NONE-", True), ("VB*", "VB", True), ("#", "#", True), ("-HD", "VVFIN-HD", True), ("NN", "NN#NK", True),
    ],
)  # fmt: skip
def test_patterns(pattern: str, label: str, fits: bool) -> None:
    assert Pattern.of(pattern).fits(Label.of(label)) is fits


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[head]\nNP left", "rules:1: section '[head]'; expected [heads], [relations] or [inner]"),
        ("title\n[heads]\nNP left", "rules:1: title: nothing follows"),
        ("title a\ntitle b\n", "rules:2: title: stands here a second time"),
        ("titel a", "rules:1: 'titel'; expected title"),
        ("[heads]\nNP", "rules:2: 'NP'; expected labels, then left or right"),
        ("[heads]\nleft NN", "rules:2: 'left NN'; expected labels"),
        ("[heads]\nNP left NN ; up NX", "rules:2: 'up'; expected left or right"),
        ("[heads]\nNP left NN > ; left", "rules:2: '>' without a label"),
        ("[heads]\nNP left NN ;", "rules:2: ''; expected left or right"),
        ("# nothing\n", "rules: there are no head rules"),
        (" NP left", "rules:1: begins with a blank"),
        ("[heads]\nNP left\n[relations]\nSBJ", "rules:4: no label after 'SBJ'"),
        ("[heads]\nNP left\n[relations]\nSBJ NP under", "rules:4: no label after 'under'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, says: str) -> None:
    with pytest.raises(ReadError) as error:
        parse_head_rules(text)
    assert str(error.value).startswith(says) and "expected" in str(error.value)


def test_shipped_tables_and_own_ones(tmp_path: Path) -> None:
    assert shipped() == ["collins", "tiger", "tiger-foth", "tueba", "tueba-foth", "yamada-matsumoto"]
    for name in shipped():
        rules = head_rules(name)
        assert rules.name == name and rules.title
        assert rules.row(Label("no such label")) is not None
    own = tmp_path / "mine.txt"
    own.write_text(SMALL, "utf-8")
    assert head_rules(str(own)).name == "mine"
    with pytest.raises(UsageError, match="no such head rules; expected collins, tiger"):
        head_rules("magerman")
    own.write_bytes(b"[heads]\nNP left \xc4")
    with pytest.raises(ReadError, match="is not UTF-8"):
        head_rules(str(own))
