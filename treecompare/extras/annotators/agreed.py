"""The agreement of several annotators: all figures, with intervals, over batches, and what length explains."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.extras.annotators.figures import NONE, Category, Resamples
from treecompare.extras.annotators.several import MISSING, Several, batches_of, documents_of, halves
from treecompare.extras.annotators.tallies import Figures, Layer, Tally, Two, Value, all_figures, drifts
from treecompare.extras.annotators.tree_alpha import MOST_TREES, TreeAlphas, TreeDistances, TreeValues, as_compared
from treecompare.extras.annotators.word_units import HEAD_CATEGORIES, NOTHING, SpanUnits, WordUnits
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.treebank import of_kind
from treecompare.scores.result import Behind, Found
from treecompare.trees.tree import Trees

CONSTITUENTS = "constituents"
"""The layer whose figure is Dice alone: no unit of kappa over sets of words is none for both."""
GIVEN = ("upos", "xpos", "lemma", "relation")
"""What ``given`` may be."""
TITLES = {
    "relation": "relation", "head_offset": "head", "offset_and_relation": "head and relation", "upos": "UPOS", "xpos": "XPOS",
    "lemma": "lemma", "feats": "all features", "relation_without_subtype": "relation without subtype",
    "head_index": "head, by its number",
}  # fmt: skip
"""The layers of dependencies, those to look at first, and what they are called."""
FIRST = ("relation", "head_offset", "offset_and_relation")
"""Those of the headline."""


Opens = Callable[[Layer, NDArray[np.int64], Two | None, str], Found | None]
"""Units of a layer, of which two say something else (any two: None), as sentences that can be opened, with a text about them."""


@dataclass(frozen=True)
class Asked:
    """What is wanted besides the figures of all and of pairs.

    ``voices``: the analyses that are annotators, by number; None: all but these two: ``pre``, which they corrected, and
    ``adjudicated``, what was decided. ``given``: one of GIVEN, on which both have to agree for a word to count. ``misc``: names in
    MISC. ``params``: how trees of constituents are prepared.
    ``first_only``: of dependencies the layers of the headline alone.
    ``is_quick``: without all that takes longer than a second or so; alpha over trees is estimated then.
    """

    voices: tuple[int, ...] | None = None
    pre: int | None = None
    adjudicated: int | None = None
    given: str = ""
    misc: tuple[str, ...] = ()
    params: str = "standard"
    with_trees: bool = True
    with_intervals: bool = True
    first_only: bool = False
    is_quick: bool = False
    seed: int = 0
    jobs: int = 1


@dataclass(frozen=True)
class Batch:
    """A batch: ``sentences`` that two annotators have; ``rows``: whether each sentence is one of it; ``figures``: of each layer;
    ``trees``: None where they were not compared."""

    name: str
    sentences: int
    rows: NDArray[np.bool_]
    figures: list[Figures]
    trees: TreeAlphas | None


@dataclass(frozen=True)
class Drift:
    """How figures of all change: a layer's ``first`` and ``last``, of each half of the batches, and ``change``, by figure."""

    layer: str
    first: dict[str, float | None]
    last: dict[str, float | None]
    change: dict[str, Value]


class Agreement:
    """The agreement of the voices among several analyses. Everything is computed when it is asked for.

    ``opens``: what makes sentences of units, where these can be opened."""

    def __init__(
        self, several: Several, asked: Asked = Asked(), cancel: NDArray[np.int32] | None = None,
        tell: Callable[[float], object] = lambda share: None,
    ) -> None:  # fmt: skip
        self.several, self.asked = several, asked
        self.opens: Opens | None = None
        self._cancel, self._tell = cancel, tell
        others = {asked.pre, asked.adjudicated}
        files = range(len(several.treebanks))
        self.voices = [one for one in files if one not in others] if asked.voices is None else list(asked.voices)
        self.names = [several.names[one] for one in self.voices]
        self.is_dependencies = isinstance(several.treebanks[0], DependencyTreebank)
        if len(self.voices) < 2:
            raise UsageError(f"{len(self.voices)} annotators were given; expected two or more")
        if asked.given and not self.is_dependencies:
            raise UsageError("given: constituents are compared; words are only chosen so of dependencies")
        if asked.given and asked.given not in GIVEN:
            raise UsageError(f"given {asked.given[:40]}: expected one of {', '.join(GIVEN)}")

    @property
    def pairs(self) -> list[Two]:
        """All pairs of voices, as places in ``names``."""
        return list(combinations(range(len(self.voices)), 2))

    def names_of(self, two: Two) -> list[str]:
        """Of a pair."""
        return [self.names[one] for one in two]

    def called(self, two: Two) -> str:
        """``anne~bert``."""
        return "~".join(self.names_of(two))

    def layer(self, name: str) -> Layer:
        """The layer of that name."""
        return next(one for one in self.layers if one.name == name)

    def opened(self, layer: Layer, units: NDArray[np.int64], two: Two | None, text: str) -> Behind:
        """What stands behind a value of these units, if there are any."""
        return partial(self.opens, layer, units, two, text) if self.opens is not None and len(units) else None

    # -- what is counted ---------------------------------------------------------------------------------------------------

    @cached_property
    def words(self) -> WordUnits:
        """Of dependencies: words as units, of all files."""
        return WordUnits.of(self.several)

    @cached_property
    def prepared(self) -> list[Trees]:
        """Of constituents: trees as they are compared."""
        return as_compared(of_kind(self.several.treebanks, Treebank), self.asked.params)

    @cached_property
    def spans(self) -> SpanUnits:
        """Of constituents: sets of words as units, of all files."""
        return SpanUnits.of(self.several, self.prepared)

    def of_voices(self, category: Category) -> Category:
        """A category of all files as that of the voices."""
        return category.of_annotators(self.voices)

    @cached_property
    def layers(self) -> list[Layer]:
        """What is compared, that to look at first, first."""
        if self.is_dependencies:
            wanted = FIRST if self.asked.first_only else TITLES
            found = [self._of_words(self.words.category(name, self.voices), TITLES[name]) for name in wanted]
            return found + [self._of_words(self.words.misc(name), f"MISC {name}") for name in self.asked.misc]
        spans, voices, rows = self.spans, self.voices, len(self.several)
        dice = {two: spans.dice(voices[two[0]], voices[two[1]], rows) for two in self.pairs}
        of_spans, of_words = (np.array(one, np.int64) for one in (spans.span_rows, spans.word_rows))
        return [
            Layer(CONSTITUENTS, "constituents", spans.nodes(voices), of_spans, dice=dice, nothing=NOTHING),
            Layer("label", "labels where both have one", spans.labels(voices), of_spans),
            Layer("tag", "tags", spans.tag(voices), of_words),
        ]

    def _of_words(self, category: Category, title: str) -> Layer:
        given = self.of_voices(self.words.category(self.asked.given)) if self.asked.given else None
        return Layer(
            category.name, title, self.of_voices(category), self.words.rows, given, own=self._own(category.name)
        )

    def _own(self, name: str) -> dict[Two, Category]:
        """What two say of heads, where these are other units for two than for all."""
        if name not in HEAD_CATEGORIES or len(self.voices) == 2 or not self.words.is_ragged(self.voices):
            return {}
        of_pairs = {two: [self.voices[one] for one in two] for two in self.pairs}
        return {two: self.words.category(name, files).of_annotators(files) for two, files in of_pairs.items()}

    @cached_property
    def features(self) -> list[Layer]:
        """Of dependencies: a layer per feature that any voice has, with Dice over words that have it."""
        if not self.is_dependencies:
            return []
        rows, units = len(self.several), self.words
        names = sorted({name for a, b in self.pairs for name in units.feature_names(self.voices[a], self.voices[b])})
        found = []
        for name in names:
            layer = self._of_words(units.feature(name), name)
            has = self.of_voices(units.has_feature(name)).codes
            for two in self.pairs:
                both, (one, other) = layer.both(two), has[list(two)] == 1
                first, second = layer.category.codes[list(two)]
                equal = both & one & other & (first == second)
                counts = both * (one.astype(np.float64) + other)
                up, down = (
                    np.bincount(layer.rows, of, minlength=rows).astype(np.float64) for of in (2.0 * equal, counts)
                )
                layer.dice[two] = up, down
            found.append(layer)
        return found

    @cached_property
    def alone(self) -> int:
        """Words that stand for no other, in sentences that two annotators have: they are no units."""
        if not self.is_dependencies:
            return 0
        voices = self._voices_of_rows >= 2
        codes = self.of_voices(self.words.category("relation")).codes
        return int((((codes != NONE).sum(axis=0) == 1) & voices[self.words.rows]).sum())

    @cached_property
    def respelt(self) -> int:
        """Of dependencies words that two annotators write with other characters, as scores count them."""
        found = np.zeros(len(self.words.rows) if self.is_dependencies else 0, np.bool_)
        for one, other in combinations(self.voices, 2) if len(found) else ():
            if self.several.words[one] != self.several.words[other]:
                found |= np.isin(self.words.words_of(one), self.several.alignment(one, other).respelt)
        return int(found.sum())

    @cached_property
    def differing_words(self) -> int:
        """Sentences that two annotators have with other words."""
        words = self.several.words
        return sum(
            len({words[voice][row[voice]] for voice in self.voices if row[voice] != MISSING}) > 1
            for row in self.several.rows
        )

    @cached_property
    def passages(self) -> list[tuple[int, ...]]:
        """Where annotators break sentences otherwise: the rows of each."""
        rows = np.array(self.several.rows, np.int64).reshape(len(self.several), -1)[:, self.voices] != MISSING
        has = self.several.has[:, self.voices]
        return [of for of in self.several.passages if has[of[0]].sum() >= 2 and (rows[list(of)] != has[of[0]]).any()]

    @cached_property
    def alone_rows(self) -> list[int]:
        """Sentences that fewer than two annotators have, among them those that could not be read."""
        return [row for row, _ in self.several.together if self._voices_of_rows[row] < 2]

    @cached_property
    def _voices_of_rows(self) -> NDArray[np.int64]:
        found: NDArray[np.int64] = np.zeros(len(self.several), np.int64)
        first = [row for row, _ in self.several.together]
        found[first] = self.several.has[first][:, self.voices].sum(axis=1)
        return found

    @property
    def differing_lengths(self) -> int:
        """Of constituents: pairs of trees that are left out because they have different numbers of words."""
        spans, voices = self.spans.differing, self.voices
        return sum(spans[voices[first], voices[second]] for first, second in self.pairs)

    @property
    def is_partial(self) -> bool:
        """Whether some sentences are not those of all voices."""
        return bool(((self._voices_of_rows >= 2) & (self._voices_of_rows < len(self.voices))).any())

    # -- figures -----------------------------------------------------------------------------------------------------------

    @cached_property
    def resamples(self) -> Resamples | None:
        """By what intervals are computed: sentences, or documents where there are enough of them; None: not wanted."""
        if not self.asked.with_intervals or self.asked.is_quick:
            return None
        return Resamples.of(len(self.several), documents_of(self.several), self.asked.seed, self._cancel)

    @cached_property
    def figures(self) -> list[Figures]:
        """Of each layer, of pairs and of all."""
        return all_figures([Tally(one) for one in self.layers], self.resamples)

    @cached_property
    def has_intervals(self) -> bool:
        """Whether any figure has one: of few sentences there is none."""
        return any(value.interval is not None for one in self.figures for value in one.of_all.values())

    @cached_property
    def of_features(self) -> list[Figures]:
        """Of each feature."""
        return all_figures([Tally(one) for one in self.features], self.resamples)

    @cached_property
    def _distances(self) -> TreeDistances | None:
        values = self._tree_values
        if self.asked.is_quick or len(values) > MOST_TREES or not len(values):
            return None
        return values.exact(self.asked.jobs, self._cancel, self._tell)

    @cached_property
    def _tree_values(self) -> TreeValues:
        prepared = () if self.is_dependencies else self.prepared
        return TreeValues(self.several, prepared, self.voices)

    @cached_property
    def estimate(self) -> TreeAlphas | None:
        """Alpha over whole trees as a sample has it, in a second or so; None: not wanted."""
        return (
            self._tree_values.estimated(self.asked.seed, self.asked.jobs, self._cancel)
            if self.asked.with_trees
            else None
        )

    @cached_property
    def trees(self) -> TreeAlphas | None:
        """Alpha over whole trees; None: not wanted. It is estimated where ``is_quick``, or where there are more than MOST_TREES."""
        if not self.asked.with_trees:
            return None
        return self.estimate if self._distances is None else self._distances.alphas(self.resamples)

    @cached_property
    def _batches(self) -> tuple[list[str], NDArray[np.int64], str]:
        return batches_of(self.several)

    @property
    def batched_by(self) -> str:
        """What batches are."""
        return self._batches[2]

    @cached_property
    def batches(self) -> list[Batch]:
        """All of them."""
        names, of_rows, _ = self._batches
        found = []
        for number, name in enumerate(names):
            here = of_rows == number
            figures = all_figures([Tally(one.of_rows(here)) for one in self.layers], None)
            trees = self._distances.alphas(rows=here) if self.asked.with_trees and self._distances else None
            found.append(Batch(name, int((here & (self._voices_of_rows >= 2)).sum()), here, figures, trees))
        return found

    @cached_property
    def halves(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]] | None:
        """Which sentences stand in the first and in the last half of the batches; None: there is only one batch."""
        names, of_rows, _ = self._batches
        return halves(len(names), of_rows)

    @cached_property
    def drift(self) -> list[Drift]:
        """Of each layer; empty where there is only one batch."""
        parts = self.halves
        if parts is None:
            return []
        tallies = [(Tally(one.of_rows(parts[0])), Tally(one.of_rows(parts[1]))) for one in self.layers]
        found = []
        for layer, both, change in zip(self.layers, tallies, drifts(tallies, self.resamples), strict=True):
            first, last = (
                {name: value for (two, name), value in zip(one.names, one.values, strict=True) if two is None}
                for one in both
            )
            found.append(Drift(layer.title, first, last, change))
        return found
