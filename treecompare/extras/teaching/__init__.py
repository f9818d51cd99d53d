"""Teaching without Qt: a sentence to try things on (``exercise``), walks, the steps of scores."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={"walk": ".commands"},
    readers={".toml": ".walk_files:read_walk_file"},
    windows={"walks": "treecompare.app.lessons.walk_commands:WalkCommands"},
    help=("teaching.md", "steps.md"),
)
