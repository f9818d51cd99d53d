"""Sentences drawn in both versions: which ones show something, and what they look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.base import Comparison, score
from treecompare.comparison.dependencies.drawing import arcs_between
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.drawing.arcs import ArcDrawing
from treecompare.drawing.scene import PlainScene, Rect, Scene, framed
from treecompare.drawing.sentence import Wanted
from treecompare.drawing.style import QUIET, reads_right_to_left
from treecompare.errors import TreecompareError
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.symbols import Symbols

if TYPE_CHECKING:
    from treecompare.extras.versions.constituents import TreeChanges
    from treecompare.extras.versions.edits import DependencyChanges

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
    tagged = _with_new_tags(changes)
    for row in rows:
        words = [
            [word for one in of_side for word in range(*version.word_offsets[one : one + 2].tolist())]
            for version, of_side in zip(found.sides, found.rows[row].sides, strict=True)
        ]
        if not all(words) or max(map(len, words)) > MOST_WORDS:
            continue
        # only these sentences, for heads are looked up in whole tables
        base, head = map(Dependencies.chosen, (tagged, changes.head.sentences), found.rows[row].sides)
        places = [{word: place for place, word in enumerate(of_side)} for of_side in words]
        partner = np.array([places[1].get(one, -1) for one in found.words.base[words[0]].tolist()], np.int64)
        turned = reads_right_to_left(found.base.words_of(found.rows[row].base[0]))
        of_base, of_head = (base, range(base.words)), (head, range(head.words))
        drawn = arcs_between(of_base, of_head, partner, str, turned, WIDTH)
        yield row, _named(_lit(drawn, {places[0][word] for word in lit.get(row, ()) if word in places[0]}))


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


def trees_drawn(changes: TreeChanges, rows: Sequence[int], _lit: dict[int, set[int]]) -> Iterator[tuple[int, Scene]]:
    """Rows as trees, parts that are the same left out; no words are pointed out."""
    for row in rows:
        if not all(changes.found.rows[row].sides) or not 0 < _words(changes, row) <= MOST_WORDS:
            continue
        turned = reads_right_to_left(changes.found.base.words_of(changes.found.rows[row].base[0]))
        with suppress(TreecompareError):
            yield row, _named(pair_of(tree_sides(changes, row)).drawing(0, 0, Wanted(right_to_left=turned)).scene())


def tree_sides(changes: TreeChanges, row: int) -> tuple[Treebank, Treebank]:
    """The sentences of a row in both versions, without ids and outermost brackets."""
    both = []
    for name, version, trees, chosen in zip(
        ("before", "after"), changes.found.sides, changes.trees, changes.found.rows[row].sides, strict=True
    ):
        ids = [version.ids[one] or str(one + 1) for one in chosen]
        both.append(Treebank(name, name, "brackets", trees.chosen(chosen), np.arange(1, len(chosen) + 1), ids))
    return both[0], both[1]


def arc_sides(changes: DependencyChanges, row: int) -> tuple[DependencyTreebank, DependencyTreebank]:
    """The sentences of a row in both versions; in the first one a tag that changed has the new one behind it."""
    one = changes.found.rows[row]
    base = changes.base.with_fields(sentences=_with_new_tags(changes))
    return base.of_sentences(one.base), changes.head.of_sentences(one.head)


def _with_new_tags(changes: DependencyChanges) -> Dependencies:
    """BASE with ``AUX → VERB`` where a word has another tag in HEAD: below a word there is one place for both."""
    base, head, partner = changes.base.sentences, changes.head.sentences, changes.found.words.base
    symbols = Symbols(list(base.symbols.texts))
    new = symbols.numbers_of(head.symbols)[head.upos]
    upos = base.upos.copy()
    paired = np.flatnonzero(partner >= 0)
    for word in paired[new[partner[paired]] != upos[paired]].tolist():
        tags = symbols.texts[upos[word]], symbols.texts[new[partner[word]]]
        upos[word] = symbols.number(" → ".join(tags))
    return replace(base, symbols=symbols, upos=upos)


def pair_of(sides: tuple[AnyTreebank, AnyTreebank]) -> Comparison:
    """Both versions of a row as a comparison of which neither side is gold, scored. Raises TreecompareError: they cannot be
    compared; one of them has no words."""
    known = {name: one.with_fields(name=name, path=name) for name, one in zip(("before", "after"), sides, strict=True)}
    files = Files("before", (("after", "after"),), gold_name="before", no_gold=True)
    settings = Settings(params="none", differing="align", relations="full")
    return score(opened(open_files(files, settings, known=known)).comparison, jobs=1)


def _words(changes: TreeChanges | DependencyChanges, row: int) -> int:
    sides = zip(changes.found.sides, changes.found.rows[row].sides, strict=True)
    return max(int(np.diff(version.word_offsets)[list(of_side)].sum()) for version, of_side in sides)
