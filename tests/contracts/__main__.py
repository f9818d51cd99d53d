"""What the program says otherwise than it did: ``python -m tests.contracts [BEGINNING …]``.

    python -m tests.contracts                                   # all commands, and how those that differ did it before
    python -m tests.contracts --against v0.1 score "report labels"         # those that begin so, before: as of a commit
    python -m tests.contracts --page differences.html                      # and a page with both pictures of each
    python -m tests.contracts --accept "issue 45, 2: no games" score       # those that begin so are right as they are now
    python -m tests.contracts --data                            # the same over the treebanks beside the project, not the samples

What was is known by its hash (``samples.tsv``); the other version is taken from git only for what differs.
"""

from __future__ import annotations

import argparse
import difflib
import html
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

from tests.contracts.kept import MOST, Table, hash_of
from tests.contracts.listed import Contract

ROOT = Path(__file__).resolve().parents[2]
COMPILED = ("*.pyx", "*.pxd", "*.c", "*.h", "treecompare/kernels/*.py")
MAKING = """
import json, sys, tempfile
from pathlib import Path
from tests.contracts.listed import Contract
from tests.contracts.making import folder_of_contracts, made

chosen = [Contract(tuple(one)) for one in json.load(sys.stdin)]
with tempfile.TemporaryDirectory() as path, folder_of_contracts(Path(path)) as folder:
    outputs = {one.name: made(one, folder) for one in chosen}
Path(sys.argv[1]).write_text(json.dumps(outputs))
"""


def outputs_of(program: Path, chosen: Sequence[Contract], pure: bool = False) -> dict[str, str]:
    """What the program in that folder says, made in a process for each core."""

    def part(contracts: Sequence[Contract]) -> dict[str, str]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "outputs.json"
            environment = {
                **os.environ,
                "PYTHONPATH": f"{program}{os.pathsep}{ROOT}",
                "TREECOMPARE_PURE": "1" if pure else "",
            }
            subprocess.run(
                [sys.executable, "-c", MAKING, str(path)], input=json.dumps([one.arguments for one in contracts]),
                cwd=folder, env=environment, text=True, check=True,
            )  # fmt: skip
            found: dict[str, str] = json.loads(path.read_text())
            return found

    cores = max(1, min(os.cpu_count() or 1, len(chosen) // 10))
    with ThreadPoolExecutor(cores) as workers:
        parts = workers.map(part, [chosen[first::cores] for first in range(cores)])
        return {name: text for one in parts for name, text in one.items()}


def taken_from_git(commit: str, folder: Path) -> bool:
    """The program of that commit, with the compiled parts of this one. Whether it has to run without these."""
    archive = subprocess.run(
        ["git", "archive", commit, "treecompare", "resources"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    changed = subprocess.run(["git", "diff", "--quiet", commit, "--", *COMPILED], cwd=ROOT, check=False).returncode
    for library in () if changed else (ROOT / "treecompare").rglob("*.so"):
        (folder / library.relative_to(ROOT)).write_bytes(library.read_bytes())
    return bool(changed)


def page(differing: Sequence[str], before: dict[str, str], now: dict[str, str]) -> str:
    """Both sides of each difference beside each other, drawings as pictures."""

    def picture(text: str) -> str:
        begin = text.find("<svg")
        return text[begin : text.find("</svg>") + 6] if begin >= 0 else f"<pre>{html.escape(text)}</pre>"

    sides = "".join(
        f"<h2>{html.escape(name)}</h2><table><tr><td>{picture(before.get(name, ''))}<td>{picture(now[name])}</table>"
        for name in differing
    )
    return (
        f"<!doctype html><meta charset=utf-8><title>Differences</title><style>td {{vertical-align: top}}</style>{sides}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The number of outputs that differ decides the status: 1 where there are any that were not accepted."""
    parser = argparse.ArgumentParser(prog="python -m tests.contracts", description=__doc__.partition("\n")[0])
    parser.add_argument("begins", nargs="*", metavar="BEGINNING")
    parser.add_argument("--against", metavar="COMMIT", default="HEAD")
    parser.add_argument("--page", metavar="FILE")
    parser.add_argument("--accept", metavar="WHY")
    parser.add_argument("--data", action="store_true")
    given = parser.parse_args(arguments)
    table = Table.of_data() if given.data else Table.of_samples()
    commands = {one.arguments[0] for one in table.contracts}
    unnamed = [one for one in given.begins or [""] if one.split(" ")[0] not in commands]
    if given.accept and unnamed and table.path.exists():
        parser.error(f"'{unnamed[0]}' names no command; expected a command whose outputs may differ, or how it begins")
    chosen = [one for one in table.contracts if one.name.startswith(tuple(given.begins or [""]))]
    now = outputs_of(ROOT, chosen)
    kept = table.hashes() if table.path.exists() else {}
    differing = [one for one in chosen if kept.get(one.name) != hash_of(now[one.name])]
    if given.accept:
        table.accept(differing, now, given.begins, given.accept)
        print(f"{len(differing):,} outputs accepted" + (", each named" if len(differing) > MOST else ""))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        pure = bool(differing) and taken_from_git(given.against, Path(folder))
        before = outputs_of(Path(folder), differing, pure)
    if not kept:  # no hashes have been made: what the other version says decides
        differing = [one for one in differing if before[one.name] != now[one.name]]
    for name in [one.name for one in differing]:
        texts = before[name].splitlines(), now[name].splitlines()
        told = "\n".join(difflib.unified_diff(*texts, f"was: {name}", f"is: {name}", lineterm="", n=1))
        print(told or f"otherwise than it is kept, but as before: {name}")
    if given.page:
        Path(given.page).write_text(page([one.name for one in differing], before, now), "utf-8")
    print(f"{len(differing):,} of {len(chosen):,} outputs differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
