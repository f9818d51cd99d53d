"""What stands above each analysis where a sentence is drawn in the gold and in all systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from treecompare.drawing.stacks import Head
from treecompare.measures import measure
from treecompare.scores.agreement import measure_title
from treecompare.scores.table import WAITING

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison


def stack_heads(
    comparison: Comparison, sentence: int, changes: Sequence[str | None], key: str = ""
) -> tuple[list[Head], list[dict[str, Any]]]:
    """Name, score, changes and number of errors of each system in a sentence, after the gold; and the same for JSON.

    ``changes``: what differs, as the drawing of one system counts it (:func:`changes_said`); None where there is no analysis to
    draw: there stands why not. ``key``: of the measure, else the usual one. Where neither analysis is gold the first is called by
    its name, and errors are differences.
    """
    one = measure(key or comparison.usual_keys[0])
    table = comparison.table
    heads = [Head("GOLD", called="the gold") if comparison.is_gold else Head(comparison.gold.name)]
    systems: list[dict[str, Any]] = []
    for system, changed in enumerate(changes):
        name = table.systems[system]
        about = {"name": name, "path": comparison.systems[system].path}
        if table.statuses[system, sentence] == WAITING:
            heads.append(Head(name, "not compared yet"))
            systems.append(about)
            continue
        reason = table.reason(system, sentence)
        if changed is None:
            heads.append(Head(name, reason or "there is no parse"))
            systems.append({**about, "reason": reason or "there is no parse"})
            continue
        score = float(table.scores(system, one.key)[sentence]) if table.has(one.part) else float("nan")
        errors = comparison.errors_in(system, sentence)
        title = measure_title(one, comparison.names(system))
        told = [f"{title} {one.shown(score)}", *([changed] if changed else [])]
        if errors is not None:
            noun = "error" if comparison.is_gold else "difference"
            told.append(f"{errors or 'no'} {noun}{'' if errors == 1 else 's'}")
        heads.append(Head(name, " · ".join([*told, *([reason] if reason else [])])))
        shown = None if np.isnan(score) else score
        systems.append({**about, "measure": one.key, "score": shown, "errors": errors})
    return heads, systems


def changes_said(*counts: tuple[int, str, str]) -> str:
    """What there is of several things: each with its number, and its name for one and for more; "" if there is none."""
    return ", ".join(f"{number} {one if number == 1 else more}" for number, one, more in counts if number)
