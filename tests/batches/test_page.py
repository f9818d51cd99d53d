from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.batches.made import conllu, task
from tests.batches.test_run import Here, scored
from treecompare.batches.figures import Board
from treecompare.batches.page import page_names
from treecompare.batches.run import GivenPool
from treecompare.batches.store import Planned
from treecompare.cli import run_command


def test_pages_lead_to_each_other_and_have_the_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scored(task(tmp_path), GivenPool(Here()))[1].close()
    folder = tmp_path / "site"
    command = ["batch", str(tmp_path / "task.batch"), "--html", str(folder), "--significance"]
    assert run_command([*command, "--report", "aa"]) == 1
    assert sorted(one.name for one in folder.iterdir()) == [
        "index.html",
        "report-aa.html",
        "treebank-aa.html",
        "treebank-bb.html",
    ]
    index = (folder / "index.html").read_text("utf-8")
    assert re.search(r"By the macro-average of LAS <b>good</b> leads with 97\.37", index)
    assert "42.11" in index and "the system has no file for this treebank" in index and "3 of 4" in index
    assert "95 % intervals of 10,000 resamples" in index
    for page in folder.iterdir():
        text = page.read_text("utf-8")
        assert "http://" not in text.replace("http://www.w3.org", "") and "https://" not in text
        for to in re.findall(r'href="([^"#]+)"', text):
            assert (folder / to).exists(), (page, to)
    aa = (folder / "treebank-aa.html").read_text("utf-8")
    assert f"treecompare report html {tmp_path}/gold/aa.conllu good={tmp_path}/out/good/aa.conllu" in aa
    assert 'href="report-aa.html"' in aa and "84.21" in aa and "las|avg:pooled" in aa
    assert run_command(command) == 1 and 'href="report-aa.html"' in (folder / "treebank-aa.html").read_text("utf-8")
    capsys.readouterr()
    assert run_command([*command, "--report", "zz"]) == 2
    assert "there is no such treebank; expected one of aa, bb" in capsys.readouterr().err
    (tmp_path / "file").write_text(conllu(), "utf-8")
    assert run_command(["batch", str(tmp_path / "task.batch"), "--html", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.endswith("expected a folder that can be written to\n")


def test_no_two_treebanks_share_a_page() -> None:
    plan = [Planned(name, "a", "usual", "g", "f") for name in ("A/b", "a b", "a-b", "../x")]
    names = page_names(Board("b", plan, {}))
    assert list(names.values()) == [
        "treebank-A-b.html",
        "treebank-a-b-2.html",
        "treebank-a-b-3.html",
        "treebank-..-x.html",
    ]
