"""Tree distance with relabelling between function trees, without what is forgiven (Tsarfaty et al. 2011, section 3).

Deletion, insertion and relabelling cost 1; words are nodes that match. The root (the node over all words) is always paired and no
part of it. Operations are (kind, label, new label, span in the tree that holds the node); those that turn the native gold
into the generalisation are forgiven. Of all least-cost scripts from the parse to the generalisation one that shares most with
them is taken. That is a tree distance again: with costs of 1 − ε for shared operations, written as costs of pairs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.edits import LabelCosts, count_edits, edit_pairs
from treecompare.mappings.functions import FunctionCounts
from treecompare.trees.multifunction import Span, located
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees

Codes = NDArray[np.int32]
Key = tuple[str, int, int, int, int]


def zero_costs(pairs: Sequence[tuple[str, str]], symbols: Symbols) -> LabelCosts | None:
    """Label costs in which the listed pairs, in both directions, cost nothing; None without pairs.

    They need not be transitive: SUB may stand for SBJ and SBJ for subj without SUB standing for subj.
    """
    if not pairs:
        return None
    numbered = [(symbols.number(one), symbols.number(other)) for one, other in pairs]
    members = sorted({number for pair in numbered for number in pair})
    row_of = {number: row for row, number in enumerate(members)}
    rows = np.full(len(symbols), -1, np.int32)
    rows[members] = np.arange(len(members))
    equal = np.eye(len(members), dtype=np.bool_)
    for one, other in numbered:
        equal[row_of[one], row_of[other]] = equal[row_of[other], row_of[one]] = True
    return LabelCosts(rows, np.where(equal, 0.0, 1.0), equal)


@dataclass(frozen=True, eq=False)
class EditTrees:
    """Function trees without their roots, ready to be mapped: ``codes`` are symbols, of words -1 - symbol; 0 without labels."""

    trees: Trees
    codes: Codes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, trees: Trees, labelled: bool) -> EditTrees:
        """``trees`` without unary chains."""
        sentence, start, end = located(trees)
        is_root = (trees.kinds != WORD) & (start == 0) & (end == trees.word_counts[sentence])
        rest = trees.kept(~is_root)
        is_word = rest.kinds == WORD
        codes = np.where(is_word, -1 - rest.labels, rest.labels if labelled else 0).astype(np.int32)
        _, start, end = located(rest)
        return cls(rest, codes, start, end)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Nodes per sentence, without root and words."""
        return self.trees.totals(self.trees.kinds != WORD)

    def nodes(self, sentence: int) -> slice:
        """Where the nodes of a sentence are."""
        return slice(int(self.trees.offsets[sentence]), int(self.trees.offsets[sentence + 1]))


def count_function_edits(
    parse: EditTrees, native: EditTrees, generalisation: EditTrees, costs: LabelCosts | None = None
) -> FunctionCounts:
    """The counts of all sentences; a sentence without a tree on either side counts as nothing."""
    sentences = len(parse.trees)
    there = np.ones(sentences, np.bool_)
    for one in (parse, native, generalisation):
        there &= one.trees.word_counts > 0
    out = np.zeros((sentences, 4), np.int64)
    _count(generalisation, parse, out, costs)
    charged = out[:, [3, 2, 1]].copy()  # the gold's unmapped nodes are added to the parse, the parse's own are deleted
    forgiven = np.zeros(sentences, np.int64)
    of_native = np.zeros((sentences, 4), np.int64)
    _count(generalisation, native, of_native, costs)
    cost = charged.sum(axis=1)
    for sentence in np.flatnonzero(there & (of_native[:, 1:].sum(axis=1) > 0) & (cost > 0)).tolist():
        shared = set(_keys(_script(native, generalisation, sentence, None, costs), native, generalisation, sentence))
        script = _script(parse, generalisation, sentence, shared, costs)
        kinds = [key[0] for key in _keys(script, parse, generalisation, sentence) if key not in shared]
        charged[sentence] = kinds.count("delete"), kinds.count("add"), kinds.count("relabel")
        forgiven[sentence] = cost[sentence] - len(kinds)
    charged[~there] = 0
    return FunctionCounts(
        gold=np.where(there, generalisation.sizes, 0),
        test=np.where(there, parse.sizes, 0),
        matched=np.where(there, out[:, 0] - generalisation.trees.word_counts, 0),
        deleted=charged[:, 0],
        inserted=charged[:, 1],
        swapped=charged[:, 2],
        forgiven=forgiven,
    )


def edited_spans(tree: EditTrees, generalisation: EditTrees, sentence: int) -> dict[str, list[Span]]:
    """The spans of the nodes (words left out) of one least-cost script: ``gold.…`` of the generalisation, ``test.…`` of the
    tree; all nodes (``gold.gold``, ``test.test``), ``test.deleted``, ``gold.inserted``, and ``swapped`` on either side.
    """
    script = _script(tree, generalisation, sentence, None, None)
    sides = {"gold": generalisation, "test": tree}
    inner = {side: np.flatnonzero(one.trees.kinds[one.nodes(sentence)] != WORD).tolist() for side, one in sides.items()}
    chosen = {
        "gold.gold": inner["gold"],
        "gold.inserted": script.added,
        "gold.swapped": [gold for _, gold in script.relabelled],
        "test.test": inner["test"],
        "test.deleted": script.deleted,
        "test.swapped": [test for test, _ in script.relabelled],
    }
    found: dict[str, list[Span]] = defaultdict(list)
    for name, nodes in chosen.items():
        one = sides[name.partition(".")[0]]
        here = one.nodes(sentence)
        starts, ends = one.starts[here].tolist(), one.ends[here].tolist()
        found[name] = [(starts[node], ends[node]) for node in nodes]
    return found


def _count(gold: EditTrees, test: EditTrees, out: NDArray[np.int64], costs: LabelCosts | None) -> None:
    count_edits(
        gold.codes, gold.trees.sizes, gold.trees.offsets, test.codes, test.trees.sizes, test.trees.offsets,
        0, len(out), out, costs=costs,
    )  # fmt: skip


@dataclass(frozen=True)
class _Script:
    """What turns a tree into the generalisation; nodes by their place in the sentence."""

    deleted: list[int]
    added: list[int]
    relabelled: list[tuple[int, int]]


def _script(
    tree: EditTrees, generalisation: EditTrees, sentence: int, shared: set[Key] | None, costs: LabelCosts | None
) -> _Script:
    """A least-cost script; with ``shared`` one that has most operations of it."""
    here, there = tree.nodes(sentence), generalisation.nodes(sentence)
    codes, gold_codes = tree.codes[here], generalisation.codes[there]
    differs = _differs(gold_codes, codes, costs)
    if shared is None:
        pairs = edit_pairs(gold_codes, generalisation.trees.sizes[there], codes, tree.trees.sizes[here], costs)
    else:
        everything = _Script(list(range(len(codes))), list(range(len(gold_codes))), [])
        keys = _keys(everything, tree, generalisation, sentence)
        own = np.array([key in shared for key in keys], np.bool_)
        saved = own[: len(codes)][None, :].astype(np.float64) + own[len(codes) :][:, None]
        for key in shared:
            if key[0] == "relabel":
                of_tree = (codes == key[1]) & (tree.starts[here] == key[3]) & (tree.ends[here] == key[4])
                saved -= (gold_codes == key[2])[:, None] & of_tree[None, :] & differs
        epsilon = 1.0 / (2 * (len(codes) + len(gold_codes)) + 2)
        pairs = _pairs_by_cost(tree, generalisation, sentence, differs + epsilon * saved)
    in_tree, in_gold = {test for _, test in pairs}, {gold for gold, _ in pairs}
    return _Script(
        [node for node in range(len(codes)) if node not in in_tree],
        [node for node in range(len(gold_codes)) if node not in in_gold],
        [(test, gold) for gold, test in pairs if differs[gold, test]],
    )


def _differs(gold_codes: Codes, codes: Codes, costs: LabelCosts | None) -> NDArray[np.bool_]:
    """Which pairs, ``[gold, tree]``, cost a relabelling."""
    differs: NDArray[np.bool_] = gold_codes[:, None] != codes[None, :]
    if costs is not None:
        rows, columns = (np.array([costs.row(int(code)) for code in side], np.int64) for side in (gold_codes, codes))
        equal = costs.equal[rows[:, None], columns[None, :]] & (rows >= 0)[:, None] & (columns >= 0)[None, :]
        differs &= ~equal
    return differs


def _pairs_by_cost(
    tree: EditTrees, generalisation: EditTrees, sentence: int, swap: NDArray[np.float64]
) -> list[tuple[int, int]]:
    """The mapping that is cheapest when pairs of nodes cost ``swap``, ``[gold, tree]``: every node has a code of its own."""
    here, there = tree.nodes(sentence), generalisation.nodes(sentence)
    golds, nodes = swap.shape
    square = np.ones((max(golds, nodes), max(golds, nodes)))
    square[:golds, :nodes] = swap
    rows = np.concatenate((np.arange(golds), np.arange(nodes))).astype(np.int32)
    costs = LabelCosts(rows, square, square == 0)
    gold_codes, codes = np.arange(golds, dtype=np.int32), np.arange(golds, golds + nodes, dtype=np.int32)
    return edit_pairs(gold_codes, generalisation.trees.sizes[there], codes, tree.trees.sizes[here], costs)


def _keys(script: _Script, tree: EditTrees, generalisation: EditTrees, sentence: int) -> list[Key]:
    """Operations as they are compared between scripts. No two are equal: no two nodes of a tree stand over the same words
    save a word and the node above it, whose codes differ.
    """
    here, there = tree.nodes(sentence), generalisation.nodes(sentence)
    codes, starts, ends = tree.codes[here].tolist(), tree.starts[here].tolist(), tree.ends[here].tolist()
    gold = generalisation.codes[there].tolist()
    gold_starts, gold_ends = generalisation.starts[there].tolist(), generalisation.ends[there].tolist()
    keys: list[Key] = [("delete", codes[node], 0, starts[node], ends[node]) for node in script.deleted]
    keys += [("add", gold[node], 0, gold_starts[node], gold_ends[node]) for node in script.added]
    keys += [("relabel", codes[node], gold[other], starts[node], ends[node]) for node, other in script.relabelled]
    return keys
