"""What people open: which job opens files, a comparison file, two versions or what an extra opens; what was opened lately."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treecompare.comparison.answered import file_of
from treecompare.comparison.files import Files, Versions
from treecompare.errors import ReadError
from treecompare.folders import meant_by, natural, standing_for, stands_for_others
from treecompare.jobs.base import Doing, Job, Opening
from treecompare.reading import exists
from treecompare.registry import EXTRAS, check, need

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank
    from treecompare.jobs.keeping import Memory

OF_THEIR_OWN = tuple(key for keys in EXTRAS.values() for key in keys if key.startswith("."))
"""Ends of names of files that are no treebanks and no comparison files: results of a batch, lessons."""
MOST_FOUND = 2_000
"""No more files are looked for."""
Recent = Files | Versions
"""What was opened: a comparison, what a file of its own opens, or two versions."""
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def opening_of(
    wanted: Files | Versions, memory: Memory | None = None, known: Mapping[str, AnyTreebank] | None = None
) -> tuple[Opening, str]:
    """What makes the job, and what is said meanwhile. ``memory``: what is remembered of all comparisons; ``known``: treebanks that
    are read already, by path.

    Raises UsageError: it belongs to an extra that is not installed.
    """
    path = Path(wanted.gold) if isinstance(wanted, Files) else Path()
    key = "diff" if isinstance(wanted, Versions) else "" if wanted.systems or wanted.is_saved else path.suffix
    check(key)

    def made(cancel: Any, tell: Callable[[Doing], object]) -> Job | None:
        """What is needed is imported here, too: it takes as long as a file."""
        if key:
            make = need("jobs", key)(wanted if isinstance(wanted, Versions) else wanted.gold)
        else:
            from treecompare.jobs.opening import opening, opening_saved
            from treecompare.jobs.overview import OverviewJob

            assert isinstance(wanted, Files)
            if wanted.is_saved:
                make = opening_saved(wanted.gold, OverviewJob, memory)
            else:
                make = opening(wanted, overview=OverviewJob, memory=memory, known=dict(known or {}))
        found: Job | None = make(cancel, tell)
        return found

    return made, "Two versions" if key == "diff" else f"Opening {path.name}"


def looked_for(paths: Sequence[str], found: list[str], inside: dict[str, list[str]]) -> Generator[int, None, None]:
    """Looks for what paths stand for, and says how many files are found so far; at most MOST_FOUND are.

    ``found`` gets them: one that stands for nothing itself, to be told of, and so a folder that looks like one treebank. ``inside``
    gets the files of each folder and pattern.
    """
    for path in paths:
        before = len(found)
        try:
            for one in standing_for(path):
                if one is not None:
                    found.append(one)
                if len(found) >= MOST_FOUND:
                    break
                yield len(found)
        except ReadError:
            del found[before:]  # is told when it is read
        if stands_for_others(path):
            inside[path] = sorted(found[before:], key=natural)
        found[before:] = meant_by(path, found[before:])
        if len(found) >= MOST_FOUND:
            return


def is_whole(wanted: Files | Versions) -> bool:
    """Whether it says all that is needed; a gold alone does not."""
    return isinstance(wanted, Versions) or bool(wanted.systems) or wanted.is_saved or opens_alone(wanted.gold)


def opens_alone(path: str) -> bool:
    """Whether an extra opens that file as a job of its own, whether it is installed or not."""
    return path.endswith(OF_THEIR_OWN)


# -- what was opened lately ------------------------------------------------------------------------------------------------------


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
