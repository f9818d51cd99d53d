"""TedEval of ordinary dependency comparisons: one gold, so no scheme differences; counted only when someone asks for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.schemes.files import (
    SchemeFile,
    SchemeSettings,
    lifted_said,
    what_is_wrong,
    word_differences,
)
from treecompare.comparison.schemes.targets import FIELDS
from treecompare.errors import Cancel, counted, unless_ended
from treecompare.mappings.function_edits import (
    ADD,
    DELETE,
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
from treecompare.trees.columns import blocks, on_all_cores
from treecompare.trees.functions import HEAD, MultiFunctionTree, Span
from treecompare.trees.symbols import Symbols

FUNCTION_PARTS = tuple(part for part in SCHEME_PARTS if part not in WORD_PARTS)
AT_ONCE = 20_000
"""Words of a block: fewer than those of which a file makes a form at once."""


class _Block(NamedTuple):
    """Some sentences: the counts of each part, where there are any, why not, and the arcs lifted in gold and parse."""

    counts: list[NDArray[np.int64]]
    there: NDArray[np.bool_]
    reasons: dict[int, str]
    lifts: tuple[NDArray[np.int64], NDArray[np.int64]]

    @classmethod
    def of(cls, files: tuple[SchemeFile, SchemeFile], parts: Sequence[str]) -> _Block:
        """Both files have these sentences only."""
        gold, parse = (one.functions for one in files)
        there, reasons = (gold.trees.word_counts > 0) & (parse.trees.word_counts > 0), _reasons(*files)
        there[list(reasons)] = False
        counts = []
        for part in parts:
            count = _count_edits if part in TEDEVAL_2011_PARTS else _count_pairs
            counts.append(count(*files, not part.endswith(".unlabelled")))
        return cls(counts, there, reasons, (gold.lifts, parse.lifts))


class FunctionScores(Part):
    """Function trees of a gold and its systems, and what TedEval counts of them.

    ``relations``, ``nonprojective`` as in :class:`SchemeSettings`. ``warnings`` grows as systems are counted: arcs that
    were lifted, sentences that have no score although their words could be aligned. ``on_demand``: whether asking for counts
    counts them; else what nobody has counted yet is undefined (a window counts in the background). Trees are made block by block,
    and let go.
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
        self._order: dict[int, NDArray[np.int64]] = {}
        self._scored: dict[int, NDArray[np.bool_]] = {}
        self._reasons: dict[int, dict[int, str]] = {}
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
            self.count_all([part], [system], cancel)
        return self._counted[system, part]

    def count_all(self, parts: Sequence[str], systems: Iterable[int], cancel: Cancel | None = None) -> None:
        """Counts parts of some systems that are scored, as far as that is not done. Raises Cancelled: as :meth:`count`."""
        for system in systems:
            with self._lock:
                if wanted := [one for one in parts if (system, one) not in self._counted]:
                    self._count(system, wanted, cancel)

    def reason(self, system: int, sentence: int) -> str:
        """Why a sentence that is scored has no score here; empty where it has one."""
        if system not in self._reasons and not self.on_demand:
            return "not counted yet"
        if system not in self._reasons:
            return _reasons(*self._files(system, sentence, sentence + 1, Symbols())).get(0, "")
        return self._reasons[system].get(sentence, "")

    def words(self, system: int, sentence: int, part: str, count: str) -> tuple[list[int], list[int]]:
        """The words (from 0, within the sentence) whose nodes a count stands for, of the gold and of the parse.

        A node stands for its head word. ``deleted``: nodes of the parse; ``inserted``: of the gold; ``swapped``: of both.
        """
        files = self._files(system, sentence, sentence + 1, Symbols())
        if _reasons(*files):
            return [], []
        spans = self._spans(files, part, count)
        heads = [head_words(file.multifunction[0]) for file in files]
        gold, parse = ([head[span] for span in found if span in head] for head, found in zip(heads, spans, strict=True))
        return sorted(set(gold)), sorted(set(parse))

    def _spans(self, files: tuple[SchemeFile, SchemeFile], part: str, count: str) -> list[list[Span]]:
        gold, parse = files
        labelled = not part.endswith(".unlabelled")
        if part in TEDEVAL_2011_PARTS:
            found = edited_spans(parse.edit_trees(labelled), gold.edit_trees(labelled), 0)
            return [found[f"gold.{count}"], found[f"test.{count}"]]
        trees = gold.multifunction[0], parse.multifunction[0]
        everything = [[(start, end) for start, end, _ in tree.constraints()] for tree in trees]
        if not labelled:
            everything = [list(tree.spans()) for tree in trees]
        done = operations(trees[1], trees[0], trees[0], labelled)
        of_kind = {kind: [(one.start, one.end) for one in done if one.kind == kind] for kind in (DELETE, ADD)}
        return {
            "gold": [everything[0], []], "test": [[], everything[1]], "deleted": [[], of_kind[DELETE]],
            "inserted": [of_kind[ADD], []],
        }.get(count, [[], []])  # fmt: skip

    def _files(self, system: int, first: int, last: int, symbols: Symbols) -> tuple[SchemeFile, SchemeFile]:
        gold = SchemeFile(self._treebank.chosen(np.arange(first, last)), self._settings, symbols)
        partners = self._order[system][first:last]
        there = partners >= 0
        parse = self._systems[system].chosen(partners[there])
        return gold, SchemeFile(parse, self._settings, symbols, gold, np.where(there, np.cumsum(there) - 1, -1))

    def _count(self, system: int, parts: Sequence[str], cancel: Cancel | None) -> None:
        tables: list[Symbols] = []  # one for each thread

        def block(limits: tuple[int, int]) -> _Block:
            symbols = tables.pop() if tables else Symbols()
            found = _Block.of(self._files(system, *limits, symbols), parts)
            tables.append(symbols)
            return found

        limits = blocks(self._treebank.lengths, AT_ONCE)
        found = list(unless_ended(on_all_cores(block, limits), cancel))
        there = np.concatenate([one.there for one in found])
        for place, part in enumerate(parts):
            self._counted[system, part] = np.concatenate([one.counts[place] for one in found]), there
        if system in self._reasons:
            return
        lifts = [np.concatenate(one) for one in zip(*(one.lifts for one in found), strict=True)]
        self._tell_lifted(self._treebank.name, lifts[0])
        name, scored = self._systems[system].name, self._scored[system]
        self._tell_lifted(name, lifts[1])
        firsts = (first for first, _ in limits)
        reasons = {
            first + place: why for first, one in zip(firsts, found, strict=True) for place, why in one.reasons.items()
        }
        told = Counter(why.split(":")[0] for place, why in reasons.items() if scored[place])
        for why, number in told.most_common():
            self.warnings.append(f"{name}: {counted(number, 'sentence')} without TedEval: {why}")
        self._reasons[system] = reasons

    def _tell_lifted(self, name: str, lifts: NDArray[np.int64]) -> None:
        said = f"{name}: for TedEval {lifted_said(lifts)}"
        if lifts.any() and said not in self.warnings:
            self.warnings.append(said)


def _reasons(gold: SchemeFile, parse: SchemeFile) -> dict[int, str]:
    reasons = word_differences(gold, parse)
    reasons |= {sentence: f"the parse {what_is_wrong(why)}" for sentence, why in parse.reasons.items()}
    return reasons | {sentence: f"the gold {what_is_wrong(why)}" for sentence, why in gold.reasons.items()}


def _count_edits(gold: SchemeFile, parse: SchemeFile, labelled: bool) -> NDArray[np.int64]:
    test, own = (one.edit_trees(labelled) for one in (parse, gold))
    return _in_columns(count_function_edits(test, own, own), own.node_counts)


def _count_pairs(gold: SchemeFile, parse: SchemeFile, labelled: bool) -> NDArray[np.int64]:
    trees = parse.multifunction, gold.multifunction
    test, own = (one.constraints if labelled else one.nodes for one in trees)
    found = count_functions(test, own, own, len(trees[1]))
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
