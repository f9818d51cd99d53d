"""What an installation holds."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="not a checkout")
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
