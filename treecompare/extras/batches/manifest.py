"""The manifest of a batch: a TOML file that says which treebanks, systems, preparations and measures; the help page *batch* has its
keys. Files are named from where it is; those of settings lie beside it or below, because a manifest may come from anybody."""

from __future__ import annotations

import fnmatch
import glob
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from treecompare.comparison.answered import file_of, full_path, with_file
from treecompare.comparison.settings import USUAL_MEASURES, Settings, settings_beside, settings_of
from treecompare.errors import ReadError, TreecompareError, UsageError
from treecompare.extras.batches.job import Planned
from treecompare.folders import matching, natural
from treecompare.measures import chosen
from treecompare.reading import as_text, as_utf8, exists, is_folder, read_bytes, rules, toml_of, treebank_name
from treecompare.trees.preparation import parameters

SUFFIX = "batch"  # what names of files of results end in
KEYS = ("name", "results", "treebanks", "systems", "preparations", "measures", "errors")
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_EXPECTED = "expected a manifest (TOML)"
_KEY = re.compile(r"\s*(?:\[+\s*([^]]+?)\s*\]+|(?:\"([^\"]+)\"|'([^']+)'|([\w.-]+))\s*=)")
"""The name of a table, or a key."""


@dataclass(frozen=True)
class Pattern:
    """A pattern of file names. ``{name}`` stands for a part of a name without ``/``, the same wherever it occurs again; ``*``,
    ``?`` and ``[…]`` stand for what they stand for in any pattern of names. ``text``: with ``/`` between folders.

    Raises UsageError: braces that are no placeholder.
    """

    text: str

    def __post_init__(self) -> None:
        if set(_PLACEHOLDER.sub("", self.text)) & set("{}"):
            expected = "expected placeholders such as {system} and {treebank}, small letters"
            raise UsageError(f"'{self.text[:40]}': {expected}")

    @property
    def names(self) -> list[str]:
        """The placeholders."""
        return _PLACEHOLDER.findall(self.text)

    def filled(self, values: Mapping[str, str]) -> Pattern:
        """The pattern with some placeholders replaced by what they stand for; a brace in that, which would be a placeholder, by any
        one character."""

        def literal(found: re.Match[str]) -> str:
            return glob.escape(values[found[1]]).translate({123: "?", 125: "?"}) if found[1] in values else found[0]

        return Pattern(_PLACEHOLDER.sub(literal, self.text))

    def files(self) -> Iterator[tuple[str, dict[str, str]]]:
        """The files that there are, in natural order, each with what its placeholders stand for. Raises ReadError: too many folders
        would have to be looked at."""
        plain = _PLACEHOLDER.sub("*", self.text)
        if not glob.has_magic(plain):
            yield from [(os.path.normpath(plain), {})] if exists(plain) else []
            return
        pieces = _PLACEHOLDER.split(Path(os.path.normpath(self.text)).as_posix())
        for place, piece in enumerate(pieces):
            group = f"(?P<{piece}>[^/]+?)"
            if place % 2:
                pieces[place] = f"(?P={piece})" if group in pieces else group
            else:  # its stars may stand for folders, too: what glob has found has no more of them
                parts = (fnmatch.translate(one).removeprefix("(?s:").removesuffix(r")\Z") for one in piece.split("**/"))
                pieces[place] = "(?:.*/)?".join(parts)
        expression = re.compile("".join(pieces), re.DOTALL)
        for path in sorted({os.path.normpath(one) for one in matching(plain) if one is not None}, key=natural):
            if match := expression.fullmatch(Path(path).as_posix()):
                yield path, match.groupdict()


class Manifest:
    """What a batch is made of. ``content``: what the file holds; ``path``: empty where it is none. ``folder``: where file names
    begin. ``lines``: where in the file a key stands, by its name and by those of the tables that it is in.

    ``results``: the file of results. ``treebanks``: (name, pattern) each, the name empty where ``{treebank}`` or the file says it.
    ``systems``: (name, treebank, pattern) each, empty where the pattern says it. ``preparations``: the settings of each.

    Raises ReadError: a key or value is wrong; with its line.
    """

    def __init__(
        self, content: Mapping[str, Any], path: str = "", folder: str = "", lines: Mapping[str, int] | None = None
    ) -> None:
        self.path, self.folder, self.lines = path, folder, lines or {}
        for key in content:
            if key not in KEYS:
                expected = (get_close_matches(key, KEYS, 1) or [f"one of {', '.join(KEYS)}"])[0]
                raise self.wrong(f"there is no key '{key[:40]}'; expected '{expected}'", key)
        for key in ("treebanks", "systems"):
            if not content.get(key):
                raise self.wrong(f"says no {key}; expected a pattern, a list of patterns or a table", key)
        stem = Path(path).stem
        self.name = self._text(content.get("name", stem or "batch"), "name")
        self.results = self.full(self._text(content.get("results", f"{stem or self.name}.{SUFFIX}"), "results"))
        if not self.results.endswith(f".{SUFFIX}"):
            expected = f"expected a name that ends in .{SUFFIX}"
            raise self.wrong(f"'{content['results']}' is where results are written; {expected}", "results")
        self.errors = content.get("errors", True)
        if not isinstance(self.errors, bool):
            raise self.wrong(f"errors is {self.errors!r}; expected true or false", "errors")
        self.treebanks = self._treebanks(content["treebanks"])
        self.systems = self._systems(content["systems"])
        self.preparations = self._preparations(content.get("preparations", {}))
        measures = content.get("measures", USUAL_MEASURES)
        texts = [self._text(one, "measures") for one in (measures if isinstance(measures, list) else [measures])]
        try:
            self.measures = tuple(one.key for one in chosen(",".join(texts)))
        except TreecompareError as error:
            raise self.wrong(str(error), "measures") from error

    def wrong(self, reason: str, *keys: str) -> ReadError:
        """An error that names the line of the innermost of these keys, each of which stands within those before it."""
        lines = (self.lines.get(".".join(keys[:last])) for last in range(len(keys), 0, -1))
        return ReadError(self.path or "the batch", next(filter(None, lines), 0), reason)

    def full(self, path: str) -> str:
        """A file's name from where the program works; that of a baseline stays."""
        file = file_of(path)
        return with_file(path, os.path.join(self.folder, file)) if file else path  # noqa: PTH118 - an absolute one stays

    def _text(self, value: object, *keys: str) -> str:
        if not isinstance(value, str) or not value.strip() or "\0" in value:
            raise self.wrong(f"{'.'.join(keys)} is {value!r}; expected a text", *keys)
        return value

    def _patterns(self, value: object, *keys: str) -> list[Pattern]:
        texts = [self._text(one, *keys) for one in (value if isinstance(value, list) else [value])]
        try:
            return list(map(Pattern, texts))
        except TreecompareError as error:
            raise self.wrong(str(error), *keys) from error

    def _treebanks(self, value: object) -> list[tuple[str, Pattern]]:
        if not isinstance(value, dict):
            return [("", one) for one in self._patterns(value, "treebanks")]
        if value.get("layout") == "ud":
            expected = 'treebanks = "FOLDER/UD_*/{treebank}-ud-test.conllu"'
            raise self.wrong(f"layouts have no names any more; expected {expected}", "treebanks", "layout")
        found = [(name, one) for name, path in value.items() for one in self._patterns(path, "treebanks", name)]
        for name, pattern in found:
            if pattern.names:
                raise self.wrong(f"treebank '{name}' is '{pattern.text}'; expected a file", "treebanks", name)
        return found

    def _systems(self, value: object) -> list[tuple[str, str, Pattern]]:
        found: list[tuple[str, str, Pattern]] = []
        for name, given in (value if isinstance(value, dict) else {"": value}).items():
            for treebank, path in given.items() if isinstance(given, dict) else [("", given)]:
                keys = filter(None, ("systems", name, treebank))
                found += [(name, treebank, one) for one in self._patterns(path, *keys)]
        for name, _, pattern in found:
            if name and "system" in pattern.names:
                raise self.wrong(f"system '{name}' has {{system}} in its files; expected a name", "systems", name)
            if not name and "system" not in Pattern(file_of(pattern.text)).names:
                raise self.wrong(f"'{pattern.text}' says no system; expected {{system}} in it, or a table", "systems")
        return found

    def _preparations(self, value: object) -> dict[str, Settings]:
        if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
            raise self.wrong("preparations are tables of settings; expected [preparations.NAME]", "preparations")
        found, folder = {}, str(Path(self.folder).absolute())  # where workers find it, too
        for name, given in value.items():
            for key, of in [*((key, {key: one}) for key, one in given.items()), ("", given)]:  # each, then all together
                try:
                    settings = settings_of({key.replace("-", "_"): one for key, one in of.items()})
                    found[name] = settings_beside(settings, folder) if self.path else settings
                    parameters(found[name].params)  # raises
                except TreecompareError as error:
                    raise self.wrong(f"preparation '{name}': {error}", "preparations", name, key) from error
        return found or {"usual": Settings()}


def read_manifest(path: str, results: str | None = None) -> Manifest:
    """Reads a manifest; ``results``: in place of its own. Raises ReadError: it cannot be read, or a key or value is wrong."""
    with rules(most=1 << 24):
        text = as_utf8(read_bytes(path, _EXPECTED), path, _EXPECTED)[0].decode("utf-8")
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if match := _KEY.match(line):
            name = (match[1] or "").replace('"', "")
            lines.setdefault(name or table + (match[2] or match[3] or match[4]), number)
            table = f"{name}." if name else table
    given = {"results": str(Path(results).absolute())} if results else {}
    return Manifest(toml_of(text, path, _EXPECTED) | given, path, os.path.dirname(path), lines)  # noqa: PTH120 - or nothing


# -- what it consists of: which files there are, which pairs with which ------------------------------------------------

MOST_TOLD = 5  # so many files without a gold are named


class Plan:
    """What is to be scored: ``entries``, each treebank with each system, in this order, under each preparation; without those for
    which the manifest lists the files of a system and names none.

    ``golds``: by the name of the treebank. ``told``: what else there is to say of the files, one line each; ``alone``: those of
    systems that have no gold. ``missing``: the treebanks and systems for which there is no file.

    Raises ReadError: a pattern matches nothing, a treebank has no gold, two golds or two systems have one name; with its line.
    """

    def __init__(self, manifest: Manifest) -> None:
        self.manifest, self.preparations = manifest, manifest.preparations
        self.golds: dict[str, str] = {}
        self.systems: dict[str, None] = {}
        self._placed: dict[str, dict[str, str]] = {}  # what the placeholders of a gold stood for
        self._files: dict[tuple[str, str], str] = {}  # of a system on a treebank
        self._everywhere: set[str] = set()  # expected on all treebanks, because a pattern names their files
        for name, pattern in manifest.treebanks:
            self._add_treebanks(name, pattern)
        alone: set[str] = set()
        for name, treebank, pattern in manifest.systems:
            alone |= self._add_systems(name, treebank, pattern)
        self.alone = sorted(alone)
        self.told = [f"{path}: there is no gold for this file; it is not scored" for path in self.alone[:MOST_TOLD]]
        self.told += [f"{len(alone) - MOST_TOLD:,} more files without a gold"] if len(alone) > MOST_TOLD else []
        self.entries, self.missing = list[Planned](), list[tuple[str, str]]()
        for name, gold in self.golds.items():
            expected = [one for one in self.systems if one in self._everywhere or (name, one) in self._files]
            systems = tuple((one, full_path(self._files.get((name, one), ""))) for one in expected)
            self.entries += [Planned(name, preparation, full_path(gold), systems) for preparation in self.preparations]
            self.missing += [(name, one) for one, path in systems if not path]

    def _add_treebanks(self, name: str, pattern: Pattern) -> None:
        full = Pattern(self.manifest.full(pattern.text))
        found = list(full.files())
        if name:
            if not exists(full.text) and not found:
                said = f"treebank '{name}' has no gold: there is no file {full.text}"
                raise self.manifest.wrong(said, "treebanks", name)
            self.golds[name] = full.text
            return
        if not found:
            raise self.manifest.wrong(f"'{full.text}' matches no file; expected gold treebanks", "treebanks")
        for path, parts in found:
            called = as_text(parts.get("treebank") or treebank_name(path))
            if called in self.golds:
                files = f"{self.golds[called]} and {path}; expected one name for each"
                raise self.manifest.wrong(f"two golds are called '{called}': {files}", "treebanks")
            self.golds[called] = path
            self._placed[called] = {**parts, "folder": os.path.basename(os.path.dirname(path))}  # noqa: PTH119, PTH120

    def _add_systems(self, name: str, treebank: str, pattern: Pattern) -> set[str]:
        """Enters the files of a pattern. Returns those that belong to no gold."""
        keys, before = ("systems", name, treebank), len(self._files)
        if treebank and treebank not in self.golds:
            raise self.manifest.wrong(f"system '{name}' has a file for '{treebank}', which is no treebank here", *keys)
        if name:
            self.systems[name] = None
            self._everywhere |= set() if treebank else {name}
        text = self.manifest.full(pattern.text)
        golds = {os.path.normpath(one) for one in self.golds.values()}
        file = Pattern(file_of(text))
        made = text.removesuffix(file.text)
        for one in [treebank] if treebank else self.golds:
            values = {"treebank": one} | self._placed.get(one, {})
            if file.text and not treebank and len(self.golds) > 1 and not set(file.names) & set(values):
                expected = "would be one file for all treebanks; expected {treebank} in it"
                raise self.manifest.wrong(f"'{pattern.text}' {expected}", *keys)
            filled = file.filled(values)
            is_one = not file.text or (made and is_folder(filled.text))
            for path, parts in [(filled.text, {})] if is_one else filled.files():
                if path not in golds:  # gold.conllu beside parser.conllu is no system
                    self._enter(one, name or as_text(parts["system"]), made + path, keys)
                    self._everywhere |= set() if name else {as_text(parts["system"])}
        known = golds | {file_of(path) for path in self._files.values()}
        strays = {path for path, _ in file.files() if path not in known} if "treebank" in file.names else set()
        if len(self._files) == before and not strays:
            raise self.manifest.wrong(f"'{text}' matches no file; expected what systems made of the treebanks", *keys)
        return set() if treebank else strays

    def _enter(self, treebank: str, name: str, path: str, keys: tuple[str, ...]) -> None:
        before = self._files.setdefault((treebank, name), path)
        if before != path:
            files = f"{before} and {path}; expected one name for each"
            raise self.manifest.wrong(f"two systems are called '{name}' on '{treebank}': {files}", *keys)
        self.systems[name] = None
