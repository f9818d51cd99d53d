"""Opening, cancelling, changing settings, adding and removing systems, typing and closing while other work goes on.

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
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from tests.app.conftest import write
from tests.made import erring, gold_trees
from treecompare import resources
from treecompare.app.common import preferences
from treecompare.app.window.window import MainWindow
from treecompare.comparison.files import Files
from treecompare.saved.autosaves import autosave_path, existing
from treecompare.saved.opening import treebanks_of
from treecompare.saved.project import Key, Project

BRIEF, FULL = 6, 300
SECONDS = 60.0
"""In which a window comes to rest."""
LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"
SWITCHES = (
    ("params", "evalb"), ("params", "none"), ("params", "standard"), ("missing", "zero"), ("missing", "skip"),
    ("preterminals", "yes"), ("preterminals", "auto"), ("average", "mean"), ("average", "pooled"), ("punctuation", "ignore"),
    ("relations", "full"), ("differing", "align"), ("as_dependencies", "auto"), ("as_dependencies", ""),
    ("over_lattices", "yes"), ("over_lattices", ""), ("mapping", "E"), ("mapping", "T"), ("part", "roof"),
)  # fmt: skip


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
    from treecompare.comparison.treebank_names import unique_names

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
        self.window = MainWindow()
        self.window.show()
        self.done: list[str] = []
        self.typed = 0
        self.opened = 0

    def act(self) -> None:
        """One action, at random."""
        actions: dict[Callable[[], Any], int] = {
            self.open_files: 5, self.open_saved: 6, self.window.session.cancel: 3, self.switch: 5, self.add: 3,
            self.leave_out: 2, self.window.session.again: 3, self.window.close_comparison: 1, self.type_note: 6,
            self.choose: 4, self.filter: 3, self.window.files.undo: 1, self.show_pane: 2, self.another_window: 1,
        }  # fmt: skip
        action = self.draw.choices([*actions], [*actions.values()])[0]
        self.done.append(action.__name__)
        needs = (self.window.session.again, self.type_note, self.choose, self.filter, self.leave_out, self.add)
        if action not in needs or self.window.is_comparing:
            action()

    def open_files(self) -> None:
        self.opened += 1
        self.window.open_comparison(self.draw.choice(self.sets))

    def open_saved(self) -> None:
        self.opened += 1
        self.window.open_comparison(Files(self.draw.choice(self.saved), ()))

    def switch(self) -> None:
        self.window.actions_.turn(*self.draw.choice(SWITCHES))

    def add(self) -> None:
        self.window.opener.add_paths([self.draw.choice(self.draw.choice(self.sets).systems)[1]])

    def leave_out(self) -> None:
        assert self.window.session.files is not None
        self.window.opener.leave_out(self.draw.randrange(len(self.window.session.files.systems)))

    def owner(self) -> str:
        """Whose notes are shown: a comparison file's, or those kept of a gold."""
        file, files = self.window.files.file, self.window.session.files
        return str(file.named or (files.gold if files is not None else ""))

    def type_note(self) -> None:
        assert self.window.workspace is not None
        notes = self.window.workspace.notes
        if notes.isEnabled():
            self.typed += 1
            notes.note.setPlainText(f"{self.owner()}: {self.typed}")
            if self.draw.random() < 0.5:
                notes.store_note()

    def choose(self) -> None:
        space = self.window.workspace
        assert space is not None
        self.draw.choice([
            lambda: space.systems.choose(self.draw.randrange(4)),
            lambda: space.systems.step(1),
            lambda: space.sentences.go_to_row(self.draw.randrange(1500)),
            lambda: space.sentences.go_to_row(space.sentences.model.rowCount() - 1),
            lambda: space.sentences.step_to_differing(1),
        ])()  # fmt: skip

    def filter(self) -> None:
        assert self.window.workspace is not None
        bar = self.window.workspace.sentences.filter_bar
        self.draw.choice([
            lambda: bar.text.setText(self.draw.choice(("", "dog", "no such words", "NP", "/^N/"))),
            lambda: bar.where.setCurrentIndex(self.draw.randrange(bar.where.count())),
            lambda: bar.differing.toggle(),
            lambda: bar.shortest.setValue(self.draw.choice((0, 6, 99))),
            lambda: bar.judged.setCurrentIndex(self.draw.randrange(bar.judged.count())),
            bar.reset,
        ])()  # fmt: skip

    def show_pane(self) -> None:
        if self.window.docks:
            self.window.show_dock(self.draw.choice(["words", "explain", "scores", "notes"]))
            self.window.overview.show(self.draw.choice(["", "errors", "labels", "histogram"]))

    def another_window(self) -> None:
        """Closes the window, whatever it is doing, and begins anew."""
        begun = time.monotonic()
        self.window.close()
        took = time.monotonic() - begun
        assert took < 10, (
            f"closing took {took:.1f} seconds"
        )  # of a busy machine, on which nothing that is stuck is waited for
        self.window.deleteLater()
        self.window = MainWindow()
        self.window.show()

    # -- what has to hold ----------------------------------------------------------------------------------------------

    def pump(self, seconds: float) -> None:
        """Lets the window work; dialogs about files are closed, those about faults in the program end the trial."""
        end = time.monotonic() + seconds
        while True:
            QApplication.processEvents()
            for box in QApplication.topLevelWidgets():
                if isinstance(box, QDialog) and box.isVisible():
                    if isinstance(box, QMessageBox):
                        said = f"{box.text()} {box.informativeText()}"
                        assert "inside the program" not in said, f"{said}\n{box.detailedText()}"
                    box.reject()
            if time.monotonic() >= end:
                return
            time.sleep(0.002)

    def rest(self) -> None:
        """Waits for all work, then looks at what is shown."""
        end = time.monotonic() + SECONDS
        while self.window.session.is_busy:
            self.pump(0.02)
            assert time.monotonic() < end, "the work does not end"
        self.pump(0.01)
        session, file = self.window.session, self.window.files.file
        assert session.request is None
        if session.files is None or session.comparison is None:
            assert file.project is None and not self.window.is_comparing
            return
        assert self.window.workspace is not None
        self.window.files.store_typed()
        space, comparison = self.window.workspace, session.comparison
        assert space.sentences.comparison is comparison and space.systems.model.comparison is comparison
        assert space.sentences.system == space.systems.system < len(comparison.table.systems)
        assert -1 <= space.sentences.current_sentence() < len(session.sentences)
        assert self.window.scoring.settings == comparison.settings
        if file.named is not None:
            assert Path(session.files.gold).parent == file.named.parent, (session.files, file.named)
            assert file.project is not None
        if file.project is not None:
            assert not file.project.is_read_only
            stored = [(one.role, one.name, one.path) for one in file.project.treebanks]
            assert stored == treebanks_of(session.files, comparison)
        for note in comparison.judgements.notes.values():
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
