"""The program without some extras.

``python -m tests.removed [NAME ...]`` runs all tests outside of ``tests/extras`` without these, or without each of them alone and
without all of them; by day ``test_registry.py`` tries what people would see first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path

from tests.conftest import SHARED
from treecompare.registry import EXTRAS

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "treecompare"


def package_without(names: Collection[str], into: Path) -> Path:
    """A folder to be put on Python's path: the package with all of its modules but those extras."""
    extras = into / "treecompare" / "extras"
    extras.mkdir(parents=True)
    for path in PACKAGE.iterdir():
        if path.name not in ("extras", "__pycache__"):
            (into / "treecompare" / path.name).symlink_to(path)
    for path in (PACKAGE / "extras").iterdir():
        if path.name not in (*names, "__pycache__"):
            (extras / path.name).symlink_to(path)
    return into


def environment(path: Path) -> dict[str, str]:
    """Of a process that has that package."""
    return {**os.environ, "PYTHONPATH": str(path), "QT_QPA_PLATFORM": "offscreen"}


def run_tests(names: Collection[str], arguments: Collection[str]) -> int:
    """Runs all tests outside of ``tests/extras`` in a clone of the last commit without these extras; the exit status is that of
    pytest."""
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "checkout"
        subprocess.run(["git", "clone", "--quiet", ROOT, checkout], check=True)
        for built in PACKAGE.rglob("_*.so"):
            shutil.copy(built, checkout / built.relative_to(ROOT))
        for name in names:
            shutil.rmtree(checkout / "treecompare" / "extras" / name)
        if SHARED.is_dir():
            (Path(folder) / "shared").symlink_to(SHARED)
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--ignore=tests/extras", *arguments]
        return subprocess.run(command, env=environment(checkout), cwd=checkout, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="extras; none: each alone, then all together")
    options, arguments = parser.parse_known_args()
    wanted = [options.names] if options.names else [*([one] for one in EXTRAS), list(EXTRAS)]
    failed = [names for names in wanted if run_tests(names, arguments or ["-q", "-n", "2"])]
    for names in failed:
        print(f"tests fail without {', '.join(names)}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
