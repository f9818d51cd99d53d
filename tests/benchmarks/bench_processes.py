"""Whole processes, from the start of Python on: commands over six systems x 1,394 sentences, the window to its start page and to
its first drawing.

Every command is run in turn with the others, round after round, so that what else the machine does falls on all of them alike.
Medians of wall-clock and CPU seconds; ratios are of CPU: to a Python that takes in numpy and ends, and to nltk, which reads
the same files and no more (named in the row above). The peer of the start page is a label in a window of Qt.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.bench_comparison import READ_WITH_NLTK, SYSTEMS, repeated

SENTENCES, ROUNDS = 1394, 9
NUMPY, NLTK = "a bare start: python -c 'import numpy'", "nltk reads the seven files"
MAIN = "import sys; from treecompare.__main__ import main; sys.exit(main(sys.argv[1:]))"
LABEL = """
import os
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

class Label(QLabel):
    def paintEvent(self, event):
        super().paintEvent(event)
        os._exit(0)

application = QApplication([])
window = QMainWindow()
window.setCentralWidget(Label("Open"))
window.show()
application.exec()
"""
START = """
import os
from treecompare.window.frame import start
from treecompare.window.frame.application import run_app

start.CardFrame.paintEvent = lambda *_: os._exit(0)
run_app()
"""
WINDOW = """
import os, sys
from treecompare.window.drawings.canvas import MarksItem
from treecompare.window.frame.application import run_app

paint = MarksItem.paint

def painted(self, *arguments):
    paint(self, *arguments)
    if self.boundingRect().height():
        os._exit(0)

MarksItem.paint = painted
run_app({"golds": sys.argv[1:2], "systems": sys.argv[2:]})
"""


def once(folder: str, code: str, *arguments: str) -> tuple[float, float]:
    """Wall-clock and CPU seconds of a Python process with the settings of a folder; byte code is kept, as in an installation."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {f"XDG_{one}_HOME": folder for one in ("CONFIG", "DATA", "STATE")}
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**environment, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"a measured process ended with status {process.returncode}: {code}")
    return time.monotonic() - begun, used.ru_utime + used.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        gold, *systems = repeated(Path(name), SENTENCES, len(SYSTEMS))
        cases = {
            NUMPY: ("import numpy",),
            NLTK: (READ_WITH_NLTK, gold, *systems),
            "score, every measure": (MAIN, "score", gold, *systems),
            "rank": (MAIN, "rank", gold, *systems),
            "errors": (MAIN, "errors", gold, *systems),
            "convert, gold to CoNLL-U": (MAIN, "convert", gold, "-", "--dependencies"),
            "a label in a window of Qt (offscreen)": (LABEL,),
            "window to its start page (offscreen)": (START,),
            "window to its first drawing (offscreen)": (WINDOW, gold, *systems),
        }
        taken: dict[str, list[tuple[float, float]]] = {title: [] for title in cases}
        for _ in range(1 + ROUNDS):
            for title, case in cases.items():
                taken[title].append(once(name, *case))
    medians = {
        title: tuple(map(statistics.median, zip(*each[1:], strict=True))) for title, each in taken.items()
    }  # the first round warms up
    print(f"{'':44}{'wall':>8}{'CPU':>8}   bare starts   of nltk's reading")
    for title, (wall, cpu) in medians.items():
        print(f"{title:44}{wall:7.2f}s{cpu:7.2f}s{cpu / medians[NUMPY][1]:14.1f}{cpu / medians[NLTK][1]:19.2f}")


if __name__ == "__main__":
    main()
