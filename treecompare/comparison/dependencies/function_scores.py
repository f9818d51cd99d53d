"""TedEval of ordinary dependency comparisons: one gold, so no scheme differences; counted only when someone asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.schemes.files import SchemeFile, SchemeSettings, what_is_wrong, word_differences
from treecompare.comparison.schemes.targets import FIELDS
from treecompare.errors import Cancel, counted, unless_ended
from treecompare.mappings.function_edits import (
    ADD,
    DELETE,
    EditTrees,
    FunctionCounts,
    count_function_edits,
    count_functions,
    edited_spans,
    operations,
)
from treecompare.measures import Counts
from treecompare.measures.tedeval import SCHEME_PARTS, TEDEVAL_2011_PARTS, WORD_PARTS
from treecompare.readers import DependencyTreebank
from treecompare.scores.table import SCORED, Mask, Part, ScoreTable
from treecompare.trees.columns import blocks
from treecompare.trees.functions import HEAD, MultiFunctionTree, Span
from treecompare.trees.symbols import Symbols

FUNCTION_PARTS = tuple(part for part in SCHEME_PARTS if part not in WORD_PARTS)


@dataclass(frozen=True, eq=False)
class _Side:
    """A system's file in the gold's order, and why sentences cannot be compared."""

    file: SchemeFile
    reasons: dict[int, str]


class FunctionScores(Part):
    """Function trees of a gold and its systems, and what TedEval counts of them.

    ``relations``, ``nonprojective`` as in :class:`SchemeSettings`. ``warnings`` grows as systems are counted: arcs that
    were lifted, sentences that have no score although their words could be aligned. ``on_demand``: whether asking for counts
    counts them; else what nobody has counted yet is undefined (a window counts in the background).
    """

    def __init__(
        self,
        gold: DependencyTreebank,
        systems: Sequence[DependencyTreebank],
        settings: SchemeSettings,
        on_demand: bool = True,
    ) -> None:
        super().__init__(FUNCTION_PARTS, shown=("gold", "test", "deleted", "inserted", "swapped"))
        self.warnings: list[str] = []
        self.on_demand = on_demand
        self._treebank, self._systems = gold, systems
        self._settings = settings
        self._symbols = Symbols()
        self._order: dict[int, NDArray[np.int64]] = {}
        self._scored: dict[int, NDArray[np.bool_]] = {}
        self._gold: SchemeFile | None = None
        self._sides: dict[int, _Side] = {}
        self._counted: dict[tuple[int, str], tuple[NDArray[np.int64], NDArray[np.bool_]]] = {}
        self._lock = Lock()

    def pair(self, system: int, partner: NDArray[np.int64], scored: NDArray[np.bool_]) -> None:
        """Says which sentence of a system stands for each gold sentence (-1: none), and which are to be scored."""
        self._order[system], self._scored[system] = partner, scored

    def is_counted(self, part: str) -> bool:
        """Whether that part is known of all systems: someone has asked for it."""
        return bool(self._order) and all((system, part) in self._counted for system in self._order)

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        """What TedEval counts; where there is no parse, all of the gold is missing."""
        counted, sizes = self.known(system, part)[0][rows], FIELDS.index("gold")
        missing = np.where([name in ("gold", "inserted") for name in FIELDS], counted[:, [sizes]], 0)
        columns = np.where(table.zeroed[system, rows, None], missing, counted)
        return Counts.of(**dict(zip(FIELDS, columns.T, strict=True)))

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        scored: Mask = (table.statuses[system, rows] == SCORED) & self.known(system, part)[1][rows]
        return scored | table.zeroed[system, rows]

    def options_of(self, table: ScoreTable, key: str) -> tuple[str, ...]:
        """As comparisons across schemes write them."""
        others = (option for option in table.options if not option.startswith(("relations:", "punctuation:")))
        return (*self._settings.options, *others)

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        return self.reason(system, sentence)

    def shown_counts(self, table: ScoreTable) -> dict[str, tuple[str, ...]]:
        return {part: self.shown for part in self.keys if self.is_counted(part)}

    def known(self, system: int, part: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """int64 ``[sentences, 7]`` (FIELDS), and where both sides have a function tree over the same words. The sizes of gold
        trees are given wherever there is one.
        """
        is_known = (system, part) in self._counted
        if system not in self._order or not (is_known or self.on_demand):  # not scored yet
            sentences = len(self._treebank.sentences)
            return np.zeros((sentences, len(FIELDS)), np.int64), np.zeros(sentences, np.bool_)
        return self.count(system, part)

    def count(
        self, system: int, part: str, cancel: Cancel | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The same, counted now if need be. The system must be scored. Raises Cancelled: it was ended by ``cancel``."""
        if (system, part) not in self._counted:  # who asks for what is known does not wait for what is being counted
            with self._lock:
                if (system, part) not in self._counted:
                    self._counted[system, part] = self._count(system, part, cancel)
        return self._counted[system, part]

    def reason(self, system: int, sentence: int) -> str:
        """Why a sentence that is scored has no score here; empty where it has one."""
        if system not in self._sides and not self.on_demand:
            return "not counted yet"
        if system not in self._sides:
            with self._lock:
                self._side(system)
        return self._sides[system].reasons.get(sentence, "")

    def words(self, system: int, sentence: int, part: str, count: str) -> tuple[list[int], list[int]]:
        """The words (from 0, within the sentence) whose nodes a count stands for, of the gold and of the parse.

        A node stands for its head word. ``deleted``: nodes of the parse; ``inserted``: of the gold; ``swapped``: of both.
        """
        with self._lock:
            side = self._side(system)
            if sentence in side.reasons:
                return [], []
            files = self._gold_file(), side.file
        spans = self._spans(files, sentence, part, count)
        heads = [head_words(file.multifunction[sentence]) for file in files]
        gold, parse = ([head[span] for span in found if span in head] for head, found in zip(heads, spans, strict=True))
        return sorted(set(gold)), sorted(set(parse))

    def _spans(self, files: tuple[SchemeFile, SchemeFile], sentence: int, part: str, count: str) -> list[list[Span]]:
        gold, parse = files
        labelled = not part.endswith(".unlabelled")
        if part in TEDEVAL_2011_PARTS:
            found = edited_spans(parse.edit_trees(labelled), gold.edit_trees(labelled), sentence)
            return [found[f"gold.{count}"], found[f"test.{count}"]]
        trees = gold.multifunction[sentence], parse.multifunction[sentence]
        everything = [[(start, end) for start, end, _ in tree.constraints()] for tree in trees]
        if not labelled:
            everything = [list(tree.spans()) for tree in trees]
        done = operations(trees[1], trees[0], trees[0], labelled)
        of_kind = {kind: [(one.start, one.end) for one in done if one.kind == kind] for kind in (DELETE, ADD)}
        return {
            "gold": [everything[0], []], "test": [[], everything[1]], "deleted": [[], of_kind[DELETE]],
            "inserted": [of_kind[ADD], []],
        }.get(count, [[], []])  # fmt: skip

    def _count(self, system: int, part: str, cancel: Cancel | None) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        side = self._side(system, cancel)
        gold, labelled = self._gold_file(), not part.endswith(".unlabelled")
        count = _count_edits if part in TEDEVAL_2011_PARTS else _count_pairs
        limits = blocks(gold.functions.trees.word_counts)
        form = "collapsed" if part in TEDEVAL_2011_PARTS else "multifunction"
        for file in (gold, side.file):
            for _ in unless_ended(file.making(form), cancel):
                pass
        counts = np.concatenate([count(gold, side.file, labelled, *one) for one in unless_ended(limits, cancel)])
        there = (gold.functions.trees.word_counts > 0) & (side.file.functions.trees.word_counts > 0)
        there[list(side.reasons)] = False
        return counts, there

    def _gold_file(self, cancel: Cancel | None = None) -> SchemeFile:
        if self._gold is None:
            made = SchemeFile(self._treebank, self._settings, self._symbols)
            for _ in unless_ended(made.making("own"), cancel):
                pass
            self._gold = made
            self._tell_lifted(self._gold)
        return self._gold

    def _side(self, system: int, cancel: Cancel | None = None) -> _Side:
        if system not in self._sides:
            gold, order = self._gold_file(cancel), self._order[system]
            parse = SchemeFile(self._systems[system], self._settings, self._symbols, gold, order)
            for _ in unless_ended(parse.making("own"), cancel):
                pass
            reasons = word_differences(gold, parse)
            reasons |= {sentence: f"the parse {what_is_wrong(why)}" for sentence, why in parse.reasons.items()}
            reasons |= {sentence: f"the gold {what_is_wrong(why)}" for sentence, why in gold.reasons.items()}
            self._tell_lifted(parse)
            told = Counter(why.split(":")[0] for place, why in reasons.items() if self._scored[system][place])
            for why, number in told.most_common():
                self.warnings.append(f"{parse.name}: {counted(number, 'sentence')} without TedEval: {why}")
            self._sides[system] = _Side(parse, reasons)
        return self._sides[system]

    def _tell_lifted(self, file: SchemeFile) -> None:
        if lifted := file.lifted():
            self.warnings.append(f"{file.name}: for TedEval {lifted}")


def _count_edits(gold: SchemeFile, parse: SchemeFile, labelled: bool, first: int, last: int) -> NDArray[np.int64]:
    """The counts of the sentences ``first:last`` (FIELDS) by tree distance."""
    test, own = (EditTrees.of(one.collapsed.trees.part(first, last), labelled) for one in (parse, gold))
    return _in_columns(count_function_edits(test, own, own), own.node_counts)


def _count_pairs(gold: SchemeFile, parse: SchemeFile, labelled: bool, first: int, last: int) -> NDArray[np.int64]:
    """The same by what stands over the same words in both trees."""
    trees = [one.multifunction.part(first, last) for one in (parse, gold)]
    test, own = (one.constraints if labelled else one.nodes for one in trees)
    found = count_functions(test, own, own, last - first)
    return _in_columns(found, found.gold)


def _in_columns(found: FunctionCounts, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """``sizes``: of the gold's trees."""
    counts = np.stack([getattr(found, name) for name in FIELDS], axis=1)
    counts[:, FIELDS.index("gold")] = sizes
    return counts


def head_words(tree: MultiFunctionTree) -> dict[Span, int]:
    """The head word of every node of a function tree that dependencies make."""
    found = {(start, end): start for start, end in tree.nodes if end - start == 1}
    heads = [start for (start, end), labels in tree.nodes.items() if end - start == 1 and HEAD in labels]
    for start, end in tree.nodes:
        below = [one for one in tree.nodes if start <= one[0] and one[1] <= end and 1 < one[1] - one[0] < end - start]
        for word in heads:
            if start <= word < end and not any(first <= word < last for first, last in below):
                found[start, end] = word
    return found
