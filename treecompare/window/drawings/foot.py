"""The row below a drawing: how many nodes only the gold has and so on, where the changes are, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from treecompare.drawing.style import MADE, MADE_SAID, Theme
from treecompare.errors import counted
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED
from treecompare.window.common import fonts
from treecompare.window.common.bar import control
from treecompare.window.common.plain import tip

HEIGHT = 32
"""Of the row."""
STRIP = 16
REACH = 5
"""A click so many pixels beside a tick still means it."""
EDGE = 6
"""Free space left and right of the first and last place."""
LEAST_STRIP, MOST_STRIP = 80, 420
"""Its width."""
CHIP, CHIP_HEIGHT, CHIP_GAP, WORD_GAP = 26, 18, 6, 20
SIGNS = {DELETED: "X<", INSERTED: ">X", SWAPPED: "~X"}


class Counts(QWidget):
    """``4 gold only``, ``3 system only``, each behind its sign; the signs and figures alone where there is no room for words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme | None = None
        self.parts: Sequence[tuple[str, int, str]] = ()
        """Operation, number, words."""
        self.note = ""
        """What is said in place of them."""
        self.is_short = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_counts(self, parts: Sequence[tuple[str, int, str]], note: str = "") -> None:
        """Other figures, or a note in place of them."""
        self.parts, self.note = parts, note
        self.setAccessibleName(self.said())
        self.updateGeometry()
        self.update()

    def said(self) -> str:
        """All of it in words."""
        return self.note or " · ".join(f"{number:,} {words}" for _, number, words in self.parts)

    def _placed(self, is_short: bool) -> tuple[list[tuple[float, str, str]], float]:
        """Where each sign or text begins, with its operation, and how wide all is."""
        measure, x = QFontMetricsF(self.font()).horizontalAdvance, 0.0
        found: list[tuple[float, str, str]] = []
        if self.note:
            return [(0.0, "", self.note)], measure(self.note)
        for operation, number, words in self.parts:
            sign = SIGNS.get(operation, "")
            if is_short and not sign and operation != MADE:
                continue
            if sign:
                found.append((x, operation, sign))
                x += CHIP + CHIP_GAP
            text = f"{number:,}" if is_short else f"{number:,} {words}"
            text = f"{MADE} {text}" if operation == MADE else text
            found.append((x, "", text))
            x += measure(text) + (WORD_GAP / 2 if is_short else WORD_GAP)
        return found, max(x - WORD_GAP, 0.0)

    def width_for(self, is_short: bool) -> int:
        """How wide it is with words, or without."""
        return int(self._placed(is_short)[1]) + 12

    def sizeHint(self) -> QSize:
        return QSize(self.width_for(self.is_short), CHIP_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.theme is None:
            return
        painter, middle = QPainter(self), self.height() / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        small = fonts.sized(self.font(), fonts.SMALL, fonts.STRONG)
        for x, operation, text in self._placed(self.is_short)[0]:
            if not operation:
                painter.setFont(self.font())
                painter.setPen(QColor(self.theme.quiet))
                room = QRectF(x, 0, self.width(), self.height())
                painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
                continue
            box = QRectF(x + 0.5, round(middle - CHIP_HEIGHT / 2) + 0.5, CHIP - 1, CHIP_HEIGHT - 1)
            pen = QPen(QColor(self.theme.border[operation]), 1)
            if operation == SWAPPED:
                pen.setDashPattern([3, 2])
            painter.setPen(pen)
            painter.setBrush(QColor(self.theme.fill[operation]))
            painter.drawRoundedRect(box, 6, 6)
            painter.setFont(small)
            painter.setPen(QColor(self.theme.text[operation]))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)


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
        self.setMaximumWidth(MOST_STRIP)

    def sizeHint(self) -> QSize:
        return QSize(MOST_STRIP, STRIP + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_STRIP, STRIP + 4)

    def x_of(self, place: float) -> float:
        """Where a place of the drawing is."""
        return EDGE + place * (self.width() - 2 * EDGE)

    def _at(self, x: float) -> int:
        away = [(abs(self.x_of(place) - x), number) for number, (place, _) in enumerate(self.places)]
        nearest = min(away, default=(REACH + 1.0, -1))
        return nearest[1] if nearest[0] <= REACH else -1

    def paintEvent(self, event: QPaintEvent) -> None:
        """The part that is seen, then the ticks: gold only in the upper half, system only in the lower one, relabelled the whole
        height; that of the change one is at is framed."""
        if self.theme is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(0.5, 2.5, self.width() - 1, STRIP - 1)
        painter.setPen(QPen(QColor(self.theme.line), 1))
        painter.setBrush(QColor(self.theme.background))
        painter.drawRoundedRect(room, 4, 4)
        left, right = (self.x_of(place) for place in self.seen)
        if right - left < room.width() - 2 * EDGE - 1:
            glow = QColor(self.theme.quiet)
            painter.setPen(QPen(glow, 1.2))
            glow.setAlpha(40)
            painter.setBrush(glow)
            painter.drawRoundedRect(QRectF(QPointF(left, room.top()), QPointF(right, room.bottom())), 4, 4)
        if 0 <= self.now < len(self.places):
            painter.setPen(QPen(QColor(self.theme.quiet), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            x = round(self.x_of(self.places[self.now][0]))
            painter.drawRoundedRect(QRectF(x - 4, 0.75, 8, STRIP + 2.5), 3, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        for place, operation in self.places:
            painter.setBrush(QColor(self.theme.border.get(operation, self.theme.quiet)))
            top = room.center().y() if operation == INSERTED else room.top() + 2.5
            height = room.height() - 5 if operation not in (DELETED, INSERTED) else room.height() / 2 - 2.5
            painter.drawRect(QRectF(round(self.x_of(place)) - 1.5, top, 3, height))

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


class Foot(QFrame):
    """``chosen(number)``: that change is wanted, from 0; ``placeWanted(place)``: that place of the drawing, from 0 to 1."""

    chosen = Signal(int)
    placeWanted = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("foot")
        self.counts = Counts(self)
        self.explains = control(text="?", tip="What the signs mean")
        self.explains.setObjectName("round")
        self.explains.clicked.connect(self._show_legend)
        self.ticks = _Ticks(self)
        self.ticks.chosen.connect(self.chosen)
        self.ticks.placeWanted.connect(self.placeWanted)
        self.said = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.said.setAccessibleName("Which change")
        self._popup = QFrame(self, Qt.WindowType.Popup, objectName="popup")
        self.legend = QLabel(textFormat=Qt.TextFormat.RichText)
        self.legend.setAccessibleName("Legend")
        around = QVBoxLayout(self._popup)
        around.setContentsMargins(12, 8, 12, 8)
        around.addWidget(self.legend)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(self.counts)
        row.addWidget(self.explains)
        row.addStretch(1)
        row.addWidget(self.ticks, 100)
        row.addWidget(self.said)
        self.buttons = []
        for picture, name, direction in (("previous", "Previous change (P)", -1), ("next", "Next change (N)", 1)):
            button = control(tip=name, picture=picture)
            button.setAutoRaise(True)
            button.setFixedSize(24, 24)
            button.clicked.connect(lambda _=False, direction=direction: self.step(direction))
            row.addWidget(button)
            self.buttons.append(button)
        self.hush(False)
        self.show_changes([], tuple)

    def hush(self, is_masked: bool) -> None:
        """Tells nothing, whoever shows it: what is counted is to be guessed."""
        self.setFixedHeight(0 if is_masked else HEIGHT)

    @property
    def now(self) -> int:
        """The change one is at, from 0; -1 for none."""
        return self.ticks.now

    def show_counts(
        self, numbers: Mapping[str, int], words: Mapping[str, str], note: str = "", repaired: int = 0
    ) -> None:
        """How many nodes of each operation there are, and how many were made by repair. ``words``: what each is called; ``note``:
        what is said instead."""
        parts = [
            (one, numbers[one], words[one]) for one in (DELETED, INSERTED, SWAPPED, MATCHED) if numbers.get(one, 0)
        ]
        made = f"{MADE} {repaired:,} {MADE_SAID}"
        if repaired and note:
            note = f"{note} · {made}"
        elif repaired:
            parts.append((MADE, repaired, MADE_SAID))
        self.counts.show_counts(parts, note)
        self._arrange()

    def show_changes(self, places: Sequence[tuple[float, str]], texts: Callable[[], Sequence[str]]) -> None:
        """Other changes: the place of each, from 0 to 1, and its operation; ``texts`` says what they are, when it is asked for."""
        self.ticks.places, self.ticks.texts = places, texts
        self.go_to(-1)
        for widget in (self.said, *self.buttons):
            widget.setVisible(bool(places))
        self._arrange()

    def go_to(self, number: int) -> None:
        """One is at that change now."""
        self.ticks.now = number
        count = len(self.ticks.places)
        self.said.setText(f"{number + 1} of {count}" if number >= 0 else counted(count, "change"))
        self.said.setMinimumWidth(self.fontMetrics().horizontalAdvance(f"{count} changes") + 4)
        self.said.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.ticks.update()

    def show_seen(self, first: float, last: float) -> None:
        """Which part of the drawing is seen, from 0 to 1."""
        self.ticks.seen = max(first, 0.0), min(last, 1.0)
        self.ticks.update()

    def set_theme(self, theme: Theme) -> None:
        """The colours of the drawing."""
        self.ticks.theme = self.counts.theme = theme
        self.ticks.update()
        self.counts.update()

    def step(self, direction: int) -> None:
        """To the next change, or to the one before; round the end."""
        count = len(self.ticks.places)
        if count:
            start = self.now if self.now >= 0 else -1 if direction > 0 else count
            self.chosen.emit((start + direction) % count)

    def has_change_after(self, direction: int) -> bool:
        """Whether there is a change after this one (1), or before it (-1); where none is chosen any is after and none before."""
        return self.now + 1 < len(self.ticks.places) if direction > 0 else self.now > 0

    def _show_legend(self) -> None:
        self._popup.adjustSize()
        corner = self.explains.mapToGlobal(self.explains.rect().topLeft())
        self._popup.move(corner.x(), corner.y() - self._popup.height() - 4)
        self._popup.show()

    def minimumSizeHint(self) -> QSize:
        """It never keeps the drawing from being narrower."""
        return QSize(160, self.height())

    def _arrange(self) -> None:
        """Words go where there is no room for them beside the strip, then the strip."""
        others = self._width_of_others()
        is_short = self.counts.width_for(False) + others > self.width()
        self.ticks.setVisible(bool(self.ticks.places) and self.counts.width_for(is_short) + others <= self.width())
        if self.counts.is_short != is_short:
            self.counts.is_short = is_short
            self.counts.updateGeometry()

    def _width_of_others(self) -> int:
        """What stands beside the counts, with the strip as short as it can be, and the gaps between all of it."""
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        margins = row.contentsMargins()
        there = [one for one in (self.explains, self.said, *self.buttons) if not one.isHidden()]
        widths = [max(one.sizeHint().width(), one.minimumWidth()) for one in there]
        strip = [LEAST_STRIP] if self.ticks.places else []
        gaps = row.spacing() * (len(there) + len(strip) + 1)
        return sum(widths + strip) + gaps + margins.left() + margins.right()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "buttons"):
            self.ticks.update()
