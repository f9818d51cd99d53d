"""A batch as a job: its tables, what changed since another one, and the comparisons that a click opens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.extras.batches.test_since import two
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.errors import TreecompareError
from treecompare.extras.batches.board_job import BatchJob
from treecompare.jobs.base import Copy, Fold, Make, Opening, Read, Row, Save
from treecompare.jobs.wanted import opening_of


def made(make: Opening) -> Any:
    return make(Cancel(), lambda _: None)


@pytest.fixture
def paths(tmp_path: Path) -> tuple[str, str]:
    before, now = two(tmp_path)
    return str(before), str(now)


def test_a_batch_is_its_tables(paths: tuple[str, str]) -> None:
    make, said = opening_of(Files(paths[0], ()))
    job = made(make)
    assert isinstance(job, BatchJob) and said == f"Opening {Path(paths[0]).name}"
    assert job.picture(0).items[0].startswith("2 treebanks, 2 systems: 3 of 4 comparisons scored.")  # type: ignore[union-attr]
    assert job.tables[job.place("Not scored")].rows == [
        ["bb", "poor", "usual", "the system has no file for this treebank"]
    ]
    (fold,) = (one for one in job.why(0) if isinstance(one, Fold))
    told = [(one.title, one.figures) for one in fold.blocks() if isinstance(one, Row)]
    assert (fold.beside, told) == ("2", [("aa", "2 of 2"), ("bb", "1 of 2")])
    place = job.place("LAS")
    (copy,) = job.do([place], "copy-table")
    assert isinstance(copy, Copy) and str(copy.text).startswith("treebank\tgood\tpoor\naa\t94.74")
    assert job.do([place], "copy-command") == [Copy("the command", f"treecompare batch tables {paths[0]}")]
    (save,) = job.do([place], "save-table")
    assert isinstance(save, Save) and save.sources == [paths[0]]
    assert str(save.text("tsv")).startswith("treebank\tgood\tpoor\naa\t0.9473")


def test_a_figure_opens_its_comparison_at_its_system(paths: tuple[str, str]) -> None:
    job = made(opening_of(Files(paths[0], ()))[0])
    place = job.place("LAS")
    table = job.tables[place]
    assert table.found is not None and table.found(2, 1) is None  # a mean is no comparison
    (answer,) = job.do([place], "found", table.found(0, 2))  # the figure of poor on aa
    assert isinstance(answer, Make) and answer.said == "Opening aa"
    comparison = made(answer.opening)
    assert comparison.comparison.table.systems == ["good", "poor"] and comparison.system == 1
    (answer,) = job.do([place], "link", "1")  # the row of bb in Why
    assert isinstance(answer, Make) and made(answer.opening).comparison.table.systems == ["good"]


def test_what_changed_since_another_batch(paths: tuple[str, str], tmp_path: Path) -> None:
    job = made(opening_of(Files(paths[1], ()))[0])
    (read,) = job.do([0], "since")
    assert isinstance(read, Read) and read.action == "since"
    (answer,) = job.do([0], "since", paths[0])
    assert isinstance(answer, Make)
    since = made(answer.opening)
    assert since.title.endswith("and what changed") and since.tables[0].title == "LAS, before and now"
    assert since.tables[0].rows[2][:2] == ["aa", "good"]
    assert since.tables[since.place("Only in one of both")].rows[0][:2] == ["bb", "poor"]
    other = tmp_path / "other.batch"
    other.write_text("no results", "utf-8")
    (answer,) = job.do([0], "since", str(other))
    kept = made(answer.opening)  # the batch stays what it is, and says why
    assert kept.title == job.title and any("is damaged or no file" in str(one) for one in kept.picture(0).items)
    with pytest.raises(TreecompareError, match="is damaged or no file"):
        made(opening_of(Files(str(other), ()))[0])
