"""What was changed and what the file stores of it stay together: other golds, other names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from treecompare.errors import TreecompareError
from treecompare.saved.kept import History
from treecompare.saved.project import Key, Project

WORDS = ["one two", "three four", "five", "five"]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """A file in which something was judged before it was opened."""
    made = Project.create(tmp_path / "x.treecompare", [])
    made.write([(Key("correct", 0, "other"), "yes")], "judged other", WORDS)
    made.close()
    opened = Project.open(made.path)
    yield opened
    opened.close()


def test_what_is_gone_with_its_sentence_is_no_change_that_can_be_undone(project: Project) -> None:
    history = History()
    for sentence, what in ((1, "first"), (2, "second"), (0, "third")):
        project.write([(Key("note", sentence), what)], what, WORDS)
        history.add(None)
    project.undo()
    history.turn(is_undo=True)
    before = project.step_numbers()
    assert project.realign(WORDS[:2]) == 1
    history.keep(before, project.step_numbers())
    assert (history.done, history.undone) == ([None], [None])
    assert history.last(project, "one") == ("first", "") and history.next(project) == "third"
    project.undo()
    history.turn(is_undo=True)
    assert history.last(project, "one")[1].startswith("“judged other” is about other, from before")
    assert history.last(project, "other") == ("judged other", "")
    assert history.last(project, None) == (
        "",
        "judged other: was changed before the comparison was opened, and cannot be undone",
    )


def test_notes_come_back_with_the_words_of_their_sentences(project: Project) -> None:
    project.write([(Key("note", 2), "a"), (Key("note", 3), "b"), (Key("correct", 3, "one"), "no")], "five", WORDS)
    said = project.values("note") | project.values("correct")
    assert project.realign(WORDS[:2]) == 3 and len(project.lost()) == 3
    assert project.realign(["three four", "Five", "one two", "five"]) == 0 and not project.lost()
    assert project.values("note") == {Key("note", 1): "a", Key("note", 3): "b"}
    assert project.realign(WORDS) == 0
    assert project.values("note") | project.values("correct") == said


def test_a_name_that_can_come_back_by_undo_is_taken(project: Project) -> None:
    project.write([(Key("correct", 0, "b"), "yes")], "judged b", WORDS)
    project.write([(Key("correct", 0, "b"), None)], "taken back", WORDS)
    with pytest.raises(TreecompareError, match="said of a system 'b' before"):
        project.rename_systems([("other", "b")])
    assert project.values("correct") == {Key("correct", 0, "other"): "yes"}


def test_two_systems_change_their_names(project: Project) -> None:
    project.write([(Key("correct", 0, "b"), "no")], "judged b", WORDS)
    project.rename_systems([("other", "b"), ("b", "other")])
    assert project.values("correct") == {Key("correct", 0, "b"): "yes", Key("correct", 0, "other"): "no"}
    project.undo()
    assert project.values("correct") == {Key("correct", 0, "b"): "yes"}
