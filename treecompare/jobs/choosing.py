"""What people choose to be compared: files, what each of them is, how it is read, and what is missing until they can be opened."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from treecompare.comparison.answered import BASELINE, CONSENSUS, RAW, called, has_no_file, likely_gold, scheme_names
from treecompare.comparison.files import Files, Versions, is_comparison_file
from treecompare.comparison.previews import (
    RAW_OUTPUT,
    Preview,
    formats,
    gold_by_content,
    preview,
    roles_of,
    treebanks_of,
)
from treecompare.comparison.roles import BESIDE, BESIDE_WORDS, OF_VERSIONS, ROLES, in_order, missing
from treecompare.errors import ReadError
from treecompare.folders import expanded, parts_of
from treecompare.jobs.wanted import opens_alone
from treecompare.reading import ENCODINGS, treebank_name
from treecompare.registry import find, is_here

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank

MOST = 200
"""So many files are listed."""
SECONDS, SLOW = 0.1, 0.02
"""Small files are read together for so long; what takes longer than this is told at once."""
WHAT = {
    "gold": "Systems with a gold",
    "annotators": "Two annotators or more: neither is gold",
    "versions": "Two versions of a treebank",
}
"""What can be compared."""
_RAW_SAID = "Raw output is what a language model answered, with whatever stands around its trees."
_SCHEMES = (
    "The same sentences in another annotation scheme are another gold; each system is annotated like one of them."
)
SAID = {
    "gold": ("Open a comparison", f"Systems are compared with the gold. {_SCHEMES} {_RAW_SAID}"),
    "annotators": ("Two annotators", "The same sentences, annotated twice or more; no analysis is the gold."),
    "versions": ("Two versions", "One treebank before and after: files, folders, or revisions of a git repository."),
    "beside": ("Add systems", f"Systems are compared with the gold. {_RAW_SAID}"),
}
"""The title for each of them, and what is compared with what."""
OLDER, NEWER, IGNORED = "Older revision", "Newer revision", "Not compared"
TYPED = {
    OLDER: "Older revision: r2.15, HEAD~1",
    NEWER: "Newer; empty: the files as they are",
    IGNORED: "Not compared: MISC.SpaceAfter, COMMENT",
}
"""What is typed of versions, each with a hint."""

Key = tuple[str, str, str]
"""A file as it is read: its path, names of a format and of an encoding."""


@dataclass
class ChosenFile:
    """A file. ``is_chosen``: people said its role; ``gold``: the one that they said it is annotated like; ``how``: names of a
    format and of an encoding, where people chose them."""

    path: str
    name: str
    role: str = ""
    is_chosen: bool = False
    gold: str = ""
    how: tuple[str, str] = ("", "")


class Seen(NamedTuple):
    """What is in a file: ``begins`` with these words, or what is wrong with it, in a ``look``: quiet, alarm or none; ``whole``: all
    that is said of it."""

    format: str
    sentences: str
    begins: str
    look: str
    whole: str = ""


class ToCompare:
    """``rows``: the files, in their order. ``what`` is compared: one of WHAT. ``saved``: a file that says so itself. ``typed``: by
    the names of TYPED. What is in the files is found out in the background: :meth:`todo`. ``gold``: that of an open comparison, to
    which the files are added; ``changed``: called when something is other than it was.
    """

    def __init__(self, gold: AnyTreebank | None = None, changed: Callable[[], object] = tuple) -> None:
        self._changed = changed
        self.rows: list[ChosenFile] = []
        self.what, self.saved = "gold", ""
        self.typed = dict.fromkeys(TYPED, "")
        self.left_out = 0
        """So many files are not listed."""
        self._parts: dict[str, list[str]] = {}
        """The files of each folder or pattern of which people may say what it is."""
        self._read: dict[Key, Preview] = {}
        self._unfitting: dict[tuple[Key, Key], list[str]] = {}
        """What is said of lattices or segmentations beside a treebank."""
        self._previews: dict[str, Preview] = {}
        self._pairs: list[tuple[Key, Key]] = []
        self._followed: list[int] = []
        self.golds: list[ChosenFile] = []
        """As files and roles are now: what was read by path, lattices and segmentations with their treebanks, of each file the
        place of its gold, and the golds, the first one first."""
        self.open_gold = None
        if gold is not None:
            self.open_gold = Preview(gold.path, kind=gold.kind, sentences=gold.count, treebank=gold)

    @property
    def said(self) -> tuple[str, str]:
        """What is asked for: a title, and what is compared with what."""
        return SAID["beside" if self.open_gold is not None else self.what]

    @property
    def no_gold(self) -> bool:
        """Whether no analysis is gold."""
        return self.what == "annotators"

    @property
    def paths(self) -> list[str]:
        """Those of the files."""
        return [one.path for one in self.rows]

    @property
    def roles(self) -> list[str]:
        """What each of the files is."""
        return [one.role for one in self.rows]

    def _of(self, *roles: str) -> list[ChosenFile]:
        return [one for one in self.rows if one.role in roles]

    # -- files come ------------------------------------------------------------------------------------------------------

    def add(self, paths: Sequence[str], parts: Mapping[str, list[str]] | None = None) -> None:
        """Adds files as what their names say; the first gold is the gold, others are other golds. ``parts``: what folders and
        patterns stand for, as far as it is known.

        Folders and patterns stand for their files, or for one treebank if it looks like one; people can change that. A
        comparison file, a lesson or a batch is opened at once.
        """
        whole = [path for path in paths if not has_no_file(path)]
        files = [path for path in paths if has_no_file(path)]
        files += whole if self.what == "versions" else expanded(whole)
        known = {path: _parts_of(path) for path in files if path not in (parts or {})} | dict(parts or {})
        self._parts |= {path: inside for path, inside in known.items() if len(inside) > 1}
        self.saved = next((path for path in files if is_comparison_file(path) or opens_alone(path)), "")
        new = in_order([path for path in files if path not in self.paths])
        room = MOST - len(self.rows)
        self.left_out += max(len(new) - room, 0)
        self.rows += [ChosenFile(path, called(path)) for path in new[:room]]
        self._guess()

    def baselines(self) -> list[list[tuple[str, str]]]:
        """Titles and paths of those that fit the gold, if that is known, in groups."""
        gold = self.open_gold or next((self._previews.get(one.path) for one in self.golds), None)
        offered = find("systems", BASELINE).offered(gold.kind if gold is not None else "").values()
        groups = [[(name, BASELINE + name) for name in names] for names in offered]
        return groups + ([[("consensus of the systems", CONSENSUS)]] if is_here(CONSENSUS) else [])

    def folder(self, row: int) -> tuple[str, str]:
        """The folder or pattern of the file in the row, else the first, of which people may say what it is; and what they may."""
        listed = self.paths
        here = listed[row] if 0 <= row < len(listed) else ""
        known = [one for one, inside in self._parts.items() if one in listed or not set(inside).isdisjoint(listed)]
        if not known:
            return "", ""
        path = next((one for one in known if here == one or here in self._parts[one]), known[0])
        count, name = f"{len(self._parts[path]):,} files", Path(path).name or path
        said = (
            f"List the {count} of {name} one by one"
            if path in listed
            else f"Take the {count} of {name} as one treebank"
        )
        return path, said

    def turn(self, row: int) -> None:
        """Lists the files of a folder in its place, or the folder in theirs."""
        folder, _ = self.folder(row)
        inside, listed = self._parts[folder], {one.path: one for one in self.rows}
        is_whole = folder in listed
        self.left_out = max(len(inside) - MOST, 0) if is_whole else 0
        old, new = ([folder], inside[:MOST]) if is_whole else (inside, [folder])
        place = next(number for number, path in enumerate(listed) if path in old)
        kept = [path for path in listed if path not in old]
        paths = dict.fromkeys([*kept[:place], *new, *kept[place:]])
        self.rows = [listed.get(path) or ChosenFile(path, called(path)) for path in paths]
        self._guess()

    # -- what they are ---------------------------------------------------------------------------------------------------

    def choose(self, what: str) -> None:
        """Something else is compared: where files have other roles, what people chose is open again."""
        if "versions" in (what, self.what) and what != self.what:
            for one in self.rows:
                one.is_chosen = False
        self.what = what
        self._guess()

    def offered(self, row: int) -> dict[str, str]:
        """What the file in the row can be, with titles."""
        if self.what == "versions":
            return OF_VERSIONS
        if made := _made(self.rows[row].path):
            return {"system": made, "": ROLES[""]}
        if self.open_gold is not None:
            return BESIDE
        return {**ROLES, "gold": "first", "system": "other"} if self.no_gold else ROLES

    def give(self, row: int, role: str) -> None:
        """People say what a file is; another one cannot be the same where there is only one."""
        self.rows[row].role, self.rows[row].is_chosen = role, True
        instead = {"gold": "system", "older": "newer", "newer": "older"}.get(role, "")
        for one in self.rows:
            if instead and one.role == role and one is not self.rows[row]:
                one.role = instead if instead == "system" or instead not in self.roles else ""
                one.is_chosen = True
        self._settle()

    def call(self, row: int, name: str) -> None:
        """People say what a file is called."""
        self.rows[row].name = name.strip()
        self._settle()

    def type(self, what: str, text: str) -> None:
        """People type something of versions."""
        self.typed[what] = text
        self._settle()

    def follow(self, row: int, gold: str) -> None:
        """People say which gold a system is annotated like."""
        self.rows[row].gold = gold
        self._settle()

    def read_as(self, row: int, format: str, encoding: str) -> None:
        """People say how a file is written."""
        self.rows[row].how = format, encoding
        self._guess()

    def _guess(self) -> None:
        """What files are to each other, as far as people have not chosen: by their names, and by what was read of them."""
        free = [one for one in self.rows if not one.is_chosen]
        chosen = {one.role for one in self.rows if one.is_chosen}
        keys = [key for one in self.rows for key in self._keys(one)]
        self._previews = {key[0]: self._read[key] for key in keys if key in self._read}
        if self.what == "versions":
            left = [one for one in ("older", "newer") if one not in chosen]
            for one in free:
                one.role = left.pop(0) if left and not has_no_file(one.path) else ""
            free = []
        roles = roles_of(self.paths, self._previews)
        further = "system" if {"lattice", "segmentation"} & set(roles) else "other gold"
        for one, usual in zip(self.rows, roles, strict=True) if free else ():
            if not one.is_chosen:
                role = further if usual == "gold" and "gold" in chosen else usual
                is_gold_here = self.open_gold is None and not (role == "other gold" and self.no_gold)
                one.role = role if is_gold_here or "gold" not in role else "system"
        # which of two analyses is the first does not matter much
        analyses = [one for one in self._of("system") if not has_no_file(one.path)]
        if self.no_gold and not self._of("gold") and analyses:
            analyses[0].role = "gold"
        self._settle()

    def _settle(self) -> None:
        """What follows from files and roles as they are now."""
        self.golds = self._of("gold") + self._of("other gold")
        self._followed = [self._gold_of(one) for one in self.rows]
        treebanks = self._of("gold") + self._of("system") if self._of("gold") else []
        besides = [these for role in BESIDE_WORDS if len(these := self._of(role)) in (1, len(treebanks))]
        pairs = [pair for these in besides for pair in zip(these, treebanks, strict=False)]
        self._pairs = [
            (_key(one), _key(other)) for one, other in pairs
            if (read := self._previews.get(one.path)) is not None and read.beside is not None
            and (treebank := self._previews.get(other.path)) is not None and treebank.treebank is not None
        ]  # fmt: skip
        self._changed()

    def _gold_of(self, one: ChosenFile) -> int:
        """Which of the golds a system follows: as people say, else by its name, by its labels, the first."""
        golds = [gold.path for gold in self.golds]
        if len(golds) < 2 or one.role != "system":
            return 0
        if one.gold in golds:
            return golds.index(one.gold)
        likely = likely_gold(one.path, golds)
        if likely is None:
            likely = gold_by_content(self._previews.get(one.path), list(map(self._previews.get, golds)))
        return likely or 0

    def golds_for(self, row: int) -> tuple[dict[str, str], str]:
        """With several golds: those that a system can be annotated like, by path, and the one that it is; else nothing."""
        golds = self.golds
        if len(golds) < 2 or self.rows[row].role != "system":
            return {}, ""
        names = scheme_names([(_typed_name(one), one.path) for one in golds])
        return {one.path: name for one, name in zip(golds, names, strict=True)}, golds[self._followed[row]].path

    # -- what is in them -------------------------------------------------------------------------------------------------

    def _keys(self, one: ChosenFile) -> list[Key]:
        """What is read of a file: itself, and where people say that it is raw output, its answers."""
        if self.what == "versions" and Path(one.path).is_dir():
            return []  # a repository may hold anything
        found = self._read.get(key := _key(one))
        is_other = one.role == "raw" and found is not None and found.kind != RAW_OUTPUT
        return [key, (RAW + one.path, "", "")] if is_other else [key]

    def todo(self) -> Callable[[Any], Callable[[], None]] | None:
        """What is to be found out next, if anything. It is given a Cancel, in the background, and gives what takes note of what it
        found."""
        unread = [key for one in self.rows for key in self._keys(one) if key not in self._read]
        if unread:
            return partial(self._looked_into, unread)
        unknown = [pair for pair in self._pairs if pair not in self._unfitting]
        return partial(self._fitted, {pair: tuple(map(self._read.get, pair)) for pair in unknown}) if unknown else None

    def _looked_into(self, keys: Sequence[Key], cancel: Any) -> Callable[[], None]:
        found, begun = {}, time.monotonic()
        for key in keys:
            before = time.monotonic()
            found[key] = preview(*key)
            if cancel.is_set() or time.monotonic() - before > SLOW or before - begun > SECONDS:
                break
        return partial(self._take, found, {})

    def _fitted(self, pairs: Mapping[tuple[Key, Key], Any], cancel: Any) -> Callable[[], None]:
        from treecompare.comparison.lattices.segmented import unfitting

        said = {pair: unfitting(other.treebank, one.beside, cancel.flag) for pair, (one, other) in pairs.items()}
        return partial(self._take, {}, said)

    def _take(self, read: Mapping[Key, Preview], unfitting: Mapping[tuple[Key, Key], list[str]]) -> None:
        self._read |= read
        self._unfitting |= unfitting
        self._guess()

    def title(self, row: int) -> str:
        """What a file, or a folder that is one treebank, is called in the list."""
        path = self.rows[row].path
        name = _made(path) or Path(path).name or path
        return f"{name} ({len(self._parts[path]):,} files)" if path in self._parts else name

    def seen(self, row: int) -> Seen:
        """What is in a file, as far as it is known."""
        one, golds, keys = self.rows[row], self.golds, self._keys(self.rows[row])
        found = self._read.get(keys[-1]) if keys else Preview(self.rows[row].path)
        if found is None:
            return Seen("", "", "is being read…", "quiet")
        gold = self._previews.get(golds[self._followed[row]].path) if golds else self.open_gold
        faults = [found.fault] if found.fault else found.against(None if one in golds else gold)
        faults += [said for pair in self._pairs if pair[0] == _key(one) for said in self._unfitting.get(pair, [])]
        begins, count = "⚠ " + "; ".join(faults) if faults else found.words, f"{found.sentences:,}"
        whole = "\n".join(filter(None, (*faults, found.words)))
        return Seen(found.format, count if found.sentences else "", begins, "alarm" if faults else "", whole)

    def first(self, row: int) -> tuple[str, bool]:
        """The first tree of a file as it is read, below what is wrong with the file, and whether anything is."""
        seen, tree = self.seen(row), self._read.get(_key(self.rows[row]), Preview("")).first_tree().expandtabs(4)
        return (f"{seen.begins}\n{tree}".rstrip(), True) if seen.look else (tree, False)

    # -- what is chosen --------------------------------------------------------------------------------------------------

    @property
    def is_repository(self) -> bool:
        """Whether the versions are revisions of the one folder that is listed."""
        there = self._of("older", "newer")
        return self.what == "versions" and len(there) == 1 and Path(there[0].path, ".git").exists()

    def missing(self) -> str:
        """What is to be done before it can be opened; empty if nothing is."""
        if self.what != "versions":
            made = any(map(has_no_file, self.paths))
            return missing(self.roles, self.open_gold is not None, self.no_gold, made)
        if self.is_repository:
            return "" if self.typed[OLDER].strip() else "Type the older revision: a branch, a tag or a commit."
        two = len(self._of("older", "newer")) == 2
        return "" if two else "Add both versions, files or folders, or the folder of a git repository."

    def hint(self) -> str:
        """The same, or why no file can be compared; else what goes on, or what is not seen."""
        read = map(self._previews.get, self.paths)
        faults = [f"{self.title(row)}: {one.fault}." for row, one in enumerate(read) if one and one.fault]
        if hint := self.missing():
            return faults[0] if faults and not any(self.roles) else hint
        if self.todo() is not None:
            return f"Read: {sum(path in self._previews for path in self.paths)} of {len(self.rows)} files"
        more = f"{self.left_out} more files are not listed; add the ones that you need by name."
        return more if self.left_out else ""

    def treebanks(self) -> dict[str, AnyTreebank]:
        """What is read already, by path."""
        return treebanks_of(list(self._previews.values()))

    def files(self) -> Files | Versions:
        """What was chosen; beside an open comparison without a gold."""
        if self.saved:
            return Files(self.saved, ())
        if self.what == "versions":
            return self._versions()

        def paths(role: str) -> tuple[str, ...]:
            return tuple(one.path for one in self._of(role))

        golds = self.golds
        first = golds[0] if golds else ChosenFile("", "")
        systems = [(one.name, RAW * (one.role == "raw") + one.path) for one in self._of("system", "raw")]
        return Files(
            first.path, tuple(systems),
            tuple((_typed_name(one), one.path) for one in golds if one.role == "other gold"),
            tuple((path, gold) for path, gold in zip(self.paths, self._followed, strict=True) if gold > 0),
            paths("lattice"), paths("segmentation"),
            _typed_name(first), no_gold=self.no_gold,
            formats=tuple((one.path, one.how[0]) for one in self.rows if one.how[0]),
            encodings=tuple((one.path, one.how[1]) for one in self.rows if one.how[1]),
        )  # fmt: skip

    def _versions(self) -> Versions:
        paths = {one.role: one.path for one in self.rows}
        ignored = tuple(one.strip() for one in self.typed[IGNORED].split(",") if one.strip())
        if "older" in paths and "newer" in paths:
            return Versions(paths["older"], paths["newer"], "", ignored)
        repository = paths.get("older") or paths["newer"]
        return Versions(self.typed[OLDER].strip(), self.typed[NEWER].strip(), repository, ignored)


def ways() -> dict[str, dict[str, str]]:
    """How a file can be read: formats and encodings, with titles."""
    encodings = {name: name for name in ENCODINGS}
    usual = {"": "Format by its content"}, {"": "Encoding as usual: UTF-8"}
    return {"Format": usual[0] | formats(), "Encoding": usual[1] | encodings}


def _key(one: ChosenFile) -> Key:
    return one.path, *one.how


def _parts_of(path: str) -> list[str]:
    try:
        return parts_of(path)
    except ReadError:
        return []  # is told when it is read


def _made(path: str) -> str:
    """What a system is that is made of nothing; empty for a file."""
    return "baseline" if path.startswith(BASELINE) else "consensus" if path.startswith(CONSENSUS) else ""


def _typed_name(one: ChosenFile) -> str:
    """The name of a file where people typed one; golds that nobody named are called by what tells them apart."""
    return "" if one.name == treebank_name(one.path) else one.name
