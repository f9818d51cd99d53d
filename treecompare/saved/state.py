"""Settings and window state of a comparison file: whatever the file holds, the result is valid."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Any, get_type_hints

from treecompare.comparison.settings import Settings
from treecompare.encodings import known
from treecompare.errors import UsageError
from treecompare.saved.rows import SENTENCES, shown
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
        "settings": _valid_settings,
        "follows": lambda value: _valid_follows(value, other_golds),
        "no_gold": lambda value: _valid_no_gold(value, other_golds),
        "formats": lambda value: _valid_of_files(value, lambda one: len(one) <= MOST_LETTERS),
        "encodings": lambda value: _valid_of_files(value, lambda one: known(one) is not None),
        "place": _valid_place,
        "patterns": _valid_patterns,
        "view": lambda value: _valid_view(value, other_golds),
        "frame": _valid_frame,
        "views": _valid_views,
    }
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
    valid = {name: value for name, value in _valid_settings(stored)[0].items() if name in known}
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


def _valid_settings(stored: object) -> _Checked:
    if not isinstance(stored, dict):
        return {}, [f"its settings are {shown(stored)}; the usual ones are used"]
    hints = _hints()
    valid, remarks = {}, []
    for name, value in stored.items():
        if name in hints and not _can_be(name, value, hints[name]):
            remarks.append(f"its setting {name} is {shown(value)}, which cannot be; the usual one is used")
        else:
            valid[name] = value
    return valid, remarks


@lru_cache
def _hints() -> dict[str, Any]:
    return get_type_hints(Settings)


def _can_be(name: str, value: object, hint: Any) -> bool:
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


def _valid_follows(stored: object, other_golds: int) -> _Checked:
    if not isinstance(stored, dict):
        return {}, [f"which golds systems follow is {shown(stored)}; all follow the first"]
    valid = {path: gold for path, gold in stored.items() if type(gold) is int and 0 <= gold <= other_golds}
    return valid, [f"{shown(path)} follows a gold that is not there" for path in stored if path not in valid]


def _valid_of_files(stored: object, is_known: Callable[[str], bool]) -> _Checked:
    if not isinstance(stored, dict):
        return {}, [f"the formats or encodings of its files are {shown(stored)}; their content decides"]
    valid = {path: name for path, name in stored.items() if isinstance(name, str) and is_known(name)}
    return valid, [f"the format or encoding of {shown(path)} is not known" for path in stored if path not in valid]


def _valid_no_gold(stored: object, other_golds: int) -> _Checked:
    if stored is False or (stored is True and not other_golds):
        return stored, []
    return False, ["that neither analysis is gold cannot be said of it; the first one is"]


def _valid_place(stored: object) -> _Checked:
    if not isinstance(stored, dict):
        return {}, ["what was last shown is not known"]
    valid = dict(stored)
    if not isinstance(stored.get("system", ""), str):
        del valid["system"]
    sentence = stored.get("sentence", -1)
    if type(sentence) is not int or not -1 <= sentence < SENTENCES:
        del valid["sentence"]
    return valid, [] if valid.keys() == stored.keys() else ["what was last shown is not known"]


def _valid_patterns(stored: object) -> _Checked:
    if not isinstance(stored, dict):
        return {}, ["its patterns are not texts by name and were left out"]
    valid = {name: text for name, text in stored.items() if isinstance(text, str) and 0 < len(text) <= MOST_LETTERS}
    return valid, [f"its pattern {shown(name)} is not text and was left out" for name in stored if name not in valid]


def _valid_view(stored: object, other_golds: int) -> _Checked:
    if not isinstance(stored, dict):
        return {}, ["how its tables were arranged is not known"]

    def are_texts(value: object) -> bool:
        return isinstance(value, list) and len(value) <= MOST_COLUMNS and all(isinstance(one, str) for one in value)

    def is_text(value: object) -> bool:
        return isinstance(value, str)

    def is_order(value: object) -> bool:
        return isinstance(value, list) and are_texts(value) and len(value) == 2

    def are_widths(value: object) -> bool:
        return isinstance(value, dict) and all(type(one) is int and 0 < one <= WIDEST for one in value.values())

    def are_golds(value: object) -> bool:
        return isinstance(value, list) and all(type(one) is int and 0 <= one <= other_golds for one in value)

    checks: dict[str, Callable[[object], bool]] = {
        "sort": is_order, "systems_sort": is_order, "columns": are_texts, "measures": are_texts, "widths": are_widths,
        "target": are_golds, "own_golds": are_texts, "a": is_text, "b": is_text, "filter": _is_filter,
    }  # fmt: skip
    valid = {name: value for name, value in stored.items() if name not in checks or checks[name](value)}
    return valid, [] if valid.keys() == stored.keys() else ["how its tables were arranged is not known"]


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


def _valid_views(stored: object) -> _Checked:
    if not isinstance(stored, dict):
        return {}, ["its saved views are not known"]
    remark = "its saved view {} cannot be read and was left out"
    valid = {number: view for number, view in stored.items() if _is_view(number, view)}
    return valid, [remark.format(shown(number)) for number in stored if number not in valid]


def _is_view(number: object, view: object) -> bool:
    if number not in [str(one) for one in range(1, 10)] or not isinstance(view, dict):
        return False
    has_names = all(isinstance(view.get(name), str) for name in ("system", "a", "b"))
    return has_names and "filter" in view and _valid_view(view, 0)[0] == view


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
