"""Both analyses of a sentence as arcs, drawn in every format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from treecompare.drawing.arc_output import ARC_PREAMBLE, arcs_as_latex, arcs_as_text, arcs_document
from treecompare.drawing.arcs import ArcDrawing
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.sentence import SentenceDrawing, Wanted


@dataclass(frozen=True)
class ArcsDrawing(SentenceDrawing):
    """``signature``: of LAS."""

    of: ClassVar = "dependencies"

    arcs: ArcDrawing
    wanted: Wanted
    title: str
    signature: str
    names: Names = PLAIN

    def scene(self) -> ArcDrawing:
        return self.arcs

    def latex(self) -> tuple[str, str]:
        return arcs_as_latex(self.arcs), ARC_PREAMBLE

    def document(self) -> str:
        return arcs_document(self.arcs, f"{self.title}\n{self.signature}")

    def text(self) -> str:
        return arcs_as_text(self.arcs, self.names)

    def as_object(self) -> dict[str, Any]:
        """The words of both sides in one row, and all arcs; words count from 1, 0 is the root."""
        arcs = [
            {
                "side": arc.side,
                "word": arc.word + 1,
                "head": arc.head + 1,
                "relation": arc.relation,
                "operation": arc.operation,
            }
            for arc in self.arcs.arcs
        ]
        return {"words": [one.word for one in self.arcs.columns], "arcs": arcs}


@dataclass(frozen=True)
class GraphsDrawing(ArcsDrawing):
    """The basic tree and the enhanced graph. ``signature``: of ELAS."""

    def as_object(self) -> dict[str, Any]:
        """Words and empty nodes of both sides in one row, and the arcs of both graphs; by their numbers, ``5.1``, 0 is the root."""
        drawing = self.arcs
        nodes = [
            {"number": number, "word": one.word, "empty": bool(one.empty), "operation": one.operation}
            for number, one in zip(drawing.numbers, drawing.columns, strict=True)
        ]
        arcs = [
            {
                "graph": arc.side,
                "word": drawing.number(arc.word),
                "head": drawing.number(arc.head),
                "relation": arc.relation,
                "system_relation": getattr(arc, "other", "") or None,
                "operation": arc.operation,
                "only_here": arc.is_alone,
            }
            for arc in drawing.arcs
        ]
        return {"words": nodes, "arcs": arcs}
