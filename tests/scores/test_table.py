"""The table that all kinds share: statuses, reasons, averages."""

from __future__ import annotations

import numpy as np
import pytest

from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, Part, ScoreTable


class Table(ScoreTable):
    """Gold, test and matched nodes of ``e.roof`` as they are given; nothing else is counted."""

    def __init__(self, *systems: list[tuple[int, int, int] | None]) -> None:
        super().__init__([f"s{number}" for number in range(len(systems))], len(systems[0]), ("option:1",))
        self.add(Part(("e.roof",), ("gold", "test", "matched")))
        self.columns["e.roof"][:] = [[one or (0, 0, 0) for one in system] for system in systems]
        self.statuses[:] = [[SKIPPED if one is None else SCORED for one in system] for system in systems]


KEY = "e.roof.dice"


def test_averages() -> None:
    table = Table([(1, 1, 1), (4, 2, 0), (0, 0, 0), None])
    np.testing.assert_array_equal(table.scores(0, KEY), [1, 0, np.nan, np.nan])
    assert table.summary(0, KEY, "pooled") == 2 / 8
    assert table.summary(0, KEY, "mean") == 0.5
    first = np.array([True, False, True, True])
    assert table.summary(0, KEY, "pooled", first) == table.summary(0, KEY, "mean", first) == 1
    nothing = np.array([False, False, True, True])
    assert np.isnan(table.summary(0, KEY, "pooled", nothing)) and np.isnan(table.summary(0, KEY, "mean", nothing))
    table.zeroed[0, 3] = True
    assert table.scores(0, KEY)[3] == 0 and table.summary(0, KEY, "mean") == 1 / 3


def test_what_is_not_counted_has_no_score() -> None:
    table = Table([(1, 1, 1), (4, 2, 0)])
    assert np.isnan(table.scores(0, "t.whole.dice")).all()
    assert table.part(0, "t.whole", slice(1, 2)).gold.tolist() == [0]
    assert table.lacking("t.whole", 0, 0) == "this measure is not counted here"
    assert table.lacking("e.roof", 0, 0) == "the sentence has no score"
    assert table.exists(0, 1, "e.roof") and not table.exists(0, 1, "t.whole")


def test_sentences_that_all_have_a_score_for() -> None:
    table = Table([(1, 1, 1), None, (1, 1, 0), (0, 0, 0)], [(1, 1, 1), (1, 1, 1), None, (1, 1, 1)])
    # 0/0 is a score here: what counts is the status
    assert table.set_of(KEY).rows.tolist() == table.rows(1, KEY).tolist() == [True, False, False, True]
    table.on = "own"
    assert table.rows(1, KEY).tolist() == [True, True, False, True]


def test_reasons_by_kind_the_most_frequent_first() -> None:
    table = Table([(1, 1, 1)] * 5)
    for sentence, reason in ((4, "no parse"), (2, "the words differ: b"), (1, "the words differ: a"), (3, "odd")):
        table.set_reasons(0, {sentence: reason})
        table.statuses[0, sentence] = PARTIAL if "words" in reason else SKIPPED
    assert list(table.reasons(0).items()) == [("the words differ", 2), ("odd", 1), ("no parse", 1)]
    assert table.example(0, "the words differ") == (1, "a") and table.example(0, "no parse") == (4, "")
    assert table.reason(0, 2) == "the words differ: b" and table.reason(0, 0) == ""
    assert [table.number(0, status) for status in (SCORED, PARTIAL, SKIPPED)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("key", "average", "text"),
    [
        (KEY, None, "e.roof.dice|option:1|on:common:1|v:"),
        (KEY, "mean", "e.roof.dice|avg:mean|option:1|on:common:1|v:"),
        ("t.whole.dice", "pooled", "t.whole.dice|avg:pooled|option:1|tie:matches|on:own|v:"),
    ],
)
def test_signatures(key: str, average: str | None, text: str) -> None:
    assert Table([(1, 1, 1)]).signature(key, average).startswith(text)  # type: ignore[arg-type]


def test_coverage_is_of_sentences_or_of_their_words() -> None:
    table = Table([(1, 1, 1), None, None, (1, 1, 1)], [None, None, None, None])
    table.lengths[:] = 1, 2, 5, 10
    assert (table.coverage(0), table.coverage(0, words=True)) == (2 / 4, 11 / 18)
    assert table.coverage(1) == table.coverage(1, words=True) == 0
    table.zeroed[0, 1] = True  # a missing parse that counts as zero is missing all the same
    assert (table.coverage(0), table.coverage(0, words=True)) == (2 / 4, 11 / 18)
    table.gold_counts[:] = 0
    assert np.isnan(table.coverage(0)) and np.isnan(table.coverage(0, words=True))
