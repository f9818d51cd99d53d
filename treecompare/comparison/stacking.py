"""What stands above each analysis where a sentence is drawn in the gold and in all systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from treecompare.drawing.stacks import Head
from treecompare.measures import measure
from treecompare.scores.table import WAITING

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison


def stack_heads(
    comparison: Comparison, sentence: int, drawn: Sequence[bool], key: str = "", is_gold: bool = True
) -> tuple[list[Head], list[dict[str, Any]]]:
    """Name, score and number of errors of each system in a sentence, after the gold; and the same for JSON.

    ``drawn``: whether there is an analysis to draw; of others stands there why not. ``key``: of the measure, else the usual one.
    ``is_gold``: False calls the gold by its name, and errors differences.
    """
    one = measure(key or comparison.usual_keys[0])
    table = comparison.table
    heads = [Head("GOLD", called="the gold") if is_gold else Head(comparison.gold.name)]
    systems: list[dict[str, Any]] = []
    for system, is_drawn in enumerate(drawn):
        name = table.systems[system]
        about = {"name": name, "path": comparison.systems[system].path}
        if table.statuses[system, sentence] == WAITING:
            heads.append(Head(name, "not compared yet"))
            systems.append(about)
            continue
        reason = table.reason(system, sentence)
        if not is_drawn:
            heads.append(Head(name, reason or "there is no parse"))
            systems.append({**about, "reason": reason or "there is no parse"})
            continue
        score = float(table.scores(system, one.key)[sentence]) if table.has(one.part) else float("nan")
        errors = comparison.errors_in(system, sentence)
        told = [f"{one.title} {one.shown(score)}"]
        if errors is not None:
            noun = "error" if is_gold else "difference"
            told.append(f"{errors or 'no'} {noun}{'' if errors == 1 else 's'}")
        heads.append(Head(name, " · ".join([*told, *([reason] if reason else [])])))
        shown = None if np.isnan(score) else score
        systems.append({**about, "measure": one.key, "score": shown, "errors": errors})
    return heads, systems
