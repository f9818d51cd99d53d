"""The lattice of a sentence with the words of both trees, drawn in every format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from treecompare.drawing.lattice_writers import lattice_as_svg, lattice_as_text
from treecompare.drawing.lattices import LatticeDrawing, layout_lattice
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.sentence import SentenceDrawing, Wanted, as_json
from treecompare.drawing.tikz import lattice_as_tikz, lattice_document
from treecompare.trees.lattice_paths import PathArc

OTHERS = 3
"""So many unused arcs of a state are drawn where the rest is left out."""


@dataclass(frozen=True)
class PathsDrawing(SentenceDrawing):
    """``arcs``: the lattice, with what gold and system use of it; ``words``: the space-delimited words."""

    of: ClassVar = "lattices"

    arcs: list[PathArc]
    words: list[str]
    wanted: Wanted
    title: str
    names: Names = PLAIN

    def writers(self) -> dict[str, Callable[[], str]]:
        """See the base."""
        return {
            "text": lambda: lattice_as_text(self.arcs, self.words, self.names),
            "svg": self._svg,
            "latex": lambda: lattice_as_tikz(self._laid_out()),
            "document": self._document,
            "json": lambda: as_json({"words": self.words, "arcs": [arc._asdict() for arc in self.arcs]}),
        }

    def _laid_out(self) -> LatticeDrawing:
        others = OTHERS if self.wanted.elide else None
        return layout_lattice(self.arcs, self.words, self.wanted.right_to_left, others=others)

    def _svg(self) -> str:
        return lattice_as_svg(self._laid_out(), self.wanted.theme, self.title, names=self.names)

    def _document(self) -> str:
        return lattice_document(self._laid_out(), self.title).rstrip("\n")
