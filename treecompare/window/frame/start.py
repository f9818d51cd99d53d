"""The start page: what the window shows while nothing is open. Imports nothing that is slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from treecompare import resources
from treecompare.drawing.colours import DARK
from treecompare.jobs.wanted import Recent, describe, missing, moment_said, titles
from treecompare.window.common import fonts, preferences
from treecompare.window.common.elided import elided
from treecompare.window.common.plain import caption, tip, visible
from treecompare.window.common.theme import colours_of, muted
from treecompare.window.common.worker import Newest
from treecompare.window.frame.menus import key_named

LEFT, SMALL, SMALL_LEFT = 330, 900, 260
"""Pixels of what is opened, at its left; below that width so many."""
LARGEST = 1300, 880
"""Pixels of all cards: on a larger screen they stay together."""
ROW, ROW_GAP = 46, 8
"""Height of a row of what was open lately, and free pixels in it."""
LOW = 38
"""In fewer lines of text cards have no drawings."""
LEAST_PICTURE, MOST_PICTURE = 90, 260
"""Pixels of the height of a card's drawing: where there is less room it goes, and on a large screen it grows no further."""


class RecentRow(QPushButton):
    """One of them, to be opened again."""

    def __init__(self, title: str, files: Recent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.about, self.files = visible(title), visible(describe(files)), files
        at = preferences.opened_at(files)
        self.when = moment_said(at, datetime.now()) if at is not None else ""
        self.setProperty("look", "row")
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tip("\n".join(map(visible, filter(None, files.paths)))))
        self.setAccessibleName(f"Open {self.title} again")
        self.tell(self.about)

    def tell(self, about: str) -> None:
        """The second line."""
        self.about = visible(about)
        self.setAccessibleDescription(", ".join(filter(None, (self.about, self.when))))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Two lines, at the right when it was."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        room = self.rect().adjusted(ROW_GAP, 6, -ROW_GAP, -6)
        upper, lower = room.adjusted(0, 0, 0, -room.height() // 2), room.adjusted(0, room.height() // 2, 0, 0)
        sides = Qt.AlignmentFlag
        painter.setPen(muted(self.palette()))
        painter.setFont(fonts.sized(self.font(), fonts.SMALL))
        painter.drawText(upper, int(sides.AlignRight | sides.AlignVCenter), self.when)
        upper.setRight(upper.right() - painter.fontMetrics().horizontalAdvance(self.when) - ROW_GAP)
        for line, text, font, ink in (
            (lower, self.about, self.font(), muted(self.palette())),
            (upper, self.title, fonts.sized(self.font(), weight=fonts.MEDIUM), self.palette().windowText().color()),
        ):
            painter.setFont(font)
            painter.setPen(ink)
            text = elided(painter.fontMetrics(), text, line.width())
            painter.drawText(line, int(sides.AlignLeft | sides.AlignVCenter), text)
        painter.end()


@dataclass(frozen=True)
class Job:
    """A card: what one can do, with a sample and with files of one's own. ``sample``: its drawing is in that folder of samples;
    ``why_not``: why it cannot be done here."""

    title: str
    about: str
    size: str
    sample: str
    show: Callable[[], object]
    own: str
    choose: Callable[[], object]
    why_not: str = ""


class Drawing(QWidget):
    """The drawing of a sample, as large as there is room for, never larger than it was drawn."""

    def __init__(self, sample: str) -> None:
        super().__init__()
        self._sample, self._picture, self._name = sample, QPixmap(), ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(LEAST_PICTURE)
        self.setMaximumHeight(MOST_PICTURE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = "dark" if colours_of(self.palette()) is DARK else "light"
        name = str(resources.path(f"samples/{self._sample}/card-{theme}.png"))
        if name != self._name:
            self._name, self._picture = name, QPixmap(name)
        if self._picture.isNull():
            return
        painter, dots = QPainter(self), self.devicePixelRatioF()
        whole = QSize(self._picture.width() // 2, self._picture.height() // 2)  # it is drawn at a scale of 2
        size = whole.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio).boundedTo(whole)
        smooth = Qt.TransformationMode.SmoothTransformation  # no thin line is lost
        picture = self._picture.scaled(size * dots, Qt.AspectRatioMode.KeepAspectRatio, smooth)
        picture.setDevicePixelRatio(dots)
        painter.drawPixmap(self.rect().center() - QPoint(size.width() // 2, size.height() // 2), picture)
        painter.end()


class Card(QFrame):
    """A job: its drawing, its title, what one learns, the sample and one's own files."""

    def __init__(self, job: Job) -> None:
        super().__init__(objectName="card")
        self.drawing = Drawing(job.sample)
        title, about = QLabel(job.title), QLabel(job.why_not or job.about, objectName="muted", wordWrap=True)
        title.setProperty("look", "heading")
        for label in (title, about):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.sample, self.own = QPushButton("Sample"), QPushButton(caption(job.own))
        self.sample.setProperty("look", "chosen")
        self.sample.clicked.connect(lambda: job.show())
        self.own.clicked.connect(lambda: job.choose())
        for button in (self.sample, self.own):
            button.setAccessibleName(f"{job.title}: {button.text()}")
            button.setEnabled(not job.why_not)
        self.size_said = QLabel(job.size, objectName="muted")
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.sample)
        line.addWidget(self.own)
        line.addStretch(1)
        line.addWidget(self.size_said)
        words = QVBoxLayout()
        words.setContentsMargins(16, 12, 16, 14)
        words.setSpacing(6)
        words.addWidget(title)
        words.addWidget(about)
        words.addStretch(1)
        words.addLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.drawing, 1)
        column.addLayout(words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What a sample has is said where there is room beside the buttons."""
        super().resizeEvent(event)
        beside = sum(one.sizeHint().width() + 8 for one in (self.sample, self.own))
        self.size_said.setVisible(self.width() - 40 >= beside + self.size_said.sizeHint().width())


class StartPage(QWidget):
    """Open a comparison, a recent one, or a sample. ``openWanted``, ``recentWanted``; ``commandWanted``: a command by its key;
    ``forgetWanted``: the recent ones are to be cleared."""

    openWanted = Signal()
    recentWanted = Signal(object)
    commandWanted = Signal(str)
    forgetWanted = Signal()

    def __init__(self, jobs: Sequence[Job], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.recent_rows: list[RecentRow] = []
        self._listed: list[Any] | None = None
        self._looking = Newest(self)
        self._looking.done.connect(self._say_missing)
        self.cards = [Card(one) for one in jobs]
        self.left = QWidget(objectName="page")
        self.left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side = QVBoxLayout(self.left)
        side.setContentsMargins(12, 12, 12, 12)
        side.setSpacing(8)
        side.addWidget(_heading("Open"))
        self.open_button = QPushButton(f"Open treebanks…   {key_named('Ctrl+O')}")
        self.open_button.setProperty("look", "main")
        self.open_button.setFixedHeight(40)
        self.open_button.clicked.connect(self.openWanted)
        side.addWidget(self.open_button)
        drop = QLabel("Drop files or a folder here\nbrackets, CoNLL-U, TIGER-XML, export, lattices", objectName="drop")
        drop.setWordWrap(True)
        drop.setAlignment(Qt.AlignmentFlag.AlignCenter)
        side.addWidget(drop)
        self.clear = self._link("Clear", self.forgetWanted.emit)
        self.clear.setToolTip("Clear recent files")
        self.recent_head = QWidget()
        line = QHBoxLayout(self.recent_head)
        line.setContentsMargins(0, 6, 0, 0)
        line.addWidget(_heading("Recent"), 1)
        line.addWidget(self.clear)
        side.addWidget(self.recent_head)
        rows = QWidget(objectName="page")
        self.recent_list = QVBoxLayout(rows)
        self.recent_list.setContentsMargins(0, 0, 0, 0)
        self.recent_list.setSpacing(0)
        side.addWidget(_scrolling(rows), 1)
        side.addWidget(QLabel("Notes and decisions are kept as you type.", objectName="muted", wordWrap=True))
        right = QWidget(objectName="paper")
        grid = QGridLayout()
        grid.setSpacing(16)
        for place, card in enumerate(self.cards):
            grid.addWidget(card, place // 2, place % 2)
        for place in (0, 1):
            grid.setColumnStretch(place, 1)
            grid.setRowStretch(place, 1)
        title = QLabel("What would you like to see?")
        title.setProperty("look", "title")
        inside = QWidget()
        inside.setMaximumSize(*LARGEST)
        middle = QVBoxLayout(right)
        middle.setContentsMargins(24, 12, 24, 8)
        middle.addWidget(inside, 100)
        middle.addStretch(1)
        page = QVBoxLayout(inside)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(4)
        page.addWidget(title)
        page.addWidget(
            QLabel("Each opens a sample at a place where it matters, in the same window.", objectName="muted")
        )
        page.addSpacing(8)
        page.addLayout(grid, 1)
        self.links = [
            self._link(text, partial(self.commandWanted.emit, key))
            for text, key in (
                ("More samples", "samples"),
                ("What the measures count", "measures"),
                ("Keyboard", "keyboard"),
            )
        ]
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 4, 0, 0)
        foot.setSpacing(24)
        for link in self.links:
            foot.addWidget(link)
        foot.addStretch(1)
        page.addLayout(foot)
        self.right = _scrolling(right)
        sides = QHBoxLayout(self)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(0)
        sides.addWidget(self.left)
        sides.addWidget(self.right, 1)

    def _link(self, text: str, do: Callable[[], object]) -> QPushButton:
        link = QPushButton(text, flat=True)
        link.setProperty("look", "link")
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.clicked.connect(lambda: do())
        return link

    def refresh(self) -> None:
        """Lists what was opened lately, as it is now."""
        recent = self._listed = preferences.recent()
        for row in self.recent_rows:
            row.hide()  # it goes later, but must not be seen until then
            row.deleteLater()
        while self.recent_list.takeAt(0) is not None:
            pass
        self.recent_rows = [RecentRow(title, files) for title, files in zip(titles(recent), recent, strict=True)]
        for row, files in zip(self.recent_rows, recent, strict=True):
            row.clicked.connect(lambda _=False, files=files: self.recentWanted.emit(files))
            self.recent_list.addWidget(row)
        self.recent_list.addStretch(1)
        self.recent_head.setVisible(bool(recent))
        if recent:  # a disk of a network may not answer
            self._looking.ask(lambda _cancel: [missing(one) for one in recent])

    def _say_missing(self, said: list[str]) -> None:
        for row, text in zip(self.recent_rows, said, strict=False):
            if text:
                row.tell(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The drawings go where they would be too small."""
        super().resizeEvent(event)
        is_small = self.width() < SMALL
        self.left.setFixedWidth(SMALL_LEFT if is_small else LEFT)
        is_low = self.height() < LOW * self.fontMetrics().height()
        for one in self.cards:
            one.drawing.setVisible(not is_low and not is_small)

    def event(self, event: QEvent) -> bool:
        """Other windows add to the recent comparisons, too."""
        if event.type() == QEvent.Type.WindowActivate and self.isVisible() and self._listed != preferences.recent():
            self.refresh()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """What was opened meanwhile is listed."""
        super().showEvent(event)
        self.refresh()
        self.open_button.setFocus()

    def stop(self) -> None:
        """Nobody waits any more."""
        self._looking.drop()


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("look", "heading")
    return label


def _scrolling(widget: QWidget) -> QScrollArea:
    area = QScrollArea(widgetResizable=True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area
