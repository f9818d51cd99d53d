"""Tree patterns over whole files, against nltk.tgrep in the same run."""

from __future__ import annotations

import warnings

from tests.benchmarks.timing import cpu
from tests.measures.test_properties import random_file
from tests.trees.compiled import compile_pattern
from treecompare.readers import parse
from treecompare.trees.tree_relations import places

PATTERN = "NP < (PP $.. NP) << /^w1/"


def main() -> None:
    import nltk
    from nltk.tgrep import tgrep_positions

    warnings.simplefilter("ignore")
    trees = parse(random_file(seed=4, sentences=500)[0]).trees
    large = trees.chosen([number % 500 for number in range(50_000)])
    parented = [nltk.ParentedTree.convert(tree.to_nltk()) for tree in trees]
    theirs = cpu(lambda: list(tgrep_positions(PATTERN, parented)), runs=1)

    def search(file: object) -> None:
        places.cache_clear()
        compile_pattern(PATTERN).nodes(file)  # type: ignore[arg-type]

    ours = cpu(lambda: search(trees), runs=10)
    print(f"{PATTERN} in 500 sentences: nltk {theirs:.0f} ms, treecompare {ours:.2f} ms, {theirs / ours:.0f}x")
    print(f"in 50,000 sentences ({len(large.labels)} nodes): {cpu(lambda: search(large), runs=3):.0f} ms")
    again = cpu(lambda: compile_pattern(PATTERN).nodes(large), runs=3)
    print(f"again, places known: {again:.0f} ms")


if __name__ == "__main__":
    main()
