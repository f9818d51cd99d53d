"""What extras print, and what lists all that there is, is what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contracts.checking import differences
from tests.contracts.listed import groups

pytestmark = [pytest.mark.timeout(600), pytest.mark.parametrize("group", groups(of_core=False))]


def test_outputs_are_what_they_were(group: str, tmp_path: Path) -> None:
    assert differences(group, tmp_path, of_core=False) == []
