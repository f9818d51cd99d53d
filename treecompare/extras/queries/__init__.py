"""Queries of treebanks, and how far to believe them: named queries, hits in parsed text."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={"trust": ".commands"},
    functions={"trust": ".library:trust"},
    analyses={"trust": ".analysis:TRUST"},
    pages={"trust": ".groups"},
    help=("query-trust.md",),
    samples=("trust-in-queries",),
)
