"""All trials at full length: ``python -m tests.trials [NAME …] [--rounds N] [--seed S]``."""

from __future__ import annotations

import argparse
import os
import time

from tests.trials import places, trial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
parser = argparse.ArgumentParser(prog="python -m tests.trials", description=__doc__)
parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(places())}")
parser.add_argument("--rounds", type=int, help="how many rounds each; the full number without")
parser.add_argument("--seed", type=int, default=0)
given = parser.parse_args()
if unknown := [name for name in given.names if name not in places()]:
    parser.error(f"no such trial: {', '.join(unknown)}; expected some of: {', '.join(places())}")
for name in given.names or places():
    begun = time.monotonic()
    chosen = trial(name)
    print(f"{name}: ", end="", flush=True)
    print(f"{chosen.run(given.rounds or chosen.FULL, given.seed)} ({time.monotonic() - begun:.0f} s)", flush=True)
