"""CoNLL-U, CoNLL-X, CoNLL-2009 and tab tables with every oddity of real files; the tokenizer and its twin under one fixture."""

from __future__ import annotations

import gzip
import itertools
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import stride
from tests.kernels import interpreted, kernel_and_twin, needs_kernel
from treecompare.errors import ReadError, UsageError
from treecompare.readers import DEPENDENCY_READERS, conll, read_content, read_dependencies
from treecompare.readers.brackets import BRACKETS
from treecompare.readers.conll import CONLLU, LAYOUT, DependencyTreebank, Rows, read_conllu
from treecompare.readers.conllx import CONLL2008, CONLL2009, CONLLX, CORENLP, DEPENDENCY_TAB, PREDICTED, unusual_table
from treecompare.readers.formats import recognised
from treecompare.reading import rules
from treecompare.trees.arcs import NO_HEAD
from treecompare.trees.dependencies import COLUMNS, Dependencies
from treecompare.trees.symbols import Symbols

GOOD = "1\tShe\tshe\tPRON\tPRP\tCase=Nom\t2\tnsubj\t2:nsubj\t_\n2\tsleeps\tsleep\tVERB\tVBZ\t_\t0\troot\t0:root\tSpaceAfter=No\n"
RICH = (
    "# newdoc id = d\n# sent_id = r-1\n# text = vámonos al mar\n"
    "1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\tX=1\n"
    "1\tvamos\tir\tVERB\t_\t_\t0\troot\t_\t_\n"
    "2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t_\t_\n"
    "2.1\tir\tir\tVERB\t_\t_\t_\t_\t1:conj\tCopyOf=1\n"
    "3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "3\ta\ta\tADP\t_\t_\t5\tcase\t_\t_\n"
    "4\tel\tel\tDET\t_\t_\t5\tdet\t_\t_\n"
    "5\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\t_\n"
)

COMMENTS_INSIDE = "line 2: 2 comments stand inside of a sentence; expected before its first word"
MIXED = "line ends are mixed (LF, CRLF, CR); each was taken for a line end"


implementation = kernel_and_twin(conll, "tokenizers")


def parse(text: str | bytes) -> DependencyTreebank:
    return CONLLU.read(text.encode() if isinstance(text, str) else text, "f", "f")


def words(treebank: DependencyTreebank) -> list[str]:
    return [" ".join(sentence.words) for sentence in treebank.sentences]


def changed(column: int, text: str, line: int = 1) -> str:
    """GOOD with one field replaced."""
    lines = [row.split("\t") for row in GOOD.splitlines()]
    lines[line][column] = text
    return "".join("\t".join(row) + "\n" for row in lines)


def test_everything_in_a_sentence(implementation: str) -> None:
    treebank = parse(RICH + "\n" + GOOD + "\n")
    first, second = treebank.sentences
    assert first.words == ["vamos", "nos", "a", "el", "mar"] and first.heads.tolist() == [0, 1, 5, 5, 1]
    assert [(one.first, one.last, one.form, one.misc) for one in first.multiwords] == [
        (1, 2, "vámonos", "X=1"),
        (3, 4, "al", "_"),
    ]
    (node,) = first.empty_nodes
    assert node.id == "2.1" and node.columns == ("ir", "ir", "VERB", "_", "_", "_", "1:conj", "CopyOf=1")
    assert first.sent_id == "r-1" and first.text == "vámonos al mar" and first.comment("newdoc id") == "d"
    assert [second.column(name) for name in COLUMNS] == [
        ["She", "sleeps"], ["she", "sleep"], ["PRON", "VERB"], ["PRP", "VBZ"], ["Case=Nom", "_"], ["nsubj", "root"],
        ["2:nsubj", "0:root"], ["_", "SpaceAfter=No"],
    ]  # fmt: skip
    assert not second.multiwords and not second.empty_nodes and second.text == "She sleeps"
    assert treebank.ids == ["r-1", None] and treebank.lines.tolist() == [1, 13]
    both = treebank.sentences
    assert [of.tolist() for of in (both.offsets, both.multiwords.offsets, both.empty_nodes.offsets, both.comment_offsets)] == [
        [0, 5, 7], [0, 2, 2], [0, 1, 1], [0, 3, 3],
    ]  # fmt: skip
    assert not treebank.problems and not treebank.warnings
    assert "".join(sentence.conllu() + "\n" for sentence in treebank.sentences) == RICH + "\n" + GOOD + "\n"


@pytest.mark.parametrize(
    ("bad", "line", "reason"),
    [
        (GOOD.replace("\t_\n", "\n"), 1, "9 columns; expected 10"),
        (GOOD.replace("sleeps\tsleep", "sleeps sleep"), 2, "9 columns; expected 10"),
        (GOOD.replace("\t_\n", "\t_\t_\n"), 1, "11 columns; expected 10"),
        ("1\tShe sleeps\n", 1, "2 columns; expected 10"),
        ("She sleeps\n", 1, "1 column; expected 10 between tabs"),
        (changed(6, "sleeps"), 2, "HEAD is 'sleeps'; expected a number, or _ for none"),
        (changed(6, "__"), 2, "HEAD is '__'; expected a number, or _ for none"),
        (changed(6, ""), 2, "HEAD is ''; expected a number, or _ for none"),
        (changed(6, "+1"), 2, "HEAD is '+1'; expected a number, or _ for none"),
        (changed(6, "1.0"), 2, "HEAD is '1.0'; expected a number, or _ for none"),
        (changed(6, "٣"), 2, "HEAD is '٣'; expected a number, or _ for none"),
        (changed(0, "3"), 2, "ID is '3'; expected 2"),
        (changed(0, "1"), 2, "ID is '1'; expected 2"),
        (changed(0, "x"), 2, "ID is 'x'; expected a number"),
        (changed(0, "2-"), 2, "ID is '2-'; expected a number"),
        (changed(0, ""), 2, "ID is ''; expected a number"),
        (changed(0, "2.1"), 2, "ID is '2.1'; expected 1.1 or 2"),
        (changed(0, "2-3"), 2, "ID is '2-3'; the sentence ends with word 1"),
        (changed(0, "1-2"), 2, "ID is '1-2'; expected 2"),
        (changed(0, "2-1"), 2, "ID is '2-1'; expected 2"),
        (RICH.replace("3-4\t", "2-4\t"), 8, "ID is '2-4'; expected 3"),
        (RICH.replace("1-2\t", "1-3\t"), 8, "ID is '3-4'; expected 3"),
        (RICH.replace("3-4\t", "3-9\t"), 8, "ID is '3-9'; the sentence ends with word 5"),
        (changed(1, ""), 2, "FORM is empty; expected a word"),
        (changed(1, "  "), 2, "FORM is empty; expected a word"),
        ("# sent_id = gone\n", 1, "a sentence without words; expected at least one line with columns"),
    ],
)
def test_a_bad_sentence_is_a_problem_of_that_sentence_only(
    implementation: str, bad: str, line: int, reason: str
) -> None:
    treebank = parse(f"{GOOD}\n{bad}\n{RICH}")
    assert words(treebank) == ["She sleeps", "", "vamos nos a el mar"]
    assert list(treebank.problems) == [1]
    problem = treebank.problems[1]
    assert (problem.index, problem.line - 3, problem.reason) == (1, line, reason)
    assert treebank.sentences[2].multiwords[0].form == "vámonos" and len(treebank.sentences[2].empty_nodes) == 1
    assert treebank.sentences[2].sent_id == "r-1"


@pytest.mark.parametrize(
    ("text", "expected", "warning"),
    [
        (f"{GOOD}\n\n{GOOD}\n", 2, "line 4: 1 superfluous empty line; expected one between two sentences"),
        (f"\n\n{GOOD}\n  \n{GOOD}", 2, "line 1: 3 superfluous empty lines; expected one between two sentences"),
        (f"{GOOD}\n\n\n\n", 1, ""),
        (GOOD.rstrip("\n"), 1, ""),
        (f"# c\n\n{GOOD}", 1, ""),
        (f"{GOOD}\n# the end\n", 1, ""),
        (GOOD.replace("2\tsl", "# why\n# not\n2\tsl"), 1, COMMENTS_INSIDE),
        (GOOD.replace("\n", "\r\n") + "\r\n" + GOOD.replace("\n", "\r\n"), 2, ""),
        (f"{GOOD}\r\n{GOOD}", 2, MIXED),
        (GOOD.replace("\n", "\r") + "\r\n\r\n" + GOOD, 2, MIXED),
        (GOOD.replace("\n", "\r\r\n") + "\n" + GOOD, 2, MIXED),
        ("", 0, "the file is empty; expected at least one sentence"),
        ("\n\n", 0, "the file is empty; expected at least one sentence"),
    ],
)  # fmt: skip
def test_what_stands_between_sentences(implementation: str, text: str, expected: int, warning: str) -> None:
    treebank = parse(text)
    assert words(treebank) == ["She sleeps"] * expected
    assert not treebank.problems
    assert treebank.warnings == ([warning] if warning else [])


def test_words_of_all_kinds(implementation: str) -> None:
    forms = [
        "1 000",
        "a\u00a0b",
        "\u2028",
        "\x85",
        "x\x0cy",
        "café",
        unicodedata.normalize("NFD", "café"),
        "#",
        "😀",
        "(",
        "_",
    ]
    text = "".join(f"{number}\t{form}\t_\tX\t_\t\t0\tdep\t_\t_\n" for number, form in enumerate(forms, 1))
    treebank = parse(text)
    assert treebank.sentences[0].words == forms
    assert set(treebank.sentences[0].column("feats")) == {""}


def test_large_numbers(implementation: str) -> None:
    text = "".join(f"{number}\tw\t_\tX\t_\t_\t{number - 1}\tdep\t_\t_\n" for number in range(1, 5001))
    written = ("99999999999999999999", "-4", "0" * 20 + "2", "1000000000", "2147483647")
    heads = parse("\n".join([text, *(changed(6, head) for head in written)])).sentences.head
    assert heads[:5000].tolist() == list(range(5000))
    assert heads[5000:].tolist() == [2, 2147483646, 2, -4, 2, 2, 2, 1000000000, 2, 2147483646]


def test_nothing_but_other_text_is_refused(implementation: str) -> None:
    with pytest.raises(ReadError, match="f:1: 1 column; expected 10 between tabs"):
        parse("(S (NP x))\n")


def test_conllx(implementation: str, tmp_path: Path) -> None:
    line = "1\tEtxe\tetxe\tIZE\tIZE_ARR\tABS\t0\tROOT\t0\tROOT\n"
    path = tmp_path / "x.conll"
    path.write_bytes(line.replace("Etxe", "Etxeñ").encode("latin-1"))
    with rules(encodings={"x": "iso-8859-1"}):
        treebank = read_dependencies(path)
    assert treebank.format == "conllx" and words(treebank) == ["Etxeñ"]
    assert treebank.warnings == ["read as iso-8859-1, because line 1 is not UTF-8"]
    assert treebank.sentences[0].column("deps") == ["0"] and treebank.sentences[0].column("upos") == ["IZE"]
    short = CONLLX.read(b"1\tEtxe\tetxe\tIZE\tIZE_ARR\tABS\t0\tROOT\n", "f", "f")
    assert short.sentences[0].column("deps") == ["_"] and short.sentences[0].relations == ["ROOT"]
    (problem,) = CONLLX.read(f"{line}\n{line.replace('0', 'x')}".encode(), "f", "f").problems.values()
    assert (problem.line, problem.reason) == (3, "HEAD is 'x'; expected a number, or _ for none")


def test_conll2009(implementation: str) -> None:
    fields = ["1", "Dogs", "dog", "dogs", "NNS", "NN", "num=p", "num=s", "2", "0", "SBJ", "ROOT", "_", "_", "A0"]
    second = ["2", "bark", "bark", "barks", "VBP", "VB", "_", "_", "0", "1", "ROOT", "OBJ", "Y", "bark.01", "_"]
    text = "\n".join("\t".join(row) for row in (fields, second)) + "\n"
    assert recognised(text.encode(), DEPENDENCY_READERS) is CONLL2009
    sentence = CONLL2009.read(text.encode(), "f", "f").sentences[0]
    assert (
        sentence.words == ["Dogs", "bark"]
        and sentence.heads.tolist() == [2, 0]
        and sentence.relations == ["SBJ", "ROOT"]
    )
    assert sentence.column("lemma") == ["dog", "bark"] and sentence.column("xpos") == ["NNS", "VBP"]
    for row in (fields, second):
        row[8] = row[10] = "_"
    predicted = CONLL2009.read("\n".join("\t".join(row) for row in (fields, second)).encode(), "f", "f")
    assert predicted.sentences[0].heads.tolist() == [0, 1] and predicted.sentences[0].relations == ["ROOT", "OBJ"]
    assert "PHEAD" in predicted.warnings[0]


def test_predicted_columns_of_conll2009() -> None:
    row = "1\ta\ta\tb\tN\tV\t_\t_\t{}\t{}\t{}\t{}\t_\t_\n"
    same, other = row.format("0", "0", "ROOT", "ROOT"), row.format("0", "1", "ROOT", "OBJ")
    assert not CONLL2009.read(same.encode(), "f", "f").warnings
    assert not CONLL2009.read(row.format("0", "_", "ROOT", "_").encode(), "f", "f").warnings
    (told,) = CONLL2009.read(f"{same}\n{other}".encode(), "f", "f").warnings
    assert told.startswith("PHEAD and PDEPREL are not HEAD and DEPREL in 1 word; HEAD and DEPREL are read")
    predicted = PREDICTED.read(f"{same}\n{other}".encode(), "f", "f").sentences
    assert (
        predicted.head.tolist() == [0, 1] and predicted[1].relations == ["OBJ"] and predicted[1].column("xpos") == ["V"]
    )


def test_conll2008_has_its_heads_over_split_words() -> None:
    rows = [
        "1\tAtlanta-based\tatlanta-based\tJJ\tJJ\tAtlanta\tatlanta\tNNP\t3\tNMOD\t_\tA1",
        "2\t_\t_\t_\t_\t-\t-\tHYPH\t1\tP\t_\t_",
        "3\t_\t_\t_\t_\tbased\tbase\tVBN\t0\tROOT\tbase.01\t_",
    ]
    text = "\n".join(rows) + "\n"
    assert recognised(text.encode(), DEPENDENCY_READERS) is CONLL2008
    sentence = CONLL2008.read(text.encode(), "f", "f").sentences[0]
    assert sentence.words == ["Atlanta", "-", "based"] and sentence.heads.tolist() == [3, 1, 0]
    assert sentence.relations == ["NMOD", "P", "ROOT"] and sentence.column("xpos") == ["NNP", "HYPH", "VBN"]
    unsplit = "1\tDogs\tdog\tNNS\tNNS\t_\t_\t_\t0\tROOT\t_\n"
    assert CONLL2008.read(unsplit.encode(), "f", "f").sentences[0].words == ["Dogs"]
    assert recognised(unsplit.replace("\t_\n", "\n").encode(), DEPENDENCY_READERS) is CONLL2008  # without predicates


@pytest.mark.parametrize("more", ["", "\tO", "\t_\t_", "\tO\tO\tO"])
def test_columns_behind_those_of_conllx_make_no_other_format(more: str) -> None:
    """Heads where CoNLL-X has them are its heads, whatever stands where CoNLL-2008 and 2009 have theirs."""
    text = f"1\tDogs\tdog\tN\tN\t_\t2\tsubj\t0\tdep\t{more}\n2\tbark\tbark\tV\tV\t_\t0\troot\t1\tdep\t{more}\n"
    with pytest.raises(ReadError, match=f":1: {11 + more.count(chr(9))} columns; expected HEAD in column"):
        read_content(text.encode(), "f")


def test_lines_of_blanks_and_tabs_end_sentences(implementation: str) -> None:
    word = "1\ta\t_\tX\t_\t_\t0\troot\t_\t_"
    for blank, end in itertools.product(("", " ", "\t", " \t "), ("\n", "\r\n")):
        found = CONLLX.read(end.join([word, blank, word, blank, ""]).encode(), "f", "f")
        assert len(found.sentences) == 2 and not found.problems and not found.warnings


def test_seven_columns_of_corenlp() -> None:
    text = "1\tThe\tthe\tDT\tO\t2\tdet\n2\tdog\tdog\tNN\tO\t_\t_\n"
    assert recognised(text.encode(), DEPENDENCY_READERS) is CORENLP
    found = CORENLP.read(text.encode(), "f", "f")
    assert found.sentences[0].heads.tolist() == [2, NO_HEAD] and found.sentences[0].column("xpos") == ["DT", "NN"]
    assert found.warnings == ["1 of 2 words has no head"]


def test_tab_tables(implementation: str) -> None:
    text = "Pierre\tNNP\t2\n#\t#\t0\n\n,\t,\t0\n"
    assert recognised(text.encode(), DEPENDENCY_READERS) is DEPENDENCY_TAB
    treebank = DEPENDENCY_TAB.read(text.encode(), "f", "f")
    assert words(treebank) == ["Pierre #", ","] and treebank.sentences[0].heads.tolist() == [2, 0]
    assert treebank.sentences[0].column("xpos") == ["NNP", "#"] and treebank.sentences[0].relations == ["_", "_"]
    malt = DEPENDENCY_TAB.read(text.replace("2\n", "2\tSBJ\n").replace("0\n", "0\tROOT\n").encode(), "f", "f")
    assert malt.sentences[0].relations == ["SBJ", "ROOT"]


@pytest.mark.parametrize(
    ("text", "reader"),
    [
        (GOOD, CONLLU),
        (RICH, CONLLU),
        ("# newdoc\n\n" + GOOD.replace("PRON", "Pron"), CONLLU),
        (GOOD.replace("\t_\n", "\n", 1) + GOOD, CONLLU),
        (GOOD.replace("PRON", "Pron"), CONLLX),
        (GOOD.replace("\n", "\r\n"), CONLLU),
        ("(S (NP x))\n", None),
        ("( (S\n\t(NP\t(X 1))\t(Y 2)))\n", None),
        ("0\t1\tה\tה\tDET\tDET\t_\t1\n1\t2\tבית\tבית\tNN\tNN\tgen=M\t1\n", None),  # a lattice
        ("0-1\tx\t_\n0\t1\tx\tx\tX\tX\t_\t_\t_\n", None),  # CoNLL-UL
        ("", None),
    ],
)
def test_the_format_is_known_by_its_content(text: str, reader: object) -> None:
    assert recognised(text.encode(), DEPENDENCY_READERS) is reader


def test_bracket_files_are_no_dependencies(shared: Path) -> None:
    files = [*sorted(shared.glob("data/wsj-sample/*.mrg")), *sorted(shared.glob("data/*/*.export"))]
    files += [*sorted(shared.glob("data/*/*.lattices"))]
    assert len(files) > 9
    for path in files:
        assert recognised(path.read_bytes(), DEPENDENCY_READERS) is None, path


def test_reading_by_name(tmp_path: Path) -> None:
    path = tmp_path / "g.conllu.gz"
    path.write_bytes(gzip.compress(("\ufeff" + GOOD).encode()))
    treebank = read_dependencies(path, "conllx", "gold")
    assert (treebank.name, treebank.format, len(treebank.sentences)) == ("gold", "conllx", 1)
    assert read_dependencies(path).name == "g"
    with pytest.raises(UsageError, match=r"no format 'conll'; expected .* or conlluplus or conllu or conllx"):
        read_dependencies(path, "conll")
    (tmp_path / "t.mrg").write_text("(S (NP x))")
    with pytest.raises(UsageError, match=r"t\.mrg holds constituents; expected dependencies"):
        read_dependencies(tmp_path / "t.mrg")
    assert BRACKETS.name not in {one.name for one in DEPENDENCY_READERS}


FIELD = st.sampled_from(
    [
        "1",
        "2",
        "3",
        "1-2",
        "2-3",
        "2.1",
        "0.1",
        "1.1",
        "x",
        "_",
        "",
        " ",
        "-1",
        "0",
        "a b",
        "#",
        "é",
        "00000000000000000002",
        "7" * 5000,
        "-" + "0" * 5000 + "1",
    ]
)
LINE = st.one_of(
    st.lists(FIELD, min_size=9, max_size=11).map("\t".join),
    st.tuples(st.sampled_from(["1", "2", "3", "1-2", "1.1", "2-3"]), st.sampled_from("012")).map(
        lambda pair: f"{pair[0]}\tw\tl\tX\t_\t_\t{pair[1]}\tdep\t_\t_"
    ),
    st.sampled_from(["", "", " ", "# sent_id = 1", "# text", "#\tsent_id", "word", "\t"]),
)


@settings(max_examples=300 // stride(3))
@given(st.lists(LINE, max_size=12), st.booleans(), st.sampled_from([LAYOUT.array(), DEPENDENCY_TAB]))
def test_the_tokenizer_and_its_twin_agree(lines: list[str], ends: bool, layout: object) -> None:
    compiled = needs_kernel("tokenizers")
    data = ("\n".join(lines) + ("\n" if ends else "")).encode()
    columns = (
        (LAYOUT.array(), 10, 10)
        if layout is not DEPENDENCY_TAB
        else (np.array([0, -1, 1, 1, -1, 3, -1, -1, 2, -1], np.int32), 4, 11)
    )
    found = []
    for go in (compiled, interpreted("tokenizers")):
        rows = Rows.room(data, columns[1])
        count, texts = go.tokenize_rows(data, columns[0].data, *columns[1:], *(one.data for one in rows.fields()))
        ends_of = (
            rows.offsets[count],
            rows.several_offsets[count],
            rows.node_offsets[count],
            rows.comment_offsets[count],
        )
        kept = [
            rows.words[:, : ends_of[0]], rows.heads[: ends_of[0]], rows.offsets[: count + 1], rows.lines[:count],
            rows.several[:, : ends_of[1]], rows.several_offsets[: count + 1], rows.nodes[:, : ends_of[2]],
            rows.node_offsets[: count + 1], rows.comments[: ends_of[3]], rows.comment_offsets[: count + 1],
            rows.errors[:count], rows.details[:count], rows.notes,
        ]  # fmt: skip
        found.append((count, texts, [one.tolist() for one in kept]))
    assert found[0] == found[1]


def test_real_files(shared: Path) -> None:
    """Sentences, words, problems as counted by other means when the data was made."""
    expected = {
        "ewt/test.gold.conllu": ("conllu", 2077, 25094),
        "gum/test.gold.conllu": ("conllu", 1464, None),
        "hebrew-spmrl/dev.gold.conll": ("conllx", 500, None),
        "quirks/eus.test.iso8859-1.conll": ("conllx", 580, None),
        "wsj-sample-1394/dep/gold.P2M.conllu.gz": ("conllu", 1394, None),
    }
    for name, (format, sentences, count) in expected.items():
        with rules(encodings={"eus.test.iso8859-1": "iso-8859-1"}):
            treebank = read_dependencies(shared / "data" / name)
        assert (treebank.format, len(treebank.sentences)) == (format, sentences)
        assert not treebank.problems
        assert count in (None, treebank.sentences.words)


def test_ids_of_some_sentences_are_ids_of_the_file() -> None:
    word = "1\tw\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
    some = read_conllu(f"# sent_id = a\n{word}{word}".encode(), "f", "f")
    assert some.ids == ["a", None]
    assert read_conllu(f"# sent_id = a\n{word}".encode(), "f", "f").ids == ["a"]
    assert read_conllu(word.encode(), "f", "f").ids is None


EXPECTED = (
    "expected HEAD in column 6 of 7 (CoreNLP), 7 of 8 (CoNLL-X), 7 of 10 (CoNLL-U, CoNLL-X), 9 of at least 10 (CoNLL-2008), "
    "9 of at least 12 (CoNLL-2009)"
)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1 w _ X _ _ 0 root _ _", "the columns stand between blanks; expected tabs"),
        ("1\tw\tX\t0\troot", f"5 columns; {EXPECTED}"),
        ("1\tw\t0\troot", f"4 columns; {EXPECTED}"),
        ("1\tw\t_\tX\tX\t_\t0", f"7 columns; {EXPECTED}"),
        ("1\tw\t_\tX\tX\thead\t0", "column 6, HEAD, is 'head'; expected a number, or _ for none"),
        ("1\tw\t_\tX\t_\t_\thead\troot\t_\t_", "column 7, HEAD, is 'head'; expected a number, or _ for none"),
    ],
)
def test_tables_that_no_reader_knows_say_what_is_wrong(line: str, reason: str) -> None:
    data = f"# a comment\n{line}\n{line.replace('1', '2', 1)}\n".encode()
    found = unusual_table(data, "f")
    assert not DEPENDENCY_TAB.sniff(data)
    assert found is not None and str(found) == f"f:2: {reason}"
    assert unusual_table(b"Just some words.\n1 is a number\n", "f") is None


@pytest.mark.parametrize(("comments", "is_read"), [(100, True), (101, False)])
def test_a_hundred_comments_of_each_sentence_are_read_beyond_the_most(
    monkeypatch: pytest.MonkeyPatch, comments: int, is_read: bool
) -> None:
    monkeypatch.setattr(conll, "MOST_COMMENTS", 0)
    data = b"#\n" * comments + b"1\tdog\t_\tN\t_\t_\t0\troot\t_\t_\n\n"
    if is_read:
        assert read_conllu(data, "a.conllu", "a").count == 1
        return
    with pytest.raises(ReadError, match="there are 101 comments; expected words"):
        read_conllu(data, "a.conllu", "a")


def test_a_file_is_read_in_pieces(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is what is found in the whole: symbols, comments, lines, problems, and what is told of them."""
    data = (shared / "data/gum/test.gold.conllu").read_bytes()[:200_000]
    data += f"\n# c\n\n\n{GOOD}\n# inside\n\n\n\n1\ta\n\n{GOOD}\n# sent_id = none\n\n{GOOD}".encode()
    whole = CONLLU.read(data, "p", "n")
    monkeypatch.setattr(conll, "PIECE", 100)
    assert len([*conll._cuts(data)]) > 100
    found = CONLLU.read(data, "p", "n")
    assert [one.conllu() for one in found.sentences] == [one.conllu() for one in whole.sentences]
    assert found.sentences.symbols.texts == whole.sentences.symbols.texts
    assert found.lines.tolist() == whole.lines.tolist() and found.ids == whole.ids
    assert found.problems == whole.problems and len(found.problems) == 3
    assert found.warnings == whole.warnings and len(found.warnings) == 2


def test_a_column_that_says_nothing_takes_no_memory() -> None:
    words = CONLLU.read(b"1\ta\t_\t_\t_\t_\t0\tx\t_\t_\n\n1\tb\t_\t_\t_\t_\t0\tx\t_\t_\n", "p", "n").sentences
    of_parts = Dependencies.joined([words, words.part(0, 0), words])
    for one in (words, of_parts, words.translated(Symbols(["x"])), of_parts.part(1, 2)):
        assert one.deps.strides == (0,) and [one.symbols[place] for place in one.deps.tolist()] == ["_"] * one.words
    others = Dependencies.of([[("a", 0, "x")], [("b", 0, "_")]])
    mixed = Dependencies.joined([words, others])
    assert [mixed.symbols[place] for place in mixed.deprel.tolist()][-2:] == ["x", "_"]
