"""Drawings that are kept beside the next ones: each like the one in hand, folded to its differences where it has no room.

What the sentence was looked at for when it was pinned is lit, and in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from treecompare.app.common.bar import control
from treecompare.app.common.elided import ElidedButton
from treecompare.app.common.plain import caption, tip

if TYPE_CHECKING:
    from treecompare.app.drawings.picture_panel import PicturePanel

MOST = 3
"""So many are kept, for each is to be read; one more puts away the oldest."""
PLACE = tuple[int, int]
"""A system and a sentence."""


class Pin(QFrame):
    """A drawing that is kept. ``wanted``: it is to be shown again as it was; ``dropped``: it is to go."""

    wanted = Signal()
    dropped = Signal()

    def __init__(self, title: str, drawn: PicturePanel) -> None:
        super().__init__(objectName="paper")
        self.title = ElidedButton(text=caption(title), autoRaise=True)
        self.title.setToolTip(tip(f"{title}: go there"))
        self.title.clicked.connect(self.wanted)
        close = control(tip=f"Unpin {title}", picture="close")
        close.setAutoRaise(True)
        close.setFixedSize(24, 24)
        close.clicked.connect(self.dropped)
        self.panel = type(drawn)()
        view = self.panel.view
        for gone in (view.controls, view.foot):
            gone.hide()
        view.look_like(drawn.view)
        view.focuses = view.scrolls = True
        view.canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.canvas.setAccessibleName(f"Pinned: {title}")
        view.canvas.clicked.disconnect()
        view.canvas.clicked.connect(lambda _: self.wanted.emit())
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 4, 0)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.panel, 1)
        self.panel.show_sentence(*drawn.shown)
        if drawn.looked_for is not None:
            self.panel.show_nodes(*drawn.looked_for)


class Pins(QSplitter):
    """The drawing in hand, which is the largest, with what is pinned before and above it. ``wanted(system, sentence)``: a pinned
    drawing was clicked."""

    wanted = Signal(int, int)

    def __init__(self, hand: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.setAccessibleName("Pinned drawings")
        self.shown: dict[PLACE, Pin] = {}
        self._above, self._beside = QSplitter(), QSplitter()
        self._beside.addWidget(hand)
        for row in (self._above, self._beside):
            self.addWidget(row)
        for splitter in (self, self._above, self._beside):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        self._above.hide()

    def toggle(self, place: PLACE, title: str, drawn: PicturePanel) -> bool:
        """Pins what is drawn; what is pinned goes. Returns whether it is pinned now."""
        if place in self.shown:
            self.drop(place)
            return False
        if len(self.shown) == MOST:
            self.drop(next(iter(self.shown)))
        pin = self.shown[place] = Pin(title, drawn)
        pin.wanted.connect(lambda: self.wanted.emit(*place))
        pin.dropped.connect(lambda: self.drop(place))
        self._share()
        return True

    def drop(self, place: PLACE) -> None:
        """One goes."""
        pin = self.shown.pop(place)
        pin.hide()
        pin.setParent(None)
        pin.panel.stop()
        pin.deleteLater()
        self._share()

    def stop(self) -> None:
        """Ends what is being computed, without waiting for it."""
        for pin in self.shown.values():
            pin.panel.stop()

    def clear(self) -> None:
        """All go."""
        for place in list(self.shown):
            self.drop(place)

    def _share(self) -> None:
        """One or the third is beside the drawing in hand, two are above."""
        pins = list(self.shown.values())
        above = pins[:2] if len(pins) > 1 else []
        for number, pin in enumerate(above):
            self._above.insertWidget(number, pin)
        for pin in pins[len(above) :]:
            self._beside.insertWidget(0, pin)
        self._above.setVisible(bool(above))
        self._above.setSizes([100, 100])
        for splitter in (self, self._beside):
            splitter.setSizes([200, 300] if splitter.count() > 1 else [100])
