"""Published figures whose convention is known: it has to be among the first three."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.conftest import is_nightly
from treecompare.comparison.files import read_treebank
from treecompare.extras.conventions import said
from treecompare.extras.conventions.figures import read_figure
from treecompare.extras.conventions.search import Detective

CASES = (
    "evalb_exactly", "new_prm", "mean", "tags_counted", "lost_sentences", "missing_zero_mean", "twenty_words", "no_punctuation",
    "subtypes", "macro", "many_fit", "none_fits",
)  # fmt: skip
DEVIATIONS = {
    "default": [], "mean": [("average", "mean")], "measure e.whole": [("measure", "e.whole")],
    "--params evalb": [("params", "evalb")],
    "--missing zero mean": [("average", "mean"), ("missing", "zero")], "--max-length 20": [("max-length", "20")],
    "--punctuation ignore": [("punctuation", "ignore")], "--relations full": [("relations", "full")],
    "--params new.prm": [("params", "new.prm")],
}  # fmt: skip


treebank = cache(read_treebank)


@pytest.fixture(autouse=True, scope="module")
def _counted_once() -> Iterator[None]:
    """By day what was counted for one figure serves the next of the same files."""
    known: dict[object, Any] = {}
    counted = Detective._counted

    def once(detective: Detective, preparation: Any, cancel: Any) -> Any:
        key = id(detective.gold), *map(id, detective.systems), preparation
        if key not in known:
            known[key] = counted(detective, preparation, cancel)
        return known[key]

    with mock.patch.object(Detective, "_counted", counted if is_nightly() else once):
        yield


@pytest.mark.parametrize("name", CASES)
def test_the_convention_is_found(shared: Path, name: str) -> None:
    with (shared / "oracles/detective/cases.tsv").open() as file:
        case = next(row for row in csv.DictReader(file, delimiter="\t") if row["case"] == name)
    gold, system = (treebank(str(shared / case[side])) for side in ("gold", "system"))
    figures = [read_figure(one, gold.kind) for one in case["figures"].split()]
    *_, found = Detective(gold, [system], figures).search(2)
    if case["expected"] == "none":
        assert not found.fitting
        return
    wanted = DEVIATIONS[case["expected"]]
    first = said.shown(found)[:3]
    deviations = [[(one.axis, Path(one.value).name) for one in result.point] for result in first]
    assert wanted in deviations and deviations.index(wanted) < 3
    exact = first[deviations.index(wanted)]
    assert " ".join(f"{float(100 * value):.6f}" for value in exact.values) == case["exact"]
