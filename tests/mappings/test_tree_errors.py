"""The errors of pairs of trees: written down by hand, and what holds of all of them on random trees."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from tests.conftest import stride
from tests.kernels import kernel_and_twin
from tests.mappings.tree_error_cases import CASES, Case
from treecompare.comparison.base import score
from treecompare.comparison.constituents import errors as errors_of_kind
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.mappings.errors import Error
from treecompare.readers import parse
from treecompare.trees.tree import WORD

implementation = kernel_and_twin(errors_of_kind, "mappings.tree_errors")


def compared(gold: str, system: str, **settings: str) -> ConstituentComparison:
    return score(ConstituentComparison(parse(gold), [parse(system)], Settings(**{"params": "none", **settings})))


def written(error: Error, words: list[str]) -> str:
    sites = f"{error.source}>{error.target}" if error.source or error.target else "-"
    text = " ".join(words[word] for word in error.words)
    what = error.what.replace(" ", "-")
    return f"{error.kind} {what} {error.label} '{text}' {sites} {error.height or '-'} {error.first_cost}/{error.second_cost}"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_by_hand(implementation: str, case: Case) -> None:
    comparison = compared(case.gold, case.system)
    words = comparison.error_words(0, 0)
    assert sorted(written(one, words) for one in comparison.errors(0)) == sorted(case.errors)


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 60
    assert len({(case.gold, case.system) for case in CASES}) == len(CASES)


# -- what holds of all pairs ---------------------------------------------------------------------------------------------------

LABELS, TAGS = ["S", "NP", "VP", "PP"], ["N", "V", "P"]


def random_tree(rng: random.Random, words: list[str]) -> str:
    if len(words) == 1:
        text = f"({rng.choice(TAGS)} {words[0]})"
    else:
        cuts = sorted(rng.sample(range(1, len(words)), rng.randint(1, min(3, len(words) - 1))))
        parts = [words[a:b] for a, b in zip([0, *cuts], [*cuts, len(words)], strict=True)]
        text = f"({rng.choice(LABELS)} {' '.join(random_tree(rng, part) for part in parts)})"
    while rng.random() < 0.2:
        text = f"({rng.choice(LABELS)} {text})"
    return text


def random_files(seed: int, sentences: int = 150, lost: float = 0.0) -> tuple[str, str]:
    """Gold and system; ``lost``: how often the system lacks a word."""
    rng = random.Random(seed)
    gold, system = [], []
    for _ in range(sentences):
        words = [f"word{number}" for number in range(rng.randint(2, 12))]
        left = [word for word in words if rng.random() >= lost] or words
        gold.append(random_tree(rng, words))
        system.append(gold[-1] if rng.random() < 0.1 and left == words else random_tree(rng, left))
    return "\n".join(gold), "\n".join(system)


@pytest.mark.parametrize("settings", [{}, {"functions": True}, {"params": "evalb"}, {"params": "standard"}])
@pytest.mark.parametrize("lost", [0.0, 0.08])
def test_every_changed_node_is_in_exactly_one_error(settings: dict[str, str], lost: float) -> None:
    """And the errors' costs add up to those of both mappings."""
    comparison = compared(*random_files(7, lost=lost), **settings)
    errors = comparison.errors(0)
    assert errors.analysed.any()
    for name, part in (("first_cost", "e.whole"), ("second_cost", "t.whole")):
        expected = np.where(errors.analysed, comparison.table.part(0, part).cost, 0)
        np.testing.assert_array_equal(errors.per_sentence(cost=name), expected)
    for sentence in np.flatnonzero(errors.analysed)[:: stride(3)].tolist():
        seen = Counter(node for one in errors.of(sentence) for node in one.nodes)
        assert not seen or max(seen.values()) == 1
        spans, edits = comparison.mapping(0, sentence, "E"), comparison.mapping(0, sentence, "T")
        assert spans is not None and edits is not None
        changed = {
            (side, node) for side, node in [*edits.nodes("deleted"), *edits.nodes("inserted"), *edits.nodes("swapped")]
        }
        assert changed <= set(seen)
        for side, tree in (("gold", spans.gold), ("test", spans.test)):
            assert all(0 <= node < len(tree) for where, node in seen if where == side)
        for one in errors.of(sentence):
            assert one.first_cost + one.second_cost > 0
            assert {kind.key for kind in comparison.error_kinds if kind.has(one)} == {one.kind}
            assert sum(kind.has(one) for kind in comparison.error_types) == 1


def test_what_is_attached_elsewhere_is_in_both_trees_with_other_sites() -> None:
    """With the same label it moved; words with other tags alone did not."""
    comparison = compared(*random_files(11))
    number: Counter[str] = Counter()
    for sentence, one in comparison.errors(0).positions(np.ones(len(comparison.errors(0)), np.bool_)):
        if one.kind not in ("moved", "retagged"):
            continue
        number[one.kind] += 1
        mapping = comparison.mapping(0, sentence, "T")
        assert mapping is not None
        sides = {"gold": mapping.gold, "test": mapping.test}
        words: dict[str, set[int]] = {"gold": set(), "test": set()}
        for side, node in one.moved:
            words[side] |= set(range(int(sides[side].starts[node]), int(sides[side].ends[node])))
        assert words["gold"] == words["test"] == set(one.words)
        for side, site in (("gold", one.source_node), ("test", one.target_node)):
            if site >= 0:
                assert words[side] < set(range(int(sides[side].starts[site]), int(sides[side].ends[site])))
        if one.source_node >= 0 and one.target_node >= 0:
            assert mapping.test_of_gold.get(one.source_node) != one.target_node
        tops = [[sides[side].label(node) for where, node in one.moved if where == side] for side in sides]
        tags = [
            [
                sides[side].label(node + 1)
                for where, node in one.moved
                if where == side and sides[side].kinds[node] == WORD
            ]
            for side in sides
        ]
        assert sorted(tops[0]) == sorted(tops[1])
        if one.kind == "retagged":
            assert len(tags[0]) == len(tops[0])
            assert all(tag != other for tag, other in zip(*tags, strict=True))
        else:
            assert len(tags[0]) < len(tops[0])
    assert number["moved"] > 100 and number["retagged"] > 50


def test_equal_labels_without_a_common_code_are_equal(tmp_path: pytest.TempPathFactory) -> None:
    """EQ_LABEL is not transitive: ADVP is like PRT and like RB, which are not like each other."""
    path = tmp_path / "own.prm"  # type: ignore[operator]
    path.write_text("LABELED 1\nEQ_LABEL ADVP PRT\nEQ_LABEL ADVP X\n", "utf-8")
    gold = "(S (VP (VBD gave) (PRT (RP up))) (X (NN all)) (ADVP (RB now)))"
    system = "(S (VP (VBD gave) (ADVP (RP up))) (PRT (NN all)) (X (RB now)))"
    comparison = compared(gold, system, params=str(path))
    errors = comparison.errors(0)
    assert [written(one, comparison.error_words(0, 0)) for one in errors] == ["label other X 'all' X>PRT - 2/1"]


def test_sentences_are_left_out_where_a_mapping_is_missing() -> None:
    comparison = compared(
        "(S (NP (N a)) (VP (V b)))\n(S (NP (N c)))\n(S (NP (N d)))",
        "(S (NP (N a)) (VP (V c)))\n(())\n(S (VP (N d)))",
        params="evalb",
    )
    errors = comparison.errors(0)
    assert errors.analysed.tolist() == [False, False, True]
    assert [one.kind for one in errors] == ["label"] and errors.sentences.tolist() == [2]


def test_stop_ends_the_search() -> None:
    from treecompare.errors import Cancelled

    comparison = compared(*random_files(3, 20))
    with pytest.raises(Cancelled):
        comparison.errors(0, np.ones(1, np.int32))
    assert len(comparison.errors(0, np.zeros(1, np.int32)))
    assert comparison.errors(0) is comparison.errors(0)


@pytest.mark.parametrize(("gold", "system", "expected"), [
    ("(S (B (A (N x))) (V y))", "(S (N x) (V y))", ["unary-missing A", "unary-missing B"]),
    ("(S (A (B (N x))) (V y))", "(S (N x) (V y))", ["unary-missing A", "unary-missing B"]),
    ("(S (B (N x)) (V y))", "(S (M x) (V y))", ["tag N", "unary-missing B"]),
    ("(S (V y))", "(S (Z (N x)) (T y))", ["tag V", "word Z"]),
])  # fmt: skip
def test_errors_at_the_same_words_are_in_order_of_kind_and_label_and_those_at_none_are_last(
    gold: str, system: str, expected: list[str]
) -> None:
    assert [f"{one.kind} {one.label}" for one in compared(gold, system).errors(0)] == expected
