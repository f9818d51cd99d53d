"""The function trees of a sentence, its errors and its scheme differences, drawn in every format."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from treecompare.drawing.schemes import SchemeDrawing, schemes_as_svg, schemes_as_text
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.drawing.tikz import schemes_as_tikz, schemes_document
from treecompare.mappings.functions import Operation


@dataclass(frozen=True)
class FunctionsDrawing(SentenceDrawing):
    """``trees``: the golds of a target, what they have in common, and the system. ``score``: the sentence's, in words."""

    of: ClassVar = "function trees"

    trees: SchemeDrawing
    operations: list[Operation]
    score: str
    system: str
    wanted: Wanted
    title: str

    def writers(self) -> dict[str, Callable[[], str]]:
        """See the base."""
        return {
            "text": self._text,
            "svg": lambda: schemes_as_svg(self.trees, title=self.title),
            "latex": lambda: schemes_as_tikz(self.trees),
            "document": lambda: schemes_document(self.trees, self.title).rstrip("\n"),
        }

    def _text(self) -> str:
        lines = "\n".join(operation_lines(self.operations, self.trees.words)) or "  no differences"
        return f"{schemes_as_text(self.trees)}\n\n{self.system}: {self.score}\n{lines}"


def operation_lines(found: Sequence[Operation], words: Sequence[str]) -> list[str]:
    """Operations for people: what, which words, and whether it is an error or a scheme difference."""
    lines = []
    for one in found:
        shown = f"{one.kind} {one.shown or 'node'} over {one.start + 1}–{one.end}"
        lines.append(f"  {'error ' if one.is_charged else 'scheme'}  {shown}: {' '.join(words[one.start : one.end])}")
    return lines
