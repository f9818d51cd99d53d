"""Large files: a million sentences on the command line, compressed files, a broken last sentence, dependencies.

Wall-clock and CPU seconds and peak memory of whole processes, one run each; in the window: ``bench_window 1000000 1``.
``python -m tests.benchmarks.bench_scale [NAME …]`` measures rows whose name holds one of these words.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from pathlib import Path

from tests.benchmarks.bench_comparison import DATA, measured, repeated

MANY, SOME, FEW = 1_000_000, 100_000, 50_000
SCORE = "import sys; from treecompare.__main__ import main; sys.exit(main(['score', *sys.argv[1:]]))"
OPENERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, 6),
    "bz2": bz2.compress,
    "xz": lambda data: lzma.compress(data, preset=1),
}


def dependencies(folder: Path, sentences: int) -> list[str]:
    """Gold and a parse as CoNLL-U, over and over."""
    paths = []
    for name in ("gold.UD", "bllip.UD"):
        blocks = gzip.decompress((DATA / "dep" / f"{name}.conllu.gz").read_bytes()).rstrip().split(b"\n\n")
        paths.append(str(folder / f"{name}.conllu"))
        with Path(paths[-1]).open("wb") as file:
            file.writelines(block + b"\n\n" for block in islice(cycle(blocks), sentences))
    return paths


def cases(folder: Path) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """What is scored: the name of the row, and what writes its files."""
    yield "50,000 x 4", lambda: repeated(folder, FEW, 4)
    yield "100,000 x 1", lambda: repeated(folder, SOME, 1)
    for ending in OPENERS:
        yield f"the same, {ending}", lambda ending=ending: packed(repeated(folder, SOME, 1), ending)  # type: ignore[misc]
    yield "1,000,000 x 1", lambda: repeated(folder, MANY, 1)
    yield "1,000,000 x 1, the last sentence broken", lambda: broken(repeated(folder, MANY, 1))
    if DATA.is_dir():
        yield "CoNLL-U, 100,000 x 1", lambda: dependencies(folder, SOME)


def packed(paths: list[str], ending: str) -> list[str]:
    """The files compressed."""
    for path in paths:
        Path(f"{path}.{ending}").write_bytes(OPENERS[ending](Path(path).read_bytes()))
    return [f"{path}.{ending}" for path in paths]


def broken(paths: list[str]) -> list[str]:
    """The last file ends within a tree."""
    with Path(paths[-1]).open("r+b") as file:
        file.truncate(file.seek(0, os.SEEK_END) - 10)
    return paths


def main() -> None:
    wanted = sys.argv[1:]
    print(f"{'':52}{'wall':>8}{'CPU':>8}{'MB':>7}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, write in cases(folder):
            if not wanted or any(word in title for word in wanted):
                wall, cpu, memory = measured(SCORE, *write(), runs=1)
                print(f"{title:52}{wall:7.2f}s{cpu:7.2f}s{memory:7.0f}", flush=True)


if __name__ == "__main__":
    main()
