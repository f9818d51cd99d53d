"""What files were in the commits before: known in a repository of the project's own, and else said why not."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests import commits

pytestmark = pytest.mark.skipif(
    shutil.which("git") is None, reason="git is not installed, which makes the repositories of these tests"
)


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def committed(folder: Path, *texts: str) -> None:
    for text in texts:
        (folder / "rooms.txt").write_text(text, "utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", text)


def test_each_commit_and_what_is_not_committed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commits, "ROOT", tmp_path)
    git(tmp_path, "init", "-q")
    committed(tmp_path, "old 1", "new 2", "new 3")
    (tmp_path / "rooms.txt").write_text("new 4", "utf-8")
    assert commits.changes("rooms.txt") == [
        (["new 3"], ["new 4"]), (["new 2"], ["new 3"]), (["old 1"], ["new 2"]),
    ]  # fmt: skip
    assert commits.changes("rooms.txt", holds="new") == [(["new 3"], ["new 4"]), (["new 2"], ["new 3"])]


@pytest.mark.parametrize(
    ("place", "texts", "why"),
    [
        (".", ["one"], "as in a shallow clone"),
        ("below", ["one", "two"], "git takes this folder for no repository of its own"),
    ],
)
def test_where_they_are_not_known_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, texts: list[str], why: str
) -> None:
    git(tmp_path, "init", "-q")
    committed(tmp_path, *texts)
    (tmp_path / place).mkdir(exist_ok=True)
    monkeypatch.setattr(commits, "ROOT", tmp_path / place)
    with pytest.raises(pytest.skip.Exception, match=why):
        commits.changes("rooms.txt")
