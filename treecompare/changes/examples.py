"""Sentences that show what changed, drawn in both versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from treecompare.changes.changes import Changes
from treecompare.changes.constituents import TreeChanges
from treecompare.changes.versions import Diff
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import Wanted
from treecompare.errors import TreecompareError
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.trees.dependencies import Dependencies

THEMES = ("light", "dark")
LONGEST = 30
"""A longer sentence is an example only where there is no shorter one."""


def example_rows(diff: Diff, most: int) -> dict[int, str]:
    """Rows of one sentence each that show something, and what: a word of each rule, then what no rule explains."""
    changes, found = diff.changes, diff.rules
    wanted: dict[int, str] = {}
    version = changes.found.base
    row_of = {row.base[0]: number for number, row in enumerate(changes.found.rows) if row.is_pair}

    def shortest(rows: Sequence[int]) -> int | None:
        known = [row for row in rows if row not in wanted]
        lengths = np.diff(version.word_offsets)
        return min(known, key=lambda row: (_length(lengths, changes, row), row), default=None)

    for rank, family in enumerate([] if found is None else found.families, 1):
        if len(wanted) >= max(most * 2 // 3, 1) or not family.is_open:
            break
        assert found is not None
        sentences = {int(version.sentence_of[found.words[word]]) for word in family.covered}
        row = shortest([row_of[one] for one in sorted(sentences) if one in row_of])
        if row is not None:
            wanted[row] = f"rule {rank}"
    outside = list(
        dict.fromkeys(edit.row for edit in diff.outside if edit.layer in ("HEAD", "HEAD+DEPREL", "DEPREL", "WORDS"))
    )
    if isinstance(changes, TreeChanges):
        outside += [row for row, one in changes.brackets.items() if one.only_base or one.only_head]
    pairs = [row for row in outside if changes.found.rows[row].is_pair]
    while len(wanted) < most and (row := shortest(pairs)) is not None:
        wanted[row] = "outside the rules" if found is not None else "changed"
    return wanted


def _length(
    lengths: np.ndarray[tuple[int], np.dtype[np.int64]], changes: Changes | TreeChanges, row: int
) -> tuple[bool, int, int]:
    """Short sentences first, of these such with few edits that have words enough to be understood."""
    words = int(lengths[changes.found.rows[row].base[0]])
    return words > LONGEST, changes.edits_of_row[row], abs(words - 12)


def drawings(diff: Diff, rows: Sequence[int]) -> Iterator[tuple[int, str, str]]:
    """Row, and SVG for light and for dark pages; rows that cannot be drawn are left out."""
    if not rows:
        return
    sides = diff.changes.found.rows
    parts = [
        _sentences(diff, side, [sides[row].sides[side][0] for row in rows], name)
        for side, name in ((0, "before"), (1, "after"))
    ]
    known = {one.path: one for one in parts}
    files = Files("before", (("after", "after"),), gold_name="before", no_gold=True)
    settings = Settings(params="none") if isinstance(diff.changes, TreeChanges) else Settings()
    try:
        comparison = opened(open_files(files, settings, known=known)).comparison
    except TreecompareError:
        return
    for place, row in enumerate(rows):
        try:
            both = [comparison.drawing(0, place, Wanted(theme=theme)).written("svg") for theme in THEMES]
        except TreecompareError:
            continue
        yield row, both[0], both[1]


def _sentences(diff: Diff, side: int, chosen: Sequence[int], name: str) -> AnyTreebank:
    """Some sentences of a version as a treebank."""
    changes = diff.changes
    lines = np.arange(1, len(chosen) + 1)
    version = (changes.found.base, changes.found.head)[side]
    ids = [version.ids[one] or str(one + 1) for one in chosen]
    ids = ids if len(set(ids)) == len(ids) else [str(one + 1) for one in chosen]
    if isinstance(changes, TreeChanges):
        return Treebank(name, name, "brackets", replace(changes.trees[side]).chosen(chosen), lines, ids)
    whole = (changes.base, changes.head)[side].sentences
    parts = Dependencies.joined([whole.part(one, one + 1) for one in chosen])
    return DependencyTreebank(name, name, "conllu", parts, lines, list(ids))
