"""Preparation, rule by rule; evalb's own output checks the same in tests/oracles."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from treecompare.comparison.constituents.prepared import leaf_warnings
from treecompare.comparison.settings import Settings
from treecompare.errors import ReadError, UsageError
from treecompare.readers import parse
from treecompare.trees.annotations import ABSENT
from treecompare.trees.edge_labels import split_label
from treecompare.trees.preparation import (
    EVALB,
    NONE,
    SPMRL,
    STANDARD,
    Parameters,
    Preparation,
    about_leaves,
    deleted_words,
    evalb_lengths,
    has_preterminals,
    origins,
    parameters,
    prepare,
    read_parameters,
    terminals,
    terminals_beside,
    with_lemmas,
    with_marked_tags,
    with_origins,
    words_tagged,
    wrapper_labels,
)
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import Trees


def prepared(text: str, params: Parameters = STANDARD, preterminals: bool = True) -> str:
    return prepare(terminals(parse(text).trees, preterminals), params)[0].brackets()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("( (S (NP (PRP it)) (VP (VBD fell)) (. .)) )", "(S (NP (PRP it)) (VP (VBD fell)))"),
        ("(S1 (S (NP-SBJ-1 (PRP it)) (VP=2 (VBD fell))))", "(S (NP (PRP it)) (VP (VBD fell)))"),
        ("(ROOT (S (NP (PRP it)) (VP (VBD fell) (NP (-NONE- *T*)))))", "(S (NP (PRP it)) (VP (VBD fell)))"),
        ("(VROOT (S (N a)) (N b))", "(S (N a)) (N b)"),
        ("(ROOT (S (N a))) (N b)", "(ROOT (S (N a))) (N b)"),
        ("(VROOT (ROOT (S (N a))) (N b))", "(ROOT (S (N a))) (N b)"),
        ("(ROOT (S (N a))) (ROOT (TOP (N b)))", "(S (N a)) (N b)"),
        ("(ROOT (S (N a))) (. .)", "(ROOT (S (N a)))"),
        ("(X) (ROOT (TOP (S (N a))))", "(S (N a))"),
        ("( (ROOT (S (N a))))", "(S (N a))"),
        ("(S (TOP (NP (N a))) (ROOT (N b)))", "(S (NP (N a)) (ROOT (N b)))"),
        ("(S (X) (NP (N a) (Y (Z))))", "(S (NP (N a)))"),
        ("(S (PRT (RP up)) (PRN (-LRB- -LRB-) (NN-1 x)))", "(S (PRT (RP up)) (PRN (-LRB- -LRB-) (NN-1 x)))"),
        ("(S (-LRB- (N a) (N b)))", "(S ( (N a) (N b)))"),
        ("(S the (N dog) (. .))", "(S the (N dog))"),
        ("(TOP (. .))", ""),
    ],
)
def test_standard(text: str, expected: str) -> None:
    assert prepared(text) == expected


def test_evalb_keeps_wrappers_and_none_keeps_all() -> None:
    assert prepared("(ROOT (S (N a) (. .)))", EVALB) == "(ROOT (S (N a)))"
    assert prepared("( (S (N a)))", EVALB) == "( (S (N a)))"
    assert prepared("( (S-X (X) (N a) (. .)))", NONE) == "(S-X (X) (N a) (. .))"
    assert prepared("(ROOT (S (N a)))", NONE) == "(ROOT (S (N a)))"
    assert prepared("(VROOT (S (N a)) ($. .))", NONE) == "(S (N a)) ($. .)"
    assert prepared("( (S (N a))) (S (N b))", NONE) == "( (S (N a))) (S (N b))"
    assert prepared("(VROOT (S (N a)))", EVALB) == "(VROOT (S (N a)))"
    assert prepared("(ROOT (S##f## (N##g## a) (-NONE- *)))", SPMRL) == "(S (N a) ( *))"


def test_functions_may_be_kept() -> None:
    kept = replace(STANDARD, keeps_functions=True)
    text = "(S (NP-SBJ-1 (N a)) (PP-LOC=2 (N b)) (-LRB- (N c)) (NP-2 (N-x d)))"
    assert prepared(text, kept) == "(S (NP-SBJ (N a)) (PP-LOC (N b)) (-LRB- (N c)) (NP (N-x d)))"


def test_without_tags_no_words_are_deleted() -> None:
    assert prepared("(S (NP it) (. .))", STANDARD, preterminals=False) == "(S (NP it) .)"


def test_eq_label_of_a_deleted_label_is_deleted_but_not_by_a_chain() -> None:
    params = Parameters("x", deleted=frozenset({"A"}), equal_labels=(("A", "B"), ("B", "C")))
    assert prepared("(S (B (N x)) (C (N y)))", params) == "(S (N x) (C (N y)))"


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("(S (NP (DT the) (NN dog)) (VP (VBD saw)))", True),
        ("(S (NP She) saw (NP the dog))", False),
        ("(S (NP it))", True),
        ("(S (D a) b)\n(S (D a) (E b))", True),
        ("(S (D a) b)\n(S (D a) b)\n(S (D a) (E b))", False),
        ("(())", True),
        ("(NP (N Dao) (Np Dai Loan))\n(NP (Np Cuu Long) (V a))", True),  # as many as have one word
        ("(NP (N Dao) (Np Dai Loan))\n(NP (Np Cuu Long) (V a b))", False),
        ("(S the dog)\n(S a cat)", False),
        ("(S (NP (D a)) (X) (VP (V b)))", True),
    ],
)
def test_preterminals_auto(text: str, tags: bool) -> None:
    assert has_preterminals(parse(text).trees) is tags


def test_several_words_below_a_node_that_has_nothing_else_are_one_with_blanks() -> None:
    trees = parse("(NP (N Đảo) (Np Đài Loan) mix (Np a b c))\n(N x)").trees
    marked = terminals(trees, True)
    assert [tree.words for tree in marked] == [["Đảo", "Đài Loan", "mix", "a b c"], ["x"]]
    assert marked[0].kinds.tolist() == [0, 2, 0, 2, 0, 0, 2, 1]
    assert marked.offsets.tolist() == [0, 8, 10]
    assert terminals(trees, False) is trees
    assert len(with_marked_tags(trees).labels) == len(trees.labels)
    assert about_leaves(trees, True) == [
        "2 words have blanks: several below a node that has nothing else are one, as 'Đài Loan'"
    ]
    assert about_leaves(parse("(N x)").trees) == []
    [told] = about_leaves(parse("(S (NP She) saw (NP the dog))").trees)
    assert told.startswith("taken for trees without part-of-speech tags") and about_leaves(trees, False) == []


def test_words_of_a_system_have_blanks_only_where_the_gold_has_some_and_the_system_tags() -> None:
    def words(gold: str, system: str) -> list[str]:
        return terminals_beside(parse(gold).trees, parse(system).trees, True)[0].words

    tagged, bare = "(S (Np Đài Loan) (V là) (N đảo))", "(X (X Đài Loan) là)"
    for gold in ("(S (Np Đài_Loan) (V là) (N đảo))", tagged):
        assert words(gold, tagged) == ["Đài Loan", "là", "đảo"]
        assert words(gold, bare) == ["Đài", "Loan", "là"]
    gold, system = parse("(S (N the) (V dog))"), parse("(S (NP the dog) (VP barks))")
    assert leaf_warnings([gold, system], Settings(), True) == []
    assert words("(S (N the) (V dog))", tagged) == ["Đài", "Loan", "là", "đảo"]


def test_the_second_part_of_a_leaf_may_be_a_lemma() -> None:
    trees = parse("(S (NNS dogs dog) (VBP bark bark) (. .))").trees
    assert [one for one in about_leaves(trees) if "is the second a lemma? --leaf word-lemma reads it so" in one] == []
    trees = parse("(S (NNS dogs dog) (VBP bark bark))").trees
    assert about_leaves(trees)[1].startswith(
        "nearly all leaves have two parts, as (NNS dogs dog); is the second a lemma?"
    )
    read = with_lemmas(trees)
    assert read[0].brackets() == "(S (NNS dogs) (VBP bark))" and has_preterminals(read)
    assert read.extras is not None
    column = read.extras.columns["lemma"].tolist()
    assert [read.symbols[one] if one >= 0 else "" for one in column] == ["", "dog", "", "bark", ""]


def test_wrapper_labels() -> None:
    assert wrapper_labels(parse("( (S (N a)))\n(S1 (S (N a)))\n(S (ROOT (N a)))").trees) == {"", "S1"}


FILE = """## comment
DEBUG 0
MAX_ERROR 10
CUTOFF_LEN 30
LABELED 0\t
DELETE_LABEL TOP
DELETE_LABEL_FOR_LENGTH -NONE-
QUOTE_LABEL ``
EQ_LABEL ADVP PRT
# EQ_WORD  Example example
EQ_WORD it It
"""


def test_every_directive(tmp_path: Path) -> None:
    path = tmp_path / "mine.prm"
    path.write_text(FILE.replace("\n", "\r\n"), "utf-8")
    params = parameters(str(path))
    assert params.deleted == {"TOP"}
    assert params.deleted_for_length == {"-NONE-"}
    assert params.quotes == {"``"}
    assert params.equal_labels == (("ADVP", "PRT"),)
    assert params.equal_words == (("it", "It"),)
    assert (params.labelled, params.cutoff, params.cut_at) == (False, 30, "-=")
    assert params.ignored == {"DEBUG": "0", "MAX_ERROR": "10"}


def test_numbers_and_what_is_not_said(tmp_path: Path) -> None:
    path = tmp_path / "mine.prm"
    path.write_text(f"CUTOFF_LEN -1\nMAX_ERROR {'9' * 30}\n\n#DEBUG 1\n", "utf-8")
    params = read_parameters(str(path))
    assert (params.cutoff, params.labelled, params.ignored) == (-1, True, {"MAX_ERROR": "1000000000"})
    assert (params.cut_at, params.cuts_tags, params.strips) == (EVALB.cut_at, EVALB.cuts_tags, EVALB.strips)
    path.write_text("DELETE_LABEL VROOT\nLABELED 1\n", "utf-8")
    params = read_parameters(str(path), SPMRL)
    assert (params.cutoff, params.labelled, params.ignored) == (40, True, {})
    assert (params.cut_at, params.cuts_tags, params.deletes_words) == (
        SPMRL.cut_at,
        SPMRL.cuts_tags,
        SPMRL.deletes_words,
    )


def test_names_of_preparations() -> None:
    assert [parameters(name) for name in ("standard", "evalb", "spmrl", "none")] == [STANDARD, EVALB, SPMRL, NONE]
    assert str(Preparation()) == "standard, preterminals yes"
    assert str(Preparation(NONE, False)) == "none, preterminals no"


def test_which_words_are_deleted_and_counted() -> None:
    trees = terminals(parse("(S (NP (N a) (. .)) (-NONE- *) b)\n(. (N c))").trees, True)
    assert [trees.symbols[number] for number in trees.labels[deleted_words(trees, EVALB)].tolist()] == [".", "*"]
    assert not deleted_words(trees, NONE).any()
    tagged = words_tagged(trees, frozenset({"N", "S"}))
    assert [trees.symbols[number] for number in trees.labels[tagged].tolist()] == ["a", "c"]
    params = Parameters("x", deleted_for_length=frozenset({"-NONE-", "N"}))
    assert evalb_lengths(trees, params).tolist() == [2, 0]
    assert evalb_lengths(trees, NONE).tolist() == [4, 1]


def test_only_the_first_trees_say_whether_there_are_tags() -> None:
    text = "(S a)\n(S (D a) b)\n(S (D a) (E b))\n(S (D a) (E b))\n"
    assert has_preterminals(parse(text).trees)
    assert not has_preterminals(parse(text).trees, looked_at=1)
    assert has_preterminals(parse(text).trees, looked_at=2)  # half of them


@pytest.mark.parametrize(
    ("label", "parts"),
    [
        ("NP", ("NP", [])), ("NP-SBJ-1", ("NP", ["SBJ"])), ("NP=2", ("NP", [])), ("WHNP-1-TPC=3", ("WHNP", ["TPC"])),
        ("-NONE-", ("-NONE-", [])), ("-LRB-", ("-LRB-", [])), ("NP##SBJ##", ("NP", ["SBJ"])), ("NP--LOC", ("NP", ["LOC"])),
        ("", ("", [])), ("=2", ("=2", [])),
    ],
)  # fmt: skip
def test_categories_and_functions(label: str, parts: tuple[str, list[str]]) -> None:
    assert split_label(label) == parts


def test_deleted_labels_and_their_equals_either_way() -> None:
    for pair in (("A", "B"), ("B", "A")):
        params = Parameters("x", deleted=frozenset({"A"}), equal_labels=(pair,))
        assert prepared("(S (B (N x)) (A (N y)) (C (N z)))", params) == "(S (N x) (N y) (C (N z)))"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("\n\nDELETE TOP\n", 3, "'DELETE' is no directive, nor is any other; expected an evalb parameter file"),
        ("EQ_LABEL ADVP\n", 1, "EQ_LABEL has 1 values; expected 2"),
        ("DELETE_LABEL\n", 1, "DELETE_LABEL has 0 values; expected 1"),
        ("CUTOFF_LEN forty\n", 1, "CUTOFF_LEN is 'forty'; expected a whole number"),
    ],
)
def test_broken_parameter_files(text: str, line: int, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.prm"
    path.write_text(text, "utf-8")
    with pytest.raises(ReadError) as raised:
        read_parameters(str(path))
    assert raised.value.line == line
    assert raised.value.reason.startswith(reason)


def test_no_such_preparation() -> None:
    with pytest.raises(
        UsageError,
        match="expected standard, standard-with-punctuation, evalb, spmrl, ppche, ppche-with-punctuation, none or the path",
    ):
        parameters("collins")


def test_collins_is_what_evalb_ships(shared: Path) -> None:
    shipped = read_parameters(str(shared / "oracles/evalb/prm/COLLINS.prm"))
    spmrl = read_parameters(str(shared / "oracles/evalb/prm/spmrl.prm"), SPMRL)
    for built_in, read in ((EVALB, shipped), (SPMRL, spmrl)):
        for field in (
            "deleted",
            "deleted_for_length",
            "quotes",
            "equal_labels",
            "equal_words",
            "labelled",
            "cutoff",
            "cut_at",
        ):
            assert getattr(built_in, field) == getattr(read, field), field


def test_prepared_nodes_know_which_they_were() -> None:
    """Words that go, wrappers and labels that are cut change places, not origins; added nodes have none."""
    trees = parse("(TOP (S (NP-SBJ (DT the) (NN dog)) (, ,) (VP (VB barks))))\n(TOP (S (NN a)) (S (NN b)))").trees
    ready = prepare(terminals(with_origins(trees), True), STANDARD)
    before = [trees.symbols[label] for label in trees.labels.tolist()]
    found = [[before[node] for node in origins(tree)] for tree in ready]
    assert found[0] == ["the", "DT", "dog", "NN", "NP-SBJ", "barks", "VB", "VP", "S"]
    assert found[1] == ["a", "NN", "S", "b", "NN", "S"]
    assert origins(ready.rooted("ROOT")[1])[-1] == ABSENT
    assert origins(ready.translated(Symbols())[1]) == origins(ready[1])
    plain = prepare(terminals(trees, True), STANDARD)
    both = Trees.joined([ready, plain.translated(ready.symbols)])
    assert origins(both[1]) == origins(ready[1]) and origins(both[3]) == [ABSENT] * 6
    assert plain.extras is None and origins(plain[1]) == [ABSENT] * 6
    assert [tree.brackets() for tree in plain] == [tree.brackets() for tree in ready]
