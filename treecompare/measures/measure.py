"""What a measure is: counts of one mapping, a formula, a ratio (integers until the one division), and its descriptions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Counts:
    """What a mapping found, for one sentence (integers) or for many (int64 arrays of one length,
    which is why the fields are not typed closer).

    ``gold``, ``test``: nodes of the part that is compared. ``words``, ``test_words``: how many of these are words.
    ``cost``: deleted + inserted + swapped, or the sum of label costs (a double).
    ``moved``: pairs of a deleted and an inserted node with the same label and words.
    ``score``: sum of the words' scores (a double). ``forgiven``: operations that the annotation scheme accounts for.
    """

    gold: Any
    test: Any
    matched: Any
    words: Any = 0
    test_words: Any = 0
    swapped: Any = 0
    deleted: Any = 0
    inserted: Any = 0
    cost: Any = 0
    crossing: Any = 0
    moved: Any = 0
    score: Any = 0
    forgiven: Any = 0

    @classmethod
    def of(cls, gold: Any, test: Any, matched: Any, **others: Any) -> Counts:
        """What is not matched is deleted and inserted, and each operation costs 1, as far as ``others`` do not say otherwise."""
        given = {"deleted": gold - matched, "inserted": test - matched, **others}
        usual = given["deleted"] + given["inserted"] + given.get("swapped", 0)
        return cls(gold, test, matched, **{"cost": usual, **given})

    def among(self, rows: NDArray[np.bool_]) -> Counts:
        """Arrays with an entry per row, 0 in all rows but these."""
        import numpy as np  # late: measures are listed without

        nothing, are_all = np.zeros(len(rows), np.int64), bool(rows.all())
        columns = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return Counts(**{
            name: nothing if not np.ndim(one) else one if are_all else np.where(rows, one, 0) for name, one in columns.items()
        })  # fmt: skip


@dataclass(frozen=True)
class Ratio:
    """A numerator over a denominator, undivided. A denominator of 0 is undefined, whatever the numerator."""

    numerator: Any
    denominator: Any

    @property
    def value(self) -> float | None:
        """The score, or None where it is undefined (single ratios only)."""
        return self.numerator / self.denominator if self.denominator else None


def recall(c: Counts) -> Ratio:
    """M / G: the share of the gold's that the system has, too (Emms 2008, table 1; Zeman et al. 2018, section 4.2)."""
    return Ratio(c.matched, c.gold)


def precision(c: Counts) -> Ratio:
    """M / T: the share of the system's that the gold has, too (the same places)."""
    return Ratio(c.matched, c.test)


def dice(c: Counts) -> Ratio:
    """2M / (G + T), which is F1 of recall and precision (the same places)."""
    return Ratio(2 * c.matched, c.gold + c.test)


_WITHOUT_LABELS = frozenset(("uas", "crossing", "no-crossing", "two-or-less-crossing", "tokens", "words", "sentences"))


@dataclass(frozen=True)
class Measure:
    """One evaluation measure.

    ``part`` names the counts that ``formula`` is given ("e.roof", "t.whole.unlabelled", "tags").
    ``equal_words``: defined only where gold and test have the same words after preparation.
    Properties that the tests hold it to: ``identity_is_one``: a tree compared with itself scores 1 (or is undefined);
    ``symmetric``: swapping gold and test changes nothing, or not where their words are the same (``symmetric_over_words``), or it
    gives the scores of the measure ``swaps_with``; ``ignores_names``: other names for the labels change nothing.
    ``nothing_is_one``: 0/0 scores 1, where both trees are there but have nothing that counts.
    ``reading``: a sentence in plain words with the counts in braces, ``{gold:node}`` with their noun. It may also use
    ``numerator`` and ``denominator``, and must fit one pair of trees as well as many.
    """

    key: str
    title: str
    paper: str
    part: str
    formula: Callable[[Counts], Ratio]
    explanation: str
    higher_is_better: bool = True
    percent: bool = True
    equal_words: bool = True
    identity_is_one: bool = True
    symmetric: bool = False
    symmetric_over_words: bool = False
    swaps_with: str | None = None
    ignores_names: bool = True
    nothing_is_one: bool = False
    reading: str = ""

    @property
    def is_unlabelled(self) -> bool:
        """Whether no label and no tag counts, so that a tree without them has a score."""
        return ".unlabelled" in self.key or self.part == "e.sets" or self.key.split(".")[0] in _WITHOUT_LABELS

    def shown(self, score: float | None, decimals: int = 2) -> str:
        """The score for display: a percentage with two decimals; "–" where it is undefined."""
        if score is None or math.isnan(score):
            return "–"
        return f"{100 * score if self.percent else score:.{decimals}f}"


# -- what people judged, as a measure ----------------------------------------------------------------------------------

JUDGED_PART = "judged"


def judged(c: Counts) -> Ratio:
    """1 for a sentence in which all that people judged was parsed correctly (Kübler et al. 2008, table 9)."""
    return Ratio((c.matched == c.gold) * 1, 0 * c.gold + 1)


JUDGED_MEASURES = (
    Measure(
        "judged", "Judged correct", "Kübler et al. 2008, table 9", JUDGED_PART, judged,
        "The share of sentences in which all that people judged was parsed correctly, of those in which anything was judged.",
        equal_words=False,
        reading="People gave {gold:judgement}; correct: {matched}. If all are correct the score is 1, otherwise 0.",
    ),
)  # fmt: skip
