"""What treebanks are called, and which of several golds a system follows by its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from treecompare.comparison.answered import called, file_of
from treecompare.errors import UsageError
from treecompare.reading import as_text, exists, treebank_name, unpacked_name


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
