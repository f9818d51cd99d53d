"""Which gold a system is annotated like, by the labels of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from treecompare.comparison.base import AnyTreebank

CLEARLY = 0.1
"""So much better another gold has to fit before it is told."""


def labels_of(treebank: AnyTreebank) -> Counter[str]:
    """How often each relation (without its subtype), or each label of constituents (without functions), occurs."""
    found: Counter[str] = Counter()
    for number, count in zip(*(one.tolist() for one in np.unique(treebank.labels, return_counts=True)), strict=True):
        found[treebank.bare(treebank.symbols[number])] += count
    return found


def fits(system: AnyTreebank, golds: Sequence[AnyTreebank]) -> list[float]:
    """Per gold, how far a system's labels are distributed alike, from 0 to 1: the sum of the smaller share of each label.

    0 where one holds constituents and the other dependencies.
    """
    labels = labels_of(system)
    total = max(labels.total(), 1)
    shares = []
    for gold in golds:
        others = labels_of(gold) if gold.kind == system.kind else Counter[str]()
        all_others = max(others.total(), 1)
        shares.append(sum(min(count / total, others[label] / all_others) for label, count in labels.items()))
    return shares


def better_gold(system: AnyTreebank, golds: Sequence[AnyTreebank], own: int) -> int | None:
    """The gold that a system's labels fit clearly better than its own; None if there is none."""
    shares = fits(system, golds)
    best = max(range(len(golds)), key=lambda gold: shares[gold])
    return best if shares[best] - shares[own] >= CLEARLY else None


def wrong_gold(system: AnyTreebank, golds: Sequence[AnyTreebank], own: int) -> str:
    """What there is to say of a system that another gold fits better; empty if none does."""
    best = better_gold(system, golds, own)
    if best is None:
        return ""
    shares = [f"{100 * share:.0f} %" for share in fits(system, golds)]
    return (
        f"is compared as annotated like {golds[own].name}, but its labels fit the gold {golds[best].name} better: they are "
        f"distributed alike by {shares[best]}, as those of {golds[own].name} by {shares[own]}"
    )
