"""What is kept of an open comparison, without a window: written at once, found again, undone, told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.made import erring, gold_trees
from treecompare.comparison.base import Cancel
from treecompare.comparison.files import Files
from treecompare.saved import kept as autosaves
from treecompare.saved.kept import Compared, Kept
from treecompare.saved.opening import Opened, Request, comparing, files_of
from treecompare.saved.project import Key, Project

NOTE = Key("note", 2)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    monkeypatch.setattr(autosaves, "folder", lambda: tmp_path / "data")
    gold = gold_trees(6)
    for name, lines in (("gold", gold), ("one", erring(gold, 2)), ("two", erring(gold, 3))):
        (tmp_path / f"{name}.mrg").write_text("\n".join(lines) + "\n", "utf-8")
    return Files(str(tmp_path / "gold.mrg"), (("", str(tmp_path / "one.mrg")),))


def opened(request: Request) -> Opened:
    return next(one for one in comparing(request, Cancel()) if isinstance(one, Opened))


def told(kept: Kept, kind: str = "told") -> list[object]:
    return [event.what for event in kept.heard if event.kind == kind]


def test_what_is_typed_is_there_the_next_time(files: Files) -> None:
    kept, shown = Kept(), opened(Request(files))
    kept.begin(shown)
    assert kept.project is None
    kept.write([(NOTE, "a note")], "note on sentence 3")
    assert told(kept, "changed") == [frozenset({2})] and shown.comparison.judgements.notes == {2: "a note"}
    kept.close()
    again, shown = Kept(), opened(Request(files))
    again.begin(shown)
    assert shown.comparison.judgements.notes == {2: "a note"} and not told(again, "failed")
    again.close()


def test_two_at_once_are_joined(files: Files) -> None:
    first, second = Kept(), Kept()
    for kept, text in ((first, "one"), (second, "two")):
        kept.begin(opened(Request(files)))
        kept.write([(NOTE, text)], "note")
    assert "open in another window" in str(told(second)[0])
    for kept in (first, second):
        kept.close()
    third, shown = Kept(), opened(Request(files))
    third.begin(shown)
    assert shown.comparison.judgements.notes == {2: "one\ntwo"}
    assert told(third) == ["What was typed in another window was added."]
    third.close()


def test_steps_and_other_files_are_undone_in_order(files: Files, tmp_path: Path) -> None:
    kept, shown = Kept(), opened(Request(files))
    kept.begin(shown)
    kept.write([(NOTE, "a note")], "note on sentence 3")
    more = Files(files.gold, (*files.systems, ("", str(tmp_path / "two.mrg"))))
    request = Request(more, shown.comparison.settings, goes_on=True)
    kept.begin(opened(request))
    assert kept.undo() == "two added"
    (wanted,) = told(kept, "compared")
    assert wanted.files == files  # type: ignore[attr-defined]
    back = opened(Request(files, shown.comparison.settings, goes_on=True))
    kept.begin(back)
    assert back.comparison.judgements.notes == {2: "a note"}
    assert kept.undo() == "note on sentence 3" and not back.comparison.judgements.notes
    assert kept.redo() == "note on sentence 3" and back.comparison.judgements.notes == {2: "a note"}
    kept.close()


def test_a_named_file_names_its_treebanks(files: Files, tmp_path: Path) -> None:
    kept = Kept()
    kept.begin(opened(Request(files)))
    kept.keep({"views": [1]})
    kept.save_as(str(tmp_path / "named.treecompare"))
    assert kept.name == "named" and kept.stored("views") == [1]
    kept.close()
    project = Project.open(tmp_path / "named.treecompare")
    found, _ = files_of(project)
    assert found.paths == files.paths
    project.close()


def test_what_is_gold_from_now_on_is_kept_and_undone(files: Files) -> None:
    kept = Kept()
    kept.begin(opened(Request(files)))
    kept.write([(NOTE, "a note")], "note on sentence 3")
    kept.take_files(replace(files, no_gold=True))
    assert kept.project is not None and kept.project.state["no_gold"] is True
    assert kept.undo() == "what is gold" and isinstance(asked := kept.heard[-1].what, Compared)
    assert not asked.files.no_gold
    kept.close()
