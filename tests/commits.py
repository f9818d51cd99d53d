"""What a file of this checkout was in the commits before, each beside what it became."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
COMMITS = 40
"""So many commits that changed a file are looked at: those of one landing, and more."""


def changes(*paths: str, holds: str = "") -> list[tuple[list[str], list[str]]]:
    """The texts of some files before and after what is not yet committed, and each commit that changed the first of them; only
    where that one ``holds`` a text before as after. Skips the test where commits cannot be asked."""
    if not shutil.which("git"):
        pytest.skip("git is not installed: what files were in the commits before is not known")
    if _git("rev-parse", "--show-cdup") != "\n":
        pytest.skip(
            "git takes this folder for no repository of its own: what files were in the commits before is not known"
        )
    if _git("rev-parse", "--verify", "HEAD~1") is None:
        pytest.skip("the commit before this one is not here, as in a shallow clone: there is nothing to compare with")
    return [(were, now) for were, now in _texts(paths) if were and now and holds in were[0] and holds in now[0]]


def _texts(paths: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    yield _of_commit("HEAD", paths), [(ROOT / path).read_text("utf-8") for path in paths]
    for commit in (_git("log", "--no-merges", f"-{COMMITS}", "--format=%H", "--", paths[0]) or "").split():
        yield _of_commit(f"{commit}~1", paths), _of_commit(commit, paths)


def _of_commit(commit: str, paths: Sequence[str]) -> list[str]:
    """Nothing where one of the files was not there."""
    texts = [text for path in paths if (text := _git("show", f"{commit}:{path}")) is not None]
    return texts if len(texts) == len(paths) else []


def _git(*arguments: str) -> str | None:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None
