"""treecompare convert, and --as-dependencies of the commands that compare."""

from __future__ import annotations

import gzip
import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import stride
from tests.kernels import interpreted
from treecompare import resources
from treecompare.cli import run_command
from treecompare.cli.options import with_table
from treecompare.trees.head_rules import shipped

TREES = """( (S (NP-SBJ (PRP I)) (VP (VBP eat) (NP (NNS beans))) (. .)))
(S (NP (NN a)
(S (NP (NN x))) (NP (NN y))
(())
"""


@pytest.fixture
def trees(tmp_path: Path) -> str:
    path = tmp_path / "gold.mrg"
    path.write_text(TREES, "utf-8")
    return str(path)


def test_constituents_become_dependencies(trees: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["convert", trees, "-", "--dependencies"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("# sent_id = 1\n1\tI\t_\tPRP\tPRP\t_\t2\tSBJ\t_\t_\n2\teat\t_\tVBP\tVBP\t_\t0\tROOT\t_\t_\n")
    assert "# sent_id = 3\n" in out and "# sent_id = 2\n" not in out
    assert "1 sentence whose heads do not make a tree: 2 roots" in err
    assert (
        "1 sentence left out, because the format cannot hold sentences without words: line 2, 2 brackets are not closed"
        in err
    )
    assert "1 sentence left out, because the format cannot hold sentences without words: without words" in err
    assert run_command(["convert", trees, "-", "--dependencies", "--strict"]) == 1


def test_the_ending_says_the_format(trees: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.conllx.gz"
    assert run_command(["convert", trees, str(out), "--dependencies", "--head-rules", "yamada-matsumoto"]) == 0
    assert gzip.decompress(out.read_bytes()).decode().startswith("1\tI\t_\tPRP\tPRP\t_\t2\tSBJ\t_\t_\n")
    assert "lost" not in capsys.readouterr().err  # of what it never had
    again = tmp_path / "b.conllu"
    assert run_command(["convert", str(out), str(again), "--strict"]) == 0
    assert again.read_text("utf-8").startswith("1\tI\t_\tPRP")
    assert run_command(["convert", trees, str(tmp_path / "c.mrg")]) == 0
    lines = (tmp_path / "c.mrg").read_text("utf-8").splitlines()
    assert lines == [TREES.splitlines()[0], "(())", "(S (NP (NN x))) (NP (NN y))", "( ())"]
    assert "1 sentence became (()): line 2" in capsys.readouterr().err


COLUMN = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=6).map(
    lambda text: text.strip(" ").replace("#", "") or "_"
)


@st.composite
def well_formed(draw: st.DrawFn) -> str:
    """A file of CoNLL-U with all that the format has, whatever the columns hold; HEAD of words is a number."""
    out = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        out += [f"# sent_id = {number}", "# text = " + draw(COLUMN)]
        length, covered = draw(st.integers(1, 5)), 0
        for word in range(length + 1):
            columns = draw(st.lists(COLUMN, min_size=9, max_size=9))
            if word:
                if word > covered and draw(st.booleans()):
                    covered = draw(st.integers(word, length))
                    out.append("\t".join((f"{word}-{covered}", *draw(st.lists(COLUMN, min_size=9, max_size=9)))))
                columns[5] = str(draw(st.integers(0, length)))
                out.append("\t".join((str(word), *columns)))
            for minor in range(1, draw(st.integers(0, 2)) + 1):
                out.append("\t".join((f"{word}.{minor}", *draw(st.lists(COLUMN, min_size=9, max_size=9)))))
        out.append("")
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("implementation", ["kernel", "twin"])
@settings(max_examples=40 // stride(4))
@given(text=well_formed())
def test_well_formed_conllu_comes_back_byte_for_byte(
    implementation: str, text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Tokens of several words and nodes without a word have columns of their own, HEAD among them."""
    folder = tmp_path_factory.getbasetemp()
    given_file, out = folder / "in.conllu", folder / "out.conllu"
    given_file.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        if implementation == "twin":
            patch.setattr("treecompare.readers.conll.kernel", interpreted)
        assert run_command(["convert", str(given_file), str(out), "--from", "conllu", "--strict"]) == 0
    assert out.read_bytes() == text.encode()


def test_real_conllu_comes_back_byte_for_byte(shared: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.conllu"
    files = sorted(path for ending in ("conllu", "conllu.gz") for path in (shared / "data").rglob(f"*.{ending}"))
    small = [path for path in files if path.stat().st_size < 300_000]
    assert len(small) > 20
    for path in small:
        assert run_command(["convert", str(path), str(out)]) == 0
        data = path.read_bytes()
        assert out.read_bytes() == (gzip.decompress(data) if path.suffix == ".gz" else data), path


def test_what_only_looks_like_a_line_end(tmp_path: Path) -> None:
    """Words of CoNLL-X with U+0085 or U+2028 in them stay whole."""
    path, out = tmp_path / "in.conll", tmp_path / "out.conllu"
    path.write_text("1\ta\u2028b\t_\tN\tN\t_\t0\troot\t0\tr\n2\tc\x85d\t_\tN\tN\t_\t1\tdep\t_\t_\n\n", "utf-8")
    assert run_command(["convert", str(path), str(out), "--from", "conllx"]) == 0
    assert out.read_text("utf-8").split("\n")[:2] == [
        "1\ta\u2028b\t_\tN\tN\t_\t0\troot\t_\t_", "2\tc\x85d\t_\tN\tN\t_\t1\tdep\t_\t_",
    ]  # fmt: skip


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Input:
        buffer = io.BytesIO(b"(S (NP (NN a) (NN b)) (VP (VB c)))\n")

    monkeypatch.setattr(sys, "stdin", Input())
    assert run_command(["convert", "-", "-", "--to", "pretty"]) == 0
    assert capsys.readouterr().out == "(S\n  (NP (NN a) (NN b))\n  (VP (VB c)))\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["{trees}", "a.conllu"], "holds constituents, conllu dependencies; expected --dependencies"),
        (["{trees}", "a.mrg", "--dependencies"], "brackets holds no dependencies"),
        (["{trees}", "a.mrg", "--head-rules", "collins"], "expected both"),
        (["{trees}", "-", "--dependencies", "--head-rules", "none"], "none: no such head rules; expected collins"),
        (["{words}", "a.mrg"], "holds dependencies, which have no constituents"),
        (["{words}", "-", "--dependencies"], "head rules are for trees of constituents"),
        (["{trees}", "/nowhere/a.mrg"], "/nowhere/a.mrg: cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(
    trees: str, tmp_path: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = tmp_path / "words.conllu"
    words.write_text("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    assert run_command(["convert", *(one.format(trees=trees, words=words) for one in arguments)]) == 2
    assert says in capsys.readouterr().err


def test_what_conllx_loses_is_counted(shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = shared / "data/ewt/test.gold.conllu"
    assert run_command(["convert", str(gold), str(tmp_path / "a.conll")]) == 0
    told = capsys.readouterr().err
    assert "2077 sentences lost comments" in told and "302 sentences lost tokens of several words" in told
    assert run_command(["convert", str(gold), str(tmp_path / "a.conllu"), "--strict"]) == 0
    assert (tmp_path / "a.conllu").read_bytes() == gold.read_bytes()
    assert capsys.readouterr().err == ""


def test_real_trees_come_back_pretty_printed(shared: Path, tmp_path: Path) -> None:
    gold, pretty, line = shared / "data/wsj-sample-1394/gold.raw.mrg", tmp_path / "a.mrg", tmp_path / "b.mrg"
    assert run_command(["convert", str(gold), str(pretty), "--to", "pretty", "--strict"]) == 0
    assert run_command(["convert", str(pretty), str(line), "--strict"]) == 0
    assert line.read_text("utf-8").replace(" ", "") == gold.read_text("utf-8").replace(" ", "")


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["score", "--as-dependencies", "gold.mrg", "a.mrg"], ["score", "--as-dependencies=auto", "gold.mrg", "a.mrg"]),
        (["score", "g", "a", "--as-dependencies"], ["score", "g", "a", "--as-dependencies=auto"]),
        (["score", "--as-dependencies", "tiger", "g"], ["score", "--as-dependencies", "tiger", "g"]),
        (["score", "--as-dependencies=my.txt", "g"], ["score", "--as-dependencies=my.txt", "g"]),
    ],
)
def test_the_table_is_not_the_gold(given: list[str], meant: list[str]) -> None:
    assert with_table(given) == meant


def test_parsers_of_both_kinds_compared(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Dependencies against dependencies of the same table: BLLIP is ahead of MaltParser."""
    folder = shared / "data/wsj-sample-1394"
    files = ["gold.raw.mrg", "bllip.mrg", "malt=" + str(folder / "dep/malt-eager.P2M.conllu.gz")]
    files = [one if "=" in one else str(folder / one) for one in files]
    options = ["--as-dependencies", "yamada-matsumoto", "--format", "json"]
    assert run_command(["score", *files, *options, "--measures", "uas,las"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["measures"][0]["signature"].split("|")[-3] == "heads:yamada-matsumoto"
    bllip, malt = (system["scores"]["uas"]["pooled"] for system in found["systems"])
    assert found["systems"][0]["scored"] == found["systems"][1]["scored"] == 1394
    assert bllip == pytest.approx(0.8857, abs=5e-5) and malt == pytest.approx(0.8556, abs=5e-5)
    assert run_command(["align", *files[:2], "--sentence", "2", "--as-dependencies"]) == 0
    assert "SBJ" in capsys.readouterr().out
    assert run_command(["report", "breakdown", *files[:2], "--as-dependencies"]) == 0
    assert "PMOD" in capsys.readouterr().out


CROSSING = "(ROOT (S (VP (PROAV 0=a) (VVINF 2=c)) (VMFIN 1=b)))\n"


@pytest.mark.parametrize(
    ("way", "expected"),
    [("raise", "(ROOT (S (PROAV a) (VMFIN b) (VP (VVINF c))))\n"),
     ("split", "(ROOT (S (VP* (PROAV a)) (VMFIN b) (VP* (VVINF c))))\n")],
)  # fmt: skip
def test_crossing_branches_are_resolved_as_wanted_or_refused(
    way: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "gold.dbr"
    path.write_text("(ROOT (S (VVFIN 0=a)))\n" + CROSSING)
    assert run_command(["convert", str(path), "-"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"treecompare: {path}:2: branches cross, which brackets cannot hold; expected --crossing-branches raise or split\n"
    )
    assert run_command(["convert", str(path), "-", "--crossing-branches", way]) == 0
    out, err = capsys.readouterr()
    assert out == f"(ROOT (S (VVFIN a)))\n{expected}"
    assert "sentences with crossing branches: 1; " in err
    assert run_command(["convert", str(path), "-", "--dependencies"]) == 0
    assert [line.split("\t")[1] for line in capsys.readouterr().out.split("\n\n")[1].splitlines()[1:]] == [
        "a",
        "b",
        "c",
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.mrg", ""), ("a.mrg", "\n \n\n"), ("a.conllu", "# sent_id = a\n# text = b\n"), ("a.export", "#FORMAT 4\n"),
        ("a.xml", "<corpus id='x'><body></body></corpus>"), ("a.mrg", "(S (N a)\n"), ("a.mrg", "prose\n"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "command", [["stats", "{}"], ["convert", "{}", "-"], ["score", "{gold}", "{}"], ["score", "{}", "{}"]]
)
def test_a_file_without_sentences_ends_with_status_2(
    command: list[str], name: str, content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, gold = tmp_path / name, tmp_path / "gold.mrg"
    path.write_text(content)
    gold.write_text("(S (N a))\n")
    assert run_command([one.format(path, gold=gold) for one in command]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert name in err or "expected" in err


def test_a_file_of_missing_parses_has_sentences(tmp_path: Path) -> None:
    path = tmp_path / "a.mrg"
    path.write_text("(())\n(())\n")
    assert run_command(["stats", str(path)]) == 0


@pytest.mark.parametrize("command", ["convert", "score", "search"])
def test_help_names_every_table_of_head_rules(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run_command([command, "--help"])
    # argparse breaks lines at hyphens, too
    out = "".join(capsys.readouterr().out.split())
    assert ",".join(shipped()) in out and "(default:bythelabels:tueba,tigerorcollins)" in out


def test_help_says_where_what_hangs_on_the_root_goes(capsys: pytest.CaptureFixture[str]) -> None:
    rule = "moves to the lowest common ancestor of the nearest words left and right of it that are not under the root"
    for command in ("convert", "score"):
        with pytest.raises(SystemExit):
            run_command([command, "--help"])
        assert rule in " ".join(capsys.readouterr().out.split())
    assert rule in " ".join(resources.path("help/measures.md").read_text("utf-8").split())
