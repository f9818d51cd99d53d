"""Large files: a million sentences on the command line and in the window, compressed files, a broken last sentence, dependencies.

Wall-clock and CPU seconds and peak memory of whole processes, one run each. In the window also CPU milliseconds of its own thread
(what a person waits for on a machine that does nothing else): rows while they are counted, sorting, filtering, Stop.
``python -m tests.benchmarks.bench_scale [NAME …]`` measures rows whose name holds one of these words.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

from tests.benchmarks.bench_comparison import DATA, measured, repeated

MANY, SOME, FEW = 1_000_000, 100_000, 50_000
SCORE = "import sys; from treecompare.__main__ import main; sys.exit(main(['score', *sys.argv[1:]]))"
WINDOW = """
import resource, sys, time
from PySide6.QtCore import QEventLoop, QSettings, QTimer
from PySide6.QtWidgets import QApplication
from treecompare.window.frame.application import new_window
from treecompare.comparison.files import Files
from treecompare.jobs.base import Go

application = QApplication([])
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
window = new_window()
window.show()

def wait(is_there=lambda: not window.is_busy):
    loop, timer = QEventLoop(), QTimer(interval=5)
    timer.timeout.connect(lambda: is_there() and loop.quit())
    timer.start()
    loop.exec()

def took(title, work, waits=False):
    begun, cpu = time.perf_counter(), time.thread_time()
    work()
    QApplication.processEvents()
    if waits:
        wait()
    wall, cpu = (1000 * (now - then) for now, then in ((time.perf_counter(), begun), (time.thread_time(), cpu)))
    print(f"  {title:50}{wall:9.0f} ms{cpu:9.0f} ms CPU", flush=True)

wanted, begun = Files(sys.argv[2], (("", sys.argv[3]),)), time.perf_counter()
window.open_wanted(wanted)
wait(lambda: not window.is_busy or time.perf_counter() - begun > 3)
took("Stop", window.stop)
took("all is compared and listed", lambda: window.open_wanted(wanted), True)
for order in window.job.orders():
    took(f"order: {order.title}", lambda: window.go(Go(order=order.key)))
for find in ('"company"', "differs length > 20", "label WHNP", ""):
    took(f"find {find or 'nothing'}", lambda: window.go(Go(find=find)), True)
took("the last sentence is drawn", lambda: window.list.go_to_place(int(window.list.places_model.shown.order[-1])), True)
took("pooled to mean", lambda: window.run("average"))
took("closing", window.close)
print(f"  {'peak memory':50}{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:9.0f} MB", flush=True)
"""
OPENERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, 6),
    "bz2": bz2.compress,
    "xz": lambda data: lzma.compress(data, preset=1),
}


def dependencies(folder: Path, sentences: int) -> list[str]:
    """Gold and a parse as CoNLL-U, over and over."""
    paths = []
    for name in ("gold.UD", "bllip.UD"):
        blocks = gzip.decompress((DATA / "dep" / f"{name}.conllu.gz").read_bytes()).rstrip().split(b"\n\n")
        paths.append(str(folder / f"{name}.conllu"))
        with Path(paths[-1]).open("wb") as file:
            file.writelines(block + b"\n\n" for block in islice(cycle(blocks), sentences))
    return paths


def cases(folder: Path) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """What is scored: the name of the row, and what writes its files."""
    yield "50,000 x 4", lambda: repeated(folder, FEW, 4)
    yield "100,000 x 1", lambda: repeated(folder, SOME, 1)
    for ending in OPENERS:
        yield f"the same, {ending}", lambda ending=ending: packed(repeated(folder, SOME, 1), ending)  # type: ignore[misc]
    yield "1,000,000 x 1", lambda: repeated(folder, MANY, 1)
    yield "1,000,000 x 1, the last sentence broken", lambda: broken(repeated(folder, MANY, 1))
    if DATA.is_dir():
        yield "CoNLL-U, 100,000 x 1", lambda: dependencies(folder, SOME)


def packed(paths: list[str], ending: str) -> list[str]:
    """The files compressed."""
    for path in paths:
        Path(f"{path}.{ending}").write_bytes(OPENERS[ending](Path(path).read_bytes()))
    return [f"{path}.{ending}" for path in paths]


def broken(paths: list[str]) -> list[str]:
    """The last file ends within a tree."""
    with Path(paths[-1]).open("r+b") as file:
        file.truncate(file.seek(0, os.SEEK_END) - 10)
    return paths


def main() -> None:
    wanted = sys.argv[1:]
    print(f"{'':52}{'wall':>8}{'CPU':>8}{'MB':>7}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, write in cases(folder):
            if not wanted or any(word in title for word in wanted):
                wall, cpu, memory = measured(SCORE, *write(), runs=1)
                print(f"{title:52}{wall:7.2f}s{cpu:7.2f}s{memory:7.0f}", flush=True)
        if not wanted or any(word in "window" for word in wanted):
            print("window, 1,000,000 x 1", flush=True)
            code = [sys.executable, "-c", WINDOW, name, *repeated(folder, MANY, 1)]
            subprocess.run(code, check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})


if __name__ == "__main__":
    main()
