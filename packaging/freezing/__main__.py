"""``packaging/freeze``: builds the program to download, or tries what was built."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import build
import check
import packages


def main() -> None:
    """Does what the options say."""
    parser = argparse.ArgumentParser(prog="packaging/freeze", description=__doc__)
    parser.add_argument(
        "--into", type=Path, default=Path("dist"), metavar="FOLDER", help="where to build (default: dist)"
    )
    parser.add_argument(
        "--check", nargs="*", metavar="TRY",
        help="start what was built, offscreen and on a screen of its own, and try all of it (or what is named)",
    )  # fmt: skip
    parser.add_argument(
        "--runtime", type=Path, metavar="FILE",
        help="runtime of the AppImage project (runtime-x86_64 of type2-runtime); without it only the AppDir is made",
    )  # fmt: skip
    options = parser.parse_args()
    into = options.into.resolve()
    if options.check is not None:
        check.check(into, options.check)
        return
    folder = build.build(into)
    if not sys.platform.startswith("linux"):
        return  # what people download there is made with tools of these systems
    packages.archive(folder)
    packages.debian(folder)
    packages.app_image(folder, options.runtime)


main()
