"""What goes into the frozen program, and what PyInstaller finds but nobody needs. The spec and the tests read these lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePath

from treecompare.cli import CORE as COMMANDS
from treecompare.kernels import KERNELS, module_of, source_of
from treecompare.registry import EXTRAS, named_modules

File = tuple[str, str, str]

ROOT = Path(__file__).resolve().parents[2]

# only imported by name, where PyInstaller does not see it
HIDDEN = (
    *map(module_of, KERNELS),
    *map(source_of, KERNELS),
    "treecompare.api",
    *(f"treecompare.extras.{name}" for name in EXTRAS),
    *named_modules(),
    *(f"treecompare.cli.{module}" for module in COMMANDS),
    # what plots are written with
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
    # trees and graphs of these are handed out by the library
    "networkx",
    "nltk",
)  # fmt: skip

# of other libraries, each of which can use them where they happen to be installed; readline is under the GPL
EXCLUDED = (
    "IPython", "PySide6.QtNetwork", "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtQml", "PySide6.QtTest", "_pytest",
    "cloudpickle", "conllu", "Cython", "coverage", "curses", "fontTools.ufoLib", "gi", "hypothesis", "idlelib", "lib2to3",
    "mypy", "numpy.f2py", "pandas", "PIL.ImageQt", "polars", "pydoc_data", "pydot", "pygraphviz", "pytest", "pip",
    "readline", "scipy", "setuptools", "shtab", "sklearn", "tkinter", "torch", "turtle", "wx",
)  # fmt: skip

# Qt: a plugin that is not named here is left out
PLUGINS = re.compile(
    r"""PySide6/(Qt/)?plugins/(
        platforms/(libq(xcb|wayland|offscreen|cocoa)|q(windows|offscreen))
        | platformthemes/libqxdgdesktopportal
        | platforminputcontexts/lib(compose|ibus)platforminputcontextplugin
        | wayland-(shell-integration/libxdg-shell|decoration-client/libadwaita)
        | imageformats/(lib)?q(svg|jpeg|ico)
        | iconengines/
        | styles/
    )""",
    re.VERBOSE,
)

# no file asks for it by name: the program's starter loads it
LOADED = re.compile(r"^(lib)?python3[^/]*$")

UNWANTED = re.compile(
    r"""
    ^PySide6/(Qt/)?(translations|qml|libexec|resources|metatypes)/
    | ^PySide6/opengl32sw\.dll
    | ^PIL/_(avif|webp|imagingcms|imagingtk|imagingft|imagingmath)
    | ^matplotlib/mpl-data/(sample_data|images|plot_directive|stylelib|fonts/(afm|pdfcorefonts)/)
    | ^matplotlib/mpl-data/fonts/ttf/(STIX|cm|DejaVuSerif|DejaVuSansMono|.*BoldOblique)
    | ^nltk_data | ^nltk/(test|app)/ | (^|/)tests?/ | /_multiarray_tests | \.(a|h|pxd|pyx)$
    # what has to fit the drivers and the settings of the machine that the program runs on
    | (^|/)lib(GL|GLX|GLdispatch|OpenGL|EGL|GLESv2|drm|gbm|X11|X11-xcb|xcb|fontconfig|freetype|expat|wayland-\w+)\.so
    | (^|/)lib(stdc\+\+|gcc_s|dbus-1|glib-2\.0|gthread-2\.0)\.so
    """,
    re.VERBOSE,
)


def is_wanted(name: str) -> bool:
    """Whether a file goes in. ``name``: its path within the program's folder."""
    name = name.replace("\\", "/")
    if "/plugins/" in name and name.startswith("PySide6/"):
        return PLUGINS.match(name) is not None
    return UNWANTED.search(name) is None


def reached(files: Sequence[File], needs: Callable[[str], Iterable[str]]) -> list[File]:
    """The files without the libraries that nothing among them needs any more.

    ``files``: (name within the program, path, kind), as PyInstaller has them. ``needs``: the names of the libraries that the
    file at a path asks for.
    """
    libraries: dict[str, list[File]] = {}  # by their names in small letters: Windows asks for VCRUNTIME140.dll, too
    kept, left = [], []
    for one in files:
        if one[2] == "BINARY" and "/plugins/" not in one[0].replace("\\", "/") and not LOADED.search(one[0]):
            libraries.setdefault(PurePath(one[0]).name.lower(), []).append(one)
        elif one[2] == "SYMLINK":
            left.append(one)
        else:
            kept.append(one)
    waiting = [one for one in kept if one[2] in ("BINARY", "EXTENSION")]
    while waiting:
        for name in needs(waiting.pop()[1]):
            found = libraries.pop(PurePath(name).name.lower(), [])
            kept += found
            waiting += found
    names = {one[0] for one in kept}
    bundles = {name.partition(".framework/")[0] for name in names if ".framework/" in name}
    return kept + [
        one for one in left
        if str(PurePath(one[0]).parent / one[1]) in names
        or one[0].partition(".framework/")[0] in bundles  # of macOS: without its links a framework is none
    ]  # fmt: skip


def resources() -> list[tuple[str, str]]:
    """(file, folder within the program) of what treecompare ships: samples, schemes, head rules, help, icon."""
    found = [one for one in sorted((ROOT / "resources").rglob("*")) if one.is_file() and one.name != "screenshot.png"]
    return [(str(one), str(Path("treecompare") / one.parent.relative_to(ROOT))) for one in found]
