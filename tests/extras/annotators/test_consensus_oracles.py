"""Consensus trees of real parsers against tables that another program made."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import stride
from treecompare.cli import run_command
from treecompare.readers import read_any


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize("weights", ["3,2,2", "1,1,1"][:: stride(2)])
def test_words(shared: Path, tmp_path: Path, weights: str) -> None:
    files = [str(shared / "data" / "ewt" / f"test.{name}.conllu") for name in ("udpipe", "malt-eager", "malt-lazy")]
    output = tmp_path / "consensus.conllu"
    arguments = ["--weights", weights, "--tables", str(tmp_path), "--output", str(output), "--format", "tsv"]
    assert run_command(["consensus", *files, *arguments]) == 0
    wanted = [one for one in rows(shared / "oracles" / "consensus" / "ewt.expected.tsv") if one["weights"] == weights]
    found = {(one["sentence"], one["word"]): one for one in rows(tmp_path / "words.tsv")}
    assert len(wanted) == 1551
    assert [found[one["sentence"], one["word"]] for one in wanted] == wanted
    text = output.read_text("utf-8")
    assert sum(line[:1].isdigit() and line.split("\t")[0].isdigit() for line in text.split("\n")) == len(found) == 25094


FOUR = ("bllip", "stanford-pcfg", "berkeley-sm6", "bikel-collins2")


@pytest.mark.parametrize(
    ("systems", "weights"), [(4, "3,2,2,1"), (3, "1,1,1"), (2, "1,1"), (4, "1,1,1,1")][:: stride(2)]
)
def test_trees(shared: Path, tmp_path: Path, systems: int, weights: str) -> None:
    key = ",".join(FOUR[:systems])
    wanted = [
        one
        for one in rows(shared / "oracles" / "consensus" / "wsj.expected.tsv")
        if (one["systems"], one["weights"]) == (key, weights)
    ]
    assert len(wanted) == 50
    asked = {int(one["line"]) for one in wanted}
    files = []
    for name in FOUR[:systems]:
        trees = (shared / "data" / "wsj-sample-1394" / f"{name}.mrg").read_text("utf-8").splitlines()
        # by day most other sentences than those that are asked for are short
        kept = [tree if line in asked or line % stride(20) == 0 else "(S (N a))" for line, tree in enumerate(trees, 1)]
        files.append(str(tmp_path / f"{name}.mrg"))
        Path(files[-1]).write_text("\n".join(kept) + "\n", "utf-8")
    output = tmp_path / "consensus.mrg"
    arguments = ["--weights", weights, "--tables", str(tmp_path), "--output", str(output), "--format", "tsv"]
    assert run_command(["consensus", *files, *arguments]) == 0
    lines = output.read_text("utf-8").split("\n")
    assert [lines[int(one["line"]) - 1] for one in wanted] == [one["tree"] for one in wanted]
    of_lines: dict[str, list[dict[str, str]]] = defaultdict(list)
    for one in rows(tmp_path / "nodes.tsv"):
        of_lines[one["line"]].append(one)
    expected: dict[str, list[dict[str, str]]] = defaultdict(list)
    for one in rows(shared / "oracles" / "consensus" / "wsj.nodes.expected.tsv"):
        if (one["systems"], one["weights"]) == (key, weights):
            expected[one["line"]].append(one)
    assert {line: of_lines[line] for line in expected} == expected
    assert len(read_any(str(output)).table) == len(lines) - 1
