"""What is remembered from one start to the next: recent comparisons, the window's state, choices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from treecompare.jobs.remembered import Remembered


def _settings() -> QSettings:
    # IniFormat on every platform: one file that people can look at, and tests can redirect
    return QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "treecompare", "treecompare")


def folder() -> Path:
    """The folder in which all of this is kept."""
    return Path(_settings().fileName()).parent


def text(key: str, default: str = "") -> str:
    """A remembered text."""
    return str(_settings().value(key, default))


def number(key: str, default: int) -> int:
    """A remembered number."""
    try:
        return int(text(key, str(default)))
    except ValueError:
        return default


def texts(key: str, default: Sequence[str]) -> list[str]:
    """A remembered list of texts."""
    stored = text(key)
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


remembered = Remembered(text, store)
recent, add_recent, forget_recent = remembered.recent, remembered.add_recent, remembered.forget_recent
opened_at, is_known, add_known = remembered.opened_at, remembered.is_known, remembered.add_known


def begin(version: str) -> str:
    """Uses what is remembered from now on, as this version of the program; returns a sentence where people should know something of
    it, else an empty text."""
    if _settings().isWritable():
        return remembered.begin(version)
    return (
        f"Settings, recent files and the layout are not kept: {folder()} cannot be written to; "
        "expected a home folder of your own"
    )
