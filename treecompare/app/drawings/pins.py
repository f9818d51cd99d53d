"""Drawings that are kept beside the next ones: what was pinned, each fitted into its place, the newest last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from treecompare.app.common.bar import control
from treecompare.app.common.elided import ElidedButton
from treecompare.app.common.plain import caption, tip

if TYPE_CHECKING:
    from treecompare.app.drawings.painted import Painted
    from treecompare.drawing.scene import Scene

MOST = 6
"""So many are kept; one more puts away the oldest."""
MARGIN = 8
PLACE = tuple[int, int]
"""A system and a sentence."""


def _painted(scene: Scene, palette: QPalette) -> Painted:
    """The drawing in these colours. Imported when something is pinned: it needs numpy, and the window opens without."""
    from treecompare.app.drawings.painted import Painted
    from treecompare.app.drawings.pictures import theme_of

    return Painted(scene, theme_of(palette))


class _Picture(QWidget):
    """A drawing as large as there is room, but never larger than it is. ``clicked``."""

    clicked = Signal()

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene, self._painted = scene, _painted(scene, self.palette())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """As Qt has it."""
        return QSize(round(self._scene.width), round(self._scene.height))

    def minimumSizeHint(self) -> QSize:
        """As Qt has it."""
        return QSize(120, 60)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The whole drawing, in the middle."""
        room = self.rect().adjusted(MARGIN, 0, -MARGIN, -MARGIN)
        width, height = max(self._scene.width, 1.0), max(self._scene.height, 1.0)
        scale = min(room.width() / width, room.height() / height, 1.0)
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().base())
        left, top = (room.width() - scale * width) / 2, (room.height() - scale * height) / 2
        painter.translate(room.left() + left, room.top() + top)
        painter.scale(scale, scale)
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
        column.addWidget(picture, 1)


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
