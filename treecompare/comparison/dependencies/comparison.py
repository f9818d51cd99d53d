"""Dependency treebanks compared: their table, filled as soon as the words are aligned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import AnyTreebank, Cancel, Comparison, Hits, Progress, SentencePairing
from treecompare.comparison.dependencies import errors as word_errors
from treecompare.comparison.dependencies.conversion import Conversion
from treecompare.comparison.dependencies.function_scores import FUNCTION_PARTS, FunctionScores
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.sentence_texts import LEAST_SHARE, another_text_warning
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import Wanted
from treecompare.errors import UsageError, counted
from treecompare.mappings.errors import Error, ErrorList
from treecompare.mappings.sentence_pairing import elsewhere_said
from treecompare.mappings.tokens import NONE, TokenAlignment, align, same_words
from treecompare.measures import Counts
from treecompare.measures.dependencies import DEPENDENCY_PARTS, EDGE_PARTS
from treecompare.measures.words import (
    COLUMNS_OF,
    PUNCTUATION,
    UNIVERSAL_RELATIONS,
    WordScores,
    WordSettings,
    absent_columns,
    relation,
)
from treecompare.readers import DependencyTreebank
from treecompare.readers.treebank import warnings_of
from treecompare.scores.items import Items
from treecompare.scores.table import SCORED, SKIPPED, Mask, Numbers, Part, ScoreTable
from treecompare.trees.arcs import check
from treecompare.trees.columns import blocks, on_all_cores
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.enhanced import oddities

if TYPE_CHECKING:
    from treecompare.comparison.dependencies.drawing import ArcsDrawing
    from treecompare.comparison.hits import Sides
    from treecompare.drawing.arcs import ArcDrawing
    from treecompare.drawing.arcs_drawn import ArcsDrawn
    from treecompare.drawing.drawn import Telling
    from treecompare.drawing.stacked import ArcsStacked


FIELDS = ("gold", "test", "matched", "words")
AT_ONCE = 50_000
"""So many words are aligned and counted at once: what is done once with each text is not done much more often then."""


class WordParts(Part):
    """Words that agree, gold words with a counterpart, and edges of enhanced graphs.

    ``without_graphs``: why there are no enhanced graphs to compare, empty where there are; ``of_graphs``: the options on which
    their figures depend besides.
    """

    def __init__(self, without_graphs: str, of_graphs: tuple[str, ...]) -> None:
        parts = [part for part in DEPENDENCY_PARTS if part not in EDGE_PARTS or not without_graphs]
        super().__init__(parts, FIELDS, FIELDS)
        self._without_graphs, self._of_graphs = without_graphs, of_graphs

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        if part in EDGE_PARTS and self._without_graphs:
            return self._without_graphs
        return table.undefined(part).get(system, "") or super().lacking(table, system, part, sentence)

    def options_of(self, table: ScoreTable, key: str) -> tuple[str, ...]:
        """Relations of edges are always as written."""
        options = super().options_of(table, key)
        if table.as_program and table.undefined(key.split(".")[0]):
            return (*options, "blank:compared")
        if key.split(".")[0] not in EDGE_PARTS:
            return options
        return (*(one for one in options if not one.startswith("relations:")), *self._of_graphs)

    def changed(self, counts: Counts) -> Numbers:
        """Gold words whose head or relation the system lacks."""
        found: Numbers = counts.deleted
        return found


class _Made(Mapping[int, WordScores]):
    """Which words of each system that is scored agree: made when it is first asked for, save what is ``known``."""

    def __init__(self, make: Callable[[int], WordScores]) -> None:
        self._make, self.known = make, dict[int, WordScores | None]()

    def __getitem__(self, system: int) -> WordScores:
        found = self.known[system] = self.known[system] or self._make(system)
        return found

    def __iter__(self) -> Iterator[int]:
        return iter([*self.known])

    def __len__(self) -> int:
        return len(self.known)


class _Block(NamedTuple):
    first: int
    table: ScoreTable
    status: NDArray[np.uint8]
    scores: WordScores
    lemmas: int
    """So many are written otherwise."""


class DependencyComparison(Comparison):
    """Dependency treebanks that are compared; treebanks of constituents are converted first where the settings say so.

    ``scores``: per system which words agree, once it is scored.

    Raises UsageError: no systems, settings that are not for dependencies, or constituents that nobody wants converted; ReadError:
    the head rules or the table of relations cannot be read.
    """

    kind = "dependencies"
    usual_keys = "las", "uas"
    error_types = word_errors.WORD_ERROR_TYPES
    error_kinds = word_errors.WORD_ERROR_KINDS
    error_costs = word_errors.WORD_ERROR_COSTS
    error_sites = word_errors.WORD_ERROR_SITES
    item_keys: ClassVar = {
        "words": "las", "edges": "elas", "upos": "upos", "xpos": "xpos", "lemma": "lemmas", "feats": "ufeats", "misc": "words",
    }  # fmt: skip
    pattern_kind = "dependencies"
    can_be_stacked = True

    def __init__(
        self,
        gold: AnyTreebank,
        systems: Sequence[AnyTreebank],
        settings: Settings | None = None,
        on_demand: bool = True,
    ) -> None:
        if not systems:
            raise UsageError("nothing to compare; expected a gold treebank and at least one system")
        super().__init__(settings or Settings(params="none"))
        self.word_settings = WordSettings(
            self.settings.punctuation, self.settings.relations, self.settings.enhancements
        )
        self._conversion = Conversion((gold, *systems), self.settings)
        self.settings = self._conversion.settings
        first = self._conversion.given[0]
        self.sentences, self.ids = first.count, first.sentence_names
        self._on_demand = on_demand
        self.scores = _Made(self._word_scores)
        self._alignments: dict[int, TokenAlignment] = {}
        self._blocks: dict[int, list[tuple[int, int]]] = {}

    @property
    def unused_settings(self) -> dict[str, str]:
        """Converted constituents are prepared first."""
        unused = super().unused_settings
        if not self.settings.as_dependencies:
            return unused | ({"enhancements": "enhanced dependencies"} if self.without_graphs else {})
        trees = {name for name, said in unused.items() if said == "constituents"}
        kept = dict.fromkeys(("with_dependencies", "crossing_branches"), "trees scored as such")
        return {name: said for name, said in unused.items() if name not in trees} | kept

    @cached_property
    def gold(self) -> DependencyTreebank:
        """The gold, converted if need be."""
        return self._conversion.treebank(0)

    @cached_property
    def systems(self) -> list[DependencyTreebank]:  # type: ignore[override]
        """The systems, converted if need be."""
        return [self._conversion.treebank(number) for number in range(1, len(self._conversion.given))]

    @cached_property
    def warnings(self) -> list[str]:
        gold, everything = self.gold, (self.gold, *self.systems)
        told = warnings_of(everything)
        told += [warning for one in everything for warning in _irregular(one)]
        told += self._conversion.unknown_relations() + self._of_graphs()
        if not self.settings.as_dependencies:
            told += _other_relations(gold)
        return told + [warning for one in self.systems for warning in _foreign_relations(gold, one)]

    @cached_property
    def function_scores(self) -> FunctionScores:
        """TedEval, whose parts are there as soon as someone asks for them."""
        schemes = SchemeSettings(relations=self.settings.relations, nonprojective=self.settings.nonprojective)
        return FunctionScores(self.gold, self.systems, schemes, self._on_demand)

    @cached_property
    def table(self) -> ScoreTable:
        settings = self.settings
        options = (*self.word_settings.options, *settings.signed_by(self.kind, "max_length", "missing", "differing"))
        absent = [absent_columns(one.sentences) for one in (self.gold, *self.systems)]
        table = ScoreTable([one.name for one in self.systems], self.sentences, options, changes=("las",))
        table.blank = [
            _undefined(self.gold.name, absent[0], one.name, of)
            for one, of in zip(self.systems, absent[1:], strict=True)
        ]
        words = table.otherwise = WordParts(self.without_graphs, tuple(settings.signed("enhancements")))
        table.add(words)
        table.add(self.function_scores)
        table.lengths[:] = self.gold.sentences.lengths
        return self._asking(table)

    @cached_property
    def without_graphs(self) -> str:
        """Why no enhanced graphs are compared; empty where some are."""
        return "" if self.gold.sentences.is_enhanced else "the gold has no enhanced dependencies"

    def _of_graphs(self) -> list[str]:
        if self.without_graphs:
            return []
        found = [
            f"{one.name}: no enhanced dependencies; ELAS and EULAS are 0"
            for one in self.systems
            if not one.sentences.is_enhanced
        ]
        for one in (self.gold, *self.systems) if len(found) < len(self.systems) else ():
            found += [f"{one.name}, line {one.line_of(node)}: {what}" for what, node in oddities(one.sentences)]
        return found

    def prepared(self) -> str:
        punctuation = "counted" if PUNCTUATION[self.settings.punctuation] else "left out"
        relations = "with" if self.settings.relations == "full" else "without"
        joined = f", joined as {Path(self.settings.relation_map).name} says" if self.settings.relation_map else ""
        differing = ", those of sentences with other characters too" if self.settings.aligns else ""
        return (
            f"Words were aligned as in the CoNLL 2018 shared task{differing}; punctuation was {punctuation}, relations were "
            f"compared {relations} their subtypes{joined}."
        )

    def prepare(self, cancel: Cancel | None = None) -> Iterator[Progress]:
        nothing = Progress(0, self.sentences * (len(self._conversion.given) - 1))
        for _ in self._conversion.making():
            yield nothing
        for system in range(len(self.systems)):
            if system not in self._blocks:
                if len(self._limits(system)) == 1:
                    self._align(system, cancel)
                yield nothing
        for _ in self._asked_first("warnings", "table"):
            yield nothing

    def _align(self, system: int, cancel: Cancel | None = None) -> TokenAlignment:
        if system not in self._alignments:
            sides = self.gold.sentences, self.systems[system].sentences
            self._alignments[system] = self._aligned(system, *sides, cancel)
        return self._alignments[system]

    def _aligned(
        self, system: int, gold: Dependencies, test: Dependencies, cancel: Cancel | None = None
    ) -> TokenAlignment:
        how, flag = "align" if self.settings.aligns else "skip", None if cancel is None else cancel.flag
        return align(gold, test, how, flag, system in self.in_place, self.settings.words)

    def _limits(self, system: int) -> list[tuple[int, int]]:
        """The rows (half open) that are aligned and counted together: blocks where the words are the gold's, else all."""
        if system not in self._blocks:
            sides = self.gold.sentences, self.systems[system].sentences
            self._blocks[system] = blocks(self.gold.lengths, AT_ONCE) if same_words(*sides) else [(0, self.sentences)]
        return self._blocks[system]

    def share(self, system: int) -> float:
        """Which share of a system's characters is the gold's."""
        return 1.0 if len(self._limits(system)) > 1 else self._align(system).pairing.share

    def count(self, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
        """System by system."""
        total = self.sentences * len(self.systems)
        for system in range(len(self.systems)):
            for done in self._scoring(system):
                yield Progress(system * self.sentences + done, total, system)
            yield Progress((system + 1) * self.sentences, total, system, 0, self.sentences)

    def drawn(
        self, system: int, sentence: int, wanted: Wanted, telling: Telling, cancel: NDArray[np.int32] | None = None
    ) -> ArcsDrawn:
        from treecompare.drawing.arcs import GOLD, TEST
        from treecompare.drawing.arcs_drawn import ArcsDrawn

        drawing = self.arcs(system, sentence, enhanced=wanted.enhanced)
        return ArcsDrawn(
            telling=telling, title=self.drawn_title(system, sentence), columns=drawing.columns, arcs=drawing.arcs,
            kind=type(drawing), sides={GOLD: self.gold.sentences, TEST: self.systems[system].sentences},
            differs=self._differs(system, sentence),
        )  # fmt: skip

    def drawing(self, system: int, sentence: int, wanted: Wanted) -> ArcsDrawing:
        from treecompare.comparison.dependencies.drawing import ArcsDrawing, GraphsDrawing

        arcs = self.arcs(system, sentence, wanted.right_to_left, wanted.width, wanted.enhanced)
        title, kind, key = self.sentence_title(system, sentence), ArcsDrawing, "las"
        if wanted.enhanced:
            kind, key = GraphsDrawing, "elas"
        return kind(arcs, wanted, title, self.table.sentence_signature(key), self.names(system))

    def arcs(
        self,
        system: int,
        sentence: int,
        right_to_left: bool = False,
        width: float | None = None,
        enhanced: bool = False,
    ) -> ArcDrawing:
        """Both analyses of a sentence as arcs; the system is scored first if need be. ``enhanced``: the basic tree and the enhanced
        graph of both. Raises UsageError: there is no such sentence, it was not aligned, or there are no such graphs; says why."""
        from treecompare.comparison.dependencies.drawing import arcs_of, graphs_of

        if enhanced and self.without_graphs:
            raise UsageError(f"enhanced graphs cannot be drawn: {self.without_graphs}")

        self.check_sentence(sentence)
        scores = self._scores_of(system)
        if not scores.alignment.aligned[sentence]:
            reason = self.table.reason(system, sentence)
            raise UsageError(f"{self.systems[system].name}: sentence {sentence + 1} cannot be drawn: {reason}")
        return (graphs_of if enhanced else arcs_of)(scores, sentence, self.compared, right_to_left, width)

    def stacked(self, sentence: int, wanted: Wanted, key: str = "") -> ArcsStacked:
        from treecompare.comparison.dependencies.drawing import columns_of
        from treecompare.comparison.explain import stack_heads
        from treecompare.drawing.stacked import ArcsStacked

        self.check_sentence(sentence)
        first, last = self.gold.sentences.offsets[sentence : sentence + 2].tolist()
        if first == last:
            raise UsageError(f"{self.gold.name}: sentence {sentence + 1} has no words to draw")
        aligned = [
            system in self.scores and bool(self.scores[system].alignment.aligned[sentence])
            for system in range(len(self.systems))
        ]
        pairs = [self.arcs(system, sentence) if is_there else None for system, is_there in enumerate(aligned)]
        changes = [_changes(pair, self.is_gold) for pair in pairs]
        heads, systems = stack_heads(self, sentence, changes, key)
        return ArcsStacked(
            f"{self.ids[sentence]}, all systems", heads, wanted,
            f"sentence {sentence + 1} of {self.gold.name}, all systems",
            {**self.head(), "sentence": sentence + 1, "id": self.ids[sentence]}, systems,
            columns_of(self.gold.sentences, first, last), pairs, names=self.names(),
        )  # fmt: skip

    def errors_in(self, system: int, sentence: int) -> int | None:
        table = self.table
        if table.statuses[system, sentence] != SCORED or table.zeroed[system, sentence]:
            return None
        return int(np.count_nonzero(word_errors.error_sentences(self.scores[system]) == sentence))

    def sentences_with(self, system: int, where: str, hits: Hits) -> Mask:
        """Relations as labels, universal or other parts of speech as tags."""
        found = np.zeros(self.sentences, np.bool_)
        scores = self.scores.get(system)
        sides = [(self.gold.sentences, self.gold.sentences.sentence_of)]
        if scores is not None:
            sides.append((scores.test, scores.alignment.sentence_of_test))
        for words, sentence_of in sides:
            for column in ("deprel",) if where == "labels" else ("upos", "xpos"):
                numbers = getattr(words, column)
                sentences = sentence_of[np.isin(numbers, hits(numbers, words.symbols.texts))]
                found[sentences[sentences >= 0]] = True
        return found

    def pattern_sides(self, names: Sequence[str], system: int) -> Sides:
        """Systems that are named are scored first if need be."""
        from treecompare.comparison.sides import word_sides
        from treecompare.trees.joined_patterns import GOLD, SYSTEM

        systems = self.table.systems
        numbers = {name: system if name == SYSTEM else systems.index(name) for name in names if name != GOLD}
        return word_sides(self.gold.sentences, {name: self._scores_of(number) for name, number in numbers.items()})

    def _scores_of(self, system: int) -> WordScores:
        if system not in self.scores:
            self.score_system(system)
        return self.scores[system]

    def subtypes_said(self) -> str:
        """What tables of relations say, where subtypes are written and not compared: they are counted with their relation."""
        texts = (self.gold.sentences.symbols[number] for number in np.unique(self.gold.sentences.deprel).tolist())
        subtype = next((text for text in texts if self.compared(text) != text), "")
        return f" Relations include their subtypes, as {self.compared(subtype)} does {subtype}." if subtype else ""

    def compared(self, deprel: str) -> str:
        """A relation as it is compared: with or without its subtype."""
        return relation(deprel) if self.word_settings.relations == "universal" else deprel

    def _made_items(self, system: int, what: str, rows: Mask) -> Items:
        from treecompare.comparison.dependencies.items import edge_items, feature_items, word_items

        scores = self.scores[system].within(rows)
        made = {"words": word_items, "edges": edge_items}.get(what)
        return feature_items(scores, what) if made is None else made(scores)

    def score_system(self, system: int) -> None:
        """Aligns a system with the gold and enters its counts."""
        for _ in self._scoring(system):
            pass

    def _scoring(self, system: int) -> Iterator[int]:
        """The same block by block: how many rows are counted."""
        test, table, limits = self.systems[system], self.table, self._limits(system)
        is_other = self.settings.aligns and self.share(system) < LEAST_SHARE
        partners, statuses, lemmas = [], [], 0
        for first, part, status, scores, others in on_all_cores(partial(self._counted, system, is_other), limits):
            partners.append(np.where(status == SCORED, scores.alignment.partner + first, NONE))
            statuses.append(status)
            table.take_reasons(system, part, first)
            lemmas += others
            yield first + part.sentences
        self.scores.known[system] = scores if len(limits) == 1 else None
        table.statuses[system] = status = np.concatenate(statuses)
        self.function_scores.pair(system, np.concatenate(partners), status == SCORED)
        if is_other:
            self.warnings.append(another_text_warning(test.name, self.share(system)))
            return
        if len(limits) == 1:
            self.warnings += elsewhere_said(scores.alignment.pairing.ways, test.name, "the gold")
            self.warnings += [f"{test.name}: {warning}" for warning in scores.alignment.warnings]
        if lemmas:
            self.warnings.append(
                f"{test.name}: {counted(lemmas, 'lemma')} counted as wrong for case, quotes, hyphens, blanks or escapes alone"
            )

    def _word_scores(self, system: int) -> WordScores:
        table, alignment = self.table, self._align(system)
        left_out = (table.statuses[system] == SKIPPED) & alignment.aligned
        sides = self.gold.sentences, self.systems[system].sentences
        return WordScores(*sides, alignment, self.word_settings, left_out, table.zeroed[system])

    def _counted(self, system: int, is_other: bool, rows: tuple[int, int]) -> _Block:
        """Enters the counts of some rows of a system, but not their statuses."""
        first, last = rows
        gold, test, table = self.gold.sentences, self.systems[system].sentences, self.table.block(first, last)
        if rows == (0, self.sentences):
            alignment = self._align(system)
        else:
            gold, test = gold.part(first, last), test.part(first, last)
            alignment = self._aligned(system, gold, test)
        reasons = {
            sentence: self._reason(system, first + sentence, alignment.reasons.get(sentence, ""))
            for sentence in np.flatnonzero(~alignment.aligned).tolist()
        }
        status = self._skipping(table, system, reasons, self.share(system) if is_other else 1.0)
        if self.settings.missing == "zero" and not is_other:
            # no sentence of the system, or one without words; one with other words is not a missing parse
            lengths = np.append(test.lengths, 0)  # the partner is -1 where there is none
            absent = lengths[alignment.partner] == 0
            table.zeroed[system] = ~alignment.aligned & (table.lengths > 0) & absent & ~table.left_out
        zeroed, left_out = table.zeroed[system], (status == SKIPPED) & alignment.aligned
        scores = WordScores(gold, test, alignment, self.word_settings, left_out, zeroed)
        for part, column in table.columns.items():
            table.enter(system, part, scores.part(part))
            column[system, zeroed] = 0
            column[system, zeroed, 0] = scores.gold_sizes(part)[zeroed]
        scored = status == SCORED
        table.aligned[system] = alignment.differs & scored
        respelt = np.bincount(gold.sentence_of[alignment.respelt], minlength=len(gold))
        table.respelt[system] = np.where(scored, respelt, 0)
        return _Block(first, table, status, scores, len(scores.lemmas_written_otherwise))

    def sentences_of(self, system: int, row: int) -> tuple[list[int], list[int]]:
        partner = int(self._align(system).partner[row])
        return [row], [partner] if partner >= 0 else []

    def other_texts(self) -> list[int]:
        systems = range(len(self.systems)) if self.settings.aligns else ()
        return [system for system in systems if self.share(system) < LEAST_SHARE]

    def sentence_pairing(self, system: int) -> SentencePairing:
        pairing = self._scores_of(system).alignment.pairing
        units = pairing.units
        rows = np.where(units[:, 0] < units[:, 1], units[:, 0], -1)
        return SentencePairing(units, pairing.edits, pairing.ways, rows)

    def _errors_in_blocks(self, system: int) -> Iterator[ErrorList]:
        scores, table = self._scores_of(system), self.table
        analysed = (table.statuses[system] == SCORED) & ~table.zeroed[system]
        yield word_errors.dependency_errors(scores.within(analysed), analysed)

    def error_words(self, system: int, sentence: int) -> list[str]:
        return self.gold.sentences[sentence].words

    def extra_words(self, system: int, sentence: int, error: Error) -> list[str]:
        words = self.systems[system].sentences
        texts = (words.symbols[int(words.form[node])] for side, node in error.moved if side == "test")
        return [] if error.words else list(texts)

    def count_on_demand(self, parts: Sequence[str], cancel: Cancel | None = None) -> None:
        """TedEval over function trees. Warns of what was lifted and what has no score."""
        self.function_scores.count_all([part for part in parts if part in FUNCTION_PARTS], self.scores, cancel)
        self.warnings += [one for one in self.function_scores.warnings if one not in self.warnings]

    def not_counted(self, parts: Sequence[str]) -> list[str]:
        trees = self.function_scores
        return [one for one in parts if one in FUNCTION_PARTS and not trees.on_demand and not trees.is_counted(one)]

    def _reason(self, system: int, sentence: int, otherwise: str) -> str:
        """Why a sentence is not scored: a reader's problem says more than that the words differ."""
        if sentence in self.gold.problems:
            return f"the gold sentence {self.gold.problems[sentence].said}"
        test = self.systems[system]
        if sentence in test.problems and len(test.sentences) == self.sentences:
            return f"the parse {test.problems[sentence].said}"
        return otherwise or "the sentence could not be aligned"


def _undefined(gold: str, of_gold: Sequence[str], system: str, of_system: Sequence[str]) -> dict[str, str]:
    """By part, why it cannot be compared: a column that a file leaves blank. Where no word has features on either side, MLAS has
    none to compare, and the rest of it."""
    found = {}
    for part, columns in COLUMNS_OF.items():
        lacking = [one for one in columns if one in of_gold or one in of_system]
        if part == "mlas" and "feats" in of_gold and "feats" in of_system:
            lacking.remove("feats")
        if lacking:
            one = lacking[0]
            whose = (
                "gold and system have"
                if one in of_gold and one in of_system
                else f"{gold if one in of_gold else system} has"
            )
            found[part] = f"{whose} no {one.upper()}"
    return found


def _changes(pair: ArcDrawing | None, is_gold: bool) -> str | None:
    from treecompare.comparison.explain import changes_said
    from treecompare.drawing.arcs import counted_arcs

    if pair is None:
        return None
    number, how = counted_arcs(pair), "wrong" if is_gold else "other"
    return changes_said(
        (number.heads, f"{how} head", f"{how} heads"), (number.relations, f"{how} relation", f"{how} relations"),
        (number.gold_only, "word lacking", "words lacking"), (number.test_only, "word more", "words more"),
    )  # fmt: skip


def _irregular(treebank: DependencyTreebank) -> list[str]:
    """A warning where heads make no tree: such sentences are scored all the same."""
    number, told = 0, ""
    for limits in blocks(treebank.lengths):
        found = check(treebank.sentences.part(*limits))
        irregular = found.irregular.tolist()
        if irregular and not number:
            first, what = limits[0] + irregular[0], ", ".join(found.reasons(irregular[0]))
            told = f"number {first + 1}, line {treebank.lines[first]}: {what}"
        number += len(irregular)
    whose = "whose heads do not make a tree; the first is"
    return [f"{treebank.name}: {counted(number, 'sentence')} {whose} {told}"] if number else []


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
        f"{same}); labelled scores say nothing about them"
    ]
