"""A drawing that is an SVG with boxes to point at: hover, pin, walk, zoom, copy and save. Arcs and lattices are shown by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QToolTip, QVBoxLayout, QWidget

from treecompare.app.canvas import Canvas
from treecompare.app.pictures import Picture
from treecompare.app.plain import markup, tip, visible
from treecompare.app.svg_pictures import image_of_svg, picture_of_svg, renderer_of, save_svg
from treecompare.drawing.style import BOX, DARK, LIGHT, Theme


def rect_of(box: Any) -> QRectF:
    """The place of a box."""
    return QRectF(box.x - box.width / 2, box.y - BOX / 2, box.width, BOX)


class PictureView(QWidget):
    """Shows a drawing. Who derives from it says how it looks and what its boxes mean.

    A drawing has ``width``, ``height`` and ``boxes``, in points; a box has ``text``, ``x``, ``y`` (its middle), ``width``,
    ``operation`` and ``contains(x, y)``.

    Keys: left and right go from box to box, Tab from change to change, Enter pins, Escape unpins.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drawing: Any = None
        self._title = ""
        self._hovered: Any = None
        self._pinned: Any = None
        self._highlighted: list[Any] = []
        self.canvas = Canvas(self)
        self.canvas.setAccessibleName(name)
        self.canvas.least_wide = 0.9
        self.canvas.hovered.connect(self._hover)
        self.canvas.clicked.connect(self.pin)
        self.canvas.stepped.connect(self._step)
        self.canvas.escaped.connect(lambda: self.pin(None))
        self.title = QLabel()
        self.title.setAccessibleName(self.tr("Sentence"))
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.legend = QLabel()
        self.legend.setAccessibleName(self.tr("Legend"))
        self.legend.setContentsMargins(10, 2, 10, 2)
        self.legend.setWordWrap(True)
        self.bar = QHBoxLayout()
        self.bar.setContentsMargins(10, 4, 8, 4)
        self.bar.setSpacing(4)
        self.bar.addWidget(self.title, 1)
        self.add_button("−", self.tr("Smaller")).clicked.connect(lambda: self.canvas.zoom_by(0.8))
        self.add_button("+", self.tr("Larger")).clicked.connect(lambda: self.canvas.zoom_by(1.25))
        self.add_button(self.tr("Fit"), self.tr("Fit the whole drawing into the window")).clicked.connect(self.fit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self.bar)
        layout.addWidget(self.canvas, 1)
        layout.addWidget(self.legend)
        self.setFocusProxy(self.canvas)

    def add_button(self, text: str, tip: str, is_checkable: bool = False, place: int = -1) -> QToolButton:
        """A button above the drawing."""
        button = QToolButton(text=text, toolTip=tip, checkable=is_checkable, autoRaise=True)
        button.setAccessibleName(tip)
        self.bar.insertWidget(place if place >= 0 else self.bar.count(), button)
        return button

    # -- what deriving classes say ---------------------------------------------------------------------------------------

    def svg(self, theme: str = "light", is_bare: bool = False) -> str:
        """The drawing; ``is_bare``: without title and legend, at its own coordinates."""
        raise NotImplementedError

    is_right_to_left = False
    """Whether words are drawn from right to left."""

    def set_right_to_left(self, on: bool) -> None:
        """Draws words from right to left, or from left to right, where that makes a difference."""

    def latex(self) -> str:
        """The drawing as a LaTeX document; empty if there is no such thing."""
        return ""

    def latex_body(self) -> str:
        """The drawing for a paper, with what it needs in the preamble as a comment."""
        return ""

    def legend_of(self, theme: Theme) -> str:
        """What colours and signs mean, as rich text."""
        raise NotImplementedError

    def legend_text(self) -> str:
        """The same in plain words, for a page."""
        raise NotImplementedError

    def tooltip_of(self, box: Any) -> str:
        """What is said of a box, as plain text."""
        raise NotImplementedError

    def counted(self, count: str) -> list[Any]:
        """The boxes that a count of a score stands for."""
        return []

    def related(self, box: Any) -> list[Any]:
        """The boxes that are lit together with one."""
        return [box]

    # -- what is shown -----------------------------------------------------------------------------------------------------

    def show_drawing(self, drawing: Any, title: str = "", keeps_place: bool = False) -> None:
        """Shows a drawing, or nothing."""
        self.drawing, self._title = drawing, title
        self._hovered = self._pinned = None
        self._highlighted = []
        self.canvas.is_fitted = self.canvas.is_fitted or not keeps_place
        self._redraw()

    def _theme(self) -> Theme:
        return LIGHT if self.palette().base().color().lightness() > 128 else DARK

    def _redraw(self) -> None:
        theme = self._theme()
        canvas = self.canvas
        canvas.setBackgroundBrush(QColor(theme.background))
        canvas.lights.colour = QColor("#d97b00" if theme is LIGHT else "#ffb84d")
        renderer = None
        if self.drawing is not None:
            renderer = renderer_of(self.svg(theme.name, is_bare=True))
        canvas.drawing_item.show_drawing(
            self.drawing, (lambda painter: renderer.render(painter, renderer.viewBoxF())) if renderer else None
        )
        canvas.set_area()
        self.title.setText(f"<b>{markup(visible(self._title))}</b>" if self._title else "")
        self.title.setToolTip(tip(self._title))
        legend = self.legend_of(theme) if self.drawing is not None else ""
        self.legend.setText(f'<span style="color:{theme.quiet}">{legend}</span>')
        self._light()
        if canvas.is_fitted:
            canvas.fit()

    def fit(self) -> None:
        """Shows the whole drawing."""
        self.canvas.fit()

    # -- pointing at boxes ---------------------------------------------------------------------------------------------------

    def highlight(self, boxes: Sequence[Any]) -> None:
        """Lights boxes from outside."""
        self._highlighted = list(boxes)
        self._light()

    def lit(self) -> list[Any]:
        """All boxes that are lit."""
        found = list(self._highlighted)
        for box in (self._pinned, self._hovered):
            found += self.related(box) if box is not None else []
        return list(dict.fromkeys(found))

    def _light(self) -> None:
        pinned = self.related(self._pinned) if self._pinned is not None else []
        self.canvas.lights.show_lights([(rect_of(box), box in pinned) for box in self.lit()], [])

    def _hover(self, box: Any) -> None:
        if box is self._hovered:
            return
        self._hovered = box
        self._light()
        if box is None:
            QToolTip.hideText()
        else:
            self._show_tip(box)

    def _show_tip(self, box: Any) -> None:
        place = self.canvas.viewport().mapToGlobal(self.canvas.mapFromScene(box.x, box.y + 14))
        text = markup(self.tooltip_of(box))
        QToolTip.showText(place, f'<p style="white-space:pre">{text}</p>', self.canvas)

    def pin(self, box: Any) -> None:
        """Pins a box: it stays lit until another is pinned, or Escape."""
        self._pinned = box
        self._light()

    def go_to(self, box: Any) -> None:
        """Lights a box as if the mouse were on it, brings it into view and says what it is."""
        self._hovered = box
        self._light()
        self.canvas.ensureVisible(rect_of(box), 30, 30)
        self._show_tip(box)
        self.canvas.setAccessibleDescription(self.tooltip_of(box).replace("\n", ", "))

    def _step(self, key: int) -> None:
        boxes = list(self.drawing.boxes) if self.drawing is not None else []
        here = self._hovered or self._pinned
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pin(here)
            return
        found = boxes[0] if boxes and here is None else self.neighbour(boxes, here, Qt.Key(key))
        if found is not None:
            self.go_to(found)

    def neighbour(self, boxes: list[Any], here: Any, key: Qt.Key) -> Any:
        """The nearest box in the direction of an arrow key; None if there is none."""
        across = key in (Qt.Key.Key_Left, Qt.Key.Key_Right)
        sign = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1

        def away(box: Any) -> tuple[float, float]:
            along, beside = (box.x - here.x, box.y - here.y) if across else (box.y - here.y, box.x - here.x)
            return sign * along, abs(beside)

        there = [(away(box), box) for box in boxes if box is not here]
        there = [(place, box) for place, box in there if place[0] > 1]
        # straight on is nearer than what lies aside
        return min(there, key=lambda one: one[0][0] + 3 * one[0][1], default=(None, None))[1]

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes from change to change, and after the last one on to the next widget."""
        changed = [box for box in self.drawing.boxes if box.operation != "matched"] if self.drawing else []
        if self.canvas.hasFocus() and changed:
            place = changed.index(self._hovered) if self._hovered in changed else -1 if forward else len(changed)
            place += 1 if forward else -1
            if 0 <= place < len(changed):
                self.go_to(changed[place])
                return True
            self._hover(None)
        return super().focusNextPrevChild(forward)

    # -- copy and save -------------------------------------------------------------------------------------------------------

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and fit."""
        if self.drawing is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entries = [(self.tr("Copy as picture"), self.copy_image), (self.tr("Copy as SVG"), self.copy_svg)]
        if self.latex_body():
            entries.append((self.tr("Copy as LaTeX"), self.copy_latex))
        for text, work in (*entries, (self.tr("Fit"), self.fit)):
            action = QAction(text, menu)
            action.triggered.connect(work)
            menu.addAction(action)
        menu.exec(event.globalPos())

    def copy_svg(self) -> None:
        """Puts the SVG on the clipboard."""
        QGuiApplication.clipboard().setText(self.svg())

    def copy_image(self) -> None:
        """Puts the picture on the clipboard."""
        QGuiApplication.clipboard().setImage(image_of_svg(self.svg()))

    def copy_latex(self) -> None:
        """Puts LaTeX on the clipboard."""
        QGuiApplication.clipboard().setText(self.latex_body())

    def picture(self) -> Picture | None:
        """The drawing for a page."""
        return picture_of_svg(self.svg(is_bare=True), self.legend_text()) if self.drawing is not None else None

    def save(self, path: str) -> None:
        """Writes the drawing as SVG, PNG, PDF or LaTeX, by the ending of the name.

        Raises:
            TreecompareError: the file cannot be written, or the ending is another.
        """
        save_svg(self.svg(), self.latex(), path)

    def changeEvent(self, event: QEvent) -> None:
        """Another theme means other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "bar"):
            self._redraw()
