"""What is drawn of treebanks whose words differ is what their scores count: arcs of lattices."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from treecompare.comparison.base import score
from treecompare.comparison.lattices.comparison import LatticeComparison, Segmentations
from treecompare.drawing.lattices import GOLD, KEPT, SHARED, TEST, role_of
from treecompare.readers import read, read_any
from treecompare.readers.lattices import read_lattices
from treecompare.readers.segmentations import read_segmentation
from treecompare.resources import path
from treecompare.scores.table import SKIPPED

EXAMPLES = path("samples/words-that-differ")


def check_paths(comparison: LatticeComparison) -> int:
    """What the arcs say is in both trees, and in one only, is what SegEval counts; returns how many sentences were looked at."""
    looked_at = 0
    for system, statuses in enumerate(comparison.table.statuses.tolist()):
        counts = comparison.table.part(system, "segeval")
        for sentence, status in enumerate(statuses):
            if status == SKIPPED:
                continue
            looked_at += 1
            number = Counter((role_of(arc), arc.gold, arc.test) for arc in comparison.paths(system, sentence)[0])
            assert number[KEPT, True, False] == number[KEPT, False, True]
            kept = number[SHARED, True, True] + number[KEPT, True, False]
            found = kept, number[GOLD, True, False], number[TEST, False, True]
            assert found == (counts.matched[sentence], counts.inserted[sentence], counts.deleted[sentence])
    return looked_at


def test_the_paths_say_what_segeval_counts() -> None:
    gold = read(str(EXAMPLES / "gold.mrg"))
    systems = [read(str(EXAMPLES / f"{name}-input.mrg")) for name in ("gold", "predicted", "raw")]
    files = [read_segmentation(EXAMPLES / f"{name}.seg") for name in ("gold", "gold", "predicted", "raw")]
    lattice = [read_lattices(EXAMPLES / "words.lattice")]
    for given in (Segmentations(lattice), Segmentations(files=files), Segmentations()):
        assert check_paths(score(LatticeComparison(gold, systems, given))) == 15


def test_the_paths_say_what_segeval_counts_on_real_data(shared: Path) -> None:
    hebrew = shared / "data" / "hebrew-spmrl"
    lattices = Segmentations([read_lattices(hebrew / "dev.ambiguous.lattices.gz")])
    gold, yap = read_any(hebrew / "dev.gold.conll"), read_any(hebrew / "dev.yap.conll")
    assert check_paths(score(LatticeComparison(gold, [yap], lattices))) == 493
    turkish = shared / "data" / "turkish-imst"
    sides = [read_any(turkish / f"dev.{name}.conllu") for name in ("gold", "udpipe", "malt-lazy.goldseg")]
    assert check_paths(score(LatticeComparison(sides[0], sides[1:]))) == 2 * 975
