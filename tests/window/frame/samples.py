"""The shipped samples as jobs: what the window shows of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from tests.window.frame.toy import Toy
from treecompare import resources
from treecompare.__main__ import main
from treecompare.comparison.base import Cancel, Comparison, score
from treecompare.comparison.files import Files, Versions, open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.jobs.base import Job, Later, Open
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.overview import OverviewJob
from treecompare.jobs.wanted import opening_of
from treecompare.registry import all_of, need
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


def opened_as_job(wanted: Files | Versions) -> Job:
    """What the window opens, at its first tab."""
    job = opening_of(wanted)[0](Cancel(), lambda _: None)
    assert job is not None
    job.begin()
    found = job.beside()[0][1]() if job.beside() else job
    made: Job = found.make(Cancel(), lambda _: None) if isinstance(found, Later) else found
    return made


def decide() -> Job:
    """Two annotators."""
    return opened_as_job(sample_files(sample("two-annotators")))


def versions() -> Job:
    """Two versions of a treebank."""
    one = sample("two-versions")
    return opened_as_job(Versions(one.gold, one.systems[0]))


OF_EXTRAS = {"decide": "beside:annotators", "versions": "diff"}
"""Kinds that an extra adds, by the name of its job."""
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
KINDS = {name: make for name, make in KINDS.items() if OF_EXTRAS.get(name, "") in {"", *all_of("jobs")}}
"""A job of every kind that there is here."""


def beside(key: str) -> Job:
    """What a command on the first sentence of a comparison opens."""
    (answer,) = opened_as_job(sample_files(sample("first-comparison"))).do([0], key)
    assert isinstance(answer, Open) and answer.make is not None
    job = answer.make()
    assert not isinstance(job, Later)
    return job


def made(kind: str, *given: str) -> Job:
    """The job that an extra makes of these files."""
    job: Job = need("jobs", kind)(*given)(Cancel(), lambda _: None)
    return job


def batch(folder: Path) -> Job:
    """The tables of a batch, and what has changed since the one before."""
    gold, system = sample("dependencies").gold, sample("dependencies").systems[0]
    for treebank in ("aa", "bb"):
        shutil.copy(gold, folder / f"{treebank}.gold.conllu")
        shutil.copy(system, folder / f"{treebank}.one.conllu")
    task, now, before = (folder / name for name in ("task.toml", "task.batch", "before.batch"))
    task.write_text('treebanks = "{treebank}.gold.conllu"\nsystems = "{treebank}.{system}.conllu"\nmeasures = "las"\n')
    assert main(["batch", str(task)]) == 0
    shutil.copy(now, before)
    shutil.copy(gold, folder / "bb.one.conllu")
    assert main(["batch", str(task)]) == 0
    return made(".batch", str(now), str(before))


OTHERS: Mapping[str, tuple[str, Callable[[Path], Job]]] = {
    "walk": (".toml", lambda _: made(".toml", str(resources.walk_files()[0].path))),
    "steps": ("beside:teaching", lambda _: beside("step")),
    "lesson": ("beside:teaching", lambda _: beside("e")),
    "from text": ("from-text", lambda _: made("from-text")),
    "batch": (".batch", batch),
}
EVERY: Mapping[str, Callable[[Path], Job]] = {
    **{name: lambda _, make=make: make() for name, make in KINDS.items()},  # type: ignore[misc]
    **{name: make for name, (where, make) in OTHERS.items() if where in all_of("jobs")},
}
"""These, and jobs that are opened from one of them, or from files of their own, which are written to a folder."""
