"""From files to a comparison: what is left out where a file cannot be read, and what becomes of the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files, Opened, OpeningError, open_files, opened
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.settings import Settings
from treecompare.errors import TreecompareError

TREE = "(S (N ab) (V c))\n"
LATTICE = "0\t1\tab\t_\tN\tN\t_\t1\n1\t2\tc\t_\tV\tV\t_\t2\n\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("gold", "one", "two"):
        (tmp_path / f"{name}.mrg").write_text(TREE, "utf-8")
        (tmp_path / f"{name}.lattice").write_text(LATTICE, "utf-8")
        (tmp_path / f"{name}.seg").write_text("abc\tab:c\n\n", "utf-8")
    return tmp_path


def given(folder: Path, *beside: str) -> Files:
    paths = [str(folder / name) for name in beside]
    return Files(
        str(folder / "gold.mrg"),
        tuple(("", str(folder / f"{name}.mrg")) for name in ("one", "two")),
        lattices=tuple(path for path in paths if path.endswith("lattice")),
        segmentations=tuple(path for path in paths if path.endswith("seg")),
    )


def lenient(files: Files) -> Opened:
    return opened(open_files(files, Settings(), is_lenient=True))


def test_a_lattice_for_each_treebank(folder: Path) -> None:
    found = lenient(given(folder, "gold.lattice", "one.lattice", "two.lattice")).comparison
    assert isinstance(found, LatticeComparison)
    assert [one.name for one in found.segmentations.lattices] == ["gold", "one", "two"]


@pytest.mark.parametrize(
    ("beside", "spoilt"),
    [
        (("gold.lattice", "one.lattice", "two.lattice"), "one.lattice"),
        (("gold.lattice", "one.lattice", "two.lattice"), "gold.lattice"),
        (("gold.lattice",), "gold.lattice"),
        (("gold.seg", "one.seg", "two.seg"), "two.seg"),
        (("gold.lattice", "gold.seg", "one.seg", "two.seg"), "two.seg"),
    ],
)
@pytest.mark.parametrize("is_missing", [True, False])
def test_where_one_of_several_cannot_be_read_none_stands_for_another(
    folder: Path, beside: tuple[str, ...], spoilt: str, is_missing: bool
) -> None:
    """Two lattices for three treebanks fit nothing; that of one treebank must not be taken for another's."""
    if is_missing:
        (folder / spoilt).unlink()
    else:
        (folder / spoilt).write_bytes(b"\x7fELF\x00\x01")
    files = given(folder, *beside)
    found = lenient(files)
    assert [str(error).startswith(str(folder / spoilt)) for error in found.errors] == [True]
    assert isinstance(found.comparison, ConstituentComparison)
    with pytest.raises(TreecompareError, match=spoilt):
        opened(open_files(files, Settings()))


def test_a_system_that_cannot_be_read_leaves_the_others(folder: Path) -> None:
    (folder / "one.mrg").unlink()
    found = lenient(given(folder))
    assert [one.name for one in found.comparison.systems] == ["two"]
    assert found.files.systems == (("", str(folder / "two.mrg")),)
    assert set(found.treebanks) == {str(folder / "gold.mrg"), str(folder / "two.mrg")}
    assert len(found.errors) == 1
    (folder / "two.mrg").unlink()
    with pytest.raises(OpeningError) as raised:
        lenient(given(folder))
    assert [Path(str(error).split(":")[0]).name for error in raised.value.errors] == ["one.mrg", "two.mrg"]


def test_without_a_gold_nothing_opens(folder: Path) -> None:
    (folder / "gold.mrg").unlink()
    with pytest.raises(OpeningError, match=r"gold\.mrg"):
        lenient(given(folder))


def test_names_are_those_that_were_given_else_the_files(folder: Path) -> None:
    files = given(folder)
    named = Files(files.gold, (("mine", files.systems[0][1]), files.systems[1]))
    found = opened(open_files(named, Settings()))
    assert [one.name for one in found.comparison.systems] == ["mine", "two"]
    assert found.comparison.gold.name == "gold"
    again = opened(open_files(files, Settings(), known=found.treebanks))  # read under another name
    assert [one.name for one in again.comparison.systems] == ["one", "two"]


def test_labels_of_golds_that_are_not_there_are_told(folder: Path) -> None:
    files = Files(
        str(folder / "gold.mrg"), (("two", str(folder / "two.mrg")),), (("B", str(folder / "one.mrg")),), gold_name="A"
    )
    wanted = Settings(labels_from="B=A\nA=C\nD=A")
    found = opened(open_files(files, wanted, is_lenient=True)).comparison
    assert found.settings.labels_from == "B=A"
    told = [warning for warning in found.warnings if warning.startswith("labels ")]
    assert [warning.partition(":")[0] for warning in told] == ["labels A=C", "labels D=A"]
    assert not any(one.startswith("labels ") for one in lenient(files).comparison.warnings)
