"""What annotators said, as categories: of each word of dependency treebanks; of sets of words and of tags, for constituents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from treecompare.extras.annotators.dependency_consensus import features
from treecompare.extras.annotators.figures import NONE, Category
from treecompare.extras.annotators.several import MISSING, Several, chains_of
from treecompare.measures.words import absent_columns
from treecompare.readers import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank, of_kind
from treecompare.trees.columns import gathered, sums_before
from treecompare.trees.symbols import Shared
from treecompare.trees.tree import Tree, Trees

ARC_CATEGORIES = ("relation", "relation_without_subtype", "head_index", "head_offset", "offset_and_relation")
HEAD_CATEGORIES = ("head_index", "head_offset", "offset_and_relation")
"""Those that name a head: by its number among the words that others have as well."""
TAG_CATEGORIES = ("upos", "xpos", "lemma", "feats")
MISC = "misc"


@dataclass(frozen=True, eq=False)
class WordUnits:
    """``words``: per analysis where its words stand in the columns of its treebank, sentence by sentence; ``units``: the unit of
    each. ``rows``: of :class:`Several`, of each unit. Where sentence breaks differ, units go across them."""

    several: Several
    words: list[NDArray[np.int64]]
    units: list[NDArray[np.int64]]
    rows: NDArray[np.int64]
    _known: dict[tuple[str, tuple[int, ...]], Category] = field(default_factory=dict)

    @classmethod
    def of(cls, several: Several) -> WordUnits:
        """The words of all sentences: those that stand for each other are one unit."""
        counts: list[int] = []
        units: list[list[int]] = [[] for _ in several.treebanks]
        begin = 0
        for _, sentences in several.together:
            numbers = several.aligned(sentences)
            counts.append(max((max(one, default=-1) for one in numbers), default=-1) + 1)
            for file, unit_of in enumerate(numbers):
                units[file] += [begin + unit for unit in unit_of]
            begin += counts[-1]
        words = []
        for file, treebank in enumerate(of_kind(several.treebanks, DependencyTreebank)):
            chosen = np.array([at for _, sentences in several.together for at in sentences[file]], np.int64)
            words.append(gathered(treebank.sentences.offsets, chosen))
        rows = np.repeat(np.array([row for row, _ in several.together], np.int64), counts)
        return cls(several, words, [np.array(one, np.int64) for one in units], rows)

    @cached_property
    def there(self) -> NDArray[np.bool_]:
        """Which analyses have each unit, ``[analyses, units]``."""
        found = np.zeros((len(self.units), len(self.rows)), np.bool_)
        for own, units in zip(found, self.units, strict=True):
            own[units] = True
        return found

    def words_of(self, file: int) -> NDArray[np.int64]:
        """Of each unit the word of an analysis, as it stands in its columns; -1 for none."""
        found = np.full(len(self.rows), -1, np.int64)
        found[self.units[file]] = self.words[file]
        return found

    def is_ragged(self, files: Sequence[int]) -> bool:
        """Whether two of some analyses have a word that a third, which has the sentence, does not."""
        count = self.there[list(files)].sum(axis=0)
        return bool(((count >= 2) & (count < self.several.has[:, list(files)].sum(axis=1)[self.rows])).any())

    def category(self, name: str, files: Sequence[int] = ()) -> Category:
        """One of ARC_CATEGORIES, TAG_CATEGORIES and MISC, of all analyses. Heads are numbered by the words that two of ``files``
        have (by default of all)."""
        known = name, tuple(files) if name in HEAD_CATEGORIES else ()
        found = self._known.get(known)
        if found is None:
            found = self._known[known] = self._made(name, files)
        return found

    def _made(self, name: str, files: Sequence[int]) -> Category:
        if name in ("head_index", "head_offset"):
            return self._of_heads(name, files)
        if name == "relation_without_subtype":
            return self.category("relation").mapped(name, lambda text: text.partition(":")[0])
        if name == "feats":
            return self._of_texts("feats", "feats").mapped(name, _canonical)
        if name == "offset_and_relation":
            return self.category("head_offset", files).beside(self.category("relation"), name)
        return self._of_texts(name, "deprel" if name == "relation" else name)

    def _of_units(self, file: int, values: NDArray[np.int64], nothing: int) -> NDArray[np.int64]:
        """Values of words as those of units; ``nothing`` where the file does not have one."""
        found = np.full(len(self.rows), nothing, np.int64)
        found[self.units[file]] = values
        return found

    def _of_texts(self, name: str, column: str) -> Category:
        shared, codes = Shared(), []
        for file, treebank in enumerate(of_kind(self.several.treebanks, DependencyTreebank)):
            if column in absent_columns(treebank.sentences):
                codes.append(np.full(len(self.rows), NONE, np.int64))  # a column that is blank throughout says nothing
                continue
            own = getattr(treebank.sentences, column)[self.words[file]]
            codes.append(self._of_units(file, shared.of(treebank.sentences.symbols, own)[0], NONE))
        return Category(name, np.array(codes).reshape(len(codes), -1), tuple(shared.texts)).renumbered()

    def _of_heads(self, name: str, files: Sequence[int]) -> Category:
        """Numbers of units, from 1 in each sentence, or how far these are; ``-``: a head that is none."""
        shared = self.there[list(files) or slice(None)].sum(axis=0) >= 2
        before = sums_before(shared)
        numbers = before[1:] - before[np.searchsorted(self.rows, self.rows)]
        found = []
        for file, treebank in enumerate(of_kind(self.several.treebanks, DependencyTreebank)):
            table, words, units = treebank.sentences, self.words[file], self.units[file]
            if "head" in absent_columns(table):
                found.append(np.full(len(self.rows), _ABSENT))
                continue
            head = table.head[words].astype(np.int64)
            sentence = np.searchsorted(table.offsets, words, side="right") - 1
            first, last = table.offsets[sentence], table.offsets[sentence + 1]
            inside = (head > 0) & (head <= last - first)
            number_at = np.zeros(len(table.head), np.int64)
            number_at[words] = np.where(shared[units], numbers[units], 0)
            number = np.where(inside, number_at[np.where(inside, first + head - 1, 0)], 0)
            root = 0 if name == "head_index" else _ROOT
            value = number if name == "head_index" else number - numbers[units]
            value = np.where(number > 0, value, np.where(head == 0, root, _NO_HEAD))
            found.append(self._of_units(file, value, _ABSENT))
        values = np.array(found, np.int64).reshape(len(found), -1)
        used, which = np.unique(values, return_inverse=True)
        texts = [{_NO_HEAD: "-", _ROOT: "root"}.get(one, str(one)) for one in used.tolist()]
        codes = which.reshape(values.shape).astype(np.int64)
        return Category(name, np.where(values == _ABSENT, NONE, codes), tuple(texts)).renumbered()

    def misc(self, name: str) -> Category:
        """What stands in MISC under a name, or ``none``."""
        return self.category(MISC).mapped(f"misc.{name}", lambda text: features(text).get(name, "none"))

    def relations(self, first: int, second: int, most: int = 12) -> list[str]:
        """The relations that two annotators have most often, over the words that both have; by name where equally often."""
        found = self.category("relation")
        codes = found.codes[[first, second]]
        times = np.bincount(codes[:, (codes != NONE).all(axis=0)].ravel(), minlength=len(found.texts)).tolist()
        both = [(count, text) for count, text in zip(times, found.texts, strict=True) if count]
        return [name for _, name in sorted(both, key=lambda one: (-one[0], one[1]))[:most]]

    def only(self, name: str, value: str) -> Category:
        """Whether a column has that value."""
        return self.category(name).mapped(f"{name}={value}", lambda text: str(text == value))

    def feature_names(self, first: int, second: int) -> list[str]:
        """All features that either annotator has, by name."""
        found = self.category("feats")
        used = np.unique(found.codes[[first, second]]).tolist()
        return sorted({name for one in used if one != NONE for name in _parsed(found.texts[one])})

    def has_feature(self, name: str) -> Category:
        """Whether a word has a feature, or any at all (``feats``): 1 or 0."""
        found = self.category("feats")
        parsed = [_parsed(text) for text in found.texts]
        has = np.array([*(bool(one) if name == "feats" else name in one for one in parsed), NONE], np.int64)
        return Category(name, has[found.codes])

    def feature(self, name: str) -> Category:
        """The values of a feature, or ``none``."""
        return self.category("feats").mapped(name, lambda text: _parsed(text).get(name, "none"))


_ROOT, _NO_HEAD, _ABSENT = (10**9 + number for number in range(3))
"""In place of the number of a head, and of how far it is."""


def absent_said(names: Sequence[str], treebanks: Sequence[AnyTreebank], also_of_all: bool = True) -> list[str]:
    """Which columns are not compared because files leave them blank throughout, as ``UPOS of anne and bert (blank)``;
    ``also_of_all``: also those of which no file says anything."""
    of_files = [absent_columns(one.sentences) if isinstance(one, DependencyTreebank) else [] for one in treebanks]
    found: dict[str, list[str]] = {}
    for name, columns in zip(names, of_files, strict=True):
        for column in columns:
            found.setdefault(column.upper(), []).append(name)
    return [
        f"{column} of {' and '.join(whose)} (blank)"
        for column, whose in found.items()
        if also_of_all or len(whose) < len(names)
    ]


def _canonical(feats: str) -> str:
    return "|".join(f"{name}={values}" for name, values in features(feats).items()) or "none"


@lru_cache(10_000)
def _parsed(canonical: str) -> dict[str, str]:
    return {} if canonical == "none" else features(canonical)


# -- sets of words and tags, for trees of constituents -----------------------------------------------------------------

NOTHING = "none"
Chain = tuple[str, ...]


@dataclass(eq=False)
class SpanUnits:
    """All annotators. Sentences with equally many words are compared.

    ``chains``: per annotator, of each set of words, its labels from the top, empty for none; None where it does not have the
    sentence. ``sets``: the sets, as bits. ``tags``: per annotator, of each word. ``span_rows``, ``word_rows``: the row of each;
    ``differing``: by pair, how many sentences have different numbers of words.
    """

    chains: list[list[Chain | None]]
    tags: list[list[str | None]]
    sets: list[int] = field(default_factory=list)
    span_rows: list[int] = field(default_factory=list)
    word_rows: list[int] = field(default_factory=list)
    differing: Counter[tuple[int, int]] = field(default_factory=Counter)

    @classmethod
    def of(cls, several: Several, prepared: Sequence[Trees]) -> SpanUnits:
        """From trees as they are compared (:func:`treecompare.extras.annotators.tree_alpha.as_compared`)."""
        files = range(len(prepared))
        made = cls([[] for _ in files], [[] for _ in files])
        for number, row in enumerate(several.rows):
            groups: defaultdict[int, list[tuple[int, Tree]]] = defaultdict(list)
            for file, at in enumerate(row):
                if at != MISSING:
                    tree = prepared[file][at]
                    groups[len(tree.word_nodes)].append((file, tree))
            there = [(file, size) for size, group in groups.items() for file, _ in group]
            made.differing.update((a, b) for a, size in there for b, other in there if a < b and size != other)
            for size, group in groups.items():
                if size:
                    made._add(number, size, group)
        return made

    def _add(self, row: int, size: int, group: Sequence[tuple[int, Tree]]) -> None:
        read = {file: chains_of(tree, NOTHING) for file, tree in group}
        sets = list(dict.fromkeys(words for chains, _ in read.values() for words in chains))
        for file, (chains, tags) in enumerate(zip(self.chains, self.tags, strict=True)):
            if file in read:
                chains += [tuple(read[file][0].get(words, ())) for words in sets]
                tags += read[file][1]
            else:
                chains += [None] * len(sets)
                tags += [None] * size
        self.sets += sets
        self.span_rows += [row] * len(sets)
        self.word_rows += [row] * size

    def nodes(self, voices: Sequence[int]) -> Category:
        """The labels over each set of words, or ``none``."""
        return Category.of(
            "constituents",
            [[None if one is None else "+".join(one) or NOTHING for one in self.chains[voice]] for voice in voices],
        )

    def labels(self, voices: Sequence[int]) -> Category:
        """The labels over each set of words that an annotator has as a constituent."""
        return Category.of(
            "label", [["+".join(one) if one else None for one in self.chains[voice]] for voice in voices]
        )

    def tag(self, voices: Sequence[int]) -> Category:
        """The tag of each word."""
        return Category.of("tag", [self.tags[voice] for voice in voices])

    def dice(self, first: int, second: int, rows: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """By row, twice the nodes of equal label over equal words, and all nodes of both."""
        equal, nodes = np.zeros(rows), np.zeros(rows)
        for row, one, other in zip(self.span_rows, self.chains[first], self.chains[second], strict=True):
            if one is not None and other is not None:
                equal[row] += 2 * (len(one) if one == other else (Counter(one) & Counter(other)).total())
                nodes[row] += len(one) + len(other)
        return equal, nodes

    def frequent(self, voices: Sequence[int], units: NDArray[np.int64], most: int = 10) -> list[str]:
        """The labels that some annotators have most often over some sets of words, by name where equally often."""
        times = Counter(
            label for voice in voices for unit in units.tolist() for label in self.chains[voice][unit] or ()
        )
        return [name for name, _ in sorted(times.items(), key=lambda one: (-one[1], one[0]))[:most]]
