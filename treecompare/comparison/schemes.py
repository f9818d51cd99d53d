"""Parsers compared across annotation schemes: TedEval against each gold and against what golds have in common.

A *target* is what parses are compared with: one gold, or the generalisation of several. Each target has a score table of its own,
so that averages, ranks and significance are those of any table. Against one gold a parse is measured by that gold alone; against
a generalisation, what also turns the parse's own gold into the generalisation is forgiven (Tsarfaty et al. 2011, 2012).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.run import Progress
from treecompare.comparison.scheme_files import SchemeFile, SchemeSettings, word_differences
from treecompare.comparison.table import SCORED, SKIPPED, ScoreTable
from treecompare.errors import UsageError
from treecompare.mappings.function_edits import EditTrees, count_function_edits, zero_costs
from treecompare.mappings.functions import FunctionCounts, count_functions
from treecompare.mappings.tedeval_program import count_program, generalise_program
from treecompare.mappings.tokens import align
from treecompare.measures import Counts
from treecompare.measures.words import WordScores, WordSettings
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.trees.generalisation import generalise_all, generalise_wildcards, tl_unify_all
from treecompare.trees.multifunction import MultiFunctionTrees
from treecompare.trees.symbols import Symbols

FIELDS = ("gold", "test", "matched", "deleted", "inserted", "swapped", "forgiven")
TEDEVAL_PARTS = ("tedeval", "tedeval.unlabelled")
TEDEVAL_2011_PARTS = ("tedeval2011", "tedeval2011.unlabelled")
WORD_PARTS = ("las", "uas")
SCHEME_PARTS = (*WORD_PARTS, *TEDEVAL_PARTS, *TEDEVAL_2011_PARTS)

Target = tuple[int, ...]
AnyTreebank = Treebank | DependencyTreebank


class SchemeTable(ScoreTable):
    """The scores of all systems against one target.

    ``parts[part]``: int64 ``[systems, sentences, 7]`` (FIELDS); ``there[part]``: bool ``[systems, sentences]``, where that part is
    defined: attachment scores are so only where gold and system are both dependencies, labelled scores where both have functions.
    """

    def __init__(self, systems: list[str], sentences: int, options: tuple[str, ...], parts: Collection[str]) -> None:
        super().__init__(systems, sentences, options)
        shape = (len(systems), sentences)
        self.parts = {part: np.zeros((*shape, len(FIELDS)), np.int64) for part in SCHEME_PARTS if part in parts}
        self.there = {part: np.zeros(shape, np.bool_) for part in self.parts}

    def has(self, part: str) -> bool:
        """See the base."""
        return part in self.parts

    def part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        """See the base."""
        found = self.parts[part][system, rows] if self.has(part) else np.zeros((self.sentences, len(FIELDS)), np.int64)
        gold, test, matched, deleted, inserted, swapped, _ = np.where(
            self.exist(system, part, rows)[:, None], found, 0
        ).T
        return Counts(
            gold, test, matched, deleted=deleted, inserted=inserted, swapped=swapped, cost=deleted + inserted + swapped
        )

    def exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        """See the base."""
        scored: NDArray[np.bool_] = self.statuses[system, rows] == SCORED
        return scored & self.there[part][system, rows] if self.has(part) else np.zeros(len(scored), np.bool_)

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        """See the base."""
        words = dict.fromkeys(WORD_PARTS, FIELDS[:3])
        shown = {part: words.get(part, FIELDS[:2] + FIELDS[3:6]) for part in self.parts}
        return {part: tuple(name for name in names if name != "forgiven") for part, names in shown.items()}

    def forgiven(self, system: int, part: str) -> NDArray[np.int64]:
        """Operations per sentence that the annotation scheme accounts for."""
        return np.where(self.exist(system, part), self.parts[part][system, :, FIELDS.index("forgiven")], 0)

    def scores(self, system: int, key: str) -> NDArray[np.float64]:
        """See the base. Where there is nothing to compare (only roots), TedEval is 1 (Tsarfaty et al. 2011, footnote 5)."""
        scores = super().scores(system, key)
        if key.startswith("tedeval"):
            scores[np.isnan(scores) & self.exist(system, key)] = 1.0
        return scores

    def enter(self, system: int, part: str, counts: FunctionCounts) -> None:
        """Notes the counts of a system."""
        for place, name in enumerate(FIELDS):
            self.parts[part][system, :, place] = getattr(counts, name)
        self.there[part][system] = True


class SchemeComparison:
    """Golds and systems of several annotation schemes over the same sentences.

    ``golds``, ``systems``: the files; ``native[system]``: the gold whose scheme the system follows. ``targets``: every gold, every
    pair, and all of them. ``tables[target]``: scores, filled by :func:`run_schemes`. ``labels_from``: golds (by number) whose
    nodes also get the labels that another gold has over the same words: TL-unification, with which Tsarfaty et al. 2012, section
    4.1, give the Penn Treebank the functions of Stanford dependencies.

    Raises:
        UsageError: there is no gold or no system, names are not unique, or a native gold is none of the golds.
    """

    kind = "schemes"

    def __init__(
        self,
        golds: Sequence[AnyTreebank],
        systems: Sequence[AnyTreebank],
        native: Sequence[int],
        settings: SchemeSettings | None = None,
        word_settings: WordSettings | None = None,
        parts: Collection[str] = (*WORD_PARTS, *TEDEVAL_PARTS),
        labels_from: Mapping[int, int] | None = None,
    ) -> None:
        if not golds or not systems:
            raise UsageError("nothing to compare; expected at least one gold and one system")
        for what, ones in (("gold", golds), ("system", systems)):
            names = [one.name for one in ones]
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise UsageError(f"two {what}s are called '{twice}'; name them apart with NAME=FILE")
        if len(native) != len(systems) or not all(0 <= one < len(golds) for one in native):
            raise UsageError("every system needs a gold of its own among the golds")
        self.settings = settings or SchemeSettings()
        self.word_settings = word_settings or WordSettings(relations=self.settings.relations)
        symbols = Symbols()
        reference = SchemeFile(golds[0], self.settings, symbols)
        self.sentences = reference.sentences
        self.golds = [reference, *(SchemeFile(one, self.settings, symbols, reference) for one in golds[1:])]
        self.native = list(native)
        self.warnings = [f"{one.name}: {warning}" for one in (*golds, *systems) for warning in one.warnings]
        self.systems = [SchemeFile(one, self.settings, symbols, reference) for one in systems]
        for one in (*self.golds, *self.systems):
            if one.extra:
                self.warnings.append(f"{one.name}: {one.extra} sentences that {reference.name} does not have")
            lifted = one.functions.lifts
            if lifted.any():
                self.warnings.append(
                    f"{one.name}: {int(lifted.sum())} non-projective arcs lifted in {int((lifted > 0).sum())} sentences"
                )
            if not one.has_labels:
                self.warnings.append(f"{one.name}: no grammatical functions; compared without labels only")
        ids = golds[0].ids or [None] * self.sentences
        self.ids = [name or str(number) for number, name in enumerate(ids, 1)]
        everything: list[Target] = [(gold,) for gold in range(len(golds))]
        everything += combinations(range(len(golds)), 2)
        if len(golds) > 2:
            everything.append(tuple(range(len(golds))))
        self.targets = everything
        self.labels_from = dict(labels_from or {})
        program = self.settings.profile != "paper"
        if self.labels_from and program:
            raise UsageError(f"labels of another gold are not for the profile {self.settings.profile}; expected paper")
        self.parts = tuple(part for part in parts if not (program and part in TEDEVAL_2011_PARTS))
        joined = [f"labels:{golds[to].name}={golds[of].name}" for to, of in self.labels_from.items()]
        options = (*self.settings.options, *joined, *self.word_settings.options[:1])
        self.tables = {
            target: SchemeTable([one.name for one in systems], self.sentences, options, self.parts)
            for target in self.targets
        }
        self._differences: dict[tuple[int, int], dict[int, str]] = {}
        self._generalised: dict[Target, MultiFunctionTrees] = {}
        self._unified: dict[int, MultiFunctionTrees] = {}
        for target, table in self.tables.items():
            table.lengths[:] = self.golds[target[0]].functions.trees.word_counts

    # -- what is compared with what ----------------------------------------------------------------------------------

    def target_name(self, target: Target) -> str:
        """``SD``, or ``SD + UD`` for what they have in common."""
        return " + ".join(self.golds[gold].name for gold in target)

    def native_in(self, system: int, target: Target) -> int | None:
        """The gold by which a system's operations are forgiven: its own, or the one target; None where it does not belong."""
        if len(target) == 1:
            return target[0]
        return self.native[system] if self.native[system] in target else None

    def _reasons(self, system: int, target: Target) -> dict[int, str]:
        """Why sentences cannot be compared: trees are missing, or words differ."""
        reasons: dict[int, str] = {}
        first = self.golds[target[0]]
        for gold in target[1:]:
            reasons |= self._differing(first, self.golds[gold])
        for gold in target:
            if gold in self.labels_from:
                reasons |= self._differing(self.golds[gold], self.golds[self.labels_from[gold]])
        reasons |= self._differing(first, self.systems[system])
        parse = self.systems[system]
        reasons |= {sentence: f"the parse {_what(why)}" for sentence, why in parse.reasons.items()}
        for gold in reversed(target):
            name = self.golds[gold].name
            of_gold = self.golds[gold].reasons.items()
            reasons |= {sentence: f"the gold {name} {_what(why)}" for sentence, why in of_gold}
        return reasons

    def _differing(self, one: SchemeFile, other: SchemeFile) -> dict[int, str]:
        key = id(one), id(other)
        if key not in self._differences:
            self._differences[key] = word_differences(one, other)
        return self._differences[key]

    # -- scoring -----------------------------------------------------------------------------------------------------

    def score_target(self, target: Target) -> Iterator[int]:
        """Scores all systems against a target; yields each system."""
        table = self.tables[target]
        counters = [self._count_2012, self._count_2011]
        for system in range(len(self.systems)):
            if self.native_in(system, target) is None:
                table.statuses[system] = SKIPPED
                continue
            reasons = self._reasons(system, target)
            table.statuses[system] = SCORED
            table.statuses[system, list(reasons)] = SKIPPED
            for sentence, reason in sorted(reasons.items()):
                table.set_reason(system, sentence, reason)
        for counter in counters:
            counter(target, table)
        for system in range(len(self.systems)):
            self._count_words(system, target, table)
            yield system

    def _count_2012(self, target: Target, table: SchemeTable) -> None:
        golds = [self.golds[gold] for gold in target]
        for part in TEDEVAL_PARTS:
            if not table.has(part) or not self._comparable(golds, part):
                continue
            labelled = not part.endswith(".unlabelled")
            for system, parse in enumerate(self.systems):
                native = self.native_in(system, target)
                if native is None or not self._comparable([parse], part):
                    continue
                own = self.golds[native]
                if self.settings.profile == "paper":
                    trees = parse.multifunction, self.gold_trees(native), self.generalised(target)
                    rows = [one.constraints if labelled else one.nodes for one in trees]
                    counts = count_functions(rows[0], rows[1], rows[2], self.sentences)
                else:
                    common = own.program if len(target) == 1 else generalise_program([one.program for one in golds])
                    counts = count_program(parse.program, own.program, common, labelled)
                table.enter(system, part, counts)

    def _count_2011(self, target: Target, table: SchemeTable) -> None:
        golds = [self.golds[gold] for gold in target]
        for part in TEDEVAL_2011_PARTS:
            if not table.has(part) or not self._comparable(golds, part):
                continue
            labelled = not part.endswith(".unlabelled")
            common = golds[0].collapsed if len(golds) == 1 else generalise_wildcards([one.collapsed for one in golds])
            generalisation = EditTrees.of(common.trees, labelled)
            costs = zero_costs(self.settings.zero_cost, self.golds[0].symbols) if labelled else None
            for system, parse in enumerate(self.systems):
                native = self.native_in(system, target)
                if native is None or not self._comparable([parse], part):
                    continue
                trees, own = parse.edit_trees(labelled), self.golds[native].edit_trees(labelled)
                table.enter(system, part, count_function_edits(trees, own, generalisation, costs))
                there = [one.trees.word_counts > 0 for one in (trees, own, generalisation)]
                table.there[part][system] = np.logical_and.reduce(there)

    def _comparable(self, files: Sequence[SchemeFile], part: str) -> bool:
        labelled = [self.golds[self.labels_from[gold]] for gold in self.labels_from if self.golds[gold] in files]
        plain = [one for one in files if all(one is not self.golds[gold] for gold in self.labels_from)]
        return part.endswith(".unlabelled") or all(one.has_labels for one in (*labelled, *plain))

    def _count_words(self, system: int, target: Target, table: SchemeTable) -> None:
        gold, parse = self.golds[target[0]].treebank, self.systems[system].treebank
        if len(target) > 1 or not isinstance(gold, DependencyTreebank) or not isinstance(parse, DependencyTreebank):
            return
        alignment = align(gold.sentences, parse.sentences)
        scores = WordScores(gold.sentences, parse.sentences, alignment, self.word_settings)
        order = self.golds[target[0]].order
        order = np.arange(self.sentences) if order is None else order
        for part in WORD_PARTS:
            if table.has(part):
                counts = scores.part(part)
                for place, name in enumerate(FIELDS[:3]):
                    table.parts[part][system, :, place] = np.asarray(getattr(counts, name))[order]
                table.there[part][system] = alignment.aligned[order] & (order >= 0)

    def gold_trees(self, gold: int) -> MultiFunctionTrees:
        """The multi-function trees of a gold, with the labels of another one where that is asked for."""
        own = self.golds[gold].multifunction
        if gold not in self.labels_from:
            return own
        if gold not in self._unified:
            self._unified[gold] = tl_unify_all(own, self.golds[self.labels_from[gold]].multifunction)
        return self._unified[gold]

    def generalised(self, target: Target) -> MultiFunctionTrees:
        """What the golds of a target have in common, over sentences on which their words agree."""
        if len(target) == 1:
            return self.gold_trees(target[0])
        if target not in self._generalised:
            self._generalised[target] = generalise_all([self.gold_trees(gold) for gold in target])
        return self._generalised[target]


def _what(why: str) -> str:
    if why == "the tree has no words":
        return "has no words"
    return why if why.startswith(("is ", "cannot ")) else f"has no function tree, {why}"


def run_schemes(comparison: SchemeComparison) -> Iterator[Progress]:
    """Scores target by target."""
    total = comparison.sentences * len(comparison.systems) * len(comparison.targets)
    done = 0
    for target in comparison.targets:
        for system in comparison.score_target(target):
            done += comparison.sentences
            yield Progress(done, total, system, 0, comparison.sentences)


def score_schemes(comparison: SchemeComparison) -> SchemeComparison:
    """Scores everything."""
    for _ in run_schemes(comparison):
        pass
    return comparison
