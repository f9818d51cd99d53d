"""A command of each extra over shipped samples, for who tries what was installed or built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def commands(samples: Path, work: Path) -> Iterator[list[str]]:
    """What follows ``treecompare``; a manifest is written to ``work``."""
    gold, *systems = (
        str(samples / "first-comparison" / f"{name}.mrg") for name in ("gold", "attach-high", "attach-low")
    )
    manifest = work / "two.toml"
    system = f"{{ high = {{ first = {systems[0]!r} }} }}"
    manifest.write_text(f"treebanks = {{ first = {gold!r} }}\nsystems = {system}\n", "utf-8")
    asked = samples / "trust-in-queries"
    yield ["diff", gold, systems[0]]
    yield ["agreement", gold, *systems, "--no-intervals"]
    yield ["walk"]
    yield ["trust", str(asked / "queries.tsv"), *(str(asked / name) for name in ("gold.psd", "modern.mrg"))]
    yield ["score", gold, f"raw:{systems[0]}", "baseline:right-branching"]
    yield ["detective", gold, systems[0], "--figure", "CM=50", "--cost", "1"]
    yield ["batch", str(manifest)]
