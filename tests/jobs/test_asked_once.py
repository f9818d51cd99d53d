"""What a comparison is asked once, however many places are looked at: counted calls, no times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.made import erring, gold_trees
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.constituents import errors as tree_errors
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled
from treecompare.jobs.base import Later, Row, Shown
from treecompare.jobs.compare import CompareJob
from treecompare.readers import parse
from treecompare.scores.rich import pieces_of


@pytest.fixture
def job() -> CompareJob:
    gold = gold_trees(60)
    systems = [replace(parse("\n".join(erring(gold, seed))), name=name) for name, seed in (("first", 1), ("second", 2))]
    return CompareJob(score(ConstituentComparison(parse("\n".join(gold)), systems, Settings(params="none"))))


def counted(monkeypatch: pytest.MonkeyPatch, of: Any, *names: str) -> Counter[str]:
    """How often some functions are called from now on."""
    calls: Counter[str] = Counter()

    def noted(name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            calls[name] += 1
            return does(*given, **named)

        return call

    for name in names:
        monkeypatch.setattr(of, name, noted(name, getattr(of, name)))
    return calls


def later_of(job: CompareJob, place: int) -> Later:
    return next(one for one in job.why(place) if isinstance(one, Later))


def test_the_search_for_errors_goes_on_where_nobody_waited_any_more(
    job: CompareJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_errors, "BLOCK_WORDS", 60)
    calls, nobody = counted(monkeypatch, tree_errors, "_errors_of"), Cancel()
    nobody.set()
    for place in (3, 4):
        with pytest.raises(Cancelled):
            later_of(job, place).make(nobody, lambda _: None)
    assert calls["_errors_of"] == 2
    rows = [one for one in later_of(job, 5).make(Cancel(), lambda _: None) if isinstance(one, Row)]
    whole = calls["_errors_of"]
    assert rows and whole > 5
    assert not [one for one in job.why(6) if isinstance(one, Later)]
    assert job.comparison.errors(0) is job.comparison.errors(0) and calls["_errors_of"] == whole
    job.comparison.errors(1)
    assert calls["_errors_of"] == 2 * whole
    alone = score(ConstituentComparison(job.comparison.gold, job.comparison.systems, Settings(params="none")))
    assert list(alone.errors(0)) == list(job.comparison.errors(0))


def test_a_search_that_failed_begins_anew(job: CompareJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_errors, "BLOCK_WORDS", 60)
    with monkeypatch.context() as broken:
        broken.setattr(tree_errors, "_opportunities", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            job.comparison.errors(0)
    assert len(job.comparison.errors(0).analysed) == 60


def test_what_is_wrong_is_said_at_once_and_how_often_elsewhere_later(job: CompareJob) -> None:
    place = int((job.comparison.table.changed(0) > 0).argmax())
    later = later_of(job, place)
    first = [one for one in later.until if isinstance(one, Row)]
    then = [one for one in later.make(Cancel(), lambda _: None) if isinstance(one, Row)]
    assert first and [one[:4] for one in first] == [one[:4] for one in then]
    assert all(any("… in all" in piece.text for piece in pieces_of(one.below)) for one in first)
    assert all(any(piece.to.startswith("all:") for piece in pieces_of(one.below)) for one in then)


def test_figures_of_all_sentences_are_asked_for_once(job: CompareJob, monkeypatch: pytest.MonkeyPatch) -> None:
    places = [place for place, number in enumerate(job.comparison.table.changed(0)) if number > 0]

    def look(place: int) -> None:
        job.picture(place)
        job.why(place)
        job.picks(place)

    look(places[0])
    calls = counted(monkeypatch, job.comparison.table, "scores", "summary", "summaries")
    for place in places[1:5]:
        look(place)
    job.places(job.orders()[1].key, ())
    job.places(job.orders()[0].key, ())
    assert not calls


def test_scores_beside_options_are_asked_for_where_one_chooses(
    job: CompareJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = counted(monkeypatch, job.comparison.table, "summary", "summaries", "averaged")
    picks = job.picks(0)
    assert not calls
    assert set(picks[1].figures()) == {value for value, _ in picks[1].options if value}
    asked = calls["summary"]
    assert asked == len(picks[1].figures()) and picks[2].figures() == picks[1].figures() and calls["summary"] == asked


def test_what_does_not_change_the_drawing_draws_nothing(job: CompareJob) -> None:
    job.picture(0)
    assert job.do([0], "average") == [Shown(places=True, why=True)]
    assert job.do([0], "a", "e.roof.jaccard") == [Shown(places=True, why=True)]
    assert job.do([0], "swap-measures") == [Shown(places=True, why=True)]
    assert job.do([0], "system", "1") == [Shown(True, True, True)]
    assert job.do([0], "a", "e.roof.jaccard") == [Shown(True, True, True)]  # whose counts are drawn now
