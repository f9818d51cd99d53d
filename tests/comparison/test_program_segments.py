"""The TedEval program with segmentation files, from the command line: its own figures over whole files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import treecompare
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.schemes.program_segments import count_segmented_program
from treecompare.errors import UsageError
from treecompare.readers import DependencyTreebank, parse
from treecompare.readers.conllx import CONLLX
from treecompare.readers.lattice_files import SegmentationFile, read_segmentation
from treecompare.scores.table import SCORED, SKIPPED


def figures(path: Path, name: str) -> dict[str, float]:
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return {row[0]: float(row[2]) for row in rows if row[1] == name}


@pytest.mark.parametrize("version", ["2.1", "2.2"])
@pytest.mark.parametrize(("name", "ending"), [("seg", "mrg"), ("conllseg", "conll")])
def test_the_programs_figures(shared: Path, version: str, name: str, ending: str) -> None:
    here = shared / "oracles" / "tedeval" / name
    segmentations = [one for side in ("gold", "parse") for one in ("--segmentation", str(here / f"{side}.seg"))]
    command = ["tedeval", "--gold", str(here / f"gold.{ending}"), "--system", str(here / f"parse.{ending}")]
    done = treecompare(
        *command, *segmentations, "--profile", f"tedeval-{version}", "--per-sentence", "--format", "json"
    )
    assert (done.returncode, done.stderr) == (0, "")
    total, each = json.loads(done.stdout)
    assert total["columns"] == ["system", "segeval", "tedeval.unlabelled", "tedeval", "scored", "left out", "coverage"]
    if version == "2.2":  # version 2.1 drops nodes in sentences of one word
        expected = figures(here / f"v{version}.segeval.expected.tsv", "accuracy")
        assert total["rows"][0][1] == pytest.approx(expected["average"], abs=5.1e-5)
    excepted = (shared / "oracles" / "tedeval" / "differs_from_plain_rules.tsv").read_text(encoding="utf-8")
    left_out = {tuple(line.split("\t")[:4]) for line in excepted.splitlines()}
    compared = 0
    for column, mode in ((3, "unlabeled"), (4, "labeled")):
        path = here / f"v{version}.{mode}.expected.tsv"
        if not path.exists():
            continue  # the program crashed on the whole file
        expected = figures(path, "accuracy")
        for row in each["rows"]:
            if (name, version, mode, str(row[1])) not in left_out:
                assert row[column] == pytest.approx(expected[str(row[1])], abs=5.1e-5), (mode, row[1])
                compared += 1
    assert compared > 40 or (name, version) == ("seg", "2.1")


def test_what_does_not_fit_is_told(tmp_path: Path) -> None:
    texts = {"gold": "w\ta:b\nx\tc\n\nw\ta\n\nw\ta\n\n", "parse": "w\tab\nx\tc\n\nw\tz\n\nw\ta\nx\tb\n\n"}
    files = []
    for name, text in texts.items():
        (tmp_path / f"{name}.seg").write_text(text, encoding="utf-8")
        files.append(read_segmentation(tmp_path / f"{name}.seg"))
    gold = parse("(S (X a) (Y b) (Z c))\n(S (X a))\n(S (X a))\n(S (X a))")
    test = parse("(S (X ab) (Z c))\n(S (X a))\n(S (X a) (Y b))")
    settings = SchemeSettings(profile="tedeval-2.2")
    table = count_segmented_program(gold, [test], files, settings)
    assert table.reason(0, 0) == ""
    assert (
        table.reason(0, 1) == "the parse does not fit its segmentation: the segmentation has 'z' where the tree has 'a'"
    )
    assert table.reason(0, 2) == "the space-delimited words differ: gold has 1, system has 2"
    assert table.reason(0, 3) == "the gold has no segmentation in gold"
    assert table.scores(0, "segeval")[0] < 1
    with pytest.raises(UsageError, match="1 segmentation files; expected one for the gold and one for each"):
        count_segmented_program(gold, [test], files[:1], settings)
    with pytest.raises(UsageError, match="expected tedeval-2"):
        count_segmented_program(gold, [test], files, SchemeSettings())


def test_lattices_through_tedeval() -> None:
    folder = Path(__file__).resolve().parents[2] / "resources" / "samples" / "words-that-differ"
    asked = ["tedeval", "--gold", str(folder / "gold.mrg"), "--system", f"raw={folder / 'raw-input.mrg'}"]
    done = treecompare(
        *asked, "--lattice", str(folder / "words.lattice"), "--measures", "tedeval.lattice,segeval", "--format", "tsv"
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    titles = ["SegEval U", "SegEval L", "TedEval U", "TedEval L"]
    assert rows[0] == ["input", *titles, "scored", "left out", "coverage, %", *(f"{one}, n" for one in titles)]
    files = [one for name in ("gold", "raw") for one in ("--segmentation", str(folder / f"{name}.seg"))]
    other = treecompare(*asked, *files, "--measures", "tedeval.lattice,segeval", "--format", "tsv")
    assert other.stdout.splitlines()[1] == done.stdout.splitlines()[1]
    wrong = treecompare(*asked, "--lattice", str(folder / "words.lattice"), "--profile", "tedeval-2.2")
    assert wrong.returncode == 2
    assert "--lattice is not for the profile of a program" in wrong.stderr


def segmentation(tmp_path: Path, name: str, text: str) -> SegmentationFile:
    (tmp_path / f"{name}.seg").write_text(text, encoding="utf-8")
    return read_segmentation(tmp_path / f"{name}.seg")


def conllx(name: str, *sentences: str) -> DependencyTreebank:
    """Sentences of ``form/head/relation``."""
    rows = [[word.split("/") for word in sentence.split()] for sentence in sentences]
    lines = [
        [
            f"{place}\t{form}\t_\tX\tX\t_\t{head}\t{relation}\t_\t_"
            for place, (form, head, relation) in enumerate(row, 1)
        ]
        for row in rows
    ]
    return CONLLX.read("\n".join("\n".join([*block, ""]) for block in lines).encode(), name, name)


@pytest.mark.parametrize("version", ["2.1", "2.2"])
def test_dependencies_that_are_cut_otherwise(version: str, tmp_path: Path) -> None:
    gold, same = conllx("g", "a/0/root b/1/x c/1/y", "a/0/root"), conllx("s", "a/0/root b/1/x c/1/y", "a/0/root")
    other = conllx("t", "ab/0/root c/1/y", "a/0/root")
    cut = segmentation(tmp_path, "cut", "ab\ta:b\nc\tc\n\na\ta\n\n")
    whole = segmentation(tmp_path, "whole", "ab\tab\nc\tc\n\na\ta\n\n")
    settings = SchemeSettings(profile=f"tedeval-{version}")
    table = count_segmented_program(gold, [same, other], [cut, cut, whole], settings)
    assert table.systems == ["s", "t"] and table.lengths.tolist() == [3, 1]
    assert table.statuses.tolist() == [[SCORED, SCORED]] * 2
    for part in ("tedeval", "tedeval.unlabelled", "segeval"):
        assert table.scores(0, part).tolist() == [1.0, 1.0]
        assert table.scores(1, part)[1] == 1.0 and table.scores(1, part)[0] < 1
    assert f"profile:tedeval-{version}" in table.signature("tedeval")


def test_each_reason_names_its_side(tmp_path: Path) -> None:
    gold = conllx("g", "a/0/root", "a/1/root", "a/0/root", "a/0/root")
    test = conllx("s", "a/1/x", "a/0/root", "a/0/root")
    good = segmentation(tmp_path, "good", "a\ta\n\n" * 4)
    bad = segmentation(tmp_path, "bad", "a\ta\n\na\ta\n\na\n\n")
    table = count_segmented_program(gold, [test], [good, bad], SchemeSettings(profile="tedeval-2.2"))
    reasons = [table.reason(0, sentence) for sentence in range(4)]
    assert reasons[0].startswith("the parse has no function tree, the heads make no tree: 1 word on a cycle")
    assert reasons[1].startswith("the gold has no function tree, the heads make no tree: 1 word on a cycle")
    assert reasons[2:] == [
        "the parse has no segmentation, bad, line 5: 1 column; expected a word, a tab, and its segments joined by colons",
        "the parse is missing",
    ]
    assert table.statuses.tolist() == [[SKIPPED] * 4]
