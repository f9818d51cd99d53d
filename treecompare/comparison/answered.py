"""The paths of systems that are made: ``raw:PATH`` is raw output, ``baseline:NAME`` an uninformed baseline, ``consensus:`` one tree
of the other systems, ``consensus:2,1,1`` with so many votes of each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from treecompare.errors import UsageError
from treecompare.reading import as_text, exists, treebank_name, unpacked_name
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


# -- what treebanks are called, and which gold a system follows by its name --------------------------------------------


def named(argument: str) -> tuple[str, str]:
    """(name, path) of ``FILE`` (an empty name) or ``NAME=FILE``. Raises UsageError: a name without a file."""
    name, given, path = argument.partition("=")
    if given and not path and not exists(argument):
        raise UsageError(f"'{argument}' names no file; expected NAME=FILE")
    return (as_text(name), path) if given and not exists(argument) else ("", argument)


def unique_names(systems: Sequence[tuple[str, str]]) -> list[str]:
    """A name per (name, path): the given one, else the file's; with the folder's where two would be the same."""
    names = [name or called(path) for name, path in systems]
    twice = {name for name in names if names.count(name) > 1}
    for index, (name, path) in enumerate(systems):
        if not name and names[index] in twice:
            file = file_of(path) or path
            names[index] = f"{Path(file).absolute().parent.name}/{treebank_name(file)}"
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            names[index] = f"{name} ({seen[name]})"
    return names


def name_parts(path: str) -> list[str]:
    """``gold.SD.conllu.gz`` as gold, SD."""
    name = unpacked_name(Path(path).name)
    return re.split(r"[._-]", Path(name).stem)


def scheme_names(golds: Sequence[tuple[str, str]]) -> list[str]:
    """A name per gold (name, path): the given one, else what tells its file from the others: ``SD`` for gold.SD.conllu.

    Where nothing tells one of them from the others (gold.conllu beside gold.UD.conllu), all are called as their files.
    """
    parts = [name_parts(path) for _, path in golds]
    common = set(parts[0]).intersection(*parts[1:]) if len(golds) > 1 else set()
    own = [".".join(part for part in one if part not in common) for one in parts]
    whole = [treebank_name(path) for _, path in golds]
    for names_of in (own, whole):
        if all(name or mine for (name, _), mine in zip(golds, names_of, strict=True)):
            names = [name or mine for (name, _), mine in zip(golds, names_of, strict=True)]
            if len(set(names)) == len(names):
                return names
    return [name or Path(path).name for name, path in golds]


def likely_gold(system: str, golds: Sequence[str]) -> int | None:
    """The number of the gold that a system follows, all given by their files: ``malt.SD.conllu`` follows ``gold.SD.conllu``.

    None where names do not say.
    """
    parts = [set(name_parts(path)) for path in (system, *golds)]
    common = [len(parts[0] & one) for one in parts[1:]]
    best = max(common)
    return common.index(best) if common.count(best) == 1 else None


def gold_of(system: tuple[str, str], golds: Sequence[tuple[str, str]]) -> int | None:
    """The number of the gold that a system follows, all given by (name, path): the only one, else the one whose name occurs in the
    system's, or whose file is named most alike; None where that is not clear."""
    found = [place for place, (name, _) in enumerate(golds) if name in system[0]] if len(golds) > 1 else [0]
    return found[0] if len(found) == 1 else likely_gold(system[1], [path for _, path in golds])
