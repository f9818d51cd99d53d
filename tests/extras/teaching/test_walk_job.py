"""Walks in the window: given from step to step, hidden from a class, changed, kept, saved as files of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.extras.teaching.test_hiding import GOLD, SYSTEM
from tests.extras.teaching.test_steps_job import drawn, of_sample
from tests.extras.teaching.test_steps_job import listed as rows
from tests.jobs.conftest import followed, shown
from tests.made import erring, gold_trees, write
from treecompare import resources
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.errors import TreecompareError, UsageError
from treecompare.extras.teaching import walk_job
from treecompare.extras.teaching.beside import TeachingBeside
from treecompare.extras.teaching.steps_job import LAST
from treecompare.extras.teaching.walk_files import draft_path, write_walk
from treecompare.extras.teaching.walk_job import WalkJob, opening_walk
from treecompare.extras.teaching.walks import LONGEST_TEXT, Source, Walk, WalkStep, read_walk
from treecompare.jobs.base import (
    Ask,
    Choice,
    Choose,
    Done,
    Field,
    Go,
    Make,
    Open,
    Picture,
    Read,
    Say,
    Score,
)
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.opening import opening
from treecompare.measures import measure
from treecompare.saved import kept
from treecompare.scores.table import SKIPPED

SHIPPED = {one.key: str(one.path) for one in resources.walk_files()}
STEP = WalkStep(
    "It is {e.whole.dice}.",
    Source(gold=GOLD, test=SYSTEM, gold_name="Kim", system="Lee"),
    measures=("e.whole.dice", "la"),
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where walks are kept that were not saved."""
    monkeypatch.setattr(kept, "folder", lambda: tmp_path / "data" / "comparisons")
    return tmp_path


def opened(path: str) -> WalkJob:
    job = opening_walk(path)(Cancel(), lambda _: None)
    assert isinstance(job, WalkJob)
    return job


def scores(job: WalkJob, place: int) -> list[Score]:
    return [one for one in job.why(place) if isinstance(one, Score)]


def texts(job: WalkJob) -> list[str]:
    return [one.text for one in job.walk.steps]


@pytest.fixture
def mine(tmp_path: Path) -> WalkJob:
    """A walk of three steps in a file of people's own."""
    path = tmp_path / "mine.toml"
    later = replace(STEP, text="The words of gold", source=replace(STEP.source, test=GOLD))
    write_walk(path, Walk("Mine", "", (STEP, replace(STEP, text="second", hidden=("gold",)), later)))
    return opened(str(path))


@pytest.mark.parametrize("key", SHIPPED)
def test_every_step_of_every_walk_is_shown(key: str) -> None:
    """Its text with the figures, its measures with formulas, its trees as it wants them; Space leads through all, then says so."""
    job = opened(SHIPPED[key])
    assert job.title == job.picks(0)[0].options[[value for value, _ in job.picks(0)[0].options].index(key)][1]
    for place, stop in enumerate(job.stops):
        found, step = drawn(job, place), job.step_of(place)
        assert found.said[0] == job.text(place) == stop.frame.text and "{" not in stop.frame.text
        assert len(found.figures or ()) == len(step.measures) == len(scores(job, place))
        assert all(one.figure not in ("–", "?") or stop.script is not None for one in scores(job, place))
        assert not found.layouts or stop.script is not None or found.layouts[0] == step.view.layout
    assert [row[0] for row in rows(job) if "." not in row[0]] == [str(n) for n in range(1, len(job.walk.steps) + 1)]
    place = 0
    while isinstance(answer := job.do([place], "step")[0], Go):
        assert answer.place == place + 1
        place = answer.place
    assert answer == Say(LAST) and place == len(job.stops) - 1


def test_the_operations_of_a_score_stand_behind_the_step_that_opens_them() -> None:
    job = opened(SHIPPED["attachment"])
    assert [row[0] for row in rows(job)][5:11] == ["6", "6.1", "6.2", "6.3", "6.4", "7"]
    assert job.stops[7].frame.nodes and drawn(job, 7).light("step").places and not drawn(job, 5).light("step").places
    assert job.place("6.2") == 7 and job.name(7) == "6.2"


def test_a_walk_that_was_gone_through_begins_anew_and_one_that_is_changed_does_not() -> None:
    job = opened(SHIPPED["attachment"])
    last = len(job.stops) - 1
    assert job.name(last - 1) and not job.name(last)
    job.edits = True
    assert job.name(last)


def test_a_and_b_are_the_measures_of_most_steps_and_stand_where_a_step_has_them() -> None:
    job = opened(SHIPPED["attachment"])
    assert (job.a, job.b) == ("e.roof.dice", "t.roof.dice")
    assert [row[2:] for row in rows(job)][:4] == [["–", "–"], ["25.00", "–"], ["25.00", "–"], ["25.00", "75.00"]]
    assert [one.letter for one in scores(job, 12)] == ["A", "B", ""]
    job.do([0], "b", "la")
    assert rows(job)[0][3] == job.score(0, "la") != "–" and [one.letter for one in scores(job, 0)] == ["B"]
    other = opened(SHIPPED["attachment"])
    other.restore(job.state())
    assert rows(other) == rows(job)
    other.restore({"a": "nothing", "picked": 3, "hides": ["all", "gold"], "edits": 1})
    assert other.b == "la" and other.hides == {"gold"} and not other.edits


def test_scores_are_told_beside_those_of_other_trees_over_the_same_words(mine: WalkJob) -> None:
    first, _, last = (scores(mine, place)[0] for place in (0, 1, 2))
    assert not first.words and not first.beside
    mine.asked_for.add(1)
    last = scores(mine, 2)[0]
    assert last.words == f"before: {first.figure}" and last.beside.startswith("▲") and last.figure == "100.00"


def test_what_a_measure_counts_is_drawn_by_its_letter() -> None:
    job = opened(SHIPPED["attachment"])
    as_said = drawn(job, 3).drawn
    job.do([3], "score", "A")
    as_counted = drawn(job, 3).drawn
    assert as_said.mapping.cost != as_counted.mapping.cost  # type: ignore[attr-defined]


def test_another_walk_is_opened_by_the_box_of_its_title(mine: WalkJob) -> None:
    assert mine.picks(0)[0].now == "now" and mine.picks(0)[0].options[0] == ("now", "Mine")
    (answer,) = mine.do([0], "walk", "emms")
    assert isinstance(answer, Make)
    job = answer.opening(Cancel(), lambda _: None)
    assert isinstance(job, WalkJob) and job.walk.key == "emms"


# -- what cannot be shown ----------------------------------------------------------------------------------------------------


def test_a_step_that_cannot_be_shown_says_why_and_the_walk_goes_on() -> None:
    there = replace(STEP, text="there")
    job = WalkJob(
        Walk(
            "x",
            "",
            (there, replace(STEP, source=Source(sample="gone")), replace(STEP, source=Source(sentence=9)), there),
        )
    )
    assert [row[1] for row in rows(job)] == [
        "there",
        "This step cannot be shown: there is no sample 'gone'; expected one of "
        + ", ".join(one.key for one in resources.samples()),
        "This step cannot be shown: this step shows a sentence of the comparison in which it was written; open that comparison",
        "there",
    ]
    with pytest.raises(UsageError, match="no sample 'gone'"):
        job.picture(1)
    assert len(job.why(1)) == 2 and len(job.picks(1)) == 1 and rows(job)[1][2:] == ["–", "–"]
    assert job.do([1], "step") == [Go(place=2)] and drawn(job, 3).figures


def test_a_step_written_for_another_kind_shows_the_measures_of_this_one() -> None:
    job = WalkJob(Walk("x", "", (replace(STEP, measures=("las", "uas")),)))
    assert [one.letter for one in scores(job, 0)] == ["A", "B"] or not scores(job, 0)
    assert job.picks(0) and drawn(job, 0).said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = 3", "title is 3; expected a text"),
        ('title = "x"\n[[step]]\ntext = "y"\nmeasures = ["best"]', "step 1: best: no such measure"),
        ("no walk", "expected a walk"),
    ],
)
def test_a_file_that_is_no_walk_is_told_in_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(TreecompareError, match=said):
        opened(str(path))
    with pytest.raises(TreecompareError, match="cannot be read"):
        opened(str(tmp_path / "none.toml"))


# -- hidden from a class -------------------------------------------------------------------------------------------------------


def test_names_are_nowhere_while_they_are_hidden(mine: WalkJob) -> None:
    mine.do([0], "hide:names")
    found = drawn(mine, 0)
    told = f"{found.drawn.telling.names}{found.drawn.telling.in_corners}{found.figures}{mine.why(0)}"
    assert "Kim" not in told and "Lee" not in told and "gold" in told
    mine.do([0], "hide:names")
    assert "Lee" in str(drawn(mine, 0).drawn.telling.names)


def test_nothing_is_told_of_the_gold_while_it_is_hidden(mine: WalkJob) -> None:
    """One tree is drawn, of the system; formulas and their counts are left out, scores are not. Space shows it."""
    found = drawn(mine, 1)
    assert found.drawn.telling.hides_gold and list(found.layouts) == ["merged"]
    assert found.drawn.mapping.cost == 0 and not found.drawn.changed()  # type: ignore[attr-defined]
    assert [one.figure for one in scores(mine, 1)] == [one.figure for one in scores(mine, 0)]
    assert not any(one.formula or one.words for one in scores(mine, 1))
    assert any(isinstance(one, Choice) and one.title == "Show the gold" for one in mine.why(1))
    mine.do([1], "step")
    assert not drawn(mine, 1).drawn.telling.hides_gold and scores(mine, 1)[0].formula
    assert mine.do([1], "step") == [Go(place=2)]


def test_figures_in_texts_wait_where_scores_are_hidden(mine: WalkJob) -> None:
    shown = mine.text(0)
    mine.do([0], "hide:scores")
    assert mine.text(0) == "It is …." and "?" in rows(mine)[0] and shown not in str(rows(mine))
    assert drawn(mine, 0).said == ["It is …."] and [change for *_, change in drawn(mine, 2).figures or ()] == ["", ""]
    mine.do([0], "choose", "1")
    assert mine.text(0) == shown


def test_one_of_several_golds_cannot_be_hidden() -> None:
    job = opened(SHIPPED["schemes"])
    place = next(n for n, one in enumerate(job.stops) if one.exercise is not None and len(one.exercise.golds) > 1)
    with pytest.raises(UsageError, match="several golds"):
        job.do([place], "hide:gold")
    job.hides = {"gold"}
    assert not job.hidden(place)


# -- changed, and kept ---------------------------------------------------------------------------------------------------------


def test_steps_are_moved_copied_removed_and_all_of_it_is_taken_back(mine: WalkJob) -> None:
    mine.do([0], "edit-walk")
    before = mine.walk
    done: list[Done] = []

    def do(place: int, action: str, value: Any = None) -> int | None:
        answers = mine.do([place], action, value)
        done.append(next(one for one in answers if isinstance(one, Done)))
        return next((one.place for one in answers if isinstance(one, Go)), None)

    assert do(0, "move:1") == 1 and texts(mine) == ["second", "It is {e.whole.dice}.", "The words of gold"]
    assert mine.do([0], "move:-1") == mine.do([2], "move:1") == [Say("There is no step beyond.")]
    assert do(1, "add-step") == 2 and len(mine.walk.steps) == 4 and mine.walk.steps[2].source == STEP.source
    assert do(2, "text", "Look: {la}") is None and mine.text(2) == f"Look: {mine.score(2, 'la')}"
    assert do(0, "remove-step") == 0 and len(mine.walk.steps) == 3
    assert do(0, "step-measures", "t.whole.dice") is None and "t.whole.dice" in mine.keys(0)
    assert do(0, "step-measures", "la") is None and "la" not in mine.keys(0)
    assert do(0, "view", "part:roof") is None and mine.walk.steps[0].view.part == "roof"
    assert do(0, "hides", "scores") is None and mine.walk.steps[0].hidden == ("scores",)
    assert do(0, "figure", "la") is None and mine.walk.steps[0].text.endswith("{la}")
    assert do(0, "title", " Ours ") is None and mine.title == "Ours" and do(0, "about", "Trees") is None
    after = mine.walk
    for one in reversed(done):
        mine.put(one.action, one.before)
    assert mine.walk == before
    for one in done:
        mine.put(one.action, one.after)
    assert mine.walk == after
    for key in ("step-measures", "figure", "view", "hides"):
        (answer,) = mine.do([0], key)
        assert isinstance(answer, Choose) and answer.action == key and len(answer.options) > 2
        assert mine.do([0], "link", key) == [answer]
    assert not mine.do([0], "text", mine.walk.steps[0].text)


def test_two_further_measures_are_told_below_a_step_and_the_others_counted() -> None:
    step = replace(STEP, measures=("e.whole.dice", "la", "t.whole.dice", "e.roof.dice", "t.roof.dice"))
    said = WalkJob(Walk("x", "", (step,))).below(0)
    assert said.count("Dice") == 2 and said.endswith(" · +1")


def test_what_cannot_be_is_refused_and_nothing_changes(mine: WalkJob, monkeypatch: pytest.MonkeyPatch) -> None:
    before = mine.walk
    for place, action, value, said in (
        (0, "text", "x" * (LONGEST_TEXT + 1), "expected at most 5,000"), (0, "title", " ", "needs a title"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=said):
            mine.do([place], action, value)
    only = WalkJob(Walk("x", "", (STEP,)))
    with pytest.raises(UsageError, match="a step at least"):
        only.do([0], "remove-step")
    assert mine.walk == before and only.walk.steps == (STEP,)
    monkeypatch.setattr(walk_job, "MOST_STEPS", 5)
    full = WalkJob(Walk("x", "", (STEP,) * 4))
    full.do([0], "add-step")
    with pytest.raises(UsageError, match="at most 5 steps"):
        full.do([0], "add-step")
    assert len(full.walk.steps) == 5
    arcs = opened(SHIPPED["dependencies"])
    with pytest.raises(UsageError, match="only trees"):
        arcs.do([0], "view")


def test_where_a_walk_is_changed_everything_is_seen_and_typed(mine: WalkJob) -> None:
    assert not any(isinstance(one, Field) for one in mine.why(1)) and mine.hidden(1)
    answers = mine.do([1], "link", "edit-walk")
    assert isinstance(answers[-1], Ask) and answers[-1].field.text == "second"
    assert [one.key for one in mine.why(1) if isinstance(one, Field)] == ["text", "title", "about"] and not mine.hidden(
        1
    )


def test_changes_that_were_not_saved_come_back_until_they_are(mine: WalkJob, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(mine.path)
    was = path.read_text()
    mine.do([0], "text", "Changed")
    assert path.read_text() == was and draft_path(mine.path).exists()
    again = opened(mine.path)
    assert again.text(0) == "Changed" and again.edits and "not saved" in again.remarks()[0]
    again.do([0], "as-read")
    assert (
        again.text(0) == mine.text(0).replace("Changed", f"It is {again.score(0, 'e.whole.dice')}.")
        and not draft_path(mine.path).exists()
    )
    again.do([0], "text", "Anew")
    assert again.do([0], "save")[0] == Say(f"Saved {path}") and not draft_path(mine.path).exists()
    assert read_walk(path.read_text()).steps[0].text == "Anew" and opened(mine.path).remarks() == []
    draft_path(mine.path).write_text("[[step")
    assert "cannot be read" in opened(mine.path).remarks()[0]


def test_what_was_changed_of_a_walk_is_not_that_of_another_folder(
    mine: WalkJob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both may be opened by the same name."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "walk.toml").write_bytes(Path(mine.path).read_bytes())
    monkeypatch.chdir(tmp_path / "one")
    opened("walk.toml").do([0], "text", "Changed")
    assert opened("walk.toml").edits
    monkeypatch.chdir(tmp_path / "two")
    assert not opened("walk.toml").edits


def test_a_shipped_walk_is_changed_as_a_copy(tmp_path: Path) -> None:
    job = opened(SHIPPED["ancestry"])
    was = Path(SHIPPED["ancestry"]).read_text()
    job.do([0], "text", "Ours")
    (answer,) = job.do([0], "save")
    assert isinstance(answer, Read) and answer.action == "walk-to"
    with pytest.raises(UsageError, match="shipped walk"):
        job.do([0], "walk-to", SHIPPED["ancestry"])
    job.do([0], "walk-to", str(tmp_path / "ours.toml"))
    assert Path(SHIPPED["ancestry"]).read_text() == was
    copy = opened(str(tmp_path / "ours.toml"))
    assert copy.text(0) == "Ours" and not copy.walk.key and texts(copy) == texts(job)
    assert opened(SHIPPED["ancestry"]).remarks() == []
    job.do([0], "text", " ")
    assert "no text yet" in job.text(0)
    with pytest.raises(UsageError, match="step 1 has no text"):
        job.do([0], "save")


# -- the walk of a comparison ----------------------------------------------------------------------------------------------------


@pytest.fixture
def compared() -> CompareJob:
    return of_sample("first-comparison")


def walk_of(answers: Any) -> WalkJob:
    made = next(one.make for one in answers if isinstance(one, Open))
    assert made is not None
    job = made()
    assert isinstance(job, WalkJob)
    return job


def test_a_step_takes_what_is_looked_at(compared: CompareJob) -> None:
    """Sentence, system, measures A and B, and the drawing as it is; then its text is typed."""
    names = compared.comparison.table.systems
    compared.do([2], "add-step")
    compared.do([2], "system", "1")
    compared.do([2], "b", "e.roof.dice")
    compared.do([2], "score", "B")
    picture = compared.picture(5)
    assert isinstance(picture, Picture)
    picture.drawn.arrangement, picture.drawn.folds = "merged", True
    answers = compared.do([5], "add-step")
    job = walk_of(answers)
    first, second = job.walk.steps
    assert (first.source.sentence, first.source.system) == (compared.comparison.sentences_of(0, 2)[0][0] + 1, names[0])
    assert second.source.system == names[1] and second.measures == (compared.a, "e.roof.dice")
    assert (second.view.mapping, second.view.part, second.view.layout, second.view.elide) == (
        "E",
        "roof",
        "merged",
        True,
    )
    assert isinstance(answers[-1], Ask) and answers[-1].field.key == "text" and answers[1] == Go(place=1)
    assert "no text yet" in job.text(1) and job.title == f"Walk of {compared.comparison.gold.name}"


def test_what_is_typed_is_kept_with_the_comparison(compared: CompareJob, tmp_path: Path) -> None:
    job = walk_of(compared.do([2], "add-step"))
    job.do([0], "text", "Look at {la}")
    again = walk_of(compared.do([0], "own-walk"))
    assert texts(again) == ["Look at {la}"] and again.text(0) == job.text(0) != "Look at {la}"
    assert [name for name, _ in again.beside()][:2] == [compared.view, "Steps"]
    again.do([0], "add-step")
    again.do([1], "text", "twice")
    assert texts(walk_of(compared.do([0], "own-walk"))) == ["Look at {la}", "twice"]
    again.do([0], "walk-to", str(tmp_path / "own.toml"))
    saved = opened(str(tmp_path / "own.toml"))
    assert rows(saved) == rows(again) and saved.walk.steps[0].source.gold.startswith("(")


def test_a_sentence_without_scores_is_no_step(compared: CompareJob) -> None:
    compared.comparison.table.statuses[0, 2] = SKIPPED
    with pytest.raises(UsageError, match="expected a sentence with scores"):
        compared.do([2], "add-step")
    assert not TeachingBeside(compared).steps


def test_a_file_cannot_hold_several_golds(tmp_path: Path) -> None:
    compared = of_sample("tsarfaty-2012")
    job = walk_of(compared.do([0], "add-step"))
    job.do([0], "text", "x")
    with pytest.raises(UsageError, match=r"step 1: .*several golds"):
        job.do([0], "walk-to", str(tmp_path / "no.toml"))
    assert not (tmp_path / "no.toml").exists()


def test_measures_are_called_alike_everywhere() -> None:
    job = opened(SHIPPED["evalb"])
    assert measure("e.roof.recall").title == "recall, roof" and job.title_of(0, "e.roof.recall") == "Recall, roof"


def test_a_walk_stays_with_its_sentences_where_sides_are_swapped(folder: Path) -> None:
    gold = gold_trees(9)
    systems = [("", write(folder / f"{name}.mrg", erring(gold, seed))) for name, seed in (("one", 2), ("two", 3))]
    job: Any = shown(opening(Files(write(folder / "gold.mrg", gold), tuple(systems))))
    for sentence, text in ((2, "one"), (0, "two"), (5, "three")):
        walk = walk_of(job.do([sentence], "add-step"))
        walk.do([len(walk.walk.steps) - 1], "text", text)

    def told() -> list[tuple[int, str]]:
        return [(one.source.sentence, one.text) for one in walk_of(job.do([0], "own-walk")).walk.steps]

    before = told()
    assert before == [(3, "one"), (1, "two"), (6, "three")]
    job = followed(job, job.do([0], "swap-sides"))
    assert told() == before
    walk_of(job.do([0], "own-walk")).do([1], "text", "changed meanwhile")
    assert told() == [before[0], (1, "changed meanwhile"), before[2]]
    job.close()
