"""A comparison as a job of the window: what is listed, found, drawn, lit, said, marked and copied, of every kind."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.made import erring, gold_trees
from treecompare import resources
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.errors import errors_of_row
from treecompare.comparison.judgements import YES
from treecompare.comparison.roles import sample_files
from treecompare.comparison.settings import Settings
from treecompare.drawing.drawn import Drawn, Space
from treecompare.errors import Cancelled, TreecompareError, UsageError
from treecompare.jobs import base
from treecompare.jobs.base import (
    SPARE,
    Ask,
    Choose,
    Copy,
    Done,
    Fold,
    Go,
    Head,
    Later,
    Lit,
    Places,
    Row,
    Say,
    Score,
    Shown,
    Text,
)
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.looked import Looked
from treecompare.jobs.opening import opening
from treecompare.jobs.overview import OverviewJob
from treecompare.measures import measure
from treecompare.readers import parse
from treecompare.scores.result import Found
from treecompare.scores.rich import pieces_of

SPACE = Space(900.0, 600.0, focuses=True)
SAMPLES = {one.key: one for one in resources.samples()}
KINDS = ("first-comparison", "dependencies", "words-that-differ", "tsarfaty-2012", "two-annotators")


def of_sample(key: str) -> CompareJob:
    job = opening(sample_files(SAMPLES[key]))(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    return job


@pytest.fixture(scope="module", params=KINDS)
def kind(request: Any) -> CompareJob:
    return of_sample(request.param)


@pytest.fixture
def trees() -> CompareJob:
    """Two systems, the second of which is better."""
    gold = gold_trees(60)
    systems = [replace(parse("\n".join(erring(gold, seed))), name=name) for name, seed in (("first", 1), ("second", 2))]
    return CompareJob(score(ConstituentComparison(parse("\n".join(gold)), systems, Settings(params="none"))))


def listed(job: CompareJob, order: str = "", find: str = "") -> Places:
    found = job.places(order or job.orders()[0].key, job.tokens(find))
    return found if isinstance(found, Places) else found.make(Cancel(), lambda _: None)


def usual(job: CompareJob, order: str) -> list[base.Column]:
    """The columns that a narrow list has, too."""
    return [one for one in listed(job, order).columns if one.rank < SPARE]


def rows(job: CompareJob, order: str = "", find: str = "") -> list[int]:
    return [int(one) for one in listed(job, order, find).order]


def blocks(job: CompareJob, place: int) -> list[Any]:
    """What is said of a place, with what comes later."""
    found: list[Any] = []
    for one in job.why(place):
        found += one.make(Cancel(), lambda _: None) if isinstance(one, Later) else [one]
    return found


def links(of: Sequence[Any]) -> dict[str, str]:
    """What leads somewhere, by its text."""
    texts = [text for one in of for text in one if isinstance(text, str)]
    return {piece.text: piece.to for text in texts for piece in pieces_of(text) if piece.to}


def first_of(answers: Sequence[Any], kind: type[Any]) -> Any:
    return next(one for one in answers if isinstance(one, kind))


def drawn_of(job: CompareJob, place: int) -> base.Picture:
    """What is drawn of a place, laid out."""
    picture = job.picture(place)
    assert isinstance(picture, base.Picture)
    picture.drawn.lay_out(SPACE)
    return picture


def lit_in(picture: base.Picture, what: str = "") -> list[Any]:
    """The boxes that an address lights, or what is lit at first."""
    places = picture.light(what or picture.lit).places
    return [box for place in places if (box := picture.drawn.shown_at(place)) is not None]


# -- the list --------------------------------------------------------------------------------------------------------------


def test_it_opens_where_measures_disagree(trees: CompareJob) -> None:
    assert [one.title for one in trees.orders()][:5] == [
        "A and B disagree most", "A ranks it lower", "B ranks it lower", "Worst under A", "Worst under B",
    ]  # fmt: skip
    places = listed(trees, "disagree")
    size = np.abs(trees.listed.rows.ranks.difference[places.order])
    known = size[~np.isnan(size)]
    assert (np.diff(known) <= 0).all()
    assert [one.title for one in usual(trees, "disagree")] == ["No.", "Words", "Rank B ●–○ A", "A−B"]
    assert [one.title for one in places.columns if one.rank >= SPARE] == ["A", "B", "Changes"]
    words = len(str(places.columns[1].text(places.first)).split())
    assert 8 <= words <= 40
    ends = places.columns[2].value
    assert ends is not None
    assert all(0 <= one <= 1 for one in ends(places.first))
    assert places.columns[3].order == "disagree"


def test_an_order_has_its_own_column(trees: CompareJob) -> None:
    for order, title in (("worst-b", "B"), ("changes", "Changes"), ("longest", "Length"), ("lost:second", "A lost")):
        columns = trees.places(order, ()).columns
        own = [one for one in columns if one.order == order]
        assert [(one.title, one.rank) for one in own] == [(title, 0)]


def test_orders_by_other_systems(trees: CompareJob) -> None:
    scores = [trees.comparison.table.scores(system, trees.a) for system in (0, 1)]
    order = rows(trees, "lost:second")
    assert (np.diff((scores[0] - scores[1])[order]) >= 0).all()
    with pytest.raises(UsageError, match="'lost:nobody': no such order"):
        trees.listed.arranged("lost:nobody", np.ones(60, np.bool_))
    trees.do([0], "system", "1")
    assert rows(trees, "lost:second")  # where that order is not there any more the first one is taken


def test_orders_by_ranks_begin_where_the_one_or_the_other_ranks_lowest(trees: CompareJob) -> None:
    difference = trees.listed.rows.ranks.difference
    for order, sign in (("a-lower", 1), ("b-lower", -1)):
        found = sign * difference[rows(trees, order)]
        assert found[0] > 0 and (np.diff(found) <= 0).all()


def test_what_does_not_differ_is_before_what_is_not_compared_and_the_last_rank_is_at_the_end() -> None:
    gold = ["(S (A (N a) (N b)) (N c))"] * 3
    texts = ["(())", gold[1], "(S (N a) (A (N b) (N c)))"], gold
    systems = [replace(parse("\n".join(one)), name=name) for one, name in zip(texts, ("first", "second"), strict=True)]
    job = CompareJob(score(ConstituentComparison(parse("\n".join(gold)), systems, Settings(params="none"))))
    assert rows(job, "changes") == [2, 1, 0]
    lost = next(one for one in job.places("lost:second", ()).columns if one.key == "lost")
    assert [lost.text(place) for place in range(2)] == ["–", "0.0"]  # nothing is won or lost without a sign
    assert [job.listed._ranks(place) for place in range(3)] == [None, (0.0, 0.0), (1.0, 1.0)]


def test_the_worst_is_what_crosses_most() -> None:
    gold = "(S (A (N a) (N b)) (N c))"
    system = f"{gold}\n(S (N a) (A (N b) (N c)))"
    job = CompareJob(score(ConstituentComparison(parse(f"{gold}\n{gold}"), [parse(system)], Settings(params="none"))))
    job.do([0], "a", "crossing")
    assert not measure("crossing").higher_is_better and rows(job, "worst-a") == [1, 0]


@pytest.mark.parametrize(("lengths", "first"), [((7, 41, 40), 2), ((7, 41, 8, 9), 2), ((41, 7), 0)])
def test_it_begins_with_a_sentence_of_readable_length(lengths: tuple[int, ...], first: int) -> None:
    text = "\n".join(f"(S {' '.join(['(N a)'] * length)})" for length in lengths)
    job = CompareJob(score(ConstituentComparison(parse(text), [parse(text)], Settings(params="none"))))
    assert listed(job, "file").first == first


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ('chosen "Unary node extra"', ""),
        ('differs chosen "a b"', "differs"),
        ("error PP length > 30", "error PP"),
        ("length > 30 not error PP", "length > 30"),
        ("differs the dog", "differs"),
        ("differs", ""),
    ],
)
def test_escape_takes_a_whole_condition_out(trees: CompareJob, text: str, rest: str) -> None:
    """A value of several words goes with its name: what stays is no search for words."""
    assert trees.without_last(text) == rest


@pytest.mark.parametrize(
    ("find", "condition"),
    [
        ("differs", lambda one, job: job.listed.rows.changed[one] > 0),
        ("length > 8 differs", lambda one, job: job.listed.rows.lengths[one] > 8 and job.listed.rows.changed[one] > 0),
        ("not identical", lambda one, job: job.listed.rows.changed[one] != 0),
        ("worse than second", lambda one, job: job.comparison.table.scores(0, job.a)[one]
         < job.comparison.table.scores(1, job.a)[one]),
        ("identical | length > 10", lambda one, job: job.listed.rows.changed[one] == 0 or job.listed.rows.lengths[one] > 10),
        ('"the dog"', lambda one, job: "the dog" in job._texts[one]),
        ("the dog changes > 0", lambda one, job: "the dog" in job._texts[one] and job.listed.rows.changed[one] > 0),
        ("No. 3–9", lambda one, job: 2 <= one <= 8),
    ],
)  # fmt: skip
def test_conditions_are_typed_one_after_the_other(trees: CompareJob, find: str, condition: Any) -> None:
    assert rows(trees, "file", find) == [one for one in range(60) if condition(one, trees)]


def test_patterns_and_errors_are_found_and_lit(trees: CompareJob) -> None:
    found = rows(trees, "file", "PP=x > NP")
    assert found
    picture = drawn_of(trees, found[0])
    assert picture.lit == "found"
    assert lit_in(picture)
    kind = next(one for one in trees.comparison.errors(0))
    of_type = next(one for one in trees.comparison.error_types if one.has(kind))
    assert rows(trees, "file", f"error {of_type.title} differs") == rows(trees, "file", f'error "{of_type.title}"')


def test_hits_of_a_pattern_are_counted_beside_sentences(trees: CompareJob) -> None:
    """They come with the pattern, and go with it; an order begins with the most of them."""
    pairs = trees.comparison.pairs(0)  # type: ignore[attr-defined]
    gold, system = ([tree.texts.count("NP") for tree in side] for side in (pairs.gold, pairs.test))
    places = listed(trees, "file", "gold: NP=x")
    assert places.foot.endswith(f"  ·  {sum(gold)} hits")
    column = next(one for one in places.columns if one.key == "hits")
    assert [column.text(one) for one in places.order.tolist()] == [str(gold[one]) for one in places.order.tolist()]
    assert "most-hits" in [one.key for one in trees.orders()] and column.order == "most-hits"
    numbers = [gold[one] for one in rows(trees, "most-hits", "gold: NP=x")]
    assert numbers == sorted(numbers, reverse=True) and len(set(numbers)) > 1
    both = listed(trees, "file", "NP=x length < 9")
    few = both.order.tolist()
    each = sum(gold[one] for one in few), sum(system[one] for one in few)
    assert both.count == f"{len(few)} of 60" and both.foot.endswith(f"hits: gold {each[0]}, system {each[1]}")
    column = next(one for one in both.columns if one.key == "hits")
    assert column.text(few[0]) == f"{gold[few[0]]}, {system[few[0]]}" and "NP=x; gold, system" in column.about
    assert rows(trees, "most-hits") == rows(trees)
    assert "hits" not in [one.key for one in listed(trees, "file").columns]
    assert "most-hits" not in [one.key for one in trees.orders()]


def test_what_a_table_counts_is_counted_and_marked_in_the_list(trees: CompareJob) -> None:
    found = Found.items(np.array([4, 4, 9]), 0, "PP → NP", {4: {2: "nsubj>obj"}})
    go = first_of(trees.do([0], "found", found), Go)
    places = listed(trees, "file", str(go.find))
    assert places.count == "2 of 60" and places.foot.endswith("  ·  3 hits")
    words = next(one for one in places.columns if one.key == "words")
    assert "[nsubj>obj]" in words.text(4) and "[" not in words.text(9)


def test_words_that_are_found_are_lit_in_every_drawing() -> None:
    job = of_sample("first-comparison")
    for is_stacked in (False, True):
        place = rows(job, "file", "yesterday")[0]
        texts = [box.text for box in lit_in(drawn_of(job, place))]
        assert texts and all("yesterday" in text for text in texts)
        job.do([place], "all-systems")
        assert job.asked.is_stacked != is_stacked


def test_a_condition_that_is_none_is_told(trees: CompareJob) -> None:
    with pytest.raises(UsageError, match="'third': no such system"):
        rows(trees, "file", "worse than third")


def test_further_columns(trees: CompareJob) -> None:
    menu = first_of(trees.do([0], "columns"), Choose)
    assert {"length", "note", "la"} <= {value for value, *_ in menu.options}
    assert trees.do([0], "columns", "la") == [Shown(places=True)]
    assert usual(trees, "file")[-1].title == "Leaf-Ancestor"
    trees.do([0], "columns", "la")
    assert trees.columns == []


def test_columns_of_measures_and_phenomena_have_what_the_list_can_be_ordered_by(trees: CompareJob) -> None:
    trees.do([0], "columns", "la")
    assert trees.orders()[-1] == base.Order("measure:la", "Worst under Leaf-Ancestor", "columns")
    places = listed(trees, "measure:la")
    scores = trees.comparison.table.scores(0, "la")[places.order]
    assert (np.diff(scores) >= 0).all() and scores[0] < scores[-1]
    (own,) = [one for one in places.columns if one.order == "measure:la"]
    assert own.rank == 0 and own.text(int(places.order[0])) == measure("la").shown(float(scores[0]), 1)
    trees.do([0], "columns", "la")
    assert rows(trees, "measure:la") == rows(trees)  # an order that is not there any more
    trees.do([3], "mark", "tag:RNR")
    trees.do([3], "link", "more:1")
    trees.do([3], "link", "judge:no/2")
    assert base.Option("phenomenon:RNR", "RNR", False) in first_of(trees.do([0], "columns"), Choose).options
    trees.do([0], "columns", "phenomenon:RNR")
    column = usual(trees, "file")[-1]
    assert (column.title, column.text(3), column.text(4)) == ("RNR", "2 ✗", "")


def test_a_label_among_words_is_offered_as_one(trees: CompareJob) -> None:
    foot = listed(trees, "file", "PP").foot
    go = first_of(trees.do([0], "link", links([Text(foot)])["PP as a label"]), Go)
    assert go.find == "PP=x" and rows(trees, "file", "PP=x")
    assert "label" not in listed(trees, "file", "PP=x").foot and "label" not in listed(trees, "file", "the dog").foot


def test_fifty_thousand_sentences_are_ordered_at_once() -> None:
    gold = gold_trees(50)
    job = CompareJob(score(ConstituentComparison(
        parse("\n".join(gold * 1000)), [parse("\n".join(erring(gold, 1) * 1000))], Settings(params="none")
    )))  # fmt: skip
    listed(job, "disagree")
    for order in ("disagree", "worst-a", "changes", "longest"):
        begin = time.perf_counter()
        assert isinstance(job.places(order, ()), Places)
        assert time.perf_counter() - begin < 0.25  # 50 ms where nothing else runs
    assert isinstance(job.places("file", job.tokens("the dog")), Later)
    assert rows(job, "file", "the dog")
    assert isinstance(job.places("file", job.tokens("the dog")), Places)


def test_cells_that_are_called_alike_keep_their_own_sentences(trees: CompareJob) -> None:
    finds = [
        first_of(trees.do([0], "found", Found(np.array(one), 0, "2 of the plot")), Go).find
        for one in ([4, 9], [5, 7], [4, 9])
    ]
    assert [rows(trees, "file", str(find)) for find in finds] == [[4, 9], [5, 7], [4, 9]]
    assert finds[0] == finds[2] == 'chosen "2 of the plot"'


def test_sentences_behind_a_figure_become_the_list(trees: CompareJob) -> None:
    go = first_of(trees.do([0], "found", Found(np.array([4, 9]), 0, "PP → NP", nodes={4: [("gold", 3)]})), Go)
    assert rows(trees, "file", go.find) == [4, 9]
    assert drawn_of(trees, 4).light("found").places == [("gold", 3)]


# -- drawing and why -------------------------------------------------------------------------------------------------------


def test_every_kind_is_drawn_and_explained(kind: CompareJob) -> None:
    order = rows(kind)
    place = next((one for one in order if kind.listed.rows.changed[one] > 0), order[0])
    picture = drawn_of(kind, place)
    drawn = picture.drawn
    assert drawn.title.startswith("Sentence ")
    assert all(drawn.said(box) for box in drawn.boxes)
    assert all(drawn.related(box) for box in drawn.boxes)
    assert drawn.changed() or kind.comparison.kind == "schemes"
    told = blocks(kind, place)
    scores = [one for one in told if isinstance(one, Score)]
    assert [one.letter for one in scores] == ["A", "B"]
    for address in {to for one in scores for to in links([one]).values()}:
        assert isinstance(picture.light(address), base.Light)
    titles = [one.text for one in told if isinstance(one, Head)]
    assert titles[-1] == "Note"
    if kind.comparison.error_types:
        assert picture.lit == "error:0"
        assert lit_in(picture)
    for one in told:
        if isinstance(one, Fold):
            assert one.blocks()
    assert [pick.key for pick in kind.picks(place)] == ["system", "a", "b"]


def test_without_a_gold_it_is_about_agreement() -> None:
    job = of_sample("two-annotators")
    assert [one.title for one in job.orders()] == ["They differ most", "Most changes", "Longest", "Order of the file"]
    assert [one.title for one in usual(job, "worst-a")] == [
        "No.",
        "Words",
        "Agreement",
        "Changes",
    ]
    assert "gold" not in str([one for one in blocks(job, listed(job, "worst-a").first) if not isinstance(one, Fold)])


def test_dependencies_open_with_the_worst() -> None:
    job = of_sample("dependencies")
    assert job.orders()[0].title == "Worst under A"
    assert [one.title for one in usual(job, "worst-a")] == ["No.", "Words", "A", "Changes"]


def test_blocks_stand_in_their_order(trees: CompareJob) -> None:
    place = rows(trees)[0]
    kinds = [type(one).__name__ for one in trees.why(place)]
    assert kinds == [
        "Text", "Head", "Text", "Score", "Score", "Fold", "Later", "Head", "Row", "Fold", "Head", "Text", "Field",
    ]  # fmt: skip
    blocks(trees, place)
    assert "Later" not in [type(one).__name__ for one in trees.why(place)]


def test_the_tree_distance_is_counted_once_with_the_drawing(trees: CompareJob, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of large trees it takes seconds: no light waits for it, nor what is said, which is the same whatever is drawn."""
    place = next(one for one in rows(trees, "changes") if len(trees._own_errors(one)) > 1)
    mapping, kinds = trees.comparison.mapping, list[str]()

    def counted(system: int, sentence: int, kind: str = "T", *how: Any) -> Any:
        kinds.append(kind)
        return mapping(system, sentence, kind, *how)

    monkeypatch.setattr(trees.comparison, "mapping", counted)
    picture, said = drawn_of(trees, place), trees.sentence(place).in_words()
    assert [bool(picture.light(f"error:{one}").places) for one in range(2)] == [True, True]
    assert said and sorted(kinds) == ["E", "T"]
    usual = trees.asked
    for other in (replace(usual, mapping="E"), replace(usual, part="roof"), replace(usual, labelled=False)):
        trees.asked = other
        whole = "In the whole trees: " if other.part == "roof" else ""
        assert trees.sentence(place).in_words() == f"{whole}{said}"


class View(Looked):
    """Who looks, in a room that stays."""

    space = SPACE

    def redraw(self) -> None: ...

    def relight(self) -> None: ...


def test_what_comes_next_is_made_ready(trees: CompareJob, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, with all its errors, as it is wanted then; what is looked at stays."""
    looked, laid_out = list[tuple[int, int]](), list[Any]()
    lay_out, view, (here, place) = Drawn.lay_out, View(), rows(trees, "changes")[:2]

    def noted(comparison: Any, system: int, row: int) -> Any:
        looked.append((system, row))
        return errors_of_row(comparison, system, row)

    monkeypatch.setattr("treecompare.comparison.constituents.errors.errors_of_row", noted)
    monkeypatch.setattr(Drawn, "lay_out", lambda one, space: (laid_out.append(one), lay_out(one, space)))
    now = drawn_of(trees, here).drawn
    ready = trees.ahead(place)
    assert ready is not None and sorted(one for one in looked if one[1] == place) == [(0, place), (1, place)]
    view.make_ready(ready)
    assert drawn_of(trees, here).drawn is now
    del looked[:], laid_out[:]
    picture = trees.picture(place)
    view.look_at(picture)  # type: ignore[arg-type]
    blocks(trees, place)
    assert view.drawn is ready.drawn and view.drawing is not None and not laid_out and not looked
    wanted = list(view.drawn.wanted)
    view.look_at(picture)  # type: ignore[arg-type]
    assert laid_out == [view.drawn] and view.drawn.wanted == wanted  # people may have changed it
    for change in (lambda: setattr(view, "folding", False), lambda: setattr(view, "layout_wanted", "merged")):
        again = trees.ahead(place)
        assert again is not None
        view.make_ready(again)
        change()
        del laid_out[:]
        view.look_at(trees.picture(place))  # type: ignore[arg-type]
        assert laid_out
    trees.asked = replace(trees.asked, is_stacked=True)
    assert trees.ahead(place) is None


def test_why_says_how_the_scores_of_all_sentences_come_about(trees: CompareJob) -> None:
    fold = next(one for one in trees.why(3) if isinstance(one, Fold) and one.title == "All sentences")
    a, b, head, later = fold.blocks()
    assert isinstance(head, Head) and isinstance(later, Later)
    ended = Cancel()
    ended.set()
    with pytest.raises(Cancelled):
        later.make(ended, lambda _: None)
    (row,) = later.make(Cancel(), lambda _: None)
    assert isinstance(row, Row) and (row.to, row.title, row.words) == ("system:1", "second", "≈ may be chance")
    assert row.below.startswith("+") and "corrected 0." in row.below
    assert fold.blocks()[-1] == row  # it is tested once
    table = trees.comparison.table
    assert isinstance(a, Score) and isinstance(b, Score)
    assert [(one.letter, one.figure) for one in (a, b)] == [
        (letter, measure(key).shown(table.summary(0, key, "pooled")))
        for letter, key in (("A", trees.a), ("B", trees.b))
    ]
    assert a.formula and a.words


def test_systems_are_better_or_worse_where_that_is_no_chance() -> None:
    gold = gold_trees(60)
    systems = [
        replace(parse("\n".join(lines)), name=name) for name, lines in (("bad", erring(gold, 1)), ("good", gold))
    ]
    job = CompareJob(score(ConstituentComparison(parse("\n".join(gold)), systems, Settings(params="none"))))
    found = []
    for system in ("0", "1"):
        job.do([0], "system", system)
        fold = next(one for one in job.why(3) if isinstance(one, Fold) and one.title == "All sentences")
        found.append(first_of(fold.blocks(), Later).make(Cancel(), lambda _: None)[0].words)
    assert found == ["better", "worse"]


def test_formulas_are_copied_with_their_signatures(trees: CompareJob) -> None:
    texts = first_of(trees.do([3], "copy-scores"), Copy).text.split("\n\n")
    assert len(texts) == 2
    lines = texts[1].split("\n")
    assert lines[0] == "T-Dice, whole: 1 − (D + I + S) / ((G − W) + (T − W))"
    assert lines[-1].startswith("t.whole.dice|")


def test_counts_are_lit_where_they_are_drawn(trees: CompareJob) -> None:
    place = rows(trees)[0]
    assert trees.asked.mapping == "T"
    answers = trees.do([place], "link", "count:e.whole/deleted")
    assert answers == [Shown(picture=True, why=True), Lit("count:e.whole/deleted")]
    assert (trees.asked.mapping, trees.drawn_for) == ("E", "a")
    assert lit_in(drawn_of(trees, place), "count:e.whole/deleted")
    assert trees.do([place], "score", "B") == [Shown(picture=True, why=True)]
    assert trees.asked.mapping == "T"


def test_switches_of_the_drawing(trees: CompareJob) -> None:
    place = rows(trees)[0]
    for key in ("part", "labelled", "all-systems", "draw:edge_labels", "draw:left_out"):
        assert trees.do([place], key)
        drawn_of(trees, place)
        trees.do([place], key)
    there = {one.key: one for one in trees.commands()}
    assert there["labelled"].is_on
    assert not there["all-systems"].is_on


def test_all_systems_of_a_long_sentence_come_later(monkeypatch: pytest.MonkeyPatch, trees: CompareJob) -> None:
    lengths = trees.comparison.table.lengths
    long, short = int(lengths.argmax()), int(lengths.argmin())
    monkeypatch.setattr("treecompare.jobs.compare.MANY_WORDS", int(lengths.max()) - 1)
    assert isinstance(trees.picture(long), base.Picture)
    trees.do([long], "all-systems")
    later = trees.picture(long)
    assert isinstance(later, Later) and isinstance(later.make(Cancel(), lambda _: None), base.Picture)
    assert isinstance(trees.picture(long), base.Picture) and isinstance(trees.picture(short), base.Picture)


def test_another_system_of_the_stack_is_looked_at(trees: CompareJob) -> None:
    place = rows(trees)[0]
    trees.do([place], "all-systems")
    drawn = drawn_of(trees, place).drawn
    head = next(box for box in drawn.boxes if getattr(box, "tier", 0) == 2 and not hasattr(box, "node"))
    trees.do([place], "box", head)
    assert trees.system == 1


def test_nobody_waits_for_what_is_looked_for_no_more(monkeypatch: pytest.MonkeyPatch, trees: CompareJob) -> None:
    """Large trees, the errors of all sentences, and what is searched can be ended."""
    monkeypatch.setattr("treecompare.comparison.base.LARGE", 1)
    monkeypatch.setattr("treecompare.jobs.compare_list.FEW", 1)
    ended = Cancel()
    ended.set()
    for later in (trees.picture(3), trees.places("file", trees.tokens("error PP"))):
        assert isinstance(later, Later)
        with pytest.raises(Cancelled):
            later.make(ended, lambda _: None)
    assert rows(trees, "file", "error PP") == rows(trees, "file", 'error "PP attachment"')


def test_swapping_and_other_systems(trees: CompareJob) -> None:
    a, b = trees.a, trees.b
    trees.do([0], "swap-measures")
    assert (trees.a, trees.b) == (b, a)
    trees.do([0], "link", "system:1")
    assert trees.picks(0)[0].now == "1"
    trees.do([0], "next-system")
    assert trees.system == 0
    trees.do([0], "average")
    assert trees.average == "mean"
    assert "mean" in links([Text(listed(trees, "file").foot)])
    with pytest.raises(UsageError, match="no such measure"):
        trees.do([0], "a", "nothing")


def test_the_next_of_many_systems_is_the_one_below_and_the_last_leads_to_the_first() -> None:
    gold = "\n".join(gold_trees(2))
    job = CompareJob(score(ConstituentComparison(parse(gold), [replace(parse(gold), name=name) for name in "abc"])))
    job.do([0], "link", "system:0")
    for number in (1, 2, 0):
        job.do([0], "next-system")
        assert job.system == number


def test_systems_are_chosen_by_their_scores_and_ranks(trees: CompareJob) -> None:
    table = trees.comparison.table
    for average in ("pooled", "mean"):
        scores = [table.summary(system, trees.a, trees.average) for system in (0, 1)]
        assert scores[1] > scores[0]
        pick = trees.picks(0)[0]
        told = {text: pick.figures()[value] for value, text in pick.options}
        assert told["second"] == f"{measure(trees.a).shown(scores[1])} · rank 1"
        assert told["first"] == f"{measure(trees.a).shown(scores[0])} · rank 2"
        trees.do([0], "average")
        assert trees.average != average
    trees.do([0], "b", "crossing")
    gone = [table.summary(system, "crossing", trees.average) for system in (0, 1)]
    assert ("under B" in trees.picks(0)[0].figures()["0"]) == (gone[1] >= gone[0])


def test_a_system_is_marked_that_pooled_and_mean_rank_differently() -> None:
    """One system is wrong in a short sentence, the other one a little more in a long one."""
    short, wrong = "(S (NP (DT a)) (VP (VB c)))", "(S (DT a) (VB c))"

    def long(right: int) -> str:
        words = (f"({'X' if place < right else 'Y'}{place} (N n{place}))" for place in range(12))
        return f"(S {' '.join(words)})"

    texts = [f"{short}\n{long(12)}", f"{wrong}\n{long(12)}", f"{short}\n{long(9)}", f"{wrong}\n{long(0)}"]
    gold, *systems = map(parse, texts)
    job = CompareJob(score(ConstituentComparison(gold, systems)))
    job.do([0], "a", "e.roof.dice")
    job.do([0], "b", "e.roof.recall")
    for said in (("rank 1, mean 2", "rank 2, mean 1", "rank 3"), ("rank 2, pooled 1", "rank 1, pooled 2", "rank 3")):
        assert tuple(one.partition(" · ")[2] for one in job.picks(0)[0].figures().values()) == said
        job.do([0], "average")


def test_why_leads_to_how_the_systems_do_everywhere() -> None:
    job = opening(sample_files(SAMPLES["first-comparison"]), overview=OverviewJob)(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    place = rows(job)[0]
    heads = [one for one in job.why(place) if isinstance(one, Head)]
    assert job.do([place], "link", links(heads)["all sentences\u00a0›"]) == [base.Open("Overview")]
    assert [name for name, _ in job.beside()] == ["Sentences", "Overview"]


def test_patterns_are_kept_by_name(trees: CompareJob) -> None:
    kept: list[Any] = []
    trees._keep_asked = kept.append  # type: ignore[method-assign]
    there = {one.key: one.can for one in trees.commands()}
    assert not there["keep-pattern"] and not there["patterns"]
    listed(trees, "file", "PP=x > NP length < 9")
    field = first_of(trees.do([0], "keep-pattern"), Ask).field
    assert (field.key, field.text) == ("keep-pattern", "PP=x > NP")
    assert trees.do([0], "keep-pattern", " in NP ") == [Say("Kept: in NP")]
    assert first_of(trees.do([0], "keep-pattern"), Ask).field.text == "in NP"
    texts = [text for _, text, *_ in first_of(trees.do([0], "patterns"), Choose).options]
    assert texts == ["Find", "in NP: PP=x > NP", "Keep no longer", "in NP: PP=x > NP"]
    assert trees.do([0], "patterns", "find:in NP") == [Go(find="PP=x > NP")]
    trees.do([0], "patterns", "remove:in NP")
    assert kept == [{"patterns": {"in NP": "PP=x > NP"}}, {"patterns": {}}]
    assert not {one.key: one.can for one in trees.commands()}["patterns"]


def test_a_sentence_without_a_parse_says_why() -> None:
    gold = gold_trees(3)
    job = CompareJob(score(ConstituentComparison(
        parse("\n".join(gold)), [parse("\n".join([gold[0], "(())", gold[2]]))], Settings(params="none")
    )))  # fmt: skip
    with pytest.raises(TreecompareError, match="parse"):
        job.picture(1)
    assert any(isinstance(one, Text) and "parse" in one.text for one in job.why(1))
    assert rows(job, "file", "no parse") == [1]


# -- what people say -------------------------------------------------------------------------------------------------------


def test_judgements_notes_and_phenomena_can_be_taken_back(trees: CompareJob) -> None:
    said = trees.comparison.judgements
    done = first_of(trees.do([3, 5], "link", "verdict:yes"), Done)
    assert [said.verdict((one, "first", "")) for one in (3, 5)] == [YES, YES]
    assert trees.put(done.action, done.before) == 3
    assert said.verdict((3, "first", "")) is None
    trees.put(done.action, done.after)
    assert said.verdict((5, "first", "")) == YES
    done = first_of(trees.do([3], "note", "strange"), Done)
    assert said.notes == {3: "strange"}
    assert trees.do([3], "note", "strange") == []
    words = next(one for one in trees.places("file", ()).columns if one.key == "words")
    assert [place for place in range(6) if str(words.text(place)).startswith("• ")] == [3, 5]
    done = first_of(trees.do([3, 4], "mark", "tag:RNR"), Done)
    assert said.phenomena == {"RNR": {3, 4}}
    assert rows(trees, "file", "phenomenon RNR") == [3, 4]
    assert any(isinstance(one, Row) and one.title == "RNR" for one in trees.why(3))
    trees.put(done.action, done.before)
    assert said.phenomena == {}
    menu = first_of(trees.do([3], "mark"), Choose)
    assert base.Option("verdict:yes", "Yes: right", True, "Yes") in menu.options


# -- copies, what is remembered --------------------------------------------------------------------------------------------


def test_all_that_the_sheet_offers_of_a_sentence_is_made(trees: CompareJob) -> None:
    offered = [one.key for one in trees.commands() if one.menu == "Export"]
    made = {key: trees.do([3], key) for key in offered}
    assert len(made) == 6 and all(len(one) == 1 for one in made.values())
    assert made["copy-sentence"] == [base.Copy("the sentence", trees.comparison.texts()[3])]


def test_commands_draw_and_rank_the_same(kind: CompareJob, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from treecompare.__main__ import main

    place = rows(kind, "file", "No. 1–3")[-1]
    drawn_of(kind, place)
    words = shlex.split(first_of(kind.do([place], "copy-command"), Copy).text)
    words[words.index("--output") + 1] = str(tmp_path / "drawn.svg")
    assert main(words[1:]) == 0
    assert "<svg" in (tmp_path / "drawn.svg").read_text("utf-8")
    words = shlex.split(first_of(kind.do([place], "copy-list"), Copy).text)
    assert ("--only" in words) != (kind.comparison.kind == "schemes")
    assert main(words[1:]) == 0
    assert capsys.readouterr().out


def test_drawings_are_copied(kind: CompareJob) -> None:
    place = rows(kind)[0]
    drawn_of(kind, place)
    assert "<svg" in first_of(kind.do([place], "copy:as SVG"), Copy).text
    assert "\\" in first_of(kind.do([place], "copy:as LaTeX"), Copy).text
    with pytest.raises(UsageError, match="Nothing is drawn"):
        kind.do([place], "copy:as nothing")


def test_what_was_chosen_is_remembered(trees: CompareJob) -> None:
    trees.do([0], "system", "1")
    trees.do([0], "a", "la")
    trees.do([0], "columns", "length")
    trees.do([0], "draw:edge_labels")
    kept = trees.state()
    other = CompareJob(trees.comparison)
    other.restore(kept)
    assert (other.system, other.a, other.b, other.columns) == (1, "la", trees.b, ["length"])
    assert not other.asked.edge_labels
    other.restore(
        {"system": 3, "a": "nothing", "b": [], "average": 2, "columns": ["no", 1, []], "asked": {"labelled": "x"}}
    )
    assert (other.a, other.columns, other.average) == ("la", [], "pooled")
    assert trees.place(trees.name(5)) == 5
    assert trees.place("nothing") == -1


def test_one_goes_from_change_to_change_as_the_strip_has_them(kind: CompareJob) -> None:
    for place in range(min(30, kind.comparison.sentences)):
        if kind.comparison.table.reason(kind.system, place):
            continue
        drawn = drawn_of(kind, place).drawn
        along = [one for one, _ in drawn.strip()]
        assert along == sorted(along, reverse=drawn.is_right_to_left) and len(along) == len(drawn.changes_said())


@pytest.mark.parametrize(("sample", "key"), [("first-comparison", "t.move.dice"), ("dependencies", "tedeval")])
def test_a_measure_that_takes_long_is_counted_as_soon_as_it_is_chosen(sample: str, key: str) -> None:
    job = of_sample(sample)
    table, place = job.comparison.table, rows(job)[0]

    def figures() -> list[str]:
        of_all = next(one for one in job.why(place) if isinstance(one, Fold) and one.title == "All sentences")
        here = first_of(job.why(place), Score)
        everywhere = first_of(of_all.blocks(), Score)
        pick = next(one for one in job.picks(place) if one.key == "a")
        shown = [*pick.figures().values()][[*pick.figures()].index(key)]
        return [pick.beside, shown, here.figure, everywhere.figure, here.formula, everywhere.words]

    first, later = job.do([place], "a", key)
    assert isinstance(first, Shown) and first.why and not first.places and isinstance(later, Later)
    assert figures() == ["–"] * 4 + ["Not counted yet."] * 2
    stopped = Cancel()
    stopped.set()
    with pytest.raises(Cancelled):
        later.make(stopped, lambda _: None)
    assert figures() == ["–"] * 4 + ["Not counted yet."] * 2
    assert later.make(Cancel(), lambda _: None) == [Shown(places=True, why=True)]
    pooled, of_place = table.summary(0, key, "pooled"), float(table.scores(0, key)[place])
    assert figures()[:4] == [measure(key).shown(one) for one in (of_place, pooled, of_place, pooled)]
    assert job.do([place], "b", key) == [Shown(places=True, picture=job.drawn_for == "b", why=True)]
    restored = of_sample(sample)  # as the window was left
    restored.restore(job.state())
    assert isinstance(restored.places("file", []), Later) and listed(restored, "worst-a")
    assert isinstance(restored.places("file", []), Places) and restored.listed.rows.score_a[place] == of_place
