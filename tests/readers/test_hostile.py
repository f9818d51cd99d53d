"""Files made to exhaust memory, time or trust, each read by a process of its own that may have little of either."""

from __future__ import annotations

import bz2
import gzip
import lzma
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import stride

resource = pytest.importorskip("resource", reason="the limits of processes are those of POSIX")

MEMORY = 1500 << 20
MB = 1_000_000
FEW = MB // stride(4)
"""Of what need not be as much to be too much: by day a quarter of it is."""
DEEP = MB // stride(20)
"""Of brackets, of which five thousand are too many."""
READER = """
import os, resource, sys
import lxml.etree, numpy
from treecompare.errors import TreecompareError
from treecompare.readers import read_any
from treecompare.readers.lattice_files import read_lattices
from treecompare.reading import rules
for line in sys.stdin:
    most, memory, path, format = line.rstrip("\\n").split("\\t")
    child = os.fork()
    if child:
        print("ended with", os.waitpid(child, 0)[1], flush=True)
        continue
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
        try:
            with rules(most=int(most)):
                found = (read_lattices if format == "spmrl-lattice" else read_any)(path, format or None)
            print(found.format, len(found.lines), [problem.reason for problem in found.problems.values()][:1])
        except TreecompareError as error:
            print(str(error))
        sys.stdout.flush()
        status = 0
    finally:
        os._exit(status)
"""
"""Reads each file in a process of its own, which need not import everything anew."""

ROW = b"1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n"
ENTITIES = b'<!ENTITY l0 "haha">' + b"".join(b'<!ENTITY l%d "%s">' % (n + 1, (b"&l%d;" % n) * 10) for n in range(9))
LAUGHS = b'<!DOCTYPE corpus [%s]><corpus><body><s id="a"><graph>%%s</graph></s></body></corpus>' % ENTITIES
IN_XML = b"<corpus><body><s><graph>%s</graph></s></body></corpus>"
TOO_MANY = "(as more than 200,000 other sentences that cannot be read)"
FILES = {
    "brackets that open": (b"(" * 10 * DEEP, "", "nested deeper than 5,000; expected the tree of a sentence"),
    "brackets that close": (b"(S a)\n" + b")" * 10 * DEEP, "", "a bracket is closed that was not opened"),
    "a tree 10 million deep": (b"(S " * 5 * DEEP + b"a" + b")" * 5 * DEEP, "", "nested deeper than 5,000"),
    "lines that open": (b"(S (N a))\n" * 5 + b"(\n" * FEW, "", TOO_MANY),
    "lines with words": (b"(S (N a))\n" * 5 + b"x\n" * FEW, "", TOO_MANY),
    "numbered brackets": (b"(S (A 0=a))\n" + b"(A 1=a)\n" * FEW, "", TOO_MANY),
    "square brackets": (b"[S [A a]]\n" + b"[" * 3 * DEEP, "square", "nested deeper than 5,000"),
    "empty lines": (ROW + b"\n" * FEW, "", "conllu 1 []"),
    "empty sentences": (ROW * 3 + b"# sent_id\n\n" * FEW, "", TOO_MANY),
    "comments": (ROW * 3 + b"#\n" * 3 * MB + ROW, "", "there are 3,000,000 comments; expected words"),
    "rows of no words": (ROW + b"\t\n" * FEW, "", "conllu 1 []"),
    "lattices": (b"0\t1\ta\t_\tN\tN\t_\t1\n\n" * 3 + b"x\n\n" * FEW, "spmrl-lattice", TOO_MANY),
    "one sentence of an export file": (b"#FORMAT 3\n#BOS 1\n" + b"a A -- -- 0\n" * FEW, "", "expected #EOS 1"),
    "one sentence with an end": (
        b"#BOS 1\n" + b"a A -- -- 0\n" * FEW + b"#EOS 1\n",
        "export",
        "more than 100,000 words",
    ),
    "sentences without end": (b"#FORMAT 3\n" + b"#BOS 1\n" * FEW, "export", TOO_MANY),
    "numbers without end": (b"#FORMAT 3\n#BOS 1\na A -- -- %s\n#EOS 1\n" % (b"9" * 10 * FEW), "", "which is not there"),
    "a header of many columns": (
        b"# global.columns = ID FORM HEAD" + b"".join(b" C%d" % n for n in range(300_000)) + b"\n1\ta\t0\n\n",
        "",
        "3 columns; expected 300003",
    ),
    "one line": (
        b"#FORMAT 3\n#BOS 1\n" + b"a " * 5 * FEW + b"\n#EOS 1\n",
        "",
        f"the line has {5 * FEW} columns; expected 5",
    ),
    "one sentence of XML": (IN_XML % (b"<t/>" * 5 * MB), "", "more than 16 MB without the end of a sentence"),
    "an enormous attribute": (IN_XML % (b'<t id="%s"/>' % (b"x" * 12 * MB)), "", "expected"),
    "deep XML": (IN_XML % (b"<t>" * 3 * FEW), "", "Excessive depth in document"),
    "deep nodes": (b"<alpino_ds>" + b"<node>" * 2 * FEW, "", "Excessive depth in document"),
    "a billion laughs": (LAUGHS % b'<t id="b" word="&l9;"/>', "", "Maximum entity amplification factor exceeded"),
    "a billion laughs between words": (LAUGHS % b'<t id="b" word="w"/>&l9;', "", "Maximum entity amplification"),
    "a circle": (
        b"#FORMAT 3\n#BOS 1\na A -- -- 500\n#500 B -- -- 501\n#501 B -- -- 500\n#EOS 1\n",
        "",
        "is below itself",
    ),
}


Apart = Callable[..., str]


@pytest.fixture(scope="module")
def read_apart() -> Iterator[Apart]:
    with subprocess.Popen(
        [sys.executable, "-c", READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as reader:
        asked, answers = reader.stdin, reader.stdout
        assert asked is not None and answers is not None

        def read(path: Path, format: str = "", most: int = 400 * MB) -> str:
            asked.write(f"{most}\t{MEMORY}\t{path}\t{format}\n")
            asked.flush()
            said = answers.readline()
            assert answers.readline() == "ended with 0\n"
            assert len(said) < 800
            return said

        yield read
        asked.close()


@pytest.mark.parametrize("name", FILES)
def test_hostile_files_end_in_one_sentence(name: str, tmp_path: Path, read_apart: Apart) -> None:
    content, format, reason = FILES[name]
    (tmp_path / "hostile").write_bytes(content)
    assert reason in read_apart(tmp_path / "hostile", format)


@pytest.mark.parametrize("byte", [b"(", b"\n"][:: stride(2)])
@pytest.mark.parametrize("module", [gzip, bz2, lzma], ids=["gzip", "bzip2", "xz"])
def test_a_gigabyte_packed_in_a_small_file_is_never_unpacked_whole(
    module: Any, byte: bytes, tmp_path: Path, read_apart: Apart
) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(module.compress(byte * 10 * MB) * 100)  # one stream behind the other is one file
    assert path.stat().st_size < 10 * MB
    assert "holds more than 100.0 MB; expected at most 100.0 MB" in read_apart(path, most=100 * MB)


def test_a_gigabyte_of_one_bracket_is_refused_unread(tmp_path: Path, read_apart: Apart) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1000 * MB)  # no space is taken
    assert "holds 1,000.0 MB; expected at most" in read_apart(path)


def test_many_lines_are_refused_by_what_they_would_need(tmp_path: Path, read_apart: Apart) -> None:
    path = tmp_path / "lines"
    path.write_bytes(gzip.compress(b"(S (N a))\n" + b"\n" * 50 * MB, 1))
    assert "holds 50,000,001 lines, most of them empty or short; expected at most 12,000,000" in read_apart(
        path, most=200 * MB
    )


def test_xml_touches_no_other_file(tmp_path: Path, read_apart: Apart) -> None:
    secret = tmp_path / "secret"
    secret.write_text("(S (N secret))")
    outside = f'<!ENTITY l9 SYSTEM "file://{secret}"><!ENTITY % p SYSTEM "http://localhost:9/x.dtd"> %p;'
    for word in ("&l9;", "w"):
        text = (
            f'<!DOCTYPE corpus SYSTEM "http://localhost:9/a.dtd" [{outside}]><corpus><body><s id="a"><graph>'
            f'<t id="b" word="{word}"/>&l9;<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{secret}" parse="text"/>'
            "</graph></s></body></corpus>"
        )
        (tmp_path / "hostile").write_text(text)
        said = read_apart(tmp_path / "hostile")
        assert "(S (N" not in said
        assert (
            "is not well-formed XML" in said if word != "w" else "&l9; stands between words; it is not replaced" in said
        )


XML = (
    '<!DOCTYPE corpus [<!ENTITY a "A"><!ENTITY ab "&a;&lt;b"><!ENTITY t "%s">]><corpus><body>{0}'
    '<s id="s1"><graph><terminals><t id="s1_1" word="{1}" pos="N"/>{2}</terminals></graph></s>{0}%s</body></corpus>'
)
XML %= (
    "<t id='s1_2' word='x' pos='N'/>",
    '<s id="s2"><graph><terminals><t id="s2_1" word="b"/></terminals></graph></s>',
)


def test_entities_are_replaced_in_attributes_only(tmp_path: Path) -> None:
    """XML demands it there. Between elements they could bring words; where they are left out that is told."""
    from treecompare.readers import read_content

    found = read_content(XML.format("", "x&ab;", "").encode(), "gold.xml")
    assert [tree.brackets() for tree in found.trees] == ["(N xA<b)", "b"]
    assert (found.problems, found.warnings) == ({}, [])
    found = read_content(XML.format("", "w", "&t;").encode(), "gold.xml")
    assert [tree.brackets() for tree in found.trees] == ["", "b"]
    assert [one.reason for one in found.problems.values()] == [
        "the entity &t; stands between words; it is not replaced there"
    ]
    found = read_content(XML.format("&t;", "w", "").encode(), "gold.xml")
    assert [tree.brackets() for tree in found.trees] == ["(N w)", "b"]
    assert found.warnings == ["2 entities stand between sentences and nothing in their place; the first is &t;"]


@pytest.mark.parametrize("name", ["../up.mrg", "a/../../up.mrg", "a\nb.mrg", "-", "x" * 300, "nul\0.mrg"])
def test_names_play_no_tricks_when_trees_are_converted(name: str, tmp_path: Path) -> None:
    """A file is written where its name says, or not at all; what is there already stays if nothing can be written."""
    from treecompare.__main__ import main

    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "gold.mrg").write_text("(S (N a))\n")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    status = main(["convert", str(folder / "gold.mrg"), name if name == "-" else f"{folder}/{name}"])
    new = {path for path in tmp_path.rglob("*") if path.is_file()} - set(before)
    assert all(path.read_bytes() == content for path, content in before.items())
    due = {"../up.mrg": tmp_path / "up.mrg", "a\nb.mrg": folder / "a\nb.mrg"}
    assert new == ({due[name]} if name in due else set())
    assert status == (0 if name in due or name == "-" else 2)
