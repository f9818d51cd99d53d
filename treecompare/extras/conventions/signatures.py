"""How two signatures differ, and what each difference does to the figure on its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from treecompare.comparison.base import AnyTreebank, score
from treecompare.comparison.files import compare_files
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import UsageError
from treecompare.extras.conventions.deviations import shipped_parameters
from treecompare.measures import measure
from treecompare.scores.result import Column, ResultTable, Value, score_column, text_column
from treecompare.scores.table import Average

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
    return (title.replace("&", "") or name).lower()


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
