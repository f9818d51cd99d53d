"""A comparison as a job of the window: what is listed, found, drawn, lit, said, marked and copied, of every kind."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.made import erring, gold_trees
from treecompare import resources
from treecompare.comparison.base import Cancel, score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files
from treecompare.comparison.judgements import NOTE, PHENOMENON, UNCLEAR, YES
from treecompare.comparison.roles import sample_files
from treecompare.comparison.settings import Settings
from treecompare.drawing.drawn import Space
from treecompare.errors import TreecompareError, UsageError
from treecompare.jobs import base
from treecompare.jobs.base import (
    Choose,
    Copy,
    Doing,
    Done,
    Fold,
    Go,
    Head,
    Later,
    Lit,
    Places,
    Row,
    Score,
    Shown,
    Text,
)
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.opening import _store, opening, opening_saved
from treecompare.measures import measure
from treecompare.readers import parse
from treecompare.saved.project import Key, Project
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
    size = np.abs(trees.listed.rows.difference[places.order])
    known = size[~np.isnan(size)]
    assert (np.diff(known) <= 0).all()
    assert [one.title for one in places.columns] == ["No.", "Words", "Rank B ●–○ A", "A−B"]
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
    assert {"length", "note", "la"} <= {value for value, _, _ in menu.options}
    assert trees.do([0], "columns", "la") == [Shown(places=True)]
    assert listed(trees, "file").columns[-1].title == "Leaf-Ancestor"
    trees.do([0], "columns", "la")
    assert trees.columns == []


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
    assert [one.title for one in listed(job, "worst-a").columns] == ["No.", "Words", "Agreement", "Changes"]
    assert "gold" not in str([one for one in blocks(job, listed(job, "worst-a").first) if not isinstance(one, Fold)])


def test_dependencies_open_with_the_worst() -> None:
    job = of_sample("dependencies")
    assert job.orders()[0].title == "Worst under A"
    assert [one.title for one in listed(job, "worst-a").columns] == ["No.", "Words", "A", "Changes"]


def test_blocks_stand_in_their_order(trees: CompareJob) -> None:
    place = rows(trees)[0]
    kinds = [type(one).__name__ for one in trees.why(place)]
    assert kinds == [
        "Text", "Head", "Text", "Score", "Score", "Later", "Head", "Row", "Fold", "Head", "Text", "Field",
    ]  # fmt: skip
    blocks(trees, place)
    assert "Later" not in [type(one).__name__ for one in trees.why(place)]


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


def test_another_system_of_the_stack_is_looked_at(trees: CompareJob) -> None:
    place = rows(trees)[0]
    trees.do([place], "all-systems")
    drawn = drawn_of(trees, place).drawn
    head = next(box for box in drawn.boxes if getattr(box, "tier", 0) == 2 and not hasattr(box, "node"))
    trees.do([place], "box", head)
    assert trees.system == 1


def test_places_like_this(trees: CompareJob) -> None:
    order = rows(trees, "changes")
    go = first_of(trees.do([order[0]], "next-alike"), Go)
    assert go.place in order
    assert drawn_of(trees, go.place).lit.startswith("error:")


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
    kept: list[Any] = []
    trees._store = lambda changes, title: kept.append((title, list(changes)))
    done = first_of(trees.do([3, 5], "link", "verdict:yes"), Done)
    assert [said.verdict((one, "first", "")) for one in (3, 5)] == [YES, YES]
    assert trees.put(done.action, done.before) == 3
    assert said.verdict((3, "first", "")) is None
    trees.put(done.action, done.after)
    assert said.verdict((5, "first", "")) == YES
    done = first_of(trees.do([3], "note", "strange"), Done)
    assert said.notes == {3: "strange"}
    assert trees.do([3], "note", "strange") == []
    done = first_of(trees.do([3, 4], "mark", "tag:RNR"), Done)
    assert said.phenomena == {"RNR": {3, 4}}
    assert rows(trees, "file", "phenomenon RNR") == [3, 4]
    assert any(isinstance(one, Row) and one.title == "RNR" for one in trees.why(3))
    trees.put(done.action, done.before)
    assert said.phenomena == {}
    assert len(kept) == 6
    menu = first_of(trees.do([3], "mark"), Choose)
    assert ("verdict:yes", "&Yes: right", True) in menu.options


@pytest.mark.parametrize(
    ("notes", "after"),
    [
        ([None, None], ["new", None]),
        (["seen", None], ["new", None]),
        ([None, "seen"], [None, "new"]),
        (["seen", "other"], ["new", "other"]),
        (["seen", "seen"], ["new", "new"]),
    ],
)
def test_a_note_on_two_sentences_keeps_what_the_row_does_not_show(
    notes: list[str | None], after: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = "(S (N a))\n(S (N b))"
    comparison = score(ConstituentComparison(parse(gold), [parse(gold)], Settings(params="none")))
    monkeypatch.setattr(comparison, "sentences_of", lambda *_: ([0, 1], [0]))
    keys = [Key(NOTE, one, "", "") for one in (0, 1)]
    values = dict(zip(keys, notes, strict=True))
    project: Any = SimpleNamespace(value=values.get, write=lambda changes, *_, **__: values.update(changes))
    _store(project, comparison, [(NOTE, 0, "", "", "new")], "Note")
    assert [values[one] for one in keys] == after


def test_what_cannot_be_stored_is_not_said(trees: CompareJob) -> None:
    def refuse(_changes: Any, _title: str) -> None:
        raise TreecompareError("nothing can be stored")

    trees._store = refuse
    with pytest.raises(TreecompareError, match="nothing can be stored"):
        trees.do([1], "link", "verdict:no")
    assert trees.comparison.judgements.verdict((1, "first", "")) is None


def sample_file(tmp_path: Path) -> Path:
    sample = SAMPLES["first-comparison"]
    path = tmp_path / "own.treecompare"
    systems = [("system", Path(one).stem, one) for one in sample.systems]
    state = {"place": {"system": "attach-low", "sentence": 7}}
    project = Project.create(path, [("gold", "gold", sample.gold), *systems], state)
    project.write([(Key(NOTE, 2), "odd"), (Key(PHENOMENON, 2, "", "PP"), YES)], "before")
    project.close()
    return path


def test_a_comparison_file_opens_as_it_was_left(tmp_path: Path) -> None:
    path = sample_file(tmp_path)
    told: list[Doing] = []
    job = opening_saved(str(path))(Cancel(), told.append)
    assert job is not None
    assert isinstance(job, CompareJob)
    assert job.comparison.judgements.notes == {2: "odd"}
    assert job.comparison.judgements.phenomena == {"PP": {2}}
    assert job.comparison.table.systems[job.system] == "attach-low"
    assert listed(job, "disagree").first == 7
    assert any(one.what.startswith("reading 1 of 4") for one in told)
    assert any("of 240 sentences" in one.what for one in told)
    job.do([4], "link", "verdict:unclear")
    job.do([4], "note", "twice")
    job.close()
    project = Project.open(path)
    assert project.value(Key("correct", 4, "attach-low")) == UNCLEAR
    assert project.value(Key(NOTE, 4)) == "twice"
    project.close()


def test_opening_can_be_ended_and_tells_what_is_wrong(tmp_path: Path) -> None:
    ended = Cancel()
    ended.set()
    assert opening(sample_files(SAMPLES["first-comparison"]))(ended, lambda _: None) is None
    with pytest.raises(TreecompareError, match=r"nothing\.mrg"):
        opening(Files(str(tmp_path / "nothing.mrg"), (("a", str(tmp_path / "a.mrg")),)))(Cancel(), lambda _: None)


# -- copies, what is remembered --------------------------------------------------------------------------------------------


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
