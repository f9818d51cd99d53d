"""The status bar: messages, how far the work has come, warnings, and how sentences were prepared."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QStatusBar, QToolButton, QWidget

from treecompare.app.common.elided import ElidedLabel
from treecompare.app.common.errors import put_texts
from treecompare.app.common.plain import tip, visible
from treecompare.app.common.wording import number_of
from treecompare.app.session.session import Session
from treecompare.app.shell.progress import ProgressWidget


class StatusBar(QStatusBar):
    """Says everything in one line that hides nothing. ``notes``: the number of warnings, ``preparation``: how sentences were
    compared."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.preparation = ElidedLabel()
        self.preparation.setAccessibleName("How sentences were prepared and compared")
        self.notes = QToolButton(autoRaise=True)
        self.notes.clicked.connect(self.show_notes)
        self.progress = ProgressWidget()
        self.progress.stopped.connect(session.cancel)
        for widget in (self.progress, self.notes, self.preparation):
            self.addPermanentWidget(widget)

    def showMessage(self, text: str, timeout: int | None = None) -> None:
        """As Qt has it."""
        super().showMessage(visible(text), timeout or 0)

    def count_notes(self, warnings: Sequence[str]) -> None:
        """Says how many warnings there are."""
        self.notes.setText(number_of(len(warnings), "warning", "warnings"))
        self.notes.setToolTip(tip("\n".join(warnings[:10])))
        self.notes.setVisible(bool(warnings))

    def tell_end(self) -> None:
        """Says what was compared, and how long it took."""
        comparison = self.session.comparison
        if comparison is not None:
            text = "{0} and {1} compared in {2:.1f} seconds."
            sentences = number_of(comparison.sentences, "sentence", "sentences")
            systems = number_of(len(comparison.systems), "system", "systems")
            seconds = time.monotonic() - self.session.started
            self.showMessage(text.format(sentences, systems, seconds), 15_000)

    def show_notes(self) -> None:
        """The warnings in full."""
        comparison = self.session.comparison
        if comparison is not None:
            box = QMessageBox(QMessageBox.Icon.Information, "Warnings", "", parent=self.window())
            box.setTextFormat(Qt.TextFormat.PlainText)
            put_texts(box, [*map(comparison.names().told, comparison.warnings)])
            box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            box.open()
