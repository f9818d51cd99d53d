"""What is gone through step by step, a walk or the script of a score: its frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.explain import explain_sentence
from treecompare.drawing.describe import words_text
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.extras.teaching.exercise import Exercise
from treecompare.mappings.function_edits import Operation
from treecompare.readers import Treebank
from treecompare.trees.tree import WORD, Tree

Node = tuple[str, int]
"""``gold`` or ``test``, and the number of a node or word as the drawing has it."""


@dataclass(frozen=True)
class Lineages:
    """Two lineages of a word beside each other, from the word up to the root.

    ``cells``: symbol of the gold, symbol of the system, cost; a symbol that one side lacks is empty. ``now``: the cell that the
    frame is about, -1 before the first; those before it are done. ``titles``: what both sides are called.
    """

    word: str
    cells: tuple[tuple[str, str, float], ...]
    now: int
    titles: tuple[str, str] = ("gold", "system")


@dataclass(frozen=True, eq=False)
class Frame:
    """One step: what is said, the trees, what is lit in them, and a figure.

    ``figure``: what has been counted by then. ``kind``: what is counted by this step, as the table names it where it has the
    count; empty where a script begins and ends. ``exercise``: the trees; None: those that are compared, as they stand. ``nodes``:
    what it is about, in the drawing of these trees; ``done``: what was found right, matched or changed before, ``failed``: what
    was found to have no counterpart, or wrong. ``operation``: of TedEval, which is about labels over words and not about nodes.
    ``lineages``: of Leaf-Ancestor.

    Frames of walks say more: ``wanted``, how they are drawn, ``measures``, the keys of those that stand beside them (None: those
    that people chose), and ``script`` and ``script_frame``, the steps of a score that are
    opened with it and which of them. Those whose trees are not there have none; the text says why.
    """

    text: str
    figure: str = ""
    kind: str = ""
    exercise: Exercise | None = None
    nodes: tuple[Node, ...] = ()
    done: tuple[Node, ...] = ()
    failed: tuple[Node, ...] = ()
    operation: Operation | None = None
    lineages: Lineages | None = None
    wanted: Wanted | None = None
    measures: tuple[str, ...] | None = None
    script: str = ""
    script_frame: int = 1

    @property
    def is_numbered_alike(self) -> bool:
        """Whether the trees, once they are compared, have their nodes in the same order: not so where branches cross and daughters
        stand otherwise."""
        if self.exercise is None:
            return True
        treebank, comparison = self.exercise.system, self.exercise.comparison
        if not isinstance(treebank, Treebank) or not isinstance(comparison, ConstituentComparison):
            return True
        return treebank.trees[0].brackets() == comparison.pairs(0).test[0].brackets()


class Seen:
    """Nodes that were dealt with, for the next frame."""

    def __init__(self) -> None:
        self._done: list[Node] = []
        self._failed: list[Node] = []

    def frame(
        self,
        text: str,
        figure: str,
        kind: str = "",
        nodes: Sequence[Node] = (),
        is_failed: bool | None = False,
        lineages: Lineages | None = None,
    ) -> Frame:
        """The next frame, which deals with these nodes. ``is_failed``: see :attr:`Frame.failed`; None: they are only shown."""
        done, failed = tuple(self._done), tuple(self._failed)
        if is_failed is not None:
            (self._failed if is_failed else self._done).extend(nodes)
        return Frame(text, figure, kind, nodes=tuple(nodes), done=done, failed=failed, lineages=lineages)


Text = Callable[[str], str]
"""A text about gold and system, by the names of both where neither is gold."""


@dataclass(eq=False)
class Script:
    """The steps to a score. ``name``: the part of the score table that is counted, for a word ``la:3``; ``wanted``: how the
    sentence is drawn for them; ``word``: the form of the word that it is about. The steps are made when they are asked for.
    """

    name: str
    title: str
    make: Callable[[], Iterable[Frame]] = field(repr=False)
    wanted: Wanted = DEFAULT
    word: str = ""

    @cached_property
    def outline(self) -> tuple[Frame, ...]:
        """All steps; the first says where it begins, the last one the score. Raises UsageError: there are none; says why."""
        return tuple(self.make())

    @property
    def part(self) -> str:
        """What is counted: the name without the number of the word."""
        return self.name.split(":")[0]

    def operations_before(self, number: int) -> list[Operation]:
        """The operations of the steps before one."""
        return [one.operation for one in self.outline[: number - 1] if one.operation is not None]


def scripts_of(
    comparison: Comparison,
    system: int,
    sentence: int,
    titles: Mapping[str, str],
    steps: Callable[[Any, int, int, str], Iterable[Frame]],
    wanted: Callable[[str], Wanted] = lambda _: DEFAULT,
) -> list[Script]:
    """A script per part that is scored. ``titles``: of the parts; ``steps``: makes their frames; ``wanted``: how one is drawn."""
    return [
        Script(part, title, partial(steps, comparison, system, sentence, part), wanted(part))
        for part, title in titles.items()
        if comparison.table.exists(system, sentence, part)
    ]


def score_said(comparison: Comparison, system: int, sentence: int, keys: Sequence[str]) -> str:
    """The scores of a sentence as the table has them, with the counts filled in: ``E-Dice, roof: 2·7 / (9 + 8) = 82.35``."""
    said = []
    for key in keys:
        found = explain_sentence(comparison, system, sentence, key)
        if found.numbers is not None:
            said.append(f"{found.title}: {found.numbers.text} = {found.shown}")
        else:
            said.append(
                f"{found.title}: {found.shown} ({found.undefined[:1].lower()}{found.undefined[1:].rstrip('.')})"
            )
    text = "; ".join(said)
    return text[:1].upper() + text[1:]  # it begins a sentence


def label_of(tree: Tree, node: int) -> str:
    """The label of a node; ``∅`` where it has none."""
    return tree.texts[node] or "∅"


def place_of(tree: Tree, node: int) -> tuple[int, int]:
    """By which nodes are ordered: from left to right, mothers before their daughters."""
    return node - int(tree.sizes[node]), -node


def in_order(tree: Tree, nodes: Iterable[int]) -> list[int]:
    """Nodes from left to right, mothers before their daughters."""
    return sorted(nodes, key=lambda node: place_of(tree, node))


def over(tree: Tree, node: int) -> str:
    """A node with its words: ``NP “the man … hat”``; a word by itself: ``“man”``."""
    words = words_text(tree, node)
    if tree.kinds[node] == WORD:
        return f"“{words}”"
    return f"{label_of(tree, node)} “{words}”" if words else f"{label_of(tree, node)}, which has no words,"


def listed(names: Sequence[str]) -> str:
    """``NP, VP and PP``; the middle of many is left out."""
    shown = [*names] if len(names) <= 5 else [*names[:3], "…", names[-1]]
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else "".join(shown)
