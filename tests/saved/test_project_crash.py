"""A process that is killed in the middle of edits, many times: what it acknowledged is there, all or nothing of the rest."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from treecompare.saved.project import Key, Project

WRITER = """
import itertools, sys
from pathlib import Path
from treecompare.saved.project import Key, Project
project = Project.open(Path(sys.argv[1]))
first = int(sys.argv[2])
copies = sys.argv[3] == "copies"
print("ready", flush=True)
for number in itertools.count(first):
    # two values that belong together: a step is there as a whole or not at all
    project.write([(Key("note", number), f"note {number}"), (Key("phenomenon", number, "", "P"), "yes")], f"step {number}")
    print(number, flush=True)
    if number % 3 == 0:
        project.undo()
        project.redo()
    if copies and number % 2:
        project.save_as(Path(sys.argv[1]).with_name(f"copy{number % 4}.treecompare"))
        project.save_as(Path(sys.argv[1]))
"""
KILLS = 30


def run_and_kill(path: Path, first: int, seconds: float, mode: str) -> int:
    """Lets a writer work for a while; returns the last step that it acknowledged."""
    command = [sys.executable, "-c", WRITER, str(path), str(first), mode]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        lines = [line for line in process.stdout.read().splitlines(keepends=False) if line.isdigit()]
    return int(lines[-1]) if lines else first - 1


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("mode", ["edits", "copies"])
def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path, mode: str) -> None:
    draw = random.Random(7)
    path = tmp_path / "killed.treecompare"
    Project.create(path, []).close()
    known = 0
    for _ in range(KILLS if mode == "edits" else KILLS // 2):
        acknowledged = run_and_kill(path, known + 1, draw.uniform(0.0, 0.12), mode)
        for file in tmp_path.glob("*.treecompare"):
            with contextlib.closing(sqlite3.connect(file)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        project = Project.open(path)
        assert not project.is_read_only  # the lock died with the process
        notes, tags = project.values("note"), project.values("phenomenon")
        assert {key.sentence for key in notes} == {key.sentence for key in tags}
        numbers = sorted(key.sentence for key in notes)
        # between an undo and its redo the last step may be missing; then it is there to be done again
        if numbers and project.can_redo:
            assert project.redo() is not None
            numbers = sorted(key.sentence for key in project.values("note"))
        assert numbers == list(range(1, len(numbers) + 1))
        assert acknowledged <= len(numbers) <= acknowledged + 1
        assert all(text == f"note {key.sentence}" for key, text in notes.items())
        known = len(numbers)
        if known:
            assert project.can_undo == f"step {known}"
            step = project.undo()
            assert step is not None
            assert step.keys == (Key("note", known), Key("phenomenon", known, "", "P"))
            assert project.redo() is not None
        project.close()
    assert known > KILLS / 3  # the writer did come to write
