"""Windows and libraries have no options: no text names one but those that only commands show."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

import treecompare
from treecompare import resources
from treecompare.cli import run_command
from treecompare.comparison.files import Files, open_files, opened
from treecompare.errors import TreecompareError

HERE = Path(treecompare.__file__).parent
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
DASHES = re.compile(r"--[a-z\"'\\]")
"""What a file has in which a text names an option: its first letter may stand in the next piece of the text."""
OF_COMMANDS = {
    "comparison/schemes/function_operations.py",
    "comparison/schemes/program_segments.py",
    "analyses/searching.py",
    "measures/sources.py",
}
"""What these refuse can be asked for by commands only. With options of the last, commands give the figures of other programs."""


def said(module: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts with the numbers of their lines; no docstrings, no words of commands, nothing of ``with_option``."""
    skipped: set[ast.AST] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "with_option":
            skipped |= {part for one in node.args for part in ast.walk(one)}
        elif isinstance(node, ast.Assign) and [getattr(one, "id", "") for one in node.targets] == ["option"]:
            skipped.add(node.value)
    for node in ast.walk(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in skipped:
            yield node.lineno, node.value


def test_no_text_of_a_window_names_an_option() -> None:
    found = []
    for path in sorted(HERE.rglob("*.py")):
        name = path.relative_to(HERE).as_posix()
        if name.startswith("cli/") or fnmatch(name, "extras/*/commands*.py") or name in OF_COMMANDS:
            continue
        content = path.read_text("utf-8")
        if not DASHES.search(content):
            continue
        for line, text in said(ast.parse(content)):
            if OPTION.search(text) and not OPTION.fullmatch(text):  # alone it is a word of a command
                found.append(f"{name}:{line}: {text}")
    assert not found


def test_the_command_line_adds_its_option(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lattice = str(resources.path("samples/words-that-differ/words.lattice"))
    trees, words = tmp_path / "t.mrg", tmp_path / "w.conllu"
    trees.write_text("(S (NP (DT the) (NN dog)) (VP (VBD barked)))\n", "utf-8")
    words.write_text("1\tdog\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    for files, option in (
        ([str(trees), str(words)], "--as-dependencies converts them"),
        ([lattice, str(trees)], "--lattice FILE gives them"),
    ):
        with pytest.raises(TreecompareError) as raised:
            opened(open_files(Files(files[0], (("", files[1]),))))
        assert "--" not in str(raised.value)
        assert run_command(["score", *files]) == 2
        assert capsys.readouterr().err == f"treecompare: {raised.value}; {option}\n"


@pytest.mark.parametrize("command", ["stats G", "search NP G", "score G G"])
def test_what_a_parameter_file_has_that_nobody_knows_is_told(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    trees, params = tmp_path / "t.mrg", tmp_path / "own.prm"
    trees.write_text("(S (NP (DT the) (NN dog)) (VP (VBD barked)))\n", "utf-8")
    params.write_text("DELETE_LABEL X\nXYZZY 1\n", "utf-8")
    assert run_command([*command.replace("G", str(trees)).split(), "--params", str(params)]) == 0
    assert "own.prm:2: the directive 'XYZZY' is not known" in capsys.readouterr().err


def test_help_pages_have_reports_written_as_they_can_be() -> None:
    """Only the page is written by --output; of tables the shell makes files."""
    pages = [path.read_text("utf-8") for path in resources.path("help").glob("*.md")]
    reports = [line for page in pages for line in page.splitlines() if "treecompare report " in line]
    assert reports and not [line for line in reports if ("--output" in line) != ("report html " in line)]
