"""A comparison file is opened as the window opens it, for commands: its files, its settings, what people said."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from treecompare.comparison.base import score
from treecompare.errors import TreecompareError
from treecompare.saved.opening import open_saved
from treecompare.saved.project import Key, Project

DATA = Path(__file__).parents[1] / "data" / "comparisons"
GOLD = "(S (N a) (V b))\n(S (N c))\n(S (N d) (V e))\n"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A gold and a system, two phenomena, one of them judged; and a judgement on a sentence that is not there."""
    (tmp_path / "gold.mrg").write_text(GOLD, "utf-8")
    (tmp_path / "one.mrg").write_text(GOLD.replace("V", "N"), "utf-8")
    path = tmp_path / "mine.treecompare"
    project = Project.create(
        path,
        [("gold", "", str(tmp_path / "gold.mrg")), ("system", "parser", str(tmp_path / "one.mrg"))],
        {"settings": {"params": "none", "max_length": 1}},
    )
    typed = [
        (Key("phenomenon", 1, "", "PPN"), "yes"), (Key("correct", 1, "parser", "PPN"), "yes"),
        (Key("phenomenon", 2, "", "ERC"), "yes"), (Key("note", 3), "gone"),
    ]  # fmt: skip
    project.write([(key, value) for key, value in typed], "typed", words=["w"] * 8)
    project.close()
    return path


def test_settings_names_and_judgements_are_those_of_the_file(saved: Path) -> None:
    found = open_saved(str(saved), "mine")
    comparison = score(found.comparison)
    assert (comparison.settings.params, comparison.settings.max_length) == ("none", 1)
    assert comparison.table.systems == ["parser"]
    assert comparison.judgements.phenomena == {"PPN": {1}, "ERC": {2}}
    assert comparison.judgements.correct == {(1, "parser", "PPN"): True}
    assert found.remarks == ("1 judgement is about a sentence that the gold does not have, and left out",)
    Project.open(saved).close()  # nothing holds it


def test_a_table_elsewhere_is_read_and_never_quoted(saved: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """One of people's own is read where it is; a comparison from anybody may name any file, whose lines are nobody's business."""
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "costs.tsv"
    elsewhere.write_text("N V 0.5\n", "utf-8")
    project = Project.open(saved)
    project.set_state({"settings": {"params": "none", "label_costs": str(elsewhere)}})
    project.close()
    assert open_saved(str(saved), "mine").comparison.settings.label_costs == str(elsewhere)
    elsewhere.write_text("a key secret\n", "utf-8")
    with pytest.raises(TreecompareError, match="is not what it is taken for") as told:
        score(open_saved(str(saved), "mine").comparison)
    assert "secret" not in str(told.value)


def test_of_several_sentences_in_a_row_the_first_is_heard(saved: Path, tmp_path: Path) -> None:
    """Here the system joins the first two."""
    (tmp_path / "one.mrg").write_text("(X (S (N a) (V b)) (S (N c)))\n(S (N d) (V e))\n", "utf-8")
    with closing(Project.open(saved)) as project:
        project.write([(Key("note", 0), "first"), (Key("note", 1), "second"), (Key("note", 2), "third")], "typed")
    judgements = score(open_saved(str(saved), "mine").comparison).judgements
    assert judgements.notes == {0: "first", 1: "third"}


@pytest.mark.parametrize("name", ["constituents", "dependencies", "schemes", "lattice", "segmentations"])
def test_every_kind_opens_and_what_was_moved_is_found(name: str, tmp_path: Path) -> None:
    """The files of version 1 name treebanks in a folder that is not there: they lie beside the comparison file."""
    shutil.copytree(DATA, tmp_path / "comparisons")
    comparison = score(open_saved(str(tmp_path / "comparisons" / f"{name}.treecompare"), name).comparison)
    assert comparison.table.systems
    if name == "constituents":
        assert comparison.judgements.phenomena == {"PPN": {0}, "COORD": {4}}
        assert comparison.judgements.classes == {(0, "high", "PPN"): "B"}


def test_what_cannot_be_opened_is_told_in_one_line(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(
        TreecompareError, match=r"gold\.mrg: is not a comparison file; expected one that treecompare saved"
    ):
        open_saved(str(tmp_path / "gold.mrg"), "x")
    (tmp_path / "one.mrg").write_text("(S (N a) (X b))\n(S (N c))\n(S (N d) (X e))\n", "utf-8")
    assert "one.mrg has changed since the comparison was saved" in open_saved(str(saved), "x").remarks[0]
    (tmp_path / "one.mrg").unlink()
    with pytest.raises(TreecompareError, match=r"mine\.treecompare: names .*one\.mrg, which is not there any more"):
        open_saved(str(saved), "x")
