"""How golds of several annotation schemes are called, and which of them a system follows, by the names of the files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path


def _parts(path: str) -> list[str]:
    """``gold.SD.conllu.gz`` as gold, SD."""
    name = Path(path).name.removesuffix(".gz")
    return re.split(r"[._-]", Path(name).stem)


def scheme_names(golds: Sequence[tuple[str, str]]) -> list[str]:
    """A name per gold (name, path): the given one, else what tells its file from the others: ``SD`` for gold.SD.conllu."""
    parts = [_parts(path) for _, path in golds]
    common = set(parts[0]).intersection(*parts[1:]) if len(golds) > 1 else set()
    own = [".".join(part for part in one if part not in common) for one in parts]
    names = [name or mine or Path(path).name for (name, path), mine in zip(golds, own, strict=True)]
    return names if len(set(names)) == len(names) else [name or Path(path).name for name, path in golds]


def likely_gold(system: str, golds: Sequence[str]) -> int | None:
    """The number of the gold that a system follows, all given by their files: ``malt.SD.conllu`` follows ``gold.SD.conllu``.

    None where names do not say.
    """
    parts = [set(_parts(path)) for path in (system, *golds)]
    common = [len(parts[0] & one) for one in parts[1:]]
    best = max(common)
    return common.index(best) if common.count(best) == 1 else None
