"""The checks for repositories: the steps of the action and of the pre-commit hook, with a repository made here."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.extras.versions.made import conllu

ROOT = Path(__file__).resolve().parents[3]
ACTION = ROOT / "packaging" / "action"
BASE = [f"# sent_id = {number}; not/2/x UPOS:ADV so{number}/0/root UPOS:ADV" for number in range(6)]
HEAD = [one.replace("UPOS:ADV", "UPOS:PART", 1) for one in BASE[:5]] + BASE[5:]

pytestmark = pytest.mark.skipif(
    shutil.which("git") is None or shutil.which("bash") is None, reason="git or bash is not installed"
)


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    return subprocess.run(
        ["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits of a treebank in a folder with a blank in its name."""
    folder = tmp_path / "origin"
    (folder / "my data").mkdir(parents=True)
    git(folder, "init", "-q")
    for content in (BASE, HEAD):
        (folder / "my data" / "xx-dev.conllu").write_text(conllu(*content), "utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "x")
    return folder


@pytest.fixture
def runner(tmp_path: Path) -> dict[str, str]:
    """What a step finds in its environment, with treecompare installed where the first step puts it."""
    installed = tmp_path / "runner" / "treecompare" / "bin"
    installed.mkdir(parents=True)
    (installed / "treecompare").write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m treecompare "$@"\n', "utf-8"
    )
    (installed / "treecompare").chmod(0o755)
    return {
        **os.environ, "RUNNER_TEMP": str(tmp_path / "runner"), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_ACTION_PATH": str(ACTION), "GITHUB_REPOSITORY": "who/what", "GITHUB_SHA": "abc123", "HEAD": "", "FAIL_ON": "",
        "ARGUMENTS": "", "TREEBANK": "my data", "PYTHONPATH": str(ROOT), "GIT_CONFIG_GLOBAL": os.devnull,
    }  # fmt: skip


def steps() -> list[str]:
    """The scripts that the action runs, in order."""
    return re.findall(r"^ +run: (.+)$", (ACTION / "action.yml").read_text("utf-8"), re.MULTILINE)


def run(script: str, folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_first_step_installs_its_own_checkout(runner: dict[str, str], tmp_path: Path) -> None:
    """A python is put in its way that only writes down what it is asked for."""
    (tmp_path / "bin").mkdir()
    said = tmp_path / "said"
    fake = f"""#!/bin/sh
echo "$@" >>{said}
mkdir -p "$RUNNER_TEMP/treecompare/bin"
[ -e "$RUNNER_TEMP/treecompare/bin/python" ] || cp "$0" "$RUNNER_TEMP/treecompare/bin/python"
"""
    (tmp_path / "bin" / "python3").write_text(fake, "utf-8")
    (tmp_path / "bin" / "python3").chmod(0o755)
    done = run(steps()[0], tmp_path, {**runner, "PATH": f"{tmp_path / 'bin'}:{runner['PATH']}"})
    assert done.returncode == 0, done.stderr
    made, installed = said.read_text("utf-8").splitlines()
    assert made == f"-m venv {runner['RUNNER_TEMP']}/treecompare"
    assert installed.startswith("-m pip install") and (Path(installed.split()[-1]) / "pyproject.toml").samefile(
        ROOT / "pyproject.toml"
    )


def test_a_pull_request_gets_a_summary_and_a_page(repository: Path, runner: dict[str, str], tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", repository.as_uri(), str(clone))
    base = git(repository, "rev-parse", "HEAD~1")
    git(repository, "config", "uploadpack.allowAnySHA1InWant", "true")  # as servers have it
    before = sorted(path.name for path in (clone / "my data").iterdir())
    done = run(steps()[1], clone, {**runner, "BASE": base, "FAIL_ON": "left-over"})
    assert done.returncode == 1 and "failed on left-over" in done.stderr
    summary = (tmp_path / "summary.md").read_text("utf-8")
    assert "UPOS **ADV → PART**" in summary and "Left over: 1 place" in summary
    assert "https://github.com/who/what/blob/abc123/my%20data/xx-dev.conllu#L22" in summary
    page = (tmp_path / "runner" / "treebank-changes.html").read_text("utf-8")
    assert "Left over: 1 place" in page and "my data/xx-dev.conllu#L22" in page
    assert sorted(path.name for path in (clone / "my data").iterdir()) == before
    assert not git(clone, "status", "--porcelain")


def test_two_revisions_and_further_arguments(repository: Path, runner: dict[str, str], tmp_path: Path) -> None:
    environment = {
        **runner,
        "BASE": "HEAD~1",
        "HEAD": "HEAD",
        "ARGUMENTS": "--ignore UPOS --only-rules",
        "FAIL_ON": "changed",
    }
    done = run(steps()[1], repository, environment)
    assert done.returncode == 0 and done.stdout == "nothing changed\n"
    assert "Nothing changed." in (tmp_path / "summary.md").read_text("utf-8")


@pytest.mark.parametrize("base", ["", "0" * 40])
def test_the_first_push_has_nothing_to_compare_with(
    repository: Path, runner: dict[str, str], tmp_path: Path, base: str
) -> None:
    done = run(steps()[1], repository, {**runner, "BASE": base})
    assert done.returncode == 0 and "no earlier version" in (tmp_path / "summary.md").read_text("utf-8")


def test_a_revision_that_is_not_there_fails(repository: Path, runner: dict[str, str]) -> None:
    assert run(steps()[1], repository, {**runner, "BASE": "--upload-pack=touch x"}).returncode
    assert not (repository / "my data" / "x").exists()


def test_the_action_hands_over_what_it_is_given_and_keeps_the_page() -> None:
    text = (ACTION / "action.yml").read_text("utf-8")
    inputs = set(re.findall(r"\$\{\{ inputs\.([a-z-]+)", text))
    assert inputs == set(re.findall(r"^  ([a-z-]+):\n    description", text, re.MULTILINE))
    assert "${{" not in "".join(steps())  # what comes from outside is never part of a script
    assert "actions/upload-artifact@" in text and "treebank-changes.html" in text and "always()" in text


def test_the_hook_fails_where_a_rule_was_forgotten(repository: Path, runner: dict[str, str]) -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    entry = re.search(r"^  entry: (.+)$", text, re.MULTILINE)
    arguments = re.search(r"^  args: \[(.+)\]$", text, re.MULTILINE)
    assert entry and arguments
    command = [sys.executable, "-m", *shlex.split(entry[1]), *(one.strip() for one in arguments[1].split(","))]
    folder = repository / "my data"

    def hook() -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=folder, env=runner, capture_output=True, text=True, check=False)

    assert hook().returncode == 0
    newer = conllu(*(one.replace("UPOS:PART", "UPOS:X") for one in HEAD[:4]), *HEAD[4:])
    (folder / "xx-dev.conllu").write_text(newer, "utf-8")
    done = hook()
    assert done.returncode == 1 and "still PART" in done.stdout
    names = re.search(r"^  files: (.+)$", text, re.MULTILINE)
    assert names and re.search(names[1], "en_ewt-ud-dev.conllu") and not re.search(names[1], "README.md")
