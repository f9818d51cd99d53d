"""Teaching without Qt: a sentence to try things on (``exercise``), walks, the steps of scores."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={"walk": ".commands"},
    readers={".toml": ".walk_files:read_walk_file"},
    jobs={
        ".toml": ".walk_job:opening_walk",
        "from-text": ".text_job:opening",
        "beside:teaching": ".beside:TeachingBeside",
    },
    entries={"walk": ".walks"},
    help=("teaching.md", "steps.md"),
)
