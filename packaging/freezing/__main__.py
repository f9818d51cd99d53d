"""``packaging/freeze``: builds the program to download, or tries what was built."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import appimage
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
    options = parser.parse_args()
    into = options.into.resolve()
    if options.check is not None:
        check.check(into, options.check)
        return
    folder = build.build(into)
    packages.archive(folder)
    if sys.platform.startswith("linux"):
        packages.debian(folder)
        appimage.app_image(folder)


main()
