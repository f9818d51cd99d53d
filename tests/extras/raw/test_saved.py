"""Comparison files with systems that are made."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.saved.test_comparisons import GOLD
from treecompare.comparison.base import score
from treecompare.errors import TreecompareError
from treecompare.saved.opening import open_saved
from treecompare.saved.project import Project


def test_raw_output_and_baselines_are_kept_and_found_where_they_were_moved(tmp_path: Path) -> None:
    """A file of answers, a folder of them, and a baseline, which is no file."""
    here = tmp_path / "here"
    (here / "answers").mkdir(parents=True)
    (here / "gold.mrg").write_text(GOLD, "utf-8")
    lines = [
        json.dumps({"id": number, "output": f"Sure: {line}"}) for number, line in enumerate(GOLD.split("\n")[:-1], 1)
    ]
    (here / "model.jsonl").write_text("\n".join(lines), "utf-8")
    (here / "answers" / "1.txt").write_text(GOLD.split("\n")[0], "utf-8")
    systems = [
        ("model", f"raw:{here / 'model.jsonl'}"),
        ("chat", f"raw:{here / 'answers'}"),
        ("low", "baseline:random/3"),
    ]
    treebanks = [("gold", "", str(here / "gold.mrg")), *(("system", *one) for one in systems)]
    Project.create(here / "mine.treecompare", treebanks, {"settings": {"repair": "extract"}}).close()
    for folder in (here, tmp_path / "there"):
        if folder != here:
            (here / "answers" / "2.txt").write_text("I cannot.", "utf-8")
            changed = open_saved(str(here / "mine.treecompare"), "mine")
            assert [f"{here / 'answers'} has changed" in one for one in changed.remarks] == [True]
            (here / "answers" / "2.txt").unlink()
            here.rename(folder)
        found = open_saved(str(folder / "mine.treecompare"), "mine")
        comparison = score(found.comparison)
        assert comparison.table.systems == ["model", "chat", "low"] and not found.remarks
        assert comparison.outcomes[0].repaired == 3 and comparison.outcomes[1].counts["no answer"] == 2
        assert comparison.baselines == {2} and comparison.settings.repair == "extract"
        assert comparison.systems[2].path == "baseline:random/3"
    with closing(Project.open(folder / "mine.treecompare")) as project:
        assert [Path(one).name for one in project.reads()] == ["gold.mrg", "model.jsonl", "answers"]
    (folder / "model.jsonl").unlink()
    with pytest.raises(TreecompareError, match=r"names /.*model.jsonl, which is not there"):
        open_saved(str(folder / "mine.treecompare"), "mine")
