"""The window: many sentences opened, ordered, narrowed, stepped through; how still it stands meanwhile.

Milliseconds, the least (or, where named, the 99th percentile) of several runs, in one process, offscreen:
``python -m tests.benchmarks.bench_window [SENTENCES SYSTEMS]``, 50,000 by 4 where nothing is said.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import cycle, pairwise
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from tests.benchmarks.bench_comparison import repeated
from tests.benchmarks.timing import Figure, show
from treecompare.comparison.files import Files
from treecompare.jobs import base
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.drawn import sentence_drawn
from treecompare.window.frame.application import new_window
from treecompare.window.frame.program import FrameWindow
from treecompare.window.frame.settings import show_look

FINDS = ('"company"', "the", r"/\bthe \w+ of\b/", "label WHNP", "differs length > 20", "")
BEFORE_STOP = 1.0
"""Seconds of comparing before it is stopped."""


def milliseconds(work: Callable[[], object], runs: int = 3) -> float:
    """Least time of the work, painting included."""
    best = float("inf")
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        QApplication.processEvents()
        best = min(best, time.perf_counter() - begun)
    return 1000 * best


def wait(window: FrameWindow, seconds: float = float("inf")) -> None:
    """Until nothing is waited for, or so many seconds are over."""
    loop, timer, end = QEventLoop(), QTimer(interval=2), time.perf_counter() + seconds
    timer.timeout.connect(lambda: (window.is_busy and time.perf_counter() < end) or loop.quit())
    timer.start()
    loop.exec()


def waited(window: FrameWindow, work: Callable[[], object]) -> float:
    """Milliseconds until what was begun is done."""
    begun = time.perf_counter()
    work()
    wait(window)
    QApplication.processEvents()
    return 1000 * (time.perf_counter() - begun)


def gaps_of(window: FrameWindow, work: Callable[[], object]) -> tuple[float, list[float]]:
    """Milliseconds until what was begun is done, and those between two events of a timer of 5 ms meanwhile, in order of size."""
    times = [time.perf_counter()]
    timer = QTimer(interval=5)
    timer.timeout.connect(lambda: times.append(time.perf_counter()))
    timer.start()
    took = waited(window, work)
    timer.stop()
    return took, sorted(1000 * (after - before) for before, after in pairwise(times))


def figures(sentences: int = 50_000, systems: int = 4) -> Iterator[Figure]:
    """All that is measured of a window."""
    application = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory() as name:
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, name)
        os.environ |= dict.fromkeys(("XDG_DATA_HOME", "XDG_STATE_HOME"), name)
        paths = repeated(Path(name), sentences, systems)
        wanted = Files(paths[0], tuple(("", path) for path in paths[1:]))
        show_look()
        begun = time.perf_counter()
        window = new_window()
        window.resize(1280, 800)
        window.show()
        application.processEvents()
        yield Figure("an empty window", 1000 * (time.perf_counter() - begun), "ms")
        yield Figure(
            "a sample, complete and drawn", waited(window, lambda: window.open_sample("first-comparison")), "ms"
        )
        took, gaps = gaps_of(window, lambda: window.open_wanted(wanted))
        yield Figure("all compared and listed", took, "ms")
        yield Figure("meanwhile, 99th percentile between two timer events (5 ms)", gaps[int(0.99 * len(gaps))], "ms")
        yield Figure("meanwhile, longest", gaps[-1], "ms")
        job = window.job
        assert isinstance(job, CompareJob)
        window.go(base.Go(order=job.orders()[1].key))
        for order in job.orders():
            others = cycle([order.key, job.orders()[-1].key])
            took = milliseconds(lambda others=others: window.go(base.Go(order=next(others))), runs=6)
            yield Figure(f"order: {order.title}", took, "ms")
        for find in FINDS:
            took = waited(window, lambda find=find: window.go(base.Go(find=find)))
            yield Figure(f"find {find or 'nothing'}", took, "ms")
        alone: list[float] = []
        each: list[float] = []
        for _ in range(60):
            each.append(milliseconds(lambda: window.run("next"), runs=1))
            wait(window)
            begun = time.perf_counter()
            drawn = sentence_drawn(job.comparison, job.system, window.place, job.asked).drawn
            drawn.folds = True
            drawn.lay_out(window.drawings.view.space)
            alone.append(1000 * (time.perf_counter() - begun))
        each.sort()
        yield Figure("the drawing alone, laid out by no window: median", sorted(alone)[30], "ms")
        yield Figure("the next place, drawn, with Why: median", each[30], "ms")
        yield Figure("the next place, drawn, with Why: slowest of 60", each[-1], "ms")
        yield Figure("another system", milliseconds(lambda: window.run("next-system")), "ms")
        yield Figure("pooled to mean", milliseconds(lambda: window.run("average")), "ms")
        yield Figure("another measure for A", milliseconds(lambda: window.do("a", "e.roof.jaccard"), runs=1), "ms")
        last = int(window.list.places_model.shown.order[-1])
        yield Figure("the last sentence is drawn", waited(window, lambda: window.list.go_to_place(last)), "ms")
        yield Figure("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MB")
        window.show_start()
        window.open_wanted(wanted)
        wait(window, BEFORE_STOP)
        yield Figure("Stop", milliseconds(window.stop, runs=1), "ms")
        yield Figure("closing", milliseconds(window.close, runs=1), "ms")


if __name__ == "__main__":
    show(figures(*map(int, sys.argv[1:])))
