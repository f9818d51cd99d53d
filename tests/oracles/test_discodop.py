"""disco-dop's brackets and tree distance, sentence by sentence. Its tree distance leaves the words out of the trees."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.oracles.test_evalb import expected_figures
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.mappings.edits import count_edits
from treecompare.readers import read
from treecompare.trees.tree import WORD, Trees


def without_words(trees: Trees) -> Trees:
    return trees.kept(trees.kinds != WORD)


@pytest.mark.parametrize("params", ["COLLINS", "cutoff10"])
def test_discodop(shared: Path, params: str) -> None:
    folder = shared / "oracles/discodop"
    settings = Settings(params=str(folder / f"{params}.prm"), preterminals="yes")
    comparison = score(
        ConstituentComparison(read(str(folder / "gold.mrg")), [read(str(folder / "test.mrg"))], settings)
    )
    pairs, labels, table = comparison.pairs(0), comparison.labels(), comparison.table
    gold, test = without_words(pairs.gold), without_words(pairs.test)
    out = np.zeros((len(gold), 4), np.int64)
    sides = [(labels.codes(trees), trees.sizes, trees.offsets) for trees in (gold, test)]
    count_edits(*sides, 0, len(gold), out)
    distances = out[:, 1:].sum(axis=1)
    expected = expected_figures(folder / f"{params}.expected.tsv")
    assert len(expected) == 120
    for sentence, figures in expected.items():
        index = int(sentence) - 1
        roof = table.counts(0, slice(index, index + 1))[0]["e.roof"]
        assert [roof[name] for name in ("gold", "test", "matched")] == [
            int(figures[n]) for n in ("gold", "test", "matched")
        ]
        assert distances[index] == int(figures["tree_distance"]), sentence
        sizes = sum(len(trees[index]) for trees in (gold, test))
        assert sizes == int(figures["dice_denominator"]), sentence
