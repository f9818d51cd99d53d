"""Treebank statistics: against plain recursion over nltk trees, and on trees counted by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import nltk
import pytest

from tests.analyses.conftest import compared
from treecompare.analyses.constituents import discontinuous_tables
from treecompare.analyses.statistics import (
    function_separator,
    skipped_tables,
    statistics,
    statistics_table,
    statistics_tables,
)
from treecompare.cli import run_command
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.mappings.moves import is_discontinuous
from treecompare.readers import Treebank, parse, read, read_content
from treecompare.scores.result import View
from treecompare.trees.edge_labels import split_label
from treecompare.trees.preparation import EVALB, NONE, STANDARD, Parameters
from treecompare.trees.tree import CONSTITUENT


def test_a_tree_counted_by_hand() -> None:
    trees = parse("(S (NP-SBJ-1 (NP (D a))) (VP (V c) (PP-LOC=2 (P d) (NP (N e)))))\n(S (NP (N f)))").trees
    found = statistics(trees, True, NONE)
    assert (found.sentences, found.words, found.constituents) == (2, 5, 8)
    assert (found.categories, found.functions, found.tags) == (4, 2, 4)
    assert (found.depth, found.deepest, found.longest) == (4 + 2, 4, 4)
    # S 2, NP-SBJ 1, NP 1, VP 2, PP 2, NP 1, S 1, NP 1
    assert found.daughters == 11
    # NP-SBJ over NP, NP over D, NP over N, S over NP, NP over N; of these NP-SBJ and S over a constituent
    assert (found.unary, found.unary_chains) == (5, 2)


def test_where_nothing_can_be_read_the_longest_sentence_has_no_words() -> None:
    found = statistics(parse("()\n()").trees, True, NONE)
    assert (found.sentences, found.words, found.deepest, found.longest) == (0, 0, 0, 0)


def test_constituents_whose_words_stand_apart() -> None:
    """As many as brute force finds in a sentence whose verb phrase has words before and behind the subject."""
    treebank = read_content(
        b"(S (VP (V 0=gave) (NP 2=books)) (NP 1=she))\n(S (NP 0=she) (VP 1=came))\n", "x", "discbrackets"
    )
    assert isinstance(treebank, Treebank)
    expected = sum(int(is_discontinuous(tree).sum()) for tree in treebank.trees)
    assert expected == 1
    table = statistics_table([treebank], NONE, preterminals=False)
    assert table.rows[0][-4:] == [1, expected / int((treebank.trees.kinds == CONSTITUENT).sum()), 1, 1 / 2]
    for column in range(len(table.columns)):
        found = table.found(0, column)
        if column < len(table.columns) - 4:
            assert found is None
        else:
            assert found is not None and (found.sentences.tolist(), found.system) == ([0], None)


def test_discontinuous_constituents_light_the_nodes_of_their_side() -> None:
    treebank = read_content(b"(S (VP (V 0=gave) (NP 2=books)) (NP 1=she))\n", "x", "discbrackets")
    assert isinstance(treebank, Treebank)
    counts, labels = discontinuous_tables(score(ConstituentComparison(treebank, [treebank])), View())
    assert [row[1] for row in counts.rows] == [1, 1] and labels.rows == [["VP", 1, 1]]
    cells = counts.found(0, 1), counts.found(1, 1), labels.found(0, 1), labels.found(0, 2)
    found = [(cell.system, cell.nodes) for cell in cells if cell is not None]
    assert found == 2 * [(None, {0: (("gold", 6),)}), (0, {0: (("test", 6),)})]


def test_discontinuous_constituents_say_what_of_the_words_counts() -> None:
    """A comma in between makes a gap only where punctuation is not left out."""
    text = b"#BOS 1\na\tA\t--\tSB\t500\n,\t$,\t--\t--\t0\nb\tB\t--\tHD\t500\n#500\tS\t--\t--\t0\n#EOS 1\n"
    treebank = read_content(text, "x", "export")
    assert isinstance(treebank, Treebank)
    for params, apart in (("none", 1), ("standard", 0)):
        comparison = score(ConstituentComparison(treebank, [treebank], Settings(params=params)))
        counts = discontinuous_tables(comparison, View())[0]
        assert [row[1] for row in counts.rows] == [apart, apart]
        assert not apart or comparison.prepared() in counts.note
        assert f"params:{params}" in counts.signatures[0]


def test_gaps_of_commas_are_none_where_punctuation_is_left_out() -> None:
    text = b"#BOS 1\na\tA\t--\tSB\t500\n,\t$,\t--\t--\t0\nb\tB\t--\tHD\t500\n#500\tS\t--\t--\t0\n#EOS 1\n"
    treebank = read_content(text, "x", "export")
    assert isinstance(treebank, Treebank)
    for parameters, apart in ((NONE, 1), (STANDARD, 0)):
        table = statistics_table([treebank], parameters)
        assert table.rows[0][-4:] == [apart, float(apart), apart, float(apart)]
        assert f"prepared by '{parameters.name}'" in table.note


def test_functions_on_edges_are_counted_as_those_in_labels_are() -> None:
    rows = "a\tA\t--\tSB\t500\nb\tB\t--\tHD\t501\n#500\tNP\t--\tOA\t501\n#501\tS\t--\t--\t0\n"
    edges = read_content(f"#BOS 1\n{rows}#EOS 1\n".encode(), "x", "export")
    labels = parse("(S (NP-OA (A-SB a)) (B-HD b))")
    assert isinstance(edges, Treebank)
    table = statistics_table([edges, labels], NONE)
    assert [row[5:7] for row in table.rows] == [[2, 3], [2, 3]]


@pytest.mark.parametrize(
    ("params", "apart"), [("none", (493, 200)), ("standard", (132, 95)), ("standard-with-punctuation", (493, 200))]
)
def test_german_treebanks(
    shared: Path, capsys: pytest.CaptureFixture[str], params: str, apart: tuple[int, int]
) -> None:
    """The implied root is no category, edge labels are functions, and gaps of commas are told from others."""
    folder = shared / "data/german-tiger"
    names = ("pcc316.gold.export", "pcc316.discodop-pcc.export", "GREG_SQUOIA_DE.xml.gz")
    assert run_command(["stats", *(str(folder / name) for name in names), "--params", params, "--format", "json"]) == 0
    [table] = json.loads(capsys.readouterr().out)
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    assert [row["category labels"] for row in rows[:2]] == [18, 17]
    assert [row["function labels"] for row in rows] == [36, 0, 35]
    gold = rows[0]
    assert (gold["discontinuous constituents"], gold["discontinuous sentences"]) == apart
    assert gold["discontinuous sentences, share"] == apart[1] / 316


def test_a_comparison_counts_what_it_scores() -> None:
    text = "(VROOT (S (PPER er) (VVFIN geht)) ($. .))"
    for params, words in (("standard", 2), ("none", 3)):
        found = compared(text, text, params=params)
        table = statistics_tables(found, View())[0]
        assert [row[4] for row in table.rows] == [words, words]
        assert f"prepared by '{params}'" in table.note and [row[5] for row in table.rows] == [1, 1]


def test_labels_and_their_functions() -> None:
    assert split_label("NP-SBJ-TMP-1=2") == ("NP", ["SBJ", "TMP"])
    assert split_label("-NONE-") == ("-NONE-", [])
    assert split_label("-LRB-") == ("-LRB-", [])
    assert split_label("NP") == ("NP", [])


def test_functions_behind_another_separator() -> None:
    assert split_label("NX:ON", ":") == ("NX", ["ON"])
    assert split_label("R-SIMPX:OA-MOD", ":") == ("R-SIMPX", ["OA-MOD"])
    assert split_label("NP//SBJ//1", "//") == ("NP", ["SBJ"])
    assert split_label("VF:", ":") == ("VF", [])
    tree = (
        "(SIMPX (VF (NX:ON (PPER es))) (LK (VXFIN:HD (V ist))) (MF (NX:PRED (N x)) (R-SIMPX (NX:ON (N y)))) (NX (N z)))"
    )
    table = statistics_table([parse(tree)], NONE)
    assert table.rows[0][5:7] == [7, 3]
    assert "what follows ':' in a label" in table.note
    assert statistics_table([parse(tree)], NONE, separator="-").rows[0][5:7] == [9, 1]


def test_a_treebank_each_decides_what_functions_follow() -> None:
    dashes = replace(parse("(S (NP-SBJ (D a)) (NP-OBJ (D b)) (CP-A:x (D b)))"), name="dashes")
    colons = replace(parse("(S (NX:ON (D a)) (NX:OA (D b)))"), name="colons")
    table = statistics_table([dashes, colons], NONE)
    assert [row[6] for row in table.rows] == [3, 2]
    assert "what follows '-' (dashes), ':' (colons) in a label" in table.note
    for undecided in ("(S (NP (D a)))", "(S (NP-SBJ (D a)) (NX:ON (D b)))"):
        assert function_separator(parse(undecided).trees, True) == "-"


@pytest.mark.parametrize("parameters", [NONE, STANDARD, EVALB], ids=lambda one: one.name)
@pytest.mark.parametrize("preterminals", [True, False])
def test_traces_are_no_words(parameters: Parameters, preterminals: bool) -> None:
    trees = parse("(S (NP-SBJ (-NONE- *)) (VP (V go) (S (NP (-NONE- *T*-1)) (VP (-NONE- *?*)))))").trees
    found = statistics(trees, preterminals, parameters)
    assert (found.sentences, found.words, found.longest) == (1, 1, 1)
    assert (found.constituents, found.categories, found.functions) == ((2, 2, 0) if preterminals else (3, 3, 0))
    assert statistics(parse("(S (NP (-NONE- *)))").trees, True, parameters).sentences == 0


def test_the_mean_length_of_a_treebank_with_traces(shared: Path) -> None:
    folder = shared / "data/wsj-sample-1394"
    raw, stripped = (statistics_table([read(str(folder / name))], NONE) for name in ("gold.raw.mrg", "gold.mrg"))
    assert raw.texts()[1][2] == stripped.texts()[1][2] == "21.91"
    assert raw.rows[0][1:5] == stripped.rows[0][1:5]


@pytest.mark.parametrize(("separator", "functions"), [(None, "1"), ("|", "2"), ("-", "0")])
def test_the_command_line_chooses_a_separator(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], separator: str | None, functions: str
) -> None:
    path = tmp_path / "tueba.mrg"
    path.write_text("(SIMPX (NX:ON (N a)) (NX|OA (N b)) (NX|OD (N b)))\n", "utf-8")
    chosen = ["--function-separator", separator] if separator else []
    assert run_command(["stats", str(path), "--format", "tsv", *chosen]) == 0
    head, row, signature = (line.split("\t") for line in capsys.readouterr().out.splitlines())
    assert dict(zip(head, row, strict=True))["function labels"] == functions
    assert signature == ["# statistics|params:none" + (f"|functions:{separator}" if separator else "")]


@pytest.mark.parametrize("wrong", ["", " ", "("])
def test_what_cannot_be_a_separator_is_told(capsys: pytest.CaptureFixture[str], wrong: str) -> None:
    assert run_command(["stats", "gold.mrg", "--function-separator", wrong]) == 2
    assert "because labels cannot contain it; expected a text like : or -" in capsys.readouterr().err


def test_against_recursion(wsj: ConstituentComparison) -> None:
    trees = wsj.gold.trees
    found = statistics(trees, True, NONE)
    words = constituents = daughters = unary = chains = depth = 0

    def walk(node: nltk.Tree, above: int) -> int:
        nonlocal words, constituents, daughters, unary, chains
        if len(node) == 1 and isinstance(node[0], str):
            words += 1
            return above
        counts = node.label() != ""
        if counts:
            constituents += 1
            daughters += len(node)
            only = node[0]
            unary += len(node) == 1
            chains += len(node) == 1 and not (len(only) == 1 and isinstance(only[0], str))
        return max(walk(child, above + counts) for child in node)

    for tree in trees:
        if tree.words:
            depth += walk(tree.to_nltk(), 0)
    assert (found.words, found.constituents, found.daughters) == (words, constituents, daughters)
    assert (found.unary, found.unary_chains, found.depth) == (unary, chains, depth)


def test_an_empty_treebank_has_no_means() -> None:
    table = statistics_table([parse("")], NONE)
    assert table.texts()[1][2] == "–"
    assert table.exact()[1][2] == ""


def test_reasons_open_their_sentences() -> None:
    comparison = compared(
        "(S (N a))\n(S (N b))\n(S (N c))",
        "(S (N a))\n(())\n(S (N x))",
        "(S (N a))\n(S (N b))\n(S (N c))",
        differing="skip",
    )
    table, listed = skipped_tables(comparison, View())
    assert [row[:2] for row in table.rows] == [["partial", "the words differ"], ["skipped", "no parse"]]
    found = table.found(1, 2)
    assert found is not None
    assert (found.sentences.tolist(), found.system) == ([1], 0)
    assert [row[3] for row in table.rows] == [0, 0]
    assert [row[1:4] for row in listed.rows] == [[2, "2", "skipped"], [3, "3", "partial"]]
    assert listed.rows[1][4] == "the words differ: word 1 is 'c' in the gold, 'x' in the system"
    opened = listed.found(1, 0)
    assert opened is not None
    assert (opened.sentences.tolist(), opened.system) == ([2], 0)


@pytest.mark.parametrize("kind", ["sample", "wsj"])
def test_every_sentence_that_is_not_scored_is_counted(kind: str, request: pytest.FixtureRequest) -> None:
    comparison: ConstituentComparison = request.getfixturevalue(kind)
    table, listed = skipped_tables(comparison, View())
    assert len(listed.rows) == int((comparison.table.statuses != 1).sum())
    for system in range(3):
        assert sum(row[2 + system] for row in table.rows) == int((comparison.table.statuses[system] != 1).sum())  # type: ignore[misc]
