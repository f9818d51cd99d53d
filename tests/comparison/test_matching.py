"""Files that patterns of names stand for, as Python's own finds them."""

from __future__ import annotations

import glob
from pathlib import Path

import pytest

from treecompare.__main__ import main
from treecompare.errors import ReadError
from treecompare.folders import expanded, matching, parts_of
from treecompare.readers import read

PATTERNS = (
    "*.mrg", "a*/*.mrg", "**/x.mrg", "**/*.mrg", "**/b/*.mrg", "**/a?/**/*", "a/**", "[ab]/x.mrg", "a/x.mrg", "**/**/x.mrg",
    "no/*.mrg", "*/b/", "*/nothing",
)  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("is_absolute", [True, False])
def test_as_python_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, is_absolute: bool) -> None:
    for name in ("x.mrg", "a/x.mrg", "a/b/x.mrg", "a/b/y.txt", "ab/c/b/x.mrg", ".hidden/x.mrg", "a/.x.mrg", "ab/z.mrg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    wanted = str(tmp_path / pattern) if is_absolute else pattern
    wanted_files = {one for one in glob.glob(wanted, recursive=True) if Path(one).is_file()}  # noqa: PTH207
    assert {one for one in matching(wanted) if one is not None} == wanted_files
    assert set(expanded([wanted])) == (wanted_files or {wanted})


CIRCLES = ("**", "**/x.mrg", "**/*.mrg", "**/**/*.mrg", "**/" * 2000 + "*.mrg")


@pytest.mark.parametrize("pattern", CIRCLES)
def test_a_circle_of_links_gives_each_file_once(tmp_path: Path, pattern: str) -> None:
    """By its own name, though links come first in the alphabet."""
    for name in ("b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.mrg").write_text("(S (A a))\n", "utf-8")
        (tmp_path / name / "back").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "a").symlink_to(tmp_path / "c", target_is_directory=True)
    (tmp_path / "b/over").symlink_to(tmp_path / "c", target_is_directory=True)
    wanted = [str(tmp_path / name) for name in ("b/x.mrg", "c/x.mrg")]
    assert parts_of(f"{tmp_path}/{pattern}") == wanted
    assert [tree.brackets() for tree in read(f"{tmp_path}/{pattern}").trees] == ["(S (A a))"] * 2


def test_a_link_that_is_named_is_followed(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b/x.mrg").write_text("", "utf-8")
    (tmp_path / "a").symlink_to(tmp_path / "b", target_is_directory=True)
    for pattern in ("a/*.mrg", "a*/*.mrg", "**/a/*.mrg"):
        assert parts_of(f"{tmp_path}/{pattern}") == [str(tmp_path / "a/x.mrg")]


def test_a_pattern_of_very_many_parts_stands_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/round").symlink_to(tmp_path / "a", target_is_directory=True)
    pattern = f"{tmp_path}/" + "*/" * 2000
    assert (parts_of(pattern), parts_of(pattern + "*.mrg"), expanded([pattern])) == ([], [], [pattern])
    assert main(["stats", pattern]) == 2
    assert "there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize("pattern", ["", "**", "*/x.mrg", "**/x.mrg"])
def test_too_many_folders_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    for number in range(9):
        (tmp_path / str(number)).mkdir()
    monkeypatch.setattr("treecompare.folders.MOST_FOLDERS", 8)
    path = str(tmp_path / pattern)
    with pytest.raises(ReadError, match="folders would be looked at; expected the folder of a treebank"):
        read(path)
    assert expanded([path]) == [path]
