"""The paths of systems that are made: ``raw:PATH`` is raw output, ``baseline:NAME`` an uninformed baseline, ``consensus:`` one tree
of the other systems, ``consensus:2,1,1`` with so many votes of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from treecompare.registry import need

if TYPE_CHECKING:
    from treecompare.readers import AnyTreebank

RAW, BASELINE, CONSENSUS = "raw:", "baseline:", "consensus:"
_LINES = (".jsonl", ".jsonl.gz")
"""No treebank is called so: such a file holds answers, whether its path says it or not."""
AS_IS, AFTER_REPAIR = "scored as is", "scored after repair"
DROPPED, ADDED, CHANGED = "words dropped", "words added", "words changed"
UNREADABLE, NO_TREE, NO_ANSWER = "unreadable", "no tree", "no answer"
OUTCOMES = (AS_IS, AFTER_REPAIR, DROPPED, ADDED, CHANGED, UNREADABLE, NO_TREE, NO_ANSWER)
"""Every gold sentence has one of them in a system that is raw output."""
FAILURES = (UNREADABLE, NO_TREE, NO_ANSWER)
"""Outcomes without anything to score."""
WITH_OTHER_WORDS = (DROPPED, ADDED, CHANGED)
"""Outcomes that are scored where words that differ are aligned."""


class Outcomes(Protocol):
    """What became of the answers of a system that is raw output; the extra ``raw`` makes them.

    ``level``: of repair, the one that is scored. ``container``: jsonl, folder or file. ``treebank``: what a plain file is that is
    a treebank throughout.
    """

    @property
    def level(self) -> str: ...
    @property
    def container(self) -> str: ...
    @property
    def treebank(self) -> AnyTreebank | None: ...
    @property
    def answers(self) -> Sequence[Any]:
        """Of each gold sentence: its ``outcome``, ``repairs`` that were made, and ``faults`` that were scored."""

    @property
    def counts(self) -> Mapping[str, int]:
        """How many gold sentences have each outcome."""

    @property
    def repaired(self) -> int:
        """How many sentences with the words of the gold are scored after repair."""

    @property
    def signs(self) -> str:
        """What the signature of figures shows."""

    def told(self, sentence: int) -> tuple[str, str, str]:
        """Outcome, repairs and faults of a gold sentence, as tables show them."""

    def text_of(self, sentence: int) -> str:
        """What was answered to a gold sentence; empty where that is not known."""

    def reads(self, sentence: int) -> str:
        """The least level of repair at which there is something to score of a sentence; empty where there is none."""

    def as_object(self, per_sentence: bool = False) -> dict[str, Any]:
        """For JSON: counts of outcomes and repairs, and with ``per_sentence`` those of each gold sentence."""


def is_made(path: str) -> bool:
    """Whether the path of a system says that it is made, from the gold or from other systems."""
    return path.startswith((RAW, BASELINE, CONSENSUS)) or path.lower().endswith(_LINES)


def maker_of(path: str) -> Any:
    """The module that makes such a system. Raises UsageError: its extra is not installed."""
    return need("systems", next((one for one in (BASELINE, CONSENSUS) if path.startswith(one)), RAW))


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
