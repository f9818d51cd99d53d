"""What people say of sentences in a comparison: verdicts, classes, phenomena and where they occur, and all of it taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.jobs.test_compare import first_of, links, listed
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.judgements import NO, UNCLEAR, YES, Scheme, marked
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.jobs.base import NOTE, Answer, Ask, Choose, Command, Done, Go, Option, Row, Say
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.compare_marks import OTHER
from treecompare.jobs.finding import commands_of, found_by, ranked
from treecompare.readers import parse

GOLD = "(S (NP (PRP she)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears)))))"
SYSTEM = "(S (NP (PRP she)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears))))))"
SCHEME = Scheme("own", {"RC": "relative clause", "PPN": "PP in NP"}, {"RC": {"A": "attached to a wrong noun", "L": ""}})


@pytest.fixture
def job() -> CompareJob:
    comparison = ConstituentComparison(
        parse("\n".join([GOLD] * 6)), [parse("\n".join([SYSTEM] * 6))], Settings(params="none")
    )
    found = CompareJob(score(comparison))
    found.scheme = SCHEME
    listed(found, "file")
    return found


def rows(job: CompareJob, place: int) -> dict[str, dict[str, str]]:
    """The occurrences that Why names, each with what leads somewhere in it."""
    found = [one for one in job.why(place) if isinstance(one, Row) and one.to.startswith("phenomenon:")]
    return {one.title: links([one]) for one in found}


def do(job: CompareJob, to: str, value: Any = None, places: tuple[int, ...] = (2,)) -> Done:
    done = first_of(job.do(list(places), *(("link", to) if value is None else (to, value))), Done)
    assert isinstance(done, Done)
    return done


def test_the_menu_offers_verdicts_and_the_phenomena_of_the_scheme(job: CompareJob) -> None:
    do(job, "mark", "tag:own")
    options = first_of(job.do([2], "mark"), Choose).options
    texts = [(one.key, one.text) for one in options]
    assert texts[1:4] == [("Yes", "Yes: right"), ("No", "No: wrong"), ("Unclear", "Unclear")]
    assert texts[5:8] == [("1", "RC – relative clause"), ("2", "PPN – PP in NP"), ("3", "own")]
    assert [one.is_on for one in options if one.value.startswith("tag:")] == [False, False, True, None]
    asked = first_of(job.do([2], "mark", f"tag:{OTHER}"), Ask).field
    do(job, asked.key, " coordination ")
    assert job.comparison.judgements.of_sentence(2) == ["coordination", "own"]
    assert job.do([2], asked.key, "  ") == []


def test_whose_phenomena_they_are_is_chosen_first(job: CompareJob) -> None:
    """Where there are none yet, and the job lets one choose."""

    class Choosing(CompareJob):
        def commands(self) -> Sequence[Command]:
            return [*super().commands(), Command("choose-scheme", "Choose scheme…")]

        def _do_choose_scheme(self, _places: Sequence[int], _: Any) -> Sequence[Answer]:
            return [Say("which?")]

    def offered(of: CompareJob) -> list[str]:
        return [value for value, text, *_ in first_of(of.do([2], "mark"), Choose).options if "scheme" in text]

    choosing = Choosing(job.comparison)
    (value,) = offered(choosing)
    assert choosing.do([2], "mark", value) == [Say("which?")]
    choosing.scheme = SCHEME
    assert offered(job) == offered(choosing) == offered(CompareJob(job.comparison)) == []


def test_an_occurrence_has_words_a_verdict_and_a_class(job: CompareJob) -> None:
    said = job.comparison.judgements
    do(job, "mark", "tag:RC")
    do(job, rows(job, 2)["RC"]["right"])
    field = first_of(job.do([2], "link", rows(job, 2)["RC"]["words…"]), Ask).field
    assert (field.text, field.lines) == ("", 1)
    done = do(job, field.key, "5-6")
    mark = marked("RC", "5-6")
    assert said.verdict((2, job.comparison.table.systems[0], mark)) == YES  # what is said of it stays with it
    assert list(rows(job, 2)) == ["RC words 5–6"]
    assert job.picture(2).light(f"phenomenon:{mark}").places  # type: ignore[union-attr]
    choose = first_of(job.do([2], "link", rows(job, 2)["RC words 5–6"]["class…"]), Choose)
    assert [text for _, text, *_ in choose.options] == [
        "Error class of RC words 5–6", "A – attached to a wrong noun", "L", "Other class…",
    ]  # fmt: skip
    do(job, choose.action, choose.options[1][0])
    assert rows(job, 2)["RC words 5–6"]["A"] == "class:1"
    field = first_of(job.do([2], choose.action, choose.options[-1][0]), Ask).field
    do(job, field.key, "B")
    assert said.classes == {(2, job.comparison.table.systems[0], mark): "B"}
    menu = first_of(job.do([2], "link", "class:1"), Choose)
    assert Option("1/B", "B", True) in menu.options  # those that are used are offered, too
    do(job, menu.action, "1/")
    assert said.classes == {}
    job.put(done.action, done.before)
    assert list(rows(job, 2)) == ["RC"] and said.verdict((2, job.comparison.table.systems[0], "RC")) == YES


def test_words_outside_of_the_sentence_or_taken_are_refused(job: CompareJob) -> None:
    for to in ("mark", "words:1"):
        do(job, to, "tag:RC" if to == "mark" else "3-4")
    do(job, "more:1")
    assert list(rows(job, 2)) == ["RC 1", "RC words 3–4"]
    for typed, said in (
        ("5-9", "expected words from 1 to 6"),
        ("x", "is not an occurrence"),
        ("3-4", "is there already"),
    ):
        with pytest.raises(UsageError, match=said):
            job.do([2], "words:1", typed)
    assert job.do([2], "words:2", "3–4") == []
    with pytest.raises(UsageError, match="not there any more"):
        job.do([2], "link", "judge:yes/3")


def test_one_occurrence_more_and_one_less_take_what_is_said_along(job: CompareJob) -> None:
    said, name = job.comparison.judgements, job.comparison.table.systems[0]
    do(job, "mark", "tag:RC")
    do(job, rows(job, 2)["RC"]["one\u00a0more"])
    do(job, "judge:no/2")
    assert list(rows(job, 2)) == ["RC 1", "RC 2"]
    assert said.verdict((2, name, marked("RC", "2"))) == NO
    done = do(job, rows(job, 2)["RC 2"]["take\u00a0away"])
    assert done.title == "RC 2 on sentence 3" and list(rows(job, 2)) == ["RC"] and not said.correct
    job.put(done.action, done.before)
    assert said.verdict((2, name, marked("RC", "2"))) == NO
    do(job, "judge:no/2")  # a second time takes it away
    assert not said.correct


def test_the_whole_sentence_has_a_verdict_and_a_class_of_its_own(job: CompareJob) -> None:
    there = links(job.note_blocks(2))
    do(job, there["unclear"], places=(2, 4))
    assert [job.said_of(one).verdict() for one in (2, 3, 4)] == [UNCLEAR, None, UNCLEAR]
    field = first_of(job.do([2], first_of(job.do([2], "class"), Choose).action, f"0/{OTHER}"), Ask).field
    do(job, field.key, "PP: low")
    assert job.listed.rows.error_classes == {2: "PP: low"}
    assert links(job.note_blocks(2))["PP: low"] == "class:0"


def test_all_listed_sentences_are_marked_in_one_step(job: CompareJob) -> None:
    do(job, "mark", "tag:RC")
    listed(job, "file", "No. 2–4")
    menu = first_of(job.do([1], "tag-listed"), Choose)
    assert menu.options[0][1] == "Phenomenon of the 3 sentences that are listed"
    done = do(job, "tag-listed", "RC")
    assert (done.title, job.comparison.judgements.phenomena) == ("RC: 2 sentences", {"RC": {1, 2, 3}})
    with pytest.raises(UsageError, match="marked as RC already"):
        job.do([1], "tag-listed", "RC")
    job.put(done.action, done.before)
    assert job.comparison.judgements.phenomena == {"RC": {2}}


def test_what_is_marked_is_found_and_counted(job: CompareJob) -> None:
    """However it is: by a phenomenon, a verdict, a note."""
    assert listed(job, "file", "marked").count == "0 of 6"
    do(job, "mark", "tag:RC")
    do(job, "mark", "verdict:no", places=(3,))
    do(job, "note", "strange", places=(5,))
    found = listed(job, "file", "marked")
    assert (found.order.tolist(), found.count) == ([2, 3, 5], "3 of 6")


def test_one_goes_to_what_is_not_judged_yet(job: CompareJob) -> None:
    """Notes and phenomena alone judge none."""
    for place in (2, 3):
        do(job, "mark", "verdict:yes", places=(place,))
    do(job, "note", "strange", places=(4,))
    answers = job.do([1], "next-unjudged")
    assert (first_of(answers, Go).place, first_of(answers, Say).text) == (4, "Judged: 2 of the 6 that differ.")
    do(job, "set-class", "0/A", places=(1,))
    for place in (0, 4, 5):
        do(job, "judge:unclear/0", places=(place,))
    assert job.do([1], "next-unjudged") == [Say("All sentences of the list that differ are judged.")]


def test_a_phenomenon_that_is_looked_for_may_go(job: CompareJob) -> None:
    """The drawing and the commands stay; the list says what it cannot find any more."""
    done = do(job, "mark", "tag:RC")
    listed(job, "file", "phenomenon RC")
    job.put(done.action, done.before)
    assert job.commands() and job.picture(2) and job.why(2)
    with pytest.raises(UsageError, match="no sentence has this phenomenon"):
        listed(job, "file", "phenomenon RC")


def test_a_note_is_found_by_what_people_call_it(job: CompareJob) -> None:
    """Whoever finds it stands in the field of Why."""
    for typed in ("note", "comment", "remark", "write a note"):
        found = ranked(typed, [*found_by(commands_of(job, lambda key: job.do([2], key)))])[0]
        assert found.title == "Note", typed
    assert job.do([2], "note") == [Ask(NOTE)] and job.why(2)[-1] == NOTE
    do(job, "note", "odd")
    assert job.why(2)[-1] == NOTE._replace(text="odd")
