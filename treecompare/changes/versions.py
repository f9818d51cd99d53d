"""Where versions come from: files, folders, revisions of git repositories; and the comparison of two of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.changes.changes import Changes, changes_between
from treecompare.changes.constituents import TREE_LAYERS, TreeChanges, tree_changes_between
from treecompare.changes.edits import LAYERS, MIRROR, Edit
from treecompare.changes.git import Repository
from treecompare.changes.rules import Rules, find_rules
from treecompare.changes.search import Watch
from treecompare.changes.sentences import Cancel
from treecompare.errors import ReadError, UsageError, counted
from treecompare.folders import MOST_LOOKED_AT, parts_of, stands_for_others, treebanks_among
from treecompare.readers import read_any, read_content
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.files import EXPECTED
from treecompare.readers.several import joined
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.reading import as_utf8, exists, one_treebank, treebank_name

_REVISION = re.compile(r"([^:]+):(.*)", re.DOTALL)


@dataclass(frozen=True, eq=False)
class Read:
    """A version that was read. ``name``: what it is called. ``told``: which it is, where the name alone does not say it.

    ``files``: the names of its files within the folder or the repository; ``starts``: the first sentence of each.
    """

    name: str
    treebank: AnyTreebank
    files: Sequence[str]
    starts: NDArray[np.int64]
    told: str = ""

    @classmethod
    def of(cls, name: str, parts: Sequence[tuple[str, AnyTreebank]], told: str = "") -> Read:
        """Files of one kind as one treebank.

        Raises:
            ReadError: they are of different kinds.
        """
        files = [file for file, _ in parts]
        treebanks = [treebank for _, treebank in parts]
        for file, treebank in parts:
            if treebank.kind != treebanks[0].kind:
                raise ReadError(
                    file, 0, f"holds {treebank.kind}, {files[0]} {treebanks[0].kind}; expected files of one kind"
                )
        starts = np.cumsum([0, *(len(one.lines) for one in treebanks[:-1])])
        whole = treebanks[0] if len(parts) == 1 else joined(name, name, files, treebanks)
        return cls(name, whole, files, starts, told)

    @property
    def remarks(self) -> str:
        """What a reader must know of it: which version it is, and that some of it cannot be read."""
        said = [self.told] if self.told else []
        if problems := self.treebank.problems.values():
            line = min(one.line for one in problems)
            said.append(
                f"{counted(len(problems), 'sentence')} (line {line}) cannot be read: counted as removed or added"
            )
        return ", ".join(said)

    def file_of(self, sentence: int) -> str:
        """The file of a sentence."""
        return self.files[int(np.searchsorted(self.starts, sentence, "right")) - 1]


def read_version(argument: str, format: str | None = None) -> Read:
    """A file, a folder, or ``REVISION:PATH`` in the repository in which one works; a file of that name goes first.

    Raises:
        ReadError, UsageError: it is not there, or cannot be read.
    """
    if not exists(argument) and (found := _REVISION.fullmatch(argument)) and not Path(argument).is_absolute():
        return read_revision(".", found[1], found[2], format)
    if not stands_for_others(argument):
        return Read.of(argument, [(Path(argument).name, read_any(argument, format))])
    paths = parts_of(argument)
    if not paths:
        raise ReadError(argument, 0, f"is a folder without treebanks; {EXPECTED}, or a folder of them")
    folder = argument if Path(argument).is_dir() else "."
    with one_treebank(argument):
        return Read.of(argument, [(_within(one, folder), read_any(one, format)) for one in paths])


def read_revision(repository: str, revision: str, path: str = "", format: str | None = None) -> Read:
    """A revision of a repository: a file or a folder of it, or all its treebanks.

    Raises:
        ReadError, UsageError: it is not there, or cannot be read.
    """
    source = Repository(repository)
    commit = source.commit(revision)
    told = f"revision {revision} is commit {commit[:10]}"
    if path and not source.is_folder(commit, path):
        return Read.of(
            f"{revision}:{path}", [(Path(path).name, _content(source, commit, path, revision, format))], told
        )
    below = path.rstrip("/")
    names = treebanks_among(source.names(commit, below))
    if not names:
        raise UsageError(
            f"revision {revision} of {repository} has no treebanks{f' in {below}' if below else ''}; {EXPECTED}"
        )
    place = f"{below}/" if below else ""
    parts = [(name, _content(source, commit, place + name, revision, format)) for name in names]
    return Read.of(f"{revision}:{below}" if below else revision, parts, told)


def folder_in_repository(folder: str) -> str:
    """The path of a folder within its repository; empty where it is the whole repository.

    Raises:
        UsageError: there is no repository, or no git.
    """
    return Repository(folder).prefix()


def read_working_tree(repository: str, format: str | None = None) -> Read:
    """The treebanks of a repository as they stand in its folder, with all local changes; as of a revision, no links or submodules.

    Raises:
        ReadError, UsageError: there are none, or they cannot be read.
    """
    names = treebanks_among(_files_below(Path(repository)))
    if not names:
        raise UsageError(f"{repository} has no treebanks in its folder; {EXPECTED}, or a second revision")
    told = f"{repository} is read as it stands, with local changes"
    with one_treebank(repository):
        return Read.of(repository, [(name, read_any(str(Path(repository, name)), format)) for name in names], told)


def _files_below(folder: Path) -> list[str]:
    """The files of a folder and the folders in it, but not those of other repositories."""
    names = []
    for place, folders, files in os.walk(folder):
        here = Path(place)
        folders[:] = sorted(one for one in folders if not one.startswith(".") and not (here / one / ".git").exists())
        names += [(here / one).relative_to(folder).as_posix() for one in files if not (here / one).is_symlink()]
        if len(names) > MOST_LOOKED_AT:
            raise UsageError(f"{folder} has more than {MOST_LOOKED_AT:,} files; expected the folder of a treebank")
    return names


def _content(source: Repository, commit: str, path: str, revision: str, format: str | None) -> AnyTreebank:
    shown = f"{revision}:{path}"
    data, warnings = as_utf8(source.content(commit, path, shown, EXPECTED), shown, EXPECTED, latin1=True)
    treebank = read_content(data, shown, format, treebank_name(path))
    treebank.warnings[:0] = warnings
    return treebank


def _within(path: str, folder: str) -> str:
    try:
        return Path(path).relative_to(folder).as_posix()
    except ValueError:
        return path


# -- two versions -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Diff:
    """What changed between two versions, and the rules behind it; rules are for dependencies."""

    base: Read
    head: Read
    changes: Changes | TreeChanges
    watch: Watch | None = None

    @property
    def names(self) -> tuple[str, str]:
        """What the versions are called: without their folders, unless they are called alike then."""
        short = [one.name.rstrip("/").rpartition("/")[2] or one.name for one in (self.base, self.head)]
        return (self.base.name, self.head.name) if short[0] == short[1] else (short[0], short[1])

    @cached_property
    def rules(self) -> Rules | None:
        """The rules; None for constituents."""
        return find_rules(self.changes, self.watch) if isinstance(self.changes, Changes) else None

    @property
    def is_unchanged(self) -> bool:
        """Whether there is no difference at all."""
        return not self.changes.edits and set(self.changes.statuses) <= {"same"} and not any(self.changes.flags)

    def moved_to(self, row: int) -> str:
        """The file of HEAD in which the sentences of a row are, where it is another one than in BASE."""
        one = self.changes.found.rows[row]
        if not (one.base and one.head) or len(self.base.files) == len(self.head.files) == 1:
            return ""
        files = self.base.file_of(one.base[0]), self.head.file_of(one.head[0])
        return files[1] if files[0] != files[1] else ""

    @cached_property
    def outside(self) -> list[Edit]:
        """All edits that no rule explains; without DEPS.mirror, which say nothing of their own."""
        edits = [edit for edit in self.changes.edits if edit.layer != MIRROR]
        if self.rules is None:
            return edits
        return [
            edit
            for number, edit in enumerate(self.changes.edits)
            if number not in self.rules.explained_edits and edit.layer != MIRROR
        ]


def diff(
    base: Read,
    head: Read,
    layers: Collection[str] = (),
    ignored: Collection[str] = (),
    cancel: Cancel = None,
    watch: Watch | None = None,
) -> Diff:
    """Compares two versions. ``layers``: only edits of these; ``ignored``: not those, as ``MISC`` or ``MISC.SpaceAfter``.
    ``watch`` is told how many rules were found while they are looked for, and may raise.

    Raises:
        UsageError: the versions are of different kinds, or there is no such layer.
        Cancelled: ``cancel[0]`` was set.
    """
    old, new = base.treebank, head.treebank
    changes: Changes | TreeChanges
    if isinstance(old, DependencyTreebank) and isinstance(new, DependencyTreebank):
        keep = _filter(layers, ignored, LAYERS)
        changes = changes_between(old, new, cancel)
    elif isinstance(old, Treebank) and isinstance(new, Treebank):
        keep = _filter(layers, ignored, TREE_LAYERS)
        changes = tree_changes_between(old, new, cancel)
    else:
        raise UsageError(f"{base.name} holds {old.kind}, {head.name} {new.kind}; expected versions of one treebank")
    kept = [edit for edit in changes.edits if keep(edit)]
    return Diff(base, head, changes if len(kept) == len(changes.edits) else replace(changes, edits=kept), watch)


def _filter(layers: Collection[str], ignored: Collection[str], known: Sequence[str]) -> Callable[[Edit], bool]:
    """Which edits are wanted; HEAD+DEPREL is wanted with either, and ignored with both."""
    for name in (*layers, *(one.partition(".")[0] if one != MIRROR else one for one in ignored)):
        if name not in known:
            raise UsageError(f"there is no layer '{name}'; expected one of {', '.join(known)}")

    def parts(edit: Edit) -> set[str]:
        return {*edit.layer.split("+"), edit.layer}

    def keep(edit: Edit) -> bool:
        if layers and not parts(edit) & set(layers):
            return False
        if {edit.layer, f"{edit.layer}.{edit.key}"} & set(ignored):
            return False
        return edit.layer != "HEAD+DEPREL" or not {"HEAD", "DEPREL"} <= set(ignored)

    return keep
