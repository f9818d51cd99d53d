"""A window that decides in a comparison file; run as a program it decides until it is killed."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from treecompare.extras.annotators.job import DecideJob
from treecompare.extras.annotators.kept import Store, as_keys, entries_in, open_adjudication
from treecompare.saved.project import Project
from treecompare.window.common import fonts
from treecompare.window.frame.window import Window


def deciding(path: str) -> Window:
    """Shows the differences of a comparison file, in which decisions are kept at once."""
    made, project = open_adjudication(path).adjudication, Project.open(Path(path))
    store = Store(
        lambda: entries_in(project), lambda changes, what: project.write(as_keys(changes), what),
        lambda is_undo: "", lambda: ("", ""), None, "odin", lambda _: None,
    )  # fmt: skip
    window = Window()
    window.show()
    window.show_job(DecideJob(made, store))
    window.list.setFocus()
    return window


if __name__ == "__main__":
    application = QApplication([])
    fonts.dress(application)
    shown = deciding(sys.argv[1])
    while isinstance(job := shown.job, DecideJob):
        QTest.keyClick(shown.list, "2")  # type: ignore[call-overload]
        QApplication.processEvents()
        print(job.made.decided, flush=True)
