"""What changed between two versions of a treebank: sentences, words, edits, the rules behind them.

BASE is the older version, HEAD the newer one; neither is gold. A word's head is called its mother here.
"""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={"diff": ".commands"},
    functions={"diff": ".library:diff", "Diff": ".library:Diff"},
    jobs={"diff": ".job:opening"},
    help=("versions.md",),
    samples=("two-versions",),
)
