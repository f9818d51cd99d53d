"""How a comparison was made: a paragraph for a paper, and the command that repeats it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from treecompare import __version__
from treecompare.comparison.answered import AFTER_REPAIR, FAILURES
from treecompare.comparison.base import Comparison
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import counted
from treecompare.measures import MEASURES_OF, measure
from treecompare.scores.set_notes import set_note
from treecompare.scores.significance import ITERATIONS
from treecompare.scores.table import SCORED, Average
from treecompare.trees.characters import visible
from treecompare.typed import typed


def command_line(
    comparison: Comparison, command: str, options: Sequence[str] = (), systems: Iterable[int] | None = None
) -> str:
    """The command that gives the same figures, ready for a shell (:meth:`Comparison.command`)."""
    return typed(comparison.command(command, options, systems))


def measures_option(comparison: Comparison, keys: Sequence[str]) -> list[str]:
    """``--measures`` with these keys."""
    given, applying = (comparison.applying(those) for those in (map(measure, keys), MEASURES_OF[comparison.kind]))
    everything = comparison.has_variants and set(given) == set(applying)
    return ["--measures", "all" if everything else ",".join(keys)]  # of dependencies "all" is F1 only


def average_option(average: Average) -> list[str]:
    """``--average``, where scores are not pooled."""
    return ["--average", average] if average != "pooled" else []


_REPAIRS = {
    "none": "nothing was repaired",
    "extract": "trees were taken out of fences, prose and drafts (repair: extract)",
    "close": "trees were taken out of fences, prose and drafts, brackets closed and heads mended (repair: close)",
}


def _made(comparison: Comparison) -> list[str]:
    """Sentences about systems that are raw output, and about baselines."""
    names, said = comparison.table.systems, []
    for system, one in sorted(comparison.outcomes.items()):
        counts = one.counts
        failures = sum(counts[outcome] for outcome in FAILURES)
        told = f"{names[system]} is raw output ({one.container}): {_REPAIRS[one.level]}"
        if one.level != "none":
            told += f", {counts[AFTER_REPAIR]:,} of {len(one.answers):,} sentences with the words of the gold after it"
        said.append(f"{told}; {counted(failures, 'answer')} could not be read.")
    baselines = [names[system] for system in sorted(comparison.baselines)]
    if baselines:
        are = "is an uninformed baseline, which sees" if len(baselines) == 1 else "are uninformed baselines, which see"
        said.append(f"{', '.join(baselines)} {are} nothing but the words.")
    for system in sorted(comparison.consensus):
        said.append(f"{names[system]} is one tree of the other systems, by their votes.")
    return said


def methods_paragraph(
    comparison: Comparison, keys: Sequence[str], average: Average, baseline: int | None = None
) -> str:
    """How the figures were made, for a paper, with the signatures that reproduce them."""
    signatures = "\n".join(comparison.table.signature(key, average) for key in keys)
    made = how_made(comparison, keys, average, baseline)
    return made + (f"\n\nSignatures:\n{signatures}" if signatures else "") + "\n"


def how_made(comparison: Comparison, keys: Sequence[str], average: Average, baseline: int | None = None) -> str:
    """The same without signatures."""
    table, settings = comparison.table, comparison.settings
    systems = len(table.systems)
    sentences = [
        f"Parses were compared with treecompare {__version__}.",
        comparison.prepared(),
    ]
    if settings.functions:
        sentences.append("Grammatical functions counted as part of the label.")
    if settings.function_separator != "-":
        sentences.append(f"Functions are what follows '{settings.function_separator}' in a label.")
    if settings.meta == "ignore":
        sentences.append("Headings and stage directions (META) were left out.")
    if settings.max_length is not None:
        after = " after preparation" if comparison.kind == "constituents" else ""
        sentences.append(f"Sentences of more than {counted(settings.max_length, 'word')}{after} were left out.")
    sentences += _made(comparison)
    asked, common = table.asked(), table.common()
    scored = [int(np.count_nonzero(table.statuses[system, asked] == SCORED)) for system in range(systems)]
    least, most = min(scored), max(scored)
    among = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    noun = "the system" if systems == 1 else f"each of the {systems} systems"
    sentences.append(
        f"Of {common.of:,} sentences, {among} could be scored for {noun}"
        + (f", {common.number:,} for all of them." if systems > 1 and common.compared.all() else ".")
    )
    if settings.sentences == "own":
        sentences.append("Each system's figures rest on all its own sentences.")
    elif systems > 1 and common.compared.any():
        sentences.append("All figures rest on the sentences that all systems have.")
        sentences += [one for one in [set_note(table, keys, with_number=False)] if one]
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
    return " ".join(sentences)


# -- in short ------------------------------------------------------------------------------------------------------------


def scoring_said(kind: str, settings: Settings) -> str:
    """By what preparation, and how much else is not as usual."""
    usual = Settings()
    name = Path(settings.params).stem if kind in SETTINGS["params"].kinds else "standard"
    apply = [one.name for one in SETTINGS.values() if one.offered and (not one.kinds or kind in one.kinds)]
    others = sum(settings.chosen(one) != usual.chosen(one) for one in apply if one != "params")
    return "as usual" if name == "standard" and not others else f"by {visible(name)}{f' + {others}' if others else ''}"
