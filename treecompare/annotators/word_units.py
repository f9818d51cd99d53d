"""What annotators said of each word of dependency treebanks, as categories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from treecompare.annotators.figures import NONE, Category
from treecompare.readers import DependencyTreebank
from treecompare.readers.treebank import of_kind
from treecompare.trees.arcs import sums_before
from treecompare.votes.dependency_consensus import features
from treecompare.votes.several import MISSING, Several

ARC_CATEGORIES = ("relation", "relation_without_subtype", "head_index", "head_offset", "offset_and_relation")
TAG_CATEGORIES = ("upos", "xpos", "lemma", "feats")
MISC = "misc"
_TEXTS = ("relation", *TAG_CATEGORIES, MISC)


@dataclass(frozen=True, eq=False)
class WordUnits:
    """``columns``: by name, per annotator, a value per unit; None where it does not have the word. ``rows``: of
    :class:`Several`, of each unit; ``numbers``: its number in the sentence, from 1."""

    several: Several
    columns: dict[str, list[list[str | None]]]
    rows: NDArray[np.int64]
    numbers: NDArray[np.int64]

    @classmethod
    def of(cls, several: Several) -> WordUnits:
        """The words of all sentences: those that stand for each other are one unit."""
        treebanks = of_kind(several.treebanks, DependencyTreebank)
        names = ("relation", "head_index", "head_offset", *TAG_CATEGORIES, MISC)
        counts: list[int] = []
        columns: dict[str, list[list[str | None]]] = {name: [[] for _ in treebanks] for name in names}
        offsets = [one.sentences.offsets.tolist() for one in treebanks]
        texts = {
            name: [
                [one.sentences.symbols.texts[code] for code in getattr(one.sentences, column).tolist()]
                for one in treebanks
            ]
            for name, column in zip(_TEXTS, ("deprel", *TAG_CATEGORIES, MISC), strict=True)
        }
        heads = [one.sentences.head.tolist() for one in treebanks]
        for row in several.rows:
            numbers = several.aligned(row)
            units = max((max(one, default=-1) for one in numbers), default=-1) + 1
            counts.append(units)
            for file, at in enumerate(row):
                first = offsets[file][at] if at != MISSING else 0
                unit_of = numbers[file]
                values: dict[str, list[str | None]] = {name: [None] * units for name in names}
                for place, unit in enumerate(unit_of):
                    head = heads[file][first + place]
                    inside = 0 < head <= len(unit_of)
                    index = unit_of[head - 1] + 1 if inside else 0
                    values["head_index"][unit] = str(index) if inside or head == 0 else "-"
                    values["head_offset"][unit] = str(index - unit - 1) if inside else "root" if head == 0 else "-"
                    for name in _TEXTS:
                        values[name][unit] = texts[name][file][first + place]
                for name in names:
                    columns[name][file] += values[name]
        columns["offset_and_relation"] = _mapped(
            columns["head_offset"], columns["relation"], lambda offset, relation: f"{offset} {relation}"
        )
        columns["relation_without_subtype"] = _mapped(
            columns["relation"], columns["relation"], lambda relation, _: relation.partition(":")[0]
        )
        columns["feats"] = _mapped(columns["feats"], columns["feats"], lambda feats, _: _canonical(feats))
        rows = np.repeat(np.arange(len(counts)), counts)
        return cls(several, columns, rows, np.arange(1, len(rows) + 1) - sums_before(np.array(counts, np.int64))[rows])

    def misc(self, name: str) -> Category:
        """What stands in MISC under a name, or ``none``."""
        return Category.of(
            f"misc.{name}",
            [
                [None if one is None else features(one).get(name, "none") for one in of_one]
                for of_one in self.columns[MISC]
            ],
        )

    def category(self, name: str) -> Category:
        """One of the columns."""
        return Category.of(name, self.columns[name])

    def relations(self, first: int, second: int, most: int = 12) -> list[str]:
        """The relations that two annotators have most often, over the words that both have; by name where equally often."""
        columns = self.columns["relation"][first], self.columns["relation"][second]
        both = Counter(
            one for pair in zip(*columns, strict=True) if None not in pair for one in pair if one is not None
        )
        return [name for name, _ in sorted(both.items(), key=lambda one: (-one[1], one[0]))[:most]]

    def only(self, name: str, value: str) -> Category:
        """Whether a column has that value."""
        return Category.of(
            f"{name}={value}",
            [[None if one is None else str(one == value) for one in of_one] for of_one in self.columns[name]],
        )

    def feature_names(self, first: int, second: int) -> list[str]:
        """All features that either annotator has, by name."""
        sides = self.columns["feats"][first], self.columns["feats"][second]
        return sorted({name for side in sides for text in set(side) if text is not None for name in _parsed(text)})

    def has_feature(self, name: str) -> Category:
        """Whether a word has a feature, or any at all (``feats``): 1 or 0."""

        def has(text: str) -> int:
            return int(bool(_parsed(text)) if name == "feats" else name in _parsed(text))

        columns = self.columns["feats"]
        known = {text: NONE if text is None else has(text) for column in columns for text in set(column)}
        codes = [[known[one] for one in column] for column in columns]
        return Category(name, np.array(codes, np.int64).reshape(len(columns), -1))

    def feature(self, name: str) -> Category:
        """The values of a feature, or ``none``."""
        columns = self.columns["feats"]
        known = {
            text: None if text is None else _parsed(text).get(name, "none")
            for column in columns
            for text in set(column)
        }
        return Category.of(name, [[known[one] for one in column] for column in columns])


def _canonical(feats: str) -> str:
    return "|".join(f"{name}={values}" for name, values in features(feats).items()) or "none"


@lru_cache(10_000)
def _parsed(canonical: str) -> dict[str, str]:
    return {} if canonical == "none" else features(canonical)


def _mapped(
    first: Sequence[Sequence[str | None]], second: Sequence[Sequence[str | None]], change: Callable[[str, str], str]
) -> list[list[str | None]]:
    return [
        [None if a is None or b is None else change(a, b) for a, b in zip(of_a, of_b, strict=True)]
        for of_a, of_b in zip(first, second, strict=True)
    ]
