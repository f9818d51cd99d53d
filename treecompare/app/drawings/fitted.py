"""Drawings that can be drawn in several ways: the most readable one that the view has room for is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from treecompare.app.drawings.canvas import Fit
from treecompare.app.drawings.picture_view import PictureView

LEAST_ROW = 200
"""Width of a row of words where the view is very narrow."""
WIDTHS = 7
"""So many widths of rows are tried to show all of a sentence at once."""


class FittedView(PictureView):
    """Who derives from it says in :meth:`ways` how it can be drawn, and draws it in :meth:`drawn`.

    ``_opened``: what people have unfolded; as long as there is any, nothing else folds or unfolds by itself.
    """

    def __init__(self, name: str, list_name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name, list_name, parent)
        self._opened: frozenset[int] = frozenset()
        self._wanted: list[Any] = []
        """What is to be seen, whatever is folded."""
        self._unfolded: frozenset[int] = frozenset()
        """What is unfolded for it."""
        self._way: Any = None
        """How it is drawn."""
        self._sizes: dict[Any, tuple[float, float]] = {}
        """Of the drawings that were tried."""
        self.focuses = False
        """Whether what differs is folded, too, where there is no room for what is wanted, or for all that differs: nobody scrolls
        while others look on."""
        self.scrolls = False
        """Whether what differs is rather scrolled than folded where not all of it has room together."""
        self.canvas.roomChanged.connect(self._room_changed)

    # -- what deriving classes say (a widget cannot have abstract methods: Qt has a metaclass of its own) ----------------

    def ways(self) -> Iterable[Any]:
        """How it can be drawn, the most readable first; the last one has to do where none has room. Empty: there is nothing.

        ``_sizes`` has those that were tried.
        """
        raise NotImplementedError

    def overviews(self, tried: dict[Any, tuple[float, float]]) -> Iterator[Any]:
        """Other ways, for who wants to see all of it at once; none by default. ``tried``: the size that each way had until then."""
        yield from ()

    def drawn(self, way: Any) -> Any:
        """It, drawn in that way."""
        raise NotImplementedError

    def unfolded(self) -> Iterable[int]:
        """The parts that could be folded, but are not, for there is room."""
        return ()

    def folding_of(self, drawing: Any, wanted: Any) -> int | None:
        """The part that something is folded into in a drawing; None if it can be seen."""
        raise NotImplementedError

    def look_like(self, other: FittedView) -> None:
        """Draws from now on as another view of the same kind does."""
        switched = {one.text(): one.isChecked() for one in other.controls.findChildren(QAction)}
        for one in self.controls.findChildren(QAction):
            if one.isCheckable() and one is not self.show_list:
                one.setChecked(switched.get(one.text(), False))

    @property
    def draws_wanted(self) -> bool:
        """Whether little but what is wanted is drawn, or would be."""
        return False

    # -- what is shown ---------------------------------------------------------------------------------------------------

    def _click(self, box: Any) -> None:
        part = self.part_of(box) if box is not None else None
        if part is not None:
            self.open(part)
        else:
            super()._click(box)

    def has_room(self, width: float, height: float) -> bool:
        """Whether a drawing of that size can be seen and read as a whole."""
        return self.canvas.has_room(width, height)

    @property
    def opened(self) -> frozenset[int]:
        """What is not folded."""
        return self._opened | self._unfolded

    def show_drawing(self, drawing: Any, title: str = "") -> None:
        """See the base."""
        self._wanted = []
        super().show_drawing(drawing, title)

    def laid_out(self) -> Any:
        """It, with as little folded as the room allows, and nothing of what is wanted."""
        self._sizes, drawing = {}, None
        for way in self.ways():
            self._way, self._unfolded = way, frozenset()
            drawing = self._with_wanted(self.drawn(way))
            self._sizes[way] = drawing.width, drawing.height
            if self.has_room(drawing.width, drawing.height):
                break
        if drawing is None or self.canvas.fitting != Fit.ALL or self.canvas.has_room(drawing.width, drawing.height):
            return drawing
        return self._largest()

    def _largest(self) -> Any:
        """It, drawn so that its text is as large as it can be where all of it is seen."""
        sizes = dict(self._sizes)
        for way in self.overviews(sizes):
            drawing = self.drawn(way)
            sizes[way] = drawing.width, drawing.height
        self._way = max(sizes, key=lambda way: self.canvas.scale_for(*sizes[way]))
        return self._with_wanted(self.drawn(self._way))

    def of_the_views_shape(
        self, way_of: Callable[[int], Any], widest: float, tried: dict[Any, tuple[float, float]]
    ) -> Iterator[Any]:
        """Ways with rows of different widths, ever nearer to the one that makes the drawing as wide for its height as the view."""
        room = self.canvas.maximumViewportSize()
        low, high = LEAST_ROW, max(int(widest), LEAST_ROW)
        for _ in range(WIDTHS):
            middle = (low + high) // 2
            way = way_of(middle)
            yield way
            width, height = tried[way]
            low, high = (middle, high) if width * room.height() < height * room.width() else (low, middle)

    def fit_as(self, how: Fit) -> None:
        """See the base: what could not be read is folded; what people opened stays open."""
        self.canvas.fitting = how
        if self.drawing is None or self._opened:
            super().fit_as(how)
        else:
            self.lay_out()

    def lay_out(self) -> None:
        """See the base."""
        self._replace(self.laid_out())

    def arrange(self) -> None:
        """Draws it in another way, as large as when it opened."""
        self.canvas.fitting = Fit.LEGIBLE
        self.lay_out()

    def fold_all(self) -> None:
        """Folds again what was opened."""
        self._opened = frozenset()
        self.arrange()

    def open(self, part: int) -> None:
        """Unfolds a part; the rest stays as it is."""
        self._opened |= {part, *self.unfolded()}
        self._replace(self.drawn(self._way))

    def unfold(self, wanted: Sequence[Any]) -> None:
        """Unfolds whatever hides these, and no more; what was unfolded for others is folded again."""
        if list(wanted) == self._wanted or self.drawing is None:
            return
        self._wanted = list(wanted)
        is_hidden = any(self.folding_of(self.drawing, one) is not None for one in self._wanted)
        if self._unfolded or self.draws_wanted or is_hidden:
            self.lay_out()

    def _with_wanted(self, drawing: Any) -> Any:
        """A drawing in which all that is wanted can be seen: what was unfolded may have folded parts of its own."""
        while drawing is not None:
            hiding = {part for one in self._wanted if (part := self.folding_of(drawing, one)) is not None}
            if not hiding - self.opened:
                break
            self._unfolded |= hiding
            drawing = self.drawn(self._way)
        return drawing

    def _replace(self, drawing: Any) -> None:
        """Shows it, drawn in another way: what is lit and pinned stays so, where it now is."""
        self.drawing = drawing
        self._highlighted, *self._ticked = (
            [place for one in places if (place := self.same_place(one)) is not None]
            for places in (self._highlighted, *self._ticked)
        )
        self._pinned, self._hovered = (
            self.same_place(one) if one is not None else None for one in (self._pinned, self._hovered)
        )
        self._redraw()

    def same_place(self, place: Any) -> Any:
        """What a place of the drawing before is in this one; None if it is not there."""
        return place

    def _room_changed(self) -> None:
        if self.drawing is not None:
            self._replace(self.drawn(self._way) if self._opened else self.laid_out())
