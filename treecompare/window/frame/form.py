"""A form as a sheet: a row for each field, what the values would do, and a button that applies them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from treecompare.errors import TreecompareError
from treecompare.jobs.base import Choosing, Form, Text
from treecompare.window.common import fonts, preferences
from treecompare.window.common.elided import ElidedBox, Said
from treecompare.window.common.plain import tip, visible, visible_lines
from treecompare.window.frame.why import Blocks

PAUSE = 300
"""Milliseconds without a key until the effect of what is typed is computed."""
WIDTH = 600
MARGIN, GAP = 24, 8


def plain(text: str) -> str:
    """A text without the sign of its key."""
    return visible(re.sub("&(.)", r"\1", text))


class FormField(QWidget):
    """What is chosen for a field: a box, a line to type in, both, or a text to read. ``changed``: another value."""

    changed = Signal()

    def __init__(self, one: Choosing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.one, title = one, plain(one.title)
        self.box, self.line, self.browse = ElidedBox(), QLineEdit(clearButtonEnabled=True), QPushButton("Browse…")
        self.said = QLabel(
            visible_lines(one.now), textFormat=Qt.TextFormat.PlainText, objectName="muted", wordWrap=True
        )
        self.said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.box.setSizeAdjustPolicy(ElidedBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        for place, option in enumerate(one.options):
            self.box.addItem(plain(option.title).removesuffix("…"), option.value)
            self.box.setItemData(place, tip(option.tip), Qt.ItemDataRole.ToolTipRole)
        for part in (self.box, self.line):
            part.setAccessibleName(title)
            part.setAccessibleDescription(visible(one.about))
        self.browse.setAccessibleName(f"Browse: {title}")
        self.browse.setAutoDefault(False)
        self.typing = QWidget()
        line = QHBoxLayout(self.typing)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.line, 1)
        line.addWidget(self.browse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for each in (self.said, self.box, self.typing):
            column.addWidget(each)
        self.said.setVisible(one.is_said)
        self.box.setVisible(bool(one.options))
        if not one.is_said:
            self.put(one.now)
        self.typing.setVisible(not one.is_said and self._asks)
        self.box.activated.connect(self._chosen)
        self.line.textChanged.connect(self.changed)
        self.browse.clicked.connect(self._browse)

    @property
    def stops(self) -> list[QWidget]:
        """Where Tab stops."""
        return [self.box, self.line, self.browse]

    @property
    def _asks(self) -> bool:
        """Whether something is typed."""
        return not self.one.options or bool(self.one.options[self.box.currentIndex()].asks)

    @property
    def meaning(self) -> str:
        """What it means, as it is now."""
        return (self.one.options[self.box.currentIndex()].tip if self.one.options else "") or self.one.about

    @property
    def is_complete(self) -> bool:
        """Whether what is asked for is there."""
        return not (self.one.options and self._asks) or bool(self.value)

    @property
    def value(self) -> str:
        """What is chosen, or typed."""
        return self.line.text().strip() if self._asks else self.one.options[self.box.currentIndex()].value

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
        option = self.one.options[self.box.currentIndex()] if self.one.options else None
        self.box.setToolTip(tip(option.tip if option is not None else ""))
        self.line.setPlaceholderText(visible(option.asks if option is not None else self.one.about))
        self.browse.setVisible(bool(option.files if option is not None else self.one.files))
        self.typing.setVisible(self._asks)

    def _browse(self) -> None:
        option = self.one.options[self.box.currentIndex()] if self.one.options else None
        title, files = (option.asks, option.files) if option is not None else (plain(self.one.title), self.one.files)
        if path := QFileDialog.getOpenFileName(self, title, preferences.text("folder"), files)[0]:
            self.line.setText(path)


class FieldsSheet(QDialog):
    """A sheet of fields, which may become others; its window waits for it. ``rows``: where names and controls stand; ``foot``: the
    buttons, from the left. ``meaning``: of the field that has the keyboard, in so many ``lines``;
    ``refused``: why what is chosen cannot be."""

    def __init__(self, title: str, window: QWidget, width: int = WIDTH, lines: int = 2) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(title)
        self._width = fonts.pixels(width)
        heading = QLabel(title, textFormat=Qt.TextFormat.PlainText)
        heading.setProperty("look", "heading")
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        self.rows = QGridLayout()
        self.rows.setHorizontalSpacing(16)
        self.rows.setVerticalSpacing(GAP)
        self.rows.setColumnStretch(1, 1)
        column.addLayout(self.rows)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(inside)
        self.below = QVBoxLayout()
        self.below.setSpacing(GAP)
        self.foot = QHBoxLayout()
        self.foot.setSpacing(GAP)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(MARGIN, MARGIN - 4, MARGIN, MARGIN - 4)
        layout.setSpacing(12)
        layout.addWidget(heading)
        layout.addWidget(self.area, 1)
        layout.addLayout(self.below)
        layout.addLayout(self.foot)
        self.area.setAccessibleName(visible(title))
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus if lines else Qt.FocusPolicy.StrongFocus)
        self.fields: dict[str, FormField] = {}
        self._labels: dict[str, QLabel] = {}
        self.refused = Said("alarm")
        self.refused.hide()
        self.meaning = QLabel(textFormat=Qt.TextFormat.PlainText, objectName="muted", wordWrap=True)
        self.meaning.setVisible(bool(lines))
        self.meaning.setMinimumHeight(lines * self.fontMetrics().lineSpacing())
        self.meaning.setAlignment(Qt.AlignmentFlag.AlignTop)
        for widget in (self.meaning, self.refused):
            self.below.addWidget(widget)
        QApplication.instance().focusChanged.connect(self._explain)  # type: ignore[union-attr]

    def add_button(self, text: str, do: Callable[[], object], is_main: bool = False) -> QPushButton:
        """A button at the foot."""
        button = QPushButton(text)
        button.setAutoDefault(is_main)
        button.setDefault(is_main)
        button.clicked.connect(lambda: do())
        self.foot.addWidget(button)
        return button

    def sizeHint(self) -> QSize:
        """As high as its rows, if the window is."""
        room = self.screen().availableSize()
        inside = self.area.widget()
        width = min(self._width, room.width() * 95 // 100)
        rows = 0
        if inside is not None:
            wraps = inside.heightForWidth(width - 2 * MARGIN)
            rows = max(wraps, inside.sizeHint().height() if wraps < 0 else 0)
        around = super().sizeHint().height() - self.area.sizeHint().height()
        return QSize(width, min(rows + around + 8, room.height() * 9 // 10))

    def showEvent(self, event: object) -> None:
        """Takes the size that it is to have."""
        super().showEvent(event)  # type: ignore[arg-type]
        self.resize(self.sizeHint())

    def _explain(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Says what the field means that has the keyboard, and brings it into sight."""
        found = next((one for one in self.fields.values() if now is not None and one.isAncestorOf(now)), None)
        if found is not None:
            self.meaning.setText(visible_lines(found.meaning))
            self.area.ensureWidgetVisible(found)

    def show_fields(self, fields: Sequence[Choosing]) -> None:
        """These fields from now on; one that is there already stays as it is."""
        before, labels, self.fields, self._labels = self.fields, self._labels, {}, {}
        for key, there in before.items():
            self.rows.removeWidget(there)
            self.rows.removeWidget(labels[key])
        for one in fields:
            there_is = before.get(one.key)
            if there_is is not None and there_is.one._replace(now=one.now) == one and not one.is_said:
                self.fields[one.key], self._labels[one.key] = before.pop(one.key), labels.pop(one.key)
            else:
                self._add(one)
            row, is_wide, label, there = len(self.fields), not one.title, self._labels[one.key], self.fields[one.key]
            self.rows.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            self.rows.addWidget(there, row, 0 if is_wide else 1, 1, 2 if is_wide else 1)
            label.setVisible(not is_wide)
            there.show()  # at once: what is high is measured soon
        for gone in (*before.values(), *labels.values()):
            gone.hide()
            gone.deleteLater()
        stops = [stop for one in self.fields.values() for stop in one.stops]
        for first, second in pairwise(
            [*stops, *self.findChildren(QPushButton, options=Qt.FindChildOption.FindDirectChildrenOnly)]
        ):
            QWidget.setTabOrder(first, second)

    def _add(self, one: Choosing) -> None:
        made = self.fields[one.key] = FormField(one)
        made.changed.connect(self.follow)
        label = self._labels[one.key] = QLabel(plain(one.title), textFormat=Qt.TextFormat.PlainText)
        label.setToolTip(tip(one.about))
        label.setContentsMargins(0, 5, 0, 0)  # beside the text of the box

    @property
    def values(self) -> dict[str, str]:
        """What is chosen, by field."""
        return {key: one.value for key, one in self.fields.items() if not one.one.is_said}

    def follow(self) -> None:
        """Another value was chosen."""
        self._explain(None, self.focusWidget())

    def fit(self) -> None:
        """As high as what is in it now, if there is room."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(self.sizeHint())


class FormSheet(FieldsSheet):
    """``apply`` gets the values. Raises TreecompareError: one of them cannot be; then the sheet stays, and says why."""

    def __init__(self, window: QWidget, form: Form, apply: Callable[[Mapping[str, str]], object]) -> None:
        is_read = all(one.is_said for one in form.fields)
        super().__init__(form.title, window, lines=0 if is_read else 2)
        self.form, self._do = form, apply
        self.effect = Blocks()
        self.effect.filled.connect(self._filled)
        self.below.addWidget(self.effect)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(self._show_effect)
        self.reset_button = self.add_button("Reset to standard", self.reset)
        self.foot.addStretch(1)
        self.stop_button = self.add_button("Stop", self.stop)
        self.stop_button.hide()
        self.add_button("Close" if is_read else "Cancel", self.reject)
        self.apply_button = self.add_button(form.apply, self.apply, is_main=True)
        self.show_fields(form.fields)
        self._before = self.values
        self.reset_button.setVisible(any(one.usual is not None for one in form.fields))
        self._show_state()

    @property
    def is_computing(self) -> bool:
        """Whether the effect is being computed."""
        return not self.stop_button.isHidden()

    def follow(self) -> None:
        super().follow()
        self._show_state()
        self._pause.start()

    def _show_state(self) -> None:
        fields = self.fields.values()
        is_other = self.values != self._before or not self.values
        self.apply_button.setEnabled(is_other and all(one.is_complete for one in fields))
        usual = all(one.one.usual in (None, one.value) for one in fields)
        self.reset_button.setEnabled(not usual)
        self.refused.say("")

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
            self._do(self.values)
        except TreecompareError as error:
            self.refused.say(str(error))
        else:
            self.accept()

    def done(self, result: int) -> None:
        self._pause.stop()
        self.effect.leave()
        super().done(result)


def show_form(window: Any, form: Form) -> FormSheet:
    """A form of the job; what follows from it is done by the window, when the sheet is gone."""
    answers: list[Any] = []

    def apply(values: Mapping[str, str]) -> None:
        answers.extend(window.job.do(window.list.places, form.action, values))

    def follow() -> None:
        for one in answers:
            window.answer(one)

    sheet = FormSheet(window, form, apply)
    sheet.accepted.connect(follow)
    sheet.open()
    return sheet
