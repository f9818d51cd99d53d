"""One score explained: the formula set with a fraction bar, its counts to click, and what it says in plain words."""

from __future__ import annotations

import html
from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCursor, QFocusEvent, QFont, QFontMetricsF, QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QToolTip, QVBoxLayout, QWidget

from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.plain import markup, tip, visible
from treecompare.measures import measure
from treecompare.measures.explain import Explanation, Formula
from treecompare.measures.terms import Piece

SIZES = (1.5, 1.2, 1.0)
"""How much larger than the text the formula with its counts may be."""
ROOM_BESIDE = 48
"""Pixels of a card that a formula does not have: margins, and what surrounds a fraction."""
_LINKS = Qt.TextInteractionFlag.LinksAccessibleByMouse
_KEYS = Qt.TextInteractionFlag.LinksAccessibleByKeyboard
_ROLE = QPalette.ColorRole
_SELECTION = Qt.TextInteractionFlag.TextSelectableByMouse


class _Links(QLabel):
    """A text whose links the Tab key visits one by one, the first of them right when it comes in."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt itself stops once at the text as a whole."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.focusNextPrevChild(event.reason() == Qt.FocusReason.TabFocusReason)


def _figure(one: Explanation) -> str:
    """The score as the tables have it, at the head of a card and behind its formula: one figure is written in one way."""
    return f"{one.shown} %" if measure(one.key).percent and one.shown != "–" else one.shown


class ExplainCard(QFrame):
    """The score of a measure explained. ``counted(count)``: a count was clicked whose nodes are wanted."""

    counted = Signal(str)

    def __init__(self, letter: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        """The measure that is explained."""
        self.explanation: Explanation | None = None
        self._pieces: list[Piece] = []
        self._fitting = SIZES[-1], False
        self._room = 0
        self._is_rendering = False
        self.title = ElidedLabel(measure(key).title)
        self.title.setAccessibleName(f"Measure {letter}")
        self.score = self._label("Score", _SELECTION)
        self.score.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.numbers = self._label("The formula with its counts", _LINKS | _KEYS)
        self.symbolic = self._label("The formula", _LINKS)
        self.words = self._label("In words", _LINKS | _KEYS | _SELECTION)
        self.caption = self._label("What the chosen count counts", _SELECTION)
        self.source = self._label("Paper", _SELECTION)
        self.source.setObjectName("muted")
        self.copy = QToolButton(text="Copy")
        self.copy.setToolTip("Copy formula, numbers and signature")
        self.copy.setAccessibleName(self.copy.toolTip())
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.as_text()))
        for label in (self.numbers, self.symbolic, self.words):
            label.linkActivated.connect(self._activated)
            label.linkHovered.connect(self._hovered)

        top = QHBoxLayout()
        top.addWidget(QLabel(f"<b>{letter}</b>"))
        top.addWidget(self.title, 1)
        top.addWidget(self.score)
        below = QHBoxLayout()
        below.addWidget(self.source, 1)
        below.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignBottom)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(8)
        layout.addLayout(top)
        for label in (self.numbers, self.symbolic, self.words, self.caption):
            layout.addWidget(label)
        layout.addLayout(below)
        layout.addStretch(1)

    def _label(self, name: str, flags: Qt.TextInteractionFlag) -> QLabel:
        label = _Links() if flags & _KEYS else QLabel()
        label.setAccessibleName(name)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setTextInteractionFlags(flags)
        label.setWordWrap(True)
        return label

    def set_measure(self, key: str) -> None:
        """Explains another measure from now on."""
        self.key = key
        self.title.setText(measure(key).title)

    def show_explanation(self, explanation: Explanation | None) -> None:
        """Explains a score, or nothing. The same again leaves the keyboard's place in the formula alone."""
        if explanation != self.explanation:
            self.explanation = explanation
            self.say_meaning("")
            self._render()

    def say_meaning(self, text: str) -> None:
        """A line under the formula, about the count that was clicked."""
        self.caption.setText(markup(text))
        self.caption.setVisible(bool(text))

    # -- setting the formula -------------------------------------------------------------------------------------------

    def _render(self) -> None:
        self._is_rendering = True
        self._set_texts()
        self._is_rendering = False

    def _set_texts(self) -> None:
        one, self._pieces = self.explanation, []
        self.title.setText(one.title if one is not None else measure(self.key).title)
        for label in (self.score, self.numbers, self.symbolic, self.words, self.source):
            label.setVisible(one is not None)
        self.copy.setVisible(one is not None)
        if one is None:
            for label in (self.numbers, self.symbolic, self.words):
                label.clear()  # even out of sight the mouse may be on their links, which are no longer there
            return
        size = self.font().pointSizeF()
        self.score.setText(f'<span style="font-size:{1.35 * size:.1f}pt"><b>{_figure(one)}</b></span>')
        self.numbers.setVisible(one.numbers is not None)
        if one.numbers is not None:
            self.numbers.setAccessibleDescription(f"{one.numbers.text}{one.numbers.sign}{_figure(one)}")
            larger, has_between = self._fitting = self._fit(one, one.numbers)
            result = self._result(one, one.numbers, has_between)
            self.numbers.setText(self._set(one.numbers, result, larger * size))
        else:
            self.numbers.clear()
            self.numbers.setAccessibleDescription(one.text)
        self.symbolic.setText(self._set(one.symbolic, "", 1.1 * size))
        self.symbolic.setAccessibleDescription(one.symbolic.text)
        self.words.setText(self._line(one.sentence) or html.escape(one.undefined))
        self.words.setAccessibleDescription(one.words)
        self.source.setText(html.escape(one.paper))

    def _fit(self, one: Explanation, numbers: Formula) -> tuple[float, bool]:
        """The largest letters in which the formula stands in one line, and whether there is room for the fraction behind it, too.

        Where there is no such size, as for the scores of many words, it is broken.
        """
        rows = ["".join(piece.text for piece in row) for row in (numbers.numerator, numbers.denominator)]
        lead = "1 − " if numbers.is_complement else ""
        can_be_between = one.fraction not in ("", numbers.text)
        room = (self._room or self.width()) - ROOM_BESIDE
        for has_between in ([True] if can_be_between else []) + [False]:
            between = f"{numbers.sign}{one.fraction}" if has_between else ""
            for larger in SIZES:
                font = QFont(self.font())
                font.setPointSizeF(larger * font.pointSizeF())
                advance = QFontMetricsF(font).horizontalAdvance
                if max(map(advance, rows)) + advance(f"{lead}{between}{numbers.sign}{_figure(one)}") <= room:
                    return larger, has_between
        return SIZES[-1], False

    def _result(self, one: Explanation, numbers: Formula, has_between: bool) -> str:
        """What stands to the right of the formula."""
        between = f"{numbers.sign}{one.fraction}" if has_between else ""
        return f"{between}{numbers.sign}<b>{_figure(one)}</b>"

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The formula follows the width."""
        super().resizeEvent(event)
        self._fit_again()

    def set_room(self, width: int) -> None:
        """How wide the card may count on being, with a scroll bar beside it and without."""
        self._room = width
        self._fit_again()

    def _fit_again(self) -> None:
        one = self.explanation
        if self._is_rendering:  # texts that are set change the width of what surrounds them
            return
        if one is not None and one.numbers is not None and self._fit(one, one.numbers) != self._fitting:
            self._render()

    def _set(self, formula: Formula, result: str, size: float) -> str:
        """A formula in one row of a table: Qt's rich text has no fractions, but borders of cells."""
        top = self._line(formula.numerator)
        lead = "1&nbsp;−&nbsp;" if formula.is_complement else ""
        if not formula.denominator:
            return f'<p style="font-size:{size:.1f}pt; margin:0">{lead}{top}{result}</p>'
        line = self.palette().color(_ROLE.WindowText).name()
        fraction = (
            f'<table cellspacing="0" cellpadding="0"><tr><td align="center" style="border-bottom:1px solid {line};'
            f'padding:0 6px 1px 6px">{top}</td></tr><tr><td align="center" style="padding:1px 6px 0 6px">'
            f"{self._line(formula.denominator)}</td></tr></table>"
        )
        beside = [f'<p style="margin:0; white-space:pre">{text}</p>' if text else "" for text in (lead, result)]
        cells = "".join(f'<td valign="middle">{cell}</td>' for cell in (beside[0], fraction, beside[1]) if cell)
        return f'<table cellspacing="0" cellpadding="0" style="font-size:{size:.1f}pt"><tr>{cells}</tr></table>'

    def _line(self, line: Iterable[Piece]) -> str:
        """Pieces as text; what has a meaning is a link, what has nodes to light is underlined."""
        link, plain = (self.palette().color(role).name() for role in (_ROLE.Link, _ROLE.WindowText))
        found = []
        for piece in line:
            text = markup(visible(piece.text))
            if not piece.meaning:
                found.append(text)
                continue
            style = f"color:{link}" if piece.count else f"color:{plain}; text-decoration:none"
            found.append(f'<a href="{len(self._pieces)}" style="{style}">{text}</a>')
            self._pieces.append(piece)
        return "".join(found)

    def changeEvent(self, event: QEvent) -> None:
        """Colours and sizes follow theme and font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "copy"):
            self._render()

    # -- mouse, keyboard, clipboard ------------------------------------------------------------------------------------

    def _activated(self, link: str) -> None:
        piece = self._pieces[int(link)]
        self.say_meaning(f"{piece.text} – {piece.meaning}")
        if piece.count:
            self.counted.emit(piece.count)

    def _hovered(self, link: str) -> None:
        if link:
            QToolTip.showText(QCursor.pos(), tip(self._pieces[int(link)].meaning), self)
        else:
            QToolTip.hideText()

    def as_text(self) -> str:
        """All of it as text, for a paper or a letter."""
        one = self.explanation
        if one is None:
            return ""
        shown = f"{one.title}: {one.symbolic.text}", one.text, one.words, one.paper, one.signature
        return "\n".join(shown)
