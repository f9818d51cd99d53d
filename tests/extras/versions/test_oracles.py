"""Real releases and commits of treebanks against tables that another program made."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from treecompare.cli import run_command

PAIRS = (
    "ewt-1dd75a8c", "ewt-2fcdab1f", "ewt-9814c273", "ewt-a1bc9e8e", "ewt-dc66c13d", "ewt-dev-2.13-2.16", "ewt-dev-2.15-2.16",
    "ewt-test-2.15-2.16", "gum-dev-2.14-2.15", "gum-dev-2.8-2.9", "ice-firstgrammar", "small/comments-only", "small/crlf-only",
    "small/id-renamed", "small/joined", "small/retokenised", "small/split",
)  # fmt: skip


def inputs(shared: Path, name: str) -> tuple[Path, Path]:
    versions = shared / "data" / "versions"
    parts = name.split("-")
    if name.startswith("small/"):
        paths = [shared / "oracles" / "diff" / name / f"{side}.conllu" for side in ("base", "head")]
    elif len(parts) == 4:
        paths = [versions / f"{parts[0]}-{parts[1]}.r{release}.conllu.gz" for release in parts[2:]]
    else:
        ending = "psd.gz" if name.startswith("ice") else "conllu.gz"
        paths = [versions / f"{name}.{side}.{ending}" for side in ("base", "head")]
    if not all(path.exists() for path in paths):
        pytest.skip(f"the versions of {name} are not at hand")
    return paths[0], paths[1]


EXPECTED = ("sentences", "edits", "counts", "groups", "rules")
OF_TREES = ("sentences", "edits", "counts", "brackets")


def lines(path: Path) -> Counter[str]:
    """The lines of a table; of rules only the first ten, and the last line, which counts them all."""
    found = path.read_text("utf-8").split("\n")[:-1]
    return Counter(found if path.stem != "rules" else [found[0], *found[1:-1][:10], found[-1]])


@pytest.mark.parametrize("name", PAIRS)
def test_all_tables_are_those_of_the_other_program(shared: Path, name: str, tmp_path: Path) -> None:
    base, head = inputs(shared, name)
    assert run_command(["diff", str(base), str(head), "--tables", str(tmp_path), "--markdown", "-"]) == 0
    tables = OF_TREES if name.startswith("ice") else EXPECTED[:4] if name.startswith("small") else EXPECTED
    for table in tables:
        expected = lines(shared / "oracles" / "diff" / name / f"{table}.tsv")
        found = lines(tmp_path / f"{table}.tsv")
        assert found - expected == Counter() and expected - found == Counter(), table
