"""Dependency treebanks compared: their table, filled as soon as the words are aligned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Progress
from treecompare.comparison.constituents.comparison import Comparison
from treecompare.comparison.dependencies.function_scores import FUNCTION_PARTS, FunctionScores
from treecompare.comparison.dependencies.table import FIELDS, DependencyTable
from treecompare.comparison.judgements import Judgements
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.settings import PRETERMINALS, Settings
from treecompare.comparison.texts import dependency_texts
from treecompare.errors import UsageError
from treecompare.mappings.tokens import align
from treecompare.measures.dependencies import DEPENDENCY_PARTS
from treecompare.measures.words import UNIVERSAL_RELATIONS, WordScores, WordSettings, relation
from treecompare.readers import DependencyTreebank, Treebank, as_dependencies
from treecompare.scores.table import SCORED, SKIPPED
from treecompare.trees.conversion import usual_table
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.escapes import ESCAPES, unescaped
from treecompare.trees.head_rule_tables import head_rules
from treecompare.trees.heads import check
from treecompare.trees.preparation import NONE, Preparation, has_preterminals

if TYPE_CHECKING:
    from treecompare.comparison.lattices.comparison import LatticeComparison
    from treecompare.comparison.schemes.comparison import SchemeComparison


class DependencyComparison:
    """Dependency treebanks that are compared; the fields are those of :class:`Comparison` as far as they make sense.

    ``scores``: per system which words agree, once it is scored.

    Raises:
        UsageError: no systems, or settings that are not for dependencies.
    """

    kind = "dependencies"
    usual_keys = ("las", "uas")

    def __init__(
        self,
        gold: DependencyTreebank,
        systems: Sequence[DependencyTreebank],
        settings: Settings | None = None,
    ) -> None:
        if not systems:
            raise UsageError("nothing to compare; expected a gold treebank and at least one system")
        self.settings = settings or Settings(params="none")
        self.word_settings = WordSettings(self.settings.punctuation, self.settings.relations)
        self.gold = gold
        self.systems = list(systems)
        self.sentences = len(gold.sentences)
        self.preparation = Preparation(NONE)
        self.judgements = Judgements()
        ids = gold.ids or [None] * self.sentences
        self.ids = [name or str(number) for number, name in enumerate(ids, 1)]
        self.warnings = [f"{one.name}: {warning}" for one in (gold, *systems) for warning in one.warnings]
        self.warnings += [warning for one in (gold, *systems) for warning in _irregular(one)]
        if not self.settings.as_dependencies:
            self.warnings += _other_relations(gold)
        self.warnings += [warning for one in systems for warning in _foreign_relations(gold, one)]
        options = list(self.word_settings.options)
        if self.settings.max_length is not None:
            options.append(f"max-length:{self.settings.max_length}")
        if self.settings.missing != "skip":
            options.append(f"missing:{self.settings.missing}")
        if self.settings.differing != "skip":
            options.append(f"differing:{self.settings.differing}")
        if self.settings.as_dependencies:
            options.append(f"heads:{Path(self.settings.as_dependencies).name}")
        schemes = SchemeSettings(relations=self.settings.relations, nonprojective=self.settings.nonprojective)
        trees = FunctionScores(gold, systems, schemes)
        self.table = DependencyTable([one.name for one in systems], self.sentences, tuple(options), trees)
        self.table.lengths[:] = gold.sentences.lengths
        self.scores: dict[int, WordScores] = {}

    def compared(self, deprel: str) -> str:
        """A relation as it is compared: with or without its subtype."""
        return relation(deprel) if self.word_settings.relations == "universal" else deprel

    def texts(self) -> list[str]:
        """The words of each gold sentence, one text per sentence."""
        return dependency_texts(self.gold.sentences)

    @property
    def evalb_lengths(self) -> NDArray[np.int64]:
        """Words per gold sentence."""
        return self.table.lengths

    def score_system(self, system: int) -> None:
        """Aligns a system with the gold and enters its counts."""
        gold, test = self.gold, self.systems[system]
        alignment = align(gold.sentences, test.sentences, self.settings.differing)
        table, status = self.table, np.where(alignment.aligned, SCORED, SKIPPED).astype(np.uint8)
        for sentence in np.flatnonzero(~alignment.aligned).tolist():
            table.set_reason(system, sentence, self._reason(system, sentence, alignment.reasons.get(sentence, "")))
        longest = self.settings.max_length
        if longest is not None:
            for sentence in np.flatnonzero(table.lengths > longest).tolist():
                status[sentence] = SKIPPED
                table.set_reason(system, sentence, f"longer than {longest} words")
        if self.settings.missing == "zero":
            # no sentence of the system, or one without words; one with other words is no missing parse
            absent = (
                np.append(test.sentences.lengths, 0)[alignment.partner] == 0
            )  # the partner is -1 where there is none
            fits = np.ones(self.sentences, np.bool_) if longest is None else table.lengths <= longest
            table.zeroed[system] = ~alignment.aligned & (table.lengths > 0) & absent & fits
        left_out = (status == SKIPPED) & alignment.aligned
        scores = self.scores[system] = WordScores(
            gold.sentences, test.sentences, alignment, self.word_settings, left_out, table.zeroed[system]
        )
        for part in DEPENDENCY_PARTS:
            counts = scores.part(part)
            for place, name in enumerate(FIELDS):
                table.parts[part][system, :, place] = getattr(counts, name)
            zeroed = table.zeroed[system]
            table.parts[part][system, zeroed] = 0
            table.parts[part][system, zeroed, 0] = scores.gold_sizes(part)[zeroed]
        table.statuses[system] = status
        table.trees.pair(system, np.where(status == SCORED, alignment.partner, -1), status == SCORED)
        self.warnings += [f"{test.name}: {warning}" for warning in alignment.warnings]
        if alignment.extra:
            extra = _counted(len(alignment.extra), "sentence")
            self.warnings.append(f"{test.name}: {extra} that the gold does not have")

    def count_trees(self, parts: Iterable[str]) -> None:
        """Counts those parts of TedEval for all scored systems now, and warns of what was lifted and what has no score."""
        for part in parts:
            for system in self.scores:
                if part in FUNCTION_PARTS:
                    self.table.trees.count(system, part)
        self.warnings += [one for one in self.table.trees.warnings if one not in self.warnings]

    def _reason(self, system: int, sentence: int, otherwise: str) -> str:
        """Why a sentence is not scored: a reader's problem says more than that the words differ."""
        if sentence in self.gold.problems:
            problem = self.gold.problems[sentence]
            return f"the gold sentence cannot be read: line {problem.line}, {problem.reason}"
        test = self.systems[system]
        if sentence in test.problems and len(test.sentences) == self.sentences:
            problem = test.problems[sentence]
            return f"the parse cannot be read: line {problem.line}, {problem.reason}"
        return otherwise or "the sentence could not be aligned"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _irregular(treebank: DependencyTreebank) -> list[str]:
    """A warning where heads make no tree: such sentences are scored all the same."""
    found = check(treebank.sentences.arcs)
    sentences = found.irregular
    if not len(sentences):
        return []
    first = int(sentences[0])
    what = ", ".join(found.reasons(first))
    return [
        f"{treebank.name}: {_counted(len(sentences), 'sentence')} whose heads make no tree; the first is number {first + 1}, "
        f"line {treebank.lines[first]}: {what}"
    ]


def _other_relations(gold: DependencyTreebank) -> list[str]:
    """A warning where relations are not those of Universal Dependencies, by which content words are known."""
    words = gold.sentences
    others = np.array([relation(text) not in UNIVERSAL_RELATIONS for text in words.symbols.texts], np.bool_)[
        words.deprel
    ]
    share = others.mean() if len(others) else 0.0
    if share < 0.01:
        return []
    first = words.symbols.texts[words.deprel[int(np.argmax(others))]]
    return [
        f"{gold.name}: {100 * share:.0f} % of the words have no relation of Universal Dependencies (first '{first}'); CLAS, MLAS "
        "and BLEX take them for no content words"
    ]


def _foreign_relations(gold: DependencyTreebank, test: DependencyTreebank) -> list[str]:
    """A warning where most relations of a system are none of the gold's: it follows another scheme, or another case."""
    known = {relation(gold.sentences.symbols[number]) for number in np.unique(gold.sentences.deprel).tolist()}
    words, texts = test.sentences, test.sentences.symbols.texts
    foreign = np.array([relation(text) not in known for text in texts], np.bool_)[words.deprel]
    if not known or not len(foreign) or foreign.mean() < 0.5:
        return []
    first = texts[words.deprel[int(np.argmax(foreign))]]
    folded = {text.casefold(): text for text in known}
    same = f", which is '{folded[first.casefold()]}' there" if first.casefold() in folded else ""
    return [
        f"{test.name}: {100 * foreign.mean():.0f} % of the words have relations that the gold does not use (first '{first}'"
        f"{same}); labelled scores say nothing of these"
    ]


WordByWord = Comparison | DependencyComparison
"""What is compared word by word."""
Compared: TypeAlias = "Comparison | DependencyComparison | LatticeComparison | SchemeComparison"
"""What tables, ranks and exports are made of."""


def compare(
    gold: Treebank | DependencyTreebank,
    systems: Sequence[Treebank | DependencyTreebank],
    settings: Settings | None = None,
) -> WordByWord:
    """A comparison of the kind that the treebanks are of; of dependencies where the settings convert constituents.

    Raises:
        UsageError: some are of one kind and some of the other, and nothing is converted.
        ReadError: the head rules cannot be read.
    """
    if settings is not None and settings.as_dependencies:
        gold, systems, settings = _converted(gold, systems, settings)
    if any(isinstance(one, DependencyTreebank) for one in (gold, *systems)):
        gold, *systems = (
            _nothing(one) if isinstance(one, Treebank) and not len(one.trees.labels) else one
            for one in (gold, *systems)
        )
    for one in systems:
        if isinstance(one, DependencyTreebank) != isinstance(gold, DependencyTreebank):
            kinds = {True: "dependencies", False: "constituents"}
            raise UsageError(
                f"{gold.path} holds {kinds[isinstance(gold, DependencyTreebank)]}, {one.path} "
                f"{kinds[isinstance(one, DependencyTreebank)]}; expected files of one kind, or --as-dependencies"
            )
    if isinstance(gold, DependencyTreebank):
        tests = [one for one in systems if isinstance(one, DependencyTreebank)]
        return DependencyComparison(gold, tests, settings)
    return Comparison(gold, [one for one in systems if isinstance(one, Treebank)], settings)


def _nothing(empty: Treebank) -> DependencyTreebank:
    """An empty file, which says nothing of its kind, as dependencies."""
    warnings = ["the file is empty; expected at least one sentence"]
    return DependencyTreebank(
        empty.name, empty.path, empty.format, Dependencies.of([]), empty.lines[:0], None, {}, warnings
    )


def _converted(
    gold: Treebank | DependencyTreebank, systems: Sequence[Treebank | DependencyTreebank], settings: Settings
) -> tuple[DependencyTreebank, list[DependencyTreebank], Settings]:
    """All treebanks as dependencies, and the settings with the name of the head rules.

    Words lose the escapes of bracketed treebanks (-LRB-, 3\\/4) where they are compared with dependencies that write most such
    words plainly.
    """
    treebanks = [gold, *systems]
    trees = [one.trees for one in treebanks if isinstance(one, Treebank)]
    tables = [one.sentences for one in treebanks if isinstance(one, DependencyTreebank)]
    name = settings.as_dependencies or "auto"
    if name == "auto":
        name = usual_table(trees[0]) if trees else "collins"
    rules = head_rules(name)
    unescape = sum(map(_plain_words, tables)) > 0
    preterminals = PRETERMINALS[settings.preterminals]
    if preterminals is None and isinstance(gold, Treebank):
        preterminals = has_preterminals(gold.trees)
    done = [
        as_dependencies(one, rules, preterminals, unescape) if isinstance(one, Treebank) else one for one in treebanks
    ]
    return done[0], done[1:], replace(settings, as_dependencies=name if trees else None)


def _plain_words(sentences: Dependencies) -> int:
    """How many words bracketed treebanks would have to escape, less those that are escaped."""
    score = np.zeros(len(sentences.symbols), np.int64)
    for symbol, text in enumerate(sentences.symbols.texts):
        if unescaped(text) != text:
            score[symbol] = -1
        elif text in ESCAPES.values() or "/" in text:
            score[symbol] = 1
    return int(score[sentences.form].sum())


def run_dependencies(comparison: DependencyComparison) -> Iterator[Progress]:
    """Scores system by system."""
    total = comparison.sentences * len(comparison.systems)
    for system in range(len(comparison.systems)):
        comparison.score_system(system)
        yield Progress((system + 1) * comparison.sentences, total, system, 0, comparison.sentences)


def score_dependencies(comparison: DependencyComparison) -> DependencyComparison:
    """Scores all systems."""
    for _ in run_dependencies(comparison):
        pass
    return comparison
