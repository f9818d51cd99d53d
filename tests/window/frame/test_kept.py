"""How the window begins: with what it remembers, in which folder it looks for files; and that it asks nobody for newer versions."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from treecompare import resources
from treecompare.window.common import preferences
from treecompare.window.frame.application import look_at_home_first, new_window
from treecompare.window.frame.settings import show_look

PROGRAM = Path(resources.__file__).parent
NETWORK = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "urllib.Request", "http.client.connect")

asked: list[tuple[str, Any]] = []
is_watched = False


def watch(event: str, arguments: Any) -> None:
    if is_watched and event in NETWORK:
        asked.append((event, arguments))


# -- what is remembered ------------------------------------------------------------------------------------------------


def test_settings_of_a_newer_version_are_told_once_and_stay():
    assert preferences.begin("0.9.1") == "" and preferences.begin("0.10.0") == ""
    preferences.store("theme", "mauve")
    said = preferences.begin("0.9.1")
    assert said.startswith("The settings are those of treecompare 0.10.0, newer than this 0.9.1")
    assert preferences.begin("0.9.1") == ""
    assert preferences.text("theme") == "mauve" and preferences.text("version") == "0.10.0"


def test_values_that_only_a_newer_version_knows_do_no_harm(qtbot: QtBot):
    for key in ("theme", "text_size", "scheme", "panes", "hint"):
        preferences.store(key, "something of tomorrow")
    show_look()
    made = new_window()
    qtbot.addWidget(made)
    made.show()
    made.open_sample("first-comparison")
    qtbot.waitUntil(lambda: made.job is not None and not made.is_busy, timeout=20_000)


def test_a_home_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    (tmp_path / "none").write_text("a file where the folder would be")
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "none"))
    said = preferences.begin("0.2.0")
    assert said.startswith("Settings, recent files and the layout are not kept") and f"{tmp_path}/none" in said
    assert said.count("\n") == 0


# -- where files are looked for ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["checkout", "root", "own"])
def test_files_are_looked_for_where_people_have_some(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    here = {"checkout": resources.path("help").parents[1], "root": Path("/"), "own": tmp_path}[where]
    monkeypatch.chdir(here)
    look_at_home_first()
    assert preferences.text("folder") == ("" if where == "own" else str(tmp_path / "home"))
    preferences.store("folder", "chosen before")
    look_at_home_first()
    assert preferences.text("folder") == "chosen before"


# -- newer versions ----------------------------------------------------------------------------------------------------


def test_where_newer_versions_are_is_what_the_release_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert "git pull" in resources.newer_versions() or "where you got" in resources.newer_versions()
    (tmp_path / "releases.txt").write_text("somewhere/releases\n")
    monkeypatch.setattr(resources, "path", lambda name: tmp_path / name)
    assert resources.newer_versions().startswith("Newer versions are at somewhere/releases. ")


def test_nothing_goes_through_the_network_by_itself(qtbot: QtBot):
    global is_watched
    sys.addaudithook(watch)
    asked.clear()
    is_watched = True
    try:
        window = new_window()
        qtbot.addWidget(window)
        window.show()
        window.open_sample("first-comparison")
        qtbot.waitUntil(lambda: window.job is not None and not window.is_busy, timeout=20_000)
        window.run("help")
        assert "PLACE" not in resources.newer_versions()
    finally:
        is_watched = False
    assert asked == []


def test_no_module_can_use_the_network_but_those_that_are_asked_to():
    """A Dask cluster has addresses; folders and files are shown by the desktop, and so is what a link of the help leads to that
    people click."""
    able = r"urllib\.request|http|ftplib|smtplib|ssl|socket|webbrowser|requests|httpx|aiohttp|distributed"
    able += r"|PySide6\.Qt(?:Network|Web)\w*"
    imports = re.compile(rf"^\s*(?:from|import)\s+({able})\b", re.MULTILINE)
    found, opened = set(), set()
    for path in PROGRAM.glob("**/*.py"):
        text = path.read_text("utf-8")
        found |= {(path.name, name) for name in imports.findall(text)}
        opened |= {(path.name, what) for what in re.findall(r"openUrl\((\w+\.?\w*)", text)}
    assert found <= {("pools.py", "distributed")}
    assert {one for one in opened if one[1] != "QUrl.fromLocalFile"} <= {("help.py", "url")}
