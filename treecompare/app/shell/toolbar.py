"""The tool bar: which sentence, what it is measured by, how it is scored, search, inspector; shorter in a narrower window."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from treecompare.app.common import fonts
from treecompare.app.common.bar import HEIGHT, Line, Segment, control
from treecompare.app.common.elided import ElidedBox, elided
from treecompare.app.common.icons import icon
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.theme import muted
from treecompare.app.common.wording import key_named
from treecompare.app.shell.room import ROOMS, Room

SEARCH, NARROW_SEARCH = 252, 160
"""Width of the field that leads to the palette."""
PICKER, WIDEST_PICKER, LEAST_PICKER, SYSTEM, LOW_SYSTEM = 132, 208, 84, 130, 112
"""Width of the boxes of A and B, for short and for long names of measures, and of that of the systems."""
LOW = 738
"""In a bar that is narrower the boxes of A and B give way, and before them that of the systems."""
GIVING = 32
"""So much of it."""
AROUND = 38
"""What a box has beside its text."""


class Position(QWidget):
    """``158 of 1,394``; a click asks for another number. ``asked``."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.number, self.of = (QLabel(textFormat=Qt.TextFormat.PlainText) for _ in range(2))
        self.number.setProperty("look", "strong")
        self.of.setObjectName("muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 4, 0)
        row.setSpacing(4)
        row.addWidget(self.number)
        row.addWidget(self.of)
        row.addStretch(1)
        self._total = 0
        self.setAccessibleName("Sentence")

    def text(self) -> str:
        """All that is said."""
        return " ".join(filter(None, (self.number.text(), self.of.text())))

    def show_number(self, number: int, total: int, name: str = "") -> None:
        """The number of the sentence, of so many; 0: none is chosen. ``name``: what it is called in its treebank."""
        self.number.setText(f"{number:,}" if number else "none")
        self.of.setText(f"of {total:,}" if number else "")
        self._total = total
        self._keep_width()
        where = name if self.of.isVisibleTo(self) or not number else f"{name or 'Sentence'} · {number:,} of {total:,}"
        self.setToolTip(tip("\n".join(filter(None, (where, f"Go to sentence… ({key_named('Ctrl+G')})")))))

    def set_short(self, is_short: bool) -> None:
        """The number alone, or of how many."""
        self.of.setVisible(not is_short)
        self._keep_width()

    def _keep_width(self) -> None:
        """What stands beside it stays where it is from sentence to sentence."""
        texts = [(self.number, f"{self._total:,}"), (self.of, f"of {self._total:,}")]
        self.setMinimumWidth(sum(fonts_width(one, text) + 6 for one, text in texts if one.isVisibleTo(self)) + 2)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.asked.emit()


def fonts_width(label: QWidget, text: str) -> int:
    """How wide a text is in a label or box."""
    label.ensurePolished()
    return label.fontMetrics().horizontalAdvance(text)


class SearchField(QToolButton):
    """Looks like a field and opens the palette; where there is no room it is a picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_short = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Search commands, sentences, systems, tables, help")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolTip(f"Search commands, sentences, systems, tables and help ({key_named('Ctrl+K')})")
        self.set_width(SEARCH)

    def set_width(self, width: int) -> None:
        """With words; 0: without."""
        self.is_short = not width
        self.setFixedWidth(width or 32)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), max(HEIGHT, self.fontMetrics().height() + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt has it, with a hint at the left and the key at the right."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        middle, height = self.rect().center().y(), self.height()
        icon("find", self.palette()).paint(painter, QRect(8 if self.is_short else 10, middle - 7, 16, 16))
        if self.is_short:
            return
        painter.setPen(muted(self.palette()))
        sides = Qt.AlignmentFlag
        painter.drawText(QRect(34, 0, 150, height), int(sides.AlignLeft | sides.AlignVCenter), "Search…")
        painter.setFont(fonts.sized(self.font(), fonts.SMALL))
        painter.drawText(
            QRect(self.width() - 80, 0, 70, height), int(sides.AlignRight | sides.AlignVCenter), key_named("Ctrl+K")
        )


class Opener(QToolButton):
    """A button that opens a sheet: its text, and a sign that there is more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 42, max(HEIGHT, metrics.height() + 8))

    def minimumSizeHint(self) -> QSize:
        return QSize(64, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt has it, with the text at the left and the sign at the right."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        text, option.text = option.text, ""
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        icon("down", self.palette()).paint(painter, QRect(self.width() - 22, self.height() // 2 - 6, 12, 12))
        room, sides = self.rect().adjusted(10, 0, -26, 0), Qt.AlignmentFlag
        text = elided(self.fontMetrics(), text, room.width())
        painter.drawText(room, int(sides.AlignLeft | sides.AlignVCenter), text)


class TopBar(QFrame):
    """``scoringWanted``, ``searchWanted``, ``numberWanted``, ``swapWanted``: what its buttons ask for; ``systemChosen(system)``."""

    scoringWanted = Signal()
    searchWanted = Signal()
    numberWanted = Signal()
    swapWanted = Signal()
    systemChosen = Signal(int)

    def __init__(
        self, steps: tuple[QAction, QAction], averages: list[QAction], inspector: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("toolbar")
        self.setAccessibleName("Toolbar")
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(12, 0, 12, 0)
        self.row.setSpacing(12)
        self.back, self.on = (control(one, picture=name) for one, name in zip(steps, ("previous", "next"), strict=True))
        step = QHBoxLayout()
        step.setSpacing(4)
        for button in (self.back, self.on):
            button.setFixedWidth(32)
            step.addWidget(button)
        self.row.addLayout(step)
        self.position = Position()
        self.position.asked.connect(self.numberWanted)
        self.system = ElidedBox()
        self.system.setAccessibleName("System")
        self.system.setFixedWidth(SYSTEM)
        self.system.activated.connect(self.systemChosen)
        self.swap = control(tip="Swap A and B", picture="swap")
        self.swap.setAutoRaise(True)
        self.swap.clicked.connect(self.swapWanted)
        self.measures = QHBoxLayout()
        self.measures.setSpacing(8)
        self.swap.setFixedWidth(20)
        self.average = Segment(averages)
        self.scoring = Opener()
        self.scoring.setAccessibleDescription("How sentences are prepared and compared")
        self.scoring.clicked.connect(self.scoringWanted)
        self.search = SearchField()
        self.search.clicked.connect(self.searchWanted)
        self.inspector = control(inspector, picture="inspector")
        self.inspector.setFixedWidth(32)
        self.line = Line()
        for widget in (self.position, self.line, self.system):
            self.row.addWidget(widget)
        self.row.addLayout(self.measures)
        self.row.addWidget(self.average)
        self.row.addWidget(self.scoring)
        self.row.addStretch(1)
        self.row.addWidget(self.search)
        self.row.addWidget(self.inspector)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # it is made to fit
        self._said, self._is_short = ("Scoring", "Scoring"), False
        self.details = ""
        """How sentences are scored, in full."""
        self.letters: list[QLabel] = []
        self.pickers: list[ElidedBox] = []
        self._room = ROOMS[0]

    def take_pickers(self, pickers: tuple[ElidedBox, ElidedBox]) -> None:
        """The boxes in which measures A and B are chosen."""
        self.pickers = list(pickers)
        for letter, picker in zip("AB", pickers, strict=True):
            picker.currentIndexChanged.connect(lambda _: self.fit_pickers())
            if letter == "B":
                self.measures.addWidget(self.swap)
            label = QLabel(letter)
            label.setProperty("look", "strong")
            label.setBuddy(picker)
            self.letters.append(label)
            self.measures.addWidget(label)
            self.measures.addWidget(picker)

    def show_systems(self, names: list[str], system: int, whole: list[str]) -> None:
        """Which systems there are, and which one is looked at; ``whole``: the names with what all begin with."""
        shown = [self.system.itemData(place) for place in range(self.system.count())]
        if shown != whole:
            self.system.clear()
            for name, data in zip(names, whole, strict=True):
                self.system.addItem(visible(name), data)
                self.system.setItemData(self.system.count() - 1, tip(data), Qt.ItemDataRole.ToolTipRole)
        self.system.setCurrentIndex(system)
        self.fit_pickers()

    def say_scoring(self, text: str, details: str, note: str) -> None:
        """How sentences are scored, in short; ``details``: in full; ``note``: on which of them figures rest."""
        self._said, self.details = (text, "Scoring"), details
        self.scoring.setToolTip(tip("\n".join(filter(None, (text, details, note)))))
        self._show_scoring()

    def _show_scoring(self) -> None:
        self.scoring.setText(self._said[self._is_short])
        self.scoring.updateGeometry()

    def follow(self, room: Room) -> None:
        """Shows what there is room for."""
        _, height, _, _ = room.heights
        self.setFixedHeight(height)
        is_wide, is_small = room.has_systems, room.is_low
        self.row.setSpacing(12 if room.least >= 1400 else 8)
        self.row.setContentsMargins(*((12, 0, 12, 0) if is_wide else (8, 0, 8, 0)))
        self.system.setVisible(not is_wide)
        self.position.set_short(is_small)
        self.line.setVisible(is_wide)
        self.average.setVisible(is_wide)
        self.swap.setVisible(not is_small)
        self.search.set_width(0 if not is_wide else SEARCH if room.least >= 1400 else NARROW_SEARCH)
        for label in self.letters:
            label.setVisible(not is_small)
        for picker in self.pickers:
            picker.set_short(is_small)  # type: ignore[attr-defined]
        self._is_short, self._room = not is_wide, room
        self.fit_pickers()
        self._show_scoring()

    def fit_pickers(self) -> None:
        """As wide as the names of the measures, within bounds; where systems stand beside them, what is free is shared out."""
        least = max(PICKER - max(LOW - self.width(), 0) // 2, LEAST_PICKER) if self._room.is_low else PICKER
        for picker in self.pickers:
            text = fonts_width(picker, picker.currentText()) + AROUND
            picker.setFixedWidth(min(max(text, least), WIDEST_PICKER) if self._room.has_systems else least)
        if self._room.has_systems:
            return
        given = min(max(LOW + 2 * GIVING - self.width(), 0), GIVING)
        names = [self.system.itemText(place) for place in range(self.system.count())]
        most = LOW_SYSTEM - given if self._room.is_low else SYSTEM
        self.system.setFixedWidth(
            min(most, max((fonts_width(self.system, one) for one in names), default=most) + AROUND)
        )
        self.row.invalidate()
        free = self.width() - self.row.sizeHint().width()
        for box in (*self.pickers, self.system):
            wanted = box.whole_width() if hasattr(box, "whole_width") else fonts_width(box, box.currentText()) + AROUND
            more = min(max(wanted - box.width(), 0), max(free, 0), WIDEST_PICKER - box.width())
            if more > 0:
                box.setFixedWidth(box.width() + more)
                free -= more

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_pickers()

    def minimumSizeHint(self) -> QSize:
        """It never keeps the window from being narrower."""
        return QSize(200, 0)
