"""What is typed in tests is kept in a folder of their own; small treebanks, and jobs made as the window makes them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.made import erring, gold_trees, write
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.jobs.base import Doing, Make, Opening
from treecompare.jobs.keeping import KeptJob


@pytest.fixture(autouse=True)
def data_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes what the user's own window keeps."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """A gold of 60 sentences and two systems."""
    gold = gold_trees(60)
    systems = [("", write(tmp_path / f"{name}.mrg", erring(gold, seed))) for name, seed in (("one", 2), ("two", 3))]
    return Files(write(tmp_path / "gold.mrg", gold), tuple(systems))


def made(opening: Opening, cancel: Cancel | None = None, told: list[Doing] | None = None) -> KeptJob | None:
    """What an opening makes in another thread, as the window has it made. Raises what it raises."""
    found: list[Any] = []

    def make() -> None:
        try:
            found.append(opening(cancel or Cancel(), (told if told is not None else []).append))
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()
    if isinstance(found[0], BaseException):
        raise found[0]
    assert found[0] is None or isinstance(found[0], KeptJob)
    return found[0]


def shown(opening: Opening, instead_of: KeptJob | None = None) -> KeptJob:
    """A job that came into the window, as it was left, in place of another one."""
    job = made(opening)
    assert job is not None
    if instead_of is not None:
        leave(instead_of, 0)
        instead_of.close()
    job.begin()
    left = job.remembered("compare") or {}
    job.restore(left.get("state", {}))
    return job


def leave(job: KeptJob, place: int, order: str = "file", find: str = "") -> bool:
    """As the window leaves it."""
    left = {"order": order, "find": find, "place": job.name(place) if place >= 0 else "", "state": job.state()}
    return job.remember("compare", left)


def followed(job: KeptJob, answers: Any) -> KeptJob:
    """The job that takes its place."""
    (make,) = (one for one in answers if isinstance(one, Make))
    return shown(make.opening, job)


def said(answers: Any) -> str:
    """What is told."""
    return "\n".join(one.text for one in answers if hasattr(one, "text") and isinstance(one.text, str))
