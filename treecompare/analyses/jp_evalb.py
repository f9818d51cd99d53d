"""What jp-evalb counts (Jo, Park & Park 2024), beside the figures of an exact alignment of characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from treecompare import __version__
from treecompare.errors import Cancelled
from treecompare.mappings.jp_evalb import Group, Run, exact, jp_evalb
from treecompare.scores.result import (
    Fact,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    number_column,
    shown_as,
    text_column,
)
from treecompare.trees.conversion import without_crossing
from treecompare.trees.crossing import KEEP, RAISE
from treecompare.trees.tree import Trees

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison

OWN, EVALB, EXACT = "jp-evalb", "jp-evalb -evalb", "exact alignment"
MOST = 1000
"""So many groups that differ are shown of each system."""
COLUMNS = (
    text_column("system"), text_column("method"), number_column("recall"), number_column("precision"), number_column("F1"),
    count_column("matched"), count_column("gold"), shown_as("in system", count_column("test")), count_column("crossing"),
    number_column("tagging"),
    count_column("groups"), count_column("errors"), count_column("gold lines lost"),
    shown_as("system lines lost", count_column("test lines lost")),
    text_column("the program"),
)  # fmt: skip
_NOTE = (
    "Trees as they are in the files; TOP, S1 of a system and the empty label are not constituents, labels are cut at '-'. "
    "The program pairs lines and words greedily and matches each constituent once; with -evalb it deletes what COLLINS.prm "
    "deletes and leaves out groups with other numbers of words (errors). The exact alignment takes the least edits between all "
    "characters of the files, deletes nothing, and matches constituents as often as they are there; as in all scores, sentences "
    "that only the system has count nowhere, those without a parse as missing parses do there. Lost lines are in no "
    "group with lines of the other file. 'stops': the program itself ends with an error; the figures are what it would have "
    "gone on to count."
)


def jp_evalb_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """The figures of all systems, and the groups in which the program and the exact alignment differ. Raises Cancelled:
    ``view.cancel`` was set."""
    way = comparison.settings.crossing_branches
    way = RAISE if way == KEEP else way
    gold = without_crossing(comparison.gold.trees, way).trees
    rows: list[list[Value]] = []
    differing: list[list[Value | Fact]] = []
    for system, treebank in enumerate(comparison.systems):
        name, test = comparison.table.systems[system], without_crossing(treebank.trees, way).trees
        own, evalb = (_run(gold, test, option, view) for option in (False, True))
        found = exact(gold, test, view.cancel)
        rows += [
            _row(name, OWN, own.groups, gold, test, "stops" if own.stops else "runs"),
            _row(name, EVALB, evalb.groups, gold, test, "stops" if evalb.stops else "runs"),
            _row(name, EXACT, _scored(found, gold, test, comparison.settings.missing == "zero"), gold, test, "–"),
        ]
        for lines, cells in _differences(own.groups, found)[:MOST]:
            shown = np.unique(np.array([comparison.row_of(line) for line in lines], np.int64))
            differing.append(Fact.each((name, *cells), Found(shown, system, "not as in the exact alignment")))
    is_resolved = comparison.has_crossing_branches
    how = f"|crossing-branches:{way}" if is_resolved else ""
    missing = "|missing:zero" if comparison.settings.missing == "zero" else ""
    signatures = tuple(
        f"jp-evalb|params:none|mode:{mode}{how}|v:{__version__}" for mode in ("own", "evalb", f"exact{missing}")
    )
    resolved = (
        f" The programs know spans only, so crossing branches were resolved first ({way})." if is_resolved else ""
    )
    return [
        ResultTable("jp-evalb and exact alignment", COLUMNS, rows, _NOTE + resolved, signatures),
        ResultTable.of(
            "Groups that differ",
            (
                text_column("system"), text_column("gold lines"),
                shown_as("system lines by jp-evalb", text_column("test lines by jp-evalb")),
                shown_as("system lines by exact alignment", text_column("test lines by exact alignment")),
                count_column("matched by jp-evalb"), count_column("matched exactly"),
            ),
            differing,
            "Sentences of the gold that jp-evalb joins with others, loses, or counts differently from the exact alignment. "
            "Figures are those of the whole group; '–': in no group, or in other groups.",
            signatures[::2],
        ),
    ]  # fmt: skip


def _run(gold: Trees, test: Trees, evalb: bool, view: View) -> Run:
    if view.cancel is not None and view.cancel[0]:
        raise Cancelled
    return jp_evalb(gold, test, evalb)


def _row(name: str, method: str, groups: list[Group], gold: Trees, test: Trees, end: str) -> list[Value]:
    fine = [one for one in groups if not one.is_error]
    matched, golds, tests = (sum(getattr(one, of) for one in fine) for of in ("matched", "gold", "test"))
    both = [one for one in groups if one.gold_lines and one.test_lines]
    return [
        name, method, _share(matched, golds), _share(matched, tests), _share(2 * matched, golds + tests), matched, golds, tests,
        sum(one.crossing for one in fine), _share(sum(one.correct_tags for one in fine), sum(one.words for one in fine)),
        len(both), len(groups) - len(fine), len(gold) - sum(len(one.gold_lines) for one in both),
        len(test) - sum(len(one.test_lines) for one in both), end,
    ]  # fmt: skip


def _scored(groups: list[Group], gold: Trees, test: Trees, missing_is_zero: bool) -> list[Group]:
    """The groups of an exact alignment that count in scores, too: without sentences that only the system has, and without those
    that have no parse, unless these count as zero."""
    own, theirs = gold.word_counts, test.word_counts
    return [
        one for one in groups
        if own[list(one.gold_lines)].any() and (missing_is_zero or theirs[list(one.test_lines)].any())
    ]  # fmt: skip


def _share(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _differences(own: list[Group], exactly: list[Group]) -> list[tuple[Sequence[int], list[Value]]]:
    """Gold lines with their cells: groups of the exact alignment that the program lacks or counts differently."""
    theirs = {one.gold_lines: one for one in own}
    of_line = {line: one for one in own for line in one.gold_lines}
    found: list[tuple[Sequence[int], list[Value]]] = []
    for one in exactly:
        if not one.gold_lines:
            continue
        same = theirs.get(one.gold_lines)
        if same is not None and (same.test_lines, same.matched) == (one.test_lines, one.matched):
            continue
        if same is None and not one.test_lines and not any(line in of_line for line in one.gold_lines):
            continue  # lost either way
        test = sorted({line for place in one.gold_lines if place in of_line for line in of_line[place].test_lines})
        cells: list[Value] = [
            _lines(one.gold_lines), _lines(test), _lines(one.test_lines), same.matched if same is not None else None, one.matched
        ]  # fmt: skip
        found.append((one.gold_lines, cells))
    return found


def _lines(numbers: Sequence[int]) -> str:
    """``3–5`` as people count lines; they follow each other."""
    if not numbers:
        return "–"
    return str(numbers[0] + 1) if len(numbers) == 1 else f"{numbers[0] + 1}–{numbers[-1] + 1}"
