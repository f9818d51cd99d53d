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
from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication
from treecompare.analyses.filters import Filter
from treecompare.analyses.sentence_list import COLUMNS
from treecompare.app.window.main import MainWindow
from treecompare.comparison.files import Files

application = QApplication([])
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])
window = MainWindow()
window.show()

def wait(signal=None, seconds=0):
    loop = QEventLoop()
    signal.connect(loop.quit) if signal is not None else QTimer.singleShot(int(1000 * seconds), loop.quit)
    loop.exec()

def took(title, work):
    begun, cpu = time.perf_counter(), time.thread_time()
    work()
    QApplication.processEvents()
    wall, cpu = (1000 * (now - then) for now, then in ((time.perf_counter(), begun), (time.thread_time(), cpu)))
    print(f"  {title:50}{wall:9.0f} ms{cpu:9.0f} ms CPU", flush=True)

begun = time.perf_counter()
window.open_comparison(Files(sys.argv[2], (("", sys.argv[3]),)))
wait(window.session.opened)
print(f"  {'rows are shown':50}{1000 * (time.perf_counter() - begun):9.0f} ms")
wait(seconds=3)
took("rows that were counted since are taken over", window.workspace.update_rows)

def stop():
    window.session.cancel()
    if window.session.is_busy:
        wait(window.session.ended)

took("Stop", stop)
window.session.change(window.session.settings)
wait(window.session.opened)
wait(window.session.ended)
space = window.workspace
took("all figures once more", lambda: space.update_rows(is_end=True))
for number, column in enumerate(COLUMNS):
    if column.key in ("id", "length", "score_a", "difference", "changed", "words"):
        took(f"sort by {column.key}", lambda: space.sentences.table.sortByColumn(number, Qt.SortOrder.DescendingOrder))
took("sort by words again", lambda: space.sentences.table.sortByColumn(number, Qt.SortOrder.AscendingOrder))
for wish in (Filter(text="company"), Filter(differing=True, shortest=20), Filter()):
    took(f"filter: {wish.text or ('differing' if wish.differing else 'none')}", lambda: space.sentences.set_filter(wish))
took("filter by a label is begun", lambda: space.sentences.set_filter(Filter(text="WHNP", where="labels")))
if space.sentences.looking.is_busy:
    begun = time.perf_counter()
    wait(space.sentences.filterApplied)
    print(f"  {'the label is found':50}{1000 * (time.perf_counter() - begun):9.0f} ms", flush=True)
took("the last sentence is drawn", lambda: space.sentences.go_to_row(space.sentences.model.rowCount() - 1))
took("pooled to mean", lambda: space.set_average("mean"))
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
