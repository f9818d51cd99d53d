"""What is told of files that are named by options."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_options_said import test_what_a_parameter_file_has_that_nobody_knows_is_told as is_told


def test_what_a_parameter_file_has_that_nobody_knows_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    is_told("agreement G G", capsys, tmp_path)
