"""The command that is copied for the list of sentences prints the sentences and figures of the list, whatever narrows it."""

from __future__ import annotations

import json
import shlex

import numpy as np
import pytest

from tests.jobs.test_compare import first_of, rows
from tests.made import erring, gold_trees
from treecompare.__main__ import main
from treecompare.analyses.rank_exports import ranges
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.jobs.base import Copy
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.opening import opening
from treecompare.scores.result import Found


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> CompareJob:
    """A gold of 60 sentences, two systems; the second lacks a parse."""
    folder, gold = tmp_path_factory.mktemp("list"), gold_trees(60)
    second = erring(gold, 3)
    second[10] = "(())"
    for name, trees in (("gold", gold), ("one", erring(gold, 2)), ("two", second)):
        (folder / f"{name}.mrg").write_text("\n".join(trees) + "\n", "utf-8")
    paths = [str(folder / f"{name}.mrg") for name in ("gold", "one", "two")]
    job = opening(Files(paths[0], tuple(("", one) for one in paths[1:])))(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    job.do([0], "found", Found(np.array([3, 4, 5, 9, 10]), None, "these"))
    return job


def known(value: float | None) -> object:
    return None if value is None or value != value else pytest.approx(value)


@pytest.mark.parametrize("system", [1, 0])
@pytest.mark.parametrize(
    "find",
    [
        "", "gold: PP=x > VP  system: x > XP", "QP < DT", "gold: QP  !system: QP", '"old"', "QP < DT length > 5 differs",
        'chosen "these"', "no parse", '"zebra"', "worse than two | better than one",
    ],
)  # fmt: skip
def test_it_gives_the_same_sentences_and_figures(
    compared: CompareJob, capsys: pytest.CaptureFixture[str], find: str, system: int
) -> None:
    compared.do([0], "system", str(system))
    order = rows(compared, "file", find)
    words = shlex.split(first_of(compared.do(order[:1] or [0], "copy-list"), Copy).text)
    assert main([*words[1:], "--format", "json"]) == 0
    name = compared.comparison.table.systems[system]
    [printed] = [one["sentences"] for one in json.loads(capsys.readouterr().out)["systems"] if one["name"] == name]
    own = compared.listed.rows
    figures = {
        place + 1: [known(float(one[place])) for one in (own.ranks.difference, own.score_a, own.score_b)]
        for place in order
    }
    assert {one["index"]: [one[key] for key in ("difference", "score_a", "score_b")] for one in printed} == figures


def test_numbers_are_put_together() -> None:
    assert [ranges(one) for one in ([], [3], [5, 3, 4, 9], [1, 2, 4, 5])] == ["", "3", "3-5,9", "1-2,4-5"]
