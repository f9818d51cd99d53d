"""The steps of a score in the window: each is drawn, lit, said; A and B follow; what is to be guessed is told nowhere."""

from __future__ import annotations

import pytest

from tests.jobs.test_compare import KINDS, SPACE
from tests.jobs.test_compare import of_sample as sample
from treecompare.errors import UsageError
from treecompare.extras.teaching.beside import TeachingBeside
from treecompare.extras.teaching.frames import Lineages
from treecompare.extras.teaching.steps_job import LAST, ScoreSteps, StepsJob, lineage_lines, score_at
from treecompare.jobs.base import Choice, Go, Handout, Lit, Open, Picture, Places, Say, Score, Text, own_number
from treecompare.jobs.compare import CompareJob
from treecompare.measures import measure
from treecompare.scores.rich import pieces_of
from treecompare.scores.table import SKIPPED


def of_sample(key: str) -> CompareJob:
    """A shipped comparison, as it is in the window."""
    job = sample(key)
    job.begin()
    return job


def drawn(job: StepsJob, place: int) -> Picture:
    found = job.picture(place)
    assert isinstance(found, Picture)
    found.drawn.lay_out(SPACE)
    return found


def listed(job: StepsJob) -> list[list[str]]:
    shown = job.places("steps", ())
    assert isinstance(shown, Places)
    return [[one.text(place) for one in shown.columns] for place in shown.order.tolist()]


@pytest.fixture
def apart() -> ScoreSteps:
    """A sentence of which gold and system differ, from its T edit script on."""
    job = of_sample("first-comparison")
    return ScoreSteps(job, job.comparison.row_of(18), "t.whole")


@pytest.mark.parametrize("key", KINDS)
def test_all_steps_of_all_scores_are_drawn_and_lit(key: str) -> None:
    """What a step is about can be seen, whatever is folded; nothing of the comparison is changed by that."""
    compared = of_sample(key)
    row = compared.comparison.sentences - 1
    before = compared.comparison.table.summary(0, compared.a, "pooled")
    job = ScoreSteps(compared, row)
    for place, stop in enumerate(job.stops):
        found = drawn(job, place)
        light = found.light("step")
        about = stop.frame.nodes if stop.frame.is_numbered_alike else ()
        assert len(light.places) >= len(set(about)) or not about, stop.frame.text
        seen = [found.drawn.shown_at(one) is not None for one in light.places]
        assert not seen or (any(seen) if stop.frame.operation is not None else all(seen)), stop.frame.text
        assert found.said[0] == stop.frame.text and isinstance(job.why(place)[0], Text)
    assert compared.comparison.table.summary(0, compared.a, "pooled") == before


def test_the_score_that_was_asked_for_comes_first_then_a_and_b_then_all_others(apart: ScoreSteps) -> None:
    """Space goes through all of them, and says where they end."""
    assert apart.a == "e.whole.dice" and apart.b == "t.whole.dice"
    assert [one.name for one in apart.scripts][:2] == ["t.whole", "e.whole"] and len(apart.scripts) > 6
    shown = apart.places("steps", ())
    assert isinstance(shown, Places)
    assert not any(own_number(shown.columns, at) for at in shown.order.tolist()), "each score counts its own steps"
    assert [one.key for one in shown.sections] == [one.name for one in apart.scripts]
    assert sum(one.size for one in shown.sections) == len(shown.order) == len(apart.stops)
    place, seen = 0, [0]
    while isinstance(answer := apart.do([place], "step")[0], Go):
        assert answer.place is not None
        place = answer.place
        seen.append(place)
    assert seen == shown.order.tolist() and answer == Say(LAST)
    assert apart.do([1], "step-back") == [Go(place=0)] and not apart.do([0], "step-back")
    assert apart.do([place], "present") == [Go(place=0)] and not apart.do([place - 1], "present")
    where = apart.do([0], "score", "A")[0]
    assert isinstance(where, Go) and where.place == len(apart.scripts[0].outline)


def test_trees_on_the_way_have_scores_that_are_told_beside_those_before(apart: ScoreSteps) -> None:
    rows = listed(apart)[: len(apart.scripts[0].outline)]
    figures = [row[3] for row in rows]
    assert figures[0] == apart.score(0, "t.whole.dice") and figures[-1] == "100.00" and len(set(figures)) > 2
    score = next(one for one in apart.why(1) if isinstance(one, Score) and one.letter == "B")
    assert score.words == f"before: {figures[0]}" and score.beside.startswith("▲") and score.figure == figures[1]
    assert drawn(apart, 1).figures[1][1:] == (score.figure, score.beside)  # type: ignore[index]
    assert [apart.before(place) for place in range(1, len(rows))] == [*range(len(rows) - 1)]
    assert apart.before(len(rows)) < 0  # another score begins
    last = len(rows) - 1
    scores = [score_at(apart.at(place), "t.whole.dice") for place in range(len(rows))]
    changes = [100 * (scores[place] - scores[other]) for place, other in ((last, 0), (2, 1), (2, 0))]
    assert drawn(apart, last).figures[1][2] == f"▲ {changes[0]:.2f} in all"  # type: ignore[index]
    assert drawn(apart, 2).figures[1][2] == f"▲ {changes[1]:.2f} · ▲ {changes[2]:.2f} in all"  # type: ignore[index]
    later = len(rows) + 1
    assert listed(apart)[later][2:] == ["", ""]  # the trees are those of the file there, and no step changes a score


def test_the_score_that_is_gone_through_stands_beside_a_and_b(apart: ScoreSteps) -> None:
    place = next(n for n in range(len(apart.stops)) if apart.name(n) == "la 1")
    assert [one.title for one in apart.why(place) if isinstance(one, Score)][2:] == ["Leaf-Ancestor"]
    assert [one.letter for one in apart.why(0) if isinstance(one, Score)] == ["A", "B"]
    roof = next(n for n in range(len(apart.stops)) if apart.name(n) == "e.roof 1")
    assert apart.keys(roof)[2:] == ("e.roof.dice",)


def test_nothing_is_lit_in_trees_whose_nodes_have_other_numbers(
    apart: ScoreSteps, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert drawn(apart, 1).light("step").places
    monkeypatch.setattr(type(apart.stops[1].frame), "is_numbered_alike", False)
    assert not drawn(apart, 1).light("step").places


def test_what_was_done_before_has_ticks_and_crosses(apart: ScoreSteps) -> None:
    of = next(place for place, one in enumerate(apart.stops) if one.script is not None and one.script.name == "e.whole")
    last = of + len(apart.scripts[1].outline) - 1
    light = drawn(apart, last).light("step")
    assert light.done and light.failed and not light.places


def test_a_word_is_gone_through_symbol_by_symbol(apart: ScoreSteps) -> None:
    place = next(place for place, one in enumerate(apart.stops) if one.frame.lineages is not None)
    link = next(
        piece.to for one in apart.why(place) if isinstance(one, Text) for piece in pieces_of(one.text) if piece.to
    )
    before = len(apart.stops)
    answers = apart.do([place], "link", link)
    assert answers[-1] == Go(place=before) and apart.stops[before].script is not None
    names = [one.name for one in apart.scripts]
    assert names[names.index("la") + 1] == link.removeprefix("word:")
    assert apart.do([place], "link", link)[-1] == Go(place=before) and len(set(names)) == len(names)
    assert apart.name(before) == f"{link.removeprefix('word:')} 1" and apart.place(apart.name(before)) == -1


def test_lineages_stand_below_each_other() -> None:
    cells = (("NP", "NP", 0.0), ("VP", "", 1.0), ("S", "SQ", 0.5))
    gold, system, costs = lineage_lines(Lineages("dog", cells, 1))
    assert (gold, system, costs) == ("gold: NP  VP<  S  ", "system: NP  –  SQ  ", "costs: 0  1")
    assert [piece.text for piece in pieces_of(gold) if piece.look == "strong"] == ["VP<"]
    assert lineage_lines(Lineages("dog", cells, 2))[0] == "gold: NP  VP<  ~S  "
    assert len(lineage_lines(Lineages("dog", cells, -1))) == 2


def test_a_hidden_score_is_told_nowhere_until_it_is_asked_for(apart: ScoreSteps) -> None:
    """Neither by its formula, nor by steps, counts, the list or the boxes of the bar."""
    shown = apart.score(0, "t.whole.dice")
    apart.do([0], "hide:scores")
    blocks = apart.why(1)
    assert shown not in str(blocks) and not drawn(apart, 1).counts and not drawn(apart, 1).light("step").places
    assert all(
        one.figure == "?" and not one.formula and not one.words and not one.share
        for one in blocks
        if isinstance(one, Score)
    )
    assert {text for row in listed(apart) for text in row[2:]} <= {"", "?"} and "deleted" not in str(listed(apart))
    assert [pick.beside for pick in apart.picks(1)[1:]] == ["?", "?"]
    assert any(isinstance(one, Choice) and one.key == "1" for one in blocks)
    assert apart.do([1], "handout")[0].scores == ()  # type: ignore[union-attr]
    apart.do([1], "step")
    (told,) = apart.do([1], "handout")
    assert isinstance(told, Handout) and told.words == apart.stops[1].frame.text and len(told.scores) > 30
    assert not any(isinstance(one, Choice) for one in apart.why(1)) and apart.score(1, "t.whole.dice") != "?"
    assert apart.score(2, "t.whole.dice") == "?" and isinstance(apart.do([1], "step")[0], Go)
    apart.do([2], "choose", "1")
    assert apart.score(2, "t.whole.dice") != "?"


def test_a_count_is_lit_and_words_are_found(apart: ScoreSteps) -> None:
    assert apart.do([0], "link", "count:t.whole/deleted") == [Lit("count:t.whole/deleted")]
    assert drawn(apart, 0).light("count:t.whole/deleted").places
    shown = apart.places("steps", apart.tokens("becomes"))
    assert (
        isinstance(shown, Places)
        and shown.order[0] == 0
        and len(shown.order) < 5
        and len(shown.sections) == len(apart.scripts)
    )


def test_measures_and_the_score_are_chosen_in_the_bar(apart: ScoreSteps) -> None:
    score, a, _ = apart.picks(0)
    assert score.now == "t.whole" and ("la", measure("la").title) not in score.options
    apart.do([0], "a", "la")
    assert apart.picks(0)[1].now == "la" and a.now == "e.whole.dice"
    assert apart.do([0], "score-of", "la") == [
        Go(place=next(n for n in range(len(apart.stops)) if apart.name(n) == "la 1"))
    ]


def test_steps_begin_at_the_formula_in_why_and_lead_back() -> None:
    compared = of_sample("first-comparison")
    first = next(one for one in compared.why(3) if isinstance(one, Score))
    (piece,) = (piece for piece in pieces_of(first.beside) if piece.to)
    (answer,) = compared.do([3], "link", piece.to)
    assert isinstance(answer, Open) and answer.make is not None
    job = answer.make()
    assert isinstance(job, ScoreSteps) and job.base.row == 3 and job.scripts[0].name == measure(compared.a).part
    names = [name for name, _ in job.beside()]
    assert "Steps" in names and dict(job.beside())[compared.view]() is compared
    (answer,) = compared.do([3], "step")
    assert isinstance(answer, Open) and answer.make is not None
    assert answer.make().scripts[0].name == measure(compared.b).part  # type: ignore[union-attr]  # what is drawn


def test_where_nothing_is_counted_there_are_no_steps() -> None:
    compared = of_sample("first-comparison")
    assert TeachingBeside(compared).parts
    compared.comparison.table.statuses[:] = SKIPPED
    assert not TeachingBeside(compared).parts
    compared.comparison.table.zeroed[:] = True
    with pytest.raises(UsageError, match="no steps"):
        ScoreSteps(compared, 0)
