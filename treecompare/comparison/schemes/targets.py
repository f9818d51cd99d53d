"""What parses are compared with across annotation schemes, and what is counted of them.

A *target* is one gold, or the generalisation of several, with a score table of its own. Against one gold a parse is measured by
that gold alone; against a generalisation, what also turns the parse's own gold into the generalisation is not counted (Tsarfaty
et al. 2011, 2012).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import AnyTreebank, Cancel, Comparison, Progress
from treecompare.comparison.schemes.files import (
    SchemeFile,
    SchemeSettings,
    plain_forms,
    what_is_wrong,
    word_differences,
)
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError, counted
from treecompare.mappings.function_edits import (
    EditTrees,
    Script,
    count_functions,
    count_in_blocks,
    native_scripts,
    zero_costs,
)
from treecompare.mappings.sentence_pairing import elsewhere_said
from treecompare.mappings.tedeval_program import count_program, generalise_program
from treecompare.mappings.tokens import align
from treecompare.measures.tedeval import TEDEVAL_2011_PARTS, TEDEVAL_PARTS, WORD_PARTS
from treecompare.measures.words import WordScores, WordSettings
from treecompare.readers import DependencyTreebank
from treecompare.scores.table import SKIPPED, Part, ScoreTable
from treecompare.trees.columns import blocks, collected
from treecompare.trees.functions import MultiFunctionTrees
from treecompare.trees.generalisation import generalise_all, generalise_wildcards, tl_unify_all
from treecompare.trees.symbols import Symbols

FIELDS = ("gold", "test", "matched", "deleted", "inserted", "swapped", "forgiven")


def scheme_table(
    systems: Sequence[str], sentences: int, options: tuple[str, ...], parts: Collection[str]
) -> ScoreTable:
    """An empty table for all systems against one target, in which these parts are counted.

    A part is defined where counts were entered: attachment scores only where gold and system are both dependencies, labelled scores
    where both have functions.
    """
    table = ScoreTable([*systems], sentences, options, changes=(*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS))
    words = "attachment scores compare dependencies with one gold of dependencies"
    table.add(Part([part for part in WORD_PARTS if part in parts], FIELDS[:3], FIELDS[:3], words))
    trees = [part for part in (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS, "segeval") if part in parts]
    functions = "some gold or the system has no grammatical functions, so labels cannot be compared"
    table.add(Part(trees, FIELDS, FIELDS[:2] + FIELDS[3:], functions))
    return table


CLEARLY = 0.1
"""So much better another gold has to fit before it is told."""


def labels_of(treebank: AnyTreebank) -> Counter[str]:
    """How often each relation (without its subtype), or each label of constituents (without functions), occurs."""
    found: Counter[str] = Counter()
    for number, count in zip(*(one.tolist() for one in np.unique(treebank.labels, return_counts=True)), strict=True):
        found[treebank.bare(treebank.symbols[number])] += count
    return found


def fits(system: AnyTreebank, golds: Sequence[AnyTreebank]) -> list[float]:
    """Per gold, how far a system's labels are distributed alike, from 0 to 1: the sum of the smaller share of each label.

    0 where one holds constituents and the other dependencies.
    """
    labels = labels_of(system)
    total = max(labels.total(), 1)
    shares = []
    for gold in golds:
        others = labels_of(gold) if gold.kind == system.kind else Counter[str]()
        all_others = max(others.total(), 1)
        shares.append(sum(min(count / total, others[label] / all_others) for label, count in labels.items()))
    return shares


def wrong_gold(system: AnyTreebank, golds: Sequence[AnyTreebank], own: int) -> str:
    """What there is to say of a system that another gold fits clearly better than its own; empty if none does."""
    shares = fits(system, golds)
    best = shares.index(max(shares))
    if shares[best] - shares[own] < CLEARLY:
        return ""
    return (
        f"is compared as annotated like {golds[own].name}, but its labels fit the gold {golds[best].name} better: they are "
        f"distributed alike by {100 * shares[best]:.0f} %, as those of {golds[own].name} by {100 * shares[own]:.0f} %"
    )


Target = tuple[int, ...]
"""Golds, by their numbers."""


class ScoredTargets(Comparison):
    """Golds and systems of several annotation schemes over the same sentences.

    ``golds``, ``systems``: the files; ``native[system]``: the gold whose scheme the system follows. ``targets``: every gold, every
    pair, and all of them. ``tables[target]``: scores, filled as the run goes on; ``table``: those of ``target``, at first
    what all golds have in common. ``gold``: the first one, whose sentences all are. ``labels_from``: golds (by number) whose
    nodes also get the labels that another gold has over the same words: TL-unification, with which Tsarfaty et al. 2012, section
    4.1, give the Penn Treebank the functions of Stanford dependencies. ``system_labels``: the same of systems (by number), each
    from another file of the same parses. ``dependencies``: systems (by number) whose parses a file has as dependencies: what
    :mod:`treecompare.analyses.frameworks` takes their attachment scores of.

    Raises UsageError: there is no gold or no system, a gold has no sentences, names are not unique, a native gold is none of the
    golds, or sentences without a parse are to count as zero.
    """

    kind = "schemes"

    def __init__(
        self,
        golds: Sequence[AnyTreebank],
        systems: Sequence[AnyTreebank],
        native: Sequence[int],
        scheme_settings: SchemeSettings | None = None,
        settings: Settings | None = None,
        parts: Collection[str] = (*WORD_PARTS, *TEDEVAL_PARTS),
        labels_from: Mapping[int, int] | None = None,
        system_labels: Mapping[int, AnyTreebank] | None = None,
        dependencies: Mapping[int, DependencyTreebank] | None = None,
    ) -> None:
        if not golds or not systems:
            raise UsageError("nothing to compare; expected at least one gold and one system")
        for what, ones in (("gold", golds), ("system", systems)):
            names = [one.name for one in ones]
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise UsageError(f"two {what}s are called '{twice}'; name them apart with NAME=FILE")
        for one in golds:
            if not one.count:
                raise UsageError(f"{one.path}: a gold without sentences; expected those that the other files have")
        if len(native) != len(systems) or not all(0 <= one < len(golds) for one in native):
            raise UsageError("every system needs a gold of its own among the golds")
        self.scheme_settings = scheme_settings or SchemeSettings()
        super().__init__(settings or Settings(params="none", relations=self.scheme_settings.relations))
        if self.settings.missing != "skip":
            raise UsageError(
                "missing parses as zero are not for comparisons across schemes; expected them to be skipped"
            )
        self.word_settings = WordSettings(self.settings.punctuation, self.settings.relations)
        self.gold = golds[0]
        self.sentences = self.gold.count
        self.native = list(native)
        self._given = [*golds, *systems]
        self._number_of_golds = len(golds)
        symbols = Symbols()
        first = SchemeFile(golds[0], self.scheme_settings, symbols)
        others = [SchemeFile(one, self.scheme_settings, symbols, first) for one in self._given[1:]]
        self._files = [first, *others]
        self.system_labels = {
            system: SchemeFile(one, self.scheme_settings, symbols, first)
            for system, one in (system_labels or {}).items()
        }
        self.dependencies = dict(dependencies or {})
        self.ids = self.gold.sentence_names
        everything: list[Target] = [(gold,) for gold in range(len(golds))]
        everything += combinations(range(len(golds)), 2)
        if len(golds) > 2:
            everything.append(tuple(range(len(golds))))
        self.targets = everything
        self.labels_from = dict(labels_from or {})
        program = self.scheme_settings.profile != "paper"
        if (self.labels_from or self.system_labels) and program:
            raise UsageError(
                f"labels of another file are not for the profile {self.scheme_settings.profile}; expected paper"
            )
        self.parts = tuple(part for part in parts if not (program and part in TEDEVAL_2011_PARTS))
        self._target = everything[-1]
        self._differences: dict[tuple[int, int], dict[int, str]] = {}
        self._generalised: dict[Target, MultiFunctionTrees] = {}
        self._unified: dict[int, MultiFunctionTrees] = {}
        self._unified_systems: dict[int, MultiFunctionTrees] = {}

    # -- the files -----------------------------------------------------------------------------------------------------

    @property
    def golds(self) -> list[SchemeFile]:
        """The golds as they are compared."""
        return self._files[: self._number_of_golds]

    @property
    def systems(self) -> list[SchemeFile]:  # type: ignore[override]
        """The systems as they are compared."""
        return self._files[self._number_of_golds :]

    @cached_property
    def tables(self) -> dict[Target, ScoreTable]:
        """The scores against each target."""
        golds, systems = self.golds, self.systems
        joined = [f"labels:{golds[to].name}={golds[of].name}" for to, of in self.labels_from.items()]
        joined += [f"labels:{systems[system].name}={one.name}" for system, one in self.system_labels.items()]
        options = [*self.scheme_settings.options, *joined, *self.word_settings.options[:1]]
        options += self.settings.signed_by(self.kind)
        names = [one.name for one in systems]
        tables = {target: scheme_table(names, self.sentences, tuple(options), self.parts) for target in self.targets}
        for table in tables.values():
            table.lengths[:] = golds[0].lengths
            table.remark_on_sentences = self._beyond()
            self._asking(table).beside = [one for one in tables.values() if one is not table]
        return tables

    def _beyond(self) -> str:
        """What is said beside all figures where the first gold has fewer sentences than other files."""
        beyond = [one for one in self._files if one.extra]
        if not beyond:
            return ""
        most = max(beyond, key=lambda one: one.extra)
        others = (
            f"{most.name} has {most.extra:,} more"
            if len(beyond) == 1
            else f"other files have up to {most.extra:,} more"
        )
        own = f"{self.sentences:,} sentence{'s' * (self.sentences != 1)}"
        return f"The gold {self.golds[0].name} has {own}; {others}, not compared."

    @cached_property
    def warnings(self) -> list[str]:
        told = [f"{one.name}: {warning}" for one in self._given for warning in one.warnings]
        files, reference = (*self.golds, *self.systems, *self.system_labels.values()), self.golds[0]
        relabelled = {id(self._files[gold]) for gold in self.labels_from}
        relabelled |= {id(self.systems[system]) for system in self.system_labels}
        for one in files:
            if one.extra:
                told.append(f"{one.name}: {counted(one.extra, 'sentence')} that {reference.name} does not have")
            told += elsewhere_said(one.ways, one.name)
            if moved := one.reordered:
                whose = "1 sentence stands" if moved == 1 else f"{moved:,} sentences stand"
                told.append(
                    f"{one.name}: {whose} in another place than in {reference.name}, and cannot be compared with it"
                )
            if several := one.several_roots:
                whose = "1 sentence has" if several == 1 else f"{several:,} sentences have"
                told.append(f"{one.name}: {whose} several roots, which stand under one node")
            if lifted := one.lifted():
                told.append(f"{one.name}: {lifted}")
            if raised := one.raised():
                told.append(f"{one.name}: {raised}")
            if not one.has_labels and id(one) not in relabelled:
                told.append(f"{one.name}: no grammatical functions; compared without labels only")
        golds = self._given[: self._number_of_golds]
        for system, own in zip(self._given[self._number_of_golds :], self.native, strict=True):
            if len(golds) > 1 and (wrong := wrong_gold(system, golds, own)):
                told.append(f"{system.name} {wrong}")
        return list(dict.fromkeys(told))

    def prepare(self, cancel: Cancel | None = None) -> Iterator[Progress]:
        """File by file, block by block."""
        for one in (*self._files, *self.system_labels.values()):
            for _ in one.making("own"):
                yield self._progress(0)
            if "reasons" not in one.__dict__:
                _ = one.reasons  # pairs the sentences
                yield self._progress(0)
        for _ in self._asked_first("warnings", "tables"):
            yield self._progress(0)

    def _progress(self, done: int, system: int = 0, last: int = 0) -> Progress:
        has_edits = any(part in self.parts for part in TEDEVAL_2011_PARTS)
        systems = len(self._given) - self._number_of_golds
        return Progress(done, self.sentences * systems * len(self.targets) * (1 + has_edits), system, 0, last)

    def count(self, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
        """Target by target; what takes longest last, so that the other scores are there soon."""
        done = 0
        for target in self.targets:
            for system in self.score_target(target):
                if system is not None:
                    done += self.sentences
                yield self._progress(done, system or 0, self.sentences if system is not None else 0)
        if not any(part in self.parts for part in TEDEVAL_2011_PARTS):
            return
        for target in self.targets:
            for _ in self.score_edits(target):
                yield self._progress(done)
            done += self.sentences * len(self.systems)
            yield self._progress(done, len(self.systems) - 1, self.sentences)

    # -- targets ----------------------------------------------------------------------------------------------------------

    @property
    def target(self) -> Target:
        """What ``table`` compares with. Raises UsageError: it is set to golds that are not a target."""
        return self._target

    @target.setter
    def target(self, target: Target) -> None:
        if target not in self.targets:
            names = ", ".join(self.target_name(one) for one in self.targets)
            raise UsageError(f"there is no target {target}; expected the golds of one of {names}")
        self._target = target

    @property
    def table(self) -> ScoreTable:
        """The scores against the chosen target."""
        return self.tables[self._target]

    # -- what is compared with what ----------------------------------------------------------------------------------

    def target_name(self, target: Target) -> str:
        """``SD``, or ``SD + UD`` for what they have in common."""
        return " + ".join(self.golds[gold].name for gold in target)

    def native_in(self, system: int, target: Target) -> int | None:
        """The gold whose scheme differences are not counted: the system's own, or the one target; None where it does not belong."""
        if len(target) == 1:
            return target[0]
        return self.native[system] if self.native[system] in target else None

    def _reasons(self, system: int, target: Target) -> dict[int, str]:
        reasons: dict[int, str] = {}
        first = self.golds[target[0]]
        for gold in target[1:]:
            reasons |= self._differing(first, self.golds[gold])
        for gold in target:
            if gold in self.labels_from:
                reasons |= self._differing(self.golds[gold], self.golds[self.labels_from[gold]])
        reasons |= self._differing(first, self.systems[system])
        if system in self.system_labels:
            labels = self.system_labels[system]
            reasons |= self._differing(self.systems[system], labels)
            reasons |= {sentence: f"{labels.name} {what_is_wrong(why)}" for sentence, why in labels.reasons.items()}
        parse = self.systems[system]
        reasons |= {sentence: f"the parse {what_is_wrong(why)}" for sentence, why in parse.reasons.items()}
        for gold in reversed(target):
            name = self.golds[gold].name
            of_gold = self.golds[gold].reasons.items()
            reasons |= {sentence: f"the gold {name} {what_is_wrong(why)}" for sentence, why in of_gold}
        return reasons

    def agreed(self, target: Target) -> NDArray[np.bool_]:
        """Sentences that all golds of a target have as trees over the same words."""
        found: NDArray[np.bool_] = np.logical_and.reduce([self.gold_trees(gold).lengths > 0 for gold in target])
        for gold in target[1:]:
            found[list(self._differing(self.golds[target[0]], self.golds[gold]))] = False
        return found

    def _differing(self, one: SchemeFile, other: SchemeFile) -> dict[int, str]:
        key = id(one), id(other)
        if key not in self._differences:
            self._differences[key] = word_differences(one, other)
        return self._differences[key]

    # -- scoring -----------------------------------------------------------------------------------------------------

    def score_target(self, target: Target) -> Iterator[int | None]:
        """Scores all systems against a target, save what :meth:`score_edits` counts; yields each system that is done, and None
        after each step in between."""
        table = self.tables[target]
        for system in range(len(self.systems)):
            if self.native_in(system, target) is None:
                table.statuses[system] = SKIPPED
                own = self.golds[self.native[system]].name
                table.not_applying[system] = f"its own gold {own} is not part of {self.target_name(target)}"
                why = f"the system's own gold {own} is not among these"
                table.set_reasons(system, dict.fromkeys(range(self.sentences), why))
                continue
            table.statuses[system] = self._skipping(table, system, self._reasons(system, target))
            yield None
        for _ in self._count_2012(target, table):
            yield None
        for system in range(len(self.systems)):
            self._count_words(system, target, table)
            yield system

    def _count_2012(self, target: Target, table: ScoreTable) -> Iterator[None]:
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
                if self.scheme_settings.profile == "paper":
                    yield from self._generalising(system, native, target)
                    trees = self.system_trees(system), self.gold_trees(native), self.generalised(target)
                    rows = [one.constraints if labelled else one.nodes for one in trees]
                    for first, last in blocks(trees[0].lengths):
                        ours, own_rows, common_rows = (one.part(first, last) for one in rows)
                        counts = count_functions(ours, own_rows, common_rows, last - first)
                        table.enter(system, part, counts, first)
                        yield
                else:
                    common = own.program if len(target) == 1 else generalise_program([one.program for one in golds])
                    table.enter(system, part, count_program(parse.program, own.program, common, labelled))
                    yield

    def _generalising(self, system: int, native: int, target: Target) -> Iterator[None]:
        golds = {native, *target}
        for one in (
            self.systems[system],
            *([self.system_labels[system]] if system in self.system_labels else []),
            *(self.golds[gold] for gold in sorted(golds | {self.labels_from.get(gold, gold) for gold in golds})),
        ):
            yield from one.making("multifunction")
        for gold in sorted(golds):
            if gold in self.labels_from and gold not in self._unified:
                self.gold_trees(gold)
                yield
        if target in self._generalised or len(target) == 1:
            return
        trees = [self.gold_trees(gold) for gold in target]
        limits = blocks(trees[0].lengths)
        self._generalised[target] = yield from collected(
            generalise_all([one.part(*here) for one in trees]) for here in limits
        )

    def score_edits(self, target: Target) -> Iterator[None]:
        """Counts ``tedeval2011`` of all systems against a target, step by step: tree distance takes much longer than the rest."""
        golds, table = [self.golds[gold] for gold in target], self.tables[target]
        for part in TEDEVAL_2011_PARTS:
            if not table.has(part) or not self._comparable(golds, part):
                continue
            labelled = not part.endswith(".unlabelled")
            own_trees: dict[int, EditTrees] = {}
            for gold in target:
                yield from self.golds[gold].making("collapsed")
                own_trees[gold] = self.golds[gold].edit_trees(labelled)
                yield
            generalisation, scripts = own_trees[target[0]], dict[int, Script]()
            if len(target) > 1:
                parts = (
                    [one.collapsed.part(*here) for one in golds]
                    for here in blocks(golds[0].collapsed.trees.word_counts)
                )
                common = yield from collected(
                    generalise_wildcards(one, self.scheme_settings.zero_cost) for one in parts
                )
                generalisation = EditTrees.of(common.trees, labelled)
                yield
            costs = zero_costs(self.scheme_settings.zero_cost, self.golds[0].symbols) if labelled else None
            for system, parse in enumerate(self.systems):
                native = self.native_in(system, target)
                if native is None or not self._comparable([parse], part):
                    continue
                yield from parse.making("collapsed")
                trees, own = parse.edit_trees(labelled), own_trees[native]
                if native not in scripts and len(target) > 1:
                    scripts[native] = yield from collected(native_scripts(own, generalisation, costs))
                first = 0
                for found in count_in_blocks(trees, own, generalisation, costs, scripts.get(native)):
                    table.enter(system, part, found, first)
                    first += len(found.gold)
                    yield
                there = [one.word_counts > 0 for one in (trees, own, generalisation)]
                table.columns[part][system, ~np.logical_and.reduce(there)] = -1
                yield

    def _comparable(self, files: Sequence[SchemeFile], part: str) -> bool:
        labels = {id(self.golds[gold]): self.golds[other] for gold, other in self.labels_from.items()}
        if part in TEDEVAL_PARTS:  # trees of the paper of 2011 have no labels of others
            labels |= {id(self.systems[system]): one for system, one in self.system_labels.items()}
        return part.endswith(".unlabelled") or all(labels.get(id(one), one).has_labels for one in files)

    def _count_words(self, system: int, target: Target, table: ScoreTable) -> None:
        gold, parse = self.golds[target[0]].treebank, self.systems[system].treebank
        if len(target) > 1 or not any(table.has(part) for part in WORD_PARTS):
            return
        if not isinstance(gold, DependencyTreebank) or not isinstance(parse, DependencyTreebank):
            return
        # written as where function trees take words for equal
        words, parsed = plain_forms(gold.sentences), plain_forms(parse.sentences)
        alignment = align(words, parsed)
        scores = WordScores(words, parsed, alignment, self.word_settings)
        order = self.golds[target[0]].order
        order = np.arange(self.sentences) if order is None else order
        there = alignment.aligned[order] & (order >= 0)
        for part in WORD_PARTS:
            if table.has(part):
                counts = scores.part(part)
                columns = np.stack([counts.gold, counts.test, counts.matched], axis=1)[order]
                table.columns[part][system] = np.where(there[:, None], columns, -1)

    def system_trees(self, system: int) -> MultiFunctionTrees:
        """The multi-function trees of a system, with the labels of another file where that is asked for."""
        own = self.systems[system].multifunction
        if system not in self.system_labels:
            return own
        if system not in self._unified_systems:
            self._unified_systems[system] = tl_unify_all(own, self.system_labels[system].multifunction)
        return self._unified_systems[system]

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
