"""The list of sentences: sorted and filtered, what its cells and heads say."""

from __future__ import annotations

import numpy as np
import pytest

from tests.made import erring, gold_trees
from treecompare.analyses.sentence_list import COLUMN_OF, SentencesTold, sentences_table
from treecompare.analyses.sentences import Filter, SentenceData
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.sentence_texts import Texts
from treecompare.comparison.settings import Settings
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


def test_undefined_values_come_last(rows: SentenceData) -> None:
    everything = np.ones(len(rows), bool)
    for values in (rows.score_a, -rows.score_a):
        assert set(rows.order(values, everything)[-2:].tolist()) == {3, 5}
    assert rows.status[5] == PARTIAL and rows.changed[5] == 1


def test_gains_are_those_over_the_system_beside(scored: ConstituentComparison, rows: SentenceData) -> None:
    ours, theirs = (scored.table.scores(system, A) for system in (1, 0))
    assert np.array_equal(
        rows.gain, np.where(np.isin(np.arange(len(rows)), [3, 5]), np.nan, ours - theirs), equal_nan=True
    )
    told = SentencesTold(rows)
    order = rows.order(rows.gain, np.ones(len(rows), bool))
    gains, cells = rows.gain[order], [told.cell("gain", sentence) for sentence in order.tolist()]
    assert cells[0] == f"−{100 * -gains[0]:.2f}" and cells[-3] == f"+{100 * gains[-3]:.2f}" and cells[-1] == ""
    first = scored.table.systems[0]
    assert told.title("gain") == f"A minus {first}" and first in told.about("gain")
    table = sentences_table(rows, order, told.head_for_export)
    assert table.rows[0][[one.name for one in table.columns].index("gain")] == gains[0]
    own = SentenceData(scored, Texts(scored.texts()), 0, A, B, baseline=0)  # of the baseline: against another one
    assert own.other == 1 and np.nanmax(np.abs(own.gain + rows.gain)) == 0


def test_ties_stay_in_file_order(rows: SentenceData) -> None:
    order = rows.order(rows.lengths.astype(float), np.ones(len(rows), bool))
    for length in np.unique(rows.lengths):
        assert (np.diff(order[rows.lengths[order] == length]) > 0).all()


def test_what_is_found(rows: SentenceData) -> None:
    def found(**wish: object) -> list[int]:
        return np.flatnonzero(rows.passing(Filter(**wish))).tolist()  # type: ignore[arg-type]

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
    assert found(differing=True) == [i for i, n in enumerate(rows.changed) if n > 0]


def test_texts_of_cells(rows: SentenceData) -> None:
    told = SentencesTold(rows)
    assert told.cell("score_a", 3) == told.cell("changed", 3) == "–" and told.cell("rank_a", 3) == ""
    assert told.cell("status", 3) == "skipped" and told.cell("status", 5) == "words differ"
    assert told.cell("score_a", 5) == "–" and told.cell("score_b", 5) not in ("–", "")
    perfect = int(np.flatnonzero(rows.changed == 0)[0])
    assert told.cell("score_a", perfect) == "100.0" and told.cell("changed", perfect) == "0"
    assert all(map(told.title, COLUMN_OF)) and all(map(told.about, COLUMN_OF))
