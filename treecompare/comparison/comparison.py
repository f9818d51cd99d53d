"""A comparison: a gold treebank, its systems, the settings, and the table that scoring fills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.judgements import Judgements
from treecompare.comparison.pairs import Pairs, padded, repaired_pairs, statuses
from treecompare.comparison.settings import Settings
from treecompare.comparison.table import LINEAGE_PARTS, SKIPPED, TreeTable
from treecompare.comparison.texts import tree_texts
from treecompare.errors import UsageError
from treecompare.mappings.costs import custom_lineage_costs, edit_costs, read_costs
from treecompare.mappings.edits import LabelCosts, edit_pairs
from treecompare.mappings.labels import LabelCodes, label_codes
from treecompare.mappings.lineages import (
    BEGIN,
    END,
    LineageCosts,
    WordScore,
    initial_costs,
    lineage_edit,
    lineages,
    plain_costs,
    similarity,
)
from treecompare.mappings.mapping import Mapping
from treecompare.mappings.spans import span_mapping
from treecompare.readers import Treebank
from treecompare.trees.preparation import (
    STANDARD,
    Preparation,
    evalb_lengths,
    has_preterminals,
    parameters,
    prepare,
    terminals,
    wrapper_labels,
)
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Tree, Trees


class Comparison:
    """Treebanks that are compared under some settings. ``table`` fills while :func:`treecompare.comparison.run.run` goes on.

    ``judgements``: what people say of the sentences; empty until someone puts it there.

    Raises:
        UsageError: no systems, or unknown settings.
        ReadError: a parameter or cost file that cannot be read.
    """

    kind = "constituents"
    usual_keys = ("e.whole.dice", "t.whole.dice")
    """The measures A and B until others are chosen."""

    def __init__(self, gold: Treebank, systems: Sequence[Treebank], settings: Settings | None = None) -> None:
        if not systems:
            raise UsageError("nothing to compare; expected a gold treebank and at least one system")
        self.settings = settings or Settings()
        self.gold = gold
        self.systems = list(systems)
        self.sentences = max(len(treebank.trees) for treebank in (gold, *systems))
        preterminals = self.settings.preterminals
        params = parameters(self.settings.params)
        self.preparation = Preparation(
            replace(params, keeps_functions=True) if self.settings.functions else params,
            has_preterminals(gold.trees) if preterminals == "auto" else preterminals == "yes",
        )
        self._cost_table = read_costs(self.settings.tree_costs) if self.settings.tree_costs else None
        self._lineage_table = read_costs(self.settings.label_costs, most=2.0) if self.settings.label_costs else None
        ids = gold.ids or []
        self.ids = [*ids, *(str(index + 1) for index in range(len(ids), self.sentences))]
        self.warnings = (
            [f"{treebank.name}: {warning}" for treebank in (gold, *systems) for warning in treebank.warnings]
            + self._wrapper_warnings()
            + self._cost_warnings()
        )
        self.table = TreeTable(
            [system.name for system in systems],
            self.sentences,
            self._options(),
            tree_costs=self._cost_table is not None,
            parts=[part for part in LINEAGE_PARTS if part != "la.custom" or self._lineage_table is not None],
        )
        self.judgements = Judgements()
        self._pairs: dict[int, Pairs] = {}
        self._labels: LabelCodes | None = None

    def _options(self) -> tuple[str, ...]:
        """The settings as a signature shows them."""
        settings, params = self.settings, self.preparation.parameters
        options = [
            f"params:{Path(params.name).name}",
            f"preterminals:{'yes' if self.preparation.preterminals else 'no'}",
        ]
        if settings.missing != "skip":
            options.append(f"missing:{settings.missing}")
        if settings.max_length is not None:
            options.append(f"max-length:{settings.max_length}")
        if settings.functions:
            options.append("functions:yes")
        if settings.label_costs:
            options.append(f"label-costs:{Path(settings.label_costs).name}")
        if settings.tree_costs:
            options.append(f"tree-costs:{Path(settings.tree_costs).name}")
        return tuple(options)

    def _wrapper_warnings(self) -> list[str]:
        """Names wrappers that differ, where the preparation counts them as constituents."""
        params = self.preparation.parameters
        if params.strips == STANDARD.strips:
            return []
        counted = [
            (treebank.name, wrapper_labels(treebank.trees) - params.deleted - params.strips)
            for treebank in (self.gold, *self.systems)
        ]
        if len({frozenset(labels) for _, labels in counted}) == 1:
            return []
        shown = "; ".join(
            f"{name}: {', '.join(sorted(label or '( )' for label in labels)) or 'none'}" for name, labels in counted
        )
        return [f"outermost brackets differ and count as constituents under '{params.name}' ({shown})"]

    def _cost_warnings(self) -> list[str]:
        """Names labels of the cost tables that no treebank has: most often they are misspelt."""
        found = []
        for path, table in (
            (self.settings.tree_costs, self._cost_table),
            (self.settings.label_costs, self._lineage_table),
        ):
            symbols = [treebank.trees.symbols for treebank in (self.gold, *self.systems)]
            unknown = {
                label for pair in table or {} for label in pair if all(one.find(label) is None for one in symbols)
            }
            if unknown:
                names = ", ".join(sorted(unknown)[:10]) + (", …" if len(unknown) > 10 else "")
                found.append(f"{path}: costs of labels that no treebank has: {names}")
        return found

    # -- preparation, one system at a time ---------------------------------------------------------------------------

    @cached_property
    def _marked_gold(self) -> Trees:
        return terminals(padded(self.gold.trees, self.sentences), self.preparation.preterminals)

    @cached_property
    def _ready_gold(self) -> Trees:
        return prepare(self._marked_gold, self.preparation.parameters)

    def pairs(self, system: int) -> Pairs:
        """The prepared sentences of a system beside the gold's; kept once computed."""
        if system not in self._pairs:
            test = self.systems[system].trees.translated(self.gold.trees.symbols)
            test = terminals(padded(test, self.sentences), self.preparation.preterminals)
            params = self.preparation.parameters
            if params.quotes:
                self._pairs[system] = repaired_pairs(self._marked_gold, test, params)
            else:
                self._pairs[system] = Pairs(self._ready_gold, prepare(test, params))
        return self._pairs[system]

    def texts(self) -> list[str]:
        """The words of each gold sentence, one text per sentence; of the first system where the gold has none."""
        pairs = self.pairs(0)
        gold, test = tree_texts(pairs.gold), tree_texts(pairs.test)
        return [one or other for one, other in zip(gold, test, strict=True)]

    @property
    def evalb_lengths(self) -> NDArray[np.int64]:
        """Words per gold sentence as evalb counts them for its CUTOFF_LEN block: before deletion."""
        return evalb_lengths(self._marked_gold, self.preparation.parameters)

    def labels(self) -> LabelCodes:
        """Codes of all labels and words read so far. Codes of earlier systems stay what they were."""
        symbols = self.gold.trees.symbols
        if self._labels is None or len(self._labels.of_label) < len(symbols):
            params = self.preparation.parameters
            self._labels = label_codes(symbols, params.equal_labels, params.equal_words)
        return self._labels

    def costs(self) -> LabelCosts | None:
        """Costs of the T-mappings; None where each operation costs 1 and equal labels have equal codes."""
        return edit_costs(self.labels(), self.gold.trees.symbols, self._cost_table)

    def lineage_costs(self, part: str) -> LineageCosts:
        """What replacing a label in a lineage costs under ``la``, ``la.initial``, ``la.custom`` or ``la.tags``."""
        symbols = self.gold.trees.symbols
        if part == "la.initial":
            return initial_costs(symbols)
        if part == "la.custom":
            return custom_lineage_costs(self.labels(), symbols, self._lineage_table or {})
        return plain_costs(symbols)

    def prepare_system(self, system: int) -> NDArray[np.uint8]:
        """Enters a system's sizes and reasons into the table, so that only its mappings remain to be counted.

        Returns the statuses its sentences will have once that is done.
        """
        pairs, table = self.pairs(system), self.table
        for side, trees in (("gold", pairs.gold), ("test", pairs.test)):
            table.sizes[f"{side}.roof"][system] = trees.totals(trees.kinds == CONSTITUENT)
            table.sizes[f"{side}.tags"][system] = trees.totals(trees.kinds == PRETERMINAL)
            table.sizes[f"{side}.words"][system] = trees.word_counts
        table.lengths[:] = pairs.gold.word_counts
        status, reasons, missing = statuses(self.gold, self.systems[system], pairs, self.labels())
        longest = self.settings.max_length
        if longest is not None:
            for index in np.flatnonzero(table.lengths > longest).tolist():
                status[index] = SKIPPED
                missing[index] = False
                reasons[index] = f"longer than {longest} words"
        table.zeroed[system] = missing & (self.settings.missing == "zero")
        for index, reason in reasons.items():
            table.set_reason(system, index, reason)
        return status

    # -- one pair ----------------------------------------------------------------------------------------------------

    def mapping(
        self,
        system: int,
        sentence: int,
        kind: str = "T",
        part: str = "whole",
        labelled: bool = True,
        cancel: NDArray[np.int32] | None = None,
    ) -> Mapping | None:
        """The mapping of one pair, with its pairs of nodes: what a drawing shows.

        None where either side has no words, and for E where they have different numbers of words. In the roof the tags are
        left out and the words stay as anchors. ``cancel[0] != 0`` ends a long computation: Cancelled is raised.
        """
        pairs = self.pairs(system)
        gold, test = pairs.gold[sentence], pairs.test[sentence]
        if not gold.words or not test.words or (kind == "E" and len(gold.words) != len(test.words)):
            return None
        if part == "roof":
            gold, test = _without_tags(gold), _without_tags(test)
        labels = self.labels()
        labelled = labelled and self.preparation.parameters.labelled
        gold_codes, test_codes = (labels.codes(_as_trees(tree), labelled) for tree in (gold, test))
        if kind == "E":
            return span_mapping(gold, test, gold_codes.tolist(), test_codes.tolist(), labels)
        costs = self.costs() if labelled else None
        found = edit_pairs(gold_codes, gold.sizes, test_codes, test.sizes, costs, cancel=cancel)
        swaps = {
            (g, t): 1.0 if costs is None else costs.swap_cost(int(gold_codes[g]), int(test_codes[t]))
            for g, t in found
            if gold_codes[g] != test_codes[t]
        }
        swapped = {pair: cost for pair, cost in swaps.items() if cost is not None}
        custom = (
            len(gold) + len(test) - 2 * len(found) + sum(swapped.values()) if self._cost_table is not None else None
        )
        return Mapping("T", gold, test, tuple(found), frozenset(swapped), counts_words=True, custom_cost=custom)

    def word_scores(self, system: int, sentence: int, part: str = "la") -> list[WordScore] | None:
        """The Leaf-Ancestor score of each word with both its lineages; None where the words differ in number."""
        pairs, labels, symbols = self.pairs(system), self.labels(), self.gold.trees.symbols
        trees = pairs.gold[sentence], pairs.test[sentence]
        if len(trees[0].words) != len(trees[1].words):
            return None
        costs, equal = self.lineage_costs(part), labels.equality()
        labelled = self.preparation.parameters.labelled
        sides = [lineages(tree, labels.codes(_as_trees(tree), labelled).tolist(), part == "la.tags") for tree in trees]
        return [
            WordScore(word, _spelt(gold, symbols), _spelt(test, symbols), similarity(gold, test, costs, equal))
            for word, gold, test in zip(trees[0].words, *sides, strict=True)
        ]

    def label_names(self) -> list[str]:
        """The labels of constituents and tags that occur in any of the treebanks."""
        names: set[str] = set()
        for treebank in (self.gold, *self.systems):
            trees = treebank.trees
            names |= {trees.symbols[number] for number in np.unique(trees.labels[trees.kinds != WORD]).tolist()}
        return sorted(names - {""})

    def word_edit(self, system: int, sentence: int, word: int, part: str = "la") -> list[tuple[str, str, float]]:
        """How the gold lineage of a word becomes its test lineage: (gold symbol, test symbol, cost); empty where there is none.

        The words must be equally many.
        """
        pairs, labels, symbols = self.pairs(system), self.labels(), self.gold.trees.symbols
        labelled = self.preparation.parameters.labelled
        gold, test = (
            lineages(tree, labels.codes(_as_trees(tree), labelled).tolist(), part == "la.tags")[word]
            for tree in (pairs.gold[sentence], pairs.test[sentence])
        )
        steps = lineage_edit(gold, test, self.lineage_costs(part), labels.equality())
        return [
            (*("" if code is None else _spelt([code], symbols) for code in (step.gold, step.test)), step.cost)  # type: ignore[misc]
            for step in steps
        ]


def _spelt(lineage: list[int], symbols: Symbols) -> str:
    """A lineage as the paper writes it: ``N1 [ S``. Labels that EQ_LABEL makes equal appear as one of them."""
    return " ".join({BEGIN: "[", END: "]"}.get(code) or symbols[code] or "∅" for code in lineage)


def _as_trees(tree: Tree) -> Trees:
    return Trees(tree.symbols, tree.labels, tree.kinds, tree.sizes, np.array([0, len(tree)], np.int64))


def _without_tags(tree: Tree) -> Tree:
    return _as_trees(tree).kept(tree.kinds != PRETERMINAL)[0]
