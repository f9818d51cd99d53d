"""Many treebanks, many systems: what is to be scored, scoring it on any executor, and what comes out."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={"batch": ".commands"},
    functions={"batch": ".library:batch", "Batch": ".library:Batch"},
    readers={".batch": ".commands:treebank_of_batch"},
    jobs={".batch": ".board_job:opening"},
    help=("batch.md",),
)
