"""Probes tell whether a place is reached, and change nothing of what is done."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import ROOT, learn, mutants, of_rooms
from tests.probes import _insert

CODE = '''
def sign(number, of=0):
    """Says it."""
    if number < of:
        return "-"
    elif number > of:
        return "+"
    return "0"
'''
HEAD, IF, NEGATIVE, ELIF, LAST = (2, 2), (4, 4), (5, 5), (6, 6), (8, 8)


@pytest.mark.parametrize(
    ("number", "reached"), [(-1, [HEAD, IF, NEGATIVE]), (1, [HEAD, IF, ELIF]), (0, [HEAD, IF, ELIF, LAST])]
)
def test_what_is_reached_is_noted_once_each(number: int, reached: list[tuple[int, int]]) -> None:
    places = [HEAD, IF, NEGATIVE, ELIF, LAST]
    tree, notes = ast.parse(CODE), list[int]()
    for place, (first, last) in enumerate(places):
        _insert(tree, place, first, last)
    names: dict[str, object] = {"__reached__": notes.append}
    compiled = compile(ast.fix_missing_locations(tree), "code", "exec")
    eval(compiled, names)
    sign = names["sign"]
    assert callable(sign) and sign.__doc__ == "Says it."
    assert sign(number) == "-0+"[number + 1]
    assert [places[one] for one in notes] == reached


def test_every_place_of_a_room_can_be_probed() -> None:
    found = of_rooms(["measures"])
    assert len(found) > 1_000 and {one.path.split("/")[1] for one in found} == {"measures"}
    for path in {one.path for one in found}:
        tree = ast.parse((ROOT / path).read_bytes())
        for number, one in enumerate(mutants(path)):
            _insert(tree, number, *one.lines)
        compile(ast.fix_missing_locations(tree), path, "exec")


def test_a_place_is_reached_in_a_file_that_fixtures_import(tmp_path: Path) -> None:
    """Those of a folder are imported as soon as it is asked for."""
    (tmp_path / "conftest.py").write_text("import treecompare.typed\n")
    (tmp_path / "test_it.py").write_text("from treecompare.typed import typed\n\ndef test_it(): typed(['a'])\n")
    chosen = [one for one in mutants("treecompare/typed.py") if one.line == 13]
    reached = learn(chosen, [str(tmp_path / "test_it.py"), "--rootdir", str(tmp_path)])
    assert chosen and all(len(reached.tests[one]) == 1 for one in chosen)
