"""Lattices read, and trees whose words differ scored: real Hebrew, and 2,000 sentences by four systems."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.timing import cpu
from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.readers import DependencyTreebank, read_any
from treecompare.readers.conllx import CONLLX
from treecompare.readers.lattice_files import SPMRL_LATTICE, LatticeFile, read_lattices

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "hebrew-spmrl"
TIMES, SYSTEMS = 4, 4


def main() -> None:
    """Prints CPU times."""
    if not FOLDER.is_dir():
        print("there is no folder 'shared' beside the checkout: nothing to measure")
        return
    ambiguous = FOLDER / "dev.ambiguous.lattices.gz"
    print(f"read 59,758 arcs: {cpu(lambda: read_lattices(ambiguous), 3):.0f} ms")
    gold, yap = read_any(FOLDER / "dev.gold.conll"), read_any(FOLDER / "dev.yap.conll")
    own = [read_lattices(FOLDER / f"dev.{name}.lattices") for name in ("gold", "yap")]
    one = cpu(lambda: score(LatticeComparison(gold, [yap], Segmentations(own))), 3)
    print(f"500 sentences, lattices of one path: {one:.0f} ms")
    both = [read_lattices(ambiguous)]
    one = cpu(lambda: score(LatticeComparison(gold, [yap], Segmentations(both))), 3)
    print(f"500 sentences, ambiguous lattices: {one:.0f} ms")
    print(f"{500 * TIMES:,} sentences by {SYSTEMS} systems: {large():.0f} ms")


def large() -> float:
    """CPU time in ms of 2,000 sentences by four systems."""
    gold, system = (_treebank(name) for name in ("gold", "yap"))
    lattices = [_lattices(name) for name in ("gold", "yap")]
    given = Segmentations([lattices[0], *[lattices[1]] * SYSTEMS])
    return cpu(lambda: score(LatticeComparison(gold, [system] * SYSTEMS, given)), 3)


def _treebank(name: str) -> DependencyTreebank:
    data = (FOLDER / f"dev.{name}.conll").read_bytes().rstrip() + b"\n\n"
    return CONLLX.read(data * TIMES, name, name)


def _lattices(name: str) -> LatticeFile:
    data = (FOLDER / f"dev.{name}.lattices").read_bytes().rstrip() + b"\n\n"
    return SPMRL_LATTICE.read(data * TIMES, name, name)


if __name__ == "__main__":
    main()
