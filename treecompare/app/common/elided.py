"""Lines of text, alone, on buttons and in closed boxes, that are cut with … where there is no room for all of them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from treecompare.app.common.plain import tip, visible


class ElidedLabel(QLabel):
    """Plain text in one line; never wider than its place: its beginning stays. All of it is in the tooltip."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setText(text)

    def setText(self, text: str) -> None:
        """As Qt has it."""
        super().setText(visible(text))
        self.setToolTip(tip(text))

    def minimumSizeHint(self) -> QSize:
        """As Qt has it: no text is too long."""
        return QSize(0, super().minimumSizeHint().height())

    def shown(self) -> str:
        """The text as it is seen."""
        room = self.contentsRect().width() - 2 * self.margin()
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt has it."""
        painter = QPainter(self)
        style: QStyle = self.style()
        style.drawItemText(
            painter, self.contentsRect(), int(self.alignment()), self.palette(), self.isEnabled(), self.shown(),
            self.foregroundRole(),
        )  # fmt: skip


class ElidedButton(QToolButton):
    """A button whose text may be cut; never wider than its place."""

    def __init__(self, parent: QWidget | None = None, **options: Any) -> None:
        super().__init__(parent, **options)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """As Qt has it: no text is too long."""
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt has it."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        room = self.width() - 12
        text = self.fontMetrics().elidedText(
            option.text, Qt.TextElideMode.ElideRight, room, Qt.TextFlag.TextShowMnemonic
        )
        option.text = text
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)


class ElidedBox(QComboBox):
    """A closed box of choices whose text may be cut."""

    def shown(self) -> str:
        """The text as it is seen."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width() - 4
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """As Qt has it."""
        option, painter = QStyleOptionComboBox(), QStylePainter(self)
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        option.currentText = self.shown()
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
