"""The nodes of constituents by the words that they stand over: per set of words the labels of its nodes, from the top.

Traces are removed, and the outermost wrapper (TOP, ROOT, S1, VROOT, nothing) is off; labels are as they stand in the file, with the
label of the edge above, if there is one, behind a colon: ``NP:Subj``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from treecompare.readers.treebank import Treebank
from treecompare.trees.edge_labels import edge_column, labels_with_edges, without_edges
from treecompare.trees.preparation import WRAPPERS, Parameters, has_preterminals, prepare, terminals, without_traces
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Trees

EDGE_MARK = ":"
"""Between a label and that of its edge."""
_UNWRAPPED = Parameters("nodes", cuts_labels=False, deletes_words=False, strips=frozenset(WRAPPERS))


@dataclass(frozen=True, eq=False)
class NodeChains:
    """``trees``: prepared; a sentence is given by its place from 0. ``has_edges``: whether labels have edges behind them."""

    trees: Trees
    has_edges: bool

    @cached_property
    def has_tags(self) -> bool:
        """Whether words have part-of-speech tags."""
        return bool((self.trees.kinds == PRETERMINAL).any())

    def words_of(self, sentence: int) -> list[str]:
        """The words, without traces."""
        return self.trees[sentence].words

    def chains_in(self, sentence: int) -> dict[int, str]:
        """By the words of a set, as bits, the labels of its nodes from the top, with blanks between them; in preorder."""
        tree = self.trees[sentence]
        found: dict[int, list[str]] = {}
        sets, kinds = tree.word_sets, tree.kinds.tolist()
        for node in _preorder(tree.parents):
            if kinds[node] == CONSTITUENT and sets[node]:
                found.setdefault(sets[node], []).append(tree.label(node))
        return {words: " ".join(labels) for words, labels in found.items()}

    def tags_in(self, sentence: int) -> list[str]:
        """The tag of each word; empty for a word without."""
        tree = self.trees[sentence]
        parents, kinds = tree.parents, tree.kinds.tolist()
        mothers = [parents[node] for node in tree.word_nodes.tolist()]
        return [tree.label(one) if one >= 0 and kinds[one] == PRETERMINAL else "" for one in mothers]


def node_chains(treebank: Treebank) -> NodeChains:
    """Nodes and tags of a treebank."""
    marked = terminals(treebank.trees, has_preterminals(treebank.trees))
    trees = prepare(without_traces(marked), _UNWRAPPED)
    if edge_column(trees) is None:
        return NodeChains(trees, False)
    labels = labels_with_edges(trees, trees.labels, trees.symbols, EDGE_MARK)
    return NodeChains(without_edges(replace(trees, labels=labels)), True)


def _preorder(parents: list[int]) -> list[int]:
    """Nodes in postorder as they follow each other from the top."""
    daughters: dict[int, list[int]] = {}
    for node, mother in enumerate(parents):
        daughters.setdefault(mother, []).append(node)
    out, todo = [], list(reversed(daughters.get(-1, [])))
    while todo:
        node = todo.pop()
        out.append(node)
        todo.extend(reversed(daughters.get(node, [])))
    return out
