"""How fast two versions of a treebank are compared: real releases (../shared/data/versions) repeated with new ids, if at hand.

Whole processes with all that a reviewer gets: wall-clock and CPU seconds, the largest memory, the size of the page. A Python that
only takes in numpy is run beside each, for the machine may be busy.
"""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "versions"
RELEASES = ("r2.15", "r2.16")
TIMES = (1, 10, 95)
"""2,001 sentences so often: 25,000, 250,000 and 2.4 million words."""


def repeated(folder: Path, times: int) -> list[Path]:
    """Both releases of EWT's development data so often, each time with ids of its own."""
    made = []
    for release in RELEASES:
        text = gzip.decompress((DATA / f"ewt-dev.{release}.conllu.gz").read_bytes()).decode("utf-8")
        made.append(folder / f"{release}.{times}.conllu")
        with made[-1].open("w", encoding="utf-8", newline="\n") as file:
            for number in range(times):
                file.write(re.sub("^# sent_id = .*$", rf"\g<0>-{number}", text, flags=re.MULTILINE))
    return made


def measured(*arguments: str) -> tuple[float, float, float]:
    """Wall-clock and CPU seconds, and megabytes, of a Python process."""
    begun = time.monotonic()
    process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert not process.returncode
    return time.monotonic() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    if not DATA.is_dir():
        print("real versions are not at hand")
        return
    with tempfile.TemporaryDirectory() as name:
        page = Path(name) / "page.html"
        for times in TIMES:
            base, head = repeated(Path(name), times)
            bare = measured("-c", "import numpy")
            wall, cpu, memory = measured("-m", "treecompare", "diff", str(base), str(head), "--html", str(page))
            print(
                f"{times} x 2,001 sentences: {wall:.1f} s ({cpu:.1f} s of CPU, {cpu / bare[1]:.0f} bare starts), {memory:,.0f} MB, "
                f"page of {page.stat().st_size / 1e6:.1f} MB"
            )


if __name__ == "__main__":
    main()
