"""The examples of the page on the library, run as a reader would run them: one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from treecompare import resources

PAGE = resources.path("help/library.md")


def test_every_example_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # paths of the examples are not those of a checkout
    names: dict[str, object] = {"__name__": "examples"}
    text = PAGE.read_text("utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) >= 12
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], str(PAGE), "exec"), names)
    printed = capsys.readouterr().out
    # what comments of the page say is printed
    assert "there is no option 'max_lenght'; expected one like max_length" in printed
    assert "T-Dice, whole 96.93 (80 of 80 sentences) t.whole.dice|avg:pooled|params:standard|" in printed
