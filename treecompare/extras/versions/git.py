"""Files of a revision of a git repository, read without checking anything out.

Repositories may be strangers': nothing of their configuration is run (hooks, monitors, filters, text conversion, pagers, fetching
what a partial clone lacks). Only ``git cat-file``, ``git ls-tree`` and ``git rev-parse`` are called,
names are handed over on standard input.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from treecompare.errors import ReadError, TooLarge, UsageError
from treecompare.reading import most_bytes, unpacked

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
