"""Texts of pieces, with links; and lines, alone and in closed boxes, that are cut with … where there is no room for all of them."""

from __future__ import annotations

import html
from typing import Any

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QStyle, QStyleOptionComboBox, QToolTip, QWidget

from treecompare.drawing.colours import Colours
from treecompare.jobs.lines import LONG, rich_markup
from treecompare.scores.rich import pieces_of, shortened
from treecompare.trees.characters import POP, RIGHT_TO_LEFT, begins_at_the_right
from treecompare.window.common import fonts
from treecompare.window.common.plain import markup, tip, visible
from treecompare.window.common.theme import colours_of

LINKS = (
    Qt.TextInteractionFlag.LinksAccessibleByMouse
    | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    | Qt.TextInteractionFlag.TextSelectableByMouse
)
ROUND_ITEMS = 24
"""Pixels of a list that drops down besides its texts: edges and a scroll bar."""
ROUND_LIST = 2
"""Pixels above and below its texts."""


def elided(letters: QFontMetrics | QFontMetricsF, text: str, room: float) -> str:
    """The beginning of a text that has no room, with … at its end: at the left of a text that is read from right to left."""
    shown = letters.elidedText(text, Qt.TextElideMode.ElideRight, int(room))
    return f"{RIGHT_TO_LEFT}{shown}{POP}" if shown != text and begins_at_the_right(text) else shown


def paint_line(painter: QPainter, font: QFont, box: QRect, text: str, plain: QColor, these: Colours) -> None:
    """A line of text from the left of a box; what has no room ends in …."""

    def letters(look: str) -> QFont:
        return fonts.strong(font) if look in ("strong", "alarm") else font

    left, inks = float(box.left()), {"quiet": these.muted, "small": these.muted, "alarm": these.gold}
    width = lambda said, look: QFontMetricsF(letters(look)).horizontalAdvance(said)  # noqa: E731
    cut = lambda said, room: QFontMetricsF(font).elidedText(said, Qt.TextElideMode.ElideLeft, room)  # noqa: E731
    for piece in shortened(text, box.width(), width, cut):
        painter.setFont(letters(piece.look))
        painter.setPen(QColor(inks[piece.look]) if piece.look in inks else plain)
        said = elided(QFontMetricsF(painter.font()), piece.text, max(box.right() + 1 - left, 0))
        at = QRect(round(left), box.top(), box.right() + 1 - round(left), box.height())
        turned = f"{RIGHT_TO_LEFT}{said}{POP}" if begins_at_the_right(said) else said
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, turned)
        left += width(said, piece.look)
        if said != piece.text:
            break


class Said(QLabel):
    """Text of pieces, in as many lines as it needs; ``linkActivated`` tells an address."""

    def __init__(self, look: str = "", wraps: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.RichText, textInteractionFlags=LINKS)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty("look", look)
        self._said = ""
        self.wrap(wraps)
        self.hide()

    def wrap(self, wraps: bool) -> None:
        """Whether it may have several lines; then a long word does not make the column wider."""
        self.setWordWrap(wraps)
        policy = QSizePolicy.Policy.Ignored if wraps else QSizePolicy.Policy.Preferred
        self.setSizePolicy(policy, QSizePolicy.Policy.Preferred)

    def sizeHint(self) -> QSize:
        """Its width says how high it is; Qt would lay it out twice more to guess one."""
        return QSize(0, self.fontMetrics().height()) if self.wordWrap() else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def say(self, text: str, look: str | None = None) -> None:
        """Says something else, perhaps in another look of the style sheet; nothing is not there."""
        if look is not None and look != self.property("look"):
            self.setProperty("look", look)
            self.style().polish(self)
        if text == self._said and pieces_of(text) == pieces_of(self._said):
            return
        self._said = text
        self._write()
        self.setVisible(bool(text))
        is_link = "<a " in self.text() and not self._on_button
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_link else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(visible(text))

    def _write(self) -> None:
        """Nobody can select and copy what stands on a button."""
        self._on_button = self.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        said = rich_markup(self._said, colours_of(self.palette()), ".+" if self._on_button else LONG)
        is_plain = self._on_button and "<" not in said
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction if self._on_button else LINKS)
        self.setTextFormat(Qt.TextFormat.PlainText if is_plain else Qt.TextFormat.RichText)
        self.setText(html.unescape(said) if is_plain else said)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tab comes to the first link at once, or from behind to the last."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.focusNextPrevChild(event.reason() == Qt.FocusReason.TabFocusReason)

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """To the next link, by whose words it is called then."""
        stays = super().focusNextPrevChild(is_next)
        said = self.selectedText().translate({0x200B: "", 0xA0: " "}) if stays and self.hasFocus() else self._said
        self.setAccessibleName(visible(said))
        return stays

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._said:
            self._write()


class ElidedLabel(QLabel):
    """Plain text in one line; never wider than its place: its beginning stays. All of it is in the tooltip."""

    def __init__(self, text: str = "", parent: QWidget | None = None, **has: Any) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText, **has)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(visible(text))
        self.setToolTip(tip(text))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def shown(self) -> str:
        """The text as it is seen."""
        return elided(self.fontMetrics(), self.text(), self.contentsRect().width() - 2 * self.margin())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        style: QStyle = self.style()
        style.drawItemText(
            painter, self.contentsRect(), int(self.alignment()), self.palette(), self.isEnabled(), self.shown(),
            self.foregroundRole(),
        )  # fmt: skip


class StillBox(QComboBox):
    """A choice that the wheel never changes: it turns what is around the box."""

    def wheelEvent(self, event: QEvent) -> None:
        event.ignore()


class ElidedBox(StillBox):
    """A choice whose text may be cut while it is closed; all of it is in the tooltip then, and in the list that drops down."""

    def showPopup(self) -> None:
        """The list is as wide as its texts, and stays on the screen."""
        view, room = self.view(), self.screen().availableGeometry()
        view.setMinimumWidth(min(view.sizeHintForColumn(0) + ROUND_ITEMS, room.width()))
        super().showPopup()
        there, rows = view.window(), min(self.count(), self.maxVisibleItems())
        wanted = rows * view.sizeHintForRow(0) + ROUND_LIST
        if there.height() < wanted:  # Qt cuts it at the end of the screen, where there may be room above
            there.resize(there.width(), min(wanted, room.height()))
        is_whole = self.count() <= rows and there.height() >= wanted
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if is_whole else Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        view.setVerticalScrollBarPolicy(policy)
        right, bottom = room.right() + 1 - there.width(), room.bottom() + 1 - there.height()
        there.move(min(there.x(), max(right, room.left())), min(there.y(), max(bottom, room.top())))

    def shown(self) -> str:
        """The text as it is seen."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return option.currentText

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        super().initStyleOption(option)
        controls = QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(*controls, self).width() - 2
        option.currentText = elided(self.fontMetrics(), option.currentText, room)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.shown() != self.currentText():
            own = self.toolTip()
            whole = f"<p>{markup(self.currentText())}</p>{own}" if own else tip(self.currentText())
            QToolTip.showText(event.globalPos(), whole, self)
            return True
        return super().event(event)
