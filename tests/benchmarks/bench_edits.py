"""How fast T-mappings are counted and drawn: ``python tests/benchmarks/bench_edits.py [--quick]``.

Real parser output (../shared/data/wsj-sample-1394: 1,394 sentences, six systems) where it is at hand, else generated
pairs. Each time is the least CPU time of several runs; ratios are against edist 1.2 on the same pairs in the same run,
where it is installed: ``pip install "edist>=1.2"`` (under the GPL, so no extra names it).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.generated import Columns, Node, columns, parsed_pairs, unrelated_pairs
from tests.benchmarks.timing import cpu
from tests.mappings.algorithms import ALGORITHMS
from treecompare.mappings.edits import LabelCosts, all_distances, count_edits, edit_pairs

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "wsj-sample-1394"
SYSTEMS = ("berkeley-sm3", "berkeley-sm5", "berkeley-sm6", "bikel-collins2", "bllip", "stanford-pcfg")
PUNCTUATION = {",", ":", "``", "''", "."}
WRAPPERS = {"ROOT", "S1", "TOP", ""}


def real_pairs() -> tuple[Columns, Columns]:
    """All systems against the gold: punctuation and wrappers removed, words kept as nodes."""
    numbers: dict[str, int] = {}
    gold = list(_read(DATA / "gold.mrg", numbers))
    parses = [tree for system in SYSTEMS for tree in _read(DATA / f"{system}.mrg", numbers)]
    return columns(gold * len(SYSTEMS)), columns(parses)


def _read(path: Path, numbers: dict[str, int]) -> Iterator[Node]:
    import nltk

    def number(name: str) -> int:
        return numbers.setdefault(name, len(numbers))

    def build(tree: nltk.Tree | str) -> Node | None:
        if isinstance(tree, str):
            return Node(-1 - number(tree), [])
        if tree.label() in PUNCTUATION and len(tree) == 1:
            return None
        daughters = [node for node in map(build, tree) if node is not None]
        return Node(number(tree.label()), daughters) if daughters else None

    for line in path.read_text("utf-8").splitlines():
        tree = nltk.Tree.fromstring(line)
        while tree.label() in WRAPPERS and len(tree) == 1:
            tree = tree[0]
        yield build(tree) or Node(number("nothing"), [])


def counted(gold: Columns, test: Columns, costs: LabelCosts | None, algorithm: str) -> np.ndarray:
    out = np.zeros((len(gold), 4), np.int64)
    sides = [(one.codes, one.sizes, one.offsets) for one in (gold, test)]
    count_edits(*sides, 0, len(gold), out, costs=costs, savings=ALGORITHMS[algorithm])
    return out


def preorder(codes: np.ndarray, sizes: np.ndarray) -> tuple[list[int], list[list[int]]]:
    """Labels and adjacency lists in the order that edist wants."""
    labels: list[int] = []
    daughters: list[list[int]] = []

    def visit(last: int, first: int, parent: int) -> None:
        roots = []
        while last >= first:
            roots.append(last)
            last -= int(sizes[last])
        for node in reversed(roots):
            number = len(labels)
            labels.append(int(codes[node]))
            daughters.append([])
            if parent >= 0:
                daughters[parent].append(number)
            visit(node - 1, node - int(sizes[node]) + 1, number)

    visit(len(codes) - 1, 0, -1)
    return labels, daughters


def edist_time(gold: Columns, test: Columns, chosen: list[int], costs: LabelCosts | None) -> float:
    """CPU time in ms that edist's backtrace takes for one pair; nan where edist is not installed."""
    try:
        from edist import ted
    except ImportError:
        return float("nan")
    trees = [(*preorder(*gold.sentence(index)), *preorder(*test.sentence(index))) for index in chosen]
    if costs is None:
        return cpu(lambda: [ted.standard_ted_backtrace(*tree) for tree in trees], 3) / len(chosen)

    def cost(a: int | None, b: int | None) -> float:
        if a is None or b is None:
            return 1.0
        return 0.0 if a == b else costs.swap_cost(a, b) or 0.0

    return cpu(lambda: [ted.ted_backtrace(*tree, cost) for tree in trees], 1) / len(chosen)


def some_costs(gold: Columns, seed: int = 1) -> LabelCosts:
    """Costs between 0.2 and 2 for all pairs of 40 labels."""
    rng = np.random.default_rng(seed)
    used = np.unique(gold.codes[gold.codes >= 0])[:40]
    rows = np.full(int(used.max()) + 1, -1, np.int32)
    rows[used] = np.arange(len(used))
    return LabelCosts(rows, rng.integers(2, 20, (len(used), len(used))) / 10, np.eye(len(used), dtype=bool))


def dependency_trees(least: int, most: int) -> Columns:
    """The trees of relations of sentences with so many words: English Web Treebank, shuffled."""
    numbers: dict[str, int] = {}
    trees = []
    for block in (DATA.parent / "ewt" / "test.gold.conllu").read_text("utf-8").split("\n\n"):
        lines = [line.split("\t") for line in block.splitlines() if line[:1].isdigit()]
        words = [line for line in lines if line[0].isdigit()]
        nodes = {"0": Node(numbers.setdefault("", 0), [])}
        nodes |= {line[0]: Node(numbers.setdefault(line[7], len(numbers)), []) for line in words}
        for line in words:
            nodes[line[6]].daughters.append(nodes[line[0]])
        if least <= len(words) <= most:
            trees.append(nodes["0"])
    random.Random(5).shuffle(trees)
    return columns(trees)


def shifted(trees: Columns) -> Columns:
    """The same trees, each in the place of the one before it."""
    codes, sizes = (np.roll(column, -int(trees.offsets[1])) for column in (trees.codes, trees.sizes))
    return Columns(codes, sizes, np.append(trees.offsets[1:] - trees.offsets[1], trees.offsets[-1]))


def show_dependencies() -> None:
    """Distances of dependency trees, as agreement of annotators takes them: single pairs, and all pairs in threads."""
    trees = dependency_trees(22, 26)
    count = len(trees)
    others = shifted(trees)
    peer = edist_time(trees, others, list(range(40)), None) * 1000
    single = cpu(lambda: counted(trees, others, None, "auto"), 20) / count * 1000
    print(f"dependency trees of 24 words: {single:.2f} µs a pair, edist {peer:.1f} µs, ratio {peer / single:.1f}")
    for title, least, most in (("24 words", 22, 26), ("any length", 1, 1000)):
        chosen = dependency_trees(least, most)
        pairs = len(chosen) * (len(chosen) - 1) / 2
        runs = 5 if pairs < 100_000 else 1
        all_ = cpu(lambda chosen=chosen: all_distances((chosen.codes, chosen.sizes, chosen.offsets), 2), runs) * 1000
        print(
            f"all distances, {title}: {all_ / pairs:.2f} µs a pair; of 4,000 trees {all_ / pairs * 8:.1f} s of one core"
        )


def main(quick: bool) -> None:
    real = DATA.is_dir()
    gold, test = real_pairs() if real else parsed_pairs(1, 1394 if quick else 8364)
    strange = unrelated_pairs(2, 200)
    chosen = random.Random(3).sample(range(len(gold)), 40 if quick else 300)
    few = chosen[: 10 if quick else 40]
    print(f"{'real' if real else 'generated'}: {len(gold)} pairs, {len(gold.codes) / len(gold):.1f} nodes a tree")
    print(f"{'':34}{'ms a pair':>11}{'edist':>10}{'ratio':>8}{'14,496 pairs':>15}")

    def show(title: str, per_pair: float, peer: float | None = None) -> None:
        ratio = f"{peer:10.3f}{peer / per_pair:8.1f}" if peer else " " * 18
        print(f"{title:34}{per_pair:11.4f}{ratio}{per_pair * 14.496:13.3f} s")

    peer = edist_time(gold, test, chosen, None)
    costs = some_costs(gold)
    for algorithm in ("auto", "trimmed-banded", "banded", "trimmed", "plain", "right"):
        time_ = cpu(lambda name=algorithm: counted(gold, test, None, name), 2 if quick or "d" not in algorithm else 5)
        show(f"counts, {algorithm}", time_ / len(gold), peer)
    peer = edist_time(gold, test, few, costs)
    for algorithm in ("auto", "plain"):
        show(
            f"label costs, {algorithm}",
            cpu(lambda name=algorithm: counted(gold, test, costs, name), 2) / len(gold),
            peer,
        )
    peer = edist_time(*strange, list(range(40)), None)
    for algorithm in ("auto", "plain"):
        show(
            f"unrelated, {algorithm}", cpu(lambda name=algorithm: counted(*strange, None, name)) / len(strange[0]), peer
        )
    for title, sides in (("pairs of nodes", (gold, test)), ("pairs of nodes, unrelated", strange)):
        sample = [index for index in chosen if index < len(sides[0])] or list(range(40))
        drawn = [(*sides[0].sentence(index), *sides[1].sentence(index)) for index in sample]
        show(title, cpu(lambda drawn=drawn: [edit_pairs(*pair) for pair in drawn], 3) / len(sample))
    if real:
        show_dependencies()


if __name__ == "__main__":
    main("--quick" in sys.argv)
