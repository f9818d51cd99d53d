"""In which orders differences are gone through, and which of them."""

from __future__ import annotations

from pathlib import Path

from tests.annotators.made import BANK_A, BANK_B, adjudication, conllu
from treecompare.annotators.queue import BY_ANNOTATOR, BY_FREQUENCY, BY_KIND, BY_TRIAGE, HEAD, Queue

LABEL_A, LABEL_B = (BANK_A, (*BANK_A[:5], ("Lisbon", "PROPN", 4, "obl")))


def test_orders(tmp_path: Path) -> None:
    head = (*BANK_A[:5], ("Lisbon", "PROPN", 2, "nmod"))
    made = adjudication(
        tmp_path, conllu(BANK_A, LABEL_A, BANK_A), conllu(BANK_B, LABEL_B, BANK_B), conllu(BANK_B, LABEL_A, head)
    )
    queue = Queue(made)
    assert queue.rows().tolist() == [0, 1, 2]
    assert queue.rows(BY_ANNOTATOR).tolist() == [0, 1, 2] and queue.rows(BY_KIND).tolist() == [1, 0, 2]
    assert queue.rows(only=HEAD).tolist() == []
    assert queue.counts() == {"All": 3, "Open": 3, "Label": 1, "Both": 2}
    assert queue.rows(BY_TRIAGE).tolist() == [2, 0, 1]  # in the third sentence no two agree
    twice = adjudication(tmp_path, conllu(BANK_A, LABEL_A, LABEL_A), conllu(BANK_B, LABEL_B, LABEL_B))
    assert Queue(twice).rows(BY_FREQUENCY).tolist() == [1, 2, 0]
