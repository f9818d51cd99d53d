"""The shipped sample of two versions: its README says which rules there are, and where they were forgotten."""

from __future__ import annotations

import re

import treecompare as tc
from treecompare import resources
from treecompare.readers import read_any
from treecompare.readers.conll import DependencyTreebank
from treecompare.trees.arcs import check

KEY = "two-versions"
PLACE = re.compile(r"\*(\w+)\* \(([\w-]+)\)")


def rows(heading: str) -> list[list[str]]:
    """The table below a heading of the README."""
    text = resources.path(f"samples/{KEY}/README.md").read_text("utf-8")
    found = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line.strip("| ").split(" | ") for line in found.splitlines() if line[:2] == "| "]
    return lines[1:]


def test_the_readme_says_which_rules_are_found_and_what_was_left_over() -> None:
    [sample] = resources.versions_samples()
    assert sample.key == KEY
    for path in (sample.gold, *sample.systems):
        read = read_any(path)
        assert isinstance(read, DependencyTreebank)
        facts = check(read.sentences)
        assert not read.problems and not len(facts.irregular) and not facts.non_projective.any()
        assert len(read.sentences) == 63
    found = tc.diff(sample.gold, *sample.systems)
    said = rows("The rules")
    assert [[str(row.rule), row.words, row.left_over] for row in found.rules] == [
        [row[0], int(row[3]), int(row[4].partition(":")[0])] for row in said
    ]
    places = [(row[0], word, sentence) for row in said for word, sentence in PLACE.findall(row[4])]
    assert [(str(row.rule), row.form, row.id) for row in found.left_over] == places
    assert [*dict.fromkeys(row.id for row in found.outside)] == [row[0] for row in rows("What no rule explains")]
    others = {(row.base_id, row.head_id) for row in found.sentences if row.status != "changed"}
    assert others == {("-", "walks-17"), ("garden-15", "-")}
    counts = {row.which: row["count"] for row in found.summary}
    assert (counts["edits in their reach"], counts["edits explained"]) == (95, 78)
