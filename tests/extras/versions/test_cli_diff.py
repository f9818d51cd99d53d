"""``treecompare diff``: where versions come from, what is printed, when it fails."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import treecompare as tc
from tests.extras.versions.made import conllu
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
    assert "Left over: a rule applies, nothing changed" in text and "still ADV" in text and "edits explained" in text


def test_versions_are_called_by_their_files_or_else_by_their_paths(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, *files)[1].startswith("What changed from old.conllu to new.conllu\n")
    (tmp_path / "two").mkdir()
    other = shutil.copy(files[1], tmp_path / "two" / "old.conllu")
    assert run(capsys, files[0], str(other))[1].startswith(f"What changed from {files[0]} to {other}\n")


def test_the_same_for_scripts(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    tables = {one["title"]: one for one in json.loads(run(capsys, *files, "--format", "json")[1])}
    assert len(tables["Edits"]["rows"]) == 5
    left = next(one for title, one in tables.items() if title.startswith("Left over"))
    row = dict(zip(left["columns"], left["rows"][0], strict=True))
    assert row.pop("key") and row == {
        "rule": 1, "place": "new.conllu:22", "context": "not so", "form": "not", "id": "5", "still": "still ADV",
        "effect": "UPOS: ADV -> PART", "head": 6, "word": 1, "base": 6,
    }  # fmt: skip
    assert [row[-2] for row in tables["Edits"]["rows"]] == [1] * 5  # the rule that explains each
    only = json.loads(run(capsys, *files, "--format", "json", "--only-rules")[1])
    assert len(only) == 3
    text = run(capsys, *files, "--format", "tsv")[1]
    assert text.count("UPOS\t\tADV\tPART") == 5 + 1


def test_what_cannot_be_read_is_never_called_unchanged(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "Bad.conllu"
    bad.write_text("# sent_id = lost\n1\tcut\tshort\n\n" + conllu(*BASE), "utf-8")
    one = "1 sentence of Bad (line 2)"
    lost = f"hing changed in what was compared; not compared: {one}; {one}"
    assert run(capsys, str(bad), str(bad), "--markdown", str(tmp_path / "a.md"))[:2] == (0, f"not{lost}\n")
    assert (tmp_path / "a.md").read_text("utf-8").rstrip().endswith("cannot be read, not compared")
    assert f"Not{lost}." in (tmp_path / "a.md").read_text("utf-8")
    status, _, errors = run(capsys, str(bad), str(bad), "--fail-on", "changed")
    assert status == 1 and "failed on changed" in errors
    found = tc.diff(str(bad), str(bad))
    assert str(found) == f"not{lost}" and not found.unchanged
    run(capsys, str(bad), str(bad), "--tables", str(tmp_path / "t"))
    rows = [line.split("\t") for line in (tmp_path / "t" / "sentences.tsv").read_text("utf-8").split("\n")]
    assert [row[1] for row in rows[1:3]] == ["unread", "same"]
    (table,) = (
        one
        for one in json.loads(run(capsys, str(bad), files[0], "--format", "json")[1])
        if one["title"].startswith("Sent")
    )
    assert table["rows"][0][:2] == ["unread", "BASE: line 2 cannot be read"]


def test_layers_and_keys_to_leave_out(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, *files, "--ignore", "UPOS")[1] == "nothing changed\n"
    assert run(capsys, *files, "--layers", "HEAD,MISC")[1] == "nothing changed\n"
    assert "ADV" in run(capsys, *files, "--layers", "UPOS", "--ignore", "MISC.SpaceAfter")[1]
    both = [tc.read(text=conllu(f"a/2/x b/0/root {one}")) for one in ("c/1/x", "c/2/y")]
    assert len(tc.diff(*both, layers=["HEAD"]).edits) == len(tc.diff(*both, ignore=["HEAD"]).edits) == 1
    assert tc.diff(*both, ignore=["HEAD", "DEPREL"]).unchanged and tc.diff(*both, ignore=["HEAD+DEPREL"]).unchanged
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
    versions = str(tmp_path / "a.conllu"), str(tmp_path / "b.conllu")
    assert run(capsys, *versions, "--fail-on", "outside")[0] == 1
    assert run(capsys, *versions, "--only-rules")[1] == "no rules, 1 edit\n"


def test_markdown_and_tables(files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(capsys, *files, "--markdown", str(tmp_path / "page.md"), "--tables", str(tmp_path / "new" / "tables"))[0]
        == 0
    )
    page = (tmp_path / "page.md").read_text("utf-8")
    assert page.startswith("# What changed from ") and "UPOS **ADV → PART**" in page and "| ---: |" in page
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
        (tmp_path / folder / "stats.xml").write_text("<treebank><size/></treebank>", "utf-8")  # as releases have it
    versions = str(tmp_path / "one"), str(tmp_path / "two")
    status, text, _ = run(capsys, *versions, "--fail-on", "removed,added")
    assert status == 0 and "moved to xx-test.conllu" in text
    assert "1 sentence in another file." in run(capsys, *versions, "--markdown", "-")[1]


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


def test_both_versions_may_come_from_anywhere(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("-x.conllu", "ü — b c.conllu"):
        (tmp_path / name).write_bytes(Path(files[1]).read_bytes())
    assert "UPOS: ADV -> PART" in run(capsys, files[0], "ü — b c.conllu")[1]
    assert "UPOS: ADV -> PART" in run(capsys, "--", "old.conllu", "-x.conllu")[1]
    with Path(files[1]).open("rb") as stream:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stream))
        assert "UPOS: ADV -> PART" in run(capsys, files[0], "-")[1]


def test_an_empty_version_is_of_the_kind_of_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], files: tuple[str, str]
) -> None:
    (tmp_path / "empty.txt").write_text("", "utf-8")
    for arguments, status in (((files[0], "empty.txt"), "removed"), (("empty.txt", files[0]), "added")):
        paths = [str(tmp_path / one) for one in arguments]
        found, text, _ = run(capsys, *paths, "--format", "json", "--html", str(tmp_path / "page.html"))
        rows = json.loads(text)[0]["rows"]
        assert found == 0 and ["rows", status, 6] in rows and not [row for row in rows if row[0] == "edits"]
        assert "6 sentences of 6 changed" in (tmp_path / "page.html").read_text("utf-8").replace("<b>", "").replace(
            "</b>", ""
        )


def test_pages_that_cannot_be_written_and_links_that_are_none(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for option, value in (("--html", "none/page.html"), ("--markdown", "none/page.md"), ("--tables", "old.conllu")):
        status, _, errors = run(capsys, *files, option, str(tmp_path / value))
        assert status == 2 and errors.count("\n") == 1 and str(tmp_path / value) in errors
    status, _, errors = run(capsys, *files, "--links", "https://example.org/{file}")
    assert status == 2 and "--links: expected an address with {file} and {line}" in errors


def test_links_lead_to_lines_and_the_comment_can_be_all_that_is_printed(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, text, _ = run(capsys, *files, "--markdown", "-", "--links", "https://example.org/{file}?l={line}")
    assert (
        status == 0 and text.startswith("# What changed") and "[line 22](https://example.org/new.conllu?l=22)" in text
    )
    odd = os.fsdecode(b"new \xff.conllu")
    try:
        Path(files[1]).rename(Path(files[1]).with_name(odd))
    except OSError:
        return  # names are Unicode here
    text = run(capsys, files[0], str(Path(files[1]).with_name(odd)), "--markdown", "-", "--links", "x:{file}#{line}")[1]
    assert "[line 22](x:new%20%FF.conllu#22)" in text


def test_a_file_that_has_another_name_is_not_moved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder, names in (("one", ("xx-dev", "xx-test")), ("two", ("xx-develop", "xx-test"))):
        (tmp_path / folder).mkdir()
        for name, sentences in zip(names, (BASE[:3], BASE[3:]), strict=True):
            (tmp_path / folder / f"{name}.conllu").write_text(conllu(*sentences), "utf-8")
    status, text, _ = run(capsys, str(tmp_path / "one"), str(tmp_path / "two"), "--fail-on", "moved")
    assert status == 0 and "xx-dev.conllu is called xx-develop.conllu" in text and "moved" not in text


def test_a_file_is_called_as_the_new_one_that_has_most_of_its_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, parts in (
        ("one", {"x": BASE[:5], "y": BASE[5:]}),
        ("two", {"a": BASE[:2], "b": BASE[2:5], "y": BASE[5:]}),
    ):
        (tmp_path / folder).mkdir()
        for name, sentences in parts.items():
            (tmp_path / folder / f"{name}.conllu").write_text(conllu(*sentences), "utf-8")
    text = run(capsys, str(tmp_path / "one"), str(tmp_path / "two"))[1]
    assert "x.conllu is called b.conllu" in text and text.count("moved to a.conllu") == 2 and "moved to b" not in text


def test_lost_and_new_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder, parts in (
        ("one", {"a": BASE[:2], "b": BASE[2:4]}),
        ("two", {"a": BASE[:2], "c": ["# sent_id = x; quite new"]}),
    ):
        (tmp_path / folder).mkdir()
        for name, sentences in parts.items():
            (tmp_path / folder / f"{name}.conllu").write_text(conllu(*sentences), "utf-8")
    text = run(capsys, str(tmp_path / "one"), str(tmp_path / "two"), "--format", "json")[1]
    table = next(one for one in json.loads(text) if one["title"] == "Files")
    assert [row[:2] for row in table["rows"]] == [["a.conllu", 0], ["c.conllu", 1], ["b.conllu", 2], ["All", 3]]


def test_columns_that_are_not_compared_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"
    for name, last in (("a", "*"), ("b", "1:VID")):
        row = "1\tdog\tdog\tNOUN\t_\t_\t0\troot\t_\t_\t"
        (tmp_path / f"{name}.conllup").write_text(f"{head}{row}{last}\n\n", "utf-8")
    status, text, errors = run(capsys, str(tmp_path / "a.conllup"), str(tmp_path / "b.conllup"))
    assert status == 0 and text == "nothing changed\n" and "columns that are not compared: PARSEME:MWE" in errors


def test_conll_x(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, tag in (("a", "N"), ("b", "V")):
        rows = [f"{n}\tw{n}\t_\t{tag if n < 4 else 'X'}\tX\t_\t{n - 1}\tdep\t_\t_\n" for n in range(1, 6)]
        (tmp_path / f"{name}.conll").write_text("".join(rows) + "\n", "utf-8")
    text = run(capsys, str(tmp_path / "a.conll"), str(tmp_path / "b.conll"))[1]
    assert "UPOS: N -> V" in text


@pytest.mark.parametrize("ending", ["export", "xml", "dbr", "mrg"])
def test_the_same_changes_whatever_the_format_of_constituents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    base = "(S (NP (D the) (N dog) (PP (P in) (NP (N town)))) (VP (V barks)))\n(S (NP (N Cats)) (VP (V sleep)))\n"
    (tmp_path / "base.mrg").write_text(base, "utf-8")
    (tmp_path / "head.mrg").write_text(
        base.replace("(N dog) (PP (P in) (NP (N town))))", "(N dog)) (PP (P in) (NP (N town)))").replace(
            "(V sleep)", "(VB sleep)"
        ),
        "utf-8",
    )
    for name in ("base", "head") if ending != "mrg" else ():
        assert run_command(["convert", str(tmp_path / f"{name}.mrg"), str(tmp_path / f"{name}.{ending}")]) == 0
    capsys.readouterr()
    text = run(capsys, str(tmp_path / f"base.{ending}"), str(tmp_path / f"head.{ending}"), "--format", "json")[1]
    tables = {one["title"]: one["rows"] for one in json.loads(text)}
    assert ["moved", "PP", "PP", "NP", "S", 1] in tables["Changes by kind"]
    assert ["tag", "single word", "VB", "V", "VB", 1] in tables["Changes by kind"]
    assert ["rows", "changed", 2] in next(rows for title, rows in tables.items() if title.startswith("What changed"))


def test_layers_of_constituents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a", "(S (NP (D the) (N dog)) (V barks))"), ("b", "(S (D the) (N dog) (VB barks))")):
        (tmp_path / f"{name}.mrg").write_text(f"{text}\n", "utf-8")
    paths = str(tmp_path / "a.mrg"), str(tmp_path / "b.mrg")
    assert "removed" in run(capsys, *paths, "--ignore", "TAG")[1]
    only_tags = run(capsys, *paths, "--layers", "TAG")[1]
    assert "VB" in only_tags and "removed" not in only_tags
    assert run(capsys, *paths, "--ignore", "TAG", "--ignore", "CONSTITUENTS")[1] == "nothing changed\n"


def test_folders_of_constituents_have_no_ids_but_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = ["(S (N Dogs) (V bark))", "(S (N Cats) (V sleep))", "(S (N Cows) (V low))"]
    for folder, parts in (("one", (trees[:2], trees[2:])), ("two", (trees[:1], trees[1:]))):
        (tmp_path / folder).mkdir()
        for number, sentences in enumerate(parts):
            (tmp_path / folder / f"wsj_{number}.mrg").write_text("\n".join(sentences) + "\n", "utf-8")
    text = run(capsys, str(tmp_path / "one"), str(tmp_path / "two"))[1]
    assert "renamed" not in text and text.count("moved to wsj_1.mrg") == 1


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
def test_in_what_encoding_a_file_of_a_revision_was_read_is_told(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / NAME).write_bytes(conllu(*HEAD).encode("utf-16"))
    committed(repository)
    _, text, errors = run(capsys, "--git", str(repository), "HEAD~1", "HEAD")
    assert text == "nothing changed\n" and "HEAD: read as UTF-16" in errors


@needs_git
def test_a_revision_and_what_stands_in_the_folder(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--git", str(repository), "HEAD")[1] == "nothing changed\n"
    (repository / NAME).write_text(conllu(*BASE), "utf-8")
    _, text, errors = run(capsys, "--git", str(repository), "HEAD")
    assert (
        "UPOS: PART -> ADV" in text
        and f"HEAD: the files as they stand in {repository}, with what is not committed" in errors
    )


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
def test_treebanks_in_folders_below_are_told(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in ("sources", "stats"):
        (repository / folder).mkdir()
        (repository / folder / "x.conllu").write_text(conllu(*BASE[:2]), "utf-8")
    committed(repository)
    (repository / "sources" / "x.conllu").write_text(conllu(*HEAD[:1]), "utf-8")
    status, text, errors = run(capsys, "--git", str(repository), "HEAD")
    assert (status, text) == (0, "nothing changed\n")
    assert errors.count(", not compared: 2 files in folders below it, as sources/x.conllu\n") == 2
    (repository / NAME).unlink()
    committed(repository)
    assert "not compared" not in run(capsys, "--git", str(repository), "HEAD")[2]


@needs_git
def test_revisions_are_called_as_they_were_named(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "tag", "feat/ü"], cwd=repository, check=True)
    (repository / "data").mkdir()
    (repository / "data" / "x.conllu").write_text(conllu(*BASE), "utf-8")
    committed(repository)
    (repository / "data" / "x.conllu").write_text(conllu(*HEAD), "utf-8")
    told = run(capsys, "--git", str(repository), "HEAD~2", "feat/ü")[1]
    assert told.startswith("What changed from HEAD~2 to feat/ü\n")
    told = run(capsys, "--git", str(repository / "data"), "HEAD")[1]
    assert told.startswith("What changed from HEAD:data to the working tree of data\n")


@needs_git
@pytest.mark.parametrize("arguments", [["--git", "REPO", "HEAD~1", "HEAD"], [f"HEAD~1:{NAME}", f"HEAD:{NAME}"]])
@pytest.mark.parametrize("filtered", ["blob:none", "tree:0", ""])
def test_what_a_clone_lacks_is_not_fetched(
    repository: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    filtered: str,
) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "config", "uploadpack.allowFilter", "true"], cwd=repository, check=True)
    options = [f"--filter={filtered}"] if filtered else []
    address = repository.as_uri() if filtered else str(repository)
    subprocess.run(["git", "clone", "-q", "--no-checkout", *options, address, str(clone)], check=True)
    if not filtered:  # something was lost
        told = subprocess.run(["git", "rev-parse", f"HEAD~1:{NAME}"], cwd=clone, check=True, capture_output=True).stdout
        (clone / ".git" / "objects" / told.decode()[:2] / told.decode()[2:].strip()).unlink()
    monkeypatch.chdir(clone)
    status, text, errors = run(capsys, *(one.replace("REPO", str(clone)) for one in arguments))
    assert (status, text) == (2, "") and "is not all in this clone of the repository" in errors
    assert errors.count("\n") == 1


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
    assert (
        {row["status"] for row in found.sentences} == {"changed"}
        and not len(found.outside)
        and not len(found.otherwise)
    )
    assert found.files[0]["changes"] == 5 and "<svg" in found.to_html() and "Left over: 1 place" in found.to_html()
    assert "UPOS" in str(found) and "<table>" in found._repr_html_() and "UPOS" in found.to_markdown()
    same = tc.diff(tc.read(files[0]), files[0])
    assert same.unchanged and str(same) == repr(same) == "nothing changed"
    assert tc.diff(*files, layers=["HEAD"]).unchanged and tc.diff(*files, ignore="UPOS").unchanged
    with pytest.raises(tc.UsageError, match="there is no layer"):
        tc.diff(*files, ignore=["X.Y"])
