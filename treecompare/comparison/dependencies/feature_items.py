"""What columns say of aligned words as items: features of FEATS and MISC with their values, tags and lemmas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from treecompare.mappings.spans import pair_up
from treecompare.measures.words import WordScores
from treecompare.scores.items import NONE, Column, Items
from treecompare.trees.arcs import gathered
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.forms import composed
from treecompare.trees.symbols import Symbols, distinct

Numbers = NDArray[np.int64]
Features = Iterator[tuple[str, str]]


def feats(text: str) -> Features:
    """Name and value of each feature; of several values (``A,B``) each. One without value has ``+``."""
    for part in text.split("|"):
        name, equals, values = part.partition("=")
        yield from ((name, value) for value in (values.split(",") if equals else "+"))


def misc(text: str) -> Features:
    """Key and value of each entry."""
    for part in text.split("|"):
        name, equals, value = part.partition("=")
        yield name, value if equals else "+"


def whole(text: str) -> Features:
    """One value without a name."""
    yield "", text


SPLIT: dict[str, Callable[[str], Features]] = {
    "upos": whole,
    "xpos": whole,
    "lemma": whole,
    "feats": feats,
    "misc": misc,
}
"""What each column is made of; ``_`` and empty texts have nothing."""
AS_WRITTEN = ("upos", "xpos")
"""The columns of which letters composed otherwise are something else."""
KINDS = ("right", "other value", "missing", "extra")


@dataclass(frozen=True, eq=False)
class FeatureRows:
    """Of each row the name and the value on both sides, as numbers in these tables, NONE for none, and its place in KINDS."""

    names: Symbols
    values: Symbols
    gold: tuple[Numbers, Numbers]
    test: tuple[Numbers, Numbers]
    kinds: Numbers


COLUMNS: dict[str, Column] = {
    "feature": Column(lambda rows: (rows.names.texts, rows.gold[0], rows.test[0]), is_of_rows=True),
    "value": Column(lambda rows: (rows.values.texts, rows.gold[1], rows.test[1]), is_of_rows=True),
    "kind": Column(lambda rows: (list(KINDS), rows.kinds, rows.kinds), is_of_rows=True),
}


def feature_items(scores: WordScores, column: str) -> Items:
    """The features of aligned words that are scored, each with its partner: the same value, else another one of that name."""
    names, values = Symbols(), Symbols()
    sides = [
        _features(words, places, column, names, values)
        for words, places in ((scores.gold, scores.gold_words), (scores.test, scores.test_words))
    ]
    left = [np.arange(len(side[0])) for side in sides]
    found: list[tuple[Numbers, Numbers]] = []
    for what in (2, 1):
        size = max(len(values), 1)
        keys = [side[0][places] * size + side[what][places] for side, places in zip(sides, left, strict=True)]
        both = pair_up(*keys)
        found.append((left[0][both[0]], left[1][both[1]]))
        left = [np.delete(places, taken) for places, taken in zip(left, both, strict=True)]
    counts = [len(found[0][0]), len(found[1][0]), len(left[0]), len(left[1])]
    nothing = [np.full(len(places), NONE) for places in left]
    rows = (
        np.concatenate((found[0][0], found[1][0], left[0], nothing[1])),
        np.concatenate((found[0][1], found[1][1], nothing[0], left[1])),
    )
    codes = [
        (np.append(side[1], NONE)[places], np.append(side[2], NONE)[places])
        for side, places in zip(sides, rows, strict=True)
    ]
    paired, right = counts[0] + counts[1], counts[0]
    words = [of[side[0]] for of, side in zip((scores.gold_words, scores.test_words), sides, strict=True)]
    return Items.of(
        (words[0][rows[0][:paired]], words[1][rows[1][:paired]]), (words[0][left[0]], words[1][left[1]]),
        (scores.gold.sentence_of, scores.alignment.sentence_of_test),
        columns=COLUMNS, source=FeatureRows(names, values, codes[0], codes[1], np.repeat(np.arange(len(KINDS)), counts)),
        rights=lambda key: np.arange(paired) < right, firsts=(scores.gold.offsets,),
    )  # fmt: skip


def _features(
    words: Dependencies, places: Numbers, column: str, names: Symbols, values: Symbols
) -> tuple[Numbers, Numbers, Numbers]:
    """The features of words: of each the word's place among ``places``, its name, and name and value."""
    symbols = getattr(words, column)[places]
    used = distinct(symbols)
    rows: list[tuple[int, int]] = []
    ends = [0]
    for number in used.tolist():
        text = words.symbols[number] if column in AS_WRITTEN else composed(words.symbols[number])
        for name, value in dict.fromkeys(SPLIT[column](text)) if text not in ("_", "") else ():
            rows.append((names.number(name), values.number(f"{name}={value}" if name else value)))
        ends.append(len(rows))
    place_of = np.zeros(len(words.symbols), np.int64)
    place_of[used] = np.arange(len(used))
    offsets, texts = np.array(ends), place_of[symbols]
    name, value = np.array(rows, np.int64).reshape(-1, 2)[gathered(offsets, texts)].T
    return np.repeat(np.arange(len(places)), np.diff(offsets)[texts]), name, value
