from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, arc, conllu, decide
from treecompare.errors import UsageError
from treecompare.extras.annotators.adjudicated import summary
from treecompare.extras.annotators.adjudication import (
    BY_RULE,
    DECIDED,
    LEFT,
    OPEN,
    Adjudication,
    Refused,
    joined,
    told_kind,
)
from treecompare.extras.annotators.decisions import FILE, NEITHER, OTHER, read_decision
from treecompare.extras.annotators.differences import Place
from treecompare.extras.annotators.settled import Arc, Result, WordModel


@pytest.fixture
def bank(tmp_path: Path) -> Adjudication:
    return adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))


def test_what_nobody_decides_is_the_first_files_and_undecided(bank: Adjudication) -> None:
    assert bank.settled(0).results == {arc(1, 6): Result("4:nmod", "undecided")}
    assert bank.decided == 0


def test_a_decision_stands_until_it_is_taken_back(bank: Adjudication) -> None:
    changes = bank.decide(arc(1, 6), FILE, file="b", note="guideline 4.2", by="ann", at="2026-05-01T14:02")
    bank.put(changes)
    assert bank.settled(0).results[arc(1, 6)] == Result("3:obl", "b", 0, "guideline 4.2")
    assert bank.decided == 1 and bank.states.tolist() == [DECIDED]
    bank.put([(changes[0][0], None)])
    assert bank.states.tolist() == [OPEN]


def test_neither_marks_and_decides_nothing(bank: Adjudication) -> None:
    bank.put(bank.decide(arc(1, 6), NEITHER))
    assert bank.states.tolist() == [LEFT] and bank.decided == 0
    assert bank.settled(0).results[arc(1, 6)].source == "undecided"


def test_what_is_typed_is_other_unless_a_file_has_it(bank: Adjudication) -> None:
    bank.put(bank.decide(arc(1, 6), OTHER, "2:nmod"))
    assert bank.settled(0).results[arc(1, 6)] == Result("2:nmod", "other")
    bank.put(bank.decide(arc(1, 6), OTHER, "3:obl"))
    assert bank.settled(0).results[arc(1, 6)] == Result("3:obl", "b")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("7:obl", "no word 7"),
        ("obl", "not an arc"),
        ("x:obl", "not an arc"),
        ("3:", "not an arc"),
        ("3:a b", "not a relation"),
    ],
)
def test_typed_arcs_are_checked(bank: Adjudication, typed: str, expected: str) -> None:
    with pytest.raises(UsageError, match=expected):
        bank.decide(arc(1, 6), OTHER, typed)


def test_a_head_that_all_agree_to_be_below_makes_a_cycle(bank: Adjudication) -> None:
    with pytest.raises(Refused, match=r"This makes a cycle: Lisbon → in → Lisbon\. All analyses have the other arcs"):
        bank.decide(arc(1, 6), OTHER, "5:obl")
    with pytest.raises(Refused, match="Lisbon → Lisbon"):
        bank.decide(arc(1, 6), OTHER, "6:obl")


CHAIN_A = (("a", "X", 0, "root"), ("b", "X", 1, "dep"), ("c", "X", 2, "dep"), ("d", "X", 1, "dep"))
CHAIN_B = (("a", "X", 0, "root"), ("b", "X", 3, "dep"), ("c", "X", 1, "dep"), ("d", "X", 2, "dep"))


def test_the_words_of_a_cycle_are_named_with_who_decided_them(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(CHAIN_A), conllu(CHAIN_B))
    made.put(made.decide_as(arc(1, 2), "b", at="2026-05-01T14:02"))
    with pytest.raises(Refused) as refused:
        made.decide_as(arc(1, 3), "a")
    assert str(refused.value) == "This makes a cycle: c → b → c. Decided before: b → c (b, 14:02)"


def test_an_arc_that_others_leave_no_choice_is_implied(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(CHAIN_A), conllu(CHAIN_B))
    decide(made, arc(1, 2), "b")
    assert made.settled(0).results[arc(1, 3)] == Result("1:dep", "implied")
    told = {str(source): count for source, count in summary(made).rows}
    assert told["implied"] == sum(one.source == "implied" for one in made.settled(0).results.values())
    assert told.get("undecided", 0) + told["implied"] + told["decided"] == told["differences"]
    assert made.settled(0).results[arc(1, 4)] == Result("1:dep", "undecided")


def test_a_rule_decides_what_is_open_of_its_kind_and_own_decisions_win(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A, BANK_A, BANK_A), conllu(BANK_B, BANK_B, BANK_B))
    made.put(made.decide(arc(2, 6), NEITHER))
    assert len(made.same_kind(arc(1, 6))) == 3
    made.put(made.rule_for(arc(1, 6), "b"))
    assert made.states.tolist() == [BY_RULE, LEFT, BY_RULE]
    assert made.settled(0).results[arc(1, 6)] == Result("3:obl", "rule 1", 1)
    decide(made, arc(3, 6), "a")
    assert made.states.tolist() == [BY_RULE, LEFT, DECIDED] and made.decided == 2
    changes, undecided = made.revoked(1)
    assert undecided == [0]
    made.put(changes)
    assert made.states.tolist() == [OPEN, LEFT, DECIDED]
    with pytest.raises(UsageError, match="there is no rule 1"):
        made.revoked(1)


def test_of_two_rules_of_a_kind_the_earlier_one_counts(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))
    made.put(made.rule_for(arc(1, 6), "b"))
    made.put(made.rule_for(arc(1, 6), "a"))
    assert made.settled(0).results[arc(1, 6)].source == "rule 1"


def test_a_rule_that_would_be_refused_leaves_the_place_and_counts_it(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(CHAIN_A), conllu(CHAIN_B))
    decide(made, arc(1, 3), "a")
    made.put(made.rule_for(arc(1, 2), "b"))
    assert made.states[made.index[arc(1, 2)]] == OPEN
    assert made.refused_by(1) == 1


def test_the_tree_does_not_depend_on_the_order_in_which_entries_come(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(CHAIN_A, BANK_A), conllu(CHAIN_B, BANK_B))
    entries = []
    for changes in (
        made.decide_as(arc(1, 2), "b"), made.rule_for(arc(1, 4), "b"), made.decide(arc(2, 6), OTHER, "2:nmod"),
    ):  # fmt: skip
        made.put(changes)
        entries += changes
    expected = {one: made.settled(one).results for one in (0, 1)}
    for order in itertools.permutations(entries):
        again = Adjudication(made.analyses)
        again.put(order)
        assert {one: again.settled(one).results for one in (0, 1)} == expected


def test_decisions_that_do_not_fit_any_more_are_listed_and_not_applied(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A), conllu(BANK_B))
    changes = made.decide_as(arc(1, 6), "b")
    (tmp_path / "later").mkdir()
    later = adjudication(tmp_path / "later", conllu(BANK_A), conllu((*BANK_A[:5], ("Lisbon", "PROPN", 2, "obl"))))
    later.put([*changes, (("decision", 0, "arc", "1"), changes[0][1]), (("decision", 8, "arc", "1"), changes[0][1])])
    assert [one.reason for one in later.misfits] == [
        "there is no difference any more", "the analyses have other values now", "there is no such sentence",
    ]  # fmt: skip
    assert later.states.tolist() == [OPEN]


def test_what_is_no_decision_is_listed(bank: Adjudication) -> None:
    for text in ("x", "[]", '{"choice": "all"}', '{"choice": "file", "number": -1}', '{"choice": "file", "values": 3}'):
        bank.put([(("decision", 0, "arc", "6"), text)])
        assert len(bank.misfits) == 1 and bank.states.tolist() == [OPEN]
    bank.put([(("rule", 2**31 - 1, "", "1"), "{}")])
    assert len(bank.misfits) == 2


def test_a_note_stays_when_the_decision_changes(bank: Adjudication) -> None:
    bank.put(bank.noted(arc(1, 6), "ask  b"))
    assert bank.states.tolist() == [OPEN] and bank.settled(0).results[arc(1, 6)].note == "ask b"
    decide(bank, arc(1, 6), "b")
    bank.put(bank.reopened(arc(1, 6)))
    assert bank.states.tolist() == [OPEN] and bank.decisions[arc(1, 6)].note == "ask b"
    bank.put(bank.noted(arc(1, 6), ""))
    bank.put(bank.reopened(arc(1, 6)))
    assert not bank.decisions


NODES_A = "(S (NP (D the) (N man)) (VP (V saw) (NP (NP (N her)) (PP (P in) (N town)))))\n"
NODES_B = "(S (NP (D the) (N man)) (VP (VP (V saw) (NP (N her))) (PP (P in) (N town))))\n"


def test_nodes_that_would_cross_what_is_decided_are_refused_and_dropped(tmp_path: Path) -> None:
    made = adjudication(tmp_path, NODES_A, NODES_B, ending="mrg")
    assert [one.place.unit for one in made.differences] == ["3-4", "4-6"]
    decide(made, Place(0, "3-4", "nodes"), "b")
    results = made.settled(0).results
    assert results[Place(0, "4-6", "nodes")] == Result("", "implied")
    with pytest.raises(Refused, match=r"NP over “her in town” would cross VP over “saw her”\. Decided before: b"):
        made.decide_as(Place(0, "4-6", "nodes"), "a")


def test_nodes_all_agree_on_give_way_to_what_was_typed(tmp_path: Path) -> None:
    made = adjudication(tmp_path, "(S (A a) (X (B b) (C c)))\n", "(S (Y (A a) (B b)) (C c))\n", ending="mrg")
    made.put(made.decide(Place(0, "1-2", "nodes"), OTHER, "Z"))
    assert made.settled(0).results[Place(0, "2-3", "nodes")] == Result("", "implied")


def test_two_files_are_joined_and_conflicts_told(tmp_path: Path) -> None:
    made = adjudication(tmp_path, conllu(BANK_A, BANK_A, BANK_A), conllu(BANK_B, BANK_B, BANK_B))
    own = dict([*made.decide_as(arc(1, 6), "a"), *made.decide_as(arc(2, 6), "b"), *made.rule_for(arc(1, 6), "a")])
    other = dict([*made.decide_as(arc(2, 6), "a"), *made.decide_as(arc(3, 6), "b"), *made.rule_for(arc(1, 6), "b")])
    added, conflicts = joined(own, other)  # type: ignore[arg-type]
    assert [entry for entry, _ in added] == [("decision", 2, "arc", "6")]
    assert read_decision(added[0][1] or "").number == 2
    assert [entry for entry, _, _ in conflicts] == [("decision", 1, "arc", "6"), ("rule", 2**31 - 1, "", "1")]
    assert joined(own, own) == ([], [])  # type: ignore[arg-type]


def brute(arcs: list[list[Arc]], fixed: dict[int, Arc]) -> list[Arc] | None:
    """The best of all trees, by the order in which they are wanted."""

    def is_tree(of: tuple[Arc, ...] | list[Arc]) -> bool:
        for word in range(1, len(of) + 1):
            seen: set[int] = set()
            while word:
                if word in seen:
                    return False
                seen.add(word)
                word = of[word - 1][0]
        return True

    voters = [of for of in arcs if is_tree(of)] or arcs
    words = range(len(arcs[0]))
    options = [
        [fixed[word + 1]] if word + 1 in fixed else list(dict.fromkeys(of[word] for of in arcs)) for word in words
    ]

    def worth(tree: tuple[Arc, ...]) -> tuple[object, ...]:
        heads = sum(of[word][0] == tree[word][0] for of in voters for word in words)
        labels = sum(of[word] == tree[word] for of in voters for word in words)
        return -sum(head == 0 for head, _ in tree), heads, labels, [-options[word].index(tree[word]) for word in words]

    trees = [tree for tree in itertools.product(*options) if is_tree(tree)]
    return list(max(trees, key=worth)) if trees else None


def test_the_consensus_over_options_is_the_best_of_all_trees() -> None:
    draw = random.Random(30)
    for _ in range(400):
        words = draw.randint(1, 5)
        arcs = [
            [
                (draw.choice([head for head in range(words + 1) if head != word]), draw.choice("xy"))
                for word in range(1, words + 1)
            ]
            for _ in range(draw.randint(2, 3))
        ]
        fixed = {word: draw.choice(arcs)[word - 1] for word in range(1, words + 1) if draw.random() < 0.3}
        model = WordModel([], [f"w{word}" for word in range(words)], ["a", "b", "c"], arcs)
        assert model.tree(fixed) == brute(arcs, fixed)


def test_kinds_in_words(bank: Adjudication) -> None:
    assert told_kind(bank.differences[0].kind) == "nmod / obl, another head, PROPN"
