"""Reading any file: what is read at all, how much of it, and in which encodings; one sentence each where it is not."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from treecompare import reading
from treecompare.cli import run_command
from treecompare.comparison.judgements import (
    Judgements,
    as_lines,
    judgement_rows,
    read_judgements,
    read_scheme,
)
from treecompare.comparison.schemes.files import read_functions, read_zero_costs
from treecompare.errors import ReadError, TooLarge, UsageError
from treecompare.mappings.edits import read_costs
from treecompare.readers import read, read_any, read_dependencies
from treecompare.readers.lattice_files import read_lattices, read_segmentation
from treecompare.reading import escaped, lines_of, rules, treebank_name, unescaped, whole_number, words_of
from treecompare.trees.head_rules import head_rules, read_head_rules
from treecompare.trees.preparation import parameters, read_parameters

SMALL: dict[str, tuple[Callable[[str], object], str]] = {
    "costs": (read_costs, "NP Ä 0.5\nVP NP 1\n"),
    "head rules": (read_head_rules, "[heads]\nÄ left NP\n* left\n"),
    "parameters": (read_parameters, "DELETE_LABEL Ä\nCUTOFF_LEN 7\n"),
    "judgements": (lambda path: read_judgements(path, ["1"]), "1\tÄ\n1\tb\n"),
    "scheme": (read_scheme, "Ä\t\tmeaning\nÄ\tb\tmeaning\n"),
    "zero costs": (read_zero_costs, "Ä b\nc d\n"),
    "functions": (read_functions, "Ä b\nc\n"),
}
TREEBANKS: list[Callable[[str], object]] = [read, read_any, read_dependencies, read_lattices, read_segmentation]
EVERY = [*(reader for reader, _ in SMALL.values()), *TREEBANKS, head_rules, parameters]


def shown(found: object) -> str:
    """What was read, without where it was read from."""
    return repr(found).replace("path=", "")


@pytest.mark.parametrize("kind", SMALL)
def test_small_files_in_all_encodings_and_line_ends(kind: str, tmp_path: Path) -> None:
    reader, text = SMALL[kind]
    path = tmp_path / "file.txt"
    path.write_bytes(text.encode())
    expected = shown(reader(str(path)))
    assert "Ä" in expected
    for data in (
        b"\xef\xbb\xbf" + text.encode(),
        b"\xef\xbb\xbf" * 2 + text.encode(),
        text.encode("utf-16"),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r").encode(),
        text.removesuffix("\n").encode(),
        gzip.compress(text.encode(), mtime=0),
    ):
        path.write_bytes(data)
        assert shown(reader(str(path))) == expected, data


@pytest.mark.parametrize("kind", SMALL)
def test_small_files_in_latin1_are_refused_with_their_line(kind: str, tmp_path: Path) -> None:
    reader, text = SMALL[kind]
    path = tmp_path / "file.txt"
    path.write_bytes(("#\n\n" + text).encode("latin-1"))
    with pytest.raises(ReadError, match=r"is not UTF-8; .*; expected") as raised:
        reader(str(path))
    assert raised.value.line == 3 + text[: text.index("Ä")].count("\n")


@pytest.mark.timeout(20)
@pytest.mark.parametrize("reader", EVERY)
def test_only_regular_files_are_read(reader: Callable[[str], object], tmp_path: Path) -> None:
    """And nothing waits for whoever might write into a pipe, not even where the command line allows what shells hand over."""
    pipe, listening = tmp_path / "pipe", tmp_path / "socket"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(listening))
        for path, what in (
            (pipe, "a pipe"),
            (listening, "a socket"),
            (tmp_path, "a folder"),
            ("/dev/zero", "a device"),
        ):
            for streams in (False, True):
                with rules(streams), pytest.raises(ReadError, match=f"is {what}; expected"):
                    reader(str(path))


def test_what_becomes_a_pipe_behind_the_first_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_text("(S (N a))")
    is_first = [True]

    def looks_regular(path: str, found: os.stat_result, expected: str) -> None:
        if not is_first.pop():
            check(path, found, expected)
        is_first.append(False)

    check = reading._check_regular
    monkeypatch.setattr(reading, "_check_regular", looks_regular)
    with pytest.raises(ReadError, match="is a pipe"):
        read(str(pipe))


def test_what_a_shell_hands_over_is_read_where_allowed() -> None:
    ends = os.pipe()
    os.write(ends[1], b"(S (N a))")
    os.close(ends[1])
    path = f"/dev/fd/{ends[0]}"
    with pytest.raises(ReadError, match="is a pipe"):
        read(path)
    with rules(streams=True):
        assert read(path).trees[0].brackets() == "(S (N a))"
    os.close(ends[0])
    with pytest.raises(ReadError, match="standard input is not read here"):
        read_any("-")


@pytest.mark.parametrize("data", [b"(S (N a))\n" * 200, gzip.compress(b"(S (N a))\n" * 200)], ids=["plain", "gzip"])
def test_a_limit_on_size(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "trees.mrg"
    path.write_bytes(data)
    with rules(most=2000):
        assert len(read(str(path)).trees) == 200
    with rules(most=1999), pytest.raises(TooLarge, match="expected at most 1,999 bytes") as raised:
        read(str(path))
    error = raised.value
    assert (error.limit, error.size) == (1999, None if data.startswith(b"\x1f") else 2000)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.size, again.limit) == (str(error), error.size, error.limit)
    assert len(read(str(path)).trees) == 200


def test_a_bomb_is_unpacked_no_further_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "bomb.mrg.gz"
    path.write_bytes(gzip.compress(bytes(50_000_000), mtime=0))
    program = (
        "import resource, sys; from treecompare.errors import TooLarge; from treecompare.readers import read\n"
        "from treecompare.reading import rules\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "with rules(most=1_000_000):\n"
        "    try: read(sys.argv[1])\n"
        "    except TooLarge: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 20_000, "KiB"


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, bytes])
def test_the_files_of_a_treebank_count_together(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Unpacked, while they are read: the third one is not even unpacked."""
    for number in range(9):
        (tmp_path / f"w_{number}.mrg").write_bytes(pack(b"(S (N a))\n" * 200))
    for path in (str(tmp_path), str(tmp_path / "*.mrg")):
        for most, is_read in ((18_000, True), (17_999, False), (2_000, False)):
            with reading.rules(most=most):
                if is_read:
                    assert len(read(path).trees) == 1800
                    continue
                with pytest.raises(TooLarge) as raised:
                    read(path)
            assert (raised.value.path, raised.value.limit) == (path, most)
            assert "expected at most" in str(raised.value)
            assert len(read(path).trees) == 1800


def test_packed_files_of_a_treebank_need_no_more_memory_than_one(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"w_{number}.mrg.gz").write_bytes(gzip.compress(b"(S (N a))\n" * 100_000, 1, mtime=0))
    program = (
        "import resource, sys; from treecompare.errors import TooLarge; from treecompare.readers import read\n"
        "from treecompare.reading import rules\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "with rules(most=1_500_000):\n"
        "    try: read(sys.argv[1])\n"
        "    except TooLarge: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 60_000, "KiB"


def test_lines_of_the_files_of_a_treebank_count_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "ALWAYS_READ", 0)
    for number in range(9):
        (tmp_path / f"w_{number}.mrg").write_text("(S (N a))\n" + "\n" * 100)
    (tmp_path / "just.txt").write_text("(S (N a))\n" + "\n" * 359)
    with reading.rules(most=6_000):
        assert len(read(str(tmp_path / "w_[0-2].mrg")).trees) > 2
        assert read(str(tmp_path / "just.txt")).trees[0].words == ["a"]
        (tmp_path / "just.txt").unlink()
        with pytest.raises(
            ReadError, match=r"holds 404 lines, most of them empty or short; expected at most 360"
        ) as raised:
            read(str(tmp_path))
    assert raised.value.path == str(tmp_path)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_what_stands_behind_packed_content(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """Further streams are content, zeros are padding, anything else is damage: it may be all that is left of a treebank."""
    path, trees = tmp_path / "trees.mrg.packed", [b"(S (N a%d))\n" % number for number in range(5000)]
    first, second = pack(b"".join(trees[:4000])), pack(b"".join(trees[4000:]))
    for whole in (first + second, first + bytes(8) + second + bytes(512), first + pack(b"") * 500 + second):
        path.write_bytes(whole)
        assert [tree.words for tree in read(path).trees] == [[f"a{number}"] for number in range(5000)]
    for behind in (b"garbage", b"(S (N a))\n" * 2000, second[:-20], second[:9], bytes(8) + b"x", first[:1]):
        path.write_bytes(first + behind)
        with pytest.raises(ReadError, match=r"is a damaged (gzip|bzip2|xz) file"):
            read(path)


def test_the_usual_limit_is_a_part_of_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_available_memory", lambda: 12 << 30)
    assert reading.usual_limit() == 1 << 30
    monkeypatch.setattr(reading, "_available_memory", lambda: 0)
    assert reading.usual_limit() == reading.ALWAYS_READ
    monkeypatch.undo()
    assert reading._available_memory() > 1 << 20


def test_the_command_line_says_how_to_read_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text("(S (N a))\n" * 200)
    for command in (["score"], ["stats"], ["search", "S"], ["functions"], ["rank"], ["align", "--sentence", "1"]):
        files = [str(path)] * (1 if command[0] in ("stats", "search", "functions") else 2)
        assert run_command([*command, *files, "--max-bytes", "1K"]) == 2
        assert "holds 2,000 bytes; expected at most 1,000 bytes; --max-bytes N allows more" in capsys.readouterr().err
        assert run_command([*command, *files, "--max-bytes", "2k"]) == 0
    assert run_command(["convert", str(path), "-", "--max-bytes", "1999"]) == 2
    given = ["tedeval", "--gold", str(path), "--system", str(path), "--measures", "tedeval"]
    assert run_command([*given, "--max-bytes", "1999"]) == 2
    for wrong in ("0", "-1", "1.5G", "G", "²", "9" * 5000, "1e9", ""):
        with pytest.raises(SystemExit):
            run_command(["stats", str(path), f"--max-bytes={wrong}"])
        assert "is not a number of bytes, like 500M or 2G" in capsys.readouterr().err


def test_memory_that_runs_out_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "trees.mrg"
    path.write_text("(S (N a))\n")

    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("treecompare.readers.brackets._lines", full)
    assert run_command(["stats", str(path)]) == 2
    assert capsys.readouterr().err.startswith("treecompare: the memory is full; expected smaller files")


@pytest.mark.parametrize("value", ["²", "--5", "-", "", "5.0", "٣", "+5", "1_0"])
def test_numbers_of_parameter_files(value: str, tmp_path: Path) -> None:
    path = tmp_path / "own.prm"
    path.write_text(f"CUTOFF_LEN {value}\n", "utf-8")
    with pytest.raises(ReadError, match="expected"):
        read_parameters(str(path))


def test_numbers_of_many_digits(tmp_path: Path) -> None:
    assert whole_number("0" * 5000 + "7", 9) == 7
    assert whole_number("7" * 5000, 9) == 9
    assert (whole_number("10", 9), whole_number("9", 9), whole_number("0", 9)) == (9, 9, 0)
    assert [whole_number(text, 9) for text in ("", "-1", "²", "٣", " 1")] == [None] * 5
    path = tmp_path / "file"
    path.write_text(f"CUTOFF_LEN {'7' * 5000}\n")
    assert read_parameters(str(path)).cutoff == 1_000_000_000
    path.write_text(f"0\t{'9' * 5000}\ta\ta\tN\tN\t_\t1\n\n0\t1\ta\ta\tN\tN\t_\t{'0' * 5000}1\n")
    found = read_lattices(str(path), "spmrl-lattice")
    assert found.problems[0].reason.startswith("TO is '9999") and 1 not in found.problems


@pytest.mark.parametrize("option", ["--max-length", "--jobs", "--limit"])
@pytest.mark.parametrize("value", ["²", "7" * 5000, "0", "-1", "1.5", ""])
def test_numbers_of_options(option: str, value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        run_command(["rank", "gold", "test", f"{option}={value}"])
    error = capsys.readouterr().err
    assert raised.value.code == 2 and error.count("\n") == 1 and len(error) < 200
    assert "is not a number from 1 to 1,000,000,000" in error


@pytest.mark.parametrize("value", ["-1", "7" * 5000, "²"])
def test_seeds(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run_command(["significance", "gold", "one", "two", f"--seed={value}"])
    assert "is not a number from 0 to 1,000,000,000" in capsys.readouterr().err


ONE_BY_ONE = """
import json, sys
from treecompare.__main__ import main
for words in json.loads(sys.argv[1]):
    try:
        status = main(words)
    except SystemExit as error:
        status = error.code
    print("status", status)
"""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_that_cannot_hold_all_characters(encoding: str, tmp_path: Path) -> None:
    """Names of files that are no text, and words that the output's encoding lacks; JSON stays JSON."""
    import json

    gold = tmp_path / "gold.mrg"
    gold.write_text("(S (Nшé (N a)))\n", "utf-8")
    name = os.fsdecode(os.fsencode(str(tmp_path)) + b"/te\xe9.mrg")
    Path(name).write_text("(S (Nшé (N a)))\n", "utf-8")
    commands = [
        ["score", str(gold), name, "--measures", "e.whole.dice", "--format", "json"],
        ["report", "labels", str(gold), name],
        ["tedeval", "--help"],
    ]
    done = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE, json.dumps(commands)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=True,
    )
    scores, labels, _, _ = done.stdout.decode(encoding).split("status 0\n")
    assert b"Traceback" not in done.stderr
    found = json.loads(scores)
    assert found["systems"][0]["name"] == treebank_name(name) == "te\\udce9"
    label = {"ascii": "N\\u0448\\u00e9", "latin-1": "N\\u0448é", "utf-8": "Nшé"}[encoding]
    assert label in labels


def test_names_that_are_too_long_or_odd(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a" * 5000, "a\0b", f"{'a' * 300}/b"):
        assert not reading.exists(name)
        with pytest.raises(UsageError):
            parameters(name)
        with pytest.raises(UsageError):
            head_rules(name)
        assert run_command(["score", name, name]) == 2
        assert capsys.readouterr().err.count("\n") == 1


# ---- what begins with # ----


@pytest.mark.parametrize(
    "label", ["#", "##", "#NP", "\\#", "\\\\#", "\\", "\\NP", "NP#", "$", "-LRB-", "a\u00a0b", "\u0085"]
)
def test_labels_come_back_from_tables_of_costs(label: str, tmp_path: Path) -> None:
    assert unescaped(escaped(label)) == label and not escaped(label).startswith("#")
    path = tmp_path / "costs.tsv"
    path.write_text(f"{escaped(label)}\tNP\t0.3\nVP\t{label}\t1.5\n", "utf-8")
    found = read_costs(str(path))
    assert (found[label, "NP"], found["NP", label], found["VP", label]) == (0.3, 0.3, 1.5)


@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("#\t$\t0.5", ("#", "$")),  # as older versions wrote it
        ("\\# $ 0.5", ("#", "$")),
        ("\\#NP VP 0.5", ("#NP", "VP")),
        ("# $ 0.5", None),
        ("#NP\tVP\t0.5", None),
        ("# NP VP 0.5", None),
        ("#\tlabel\tcost", None),
        ("  # label 1", None),
    ],
)
def test_comments_of_tables_of_costs(line: str, pair: tuple[str, str] | None, tmp_path: Path) -> None:
    path = tmp_path / "costs.tsv"
    path.write_text(f"{line}\nA B 1\n")
    assert set(read_costs(str(path))) - {("A", "B"), ("B", "A")} == (set() if pair is None else {pair, pair[::-1]})


def test_what_begins_with_a_hash_in_other_tables(tmp_path: Path) -> None:
    path = tmp_path / "table"
    judged = Judgements({"#1": {0, 1}, "tab\tin it": {1}}, {(0, "malt", "#1"): "#A"}, {(1, "malt", "#1"): True})
    ids = ["#s1", "\\#s2"]
    Path(path).write_text(as_lines(judgement_rows(judged, ids)), "utf-8")
    judged.phenomena["tab in it"] = judged.phenomena.pop("tab\tin it")
    assert read_judgements(str(path), ids) == judged
    path.write_text("# a comment\nsentence\tphenomenon\n1\tPP\n")
    assert read_judgements(str(path), ids).phenomena == {"PP": {0}}
    path.write_text("# comment\n\\#a b\nb #a\n")
    assert read_zero_costs(str(path)) == (("#a", "b"), ("b", "#a"))
    path.write_text("# comment\npunctuation # ,\n[heads]\n\\# left # > NN\n* left\n[relations]\n\\#REL #\n")
    table = read_head_rules(str(path))
    assert table.heads[0].mothers[0].category == "#" and table.heads[0].steps[0].patterns[0].category == "#"
    assert table.relations[0].relation == "#REL"
    path.write_text("# comment\nDELETE_LABEL #\n")
    assert read_parameters(str(path)).deleted == {"#"}


def test_lines_and_words() -> None:
    assert lines_of("a\u2028b\x85\x0bc\r\nd\re\n\nf") == ["a\u2028b\x85\x0bc", "d", "e", "", "f"]
    assert words_of(" a\u00a0b\t\x0bc ") == ["a\u00a0b", "c"]
