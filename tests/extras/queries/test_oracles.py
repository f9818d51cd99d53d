"""Queries in real gold and parsed trees against the figures of nltk's TGrep2 and of another script."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pytest

from tests.conftest import stride
from treecompare.extras.queries.analysis import corrected_rows, hit_rows, trust_rows
from treecompare.extras.queries.hits import Trust, as_query, read_queries
from treecompare.extras.queries.trust import Trusted
from treecompare.readers import read
from treecompare.scores.result import ResultTable

Rows = list[dict[str, str]]
ENDS = ("_low", "_high")


def oracle(path: Path) -> Rows:
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return list(csv.DictReader(text.decode().splitlines(), delimiter="\t"))


def rows_of(table: ResultTable) -> Rows:
    names = [column.title for column in table.columns]
    return [dict(zip(names, map(str, row), strict=True)) for row in table.rows]


@pytest.fixture(scope="module", params=["wsj-sample-1394", "craft"][:: stride(2)])
def trusted(shared: Path, request: pytest.FixtureRequest) -> Trusted:
    folder = shared / "data" / request.param
    expected = [one for one in oracle(shared / "oracles/query-trust/trust.tsv") if one["data"] == request.param]
    systems = list(dict.fromkeys(one["system"] for one in expected))
    trust = Trust(read(folder / "gold.mrg"), [read(folder / f"{one}.mrg") for one in systems])
    queries = read_queries(str(shared / "oracles/query-trust/queries.tsv"))
    return Trusted(trust, queries)


def folder(trusted: Trusted) -> str:
    """By this name the tables call the gold."""
    return Path(trusted.trust.gold.treebank.path).parent.name


def near(mine: str, theirs: str, within: float) -> bool:
    return mine == theirs or abs(float(mine) - float(theirs)) <= within


def test_counts_and_figures(shared: Path, trusted: Trusted) -> None:
    expected = [one for one in oracle(shared / "oracles/query-trust/trust.tsv") if one["data"] == folder(trusted)]
    found = rows_of(trust_rows(trusted))
    assert list(found[0]) == list(expected[0])
    by_place = {(one["query"], one["system"]): one for one in found}
    assert len(by_place) == len(expected)
    for row in expected:
        mine = by_place[row["query"], row["system"]]
        is_many = int(row["gold"]) >= 20
        for name, value in row.items():
            if name.endswith(ENDS):
                of_ratio = name.startswith("ratio")
                within = (0.03 if is_many else 0.36) if of_ratio else (0.015 if is_many else 0.036)
                assert near(mine[name], value, within), (row["query"], row["system"], name)
            else:
                assert mine[name] == value, (row["query"], row["system"], name)


def test_hits_one_by_one(shared: Path, trusted: Trusted) -> None:
    expected = [one for one in oracle(shared / "oracles/query-trust/hits.tsv.gz") if one["data"] == folder(trusted)]
    found = rows_of(hit_rows(trusted))
    assert list(found[0]) == list(expected[0])
    assert sorted(tuple(one.values()) for one in found) == sorted(tuple(one.values()) for one in expected)


def test_corrected_counts_of_halves(shared: Path, trusted: Trusted) -> None:
    expected = [one for one in oracle(shared / "oracles/query-trust/corrected.tsv") if one["data"] == folder(trusted)]
    found = {(one["query"], one["system"]): one for one in rows_of(corrected_rows(trusted))}
    assert len(found) == len(expected)
    for row in expected:
        mine = found[row["query"], row["system"]]
        assert list(mine) == list(row)
        for name, value in row.items():
            if name in ("low", "high", "predicted_low", "predicted_high") and value != "undefined":
                assert near(mine[name], value, 0.08 * max(float(row["estimate"]), 1)), (
                    row["query"],
                    row["system"],
                    name,
                )
            else:
                assert mine[name] == value, (row["query"], row["system"], name)


def test_seven_pairs_by_hand(shared: Path) -> None:
    folder = shared / "oracles/query-trust"
    expected = oracle(folder / "tiny.expected.tsv")
    trust = Trust(read(folder / "tiny.gold.mrg"), [read(folder / "tiny.system.mrg")])
    found = rows_of(
        trust_rows(Trusted(trust, [as_query(one["query"], one["pattern"]) for one in expected], resamples=100))
    )
    for mine, row in zip(found, expected, strict=True):
        assert {name: mine[name] for name in row if name != "pattern"} == {
            name: value for name, value in row.items() if name != "pattern"
        }
