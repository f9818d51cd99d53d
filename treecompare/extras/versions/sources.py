"""Where versions come from: files, folders, revisions of git repositories.

Repositories may be strangers': nothing is checked out, and nothing of their configuration is run (hooks, monitors, filters, text
conversion, pagers, fetching what a partial clone lacks). Only ``git cat-file``, ``git ls-tree`` and ``git rev-parse`` are called,
names are handed over on standard input.
"""

from __future__ import annotations

import os
import re
import subprocess
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from urllib.parse import quote

from treecompare.errors import ReadError, TooLarge, UsageError, counted
from treecompare.extras.versions.version import Ids
from treecompare.folders import MOST_LOOKED_AT, parts_of, stands_for_others, treebanks_among
from treecompare.readers import read_any, read_content
from treecompare.readers.files import EXPECTED, joined
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.reading import as_utf8, exists, most_bytes, one_treebank, treebank_name, unpacked
from treecompare.scores.rich import Rich, link

_SAFE = (
    "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never",
)  # fmt: skip
_QUIET = {
    "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C",
}  # fmt: skip
_OTHER_REPOSITORY = frozenset(
    f"GIT_{name}"
    for name in (
        "DIR", "WORK_TREE", "INDEX_FILE", "PREFIX", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES", "COMMON_DIR", "NAMESPACE",
        "SHALLOW_FILE", "GRAFT_FILE", "REPLACE_REF_BASE",
    )
)  # fmt: skip
"""What a hook hands over is not for the repository that was asked for."""


INCOMPLETE = "is not all in this clone of the repository; expected a full clone, not a partial one"


class Repository:
    """The repository that a folder is in."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def commit(self, revision: str) -> str:
        """The name of the commit that a revision stands for. Raises UsageError: there is no such revision, no repository, or no
        git."""
        found = self._about(f"{revision}^{{commit}}")
        if found is None:
            shallow = "; the clone is shallow, expected one with the whole history" if self._is_shallow() else ""
            raise UsageError(f"there is no revision '{revision}' in the repository {self.folder}{shallow}")
        return found[0]

    def prefix(self) -> str:
        """The path of the folder within its repository, as ``data/``; empty where it is the whole repository."""
        return os.fsdecode(self._run("rev-parse", "--show-prefix").removesuffix(b"\n"))

    def files(self, commit: str, below: str = "") -> dict[str, str]:
        """The files of a commit, or of a folder in it (as ``dev`` or ``data/dev``), by their names there: the number by which git
        knows the content of each."""
        tree = f"{commit}:{below.rstrip('/')}" if below.strip("/") else f"{commit}^{{tree}}"
        found = self._about(tree)
        if found is None or found[1] != "tree":
            return {}
        listed = self._run("ls-tree", "-r", "-z", "--full-tree", found[0])
        files = {}
        for entry in listed.split(b"\0"):
            about, _, name = entry.partition(b"\t")
            # neither links nor submodules
            if about.startswith(b"100"):
                files[os.fsdecode(name)] = about.split()[2].decode("ascii")
        return files

    def file(self, commit: str, path: str) -> str | None:
        """The number of a file of a commit; None for a folder. Raises UsageError: there is no such path."""
        found = self._about(f"{commit}:{path.rstrip('/')}")
        if found is None and path in (listed := self.files(commit)):
            return listed[path]  # its content is not in this clone
        if found is None:
            raise UsageError(f"there is no '{path}' in revision {commit[:10]} of {self.folder}")
        return found[0] if found[1] == "blob" else None

    def contents(self, files: Mapping[str, str], expected: str) -> Iterator[tuple[str, bytes]]:
        """The contents of files, unpacked, by what they are called; all are read at once. ``files``: their numbers. ``expected``:
        what should be there. Raises ReadError: one cannot be read; TooLarge: together they hold more than may be read."""
        left = most_bytes()
        numbers = "".join(f"{number}\n" for number in files.values()).encode("ascii")
        sizes = []
        for shown, about in zip(files, self._run("cat-file", "--batch-check", input=numbers).splitlines(), strict=True):
            told = about.rpartition(b" ")[2]
            if not told.isdigit():
                raise ReadError(shown, 0, INCOMPLETE)
            sizes.append(int(told))
        if sum(sizes) > left:
            raise TooLarge(next(iter(files)) if len(files) == 1 else self.folder, sum(sizes), left)
        answer = self._run("cat-file", "--batch", input=numbers)
        place = 0
        for shown, size in zip(files, sizes, strict=True):
            place = answer.index(b"\n", place) + 1
            data = answer[place : place + size]
            place += size + 1
            if data.startswith(b"version https://git-lfs"):
                reason = "is a pointer of Git LFS, the file itself is not in the repository"
                raise ReadError(shown, 1, f"{reason}; {expected}")
            content = unpacked(data, shown, expected, left)
            left -= len(content)
            yield shown, content

    def _about(self, name: str) -> tuple[str, str] | None:
        """Number and type of an object; None where there is none."""
        if "\0" in name:
            return None
        # git before 2.38 knows no -z; without it a name ends with its line
        options, end = (["-z"], b"\0") if "\n" in name else ([], b"\n")
        answer = self._run("cat-file", "--batch-check", *options, input=os.fsencode(name) + end).decode(
            "utf-8", "replace"
        )
        parts = answer.rstrip("\n").rsplit(" ", 2)
        if len(parts) != 3 or not parts[2].isdigit():
            return None
        return parts[0], parts[1]

    def _run(self, *arguments: str, input: bytes = b"") -> bytes:
        # no variable that is about another repository, or makes git write what nobody asked for
        kept = (name for name in os.environ if name not in _OTHER_REPOSITORY and not name.startswith("GIT_TRACE"))
        environment = {name: os.environ[name] for name in kept} | _QUIET
        try:
            done = subprocess.run(
                ["git", *_SAFE, *arguments],
                cwd=self.folder,
                input=input,
                capture_output=True,
                env=environment,
                check=False,
                creationflags=getattr(
                    subprocess, "CREATE_NO_WINDOW", 0
                ),  # a window would open on Windows for each call
            )
        except FileNotFoundError:
            if not self.folder or not Path(self.folder).is_dir():
                raise UsageError(f"{self.folder}: there is no such folder; expected a git repository") from None
            raise UsageError("git is not installed; expected files or folders instead of revisions") from None
        except (OSError, ValueError) as error:
            raise UsageError(f"{self.folder}: git cannot be run there: {error}") from error
        if done.returncode and b"promisor" in done.stderr:
            raise UsageError(f"{self.folder}: {INCOMPLETE}")
        if done.returncode:
            reason = _first_line(done.stderr) or f"git ended with status {done.returncode}"
            raise UsageError(f"{self.folder}: {reason}; expected a git repository")
        return done.stdout

    def _is_shallow(self) -> bool:
        return self._run("rev-parse", "--is-shallow-repository").strip() == b"true"


def _first_line(text: bytes) -> str:
    lines = text.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else ""


_REVISION = re.compile(r"([^:]+):(.*)", re.DOTALL)


@dataclass(frozen=True, eq=False)
class Read:
    """A version that was read. ``name``: what it is called. ``told``: which it is, where the name alone does not say it.

    ``files``: the names of its files within the folder or the repository; ``starts``: the first sentence of each. ``ids``: of its
    sentences as files have them. ``links``: the address of a line of a file, with ``{file}`` and ``{line}``; empty for none.
    """

    name: str
    treebank: AnyTreebank
    files: Sequence[str]
    starts: Sequence[int]
    ids: Ids
    told: str = ""
    links: str = ""

    @classmethod
    def of(cls, name: str, parts: Sequence[tuple[str, AnyTreebank]], told: str = "") -> Read:
        """Files of one kind as one treebank. Raises ReadError: they are of different kinds."""
        from treecompare.readers.ppche import as_it_stands

        files = [file for file, _ in parts]
        # what is no text of a sentence changes, too: lemmas in words, codes, empty categories
        treebanks = [as_it_stands(one) if isinstance(one, Treebank) else one for _, one in parts]
        for file, treebank in parts:
            if treebank.kind != treebanks[0].kind:
                raise ReadError(
                    file, 0, f"holds {treebank.kind}, {files[0]} {treebanks[0].kind}; expected files of one kind"
                )
        starts = list(accumulate((one.count for one in treebanks[:-1]), initial=0))
        whole = treebanks[0] if len(parts) == 1 else joined(name, name, files, treebanks)
        ids = [one for treebank in treebanks for one in treebank.ids or [None] * treebank.count]
        return cls(name, whole, files, starts, ids, told)

    @property
    def remarks(self) -> str:
        """What a reader must know of it: which version it is, and what of it is not compared."""
        columns = self.treebank.further_columns
        said = [self.told, f"not compared: {', '.join(columns)}" if columns else ""]
        if problems := self.treebank.problems.values():
            line = min(one.line for one in problems)
            said.append(f"{counted(len(problems), 'sentence')} (line {line}) cannot be read, not compared")
        return ", ".join(filter(None, said))

    def file_of(self, sentence: int) -> str:
        """The file of a sentence."""
        return self.files[bisect_right(self.starts, sentence) - 1]

    def line_of(self, sentence: int, number: int = 0) -> int:
        """The line of a sentence in its file, or of one of its words (from 1)."""
        return int(self.treebank.lines[sentence]) + (self.treebank.lines_before(sentence, number) if number else 0)

    def place(self, sentence: int, number: int = 0) -> str:
        """File and line of a sentence, or of one of its words (from 1), ``dev.conllu:48213``."""
        file, line = self.file_of(sentence), str(self.line_of(sentence, number))
        told = f"{file}:{line}"
        if not self.links:
            return told
        return Rich(link(told, self.links.replace("{file}", quote(os.fsencode(file))).replace("{line}", line)))


def read_version(argument: str, format: str | None = None) -> Read:
    """A file, a folder, or ``REVISION:PATH`` in the repository in which one works; a file of that name goes first. Raises
    ReadError, UsageError: it is not there, or cannot be read."""
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


def read_versions(base: str, head: str, repository: str = "", format: str | None = None) -> tuple[Read, Read]:
    """Two versions: files, folders or revisions (:func:`read_version`); with a ``repository`` its treebanks at two revisions, or as
    they stand in its folder now if ``head`` is empty. Raises ReadError, UsageError: one is not there, or cannot be read."""
    if not repository:
        return read_version(base, format), read_version(head, format)
    place = folder_in_repository(repository)
    older = read_revision(repository, base, place, format)
    return older, read_revision(repository, head, place, format) if head else read_working_tree(repository, format)


def read_revision(repository: str, revision: str, path: str = "", format: str | None = None) -> Read:
    """A revision of a repository: a file or a folder of it, or all its treebanks. Raises ReadError, UsageError: it is not there, or
    cannot be read."""
    source = Repository(repository)
    commit = source.commit(revision)
    told = f"revision {revision} is commit {commit[:10]}"
    below = path.rstrip("/")
    if path and (blob := source.file(commit, path)) is not None:
        return Read.of(f"{revision}:{path}", _read_blobs(source, revision, "", {path: blob}, format), told)
    files = source.files(commit, below)
    names = treebanks_among([*files])
    if not names:
        raise UsageError(
            f"revision {revision} of {repository} has no treebanks{f' in {below}' if below else ''}; {EXPECTED}"
        )
    blobs = {name: files[name] for name in names}
    name = f"{revision}:{below}" if below else revision
    parts = _read_blobs(source, revision, f"{below}/" if below else "", blobs, format)
    return Read.of(name, parts, told + _not_compared([*files], names))


def folder_in_repository(folder: str) -> str:
    """The path of a folder within its repository; empty where it is the whole repository. Raises UsageError: there is no
    repository, or no git."""
    return Repository(folder).prefix()


def read_working_tree(repository: str, format: str | None = None) -> Read:
    """The treebanks of a repository as they stand in its folder, with all local changes; as of a revision, no links or submodules.
    Raises ReadError, UsageError: there are none, or they cannot be read."""
    files = _files_below(Path(repository))
    names = treebanks_among(files)
    if not names:
        raise UsageError(f"{repository} has no treebanks in its folder; {EXPECTED}, or a second revision")
    told = f"the files as they stand in {repository}, with what is not committed" + _not_compared(files, names)
    with one_treebank(repository):
        parts = [(name, read_any(str(Path(repository, name)), format)) for name in names]
        return Read.of(f"the working tree of {Path(repository).resolve().name}", parts, told)


def _not_compared(files: Sequence[str], treebanks: Sequence[str]) -> str:
    """Treebanks in folders below that are no part of the one that was chosen (``treebanks_among``)."""
    below = treebanks_among([name for name in files if "/" in name])
    if not below or below == treebanks:
        return ""
    return f", not compared: {counted(len(below), 'file')} in folders below it, as {below[0]}"


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


def _read_blobs(
    source: Repository, revision: str, place: str, files: dict[str, str], format: str | None
) -> list[tuple[str, AnyTreebank]]:
    """Files of a revision, numbers of their contents by their names in the folder ``place``."""
    names = {f"{revision}:{place}{name}": name for name in files}
    parts = []
    for shown, content in source.contents(dict(zip(names, files.values(), strict=True)), EXPECTED):
        data, warnings = as_utf8(content, shown, EXPECTED)
        treebank = read_content(data, shown, format, treebank_name(names[shown]))
        treebank.warnings[:0] = warnings
        parts.append((names[shown], treebank))
    return parts


def _within(path: str, folder: str) -> str:
    try:
        return Path(path).relative_to(folder).as_posix()
    except ValueError:
        return path
