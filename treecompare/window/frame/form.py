"""A form as a sheet: a row for each field, what the values would do, and a button that applies them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QGridLayout, QLineEdit, QPushButton, QWidget

from treecompare.comparison.settings import Value
from treecompare.errors import TreecompareError
from treecompare.jobs.base import Choosing, Form, Text
from treecompare.window.common import fonts, preferences
from treecompare.window.common.elided import ElidedBox, Said
from treecompare.window.common.layouts import button, column, discard, label, row, scrolling
from treecompare.window.common.plain import tip, visible, visible_lines
from treecompare.window.frame.why import Blocks

PAUSE = 300
"""Milliseconds without a key until the effect of what is typed is computed."""
WIDTH = 600
MARGIN, GAP = 24, 8


class FormField(QWidget):
    """What is chosen for a field: a box, a line to type in, both, or a text to read; ``label`` says which. ``changed``: another
    value."""

    changed = Signal()

    def __init__(self, one: Choosing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.one, title = one, visible(one.title)
        self.label, self.said = label(title, toolTip=tip(one.about)), label(one.now, "muted", wraps=True)
        self.label.setContentsMargins(0, 5, 0, 0)  # beside the text of the box
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.box, self.line = ElidedBox(), QLineEdit(clearButtonEnabled=True)
        self.browse = button("Browse…", self._browse, accessibleName=f"Browse: {title}")
        self.box.setSizeAdjustPolicy(ElidedBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for place, option in enumerate(one.options):
            self.box.addItem(visible(option.title).removesuffix("…"), option.value)
            self.box.setItemData(place, tip(option.tip), Qt.ItemDataRole.ToolTipRole)
        for part in (self.box, self.line):
            part.setAccessibleName(title)
            part.setAccessibleDescription(visible(one.about))
        self.typing = QWidget()
        row(self.typing, (self.line, 1), self.browse, gap=8)
        column(self, self.said, self.box, self.typing, gap=4)
        self.said.setVisible(one.is_said)
        self.box.setVisible(bool(one.options))
        self.put(one.now)
        self.box.activated.connect(self._chosen)
        self.line.textChanged.connect(self.changed)

    @property
    def stops(self) -> list[QWidget]:
        """Where Tab stops."""
        return [self.box, self.line, self.browse]

    @property
    def _option(self) -> Value:
        """What is chosen; where none is offered something is typed."""
        one = self.one
        free = Value("", "", one.about, visible(one.title), one.files)
        return one.options[self.box.currentIndex()] if one.options else free

    @property
    def _asks(self) -> bool:
        """Whether something is typed."""
        return not self.one.is_said and bool(self._option.asks or not self.one.options)

    @property
    def meaning(self) -> str:
        """What it means, as it is now."""
        return self._option.tip or self.one.about

    @property
    def is_complete(self) -> bool:
        """Whether what is asked for is there."""
        return not (self.one.options and self._asks) or bool(self.value)

    @property
    def value(self) -> str:
        """What is chosen, or typed."""
        return self.line.text().strip() if self._asks else self._option.value

    def put(self, value: str) -> None:
        """Chooses a value, or types it where none is offered."""
        options = self.one.options
        known = [place for place, option in enumerate(options) if option.value == value and not option.asks]
        asking = [place for place, option in enumerate(options) if option.asks]
        self.box.setCurrentIndex((known or asking or [0])[0 if known else -1])
        self.line.setText("" if known else value)
        self._follow()

    def _chosen(self) -> None:
        self._follow()
        if self._asks:
            self.line.setFocus()
        self.changed.emit()

    def _follow(self) -> None:
        option = self._option
        self.box.setToolTip(tip(option.tip))
        self.line.setPlaceholderText(visible(option.asks if self.one.options else option.tip))
        self.browse.setVisible(bool(option.files))
        self.typing.setVisible(self._asks)

    def _browse(self) -> None:
        option, folder = self._option, preferences.text("folder")
        if path := QFileDialog.getOpenFileName(self, option.asks, folder, option.files)[0]:
            self.line.setText(path)


class FormSheet(QDialog):
    """A sheet with the fields of a form; its window waits for it. ``meaning``: of the field that has the keyboard, in so many
    ``lines``; ``refused``: why what is chosen cannot be.

    ``make``: the form, or what makes it anew whenever other values are chosen. ``apply`` gets the values; where it raises
    TreecompareError, since one of them cannot be, or returns False the sheet stays.
    """

    def __init__(
        self,
        window: QWidget,
        make: Form | Callable[[Mapping[str, str]], Form],
        apply: Callable[[Mapping[str, str]], object],
        width: int = WIDTH,
        lines: int = 2,
    ) -> None:
        super().__init__(window, windowModality=Qt.WindowModality.WindowModal)
        self._make, self._do = make, apply
        self.form = make if isinstance(make, Form) else make({})
        is_read, title = all(one.is_said for one in self.form.fields), self.form.title
        lines = 0 if is_read else lines
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.fields: dict[str, FormField] = {}
        self._width = fonts.pixels(width)
        self.rows = QGridLayout(horizontalSpacing=16, verticalSpacing=GAP)
        self.rows.setColumnStretch(1, 1)
        self.inside = QWidget()
        column(self.inside, self.rows, None, gap=8)
        self.area = scrolling(self.inside)
        self.area.setAccessibleName(visible(title))
        if not lines:
            self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.refused = Said("alarm")
        self.refused.hide()
        self.meaning = label("", "muted", wraps=True, alignment=Qt.AlignmentFlag.AlignTop)
        self.meaning.setVisible(bool(lines))
        self.meaning.setMinimumHeight(lines * self.fontMetrics().lineSpacing())
        self.effect = Blocks()
        self.effect.filled.connect(self._filled)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE, timeout=self._show_effect)
        self.reset_button = button("Reset to standard", self.reset)
        self.stop_button = button("Stop", self.stop)
        self.stop_button.hide()
        cancel = button("Close" if is_read else "Cancel", self.reject)
        self.apply_button = button(self.form.apply, self.apply)
        self.apply_button.setDefault(True)
        foot = row(None, self.reset_button, None, self.stop_button, cancel, self.apply_button, gap=GAP)
        said = column(None, self.meaning, self.refused, self.effect, gap=GAP)
        around = MARGIN, MARGIN - 4, MARGIN, MARGIN - 4
        column(self, label(title, "heading"), (self.area, 1), said, foot, gap=12, margins=around)
        QApplication.instance().focusChanged.connect(self._explain)  # type: ignore[union-attr]
        self.show_fields(self.form.fields)
        self._before = self.values if isinstance(make, Form) else None
        self.reset_button.setVisible(any(one.usual is not None for one in self.form.fields))
        self._show_state()

    def sizeHint(self) -> QSize:
        """As high as its rows, if the window is."""
        room = self.screen().availableSize()
        width = min(self._width, room.width() * 95 // 100)
        wraps = self.inside.heightForWidth(width - 2 * MARGIN)
        rows = max(wraps, self.inside.sizeHint().height() if wraps < 0 else 0)
        around = super().sizeHint().height() - self.area.sizeHint().height()
        return QSize(width, min(rows + around + 8, room.height() * 9 // 10))

    def showEvent(self, event: QShowEvent) -> None:
        """Takes the size that it is to have."""
        super().showEvent(event)
        self.fit()

    def _explain(self, _before: QWidget | None, now: QWidget | None) -> None:
        found = next((one for one in self.fields.values() if now is not None and one.isAncestorOf(now)), None)
        if found is not None:
            self.meaning.setText(visible_lines(found.meaning))
            self.area.ensureWidgetVisible(found)

    def show_fields(self, fields: Sequence[Choosing]) -> None:
        """These fields from now on; one that is there already stays as it is."""
        before, self.fields = self.fields, {}
        for there in before.values():
            self.rows.removeWidget(there)
            self.rows.removeWidget(there.label)
        for place, one in enumerate(fields):
            kept = before.get(one.key)
            if kept is not None and kept.one._replace(now=one.now) == one and not one.is_said:
                there = before.pop(one.key)
            else:
                there = FormField(one)
                there.changed.connect(self.follow)
            self.fields[one.key], is_wide = there, not one.title
            self.rows.addWidget(there.label, place, 0, Qt.AlignmentFlag.AlignTop)
            self.rows.addWidget(there, place, 0 if is_wide else 1, 1, 2 if is_wide else 1)
            there.label.setVisible(not is_wide)
            there.show()  # at once: what is high is measured soon
        for gone in before.values():
            discard(gone, gone.label)
        stops = [stop for one in self.fields.values() for stop in one.stops]
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        for first, second in pairwise([*stops, *self.findChildren(QPushButton, options=direct)]):
            QWidget.setTabOrder(first, second)

    @property
    def values(self) -> dict[str, str]:
        """What is chosen, by field."""
        return {key: one.value for key, one in self.fields.items() if not one.one.is_said}

    def follow(self) -> None:
        """Another value was chosen."""
        self._explain(None, self.focusWidget())
        if not isinstance(self._make, Form):
            self.form = self._make(self.values)
            self.show_fields(self.form.fields)
            self.apply_button.setText(self.form.apply)
        self._show_state()
        self.fit()
        self._pause.start()

    def fit(self) -> None:
        """As high as what is in it now, if there is room; no part of it lies beyond the screen."""
        self.layout().activate()  # type: ignore[union-attr]
        self.resize(self.sizeHint())
        room, own = self.screen().availableGeometry(), self.frameGeometry()
        self.move(min(own.x(), room.right() - own.width()), min(own.y(), room.bottom() - own.height()))

    def _show_state(self) -> None:
        fields = self.fields.values()
        is_other = self.values != self._before or not self.values
        self.apply_button.setEnabled(is_other and not self.form.why_not and all(one.is_complete for one in fields))
        self.reset_button.setEnabled(any(one.one.usual not in (None, one.value) for one in fields))
        self.refused.say(self.form.why_not)

    def _show_effect(self) -> None:
        self._take_effect([])
        if not all(one.is_complete for one in self.fields.values()):
            return
        try:
            later = self.form.effect(self.values)
        except TreecompareError as error:
            self.refused.say(str(error))
            self.apply_button.setEnabled(False)
            return
        if later is not None:
            self.stop_button.show()
            self.effect.show_blocks([later])
        self.fit()

    def _filled(self) -> None:
        self.stop_button.hide()
        self.fit()

    def stop(self) -> None:
        """Nobody waits for the effect any more."""
        self._take_effect([Text("Stopped.", "quiet")])

    def _take_effect(self, blocks: Sequence[Any]) -> None:
        self.stop_button.hide()
        self.effect.show_blocks(blocks)

    def reset(self) -> None:
        """All fields as they usually are."""
        for one in self.fields.values():
            if one.one.usual is not None:
                one.put(one.one.usual)
        self.follow()

    def apply(self) -> None:
        """Does it."""
        try:
            if self._do(self.values) is not False:
                self.accept()
        except TreecompareError as error:
            self.refused.say(str(error))

    def done(self, result: int) -> None:
        self._pause.stop()
        self.effect.leave()
        super().done(result)


def show_form(window: Any, form: Form) -> None:
    """A form of the job; what follows from it is done by the window, when the sheet is gone."""
    answers: list[Any] = []

    def apply(values: Mapping[str, str]) -> None:
        answers.extend(window.job.do(window.list.places, form.action, values))

    sheet = FormSheet(window, form, apply)
    sheet.accepted.connect(lambda: [*map(window.answer, answers)])
    open_about(window, sheet)


def open_about(window: Any, sheet: QDialog) -> None:
    """Opens a sheet about the job of a window, with which it goes; a chooser over it would go, too, while people look at it."""

    def look() -> None:
        if window.job is not job and QApplication.activeModalWidget() is sheet:
            sheet.reject()

    job = window.job
    QTimer(sheet, interval=100, timeout=look).start()
    sheet.open()
