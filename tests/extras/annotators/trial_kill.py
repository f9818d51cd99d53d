"""A process that is killed with signal 9 in the middle of edits, of *Save as* and of decisions between annotators: what it
acknowledged is there, all or nothing of the rest, and nothing is left behind."""

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

from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import analyses_of
from treecompare.extras.annotators.kept import entries_in
from treecompare.extras.annotators.written import written
from treecompare.readers import read_any
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
DECIDER = """
import sys
from pathlib import Path
from tests.extras.annotators.trial_kill import NAMES, decided_in
from treecompare.saved.project import Project
project = Project.open(Path(sys.argv[1]))
made = decided_in(project, Path(sys.argv[1]).parent)
print("ready", flush=True)
for number in range(int(sys.argv[2]), len(made.differences) + 1):
    changes = made.decide_as(made.differences[number - 1].place, NAMES[number % 2])
    made.put(changes)
    project.write(changes, f"step {number}")
    print(number, flush=True)
    if number % 3 == 0:
        project.undo()
        project.redo()
"""
WRITERS = {"edits": WRITER, "copies": WRITER, "decisions": DECIDER}
NAMES = ("ann", "bob")
SENTENCES = 2_000


def run(rounds: int, seed: int) -> str:
    """Kills so many writers: some while they save copies, too, and a quarter while they decide between annotators."""
    if not hasattr(signal, "SIGKILL"):
        return "this system has no signal 9"
    draw = random.Random(seed)
    steps = left = 0
    decisions, copies = rounds // 4, rounds // 2
    for mode, kills in (("edits", rounds - copies - decisions), ("copies", copies), ("decisions", decisions)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "killed.treecompare"
            Project.create(path, []).close()
            if mode == "decisions":
                _write_analyses(path.parent)
            known, longest, done = 0, 0.12, 0
            while done < kills or (not known and done < kills + 8):  # other programs are at work
                done += 1
                before, acknowledged = known, _run_and_kill(path, known + 1, draw.uniform(0.0, longest), mode)
                left += sum(one.name.startswith(".") for one in path.parent.iterdir())
                known = _look_at_decisions(path, acknowledged) if mode == "decisions" else _look(path, acknowledged)
                longest *= 2 if known == before else 1
                if known == SENTENCES:
                    break
            assert known > 0, "the writer never came to write"
            steps += known
    return f"{rounds:,} processes killed, {steps:,} steps kept, {left:,} files left behind and cleaned up: no fault"


def _write_analyses(folder: Path) -> None:
    """Two analyses that differ by one relation in each sentence."""
    for name, relation in zip(NAMES, ("nsubj", "obj"), strict=True):
        sentence = f"1\tdogs\tdog\tNOUN\t_\t_\t2\t{relation}\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"
        (folder / f"{name}.conllu").write_text(sentence * SENTENCES, "utf-8")


def decided_in(project: Project, folder: Path) -> Adjudication:
    """The differences of both analyses, with what a comparison file keeps of them."""
    made = Adjudication(analyses_of(NAMES, [read_any(str(folder / f"{name}.conllu")) for name in NAMES]))
    made.put(entries_in(project).items())
    return made


def _run_and_kill(path: Path, first: int, seconds: float, mode: str) -> int:
    """Lets a writer work for a while; returns the last step that it acknowledged."""
    command = [sys.executable, "-c", WRITERS[mode], str(path), str(first), mode]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        lines = [line for line in process.stdout.read().splitlines(keepends=False) if line.isdigit()]
    return int(lines[-1]) if lines else first - 1


def _sound(path: Path) -> Project:
    """Opens what the killed process left: sound files, no lock, nothing beside them."""
    project = Project.open(path)
    assert not project.is_read_only  # the lock died with the process
    names = [one.name for one in path.parent.iterdir()]
    assert not [name for name in names if name.startswith(".")], names
    for file in path.parent.glob("*.treecompare"):
        with contextlib.closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    return project


def _look_at_decisions(path: Path, acknowledged: int) -> int:
    """Checks what a killed process had decided, and the treebank that is made of it; returns the last decision."""
    project = _sound(path)
    if getattr(project.last_step(is_undone=True), "what", ""):  # killed between an undo and its redo
        assert project.redo() is not None
    made = decided_in(project, path.parent)
    project.close()
    assert len(made.differences) == SENTENCES
    assert acknowledged <= made.decided <= acknowledged + 1
    assert not made.misfits
    for number, difference in enumerate(made.differences[: made.decided], 1):
        assert made.decisions[difference.place].value == ("2:nsubj", "2:obj")[number % 2]
    rows = [line.split("\t") for line in written(made).text.splitlines() if line.startswith("1\t")]
    assert [row[7] for row in rows[: made.decided]] == [("nsubj", "obj")[n % 2] for n in range(1, made.decided + 1)]
    return made.decided


def _look(path: Path, acknowledged: int) -> int:
    """Checks what the killed process left; returns the last step."""
    project = _sound(path)
    notes, tags = project.values("note"), project.values("phenomenon")
    assert {key.sentence for key in notes} == {key.sentence for key in tags}
    numbers = sorted(key.sentence for key in notes)
    # between an undo and its redo the last step may be missing; then it is there to be done again
    if numbers and getattr(project.last_step(is_undone=True), "what", ""):
        assert project.redo() is not None
        numbers = sorted(key.sentence for key in project.values("note"))
    assert numbers == list(range(1, len(numbers) + 1))
    assert acknowledged <= len(numbers) <= acknowledged + 1
    assert all(text == f"note {key.sentence}" for key, text in notes.items())
    known = len(numbers)
    if known:
        assert getattr(project.last_step(), "what", "") == f"step {known}"
        step = project.undo()
        assert step is not None
        assert step.keys == (Key("note", known), Key("phenomenon", known, "", "P"))
        assert project.redo() is not None
    project.close()
    return known
