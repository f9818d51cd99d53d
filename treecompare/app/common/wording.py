"""Texts that depend on numbers, on each other, on the direction of a script, or on the keys that a system has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime
from unicodedata import bidirectional

from PySide6.QtGui import QKeySequence

LEFT_TO_RIGHT, ISOLATE, RIGHT_TO_LEFT, POP = "\u200e", "\u2066", "\u2067", "\u2069"
"""The latter begin parts of a text of their own, from left and from right, and end them."""
NO_BREAK = "\u00a0"
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
LONGEST_TAB = 48
"""Letters of a title on a tab; of a longer one the beginning."""


def number_of(number: int, one: str, several: str) -> str:
    """``1 sentence``, ``2,001 sentences``."""
    return f"{number:,} {one if number == 1 else several}"


def key_named(key: str) -> str:
    """A key as the system writes it: ``Ctrl+K`` is ⌘K on macOS."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def no_match(filters: Sequence[str] = ()) -> str:
    """What stands where a sentence is shown as long as the filter hides all of them; in the list what the filter asks for, too."""
    return f"No sentence matches the filter:\n{', '.join(filters)}" if filters else "No sentence matches the filter."


SHOW_ALL = "Clear filter"
"""The way out of that."""
FILTER_LIFTED = "All sentences are shown again; . (full stop) filters as before."
"""What is told then: the way back."""


TAKE_AWAY = "Ctrl+click on another figure takes its sentences away."
"""What can be done with sentences that a figure stands for; short enough for the foot of the left column."""
REPLACED = "These replace the others; Ctrl+click takes them away."
"""After a click on another figure."""


def unbroken(text: str) -> str:
    """A line that may be broken, but not between a number and the word that it belongs to: ``E 1``, ``3 deleted``."""
    return re.sub(r"(?<=\d) (?=\w)|(?<=\w) (?=\d)", NO_BREAK, text)


def short_titles(titles: Sequence[str]) -> list[str]:
    """What fits on a tab: a title up to its first comma or parenthesis; more of it where two would be the same.

    Words that all titles begin with are left out.
    """
    words = [title.split(" ") for title in titles]
    same = next((place for place, column in enumerate(zip(*words, strict=False)) if len(set(column)) > 1), 0)
    titles = [" ".join(one[same:]) for one in words] if len(titles) > 1 else titles
    begun = [title.split(" (")[0].split(",")[0] for title in titles]
    short = [title.split(" (")[0] if begun.count(one) > 1 else one for title, one in zip(titles, begun, strict=True)]
    return [one if len(one) < LONGEST_TAB else one[: LONGEST_TAB - 2] + "…" for one in short]


def short_names(gold: str, systems: Sequence[str]) -> list[str]:
    """The names of systems without the parts that all of them begin with: ``dev.a`` and ``dev.b`` are a and b. A single one is
    told from the gold."""
    names = list(systems) if len(systems) > 1 else [gold, *systems]
    least, greatest = min(names), max(names)  # what these two begin with is what all begin with
    same = next((place for place, (one, other) in enumerate(zip(least, greatest, strict=False)) if one != other), None)
    shared = least[:same]
    cut = max(shared.rfind(sign) for sign in "._-") + 1
    is_left = all(name[cut:] for name in names) and len(set(names)) == len(names)
    return [name[cut:] for name in systems] if cut and is_left else list(systems)


def names_in_corners(gold: str, systems: Sequence[str], system: int, is_gold: bool) -> tuple[str, str]:
    """What stands in the corners of a drawing: GOLD and the short name of a system, or both names where neither is gold."""
    if is_gold:
        return "GOLD", short_names(gold, systems)[system]
    first, second = short_names("", [gold, systems[system]])
    return first, second


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


def left_to_right(text: str) -> str:
    """A text that begins at the left although words in it may come from right to left: ``2 שלום``."""
    return LEFT_TO_RIGHT + text if _has_right_to_left(text) else text


def kept_apart(segments: str) -> str:
    """Segments (``form/tag``, separated by blanks) of a script from right to left, each with its marks at its own place."""
    if not _has_right_to_left(segments):
        return segments
    return LEFT_TO_RIGHT + " ".join(f"{ISOLATE}{one}{POP}" for one in segments.split(" "))


def begins_at_the_right(text: str) -> bool:
    """Whether a text is read from right to left: its first letter is."""
    if text.isascii():
        return False
    return next((kind for letter in text if (kind := bidirectional(letter)) in ("L", "R", "AL")), "L") != "L"


def _has_right_to_left(text: str) -> bool:
    return any(bidirectional(letter) in ("R", "AL") for letter in text)


def in_two_lines(title: str) -> str:
    """A title as a narrow head of a column."""
    first, comma, rest = title.partition(", ")
    return f"{first}\n{rest}" if comma else title.replace(" ", "\n", 1)
