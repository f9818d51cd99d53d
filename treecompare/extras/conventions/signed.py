"""The signatures of what was found: what the command of a convention prints beside the figures, without running it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from treecompare.comparison.answered import BASELINE
from treecompare.comparison.files import compare_files
from treecompare.comparison.settings import Settings
from treecompare.extras.conventions import deviations
from treecompare.extras.conventions.deviations import CUTOFF, SWAPPED, Point, value_of
from treecompare.extras.conventions.search import Explanation, candidates
from treecompare.scores.table import Average, ScoreTable


def signatures_of(found: Explanation, points: Sequence[Point]) -> list[list[str]]:
    """For each of these conventions the signatures of its figures, in their order. The treebanks are compared once more for every
    convention that needs other settings."""
    tables: dict[tuple[tuple[str, Any], ...], tuple[ScoreTable, int | None]] = {}
    signed = []
    for point in points:
        is_swapped = value_of(point, SWAPPED)
        given = _settings_of(point, len(found.systems) > 1 and not is_swapped)
        known = (*sorted(given.items()), (SWAPPED, is_swapped))
        if known not in tables:
            tables[known] = _counted(found, given, bool(is_swapped))
        table, cutoff = tables[known]
        among = f"up-to-{cutoff}-words" if any(one.axis == CUTOFF for one in point) else ""
        average = cast(Average, value_of(point, "average") or "pooled")
        signed.append([_signature(table, found, number, point, average, among) for number in range(len(found.figures))])
    return signed


def _settings_of(point: Point, several: bool) -> dict[str, Any]:
    given: dict[str, Any] = {**deviations.settings_of(point), "missing": value_of(point, "missing") or "skip"}
    if most := value_of(point, "max-length"):
        given["max_length"] = int(most)
    if several and not value_of(point, "sentences"):
        given["sentences"] = "own"
    return given


def _counted(found: Explanation, given: dict[str, Any], is_swapped: bool) -> tuple[ScoreTable, int | None]:
    wanted = next((one.system for one in found.figures if one.system), found.systems[0].name)
    system = next(one for one in found.systems if one.name == wanted)
    gold, systems = (system, [found.gold]) if is_swapped else (found.gold, list(found.systems))
    comparison = compare_files([gold], systems, settings=Settings(**given), on_demand=False, with_others=False)
    if not is_swapped:
        comparison.outcomes = {
            place: found.outcomes[one.name] for place, one in enumerate(systems) if one.name in found.outcomes
        }
        comparison.baselines = frozenset(place for place, one in enumerate(systems) if one.path.startswith(BASELINE))
    for _ in comparison.run():
        pass
    preparation = getattr(comparison.preparation, "parameters", None)
    return comparison.table, getattr(preparation, "cutoff", None)


def _signature(table: ScoreTable, found: Explanation, number: int, point: Point, average: Average, among: str) -> str:
    """That of the first key that the figure can be, as the command lists it first."""
    figure = candidates(found.figures[number], found.kind)[0]
    system = table.systems.index(figure.system) if figure.system in table.systems else 0
    return table.signature(deviations.keys_of(figure, point), average, system, among)
