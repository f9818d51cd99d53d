"""Scores per label and confusions: against the table's own counts and against pairing sentence by sentence."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.analyses.conftest import compared
from treecompare.analyses.by_category import NONE, label_by_system_tables, label_tables, largest_confusions
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.scores.result import View
from treecompare.trees.tree import CONSTITUENT, Tree


@pytest.mark.parametrize(("kind", "part"), [("constituents", "e.roof"), ("tags", "tags")])
def test_matches_add_up_to_the_table(wsj: ConstituentComparison, kind: str, part: str) -> None:
    for system in range(3):
        items, counts = wsj.items(system, kind), wsj.table.part(system, part)
        rows = wsj.table.common().rows
        for which, expected in (
            (items.right(), counts.matched),
            (items.in_gold, counts.gold),
            (items.in_test, counts.test),
        ):
            by_sentence = np.bincount(items.sentences[which], minlength=wsj.sentences)
            assert by_sentence.tolist() == (expected * rows).tolist()
        for places in (items.gold, items.test):
            assert len(set(places[places >= 0].tolist())) == np.count_nonzero(places >= 0)


def test_f1_is_of_the_precision_and_recall_beside_it() -> None:
    """Under standard ADVP equals PRT: one ADVP of the gold is a PRT of the system, whose own ADVP is nowhere in the gold."""
    gold = "(S (NP (N dogs)) (VP (V go) (ADVP (R up)) (ADVP (R now) (R here))))"
    test = "(S (ADVP (N dogs)) (VP (V go) (PRT (R up)) (R now) (R here)))"
    rows = {row[0]: row[1:] for row in label_tables(compared(gold, test), View())[0].rows}
    assert rows["ADVP"] == [2, 1, 1, 1 / 2, 0.0, 0.0]
    assert rows["PRT"] == [0, 1, 0, None, 1.0, 0.0] and rows["VP"][3:] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("equal", ["", "EQ_LABEL NP X\nEQ_LABEL X Y\n"])
@pytest.mark.parametrize(("kind", "part"), [("constituents", "e.roof"), ("tags", "tags")])
def test_matches_add_up_where_words_are_missing(kind: str, part: str, equal: str, tmp_path: Path) -> None:
    """Nodes are over the same words if they are so without words that only one side has; over nothing else they match nothing."""
    gold = "(S (NP (NN lost)) (NP (NN a) (NN gone)) (VP (VB bcd) (X (NP (NN ef)))))"
    test = "(S (NP (NN %%%%)) (NP (NN a)) (VP (VB b) (VB cd) (NP (NN ef))))"
    params = tmp_path / "own.prm"
    params.write_text(f"LABELED 1\n{equal}")
    comparison = compared(gold, test, params=str(params), differing="align")
    items, counts = comparison.items(0, kind), comparison.table.part(0, part)
    found = items.right().sum(), items.in_gold.sum(), items.in_test.sum()
    assert found == (counts.matched[0], counts.gold[0], counts.test[0])
    assert found == ((4, 6, 5) if kind == "constituents" else (2, 5, 5))
    assert not (items.in_gold & items.in_test & ~items.right()).any()


def by_hand(gold: Tree, test: Tree) -> Counter[tuple[str, str]]:
    """Gold labels by test labels over equal spans: equal ones first, then what is left in order from the top."""
    found: Counter[tuple[str, str]] = Counter()
    spans = {
        (int(tree.starts[node]), int(tree.ends[node]))
        for tree in (gold, test)
        for node in np.flatnonzero(tree.kinds == CONSTITUENT).tolist()
    }
    for span in spans:
        sides = [
            [
                tree.texts[node]
                for node in reversed(np.flatnonzero(tree.kinds == CONSTITUENT).tolist())
                if (int(tree.starts[node]), int(tree.ends[node])) == span
            ]
            for tree in (gold, test)
        ]
        for label in list(sides[0]):
            if label in sides[1]:
                sides[0].remove(label)
                sides[1].remove(label)
                found[label, label] += 1
        rest = max(map(len, sides))
        for pair in zip(*(side + [NONE] * (rest - len(side)) for side in sides), strict=True):
            found[pair] += 1
    return found


def test_confusions_are_those_of_sentence_by_sentence(sample: ConstituentComparison) -> None:
    for system in range(3):
        wanted: Counter[tuple[str, str]] = Counter()
        pairs = sample.pairs(system)
        for sentence in np.flatnonzero(sample.table.common().rows).tolist():
            wanted += by_hand(pairs.gold[sentence], pairs.test[sentence])
        table = label_tables(sample, View(system))[2]
        names = [str(row[0]) for row in table.rows]
        found = {
            (name, other): row[place + 1]
            for name, row in zip(names, table.rows, strict=True)
            for place, other in enumerate(names)
        }
        assert {pair: count for pair, count in found.items() if count} == wanted


def test_a_cell_opens_its_sentences() -> None:
    comparison = compared(
        "(S (NP (D a) (N b)) (VP (V c)))\n(S (NP (D a) (N b)) (VP (V c)))\n",
        "(S (NP (D a) (N b)) (VP (V c)))\n(S (ADJP (D a) (N b)) (V c))\n",
    )
    scores, _, confusion = label_tables(comparison, View(0))
    row = next(number for number, cells in enumerate(scores.rows) if cells[0] == "NP")
    assert scores.rows[row][1:] == [2, 1, 1, 0.5, 1.0, 2 / 3]
    missed = scores.found(row, 4)
    assert missed is not None
    assert missed.sentences.tolist() == [1]
    nothing = scores.found(row, 5)
    assert nothing is not None
    assert not len(nothing.sentences)
    names = [column.title for column in confusion.columns]
    cell = confusion.found([cells[0] for cells in confusion.rows].index("NP"), names.index("ADJP"))
    assert cell is not None
    assert (cell.sentences.tolist(), cell.system) == ([1], 0)
    vp = [cells[0] for cells in confusion.rows].index("VP")
    assert confusion.rows[vp][names.index(NONE)] == 1


def test_every_cell_of_a_label_opens_what_it_counts() -> None:
    """A sentence each: NP is there in both, confused with ADJP, missed, and invented in place of ADJP and of nothing."""
    comparison = compared(
        "(S (NP (D a) (N b)) (V c))\n" * 2
        + "(S (NP (D a) (N b)) (V c))\n(S (ADJP (D a) (N b)) (V c))\n(S (D a) (N b) (V c))",
        "(S (NP (D a) (N b)) (V c))\n(S (ADJP (D a) (N b)) (V c))\n(S (D a) (N b) (V c))\n"
        + "(S (NP (D a) (N b)) (V c))\n" * 2,
    )
    scores, _, confusion = label_tables(comparison, View(0))
    assert [row[0] for row in scores.rows] == ["S", "NP", "ADJP"]  # the most frequent first
    assert scores.rows[1] == ["NP", 3, 3, 1, 1 / 3, 1 / 3, 1 / 3]
    opened = {column: found.sentences.tolist() for column in range(7) if (found := scores.found(1, column))}
    assert opened == {1: [0, 1, 2], 2: [0, 3, 4], 3: [0], 4: [1, 2], 5: [3, 4], 6: [1, 2, 3, 4]}
    names = [column.title for column in confusion.columns]
    cells = {
        (gold, test): found.sentences.tolist()
        for row, gold in enumerate(names[1:])
        for column, test in enumerate(names[1:], 1)
        if (found := confusion.found(row, column)) and len(found.sentences)
    }
    assert cells == {
        ("S", "S"): [0, 1, 2, 3, 4], ("NP", "NP"): [0], ("NP", "ADJP"): [1], ("ADJP", "NP"): [3], ("NP", NONE): [2],
        (NONE, "NP"): [4],
    }  # fmt: skip
    assert confusion.marked == {(1, 3), (2, 2)}  # what has no counterpart is no confusion
    assert confusion.found(1, 0) is None


def test_labels_that_are_as_frequent_stand_in_the_order_of_the_files() -> None:
    comparison = compared(
        "(S (Z (D a) (N b)) (A (D c) (N d)) (M (V e) (V f)))", "(S (Z (D a) (N b)) (A (D c) (N d)) (M (V e) (V f)))"
    )
    names = [row[0] for row in label_tables(comparison, View(0))[0].rows]
    assert names == ["S", "Z", "A", "M"]


def test_at_most_ten_confusions_are_marked_the_largest_first() -> None:
    counts = np.zeros((12, 12), np.int64)
    counts[0, 1:] = 1
    counts[5, 6] = counts[7, 6] = 3
    np.fill_diagonal(counts, 9)
    found = largest_confusions(counts, 12)
    assert found == [(5, 6), (7, 6), *((0, column) for column in range(1, 9))]
    assert largest_confusions(counts, 2) == [(5, 6), (7, 6)]
    assert largest_confusions(np.zeros((2, 2), np.int64), 2) == []


def test_equal_labels_that_have_no_common_code(tmp_path: Path) -> None:
    """EQ_LABEL that is not transitive: the matches are still those of the table."""
    params = tmp_path / "odd.prm"
    params.write_text("LABELED 1\nEQ_LABEL NP ADJP\nEQ_LABEL ADJP X\n", "utf-8")
    comparison = compared(
        "(S (NP (D a) (N b)) (X (V c)))\n(S (NP (D a) (N b)) (X (V c)))",
        "(S (ADJP (D a) (N b)) (ADJP (V c)))\n(S (X (D a) (N b)) (X (V c)))",
        params=str(params),
    )
    assert comparison.items(0, "constituents").right().sum() == comparison.table.part(0, "e.roof").matched.sum() == 5


def test_a_cell_knows_its_nodes() -> None:
    comparison = compared(
        "(S (X (N a)) (V c))\n(S (NP (D a) (N b)) (VP (V c)))\n", "(S (X (N a)) (V c))\n(S (ADJP (D a) (N b)) (V c))\n"
    )
    scores, _, confusion = label_tables(comparison, View(0))
    names = [column.title for column in confusion.columns]
    rows = [cells[0] for cells in confusion.rows]
    pairs = comparison.pairs(0)

    def labels(nodes: dict[int, list[tuple[str, int]]]) -> dict[int, list[tuple[str, str]]]:
        trees = {"gold": pairs.gold, "test": pairs.test}
        return {
            sentence: [(side, trees[side][sentence].texts[node]) for side, node in found]
            for sentence, found in nodes.items()
        }

    for gold, test, expected in (
        ("NP", "ADJP", {1: [("gold", "NP"), ("test", "ADJP")]}),
        ("VP", NONE, {1: [("gold", "VP")]}),
        ("X", "X", {0: [("gold", "X"), ("test", "X")]}),
    ):
        found = confusion.found(rows.index(gold), names.index(test))
        assert found is not None and labels(found.nodes) == expected
    missed = scores.found([cells[0] for cells in scores.rows].index("VP"), 4)
    assert missed is not None and labels(missed.nodes) == {1: [("gold", "VP")]}
    both = scores.found([cells[0] for cells in scores.rows].index("ADJP"), 6)
    assert both is not None and labels(both.nodes) == {1: [("test", "ADJP")]}


def test_labels_that_are_equal_by_the_preparation_are_told() -> None:
    gold = "(S (PRT (N a)) (V c))\n(S (PRT (N a)) (V c))"
    comparison = compared(gold, "(S (PRT (N a)) (V c))\n(S (ADVP (N a)) (V c))")
    tables = [*label_tables(comparison, View(0)), *label_by_system_tables(comparison, View(0))]
    assert tables[0].rows[1][:4] == ["PRT", 2, 1, 2]
    assert all("Equal by the preparation: ADVP and PRT; " in table.note for table in tables)
    alone = compared(gold, gold)
    tables = [*label_tables(alone, View(0)), *label_by_system_tables(alone, View(0))]
    assert not any("Equal by" in table.note for table in [*tables, *label_tables(comparison, View(0), "tags")])
