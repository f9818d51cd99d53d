"""The comparison file: one edit, and opening a file with 50,000 of them."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from treecompare.saved.project import Key, Project


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = Project.create(Path(folder) / "large.treecompare", [])
        words = [f"the words of sentence {number}" for number in range(50_000)]
        project.write([(Key("note", number), f"note {number}") for number in range(50_000)], "all", words)
        times = []
        for number in range(100):
            begun = time.perf_counter()
            project.write([(Key("note", number), "other")], "one", words)
            times.append(time.perf_counter() - begun)
        print(
            f"one edit, on the disk: median {1000 * statistics.median(times):.2f} ms, worst {1000 * max(times):.1f} ms"
        )
        project.close()
        begun = time.perf_counter()
        Project.open(project.path).close()
        print(f"opening 50,000 notes: {time.perf_counter() - begun:.2f} s")


if __name__ == "__main__":
    main()
