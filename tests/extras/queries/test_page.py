"""Queries in texts of a system, by group, in the overview."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.jobs.test_overview import made, page, tables, told
from tests.made import erring, gold_trees, write
from treecompare.comparison.base import score
from treecompare.comparison.files import Files, open_files, opened
from treecompare.errors import TreecompareError
from treecompare.jobs import base
from treecompare.jobs.base import Plot, Read, Save
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.overview import OverviewJob


@pytest.fixture
def kept() -> dict[str, Any]:
    """What the comparison keeps."""
    return {}


@pytest.fixture
def of(tmp_path: Path, kept: dict[str, Any]) -> OverviewJob:
    gold = gold_trees(60)
    systems = [("", write(tmp_path / f"{name}.mrg", erring(gold, seed))) for seed, name in ((2, "one"), (3, "two"))]
    comparison = score(opened(open_files(Files(write(tmp_path / "gold.mrg", gold), tuple(systems)))).comparison)
    job = CompareJob(comparison, overview=partial(OverviewJob, keep=kept.update)).beside()[1][1]()
    assert isinstance(job, OverviewJob)
    return job


def test_a_query_in_texts_by_period(
    of: OverviewJob, kept: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("treecompare.extras.queries.groups.length_warning", lambda *_: "Of another length.")
    place = of.place("trust")
    assert str(page(of, "trust").items[0]).startswith("Open texts that one parsed")
    (tmp_path / "q.tsv").write_text("low\tNP < PP\nnone\tXYZ\n")
    (read,) = of.do([place], "link", "texts")
    assert isinstance(read, Read) and read.several
    of.do([place], "read-queries", [str(tmp_path / "q.tsv")])
    texts = [write(tmp_path / f"{year}.mrg", gold_trees(40, year)) for year in (1275, 1540)]
    assert of.do([place], "read-texts", [texts[1], texts[0]]) == [base.Go(place=place), base.ANEW]
    said, plot, groups, figures, *_ = page(of, "trust").items
    found = [text.count("(NP (NP") for text in (Path(one).read_text() for one in texts)]
    assert groups.title == "low, by group" and figures.title == "Trust in queries"  # type: ignore[union-attr]
    assert [row[:3] for row in groups.rows] == [["1275", 40, found[0]], ["1540", 40, found[1]]]  # type: ignore[union-attr]
    assert {row[-1] for row in groups.rows} == {"pooled: no gold of it"}  # type: ignore[union-attr]
    assert str(said).startswith("In the gold: ") and isinstance(plot, Plot) and "prediction intervals" in plot.said
    pick = next(one for one in of.picks(place) if one.key == "trust")
    assert [value for value, _ in pick.options] == ["low", "none"] and pick.now == "low"
    (save,) = of.do([place], "save-plot")
    assert isinstance(save, Save)
    svg = made(save.text("svg")).decode("utf-8")
    assert "low, found by one" in svg and "Of another length." in svg

    (tmp_path / "groups.tsv").write_text("1275\tearly\n")
    of.do([place], "read-groups", str(tmp_path / "groups.tsv"))
    groups = tables(of, "trust")[0]
    assert [row[0] for row in groups.rows] == ["early"]
    assert groups.note == "40 sentences of the texts: in no group, not counted."
    asked = of.comparison.questions
    assert asked.texts == {"one": (texts[0], texts[1])} and asked.groups == str(tmp_path / "groups.tsv")
    assert kept["questions"] == asked.stored()
    of.do([place], "trust", "none")
    assert tables(of, "trust")[0].title == "none, by group"
    of.do([place], "link", "each-file")
    assert [row[0] for row in tables(of, "trust")[0].rows] == ["1275", "1540"]
    of.do([place], "system", "1")
    assert str(page(of, "trust").items[0]).startswith("Open texts that two parsed")
    assert f"--queries {tmp_path / 'q.tsv'}" in told(of, "trust")


def test_the_pattern_that_is_looked_for_is_counted_first_and_kept_ones_are_offered(of: OverviewJob) -> None:
    def queries(job: OverviewJob) -> list[str]:
        return list(dict.fromkeys(str(row[0]) for row in tables(job, "trust")[0].rows))

    before = queries(of)
    of.do([of.place("trust")], "pattern", "NP < PP")
    assert queries(of) == ["pattern of the filter", *before] and len(before) == 8
    asked = of.comparison.questions
    of.comparison.questions = replace(asked, patterns={"low": "NP < PP", "other": "VP < PP"})
    again = CompareJob(of.comparison, overview=OverviewJob).beside()[1][1]()
    assert isinstance(again, OverviewJob)
    again.do([again.place("trust")], "pattern", "NP < PP")
    found = queries(again)
    assert found[0] == "low" and "other" in found and len(found) == 10


def test_what_cannot_be_read_is_said(of: OverviewJob, tmp_path: Path) -> None:
    place = of.place("trust")
    (tmp_path / "bad.tsv").write_text("low\tNP <\n")
    with pytest.raises(TreecompareError, match=r"bad\.tsv"):
        of.do([place], "read-queries", [str(tmp_path / "bad.tsv")])
    assert not of.comparison.questions.files
    (tmp_path / "words.conllu").write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
    of.do([place], "read-texts", [str(tmp_path / "words.conllu")])
    assert "expected" in str(page(of, "trust").items[0])
