"""A sentence in the gold and in all systems as it is drawn, and what is said of its nodes, arcs and names. No Qt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from treecompare.drawing.drawn import Drawn, Space
from treecompare.drawing.drawn import Place as Node
from treecompare.drawing.scene import WORD, Mark, Part, Scene, frame_width, picture
from treecompare.drawing.stacked import ArcsStacked, StackedSentence, TreesStacked, Way
from treecompare.drawing.stacks import GOLD_TIER, HeadBox, Place, Stack
from treecompare.drawing.style import reads_right_to_left
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping


def _is_counted(one: Any) -> bool:
    """Whether a box or an arc is a change: what is relabelled is marked in the gold, too, and is one of the system."""
    return one.operation in ((DELETED,) if one.tier == GOLD_TIER else (INSERTED, SWAPPED))


@dataclass(eq=False, kw_only=True)
class StackDrawn(Drawn):
    """A stack. Its places are nodes, words, arcs and names (:data:`Place`): they stay lit and pinned in another arrangement; what
    is wanted are analyses with a node or word.

    ``system``: the one that nodes of the ``test`` are of. ``only_differing``: no arcs that all have.
    """

    sentence: StackedSentence
    system: int = 0
    only_differing: bool = False
    edge_labels: bool = True
    secondary_edges: bool = True
    scene: Stack | None = None

    def __post_init__(self) -> None:
        self.is_right_to_left = reads_right_to_left(self.sentence.words)

    @property
    def has_arcs(self) -> bool:
        """Whether it is of dependencies, whose words break into rows."""
        return self.sentence.of == "dependencies"

    def current_mapping(self) -> Mapping | None:
        """The mapping of the trees of gold and ``system``, if such are drawn."""
        return self.sentence.mappings[self.system] if isinstance(self.sentence, TreesStacked) else None

    def ways(self, space: Space) -> list[Way]:
        """See the base: with as much folded as it takes to be no wider than the view; arcs break into rows."""
        only = self.only_differing and self.has_arcs
        edges = self.edge_labels, self.secondary_edges
        foldings = ((False, False), (True, False), (True, True)) if self.folds else ((False, False),)
        ways = [Way(*folding, None, only, *edges) for folding in foldings]
        if self.has_arcs:
            ways.append(Way(self.folds, self.folds, space.row, only))
        return ways

    def overviews(self, space: Space, tried: dict[Way, tuple[float, float]]) -> Iterator[Way]:
        """See the base: arcs in rows that make it as wide for its height as the view."""
        if not self.has_arcs:
            return iter(())
        first = next(iter(tried))  # in one row
        return space.row_widths(
            lambda width: Way(self.folds, self.folds, width, first.only_differing), tried, tried[first][0]
        )

    def laid_out(self, way: Way, space: Space) -> Stack:
        return self.sentence.laid_out(way, self.unfolded_parts, self.is_right_to_left)

    def has_room(self, width: float, height: float, space: Space) -> bool:
        """See the base: it is scrolled where it is higher than the view."""
        bar = 0.0 if space.has_room(0, height) else space.scroll_bar / space.least_scale
        return space.has_room(width + bar, 0)

    def folding_of(self, wanted: tuple[int, int]) -> int | None:
        return self.scene.hiding(*wanted) if self.scene is not None else None

    @property
    def begins_at_top(self) -> bool:
        return True

    @property
    def scrolls_down(self) -> bool:
        return True

    @property
    def painted(self) -> Scene:
        """See the base: the names are painted by themselves."""
        assert self.scene is not None
        return self.scene.nameless

    def names_seen(self, left: float, top: float) -> list[Mark]:
        """See the base: of all analyses."""
        return self.scene.names_seen(left, top, self.system + 1, self.measure) if self.scene is not None else []

    # -- places ---------------------------------------------------------------------------------------------------------------

    def box_of(self, place: Place) -> Any:
        return self.scene.box_of(place) if self.scene is not None else None

    def places_of(self, nodes: Sequence[Node]) -> list[Place]:
        """See the base: of the gold, or of the ``system``."""
        if self.scene is None:
            return []
        return [place for tier, node in self.wanted_for(nodes) for place in self.scene.places_of(tier, [node])]

    def nodes_at(self, place: Place) -> list[Node]:
        """See the base: of the gold, or of the ``system``."""
        sides = {GOLD_TIER: "gold", self.system + 1: "test"}
        found = self.scene.numbers_at(place) if self.scene is not None and place[1] in sides else []
        return [(sides[tier], number) for tier, number in found if tier in sides]

    def wanted_for(self, nodes: Sequence[Node]) -> list[tuple[int, int]]:
        return [(GOLD_TIER if side == "gold" else self.system + 1, node) for side, node in nodes]

    def clicked(self, box: Any) -> tuple[int, list[Node] | None]:
        """The system that a click on a box is about, and the nodes of the gold or of that system that are clicked; None: none are.
        A line with a name is about its system, and so is what differs from the gold in another system than ``system``."""
        assert self.scene is not None
        if isinstance(box, HeadBox):
            return box.tier - 1 if box.tier != GOLD_TIER else self.system, None
        is_other = box.tier not in (GOLD_TIER, self.system + 1)
        if box.part is not None or (is_other and box.operation == MATCHED):
            return self.system, None
        found = self.scene.numbers_at(self.place_of(box))
        nodes = [("gold" if tier == GOLD_TIER else "test", number) for tier, number in found]
        return box.tier - 1 if is_other else self.system, nodes

    def courses(self, node: Node, site: int) -> list[Mark]:
        return self.scene.courses(*self.wanted_for([node])[0], site) if self.scene is not None else []

    def changed(self) -> list[Place]:
        """See the base: analysis by analysis, in the order of words, which have one place each if they have arcs."""
        boxes = sorted(filter(_is_counted, self.boxes), key=lambda box: (box.tier, box.first, box.y))
        others = {box.first for box in boxes if box.tier != GOLD_TIER and self.has_arcs}
        places: dict[Any, Place] = {}
        for box in boxes:
            if box.tier != GOLD_TIER or box.first not in others:
                places.setdefault((box.tier, box.first) if self.has_arcs else box.place, box.place)
        return list(places.values())

    def tally(self) -> dict[str, int]:
        if not isinstance(self.sentence, ArcsStacked):
            return super().tally()
        arcs = (arc for tier in self.sentence.tiers if tier is not None for arc in tier.arcs)
        return Counter(arc.operation for arc in filter(_is_counted, arcs))

    def related(self, box: Any) -> list[Any]:
        """See the base: what is over the same words in all analyses."""
        return [one for one in self._over_same_words(box) if one.role != WORD]

    def words_below(self, box: Any) -> list[Any]:
        return [one for one in self._over_same_words(box) if one.role == WORD]

    def _over_same_words(self, box: Any) -> list[Any]:
        is_there = self.scene is not None and not isinstance(box, HeadBox)
        return self.scene.over_same_words(box) if is_there else []  # type: ignore[union-attr]

    # -- what is said ---------------------------------------------------------------------------------------------------------

    def nothing_changed(self) -> str:
        return f"All systems have what {'the gold' if self.telling.is_gold else self.telling.gold} has."

    def text_of(self, box: Any) -> str:
        assert self.scene is not None
        said = self.scene.said_of(box)
        if isinstance(box, HeadBox):
            is_other = box.tier not in (GOLD_TIER, self.system + 1)
            return "\n".join([said, "click: what other panes are about"]) if is_other else said
        return "\n".join([said, "the same in all; click to open"]) if box.part is not None else said

    def details(self) -> str:
        same = sum(one.get("errors") == 0 for one in self.sentence.systems)
        count = len(self.sentence.heads) - 1
        told = "1 system" if count == 1 else f"{count} systems"
        return f"{told} · {same} without {'an error' if self.telling.is_gold else 'a difference'}"

    # -- for other places -----------------------------------------------------------------------------------------------------

    def picture(self, part: Part | None = None, has_title: bool = True) -> Scene:
        assert self.scene is not None
        if not has_title:
            return super().picture(part, has_title)
        stack = self.scene.at_least(frame_width(self.title, self.scene.foot(self.telling.called)))
        return picture(stack, self.title, self.telling.called, part=part)

    def latex(self) -> tuple[str, str]:
        assert self.scene is not None
        return self.sentence.latex_of(self.scene)

    def document(self) -> str:
        assert self.scene is not None
        return self.sentence.document_of(self.scene)
