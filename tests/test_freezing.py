"""What goes into the program to download. Building it takes minutes and is not done here: these are the lists it is built from."""

from __future__ import annotations

import ast
import configparser
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import treecompare
from tests.modules import module
from treecompare.comparison.files import SUFFIX
from treecompare.drawing.figures import SUFFIXES
from treecompare.kernels import KERNELS, module_of, source_of

ROOT = Path(__file__).parents[1]
FREEZING = ROOT / "packaging" / "freezing"
LINUX = ROOT / "packaging" / "linux"
NAME = "org.treecompare.treecompare"
sys.path.insert(0, str(FREEZING))
try:
    import appimage
    import contents
    import licences
    import shell
finally:
    sys.path.remove(str(FREEZING))


def imported() -> set[str]:
    """Every module of others that the program imports anywhere."""
    found: set[str] = set()
    for path in ROOT.glob("treecompare/**/*.py"):
        for node, _ in module(path).imports:
            if isinstance(node, ast.Import):
                found |= {one.name for one in node.names}
            else:
                found |= {str(node.module), *(f"{node.module}.{one.name}" for one in node.names)}
    return {name for name in found if not name.startswith("treecompare")}


# -- modules -----------------------------------------------------------------------------------------------------------


def test_what_is_imported_by_name_is_in():
    assert {*map(module_of, KERNELS), *map(source_of, KERNELS)} <= set(contents.HIDDEN)
    assert {f"matplotlib.backends.backend_{one}" for one in ("agg", "pdf", "svg")} <= set(contents.HIDDEN)
    assert set(SUFFIXES) == {".svg", ".pdf", ".png"}, "another format needs another backend"
    assert {"nltk", "networkx", "treecompare.api", "treecompare.cli.scores"} <= set(contents.HIDDEN)


def test_nobody_else_imports_by_name():
    """PyInstaller does not see what import_module is given: it has to be in HIDDEN, or not be needed in a program."""
    known = {
        "treecompare/__init__.py",
        "treecompare/api/tables.py",
        "treecompare/kernels/__init__.py",
        "treecompare/registry.py",
    }
    found = {
        str(path.relative_to(ROOT))
        for path in ROOT.glob("treecompare/**/*.py")
        if re.search(r"import_module\(|__import__\(", path.read_text("utf-8"))
    }
    assert found == known


def test_nothing_that_the_program_imports_is_left_out():
    left = {name for name in imported() if any(name == one or name.startswith(f"{one}.") for one in contents.EXCLUDED)}
    assert left <= {"conllu", "pandas", "polars"}, (
        left
    )  # the library takes and makes their objects where people have them
    used = {name.split(".")[1] for name in imported() if name.startswith("PySide6.Qt")}
    assert used == {"QtCore", "QtGui", "QtWidgets"}


def test_readline_which_is_under_the_gpl_is_left_out():
    assert "readline" in contents.EXCLUDED


# -- files -------------------------------------------------------------------------------------------------------------


def test_everything_that_is_shipped_is_in():
    found = {f"{folder}/{Path(path).name}" for path, folder in contents.resources()}
    for name in (
        "samples/first-comparison/gold.mrg", "samples/words-that-differ/gold.lattice", "head-rules/collins.txt", "help/window.md",
        "schemes/tepacoc.tsv", "icon.svg",
    ):  # fmt: skip
        if (ROOT / "resources" / name).exists():
            assert f"treecompare/resources/{name}" in found
    on_disk = [one for one in (ROOT / "resources").rglob("*") if one.is_file()]
    assert len(found) == len(on_disk) - 1, "all but the picture of the README"


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so", "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/plugins/platforms/qwindows.dll", "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        "PySide6/Qt/plugins/iconengines/libqsvgicon.so",
        "PySide6/Qt/plugins/imageformats/libqjpeg.so", "PySide6/Qt/lib/libQt6Gui.so.6", "PySide6/QtSvg.abi3.so",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf", "matplotlib/mpl-data/matplotlibrc", "libxcb-cursor.so.0",
        "libxkbcommon.so.0",
        "treecompare/resources/samples/dependencies/gold.conllu", "PIL/_imaging.cpython-311-x86_64-linux-gnu.so", "libsqlite3.so.0",
    ],
)  # fmt: skip
def test_what_is_needed_is_wanted(name: str):
    assert contents.is_wanted(name) and contents.is_wanted(name.replace("/", "\\"))


@pytest.mark.parametrize(
    "name",
    [
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so", "PySide6/Qt/plugins/sqldrivers/libqsqlite.so",
        "PySide6/Qt/plugins/platforms/libqeglfs.so", "PySide6/Qt/plugins/imageformats/libqtiff.so",
        "PySide6/Qt/translations/qt_de.qm",
        "PySide6/plugins/tls/qopensslbackend.dll", "libGL.so.1", "libEGL.so.1", "libX11.so.6", "libxcb.so.1", "libdbus-1.so.3",
        "libstdc++.so.6", "libfontconfig.so.1", "PIL/_avif.cpython-311-x86_64-linux-gnu.so", "nltk/test/all.py",
        "matplotlib/mpl-data/sample_data/goog.npz", "matplotlib/mpl-data/fonts/ttf/STIXGeneral.ttf", "numpy/_core/lib/libnpymath.a",
        "numpy/random/tests/data/a.csv",
    ],
)  # fmt: skip
def test_what_nobody_needs_is_not(name: str):
    assert not contents.is_wanted(name) and not contents.is_wanted(name.replace("/", "\\"))


def test_libraries_that_nothing_asks_for_any_more_are_left_out():
    asks = {
        "/x/Gui": ["/far/libQt.so.6"],
        "/x/libQt.so.6": ["libicu.so.73"],
        "/x/plug": ["libxcb-cursor.so.0"],
        "/x/libgtk.so": ["libcairo.so"],
    }
    files = [
        ("PySide6/QtGui.abi3.so", "/x/Gui", "EXTENSION"),
        ("PySide6/Qt/lib/libQt.so.6", "/x/libQt.so.6", "BINARY"),
        ("PySide6/Qt/lib/libicu.so.73", "/x/libicu.so.73", "BINARY"),
        ("libQt.so.6", "PySide6/Qt/lib/libQt.so.6", "SYMLINK"),
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "/x/plug", "BINARY"),
        ("libxcb-cursor.so.0", "/x/libxcb-cursor.so.0", "BINARY"),
        ("libgtk.so", "/x/libgtk.so", "BINARY"),
        ("libcairo.so", "/x/libcairo.so", "BINARY"),
        ("libother.so", "PIL.libs/libother.so", "SYMLINK"),
        ("libpython3.11.so.1.0", "/x/libpython3.11.so.1.0", "BINARY"),
        ("a.txt", "/x/a.txt", "DATA"),
    ]
    kept = {name for name, _, _ in contents.reached(files, lambda path: asks.get(path, []))}
    assert {name for name, _, _ in files} - kept == {"libgtk.so", "libcairo.so", "libother.so"}


def test_the_spec_can_be_read_and_asks_for_these_lists():
    text = (FREEZING / "treecompare.spec").read_text("utf-8")
    names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    assert {"HIDDEN", "EXCLUDED", "is_wanted", "reached", "resources"} <= names


# -- licences ----------------------------------------------------------------------------------------------------------


def test_no_library_of_the_system_is_under_the_gpl():
    assert [name for name, said in licences.SYSTEM.items() if licences.is_gpl(said)] == []


def test_a_library_that_nobody_has_looked_at_stops_the_build(tmp_path: Path):
    with pytest.raises(ValueError, match=r"libreadline\.so\.8: its licence is not known"):
        licences.written([], [tmp_path / "libreadline.so.8"], "MIT")


def test_licences_of_what_is_inside_are_written_out():
    text = licences.written(["numpy.linalg", "PySide6.QtCore", "matplotlib", "json"], [], "our own text")
    for expected in (
        "our own text",
        "The Inter Project Authors",
        "can be replaced",
        "numpy",
        "PySide6",
        "GNU LESSER GENERAL PUBLIC LICENSE",
        "Python",
    ):
        assert expected in text
    assert "pytest" not in text.split("GNU LESSER")[0]


# -- the desktop -------------------------------------------------------------------------------------------------------


def test_desktop_type_and_store_speak_of_the_same_program():
    desktop = configparser.ConfigParser(interpolation=None)
    desktop.read(LINUX / f"{NAME}.desktop", "utf-8")
    entry = desktop["Desktop Entry"]
    mime = ElementTree.parse(LINUX / f"{NAME}.mime.xml").getroot()
    space = {"m": "http://www.freedesktop.org/standards/shared-mime-info"}
    kind = mime.find("m:mime-type", space)
    assert kind is not None
    assert entry["MimeType"] == f"{kind.get('type')};"
    assert [one.get("pattern") for one in kind.findall("m:glob", space)] == [f"*.{SUFFIX}"]
    about = ElementTree.parse(LINUX / f"{NAME}.metainfo.xml").getroot()
    assert about.findtext("id") == NAME and about.findtext("launchable") == f"{NAME}.desktop"
    assert about.findtext("provides/mediatype") == kind.get("type")
    assert next(one.get("version") for one in about.findall("releases/release")) == treecompare.__version__
    text = (ROOT / "treecompare" / "window" / "frame" / "application.py").read_text("utf-8")
    assert f'setDesktopFileName("{NAME}")' in text, "else the taskbar shows no icon"
    assert entry["Icon"] == NAME


@pytest.mark.parametrize(
    "command",
    [
        ["desktop-file-validate", f"{NAME}.desktop"],
        ["appstreamcli", "validate", "--no-net", f"{NAME}.metainfo.xml"],
    ],
    ids=lambda command: command[0],
)
def test_the_tools_of_debian_find_nothing_wrong(command: list[str]):
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed (Debian: desktop-file-utils, appstream)")
    result = subprocess.run(command, cwd=LINUX, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "warning" not in result.stdout + result.stderr


# -- the shell ---------------------------------------------------------------------------------------------------------


def test_completion_and_manual_know_every_command(tmp_path: Path):
    shell.write(tmp_path)
    commands = re.search(r"\{([^}]*)\}", treecompare_usage())
    assert commands is not None
    names = commands[1].split(",")
    assert {"score", "demo", "open"} <= set(names)
    for place in (*shell.PLACES.values(), "man/man1/treecompare.1"):
        text = (tmp_path / place).read_text("utf-8")
        assert [name for name in names if name not in text] == [], place
    assert "compgen -f" in (tmp_path / shell.PLACES["bash"]).read_text("utf-8"), "names of files are completed"
    page = (tmp_path / "man" / "man1" / "treecompare.1").read_text("utf-8")
    assert not re.search(r"(?m)^'", page) and treecompare.__version__ in page


def treecompare_usage() -> str:
    from treecompare.cli import parser

    made = parser()
    return "{" + ",".join(next(one.choices for one in made._actions if isinstance(one.choices, dict))) + "}"


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_the_shells_can_read_their_completion(name: str, tmp_path: Path):
    if shutil.which(name) is None:
        pytest.skip(f"the shell {name} is not installed, so nothing can read its completion")
    shell.write(tmp_path)
    assert subprocess.run([name, "-n", str(tmp_path / shell.PLACES[name])], capture_output=True).returncode == 0


# -- AppImage ----------------------------------------------------------------------------------------------------------


def is_there(library: str) -> bool:
    """Whether gcc finds a library that can be linked; else it prints the name as it was given."""
    found = subprocess.run(
        ["gcc", f"-print-file-name=lib{library}.a"], check=True, capture_output=True, text=True
    ).stdout
    return Path(found.strip()).is_absolute()


@pytest.fixture
def image(tmp_path: Path) -> Path:
    """An AppImage whose program prints where it runs and what it was given."""
    if shutil.which("gcc") is None or shutil.which("mksquashfs") is None or not all(map(is_there, appimage.LIBRARIES)):
        pytest.skip(
            "an AppImage is made with packages of Debian that packaging/freeze installs, of which some are missing"
        )
    starter = appimage.starter(tmp_path / "starter")
    folder = tmp_path / "AppDir"
    (folder / "usr" / "lib").mkdir(parents=True)
    program = folder / "usr" / "lib" / "program"
    program.write_text('#!/bin/sh\ncat "$APPDIR/usr/lib/words"\nls "$APPDIR/usr"\necho "$#" "$@"\nexit 3\n', "utf-8")
    program.chmod(0o755)
    (folder / "AppRun").symlink_to("usr/lib/program")
    (folder / "usr" / "lib" / "words").write_bytes(b"many words\n" * 100_000)
    squashed = tmp_path / "squashed"
    command = ["mksquashfs", str(folder), str(squashed), "-comp", "zstd", "-quiet", "-no-progress", "-noappend"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    made = tmp_path / "Bäume mit Rand.AppImage"
    made.write_bytes(starter.read_bytes() + squashed.read_bytes())
    made.chmod(0o755)
    return made


@pytest.mark.parametrize("unpacked", [{}, {"APPIMAGE_EXTRACT_AND_RUN": "1"}], ids=["as it can", "unpacked"])
def test_an_appimage_starts_and_leaves_nothing_behind(image: Path, tmp_path: Path, unpacked: dict[str, str]):
    place = tmp_path / "for a while"
    place.mkdir()
    environment = {"PATH": "/usr/bin:/bin", "TMPDIR": str(place), **unpacked}
    found = subprocess.run([str(image), "a b", "c"], env=environment, capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stderr) == (3, "")
    assert found.stdout == "many words\n" * 100_000 + "lib\n2 a b c\n"
    for _ in range(100):
        if not list(place.iterdir()):
            break
        time.sleep(0.05)
    assert not list(place.iterdir())


@pytest.mark.usefixtures("image")
def test_an_appimage_on_a_system_that_is_too_old_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(appimage, "GLIBC", "99.1")
    found = subprocess.run(
        [str(appimage.starter(tmp_path / "of tomorrow"))], capture_output=True, text=True, timeout=60
    )
    assert found.returncode == 1 and found.stderr.count("\n") == 1
    assert re.match(r"treecompare: this system has the C library glibc 2\.\d+; expected 99\.1 or newer", found.stderr)


def test_an_appimage_says_what_it_is_and_where_there_is_no_room(image: Path, tmp_path: Path):
    assert image.read_bytes()[8:11] == b"AI\2"
    at = subprocess.run([str(image), "--appimage-offset"], check=True, capture_output=True, text=True).stdout
    assert image.read_bytes()[int(at) :].startswith(b"hsqs")
    subprocess.run([str(image), "--appimage-extract"], check=True, cwd=tmp_path)
    assert (tmp_path / "squashfs-root" / "AppRun").readlink() == Path("usr/lib/program")
    environment = {"PATH": "/usr/bin:/bin", "TMPDIR": "/proc/nothing"}
    found = subprocess.run([str(image)], env=environment, capture_output=True, text=True, timeout=60)
    assert found.returncode == 1 and "/proc/nothing" in found.stderr and found.stderr.count("\n") == 1
