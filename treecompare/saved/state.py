"""Settings and window state of a comparison file: whatever the file holds, the result is valid."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Any, get_type_hints

from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.reading import known
from treecompare.saved.rows import SENTENCES, are_texts, shown
from treecompare.trees.pattern_syntax import MOST_LETTERS

LONGEST = 1_000_000
"""Characters of the longest JSON that is read."""
MOST_COLUMNS = 1_000
WIDEST = 10_000
"""Pixels of a column."""
DEEPEST = 20
"""Lists and objects within each other."""
_Checked = tuple[Any, list[str]]


def valid_state(rows: Iterable[tuple[object, object]], other_golds: int) -> tuple[dict[str, Any], list[str]]:
    """The state in a comparison file by name, as JSON, with remarks on invalid values, which are left out.

    ``settings``: values for :class:`Settings`. ``follows``: the number of the gold, from 0 to ``other_golds``, per path of a
    system. ``no_gold``: whether neither analysis is gold. ``formats``, ``encodings``: of files, by path. ``place``: ``system`` (its
    name) and ``sentence`` (from 0; -1 for none). ``patterns``: texts by name. ``views``: views of the sentences by their number, 1
    to 9, as text. ``view``: how the window's tables were arranged, the filter, and the golds that systems were compared with.
    ``frame``: how jobs of the window were left, by their kind. Other names keep what they have.
    """
    checks: dict[str, Callable[[Any], _Checked]] = {
        "settings": _SETTINGS,
        "follows": _named(
            lambda _, gold: type(gold) is int and 0 <= gold <= other_golds,
            "which golds systems follow is {}; all follow the first", "{} follows a gold that is not there",
        ),
        "no_gold": lambda value: _valid_no_gold(value, other_golds),
        "formats": _of_files(lambda one: len(one) <= MOST_LETTERS),
        "encodings": _of_files(lambda one: known(one) is not None),
        "place": _named(_is_of_place, "what was last shown is not known"),
        "patterns": _named(
            lambda _, text: isinstance(text, str) and 0 < len(text) <= MOST_LETTERS,
            "its patterns are not texts by name and were left out", "its pattern {} is not text and was left out",
        ),
        "view": _named(
            lambda name, value: _is_of_view(name, value, other_golds), "how its tables were arranged is not known"
        ),
        "frame": _valid_frame,
        "views": _named(
            _is_view, "its saved views are not known", "its saved view {} cannot be read and was left out"
        ),
    }  # fmt: skip
    state: dict[str, Any] = {}
    remarks: list[str] = []
    for name, text in rows:
        if not isinstance(name, str) or not isinstance(text, str) or len(text) > LONGEST:
            remarks.append(f"{shown(name)} is not a text of at most {LONGEST:,} characters and was left out")
            continue
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            remarks.append(f"what it says of {shown(name)} is not JSON and was left out")
            continue
        if not _is_shallow(value, DEEPEST):
            remarks.append(f"what it says of {shown(name)} is nested more than {DEEPEST} times and was left out")
            continue
        state[name], found = checks[name](value) if name in checks else (value, [])
        remarks += found
    return state, remarks


NOTATION, AS_IN_TREES = "notation", "trees"
"""The name under which a file says that ``<`` and ``>`` of its patterns over words mean what they mean in trees, and how."""


def turned_round(state: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The state of a comparison of dependencies with its patterns as they are written now, and how many are written otherwise than
    in the file: those of files that do not say :data:`NOTATION`."""
    if NOTATION in state:
        return state, 0
    from treecompare.trees.joined_patterns import turned

    count = 0

    def of_filter(view: dict[str, Any]) -> dict[str, Any]:
        wish = view.get("filter", {})
        return {**view, "filter": {**wish, "text": of(wish["text"])}} if wish.get("where") == "pattern" else view

    def of(text: str) -> str:
        nonlocal count
        count += turned(text) != text
        return turned(text)

    changed = {**state, NOTATION: AS_IN_TREES}
    if "patterns" in state:
        changed["patterns"] = {name: of(text) for name, text in state["patterns"].items()}
    if "view" in state:
        changed["view"] = of_filter(state["view"])
    if "views" in state:
        changed["views"] = {number: of_filter(view) for number, view in state["views"].items()}
    return changed, count


def settings_of(stored: object) -> Settings:
    """The settings of a comparison file; unknown and invalid ones are left out."""
    known = {field.name for field in fields(Settings)}
    valid = {name: value for name, value in _SETTINGS(stored)[0].items() if name in known}
    # files of version 0.1.0, which have no "sentences", hold what was usual then, whether it was chosen or not
    if valid.get("differing") == "skip" and "sentences" not in valid:
        del valid["differing"]
    return Settings(**valid)


def as_json(state: dict[str, Any]) -> dict[str, str]:
    """What is stored for it. Raises UsageError: it is nothing that JSON can hold."""
    try:
        return {name: json.dumps(value) for name, value in state.items()}
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"settings cannot be stored ({error}); expected texts, numbers, lists and objects") from error


def _named(fits: Callable[[str, Any], bool], none: str, lost: str = "") -> Callable[[object], _Checked]:
    """What leaves out values that do not fit their names. ``none``: what is said where there are no names ({}: of what there is);
    ``lost``: of each that is left out ({}: its name, {1}: its value, {2}: its name unquoted), else ``none`` of all together."""

    def checked(stored: object) -> _Checked:
        if not isinstance(stored, dict):
            return {}, [none.format(shown(stored))]
        valid = {name: value for name, value in stored.items() if fits(name, value)}
        left_out = [(shown(name), shown(value), name) for name, value in stored.items() if name not in valid]
        return valid, [lost.format(*one) for one in left_out] if lost else [none] * bool(left_out)

    return checked


@lru_cache
def _hints() -> dict[str, Any]:
    return get_type_hints(Settings)


def _can_be(name: str, value: object) -> bool:
    """Whether a setting can have that value; what is none can have any."""
    hint = _hints().get(name)
    if hint is None:
        return True
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is not bool):  # True is an int, too
        return False
    if isinstance(value, str) and (not value or "\0" in value):
        return False
    if isinstance(value, int) and not 0 <= value < SENTENCES:
        return False
    try:
        Settings(**{name: value})
    except UsageError:
        return False
    return True


_SETTINGS = _named(
    _can_be,
    "its settings are {}; the usual ones are used",
    "its setting {2} is {1}, which cannot be; the usual one is used",
)


def _of_files(is_known: Callable[[str], bool]) -> Callable[[object], _Checked]:
    return _named(
        lambda _, name: isinstance(name, str) and is_known(name),
        "the formats or encodings of its files are {}; their content decides",
        "the format or encoding of {} is not known",
    )


def _valid_no_gold(stored: object, other_golds: int) -> _Checked:
    if stored is False or (stored is True and not other_golds):
        return stored, []
    return False, ["that neither analysis is gold cannot be said of it; the first one is"]


def _is_of_place(name: str, value: object) -> bool:
    if name == "sentence":
        return type(value) is int and -1 <= value < SENTENCES
    return name != "system" or isinstance(value, str)


def _is_of_view(name: str, value: Any, other_golds: int) -> bool:
    match name:
        case "sort" | "systems_sort":
            return are_texts(value, 2) and len(value) == 2
        case "columns" | "measures" | "own_golds":
            return are_texts(value, MOST_COLUMNS)
        case "widths":
            return isinstance(value, dict) and all(type(one) is int and 0 < one <= WIDEST for one in value.values())
        case "target":
            return isinstance(value, list) and all(type(one) is int and 0 <= one <= other_golds for one in value)
        case "a" | "b":
            return isinstance(value, str)
    return name != "filter" or _is_filter(value)


def _valid_frame(stored: object) -> _Checked:
    if not isinstance(stored, dict):
        return {}, ["how it was left is not known"]
    kinds = {"order": str, "find": str, "place": str, "state": dict, "sentence": int}
    valid = {
        kind: {name: value for name, value in left.items() if type(value) is kinds.get(name, object)}
        for kind, left in stored.items()
        if isinstance(left, dict)
    }
    return valid, [f"how {shown(kind)} was left is not known" for kind in stored if valid.get(kind) != stored[kind]]


def _is_view(number: object, view: object) -> bool:
    if number not in [str(one) for one in range(1, 10)] or not isinstance(view, dict):
        return False
    has_names = all(isinstance(view.get(name), str) for name in ("system", "a", "b"))
    return has_names and "filter" in view and all(_is_of_view(*one, 0) for one in view.items())


def _is_filter(wish: object) -> bool:
    kinds: dict[str, tuple[type, ...]] = {
        "text": (str,), "where": (str,), "judged": (str,), "outcome": (str,), "is_regex": (bool,), "differing": (bool,),
        "all_differ": (bool,), "shortest": (int,), "discontinuous": (bool,), "longest": (int,), "difference": (int, float),
        "status": (int,), "chosen": (dict,),
    }  # fmt: skip
    if not isinstance(wish, dict) or not all(type(value) in kinds.get(name, ()) for name, value in wish.items()):
        return False
    chosen = wish.get("chosen", {"text": "", "sentences": []})
    numbers = chosen.get("sentences"), chosen.get("counts", [])
    are_lists = isinstance(chosen.get("text"), str) and all(isinstance(one, list) for one in numbers)
    return are_lists and all(type(one) is int and 0 <= one < SENTENCES for each in numbers for one in each)


def _is_shallow(value: object, depth: int) -> bool:
    if isinstance(value, (list, dict)):
        inner = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_is_shallow(value, depth - 1) for value in inner)
    return True
