"""The lattice of a sentence with the words of both trees, drawn in every format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from treecompare.drawing.lattice_writers import lattice_as_svg, lattice_as_text
from treecompare.drawing.lattices import layout_lattice
from treecompare.drawing.sentence import SentenceDrawing, Wanted, as_json
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

    def writers(self) -> dict[str, Callable[[], str]]:
        """See the base."""
        return {
            "text": lambda: lattice_as_text(self.arcs, self.words),
            "svg": self._svg,
            "json": lambda: as_json({"words": self.words, "arcs": [arc._asdict() for arc in self.arcs]}),
        }

    def _svg(self) -> str:
        others = OTHERS if self.wanted.elide else None
        laid_out = layout_lattice(self.arcs, self.words, self.wanted.right_to_left, others=others)
        return lattice_as_svg(laid_out, self.wanted.theme, self.title)
