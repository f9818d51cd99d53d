"""A sentence in the gold and in all systems, in every format: trees of constituents, or arcs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from treecompare.drawing.arc_layout import alike_runs
from treecompare.drawing.arc_output import ARC_PREAMBLE, arcs_page, dependency_environment
from treecompare.drawing.arc_stacks import ArcStack, ArcTier, arc_tiers, lay_out_arcs
from treecompare.drawing.arcs import ArcDrawing, Column
from treecompare.drawing.describe import nodes_as_objects
from treecompare.drawing.edges import without_some
from treecompare.drawing.latex import escaped
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.scene import frame_width
from treecompare.drawing.scene_tikz import TIKZ_PREAMBLE, scene_document, scene_tikz
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.drawing.stacks import LEGEND, Head, Stack
from treecompare.drawing.text import numbered_words, secondary_lines, tree_lines
from treecompare.drawing.tree_shape import with_edges
from treecompare.drawing.tree_stacks import TreeStack, lay_out_trees
from treecompare.drawing.tree_tiers import TreeTier, folded_parts, same_in_all, tree_tiers
from treecompare.mappings.mapping import Mapping
from treecompare.trees.tree import Tree


@dataclass(frozen=True)
class Way:
    """How a stack is drawn. ``folds``: without what is the same in all; ``is_tight``: as much of it as can be. ``width``: where
    words break into rows, of arcs. ``only_differing``: no arcs that all have. ``edge_labels``, ``secondary_edges``: of trees."""

    folds: bool = True
    is_tight: bool = True
    width: int | None = None
    only_differing: bool = False
    edge_labels: bool = True
    secondary_edges: bool = True


@dataclass(frozen=True)
class StackedSentence(SentenceDrawing):
    """``heads``: of the gold and of each system. ``name``: the sentence in a document; ``head``: what stands first in JSON;
    ``systems``: what JSON says of each system besides its analysis. ``names``: what gold and systems are called."""

    title: str
    heads: Sequence[Head]
    wanted: Wanted
    name: str
    head: dict[str, Any]
    systems: Sequence[dict[str, Any]]
    names: Names = field(default=PLAIN, kw_only=True)

    @property
    def legend(self) -> str:
        """What the signs mean."""
        return self.names.told(LEGEND)

    @abstractmethod
    def laid_out(self, way: Way, opened: Collection[int] = (), right_to_left: bool = False) -> Stack:
        """It, laid out; ``opened``: parts that are not folded."""

    @property
    @abstractmethod
    def words(self) -> list[str]:
        """Those of the gold."""

    def latex_of(self, stack: Stack) -> tuple[str, str]:
        """A layout as LaTeX, and what it needs in the preamble."""
        return scene_tikz(stack), TIKZ_PREAMBLE

    def document_of(self, stack: Stack) -> str:
        """A LaTeX document that compiles by itself."""
        return scene_document(stack, self.name)

    def latex(self) -> tuple[str, str]:
        return self.latex_of(self.usual())

    def document(self) -> str:
        return self.document_of(self.usual())

    def scene(self) -> Stack:
        return self.usual().at_least(frame_width(self.title, self.usual().foot(self.names)))

    def usual(self) -> Stack:
        """It, as commands draw it."""
        wanted = self.wanted
        way = Way(wanted.elide, edge_labels=wanted.edge_labels, secondary_edges=wanted.secondary_edges)
        return with_edges(self.laid_out(way, (), wanted.right_to_left), wanted.slanted)


@dataclass(frozen=True)
class TreesStacked(StackedSentence):
    """Trees of constituents. ``mappings``: None for a system of which there is nothing to draw."""

    of: ClassVar[str] = "constituents"

    gold: Tree
    mappings: Sequence[Mapping | None]

    @cached_property
    def tiers(self) -> list[TreeTier | None]:
        """The gold's tree and those of the systems."""
        return tree_tiers(self.gold, self.mappings)

    @cached_property
    def _same(self) -> list[bool]:
        return same_in_all(self.gold, self.mappings, self.tiers)

    @property
    def words(self) -> list[str]:
        return self.gold.words

    def laid_out(self, way: Way, opened: Collection[int] = (), right_to_left: bool = False) -> TreeStack:
        parts = folded_parts(self.gold, self.tiers, self._same, way.is_tight, opened) if way.folds else {}
        tiers = [
            None if tier is None else replace(tier, tree=without_some(tier.tree, way.edge_labels, way.secondary_edges))
            for tier in self.tiers
        ]
        return lay_out_trees(self.heads, tiers, parts, right_to_left)

    def text(self) -> str:
        """See the base: the trees one below the other, indented."""
        numbered = numbered_words(tier.tree for tier in self.tiers if tier is not None)
        blocks = ["\n".join(numbered[:-1])] if numbered else []
        for head, tier in zip(self.heads, self.tiers, strict=True):
            lines: list[tuple[int, str]] = []
            further: list[str] = []
            if tier is not None:
                tree = without_some(tier.tree, self.wanted.edge_labels, self.wanted.secondary_edges)
                lines, further = tree_lines(tree, tier.text, bool(numbered)), secondary_lines(tree, head.name)
            blocks.append("\n".join([head.text, *(f"  {line}" for _, line in lines), *further]))
        return "\n\n".join([*blocks, self.legend])

    def as_object(self) -> dict[str, Any]:
        """See the base: nodes in postorder, numbered from 0; ``gold`` is the node of the gold that a system's node stands for."""
        systems = []
        for about, tier in zip(self.systems, self.tiers[1:], strict=True):
            nodes = None if tier is None else [
                {**one, "gold": tier.gold_of.get(node), "operation": tier.operations[node]}
                for node, one in enumerate(nodes_as_objects(tier.tree))
            ]  # fmt: skip
            systems.append({**about, "nodes": nodes})
        lacking = [
            [
                str(about["name"])
                for about, tier in zip(self.systems, self.tiers[1:], strict=True)
                if tier is not None and node not in tier.node_of
            ]
            for node in range(len(self.gold))
        ]
        gold = [{**one, "not_in": names} for one, names in zip(nodes_as_objects(self.gold), lacking, strict=True)]
        return {**self.head, "gold_nodes": gold, "systems": systems}


@dataclass(frozen=True)
class ArcsStacked(StackedSentence):
    """Arcs. ``gold``: its words; ``pairs``: both analyses of each system, None where there is nothing to draw."""

    of: ClassVar[str] = "dependencies"

    gold: Sequence[Column]
    pairs: Sequence[ArcDrawing | None]

    @cached_property
    def _merged(self) -> tuple[list[Column], list[ArcTier | None]]:
        return arc_tiers(self.gold, self.pairs)

    @property
    def tiers(self) -> list[ArcTier | None]:
        """The gold's analysis and those of the systems."""
        return self._merged[1]

    @property
    def columns(self) -> list[Column]:
        """The words of all."""
        return self._merged[0]

    @property
    def words(self) -> list[str]:
        return [one.word for one in self.gold]

    def laid_out(self, way: Way, opened: Collection[int] = (), right_to_left: bool = False) -> ArcStack:
        arcs = [arc for tier in self.tiers if tier is not None for arc in tier.arcs]
        folded = alike_runs(self.columns, arcs, opened) if way.folds and way.is_tight else []
        return lay_out_arcs(self.heads, self.columns, self.tiers, right_to_left, way.width, folded, way.only_differing)

    def text(self) -> str:
        """See the base: a line per word, a column per analysis."""
        rows = [["", "word", "tag", *(head.name for head in self.heads)]]
        for number, column in enumerate(self.columns):
            cells = []
            for tier in self.tiers:
                arcs = tier.arcs_of.get(number, ()) if tier is not None else ()
                cells.append(", ".join(f"{arc.head + 1} {arc.text}" for arc in arcs))
            rows.append([str(number + 1), column.word, column.tag, *cells])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        said = [head.text for head in self.heads if head.said]
        return "\n".join([*table, "", *said, self.legend])

    def latex_of(self, stack: Stack) -> tuple[str, str]:
        """See the base: a ``dependency`` environment per analysis over the same words, so that they line up."""
        parts = []
        for head, tier in zip(self.heads, self.tiers, strict=True):
            said = f"\\textbf{{{escaped(head.name)}}}" + (
                f" {{\\footnotesize {escaped(head.said)}}}" if head.said else ""
            )
            parts += [f"\\noindent {said}\\par"]
            if tier is not None:
                words = [
                    escaped(tier.words[number].word) if number in tier.words else f"\\phantom{{{escaped(one.word)}}}"
                    for number, one in enumerate(self.columns)
                ]
                parts += [dependency_environment(words, tier.arcs, range(len(words))), "\\par"]
        return "\n".join(parts), ARC_PREAMBLE

    def document_of(self, stack: Stack) -> str:
        texts = [text for tier in self.tiers if tier is not None for arc in tier.arcs for text in (arc.relation,)]
        texts += [one.word for one in self.columns]
        return arcs_page(self.latex_of(stack)[0], texts, self.name, "varwidth=\\maxdimen, ")

    def as_object(self) -> dict[str, Any]:
        """See the base; words count from 1, 0 is the root."""
        top = self.tiers[0]
        systems = [
            {**about, "arcs": None if tier is None else _arcs(tier)}
            for about, tier in zip(self.systems, self.tiers[1:], strict=True)
        ]
        words = [one.word for one in self.columns]
        return {**self.head, "words": words, "gold_arcs": _arcs(top) if top is not None else [], "systems": systems}


def _arcs(tier: ArcTier) -> list[dict[str, Any]]:
    return [
        {"word": arc.word + 1, "head": arc.head + 1, "relation": arc.relation, "operation": arc.operation}
        for arc in sorted(tier.arcs, key=lambda arc: arc.word)
    ]
