"""Drawings that are kept beside the next ones: what was pinned, each so large that it can be read, the newest last."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSplitter, QVBoxLayout, QWidget

from treecompare.app.common.bar import control
from treecompare.app.common.elided import ElidedButton
from treecompare.app.common.plain import caption, tip

if TYPE_CHECKING:
    from treecompare.app.drawings.painted import Painted
    from treecompare.drawing.scene import Scene

MOST = 6
"""So many are kept; one more puts away the oldest."""
MARGIN = 8
LEAST_SCALE = 0.82
"""At which the smallest letters can just be read; what has no room then is scrolled."""
PLACE = tuple[int, int]
"""A system and a sentence."""


def _painted(scene: Scene, palette: QPalette) -> Painted:
    """The drawing in these colours. Imported when something is pinned: it needs numpy, and the window opens without."""
    from treecompare.app.drawings.painted import Painted
    from treecompare.app.drawings.pictures import theme_of

    return Painted(scene, theme_of(palette))


class _Picture(QWidget):
    """A drawing. ``clicked``."""

    clicked = Signal()

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene, self._painted = scene, _painted(scene, self.palette())
        self._scale = 1.0
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def fit(self, room: QSize) -> None:
        """As large as there is room, but never larger than it is, nor smaller than can be read."""
        across, down = ((length - 2 * MARGIN) for length in (room.width(), room.height()))
        fitting = min(across / max(self._scene.width, 1.0), down / max(self._scene.height, 1.0), 1.0)
        self._scale = max(fitting, LEAST_SCALE)
        size = (ceil(self._scale * length) + 2 * MARGIN for length in (self._scene.width, self._scene.height))
        self.setFixedSize(*size)

    @property
    def telling(self) -> QPoint:
        """What is to be in the middle: the first change, at the height of the words, or of itself where these are in rows."""
        from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED  # needs numpy

        middle = self._scene.middle
        changed = [box for box in self._scene.boxes if box.operation in (DELETED, INSERTED, SWAPPED)]
        first = min(changed, key=lambda box: box.y if middle is None else box.x, default=None)
        x, y = (first.x, first.y) if first is not None else (0.0, 0.0)
        return QPoint(round(x * self._scale) + MARGIN, round((y if middle is None else middle) * self._scale) + MARGIN)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The whole drawing."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().base())
        painter.translate(MARGIN, MARGIN)
        painter.scale(self._scale, self._scale)
        self._painted(painter)
        painter.end()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click."""
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme means other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_scene"):
            self._painted = _painted(self._scene, self.palette())


class _Area(QScrollArea):
    """Where a drawing is scrolled if it has no room; what changed is seen first."""

    def __init__(self, picture: _Picture) -> None:
        super().__init__()
        self._picture = picture
        self.setWidget(picture)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(120, 60)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits it."""
        super().resizeEvent(event)
        self._picture.fit(self.maximumViewportSize())
        at, half = self._picture.telling, self.viewport().size() / 2
        self.ensureVisible(at.x(), at.y(), half.width(), half.height())


class Pin(QFrame):
    """A drawing that is kept. ``wanted``: it is to be shown again as it was; ``dropped``: it is to go."""

    wanted = Signal()
    dropped = Signal()

    def __init__(self, title: str, scene: Scene) -> None:
        super().__init__(objectName="paper")
        self.title = ElidedButton(text=caption(title), autoRaise=True)
        self.title.setToolTip(tip(f"{title}: go there"))
        self.title.clicked.connect(self.wanted)
        close = control(tip=f"Unpin {title}", picture="close")
        close.setAutoRaise(True)
        close.setFixedSize(24, 24)
        close.clicked.connect(self.dropped)
        picture = _Picture(scene)
        picture.clicked.connect(self.wanted)
        picture.setAccessibleName(f"Pinned: {title}")
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, 4, 4, 0)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(_Area(picture), 1)


class Pins(QSplitter):
    """``wanted(system, sentence)``: a pinned drawing was clicked. ``changed``: there are more, or fewer."""

    wanted = Signal(int, int)
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        self.setAccessibleName("Pinned drawings")
        self.shown: dict[PLACE, Pin] = {}
        self.hide()

    def toggle(self, place: PLACE, title: str, scene: Scene) -> bool:
        """Pins a drawing; one that is pinned goes. Returns whether it is pinned now."""
        if place in self.shown:
            self.drop(place)
            return False
        if len(self.shown) == MOST:
            self.drop(next(iter(self.shown)))
        pin = self.shown[place] = Pin(title, scene)
        pin.wanted.connect(lambda: self.wanted.emit(*place))
        pin.dropped.connect(lambda: self.drop(place))
        self.addWidget(pin)
        self.setSizes([100] * self.count())
        self.changed.emit()
        return True

    def drop(self, place: PLACE) -> None:
        """One goes."""
        pin = self.shown.pop(place)
        pin.hide()
        pin.setParent(None)
        pin.deleteLater()
        self.changed.emit()

    def clear(self) -> None:
        """All go."""
        for place in list(self.shown):
            self.drop(place)
