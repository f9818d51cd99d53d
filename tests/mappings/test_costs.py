"""Tables of label costs: what a file says, and the costs that mappings get of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from treecompare.errors import ReadError
from treecompare.mappings.edits import custom_lineage_costs, edit_costs, read_costs
from treecompare.mappings.labels import label_codes
from treecompare.trees.symbols import Symbols


def written(folder: Path, text: str) -> str:
    path = folder / "costs.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_pair_counts_both_ways_unless_the_other_way_is_listed(tmp_path: Path) -> None:
    path = written(tmp_path, "# label label cost\n\nNP\tN1\t0.25\nVP NP  1\nA B 0.5\nB A 1.5\n\\# $ 0\n#\tX\t0.75\n")
    assert read_costs(path) == {
        ("NP", "N1"): 0.25, ("N1", "NP"): 0.25, ("VP", "NP"): 1, ("NP", "VP"): 1, ("A", "B"): 0.5, ("B", "A"): 1.5,
        ("#", "$"): 0, ("$", "#"): 0, ("#", "X"): 0.75, ("X", "#"): 0.75,
    }  # fmt: skip


def test_above_two_a_cost_acts_as_two_unless_more_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path, "A B 2\nA C 2.5\n")
    assert read_costs(path)["A", "C"] == 2
    assert read_costs(written(tmp_path, "A B 2\n"), 2.0)["A", "B"] == 2
    with pytest.raises(ReadError, match=r"costs\.txt:2: the cost is 2\.5; expected a number between 0 and 2$"):
        read_costs(written(tmp_path, "A B 2\nA C 2.5\n"), 2.0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("A B\n", "costs.txt:1: 2 columns; expected 3: label label cost"),
        ("A B 1\nA B C 1\n", "costs.txt:2: 4 columns; expected 3: label label cost"),
        ("A B x\n", "costs.txt:1: the cost is 'x'; expected a number"),
        ("A B -1\n", "costs.txt:1: the cost is -1; expected a number of at least 0"),
        ("A B inf\n", "costs.txt:1: the cost is inf; expected a number of at least 0"),
        ("A B nan\n", "costs.txt:1: the cost is nan; expected a number of at least 0"),
    ],
)
def test_what_is_wrong_with_a_table(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ReadError) as raised:
        read_costs(written(tmp_path, text))
    assert str(raised.value).endswith(told)


@pytest.mark.parametrize("pair", ["[ NP", "NP ]"])
def test_boundaries_of_lineages_have_no_cost(tmp_path: Path, pair: str) -> None:
    path = written(tmp_path, f"{pair} 1\n")
    with pytest.raises(ReadError, match=r"costs\.txt:1: boundaries have no cost of their own; expected two labels"):
        read_costs(path, 2.0)
    assert len(read_costs(path)) == 2  # between trees they are labels like others


def test_pairs_that_are_not_listed_cost_one_in_trees_and_two_in_lineages() -> None:
    symbols = Symbols(["A", "B", "C", "D"])
    labels = label_codes(symbols)
    table = {("A", "B"): 0.5, ("B", "A"): 1.5, ("A", "Z"): 0.0}  # no node is called Z
    a, b, c, d = (int(labels.of_label[number]) for number in range(4))
    lineage = custom_lineage_costs(labels, symbols, table)
    assert [lineage.of(*pair) for pair in ((a, b), (b, a), (a, c), (c, d))] == [0.5, 1.5, 2, 2]
    edit = edit_costs(labels, symbols, table)
    assert edit is not None
    rows = edit.rows.tolist()
    assert (rows[c], rows[d], rows[a] >= 0, rows[b] >= 0) == (-1, -1, True, True)
    assert (edit.swap[rows[a], rows[b]], edit.swap[rows[b], rows[a]], edit.swap[rows[a], rows[a]]) == (0.5, 1.5, 1)
    np.testing.assert_array_equal(edit.equal, np.eye(2, dtype=bool))
    assert edit_costs(labels, symbols, None) is None


def test_labels_that_a_parameter_file_makes_equal_cost_nothing() -> None:
    symbols = Symbols(["A", "B", "C", "D", "E"])
    chain = label_codes(symbols, [("A", "B"), ("B", "C")])  # says nothing of A and C
    for table in (None, {("D", "A"): 0.5}):
        edit = edit_costs(chain, symbols, table)
        assert edit is not None
        row = dict(zip("ABCDE", edit.rows[chain.of_label[:5]].tolist(), strict=True))
        equal = {(one, other) for one in "ABC" for other in "ABC" if edit.equal[row[one], row[other]]}
        assert equal == {("A", "A"), ("B", "B"), ("C", "C"), ("A", "B"), ("B", "A"), ("B", "C"), ("C", "B")}
        assert row["E"] == -1 and (row["D"] == -1) == (table is None)
        if table is not None:
            assert edit.swap[row["D"], row["A"]] == 0.5
            assert not edit.equal[row["D"], [row[label] for label in "ABC"]].any() and edit.equal[row["D"], row["D"]]
