"""Decisions in comparison files: kept by what they are about, joined, rescued."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, arc, conllu
from treecompare.errors import TreecompareError
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.kept import (
    analyses_in,
    chosen,
    entries_in,
    names_of,
    open_adjudication,
    treebanks_in,
)
from treecompare.saved import kept
from treecompare.saved.opening import files_of
from treecompare.saved.project import Project

TEXT = " ".join(form for form, *_ in BANK_A)
EXTRA = (("new", "ADJ", 0, "root"),)


def made(folder: Path, name: str = "one", count: int = 3) -> Path:
    """A comparison file of two annotators of so many equal sentences."""
    for side, rows in (("a", BANK_A), ("b", BANK_B)):
        (folder / f"{side}.conllu").write_text(conllu(*[rows] * count), "utf-8")
    path = folder / f"{name}.treecompare"
    treebanks = [("gold", "", str(folder / "a.conllu")), ("system", "", str(folder / "b.conllu"))]
    Project.create(path, treebanks, {"no_gold": True}).close()
    return path


def decide(path: Path, *decided: tuple[int, str]) -> None:
    """Decides the arcs of some sentences (from 1) for files."""
    adjudication = open_adjudication(str(path)).adjudication
    project = Project.open(path)
    for sentence, name in decided:
        changes = adjudication.decide_as(arc(sentence, 6), name)
        adjudication.put(changes)
        project.write(changes, "Decided", words=[TEXT] * 20)
    project.close()


def test_decisions_are_there_again(tmp_path: Path) -> None:
    path = made(tmp_path)
    decide(path, (1, "a"), (3, "b"))
    found = open_adjudication(str(path)).adjudication
    assert found.decided == 2 and found.names == ("a", "b")
    assert found.settled(2).results[arc(3, 6)].source == "b"


def test_undo_goes_back_over_decisions_and_rules(tmp_path: Path) -> None:
    path = made(tmp_path)
    decide(path, (1, "a"))
    adjudication = open_adjudication(str(path)).adjudication
    project = Project.open(path)
    project.write(adjudication.rule_for(arc(1, 6), "b"), "Rule", words=[TEXT] * 3)
    assert sorted(entries_in(project)) == [("decision", 0, "arc", "6"), ("rule", 2**31 - 1, "", "1")]
    assert getattr(project.last_step(), "what", "") == "Rule"
    project.undo()
    project.undo()
    assert entries_in(project) == {}
    project.redo()
    assert list(entries_in(project)) == [("decision", 0, "arc", "6")]
    project.close()


def test_decisions_follow_their_sentences(tmp_path: Path) -> None:
    path = made(tmp_path, count=1)
    decide(path, (1, "b"))
    for side, rows in (("a", BANK_A), ("b", BANK_B)):
        (tmp_path / f"{side}.conllu").write_text(conllu(EXTRA, rows), "utf-8")
    found = open_adjudication(str(path)).adjudication
    assert found.settled(1).results[arc(2, 6)].source == "b" and not found.misfits


def test_what_no_longer_fits_is_told_and_stays_in_the_file(tmp_path: Path) -> None:
    path = made(tmp_path, count=2)
    decide(path, (1, "b"), (2, "a"))
    (tmp_path / "b.conllu").write_text(conllu(BANK_A, BANK_B), "utf-8")
    found = open_adjudication(str(path))
    assert found.adjudication.decided == 1
    assert [one for one in found.remarks if "fit" in one] == [
        "does not fit any more: sentence 1, 6 arc: b 3:obl; there is no difference any more"
    ]
    project = Project.open(path)
    assert len(entries_in(project)) == 2
    project.close()


def test_decisions_on_sentences_that_are_gone_are_told_before_a_window_finds_out(tmp_path: Path) -> None:
    path = made(tmp_path, count=1)
    decide(path, (1, "b"))
    other = ((BANK_A[0][0].upper() + "x", *BANK_A[0][1:]), *BANK_A[1:])
    for side in "ab":
        (tmp_path / f"{side}.conllu").write_text(conllu(other, BANK_B if side == "b" else EXTRA), "utf-8")
    found = open_adjudication(str(path))
    assert found.adjudication.decided == 0
    assert [one for one in found.remarks if "fit" in one] == [
        "does not fit any more: 6 arc: b 3:obl; its sentence is gone: " + TEXT
    ]
    project = Project.open(path)
    assert len(entries_in(project)) == 1
    project.close()


def test_rules_survive_the_loss_of_sentences(tmp_path: Path) -> None:
    path = made(tmp_path, count=1)
    adjudication = open_adjudication(str(path)).adjudication
    project = Project.open(path)
    project.write([*adjudication.rule_for(arc(1, 6), "b"), *adjudication.decide_as(arc(1, 6), "a")], "x", [TEXT])
    assert project.realign(["other words"]) == 1
    assert [entry[0] for entry in entries_in(project)] == ["rule"]
    assert [key.kind for key, _, _ in project.lost()] == ["decision"]
    project.close()


def test_two_files_are_joined_as_one_step(tmp_path: Path) -> None:
    one, two = made(tmp_path), made(tmp_path, "two")
    decide(one, (1, "a"), (2, "a"))
    decide(two, (2, "b"), (3, "b"))
    found = open_adjudication(str(one), join=str(two))
    assert found.adjudication.decided == 3
    assert found.conflicts == ["sentence 2, 6, arc: one: 4:nmod (a); two: 3:obl (b). one's stays"]
    again = open_adjudication(str(one), join=str(two))
    assert again.adjudication.decided == 3
    project = Project.open(one)
    assert getattr(project.last_step(), "what", "") == "Joined two.treecompare"
    project.undo()
    assert len(entries_in(project)) == 2
    project.close()


def test_what_another_window_decided_is_added(tmp_path: Path) -> None:
    one, two = made(tmp_path), made(tmp_path, "two")
    decide(one, (1, "a"))
    decide(two, (1, "b"), (3, "b"))
    own, other = Project.open(one), Project.open(two)
    assert [key.sentence for key in kept.join(own, other, [TEXT] * 3, "joined")] == [0]
    assert len(entries_in(own)) == 2
    own.close()
    other.close()


def test_decisions_are_rescued(tmp_path: Path) -> None:
    path = made(tmp_path)
    decide(path, (1, "a"), (2, "b"))
    into = tmp_path / "rescued.treecompare"
    assert Project.rescue(path, into) == 2
    assert open_adjudication(str(into)).adjudication.decided == 2


def test_two_or_three_are_chosen_if_more_are_open(tmp_path: Path) -> None:
    assert chosen(["a", "b", "c"], []) == [0, 1, 2]
    assert chosen(["a", "b", "c", "d"], ["d", "a"]) == [0, 3]
    for between, expected in ((["x"], "there is no analysis 'x'"), ([], "expected two or three of them")):
        with pytest.raises(TreecompareError, match=expected):
            chosen(["a", "b", "c", "d"], between)
    assert names_of(["a", "b", "a", "a"]) == ["a", "b", "a 2", "a 3"]


KILLED = """
import sys
from pathlib import Path
from tests.extras.annotators.test_kept import TEXT
from tests.extras.annotators.made import arc
from treecompare.extras.annotators.kept import open_adjudication
from treecompare.saved.project import Project
adjudication = open_adjudication(sys.argv[1]).adjudication
project = Project.open(Path(sys.argv[1]))
for sentence in range(1, 200):
    changes = adjudication.decide_as(arc(sentence, 6), "ab"[sentence % 2])
    adjudication.put(changes)
    project.write(changes, "Decided", words=[TEXT] * 200)
    print(sentence, flush=True)
"""


def test_what_was_decided_before_a_kill_is_there(tmp_path: Path) -> None:
    path = made(tmp_path, count=200)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True, env=environment
    )  # fmt: skip
    assert process.stdout is not None
    last = 0
    for line in process.stdout:
        last = int(line)
        if last == 20:
            time.sleep(0.003)
            os.kill(process.pid, signal.SIGKILL)
    process.wait()
    found = open_adjudication(str(path)).adjudication
    assert last >= 20
    assert last <= found.decided <= last + 1
    assert all(found.settled(one - 1).results[arc(one, 6)].source == "ab"[one % 2] for one in range(1, last + 1))


def test_analyses_are_those_of_the_comparison(tmp_path: Path) -> None:
    from treecompare.comparison.files import open_files, opened

    path = made(tmp_path)
    project = Project.open(path)
    files, settings = files_of(project)
    project.close()
    read = opened(open_files(files, settings))
    made_of = analyses_in(treebanks_in(read.files, read.treebanks), [])
    assert len(Adjudication(made_of).differences) == 3
