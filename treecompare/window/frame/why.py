"""Why: the blocks that a job gives, one below the other; one widget for each kind of block, used again for the next place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
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
from treecompare.jobs.lines import Line, Lines, lines_of
from treecompare.scores.result import ResultTable
from treecompare.window.common.elided import Said
from treecompare.window.common.layouts import GAP, Stacked, column, discard, row
from treecompare.window.common.plain import caption, tip, visible
from treecompare.window.common.theme import colours_of
from treecompare.window.common.worker import Newest
from treecompare.window.drawings.painted import theme_of
from treecompare.window.frame.page import TableView
from treecompare.window.frame.waiting import be_busy

PAUSE = 600
"""Milliseconds without a key, after which what was typed is told; at a place, after which what nobody misses is looked for."""
SIDES = Qt.AlignmentFlag
SIDE = 14
"""Pixels left and right of the blocks."""


class Written(QVBoxLayout):
    """Lines of text. ``link`` is told addresses of links; None: it stands on a button, and has none."""

    def __init__(self, link: Callable[[str], object] | None = None) -> None:
        super().__init__()
        self.setSpacing(3)
        self.height, self.are_pairs = SIDES.AlignTop, False
        self._link = link
        self.made: list[tuple[Said, Said, QHBoxLayout]] = []

    def say(self, told: Lines) -> None:
        """Says other lines."""
        if told.are_pairs != self.are_pairs:
            self.are_pairs = told.are_pairs
            for one in self.made:
                self._shape(*one)
        while len(self.made) < len(told.lines):
            self.add()
        lines = [*told.lines, *[Line("")] * (len(self.made) - len(told.lines))]
        for (left, right, _), line in zip(self.made, lines, strict=True):
            left.say(line.left, line.looks[0])
            right.say(line.right, line.looks[1])
        if told.are_pairs:
            names = [left for left, right, _ in self.made if not right.isHidden()]
            width = max((one.sizeHint().width() for one in names), default=0)
            for name in names:
                name.setMinimumWidth(width)

    def add(self) -> QHBoxLayout:
        """Room for one line more."""
        left, right = Said(), Said()
        line = row(None, left, right, gap=10)
        for label in (left, right):
            if self._link is not None:
                label.linkActivated.connect(self._link)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, self._link is None)
        self._shape(left, right, line)
        self.addLayout(line)
        self.made.append((left, right, line))
        return line

    def _shape(self, left: Said, right: Said, line: QHBoxLayout) -> None:
        """Only one side may have several lines, and has the room."""
        left.setMinimumWidth(0)
        left.wrap(not self.are_pairs)
        right.wrap(self.are_pairs)
        line.setStretch(0, not self.are_pairs)
        line.setStretch(1, self.are_pairs)
        left.setAlignment(self.height)
        right.setAlignment((SIDES.AlignLeft if self.are_pairs else SIDES.AlignRight) | self.height)


class Shown(QWidget):
    """A block on the screen. ``did``: an action and its value."""

    did = Signal(str, object)
    filled = Signal()
    """What is in it is there now."""
    kind: type = object
    """The block that it shows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = Written(self.link)
        self.column = column(self, self.lines, gap=4)
        self.make()

    def make(self) -> None:
        """What is in it beside lines, once."""

    def show_block(self, one: Any) -> None:
        """Another block of its kind."""
        self.lines.say(lines_of(one))

    def link(self, to: str, _: bool = False) -> None:
        """An address was chosen."""
        self.did.emit("link", to)

    def leave(self) -> None:
        """Another place is looked at soon."""


class HeadBlock(Shown):
    """A heading over what follows, with a hairline above it."""

    def make(self) -> None:
        self.setProperty("begins", True)
        self.column.setContentsMargins(0, 8, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.y() > 2 * GAP:  # not over the first one
            QPainter(self).fillRect(0, 1, self.width(), 1, QColor(colours_of(self.palette()).hairline))


class Parts(QWidget):
    """A bar of parts, each as long as its share: (share, ink)."""

    parts: Sequence[tuple[float, str]] = ()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, left = QPainter(self), 0.0
        painter.fillRect(self.rect(), QColor(colours_of(self.palette()).hairline))
        for share, ink in self.parts:
            painter.fillRect(QRectF(left, 0, share * self.width(), self.height()), ink_of(self, ink))
            left += share * self.width()


class BarBlock(Shown):
    """A score, or how a whole is made up: lines with a bar below the first; the letter of a score chooses what is drawn."""

    def make(self) -> None:
        self.column.setContentsMargins(0, 2, 0, 2)
        self.letter, self.bar = QPushButton(checkable=True, styleSheet="padding: 0"), Parts()
        self.letter.setFixedSize(24, 22)
        self.letter.clicked.connect(lambda: self.did.emit("score", self.letter.text()))
        self.bar.setFixedHeight(6)
        self.lines.height = SIDES.AlignVCenter  # beside the letter
        first = self.lines.add()
        first.setSpacing(6)
        first.insertWidget(0, self.letter)
        self.lines.addWidget(self.bar)

    def show_block(self, one: base.Share | base.Score) -> None:
        super().show_block(one)
        letter = one.letter if isinstance(one, base.Score) else ""
        self.letter.setText(letter)
        self.letter.setVisible(bool(letter))
        self.letter.setChecked(isinstance(one, base.Score) and one.is_chosen)
        self.letter.setToolTip(tip(f"Draw what {letter} counts"))
        self.bar.parts = lines_of(one).bar
        self.bar.update()


class Card(QPushButton):
    """Something that can be chosen: an answer with its key, or a row that is lit; a bar of ink is at its left."""

    did = Signal(str, object)
    filled = Signal()

    def __init__(self, kind: type, parent: QWidget) -> None:
        # Enter presses it
        super().__init__(parent, checkable=True, autoDefault=True, focusPolicy=Qt.FocusPolicy.TabFocus)
        self.kind, self.to, self.ink = kind, "", ""
        is_answer = kind is base.Choice
        self.setProperty("beside" if is_answer else "row", True)
        self.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding
        )  # beside each other equally high
        self.key, self.lines = QLabel(self, alignment=SIDES.AlignCenter), Written()
        self.key.setProperty("look", "key")
        self.key.setFixedSize(20, 20)
        self.key.setVisible(is_answer)
        self.lines.setSpacing(1)
        row(self, self.key, (self.lines, 1), margins=(10, 5, 8, 5), gap=10)
        self.clicked.connect(self._tell)

    def show_block(self, one: base.Choice | base.Row) -> None:
        """Another block of its kind."""
        self.lines.say(lines_of(one))
        self.ink = one.ink
        if isinstance(one, base.Choice):
            self.to = one.key
            self.key.setText(visible(one.key))
            self.setChecked(one.is_chosen)
            self.setEnabled(not one.why_not)
            self.setToolTip(tip(one.why_not))
            told: tuple[str, ...] = one.title, one.detail, one.key
        else:
            self.to = one.to
            self.setFocusPolicy(Qt.FocusPolicy.TabFocus if one.to else Qt.FocusPolicy.NoFocus)
            told = one.title, one.words, one.figures, one.below
        self.setAccessibleName(visible(", ".join(filter(None, told))))

    def _tell(self) -> None:
        if self.to:
            self.did.emit("choose" if self.kind is base.Choice else "link", self.to)

    def nextCheckState(self) -> None:
        """It shows what is so, not what was clicked."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.ink:
            QPainter(self).fillRect(QRectF(2, 5, 4, self.height() - 10), ink_of(self, self.ink))


class FieldBlock(Shown):
    """Something that is typed: told at Enter; of several lines after a pause, and before another place is looked at."""

    def make(self) -> None:
        self.key, self.told = "", ""
        self.line = QLineEdit(self, returnPressed=self._enter)
        self.text = QPlainTextEdit(self, tabChangesFocus=True, textChanged=self._typed)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE, timeout=self.leave)
        self.column.addWidget(self.line)
        self.column.addWidget(self.text)

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
            self.line.setText(one.text)
            self.line.setCursorPosition(0)
            self.text.setPlainText(one.text)
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

    told: base.Heat | None = None

    def make(self) -> None:
        self.table = QWidget(self)

    def show_block(self, one: base.Heat) -> None:
        if one is self.told:  # buttons are slow
            return
        discard(self.table)
        self.told, self.table, these = one, QWidget(self), colours_of(self.palette())
        grid = QGridLayout(self.table)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        most = max((size or 0 for cells in one.cells for size, _ in cells), default=1) or 1
        names = [((0, at), name) for at, name in enumerate(("", *one.columns))]
        for (n, at), name in [*names, *(((n, 0), name) for n, name in enumerate(one.rows, 1))]:
            said = Said("muted", False, self.table)
            said.setContentsMargins(4 * bool(at), 0, 4, 0)
            said.say(name or " ")
            grid.addWidget(said, n, at, SIDES.AlignHCenter if at else SIDES(0))
        for n, cells in enumerate(one.cells):
            for at, (size, to) in enumerate(cells):
                ground = QColor(these.accent)
                ground.setAlphaF(0.05 + 0.35 * (size or 0) / most)
                colour, ink = ground.name(QColor.NameFormat.HexArgb), these.text if size else these.muted
                cell = QPushButton("·" if size is None else f"{size:,}")
                cell.setStyleSheet(
                    f"QPushButton {{ padding: 1px; border: 1px solid {colour}; border-radius: 0; color: {ink};"
                    f" background: {colour} }} QPushButton:focus {{ border-color: {these.text} }}"
                )
                cell.setAccessibleName(f"{one.rows[n]}, {one.columns[at]}: {cell.text()}")
                cell.setEnabled(bool(to))
                cell.clicked.connect(partial(self.link, to))
                grid.addWidget(cell, n + 1, at + 1)
        self.column.addWidget(self.table)
        self.table.show()

    def changeEvent(self, event: QEvent) -> None:
        """Cells have the colours of the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and (told := self.told) is not None:
            self.told = None
            self.show_block(told)


class TableBlock(Shown):
    """A table of results, as high as its rows."""

    table: TableView | None = None

    def show_block(self, one: ResultTable) -> None:
        if self.table is not None:
            discard(self.table)
        self.table = TableView(one)
        self.table.found.connect(lambda found: self.did.emit("found", found))
        self.column.addWidget(self.table)


class Around(Shown):
    """What has blocks inside."""

    def make(self) -> None:
        self.inside = Blocks()
        self.inside.did.connect(self.did)

    def leave(self) -> None:
        self.inside.leave()


class FoldBlock(Around):
    """A heading that opens what is below it."""

    opened: ClassVar[set[str]] = set()
    """Titles of those that people opened."""

    def make(self) -> None:
        super().make()
        self.button = QPushButton(styleSheet="text-align: left", clicked=self._turn)
        self.button.setProperty("look", "link")
        self.column.addWidget(self.button, 0, SIDES.AlignLeft)
        self.column.addWidget(self.inside)

    def show_block(self, one: base.Fold) -> None:
        self.fold, is_open = one, one.title in self.opened
        self.button.setText(caption(f"{'⌄' if is_open else '›'}  {one.title}  {one.beside}".rstrip()))
        self.button.setAccessibleDescription("opened" if is_open else "folded")
        self.inside.setVisible(is_open)
        if is_open:
            self.inside.show_blocks(one.blocks())
            self.filled.emit()

    def _turn(self) -> None:
        self.opened.symmetric_difference_update({self.fold.title})
        self.show_block(self.fold)


class LaterBlock(Around):
    """What is being made; then what was made."""

    def make(self) -> None:
        super().make()
        for name in ("begins", "row"):
            self.setProperty(name, True)
        self.bar, self._work = QProgressBar(textVisible=False), Newest(self)
        self._begins = QTimer(self, singleShot=True, timeout=self._begin)
        self.column.addWidget(self.bar)
        self.column.addWidget(self.inside)

    def show_block(self, one: base.Later) -> None:
        self._say("" if one.until else one.said)
        if one.until:
            self.inside.show_blocks(one.until)
        be_busy(self.bar)
        self._one = one
        self._begins.start(PAUSE if one.until else 0)  # who goes on at once is not held up by it

    def _begin(self) -> None:
        self._work.ask(lambda cancel: self._one.make(cancel, lambda _: None), self._made, self._failed)

    def _say(self, text: str) -> None:
        """What is waited for; nothing: it is there."""
        self.lines.say(lines_of(base.Text(text, "quiet")))
        self.bar.setVisible(bool(text))
        self.inside.setHidden(bool(text))

    def _made(self, blocks: Any) -> None:
        self.inside.show_blocks(blocks or ())
        self._say("")
        self.filled.emit()

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, TreecompareError):
            raise error
        self._made([base.Text(str(error), "alarm")])

    def leave(self) -> None:
        super().leave()
        self._begins.stop()
        self._work.drop()


KINDS: dict[type, Callable[[QWidget], Shown | Card]] = {
    base.Text: Shown, base.Head: HeadBlock, base.Pairs: Shown, base.Share: BarBlock, base.Score: BarBlock,
    base.Choice: partial(Card, base.Choice), base.Row: partial(Card, base.Row), base.Field: FieldBlock,
    base.Heat: HeatBlock, ResultTable: TableBlock, base.Fold: FoldBlock, base.Later: LaterBlock,
}  # fmt: skip
"""The widget of each kind of block."""


class Blocks(Stacked):
    """Blocks below each other. ``did``: an action and its value; ``filled``: what was made later is there."""

    did = Signal(str, object)
    filled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spare: list[Shown | Card] = []

    def show_blocks(self, blocks: Sequence[Any]) -> None:
        """Other blocks, in widgets that are there as far as there are some of their kinds."""
        self.leave()
        self._spare, shown = [*self.shown, *self._spare], list[Shown | Card]()
        for one in blocks:
            found = next((each for each in self._spare if each.kind is type(one)), None) or self._make(type(one))
            self._spare.remove(found)
            shown.append(found)
            found.show_block(one)
            if found.isHidden():
                found.show()
        for spare in self._spare:
            spare.hide()
        self.stack(shown)

    def _make(self, kind: type) -> Shown | Card:
        made = KINDS[kind](self)
        made.kind = kind
        made.did.connect(self.did)
        made.filled.connect(self.filled)
        self._spare.append(made)
        return made

    def cards(self) -> Iterator[Card]:
        """What can be chosen, in blocks within blocks, too."""
        for one in self.shown:
            if isinstance(one, Card):
                yield one
            elif isinstance(one, Around):
                yield from one.inside.cards()

    def leave(self) -> None:
        """What was typed last is told; what is being made is not waited for."""
        for one in self.shown:
            if isinstance(one, Shown):
                one.leave()


class Inside(QWidget):
    """What scrolls."""

    def minimumSizeHint(self) -> QSize:
        """Its width says how high it is; Qt would ask for its height where it is as narrow as can be."""
        inside = self.layout()
        return QSize(inside.minimumSize().width() if inside is not None else 0, 0)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


class Why(QScrollArea):
    """The column. ``did``: an action and its value for the job."""

    did = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, widgetResizable=True, focusPolicy=Qt.FocusPolicy.NoFocus, accessibleName="Why")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lit = ""
        inside = Inside(objectName="why")
        self.refused, self.blocks, self.asked = Said("alarm"), Blocks(), Blocks()
        self.refused.hide()
        for blocks in (self.blocks, self.asked):
            blocks.did.connect(self.did)
        self.blocks.is_wide = True
        self.blocks.filled.connect(lambda: self.light(self.lit))
        column(inside, self.refused, self.asked, self.blocks, None, margins=(SIDE, 0, SIDE, SIDE), gap=GAP)
        self.setWidget(inside)
        QApplication.instance().focusChanged.connect(self._follow)  # type: ignore[union-attr]

    def _follow(self, _before: Any, focus: Any) -> None:
        """A field that has the keyboard is seen to its end; from its beginning, where it has no more room."""
        inside = self.widget()
        if isinstance(focus, QLineEdit | QPlainTextEdit) and inside is not None and inside.isAncestorOf(focus):
            for edge in (focus.rect().bottomLeft(), focus.rect().topLeft()):
                self.ensureVisible(0, focus.mapTo(inside, edge).y(), 0, GAP)

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
        QApplication.sendPostedEvents(self.widget(), QEvent.Type.LayoutRequest.value)  # it has its place only then
        (there.line if field.lines == 1 else there.text).setFocus()
        there.line.selectAll()

    @property
    def asks(self) -> bool:
        """Whether there are answers to choose from."""
        return any(one.kind is base.Choice for one in self.blocks.shown)

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
        for one in self.blocks.cards():
            if one.kind is base.Row:
                one.setChecked(bool(what) and one.to == what)

    def choice(self, key: str) -> Card | None:
        """The answer that has this key, if it can be given."""
        there = (one for one in self.blocks.cards() if one.kind is base.Choice and one.to == key)
        return next((one for one in there if one.isEnabled()), None)

    def leave(self) -> None:
        """Another place is looked at soon."""
        self.asked.leave()
        self.blocks.leave()

    def sizeHint(self) -> QSize:
        return QSize(40 * self.fontMetrics().horizontalAdvance("0"), 400)


def ink_of(widget: QWidget, name: str) -> QColor:
    """The colour of an operation in drawings; of anything else that of links."""
    theme, these = theme_of(widget.palette()), colours_of(widget.palette())
    return QColor(theme.border.get(name) or theme.colours.get(name) or these.accent)
