"""The one place where errors become visible: a plain sentence for what people can mend, details folded away for the rest."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Sequence
from types import TracebackType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from treecompare.errors import TreecompareError
from treecompare.jobs import report
from treecompare.window.common.plain import visible_lines
from treecompare.window.common.theme import dress

QUIET_SECONDS = 5.0
"""A failing paint event fires once per cell: after one dialog, further surprises are only logged for a while."""

_open_boxes: set[QMessageBox] = set()


def show_error(parent: QWidget | None, error: BaseException | Sequence[BaseException], intro: str = "") -> QMessageBox:
    """Shows one dialog for one error or for several; does not wait for it to be closed.

    ``intro``: a sentence before them, such as "The other files were opened."
    """
    errors = [error] if isinstance(error, BaseException) else list(error)
    box = QMessageBox(parent)
    dress(box)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowModality(Qt.WindowModality.WindowModal)
    box.setWindowTitle("treecompare")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    surprises = [one for one in errors if not isinstance(one, TreecompareError)]
    box.setIcon(QMessageBox.Icon.Critical if surprises else QMessageBox.Icon.Warning)
    texts = [visible_lines(text) for text in report.told(errors)]
    shown = report.fitted(texts)
    further = ["\n\n".join(texts)] if shown != texts else []
    if surprises:
        trace = "\n".join("".join(traceback.format_exception(one)) for one in surprises)
        report.log(trace)
        further.append(f"{trace}\nAlso in {report.log_path()}")
        copy = box.addButton("&Copy report", QMessageBox.ButtonRole.ActionRole)
        copy.setToolTip("Version, system and the last commands; nothing of your treebanks or folders.")
        copy.clicked.disconnect()  # else it closes the dialog
        copy.clicked.connect(lambda: QApplication.clipboard().setText(report.report(surprises)))
        # Qt adds it, and finds what Escape does, only where there are no other buttons
        box.addButton(QMessageBox.StandardButton.Ok)
        box.setEscapeButton(QMessageBox.StandardButton.Ok)
    if further:
        box.setDetailedText("\n\n".join(further))
    said = "\n\n".join(shown)
    box.setText(visible_lines(intro) or said)
    box.setInformativeText(said if intro else "")
    # without a parent only this reference keeps the dialog alive
    _open_boxes.add(box)
    box.finished.connect(lambda: _open_boxes.discard(box))
    box.open()
    return box


class ExceptionHook:
    """Sends exceptions that nobody caught to the dialog and the log file."""

    def __init__(self) -> None:
        self._quiet_until = 0.0
        self.shown = 0

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """As ``sys.excepthook``."""
        if issubclass(kind, KeyboardInterrupt):
            application = QApplication.instance()
            if application is not None:
                application.quit()
            return
        if sys.stderr is not None:
            traceback.print_exception(kind, error, trace)
        now = time.monotonic()
        if now < self._quiet_until:
            report.log("".join(traceback.format_exception(error.with_traceback(trace))))
            return
        self._quiet_until = now + QUIET_SECONDS
        self.shown += 1
        show_error(QApplication.activeWindow(), error.with_traceback(trace))
