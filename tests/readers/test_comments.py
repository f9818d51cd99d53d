"""Comments with ids before bracketed trees, and trees in square brackets as papers print them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import as_json
from tests.kernels import kernel_and_twin
from treecompare.errors import ReadError
from treecompare.readers import Treebank, brackets, parse, read, read_content


def texts(treebank: Treebank) -> list[str]:
    return [tree.brackets() for tree in treebank.trees]


implementation = kernel_and_twin(brackets, "tokenizers", autouse=True)


TREE = "(S (N a))"


@pytest.mark.parametrize(
    ("text", "ids", "lines"),
    [
        (f"# sent_id = x1\n{TREE}\n# sent_id = x2\n{TREE}\n", ["x1", "x2"], [2, 4]),
        (f"# sent_id = x1\n{TREE}\n\n# sent_id = x2\n{TREE}\n", ["x1", "x2"], [2, 5]),
        (f"# sent_id = x1\n# text = (a\n{TREE}\n\n#sent_id=x 2\r\n# free\n{TREE}\n\n", ["x1", "x 2"], [3, 7]),
        (f"# newdoc id = d\n{TREE}\n{TREE}\n# sent_id = x3\n{TREE}\n# end = 1\n", ["1", "2", "x3"], [2, 3, 5]),
        ("# sent_id = x1\n(S\n  (N a))\n# sent_id = x2\n(S\n  (N a))\n", ["x1", "x2"], [2, 5]),
        # a missing parse has its id, too
        (f"# sent_id = x1\n\n# sent_id = x2\n{TREE}\n", ["x1", "x2"], [2, 4]),
    ],
)
def test_a_comment_before_a_tree_is_its_id_and_no_sentence(text: str, ids: list[str], lines: list[int]) -> None:
    found = parse(text)
    assert (found.ids, found.lines.tolist(), found.problems) == (ids, lines, {})
    assert texts(found) == ["" if number == 2 and "\n\n#" in text[:20] else TREE for number in lines]


def test_comments_without_ids_are_left_out_and_give_none() -> None:
    found = parse(f"# genre = news\n{TREE}\n{TREE}\n")
    assert (found.ids, texts(found)) == (None, [TREE, TREE])


def test_a_word_that_begins_with_a_hash_stays_a_word() -> None:
    """Nothing is indented: the line stands within a tree. Without any comment lines are what they have always been."""
    assert texts(parse("# a = b\n(S\n(N\n# 5\n)\n)\n")) == ["(S (N # 5))"]
    assert texts(parse("(S\n(N\n#\n)\n)\n")) == ["(S (N #))"]
    assert texts(parse("(S\n(N\n# a = (Q b\nx)\n)\n)\n")) == ["(S (N # a = (Q b x)))"]
    assert texts(parse("# a = b\n(S\n(N\n# (Q 5\n(X y)\n)\n)\n)\n")) == ["(S (N # (Q 5 (X y))))"]


def test_of_several_ids_the_last_counts() -> None:
    tree = "(S\n  (N a))\n"
    assert parse(f"# sent_id = a\n# sent_id = b\n{tree}# sent_id = c\n{tree}").ids == ["b", "c"]
    assert parse(f"# sent_id = a\n\n# sent_id = b\n{tree}# sent_id = c\n{tree}").ids == ["b", "c"]


def test_without_key_and_value_a_line_is_a_remark() -> None:
    found = parse(f"# no parse\n{TREE}\n")
    assert (texts(found), found.problems) == ([TREE], {})
    assert found.warnings == ["1 line without a tree is left out (line 1, '# no parse')"]


def test_a_forgotten_bracket_costs_one_tree_between_comments() -> None:
    text = "# sent_id = a\n(S\n  (N a)\n# sent_id = b\n(S\n  (N b))\n# sent_id = c\n(S\n  (N c))\n"
    found = parse(text)
    assert (found.ids, sorted(found.problems)) == (["a", "b", "c"], [0])
    assert texts(found) == ["", "(S (N b))", "(S (N c))"]
    assert found.problems[0].line == 2


def test_sentences_are_called_by_their_ids(tmp_path: Path) -> None:
    for name, tree in (("gold", TREE), ("one", "(S (V a))")):
        (tmp_path / f"{name}.mrg").write_text(f"# sent_id = n7\n{tree}\n# sent_id = n8\n{TREE}\n", "utf-8")
    [system] = as_json("score", *(str(tmp_path / f"{name}.mrg") for name in ("gold", "one")), "--per-sentence")[
        "systems"
    ]
    assert (system["scored"], system["skipped"]) == (2, 0)
    assert [one["id"] for one in system["per_sentence"]] == ["n7", "n8"]


# -- square brackets: the examples of Sampson & Babarczy 2003, as they are printed ------------------------------------------

PRINTED = {
    "1G       [S [N1 two [N1 tax revision ] bills ] were passed ]": "1C       [S [NP two tax revision bills ] were passed ]",
    "2G       [S it is not [NP a mess [S you can make sense of ] ] ]  G12:0520.27":
        "2C       [S it is not [NP a mess [S you can make sense ] ] of ]  (0.333, 0.333, 0.952)",
    "3G       [S yes , [S for they deal [PP with distress ] ] ]  G12:1340.42":
        "3C       [T yes , [PP for they deal [PP with distress ] ] ]  (1.0, 0.333, 0.262)",
    "10G     [S [S [NP her husband ] was lying [PP on [NP the kitchen floor ] ] ] , police said ]  A19:1270.48":
        "10C     [T [S [NP her husband ] was lying [PP on [NP the kitchen floor ] ] ] , [S police said ] ]  (0.909, 0.727, 0.627)",
}  # fmt: skip


def test_printed_examples_are_read_as_they_are_printed_and_score_as_printed(tmp_path: Path) -> None:
    (tmp_path / "gold.txt").write_text("\n".join(PRINTED) + "\n", "utf-8")
    (tmp_path / "parser.txt").write_text("\n".join(PRINTED.values()) + "\n", "utf-8")
    keys = ("e.roof.dice.unlabelled", "e.roof.dice", "la.initial")
    [system] = as_json(
        "score",
        str(tmp_path / "gold.txt"),
        str(tmp_path / "parser.txt"),
        "--per-sentence",
        "--measures",
        ",".join(keys),
    )["systems"]
    found = [[round(one["scores"][key], 3) for key in keys] for one in system["per_sentence"]]
    assert found == [[0.8, 0.4, 0.833], [0.333, 0.333, 0.952], [1.0, 0.333, 0.262], [0.909, 0.727, 0.627]]
    assert [one["id"] for one in system["per_sentence"]] == ["1", "G12:0520.27", "G12:1340.42", "A19:1270.48"]


def test_square_brackets_over_lines_with_round_ones_as_words() -> None:
    found = read_content(b"# sent_id = q\n[S [NP a (b) ]\n  [VP c ] ]\n# sent_id = r\n[S\n  d ]\n", "x.txt")
    assert isinstance(found, Treebank)
    assert (found.format, found.ids) == ("square", ["q", "r"])
    assert [tree.words for tree in found.trees] == [["a", "-LRB-b-RRB-", "c"], ["d"]]


def test_brackets_in_an_id_stay_and_what_stands_behind_trees_comes_in_any_order() -> None:
    first = b"# sent_id = q(1)[2] (0.3)\n[S a ]  (0.3, 0.4)  A01:0010.10\n"
    assert read_content(first, "x.txt").ids == ["q(1)[2] (0.3)"]
    found = read_content(b"[S a ]  (0.3, 0.4)  A01:0010.10\n[S b ] A01:0020.20 (0.3)\n[S c ]\n", "x.txt")
    assert (found.ids, found.problems) == (["A01:0010.10", "A01:0020.20", "3"], {})


def test_what_is_wrong_with_square_brackets_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("[S a ]\n[S [NP a ]\n[S b ] x\n", "utf-8")
    found = read(tmp_path / "a.txt")
    assert [(one.line, one.reason) for one in found.problems.values()] == [
        (2, "1 bracket is not closed; expected a balanced tree on one line"),
        (3, "'x' stands outside of brackets; expected '['"),
    ]
    (tmp_path / "b.json").write_text('[["S", 1]]', "utf-8")
    with pytest.raises(ReadError, match="JSON"):
        read(tmp_path / "b.json")


INDENTED = "( (S (NP (DT The)\n\n   (NN dog))) )\n"


@pytest.mark.parametrize(
    ("marks", "ids"),
    [
        (("# wsj_0001 1", "# wsj_0001 2"), ["wsj_0001 1", "wsj_0001 2"]),
        (("%% 1", "%% 2 "), ["1", "2"]),
        (("ID=wsj_0001.1 PARSER=x", "ID=wsj_0001.2 PARSER=x"), ["wsj_0001.1", "wsj_0001.2"]),
        (("; a1", "; a2\r"), ["a1", "a2"]),
    ],
)
@pytest.mark.parametrize("tree", [TREE + "\n", INDENTED, "\n" + INDENTED])
def test_a_line_with_an_id_before_each_tree_is_no_sentence(tree: str, marks: tuple[str, str], ids: list[str]) -> None:
    found = parse("".join(f"{mark}\n{tree}" for mark in marks))
    assert (found.ids, found.problems) == (ids, {})
    assert texts(found) == [" ".join(tree.split()).replace(" )", ")")] * 2


def test_lines_that_are_not_before_each_tree_are_remarks_and_no_ids() -> None:
    for text in (f"# 1\n# 2\n{TREE}\n", f"# 1\n{TREE}\n# 2\n", f"{TREE}\n# 1\n{TREE}\n", f"# 1\n{TREE}\n# 1\n{TREE}\n"):
        found = parse(text)
        assert (found.ids, found.problems, found.count) == (None, {}, text.count("S"))
        assert found.warnings[0].startswith(str(text.count("#")))


@pytest.mark.parametrize(
    "remark",
    ["*****", "; section (", "# sentence 1 :(", "Ele (o pai) sai.", "1) Ela dorme.", "(1) Ela dorme.", "PART ONE", "%% a) b)",
     "Sings :)", "They ( left"],
)  # fmt: skip
@pytest.mark.parametrize("tree", [TREE + "\n", INDENTED])
def test_lines_between_trees_that_hold_none_are_remarks(remark: str, tree: str) -> None:
    for text, sentences in (
        (f"{tree}{remark}\n{tree}", 2),
        (f"{remark}\n\n{tree}\n{remark}\n{tree}", 2),
        (f"{tree}\n{remark}\n\n{tree}\n", 2),
        (f"{tree}{tree}{tree}{remark}\n", 3),
    ):
        found = parse(text)
        assert (found.count, found.problems) == (sentences, {})
        assert all(texts(found))


def test_a_missing_parse_beside_remarks_is_still_one() -> None:
    """An empty line where trees stand directly below their headings; elsewhere only one between two trees."""
    assert texts(parse(f"; a\n{TREE}\n; b\n\n; c\n{TREE}\n")) == [TREE, "", TREE]
    assert texts(parse(f"; a\n\n{TREE}\n\n{TREE}\n(())\n")) == [TREE, "", TREE, "( ())"]
    assert texts(parse(f"; a\n{TREE}\n\n; b\n{TREE}\n\n; c\n{TREE}\n\n")) == [TREE] * 3


def test_line_by_line_remarks_keep_the_places_of_sentences() -> None:
    found = parse(f"; a\n\n{TREE}\n# no parse\n{TREE}\n").line_by_line()
    assert texts(found) == ["", "", TREE, "", TREE]
    assert found.lines.tolist() == [1, 2, 3, 4, 5]
    assert {place: one.line for place, one in found.problems.items()} == {0: 1, 3: 4}


def test_a_line_that_holds_a_tree_and_more_is_no_remark() -> None:
    for line in (f"word {TREE}", f"{TREE} word", f"a {TREE} b"):
        assert sorted(parse(f"{TREE}\n{line}\n{TREE}\n").problems) == [1]


def test_the_heading_of_the_brown_corpus_is_no_sentence() -> None:
    found = parse(f"*x* Copyright *x*\n*x**x**x*\n{INDENTED}\n{INDENTED}")
    assert (len(found.trees), found.problems, found.ids, found.lines.tolist()) == (2, {}, None, [3, 7])


def test_empty_lines_within_trees() -> None:
    """Whether they stand behind the first line of every tree, or anywhere."""
    for text in (INDENTED * 2, "(S\n\n\n  (N a)\n\n  (V b))\n\n(S\n\n  (N c))\n"):
        found = parse(text)
        assert (len(found.trees), found.problems) == (2, {})
