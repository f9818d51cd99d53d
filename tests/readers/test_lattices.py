"""SPMRL lattices, CoNLL-UL and segmentation files, with every oddity of real ones."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.conftest import stride
from tests.kernels import interpreted, needs_kernel
from treecompare.comparison.previews import preview
from treecompare.errors import ReadError, UsageError
from treecompare.readers import conll, lattice_files, read_dependencies
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.lattice_files import (
    CONLLUL,
    LARGEST,
    LATTICE_READERS,
    SPMRL_LATTICE,
    LatticeFile,
    read_lattices,
    read_segmentation,
    tokens_of,
)

SPMRL = (
    "0\t1\tB\tb\tIN\tIN\t_\t1\n1\t2\tCL\tcl\tNN\tNN\tgen=F|gen=M\t1\n"
    "0\t2\tBCL\t_\tNN\tNNT\t\t1\n2\t3\t!\t_\tyyEXCL\tyyEXCL\t_\t2\n"
)
UL = (
    "# sent_id = s1\n# text = BCL FLHM!\n"
    "0-2\tBCL\t_|oov=1\n0\t1\tB\tb\tADP\tADP\t_\t_\t_\n1\t2\tCL\tcl\tNOUN\tNOUN\tGender=Fem\tgoldId=2\t_\n"
    "2\t4\tFLHM\t_\tNOUN\tGender=Masc\t_\t_\t_\n2\t3\tFL\t_\tADP\t_\t_\t_\t_\n3\t4\tHM\t_\tPRON\t_\t_\t_\t_\n"
    "4\t5\t!\t!\tPUNCT\t_\t_\t_\t_\n"
)


def spmrl(text: str) -> LatticeFile:
    return SPMRL_LATTICE.read(text.encode(), "f", "f")


def conllul(text: str) -> LatticeFile:
    return CONLLUL.read(text.encode(), "f", "f")


def test_columns_of_spmrl() -> None:
    one = spmrl(SPMRL).lattices[0]
    assert [arc[1:] for arc in one.arcs] == [
        (0, 1, "B", "b", "IN", "IN", "_", "_", 1),
        (1, 2, "CL", "cl", "NN", "NN", "gen=F|gen=M", "_", 1),
        (0, 2, "BCL", "_", "NN", "NNT", "_", "_", 1),
        (2, 3, "!", "_", "yyEXCL", "yyEXCL", "_", "_", 2),
    ]
    assert one.tokens == ["", ""]


def test_columns_of_conllul_and_words_without_a_line_of_their_own() -> None:
    file = conllul(UL)
    one = file.lattices[0]
    assert file.ids == ["s1"]
    assert one.tokens == ["BCL", "FLHM", "!"]
    assert [(arc.form, arc.token) for arc in one.arcs] == [
        ("B", 1), ("CL", 1), ("FLHM", 2), ("FL", 2), ("HM", 2), ("!", 3)
    ]  # fmt: skip
    assert one.arcs[1].misc == "goldId=2"
    assert (one.arcs[2].xpos, one.arcs[2].feats) == ("_", "Gender=Masc")
    assert file.warnings == ["1 arc has its features in the column XPOS, read as features"]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [SPMRL, UL])
def test_content_decides(text: str, ends: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes((text + "\n" + text).replace("\n", ends).encode())
    file = read_lattices(path)
    assert file.format == ("spmrl-lattice" if text is SPMRL else "conll-ul")
    assert len(file.lattices) == 2
    assert file.problems == {}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0\t1\ta\t_\tT\tT\t_", "7 columns; expected 8 between tabs"),
        ("a word", "1 column; expected 8 between tabs"),
        ("the\t1\ta\t_\tT\tT\t_\t1", "FROM is 'the'; expected the number of a state"),
        ("0\t-1\ta\t_\tT\tT\t_\t1", "TO is '-1'; expected the number of a state"),
        ("0\t1\t \t_\tT\tT\t_\t1", "FORM is empty; expected a segment"),
        ("0\t1\ta\t_\tT\tT\t_\tx", "TOKENID is 'x'; expected the number of a state"),
        (
            "0\t1\ta\t_\tT\tT\t_\t900000000",
            "TOKENID is 900000000; expected the number of a space-delimited word, at most 100000",
        ),
    ],
)
def test_a_bad_line_costs_its_sentence_only(line: str, reason: str) -> None:
    file = spmrl(f"{SPMRL}\n0\t1\tok\t_\tT\tT\t_\t1\n{line}\n\n{SPMRL}")
    assert [len(one) for one in file.lattices] == [4, 0, 4]
    assert {(one.index, one.line, one.reason) for one in file.problems.values()} == {(1, 7, reason)}
    assert file.lattices.single.tolist() == [False, False, False]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("0\t1\ta\t_\tT\tT\t_\t_", "8 columns; expected 9 (an arc) or 3 (a word) between tabs"),
        ("3\tthe\t_", "ID is '3'; expected the states of a space-delimited word, like 3-5"),
    ],
)
def test_a_bad_line_of_conllul(line: str, reason: str) -> None:
    file = conllul(f"{UL}\n{line}\n")
    assert [(one.index, one.line, one.reason) for one in file.problems.values()] == [(1, 11, reason)]


def test_where_files_are_chosen_it_is_told_as_well(tmp_path: Path) -> None:
    file = tmp_path / "f.conllul"
    file.write_text(f"{UL}\n3\tthe\t_\n", "utf-8")
    said, *_ = preview(str(file)).warnings
    reason = "ID is '3'; expected the states of a space-delimited word, like 3-5"
    assert said == f"1 of 2 sentences cannot be read: line 11, {reason}"


def test_words_without_arcs_are_told() -> None:
    assert conllul(UL + "\n0-1\ta\t_\n").problems[1].reason == "a sentence without arcs; expected lines of nine columns"


@pytest.mark.parametrize("text", ["(S (NP a))\n", "1\tShe\tshe\tPRON\t_\t_\t0\troot\t_\t_\n", "a b c\n"])
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text(text)
    with pytest.raises(ReadError, match=r"x:1: looks like no lattice; expected an SPMRL lattice \(8 columns"):
        read_lattices(path)


def test_a_file_without_one_good_line_is_refused() -> None:
    with pytest.raises(ReadError, match="f:2: 2 columns; expected 8"):
        spmrl("\nx\ty\n")


def test_formats_have_names(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("")
    assert read_lattices(path).warnings == ["the file is empty; expected at least one lattice"]
    with pytest.raises(UsageError, match="expected spmrl-lattice or conll-ul"):
        read_lattices(path, "conllu")
    assert len({one.name for one in LATTICE_READERS}) == len(LATTICE_READERS)


def test_numbers_of_states_have_a_limit() -> None:
    at_most, more = (spmrl(f"0\t{number}\ta\t_\tT\tT\t_\t1\n\n{SPMRL}") for number in (LARGEST, LARGEST + 1))
    assert at_most.problems == {} and at_most.lattices[0].last == LARGEST
    assert [one.reason for one in more.problems.values()] == [f"TO is '{LARGEST + 1}'; expected the number of a state"]


def test_names_of_sentences_and_empty_lines() -> None:
    arc = "0\t1\ta\t_\tT\tT\t_\t1\n"
    file = spmrl(f"\n# sent_id = one\n# text = x\n{arc}\n\n\n#sent_id=two\n#no name\n{arc}\n{arc}")
    assert file.ids == ["one", "two", None] and file.lines.tolist() == [2, 8, 12]
    assert file.warnings == ["2 superfluous empty lines; expected one between two lattices"]
    assert spmrl(f"{arc}\n\n{arc}").warnings == ["1 superfluous empty line; expected one between two lattices"]
    plain = spmrl(f"# sent_id_of = x\n{arc}\n")
    assert plain.ids is None and plain.warnings == []


def test_a_line_that_begins_with_a_hash_and_has_tabs_is_an_arc() -> None:
    assert (
        spmrl(f"{SPMRL}\n#\t1\ta\t_\tT\tT\t_\t1\n").problems[1].reason == "FROM is '#'; expected the number of a state"
    )


def test_a_file_without_any_good_line_is_refused_for_its_first() -> None:
    with pytest.raises(ReadError, match="f:2: 1 column; expected 8 between tabs"):
        spmrl("\nx\n\ny\tz\n")


def test_some_lattices_of_a_file() -> None:
    file = spmrl(f"# sent_id = one\n{SPMRL}\nbad\n\n{SPMRL}").chosen(np.array([2, -1, 1, 0]))
    assert [len(one) for one in file.lattices] == [4, 0, 0, 4]
    assert file.ids == [None, None, None, "one"] and file.lines.tolist() == [9, 0, 7, 1]
    assert {place: one.line for place, one in file.problems.items()} == {2: 7}
    assert spmrl(SPMRL).chosen(np.array([0])).ids is None


def test_only_the_first_fault_of_a_sentence_is_told() -> None:
    file = spmrl(f"{SPMRL}\n0\tx\ta\t_\tT\tT\t_\t1\n\ty\n\n{SPMRL}")
    assert [(one.line, one.reason) for one in file.problems.values()] == [
        (6, "TO is 'x'; expected the number of a state")
    ]
    assert len(file.lattices) == 3


# -- segmentation files ------------------------------------------------------------------------------------------------


def test_segments_may_hold_colons(tmp_path: Path) -> None:
    path = tmp_path / "x.seg"
    path.write_text("BCL\tB:CL\n\t:\n13:30!\t13:30:!\n\nend\tend")
    file = read_segmentation(path)
    assert file.sentences == [[("BCL", "B:CL"), ("", ":"), ("13:30!", "13:30:!")], [("end", "end")]]
    assert tokens_of(["B", "CL", ":", "13:30", "!"], file.sentences[0]) == [1, 1, 2, 3, 3]
    assert tokens_of(["B", "CL", ":"], file.sentences[0]) == "the segmentation has '13:30:!' where the tree has ''"
    assert tokens_of(["BCL"], file.sentences[0]) == "the segmentation has 'B:CL' where the tree has 'BCL'"
    assert tokens_of(["end", "more"], file.sentences[1]) == "the segmentation ends before 'more'"


def test_bad_segmentations(tmp_path: Path) -> None:
    path = tmp_path / "x.seg"
    path.write_text("a\ta\n\nb b\nc\tc\n\nd\t\n")
    file = read_segmentation(path)
    assert file.sentences == [[("a", "a")], [], []]
    expected = "expected a word, a tab, and its segments joined by colons"
    assert [(one.line, one.reason) for one in file.problems.values()] == [
        (3, f"1 column; {expected}"),
        (6, f"no segments; {expected}"),
    ]
    path.write_text("a b c\n")
    with pytest.raises(ReadError, match=r"x.seg:1: 1 column; expected a word"):
        read_segmentation(path)


def test_some_sentences_of_a_segmentation(tmp_path: Path) -> None:
    path = tmp_path / "x.seg"
    path.write_text("a\ta\n\nb b\n\n\nc\tc\nd\td:e\n")
    file = read_segmentation(path, "own")
    assert file.lines.tolist() == [1, 3, 6]
    some = file.chosen(np.array([2, -1, 1, 0]))
    assert some.sentences == [[("c", "c"), ("d", "d:e")], [], [], [("a", "a")]]
    assert some.lines.tolist() == [6, 0, 3, 1]
    assert {place: one.line for place, one in some.problems.items()} == {2: 3}
    assert (some.name, some.path) == (file.name, file.path) == ("own", str(path))


# -- real files --------------------------------------------------------------------------------------------------------

REAL = {
    "hebrew-spmrl/dev.ambiguous.lattices.gz": (500, 59758, 8531, 17),
    "hebrew-spmrl/dev.gold.lattices": (500, 11301, 8531, 0),
    "hebrew-spmrl/dev.yap.lattices": (500, 11426, 8531, 0),
    "hebrew-spmrl/test.gold.lattices.gz": (706, 16828, 12619, 0),
    "hebrew-spmrl/test.yap.lattices.gz": (706, 17049, 12619, 0),
    "hebrew-spmrl/raw-onlp/dev_hebtb-gold.lattices.gz": (500, 11301, 8531, 0),
    "hebrew-ud/dev.Apertium.conllul.gz": (484, 39922, 8358, 0),
    "hebrew-ud/dev.baseline.conllul.gz": (484, 23103, 8358, 9),
    "hebrew-ud/dev.heblex.conllul.gz": (484, 61269, 8358, 0),
    "hebrew-ud/test.heblex.conllul.gz": (491, 68193, 8829, 0),
    "turkish-imst/dev.ApertiumMA.conllul.gz": (975, 30286, 9707, 0),
    "turkish-imst/dev.baseline.conllul.gz": (975, 22588, 9707, 0),
    "turkish-imst/dev.trmorph2.conllul.gz": (975, 23351, 9707, 0),
}
"""Sentences, arcs, space-delimited words, sentences whose lattice has states that hang in the air."""


@pytest.mark.parametrize("name", [*REAL][:: stride(4)])
def test_real_lattices_load_whole(shared: Path, name: str) -> None:
    file = read_lattices(shared / "data" / name)
    table = file.lattices
    assert file.problems == {}
    broken = sum(bool(table[int(place)].problems) for place in table.suspicious)
    assert (len(table), len(table.source), len(table.tokens.forms), broken) == REAL[name]
    assert (table.token > 0).all()


def test_the_segmentation_of_yap_is_that_of_its_lattices(shared: Path) -> None:
    folder = shared / "data" / "hebrew-spmrl"
    file = read_segmentation(folder / "dev.yap.seg.txt")
    lattices = read_lattices(folder / "dev.yap.lattices").lattices
    treebank = read_dependencies(folder / "dev.yap.conll")
    assert isinstance(treebank, DependencyTreebank)
    for sentence, segments, lattice in zip(treebank.sentences, file.sentences, lattices, strict=True):
        assert tokens_of(sentence.words, segments) == [arc.token for arc in lattice.arcs]


def test_a_lattice_of_one_arc_is_one() -> None:
    assert CONLLUL.sniff(b"0\t1\ta\t_\tX\tX\t_\t_\t1\n")
    assert not CONLLUL.sniff(b"0-1\ta\t_\n")
    ranges = b"".join(b"%d-%d\ta\t_\n" % (word, word + 2) for word in range(3))
    assert CONLLUL.sniff(ranges + b"0\t1\ta\t_\tX\tX\t_\t_\t1\n")


@pytest.mark.parametrize("text", [SPMRL, UL, "# sent_id = 2\n0\t1\t \n\n\n0-1\tx\n\n" + UL.replace("0-2", "0-3")])
def test_the_tokenizer_and_its_twin_read_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_kernel("tokenizers")
    found = []
    for _ in range(2):
        file = (spmrl if text == SPMRL else conllul)(f"{text}\n{text}")
        arcs = [[tuple(arc) for arc in one.arcs] + one.tokens for one in file.lattices]
        found.append((arcs, file.lattices.symbols.texts, file.lines.tolist(), file.ids, file.problems, file.warnings))
        for module in (conll, lattice_files):
            monkeypatch.setattr(module, "kernel", interpreted)
    assert found[0] == found[1]


def test_words_of_conllul_that_overlap() -> None:
    """The longest span with a start names the word, none where another reaches beyond it; equal arcs are one, named by the last."""
    rows = [(0, 1, "a"), (0, 1, "b"), (1, 3, "c"), (2, 4, "d"), (5, 4, "e"), (5, 4, "f"), (5, 6, "g")]
    arcs = "".join(f"{source}\t{target}\t{form}\t_\t_\t_\t_\t_\t_\n" for source, target, form in rows)
    one = conllul(f"{arcs}6-8\tw\t_\n6-7\tv\t_\n6\t8\th\t_\t_\t_\t_\tm\tk\n").lattices[0]
    assert one.tokens == ["b", "", "g", "w"]
    assert [arc.token for arc in one.arcs] == [1, 1, 2, 2, 3, 3, 3, 4]
    assert one.arcs[-1].misc == "m|k"
