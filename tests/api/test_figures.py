"""The library's figures are those of the command line, for comparisons of every kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import treecompare as tc
from tests.conftest import stride
from treecompare import resources
from treecompare.__main__ import main
from treecompare.resources import samples

SAMPLES = {sample.key: sample for sample in samples() if not sample.golds}
TREES = resources.path("samples/dependencies")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(list(arguments)) == 0
    return json.loads(capsys.readouterr().out)


OPTIONS: list[dict[str, Any]] = [{}, {"params": "evalb"}, {"missing": "zero"}]
CASES = [
    # over lattices trees are taken as they stand, and --missing zero is refused
    *[
        (key, options)
        for key, sample in SAMPLES.items()
        for options in (OPTIONS if not sample.lattices else OPTIONS[:1])
    ][:: stride(2)],
    ("first-comparison", {"as_dependencies": True}),
]


def _status(sentence: dict[str, Any]) -> str:
    """What tables call a sentence of the command line's JSON."""
    return "aligned" if sentence.get("aligned") else str(sentence["status"])


@pytest.mark.parametrize(("key", "options"), CASES, ids=str)
def test_scores_are_those_of_the_command_line(
    key: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    sample = SAMPLES[key]
    words = [f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}") for name, value in options.items()]
    beside = [word for path in sample.lattices for word in ("--lattice", path)]
    found = printed(
        capsys, "score", sample.gold, *sample.systems, *beside, *words, "--per-sentence", "--format", "json"
    )
    comparison = tc.compare(sample.gold, sample.systems, lattices=sample.lattices, **options)
    scores = {
        (row.system, row.measure, row.average): row
        for row in comparison.scores(average="both")
        if row.sentences == "all"
    }
    keys = [one["key"] for one in found["measures"]]
    assert len(scores) == len(keys) * 2 * len(sample.systems)
    for place, system in enumerate(found["systems"]):
        for one, averages in system["scores"].items():
            for average, value in averages.items():
                assert scores[system["name"], one, average].score == value
                score = comparison.score(one, system["name"], average)
                assert (score.value, score.signature) == (value, scores[system["name"], one, average].signature)
        rows = comparison.sentences(system=system["name"])
        assert [row.sentence for row in rows] == list(range(1, len(comparison.ids) + 1))
        for row, sentence in zip(rows, system["per_sentence"], strict=True):
            assert (row.status, row.id) == (_status(sentence), sentence["id"])
            assert {name: row[name] for name in keys} == sentence["scores"]
        for sentence in (system["per_sentence"][0], system["per_sentence"][-1]):
            pair = comparison.pair(sentence["index"], place + 1)
            scores_of_pair = pair.scores  # of all measures each time
            assert {name: scores_of_pair[name] for name in keys} == sentence["scores"]
            assert (pair.counts, pair.status) == (sentence["counts"], _status(sentence))
    signatures = {one["key"]: one["signature"] for one in found["measures"]}
    # of a system that is set aside the figures rest on its own sentences, and are signed so
    signed = {(row.measure, row.signature.replace("|avg:mean", "")) for row in scores.values() if row.average == "mean"}
    assert signatures.items() <= signed


def test_several_golds_give_the_scores_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    golds = {"A": TREES / "gold.conllu", "B": TREES / "attach-low.conllu"}
    systems = {"x": TREES / "labels.conllu", "y": TREES / "attach-high.conllu"}
    arguments = [word for name, path in golds.items() for word in ("--gold", f"{name}={path}")]
    arguments += [f"x={systems['x']}@A", f"y={systems['y']}@B"]
    found = printed(capsys, "score", *arguments, "--format", "json")
    comparison = tc.compare(golds, systems, follows={"x": "A", "y": "B"})
    assert (comparison.kind, comparison.gold) == ("schemes", "A")
    assert comparison.warnings == found["warnings"]
    for system in found["systems"]:
        for key, averages in system["scores"].items():
            for average, value in averages.items():
                if key not in ("las", "uas"):  # which are of one gold only
                    assert comparison.score(key, system["name"], average).value == value
    listed = tc.compare(list(golds.items()), list(systems.items()), follows=["A", "B"])
    assert str(listed.scores()) == str(comparison.scores())
    other = tc.compare(golds, systems, follows={"x": "B", "y": "B"})
    assert str(other.scores("tedeval")) != str(comparison.scores("tedeval"))


def test_reports_ranks_and_significance_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    sample = SAMPLES["first-comparison"]
    comparison = tc.compare(sample.gold, sample.systems)
    for report in [*comparison.reports][:: stride(4)]:
        found = printed(capsys, "report", report, sample.gold, *sample.systems, "--format", "json")
        assert [json.loads(one.to_json()) for one in comparison.report(report)] == found
    found = printed(
        capsys, "rank", sample.gold, *sample.systems, "--a", "la", "--b", "t.whole.dice", "--format", "json"
    )
    tables = comparison.ranks("la", "t.whole.dice")
    rows = [row for table in tables if "difference" in table.columns for row in table]
    sentences = [one for system in found["systems"] for one in system["sentences"]]
    assert [(row.sentence, row.rank_a, row.rank_b) for row in rows] == [
        (one["index"], one["rank_a"], one["rank_b"]) for one in sentences
    ]
    found = printed(
        capsys, "significance", sample.gold, *sample.systems, "--iterations", "200", "--seed", "3", "--format", "json"
    )
    _, pairs = comparison.significance(iterations=200, seed=3)
    assert [(row.measure, row.one, row.other, row.p) for row in pairs] == [
        (one["key"], one["one"], one["other"], one["p"]) for one in found["differences"]
    ]


def test_the_command_gives_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    import shlex

    sample = SAMPLES["first-comparison"]
    comparison = tc.compare(sample.gold, {"x": sample.systems[0]}, params="evalb", max_length=8, functions=True)
    words = shlex.split(comparison.command("score", "--format", "json"))
    assert words[0] == "treecompare"
    [system] = printed(capsys, *words[1:])["systems"]
    assert system["name"] == "x"
    assert comparison.score("t.whole.dice").value == system["scores"]["t.whole.dice"]["pooled"]
    assert "8 words" in comparison.methods()


def test_a_score_says_what_reproduces_it() -> None:
    sample = SAMPLES["first-comparison"]
    system = next(one for one in sample.systems if "unary" in one)
    score = tc.score(sample.gold, Path(system), "e.roof.dice", average="mean")
    assert (score.key, score.title, score.average) == ("e.roof.dice", "E-Dice, roof", "mean")
    assert (score.scored, score.sentences) == (79, 80)
    assert float(score) == score.value == pytest.approx(0.9066, abs=5e-5)
    assert str(score) == f"E-Dice, roof 90.66 (79 of 80 sentences) {score.signature}"
    zero = tc.score(sample.gold, system, "e.roof.dice", missing="zero")
    assert zero.scored == 80 and "missing:zero" in zero.signature
    segments = tc.score(SAMPLES["words-that-differ"].gold, SAMPLES["words-that-differ"].gold, "segeval")
    assert segments.value == 1.0  # the measure asks for words that may differ


def test_an_undefined_score_is_none() -> None:
    nothing = tc.read(text="(())\n")
    score = tc.score(nothing, nothing, "t.whole.dice")
    assert score.value is None
    assert float(score) != float(score)
    assert str(score).startswith("T-Dice, whole – (0 of 1 sentences) ")


def test_a_lazy_comparison_runs_when_a_figure_is_asked_for() -> None:
    sample, told = SAMPLES["first-comparison"], []
    comparison = tc.compare(
        sample.gold, sample.systems, lazy=True, progress=lambda done, total: told.append((done, total))
    )
    assert comparison.systems and comparison.settings and comparison.warnings is not None and comparison.reports
    assert told == [] and "not run yet" in repr(comparison)
    first = comparison.score("la").value
    assert told[-1] == (240, 240)
    number = len(told)
    assert comparison.score("la").value == first and len(told) == number
    assert tc.compare(sample.gold, sample.systems).score("la").value == first
