"""How much of a text is cut off."""

from __future__ import annotations

import re

from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLabel,
    QStyle,
    QStyleOptionComboBox,
    QToolButton,
    QWidget,
)

from treecompare.window.common.elided import ElidedBox, ElidedLabel


def is_scrolled(widget: QWidget) -> bool:
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QAbstractScrollArea):
        above = above.parentWidget()
    return above is not None


def missing(widget: QWidget) -> int:
    """So many pixels a text lacks that does not end in an ellipsis by itself."""
    metrics = widget.fontMetrics()
    if isinstance(widget, ElidedLabel | ElidedBox):
        return 0
    if isinstance(widget, QLabel):
        if widget.wordWrap():
            words = re.split(r"[\s\u200b/–-]+", QTextDocumentFragment.fromHtml(widget.text()).toPlainText())
            if (beyond := max(map(metrics.horizontalAdvance, words)) - widget.width()) > 0:
                return beyond
            return 0 if is_scrolled(widget) else widget.heightForWidth(widget.width()) - widget.height()
        return widget.sizeHint().width() - widget.width() if widget.text().strip() else 0
    if isinstance(widget, QToolButton) and not widget.icon().isNull():
        return 0
    if isinstance(widget, QAbstractButton):
        return max(map(metrics.horizontalAdvance, widget.text().replace("&", "").split("\n"))) - widget.width()
    if isinstance(widget, QComboBox) and not widget.isEditable():
        option = QStyleOptionComboBox()
        widget.initStyleOption(option)
        part = QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField
        room = widget.style().subControlRect(*part, widget).width()
        return metrics.horizontalAdvance(widget.currentText()) - room
    return 0
