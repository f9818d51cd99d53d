"""What commands print as JSON: figures are numbers at full precision, never texts that were formatted for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from treecompare.cli import run_command

FORMATTED = re.compile(
    r"[-+]?\d+\.\d+( ?%)?"  # 77.4, 79.36 %
    r"|[-+]?\d+ ?%"
    r"|\d{1,3}(,\d{3})+"  # 1,997
    r"|[-+]?[\d.,]+ ?%? (to|\[).*"  # 95.7 to 97.8, 77.4 [74.1, 80.6]
    r"|–"
)


def cells(found: Any) -> Iterator[str]:
    """All texts in JSON, but the keys."""
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, list):
        for one in found:
            yield from cells(one)
    elif isinstance(found, str):
        yield found


def sentence(number: int, relation: str, head: int) -> str:
    rows = (("a", 2, "det"), (f"w{number}", 3, "nsubj"), ("runs", 0, "root"), ("far", head, relation))
    return f"# sent_id = s{number}\n" + "".join(
        f"{at}\t{form}\t{form}\tX\t_\t_\t{of}\t{said}\t_\t_\n" for at, (form, of, said) in enumerate(rows, 1)
    )


def tree(number: int, label: str) -> str:
    return f"(S (NP (D a) (N w{number})) ({label} (V runs) (A far)))\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Three analyses of 30 sentences each, as dependencies and as constituents."""
    found = {}
    for name, period in (("a", 3), ("b", 4), ("c", 5)):
        for ending in ("conllu", "mrg"):
            path = tmp_path / f"{name}.{ending}"
            path.write_text(
                "".join(
                    f"{sentence(one, 'obl' if one % period else 'advmod', 3 if one % period else 2)}\n"
                    if ending == "conllu"
                    else tree(one, "VP" if one % period else "X")
                    for one in range(130)
                ),
                "utf-8",
            )
            found[f"{name}.{ending}"] = str(path)
    return found


@pytest.mark.parametrize("ending", ["conllu", "mrg"])
@pytest.mark.parametrize("command", ["check a b c", "check a", "score a b c", "errors a b c"])
def test_no_cell_is_a_formatted_number(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], command: str, ending: str
) -> None:
    assert odd_cells(files, capsys, command, ending) == []


def odd_cells(files: dict[str, str], capsys: pytest.CaptureFixture[str], command: str, ending: str) -> list[str]:
    """Names of analyses are those of files."""
    words = [files.get(f"{word}.{ending}", word) for word in command.split()]
    assert run_command([*words, "--format", "json"]) == 0
    found = list(cells(json.loads(capsys.readouterr().out)))
    assert len(found) > 3
    return [one for one in found if FORMATTED.fullmatch(one)]
