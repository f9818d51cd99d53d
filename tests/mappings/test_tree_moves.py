"""What the search for moves leaves out early makes no difference: the same errors as when all nodes are asked every time."""

from __future__ import annotations

import pytest

from tests.conftest import stride
from tests.kernels import interpreted
from tests.mappings.test_tree_errors import compared, random_files
from treecompare.comparison.constituents import errors
from treecompare.mappings import tree_errors
from treecompare.mappings.tree_errors import TOP, Moves, Side
from treecompare.trees.tree import CONSTITUENT


def _site(side: Side, node: int) -> int:
    above = side.parents[node]
    while above != TOP and side.words[above] == side.words[node]:
        above = side.parents[above]
    return above


def _all_attached(moves: Moves) -> list[tree_errors._Attached]:
    gold, test = moves.gold, moves.test
    found = []
    for node in reversed(range(len(gold.labels))):
        other, words = gold.same[node], gold.words[node]
        if other >= 0 and words:
            source, target = _site(gold, node), _site(test, other)
            found.append(
                tree_errors._Attached(node, other, words, source, target, 0, 0, moves._is_apart(source, target, words))
            )
    return found


@pytest.mark.parametrize("seed", range(0, 4, stride(2)))
@pytest.mark.parametrize("lost", [0.0, 0.08])
def test_nothing_is_left_out_that_matters(monkeypatch: pytest.MonkeyPatch, seed: int, lost: float) -> None:
    files = random_files(20 + seed, lost=lost)
    expected = list(compared(*files).errors(0))
    monkeypatch.setattr(Moves, "_attached", property(_all_attached))
    for module in (errors, tree_errors):
        monkeypatch.setattr(module, "kernel", interpreted)
    found = list(compared(*files).errors(0))
    assert expected == found
    assert sum(one.kind in ("moved", "retagged") for one in found) > 100


def test_columns_of_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    sides: list[Side] = []
    create = Moves.__init__

    def remembered(moves: Moves, gold: Side, test: Side, apart: list[int]) -> None:
        create(moves, gold, test, apart)
        sides.extend((gold, test))
        over = [(node, gold.over(_site(gold, node), 0), gold.same[node]) for node in range(len(gold.labels))]
        assert apart == [
            node
            for node, words, other in over
            if gold.words[node] and other >= 0 and words != test.over(_site(test, other), 0)
        ]

    monkeypatch.setattr(Moves, "__init__", remembered)
    monkeypatch.setattr(errors, "kernel", interpreted)
    for lost in (0.0, 0.08):
        compared(*random_files(5, lost=lost)).errors(0)
    assert len(sides) > 400
    for side in sides:
        nodes = range(len(side.labels))
        assert side.sites == [_site(side, node) for node in nodes]
        assert side.constituents == [node for node in nodes if side.kinds[node] == CONSTITUENT and side.words[node]]
        assert side.unmatched == [node for node in side.constituents if side.same[node] < 0]
        unlike = {node for node in nodes if side.same[node] != side.mapped[node] or side.same[node] < 0}
        assert unlike <= set(side.changed) and side.changed == sorted(side.changed)
