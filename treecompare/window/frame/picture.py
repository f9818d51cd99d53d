"""Pictures of a job: up to three stand below each other, each with its head."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QSplitter, QWidget

from treecompare.jobs.base import Picture
from treecompare.scores.rich import Rich
from treecompare.window.common.bar import control
from treecompare.window.common.elided import Said, StillBox
from treecompare.window.common.layouts import column, label, row
from treecompare.window.common.plain import visible
from treecompare.window.frame.scene_view import SceneView

LAYOUTS = {"mirrored": "Mirrored", "side-by-side": "Side by side", "merged": "Merged"}
"""What layouts are called."""
MOST = 3
"""So many pictures stand below each other."""


class PicturePart(QWidget):
    """A picture with its head, where it has one. ``did``: an action and its value for the job."""

    did = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn = ""
        self.view = SceneView()
        self.view.did.connect(self.did)
        self.head = QWidget(objectName="head")
        self.title, self.beside = label(look="strong"), Said("muted", False)
        self.beside.linkActivated.connect(lambda to: self.did.emit("link", to))
        self.before, self.after = control(tip="Before", picture="previous"), control(tip="Next", picture="next")
        row(self.head, self.title, self.beside, self.before, self.after, None, margins=(14, 2, 10, 2))
        for button, by in ((self.before, -1), (self.after, 1)):
            button.setAutoRaise(True)
            button.clicked.connect(lambda _=False, by=by: self.did.emit(self._turn, by))
        column(self, self.head, (self.view, 1))

    def show_picture(self, picture: Picture | None) -> None:
        """Another picture, or none."""
        self._turn = picture.turn if picture is not None else ""
        self.head.setVisible(picture is not None and bool(picture.head))
        for button in (self.before, self.after):
            button.setVisible(bool(self._turn))
        self.title.setText(picture.head if picture is not None else "")
        self.beside.say(Rich(picture.head_beside) if picture is not None else "")
        self.view.canvas.setAccessibleName(visible(f"Drawing: {head}" if (head := self.title.text()) else "Drawing"))
        self.view.show_picture(picture)
        self.view.foot.hush(picture is not None and not picture.counts)


class Drawings(QWidget):
    """The pictures of a place, the first one with its foot below all. ``did``: an action and its value for the job."""

    did = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.split = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False, handleWidth=1)
        self.parts = [PicturePart() for _ in range(MOST)]
        for number, part in enumerate(self.parts):
            self.split.addWidget(part)
            part.did.connect(self.did)
            if number:
                part.hide()
                part.view.foot.hide()
        self.view = self.parts[0].view
        self.pictures: Sequence[Picture] = ()
        self._instead = "", False
        self.corner = QWidget(self)
        self.layouts = StillBox(accessibleName="Layout")
        self.layouts.setSizeAdjustPolicy(StillBox.SizeAdjustPolicy.AdjustToContents)
        self.layouts.activated.connect(lambda at: self.set_layout(self.layouts.itemData(at)))
        self.full = control(tip="Only the drawing (Z)", picture="fit")
        row(self.corner, self.layouts, self.full, margins=(8, 8, 8, 8))
        grid = QGridLayout(self, spacing=0)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self.split, 0, 0)
        grid.addWidget(self.corner, 0, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.view.foot, 1, 0)
        grid.setRowStretch(0, 1)
        self.corner.raise_()
        self.view.canvas.beside = self.corner

    def show_pictures(self, pictures: Sequence[Picture]) -> None:
        """The pictures of another place."""
        self.pictures = pictures
        for number, part in enumerate(self.parts):
            part.setVisible(number < len(pictures))
        QCoreApplication.sendPostedEvents(self.split, QEvent.Type.LayoutRequest.value)
        self._offer_layouts(pictures[0] if pictures else None)
        for part, one in zip_longest(self.parts, pictures):  # all of them have their sizes now
            if one is not None or part.view.picture_shown is not None:
                part.show_picture(one)

    def _offer_layouts(self, shown: Picture | None) -> None:
        """Those of a picture, and what may stand in its place."""
        offered = [(LAYOUTS[one], one) for one in shown.layouts] if shown is not None else []
        self._instead = "", False
        if shown is not None and shown.instead is not None:
            action, title, other, is_drawn = shown.instead
            offered, self._instead = [*(offered or [(other, "")]), (title, action)], (action, is_drawn)
        if [(self.layouts.itemText(at), self.layouts.itemData(at)) for at in range(self.layouts.count())] != offered:
            self.layouts.clear()
            for title, data in offered:
                self.layouts.addItem(title, data)
        self._show_layout()
        self.layouts.setVisible(bool(offered))

    def _show_layout(self) -> None:
        action, is_drawn = self._instead
        self.layouts.setCurrentIndex(max(self.layouts.findData(action if is_drawn else self.view.layout_wanted), 0))

    @property
    def views(self) -> list[SceneView]:
        """Those that show something, the first one first."""
        return [part.view for part in self.parts if part.view.picture_shown is not None]

    def set_layout(self, layout: str) -> None:
        """Lays all of them out in another way, or has another drawing in their place."""
        for part in self.parts if layout in LAYOUTS else ():
            part.view.set_layout(layout)
        action, is_drawn = self._instead
        if is_drawn != (layout == action):
            self.did.emit(action, None)
        self._show_layout()

    def each(self, do: Callable[[SceneView], object]) -> None:
        """Does it to all that are shown."""
        for view in self.views:
            do(view)

    def taken(self, over: QWidget) -> tuple[int, Sequence[Any]]:
        """Where the buttons at the right begin, and what no message may cover (boxes, counts, buttons), in places of a widget."""
        foot, views = self.view.foot, [one for one in self.views if one.drawing is not None]
        found = [(one, one.rect()) for one in (*foot.buttons, foot.counts, self.corner)]
        for canvas, boxes in ((one.canvas, map(one.rect_of, one.drawing.boxes)) for one in views):
            found += [(canvas.viewport(), canvas.seen_rect(rect).toRect()) for rect in boxes]
        places = [QRect(one.mapTo(over, rect.topLeft()), rect.size()) for one, rect in found if one.isVisible()]
        return places[0].x() if foot.buttons[0].isVisible() else over.width(), [one.getCoords() for one in places]

    def stop(self) -> None:
        """Nothing is drawn any more."""
        for part in self.parts:
            part.view.show_picture(None)
