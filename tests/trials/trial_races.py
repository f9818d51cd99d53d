"""Opening, cancelling, adding and removing systems, typing and closing while other work goes on.

Over all kinds of comparison, by their files and as saved comparisons. There is no exception, no warning of Qt, and what is
typed stands in the comparison in which it was typed. Each round is a handful of actions, then rest.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSettings, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QDialog

from tests.made import erring, gold_trees, write
from treecompare import resources
from treecompare.comparison.files import Files
from treecompare.jobs.keeping import KeptJob
from treecompare.saved.kept import autosave_path, existing
from treecompare.saved.project import Key, Project
from treecompare.window.common import preferences
from treecompare.window.frame.application import new_window

BRIEF, FULL = 6, 300
SECONDS = 60.0
"""In which a window comes to rest."""
LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"


def comparisons(folder: Path) -> list[Files]:
    """One or two of each kind."""
    found = []
    for name, count in (("small", 60), ("large", 1500)):
        gold = gold_trees(count, seed=count)
        (folder / name).mkdir()
        systems = [
            ("", write(folder / name / f"{system}.mrg", erring(gold, seed))) for seed, system in enumerate("xyz", 2)
        ]
        found.append(Files(write(folder / name / "gold.mrg", gold), tuple(systems)))
    for sample in resources.samples():
        if sample.key in ("dependencies", "words-that-differ"):
            shutil.copytree(Path(sample.gold).parent, folder / sample.key)
            own = Files(sample.gold, tuple(("", path) for path in sample.systems), lattices=sample.lattices)
            found.append(own.mapped(lambda path, key=sample.key: str(folder / key / Path(path).name)))  # type: ignore[misc]
    (folder / "schemes").mkdir()
    paths = {}
    for name, heads in (("gold.F", (0, 1, 2)), ("gold.L", (0, 3, 1)), ("first.F", (0, 1, 1)), ("second.L", (0, 3, 1))):
        words = zip(("rained", "on", "Sunday"), heads, strict=True)
        text = "".join(LINE.format(number, word, head, f"r{head}") for number, (word, head) in enumerate(words, 1))
        paths[name] = str(folder / "schemes" / f"{name}.conllu")
        Path(paths[name]).write_text((text + "\n") * 40, "utf-8")
    systems = [("", paths["first.F"]), ("", paths["second.L"])]
    found.append(Files(paths["gold.F"], tuple(systems), (("", paths["gold.L"]),), ((paths["second.L"], 1),)))
    return found


def save(files: Files) -> str:
    """A comparison file of these treebanks, which the window knows."""
    from treecompare.comparison.answered import unique_names

    named = zip(unique_names(files.systems), (path for _, path in files.systems), strict=True)
    treebanks = [
        ("gold", "", files.gold),
        *(("system", name, path) for name, path in named),
        *(("other gold", "L", path) for _, path in files.golds),
        *(("lattice", "", path) for path in files.lattices),
    ]
    path = Path(files.gold).with_name("saved.treecompare")
    project = Project.create(path, treebanks, {"follows": dict(files.follows)})
    project.write([(Key("note", 0), f"{path}: at first")], "note", ["words"])
    project.close()
    preferences.add_known(path)
    return str(path)


class Race:
    """A window, what may be opened in it, and what may be done to it."""

    def __init__(self, folder: Path, draw: random.Random) -> None:
        self.draw = draw
        self.sets = comparisons(folder)
        self.saved = [save(files) for files in self.sets]
        self.window = new_window()
        self.window.show()
        self.done: list[str] = []
        self.typed = 0
        self.opened = 0

    @property
    def job(self) -> KeptJob | None:
        """The comparison that is shown."""
        job = self.window.job
        return job if isinstance(job, KeptJob) and not self.window.is_at_start else None

    def act(self) -> None:
        """One action, at random."""
        actions: dict[Callable[[], Any], int] = {
            self.open_files: 5, self.open_saved: 6, self.window.stop: 3, self.add: 3, self.leave_out: 2,
            self.window.read_again: 3, self.window.show_start: 1, self.type_note: 6, self.choose: 6, self.find: 3,
            self.undo: 1, self.look_up: 2, self.another_window: 1,
        }  # fmt: skip
        action = self.draw.choices([*actions], [*actions.values()])[0]
        self.done.append(action.__name__)
        needs = (self.type_note, self.choose, self.find, self.leave_out, self.add, self.undo)
        if action not in needs or self.job is not None:
            action()

    def open_files(self) -> None:
        self.opened += 1
        self.window.open_wanted(self.draw.choice(self.sets))

    def open_saved(self) -> None:
        self.opened += 1
        self.window.open_wanted(Files(self.draw.choice(self.saved), ()))

    def add(self) -> None:
        self.window.do("add-systems", [self.draw.choice(self.draw.choice(self.sets).systems)[1]])

    def leave_out(self) -> None:
        self.window.run("remove-system")

    def undo(self) -> None:
        self.window.turn(True)

    def owner(self) -> str:
        """Whose notes are shown: a comparison file's, or those kept of a gold."""
        assert self.job is not None
        return str(self.job.kept.named or self.job.files.gold)

    def type_note(self) -> None:
        self.typed += 1
        if self.window.place >= 0:
            self.window.do("note", f"{self.owner()}: {self.typed}")

    def choose(self) -> None:
        self.window.run(
            self.draw.choice(
                ["next", "previous", "next-system", "next-change", "average", "swap-measures", "all-systems"]
            )
        )

    def find(self) -> None:
        texts = ("", "dog", '"no such words"', "label NP", "/^N/", "differs", "length > 6")
        self.window.listing.field.setText(self.draw.choice(texts))

    def look_up(self) -> None:
        if len(self.window.tabs) > 1:
            self.window.run("tab")
            self.window.run("next")

    def another_window(self) -> None:
        """Closes the window, whatever it is doing, and begins anew."""
        begun = time.monotonic()
        self.window.close()
        took = time.monotonic() - begun
        # of a busy machine, on which nothing that is stuck is waited for
        assert took < 10, f"closing took {took:.1f} seconds"
        self.window.deleteLater()
        self.window = new_window()
        self.window.show()

    # -- what has to hold ----------------------------------------------------------------------------------------------

    def pump(self, seconds: float) -> None:
        """Lets the window work; sheets are closed, a line about a fault in the program ends the trial."""
        end = time.monotonic() + seconds
        while True:
            QApplication.processEvents()
            for box in QApplication.topLevelWidgets():
                if isinstance(box, QDialog) and box.isVisible():
                    box.reject()
            said = self.window.banner.said
            assert not any("inside the program" in one for one in said), "\n".join(said)
            if time.monotonic() >= end:
                return
            time.sleep(0.002)

    def rest(self) -> None:
        """Waits for all work, then looks at what is shown."""
        end = time.monotonic() + SECONDS
        while self.window.is_busy:
            self.pump(0.02)
            assert time.monotonic() < end, "the work does not end"
        self.pump(0.01)
        job = self.job
        if job is None:
            return
        assert 0 <= job.system < len(job.comparison.table.systems)
        assert self.window.place < job.comparison.sentences
        if job.kept.named is not None:
            assert Path(job.files.gold).parent == Path(job.kept.named).parent, (job.files, job.kept.named)
        for note in job.comparison.judgements.notes.values():
            assert note.startswith(f"{self.owner()}:"), (note, self.owner())

    def end(self) -> None:
        """All is closed: each file holds its own notes, and nobody holds a file."""
        self.window.close()
        self.window.deleteLater()
        paths = {path: path for path in map(Path, self.saved)}
        paths |= {path: Path(files.gold) for files in self.sets for path in existing(autosave_path(files.gold))}
        for path, owner in paths.items():
            project = Project.open(path)
            assert not project.is_read_only, path
            for note in project.values("note").values():
                assert note.startswith(f"{owner}:"), (note, owner)
            project.close()


@contextmanager
def watched(folder: Path, faults: list[str]) -> Iterator[None]:
    """Settings and notes in ``folder``; exceptions and warnings of Qt go to ``faults``."""
    application = QApplication.instance() or QApplication(["trial"])
    before = {name: os.environ.get(name) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
    os.environ.update(XDG_DATA_HOME=str(folder / "data"), XDG_STATE_HOME=str(folder / "state"))
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(folder / "settings"))
    hook, sys.excepthook = sys.excepthook, lambda *fault: faults.append(_told(fault))

    def heard(_kind: Any, _context: Any, text: str) -> None:
        if "This plugin does not support" not in text:
            faults.append(text)

    handler = qInstallMessageHandler(heard)
    try:
        yield
    finally:
        qInstallMessageHandler(handler)
        sys.excepthook = hook
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        del application


def _told(fault: Any) -> str:
    import traceback

    return "".join(traceback.format_exception(*fault))


def run(rounds: int, seed: int) -> str:
    draw, faults = random.Random(seed), list[str]()
    actions = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, watched(Path(folder), faults):
        race = Race(Path(folder), draw)
        for number in range(rounds):
            race.done = []
            try:
                for _ in range(draw.randint(2, 8)):
                    race.act()
                    actions += 1
                    race.pump(draw.choice((0, 0, 0.005, 0.03, 0.15)))
                race.rest()
                assert not faults, faults[0]
            except Exception as error:
                raise AssertionError(f"seed {seed}, round {number}, {race.done}: {error}") from error
        race.end()
        assert not faults, faults[0]
    return f"{rounds} races, {actions} actions, {race.opened} openings, {race.typed} notes: no fault"
