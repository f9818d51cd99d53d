"""The few actions of the monkey that lead to a fault: ``python -m tests.trials.shrink --seed S --rounds N``.

Runs it again and again, each time in a program of its own without some of its actions, and keeps what still ends in the same way.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.trials.guards import ONLY

LONGEST = 900
"""Seconds that a run may take."""


def attempt(seed: int, rounds: int, actions: Sequence[int] | None) -> tuple[str, str]:
    """How a run of some actions ends, in a line (empty: without a fault), and the actions as they were told."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TMPDIR": folder, ONLY: ",".join(map(str, actions or ()))}
        command = [sys.executable, "-m", "tests.trials", "monkey", "--seed", str(seed), "--rounds", str(rounds)]
        try:
            found = subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False
            )
            status, said = found.returncode, found.stderr
        except subprocess.TimeoutExpired:
            status, said = -1, "it did not end"
        told = "\n".join(path.read_text("utf-8") for path in Path(folder).glob("monkey-*/actions"))
    if not status:
        return "", told
    if status < 0 or "Fatal Python error" in said:
        return f"ended by signal {-status}", told
    body, _, rest = said.partition("Fault: ")[2].partition("the last actions:")
    lines = [line for line in body.strip().splitlines() if line.strip()]
    is_trace = (len(lines) > 1 and lines[1].startswith("Traceback")) or "Traceback" in body
    line = lines[-1] if is_trace else lines[0].partition(": ")[2] if lines else said.strip()[-200:]
    return re.sub(r"0x[0-9a-f]+|\d+", "#", line), told or rest.partition("again:")[0]


def shortest(seed: int, rounds: int) -> tuple[str, list[int], str]:
    """How all of it ends, the fewest actions found that end so, and what they are."""
    actions = list(range(rounds))
    wanted, told = attempt(seed, rounds, None)
    if not wanted:
        return "", [], ""
    size = max(len(actions) // 2, 1)
    while True:
        start, is_shorter = 0, False
        while start < len(actions):
            fewer = actions[:start] + actions[start + size :]
            ends, its = attempt(seed, rounds, fewer) if fewer else ("", "")
            if ends == wanted:
                actions, told, is_shorter = fewer, its, True
                print(f"{len(actions)} actions", file=sys.stderr, flush=True)
            else:
                start += size
        if size == 1 and not is_shorter:
            return wanted, actions, told
        size = max(size // 2, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.trials.shrink", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rounds", type=int, required=True)
    given = parser.parse_args()
    ending, numbers, listed = shortest(given.seed, given.rounds)
    numbers_said = ",".join(map(str, numbers))
    print(f"{ending}\n{listed}\n{ONLY}={numbers_said}" if ending else "no fault")
