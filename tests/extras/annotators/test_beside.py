"""Deciding beside a comparison: a tab of it, kept in its file, in one history with all that is said of its sentences."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.extras.annotators.made import BANK_A, BANK_B, arc, conllu
from tests.limits import needs_limits, no_room
from treecompare import resources
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.comparison.roles import sample_files
from treecompare.errors import UsageError
from treecompare.extras.annotators.job import DecideJob
from treecompare.extras.annotators.kept import open_adjudication
from treecompare.jobs.base import Choose, Go, Later, Open
from treecompare.jobs.keeping import KeptJob
from treecompare.jobs.opening import opening, opening_saved
from treecompare.jobs.overview import OverviewJob

SAMPLE = next(one for one in resources.samples() if one.key == "two-annotators")


@pytest.fixture(autouse=True)
def data_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes what the user's own window keeps."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def made(files: Files) -> KeptJob:
    job = opening(files, overview=OverviewJob)(Cancel(), lambda _: None)
    assert isinstance(job, KeptJob)
    job.begin()
    return job


def tab(job: Any, view: str = "Differences") -> DecideJob:
    found = dict(job.beside())[view]()
    if isinstance(found, Later):
        found = found.make(Cancel(), lambda _: None)
    assert isinstance(found, DecideJob)
    return found


def test_two_annotators_open_on_their_differences() -> None:
    job = made(sample_files(SAMPLE))
    assert [view for view, _ in job.beside()] == ["Differences", "Sentences", "Overview"]
    decided = tab(job)
    assert decided.title == "mara ↔ tom" and len(decided.places("place", ()).order) == 54  # type: ignore[union-attr]
    assert [view for view, _ in decided.beside()] == ["Differences", "Sentences", "Overview"]
    assert tab(job) is decided, "it is made once"
    job.close()


def test_decisions_are_kept_in_the_file_and_in_its_history() -> None:
    job = made(sample_files(SAMPLE))
    decided = tab(job)
    first = decided.places("place", ()).order[0].item()  # type: ignore[union-attr]
    decided.do([first], "choose", "2")
    job.do([0], "note", "of a sentence")
    assert len(job.kept.entries("decision", "rule")) == 1 and "note" in job.history()[0].lower()  # type: ignore[index]
    job.turn(is_undo=True)
    assert [one for one in decided.turn(is_undo=True) if isinstance(one, Go)] == [Go(place=first)], (
        "its places are not those of the sentences"
    )
    assert job.kept.entries("decision", "rule") == {} and decided.made.decided == 0
    decided.turn(is_undo=False)
    assert decided.made.decided == 1
    job.turn(is_undo=True)  # among the sentences
    assert tab(job).made.decided == 0
    job.turn(is_undo=False)
    job.close()
    again = made(sample_files(SAMPLE))
    assert tab(again).made.decided == 1
    again.close()


def test_undo_leads_back_to_each_difference_that_was_decided() -> None:
    job = made(sample_files(SAMPLE))
    decided = tab(job)
    for place in (7, 9):
        decided.do([place], "choose", "1")
    for is_undo, place in ((True, 9), (True, 7), (False, 7)):
        assert [one.place for one in decided.turn(is_undo) if isinstance(one, Go)] == [place]
    job.close()


def test_with_a_gold_there_is_a_tab_once_people_ask_for_it(tmp_path: Path) -> None:
    sample = next(one for one in resources.samples() if one.key == "dependencies")
    job = made(sample_files(sample))
    assert [view for view, _ in job.beside()] == ["Sentences", "Overview"]
    (choose,) = job.do([0], "adjudicate")
    assert isinstance(choose, Choose)
    names = [text for _, text, *_ in choose.options]
    assert "attach-high ↔ attach-low" in names and any(one.count("↔") == 2 for one in names)
    assert not any(one.count("↔") == 3 for one in names)
    value = next(value for value, text, *_ in choose.options if text == "attach-high ↔ attach-low")
    assert list(job.do([1], "adjudicate", value)) == [Open("Differences", place="2")]
    assert tuple(tab(job).made.names) == ("attach-high", "attach-low")
    assert list(job.do([0], "check-gold")) == [Open("Differences", place="1")]
    with pytest.raises(UsageError, match="nothing is to be checked"):
        tab(job)
    job.close()


def test_the_gold_is_checked_where_all_systems_say_something_else(tmp_path: Path) -> None:
    text = Path(SAMPLE.gold).read_text("utf-8")
    paths = [tmp_path / f"{name}.conllu" for name in ("gold", "a", "b")]
    for one in paths:
        one.write_text(text if one.stem == "gold" else text.replace("\tnmod\t", "\tobl\t", 1), "utf-8")
    job = made(Files(str(paths[0]), tuple(("", str(one)) for one in paths[1:])))
    job.do([0], "check-gold")
    decided = tab(job)
    assert decided.made.check is not None and decided.history() == ("", "")
    decided.do([0], "choose", "2")
    assert decided.made.decided == 1 and len(job.kept.entries("decision", "rule")) == 1
    job.close()
    again = made(Files(str(paths[0]), tuple(("", str(one)) for one in paths[1:])))
    assert tab(again).made.check is not None, "what is decided is shown when it is opened again"
    again.close()


def test_analyses_without_a_difference_are_told(tmp_path: Path) -> None:
    same = [tmp_path / f"{name}.conllu" for name in ("a", "b")]
    for one in same:
        one.write_text(Path(SAMPLE.gold).read_text("utf-8"), "utf-8")
    job = made(Files(str(same[0]), (("", str(same[1])),), no_gold=True))
    with pytest.raises(UsageError):
        tab(job)
    job.close()


def test_where_nothing_can_be_decided_nothing_is_offered() -> None:
    sample = next(one for one in resources.samples() if one.key == "words-that-differ")
    job = made(sample_files(sample))
    assert not {"adjudicate", "check-gold"} & {one.key for one in job.commands()}
    job.close()


# -- what was decided is kept -----------------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A comparison file of two annotators who differ in three sentences."""
    for name, bank in (("anna", BANK_A), ("bert", BANK_B)):
        (tmp_path / f"{name}.conllu").write_text(conllu(bank, bank, bank), "utf-8")
    files = Files(str(tmp_path / "anna.conllu"), (("", str(tmp_path / "bert.conllu")),), no_gold=True)
    job, path = made(files), tmp_path / "may.treecompare"
    job.do([0], "save-as", str(path))
    job.close()
    return path


def opened_again(path: Path) -> KeptJob:
    job = opening_saved(str(path), OverviewJob)(Cancel(), lambda _: None)
    assert isinstance(job, KeptJob)
    job.begin()
    return job


def sources(path: Path) -> list[str]:
    found = open_adjudication(str(path)).adjudication
    return [found.settled(sentence).results[arc(sentence + 1, 6)].source for sentence in range(3)]


def decide(job: KeptJob, sentence: int, key: str) -> None:
    decided = tab(job)
    (place,) = [n for n, one in enumerate(decided.made.differences) if one.place == arc(sentence + 1, 6)]
    decided.do([place], "choose", key)


def test_two_windows_decide_the_same_comparison(saved: Path) -> None:
    """What the other one decides is joined as soon as the file is opened again; nothing of either is lost."""
    first = opened_again(saved)
    decide(first, 0, "1")
    second = opened_again(saved)
    assert tab(second).made.decided == 1
    decide(second, 1, "2")
    decide(first, 2, "1")
    for one in (second, first):
        one.close()
    again = opened_again(saved)
    assert tab(again).made.decided == 3
    again.close()
    assert sources(saved) == ["anna", "bert", "anna"]


@needs_limits
def test_a_full_disk_loses_no_decision(saved: Path) -> None:
    """It stays in the window, and goes into the file that it is saved in then."""
    job = opened_again(saved)
    decide(job, 0, "1")
    with no_room():
        decide(job, 1, "2")
        said = " ".join(str(one) for one in job.do([0], "note", "kept here"))
    assert "What you typed is kept in this window; save the comparison elsewhere." in said
    assert tab(job).made.decided == 2 and sources(saved) == ["anna", "undecided", "undecided"]
    decide(job, 2, "2")
    elsewhere = saved.with_name("elsewhere.treecompare")
    job.do([0], "save-as", str(elsewhere))
    assert tab(job).made.decided == 3 and sources(elsewhere) == ["anna", "bert", "bert"]
    job.close()


def test_what_most_comparisons_never_ask_for_is_not_imported_with_them() -> None:
    """A tenth of the time until a sample was drawn: agreement, lessons, grammars."""
    code = "import sys, treecompare.analyses.catalogue, treecompare.extras.teaching.beside; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    extras = {one.removeprefix("treecompare.extras.") for one in done.stdout.split() if ".extras." in one}
    assert extras >= {"annotators.analysis", "teaching.beside"}
    assert not extras & {"annotators.agreed", "annotators.tallies", "teaching.lesson_job", "teaching.grammar"}
