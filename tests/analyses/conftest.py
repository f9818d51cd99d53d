"""Comparisons that several analyses are tried on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from treecompare import resources
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import parse, read


def compared(gold: str, *systems: str, **settings: str) -> ConstituentComparison:
    """Compares trees given as text, one a line; the systems are called s1, s2, …"""
    treebanks = [replace(parse(text), name=f"s{number}") for number, text in enumerate(systems, 1)]
    return score(ConstituentComparison(parse(gold), treebanks, Settings(**settings)))  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def sample() -> ConstituentComparison:
    """The shipped comparison: 80 sentences, three systems."""
    first = resources.samples()[0]
    return score(ConstituentComparison(read(first.gold), [read(path) for path in first.systems]))


@pytest.fixture(scope="session")
def wsj(shared: Path) -> ConstituentComparison:
    """Real parsers."""
    folder = shared / "data/wsj-sample"
    systems = [read(str(folder / f"{name}.mrg")) for name in ("bllip", "berkeley-sm3", "stanford-pcfg")]
    return score(ConstituentComparison(read(str(folder / "gold.mrg")), systems))
