"""What annotators said of sets of words and of tags, for trees of constituents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from treecompare.annotators.figures import Category
from treecompare.annotators.several import MISSING, Several
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Trees


@dataclass(frozen=True)
class Spans:
    """Two annotators. ``first``, ``second``: the labels over each set of words that either has, from the top, joined by ``+``, or
    ``none``; ``tags``: of all words, a pair each; ``labels``: how often both have each label. ``sentences``: those compared,
    ``differing``: those left out because their words differ in number; ``words``; ``equal``, ``nodes``: nodes of equal
    label over equal words, and all nodes of both, for Dice."""

    first: list[str | None]
    second: list[str | None]
    tags: tuple[list[str | None], list[str | None]]
    labels: Counter[str]
    sentences: int
    differing: int
    words: int
    equal: int
    nodes: int

    @property
    def span(self) -> Category:
        """The labels over each set of words."""
        return Category.of("span", [self.first, self.second])

    @property
    def tag(self) -> Category:
        """The tag of each word."""
        return Category.of("tag", list(self.tags))

    def label(self, label: str) -> Category:
        """Whether a label is among those over each set of words."""
        return Category.of(
            f"label={label}",
            [[str(label in (one or "").split("+")) for one in of_one] for of_one in (self.first, self.second)],
        )

    def frequent(self, most: int = 10) -> list[str]:
        """The labels that both have most often, by name where equally often."""
        return [name for name, _ in sorted(self.labels.items(), key=lambda one: (-one[1], one[0]))[:most]]


def spans_of(several: Several, prepared: Sequence[Trees], first: int, second: int) -> Spans:
    """Two annotators over the sentences that both have with as many words."""
    values: tuple[list[str | None], list[str | None]] = ([], [])
    tags: tuple[list[str | None], list[str | None]] = ([], [])
    labels: Counter[str] = Counter()
    sentences = differing = words = equal = nodes = 0
    for row in several.rows:
        if row[first] == MISSING or row[second] == MISSING:
            continue
        pair = prepared[first][row[first]], prepared[second][row[second]]
        if len(pair[0].word_nodes) != len(pair[1].word_nodes):
            differing += 1
            continue
        if not len(pair[0].word_nodes):
            continue
        sentences += 1
        words += len(pair[0].word_nodes)
        chains: list[dict[int, list[str]]] = []
        for tree, own in zip(pair, tags, strict=True):
            sets, texts = tree.word_sets, tree.texts
            of_tree: dict[int, list[str]] = {}
            tag_of: list[str | None] = ["none"] * len(tree.word_nodes)
            for node, kind in reversed(list(enumerate(tree.kinds.tolist()))):
                if kind == CONSTITUENT and sets[node]:
                    of_tree.setdefault(sets[node], []).append(texts[node])
                    labels[texts[node]] += 1
                elif kind == PRETERMINAL and sets[node]:
                    tag_of[sets[node].bit_length() - 1] = texts[node]
            own += tag_of
            chains.append(of_tree)
        for covered in dict.fromkeys([*chains[0], *chains[1]]):
            both = [one.get(covered, []) for one in chains]
            for of_side, chain in zip(values, both, strict=True):
                of_side.append("+".join(chain) or "none")
            equal += (Counter(both[0]) & Counter(both[1])).total()
            nodes += len(both[0]) + len(both[1])
    return Spans(*values, tags, labels, sentences, differing, words, equal, nodes)
