"""What readers have to know of the figures of a table: on which sentences they rest, and whether they are agreement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from treecompare.errors import counted
from treecompare.measures import Measure, measure
from treecompare.scores.table import Mask, ScoreTable, narrowed

if TYPE_CHECKING:
    from treecompare.drawing.names import Names


def set_note(table: ScoreTable, keys: Iterable[str] = (), with_number: bool = True) -> str:
    """What readers have to know of the sentences of a table's figures under these measures; empty if nothing is missing.

    ``with_number``: also how many sentences all systems have.
    """
    keys = tuple(dict.fromkeys(keys))
    systems = range(len(table.systems))
    aligned = [
        f"{number:,} of {table.systems[system]}" for system in systems if (number := table.number_aligned(system))
    ]
    waits, told = table.waits(), list[str]()  # till then nobody knows how many sentences a system has
    if waits and with_number:
        done = [f"{np.count_nonzero(table.statuses[one]):,} of {table.systems[one]}" for one in systems]
        told.append(
            f"Not all sentences are compared yet: {', '.join(done)}{'; nothing is ranked' * (len(systems) > 1)}."
        )
    told += [f"{table.systems[system]} does not apply: {why}." for system, why in table.not_applying.items()]
    told += [table.remark_on_sentences] if table.remark_on_sentences else []
    lacking = [part for part in dict.fromkeys(measure(key).part for key in keys) if not table.has(part)]
    told += [text for part in lacking if (text := table.of(part).nothing())]
    respelt = [
        f"{counted(number, 'word')} of {table.systems[system]}"
        for system in systems
        if (number := table.number_respelt(system))
    ]
    told += [f"Other characters: {', '.join(respelt)}."] if respelt else []
    told += undefined_said(table, keys)
    told += [f"Sentences whose words or breaks differ and are aligned: {', '.join(aligned)}."] if aligned else []
    if table.on == "own":
        own = "Each system on all its own sentences, so that they are not ranked."
        return " ".join([own, *told] if len(systems) > 1 else told)
    common = table.common()
    said = []
    if with_number and common.compared.any() and common.number < common.of:
        said.append(f"On {common.shown} sentences{' that all have' if len(systems) > 1 and not waits else ''}.")
    by_number: dict[str, list[str]] = {}
    aside: dict[int, list[str]] = {}
    for key in keys:
        if not table.has(measure(key).part):
            continue
        found = table.set_of(key)
        if found.compared.any() and found.number < common.number:
            by_number.setdefault(found.shown, []).append(measure(key).title)
        for system in systems:
            if common.compared[system] and not found.compared[system] and table.rows(system, key).any():
                aside.setdefault(system, []).append(measure(key).title)
    said += [f"{', '.join(titles)}: on {shown}." for shown, titles in by_number.items()]
    said += _set_aside(
        table, [one for one in systems if not waits and not common.compared[one] and table.scored(one).any()]
    )
    said += told
    said += [
        f"{table.systems[system]} is set aside under {', '.join(titles)}."
        for system, titles in aside.items()
        if not waits
    ]
    return " ".join(said)


def undefined_said(table: ScoreTable, keys: Iterable[str]) -> list[str]:
    """Which of these measures are undefined for some systems, for a column that a file leaves blank: a sentence for each reason."""
    by_reason: dict[str, dict[str, None]] = {}
    for key in keys:
        for why in table.undefined(measure(key).part).values():
            by_reason.setdefault(why, {})[measure(key).title] = None
    rest = "as in the program conll18_ud_eval" if table.as_program else "undefined"
    return [f"{', '.join(titles)}: {rest}, for {why}." for why, titles in by_reason.items()]


def _set_aside(table: ScoreTable, systems: Sequence[int]) -> list[str]:
    """One sentence on all systems that are scored on too few sentences to be compared."""
    if not systems:
        return []
    if len(systems) == 1:
        share = f"{100 * table.coverage(systems[0]):.1f} %"
        return [
            f"{table.systems[systems[0]]} is set aside (scored on {share} of the sentences, less than 50 %): "
            "its figures rest on its own sentences and have no rank."
        ]
    shares = ", ".join(f"{table.systems[one]} {100 * table.coverage(one):.1f} %" for one in systems)
    return [
        f"{len(systems)} systems are set aside (scored on less than 50 % of the sentences: {shares}): "
        "their figures rest on their own sentences and have no rank."
    ]


def error_rows(table: ScoreTable, looked: Sequence[Mask], asked: Sequence[Mask]) -> tuple[Mask, list[Mask], str]:
    """Which systems are compared by their errors, on which rows those of each are counted, and what readers have to know.

    ``looked``: per system the rows in which errors were looked for; ``asked``: those that figures rest on otherwise.
    """
    common = table.common()
    found = narrowed(common, np.array(looked))
    compared: Mask = found.compared & (table.on == "common")
    rows = [found.rows if beside else one for one, beside in zip(looked, compared, strict=True)]
    lost = [
        f"{number:,} of {name}"
        for name, beside, one, of in zip(table.systems, compared, looked, asked, strict=True)
        if (number := int(table.gold_counts[(common.rows & of if beside else of) & ~one].sum()))
    ]
    what = "No errors are counted where a system has no parse; sentences left out: "
    return compared, rows, f"{what}{', '.join(lost)}." if lost else ""


# -- measures where neither of two analyses is gold --------------------------------------------------------------------


def is_agreement(one: Measure) -> bool:
    """Whether a measure treats both sides alike, as far as their words are the same."""
    return one.symmetric or one.symmetric_over_words or one.key.endswith(".aligned")


def measure_title(one: Measure, names: Names) -> str:
    """The title of a measure; of one that is not an agreement it says whose: recall is the share of the first analysis."""
    if names.is_gold or is_agreement(one):
        return one.title
    told = names.told(one.title)
    return told if told != one.title else f"{one.title}, by {names.first}"


def measure_note(one: Measure, names: Names) -> str:
    """What is to be known of a measure where neither analysis is gold, as a sentence; else empty."""
    if names.is_gold:
        return ""
    if is_agreement(one):
        return f"Agreement of {names.first} and {names.second}: both sides count alike."
    if one.swaps_with is None:
        return f"No agreement: it looks from {names.first}; with the sides swapped it may be another figure."
    whose, other = (names.first, names.second) if "recall" in one.key else (names.second, names.first)
    return f"The part of {whose}'s that {other} has, too."
