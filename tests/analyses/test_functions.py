"""Scores of grammatical functions: by hand, and against counting node by node."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from treecompare.analyses.by_category import TITLES, function_tables
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.items import matched_functions
from treecompare.comparison.explain import explain_sentence
from treecompare.comparison.lit import counted_leaves
from treecompare.comparison.settings import Settings
from treecompare.measures import FUNCTION_MEASURES
from treecompare.readers import read_any
from treecompare.scores.result import ResultTable, View

GOLD = """(S (NP-SBJ (PRP she)) (VP (VBD saw) (NP-OBJ (NN dogs)) (PP-TMP-CLR (IN in) (NP (NNP May)))))
(S (NP-SBJ-1 (PRP he)) (VP (VBD slept) (ADVP-TMP (RB there))))
"""
SYSTEM = """(S (NP-SBJ-2 (PRP she)) (VP (VBD saw) (NP (NN dogs)) (PP-TMP (IN in) (NP-LOC (NNP May)))))
(S (NP-OBJ (PRP he)) (VP (VBD slept)) (ADVP-MNR (RB there)))
"""


def compared(tmp_path: Path, gold: str, *systems: str, ending: str = "mrg", **options: object) -> ConstituentComparison:
    paths = []
    for name, text in zip("gabc", (gold, *systems), strict=False):
        paths.append(tmp_path / f"{name}.{ending}")
        paths[-1].write_text(text, "utf-8")
    first, *rest = (read_any(str(path)) for path in paths)
    return score(ConstituentComparison(first, rest, Settings(**options)))  # type: ignore[arg-type]


def rows(table: ResultTable) -> dict[object, list[object]]:
    return {row[0]: row[1:] for row in table.rows}


@pytest.mark.parametrize("is_part_of_label", [False, True])
def test_by_hand(tmp_path: Path, is_part_of_label: bool) -> None:
    comparison = compared(tmp_path, GOLD, SYSTEM, functions=is_part_of_label)
    whole, by_function, confused, cross = function_tables(comparison, View(system=0))
    # 17 of 18 nodes match (the second VP does not); of the gold's 6 functions there SBJ and TMP are right once each
    assert whole.rows == [["a", 17, 6, 5, 2, 2 / 6, 2 / 5, 4 / 11, 12 / 17, 1 / 5]]
    assert rows(by_function) == {
        "SBJ": [2, 1, 1, 1 / 2, 1.0, 2 / 3, 16 / 17, 2, 1 / 2],
        "TMP": [2, 1, 1, 1 / 2, 1.0, 2 / 3, 16 / 17, 2, 1 / 2],
        "CLR": [1, 0, 0, 0.0, None, 0.0, 16 / 17, 1, 0.0],
        "OBJ": [1, 1, 0, 0.0, 0.0, 0.0, 15 / 17, 1, 0.0],
        "LOC": [0, 1, 0, None, 0.0, 0.0, 16 / 17, 0, None],
        "MNR": [0, 1, 0, None, 0.0, 0.0, 16 / 17, 0, None],
    }
    assert [row[:3] for row in confused.rows] == [["SBJ", "OBJ", 1], ["TMP", "MNR", 1], ["CLR TMP", "TMP", 1]]
    assert cross.rows[-1][0] == "∅" and sum(sum(row[1:]) for row in cross.rows) == 17  # type: ignore[arg-type]
    found = by_function.found(0, 4)
    assert (
        found is not None
        and found.sentences.tolist() == [1]
        and found.text == "SBJ of the gold that the system has not"
    )
    assert list(found.nodes) == [1] and len(found.nodes[1]) == 2


def test_functions_behind_a_colon(tmp_path: Path) -> None:
    """As in TüBa-D/Z; with the dash nothing is found there."""
    gold = "(SIMPX (NX:ON (PPER:HD sie)) (VXFIN:HD (VVFIN:HD sieht)) (NX:OA (NN:- Hunde)) (R-SIMPX:OA-MOD (X:- x) (Y:- y)))\n"
    system = gold.replace("NX:OA", "NX:OD").replace("OA-MOD", "ON-MOD")
    plain = function_tables(compared(tmp_path, gold, system, preterminals="yes"), View(system=0))
    assert "neither" in plain[0].note.lower() or not any(name == "ON" for name in rows(plain[1]))
    colon = compared(tmp_path, gold, system, preterminals="yes", function_separator=":")
    whole, by_function, *_ = function_tables(colon, View(system=0))
    assert {name: row[:3] for name, row in rows(by_function).items()} == {
        "HD": [3, 3, 3], "ON": [1, 1, 1], "OA": [1, 0, 0], "OA-MOD": [1, 0, 0], "OD": [0, 1, 0], "ON-MOD": [0, 1, 0],
    }  # fmt: skip
    assert whole.rows[0][1] == 10


def test_without_functions_the_table_says_so(tmp_path: Path) -> None:
    tables = function_tables(compared(tmp_path, "(S (NP (NN a)))\n", "(S (NP (NN a)))\n"), View(system=0))
    assert [table.title for table in tables] == list(TITLES)
    for table in tables:
        assert not table.rows and table.note.endswith("Neither the gold nor a system has any.")


def test_functions_of_sentences_that_are_not_scored_have_no_row(tmp_path: Path) -> None:
    gold = "(S (NP-SBJ (PRP she)) (VP (VBD saw)))\n(S (NP-VOC (NN dog)) (VP-IMP (VB sit)))\n"
    comparison = compared(tmp_path, gold, "(S (NP-OBJ (PRP she)) (VP (VBD saw)))\n(())\n")
    _, by_function, _, cross = function_tables(comparison, View(system=0))
    assert [row[:4] for row in by_function.rows] == [["SBJ", 1, 0, 0], ["OBJ", 0, 1, 0]]
    assert [row[0] for row in cross.rows] == ["OBJ", "SBJ", "∅"]


def mutated(text: str, seed: int) -> str:
    """Other functions, and some other labels."""
    draw = random.Random(seed)
    text = re.sub(r"-[A-Z]{3}", lambda found: draw.choice([found[0], "-SBJ", "-TMP-LOC", ""]), text)
    return re.sub(r"\((NP|VP)", lambda found: f"({draw.choice([found[1]] * 4 + ['XP'])}", text)


@pytest.mark.parametrize("params", ["standard", "evalb"])
def test_against_counting_node_by_node(tmp_path: Path, params: str) -> None:
    gold = (GOLD * 10).replace("(S ", "(S-TPC ")
    system = mutated(gold, 3)
    comparison = compared(tmp_path, gold, system, params=params)
    found = matched_functions(comparison, 0)
    counts: Counter[tuple[str, str]] = Counter()
    nodes = 0
    for one, other in zip(*(_nodes(text) for text in (gold, system)), strict=True):
        for key in one.keys() & other.keys():
            # of equal labels over equal words the first stand for each other
            for first, second in zip(one[key], other[key], strict=False):
                nodes += 1
                counts.update(("gold", name) for name in first)
                counts.update(("test", name) for name in second)
                counts.update(("right", name) for name in first & second)
    assert found.matched == nodes
    functions = found.each.by("function")
    numbers = zip(*functions.counts(), functions.counts(found.rows("matched"))[0], strict=True)
    assert {name: tuple(row) for name, row in zip(functions.names, numbers, strict=True)} == {
        name: tuple(counts[what, name] for what in ("gold", "test", "right")) for name in functions.names
    }
    assert [found.rows(count).sum() for count in ("gold", "test", "matched")] == [
        sum(n for (kind, _), n in counts.items() if kind == what) for what in ("gold", "test", "right")
    ]


def _nodes(text: str) -> list[dict[tuple[str, int, int], list[set[str]]]]:
    """Per line: the functions of the nodes over each span with each category, from the top."""
    lines = []
    for line in text.splitlines():
        open_nodes: list[tuple[str, int]] = []
        found: dict[tuple[str, int, int], list[set[str]]] = {}
        words = 0
        for piece in re.findall(r"\([^\s()]*|\)|[^\s()]+", line):
            if piece.startswith("("):
                open_nodes.append((piece[1:], words))
            elif piece == ")":
                label, first = open_nodes.pop()
                category, *functions = label.split("-")
                names = {one for one in functions if not one.isdigit()}
                found.setdefault((category, first, words), []).insert(0, names)
            else:
                words += 1
        lines.append(found)
    return lines


def test_edges_that_discontinuous_trees_have(shared: Path, tmp_path: Path) -> None:
    """A gold against itself with the labels of some edges changed: the rest is right."""
    path = shared / "data/german-tiger/pcc316.gold.export"
    text = path.read_text("utf-8")
    comparison = compared(tmp_path, text, text.replace("\tSB\t", "\tOA\t"), ending="export", params="none")
    found = matched_functions(comparison, 0)
    edges = Counter(
        fields[4] for line in text.splitlines() if len(fields := line.split("\t")) >= 6 and line[:2] != "%%"
    )
    functions = found.each.by("function")
    gold, test = (dict(zip(functions.names, counts.tolist(), strict=True)) for counts in functions.counts())
    assert (gold["SB"], test["OA"]) == (edges["SB"], edges["SB"] + edges["OA"])
    assert np.count_nonzero(~found.same) == edges["SB"]
    assert {name for name in edges if name != "--"} == set(functions.names)


def test_as_measures_by_hand(tmp_path: Path) -> None:
    comparison = compared(tmp_path, GOLD, SYSTEM)
    table = comparison.table
    found = {one.key: table.summaries(one.key, "pooled")[0] for one in FUNCTION_MEASURES}
    assert found == {
        "functions.dice": 4 / 11, "functions.recall": 2 / 6, "functions.precision": 2 / 5, "functions.accuracy": 12 / 17,
    }  # fmt: skip
    assert table.scores(0, "functions.recall").tolist() == [2 / 4, 0.0]
    assert table.scores(0, "functions.accuracy").tolist() == [8 / 11, 4 / 6]
    assert [one.key for one in comparison.applying(FUNCTION_MEASURES)] == ["functions.dice", "functions.accuracy"]
    part_of_label = compared(tmp_path, GOLD, SYSTEM, functions=True).table
    assert part_of_label.summaries("functions.dice", "pooled")[0] == 4 / 11
    assert part_of_label.signature("functions.dice") == table.signature("functions.dice")


def test_as_measures_they_promise_what_others_do(tmp_path: Path) -> None:
    gold = GOLD * 8
    other = mutated(gold, 4)
    one, back, same = (compared(tmp_path, *pair).table for pair in ((gold, other), (other, gold), (gold, gold)))
    for measure in FUNCTION_MEASURES:
        forth, swapped = one.scores(0, measure.key), back.scores(0, measure.swaps_with or measure.key)
        assert np.allclose(forth, swapped, equal_nan=True) and len(set(forth.tolist())) > 3
        scores = same.scores(0, measure.key)
        assert (scores[~np.isnan(scores)] == 1).all() and (~np.isnan(scores)).any()
        assert ((forth >= 0) & (forth <= 1))[~np.isnan(forth)].all()


def test_measures_and_table_agree(tmp_path: Path) -> None:
    gold = GOLD * 10
    comparison = compared(tmp_path, gold, mutated(gold, 5), mutated(gold, 6))
    for system, row in enumerate(function_tables(comparison, View(system=0))[0].rows):
        keys = ("functions.recall", "functions.precision", "functions.dice", "functions.accuracy")
        assert [comparison.table.summaries(key, "pooled")[system] for key in keys] == row[5:9]


def test_counts_are_lit(tmp_path: Path) -> None:
    comparison = compared(tmp_path, GOLD, SYSTEM)
    drawn = ("T", "whole", True)

    def lit(part: str, count: str) -> list[str]:
        trees = {"gold": comparison.pairs(0).gold[0], "test": comparison.pairs(0).test[0]}
        nodes = counted_leaves(comparison, 0, 0, part, count, drawn)
        assert len(nodes) % 2 == 0
        return [trees[side].texts[node] for side, node in nodes if side == "gold"]

    assert lit("functions", "gold") == ["NP", "NP", "PP"] and lit("functions", "matched") == ["NP", "PP"]
    assert lit("functions", "inserted") == ["NP"] and lit("functions", "deleted") == ["NP", "PP"]
    assert len(lit("functions.same", "gold")) == 11 and len(lit("functions.same", "matched")) == 8
    assert counted_leaves(comparison, 0, 0, "functions", "gold", ("T", "roof", True)) == []


def test_without_functions_there_are_no_scores(tmp_path: Path) -> None:
    bare = re.sub(r"-[A-Z0-9]+", "", GOLD)
    for gold, system in ((GOLD, bare), (bare, GOLD), (bare, bare)):
        comparison = compared(tmp_path, gold, system)
        assert not comparison.table.has("functions") and comparison.applying(FUNCTION_MEASURES) == []
        assert np.isnan(comparison.table.scores(0, "functions.dice")).all()
        explained = explain_sentence(comparison, 0, 0, "functions.dice")
        assert explained.undefined == "Neither labels nor edges of gold and system have functions."
    explained = explain_sentence(compared(tmp_path, GOLD, SYSTEM), 0, 0, "functions.dice")
    told = "".join(piece.text for piece in explained.sentence)
    assert told == "The gold has 4 functions on the nodes that match, the system 3; they share 2."


@pytest.mark.parametrize("functions", [True, False])
def test_a_system_without_functions_is_told_where_they_are_part_of_the_label(tmp_path: Path, functions: bool) -> None:
    """Else every label of the gold that has one is wrong, and nobody knows why."""
    for name, text in (("gold", GOLD), ("bare", re.sub(r"-[A-Z0-9]+", "", GOLD)), ("other", SYSTEM)):
        (tmp_path / f"{name}.mrg").write_text(text, "utf-8")
    gold, *systems = (read_any(tmp_path / f"{name}.mrg") for name in ("gold", "bare", "other"))
    found = score(ConstituentComparison(gold, systems, Settings(functions=functions))).warnings  # type: ignore[arg-type]
    assert any(one.startswith("bare: no functions;") for one in found) == functions
