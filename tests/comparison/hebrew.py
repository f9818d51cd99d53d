"""Real lattices of Hebrew and their comparison, made once for all tests that look at them. Nobody changes what these return."""

from __future__ import annotations

from functools import cache

from tests.conftest import SHARED
from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.readers import read_any
from treecompare.readers.lattice_files import LatticeFile, read_lattices

FOLDER = SHARED / "data" / "hebrew-spmrl"


@cache
def ambiguous() -> LatticeFile:
    """What the analyser says of every word."""
    return read_lattices(FOLDER / "dev.ambiguous.lattices.gz")


@cache
def compared() -> LatticeComparison:
    """The gold and YAP over these lattices, scored."""
    gold, yap = (read_any(FOLDER / f"dev.{name}.conll") for name in ("gold", "yap"))
    return score(LatticeComparison(gold, [yap], Segmentations([ambiguous()])))
