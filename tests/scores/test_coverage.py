"""Which share of the sentences is scored, and on which sentences figures rest."""

from __future__ import annotations

import numpy as np

from treecompare.scores.table import PARTIAL

from .test_table import KEY, Table


def test_coverage() -> None:
    table = Table([(1, 1, 1), None, (1, 1, 1), (1, 1, 1)], [None, (1, 1, 1), None, None])
    table.lengths[:] = [10, 20, 30, 40]
    assert [table.coverage(system) for system in (0, 1)] == [3 / 4, 1 / 4]
    assert [table.coverage(system, words=True) for system in (0, 1)] == [0.8, 0.2]
    table.gold_counts[:] = [1, 3, 1, 0]  # a row without sentences of the gold is not asked for
    assert table.asked().tolist() == [True, True, True, False]
    assert [table.coverage(system) for system in (0, 1)] == [2 / 5, 3 / 5]
    table.left_out[1] = True
    assert [table.coverage(system) for system in (0, 1)] == [1.0, 0.0]
    assert table.coverage(1, words=True) == 0.0
    table.zeroed[1, 2] = True  # counts in scores, and is no parse
    assert table.coverage(1) == table.coverage(1, words=True) == 0.0
    assert table.scored().tolist() == [[True, False, True, True], [False, True, True, False]]
    table.left_out[:] = True
    assert np.isnan(table.coverage(0)) and np.isnan(table.coverage(0, words=True))


def test_names_of_what_became_of_a_sentence() -> None:
    table = Table([(1, 1, 1), None, (1, 1, 1)])
    table.aligned[0, 1:] = True
    table.statuses[0, 1] = PARTIAL
    assert [table.status_name(0, sentence) for sentence in range(3)] == ["scored", "partial", "aligned"]
    assert table.number_aligned(0) == 1
    assert table.signature(KEY).split("|")[2] == "aligned"
    assert table.sentence_signature(KEY).startswith(f"{KEY}|option:1|aligned|v:")


def test_figures_rest_on_the_systems_own_sentences_where_it_is_set_aside() -> None:
    table = Table([(1, 1, 1)] * 5, [(1, 1, 1)] * 2 + [None] * 3, [(1, 1, 1)] * 4 + [None])
    assert table.compared(KEY).tolist() == [True, False, True]
    assert table.rows(0, KEY).tolist() == [True] * 4 + [False]
    assert table.rows(1, KEY).tolist() == [True] * 2 + [False] * 3
    assert [one.split("|")[2].split(":")[1] for one in table.signatures(KEY)] == ["common", "own", "common"]
    assert table.signature(KEY, system=1).split("|")[2] == "on:own"
    assert table.signature(KEY, "mean", among="some:1").split("|")[4] == "some:1"
    some = np.array([[True] + [False] * 4, [False] * 5, [False] * 3 + [True] * 2])
    assert table.summaries(KEY, "pooled", some)[::2] == [1.0, 1.0] and np.isnan(table.summaries(KEY, "pooled", some)[1])
    assert table.summaries(KEY, "mean", np.array([True] * 5)) == [1.0] * 3
    table.on = "own"
    assert not table.compared(KEY).any()
    assert [one.split("|")[2] for one in table.signatures(KEY)] == ["on:own"] * 3
