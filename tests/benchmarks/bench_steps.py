"""Nothing takes long before it can be stopped: the longest step of a run, Stop and closing the window at random moments.

15,000 sentences of every kind of comparison. Seconds; the goal is half a second of wall-clock time even beside other work, hence
0.15 s CPU a step. ``python -m tests.benchmarks.bench_steps [KIND …]`` measures kinds whose name holds one of these words.
"""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.files import Files, compare_files
from treecompare.comparison.settings import Settings
from treecompare.readers import read_any
from treecompare.readers.lattice_files import read_lattices

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
SENTENCES, GOAL, ENDS = 15_000, 0.15, 8
"""Sentences of each file; CPU seconds a step may take; how often a run is stopped, and a window closed."""

CLOSE = """
import sys, time
from PySide6.QtCore import QTimer
from tests.benchmarks.bench_steps import CASES
from treecompare.window.frame import application
from treecompare.jobs.opening import opening
case, folder, after = sys.argv[1], sys.argv[2], float(sys.argv[3])
new_window = application.new_window

def begin():
    window = new_window()
    def close():
        begun = time.monotonic()
        window.close()
        print(f"{time.monotonic() - begun:.3f} {time.time():.3f}", flush=True)
    given, settings = CASES[case].files(folder)
    QTimer.singleShot(0, lambda: window.open(opening(given, settings), "Opening"))
    QTimer.singleShot(int(1000 * after), close)
    return window

application.new_window = begin
sys.exit(application.run_app())
"""


@dataclass(frozen=True)
class Case:
    """Files of ``shared/data`` by their roles; ``follows``: the gold of each system."""

    golds: tuple[str, ...]
    systems: tuple[str, ...]
    follows: tuple[int, ...] = ()
    lattices: tuple[str, ...] = ()
    settings: Settings | None = None

    def files(self, folder: str) -> tuple[Files, Settings | None]:
        """The same as the window is given them, once :func:`repeated` wrote them."""
        golds, systems, lattices = (
            [str(Path(folder, name.replace("/", "_"))) for name in names]
            for names in (self.golds, self.systems, self.lattices)
        )
        named = [(f"g{number}", path) for number, path in enumerate(golds)]
        follows = [(path, gold) for path, gold in zip(systems, self.follows, strict=False) if gold]
        return Files(
            golds[0], tuple((f"s{number}", path) for number, path in enumerate(systems)),
            tuple(named[1:]), tuple(follows), tuple(lattices), (), "g0",
        ), self.settings  # fmt: skip

    def comparison(self, folder: str, known: dict[str, Any]) -> Comparison:
        """Made of files that are read once."""
        files, settings = self.files(folder)

        def read(path: str, reader: Callable[..., Any] = read_any, **more: Any) -> Any:
            if path not in known:
                known[path] = reader(path, **more)
            return known[path]

        golds = [read(path, name=name) for name, path in files.treebanks[: 1 + len(files.golds)]]
        systems = [read(path, name=name) for name, path in files.systems]
        lattices = [read(path, read_lattices) for path in files.lattices]
        return compare_files(golds, systems, self.follows, settings, lattices)


WSJ, DEP, GUM, HEBREW = "wsj-sample-1394", "wsj-sample-1394/dep", "gum", "hebrew-spmrl"
CASES = {
    "constituents": Case((f"{WSJ}/gold.mrg",), (f"{WSJ}/bllip.mrg", f"{WSJ}/stanford-pcfg.mrg")),
    "dependencies": Case((f"{GUM}/test.gold.conllu",), (f"{GUM}/test.malt-lazy.conllu", f"{GUM}/test.udpipe.conllu")),
    "dependencies converted from constituents": Case(
        (f"{WSJ}/gold.mrg",), (f"{WSJ}/bllip.mrg",), settings=Settings(as_dependencies="auto")
    ),
    "lattices": Case(
        (f"{HEBREW}/dev.gold.conll",), (f"{HEBREW}/dev.yap.conll",),
        lattices=(f"{HEBREW}/dev.gold.lattices", f"{HEBREW}/dev.yap.lattices"),
    ),
    "lattices with many paths": Case(
        (f"{HEBREW}/dev.gold.conll",), (f"{HEBREW}/dev.yap.conll",), lattices=(f"{HEBREW}/dev.ambiguous.lattices.gz",)
    ),
    "lattices of constituents": Case(
        (f"{WSJ}/gold.mrg",), (f"{WSJ}/bllip.mrg", f"{WSJ}/stanford-pcfg.mrg"), settings=Settings(over_lattices=True)
    ),
    "schemes": Case(
        tuple(f"{DEP}/gold.{one}.conllu.gz" for one in ("SD", "UD", "P2M")),
        (f"{DEP}/bllip.SD.conllu.gz", f"{DEP}/malt-eager.P2M.conllu.gz"), (0, 2),
    ),
    "schemes with crossing arcs": Case(
        tuple(f"{GUM}/test.{one}.conllu" for one in ("gold", "malt-eager", "malt-lazy")),
        (f"{GUM}/test.malt-lazy.conllu", f"{GUM}/test.udpipe.conllu"), (0, 1),
    ),
    "schemes with constituents": Case(
        (f"{WSJ}/gold.raw.mrg", f"{DEP}/gold.SD.conllu.gz", f"{DEP}/gold.UD.conllu.gz"),
        (f"{WSJ}/bllip.mrg", f"{DEP}/malt-eager.SD.conllu.gz"), (0, 1),
    ),
}  # fmt: skip


def repeated(name: str, folder: str) -> None:
    """Writes a file of ``shared/data`` over and over, until it has SENTENCES sentences."""
    path = Path(folder, name.replace("/", "_"))
    if path.exists():
        return
    data = (DATA / name).read_bytes()
    data = gzip.decompress(data) if name.endswith(".gz") else data
    is_line = ".mrg" in name
    sentences = data.splitlines(keepends=True) if is_line else [one + b"\n\n" for one in data.rstrip().split(b"\n\n")]
    content = b"".join((sentences * (SENTENCES // len(sentences) + 1))[:SENTENCES])
    path.write_bytes(gzip.compress(content, 1) if name.endswith(".gz") else content)


def stopped_at(steps: Any) -> str:
    """Where a generator, or the innermost that it waits for, stands: the end of the step that it made last."""
    where = "its end"
    while getattr(steps, "gi_frame", None) is not None:
        frame: FrameType = steps.gi_frame
        where = f"{Path(frame.f_code.co_filename).parent.name}/{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
        steps = steps.gi_yieldfrom or frame.f_locals.get("steps")
    return where


@dataclass(frozen=True)
class Step:
    """Seconds of a step and where it ended."""

    seconds: float
    cpu: float
    where: str


def steps_of(comparison: Comparison) -> Iterator[Step]:
    """The steps of a run."""
    steps = comparison.run()
    while True:
        begun, cpu = time.monotonic(), time.process_time()
        done = next(steps, None) is None
        yield Step(time.monotonic() - begun, time.process_time() - cpu, stopped_at(steps))
        if done:
            return


def stopped(comparison: Comparison, after: float) -> float:
    """How long a run goes on after it is cancelled."""
    cancel, begun = Cancel(), [float("inf")]

    def stop() -> None:
        begun[0] = time.monotonic()
        cancel.set()

    timer = threading.Timer(after, stop)
    timer.start()
    for _ in comparison.run(cancel=cancel):
        pass
    ended = time.monotonic()
    timer.cancel()
    return max(0.0, ended - begun[0])


def closed(case: str, folder: str, after: float) -> tuple[float, float]:
    """How long a window needs to close, and its process from then on to end."""
    environment = {f"XDG_{name}_HOME": str(Path(folder, name)) for name in ("CONFIG", "STATE", "DATA")}
    found = subprocess.run(
        [sys.executable, "-c", CLOSE, case, folder, str(after)], capture_output=True, text=True, check=True,
        env={**os.environ, **environment, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    ended = time.time()
    took, at = map(float, found.stdout.split())
    return took, ended - at


def main() -> None:
    if not DATA.is_dir():
        print("there is no folder 'shared' beside the checkout: nothing to measure")
        return
    wanted, rng = sys.argv[1:], random.Random(1)
    print(
        f"{'longest of ' + format(SENTENCES, ',') + ' sentences':46}{'step':>7}{'CPU':>7}{'stop':>7}{'close':>7}{'end':>7}"
    )
    for title, case in CASES.items():
        if wanted and not any(word in title for word in wanted):
            continue
        with tempfile.TemporaryDirectory() as folder:
            for name in (*case.golds, *case.systems, *case.lattices):
                repeated(name, folder)
            known: dict[str, Any] = {}
            begun = time.monotonic()
            comparison = case.comparison(folder, known)
            reading = time.monotonic() - begun
            steps = list(steps_of(comparison))
            whole = sum(step.seconds for step in steps)
            stops = [stopped(case.comparison(folder, known), rng.uniform(0, whole)) for _ in range(ENDS)]
            known.clear()
            closes = [closed(title, folder, rng.uniform(0, reading + whole)) for _ in range(ENDS)]
        longest = [max(step.seconds for step in steps), max(step.cpu for step in steps), max(stops)]
        longest += [max(one[0] for one in closes), max(one[1] for one in closes)]
        print(f"{title:46}" + "".join(f"{figure:7.2f}" for figure in longest), flush=True)
        for step in sorted(steps, key=lambda one: -one.cpu)[:6]:
            if step.cpu > GOAL:
                print(f"    {step.seconds:.2f} s, {step.cpu:.2f} s CPU, up to {step.where}")


if __name__ == "__main__":
    main()
