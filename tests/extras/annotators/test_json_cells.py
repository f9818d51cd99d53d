"""What commands about annotators print as JSON: figures are numbers."""

from __future__ import annotations

import pytest

from tests.test_json_cells import files as files
from tests.test_json_cells import odd_cells
from treecompare.extras.annotators import figures

COMMANDS = [
    *(f"agreement {names}{options}" for names in ("a b", "a b c") for options in ("", " --pre a --adjudicated c", " --no-trees")),
    "consensus a b c", "triage a b c", "triage a b c --design accepted-words:20 --checked a",
    "triage a b c --design agreement-length:9",
]  # fmt: skip
"""Of both kinds where there is a triage of it."""


@pytest.mark.parametrize(
    ("command", "ending"),
    [(one, kind) for one in COMMANDS for kind in ("conllu", "mrg") if not (one.startswith("triage") and kind == "mrg")],
)
def test_no_cell_is_a_formatted_number(
    files: dict[str, str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    ending: str,
) -> None:
    monkeypatch.setattr(figures, "RESAMPLES", 200)  # intervals look alike with fewer
    assert odd_cells(files, capsys, command, ending) == []
