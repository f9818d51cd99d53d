"""The lattice measures speak, and their formula is the paper's."""

from __future__ import annotations

import random

from treecompare.measures import LATTICE_MEASURES, Counts, chosen, measure
from treecompare.measures.explain import explain, lettered, meaning


def test_the_formula_is_the_papers() -> None:
    counts = Counts(13, 9, 8, deleted=1, inserted=5, cost=6)
    for one in LATTICE_MEASURES:
        ratio = one.formula(counts)
        assert (ratio.numerator, ratio.denominator) == (22 - 6, 22)
        assert lettered(one).text == "1 − (D + I) / (G + T)"
        assert one.formula(Counts(0, 0, 0)).value is None


def test_every_measure_speaks() -> None:
    rng = random.Random(1)
    for one in LATTICE_MEASURES:
        for _ in range(20):
            matched, gold, test = sorted(rng.randint(0, 30) for _ in range(3))
            deleted, inserted = test - matched, gold - matched
            counts = Counts(gold, test, matched, deleted=deleted, inserted=inserted, cost=deleted + inserted)
            told = explain(one, counts, "s")
            assert told.shown == one.shown(one.formula(counts).value)
            assert told.undefined or (told.words.endswith(".") and "{" not in told.words)
        assert one.explanation.startswith(lettered(one).text)
    told = explain(measure("segeval"), Counts(7, 5, 4, deleted=1, inserted=3, cost=4), "s")
    assert told.words == (
        "The gold has 7 lexemes, the system 5. To turn the system into the gold, 3 must be added and 1 deleted; 4 are kept."
    )
    assert meaning("segeval.unlabelled", "gold") == "lexemes of the gold tree"
    assert meaning("segeval", "deleted") == "deleted: lexemes of the system that the gold lacks"
    assert meaning("tedeval.lattice", "inserted").startswith("added: nodes") and "of the gold" in meaning(
        "segeval", "inserted"
    )


def test_families() -> None:
    assert [one.key for one in chosen("segeval,segeval.")] == ["segeval", "segeval.unlabelled"]
    assert len({one.key for one in LATTICE_MEASURES}) == 4
