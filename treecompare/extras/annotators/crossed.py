"""What two analyses say of the same words, by what each says: how often both say it, and the differences, which a cell opens."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.agreed import Agreement, Asked
from treecompare.extras.annotators.differences import ARC, NODES, Difference, arc_of
from treecompare.extras.annotators.several import Several
from treecompare.extras.annotators.word_units import rows_of
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import of_kind
from treecompare.scores.result import ResultTable, Value, cross_column, text_column

NOTHING = "none"
"""What is said of words over which an analysis has no constituent."""
MOST = 5
"""So many values are in a small table."""


@dataclass(frozen=True)
class Crossed:
    """``agreed``: how often both say each; ``differing``: by what each says, the numbers of differences."""

    agreed: Counter[str]
    differing: dict[tuple[str, str], list[int]]

    def values(self, most: int = MOST) -> list[str]:
        """Those that are part of most differences."""
        times: Counter[str] = Counter()
        for (one, other), places in self.differing.items():
            times[one] += len(places)
            times[other] += len(places)
        return [value for value, _ in sorted(times.items(), key=lambda one: (-one[1], one[0]))[:most]]

    def behind(self, one: str, other: str = "") -> tuple[list[int], str]:
        """The numbers of the differences in which the first says one and the second the other (or anything), and in words which
        these are; none where both say the same."""
        if other:
            return sorted(self.differing.get((one, other), ())), f"{one} / {other}"
        return sorted(number for (said, _), numbers in self.differing.items() if said == one for number in numbers), one

    def table(self, first: str, second: str, most: int = MOST) -> ResultTable:
        """What ``first`` says, down, by what ``second`` says, across."""
        values = self.values(most)
        rows: list[list[Value]] = [
            [
                one,
                *(self.agreed[one] if one == other else len(self.differing.get((one, other), ())) for other in values),
            ]
            for one in values
        ]
        return ResultTable(f"{first} ↓ {second} →", (text_column(""), *map(cross_column, values)), rows)


def said_in(difference: Difference, side: int) -> str:
    """What an analysis says, as it is crossed: its relation, or its labels; empty of what is neither."""
    name, value = difference.place.field, difference.values[side]
    return arc_of(value)[1] if name == ARC else value.replace(" ", "+") or NOTHING if name == NODES else ""


def crossed(made: Adjudication, sides: tuple[int, int] = (0, 1)) -> Crossed:
    """Relations of dependencies, chains of labels over the same words of constituents."""
    differing: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, one in enumerate(made.differences):
        said = [said_in(one, side) for side in sides]
        if said[0] != said[1]:
            differing[said[0], said[1]].append(number)
    return Crossed(_agreed(made, sides), dict(differing))


def _agreed(made: Adjudication, sides: Sequence[int]) -> Counter[str]:
    """How often both say the same of a word, or of words over which both have constituents."""
    found: Counter[str] = Counter()
    if not made.analyses.is_dependencies:
        for row in made.analyses.rows:
            one, other = (made.analyses.chains[side].chains_in(row[side]) for side in sides)
            found.update(chain.replace(" ", "+") for words, chain in one.items() if other.get(words) == chain)
        return found
    tables = [one.sentences for one in of_kind(made.analyses.treebanks, DependencyTreebank)]
    rows = np.array(made.analyses.rows, np.int64)
    codes, others = (tables[side].deprel[rows_of(tables[side].offsets, rows[:, side])] for side in sides)
    texts = tables[sides[0]].symbols.texts
    partner = np.full(len(texts), -1, np.int64)
    for code, text in enumerate(texts):
        if (at := tables[sides[1]].symbols.find(text)) is not None:
            partner[code] = at
    times = np.bincount(codes[partner[codes] == others], minlength=len(partner))
    return Counter({texts[code]: int(times[code]) for code in np.flatnonzero(times).tolist()})


def agreement_of(made: Adjudication) -> Agreement:
    """The agreement of the analyses over the sentences that are decided: what the headline needs, without intervals."""
    several = Several(made.analyses.treebanks, list(made.analyses.rows), [])
    return Agreement(several, Asked(with_trees=False, with_intervals=False, first_only=True))
