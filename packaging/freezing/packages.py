"""What can be downloaded, made of the folder with the program: an archive, Debian's package; ``appimage.py`` makes the AppImage."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from contents import ROOT

from treecompare import __version__

MACHINE = platform.machine()
GLIBC = platform.libc_ver()[1]
"""The oldest C library that the program is for: that which it is built with."""
# what the folder leaves to the system (see contents.py), by Debian's names
DEPENDS = (
    f"libc6 (>= {GLIBC}), libdbus-1-3, libegl1, libexpat1, libfontconfig1, libfreetype6, libgcc-s1, libgl1, "
    "libglib2.0-0 | libglib2.0-0t64, "
    "libstdc++6, libwayland-client0, libwayland-cursor0, libx11-6, libx11-xcb1, libxcb1, fonts-dejavu-core | fonts-dejavu"
)


def archive(folder: Path) -> Path:
    """The folder as one file, of the kind that the system opens with a double click."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, "linux")
    name = f"treecompare-{__version__}-{system}-{MACHINE.lower()}"
    if system == "windows":
        return told(Path(shutil.make_archive(str(folder.parent / name), "zip", folder.parent, folder.name)))
    if system == "macos":
        return told(_mac_archive(folder, name))
    made = folder.parent / f"{name}.tar.xz"
    command = [
        "tar",
        "--create",
        "--use-compress-program=xz -9e",
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--file",
        str(made),
    ]
    subprocess.run([*command, "-C", str(folder.parent), folder.name], check=True)
    return told(made)


def _mac_archive(folder: Path, name: str) -> Path:
    """The app and the licences. Only ditto keeps the links and signatures in an app."""
    made = folder.parent / f"{name}.zip"
    with tempfile.TemporaryDirectory() as work:
        inside = Path(work) / name
        shutil.copytree(folder.with_suffix(".app"), inside / "treecompare.app", symlinks=True)
        shutil.copyfile(folder / "LICENCES.txt", inside / "LICENCES.txt")
        subprocess.run(["ditto", "-c", "-k", "--sequesterRsrc", "--keepParent", str(inside), str(made)], check=True)
    return made


def debian(folder: Path) -> Path | None:
    """A package for Debian and its relatives."""
    if shutil.which("dpkg-deb") is None:
        print("no .deb: dpkg-deb is not installed")
        return None
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], check=True, capture_output=True, text=True
    ).stdout.strip()
    made = folder.parent / f"treecompare_{__version__}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "root"
        program = root / "usr" / "lib" / "treecompare"
        shutil.copytree(folder, program, symlinks=True)
        shutil.move(program / "share", root / "usr" / "share")
        about = root / "usr" / "share" / "doc" / "treecompare"
        about.mkdir(parents=True)
        shutil.move(program / "LICENCES.txt", about / "copyright")
        _compress(root / "usr" / "share" / "man" / "man1" / "treecompare.1")
        shutil.copyfile(ROOT / "packaging" / "CHANGELOG.md", about / "CHANGELOG.md")
        zsh = root / "usr" / "share" / "zsh"
        (zsh / "site-functions").rename(zsh / "vendor-completions")  # Debian's name for it
        (root / "usr" / "bin").mkdir()
        (root / "usr" / "bin" / "treecompare").symlink_to("../lib/treecompare/treecompare")
        size = sum(one.stat().st_size for one in root.rglob("*") if one.is_file() and not one.is_symlink()) // 1024
        control = {
            "Package": "treecompare",
            "Version": __version__,
            "Architecture": architecture,
            "Section": "science",
            "Priority": "optional",
            "Maintainer": "The treecompare developers <treecompare@localhost>",
            "Installed-Size": str(size),
            "Depends": DEPENDS,
            "Description": "compare syntactically annotated sentences\n Scores treebanks under the usual evaluation measures, ranks"
            " systems and\n sentences, and draws both trees of a sentence with the nodes that stand for\n each other.",
        }
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(
            "".join(f"{key}: {value}\n" for key, value in control.items()), "utf-8"
        )
        subprocess.run(["chmod", "-R", "u+rwX,go+rX,go-w", str(root)], check=True)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "-Sextreme", "--build", str(root), str(made)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return told(made)


def _compress(path: Path) -> None:
    subprocess.run(["gzip", "-9n", str(path)], check=True)


def told(made: Path) -> Path:
    """Prints how large it is."""
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")
    return made
