"""Why: the blocks that a job gives, one below the other; one widget for each kind of block, used again for the next place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from treecompare.errors import TreecompareError
from treecompare.jobs import base
from treecompare.scores.result import ResultTable
from treecompare.scores.rich import Rich, quiet
from treecompare.window.common.plain import caption, tip, visible
from treecompare.window.common.theme import colours_of
from treecompare.window.common.worker import Newest
from treecompare.window.drawings.painted import theme_of
from treecompare.window.frame.page import TableView
from treecompare.window.frame.rich import rich_markup
from treecompare.window.frame.stacked import GAP, Stacked
from treecompare.window.frame.waiting import be_busy

PAUSE = 600
"""Milliseconds without a key, after which what was typed is told."""
LONGEST_FIGURE = 12
"""Letters of what stands at the right of its name, which has the room."""
SIDE = 14
"""Pixels left and right of the blocks."""
LINKS = (
    Qt.TextInteractionFlag.LinksAccessibleByMouse
    | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    | Qt.TextInteractionFlag.TextSelectableByMouse
)


class Said(QLabel):
    """Text of pieces, in as many lines as it needs; ``linkActivated`` tells an address."""

    def __init__(self, look: str = "", wraps: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(LINKS)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty("look", look)
        self.wrap(wraps)
        self._said = ""

    def wrap(self, wraps: bool) -> None:
        """Whether it may have several lines; then a long word does not make the column wider."""
        self.setWordWrap(wraps)
        policy = QSizePolicy.Policy.Ignored if wraps else QSizePolicy.Policy.Preferred
        wanted = QSizePolicy(policy, QSizePolicy.Policy.Preferred)
        wanted.setHeightForWidth(wraps)
        self.setSizePolicy(wanted)

    def say(self, text: str) -> None:
        """Says something else; nothing is not there."""
        self._said = text
        self.setText(rich_markup(text, colours_of(self.palette())))
        self.setVisible(bool(text))
        is_link = "<a " in self.text()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_link else Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(visible(text))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tab comes to the first link at once, or from behind to the last."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.focusNextPrevChild(event.reason() == Qt.FocusReason.TabFocusReason)

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """To the next link, by whose words it is called then."""
        stays = super().focusNextPrevChild(is_next)
        self.setAccessibleName(visible(self.selectedText() if stays and self.hasFocus() else self._said))
        return stays

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._said:
            self.setText(rich_markup(self._said, colours_of(self.palette())))


class Shown(QWidget):
    """A block on the screen. ``did``: an action and its value."""

    did = Signal(str, object)
    filled = Signal()
    """What is in it is there now."""
    kind: type = object
    """The block that it shows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.make()

    def make(self) -> None:
        """Its parts, once."""

    def show_block(self, one: Any) -> None:
        """Another block of its kind."""

    def label(self, look: str = "", wraps: bool = True) -> Said:
        """A text in it whose links are told."""
        found = Said(look, wraps, self)
        found.linkActivated.connect(lambda to: self.did.emit("link", to))
        return found

    def leave(self) -> None:
        """Another place is looked at soon."""


class TextBlock(Shown):
    """A paragraph."""

    def make(self) -> None:
        self.text = self.label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)

    def show_block(self, one: base.Text) -> None:
        look = {"quiet": "muted", "alarm": "alarm"}.get(one.look, one.look)
        if self.text.property("look") != look:
            self.text.setProperty("look", look)
            self.text.style().unpolish(self.text)
            self.text.style().polish(self.text)
        self.text.say(one.text)


class HeadBlock(Shown):
    """A heading over what follows, with a hairline above it."""

    def make(self) -> None:
        self.setProperty("begins", True)
        self.title, self.beside = self.label("strong"), self.label("muted", False)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 8, 0, 0)
        line.addWidget(self.title, 1)
        line.addWidget(self.beside)

    def show_block(self, one: base.Head) -> None:
        self.title.say(one.text)
        self.beside.say(one.beside)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.y() > 2 * GAP:  # not over the first one
            painter = QPainter(self)
            painter.fillRect(0, 1, self.width(), 1, QColor(colours_of(self.palette()).hairline))


class PairsBlock(Shown):
    """Names and what they are."""

    def make(self) -> None:
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(10)
        self.grid.setVerticalSpacing(2)
        self.rows: list[tuple[Said, Said]] = []

    def show_block(self, one: base.Pairs) -> None:
        while len(self.rows) < len(one.rows):
            labels = self.label("muted", False), self.label()
            for column, label in enumerate(labels):
                self.grid.addWidget(label, len(self.rows), column, Qt.AlignmentFlag.AlignTop)
            self.rows.append(labels)
        are_figures = not any(len(value) > LONGEST_FIGURE or any(map(str.isalpha, value)) for _, value in one.rows)
        for column in (0, 1):
            self.grid.setColumnStretch(column, column != are_figures)
        for place, labels in enumerate(self.rows):
            side = Qt.AlignmentFlag.AlignRight if are_figures else Qt.AlignmentFlag.AlignLeft
            labels[1].setAlignment(side | Qt.AlignmentFlag.AlignTop)
            told = one.rows[place] if place < len(one.rows) else ("", "")
            for label, text, wraps in zip(labels, told, (are_figures, not are_figures), strict=True):
                label.wrap(wraps)
                label.say(text)


class Parts(QWidget):
    """A bar of parts, each as long as its share: (share, colour)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parts: Sequence[tuple[float, str]] = ()
        self.setFixedHeight(6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, left = QPainter(self), 0.0
        painter.fillRect(self.rect(), QColor(colours_of(self.palette()).hairline))
        for share, colour in self.parts:
            painter.fillRect(QRectF(left, 0, share * self.width(), self.height()), QColor(colour))
            left += share * self.width()


class ShareBlock(Shown):
    """How a whole is made up, as a bar, and what its parts are."""

    def make(self) -> None:
        self.bar, self.said = Parts(self), self.label("muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(3)
        column.addWidget(self.bar)
        column.addWidget(self.said)

    def show_block(self, one: base.Share) -> None:
        whole = sum(size for size, _, _ in one.parts) or 1
        self.bar.parts = [(size / whole, ink_of(self, ink)) for size, _, ink in one.parts]
        self.bar.update()
        self.said.say(one.said or " · ".join(f"{name} {size:,}" for size, name, _ in one.parts if name))


class ScoreBlock(Shown):
    """A score with its bar and formula; its letter chooses what is drawn."""

    def make(self) -> None:
        self.letter = QPushButton()
        self.letter.setFixedSize(24, 22)
        self.letter.setStyleSheet("padding: 0")
        self.letter.setCheckable(True)
        self.letter.clicked.connect(lambda: self.did.emit("score", self.letter.text()))
        self.title, self.beside, self.figure = self.label("strong"), self.label("muted", False), self.label("", False)
        self.bar, self.formula, self.words = Parts(self), self.label(), self.label("muted")
        top = QHBoxLayout()
        top.addWidget(self.letter)
        top.addWidget(self.title, 1)
        for label in (self.beside, self.figure):
            top.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 2)
        column.setSpacing(3)
        column.addLayout(top)
        column.addWidget(self.bar)
        for label in (self.formula, self.words):
            column.addWidget(label)

    def show_block(self, one: base.Score) -> None:
        self.letter.setText(one.letter)
        self.letter.setVisible(bool(one.letter))
        self.letter.setChecked(one.is_chosen)
        self.letter.setToolTip(tip(f"Draw what {one.letter} counts"))
        for label, text in ((self.title, one.title), (self.beside, one.beside), (self.figure, one.figure)):
            label.say(text)
        self.formula.say(one.formula)
        self.words.say(one.words)
        self.bar.parts = [(one.share, colours_of(self.palette()).accent)]
        self.bar.update()


class Card(QAbstractButton):
    """Something that can be chosen: a key in a box, a title with figures at its right, a second line, a bar of ink at its left."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ink, self.has_frame = "", True
        self.key, self.title, self.figures, self.below = QLabel(), Said("strong"), Said("", False), Said("muted")
        self.key.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.key.setFixedSize(20, 20)
        grid = QGridLayout(self)
        grid.setContentsMargins(10, 5, 8, 5)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.key, 0, 0, 2, 1)
        grid.addWidget(self.title, 0, 1)
        grid.addWidget(self.figures, 0, 2)
        grid.addWidget(self.below, 1, 1, 1, 2)
        for label in (self.key, self.title, self.figures, self.below):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        policy.setVerticalPolicy(QSizePolicy.Policy.MinimumExpanding)  # those beside each other are equally high
        self.setSizePolicy(policy)

    def say(self, key: str, title: str, figures: str, below: str, name: str) -> None:
        """Says something else; ``name``: all of it, for who cannot see it."""
        self.key.setText(visible(key))
        self.key.setVisible(bool(key))
        for label, text in ((self.title, title), (self.figures, figures), (self.below, below)):
            label.say(text)
            label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(visible(name))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, these = QPainter(self), colours_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = these.selection if self.isChecked() else these.hover if self.underMouse() else these.paper
        is_edged = self.isChecked() or self.hasFocus()
        edge = these.accent if is_edged else these.border if self.has_frame else ground
        painter.setPen(QPen(QColor(edge if self.isEnabled() else these.hairline), 2 if self.hasFocus() else 1))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        if self.ink:
            painter.fillRect(QRectF(2, 5, 4, self.height() - 10), QColor(ink_of(self, self.ink)))
        if self.key.isVisible():
            painter.setPen(QPen(QColor(these.border), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.key.geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


class CardBlock(Shown):
    """A block that is one card."""

    has_frame: ClassVar[bool] = True

    def make(self) -> None:
        self.card = Card(self)
        self.card.setCheckable(True)
        self.card.has_frame = self.has_frame
        self.card.clicked.connect(self._click)
        self.to = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.card)

    def _click(self) -> None:
        self.card.setChecked(not self.card.isChecked())  # it shows what is so, not what was clicked
        self.tell()

    def tell(self) -> None:
        """It was chosen."""


class ChoiceBlock(CardBlock):
    """An answer."""

    def make(self) -> None:
        super().make()
        self.setProperty("beside", True)

    def show_block(self, one: base.Choice) -> None:
        self.to, self.card.ink = one.key, one.ink
        self.card.say(one.key, one.title, "", one.detail, ", ".join(filter(None, (one.title, one.detail, one.key))))
        self.card.setChecked(one.is_chosen)
        self.card.setEnabled(not one.why_not)
        self.card.setToolTip(tip(one.why_not))

    def tell(self) -> None:
        self.did.emit("choose", self.to)


class RowBlock(CardBlock):
    """Something that is lit when it is chosen."""

    has_frame = False

    def make(self) -> None:
        super().make()
        self.setProperty("row", True)

    def show_block(self, one: base.Row) -> None:
        self.to, self.card.ink = one.to, one.ink
        told = (one.title, one.words, one.figures, one.below)
        title = one.title if not one.words else Rich(one.title, " ", quiet(one.words))
        self.card.say("", title, one.figures, one.below, ", ".join(filter(None, told)))
        self.card.setFocusPolicy(Qt.FocusPolicy.TabFocus if one.to else Qt.FocusPolicy.NoFocus)

    def tell(self) -> None:
        if self.to:
            self.did.emit("link", self.to)


class FieldBlock(Shown):
    """Something that is typed: told at Enter; of several lines after a pause, and before another place is looked at."""

    def make(self) -> None:
        self.key, self.told = "", ""
        self.line, self.text = QLineEdit(self), QPlainTextEdit(self)
        self.text.setTabChangesFocus(True)
        self.line.returnPressed.connect(self._enter)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.leave)
        self.text.textChanged.connect(self._typed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.line)
        column.addWidget(self.text)

    @property
    def now(self) -> str:
        """What is typed."""
        return self.line.text() if not self.line.isHidden() else self.text.toPlainText()

    def show_block(self, one: base.Field) -> None:
        is_typed = self.line.hasFocus() or self.text.hasFocus()
        is_same = self.key == one.key and (
            self.now == one.text or (is_typed and self.now.split() == one.text.split())  # stored without its last space
        )
        self.key, self.told = one.key, one.text
        self.line.setVisible(one.lines == 1)
        self.text.setVisible(one.lines > 1)
        self.text.setMinimumHeight(self.text.fontMetrics().height() * one.lines + 16)
        for edit in (self.line, self.text):
            edit.setPlaceholderText(one.hint)
            edit.setAccessibleName(one.hint)
        if not is_same:  # else the cursor would jump
            self.text.blockSignals(True)
            self.line.setText(one.text)
            self.line.setCursorPosition(0)
            self.text.setPlainText(one.text)
            self.text.blockSignals(False)
        self._timer.stop()

    def _typed(self) -> None:
        if self.now != self.told:
            self._timer.start()

    def _enter(self) -> None:
        self.told = self.now
        self.did.emit(self.key, self.now)

    def leave(self) -> None:
        self._timer.stop()
        if self.key and self.now != self.told and self.line.isHidden():
            self._enter()


class HeatBlock(Shown):
    """Counts in rows and columns, the more the darker; a click tells what is behind one."""

    def make(self) -> None:
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(2)
        self.made: list[QWidget] = []
        self.told: base.Heat | None = None

    def show_block(self, one: base.Heat) -> None:
        if one is self.told:  # buttons are slow
            return
        self.told = one
        for widget in self.made:
            widget.hide()
            widget.deleteLater()
        self.made = []
        these = colours_of(self.palette())
        for column, name in enumerate((one.corner, *one.columns)):
            self._add(self._name(name, is_head=bool(column)), 0, column)
        most = max((size or 0 for row in one.cells for size, _ in row), default=1) or 1
        for row, (name, cells) in enumerate(zip(one.rows, one.cells, strict=True), 1):
            self._add(self._name(name), row, 0)
            for column, (size, to) in enumerate(cells, 1):
                cell = QPushButton("·" if size is None else f"{size:,}")
                ground = QColor(these.accent)
                ground.setAlphaF(0.05 + 0.35 * (size or 0) / most)
                colour = ground.name(QColor.NameFormat.HexArgb)
                ink = these.text if size else these.muted
                plain = (
                    f"padding: 1px; border: 1px solid {colour}; border-radius: 0; color: {ink}; background: {colour}"
                )
                cell.setStyleSheet(f"QPushButton {{ {plain} }} QPushButton:focus {{ border-color: {these.text} }}")
                cell.setAccessibleName(f"{name}, {one.columns[column - 1]}: {cell.text()}")
                cell.setEnabled(bool(to))
                cell.clicked.connect(lambda _=False, to=to: self.did.emit("link", to))
                self._add(cell, row, column)

    def changeEvent(self, event: QEvent) -> None:
        """Cells have the colours of the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.told is not None:
            told, self.told = self.told, None
            self.show_block(told)

    def _name(self, text: str, is_head: bool = False) -> Said:
        found = Said("muted", False, self)
        found.setContentsMargins(4 * is_head, 0, 4, 0)
        if is_head:
            found.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        found.say(text or " ")
        return found

    def _add(self, widget: QWidget, row: int, column: int) -> None:
        self.grid.addWidget(widget, row, column)
        self.made.append(widget)
        widget.show()


class TableBlock(Shown):
    """A table of results, as high as its rows."""

    def make(self) -> None:
        self.table: TableView | None = None
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)

    def show_block(self, one: ResultTable) -> None:
        if self.table is not None:
            self.table.hide()
            self.table.deleteLater()
        self.table = TableView(one)
        self.table.found.connect(lambda found: self.did.emit("found", found))
        self.column.addWidget(self.table)


class FoldBlock(Shown):
    """A heading that opens what is below it."""

    opened: ClassVar[set[str]] = set()
    """Titles of those that people opened."""

    def make(self) -> None:
        self.button, self.inside, self.blocks = QPushButton(), Blocks(), base.Fold("", "", tuple)
        self.button.setProperty("look", "link")
        self.button.setStyleSheet("text-align: left")
        self.button.clicked.connect(self._turn)
        self.inside.did.connect(self.did)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.inside)

    def show_block(self, one: base.Fold) -> None:
        self.blocks = one
        self._show()

    def _turn(self) -> None:
        self.opened.symmetric_difference_update({self.blocks.title})
        self._show()

    def _show(self) -> None:
        is_open = self.blocks.title in self.opened
        self.button.setText(caption(f"{'⌄' if is_open else '›'}  {self.blocks.title}  {self.blocks.beside}".rstrip()))
        self.button.setAccessibleDescription("opened" if is_open else "folded")
        self.inside.setVisible(is_open)
        if is_open:
            self.inside.show_blocks(self.blocks.blocks())
            self.filled.emit()

    def leave(self) -> None:
        self.inside.leave()


class LaterBlock(Shown):
    """What is being made; then what was made."""

    def make(self) -> None:
        for name in ("begins", "row"):
            self.setProperty(name, True)
        self.said, self.bar, self.inside = self.label("muted"), QProgressBar(textVisible=False), Blocks()
        self.inside.did.connect(self.did)
        self._work = Newest(self)
        self._work.done.connect(self._made)
        self._work.failed.connect(self._failed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.said, self.bar, self.inside):
            column.addWidget(widget)

    def show_block(self, one: base.Later) -> None:
        self.said.say(one.said)
        be_busy(self.bar)
        self.bar.show()
        self.inside.hide()
        self._work.ask(lambda cancel: one.make(cancel, lambda _: None))

    def _made(self, blocks: Any) -> None:
        self.said.say("")
        self.bar.hide()
        self.inside.show_blocks(blocks or ())
        self.inside.show()
        self.filled.emit()

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, TreecompareError):
            raise error
        self._made([base.Text(str(error), "alarm")])

    def leave(self) -> None:
        self._work.drop()
        self.inside.leave()


KINDS: dict[type, Callable[[], Shown]] = {
    base.Text: TextBlock, base.Head: HeadBlock, base.Pairs: PairsBlock, base.Share: ShareBlock, base.Score: ScoreBlock,
    base.Choice: ChoiceBlock, base.Row: RowBlock, base.Field: FieldBlock, base.Heat: HeatBlock, ResultTable: TableBlock,
    base.Fold: FoldBlock, base.Later: LaterBlock,
}  # fmt: skip
"""The widget of each kind of block."""


class Blocks(QWidget):
    """Blocks below each other. ``did``: an action and its value; ``filled``: what was made later is there."""

    did = Signal(str, object)
    filled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = Stacked(self)
        self.shown: list[Shown] = []
        self._spare: dict[type, list[Shown]] = {}

    def show_blocks(self, blocks: Sequence[Any]) -> None:
        """Other blocks; widgets of the same kind in the same place stay."""
        self.leave()
        for place, one in enumerate(blocks):
            kind = type(one)
            if place >= len(self.shown) or self.shown[place].kind is not kind:
                self._put(place, kind)
            self.shown[place].show_block(one)
            self.shown[place].show()
        while len(self.shown) > len(blocks):
            self._take(len(self.shown) - 1)

    def _put(self, place: int, kind: type) -> None:
        """A widget of that kind comes to that place: the next one there is of it, a spare one, or a new one."""
        later = next((n for n in range(place, len(self.shown)) if self.shown[n].kind is kind), -1)
        if later >= 0:
            for _ in range(later - place):
                self._take(place)
            return
        spare = self._spare.setdefault(kind, [])
        if spare:
            found = spare.pop()
        else:
            found = KINDS[kind]()
            found.kind = kind
            found.did.connect(self.did)
            found.filled.connect(self.filled)
        self.column.insertWidget(place, found)
        self.shown.insert(place, found)

    def _take(self, place: int) -> None:
        gone = self.shown.pop(place)
        self.column.removeWidget(gone)
        gone.hide()
        gone.setParent(self)
        self._spare.setdefault(gone.kind, []).append(gone)

    def leave(self) -> None:
        """What was typed last is told; what is being made is not waited for."""
        for one in self.shown:
            one.leave()


class Why(QScrollArea):
    """The column. ``did``: an action and its value for the job."""

    did = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Why")
        self.lit = ""
        inside = QWidget(objectName="why")
        self.refused, self.blocks, self.asked = Said("alarm"), Blocks(), Blocks()
        self.refused.hide()
        for blocks in (self.blocks, self.asked):
            blocks.did.connect(self.did)
        self.blocks.column.is_wide = True
        self.blocks.filled.connect(lambda: self.light(self.lit))
        column = QVBoxLayout(inside)
        column.setContentsMargins(SIDE, 0, SIDE, SIDE)
        column.setSpacing(GAP)
        for widget in (self.refused, self.asked, self.blocks):
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(inside)

    def show_blocks(self, blocks: Sequence[Any]) -> None:
        """What is said and asked of another place."""
        self.blocks.show_blocks(blocks)
        self.light(self.lit)

    def refuse(self, text: str) -> None:
        """Says why something was not done; nothing: it was."""
        self.refused.say(text)
        if text:
            self.ensureVisible(0, 0)

    def ask(self, field: base.Field) -> None:
        """A field stands above all until it is answered; or the one that is there already gets the keyboard."""
        if not any(isinstance(one, FieldBlock) and one.key == field.key for one in self.blocks.shown):
            self.asked.show_blocks([base.Text(field.hint, "quiet"), field])
        fields = [one for one in (*self.asked.shown, *self.blocks.shown) if isinstance(one, FieldBlock)]
        there = next(one for one in fields if one.key == field.key)
        inside = self.widget()
        assert inside is not None
        self.ensureVisible(0, there.mapTo(inside, there.rect().bottomLeft()).y())
        if field.lines == 1:
            there.line.setFocus()
            there.line.selectAll()
        else:
            there.text.setFocus()

    @property
    def asks(self) -> bool:
        """Whether there are answers to choose from."""
        return any(isinstance(one, ChoiceBlock) for one in self.blocks.shown)

    @property
    def is_asking(self) -> bool:
        """Whether a field is open that is to be answered."""
        return bool(self.asked.shown)

    def end_asking(self) -> None:
        """The field is gone."""
        self.asked.show_blocks(())

    def light(self, what: str) -> None:
        """The row that is lit in the drawing, too."""
        self.lit = what
        for one in self.findChildren(RowBlock):
            one.card.setChecked(bool(what) and one.to == what)

    def choice(self, key: str) -> ChoiceBlock | None:
        """The answer that has this key, if it can be given."""
        there = (one for one in self.findChildren(ChoiceBlock) if not one.isHidden() and one.card.isEnabled())
        return next((one for one in there if one.to == key), None)

    def leave(self) -> None:
        """Another place is looked at soon."""
        self.asked.leave()
        self.blocks.leave()

    def sizeHint(self) -> QSize:
        return QSize(40 * self.fontMetrics().horizontalAdvance("0"), 400)


def ink_of(widget: QWidget, name: str) -> str:
    """The colour of an operation in drawings; of anything else that of links."""
    theme, these = theme_of(widget.palette()), colours_of(widget.palette())
    return theme.border.get(name) or theme.colours.get(name) or these.accent
