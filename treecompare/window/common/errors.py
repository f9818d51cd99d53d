"""The one place where errors become visible: a plain sentence for what people can mend, details folded away for the rest."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Sequence
from types import TracebackType

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton, QWidget

from treecompare.errors import TreecompareError
from treecompare.jobs import report
from treecompare.window.common import plain
from treecompare.window.common.theme import dress

QUIET_SECONDS = 5.0
"""A failing paint event fires once per cell: after one dialog, further surprises are only logged for a while."""

MOST_TEXTS, MOST_CHARACTERS, MOST_LINES = 8, 1_200, 20
"""Of what a dialog says: a screen has no room for more, and its buttons are below it."""

_open_boxes: set[QMessageBox] = set()


def is_plain(error: BaseException) -> bool:
    """Whether the error's own text is the sentence to show."""
    return isinstance(error, TreecompareError)


def details(error: BaseException) -> str:
    """The traceback."""
    return "".join(traceback.format_exception(error))


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
    surprises = [one for one in errors if not is_plain(one)]
    lines = [str(one) for one in errors if is_plain(one)]
    further = ""
    if surprises:
        trace = "\n".join(details(one) for one in surprises)
        report.log(trace)
        lines.append(
            f"Something went wrong inside the program ({type(surprises[0]).__name__}). Your files were not changed."
        )
        add_copy(box, lambda: report.report(surprises))
        # Qt adds it, and finds what Escape does, only where there are no other buttons
        box.addButton(QMessageBox.StandardButton.Ok)
        box.setEscapeButton(QMessageBox.StandardButton.Ok)
        further = f"{trace}\nAlso in {report.log_path()}"
    box.setIcon(QMessageBox.Icon.Critical if surprises else QMessageBox.Icon.Warning)
    put_texts(box, lines, intro, further=further)
    # without a parent only this reference keeps the dialog alive
    _open_boxes.add(box)
    box.finished.connect(lambda: _open_boxes.discard(box))
    box.open()
    return box


def put_texts(
    box: QMessageBox, texts: Sequence[str], intro: str = "", between: str = "\n\n", further: str = ""
) -> None:
    """Texts, as far as a screen has room for them; where it has not, all of them are among the details, which scroll.

    ``intro``: a sentence before them. ``further``: what else belongs to the details.
    """
    texts = [plain.visible_lines(text) for text in texts]
    shown: list[str] = []
    room, lines = MOST_CHARACTERS, MOST_LINES
    for text in texts[:MOST_TEXTS]:
        begins = "\n".join(text.split("\n")[:lines])[:room]
        shown.append(begins if begins == text else f"{begins}…")
        room, lines = room - len(begins), lines - begins.count("\n") - 1
        if begins != text or not room or not lines:
            break
    is_all = shown == texts
    if len(shown) < len(texts):
        shown.append(f"and {len(texts) - len(shown):,} more (see the details)")
    details_ = [*([] if is_all else [between.join(texts)]), *([further] if further else [])]
    if details_:
        box.setDetailedText("\n\n".join(details_))
    said = between.join(shown)
    box.setText(plain.visible_lines(intro) if intro else said)
    box.setInformativeText(said if intro else "")


def add_copy(box: QMessageBox, text: Callable[[], str]) -> QPushButton:
    """A button that copies a report; the dialog stays open."""
    button = box.addButton("&Copy report", QMessageBox.ButtonRole.ActionRole)
    button.setToolTip("Version, system and the last commands; nothing of your treebanks or folders.")
    button.clicked.disconnect()  # else it closes the dialog
    button.clicked.connect(lambda: QApplication.clipboard().setText(text()))
    return button


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
            report.log(details(error.with_traceback(trace)))
            return
        self._quiet_until = now + QUIET_SECONDS
        self.shown += 1
        show_error(QApplication.activeWindow(), error.with_traceback(trace))
