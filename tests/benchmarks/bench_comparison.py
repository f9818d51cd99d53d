"""End to end: the command line on six systems, 50,000 sentences x 4 systems, importing and starting.

Wall-clock seconds, CPU seconds and peak memory of whole processes, least of several runs. The peer is nltk: reading alone
the same files with nltk, in the same run.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.measures.test_properties import random_file

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "wsj-sample-1394"
SYSTEMS = ("berkeley-sm3", "berkeley-sm5", "berkeley-sm6", "bikel-collins2", "bllip", "stanford-pcfg")

READ_WITH_NLTK = """
import sys
from nltk import Tree
for path in sys.argv[1:]:
    for line in open(path, encoding="utf-8"):
        Tree.fromstring(line)
"""
SCORE = (
    "import sys; from treecompare.__main__ import main; sys.exit(main(['score', *sys.argv[1:], '--format', 'json']))"
)
WINDOW = """
import sys
from PySide6.QtCore import QTimer
from treecompare.window.frame.application import run_app
QTimer.singleShot(0, lambda: QTimer.singleShot(0, sys.exit))
run_app()
"""


def repeated(folder: Path, sentences: int, systems: int) -> list[str]:
    """Gold and systems with so many sentences: real parser output over and over, or generated trees."""
    paths = []
    for index, name in enumerate(("gold", *SYSTEMS[:systems])):
        if DATA.is_dir():
            lines = (DATA / f"{name}.mrg").read_text("utf-8").splitlines()
        else:
            lines = random_file(seed=7 if name == "gold" else index, sentences=1000)[0].splitlines()
        lines = (lines * (sentences // len(lines) + 1))[:sentences]
        path = folder / f"{name}.mrg"
        path.write_text("\n".join(lines) + "\n", "utf-8")
        paths.append(str(path))
    return paths


def measured(code: str, *arguments: str, runs: int = 3, **environment: str) -> tuple[float, float, float]:
    """Least wall-clock and CPU seconds, and peak memory in MB, of a Python process."""
    best = (float("inf"), float("inf"), 0.0)
    for _ in range(runs):
        begun = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment},
        )  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = status
        if status:
            raise SystemExit(f"a measured process ended with status {os.waitstatus_to_exitcode(status)}: {code}")
        seconds, cpu = time.monotonic() - begun, used.ru_utime + used.ru_stime
        best = (min(best[0], seconds), min(best[1], cpu), max(best[2], used.ru_maxrss / 1024))
    return best


def main() -> None:
    print(f"{'':52}{'wall':>8}{'CPU':>8}{'MB':>7}")

    def show(title: str, figures: tuple[float, float, float], more: str = "") -> None:
        print(f"{title:52}{figures[0]:7.2f}s{figures[1]:7.2f}s{figures[2]:7.0f}  {more}")

    with tempfile.TemporaryDirectory() as name:
        paths = repeated(Path(name), 2416, 6)
        nltk = measured(READ_WITH_NLTK, *paths, runs=1)
        ours = measured(SCORE, *paths)
        show("6 systems x 2,416, read with nltk (no scores)", nltk)
        show("6 systems x 2,416, every measure, command line", ours, f"{nltk[0] / ours[0]:.1f}x")
        paths = repeated(Path(name), 50_000, 4)
        show("4 systems x 50,000, every measure, command line", measured(SCORE, *paths, runs=1))
    empty = measured("", runs=10)
    imported = measured("import treecompare", runs=10)
    show("import treecompare, beyond an empty process", (imported[0] - empty[0], imported[1] - empty[1], imported[2]))
    show("start to first window (offscreen)", measured(WINDOW, runs=5, QT_QPA_PLATFORM="offscreen"))


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
