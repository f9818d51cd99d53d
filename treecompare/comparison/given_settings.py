"""Settings that are given by name, as keywords of the library and keys of manifests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, get_args, get_type_hints

from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import UsageError


def settings_of(options: Mapping[str, Any], beside: Iterable[str] = ()) -> Settings:
    """The settings that these options name; ``beside``: further names that a mistyped one may stand for.

    Raises:
        UsageError: there is no such option, or it cannot have that value.
    """
    kinds = get_type_hints(Settings)
    values = {}
    for name, value in options.items():
        if name not in SETTINGS:
            [nearest] = get_close_matches(name, [*SETTINGS, *beside], 1, cutoff=0)
            raise UsageError(f"there is no option '{name}'; expected one like {nearest}")
        if SETTINGS[name].is_rules and isinstance(value, bool):
            value = "auto" if value else None  # as the option of the command line without a table
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        if not _fits(value, kinds[name]):
            raise UsageError(f"{name} is {value!r}; expected {_expected(kinds[name])}")
        values[name] = value
    return Settings(**values)


def _kinds(kind: Any) -> tuple[type, ...]:
    return get_args(kind) or (kind,)


def _fits(value: object, kind: Any) -> bool:
    """Whether a value is of a type; True is not a number here, and numbers count from 1."""
    kinds = _kinds(kind)
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) and not (isinstance(value, int) and value < 1)


def _expected(kind: Any) -> str:
    names = {bool: "True or False", int: "a number from 1", str: "a text", type(None): "None"}
    return " or ".join(names[one] for one in _kinds(kind))
