"""What evaluations differ in: each axis has a usual value and others, each of which is a deviation with a cost.

A point is one value of each axis. Axes of the preparation need a run of their own; all others are sums over its counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from treecompare import resources
from treecompare.comparison.settings import ALIGNED
from treecompare.extras.conventions.figures import CONSTITUENTS, DEPENDENCIES, SPANS, Published

MOST = 4
"""Deviations that cost more together are not tried."""
LENGTHS = (10, 15, 20, 25, 40, 70, 100)
SWAPPED, CUTOFF = "swapped", "cutoff"
SETS = "e.sets"
"""The measure of unsupervised parsing, a value where the labels of a system say nothing."""
OPPOSITE = "opposite"
"""The other of ``align`` and ``skip`` than the preparation has."""


@dataclass(frozen=True)
class Deviation:
    """A value that is not the usual one. ``said``: in words; ``options``: of the command that uses it.

    ``place``: the number of the axis, and that of the value in it: the order of equally good explanations.
    """

    axis: str
    value: str
    cost: int
    said: str
    options: tuple[str, ...] = field(default=(), compare=False)
    place: tuple[int, int] = field(default=(0, 0), compare=False)


Point: TypeAlias = tuple[Deviation, ...]
"""Deviations of different axes, in the order of the axes."""


def _placed(axes: Sequence[Sequence[Deviation]]) -> list[list[Deviation]]:
    return [[replace(one, place=(number, place)) for place, one in enumerate(axis)] for number, axis in enumerate(axes)]


def shipped_parameters() -> list[str]:
    """The paths of the parameter files that come with the program."""
    return [str(one) for one in sorted(resources.path("params").glob("*.prm"))]


def _one(axis: str, value: str, said: str, *options: str, cost: int = 1) -> Deviation:
    return Deviation(axis, value, cost, said, options)


def _common_axes() -> tuple[list[Deviation], list[Deviation], list[Deviation]]:
    mean = [_one("average", "mean", "mean of the sentences' scores")]
    zero = [_one("missing", "zero", "missing parses count as zero", "--missing", "zero")]
    lengths = [
        _one("max-length", str(most), f"sentences of at most {most} words", "--max-length", str(most))
        for most in LENGTHS
    ]
    return mean, zero, lengths


def _common_sentences(several: bool) -> list[Deviation]:
    common = _one("sentences", "common", "sentences that all systems have", "--sentences", "common")
    return [common] if several else []


def constituent_axes(
    figures: Sequence[Published], parameter_files: Sequence[str], tagged: bool, several: bool, plain: bool = False
) -> list[list[Deviation]]:
    """The axes of constituents for these figures, in the order of preference. ``tagged``: what ``--preterminals auto`` comes to;
    ``several``: systems, which may be scored on common sentences; ``plain``: the labels of a system say nothing."""
    spans = [labelled for name, labelled in (CONSTITUENTS[one.key] for one in figures) if name in SPANS]
    params = [_one("params", name, f"preparation {name}", "--params", name) for name in ("evalb", "spmrl", "none")]
    params += [_one("params", path, f"preparation {Path(path).name}", "--params", path) for path in parameter_files]
    mean, zero, lengths = _common_axes()
    lengths.append(_one(CUTOFF, "", "the block of short sentences that evalb prints"))
    other = "no" if tagged else "yes"
    are = "tags" if other == "yes" else "constituents"
    return _placed([
        params,
        [_one("functions", "yes", "functions are part of the label", "--functions")],
        [
            *([_one("measure", "e.whole", "part-of-speech tags count as constituents")] if spans else []),
            *([_one("measure", SETS, "sets of spans of two words or more, without labels and the whole")] if plain else []),
        ],
        [_one("labels", "unlabelled", "labels do not count")] if None in spans else [],
        mean,
        zero,
        [_one("differing", OPPOSITE, "words that differ")],
        lengths,
        [_one("preterminals", other, f"single-word nodes are {are}", "--preterminals", other)],
        _common_sentences(several),
        [_one(SWAPPED, "yes", "gold and system swapped", cost=2)],
    ])  # fmt: skip


def dependency_axes(several: bool) -> list[list[Deviation]]:
    """The axes of dependencies, in the order of preference."""
    mean, zero, lengths = _common_axes()
    rules = {"ignore": "punctuation left out", "eval.pl -p": "as eval.pl -p", "eval07.pl -p": "as eval07.pl -p"}
    variants = {"precision": "precision", "recall": "recall", "aligned": "of aligned words"}
    return _placed([
        [_one("punctuation", rule, said, "--punctuation", rule) for rule, said in rules.items()],
        [_one("relations", "full", "relations with subtypes", "--relations", "full")],
        [_one("variant", name, said) for name, said in variants.items()],
        mean,
        zero,
        lengths,
        [_one("differing", OPPOSITE, "words that differ")],
        _common_sentences(several),
    ])  # fmt: skip


PREPARED = frozenset({"params", "functions", "differing", "preterminals", "punctuation", "relations", SWAPPED})
"""The axes that need a run of their own."""


def points(axes: Sequence[Sequence[Deviation]], most: int = MOST) -> Iterator[Point]:
    """All points that cost at most ``most``, the default first. Only parameter files have a block of short sentences."""
    for number in range(min(most, len(axes)) + 1):
        for chosen in itertools.combinations(axes, number):
            for one in itertools.product(*chosen):
                is_block = any(part.axis == CUTOFF for part in one)
                if cost(one) <= most and not (is_block and value_of(one, "params") in ("", "none")):
                    yield one


def cost(point: Point) -> int:
    """What the deviations cost together."""
    return sum(one.cost for one in point)


def order(point: Point) -> tuple[tuple[int, int], ...]:
    """Of points that are equally good the one whose deviations are declared first comes first."""
    return tuple(one.place for one in point)


def preparation_of(point: Point) -> Point:
    """What of a point needs a run."""
    return tuple(one for one in point if one.axis in PREPARED)


def value_of(point: Point, axis: str) -> str:
    """The value of an axis; empty for the usual one."""
    return next((one.value for one in point if one.axis == axis), "")


def aligns(point: Point) -> bool:
    """Whether words that differ are aligned."""
    usual = (value_of(point, "params") or "standard") in ALIGNED
    return usual != bool(value_of(point, "differing"))


def settings_of(point: Point) -> dict[str, object]:
    """The settings of a preparation, by name. Missing parses count as zero: what they are is known afterwards."""
    given: dict[str, object] = {one.axis: one.value for one in point if one.axis in PREPARED - {SWAPPED, "differing"}}
    if "functions" in given:
        given["functions"] = True
    if value_of(point, "differing"):
        given["differing"] = "align" if aligns(point) else "skip"
    return {**given, "missing": "zero"}


def keys_of(figure: Published, point: Point) -> str:
    """The measure that a figure is under a convention."""
    if figure.key in DEPENDENCIES:
        variant = value_of(point, "variant")
        return DEPENDENCIES[figure.key] + (f".{variant}" if variant else "")
    name, labelled = CONSTITUENTS[figure.key]
    if name not in SPANS:
        return name
    part = value_of(point, "measure") or "e.roof"
    if part == SETS:
        return SETS if name == "dice" else f"{SETS}.{name}"
    labels = labelled if labelled is not None else not value_of(point, "labels")
    return f"{part}.{name}" + ("" if labels else ".unlabelled")


def in_words(point: Point) -> str:
    """The deviations as people read them."""
    said = []
    for one in point:
        if one.axis == "differing":
            said.append(f"words that differ are {'aligned' if aligns(point) else 'left out'}")
        else:
            said.append(one.said)
    return "; ".join(said) or "the usual conventions"


def options_of(point: Point) -> list[str]:
    """The options of the command that uses a convention."""
    words: list[str] = []
    for one in point:
        if one.axis == "differing":
            words += ["--differing", "align" if aligns(point) else "skip"]
        else:
            words += one.options
    return words
