"""One piece of a batch: all systems on a treebank, scored as ``score`` does it, wherever there is the program and the files."""

from __future__ import annotations

import platform
import time
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from treecompare import __version__
from treecompare.comparison.answered import CONSENSUS, is_made
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.files import Files, check_any_sentence, open_files, opened
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.errors import TreecompareError
from treecompare.measures import measure
from treecompare.reading import exists
from treecompare.saved.files import glance, look_at
from treecompare.scores.ranks import ranks
from treecompare.scores.set_notes import set_note

Key = tuple[str, str]  # treebank, preparation
Entry = tuple[str, str, str]  # treebank, system, preparation
Systems = tuple[tuple[str, str], ...]


class Planned(NamedTuple):
    """A treebank under a preparation. ``systems``: (name, path), empty where there is no such file."""

    treebank: str
    preparation: str
    gold: str
    systems: Systems

    @property
    def key(self) -> Key:
        """What tells it from others of its batch."""
        return self[:2]

    @property
    def there(self) -> Systems:
        """The systems that have a file."""
        return tuple(one for one in self.systems if one[1])


@dataclass(frozen=True)
class Job:
    """What is to be scored. ``measures``: keys, of which those count that apply. ``errors``: whether errors are kept by type.
    ``encodings``: of files that are not UTF-8, by path. ``version``: of the program that asks."""

    entry: Planned
    settings: Settings
    measures: tuple[str, ...]
    errors: bool = True
    encodings: tuple[tuple[str, str], ...] = ()
    version: str = __version__

    @property
    def recipe(self) -> str:
        """What its result depends on besides what is in its files."""
        return repr((self.entry, self.settings, self.measures, self.errors, self.version, *self.encodings))

    @property
    def files(self) -> list[str]:
        """The files that its result depends on: the gold, those of systems, those of settings."""
        named = (getattr(self.settings, name) for name, one in SETTINGS.items() if one.is_file)
        of_settings = (one for one in named if isinstance(one, str) and exists(one))
        return [self.entry.gold, *(path for _, path in self.entry.there), *of_settings]


class FileState(NamedTuple):
    """A file as it was scored; size, checksum and date as :func:`treecompare.saved.files.look_at` has them."""

    path: str
    size: int
    sha256: str
    date: int

    @classmethod
    def of(cls, path: str) -> FileState:
        """A file as it is; of one that cannot be read nothing is known, reading it says why."""
        try:
            return cls(path, *look_at(path))
        except (OSError, TreecompareError):
            return cls(path, -1, "", 0)

    def has_changed(self) -> bool:
        """Whether it does not hold any more what was scored, or cannot be read."""
        try:
            return glance(self.path) != (self.size, self.date) and FileState.of(self.path).sha256 != self.sha256
        except (OSError, TreecompareError):
            return True


class Fact(NamedTuple):
    """A system under a measure: its pooled figure, on so many ``sentences``. ``rank``: none where it rests on others, or there is
    no figure; ``is_undefined``: for a column that is left blank."""

    measure: str
    system: str
    numerator: float
    denominator: float
    rank: float | None
    coverage: float
    sentences: int
    is_undefined: bool
    signature: str

    @property
    def score(self) -> float:
        """The figure; NaN where there is none."""
        return self.numerator / self.denominator if self.denominator else float("nan")


class Errors(NamedTuple):
    """The errors of a treebank. ``rows``: how many sentences of the gold each row of its table has. Of each system ``unseen``: the
    rows in which none were looked for; ``found``: by type, the row of each."""

    rows: list[int]
    unseen: dict[str, list[int]]
    found: dict[str, dict[str, list[int]]]

    def seen(self, system: str) -> dict[tuple[int, int], int]:
        """Where errors of a system were looked for: the sentences of the gold in a row, from and to, and its number."""
        unseen, of = {*self.unseen.get(system, ())}, zip(self.rows, accumulate(self.rows), strict=True)
        return {(end - number, end): row for row, (number, end) in enumerate(of) if number > 0 and row not in unseen}


class Result(NamedTuple):
    """What came of a job. ``failed``: systems that are not scored, and why. ``notes``: (measure, text), what is to be known of the
    sentences; ``warnings``: (system, text), also why sentences are not scored. ``when``: seconds since 1970, at the end."""

    key: Key
    recipe: str
    files: tuple[FileState, ...]
    failed: dict[str, str]
    facts: tuple[Fact, ...] = ()
    notes: Systems = ()
    warnings: Systems = ()
    seconds: float = 0.0
    when: float = 0.0
    machine: str = ""
    errors: Errors | None = None

    @property
    def gold(self) -> str:
        """What tells its gold from another one."""
        return self.files[0].sha256 if self.files else ""


def done(job: Job) -> Result:
    """Scores; what cannot be scored is told in the result. Where a system cannot be read the others are scored without it."""
    start, files = time.perf_counter(), tuple(map(FileState.of, job.files))
    found, failed = _found(job, job.entry.there)
    took = {"seconds": time.perf_counter() - start, "when": time.time(), "machine": platform.node()}
    return Result(job.entry.key, job.recipe, files, failed, **found | took)


def _found(job: Job, systems: Systems) -> tuple[dict[str, Any], dict[str, str]]:
    """What there is of the systems, and of which there is nothing, with why."""
    try:
        return _scored(job, systems), {}
    except Exception as error:  # the others are scored all the same, and it is told
        alone = [one for one in systems if not one[1].startswith(CONSENSUS)]  # which is made of the others
        failed = {one[0]: why for one in alone if len(systems) > 1 and (why := _fault(job, one))}
        blamed = [one for one in systems if one not in alone] or systems
        failed = failed or {name: _why(error, path) for name, path in blamed}
    rest = tuple(one for one in systems if one[0] not in failed)
    found, more = _found(job, rest) if rest else ({}, {})
    return found, failed | more


def _fault(job: Job, system: tuple[str, str]) -> str:
    try:
        _opened(job, (system,))
    except Exception as error:  # told as what it is
        return _why(error, system[1])
    return ""


def _why(error: Exception, path: str) -> str:
    if isinstance(error, TreecompareError):
        return str(error)
    if isinstance(error, MemoryError):
        return f"{path}: there is not enough memory to score it"
    path = getattr(error, "filename", None) or path
    return f"{path}: {getattr(error, 'strerror', '') or f'a fault of the program: {type(error).__name__}: {error}'}"


def _opened(job: Job, systems: Systems) -> Comparison:
    if job.version != __version__:
        expected = f"expected {job.version} as where the batch was started"
        raise TreecompareError(f"the worker has version {__version__}, {expected}")
    files = Files(job.entry.gold, systems, gold_name=job.entry.treebank, encodings=job.encodings)
    found = opened(open_files(files, job.settings))
    for path, treebank in found.treebanks.items():
        if not is_made(path):
            check_any_sentence(treebank)
    return found.comparison


def _scored(job: Job, systems: Systems) -> dict[str, Any]:
    comparison = score(_opened(job, systems), 1)
    measures = comparison.applying([measure(key) for key in job.measures])
    comparison.count_on_demand([one.part for one in measures])
    table, facts = comparison.table, list[Fact]()
    for one in measures:
        among, [scores] = table.averaged(one.key, ["pooled"])
        compared, undefined = table.compared(one.key), table.undefined(one.part)
        of_rank = ranks(np.where(compared, scores, np.nan), one.higher_is_better).tolist()
        for system, name in enumerate(table.systems):
            rows, ratio, rank = table.rows(system, one.key), table.ratio(system, one.key), of_rank[system]
            over, under = ratio.numerator[rows].sum().item(), ratio.denominator[rows].sum().item()
            on = table.coverage(system), scores[system].sentences, system in undefined
            signature = table.signature(one.key, "pooled", system, found=among)
            facts.append(Fact(one.key, name, over, under, rank if rank == rank else None, *on, signature))
    texts = list(map(comparison.names().told, comparison.warnings))
    for system, name in enumerate(table.systems):
        told = comparison.names(system).told
        texts += [f"{name}: {number:,} not scored: {told(why)}" for why, number in table.reasons(system).items()]
    of = [next((name for name in table.systems if text.startswith(f"{name}: ")), "") for text in texts]
    return {
        "facts": tuple(facts),
        "notes": tuple((one.key, note) for one in measures if (note := set_note(table, [one.key]))),
        "warnings": tuple(zip(of, texts, strict=True)),
        "errors": _errors(comparison) if job.errors and comparison.error_types else None,
    }


def _errors(comparison: Comparison) -> Errors:
    table, unseen, found = comparison.table, dict[str, list[int]](), dict[str, dict[str, list[int]]]()
    for system, name in enumerate(table.systems):
        errors = comparison.errors(system)
        is_blank = any(system in table.undefined(measure(one.measure).part) for one in comparison.error_costs)
        looked = errors.analysed & table.scored(system) & (not is_blank)
        unseen[name] = np.flatnonzero(~looked).tolist()
        for one in comparison.error_types:
            of = np.where(looked, errors.per_sentence(one.among(errors)), 0)
            found.setdefault(name, {})[one.title] = np.repeat(np.arange(len(of)), of).tolist()
    return Errors(table.gold_counts.tolist(), unseen, found)
