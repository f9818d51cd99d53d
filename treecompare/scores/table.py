"""The score table: counts per system and sentence, from which every score, average and rank is computed when asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from treecompare import __version__
from treecompare.measures import Counts, Ratio, measure

WAITING, SCORED, PARTIAL, SKIPPED = range(4)
STATUS_NAMES = ("waiting", "scored", "partial", "skipped")

Average = Literal["pooled", "mean"]


class ScoreTable:
    """Counts of measures for every system and sentence: a base for tables of constituents and of dependencies.

    ``statuses``: uint8 ``[systems, sentences]`` (WAITING, SCORED, PARTIAL, SKIPPED). ``lengths``: gold words after preparation.
    ``zeroed``: sentences without a parse that count as zero (``--missing zero``).
    ``aligned``: sentences that are scored though words or sentence breaks differ.
    """

    def __init__(self, systems: list[str], sentences: int, options: tuple[str, ...] = ()) -> None:
        shape = (len(systems), sentences)
        self.systems = systems
        self.sentences = sentences
        self.options = options
        self.statuses = np.zeros(shape, np.uint8)
        self.lengths = np.zeros(sentences, np.int64)
        self.zeroed = np.zeros(shape, np.bool_)
        self.aligned = np.zeros(shape, np.bool_)
        self._reasons: list[dict[int, str]] = [{} for _ in systems]

    # -- status -----------------------------------------------------------------------------------------------------

    def set_reason(self, system: int, sentence: int, reason: str) -> None:
        """Notes why a sentence is partial or skipped."""
        self._reasons[system][sentence] = reason

    def reason(self, system: int, sentence: int) -> str:
        """Why a sentence is partial or skipped; empty where it is scored."""
        return self._reasons[system].get(sentence, "")

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

    # -- counts, which each kind of table has of its own --------------------------------------------------------------

    def has(self, part: str) -> bool:
        """Whether a measure over that part applies here."""
        raise NotImplementedError

    def part(self, system: int, part: str, rows: slice = slice(None)) -> Counts:
        """The counts of one part (arrays, one entry per sentence of ``rows``); all 0 where the part is undefined."""
        raise NotImplementedError

    def nothing(self, rows: slice) -> Counts:
        """Counts that are all 0, one entry per sentence of ``rows``: those of a part that is not counted here."""
        zeros = np.zeros(len(range(*rows.indices(self.sentences))), np.int64)
        return Counts(**dict.fromkeys(Counts.__dataclass_fields__, zeros))

    def exist(self, system: int, part: str, rows: slice = slice(None)) -> NDArray[np.bool_]:
        """Sentences on which the mapping of that part exists."""
        raise NotImplementedError

    def exists(self, system: int, sentence: int, part: str) -> bool:
        """Whether a sentence has the mapping of that part."""
        return bool(self.exist(system, part, slice(sentence, sentence + 1))[0])

    def lacking(self, part: str, system: int, sentence: int) -> str:
        """Why a sentence that is scored has no score of that part."""
        return "this measure is not counted here" if not self.has(part) else "the sentence has no score"

    def remark(self, system: int, sentence: int, key: str) -> str:
        """Why the score of a sentence is not what the formula alone gives; empty where it is."""
        return ""

    def changed(self, system: int) -> NDArray[np.int64]:
        """How much of each sentence differs, for people who look for differences; -1 where that is undefined."""
        raise NotImplementedError

    def shown_counts(self) -> dict[str, tuple[str, ...]]:
        """Which counts of which parts are printed beside scores."""
        raise NotImplementedError

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
        valid = self.exist(system, one.part) & (ratio.denominator != 0)
        return Ratio(np.where(valid, ratio.numerator, 0), np.where(valid, ratio.denominator, 0))

    def scores(self, system: int, key: str) -> NDArray[np.float64]:
        """Scores of all sentences; NaN where undefined or not yet known. Missing parses that count as zero are 0."""
        ratio = self.ratio(system, key)
        scores = np.full(self.sentences, np.nan)
        np.divide(ratio.numerator, ratio.denominator, out=scores, where=ratio.denominator != 0)
        one = measure(key)
        if one.nothing_is_one:
            scores[np.isnan(scores) & self.exist(system, one.part)] = 1.0
        scores[self.zeroed[system]] = 0.0
        return scores

    def summary(self, system: int, key: str, average: Average, among: NDArray[np.bool_] | None = None) -> float:
        """The score of a system; NaN where it is undefined.

        ``pooled``: sum of numerators / sum of denominators; ``mean``: mean of the sentences' scores. ``among`` restricts both to
        some sentences. (Emms and Tsarfaty call pooled "macro" and the mean "micro"; others the other way round.)
        """
        if average == "mean":
            scores = self.scores(system, key)
            scores = scores[~np.isnan(scores) if among is None else ~np.isnan(scores) & among]
            return float(scores.mean()) if len(scores) else float("nan")
        ratio = self.ratio(system, key)
        numerator = ratio.numerator.sum() if among is None else ratio.numerator[among].sum()
        denominator = ratio.denominator.sum() if among is None else ratio.denominator[among].sum()
        return float(numerator / denominator) if denominator else float("nan")

    def signature(self, key: str, average: Average | None = None) -> str:
        """What is needed to reproduce a figure: the measure, how it was averaged, every option, the version."""
        parts = [key, *([f"avg:{average}"] if average else []), *self.options]
        if key.startswith("t."):
            parts.append("tie:matches")
        return "|".join([*parts, f"v:{__version__}"])


def common(table: ScoreTable, systems: Iterable[int], keys: Iterable[str]) -> NDArray[np.bool_]:
    """Sentences that have a score for all of these systems under all of these measures: only on them may they be compared."""
    found = np.ones(table.sentences, np.bool_)
    for system in systems:
        for key in keys:
            found &= ~np.isnan(table.scores(system, key))
    return found
