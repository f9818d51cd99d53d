"""Costs that depend on labels, and distances in place of scores, through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import as_json, treecompare


def test_label_costs_act(tmp_path: Path) -> None:
    """A swap that costs less is a higher score; one of 1 is the usual one, and one above 2 a deletion and an insertion."""
    for name, label in (("gold", "NP"), ("parser", "WHNP")):
        (tmp_path / f"{name}.mrg").write_text(f"(S ({label} (D a) (N b)) (V c))\n", "utf-8")
    paths = [str(tmp_path / f"{name}.mrg") for name in ("gold", "parser")]

    def score(option: str, key: str, text: str) -> float:
        (tmp_path / "costs").write_text(text, "utf-8")
        given = (option, str(tmp_path / "costs")) if text else ()
        [system] = as_json("score", *paths, "--measures", key, *given)["systems"]
        return float(system["scores"][key]["pooled"])

    usual = score("--tree-costs", "t.whole.dice", "")
    nodes = 2 * 5  # two constituents and three tags on both sides
    assert usual == pytest.approx(1 - 1 / nodes)
    for text, cost in (("NP\tWHNP\t0.25\n", 0.25), ("WHNP\tNP\t0\n", 0), ("NP\tVP\t0\n", 1), ("NP\tWHNP\t9\n", 2)):
        assert score("--tree-costs", "t.whole.dice", text) == pytest.approx(1 - cost / nodes)
    # lineages of a and b are 4 symbols long with their boundaries, and have one label to be replaced
    found = [score("--label-costs", "la.custom", f"NP\tWHNP\t{cost}\n") for cost in (0, 0.5, 2)]
    assert found == pytest.approx([1, 1 - 2 * 0.5 / 6 / 3, 1 - 2 * 2 / 6 / 3])


def test_distances(tmp_path: Path) -> None:
    for name, label in (("gold", "NP"), ("parser", "VP")):
        (tmp_path / f"{name}.mrg").write_text(f"(S ({label} (D a) (N b)) (V c) (P d))\n", "utf-8")
    paths = [str(tmp_path / f"{name}.mrg") for name in ("gold", "parser")]
    told = treecompare(
        "score", *paths, "--measures", "e.roof.jaccard,crossing", "--distances", "--format", "tsv"
    ).stdout
    assert "parser\t1-e.roof.jaccard\tpooled\tall\t0.6666666666666667\t" in told
    assert "parser\tcrossing\tpooled\tall\t0.0\t" in told
    table_3 = as_json("report", "rankings", *paths, "--distances")[2]
    assert table_3["columns"][5] == "1-e.roof.dice" and table_3["rows"][0][5] == 0.5
    for command, message in (
        (
            ("score", *paths, "--distances", "--format", "json"),
            "--distances is for tables; expected --format table, tsv or csv",
        ),
        (
            ("report", "labels", *paths, "--distances"),
            "--distances changes nothing in report labels, which has no columns",
        ),
    ):
        done = treecompare(*command)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1) and message in done.stderr
