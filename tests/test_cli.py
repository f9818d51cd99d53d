"""The command line as people and scripts use it: a process, its output and its status."""

from __future__ import annotations

import functools
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands import as_json, treecompare
from tests.conftest import stride
from treecompare import resources
from treecompare.__main__ import main
from treecompare.cli import GROUPS, parser, printing, run_command
from treecompare.cli.options import Parser
from treecompare.comparison.base import Progress
from treecompare.kernels import compiled_kernel
from treecompare.measures import MEASURES
from treecompare.registry import is_here

GOLD = [
    "( (S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (DT a) (NN hat))))) (. .)) )",
    "( (S (NP (PRP it)) (VP (VBD fell))) )",
    "( (S (NP (PRP it)) (VP (VBD rose))) )",
]
TEST = [
    "(S1 (S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (DT a) (NN hat)))) (. .)))",
    "(())",
    "(S1 (S (NP (PRP it)) (VP (VBD has) (VBN rose))))",
]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "gold.mrg").write_text("\n".join(GOLD) + "\n", "utf-8")
    (tmp_path / "parser.mrg").write_text("\n".join(TEST) + "\n", "utf-8")
    return str(tmp_path / "gold.mrg"), str(tmp_path / "parser.mrg")


def test_systems_whose_files_have_one_name_are_all_there(files: tuple[str, str], tmp_path: Path) -> None:
    gold, test = files
    paths = []
    for name, source in (("a", gold), ("b", test)):
        (tmp_path / name).mkdir()
        paths.append(str(tmp_path / name / "out.mrg"))
        Path(paths[-1]).write_bytes(Path(source).read_bytes())
    found = as_json("score", gold, *paths, "--measures", "e.roof.dice")
    assert [(one["name"], one["path"]) for one in found["systems"]] == [("a/out", paths[0]), ("b/out", paths[1])]
    first, second = (one["scores"]["e.roof.dice"]["pooled"] for one in found["systems"])
    assert first == 1 > second
    found = as_json("rank", gold, *paths, "--a", "e.roof.dice", "--b", "t.roof.dice")
    assert [one["name"] for one in found["systems"]] == ["a/out", "b/out"]
    found = as_json(
        "significance", gold, *paths, "--measures", "e.roof.dice", "--iterations", "10", "--missing", "zero"
    )
    assert found["systems"] == ["a/out", "b/out"]
    assert [set(one["systems"]) for one in found["intervals"]] == [{"a/out", "b/out"}] * 2
    assert {(one["one"], one["other"]) for one in found["differences"]} == {("a/out", "b/out")}


def test_score_json_is_the_contract(files: tuple[str, str]) -> None:
    gold, test = files
    found = as_json("score", gold, f"mine={test}", "--per-sentence", "--differing", "skip")
    assert (found["gold"], found["params"], found["treecompare"]) == (gold, "standard", "0.2.0")
    lacking = ("la.custom", "e.discontinuous", "e.sets")  # no costs were given, no branches cross, labels differ
    assert [one["key"] for one in found["measures"]] == [one.key for one in MEASURES if not one.key.startswith(lacking)]
    assert {"key", "title", "paper", "signature"} <= set(found["measures"][0])
    (system,) = found["systems"]
    assert (system["name"], system["path"]) == ("mine", test)
    assert (system["sentences"], system["scored"], system["partial"], system["skipped"]) == (3, 1, 1, 1)
    assert set(system["scores"]["t.whole.dice"]) == {"pooled", "mean"}
    first, second, third = system["per_sentence"]
    assert (first["index"], first["status"]) == (1, "scored")
    assert first["counts"]["e.roof"] | {"crossing": 0} == {
        "gold": 7, "test": 6, "matched": 6, "deleted": 1, "inserted": 0, "crossing": 0,
    }  # fmt: skip
    assert first["counts"]["t.whole"] == {
        "gold": 23, "test": 22, "words": 8, "matched": 22, "swapped": 0, "deleted": 1, "inserted": 0, "cost": 1,
    }  # fmt: skip
    assert first["scores"]["e.roof.recall"] == 6 / 7
    assert first["scores"]["t.whole.dice"] == 1 - 1 / (15 + 14)
    assert (second["status"], second["reason"]) == ("skipped", "no parse")
    assert set(second["scores"].values()) == {None}
    assert third["status"] == "partial"
    assert third["reason"] == "the words differ: gold has 2, system has 3"
    assert third["scores"]["e.roof.dice"] is None
    # the tree distance is defined although the words differ: one tag and one word more
    assert third["counts"]["t.whole"]["cost"] == 3
    assert third["scores"]["t.whole.dice"] == 1 - 3 / (5 + 6)
    assert system["scores"]["t.whole.dice"]["pooled"] == (29 + 11 - 1 - 3) / (29 + 11)


def test_signatures_name_every_option(files: tuple[str, str]) -> None:
    options = ("--missing", "zero", "--max-length", "30", "--preterminals", "yes", "--params", "evalb")
    found = as_json("score", *files, "--measures", "t.whole.dice", *options)
    assert found["measures"][0]["signature"] == (
        "t.whole.dice|params:evalb|preterminals:yes|missing:zero|max-length:30|tie:matches|on:common:3|v:0.2.0"
    )


def test_missing_zero(files: tuple[str, str]) -> None:
    """A missing parse is the bare words: every mean gets 0, pooled precision stays what it was.

    So is one with other words, save under tree distance.
    """
    options = ("--sentences", "own", "--differing", "skip")
    skip, zero = (
        as_json("score", *files, "--missing", how, *options)["systems"][0]["scores"] for how in ("skip", "zero")
    )
    assert zero["e.roof.precision"]["pooled"] == skip["e.roof.precision"]["pooled"] == 1
    assert zero["e.roof.precision"]["mean"] == 1 / 3
    assert zero["e.roof.recall"]["pooled"] == 6 / (7 + 3 + 3)
    assert zero["t.whole.dice"]["mean"] == pytest.approx(skip["t.whole.dice"]["mean"] * 2 / 3)
    assert zero["t.whole.dice"]["pooled"] == (36 + 0) / (40 + 5)


def test_max_length_leaves_out_longer_sentences(files: tuple[str, str]) -> None:
    found = as_json("score", *files, "--max-length", "5", "--per-sentence", "--differing", "skip")["systems"][0]
    assert found["per_sentence"][0]["reason"] == "longer than 5 words after preparation"
    assert found["scored"] == 0


def test_rank_json_is_the_contract(files: tuple[str, str], tmp_path: Path) -> None:
    gold, _ = files
    (tmp_path / "other.mrg").write_text("\n".join([TEST[0], GOLD[1], GOLD[2]]), "utf-8")
    found = as_json("rank", gold, str(tmp_path / "other.mrg"), "--a", "e.roof.dice", "--b", "t.whole.dice")
    (system,) = found["systems"]
    assert set(system["kendall"]) == {"discordant", "tied", "pairs", "distance", "tau_b"}
    assert (system["kendall"]["discordant"], system["kendall"]["pairs"]) == (0, 3)
    row = system["sentences"][0]
    assert set(row) == {"index", "id", "score_a", "score_b", "rank_a", "rank_b", "difference"}
    assert {(row["index"], row["rank_a"], row["difference"]) for row in system["sentences"]} == {
        (1, 3, 0),
        (2, 1.5, 0),
        (3, 1.5, 0),
    }


def test_rank_deciles(tmp_path: Path) -> None:
    path = tmp_path / "gold.mrg"
    path.write_text("\n".join(GOLD * 4), "utf-8")
    (system,) = as_json("rank", str(path), str(path), "--deciles")["systems"]
    assert [sum(row) for row in system["deciles"]] == [1, 1, 1, 1, 2, 1, 1, 1, 1, 2]
    assert (
        "deciles of e.whole.dice (down) by t.whole.dice"
        in treecompare("rank", str(path), str(path), "--deciles").stdout
    )
    few = treecompare("rank", str(path), str(path), "--deciles", "--max-length", "1")
    assert (few.returncode, few.stderr.splitlines()[-1]) == (
        2, "treecompare: 0 sentences have a score under both measures; deciles need at least 10",
    )  # fmt: skip


def test_align(files: tuple[str, str], tmp_path: Path) -> None:
    found = as_json("align", *files, "--sentence", "1")
    (deleted,) = found["deleted"]
    assert (found["gold_nodes"][deleted]["label"], found["gold_nodes"][deleted]["span"]) == ("NP", [3, 8])
    assert (found["inserted"], found["swapped"], found["cost"]) == ([], [], 1)
    assert len(found["pairs"]) == len(found["matched"]) == 22
    assert treecompare("align", *files, "--sentence", "1").stdout.count("NP<") == 1
    picture = tmp_path / "pair.svg"
    assert treecompare("align", *files, "--sentence", "1", "--format", "svg", "--output", str(picture)).returncode == 0
    assert picture.read_text("utf-8").lstrip().startswith(("<?xml", "<svg"))


def test_standard_input_and_gz(files: tuple[str, str]) -> None:
    done = treecompare("score", "-", files[1], "--measures", "complete", "--format", "tsv", given="\n".join(GOLD))
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].split("\t")[4] == "0.0"


def test_strict_and_reasons_on_standard_error(files: tuple[str, str]) -> None:
    done = treecompare("score", *files, "--strict", "--differing", "skip")
    assert done.returncode == 1
    assert "parser: 1 not scored: no parse" in done.stderr
    assert "parser: 1 not scored: the words differ" in done.stderr


PARAMS = "DELETE_LABEL TOP\nLABELED yes\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("score", "GOLD", "nothing.mrg"), "nothing.mrg: "),
        (("score", "GOLD", "resources/help"), "resources/help: "),
        (("score", "GOLD", "binary.mrg"), "binary.mrg"),
        (
            ("score", "GOLD", "PARSER", "--params", "bad.prm"),
            "bad.prm:2: LABELED is 'yes'; expected a whole number",
        ),
        (("score", "GOLD", "PARSER", "--params", "nope"), "nope: no such preparation"),
        (("score", "GOLD", "PARSER", "--tree-costs", "bad.costs"), "bad.costs:2: 2 columns; expected 3"),
        (
            ("score", "GOLD", "PARSER", "--label-costs", "high.costs"),
            "high.costs:1: the cost is 3; expected a number between",
        ),
        (
            ("score", "GOLD", "PARSER", "--label-costs", "mark.costs"),
            "mark.costs:1: boundaries have no cost of their own",
        ),
        (("score", "GOLD", "PARSER", "--measures", "t.hole"), "t.hole: no such measure"),
        (("rank", "GOLD", "PARSER", "--a", "x"), "x: no such measure"),
        (("rank", "GOLD", "PARSER", "--only", "2,9"), "there is no sentence 9; expected a number from 1 to 3"),
        (("score", "GOLD", "PARSER", "--measures", ""), "argument --measures: found nothing; expected some text"),
        (("score", "GOLD", "PARSER", "--draws", "3"), "--draws is for random baselines; expected --baseline random"),
        (
            ("score", "GOLD", "PARSER", "--baseline", "random", "--draws", "3", "--format", "tsv"),
            "--draws is for random baselines; expected --baseline random with it, in a table or JSON",
        ),
        (("convert", "GOLD", "x.foo.gz"), "x.foo.gz: unknown ending; expected .mrg, "),
        (("align", "GOLD", "PARSER", "--sentence", "9"), "there is no sentence 9; expected a number from 1 to 3"),
        (("align", "GOLD", "PARSER", "--sentence", "2"), "parser: sentence 2 has no T-mapping: no parse"),
        (("align", "GOLD", "PARSER", "--sentence", "0"), "'0' is not a number from 1"),
        (("plot", "GOLD", "PARSER", "--output", "x.gif"), "x.gif: unknown ending; expected .svg, .pdf or .png"),
        (("plot", "GOLD", "PARSER", "--output", "nowhere/x.svg"), "nowhere/x.svg: cannot be written"),
        (("plot", "GOLD", "PARSER", "--output", "x.svg", "--a", "x"), "x: no such measure"),
        (
            ("plot", "GOLD", "PARSER", "--output", "x.svg", "--system", "my"),
            "there is no system 'my'; expected one of parser",
        ),
        (
            ("plot", "GOLD", "PARSER", "--output", "x.svg", "--kind", "length", "--preset", "3"),
            "preset 3 is a plot of kind systems, not length",
        ),
        (
            ("plot", "GOLD", "PARSER", "--output", "x.svg", "--kind", "systems", "--preset", "7"),
            "preset 7 is a plot of kind scatter, not systems",
        ),
        (
            ("plot", "GOLD", "PARSER", "--output", "x.svg", "--preset", "9"),
            "there is no preset '9'; expected one of 3, 4",
        ),
        (("plot", "GOLD", "PARSER", "--output", "x.svg", "--measures", "crossing,la"), "cannot stand on one axis"),
        (("plot", "GOLD", "PARSER"), "the following arguments are required: --output"),
        (("score",), "the following arguments are required"),
        (("skore",), "'skore' is neither a file nor a command; did you mean 'score'?"),
        (("no such.mrg", "GOLD"), "'no such.mrg' is neither a file nor a command; 'treecompare --help'"),
    ],
)
def test_one_line_and_status_2(
    arguments: tuple[str, ...], message: str, files: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / "bad.prm").write_text(PARAMS, "utf-8")
    (tmp_path / "bad.costs").write_text("NP VP 0.5\nNP VP\n", "utf-8")
    (tmp_path / "high.costs").write_text("NP VP 3\n", "utf-8")
    (tmp_path / "mark.costs").write_text("NP [ 1\n", "utf-8")
    (tmp_path / "binary.mrg").write_bytes(b"\x7fELF\x00\x01\x02\x00")
    places = {"GOLD": files[0], "PARSER": files[1]}
    here = {
        name: str(tmp_path / name)
        for name in ("nothing.mrg", "bad.prm", "bad.costs", "high.costs", "mark.costs", "binary.mrg")
    }
    done = treecompare(*(places.get(argument) or here.get(argument) or argument for argument in arguments))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("treecompare: ")
    assert message in done.stderr


def test_tree_costs_change_the_distance(files: tuple[str, str], tmp_path: Path) -> None:
    costs = tmp_path / "labels.costs"
    costs.write_text("# close relatives\nVBD VBN 0.25\n", "utf-8")
    gold, test = tmp_path / "g.mrg", tmp_path / "t.mrg"
    gold.write_text("(S (NP (PRP it)) (VP (VBD fell)))", "utf-8")
    test.write_text("(S (NP (PRP it)) (VP (VBN fell)))", "utf-8")
    found = as_json(
        "score", str(gold), str(test), "--tree-costs", str(costs), "--per-sentence", "--measures", "t.whole."
    )
    assert found["systems"][0]["per_sentence"][0]["counts"]["t.whole"]["cost"] == 0.25
    assert found["systems"][0]["scores"]["t.whole.dice"]["pooled"] == 1 - 0.25 / 10
    assert "tree-costs:labels.costs" in found["measures"][0]["signature"]
    assert as_json("align", str(gold), str(test), "--sentence", "1", "--tree-costs", str(costs))["cost"] == 0.25


def test_label_costs_are_those_of_la_custom(tmp_path: Path) -> None:
    costs, gold, test = tmp_path / "la.costs", tmp_path / "g.mrg", tmp_path / "t.mrg"
    costs.write_text("NP ADJP 0.5\n", "utf-8")
    gold.write_text("(S (NP (PRP it)) (VP (VBD fell)))", "utf-8")
    test.write_text("(S (ADJP (PRP it)) (VP (VBD fell)))", "utf-8")
    found = as_json("score", str(gold), str(test), "--measures", "la,la.custom", "--label-costs", str(costs))
    scores = found["systems"][0]["scores"]
    # the lineages of the first word are NP ] [ S and ADJP ] [ S
    assert scores["la"]["pooled"] == ((1 - 2 / 8) + 1) / 2
    assert scores["la.custom"]["pooled"] == ((1 - 0.5 / 8) + 1) / 2
    assert found["measures"][1]["signature"].startswith(
        "la.custom|params:standard|preterminals:yes|label-costs:la.costs|"
    )


def test_files_without_a_command_are_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[dict[str, Any]] = []
    monkeypatch.setattr("treecompare.__main__._open_window", lambda named: opened.append(named) or 0)
    monkeypatch.chdir(tmp_path)
    for name in ("gold.mrg", "a.mrg", "x.treecompare", "score"):
        (tmp_path / name).write_text("(S (NN a))", "utf-8")
    assert main(["gold.mrg", "a.mrg"]) == main(["x.treecompare"]) == main(["./score"]) == 0
    assert [one["systems"] for one in opened] == [["gold.mrg", "a.mrg"], ["x.treecompare"], ["./score"]]
    with pytest.raises(SystemExit):  # a command, though a file is called the same
        main(["score"])
    assert len(opened) == 3


def test_functions_are_part_of_the_label_only_if_asked_for(tmp_path: Path) -> None:
    gold, test = tmp_path / "g.mrg", tmp_path / "t.mrg"
    gold.write_text("(S (NP-SBJ-1 (PRP it)) (VP (VBD fell)))", "utf-8")
    test.write_text("(S (NP-OBJ (PRP it)) (VP (VBD fell)))", "utf-8")
    for options, expected in ((), 1.0), (("--functions",), 2 / 3):
        found = as_json("score", str(gold), str(test), "--measures", "e.roof.dice", *options)
        assert found["systems"][0]["scores"]["e.roof.dice"]["pooled"] == expected
        assert ("functions:yes" in found["measures"][0]["signature"]) == bool(options)


BUSY = """
import sys, threading, time
from treecompare import resources
from treecompare.__main__ import main
from treecompare.cli import run_command
from treecompare.comparison.constituents.run import _SystemJob

count = _SystemJob.count
begun = []

def busy(*given):
    if not begun:
        begun.append(0.0)
        threading.Timer(0.5, tell).start()
    return count(*given)

def tell():
    print("busy", file=sys.stderr, flush=True)
    begun[0] = time.process_time()

_SystemJob.count = busy
status = main(sys.argv[1:])
print(time.process_time() - begun[0], file=sys.stderr, flush=True)
sys.exit(status)
"""


@pytest.mark.skipif(
    compiled_kernel("mappings._edits") is None,
    reason="without the compiled kernel a long sentence takes seconds to give way",
)
@pytest.mark.parametrize("told", [signal.SIG_DFL, signal.SIG_IGN], ids=["in front", "in the background of a shell"])
def test_interrupt_ends_at_once(tmp_path: Path, told: signal.Handlers) -> None:
    """The work takes a minute and more; how much of the processor's time it has taken once it was interrupted is measured."""
    long = "(S " + " ".join(f"(NP (NN w{i % 7}) (PP (IN x{i})))" for i in range(2600)) + ")"
    other = "(S " + " ".join(f"(VP (VB w{i % 5}) (XP (YP (IN x{i}))))" for i in range(2600)) + ")"
    (tmp_path / "gold.mrg").write_text("\n".join([long] * 8), "utf-8")
    (tmp_path / "test.mrg").write_text("\n".join([other] * 8), "utf-8")
    command = [sys.executable, "-c", BUSY, "score", str(tmp_path / "gold.mrg"), str(tmp_path / "test.mrg")]
    # what a shell runs in the background ignores interrupts, unless it wants them
    heed = functools.partial(signal.signal, signal.SIGINT, told)
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, preexec_fn=heed
    ) as process:
        assert process.stderr is not None
        assert "busy\n" in process.stderr  # up to that line
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    errors, taken = errors.rstrip().rsplit("\n", 1)
    assert float(taken) < 1.5 * (os.cpu_count() or 1)
    assert "Traceback" not in errors


def test_significance(files: tuple[str, str], tmp_path: Path) -> None:
    gold, test = files
    arguments = (
        "significance",
        gold,
        test,
        f"same={gold}",
        "--measures",
        "t.whole.dice",
        "--iterations",
        "500",
        "--differing",
        "skip",
    )
    aside = as_json(*arguments)
    assert (aside["differences"], aside["coverage"]["parser"]["set_aside"]) == ([], True)
    arguments += ("--missing", "zero")
    found = as_json(*arguments)
    (pooled, mean) = found["differences"]
    assert (pooled["one"], pooled["other"], pooled["average"], pooled["sentences"]) == ("parser", "same", "pooled", 3)
    assert (mean["average"], mean["difference"]["score"] < 0, 0 < mean["p"] <= 1) == ("mean", True, True)
    assert found["intervals"][0]["systems"]["same"] == {"score": 1.0, "low": 1.0, "high": 1.0}
    assert as_json(*arguments) == found
    assert "p (Holm)" in treecompare(*arguments).stdout
    alone = treecompare("significance", gold, test)
    assert (alone.returncode, alone.stderr.count("\n")) == (2, 1)
    assert "expected at least two" in alone.stderr


def test_reports_print_what_the_window_shows(files: tuple[str, str]) -> None:
    found = treecompare("report", "labels", *files, "--format", "json")
    [scores, listed, confusion] = json.loads(found.stdout)
    assert scores["columns"][:3] == ["label", "gold", "test"]
    assert confusion["rows"]
    assert listed["columns"] == ["gold", "system", "count", "share"]
    assert "Rankings under every measure" in treecompare("report", "rankings", *files).stdout
    assert treecompare("report", "list").stdout.count("\n") > 8
    assert treecompare("report", "nonsense", *files).returncode == 2
    missing = treecompare("report", "labels", *files, "--system", "nobody")
    assert (missing.returncode, "expected one of parser" in missing.stderr) == (2, True)
    assert treecompare("report", "labels").returncode == 2


def test_a_test_suite_is_scored_by_phenomenon(files: tuple[str, str], tmp_path: Path) -> None:
    suite = tmp_path / "suite.tsv"
    suite.write_text("1\tPPN\n", "utf-8")
    found = treecompare("score", *files, "--measures", "geig-labelled", "--phenomena", str(suite)).stdout
    assert "Scores per phenomenon" in found
    suite.write_text("1\tPPN\tnobody\t\tyes\n", "utf-8")
    told = treecompare("score", *files, "--measures", "geig-labelled", "--phenomena", str(suite)).stderr
    assert told.count("1 judgement is about a system that is not compared here: 'nobody' (1)") == 1
    suite.write_text("7\tPPN\n", "utf-8")
    bad = treecompare("score", *files, "--phenomena", str(suite))
    assert (bad.returncode, "there is no sentence '7'" in bad.stderr) == (2, True)


def test_presets_name_measures(files: tuple[str, str]) -> None:
    found = json.loads(treecompare("score", *files, "--measures", "geig-unlabelled", "--format", "json").stdout)
    keys = [one["key"] for one in found["measures"]]
    assert keys == ["e.roof.recall.unlabelled", "e.roof.precision.unlabelled", "e.roof.dice.unlabelled", "crossing"]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ((), ("parser: T-Dice, whole against E-Dice, whole", "sentences (1)", "e.whole.dice|params:standard|")),
        (("--a", "la", "--b", "t.roof.dice", "--system", "other"), ("other: T-Dice, roof against Leaf-Ancestor",)),
        (("--preset", "5"), ("Emms 2008, figure 5", "E-Dice, whole, mean", "t.whole.dice|avg:pooled|", "parser", "other")),
        (("--measures", "e.roof.jaccard,la", "--average", "both"), ("E-Jaccard, roof, mean", "la|avg:mean|")),
        (("--kind", "histogram", "--a", "e.roof.recall", "--missing", "zero"), ("parser, median", "other, median")),
        (("--kind", "histogram", "--a", "e.roof.recall"), ("parser is set aside", "other, median", "|on:common:3|")),
        (("--kind", "length", "--sentences", "own"), ("parser", "other", "|on:own|by:length|")),
        (("--kind", "length", "--average", "mean", "--system", "other"), ("E-Dice, whole, mean (%)", "number of sentences")),
    ],
)  # fmt: skip
def test_plot(arguments: tuple[str, ...], found: tuple[str, ...], files: tuple[str, str], tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    done = treecompare("plot", *files, f"other={files[0]}", *arguments, "--differing", "skip", "--output", str(picture))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    text = "\n".join(ElementTree.fromstring(picture.read_text("utf-8")).itertext())
    for wanted in found:
        assert wanted in text


def test_plot_formats_and_strict(files: tuple[str, str], tmp_path: Path) -> None:
    for suffix, begin in ("pdf", b"%PDF-"), ("png", b"\x89PNG"):
        done = treecompare("plot", *files, "--strict", "--output", str(tmp_path / f"plot.{suffix}"))
        assert done.returncode == 1
        assert "not scored: no parse" in done.stderr
        assert (tmp_path / f"plot.{suffix}").read_bytes().startswith(begin)


@pytest.mark.parametrize(
    ("form", "begin"),
    [
        ("pdf", b"%PDF"),
        ("png", b"\x89PNG"),
        ("handout", b"%PDF"),
        ("latex", b"{\\centering"),
        ("document", b"% sentence 1"),
    ],
)
def test_an_alignment_in_every_format(files: tuple[str, str], tmp_path: Path, form: str, begin: bytes) -> None:
    path = tmp_path / "out"
    assert treecompare("align", *files, "--sentence", "1", "--format", form, "--output", str(path)).returncode == 0
    assert path.read_bytes().startswith(begin)
    if form in ("png", "document") or stride(2) == 1:  # by day one that is text, and one that is none
        command = [sys.executable, "-m", "treecompare", "align", *files, "--sentence", "1", "--format", form]
        assert subprocess.run(command, capture_output=True, check=True).stdout.startswith(begin)
    bad = treecompare("align", *files, "--sentence", "1", "--format", form, "--output", str(tmp_path / "no" / "out"))
    assert (bad.returncode, "cannot be written" in bad.stderr) == (2, True)


def test_an_alignment_as_brackets_reads_again(files: tuple[str, str]) -> None:
    found = treecompare("align", *files, "--sentence", "1", "--format", "brackets", "--params", "none").stdout
    assert found.splitlines() == [GOLD[0][2:-2], TEST[0]]


def test_searching_by_tree_pattern(files: tuple[str, str]) -> None:
    [found] = json.loads(treecompare("search", "NP < (NP $. PP)", *files, "--format", "json").stdout)
    assert [row[:2] for row in found["rows"]] == [["gold", 1]]
    assert found["rows"][0][3].startswith("(NP (NP (DT a) (NN man)) (PP")
    [counts] = json.loads(treecompare("search", "NP", *files, "--count", "--format", "json").stdout)
    assert counts["rows"] == [["gold", 6, 3, 3], ["parser", 4, 2, 3]]
    bad = treecompare("search", "NP <", *files)
    assert (bad.returncode, "character 5: expected a label" in bad.stderr) == (2, True)


JOINED = "gold: PP=x > NP  system: x > VP"


def test_patterns_that_join_gold_and_system(files: tuple[str, str]) -> None:
    gold, parser = files
    [hits] = as_json("search", "--gold", gold, JOINED, parser, "--params", "standard")
    assert hits["rows"] == [["parser", 1, "1", "PP", "NP", "VP", "with a hat"]]
    [counts] = as_json("search", "--gold", gold, f"{JOINED} count by x, mother of x", f"my parser={parser}")
    assert [counts["columns"][2:4], counts["rows"]] == [
        ["mother of x in gold", "mother of x in system"],
        [["my parser", "PP", "NP", "VP", 1, 1]],
    ]
    [by_name] = as_json("search", "--gold", gold, '"my parser": PP=x  gold: x', f"my parser={parser}", "--count")
    assert by_name["rows"] == [["–", 1, 1]]
    [alone] = as_json("search", "PP=x > *=y", gold)
    assert alone["rows"][0][3].startswith("(PP (IN with)") and alone["rows"][0][4].startswith("(NP (NP (DT a)")


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("gold: PP=x  sistem: x", "character 13: there is no system 'sistem'; expected one of gold, system, parser"),
        ("gold: PP=x >  system: x", "character 15: expected a label"),
        ("gold: *", "character 7: matches every node"),
        ("", "the pattern is empty"),
    ],
)
def test_a_bad_pattern_is_told_before_anything_is_scored(files: tuple[str, str], pattern: str, message: str) -> None:
    for arguments in (("search", "--gold", files[0], pattern, files[1]), ("score", *files, "--where", pattern)):
        done = treecompare(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr.splitlines()[-1]


def test_a_pattern_needs_the_trees_that_it_names(files: tuple[str, str], tmp_path: Path) -> None:
    alone = treecompare("search", "gold: PP=x  system: x", files[0])
    assert alone.stderr == (
        "treecompare: the pattern names system:, and these are treebanks by themselves; expected --gold FILE besides\n"
    )
    (tmp_path / "words.conllu").write_text("1\tit\tit\tPRON\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    other = treecompare("search", "--gold", files[0], JOINED, str(tmp_path / "words.conllu"))
    assert other.returncode == 2 and "scored as dependencies; --as-dependencies converts them" in other.stderr
    both = treecompare("search", "NP", files[0], str(tmp_path / "words.conllu"))
    assert both.returncode == 2 and "a pattern is for one kind of treebank" in both.stderr
    (tmp_path / "none.mrg").write_text("(())\n" * 3, "utf-8")
    none = treecompare("search", "--gold", files[0], JOINED, str(tmp_path / "none.mrg"))
    assert none.returncode == 2 and "no sentence has the same words, with a parse, in gold and none" in none.stderr
    [words] = as_json("search", "PRON=x", str(tmp_path / "words.conllu"))
    assert words["rows"] == [["words", 1, None, "it/root", "it"]]


def test_scores_where_a_pattern_matches(files: tuple[str, str]) -> None:
    found = as_json("score", *files, "--measures", "la", "--where", JOINED)
    [system] = found["systems"]
    assert found["where"] == JOINED
    assert system["where"]["sentences"] == 1 and system["where"]["hits"] == 1
    whole, inside, others = (one["scores"]["la"]["mean"] for one in (system, system["where"], system["where_not"]))
    assert whole == pytest.approx((inside + others) / 2)  # of three sentences two are scored
    shown = treecompare("score", *files, "--measures", "la", "--where", JOINED).stdout
    assert "where gold: PP=x > NP  system: x > VP" in shown and "|where:gold:_PP=x_>_NP_system:_x_>_VP|" in shown


def test_a_report_refuses_what_it_would_not_use(files: tuple[str, str]) -> None:
    for option, meant in (
        (("--where", "NP"), "pattern or trust" if is_here("trust") else "pattern"),
        (("--sentence", "1"), "lineages"),
    ):
        done = treecompare("report", "rankings", *files, *option)
        wanted = f"treecompare: {option[0]} changes nothing in report rankings; it is for report {meant}\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", wanted)
    [empty] = as_json("report", "pattern", *files)
    assert empty["rows"] == [] and "gold: PP=x > NP" in empty["note"]


def test_the_words_of_a_sentence(files: tuple[str, str]) -> None:
    [table] = as_json("report", "lineages", *files, "--sentence", "3")
    assert [row[1] for row in table["rows"]] == ["it", "rose"]
    assert table["columns"] == ["number", "word", "score", "gold lineage", "system lineage", "edit", "cost"]
    [all_words] = as_json("report", "lineages", *files)
    assert all_words["columns"] == ["sentence", "id", *table["columns"]]
    assert [row[2:] for row in all_words["rows"] if row[0] == "3"] == table["rows"]
    assert {row[0] for row in all_words["rows"]} == {"1", "3"}
    for options, message in (
        (("--sentence", "9"), "there is no sentence 9; expected a number from 1 to 3"),
        (("--sentence", "2"), "the words have no scores: no parse"),
    ):
        done = treecompare("report", "lineages", *files, *options)
        assert done.returncode == 2 and message in done.stderr


def test_only_some_sentences_are_ranked_and_listed(files: tuple[str, str]) -> None:
    [system] = as_json("rank", *files, "--where", "NP < DT", "--format", "json")["systems"]
    assert [(one["index"], one["hits_gold"], one["hits_system"]) for one in system["sentences"]] == [(1, 3, 3)]
    [system] = as_json("rank", *files, "--only", "2-3")["systems"]
    assert [(one["index"], one["rank_a"] is None) for one in system["sentences"]] == [(3, False), (2, True)]
    text = treecompare("rank", *files, "--only", "2", "--format", "csv").stdout
    assert "parser,2,2,,–,,–,–" in text
    for option, wrong in (("--only", "3-2"), ("--only", "x"), ("--only", "0"), ("--system", "perser")):
        assert treecompare("rank", *files, option, wrong).returncode == 2
    two = files[1].replace("parser", "other")
    Path(two).write_bytes(Path(files[1]).read_bytes())
    lists = {one["name"]: len(one["sentences"]) for one in as_json("rank", *files, two, "--system", "other")["systems"]}
    assert lists == {"parser": 0, "other": 3}
    assert "Sentences of parser" not in treecompare("rank", *files, two, "--system", "other").stdout


@pytest.mark.parametrize(
    ("usual", "mixed"),
    [
        (["search", "--gold", "G", JOINED, "A", "B"], ["search", JOINED, "--gold", "G", "A", "B"]),
        (["search", "--gold", "G", JOINED, "A", "B"], ["search", JOINED, "A", "--gold", "G", "B"]),
        (["search", "--count", "NP", "G", "A"], ["search", "NP", "--count", "G", "--params", "none", "A"]),
        (["score", "G", "A", "B", "--params", "evalb"], ["score", "G", "--params", "evalb", "A", "B"]),
        (["rank", "G", "A", "B", "--limit", "1"], ["rank", "--limit", "1", "G", "A", "--missing", "skip", "B"]),
        (["stats", "G", "A", "--params", "none"], ["stats", "G", "--params", "none", "A"]),
        (["report", "rankings", "G", "A", "B"], ["report", "rankings", "G", "--average", "pooled", "A", "B"]),
        (["errors", "G", "A", "B", "--by", "kind"], ["errors", "G", "--by", "kind", "A", "B"]),
    ],
)
def test_files_may_stand_before_and_behind_options(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], usual: list[str], mixed: list[str]
) -> None:
    (tmp_path / "b.mrg").write_text("\n".join(TEST) + "\n", "utf-8")
    named = {"G": files[0], "A": files[1], "B": str(tmp_path / "b.mrg")}
    printed = []
    for words in (usual, mixed):
        assert run_command([named.get(word, word) for word in words]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != ""


@pytest.mark.parametrize("words", [["score", "G", "--colour", "A", "--params", "evalb", "A"], ["stats", "--gold", "G"]])
def test_options_that_are_unknown_are_still_refused(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit):
        run_command([{"G": files[0], "A": files[1]}.get(word, word) for word in words])
    assert f"unrecognized arguments: {words[2 if words[0] == 'score' else 1]}" in capsys.readouterr().err


def test_how_far_the_work_is_is_told_ten_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    told, clock = list[str](), [100.0]
    monkeypatch.setattr(printing, "tell_state", told.append)
    monkeypatch.setattr(time, "monotonic", lambda: clock[-1])

    def steps() -> Iterator[Progress]:
        for done in range(1_000, 1_008):
            yield Progress(done, 2_000, 0, 0, 0)
            clock.append(clock[-1] + 0.04)

    printing.tell_progress(steps())
    assert told == ["1,000 of 2,000 sentences", "1,003 of 2,000 sentences", "1,006 of 2,000 sentences", ""]


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_every_command_is_listed_once_below_a_heading(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    listed, usual = parser().format_help(), Parser.format_help(parser())
    here = {title: names for title, group in GROUPS.items() if (names := [*filter(is_here, group)])}
    headings = [f"{title}:" for title in here]
    assert sorted([*usual.split(), *headings]) == sorted([*listed.split(), "commands:", "COMMAND"])
    assert re.findall(r"(?m)^\w+:$", listed) == ["options:", *headings]
    names = re.findall(r"(?m)^    (\w+)", listed.partition("Compare:")[2])
    assert names == [name for group in here.values() for name in group]


def test_measures_that_cannot_apply_are_refused_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trees = tmp_path / "g.mrg"
    trees.write_text("(S (NP (PRP I)) (VP (VBP see)))\n", "utf-8")
    for key, why in (("la.custom", "needs a table of label costs"), ("tedeval", "is not counted here")):
        assert run_command(["score", str(trees), str(trees), "--measures", key]) == 2
        assert f"--measures {key}: no scores here: " in (said := capsys.readouterr().err) and why in said
    assert run_command(["score", str(trees), str(trees), "--measures", "la,la.custom"]) == 0
    assert (
        run_command(["report", "labels", str(trees), str(trees), "--measures", "la.custom"]) == 0
    )  # it needs no measures
    words = str(resources.path("samples/dependencies/gold.conllu"))
    assert run_command(["plot", words, words, "--preset", "3", "--output", str(tmp_path / "x.svg")]) == 2
    assert "no scores here: this measure is not counted here" in capsys.readouterr().err
