"""Opening files: each failure is one sentence, and what can be read is read."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from treecompare.errors import ReadError, UsageError
from treecompare.readers import DEPENDENCY_READERS, READERS, Reader, read, read_any, read_dependencies
from treecompare.readers.lattice_files import LATTICE_READERS, read_lattices
from treecompare.reading import rules

TREE = "(S (N café))"


def file(folder: Path, data: bytes, name: str = "trees.mrg") -> str:
    (folder / name).write_bytes(data)
    return str(folder / name)


@pytest.mark.parametrize(
    ("data", "warning"),
    [
        (TREE.encode(), None),
        (b"\xef\xbb\xbf" + TREE.encode(), None),
        (gzip.compress(TREE.encode(), mtime=0), None),
        (f"(S (N a))\n{TREE}".encode("latin-1"), "read as iso-8859-1, because line 2 is not UTF-8"),
        (
            f"(S (N ä))\n{TREE}\n".encode() + f"(S (N b))\n{TREE}".encode("latin-1"),
            "encodings are mixed: line 4 is not UTF-8 and read as iso-8859-1, the others are UTF-8",
        ),
        (
            f"(S (N ä))\n{TREE}\n".encode() + f"{TREE}\n{TREE}".encode("latin-1"),
            "encodings are mixed: 2 lines, the first line 3, are not UTF-8 and read as iso-8859-1, the others are UTF-8",
        ),
        (
            "(S (N ä))\n".encode() + f"{TREE}\n{TREE}".encode("latin-1"),
            "read as iso-8859-1, because line 2 is not UTF-8 (though line 1 is: are encodings mixed?)",
        ),
        (TREE.encode("utf-16"), "read as UTF-16"),
        (f"(S (N a))\r{TREE}\r".encode(), None),
        (f"(S (N a))\r\n{TREE}\r\n".encode(), None),
        (gzip.compress(b"(S (N a))\n", mtime=0) + gzip.compress(TREE.encode(), mtime=0), None),
    ],
)
def test_encodings(data: bytes, warning: str | None, tmp_path: Path) -> None:
    with rules(encodings={"": "iso-8859-1"}):
        treebank = read(file(tmp_path, data))
    assert treebank.trees[-1].brackets() == TREE
    assert treebank.warnings == ([warning] if warning else [])
    assert treebank.name == "trees"


def test_an_empty_file_is_no_sentences_and_a_warning(tmp_path: Path) -> None:
    treebank = read(file(tmp_path, b""))
    assert len(treebank.trees) == 0
    assert treebank.warnings == ["the file is empty; expected at least one tree"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x7fELF\x02\x01\x00\x00", "is not a text file; expected a text file of trees"),
        (bytes(range(1, 9)) * 100, "is not a text file; expected a text file of trees"),
        (gzip.compress(TREE.encode(), mtime=0)[:-5], "is a damaged gzip file"),
        (TREE.encode("utf-32"), "is in UTF-32"),
        (TREE.encode("utf-32-be"), "is in UTF-32"),
        (b"\xff\xfe(", "begins like UTF-16 and is not"),
        (b"foo (S (N a))", "expected a bracketed tree that begins with '(', found 'foo (S (N a))'"),
        (b"just words", "does not look like a treebank: it begins with 'just words'; expected "),
    ],
)
def test_what_cannot_be_read(data: bytes, reason: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError) as raised:
        read(file(tmp_path, data))
    assert raised.value.reason.startswith(reason)
    assert str(raised.value).startswith(str(tmp_path))
    assert "\n" not in str(raised.value)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="there is no such file; expected a text file of trees"):
        read(str(tmp_path / "nothing.mrg"))
    with pytest.raises(ReadError, match="is a folder; expected a text file of trees"):
        read(str(tmp_path))


def test_names_and_formats(tmp_path: Path) -> None:
    path = file(tmp_path, TREE.encode(), "bllip.v2.mrg")
    assert read(path).name == "bllip.v2"
    assert read(path, "brackets", "mine").name == "mine"
    assert read(Path(path)).path == path


@pytest.mark.parametrize(
    ("reading", "readers"),
    [(read_any, (*READERS, *DEPENDENCY_READERS)), (read_lattices, LATTICE_READERS)],
)
def test_a_format_is_chosen_by_name_whatever_the_content(
    reading: Callable[..., Any], readers: Sequence[Reader[Any]], tmp_path: Path
) -> None:
    path = file(tmp_path, b"anything\n", "one.two.txt")
    names = " or ".join(one.name for one in readers)
    with pytest.raises(UsageError, match=f"^there is no format 'xml'; expected {names}$"):
        reading(path, "xml")
    for one in readers:
        seen = []

        def note(*given: Any, seen: list[Any] = seen) -> SimpleNamespace:
            seen.append(given)
            return SimpleNamespace(warnings=["of the content"], check_read=lambda: None)

        usual = one.read
        object.__setattr__(one, "read", note)
        try:
            assert reading(path, one.name, "mine").warnings == ["of the content"]
            reading(Path(path), one.name)
        finally:
            object.__setattr__(one, "read", usual)
        assert seen == [(b"anything\n", path, "mine"), (b"anything\n", path, "one.two")]


@pytest.mark.parametrize("reading", [read, read_dependencies, read_any, read_lattices])
def test_warnings_about_the_encoding_come_first(reading: Callable[..., Any], tmp_path: Path) -> None:
    content = {
        read: f"{TREE}\n",
        read_any: f"{TREE}\n",
        read_dependencies: "1\té\t_\tX\t_\t_\t0\troot\t_\t_\n\n",
        read_lattices: "0\t1\té\t_\tN\tN\t_\t1\n\n",
    }[reading]
    path = file(tmp_path, content.encode("latin-1"), "x")
    with pytest.raises(ReadError, match="x:1: is not UTF-8; it may be in iso-8859-1, "):
        reading(path)
    with rules(encodings={"": "iso-8859-1"}):
        found = reading(path)
    assert found.warnings[0] == "read as iso-8859-1, because line 1 is not UTF-8"


@pytest.mark.parametrize(
    ("name", "format"),
    [("a.mrg", "brackets"), ("a.conllu", "conllu"), ("a.conllx.gz", "conllu"), ("a.conll", "conllu")],
)
def test_the_name_of_an_empty_file_says_what_it_would_hold(name: str, format: str, tmp_path: Path) -> None:
    assert read_any(file(tmp_path, b" \n", name)).format == format


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(gzip.compress(TREE.encode(), mtime=0))))
    with pytest.raises(ReadError, match="standard input is not read here"):
        read("-")
    with rules(streams=True):
        treebank = read("-")
    assert treebank.trees[0].brackets() == TREE
    assert (treebank.name, treebank.path) == ("standard input", "-")
