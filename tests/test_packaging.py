"""What an installation holds, and whether the pages about it are true."""

import os
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from treecompare.compiled import kernel

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="not a checkout")


def test_every_package_and_every_extension_is_installed():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = {
        str(found.parent.relative_to(ROOT)).replace("/", ".") for found in ROOT.glob("treecompare/**/__init__.py")
    }
    assert set(settings["packages"]) - {"treecompare.resources"} == folders
    extensions = {str(found.relative_to(ROOT)) for found in ROOT.glob("treecompare/**/*.pyx")}
    assert {
        source for one in settings["ext-modules"] for source in one["sources"] if source.endswith(".pyx")
    } == extensions


@pytest.mark.skipif(
    shutil.which("cc") is None or bool(os.environ.get("TREECOMPARE_PURE")),
    reason="there is no C compiler, or the kernels are to be left aside (TREECOMPARE_PURE)",
)
def test_where_there_is_a_compiler_every_kernel_is_there():
    """Tests of kernels that are missing are skipped: a kernel that no longer compiles must not go unnoticed."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    names = [one["name"].removeprefix("treecompare.") for one in settings["ext-modules"]]
    assert [name for name in names if kernel(name) is None] == []


PAGES = [ROOT / "README.md", *sorted(ROOT.glob(".github/*.md")), *sorted(ROOT.glob("resources/help/*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readme_is_short_and_leads_to_every_page():
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.encode()) < 12_000
    assert [page.name for page in PAGES[1:] if f"({page.relative_to(ROOT)})" not in text] == []
    assert "./packaging/start demo" in text and "./packaging/test" in text


def test_the_map_of_the_code_is_true():
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./]+\.(?:py|pyx|c))`", text))
    files = [
        f"/{path.relative_to(ROOT)}"
        for folder in ("treecompare", "packaging", "tests")
        for path in ROOT.glob(f"{folder}/**/*")
    ]
    assert len(named) > 80
    assert sorted(name for name in named if not any(path.endswith(f"/{name}") for path in files)) == []
    packages = {path.parent for path in ROOT.glob("treecompare/**/__init__.py")} - {ROOT / "treecompare"}
    assert sorted(package.name for package in packages if f"{package.name}/`" not in text) == []
