"""``treecompare functions`` as people and scripts use it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import treecompare
from treecompare.readers import parse

SENTENCES = {
    "A": [("arrive", 0, "root"), ("on", 1, "tmod"), ("Sunday", 2, "pobj")],
    "B": [("arrive", 0, "root"), ("on", 3, "prep"), ("Sunday", 1, "tmod")],
    "C": [("arrive", 2, "x"), ("on", 0, "root"), ("Sunday", 2, "y|z")],
}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A, B and C; the second sentence of B has another word."""
    paths = []
    for name, words in SENTENCES.items():
        lines = []
        for last in ("Sunday", "Monday" if name == "B" else "Sunday"):
            for number, (form, head, relation) in enumerate(words, 1):
                form = last if number == 3 else form
                lines.append(f"{number}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_")
            lines.append("")
        path = tmp_path / f"{name}.conllu"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        paths.append(str(path))
    return paths


def lines(*arguments: str) -> list[str]:
    done = treecompare("functions", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_show(files: list[str]) -> None:
    assert lines(files[0], "--sentence", "1") == ["(root (hd arrive) (tmod (hd on) (pobj Sunday)))"]
    shown = lines(files[1], files[2])
    assert shown[0] == "# B"
    assert shown[3:] == ["# C", *["(root (x arrive) (hd on) (y-BAR-z Sunday))"] * 2]
    # the notation is that of bracketed treebanks
    assert parse(shown[1]).trees[0].words == ["arrive", "on", "Sunday"]


def test_what_several_say(files: list[str]) -> None:
    one = ["--sentence", "1"]
    assert lines(*files[:2], *one, "--operation", "generalise") == ["(root (hd arrive) (tmod (∅ on) (∅ Sunday)))"]
    unified = ["(root (hd arrive) (tmod (hd|prep on) (hd|pobj Sunday)))"]
    assert lines(*files[:2], *one, "--operation", "unify") == unified
    assert lines(files[0], files[2], *one, "--operation", "tl-unify") == [
        "(root (hd|x arrive) (tmod (hd on) (pobj|y-BAR-z Sunday)))"
    ]


def test_subsumption(files: list[str], tmp_path: Path) -> None:
    common = tmp_path / "common.mrg"
    common.write_text("(S-root (A arrive) (B (C on) (D Sunday)))\n" * 2, encoding="utf-8")
    rows = [row.split() for row in lines(f"common={common}", files[0], "--operation", "subsumes")]
    assert rows[0] == ["sentence", "common", "subsumes", "A", "A", "subsumes", "common"]
    assert rows[1:3] == [["1", "yes", "no"], ["2", "yes", "no"]]
    assert rows[3] == ["yes", "in", "all", "2", "0"]


def test_the_trees_of_2011(files: list[str], tmp_path: Path) -> None:
    one, wild = ["--sentence", "1"], ["--profile", "2011"]
    assert lines(*files[:2], *one, *wild) == [
        "# A", "(root (* arrive) (tmod (* on) (pobj Sunday)))", "# B", "(root (* arrive) (tmod (prep on) (* Sunday)))",
    ]  # fmt: skip
    joined = ["(root (* arrive) (tmod (prep on) (pobj Sunday)))"]
    for operation in ("generalise", "unify"):
        assert lines(*files[:2], *one, *wild, "--operation", operation) == joined
    answers = lines(*files, *one, *wild, "--operation", "subsumes")
    assert answers[1].split() == ["1", "yes", "no", "yes", "no", "no", "yes"]
    assert lines(*files[:2], *one, "--operation", "subsumes")[1].split() == ["1", "no", "no"]
    free = tmp_path / "free.tsv"
    free.write_text("y|z pobj\n", encoding="utf-8")
    common = ["--operation", "generalise", *one, *wild]
    assert lines(files[0], files[2], *common) == ["(root (x arrive) (* on) Sunday)"]
    assert lines(files[0], files[2], *common, "--zero-cost", str(free)) == ["(root (x arrive) (* on) (pobj Sunday))"]


RELATIONAL = "(S ({sbj,prd,obj} (sbj (NP ({hd} (hd (NN John))))) (prd (V loves)) (obj (NP ({hd} (hd (NN Mary)))))))"


def test_nodes_that_are_functions(files: list[str], tmp_path: Path) -> None:
    """EACL 2012, figure 1c: of a relational-realizational tree the function nodes are left, and become labels of spans."""
    tree, names, phrases = tmp_path / "rr.mrg", tmp_path / "functions.txt", tmp_path / "ps.mrg"
    tree.write_text(RELATIONAL + "\n", encoding="utf-8")
    names.write_text("# function nodes\nsbj\nprd\nobj\nhd\nS root\n", encoding="utf-8")
    phrases.write_text("(S (NP-sbj (NN John)) (V-prd loves) (NP-obj (NN Mary)))\n", encoding="utf-8")
    assert lines(str(tree)) == ["(∅ (∅ John) (∅ loves) (∅ Mary))"]
    printed = "(root (hd|sbj John) (prd loves) (hd|obj Mary))"
    assert lines(str(tree), "--functions", str(names)) == [printed]
    both = [f"RR={tree}", f"PS={phrases}", "--functions", f"RR={names}"]
    assert lines(*both) == ["# RR", printed, "# PS", "(∅ (sbj John) (prd loves) (obj Mary))"]
    assert lines(*both, "--profile", "2011")[1] == "(root (hd+sbj John) (prd loves) (hd+obj Mary))"
    # what is no function is no node, and neither is a trace; functions may be tags
    tree.write_text("(S (VP (sbj (-NONE- *)) (X (prd loves) (obj Mary))) (Y (-NONE- *)))\n", encoding="utf-8")
    assert lines(str(tree), "--functions", str(names)) == ["(root (prd loves) (obj Mary))"]
    done = treecompare(
        "tedeval", "--gold", f"RR={tree}", "--gold", f"PS={tree}", "--system", f"rr={tree}@RR",
        "--functions", f"RR={names}", "--functions", f"rr={names}", "--measures", "tedeval",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert ["RR", "L-TED", "100.00"] in [line.split() for line in done.stdout.splitlines()]
    assert "functions:RR=5|functions:rr=5" in done.stdout


@pytest.mark.parametrize(
    ("table", "more", "told"),
    [
        ("a b c\n", [], "functions.txt:1: 3 columns; expected a label, or a label and its function"),
        ("a b\na c\n", [], "functions.txt:2: 'a' is b above; expected each label once"),
        ("# a\n", [], "functions.txt: names no function; expected a label in each line, or a label and its function"),
        (
            "no\nother\n",
            [],
            "rr: no node is labelled no or other; expected the functions of the table in these trees",
        ),
        ("S\n", ["x={names}"], "there is no 'x'; expected one of rr"),
        ("S\n", ["{names}"], "all trees twice; expected one file for each treebank"),
    ],
)
def test_what_is_wrong_with_functions_is_told(tmp_path: Path, table: str, more: list[str], told: str) -> None:
    tree, names = tmp_path / "rr.mrg", tmp_path / "functions.txt"
    tree.write_text(RELATIONAL + "\n", encoding="utf-8")
    names.write_text(table, encoding="utf-8")
    further = [word for one in more for word in ("--functions", one.format(names=names))]
    done = treecompare("functions", str(tree), "--functions", str(names), *further)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr and "Traceback" not in done.stderr


def test_failures_are_told_and_counted(files: list[str], tmp_path: Path) -> None:
    crossing = tmp_path / "crossing.mrg"
    crossing.write_text("(S-root (X-sbj (A arrive) (B on)) (C Sunday))\n" * 2, encoding="utf-8")
    done = treecompare("functions", files[0], str(crossing), files[1], "--operation", "unify", "--strict")
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["()", "()"]
    assert "sentence 1: the trees cannot be unified: words 1–2 and words 2–3 are phrases that cross" in done.stderr
    assert "sentence 2: the words differ: word 3 is 'Sunday' in A, 'Monday' in B" in done.stderr
    assert "2 of 2 without a result" in done.stderr
    done = treecompare("functions", *files[:2], "--operation", "generalise", "--format", "json")
    found = json.loads(done.stdout)
    assert found["files"] == ["A", "B"]
    assert found["results"][0]["root"] == ["root"]
    assert {"first": 2, "last": 3, "labels": ["tmod"]} in found["results"][0]["nodes"]
    assert "nodes" not in found["results"][1]
    assert found["results"][1]["reason"].startswith("the words differ")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--operation", "x"], "--operation is 'x'; expected show, generalise, unify, tl-unify, subsumes"),
        (["--operation", "unify"], "--operation unify takes at least two files, not 1"),
        (["--profile", "2013"], "--profile is '2013'; expected 2012 or 2011"),
        (
            ["x={file}", "--profile", "2011", "--operation", "tl-unify"],
            "--operation tl-unify is not for the profile 2011: there a node has one label; expected 2012",
        ),
        (
            ["--zero-cost", "{zero}"],
            "--zero-cost is not for the profile 2012, which relabels nothing; expected 2011",
        ),
        (["--sentence", "3"], "there is no sentence 3; expected a number from 1 to 2"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(files: list[str], more: list[str], told: str, tmp_path: Path) -> None:
    zero = tmp_path / "zero.tsv"
    zero.write_text("a b\n", encoding="utf-8")
    done = treecompare("functions", files[0], *(one.format(file=files[1], zero=zero) for one in more))
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
