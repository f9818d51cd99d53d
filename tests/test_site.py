"""What the site is made of: commands run as they stand, notebooks run, measures explain themselves, links lead somewhere."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import pytest

from treecompare import __version__, resources
from treecompare.cli import run_command
from treecompare.measures import ALL_MEASURES, measure
from treecompare.measures.sources import PAPERS, PEERS, paper_of, peers_of
from treecompare.registry import EXTRAS, extra, is_here

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "packaging" / "documentation"
pytestmark = pytest.mark.skipif(not PAGES.exists(), reason="not a checkout")
NOTEBOOKS = sorted(resources.path("notebooks").glob("*.ipynb"))
OF = {"two-annotators": "annotators", "two-versions": "versions"}
"""Notebooks of extras."""
Made: TypeAlias = Callable[[str], ModuleType]
"""Imports one of the modules that build the site."""


@pytest.fixture(scope="module")
def made() -> Iterator[Made]:
    sys.path.insert(0, str(PAGES))
    yield import_module
    sys.path.remove(str(PAGES))
    for name in ("notebooks", "examples", "measure_pages", "gallery", "links"):
        sys.modules.pop(name, None)


def page(name: str) -> str:
    return resources.path(f"help/{name}.md").read_text("utf-8")


def commands() -> list[tuple[str, str]]:
    """Folder and command of both pages; commands of the window and of the tests are left aside."""
    found = []
    for section in page("peers").split("\n## ")[1:]:
        [folder] = re.findall(r"^In `(resources/samples/[\w-]+)`:$", section, re.MULTILINE)
        found += [(folder, one) for one in re.findall(r"`(treecompare [^`]+)`", section.partition(folder)[2])]
    found += [(".", line.strip()) for line in page("reproducing").splitlines() if line.startswith("    treecompare ")]
    shown = ("treecompare open", "treecompare detective")
    return [
        (folder, one) for folder, one in dict.fromkeys(found) if not one.startswith(shown) and is_here(one.split()[1])
    ]


def test_every_command_runs_as_it_stands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(commands()) >= (30 if all(map(extra, EXTRAS)) else 15)
    for folder, command in commands():
        monkeypatch.chdir(ROOT / folder)
        status = run_command(shlex.split(command)[1:])
        assert status == 0, (command, capsys.readouterr().err)
        assert len(capsys.readouterr().out) > 30, command


@pytest.mark.parametrize(
    "notebook",
    [one for one in NOTEBOOKS if one.stem not in OF or extra(OF[one.stem]) is not None],
    ids=lambda one: one.stem,
)
def test_a_notebook_runs_and_draws(made: Made, notebook: Path, tmp_path: Path) -> None:
    """It is stored without what it prints, and no cell fails."""
    stored = json.loads(notebook.read_text("utf-8"))
    assert [cell for cell in stored["cells"] if cell.get("outputs") or cell.get("execution_count")] == []
    text = made("notebooks").as_page(notebook, tmp_path)
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)
    assert pictures and all("<svg" in (tmp_path / one).read_text("utf-8") for one in pictures)
    assert text.count("```{raw} html") >= 2 and "```text" in text


def test_there_are_the_three_notebooks() -> None:
    assert [one.stem for one in NOTEBOOKS] == ["compare-parsers", "two-annotators", "two-versions"]


def test_a_cell_that_fails_is_told(made: Made, tmp_path: Path) -> None:
    cells = [{"cell_type": "code", "source": ["x = 1\n", "x"]}, {"cell_type": "code", "source": ["x / 0"]}]
    (tmp_path / "bad.ipynb").write_text(json.dumps({"cells": cells}), "utf-8")
    ran = made("notebooks").run(tmp_path / "bad.ipynb")
    assert next(ran).shown == 1
    with pytest.raises(ZeroDivisionError):
        next(ran)


def test_every_measure_has_its_place_and_its_example(made: Made) -> None:
    """By its key in the list, on one page, with a score."""
    pages = made("measure_pages")
    index, texts = pages.index(), {name: pages.as_page(listed) for name, listed in pages.pages().items()}
    for one in ALL_MEASURES:
        place = pages.anchor(one)
        assert index.count(f"(#{place})") == 1
        assert [name for name, text in texts.items() if f"({place})=\n" in text] == [pages.page_name(one)]
        found = made("examples").example_of(one).explained(one)
        assert not found.undefined or found.key.startswith("e.discontinuous"), (one.key, found.undefined)
        assert f"= {found.value}" in texts[pages.page_name(one)] or found.text in texts[pages.page_name(one)]
    assert "2·M / (G + T) = 2·3 / (6 + 6) = 0.50" in texts["e-dice"]  # Emms 2008, figures 1 and 2
    assert "- M: judgements that it is correct\n- G: judgements on this parse" in texts["judged"]
    assert "Emms, M. (2008)" in texts["t-dice"] and "TedEval 2.1 and 2.2" in texts["tedeval"]


def test_what_is_said_of_other_programs_is_tested_where_it_says() -> None:
    assert all(paper_of(one) for one in ALL_MEASURES)
    assert [peer for peer in PEERS if peer.tested and not (ROOT / peer.tested).exists()] == []
    known = {one.key for one in ALL_MEASURES} | {one.key.rpartition(".")[0] for one in ALL_MEASURES}
    assert {key for peer in PEERS for key in peer.keys} <= known
    assert [peer.program for peer in peers_of(measure("elas.recall"))] == ["udeval (UD tools)"]


def test_every_page_of_the_help_is_in_the_site() -> None:
    """Sphinx would warn of those that are missing; here without it."""
    index = (PAGES / "pages" / "index.md").read_text("utf-8")
    listed = set(re.findall(r"^help/([\w-]+)$", index, re.MULTILINE))
    assert listed == {file.stem for file in resources.path("help").glob("*.md")}
    assert set(re.findall(r"\]\(help/([\w-]+)\.md\)", index)) <= listed


def anchors(text: str) -> set[str]:
    """What links to headings of a page can be called."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.casefold()).strip().replace(" ", "-") for title in titles}


def test_links_to_headings_lead_to_headings() -> None:
    texts = {file.name: file.read_text("utf-8") for file in resources.path("help").glob("*.md")}
    wrong = []
    for name, text in texts.items():
        for other, heading in re.findall(r"\]\(([\w-]+\.md)?#([^)]+)\)", text):
            if heading not in anchors(texts[other or name]):
                wrong.append((name, other, heading))
    assert wrong == []


def test_drawings_of_the_gallery_are_of_samples(made: Made, tmp_path: Path) -> None:
    """One is drawn; all are when the site is built."""
    gallery = made("gallery")
    assert all(resources.path(f"samples/{one.folder}").is_dir() for one in gallery.DRAWINGS)
    assert len({one.name for one in gallery.DRAWINGS}) == len(gallery.DRAWINGS)
    assert "<svg" in gallery.draw(gallery.DRAWINGS[0], tmp_path).read_text("utf-8")


def test_links_of_a_site_that_lead_nowhere_are_found(made: Made, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="x">A</h1><a href="b.html#y">b</a><a href="#z">z</a><a href="https://x.org">x</a>'
    )
    (tmp_path / "b.html").write_text('<p id="y">B</p><a href="a.html#x">a</a><img src="c.svg">')
    assert made("links").broken(tmp_path) == ["a.html: #z", "b.html: c.svg"]


def test_the_paper_cites_what_is_in_its_list_and_all_of_it() -> None:
    folder = ROOT / "packaging" / "paper"
    text, entries = (folder / "paper.md").read_text("utf-8"), (folder / "paper.bib").read_text("utf-8")
    assert set(re.findall(r"@(\w+)", text)) == set(re.findall(r"^@\w+\{(\w+),", entries, re.MULTILINE))
    number = {13: "thirteen", 14: "fourteen", 15: "fifteen"}[len(PAPERS)]
    assert f"under\n{len(ALL_MEASURES)} measures of {number} sources" in text, "packaging/paper/paper.md says how many"


def test_what_is_to_be_cited_is_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert json.loads((ROOT / ".zenodo.json").read_text("utf-8"))["license"] == "MIT"
