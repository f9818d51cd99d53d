"""Reading and comparing two versions in the background, and listing their places."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import NamedTuple

from treecompare.app.common.worker import SECONDS_BETWEEN_REPORTS, Worker
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Versions
from treecompare.errors import Cancelled
from treecompare.extras.versions import entries
from treecompare.extras.versions.entries import Entry
from treecompare.extras.versions.sources import read_versions
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.versions import diff as difference
from treecompare.extras.versions.watch import Watch

MOST = 5_000
"""So many places of a list are shown."""
LEFT_OVER = "Left over"


class Doing(NamedTuple):
    """What is done now, and which share of it is done."""

    what: str
    share: float = 0.0


class Listed(NamedTuple):
    """A list of places: its title, and their keys as far as they are shown."""

    title: str
    entries: Sequence[Entry] = ()
    keys: Sequence[str] = ()


class Found(NamedTuple):
    """What changed, and its places list by list: those to look at first come first."""

    diff: Diff
    lists: Sequence[Listed]


def listed(diff: Diff, title: str, found: Sequence[Entry]) -> Listed:
    """A list of places."""
    return Listed(title, found, [entries.key_of(diff, one) for one in found[:MOST]])


def comparing(worker: Worker, versions: Versions) -> Generator[Doing, None, Found | None]:
    """Yields what is done, returns what changed; None if it was stopped.

    Raises:
        TreecompareError: a version is not there, or cannot be read or compared.
    """
    worker.cancel = cancel = Cancel()
    told = 0.0

    def tell(what: str, share: float) -> None:
        nonlocal told
        if time.monotonic() - told > SECONDS_BETWEEN_REPORTS:
            told = time.monotonic()
            worker.progressed.emit(Doing(what, share))

    yield Doing("reading both versions")
    base, head = read_versions(versions.base, versions.head, versions.repository)
    try:
        diff = difference(base, head, ignored=versions.ignored, watch=Watch(tell, cancel.flag))
    except Cancelled:
        return None
    yield Doing("listing places")
    return Found(diff, _lists(diff))


def _lists(diff: Diff) -> list[Listed]:
    has_rules = diff.kind.has_rules
    found = {
        LEFT_OVER: entries.left_over(diff), "Otherwise changed": entries.otherwise(diff),
        ("Outside the rules" if has_rules else "Changes"): entries.outside(diff), "Sentences": entries.of_sentences(diff),
        "Constituents": [] if has_rules else entries.of_nodes(diff),
    }  # fmt: skip
    return [listed(diff, title, there) for title, there in found.items() if there]
