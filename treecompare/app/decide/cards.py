"""The question about a difference, and its answers as cards: one for each annotator, neither, other."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from treecompare.app.common.elided import ElidedLabel, elided
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.theme import accent, colours_of

HEIGHT = 52
KEY = 18
VALUE = 104
"""So many pixels at least for what an annotator says: as ``nmod of offices``; else the other answers go below."""
WIDEST = 16_777_215
"""As wide as Qt lets it be."""
OTHERS = (("0", "Neither", "stays undecided"), ("e", "Other…", "any head, relation"))
"""Answers besides those of annotators, and what stands on them at first."""


class Card(QAbstractButton):
    """An answer: the key that gives it, a title, what it says."""

    def __init__(self, key: str, ink: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key, self._ink = key, ink
        self._below = ""
        self._why_not = ""
        self._is_slim = False
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def say(self, title: str, below: str, why_not: str = "") -> None:
        """What stands on it; struck out where it cannot be decided, for the reason ``why_not``."""
        self.setText(visible(title))
        self._below, self._why_not = visible(below), why_not
        said = f"{title}: {below} ({self.key})"
        self.setAccessibleName(f"{said}, cannot be decided" if why_not else said)
        self.setToolTip(tip(f"{said}\n{why_not}" if why_not else said))
        self.update()

    @property
    def below(self) -> str:
        """Its second line."""
        return self._below

    def be_slim(self, is_slim: bool) -> None:
        """All in one line, or in two."""
        self._is_slim = is_slim
        self.updateGeometry()

    def width_of(self, title: str, below: str = "") -> int:
        """Pixels that it needs for these, in two lines."""
        bold = QFont(self.font())
        bold.setBold(True)
        widest = max(QFontMetrics(bold).horizontalAdvance(title), self.fontMetrics().horizontalAdvance(below))
        return widest + KEY + 36

    def sizeHint(self) -> QSize:
        """As Qt has it."""
        line = self.fontMetrics().height()
        return QSize(150, line + 12 if self._is_slim else max(HEIGHT, 2 * line + 16))

    def minimumSizeHint(self) -> QSize:
        """As Qt has it."""
        return QSize(96, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """A frame, the key in a box, two lines."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        frame = self.rect().adjusted(1, 1, -2, -2)
        is_framed = self.hasFocus() or self.isChecked()
        painter.setPen(QPen(accent(self.palette()) if is_framed else QColor(colours.border), 2 if is_framed else 1))
        painter.setBrush(self.palette().highlight() if self.isChecked() else self.palette().base())
        painter.drawRoundedRect(frame, 6, 6)
        if self._ink:
            painter.fillRect(QRect(frame.left(), frame.top() + 4, 4, frame.height() - 8), QColor(self._ink))
        key = QRect(frame.left() + 12, frame.center().y() - KEY // 2, KEY, KEY)
        painter.setPen(QColor(colours.border))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(key, 4, 4)
        painter.setPen(QColor(colours.muted))
        painter.drawText(key, Qt.AlignmentFlag.AlignCenter, self.key)
        font, metrics = QFont(self.font()), self.fontMetrics()
        left, height = key.right() + 10, metrics.height()
        width = frame.right() - 8 - left
        top = frame.center().y() - (height // 2 if self._is_slim else height)
        font.setBold(True)
        for text, is_title in ((self.text(), True), (self._below, False)):
            below = QFont(self.font())
            below.setStrikeOut(bool(self._why_not))
            painter.setFont(font if is_title else below)
            painter.setPen(self.palette().text().color() if is_title else QColor(colours.muted))
            said = elided(painter.fontMetrics(), text, width)
            painter.drawText(QRect(left, top, width, height), Qt.AlignmentFlag.AlignVCenter, said)
            if self._is_slim:
                taken = painter.fontMetrics().horizontalAdvance(said) + 8
                left, width = left + taken, width - taken
            else:
                top += height
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Paints the frame."""
        super().focusInEvent(event)
        self.update()


class TypedField(QLineEdit):
    """A value that is typed; ``left``: it is given up."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class Cards(QWidget):
    """``chosen`` carries the key of a card; ``typed`` a text; ``ruleWanted``: the same choice for all of this kind."""

    chosen = Signal(str)
    typed = Signal(str)
    left = Signal()
    ruleWanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.question = ElidedLabel()
        self.question.setAccessibleName("Question")
        self.same_kind = QPushButton("")
        self.same_kind.setFlat(True)
        self.same_kind.setProperty("look", "link")
        self.same_kind.clicked.connect(self.ruleWanted)
        keeps = self.same_kind.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # else drawings would be laid out anew with every other step
        self.same_kind.setSizePolicy(keeps)
        self.refused = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.refused.setObjectName("refused")
        self.refused.setWordWrap(True)
        self.refused.setAccessibleName("Why it cannot be decided")
        self.refused.hide()
        self.field = TypedField()
        self.field.setAccessibleName("Another value")
        self.field.returnPressed.connect(lambda: self.typed.emit(self.field.text()))
        self.field.left.connect(self.left)
        self.field.hide()
        self.how = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.how.setProperty("look", "quiet")
        self.how.setWordWrap(True)
        self.how.hide()
        self.cards: dict[str, Card] = {}
        head = QHBoxLayout()
        head.addWidget(self.question, 1)
        head.addWidget(self.same_kind)
        self._row, self._below = QHBoxLayout(), QHBoxLayout()
        self._row.setSpacing(8)
        self._below.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addLayout(self._row)
        column.addLayout(self._below)
        for widget in (self.field, self.how, self.refused):
            column.addWidget(widget)

    def make(self, inks: Mapping[str, str]) -> None:
        """A card for each annotator, by their names with their colours, and those for neither and other."""
        for card in self.cards.values():
            card.hide()
            card.deleteLater()
        self.cards = {}
        answers = [(str(number), name, "", ink) for number, (name, ink) in enumerate(inks.items(), 1)]
        for key, title, below, ink in (*answers, *((*one, "") for one in OTHERS)):
            card = self.cards[key] = Card(key, ink, self)
            card.say(title, below)
            card.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
        self._has_two_rows: bool | None = None
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One row or two."""
        super().resizeEvent(event)
        self.arrange()
        self._give_room()

    def arrange(self) -> None:
        """All cards in a row if there is room for what stands on them, else those of the annotators above the others: what they
        say is what people must read."""
        others = {key: self.cards[key].width_of(*texts) for key, *texts in OTHERS if key in self.cards}
        annotators = [card for key, card in self.cards.items() if key not in others]
        needed = sum(max(VALUE + KEY + 36, card.width_of(card.text())) for card in annotators) + sum(others.values())
        margins = self.layout().contentsMargins()  # type: ignore[union-attr]
        room = self.width() - margins.left() - margins.right() - 8 * (len(self.cards) - 1)
        has_two_rows = room < needed
        if has_two_rows == self._has_two_rows:
            return
        self._has_two_rows = has_two_rows
        for key, card in self.cards.items():
            is_below = has_two_rows and key in others
            card.be_slim(is_below)
            is_fixed = key in others and not is_below
            card.setMinimumWidth(others[key] if is_fixed else 0)
            card.setMaximumWidth(others[key] if is_fixed else WIDEST)
            (self._below if is_below else self._row).addWidget(card, 1)

    def refuse(self, why: str, do: str = "") -> None:
        """Says why something cannot be decided, and below that what people can do; nothing if it is empty."""
        self.refused.setText("\n".join(filter(None, (visible(why), visible(do)))))
        self.refused.setVisible(bool(why))
        self.how.setVisible(not why and not self.field.isHidden())  # one of both says what to do
        self._give_room()

    def _give_room(self) -> None:
        """All of a refusal is read, however narrow it is: what is around it is not asked for its height."""
        margins = self.layout().contentsMargins()  # type: ignore[union-attr]
        self.refused.setMinimumHeight(
            self.refused.heightForWidth(self.width() - margins.left() - margins.right()) if self.refused.text() else 0
        )

    def ask(self, how: str, text: str) -> None:
        """Lets people type a value; ``how``: what can be typed."""
        self.how.setText(how)
        self.how.show()
        self.field.setPlaceholderText(how)
        self.field.setText(text)
        self.field.show()
        self.field.setFocus()
        self.field.selectAll()

    def end(self) -> None:
        """Nothing is typed any more."""
        self.field.hide()
        self.how.hide()
        self.refuse("")
