"""Names and roles of files: what a comparison calls its treebanks, which file is the gold, which gold a system follows."""

from __future__ import annotations

from pathlib import Path

import pytest

from treecompare.comparison.answered import gold_of, likely_gold, named, scheme_names, unique_names
from treecompare.comparison.files import Files, is_comparison_file
from treecompare.comparison.roles import guess, has_own_golds, usual_role, usual_roles


def test_a_name_before_an_equals_sign_unless_there_is_such_a_file(tmp_path: Path) -> None:
    assert named("bllip=out/x.mrg") == ("bllip", "out/x.mrg")
    assert named("out/x.mrg") == ("", "out/x.mrg")
    assert named("a=b=c") == ("a", "b=c")
    path = tmp_path / "a=b.mrg"
    path.write_text("(S a)", "utf-8")
    assert named(str(path)) == ("", str(path))


@pytest.mark.parametrize(
    ("systems", "names"),
    [
        ([("", "x/a.mrg"), ("", "x/b.mrg")], ["a", "b"]),
        ([("", "/x/out.mrg"), ("", "/y/out.mrg")], ["x/out", "y/out"]),
        ([("", "/x/out.mrg"), ("out", "/y/b.mrg"), ("", "/z/c.mrg")], ["x/out", "out", "c"]),  # what was given stays
        ([("a", "1"), ("a", "2"), ("b", "3"), ("a", "4")], ["a", "a (2)", "b", "a (3)"]),
        ([("", "/x/o.mrg"), ("", "/x/o.conllu")], ["x/o", "x/o (2)"]),
    ],
)
def test_no_two_systems_have_one_name(systems: list[tuple[str, str]], names: list[str]) -> None:
    assert unique_names(systems) == names


@pytest.mark.parametrize(
    ("golds", "names"),
    [
        ([("", "gold.SD.conllu"), ("", "x/gold.UD.conllu.gz")], ["SD", "UD"]),
        ([("", "gold-a_SD.conllu"), ("", "gold-b_SD.conllu"), ("", "gold-c_SD.conllu")], ["a", "b", "c"]),
        ([("mine", "gold.SD.conllu"), ("", "gold.UD.conllu")], ["mine", "UD"]),
        # where nothing tells one from the others, all are called as their files
        ([("", "gold.conllu"), ("", "gold.UD.conllu")], ["gold", "gold.UD"]),
        ([("", "dev.gold.conll"), ("", "dev.ud.gold.conllu")], ["dev.gold", "dev.ud.gold"]),
        ([("", "gold.conllu"), ("", "gold.mrg")], ["gold.conllu", "gold.mrg"]),
        ([("", "gold.conllu")], ["gold"]),
        # several parts are joined
        ([("", "g.SD.x.conllu"), ("", "g.UD.y.conllu")], ["SD.x", "UD.y"]),
        # not told apart by that: by their whole names
        ([("UD", "gold.SD.conllu"), ("", "gold.UD.conllu")], ["UD", "gold.UD"]),
    ],
)
def test_golds_are_called_by_what_tells_them_apart(golds: list[tuple[str, str]], names: list[str]) -> None:
    assert scheme_names(golds) == names


GOLDS = ["gold.SD.conllu", "gold.UD.conllu"]


def test_which_gold_a_system_follows() -> None:
    assert [likely_gold(name, GOLDS) for name in ("malt.SD.conllu", "malt_UD.conllu.gz", "malt.conllu")] == [0, 1, None]
    assert likely_gold("malt.SD.UD.conllu", GOLDS) is None  # as much like the one as like the other
    golds = [("Stanford", GOLDS[0]), ("UD", GOLDS[1])]
    assert gold_of(("malt-Stanford", "x.conllu"), golds) == 0
    assert gold_of(("malt", "x.UD.conllu"), golds) == 1
    assert gold_of(("Stanford and UD", "x.conllu"), golds) is None
    assert gold_of(("Stanford and UD", "x.SD.conllu"), golds) == 0
    assert gold_of(("malt", "x.conllu"), golds[:1]) == 0  # the only one


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("x/gold.mrg", "gold"),
        ("my_REF-2.conllu", "gold"),
        ("golden.mrg", "system"),
        ("gold/parser.mrg", "system"),
        ("reference.mrg", "gold"),
        ("keys.mrg", "system"),
        ("key.mrg", "gold"),
        ("gold.lattice", "lattice"),
        ("a.lattices.gz", "lattice"),
        ("a.CONLLUL", "lattice"),
        ("gold.seg", "segmentation"),
        ("a.seg.txt.gz", "segmentation"),
        ("a.segments", "system"),
    ],
)
def test_what_a_file_is_by_its_name(path: str, role: str) -> None:
    assert usual_role(path) == role


def test_the_comparison_that_files_stand_for() -> None:
    found = guess(["a.mrg", "x/gold.mrg", "w.lattice", "b.mrg", "s.seg"])
    assert found == Files(
        "x/gold.mrg", (("", "a.mrg"), ("", "b.mrg")), lattices=("w.lattice",), segmentations=("s.seg",)
    )
    assert guess(["a.mrg", "b.mrg"]) is None
    assert guess(["gold.mrg", "w.lattice"]) is None
    assert guess(["gold.mrg", "ref.mrg", "b.mrg"]) is None
    assert has_own_golds(["gold.mrg", "ref.mrg", "b.mrg"])
    assert not has_own_golds(["gold.mrg", "b.mrg"]) and not has_own_golds(["gold.mrg", "ref.mrg"])


SCHEMES = Files(
    "gold.SD.conllu", (("", "a.UD.conllu"), ("b", "b.conllu")), (("", "gold.UD.conllu"),), (("a.UD.conllu", 1),),
    ("w.lattice",), ("s.seg",), "first",
)  # fmt: skip


def test_the_files_of_a_comparison() -> None:
    assert SCHEMES.treebanks == [
        ("first", "gold.SD.conllu"), ("", "gold.UD.conllu"), ("", "a.UD.conllu"), ("b", "b.conllu"),
    ]  # fmt: skip
    assert SCHEMES.paths == ["gold.SD.conllu", "gold.UD.conllu", "a.UD.conllu", "b.conllu", "w.lattice", "s.seg"]
    assert [SCHEMES.follow(path) for path in ("a.UD.conllu", "b.conllu")] == [1, 0]
    assert SCHEMES.names() == ["first", "UD", "a.UD", "b"]
    assert Files("gold.mrg", (("", "a.mrg"),)).names() == ["", "a"]
    moved = SCHEMES.mapped(lambda path: f"/x/{path}")
    assert moved.paths == [f"/x/{path}" for path in SCHEMES.paths]
    assert (moved.follows, moved.names()) == ((("/x/a.UD.conllu", 1),), ["first", "UD", "a.UD", "b"])


def test_a_comparison_file_is_one_by_its_name_and_stands_alone() -> None:
    assert is_comparison_file("x/A.TreeCompare") and not is_comparison_file("treecompare")
    assert Files("a.treecompare", ()).is_saved
    assert not Files("a.mrg", ()).is_saved and not Files("a.treecompare", (("", "b.mrg"),)).is_saved


def test_beside_lattices_and_segmentations_there_is_one_gold() -> None:
    """Gold input, predicted input and raw input are scenarios: systems, whatever their names begin with."""
    files = ["gold-input.mrg", "gold.mrg", "predicted-input.mrg", "raw-input.mrg"]
    roles = ["system", "gold", "system", "system"]
    assert usual_roles([*files, "words.lattice"]) == [*roles, "lattice"]
    assert usual_roles([*files, "gold.seg"]) == [*roles, "segmentation"]
    assert usual_roles(files) == ["gold", "other gold", "system", "system"]
    found = guess([*files, "words.lattice"])
    assert found is not None and (found.gold, found.lattices) == ("gold.mrg", ("words.lattice",))
    assert found.systems == (("", "gold-input.mrg"), ("", "predicted-input.mrg"), ("", "raw-input.mrg"))
    assert not has_own_golds([*files, "words.lattice"]) and has_own_golds(files)


@pytest.mark.parametrize(
    ("files", "roles"),
    [
        (["a.mrg", "d/gold.mrg", "d/gold.raw.mrg"], ["system", "gold", ""]),
        (["d/gold.raw.mrg.gz", "d/gold.mrg", "a.mrg"], ["", "gold", "system"]),
        (["dev-gold_raw.conllu", "dev-gold.conllx", "a.conllu"], ["", "gold", "system"]),
        (["gold.raw.mrg", "bllip.mrg"], ["gold", "system"]),
        (["d/gold.mrg", "e/gold.raw.mrg"], ["gold", "other gold"]),
        (["gold.mrg", "goldraw.mrg"], ["gold", "system"]),
        (["a.mrg", "a.raw.mrg", "gold.mrg"], ["system", "system", "gold"]),
    ],
)
def test_a_raw_twin_of_a_gold_is_left_out_and_the_dialog_says_so(files: list[str], roles: list[str]) -> None:
    assert usual_roles(files) == roles
    assert (guess(files) is None) == ("" in roles or "other gold" in roles)
