"""The window closes at once, whatever its threads do: each case in a program of its own, whose end is what matters."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.app.conftest import write
from tests.conftest import stride
from tests.made import erring, gold_trees

PROGRAM = """
import os, sys, time
from PySide6.QtCore import QTimer
import treecompare.readers
from treecompare.app.window import main
from treecompare.comparison.files import Files
from treecompare.app.window.window import MainWindow

case, gold, system = sys.argv[1:4]
read, open_at_start = treecompare.readers.read_any, main.open_at_start

def hang():
    with open(os.environ["FIFO"], "rb") as file:
        file.read()

def stuck(path, **options):
    if case in ("reading", "cancelled") and path == system:
        hang()
    if case == "computing" and path == system:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            sum(range(1000))
    return read(path, **options)

treecompare.readers.read_any = stuck

def begin(window, named, sample):
    if case == "view":
        window.session.ended.connect(lambda *_: get_stuck(window))
    else:
        QTimer.singleShot(600, lambda: close(window))
    window.open_comparison(Files(gold, (("", system),)))

def get_stuck(window):
    space = window.workspace
    space.notes.note.setPlainText("typed at last")
    lights = space.kinds["constituents"].lights
    for work in (space.alignment.work, lights.work, space.tests.work, space.counting):
        work.ask(lambda cancel: hang())
    QTimer.singleShot(300, lambda: close(window))

def close(window):
    if case == "cancelled":
        window.session.cancel()
        assert not window.session.is_busy
    began = time.monotonic()
    window.close()
    print(f"closed {time.monotonic() - began:.3f}")
    print(f"at {time.time():.3f}")

main.open_at_start = begin
sys.exit(main.run_app())
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("case", ["reading", "computing", "cancelled", "view"][:: stride(2)])
def test_closing_waits_for_nothing_that_is_stuck(tmp_path: Path, case: str) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    gold = gold_trees(20)
    paths = [write(tmp_path / "gold.mrg", gold), write(tmp_path / "one.mrg", erring(gold, 2))]
    folders = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "STATE", "DATA")}
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM, case, *paths], capture_output=True, text=True, timeout=60,
        env={**os.environ, **folders, "FIFO": str(fifo), "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    ended = time.time()
    assert (found.returncode, found.stderr.replace("This plugin does not support propagateSizeHints()\n", "")) == (
        0,
        "",
    )
    said = dict(line.split() for line in found.stdout.splitlines())
    # a twentieth of that where nobody else works; what is stuck takes a minute, or has no end
    assert float(said["closed"]) < 5
    assert ended - float(said["at"]) < 10
    if case == "view":
        [kept] = (tmp_path / "DATA" / "treecompare" / "comparisons").glob("*.treecompare")
        assert b"typed at last" in kept.read_bytes()
