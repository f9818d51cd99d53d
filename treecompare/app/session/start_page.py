"""The start page: what the window shows while nothing is open. Imports nothing that is slow."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QIcon,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QCommandLinkButton,
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
from treecompare.app.common import fonts, preferences
from treecompare.app.common.bar import control
from treecompare.app.common.plain import caption
from treecompare.app.common.recent import RecentRow, titles
from treecompare.app.common.theme import DARK, accent, colours_of, muted
from treecompare.app.common.wording import key_named
from treecompare.app.panes.flow_layout import FlowLayout
from treecompare.app.shell.toolbar import SearchField

WORDS = 208
"""Pixels for what stands beside a drawing."""
MARGIN = 12
HIGHEST, LOWEST = 248, 124
"""Pixels of a card with a drawing: where the window is lower its cards are lower, too, until they scroll."""
_WORDS = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)


class Card(QCommandLinkButton):
    """A sample: its drawing, then its title, what one learns from it, and where it leads. ``picture``: drawn at a scale of 2;
    null where there is none. The title alone is shown where there is no room for more."""

    def __init__(self, title: str, about: str, picture: QPixmap) -> None:
        super().__init__(caption(title), caption(about))
        self.picture = picture
        self.is_drawn = False
        self.setIcon(QIcon())
        self.setAccessibleName(title)
        self.setAccessibleDescription(about)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def fit(self, width: int, height: int) -> None:
        """Takes so much room, in pixels; the drawing only where it can be read beside its words."""
        self.ensurePolished()  # else its words are measured in other letters than they are painted in
        self.is_drawn = not self.picture.isNull() and width >= WORDS + 330 + 3 * MARGIN
        self.setFixedHeight(max(height if self.is_drawn else 0, self.words_height(width) + 2 * MARGIN))
        self.update()

    def words_height(self, width: int) -> int:
        """Pixels of the title, the words and the line that leads on."""
        title, text = self._metrics()
        room = (WORDS if self.is_drawn else width - 2 * MARGIN) - 2
        about = text.boundingRect(QRect(0, 0, room, 2000), _WORDS, self.description()).height()
        return title.height() + 4 + about + (8 + text.height() if self.is_drawn else 0)

    def _metrics(self) -> tuple[QFontMetrics, QFontMetrics]:
        return QFontMetrics(fonts.sized(self.font(), fonts.HEADING, fonts.STRONG)), QFontMetrics(self.font())

    def pictured(self) -> QRect:
        """Where the drawing is: in the middle of what the words leave free, never larger than it was drawn."""
        free = self.rect().adjusted(MARGIN, 3, -WORDS - 2 * MARGIN, -3)
        size = self.picture.size() / self.devicePixelRatioF()
        if size.width() > free.width() or size.height() > free.height():
            size.scale(free.size(), Qt.AspectRatioMode.KeepAspectRatio)
        corner = free.center() - QPoint(size.width() // 2, size.height() // 2)
        return QRect(corner, size)

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        words = self.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        if self.is_drawn:
            place, dots = self.pictured(), self.devicePixelRatioF()
            sides = (
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )  # no thin line is lost
            picture = self.picture.scaled(place.size() * dots, *sides)
            picture.setDevicePixelRatio(dots)
            painter.drawPixmap(place.topLeft(), picture)
            words.setLeft(words.right() - WORDS)
        title, _ = self._metrics()
        painter.setPen(self.palette().windowText().color())
        painter.setFont(fonts.sized(self.font(), fonts.HEADING, fonts.STRONG))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), self.text())
        words.setTop(words.top() + title.height() + 4)
        painter.setFont(self.font())
        painter.setPen(muted(self.palette()))
        painter.drawText(words, _WORDS, self.description())
        if self.is_drawn:
            painter.setPen(accent(self.palette()))
            painter.setFont(fonts.strong(self.font()))
            painter.drawText(words, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom), "Open ›")
        painter.end()


class OpenButton(QPushButton):
    """What most people come for, with its key at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Open treebanks…", parent)
        self.setProperty("look", "main")
        self.setToolTip("Choose the gold and the systems")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), hint.height() + 12)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draws the title at the left, the key at the right."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        painter.setPen(QColor(colours_of(QApplication.palette()).on_accent))
        room, middle = self.rect().adjusted(16, 0, -12, 0), Qt.AlignmentFlag.AlignVCenter
        painter.setFont(fonts.strong(self.font()))
        painter.drawText(room, int(middle | Qt.AlignmentFlag.AlignLeft), self.text())
        painter.setFont(fonts.sized(self.font(), fonts.SMALL))
        painter.drawText(room, int(middle | Qt.AlignmentFlag.AlignRight), key_named("Ctrl+O"))
        painter.end()


class TwoTrees(QWidget):
    """The program's mark: two small trees over the same words, with the node in which they differ."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # in a narrow window, too

    def sizeHint(self) -> QSize:
        return QSize(116, 84)

    def paintEvent(self, _event: object) -> None:
        """Draws one tree above and its mirror image below, a row of words between them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_mark(painter, QRectF(self.rect()).adjusted(2, 5, -2, -5), self.palette())
        painter.end()


def draw_mark(painter: QPainter, box: QRectF, palette: QPalette) -> None:
    """Paints the mark into a box."""
    line = palette.color(QPalette.ColorRole.WindowText)
    red, green = QColor("#c4503e"), QColor("#3d8f5f")
    unit = min(box.width() / 6, box.height() / 4.6)
    left = box.center().x() - 3 * unit
    middle = box.center().y()

    def spot(x: float, height: float, side: int) -> QPointF:
        return QPointF(left + x * unit, middle - side * (0.45 + height) * unit)

    words = [0.5, 2.16, 3.83, 5.5]
    shapes = {
        1: ((3.0, 1.8), [(words[0], 0.0), (4.66, 0.95)], [words[1], words[2], words[3]], (4.66, 0.95), red),
        -1: ((3.0, 1.8), [(1.33, 0.95), (words[3], 0.0)], [words[0], words[1], words[2]], (1.33, 0.95), green),
    }
    for side, (root, daughters, below, odd, colour) in shapes.items():
        painter.setPen(QPen(line, max(unit * 0.11, 1.2), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for daughter in daughters:
            painter.drawLine(spot(*root, side), spot(*daughter, side))
        for word in below:
            painter.drawLine(spot(*odd, side), spot(word, 0.0, side))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(line)
        painter.drawEllipse(spot(*root, side), unit * 0.24, unit * 0.24)
        painter.setBrush(colour)
        painter.drawEllipse(spot(*odd, side), unit * 0.3, unit * 0.3)
    painter.setBrush(line)
    painter.setPen(Qt.PenStyle.NoPen)
    for word in words:
        painter.drawRoundedRect(
            QRectF(left + (word - 0.42) * unit, middle - 0.16 * unit, 0.84 * unit, 0.32 * unit), 2, 2
        )


def window_icon(palette: QPalette) -> QIcon:
    """The mark as an icon."""
    icon = QIcon()
    for size in (32, 128):
        picture = QPixmap(size, size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_mark(painter, QRectF(0, 0, size, size), palette)
        painter.end()
        icon.addPixmap(picture)
    return icon


WIDE = 860
"""From so many pixels on samples stand beside what is opened, else below it."""
FIRST = 3
"""So many samples are in sight."""
MOST_LEFT, MOST_CARD = 600, 960
"""Pixels of what is opened, and of a sample: on a large screen its words stay beside its drawing."""


class StartPage(QScrollArea):
    """Open a comparison, a recent one, or a sample. ``commandWanted(name)``: one of the window's commands. ``forgetWanted``: the
    recent ones are to be cleared."""

    openWanted = Signal()
    sampleWanted = Signal(str)
    recentWanted = Signal(object)
    commandWanted = Signal(str)
    forgetWanted = Signal()

    def __init__(self, commands: Container[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        page = QWidget(objectName="page")
        self.setWidget(page)
        self._left = left = QWidget()
        right = QWidget(objectName="paper")
        own, samples = QVBoxLayout(left), QVBoxLayout(right)
        self.samples = samples
        own.setContentsMargins(48, 40, 48, 32)
        samples.setContentsMargins(40, 12, 40, 12)  # at 1280 x 800 nothing is left to be scrolled to
        for column in (own, samples):
            column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(20)
        head.addWidget(TwoTrees())
        titles = QVBoxLayout()
        titles.setSpacing(4)
        self.title = QLabel("treecompare")
        self.subtitle = QLabel("Compare treebanks, parses and annotations.", objectName="muted", wordWrap=True)
        titles.addStretch(1)
        titles.addWidget(self.title)
        titles.addWidget(self.subtitle)
        titles.addStretch(1)
        head.addLayout(titles, 1)
        own.addLayout(head)
        own.addSpacing(12)
        self.open_button = OpenButton()
        self.open_button.clicked.connect(self.openWanted)
        own.addWidget(self.open_button)
        drop = QLabel(
            "<b>Drop files or a folder here</b><br>brackets, CoNLL-U, TIGER-XML, export, lattices and others",
            objectName="drop", wordWrap=True,
        )  # fmt: skip
        drop.setAlignment(Qt.AlignmentFlag.AlignCenter)
        own.addWidget(drop)
        others = QWidget()
        flow = FlowLayout(others)
        flow.setContentsMargins(0, 4, 0, 0)
        for text, name in (
            ("Two annotators…", "two_annotators"),
            ("Two versions…", "two_versions"),
            ("New lesson…", "new_lesson"),
        ):
            if name in commands:
                flow.addWidget(self._button(text, name, "phenomenon"))
        own.addWidget(others)
        self.recent_list, self.sample_heads = QVBoxLayout(), QVBoxLayout()
        self.recent_list.setSpacing(4)
        self.recent_head = self._recent_head()
        self.sample_heads.setSpacing(8)
        own.addWidget(self.recent_head)
        own.addLayout(self.recent_list)
        own.addStretch(1)
        said = "One comparison is one file; what you type is saved as you type."
        own.addWidget(QLabel(said, objectName="muted", wordWrap=True))
        self.search = SearchField()
        self.search.clicked.connect(lambda: self.commandWanted.emit("palette"))
        samples.addWidget(self.search, 0, Qt.AlignmentFlag.AlignRight)
        samples.addLayout(self.sample_heads)
        more = QHBoxLayout()
        self._links: list[QAbstractButton] = []
        for text, name in (
            ("More samples…", "samples"),
            ("Lessons…", "lessons_list"),
            ("What the measures count", "show_help"),
        ):
            if name not in commands:
                continue
            self._links.append(self._button(text, name, "link"))
            more.addWidget(self._links[-1])
            more.addSpacing(16)
        more.addStretch(1)
        samples.addLayout(more)
        samples.addStretch(1)
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, page)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(0)
        self._sides.addWidget(left, 2)
        self._sides.addWidget(right, 3)
        self.recent_rows: list[RecentRow] = []
        self._cards: list[Card] = []
        self._is_stale = True
        self._set_look()

    def _button(self, text: str, name: str, look: str) -> QAbstractButton:
        if look == "link":
            button: QAbstractButton = QPushButton(text, flat=True)  # its text begins where the cards above it do
            button.setProperty("look", look)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            button = control(text=text)
            button.setObjectName(look)
        button.clicked.connect(lambda: self.commandWanted.emit(name))
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Samples go below what is opened where they have no room beside it."""
        super().resizeEvent(event)
        is_wide = self.width() >= WIDE
        self._sides.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)
        self._fit_cards()

    def refresh(self) -> None:
        """Shows the samples and the recent comparisons as they are now."""
        self._is_stale = False
        self.recent_rows = []
        for layout in (self.sample_heads, self.recent_list):
            while (item := layout.takeAt(0)) is not None:
                widget = item.widget()
                if widget is not None:
                    widget.hide()  # it goes later, but must not be seen until then
                    widget.deleteLater()
        self._cards.clear()
        samples = resources.samples()[:FIRST]
        if samples:
            self.sample_heads.addWidget(self._heading("Try a sample"))
            said = QLabel("Each opens at a sentence on which the measures disagree.", objectName="muted", wordWrap=True)
            self.sample_heads.addWidget(said)
        for sample in samples:
            button = Card(sample.title, sample.about, self._drawn(sample))
            self._cards.append(button)
            button.clicked.connect(lambda _=False, key=sample.key: self.sampleWanted.emit(key))
            self.sample_heads.addWidget(button)
        recent = self._listed = preferences.recent()
        self.recent_head.setVisible(bool(recent))
        for title, files in zip(titles(recent), recent, strict=True):
            row = RecentRow(title, files)
            row.clicked.connect(lambda _=False, files=files: self.recentWanted.emit(files))
            self.recent_rows.append(row)
            self.recent_list.addWidget(row)
        for one, other in pairwise((self.clear, *self.recent_rows, self.search, *self._cards, *self._links)):
            QWidget.setTabOrder(one, other)
        self._fit_cards()

    def _drawn(self, sample: resources.Sample) -> QPixmap:
        """What a sample looks like; none where there is no picture of it."""
        theme = "dark" if colours_of(QApplication.palette()) is DARK else "light"
        picture = Path(sample.gold).with_name(f"card-{theme}.png")
        return QPixmap(str(picture)) if picture.exists() else QPixmap()

    def _fit_cards(self) -> None:
        """The samples share the height of the page, with their drawings where there is room beside their words."""
        if not self._cards:
            return
        is_wide = self.width() >= WIDE
        margins = self.samples.contentsMargins()
        self._left.setMaximumWidth(MOST_LEFT if is_wide else self.maximumWidth())
        beside_left = self.width() - min(self.width() * 2 // 5, MOST_LEFT)
        width = min((beside_left if is_wide else self.width()) - margins.left() - margins.right(), MOST_CARD)
        for one in self._cards:
            one.setMaximumWidth(MOST_CARD)
            one.fit(width, LOWEST)
        self.sample_heads.invalidate()  # else it is as high as it was
        beside = self.samples.sizeHint().height() - sum(one.maximumHeight() for one in self._cards)
        share = (self.viewport().height() - beside) // len(self._cards) if is_wide else HIGHEST
        for one in self._cards:
            one.fit(width, min(share, HIGHEST))

    def _heading(self, text: str) -> QLabel:
        label = QLabel(text)
        font = QFont(self.font())
        font.setBold(True)
        label.setFont(font)
        label.setContentsMargins(0, 16, 0, 0)
        return label

    def _recent_head(self) -> QWidget:
        """Their heading, with what clears them at its right."""
        head = QWidget()
        self.clear = QPushButton("Clear", flat=True, toolTip="Clear recent files")
        self.clear.setProperty("look", "link")
        self.clear.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clear.clicked.connect(self.forgetWanted)
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._heading("Recent"))
        row.addStretch(1)
        row.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignBottom)
        return head

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "recent_rows"):
            self._set_look()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(self, "recent_rows"):
            self._is_stale = True  # links keep the colour that they were made with
            if self.isVisible():
                self.refresh()

    def event(self, event: QEvent) -> bool:
        """Other windows add to the recent comparisons, too."""
        is_back = event.type() == QEvent.Type.WindowActivate and hasattr(self, "_listed")
        if is_back and self._listed != preferences.recent():
            self.refresh()
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """In the colours that there are now, and in the room that there is once the window is laid out."""
        super().showEvent(event)
        if self._is_stale:
            self.refresh()
        QTimer.singleShot(0, self, self._fit_cards)

    def _set_look(self) -> None:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 2.0)
        font.setWeight(QFont.Weight.DemiBold)
        self.title.setFont(font)
