"""Many treebanks, many systems: what is to be scored, scoring it on any executor, and what comes out."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={"batch": "treecompare.extras.batches.commands"},
    functions={
        "batch": "treecompare.extras.batches.library:batch",
        "Batch": "treecompare.extras.batches.library:Batch",
    },
    readers={".batch": "treecompare.extras.batches.commands:treebank_of_batch"},
    windows={"batches": "treecompare.app.batches.commands:BatchCommands"},
    help=("batch.md",),
)
