"""Commands that print tables say what they said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contracts.checking import differences
from tests.contracts.listed import DRAWN, groups

pytestmark = [pytest.mark.timeout(600), pytest.mark.parametrize("group", [one for one in groups() if one not in DRAWN])]


def test_outputs_are_what_they_were(group: str, tmp_path: Path) -> None:
    assert differences(group, tmp_path) == []
