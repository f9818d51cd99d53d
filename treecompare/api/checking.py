"""Places where a gold looks wrong."""

from __future__ import annotations

from typing import Any

from treecompare.analyses.agreed_otherwise import agreed_tables
from treecompare.analyses.variation import MOST, variation_of
from treecompare.api.comparing import Sources, compare
from treecompare.api.tables import Tables
from treecompare.api.treebanks import Source, read
from treecompare.errors import UsageError
from treecompare.readers import AnyTreebank


def check(gold: Source, systems: Sources | None = None, *, most: int = MOST, **options: Any) -> Tables:
    """Where the gold looks wrong: ``tc.check("gold.conllu", ["a.conllu", "b.conllu"])``.

    With systems first where all agree on another value; then where the same words are annotated differently. ``most``: rows of
    each table; ``options``: as of :func:`compare`, or only ``format`` where there are no systems.

    Raises:
        ReadError: a file cannot be read.
        UsageError: there is no such option, or the gold cannot be checked.
    """
    if most < 1:
        raise UsageError(f"most {most}: expected a number from 1")
    if systems:
        comparison = compare(gold, systems, **options)._compared
        return Tables(agreed_tables(comparison, most) + variation_of(comparison.gold, comparison.ids, most))
    if unknown := sorted(options.keys() - {"format"}):
        raise UsageError(f"{unknown[0]}: is for comparing systems, and none are given")
    bank = read(gold, options.get("format"))._read
    if not isinstance(bank, AnyTreebank):
        raise UsageError(f"{bank.path} holds {bank.kind}; expected dependencies or constituents")
    return Tables(variation_of(bank, bank.sentence_names, most))
