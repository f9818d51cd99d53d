"""A lesson that is kept in a file comes back with its trees, names, settings, measures and drawing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from treecompare.comparison.files import open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import Wanted
from treecompare.errors import ReadError, TreecompareError, UsageError
from treecompare.lessons.exercise import of_sentence, of_texts
from treecompare.lessons.stages import Stages
from treecompare.lessons.walk_files import lesson_of, read_walk_file, walk_text, write_walk
from treecompare.lessons.walks import read_walk, walks
from treecompare.resources import samples

RIGHT, WRONG = '(S (NP (D the) (N "dog")) (VP (V \\barked)))', '(S (D the) (VP (N "dog") (V \\barked)))'


@pytest.mark.parametrize("is_gold", [True, False])
def test_a_lesson_comes_back(tmp_path: Path, is_gold: bool) -> None:
    made = of_texts(RIGHT, WRONG, Settings(params="none"), "Über “E”", "Ann", "Bob \x7f|")
    made = replace(made, is_gold=is_gold)
    wanted = Wanted("E", "roof", False, "merged", False)
    path = tmp_path / "a.toml"
    write_walk(path, lesson_of(made, made.title, ["e.whole.dice", "t.whole.dice"], wanted, ["names"]))
    (step,) = read_walk_file(path).steps
    assert (step.view, step.measures, step.hidden) == (wanted, ("e.whole.dice", "t.whole.dice"), ("names",))
    again = Stages(read_walk_file(path)).exercise(1)
    assert (again.gold.name, again.system.name, again.title, again.is_gold) == ("Ann", "Bob \x7f|", made.title, is_gold)
    assert again.settings == made.settings
    for key in ("e.whole.dice", "t.whole.dice"):
        assert list(again.comparison.table.scores(0, key)) == list(made.comparison.table.scores(0, key))
    assert again.gold.written() == made.gold.written() and again.system.written() == made.system.written()


@pytest.mark.parametrize("key", ["first-comparison", "dependencies"])
def test_a_sentence_of_a_treebank_can_be_kept(key: str) -> None:
    found = opened(open_files(sample_files({one.key: one for one in samples()}[key])))
    made = of_sentence(found.files, found.treebanks, _scored(found.comparison), 0, 1)
    again = Stages(read_walk(walk_text(lesson_of(made, "", (), Wanted())))).exercise(1)
    measured = "e.whole.dice" if key == "first-comparison" else "las"
    assert list(again.comparison.table.scores(0, measured)) == list(made.comparison.table.scores(0, measured))
    assert again.title == " ".join(map(str, made.gold.words_of(0)))


@pytest.mark.parametrize(("key", "what"), [("tsarfaty-2011", "several golds"), ("words-that-differ", "lattices")])
def test_what_a_file_does_not_hold_is_told(key: str, what: str) -> None:
    found = opened(open_files(sample_files({one.key: one for one in samples()}[key])))
    made = of_sentence(found.files, found.treebanks, _scored(found.comparison), 0, 0)
    with pytest.raises(UsageError, match=f"has {what}; expected one tree"):
        lesson_of(made, "t", (), Wanted())


def test_shipped_walks_can_be_written() -> None:
    for walk in walks():
        assert replace(read_walk(walk_text(walk)), key=walk.key) == walk


def test_what_is_no_lesson_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    with pytest.raises(TreecompareError, match="cannot be read"):
        read_walk_file(path)
    for content in (b"\xff\xfe", b"(S (NP x))", b"title = 'x'\n"):
        path.write_bytes(content)
        with pytest.raises(ReadError, match=r"expected|is not a walk"):
            read_walk_file(path)


def _scored(comparison):  # type: ignore[no-untyped-def]
    from treecompare.comparison.base import score

    return score(comparison)
