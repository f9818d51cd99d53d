"""Settings that are given by name, as keywords of the library and keys of manifests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_type_hints

from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import UsageError
from treecompare.reading import beside
from treecompare.resources import head_rule_tables
from treecompare.trees.preparation import PREPARATIONS


def settings_of(options: Mapping[str, Any], others: Iterable[str] = ()) -> Settings:
    """The settings that these options name; ``others``: further names that a mistyped one may stand for.

    Raises:
        UsageError: there is no such option, or it cannot have that value.
    """
    kinds = get_type_hints(Settings)
    values: dict[str, Any] = {}
    for name, value in options.items():
        if name not in SETTINGS:
            [nearest] = get_close_matches(name, [*SETTINGS, *others], 1, cutoff=0)
            raise UsageError(f"there is no option '{name}'; expected one like {nearest}")
        if SETTINGS[name].is_rules and isinstance(value, bool):
            value = "auto" if value else None  # as the option of the command line without a table
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        if not _fits(value, kinds[name]):
            raise UsageError(f"{name} is {value!r}; expected {_expected(kinds[name])}")
        values[name] = value
    return Settings(**values)


def settings_beside(settings: Settings, folder: str) -> Settings:
    """The same with the files that a walk or a manifest names: the program's own by their names, all others from where that lies,
    see :func:`treecompare.reading.beside`. Raises UsageError: a file lies elsewhere, or is not there."""
    return _with_files(settings, lambda name: beside(name, folder))


def settings_within(settings: Settings, folder: str) -> Settings:
    """The same with files as a walk in that folder names them. Raises UsageError: a file lies elsewhere."""
    here = Path(folder).resolve()

    def within(name: str) -> str:
        path = Path(name).resolve()
        if not path.is_relative_to(here):
            raise UsageError(f"{name} lies elsewhere; expected it in {here} or below, from where it is read again")
        return path.relative_to(here).as_posix()

    return _with_files(settings, within)


def _with_files(settings: Settings, path: Callable[[str], str]) -> Settings:
    """The settings with other paths of the files that they name."""
    values: dict[str, Any] = {}
    for name, one in SETTINGS.items():
        value = getattr(settings, name)
        own = PREPARATIONS if name == "params" else ["auto", *head_rule_tables()] if one.is_rules else ()
        if one.is_file and value and value not in own:
            # spmrl:FILE says which program a file is for
            program = "spmrl:" if name == "params" and value.startswith("spmrl:") else ""
            try:
                values[name] = program + path(value.removeprefix(program))
            except UsageError as error:
                others = f"; or {', '.join(sorted(own))}" if own else ""
                raise UsageError(f"{name.replace('_', '-')}: {error}{others}") from None
    return replace(settings, **values)


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
