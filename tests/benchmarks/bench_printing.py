"""Printing: JSON with every sentence against the plain table of the same files, in one run: at most twice the CPU."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.bench_comparison import measured, repeated

SCORE = "import sys; from treecompare.__main__ import main; sys.exit(main(['score', *sys.argv[1:]]))"
FORMATS = {
    "table": ("--format", "table"),
    "table, per sentence": ("--format", "table", "--per-sentence"),
    "tsv, per sentence": ("--format", "tsv", "--per-sentence"),
    "json": ("--format", "json"),
    "json, per sentence": ("--format", "json", "--per-sentence"),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        paths = repeated(Path(name), 1394, 6)
        figures = {title: measured(SCORE, *paths, *options, runs=5) for title, options in FORMATS.items()}
    plain = figures["table"][1]
    print(f"6 systems x 1,394{'':20}{'CPU':>8}{'MB':>7}")
    for title, (_, cpu, memory) in figures.items():
        print(f"{title:37}{cpu:7.2f}s{memory:7.0f}  {cpu / plain:.2f}x the plain table")
    assert figures["json, per sentence"][1] <= 2 * plain, (
        "JSON per sentence takes more than twice the CPU of the plain table"
    )


if __name__ == "__main__":
    main()
