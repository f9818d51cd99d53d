"""Formulas in symbols: applied to symbols instead of numbers, a formula can be printed.

``written(dice)`` calls the very function that computes the score, with a :class:`Count` in place of every number, so that the
formula that is shown and the figure beside it cannot disagree. A formula may add, subtract, multiply by a whole number and
compare (``==``, ``<=``, joined by ``&``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from treecompare.measures.measure import Counts, Ratio

SYMBOLS = {
    "gold": "G",
    "test": "T",
    "matched": "M",
    "words": "W",
    "test_words": "W",
    "swapped": "S",
    "relabelling": "S",
    "deleted": "D",
    "inserted": "I",
    "crossing": "C",
    "moved": "V",
    "score": "s",
}
"""The papers' letters; a word's score is ``s``. ``relabelling`` is what the swapped pairs cost:
as much as they are many, unless label costs were given."""


class Term:
    """A count, a number, or an expression of them."""

    def __add__(self, other: Term | int) -> Term:
        return _sum(self, 1, _term(other))

    def __radd__(self, other: int) -> Term:
        return _sum(_term(other), 1, self)

    def __sub__(self, other: Term | int) -> Term:
        return _sum(self, -1, _term(other))

    def __rsub__(self, other: int) -> Term:
        return _sum(_term(other), -1, self)

    def __mul__(self, factor: int) -> Term:
        if factor == 1:
            return self
        return Number(0) if factor == 0 else Product(factor, self)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        return Condition(((self, "=", _term(other)),))

    def __le__(self, other: Term | int) -> Condition:
        return Condition(((self, "≤", _term(other)),))

    __hash__ = object.__hash__


@dataclass(frozen=True, eq=False)
class Number(Term):
    """A literal number in the formula."""

    number: int


@dataclass(frozen=True, eq=False)
class Count(Term):
    """A field of :class:`Counts`."""

    name: str


@dataclass(frozen=True, eq=False)
class Difference(Term):
    """One count without another that is part of it, like G − W: the nodes that are not words."""

    left: Count
    right: Count

    @property
    def name(self) -> str:
        """``gold-words``."""
        return f"{self.left.name}-{self.right.name}"


@dataclass(frozen=True, eq=False)
class Sum(Term):
    """Terms with their signs, 1 or -1."""

    terms: tuple[tuple[int, Term], ...]


@dataclass(frozen=True, eq=False)
class Product(Term):
    """A whole number times a term."""

    factor: int
    term: Term


@dataclass(frozen=True, eq=False)
class Condition(Term):
    """Comparisons that must all hold: 1 if they do, else 0."""

    parts: tuple[tuple[Term, str, Term], ...]

    def __and__(self, other: Condition) -> Condition:
        return Condition((*self.parts, *other.parts))

    def __bool__(self) -> bool:
        raise TypeError(
            "a formula adds, subtracts, multiplies and compares; anything else is a count of its own (Counts)"
        )


def _term(value: Any) -> Term:
    if isinstance(value, Term):
        return value
    if isinstance(value, int):
        return Number(value)
    raise TypeError(f"a formula may contain counts and whole numbers, not {value!r}")


def _sum(left: Term, sign: int, right: Term) -> Term:
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.number + sign * right.number)
    if sign < 0 and isinstance(left, Count) and isinstance(right, Count):
        return Difference(left, right)
    return Sum((*(left.terms if isinstance(left, Sum) else ((1, left),)), (sign, right)))


@dataclass(frozen=True)
class Written:
    """A formula as it is printed: numerator over denominator, subtracted from 1 where ``is_complement``."""

    is_complement: bool
    numerator: Term
    denominator: Term

    @property
    def has_fraction(self) -> bool:
        """Whether there is anything to divide by."""
        return not (isinstance(self.denominator, Number) and self.denominator.number == 1)

    @property
    def counts(self) -> set[str]:
        """The counts that it is made of."""
        return {leaf.name for side in (self.numerator, self.denominator) for leaf in leaves(side)}


@cache
def written(formula: Callable[[Counts], Ratio]) -> Written:
    """A formula as it is printed. ``(x − y) / x`` is written as ``1 − y / x``, as in Emms 2008, table 2."""
    letters: dict[str, Term] = {field.name: Count(field.name) for field in fields(Counts)}
    letters["cost"] = letters["deleted"] + letters["inserted"] + Count("relabelling")
    ratio = formula(Counts(**letters))
    taken = _taken(ratio.numerator, ratio.denominator)
    return Written(taken is not None, ratio.numerator if taken is None else taken, _term(ratio.denominator))


def _taken(numerator: Term, denominator: Term) -> Term | None:
    """What is subtracted from the denominator to give the numerator, if it is such a difference."""
    if isinstance(numerator, Difference):
        return numerator.right if numerator.left is denominator else None
    if not isinstance(numerator, Sum) or numerator.terms[-1][0] > 0:
        return None
    before = numerator.terms[:-1]
    whole = denominator.terms if isinstance(denominator, Sum) else ((1, denominator),)
    return numerator.terms[-1][1] if _are_same(before, whole) else None


def _are_same(one: tuple[tuple[int, Term], ...], other: tuple[tuple[int, Term], ...]) -> bool:
    return len(one) == len(other) and all(
        a_sign == b_sign and a is b for (a_sign, a), (b_sign, b) in zip(one, other, strict=True)
    )


def leaves(term: Term) -> Iterator[Count]:
    """The counts in a term, from left to right."""
    match term:
        case Count():
            yield term
        case Difference(left, right):
            yield from (left, right)
        case Sum(terms):
            yield from (leaf for _, summand in terms for leaf in leaves(summand))
        case Product(_, inner):
            yield from leaves(inner)
        case Condition(parts):
            yield from (leaf for left, _, right in parts for side in (left, right) for leaf in leaves(side))


def value(term: Term, counts: Mapping[str, Any]) -> Any:
    """The value of a term. Raises TypeError: it is of no known form."""
    match term:
        case Number(number):
            return number
        case Count(name):
            return counts[name]
        case Difference(left, right):
            return counts[left.name] - counts[right.name]
        case Sum(terms):
            return sum(sign * value(summand, counts) for sign, summand in terms)
        case Product(factor, inner):
            return factor * value(inner, counts)
        case Condition(parts):
            compared = [(value(left, counts), sign, value(right, counts)) for left, sign, right in parts]
            return int(all(left <= right if sign == "≤" else left == right for left, sign, right in compared))
    raise TypeError(term)


def values(counts: Counts) -> dict[str, Any]:
    """The counts of one sentence by name, with ``relabelling``."""
    by_name = {field.name: getattr(counts, field.name) for field in fields(Counts)}
    return {**by_name, "relabelling": counts.cost - counts.deleted - counts.inserted}


def symbolic(formula: Callable[[Counts], Ratio]) -> str:
    """A formula on one line, with the papers' letters: ``2·M / (G + T)``."""
    form = written(formula)

    def show(term: Count | Difference) -> list[Piece]:
        if isinstance(term, Difference):
            return [Piece("("), *show(term.left), Piece(" − "), *show(term.right), Piece(")")]
        return [Piece(SYMBOLS[term.name])]

    shown = pieces(form.numerator, show)
    if form.has_fraction:
        shown = [*bracketed(shown), Piece(" / "), *bracketed(pieces(form.denominator, show))]
    return ("1 − " if form.is_complement else "") + "".join(piece.text for piece in shown)


@dataclass(frozen=True)
class Piece:
    """A part of a formula or sentence. ``count``: the count that it shows, empty for text; ``meaning``: what is counted."""

    text: str
    count: str = ""
    meaning: str = ""


def pieces(term: Term, show: Callable[[Count | Difference], list[Piece]]) -> list[Piece]:
    """A term on one line; ``show`` says how a count is to be shown."""
    shown: list[Piece] = []
    match term:
        case Number(number):
            shown = [Piece(str(number))]
        case Count() | Difference():
            shown = show(term)
        case Product(factor, inner):
            shown = [Piece(f"{factor}·"), *bracketed(pieces(inner, show))]
        case Condition(parts):
            for left, sign, right in parts:
                shown += [Piece(" and ")] if shown else []
                shown += [*pieces(left, show), Piece(f" {sign} "), *pieces(right, show)]
        case Sum(terms):
            for plus_or_minus, summand in terms:
                of_one = pieces(summand, show)
                if shown or plus_or_minus < 0:
                    shown.append(Piece(" + " if plus_or_minus > 0 else " − "))
                shown += of_one if len(terms) == 1 or not isinstance(summand, Sum) else bracketed(of_one)
    return shown


def bracketed(shown: list[Piece]) -> list[Piece]:
    """In brackets, if it is a sum."""
    return [Piece("("), *shown, Piece(")")] if is_sum(shown) else shown


def is_sum(shown: list[Piece]) -> bool:
    """Whether there is a plus or minus outside of brackets."""
    depth = 0
    for piece in shown:
        if not piece.count and not depth and piece.text.strip() in ("+", "−"):
            return True
        depth += 0 if piece.count else piece.text.count("(") - piece.text.count(")")
    return False
