"""What is remembered from one start to the next, whatever keeps it: what was opened, and how it was left."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from treecompare.comparison.files import Files, Versions
from treecompare.jobs.base import Job
from treecompare.writing import file_name

Recent = Files | Versions
"""What was opened: a comparison, what a file of its own opens, or two versions."""
RECENT_LIMIT = 8
KNOWN_LIMIT = 500
LONGEST = 100_000
"""Characters of what is remembered of a job."""


class Remembered:
    """``text``, ``store``: what keeps texts by their keys; one that was never stored is as usual, or empty. ``opened``: is told of
    every comparison that comes to the top of the list."""

    def __init__(
        self,
        text: Callable[..., str],
        store: Callable[[str, str], None],
        opened: Callable[[Recent], object] = lambda _: None,
    ) -> None:
        self.text, self.store, self._opened = text, store, opened

    def begin(self, version: str) -> str:
        """Uses what is remembered as this version of the program; returns a sentence where people should know something of it.

        What a newer version remembers is used as far as it is known here, and the rest of it is kept.
        """
        before = self.text("version")
        if _numbers(before) > _numbers(version):
            if self.text("told_of_version") == before:
                return ""
            self.store("told_of_version", before)
            newer = f"treecompare {before}, newer than this {version}"
            return f"The settings are those of {newer}: what is unknown here stays as it is."
        if before != version:
            self.store("version", version)
        return ""

    def recent(self) -> list[Recent]:
        """What was opened lately, newest first."""
        try:
            return list(map(recent_from, json.loads(self.text("recent") or "[]")))
        except (ValueError, KeyError, TypeError, AttributeError):
            return []

    def add_recent(self, files: Recent) -> None:
        """Puts something to the top of the list."""
        self._opened(files)
        absolute = files.mapped(lambda path: str(Path(path).absolute()))
        kept = [absolute, *(one for one in self.recent() if one.paths != absolute.paths)][:RECENT_LIMIT]
        times = {"\0".join(one.paths): self.opened_at(one) for one in kept}
        times["\0".join(absolute.paths)] = datetime.now()
        dates = {paths: at.isoformat(timespec="minutes") for paths, at in times.items() if at}
        self.store("recent", json.dumps([asdict(one) for one in kept]))
        self.store("recent_dates", json.dumps(dates))

    def forget_recent(self) -> None:
        """Empties the list."""
        for key in ("recent", "recent_dates"):
            self.store(key, "")

    def opened_at(self, files: Recent) -> datetime | None:
        """When something was last opened, or the midnight of that day; None if it is not known."""
        try:
            return datetime.fromisoformat(json.loads(self.text("recent_dates"))["\0".join(files.paths)])
        except (ValueError, KeyError, TypeError):
            return None

    def is_known(self, path: str) -> bool:
        """Whether a comparison file was saved or opened here before."""
        try:
            return _identity(path) in self.text("known").split("|")
        except OSError:
            return False

    def add_known(self, path: str | Path) -> None:
        """A comparison file was saved here, or people have seen what it reads."""
        with suppress(OSError):
            known = dict.fromkeys((_identity(path), *filter(None, self.text("known").split("|"))))
            self.store("known", "|".join([*known][:KNOWN_LIMIT]))

    def leave(self, job: Job, order: str, find: str, place: int) -> None:
        """Keeps how a job is left: in its file where it has one, else here."""
        name = job.name(place) if place >= 0 else ""
        left = {"order": order, "find": find, "place": name, "state": job.state()}
        if not job.remember(job.kind, left):
            del left["find"]  # what belongs to no file is listed as a whole again
            self.store(_key(job), json.dumps(left))

    def left(self, job: Job) -> Mapping[str, Any]:
        """How a job was left; nothing where it is not what was stored."""
        found: Any = job.remembered(job.kind)
        if found is None:
            text = self.text(_key(job))
            try:
                found = json.loads(text) if len(text) <= LONGEST else {}
            except (ValueError, RecursionError):
                return {}
        return found if isinstance(found, dict) and isinstance(found.get("state", {}), dict) else {}


class Nowhere(Remembered):
    """Where nothing is remembered, and nobody is asked."""

    def __init__(self) -> None:
        super().__init__(lambda _key, usual="": usual, lambda _key, _value: None)

    def is_known(self, _path: str) -> bool:
        return True


class Saving:
    """Where a file is written, of one of the ``kinds`` (title, suffix). The kind is remembered, and the folder, another than where
    files are opened. ``filters``: the kinds as dialogs have them."""

    def __init__(
        self, kinds: Sequence[tuple[str, str]], text: Callable[[str], str], store: Callable[[str, str], object]
    ) -> None:
        self._text, self._store = text, store
        self._suffixes = {f"{title} (*.{suffix})": suffix for title, suffix in kinds}
        self.filters = list(self._suffixes)
        self._first = kinds[0][1]

    def proposed(self, name: str, folder: str) -> tuple[str, str]:
        """The path and the kind that are proposed: the name with the suffix of the kind chosen last, in the folder, if there
        is one, or at home where nothing can be written there."""
        last = self._text(f"kind/{self._first}") or self.filters[0]
        if name and not name.endswith(tuple(f".{suffix}" for suffix in self._suffixes.values())):
            name += f".{self._suffixes.get(last, self._first)}"
        folder = folder or self._text("save_folder") or self._text("folder")
        if folder and not os.access(folder, os.W_OK):
            folder = str(Path.home())
        return str(Path(folder) / name) if name else folder, last

    def chosen(self, path: str, kind: str) -> str:
        """What people chose; a name without a suffix gets that of the kind."""
        self._store(f"kind/{self._first}", kind)
        self._store("save_folder", str(Path(path).parent))
        return path if Path(path).suffix else f"{path}.{self._suffixes.get(kind, self._first)}"


def recent_from(stored: dict[str, Any]) -> Recent:
    """Something that was stored as JSON of its fields. Raises TypeError, AttributeError: it is not that."""
    made: Callable[..., Recent] = Versions if "base" in stored else Files
    return made(**{name: _frozen(value) for name, value in stored.items()})


def _frozen(value: Any) -> Any:
    """Lists of JSON as tuples."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _numbers(version: str) -> list[int]:
    """What versions are ordered by."""
    return [int(one) for one in re.findall("[0-9]+", version)]


def _identity(path: str | Path) -> str:
    """Which file it is, wherever it is moved to."""
    stat = Path(path).stat()
    return f"{stat.st_dev}:{stat.st_ino}"


def _key(job: Job) -> str:
    from treecompare.saved.project import digest_of  # what is seen first needs it not yet

    return "/".join(("frame", job.kind, file_name(job.title), *([digest_of(job.paths)] if job.paths else [])))
