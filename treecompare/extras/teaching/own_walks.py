"""People's own walks: between what a comparison file keeps and what is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from treecompare.drawing.sentence import Wanted
from treecompare.extras.teaching.walks import HIDDEN, PLAIN_VIEW, VIEW_CHOICES, Source, Walk, WalkStep
from treecompare.measures import ALL_MEASURES
from treecompare.saved.walks import StoredStep

_KEYS = frozenset(one.key for one in ALL_MEASURES)


def own_walk(title: str, steps: Sequence[StoredStep]) -> Walk:
    """The walk of a comparison; measures and views that there are not are left out."""
    return Walk(title, "", tuple(map(_step, steps)))


def _step(stored: StoredStep) -> WalkStep:
    return WalkStep(
        stored.text,
        Source(sentence=stored.sentence + 1, system=stored.system),
        measures=tuple(key for key in stored.measures if key in _KEYS),
        view=view_of(stored.view),
        hidden=tuple(one for one in stored.hidden if one in HIDDEN),
    )


def view_of(stored: Mapping[str, Any]) -> Wanted:
    """How a step is drawn, of what is kept of it; what cannot be is as usual."""
    # True is 1, too
    valid = {
        name: value
        for name, value in stored.items()
        if any(value is one or (isinstance(one, str) and value == one) for one in VIEW_CHOICES.get(name, ()))
    }
    golds = stored.get("golds")
    if isinstance(golds, list):
        valid["golds"] = tuple(one for one in golds if isinstance(one, str))
    return replace(PLAIN_VIEW, **valid)


def kept_view(wanted: Wanted) -> dict[str, Any]:
    """What is kept of how a step is drawn: what is not as usual."""
    kept = {name: getattr(wanted, name) for name in VIEW_CHOICES if getattr(wanted, name) != getattr(PLAIN_VIEW, name)}
    return kept | ({"golds": list(wanted.golds)} if wanted.golds else {})
