"""Where an occurrence of a phenomenon stands in its sentence, one more of them, one less."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QWidget

from treecompare.app.common.plain import tip
from treecompare.comparison.judgements import occurrence


class OccurrenceBox(QWidget):
    """``placed`` carries what was typed for the place of the occurrence; ``title`` is what the occurrence is called."""

    placed = Signal(str)
    oneMore = Signal()
    removed = Signal()

    def __init__(self, title: str, mark: str, is_only: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mark = mark
        name, place = occurrence(mark)
        self._shown = place if "-" in place else ""
        self.words = QLineEdit(self._shown, placeholderText="words")
        self.words.setAccessibleName(f"{title}: words")
        self.words.setToolTip(
            "The words of this occurrence, from 1: 3-5. They are marked in the drawing; traces are not counted."
        )
        self.words.setFixedWidth(self.words.fontMetrics().horizontalAdvance("00-00") + 14)
        self.words.editingFinished.connect(self._edited)
        self.more = QToolButton(text="+", autoRaise=True)
        self.more.setAccessibleName(f"One more {name}")
        self.more.setToolTip(tip(f"{name} once more in this sentence (+)"))
        self.more.clicked.connect(self.oneMore)
        self.less = QToolButton(text="−", autoRaise=True)
        self.less.setAccessibleName(f"Remove {title}")
        self.less.setToolTip("Remove this occurrence and what is said of it")
        self.less.clicked.connect(self.removed)
        self.less.setVisible(not is_only)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        for button in (self.more, self.less):
            button.setFixedWidth(20)
        for widget in (self.words, self.more, self.less):
            line.addWidget(widget)
        line.addStretch(1)
        self.setFocusProxy(self.words)

    def _edited(self) -> None:
        typed = self.words.text().strip()
        if typed != self._shown:
            self._shown = typed  # leaving the field says the same once more
            self.placed.emit(typed)


def parts_of(widget: QWidget) -> list[QWidget]:
    """What can have the keyboard: the widget, or what stands in an occurrence's place."""
    return [widget.words, widget.more, widget.less] if isinstance(widget, OccurrenceBox) else [widget]
