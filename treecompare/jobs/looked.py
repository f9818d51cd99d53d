"""A picture as it is looked at: in which way, what is pointed at, pinned and lit in it. No Qt: who shows it derives from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from treecompare.drawing.drawn import Drawn, Space, Telling
from treecompare.drawing.lit import Held, lit
from treecompare.drawing.scene import WORD, Mark, Point
from treecompare.jobs import base
from treecompare.scores.rich import Piece, Rich, quiet, strong

SPACES = "\u00a0\u00a0"
"""At which no line ends."""


class Looked:
    """What is drawn and what is said of it is asked of ``drawn``; ``telling``: what people are told of both analyses.

    ``layout_wanted``: in which layout, where a picture has several. ``folding``: whether what is the same is to be folded.
    ``pinned``: the place that is, if any.
    """

    def __init__(self) -> None:
        self.picture_shown: base.Picture | None = None
        self.telling = Telling()
        self.drawn = self.nothing()
        self.layout_wanted, self.folding = "", True
        self._address, self._light = "", base.Light()
        self._hovered: Any = None
        self.pinned: Any = None

    # -- asked of who shows it -------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def space(self) -> Space:
        """What a drawing is to fit into."""

    @abstractmethod
    def redraw(self) -> None:
        """Shows it as it is drawn now."""

    @abstractmethod
    def relight(self) -> None:
        """Shows what is lit now."""

    # -- what is drawn -----------------------------------------------------------------------------------------------------

    def nothing(self) -> Drawn:
        """What is drawn where nothing is."""
        return Drawn(telling=self.telling)

    @property
    def drawing(self) -> Any:
        """The scene that is shown; None for nothing."""
        return self.drawn.scene

    @property
    def title(self) -> str:
        """Which sentence is drawn, of which system."""
        return self.drawn.title

    def set_options(self, picture: base.Picture) -> None:
        """Says how the sentence is wanted drawn."""
        drawn, layouts = picture.drawn, picture.layouts
        drawn.folds = self.folding and not drawn.telling.hides_gold
        if layouts:
            drawn.arrangement = self.layout_wanted if self.layout_wanted in layouts else layouts[0]

    def make_ready(self, picture: base.Picture) -> None:
        """Lays out what will be looked at, and what is painted of it."""
        self._lay_out(picture)
        _ = picture.drawn.painted.marks

    def _lay_out(self, picture: base.Picture) -> None:
        self.set_options(picture)
        picture.drawn.make_ready(self.space)

    def look_at(self, picture: base.Picture | None) -> None:
        """Another picture, or nothing; what was pinned, opened and lit belonged to the one before."""
        self.picture_shown, self._address = picture, picture.lit if picture is not None else ""
        self.drawn = picture.drawn if picture is not None else self.nothing()
        self.telling = self.drawn.telling
        self._hovered = self.pinned = None
        if picture is not None:
            self._lay_out(picture)
            self.drawn.ready = ()  # from now on people change it
        self._find()

    def lay_out(self) -> None:
        """Draws the same sentence again, with as little folded as the room allows."""
        if self.picture_shown is not None:
            self.set_options(self.picture_shown)
        self.drawn.lay_out(self.space)
        self._show_again()

    def open(self, part: int) -> None:
        """Unfolds a part; the rest stays as it is."""
        self.drawn.open(part, self.space)
        self._show_again()

    def room_changed(self) -> None:
        """Draws it in another room."""
        if self.drawing is not None:
            self.drawn.draw_again(self.space)
            self._show_again()

    @property
    def is_right_to_left(self) -> bool:
        """Whether words are drawn from right to left."""
        return self.drawn.is_right_to_left

    def set_right_to_left(self, on: bool) -> None:
        """Draws the words of this sentence from right to left, or not, whatever their script."""
        self.drawn.is_right_to_left = on
        self.lay_out()

    def _show_again(self) -> None:
        """Shows it, drawn in another way: what is lit and pinned stays so, where it now is."""
        same = self.drawn.same_place
        self.pinned, self._hovered = (same(one) if one is not None else None for one in (self.pinned, self._hovered))
        self._find()
        self.redraw()

    # -- what is lit -------------------------------------------------------------------------------------------------------

    def light(self, what: str) -> None:
        """Lights what an address stands for, and nothing else; what is folded around it is unfolded, and no more."""
        self._address = what
        self._find()
        if self.drawn.unfold(self._light.wanted, self.space, self._light.least):
            self._show_again()
        else:
            self.relight()

    def come_to(self, place: Any) -> None:
        """Points at a place; a change that is folded is unfolded, and what is lit stays in sight."""
        self.point_at(place)
        is_folded = self.number_of_change(place) >= 0 and not self.drawn.is_seen(place)
        kept = self._light.least or self._light.wanted
        if is_folded and self.drawn.unfold([*kept, *self.drawn.wanted_at(place)], self.space):
            self._show_again()

    def _find(self) -> None:
        """What is lit in the scene that is shown. Words come before their arcs: where not all has room they are seen."""
        picture = self.picture_shown
        found = picture.light(self._address) if picture and self._address and self.drawing is not None else base.Light()
        places = sorted(found.places, key=lambda place: getattr(place, "arc", None) is not None)
        self._light = found._replace(places=places)

    @property
    def here(self) -> Any:
        """The place that is pointed at or walked to, else the pinned one; None if there is none."""
        return self._hovered or self.pinned

    def box_here(self) -> Any:
        """The box at that place, if it is drawn."""
        return self.drawn.shown_at(self.here) if self.here is not None and self.drawing is not None else None

    def lit(self) -> list[Any]:
        """The boxes that are lit."""
        return list(self.drawn.lights(self.pinned, self._hovered, self._light.places)[0])

    def boxes_at(self, places: Sequence[Any]) -> list[Any]:
        """The boxes at places, or of the parts that these are folded into."""
        return [box for place in places if (box := self.drawn.shown_at(place)) is not None]

    def boxes_wanted(self) -> list[Any]:
        """What is to be in view: what the sentence is looked at for."""
        return self.boxes_at(self._light.places)

    def lights(self) -> list[Mark]:
        """All that is lit on top of it."""
        found, drawn = self._light, self.drawn
        edges = drawn.lines_of(found.attached) if found.attached is not None else []
        failed = dict.fromkeys(self.boxes_at(found.failed), False)
        ticked = dict.fromkeys(self.boxes_at(found.done), True) | failed
        return [*edges, *found.marks, *lit(*drawn.lights(self.pinned, self._hovered, found.places), ticked)]

    def point_at(self, place: Any) -> None:
        """Lights a place, as long as it is pointed at or walked to; None: none is."""
        self._hovered = place
        self.relight()

    def pin(self, place: Any) -> None:
        """Pins a place: it stays lit until another is pinned, or Escape; None lets go of it."""
        self.pinned = place
        self.relight()

    # -- where one goes ------------------------------------------------------------------------------------------------------

    def step_from_here(self, direction: str) -> Any:
        """Where a step ``up``, ``down``, ``left`` or ``right`` leads; None if nowhere."""
        here = self.here
        is_there = here is not None and self.drawn.box_of(here) is not None
        return self.drawn.next_place(here, direction) if is_there else self.drawn.first_place()

    def change_from_here(self, by: int) -> Any:
        """The next change (1), or the one before (-1); None behind the last one."""
        changed = self.drawn.changed()
        at = changed.index(self._hovered) if self._hovered in changed else -1 if by > 0 else len(changed)
        return changed[at + by] if 0 <= at + by < len(changed) else None

    def number_of_change(self, place: Any) -> int:
        """Which change is at a place, from 0; -1 for none."""
        changed = self.drawn.changed()
        return changed.index(place) if place in changed else -1

    # -- what is changed by hand ---------------------------------------------------------------------------------------------

    @property
    def editing(self) -> base.Editing | None:
        """What can be done to what is drawn."""
        return self.picture_shown.editing if self.picture_shown is not None and self.drawing is not None else None

    def can_hold(self, box: Any) -> bool:
        """Whether a box can be taken hold of; None: there is none."""
        picture, editing = self.picture_shown, self.editing
        if picture is None or box is None or self.drawn.part_of(box) is not None:
            return False
        return picture.drag or (editing is not None and editing.can(box))

    def held(self) -> Held:
        """Handles, marks and what is held as the job has them now, where they are drawn now."""
        editing = self.editing
        if editing is None:
            return Held()
        held = self._drawn_at(editing.held())
        handles = [box for box in self.drawn.boxes if box.role != WORD and editing.can(box)]
        return self.holding(Held(handles, self._drawn_at(editing.marked())), held[0] if held else None)

    def holding(self, hands: Held, box: Any) -> Held:
        """The same while a box is held: where it can go is lit; None: nothing is."""
        editing = self.editing
        targets = self._drawn_at(editing.targets(box)) if box is not None and editing is not None else []
        return replace(hands, held=box, targets=targets, now=None, end=None)

    def pointing(self, hands: Held, end: Point, over: Any) -> Held:
        """The same while what is held is held there, over a box or none."""
        places = {self.drawn.place_of(one): one for one in hands.targets}
        return replace(hands, end=end, now=places.get(self.drawn.place_of(over)) if over is not None else None)

    def target_from_here(self, hands: Held, by: int) -> Any:
        """The next place where what is held can go, in the direction of reading; None if there is none."""
        order = [self.drawn.place_of(one) for one in sorted(hands.targets, key=lambda one: (one.x, one.y))]
        at = order.index(self.here) + by if self.here in order else (0 if by > 0 else -1)
        return order[at % len(order)] if order else None

    def _drawn_at(self, places: Sequence[Any]) -> list[Any]:
        """The boxes at places, without those that are folded into others."""
        return [box for place in places if (box := self.drawn.box_of(place)) is not None]


def figures_of(picture: base.Picture, picks: Sequence[base.Pick]) -> Rich:
    """The figures below a picture that is presented: its own, or those of the boxes of letters."""
    told = picture.figures
    if told is None:
        told = [(dict(one.options).get(one.now, ""), one.beside, "") for one in picks if len(one.title) == 1]
    cells: list[Piece | str] = []
    for title, figure, change in told:
        cells += [quiet(f"{title}{SPACES}"), strong(figure), f"{SPACES}{change}" if change else "", f"{2 * SPACES} "]
    return Rich(*cells)
