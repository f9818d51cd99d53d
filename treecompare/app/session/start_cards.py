"""What stands on the start page to be clicked: a sample with its drawing, and the button that opens one's own files."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QIcon, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QCommandLinkButton,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from treecompare.app.common import fonts
from treecompare.app.common.plain import caption
from treecompare.app.common.theme import accent, colours_of, muted
from treecompare.app.common.wording import key_named

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
        """Draws it."""
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
        """As Qt has it, but higher."""
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
