"""Conventions on small treebanks: what is tried, what is found first, what is said, and that each command prints its figure."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import pytest

import treecompare as tc
from tests.conftest import stride
from treecompare.cli import run_command
from treecompare.comparison.files import read_treebank
from treecompare.errors import UsageError
from treecompare.extras.conventions import deviations, said
from treecompare.extras.conventions.figures import read_figure
from treecompare.extras.conventions.said import signatures_of
from treecompare.extras.conventions.search import Detective, Explanation

GOLD = [
    "(ROOT (S (NP-SBJ (DT the) (NN dog)) (VP (VBD saw) (NP (NP (DT a) (NN cat)) (PP (IN in) (NP (NN town))))) (. .)))",
    "(ROOT (S (NP-SBJ (PRP she)) (VP (VBD left)) (. .)))",
    "(ROOT (S (NP-SBJ (DT the) (JJ old) (NN man)) (VP (VBD heard) (NP (PRP it)) (PP (IN at) (NP (NN home)))) (. .)))",
    "(ROOT (S (NP-SBJ (PRP they)) (VP (VBD ate) (NP (DT a) (JJ red) (NN apple))) (. .)))",
]
SYSTEM = [
    "(S1 (S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (DT a) (NN cat)) (PP (IN in) (NP (NN town)))) (. .)))",
    "(S1 (S (NP (PRP she)) (VP (VBD left)) (. .)))",
    "(S1 (S (NP (DT the) (NN old) (NN man)) (VP (VBD heard) (NP (NP (PRP it)) (PP (IN at) (NP (NN home))))) (. .)))",
    "(())",
]


@pytest.fixture
def paths(tmp_path: Path) -> tuple[str, str]:
    for name, trees in (("gold", GOLD), ("bllip", SYSTEM)):
        (tmp_path / f"{name}.mrg").write_text("\n".join(trees) + "\n")
    return str(tmp_path / "gold.mrg"), str(tmp_path / "bllip.mrg")


def explained(paths: tuple[str, str], *texts: str, most: int = 2) -> Explanation:
    gold, system = map(read_treebank, paths)
    figures = [read_figure(one, gold.kind) for one in texts]
    *_, last = Detective(gold, [system], figures).search(most)
    return last


def mean_of(paths: tuple[str, str], decimals: int) -> str:
    """The figure F that somebody printed who averaged over the sentences."""
    return f"F={100 * tc.score(*paths, 'e.roof.dice', 'mean').value:.{decimals}f}"


def test_how_many_conventions_there_are(paths: tuple[str, str]) -> None:
    """As in the worked count of the definition: functions in the files, four preparations beside the usual one."""
    gold, system = map(read_treebank, paths)
    axes = Detective(gold, [system], [read_figure("F=80", "constituents")]).axes
    blocks = [
        [one for one in deviations.points(axes, most) if not (deviations.value_of(one, "params") in ("", "none")
         and any(part.axis == deviations.CUTOFF for part in one))]
        for most in (0, 1, 2, 3, 4)
    ]  # fmt: skip
    assert [len(one) for one in blocks] == [1, 19, 149, 650, 1850]
    prepared = [{deviations.preparation_of(one) for one in block} for block in blocks]
    unswapped = [sum(not deviations.value_of(one, deviations.SWAPPED) for one in block) for block in prepared]
    assert unswapped == [1, 8, 23, 36, 40]
    assert [len(one) - plain for one, plain in zip(prepared, unswapped, strict=True)] == [0, 0, 1, 8, 23]


def test_every_command_prints_its_figure(paths: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    found = explained(paths, "LF=80.0", "UP=81.2", "CB=0.1", "TA=90.0", most=2)
    assert len(found.results) > 20
    signed = signatures_of(found, [one.point for one in found.results])
    for one, signatures in [*zip(found.results, signed, strict=True)][:: stride(3)]:
        capsys.readouterr()
        command = shlex.split(said.command_of(found, one.point))
        assert run_command([*command[1:], "--format", "json"]) == 0
        printed = json.loads(capsys.readouterr().out)
        system = printed["systems"][0]
        of_measures = {of["key"]: of for of in printed["measures"]}
        block = system["up_to_length"] if "CUTOFF_LEN" in said.where_of(one.point) else system
        average = said.where_of(one.point).split(",")[0]
        for figure, value in zip(found.figures, one.values, strict=True):
            key = deviations.keys_of(figure, one.point)
            assert block["scores"][key][average] == pytest.approx(float(value), abs=1e-12), (command, key)
            if block is system:
                signature = signatures[found.figures.index(figure)]
                assert signature.replace(f"avg:{average}|", "", 1) == of_measures[key]["signature"], command
                assert f"|avg:{average}|" in signature


def test_the_usual_conventions_come_first(paths: tuple[str, str]) -> None:
    usual = tc.score(*paths, "e.roof.dice").value
    found = explained(paths, f"LF={100 * usual:.2f}")
    assert found.fitting[0].point == ()
    assert "nothing has to be explained" in said.said(found)[0]


def test_ranks_by_cost_then_distance_then_declaration(paths: tuple[str, str]) -> None:
    ranks = [
        (not one.fits, one.cost, sum(one.off), deviations.order(one.point))
        for one in explained(paths, mean_of(paths, 0)).results
    ]
    assert ranks == sorted(ranks) and any(not one[0] for one in ranks) and any(one[0] for one in ranks)


def test_equal_values_are_told_once_with_the_cheapest(paths: tuple[str, str]) -> None:
    found = explained(paths, "LF=80")
    values = [one.values for one in found.results]
    assert len(values) == len(set(values))
    assert sum(1 + len(one.same) for one in found.results) == found.conventions
    for one in found.results:
        assert all((one.cost, deviations.order(one.point)) <= (deviations.cost(other), deviations.order(other))
                   for other in one.same if not any(part.axis in ("digits", "F") for part in one.point))  # fmt: skip


def test_none_fits(paths: tuple[str, str]) -> None:
    found = explained(paths, "LF=12.3")
    assert not found.fitting and len(said.shown(found)) == 3
    text = " ".join(said.said(found))
    assert "none of" in text and "No convention can explain" in text and "cannot be seen from here" in text
    distances = [max(one.off) for one in said.shown(found)]
    assert distances == sorted(distances) == sorted(max(one.off) for one in found.results)[:3]


def test_a_coarse_figure_is_said_to_be_one(paths: tuple[str, str]) -> None:
    found = explained(paths, mean_of(paths, 0), most=3)
    assert len(found.fitting) > 1
    near = sum(1 for one in found.results if one is not found.fitting[0] and one.off[0] <= 1)
    assert said.chance(found) == near / 2
    assert "by chance about" in " ".join(said.said(found))


def test_an_odd_f_is_left_out_only_if_nothing_fits(paths: tuple[str, str]) -> None:
    scores = [100 * tc.score(*paths, f"e.roof.{name}").value for name in ("recall", "precision")]
    found = explained(paths, f"LR={scores[0]:.2f}", f"LP={scores[1]:.2f}", "LF=12.34")
    assert found.without_odd and len(found.figures) == 2 and found.fitting[0].point == ()
    assert "is not 2RP/(R + P)" in said.said(found)[0]


def test_it_stops_in_time_and_says_what_was_left(paths: tuple[str, str]) -> None:
    gold, system = map(read_treebank, paths)
    *_, found = Detective(gold, [system], [read_figure("LF=80", "constituents")]).search(2, seconds=0)
    assert found.untried and "Not tried: " in " ".join(said.said(found))


def test_several_systems(paths: tuple[str, str], tmp_path: Path) -> None:
    other = tmp_path / "other.mrg"
    other.write_text("\n".join([*SYSTEM[:2], GOLD[2], GOLD[3]]) + "\n")
    systems = {"bllip": paths[1], "other": str(other)}
    table = tc.compare(paths[0], systems, sentences="own", missing="zero").scores(["e.roof.dice"])
    wanted = {row["system"]: 100 * row["score"] for row in table if row.get("average", "pooled") == "pooled"}
    found = tc.detective(paths[0], systems, {f"{name}:LF": f"{value:.2f}" for name, value in wanted.items()}, cost=2)
    assert found[0]["convention"] == "missing parses count as zero"
    assert "--sentences own --missing zero" in found[0]["command"]


def test_the_command_line(paths: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["detective", *paths, "--figure", "LF=80", "--cost", "1", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) >= {"figures", "results", "different_values", "said"}
    assert found["results"][0].keys() >= {"rank", "deviations", "cost", "values", "command", "signatures", "fits"}
    capsys.readouterr()
    assert run_command(["detective", *paths, "--figure", "LF=80", "--cost", "1", "--format", "tsv"]) == 0
    head, first, *_ = (line.split("\t") for line in capsys.readouterr().out.split("\n"))
    assert dict(zip(head, first, strict=True))["signatures"].startswith("e.roof.dice|avg:")
    assert run_command(["detective", *paths, "--figure", "LF=80", "--cost", "1"]) == 0
    assert "1: treecompare score" in capsys.readouterr().out
    assert run_command(["detective", *paths]) == 2
    assert "takes --figure KEY=DIGITS" in capsys.readouterr().err


def test_raw_output_is_explained_at_the_level_at_which_it_was_read(
    paths: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the command line and in the library; the command says the level, and prints the figure."""
    answers = tmp_path / "answers"
    answers.mkdir()
    for number, tree in enumerate(SYSTEM, 1):
        (answers / f"{number}.txt").write_text(f"```\n{tree}\n```" if tree else "", "utf-8")
    system = f"raw:{answers}"
    assert run_command(["score", paths[0], system, "--repair", "extract", "--missing", "zero", "--measures", "e.roof.dice",
                        "--format", "json"]) == 0  # fmt: skip
    value = json.loads(capsys.readouterr().out)["systems"][0]["scores"]["e.roof.dice"]["pooled"]
    figure = f"LF={100 * value:.2f}"
    assert (
        run_command(["detective", paths[0], system, "--repair", "extract", "--figure", figure, "--format", "json"]) == 0
    )
    found = json.loads(capsys.readouterr().out)["results"][0]
    assert found["fits"] and "--repair extract" in found["command"]
    assert run_command([*shlex.split(found["command"])[1:], "--format", "json"]) == 0
    again = json.loads(capsys.readouterr().out)["systems"][0]["scores"]["e.roof.dice"]["pooled"]
    assert f"{100 * again:.2f}" == figure.partition("=")[2]
    assert "|raw:folder|repair:extract|repaired:" in found["signatures"]["LF"]
    assert tc.detective(paths[0], system, [figure], repair="extract")[0]["command"] == found["command"]
    assert run_command(["detective", paths[0], system, "--figure", figure, "--format", "json"]) == 0
    assert not json.loads(capsys.readouterr().out)["fitting_values"]


def test_two_signatures(paths: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    signatures = [
        "e.roof.dice|avg:pooled|params:standard|on:common:3",
        "e.roof.dice|avg:mean|params:evalb|on:common:3|v:0",
    ]
    assert run_command(["detective", *paths, "--signatures", *signatures, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    whats = [one["what"] for one in found["differences"]]
    assert whats == ["the first signature", "average", "preparation of the trees", "the second signature"]
    values = [one["scores"]["bllip"] for one in found["differences"]]
    comparisons = {params: tc.score(*paths, "e.roof.dice", params=params).value for params in ("standard", "evalb")}
    assert values[0] == comparisons["standard"] and values[2] == comparisons["evalb"]
    assert values[3] == tc.score(*paths, "e.roof.dice", "mean", params="evalb").value
    assert run_command(["detective", *paths, "--signatures", *signatures, "--format", "csv"]) == 0
    lines = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    changes = [float(one["change"]) for one in lines]
    assert changes == pytest.approx([one - values[0] for one in values], abs=0.01)
    assert run_command(["detective", *paths, "--signatures", "nothing", signatures[0]]) == 2
    assert "is not a signature" in capsys.readouterr().err


def test_without_a_figure_there_is_nothing_to_look_for(paths: tuple[str, str]) -> None:
    with pytest.raises(UsageError, match="no figure to explain"):
        Detective(read_treebank(paths[0]), [read_treebank(paths[1])], [])
