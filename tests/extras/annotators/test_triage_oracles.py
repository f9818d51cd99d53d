"""The triage of real parsers against tables that another program made."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import stride
from treecompare.cli import run_command
from treecompare.extras.annotators.several import Several
from treecompare.extras.annotators.triage import Triage
from treecompare.extras.annotators.triage_sample import Drawn
from treecompare.extras.annotators.triage_tables import drawn_tables
from treecompare.readers import read_any

NAMES = ("udpipe", "malt-eager", "malt-lazy")
DRAWS = {
    "s2": "accepted-words:100",
    "s3": "accepted-words:100",
    "s4": "accepted-words:200",
    "s5": "accepted-words:200",
    "s6": "accepted-sentences:100",
    "s7": "accepted-sentences:100",
    "s8": "agreement-length:25",
    "s9": "agreement-length:25",
    "s10": "accepted-by-relation:25",
}


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def files(shared: Path) -> list[str]:
    return [str(shared / "data" / "ewt" / f"test.{name}.conllu") for name in (*NAMES, "gold")]


@pytest.fixture(scope="module")
def triage(files: list[str]) -> Triage:
    *read, gold = [read_any(one) for one in files]
    return Triage(Several.of(read), gold)


def test_command(files: list[str], shared: Path, tmp_path: Path) -> None:
    arguments = ["--design", "accepted-words:100", "--seed", "s1", "--checked", files[-1], "--tables", str(tmp_path)]
    assert run_command(["triage", *files[:-1], *arguments]) == 0
    expected = shared / "oracles" / "triage"
    for name, known in (("draws", "draws.expected"), ("samples", "samples")):
        wanted = rows(expected / f"{known}.tsv")
        assert rows(tmp_path / f"{name}.tsv") == [wanted[0], *(row for row in wanted if row[0] == "s1")]
    for name in ("strata", "patterns"):
        assert rows(tmp_path / f"{name}.tsv") == rows(expected / f"{name}.tsv")


def test_intervals_cover_as_often_as_they_say(triage: Triage) -> None:
    """One draw in 20 may miss."""
    for design, draws, least in (
        ("accepted-words:50", 10, 9),
        ("accepted-sentences:50", 100 // stride(5), 93 // stride(5)),
    ):
        totals = [Drawn(triage, design, f"c{number}").total for number in range(draws)]
        assert sum(bool(one.covers) for one in totals) >= least
        assert len({one.wrong for one in totals}) > 3  # draws differ


def test_all_other_draws(triage: Triage, shared: Path) -> None:
    found = [drawn_tables(triage, Drawn(triage, design, seed)) for seed, design in DRAWS.items()]
    for name, known in (("draws", "draws.expected"), ("samples", "samples")):
        wanted = [row for row in rows(shared / "oracles" / "triage" / f"{known}.tsv")[1:] if row[0] != "s1"]
        assert [row for tables in found for row in tables[name][1:]] == wanted
