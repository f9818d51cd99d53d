"""What people want to count in a comparison: queries, and texts without a gold in which their hits are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CORPUSSEARCH, GONE = (
    ".q",
    "a query of CorpusSearch, whose language is not read any more; the help page peers has patterns for it",
)
"""How files of CorpusSearch's language end, and what is said of them."""


STATE = "questions"
"""Under this name a comparison file keeps files of queries, texts and groups."""


@dataclass(frozen=True)
class Questions:
    """``files``: of queries; none: the usual ones. ``patterns``: further queries by name. ``texts``: by the name of a system, files
    of text that it parsed and that has no gold. ``groups``: a table of these files, or of beginnings of ids, and their groups;
    empty: each file is a group."""

    files: tuple[str, ...] = ()
    patterns: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groups: str = ""

    @classmethod
    def of(cls, stored: Any, patterns: Mapping[str, str]) -> Questions:
        """Those that a comparison file keeps; what is not as :meth:`stored` has it is left out."""
        known = stored if isinstance(stored, dict) else {}
        texts = known.get("texts")
        texts = {name: _texts(paths) for name, paths in texts.items()} if isinstance(texts, dict) else {}
        groups = known.get("groups")
        return cls(_texts(known.get("files")), dict(patterns), texts, groups if isinstance(groups, str) else "")

    def stored(self) -> dict[str, Any]:
        """As a comparison file keeps it: all but the patterns, which it has for themselves."""
        texts = {name: list(paths) for name, paths in self.texts.items() if paths}
        return {"files": list(self.files), "texts": texts, "groups": self.groups}

    @property
    def paths(self) -> list[str]:
        """All files that are read for it."""
        found = [*self.files, *(path for paths in self.texts.values() for path in paths)]
        return [*found, *([self.groups] if self.groups else [])]


def _texts(found: Any) -> tuple[str, ...]:
    return tuple(one for one in found if isinstance(one, str) and one) if isinstance(found, list) else ()
