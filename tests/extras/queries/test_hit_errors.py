"""The errors behind missed and invented hits, and the nodes that hits rest on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from treecompare.cli import run_command
from treecompare.extras.queries.hit_errors import FUNCTION, NEGATIVE, HitErrors, Witnesses, without_negations
from treecompare.extras.queries.hits import CAUSES, MISSED, NO_PARSE, Asked, Trust, as_query
from treecompare.readers import parse, read_content

GOLD = "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes))))) (. .))"
HIGH = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes)))) (. .))"
MODAL = "(S (NP (PRP I)) (VP (MD can) (VP (VB go) (ADVP (RB now)))) (. .))"


def behind(gold: str, system: str, pattern: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The causes of each missed and of each invented hit."""
    trust = Trust(parse(gold), [parse(system)])
    found = trust.compare(as_query("q", pattern), 0)
    errors = HitErrors.of(trust)
    missed, invented = ([one.causes for one in errors.behind(found, kind)] for kind in CAUSES)
    return missed, invented


@pytest.mark.parametrize(
    ("gold", "system", "pattern", "missed", "invented"),
    [
        (GOLD, HIGH, "PP > NP", [("PP attachment",)], []),
        (GOLD, HIGH, "PP > VP", [], [("PP attachment",)]),
        (GOLD, "(())", "PP > NP", [(NO_PARSE,)], []),
        (GOLD, GOLD.replace("(PP", "(ADVP"), "PP", [("Label",)], []),
        (MODAL, MODAL.replace("(MD can)", "(VB can)"), "VP < MD", [("Tag",)], []),
        # the anchor and what it wants are there, and a node stands between them
        (MODAL, MODAL.replace("(VP (VB go) (ADVP (RB now)))", "(S (VP (VB go) (ADVP (RB now))))"), "VP < MD < VP",
         [("Unary node extra",)], []),
        (MODAL, MODAL.replace("(VB go)", "(XP (VB go))"), "VP < VB < ADVP", [("Unary node extra",)], []),
        (MODAL, MODAL.replace("(ADVP", "(PP"), "VP < VB !< PP", [(NEGATIVE,)], []),
        (MODAL.replace("(ADVP", "(PP"), MODAL, "VP < VB !< PP", [], [(NEGATIVE,)]),
        # two errors, two causes
        (GOLD, HIGH.replace("(DT the)", "(PDT the)"), "NP < DT $ (PP > NP)", [("PP attachment", "Tag")], []),
    ],
)  # fmt: skip
def test_causes(
    gold: str, system: str, pattern: str, missed: list[tuple[str, ...]], invented: list[tuple[str, ...]]
) -> None:
    assert behind(gold, system, pattern) == (missed, invented)


def test_words_that_a_system_lacks() -> None:
    system = GOLD.replace("(DT the) (NN man)", "(DT a)")
    missed, invented = behind(GOLD, system, "NP < DT")
    assert missed == [("Words that differ",)] == invented


@pytest.mark.parametrize(
    ("pattern", "words", "bound"),
    [
        ("VP < (NP=anchor << PP)", ["NP", "VP", "PP"], [("NP", "VP")]),
        ("VP < VBD=x & < (NP << PP)", ["VP", "VBD", "NP", "PP"], [("VBD", "VP"), ("NP", "VP")]),
        ("NP < (QP | NP) !< DT", ["NP", "NP"], [("NP", "NP")]),
        ("PP < IN=y !< NN", ["PP", "IN"], [("IN", "PP")]),
    ],
)
def test_what_a_hit_rests_on(pattern: str, words: list[str], bound: list[tuple[str, str]]) -> None:
    asked, query = Asked(parse(GOLD)), as_query("q", pattern)
    (anchor,) = asked.anchors(query).tolist()
    nodes, links = Witnesses(asked, query).of(anchor)

    def label(node: int) -> str:
        return asked.trees.symbols[asked.trees.labels[node]]

    assert list(map(label, nodes)) == words and [(label(one), label(other)) for one, other in links] == bound


def test_each_anchor_rests_on_itself() -> None:
    asked, query = Asked(parse(GOLD)), as_query("q", "S << NP=anchor")
    anchors = asked.anchors(query).tolist()
    rest_on = [Witnesses(asked, query).of(anchor)[0] for anchor in anchors]
    assert len(anchors) == 4 and rest_on == [[anchor, len(asked.trees.labels) - 1] for anchor in anchors]


def test_a_query_without_what_must_not_be_there() -> None:
    assert without_negations(as_query("q", "NP < (NP < DT) << PP")) is None
    weaker = without_negations(as_query("q", "NP < (NP !< DT | < NN) !<< PP"))
    assert weaker is not None and len(Asked(parse(GOLD)).anchors(weaker)) == 1


def test_functions() -> None:
    gold = "( (IP-MAT (NP-OB1 (N it)) (NP-SBJ *pro*) (VBD saw)) (ID A,1))\n"
    trust = Trust(read_content(gold.encode(), "a.psd"), [parse("(IP-MAT (NP-SBJ (N it)) (VBD saw))")])  # type: ignore[arg-type, list-item]
    found = trust.compare(as_query("ov", "/^IP/ < NP-OB1"), 0)
    (wrong,) = HitErrors.of(trust).behind(found, MISSED)
    assert wrong.causes == (FUNCTION,) and wrong.nodes == (("gold", 2), ("gold", 5))  # the object and its clause


def test_the_command_says_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("gold", GOLD), ("high", HIGH)):
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n")
    (tmp_path / "q.tsv").write_text("low\tPP > NP\n")
    files = [str(tmp_path / name) for name in ("q.tsv", "gold.mrg", "high.mrg")]
    assert run_command(["trust", *files, "--format", "json"]) == 0
    printed = capsys.readouterr().out
    table = next(one for one in json.loads(printed) if one["title"] == "Errors behind wrong hits")
    assert table["rows"] == [["low", "high", "missed", 1, "PP attachment", 1, 1.0]]
