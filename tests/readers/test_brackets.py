"""Bracketed trees: every oddity that real files have, the compiled tokenizer and its twin under one fixture."""

from __future__ import annotations

import gzip
import io
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import stride
from tests.kernels import interpreted, kernel_and_twin, needs_kernel
from tests.measures.test_properties import random_file
from treecompare.errors import ReadError
from treecompare.readers import Treebank, brackets, parse, read

DATA = Path(__file__).resolve().parents[1] / "data"


implementation = kernel_and_twin(brackets, "tokenizers")


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
        ("(N a)\n\n(N b)\n\n(N c)", ["(N a)", "(N b)", "(N c)"]),
        ("(N a)\n\n(N b)\n\n\n", ["(N a)", "", "(N b)", "", ""]),
        ("(N a)\n\n", ["(N a)", ""]),
        ("(N a)\n\ufeff(N b)\n", ["(N a)", "(N b)"]),
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


def test_a_forgotten_and_a_superfluous_bracket_do_not_swallow_what_is_between(implementation: str) -> None:
    treebank = parse(PRETTY.replace("(. .)))", "(. .))") + PRETTY.replace("(. .)))", "(. .))))") + PRETTY)
    assert texts(treebank) == ["", *PRETTY_TREES[1:], "", *PRETTY_TREES[1:], *PRETTY_TREES]
    assert [problem.line for problem in treebank.problems.values()] == [2, 12]


def test_pretty_printed_without_indentation(implementation: str) -> None:
    treebank = parse("(S\n(NP x)\n(VP y)\n)\n(S\n(NP z)\n(VP\n(V a)))\n")
    assert texts(treebank) == ["(S (NP x) (VP y))", "(S (NP z) (VP (V a)))"]
    assert treebank.lines.tolist() == [1, 5]


def test_a_pretty_file_of_mostly_short_trees(implementation: str) -> None:
    treebank = parse("(S (N yes))\n(S (N no))\n" + PRETTY + "(S (N yes))\n(S (N no))\n" + PRETTY)
    short = ["(S (N yes))", "(S (N no))"]
    assert texts(treebank) == [*short, *PRETTY_TREES, *short, *PRETTY_TREES]


def test_two_broken_lines_do_not_make_a_file_pretty_printed(implementation: str) -> None:
    treebank = parse("(S (N a)\n(N b)\n\n(N c))\n(N d)\n")
    assert texts(treebank) == ["", "(N b)", "", "", "(N d)"]
    assert list(treebank.problems) == [0, 3]


def test_a_file_full_of_unfinished_trees_takes_linear_time(implementation: str) -> None:
    treebank = parse("(S\n (NP x)\n" * 20_000)
    assert len(treebank.trees) == len(treebank.problems) == 20_000


@pytest.mark.parametrize(
    ("file", "sentences", "unreadable"),
    [("lines.mrg", 11, {3: 4, 8: 10}), ("pretty.mrg", 5, {1: 8, 4: 17}), ("blank_after_each.mrg", 3, {})],
)
def test_files_of_the_tests(implementation: str, file: str, sentences: int, unreadable: dict[int, int]) -> None:
    treebank = read(DATA / file)
    assert len(treebank.trees) == sentences
    assert {index: problem.line for index, problem in treebank.problems.items()} == unreadable
    for index in range(sentences):
        assert not (index in unreadable and len(treebank.trees[index]))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("(S (N a)", "1 bracket is not closed; expected a balanced tree on one line"),
        ("(S (N (N a", "3 brackets are not closed; expected a balanced tree on one line"),
        ("(S (N a)))", "a bracket is closed that was not opened; expected a balanced tree on one line"),
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


def both(text: str) -> Treebank:
    """What both implementations read: the same."""
    compiled = parse(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(brackets, "kernel", interpreted)
        twin = parse(text)
    assert compiled.trees.symbols.texts == twin.trees.symbols.texts
    for column in ("labels", "kinds", "sizes", "offsets"):
        ours, theirs = getattr(compiled.trees, column), getattr(twin.trees, column)
        assert ours.dtype == theirs.dtype
        assert ours.tolist() == theirs.tolist()
    assert compiled.problems == twin.problems
    assert compiled.lines.tolist() == twin.lines.tolist()
    return compiled


@pytest.mark.parametrize("seed", range(12))
def test_tokenizers_agree_on_mutilated_text(seed: int) -> None:
    rng = random.Random(seed)
    text = list(random_file(seed, sentences=30)[0])
    for _ in range(rng.choice([0, 3, 40, 400])):
        place = rng.randrange(len(text))
        text[place] = rng.choice(["(", ")", " ", "\n", "\r", "é", "x", "", "\ufeff", "\u00a0"])
    both("".join(text))


PIECES = [
    "(",
    ")",
    "(",
    ")",
    "(S ",
    "(N a)",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\x0b",
    "x",
    "é",
    "\u3000",
    "\ufeff",
    "-LRB-",
    "\n(",
    "\n  (",
]


@settings(max_examples=600 // stride(4))
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_text(text: str) -> None:
    try:
        treebank = both("(A)\n" + text)
    except ReadError:
        raise AssertionError("a file with a line that begins with a bracket can be read") from None
    found = texts(treebank)
    assert len(treebank.lines) == len(found)
    assert (np.diff(treebank.lines) > 0).all()
    for index, (tree, text_of_tree) in enumerate(zip(treebank.trees, found, strict=True)):
        assert all(1 <= size <= node + 1 for node, size in enumerate(tree.sizes.tolist()))
        assert tree.sizes[tree.roots].sum() == len(tree)
        if text_of_tree and index not in treebank.unescaped:
            assert texts(parse(text_of_tree)) == [text_of_tree]
        if index in treebank.problems:
            assert text_of_tree == ""
            assert "expected" in treebank.problems[index].reason


@pytest.mark.parametrize("text", ["", "\n", "(A)", " (A)\n\n\t\r\n )(\n(", "\n(N a)\n", "x\x0b\n\x0c"])
def test_line_scanners_agree(text: str) -> None:
    compiled = needs_kernel("tokenizers")
    lines = [*re.finditer("[^\n]*\n|[^\n]+", text)]
    begins, ends = ([*map(at, lines)] for at in (re.Match.start, lambda one: one.end() - one[0].endswith("\n")))
    found = []
    for go in (compiled, interpreted("tokenizers")):
        columns = [np.array(one, np.int64) for one in (begins, ends, ends, ends)]
        found.append([go.scan_lines(text.encode(), *(one.data for one in columns)), *map(np.ndarray.tolist, columns)])
    assert found[0] == found[1] and found[0][0] >= len(text.split())
    assert found[0][3:] == [
        [one[0].count("(") - one[0].count(")") for one in lines],
        [one.start() + len(one[0].rstrip("\n")) - len(one[0].rstrip("\n").lstrip()) for one in lines],
    ]


def test_many_symbols(implementation: str) -> None:
    text = "\n".join(f"(N w{number})" for number in range(20_000))
    assert texts(parse(text))[::999] == text.split("\n")[::999]


WSJ = ("gold", "gold.raw", "berkeley-sm3", "berkeley-sm5", "berkeley-sm6", "bikel-collins2", "bllip", "stanford-pcfg")
REAL_FILES = [
    *((f"wsj-sample/{name}.mrg", 603) for name in WSJ),
    *((f"wsj-sample-1394/{name}.mrg", 1394) for name in WSJ),
    *((f"craft/{name}.mrg", 1500) for name in ("gold", "gold.raw", "berkeley-sm3", "bllip", "stanford-pcfg")),
    ("craft/full.gold.raw.mrg.gz", 30830),
    ("german-tiger/pcc316.berkeley-sm2.mrg", 316),
    ("german-tiger/pcc316.gold-raised.mrg", 316),
    ("gum/dev.const-auto.mrg.gz", 1575),
    ("gum/test.const-auto.mrg", 1464),
    ("linkgrammar-gum/gum.const.mrg", 200),
    ("linkgrammar-gum/linkparser.trees.txt", 200),
]


@pytest.mark.parametrize(("file", "sentences"), REAL_FILES)
def test_real_files(shared: Path, file: str, sentences: int) -> None:
    """Every sentence of every file is read, and as nltk reads it where nltk does not cut words at other blanks."""
    import nltk

    treebank = read(shared / "data" / file)
    assert (len(treebank.trees), treebank.problems, treebank.warnings) == (sentences, {}, [])
    compared = 0
    for index in range(0, sentences, 1 + sentences * stride(3) // 150):
        tree = treebank.trees[index]
        text = tree.brackets()
        assert texts(parse(text)) == [text]
        if len(tree.roots) == 1 and not any(re.search(r"\s", form) for form in tree.texts):
            compared += 1
            assert tree.to_nltk() == nltk.Tree.fromstring(text, remove_empty_top_bracketing=False), (file, index)
    assert compared > 90 // stride(3)


@pytest.mark.parametrize("file", ["wsj-sample/gold.raw.mrg", "craft/bllip.mrg", "gum/test.const-auto.mrg"])
def test_nltk_reads_the_same_from_the_same_file(shared: Path, file: str) -> None:
    import nltk
    from nltk.corpus.reader.util import read_sexpr_block

    text = (
        (shared / "data" / file).read_text("utf-8").replace("\u00a0", "_").replace("\u2009", "_").replace("\u200a", "_")
    )
    theirs = list(read_sexpr_block(io.StringIO(text), block_size=10**9))
    ours = [tree for tree in parse(text).trees if len(tree)]
    assert len(ours) == len(theirs)
    for tree, block in zip(ours[::10], theirs[::10], strict=True):
        assert tree.to_nltk() == nltk.Tree.fromstring(block, remove_empty_top_bracketing=False)


@pytest.mark.parametrize(
    ("folder", "sentences", "gold", "test"),
    [
        ("errors", 21, {16: 17}, {15: 16}),
        ("fatal_byte_order_mark", 3, {}, {}),
        ("fatal_comment_line", 3, {1: 2}, {}),
        ("fatal_mixed_node_and_word", 3, {}, {}),
        ("fatal_mixed_word_and_node", 3, {}, {}),
        ("fatal_space_before_close", 3, {}, {}),
        ("fatal_truncated_line", 3, {1: 2}, {}),
        ("fatal_two_words_in_bracket", 3, {}, {}),
        ("fatal_word_after_tree", 3, {1: 2}, {}),
        ("fatal_word_before_tree", 3, {1: 2}, {}),
    ],
)
def test_where_evalb_fails(
    shared: Path, folder: str, sentences: int, gold: dict[int, int], test: dict[int, int]
) -> None:
    for file, problems in (("gold.mrg", gold), ("test.mrg", test)):
        treebank = read(shared / "oracles" / "evalb" / folder / file).line_by_line()
        assert len(treebank.trees) == sentences
        assert {index: problem.line for index, problem in treebank.problems.items()} == problems


def test_a_pretty_printed_treebank_is_the_same_as_one_per_line(shared: Path, tmp_path: Path) -> None:
    treebank = read(str(shared / "data/wsj-sample/gold.mrg"))
    pretty = tmp_path / "pretty.mrg.gz"
    pretty.write_bytes(gzip.compress("\n\n".join(tree.to_nltk().pformat() for tree in treebank.trees).encode()))
    again = read(str(pretty))
    assert again.name == "pretty"
    assert texts(again) == texts(treebank)


def test_words_in_brackets_of_their_own_are_words(implementation: str) -> None:
    found = parse("(S (NP (DT (the)) (NN (dog))) (VP (VBZ (barks))))\n(())\n(X (N (a)))\n")
    assert texts(found) == ["(S (NP (DT the) (NN dog)) (VP (VBZ barks)))", "( ())", "(X (N a))"]
    assert found.warnings == ["words stand in brackets of their own, as in (DT (the)), and were read as words"]
    for text in ("(TOP (S))\n(TOP (S))\n", "(S (NP (DT) (NN)) (VP (VB)))\n", "(S (NP (DT (the)) (NN a)))\n"):
        assert texts(parse(text)) == text.splitlines()


def test_ids_in_comments() -> None:
    """An empty one is none, nor is one behind the last tree; of several the last counts."""
    text = "# sent_id = a\n(S (N a))\n# sent_id =\n(S (N b))\n# sent_id = x\n# sent_id = c\n(S (N c))\n# sent_id = d\n"
    assert parse(text).ids == ["a", "2", "c"] and parse("(S (N a))").ids is None
