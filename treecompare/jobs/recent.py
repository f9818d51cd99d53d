"""What was opened lately: what it is called, what tells one from another, when it was."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

from treecompare.comparison.answered import file_of
from treecompare.comparison.files import Files, Versions
from treecompare.jobs.wanted import OF_THEIR_OWN
from treecompare.reading import exists

Recent = Files | Versions
"""What was opened: a comparison, what a file of its own opens, or two versions."""
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def title_of(recent: Recent) -> str:
    """What it is called in lists."""
    if isinstance(recent, Versions):
        newer = recent.head or "the files as they are"
        base, head = (recent.base, newer) if recent.repository else (Path(recent.base).name, Path(newer).name)
        return f"{base} → {head}"
    return Path(recent.gold).name


def describe(recent: Recent) -> str:
    """A line that tells one from another."""
    if isinstance(recent, Versions):
        return f"Two versions — {recent.repository or _near(_folder(recent))}"
    if recent.is_saved:
        return str(_folder(recent))
    if recent.gold.endswith(OF_THEIR_OWN):
        return f"{'Lesson' if recent.gold.endswith('.toml') else 'Batch'} — {_near(_folder(recent))}"
    return f"{_systems(recent)} — {_near(_folder(recent))}"


def _folder(recent: Recent) -> Path:
    if isinstance(recent, Versions):
        return Path(recent.repository or Path(recent.base).parent)
    return Path(recent.gold).parent


def _near(folder: Path) -> Path:
    return Path(folder.parent.name) / folder.name


def _systems(recent: Recent) -> str:
    names = [] if isinstance(recent, Versions) else [name or Path(path).name for name, path in recent.systems]
    return ", ".join(names[:3]) + (f" + {len(names) - 3}" if len(names) > 3 else "")


def titles(recent: list[Recent]) -> list[str]:
    """What they are called; where two are called the same, with as much more as tells them apart: folders, then systems."""
    plain = found = list(map(title_of, recent))
    folders = list(map(_folder, recent))
    for more in (
        [one.name for one in folders],
        [str(_near(one)) for one in folders],
        [": ".join(filter(None, (one.name, _systems(files)))) for one, files in zip(folders, recent, strict=True)],
    ):
        twice = {one for one in found if found.count(one) > 1}
        found = [
            f"{title} – {add}" if one in twice else one for one, title, add in zip(found, plain, more, strict=True)
        ]
    return found


def missing(recent: Recent) -> str:
    """What is not where it was, in a sentence; empty where all is there. Asks the disk, which may take long."""
    paths = [recent.repository] if isinstance(recent, Versions) and recent.repository else recent.paths
    gone = [path for path in map(file_of, filter(None, paths)) if path and not exists(path)]
    if not gone:
        return ""
    more = f" and {len(gone) - 1:,} more" if len(gone) > 1 else ""
    return f"Not there any more: {Path(gone[0]).name}{more}"


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
