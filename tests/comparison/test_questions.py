"""What people want to count, as a comparison file keeps it: whatever it holds, the result can be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.comparison.judgements import Questions
from treecompare.saved.project import Project


def test_they_come_back_as_they_were_kept() -> None:
    asked = Questions(("q.tsv", "ov.q"), {"mine": "NP"}, {"a": ("x.mrg", "y.mrg"), "b": ()}, "groups.tsv")
    again = Questions.of(asked.stored(), {"mine": "NP"})
    assert (again.files, again.patterns, again.groups) == (asked.files, asked.patterns, asked.groups)
    assert again.texts == {"a": ("x.mrg", "y.mrg")}
    assert again.paths == ["q.tsv", "ov.q", "x.mrg", "y.mrg", "groups.tsv"]


@pytest.mark.parametrize(
    "stored", [None, [], 3, {"files": 3, "texts": [1], "groups": None}, {"files": [1, ""], "texts": {"a": 2}}]
)
def test_what_is_none_is_left_out(stored: object) -> None:
    assert Questions.of(stored, {}).paths == []


def test_people_are_told_that_a_comparison_file_reads_them(tmp_path: Path) -> None:
    (tmp_path / "gold.mrg").write_text("(S (A a))\n")
    gold = str(tmp_path / "gold.mrg")
    project = Project.create(tmp_path / "a.treecompare", [("gold", "", gold), ("system", "s", gold)], {})
    project.set_state({"questions": Questions(("/elsewhere/q.tsv",)).stored()})
    assert project.reads() == [gold, "/elsewhere/q.tsv"] and project.outside() == ["/elsewhere/q.tsv"]
    project.close()
