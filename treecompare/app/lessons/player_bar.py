"""The bar of a player: what is said to a frame, what is counted by then, and the way through the frames."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.plain import caption, tip, visible
from treecompare.app.lessons.lesson import FOLLOWS
from treecompare.app.lessons.lineage_strip import LineageStrip
from treecompare.extras.teaching.frames import Player

SHARE, PRESENTED = 0.3, 0.25
"""Part of the screen's height that a text may have, and while it is presented; what is longer is scrolled."""
LINES = 2
"""So many lines are seen however small the window is."""


class LongText(QScrollArea):
    """As high as the longest text needs, so that the drawing does not jump from text to text, but never so high that the window
    grows. Long texts have smaller letters, and bars to scroll where that is not enough."""

    def __init__(self, alignment: Qt.AlignmentFlag) -> None:
        super().__init__()
        self.label = QLabel(textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeft | alignment)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setWidget(self.label)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self._height = 0
        self._fitted: tuple[Sequence[str], int, int] = (), 0, 0
        """What was fitted last."""
        self.share = SHARE

    def fit(self, texts: Sequence[str], largest: int = 0, least: int = 0) -> None:
        """Takes the room of the longest of these. Letters are between ``largest`` and ``least`` pixels high; 0: as they are."""
        self._fitted = texts, largest, least
        most = round(self.share * self.screen().availableSize().height())
        sizes = range(largest, least, -1)
        if largest:
            size = [*sizes, least][bisect_left(sizes, True, key=lambda size: self._needed(texts, size) <= most)]
            font = QFont(self.label.font())
            font.setPixelSize(size)
            self.label.setFont(font)
        self._height = min(self._needed(texts, self.label.fontInfo().pixelSize()), most)
        self.updateGeometry()
        self._show_bar()
        self.verticalScrollBar().setValue(0)

    def _show_bar(self) -> None:
        """A bar takes width from the text, which then needs its height: Qt keeps it although there is room without one."""
        is_long = self.label.heightForWidth(self.width()) > self.height()
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if is_long else policy.ScrollBarAlwaysOff)

    def _needed(self, texts: Sequence[str], size: int) -> int:
        font = QFont(self.label.font())
        font.setPixelSize(size)
        box, flags = QFontMetrics(font).boundingRect, int(Qt.TextFlag.TextWordWrap)
        width = max(self.width(), 50)
        return 4 + max((box(0, 0, width, 10_000, flags, text).height() for text in texts), default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines break elsewhere; who fits it may not know its width yet."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self._fitted[0]:
            self.fit(*self._fitted)
        self._show_bar()

    def sizeHint(self) -> QSize:
        return QSize(100, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(50, min(self._height, LINES * self.label.fontMetrics().lineSpacing()))


LARGE = 20
"""Pixels of a large text, at least: it is read from the last row."""
LARGER, LITTLE_LARGER = 1.5, 1.15
"""So many times the letters of the window are those of a large text, and of others."""
POINTER = 32
"""Pixels that Qt leaves above a tip, at most."""
SHORT = 60
"""Letters of a frame in the list of frames."""


class PlayerBar(QFrame):
    """Shows any player; hidden as long as there is none. ``reached(Frame)``: that one is to be shown; ``left``: the bar was closed;
    ``changed``: there may be another frame before or after it.

    ``head``: what stands at its beginning, with the stretch of each. ``is_large``: the text is for the last row. ``name``: of what
    its frames are, for screen readers; ``keys``: those that go back and on.
    """

    reached = Signal(object)
    left = Signal()
    changed = Signal()

    def __init__(
        self, head: Sequence[tuple[QWidget, int]], name: str, keys: tuple[str, str], is_large: bool = False
    ) -> None:
        super().__init__()
        self.player: Player | None = None
        self._is_large = is_large
        self.setFrameShape(QFrame.Shape.NoFrame if is_large else QFrame.Shape.StyledPanel)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(f"Step of the {name}")
        self.slider.setPageStep(5)
        self.slider.valueChanged.connect(self.go)
        self.list = QToolButton(toolTip="All steps", popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.list.setAccessibleName(f"Steps of the {name}")
        self.menu = QMenu(self.list)
        self.menu.aboutToShow.connect(self._fill)
        self.list.setMenu(self.menu)
        self.close_button = self._button("×", f"Leave the {name}", self.left.emit)
        self.close_button.setAutoRaise(True)
        self.back_button = self._button("◂", f"Previous step ({keys[0]})", self.back)
        self.next_button = self._button("▸", f"Next step ({keys[1]})", self.next)
        middle = Qt.AlignmentFlag.AlignVCenter
        self.room = LongText(middle if is_large else Qt.AlignmentFlag.AlignTop)
        self.text, self.figure = self.room.label, QLabel(textFormat=Qt.TextFormat.PlainText)
        self.figure.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.figure.setAccessibleName("What is counted by then")
        self.strip = LineageStrip()
        for one in (*(widget for widget, _ in head), self.slider, self.list):
            if not isinstance(one, QLabel):
                one.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # who clicks goes on with the keys of the drawing
        for one in (self.text, self.figure, self.back_button, self.next_button):
            one.setProperty(FOLLOWS, True)
        self.head, self.said = QWidget(), QWidget()
        self._top, self._row, column = QHBoxLayout(self.head), QHBoxLayout(self.said), QVBoxLayout(self)
        top, row = self._top, self._row
        for line in (top, row):
            line.setContentsMargins(0, 0, 0, 0)
        for widget, stretch in (*head, (self.slider, 2), (self.list, 0), (self.close_button, 0)):
            top.addWidget(widget, stretch)
        row.setSpacing(10)
        row.addWidget(self.back_button, 0, middle)  # else the row is no higher than the arrows are
        said = QVBoxLayout()
        said.setSpacing(2)
        said.addWidget(self.room, 1)
        said.addWidget(self.figure)
        row.addLayout(said, 1)
        row.addWidget(self.next_button, 0, middle)
        column.setContentsMargins(10, 5, 10, 6)
        column.setSpacing(5)
        column.addWidget(self.head)
        column.addWidget(self.strip)
        column.addWidget(self.said)
        self._set_font()
        self.hide()

    def _button(self, sign: str, title: str, action: Callable[[], object]) -> QToolButton:
        button = QToolButton(text=sign, toolTip=tip(title))
        button.setAccessibleName(title)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _=False: action())
        return button

    def present(self, is_on: bool) -> None:
        """Leaves nothing but the text and the number of the frame, small in a corner; or brings back all."""
        self.room.share = PRESENTED if is_on else SHARE
        for one in (self.head, self.back_button, self.next_button):
            one.setVisible(not is_on)
        if is_on:
            self._row.addWidget(self.list, 0, Qt.AlignmentFlag.AlignTop)
        else:
            self._top.insertWidget(self._top.count() - 1, self.list)
        self._fit()

    def show_text(self, is_shown: bool) -> None:
        """Shows what is said and counted, or nothing but where one is."""
        self.said.setVisible(is_shown)

    # -- the player ------------------------------------------------------------------------------------------------------

    def play(self, player: Player) -> None:
        """Shows the bar with another player; no frame is reached yet."""
        self.player, player.number, outline = player, 0, player.outline
        self.figure.setVisible(any(one.figure for one in outline))
        self.strip.setVisible(any(one.lineages is not None for one in outline))
        with QSignalBlocker(self.slider):
            self.slider.setRange(1, len(player))
        self.show()
        self._fit()

    def stop(self) -> None:
        """Hides the bar."""
        self.player = None
        self.hide()
        self.changed.emit()

    @property
    def number(self) -> int:
        """The frame that is shown, from 1; 0 for none."""
        return self.player.number if self.player is not None else 0

    def go(self, number: int) -> bool:
        """To a frame; False where there is none such."""
        player = self.player
        if player is None or not player.go(number):
            return False
        frame = player.frame(number)
        with QSignalBlocker(self.slider):
            self.slider.setValue(number)
        self.list.setText(player.place(number))
        self.text.setText(visible(frame.text))
        self.text.setAccessibleName(visible(frame.text))
        self.figure.setText(visible(frame.figure))
        self.strip.show_lineages(frame.lineages)
        self.back_button.setEnabled(player.has_previous)
        self.next_button.setEnabled(player.has_next)
        self._fit()
        self.reached.emit(frame)
        self.changed.emit()
        return True

    def next(self) -> bool:
        """One frame on; False after the last one."""
        return self.go(self.number + 1)

    def back(self) -> bool:
        """One frame back; False before the first one."""
        return self.go(self.number - 1)

    def first(self) -> bool:
        """To the first frame."""
        return self.go(1)

    def last(self) -> bool:
        """To the last frame."""
        return self.player is not None and self.go(len(self.player))

    def again(self) -> bool:
        """The same frame once more."""
        return self.go(self.number)

    def say_last(self) -> None:
        """Says near the number of the frame that there is none after it, in letters as large as that: over the drawing, which
        the bar stands below or above, for the bar and what is below it is read."""
        letters = self.list.fontInfo().pixelSize()
        is_below = self.mapTo(self.window(), self.rect().center()).y() > self.window().height() / 2
        edge = -3 * letters - POINTER if is_below else self.height()
        at = self.mapToGlobal(QPoint(self.list.mapTo(self, QPoint()).x(), edge))
        large = f'<p style="font-size: {letters}px; white-space: pre">This is the last step.</p>'
        QToolTip.showText(at, large, self.list)

    def _fill(self) -> None:
        self.menu.clear()
        for number, frame in enumerate(self.player.outline if self.player is not None else (), 1):
            said = frame.text if len(frame.text) <= SHORT else f"{frame.text[:SHORT].rpartition(' ')[0]} …"
            action = self.menu.addAction(caption(f"{number}  {visible(said)}"))
            action.setCheckable(True)
            action.setChecked(number == self.number)
            action.triggered.connect(lambda _=False, number=number: self.go(number))

    def setVisible(self, is_shown: bool) -> None:
        """As Qt has it; without a player there is nothing to see."""
        super().setVisible(is_shown and self.player is not None)

    # -- size ------------------------------------------------------------------------------------------------------------

    def _set_font(self) -> None:
        """Letters as large as those of the window ask for, which presenting enlarges."""
        font, own = QFont(self.font()), self.fontInfo().pixelSize()
        self._size = max(LARGE, round(own * LARGER)) if self._is_large else round(own * LITTLE_LARGER)
        font.setPixelSize(self._size)
        self.text.setFont(font)
        font.setPixelSize(round(self._size * 1.3))
        for button in (self.back_button, self.next_button):
            button.setFont(font)
            button.setMinimumSize(round(self._size * 1.8), round(self._size * 2.4))
        font.setPixelSize(own)
        font.setBold(True)
        self.figure.setFont(font)
        self.strip.enlarge(max(1.0, own / QFontInfo(QApplication.font()).pixelSize()))
        self._fit()

    def _fit(self) -> None:
        """As high as the longest text, so that the drawing keeps its size from frame to frame; what the first and
        the last step of a score say of all of them takes no room from the others."""
        if self.player is not None:
            frames = self.player.outline if self._is_large else self.player.outline[1:-1]
            texts = [self.text.text(), *(visible(one.text) for one in frames)]
            self.room.fit(texts, self._size, LARGE if self._is_large else self._size)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """The text follows the size of the window's."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "strip"):
            self._set_font()
