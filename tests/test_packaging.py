"""What an installation holds, and whether the pages about it are true."""

import os
import re
import shutil
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from treecompare.kernels import KERNELS, compiled_kernel, module_of
from treecompare.registry import EXTRAS, extra

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="not a checkout")


def test_every_package_and_every_extension_is_installed():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = {
        str(found.parent.relative_to(ROOT)).replace("/", ".") for found in ROOT.glob("treecompare/**/__init__.py")
    }
    absent = {f"treecompare.extras.{name}" for name in EXTRAS if extra(name) is None}
    assert set(settings["packages"]) - {"treecompare.resources", *absent} == folders
    compiled = [one for one in ROOT.glob("treecompare/**/*.py") if one.read_text("utf-8").startswith("# cython:")]
    found = [*ROOT.glob("treecompare/**/*.pyx"), *compiled]
    extensions = {str(one.relative_to(ROOT)) for one in found}
    assert {
        source for one in settings["ext-modules"] for source in one["sources"] if not source.endswith(".c")
    } == extensions


@pytest.mark.skipif(
    shutil.which("cc") is None or bool(os.environ.get("TREECOMPARE_PURE")),
    reason="there is no C compiler, or the kernels are to be left aside (TREECOMPARE_PURE)",
)
def test_where_there_is_a_compiler_every_kernel_is_there():
    """Tests of kernels that are missing are skipped: a kernel that no longer compiles must not go unnoticed."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    assert [one["name"] for one in settings["ext-modules"]] == [*map(module_of, KERNELS)]
    assert [name for name in KERNELS if compiled_kernel(name) is None] == []


def installed(requirements: Iterable[str], seen: dict[str, Distribution] | None = None) -> dict[str, Distribution]:
    """The installed packages that these requirements ask for, and those that they ask for in turn."""
    found = {} if seen is None else seen
    for text in requirements:
        wanted = Requirement(text)
        if wanted.name.lower() in found or (wanted.marker is not None and not wanted.marker.evaluate({"extra": ""})):
            continue
        try:
            found[wanted.name.lower()] = distribution(wanted.name)
        except PackageNotFoundError:
            continue
        installed(found[wanted.name.lower()].requires or (), found)
    return found


def is_gpl(licence: str) -> bool:
    """Whether that is what metadata of a package under the GPL says; the LGPL lets others be linked with it."""
    text = re.sub(r"(?i)lesser general public license|lgpl", "", licence)
    return re.search(r"(?i)gpl|general public license", text) is not None


def licence_of(package: Distribution) -> str:
    """What the metadata of a package says of its licence. PySide6 lets people choose. Of docutils only the mode of an editor is
    under the GPL, which is not in its wheel."""
    if package.metadata["Name"] == "docutils" and not any(str(file).endswith("rst.el") for file in package.files or ()):
        return "Public Domain, BSD"
    names = ("License-Expression", "License", "Classifier")
    texts = [
        text
        for name in names
        for text in package.metadata.get_all(name) or ()
        if name != "Classifier" or "License" in text
    ]
    said = " ".join(text.splitlines()[0] for text in texts if text)
    return "LGPL-3.0-only" if re.search(r"LGPL-3.0-only OR", said) else said


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("GPLv3", True),
        ("License :: OSI Approved :: GNU General Public License v3 (GPLv3)", True),
        ("LGPL-3.0-only", False),
        ("GNU Lesser General Public License", False),
        ("MIT", False),
    ],
)
def test_the_gpl_is_recognised(said: str, expected: bool):
    assert is_gpl(said) is expected


def test_nothing_that_is_installed_with_the_program_is_under_the_gpl():
    packages = installed(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"])
    assert {"numpy", "pyside6-essentials", "matplotlib", "nltk", "pillow"} <= set(packages)
    assert [name for name, one in packages.items() if is_gpl(licence_of(one))] == []
    assert [name for name, one in packages.items() if not licence_of(one)] == []


def test_no_extra_names_a_package_under_the_gpl():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    wanted = [text for texts in extras.values() for text in texts]
    assert not {"edist", "pyinstaller"} & {Requirement(text).name for text in wanted}
    assert [
        name for name, one in installed(wanted).items() if name != "treecompare-treebanks" and is_gpl(licence_of(one))
    ] == []


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
    """What it names is there, and it names every package and every module beside the packages."""
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w./]+\.(?:py|pyx|c))`", text))
    files = [
        f"/{path.relative_to(ROOT)}"
        for folder in ("treecompare", "packaging", "tests")
        for path in ROOT.glob(f"{folder}/**/*")
    ]
    assert len(named) > 30
    gone = sorted(name for name in named if not any(path.endswith(f"/{name}") for path in files))
    assert gone == [] or not all(map(extra, EXTRAS))
    packages = {path.parent for path in ROOT.glob("treecompare/**/__init__.py")} - {ROOT / "treecompare"}
    assert sorted(package.name for package in packages if f"{package.name}/`" not in text) == []
    modules = {path.name for path in ROOT.glob("treecompare/*.py")}
    assert sorted(name for name in modules if not re.search(rf"`(?:treecompare/)?{name}`", text)) == []


@pytest.mark.parametrize("suffix", ["py", "pyx"])
def test_every_module_says_in_its_first_line_what_it_is_for(suffix: str):
    """The map names packages only; the first line of a file says the rest."""
    modules = sorted(ROOT.glob(f"treecompare/**/*.{suffix}"))
    said = {path.relative_to(ROOT): re.match(r'(?:#[^\n]*\n)?r?"""(.+)', path.read_text("utf-8")) for path in modules}
    assert modules
    assert [str(path) for path, line in said.items() if not line or len(line[1].split()) < 3] == []


def test_no_page_installs_a_package_of_that_name():
    """Until the name is ours on PyPI, ``pip install`` with it alone brings whatever a stranger put there."""
    command = r"(?:\bpip3?|\bpipx|\buv(?: pip| tool)?)\s+install\b[^\n`]*?[\s'\"]|\buvx\s+"
    asked = re.compile(rf"(?:{command})treecompare\b(?![/_])")
    assert all(map(asked.search, ("pip install treecompare", "pipx install 'treecompare[bench]'", "uvx treecompare")))
    assert not asked.search("pip install ./treecompare")
    folders = ("resources", "treecompare", "packaging", ".github", ".ci")
    pages = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    for path in (ROOT / "README.md", *pages):
        if path.suffix in (".md", ".py", ".txt", ".yml", ".toml", ".html", ""):
            assert not asked.search(path.read_text("utf-8", "replace")), path
