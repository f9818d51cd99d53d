"""Contracts can be made in one process, each whatever was made before it, and a difference is shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from tests.contracts.__main__ import page
from tests.contracts.kept import Table, hash_of
from tests.contracts.listed import Contract, contracts
from tests.contracts.making import folder_of_contracts, made

SOME = ("align", "plot", "report", "measures", "convert")
"""A command each whose output is written in another way."""


def some() -> list[Contract]:
    firsts = {one.arguments[0]: one for one in reversed([*contracts()]) if one.arguments[0] in SOME}
    return [*firsts.values(), next(one for one in contracts() if "out/handout.pdf" in one.arguments)]


def test_every_contract_has_a_name_of_its_own() -> None:
    names = [one.name for one in contracts()]
    assert len(names) == len({*names}) > 1_500


@pytest.fixture
def other_letters(qapp: QApplication) -> Iterator[QFont]:
    """As a window leaves them that was made before in this process."""
    font, other = QFont(qapp.font()), QFont("monospace", 30)
    qapp.setFont(other)
    yield other
    qapp.setFont(font)


def test_letters_of_the_application_are_neither_used_nor_changed(
    qapp: QApplication, other_letters: QFont, tmp_path: Path
) -> None:
    page = next(one for one in contracts() if "out/handout.pdf" in one.arguments)
    with folder_of_contracts(tmp_path) as folder:
        assert hash_of(made(page, folder)) == Table.of_samples().hashes()[page.name]
    assert qapp.font() == other_letters


def test_outputs_do_not_depend_on_what_was_made_before(tmp_path: Path) -> None:
    chosen = some()
    assert len(chosen) == len(SOME) + 1
    with folder_of_contracts(tmp_path) as folder:
        first = {one.name: made(one, folder) for one in chosen}
        again = {one.name: made(one, folder) for one in reversed(chosen)}
    assert first == again and all(text.startswith(("status 0", "status 1")) for text in first.values())
    of_page = first[chosen[-1].name]
    assert "== out/handout.pdf\ntitle " in of_page and "Dice" in of_page


def test_a_page_has_both_sides_of_a_difference() -> None:
    shown = page(["a <b>"], {"a <b>": "status 0\nold"}, {"a <b>": "status 0\n<svg>new</svg>"})
    assert "a &lt;b&gt;" in shown and "<pre>status 0\nold</pre>" in shown and "<td><svg>new</svg>" in shown
