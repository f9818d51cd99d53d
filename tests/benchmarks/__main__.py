"""All benchmarks, one after the other: ``python -m tests.benchmarks``; names of some as arguments run just these.

``--table`` prints the rows that may not get slower (:mod:`tests.benchmarks.table`), also against a commit.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.benchmarks import table

if "--table" in sys.argv:
    sys.exit(table.main([one for one in sys.argv[1:] if one != "--table"]))
for path in sorted(Path(__file__).parent.glob("bench_*.py")):
    if len(sys.argv) == 1 or any(name in path.stem for name in sys.argv[1:]):
        print(f"\n== {path.stem}", flush=True)
        subprocess.run([sys.executable, "-m", f"tests.benchmarks.{path.stem}"], check=False)
