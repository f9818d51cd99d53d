"""Tree distance with relabelling between function trees, without what is forgiven (Tsarfaty et al. 2011, section 3).

Deletion, insertion and relabelling cost 1; words are nodes that match. The root (the node over all words) is always paired and no
part of it. Operations are (kind, label, new label, span in the tree that holds the node); those that also turn the native gold
into the generalisation are forgiven: they reflect the annotation scheme, not errors. Of all least-cost scripts from the parse to
the generalisation one that shares most with them is taken. That is a tree distance again: with costs of 1 − ε for shared
operations, written as costs of pairs.

Without relabelling (Tsarfaty et al. 2012, section 3.3) operations are anchored in spans, so that least-cost scripts are differences
of sets: ES(x, gen) deletes (label, span) of x that gen does not have, and adds those of gen that x does not have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.edits import LIMIT, NO_CODE, Discounts, Forests, LabelCosts, count_all, edit_maps, edit_pairs
from treecompare.trees.columns import Mask, Numbers
from treecompare.trees.functions import Constraint, MultiFunctionTree, Rows, Span, pack
from treecompare.trees.generalisation import FreeLabels
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees, located

DELETE, ADD, RELABEL = "delete", "add", "relabel"


@dataclass(frozen=True, eq=False)
class FunctionCounts:
    """Per sentence: pairs of the parse (``test``) and of the generalisation (``gold``), how many both have (``matched``), the
    operations that are charged (``deleted``, ``inserted``, ``swapped``) and those that are forgiven; ``sizes`` of the native gold.
    """

    gold: Numbers
    test: Numbers
    matched: Numbers
    deleted: Numbers
    inserted: Numbers
    swapped: Numbers
    forgiven: Numbers

    @property
    def error(self) -> Numbers:
        """Charged operations."""
        return self.deleted + self.inserted + self.swapped


def count_functions(parse: Rows, native: Rows, generalisation: Rows, sentences: int) -> FunctionCounts:
    """The counts of all sentences: |ES(parse, gen) \\ ES(native, gen)| and what belongs to it."""
    in_generalisation, in_native = parse.within([generalisation, native])
    in_parse, wanted = generalisation.within([parse, native])
    forgiven = parse.counted(sentences, ~in_generalisation & in_native)
    forgiven += generalisation.counted(sentences, ~in_parse & ~wanted)
    return FunctionCounts(
        gold=generalisation.counted(sentences),
        test=parse.counted(sentences),
        matched=parse.counted(sentences, in_generalisation),
        deleted=parse.counted(sentences, ~in_generalisation & ~in_native),
        inserted=generalisation.counted(sentences, ~in_parse & wanted),
        swapped=np.zeros(sentences, np.int64),
        forgiven=forgiven,
    )


@dataclass(frozen=True, order=True)
class Operation:
    """``delete`` a (start, end, label) of the parse or ``add`` one of the generalisation; ``relabel`` one of the parse: it becomes
    a node labelled ``new`` over ``place``, a span of the generalisation. ``is_word``: no node over a word but the word itself,
    where no mapping that keeps ancestry has it in both trees."""

    kind: str
    start: int
    end: int
    label: str
    forgiven: bool
    new: str = ""
    place: Span | None = None
    is_word: bool = False

    @property
    def shown(self) -> str:
        """The label, or ``SBJ→OBJ``; ``the word``."""
        if self.is_word:
            return "the word"
        return f"{self.label}→{self.new}" if self.kind == RELABEL else self.label

    @property
    def is_charged(self) -> bool:
        """Whether it counts as an error."""
        return not self.forgiven


def operations(
    parse: MultiFunctionTree, native: MultiFunctionTree, generalisation: MultiFunctionTree, labelled: bool = True
) -> list[Operation]:
    """The operations that turn a parse into the generalisation, in the order of the sentence."""

    def constraints(tree: MultiFunctionTree) -> frozenset[Constraint]:
        return tree.constraints() if labelled else frozenset((*span, "") for span in tree.spans())

    from_parse, from_native, wanted = constraints(parse), constraints(native), constraints(generalisation)
    found = [Operation(DELETE, *one, forgiven=one in from_native) for one in from_parse - wanted]
    found += [Operation(ADD, *one, forgiven=one not in from_native) for one in wanted - from_parse]
    return sorted(found, key=lambda one: (one.start, -one.end, one.kind == ADD, one.label))


Codes = NDArray[np.int32]
BLOCK = 1_000
"""Sentences between which a run can be ended: some hundredths of a second."""


def zero_costs(pairs: Sequence[tuple[str, str]], symbols: Symbols) -> LabelCosts | None:
    """Label costs in which the listed pairs, in both directions, cost nothing; None without pairs.

    They need not be transitive: SUB may stand for SBJ and SBJ for subj without SUB standing for subj.
    """
    if not pairs:
        return None
    free = FreeLabels.of(pairs, symbols)
    return LabelCosts(free.rows, np.where(free.equal, 0.0, 1.0), free.equal)


@dataclass(frozen=True, eq=False, kw_only=True)
class EditTrees(Trees):
    """Function trees without their roots, ready to be mapped."""

    starts: Numbers
    ends: Numbers
    labelled: bool = True
    per_row = (*Trees.per_row, "starts", "ends")

    @classmethod
    def of(cls, trees: Trees, labelled: bool) -> EditTrees:
        """``trees`` without unary chains."""
        sentence, start, end = located(trees)
        is_root = (trees.kinds != WORD) & (start == 0) & (end == trees.word_counts[sentence])
        rest = trees.kept(~is_root)
        _, start, end = located(rest)
        columns = rest.symbols, rest.labels, rest.kinds, rest.sizes, rest.offsets
        return cls(*columns, starts=start, ends=end, labelled=labelled)

    @cached_property
    def codes(self) -> Codes:
        """Symbols of nodes, 0 without labels; of words -1 - symbol."""
        return np.where(self.kinds == WORD, -1 - self.labels, self.labels if self.labelled else 0).astype(np.int32)

    @property
    def forests(self) -> Forests:
        """As trees are mapped."""
        return self.codes, self.sizes, self.offsets

    @cached_property
    def keys(self) -> Numbers:
        """What only one node of the file has: its sentence, span, and whether it is a word."""
        return 2 * pack(self.sentence_of, self.starts, self.ends) + (self.codes < 0)

    @property
    def node_counts(self) -> Numbers:
        """Nodes per sentence, without root and words."""
        return self.totals(self.kinds != WORD)

    def named(self, node: int) -> tuple[int, int, str]:
        """Span and label of a node, "" where labels do not matter."""
        label = self.symbols[int(self.labels[node])] if self.labelled else ""
        return int(self.starts[node]), int(self.ends[node]), label


@dataclass(frozen=True, eq=False)
class Script:
    """What turns the trees of a file into the generalisation, as the nodes of both files: ``deleted`` nodes of the trees,
    ``added`` ones of the generalisation (bool), and ``relabelled``: the new code of nodes of the trees, NO_CODE for none.
    """

    deleted: Mask
    added: Mask
    relabelled: Codes

    def part(self, trees: EditTrees, generalisation: EditTrees, first: int, last: int) -> Script:
        """That of the sentences ``first:last``."""
        ours, theirs = (slice(*one.offsets[[first, last]].tolist()) for one in (trees, generalisation))
        return Script(self.deleted[ours], self.added[theirs], self.relabelled[ours])

    @classmethod
    def joined(cls, parts: Sequence[Script]) -> Script:
        """Those of blocks of sentences, one after the other."""
        return cls(
            *(np.concatenate([getattr(one, name) for one in parts]) for name in ("deleted", "added", "relabelled"))
        )


def scripts(
    trees: EditTrees,
    generalisation: EditTrees,
    sentences: Numbers,
    costs: LabelCosts | None = None,
    discounts: Discounts | None = None,
) -> Script:
    """Least-cost scripts of some sentences; with ``discounts`` such as have most operations of another script."""
    found = edit_maps(generalisation.forests, trees.forests, sentences, costs, discounts)
    chosen = np.zeros(len(trees), np.bool_)
    chosen[sentences] = True
    gold = np.flatnonzero(found >= 0)
    of_trees = trees.offsets[generalisation.sentence_of[gold]] + found[gold]
    deleted = chosen[trees.sentence_of]
    deleted[of_trees] = False
    differs = _differ(generalisation.codes[gold], trees.codes[of_trees], costs)
    relabelled = np.full(len(trees.codes), NO_CODE, np.int32)
    relabelled[of_trees[differs]] = generalisation.codes[gold[differs]]
    return Script(deleted, chosen[generalisation.sentence_of] & (found < 0), relabelled)


def native_script(native: EditTrees, generalisation: EditTrees, costs: LabelCosts | None = None) -> Script:
    """What turns a gold into the generalisation: what is forgiven to all parsers of its scheme."""
    sizes = [np.diff(one.offsets) for one in (native, generalisation)]
    there = (native.word_counts > 0) & (generalisation.word_counts > 0) & (sizes[0] * sizes[1] <= LIMIT)
    return scripts(native, generalisation, np.flatnonzero(there), costs)


def native_scripts(native: EditTrees, generalisation: EditTrees, costs: LabelCosts | None = None) -> Iterator[Script]:
    """As :func:`native_script`, of one block of sentences after the other."""
    for first, last in _limits(len(native)):
        yield native_script(native.part(first, last), generalisation.part(first, last), costs)


def _limits(sentences: int) -> Iterator[tuple[int, int]]:
    return ((first, min(first + BLOCK, sentences)) for first in range(0, max(sentences, 1), BLOCK))


def count_function_edits(
    parse: EditTrees,
    native: EditTrees,
    generalisation: EditTrees,
    costs: LabelCosts | None = None,
    script: Script | None = None,
) -> FunctionCounts:
    """The counts of all sentences; one without a tree on a side counts as nothing. ``script``: :func:`native_script`, if known."""
    sentences = len(parse)
    there = np.ones(sentences, np.bool_)
    for one in (parse, native, generalisation):
        there &= one.word_counts > 0
    out = count_all(generalisation.forests, parse.forests, costs)
    charged = out[:, [3, 2, 1]].copy()  # the gold's unmapped nodes are added to the parse, the parse's own are deleted
    cost = charged.sum(axis=1)
    forgiven = np.zeros(sentences, np.int64)
    if native is not generalisation:
        script = script or native_script(native, generalisation, costs)
        # what the gold's own script changes anywhere; without that nothing can be forgiven
        touched = native.totals(script.deleted | (script.relabelled != NO_CODE)) > 0
        touched |= generalisation.totals(script.added) > 0
        twins = _twins(parse, native)
        equal = (np.diff(parse.offsets) == np.diff(native.offsets)) & (parse.totals(twins < 0) == 0)
        charged[touched & equal & (cost > 0)] = 0  # the same script
        open_ = np.flatnonzero(there & touched & ~equal & (cost > 0))
        charged[open_] = _not_shared(parse, generalisation, open_, script, twins, costs)[open_]
        forgiven = np.where(there & touched & (cost > 0), cost - charged.sum(axis=1), 0)
    charged[~there] = 0
    return FunctionCounts(
        gold=np.where(there, generalisation.node_counts, 0),
        test=np.where(there, parse.node_counts, 0),
        matched=np.where(there, out[:, 0] - generalisation.word_counts, 0),
        deleted=charged[:, 0],
        inserted=charged[:, 1],
        swapped=charged[:, 2],
        forgiven=forgiven,
    )


def count_in_blocks(
    parse: EditTrees,
    native: EditTrees,
    generalisation: EditTrees,
    costs: LabelCosts | None = None,
    script: Script | None = None,
) -> Iterator[FunctionCounts]:
    """As :func:`count_function_edits`, of one block of sentences after the other."""
    for first, last in _limits(len(parse)):
        common = generalisation.part(first, last)
        own = common if native is generalisation else native.part(first, last)
        of_block = script.part(native, generalisation, first, last) if script is not None else None
        yield count_function_edits(parse.part(first, last), own, common, costs, of_block)


def _not_shared(
    parse: EditTrees,
    generalisation: EditTrees,
    sentences: Numbers,
    native: Script,
    twins: Numbers,
    costs: LabelCosts | None,
) -> Numbers:
    """Per sentence how many operations (deletions, additions, relabellings) a parse needs that are not in the gold's script.

    Operations are the same where a node has the same label over the same span. No two nodes of a tree have, save a word and
    the node above it, whose codes differ.
    """
    discounts = _discounts(native, twins)
    own = scripts(parse, generalisation, sentences, costs, discounts)
    is_relabelled = own.relabelled != NO_CODE
    return np.stack(
        [
            parse.totals(own.deleted & ~discounts.test.astype(np.bool_)),
            generalisation.totals(own.added & ~native.added),
            parse.totals(is_relabelled & (own.relabelled != discounts.relabelled)),
        ],
        axis=1,
    )


def _discounts(native: Script, twins: Numbers) -> Discounts:
    """What of the gold's script a parse may share."""
    deleted = np.append(native.deleted, False)[twins]
    relabelled = np.append(native.relabelled, NO_CODE)[twins]
    return Discounts(native.added.astype(np.uint8), deleted.astype(np.uint8), relabelled.astype(np.int32))


def _twins(trees: EditTrees, others: EditTrees) -> Numbers:
    """Per node the place of the node with the same label over the same words in other trees, -1 for none."""
    keys = others.keys
    order = np.argsort(keys)
    if not len(keys):
        return np.full(len(trees.codes), -1, np.int64)
    places = order[np.minimum(np.searchsorted(keys, trees.keys, sorter=order), len(keys) - 1)]
    return np.where((keys[places] == trees.keys) & (others.codes[places] == trees.codes), places, -1)


def _differ(gold: Codes, codes: Codes, costs: LabelCosts | None) -> Mask:
    """Which of these pairs cost a relabelling."""
    differs: Mask = gold != codes
    if costs is not None:
        rows, columns = (_rows(side, costs) for side in (gold, codes))
        differs &= ~(costs.equal[rows, columns] & (rows >= 0) & (columns >= 0))
    return differs


def _rows(codes: Codes, costs: LabelCosts) -> Numbers:
    known = (codes >= 0) & (codes < len(costs.rows))
    return np.where(known, costs.rows[np.where(known, codes, 0)], -1).astype(np.int64)


def edit_operations(
    parse: EditTrees, native: EditTrees, generalisation: EditTrees, costs: LabelCosts | None = None
) -> list[Operation]:
    """The script of one sentence, the only one of these trees, as :func:`count_function_edits` counts it, in the order of the
    sentence. ``native`` is ``generalisation`` where there is one gold: then nothing is forgiven."""
    script = discounts = None
    if native is not generalisation:
        found = native_script(native, generalisation, costs)
        if found.deleted.any() or found.added.any() or (found.relabelled != NO_CODE).any():
            script, discounts = found, _discounts(found, _twins(parse, native))
    of_gold = edit_maps(generalisation.forests, parse.forests, np.array([0]), costs, discounts)
    partner = {test: gold for gold, test in enumerate(of_gold.tolist()) if test >= 0}
    operations = []
    for node in range(len(parse.codes)):
        gold = partner.get(node)
        if gold is None:
            forgiven = discounts is not None and bool(discounts.test[node])
            operations.append(Operation(DELETE, *parse.named(node), forgiven, is_word=bool(parse.codes[node] < 0)))
        elif _differ(generalisation.codes[[gold]], parse.codes[[node]], costs)[0]:
            forgiven = discounts is not None and discounts.relabelled[node] == generalisation.codes[gold]
            first, last, new = generalisation.named(gold)
            operations.append(Operation(RELABEL, *parse.named(node), forgiven, new, (first, last)))
    for gold in np.flatnonzero(of_gold < 0).tolist():
        forgiven = script is not None and bool(script.added[gold])
        is_word = bool(generalisation.codes[gold] < 0)
        operations.append(Operation(ADD, *generalisation.named(gold), forgiven, is_word=is_word))
    return sorted(operations, key=lambda one: (one.start, -one.end, one.kind == ADD, one.is_word, one.label))


def edited_spans(tree: EditTrees, generalisation: EditTrees, sentence: int) -> dict[str, list[Span]]:
    """The spans of the nodes (words left out) of one least-cost script: ``gold.…`` of the generalisation, ``test.…`` of the
    tree; all nodes (``gold.gold``, ``test.test``), ``test.deleted``, ``gold.inserted``, and ``swapped`` on either side.
    """
    script = scripts(tree, generalisation, np.array([sentence]))
    here, there = tree.rows_of(sentence), generalisation.rows_of(sentence)
    renamed = script.relabelled[here] != NO_CODE
    pairs = edit_pairs(generalisation.codes[there], generalisation.sizes[there], tree.codes[here], tree.sizes[here])
    sides = {"gold": generalisation, "test": tree}
    inner = {side: np.flatnonzero(one.kinds[one.rows_of(sentence)] != WORD).tolist() for side, one in sides.items()}
    chosen = {
        "gold.gold": inner["gold"],
        "gold.inserted": np.flatnonzero(script.added[there]).tolist(),
        "gold.swapped": [gold for gold, test in pairs if renamed[test]],
        "test.test": inner["test"],
        "test.deleted": np.flatnonzero(script.deleted[here]).tolist(),
        "test.swapped": np.flatnonzero(renamed).tolist(),
    }
    found: dict[str, list[Span]] = defaultdict(list)
    for name, nodes in chosen.items():
        one = sides[name.partition(".")[0]]
        its = one.rows_of(sentence)
        starts, ends = one.starts[its].tolist(), one.ends[its].tolist()
        found[name] = [(starts[node], ends[node]) for node in nodes]
    return found
