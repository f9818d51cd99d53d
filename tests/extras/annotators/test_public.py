"""Cases after public bug reports, by agreement and consensus."""

from __future__ import annotations

import pytest

from tests.commands import as_json
from tests.oracles.test_public import CASES, needs_cases

pytestmark = needs_cases


@pytest.mark.parametrize(
    ("case", "files", "units", "heads"),
    [
        ("d04-head-unspecified", "anna.conllu bert.conllu", 7, 5 / 7),
        ("d06-running-numbers", "gold.conllu sys.conllu", 7, 6 / 7),
        ("d01-blank-or-underscore", "gold.conllu malt.conll", 5, 1.0),
        ("d12-pairing-says-no-other-characters", "g.conllu bommid.conllu", 5, 1.0),
    ],
)
def test_agreement_rests_on_the_same_words_as_scores(case: str, files: str, units: int, heads: float) -> None:
    paths = [str(CASES / case / name) for name in files.split()]
    tables = as_json("agreement", *paths, "--no-trees", "--no-intervals")
    table = next(one for one in tables if one["title"] == "All figures")
    row = dict(zip(table["columns"], next(row for row in table["rows"] if row[0] == "head"), strict=True))
    assert (row["words"], row["share"]) == (units, pytest.approx(heads))


def test_a_sentence_that_is_missing_has_fewer_voters() -> None:
    folder = CASES / "d06-running-numbers"
    tables = as_json("consensus", str(folder / "gold.conllu"), str(folder / "sys.conllu"))
    assert "no vote" not in str(tables)
