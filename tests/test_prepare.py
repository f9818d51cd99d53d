"""What the first start says and does, with stand-ins for apt, sudo and pip: what it installs has to be seen on a bare system."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell script: there is no sh on Windows")

TOOLS = ["sh", "dirname", "cat", "grep", "sed", "cksum", "cut", "env", "mkdir", "tail", "head", "rm", "cp", "chmod"]
LIBRARIES = [
    "libegl1",
    "libgl1",
    "libglib2.0-0t64",
    "libdbus-1-3",
    "libfontconfig1",
    "libxkbcommon0",
    "fonts-dejavu-core",
    "libxcb-cursor0",
    "libxkbcommon-x11-0",
    "libxcb-icccm4",
    "libxcb-keysyms1",
    "libxcb-shape0",
]
PYTHON = """#!/bin/sh
case "$*" in
    "-m venv .venv") mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
    "-m pip --version") [ -x .venv/bin/python ] ;;
    "-m pip install"*) echo "$*" >>"$RAN"; [ -z "${PIP_FAILS:-}" ] || { echo "ERROR: $PIP_FAILS"; exit 1; } ;;
    "- "*) echo "numpy>=1.26" ;;
    *"version_info"*) [ -z "${OLD_PYTHON:-}" ] ;;
    *) [ -z "${NO_VENV:-}" ] ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what the script reads, and a PATH that holds nothing but what is put into it."""
    found = tmp_path / "tree compare ü"
    sources = [*(ROOT / "treecompare").glob("*/*.pyx"), *(ROOT / "treecompare/kernels").glob("*.py")]
    for one in ("packaging/prepare", "pyproject.toml", *map(str, sources)):
        target = found / Path(ROOT / one).relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / one, target)
    for name in ("treecompare/mappings/edits.c", "treecompare/mappings/edits.h", "treecompare/mappings/tree_errors.py"):
        shutil.copy(ROOT / name, found / name)
    bin_ = found / "bin"
    bin_.mkdir()
    for name in TOOLS:
        (bin_ / name).symlink_to(str(shutil.which(name)))
    command(found, "python3", PYTHON)
    command(found, "id", "#!/bin/sh\necho ${USER_ID:-1000}\n")
    command(found, "cc", "#!/bin/sh\n")
    return found


def command(checkout: Path, name: str, text: str) -> None:
    path = checkout / "bin" / name
    path.unlink(missing_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def debian(checkout: Path, *lacks: str) -> None:
    lines = "".join(f"echo '{name} install ok installed'\n" for name in LIBRARIES if name not in lacks)
    command(checkout, "dpkg-query", f"#!/bin/sh\n{lines}echo 'libxcb-cursor0-dev deinstall ok config-files'\n")


def prepare(checkout: Path, extra: str = "", *packages: str, **environment: str) -> tuple[int, list[str]]:
    """The exit status, and the lines on standard error."""
    result = subprocess.run(
        [str(checkout / "packaging" / "prepare"), extra, *packages],
        env={"PATH": str(checkout / "bin"), "RAN": str(checkout / "ran"), **environment},
        capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert result.stdout == "", "standard output is the program's"
    return result.returncode, [line.removeprefix("treecompare: ") for line in result.stderr.splitlines()]


def ran(checkout: Path) -> list[str]:
    path = checkout / "ran"
    return path.read_text().splitlines() if path.exists() else []


def test_each_step_is_said_and_the_second_start_is_silent(checkout: Path):
    debian(checkout)
    status, said = prepare(checkout)
    assert (status, [line[:7] for line in said]) == (0, ["1 of 4:", "2 of 4:", "3 of 4:", "4 of 4:", "all is "])
    assert "nothing of the system is missing" in said[0]
    assert [line.split(" --")[-1] for line in ran(checkout)] == ["requirement .venv/libraries.txt", "editable ."]
    assert prepare(checkout) == (0, [])


def test_what_is_told_where_a_library_is_missing_is_what_is_installed(checkout: Path):
    from treecompare.errors import QT_PACKAGES

    named = set(QT_PACKAGES.split())
    assert named == {one.removesuffix("t64") for one in LIBRARIES} - {"fonts-dejavu-core"}
    assert [one for one in named if one not in (checkout / "packaging" / "prepare").read_text("utf-8")] == []


def test_without_apt_all_works_where_nothing_is_missing(checkout: Path):
    assert prepare(checkout)[0] == 0


def test_what_is_installed_for_the_tests_is_enough_for_the_program(checkout: Path):
    assert prepare(checkout, "[test]")[0] == 0
    assert ran(checkout)[-1].endswith("--editable .[test]")
    assert prepare(checkout) == (0, [])


def test_what_is_installed_for_the_tests_is_not_what_the_site_needs(checkout: Path):
    """``./packaging/site`` ended with a traceback in a checkout whose tests had been run."""
    assert prepare(checkout, "[test]")[0] == 0
    assert prepare(checkout, "[docs]")[0] == 0
    assert ran(checkout)[-1].endswith("--editable .[docs]")
    assert prepare(checkout, "[docs]") == (0, [])


def test_as_root_apt_is_asked_for_what_is_missing_only(checkout: Path):
    debian(checkout, "libxcb-cursor0", "libegl1")
    command(checkout, "apt-get", '#!/bin/sh\necho "apt-get $*" >>"$RAN"\n')
    status, said = prepare(checkout, USER_ID="0")
    assert status == 0 and said[0] == "1 of 4: installing libraries of the system: libegl1 libxcb-cursor0 …"
    assert ran(checkout)[:2] == [
        "apt-get update -qq", "apt-get install -y -qq --no-install-recommends libegl1 libxcb-cursor0"
    ]  # fmt: skip


def test_what_freezing_needs_is_installed_before_anything_is_built(checkout: Path):
    """It stopped at a missing header after six minutes; where a compiler comes, none is said to be missing."""
    debian(checkout)
    (checkout / "bin" / "cc").unlink()
    command(checkout, "apt-get", '#!/bin/sh\necho "apt-get $*" >>"$RAN"\n')
    assert prepare(checkout)[0] == 0
    (checkout / "ran").unlink()
    asked = re.search(r'prepare" ""((?: \\\n|[^\n])*)', (ROOT / "packaging" / "freeze").read_text("utf-8"))
    assert asked is not None
    packages = asked[1].replace("\\", " ").split()
    assert {"gcc", "squashfs-tools", *(f"lib{name}-dev" for name in ("squashfuse", "fuse3", "zstd"))} <= set(packages)
    status, said = prepare(checkout, "", *packages, USER_ID="0")
    assert status == 0 and said == [f"1 of 4: installing libraries of the system: {' '.join(packages)} …"]
    assert ran(checkout)[-1].endswith(f"--no-install-recommends {' '.join(packages)}")


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ({}, "and there is no apt-get to install them"),
        ({"apt-get": ""}, "ask whoever may install them: apt-get install --no-install-recommends libegl1"),
        (
            {"apt-get": "", "sudo": 'echo "E: a password is needed"; exit 1'},
            "asking for Debian's packages failed: E: a password is needed",
        ),
        (
            {"apt-get": '[ "$1" = update ] || { echo "E: held back"; exit 100; }', "sudo": 'shift; "$@"'},
            "installing libraries of the system failed: E: held back; by hand: sudo apt-get install",
        ),
    ],
)
def test_what_cannot_be_installed_is_one_sentence(checkout: Path, commands: dict[str, str], expected: str):
    debian(checkout, "libegl1")
    for name, text in commands.items():
        command(checkout, name, f"#!/bin/sh\n{text}\n")
    status, said = prepare(checkout)
    assert status == 1 and expected in said[-1]
    assert ran(checkout) == []


@pytest.mark.parametrize(("answer", "expected_status"), [("", 0), ("y", 0), ("n", 1)])
def test_at_a_terminal_sudo_is_asked_for_in_words(checkout: Path, answer: str, expected_status: int):
    import pty

    debian(checkout, "libegl1")
    command(checkout, "apt-get", '#!/bin/sh\necho "apt-get $*" >>"$RAN"\n')
    command(checkout, "sudo", '#!/bin/sh\n[ "$1" != -v ] || exit 0\nexec "$@"\n')
    keyboard, terminal = pty.openpty()
    os.write(keyboard, f"{answer}\n".encode())
    result = subprocess.run(
        [str(checkout / "packaging" / "prepare"), ""],
        env={"PATH": str(checkout / "bin"), "RAN": str(checkout / "ran")},
        stdin=terminal, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    os.close(keyboard)
    os.close(terminal)
    assert result.returncode == expected_status
    assert "these packages of the system are missing: libegl1" in result.stderr
    assert "install them with sudo, which may ask for your password? [Y/n]" in result.stderr
    assert any(line.startswith("apt-get install") for line in ran(checkout)) is (expected_status == 0)
    if expected_status:
        assert "nothing was installed; it needs: sudo apt-get install" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"PIP_FAILS": "no route to host"}, "getting libraries failed: ERROR: no route to host; is the network there?"),
        ({"OLD_PYTHON": "1"}, "there is no Python 3.11 or newer"),
    ],
)
def test_what_fails_is_the_last_line(checkout: Path, environment: dict[str, str], expected: str):
    status, said = prepare(checkout, **environment)
    assert status == 1 and said[-1].startswith(expected)
    assert prepare(checkout)[0] == 0, "the next start goes on"


def test_a_python_that_is_too_old_is_told_on_debian_too(checkout: Path):
    debian(checkout)
    text = PYTHON.replace('case "$*" in', 'case "$*" in\n    -V) echo "Python 3.9.2" ;;')
    command(checkout, "python3", text)
    assert prepare(checkout, OLD_PYTHON="1") == (1, ["Python is 3.9.2; expected 3.11 or newer"])


def test_without_a_compiler_it_is_said_and_goes_on(checkout: Path):
    debian(checkout)
    (checkout / "bin" / "cc").unlink()
    status, said = prepare(checkout)
    assert status == 0 and said[0].startswith("there is no C compiler: all works, but large treebanks take longer")


def test_a_folder_that_cannot_be_written_to_is_told(checkout: Path):
    (checkout / ".venv").write_text("a file where the folder would be")
    status, said = prepare(checkout)
    assert status == 1 and said == [f"{checkout}/.venv cannot be written to; expected a folder of your own"]
    assert os.access(checkout, os.W_OK)
