"""Numbers of things in messages."""

from __future__ import annotations

import pytest

from treecompare.errors import counted


@pytest.mark.parametrize(
    ("number", "several", "said"),
    [
        (0, "", "0 arcs"),
        (1, "", "1 arc"),
        (2001, "", "2,001 arcs"),
        (1, "arcs are", "1 arc"),
        (2, "arcs are", "2 arcs are"),
    ],
)
def test_one_thing_is_no_plural(number: int, several: str, said: str) -> None:
    assert counted(number, "arc", several) == said
