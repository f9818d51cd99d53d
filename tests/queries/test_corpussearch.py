"""CorpusSearch's language: its program's own hits, and small trees that decide each rule."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from treecompare.cli import run_command
from treecompare.errors import ReadError, UsageError
from treecompare.queries.language import matcher, parsed
from treecompare.queries.search import Hits, search_file, search_trees
from treecompare.queries.translation import translation
from treecompare.readers import parse
from treecompare.readers.ppche import read_raw

TREE = (
    "( (IP-MAT (NP-SBJ (PRO I)) (, ,) (VBP think) "
    "(CP-THT (C 0) (IP-SUB (NP-OB1 (Q all) (N x)) (VB do) (NP *T*-1))) (. .)) (ID A,1))"
)


def hits(node: str, query: str, tree: str = TREE, *further: str) -> list[tuple[int, str]]:
    asked = parsed([*further, f"node: {node}", f"query: {query}"], "a.q", "a")
    (found,) = search_trees(read_raw(tree.encode(), "a", "a").trees, [asked], "a")
    return [(hit.node, hit.label) for hit in found]


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8") as lines:
        return list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_hits_are_those_of_the_program_one_by_one(shared: Path, tmp_path: Path) -> None:
    folder = shared / "oracles/corpussearch"
    queries = sorted(folder.glob("*.q"))
    files = sorted((shared / "data/ppche").glob("*.psd*"))
    asked = [part for query in queries for part in ("--corpussearch", str(query))]
    assert run_command(["search", *map(str, files), *asked, "--count", "--tables", str(tmp_path)]) == 0
    assert sorted(rows(tmp_path / "counts.tsv")[1:]) == sorted(rows(folder / "counts.tsv")[1:])
    for query in queries:
        name = f"{query.stem}.hits.tsv"
        assert rows(tmp_path / name)[0] == rows(folder / name)[0]
        assert sorted(rows(tmp_path / name)) == sorted(rows(folder / name))


@pytest.mark.parametrize(
    ("node", "query", "found"),
    [
        ("IP*", "(VB exists)", ["IP-SUB"]),
        ("IP*", "(IP-MAT* doms VB)", ["IP-MAT"]),
        ("IP*", "(CP-THT* iDoms C)", ["IP-MAT"]),
        ("$ROOT", "(VB exists)", ["IP-MAT"]),
        ("IP*", "(NP-SBJ* iPrecedes VBP)", ["IP-MAT"]),  # the comma is ignored
        ("IP*", "(NP-SBJ* iPrecedes !VBP)", []),
        ("IP*", "(VB iPrecedes NP)", ["IP-SUB"]),
        ("IP*", "(NP-SBJ* precedes VB)", ["IP-MAT"]),
        ("IP*", "(VB precedes NP-SBJ*)", []),
        ("IP*", "(IP-SUB iDomsLast NP)", ["IP-SUB"]),
        ("IP*", "(IP-MAT iDomsNumber 2 VBP)", ["IP-MAT"]),
        ("IP*", "(IP-MAT iDomsTotal 3)", ["IP-MAT"]),
        ("IP*", "(NP-OB1 domsWords 2)", ["IP-SUB"]),
        ("IP*", "(IP* domsWords> 4)", ["IP-MAT"]),
        ("IP*", "(IP-SUB domsWords< 4)", ["IP-SUB"]),
        ("IP*", "(IP* iDoms !NP-SBJ*)", ["IP-SUB"]),
        ("IP*", "NOT (VB exists)", ["IP-MAT"]),
        ("IP*", "(!VB exists)", []),
        ("IP*", "(IP* iDoms VB*) AND NOT (IP* iDoms NP-SBJ*)", ["IP-SUB"]),
        ("IP*", "(VBP exists) OR (VB exists)", ["IP-SUB", "IP-MAT"]),
        ("IP*", "(NP-SBJ* exists) AND (VB exists)", []),
        ("IP*", "(PRO CCommands VB)", ["IP-MAT"]),
        ("IP*", "(Q CCommands N)", ["IP-SUB"]),
        ("IP*", "(CP* isRoot)", []),
        ("IP*", "(NP* hasLabel *SBJ)", ["IP-MAT"]),
        ("IP*", "(IP-MAT iDomsMod CP*|IP* VB)", ["IP-MAT"]),
        ("IP*", "([1]NP* exists) AND ([2]NP* precedes VB)", ["IP-SUB"]),
        ("IP*", "(* exists) AND (.-. exists)", []),
        ("IP*", "(ID exists)", []),
        ("CP*", "(vbp EXISTS)", []),
    ],
)  # fmt: skip
def test_rules(node: str, query: str, found: list[str]) -> None:
    assert [label for _, label in hits(node, query)] == found


def test_ignored_nodes_can_be_named() -> None:
    assert hits("IP*", r"(\, exists)") == []
    assert [label for _, label in hits("IP*", r"(\, exists)", TREE, "ignore_nodes: null")] == ["IP-MAT"]
    assert hits("IP*", "(VBP exists)", TREE, "add_to_ignore: VBP") == []


def test_a_part_of_the_id_is_found_in_the_whole_bracket() -> None:
    assert hits("IP*", "(A,1 inID)") == [(0, "")]
    assert hits("IP*", "(A,2 inID)") == []


def test_ids_twice_and_missing_are_told(tmp_path: Path) -> None:
    """Of brackets with words only; where no bracket has an ID, there is nothing to tell."""
    path = tmp_path / "a.psd"
    asked = [parsed(["node: IP*", "query: (VB exists)"], "a.q", "a")]
    code = "( (CODE <P_1>))\n"
    path.write_text(f"{code}{TREE}\n{TREE}\n{code}{TREE.replace('(ID A,1)', '')}\n", "utf-8")
    (found,) = search_file(str(path), asked)
    assert (len(found.hits), found.total) == (3, 5)
    ordered = list(found.hits.ordered())
    assert found.tokens == len({one.bracket for one in ordered}) and found.hits[:3] == list(found.hits)
    assert [(one.bracket, one.node) for one in ordered] == sorted((one.bracket, one.node) for one in found.hits)
    assert found.warnings == (
        "1 sentence without an ID (the first on line 5)",
        "1 ID of several sentences (the first is A,1, again on line 3); expected each once",
    )
    path.write_text(f"{TREE.replace('(ID A,1)', '')}\n", "utf-8")
    assert search_file(str(path), asked)[0].warnings == ()


def test_boundaries_that_are_ignored_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.psd").write_text(f"( (CODE <P_1>))\n{TREE}\n", "utf-8")
    files = [str(tmp_path / "a.psd"), "--count", "--corpussearch", str(tmp_path / "a.q")]
    for first, is_told in (
        ("node: CODE|ID", True),
        ("node: CODE|IP*", False),
        ("ignore_nodes: null\nnode: CODE", False),
    ):
        (tmp_path / "a.q").write_text(f"{first}\nquery: (CODE exists)\n", "utf-8")
        assert run_command(["search", *files]) == 0
        assert ("is ignored, so nothing can be found" in capsys.readouterr().err) is is_told


def test_the_order_of_conditions_matters() -> None:
    tree = "( (IP-MAT (RP up) (IP-INF (VB go)) (NP-OB1 (N it))) (ID a))"
    both = ["(RP precedes NP-OB1*)", "(NP-OB1* iDoms N)"]
    assert len(hits("IP*|NP*", " AND ".join(both), tree)) == 1
    assert hits("IP*|NP*", " AND ".join(both), tree)[0][1] == "IP-MAT"
    assert hits("IP*|NP*", " AND ".join(both[::-1]), tree)[0][1] == "NP-OB1"


@pytest.mark.parametrize(
    ("labels", "text", "is_one"),
    [
        ("NP*", "NP-SBJ", True), ("NP", "NP-SBJ", False), ("N[PX]", "NX", True), (r"\**", "*pro*", True), (r"\**", "x", False),
        ("A|B", "B", True), (".-.", "a-a", True), (r"\.", "a", False), ("#|A", "A", True), ("A?", "A", False), ("np", "NP", False),
        ("a+b", "a+b", True), ("PRO$", "PRO$", True),
    ],
)  # fmt: skip
def test_labels(labels: str, text: str, is_one: bool) -> None:
    assert matcher(labels)([text]) == [is_one]


@pytest.mark.parametrize(
    ("lines", "line", "what"),
    [
        (["node: IP*", "query: (NP iDomsViaTrace VB)"], 2, "no function 'iDomsViaTrace'"),
        (["node: IP*", "query: (NP exists) AND", "  (VB precedes !NP)"], 3, "finds nothing in CorpusSearch"),
        (["node: IP*", "query: (NP domsWords 0)"], 2, "at least 1"),
        (["node: IP*", "query: (NP !exists)"], 2, "no function '!exists'"),
        (["node: IP*", "node: NP*", "query: (NP exists)"], 2, "another node:"),
        (["node: IP*", "query: (NP exists"], 2, "expected '\\)'"),
        (["query: (NP exists)"], 1, "has no node:"),
        (["define: a.def", "node: IP*"], 1, "definition files"),
        (["nonsense"], 1, "expected node: or query:"),
        (["node: IP*", "add_to_ingore: CONJ", "query: (NP exists)"], 2, "'add_to_ingore:' is not read here"),
        (["coding_query:", "1: {"], 1, "'coding_query:' is not read here"),
        (["node: IP*", "query: (NP exists)", "ignore_words: x"], 3, "'ignore_words:' is not read here"),
    ],
)
def test_what_is_outside_is_refused_by_name_and_place(lines: list[str], line: int, what: str) -> None:
    with pytest.raises(ReadError, match=what) as caught:
        parsed(lines, "a.q", "a")
    assert caught.value.line == line


def test_a_long_expression_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = f"( (IP (N {'a' * 4000})) (ID a))"
    with pytest.raises(UsageError, match="takes too long"):
        hits("IP*", f"({'*a' * 60}b exists)", tree)


def test_translations() -> None:
    text = "(IP* idoms NP-OB1*) AND (IP* idoms VB|VBN) AND (NP-OB1* precedes VB|VBN)"
    assert (
        translation(parsed(["node: IP*", f"query: {text}"], "a", "a")) == "/^(IP.*)$/ < (/^(NP\\-OB1.*)$/ $.. VB|VBN)"
    )
    assert translation(parsed(["node: IP*", "query: (CP* idoms C)"], "a", "a")) == ""


def test_plain_brackets_can_be_searched() -> None:
    asked = parsed(["node: S", "query: (S iDoms NP)"], "a", "a")
    (found,) = search_trees(parse("( (S (NP (N a)) (VP (V b))))").trees, [asked], "a")
    assert [(hit.first, hit.last) for hit in found] == [(1, 2)]


def test_hits_are_told_by_bracket_and_then_by_node() -> None:
    """They are kept in columns; without a boundary there is no label, without words they have none."""
    trees = read_raw(TREE.encode(), "a", "a").trees
    found = Hits(trees.symbols, ["A,1", "A,2"])
    label = trees.labels[:1].tolist() * 3
    found.add(*(np.array(column) for column in ([2, 1, 1], [0, 5, 3], label, [1, 2, 3], [1, 4, 2])))
    found.add(*(np.array([one]) for one in (1, -3, -1, 0, 0)))
    told = [(one.bracket, one.node, one.first, one.last) for one in found.ordered()]
    assert told == [(1, -3, 0, 0), (1, 3, 0, 0), (1, 5, 2, 4), (2, 0, 1, 1)]
    assert (len(found), found.tokens, found[0].id, found[3].label, found[0].label) == (
        4, 2, "A,2", "NULL", trees.symbols[label[0]],
    )  # fmt: skip
