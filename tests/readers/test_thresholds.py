"""Where most of a file decides: exactly half of it, and one line more."""

from __future__ import annotations

import pytest

from tests.readers.test_conll import EXPECTED
from treecompare.readers import parse
from treecompare.readers.brackets import BRACKETS
from treecompare.readers.conll import CONLLU
from treecompare.readers.conllx import CONLL2008, CONLL2009, CONLLX, CORENLP, DEPENDENCY_TAB, unusual_table
from treecompare.readers.discbrackets import DISCBRACKETS
from treecompare.readers.lattice_files import CONLLUL, SPMRL_LATTICE
from treecompare.readers.made import as_dependencies
from treecompare.readers.treebank import Reader
from treecompare.readers.wrapped_brackets import is_behind_columns
from treecompare.trees.head_rules import parse_head_rules

X = "1\ta\t_\tN\tN\t_\t{}\tx\t_\t_"
WITH_HEAD, WITHOUT_HEAD = X.format("0"), X.format("_")
U = "{}\ta\t_\tNOUN\t_\t_\t0\troot\t_\t_"
ARC = "0\t1\ta\t_\tN\t_\t_\t_\t_"
SPMRL = "0\t1\ta\ta\tN\tN\t_\t1"
OF_2009 = "1\ta\ta\ta\tN\tN\t_\t_\t{}\t{}\tx\tx"


@pytest.mark.parametrize(
    ("reader", "lines", "fits"),
    [
        (CONLLX, [WITH_HEAD, WITHOUT_HEAD.replace("_\tx", "x\tx")], False),
        (CONLLX, [WITHOUT_HEAD, WITHOUT_HEAD], True),
        (CONLLX, [WITHOUT_HEAD.replace("_\tx", "_\t1")] * 2, False),  # of a lattice
        (CONLLX, [WITH_HEAD, WITH_HEAD.replace("1", "a", 1)], False),
        (CONLLX, [WITH_HEAD, WITH_HEAD, WITH_HEAD.replace("1", "a", 1)], True),
        (CONLLX, [line.rsplit("\t", 2)[0] for line in [WITH_HEAD] * 2], True),
        (CONLLX, [line.rsplit("\t", 1)[0] for line in [WITH_HEAD] * 2], False),
        (CONLLU, [U.format("1"), U.format("a")], False),
        (CONLLU, [U.format("1"), U.format("2")], True),
        (CONLLU, [U.format("1"), U.format("2").replace("NOUN", "NN")], False),
        (CONLLU, ["# x", U.format("1").replace("NOUN", "NN")], True),
        (CONLLU, ["", "# x"], True),
        (CONLL2009, [OF_2009.format("0", "_")] * 2, True),
        (CONLL2009, [OF_2009.format("_", "0")] * 2, True),
        (CONLL2009, [OF_2009.format("_", "_")] * 2, True),
        (CONLL2009, [OF_2009.format("0", "_"), OF_2009.format("x", "_")], False),
        (CONLL2009, [OF_2009.format("0", "OBJ")] * 2, True),  # which CoNLL-2008 is asked before
        (CONLL2008, [OF_2009.format("0", "OBJ")] * 2, True),
        (CONLL2008, [OF_2009.format("0", "_")] * 2, False),
        (DISCBRACKETS, ["(S (A 0=a) (B b))"], False),
        (DISCBRACKETS, ["(S (A 0=a) (B b) (C 1=c))"], True),
        (CORENLP, ["1\ta\ta\tDT\tO\t2\tdet", "2\tb\tb\tNN\tO\tx\tdet"], False),
        (CORENLP, ["1\ta\ta\tDT\tO\t2\tdet"] * 2, True),
        (DEPENDENCY_TAB, ["a\tN\t0", "b\tN\tx"], False),
        (DEPENDENCY_TAB, ["a\tN\t0", "c\tN\t0", "b\tN\tx"], True),
        (DEPENDENCY_TAB, ["a\tN\t0\tx"], True),
        (DEPENDENCY_TAB, ["a\tN\t0\tx\ty"], False),
        (CONLLUL, [ARC, "x"], False),
        (CONLLUL, [ARC, ARC, "x"], True),
        (CONLLUL, [ARC, "0-1\ta\t_", "x"], True),
        (CONLLUL, ["0-1\ta\t_", "1-2\tb\t_"], False),
        (CONLLUL, [ARC.replace("1", "b"), ARC], False),
        (SPMRL_LATTICE, [SPMRL, SPMRL.replace("0", "x")], False),
        (SPMRL_LATTICE, [SPMRL, SPMRL, SPMRL.replace("0", "x")], True),
        (SPMRL_LATTICE, [SPMRL, SPMRL.replace("\t1\ta", "\tx\ta")], False),
        (SPMRL_LATTICE, [SPMRL, SPMRL.removesuffix("1") + "_"], False),
    ],
)  # fmt: skip
def test_what_a_file_looks_like(reader: Reader, lines: list[str], fits: bool) -> None:
    assert reader.sniff("\n".join([*lines, ""]).encode()) is fits


def test_brackets_are_where_there_is_one() -> None:
    assert BRACKETS.sniff(b"x (") and BRACKETS.sniff(b" \n") and BRACKETS.sniff(b"")
    assert not BRACKETS.sniff(b"x)")


@pytest.mark.parametrize(
    ("before", "lines", "fits"),
    [
        ("(S (A a))", 9, True),
        ("(S (A a))", 10, False),
        ("about these trees", 12, True),
        ("about these trees", 30, False),
    ],
)
def test_trees_behind_names_are_most_lines_or_come_before_ten_others(before: str, lines: int, fits: bool) -> None:
    text = "\n".join([before] * lines + ["name\t(S (A a))"] * 20 + [""])
    assert is_behind_columns(text.encode()) is fits


def test_half_of_the_lines_balanced_is_one_tree_per_line() -> None:
    by_line = parse("(S (A a))\n(S (B b)\n")
    assert [problem.reason for problem in by_line.problems.values()] == [
        "1 bracket is not closed; expected a balanced tree on one line"
    ]
    pretty = parse("(S (A a))\n(S (B b)\n(S (C c)\n")
    assert {place: problem.reason for place, problem in pretty.problems.items()} == dict.fromkeys(
        (1, 2), "1 bracket is not closed; expected a balanced tree"
    )


def test_half_of_the_trees_going_on_indented_is_not_indented() -> None:
    # a line that begins with a bracket ends the tree before it only where the file is indented
    half = parse("(S (A a)\n  (B b))\n(S (A a)\n(B b))\n")
    assert [tree.words for tree in half.trees] == [["a", "b"], ["a", "b"]] and not half.problems
    most = parse("(S (A a)\n  (B b))\n" * 2 + "(S (A a)\n(B b))\n")
    assert list(most.problems) == [2, 3]


def test_lines_that_are_all_indented_are_looked_at_where_none_is_not() -> None:
    half = parse(" (S (A a))\n (S (B b)\n (C c))\n (S (D d)\n  e)\n")
    assert [tree.words for tree in half.trees] == [["a"], ["b", "c"], ["d", "e"]]
    outer = parse("(S (A a)\n(B b))\n (S (C c))\n (S (D d))\n  (S (E e))\n")
    assert [tree.words for tree in outer.trees] == [["a", "b"], ["c"], ["d"], ["e"]]


@pytest.mark.parametrize(
    ("text", "words", "problems"),
    [
        ("(S\n(A a)\n(B b))\n\n(S (C c)\n(D d)\n)\n", ["a b", "c d"], []),  # trees end where brackets balance
        ("\n(S\n  (A a))\n\n\n(S\n  (B b))\n", ["a", "b"], []),
        ("(S\n  (A a)\n  (B b)\n(S\n  (C c))\n", ["", "c"], [0]),  # the next tree is none of it
        ("(S\n  (A a)\n  (B b)\n\n(S\n  (C c))\n", ["", "c"], [0]),
        ("(S\n  (A a)))\n(S\n  (C c))\n", ["", "c"], [0]),
        ("(S\n  (A a))\n)\n(S\n  (C c))\n", ["a", "", "c"], [1]),
        ("(S\n  (A a))\nb\n(S\n  (C c))\n", ["a", "c"], []),  # a line that holds no tree is a remark
        ("(S\n  (A a))\n(S\n  (C c)\n", ["a", ""], [1]),
        ("(S\n(A a)\n(B\nb)\n)\n(S\n(C\nc)\n", ["a b", "", "c"], [1]),  # where the file ends, it is read again
    ],
)
def test_trees_of_several_lines(text: str, words: list[str], problems: list[int]) -> None:
    found = parse(text)
    assert [" ".join(tree.words) for tree in found.trees] == words
    assert list(found.problems) == problems


def test_lines_of_words_do_not_make_one_tree_per_line() -> None:
    assert [tree.words for tree in parse("(S (A a)\nb\nc\nd)\n").trees] == [["a", "b", "c", "d"]]


def test_trees_with_an_empty_line_behind_each() -> None:
    assert [len(parse(text).trees) for text in ("(A a)\n\n(B b)\n\n", "(A a)\n\n(B b)\n\n(C c)\n", "(A a)\n\n(B b)\n")] == [
        2, 3, 3,
    ]  # fmt: skip
    assert len(parse("(A a)\n\n(B b)\n\n\n(C c)\n").trees) == 6


def test_words_without_a_relation_are_told_where_they_are_most() -> None:
    rules = parse_head_rules("[heads]\n* left\n[relations]\nX B")
    half, most = parse("(S (A a) (B b) (B c) (C d))\n"), parse("(S (A a) (B b) (C c) (C d) (C e))\n")
    assert as_dependencies(half, rules).warnings == []
    assert as_dependencies(most, rules).warnings[0].startswith("3 of 5 words have no relation")


def test_a_sentence_has_at_most_a_hundred_thousand_words() -> None:
    file = SPMRL_LATTICE.read((SPMRL[:-1] + "100000\n\n" + SPMRL[:-1] + "100001\n").encode(), "f", "f")
    assert [len(one.tokens) for one in file.lattices] == [100_000, 0]
    assert list(file.problems) == [1]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["1 a b", "x y z"], None),
        (["1 a b", "2 a b", "x y z"], "f:1: the columns stand between blanks; expected tabs"),
        (["", "# x", "1\ta\tb"], f"f:3: 3 columns; {EXPECTED}"),
        (["1\ta"], None),
        (["1\ta\t_\tN\tN\t_\tx\tx"], "f:1: column 7, HEAD, is 'x'; expected a number, or _ for none"),
    ],
)
def test_tables_that_no_reader_knows(lines: list[str], reason: str | None) -> None:
    error = unusual_table("\n".join(lines).encode(), "f")
    assert (None if error is None else str(error)) == reason
