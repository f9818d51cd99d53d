"""A disk that is full, or as good as full (RLIMIT_FSIZE), while people type, undo and save: what was typed is kept, and stored when
there is room again."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from treecompare.saved.project import Key, Project

BRIEF, FULL = 4, 400
TYPIST = """
import random, resource, signal, sys
from pathlib import Path
from treecompare.saved.project import Key, Project
from treecompare.errors import TreecompareError

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sys.dont_write_bytecode = True
path, draw = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
project = Project.open(path)
values, refused = {}, 0
def bytes_at_most(number):
    resource.setrlimit(resource.RLIMIT_FSIZE, (number, resource.RLIM_INFINITY))
def attempt(what):
    global refused
    try:
        what()
    except TreecompareError as error:
        assert chr(10) not in str(error), error
        refused += 1
def typed():
    for number in range(draw.randint(1, 12)):
        key, text = Key("note", draw.randrange(30)), draw.choice("abc") * draw.choice((1, 50, 3000, 20000))
        if project.value(key) != text:
            values[key] = text
            attempt(lambda: project.write([(key, text)], f"note {number}", ["words"] * 30))
        assert project.value(key) == text
size = path.stat().st_size
for _ in range(4):
    bytes_at_most(draw.choice((0, 512, 4096, size - 4096, size, size + 5000, size + 60000)))
    typed()
    other = path.with_name(draw.choice(("copy.treecompare", path.name)))
    if draw.random() < 0.5:
        before = other.read_bytes() if other.exists() and other != project.path else None
        failed = refused
        attempt(lambda: project.save_as(other))
        if refused > failed and before is not None:
            assert other.read_bytes() == before, "a file was half overwritten"
    elif draw.random() < 0.5 and not project.unsaved:
        step = None
        def undo():
            global step
            step = project.undo()
        attempt(undo)
        for key in step.keys if step else ():
            values[key] = project.value(key)
    assert {key: value for key, value in values.items() if value} == project.values("note")
    if draw.random() < 0.5:
        bytes_at_most(resource.RLIM_INFINITY)
        typed()
        values[Key("note", 98)] = f"new {draw.random()}"
        project.write([(Key("note", 98), values[Key("note", 98)])], "new")
        assert not project.unsaved
        size = project.path.stat().st_size
bytes_at_most(resource.RLIM_INFINITY)
typed()
project.write([(Key("note", 99), "room again")], "last")
assert not project.unsaved
project.close()
again = Project.open(project.path)
assert again.values("note") == {key: value for key, value in values.items() if value} | {Key("note", 99): "room again"}
again.close()
assert {one.name for one in path.parent.iterdir()} <= {path.name, "copy.treecompare"}
print(refused)
"""


def run(rounds: int, seed: int) -> str:
    """Lets so many people type."""
    if sys.platform == "win32":
        return "this system has no limits on files"
    draw = random.Random(seed)
    refused = 0
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "full.treecompare"
            Project.create(path, []).close()
            command = [sys.executable, "-c", TYPIST, str(path), str(draw.randrange(1 << 30))]
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
            if ended.returncode:
                raise AssertionError(f"round {number} of seed {seed}: {ended.stderr}")
            refused += int(ended.stdout)
            project = Project.open(path)
            assert project.value(Key("note", 99)) in (None, "room again")
            project.close()
    assert refused or rounds < BRIEF
    return f"{rounds:,} sessions on a full disk, {refused:,} requests refused, all that was typed stored afterwards: no fault"
