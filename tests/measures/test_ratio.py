"""Counts and ratios by themselves."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from treecompare.measures.measure import Counts, judged


def test_what_is_not_counted_is_0() -> None:
    counts = Counts(3, 4, 2)
    assert {one.name: getattr(counts, one.name) for one in fields(Counts) if getattr(counts, one.name)} == {
        "gold": 3, "test": 4, "matched": 2,
    }  # fmt: skip


def test_a_judged_sentence_is_right_or_wrong() -> None:
    gold = np.array([2, 2, 1])
    ratio = judged(Counts(gold, gold, np.array([2, 1, 1])))
    assert ratio.numerator.tolist() == [1, 0, 1] and ratio.denominator.tolist() == [1, 1, 1]
