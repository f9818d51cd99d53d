"""Both trees of a sentence with their mapping, drawn in every format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from treecompare.drawing.describe import as_text, nodes_as_objects
from treecompare.drawing.edges import secondary_edges
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.mappings.mapping import Mapping

if TYPE_CHECKING:
    from treecompare.drawing.layout import Drawing


@dataclass(frozen=True)
class TreesDrawing(SentenceDrawing):
    """``head``: what stands before the mapping in JSON. ``name``: the sentence in a document; ``signature``: of the mapping."""

    of: ClassVar = "constituents"

    mapping: Mapping
    wanted: Wanted
    title: str
    name: str
    signature: str
    head: dict[str, Any]
    names: Names = PLAIN

    def nodes(self) -> Mapping:
        return self.mapping

    def writers(self) -> dict[str, Callable[[], str]]:
        gold, test = self.mapping.gold, self.mapping.test
        *others, last = super().writers().items()
        return dict([*others, ("brackets", lambda: f"{gold.brackets()}\n{test.brackets()}"), last])

    def text(self) -> str:
        return as_text(self.mapping, self.names)

    def scene(self) -> Drawing:
        return self.scene_for(None)

    def scene_for(self, measure: Callable[[str, float], float] | None) -> Drawing:
        from treecompare.drawing.condensed import BOTH
        from treecompare.drawing.layout import layout
        from treecompare.drawing.style import estimated_width
        from treecompare.drawing.tree_shape import with_edges

        wanted = self.wanted
        condense = [one for one in wanted.fold if one in BOTH]
        drawing = layout(
            self.mapping,
            wanted.layout,
            wanted.elide,
            wanted.opened,
            wanted.right_to_left,
            measure or estimated_width,
            condense,
        )
        return with_edges(drawing, wanted.slanted)

    @property
    def system_name(self) -> str:
        return str(self.head["system"])

    @property
    def _is_picture(self) -> bool:
        """Whether ``forest`` cannot draw it: what is folded, merged trees, crossing branches, secondary edges."""
        trees = self.mapping.gold, self.mapping.test
        return (
            bool(self.wanted.fold)
            or self.wanted.layout == "merged"
            or any(one.is_crossing or secondary_edges(one) for one in trees)
        )

    def latex(self) -> tuple[str, str]:
        from treecompare.drawing.latex import PREAMBLE, alignment_as_forest

        return (
            super().latex() if self._is_picture else (alignment_as_forest(self.mapping, self.wanted.layout), PREAMBLE)
        )

    def document(self) -> str:
        from treecompare.drawing.latex import document

        body, preamble = self.latex()
        texts = [*self.mapping.gold.texts, *self.mapping.test.texts]
        return document(body, texts, f"{self.name}\n{self.signature}", preamble)

    def as_object(self) -> dict[str, Any]:
        """The object that ``align --format json`` prints: nodes of both trees in postorder, numbered from 0, and the mapping."""
        mapping = self.mapping
        matched = {node for side, node in mapping.nodes("matched") if side == "gold"}
        return {
            **self.head,
            "mapping": mapping.kind,
            "gold_nodes": nodes_as_objects(mapping.gold),
            "test_nodes": nodes_as_objects(mapping.test),
            "pairs": [list(pair) for pair in mapping.pairs],
            "deleted": [node for _, node in mapping.nodes("deleted")],
            "inserted": [node for _, node in mapping.nodes("inserted")],
            "swapped": sorted(list(pair) for pair in mapping.swapped),
            "matched": [list(pair) for pair in mapping.pairs if pair[0] in matched],
            "counts": mapping.counts,
            "cost": mapping.cost,
        }
