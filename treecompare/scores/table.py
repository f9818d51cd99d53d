"""The score table: counts per system and sentence, from which every score, average and rank is computed when asked for; and on
which sentences figures rest that stand side by side.

The *common set* holds the sentences that are scored for every system with a coverage of at least one half: by their status, not by
their scores (0/0 is a score here), nor by which measures are shown. A system below one half is set aside: its figures rest on its
own sentences, it has no rank, and takes no sentence away from the others. A measure that some of these sentences cannot have (a
tree was too large, words have to be equal) has a set of its own within the common one.
"""

from __future__ import annotations

import copy
import math
import re
import zlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from treecompare import __version__
from treecompare.errors import counted
from treecompare.measures import Counts, Ratio, measure

Mask = NDArray[np.bool_]
EVERYTHING = slice(None)
Numbers = NDArray[np.int64]
Sentences = Literal["common", "own"]
SENTENCES: tuple[Sentences, ...] = ("common", "own")
WELL_COVERED = 0.95
"""A coverage below it is marked."""
MARKED = "Coverage below 95 % is marked."


@dataclass(frozen=True)
class SentenceSet:
    """``rows``: what is taken of ``asked``, the sentences of the gold in each row that is asked for (0 where it is not).

    ``compared``: systems whose figures rest on these rows and have ranks.
    """

    rows: Mask
    asked: Numbers
    compared: Mask

    @property
    def number(self) -> int:
        """How many sentences."""
        return int(self.asked[self.rows].sum())

    @property
    def of(self) -> int:
        """How many there could be."""
        return int(self.asked.sum())

    @cached_property
    def signed(self) -> str:
        """For signatures, equal only for equal rows: ``common:1394``; if not all, or some joined, ``common:1360/1394:5f3ac1``."""
        if not self.compared.any():
            return "own"
        if self.number == self.of == np.count_nonzero(self.rows):
            return f"common:{self.of}"
        ends = np.cumsum(self.asked)
        limits = np.stack((ends - self.asked, ends))[:, self.rows]
        return f"common:{self.number}/{self.of}:{zlib.crc32(limits.astype('<u4').tobytes()) & 0xFFFFFF:06x}"

    @property
    def shown(self) -> str:
        """For people: ``1,393 of 1,394``."""
        return f"{self.number:,} of {self.of:,}"


def common_set(scored: Sequence[Mask], asked: Numbers) -> SentenceSet:
    """The common set of what is ``scored``, ``[systems, rows]`` each, among the sentences that are ``asked`` for, per row.

    ``compared`` is that of the first; the others are further tables that stand beside it.
    """
    of = int(asked.sum())
    enough = [2 * one @ asked >= max(of, 1) for one in scored]
    rows = (asked > 0) & any(one.any() for one in enough)
    for one, compared in zip(scored, enough, strict=True):
        rows = rows & one[compared].all(axis=0)
    return SentenceSet(rows, asked, enough[0])


def narrowed(common: SentenceSet, exist: Mask) -> SentenceSet:
    """The set of a measure that exists on those rows, ``[systems, rows]``."""
    has = exist & common.rows
    compared = common.compared & (2 * has @ common.asked >= max(common.number, 1))
    rows = common.rows & has[compared].all(axis=0) if compared.any() else np.zeros_like(common.rows)
    return SentenceSet(rows, common.asked, compared)


class Figure(float):
    """The score of a system, or NaN. ``sentences``: on how many gold sentences it rests.

    ``is_apart``: whether other figures beside it rest on another number, that of the table's note; then it is shown with its own.
    """

    __slots__ = ("is_apart", "sentences")
    sentences: int
    is_apart: bool

    def __new__(cls, value: float, sentences: int, is_apart: bool = False) -> Figure:
        made = super().__new__(cls, value)
        made.sentences, made.is_apart = sentences, is_apart
        return made

    def __reduce__(self) -> tuple[type[Figure], tuple[float, int, bool]]:
        return Figure, (float(self), self.sentences, self.is_apart)

    def with_value(self, value: float) -> Figure:
        """Another value over the same sentences."""
        return Figure(value, self.sentences, self.is_apart)


class Otherwise(float):
    """A rank that is another one under the other average; with ``≠`` behind it."""


def number_text(value: object) -> str:
    """`` (322)`` behind a figure that rests on other sentences than those beside it; what marks a rank; else empty."""
    if isinstance(value, Otherwise):
        return "" if math.isnan(value) else "≠"
    return f" ({value.sentences:,})" if isinstance(value, Figure) and value.is_apart and not math.isnan(value) else ""


def typeset(figure: str) -> str:
    """A figure as it is printed: with a minus sign, not a hyphen."""
    return f"−{figure[1:]}" if figure.startswith("-") and figure[1:2].isdigit() else figure


WAITING, SCORED, PARTIAL, SKIPPED = range(4)
STATUS_NAMES = ("waiting", "scored", "partial", "skipped")
ALIGNED = "aligned"

Average = Literal["pooled", "mean"]
OTHER_AVERAGE: dict[Average, Average] = {"pooled": "mean", "mean": "pooled"}


def signed(block: str) -> str:
    """A block as it appears in signatures, without characters that have a meaning there."""
    text = re.sub(r"\s+", "_" if block.startswith("where") else "-", block.strip()).replace("|", "¦")
    return text.replace("where_", "where:", 1)


class Part:
    """Counts of one mapping, or of several that are counted alike, in the rows of a score table.

    ``keys``: what measures call them. By default they are entered: ``table.columns[key]``, int64 ``[systems, rows, fields]``, holds
    the ``fields`` of :class:`Counts`, -1 where there are none. ``shown``: which counts are printed beside scores;
    ``without``: why a row that is compared has no score; ``absent``: why none has one where there is nothing to show.
    ``is_beside``: whether they are other scores of the same parses, not those of the table's mappings. ``is_sample``: whether few
    sentences have them, so that figures rest on these without setting aside any system.
    """

    is_beside: ClassVar[bool] = False
    is_sample: ClassVar[bool] = False

    def __init__(
        self,
        keys: Collection[str] = (),
        fields: tuple[str, ...] = (),
        shown: tuple[str, ...] = (),
        without: str = "the sentence has no score",
        absent: str = "this measure is not counted here",
    ) -> None:
        self.keys, self.fields, self.shown, self.without, self.absent = keys, fields, shown, without, absent

    def is_there(self, table: ScoreTable, part: str) -> bool:
        """Whether there is anything to show."""
        return part in self.keys

    def nothing(self) -> str:
        """What to say beside figures where there is nothing to show, as a sentence; empty where nothing is to be said."""
        return ""

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        """The counts of a part that is there, anything where it is undefined; a number alone stands for 0 in all rows."""
        return Counts.of(**dict(zip(self.fields, table.columns[part][system, rows].T, strict=True)))

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        """The rows on which a part that is there is defined."""
        status, first = table.statuses[system, rows], table.columns[part][system, rows, 0]
        found: Mask = ((status == SCORED) | (status == PARTIAL)) & (first >= 0)
        return found | self.is_zeroed(table, system, part)[rows]

    def is_zeroed(self, table: ScoreTable, system: int, part: str) -> Mask:
        """The rows without a parse that count as zero."""
        found: Mask = table.zeroed[system]
        return found

    def options_of(self, table: ScoreTable, key: str) -> tuple[str, ...]:
        """The options that figures of a measure depend on, as signatures show them."""
        return (*table.options, "tie:matches") if key.startswith("t.") else table.options

    def lacking(self, table: ScoreTable, system: int, part: str, sentence: int) -> str:
        """Why a row that is compared has no score."""
        return self.without if self.is_there(table, part) else self.absent

    def shown_counts(self, table: ScoreTable) -> dict[str, tuple[str, ...]]:
        """Which counts of which parts are printed beside scores."""
        return {part: self.shown for part in self.keys if self.shown and self.is_there(table, part)}

    def changed(self, counts: Counts) -> Numbers:
        """How much of each sentence differs, where that is told by these counts."""
        found: Numbers = counts.deleted + counts.inserted + counts.swapped
        return found

    def adjusted(self, table: ScoreTable, system: int, key: str, ratio: Ratio) -> Ratio:
        """Numerators and denominators of a measure, where the formula alone does not give them."""
        return ratio

    def remark(self, table: ScoreTable, system: int, sentence: int, key: str) -> str:
        """Why the score of a sentence is not what the formula alone gives; empty where it is."""
        return ""


class ScoreTable:
    """Counts of measures for every system and sentence: of each part that was added (:meth:`add`), and what they are counted in.

    A sentence of the table is a row: one gold sentence, or several that are compared together (``gold_counts``).
    ``statuses``: uint8 ``[systems, sentences]`` (WAITING, SCORED, PARTIAL, SKIPPED). ``lengths``: gold words after preparation.
    ``zeroed``: sentences that count as zero (``--missing zero``): without a parse, and partial ones where words have to be equal.
    ``aligned``: sentences that are scored though words or sentence breaks differ. ``respelt``: how many words of each are paired
    with a word of other characters.
    ``columns``: counts by their names, ``[systems, sentences, ...]``. ``otherwise``: the part that has all others, none by default.
    ``changes``: the parts whose counts tell how much of a sentence differs, of which the first that is defined does. ``blank``: per
    system the parts that are undefined for a column that a file leaves blank, with the reason; ``as_program``: they have the figure
    of the shared task's program all the same. ``over_lattices``: whether words need not be equal, so that signatures do not say it.
    ``on``: whether figures rest on the sentences that all systems have, or each system's own. ``gold_counts``: how many gold
    sentences each row holds; ``left_out``: rows that are not asked for because they are too long. ``beside``: tables
    shown beside this one. ``baselines``: systems without rank and without scores of labels. ``not_applying``: systems that are
    not compared here at all, and why; ``remark_on_sentences``: what is said of the sentences beside all figures.
    """

    def __init__(
        self, systems: list[str], sentences: int, options: tuple[str, ...] = (), changes: tuple[str, ...] = ()
    ) -> None:
        shape = (len(systems), sentences)
        self.systems = systems
        self.sentences = sentences
        self.options = options
        self.statuses = np.zeros(shape, np.uint8)
        self.lengths = np.zeros(sentences, np.int64)
        self.zeroed = np.zeros(shape, np.bool_)
        self.aligned = np.zeros(shape, np.bool_)
        self.respelt = np.zeros(shape, np.int32)
        self._reasons: list[dict[int, str]] = [{} for _ in systems]
        self.on: Sentences = "common"
        self.gold_counts = np.ones(sentences, np.int64)
        self.left_out = np.zeros(sentences, np.bool_)
        self.beside: Sequence[ScoreTable] = ()
        self.columns: dict[str, NDArray[Any]] = {}
        self.parts: dict[str, Part] = {}
        self.otherwise = Part()
        self.changes = changes
        self.blank: Sequence[dict[str, str]] = ()
        self.over_lattices = False
        self.not_applying: dict[int, str] = {}
        self.remark_on_sentences = ""
        self.baselines: frozenset[int] = frozenset()
        self.as_program = False

    def add(self, part: Part) -> None:
        """Adds counts; empty columns for those that are entered."""
        self.parts |= dict.fromkeys(part.keys, part)
        for key in part.keys if part.fields else ():
            self.columns[key] = np.full((len(self.systems), self.sentences, len(part.fields)), -1, np.int64)

    def of(self, part: str) -> Part:
        """What has the counts of that part."""
        return self.parts.get(part, self.otherwise)

    def enter(self, system: int, part: str, counts: Any, first: int = 0) -> None:
        """Notes the counts of a system, of sentences from ``first`` on."""
        for place, name in enumerate(self.parts[part].fields):
            column = getattr(counts, name)
            self.columns[part][system, first : first + len(column), place] = column

    # -- status -----------------------------------------------------------------------------------------------------

    def set_reasons(self, system: int, reasons: Mapping[int, str]) -> None:
        """Notes why sentences are partial or skipped."""
        self._reasons[system] |= reasons

    def reason(self, system: int, sentence: int) -> str:
        """Why a sentence is partial or skipped; empty where it is scored."""
        return self._reasons[system].get(sentence, "")

    def block(self, first: int, last: int) -> Self:
        """A table of the rows ``first:last`` over the same memory, without reasons: what is entered there is entered here."""
        found = copy.copy(self)
        found.sentences = last - first
        found._reasons = [{} for _ in self.systems]

        def rows(column: NDArray[Any]) -> NDArray[Any]:
            return column[first:last] if column.ndim == 1 else column[:, first:last]

        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(found, name, rows(value))
        found.columns = {name: rows(column) for name, column in self.columns.items()}
        return found

    def take_reasons(self, system: int, block: ScoreTable, first: int) -> None:
        """Takes the reasons of a :meth:`block` that begins with the row ``first``, which are not its own any more."""
        taken, block._reasons[system] = block._reasons[system], {}
        self.set_reasons(system, {first + sentence: reason for sentence, reason in taken.items()})

    def reasons(self, system: int) -> dict[str, int]:
        """How often each kind of reason occurs: reasons that differ in their numbers and words only are one kind."""
        kinds = (reason.split(":")[0] for _, reason in sorted(self._reasons[system].items()))
        return dict(Counter(kinds).most_common())

    def example(self, system: int, kind: str) -> tuple[int, str]:
        """The first sentence that has a reason of that kind, and what it says beyond the kind."""
        kinds = ((sentence, reason.partition(":")) for sentence, reason in sorted(self._reasons[system].items()))
        return next((sentence, parts[2].strip()) for sentence, parts in kinds if parts[0] == kind)

    def number(self, system: int, status: int) -> int:
        """How many sentences of a system have that status."""
        return int(np.count_nonzero(self.statuses[system] == status))

    # -- the sentences that figures rest on ---------------------------------------------------------------------------

    def asked(self) -> Mask:
        """The rows that could be scored: those with sentences of the gold, without those that are left out for their length."""
        found: Mask = (self.gold_counts > 0) & ~self.left_out
        return found

    def scored(self, system: int | slice = slice(None)) -> Mask:
        """Which sentences of a system (by default of each) are scored, or count as zero."""
        found: Mask = (self.statuses[system] == SCORED) | self.zeroed[system]
        return found

    def waits(self, system: int | slice = slice(None)) -> bool:
        """Whether sentences of a system (by default of any) are not compared yet."""
        return bool((self.statuses[system] == WAITING).any())

    def coverage(self, system: int, words: bool = False) -> float:
        """Which share of the sentences asked for, or of their words, is scored, not counting as zero; NaN if there are none, or the
        system is none to be compared here."""
        if system in self.not_applying:
            return float("nan")
        asked = self.asked()
        weights = (self.lengths if words else self.gold_counts)[asked]
        total = int(weights.sum())
        return int(weights[self.statuses[system, asked] == SCORED].sum()) / total if total else float("nan")

    def common(self) -> SentenceSet:
        """The sentences that all systems have."""
        return common_set([one.scored() for one in (self, *self.beside)], self.asked() * self.gold_counts)

    def set_of(self, key: str, common: SentenceSet | None = None) -> SentenceSet:
        """The sentences that all systems have (``common``, where they are known), as far as the measure exists on them."""
        part, common = measure(key).part, common or self.common()
        exist = np.array([self.exist_under(system, key) for system in range(len(self.systems))])
        if self.of(part).is_sample:
            common = replace(common, rows=common.rows & exist.any(axis=0))
        return narrowed(common, exist)

    def compared(self, key: str) -> Mask:
        """Which systems may be ranked under a measure: those whose figures rest on the same sentences."""
        found = np.zeros(len(self.systems), np.bool_) if self.on == "own" else self.set_of(key).compared.copy()
        found[[*self.baselines]] = False
        return found

    def rows(self, system: int, key: str, found: SentenceSet | None = None) -> Mask:
        """The sentences that a figure of a system rests on. ``found``: the measure's :meth:`set_of`, where it is known."""
        found = found or self.set_of(key)
        if self.on == "common" and found.compared[system]:
            return found.rows
        return self.exist_under(system, key)

    # -- counts ---------------------------------------------------------------------------------------------------------

    def has(self, part: str) -> bool:
        """Whether a measure over that part applies here."""
        return self.of(part).is_there(self, part)

    def part(self, system: int, part: str, rows: slice = EVERYTHING) -> Counts:
        """The counts of one part (arrays, one entry per sentence of ``rows``); all 0 where the part is undefined."""
        valid = self.exist(system, part, rows)
        if not self.has(part):
            return Counts(0, 0, 0).among(valid)
        return self.of(part).counts(self, system, part, rows).among(valid)

    def exist(self, system: int, part: str, rows: slice = EVERYTHING) -> Mask:
        """Sentences on which the mapping of that part exists."""
        if self.has(part) and (self.as_program or system not in self.undefined(part)):
            return self.of(part).exist(self, system, part, rows)
        return np.zeros(len(range(*rows.indices(self.sentences))), np.bool_)

    def exist_under(self, system: int, key: str) -> Mask:
        """Sentences on which a measure exists. One of which lower is better has nothing to say of a missing parse: 0 would be
        the best of all."""
        one = measure(key)
        exist = self.exist(system, one.part) & (not self.never(system, key))
        return exist if one.higher_is_better else exist & ~self.is_zeroed(system, one.part)

    def never(self, system: int, key: str) -> str:
        """Why no sentence of a system can have a score under a measure that others have; empty where one can."""
        one = measure(key)
        if system in self.baselines and not one.is_unlabelled:
            return "a baseline has no labels and no relations of its own, which this measure compares"
        return "" if self.as_program else self.undefined(one.part).get(system, "")

    def is_zeroed(self, system: int, part: str) -> Mask:
        """Sentences whose parse is missing and counts as zero in that part."""
        return self.of(part).is_zeroed(self, system, part)

    def exists(self, system: int, sentence: int, part: str) -> bool:
        """Whether a sentence has the mapping of that part."""
        return bool(self.exist(system, part, slice(sentence, sentence + 1))[0])

    def status_name(self, system: int, sentence: int) -> str:
        """The status of a sentence in a word; ``aligned`` where it is scored though words or sentence breaks differ."""
        status = self.statuses[system, sentence]
        return ALIGNED if status == SCORED and self.aligned[system, sentence] else STATUS_NAMES[status]

    def words_differ(self, system: int) -> Mask:
        """The rows that are compared though words, or breaks, differ: aligned, or scored under some measures only. Over lattices
        those whose segments differ, whatever becomes of their trees: trees that are too large are compared in part, too."""
        status, aligned = self.statuses[system], self.aligned[system]
        found: Mask = aligned.copy() if self.over_lattices else (aligned & (status == SCORED)) | (status == PARTIAL)
        return found

    def number_aligned(self, system: int) -> int:
        """How many of the scored sentences are aligned."""
        return int(np.count_nonzero(self.aligned[system] & (self.statuses[system] == SCORED)))

    def number_respelt(self, system: int) -> int:
        """How many words of the scored sentences are paired with a word of other characters."""
        return int(self.respelt[system, self.statuses[system] == SCORED].sum())

    def told(self, system: int, sentence: int) -> str:
        """What a list of sentences says of one: why it is partial or skipped, or how many of its words have other characters."""
        number = int(self.respelt[system, sentence]) if self.statuses[system, sentence] == SCORED else 0
        return f"other characters: {counted(number, 'word')}" if number else self.reason(system, sentence)

    def undefined(self, part: str) -> dict[int, str]:
        """Systems for which that part is undefined in all sentences, for a column that a file leaves blank; and why."""
        return {system: of[part] for system, of in enumerate(self.blank) if part in of}

    def lacking(self, part: str, system: int, sentence: int) -> str:
        """Why a sentence that is scored has no score of that part."""
        return self.of(part).lacking(self, system, part, sentence)

    def remark(self, system: int, sentence: int, key: str) -> str:
        """Why the score of a sentence is not what the formula alone gives; empty where it is."""
        return self.of(measure(key).part).remark(self, system, sentence, key)

    def changed(self, system: int, rows: slice = EVERYTHING) -> Numbers:
        """How much of each sentence of ``rows`` differs; -1 where that is undefined."""
        found = np.full(len(self.lengths[rows]), -1)
        for part in filter(self.has, self.changes):
            changed = self.of(part).changed(self.part(system, part, rows))
            found = np.where((found < 0) & self.exist(system, part, rows), changed, found)
        return found

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        """Which counts of which parts are printed beside scores."""
        parts = [*dict.fromkeys(self.parts.values()), self.otherwise]
        ordered = [one for one in reversed(parts) if one.is_beside] + [one for one in parts if not one.is_beside]
        return {key: names for one in ordered for key, names in one.shown_counts(self).items()}

    def counts(self, system: int, rows: slice) -> list[dict[str, dict[str, float]]]:
        """The counts of each sentence of ``rows`` by part, for people and for JSON; undefined parts are left out."""
        shown: list[dict[str, dict[str, float]]] = [{} for _ in range(*rows.indices(self.sentences))]
        for part, names in self.shown_counts().items():
            columns = self.part(system, part, rows)
            lists = {name: getattr(columns, name).tolist() for name in names}
            for row, exists in enumerate(self.exist(system, part, rows).tolist()):
                if exists:
                    shown[row][part] = {name: values[row] for name, values in lists.items()}
        return shown

    # -- scores -----------------------------------------------------------------------------------------------------

    def ratio(self, system: int, key: str) -> Ratio:
        """Numerators and denominators of all sentences (arrays); 0/0 where the measure is undefined."""
        one = measure(key)
        ratio = one.formula(self.part(system, one.part))
        valid = self.exist_under(system, key) & (ratio.denominator != 0)
        is_counted = valid & ~self.is_zeroed(system, one.part)
        found = Ratio(np.where(is_counted, ratio.numerator, 0), np.where(valid, ratio.denominator, 0))
        return self.of(one.part).adjusted(self, system, key, found)

    def scores(self, system: int, key: str, ratio: Ratio | None = None) -> NDArray[np.float64]:
        """Scores of all sentences; NaN where undefined or not yet known. Missing parses that count as zero are 0. ``ratio``: of
        them, where it is known."""
        ratio = ratio or self.ratio(system, key)
        scores = np.full(self.sentences, np.nan)
        np.divide(ratio.numerator, ratio.denominator, out=scores, where=ratio.denominator != 0)
        one = measure(key)
        if one.nothing_is_one:
            scores[np.isnan(scores) & self.exist(system, one.part)] = 1.0
        if one.higher_is_better:
            scores[self.is_zeroed(system, one.part)] = 0.0
        return scores

    def summary(self, system: int, key: str, average: Average, among: NDArray[np.bool_] | None = None) -> float:
        """The score of a system over its :meth:`rows`; NaN where it is undefined.

        ``pooled``: sum of numerators / sum of denominators; ``mean``: mean of the sentences' scores. ``among`` restricts both to
        some sentences. (Emms and Tsarfaty call pooled "macro" and the mean "micro"; others the other way round.)
        """
        return self._summary(system, key, average, self.ratio(system, key), self.rows(system, key), among)

    def summaries(self, key: str, average: Average, among: NDArray[np.bool_] | None = None) -> list[float]:
        """The scores of all systems, as :meth:`summary`; ``among`` may be ``[systems, sentences]``."""
        return [float(figure) for figure in self.figures(key, average, among)]

    def figures(self, key: str, average: Average, among: NDArray[np.bool_] | None = None) -> list[Figure]:
        """The scores of all systems, as :meth:`summaries`, each with the number of sentences it rests on."""
        return self.averaged(key, [average], among)[1][0]

    def averaged(
        self, key: str, averages: Sequence[Average], among: NDArray[np.bool_] | None = None
    ) -> tuple[SentenceSet, list[list[Figure]]]:
        """The sentences that figures of a measure rest on, and per average those of all systems, as :meth:`figures`."""
        common = self.common()
        found = self.set_of(key, common)
        usual = common.rows if self.on == "common" and common.compared.any() else self.asked()
        figures: list[list[Figure]] = [[] for _ in averages]
        for system in range(len(self.systems)):
            mask = among if among is None or among.ndim == 1 else among[system]
            rows, ratio = self.rows(system, key, found), self.ratio(system, key)
            number, told = (int(self.gold_counts[one if mask is None else one & mask].sum()) for one in (rows, usual))
            for average, of_average in zip(averages, figures, strict=True):
                score = self._summary(system, key, average, ratio, rows, mask)
                of_average.append(Figure(score, number, number != told))
        return found, figures

    def _summary(self, system: int, key: str, average: Average, ratio: Ratio, rows: Mask, among: Mask | None) -> float:
        rows = rows if among is None else rows & among
        if average == "mean":
            scores = self.scores(system, key, ratio)[rows]
            scores = scores[~np.isnan(scores)]
            return float(scores.mean()) if len(scores) else float("nan")
        numerator, denominator = ratio.numerator[rows].sum(), ratio.denominator[rows].sum()
        return float(numerator / denominator) if denominator else float("nan")

    def options_of(self, key: str) -> tuple[str, ...]:
        """The options that figures of a measure depend on, as signatures show them."""
        return self.of(measure(key).part if key else "").options_of(self, key)

    def signature(
        self,
        key: str,
        average: Average | None = None,
        system: int | None = None,
        among: str = "",
        found: SentenceSet | None = None,
    ) -> str:
        """What is needed to reproduce a figure: measure, average, every option, the sentences, the version.

        ``system``: whose figure it is, where one may be set aside. ``among``: what restricts the sentences further. ``found``: the
        measure's :meth:`set_of`, where it is known.
        """
        found = found or self.set_of(key)
        is_own = self.on == "own" or (system is not None and not found.compared[system])
        return self._signed(
            key, average, self._respelt_signed(key, system), "on:own" if is_own else f"on:{found.signed}", among
        )

    def _respelt_signed(self, key: str, system: int | None) -> str:
        """How many words have other characters, of one system or of each."""
        if (key and self.of(measure(key).part).is_beside) or not self.respelt.any():
            return ""
        numbers = [self.number_respelt(one) for one in (range(len(self.systems)) if system is None else (system,))]
        return f"respelt:{'+'.join(map(str, numbers))}" if any(numbers) else ""

    def signatures(
        self, key: str, average: Average | None = None, among: str = "", found: SentenceSet | None = None
    ) -> list[str]:
        """The signatures of all systems' figures, as :meth:`signature`."""
        found = found or self.set_of(key)
        return [self.signature(key, average, system, among, found) for system in range(len(self.systems))]

    def sentence_signature(self, key: str) -> str:
        """The signature of the score of one sentence, which depends on no other."""
        return self._signed(key)

    def _signed(self, key: str, average: Average | None = None, *sentences: str) -> str:
        is_beside = bool(key) and self.of(measure(key).part).is_beside
        aligned = ALIGNED if self.aligned.any() and not self.over_lattices and not is_beside else ""
        parts = [
            key,
            f"avg:{average}" if average else "",
            *self.options_of(key),
            aligned,
            *sentences,
            f"v:{__version__}",
        ]
        return "|".join(filter(None, parts))
