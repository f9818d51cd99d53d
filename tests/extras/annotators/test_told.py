"""What people are told of differences and asked about them, and what they type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, arc, conllu, decide
from tests.extras.annotators.test_adjudication import CHAIN_A, CHAIN_B, NODES_A, NODES_B
from treecompare.errors import UsageError
from treecompare.extras.annotators.decisions import NEITHER, OTHER
from treecompare.extras.annotators.differences import NODES, UPOS, XPOS
from treecompare.extras.annotators.kept import judged
from treecompare.extras.annotators.queue import crossed
from treecompare.extras.annotators.told import (
    answers,
    called_shortly,
    decisions_told,
    labels_in,
    not_in_all_said,
    question_told,
    row_told,
    rule_asked,
    rule_offered,
    rule_told,
    ruled,
    rules_told,
    skipped_said,
    sources_told,
    standing_told,
    typed_value,
    used_nowhere,
)
from treecompare.saved.rows import Key

CALLED = {"a": "anna", "b": "bert"}


def test_a_row_says_for_whom_it_was_decided_and_by_whom(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(*[BANK_A] * 4), conllu(*[BANK_B] * 4))
    assert row_told(made, 0, CALLED) == ("1", "Lisbon", "nmod / obl", "○", "")
    made.put(made.decide_as(arc(1, 6), "b", by="curator", at="2026-05-01T14:02"))
    made.put(made.decide(arc(2, 6), OTHER, "2:nmod"))
    made.put(made.decide(arc(3, 6), NEITHER))
    made.put(made.rule_for(arc(4, 6), "a"))
    rows = [row_told(made, at, CALLED)[3:] for at in range(4)]
    assert rows == [("bert ✓", "curator, 14:02"), ("Other ✓", ""), ("neither", "left open"), ("anna ✓", "rule 1")]
    assert sources_told(made, CALLED) == [("anna", 0), ("bert", 1), ("Other", 1), ("Rules", 1), ("Undecided", 1)]
    told = dict(decisions_told(made, CALLED))
    assert told == {
        arc(1, 6): "Lisbon: bert, obl of opened\n14:02 · curator", arc(2, 6): "Lisbon: other, nmod of bank",
        arc(3, 6): "Lisbon: neither",
    }  # fmt: skip
    assert standing_told(made, 0, CALLED) == "decided"
    assert standing_told(made, 2, CALLED) == "dotted: undecided, anna’s stands until then"


def test_a_question_has_its_answers(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(CHAIN_A), conllu(CHAIN_B))
    decide(made, arc(1, 2), "b")
    difference = made.differences[made.index[arc(1, 3)]]
    assert question_told(made, difference.place) == "c: which head and relation?"
    first, second, neither, other = answers(made, difference, CALLED)
    assert (first.key, first.title, first.detail) == ("1", "anna", "dep of b")
    assert first.why_not.startswith("This makes a cycle: c → b → c") and not second.why_not
    assert neither[:3] == ("0", "Neither", "stays undecided") and other[:3] == ("e", "Other…", "any head, relation")
    made.put(made.decide(difference.place, NEITHER))
    assert [one.is_chosen for one in answers(made, difference, CALLED)] == [False, False, True, False]


def test_of_constituents_nothing_is_an_answer(tmp_path: Path) -> None:
    made = adjudication(tmp_path, NODES_A, NODES_B, ending="mrg")
    assert [one.detail for one in answers(made, made.differences[0], CALLED)[:2]] == ["no constituent", "VP"]
    assert question_told(made, made.differences[0].place) == "saw her: which constituents?"
    assert standing_told(made, 0, CALLED) == "?: undecided, anna’s stands until then"


def test_a_rule_says_what_it_would_decide(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(*[BANK_A] * 3), conllu(*[BANK_B] * 3))
    first, second = made.differences[:2]
    assert ruled(made, None, second) is second
    assert rule_offered(made, second, second, CALLED) == "Same choice for all 3 of this kind…"
    decide(made, first.place, "b")
    assert ruled(made, first.place, second) is first
    assert rule_offered(made, first, second, CALLED) == "bert again for 2 more of the last kind…"
    assert rule_asked(made, first, "b") == (
        "Always b for nmod / obl, another head, PROPN?", "2 open differences. Your own decisions stay; rules can be revoked."
    )  # fmt: skip
    made.put(made.rule_for(first.place, "b"))
    assert rule_told(made, 1) == "Rule 1: 2 differences decided."
    assert rules_told(made) == [(1, "1. always b for nmod / obl, another head, PROPN\n2 decided")]


def test_a_cell_of_agreement_has_its_differences(tmp_path: Path) -> None:
    other = (*BANK_A[:3], ("offices", "NOUN", 3, "iobj"), *BANK_A[4:])
    found = crossed(adjudication(tmp_path, conllu(BANK_A, BANK_A, BANK_A), conllu(BANK_B, other, BANK_B)))
    assert found.differing["nmod", "obl"] == [0, 2] and ("obj", "obj") not in found.differing


def test_a_judgement_is_on_both_analyses() -> None:
    place = arc(2, 6)
    assert judged(("a", "b"), place, 7, False, "second") == [
        (Key("correct", 7, "a", "arc\x1f6-6"), "no"), (Key("correct", 7, "b", "arc\x1f6-6"), "yes")
    ]  # fmt: skip
    assert judged(("a", "b"), place, 7, True, "unclear")[1] == (Key("correct", 7, "b", ""), "unclear")


def test_what_no_analysis_has_is_told(tmp_path: Path) -> None:
    trees = adjudication(
        tmp_path, "(S (NP (N dog)) (VP (V barks)))\n", "(S (NX (N dog)) (VP (V barks)))\n", ending="mrg"
    )
    place = trees.differences[0].place
    assert used_nowhere(place, "NX NP dog V", labels_in(trees, NODES)) == ["dog", "V"]  # a word, and a tag
    assert used_nowhere(place._replace(field=XPOS), "V", labels_in(trees, XPOS)) == []
    words = adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))
    assert used_nowhere(arc(1, 6)._replace(field=UPOS), "nmod", labels_in(words, UPOS)) == ["nmod"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("3:obl", "3:obl"), ("offices obl", "4:obl"), ("obl", "4:obl"), ("nmod:poss", "4:nmod:poss"), ("2", "2:nmod"),
     ("root root", "0:root"),
     ("The:x", "1:x"), ("the x", "1:x")],
)  # fmt: skip
def test_heads_can_be_typed_as_words(tmp_path: Path, typed: str, expected: str) -> None:
    made = adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))
    assert typed_value(made, arc(1, 6), typed) == expected


def test_words_that_are_not_there_are_told(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))
    for typed, expected in (("Paris obl", "there is no word 'Paris'"), (" ", "nothing was typed")):
        with pytest.raises(UsageError, match=expected):
            typed_value(made, arc(1, 6), typed)


def test_what_names_share_is_left_out() -> None:
    assert called_shortly(["ewt.anna.validator", "ewt.bert.validator"]) == {
        "ewt.anna.validator": "anna", "ewt.bert.validator": "bert",
    }  # fmt: skip
    assert called_shortly(["anna", "bert"]) == {"anna": "anna", "bert": "bert"}
    assert called_shortly(["ewt.gold", "proposed"], ["ewt.a", "ewt.b"]) == {"ewt.gold": "gold", "proposed": "proposed"}


def test_sentences_that_cannot_be_decided_are_named() -> None:
    assert skipped_said({}) == ""
    assert not_in_all_said([3]) == (
        "Sentence 4 is not in all systems with the same words: only what varies is asked about there."
    )
    assert skipped_said({6: "other words in b"}) == "Sentence 7 cannot be decided: other words in b."
    many = skipped_said({one: f"reason {one}" for one in range(1_000, 1_010)})
    assert many.startswith("Sentences 1,001, 1,002, ") and " 1,008 and 2 more cannot" in many
    assert many.endswith("decided: reason 1000, among other reasons.")
