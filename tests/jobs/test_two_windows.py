"""Several windows on the same gold or comparison file, files that are damaged, cut, newer, not to be written: nothing is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.jobs.conftest import followed, leave, made, said, shown
from tests.jobs.test_keeping import autosave, notes
from tests.jobs.test_opening import Preferences, answer, asked, saved
from tests.limits import needs_limits, no_room
from tests.made import erring, gold_trees, write
from treecompare import readers
from treecompare.comparison.files import Files
from treecompare.errors import TreecompareError
from treecompare.jobs.keeping import KeptJob
from treecompare.jobs.opening import opening, opening_saved
from treecompare.saved import kept as autosaves
from treecompare.saved.project import Key, Project


def told(job: KeptJob) -> str:
    return "\n".join(job.remarks())


def in_file(path: Path) -> dict[int, str]:
    """The notes of a file; nobody holds it."""
    with closing(Project.open(path)) as project:
        assert not project.is_read_only
        return {key.sentence: text for key, text in project.values("note").items()}


@pytest.fixture
def two(files: Files) -> Iterator[tuple[KeptJob, KeptJob]]:
    """Two windows on the same files, in which nothing was typed."""
    both = shown(opening(files)), shown(opening(files))
    yield both
    for one in both:
        if one.kept.holders:
            one.close()


# -- two windows -----------------------------------------------------------------------------------------------------------


def test_neither_has_a_file_yet(two: tuple[KeptJob, KeptJob], files: Files) -> None:
    first, second = two
    for job, row, text in (
        (first, 0, "one"),
        (first, 1, "two"),
        (second, 2, "three"),
        (second, 1, "other"),
        (first, 3, "four"),
    ):
        assert "What you typed" not in said(job.do([row], "note", text))
    second.close()
    first.close()
    job = shown(opening(files))
    assert notes(job) == {0: "one", 1: "two\nother", 2: "three", 3: "four"}
    assert "another window was added" in told(job)
    job.close()
    job = shown(opening(files))  # once is enough
    assert not job.remarks() and len(autosaves.existing(autosave(files))) == 1
    job.close()


def test_a_window_that_comes_third_takes_over_what_the_second_left(two: tuple[KeptJob, KeptJob], files: Files) -> None:
    for row, one in enumerate(two):
        one.do([row], "note", "typed")
    two[1].close()
    third = shown(opening(files))  # the first one is still open
    assert notes(third) == {0: "typed", 1: "typed"}
    third.do([2], "note", "typed")
    assert third.kept.project is not None and not third.kept.project.is_read_only
    for one in (two[0], third):
        one.close()
    job = shown(opening(files))
    assert sorted(notes(job)) == [0, 1, 2]
    job.close()


def test_judgements_that_differ_are_kept_and_told(two: tuple[KeptJob, KeptJob], files: Files) -> None:
    for one, verdict in zip(two, ("yes", "no"), strict=True):
        one.do([4], "link", f"verdict:{verdict}")
    for one in two:
        one.close()
    job = shown(opening(files))
    assert job.comparison.judgements.correct == {(4, "one", ""): True}
    [kept] = autosaves.folder().glob("*.joined")
    assert str(kept) in told(job)
    with closing(Project.open(kept)) as project:
        assert project.value(Key("correct", 4, "one")) == "no"
    job.close()


def test_what_a_second_window_did_is_not_undone_in_the_first(two: tuple[KeptJob, KeptJob]) -> None:
    first, second = two
    second.do([2], "note", "there")
    assert first.history() == ("", "") and said(first.turn(True)) == "Nothing to undo."
    first.do([3], "note", "here")
    assert said(first.turn(True)) == "Undone: Note" and notes(second) == {2: "there"} and not notes(first)


def test_the_other_window_was_killed_while_it_wrote(two: tuple[KeptJob, KeptJob], files: Files) -> None:
    first, second = two
    for row in range(40):
        first.do([row], "note", "words " * 300)
    program = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("UPDATE annotations SET value = 'half written'")
os._exit(9)
"""
    first.close()
    path = autosave(files)
    assert subprocess.run([sys.executable, "-c", program, str(path)]).returncode == 9
    assert path.with_name(path.name + "-journal").stat().st_size > 0
    second.do([50], "note", "typed since")
    second.close()
    job = shown(opening(files))
    assert len(notes(job)) == 41 and "half written" not in notes(job).values()
    job.close()


# -- files that cannot be written, or read -----------------------------------------------------------------------------------


def test_a_file_that_cannot_be_written_to(files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, usual = saved(files, tmp_path / "A.treecompare", 0), os.access
    monkeypatch.setattr(os, "access", lambda one, mode: Path(one) != path and usual(one, mode))
    for number in (1, 2, 3):
        job = shown(opening_saved(str(path)))
        job.do([number], "note", f"number {number}")
        job.close()
    job = shown(opening_saved(str(path)))
    assert notes(job) == {0: "kept", 1: "number 1", 2: "number 2", 3: "number 3"}
    job.close()
    monkeypatch.setattr(os, "access", usual)
    shown(opening_saved(str(path))).close()
    assert len(in_file(path)) == 4


def test_damaged_files_are_numbered_and_told(files: Files) -> None:
    path = autosave(files)
    path.parent.mkdir(parents=True)
    for content in (b"garbage", b"more of it"):
        path.write_bytes(content)
        job = shown(opening(files))
        assert "What was typed before could not be read." in told(job)
        job.do([0], "note", "still works")
        job.close()
    assert sorted(one.read_bytes() for one in path.parent.glob("*.damaged")) == [b"garbage", b"more of it"]
    assert in_file(path) == {0: "still works"}


def test_what_a_newer_version_keeps_is_not_touched(files: Files) -> None:
    job = shown(opening(files))
    job.do([0], "note", "of this version")
    job.close()
    with closing(sqlite3.connect(autosave(files))) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = autosave(files).read_bytes()
    job = shown(opening(files))
    assert "newer version" in told(job)
    job.do([1], "note", "kept elsewhere")
    job.close()
    assert autosave(files).read_bytes() == before
    job = shown(opening(files))
    assert notes(job) == {1: "kept elsewhere"}
    job.close()


@needs_limits
def test_what_is_rescued_on_a_full_disk_leaves_nothing(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    folder = tmp_path / "rescued"
    folder.mkdir()
    path, into = saved(files, folder / "x.treecompare"), folder / "y.treecompare"
    path.write_bytes(cut := bytes(512) + path.read_bytes()[512:])
    rescue = answer(asked(opening_saved(str(path))), "Rescue…", str(into))
    with no_room(), pytest.raises(TreecompareError, match="cannot be used"):
        made(rescue)
    assert path.read_bytes() == cut and list(folder.iterdir()) == [path]
    job = shown(rescue)
    assert job.kept.named == into and notes(job) == {2: "kept"}
    job.close()


def test_memory_that_runs_out_is_one_sentence(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(readers, "read_any", too_much)
    with pytest.raises(TreecompareError, match="there is not enough memory to read this file"):
        made(opening(files))


# -- what belongs to which comparison ----------------------------------------------------------------------------------------


def test_other_systems_of_the_same_gold_do_not_take_the_file_over(files: Files, tmp_path: Path) -> None:
    path = saved(files, tmp_path / "x.treecompare")
    job = shown(opening_saved(str(path)))
    other = shown(opening(Files(files.gold, files.systems[:1])), job)
    assert not other.kept.name and not notes(other).get(9)
    other.do([9], "note", "elsewhere")
    other.close()
    assert in_file(path) == {2: "kept"}


def test_two_copies_are_two_comparisons(files: Files, tmp_path: Path) -> None:
    path, copy = saved(files, tmp_path / "x.treecompare"), tmp_path / "copy.treecompare"
    shutil.copy(path, copy)
    job = shown(opening_saved(str(copy)), shown(opening_saved(str(path))))
    job.do([9], "note", "in the copy")
    job.close()
    assert in_file(path) == {2: "kept"} and in_file(copy) == {2: "kept", 9: "in the copy"}


def test_nothing_of_a_comparison_is_found_in_the_next(files: Files, tmp_path: Path) -> None:
    gold = gold_trees(30, seed=9)
    others = Files(write(tmp_path / "g.mrg", gold), (("", write(tmp_path / "s.mrg", erring(gold, 4))),))
    job = followed(
        first := shown(opening(files)), [first.with_files(first.files, replace(first.settings, params="none"))]
    )
    job.do([0], "a", "la")
    job.do([0], "mark", "tag:RNR")
    leave(job, 3, find="differs")
    job = shown(opening(others), job)
    assert job.settings.params == "standard" and job.a == job.comparison.usual_keys[0]
    assert not job.comparison.judgements.phenomena and job.remembered("compare") is None and job.history() == ("", "")
    job.close()


def test_settings_that_nobody_knows_are_told(files: Files, tmp_path: Path) -> None:
    path = saved(files, tmp_path / "A.treecompare")
    with closing(Project.open(path)) as project:
        project.set_state({"settings": {"missing": "perhaps", "params": "evalb"}})
    job = shown(opening_saved(str(path)))
    assert (job.settings.missing, job.settings.params) == ("skip", "evalb")
    assert "A: its setting missing" in told(job)
    job.close()


def test_notes_on_sentences_that_there_are_not_stay_in_the_file(files: Files, tmp_path: Path) -> None:
    path, key = saved(files, tmp_path / "x.treecompare"), Key("note", 60)  # the first that is beyond the gold
    with closing(Project.open(path)) as project:
        project.write([(key, "far away"), (Key("note", 1), "near")], "notes")
    job = shown(opening_saved(str(path)))
    assert notes(job) == {1: "near", 2: "kept"}
    assert "1 note is about a sentence that the gold does not have" in told(job)
    job.turn(True)
    assert notes(job) == {2: "kept"}
    job.turn(False)
    assert notes(job) == {1: "near", 2: "kept"}
    assert job.kept.project is not None and job.kept.project.value(key) == "far away"
    job.close()


def test_fewer_sentences_after_a_file_was_cut(files: Files) -> None:
    job = shown(opening(files))
    job.do([59], "note", "on a sentence that goes")
    job.do([3], "note", "on one that stays")
    leave(job, 59, find="differs note")
    for path in files.paths:
        write(Path(path), Path(path).read_text("utf-8").splitlines()[:7])
    job = shown(job.again(), job)
    assert job.comparison.sentences == 7 and notes(job) == {3: "on one that stays"}
    assert "1 found no sentence and are kept in the file" in told(job)
    job.close()


def test_another_kind_after_a_filter(files: Files, tmp_path: Path) -> None:
    """The same gold as dependencies: a tree pattern means nothing there, and is not asked for again."""
    job = shown(opening(files))
    job.do([0], "note", "x")
    leave(job, 59, find="NP > PP discontinuous")
    make = job.with_files(job.files, replace(job.settings, as_dependencies="collins"))
    other = made(make.opening)
    assert other is not None and other.comparison.kind == "dependencies"
    job.close()
    other.begin()
    left = other.remembered("compare")
    assert left is not None
    other.restore(left["state"])
    assert other.places("file", other.tokens(left["find"]))
    other.close()


BOTH = "(S (NP (PRP it)) (VP (VBD rained)) (NP (PRP she)) (VP (VBD saw) (NP (DT a) (NN man))) (. .))"
SAW, RAIN = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT a) (NN man))) (. .))", "(S (NP (PRP it)) (VP (VBD rained)))"


def test_notes_stay_with_their_sentences_where_sides_are_swapped(tmp_path: Path) -> None:
    """bert has the first two sentences in one, and none of the last."""
    gold, system = write(tmp_path / "anne.mrg", [RAIN, SAW, SAW, RAIN]), write(tmp_path / "bert.mrg", [BOTH, SAW])
    job, named = shown(opening(Files(gold, (("", system),)))), tmp_path / "saved.treecompare"
    rows = job.comparison.sentences
    for row in range(rows):
        job.do([row], "note", f"note {row}")
    job.do([], "save-as", str(named))

    def by_words(one: KeptJob) -> dict[str, str]:
        return {one.comparison.texts()[row]: text for row, text in notes(one).items()}

    before, stored = by_words(job), dict(job.kept.project.values("note"))  # type: ignore[union-attr]
    leave(job, 1)
    (make,) = job.do([1], "swap-sides")
    other = made(make.opening)  # type: ignore[union-attr]
    assert other is not None
    job.close()
    other.begin()
    assert by_words(other) and by_words(other).items() <= before.items()
    left = other.remembered("compare")
    assert left is not None
    row = other.place(left["place"])
    assert notes(other)[row] == "note 1"
    other.do([row], "note", "note 1 and more")
    other.turn(True)
    assert notes(other)[row] == "note 1" and dict(other.kept.project.values("note")) == stored  # type: ignore[union-attr]
    without = [one for one in range(other.comparison.sentences) if not other.kept.sentences_in(one)]
    for one in without:
        with pytest.raises(TreecompareError, match="has no such sentence"):
            other.do([one], "note", "nowhere")
    other = followed(other, other.do([row], "swap-sides"))
    assert by_words(other) == before
    other.close()
    with closing(Project.open(named)) as project:
        assert [(one.role, Path(one.path).name) for one in project.treebanks] == [
            ("gold", "anne.mrg"),
            ("system", "bert.mrg"),
        ]


def test_a_recent_comparison_comes_back_without_gold(files: Files) -> None:
    memory = Preferences()
    job = shown(opening(files, memory=memory))
    followed(job, job.do([], "no-gold")).close()
    assert memory.added[-1] == replace(files, no_gold=True)
    job = shown(opening(memory.added[-1], memory=memory))
    assert not job.comparison.is_gold
    followed(job, job.do([], "swap-sides")).close()
    assert memory.added[-1] == replace(files, no_gold=True)  # what was opened stays as it was for the next time
