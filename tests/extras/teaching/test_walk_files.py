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
from treecompare.extras.teaching.exercise import of_sentence, of_texts
from treecompare.extras.teaching.stages import Stages
from treecompare.extras.teaching.walk_files import lesson_of, read_walk_file, walk_text, write_walk
from treecompare.extras.teaching.walks import read_walk, walks
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


def test_files_of_settings_lie_beside_the_lesson(tmp_path: Path) -> None:
    (tmp_path / "lesson").mkdir()
    path, costs, elsewhere = tmp_path / "lesson/a.toml", tmp_path / "lesson/costs.tsv", tmp_path / "costs.tsv"
    for one in (costs, elsewhere):
        one.write_text("NP VP 0.5\n", "utf-8")
    made = of_texts(RIGHT, WRONG, Settings(params="none", label_costs=str(costs)))
    write_walk(path, lesson_of(made, "t", (), Wanted()))
    assert 'label_costs = "costs.tsv"' in path.read_text("utf-8")
    assert read_walk_file(path).steps[0].settings == made.settings
    with pytest.raises(UsageError, match=r"costs\.tsv lies elsewhere; expected it in"):
        write_walk(path, lesson_of(replace(made, settings=Settings(label_costs=str(elsewhere))), "t", (), Wanted()))
    (tmp_path / "lesson/link.tsv").symlink_to(elsewhere)
    lesson = path.read_text("utf-8")
    for name in (
        str(elsewhere),
        str(costs),
        "../costs.tsv",
        "x/../../costs.tsv",
        "link.tsv",
        "C:costs.tsv",
        "\\\\a\\b",
        "/etc/passwd",
    ):
        path.write_text(lesson.replace('label_costs = "costs.tsv"', f"label_costs = '{name}'"), "utf-8")
        with pytest.raises(ReadError, match="expected a file beside the one that names it, or below"):
            read_walk_file(path)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 1000 + "]" * 1000, "x = " + "9" * 4401, "title = {a = 1}", "step = 3", "x = 2020-99-99", "x = 1e999",
        'title = "t"\n[[step]]\ntext = "a"\nsettings = {params = 3}', "[" + ".".join("a" * 1000) + "]\nb = 1",
        f"[{'a' * 3000}]\n[{'a' * 3000}]\n",
        'title = "t"\n[[step]]\ntext = "a"\nsettings = {max_length = -1}', 'title = "t"\n' + '[[step]]\ntext = "a"\n' * 10_000,
        'title = "t"\n[[step]]\ntext = "a"\nsettings = {params = ["a"]}', 'title = "t"\nstep = [[]]',
        'title = "t"\n[[step]]\ntext = "a"\nview = {width = nan}', 'title = "t"\n[[step]]\ntext = "a"\nview = {layout = "up"}',
    ],
)  # fmt: skip
def test_hostile_walks_are_told_in_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ReadError, match="expected") as told:
        read_walk_file(path)
    assert "\n" not in str(told.value) and len(str(told.value)) < 600


def _scored(comparison):  # type: ignore[no-untyped-def]
    from treecompare.comparison.base import score

    return score(comparison)
