"""Makes the picture at the top of the README: the window on the sample comparison. ``.venv/bin/python packaging/screenshot.py``."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp()

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDockWidget, QTableView

from treecompare.app.window import main

SENTENCE = 19
TARGET = Path(__file__).resolve().parents[1] / "resources" / "screenshot.png"


def take(application: QApplication) -> None:
    """Chooses a sentence on which E and T disagree, saves the picture and ends."""
    window = next(one for one in application.topLevelWidgets() if one.isVisible() and one.parent() is None)
    window.resize(1560, 1080)
    window.resizeDocks([window.findChild(QDockWidget, "sentences")], [640], Qt.Orientation.Horizontal)
    table = max(window.findChildren(QTableView), key=lambda view: view.model().rowCount())
    table.selectRow(SENTENCE)
    window.show_dock("explain")
    QTimer.singleShot(600, lambda: (window.grab().save(str(TARGET)), window.close(), application.quit()))


if __name__ == "__main__":
    application = QApplication(sys.argv[:1])
    QTimer.singleShot(2500, lambda: take(application))
    sys.exit(main.run_app(sample="first-comparison"))
