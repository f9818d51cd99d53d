"""Trees of constituents, prepared for comparison: pairs of trees, codes of labels, costs, and an empty table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Cancel, Comparison, Progress
from treecompare.comparison.constituents.pairs import Pairs, padded, repaired_pairs, statuses
from treecompare.comparison.constituents.table import LINEAGE_PARTS, TreeTable
from treecompare.comparison.settings import Settings
from treecompare.comparison.texts import tree_texts
from treecompare.errors import UsageError
from treecompare.mappings.costs import custom_lineage_costs, edit_costs, read_costs
from treecompare.mappings.edits import LabelCosts
from treecompare.mappings.labels import LabelCodes, label_codes
from treecompare.mappings.lineages import (
    LineageCosts,
    initial_costs,
    plain_costs,
)
from treecompare.readers import Treebank
from treecompare.scores.table import SKIPPED
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
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Trees

_PREPARATIONS = {
    "standard": (
        "after evalb's COLLINS.prm (punctuation and traces deleted, functions cut, ADVP equal to PRT) and without outermost "
        "brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "evalb": "exactly as evalb does with COLLINS.prm",
    "spmrl": "as the evaluation of the SPMRL 2013 shared task does",
    "none": "not at all, save that unlabelled outermost brackets were removed",
}


class PreparedTrees(Comparison):
    """The treebanks of a comparison of constituents, prepared: all that has to be known before anything is counted.

    Raises:
        UsageError: no systems, or unknown settings.
        ReadError: a parameter or cost file that cannot be read.
    """

    kind = "constituents"
    can_be_partial = True
    unused_settings: ClassVar = dict.fromkeys(("punctuation", "relations", "differing"), "dependencies")
    has_variants = True
    plain_keys = ("e.roof.dice.unlabelled", "e.roof.dice")

    def __init__(self, gold: Treebank, systems: Sequence[Treebank], settings: Settings | None = None) -> None:
        if not systems:
            raise UsageError("nothing to compare; expected a gold treebank and at least one system")
        super().__init__(settings or Settings())
        self.gold = gold
        self.systems = list(systems)
        self.sentences = max(len(treebank.trees) for treebank in (gold, *systems))
        params = parameters(self.settings.params)
        self._parameters = replace(params, keeps_functions=True) if self.settings.functions else params
        self._cost_table = read_costs(self.settings.tree_costs) if self.settings.tree_costs else None
        self._lineage_table = read_costs(self.settings.label_costs, most=2.0) if self.settings.label_costs else None
        ids = gold.ids or []
        self.ids = [*ids, *(str(index + 1) for index in range(len(ids), self.sentences))]
        self._pairs: dict[int, Pairs] = {}
        self._labels: LabelCodes | None = None

    @property
    def usual_keys(self) -> tuple[str, str]:
        """See the base."""
        return "e.whole.dice", "t.whole.dice"

    @cached_property
    def preparation(self) -> Preparation:
        """How trees are prepared."""
        chosen = self.settings.preterminals
        return Preparation(self._parameters, has_preterminals(self.gold.trees) if chosen == "auto" else chosen == "yes")

    @cached_property
    def table(self) -> TreeTable:
        """See the base."""
        table = TreeTable(
            [system.name for system in self.systems],
            self.sentences,
            self._options(),
            tree_costs=self._cost_table is not None,
            parts=[part for part in LINEAGE_PARTS if part != "la.custom" or self._lineage_table is not None],
        )
        table.gold_counts[len(self.gold.trees) :] = 0
        return self._asking(table)

    @cached_property
    def warnings(self) -> list[str]:
        """See the base."""
        treebanks = (self.gold, *self.systems)
        told = [f"{treebank.name}: {warning}" for treebank in treebanks for warning in treebank.warnings]
        return told + self._wrapper_warnings() + self._cost_warnings()

    def prepared(self) -> str:
        """See the base."""
        params = self.preparation.parameters
        how = _PREPARATIONS.get(params.name, f"as the parameter file {Path(params.name).name} says")
        kind = "part-of-speech tag" if self.preparation.preterminals else "constituent"
        return f"Trees were prepared {how}; a node over one word was taken as a {kind}."

    def prepare(self, cancel: Cancel | None = None) -> Iterator[Progress]:
        """See the base."""
        total = len(self.systems) * self.sentences
        for name in ("preparation", "warnings", "table"):
            if name not in self.__dict__:
                getattr(self, name)
                yield Progress(0, total, 0, 0, 0)

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
            table.left_out[:] = table.lengths > longest
            for index in np.flatnonzero(table.left_out).tolist():
                status[index] = SKIPPED
                missing[index] = False
                reasons[index] = f"longer than {longest} words"
        table.zeroed[system] = missing & (self.settings.missing == "zero")
        for index, reason in reasons.items():
            table.set_reason(system, index, reason)
        return status
