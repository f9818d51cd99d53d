"""What the command line prints for people holds nothing that a terminal obeys, and its CSV nothing that a spreadsheet computes."""

from __future__ import annotations

import ast
import csv
import io
import json
import time
import unicodedata
from pathlib import Path

import pytest

from treecompare.cli import run_command
from treecompare.scores.result import ResultTable, number_column, text_column
from treecompare.scores.rich import comma_separated, tsv
from treecompare.scores.tables import as_text
from treecompare.trees.expressions import SECONDS

EVIL = "\x1b]0;x\x07\x9b31m\u202e"
"""Sets the title of a terminal, its colour, and turns the direction."""


def trees(label: str, word: str) -> str:
    return "\n".join(f"(S (A{label} (N{word} {word}{number}) (V b)) (N c))" for number in range(3)) + "\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """Trees and dependencies whose names, labels, words, tags and identifiers are evil; some cannot be scored or read."""
    gold, test = trees(EVIL, EVIL), trees(f"B{EVIL}", EVIL) + "(()\n" + f"({EVIL} {EVIL}\n"
    line = "{0}\t{1}\t{1}\t{1}\t{1}\t_\t{2}\t{1}\t_\t_\n"
    dependencies = f"# sent_id = {EVIL}\n" + line.format(1, f"a{EVIL}", 0) + line.format(2, f"b{EVIL}", 1) + "\n"
    plain = "".join(
        f"{line.format(1, 'a', 0)}{line.format(2, 'b', 1)}\n" for _ in range(40)
    )  # else they pass for no text files
    dependencies += plain
    texts = {
        "gold": (f"gold{EVIL}.mrg", gold),
        "test": (f"test{EVIL}\n.mrg", test),
        "words": (f"words{EVIL}.conllu", dependencies),
        "other": (f"other{EVIL}.conllu", dependencies.replace("\t0\t", "\t2\t").replace("\t1\ta", "\t1\tx")),
        "same": (f"same{EVIL}.conllu", dependencies),
        "bad": (f"bad{EVIL}.conllu", f"1\t{EVIL}\n\n"),
        "costs": (f"costs{EVIL}", f"{EVIL} {EVIL}\n"),
        "phenomena": (f"phenomena{EVIL}.tsv", f"sentence\tphenomenon\n{EVIL}\t{EVIL}\n"),
    }
    for name, text in texts.values():
        (tmp_path / name).write_text(text, "utf-8")
    return {key: str(tmp_path / name) for key, (name, _) in texts.items()}


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What goes to both outputs; neither holds anything that a terminal obeys."""
    capsys.readouterr()
    try:
        run_command(list(arguments))
    except SystemExit as end:
        assert end.code == 2
    shown = "".join(capsys.readouterr())
    assert shown
    assert not [one for one in shown if unicodedata.category(one) in ("Cc", "Cs", "Zl", "Zp") and one != "\n"], (
        arguments
    )
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"), arguments
    return shown


REPORTS = (
    "rankings",
    "skipped",
    "labels",
    "confusions",
    "words",
    "lineages",
    "deciles",
    "significance",
    "phenomena",
    "list",
    EVIL,
)


def test_nothing_printed_is_obeyed_by_a_terminal(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    pair, both = (files["gold"], files["test"]), (files["words"], files["other"])
    shown = [
        *(printed(capsys, "score", *one) for one in (pair, both)),
        *(printed(capsys, "rank", *one, "--limit", "3") for one in (pair, both)),
        *(printed(capsys, "report", kind, *one) for kind in REPORTS for one in (pair, both)),
        *(printed(capsys, "align", *one, "--sentence", "1") for one in (pair, both)),
        printed(capsys, "align", *pair, "--sentence", "99"),
        printed(capsys, "search", "/^A/", *pair),
        printed(capsys, "search", f"NP < {EVIL} <", *pair),
        printed(capsys, "stats", *pair, *both),
        printed(capsys, "significance", *pair),
        printed(capsys, "functions", *both, "--operation", "generalise"),
        printed(
            capsys, "tedeval", "--gold", files["words"], "--gold", files["gold"], "--system", f"{files['other']}@words"
        ),
        printed(capsys, "tedeval", "--gold", files["words"], "--system", files["other"], "--show", "1"),
        printed(capsys, "score", files["gold"], files["bad"]),
        printed(capsys, "score", *pair, "--tree-costs", files["costs"]),
        printed(capsys, "score", *pair, "--phenomena", files["phenomena"]),
        printed(capsys, "score", *pair, "--params", EVIL),
        printed(capsys, "score", files["gold"] + "x", files["test"]),
        printed(capsys, "convert", files["bad"], "-", "--to", EVIL),
        printed(capsys, "score", *pair, f"--{EVIL}"),
        printed(capsys, EVIL),
    ]
    assert sum("␛" in one for one in shown) > 30
    capsys.readouterr()
    run_command(["score", *pair, "--measures", "e.whole.dice"])
    assert [
        line
        for line in capsys.readouterr().out.splitlines()
        if line.startswith("test␛") and line.rstrip()[-1].isdigit()
    ]
    for arguments in (
        ("tedeval", "--gold", files["words"], "--system", files["same"], "--show", "1"),
        ("functions", files["words"], files["same"], "--operation", "generalise"),
    ):
        assert "a␛]0;x␇" in printed(capsys, *arguments)
    assert any(f"test{chr(0x241B)}" in one and "␊.mrg" in one for one in shown)


def test_a_drawing_as_text_stays_in_line(
    files: dict[str, str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shown = printed(capsys, "align", files["gold"], files["test"], "--sentence", "1")
    lines = shown.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("gold "))
    assert {line.rfind("  S") for line in lines[start + 1 : start + 2]} == {lines[start].index("system") - 2}
    run_command(["align", files["gold"], files["test"], "--sentence", "1", "--output", str(tmp_path / "drawn.txt")])
    assert (tmp_path / "drawn.txt").read_text("utf-8").strip() in shown


def test_data_for_programs_stay_as_they_are(files: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    pair = files["gold"], files["test"]
    for arguments in (("search", "/^A/"), ("report", "labels")):
        run_command([*arguments, *pair, "--format", "json"])
        found = json.loads(capsys.readouterr().out)
        assert any(EVIL in str(cell) for table in found for row in table["rows"] for cell in row)
    run_command(["search", "/^A/", *pair, "--format", "tsv"])
    assert EVIL in capsys.readouterr().out
    run_command(["align", *pair, "--sentence", "1", "--format", "brackets"])
    assert EVIL in capsys.readouterr().out


def test_only_one_module_prints() -> None:
    """What else prints would not pass through the symbols; progress is for a terminal, and knows what it says."""
    for path in sorted(Path(run_command.__code__.co_filename).parent.glob("*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
        prints = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "print"]
        assert not prints or path.name == "printing.py", path.name


def test_an_expression_without_end_is_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(3):
        (tmp_path / f"{number}.mrg").write_text(f"(S (N {'a' * 60}b{number}))\n", "utf-8")
    begun = time.process_time()
    assert run_command(["search", "S << /(a|a)+$/", *(str(tmp_path / f"{number}.mrg") for number in range(3))]) == 2
    assert time.process_time() - begun < 2 * SECONDS  # once for all files
    assert capsys.readouterr().err.count("takes too long") == 1


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"), ("-NONE-", "'-NONE-"), ("+x", "'+x"), ("@SUM(A1)", "'@SUM(A1)"), ("-1+cmd", "'-1+cmd"),
        ("\tx", "'\tx"), ("\r=1", "'\r=1"), ("\n=1", "'\n=1"), ("＝1", "'＝1"), ("-", "'-"), ("=", "'="), ("--5", "'--5"),
        ("-1_0", "'-1_0"), ("-inf", "'-inf"), ("-1.5", "-1.5"), ("+2", "+2"), ("-1e-05", "-1e-05"), ("-0.0", "-0.0"), ("–", "–"),
        ("NP", "NP"), ("", ""), ("a=b", "a=b"), ("'=x", "'=x"), ("1.", "1."),
    ],
)  # fmt: skip
def test_cells_of_csv_are_no_formulas(cell: str, written: str) -> None:
    assert list(csv.reader(io.StringIO(comma_separated([["x", cell]]), newline=""))) == [["x", written]]
    if "\n" not in cell and "\r" not in cell and "\t" not in cell:
        assert tsv([["x", cell]]) == f"x\t{cell}"


def test_tables_of_labels_are_safe_in_spreadsheets_only() -> None:
    columns = text_column("=label"), number_column("change")
    table = ResultTable("t", columns, [["-NONE-", -0.5], ["=1+1", float("nan")]], signatures=("a,=b|c",))
    assert list(csv.reader(io.StringIO(as_text([table], "csv")))) == [
        ["'=label", "change"], ["'-NONE-", "-0.5"], ["'=1+1", ""], ["# a,=b|c"],
    ]  # fmt: skip
    assert as_text([table], "tsv") == "=label\tchange\n-NONE-\t-0.5\n=1+1\t\n# a,=b|c"
    assert json.loads(as_text([table], "json"))[0]["rows"] == [["-NONE-", -0.5], ["=1+1", None]]
