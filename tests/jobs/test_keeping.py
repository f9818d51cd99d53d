"""A comparison that is kept: stored as one types, found again, one history with other files and settings, saved, carried over."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.jobs.conftest import followed, leave, made, said, shown
from tests.jobs.test_opening import Preferences
from tests.limits import needs_kill, needs_limits, no_room
from tests.made import write
from treecompare import resources
from treecompare.comparison.files import Files
from treecompare.errors import TreecompareError, UsageError
from treecompare.jobs.base import Ask, Choose, Go, Make, Read, Save
from treecompare.jobs.keeping import ANOTHER, FRAME, KeptJob, seen
from treecompare.jobs.opening import opening, opening_saved
from treecompare.jobs.overview import OverviewJob
from treecompare.saved import kept
from treecompare.saved.project import Key, Project
from treecompare.scores.result import Found

DATA = Path(__file__).parents[1] / "data" / "comparisons"
OF_0_2 = DATA.with_name("comparisons-0.2")


def notes(job: KeptJob) -> dict[int, str]:
    return job.comparison.judgements.notes


def autosave(files: Files) -> Path:
    return kept.autosave_path(files.gold)


@pytest.fixture
def job(files: Files) -> Iterator[KeptJob]:
    found = shown(opening(files, overview=OverviewJob))
    yield found
    if found.kept.holders:
        found.close()


# -- stored as one types ---------------------------------------------------------------------------------------------------


def test_what_is_typed_is_there_the_next_time_without_being_saved(files: Files, job: KeptJob) -> None:
    assert not autosave(files).exists()
    job.do([2], "note", "odd")
    job.do([3, 4], "link", "verdict:no")
    job.do([3], "mark", "tag:RNR")
    job.close()
    again = shown(opening(files))
    verdicts = again.comparison.judgements.correct
    assert notes(again) == {2: "odd"} and verdicts == {(3, "one", ""): False, (4, "one", ""): False}
    assert again.comparison.judgements.phenomena == {"RNR": {3}} and not again.remarks()
    again.close()


def test_trees_that_cannot_be_read_are_said_when_it_opens(tmp_path: Path) -> None:
    broken, whole = "(S (NP (D the)) (VP (V sat))", "(S (NP (D the)) (VP (V sat)))"
    paths = [write(tmp_path / f"{name}.mrg", [first, whole]) for name, first in (("g", broken), ("t", whole))]
    job = shown(opening(Files(paths[0], (("t", paths[1]),))))
    why = "1 bracket is not closed; expected a balanced tree on one line"
    assert list(job.remarks()) == [f"g: 1 of 2 sentences cannot be read: line 1, {why}"]


@needs_kill
def test_killed_in_the_middle_all_that_was_typed_before_is_there(files: Files, tmp_path: Path) -> None:
    program = """
import os, signal, sys
from tests.jobs.conftest import shown
from treecompare.comparison.files import Files
from treecompare.jobs.opening import opening
job = shown(opening(Files(sys.argv[1], (("", sys.argv[2]),))))
for row in range(50):
    job.do([row], "note", f"note {row}")
    print(row, flush=True)
    if row == 20:
        os.kill(os.getpid(), signal.SIGKILL)
"""
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", program, files.gold, files.systems[0][1]], cwd=root, capture_output=True, text=True
    )
    assert run.returncode == -signal.SIGKILL and run.stdout.split()[-1] == "20", run.stderr
    job = shown(opening(files))
    assert notes(job) == {row: f"note {row}" for row in range(21)}
    job.do([30], "note", "goes on")
    job.close()


def test_two_windows_keep_what_each_types_and_undo_their_own(files: Files, job: KeptJob) -> None:
    job.do([1], "note", "first")
    second = shown(opening(files))
    assert notes(second) == {1: "first"} and any("open in another window" in one for one in second.remarks())
    second.do([1], "note", "first and second")
    second.do([2], "note", "only here")
    job.do([3], "note", "only there")
    assert said(second.turn(True)) == "Undone: Note" and 2 not in notes(second)
    assert notes(job) == {1: "first", 3: "only there"}
    second.turn(False)
    for one in (job, second):
        one.close()
    third = shown(opening(files))
    assert notes(third) == {1: "first and second", 2: "only here", 3: "only there"}
    assert "What was typed in another window was added." in third.remarks()
    third.close()


def test_the_same_comparison_file_in_two_windows(files: Files, job: KeptJob, tmp_path: Path) -> None:
    path = tmp_path / "x.treecompare"
    job.do([1], "note", "first")
    job.do([], "save-as", str(path))
    second = shown(opening_saved(str(path)))
    assert any("open in another window" in one for one in second.remarks())
    second.do([2], "note", "second")
    second.close()
    job.close()
    assert Project.open(path).values("note") == {Key("note", 1): "first"}
    third = shown(opening_saved(str(path)))
    assert notes(third) == {1: "first", 2: "second"}
    third.close()


def test_of_damaged_notes_the_rest_is_read_and_all_is_said(files: Files) -> None:
    job = shown(opening(files))
    for row in range(40):
        job.do([row], "note", f"note {row} " + "words " * 30)
    job.close()
    whole, draw, read = autosave(files).read_bytes(), random.Random(3), []
    for _ in range(3):
        autosave(files).write_bytes(whole[: draw.randrange(len(whole) // 3, len(whole))])
        job = shown(opening(files))
        assert any("A file of notes was damaged" in one for one in job.remarks())
        read.append(len(notes(job)))
        job.do([50], "note", "still works")
        job.close()
    assert max(read) > 0


@needs_limits
def test_on_a_full_disk_what_is_typed_stays_is_said_once_and_stored_later(
    files: Files, job: KeptJob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    job.do([1], "note", "before")
    path = tmp_path / "old.treecompare"
    path.write_bytes(b"old" * 500)
    with no_room():
        told = said(job.do([2], "note", "no room"))
        assert "What you typed is kept in this window; save the comparison elsewhere." in told
        assert "What you typed" not in said(job.do([3], "note", "nor here"))
        with pytest.raises(TreecompareError, match="cannot be written"):
            job.do([], "save-as", str(path))
    assert path.read_bytes() == b"old" * 500 and sorted(tmp_path.glob("*.treecompare*")) == [path]
    assert notes(job) == {1: "before", 2: "no room", 3: "nor here"}
    job.do([4], "note", "room again")
    job.close()
    again = shown(opening(files))
    assert notes(again) == {1: "before", 2: "no room", 3: "nor here", 4: "room again"}
    again.close()


# -- one history -----------------------------------------------------------------------------------------------------------


def test_changes_of_every_kind_are_taken_back_in_order(files: Files, job: KeptJob) -> None:
    steps = []
    job.do([0], "link", "verdict:no")
    steps.append(job.history()[0])  # type: ignore[index]
    job.do([0], "system", "1")
    job = followed(job, job.do([0], "remove-system"))
    job.do([1], "note", "snow")
    job = followed(job, [job.with_files(job.files, replace(job.settings, params="none"))])
    job = followed(job, job.do([0], "swap-sides"))
    assert job.files.swapped and job.history() == ("sides swapped", "")
    assert notes(job) == {1: "snow"}
    expected = ["sides swapped", "scoring (params)", "Note", "two removed", steps[0]]
    for what in expected:
        assert job.history()[0] == what  # type: ignore[index]
        answers = job.turn(True)
        if any(isinstance(one, Make) for one in answers):
            job = followed(job, answers)
        else:
            assert said(answers) == f"Undone: {what}"
    assert job.history() == ("", steps[0]) and job.comparison.table.systems == ["one", "two"]
    assert not job.files.swapped and job.settings.params == "standard"
    assert not notes(job) and not job.comparison.judgements.correct
    for what in reversed(expected):
        assert job.history()[1] == what  # type: ignore[index]
        answers = job.turn(False)
        job = followed(job, answers) if any(isinstance(one, Make) for one in answers) else job
    assert job.files.swapped == files.systems[0][1] and job.settings.params == "none" and notes(job) == {1: "snow"}
    job.close()


def test_an_undo_that_is_not_made_after_all_is_not_done(job: KeptJob) -> None:
    job.do([0], "note", "old")
    other = followed(job, job.do([0], "remove-system"))
    other.turn(True)  # it is read, and people stop it
    assert other.history() == ("one removed", "") and notes(other) == {0: "old"}
    job = followed(other, other.turn(True))
    assert job.history() == ("Note", "one removed")
    job.close()


def test_nothing_older_is_taken_back_in_place_of_what_cannot_be(files: Files, job: KeptJob) -> None:
    job.do([0], "system", "1")
    job.do([0], "link", "verdict:no")
    job.close()
    job = shown(opening(files))
    job.do([0], "system", "0")
    assert "is about two, from before the comparison was opened; look at two to undo it" in said(job.turn(True))
    assert job.comparison.judgements.correct == {(0, "two", ""): False}
    job.do([0], "system", "1")
    assert said(job.turn(True)).startswith("Undone") and not job.comparison.judgements.correct
    assert said(job.turn(True)) == "Nothing to undo."
    job.close()


def test_the_overview_has_the_same_history_and_the_same_file(job: KeptJob, tmp_path: Path) -> None:
    overview: Any = job.beside()[1][1]()
    job.do([7], "note", "seen")
    assert overview.history() == job.history() == ("Note", "")
    assert not [one for one in overview.turn(True) if isinstance(one, Go)] and not notes(job)
    assert {"save", "add-systems", "no-gold", "rename"} <= {one.key for one in overview.commands()}
    assert isinstance(overview.do([0], "save")[0], Read)
    overview.do([0], "save-as", str(tmp_path / "mine.treecompare"))
    assert overview.title == job.title and job.title.startswith("mine – ")
    overview.remember("overview", {"order": "questions", "find": "", "place": "errors", "state": {}})
    assert job.remembered("overview")["place"] == "errors"  # type: ignore[index]


# -- other files, names, golds ---------------------------------------------------------------------------------------------


def test_systems_are_added_and_left_out_without_reading_the_others_again(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = shown(opening(replace(files, systems=files.systems[:1])))
    job.do([2], "note", "stays")
    assert said(job.do([], "add-systems", [files.gold])) == "These files are compared already."
    first = job.opened.treebanks[files.gold]
    job = followed(job, job.do([], "add-systems", [files.systems[1][1], files.gold]))
    assert job.comparison.table.systems == ["one", "two"] and job.opened.treebanks[files.gold] is first
    for _ in range(2):
        assert list(job.remarks()) == ["two added to what is compared; Undo takes it back."]
        job = followed(job, job.turn(True))
        assert job.comparison.table.systems == ["one"] and not job.remarks()
        job = followed(job, job.do([], "add-systems", [files.systems[1][1]]))
    assert notes(job) == {2: "stays"} and job.title.endswith("one, two")
    job = followed(job, job.do([], "remove-system"))
    assert job.comparison.table.systems == ["two"]
    with pytest.raises(UsageError, match="last system"):
        job.do([], "remove-system")
    again = shown(job.again(), job)
    assert again.files == job.files and again.opened.treebanks[files.gold] is not first and notes(again) == {2: "stays"}
    again.close()


def test_where_one_is_stays_with_other_files(job: KeptJob) -> None:
    job.do([0], "system", "1")
    job.do([0], "a", "la")
    job.chosen["rows of a table"] = Found(np.array([3, 5]), None, "")
    job.places("file", job.tokens('chosen "rows of a table" length > 3'))
    leave(job, 5, "longest", 'chosen "rows of a table" length > 3')
    (make,) = job.do([5], "rename", "parser")
    other = made(make.opening)  # type: ignore[union-attr]
    assert other is not None
    job.close()
    other.begin()
    left = other.remembered("compare")
    assert left is not None
    other.restore(left["state"])
    assert (left["order"], other.place(left["place"]), left["find"]) == (
        "longest",
        5,
        'chosen "rows of a table" length > 3',
    )
    assert (other.comparison.table.systems[other.system], other.a) == ("parser", "la")
    assert [*other.places("file", other.tokens(left["find"])).order] == [3, 5]  # type: ignore[union-attr]
    other.close()


def test_what_was_said_follows_a_name_and_another_gold(files: Files, job: KeptJob, tmp_path: Path) -> None:
    path = tmp_path / "kept.treecompare"
    job.do([0], "link", "verdict:no")
    job.do([1], "note", "snow")
    job.do([], "save-as", str(path))
    (ask,) = job.do([], "rename")
    assert isinstance(ask, Ask) and ask.field.text == "one"
    with pytest.raises(UsageError, match="no other system"):
        job.do([], "rename", "two")
    job = followed(job, job.do([], "rename", " parser "))
    assert job.comparison.table.systems == ["parser", "two"]
    assert job.comparison.judgements.correct == {(0, "parser", ""): False}
    lines = Path(files.gold).read_text("utf-8").splitlines()
    other = write(tmp_path / "other.mrg", [lines[1], lines[0], *lines[2:]])
    (choose,) = job.do([], "gold")
    assert isinstance(choose, Choose) and [title for _, title, *_ in choose.options] == [
        "parser",
        "two",
        "Another file…",
    ]
    assert isinstance(job.do([], "gold", ANOTHER)[0], Read)
    job = followed(job, job.do([], "gold", other))
    assert notes(job) == {0: "snow"} and job.comparison.judgements.correct == {(1, "parser", ""): False}
    job.close()
    job = shown(opening_saved(str(path)))
    assert job.files.gold == other and notes(job) == {0: "snow"}
    job = followed(job, job.do([], "gold", files.systems[1][1]))
    assert job.files.gold == files.systems[1][1] and job.files.systems[1][1] == other
    job.close()


def test_sides_are_swapped_and_notes_stay_with_their_sentences(job: KeptJob, tmp_path: Path) -> None:
    job.do([4], "note", "here")
    job.do([0], "system", "1")
    job = followed(job, job.do([4], "swap-sides"))
    assert job.comparison.gold.name == "two" and job.comparison.table.systems == ["one", "gold"]
    assert job.system == 1 and notes(job) == {4: "here"}
    assert [one.is_on for one in job.commands() if one.key in ("swap-sides", "no-gold")] == [True, True]
    with pytest.raises(UsageError, match="swap the sides back"):
        job.do([4], "remove-system")
    with pytest.raises(UsageError, match="swap the sides back"):
        job.do([4], "rename", "x")
    job = followed(job, job.do([4], "swap-sides"))
    assert job.comparison.table.systems == ["one", "two"] and notes(job) == {4: "here"}
    job.do([0], "system", "0")
    job = followed(job, job.do([4], "against"))
    assert job.comparison.gold.name == "two" and job.comparison.table.systems[job.system] == "one"
    job = followed(job, job.do([4], "against"))
    assert job.comparison.gold.name == "gold"
    third = write(tmp_path / "three.mrg", Path(job.files.systems[0][1]).read_text("utf-8").splitlines())
    job = followed(job, job.do([4], "add-systems", [third]))
    job.do([0], "system", "1")
    job = followed(job, job.do([4], "against"))
    assert job.comparison.gold.name == "three" and job.comparison.table.systems[job.system] == "two"
    job.close()


def test_neither_is_gold_and_one_is_again(files: Files, job: KeptJob) -> None:
    before = job.comparison
    job = followed(job, job.do([], "no-gold"))
    assert job.comparison is before and "↔" in job.title and job.files.no_gold
    job.do([1], "note", "kept")
    job.close()
    job = shown(opening(replace(files, no_gold=True)))
    assert job.history() == ("Note", "") and not job.comparison.is_gold
    job = followed(job, job.do([], "no-gold"))
    assert "→" in job.title and job.history() == ("what is gold", "")
    job = followed(job, job.turn(True))
    assert not job.comparison.is_gold
    job.close()


def test_the_baseline_is_that_of_the_tables(job: KeptJob) -> None:
    job.do([0], "system", "1")
    assert "Baseline: two" in said(job.do([0], "as-baseline"))
    overview: Any = job.beside()[1][1]()
    assert overview.state()["baseline"] == "1"


# -- schemes and tables ----------------------------------------------------------------------------------------------------


def test_phenomena_on_offer_are_those_of_the_scheme_that_was_chosen(files: Files, tmp_path: Path) -> None:
    memory = Preferences()
    job = shown(opening(files, memory=memory))
    (choose,) = job.do([], "choose-scheme")
    assert isinstance(choose, Choose) and len(choose.options) == len(resources.schemes()) + 1
    assert not job.phenomena()
    job.do([], "choose-scheme", choose.options[0][0])
    first = job.phenomena()
    assert first
    with pytest.raises(TreecompareError, match="expected 'phenomenon class meaning'"):
        job.do([], "choose-scheme", write(tmp_path / "none.tsv", ["x"]))
    job.close()
    job = shown(opening(files, memory=memory))
    assert job.phenomena() == first
    job.close()


def test_tables_of_phenomena_are_read_as_one_step_and_written(job: KeptJob, tmp_path: Path) -> None:
    table = [
        "sentence\tphenomenon\tsystem\tclass\tcorrect",
        "1\tPPN\tone\tB\tno",
        "2\tPPN\t\t\t",
        "3\tRNR\tnobody\t\tyes",
    ]
    told = said(job.do([], "read-judgements", write(tmp_path / "t.tsv", table)))
    assert "entries read from" in told and "'nobody' (1)" in told
    assert job.comparison.judgements.phenomena == {"PPN": {0, 1}, "RNR": {2}}
    (save,) = job.do([], "save-judgements")
    assert isinstance(save, Save) and str(save.text("tsv")).startswith("sentence\tphenomenon\tsystem\tclass\tcorrect")
    assert job.history() == ("judgements of t.tsv", "")
    assert job.turn(True)[0] == Go(place=0) and not job.comparison.judgements.phenomena  # the first of three


# -- saved -----------------------------------------------------------------------------------------------------------------


def test_saved_under_a_name_it_goes_on_there(files: Files, tmp_path: Path) -> None:
    memory = Preferences()
    job = shown(opening(files, memory=memory))
    job.do([1], "note", "one")
    (read,) = job.do([1], "save")
    assert read == Read("Save the comparison", [("Comparison", "treecompare")], "save-as", name="gold.treecompare")
    path = tmp_path / "mine.treecompare"
    assert "is stored there at once" in said(job.do([1], "save-as", str(path)))
    assert job.title.startswith("mine – gold → one") and memory.added[-1] == Files(str(path), ())
    job.do([2], "note", "two")
    assert said(job.do([1], "save")) == "Saved: mine"
    assert leave(job, 7, "longest", "differs")
    job.close()
    again = shown(opening_saved(str(path), memory=memory))
    left = again.remembered("compare")
    assert left is not None and (left["order"], left["find"], again.place(left["place"])) == ("longest", "differs", 7)
    assert notes(again) == {1: "one", 2: "two"} and again.kept.named == path
    again.close()


def test_what_has_no_file_is_remembered_by_the_window(job: KeptJob) -> None:
    assert not leave(job, 3)
    job.do([1], "note", "a file now")
    assert leave(job, 3)


def test_what_was_kept_and_means_nothing_any_more_is_left_out(files: Files, job: KeptJob, tmp_path: Path) -> None:
    path = tmp_path / "x.treecompare"
    job.do([], "save-as", str(path))
    job.do([0], "found", Found(np.array([3, 5]), None, "a cell"))
    job.places("file", job.tokens('chosen "a cell"'))
    leave(job, 3, find='differs phenomenon GONE chosen "nobody knows" chosen "a cell"')
    assert job.remembered("compare")["find"] == 'differs chosen "a cell"'  # type: ignore[index]
    job.close()
    job = shown(opening_saved(str(path)))
    assert job.remembered("compare")["find"] == "differs"  # type: ignore[index]
    job.close()
    with closing(Project.open(path)) as project:
        for odd in ([1], {"compare": 3}, {"compare": {"state": [], "find": {}, "place": 7, "sentence": "x"}}):
            project.set_state({**project.state, FRAME: odd})
            shown(opening_saved(str(path))).close()


def test_other_systems_of_the_same_gold_begin_anew_and_each_comes_back_as_it_was_left(files: Files) -> None:
    """What is typed about the gold is kept in one file for all of them."""
    job, fewer = shown(opening(files)), Files(files.gold, files.systems[:1])
    job.do([9], "note", "of the gold")
    leave(job, 9, find="differs")
    job.close()
    other = shown(opening(fewer))
    assert notes(other) == {9: "of the gold"} and other.remembered("compare") is None
    leave(other, 3)
    other.close()
    for which, place, find in ((files, 9, "differs"), (fewer, 3, "")):
        again = shown(opening(which))
        left = again.remembered("compare")
        assert left is not None and (again.place(left["place"]), left["find"]) == (place, find)
        again.close()


# -- files of earlier versions ---------------------------------------------------------------------------------------------


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows that are about what people typed or kept, by table."""
    import sqlite3

    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}


def opened_again(tmp_path: Path, file: Path) -> tuple[Path, KeptJob]:
    """A file that an earlier version wrote, beside its treebanks."""
    for one in DATA.iterdir():
        shutil.copy(one, tmp_path)
    path = Path(shutil.copy(file, tmp_path))
    return path, shown(opening_saved(str(path)))


@pytest.mark.parametrize(
    "file",
    sorted([*OF_0_2.glob("*.treecompare"), *DATA.glob("*.treecompare")]),
    ids=lambda one: f"{one.parent.name}/{one.stem}",
)
def test_files_of_earlier_versions_open_save_and_open_again_without_a_row_less(file: Path, tmp_path: Path) -> None:
    path, job = opened_again(tmp_path, file)
    before = everything(file)
    leave(job, 0)
    job.do([0], "save")
    job.close()
    copy = tmp_path / "copy.treecompare"
    job = shown(opening_saved(str(path)))
    job.do([0], "save-as", str(copy))
    job.close()
    for one in (path, copy):
        after = everything(one)
        for table in ("annotations", "steps", "edits"):
            assert set(before[table]) <= set(after[table]), table
        states = [{key: json.loads(value) for key, value in found["state"]} for found in (before, after)]
        assert states[0].keys() <= states[1].keys()
        for key in ("view", "views", "patterns", "no_gold"):  # settings and paths may be more, and elsewhere
            assert states[0].get(key, False) == states[1].get(key, False), key
        assert FRAME in states[1]


def test_what_0_2_showed_is_carried_over(tmp_path: Path) -> None:
    _, job = opened_again(tmp_path, OF_0_2 / "constituents.treecompare")
    left = job.remembered("compare")
    assert left is not None
    assert left["find"] == "length >= 3 differs"  # what came from a click is asked no more
    assert job.place(left["place"]) == 2 and (job.a, job.b) == ("t.whole.dice", "e.roof.dice")
    assert job.comparison.table.systems[job.system] == "low"
    found: Any = job.places("file", job.tokens(left["find"]))
    assert {0, 2, 4} >= set(found.order.tolist())
    assert notes(job) == {0: "PP belongs to “cat”", 2: "see § 3 → rain"}
    assert job.comparison.judgements.classes == {(0, "high", "PPN"): "B"}
    views = [one for one in job.commands() if one.key.startswith("view:")]
    assert [one.title for one in views] == ["View 1", "View 2"]
    answers = job.do([], "view:1")
    assert next(one.find for one in answers if isinstance(one, Go)) == 'label "NP"'
    assert job.comparison.table.systems[job.system] == "high"
    assert said(job.turn(False)) == "Redone: COORD"
    job.close()
    _, job = opened_again(tmp_path, OF_0_2 / "dependencies.treecompare")
    left = job.remembered("compare")
    assert left is not None and left["find"] == "NOUN > DET" and (job.a, job.b) == ("uas", "las")
    job.close()


@pytest.mark.parametrize(
    ("wish", "find"),
    [
        ({"text": "dog"}, '"dog"'),
        ({"text": "d.g", "is_regex": True}, "/d.g/"),
        ({"text": "VB", "where": "tags"}, 'tag "VB"'),
        ({"longest": 9, "difference": 2.0}, "length <= 9 A−B >= 2 | A−B <= -2"),
        ({"status": 1}, "scored"),
        ({"status": 3, "all_differ": True}, "all systems differ no parse"),
        ({"judged": "\0noted"}, "note"),
        ({"judged": "\0marked"}, "marked"),
        ({"judged": "PPN"}, 'phenomenon "PPN"'),
        ({"judged": "gone"}, ""),
        ({"status": 0, "text": "NP", "where": "labels", "is_regex": True}, ""),
    ],
)
def test_a_filter_becomes_tokens(wish: dict[str, Any], find: str, job: KeptJob) -> None:
    job.do([3], "mark", "tag:PPN")
    assert seen({"filter": wish}, job.comparison)["find"] == find
    found: Any = job.places("file", job.tokens(find))
    assert len(found.order) <= 60
