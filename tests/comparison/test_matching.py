"""Files that patterns of names stand for, as Python's own finds them."""

from __future__ import annotations

import glob
from pathlib import Path

import pytest

from treecompare.folders import expanded, matching

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
