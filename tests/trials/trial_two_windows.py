"""Windows in two processes on the same gold, or on the same comparison file: typing, closing and kill -9 in random order.

Whatever was acknowledged is there when the gold is opened the next time. Each round is one gold.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.made import erring, gold_trees, write

BRIEF, FULL = 2, 300
ACTIONS = 24
SENTENCES = 4
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([
    "tests.trials.trial_two_windows", "treecompare.saved.kept", "treecompare.comparison.constituents.comparison",
    "treecompare.comparison.files", "treecompare.saved.project", "treecompare.readers", "platformdirs",
])  # fmt: skip


class Window:
    """A process with what stands between the window and its files."""

    def __init__(self, data: Path, paths: list[str], saved: str) -> None:
        self._pipe, theirs = _processes.Pipe()
        self._process = _processes.Process(target=_work, args=(theirs, str(data), paths, saved), daemon=True)
        self._process.start()
        theirs.close()
        self.is_open = False

    def ask(self, *question: Any) -> Any:
        self._pipe.send(question)
        answer, faults = self._pipe.recv()
        assert not faults, faults
        return answer

    def kill(self, question: tuple[Any, ...] | None, after: float) -> None:
        """Kills the process, ``after`` so many seconds of work on a question that nobody waits for."""
        if question is not None:
            self._pipe.send(question)
            self._process.join(after)
        self._process.kill()
        self._process.join()


def _work(pipe: Connection, data: str, paths: list[str], saved: str) -> None:
    """What the process does."""
    os.environ["XDG_DATA_HOME"] = data
    from treecompare.comparison.files import Files, compare_files
    from treecompare.readers import read_any
    from treecompare.saved.kept import Kept
    from treecompare.saved.opening import Opened, Request, files_of
    from treecompare.saved.project import Key, Project

    file = Kept()
    opened: Any = None
    while True:
        match pipe.recv():
            case ["open"]:
                files, settings, project = Files(paths[0], (("", paths[1]),)), None, None
                if saved:
                    project = Project.open(Path(saved))
                    files, settings = files_of(project)
                comparison = compare_files([read_any(files.gold)], [read_any(files.systems[0][1])], (), settings)
                opened = Opened(Request(files, settings, project), files, comparison, comparison.texts())
                file.begin(opened)
                answer: Any = dict(comparison.judgements.notes), set(comparison.judgements.phenomena)
            case ["type", sentence, token]:
                shown = opened.comparison.judgements.notes.get(sentence, "")
                file.write([(Key("note", sentence), f"{shown} {token}".strip())], "note")
                answer = None
            case ["tag", sentence, token]:
                file.write([(Key("phenomenon", sentence, "", token), "yes")], "tag")
                answer = None
            case ["close"]:
                file.close()
                answer = None
        faults = [repr(event.what) for event in file.heard if event.kind in ("failed", "refused")]
        pipe.send((answer, faults))


def run(rounds: int, seed: int) -> str:
    draw = random.Random(seed)
    counts = dict.fromkeys(("typed", "kills", "closes"), 0)
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            try:
                _round(Path(folder), draw, counts)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, round {number}: {error}") from error
    return (
        f"{rounds} golds, {counts['typed']} entries, {counts['kills']} kills, {counts['closes']} closes: nothing lost"
    )


def _round(folder: Path, draw: random.Random, counts: dict[str, int]) -> None:
    gold = gold_trees(SENTENCES)
    paths = [write(folder / "gold.mrg", gold), write(folder / "one.mrg", erring(gold, 2))]
    saved = _save(folder / "A.treecompare", paths) if draw.random() < 0.4 else ""
    windows = [Window(folder / "data", paths, saved) for _ in range(2)]
    kept: set[str] = set()
    for number in range(ACTIONS):
        place = draw.randrange(2)
        window, token = windows[place], f"t{number}x"
        typed = draw.choice(("type", "tag")), draw.randrange(SENTENCES), token
        chance = draw.random()
        if chance < 0.12:
            question = typed if window.is_open else ("open",)
            window.kill(question if draw.random() < 0.8 else None, draw.random() * 0.03)
            windows[place] = Window(folder / "data", paths, saved)
            counts["kills"] += 1
        elif not window.is_open:
            window.ask("open")
            window.is_open = True
        elif chance < 0.25:
            window.ask("close")
            window.is_open = False
            counts["closes"] += 1
        else:
            window.ask(*typed)
            kept.add(token)
            counts["typed"] += 1
    for window in windows:
        window.kill(None, 0)
    last = Window(folder / "data", paths, saved)
    notes, tags = last.ask("open")
    last.kill(None, 0)
    found = set(" ".join(notes.values()).split()) | tags
    assert kept <= found, f"lost: {sorted(kept - found)}; there are {notes}, {sorted(tags)}"


def _save(path: Path, paths: list[str]) -> str:
    from treecompare.saved.project import Project

    Project.create(path, [("gold", "", paths[0]), ("system", "one", paths[1])]).close()
    return str(path)
