"""One piece of a batch: a system on a treebank under a preparation. It runs wherever there is the program and the files."""

from __future__ import annotations

import platform
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare import __version__
from treecompare.comparison.answered import is_made
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import SETTINGS, Settings
from treecompare.comparison.treebank_files import check_any_sentence
from treecompare.errors import TreecompareError
from treecompare.measures import measure
from treecompare.reading import exists
from treecompare.saved.files import glance, look_at

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison

Numbers = NDArray[Any]
_kept = threading.local()
"""The gold that was read last: the next system is mostly one on the same treebank."""


@dataclass(frozen=True)
class Job:
    """What is to be scored. ``measures``: keys, of which those count that apply. ``errors``: whether errors are counted by type.

    ``version``: of the program that asks. ``encodings``: of files that are not UTF-8, by path.
    """

    treebank: str
    system: str
    preparation: str
    gold: str
    path: str
    settings: Settings
    measures: tuple[str, ...]
    errors: bool = True
    version: str = __version__
    encodings: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from others of its batch."""
        return self.treebank, self.system, self.preparation

    @property
    def recipe(self) -> str:
        """What its result depends on besides its files."""
        return repr((self.settings, self.measures, self.errors, self.version, *self.encodings))

    @property
    def files(self) -> list[str]:
        """The files that its result depends on: the gold, the system's, those of settings."""
        named = (getattr(self.settings, name) for name, one in SETTINGS.items() if one.is_file)
        return [self.gold, self.path, *(one for one in named if isinstance(one, str) and exists(one))]


@dataclass(frozen=True)
class FileState:
    """A file as it was scored; size, checksum and date as :func:`treecompare.saved.files.look_at` has them."""

    path: str
    size: int
    sha256: str
    date: int


@dataclass(frozen=True)
class Measured:
    """A measure, per row: numerators and denominators (0/0 where undefined), and where it exists. ``signature``: of the pooled
    figure; ``undefined``: why there is none in all of the file, for a blank column."""

    signature: str
    numerators: Numbers
    denominators: Numbers
    exist: NDArray[np.bool_]
    undefined: str = ""


@dataclass(frozen=True)
class Result:
    """What came of a job, per row of its table.

    ``failure``: why nothing did; empty where it was scored, and all else is empty otherwise. ``gold_counts``: gold sentences in
    each row; ``asked``: whether it could be scored; ``scored``: whether it is, or counts as zero, which ``zeroed`` tells.
    ``lengths``: words.
    ``on``: whether figures of several systems rest on what all have, or each one's own.
    ``reasons``: how many rows are not scored for what. ``errors``: how many of each type, by its title; -1 in rows in which none
    were looked for. ``warnings``: what readers and pairing had to say. ``seconds``: from the first file to the last figure;
    ``when``: seconds since 1970, at the end.
    """

    key: tuple[str, str, str]
    files: tuple[FileState, ...]
    recipe: str
    failure: str = ""
    kind: str = ""
    gold_counts: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    asked: Numbers = field(default_factory=lambda: np.zeros(0, np.bool_))
    scored: Numbers = field(default_factory=lambda: np.zeros(0, np.bool_))
    zeroed: Numbers = field(default_factory=lambda: np.zeros(0, np.bool_))
    lengths: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    ids: Sequence[str] = ()
    measured: Mapping[str, Measured] = field(default_factory=dict)
    on: str = "common"
    reasons: Mapping[str, int] = field(default_factory=dict)
    errors: Mapping[str, Numbers] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0
    when: float = 0.0
    machine: str = ""
    version: str = __version__

    @cached_property
    def gold(self) -> tuple[str, int]:
        """What tells its gold from another one: checksum and number of sentences."""
        return self.files[0].sha256 if self.files else "", int(self.gold_counts.sum())


def version_here() -> str:
    """The version of the program where this runs."""
    return __version__


def done(job: Job) -> Result:
    """Scores; what cannot be scored is a result that says why."""
    start = time.perf_counter()
    files: tuple[FileState, ...] = ()
    found: dict[str, Any] = {}
    try:
        if job.version != __version__:
            raise TreecompareError(
                f"the worker has version {__version__}, expected {job.version} as where the batch was started"
            )
        files = tuple(FileState(path, *look_at(path)) for path in job.files)
        found = _scored(job)
    except TreecompareError as error:
        found = {"failure": str(error)}
    except OSError as error:
        found = {"failure": f"{error.filename or job.path}: {error.strerror or error}"}
    except MemoryError:
        found = {"failure": f"{job.path}: there is not enough memory to score it"}
    except Exception as error:  # the others are scored all the same, and it is told
        found = {"failure": f"{job.path}: a fault of the program: {type(error).__name__}: {error}"}
    return Result(
        job.key,
        files,
        job.recipe,
        seconds=time.perf_counter() - start,
        when=time.time(),
        machine=platform.node(),
        **found,
    )


def _scored(job: Job) -> dict[str, Any]:
    files = Files(job.gold, ((job.system, job.path),), gold_name=job.treebank, encodings=job.encodings)
    of_gold = job.gold, glance(job.gold), dict(job.encodings).get(job.gold)
    kept = getattr(_kept, "gold", None)
    known = {job.gold: kept[1]} if kept is not None and kept[0] == of_gold else {}
    found = opened(open_files(files, job.settings, known=known))
    comparison = found.comparison
    for path, treebank in found.treebanks.items():
        if not is_made(path):
            check_any_sentence(treebank)
    if job.gold in found.treebanks and not is_made(job.gold):
        _kept.gold = of_gold, found.treebanks[job.gold]
    for _ in comparison.run(1):
        pass
    keys = [one.key for one in comparison.applying([measure(key) for key in job.measures])]
    comparison.count_on_demand([measure(key).part for key in keys])
    table = comparison.table
    measured = {}
    for key in keys:
        ratio = table.ratio(0, key)
        measured[key] = Measured(
            table.signature(key, "pooled", 0),
            _small(ratio.numerator),
            _small(ratio.denominator),
            table.exist_under(0, key),
            table.undefined(measure(key).part).get(0, ""),
        )
    return {
        "kind": comparison.kind,
        "gold_counts": _small(table.gold_counts),
        "asked": table.asked(),
        "scored": table.scored(0),
        "zeroed": table.zeroed[0],
        "lengths": _small(table.lengths),
        "ids": tuple(comparison.ids),
        "measured": measured,
        "on": table.on,
        "reasons": table.reasons(0),
        "errors": _errors(comparison) if job.errors else {},
        "warnings": tuple(map(comparison.names().told, comparison.warnings)),
    }


def _errors(comparison: Comparison) -> dict[str, Numbers]:
    if not comparison.error_types:
        return {}
    errors, table = comparison.errors(0), comparison.table
    looked = errors.analysed & (not any(table.undefined(measure(one.measure).part) for one in comparison.error_costs))
    return {
        one.title: _small(np.where(looked, errors.per_sentence(one.among(errors)), -1))
        for one in comparison.error_types
    }


def _small(column: Numbers) -> Numbers:
    """The same numbers in as few bytes as hold them; numbers with fractions stay doubles."""
    if not np.issubdtype(column.dtype, np.integer):
        return np.asarray(column, np.float64)
    least, most = (int(column.min()), int(column.max())) if len(column) else (0, 0)
    kinds = (np.int8, np.int16, np.int32, np.int64)
    return column.astype(next(one for one in kinds if np.iinfo(one).min <= least and most <= np.iinfo(one).max))
