"""Formulas in symbols: what may be calculated with counts, and how it is printed."""

from __future__ import annotations

import numpy as np
import pytest

from treecompare.measures.measure import Counts, Ratio
from treecompare.measures.terms import (
    Count,
    Difference,
    Number,
    Piece,
    Product,
    Sum,
    Term,
    bracketed,
    is_sum,
    leaves,
    pieces,
    symbolic,
    value,
    values,
    written,
)

G, T, M, W = Count("gold"), Count("test"), Count("matched"), Count("words")
KNOWN = {"gold": 10, "test": 8, "matched": 6, "words": 3}


def text(term: Term) -> str:
    return "".join(piece.text for piece in pieces(term, lambda count: [Piece(count.name, count.name)]))


@pytest.mark.parametrize(
    ("term", "shown", "worth"),
    [
        (G + T, "gold + test", 18),
        (G + 2, "gold + 2", 12),
        (2 + G, "2 + gold", 12),
        (G - 2, "gold − 2", 8),
        (2 - G, "2 − gold", -8),
        (G - W, "gold-words", 7),
        (G + T - M, "gold + test − matched", 12),
        (G - (T + M), "gold − (test + matched)", -4),
        (G - W - M, "gold-words − matched", 1),
        (2 * M, "2·matched", 12),
        (M * 2, "2·matched", 12),
        (1 * M, "matched", 6),
        (0 * M, "0", 0),
        (3 * (G + T), "3·(gold + test)", 54),
        (2 * M + 1, "2·matched + 1", 13),
        (0 * M - 3, "-3", -3),
        (0 * M + 3, "3", 3),
        (G == T, "gold = test", 0),
        (G - 2 == T, "gold − 2 = test", 1),
        (T <= G, "test ≤ gold", 1),
        (G <= T, "gold ≤ test", 0),
        (G <= 10, "gold ≤ 10", 1),
        ((G == 10) & (T <= 8) & (M == 6), "gold = 10 and test ≤ 8 and matched = 6", 1),
        ((G == 10) & (T == 9), "gold = 10 and test = 9", 0),
        (Sum(((-1, G), (1, T))), " − gold + test", -2),
        (Sum(((1, G + T),)), "gold + test", 18),
    ],
)
def test_what_a_formula_may_do(term: Term, shown: str, worth: int) -> None:
    assert text(term) == shown
    assert value(term, KNOWN) == worth


def test_other_things_are_refused() -> None:
    for work in (lambda: G + 0.5, lambda: G - "x", lambda: 0.5 + G, lambda: G <= 1.5):
        with pytest.raises(TypeError, match="a formula may contain counts and whole numbers, not"):
            work()  # type: ignore[no-untyped-call]


def test_the_counts_of_a_term_from_left_to_right() -> None:
    assert [one.name for one in leaves(2 * M + (G - W) - 1)] == ["matched", "gold", "words"]
    assert [one.name for one in leaves((G == T) & (M <= 2))] == ["gold", "test", "matched"]
    assert list(leaves(Number(1))) == []
    assert isinstance(2 * M, Product) and isinstance(G - W, Difference)


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        (lambda c: Ratio(2 * c.matched, c.gold + c.test), "2·M / (G + T)"),
        (lambda c: Ratio(c.matched, c.gold), "M / G"),
        (lambda c: Ratio(c.matched, 1), "M"),
        (lambda c: Ratio(c.gold + c.test, 1), "G + T"),
        (lambda c: Ratio(c.matched, 2), "M / 2"),
        (lambda c: Ratio(c.gold - c.words, c.gold), "1 − W / G"),  # what is subtracted from the denominator
        (lambda c: Ratio(c.gold - c.words, c.test), "(G − W) / T"),
        (lambda c: Ratio(c.gold + c.test - c.matched, c.gold + c.test), "1 − M / (G + T)"),
        (lambda c: Ratio(c.gold + c.test - c.matched, c.test + c.gold), "(G + T − M) / (T + G)"),
        (lambda c: Ratio(c.gold + c.test - c.matched, c.gold), "(G + T − M) / G"),
        (lambda c: Ratio(c.gold - c.test - c.matched, c.gold + c.test), "((G − T) − M) / (G + T)"),
        (lambda c: Ratio(c.gold + c.test + c.matched, c.gold + c.test), "(G + T + M) / (G + T)"),
        (lambda c: Ratio(c.gold + c.test + c.words - c.matched, c.gold + c.test), "(G + T + W − M) / (G + T)"),
        (lambda c: Ratio(c.gold - 2 * c.matched, c.gold), "1 − 2·M / G"),
        (lambda c: Ratio(c.gold - 2 * c.matched, c.test), "(G − 2·M) / T"),
        (lambda c: Ratio(c.crossing <= 2, 1), "C ≤ 2"),
    ],
)  # fmt: skip
def test_formulas_on_one_line(formula: object, shown: str) -> None:
    assert symbolic(formula) == shown  # type: ignore[arg-type]


def test_what_a_written_formula_is_made_of() -> None:
    form = written(lambda c: Ratio(c.gold - c.words, c.gold))
    assert (form.is_complement, form.has_fraction, form.counts) == (True, True, {"gold", "words"})
    whole = written(lambda c: Ratio(c.matched + c.swapped, 1))
    assert (whole.is_complement, whole.has_fraction, whole.counts) == (False, False, {"matched", "swapped"})
    cost = written(lambda c: Ratio(c.cost, c.gold))
    assert cost.counts == {"deleted", "inserted", "relabelling", "gold"}


def test_relabelling_is_what_the_cost_has_besides() -> None:
    known = values(Counts(gold=9, test=8, matched=5, cost=4.5, deleted=1, inserted=2, swapped=3))
    assert (known["relabelling"], known["gold"], known["cost"], known["swapped"]) == (1.5, 9, 4.5, 3)


def test_sums_are_put_in_brackets() -> None:
    plus, a, b = Piece(" + "), Piece("a", "gold"), Piece("b", "test")
    assert is_sum([a, plus, b]) and is_sum([a, Piece(" − "), b])
    assert not is_sum([a]) and not is_sum([]) and not is_sum([a, Piece(" = "), b])
    inside = [Piece("("), a, plus, b, Piece(")")]
    assert not is_sum(inside) and is_sum([*inside, plus, a])
    assert is_sum([Piece("(", "gold"), plus, b])  # a count that looks like a bracket is none
    assert not is_sum([Piece(" + ", "gold")])
    assert bracketed([a, plus, b]) == inside
    assert bracketed([a]) == [a]


def test_a_formula_that_chooses_by_a_comparison_is_refused() -> None:
    """``numpy.minimum`` would ask which is smaller, take any answer for a yes, and explain another measure."""
    with pytest.raises(TypeError, match="a count of its own"):
        np.minimum(G, T)
