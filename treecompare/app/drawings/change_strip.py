"""The strip under a drawing: a tick per change at its place, which part of the drawing is seen, the way from change to change."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QToolTip, QWidget

from treecompare.app.common.plain import tip
from treecompare.app.common.wording import number_of
from treecompare.drawing.style import Theme

HEIGHT = 18
REACH = 5
"""A click so many pixels beside a tick still means it."""
EDGE = 6
"""Free space left and right of the first and last place."""


class _Ticks(QWidget):
    """``chosen(number)``: a change was clicked; ``placeWanted(place)``: another place, from 0 to 1."""

    chosen = Signal(int)
    placeWanted = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme: Theme | None = None
        self.places: Sequence[tuple[float, str]] = ()
        self.texts: Callable[[], Sequence[str]] = tuple
        self.now = -1
        self.seen = (0.0, 1.0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)

    def sizeHint(self) -> QSize:
        """As high as a line of text."""
        return QSize(200, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Short where there is no room."""
        return QSize(40, HEIGHT)

    def x_of(self, place: float) -> float:
        """Where a place of the drawing is."""
        return EDGE + place * (self.width() - 2 * EDGE)

    def _at(self, x: float) -> int:
        away = [(abs(self.x_of(place) - x), number) for number, (place, _) in enumerate(self.places)]
        nearest = min(away, default=(REACH + 1.0, -1))
        return nearest[1] if nearest[0] <= REACH else -1

    def paintEvent(self, event: QPaintEvent) -> None:
        """The part that is seen, then the ticks; that of the change one is at is framed."""
        if self.theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.rect()).adjusted(0.5, 1.5, -0.5, -1.5)
        painter.setPen(QPen(QColor(self.theme.line), 1))
        painter.setBrush(QColor(self.theme.background))
        painter.drawRoundedRect(room, 3, 3)
        left, right = (self.x_of(place) for place in self.seen)
        if right - left < room.width() - 2 * EDGE - 1:
            glow = QColor(self.theme.quiet)
            painter.setPen(QPen(glow, 1.2))
            glow.setAlpha(40)
            painter.setBrush(glow)
            painter.drawRoundedRect(QRectF(QPointF(left, room.top()), QPointF(right, room.bottom())), 3, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        for number, (place, operation) in enumerate(self.places):
            x, is_now = self.x_of(place), number == self.now
            painter.setBrush(QColor(self.theme.text.get(operation, self.theme.quiet)))
            inset = 1.0 if is_now else 3.5
            painter.drawRect(
                QRectF(x - (2 if is_now else 1.25), room.top() + inset, 4 if is_now else 2.5, 15 - 2 * inset)
            )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """To a change, or to any place of the drawing."""
        x = event.position().x()
        number = self._at(x)
        if number >= 0:
            self.chosen.emit(number)
        else:
            self.placeWanted.emit(min(max((x - EDGE) / max(self.width() - 2 * EDGE, 1), 0.0), 1.0))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Says what the tick under the mouse is."""
        number = self._at(event.position().x())
        if number >= 0:
            QToolTip.showText(event.globalPosition().toPoint(), tip(self.texts()[number]), self)
        else:
            QToolTip.hideText()


class ChangeStrip(QWidget):
    """``chosen(number)``: that change is wanted, from 0; ``placeWanted(place)``: that place of the drawing, from 0 to 1."""

    chosen = Signal(int)
    placeWanted = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.ticks = _Ticks(self)
        self.ticks.chosen.connect(self.chosen)
        self.ticks.placeWanted.connect(self.placeWanted)
        self.said = QLabel()
        self.said.setAccessibleName("Which change")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 6, 0)
        row.setSpacing(4)
        row.addWidget(self.ticks, 1)
        row.addWidget(self.said)
        self.buttons: list[QToolButton] = []
        for text, name, direction in (
            ("◂", "Previous change (,)", -1),
            ("▸", "Next change (.)", 1),
        ):
            button = QToolButton(text=text, toolTip=name, autoRaise=True)
            button.setAccessibleName(name)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setFixedHeight(HEIGHT)
            button.clicked.connect(lambda _=False, direction=direction: self.step(direction))
            row.addWidget(button)
            self.buttons.append(button)
        self.show_changes([], tuple)

    @property
    def now(self) -> int:
        """The change one is at, from 0; -1 for none."""
        return self.ticks.now

    def show_changes(self, places: Sequence[tuple[float, str]], texts: Callable[[], Sequence[str]]) -> None:
        """Other changes: the place of each, from 0 to 1, and its operation; ``texts`` says what they are, when it is asked for."""
        self.ticks.places, self.ticks.texts = places, texts
        self.go_to(-1)
        for button in self.buttons:
            button.setEnabled(bool(places))

    def go_to(self, number: int) -> None:
        """One is at that change now."""
        self.ticks.now = number
        count = len(self.ticks.places)
        if number >= 0:
            self.said.setText(f"{number + 1} of {count}")
        else:
            self.said.setText(number_of(count, "change", "changes"))
        self.ticks.update()

    def show_seen(self, first: float, last: float) -> None:
        """Which part of the drawing is seen, from 0 to 1."""
        self.ticks.seen = max(first, 0.0), min(last, 1.0)
        self.ticks.update()

    def set_theme(self, theme: Theme) -> None:
        """The colours of the drawing."""
        self.ticks.theme = theme
        self.ticks.update()

    def step(self, direction: int) -> None:
        """To the next change, or to the one before; round the end."""
        count = len(self.ticks.places)
        if count:
            start = self.now if self.now >= 0 else -1 if direction > 0 else count
            self.chosen.emit((start + direction) % count)

    def changeEvent(self, event: QEvent) -> None:
        """Paints itself in other colours."""
        super().changeEvent(event)
        self.ticks.update()
