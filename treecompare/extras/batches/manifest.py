"""The manifest of a batch: a TOML file that says which treebanks, systems, preparations and measures.

    name = "Nightly"                                  # else the file's name
    results = "nightly.batch"                         # else beside the manifest, with its name
    measures = "las,uas"                              # or a list; else the usual ones
    errors = true                                     # count errors by type, too (usual)
    treebanks = "gold/{treebank}.conllu"              # a pattern, a list of patterns, or a table NAME = FILE
    systems = "systems/{system}/{treebank}.conllu"    # likewise; in a table NAME = PATTERN, or NAME = { TREEBANK = FILE }

    [preparations.evalb]                              # any number of them; else one with the usual settings
    params = "evalb"

Universal Dependencies are known by name, ``[treebanks]`` with ``layout = "ud"``, ``folder = "ud-treebanks-v2.14"`` and ``parts =
["dev", "test"]``: the pattern ``FOLDER/UD_*/{treebank}-ud-{part}.conllu``. Files are named from where the manifest is; those of
settings (parameter files, tables) lie beside it or below, because a manifest may come from anybody.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from treecompare.comparison.answered import RAW, is_made
from treecompare.comparison.given_settings import settings_beside, settings_of
from treecompare.comparison.settings import SETTINGS, USUAL_MEASURES, Settings
from treecompare.errors import ReadError, TreecompareError, UsageError
from treecompare.extras.batches.patterns import Pattern
from treecompare.measures import chosen
from treecompare.reading import as_utf8, exists, read_bytes, rules, toml_of
from treecompare.trees.preparation import parameters

SUFFIX = "batch"
"""What names of files of results end in."""
USUAL = "usual"
"""The name of the preparation where the manifest has none."""
KEYS = ("name", "results", "treebanks", "systems", "preparations", "measures", "errors")
UD_KEYS = ("layout", "folder", "parts")
UD_PARTS = ("train", "dev", "test")
_EXPECTED = "expected a manifest (TOML)"


@dataclass(frozen=True)
class Manifest:
    """What a batch is made of.

    ``path``: the manifest; empty where it is none. ``folder``: where file names begin. ``results``: the file of results.
    ``treebanks``: (name, pattern) each, the name empty where ``{treebank}`` or the file says it. ``parts``: those of the UD
    layout that are wanted; empty for another layout. ``systems``: (name, treebank, pattern) each, empty where the pattern says it.
    ``preparations``: the settings of each. ``measures``: their keys. ``lines``: where in the file a key stands.
    """

    path: str
    folder: str
    name: str
    results: str
    treebanks: tuple[tuple[str, Pattern], ...]
    systems: tuple[tuple[str, str, Pattern], ...]
    preparations: Mapping[str, Settings]
    measures: tuple[str, ...]
    errors: bool = True
    parts: tuple[str, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)

    def wrong(self, reason: str, *keys: str) -> ReadError:
        """An error that names the line where the last of these keys that is in the file stands."""
        return ReadError(self.path or "the batch", _line(self.lines, keys), reason)

    def full(self, path: str) -> str:
        """A file's name from where the program works; that of a baseline stays."""
        if is_made(path) and path.startswith(RAW):
            return RAW + self.full(path.removeprefix(RAW))
        if is_made(path) and not path.lower().endswith((".jsonl", ".jsonl.gz")):
            return path
        return os.path.join(self.folder, path)  # noqa: PTH118 - an absolute one stays, the rest is a pattern


def read_manifest(path: str) -> Manifest:
    """Reads a manifest. Raises ReadError: it cannot be read, is no TOML, or a key or value is wrong: with its line."""
    with rules(most=1 << 24):
        text = as_utf8(read_bytes(path, _EXPECTED), path, _EXPECTED)[0].decode("utf-8")
    content = toml_of(text, path, _EXPECTED)
    return _Reading(path, str(Path(path).parent), _lines_of(text)).manifest(content)


def as_manifest(content: Mapping[str, Any], folder: str = "") -> Manifest:
    """A manifest from what a file of one would hold; file names begin in ``folder``. Raises ReadError: a key or value is wrong."""
    return _Reading("", folder, {}).manifest(content)


_KEY = re.compile(r"\s*(?:\"([^\"]+)\"|'([^']+)'|([\w.-]+))\s*=")
_TABLE = re.compile(r"\s*\[+\s*([^]]+?)\s*\]+")


def _lines_of(text: str) -> dict[str, int]:
    """The line of each key, by its name and by those of the tables that it is in, ``preparations.evalb.params``."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if match := _TABLE.match(line):
            table = match[1].replace('"', "") + "."
            found.setdefault(table.removesuffix("."), number)
        elif match := _KEY.match(line):
            found.setdefault(table + (match[1] or match[2] or match[3]), number)
    return found


def _line(lines: Mapping[str, int], keys: tuple[str, ...]) -> int:
    """The line of the innermost of these keys, each of which stands within those before it."""
    for last in range(len(keys), 0, -1):
        if (line := lines.get(".".join(keys[:last]))) is not None:
            return line
    return 0


class _Reading:
    """A manifest while it is read."""

    def __init__(self, path: str, folder: str, lines: Mapping[str, int]) -> None:
        self._path, self._folder, self._lines = path, folder, lines

    def _wrong(self, reason: str, *keys: str) -> ReadError:
        return ReadError(self._path or "the batch", _line(self._lines, keys), reason)

    def manifest(self, content: Mapping[str, Any]) -> Manifest:
        for key in content:
            if key not in KEYS:
                raise self._wrong(f"there is no key '{key[:40]}'; expected {_one_of(key, KEYS)}", key)
        for key in ("treebanks", "systems"):
            if not content.get(key):
                raise self._wrong(f"says no {key}; expected a pattern, a list of patterns or a table", key)
        name = self._text(content.get("name", Path(self._path).stem or "batch"), "name")
        results = self._text(content.get("results", f"{Path(self._path).stem or name}.{SUFFIX}"), "results")
        if not results.endswith(f".{SUFFIX}"):
            raise self._wrong(
                f"'{results}' is where results are written; expected a name that ends in .{SUFFIX}", "results"
            )
        errors = content.get("errors", True)
        if not isinstance(errors, bool):
            raise self._wrong(f"errors is {errors!r}; expected true or false", "errors")
        parts, treebanks = self._treebanks(content["treebanks"])
        return Manifest(
            self._path, self._folder, name, os.path.join(self._folder, results),  # noqa: PTH118
            treebanks, self._systems(content["systems"]), self._preparations(content.get("preparations", {})),
            self._measures(content.get("measures", USUAL_MEASURES)), errors, parts, self._lines,
        )  # fmt: skip

    def _text(self, value: object, *keys: str) -> str:
        if not isinstance(value, str) or not value.strip() or "\0" in value:
            raise self._wrong(f"{'.'.join(keys)} is {value!r}; expected a text", *keys)
        return value

    def _pattern(self, value: object, *keys: str) -> Pattern:
        text = self._text(value, *keys)
        try:
            return Pattern(text)
        except UsageError as error:
            raise self._wrong(str(error), *keys) from error

    def _patterns(self, value: object, key: str) -> list[Pattern]:
        values = value if isinstance(value, list) else [value]
        return [self._pattern(one, key) for one in values]

    def _treebanks(self, value: object) -> tuple[tuple[str, ...], tuple[tuple[str, Pattern], ...]]:
        if not isinstance(value, dict):
            return (), tuple(("", one) for one in self._patterns(value, "treebanks"))
        if "layout" in value:
            return self._universal(value)
        found = []
        for name, path in value.items():
            pattern = self._pattern(path, "treebanks", name)
            if pattern.names:
                raise self._wrong(f"treebank '{name}' is '{path}'; expected a file", "treebanks", name)
            found.append((name, pattern))
        return (), tuple(found)

    def _universal(self, value: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[tuple[str, Pattern], ...]]:
        for key in value:
            if key not in UD_KEYS:
                raise self._wrong(
                    f"there is no key 'treebanks.{key[:40]}'; expected {_one_of(key, UD_KEYS)}", "treebanks", key
                )
        if value["layout"] != "ud":
            raise self._wrong(f'layout is {value["layout"]!r}; expected "ud"', "treebanks", "layout")
        folder = self._text(value.get("folder", "."), "treebanks", "folder")
        parts = value.get("parts", ["test"])
        if not isinstance(parts, list) or not parts or any(one not in UD_PARTS for one in parts):
            raise self._wrong(f"parts is {parts!r}; expected some of {', '.join(UD_PARTS)}", "treebanks", "parts")
        pattern = Pattern(f"{folder.rstrip('/') or '/'}/UD_*/{{treebank}}-ud-{{part}}.conllu")
        return tuple(dict.fromkeys(parts)), (("", pattern),)

    def _systems(self, value: object) -> tuple[tuple[str, str, Pattern], ...]:
        if not isinstance(value, dict):
            found = self._patterns(value, "systems")
            for one in found:
                if "system" not in one.names:
                    raise self._wrong(f"'{one.text}' says no system; expected {{system}} in it, or a table", "systems")
            return tuple(("", "", one) for one in found)
        systems = []
        for name, given in value.items():
            if isinstance(given, dict):
                systems += [(name, of, self._pattern(path, "systems", name, of)) for of, path in given.items()]
            else:
                pattern = self._pattern(given, "systems", name)
                systems.append((name, "", pattern))
            if any("system" in one.names for _, _, one in systems[-1:]):
                raise self._wrong(f"system '{name}' has {{system}} in its files; expected a name", "systems", name)
        return tuple(systems)

    def _preparations(self, value: object) -> dict[str, Settings]:
        if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
            raise self._wrong("preparations are tables of settings; expected [preparations.NAME]", "preparations")
        found: dict[str, Settings] = {}
        for name, given in value.items():
            for key, one in given.items():
                if key.replace("-", "_") not in SETTINGS:
                    near = get_close_matches(key.replace("-", "_"), SETTINGS, 1)
                    expected = f"'{near[0].replace('_', '-')}'" if near else "an option of 'treecompare score'"
                    reason = f"preparation '{name}': there is no setting '{key[:40]}'; expected {expected}"
                    raise self._wrong(reason, "preparations", name, key)
                self._settings({key: one}, name, key)
            found[name] = self._settings(given, name)
        return found or {USUAL: Settings()}

    def _settings(self, given: Mapping[str, Any], *keys: str) -> Settings:
        try:
            return self._from_here(settings_of({key.replace("-", "_"): one for key, one in given.items()}))
        except TreecompareError as error:
            raise self._wrong(f"preparation '{keys[0]}': {error}", "preparations", *keys) from error

    def _from_here(self, settings: Settings) -> Settings:
        """The settings, with files that are named from where the manifest is; where it is no file, they may lie anywhere. Raises
        TreecompareError: there is no such file, or it lies elsewhere."""
        if self._path:
            settings = settings_beside(settings, self._folder)
        else:
            named = {name: getattr(settings, name) for name, one in SETTINGS.items() if one.is_file}
            values: dict[str, Any] = {
                name: path
                for name, value in named.items()
                if value and exists(path := os.path.join(self._folder, value))  # noqa: PTH118 - an absolute one stays
            }
            settings = replace(settings, **values)
        parameters(settings.params)  # raises
        return settings

    def _measures(self, value: object) -> tuple[str, ...]:
        keys = ",".join(value) if isinstance(value, list) and all(isinstance(one, str) for one in value) else value
        try:
            return tuple(one.key for one in chosen(self._text(keys, "measures")))
        except UsageError as error:
            raise self._wrong(str(error), "measures") from error


def _one_of(key: str, keys: tuple[str, ...]) -> str:
    near = get_close_matches(key, keys, 1)
    return f"'{near[0]}'" if near else f"one of {', '.join(keys)}"
