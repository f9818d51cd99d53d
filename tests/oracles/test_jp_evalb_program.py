"""jp-evalb: every group, every total, in every folder in which the program ran to its end; elsewhere group by group."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.conftest import SHARED, stride
from treecompare.mappings.jp_evalb import Run, jp_evalb
from treecompare.readers import parse, read
from treecompare.trees.tree import Trees

FOLDERS = sorted(path.parent for path in SHARED.glob("oracles/jp-evalb/*/gold.mrg"))
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="there is no folder 'shared' beside the checkout")
MODES = {"jp": False, "evalb": True}
BEHIND = parse("(TOP (S (N the) (V end)))").trees


def names(mode: str, ran: bool) -> list[str]:
    return [path.name for path in FOLDERS if (path / f"{mode}.expected.tsv").exists() == ran]


def run(name: str, mode: str) -> Run:
    folder = SHARED / "oracles" / "jp-evalb" / name
    return jp_evalb(read(folder / "gold.mrg").trees, read(folder / "system.mrg").trees, MODES[mode])


def figures(path: Path) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for line in path.read_text("utf-8").splitlines():
        one, what, value = line.split("\t")
        found[one][what] = value
    return found


def per_cent(part: float, whole: float) -> str:
    return f"{100 * part / whole if whole else 0:.2f}"


@dataclass(frozen=True)
class Totals:
    """Sums over groups. ``uncrossed``, ``hardly_crossed``: groups with no crossing constituent, with two at most."""

    groups: int
    errors: int
    matched: int
    gold: int
    test: int
    crossing: int
    uncrossed: int
    hardly_crossed: int
    complete: int
    words: int
    correct_tags: int


def totals(run: Run, only_short: bool = False) -> Totals:
    """Sums over all groups, or over the short ones; those with an error count as such only."""
    groups = [one for one in run.groups if one.is_short or not only_short]
    fine = [one for one in groups if not one.is_error]
    return Totals(
        len(groups), len(groups) - len(fine), sum(one.matched for one in fine), sum(one.gold for one in fine),
        sum(one.test for one in fine), sum(one.crossing for one in fine), sum(one.crossing == 0 for one in fine),
        sum(one.crossing <= 2 for one in fine), sum(one.is_complete for one in fine), sum(one.words for one in fine),
        sum(one.correct_tags for one in fine),
    )  # fmt: skip


def as_printed(one: Totals) -> dict[str, str]:
    """The block "All" or "len<=40" as the program prints it."""
    recall = 100 * one.matched / one.gold if one.gold else 0.0
    precision = 100 * one.matched / one.test if one.test else 0.0
    valid = one.groups - one.errors
    both = recall + precision
    return {
        "number_of_sentence": str(one.groups),
        "number_of_error_sentence": str(one.errors),
        "number_of_skip__sentence": "0",
        "number_of_valid_sentence": str(valid),
        "bracketing_recall": f"{recall:.2f}",
        "bracketing_precision": f"{precision:.2f}",
        "bracketing_fmeasure": f"{2 * recall * precision / both:.2f}" if both else "nan",
        "complete_match": per_cent(one.complete, valid),
        "average_crossing": per_cent(one.crossing / 100, valid),
        "no_crossing": per_cent(one.uncrossed, valid),
        "2_or_less_crossing": per_cent(one.hardly_crossed, valid),
        "tagging_accuracy": per_cent(one.correct_tags, one.words),
    }


def test_where_the_program_ran() -> None:
    assert len(FOLDERS) == 27
    assert len(names("jp", ran=False)) == len(names("evalb", ran=False)) == 11


@pytest.mark.parametrize(("name", "mode"), [(name, mode) for mode in MODES for name in names(mode, ran=True)])
def test_every_group_and_every_total(name: str, mode: str) -> None:
    found = run(name, mode)
    expected = figures(SHARED / "oracles" / "jp-evalb" / name / f"{mode}.expected.tsv")
    assert not found.stops
    assert [one for one in expected if one.isdigit()] == [str(number + 1) for number in range(len(found.groups))]
    for number, one in enumerate(found.groups, 1):
        shown = {
            "len": one.length, "status": int(one.is_error), "recall": per_cent(one.matched, one.gold),
            "precision": per_cent(one.matched, one.test), "matched": one.matched, "gold": one.gold, "test": one.test,
            "crossing": one.crossing, "words": one.words, "correct_tags": one.correct_tags,
            "tag_accuracy": per_cent(one.correct_tags, one.words),
        }  # fmt: skip
        assert {key: str(value) for key, value in shown.items()} == expected[str(number)], number
    total = totals(found)
    for key, value in expected["total"].items():
        if hasattr(total, key):
            assert str(getattr(total, key)) == value
    assert as_printed(total) == expected["All"]
    assert as_printed(totals(found, only_short=True)) == expected["len<=40"]


@pytest.mark.parametrize("name", names("jp", ran=True))
def test_which_lines_are_put_together(name: str) -> None:
    rows = (SHARED / "oracles" / "jp-evalb" / name / "jp.groups.tsv").read_text("utf-8").splitlines()
    numbered = [
        "\t".join(
            [str(number), *(",".join(str(line + 1) for line in lines) for lines in (one.gold_lines, one.test_lines))]
        )
        for number, one in enumerate(run(name, "jp").groups, 1)
    ]
    assert numbered == rows


@pytest.mark.parametrize(("name", "mode"), [(name, mode) for mode in MODES for name in names(mode, ran=False)])
def test_where_the_program_stops_this_goes_on_and_says_so(name: str, mode: str) -> None:
    found = run(name, mode)
    assert found.stops
    assert totals(found).groups
    assert (totals(found).gold > 0) == (name != "korean" or mode == "jp")


def joined(*parts: Trees) -> Trees:
    return parse("\n".join(tree.brackets() for trees in parts for tree in trees)).trees


@pytest.mark.parametrize("name", [path.name for path in FOLDERS])
def test_every_group_alone(name: str) -> None:
    """Groups of the exact alignment, each with one equal sentence behind it, which has one constituent."""
    folder = SHARED / "oracles" / "jp-evalb" / name
    gold, system = read(folder / "gold.mrg").trees, read(folder / "system.mrg").trees
    groups = figures(folder / "align.plain.expected.tsv")
    rows = (folder / "jp.one_by_one.tsv").read_text("utf-8").splitlines()
    assert rows
    for row in rows[:: stride(3)]:
        group, *expected = row.split("\t")
        sides = [
            joined(trees.chosen([int(line) - 1 for line in groups[group][key].split(",")]), BEHIND)
            for trees, key in ((gold, "gold_lines"), (system, "system_lines"))
        ]
        found = jp_evalb(*sides)
        assert found.stops == (expected[0] == "dies")
        if not found.stops:
            total = totals(found)
            assert [total.matched - 1, total.gold - 1, total.test - 1, total.crossing] == [int(one) for one in expected]


def test_lines_that_are_lost_without_a_word() -> None:
    found = run("sentences_split_in_system", "jp")
    lost = np.setdiff1d(np.arange(24), [line for one in found.groups for line in one.gold_lines])
    assert lost.tolist() == [21, 22, 23]
    assert totals(found).gold == 283
