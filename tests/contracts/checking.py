"""The contracts of a command, made and compared."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest

from tests.contracts.kept import Table, hash_of
from tests.contracts.listed import Contract, contracts
from tests.contracts.making import folder_of_contracts, made

PYTHON = (3, 11)
"""``--help`` is laid out otherwise by other versions."""


@cache
def _hashes() -> dict[str, str]:
    return Table.of_samples().hashes()


@cache
def _groups() -> dict[str, list[Contract]]:
    found: dict[str, list[Contract]] = {}
    for one in contracts():
        found.setdefault(one.group, []).append(one)
    return found


def differences(group: str, folder: Path, of_core: bool = True) -> list[str]:
    """The command lines of a group, of the core or of extras, whose output is not what it was: ``python -m tests.contracts`` shows
    how. Skips the test where Python lays out ``--help`` otherwise."""
    if group == "--help" and sys.version_info[:2] != PYTHON:
        pytest.skip("texts of --help are compared on Python 3.11, whose layout they have")
    with folder_of_contracts(folder) as inside:
        chosen = [one for one in _groups()[group] if one.is_of_core == of_core]
        return [one.name for one in chosen if hash_of(made(one, inside)) != _hashes().get(one.name)]
