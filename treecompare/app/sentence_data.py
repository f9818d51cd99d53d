"""The sentences of one system as columns of numbers, sorted and filtered with numpy. No Qt here."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.comparison import Comparison
from treecompare.comparison.ranks import ranks
from treecompare.comparison.table import PARTIAL, SCORED, SKIPPED, WAITING
from treecompare.measures import Measure, measure
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees

Mask = NDArray[np.bool_]
Numbers = NDArray[np.float64]

UNDEFINED = "–"
STATUSES = (WAITING, SCORED, PARTIAL, SKIPPED)


@dataclass(frozen=True)
class Chosen:
    """Sentences that were chosen elsewhere: in a table, in a plot; ``text`` says what they have in common."""

    text: str
    sentences: frozenset[int]


@dataclass(frozen=True)
class Filter:
    """Which sentences to show; what is empty or None does not matter.

    ``text`` is looked for in ``where``: "words", "labels" (of constituents) or "tags", of either tree. ``differing``: only
    sentences whose trees differ. ``difference``: only rank differences of that size at least. ``chosen``: only these sentences.
    """

    text: str = ""
    where: str = "words"
    is_regex: bool = False
    shortest: int | None = None
    longest: int | None = None
    differing: bool = False
    difference: float | None = None
    status: int | None = None
    chosen: Chosen | None = None

    def pattern(self) -> re.Pattern[str]:
        """What ``text`` stands for.

        Raises:
            re.error: it is not a regular expression.
        """
        return re.compile(self.text if self.is_regex else re.escape(self.text), re.IGNORECASE)


def sentence_texts(comparison: Comparison) -> list[str]:
    """The words of each gold sentence, one text per sentence; of the first system where the gold has none."""
    pairs = comparison.pairs(0)
    gold, test = _texts(pairs.gold), _texts(pairs.test)
    return [one or other for one, other in zip(gold, test, strict=True)]


def _texts(trees: Trees) -> list[str]:
    symbols = trees.symbols
    forms = [symbols[number] for number in trees.labels[trees.kinds == WORD].tolist()]
    texts, first = [], 0
    for count in trees.word_counts.tolist():
        texts.append(" ".join(forms[first : first + count]))
        first += count
    return texts


class SentenceData:
    """One system's sentences under two measures. ``refresh`` takes over what the table knows by now.

    All arrays have one entry per sentence of the gold; NaN (or -1 in ``changed``) is undefined or not yet known.
    """

    def __init__(self, comparison: Comparison, sentences: list[str], system: int, key_a: str, key_b: str) -> None:
        self.comparison = comparison
        self.table = comparison.table
        self.sentences = sentences
        self.system = system
        self.ids = list(comparison.ids) + [""] * (len(sentences) - len(comparison.ids))
        self.a, self.b = measure(key_a), measure(key_b)
        self._found: tuple[Filter, Mask] | None = None
        self.refresh()

    def __len__(self) -> int:
        return self.table.sentences

    def refresh(self) -> None:
        """Computes the columns again."""
        table = self.table
        # a copy first: what is counted later than this must not be half shown
        self.status = table.statuses[self.system].copy()
        self.lengths = table.lengths
        self.changed = table.changed(self.system)
        self.score_a, self.score_b = (table.scores(self.system, one.key) for one in (self.a, self.b))
        both = ~(np.isnan(self.score_a) | np.isnan(self.score_b))
        self.rank_a, self.rank_b = (
            ranks(np.where(both, scores, np.nan), one.higher_is_better)
            for one, scores in ((self.a, self.score_a), (self.b, self.score_b))
        )
        self.difference = self.rank_a - self.rank_b

    def reason(self, row: int) -> str:
        """Why a sentence is partial or skipped."""
        return self.table.reason(self.system, row)

    @cached_property
    def _folded(self) -> list[str]:
        return [text.casefold() for text in self.sentences]

    @cached_property
    def text_ranks(self) -> Numbers:
        """Place of each sentence in alphabetical order of its words."""
        return _places(self._folded)

    @cached_property
    def id_ranks(self) -> Numbers:
        """Place of each sentence in the order of ids, numbers within them taken as numbers."""
        return _places([re.sub(r"\d+", lambda digits: digits.group().zfill(9), one) for one in self.ids])

    def order(self, column: SentenceColumn, descending: bool, mask: Mask | None = None) -> NDArray[np.int64]:
        """The sentences of ``mask`` sorted by a column; ties in file order, undefined values last."""
        values = np.asarray(column.value(self), np.float64)
        chosen = np.arange(len(values)) if mask is None else np.flatnonzero(mask)
        values = values[chosen]
        return chosen[np.argsort(-values if descending else values, kind="stable")]

    def matching(self, wanted: Filter) -> Mask:
        """Which sentences pass the filter."""
        mask = self._with_text(wanted).copy() if wanted.text else np.ones(len(self), np.bool_)
        if wanted.shortest is not None:
            mask &= self.lengths >= wanted.shortest
        if wanted.longest is not None:
            mask &= self.lengths <= wanted.longest
        if wanted.differing:
            mask &= self.changed > 0
        if wanted.difference is not None:
            mask &= np.abs(np.nan_to_num(self.difference)) >= wanted.difference
        if wanted.status is not None:
            mask &= self.status == wanted.status
        if wanted.chosen is not None:
            among = np.zeros(len(self), np.bool_)
            among[[sentence for sentence in wanted.chosen.sentences if sentence < len(self)]] = True
            mask &= among
        return mask

    def _with_text(self, wanted: Filter) -> Mask:
        key = Filter(wanted.text, wanted.where, wanted.is_regex)
        if self._found is not None and self._found[0] == key and wanted.where == "words":
            return self._found[1]
        if wanted.where == "words" and not wanted.is_regex:
            text = wanted.text.casefold()
            mask = np.fromiter((text in one for one in self._folded), np.bool_, len(self.sentences))
        elif wanted.where == "words":
            search = wanted.pattern().search
            mask = np.fromiter((search(one) is not None for one in self.sentences), np.bool_, len(self.sentences))
        else:
            mask = self._with_label(wanted)
        self._found = key, mask
        return mask

    def _with_label(self, wanted: Filter) -> Mask:
        """Labels and tags are few: the text is looked for in each once, then nodes are compared by number."""
        kind = CONSTITUENT if wanted.where == "labels" else PRETERMINAL
        pattern = wanted.pattern()
        pairs = self.comparison.pairs(self.system)
        found = np.zeros(len(self), np.bool_)
        for trees in (pairs.gold, pairs.test):
            of_kind = trees.kinds == kind
            numbers = np.unique(trees.labels[of_kind])
            is_hit = pattern.search if wanted.is_regex else re.compile(pattern.pattern + r"\Z", re.IGNORECASE).match
            hits = [number for number in numbers.tolist() if is_hit(trees.symbols[number])]
            found |= trees.totals(of_kind & np.isin(trees.labels, hits)) > 0
        return found


def _places(texts: list[str]) -> Numbers:
    places = np.empty(len(texts))
    places[sorted(range(len(texts)), key=texts.__getitem__)] = np.arange(len(texts))
    return places


@dataclass(frozen=True)
class SentenceColumn:
    """A column: ``value`` gives the numbers to sort by, ``text`` what a row shows.

    ``sample`` is a text as wide as any, N a number of as many digits as there are sentences. ``key`` is stable;
    ``largest_first`` is the order of the first click on its head.
    """

    key: str
    value: Callable[[SentenceData], Numbers]
    text: Callable[[SentenceData, int], str]
    sample: str
    is_number: bool = True
    largest_first: bool = False


def _score(one: Measure, value: float, status: int) -> str:
    return "…" if status == WAITING else one.shown(value)


def _number(value: float, sign: bool = False) -> str:
    """A rank: ties share halves, which are shown as such."""
    if np.isnan(value):
        return ""
    text = f"{abs(value):.1f}".removesuffix(".0")
    if not sign:
        return text
    return text if value == 0 else ("+" if value > 0 else "−") + text


COLUMNS = (
    SentenceColumn("number", lambda d: np.arange(len(d), dtype=float), lambda d, i: str(i + 1), "N"),
    SentenceColumn("id", lambda d: d.id_ranks, lambda d, i: d.ids[i], "0000000", is_number=False),
    SentenceColumn("length", lambda d: d.lengths.astype(float), lambda d, i: str(int(d.lengths[i])), "000"),
    SentenceColumn("score_a", lambda d: d.score_a, lambda d, i: _score(d.a, d.score_a[i], d.status[i]), "100.00"),
    SentenceColumn("score_b", lambda d: d.score_b, lambda d, i: _score(d.b, d.score_b[i], d.status[i]), "100.00"),
    SentenceColumn("rank_a", lambda d: d.rank_a, lambda d, i: _number(d.rank_a[i]), "N.5"),
    SentenceColumn("rank_b", lambda d: d.rank_b, lambda d, i: _number(d.rank_b[i]), "N.5"),
    SentenceColumn(
        "difference", lambda d: np.abs(d.difference), lambda d, i: _number(d.difference[i], sign=True), "+N.5",
        largest_first=True,
    ),
    SentenceColumn(
        "changed", lambda d: np.where(d.changed < 0, np.nan, d.changed),
        lambda d, i: "" if d.status[i] == WAITING else UNDEFINED if d.changed[i] < 0 else str(int(d.changed[i])), "000",
        largest_first=True,
    ),
    SentenceColumn("status", lambda d: d.status.astype(float), lambda d, i: "", "skipped", is_number=False, largest_first=True),
    SentenceColumn("words", lambda d: d.text_ranks, lambda d, i: d.sentences[i], "Words", is_number=False),
)  # fmt: skip
COLUMN_KEYS = tuple(column.key for column in COLUMNS)
