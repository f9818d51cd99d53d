"""Queries by group (period, genre, file): counts, and corrected counts with their prediction intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from treecompare.errors import ReadError
from treecompare.queries.figures import FEW, Corrected, Counts, corrected
from treecompare.queries.hits import Asked
from treecompare.queries.trust import SAME_KIND, Trusted
from treecompare.reading import read_lines
from treecompare.scores.result import ResultTable, Value, count_column, text_column
from treecompare.trees.pattern_syntax import Numbers

POOLED = "pooled"


@dataclass(frozen=True)
class Group:
    """A query in the text of a group. ``own``: whether the ratio is that of the group, which needs 20 hits in its gold."""

    name: str
    sentences: int
    words: int
    made: Corrected
    own: bool

    def per_thousand(self, number: float | None) -> float | None:
        """So many hits per 1,000 sentences."""
        return None if number is None or not self.sentences else 1000 * number / self.sentences


def read_groups(path: str) -> dict[str, str]:
    """A table of files (or beginnings of ids), a tab, the group. Raises ReadError: a line has no tab, or a name stands twice."""
    found: dict[str, str] = {}
    for number, line in enumerate(
        read_lines(path, "expected a table: a file or the beginning of an id, a tab, its group"), 1
    ):
        line = line.rstrip("\r\n")
        if not line.strip() or line.startswith("#"):
            continue
        name, tab, group = line.partition("\t")
        if not tab or not group.strip():
            raise ReadError(
                path, number, f"expected a file or the beginning of an id, a tab and its group, found '{line[:40]}'"
            )
        if name in found:
            raise ReadError(path, number, f"'{name[:40]}' has a group above already; expected each once")
        found[name] = group.strip()
    return found


def groups_of(ids: Sequence[str], groups: Mapping[str, str]) -> list[str]:
    """The group of each sentence: that of the longest beginning of its id; empty where there is none."""
    names = sorted(groups, key=len, reverse=True)
    return [next((groups[name] for name in names if one.startswith(name)), "") for one in ids]


def by_group(
    found: Trusted, query: int, system: int, text: Asked, groups: Sequence[str], gold: Sequence[str]
) -> list[Group]:
    """A query in each group of a text; ``groups`` of its sentences, ``gold``: of the gold's. In the order of their names."""
    counts = found.compared[query][system].counts
    sentences = [one[0] for one in text.located(found.queries[query])]
    here = np.array(groups, dtype=object)
    there = np.array(gold, dtype=object)
    hits = np.bincount(np.array(sentences, np.int64), minlength=len(here))
    rows = []
    for name in sorted({*groups} - {""}):
        mine = np.flatnonzero(here == name)
        own: Numbers = np.flatnonzero(there == name)
        is_own = int(counts.gold[own].sum()) >= FEW
        calibration: Counts = counts.of(own) if is_own else counts
        made = corrected(calibration, int(hits[mine].sum()), len(mine), found.resamples, found.seed)
        rows.append(Group(name, len(mine), int(text.trees.word_counts[mine].sum()), made, is_own))
    return rows


def group_table(
    found: Trusted, texts: Sequence[Asked], groups: Sequence[Sequence[str]], gold: Sequence[str]
) -> ResultTable:
    """A row per query, system and group: what the system finds, and what is to be expected, per 1,000 sentences as well."""
    rows: list[list[Value]] = []
    for query, named in enumerate(found.queries):
        for system, name in enumerate(found.trust.names):
            for one in by_group(found, query, system, texts[system], groups[system], gold):
                made = one.made
                ends = [
                    one.per_thousand(end)
                    for end in (made.found, made.estimate, made.predicted_low, made.predicted_high)
                ]
                rows.append([
                    named.name, name, one.name, one.sentences, made.found,
                    "–" if made.estimate is None else f"{made.estimate:.1f}",
                    *("–" if end is None else f"{end:.1f}" for end in ends),
                    "" if one.own else f"{POOLED}: fewer than {FEW} hits in the gold of this group",
                ])  # fmt: skip
    columns = (
        text_column("query"), text_column("system"), text_column("group"), count_column("sentences"), count_column("found"),
        *map(text_column, ("corrected", "found per 1,000", "corrected per 1,000", "from", "to", "ratio")),
    )  # fmt: skip
    return ResultTable(
        "By group", columns, rows,
        f"A difference between groups that is smaller than the difference of their ratios is not a finding. {SAME_KIND}",
        (found.signature,),
    )  # fmt: skip
