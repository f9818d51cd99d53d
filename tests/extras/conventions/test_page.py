"""Figures of a paper in the overview: of the system that is looked at, or of those that are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.jobs.test_overview import job, made, page, tables, told
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled, UsageError
from treecompare.jobs.base import Later
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.overview import OverviewJob


def test_the_convention_of_a_figure() -> None:
    of = job()
    place = of.place("paper")
    assert "type figures as they are printed" in str(page(of, "paper").items[0])
    with pytest.raises(UsageError, match="type figures as they are printed first"):
        of.do([place], "copy-command")
    figure = f"LF={100 * of.comparison.table.summary(1, 'e.roof.dice', 'mean'):.4f}"
    of.do([place], "system", "1")
    of.do([place], "paper", figure)
    (table,) = tables(of, "paper")
    assert table.note.startswith(f"{figure}: ")
    (row,) = [one for one in table.rows if str(one[1]).startswith("mean of the sentences' scores")]
    assert any(str(cell).startswith("treecompare score ") for cell in row)
    assert f"--figure {figure}" in told(of, "paper") and "attach-low" in told(of, "paper")
    of.do([place], "paper", "attach-high:LF=1.23")
    (table,) = tables(of, "paper")
    assert len(table.rows) == 3 and "No convention can explain" in table.note


def test_what_cannot_be_read_is_said() -> None:
    of = job()
    of.do([of.place("paper")], "paper", "LX=89.4")
    (said,) = page(of, "paper").items
    assert "LX is not known" in str(said)


def test_nobody_waits_for_a_search() -> None:
    of, cancel = job(), Cancel()
    of.do([of.place("paper")], "paper", "F=80 R=80 P=80")
    later = of.picture(of.place("paper"))
    assert isinstance(later, Later)
    cancel.set()
    with pytest.raises(Cancelled):
        later.make(cancel, lambda _share: None)
    assert not isinstance(made(later).items[0], str)


def test_a_command_says_how_raw_output_is_read(tmp_path: Path) -> None:
    pytest.importorskip("treecompare.extras.raw")
    (tmp_path / "gold.mrg").write_text("(S (NP (A a)) (VP (B b)))\n", "utf-8")
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "1.txt").write_text("```\n(S (NP (A a)) (VP (B b)))\n```", "utf-8")
    files = Files(str(tmp_path / "gold.mrg"), (("model", f"raw:{tmp_path / 'answers'}"),))
    of = CompareJob(score(opened(open_files(files, Settings(repair="extract"))).comparison), overview=OverviewJob)
    overview = of.beside()[1][1]()
    assert isinstance(overview, OverviewJob)
    overview.do([overview.place("paper")], "paper", "LF = 100,0")
    assert "--repair extract" in str(tables(overview, "paper")[0].rows[0])
