"""Sentences drawn in both versions: which ones show something, and what they look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.dependencies.arcs import arcs_between
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.drawing.arcs import ArcDrawing
from treecompare.drawing.scene import PlainScene, Rect, Scene, framed
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.style import QUIET, reads_right_to_left
from treecompare.errors import TreecompareError
from treecompare.readers.treebank import Treebank

if TYPE_CHECKING:
    from treecompare.changes.constituents import TreeChanges
    from treecompare.changes.dependencies import DependencyChanges

WIDTH = 860.0
"""Of drawings of arcs, in points; trees are as wide as they are."""
MOST_WORDS = 120
"""Sentences of more words are not drawn."""
LONGEST = 30
"""A longer sentence is an example only where there is no shorter one."""
TELLING = 12
"""Words enough to understand an example."""
SIDES = ("BEFORE", "AFTER")
LIT_HEIGHT = 20.0


def arcs_drawn(
    changes: DependencyChanges, rows: Sequence[int], lit: dict[int, set[int]]
) -> Iterator[tuple[int, Scene]]:
    """Rows as arcs, BASE above and HEAD below; words pair as they do in the changes. Long sentences are left out."""
    found = changes.found
    for row in rows:
        words = [
            [word for one in of_side for word in range(*version.word_offsets[one : one + 2].tolist())]
            for version, of_side in zip(found.sides, found.rows[row].sides, strict=True)
        ]
        if not all(words) or max(map(len, words)) > MOST_WORDS:
            continue
        base, head = (changes.base.sentences, words[0]), (changes.head.sentences, words[1])
        turned = reads_right_to_left(found.base.words_of(found.rows[row].base[0]))
        drawn = arcs_between(base, head, found.words.base, str, turned, WIDTH)
        yield row, _named(_lit(drawn, lit.get(row, set())))


def _lit(drawn: ArcDrawing, words: set[int]) -> Scene:
    """A drawing with frames around some words of its first side."""
    marks = [
        Rect(box.x - box.width / 2, box.y - LIT_HEIGHT / 2, box.width, LIT_HEIGHT, "", QUIET, 1.2, (4.0, 3.0), 6.0)
        for box in drawn.boxes
        if box.arc is None and not box.opens and drawn.columns[box.column].gold in words
    ]
    return PlainScene(drawn.width, drawn.height, [*marks, *drawn.marks], said=drawn.said, corners=drawn.corners)


def _named(scene: Scene) -> Scene:
    return framed(scene, tags=list(zip(scene.corners, SIDES, strict=False)))


def trees_drawn(changes: TreeChanges, rows: Sequence[int]) -> Iterator[tuple[int, Scene]]:
    """Rows as trees, parts that are the same left out."""
    chosen = [row for row in rows if changes.found.rows[row].is_pair and 0 < _words(changes, row) <= MOST_WORDS]
    if not chosen:
        return
    names = "before", "after"
    lines = np.arange(1, len(chosen) + 1)
    known = {
        name: Treebank(name, name, "brackets", trees.chosen([changes.found.rows[row].sides[side][0] for row in chosen]), lines)
        for side, (name, trees) in enumerate(zip(names, changes.trees, strict=True))
    }  # fmt: skip
    files = Files("before", (("after", "after"),), gold_name="before", no_gold=True)
    try:
        comparison = opened(open_files(files, Settings(params="none"), known=known)).comparison
    except TreecompareError:
        return
    for place, row in enumerate(chosen):
        turned = reads_right_to_left(changes.found.base.words_of(changes.found.rows[row].base[0]))
        try:
            scene = comparison.drawing(0, place, Wanted(right_to_left=turned)).scene()
        except TreecompareError:
            continue
        yield row, _named(scene)


def _words(changes: TreeChanges | DependencyChanges, row: int) -> int:
    sides = zip(changes.found.sides, changes.found.rows[row].sides, strict=True)
    return max(int(np.diff(version.word_offsets)[list(of_side)].sum()) for version, of_side in sides)
