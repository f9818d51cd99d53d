"""What people open: which job opens files, a comparison file, two versions or what an extra opens; what was opened lately."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from treecompare import resources
from treecompare.comparison.answered import file_of
from treecompare.comparison.files import Files, Versions, is_comparison_file
from treecompare.comparison.roles import added, guess, has_own_golds, names_treebank, sample_files
from treecompare.errors import ReadError
from treecompare.folders import meant_by, natural, standing_for, stands_for_others
from treecompare.jobs.base import Doing, Job, Opening
from treecompare.jobs.finding import Entry
from treecompare.jobs.help import commands_on, help_pages
from treecompare.jobs.remembered import Recent, Remembered
from treecompare.reading import exists
from treecompare.registry import EXTRAS, all_of, check, is_here, need
from treecompare.registry import missing as missing_extra

if TYPE_CHECKING:
    from treecompare.comparison.base import AnyTreebank
    from treecompare.comparison.settings import Settings

OF_THEIR_OWN = tuple(key for keys in EXTRAS.values() for key in keys if key.startswith("."))
"""Ends of names of files that are no treebanks and no comparison files: results of a batch, lessons."""
MOST_FOUND = 2_000
"""No more files are looked for."""
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def opening_of(
    wanted: Files | Versions,
    memory: Remembered | None = None,
    known: Mapping[str, AnyTreebank] | None = None,
    settings: Settings | None = None,
) -> tuple[Opening, str]:
    """What makes the job, and what is said meanwhile. ``memory``: what is remembered of all comparisons; ``known``: treebanks that
    are read already, by path; ``settings``: of a comparison that is made now; None: as usual.

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
                make = opening(wanted, settings, OverviewJob, memory, dict(known or {}))
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


def is_in_own_folder() -> bool:
    """Whether the program was started in its own folder, or in that of the system, where menus and icons start it."""
    with suppress(OSError, RuntimeError):  # there is no such folder any more; nobody knows a home
        here, system = Path.cwd(), Path(os.environ.get("SYSTEMROOT", "/"), "System32")
        own = resources.path("help").parents[1], Path(sys.executable).parent, system
        return bool(Path.home()) and (here == here.parent or here in own)
    return False


def meant(paths: list[str], inside: Mapping[str, list[str]], can_add: bool) -> tuple[str, Any]:
    """What people want who name files: ``open``, and what; ``add``, to what is open, files whose names are clear or paths; ``ask``,
    and paths. ``inside``: the files of each folder and pattern; ``can_add``: something is open to which files can be added."""
    alone = [path for path in paths if is_comparison_file(path) or opens_alone(path)]
    files = Files(alone[0], ()) if alone else guess(paths)
    if files is not None:
        return "open", files
    if can_add and not has_own_golds(paths):
        is_clear = all(names_treebank(one) for path in paths for one in inside.get(path, [path]))
        return "add", added(paths) if is_clear else paths
    return "ask", paths


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


# -- what is shipped -------------------------------------------------------------------------------------------------------------

RECENT, SAMPLES, LESSONS, HELP = "Recent files", "Samples", "Lessons", "Help"
"""Headings of the palette."""


class Card(NamedTuple):
    """What one can do, on the start page: with a ``sample``, and with files of one's own by a ``command``, which ``own`` says; both
    by their keys. ``picture``: the sample whose drawing it has; ``why_not``: why it cannot be done here."""

    title: str
    about: str
    size: str
    sample: str
    command: str
    picture: str = ""
    own: str = "My files…"
    why_not: str = ""


def cards() -> list[Card]:
    """Those of the start page."""
    lessons = f"{len(resources.walk_files())} lessons, step by step"
    found = (
        Card(
            "Compare parsers with a gold", "Which errors does each make, where do measures disagree, and why?",
            "80 sentences, 3 parsers", "first-comparison", "open", "first-comparison",
        ),
        Card(
            "Decide between annotators", "Step through the differences, choose, write the result.",
            "Dependencies, 2 analyses", "two-annotators", "two-annotators", "two-annotators",
        ),
        Card(
            "Two versions of a treebank", "Which rules were applied, what was left over?",
            "Dependencies, 2 versions", "two-versions", "two-versions", "two-versions",
        ),
        Card(
            "Teach a measure", "Change the tree, watch the number; F5 presents.",
            lessons, "attachment", "from-text", "worked-examples-emms", "From text…",
        ),
    )  # fmt: skip
    needed = {"two-versions": "diff", "attachment": ".toml"}
    keys = [needed.get(one.sample, one.sample) for one in found]
    return [
        one if is_here(key) else one._replace(why_not=f"{missing_extra(key)}.")
        for one, key in zip(found, keys, strict=True)
    ]


def sample(key: str) -> Recent | None:
    """A shipped comparison, two versions of a treebank, or a lesson; None where there is none that is called so."""
    found: list[Recent] = [sample_files(one) for one in resources.samples() if one.key == key]
    found += [Versions(one.gold, one.systems[0]) for one in resources.versions_samples() if one.key == key]
    found += [Files(str(one.path), ()) for one in resources.walk_files() if one.key == key]
    return found[0] if found else None


def offers(recent: list[Recent], opens: Callable[[Any], object], shows: Callable[[str], object]) -> list[Entry]:
    """What the palette has to open, and to read. ``shows``: a page of the help."""
    found = [
        Entry(name, describe(one), partial(opens, one), group=RECENT, replaces=True)
        for name, one in zip(titles(recent), recent, strict=True)
    ]
    lessons = resources.walk_files() if ".toml" in all_of("jobs") else ()
    samples = [one for one in (*resources.samples(), *resources.versions_samples()) if is_here(one.key)]
    shipped = [(SAMPLES, one.key, one.title, one.about) for one in samples]
    called = {one.sample: f"{one.title} {one.about}".casefold() for one in cards()}
    for group, key, title, about in (*shipped, *((LESSONS, one.key, one.title, one.about) for one in lessons)):
        run = partial(opens, sample(key))
        found.append(Entry(title, about, run, group=group, synonyms=called.get(key, ""), replaces=True))
    for page, title in help_pages().items():
        found.append(Entry(title, "", partial(shows, page), group=HELP, synonyms=" ".join(commands_on(page))))
    return found
