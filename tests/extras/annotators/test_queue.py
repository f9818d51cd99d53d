"""In which orders differences are gone through, and which of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.extras.annotators.made import BANK_A, BANK_B, adjudication, conllu, decide
from treecompare.extras.annotators.adjudicated import value_told
from treecompare.extras.annotators.queue import BY_ANNOTATOR, BY_FREQUENCY, BY_TRIAGE, Queue
from treecompare.extras.annotators.written import written

LABEL_A, LABEL_B = (BANK_A, (*BANK_A[:5], ("Lisbon", "PROPN", 4, "obl")))


def test_a_word_without_a_head_is_one_of_the_values(tmp_path: Path) -> None:
    loose = BANK_A[:1] + tuple((form, tag, "_", "_") for form, tag, _, _ in BANK_A[1:3]) + BANK_A[3:]
    made = adjudication(tmp_path, conllu(BANK_A), conllu(loose))
    told = [[value_told(made, one.place, value) for value in one.values] for one in made.differences]
    assert [one[1] for one in told] == ["none", "none"] and "none" not in {one[0] for one in told}
    # undecided, the file that has a head stands; decided, nothing does, and it is written so
    settled = made.settled(0)
    assert [settled.results[one.place].value for one in made.differences] == [one.values[0] for one in made.differences]
    decide(made, made.differences[0].place, "b")
    assert made.settled(0).results[made.differences[0].place].value == "_:_" and made.settled(0).is_tree
    rows = [line.split("\t") for line in written(made).text.split("\n") if "\t" in line]
    assert rows[1][6:8] == ["_", "_"] and rows[2][6:8] == ["0", "root"]


def test_orders(tmp_path: Path) -> None:
    head = (*BANK_A[:5], ("Lisbon", "PROPN", 2, "nmod"))
    made = adjudication(
        tmp_path, conllu(BANK_A, LABEL_A, BANK_A), conllu(BANK_B, LABEL_B, BANK_B), conllu(BANK_B, LABEL_A, head)
    )
    queue = Queue(made, {})
    assert queue.rows().tolist() == [0, 1, 2]
    assert queue.rows(BY_ANNOTATOR).tolist() == [0, 1, 2]
    assert queue.rows(BY_FREQUENCY).tolist() == [1, 0, 2] and queue.rows(
        among=np.array([True, False, True])
    ).tolist() == [0, 2]
    assert queue.rows(BY_TRIAGE).tolist() == [2, 0, 1]  # in the third sentence no two agree
    twice = adjudication(tmp_path, conllu(BANK_A, LABEL_A, LABEL_A), conllu(BANK_B, LABEL_B, LABEL_B))
    assert Queue(twice, {}).rows(BY_FREQUENCY).tolist() == [1, 2, 0]
