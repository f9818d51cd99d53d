"""What is drawn of treebanks whose words differ is what their scores count: arcs of lattices, nodes of trees."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.comparison import hebrew as real
from tests.conftest import stride
from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.comparison.lit import lattice_nodes
from treecompare.drawing.lattice_drawing import GOLD, KEPT, SHARED, TEST, role_of
from treecompare.drawing.lattice_tree_layout import layout_lattice_trees
from treecompare.mappings import edits
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.readers import read, read_any
from treecompare.readers.lattice_files import read_lattices, read_segmentation
from treecompare.resources import path
from treecompare.scores.table import PARTIAL, SKIPPED

EXAMPLES = path("samples/words-that-differ")


def check_paths(comparison: LatticeComparison, step: int = 1) -> int:
    """What the arcs say is in both trees, and in one only, is what SegEval counts, in each of ``step`` sentences; returns of how
    many sentences there are counts."""
    there = 0
    for system, statuses in enumerate(comparison.table.statuses.tolist()):
        counts = comparison.table.part(system, "segeval")
        for sentence, status in enumerate(statuses):
            if status == SKIPPED:
                continue
            there += 1
            if there % step:
                continue
            number = Counter((role_of(arc), arc.gold, arc.test) for arc in comparison.paths(system, sentence)[0])
            assert number[KEPT, True, False] == number[KEPT, False, True]
            kept = number[SHARED, True, True] + number[KEPT, True, False]
            found = kept, number[GOLD, True, False], number[TEST, False, True]
            assert found == (counts.matched[sentence], counts.inserted[sentence], counts.deleted[sentence])
    return there


def test_the_paths_say_what_segeval_counts() -> None:
    gold = read(str(EXAMPLES / "gold.mrg"))
    systems = [read(str(EXAMPLES / f"{name}-input.mrg")) for name in ("gold", "predicted", "raw")]
    files = [read_segmentation(EXAMPLES / f"{name}.seg") for name in ("gold", "gold", "predicted", "raw")]
    lattice = [read_lattices(EXAMPLES / "words.lattice")]
    for given in (Segmentations(lattice), Segmentations(files=files), Segmentations()):
        assert check_paths(score(LatticeComparison(gold, systems, given))) == 15


@pytest.fixture(scope="module")
def hebrew(shared: Path) -> LatticeComparison:
    assert shared
    return real.compared()


def test_the_paths_say_what_segeval_counts_on_real_data(hebrew: LatticeComparison, shared: Path) -> None:
    assert check_paths(hebrew, stride(4)) == 493
    turkish = shared / "data" / "turkish-imst"
    sides = [read_any(turkish / f"dev.{name}.conllu") for name in ("gold", "udpipe", "malt-lazy.goldseg")]
    assert check_paths(score(LatticeComparison(sides[0], sides[1:])), stride(4)) == 2 * 975


# -- trees over their lattice ----------------------------------------------------------------------------------------------


def check_trees(comparison: LatticeComparison, step: int = 1) -> int:
    """The nodes that are drawn as added, deleted and kept are those that TedEval counts, and whichever count is clicked, as many
    nodes light; returns how many sentences, each of ``step``, were looked at."""
    looked_at = 0
    for system, statuses in enumerate(comparison.table.statuses.tolist()):
        for sentence in range(0, len(statuses), step):
            if statuses[sentence] == SKIPPED:
                continue
            looked_at += 1
            trees = comparison.trees(system, sentence)
            for part in LATTICE_PARTS:
                gold, test, matched = comparison.table.columns[part][system, sentence].tolist()
                wanted = {
                    "gold": gold,
                    "test": test,
                    "matched": 2 * matched,
                    "deleted": test - matched,
                    "inserted": gold - matched,
                }
                for count, number in wanted.items():
                    nodes = lattice_nodes(comparison, trees, system, sentence, part, count)
                    assert len(set(nodes)) == len(nodes) == number
            drawn = layout_lattice_trees(trees, elide=False)
            number = Counter((box.side, box.operation) for box in drawn.nodes if not box.is_root)
            gold, test, matched = comparison.table.columns["tedeval.lattice"][system, sentence].tolist()
            assert number["gold", MATCHED] == number["test", MATCHED] == matched
            assert (number["gold", DELETED], number["test", INSERTED]) == (gold - matched, test - matched)
    return looked_at


def test_marked_nodes_are_those_that_are_counted() -> None:
    gold = read(str(EXAMPLES / "gold.mrg"))
    systems = [read(str(EXAMPLES / f"{name}-input.mrg")) for name in ("gold", "predicted", "raw")]
    files = [read_segmentation(EXAMPLES / f"{name}.seg") for name in ("gold", "gold", "predicted", "raw")]
    lattice = [read_lattices(EXAMPLES / "words.lattice")]
    for given in (Segmentations(lattice), Segmentations(files=files), Segmentations()):
        assert check_trees(score(LatticeComparison(gold, systems, given))) == 15


def test_marked_nodes_are_those_that_are_counted_on_real_data(hebrew: LatticeComparison) -> None:
    assert check_trees(hebrew, step=4 * stride(4)) > 120 // stride(4)


def test_the_papers_example_marks_five_to_add_and_one_to_delete() -> None:
    gold, raw = read(str(EXAMPLES / "gold.mrg")), read(str(EXAMPLES / "raw-input.mrg"))
    comparison = score(LatticeComparison(gold, [raw], Segmentations([read_lattices(EXAMPLES / "words.lattice")])))
    trees = comparison.trees(0, 0)
    texts = {
        count: [
            trees.tree(side).texts[node]
            for side, node in lattice_nodes(comparison, trees, 0, 0, "tedeval.lattice", count)
        ]
        for count in ("inserted", "deleted")
    }
    assert texts == {"inserted": ["H", "NP", "H", "NEIM", "ADJP"], "deleted": ["HNEIM"]}
    drawn = layout_lattice_trees(trees)
    assert sorted(box.text for box in drawn.nodes if box.operation != MATCHED) == [
        ">HNEIM", "ADJP<", "H<", "H<", "NEIM<", "NP<",
    ]  # fmt: skip
    assert [box.text for box in drawn.nodes if box.text == "=CL"] == ["=CL", "=CL"]
    assert comparison.score_said(0, 0).startswith("TedEval 72.73: 5 added, 1 deleted, 8 kept; SegEval 66.67: 3 added")


def test_trees_that_are_too_large_are_drawn_as_their_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "LIMIT", 40)
    gold, raw = read(str(EXAMPLES / "gold.mrg")), read(str(EXAMPLES / "raw-input.mrg"))
    comparison = score(LatticeComparison(gold, [raw], Segmentations([read_lattices(EXAMPLES / "words.lattice")])))
    assert comparison.table.statuses[0, 0] == PARTIAL
    trees = comparison.trees(0, 0)
    assert [len(trees.mapping.gold), len(trees.mapping.test), len(trees.mapping.pairs)] == [7, 5, 4]
    assert lattice_nodes(comparison, trees, 0, 0, "tedeval.lattice", "gold") == []
    assert len(lattice_nodes(comparison, trees, 0, 0, "segeval", "inserted")) == 3
    assert "SegEval" in comparison.score_said(0, 0) and "TedEval" not in comparison.score_said(0, 0)
    assert layout_lattice_trees(trees).nodes
