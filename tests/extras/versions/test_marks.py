"""What is said of places: kept by their keys, read again, and heeded by checks."""

from __future__ import annotations

from pathlib import Path

import pytest

import treecompare as tc
from tests.extras.versions.made import conllu
from treecompare.cli import run_command
from treecompare.errors import ReadError
from treecompare.extras.versions.entries import (
    Mark,
    accepted,
    key_of,
    left_over,
    outside,
    read_marks,
    write_marks,
)
from treecompare.extras.versions.report import lead
from treecompare.extras.versions.sources import read_version
from treecompare.extras.versions.versions import diff

BASE = [f"# sent_id = {n}; not/2/x UPOS:ADV so{n}/0/root" for n in range(6)]
HEAD = [one.replace("UPOS:ADV", "UPOS:PART") for one in BASE[:5]] + [BASE[5].replace("/2/x", "/2/y")]


def test_marks_are_read_as_they_were_written(tmp_path: Path) -> None:
    marks = {
        "b": Mark("on purpose", "idiom\twith\na tab", "a:9", "the „word”", "1"), "a": Mark("done", "", "a:2"),
        "c": Mark(note="ask Anna"), "d": Mark(),
    }  # fmt: skip
    write_marks(tmp_path / "marks.tsv", marks)
    found = read_marks(tmp_path / "marks.tsv")
    assert set(found) == {"a", "b", "c"} and found["b"].note == "idiom with a tab" and found["c"] == marks["c"]
    assert accepted(found) == {"b"}


def test_there_may_be_no_marks_yet(tmp_path: Path) -> None:
    assert read_marks(tmp_path / "none.tsv", is_needed=False) == {}
    with pytest.raises(ReadError, match="there is no such file"):
        read_marks(tmp_path / "none.tsv")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("x\ty\n", 1, "begins with 'x\ty'"),
        ("key\tstate\tnote\tplace\twords\trule\na\tdone\n", 2, "has 2 columns"),
        ("key\tstate\tnote\tplace\twords\trule\na\tmaybe\t\t\t\t\n", 2, "'maybe' is not a state"),
    ],
)
def test_other_tables_are_refused(tmp_path: Path, text: str, line: int, said: str) -> None:
    (tmp_path / "marks.tsv").write_text(text, "utf-8")
    with pytest.raises(ReadError) as found:
        read_marks(tmp_path / "marks.tsv")
    assert found.value.line == line and said in str(found.value) and "expected" in str(found.value)


def test_what_is_on_purpose_is_not_left_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, sentences in (("a", BASE), ("b", HEAD)):
        (tmp_path / f"{name}.conllu").write_text(conllu(*sentences), "utf-8")
    paths = [str(tmp_path / "a.conllu"), str(tmp_path / "b.conllu")]
    found = diff(*map(read_version, paths))
    (entry,) = left_over(found)
    write_marks(tmp_path / "marks.tsv", {key_of(found, entry): Mark("on purpose")})
    assert run_command(["diff", *paths, "--fail-on", "left-over"]) == 1
    assert run_command(["diff", *paths, "--fail-on", "left-over", "--accepted", str(tmp_path / "marks.tsv")]) == 0
    assert "still ADV" not in capsys.readouterr().out.partition("failed")[2]
    write_marks(tmp_path / "marks.tsv", {key_of(found, entry): Mark("done")})  # which was to be done
    assert run_command(["diff", *paths, "--fail-on", "left-over", "--accepted", str(tmp_path / "marks.tsv")]) == 1
    capsys.readouterr()
    write_marks(tmp_path / "marks.tsv", {key_of(found, entry): Mark("on purpose")})
    assert len(tc.diff(*paths).left_over) == 1 and not len(tc.diff(*paths, accepted=tmp_path / "marks.tsv").left_over)
    known = diff(*map(read_version, paths), accepted=frozenset({key_of(found, entry)}))
    assert not left_over(known) and left_over(known, with_marked=True)[0].place == entry.place
    (_, _, said) = lead(known)
    assert said == "Please look at 1 change outside the rules; 1 further place on purpose."


def test_places_outside_the_rules_have_keys_too(tmp_path: Path) -> None:
    for name, sentences in (("a", BASE), ("b", HEAD), ("c", [HEAD[5], *HEAD[:5]])):
        (tmp_path / f"{name}.conllu").write_text(conllu(*sentences), "utf-8")
    a, b, c = (read_version(str(tmp_path / f"{name}.conllu")) for name in "abc")
    keys = [[key_of(found, one) for one in outside(found)] for found in (diff(a, b), diff(a, c))]
    assert {(one.rank, one.family) for one in outside(diff(a, b))} == {(0, None)}
    assert keys[0] == keys[1] and len(keys[0]) == 1
