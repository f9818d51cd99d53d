"""The contracts of a command, made and compared.

Most contracts of a command differ in the format alone. By day, what one of them has read, compared and counted serves the next, as
it does in a window, which also shows whether anything that is printed depends on what was asked for before. At night, and in
``python -m tests.contracts``, each begins with the files.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.conftest import is_nightly
from tests.contracts import library
from tests.contracts.kept import Table, hash_of
from tests.contracts.listed import Contract, contracts
from tests.contracts.making import folder_of_contracts, made
from treecompare.analyses.analysis import Analysis
from treecompare.comparison import files
from treecompare.comparison.files import Opened

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
    with folder_of_contracts(folder) as inside, contextlib.nullcontext() if is_nightly() else known_again():
        chosen = [one for one in _groups()[group] if one.is_of_core == of_core]
        return [one.name for one in chosen if hash_of(made(one, inside)) != _hashes().get(one.name)]


@contextlib.contextmanager
def known_again() -> Iterator[None]:
    """Within it nothing is opened or analysed twice: who asks for the same again is given what there is."""
    open_files, opened, tables = files.open_files, files.opened, Analysis.tables
    known: dict[object, Any] = {}

    def asked(*given: object, **options: object) -> tuple[str, Iterator[Any]]:
        return repr((given, options)), open_files(*given, **options)  # type: ignore[arg-type]

    def open_once(wanted: tuple[str, Iterator[Any]]) -> Opened:
        key, steps = wanted
        if key not in known:
            found = opened(steps)
            known[key] = found, [*found.comparison.warnings]
            found.comparison.run = run_once(found.comparison)  # type: ignore[method-assign]
        found, found.comparison.warnings[:] = known[key]
        return found

    def run_once(comparison: Any) -> Any:
        run, told = comparison.run, list[list[str]]()

        def again(*given: object) -> Iterator[Any]:
            if not told:
                yield from run(*given)
                told.append([*comparison.warnings])
            comparison.warnings[:] = told[0]

        return again

    def analyse_once(analysis: Analysis, comparison: Any, view: Any) -> Any:
        key = id(comparison), analysis.key, repr(view)
        if key not in known:
            known[key] = tables(analysis, comparison, view)
        return known[key]

    with (
        mock.patch.object(files, "open_files", asked),
        mock.patch.object(files, "opened", open_once),
        mock.patch.object(Analysis, "tables", analyse_once),
        mock.patch.object(library, "compared", cache(library.compared)),
    ):
        yield
