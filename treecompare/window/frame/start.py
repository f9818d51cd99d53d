"""The start page: what the window shows while nothing is open. Imports nothing that is slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from treecompare import resources
from treecompare.drawing.colours import DARK
from treecompare.jobs import wanted
from treecompare.jobs.remembered import Recent
from treecompare.window.common import layouts, preferences
from treecompare.window.common.elided import ElidedLabel
from treecompare.window.common.layouts import button, label
from treecompare.window.common.plain import caption, tip, visible
from treecompare.window.common.theme import colours_of
from treecompare.window.common.worker import Newest
from treecompare.window.frame.bar import key_named

LEFT, SMALL, SMALL_LEFT = 330, 900, 260
"""Pixels of what is opened, at its left; below that width so many."""
LARGEST = 1300, 880
"""Pixels of all cards: on a larger screen they stay together."""
LOW = 38
"""In fewer lines of text cards have no drawings."""
LEAST_PICTURE, MOST_PICTURE = 90, 260
"""Pixels of the height of a card's drawing: where there is less room it goes, and on a large screen it grows no further."""
LINKS = {"samples": "More samples", "measures": "What the measures count", "keyboard": "Keyboard"}
"""Commands below the cards."""


class RecentRow(QPushButton):
    """One of them, to be opened again: its title, when it was, and a line that tells it from others."""

    def __init__(self, title: str, files: Recent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        at = preferences.opened_at(files)
        self.when = wanted.moment_said(at, datetime.now()) if at is not None else ""
        self.second = ElidedLabel()
        named = ElidedLabel(title)
        named.setProperty("look", "medium")
        self.second.setProperty("look", "muted")
        self.setProperty("look", "row")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(tip("\n".join(map(visible, filter(None, files.paths)))))
        self.setAccessibleName(f"Open {visible(title)} again")
        first = layouts.row(None, (named, 1), label(self.when, "small"), gap=8)
        layouts.column(self, first, self.second, margins=(8, 6, 8, 6))
        for child in self.findChildren(QLabel):
            child.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.tell(wanted.describe(files))

    def tell(self, about: str) -> None:
        """Changes the second line."""
        self.second.setText(about)
        self.setAccessibleDescription(", ".join(filter(None, (about, self.when))))


class Drawing(QWidget):
    """The drawing of a sample, as large as there is room for, never larger than it was drawn."""

    def __init__(self, sample: str) -> None:
        super().__init__(minimumHeight=LEAST_PICTURE, maximumHeight=MOST_PICTURE)
        self._sample, self._icon, self._name = sample, QIcon(), ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = "dark" if colours_of(self.palette()) is DARK else "light"
        name = str(resources.path(f"samples/{self._sample}/card-{theme}.png"))
        if name != self._name:
            picture = QPixmap(name)
            picture.setDevicePixelRatio(2)  # it is drawn at that scale
            self._name, self._icon = name, QIcon(picture)
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()


class CardFrame(QFrame):
    """A drawing, a title, what one learns; the sample, which ``shows`` opens by its key; one's own files, by a command."""

    def __init__(self, card: wanted.Card, shows: Callable[[str], object], runs: Callable[[str], object]) -> None:
        super().__init__(objectName="card")
        self.drawing = Drawing(card.picture)
        self.sample = button("Sample", partial(shows, card.sample), "chosen")
        self.own = button(caption(card.own), partial(runs, card.command))
        for one in (self.sample, self.own):
            one.setAccessibleName(f"{card.title}: {one.text()}")
            one.setEnabled(not card.why_not)
        self.size_said = label(card.size, "muted")
        line = layouts.row(None, self.sample, self.own, None, self.size_said, gap=8)
        texts = label(card.title, "heading"), label(card.why_not or card.about, "muted", wraps=True)
        words = layouts.column(None, *texts, None, line, gap=6, margins=(16, 12, 16, 14))
        layouts.column(self, (self.drawing, 1), words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What a sample has is said where there is room beside the buttons."""
        super().resizeEvent(event)
        buttons = sum(one.sizeHint().width() + 8 for one in (self.sample, self.own))
        self.size_said.setVisible(self.width() - 40 >= buttons + self.size_said.sizeHint().width())


class StartPage(QWidget):
    """Open a comparison, a recent one, or a sample. ``recentWanted``; ``sampleWanted``, ``commandWanted``: by their keys."""

    recentWanted = Signal(object)
    sampleWanted = Signal(str)
    commandWanted = Signal(str)

    def __init__(self, cards: Sequence[wanted.Card], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.recent_rows: list[RecentRow] = []
        self._listed: list[Any] | None = None
        self._looking = Newest(self)
        self.cards = [CardFrame(one, self.sampleWanted.emit, self.commandWanted.emit) for one in cards]
        self._make_left()
        self._make_right()
        layouts.row(self, self.left, (self.right, 1), gap=0)

    def _make_left(self) -> None:
        opens = partial(self.commandWanted.emit, "open")
        self.open_button = button(f"Open treebanks…   {key_named('Ctrl+O')}", opens, "main")
        self.open_button.setFixedHeight(40)
        said = "Drop files or a folder here\nbrackets, CoNLL-U, TIGER-XML, export, lattices"
        drop = QLabel(said, objectName="drop", wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self.clear = _link("Clear", partial(self.commandWanted.emit, "forget-recent"))
        self.clear.setToolTip("Clear recent files")
        self.recent_head, rows = QWidget(), QWidget(objectName="page")
        layouts.row(self.recent_head, (label("Recent", "heading"), 1), self.clear, margins=(0, 6, 0, 0), gap=8)
        self.recent_list = layouts.column(None, None)
        rows.setLayout(self.recent_list)
        self.left = QWidget(objectName="page")
        self.left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        opening = label("Open", "heading"), self.open_button, drop
        kept = label("Notes and decisions are kept as you type.", "muted", wraps=True)
        layouts.column(
            self.left, *opening, self.recent_head, (layouts.scrolling(rows), 1), kept, margins=(12, 12, 12, 12), gap=8
        )

    def _make_right(self) -> None:
        grid = QGridLayout()
        grid.setSpacing(16)
        for place, card in enumerate(self.cards):
            grid.addWidget(card, place // 2, place % 2)
            grid.setColumnStretch(place % 2, 1)
            grid.setRowStretch(place // 2, 1)
        self.links = [_link(text, partial(self.commandWanted.emit, key)) for key, text in LINKS.items()]
        about = label("Each opens a sample at a place where it matters, in the same window.", "muted")
        head = label("What would you like to see?", "title"), about
        inside = QWidget()
        inside.setMaximumSize(*LARGEST)
        foot = layouts.row(None, *self.links, None, gap=24, margins=(0, 4, 0, 0))
        layouts.column(inside, *head, 8, (grid, 1), foot, gap=4)
        paper = QWidget(objectName="paper")
        self.right = layouts.scrolling(paper)
        self.around = layouts.column(paper, (inside, 100), None, margins=(24, 12, 24, 8), gap=8)

    def refresh(self) -> None:
        """Lists what was opened lately, as it is now."""
        recent = self._listed = preferences.recent()
        layouts.discard(*self.recent_rows)
        self.recent_rows = [RecentRow(name, one) for name, one in zip(wanted.titles(recent), recent, strict=True)]
        for number, (row, files) in enumerate(zip(self.recent_rows, recent, strict=True)):
            row.clicked.connect(lambda _=False, files=files: self.recentWanted.emit(files))
            self.recent_list.insertWidget(number, row)
        self.recent_head.setVisible(bool(recent))
        if recent:  # a disk of a network may not answer
            self._looking.ask(lambda _cancel: [wanted.missing(one) for one in recent], self._say_missing)

    def _say_missing(self, missing: list[str]) -> None:
        for row, text in zip(self.recent_rows, missing, strict=False):
            if text:
                row.tell(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drawings that would be too small are hidden; cards are then no higher than their texts."""
        super().resizeEvent(event)
        is_small = self.width() < SMALL
        self.left.setFixedWidth(SMALL_LEFT if is_small else LEFT)
        is_drawn = not is_small and self.height() >= LOW * self.fontMetrics().height()
        for one in self.cards:
            one.drawing.setVisible(is_drawn)
        self.around.setStretch(0, 100 * is_drawn)

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


def _link(text: str, do: Callable[[], object]) -> QPushButton:
    return button(text, do, "link", flat=True, cursor=Qt.CursorShape.PointingHandCursor)
