"""Walks: a lesson as a row of steps, each a sentence with its two trees, the measures to look at, and a text.

Shipped walks are TOML files in ``resources/walks``; people's own are kept in a comparison file. A step of a shipped walk says
only what is different from the step before it; :func:`read_walk` fills in the rest.

In a comparison file a step is an annotation of the kind WALK: its ``phenomenon`` is the step's own name, its value is JSON. So
steps follow their sentences when the treebank changes, can be undone, are rescued and joined like notes.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare import resources
from treecompare.comparison.settings import Settings, settings_beside, settings_of
from treecompare.drawing.sentence import Wanted
from treecompare.errors import ReadError, UsageError
from treecompare.measures import ALL_MEASURES, measure
from treecompare.reading import toml_of
from treecompare.saved.rows import WALK, Key, are_texts, shown

if TYPE_CHECKING:  # shipped walks need no database
    from treecompare.saved.project import Project

MOST_STEPS = 500
LONGEST_TEXT = 5_000
"""Characters of the longest text of a step."""
LONGEST_VALUE = 50_000
MOST_MEASURES = 100
MOST_ENTRIES = 50
"""Entries of what a step says of how it is drawn."""
HIDDEN = ("names", "gold", "scores")
"""What a step may hide from the class until it is asked for."""
PLAIN_VIEW = Wanted(elide=False)
"""How a step is drawn unless it says something else: whole trees, since those of lessons are small."""

VIEW_CHOICES: dict[str, tuple[Any, ...]] = {
    "mapping": ("T", "E"), "part": ("whole", "roof"), "labelled": (True, False),
    "layout": ("mirrored", "side-by-side", "merged"), "elide": (True, False), "right_to_left": (True, False),
    "relabels": (True, False),
}  # fmt: skip
"""What a step may say of how it is drawn."""


@dataclass(frozen=True)
class Source:
    """Where the trees of a step come from.

    Of a shipped ``sample``: ``sentence`` (from 1), ``system`` by its name, and ``golds``, the names of those that are used of
    several (none: all). ``gold`` and ``test``: trees as text, in any format that is read; ``gold_name`` and ``system`` call them,
    ``is_gold``: False where neither is gold. Without trees and sample, the sentence and system are those of the comparison in which
    the walk is kept.
    """

    sample: str = ""
    sentence: int = 1
    system: str = ""
    golds: tuple[str, ...] = ()
    gold: str = ""
    test: str = ""
    gold_name: str = ""
    is_gold: bool = True

    @property
    def is_own(self) -> bool:
        """Whether this is a sentence of the comparison in which the walk is kept."""
        return not (self.sample or self.gold)


@dataclass(frozen=True)
class WalkStep:
    """One step. ``text`` may hold figures in braces, see :mod:`treecompare.extras.teaching.stages`.

    ``measures``: the keys of those that are shown. ``script`` and ``script_step``: a script of single operations, and its step
    (from 1), that is opened with this one. ``hidden``: some of HIDDEN. ``name``: by which a comparison keeps it; files have none.
    """

    text: str
    source: Source = Source()
    settings: Settings = field(default_factory=Settings)
    measures: tuple[str, ...] = ()
    view: Wanted = PLAIN_VIEW
    script: str = ""
    script_step: int = 0
    hidden: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Walk:
    """A lesson. ``key``: the name of its file, empty for people's own; ``about``: one line on what it shows."""

    title: str
    about: str
    steps: tuple[WalkStep, ...]
    key: str = ""


def walks() -> list[Walk]:
    """The shipped walks, in the order in which they are offered."""
    return [walk(one.key) for one in resources.walk_files()]


def walk(name: str) -> Walk:
    """The shipped walk of that name. Raises UsageError: there is none."""
    files = {one.key: one.path for one in resources.walk_files()}
    if name not in files:
        raise UsageError(f"there is no walk '{name}'; expected one of {', '.join(files)}")
    return read_walk(files[name].read_text("utf-8"), str(files[name]), name)


def read_walk(text: str, path: str = "walk", key: str = "") -> Walk:
    """A walk from TOML: ``title``, ``about``, and a table ``[[step]]`` for each step. Raises ReadError: it is none; names the step
    and what was expected."""
    found = toml_of(text, path, "expected a walk (TOML)")
    _check(found, {"title": str, "about": str, "step": list}, path, "the walk")
    steps: list[WalkStep] = []
    if len(found.get("step", [])) > MOST_STEPS:
        raise ReadError(path, 0, f"has {len(found['step']):,} steps; expected at most {MOST_STEPS}")
    for number, one in enumerate(found.get("step", []), 1):
        steps.append(_step(one, steps[-1] if steps else None, path, f"step {number}"))
    if not steps or not found.get("title"):
        raise ReadError(path, 0, "is not a walk; expected a title and at least one [[step]]")
    return Walk(found["title"], found.get("about", ""), tuple(steps), key)


_STEP: dict[str, type] = {
    "text": str, "sample": str, "sentence": int, "system": str, "golds": list, "gold": str, "test": str, "gold_name": str,
    "is_gold": bool, "settings": dict, "measures": list, "view": dict, "script": str, "script_step": int, "hidden": list,
}  # fmt: skip


def _check(found: Mapping[str, Any], known: Mapping[str, type], path: str, where: str) -> None:
    for name, value in found.items():
        if name not in known:
            raise ReadError(path, 0, f"{where} has '{name[:40]}'; expected {', '.join(known)}")
        if type(value) is not known[name] or (known[name] is list and name != "step" and not are_texts(value)):
            raise ReadError(path, 0, f"{where}: {name} is {shown(value)}; expected {_EXPECTED[known[name]]}")


_EXPECTED = {str: "a text", int: "a number", list: "a list of texts", dict: "a table", bool: "true or false"}


def _step(one: Any, before: WalkStep | None, path: str, where: str) -> WalkStep:
    if not isinstance(one, dict):
        raise ReadError(path, 0, f"{where} is {shown(one)}; expected a table [[step]]")
    _check(one, _STEP, path, where)
    if not one.get("text", "").strip():
        raise ReadError(path, 0, f"{where} has no text")
    last = before or WalkStep("")
    named: dict[str, Any] = {
        name: one[name]
        for name in ("sample", "sentence", "system", "gold", "test", "gold_name", "is_gold")
        if name in one
    }
    source = Source() if "sample" in one or "gold" in one else last.source
    named |= {"golds": tuple(one["golds"])} if "golds" in one else {}
    source = replace(source, **named)
    if source.gold and not source.test:
        raise ReadError(path, 0, f"{where} has a gold tree; expected 'test', the system's tree, too")
    try:
        settings = last.settings
        if "settings" in one:
            settings = settings_beside(settings_of(one["settings"]), str(Path(path).parent))
        for key in one.get("measures", ()):
            measure(key)
    except UsageError as error:
        raise ReadError(path, 0, f"{where}: {error}") from error
    return WalkStep(
        " ".join(one["text"].split()), source, settings, tuple(one.get("measures", last.measures)),
        _view(one["view"], path, where) if "view" in one else last.view,
        one.get("script", ""), one.get("script_step", 0), _hidden(one.get("hidden", ()), path, where),
    )  # fmt: skip


def _view(said: dict[str, Any], path: str, where: str) -> Wanted:
    for name, value in said.items():
        choices = VIEW_CHOICES.get(name)
        if name == "golds" and are_texts(value):
            continue
        if choices is None:
            raise ReadError(path, 0, f"{where}, view has '{name[:40]}'; expected {', '.join([*VIEW_CHOICES, 'golds'])}")
        if not any(value is one or (isinstance(one, str) and value == one) for one in choices):  # True is 1, too
            expected = " or ".join(str(one).lower() if isinstance(one, bool) else one for one in choices)
            raise ReadError(path, 0, f"{where}, view: {name} is {shown(value)}; expected {expected}")
    return replace(PLAIN_VIEW, **said | ({"golds": tuple(said["golds"])} if "golds" in said else {}))


def _hidden(said: Sequence[str], path: str, where: str) -> tuple[str, ...]:
    if unknown := [one for one in said if one not in HIDDEN]:
        raise ReadError(path, 0, f"{where} hides '{unknown[0][:40]}'; expected {', '.join(HIDDEN)}")
    return tuple(said)


_KEYS = frozenset(one.key for one in ALL_MEASURES)


# -- the walk that people keep in a comparison file --------------------------------------------------------------------


def read_steps(values: Mapping[Key, str]) -> tuple[list[WalkStep], list[str]]:
    """The steps in their order, of the annotations of a file; and remarks on those that are none, which are left out."""
    found: list[tuple[float, str, WalkStep]] = []
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


def changes(before: Mapping[Key, str], steps: Sequence[WalkStep]) -> list[tuple[Key, str | None]]:
    """What is to be written so that the walk of a file is this one. ``before``: its annotations of the kind WALK.

    What :func:`read_steps` leaves out stays as it is, and so does what a newer version wrote in steps that are the same.
    """
    steps = [one if one.name else replace(one, name=secrets.token_hex(6)) for one in steps]
    after = {key_of(step): _written(step, place, before.get(key_of(step), "")) for place, step in enumerate(steps)}
    gone: list[tuple[Key, str | None]] = [(key, None) for key in map(key_of, read_steps(before)[0]) if key not in after]
    return [*gone, *((key, value) for key, value in after.items() if before.get(key) != value)]


def joined_files(project: Project, other: Project) -> tuple[list[tuple[Key, str | None]], list[Key]]:
    """What adds the walk of another file behind one's own; and the steps of which both say something else: one's own stay."""
    own, others = project.values(WALK), other.values(WALK)
    last = len(read_steps(own)[0])
    new, _ = read_steps({key: value for key, value in others.items() if key not in own})
    added: list[tuple[Key, str | None]] = [
        (key_of(step), _written(step, last + place, others[key_of(step)])) for place, step in enumerate(new)
    ]
    return added, [key for key, value in others.items() if key in own and _said(value) != _said(own[key])]


def _said(value: str) -> str:
    """A step without its place, which others may have moved."""
    with suppress(ValueError, RecursionError):
        said = json.loads(value)
        if isinstance(said, dict):
            return repr(sorted((name, repr(one)) for name, one in said.items() if name != "place"))
    return value


def key_of(step: WalkStep) -> Key:
    """Where a step is stored."""
    return Key(WALK, step.source.sentence - 1, step.source.system, step.name)


def _written(step: WalkStep, place: int, before: str) -> str:
    with suppress(ValueError):
        was_at, same = _read(key_of(step), before)
        if same == step:
            return before if was_at == place else _as_json({**json.loads(before), "place": place})
    said: dict[str, Any] = {"place": place, "text": step.text[:LONGEST_TEXT], "measures": step.measures[:MOST_MEASURES]}
    said |= {"view": view} if (view := kept_view(step.view)) else {}
    said |= {"hidden": step.hidden} if step.hidden else {}
    return _as_json(said)


def _as_json(said: Mapping[str, Any]) -> str:
    return json.dumps(said, ensure_ascii=False, sort_keys=True)


def _read(key: Key, value: str) -> tuple[float, WalkStep]:
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
    if not all(are_texts(one, MOST_MEASURES) for one in (measures, hidden)):
        raise ValueError("has measures or hidden things that are not lists of texts")
    if not isinstance(view, dict) or len(view) > MOST_ENTRIES or not all(map(_can_be_drawn, view.values())):
        raise ValueError(f"is drawn as {shown(view)}")
    return place, WalkStep(
        text,
        Source(sentence=key.sentence + 1, system=key.system),
        measures=tuple(one for one in measures if one in _KEYS),
        view=view_of(view),
        hidden=tuple(one for one in hidden if one in HIDDEN),
        name=key.phenomenon,
    )


def _can_be_drawn(value: object) -> bool:
    return isinstance(value, (str, bool)) or are_texts(value, MOST_ENTRIES)


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
