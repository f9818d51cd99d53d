"""What was found, for people and for scripts: sentences, a table, an object, and the command of each convention."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from treecompare.comparison.answered import BASELINE
from treecompare.comparison.base import AnyTreebank, Cancel, Comparison, full_path, score
from treecompare.comparison.files import compare_files
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import Cancelled, UsageError, counted
from treecompare.extras.conventions import deviations
from treecompare.extras.conventions.deviations import CUTOFF, SWAPPED, Point, shipped_parameters, value_of
from treecompare.extras.conventions.figures import CROSSING, Published, figures_in, read_figure
from treecompare.extras.conventions.search import CUT_OFF, FROM_ROUNDED, Detective, Explanation, Found, candidates
from treecompare.measures import measure
from treecompare.reading import treebank_name
from treecompare.scores.result import Column, ResultTable, Value, View, plain_column, score_column, text_column
from treecompare.scores.table import Average, ScoreTable
from treecompare.typed import typed


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


SHOWN, NEAREST = 10, 3
"""So many conventions are shown that fit; so many where none does."""
_HINTS = {
    "dependencies": (
        "punctuation recognised by the relation punct", "relations compared without regard to case (ROOT and root)",
        "words with the root as their head left out",
    ),
    "constituents": ("brackets over single words left out",),
}  # fmt: skip
"""What people also do, and what is no option here."""


_WHY = {
    ("params", "evalb"): "outermost brackets such as S1 and ( ) count, sentences whose words differ are left out",
    ("params", "spmrl"): "no word is deleted, punctuation counts, and sentences whose words differ are left out",
    ("params", "none"): "traces and punctuation count, and labels with their functions",
    ("functions", "yes"): "NP-SBJ and NP are different labels",
    ("measure", "e.whole"): "tags, which are mostly right, count as constituents",
    ("measure", deviations.SETS): "labels do not count, and the whole sentence, which everybody has right, is left out",
    ("labels", "unlabelled"): "a constituent with another label is right",
    ("average", "mean"): "short sentences, which are mostly right, weigh as much as long ones",
    ("missing", "zero"): "sentences without a parse count with 0",
    ("punctuation", "ignore"): "arcs of punctuation, which are often wrong, do not count",
    ("relations", "full"): "nmod:poss and nmod are different relations",
}
"""Why a convention gives a higher or a lower figure than the usual ones, by the deviation."""


def why_of(found: Explanation, point: Point) -> str:
    """Why a convention gives other figures than the usual ones; empty where nothing is to be said of it."""
    reasons = [_WHY[key] for one in point if (key := (one.axis, one.value)) in _WHY]
    usual = next((one.values for one in found.results if not one.point), None)
    own = next((one.values for one in found.results if one.point == point), None)
    if not reasons or usual is None or own is None:
        return ""
    words = {True: "lower", False: "higher"}
    told = [
        f"{name_of(figure)} is {words[mine < other]} than by the usual conventions ({float(figure.shown(other)):.2f})"
        for figure, mine, other in zip(found.figures, own, usual, strict=True)
        if mine != other
    ]
    return f"{', '.join(told)}: {'; '.join(reasons)}." if told else ""


def name_of(figure: Published) -> str:
    """The key of a figure, with its system where there are several."""
    return f"{figure.system}:{figure.key}" if figure.system else figure.key


def shown(found: Explanation) -> list[Found]:
    """The conventions that are listed: those that fit, the simplest first; the nearest, where none does."""
    return found.fitting[:SHOWN] or found.nearest[:NEAREST]


def command_of(found: Explanation, point: Point) -> str:
    """The command that prints the figures, ready for a shell."""
    files = [
        full_path(one.path) if one.name == treebank_name(one.path) else f"{one.name}={full_path(one.path)}"
        for one in found.systems
    ]
    if value_of(point, SWAPPED):
        wanted = next((one.system for one in found.figures if one.system), found.systems[0].name)
        system = next(one for one in found.systems if one.name == wanted)
        words = [full_path(system.path), full_path(found.gold.path)]
    else:
        words = [full_path(found.gold.path), *files]
    if len(words) > 2 and not value_of(point, "sentences"):
        words += ["--sentences", "own"]
    figures = [one for figure in found.figures for one in candidates(figure, found.kind)]
    keys = ",".join(dict.fromkeys(deviations.keys_of(one, point) for one in figures))
    levels = {one.level for one in found.outcomes.values()} - {"none"}
    options = [*(word for level in levels for word in ("--repair", level)), *deviations.options_of(point)]
    return typed(["treecompare", "score", *words, *options, "--measures", keys])


def where_of(point: Point) -> str:
    """Which of the tables of the command has the figures."""
    average = "mean" if value_of(point, "average") else "pooled"
    return f"{average}, up to CUTOFF_LEN words" if any(one.axis == CUTOFF for one in point) else average


def table_of(found: Explanation, with_commands: bool = True) -> ResultTable:
    """The conventions that are listed, with their exact values and, last, their commands and the signatures of their figures."""
    columns = [
        plain_column("rank"), text_column("convention"),
        *(Column(name_of(one), lambda value: f"{value:.4f}", key=name_of(one)) for one in found.figures),
        plain_column("cost"), text_column("printed as"), *(map(text_column, ("command", "signatures")) if with_commands else ()),
    ]  # fmt: skip
    signed = signatures_of(found, [one.point for one in shown(found)]) if with_commands else []
    rows: list[list[Value]] = [
        [
            number, deviations.in_words(one.point),
            *(float(figure.shown(value)) for figure, value in zip(found.figures, one.values, strict=True)),
            one.cost, where_of(one.point), *([command_of(found, one.point), " ".join(signed[number - 1])] if with_commands else []),
        ]
        for number, one in enumerate(shown(found), 1)
    ]  # fmt: skip
    title = "Conventions that give the figures" if found.fitting else "The nearest conventions"
    return ResultTable(title, tuple(columns), rows, "\n".join(said(found)))


def said(found: Explanation) -> list[str]:
    """What is to be said of the figures, a sentence or some in each text; the answer first, unless the figures are odd."""
    figures = " ".join(f"{name_of(one)}={one.text}" for one in found.figures)
    texts = [f"{figures}: {_answer(found)}"]
    if found.odd:
        names = " and ".join(f"{name_of(one)}={one.text}" for one in found.odd)
        odd = f"{names} is not 2RP/(R + P) of the printed R and P: no pooled figures (a mean of sentences, or a misprint)."
        texts.insert(0, odd)
    if found.without_odd:
        texts.append("Nothing gave all figures, so that this F was left out.")
    texts += _details(found)
    if found.untried:
        first = deviations.in_words(found.untried[0])
        of = counted(len(found.untried), "preparation")
        texts.append(f"Not tried: {of}; the simplest of them: {first}.")
    return texts


def _tried(found: Explanation) -> str:
    return f"{counted(found.conventions, 'convention')} ({counted(len(found.results), 'different value')})"


def chance(found: Explanation) -> float | None:
    """How many further values would lie in the interval of the only figure by chance: as many as lie within a point of it, each
    with the share that the interval has of these two points. None where there are several figures."""
    if len(found.figures) != 1:
        return None
    first = found.fitting[0] if found.fitting else None
    near = sum(1 for one in found.results if one is not first and one.off[0] <= 1)
    return near * float(found.figures[0].half)


def _answer(found: Explanation) -> str:
    fitting = found.fitting
    if not found.results:
        return "the figures are undefined under all conventions."
    if not fitting:
        return _none_fits(found)
    first = fitting[0]
    if not first.point:
        answer = "the usual conventions give this; nothing has to be explained."
        return answer if len(fitting) == 1 else f"{answer} {_many(found)}"
    if len(fitting) == 1:
        return f"only this of {_tried(found)}: {deviations.in_words(first.point)}."
    expected = chance(found)
    if expected is not None and expected >= 1:
        return f"the figure is too coarse to tell. {_many(found)}"
    return f"the simplest convention is: {deviations.in_words(first.point)}. {_many(found)}"


def _many(found: Explanation) -> str:
    of, expected = f"{len(found.fitting)} of {counted(len(found.results), 'different value')}", chance(found)
    if expected is None:
        return f"{of} fit. More decimals would tell more."
    by_chance = f"by chance about {expected:.1f} would"
    return f"{of} lie in {found.figures[0].interval}; {by_chance}. More decimals, or R and P, would tell more."


def _none_fits(found: Explanation) -> str:
    nearest = found.nearest[0]
    text = f"none of {_tried(found)}. Nearest: {deviations.in_words(nearest.point)}, {max(nearest.off):.2f} away."
    for place, figure in enumerate(found.figures):
        values = [float(figure.shown(one.values[place])) for one in found.results]
        beyond = max(float(figure.value) - max(values), min(values) - float(figure.value))
        if beyond > 1:
            points = "" if figure.key == CROSSING else " points"
            text += f" No convention can explain {beyond:.1f}{points} of {name_of(figure)}."
    return text


def _details(found: Explanation) -> list[str]:
    first = (found.fitting or found.nearest)[:1]
    texts = [why for one in first if (why := why_of(found, one.point))]
    for one in found.fitting[:1]:
        same = [deviations.in_words(point) for point in sorted(one.same, key=deviations.cost)[:2]]
        texts += [f"The same with: {text}." for text in same]
        if CUT_OFF in one.point or FROM_ROUNDED in one.point:
            texts.append("The digits are not those of the exact value, rounded.")
    if not found.fitting and found.results:
        texts.append(f"Not tried, as there is no option for it: {'; '.join(_HINTS[found.kind])}.")
        if len(found.systems) == 1:
            texts.append("Not tried, as one system is asked about: the sentences that several systems have.")
        texts.append("Other data, models, tokens or training cannot be seen from here.")
    return texts


def as_object(found: Explanation) -> dict[str, Any]:
    """All that is listed, for JSON; values are shares, save of crossing brackets."""
    signed = signatures_of(found, [one.point for one in shown(found)])
    return {
        "figures": {name_of(one): one.text for one in found.figures},
        "results": [
            {
                "rank": number,
                "deviations": [[one.axis, one.value] for one in result.point],
                "convention": deviations.in_words(result.point),
                "cost": result.cost,
                "values": dict(zip(map(name_of, found.figures), map(float, result.values), strict=True)),
                "printed_as": where_of(result.point),
                "command": command_of(found, result.point),
                "signatures": dict(zip(map(name_of, found.figures), signed[number - 1], strict=True)),
                "fits": result.fits,
            }
            for number, result in enumerate(shown(found), 1)
        ],
        "conventions": found.conventions,
        "different_values": len(found.results),
        "fitting_values": len(found.fitting),
        "said": " ".join(said(found)),
    }


def progress(found: Explanation) -> str:
    """How far the search is."""
    so_far = f"; so far: {deviations.in_words(found.fitting[0].point)}" if found.fitting else ""
    return f"{found.done} of {counted(found.total, 'preparation')}{so_far}"


def page(comparison: Comparison, view: View, text: str, kept: dict[Any, Any]) -> list[ResultTable]:
    """The conventions that give the figures of a text, of the system that is looked at, or of those that the text names.

    ``kept``: what was found before. Raises UsageError: the text holds no figures; Cancelled: nobody waits any more.
    """
    systems = comparison.systems
    chosen = systems if any(f"{one.name}:" in text for one in systems) else [systems[view.system]]
    key = text, *(names := [one.name for one in chosen])
    if key not in kept:
        figures = [read_figure(one, comparison.kind, names) for one in figures_in(text)]
        outcomes = {systems[number].name: one for number, one in comparison.outcomes.items()}
        cancel = Cancel()
        if view.cancel is not None:
            cancel.flag = view.cancel
        for found in Detective(comparison.gold, chosen, figures, outcomes=outcomes).search(cancel=cancel):
            view.tell(found.done / found.total)
        if cancel.is_set():
            raise Cancelled
        kept[key] = table_of(found)
    return [kept[key]]


# -- how two signatures differ -----------------------------------------------------------------------------------------

_NAMES = {one.signed_as or one.option[2:]: name for name, one in SETTINGS.items()}
"""The settings by what signatures call them."""
_CUTOFF = re.compile(r"up-to-[0-9]+-words")
_ALWAYS = {"tie:matches", "aligned"}
"""What every signature of its measure has, or what follows from the files."""
_WORDS = {"measure": "measure", "avg": "average", "on": "sentences", "cutoff": "block"}
_USUAL = {"avg": "pooled", "on": "common", "cutoff": "all", "measure": ""}


@dataclass(frozen=True)
class Differences:
    """The rows of the table: what differs (the first and the last row: nothing, and all of it), from what to what, and the score
    of each system."""

    systems: Sequence[str]
    rows: Sequence[tuple[str, str, str, Sequence[float]]]
    key: str
    not_tried: Sequence[str]

    def table(self) -> ResultTable:
        """The effect of each difference."""
        first = self.rows[0][3]
        scores = [score_column(measure(self.key), one) for one in self.systems]
        change = [
            Column(f"{one}, change" if len(self.systems) > 1 else "change", lambda value: f"{100 * value:+.2f}")
            for one in self.systems
        ]
        rows: list[list[Value]] = [
            [what, before, after, *values, *(value - usual for value, usual in zip(values, first, strict=True))]
            for what, before, after, values in self.rows
        ]
        names = [name for name, *_ in self.rows[1:-1]]
        note = f"These differ in: {', '.join(names)}." if names else "These do not differ in what is counted."
        if self.not_tried:
            note += f" Not tried: {', '.join(self.not_tried)}."
        columns = (text_column("difference"), text_column("first"), text_column("second"), *scores, *change)
        return ResultTable("How the signatures differ", columns, rows, note)

    def as_object(self) -> dict[str, Any]:
        """The same, for JSON."""
        return {
            "differences": [
                {"what": what, "first": before, "second": after, "scores": dict(zip(self.systems, values, strict=True))}
                for what, before, after, values in self.rows
            ],
            "not_tried": list(self.not_tried),
        }


def parts_of(signature: str) -> dict[str, str]:
    """What a signature says, by name; the measure is called so. Raises UsageError: it is no signature of this program."""
    key, *others = signature.strip().split("|")
    try:
        measure(key)
    except UsageError:
        expected = "expected one as tables show it, as in e.roof.dice|avg:pooled|params:evalb"
        raise UsageError(f"'{signature[:60]}' is not a signature; {expected}") from None
    found = {"measure": key}
    for part in others:
        name, _, value = part.partition(":")
        if _CUTOFF.fullmatch(part):
            found["cutoff"] = part
        elif part not in _ALWAYS and name not in ("v", "respelt"):
            found[name] = value.split(":")[0] if name == "on" else value
    return found


def differences(
    gold: AnyTreebank, systems: Sequence[AnyTreebank], first: str, second: str, jobs: int | None = None
) -> Differences:
    """What each difference does on its own: the first signature, then the first with each of the values of the second, then the
    second. Raises UsageError: one is no signature, or names a file that is not there."""
    one, other = parts_of(first), parts_of(second)
    names = [name for name in dict.fromkeys([*one, *other]) if _shown(name, one) != _shown(name, other)]
    tried = [name for name in names if name in _WORDS or name in _NAMES]

    def scores(parts: dict[str, str]) -> list[float]:
        return _scores(gold, systems, parts, jobs)

    rows: list[tuple[str, str, str, Sequence[float]]] = [("the first signature", "", "", scores(one))]
    for name in tried:
        changed = {**one, name: other[name]} if name in other else {key: one[key] for key in one if key != name}
        rows.append((_said(name), _shown(name, one), _shown(name, other), scores(changed)))
    rows.append(("the second signature", "", "", scores(other)))
    return Differences([system.name for system in systems], rows, one["measure"], sorted(set(names) - set(tried)))


def _said(name: str) -> str:
    title = SETTINGS[_NAMES[name]].title if name in _NAMES else _WORDS[name]
    return (title or name).lower()


def _shown(name: str, parts: dict[str, str]) -> str:
    usual = str(SETTINGS[_NAMES[name]].usual or "no") if name in _NAMES else _USUAL.get(name, "")
    return parts.get(name, usual)


def _scores(gold: AnyTreebank, systems: Sequence[AnyTreebank], parts: dict[str, str], jobs: int | None) -> list[float]:
    given: dict[str, Any] = {"sentences": parts.get("on", "common")}
    for name, value in parts.items():
        if name not in _NAMES:
            continue
        setting = SETTINGS[_NAMES[name]]
        if setting.is_file and value not in [one.value for one in setting.offered]:
            value = _file(value)
        given[setting.name] = True if isinstance(setting.usual, bool) else int(value) if setting.is_number else value
    comparison = score(compare_files([gold], list(systems), settings=Settings(**given), with_others=False), jobs)
    among = None
    if "cutoff" in parts:
        among = comparison.evalb_lengths <= int(parts["cutoff"].split("-")[2])
    return comparison.table.summaries(parts["measure"], cast(Average, parts.get("avg", "pooled")), among)


def _file(name: str) -> str:
    """A file that signatures call by its name only: a shipped one, or one in the folder in which one works."""
    for path in (*shipped_parameters(), name):
        if Path(path).name == Path(name).name and Path(path).is_file():
            return path
    raise UsageError(f"the signature names the file {name}, which is not in this folder; expected it here")
