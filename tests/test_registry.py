"""Extras: what they declare is there, the core stands without any of them, and what is missing is told in one sentence."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import treecompare
from tests import commands
from tests.modules import module
from tests.removed import ROOT, environment, package_without
from treecompare import registry, resources
from treecompare.cli import GROUPS, parser
from treecompare.cli.options import DECLARED
from treecompare.registry import EXTRAS, Extra

INSTALLED = [name for name in EXTRAS if registry.extra(name) is not None]
LISTS = {one.name for one in fields(Extra)} - {"settings", "help", "samples"}
SAMPLE = ROOT / "resources" / "samples" / "first-comparison"


@pytest.mark.parametrize("name", INSTALLED)
def test_what_an_extra_declares_is_there(name: str) -> None:
    one = registry.extra(name)
    assert one is not None
    for what in LISTS:
        for where in registry.declared(name, what).values():
            assert registry.load(where) is not None
            assert where.startswith((f"treecompare.extras.{name}", "treecompare.window."))
    assert all(resources.path(f"help/{page}").exists() for page in one.help)
    modules = {where.partition(":")[0] for what in LISTS for where in registry.declared(name, what).values()}
    assert modules <= {*registry.named_modules()}


@pytest.mark.parametrize("name", INSTALLED)
def test_what_an_extra_is_asked_for_is_what_it_declares(name: str) -> None:
    """The core knows by which names it is asked for where it is not installed: no more and no fewer."""
    one = registry.extra(name)
    assert one is not None
    commands = {found for where in registry.declared(name, "commands").values() for found in commands_in(where)}
    declared = {
        *commands,
        *one.functions,
        *one.readers,
        *one.systems,
        *one.analyses,
        *one.entries,
        *one.settings,
        *one.samples,
        *one.help,
    }
    assert declared == {*EXTRAS[name]}


def commands_in(where: str) -> set[str]:
    return {one.name for one in DECLARED[registry.load(where).__name__]}


def test_without_texts_of_functions_there_are_no_commands() -> None:
    done = subprocess.run(
        [sys.executable, "-OO", "-m", "treecompare", "measures"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1) and "expected -O" in done.stderr


def test_each_command_stands_in_one_group_of_the_help() -> None:
    choices = next(one.choices for one in parser()._actions if one.dest == "==SUPPRESS==" and one.choices)
    grouped = [name for names in GROUPS.values() for name in names]
    assert len(grouped) == len(set(grouped))
    assert {one for one in grouped if registry.is_here(one)} <= set(choices)


def test_every_name_of_the_library_that_is_of_an_extra_is_offered() -> None:
    assert {*registry.all_of("functions")} <= {*treecompare.__all__}


def test_extras_are_not_imported_before_they_are_used() -> None:
    code = (
        "import sys; from treecompare.cli import run_command; run_command(['measures', '--format', 'tsv'])\n"
        "print([one for one in sys.modules if one.startswith('treecompare.extras.') and one.count('.') > 2], file=sys.stderr)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr
    assert not ast.literal_eval(told)  # nor those that declare commands: another one was asked for


def test_tests_of_the_core_name_no_extra() -> None:
    """They hold without any."""
    odd = []
    for path in (ROOT / "tests").rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("tests/extras/", "tests/benchmarks/")):
            continue
        for node, _ in module(path).imports:
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else [str(node.module)]
            odd += [
                f"{name}:{node.lineno}: {one}"
                for one in names
                if one.startswith(("treecompare.extras.", "tests.extras"))
            ]
    assert odd == []


TRIED = """
import io, os, sys
from contextlib import redirect_stderr, redirect_stdout, suppress
import treecompare as tc
from treecompare import registry
from treecompare.cli import run_command

gone = sys.argv[3:]
assert not [name for name in gone if registry.extra(name) is not None], "it is there"
out = io.StringIO()
with redirect_stdout(out):
    assert run_command(["score", *sys.argv[1:3], "--format", "tsv"]) == 0
for name in gone:
    for key in registry.EXTRAS[name]:
        if key in ("diff", "agreement", "adjudicate", "consensus", "triage", "walk", "trust", "detective", "batch"):
            told = io.StringIO()
            with redirect_stderr(told):
                assert run_command([key, "--help"]) == 2, key
            assert told.getvalue().strip() == f"treecompare: {registry.missing(key)}", told.getvalue()
            assert f"the extra '{name}', which is not installed" in told.getvalue()
        if key.endswith(":"):
            told = io.StringIO()
            with redirect_stderr(told):
                assert run_command(["score", *sys.argv[1:3], key + "random"]) == 2
            assert registry.missing(key) in told.getvalue(), told.getvalue()
        assert not hasattr(tc, key) and key not in tc.__all__ and key not in dir(tc)
        if not key.isalpha():
            told = io.StringIO()
            with redirect_stderr(told), suppress(SystemExit):
                run_command([key])
            assert told.getvalue() and registry.missing(key) not in told.getvalue(), told.getvalue()
from treecompare import *
assert compare is tc.compare
assert len(tc.compare(sys.argv[1], sys.argv[2]).scores()) > 0
for key in ("outcomes", "trust", "annotators"):
    told = io.StringIO()
    with redirect_stderr(told), redirect_stdout(io.StringIO()):
        status = run_command(["report", key, sys.argv[1], sys.argv[2]] if registry.owner(key) in gone else ["measures"])
    assert (status == 2 and registry.missing(key) in told.getvalue()) == (registry.owner(key) in gone)
from treecompare.window.common import screen
application = screen.application()
from treecompare.window.frame.application import new_window
from treecompare.comparison.files import Files, Versions
window = new_window()
window.show()
for name in gone:  # what belongs to it is told, not opened
    for key in registry.EXTRAS[name]:
        if key.startswith("."):
            window.open_paths([os.path.abspath("somewhere" + key)])
            assert window.banner.said == [registry.missing(key) + "."], window.banner.said
if "versions" in gone:
    window.open_wanted(Versions("a", "b"))
    assert window.banner.said == [registry.missing("diff") + "."], window.banner.said
keys = ("", "two-annotators", "diff", ".toml")
assert [one.own.isEnabled() for one in window.start.cards] == [not key or registry.is_here(key) for key in keys]
made = []
window.opened.connect(made.append)
window.open_wanted(Files(sys.argv[1], (("", sys.argv[2]),)))
while not made or window.is_busy:
    application.processEvents()
for one in range(3):
    window.run("next-change")
    application.processEvents()
for one in window.commands():
    assert one.title
from treecompare.jobs.help import help_pages
assert not {f"{one}.md" for one in help_pages()} & {key for name in gone for key in registry.EXTRAS[name]}
window.close()
sys.stdout.write(out.getvalue())
"""


@pytest.mark.parametrize("names", [*([one] for one in EXTRAS), list(EXTRAS)], ids="+".join)
def test_the_core_stands_without(tmp_path: Path, names: list[str]) -> None:
    """A copy of the package without an extra, or without all: figures are the same, a window opens, what is missing is told."""
    files = [str(SAMPLE / "gold.mrg"), str(next(one for one in sorted(SAMPLE.glob("*.mrg")) if one.name != "gold.mrg"))]
    path = package_without(names, tmp_path)
    found = subprocess.run(
        [sys.executable, "-c", TRIED, *files, *names], env=environment(path), capture_output=True, text=True,
        cwd=tmp_path, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert found.stdout == commands.treecompare("score", *files, "--format", "tsv").stdout


def test_a_folder_that_was_left_behind_is_no_extra(tmp_path: Path) -> None:
    path = package_without(["raw"], tmp_path)
    (path / "treecompare" / "extras" / "raw" / "__pycache__").mkdir(parents=True)
    code = "from treecompare import registry; print(registry.extra('raw'), registry.missing('raw:'))"
    command = [sys.executable, "-c", code]
    told = subprocess.run(
        command, env=environment(path), capture_output=True, text=True, check=True, cwd=tmp_path
    ).stdout
    assert told.startswith("None raw: belongs to the extra 'raw', which is not installed")


def test_a_command_without_a_group_is_listed_all_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {title: tuple(one for one in names if one != "diff") for title, names in GROUPS.items()}
    monkeypatch.setattr("treecompare.cli.GROUPS", few)
    assert "\n    diff " in parser().format_help().partition("\nMore:")[2]
