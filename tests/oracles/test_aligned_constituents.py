"""Constituents over atoms have the counts of the optimal alignment that the oracle computed, group by group and in sum.

The oracle deleted words by either side's own tags before it aligned; here the gold decides. In these files both delete the same.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import SHARED
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import read
from treecompare.scores.table import SCORED

FOLDERS = sorted(path.parent.name for path in SHARED.glob("oracles/jp-evalb/*/align.standard.expected.tsv"))


@pytest.mark.parametrize("name", FOLDERS or [pytest.param("", id="none")])
def test_counts_of_the_optimal_alignment(shared: Path, name: str) -> None:
    folder = shared / "oracles" / "jp-evalb" / name
    expected: dict[str, dict[str, str]] = defaultdict(dict)
    for line in (folder / "align.standard.expected.tsv").read_text("utf-8").splitlines():
        group, what, value = line.split("\t")
        expected[group][what] = value
    comparison = ConstituentComparison(read(folder / "gold.mrg"), [read(folder / "system.mrg")], Settings())
    table = score(comparison).table
    roof, tags = table.part(0, "e.roof"), table.part(0, "tags")
    columns = {
        "matched": roof.matched,
        "gold": roof.gold,
        "test": roof.test,
        "crossing": roof.crossing,
        "correct_tags": tags.matched,
    }
    assert {key: str(int(column.sum())) for key, column in columns.items()} == {
        key: expected["both_sides"][key] for key in columns
    }
    by_lines = {
        one["gold_lines"]: one
        for one in expected.values()
        if "-" not in (one.get("gold_lines", "-"), one.get("system_lines"))
    }
    for row in range(comparison.sentences):
        gold, test = ([str(one + 1) for one in side] for side in comparison.sentences_of(0, row))
        if table.statuses[0, row] != SCORED:
            continue
        wanted = by_lines.pop(",".join(gold))
        # lines of which the deletion leaves nothing stand in no group of the oracle's
        assert set(wanted["system_lines"].split(",")) <= set(test)
        assert {key: str(int(column[row])) for key, column in columns.items()} == {key: wanted[key] for key in columns}
    assert not by_lines
