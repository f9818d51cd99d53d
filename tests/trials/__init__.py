"""Attacks on the program, each as large as one likes: ``python -m tests.trials``; CI runs every one with few rounds.

A trial is a module ``trial_NAME.py``, here or with the tests of an extra, with

- ``BRIEF`` and ``FULL``: how many rounds CI and the documented run make;
- ``run(rounds, seed) -> str``: makes them, raises at the first fault (with what repeats it), and returns its figures in one line.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Protocol, cast


class Trial(Protocol):
    """What a module of a trial offers."""

    BRIEF: int
    FULL: int

    @staticmethod
    def run(rounds: int, seed: int) -> str:
        """Makes that many rounds; returns the figures."""


TESTS = Path(__file__).parents[1]


def places(of_core: bool = True, of_extras: bool = True) -> dict[str, str]:
    """The modules of all trials, by their names; those of extras stand with the other tests of these."""
    wanted = [*(["trials"] if of_core else []), *(["extras/*"] if of_extras else [])]
    paths = [path for one in wanted for path in TESTS.glob(f"{one}/trial_*.py")]
    found = {path.stem.removeprefix("trial_"): path.relative_to(TESTS.parent) for path in paths}
    return {name: ".".join(found[name].with_suffix("").parts) for name in sorted(found)}


def trial(name: str) -> Trial:
    return cast(Trial, importlib.import_module(places()[name]))
