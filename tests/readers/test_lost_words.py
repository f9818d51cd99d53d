"""What trials found: input of which words were lost, doubled or put on wrong lines without a word."""

from __future__ import annotations

import itertools
import time

import pytest

from treecompare.errors import ReadError
from treecompare.readers import read_content
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import Treebank
from treecompare.trees.conversion import to_dependencies, without_crossing
from treecompare.trees.head_rules import head_rules
from treecompare.trees.writing import conllu_lines

WORD = '<t id="{}" word="{}" pos="N"/>'


def trees_of(text: str, format: str | None = None) -> Treebank:
    found = read_content(text.encode(), "gold", format)
    assert isinstance(found, Treebank)
    return found


def tiger(*sentences: str) -> str:
    return '<?xml version="1.0"?>\n<corpus id="c"><body>\n' + "\n".join(sentences) + "\n</body></corpus>\n"


def one(number: int, inner: str) -> str:
    return f'<s id="s{number}"><graph><terminals>{inner}</terminals></graph></s>'


def test_words_of_an_export_file_may_look_like_constituents() -> None:
    rows = "a\tN\t--\tHD\t500\n#2015\tN\t--\tHD\t500\n#12\tN\t--\tHD\t0\nb\tN\t--\tHD\t0\n#500\tNP\t--\tHD\t0\n"
    found = trees_of(f"#FORMAT 3\n#BOS 1\n{rows}#EOS 1\n")
    assert found.trees[0].words == ["a", "#2015", "#12", "b"]
    # what something hangs on is a constituent wherever it stands
    rows = "#500\tNP\t--\tHD\t0\na\tN\t--\tHD\t500\n#501\tVP\t--\tHD\t0\n"
    assert trees_of(f"#FORMAT 3\n#BOS 1\n{rows}#EOS 1\n").trees[0].words == ["a"]


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ('<x><node begin="1" word="b"/></x>', "a <node> stands within something else; expected nodes within nodes"),
        (
            '<node begin="1" word="b"><node begin="2" word="c"/></node>',
            "the word 'b' has nodes below it; expected none",
        ),
    ],
)
def test_nodes_of_alpino_xml_that_would_be_passed_over(inside: str, reason: str) -> None:
    text = '<treebank><alpino_ds><node cat="top"><node begin="0" word="a"/>{}</node></alpino_ds></treebank>'
    both = text.format(inside).replace("</treebank>", text.format("").removeprefix("<treebank>"))
    found = trees_of(both)
    assert [problem.reason for problem in found.problems.values()] == [reason]
    assert [tree.words for tree in found.trees] == [[], ["a"]]


def test_alpino_nodes_beside_each_other_need_no_root() -> None:
    inside = '<node begin="0" cat="top"><node begin="0" word="a"/></node><node begin="1" word="b"/>'
    found = trees_of(f"<treebank><alpino_ds>{inside}</alpino_ds></treebank>")
    assert found.trees[0].brackets() == "(top a) b"


def test_a_sentence_within_another_is_told_and_neither_is_cut_short() -> None:
    inner = one(2, WORD.format("s2_1", "b"))
    outer = one(1, WORD.format("s1_1", "a") + inner + WORD.format("s1_2", "c"))
    found = trees_of(tiger(outer, one(3, WORD.format("s3_1", "d"))))
    assert [tree.words for tree in found.trees] == [[], ["d"]]
    assert found.problems[0].reason == "a <s> stands within another <s>; expected one behind the other"
    assert (found.problems[0].line, found.lines.tolist(), found.ids) == (3, [3, 4], ["s1", "s3"])


def test_an_empty_id_is_none() -> None:
    found = trees_of(tiger(one(1, WORD.format("", "a")), one(2, WORD.format("x", ""))))
    assert found.problems[0].reason == 'a <t> has no id; expected id="…"'
    assert found.trees[1].words == [""]


def test_words_behind_a_tree_that_has_no_place_for_them() -> None:
    found = trees_of("(S (N 0) (V 1))\ta b\n(S (N 0))\ta b\n(S (N 0) (V 1))\ta\n")
    assert [tree.words for tree in found.trees] == [["a", "b"], [], []]
    assert [problem.line for problem in found.problems.values()] == [2, 3]
    assert trees_of("(S (N 0) (V 1))\ta b\n(S (N 0))\t b\n").problems[1].line == 2  # the first word is empty
    assert found.problems[1].reason == "2 words behind a tree with 1; expected a number for each"


def test_a_row_that_begins_with_a_number_sign_is_no_comment_where_words_have_no_number() -> None:
    table = "a\tN\t2\tdet\n#\tV\t0\nb\tN\t1\tx\n\n# said of it\nc\tN\t0\troot\n\n"
    found = read_content(table.encode(), "gold", "dependency-tab")
    assert isinstance(found, DependencyTreebank)
    assert [problem.reason for problem in found.problems.values()] == ["3 columns; expected 4"]
    assert [sentence.words for sentence in found.sentences] == [[], ["c"]]


def test_lines_of_xml_are_right_behind_blank_lines_and_in_long_files() -> None:
    sentences = [one(number, WORD.format(number, "a") + "\n" * 23) for number in range(3000)]
    sentences[2900] = one(2900, WORD.format("x", "a").replace("word", "form"))
    sentences[2901] = "<!-- <s> -->" + sentences[2901]
    text = "\n \n" + tiger(*sentences)
    found = trees_of(text)
    due = [number for number, line in enumerate(text.split("\n"), 1) if "<s id" in line]
    assert found.lines.tolist() == due
    assert due[-1] > 66_000
    assert [problem.line for problem in found.problems.values()] == [due[2900]]


def test_an_entity_that_is_nowhere_defined_is_told_on_its_line() -> None:
    good, bad = one(1, WORD.format("a", "a")), one(2, WORD.format("b", "b") + "&nowhere;")
    found = trees_of(tiger(good, bad))
    assert "line 4: is not well-formed XML (Entity 'nowhere' not defined)" in found.warnings[0]
    assert [tree.words for tree in found.trees] == [["a"], []]
    with pytest.raises(ReadError, match="gold:3: is not well-formed XML"):
        trees_of(tiger(bad))


def test_names_with_line_ends_break_no_line() -> None:
    text = tiger(one(1, WORD.format("a&#10;b", "a") * 2).replace('"s1"', '"s&#10;1"'), one(2, WORD.format("x", "a")))
    found = trees_of(text)
    assert found.problems[0].reason == "there are two nodes 'a b'; expected one of each id"
    assert found.ids == ["s 1", "s2"]


def test_what_xml_says_of_a_fault_is_cut() -> None:
    with pytest.raises(ReadError) as raised:
        trees_of(tiger(f"<s {'x' * 9000} />"))
    assert "looks like XML" in str(raised.value) and "xxx" not in str(raised.value)


@pytest.mark.parametrize("word", [" ", "a&#9;b", "a&#10;b", "&#13;", "a b", ""])
def test_words_with_tabs_and_line_ends_are_written_as_one_field(word: str) -> None:
    text = tiger(one(1, WORD.format("a", word).replace('"N"', '"N&#9;N"')))
    table = conllu_lines(to_dependencies(trees_of(text).trees, head_rules("tiger")).dependencies[0])
    assert [line.count("\t") for line in table.split("\n")] == [9, 0, 0]
    assert not {*"\t\n\r"} & {*"".join(trees_of(text).trees.symbols.texts)}
    again = read_content(table.encode(), "again", "conllu")
    assert isinstance(again, DependencyTreebank)
    assert (len(again.sentences[0]), again.problems) == (1, {})


@pytest.mark.parametrize("way", ["raise", "split"])
def test_a_root_with_thousands_of_daughters_takes_no_longer(way: str) -> None:
    words = 30_000
    rows = "".join(f"w\tN\t--\t--\t{500 * (place in (5, 7))}\n" for place in range(words))
    found = trees_of(f"#FORMAT 3\n#BOS 1\n{rows}#500\tNP\t--\t--\t0\n#EOS 1\n")
    assert found.trees.crossing.tolist() == [True]
    begun = time.process_time()
    done = without_crossing(found.trees, way)
    assert time.process_time() - begun < 10
    assert len(done.trees[0].words) == words
    assert [*itertools.islice(done.trees[0].words, 2)] == ["w", "w"]
