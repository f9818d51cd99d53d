"""Tables of annotators are the same however they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

import treecompare as tc
from tests.analyses.test_tables_written import SAMPLES, WIDTHS, check


@pytest.mark.parametrize("key", ["first-comparison", "dependencies"])
def test_tables_of_annotators(key: str, tmp_path: Path) -> None:
    found = tc.agreement(list(SAMPLES[key].systems), intervals=False)
    for table in found:
        check(table._result, tmp_path)
    found.save_tables(tmp_path / "tables")
    for path in (tmp_path / "tables").iterdir():
        assert len(set(WIDTHS["tsv"](path.read_text("utf-8")))) == 1, path.name
