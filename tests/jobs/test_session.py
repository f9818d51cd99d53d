"""Where one is and how one came there, without a window: jobs that follow each other, the way back, what is taken back."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.window.frame.toy import Toy
from treecompare import resources
from treecompare.errors import UsageError
from treecompare.jobs import base, widths
from treecompare.jobs.exporting import proposed
from treecompare.jobs.remembered import Remembered, Saving
from treecompare.jobs.session import Session
from treecompare.scores.rich import Rich


@pytest.fixture
def stored() -> dict[str, str]:
    return {}


@pytest.fixture
def session(stored: dict[str, str]) -> Session:
    return Session(kept=Remembered(lambda key: stored.get(key, ""), stored.__setitem__))


def test_a_job_is_looked_at_as_it_was_left(session: Session, stored: dict[str, str]) -> None:
    toy = Toy()
    order = toy.orders()[-1].key
    session.enter(toy, order)
    session.place = 5
    session.note("words")
    session.end()
    assert session.job is None and not session.tabs and len(stored) == 1
    assert session.enter(Toy()) == ("", 5)  # what belongs to no file is listed as a whole again
    assert session.order == order
    assert session.enter(Toy(), "no such order", "typed", 3) == ("typed", 3) and session.order == order
    session.enter(Toy(), toy.orders()[0].key)
    assert session.order == toy.orders()[0].key


def test_what_was_looked_for_is_there_again_after_another_tab(session: Session) -> None:
    """And the place, also of a job that knows none by a name; a place that is wanted is shown under no other conditions."""
    toy, other = Toy(), Toy()
    toy.place = lambda _name: -1  # type: ignore[method-assign]
    session.enter(toy)
    session.place = 4
    session.note("even")
    session.enter(other)
    session.note("")
    assert session.enter(toy) == ("even", 4) and session.enter(toy, find="odd") == ("odd", 4)
    assert session.enter(toy, place=3) == ("", 3)
    session.end()
    assert session.enter(toy) == ("", -1)


def test_what_is_wanted_comes_before_what_a_file_keeps(session: Session) -> None:
    for wanted, found in (("", ("kept", 3)), ("typed", ("typed", 3))):
        toy = Toy()
        toy.remembered = lambda _kind: {"find": "kept", "place": "3"}  # type: ignore[method-assign]
        assert session.enter(toy, "", wanted) == found and session.enter(toy, "", "", 2) == ("", 2)


def test_what_is_stored_and_is_no_state_is_not_used(session: Session, stored: dict[str, str]) -> None:
    toy = Toy()
    session.enter(toy)
    session.note("")
    for text in ("[1]", "{", '{"state": 7}', "9" * 200_000, "[" * 50_000):
        stored.update(dict.fromkeys(stored, text))
        assert session.enter(toy) == ("", -1) and session.order == toy.orders()[0].key


def test_back_knows_where_one_came_from(session: Session) -> None:
    toy = Toy()
    session.enter(toy)
    session.place = 4
    session.remember("a")
    session.came = "b"
    assert session.came_under("b") and not session.came_under("c")
    assert session.way.pop() == (toy, session.order, "a", 4) and not session.came_under("b")
    session.nothing_listed()
    assert (session.place, session.here) == (-1, 4)


def test_a_job_that_passes_goes_when_it_is_left(session: Session) -> None:
    """By Back, by a tab to where it was opened, or to another; nothing leads to it again, and it is closed."""
    toy, other = Toy(), Toy()
    for leads, to, way in (("back", toy, [1]), ("tab", toy, [1]), ("tab", other, [1, 2])):
        session.way.clear()
        steps = Toy()
        steps.passes = True
        session.enter(toy)
        for place in (1, 2):
            session.place = place
            session.remember("")
        session.enter(steps)
        session.place = 3
        session.remember("")  # from step to step
        if leads == "back":
            assert session.way.pop().job is steps and session.way.pop().place == 2
        else:
            session.remember("")
        session.enter(to)
        assert [one.place for one in session.way] == way and {one.job for one in session.way} == {toy}
        assert steps.is_closed and steps not in session.jobs and toy in session.jobs


def test_steps_are_taken_back_in_the_job_in_which_they_were_done(session: Session) -> None:
    first, second = Toy(), Toy()
    put: list[Any] = []
    for one, place in ((first, 3), (second, 7)):
        one.put = lambda action, values, place=place: (put.append((action, values)), place)[1]  # type: ignore[method-assign, misc]
        session.enter(one)
        session.keep(base.Done(f"At {place}", "mark", {"x": 0}, {"x": place}))
    assert session.next_turn(True) == ("At 7", True) and session.next_turn(False) == ("", False)
    assert session.take_back(True) == (second, 7, "Undone: At 7")
    assert session.take_back(True) == (first, 3, "Undone: At 3") and session.take_back(True) is None
    assert session.take_back(False) == (first, 3, "Redone: At 3")
    assert put == [("mark", {"x": 0}), ("mark", {"x": 0}), ("mark", {"x": 3})]
    session.keep(base.Done("Anew", "mark", {}, {}))
    assert session.next_turn(False) == ("", False)

    def refuse(action: str, values: Any) -> int:
        raise UsageError("not now")

    second.put = refuse  # type: ignore[method-assign]
    with pytest.raises(UsageError):
        session.take_back(True)
    assert session.next_turn(True) == ("Anew", True)  # what was refused can be tried again


def test_what_is_done_moves_nothing_in_the_list(session: Session) -> None:
    toy = Toy()
    session.enter(toy)
    shown = session.listed("")
    assert isinstance(shown, base.Places)
    turned = base.Places(shown.order[::-1], shown.columns)
    now = session.listed_anew("", turned, "")
    assert isinstance(now, base.Places) and np.array_equal(now.order, turned.order) and not now.sections
    toy.tokens = lambda text: (_ for _ in ()).throw(UsageError(text))  # type: ignore[method-assign, assignment]
    now = session.listed_anew("no condition", shown, "3 of 9")
    assert isinstance(now, base.Places) and now.count == "3 of 9" and np.array_equal(now.order, shown.order)


def test_a_list_that_may_move_is_listed_anew(session: Session) -> None:
    toy = Toy()
    session.enter(toy)
    shown = session.listed("")
    assert isinstance(shown, base.Places)
    turned = replace(shown, order=shown.order[::-1])
    toy.places = lambda *_: replace(turned, stay=False)  # type: ignore[method-assign]
    now = session.listed_anew("", shown, "")
    assert isinstance(now, base.Places) and np.array_equal(now.order, turned.order)


def test_what_was_looked_for_last_stays_where_all_is_listed_again(session: Session) -> None:
    session.enter(Toy())
    session.listed("even")
    session.listed("")
    assert session.last_find == "even"


@pytest.mark.parametrize("width", [640, 800, 1280, 1600, 2100, 3000])
def test_columns_fill_the_window_and_the_drawing_shrinks_last(width: int) -> None:
    letter = 8
    found = widths.widths(width, letter)
    if widths.has_sheet(width, letter):
        assert len(found) == 2 and widths.LEAST_LIST * letter <= found[0] <= widths.LIST[0] * letter
        return
    left, drawing, right = found
    assert sum(found) == width and left >= widths.LIST[0] * letter and right >= widths.WHY[0] * letter
    assert drawing >= widths.DRAWING * letter
    wider = widths.widened(found, letter)
    assert wider[0] == widths.LIST[1] * letter and sum(wider) == width
    assert widths.widened(wider, letter) == wider


def test_a_file_is_proposed_as_the_last_one_was_written(stored: dict[str, str], tmp_path: Path) -> None:
    kinds = [("Table", "csv"), ("Table for scripts", "tsv")]
    saving = Saving(kinds, lambda key: stored.get(key, ""), stored.__setitem__)
    assert saving.proposed("scores", str(tmp_path)) == (str(tmp_path / "scores.csv"), "Table (*.csv)")
    assert saving.chosen(str(tmp_path / "mine"), saving.filters[1]) == str(tmp_path / "mine.tsv")
    assert saving.proposed("scores", "") == (str(tmp_path / "scores.tsv"), "Table for scripts (*.tsv)")
    assert saving.proposed("scores.csv", "/nowhere")[0] == str(Path.home() / "scores.csv")
    assert saving.chosen("/elsewhere/mine.txt", "no such kind") == "/elsewhere/mine.txt"
    assert saving.proposed("", "") == (str(Path.home()), "no such kind")


def test_what_is_made_of_a_sample_is_not_proposed_beside_it(tmp_path: Path) -> None:
    own = base.Save("Write result", [("Brackets", "mrg")], "a result", lambda _form: "", (str(tmp_path / "gold.mrg"),))
    assert proposed(own) == ("a-result", str(tmp_path))
    sample = resources.path("samples") / "first-comparison" / "gold.mrg"
    assert sample.exists() and proposed(own._replace(sources=(str(sample),))) == proposed(own._replace(sources=()))


def test_what_is_a_condition_of_sentences_alone_is_said_where_nothing_is_found(session: Session) -> None:
    """In quotes it is words, and so is what is found."""
    toy = Toy()
    session.enter(toy)
    for typed, name in (
        ("even label /(/", "label"),
        ("error", "error"),
        ("A < 50", "A"),
        ("/(/", "/(/"),
        ("No. 5", "No."),
    ):
        with pytest.raises(
            UsageError, match=f"'{re.escape(name)}': no such condition here; expected words, even, open, l"
        ):
            session.listed(typed)
    for typed in ('"error"', "errors", "A dog", "the only one", "length > 900", "nmod:label", "even word1 it"):
        assert isinstance(session.listed(typed), base.Places)
    toy.words = lambda _place: Rich("label")  # type: ignore[method-assign]
    shown = session.listed("label")
    assert isinstance(shown, base.Places) and len(shown.order) == toy.size
    toy.words, toy.conditions = lambda _place: Rich(), dict  # type: ignore[method-assign, assignment]
    assert isinstance(session.listed("label"), base.Places)  # where nothing but words can be typed
