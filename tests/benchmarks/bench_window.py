"""The window: 50,000 sentences x 4 systems opened, sorted, filtered, stepped through; how still it stands meanwhile.

Milliseconds, the least (or, where named, the 99th percentile) of several runs, in one process, offscreen.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication

from tests.benchmarks.bench_comparison import repeated
from treecompare.analyses.filters import Filter
from treecompare.analyses.sentence_list import COLUMNS
from treecompare.app.window.main import MainWindow
from treecompare.comparison.files import Files

SENTENCES, SYSTEMS = 50_000, 4


def milliseconds(work: Callable[[], object], runs: int = 3) -> float:
    """Least time of the work, painting included."""
    best = float("inf")
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        QApplication.processEvents()
        best = min(best, time.perf_counter() - begun)
    return 1000 * best


def wait_for(signal: object) -> None:
    loop = QEventLoop()
    signal.connect(loop.quit)
    loop.exec()


def show(title: str, figure: float, goal: str = "") -> None:
    print(f"{title:64}{figure:9.1f} ms  {goal}")


def main() -> None:
    application = QApplication([])
    with tempfile.TemporaryDirectory() as name:
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, name)
        paths = repeated(Path(name), SENTENCES, SYSTEMS)
        window = MainWindow()
        window.apply_theme()
        window.show()
        begun = time.perf_counter()
        window.open_comparison(Files(paths[0], tuple(("", path) for path in paths[1:])))
        gaps: list[float] = []
        last = time.perf_counter()

        def tick() -> None:
            nonlocal last
            now = time.perf_counter()
            gaps.append(1000 * (now - last))
            last = now

        timer = QTimer(interval=5)
        timer.timeout.connect(tick)
        timer.start()
        wait_for(window.session.opened)
        show("read, prepared, tables shown", 1000 * (time.perf_counter() - begun))
        wait_for(window.session.ended)
        timer.stop()
        show("all compared", 1000 * (time.perf_counter() - begun), "must 30,000, aim 10,000")
        gaps.sort()
        show("meanwhile, 99th percentile between two timer events (5 ms)", gaps[int(0.99 * len(gaps))])
        show("meanwhile, longest", gaps[-1])
        space = window.workspace
        assert space is not None
        sentences, model = space.sentences, space.sentences.model
        for number, column in enumerate(COLUMNS):
            orders = iter([Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder] * 3)

            def sort(number: int = number) -> None:
                sentences.table.sortByColumn(number, next(orders))  # noqa: B023

            show(f"sort by {column.key}", milliseconds(sort), "must 200, aim 100")
        begun = time.perf_counter()
        model.set_filter(Filter(text="company"))
        show("filter by a word, first time", 1000 * (time.perf_counter() - begun), "must 200, aim 100")
        for title, wish in (
            ("filter by a word", Filter(text="the")),
            ("filter by a regular expression", Filter(text=r"\bthe \w+ of\b", is_regex=True)),
            ("filter by a label", Filter(text="WHNP", where="labels")),
            ("filter by differing trees and length", Filter(differing=True, shortest=20)),
        ):
            figure = milliseconds(lambda wish=wish: (setattr(model.rows, "_found", None), sentences.set_filter(wish)))
            show(title, figure, "must 200, aim 100")
        sentences.set_filter(Filter())
        row = iter(range(100, 200))
        each = [milliseconds(lambda: sentences.go_to_row(next(row)), runs=1) for _ in range(60)]
        each.sort()
        show("choose a sentence, drawn: median", each[len(each) // 2], "must 100, aim 30")
        show("choose a sentence, drawn: slowest of 60", each[-1], "must 100")
        show("another system", milliseconds(lambda: space.systems.step(1)))
        show("pooled to mean", milliseconds(lambda: space.set_average("mean"), runs=1))
        show("another measure for A", milliseconds(lambda: sentences.picker_a.choose("e.roof.jaccard"), runs=1))
        window.close()
    application.quit()


if __name__ == "__main__":
    main()
