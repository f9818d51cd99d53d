"""Opening files step by step, without a window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.made import erring, gold_trees
from treecompare.comparison.base import Cancel, Progress
from treecompare.comparison.files import Files, OpeningError, Reading
from treecompare.errors import TooLarge
from treecompare.saved.opening import Doubt, Opened, Request, comparing, room_for


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """The second system holds another text."""
    gold = gold_trees(20)
    other = [f"(S (X {word}) (X {word}))" for word in ("111", "222", "333", "444") * 5]
    paths = {"gold": gold, "one": erring(gold, 2), "other": other}
    for name, lines in paths.items():
        (tmp_path / f"{name}.mrg").write_text("\n".join(lines) + "\n", "utf-8")
    return Files(str(tmp_path / "gold.mrg"), tuple(("", str(tmp_path / f"{name}.mrg")) for name in ("one", "other")))


def steps(request: Request, **wanted: Any) -> list[Any]:
    return list(comparing(request, Cancel(), **wanted))


def test_another_text_is_asked_about_before_anything_is_opened(files: Files) -> None:
    *read, doubt = steps(Request(files))
    assert read and {*map(type, read)} == {Reading} and isinstance(doubt, Doubt)
    assert doubt.others == {files.systems[1][1]: "other"}
    without, both = doubt.settled(is_wanted=False), doubt.settled(is_wanted=True)
    assert without.files.systems == files.systems[:1] and without.known.keys() == set(files.paths)
    for request, systems in ((without, ["one"]), (both, ["one", "other"])):
        found = steps(request)
        (opened,) = (one for one in found if isinstance(one, Opened))
        assert opened.comparison.table.systems == systems and len(opened.sentences) == 20 and opened.rows is None
        assert isinstance(found[-1], Progress) and found[-1].done == found[-1].total


def test_the_rest_is_opened_and_told_unless_it_is_shown_already(files: Files) -> None:
    wanted = replace(files, systems=(files.systems[0], ("", files.gold + "x")))
    (opened,) = (one for one in steps(Request(wanted)) if isinstance(one, Opened))
    assert len(opened.errors) == 1 and opened.files.systems == files.systems[:1]
    with pytest.raises(OpeningError):
        steps(Request(wanted, opened.comparison.settings), shown=opened.files)


def test_where_sides_are_swapped_rows_are_of_the_gold_that_was_opened(files: Files) -> None:
    wanted = replace(files, systems=files.systems[:1], swapped=files.systems[0][1])
    (opened,) = (one for one in steps(Request(wanted)) if isinstance(one, Opened))
    assert opened.rows == list(range(20))


def test_room_for_what_was_too_large() -> None:
    assert room_for([TooLarge("a", None, 100), TooLarge("b", 150, 100)]) == 400
