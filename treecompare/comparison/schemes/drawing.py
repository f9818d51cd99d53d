"""The function trees of a sentence, its errors and its scheme differences, drawn in every format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scheme_layout import SchemeDrawing, layout_schemes, schemes_as_object, schemes_as_text
from treecompare.drawing.schemes import SchemeTrees
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.mappings.functions import RELABEL, Operation


@dataclass(frozen=True)
class FunctionsDrawing(SentenceDrawing):
    """``trees``: the golds of a target, what they have in common, and the system. ``score``: the sentence's, with its counts."""

    of: ClassVar = "function trees"

    trees: SchemeTrees
    operations: list[Operation]
    score: str
    system: str
    wanted: Wanted
    title: str
    names: Names = PLAIN

    def as_object(self) -> dict[str, Any]:
        """The trees, and the operations that turn the system's into what it is compared with; ``error``: whether one is counted."""
        operations = [
            {"kind": one.kind, "first": one.start + 1, "last": one.end, "label": one.label, "error": one.is_charged}
            | ({"new": one.new} if one.kind == RELABEL else {})
            | ({"is_word": True} if one.is_word else {})
            for one in self.operations
        ]
        return {**schemes_as_object(self.trees), "operations": operations, "score": self.score}

    def scene(self) -> SchemeDrawing:
        own = [place for place in self.trees.own_golds if self.trees.trees[place].name in self.wanted.golds]
        return layout_schemes(self.trees, own, right_to_left=self.wanted.right_to_left)

    def text(self) -> str:
        lines = "\n".join(operation_lines(self.operations, self.trees.words)) or "  no differences"
        return f"{schemes_as_text(self.trees)}\n\n{self.system}: {self.score}\n{lines}"


def operation_lines(found: Sequence[Operation], words: Sequence[str]) -> list[str]:
    """Operations for people: what, which words, and whether it is an error or a scheme difference."""
    lines = []
    for one in found:
        shown = f"{one.kind} {one.shown or 'node'} over {one.start + 1}–{one.end}"
        lines.append(f"  {'error ' if one.is_charged else 'scheme'}  {shown}: {' '.join(words[one.start : one.end])}")
    return lines
