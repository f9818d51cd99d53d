"""The sentences of one system as columns of numbers, sorted and filtered with numpy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.exports import outcomes_of_rows
from treecompare.comparison.base import AnyTreebank, Cancel, Comparison
from treecompare.comparison.hits import PatternHits
from treecompare.comparison.judgements import NO, UNCLEAR, YES, Judgements, shown_mark
from treecompare.comparison.sentence_texts import Texts
from treecompare.errors import Cancelled, UsageError, unless_ended
from treecompare.measures import measure
from treecompare.scores.ranks import RankComparison, beside, compare_ranks, wins
from treecompare.scores.result import Found
from treecompare.scores.table import PARTIAL, Mask
from treecompare.trees.expressions import SECONDS, Expression, ExpressionError, one_query
from treecompare.trees.joined_patterns import GOLD, SYSTEM
from treecompare.trees.symbols import distinct

Numbers = NDArray[np.float64]


WORDS_BEFORE = 3
"""So many words are shown before a marked one."""
MARKED, NOTED, WRONG = "\0marked", "\0noted", "\0wrong"
"""What sentences can be filtered by besides phenomena: anything that people said of them, a note, a verdict."""
SIGNS = {YES: "✓", NO: "✗", UNCLEAR: "?"}
USUAL = 100_000
"""So many sentences are searched in the time that a regular expression has, whatever else the machine does."""


@dataclass(frozen=True)
class Filter:
    """Which sentences to show; what is empty or None does not matter.

    ``text`` is looked for in ``where``: "words", "labels" (of constituents) or "tags", of either tree; or it is a tree "pattern".
    ``differing``: only sentences whose trees differ; ``all_differ``: those of every system from the gold.
    ``discontinuous``: only those with constituents whose words stand apart. ``status``: only those of that one. ``outcome``: only
    answers of raw output that came to this. ``judged``: only sentences with that phenomenon; ``MARKED``, ``NOTED``, ``WRONG``: with
    anything that people said of them, with a note, judged wrong. ``chosen``: only these, that were chosen in a table or a plot.
    """

    text: str = ""
    where: str = "words"
    is_regex: bool = False
    differing: bool = False
    all_differ: bool = False
    discontinuous: bool = False
    status: int | None = None
    outcome: str = ""
    judged: str = ""
    chosen: Found | None = field(default=None, compare=False)

    def check(self) -> None:
        """Whether the text can be looked for. Raises ExpressionError: it is not a regular expression."""
        if self.is_regex:
            self.expression()

    def expression(self) -> Expression:
        """The regular expression that ``text`` is. Raises ExpressionError: it is none."""
        try:
            return Expression(self.text, ignores_case=True)
        except ExpressionError as error:
            why = str(error).partition(" at position")[0]
            raise ExpressionError(f"'/{self.text}/' is no expression ({why}); expected \\[ for the sign [") from error


class SentenceData:
    """One system's sentences under two measures, all compared.

    All arrays have one entry per sentence of the gold, and are made when somebody asks for them; NaN (or -1 in ``changed``) is
    undefined.
    """

    def __init__(
        self, comparison: Comparison, sentences: Texts, system: int, key_a: str, key_b: str, baseline: int = 0
    ) -> None:
        self.comparison = comparison
        self.other = beside(comparison.table, system, baseline)
        """The system beside which this one is looked at: the baseline, or where it is the baseline another one."""
        self.table = comparison.table
        self.sentences = sentences
        self.system = system
        self.ids = list(comparison.ids) + [""] * (len(sentences) - len(comparison.ids))
        self.a, self.b = measure(key_a), measure(key_b)
        self._found: tuple[Filter, Mask | UsageError] | None = None
        self._hits: tuple[str, PatternHits] | None = None
        self._marks: dict[int, dict[int, str]] = {}
        self.hits: dict[str, Numbers] = {}
        """How often what the filter asks for is in each sentence: under an empty name, or in each tree. Empty where that is not
        counted."""
        self.status = self.table.statuses[system]
        self.lengths = self.table.lengths

    def __len__(self) -> int:
        return self.table.sentences

    @cached_property
    def words_differ(self) -> Mask:
        """Which are compared though words, or breaks, differ."""
        return self.table.words_differ(self.system)

    @cached_property
    def changed(self) -> NDArray[np.int64]:
        """How much of each differs."""
        return self.table.changed(self.system)

    @cached_property
    def score_a(self) -> Numbers:
        """The score of each under A."""
        return self.table.scores(self.system, self.a.key)

    @cached_property
    def score_b(self) -> Numbers:
        """The same under B."""
        return self.score_a if self.b.key == self.a.key else self.table.scores(self.system, self.b.key)

    @cached_property
    def gain(self) -> Numbers:
        """By how much A is higher than that of the other system."""
        if self.other is None:
            return np.full(len(self), np.nan)
        return wins(self.table, self.system, self.other, self.a).difference

    @cached_property
    def ranks(self) -> RankComparison:
        """The rank of each under A and under B."""
        known = self.score_a, self.score_b
        return compare_ranks(self.table, self.system, self.a.key, self.b.key, known=known)

    def reason(self, row: int) -> str:
        """Why a sentence is partial or skipped, or how many of its words have other characters."""
        return self.table.told(self.system, row)

    def text(self, row: int) -> str:
        """The words of a sentence, those that were chosen in a table marked: ``Joana[nsubj>obj]``."""
        marks = self._marks.get(row)
        return self.sentences[row] if not marks else " ".join(self._marked(row, marks))

    def excerpt(self, row: int) -> str:
        """The same for a narrow column: what stands far before the first marked word is left out."""
        marks = self._marks.get(row)
        if not marks:
            return self.sentences[row]
        first = max(min(marks) - 1 - WORDS_BEFORE, 0)
        return ("… " if first else "") + " ".join(self._marked(row, marks)[first:])

    def _marked(self, row: int, marks: dict[int, str]) -> list[str]:
        words = self.sentences[row].split(" ")
        return [f"{word}[{marks[number]}]" if number in marks else word for number, word in enumerate(words, 1)]

    def order(self, values: Numbers, mask: Mask) -> NDArray[np.int64]:
        """The sentences of ``mask`` by ascending numbers, one per sentence; ties in file order, undefined values last."""
        chosen = np.flatnonzero(mask)
        return chosen[np.argsort(values[chosen], kind="stable")]

    def show_found(self, wanted: Filter) -> None:
        """The marks and hits of a filter that was looked for are shown from now on."""
        self._marks = wanted.chosen.marks if wanted.chosen is not None else {}
        self.hits = self._counted(wanted)

    def passing(self, wanted: Filter) -> Mask:
        """Which sentences pass a filter. Raises UsageError: a regular expression takes too long."""
        mask = self._with_text(wanted).copy() if wanted.text else np.ones(len(self), np.bool_)
        if wanted.differing:
            mask &= self.changed > 0
        if wanted.all_differ:
            for system in range(len(self.table.systems)):
                mask &= self.table.changed(system) > 0
        if wanted.discontinuous:
            mask &= self.comparison.discontinuous(self.system)
        if wanted.status is not None:
            mask &= self.words_differ if wanted.status == PARTIAL else self.status == wanted.status
        if wanted.outcome:
            mask &= np.fromiter((wanted.outcome in one for one in self.outcomes), np.bool_, len(self))
        if wanted.judged:
            mask &= self._among(self._judged(wanted.judged))
        if wanted.chosen is not None:
            mask &= self._among(wanted.chosen.sentences.tolist())
        return mask

    def _counted(self, wanted: Filter) -> dict[str, Numbers]:
        if wanted.chosen is not None and wanted.chosen.counts:
            counts = wanted.chosen.counts
            return {"": np.array([counts.get(sentence, 0) for sentence in range(len(self))], np.float64)}
        if wanted.where == "pattern" and self._hits is not None and self.knows(wanted):
            return {name: one.astype(np.float64) for name, one in self._hits[1].per_row().items()}
        return {}

    def said_hits(self, row: int) -> str:
        """How often what the filter asks for is in a sentence; in gold and system, where it is looked for in both."""
        return ", ".join(f"{one[row]:.0f}" for one in self.hits.values())

    @cached_property
    def outcomes(self) -> list[tuple[str, ...]]:
        """What the answers to the sentences of each row came to; nothing where the system is no raw output."""
        if self.system not in self.comparison.outcomes:
            return [()] * len(self)
        return [tuple(outcome.split("+")) for outcome, _, _ in outcomes_of_rows(self.comparison, self.system)]

    def _among(self, sentences: Iterable[int]) -> Mask:
        among = np.zeros(len(self), np.bool_)
        among[[sentence for sentence in sentences if sentence < len(self)]] = True
        return among

    def _judged(self, which: str) -> Iterable[int]:
        judgements = self.comparison.judgements
        if which == MARKED:
            return self.marked
        if which == NOTED:
            return judgements.notes
        if which == WRONG:
            return [
                sentence
                for (sentence, system, _), is_right in judgements.correct.items()
                if system == self.name and not is_right
            ]
        return judgements.phenomena.get(which, set())

    # -- judgements ----------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The system's name."""
        return self.table.systems[self.system]

    @property
    def judgements(self) -> Judgements:
        """What people said of the sentences."""
        return self.comparison.judgements

    @cached_property
    def phenomena(self) -> dict[int, str]:
        """The phenomena of each sentence that has any, and how often where it is more than once."""
        found: dict[int, list[str]] = {}
        for phenomenon, sentences in sorted(self.judgements.phenomena.items()):
            for sentence in sentences:
                times = len(self.judgements.places.get((sentence, phenomenon), ("",)))
                found.setdefault(sentence, []).append(f"{phenomenon} ×{times}" if times > 1 else phenomenon)
        return {sentence: ", ".join(names) for sentence, names in found.items()}

    @cached_property
    def error_classes(self) -> dict[int, str]:
        """The error classes of this system's parses, with their phenomenon if it has one."""
        found: dict[int, list[str]] = {}
        for (sentence, system, phenomenon), error_class in sorted(self.judgements.classes.items()):
            if system == self.name:
                found.setdefault(sentence, []).append(f"{shown_mark(phenomenon)} {error_class}".strip())
        return {sentence: ", ".join(classes) for sentence, classes in found.items()}

    @cached_property
    def verdicts(self) -> dict[int, str]:
        """✓ where this system's parse was judged correct, ✗ where wrong, ? where unclear; several where phenomena differ."""
        found: dict[int, set[str]] = {}
        for place in (*self.judgements.correct, *self.judgements.unclear):
            if place[1] == self.name:
                found.setdefault(place[0], set()).add(SIGNS[self.judgements.verdict(place) or UNCLEAR])
        return {sentence: "".join(sorted(marks)) for sentence, marks in found.items()}

    @property
    def marked(self) -> set[int]:
        """The sentences of which anything was said, or of this system's analysis of them."""
        said = (self.phenomena, self.verdicts, self.error_classes, self.judgements.notes)
        return {sentence for one in said for sentence in one if sentence < len(self)}

    def is_judged(self, row: int) -> bool:
        """Whether anything was typed about a sentence, or about this system's analysis of it."""
        return any(row in one for one in (self.phenomena, self.verdicts, self.error_classes, self.judgements.notes))

    def forget_judgements(self) -> None:
        """Judgements changed."""
        for name in ("phenomena", "error_classes", "verdicts"):
            self.__dict__.pop(name, None)

    def _with_text(self, wanted: Filter) -> Mask:
        key = _of_text(wanted)
        if self._found is None or self._found[0] != key:
            try:
                with one_query():
                    self._found = key, self._searched(wanted)
            except UsageError as error:  # who sets another field does not wait again
                self._found = key, error
        if isinstance(self._found[1], UsageError):
            raise self._found[1]
        return self._found[1]

    def _searched(self, wanted: Filter, cancel: Cancel | None = None) -> Mask:
        if wanted.where == "pattern":
            return self._with_pattern(wanted.text)
        if wanted.where == "words" and not wanted.is_regex:
            text = wanted.text.casefold()
            return np.fromiter((text in one for one in self.sentences.folded), np.bool_, len(self.sentences))
        if wanted.where == "words":
            return np.array(wanted.expression().search(unless_ended(self.sentences, cancel)), np.bool_)
        return self.comparison.sentences_with(self.system, wanted.where, partial(_hits, wanted, cancel))

    def _with_pattern(self, text: str) -> Mask:
        if not text.strip():
            return np.ones(len(self), np.bool_)
        if self._hits is None or self._hits[0] != text:
            self._hits = text, self.comparison.find(self.comparison.compiled(text), self.system)
        return self._hits[1].matches

    def knows(self, wanted: Filter) -> bool:
        """Whether it is known in which sentences the text of a filter is found."""
        if wanted.where == "pattern":
            return self._hits is not None and self._hits[0] == wanted.text
        return self._found is not None and self._found[0] == _of_text(wanted)

    def look(self, cancel: Cancel, wanted: Filter) -> None:
        """Finds what the text of a filter finds; may be called from any thread, in which more time may be taken. Raises Cancelled:
        nobody waits for it; UsageError: the text cannot be looked for, or takes too long."""
        if wanted.where == "pattern":
            hits = self.comparison.find(self.comparison.compiled(wanted.text), self.system, cancel.flag)
            self._hits, self._found = (wanted.text, hits), None
            return
        with one_query(SECONDS * max(1.0, len(self) / USUAL)):
            self._found = _of_text(wanted), self._searched(wanted, cancel)

    def number_of_hits(self, sentences: NDArray[np.int64]) -> dict[str, int]:
        """How often what the filter asks for is in some sentences: ways to choose nodes for the variables of a pattern, or what a
        figure counts (under an empty name), else nodes of each tree. Empty where that is not counted."""
        return {name: int(one[sentences].sum()) for name, one in self.hits.items()}

    def nodes_found(self, text: str, sentence: int) -> list[tuple[str, int]]:
        """The nodes of a sentence's trees, of gold and this system, that a pattern finds, as (side, node)."""
        if not text.strip():
            return []
        self._with_pattern(text)
        assert self._hits is not None
        sides = {GOLD: "gold", SYSTEM: "test", self.name: "test"}
        lit = self._hits[1].lit(sentence)
        return [(sides[tree], node) for tree, nodes in lit.items() if tree in sides for node in nodes]


def places_in_gold(comparison: Comparison) -> Callable[[int, int], str]:
    """Tells file and line in the gold, ``gold.conllu:48213``, of a row and a word in it (from 1, 0: the row); of a word where each
    has a line. Nothing where the gold is several files, or the row has no sentence of it."""
    gold: AnyTreebank = comparison.gold
    name = Path(gold.path).name if Path(gold.path).is_file() else ""

    def place(row: int, word: int = 0) -> str:
        of_gold, _ = comparison.sentences_of(0, row)
        if not of_gold or not name:
            return ""
        before = gold.lines_before(of_gold[0], word) if word else 0
        return f"{name}:{int(gold.lines[of_gold[0]]) + before}"

    return place


def _of_text(wanted: Filter) -> Filter:
    """The part of a filter that is about its text."""
    return Filter(wanted.text, wanted.where, wanted.is_regex)


def _hits(wanted: Filter, cancel: Cancel | None, numbers: NDArray[np.int32], texts: Sequence[str]) -> list[int]:
    """The numbers of the texts that are wanted, each looked at once. Raises Cancelled: nobody waits for them."""
    if cancel is not None and cancel.is_set():
        raise Cancelled
    used = distinct(numbers).tolist()
    if wanted.is_regex:
        found = wanted.expression().search([texts[number] for number in used])
        return [number for number, is_hit in zip(used, found, strict=True) if is_hit]
    is_hit = re.compile(re.escape(wanted.text) + r"\Z", re.IGNORECASE).match
    return [number for number in used if is_hit(texts[number])]
