"""What goes with a release: ``python packaging/releasing.py v0.2.0 FOLDER``, where FOLDER has what can be downloaded.

Puts SHA256SUMS into it, and prints the notes: which file is for whom, and what changed. Ends with a sentence and status 1
where the tag is not the version, or where the change log has nothing to say of it.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SUMS = "SHA256SUMS"
KINDS = (
    ("*-windows-*.zip", "Windows: unpack, start `treecompare-window.exe`"),
    ("*-macos-*.zip", "macOS (arm64: with Apple's processors): unpack, start `treecompare`"),
    ("*.AppImage", "Linux, one file: make it executable, start it"),
    ("*.deb", "Debian 12 and its relatives, or newer"),
    ("*-linux-*.tar.xz", "Linux, a folder: unpack, start `treecompare`"),
    ("*.whl", "Python: `pip install` with the file for your system and version"),
    ("*.tar.gz", "source"),
)
OPEN = """\
Nothing of this is signed by Apple or Microsoft, so that both systems warn when it is started for the first time. *Installing*
(`resources/help/installing.md`) says how to open it, and how to check with `SHA256SUMS` and `gh attestation verify` that it is what
was built here.
"""


def version() -> str:
    """As the package has it, without importing anything that may not be installed."""
    found = re.search(r'__version__ = "(.+)"', (ROOT / "treecompare" / "__init__.py").read_text("utf-8"))
    assert found is not None
    return found[1]


def changes(log: str, of: str) -> str:
    """The section of a version in the change log. Ends the program where there is none, or where it is not said to be released."""
    found = re.search(rf"^## {re.escape(of)}(.*)\n((?:(?!## ).*\n?)*)", log, re.MULTILINE)
    if found is None or not found[2].strip():
        sys.exit(f"packaging/CHANGELOG.md has no section on {of}")
    if "not yet" in found[1]:
        sys.exit(f"packaging/CHANGELOG.md: '## {of}{found[1]}'; expected the day of the release")
    return found[2].strip()


def linked(text: str, tag: str) -> str:
    """The same with links that lead to files of that tag: a release has no folder that they could start from."""
    server, repository = (os.environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY"))
    return text.replace("](../", f"]({server}/{repository}/blob/{tag}/") if server and repository else text


def files(folder: Path) -> str:
    """A table of what can be downloaded."""
    rows = [
        f"| `{one.name}` | {what} | {one.stat().st_size / 1e6:.1f} MB |"
        for pattern, what in KINDS
        for one in sorted(folder.glob(pattern))
    ]
    return "\n".join(["| file | for | size |", "| --- | --- | ---: |", *rows])


def main() -> None:
    """Does what the module says."""
    tag, folder = sys.argv[1], Path(sys.argv[2])
    if tag != f"v{version()}":
        sys.exit(f"the tag is {tag}, the version {version()}; expected v{version()}")
    changed = changes((ROOT / "packaging" / "CHANGELOG.md").read_text("utf-8"), version())
    made = sorted(one for one in folder.iterdir() if one.name != SUMS)
    lines = [f"{hashlib.sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in made]
    (folder / SUMS).write_text("".join(lines), "utf-8")
    print("\n\n".join([files(folder), OPEN.strip(), "## What changed", linked(changed, tag)]))


if __name__ == "__main__":
    main()
