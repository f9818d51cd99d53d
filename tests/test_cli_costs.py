"""Costs that depend on labels, through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_cli import as_json


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
