"""Tries every convention on one gold and its systems: a run per preparation, the cheapest first, and sums over its counts."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.answered import Outcomes
from treecompare.comparison.base import AnyTreebank, Cancel, Comparison
from treecompare.comparison.files import compare_files
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError, UsageError
from treecompare.extras.conventions import deviations
from treecompare.extras.conventions.deviations import CUTOFF, MOST, SWAPPED, Deviation, Point, value_of
from treecompare.extras.conventions.figures import (
    ANY,
    KEYS,
    Exact,
    Published,
    by_letters,
    do_not_go_together,
    from_rounded,
)
from treecompare.mappings.moves import have_one_label
from treecompare.measures import measure
from treecompare.scores.table import PARTIAL
from treecompare.trees.edge_labels import has_functions
from treecompare.trees.preparation import WRAPPERS, has_preterminals, terminals

SECONDS = 60.0
"""After so long what was found is all that is told."""
CUT_OFF = Deviation("digits", "cut off", 1, "digits are cut off, not rounded", place=(90, 0))
FROM_ROUNDED = Deviation("F", "from rounded", 1, "F computed from the rounded R and P", place=(91, 0))
_Known: TypeAlias = dict[tuple[Exact, ...], "Found"]


@dataclass(frozen=True)
class Found:
    """A convention with what it gives. ``values``: one per figure; ``fits``: all figures are these values; ``off``: how far the
    figures are away, one each, in their units; ``same``: dearer conventions with exactly these values."""

    point: Point
    values: tuple[Exact, ...]
    fits: bool
    off: tuple[float, ...]
    same: tuple[Point, ...] = ()

    @property
    def cost(self) -> int:
        """What its deviations cost together."""
        return deviations.cost(self.point)

    @property
    def rank(self) -> tuple[bool, int, float, tuple[tuple[int, int], ...]]:
        """Better ones sort first: what fits, costs least, is nearest, is declared first."""
        return not self.fits, self.cost, sum(self.off), deviations.order(self.point)


class _Counted:
    """One preparation, counted; figures of all points that have it are sums over its counts."""

    def __init__(self, comparison: Comparison, jobs: int | None, cancel: Cancel) -> None:
        self.comparison, self.table = comparison, comparison.table
        for _ in comparison.run(jobs, cancel):
            pass
        self._ratios: dict[tuple[int, str], tuple[NDArray[Any], NDArray[Any], NDArray[np.float64]]] = {}

    @cached_property
    def has_differing_words(self) -> bool:
        """Whether aligning, or not aligning, can change anything."""
        table = self.table
        reasons = {one for system in range(len(table.systems)) for one in table.reasons(system)}
        return bool(table.aligned.any() or (table.statuses == PARTIAL).any() or any("word" in one for one in reasons))

    def _exist(self, system: int, key: str, point: Point) -> NDArray[np.bool_]:
        rows: NDArray[np.bool_] = self.table.exist_under(system, key).copy()
        if not value_of(point, "missing"):
            rows &= ~self.table.zeroed[system]
        return rows

    def value(self, system: int, key: str, point: Point) -> Exact | None:
        """The score of a system; None where it is undefined, or the preparation has no such block."""
        table = self.table
        if not table.has(measure(key).part):
            return None
        rows = self._exist(system, key, point)
        if value_of(point, "sentences"):
            for other in range(len(table.systems)):
                rows &= self._exist(other, key, point)
        if most := value_of(point, "max-length"):
            rows &= table.lengths <= int(most)
        if any(one.axis == CUTOFF for one in point):
            cutoff = self.comparison.preparation.parameters.cutoff
            if cutoff is None:
                return None
            rows &= self.comparison.evalb_lengths <= cutoff
        if (system, key) not in self._ratios:
            ratio = table.ratio(system, key)
            self._ratios[system, key] = ratio.numerator, ratio.denominator, table.scores(system, key)
        numerators, denominators, scores = self._ratios[system, key]
        if value_of(point, "average"):
            of_rows = scores[rows]
            of_rows = of_rows[~np.isnan(of_rows)]
            return float(of_rows.mean()) if len(of_rows) else None
        numerator, denominator = numerators[rows].sum(), denominators[rows].sum()
        if not denominator:
            return None
        if np.issubdtype(numerators.dtype, np.integer) or numerators.dtype == np.bool_:
            return Fraction(int(numerator), int(denominator))
        return float(numerator / denominator)


@dataclass
class Explanation:
    """What was found for some figures. ``conventions``: how many points were tried; ``results``: those with different values, the
    best first; ``untried``: preparations for which there was no time; ``odd``: figures F that do not go with their R and P;
    ``without_odd``: they were left out, as nothing fitted with them; ``done`` of ``total`` preparations are counted;
    ``outcomes``: of the systems that are raw output, by name."""

    kind: str
    figures: Sequence[Published]
    gold: AnyTreebank
    systems: Sequence[AnyTreebank]
    conventions: int = 0
    results: Sequence[Found] = ()
    untried: Sequence[Point] = ()
    odd: Sequence[Published] = ()
    without_odd: bool = False
    done: int = 0
    total: int = 0
    outcomes: Mapping[str, Outcomes] = field(default_factory=dict)

    @property
    def fitting(self) -> list[Found]:
        """The conventions that give all figures, the simplest first."""
        return [one for one in self.results if one.fits]

    @property
    def nearest(self) -> list[Found]:
        """All conventions by how far the figure is away that is farthest."""
        return sorted(self.results, key=lambda one: (max(one.off), one.rank))


class Detective:
    """Looks for conventions under which the figures of ``systems`` are those that somebody published.

    ``parameter_files``: paths of evalb's parameter files to be tried besides those that are shipped; ``outcomes``: of systems
    that are raw output, by name. Raises UsageError: figures of this kind of treebank are not explained, or there is none.
    """

    def __init__(
        self,
        gold: AnyTreebank,
        systems: Sequence[AnyTreebank],
        figures: Sequence[Published],
        parameter_files: Sequence[str] = (),
        jobs: int | None = None,
        outcomes: Mapping[str, Outcomes] | None = None,
    ) -> None:
        if not figures:
            raise UsageError("there is no figure to explain; expected at least one")
        self.gold, self.systems, self.figures, self._jobs = gold, list(systems), list(figures), jobs
        several = len(systems) > 1
        self._names = [one.name for one in systems]
        self._outcomes = {name: one for name, one in (outcomes or {}).items() if name in self._names}
        if gold.kind == "dependencies":
            self.axes = deviations.dependency_axes(several)
        else:
            files = [*parameter_files, *deviations.shipped_parameters()]
            tagged = has_preterminals(gold.trees)  # type: ignore[attr-defined]
            any_figure = [one for figure in figures for one in candidates(figure, gold.kind)]
            plain = any(have_one_label(terminals(one.trees, tagged), WRAPPERS) for one in systems)  # type: ignore[attr-defined]
            self.axes = deviations.constituent_axes(any_figure, files, tagged, several, plain)
            if not any(has_functions(one.trees) for one in (gold, *systems)):  # type: ignore[attr-defined]
                self.axes = [axis for axis in self.axes if not axis or axis[0].axis != "functions"]

    def search(self, most: int = MOST, seconds: float = SECONDS, cancel: Cancel | None = None) -> Iterator[Explanation]:
        """Yields what is known after each preparation, the last time all of it. Ends early once ``cancel`` is set."""
        cancel = cancel or Cancel()
        began = time.monotonic()
        by_preparation: dict[Point, list[Point]] = {}
        for point in deviations.points(self.axes, most):
            by_preparation.setdefault(deviations.preparation_of(point), []).append(point)
        preparations = sorted(by_preparation, key=lambda one: (deviations.cost(one), deviations.order(one)))
        known: _Known = {}
        differ: dict[Point, bool] = {}
        odd = do_not_go_together(self.figures)
        found = Explanation(
            self.gold.kind, self.figures, self.gold, self.systems, odd=odd, total=len(preparations), outcomes=self._outcomes
        )  # fmt: skip
        for done, preparation in enumerate(preparations):
            usual = tuple(one for one in preparation if one.axis != "differing")
            if usual == preparation or differ.get(usual, True):
                out_of_time = time.monotonic() - began > seconds
                counted = [] if cancel.is_set() or out_of_time else self._counted(preparation, cancel)
                if not counted or cancel.is_set():
                    found = replace(found, untried=preparations[done:])
                    break
                differ[preparation] = any(one.has_differing_words for one in counted)
                tried = sum(self._try(point, counted, known) for point in by_preparation[preparation])
                found = replace(found, conventions=found.conventions + tried, results=_ranked(known))
            found = replace(found, done=done + 1)
            yield found
        yield self._without(found, odd) if odd and not found.fitting else found

    def _counted(self, preparation: Point, cancel: Cancel) -> list[_Counted]:
        """One for all systems, or one for each where gold and system are swapped."""
        settings = Settings(**deviations.settings_of(preparation), sentences="own")  # type: ignore[arg-type]
        pairs: list[tuple[AnyTreebank, list[AnyTreebank]]] = [(self.gold, self.systems)]
        if value_of(preparation, SWAPPED):
            pairs = [(one, [self.gold]) for one in self.systems]
        found = []
        for gold, systems in pairs:
            comparison = compare_files([gold], systems, settings=settings, on_demand=False, with_others=False)
            found.append(_Counted(comparison, self._jobs, cancel))
        return found

    def _try(self, point: Point, counted: Sequence[_Counted], known: _Known) -> bool:
        """Notes what a point gives, if all figures are defined. Of points with equal values the cheapest stays, then the first."""
        pairs = []
        for figure in self.figures:
            system = self._names.index(figure.system) if figure.system else 0
            of, place = (counted[system], 0) if len(counted) > 1 else (counted[0], system)
            choice = [(one, of_one) for one in candidates(figure, self.gold.kind)
                      if (of_one := _value(of, place, one, point)) is not None]  # fmt: skip
            if not choice:
                return False
            pairs.append(next((pair for pair in choice if pair[0].fits(pair[1])), choice[0]))
        key = tuple(value for _, value in pairs)
        before = known.get(key)
        if before is not None and _before(before.point, point):
            known[key] = replace(before, same=(*before.same, point))
            return True
        same = (*before.same, before.point) if before is not None else ()
        known[key] = replace(_judged([one for one, _ in pairs], key, point), same=same)
        return True

    def _without(self, found: Explanation, odd: Sequence[Published]) -> Explanation:
        """Once more without figures that cannot be: R and P may still be explained."""
        kept = [number for number, one in enumerate(self.figures) if one not in odd]
        figures = [self.figures[number] for number in kept]
        again: _Known = {}
        for one in found.results:
            values = tuple(one.values[number] for number in kept)
            if values not in again or _before(one.point, again[values].point):
                again[values] = replace(_judged(figures, values, one.point), same=one.same)
        return replace(found, figures=figures, results=_ranked(again), without_odd=True)


def _before(one: Point, other: Point) -> bool:
    """Whether a point is the better explanation of equal values; how figures were rounded does not count."""
    plain = tuple(part for part in one if part not in (CUT_OFF, FROM_ROUNDED))
    return (deviations.cost(plain), deviations.order(plain)) <= (deviations.cost(other), deviations.order(other))


def _ranked(known: _Known) -> list[Found]:
    return sorted(known.values(), key=lambda one: one.rank)


def candidates(figure: Published, kind: str) -> list[Published]:
    """The figure, or for ``?`` one for each key of the kind."""
    return [figure] if figure.key != ANY else [replace(figure, key=key) for key in KEYS[kind]]


def _value(of: _Counted, system: int, figure: Published, point: Point) -> Exact | None:
    key = deviations.keys_of(figure, point)
    try:
        measure(key)
    except TreecompareError:  # an enhanced graph has no aligned words
        return None
    return of.value(system, key, point)


def _judged(figures: Sequence[Published], values: tuple[Exact, ...], point: Point) -> Found:
    """Whether values are printed as these figures, and what of how they are printed is a deviation."""
    pairs = list(zip(figures, values, strict=True))
    fits, how = all(one.fits(value) for one, value in pairs), ()
    if not fits and deviations.cost(point) < MOST:
        computed = {id(of["F"]) for of in by_letters(figures).values() if from_rounded(of)}
        if computed and all(id(one) in computed or one.fits(value) for one, value in pairs):
            fits, how = True, (FROM_ROUNDED,)  # type: ignore[assignment]
        elif all(one.fits_cut_off(value) for one, value in pairs):
            fits, how = True, (CUT_OFF,)  # type: ignore[assignment]
    off = tuple(one.off(value) for one, value in pairs)
    return Found((*point, *how), values, fits, off)
