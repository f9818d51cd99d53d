"""The paths of systems that are made: ``raw:PATH`` is raw output, ``baseline:NAME`` an uninformed baseline, ``consensus:`` one tree
of the other systems, ``consensus:2,1,1`` with so many votes of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from treecompare.extras.raw.system import Outcomes

RAW, BASELINE, CONSENSUS = "raw:", "baseline:", "consensus:"
_LINES = (".jsonl", ".jsonl.gz")
"""No treebank is called so: such a file holds answers, whether its path says it or not."""


def is_made(path: str) -> bool:
    """Whether the path of a system says that it is made, from the gold or from other systems."""
    return path.startswith((RAW, BASELINE, CONSENSUS)) or path.lower().endswith(_LINES)


def has_no_file(path: str) -> bool:
    """Whether a system is made of nothing that is read."""
    return path.startswith((BASELINE, CONSENSUS))


def file_of(path: str) -> str:
    """The file or folder that a path names; empty where it names a baseline or a consensus."""
    return "" if has_no_file(path) else path.removeprefix(RAW)


def with_file(path: str, file: str) -> str:
    """The same path with another file."""
    if has_no_file(path):
        return path
    return RAW + file if path.startswith(RAW) else file


def full_path(path: str) -> str:
    """A path as a command can have it in any folder."""
    file = file_of(path)
    return with_file(path, str(Path(file).absolute())) if file else path


def called(path: str) -> str:
    """What a system is called that has no name: baselines and consensus by their own."""
    from treecompare.reading import treebank_name

    if path.startswith(BASELINE):
        name, _, seed = path.removeprefix(BASELINE).partition("/")
        return name + (f" (seed {seed})" if seed else "")
    if path.startswith(CONSENSUS):
        weights = path.removeprefix(CONSENSUS)
        return "consensus" + (f" ({weights})" if weights else "")
    return treebank_name(file_of(path))


def signs(outcomes: Mapping[int, Outcomes], paths: Sequence[str]) -> list[str]:
    """What signatures show of systems that are made: ``raw:jsonl``, ``repair:close``, ``repaired:98/200``, seeds of baselines."""
    found: list[str] = []
    for one in outcomes.values():
        found += [sign for sign in one.signs.split("|") if sign not in found]
    found += [path for path in paths if has_no_file(path)]
    return found
