"""How a comparison was made, in words for a paper and as a command that makes it again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence

import numpy as np

from treecompare import __version__
from treecompare.comparison.base import Comparison
from treecompare.measures import MEASURES_OF, measure
from treecompare.scores.significance import ITERATIONS
from treecompare.scores.table import SCORED, Average, common


def command_line(
    comparison: Comparison, command: str, options: Sequence[str] = (), systems: Iterable[int] | None = None
) -> str:
    """The command that computes the same, ready for a shell (:meth:`Comparison.command`)."""
    return shlex.join(comparison.command(command, options, systems))


def measures_option(comparison: Comparison, keys: Sequence[str]) -> list[str]:
    """``--measures`` with these keys."""
    everything = comparison.has_variants and set(keys) == {one.key for one in MEASURES_OF[comparison.kind]}
    return ["--measures", "all" if everything else ",".join(keys)]  # of dependencies "all" is F1 only


def methods_paragraph(
    comparison: Comparison, keys: Sequence[str], average: Average, baseline: int | None = None
) -> str:
    """What a paper has to say of how its figures were made, with the signatures that reproduce them."""
    table, settings = comparison.table, comparison.settings
    systems = len(table.systems)
    # a measure that some system has no score under at all says nothing of the sentences
    of_all = [key for key in keys if all(not np.isnan(table.scores(system, key)).all() for system in range(systems))]
    everywhere = int(common(table, range(systems), of_all).sum()) if of_all else 0
    sentences = [
        f"Parses were compared with treecompare {__version__}.",
        comparison.prepared(),
    ]
    if settings.functions:
        sentences.append("Grammatical functions counted as part of the label.")
    if settings.max_length is not None:
        sentences.append(f"Sentences of more than {settings.max_length} words were left out.")
    scored = [table.number(system, SCORED) for system in range(systems)]
    least, most = min(scored), max(scored)
    among = f"{least}" if least == most else f"{least} to {most}"
    noun = "the system" if systems == 1 else f"each of the {systems} systems"
    sentences.append(
        f"Of {table.sentences} sentences, {among} could be scored for {noun}"
        + (f", {everywhere} for all of them under all measures." if systems > 1 else ".")
    )
    if settings.missing == "zero":
        sentences.append("A sentence without a usable parse counted as bare words, with a score of 0.")
    titles = "; ".join(f"{measure(key).title} ({measure(key).paper})" for key in keys)
    if titles:
        sentences.append(f"We report {titles}.")
    sentences.append(
        "Scores are pooled: numerators and denominators are summed over all sentences before the division."
        if average == "pooled"
        else "Scores are means of the sentences' scores."
    )
    if any(key.startswith("t.") for key in keys):
        sentences.append("Of all least-cost mappings one with most matches was taken.")
    if baseline is not None and systems > 1:
        sentences.append(
            f"Differences to {table.systems[baseline]} were tested by shuffling (approximate randomisation, {ITERATIONS:,} "
            "iterations, two-sided), with Holm's correction over the systems."
        )
    signatures = "\n".join(table.signature(key, average) for key in keys)
    return " ".join(sentences) + (f"\n\nSignatures:\n{signatures}" if signatures else "") + "\n"
