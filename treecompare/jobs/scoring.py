"""*Scoring*: everything that figures depend on, in one form, with what a change would make of them before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from treecompare.comparison.base import AnyTreebank, Comparison, score
from treecompare.comparison.files import Files, Opened, open_files
from treecompare.comparison.settings import SETTINGS, Setting, Settings, Value
from treecompare.drawing.names import short_names
from treecompare.errors import Cancelled, TreecompareError, as_sentence
from treecompare.jobs.base import Block, Choosing, Form, Head, Later, Make, Pairs, Text
from treecompare.measures import Measure, measure
from treecompare.scores.table import Average

MOST_SYSTEMS = 8
"""Of so many systems figures are shown before anything is changed."""
WORDS = "dependencies of "
"""Before the path of a treebank: the key of the field for the file that has its dependencies."""
BESIDE = {"lattices": frozenset(("params", "functions", "function_separator", "with_dependencies"))}
"""Settings of a kind of comparison that change only figures beside those that are shown."""


@dataclass(frozen=True)
class Source:
    """What a comparison was made of. ``treebanks``: as they were read, by path. ``make``: compares files under other settings."""

    files: Files
    make: Callable[[Files, Settings], Make]
    treebanks: Mapping[str, AnyTreebank] = field(default_factory=dict)


def form(comparison: Comparison, source: Source, key: str, average: Average) -> Form:
    """What applies to these files, as it is now. ``key``: of the measure on which the effect is seen, ``average``d."""
    said = ", ".join(comparison.compared_said())
    asked = [
        Choosing("", "", now=as_sentence(said), is_said=True),
        *fields(comparison),
        *_files(comparison, source.files),
    ]
    return Form("scoring", "Scoring", asked, partial(_effect, comparison, source, key, average), "Apply")


def applied(comparison: Comparison, source: Source, values: Mapping[str, str]) -> Make:
    """The same files under these values. Raises UsageError: one cannot be."""
    return source.make(*_wanted(comparison, source, values))


# -- what can be chosen ------------------------------------------------------------------------------------------------------


def fields(comparison: Comparison) -> Iterator[Choosing]:
    """A field for each setting on which a figure that is shown depends."""
    hidden = comparison.unused_settings.keys() | BESIDE.get(comparison.kind, frozenset())
    settings, usual = comparison.settings, Settings()
    is_kept = settings.crossing_branches == "keep" and not comparison.has_crossing_branches
    for one in SETTINGS.values():
        if not one.offered or one.name in hidden:
            continue
        if one.name == "crossing_branches" and is_kept:
            continue
        if one.name == "repair" and not comparison.outcomes:
            continue
        if one.name == "as_dependencies" and comparison.kind == "dependencies" and not settings.as_dependencies:
            continue
        now = _now(settings, one)
        options = list(_options(one, comparison))
        if now not in [value.value for value in options] and not any(value.asks for value in options):
            options.append(Value(now, now, "As it was opened"))
        yield Choosing(one.name, one.title, options, now, "", _now(usual, one))


def _now(settings: Settings, one: Setting) -> str:
    """The value of a setting: one that is offered, or what is given in place of one."""
    if one.name == "differing":
        return settings.chosen(one.name)
    value = getattr(settings, one.name)
    return "yes" if value is True else str(value or "")


def _options(one: Setting, comparison: Comparison) -> Sequence[Value]:
    if one.name == "pre_annotation":
        names = (Value(name, name, one.offered[1].tip) for name in comparison.table.systems)
        return [one.offered[0], *names]
    return one.offered


def _files(comparison: Comparison, files: Files) -> Iterator[Choosing]:
    """A field for each treebank of constituents that may have a file with the same parses as dependencies."""
    if comparison.kind not in ("constituents", "schemes"):
        return
    has_golds = bool(files.golds)
    use = (
        "its labels are also those of the system's nodes over the same words (TL-unification)"
        if has_golds
        else "UAS, LAS and others beside E, T and Leaf-Ancestor; without one the head rules convert the trees"
    )
    about = f"A file with the same parses as dependencies (CoNLL-U, CoNLL-X): {use}"
    names = [comparison.gold.name, *comparison.table.systems]
    paths = [files.sides.gold, *(path for _, path in files.sides.systems)]
    for place, (name, path) in enumerate(zip(names, paths, strict=True)):
        if place or not has_golds:  # a gold's dependencies are a gold of their own
            yield Choosing(
                f"{WORDS}{path}", f"Dependencies of {name}", (), dict(files.dependencies).get(path, ""), about, "", "*"
            )


def _wanted(comparison: Comparison, source: Source, values: Mapping[str, str]) -> tuple[Files, Settings]:
    """Files and settings with what was changed. Raises UsageError: a value cannot be."""
    changed: dict[str, Any] = {
        name: SETTINGS[name].of(value)
        for name, value in values.items()
        if name in SETTINGS and value != _now(comparison.settings, SETTINGS[name])
    }
    files, words = source.files, [(key, path) for key, path in values.items() if key.startswith(WORDS)]
    if words:
        given = {key.removeprefix(WORDS): path for key, path in words if path}
        files = replace(files, dependencies=tuple(given.items()))
    return files, replace(comparison.settings, **changed)


# -- what would become of it -------------------------------------------------------------------------------------------------


def _effect(
    comparison: Comparison, source: Source, key: str, average: Average, values: Mapping[str, str]
) -> Later | None:
    """The figures of all systems, now and then; nothing where they stay as they are. Raises UsageError: a value cannot be."""
    one, wanted = measure(key), _wanted(comparison, source, values)
    if wanted == (source.files, comparison.settings):
        return None
    then = partial(_figures, one, average, *wanted, source.treebanks)
    return Later(
        "Computing the effect…", lambda cancel, _tell: _compared(comparison, one, average, partial(then, cancel))
    )


def _compared(
    comparison: Comparison, one: Measure, average: Average, figures: Callable[[], Mapping[str, float]]
) -> Sequence[Block]:
    now = dict(zip(comparison.table.systems, comparison.table.summaries(one.key, average), strict=True))
    head = Head("Effect on A", f"{one.title}, {average}")
    try:
        then = figures()
    except Cancelled:
        raise
    except (TreecompareError, MemoryError) as error:
        return [head, Text(str(error) or "there is not enough memory", "alarm")]
    rows, changed = [], False
    for name, short in zip(now, short_names(comparison.gold.name, list(now)), strict=True):
        before, after = one.shown(now[name]), one.shown(then[name]) if name in then else "–"
        changed = changed or before != after
        rows.append((short, f"{before} → {after}" if before != after else f"{before}, the same"))
    moved = [one for one, other in zip(_in_order(now), _in_order(then), strict=False) if one != other]
    said = f"Another order: {', '.join(moved)}." if moved else "" if changed else "No figure changes."
    more = f"{len(rows) - MOST_SYSTEMS:,} further systems." if len(rows) > MOST_SYSTEMS else ""
    told = " ".join(filter(None, (said, more)))
    return [head, Pairs(rows[:MOST_SYSTEMS]), *([Text(told, "strong" if moved else "quiet")] if told else [])]


def _figures(
    one: Measure, average: Average, files: Files, settings: Settings, known: Mapping[str, AnyTreebank], cancel: Any
) -> dict[str, float]:
    """What each system would have. Raises TreecompareError: it cannot be compared like that; Cancelled: nobody waits any more."""
    for step in open_files(files, settings, cancel, known, is_lenient=True, on_demand=False):
        if isinstance(step, Opened):
            found = score(step.comparison, cancel=cancel)
            if missing := found.not_counted([one.part]):
                found.count_on_demand(missing, cancel)
            if one.key not in {other.key for other in found.applying((one,))}:
                return {}
            return dict(zip(found.table.systems, found.table.summaries(one.key, average), strict=True))
    raise Cancelled


def _in_order(figures: Mapping[str, float]) -> list[str]:
    """The systems from the lowest figure to the highest; what is undefined is left out."""
    known = {name: figure for name, figure in figures.items() if figure == figure}
    return sorted(known, key=lambda name: (known[name], name))
