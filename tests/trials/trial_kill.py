"""A process that is killed with signal 9 in the middle of edits and of *Save as*: what it acknowledged is there, all or nothing
of the rest, and nothing is left behind."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from treecompare.saved.project import Key, Project

BRIEF, FULL = 8, 600
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


def run(rounds: int, seed: int) -> str:
    """Kills so many writers, half of them while they save copies, too."""
    if not hasattr(signal, "SIGKILL"):
        return "this system has no signal 9"
    draw = random.Random(seed)
    steps = left = 0
    for mode, kills in (("edits", rounds // 2), ("copies", rounds - rounds // 2)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "killed.treecompare"
            Project.create(path, []).close()
            known, longest = 0, 0.12
            for _ in range(kills):
                before, acknowledged = known, _run_and_kill(path, known + 1, draw.uniform(0.0, longest), mode)
                left += sum(one.name.startswith(".") for one in path.parent.iterdir())
                known = _look(path, acknowledged)
                longest *= 2 if known == before else 1  # other programs are at work
            assert known > 0, "the writer never came to write"
            steps += known
    return f"{rounds:,} processes killed, {steps:,} steps kept, {left:,} files left behind and cleaned up: no fault"


def _run_and_kill(path: Path, first: int, seconds: float, mode: str) -> int:
    """Lets a writer work for a while; returns the last step that it acknowledged."""
    command = [sys.executable, "-c", WRITER, str(path), str(first), mode]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        lines = [line for line in process.stdout.read().splitlines(keepends=False) if line.isdigit()]
    return int(lines[-1]) if lines else first - 1


def _look(path: Path, acknowledged: int) -> int:
    """Checks what the killed process left; returns the last step."""
    project = Project.open(path)
    assert not project.is_read_only  # the lock died with the process
    names = [one.name for one in path.parent.iterdir()]
    assert not [name for name in names if name.startswith(".")], names
    for file in path.parent.glob("*.treecompare"):
        with contextlib.closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
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
    return known
