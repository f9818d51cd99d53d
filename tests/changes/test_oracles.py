"""Real releases and commits of treebanks against tables that another program made."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from treecompare.changes import tables
from treecompare.changes.changes import changes_between
from treecompare.changes.constituents import tree_changes_between
from treecompare.changes.rules import find_rules
from treecompare.readers import DependencyTreebank, Treebank, read_any

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


def lines(table: list[list[str]]) -> Counter[str]:
    return Counter("\t".join(row) for row in table)


@pytest.mark.parametrize("name", PAIRS)
def test_all_tables_are_those_of_the_other_program(shared: Path, name: str) -> None:
    base, head = (read_any(str(path)) for path in inputs(shared, name))
    found: dict[str, list[list[str]]] = {}
    if isinstance(base, Treebank) and isinstance(head, Treebank):
        trees = tree_changes_between(base, head)
        found = {
            "sentences": tables.sentence_table(trees), "edits": tables.edit_table(trees), "counts": tables.count_table(trees),
            "brackets": tables.bracket_table(trees),
        }  # fmt: skip
    else:
        assert isinstance(base, DependencyTreebank) and isinstance(head, DependencyTreebank)
        changes = changes_between(base, head)
        found = {
            "sentences": tables.sentence_table(changes), "edits": tables.edit_table(changes), "counts": tables.count_table(changes),
            "groups": tables.group_table(changes), "rules": tables.rule_table(changes, find_rules(changes), most=10),
        }  # fmt: skip
    compared = 0
    for kind, table in found.items():
        path = shared / "oracles" / "diff" / name / f"{kind}.tsv"
        if path.exists():
            expected = Counter(path.read_text("utf-8").split("\n")[:-1])
            assert lines(table) - expected == Counter(), kind
            assert expected - lines(table) == Counter(), kind
            compared += 1
    assert compared >= 4
