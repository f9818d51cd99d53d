"""``treecompare diff``: where versions come from, what is printed, when it fails."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import treecompare as tc
from tests.changes.made import conllu
from treecompare.cli import run_command

BASE = [f"# sent_id = {number}; not/2/x UPOS:ADV so/0/root{number} UPOS:ADV" for number in range(6)]
HEAD = [one.replace("UPOS:ADV", "UPOS:PART", 1) for one in BASE[:5]] + BASE[5:]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "old.conllu").write_text(conllu(*BASE), "utf-8")
    (tmp_path / "new.conllu").write_text(conllu(*HEAD), "utf-8")
    return str(tmp_path / "old.conllu"), str(tmp_path / "new.conllu")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = run_command(["diff", *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_table_for_people(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    status, text, errors = run(capsys, *files)
    assert status == 0 and not errors
    assert "UPOS: ADV -> PART" in text and "FORM=not" not in text
    assert "Perhaps forgotten" in text and "edits explained" in text


def test_the_same_for_scripts(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    tables = {one["title"]: one for one in json.loads(run(capsys, *files, "--format", "json")[1])}
    assert len(tables["Edits"]["rows"]) == 5
    left = next(one for title, one in tables.items() if title.startswith("Perhaps forgotten"))
    assert left["rows"] == [[1, "UPOS: ADV -> PART", 6, "5", 1, "not", 6]]
    only = json.loads(run(capsys, *files, "--format", "json", "--only-rules")[1])
    assert len(only) == 2
    text = run(capsys, *files, "--format", "tsv")[1]
    assert text.count("UPOS\t\tADV\tPART") == 5 + 1


def test_layers_and_keys_to_leave_out(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, *files, "--ignore", "UPOS")[1] == "nothing changed\n"
    assert run(capsys, *files, "--layers", "HEAD,MISC")[1] == "nothing changed\n"
    assert "ADV" in run(capsys, *files, "--layers", "UPOS", "--ignore", "MISC.SpaceAfter")[1]
    status, _, errors = run(capsys, *files, "--layers", "POS")
    assert status == 2 and "there is no layer 'POS'; expected one of FORM, LEMMA" in errors


@pytest.mark.parametrize(
    ("what", "fails"), [("left-over", True), ("outside", False), ("split,changed", True), ("text", False)]
)
def test_a_status_for_automatic_checks(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str], what: str, fails: bool
) -> None:
    status, _, errors = run(capsys, *files, "--fail-on", what)
    assert status == int(fails) and ("failed on" in errors) == fails


def test_no_such_check(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, *files, "--fail-on", "nonsense")[0] == 2


def test_edits_outside_all_rules_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.conllu").write_text(conllu("dog UPOS:N"), "utf-8")
    (tmp_path / "b.conllu").write_text(conllu("dog UPOS:V"), "utf-8")
    assert run(capsys, str(tmp_path / "a.conllu"), str(tmp_path / "b.conllu"), "--fail-on", "outside")[0] == 1


def test_markdown_and_tables(files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(capsys, *files, "--markdown", str(tmp_path / "page.md"), "--tables", str(tmp_path / "new" / "tables"))[0]
        == 0
    )
    page = (tmp_path / "page.md").read_text("utf-8")
    assert page.startswith("# What changed from ") and "UPOS: ADV -\\> PART" in page and "| ---: |" in page
    made = sorted(path.name for path in (tmp_path / "new" / "tables").iterdir())
    assert made == ["counts.tsv", "edits.tsv", "groups.tsv", "rules.tsv", "sentences.tsv"]
    rules = (tmp_path / "new" / "tables" / "rules.tsv").read_text("utf-8").splitlines()
    assert rules[1].split("\t")[2:6] == ["UPOS: ADV -> PART", "5", "5", "1"]
    assert (
        rules[-1] == "# rules 1; edits in reach of rules 5; explained by the first 10: 5 (100.0%); by all: 5 (100.0%)"
    )


def test_folders_pair_by_name_and_tell_who_moved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder, dev, test in (("one", BASE[:3], BASE[3:]), ("two", BASE[:2], [*BASE[3:], BASE[2]])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "xx-dev.conllu").write_text(conllu(*dev), "utf-8")
        (tmp_path / folder / "xx-test.conllu").write_text(conllu(*test), "utf-8")
    status, text, _ = run(capsys, str(tmp_path / "one"), str(tmp_path / "two"), "--fail-on", "removed,added")
    assert status == 0 and "moved to xx-test.conllu" in text


def test_what_cannot_be_compared_is_one_sentence(
    tmp_path: Path, files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "trees.mrg").write_text("(S (N dog))\n", "utf-8")
    (tmp_path / "broken.conllu").write_text(conllu(*HEAD).replace("2\tso", "7\tso", 1), "utf-8")
    (tmp_path / "empty.conllu").write_text("", "utf-8")
    (tmp_path / "folder").mkdir()
    for arguments, expected in (
        ([files[0], str(tmp_path / "trees.mrg")], "trees.mrg constituents; expected versions of one treebank"),
        ([files[0], str(tmp_path / "none.conllu")], "there is no such file"),
        ([files[0], str(tmp_path / "folder")], "is a folder without treebanks"),
        ([files[0]], "diff takes two versions"),
        (["--git", str(tmp_path), "a", "b", "c"], "--git takes REPO REVISION"),
    ):
        status, text, errors = run(capsys, *arguments)
        assert status == 2 and not text and errors.count("\n") == 1 and expected in errors
    status, text, errors = run(capsys, files[0], str(tmp_path / "broken.conllu"))
    assert status == 0 and "broken.conllu:3:" in errors and "UPOS" in text  # the rest is compared
    assert "HEAD: 1 sentence (line 3) cannot be read" in text
    assert "removed" in run(capsys, files[0], str(tmp_path / "empty.conllu"))[1]
    assert run(capsys, files[0], files[0])[:2] == (0, "nothing changed\n")


# -- git --------------------------------------------------------------------------------------------------------------------

NAME = "ü a b-ud-dev.conllu"
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    folder = tmp_path / "treebank"
    folder.mkdir()

    def git(*arguments: str) -> None:
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    for message, content in (("one", BASE), ("two", HEAD)):
        (folder / NAME).write_text(conllu(*content), "utf-8")
        (folder / "README.md").write_text(message, "utf-8")
        git("add", "-A")
        git("commit", "-q", "-m", message)
    # what a stranger's repository might have run
    (folder / "hook").write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\n", "utf-8")
    (folder / "hook").chmod(0o755)
    for name in ("core.fsmonitor", "core.pager", "diff.conllu.textconv", "core.alternateRefsCommand"):
        git("config", name, str(folder / "hook"))
    git("config", "filter.x.smudge", str(folder / "hook"))
    (folder / ".git" / "info" / "attributes").write_text("*.conllu diff=conllu filter=x\n", "utf-8")
    return folder


def committed(folder: Path) -> None:
    for arguments in (["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "more"]):
        subprocess.run(["git", "-c", "core.fsmonitor=false", *arguments], cwd=folder, check=True, capture_output=True)


@needs_git
def test_revisions_of_a_repository(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(path.name for path in repository.iterdir())
    status, text, errors = run(capsys, "--git", str(repository), "HEAD~1", "main")
    assert status == 0 and "UPOS: ADV -> PART" in text
    assert "BASE: revision HEAD~1 is commit " in errors and "HEAD: revision main is commit " in errors
    monkeypatch.chdir(repository)
    assert "UPOS: ADV -> PART" in run(capsys, f"HEAD~1:{NAME}", f"HEAD:{NAME}")[1]
    assert "UPOS: ADV -> PART" in run(capsys, f"HEAD~1:{NAME}", NAME)[1]
    assert run(capsys, "HEAD:", f"HEAD:{NAME}")[1] == "nothing changed\n"
    assert sorted(path.name for path in repository.iterdir()) == before and not (tmp_path / "ran").exists()


@needs_git
def test_a_revision_and_what_stands_in_the_folder(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--git", str(repository), "HEAD")[1] == "nothing changed\n"
    (repository / NAME).write_text(conllu(*BASE), "utf-8")
    _, text, errors = run(capsys, "--git", str(repository), "HEAD")
    assert "UPOS: PART -> ADV" in text and "read as it stands, with local changes" in errors


@needs_git
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--git", "REPO", "nothing"], "there is no revision 'nothing' in the repository"),
        (["--git", "REPO", "--upload-pack=x"], "unrecognized arguments"),
        (["--git", "REPO/none", "HEAD"], "there is no such folder; expected a git repository"),
        (["--git", "REPO/..", "HEAD"], "expected a git repository"),
        (["HEAD:no.conllu", "HEAD:no.conllu"], "there is no 'no.conllu' in revision"),
        (["HEAD:hook\nx", "HEAD:x"], "there is no 'hook"),
    ],
)
def test_revisions_that_are_not_there(
    repository: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    expected: str,
) -> None:
    monkeypatch.chdir(repository)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(repository.parent.parent))
    try:
        status, text, errors = run(capsys, *(one.replace("REPO", str(repository)) for one in arguments))
    except SystemExit as ended:
        status, text, errors = int(ended.code or 0), "", capsys.readouterr().err
    assert status == 2 and not text and expected in errors and errors.count("\n") == 1


@needs_git
def test_a_shallow_clone_says_so(repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clone = tmp_path / "clone"
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", repository.as_uri(), str(clone)], check=True, capture_output=True
    )
    status, _, errors = run(capsys, "--git", str(clone), "HEAD~1", "HEAD")
    assert status == 2 and "the clone is shallow" in errors


@needs_git
def test_only_shallow_clones_are_called_shallow(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (repository.parent / "shallow").mkdir()
    assert "shallow" not in run(capsys, "--git", str(repository), "HEAD~9", "HEAD")[2].partition(str(repository))[2]


@needs_git
def test_a_folder_of_a_repository_is_that_folder_only(
    repository: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "data").mkdir()
    (repository / "data" / "a\nb.conllu").write_text(conllu(*BASE[:2]), "utf-8")
    committed(repository)
    (repository / "data" / "a\nb.conllu").write_text(conllu(*BASE[:1]), "utf-8")
    committed(repository)
    assert "joined" not in run(capsys, "--git", str(repository), "HEAD~1", "HEAD")[1]
    _, text, _ = run(capsys, "--git", str(repository / "data"), "HEAD~1", "HEAD", "--format", "json")
    assert ["rows", "removed", 1] in json.loads(text)[0]["rows"]
    assert run(capsys, "--git", str(repository / "data"), "HEAD")[1] == "nothing changed\n"
    monkeypatch.chdir(repository / "data")  # paths of a revision are those of the repository, wherever one works
    assert run(capsys, "HEAD~1:data", "HEAD~1:data/a\nb.conllu")[1] == "nothing changed\n"


@needs_git
def test_links_and_other_repositories_are_no_part_of_one(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "private.conllu").write_text(conllu(*HEAD), "utf-8")
    (repository / "link.conllu").symlink_to(tmp_path / "private.conllu")
    (repository / "module").mkdir()
    (repository / "module" / ".git").write_text("gitdir: x", "utf-8")
    (repository / "module" / "other.conllu").write_text(conllu(*HEAD), "utf-8")
    assert run(capsys, "--git", str(repository), "HEAD")[1] == "nothing changed\n"
    (repository / NAME).unlink()
    status, _, errors = run(capsys, "--git", str(repository), "HEAD")
    assert status == 2 and "has no treebanks in its folder" in errors


@needs_git
def test_the_environment_names_no_other_repository(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_DIR", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_TRACE"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    assert "UPOS: ADV -> PART" in run(capsys, "--git", str(repository), "HEAD~1", "HEAD")[1]
    assert not (tmp_path / "elsewhere").exists()


def test_without_git(
    files: tuple[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    status, _, errors = run(capsys, "--git", str(Path(files[0]).parent), "HEAD")
    assert status == 2 and "git is not installed" in errors


# -- the library ------------------------------------------------------------------------------------------------------------


def test_the_library(files: tuple[str, str]) -> None:
    found = tc.diff(*files)
    assert not found.unchanged and found.rules[0]["effect"] == "UPOS: ADV -> PART"
    assert [row["form"] for row in found.left_over] == ["not"] and len(found.edits) == 5
    assert {row["status"] for row in found.sentences} == {"changed"} and not len(found.outside)
    assert "UPOS" in str(found) and "<table>" in found._repr_html_() and "UPOS" in found.to_markdown()
    same = tc.diff(tc.read(files[0]), files[0])
    assert same.unchanged and str(same) == repr(same) == "nothing changed"
    assert tc.diff(*files, layers=["HEAD"]).unchanged and tc.diff(*files, ignore="UPOS").unchanged
    with pytest.raises(tc.UsageError, match="there is no layer"):
        tc.diff(*files, ignore=["X.Y"])
