"""The tables of contracts themselves: whole, and changed by name only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commits import ROOT, changes
from tests.contracts.__main__ import main
from tests.contracts.kept import ACCEPTED, HERE, MOST, Table, accepted, hash_of, path_of
from tests.contracts.listed import is_read
from treecompare import registry

SAMPLES = Table.of_samples()


def test_every_contract_is_kept_and_no_other() -> None:
    """But for those of extras that are not installed."""
    names = [one.name for one in SAMPLES.contracts]
    if all(map(registry.extra, registry.EXTRAS)):
        assert list(SAMPLES.hashes()) == names
    assert {*names} <= {*SAMPLES.hashes()}


def test_what_people_read_most_stands_whole() -> None:
    read = [one for one in SAMPLES.contracts if is_read(one)]
    hashes = SAMPLES.hashes()
    assert 90 <= len(read) <= 110
    assert [one.name for one in read if hash_of(path_of(one).read_text("utf-8")) != hashes[one.name]] == []
    assert {path_of(one) for one in read} == {*(HERE / "read").iterdir()}


def test_of_numbers_with_many_digits_six_count() -> None:
    assert hash_of("0.123456789012 x") == hash_of("0.123456789013 x") != hash_of("0.1234577")
    assert hash_of("0.123456") != hash_of("0.123457") and hash_of("v1.12345678.2") != hash_of("v1.12345679.2")


def test_many_outputs_change_by_name_only() -> None:
    """In every commit, however many come at once."""
    for (hashes, rows), (new_hashes, new_rows) in changes(*map(of_project, (SAMPLES.path, ACCEPTED))):
        were, now = SAMPLES.hashes(hashes), SAMPLES.hashes(new_hashes)
        changed = [name for name in {**were, **now} if were.get(name) != now.get(name)]
        named = tuple(begin for begin, _ in accepted(new_rows)[len(accepted(rows)) :])
        assert len(changed) <= MOST or [one for one in changed if not one.startswith(named)] == []


def of_project(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_what_is_accepted_is_named_by_its_command_and_has_a_reason() -> None:
    commands = {one.arguments[0] for one in SAMPLES.contracts}
    assert [begin for begin, why in accepted() if begin.split(" ")[0] not in commands or not why.strip()] == []


def test_everything_cannot_be_accepted_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    for begins in ([], [""], ["s"]):
        with pytest.raises(SystemExit):
            main(["--accept", "why", *begins])
        assert "expected a command" in capsys.readouterr().err
