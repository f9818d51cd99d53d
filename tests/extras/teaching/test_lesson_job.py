"""A lesson as a job of the window: what hands do to its trees, what it says, hides, keeps and takes back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from treecompare import resources
from treecompare.comparison.base import Cancel
from treecompare.comparison.roles import sample_files
from treecompare.comparison.settings import Settings
from treecompare.drawing.drawn import Space
from treecompare.drawing.scene import Stroke
from treecompare.errors import ReadError, TreecompareError, UsageError
from treecompare.extras.teaching.editors import place_of
from treecompare.extras.teaching.exercise import of_texts
from treecompare.extras.teaching.lesson_job import LessonJob
from treecompare.extras.teaching.walk_files import Keeper, read_walk_file
from treecompare.extras.teaching.walk_job import WalkJob, opening_walk
from treecompare.jobs.base import (
    Answer,
    Ask,
    Choice,
    Choose,
    Copy,
    Done,
    Fold,
    Handout,
    Later,
    Open,
    Picture,
    Row,
    Save,
    Say,
    Score,
    Shown,
    Text,
)
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.opening import opening

RIGHT = (
    "(TOP (S (NP-SBJ (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (DT a) (NN dog))))) (. .)))"
)
WRONG = "(TOP (S (NP (PRP She)) (VP (VBD saw) (NP (NP (DT the) (NN man))) (PP (IN with) (NP (DT a) (NN dog)))) (. .)))"
WORDS = (
    "1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\t_\tNOUN\t_\t_\t3\tnsubj\t_\t_\n3\tsaw\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    "4\ta\t_\tDET\t_\t_\t5\tdet\t_\t_\n5\tcat\t_\tNOUN\t_\t_\t3\tobj\t_\t_\n\n"
)
SPACE = Space(900.0, 600.0, focuses=True)


@pytest.fixture
def trees() -> LessonJob:
    return LessonJob(of_texts(RIGHT, WRONG))


@pytest.fixture
def words() -> LessonJob:
    return LessonJob(of_texts(WORDS, WORDS))


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lessons are kept there."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def picture(job: LessonJob, place: int = -1) -> Picture:
    """What is drawn of a step, of the last one by default, laid out as in a window."""
    found = job.picture(place if place >= 0 else len(job.steps) - 1)
    assert isinstance(found, Picture)
    found.drawn.lay_out(SPACE)
    return found


def node(job: LessonJob, label: str, side: str = "test", number: int = 0) -> tuple[str, int]:
    """A node of what is drawn, by what is written there."""
    mapping: Any = picture(job).drawn.mapping  # type: ignore[attr-defined]
    texts = (mapping.gold if side == "gold" else mapping.test).texts
    return side, [one for one, text in enumerate(texts) if text == label][number]


def box(job: LessonJob, place: tuple[str, int]) -> Any:
    drawn = picture(job).drawn
    found = drawn.box_of(place_of(drawn, place))
    assert found is not None
    return found


def drag(job: LessonJob, one: tuple[str, int], other: tuple[str, int]) -> list[Answer]:
    boxes = box(job, one), box(job, other)
    last = len(job.steps) - 1
    picture(job)
    return list(job.do([last], "drag", tuple(picture(job).drawn.box_of(some.place) or some for some in boxes)))


def do(job: LessonJob, action: str, value: Any = None) -> list[Answer]:
    return list(job.do([len(job.steps) - 1], action, value))


def first_done(answers: Sequence[Answer]) -> Done:
    return next(one for one in answers if isinstance(one, Done))


def undo(job: LessonJob, answers: Sequence[Answer]) -> int:
    """Takes back what was answered, as the window does."""
    done = first_done(answers)
    return job.put(done.action, done.before)


def choose(job: LessonJob, place: tuple[str, int], *keys: str) -> list[Answer]:
    """Chooses a node, then answers what is asked."""
    do(job, "box", box(job, place))
    found: list[Answer] = []
    for key in keys:
        found = do(job, "choose", key)
    return found


def text(job: LessonJob, side: str = "test") -> str:
    return job.steps[-1].exercise.side(side).written().strip()


def figures(job: LessonJob) -> list[list[str]]:
    """A and B of every step, as they are listed."""
    shown = job.places("steps", [])
    return [[one.text(place) for one in shown.columns[2:]] for place in shown.order.tolist()]


def blocks(job: LessonJob, kind: type, place: int = -1) -> list[Any]:
    found: list[Any] = []
    for one in job.why(place if place >= 0 else len(job.steps) - 1):
        found += one.make(Cancel(), lambda _: None) if isinstance(one, Later) else [one]
    return [one for one in found if isinstance(one, kind)]


def answers(job: LessonJob) -> dict[str, str]:
    return {one.key: one.title for one in blocks(job, Choice)}


def said(job: LessonJob) -> str:
    return " ".join(str(one.text) for one in blocks(job, Text))


# -- constituents --------------------------------------------------------------------------------------------------------


def test_a_node_is_moved_and_taken_back(trees: LessonJob) -> None:
    """Every figure follows; what moved is lit, with a dotted line to what it hung under; the gold stays."""
    assert figures(trees) == [["92.86", "92.86"]]
    phrase, outer = node(trees, "PP"), node(trees, "NP", number=2)
    shown = picture(trees)
    assert shown.editing is not None
    targets = list(shown.editing.targets(shown.drawn.box_of(phrase)))
    assert outer in targets and len(targets) == 3 and all(side == "test" for side, _ in targets)
    done, anew = drag(trees, phrase, outer)
    assert isinstance(done, Done) and done.title == "PP to NP" and anew == Shown(True, True, True, 1)
    assert text(trees) == RIGHT.replace("NP-SBJ", "NP") and text(trees, "gold") == RIGHT
    assert figures(trees) == [["92.86", "92.86"], ["100.00", "100.00"]]
    assert [one.beside for one in blocks(trees, Score)] == ["▲ 7.14", "▲ 7.14"]
    assert [one.beside for one in blocks(trees, Score, 0)] == ["", ""]
    after = picture(trees)
    lit = after.light(after.lit)
    assert list(lit.places) == [node(trees, "PP")] == list(after.editing.here())  # type: ignore[union-attr]
    (line,) = lit.marks
    assert isinstance(line, Stroke) and line.dash
    ends = [after.drawn.box_of(one) for one in (node(trees, "PP"), node(trees, "VP"))]
    assert [ends[0].x, ends[1].x] == [line.start[0], list(line.steps[0])[2]]
    assert trees.history() is None and undo(trees, [done]) == 0  # the window keeps it
    assert text(trees) == WRONG and figures(trees) == [["92.86", "92.86"]]
    assert trees.put(done.action, done.after) == 1
    assert text(trees) == RIGHT.replace("NP-SBJ", "NP") and len(figures(trees)) == 2
    undo(trees, [done])
    choose(trees, node(trees, "PP"), "2")
    assert first_done(do(trees, "label", "PX")).title == "PP renamed PX"


def test_what_was_undone_is_asked_for_a_moment_longer(trees: LessonJob) -> None:
    """The list still has it when it is painted."""
    done = drag(trees, node(trees, "PP"), node(trees, "NP", number=2))
    shown = trees.places("steps", [])
    undo(trees, done)
    assert [one.text(1) for one in shown.columns[1:]] == ["As it was", "92.86", "92.86"]
    assert trees.picks(1) and trees.why(1) and isinstance(trees.picture(1), Picture)


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        (("NN", "test", 1), "part-of-speech tag"), (("VP", "gold", 0), "a node stays in its tree"),
        (("PP", "test", 0), "into itself"), (("VP", "test", 0), "already"),
    ],
)  # fmt: skip
def test_what_is_put_down_elsewhere_stays(trees: LessonJob, goal: tuple[str, str, int], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        drag(trees, node(trees, "PP"), node(trees, *goal))
    assert text(trees) == WRONG and len(trees.steps) == 1 and not trees.is_held


def test_a_node_is_moved_by_answers(trees: LessonJob) -> None:
    """The places are named, those that are called alike are told apart; what is held is put down by a click, Enter, or left."""
    assert "Click a node" in said(trees) and answers(trees) == {}
    phrase = node(trees, "PP")
    choose(trees, phrase, "1")
    assert [one.title for one in blocks(trees, Choice)] == [
        "S (She saw the man …)",
        "NP (the man)",
        "NP (the man)",
        "Leave it",
    ]
    assert len({one.detail for one in blocks(trees, Choice)}) == 4
    assert list(picture(trees).editing.held()) == [phrase]  # type: ignore[union-attr]
    do(trees, "choose", "0")
    assert not trees.is_held and answers(trees)["1"] == "Move it"
    done = choose(trees, phrase, "1", "2")
    assert text(trees) == RIGHT.replace("NP-SBJ", "NP")
    undo(trees, done)
    done = choose(trees, phrase, "1", "3")
    assert "(NN man) (PP" in text(trees)
    undo(trees, done)
    choose(trees, phrase, "1")
    do(trees, "open", box(trees, node(trees, "NP", number=2)))
    assert text(trees) == RIGHT.replace("NP-SBJ", "NP") and trees.at == node(trees, "PP")


def test_what_has_no_other_place_is_not_moved() -> None:
    job = LessonJob(of_texts("(VP (V runs))", "(VP (V runs))"))
    (answer,) = choose(job, node(job, "VP"), "1")
    assert isinstance(answer, Say) and "no other place" in answer.text and not job.is_held
    assert "1" not in answers(job) and "2" in answers(job)


def test_places_are_near_by_edges_and_told_apart_from_below() -> None:
    """The number of the VP is nearer."""
    tree = "(S (NP (N a) (N b) (X d)) (VP (V e) (PP (P f) (N g))))"
    job = LessonJob(of_texts(tree, tree))
    choose(job, node(job, "X"), "1")
    assert [one.title for one in blocks(job, Choice)] == ["S (a b d e …)", "VP (e f g)", "Leave it"]
    tree = "(S (VP (V a) (NP (NP (NP (N b))))) (X c))"
    job = LessonJob(of_texts(tree, tree))
    choose(job, node(job, "X"), "1")
    told = [(one.title, one.detail) for one in blocks(job, Choice)]
    assert told == [
        ("VP (a b)", ""),
        *(("NP (b)", f"{number} of 3 with this name, from below") for number in (3, 2, 1)),
        ("Leave it", "Esc"),
    ]


def test_a_label_is_written(trees: LessonJob) -> None:
    """Where it stands; what cannot be one is refused, and the same one is no step."""
    phrase = node(trees, "NP")
    (asked,) = do(trees, "open", box(trees, phrase))
    assert isinstance(asked, Ask) and asked.at == phrase and asked.field.text == "NP"
    with pytest.raises(UsageError, match="blank"):
        do(trees, "label", "N P")
    do(trees, "label", "NP")
    assert len(trees.steps) == 1
    do(trees, "label", "NP-SBJ")
    assert "(NP-SBJ (PRP She))" in text(trees) and trees.at == node(trees, "NP")
    assert trees.steps[1].said == "NP renamed NP-SBJ"
    (other,) = choose(trees, node(trees, "man"), "2")
    assert isinstance(other, Ask) and other.field.text == "NN" and other.at == node(trees, "NN")  # of a word its tag


def test_a_constituent_is_put_over_what_is_marked_and_taken_out(trees: LessonJob) -> None:
    """Whether it can be is known before anyone writes a label."""
    first, second = node(trees, "VBD"), node(trees, "NP", number=2)
    do(trees, "mark", [box(trees, first)])
    do(trees, "mark", [box(trees, second)])
    assert trees.marked == [first, second] and answers(trees)["4"] == "Put a constituent over what is marked"
    do(trees, "mark", [box(trees, second)])
    assert trees.marked == [first]
    do(trees, "mark", [box(trees, first), box(trees, second)])  # as Shift and an arrow do
    (asked,) = do(trees, "choose", "4")
    assert isinstance(asked, Ask) and asked.field.key == "insert"
    do(trees, "insert", "VX")
    assert "(VP (VX (VBD saw) (NP (NP (DT the) (NN man)))) (PP" in text(trees) and trees.marked == []
    choose(trees, node(trees, "VX"), "5")
    assert text(trees) == WRONG
    do(trees, "mark", [box(trees, node(trees, "NP"))])
    do(trees, "mark", [box(trees, node(trees, "PP"))])
    with pytest.raises(UsageError, match="expected daughters of one node"):
        do(trees, "choose", "4")
    with pytest.raises(UsageError, match="words stay"):
        choose(trees, node(trees, "man"), "5")


def test_an_earlier_step_is_changed(trees: LessonJob) -> None:
    """In place of those that followed it, which come back when it is undone."""
    drag(trees, node(trees, "PP"), node(trees, "NP", number=2))
    do(trees, "label", "PX")
    assert [one.said for one in trees.steps] == ["", "PP to NP", "PP renamed PX"]
    trees.picture(0)
    trees.do([0], "original")
    assert trees.steps[-1].said == "back to the original" and text(trees) == WRONG
    shown = trees.picture(0)
    assert isinstance(shown, Picture)
    shown.drawn.lay_out(SPACE)
    trees.do([0], "box", shown.drawn.box_of(("test", 19)))
    done = trees.do([0], "label", "VQ")
    assert [one.said for one in trees.steps] == ["", "VP renamed VQ"]
    undo(trees, done)
    assert [one.said for one in trees.steps] == ["", "PP to NP", "PP renamed PX", "back to the original"]


@pytest.mark.parametrize("arrangement", ["mirrored", "side-by-side", "merged"])
def test_roofs_are_edited_however_they_are_drawn(trees: LessonJob, arrangement: str) -> None:
    """Nodes of a drawing without tags are those of the file, too; of what both trees share the system's."""
    do(trees, "part")
    assert trees.at is None and trees.seen.asked.part == "roof"
    phrase, outer = node(trees, "PP"), node(trees, "NP", number=2)
    shown = picture(trees)
    shown.drawn.arrangement = arrangement
    shown.drawn.lay_out(SPACE)
    boxes = [shown.drawn.box_of(one) for one in (phrase, outer)]
    assert shown.editing is not None and shown.editing.can(boxes[0])
    trees.do([0], "drag", boxes)
    assert text(trees) == RIGHT.replace("NP-SBJ", "NP") and text(trees, "gold") == RIGHT


def test_what_is_presented_says_what_changed_since_the_last_step_and_since_the_opening(trees: LessonJob) -> None:
    """And better and worse apart: more crossing brackets are worse."""
    do(trees, "a", "crossing")
    do(trees, "mark", [box(trees, node(trees, "VBD")), box(trees, node(trees, "NP", number=2))])
    do(trees, "choose", "4")
    do(trees, "insert", "VX")
    choose(trees, node(trees, "VX"), "2")
    do(trees, "label", "VY")
    choose(trees, node(trees, "VY"), "5")
    told = [picture(trees, place).figures[0] for place in range(4)]  # type: ignore[index]
    assert [change for _, _, change in told] == [
        "", "▲ 1.00 worse", "▲ 1.00 worse in all", "▼ 1.00 better · as at first",
    ]  # fmt: skip


def test_all_measures_say_how_they_changed(trees: LessonJob) -> None:
    """And one of them is looked at."""
    drag(trees, node(trees, "PP"), node(trees, "NP", number=2))
    fold = next(one for one in blocks(trees, Fold) if one.title == "All measures")
    rows = {one.to: one.figures for one in fold.blocks() if isinstance(one, Row)}
    assert rows["measure:la"].startswith("▲") and len(rows) > 20
    do(trees, "link", "measure:la")
    assert trees.seen.a == "la" and next(pick.now for pick in trees.picks(1)) == "la"
    assert do(trees, "link", "count:t.whole/cost")
    with pytest.raises(UsageError, match="measure"):
        do(trees, "link", "measure:nothing")


def test_the_measures_are_exported_but_for_those_that_are_hidden(trees: LessonJob) -> None:
    """Of a step, beside those of the beginning."""
    drag(trees, node(trees, "PP"), node(trees, "NP", number=2))
    (asked,) = do(trees, "save-measures")
    assert isinstance(asked, Save)
    assert '"E-Dice, whole",1.0,0.9285714285714286' in str(asked.text("csv")).splitlines()
    do(trees, "hide:scores")
    with pytest.raises(UsageError, match="hidden"):
        do(trees, "save-measures")


def test_a_step_is_handed_out_without_scores_that_a_class_is_to_find(trees: LessonJob) -> None:
    assert any(one.key == "handout" and one.menu == "Export" for one in trees.commands())
    (told,) = do(trees, "handout")
    assert isinstance(told, Handout) and told.words in trees.title and len(told.scores) > 30
    for what in ("scores", "gold"):
        do(trees, f"hide:{what}")
        (told,) = do(trees, "handout")
        assert isinstance(told, Handout) and not told.scores
        do(trees, f"hide:{what}")


def test_trees_are_typed(trees: LessonJob) -> None:
    """What cannot be read changes nothing; more of the same text is the same step."""
    fold = next(one for one in blocks(trees, Fold) if one.title == "System as text")
    (field,) = fold.blocks()
    assert field.key == "typed:test"
    with pytest.raises(ReadError, match="bracket"):
        do(trees, "typed:test", WRONG[:-1])
    do(trees, "typed:test", WRONG)
    assert len(trees.steps) == 1
    do(trees, "typed:test", WRONG.replace("PP", "P"))
    do(trees, "typed:test", WRONG.replace("PP", "PX"))
    assert [one.said for one in trees.steps] == ["", "System as text"] and "(PX (IN" in text(trees)
    do(trees, "typed:gold", RIGHT.replace("PP", "PX"))
    assert [one.said for one in trees.steps] == ["", "System as text", "Gold as text"]


def test_trees_that_cannot_be_compared_change_nothing(trees: LessonJob, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise TreecompareError("these trees cannot be compared")

    phrase, outer = node(trees, "PP"), node(trees, "NP", number=2)
    monkeypatch.setattr("treecompare.extras.teaching.exercise.compare_files", fails)
    with pytest.raises(TreecompareError, match="cannot be compared"):
        drag(trees, phrase, outer)
    assert len(trees.steps) == 1


def test_an_error_leads_to_no_others(trees: LessonJob) -> None:
    """There is one sentence only; it is lit all the same."""
    (row,) = [one for one in blocks(trees, Row) if one.to.startswith("error")]
    assert "in all" not in row.below and picture(trees).light(row.to).places
    assert do(trees, "link", row.to)


# -- dependencies, lattices, schemes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["gold", "test"])
def test_a_word_gets_another_head(words: LessonJob, side: str) -> None:
    """By the label of its arc, on its side; a circle is refused with the reason."""
    shown = picture(words)
    boxes: Any = shown.drawn.boxes
    label = next(one for one in boxes if one.arc is not None and one.arc.side == side and one.text == "obj")
    verb = next(one for one in boxes if one.arc is None and one.text == "dog")
    assert shown.editing is not None and verb in shown.editing.targets(label)
    words.do([0], "drag", (label, verb))
    assert text(words, side) == WORDS.replace("3\tobj", "2\tobj").strip() and words.steps[1].said == "'cat' to 'dog'"
    after = picture(words)
    (line,) = after.light(after.lit).marks
    assert isinstance(line, Stroke) and len(line.steps[0]) == 4
    boxes = after.drawn.boxes
    root = next(one for one in boxes if one.arc is not None and one.arc.side == side and one.text == "root")
    with pytest.raises(UsageError, match="make another word the root first"):
        words.do([1], "drag", (root, next(one for one in boxes if one.text == "cat")))


def test_of_places_that_are_equally_near_the_first_is_named_first() -> None:
    heads = {"a": 4, "b": 4, "c": 4, "d": 0}
    rows = (f"{number}\t{word}\t_\t_\t_\t_\t{heads[word]}\tx\t_\t_\n" for number, word in enumerate(heads, 1))
    sentence = "".join((*rows, "\n"))
    job = LessonJob(of_texts(sentence, sentence))
    do(job, "box", next(one for one in picture(job).drawn.boxes if one.arc is None and one.text == "b"))
    do(job, "choose", "1")
    assert list(answers(job).values()) == ["'a'", "'c'", "Leave it"]


def test_of_a_word_that_both_have_that_side_is_changed_which_can_be() -> None:
    """The system has that head already."""
    mended = WORDS.replace("3\tobj", "2\tobj")
    job = LessonJob(of_texts(WORDS, mended))
    drag(job, ("test", 4), ("test", 1))
    assert text(job, "gold") == mended.strip() == text(job)


def test_a_word_gets_a_relation_a_tag_and_becomes_the_root(words: LessonJob) -> None:
    """A word stands for the system's."""
    choose(words, ("test", 4))
    assert words.at == ("test", 4)
    assert answers(words) == {
        "1": "Attach it elsewhere",
        "2": "Change its relation",
        "3": "Change its tag",
        "7": "Make it the root",
    }
    (asked,) = do(words, "choose", "2")
    assert isinstance(asked, Ask) and asked.field.text == "obj" and asked.at.text == "obj"
    do(words, "label", "iobj")
    (asked,) = do(words, "choose", "3")
    assert isinstance(asked, Ask) and asked.field.text == "NOUN" and asked.at.text == "cat"
    do(words, "tag", "PROPN")
    do(words, "choose", "7")
    rows = [line.split("\t") for line in text(words).splitlines()]
    assert [rows[4][column] for column in (3, 6, 7)] == ["PROPN", "0", "root"] and rows[2][6:8] == ["5", "iobj"]
    assert text(words, "gold") == WORDS.strip()
    (answer,) = do(words, "mark", [box(words, ("test", 1))])
    assert isinstance(answer, Say) and not words.marked


def test_segments_over_a_lattice() -> None:
    """Another analysis is chosen; what is moved stays chosen."""
    path = resources.path("samples") / "words-that-differ"
    sample = next(one for one in resources.samples() if one.key == "words-that-differ")
    job = opening(sample_files(sample))(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob) and path.is_dir()
    (answer,) = job.do([0], "choose", "e")
    assert isinstance(answer, Open) and answer.make is not None
    lesson = answer.make()
    assert isinstance(lesson, LessonJob)
    segment = next(
        ("test", n) for n, one in enumerate(lesson.editor(0).nodes["test"])
        if one >= 0 and lesson.editor(0).others(("test", n))
    )  # fmt: skip
    (asked,) = choose(lesson, segment, "7")
    assert isinstance(asked, Choose) and asked.options
    do(lesson, "analysis", asked.options[0][0])
    assert lesson.steps[1].said == asked.options[0][1]
    with pytest.raises(UsageError, match="lattices"):
        do(lesson, "save")
    assert "lattices" in lesson.places("steps", []).foot


def test_what_can_only_be_typed_says_so() -> None:
    """A drawing of trees that the files do not have as such."""
    sample = next(one for one in resources.samples() if one.key == "tsarfaty-2012")
    job = opening(sample_files(sample))(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    (answer,) = job.do([0], "choose", "e")
    assert isinstance(answer, Open) and answer.make is not None
    lesson = answer.make()
    assert isinstance(lesson, LessonJob)
    assert picture(lesson).editing is None and "edit them as text" in said(lesson)


# -- hiding --------------------------------------------------------------------------------------------------------------


def test_without_the_gold_nothing_of_it_is_taken_hold_of_or_told(trees: LessonJob) -> None:
    """Scores stay, but no formula, and no step says what it was about."""
    do(trees, "box", box(trees, node(trees, "PP")))
    do(trees, "hide:gold")
    shown = picture(trees)
    assert shown.editing is None and shown.layouts == ("merged",) and not shown.lit
    assert {one.operation for one in shown.drawn.boxes} == {"matched"} and trees.at is None
    assert "show it to change the trees" in said(trees) and answers(trees) == {"0": "Show the gold"}
    assert [(one.figure, one.formula, one.words) for one in blocks(trees, Score)] == [("92.86", "", "")] * 2
    assert not [one for one in blocks(trees, Row) if one.to.startswith("error")] and "with a dog" not in said(trees)
    with pytest.raises(UsageError, match="show it to change the trees"):
        trees.editor(0).text(("test", 1))
    do(trees, "choose", "0")
    assert picture(trees).editing is not None


def test_a_score_that_is_to_be_guessed_is_told_nowhere(trees: LessonJob) -> None:
    """Neither in the list nor in boxes, formulas, errors, steps or counts; Space shows it."""
    do(trees, "hide:scores")
    assert figures(trees) == [["?", "?"]] and [one.beside for one in trees.picks(0)] == ["?", "?"]
    assert not any("92" in text for one in trees.picks(0) for _, text in (*one.options, *one.figures().items()))
    assert not blocks(trees, Score) and not blocks(trees, Row) and not picture(trees).counts
    assert "How high are E-Dice, whole and T-Dice, whole?" in said(trees)
    drag(trees, node(trees, "PP"), node(trees, "NP", number=2))
    assert figures(trees) == [["?", "?"]] * 2
    do(trees, "step")
    assert figures(trees)[1] == ["100.00", "100.00"] and picture(trees).counts
    (answer,) = do(trees, "step")
    assert isinstance(answer, Open) and answer.make is not None
    steps = answer.make()
    assert not isinstance(steps, Later) and steps.picture(0) and steps.beside()[0][1]() is trees


def test_names_are_hidden() -> None:
    job = LessonJob(of_texts(RIGHT, WRONG, gold_name="mary", system_name="paul"))
    assert [name for _, name in picture(job).drawn.tags()] == ["GOLD", "paul"]
    do(job, "hide:names")
    assert "paul" not in str(picture(job).drawn.tags()) and picture(job).drawn.title == ""
    choose(job, node(job, "PP"), "2")
    do(job, "label", "PX")
    assert "(PX (IN with)" in text(job)


# -- files ---------------------------------------------------------------------------------------------------------------


def test_an_edit_is_kept_at_once_and_comes_back(kept: Path) -> None:
    """Until it is saved, or all is taken back."""
    first = LessonJob(begun := of_texts(RIGHT, WRONG), Keeper("", begun))
    done = drag(first, node(first, "PP"), node(first, "NP", number=2))
    files = list((kept / "data").rglob("*.toml"))
    assert len(files) == 1
    second = LessonJob(begun := of_texts(RIGHT, WRONG), Keeper("", begun))
    assert [one.said for one in second.steps] == ["", "as it was left"] and text(second) == text(first)
    undo(first, done)
    assert not list((kept / "data").rglob("*.toml"))
    third = LessonJob(begun := of_texts(RIGHT, WRONG), Keeper("", begun))
    assert len(third.steps) == 1
    drag(third, node(third, "PP"), node(third, "NP", number=2))
    (found,) = (kept / "data").rglob("*.toml")
    found.write_text("damaged", "utf-8")
    fourth = LessonJob(begun := of_texts(RIGHT, WRONG), Keeper("", begun))
    assert len(fourth.steps) == 1


def test_the_text_that_was_typed_for_a_class_comes_back(kept: Path) -> None:
    """Alone, and after an edit that was taken back; what is not in the file is not said to be."""
    first = LessonJob(begun := of_texts(RIGHT, WRONG), Keeper("", begun))
    assert do(first, "text", "Look at the dog.") == [Shown(places=True)]
    undo(first, drag(first, node(first, "PP"), node(first, "NP", number=2)))
    second = LessonJob(begun := of_texts(RIGHT, WRONG), Keeper("", begun))
    assert second.text == "Look at the dog." and len(second.steps) == 1
    assert second.places("steps", []).foot == "A copy, not saved to a file"
    path = str(kept / "dogs.toml")
    do(second, "saved", path)
    assert second.places("steps", []).foot == "Saved: dogs.toml"
    do(second, "text", "Look again.")
    assert second.places("steps", []).foot == "A copy, not saved to a file"
    again = opening_walk(path)(Cancel(), lambda _: None)
    assert isinstance(again, LessonJob) and again.text == "Look again."
    do(again, "text", "Look at the dog.")  # as it is in the file
    assert not list((kept / "data").rglob("*.toml"))


def test_errors_of_trees_that_have_hardly_anything_in_common_come_later() -> None:
    words, others = (" ".join(f"({tag} w{n})" for n in range(60)) for tag in "AB")
    job = LessonJob(of_texts(f"(S {words})", f"(S {'(X ' * 60}{others}{')' * 60})"))
    (later,) = (one for one in job.why(0) if isinstance(one, Later))
    rows = [one for one in later.make(Cancel(), lambda _: None) if isinstance(one, Row)]
    assert rows and not any("in all" in one.below for one in rows)


def test_a_lesson_is_saved_and_opened_again(kept: Path) -> None:
    """With its measures, what it hides, and its text; the same file is written again without a question."""
    job = LessonJob(begun := of_texts(RIGHT, WRONG, Settings(params="none"), "Two dogs"), Keeper("", begun))
    drag(job, node(job, "PP"), node(job, "NP", number=2))
    do(job, "a", "la")
    do(job, "hide:names")
    do(job, "text", "Look at the dog.")
    (asked,) = do(job, "save")
    assert asked.name == "two-dogs" and asked.action == "saved"  # type: ignore[union-attr]
    path = str(kept / "dogs.toml")
    assert do(job, "saved", path)[0] == Say(f"Saved: {path}") and not list((kept / "data").rglob("*.toml"))
    assert job.places("steps", []).foot == "Saved: dogs.toml"
    assert read_walk_file(path).steps[0].measures == ("t.whole.dice", "la")  # the one that is drawn first
    again = opening_walk(path)(Cancel(), lambda _: None)
    assert isinstance(again, LessonJob)
    assert text(again) == text(job) and again.title == "Two dogs" and again.text == "Look at the dog."
    assert again.hidden == {"names"} and {again.seen.a, again.seen.b} == {"la", "t.whole.dice"}
    do(again, "hide:names")
    choose(again, node(again, "PP"), "2")
    do(again, "label", "PX")
    assert list((kept / "data").rglob("*.toml"))
    do(again, "save")
    assert "(PX" in Path(path).read_text("utf-8") and not list((kept / "data").rglob("*.toml"))


def test_a_copy_of_a_sentence_changes_no_file() -> None:
    """The comparison stays as it was; the same sentence is the same lesson, and Back leads to the list."""
    sample = next(one for one in resources.samples() if one.key == "first-comparison")
    job = opening(sample_files(sample))(Cancel(), lambda _: None)
    assert isinstance(job, CompareJob)
    comparison: Any = job.comparison
    before = comparison.gold, [one.written() for one in comparison.systems]
    assert any(isinstance(one, Choice) and one.key == "e" for one in job.why(3))
    job.a = "la"
    (answer,) = job.do([3], "choose", "e")
    assert isinstance(answer, Open) and answer.make is not None
    lesson = answer.make()
    assert isinstance(lesson, LessonJob) and lesson.seen.a == "la"
    assert [name for name, _ in lesson.beside()][:2] == ["Sentences", "Lesson"] and lesson.beside()[0][1]() is job
    assert lesson._score(0, "la") == job.comparison.table.scores(0, "la")[3]
    place = ("test", len(lesson.editor(0).nodes["test"]) - 2)
    choose(lesson, place, "2")
    do(lesson, "label", "XX")
    assert "XX" in text(lesson)
    assert (comparison.gold, [one.written() for one in comparison.systems]) == before
    (answer,) = job.do([3], "choose", "e")
    assert isinstance(answer, Open) and answer.make is not None and answer.make() is lesson
    picture(lesson)
    (copied,) = do(lesson, "copy:both trees as brackets")
    assert isinstance(copied, Copy) and "XX" in str(copied.text)


def test_a_step_of_a_walk_is_changed_by_hand() -> None:
    """The walk stays as it is; Back leads to its step."""
    walk = opening_walk(str(resources.walk_files()[0].path))(Cancel(), lambda _: None)
    assert isinstance(walk, WalkJob) and any(isinstance(one, Choice) and one.key == "e" for one in walk.why(0))
    before = walk.walk
    (answer,) = walk.do([0], "choose", "e")
    assert isinstance(answer, Open) and answer.make is not None
    lesson = answer.make()
    assert isinstance(lesson, LessonJob) and lesson.seen.a == "e.roof.recall"
    do(lesson, "part")
    choose(lesson, node(lesson, "PP"), "2")
    do(lesson, "label", "PX")
    assert (
        "(PX" in text(lesson) and walk.walk == before and [name for name, _ in lesson.beside()] == ["Steps", "Lesson"]
    )


def test_how_it_was_looked_at_comes_back(trees: LessonJob) -> None:
    do(trees, "b", "la")
    do(trees, "draw:edge_labels")
    other = LessonJob(of_texts(RIGHT, WRONG))
    other.restore(trees.state())
    assert other.seen == trees.seen
    other.restore({"a": 7, "b": "nothing", "asked": []})
    assert other.seen == trees.seen


def test_steps_are_found_by_what_they_say(trees: LessonJob) -> None:
    drag(trees, node(trees, "PP"), node(trees, "NP", number=2))
    found = trees.places("steps", trees.tokens("to np"))
    assert found.order.tolist() == [1]
    assert trees.places("steps", trees.tokens("nothing")).order.tolist() == []
