"""Texts that depend on the day, on the filter, or on the keys that a system has."""

from __future__ import annotations

from datetime import date, datetime

from PySide6.QtGui import QKeySequence

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def key_named(key: str) -> str:
    """A key as the system writes it: ``Ctrl+K`` is ⌘K on macOS."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


REPLACED = "These replace the others; Ctrl+click takes them away."
"""After a click on another figure."""


def day_said(day: date, today: date) -> str:
    """A day as people say it: ``today``, ``yesterday``, ``12 November``, with the year if it is another one."""
    past = (today - day).days
    if past in (0, 1):
        return ("today", "yesterday")[past]
    return f"{day.day} {MONTHS[day.month - 1]}" + ("" if day.year == today.year else f" {day.year}")


def moment_said(at: datetime, now: datetime) -> str:
    """A day as people say it; of today with the hour: ``today 14:05``. Midnight stands for a day of which no hour is known."""
    hour = f" {at:%H:%M}" if at.date() == now.date() and (at.hour or at.minute) else ""
    return day_said(at.date(), now.date()) + hour
