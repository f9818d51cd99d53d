"""What a batch consists of: which files there are, which pairs with which, and what is missing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from treecompare.comparison.answered import file_of, is_made
from treecompare.comparison.settings import Settings
from treecompare.errors import counted
from treecompare.extras.batches.manifest import Manifest
from treecompare.extras.batches.patterns import Pattern
from treecompare.reading import as_text, exists, is_folder, treebank_name

MOST_TOLD = 5
"""So many files of one kind of oddity are named."""


@dataclass(frozen=True)
class Pair:
    """A system on a treebank. ``path``: empty where there is no such file."""

    treebank: str
    system: str
    gold: str
    path: str


@dataclass(frozen=True)
class Plan:
    """What is to be scored: all pairs, under each preparation.

    ``golds``: by the name of the treebank. ``pairs``: of each treebank with each system, in this order; without
    those for which the manifest lists the files of a system and names none. ``told``: what
    else there is to say of the files, one line each. ``golds_missing``: so many files of systems have no gold.
    """

    manifest: Manifest
    golds: Mapping[str, str]
    systems: tuple[str, ...]
    pairs: tuple[Pair, ...]
    told: tuple[str, ...] = ()
    golds_missing: int = 0

    @property
    def missing(self) -> list[Pair]:
        """The pairs for which a system has no file."""
        return [one for one in self.pairs if not one.path]

    @property
    def preparations(self) -> Mapping[str, Settings]:
        """The settings of each preparation."""
        return self.manifest.preparations

    def wanted(self) -> Iterator[tuple[Pair, str]]:
        """What can be scored: pairs whose files are there, with the name of a preparation, treebank by treebank."""
        for pair in self.pairs:
            if pair.path:
                yield from ((pair, preparation) for preparation in self.preparations)


def planned(manifest: Manifest) -> Plan:
    """Looks for the files. Raises TreecompareError: a pattern matches nothing, a treebank has no gold, two golds or two systems
    have one name: with the line of the manifest."""
    return _Planning(manifest).plan()


@dataclass
class _Planning:
    """``placed``: by treebank, what the placeholders of its gold stood for. ``files``: of a system on a treebank.
    ``everywhere``: systems that are expected on all treebanks, because a pattern names their files."""

    manifest: Manifest
    golds: dict[str, str] = field(default_factory=dict)
    placed: dict[str, dict[str, str]] = field(default_factory=dict)
    systems: list[str] = field(default_factory=list)
    files: dict[tuple[str, str], str] = field(default_factory=dict)
    everywhere: set[str] = field(default_factory=set)
    told: list[str] = field(default_factory=list)

    def plan(self) -> Plan:
        for name, pattern in self.manifest.treebanks:
            self._add_treebanks(name, pattern)
        without: list[str] = []
        for name, treebank, pattern in self.manifest.systems:
            without += self._add_systems(name, treebank, pattern)
        alone = sorted(set(without))
        self._tell(alone, "there is no gold for this file; it is not scored", "more files without a gold")
        pairs = [
            Pair(treebank, system, gold, self.files.get((treebank, system), ""))
            for treebank, gold in self.golds.items()
            for system in self.systems
            if (treebank, system) in self.files or system in self.everywhere
        ]
        return Plan(self.manifest, self.golds, tuple(self.systems), tuple(pairs), tuple(self.told), len(alone))

    def _tell(self, paths: Sequence[str], what: str, more: str) -> None:
        self.told += [f"{path}: {what}" for path in paths[:MOST_TOLD]]
        if len(paths) > MOST_TOLD:
            self.told.append(f"{len(paths) - MOST_TOLD:,} {more}")

    # -- treebanks -----------------------------------------------------------------------------------------------------

    def _add_treebanks(self, name: str, pattern: Pattern) -> None:
        manifest = self.manifest
        if name:
            path = manifest.full(pattern.text)
            if not exists(path) and not list(Pattern(path).files()):
                raise manifest.wrong(f"treebank '{name}' has no gold: there is no file {path}", "treebanks", name)
            self.golds[name] = path
            return
        full = Pattern(manifest.full(pattern.text))
        found = list(full.files())
        wanted = [(path, parts) for path, parts in found if not manifest.parts or parts["part"] in manifest.parts]
        if not wanted:
            what = (
                f"parts {' and '.join(manifest.parts)} of the layout of Universal Dependencies; "
                if manifest.parts
                else ""
            )
            raise manifest.wrong(f"'{full.text}' matches no file; {what}expected gold treebanks", "treebanks", "folder")
        if manifest.parts:
            self._tell_parts(found)
        for path, parts in wanted:
            called = parts.get("treebank") or treebank_name(path)
            if len(manifest.parts) > 1:
                called = f"{called}-{parts['part']}"
            called = as_text(called)
            if called in self.golds:
                raise manifest.wrong(
                    f"two golds are called '{called}': {self.golds[called]} and {path}; expected one name for each",
                    "treebanks",
                )
            self.golds[called] = path
            self.placed[called] = {**parts, "folder": os.path.basename(os.path.dirname(path))}  # noqa: PTH119, PTH120

    def _tell_parts(self, found: Iterable[tuple[str, dict[str, str]]]) -> None:
        """Which treebanks lack parts that are asked for."""
        there: dict[str, set[str]] = {}
        for _, parts in found:
            there.setdefault(parts["treebank"], set()).add(parts["part"])
        for part in self.manifest.parts:
            lacking = sorted(treebank for treebank, parts in there.items() if part not in parts)
            if lacking:
                self.told.append(f"{counted(len(lacking), 'treebank')} without {part}: {', '.join(lacking)}")

    # -- systems -------------------------------------------------------------------------------------------------------

    def _add_systems(self, name: str, treebank: str, pattern: Pattern) -> list[str]:
        """Enters the files of a pattern. Returns those that belong to no gold."""
        manifest = self.manifest
        keys = ("systems", name, treebank)
        if treebank and treebank not in self.golds:
            raise manifest.wrong(f"system '{name}' has a file for '{treebank}', which is no treebank here", *keys)
        if name and name not in self.systems:
            self.systems.append(name)
        if name and not treebank:
            self.everywhere.add(name)
        text = manifest.full(pattern.text)
        if is_made(text) and not file_of(text):
            for one in [treebank] if treebank else self.golds:
                self._enter(one, name, text, keys)
            return []
        made, file = text[: len(text) - len(file_of(text))], Pattern(file_of(text))
        before = len(self.files)
        for one in [treebank] if treebank else self.golds:
            values = {"treebank": one} | self.placed.get(one, {})
            if not treebank and len(self.golds) > 1 and not set(file.names) & set(values):
                raise manifest.wrong(
                    f"'{pattern.text}' would be one file for all treebanks; expected {{treebank}} in it", *keys
                )
            self._add_files(one, name, file.filled(values), made, keys)
        strays = self._strays(file) if not treebank else []
        if len(self.files) == before and not strays:
            raise manifest.wrong(f"'{text}' matches no file; expected what systems made of the treebanks", *keys)
        return strays

    def _add_files(self, treebank: str, name: str, pattern: Pattern, made: str, keys: tuple[str, ...]) -> None:
        if made and is_folder(pattern.text):
            self._enter(treebank, name, made + pattern.text, keys)
            return
        golds = {os.path.normpath(one) for one in self.golds.values()}
        for path, parts in pattern.files():
            if os.path.normpath(path) not in golds:  # gold.conllu beside parser.conllu is no system
                self._enter(treebank, name or as_text(parts["system"]), made + path, keys)
                if not name:
                    self.everywhere.add(as_text(parts["system"]))

    def _enter(self, treebank: str, name: str, path: str, keys: tuple[str, ...]) -> None:
        before = self.files.setdefault((treebank, name), path)
        if before != path:
            reason = f"two systems are called '{name}' on '{treebank}': {before} and {path}; expected one name for each"
            raise self.manifest.wrong(reason, *keys)
        if name not in self.systems:
            self.systems.append(name)

    def _strays(self, pattern: Pattern) -> list[str]:
        """Files that the pattern names and that belong to none of the treebanks."""
        if "treebank" not in pattern.names:
            return []
        known = {file_of(path) for path in self.files.values()} | {os.path.normpath(one) for one in self.golds.values()}
        return [path for path, _ in pattern.files() if path not in known]
