"""What a batch consists of: which files there are, which pairs with which, and what is missing."""

from __future__ import annotations

import os

from treecompare.comparison.answered import file_of, full_path
from treecompare.extras.batches.job import Planned
from treecompare.extras.batches.manifest import Manifest, Pattern
from treecompare.reading import as_text, exists, is_folder, treebank_name

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
