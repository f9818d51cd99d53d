"""Tables of versions on a full disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.test_writing import GOLD, SYSTEM
from treecompare.cli import run_command


def test_tables_of_versions_stay_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["diff", GOLD, SYSTEM, "--tables", str(tmp_path / "tables")]
    assert run_command(command) == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "tables").iterdir()}
    assert {"sentences.tsv", "edits.tsv", "counts.tsv"} <= before.keys()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert run_command([*command[:1], SYSTEM, GOLD, *command[3:]]) == 2
    assert {path.name: path.read_bytes() for path in (tmp_path / "tables").iterdir()} == before
