"""Constituents to dependencies by head rules: a whole file at once, against the same rules asked node by node."""

from __future__ import annotations

from tests.benchmarks.timing import cpu
from tests.measures.test_properties import random_file
from treecompare.readers import parse
from treecompare.trees.conversion import to_dependencies
from treecompare.trees.head_rules import HeadRules, head_rules
from treecompare.trees.preparation import terminals
from treecompare.trees.tree import WORD, Trees
from treecompare.trees.writing import conllu_lines


def node_by_node(trees: Trees, rules: HeadRules) -> None:
    """Heads only, by the readable function that explains single nodes."""
    for tree in trees:
        for node, children in enumerate(tree.children):
            if children:
                labels = ["" if tree.kinds[child] == WORD else tree.texts[child] for child in children]
                rules.choose(tree.texts[node], labels)


def main() -> None:
    rules = head_rules("collins")
    trees = parse(random_file(seed=4, sentences=500)[0]).trees
    large = trees.chosen([number % 500 for number in range(50_000)])
    slow = cpu(lambda: node_by_node(terminals(trees, True), rules), runs=1)
    fast = cpu(lambda: to_dependencies(trees, rules, True), runs=5)
    print(f"500 sentences: node by node {slow:.0f} ms, by columns {fast:.1f} ms, {slow / fast:.0f}x")
    done = cpu(lambda: to_dependencies(large, rules, True), runs=3)
    print(f"50,000 sentences ({large.word_counts.sum():,} words): {done:.0f} ms")
    sentences = to_dependencies(large, rules, True).dependencies
    print(f"written as CoNLL-U: {cpu(lambda: [conllu_lines(one) for one in sentences], runs=1):.0f} ms")


if __name__ == "__main__":
    main()
