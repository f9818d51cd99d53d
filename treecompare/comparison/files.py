"""From files to a comparison: which kind fits them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from treecompare.comparison.base import AnyTreebank, Comparison
from treecompare.comparison.settings import Settings
from treecompare.comparison.word_by_word import word_by_word

if TYPE_CHECKING:
    from treecompare.readers.lattice_rows import LatticeFile
    from treecompare.readers.segmentations import SegmentationFile


def compare_files(
    golds: Sequence[AnyTreebank],
    systems: Sequence[AnyTreebank],
    follows: Sequence[int] = (),
    settings: Settings | None = None,
    lattices: Sequence[LatticeFile] = (),
    segmentations: Sequence[SegmentationFile] = (),
    on_demand: bool = True,
) -> Comparison:
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
    return word_by_word(golds[0], systems, settings, on_demand)
