"""The page of a scored comparison: of every kind, with the same figures as the tables, drawings, and how it was made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analyses.conftest import compared
from tests.analyses.test_every_kind import lattices as lattices
from tests.analyses.test_every_kind import schemes as schemes
from tests.pages.checked import Checked
from treecompare import resources
from treecompare.analyses.report_page import TELLING, report_page, telling_sentences
from treecompare.cli import run_command
from treecompare.comparison.base import Cancel, Comparison, score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.errors import Cancelled
from treecompare.pages.html import Listing, Page, Picture, Table, as_html
from treecompare.readers import read_any
from treecompare.readers.conll import DependencyTreebank
from treecompare.scores.result import View


@pytest.fixture(scope="module")
def dependencies() -> Comparison:
    sample = next(one for one in resources.samples() if one.key == "dependencies")
    gold, *systems = (read_any(path) for path in (sample.gold, *sample.systems))
    assert isinstance(gold, DependencyTreebank)
    return score(DependencyComparison(gold, systems))  # type: ignore[arg-type]


def page_of(comparison: Comparison) -> Page:
    return report_page(comparison, View(0, *comparison.usual_keys))


@pytest.mark.parametrize("kind", ["sample", "dependencies", "lattices", "schemes"])
def test_every_kind_has_a_page(kind: str, request: pytest.FixtureRequest) -> None:
    comparison: Comparison = request.getfixturevalue(kind)
    page = page_of(comparison)
    found = Checked(as_html(page))
    found.check_alone()
    for name in comparison.table.systems:
        assert name in found.text
    titles = [one.title for one in page.sections if one.key != "disagreement"]
    assert titles[:2] == ["Systems", "Are the differences chance?"] and titles[-1] == "How this was made"
    assert (page.sections[1].key == "disagreement") == (len(set(comparison.usual_keys)) == 2)
    assert ("Errors by type" in titles) == bool(comparison.error_types)
    telling = [one for one in page.sections if one.key != "disagreement"]
    lists = [part for one in telling for part in one.parts if isinstance(part, Listing)]
    assert len(lists) == len(comparison.table.systems)
    for one in lists:
        assert 0 < len(one.result.rows) <= TELLING
        assert all(isinstance(parts[0], Picture) for parts in one.inside.values())
    tables = [part.result for part in page.sections[0].parts if isinstance(part, Table)]
    for key, table in zip(comparison.usual_keys, tables, strict=False):
        signature = comparison.table.signature(key, "pooled")
        assert signature in found.text and table.signatures == (signature,)
        scores = dict(zip(comparison.table.systems, comparison.table.summaries(key, "pooled"), strict=True))
        assert [row[2] for row in table.rows] == sorted(scores.values(), reverse=True)
        for name, rank, score_, low, high in table.rows:
            assert scores[str(name)] == score_ and float(low or 0) <= float(score_ or 0) <= float(high or 0)
            better, equal = (
                sum(test) for test in zip(*((one > score_, one == score_) for one in scores.values()), strict=True)
            )
            assert rank == 1 + better + (equal - 1) / 2


def test_what_tells_most_is_below_or_above_the_others() -> None:
    gold = "\n".join(["(S (NP (N a) (N b)) (VP (V c) (X d)))"] * 8)
    right, wrong = gold.split("\n")[0], "(S (N a) (XP (N b) (V c)) (X d))"
    worse, better = [right] * 8, [right] * 8
    worse[2] = worse[5] = better[3] = wrong
    comparison = compared(gold, "\n".join(worse), "\n".join(better))
    rows, difference = telling_sentences(comparison, 0, "e.roof.dice")
    assert rows == [2, 5, 3] and difference[2] < 0 < difference[3] and difference[0] == 0
    assert telling_sentences(comparison, 1, "e.roof.dice")[0] == [3, 5, 2]
    alone = compared(gold, "\n".join(worse))
    assert telling_sentences(alone, 0, "e.roof.dice")[0] == [2, 5]  # where it loses something


def test_long_sentences_are_told_only_if_there_are_no_shorter_ones() -> None:
    def trees(length: int, mother: str) -> str:
        return f"(S ({mother} (N a) (N b)) {' '.join(['(X x)'] * length)})"

    lengths = [*[30] * 3, *[5] * 10]
    gold, system = ("\n".join(trees(length, mother) for length in lengths) for mother in ("NP", "XP"))
    assert telling_sentences(compared(gold, system), 0, "e.roof.dice")[0] == [*range(3, 13)]
    few = "\n".join(gold.split("\n")[:8]), "\n".join(system.split("\n")[:8])
    assert telling_sentences(compared(*few), 0, "e.roof.dice")[0] == [*range(8)]


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = resources.samples()[1]
    page = tmp_path / "report.html"
    assert run_command(["report", "html", sample.gold, *sample.systems, "--output", str(page)]) == 0
    found = Checked(page.read_text("utf-8"))
    found.check_alone()
    assert "Again: treecompare report html" in found.text and not capsys.readouterr().out
    assert run_command(["report", "html", sample.gold, *sample.systems]) == 2
    assert run_command(["report", "rankings", sample.gold, *sample.systems, "--output", str(page)]) == 2
    assert capsys.readouterr().err.count("report html writes a file: --output FILE goes with it") == 2
    assert run_command(["report", "list"]) == 0 and "html" in capsys.readouterr().out


def test_neither_may_be_gold(tmp_path: Path) -> None:
    sample = resources.samples()[1]
    page = tmp_path / "report.html"
    assert run_command(["report", "html", sample.gold, sample.systems[0], "--no-gold", "--output", str(page)]) == 0
    text = Checked(page.read_text("utf-8")).text
    assert "Differences by type" in text and "1 system beside" in text


def test_notes_stand_on_the_page(dependencies: Comparison) -> None:
    said, name = dependencies.judgements, dependencies.table.systems[0]
    assert "Notes" not in [one.title for one in page_of(dependencies).sections]
    said.notes[1], said.phenomena["ERC"], said.correct[2, name, ""] = "a doubt", {2}, False
    [table] = next(one.parts for one in page_of(dependencies).sections if one.title == "Notes")
    said.notes.clear(), said.phenomena.clear(), said.correct.clear()
    assert isinstance(table, Table)
    rows = table.result.rows
    assert [row[0] for row in rows] == ["2", "3"] and rows[0][2:] == ["", "", "a doubt"]
    assert rows[1][2:] == ["ERC", f"{name}: no", ""]


def test_who_stops_it_does_not_wait_for_the_drawings(dependencies: Comparison, monkeypatch: pytest.MonkeyPatch) -> None:
    cancel, rows = Cancel(), list[int]()

    def first(text: str) -> str:
        rows.append(len(text))
        cancel.set()
        return text

    monkeypatch.setattr("treecompare.analyses.report_page.beginning", first)
    with pytest.raises(Cancelled):
        report_page(dependencies, View(0, *dependencies.usual_keys, cancel=cancel.flag))
    assert len(rows) == 1
