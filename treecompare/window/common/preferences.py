"""What is remembered from one start to the next: recent comparisons, the window's state, choices."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from treecompare.comparison.files import Files, Versions
from treecompare.jobs.wanted import Recent

RECENT_LIMIT = 8
KNOWN_LIMIT = 500


def _settings() -> QSettings:
    # IniFormat on every platform: one file that people can look at, and tests can redirect
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "treecompare", "treecompare")


def folder() -> Path:
    """The folder in which all of this is kept."""
    return Path(_settings().fileName()).parent


def begin(version: str) -> str:
    """Uses what is remembered from now on, as this version of the program; returns a sentence where people should know something of
    it, else an empty text.

    What a newer version remembers is used as far as it is known here, and the rest of it is kept.
    """
    settings, before = _settings(), text("version")
    if not settings.isWritable():
        return (
            f"Settings, recent files and the layout are not kept: {folder()} cannot be written to; "
            "expected a home folder of your own"
        )
    if _numbers(before) > _numbers(version):
        if text("told_of_version") == before:
            return ""
        store("told_of_version", before)
        return f"The settings are those of treecompare {before}, newer than this {version}: what is unknown here stays as it is."
    if before != version:
        store("version", version)
    return ""


def _numbers(version: str) -> list[int]:
    """What versions are ordered by."""
    return [int(one) for one in re.findall("[0-9]+", version)]


def recent() -> list[Recent]:
    """What was opened lately, newest first."""
    try:
        stored = json.loads(str(_settings().value("recent", "[]")))
        return list(map(recent_from, stored))
    except (ValueError, KeyError, TypeError, AttributeError):
        return []


def recent_from(stored: dict[str, Any]) -> Recent:
    """Something that was stored as JSON of its fields. Raises TypeError, AttributeError: it is not that."""
    made: Callable[..., Recent] = Versions if "base" in stored else Files
    return made(**{name: _frozen(value) for name, value in stored.items()})


def add_recent(files: Recent) -> None:
    """Puts something to the top of the list."""
    absolute = files.mapped(lambda path: str(Path(path).absolute()))
    kept = [absolute, *(one for one in recent() if one.paths != absolute.paths)][:RECENT_LIMIT]
    _settings().setValue("recent", json.dumps([asdict(one) for one in kept]))
    times = {"\0".join(one.paths): opened_at(one) for one in kept} | {"\0".join(absolute.paths): datetime.now()}
    stored = {paths: at.isoformat(timespec="minutes") for paths, at in times.items() if at}
    _settings().setValue("recent_dates", json.dumps(stored))


def opened_at(files: Recent) -> datetime | None:
    """When something was last opened, or the midnight of that day; None if it is not known."""
    try:
        return datetime.fromisoformat(json.loads(text("recent_dates", "{}"))["\0".join(files.paths)])
    except (ValueError, KeyError, TypeError):
        return None


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
    for key in ("recent", "recent_dates"):
        _settings().remove(key)


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
