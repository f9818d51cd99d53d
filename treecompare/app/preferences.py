"""What is remembered from one start to the next: recent comparisons, the window's state, choices."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

RECENT_LIMIT = 8
KNOWN_LIMIT = 500
SUFFIX = "treecompare"
"""What names of comparison files end in."""


@dataclass(frozen=True)
class Files:
    """The files of a comparison. ``systems``: (name, path); an empty name means the file's own.

    ``golds``: the same sentences in further annotation schemes, (name, path); ``follows``: paths of systems with the number of the
    gold whose scheme they follow, 0 (which need not be said) for ``gold``. ``lattices``, ``segmentations``: one for all
    treebanks, or one for the gold and one for each system. A saved comparison is named by ``gold`` alone: the path of its file.
    """

    gold: str
    systems: tuple[tuple[str, str], ...]
    golds: tuple[tuple[str, str], ...] = ()
    follows: tuple[tuple[str, int], ...] = ()
    lattices: tuple[str, ...] = ()
    segmentations: tuple[str, ...] = ()

    @property
    def treebanks(self) -> list[tuple[str, str]]:
        """All treebanks, (name, path): the golds first."""
        return [("", self.gold), *self.golds, *self.systems]

    @property
    def paths(self) -> list[str]:
        """All files, the gold first."""
        return [*(path for _, path in self.treebanks), *self.lattices, *self.segmentations]

    def follow(self, path: str) -> int:
        """The number of the gold whose scheme a system follows."""
        return dict(self.follows).get(path, 0)

    def mapped(self, change: Callable[[str], str]) -> Files:
        """The same with other paths."""
        return Files(
            change(self.gold),
            tuple((name, change(path)) for name, path in self.systems),
            tuple((name, change(path)) for name, path in self.golds),
            tuple((change(path), gold) for path, gold in self.follows),
            tuple(map(change, self.lattices)),
            tuple(map(change, self.segmentations)),
        )

    @property
    def is_saved(self) -> bool:
        """Whether this is a comparison file."""
        return not self.systems and is_comparison_file(self.gold)


def is_comparison_file(path: str) -> bool:
    """Whether a path is named like a comparison file."""
    return path.lower().endswith(f".{SUFFIX}")


def _settings() -> QSettings:
    # IniFormat on every platform: one file that people can look at, and tests can redirect
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "treecompare", "treecompare")


def recent() -> list[Files]:
    """Comparisons opened lately, newest first."""
    try:
        stored = json.loads(str(_settings().value("recent", "[]")))
        return [Files(**{name: _frozen(value) for name, value in one.items()}) for one in stored]
    except (ValueError, KeyError, TypeError):
        return []


def add_recent(files: Files) -> None:
    """Puts a comparison to the top of the list."""
    absolute = files.mapped(lambda path: str(Path(path).absolute()))
    kept = [absolute, *(one for one in recent() if one.paths != absolute.paths)][:RECENT_LIMIT]
    _settings().setValue("recent", json.dumps([asdict(one) for one in kept]))


def _identity(path: str | Path) -> str:
    """Which file it is, wherever it is moved to."""
    stat = Path(path).stat()
    return f"{stat.st_dev}:{stat.st_ino}"


def is_known(path: str) -> bool:
    """Whether a comparison file was saved or opened here before."""
    try:
        return _identity(path) in texts("known", ())
    except OSError:
        return False


def add_known(path: str | Path) -> None:
    """A comparison file was saved here, or people have seen what it reads."""
    with contextlib.suppress(OSError):
        identity = _identity(path)
        store("known", [identity, *(one for one in texts("known", ()) if one != identity)][:KNOWN_LIMIT])


def _frozen(value: Any) -> Any:
    """Lists of JSON as tuples."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def forget_recent() -> None:
    """Empties the list."""
    _settings().remove("recent")


def text(key: str, default: str = "") -> str:
    """A remembered text."""
    return str(_settings().value(key, default))


def number(key: str, default: int) -> int:
    """A remembered number."""
    try:
        return int(str(_settings().value(key, default)))
    except ValueError:
        return default


def texts(key: str, default: Sequence[str]) -> list[str]:
    """A remembered list of texts."""
    stored = str(_settings().value(key, ""))
    return stored.split("|") if stored else list(default)


def state(key: str) -> QByteArray:
    """Remembered geometry or layout; empty if there is none."""
    value = _settings().value(key)
    return value if isinstance(value, QByteArray) else QByteArray()


def store(key: str, value: str | int | QByteArray | Sequence[str]) -> None:
    """Remembers a value."""
    if not isinstance(value, (str, int, QByteArray)):
        value = "|".join(value)
    _settings().setValue(key, value)
