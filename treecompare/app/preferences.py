"""What is remembered from one start to the next: recent comparisons, the window's state, choices."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

RECENT_LIMIT = 8
SUFFIX = "treecompare"
"""What names of comparison files end in."""


@dataclass(frozen=True)
class Files:
    """The files of a comparison. ``systems``: (name, path); an empty name means the file's own.

    A saved comparison is named by ``gold`` alone: the path of its file.
    """

    gold: str
    systems: tuple[tuple[str, str], ...]

    @property
    def paths(self) -> list[str]:
        """All of them, the gold first."""
        return [self.gold, *(path for _, path in self.systems)]

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
        return [Files(one["gold"], tuple((name, path) for name, path in one["systems"])) for one in stored]
    except (ValueError, KeyError, TypeError):
        return []


def add_recent(files: Files) -> None:
    """Puts a comparison to the top of the list."""
    absolute = Files(
        str(Path(files.gold).absolute()), tuple((name, str(Path(path).absolute())) for name, path in files.systems)
    )
    kept = [absolute, *(one for one in recent() if one.paths != absolute.paths)][:RECENT_LIMIT]
    _settings().setValue("recent", json.dumps([{"gold": one.gold, "systems": one.systems} for one in kept]))


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
