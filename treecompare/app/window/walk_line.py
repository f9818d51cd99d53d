"""A line that tells of the walk of a comparison when it is opened, until people put it away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QSizePolicy, QToolBar, QToolButton, QWidget

from treecompare.app.common.elided import ElidedLabel


class WalkLine(QToolBar):
    """A line below the tool bar. ``startWanted``, ``editWanted``: what its buttons ask for."""

    startWanted = Signal()
    editWanted = Signal()

    def __init__(self, window: QMainWindow) -> None:
        super().__init__("Walk of this comparison", window)
        self.setObjectName("walkLine")
        self.setMovable(False)
        self.toggleViewAction().setVisible(False)  # it is no part of the layout that people choose
        self.label = ElidedLabel()
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.start = self._button("Start", "Give the walk from its first step on")
        self.start.clicked.connect(self.startWanted)
        self.edit = self._button("Edit", "Read and change the steps of the walk")
        self.edit.clicked.connect(self.editWanted)
        self.remove = self._button("✕", "Dismiss (the walk stays)")
        self.remove.clicked.connect(lambda: self.tell(0))
        line = QFrame(objectName="walkLine")
        row = QHBoxLayout(line)
        row.setContentsMargins(10, 2, 4, 2)
        row.setSpacing(4)
        parts: tuple[QWidget, ...] = (self.label, self.start, self.edit, self.remove)
        for part in parts:
            row.addWidget(part)
        self.addWidget(line)
        window.addToolBarBreak()
        window.addToolBar(self)
        self._steps = 0
        self.hide()

    def _button(self, text: str, tip: str) -> QToolButton:
        button = QToolButton(text=text, toolTip=tip, autoRaise=True)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button

    def tell(self, steps: int) -> None:
        """Tells of a walk of so many steps; of none nothing is told."""
        self._steps = steps
        text = (
            f"This comparison has a walk of {steps} steps." if steps != 1 else "This comparison has a walk of one step."
        )
        self.label.setText(text)
        self.setAccessibleName(text)
        self.show_again()

    def show_again(self) -> None:
        """Shown if there is something to tell, whatever a layout that is brought back says."""
        self.setVisible(bool(self._steps))
