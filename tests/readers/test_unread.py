"""Formats that are known by name only: refused, and nothing else is taken for one of them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from treecompare.__main__ import main
from treecompare.errors import ReadError
from treecompare.readers import are_plain_trees, read, read_any, read_dependencies
from treecompare.readers.brackets import BRACKETS
from treecompare.readers.formats import START, UNREAD, by_content, unread
from treecompare.readers.lattice_files import read_lattices

SDP = "#SDP 2015\n#22\n1\tHe\the\tPRP\t-\t+\t_\n"
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
WORD = "1\tShe\tshe\tPRON\tPRP\t_\t0\troot\t_\t_"

FOREIGN = [
    ("ID=wsj_0001.1 PARSER=GOLD NUMPARSE=1\n(<T S[dcl] 0 2> (<L NP NNP NNP Vinken NP>) )\n", "CCGbank's AUTO format"),
    ("# ::snt He wants.\n(w / want-01\n   :ARG0 (h / he))\n", "AMR graphs (PENMAN)"),
    ("(w / want-01 :ARG0 (h / he))\n", "AMR graphs (PENMAN)"),
    ("#1:1.[4257] NP(Head:Neu:一)#。(PERIODCATEGORY)\r\n#2:2.[3] NP(Head:Nad:b)#\r\n", "the Sinica Treebank's format"),
    (SDP, "SDP graphs"),
    ("#20001001\n1\tThe\tthe\tDT\t-\t-\t_\t_\n2\tdog\tdog\tNN\t+\t+\t_\tARG1\n", "SDP graphs"),
    ("#FORMAT=WebAnno TSV 3.2\n\n\n#Text=a\n1-1\t0-1\ta\tDET\tdet\tbasic\t1-2\n", "WebAnno TSV 3"),
    ("The DT (S(NP* * - (A1*\ndog NN *) * - *)\n\nshe PRP (NP*) * - *\n", "CoNLL-2005"),
    (WORD + "\t_" * 9 + "\n\n", "CoNLL-U-Lex"),
    ("<!DOCTYPE html>\n<p>404</p>", "HTML"),
    ("<html><body>(S (N a))</body></html>", "HTML"),
    (XML + '<lm id="a" xmlns="http://ufal.mff.cuni.cz/pdt/pml/"><x/></lm>', "PML (Prague)"),
    (XML + '<FoLiA xmlns="http://ilk.uvt.nl/folia">', "FoLiA"),
    (XML + '<D-Spin version="0.4"/>', "TCF"),
    (XML + '<treebank version="1"><sentence id="1"><word id="1" form="a" head="0" relation="PRED"/>', "the XML of the "
     "Perseus treebanks"),
    (XML + "<SENT nb='1'><NP>le</NP></SENT>", "XML"),
    ('[{"text": "(S (N a))"}]\n', "JSON"),
    ('{"tokens": ["a"]}\n{"tokens": []}\n', "JSON"),
    ("{\\rtf1\\ansi (S (N a))}", "RTF"),
    ("id,form,head\n1,She,2\n2,sleeps,0\n", "a table with commas (CSV)"),
]  # fmt: skip


def file(folder: Path, data: str | bytes, name: str = "pcc.export") -> str:
    (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return str(folder / name)


@pytest.mark.parametrize(("content", "title"), FOREIGN)
def test_what_cannot_be_read_is_refused_by_name(content: str, title: str, tmp_path: Path) -> None:
    path = file(tmp_path, content)
    for reading in (read, read_any, read_dependencies, read_lattices):
        with pytest.raises(ReadError) as raised:
            reading(path)
        assert str(raised.value).startswith(f"{path}: looks like {title}, which is not read yet; expected ")
        assert "\n" not in str(raised.value)


@pytest.mark.parametrize("change", [lambda data: b"\xef\xbb\xbf" + data, gzip.compress, lambda data: b"\n \n" + data])
def test_marks_and_blanks_before_it_do_not_matter(change: object, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="looks like SDP graphs, which is not read yet"):
        read_any(file(tmp_path, change(SDP.encode())))  # type: ignore[operator]


def test_every_format_has_a_file_here() -> None:
    assert {title for _, title in FOREIGN} == {one.title for one in UNREAD}


@pytest.mark.parametrize(
    "content",
    [
        "(S (N 0=Auf) (V b))\n",
        "(S (N a))\n(S (N 0=Auf))\n",
        "(S (N 1=Auf))\n",
        "(S (N 1) (V 2))\n",
        "(S (N / ) (V :b))\n",
        "(NP (: /) (: :ARG0 ))\n",
        "( (S (: :) (, ,)))\n",
        "(())\n",
        "(<T> (<L> a))\n",
        '(S\n  (N "a)\n  (: :t))\n',
        f"#BOS 1\n{WORD}\n\n",
        f"# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n{WORD}\n\n",
        f"#SDPA\n{WORD}\n\n",
        "<s>\tX\t0\nword\tX\t1\n\n",
        "[\tX\t0\n{\tX\t1\n\n",
        "a,b,c\tX\t0\nd,e,f\tX\t1\n\n",
        "(S (N a,b,c))\n(S (N d,e,f))\n",
        "",
    ],
)
def test_what_only_has_something_of_it_is_read(content: str, tmp_path: Path) -> None:
    found = read_any(file(tmp_path, content))
    assert not found.problems
    assert len(found.lines) == bool(content) * (1 + content.count("\n(S"))


def test_the_name_of_a_format_decides_against_the_content(tmp_path: Path) -> None:
    found = read_any(file(tmp_path, "(ROOT (VP (ADV 1=jetzt) (VVPP 0=gelegt)))\n"), "brackets")
    assert found.format == "brackets"


def test_a_file_of_which_no_tree_can_be_read_is_refused(tmp_path: Path) -> None:
    path = file(tmp_path, "(unopened))\nof prose\nSmall (files)\n")
    for reading in (read, read_any):
        with pytest.raises(ReadError, match=r"export:1: a bracket is closed that was not opened"):
            reading(path)
    with pytest.raises(ReadError, match=r"1 bracket is not closed; expected a balanced tree$"):
        read(file(tmp_path, "(S (N a)\n"))
    assert len(read(file(tmp_path, "(S (N a))\n(S (N a)\n")).problems) == 1


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n1 0 obj\n(S (N a))", "is a PDF document"),
        (b"PK\x03\x04\x14\x00", "is a zip archive or an office document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "is an office document"),
        (b"SQLite format 3\0", "is a database, as comparison files are"),
        (b"BZh91AY&SY", "is a damaged bzip2 file (Compressed file ended before the end-of-stream marker was reached)"),
        (b"\xfd7zXZ\0\0", "is a damaged xz file (Compressed file ended before the end-of-stream marker was reached)"),
        (b"\x28\xb5\x2f\xfd\x04", "is compressed with zstd"),
        (b"7z\xbc\xaf\x27\x1c", "is a 7z archive"),
        (b"a.mrg" + bytes(252) + b"ustar", "is a tar archive"),
        (gzip.compress(b"a.mrg" + bytes(252) + b"ustar", mtime=0), "is a tar archive"),
        (b"\x89PNG\r\n", "is an image"),
        (b"\xff\xd8\xff\xe0", "is an image"),
        ("(S (N a))".encode("utf-16-le"), "looks like UTF-16 without a byte order mark"),
        ("(S (N a))".encode("utf-16-be"), "looks like UTF-16 without a byte order mark"),
        (b"(S (N a))\n" * 30 + b"(S (N \0))", ":31: holds a NUL byte, which no text does"),
    ],
)
def test_what_is_no_text_is_told_by_name(data: bytes, what: str, tmp_path: Path) -> None:
    path = file(tmp_path, data)
    with pytest.raises(ReadError) as raised:
        read_any(path)
    assert str(raised.value).startswith(f"{path}{what}" if what.startswith(":") else f"{path}: {what}")
    assert "; expected a text file of trees" in str(raised.value)


def test_the_command_line_says_so_and_scores_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = file(tmp_path, "(S (N a))\n", "gold.mrg")
    assert main(["score", gold, file(tmp_path, SDP)]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert "pcc.export: looks like SDP graphs, which is not read yet" in err
    assert err.count("\n") == 1


def test_real_files_are_taken_for_what_they_are(shared: Path) -> None:
    """By their names: those of other formats are refused by name, no other is."""
    own = {"sinica-first300.crlf.txt": "the Sinica Treebank's format"}
    seen, plain = set(), set()
    for path in sorted((shared / "data").rglob("*")):
        if path.is_file():
            with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as opened:
                start = opened.read(2 * START)
            name = path.name.removesuffix(".gz")
            title = own.get(name)
            assert unread(start) == title, path
            if are_plain_trees(start):  # what is not shown to other formats is of none
                assert by_content(start, name) is BRACKETS, path
                plain.add(name)
            seen.add(title)
    assert seen == {*own.values(), None}
    assert {"gold.mrg", "bllip.mrg"} <= plain
