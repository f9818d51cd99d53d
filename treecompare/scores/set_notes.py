"""What readers have to know of the sentences on which the figures of a table rest."""

from __future__ import annotations

from collections.abc import Iterable

from treecompare.measures import measure
from treecompare.scores.table import ScoreTable


def set_note(table: ScoreTable, keys: Iterable[str] = (), with_number: bool = True) -> str:
    """What readers have to know of the sentences of a table's figures under these measures; empty if nothing is missing.

    ``with_number``: also how many sentences all systems have.
    """
    systems = range(len(table.systems))
    aligned = [
        f"{number:,} of {table.systems[system]}" for system in systems if (number := table.number_aligned(system))
    ]
    told = [f"{table.systems[system]} does not apply: {why}." for system, why in table.not_applying.items()]
    told += [table.remark_on_sentences] if table.remark_on_sentences else []
    told += [f"Sentences whose words or breaks differ and are aligned: {', '.join(aligned)}."] if aligned else []
    if table.on == "own":
        own = "Each system on all its own sentences, so that they are not ranked."
        return " ".join([own, *told] if len(systems) > 1 else told)
    common = table.common()
    said = []
    if with_number and common.compared.any() and common.number < common.of:
        said.append(f"On {common.shown} sentences{' that all have' if len(systems) > 1 else ''}.")
    by_number: dict[str, list[str]] = {}
    aside: dict[int, list[str]] = {}
    for key in dict.fromkeys(keys):
        if not table.has(measure(key).part):
            continue
        found = table.set_of(key)
        if found.compared.any() and found.number < common.number:
            by_number.setdefault(found.shown, []).append(measure(key).title)
        for system in systems:
            if common.compared[system] and not found.compared[system] and table.rows(system, key).any():
                aside.setdefault(system, []).append(measure(key).title)
    said += [f"{', '.join(titles)}: on {shown}." for shown, titles in by_number.items()]
    said += [
        f"{table.systems[system]} is set aside (scored on {100 * table.coverage(system):.1f} % of the sentences, less than 50 %): "
        "its figures rest on its own sentences and have no rank."
        for system in systems
        if not common.compared[system] and table.scored(system).any()
    ]
    said += told
    said += [f"{table.systems[system]} is set aside under {', '.join(titles)}." for system, titles in aside.items()]
    return " ".join(said)
