"""A case after a public bug report, with answers of models."""

from __future__ import annotations

from tests.commands import as_json
from tests.oracles.test_public import CASES, needs_cases

pytestmark = needs_cases


def test_answers_of_models_are_scored() -> None:
    folder = CASES / "d61-answers-of-models"
    files = [str(folder / "gold.conllu"), f"raw:{folder / 'a.jsonl'}"]
    scores = as_json("score", *files, "--measures", "uas", "--repair", "extract")["systems"][0]["scores"]
    assert round(100 * scores["uas"]["pooled"], 2) == 80
