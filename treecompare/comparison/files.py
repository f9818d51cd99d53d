"""Which comparison fits which files, and how each kind is run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from treecompare.comparison.base import Cancel, Progress
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.run import run
from treecompare.comparison.dependencies.comparison import Compared, DependencyComparison, compare, run_dependencies
from treecompare.comparison.settings import Settings

if TYPE_CHECKING:
    from treecompare.comparison.schemes.files import AnyTreebank
    from treecompare.readers.lattice_rows import LatticeFile
    from treecompare.readers.segmentations import SegmentationFile


def compare_files(
    golds: Sequence[AnyTreebank],
    systems: Sequence[AnyTreebank],
    follows: Sequence[int] = (),
    settings: Settings | None = None,
    lattices: Sequence[LatticeFile] = (),
    segmentations: Sequence[SegmentationFile] = (),
) -> Compared:
    """A comparison of the kind that the files ask for: across schemes where there are several golds (``follows``: which of them
    each system follows), over lattices where there are some or the settings say so.

    Raises:
        UsageError: the treebanks cannot be compared with each other.
    """
    settings = settings or Settings()
    if len(golds) > 1:
        from treecompare.comparison.schemes.comparison import SchemeComparison
        from treecompare.comparison.schemes.files import SchemeSettings
        from treecompare.comparison.schemes.table import SCHEME_PARTS

        schemes = SchemeSettings(relations=settings.relations, nonprojective=settings.nonprojective)
        return SchemeComparison(golds, systems, [*follows] or [0] * len(systems), schemes, settings, SCHEME_PARTS)
    if lattices or segmentations or settings.over_lattices:
        from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations

        given = Segmentations(lattices, segmentations, settings.nonprojective)
        return LatticeComparison(golds[0], systems, given, settings, with_others=True)
    return compare(golds[0], systems, settings)


def run_any(comparison: Compared, jobs: int | None = None, cancel: Cancel | None = None) -> Iterator[Progress]:
    """Scores a comparison of any kind, step by step."""
    if isinstance(comparison, ConstituentComparison):
        yield from run(comparison, jobs, cancel)
        return
    if isinstance(comparison, DependencyComparison):
        yield from run_dependencies(comparison)
        return
    from treecompare.comparison.lattices.comparison import LatticeComparison, run_lattices
    from treecompare.comparison.schemes.comparison import run_schemes

    if isinstance(comparison, LatticeComparison):
        yield from run_lattices(comparison, jobs)
    else:
        yield from run_schemes(comparison)
