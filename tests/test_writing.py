"""Files are written whole or not at all, whatever is in the way; what goes to standard output is there or told."""

from __future__ import annotations

import argparse
import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import treecompare
from tests.conftest import stride
from treecompare import resources, writing
from treecompare.cli import parser, run_command
from treecompare.errors import TreecompareError
from treecompare.registry import is_here
from treecompare.writing import is_direct, write_file, write_files, write_folder

posix = pytest.mark.skipif(
    sys.platform == "win32", reason="this system has no limits on files, pipes with names or modes"
)
linux = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")

EMMS = resources.path("samples/worked-examples-emms")
GOLD, SYSTEM = str(EMMS / "gold.mrg"), str(EMMS / "published.mrg")
TED = resources.path("samples/tsarfaty-2011")
LATTICE = resources.path("samples/tsarfaty-2012")
ALIGN = ["align", GOLD, SYSTEM, "--sentence", "1", "--output"]
SHOW = [
    "align",
    "--gold",
    f"RR={LATTICE / 'gold.RR.mrg'}",
    f"RR={LATTICE / 'parse.RR.mrg'}",
    "--sentence",
    "1",
]
COMMANDS = {
    "convert": ["convert", GOLD, "out.mrg"],
    "convert, onto itself": ["convert", "out.mrg", "out.mrg", "--to", "pretty"],
    "convert, packed": ["convert", GOLD, "out.mrg.gz"],
    **{f"align {ending}": [*ALIGN, f"out.{ending}"] for ending in ("txt", "svg", "pdf", "png", "tex", "json")},
    "align handout": [*ALIGN, "out.pdf", "--format", "handout"],
    "align brackets": [*ALIGN, "out.mrg", "--format", "brackets"],
    **{f"plot {ending}": ["plot", GOLD, SYSTEM, "--output", f"out.{ending}"] for ending in ("svg", "pdf", "png")},
    "report html": ["report", "html", GOLD, SYSTEM, "--output", "out.html"],
    "rank html": ["rank", GOLD, SYSTEM, "--html", "out.html"],
    "diff markdown": ["diff", GOLD, SYSTEM, "--markdown", "out.md"],
    "diff html": ["diff", GOLD, SYSTEM, "--html", "out.html"],
    "align, across schemes": [*SHOW, "--output", "out.svg"],
}
TRIED = {name: COMMANDS[name] for name in [*COMMANDS][:: stride(3)] if is_here(COMMANDS[name][0])}
"""Without room: text, pictures and pages."""
WITHOUT_ROOM = """
import contextlib, io, json, os, resource, sys
from pathlib import Path
from treecompare.__main__ import main
sys.dont_write_bytecode = True  # nor does Python itself leave half a module
found = {}
old = Path("old").read_bytes()
for name, arguments in json.load(sys.stdin).items():
    path = Path(next(one for one in reversed(arguments) if one.startswith("out.")))
    path.write_bytes(old)
    before, told = sorted(os.listdir()), io.StringIO()
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, resource.RLIM_INFINITY))
    with contextlib.redirect_stderr(told), contextlib.redirect_stdout(io.StringIO()):
        status = main(arguments)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    found[name] = status, told.getvalue(), path.read_bytes() == old, sorted(os.listdir()) == before
    path.unlink()
    with contextlib.redirect_stderr(told), contextlib.redirect_stdout(io.StringIO()):
        path.write_bytes(old)
        again = main(arguments)
    found[name] += again, path.read_bytes() != old
    path.unlink()
print(json.dumps(found))
"""


def run(*arguments: str, shell: str = "", **more: object) -> subprocess.CompletedProcess[str]:
    """The program; ``shell``: what a shell does with its streams."""
    command = [sys.executable, "-m", "treecompare", *arguments]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("PYTHONUNBUFFERED", None)
    if shell:
        command = ["bash", "-c", f'"$@" {shell}; exit ${{PIPESTATUS[0]}}', "", *command]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, **more)  # type: ignore[call-overload,no-any-return]


# -- without room ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def without_room(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str, bool, bool, int, bool]]:
    """All commands in a process that may write no more than 64 bytes into a file, and again with room."""
    folder = tmp_path_factory.mktemp("full")
    (folder / "old").write_text("(S (NP (DT the) (NN dog)) (VP (VBD barked)))\n" * 300, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_ROOM], input=json.dumps(TRIED), cwd=folder, capture_output=True, text=True,
        check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    found: dict[str, tuple[int, str, bool, bool, int, bool]] = json.loads(done.stdout)
    return found


@posix
@pytest.mark.parametrize("name", TRIED)
def test_without_room_the_old_file_stays(
    name: str, without_room: dict[str, tuple[int, str, bool, bool, int, bool]]
) -> None:
    status, told, stayed, is_clean, again, is_new = without_room[name]
    path = next(one for one in reversed(COMMANDS[name]) if one.startswith("out."))
    assert status == 2
    assert told.splitlines()[-1] == f"treecompare: {path}: cannot be written: File too large"
    assert stayed, "the old file was damaged"
    assert is_clean, "a file was left behind"
    assert again == 0 and is_new, "it is not this command that was tried"


def test_every_command_that_writes_a_file_is_tried_without_room() -> None:
    (commands,) = (one for one in parser()._actions if isinstance(one, argparse._SubParsersAction))
    options = {
        (name, option.dest)
        for name, command in commands.choices.items()
        for option in command._actions
        if option.dest in ("output", "svg", "markdown", "html", "tables") and option.help != argparse.SUPPRESS
    }
    tried = {("convert", "output")} | {
        (words[0], option)
        for words in COMMANDS.values()
        for option in ("output", "svg", "markdown", "html")
        if f"--{option}" in words
    }
    with_tables = ("adjudicate", "agreement", "consensus", "diff", "triage", "trust")
    folders = {
        ("adjudicate", "html"),
        *((name, "tables") for name in with_tables),
    }  # below; all are written by write_files
    others = {("adjudicate", "output"), ("consensus", "output")}  # by write_file, as those that are tried
    assert options == {one for one in tried | folders | others if is_here(one[0])}


@posix
def test_of_several_files_none_is_written_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        (tmp_path / name).write_text("old")
    with pytest.raises(TreecompareError, match="nowhere/b: cannot be written: No such file or directory"):
        write_files({tmp_path / "a": "new", tmp_path / "nowhere" / "b": "new"})
    assert (tmp_path / "a").read_text() == "old"
    write_files({tmp_path / "a": "new", tmp_path / "b": b"new"})
    assert [(tmp_path / name).read_text() for name in "ab"] == ["new", "new"]

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)  # some file systems say only then that they are full
    with pytest.raises(TreecompareError, match="b: cannot be written: No space left on device"):
        write_files({tmp_path / "a": "newer", tmp_path / "b": "newer"})
    assert [(tmp_path / name).read_text() for name in "ab"] == ["new", "new"]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a", "b"]


# -- what a name may lead to ---------------------------------------------------------------------------------------------------


def test_a_folder_is_made_for_its_files_or_told(tmp_path: Path) -> None:
    write_folder(tmp_path / "new" / "tables", {"a.tsv": "a\n"})
    assert (tmp_path / "new" / "tables" / "a.tsv").read_text("utf-8") == "a\n"
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(TreecompareError, match="file: cannot be written: File exists"):
        write_folder(tmp_path / "file", {"a.tsv": "a\n"})


@posix
def test_links_are_followed_and_permissions_kept(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / "folder" / "target"
    target.write_text("old")
    target.chmod(0o640)
    link, second, backup = tmp_path / "link", tmp_path / "second", tmp_path / "backup"
    link.symlink_to("folder/target")
    second.symlink_to(link)
    backup.hardlink_to(target)
    write_file(str(second), "new")
    assert link.is_symlink() and second.is_symlink() and target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert backup.read_text() == "old"
    (tmp_path / "dangling").symlink_to("later")
    write_file(tmp_path / "dangling", "new")
    assert (tmp_path / "dangling").is_symlink() and (tmp_path / "later").read_text() == "new"
    assert sorted(one.name for one in target.parent.iterdir()) == ["target"]


@posix
def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write_file(tmp_path / "ours", "x")
    (tmp_path / "usual").touch()
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anything")
def test_a_file_that_must_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    path.chmod(0o400)
    with pytest.raises(TreecompareError, match="a: cannot be written: Permission denied"):
        write_file(path, "new")
    path.chmod(0o600)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(TreecompareError, match="a: cannot be written: its folder takes no new files"):
            write_file(path, "new")
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text() == "old"


@pytest.mark.parametrize(
    ("name", "content"), [("", "x"), (".", "x"), ("a\0b", "x"), ("a" * 300, "x"), ("a/b", "x"), ("c", "\ud800")]
)
def test_what_cannot_be_written_is_told_in_one_line(name: str, content: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(TreecompareError, match=r"cannot be written: [^\n]+$"):
        write_file(f"{tmp_path}/{name}", content)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a"]


@posix
def test_a_pipe_is_written_as_it_is(tmp_path: Path) -> None:
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    assert is_direct(pipe)
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    assert run_command(["convert", GOLD, str(pipe)]) == 0
    reader.join(20)
    write_file(tmp_path / "file.mrg", b"")
    assert run_command(["convert", GOLD, str(tmp_path / "file.mrg")]) == 0
    assert found == [(tmp_path / "file.mrg").read_bytes()] and len(found[0]) > 100
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
def test_a_pipe_that_nobody_reads_from_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(writing, "PATIENCE", 0.1)
    assert run_command(["convert", GOLD, str(pipe)]) == 2
    told = f"treecompare: {pipe}: cannot be written: it is a pipe, and no program reads from it\n"
    assert capsys.readouterr().err == told
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
def test_what_a_shell_appends_to_keeps_its_beginning(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("first\n")
    assert run("convert", GOLD, "/dev/stdout", shell=f">> {log}").returncode == 0
    lines = log.read_text("utf-8").splitlines()
    assert lines[0] == "first" and lines[1].startswith("(") and len(lines) == 4


# -- standard output -----------------------------------------------------------------------------------------------------------

PRINTING = {
    "table": ["score", GOLD, SYSTEM],
    "json": ["score", GOLD, SYSTEM, "--format", "json"],
    "list": ["report", "list"],
    "picture": ["align", GOLD, SYSTEM, "--sentence", "1", "--format", "png"],
    "drawing": ["align", GOLD, SYSTEM, "--sentence", "1"],
    "tsv": ["report", "labels", GOLD, SYSTEM, "--format", "tsv"],
    "help": ["--help"],
    "trees": ["convert", GOLD, "-"],
    "version": ["--version"],
}
SOME = [*PRINTING][:: stride(3)]
"""By day a text, what is no text, and what is said before a command is known."""


@linux
@pytest.mark.parametrize("name", SOME)
def test_full_standard_output_is_told(name: str) -> None:
    done = run(*PRINTING[name], shell="> /dev/full")
    assert (done.returncode, done.stderr) == (
        2, "treecompare: standard output: cannot be written: No space left on device\n"
    )  # fmt: skip


@posix
@pytest.mark.parametrize("name", SOME)
def test_closed_standard_output_is_told(name: str) -> None:
    done = run(*PRINTING[name], shell=">&-")
    told = "treecompare: standard output is closed; expected a file, a pipe or a terminal\n"
    assert (done.returncode, done.stderr) == (2, told)


@posix
@pytest.mark.parametrize("name", SOME)
def test_a_reader_that_has_ended_is_no_error(name: str) -> None:
    done = run(*PRINTING[name], shell="| true")
    assert (done.returncode, done.stderr) == (141, "")


@linux
def test_what_needs_no_output_does_without(tmp_path: Path) -> None:
    out = tmp_path / "out.mrg"
    assert run("convert", GOLD, str(out), shell=">&-").returncode == 0
    assert out.read_text("utf-8").count("\n") == 3
    for shell in ("2>&-", "2>/dev/full"):  # messages do not come between the results
        done = run("score", GOLD, "nowhere.mrg", shell=shell)
        assert (done.returncode, done.stdout) == (2, "")


# -- formats -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.svg", b"<svg"), ("a.SVG", b"<svg"), ("a.pdf", b"%PDF"), ("a.png", b"\x89PNG"), ("a.json", b"{"),
        ("a.tex", b"% sentence 1"), ("a.txt", b"gold"), ("a", b"gold"),
    ],
)  # fmt: skip
def test_the_ending_says_the_format(name: str, begins: bytes, tmp_path: Path) -> None:
    assert treecompare("align", GOLD, SYSTEM, "--sentence", "1", "--output", str(tmp_path / name)).returncode == 0
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path


@pytest.mark.parametrize("command", [ALIGN[:-1], SHOW])
@pytest.mark.parametrize(
    ("name", "form", "told"),
    [
        ("a.svg", "latex", "a.svg: --format latex is not for files that end in .svg; expected one of the two"),
        ("a.tex", "svg", "a.tex: --format svg is not for files that end in .tex; expected one of the two"),
        ("a.gif", None, "a.gif: unknown ending; expected .svg, .pdf, .png, .tex, .json, .txt, or --format"),
    ],
)
def test_a_format_that_contradicts_the_ending_is_told(
    command: list[str], name: str, form: str | None, told: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*command, "--output", name, *(["--format", form] if form else [])]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"treecompare: {told}"
    assert not list(here.iterdir())


def test_the_given_format_serves_endings_that_say_nothing(here: Path) -> None:
    for command in (ALIGN[:-1], SHOW):
        assert run_command([*command, "--output", "a.out", "--format", "svg"]) == 0
        assert Path("a.out").read_text("utf-8").startswith("<svg")
    assert run_command([*SHOW, "--output", "a.svg"]) == 0
    assert Path("a.svg").read_text("utf-8").startswith("<svg")
