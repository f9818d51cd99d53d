"""What a score counts, one step after the other: the script of a score, and how its steps name nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from treecompare.comparison.base import Comparison
from treecompare.comparison.explain import explain_sentence
from treecompare.drawing.describe import words_text
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.extras.teaching.frames import Frame, Player
from treecompare.mappings.functions import Operation
from treecompare.trees.tree import WORD, Tree

Text = Callable[[str], str]
"""A text about gold and system, by the names of both where neither is gold."""


@dataclass(eq=False)
class Script(Player):
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

    def frame(self, number: int) -> Frame:
        """A step, from 1. Raises IndexError: there is none of that number; UsageError: there are none; says why."""
        if number < 1:
            raise IndexError(number)
        return self.outline[number - 1]

    @property
    def part(self) -> str:
        """What is counted: the name without the number of the word."""
        return self.name.split(":")[0]

    def operations_before(self, number: int) -> list[Operation]:
        """The operations of the steps before one."""
        return [one.operation for one in self.outline[: number - 1] if one.operation is not None]


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
