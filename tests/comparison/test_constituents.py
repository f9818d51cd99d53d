"""A pair of trees: which nodes a count lights, in every format, and the repair of quotes."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.lit import counted_nodes, lineage_nodes
from treecompare.comparison.settings import Settings
from treecompare.drawing.sentence import DEFAULT, Wanted
from treecompare.errors import UsageError
from treecompare.readers import parse
from treecompare.scores.table import PARTIAL, SCORED

GOLD = "(S (NP (D a) (N b)) (VP (V c) (N d)))"
TEST = "(S (NP (D a) (X b)) (ADJP (V c) (N d)))"


def compared(gold: str, test: str, **settings: str) -> ConstituentComparison:
    return score(ConstituentComparison(parse(gold), [replace(parse(test), name="s")], Settings(**settings)))  # type: ignore[arg-type]


def shown(comparison: ConstituentComparison, part: str, count: str, kind: str = "E") -> list[str]:
    mapping = comparison.mapping(0, 0, kind)
    assert mapping is not None
    trees = {"gold": mapping.gold, "test": mapping.test}
    return [f"{side} {trees[side].texts[node]}" for side, node in counted_nodes(comparison, mapping, part, count)]


@pytest.mark.parametrize(
    ("count", "nodes"),
    [
        ("gold", ["gold D", "gold N", "gold V", "gold N"]),
        ("test", ["test D", "test X", "test V", "test N"]),
        ("matched", ["gold D", "gold V", "gold N", "test D", "test V", "test N"]),
        ("deleted", ["gold N"]),
        ("inserted", ["test X"]),
    ],
)
def test_tags_that_a_count_stands_for(count: str, nodes: list[str]) -> None:
    assert shown(compared(GOLD, TEST), "tags", count) == nodes


def test_nodes_that_other_counts_stand_for() -> None:
    comparison = compared(GOLD, TEST)
    assert shown(comparison, "t.whole", "swapped", "T") == shown(comparison, "t.whole", "relabelling", "T")
    assert shown(comparison, "t.whole", "swapped", "T") == ["gold N", "gold VP", "test X", "test ADJP"]
    assert sorted(shown(comparison, "t.whole", "cost", "T")) == sorted(shown(comparison, "t.whole", "swapped", "T"))
    words = set(shown(comparison, "t.whole", "gold", "T")) - set(shown(comparison, "t.whole", "gold-words", "T"))
    assert words == {"gold a", "gold b", "gold c", "gold d"}
    assert shown(comparison, "e.whole", "word:1") == [
        "gold b",
        "gold N",
        "gold NP",
        "gold S",
        "test b",
        "test X",
        "test NP",
        "test S",
    ]
    crossing = compared("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))")
    assert shown(crossing, "e.roof", "crossing") == ["test VP"]
    mapping = comparison.mapping(0, 0)
    assert mapping is not None
    assert lineage_nodes(mapping, 4) == lineage_nodes(mapping, -1) == []


def test_a_drawing_in_every_format() -> None:
    comparison = compared(GOLD, TEST)
    drawing = comparison.drawing(0, 0, Wanted("E"))
    writers = drawing.writers()
    assert writers["brackets"]() == f"{GOLD}\n{TEST}"
    assert "NP" in writers["text"]()
    assert writers["svg"]().startswith("<svg") or "<svg" in writers["svg"]()
    latex = writers["latex"]()
    assert "forest" in latex and latex in writers["document"]()
    assert comparison.table.signature("e.whole.dice").split("|")[0] in writers["document"]()
    found = json.loads(writers["json"]())
    labels = [[node["label"] for node in found[f"{side}_nodes"]] for side in ("gold", "test")]
    assert [labels[0][node] for node in found["deleted"]] == ["N", "VP"]
    assert [labels[1][node] for node in found["inserted"]] == ["X", "ADJP"]
    assert found["swapped"] == [] and found["gold_nodes"][-1] == {
        "node": 12, "label": "S", "kind": "constituent", "span": [0, 4], "parent": None,
    } | {"node": len(labels[0]) - 1}  # fmt: skip
    assert found["gold_nodes"][0]["parent"] == 1
    assert [labels[0][gold] for gold, _ in found["matched"]] == ["D", "NP", "V", "N", "S"]
    merged = comparison.drawing(0, 0, Wanted(layout="merged")).writers()
    assert merged["latex"]().startswith("\\begin{tikzpicture}") and "usepackage{tikz}" in merged["document"]()


def test_sentences_with_a_label_or_a_tag() -> None:
    comparison = compared(f"{GOLD}\n(S (NP (Q e)))", f"{TEST}\n(S (NP (Q e)))")

    def with_(where: str, name: str) -> list[bool]:
        return comparison.sentences_with(
            0, where, lambda numbers, texts: [one for one in np.unique(numbers).tolist() if texts[one] == name]
        ).tolist()

    assert with_("labels", "ADJP") == [True, False]  # in the system only
    assert with_("labels", "VP") == [True, False]  # in the gold only
    assert with_("labels", "NP") == [True, True]
    assert with_("labels", "Q") == [False, False] and with_("tags", "Q") == [False, True]
    assert with_("tags", "NP") == [False, False]


@pytest.mark.parametrize(
    ("gold", "test", "status"),
    [
        # the gold's quote is tagged as one and deleted, the test's is not: it comes back
        ('(S (`` ") (N a))', '(S (N ") (N a))', PARTIAL),
        ('(S (`` ") (N a))', "(S ('' \") (N a))", SCORED),
        # at another place it stays away
        ('(S (N a) (`` "))', "(S ('' \") (N a))", PARTIAL),
        # words that are no quotes are not looked at
        ("(S (`` x) (N a))", "(S ('' x) (N a))", PARTIAL),
    ],
)
def test_quotes_that_only_one_side_deletes_come_back(gold: str, test: str, status: int, tmp_path: Path) -> None:
    """Of two tags for quotes only one is deleted by these parameters."""
    params = tmp_path / "quotes.prm"
    params.write_text("LABELED 1\nDELETE_LABEL ``\nQUOTE_LABEL ``\nQUOTE_LABEL ''\n", "utf-8")
    assert compared(gold, test, params=str(params)).table.statuses.tolist() == [[status]]


def test_the_command_names_systems_that_are_called_otherwise() -> None:
    comparison = ConstituentComparison(
        replace(parse(GOLD), path="/a/gold.mrg"),
        [replace(parse(TEST), path="/a/s.mrg", name="s"), replace(parse(TEST), path="/a/t.mrg", name="mine")],
    )
    assert comparison.command("score") == ["treecompare", "score", "/a/gold.mrg", "/a/s.mrg", "mine=/a/t.mrg"]
    assert comparison.command("report labels", ["--x"], [1]) == [
        "treecompare", "report", "labels", "/a/gold.mrg", "mine=/a/t.mrg", "--x",
    ]  # fmt: skip


def test_a_sentence_without_a_mapping_says_why_before_it_is_scored() -> None:
    comparison = ConstituentComparison(parse(GOLD), [parse("(())")])
    with pytest.raises(UsageError, match="sentence 1 has no T-mapping: no parse"):
        comparison.drawing(0, 0, DEFAULT)
    with pytest.raises(UsageError, match="there is no sentence 2"):
        comparison.drawing(0, 1, DEFAULT)
