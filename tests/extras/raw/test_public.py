"""A case after a public bug report, with answers of models."""

from __future__ import annotations

import pytest

from tests.commands import as_json
from tests.oracles.test_public import CASES

pytestmark = pytest.mark.skipif(not CASES.is_dir(), reason="there is no folder 'shared' beside the checkout")


def test_answers_of_models_are_scored() -> None:
    folder = CASES / "d61-answers-of-models"
    files = [str(folder / "gold.conllu"), f"raw:{folder / 'a.jsonl'}"]
    scores = as_json("score", *files, "--measures", "uas", "--repair", "extract")["systems"][0]["scores"]
    assert round(100 * scores["uas"]["pooled"], 2) == 80
