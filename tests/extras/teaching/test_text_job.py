"""A lesson that begins with a text: what is typed is read, drawn, scored, told to be wrong; analyses are chosen."""

from __future__ import annotations

from typing import Any

import pytest

from treecompare.comparison.base import Cancel
from treecompare.drawing.drawn import Space
from treecompare.errors import UsageError
from treecompare.extras.teaching.grammar import MOST_TREES
from treecompare.extras.teaching.lesson_job import LessonJob
from treecompare.extras.teaching.text_job import EXAMPLES, GRAMMAR, TREES, TextJob
from treecompare.extras.teaching.walk_job import WalkJob
from treecompare.jobs.base import ANEW, Choice, Choose, Later, Open, Page, Picture, Places, Score, Text

GOLD = "(S (NP I) (VP (V saw) (NP it)))"
SYSTEM = "(S (NP I) (V saw) (NP it))"
WORDS = "1\tI\t_\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
COMPOUND = "S -> S S | 'a'"


@pytest.fixture
def job() -> TextJob:
    return TextJob()


def type_in(job: TextJob, **texts: str) -> None:
    for key, text in texts.items():
        job.do([TREES], key.replace("_", "-"), text)


def said(job: TextJob, place: int = TREES) -> list[str]:
    return [str(one.text) for one in job.why(place) if isinstance(one, Text)]


def answers(job: TextJob, place: int = TREES) -> dict[str, Choice]:
    return {one.key: one for one in job.why(place) if isinstance(one, Choice)}


def drawn(job: TextJob, place: int = TREES) -> Picture:
    found = job.picture(place)
    assert isinstance(found, Picture)
    found.drawn.lay_out(Space(900, 600))
    return found


def lesson(answer: Any) -> LessonJob:
    """What an answer opens."""
    assert isinstance(answer, Open) and answer.make is not None
    found = answer.make()
    assert isinstance(found, LessonJob) and [name for name, _ in found.beside()] == ["Lessons", "Lesson"]
    return found


def listed(job: TextJob) -> Places:
    found = job.places("given", [])
    return found.make(Cancel(), lambda _: None) if isinstance(found, Later) else found


# -- two trees -----------------------------------------------------------------------------------------------------------


def test_two_trees_make_a_lesson(job: TextJob) -> None:
    """Drawn and scored while they are typed, under their title and names."""
    with pytest.raises(UsageError, match="while you type"):
        job.picture(TREES)
    assert answers(job)["1"].why_not
    with pytest.raises(UsageError, match="no sentence yet"):
        job.do([TREES], "choose", "1")
    type_in(job, gold=GOLD, system=SYSTEM, title="It", name_gold="mary", name_system="paul")
    assert [one.operation for one in drawn(job).drawn.boxes].count("deleted") == 1
    assert len([one for one in job.why(TREES) if isinstance(one, Score)]) == 2 and not answers(job)["1"].why_not
    (answer,) = job.do([TREES], "choose", "1")
    made = lesson(answer)
    exercise = made.steps[0].exercise
    assert made.title == "It" and (exercise.gold.name, exercise.system.name) == ("mary", "paul")
    assert exercise.gold.written().strip() == GOLD and exercise.system.written().strip() == SYSTEM


def test_what_was_drawn_stays_while_something_is_wrong(job: TextJob) -> None:
    """And is told to be old; other kinds of trees are drawn as they are."""
    type_in(job, gold=GOLD, system=SYSTEM)
    type_in(job, system=SYSTEM[:-1])
    assert drawn(job) and "The drawing is as it was when both could be read." in said(job) and answers(job)["1"].why_not
    type_in(job, gold=WORDS, system=WORDS)
    assert drawn(job).drawn.boxes[0].role and "as it was" not in " ".join(said(job))
    assert type(drawn(job).drawn).__name__ == "ArcsDrawn"


@pytest.mark.parametrize(("side", "other"), [("gold", "system"), ("system", "gold")])
def test_what_is_half_typed_is_not_drawn_as_the_other_side(job: TextJob, side: str, other: str) -> None:
    type_in(job, **{side: GOLD})
    type_in(job, **{other: SYSTEM[:-1]})
    picture = drawn(job)
    assert picture.layouts == ("merged",) and not picture.counts
    assert said(job)[-1] == f"The {other} cannot be read yet." and answers(job)["1"].why_not
    type_in(job, **{side: GOLD.replace("saw", "met")})
    assert "met" in [one.text for one in drawn(job).drawn.boxes]
    type_in(job, **{other: SYSTEM})
    assert drawn(job).layouts != ("merged",) and job.exercise is not None and "yet" not in " ".join(said(job))
    job = TextJob()
    type_in(job, **{side: WORDS})
    type_in(job, **{other: WORDS[:-1].rpartition("\t")[0]})
    with pytest.raises(UsageError, match=f"The {other} cannot be read yet."):
        job.picture(TREES)


@pytest.mark.parametrize(
    ("gold", "system", "wanted"),
    [
        ("(S (NP I) (VP saw)", SYSTEM, "Line 1, letter 1: 1 bracket is not closed; expected a balanced tree."),
        ("(S (NP I)\n (VP saw)))", SYSTEM, "Line 2, letter 11"),
        (f"{GOLD}\n{GOLD}", SYSTEM, "2 sentences; expected one."),
        (GOLD, WORDS, "Gold holds constituents, system dependencies"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_where_it_is(job: TextJob, gold: str, system: str, wanted: str) -> None:
    type_in(job, gold=gold, system=system)
    found = [str(one.text) for one in job.why(TREES) if isinstance(one, Text) and one.look == "alarm"]
    assert len(found) == 1 and wanted in found[0] and job.exercise is None


def test_words_that_differ_are_told(job: TextJob) -> None:
    """But not those that are only written otherwise."""
    type_in(job, gold=GOLD, system=SYSTEM.replace("it", "him"))
    assert any("word 3 is “it” in the gold and “him” in the system" in one for one in said(job)) and job.exercise
    type_in(job, system="(S (NP I) (V saw))")
    assert any("3 in the gold, 2 in the system" in one for one in said(job))
    type_in(job, gold="(S (-LRB- -LRB-) (V saw))", system="(S (-LRB- \\() (V saw))")
    assert job.exercise is None or not any("differ" in one for one in said(job))


def test_one_tree_is_enough(job: TextJob) -> None:
    """The other one begins like it; an empty field is filled with an example, what is typed is written over by nothing."""
    assert answers(job)["2"].title == "An example"
    type_in(job, gold=GOLD)
    assert job.exercise is not None and answers(job)["2"].title == "Start from the gold"
    assert any("begins as that of the gold" in one for one in said(job))
    job.do([TREES], "choose", "2")
    assert job.typed["system"] == GOLD and "2" not in answers(job)
    other = TextJob()
    other.do([TREES], "choose", "2")
    assert {side: other.typed[side] for side in EXAMPLES} == EXAMPLES and other.exercise is not None


def test_what_was_typed_is_there_again(job: TextJob) -> None:
    """Only texts, and only of fields that there are."""
    type_in(job, gold=GOLD, system=SYSTEM, title="It")
    job.do([GRAMMAR], "grammar", COMPOUND)
    other = TextJob()
    other.restore(job.state() | {"title": 7, "nothing": "x"})
    assert other.typed["gold"] == GOLD and other.typed["title"] == "" and other.exercise is not None
    assert "nothing" not in other.typed and other.typed["grammar"] == COMPOUND


# -- a grammar -------------------------------------------------------------------------------------------------------------


def test_an_example_is_there_at_once_with_two_analyses_chosen(job: TextJob) -> None:
    found = listed(job)
    words = found.columns[0]
    assert [words.text(place) for place in range(4)] == [
        "Two trees", "A sentence and a grammar", "Analysis 1 – gold", "Analysis 2 – system",
    ]  # fmt: skip
    assert words.below is not None and words.below(2).startswith("(S (NP I)")
    assert "2 analyses" in said(job, GRAMMAR)
    job.do([3], "choose", "1")
    assert words.text(3) == "Analysis 2 – gold, system" and answers(job, 3)["1"].is_chosen
    assert drawn(job, 3).layouts == ("merged",)
    (answer,) = job.do([2], "open")
    made = lesson(answer)
    assert made.steps[0].exercise.gold.name == "analysis 2" and made.title == "I saw the man with the telescope"


def test_another_sentence_is_analysed_in_the_background(job: TextJob) -> None:
    """What was found before is of another one; more than are listed are counted."""
    assert job.do([GRAMMAR], "grammar", COMPOUND) == [ANEW]
    job.do([GRAMMAR], "sentence", "a " * 12)
    assert isinstance(job.places("given", []), Later)
    found = listed(job)
    assert isinstance(job.places("given", []), Places) and len(found.order) == 2 + MOST_TREES + 9
    assert any("58,786 analyses; the first 100" in one for one in said(job, GRAMMAR))
    job.do([GRAMMAR], "sentence", "a")
    listed(job)
    assert any("not ambiguous" in one for one in said(job, GRAMMAR)) and job.chosen == {"gold": 0, "system": 0}


def test_the_gold_is_typed_first(job: TextJob) -> None:
    job.typed["gold"] = ""
    field = job.asks()
    assert field is not None and field in job.why(TREES)
    job.do([TREES], "gold", "(S (N a))")
    assert job.asks() is None


@pytest.mark.parametrize(
    ("grammar", "sentence", "wanted"),
    [
        ("S -> NP", "a", "Line 1: NP has no rule of its own"),
        ("S ->\nS -> 'a'", "a", "Line 1: nothing stands on the right"),
        (COMPOUND, "", "There is no sentence"),
        (COMPOUND, "b", "The grammar does not know 'b'"),
    ],
)  # fmt: skip
def test_faults_are_said_and_the_text_stays(job: TextJob, grammar: str, sentence: str, wanted: str) -> None:
    job.do([GRAMMAR], "grammar", grammar)
    job.do([GRAMMAR], "sentence", sentence)
    listed(job)
    (found,) = [str(one.text) for one in job.why(GRAMMAR) if isinstance(one, Text) and one.look == "alarm"]
    assert found.startswith(wanted) and job.typed["grammar"] == grammar and answers(job, GRAMMAR)["1"].why_not
    with pytest.raises(UsageError, match="no analysis yet"):
        job.picture(GRAMMAR)
    with pytest.raises(UsageError):
        job.do([GRAMMAR], "choose", "1")


def test_another_example_is_chosen(job: TextJob) -> None:
    (asked,) = job.do([GRAMMAR], "choose", "2")
    assert isinstance(asked, Choose) and len(asked.options) == 3
    job.do([GRAMMAR], asked.action, asked.options[0][0])
    assert "compound" in asked.options[0][1] and listed(job).columns[0].below(1) == job.typed["sentence"]  # type: ignore[misc]
    assert job.found is not None and " ".join(job.found.words) == job.typed["sentence"]


# -- lessons ---------------------------------------------------------------------------------------------------------------


def test_shipped_lessons_are_listed_and_opened(job: TextJob) -> None:
    found = listed(job)
    assert [(one.title, one.size) for one in found.sections] == [("Typed", 1), ("From a grammar", 3), ("Lessons", 9)]
    place = int(found.order[-9])
    assert found.columns[0].text(place).startswith("What evalb counts")
    page = job.picture(place)
    assert isinstance(page, Page) and len(page.items) > 5
    pages = [job.picture(one) for one in found.order[-9:].tolist()]
    assert not any(
        "{" in str(one.items) for one in pages if isinstance(one, Page)
    )  # figures are counted when it is opened
    (answer,) = job.do([place], "choose", "1")
    assert isinstance(answer, Open) and answer.make is not None and isinstance(answer.make(), WalkJob)
    assert job.places("given", job.tokens("hebrew")).order.tolist() == [int(found.order[-1])]  # type: ignore[union-attr]
