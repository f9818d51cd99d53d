"""The Leaf-Ancestor strip: every word in a box coloured by its score, and below the edit of the chosen word's lineages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolTip, QWidget

from treecompare.app.common import fonts
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.theme import muted
from treecompare.app.drawings.pictures import theme_of
from treecompare.drawing.names import PLAIN
from treecompare.drawing.style import Theme, reads_right_to_left
from treecompare.mappings.lineages import WordScore
from treecompare.mappings.mapping import DELETED

GAP = 5.0
PADDING = 7.0
Edit = Sequence[tuple[str, str, float]]


def score_colour(score: float, theme: Theme) -> QColor:
    """The lower a score, the stronger its colour; one hue, so that it does not matter who sees which colours."""
    colour = QColor(theme.text[DELETED])
    colour.setAlphaF(0.0 if score >= 1 else 0.12 + 0.5 * (1 - max(score, 0.0)))
    return colour


class WordsStrip(QWidget):
    """Paints the words of a sentence. ``chosen`` carries the word that was clicked or gone to by keys, from 0."""

    chosen = Signal(int)
    takes_commands = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names = PLAIN
        """What gold and system are called."""
        self._scores: list[WordScore] = []
        self._edit: Edit = ()
        self._current = -1
        self.boxes: list[QRectF] = []
        """Where each word stands."""
        self._height = 0.0
        self._is_right_to_left = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setAccessibleName("Words of the sentence with their scores")

    def show_scores(self, scores: list[WordScore]) -> None:
        """Shows the words of another sentence."""
        self._scores, self._edit, self._current = scores, (), -1
        self._is_right_to_left = reads_right_to_left([one.word for one in scores])
        self._arrange()

    def show_current(self, word: int, edit: Edit) -> None:
        """Marks a word, -1 for none, and shows the edit of its lineages."""
        self._current, self._edit = word, edit
        one = self._scores[word] if 0 <= word < len(self._scores) else None
        first, second = (f"{name} " if name else "" for name in (self.names.first, self.names.second))
        said = f"{one.word}, {one.score:.3f}; {first}{one.gold} : {second}{one.test}" if one else ""
        self.setAccessibleDescription(said)
        self._arrange()
        if one is not None:
            self._scroll_to(self.boxes[word])

    def _scroll_to(self, box: QRectF) -> None:
        viewport = self.parentWidget()
        area = viewport.parentWidget() if viewport is not None else None
        if isinstance(area, QScrollArea):
            area.ensureVisible(round(box.center().x()), round(box.center().y()), 20, round(box.height()))

    # -- where everything stands ---------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Words side by side, line by line; then the edit."""
        metrics, small = QFontMetricsF(self.font()), QFontMetricsF(fonts.sized(self.font(), fonts.SMALL))
        height = metrics.height() + small.height() + 6
        x, y, width = PADDING, PADDING, max(float(self.width()), 120.0)
        self.boxes = []
        for one in self._scores:
            wide = max(metrics.horizontalAdvance(visible(one.word)), small.horizontalAdvance("0.000")) + 2 * PADDING
            if x > PADDING and x + wide > width - PADDING:
                x, y = PADDING, y + height + GAP
            left = width - x - wide if self._is_right_to_left else x
            self.boxes.append(QRectF(left, y, wide, height))
            x += wide + GAP
        self._edit_top = y + height + 2 * GAP if self._scores else 0.0
        edit_height = 3 * (metrics.height() + 6) + small.height() + 14 if self._edit else 0.0
        self._height = self._edit_top + edit_height + PADDING
        self.setMinimumHeight(round(self._height))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, round(self._height))

    def resizeEvent(self, event: QEvent) -> None:
        """Lines follow the width."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """So do they the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "boxes"):
            self._arrange()

    # -- painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for word, box in enumerate(self.boxes):
            if box.toAlignedRect().intersects(event.rect()):
                self._paint_word(painter, box, word)
        if self._edit:
            self._paint_edit(painter)
        painter.end()

    def _paint_word(self, painter: QPainter, box: QRectF, word: int) -> None:
        one, palette = self._scores[word], self.palette()
        is_current = word == self._current
        line = palette.color(QPalette.ColorRole.Highlight if is_current else QPalette.ColorRole.Mid)
        painter.setPen(QPen(line, 2.2 if is_current else 1))
        painter.setBrush(score_colour(one.score, theme_of(self.palette())))
        painter.drawRoundedRect(box, 5, 5)
        if one.score < 1:  # a bar says it without colour: as long as the word is wrong
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme_of(self.palette()).text[DELETED]))
            inner = box.adjusted(4, 0, -4, -2.5)
            painter.drawRect(QRectF(inner.left(), inner.bottom() - 2.5, inner.width() * (1 - max(one.score, 0.0)), 2.5))
        painter.setFont(self.font())
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        top = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(box.adjusted(0, 2, 0, 0), top, visible(one.word))
        painter.setFont(fonts.sized(self.font(), fonts.SMALL))
        painter.setPen(muted(palette) if one.score == 1 else palette.color(QPalette.ColorRole.Text))
        bottom = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
        painter.drawText(box.adjusted(0, 0, 0, -5), bottom, f"{one.score:.3f}")

    def _paint_edit(self, painter: QPainter) -> None:
        """Gold symbols above test symbols; between them what each costs."""
        palette, metrics = self.palette(), QFontMetricsF(self.font())
        row = metrics.height() + 6
        y = self._edit_top
        heads = tuple(visible(self.names.told(one)) for one in ("gold", "", "system"))
        x = PADDING + max(map(metrics.horizontalAdvance, heads)) + 2 * PADDING
        painter.setFont(self.font())
        painter.setPen(muted(palette))
        for place, head in enumerate(heads):
            painter.drawText(QRectF(PADDING, y + place * row, x, row), Qt.AlignmentFlag.AlignVCenter, head)
        for symbols, cost in ((step[:2], step[2]) for step in self._edit):
            gold, test = map(visible, symbols)
            middle = _sign(gold, test, cost)
            wide = max(metrics.horizontalAdvance(text) for text in (gold, test, middle)) + 2 * PADDING
            if cost:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(score_colour(0.4, theme_of(self.palette())))
                painter.drawRoundedRect(QRectF(x, y, wide, 3 * row), 4, 4)
            for place, text in enumerate((gold, middle, test)):
                painter.setPen(muted(palette) if place == 1 else palette.color(QPalette.ColorRole.Text))
                painter.drawText(QRectF(x, y + place * row, wide, row), Qt.AlignmentFlag.AlignCenter, text)
            x += wide + 2
        painter.setFont(fonts.sized(self.font(), fonts.SMALL))
        painter.setPen(palette.color(QPalette.ColorRole.Text))
        painter.drawText(
            QRectF(PADDING, y + 3 * row + 4, self.width() - 2 * PADDING, row),
            Qt.AlignmentFlag.AlignLeft,
            self.arithmetic(),
        )

    def arithmetic(self) -> str:
        """How the score of the chosen word comes about, as the paper computes it."""
        if not 0 <= self._current < len(self._scores):
            return ""
        one = self._scores[self._current]
        gold, test = (sum(1 for step in self._edit if step[side]) for side in (0, 1))
        if not gold and not test:
            return "Both lineages are empty: 1"
        cost = sum(step[2] for step in self._edit)
        return f"{visible(one.word)}: 1 − {cost:g} / ({gold} + {test}) = {one.score:.3f}"

    # -- mouse and keys ------------------------------------------------------------------------------------------------

    def _word_at(self, event: QMouseEvent) -> int:
        return next((word for word, box in enumerate(self.boxes) if box.contains(event.position())), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses a word."""
        word = self._word_at(event)
        if word >= 0:
            self.chosen.emit(word)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Says what a word's lineages are."""
        word = self._word_at(event)
        if word < 0:
            QToolTip.hideText()
            return
        one = self._scores[word]
        QToolTip.showText(event.globalPosition().toPoint(), tip(f"{one.gold or '∅'} : {one.test or '∅'}"), self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys go from word to word, Home and End to the ends."""
        ahead = -1 if self._is_right_to_left else 1
        steps = {Qt.Key.Key_Right: ahead, Qt.Key.Key_Left: -ahead, Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(self._scores) - 1}
        key = Qt.Key(event.key())
        if not self._scores or (key not in steps and key not in ends):
            super().keyPressEvent(event)
            return
        word = ends.get(key, self._current + steps.get(key, 0))
        self.chosen.emit(min(max(word, 0), len(self._scores) - 1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes by keyboard is on the first word."""
        super().focusInEvent(event)
        if self._current < 0 and self._scores and event.reason() == Qt.FocusReason.TabFocusReason:
            self.chosen.emit(0)


def _sign(gold: str, test: str, cost: float) -> str:
    """What happens to a symbol, and what it costs."""
    if not cost:
        return "="
    return f"<  {cost:g}" if not test else f">  {cost:g}" if not gold else f"~  {cost:g}"
