"""The walk that people keep in a comparison file: a row of steps, each on a sentence and a system, with a text.

A step is an annotation of the kind WALK: its ``phenomenon`` is the step's own name, its value is JSON. So steps follow their
sentences when the treebank changes, can be undone, are rescued and joined like notes.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from treecompare.saved.rows import WALK, Key, shown

__all__ = ["WALK", "StoredStep", "changes", "checked", "joined", "key_of", "read_steps"]

MOST_STEPS = 500
LONGEST_TEXT = 5_000
"""Characters of the longest text of a step."""
LONGEST_VALUE = 50_000
MOST_MEASURES = 100
MOST_ENTRIES = 50
"""Entries of what a step says of how it is drawn."""


@dataclass(frozen=True)
class StoredStep:
    """A step as it is kept. ``sentence``: of the gold, from 0. ``measures``: keys. ``view``: how it is drawn: texts, switches and
    lists of texts by name. ``name``: the step's own, the same as long as it is there.
    """

    sentence: int
    system: str
    text: str
    measures: tuple[str, ...] = ()
    view: Mapping[str, Any] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    name: str = field(default_factory=lambda: secrets.token_hex(6))


def read_steps(values: Mapping[Key, str]) -> tuple[list[StoredStep], list[str]]:
    """The steps in their order, of the annotations of a file; and remarks on those that are none, which are left out."""
    found: list[tuple[float, str, StoredStep]] = []
    remarks = []
    for key, value in values.items():
        try:
            place, step = _read(key, value)
        except ValueError as error:
            remarks.append(f"a step of its walk {error}, and was left out")
        else:
            found.append((place, step.name, step))
    found.sort(key=lambda one: one[:2])
    if len(found) > MOST_STEPS:
        remarks.append(f"its walk has {len(found):,} steps; the first {MOST_STEPS} are shown")
    return [step for _, _, step in found[:MOST_STEPS]], remarks


def changes(before: Mapping[Key, str], steps: Sequence[StoredStep]) -> list[tuple[Key, str | None]]:
    """What is to be written so that the walk of a file is this one. ``before``: its annotations of the kind WALK.

    What :func:`read_steps` leaves out stays as it is.
    """
    after = {key_of(step): _written(step, place) for place, step in enumerate(steps)}
    gone: list[tuple[Key, str | None]] = [(key, None) for key in map(key_of, read_steps(before)[0]) if key not in after]
    return [*gone, *((key, value) for key, value in after.items() if before.get(key) != value)]


def joined(own: Mapping[Key, str], other: Mapping[Key, str]) -> tuple[list[tuple[Key, str | None]], list[Key]]:
    """What adds the walk of another file behind one's own; and the steps of which both say something else: one's own stay."""
    last = len(read_steps(own)[0])
    new, _ = read_steps({key: value for key, value in other.items() if key not in own})
    added: list[tuple[Key, str | None]] = [
        (key_of(step), _written(step, last + place)) for place, step in enumerate(new)
    ]
    return added, [key for key, value in other.items() if key in own and _said(value) != _said(own[key])]


def _said(value: str) -> str:
    """A step without its place, which others may have moved."""
    with suppress(ValueError, RecursionError):
        said = json.loads(value)
        if isinstance(said, dict):
            return repr(sorted((name, repr(one)) for name, one in said.items() if name != "place"))
    return value


def key_of(step: StoredStep) -> Key:
    """Where a step is stored."""
    return Key(WALK, step.sentence, step.system, step.name)


def checked(step: StoredStep) -> StoredStep:
    """A step that can be stored: its text is not longer than it may be."""
    return replace(step, text=step.text[:LONGEST_TEXT], measures=step.measures[:MOST_MEASURES])


def _written(step: StoredStep, place: int) -> str:
    step = checked(step)
    said: dict[str, Any] = {"place": place, "text": step.text, "measures": list(step.measures)}
    said |= {"view": dict(step.view)} if step.view else {}
    said |= {"hidden": list(step.hidden)} if step.hidden else {}
    return json.dumps(said, ensure_ascii=False, sort_keys=True)


def _read(key: Key, value: str) -> tuple[float, StoredStep]:
    """The place of a step and the step. Raises ValueError: it is none; says what it is instead."""
    if len(value) > LONGEST_VALUE:
        raise ValueError(f"has {len(value):,} characters, more than {LONGEST_VALUE:,}")
    try:
        said = json.loads(value)
    except (ValueError, RecursionError):
        raise ValueError(f"is {shown(value)}, not JSON") from None
    if not isinstance(said, dict):
        raise ValueError(f"is {shown(said)}, not an object")
    place, text = said.get("place"), said.get("text")
    if not isinstance(place, (int, float)) or isinstance(place, bool) or not -1e9 < place < 1e9:
        raise ValueError(f"has the place {shown(place)}")
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise ValueError(f"has the text {shown(text)}")
    measures, hidden, view = (said.get(name, usual) for name, usual in (("measures", []), ("hidden", []), ("view", {})))
    if not (_are_texts(measures, MOST_MEASURES) and _are_texts(hidden, MOST_MEASURES)):
        raise ValueError("has measures or hidden things that are not lists of texts")
    if not isinstance(view, dict) or len(view) > MOST_ENTRIES or not all(map(_can_be_drawn, view.values())):
        raise ValueError(f"is drawn as {shown(view)}")
    return place, StoredStep(key.sentence, key.system, text, tuple(measures), view, tuple(hidden), key.phenomenon)


def _are_texts(value: object, most: int) -> bool:
    return isinstance(value, list) and len(value) <= most and all(isinstance(one, str) for one in value)


def _can_be_drawn(value: object) -> bool:
    return isinstance(value, (str, bool)) or _are_texts(value, MOST_ENTRIES)
