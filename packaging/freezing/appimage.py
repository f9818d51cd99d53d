"""The AppImage: one file that starts by itself, wherever it lies."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import licences
from contents import ROOT
from packages import GLIBC, MACHINE, told

from treecompare import __version__

NAME = "org.treecompare.treecompare"
LIBRARIES = ("squashfuse_ll", "squashfuse", "fuse3", "zstd")


def app_image(folder: Path) -> Path:
    """The AppDir beside the folder, and where the tools are there the AppImage of it."""
    made = app_dir(folder)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        try:
            first = starter(work / "starter")
            (made / "LICENCES-AppImage.txt").write_text(licences.starter(_files()), "utf-8")
            squashed = work / "squashed"
            how = ["-root-owned", "-noappend", "-quiet", "-no-progress", "-comp", "zstd", "-Xcompression-level", "19"]
            subprocess.run(["mksquashfs", str(made), str(squashed), *how], check=True, stdout=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"no AppImage, its folder is {made}: {error}; expected the packages of Debian in packaging/freeze")
            return made
        image = folder.parent / f"treecompare-{__version__}-{MACHINE}.AppImage"
        image.write_bytes(first.read_bytes() + squashed.read_bytes())
    image.chmod(0o755)
    return told(image)


def app_dir(folder: Path) -> Path:
    """What is in the AppImage, as a folder."""
    made = folder.parent / "treecompare.AppDir"
    shutil.rmtree(made, ignore_errors=True)
    shutil.copytree(folder, made / "usr" / "lib" / "treecompare", symlinks=True, ignore=shutil.ignore_patterns("share"))
    shutil.copytree(folder / "share", made / "usr" / "share")
    shutil.copyfile(folder / "share" / "applications" / f"{NAME}.desktop", made / f"{NAME}.desktop")
    shutil.copyfile(ROOT / "resources" / "icon.svg", made / f"{NAME}.svg")
    (made / ".DirIcon").symlink_to(f"{NAME}.svg")
    (made / "AppRun").symlink_to("usr/lib/treecompare/treecompare")
    return made


def starter(made: Path) -> Path:
    """Compiles the program that the AppImage begins with, which needs nothing.

    Raises:
        OSError: there is no compiler.
        subprocess.CalledProcessError: it, or a library, does not do.
    """
    source = ROOT / "packaging" / "freezing" / "appimage.c"
    options = [
        "-static",
        "-O2",
        "-s",
        "-Wall",
        "-Wextra",
        "-D_GNU_SOURCE",
        "-D_FILE_OFFSET_BITS=64",
        f'-DGLIBC="{GLIBC}"',
    ]
    linked = [*(f"-l{one}" for one in LIBRARIES), "-lpthread"]
    subprocess.run(["gcc", *options, str(source), "-o", str(made), *linked], check=True)
    with made.open("r+b") as file:
        file.seek(8)
        file.write(b"AI\2")  # by which desktops know an AppImage
    return made


def _files() -> list[Path]:
    """The libraries that are linked."""
    said = (
        subprocess.run(["gcc", f"-print-file-name=lib{one}.a"], check=True, capture_output=True, text=True).stdout
        for one in (*LIBRARIES, "c")
    )
    return [Path(one.strip()).resolve() for one in said]
