"""The shipped samples as jobs: what the window shows of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from tests.app.frame.toy import Toy
from treecompare import resources
from treecompare.comparison.base import Cancel, Comparison, score
from treecompare.comparison.files import Versions, open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.job import DecideJob
from treecompare.extras.annotators.kept import analyses_in, treebanks_in
from treecompare.extras.versions.job import opening
from treecompare.jobs.base import Job
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.overview import OverviewJob
from treecompare.resources import Sample


def sample(key: str) -> Sample:
    """The one of that name."""
    return next(one for one in (*resources.samples(), *resources.versions_samples()) if one.key == key)


@cache
def compared(key: str) -> Comparison:
    """A sample, scored to its end."""
    return score(opened(open_files(sample_files(sample(key)))).comparison)


def compare(key: str) -> CompareJob:
    """Its sentences."""
    return CompareJob(compared(key), overview=OverviewJob)


def overview(key: str) -> OverviewJob:
    """Its tables."""
    return OverviewJob(compare(key))


def decide() -> DecideJob:
    """Two annotators."""
    found = opened(open_files(sample_files(sample("two-annotators"))))
    named = treebanks_in(found.files, found.treebanks)
    return DecideJob(Adjudication(analyses_in(named, list(named))))


def versions() -> Job:
    """Two versions of a treebank."""
    one = sample("two-versions")
    made = opening(Versions(one.gold, one.systems[0]))(Cancel(), lambda _: None)
    assert made is not None
    return made


KINDS: Mapping[str, Callable[[], Job]] = {
    "toy": Toy,
    "constituents": lambda: compare("first-comparison"),
    "dependencies": lambda: compare("dependencies"),
    "lattices": lambda: compare("words-that-differ"),
    "schemes": lambda: compare("tsarfaty-2011"),
    "no gold": lambda: compare("two-annotators"),
    "decide": decide,
    "versions": versions,
    "overview": lambda: overview("first-comparison"),
}
"""A job of every kind."""
