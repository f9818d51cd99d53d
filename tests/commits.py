"""What files of this checkout were in the commit before."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def before(path: str, holds: str = "") -> str:
    """The text of a file in the commit before this one. Skips the test where there is none here, or the file did not hold that."""

    def git(*arguments: str) -> str | None:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    if git("rev-parse", "--verify", "HEAD~1") is None:
        pytest.skip("there is no commit before this one here: a shallow clone, or no repository")
    if (text := git("show", f"HEAD~1:{path}")) is None or holds not in text:
        pytest.skip(f"the commit before this one had no {holds or path}: with it there is nothing to compare")
    return text
