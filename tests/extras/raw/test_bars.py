"""Bars of outcomes above the figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from treecompare.cli import run_command
from treecompare.comparison.answered import AFTER_REPAIR, AS_IS, OUTCOMES
from treecompare.extras.raw.analysis import BAR_LETTERS, LETTERS, bar_text


def test_every_outcome_has_its_own_letter() -> None:
    assert list(LETTERS) == list(OUTCOMES) and len(set(LETTERS.values())) == len(OUTCOMES)


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ({AS_IS: 10}, "#" * 40),
        ({AS_IS: 3, AFTER_REPAIR: 1}, "#" * 30 + "+" * 10),
        # what occurs once is seen; the widest gives way, and takes what is over
        ({AS_IS: 9_998, "no tree": 1, "no answer": 1}, "#" * 38 + "-."),
        ({AS_IS: 1, AFTER_REPAIR: 1, "no tree": 1}, "#" * 14 + "+" * 13 + "-" * 13),
        ({AS_IS: 0, "no answer": 5}, "." * 40),
        ({AS_IS: 0}, ""),
    ],
)
def test_a_bar_has_so_many_letters(counts: dict[str, int], wanted: str) -> None:
    assert bar_text(counts) == wanted and len(wanted) in (0, BAR_LETTERS)


def test_the_bars_stand_above_the_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = ["(S (A a) (B b))", "(S (A c) (B d))"]
    gold, model = tmp_path / "gold.mrg", tmp_path / "model.jsonl"
    gold.write_text("\n".join(trees) + "\n", "utf-8")
    model.write_text("\n".join(json.dumps({"id": i, "output": t}) for i, t in ((1, trees[0]), (2, "No."))), "utf-8")
    assert run_command(["score", str(gold), f"m=raw:{model}"]) == 0
    out = capsys.readouterr().out
    assert out.index("#" * 20 + "-" * 20) < out.index("coverage")
    assert "# 1 scored as is, - 1 no tree" in out
