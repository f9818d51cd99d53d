"""How fast errors are found: all six systems of real parser output (../shared/data/wsj-sample-1394) where it is at hand, else
generated pairs; each time is the least CPU time of several runs.

The ratio is against apted on some of the same pairs: the time that it takes for a tree mapping alone, from which errors begin.
"""

from __future__ import annotations

from pathlib import Path

from apted import APTED, Config
from apted.helpers import Tree as Peer

from tests.benchmarks.timing import cpu
from tests.mappings.test_tree_errors import random_files
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.errors import errors_in_blocks
from treecompare.comparison.settings import Settings
from treecompare.mappings.errors import joined
from treecompare.readers import Treebank, parse
from treecompare.trees.tree import Tree

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "wsj-sample-1394"
SYSTEMS = ("berkeley-sm3", "berkeley-sm5", "berkeley-sm6", "bikel-collins2", "bllip", "stanford-pcfg")
PAIRS = 20
"""How many apted is asked for: it takes a thousand times as long."""


class _ByName(Config):  # type: ignore[misc]
    def rename(self, one: Peer, other: Peer) -> int:
        return int(one.name != other.name)


def _files() -> tuple[Treebank, list[Treebank], tuple[str, ...]]:
    if DATA.is_dir():
        gold, *systems = (parse((DATA / f"{name}.mrg").read_text("utf-8")) for name in ("gold", *SYSTEMS))
        return gold, systems, SYSTEMS
    text, other = random_files(1, 1394)
    return parse(text), [parse(other)], ("generated",)


def _for_peer(tree: Tree) -> Peer:
    made: list[Peer] = []
    for node, daughters in enumerate(tree.children):
        made.append(Peer(tree.texts[node], *[made[one] for one in daughters]))
    return made[-1]


def main() -> None:
    gold, systems, names = _files()
    comparison = score(ConstituentComparison(gold, systems, Settings()))
    total = 0.0
    for system, name in enumerate(names):
        took = cpu(lambda system=system: joined(errors_in_blocks(comparison, system)), runs=5)  # type: ignore[misc]
        total += took
        print(f"{name}: {len(comparison.errors(system)):,} errors, {took:.0f} ms")
    print(f"all: {total:.0f} ms")
    pairs = comparison.pairs(0)
    trees = [
        (_for_peer(pairs.gold[row]), _for_peer(pairs.test[row]))
        for row in range(0, len(gold.trees), len(gold.trees) // PAIRS)
    ]
    mapping = cpu(lambda: [APTED(*pair, _ByName()).compute_edit_mapping() for pair in trees], runs=2) / len(trees)
    own = total / len(names) / len(gold.trees)
    print(f"per sentence: {own:.2f} ms, apted for a mapping alone {mapping:.1f} ms, {mapping / own:.0f}x")


if __name__ == "__main__":
    main()
