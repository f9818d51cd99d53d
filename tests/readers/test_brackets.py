"""Bracketed trees: every oddity that real files have, the compiled tokenizer and its twin under one fixture."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import numpy as np
import pytest

from tests.measures.test_properties import random_file
from treecompare.compiled import kernel
from treecompare.errors import ReadError
from treecompare.readers import Treebank, brackets, parse, read


@pytest.fixture(params=["kernel", "twin"])
def implementation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "twin":
        monkeypatch.setattr(brackets, "kernel", lambda name: None)
    elif kernel("readers._brackets") is None:
        pytest.skip("the compiled tokenizer is not installed: there was no C compiler")
    return str(request.param)


def texts(treebank: Treebank) -> list[str]:
    return [tree.brackets() for tree in treebank.trees]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(S (NP (PRP it)) (VP (VBD fell)))", ["(S (NP (PRP it)) (VP (VBD fell)))"]),
        ("( (S (N a)))\n((S (N b)))", ["( (S (N a)))", "( (S (N b)))"]),
        ("(VROOT(S(NP(NN x))))", ["(VROOT (S (NP (NN x))))"]),
        ("(S\t(N\ta)\x0b(N\x0cb))\r\n(S (N c))\r\n", ["(S (N a) (N b))", "(S (N c))"]),
        ("  (S (N a))  ", ["(S (N a))"]),
        ("(())\n()\n(TOP)\n( )", ["( ())", "()", "(TOP)", "()"]),
        ("(S (PRP ) (X) (N a ) )", ["(S (PRP ) (X) (N a))"]),
        ("( --)\n( (S (-LRB- -LRB-)))", ["( --)", "( (S (-LRB- -LRB-)))"]),
        ("(NP the (NN man))\n(NP the man)", ["(NP the (NN man))", "(NP the man)"]),
        ("(A x) (B y)", ["(A x) (B y)"]),
        ("(N 1\u00a0000)\n(N 上\u3000海)\n(N a\u200ab)", ["(N 1\u00a0000)", "(N 上\u3000海)", "(N a\u200ab)"]),
        ("(N a)\n\n(N b)\n", ["(N a)", "", "(N b)"]),
        ("(N a)\n\n(N b)\n\n", ["(N a)", "(N b)"]),
        ("(N a)\n\n", ["(N a)", ""]),
        ("\n\n", ["", ""]),
        ("", []),
    ],
)
def test_one_tree_per_line(implementation: str, text: str, expected: list[str]) -> None:
    treebank = parse(text)
    assert texts(treebank) == expected
    assert not treebank.problems


PRETTY = """
( (S
    (NP (DT the) (NN dog))
    (VP (VBD saw)
      (NP (PRP it)))
    (. .)))

( (S (NP (PRP it))
    (VP (VBD fell))) )
(S (N short))
"""
PRETTY_TREES = [
    "( (S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (PRP it))) (. .)))",
    "( (S (NP (PRP it)) (VP (VBD fell))))",
    "(S (N short))",
]


def test_pretty_printed(implementation: str) -> None:
    treebank = parse(PRETTY.replace("\n", "\r\n"))
    assert texts(treebank) == PRETTY_TREES
    assert treebank.lines.tolist() == [2, 8, 10]
    assert not treebank.problems


def test_a_forgotten_bracket_does_not_swallow_the_file(implementation: str) -> None:
    treebank = parse(PRETTY.replace("(. .)))", "(. .))"))
    assert texts(treebank) == ["", *PRETTY_TREES[1:]]
    assert treebank.problems[0].line == 2
    assert treebank.problems[0].reason == "1 bracket is not closed; expected a balanced tree"


def test_a_superfluous_bracket_in_a_pretty_file(implementation: str) -> None:
    treebank = parse(PRETTY.replace("(. .)))", "(. .))))"))
    assert texts(treebank) == ["", *PRETTY_TREES[1:]]
    assert treebank.problems[0].reason.startswith("a bracket is closed that was not opened")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("(S (N a)", "1 bracket is not closed; expected a balanced tree on one line"),
        ("(S (N (N a", "3 brackets are not closed; expected a balanced tree on one line"),
        ("(S (N a)))", "a bracket is closed that was not opened; expected a balanced tree on one line"),
        ("# a comment", "'#' stands outside of brackets; expected '('"),
        ("(S (N a)) foo", "'foo' stands outside of brackets; expected '('"),
        (
            "(A " * 100_000 + "x" + ")" * 100_000,
            "brackets are nested deeper than 5,000; expected the tree of a sentence",
        ),
    ],
)
def test_a_bad_line_is_a_problem_of_its_own(implementation: str, line: str, reason: str) -> None:
    treebank = parse(f"(N before)\n{line}\n(N after)\n(N last)\n")
    assert texts(treebank) == ["(N before)", "", "(N after)", "(N last)"]
    assert list(treebank.problems) == [1]
    assert (treebank.problems[1].line, treebank.problems[1].reason) == (2, reason)


def test_no_brackets_at_all() -> None:
    with pytest.raises(ReadError) as raised:
        parse("\n\nPierre Vinken, 61 years old\n")
    assert raised.value.line == 3
    assert raised.value.reason == "expected a bracketed tree that begins with '(', found 'Pierre Vinken, 61 years old'"


def test_two_thousand_words(implementation: str) -> None:
    tree = f"(S {' '.join(f'(N w{i})' for i in range(2000))})"
    assert parse(tree).trees[0].brackets() == tree


@pytest.mark.parametrize("seed", range(12))
def test_tokenizers_agree_on_mutilated_text(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    text = list(random_file(seed, sentences=30)[0])
    for _ in range(rng.choice([0, 3, 40, 400])):
        place = rng.randrange(len(text))
        text[place] = rng.choice(["(", ")", " ", "\n", "\r", "é", "x", "", "\ufeff", "\u00a0"])
    compiled = parse("".join(text))
    monkeypatch.setattr(brackets, "kernel", lambda name: None)
    twin = parse("".join(text))
    assert compiled.trees.symbols.texts == twin.trees.symbols.texts
    for column in ("labels", "kinds", "sizes", "offsets"):
        assert getattr(compiled.trees, column).tolist() == getattr(twin.trees, column).tolist()
    assert compiled.problems == twin.problems
    assert compiled.lines.tolist() == twin.lines.tolist()


@pytest.mark.parametrize("text", ["", "\n", "(A)", " (A)\n\n\t\r\n )(\n(", "\n(N a)\n", "x\x0b\n\x0c"])
def test_line_scanners_agree(text: str) -> None:
    compiled = kernel("readers._brackets")
    if compiled is None:
        pytest.skip("the compiled tokenizer is not installed: there was no C compiler")
    columns = [np.empty(9, np.int64) for _ in range(4)]
    count, most_nodes = compiled.scan_lines(text.encode(), *columns)
    twin, most_nodes_of_twin = brackets.scan_lines(text.encode())
    assert [column[:count].tolist() for column in columns] == [column.tolist() for column in twin]
    assert most_nodes >= len(text.split()) and most_nodes_of_twin >= len(text.split())


def test_many_symbols(implementation: str) -> None:
    text = "\n".join(f"(N w{number})" for number in range(20_000))
    assert texts(parse(text))[::999] == text.split("\n")[::999]


@pytest.mark.parametrize(
    ("file", "sentences", "unreadable"),
    [
        ("wsj-sample/gold.mrg", 603, 0),
        ("wsj-sample/gold.raw.mrg", 603, 0),
        ("wsj-sample/bikel-collins2.mrg", 603, 0),
        ("wsj-sample-1394/bllip.mrg", 1394, 0),
        ("craft/gold.mrg", 1500, 0),
        ("craft/full.gold.raw.mrg.gz", 30830, 0),
    ],
)
def test_real_files(shared: Path, file: str, sentences: int, unreadable: int) -> None:
    treebank = read(str(shared / "data" / file))
    assert (len(treebank.trees), len(treebank.problems)) == (sentences, unreadable)


def test_nltk_reads_the_same_trees(shared: Path) -> None:
    import nltk

    for file in ("wsj-sample/gold.raw.mrg", "craft/bllip.mrg"):
        path = shared / "data" / file
        lines = path.read_text("utf-8").split("\n")
        treebank = read(str(path))
        for index in range(0, len(treebank.trees), 10):
            words = treebank.trees[index].to_nltk()
            if "\u00a0" not in lines[index] and "\u2009" not in lines[index] and "\u200a" not in lines[index]:
                assert words == nltk.Tree.fromstring(lines[index], remove_empty_top_bracketing=False), (file, index)


def test_a_pretty_printed_treebank_is_the_same_as_one_per_line(shared: Path, tmp_path: Path) -> None:
    treebank = read(str(shared / "data/wsj-sample/gold.mrg"))
    pretty = tmp_path / "pretty.mrg.gz"
    pretty.write_bytes(gzip.compress("\n\n".join(tree.to_nltk().pformat() for tree in treebank.trees).encode()))
    again = read(str(pretty))
    assert again.name == "pretty"
    assert texts(again) == texts(treebank)
