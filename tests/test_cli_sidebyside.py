"""``report sidebyside`` as people use it."""

from __future__ import annotations

from pathlib import Path

from tests.commands import as_json, treecompare
from treecompare.saved.project import Project

FLAT = "(S (NP (D a) (N b)) (V c))\n"


def test_side_by_side_prints_both_and_tells_what_is_wrong_in_one_line(tmp_path: Path) -> None:
    paths = []
    for name, gold, parse in (("a", FLAT, FLAT.replace("NP", "X")), ("b", FLAT * 2, FLAT + FLAT.replace("NP", "X"))):
        (tmp_path / f"{name}-gold.mrg").write_text(gold, "utf-8")
        (tmp_path / f"{name}-one.mrg").write_text(parse, "utf-8")
        paths.append(tmp_path / f"{name}.treecompare")
        treebanks = [
            ("gold", "", str(tmp_path / f"{name}-gold.mrg")),
            ("system", "", str(tmp_path / f"{name}-one.mrg")),
        ]
        Project.create(paths[-1], treebanks).close()
    a, b = map(str, paths)
    golds, systems, *_ = as_json("report", "sidebyside", a, f"zwei={b}", "--measures", "e.roof.dice")
    assert [row[:2] for row in golds["rows"]] == [["a", 1], ["zwei", 2]]
    assert (systems["columns"], systems["rows"]) == (
        ["measure", "a: a-one", "zwei: b-one"],
        [["E-Dice, roof", 0.5, 0.75]],
    )
    single = as_json(
        "score", *(str(tmp_path / f"a-{part}.mrg") for part in ("gold", "one")), "--measures", "e.roof.dice"
    )
    assert single["systems"][0]["scores"]["e.roof.dice"]["pooled"] == systems["rows"][0][1]
    for arguments, message in (
        ([a], "takes two comparison files or more"),
        (
            [a, str(tmp_path / "a-gold.mrg")],
            "a-gold.mrg: is not a comparison file; expected one that treecompare saved",
        ),
        ([a, str(tmp_path / "c.treecompare")], "c.treecompare: there is no such file"),
        ([a, b, "--measures", "las"], "there are no scores of LAS in any of a, b"),
    ):
        done = treecompare("report", "sidebyside", *arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
        assert message in done.stderr
    told = treecompare("report", "sidebyside", a, b, "--params", "none", "--measures", "la,las").stderr
    assert told.splitlines() == [
        "treecompare: --params is stored in each comparison file; it changes nothing here",
        "treecompare: a has no scores of LAS",
        "treecompare: b has no scores of LAS",
    ]
    assert "sidebyside" in treecompare("report", "list").stdout
