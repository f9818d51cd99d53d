"""All benchmarks, one after the other: ``python -m tests.benchmarks``; names of some as arguments run just these."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

for path in sorted(Path(__file__).parent.glob("bench_*.py")):
    if len(sys.argv) == 1 or any(name in path.stem for name in sys.argv[1:]):
        print(f"\n== {path.stem}", flush=True)
        subprocess.run([sys.executable, "-m", f"tests.benchmarks.{path.stem}"], check=False)
