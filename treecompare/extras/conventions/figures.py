"""Published figures as they are printed, and whether an exact value would be printed so."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from treecompare.errors import UsageError

Exact: TypeAlias = Fraction | float
"""A score without rounding: a ratio of whole numbers, or a double where the counts are none."""
SLACK = 1e-9
"""By so much doubles may be off."""
CROSSING = "CB"
"""The one key whose figure is a mean number, never a share."""
ANY = "?"
"""Any figure that the kind of treebank has."""
CONSTITUENTS: dict[str, tuple[str, bool | None]] = {
    "F": ("dice", None), "R": ("recall", None), "P": ("precision", None), "LF": ("dice", True), "LR": ("recall", True),
    "LP": ("precision", True), "UF": ("dice", False), "UR": ("recall", False), "UP": ("precision", False),
    "CM": ("complete", None), CROSSING: ("crossing", None), "TA": ("tagging", None),
}  # fmt: skip
"""By key: the measure, or its last part, and whether labels count; None: that is open, or they do not matter."""
SPANS = ("dice", "recall", "precision")
"""Measures of constituents, with or without labels and tags."""
DEPENDENCIES = {
    "UAS": "uas", "LAS": "las", "LA": "label-accuracy", "CLAS": "clas", "MLAS": "mlas", "BLEX": "blex", "ELAS": "elas",
}  # fmt: skip
KEYS: Mapping[str, tuple[str, ...]] = {"constituents": tuple(CONSTITUENTS), "dependencies": tuple(DEPENDENCIES)}
"""The keys of each kind of treebank, in the order in which ``?`` tries them."""
_KEY_BEFORE = re.compile(
    rf"(?<![^\s,;:])({'|'.join([*CONSTITUENTS, *DEPENDENCIES])}|\?)\s*:?\s+(?=[0-9])", re.IGNORECASE
)
"""A key with a blank before its digits, as they stand in texts."""
_FIGURE = re.compile(
    r"(?:(?P<system>[^=]+):)?\s*(?P<key>[A-Za-z]+|\?)\s*=\s*(?P<digits>[0-9]{1,3}(?:[.,][0-9]{1,6})?)\s*%?"
)


@dataclass(frozen=True)
class Published:
    """A figure as it is printed: ``value`` in per cent (of CB a number) with ``decimals`` digits behind the point.

    ``system``: whose it is; empty for the only one.
    """

    key: str
    value: Fraction
    decimals: int
    system: str = ""

    @property
    def half(self) -> Fraction:
        """Half a unit of the last digit."""
        return Fraction(1, 2 * 10**self.decimals)

    @property
    def text(self) -> str:
        """The digits."""
        return f"{float(self.value):.{self.decimals}f}"

    @property
    def interval(self) -> str:
        """All values that are rounded to this figure."""
        digits = max(self.decimals + 1, 2)
        low, high = float(self.value - self.half), float(self.value + self.half)
        return f"[{low:.{digits}f}, {high:.{digits}f}]"

    def shown(self, value: Exact) -> Exact:
        """A score in the units of the figure: per cent, save of CB."""
        return value if self.key == CROSSING else value * 100

    def off(self, value: Exact) -> float:
        """How far a score is away, in the units of the figure."""
        return abs(float(self.shown(value)) - float(self.value))

    def fits(self, value: Exact) -> bool:
        """Whether a score may have been rounded to the figure, both ends being in."""
        shown = self.shown(value)
        if isinstance(shown, Fraction):
            return abs(shown - self.value) <= self.half
        return abs(shown - float(self.value)) <= float(self.half) + SLACK

    def fits_cut_off(self, value: Exact) -> bool:
        """Whether the figure is what is left of a score if further digits are cut off."""
        shown = self.shown(value)
        if isinstance(shown, Fraction):
            return self.value <= shown < self.value + 2 * self.half
        return float(self.value) - SLACK <= shown < float(self.value + 2 * self.half)


def figures_in(text: str) -> list[str]:
    """The figures that somebody typed, ``LR=75.2`` or ``LR 75.2``: between two of them stand blanks, commas or semicolons; a comma
    within digits is a point. The name of a system may hold all of these where there is one figure only."""
    if (one := _FIGURE.fullmatch(text.strip())) and one["system"]:
        return [text]
    text = re.sub(r"\s*=\s*", "=", text)
    text = _KEY_BEFORE.sub(r"\1=", text)
    text = re.sub(r"(?<=[0-9]),(?=[0-9])", ".", text)
    return text.replace(",", " ").replace(";", " ").split()


def read_figure(text: str, kind: str, systems: Sequence[str] = ()) -> Published:
    """A figure ``KEY=DIGITS``, or ``SYSTEM:KEY=DIGITS`` where there are several systems. Of figures up to 1 per cent are made.

    Raises UsageError: it is none; says what was expected.
    """
    match = _FIGURE.fullmatch(text.strip())
    keys = KEYS.get(kind)
    if keys is None:
        raise UsageError(f"figures are explained for constituents and dependencies; these treebanks are {kind}")
    if match is None:
        raise UsageError(f"figure '{text[:40]}' cannot be read; expected KEY=DIGITS, as in {keys[0]}=89.4")
    key, digits, system = match["key"].upper(), match["digits"].replace(",", "."), match["system"] or ""
    if key not in (*keys, ANY):
        raise UsageError(f"figure '{text[:40]}': {key} is not known; expected one of {', '.join(keys)} or ?")
    if system and system not in systems:
        raise UsageError(f"figure '{text[:40]}': there is no system '{system}'; expected one of {', '.join(systems)}")
    if not system and len(systems) > 1:
        raise UsageError(f"figure '{text[:40]}': expected SYSTEM:KEY=DIGITS, as there are several systems")
    decimals, value = len(digits.partition(".")[2]), Fraction(digits)
    if key != CROSSING:
        if value <= 1 and decimals:
            decimals, value = max(decimals - 2, 0), value * 100
        if value > 100:
            raise UsageError(f"figure '{text[:40]}' is above 100; expected per cent or a share")
    if decimals > 4:
        raise UsageError(f"figure '{text[:40]}' has {decimals} decimals; expected at most 4")
    return Published(key, value, decimals, system)


def by_letters(figures: Sequence[Published]) -> dict[tuple[str, str], dict[str, Published]]:
    """Recall, precision and F that were printed together, by the system and by what stands before these letters (L, U, nothing)."""
    found: dict[tuple[str, str], dict[str, Published]] = {}
    for one in figures:
        if CONSTITUENTS.get(one.key, ("",))[0] in SPANS:
            found.setdefault((one.system, one.key[:-1]), {})[one.key[-1]] = one
    return found


def harmonic(recall: Fraction, precision: Fraction) -> Fraction:
    """2RP / (R + P); 0 where both are 0."""
    return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)


def from_rounded(letters: Mapping[str, Published]) -> bool:
    """Whether F is the harmonic mean of the printed R and P."""
    if not {"F", "R", "P"} <= set(letters):
        return False
    return abs(harmonic(letters["R"].value, letters["P"].value) - letters["F"].value) <= letters["F"].half


def do_not_go_together(figures: Sequence[Published]) -> list[Published]:
    """Each F that is not the harmonic mean of its R and P, however these were rounded."""
    found = []
    for letters in by_letters(figures).values():
        if {"F", "R", "P"} <= set(letters):
            r, p, f = (letters[letter] for letter in "RPF")
            low = harmonic(max(r.value - r.half, Fraction(0)), max(p.value - p.half, Fraction(0)))
            if low > f.value + f.half or harmonic(r.value + r.half, p.value + p.half) < f.value - f.half:
                found.append(f)
    return found
