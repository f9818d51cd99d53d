"""Whose work is inside the frozen program, and under which licences: found from the files themselves."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution, packages_distributions
from pathlib import Path

QT = """\
Qt and PySide6 are under the GNU Lesser General Public License, version 3. They are used as they were published, as separate files,
and can be replaced: put the libraries of another PySide6 6.x, built for the same Python, in the place of those in _internal/PySide6
and _internal/shiboken6, and the program uses those. Only the data of ICU, which is not under the LGPL, are shortened.
Their sources: https://code.qt.io/cgit/pyside/pyside-setup.git and https://code.qt.io/cgit/qt/qtbase.git (qtsvg.git, qtwayland.git
beside it), under the tag of the version named below. The texts of the LGPL and of the GPL that it refers to follow at the end.
"""
EXCEPTIONS = """\
The starter of the program is PyInstaller's, under the GPL with an exception that allows it to be distributed with programs of any
licence. libgfortran and libquadmath, which come with numpy, are under the GPL with the GCC runtime library exception and the LGPL.
"""
SYSTEM = {
    "libXau": "MIT", "libXdmcp": "MIT", "libbsd": "BSD-3-Clause", "libbz2": "bzip2-1.0.6", "libcrypto": "Apache-2.0",
    "libffi": "MIT", "liblzma": "0BSD", "libmd": "BSD-3-Clause", "libpython3": "PSF-2.0", "libsqlite3": "blessing",
    "libssl": "Apache-2.0", "libuuid": "BSD-3-Clause", "libxcb": "MIT", "libxkbcommon": "MIT", "libz": "Zlib",
    "libzstd": "BSD-3-Clause",
}  # fmt: skip
"""Libraries of the system that may be copied, by the start of their names. Debian's copyright files also tell of the tools and
tests beside a library, so the licence of the library itself is written down here."""
APPIMAGE = """\
The file that you start is an AppImage. It begins with a program of treecompare's own (packaging/freezing/appimage.c, MIT),
which makes the rest of it readable by squashfuse (BSD-2-Clause), Zstandard (BSD-3-Clause), libfuse and the C library glibc. The
last two are under the GNU Lesser General Public License, version 2.1. To use others, compile that file with them as
packaging/freezing/appimage.py does, and put the bytes of the AppImage from --appimage-offset on behind what was compiled.
"""
LICENCE_FILES = re.compile(r"(?i)(^|/)(licen[cs]e|copying|notice)[^/]*$")


def is_gpl(text: str) -> bool:
    """Whether that is how the metadata of a package, or a Debian copyright file, names the GPL; the LGPL is another one."""
    lesser = r"(?i)(GNU )?(lesser|library) general public licen[cs]e|LGPL"
    return re.search(r"(?i)\bA?GPL|general public licen[cs]e", re.sub(lesser, "", text)) is not None


def said_of(package: Distribution) -> str:
    """The licence that the metadata of a package name. Where people may choose, the LGPL is chosen."""
    names = ("License-Expression", "License", "Classifier")
    texts = [text for name in names for text in package.metadata.get_all(name) or ()]
    said = "; ".join(text.splitlines()[0] for text in texts if text and (text in texts[:1] or "License ::" in text))
    return "LGPL-3.0-only" if "LGPL-3.0-only OR" in said else said


def inside(modules: Iterable[str]) -> list[Distribution]:
    """The installed packages of others that these modules come from."""
    owners = packages_distributions()
    top = {module.partition(".")[0] for module in modules} - {"treecompare"}
    names = {name for module in top for name in owners.get(module, ())}
    found = []
    for name in sorted(names, key=str.lower):
        try:
            found.append(distribution(name))
        except PackageNotFoundError:
            continue
    return found


def texts_of(package: Distribution) -> list[str]:
    """The licence files that a package brings."""
    files = [
        one for one in package.files or () if LICENCE_FILES.search(str(one)) and not str(one).endswith((".py", ".pyc"))
    ]
    return [Path(str(one.locate())).read_text("utf-8", "replace") for one in files if Path(str(one.locate())).is_file()]


def debian_copyright(library: Path) -> tuple[str, str]:
    """The Debian package that a library of the system comes from, and its copyright file; empty where it comes from none."""
    found = subprocess.run(["dpkg", "-S", str(library.resolve())], capture_output=True, text=True, check=False)
    if found.returncode and library.resolve().is_relative_to("/usr"):
        short = str(library.resolve()).removeprefix("/usr")
        found = subprocess.run(["dpkg", "-S", short], capture_output=True, text=True, check=False)
    package = found.stdout.partition(":")[0].strip()
    path = Path("/usr/share/doc") / package / "copyright"
    return (package, path.read_text("utf-8", "replace")) if package and path.exists() else ("", "")


def written(modules: Iterable[str], libraries: Iterable[Path], own: str) -> str:
    """One text with everything. ``modules``: what is inside; ``libraries``: files of the system that were copied.

    Raises:
        ValueError: something is under the GPL, or nobody knows under what.
    """
    letters = (Path(__file__).resolve().parents[2] / "resources" / "fonts" / "OFL.txt").read_text("utf-8")
    parts = [
        f"treecompare is under the MIT licence:\n\n{own}",
        f"Inter, the letters of the window\n\n{letters}",
        QT,
        EXCEPTIONS,
    ]
    # on Windows it is beside the program, and also has the licences of the libraries that come with Python there
    places = (Path(one) / "LICENSE.txt" for one in (sysconfig.get_paths()["stdlib"], sys.base_prefix))
    python = next((one.read_text("utf-8") for one in places if one.exists()), "PSF-2.0")
    parts.append(f"Python {sys.version.split()[0]}\n\n{python}")
    for package in inside(modules):
        said = said_of(package)
        if not said or is_gpl(said):
            raise ValueError(f"{package.name}: its licence is {said or 'not said'}; expected none that is the GPL")
        parts.append("\n\n".join([f"{package.name} {package.version}: {said}", *texts_of(package)]))
    seen = set()
    for library in sorted(set(libraries)):
        said = SYSTEM.get(re.split(r"[-.]", library.name)[0], "")
        if not said or is_gpl(said):
            raise ValueError(f"{library}: its licence is {said or 'not known'}; expected one of those in licences.py")
        origin, text = debian_copyright(library)
        if origin not in seen:
            seen.add(origin)
            parts.append(f"{library.name}: {said}\n\n{text}")
    for name in ("LGPL-3", "GPL-3"):
        common = Path("/usr/share/common-licenses") / name
        parts.append(common.read_text("utf-8") if common.exists() else f"{name}: https://www.gnu.org/licenses/")
    rule = f"\n\n{'=' * 100}\n\n"
    return rule.join(parts)


def starter(libraries: Iterable[Path]) -> str:
    """What is said of the program that an AppImage begins with, and of the libraries in it."""
    copyrights = dict(debian_copyright(one) for one in libraries)
    lesser = Path("/usr/share/common-licenses/LGPL-2.1")
    texts = [APPIMAGE, *(f"{name}\n\n{text}" for name, text in copyrights.items())]
    texts.append(lesser.read_text("utf-8") if lesser.exists() else "LGPL-2.1: https://www.gnu.org/licenses/")
    return f"\n\n{'=' * 100}\n\n".join(texts)
