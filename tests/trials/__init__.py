"""Attacks on the program, each as large as one likes: ``python -m tests.trials``; CI runs every one with few rounds.

A trial is a module ``trial_NAME.py`` with

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


def trial_names() -> list[str]:
    return sorted(path.stem.removeprefix("trial_") for path in Path(__file__).parent.glob("trial_*.py"))


def trial(name: str) -> Trial:
    return cast(Trial, importlib.import_module(f"tests.trials.trial_{name}"))
