"""Trees of constituents, prepared for comparison: pairs of trees, codes of labels, costs, an empty table; what is said of it."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, pairwise
from typing import Self
from zlib import compress

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Cancel, Comparison, Progress, SentencePairing, in_order
from treecompare.comparison.constituents.crossing import CrossingBranches, with_words_of_others
from treecompare.comparison.constituents.pairs import (
    Pairs,
    aligned_pairs,
    in_lines,
    joined_pairs,
    padded,
    pairs_by_gold,
    repaired_pairs,
    rows_of,
    units_of,
)
from treecompare.comparison.constituents.table import LINEAGE_PARTS, SETS_PART, tree_table
from treecompare.comparison.sentence_texts import LEAST_SHARE, another_text_warning, tree_texts
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.mappings.atoms import Aligned, PlainForms, Words, aligned_in_order, aligned_words
from treecompare.mappings.characters import Text
from treecompare.mappings.edits import CostTable, LabelCosts, custom_lineage_costs, edit_costs, read_costs
from treecompare.mappings.labels import LabelCodes, label_codes
from treecompare.mappings.lineages import LineageCosts, initial_costs, plain_costs
from treecompare.mappings.moves import begin_with_labels, have_one_label
from treecompare.mappings.sentence_pairing import BY_TEXT, MOVED, Names, elsewhere_said, longest_chain, once_in_both
from treecompare.readers import Treebank
from treecompare.readers.brackets import as_written
from treecompare.readers.treebank import warnings_of
from treecompare.scores.table import Numbers, ScoreTable
from treecompare.trees.columns import blocks, gathered, same_rows, sums_before
from treecompare.trees.edge_labels import has_functions
from treecompare.trees.preparation import (
    GOLD_DECIDES,
    STANDARD,
    WRAPPERS,
    Parameters,
    Preparation,
    about_leaves,
    deleted_punctuation,
    deleted_words,
    evalb_lengths,
    has_preterminals,
    joins_words,
    parameters_for,
    prepare,
    punctuation_said,
    terminals,
    terminals_beside,
    words_tagged,
    wrapper_labels,
)
from treecompare.trees.symbols import distinct
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Tree, Trees

MANY_NODES = 4_000_000
"""Of all files together: of fewer all that is prepared is kept, which takes 50 bytes a node."""
BLOCK_NODES = 500_000
"""Of all files together that are prepared at once."""
_OF_ALL = ("preparation", "_forms", "judgements", "questions")
"""What is the same for blocks."""
TRACES = frozenset({"-NONE-"})
"""Tags of words that are not written; those of the gold are not aligned with anything."""


class PreparedTrees(Comparison):
    """The treebanks of a comparison of constituents, prepared: all that has to be known before anything is counted. Without
    ``on_demand`` what takes long is undefined until someone has it counted, and blocks note their labels as they are counted."""

    kind = "constituents"
    can_be_partial = True
    has_variants = True
    usual_keys = "e.whole.dice", "t.whole.dice"

    def __init__(
        self, gold: Treebank, systems: Sequence[Treebank], settings: Settings | None = None, on_demand: bool = True
    ) -> None:
        if not systems:
            raise UsageError("nothing to compare; expected a gold treebank and at least one system")
        super().__init__(settings or Settings())
        self.gold, *self.systems = [one.with_leaves(self.settings.leaf) for one in (gold, *systems)]
        if self.aligns:
            (self.gold, *self.systems), self._bracket_words = with_words_of_others(self.gold, self.systems)
        else:
            self.gold, self.systems = in_lines(as_written(self.gold), [as_written(one) for one in self.systems])
            self._bracket_words = []
        params = parameters_for(self.settings.params, gold.format)
        chosen = self.settings.functions, self.settings.function_separator
        self._parameters = replace(params, keeps_functions=chosen[0], separator=chosen[1])
        self._cost_table = read_costs(self.settings.tree_costs) if self.settings.tree_costs else None
        self._lineage_table = read_costs(self.settings.label_costs, most=2.0) if self.settings.label_costs else None
        self._labels: LabelCodes | None = None
        self._lineage_costs: dict[tuple[str, int], LineageCosts] = {}
        self.forget()
        self.on_demand = on_demand
        self._crossing = CrossingBranches((self.gold, *self.systems), self.settings.crossing_branches)

    def forget(self) -> None:
        """Lets go of all that was prepared of single systems, and of what was found in them."""
        self._aligned: dict[int, Aligned] = {}
        self._units_of: dict[int, Numbers] = {}
        self._pairs: dict[int, Pairs] = {}
        self._errors, self._searches, self._items = {}, {}, {}
        self._row: tuple[int, Self] | None = None
        self._labelled: dict[tuple[int, int], dict[tuple[str, int], bytes]] = {}

    @cached_property
    def in_blocks(self) -> bool:
        """Whether the files are so large that nothing prepared is kept: they are counted block by block, and a row that is looked
        at is prepared again."""
        return self._has_many_nodes and all(self._sentences_in_order())

    @property
    def _has_many_nodes(self) -> bool:
        nodes = sum(len(one.trees.labels) for one in (self.gold, *self.systems))
        return nodes >= MANY_NODES and not self.has_crossing_branches

    def _sentences_in_order(self) -> Iterator[bool]:
        """Whether rows are sentences of the files, block by block: there are as many, and all words are the same; ends with the
        first block in which it is not so."""
        is_so = not self.aligns or all(len(one.trees) == len(self.gold.trees) for one in self.systems)
        if not (self.aligns and is_so):
            yield is_so
            return
        for block in self.block_by_block():
            for system in range(len(self.systems)):
                test = block._words(block._marked_test(system), is_gold=False)
                words = aligned_in_order(block._gold_words, test, self.gold_decides, self._forms)
                yield words is not None
                if words is None:
                    return

    def limits(self) -> list[tuple[int, int]]:
        """First and last row (half open) of each block."""
        treebanks = (self.gold, *self.systems)
        nodes = np.zeros(max(len(one.trees) for one in treebanks), np.int64)
        for one in treebanks:
            nodes[: len(one.trees)] += one.trees.lengths
        return blocks(nodes, BLOCK_NODES)

    def block_by_block(self) -> Iterator[Self]:
        """All blocks, see :meth:`block`."""
        return (self.block(first, last) for first, last in self.limits())

    def block(self, first: int, last: int) -> Self:
        """A comparison of the rows ``first:last`` with nothing prepared and no table; symbols and costs are those of the whole."""
        symbols, numbers = self.gold.trees.symbols, self.numbers_of_symbols
        self.labels()
        _ = self._forms
        found = copy.copy(self)
        for name in list(found.__dict__):
            if isinstance(getattr(type(self), name, None), cached_property) and name not in _OF_ALL:
                del found.__dict__[name]
        found.in_blocks = False
        found.gold = _rows(self.gold, first, last)
        if vars(self).get("in_blocks"):  # words are in order: no system has to be aligned to know that
            found.rows = np.arange(last - first + 1)
        found.systems = []
        for number, one in enumerate(self.systems):
            rows = _rows(one, first, last)
            found.systems.append(replace(rows, trees=rows.trees.translated(symbols, numbers[number])))
        found.forget()
        found._crossing = CrossingBranches((found.gold, *found.systems), self.settings.crossing_branches)
        return found

    def counted_block(self, first: int, last: int) -> Self:
        """The same with its part of the table: what is entered there is entered in that of the whole."""
        block = self.block(first, last)
        block.table = self.table.block(first, last)
        return block

    def counted_by(self, system: int) -> Iterator[Self]:
        """A comparison that is counted: this one; blocks where nothing prepared of a system is kept."""
        return iter([self]) if self.keeps(system) else (self.counted_block(*limits) for limits in self.limits())

    def note_labels(self, block: Self, system: int, first: int) -> None:
        """Keeps in which rows of a block, which begins at a row, gold or system have which label or tag: bits, compressed."""
        pairs = block.pairs(system)
        noted: dict[tuple[str, int], bytes] = {}
        for where, kind in (("labels", CONSTITUENT), ("tags", PRETERMINAL)):
            masks = [(trees, trees.kinds == kind) for trees in (pairs.gold, pairs.test)]
            labels = distinct(np.concatenate([trees.labels[of_kind] for trees, of_kind in masks]))
            has = np.zeros((len(labels), block.sentences), np.bool_)
            for trees, of_kind in masks:
                rows = np.repeat(np.arange(block.sentences), trees.totals(of_kind))
                has[np.searchsorted(labels, trees.labels[of_kind]), rows] = True
            bits = (compress(one.tobytes(), 1) for one in np.packbits(has, axis=1))
            noted |= {(where, label): one for label, one in zip(labels.tolist(), bits, strict=True)}
        self._labelled[system, first] = noted

    @cached_property
    def numbers_of_symbols(self) -> list[NDArray[np.int32]]:
        """The gold's number of each symbol of each system."""
        return [self.gold.trees.symbols.numbers_of(system.trees.symbols) for system in self.systems]

    @cached_property
    def _has_plain_system(self) -> bool:
        """Whether every constituent of some system has the same label."""
        tagged = self.preparation.preterminals
        return any(
            have_one_label(terminals_beside(self.gold.trees, one.trees, tagged), WRAPPERS)
            for one in self.systems
            if not begin_with_labels(one.trees, WRAPPERS)
        )

    def only_asked(self, part: str) -> bool:
        """Sets of spans are for systems whose labels say nothing."""
        return part == SETS_PART and not self._has_plain_system

    def keeps(self, system: int) -> bool:
        """Whether what is prepared of a system is kept, and not made again whenever it is needed."""
        return not self.in_blocks or system in self._pairs

    def at(self, system: int, row: int) -> tuple[Self, int]:
        """A comparison in which the pairs of a system are worth asking for, and the place of the row there."""
        if self.keeps(system):
            return self, row
        if self._row is None or self._row[0] != row:
            self._row = row, self.counted_block(row, row + 1)
        return self._row[1], 0

    @cached_property
    def has_crossing_branches(self) -> bool:  # type: ignore[override]
        return any(treebank.trees.crossing.any() for treebank in (self.gold, *self.systems))

    @property
    def aligns(self) -> bool:
        """Whether words and sentence breaks that differ are aligned."""
        return self.settings.aligns

    @cached_property
    def rows(self) -> Numbers:
        """The first gold sentence of each row that is scored, and one more.

        A row is one sentence, or several where some system has other sentence breaks.
        """
        if not self.aligns or self.in_blocks:
            return np.arange(max(len(treebank.trees) for treebank in (self.gold, *self.systems)) + 1)
        return rows_of([self._units(system) for system in range(len(self.systems))], len(self.gold.trees))

    @property
    def sentences(self) -> int:  # type: ignore[override]
        """How many rows are scored: as many as the gold has sentences, where no sentence breaks differ."""
        return len(self.rows) - 1

    @cached_property
    def ids(self) -> list[str]:  # type: ignore[override]
        """A name per row: those of its sentences, joined by +."""
        ids = self.gold.ids or []
        ids = [*ids, *(str(index + 1) for index in range(len(ids), int(self.rows[-1])))]
        return ["+".join(ids[first:last]) for first, last in pairwise(self.rows.tolist())]

    @cached_property
    def preparation(self) -> Preparation:
        chosen = self.settings.preterminals
        return Preparation(self._parameters, has_preterminals(self.gold.trees) if chosen == "auto" else chosen == "yes")

    @cached_property
    def table(self) -> ScoreTable:
        table = tree_table(
            [system.name for system in self.systems],
            self.sentences,
            signature_options(self.settings, self.preparation, self._crossing.options()),
            has_costs=self._cost_table is not None,
            lineages=[part for part in LINEAGE_PARTS if part != "la.custom" or self._lineage_table is not None],
            is_crossing=self._crossing.has_crossing,
        )
        table.gold_counts[:] = np.diff(self.rows)
        table.gold_counts[len(self.gold.trees) :] = 0  # rows of a longer system, where nothing is aligned
        return self._asking(table)

    @cached_property
    def warnings(self) -> list[str]:
        treebanks = (self.gold, *self.systems)
        told = [*warnings_of(treebanks), *self._bracket_words]
        asked = [one for number, one in enumerate(treebanks) if number - 1 not in self.baselines]  # these have no tags
        told += leaf_warnings(asked, self.settings, self.preparation.preterminals)
        told += self._crossing.warnings()
        told += self.preparation.parameters.remarks
        told += wrapper_warnings(treebanks, self.preparation.parameters)
        told += function_warnings(treebanks, self.settings)
        told += cost_warnings(
            treebanks,
            ((self.settings.tree_costs, self._cost_table), (self.settings.label_costs, self._lineage_table)),
        )
        for system, treebank in enumerate(() if self.aligns else self.systems):
            numbers = self.numbers_of_symbols[system]
            told += order_warnings(self.gold, treebank, numbers, self.preparation.parameters.name)
        others = self.other_texts()
        for system, treebank in enumerate(self.systems) if self.aligns and not self.in_blocks else ():
            aligned = self._align(system)
            is_other = [another_text_warning(treebank.name, aligned.share)] if system in others else []
            told += is_other or elsewhere_said(aligned.ways, treebank.name, "the gold")
        return told

    def prepared(self) -> str:
        return preparation_said(self.preparation, self.left_out_punctuation) + self._crossing.said()

    @cached_property
    def left_out_punctuation(self) -> str:
        """``$, $. $(: 2,104 words``."""
        if not self.in_blocks:
            return punctuation_said(self._punctuation)
        return punctuation_said(sum((one._punctuation for one in self.block_by_block()), Counter[str]()))

    @property
    def _punctuation(self) -> Counter[str]:
        return deleted_punctuation(self._marked_gold, self.preparation.parameters)

    def prepare(self, cancel: Cancel | None = None) -> Iterator[Progress]:
        total = len(self.systems) * len(self.gold.trees)
        for _ in chain(self._crossing.making(), self._asked_first("preparation")):
            yield Progress(0, total)
        if "in_blocks" not in self.__dict__ and self._has_many_nodes:
            is_in_order = True
            for is_so in self._sentences_in_order():
                is_in_order = is_so
                yield Progress(0, total)
            self.in_blocks = is_in_order
        for _ in self._asked_first(*(() if self.in_blocks else ("_marked_gold", "ready_gold"))):
            yield Progress(0, total)
        for system in range(len(self.systems)) if self.aligns and not self.in_blocks else ():
            if system not in self._aligned:
                self._align(system, cancel)
                yield Progress(0, total, system)
        for _ in self._asked_first("rows", "warnings", "table"):
            yield Progress(0, total)

    def other_texts(self) -> list[int]:
        systems = range(len(self.systems)) if self.aligns and not self.in_blocks else ()
        return [system for system in systems if self._align(system).share < LEAST_SHARE]

    # -- preparation, one system at a time ---------------------------------------------------------------------------

    @cached_property
    def _marked_gold(self) -> Trees:
        trees = self._crossing.trees(0)
        trees = trees if self.aligns else padded(trees, self.sentences)
        return terminals(trees, self.preparation.preterminals)

    @cached_property
    def ready_gold(self) -> Trees:
        """The prepared trees of the gold, sentence by sentence."""
        return prepare(self._marked_gold, self.preparation.parameters)

    def _marked_test(self, system: int) -> Trees:
        test = self._crossing.trees(system + 1).translated(self.gold.trees.symbols)
        test = test if self.aligns else padded(test, self.sentences)
        return terminals_beside(self.gold.trees, test, self.preparation.preterminals)

    def pairs(self, system: int) -> Pairs:
        """The prepared sentences of a system beside the gold's; kept once computed."""
        if system not in self._pairs:
            self._pairs[system] = self.pairs_made(system, self.preparation.parameters)
        return self._pairs[system]

    def size_of(self, system: int, row: int) -> int:
        near, place = self.at(system, row)
        pairs = near.pairs(system)
        return len(pairs.gold[place]) * len(pairs.test[place])

    def pairs_made(self, system: int, params: Parameters, change: Callable[[Trees], Trees] | None = None) -> Pairs:
        """The same under other parameters; ``change``: what is done to the trees of both sides before."""
        if self.in_blocks:
            return joined_pairs([one.pairs_made(system, params, change) for one in self.block_by_block()])
        changed = change or (lambda trees: trees)
        is_usual = change is None and params is self.preparation.parameters
        if self.aligns:
            aligned, units = self._align(system), self._units(system)
            if change is not None:
                words = replace(aligned.test.words, trees=change(aligned.test.words.trees))
                aligned = replace(aligned, test=replace(aligned.test, words=words))
            gold = self.ready_gold if is_usual else prepare(changed(self._marked_gold), params)
            return aligned_pairs(gold, aligned, units, self.rows, params, self.settings.missing == "zero")
        test = changed(self._marked_test(system))
        if params.gold_tags_decide:
            return pairs_by_gold(changed(self._marked_gold), test, params)
        if params.quotes:
            return repaired_pairs(changed(self._marked_gold), test, params)
        return Pairs(
            self.ready_gold if is_usual else prepare(changed(self._marked_gold), params), prepare(test, params)
        )

    # -- words and sentences that differ -------------------------------------------------------------------------------

    @cached_property
    def _forms(self) -> PlainForms:
        return PlainForms(self.gold.trees.symbols)

    @cached_property
    def _gold_words(self) -> Words:
        return self._words(self._marked_gold, is_gold=True)

    def _words(self, trees: Trees, is_gold: bool) -> Words:
        params = self.preparation.parameters
        deleted = deleted_words(trees, params)
        if not self.gold_decides:
            left_out = deleted
        else:
            left_out = words_tagged(trees, TRACES) if is_gold else np.zeros(len(trees.labels), np.bool_)
        return Words.of(trees, self._forms, deleted, left_out)

    @property
    def gold_decides(self) -> bool:
        """Whether what the gold deletes goes on both sides; else each side's own tags decide."""
        return self.preparation.parameters.name in GOLD_DECIDES

    def _align(self, system: int, cancel: Cancel | None = None) -> Aligned:
        if system not in self._aligned:
            names = Names(self.gold.ids or ()), Names(self.systems[system].ids or ())
            test = self._words(self._marked_test(system), is_gold=False)
            flag = None if cancel is None else cancel.flag
            how = self._forms, self.gold_decides, names, flag, system in self.in_place
            self._aligned[system] = aligned_words(self._gold_words, test, *how)
        return self._aligned[system]

    def alignment_of(self, system: int) -> tuple[Aligned, Numbers, PlainForms] | None:
        """How the words of a system are aligned with the gold's, in which units, and their plain forms; None where nothing is, or
        large files have the same words."""
        if not self.aligns or self.in_blocks:
            return None
        return self._align(system), self._units(system), self._forms

    def _units(self, system: int) -> Numbers:
        """Gold sentences with those of a system that stand for them; of another text with none."""
        if system not in self._units_of:
            aligned = self._align(system)
            units = aligned.units if aligned.share >= LEAST_SHARE else aligned.units[:0]
            self._units_of[system] = units_of(units, len(self.gold.trees))
        return self._units_of[system]

    def sentences_of(self, system: int, row: int) -> tuple[list[int], list[int]]:
        if not self.aligns or self.in_blocks:
            return super().sentences_of(system, row)
        tests = [one for _, _, first, last in self._units_in(system, row).tolist() for one in range(first, last)]
        return list(range(*self.rows[row : row + 2].tolist())), tests

    def _units_in(self, system: int, row: int) -> Numbers:
        units = self._units(system)
        first, last = np.searchsorted(units[:, 0], self.rows[row : row + 2])
        return units[first:last]

    def number_of(self, row: int) -> int:
        return int(self.rows[row]) + 1

    def row_of(self, sentence: int) -> int:
        """A number that no row has where there is no such sentence."""
        if sentence >= int(self.rows[-1]):
            return sentence
        return int(np.searchsorted(self.rows, sentence, side="right")) - 1

    def gold_texts(self) -> list[str]:
        return tree_texts(self.ready_gold) if self.aligns and not self.in_blocks else self.texts()

    def sentence_pairing(self, system: int) -> SentencePairing:
        if not self.aligns or self.in_blocks:
            found = in_order(len(self.gold.trees), len(self.systems[system].trees), self.rows)
            words = [one.trees.word_counts for one in (self.gold, self.systems[system])]
            # the words of a block are the gold's, save where there is no parse
            for row in np.flatnonzero((words[0] > 0) & (words[1] == 0)).tolist() if self.aligns else ():
                alone = self.block(row, row + 1).sentence_pairing(system)
                found.edits[row], found.ways[row] = alone.edits[0], alone.ways[0]
            return found
        aligned = self._align(system)
        units = aligned.units
        rows = np.searchsorted(self.rows, units[:, 0], "right") - 1
        return SentencePairing(units, aligned.edits, aligned.ways, np.where(units[:, 0] < units[:, 1], rows, -1))

    def row_sums(self, of_sentences: Numbers) -> Numbers:
        """Counts of the gold's sentences by row."""
        return np.add.reduceat(of_sentences, self.rows[:-1]) if self.sentences else of_sentences

    def words_as_written(self, system: int, row: int) -> tuple[list[str], list[str]]:
        """The words of a row that are compared, of gold and system, one text per atom, as the files have them.

        A unit without a parse beside others has the gold's words on both sides, or none, as ``--missing`` says.
        """
        near, place = self.at(system, row)
        if near is not self:
            return near.words_as_written(system, place)
        if not self.aligns:
            pairs = self.pairs(system)
            return pairs.gold[row].words, pairs.test[row].words
        aligned = self._align(system)
        gold: list[str] = []
        test: list[str] = []
        for gold_first, gold_last, test_first, test_last in self._units_in(system, row).tolist():
            here, there = (
                [word for sentence in range(first, last) for word in side.as_written(sentence, self._forms)]
                for side, first, last in ((aligned.gold, gold_first, gold_last), (aligned.test, test_first, test_last))
            )
            if not there:
                here = there = here if self.settings.missing == "zero" else []
            gold += here
            test += there
        return gold, test

    def gold_tree(self, row: int) -> Tree:
        """The gold's tree of a row with its words as the file has them, whatever words systems have."""
        near, place = self.at(0, row)
        if near is not self:
            return near.gold_tree(place)
        if self.aligns:
            return replace(self.ready_gold, offsets=self.ready_gold.offsets[self.rows])[row]
        return self.pairs(0).gold[row]

    def texts(self) -> list[str]:
        """The words of each row of the gold, one text per row; of the first system where the gold has none."""
        if not self.keeps(0):
            return [text for block in self.block_by_block() for text in block.texts()]
        if self.aligns:
            ready = self.ready_gold
            return tree_texts(replace(ready, offsets=ready.offsets[self.rows]))
        pairs = self.pairs(0)
        gold, test = tree_texts(pairs.gold), tree_texts(pairs.test)
        return [one or other for one, other in zip(gold, test, strict=True)]

    @property
    def evalb_lengths(self) -> NDArray[np.int64]:
        """Words per gold sentence as evalb counts them for its CUTOFF_LEN block: before deletion."""
        return self.row_sums(evalb_lengths(self._marked_gold, self.preparation.parameters))

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

    def lineage_costs(self, measured: str) -> LineageCosts:
        """What replacing a label in a lineage costs under ``la``, ``la.initial``, ``la.custom`` or ``la.tags``."""
        symbols = self.gold.trees.symbols
        known = measured, len(symbols)
        if known not in self._lineage_costs:
            if measured == "la.initial":
                found = initial_costs(symbols)
            elif measured == "la.custom":
                found = custom_lineage_costs(self.labels(), symbols, self._lineage_table or {})
            else:
                found = plain_costs(symbols)
            self._lineage_costs[known] = found
        return self._lineage_costs[known]


def _rows(treebank: Treebank, first: int, last: int) -> Treebank:
    """The sentences of these rows, as far as there are any."""
    first, last = (min(row, len(treebank.trees)) for row in (first, last))
    problems = {row - first: one for row, one in treebank.problems.items() if first <= row < last}
    ids = None if treebank.ids is None else treebank.ids[first:last]
    lines: NDArray[np.int64] = treebank.lines[first:last]
    return replace(
        treebank, trees=treebank.trees.part(first, last), lines=lines, ids=ids, problems=problems, warnings=[]
    )


# -- what is said of it ------------------------------------------------------------------------------------------------

_PREPARATIONS = {
    "standard": (
        "after evalb's COLLINS.prm (traces of the gold and its punctuation, by the tags of any tagset, deleted on both sides, "
        "functions cut, ADVP equal to PRT) and without outermost brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "standard-with-punctuation": (
        "after evalb's COLLINS.prm, but with punctuation (traces of the gold deleted on both sides, functions cut, ADVP equal to "
        "PRT), and without outermost brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "ppche": (
        "as Penn parsed historical corpora (IP-MAT, IP-SUB, CP-REL are categories, other functions and indices cut, punctuation of "
        "the gold deleted on both sides) and without outermost brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "ppche-with-punctuation": (
        "as Penn parsed historical corpora, but with punctuation (IP-MAT, IP-SUB, CP-REL are categories, other functions and "
        "indices cut), and without outermost brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "evalb": "exactly as evalb does with COLLINS.prm",
    "spmrl": "as the evaluation of the SPMRL 2013 shared task does",
    "none": "not at all, save that outermost brackets without a label or labelled VROOT were removed",
}


def preparation_said(preparation: Preparation, punctuation: str = "") -> str:
    """How trees were prepared, in one or two sentences; ``punctuation``: what was deleted of it."""
    name = preparation.parameters.name
    how = _PREPARATIONS.get(name, f"as the parameter file {preparation.parameters.shown} says")
    kind = "part-of-speech tag" if preparation.preterminals else "constituent"
    said = f"Trees were prepared {how}; a node over one word was taken as a {kind}."
    return f"{said} Left out as punctuation: {punctuation}." if punctuation else said


def signature_options(settings: Settings, preparation: Preparation, crossing: Iterable[str]) -> tuple[str, ...]:
    """The settings as a signature shows them; ``crossing``: what it says of branches that cross."""
    options = [
        f"params:{preparation.parameters.shown}",
        f"preterminals:{'yes' if preparation.preterminals else 'no'}",
    ]
    options += crossing
    first = ("differing", "missing", "max_length", "functions", "function_separator", "label_costs")
    options += settings.signed_by("constituents", *first)
    return tuple(options)


def leaf_warnings(treebanks: Sequence[Treebank], settings: Settings, preterminals: bool) -> list[str]:
    """What was guessed of words and tags: of the gold all, of systems the words with blanks."""
    gold, *systems = treebanks
    told = [
        f"{gold.name}: {one}"
        for one in about_leaves(gold.trees, None if settings.preterminals == "auto" else preterminals)
    ]
    for one in systems:
        guessed = about_leaves(one.trees, preterminals and joins_words(gold.trees, one.trees))
        told += [f"{one.name}: {said}" for said in guessed]
    return told


def order_warnings(gold: Treebank, test: Treebank, numbers: NDArray[np.int32], params: str) -> list[str]:
    """Says that a file has sentences of the gold in another order, where files are compared line by line. ``numbers``: the gold's
    number of each symbol of the test."""
    count = min(len(gold.trees), len(test.trees))
    offsets = gold.word_offsets[: count + 1], test.word_offsets[: count + 1]
    differ = ~same_rows(gold.forms, numbers[test.forms], *offsets)
    if np.count_nonzero(differ) < 2:
        return []
    texts = []
    for one in (gold, test):
        rest = np.append(np.flatnonzero(differ), np.arange(count, len(one.trees)))
        words = one.forms[gathered(one.word_offsets, rest)]
        texts.append(Text.of_symbols(one.symbols, words, sums_before(one.trees.word_counts[rest])).texts)
    places = np.array([place for _, place in sorted(once_in_both(*texts).items())], np.int64)
    ways = np.where(longest_chain(places), BY_TEXT, MOVED)
    how = f"the order differs, and under '{params}' files are compared line by line"
    return [f"{one}: {how}" for one in elsewhere_said(ways, test.name)]


def wrapper_warnings(treebanks: Sequence[Treebank], params: Parameters) -> list[str]:
    """Names wrappers that differ, where the preparation counts them as constituents."""
    if params.strips == STANDARD.strips:
        return []
    counted = [
        (treebank.name, wrapper_labels(treebank.trees) - params.deleted - params.strips) for treebank in treebanks
    ]
    if len({frozenset(labels) for _, labels in counted}) == 1:
        return []
    shown = "; ".join(
        f"{name}: {', '.join(sorted(label or '( )' for label in labels)) or 'none'}" for name, labels in counted
    )
    return [f"outermost brackets differ and count as constituents under '{params.name}' ({shown})"]


def function_warnings(treebanks: Sequence[Treebank], settings: Settings) -> list[str]:
    """Names treebanks without functions where these are part of the label and others have some."""
    if not settings.functions:
        return []
    lacking = [one.name for one in treebanks if not has_functions(one.trees, settings.function_separator)]
    if not 0 < len(lacking) < len(treebanks):
        return []
    names = ", ".join(lacking)
    return [
        f"{names}: no functions; they are part of the label, so that no label of the others with a function can match"
    ]


def cost_warnings(treebanks: Sequence[Treebank], tables: Iterable[tuple[str | None, CostTable | None]]) -> list[str]:
    """Names labels of the cost tables that no treebank has: most often they are misspelt. ``tables``: each with its path."""
    found = []
    for path, table in tables:
        symbols = [treebank.trees.symbols for treebank in treebanks]
        unknown = {label for pair in table or {} for label in pair if all(one.find(label) is None for one in symbols)}
        if unknown:
            names = ", ".join(sorted(unknown)[:10]) + (", …" if len(unknown) > 10 else "")
            found.append(f"{path}: costs of labels that no treebank has: {names}")
    return found
