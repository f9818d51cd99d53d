"""The strongest sign decides: tables of numbers, long heads, tags of SGML and columns around trees hide no format."""

from __future__ import annotations

import pytest

from treecompare.errors import ReadError
from treecompare.readers import Treebank, read_content
from treecompare.readers.xml import root_of

TREES = ("(S (NP (NN birds)) (VP (VBP sing)))", "(S (NP (CD 3)) (VP (VBP sing)))")
ONE, TWO = TREES
NUMBERS = "".join(f"{number}\tdoc{number}\t_\t_\t_\t_\t{number}\t%%\n" for number in range(40_000))
TIGER = '<corpus id="c">%s<body><s id="s1"><graph><terminals><t id="1" word="a" pos="N"/></terminals></graph></s></body></corpus>'


def treebank(text: str) -> Treebank:
    found = read_content(text.encode(), "f")
    assert isinstance(found, Treebank)
    return found


def brackets(found: Treebank) -> list[str]:
    return [tree.brackets() for tree in found.trees]


@pytest.mark.parametrize("before", ["", "%%\n", "%% made by hand\n#FORMAT 3\n"])
def test_tables_of_numbers_before_the_sentences_of_an_export_file(before: str) -> None:
    found = treebank(f"{before}#BOT ORIGIN\n{NUMBERS}#EOT ORIGIN\n#BOS 1\na\tA\t--\t--\t0\n#EOS 1\n")
    assert (found.format, brackets(found)) == ("export", ["(A a)"])


def test_words_of_an_export_file_that_are_numbers() -> None:
    rows = "".join(f"{number}\t{number}\tCARD\t--\t--\t0\n" for number in range(1, 9))
    assert treebank(f"#BOS 1\n{rows}#EOS 1\n").format == "export"


@pytest.mark.parametrize(
    "head",
    [
        f"<!-- {'x' * 400_000} <alpino_ds> -->%s",
        "%s".replace("%s", TIGER[:15] + f"<head><meta><history>{'x' * 400_000}</history></meta></head>" + TIGER[17:]),
        "<!DOCTYPE corpus [\n" + "<!ENTITY a '<b>'>\n" * 20_000 + "]>%s",
    ],
)
def test_the_element_after_a_head_of_any_length(head: str) -> None:
    content = '<?xml version="1.0"?>\n' + head.replace("%s", TIGER % "")
    found = treebank(content)
    assert (found.format, brackets(found), found.ids) == ("tigerxml", ["(N a)"], ["s1"])


@pytest.mark.parametrize("tab", ["(NN\tbirds)", "(NP\t(NN birds))", "(CD 3)\t(NN birds)"])
def test_a_tab_inside_of_a_tree_is_a_blank(tab: str) -> None:
    line = f"(S {tab} (VP (VBP sing)))"
    found = treebank(f"{line}\n{line}\n")
    assert (found.format, brackets(found)) == ("brackets", [line.replace("\t", " ")] * 2)


@pytest.mark.parametrize(
    ("lines", "ids"),
    [
        ((f"12\t{ONE}", f"13\t{TWO}"), ["12", "13"]),
        ((f"12 {ONE}", f"13 {TWO}"), ["12", "13"]),
        *(
            ((f"{one % 12} {ONE}", f"{one % 13} {TWO}"), ["12", "13"])
            for one in ("%d.", "%d:", "[%d]", "%d)", "ID=%d", "#%d", " %d")
        ),
        ((f"wsj_0001 {ONE}", f"wsj_0002  {TWO}"), ["wsj_0001", "wsj_0002"]),
        ((f"a\t{ONE}\t-1.5", f"b\t{TWO}\t-2e9\tx"), ["a", "b"]),
        ((f"{ONE}\t-1.5", f"{TWO}\t0"), None),
        ((f"{ONE} -1.5", f"{TWO} 0"), None),
        ((f"wsj_0001.1\t{ONE}", f"wsj_0001.2\t{TWO}"), ["wsj_0001.1", "wsj_0001.2"]),
        ((f"a\t1\t{ONE}", f"a\t2\t{TWO}"), ["a:1", "a:2"]),
        ((f"a\t{ONE}", f"a\t{TWO}"), None),
        (("id\ttree", f"a\t{ONE}", f"b\t{TWO}"), ["a", "b"]),
        ((f"Birds (sing\t{ONE}", f"They sing :)\t{TWO}"), ["Birds (sing", "They sing :)"]),
        ((f"a\t{ONE}".replace(" (VP", "\n\t(VP"), f"b\t{TWO}".replace(" (VP", "\n  (VP")), ["a", "b"]),
    ],
)
def test_columns_before_a_tree_name_it(lines: tuple[str, ...], ids: list[str] | None) -> None:
    found = treebank("\n".join(lines) + "\n")
    assert (brackets(found), found.ids, found.problems) == ([*TREES], ids, {})
    assert "between columns or behind numbers" in found.warnings[0]


def test_a_table_before_trees_makes_no_table_of_them() -> None:
    found = treebank("1\ta\tx\n2\tb\tx\n3\tc\tx\n\n" + f"{ONE}\n")
    assert brackets(found) == [ONE] and "3 lines without a tree" in found.warnings[0]


@pytest.mark.parametrize("line", ["% x", "; x", "a text", "# FORMAT 3"])
def test_export_is_known_by_its_sentences_behind_other_lines(line: str) -> None:
    found = treebank(f"{line}\n#FORMAT 3\n#BOS 1\na\tN\t--\tSB\t500\n#500\tS\t--\t--\t0\n#EOS 1\n")
    assert (found.format, brackets(found)) == ("export", ["(S (N a))"])


def test_tables_of_two_columns_are_not_of_words() -> None:
    with pytest.raises(ReadError, match=r"f:1: expected a bracketed tree that begins with '\(', found '1\t\"\(S"):
        read_content(f'1\t"{ONE}"\n2\t"{TWO}"\n'.encode(), "f")


def test_a_name_without_a_tree_keeps_the_place_of_a_sentence() -> None:
    found = treebank(f"1\t{ONE}\n2\t\n3\t{TWO}\n")
    assert (brackets(found), found.sentence_names) == ([ONE, "", TWO], ["1", "2", "3"])


def test_a_table_whose_words_are_brackets_holds_no_trees() -> None:
    with pytest.raises(ReadError, match="f:1: 9 columns"):
        read_content(b"1\t(\t(\tPUNCT\t(\t_\t0\tx\t_\n2\t)\t)\tPUNCT\t(\t_\t0\tx\t_\n", "f")


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        (f"<s id=7>\n{ONE}\n</s>\n<s id=8>\n{TWO}\n</s>\n", ["7", "8"]),
        (f"<s>\n{ONE}\n</s>\n\n<s>\n{TWO}\n</s>\n", None),
        (f'<S ID="a"> {ONE} </S>\n<S ID = b> {TWO} </S>\n', ["a", "b"]),
        (f"<DOC>\n<DOCNO>\nX 1(2)\n</DOCNO>\n<DATE> May (1) </DATE>\n<P>\n{ONE}\n{TWO}\n</P>\n</DOC>\n", None),
        (f"<?xml version='1.0'?>\n<corpus>\n<s id='4'>\n{ONE}\n</s>\n<s id='5'>\n{TWO}\n</s></corpus>", ["4", "5"]),
        (f"<S ID=1>\n{ONE}\n</S>\n<S ID=2>\n{TWO}\n</S>\n".replace(" (VP", "\n   (VP"), None),
        (f"<HEADER>\n(a remark)\n</HEADER>\n<S ID=1>\n{ONE}\n</S>\n<S ID=2>\n{TWO}\n</S>\n", None),
        (f"<s>She :)</s>\n<tree>{ONE}</tree>\n<s>\n</s>\n<tree>{TWO}</tree>\n", None),
    ],
)
def test_lines_of_sgml_are_no_trees_and_name_them(text: str, ids: list[str] | None) -> None:
    found = treebank(text)
    assert (brackets(found), found.ids, found.problems) == ([*TREES], ids, {})
    assert "SGML" in found.warnings[0]


def test_a_sentence_of_sgml_without_a_tree_and_a_bracket_that_was_forgotten() -> None:
    found = treebank(f"<S ID=1>\n</S>\n<S ID=2>\n{ONE[:-1]}\n</S>\n<S ID=3>\n{TWO}\n</S>\n")
    assert (brackets(found), found.sentence_names) == (["( ())", "", TWO], ["1", "2", "3"])
    assert list(found.problems) == [1]


@pytest.mark.parametrize("text", ["<text>\n(see above)\n</text>\n", "<p>\nWords (S (N a)) here\n</p>\n"])
def test_other_xml_with_brackets_in_it_is_still_refused(text: str) -> None:
    with pytest.raises(ReadError, match="looks like XML"):
        read_content(text.encode(), "f")


def test_what_is_no_treebank_is_told_with_what_it_begins_with() -> None:
    with pytest.raises(
        ReadError, match=r"f:2: does not look like a treebank: it begins with 'Plain text\.'; expected "
    ):
        read_content(b"\nPlain text.\n", "f")


# -- CoNLL-2012

SHE = "x 0 0 She PRP (TOP(S(NP*) -\nx 0 1 sleeps VBZ (VP*)) -\nx 0 2 . . *) -\n"


@pytest.mark.parametrize(
    "text", [f"#begin document (x); part 000\n{SHE}\n#end document\n", SHE, SHE.replace(" ", "\t")]
)
def test_the_column_of_the_parse(text: str) -> None:
    found = treebank(text)
    assert (found.format, brackets(found)) == ("conll2012", ["(TOP (S (NP (PRP She)) (VP (VBZ sleeps))) (. .))"])
    assert found.lines.tolist() == [1 + text.startswith("#")]


def test_a_number_behind_a_whole_tree_begins_the_next_sentence() -> None:
    found = treebank(SHE + SHE)
    assert (found.count, found.problems, found.lines.tolist()) == (2, {}, [1, 4])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("x 0 3 a B *", "line 4, the column of the parse is '*' outside of brackets; expected a piece of a tree"),
        ("x 0 3 a B (NP*", "line 4, 1 bracket is not closed; expected a balanced tree"),
        ("x 0 3 a B (NP*))", "line 4, a bracket is closed that was not opened; expected a balanced tree"),
        ("x 0 3 a B NP", "line 4, the column of the parse is 'NP'; expected a piece of a tree, like (NP* or *)"),
        ("x 0 9 a B (NP*)", "line 4, the number of the word is '9'; expected 3"),
        ("x 0 3", "line 4, 3 columns; expected at least 6 (document, part, number, word, tag, parse)"),
    ],
)
def test_what_cannot_be_read_there_is_one_sentence_only(row: str, reason: str) -> None:
    found = treebank(f"{SHE}{row}\n\n{SHE}")
    assert [len(tree.words) for tree in found.trees] == [0, 3]
    assert [one.said for one in found.problems.values()] == [f"cannot be read: {reason}"]


def test_xml_has_nothing_but_blanks_before_it() -> None:
    declared = b"<?xml version='1.0'?><corpus/>"
    assert [root_of(before + declared) for before in (b"", b" \n", b"x")] == [
        (b"corpus", 21),
        (b"corpus", 23),
        (b"", 0),
    ]
