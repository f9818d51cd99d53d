"""What Windows and macOS do otherwise, simulated here: names that are missing, files that are open, programs that are packed."""

from __future__ import annotations

import importlib
import io
import os
import re
import shlex
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from treecompare import kernels, writing
from treecompare.cli import BROKEN_PIPE, status_of
from treecompare.cli.printing import ready_streams
from treecompare.errors import TreecompareError
from treecompare.saved import schema
from treecompare.typed import typed

FREEZING = Path(__file__).parents[1] / "packaging" / "freezing"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


def held(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """So many times a file cannot be replaced, because another program has it open."""
    left, real = [times], Path.replace

    def replace(self: Path, target: Path) -> Path:
        if left[0]:
            left[0] -= 1
            raise PermissionError(13, "Access is denied")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(writing.time, "sleep", lambda _: None)


@pytest.mark.usefixtures("windows")
def test_a_file_that_another_program_soon_lets_go_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.tsv"
    path.write_text("old")
    held(monkeypatch, 3)
    writing.write_file(path, "new")
    assert path.read_text() == "new" and list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("windows")
def test_a_file_that_another_program_keeps_open_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.tsv"
    path.write_text("old")
    held(monkeypatch, -1)
    monkeypatch.setattr(writing, "WINDOWS_PATIENCE", 0.0)
    with pytest.raises(TreecompareError, match=r"a\.tsv: cannot be written: another program has it open$"):
        writing.write_file(path, "new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_elsewhere_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    held(monkeypatch, 1)
    with pytest.raises(TreecompareError, match="Access is denied"):
        writing.write_file(tmp_path / "a.tsv", "new")


def test_without_sigpipe_a_reader_that_ended_is_no_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(signal, "SIGPIPE", raising=False)

    def run() -> int:
        raise BrokenPipeError

    assert status_of(run) == BROKEN_PIPE == 141


@pytest.mark.parametrize(
    ("chosen", "expected"), [({}, "ą–".encode()), ({"PYTHONIOENCODING": "cp1252"}, b"\\u0105\x96")]
)
@pytest.mark.usefixtures("windows")
def test_a_file_gets_utf_8(chosen: dict[str, str], expected: bytes, monkeypatch: pytest.MonkeyPatch):
    """What Windows calls its encoding cannot hold most treebanks."""
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    for name, value in chosen.items():
        monkeypatch.setenv(name, value)
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", stream)
    ready_streams()
    stream.write("ą–")
    stream.flush()
    assert written.getvalue() == expected


def test_locks_lie_behind_the_bytes_that_sqlite_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """On Windows nobody else can read bytes that are locked; those of a comparison have to be read."""
    locked = []

    class Locks(SimpleNamespace):
        LK_NBLCK = 2

        @staticmethod
        def locking(descriptor: int, _mode: int, count: int) -> None:
            locked.append((os.lseek(descriptor, 0, os.SEEK_CUR), count))

    monkeypatch.setattr(schema, "os", SimpleNamespace(name="nt"))
    monkeypatch.setitem(sys.modules, "msvcrt", Locks())  # type: ignore[arg-type]
    path = tmp_path / "a.treecompare"
    path.write_bytes(b"SQLite")
    with path.open("r+b") as file:
        schema.lock(file)
        assert file.read() == b"SQLite"
    assert locked == [(1 << 40, 1)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        (r"C:\data\gold.mrg", r"C:\data\gold.mrg"),
        ("C:\\my data\\", r'"C:\my data\\"'),
        ("VP < (NP $.. PP)", '"VP < (NP $.. PP)"'),
        ("VP<NP", '"VP<NP"'),
        ('a \\"b" c', r'"a \\\"b\" c"'),
        ("e.,t.whole.dice", '"e.,t.whole.dice"'),
        ("", '""'),
    ],
)
def test_commands_can_be_pasted_into_the_shells_of_windows(word: str, expected: str, monkeypatch: pytest.MonkeyPatch):
    """Paths have backslashes there, which were put into single quotes; cmd hands those on. A comma makes a list in PowerShell."""
    assert typed(["treecompare", word]) == shlex.join(["treecompare", word])
    monkeypatch.setattr(sys, "platform", "win32")
    assert typed(["treecompare", word]) == f"treecompare {expected}"
    assert " " not in word or expected == subprocess.list2cmdline([word])


def test_keys_in_texts_are_named_as_the_system_names_them():
    """``Ctrl+K`` is ⌘K on macOS: texts of the window ask for the name. Lists of what commands answer to are Qt's."""
    shown = re.compile(r"[(](?:Ctrl|Alt)\+|(?:drawText|tell)\([^\n]*(?<![('\"])\b(?:Ctrl|Alt)\+|AlignVCenter\), \"Ctrl")
    package = Path(writing.__file__).parent / "window"
    assert [path.name for path in package.glob("**/*.py") if shown.search(path.read_text("utf-8"))] == []


def test_a_kernel_that_is_not_for_this_system_leaves_its_twin_to_serve(monkeypatch: pytest.MonkeyPatch):
    def refuse(name: str) -> None:
        raise ImportError("/lib/libc.so.6: version `GLIBC_2.38' not found")

    monkeypatch.delenv("TREECOMPARE_PURE", raising=False)
    monkeypatch.setattr(kernels.importlib, "import_module", refuse)
    assert kernels.compiled_kernel("constituents") is None


# -- the frozen program ------------------------------------------------------------------------------------------------


@pytest.fixture
def freezing(monkeypatch: pytest.MonkeyPatch) -> None:
    if not FREEZING.exists():
        pytest.skip("not a checkout")
    monkeypatch.syspath_prepend(str(FREEZING))


@pytest.mark.usefixtures("freezing")
def test_it_is_tried_without_what_only_linux_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    check = importlib.import_module("check")
    assert check.program_of(tmp_path / "treecompare") == tmp_path / "treecompare" / "treecompare"
    monkeypatch.setattr(sys, "platform", "win32")
    assert check.program_of(tmp_path / "treecompare").name == "treecompare.exe"
    monkeypatch.setattr(sys, "platform", "darwin")
    inside = check.program_of(tmp_path / "treecompare").relative_to(tmp_path)
    assert inside.as_posix() == "treecompare.app/Contents/MacOS/treecompare"


@pytest.mark.usefixtures("freezing")
def test_libraries_are_found_whatever_their_letters_and_frameworks_keep_their_links():
    contents = importlib.import_module("contents")
    framework = "PySide6/Qt/lib/QtCore.framework"
    asks = {"/x/QtCore": ["@rpath/QtCore.framework/Versions/A/QtCore", "VCRUNTIME140.dll"]}
    files = [
        ("PySide6/QtCore.abi3.so", "/x/QtCore", "EXTENSION"),
        (f"{framework}/Versions/A/QtCore", "/x/lib", "BINARY"),
        (f"{framework}/Versions/Current", "A", "SYMLINK"),
        (f"{framework}/QtCore", "Versions/Current/QtCore", "SYMLINK"),
        ("PySide6/Qt/lib/QtQml.framework/QtQml", "Versions/Current/QtQml", "SYMLINK"),
        ("vcruntime140.dll", "/x/vc", "BINARY"),
        ("other.dll", "/x/other", "BINARY"),
    ]
    kept = {name for name, _, _ in contents.reached(files, lambda path: asks.get(path, []))}
    assert {name for name, _, _ in files} - kept == {"PySide6/Qt/lib/QtQml.framework/QtQml", "other.dll"}


@pytest.mark.usefixtures("freezing")
def test_what_is_downloaded_opens_with_a_double_click(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    packages = importlib.import_module("packages")
    folder = tmp_path / "treecompare"
    folder.mkdir()
    (folder / "LICENCES.txt").write_text("MIT")
    monkeypatch.setattr(sys, "platform", "win32")
    made = packages.archive(folder)
    assert made.name.endswith(f"-windows-{packages.MACHINE.lower()}.zip")
    assert "treecompare/LICENCES.txt" in zipfile.ZipFile(made).namelist()

    program = tmp_path / "treecompare.app" / "Contents" / "MacOS"
    program.mkdir(parents=True)
    packed = []

    def ditto(command: list[str], check: bool) -> None:
        inside = Path(command[-2])
        packed.extend(sorted(str(one.relative_to(inside)) for one in inside.iterdir()))
        Path(command[-1]).write_bytes(b"")

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(packages.subprocess, "run", ditto)
    assert "-macos-" in packages.archive(folder).name
    assert packed == ["LICENCES.txt", "treecompare.app"]
