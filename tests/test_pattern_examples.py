"""The examples of the page on patterns: each finds what the page says, in the sample that it names."""

from __future__ import annotations

import re

import pytest

from treecompare import resources
from treecompare.analyses.patterns import count_table, where
from treecompare.comparison.base import Comparison
from treecompare.comparison.files import Files, open_files, opened

PAGE = resources.path("help/patterns.md").read_text("utf-8")
EXAMPLE = re.compile(
    r"^    (?P<pattern>\S.*)\n        # .*: (?:(?P<hits>\d+) hits? in )?(?P<sentences>\d+) sentences? of (?P<system>\S+)$",
    re.MULTILINE,
)
SAMPLES = {"constituents": "first-comparison", "dependencies": "dependencies"}
EXAMPLES = [
    pytest.param(kind, match, id=match["pattern"])
    for kind, section in re.findall(r"^## Examples: (\w+)\n(.*?)(?=^## )", PAGE, re.MULTILINE | re.DOTALL)
    for match in EXAMPLE.finditer(section)
]


@pytest.fixture(scope="module")
def compared() -> dict[str, Comparison]:
    samples = {sample.key: sample for sample in resources.samples()}
    chosen = {kind: samples[key] for kind, key in SAMPLES.items()}
    return {
        kind: opened(open_files(Files(sample.gold, tuple(("", path) for path in sample.systems)))).comparison
        for kind, sample in chosen.items()
    }


def test_there_are_twenty() -> None:
    assert len(EXAMPLES) == 20
    assert sum(line.startswith("        # ") for line in PAGE.splitlines()) == 20


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
def test_every_example_finds_what_the_page_says(
    compared: dict[str, Comparison], kind: str, example: re.Match[str]
) -> None:
    comparison = compared[kind]
    found = where(comparison, example["pattern"])
    hits = found.hits[comparison.table.systems.index(example["system"])]
    assert int(hits.matches.sum()) == int(example["sentences"]) > 0
    if found.pattern.variables:
        assert len(hits) == int(example["hits"])
    table = count_table(comparison, found)
    assert sum(int(str(row[-2] or 0)) for row in table.rows) == sum(map(len, found.hits)) or "–" in table.rows[0]
