"""Trees of constituents compared: the table, filled on all cores, and what is known of one pair of trees and of its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from zlib import decompress

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Cancel, Comparison, Hits, Progress
from treecompare.comparison.constituents.prepared import TRACES, PreparedTrees
from treecompare.comparison.constituents.run import count, enter_system, moved_nodes
from treecompare.comparison.constituents.table import KEYS, MOVE_PART, Kind, MoveParts
from treecompare.errors import UsageError, unless_ended
from treecompare.mappings.edits import edit_pairs
from treecompare.mappings.errors import (
    TREE_ERROR_COSTS,
    TREE_ERROR_KINDS,
    TREE_ERROR_SITES,
    TREE_ERROR_TYPES,
    Error,
    ErrorList,
)
from treecompare.mappings.lineages import BEGIN, END, WordScore, lineage_edit, lineages, similarity
from treecompare.mappings.spans import span_mapping
from treecompare.measures import Counts
from treecompare.measures.constituents import FUNCTION_PART, SAME_PART
from treecompare.scores.table import WAITING, Mask, Numbers, Part, ScoreTable
from treecompare.trees.characters import visible
from treecompare.trees.edge_labels import has_functions
from treecompare.trees.preparation import deleted_words, words_tagged
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import PRETERMINAL, Tree, Trees

if TYPE_CHECKING:
    from treecompare.comparison.constituents.drawing import TreesDrawing
    from treecompare.comparison.hits import Sides
    from treecompare.drawing.drawn import Telling
    from treecompare.drawing.sentence import Wanted
    from treecompare.drawing.stacked import TreesStacked
    from treecompare.drawing.trees_drawn import TreesDrawn
    from treecompare.mappings.mapping import Mapping
    from treecompare.scores.items import Items


class PairsOfTrees(PreparedTrees):
    """Prepared treebanks that can be asked for one pair of trees."""

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
        from treecompare.mappings.mapping import joined

        near, row = self.at(system, sentence)
        if near is not self:
            return near.mapping(system, row, kind, part, labelled, cancel)
        pairs = self.pairs(system)
        gold, test = pairs.gold[sentence], pairs.test[sentence]
        if not gold.words or not test.words:
            return None
        labelled = labelled and self.preparation.parameters.labelled
        sides = (pairs.gold, pairs.gold_alone), (pairs.test, pairs.test_alone)
        alone = [_of_sentence(trees, mask, sentence) for trees, mask in sides]
        if part == "roof":
            alone = [mask[tree.kinds != PRETERMINAL] for mask, tree in zip(alone, (gold, test), strict=True)]
        gold_alone, test_alone = (frozenset(np.flatnonzero(mask).tolist()) for mask in alone)
        if kind == "E":
            found = self._span_mapping(gold, test, part == "roof", labelled, gold_alone, test_alone)
        else:
            of_units = [
                self._edit_mapping(*trees, part == "roof", labelled, cancel) for trees in pairs.units_of(sentence)
            ]
            found = of_units[0] if len(of_units) == 1 else joined(of_units)
        if found is None:
            return None
        if gold_alone or test_alone:
            found = replace(found, gold_alone=gold_alone, test_alone=test_alone)
        written = self.words_as_written(system, sentence)
        gold, test = (_with_words(tree, words) for tree, words in zip((found.gold, found.test), written, strict=True))
        return found if (gold, test) == (found.gold, found.test) else replace(found, gold=gold, test=test)

    def _codes(self, tree: Tree, labelled: bool) -> NDArray[np.int32]:
        return self.labels().codes(Trees.of_one(tree), labelled)

    def _span_mapping(
        self,
        gold: Tree,
        test: Tree,
        is_roof: bool,
        labelled: bool,
        gold_alone: frozenset[int],
        test_alone: frozenset[int],
    ) -> Mapping | None:
        from treecompare.mappings.mapping import over_shared_words

        if is_roof:
            gold, test = without_tags(gold), without_tags(test)
        (shared_gold, of_gold), (shared_test, of_test) = (
            over_shared_words(gold, gold_alone), over_shared_words(test, test_alone)
        )  # fmt: skip
        if len(shared_gold.words) != len(shared_test.words):
            return None
        codes = [self._codes(tree, labelled).tolist() for tree in (shared_gold, shared_test)]
        found = span_mapping(shared_gold, shared_test, codes[0], codes[1], self.labels())
        if not (gold_alone or test_alone):
            return found
        return replace(found, gold=gold, test=test, pairs=tuple((of_gold[g], of_test[t]) for g, t in found.pairs))

    def _edit_mapping(
        self, gold: Tree, test: Tree, is_roof: bool, labelled: bool, cancel: NDArray[np.int32] | None
    ) -> Mapping:
        from treecompare.mappings.mapping import Mapping

        if is_roof:
            gold, test = without_tags(gold), without_tags(test)
        gold_codes, test_codes = self._codes(gold, labelled), self._codes(test, labelled)
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
        swap_costs = swapped if custom is not None else {}
        return Mapping("T", gold, test, tuple(found), frozenset(swapped), True, custom, swap_costs=swap_costs)

    def word_scores(self, system: int, sentence: int, part: str = "la") -> list[WordScore] | None:
        """The Leaf-Ancestor score of each gold word with both its lineages; None where there is nothing to compare.

        A word that was cut has an entry per atom, and one of which the system has nothing scores 0.
        """
        found = self._word_lineages(system, sentence, part)
        if found is None:
            return None
        symbols, costs, equal = self.gold.trees.symbols, self.lineage_costs(part), self.labels().equality()
        return [
            WordScore(word, _spelt(gold, symbols), "", 0.0, weight)
            if test is None
            else WordScore(
                word, _spelt(gold, symbols), _spelt(test, symbols), similarity(gold, test, costs, equal), weight
            )
            for word, gold, test, weight in found
        ]

    def spelt_lineages(self, system: int, sentence: int, part: str = "la") -> list[tuple[str, str]]:
        """Both lineages of each of these words, without their scores; none where there is nothing to compare."""
        symbols = self.gold.trees.symbols
        found = self._word_lineages(system, sentence, part) or []
        return [(_spelt(gold, symbols), _spelt(test or [], symbols)) for _, gold, test, _ in found]

    def _word_lineages(
        self, system: int, sentence: int, part: str
    ) -> list[tuple[str, list[int], list[int] | None, float]] | None:
        """Per gold word: its form, its lineages as codes, the system's None where it has nothing of it, and its weight."""
        near, row = self.at(system, sentence)
        if near is not self:
            return near._word_lineages(system, row, part)
        pairs = self.pairs(system)
        gold, test = (one.trees[sentence] for one in pairs.shared)
        if len(gold.words) != len(test.words):
            return None
        labelled, tags = self.preparation.parameters.labelled, part == "la.tags"
        both = zip(*(lineages(tree, self._codes(tree, labelled).tolist(), tags) for tree in (gold, test)), strict=True)
        whole = pairs.gold[sentence]
        words = whole.word_nodes
        alone = _of_sentence(pairs.gold, pairs.gold_alone, sentence)
        weights = np.ones(len(words))
        if pairs.weights is not None:
            before = int(pairs.gold.word_counts[:sentence].sum())
            weights = pairs.weights[before : before + len(words)]
        all_gold = lineages(whole, self._codes(whole, labelled).tolist(), tags)
        written = self.words_as_written(system, sentence)[0]
        forms = iter(written if len(written) == len(words) else whole.words)
        found: list[tuple[str, list[int], list[int] | None, float]] = []
        for word, lineage, weight in zip(words.tolist(), all_gold, weights.tolist(), strict=True):
            form = next(forms)
            found.append((form, lineage, None, weight) if alone[word] else (form, *next(both), weight))
        return found

    def word_edits(
        self, system: int, sentence: int, part: str = "la", words: Iterable[int] | None = None
    ) -> list[list[tuple[str, str, float]]]:
        """How the gold lineage of each of these words (by default all) becomes its test lineage: (gold symbol, test symbol, cost);
        empty where there is none. No lists where the sentence has no such scores."""
        symbols, equal, costs = self.gold.trees.symbols, self.labels().equality(), self.lineage_costs(part)
        of_words = self._word_lineages(system, sentence, part) or []
        found = []
        for word in range(len(of_words)) if words is None else words if of_words else ():
            _, gold, test, _ = of_words[word]
            steps = lineage_edit(gold, test, costs, equal) if test is not None else []
            spelt = [
                ["" if code is None else _spelt([code], symbols) for code in (step.gold, step.test)] for step in steps
            ]
            found.append([(one, other, step.cost) for (one, other), step in zip(spelt, steps, strict=True)])
        return found


def _of_sentence(trees: Trees, mask: Mask | None, sentence: int) -> Mask:
    return np.zeros(len(trees[sentence]), np.bool_) if mask is None else mask[trees.rows_of(sentence)]


def _spelt(lineage: list[int], symbols: Symbols) -> str:
    """A lineage as the paper writes it: ``N1 [ S``. Labels that EQ_LABEL makes equal appear as one of them."""
    return " ".join({BEGIN: "[", END: "]"}.get(code) or symbols[code] or "∅" for code in lineage)


def _with_words(tree: Tree, words: list[str]) -> Tree:
    """The tree with these words in place of atoms; as it is where they are its own, or not as many."""
    if len(words) != len(tree.words) or words == tree.words:
        return tree
    labels = tree.labels.copy()
    labels[tree.word_nodes] = [tree.symbols.number(word) for word in words]
    return replace(tree, labels=labels)


def without_tags(tree: Tree) -> Tree:
    """The roof of a tree over its words."""
    return Trees.of_one(tree).kept(tree.kinds != PRETERMINAL)[0]


_CROSSING = {
    "raise": "crossing branches raised",
    "raise-with-function-nodes": "crossing branches raised, nodes above words with a function",
    "split": "crossing branches split",
}
LAST = 64
"""Sentences of systems whose errors are kept."""


class FunctionParts(Part):
    """Functions over matched nodes, counted system by system when they are first asked for."""

    is_beside = True

    def __init__(self, comparison: PreparedTrees) -> None:
        nothing = "neither labels nor edges of gold and system have functions"
        shown = ("gold", "test", "matched", "deleted", "inserted")
        super().__init__((FUNCTION_PART, SAME_PART), shown=shown, absent=nothing)
        self._comparison = comparison
        self._counted: dict[int, Numbers] = {}

    @cached_property
    def _has_functions(self) -> bool:
        separator = self._comparison.settings.function_separator
        gold, systems = self._comparison.gold, self._comparison.systems
        is_historical = self._comparison.preparation.parameters.is_historical
        return has_functions(gold.trees, separator, is_historical) and any(
            has_functions(one.trees, separator, is_historical) for one in systems
        )

    def is_there(self, table: ScoreTable, part: str) -> bool:
        """Where the gold and some system have functions."""
        return self._has_functions

    def _counts(self, table: ScoreTable, system: int) -> Numbers:
        """``[5, rows]``: functions of the gold, of the system, of both; matched nodes, those with the same functions."""
        if system not in self._counted:
            if table.waits(system):
                return np.zeros((5, table.sentences), np.int64)
            from treecompare.comparison.constituents.items import matched_functions

            found = matched_functions(self._comparison, system, table.exist(system, "e.whole"))
            nodes = found.nodes.sentences[: found.matched]
            counted = [found.each.sentences[found.rows(count)] for count in ("gold", "test", "matched")]
            self._counted[system] = np.array(
                [np.bincount(one, minlength=table.sentences) for one in (*counted, nodes, nodes[found.same])], np.int64
            )
        return self._counted[system]

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        gold, test, right, nodes, same = self._counts(table, system)[:, rows]
        return Counts.of(nodes, nodes, same) if part == SAME_PART else Counts.of(gold, test, right)

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        found = table.exist(system, "e.whole", rows)
        return np.zeros_like(found) if table.waits(system) else found

    def options_of(self, table: ScoreTable, key: str) -> tuple[str, ...]:
        """Whether functions are part of the label makes no difference here."""
        return tuple(one for one in table.options if one != "functions:yes")

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        return table.lacking("e.whole", system, sentence) if self._has_functions else self.absent


class ConstituentComparison(PairsOfTrees):
    """Treebanks of constituents that are compared under some settings. Raises UsageError: no systems, or unknown settings;
    ReadError: a parameter or cost file that cannot be read."""

    pattern_kind = "constituents"
    can_be_stacked = True
    item_keys = KEYS
    error_types = TREE_ERROR_TYPES
    error_kinds = TREE_ERROR_KINDS
    error_costs = TREE_ERROR_COSTS
    error_sites = TREE_ERROR_SITES
    dependencies: Comparison | None = None
    """That of the same parses as dependencies, where these are scored, too."""

    def _asking(self, table: ScoreTable) -> ScoreTable:
        table.add(FunctionParts(self))
        return super()._asking(table)

    def count(self, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
        self._moves.count_moves = self._count_moves if self.on_demand else None
        yield from count(self, jobs, cancel)

    def compared_said(self) -> list[str]:
        preparation = self.preparation
        tags = "with part-of-speech tags" if preparation.preterminals else "without part-of-speech tags"
        said = [f"Preparation: {visible(Path(preparation.parameters.name).name)}, {tags}"]
        if (way := self.settings.crossing_branches) in _CROSSING:
            said.append(_CROSSING[way])
        if punctuation := self.left_out_punctuation:
            said.append(f"without punctuation: {visible(punctuation)}")
        if self.dependencies is not None:
            rules = self.dependencies.settings.as_dependencies
            said.append(
                f"dependencies by the head rules {Path(rules).stem}"
                if rules
                else "dependencies from files of their own"
            )
        return said

    def head(self) -> dict[str, Any]:
        return {**super().head(), "params": self.settings.params}

    def drawn(
        self, system: int, sentence: int, wanted: Wanted, telling: Telling, cancel: NDArray[np.int32] | None = None
    ) -> TreesDrawn:
        from treecompare.drawing.trees_drawn import TreesDrawn

        mapping = self.mapping(system, sentence, wanted.mapping, wanted.part, wanted.labelled, cancel)
        if mapping is None:
            reason = self.table.reason(system, sentence)
            if reason and wanted.mapping == "E" and self.mapping(system, sentence, "T") is not None:
                raise UsageError(f"No same-span mapping: {reason}.\nThe tree distance (T) can still be drawn.")
            raise UsageError(f"Sentence {self.number_of(sentence)} cannot be drawn: {reason or 'no trees'}.")
        return TreesDrawn(
            telling=telling, title=self.drawn_title(system, sentence), mapping=mapping,
            left_out=self.left_out(system, sentence), is_whole=wanted.part == "whole", differs=self._differs(system, sentence),
            has_other_words=bool(self.table.aligned[system, sentence]),
        )  # fmt: skip

    def drawing(self, system: int, sentence: int, wanted: Wanted) -> TreesDrawing:
        from treecompare.comparison.constituents.drawing import TreesDrawing
        from treecompare.drawing.edges import shown_edges

        mapping = shown_edges(
            self.checked_mapping(system, sentence, wanted), wanted.edge_labels, wanted.secondary_edges
        )
        name = self.systems[system].name
        return TreesDrawing(
            mapping, wanted, self.sentence_title(system, sentence),
            f"sentence {self.number_of(sentence)} of {self.gold.name}, {name}",
            self.table.sentence_signature(f"{mapping.kind.lower()}.{wanted.part}.dice"),
            {**self.head(), "system": name, "sentence": self.number_of(sentence), "id": self.ids[sentence]},
            self.names(system),
        )  # fmt: skip

    def stacked(self, sentence: int, wanted: Wanted, key: str = "") -> TreesStacked:
        from treecompare.comparison.explain import stack_heads
        from treecompare.drawing.stacked import TreesStacked
        from treecompare.drawing.tree_stacks import gold_nodes

        self.check_sentence(sentence)
        gold = self.gold_tree(sentence) if wanted.part == "whole" else without_tags(self.gold_tree(sentence))
        if not gold.words:
            raise UsageError(f"{self.gold.name}: sentence {self.number_of(sentence)} has no tree to draw")
        mappings = [
            None
            if self.table.statuses[system, sentence] == WAITING
            else self.mapping(system, sentence, wanted.mapping, wanted.part, wanted.labelled)
            for system in range(len(self.systems))
        ]
        drawn = [mapping is not None and gold_nodes(gold, mapping.gold) is not None for mapping in mappings]
        changes = [
            _changes(mapping) if mapping is not None and is_drawn else None
            for mapping, is_drawn in zip(mappings, drawn, strict=True)
        ]
        heads, systems = stack_heads(self, sentence, changes, key)
        number = self.number_of(sentence)
        return TreesStacked(
            f"{self.ids[sentence]}, all systems", heads, wanted, f"sentence {number} of {self.gold.name}, all systems",
            {**self.head(), "sentence": number, "id": self.ids[sentence], "mapping": wanted.mapping}, systems, gold, mappings,
            names=self.names(),
        )  # fmt: skip

    def errors_in(self, system: int, sentence: int) -> int | None:
        found = self._errors_there(system, sentence)
        return None if found is None else len(found)

    def errors_of(self, system: int, sentence: int) -> list[Error]:
        return self._errors_there(system, sentence) or []

    def _errors_there(self, system: int, sentence: int) -> list[Error] | None:
        """Those of one sentence; None where none are looked for. Those that were asked for last are kept."""
        from treecompare.comparison.constituents.errors import errors_of_row

        if (known := self._errors.get(system)) is not None:
            return known.of(sentence) if known.analysed[sentence] else None
        if (found := self._last_errors.get((system, sentence))) is None:
            found = errors_of_row(self, system, sentence)
            if len(self._last_errors) > LAST:
                self._last_errors = {}
            if found is not None:  # else it may only not be counted yet
                self._last_errors[system, sentence] = found
        return found

    def left_out(self, system: int, sentence: int) -> list[tuple[int, str]]:
        """The words of the gold that the preparation leaves out, each with the number of words before it that it keeps.

        Empty where the trees that are compared have other words than the file: pieces of them, or repaired quotes.
        """
        near, row = self.at(system, sentence)
        if near is not self:
            return near.left_out(system, row)
        found: list[tuple[int, str]] = []
        kept: list[str] = []
        for number in self.sentences_of(system, sentence)[0]:
            first = int(self._marked_gold.offsets[number])
            for node in (self._marked_gold[number].word_nodes + first).tolist():
                text = self._marked_gold.symbols[self._marked_gold.labels[node]]
                if self._left_out_words[node]:
                    found.append((len(kept), text))
                else:
                    kept.append(text)
        return found if kept == self.pairs(system).gold[sentence].words else []

    @cached_property
    def _left_out_words(self) -> Mask:
        return deleted_words(self._marked_gold, self.preparation.parameters)

    def word_counts(self) -> Sequence[int]:
        """Also words that the preparation leaves out."""
        if not self.keeps(0):
            return [count for block in self.block_by_block() for count in block.word_counts()]
        counts = self._marked_gold.word_counts - self._marked_gold.totals(self._traces)
        counted: list[int] = self.row_sums(counts).tolist()
        return counted

    @cached_property
    def _traces(self) -> Mask:
        return words_tagged(self._marked_gold, TRACES)

    def words_drawn(self, system: int, row: int, first: int, last: int) -> tuple[list[tuple[str, int]], list[int]]:
        """Words that the preparation leaves out are not drawn as nodes."""
        near, place_there = self.at(system, row)
        if near is not self:
            return near.words_drawn(system, place_there, first, last)
        tree = self.pairs(system).gold[row]
        places = tree.word_nodes.tolist()
        number, place, found = 0, 0, []
        atoms = self._align(system).gold.atoms if self.aligns else None
        kept = self._align(system).gold.kept if self.aligns else ~self._left_out_words[self._gold_words.nodes]
        for sentence in self.sentences_of(system, row)[0]:
            for word in range(*self._gold_words.sentences[sentence : sentence + 2].tolist()):
                number += not self._traces[self._gold_words.nodes[word]]
                size = (max(int(atoms[word]), 1) if atoms is not None else 1) if kept[word] else 0
                if first <= number <= last:
                    found += places[place : place + size]
                place += size
        return ([("gold", node) for node in found], []) if place == len(places) else ([], [])

    def checked_mapping(self, system: int, sentence: int, wanted: Wanted) -> Mapping:
        """The mapping of a sentence. Raises UsageError: there is no such sentence, or it has no mapping of that kind; says why."""
        self.check_sentence(sentence)
        mapping = self.mapping(system, sentence, wanted.mapping, wanted.part, wanted.labelled)
        if mapping is None:
            reason = self.table.reason(system, sentence)
            if not reason:
                near, row = self.at(system, sentence)
                enter_system(near, system)
                if near is not self:
                    self.table.take_reasons(system, near.table, sentence - row)
                reason = self.table.reason(system, sentence)
            name = self.systems[system].name
            raise UsageError(f"{name}: sentence {self.number_of(sentence)} has no {wanted.mapping}-mapping: {reason}")
        return mapping

    def sentences_with(self, system: int, where: str, hits: Hits) -> Mask:
        limits, found = self.limits() if self.in_blocks else [(0, self.sentences)], np.zeros(self.sentences, np.bool_)
        for first, last in limits:
            if (system, first) not in self._labelled:
                hits(np.zeros(0, np.int32), ())  # perhaps nobody waits any more
                self.note_labels(self.counted_block(first, last) if self.in_blocks else self, system, first)
        noted = [self._labelled[system, first] for first, _ in limits]
        numbers = [number for of, number in {key for one in noted for key in one} if of == where]
        wanted = [(where, number) for number in hits(np.array(numbers, np.int32), self.gold.trees.symbols.texts)]
        for (first, last), one in zip(limits, noted, strict=True):
            for bits in (np.frombuffer(decompress(one[key]), np.uint8) for key in wanted if key in one):
                found[first:last] |= np.unpackbits(bits, count=last - first).view(np.bool_)
        return found

    def pattern_trees(self, system: int) -> tuple[Trees, Trees]:
        pairs = self.pairs(system)
        return pairs.gold, pairs.test

    def pattern_sides(self, names: Sequence[str], system: int) -> Sides:
        from treecompare.comparison.sides import tree_sides

        return tree_sides(self, names, system)

    def patterns_look_at(self) -> str:
        from treecompare.comparison.sides import prepared_by

        return prepared_by(self.preparation.parameters)

    def _made_items(self, system: int, what: str, rows: Mask) -> Items:
        from treecompare.comparison.constituents.items import node_items

        return node_items(self, system, cast(Kind, what), rows=rows)

    def _errors_in_blocks(self, system: int) -> Iterator[ErrorList]:
        from treecompare.comparison.constituents.errors import errors_in_blocks

        return errors_in_blocks(self, system)

    def count_on_demand(self, parts: Sequence[str], cancel: Cancel | None = None) -> None:
        """Nodes that moved."""
        for system in range(len(self.systems)) if MOVE_PART in parts else ():
            if (self.table.columns["moved"][system] < 0).any() and not self.table.waits(system):
                self._count_moves(system, cancel)

    @property
    def _moves(self) -> MoveParts:
        return cast(MoveParts, self.table.of(MOVE_PART))

    def _count_moves(self, system: int, cancel: Cancel | None = None) -> None:
        moved = np.concatenate([moved_nodes(one, system) for one in unless_ended(self.counted_by(system), cancel)])
        self.table.columns["moved"][system] = moved

    def not_counted(self, parts: Sequence[str]) -> list[str]:
        waits = MOVE_PART in parts and self._moves.count_moves is None
        return [MOVE_PART] if waits and (self.table.columns["moved"] < 0).any() else []

    def error_words(self, system: int, sentence: int) -> list[str]:
        return self.words_as_written(system, sentence)[0]

    def extra_words(self, system: int, sentence: int, error: Error) -> list[str]:
        from treecompare.drawing.describe import words_of

        if error.words:
            return []
        near, row = self.at(system, sentence)
        tree = near.pairs(system).test[row]
        spans = [words_of(tree, node) for side, node in error.nodes if side == "test"]
        written = self.words_as_written(system, sentence)[1]
        words = written if len(written) == len(tree.words) else tree.words
        return [words[word] for word in sorted(set().union(*spans))]


def _changes(mapping: Mapping) -> str:
    from treecompare.comparison.explain import changes_said

    names = {"deleted": "deleted", "inserted": "inserted", "swapped": "relabelled"}
    return changes_said(*((mapping.counts[key], name, name) for key, name in names.items()))
