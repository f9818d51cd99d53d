"""Contracts can be made in one process, each whatever was made before it, and a difference is shown."""

from __future__ import annotations

from pathlib import Path

from tests.contracts.__main__ import page
from tests.contracts.listed import Contract, contracts
from tests.contracts.making import folder_of_contracts, made

SOME = ("align", "plot", "walk", "batch", "measures", "--help")
"""A command each whose output is written in another way."""


def some() -> list[Contract]:
    firsts = {one.arguments[0]: one for one in reversed([*contracts()]) if one.arguments[0] in SOME}
    pages = [one for one in contracts() if one.arguments[:2] == ("walk", "evalb") and "out/walk.pdf" in one.arguments]
    return [*firsts.values(), *pages]


def test_every_contract_has_a_name_of_its_own() -> None:
    names = [one.name for one in contracts()]
    assert len(names) == len({*names}) > 1_500


def test_outputs_do_not_depend_on_what_was_made_before(tmp_path: Path) -> None:
    chosen = some()
    assert len(chosen) == len(SOME) + 1
    with folder_of_contracts(tmp_path) as folder:
        first = {one.name: made(one, folder) for one in chosen}
        again = {one.name: made(one, folder) for one in reversed(chosen)}
    assert first == again and all(text.startswith(("status 0", "status 1")) for text in first.values())
    of_pages = first["walk evalb --output out/walk.pdf"]
    assert "== out/walk.pdf\ntitle What evalb counts" in of_pages and "Dice" in of_pages


def test_a_page_has_both_sides_of_a_difference() -> None:
    shown = page(["a <b>"], {"a <b>": "status 0\nold"}, {"a <b>": "status 0\n<svg>new</svg>"})
    assert "a &lt;b&gt;" in shown and "<pre>status 0\nold</pre>" in shown and "<td><svg>new</svg>" in shown
