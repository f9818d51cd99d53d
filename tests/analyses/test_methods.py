"""The command that makes a comparison again, and the paragraph that describes it."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from tests.analyses.conftest import compared
from tests.made import dependencies
from treecompare import resources
from treecompare.analyses.methods import command_line, measures_option, methods_paragraph, scoring_said
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import read


def test_the_command_computes_the_same(tmp_path: Path) -> None:
    first = resources.samples()[0]
    folder = tmp_path / "a folder's name"
    folder.mkdir()
    paths = []
    for path in (first.gold, *first.systems[:2]):
        (folder / Path(path).name).write_bytes(Path(path).read_bytes())
        paths.append(str(folder / Path(path).name))
    settings = Settings(params="evalb", missing="zero", max_length=20, functions=True)
    systems = [read(paths[1]), replace(read(paths[2]), name="my parser")]
    comparison = score(ConstituentComparison(read(paths[0]), systems, settings))
    keys = ["t.whole.dice", "la"]
    command = command_line(comparison, "score", [*measures_option(comparison, keys), "--format", "json"])
    words = shlex.split(command)
    assert words[0] == "treecompare"
    run = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    assert [one["name"] for one in found["systems"]] == [systems[0].name, "my parser"]
    for system in range(2):
        for key in keys:
            wanted = comparison.table.summary(system, key, "pooled")
            assert found["systems"][system]["scores"][key]["pooled"] == wanted
            assert found["measures"][keys.index(key)]["signature"] == comparison.table.signature(key)


def test_defaults_need_no_options() -> None:
    assert Settings().as_options() == []
    assert Settings(tree_costs="a b.tsv").as_options() == ["--tree-costs", "a b.tsv"]


def test_the_paragraph_tells_what_was_done(sample: ConstituentComparison) -> None:
    text = methods_paragraph(sample, ["e.roof.dice", "t.whole.dice"], "mean", baseline=0)
    for wanted in (
        "Of 80 sentences", "3 systems", "COLLINS.prm", "part-of-speech tag", "means of the sentences' scores",
        "most matches", "shuffling", sample.table.systems[0], sample.table.signature("t.whole.dice", "mean"),
    ):  # fmt: skip
        assert wanted in text
    pooled = methods_paragraph(sample, ["e.roof.dice"], "pooled")
    assert "pooled" in pooled
    assert "shuffling" not in pooled
    assert "matches" not in pooled


def test_sentences_that_all_systems_have_are_counted() -> None:
    """The words of the second system differ everywhere, so spans cannot be compared; trees of the last sentence neither."""
    comparison = compared(
        "(S (N a))\n(S (N a))\n(S (N a))", "(S (N a))\n(S (N a))\n(S (N a))", "(S (N b))\n(S (N b))\n(())"
    )
    text = methods_paragraph(comparison, ["e.roof.dice", "t.whole.dice"], "mean")
    assert "Of 3 sentences, 0 to 3 could be scored for each of the 2 systems. All figures rest on" in text
    comparison = compared(
        "(S (N a))\n(S (N a))\n(S (N a))", "(S (N a))\n(S (N a))\n(S (N a))", "(S (N a))\n(S (N a))\n(())"
    )
    text = methods_paragraph(comparison, ["e.roof.dice"], "mean")
    assert "2 to 3 could be scored for each of the 2 systems, 2 for all of them." in text
    many = "\n".join(["(S (N a))"] * 1_000)
    text = methods_paragraph(compared(many, many, many), ["e.roof.dice"], "mean")
    assert "Of 1,000 sentences, 1,000 could be scored for each of the 2 systems, 1,000 for all of them." in text


def test_scoring_is_said_in_short(sample: ConstituentComparison) -> None:
    usual, other = sample.settings, replace(sample.settings, crossing_branches="raise", sentences="own")
    assert scoring_said("constituents", usual) == scoring_said("dependencies", usual) == "as usual"
    assert [scoring_said(one, other) for one in ("constituents", "dependencies")] == [
        "by standard + 2",
        "by standard + 1",
    ]
    assert scoring_said("constituents", replace(usual, params="evalb", differing="align")) == "by evalb"
    assert sample.compared_said()[0].startswith("Preparation: standard")
    assert "crossing branches raised" in ConstituentComparison(sample.gold, sample.systems, other).compared_said()
    gold, system = (dependencies(name, [("a", 0, "root")]) for name in ("gold", "system"))
    words = DependencyComparison(gold, [system])
    assert words.compared_said() == ["punctuation counted", "relations without subtypes"]
