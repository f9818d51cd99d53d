"""Makes the folder with the frozen program."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import licences
import shell
from contents import ROOT

from treecompare import __version__

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# what is kept of ICU's data: sorting and time zones; the program speaks one language
ICU_KEPT = re.compile(
    r"(root|res_index|pool|icuver|supplementalData|likelySubtags|numberingSystems|keyTypeData|zoneinfo64|timezoneTypes|metaZones"
    r"|windowsZones|plurals)\.res|[^/]+\.(icu|nrm)|coll/((root|res_index|pool)\.res|ucadata\.icu)|zone/(root|res_index|pool)\.res"
)


def build(into: Path) -> Path:
    """Builds in a folder; returns that of the program. What was built there before is replaced."""
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        _icons(Path(made))
        (Path(made) / "version.txt").write_text(_windows_version(), "utf-8")
        spec = Path(__file__).with_name("treecompare.spec")
        command = [
            "--noconfirm",
            "--log-level",
            "WARN",
            "--distpath",
            str(into),
            "--workpath",
            f"{made}/work",
            str(spec),
        ]
        subprocess.run(
            [sys.executable, "-m", "PyInstaller", *command], check=True, env={**os.environ, "TREECOMPARE_MADE": made}
        )
    folder = into / "treecompare"
    if sys.platform.startswith("linux"):
        _strip(folder / "_internal")
        _shrink_icu(folder / "_internal")
    if sys.platform.startswith("linux"):
        _desktop(folder / "share")
    _licences(folder)
    size = sum(one.stat().st_size for one in folder.rglob("*") if one.is_file() and not one.is_symlink())
    print(f"{folder}: {size / 1e6:.1f} MB")
    return folder


def _desktop(share: Path) -> None:
    """What desktops and shells of Linux look for."""
    for source, place in (
        ("org.treecompare.treecompare.desktop", "applications"),
        ("org.treecompare.treecompare.metainfo.xml", "metainfo"),
    ):
        _copy(ROOT / "packaging" / "linux" / source, share / place / source)
    mime = ROOT / "packaging" / "linux" / "org.treecompare.treecompare.mime.xml"
    _copy(mime, share / "mime" / "packages" / "org.treecompare.treecompare.xml")
    _copy(
        ROOT / "resources" / "icon.svg",
        share / "icons" / "hicolor" / "scalable" / "apps" / "org.treecompare.treecompare.svg",
    )
    shell.write(share)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _icons(made: Path) -> None:
    """The icon as Windows and macOS want it."""
    from PIL import Image
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication.instance() or QGuiApplication([])
    picture = QImage(1024, 1024, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    QSvgRenderer(str(ROOT / "resources" / "icon.svg")).render(painter)
    painter.end()
    picture.save(str(made / "icon.png"))
    del application
    with Image.open(made / "icon.png") as image:
        image.save(made / "icon.ico", sizes=[(size, size) for size in (16, 32, 48, 64, 128, 256)])
        image.save(made / "icon.icns")


def _windows_version() -> str:
    """What Windows shows among a file's properties."""
    numbers = (*(int(one) for one in re.findall(r"\d+", __version__)[:3]), 0)
    entries = {
        "FileDescription": "treecompare",
        "FileVersion": __version__,
        "ProductName": "treecompare",
        "ProductVersion": __version__,
    }
    strings = ", ".join(f"StringStruct({name!r}, {value!r})" for name, value in entries.items())
    return (
        f"VSVersionInfo(ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}), kids=["
        f"StringFileInfo([StringTable('040904B0', [{strings}])]), VarFileInfo([VarStruct('Translation', [1033, 1200])])])"
    )


def _strip(inside: Path) -> None:
    """Leaves out what only debuggers read. What auditwheel moved into NAME.libs would be broken by strip."""
    found = [
        one
        for one in inside.rglob("*.so*")
        if one.is_file() and not one.is_symlink() and not one.parent.name.endswith(".libs")
    ]
    subprocess.run(["strip", "--strip-unneeded", *map(str, found)], check=True)


def _shrink_icu(inside: Path) -> None:
    """Leaves out what ICU knows of hundreds of languages: 30 MB that Qt uses for names of currencies and the like."""
    library = next(inside.glob("PySide6/Qt/lib/libicudata.so.*"), None)
    tools = [shutil.which(name) for name in ("icupkg", "gcc", "objcopy")]
    if library is None or None in tools:
        print("ICU's data are left whole; with icupkg (Debian: icu-devtools) and gcc the program is 30 MB smaller")
        return
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        data, listed = work / "data.dat", work / "removed.txt"
        symbol = f"icudt{library.name.rpartition('.')[2]}"
        subprocess.run(["objcopy", "-O", "binary", "--only-section=.rodata", str(library), str(data)], check=True)
        data = data.rename(work / f"{symbol}l.dat")  # its name is part of those of its entries
        names = subprocess.run(["icupkg", "-l", str(data)], check=True, capture_output=True, text=True).stdout.split()
        listed.write_text("\n".join(one for one in names if not ICU_KEPT.fullmatch(one)))
        subprocess.run(["icupkg", "-r", str(listed), str(data)], check=True)
        name = f"{symbol}_dat"
        source = f'.section .rodata\n.balign 16\n.globl {name}\n.type {name}, @object\n{name}:\n.incbin "{data}"\n'
        source += f".size {name}, . - {name}\n.section .note.GNU-stack\n"
        (work / "data.s").write_text(source)
        command = [
            "gcc",
            "-shared",
            "-nostdlib",
            f"-Wl,-soname,{library.name}",
            "-o",
            str(library),
            str(work / "data.s"),
        ]
        subprocess.run(command, check=True)


def _licences(folder: Path) -> None:
    """LICENCES.txt beside the program."""
    from PyInstaller.archive.readers import CArchiveReader

    program = folder / ("treecompare.exe" if sys.platform == "win32" else "treecompare")
    modules = list(CArchiveReader(str(program)).open_embedded_archive("PYZ.pyz").toc)
    inside = folder / "_internal"
    own = {one.name for one in inside.glob("*.libs/*")}
    libraries = [
        Path(f"/usr/lib/{platform.machine()}-linux-gnu/{one.name}")
        for one in inside.glob("lib*.so*")
        if not one.is_symlink() and one.name not in own
    ]
    text = licences.written(modules, libraries, (ROOT / "LICENSE").read_text("utf-8"))
    (folder / "LICENCES.txt").write_text(text, "utf-8")
