"""What people choose to be compared: guesses give way to what they say, and what is read is not read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.made import gold_trees, write
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.jobs import choosing
from treecompare.jobs.choosing import ToCompare


def read(chosen: ToCompare) -> ToCompare:
    while (todo := chosen.todo()) is not None:
        todo(Cancel())()
    return chosen


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    return [write(tmp_path / f"{name}.mrg", gold_trees(3)) for name in ("gold", "one", "two")]


def test_who_looks_is_told_of_every_change(paths: list[str]) -> None:
    told: list[str] = []
    chosen = ToCompare(changed=lambda: told.append(chosen.hint()))
    chosen.add(paths)
    assert told[-1] == "Read: 0 of 3 files"
    read(chosen)
    assert told[-1] == "" and chosen.files() == Files(paths[0], (("one", paths[1]), ("two", paths[2])))
    chosen.give(0, "")
    assert told[-1].startswith("Choose which file is the gold")


def test_the_last_gold_that_people_choose_is_the_only_one(paths: list[str]) -> None:
    chosen = ToCompare()
    chosen.add(paths)
    chosen.give(1, "gold")
    assert chosen.roles == ["system", "gold", "system"]
    read(chosen)
    assert chosen.roles == ["system", "gold", "system"], "what is read later changes nothing of it"


def test_what_cannot_be_read_is_said_as_a_whole_above_the_first_tree(paths: list[str]) -> None:
    broken = write(Path(paths[2]), [*gold_trees(2), "(S (NP a)"])
    chosen = ToCompare()
    chosen.add([*paths[:2], broken])
    read(chosen)
    assert not chosen.first(1)[1] and chosen.first(1)[0].startswith("(")
    said, tree = chosen.first(2)[0].split("\n", 1)
    why = "1 bracket is not closed; expected a balanced tree on one line"
    assert said == f"⚠ 1 of 3 sentences cannot be read: line 3, {why}" and tree == chosen.first(1)[0].rstrip()
    chosen.read_as(2, "tigerxml", "")
    read(chosen)
    assert chosen.first(2)[0] == chosen.seen(2).begins and chosen.first(2)[1]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "is an image; expected a text file of trees"),
        (b"", "no tree was read: the file is empty; expected sentences with words"),
    ],
)
def test_of_what_is_no_treebank_one_sentence_says_why(
    paths: list[str], tmp_path: Path, content: bytes, said: str
) -> None:
    odd = tmp_path / "odd.png"
    odd.write_bytes(content)
    chosen = ToCompare()
    chosen.add([str(odd)])
    assert read(chosen).hint() == f"odd.png: {said}." and chosen.missing()
    chosen.add(paths)
    assert not read(chosen).hint() and chosen.seen(chosen.paths.index(str(odd))).begins == f"⚠ {said}"


def test_a_file_that_was_read_so_before_is_not_read_again(paths: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = ToCompare()
    chosen.add(paths)
    read(chosen)
    chosen.read_as(1, "conllu", "")
    assert chosen.seen(1).begins == "is being read…"
    assert read(chosen).seen(1).look == "alarm" and chosen.roles[1] != "system"
    monkeypatch.setattr(choosing, "preview", None)
    chosen.read_as(1, "", "")
    assert chosen.todo() is None and chosen.seen(1).look == "" and chosen.roles[1] == "system"
