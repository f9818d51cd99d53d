"""The columns of the window: the list, the drawing, Why; which of them are there, how wide they are, and the way between them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from treecompare.jobs import widths
from treecompare.window.common import preferences
from treecompare.window.common.bar import control
from treecompare.window.common.layouts import column, label, row

HIDDEN = "frame/hidden"
"""What is put away when a window is opened."""


class Columns(QSplitter):
    """Of a window. The drawing shrinks last: where three columns have no room, Why is a sheet below it.

    ``wants_why``, ``wants_list``: whether people want to see them; ``is_alone``: they want nothing but the drawing meanwhile.
    """

    def __init__(self, window: Any) -> None:
        super().__init__(Qt.Orientation.Horizontal, handleWidth=1, childrenCollapsible=False)
        self._window = window
        self.is_alone = self._is_dragged = False
        hidden = preferences.texts(HIDDEN, ())
        self.wants_why, self.wants_list = "why" not in hidden, "list" not in hidden
        self.right, self.why_head, head = QWidget(objectName="paper"), QWidget(), label("Why", "heading")
        self.right.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.close_why = control(tip="Close Why (I)", picture="close", autoRaise=True)
        self.close_why.clicked.connect(window.action("why").trigger)
        row(self.why_head, (head, 1), self.close_why, margins=(14, 6, 8, 0))
        column(self.right, self.why_head, (window.why, 1), gap=2)
        self.middle = QSplitter(Qt.Orientation.Vertical, handleWidth=1, childrenCollapsible=False)
        self.middle.addWidget(window.centre)
        self.addWidget(window.listing)
        self.addWidget(self.middle)
        self.setStretchFactor(1, 1)
        for splitter in (self, self.middle):
            splitter.splitterMoved.connect(lambda *_: setattr(self, "_is_dragged", True))  # that width is kept
        window.listing.gone.clicked.connect(self._widen)

    @property
    def _letter(self) -> int:
        return self._window.fontMetrics().horizontalAdvance("0")

    @property
    def is_low(self) -> bool:
        """Whether Why is a sheet below the drawing."""
        return widths.has_sheet(self._window.width(), self._letter)

    @property
    def shows_why(self) -> bool:
        """Whether Why is there."""
        return self.wants_why and not self.is_alone

    # -- how they stand ------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Shows those that are wanted, where there is room for them."""
        window, under, has_job = self._window, self.middle if self.is_low else self, self._window.job is not None
        if self.right.parent() is not under:
            self._keep_widths()
            under.addWidget(self.right)
            self._is_dragged = all(one.restoreState(preferences.state(key)) for key, one in self._splitters)
        self.set_widths()
        self.why_head.setVisible(not self.is_low)
        self.right.setVisible(self.shows_why and has_job)
        window.listing.setVisible(self.wants_list and has_job and not self.is_alone and not window.presenting.is_on)
        window.action("why").setChecked(self.shows_why)
        window.action("list").setChecked(not window.listing.isHidden())
        window.bar.want(window.bar.list, has_job and window.width() < widths.SMALL)

    def set_widths(self) -> None:
        """As wide as they are at first, unless people dragged them."""
        letter, is_low = self._letter, self.is_low
        sheet = int(widths.SHEET_LINES[self._window.why.asks] * (self._window.fontMetrics().height() + 8))
        self._window.listing.setMinimumWidth(widths.LEAST_LIST * letter)
        self.right.setMinimumWidth(0 if is_low else widths.LEAST_WHY * letter)
        self.right.setMinimumHeight(sheet if is_low else 0)
        if not self._is_dragged:
            self.middle.setSizes([widths.REST, sheet])
            self.setSizes(widths.widths(self._window.width(), letter))

    @property
    def _splitters(self) -> list[tuple[str, QSplitter]]:
        """Where the columns stand now, each by the preference of its widths."""
        way = "low" if self.right.parent() is self.middle else "wide"
        return [(f"frame/{way}-across", self), (f"frame/{way}-middle", self.middle)]

    def _keep_widths(self) -> None:
        for key, splitter in self._splitters if self._is_dragged else ():
            preferences.store(key, splitter.saveState())

    def _widen(self) -> None:
        self._is_dragged = True
        self.setSizes(widths.widened(self.sizes(), self._letter))

    def keep(self) -> None:
        """The next window begins like this one."""
        self._keep_widths()
        preferences.store(HIDDEN, ["why"] * (not self.wants_why) + ["list"] * (not self.wants_list))

    # -- what people do ------------------------------------------------------------------------------------------------

    def turn_why(self) -> None:
        """Shows Why, or hides it."""
        self.wants_why, self.is_alone = not self.shows_why, False
        self.arrange()
        self._window.show_why()

    def turn_list(self) -> None:
        """Shows the list, or hides it."""
        self.wants_list, self.is_alone = self._window.listing.isHidden(), False
        self.arrange()
        (self._window.list if self.wants_list else self._middle).setFocus()

    def turn_alone(self) -> None:
        """Nothing but the drawing, or everything again."""
        self.is_alone = not self.is_alone
        self.arrange()
        self._window.show_why()
        self._window.drawings.view.canvas.setFocus()

    @property
    def _middle(self) -> QWidget:
        window = self._window
        return window.drawings.view.canvas if window.centre.currentWidget() is window.drawings else window.page

    def go_on(self) -> None:
        """The keyboard goes to the next column."""
        window = self._window
        answers = (one for one in window.why.blocks.shown if isinstance(one, QPushButton) and one.isEnabled())
        parts: list[QWidget] = [window.list, self._middle, next(answers, window.why)]
        there = [one for one in parts if one.isVisible()]
        focus, holders = window.focusWidget(), [window.listing, window.centre, self.right]
        here = next((n for n, one in enumerate(holders) if focus is not None and one.isAncestorOf(focus)), -1)
        if there:
            there[(here + 1) % len(there)].setFocus(Qt.FocusReason.ShortcutFocusReason)
