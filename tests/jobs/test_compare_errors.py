"""Errors in the job of a comparison: what each costs, how they are lit, chosen and told, and the way from one to others like it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.jobs.test_compare import (
    View,
    blocks,
    drawn_of,
    first_of,
    links,
    listed,
    lit_in,
    of_sample,
    rows,
    trees,
)
from treecompare.analyses.errors import CountedErrors, everything
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.errors import errors_of_row
from treecompare.comparison.settings import Settings
from treecompare.drawing.drawn import Space
from treecompare.jobs import base
from treecompare.jobs.base import Go, Head, Later, Lit, Picture, Row, Say, Text
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.compare_why import ordered
from treecompare.readers import parse
from treecompare.scores.rich import pieces_of

__all__ = ["trees"]


def test_errors_are_told_the_heaviest_first_and_lead_to_all(trees: CompareJob) -> None:
    place = next(one for one in rows(trees, "changes"))
    told = blocks(trees, place)
    errors = [one for one in told if isinstance(one, Row) and one.to.startswith("error:")]
    costs = [sum(map(int, one.figures.split(" · "))) for one in errors if "Tag" not in one.title]
    assert costs == sorted(costs, reverse=True)
    to = next(to for text, to in links(errors).items() if "in all" in text)
    go = first_of(trees.do([place], "link", to), Go)
    assert place in rows(trees, "file", go.find)
    assert trees.comparison.errors_of(0, place) == trees.comparison.errors(0).of(place)


@pytest.mark.parametrize(
    ("a", "told"),
    [
        ("e.whole.dice", "A · B"), ("e.whole.recall", "A · B"), ("t.whole.dice", "A · E"), ("la", "B · E"),
        ("e.roof.dice", "B · E, whole"), ("t.whole.dice.unlabelled", "B · E, labelled"),
        ("t.roof.dice.unlabelled", "B · E, whole, labelled"),
    ],
)  # fmt: skip
def test_costs_are_those_of_a_score_or_say_whose(trees: CompareJob, a: str, told: str) -> None:
    trees.do([0], "b", "t.whole.dice")
    trees.do([0], "a", a)
    heaviest = {place: next(iter(ordered(trees._own_errors(place))), None) for place in rows(trees, "changes")}
    place, error = next((at, one) for at, one in heaviest.items() if one and one.first_cost != one.second_cost)
    there = blocks(trees, place)
    head = next(one for one in there if isinstance(one, Head) and "error" in one.text)
    assert "".join(one.text for one in pieces_of(head.beside)) == f"costs {told}"
    costs = (error.first_cost, error.second_cost)[:: 1 if told == "A · B" else -1]
    assert next(one for one in there if isinstance(one, Row)).figures == " · ".join(map(str, costs))


def test_why_says_where_it_counts_more_errors_than_the_tables() -> None:
    """Tables count in sentences that all systems have, "in all" leads to all of the system."""
    gold, wrong = "(S (NP (D a)) (VP (V b)))", "(S (NP (D a)) (XP (V b)))"

    def told(others: str) -> tuple[str, list[str], int | None]:
        trees = [parse(f"{wrong}\n{wrong}"), parse(f"{gold}\n{others}")]
        job = CompareJob(score(ConstituentComparison(parse(f"{gold}\n{gold}"), trees)))
        found = blocks(job, 0)
        (row,) = (one for one in found if isinstance(one, Row) and one.to.startswith("error:"))
        said = [one.text for one in found if isinstance(one, Text) and "In all:" in one.text]
        return str(row.below).rpartition("  ")[2], said, CountedErrors(job.comparison).number(0, everything)

    assert told(gold) == ("2 in all\u00a0›", [], 2)
    below, (said,), counted = told("()")
    assert below.startswith("2 in all") and counted == 1 and "1 error more" in said


def test_the_errors_of_a_sentence_are_looked_for_once_in_each_system(
    trees: CompareJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[tuple[int, int]] = []

    def noted(comparison: Any, system: int, row: int) -> Any:
        looked.append((system, row))
        return errors_of_row(comparison, system, row)

    monkeypatch.setattr("treecompare.comparison.constituents.errors.errors_of_row", noted)
    place = rows(trees, "changes")[0]
    drawn_of(trees, place)
    blocks(trees, place)
    assert sorted(looked) == [(system, place) for system in range(len(trees.comparison.table.systems))]


def test_errors_of_trees_that_have_hardly_anything_in_common_are_looked_for_later() -> None:
    """They take seconds: neither the drawing nor what is said of other systems waits for them in the window's thread."""
    words, others = (" ".join(f"({tag} w{n})" for n in range(60)) for tag in "AB")
    gold = f"(S {words})"
    wrong = f"(S {'(X ' * 60}{others}{')' * 60})"
    job = CompareJob(score(ConstituentComparison(parse(gold), [parse(wrong), parse(wrong)])))
    found = job.picture(0)
    assert isinstance(found, Later) and found.said == "Looking for errors…"
    made = found.make(Cancel(), lambda _: None)
    assert isinstance(made, Picture) and isinstance(job.picture(0), Picture)  # what is known is drawn at once
    laters = [one for one in job.why(0) if isinstance(one, Later)]
    assert len(laters) == 2
    told = laters[1].make(Cancel(), lambda _: None)
    assert [type(one) for one in told] == [Head, Row]


def test_a_click_on_what_is_wrong_chooses_its_error(errors: CompareJob) -> None:
    picture = drawn_of(errors, 6)
    own = [one for one in blocks(errors, 6) if isinstance(one, Row) and one.to.startswith("error:")]
    lit = lit_in(picture, own[1].to)
    box = next(box for box in lit if picture.drawn.place_of(box) in picture.drawn.changed())
    assert errors.do([6], "box", box) == [Lit(own[1].to)]
    assert errors.do([6], "box", box) == []  # it stays
    heaviest = next(box for box in lit_in(drawn_of(errors, 0), "error:0") if box.operation != "matched")
    assert errors.do([0], "box", heaviest) == []  # lit at first
    picture = drawn_of(errors, 6)
    same = next(box for box in picture.drawn.boxes if picture.drawn.place_of(box) not in picture.drawn.changed())
    assert errors.do([6], "box", same) == []
    errors.do([6], "part")  # of roofs nodes have other numbers
    picture = drawn_of(errors, 6)
    assert picture.drawn.changed()
    assert all(errors.do([6], "box", picture.drawn.box_of(place)) == [] for place in picture.drawn.changed())


def test_a_drawing_lights_its_own_errors_while_another_system_comes_in(trees: CompareJob) -> None:
    """It is laid out again while the next one is made."""
    place = next(one for one in rows(trees, "changes") if len(trees._own_errors(one)) > 0)
    picture, last = drawn_of(trees, place), len(trees._own_errors(place)) - 1
    before = picture.light(f"error:{last}").places
    trees.do([place], "system", "1")
    assert picture.light(f"error:{last}").places == before


def test_places_like_this(trees: CompareJob) -> None:
    order = rows(trees, "changes")
    place, _ = alike(trees, order[0])
    assert place in order
    trees.do([order[0]], "link", "error:0")
    assert drawn_of(trees, alike(trees, order[0])[0]).lit.startswith("error:")


def alike(job: CompareJob, place: int, direction: str = "next") -> tuple[int, str]:
    """Where a step to a place like this one leads, and what is said of it."""
    drawn_of(job, place)
    answers = first_of(job.do([place], f"{direction}-alike"), Later).make(Cancel(), lambda _: None)
    there = next((one.place for one in answers if isinstance(one, Go)), None)
    return place if there is None else there, first_of(answers, Say).text


NP = "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears))))))"
VP = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NNS ears)))))"
TAG, NOUN = NP.replace("DT", "CD"), NP.replace("NN man", "JJ man")


@pytest.fixture
def errors() -> CompareJob:
    """Seven sentences; the same error in 1 and 4, another in 3 and 6, one of its type in 5, both in 7."""
    systems = [VP, NP, TAG, VP, NOUN, TAG, VP.replace("NN man", "JJ man")]
    texts = "\n".join([NP] * len(systems)), "\n".join(systems)
    job = CompareJob(score(ConstituentComparison(parse(texts[0]), [parse(texts[1])], Settings(params="none"))))
    listed(job, "file")
    return job


def test_the_same_labels_go_before_the_same_types(errors: CompareJob) -> None:
    assert alike(errors, 2) == (5, "Like sentence 3: the same errors, with the same labels.")
    assert alike(errors, 5) == (2, "Sentence 3 again, where this began. Round the end of the list.")
    assert alike(errors, 2, "previous")[0] == 5
    assert alike(errors, 4) == (5, "Like sentence 5: errors of the same types.")
    # who goes on does so with what was sought first, not with what is more like the last one
    assert alike(errors, 5) == (2, "Like sentence 5: errors of the same types. Round the end of the list.")
    assert alike(errors, 2)[0] == 4


def test_where_nothing_is_like_it_that_is_said(errors: CompareJob) -> None:
    assert alike(errors, 1) == (1, "This sentence has no errors that another one could share.")
    listed(errors, "file", "No. 1–3")
    assert alike(errors, 0) == (0, "No other sentence of the list is like this one.")


def test_an_error_that_was_chosen_leads_to_its_like_which_is_lit(errors: CompareJob) -> None:
    rows_of = [one.title for one in blocks(errors, 6) if isinstance(one, Row) and one.to.startswith("error:")]
    errors.do([6], "link", f"error:{rows_of.index('PP attachment')}")
    said = "Like sentence 7: PP attachment, with the same labels. Round the end of the list."
    assert alike(errors, 6) == (0, said)
    assert drawn_of(errors, 0).lit == "error:0"
    assert alike(errors, 0)[0] == 3
    errors.do([6], "link", f"error:{1 - rows_of.index('PP attachment')}")
    assert alike(errors, 6)[0] == 4  # JJ for NN; the tags of 3 and 6 are others


def test_of_several_errors_the_one_that_was_looked_for_is_lit(errors: CompareJob) -> None:
    titles = [one.title for one in blocks(errors, 6) if isinstance(one, Row) and one.to.startswith("error:")]
    assert len(titles) == 2
    for number, title in enumerate(titles):
        for find in (f'error "{title}"', f'differs error "{title}"', f'length > 1 error "{title}" | no parse'):
            listed(errors, "file", find)
            assert drawn_of(errors, 6).lit == f"error:{number}"
    listed(errors, "file", f'not error "{titles[1]}"')
    assert drawn_of(errors, 6).lit == "error:0"


def test_a_changed_node_leads_to_errors_like_its_own(errors: CompareJob) -> None:
    """Once it was clicked."""
    picture = drawn_of(errors, 6)
    tag = next(node for one in errors.comparison.errors(0).of(6) if one.what != "PP" for node in one.nodes)
    errors.do(
        [6],
        "box",
        next(box for box in picture.drawn.boxes if tag in picture.drawn.nodes_at(picture.drawn.place_of(box))),
    )
    assert alike(errors, 6)[0] == 4


def test_who_goes_elsewhere_meanwhile_stays_there(errors: CompareJob) -> None:
    drawn_of(errors, 2)
    later = first_of(errors.do([2], "next-alike"), Later)
    drawn_of(errors, 0)
    assert later.make(Cancel(), lambda _: None) == []


def test_the_error_that_was_lit_of_one_system_is_not_sought_in_another() -> None:
    job = of_sample("first-comparison")
    lit = set()
    for place in range(job.comparison.sentences):
        job.do([place], "system", "0")
        if job._own_errors(place):
            job.do([place], "link", f"error:{len(job._own_errors(place)) - 1}")
            job.do([place], "system", "1")
            picture = job.picture(place)
            assert isinstance(picture, base.Picture)
            picture.light(picture.lit)
            lit.add(picture.lit)
    assert "" in lit and "error:0" in lit


def test_what_is_lit_or_gone_through_is_not_folded_away() -> None:
    """In a room that has none for all that differs."""
    low = " ".join(f"(NP (D a{one}) (N b) (PP (P c) (NP (N d))))" for one in range(24))
    high = " ".join(f"(NP (D a{one}) (N b)) (PP (P c) (NP (N d)))" for one in range(24))
    comparison = ConstituentComparison(parse(f"(S {low} (VP (V e)))"), [parse(f"(S {high} (VP (V e)))")], Settings())
    score(comparison)
    picture, view = drawn_of(CompareJob(comparison), 0), View()
    view.look_at(picture)
    seen, least = view.drawn.is_seen, picture.light("error:0").least
    assert not all(map(seen, view.drawn.changed()))
    assert least and all(map(seen, view.drawn.places_of(least)))
    order = [*view.drawn.changed(), None]
    for number, place in enumerate(order[:-1]):  # what is unfolded on the way has other places, but the order stays
        view.come_to(place)
        assert seen(view.here) and all(map(seen, view.drawn.places_of(least)))
        assert view.number_of_change(place) == number and view.change_from_here(1) == order[number + 1]


def test_what_is_usual_is_drawn_where_half_of_an_error_is_seen_in_it() -> None:
    """Though there is room for all that is lit, if what is far from it is folded away."""
    trees, view = of_sample("first-comparison"), View()
    view.space = Space(540, 420, focuses=True)
    place = rows(trees, trees.orders()[0].key)[0]
    view.look_at(trees.picture(place))  # type: ignore[arg-type]
    drawn, light = view.drawn, view.picture_shown.light("error:0")  # type: ignore[union-attr]
    assert drawn.way.around is None and len(light.least) // 2 <= sum(map(drawn.is_seen, light.least)) < len(light.least)
    drawn.wanted = list(light.wanted)
    drawn.lay_out(view.space)
    assert drawn.way.around is not None  # else the test shows nothing


def test_the_order_of_changes_stays_as_they_move(trees: CompareJob, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = drawn_of(trees, rows(trees, trees.orders()[0].key)[0]).drawn
    order, tick = [*drawn.changed()], drawn._tick
    monkeypatch.setattr(drawn, "_tick", lambda place: (-tick(place)[0], ""))
    assert drawn.changed() == order and len({tick(one)[0] for one in order}) > 1
    drawn.arrangement = "side-by-side"  # where all has other places
    assert drawn.changed() == sorted(order, key=lambda one: -tick(one)[0]) != order
