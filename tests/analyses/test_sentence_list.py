"""The list of sentences: sorted and filtered, what its cells and heads say, and which row to look at."""

from __future__ import annotations

import numpy as np
import pytest

from tests.made import erring, gold_trees
from treecompare.analyses.filters import Filter
from treecompare.analyses.sentence_list import COLUMN_KEYS, COLUMN_OF, COLUMNS, SentenceList
from treecompare.analyses.sentences import SentenceData
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.comparison.texts import Texts
from treecompare.readers import parse
from treecompare.scores.table import PARTIAL

A, B = "e.whole.dice", "t.whole.dice"


@pytest.fixture(scope="module")
def scored() -> ConstituentComparison:
    """Of the second system sentence 3 has no parse, and in sentence 5 a word differs."""
    gold = gold_trees(400)
    two = erring(gold, 3)
    two[3] = "(())"
    two[5] = gold[5].replace(" in)", " inside)")
    systems = [parse("\n".join(erring(gold, 2))), parse("\n".join(two))]
    return score(ConstituentComparison(parse("\n".join(gold)), systems, Settings(differing="skip")))


@pytest.fixture
def rows(scored: ConstituentComparison) -> SentenceData:
    return SentenceData(scored, Texts(scored.texts()), 1, A, B)


def shown(
    rows: SentenceData, by: str = "number", descending: bool = False, wanted: Filter | None = None
) -> SentenceList:
    found = SentenceList()
    found.rows, found.filter, found.column, found.descending = rows, wanted or Filter(), COLUMN_OF[by], descending
    found.order, found.mask, fault = found.arranged()
    assert not fault
    return found


def test_undefined_values_come_last_either_way(rows: SentenceData) -> None:
    column = COLUMNS[COLUMN_KEYS.index("score_a")]
    for descending in (False, True):
        order = rows.order(column.value(rows), descending)
        assert set(order[-2:].tolist()) == {3, 5}
    partial = COLUMNS[COLUMN_KEYS.index("changed")]
    assert rows.status[5] == PARTIAL and rows.changed[5] == 1
    assert rows.order(partial.value(rows), True)[-1] == 3


def test_a_system_is_sorted_by_what_it_wins_and_loses(scored: ConstituentComparison, rows: SentenceData) -> None:
    ours, theirs = (scored.table.scores(system, A) for system in (1, 0))
    assert np.array_equal(
        rows.gain, np.where(np.isin(np.arange(len(rows)), [3, 5]), np.nan, ours - theirs), equal_nan=True
    )
    found = shown(rows, "gain")
    gains = rows.gain[found.order]
    assert gains[0] < 0 < gains[-3] and np.isnan(gains[-2:]).all() and (np.diff(gains[:-2]) >= 0).all()
    cells = [found.cell("gain", sentence) for sentence in found.order.tolist()]
    assert cells[0] == f"−{100 * -gains[0]:.2f}" and cells[-3] == f"+{100 * gains[-3]:.2f}" and cells[-1] == ""
    first = scored.table.systems[0]
    assert found.head("gain") == f"A−{first if len(first) < 9 else first[:7] + '…'}"
    assert found.title("gain") == f"A minus {first}"
    assert first in found.about("gain")
    table = found.as_table()
    assert table.rows[0][[one.name for one in table.columns].index("gain")] == gains[0]
    own = SentenceData(scored, Texts(scored.texts()), 0, A, B, baseline=0)  # of the baseline: against another one
    assert own.other == 1 and np.nanmax(np.abs(own.gain + rows.gain)) == 0


def test_ties_stay_in_file_order(rows: SentenceData) -> None:
    column = COLUMNS[COLUMN_KEYS.index("length")]
    for descending in (False, True):
        order = rows.order(column.value(rows), descending)
        for length in np.unique(rows.lengths):
            assert (np.diff(order[rows.lengths[order] == length]) > 0).all()


def test_filters(rows: SentenceData) -> None:
    def found(**wish: object) -> list[int]:
        return np.flatnonzero(rows.matching(Filter(**wish))).tolist()

    assert len(found()) == len(rows)
    assert found(text="CAT") == [i for i, text in enumerate(rows.sentences) if "cat" in text]
    assert found(text="^she", is_regex=True) == [i for i, text in enumerate(rows.sentences) if text.startswith("she")]
    assert found(text="^she") == []
    trees = rows.comparison.pairs(1)
    xp = [i for i in range(len(rows)) if "XP" in trees.test[i].texts]
    assert xp and found(text="xp", where="labels") == xp
    assert found(text="x", where="labels") == [] and found(text="^x", where="labels", is_regex=True) == xp
    assert found(text="XP", where="tags") == []
    rb = [i for i in range(len(rows)) if "RB" in trees.test[i].texts]
    assert rb and found(text="rb", where="tags") == rb
    assert found(shortest=5, longest=7) == [i for i, n in enumerate(rows.lengths) if 5 <= n <= 7]
    assert found(differing=True) == [i for i, n in enumerate(rows.changed) if n > 0]
    assert found(difference=10) == [i for i, n in enumerate(rows.difference) if abs(n) >= 10]
    assert found(status=PARTIAL) == [5]


def test_texts_of_cells(rows: SentenceData) -> None:
    found = shown(rows)
    assert found.cell("score_a", 3) == found.cell("changed", 3) == "–" and found.cell("rank_a", 3) == ""
    assert found.cell("status", 3) == "skipped" and found.cell("status", 5) == "words differ"
    assert found.cell("score_a", 5) == "–" and found.cell("score_b", 5) not in ("–", "")
    perfect = int(np.flatnonzero(rows.changed == 0)[0])
    assert found.cell("score_a", perfect) == "100.0" and found.cell("changed", perfect) == "0"
    assert found.more("words", 5) == rows.text(5) and found.more("score_a", 5).startswith("words differ: ")
    assert all(found.head(key) for key in COLUMN_KEYS if key != "hits")  # of which there are none
    assert found.tsv([0, 1]).count("\n") == 3


def test_the_row_that_tells_most(rows: SentenceData) -> None:
    found = shown(rows, "length")
    worst, apart = (found.sentence(found.telling(is_sample)) for is_sample in (False, True))
    assert rows.score_a[worst] == np.nanmin(rows.score_a)
    assert abs(rows.difference[apart]) == np.nanmax(np.abs(np.where(rows.changed > 0, rows.difference, 0)))
    assert SentenceList().telling() == -1
    differs, done = found.judged()
    assert np.array_equal(differs, rows.changed[found.order] > 0) and not done.any()


def test_what_is_left_out_is_said(rows: SentenceData) -> None:
    found = shown(rows, wanted=Filter("dog", shortest=5, differing=True, status=PARTIAL))
    said = "“dog” in words; at least 5 words; analyses that differ; status “words differ”"
    assert found.as_table().note == f"Filtered: {len(found.order)} of 400 sentences. Filter: {said}."
    assert [text for text, _ in found.filter.parts()] == ["Differ", "≥ 5 words", "words differ"]
    assert found.counted() == f"{len(found.order)} of 400" and shown(rows).counted() == "400"
