"""A score that knows on how many sentences it rests."""

from __future__ import annotations

import math


class Figure(float):
    """The score of a system, or NaN. ``sentences``: on how many gold sentences it rests.

    ``is_apart``: whether other figures beside it rest on another number, that of the table's note; then it is shown with its own.
    """

    __slots__ = ("is_apart", "sentences")
    sentences: int
    is_apart: bool

    def __new__(cls, value: float, sentences: int, is_apart: bool = False) -> Figure:
        made = super().__new__(cls, value)
        made.sentences, made.is_apart = sentences, is_apart
        return made

    def __reduce__(self) -> tuple[type[Figure], tuple[float, int, bool]]:
        return Figure, (float(self), self.sentences, self.is_apart)

    def with_value(self, value: float) -> Figure:
        """Another value over the same sentences."""
        return Figure(value, self.sentences, self.is_apart)


class Otherwise(float):
    """A rank that is another one under the other average; with ``≠`` behind it."""


def number_text(value: object) -> str:
    """`` (322)`` behind a figure that rests on other sentences than those beside it; what marks a rank; else empty."""
    if isinstance(value, Otherwise):
        return "" if math.isnan(value) else "≠"
    return f" ({value.sentences:,})" if isinstance(value, Figure) and value.is_apart and not math.isnan(value) else ""


def typeset(figure: str) -> str:
    """A figure as it is printed: with a minus sign, not a hyphen."""
    return f"−{figure[1:]}" if figure.startswith("-") and figure[1:2].isdigit() else figure
