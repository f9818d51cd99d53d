"""Files that programs left behind that were killed while they saved: the next start cleans them up, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from treecompare.errors import TreecompareError
from treecompare.saved.project import Key, Project
from treecompare.saved.schema import JOURNAL, MAGIC

SAVER = """
import sys, os
from pathlib import Path
from treecompare.saved import files as project_files, project
from treecompare.saved.project import Key, Project
def stop(*arguments):
    print("saving", flush=True)
    sys.stdin.read()
where, at = sys.argv[2:]
if at == "empty":
    project.Project._copy_to = stop
else:
    project_files.os.fsync = stop
p = Project.open(Path(sys.argv[1]))
p.save_as(Path(where))
"""


def hidden(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir() if one.name.startswith(".")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    project = Project.create(tmp_path / "x.treecompare", [])
    project.write([(Key("note", 1), "one")], "w")
    project.close()
    return project.path


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("at", ["empty", "complete"])
@pytest.mark.parametrize("start", ["open", "create", "save"])
def test_killed_while_it_saves(path: Path, tmp_path: Path, at: str, start: str) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    command = [sys.executable, "-c", SAVER, str(path), str(folder / "y.treecompare"), at]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "saving\n"
        assert len(hidden(folder)) == 1
        other = Project.create(folder / "z.treecompare", [])
        assert len(hidden(folder)) == 1  # its program is alive
        os.kill(process.pid, signal.SIGKILL)
    assert len(hidden(folder)) == 1
    if start == "open":
        other.close()
        other = Project.open(other.path)
    elif start == "create":
        Project.create(folder / "y.treecompare", []).close()
    else:
        other.save_as(folder / "y.treecompare")
    assert hidden(folder) == []
    other.close()
    project = Project.open(path)
    assert project.value(Key("note", 1)) == "one"
    project.close()


@pytest.mark.parametrize(
    ("name", "content", "is_deleted"),
    [
        (".x.treecompare.a1b2c3_4", b"", True),  # as version 0.1 named them
        (".x.treecompare.a1b2c3_4", bytes(5000), True),
        (".x.treecompare.a1b2c3_4", None, True),
        (".x.treecompare.a1b2c3_4-journal", b"", True),
        (".x.treecompare.a1b2c3_4-journal", JOURNAL + b"x", True),
        (".x.treecompare.a1b2c3_4-journal", bytes(8) + b"x", True),
        (".x.treecompare.a1b2c3_4-journal", b"mine", False),
        (".x.treecompare.a1b2c3_4.treecompare-new", b"", True),
        (".x.treecompare.a1b2c3_4.treecompare-new", b"mine", False),
        (".x.treecompare.a1b2c3_4.treecompare-new", MAGIC + bytes(84), False),  # another program's database
        (".x.treecompare.settings.old", b"", False),
        (".x.treecompare.SETTINGS", b"", False),
        (".x.treecompare", b"", False),
        ("x.treecompare.a1b2c3_4", b"", False),
        (".other.a1b2c3_4", b"", False),
    ],
)
def test_what_is_deleted(path: Path, tmp_path: Path, name: str, content: bytes | None, is_deleted: bool) -> None:
    (tmp_path / name).write_bytes(path.read_bytes() if content is None else content)
    Project.open(path).close()
    assert (tmp_path / name).exists() != is_deleted


def test_links_folders_and_other_peoples_files_stay(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").write_bytes(b"")
    (tmp_path / ".a.treecompare.a1b2c3_4").symlink_to(tmp_path / "mine")
    (tmp_path / ".b.treecompare.a1b2c3_4").mkdir()
    Project.open(path).close()
    assert len(hidden(tmp_path)) == 2
    assert (tmp_path / "mine").exists()
    if hasattr(os, "getuid"):
        (tmp_path / ".c.treecompare.a1b2c3_4").write_bytes(b"")
        monkeypatch.setattr(os, "getuid", lambda: 12345)
        Project.open(path).close()
        assert len(hidden(tmp_path)) == 3


def test_a_new_file_that_was_taken_for_abandoned(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from treecompare.saved import files as project_files

    lock, taken = project_files.lock, []

    def late(file: object, is_patient: bool = False) -> None:
        if is_patient and not taken:  # another program cleans up before this one has locked its file
            taken.extend(one for one in tmp_path.iterdir() if one.name.startswith("."))
            taken[0].unlink()
        lock(file, is_patient)  # type: ignore[arg-type]

    monkeypatch.setattr(project_files, "lock", late)
    Project.create(tmp_path / "y.treecompare", []).close()
    assert len(taken) == 1
    assert hidden(tmp_path) == []


def test_names_that_leave_no_room_for_a_journal(path: Path, tmp_path: Path) -> None:
    project = Project.open(path)
    for name in ("a" * 248, "é" * 124):
        with pytest.raises(TreecompareError, match="too long a name; expected at most 247 bytes"):
            project.save_as(tmp_path / name)
        project.save_as(tmp_path / name[1:])
        project.write([(Key("note", 1), name)], "w")
    project.close()
