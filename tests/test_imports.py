"""Modules import each other in one direction only, also where they do so for types or inside of functions."""

from __future__ import annotations

import ast
from pathlib import Path

import networkx
import pytest

from tests import modules

ROOT = Path(__file__).parents[1] / "treecompare"


def imports(root: Path) -> networkx.DiGraph:
    """Which module names which, anywhere in its text. A package stands for its ``__init__.py``."""
    paths = {
        ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in root.rglob("*.py")
    }
    found = networkx.DiGraph()
    found.add_nodes_from(paths)
    for module, path in paths.items():
        if module == root.name:
            continue  # the public face of the package names what it offers, and imports it when it is asked for
        for node, _ in modules.module(path).imports:
            if isinstance(node, ast.Import):
                names = [one.name for one in node.names]
            else:
                assert not node.level, f"{module}: imports name the whole way"
                whole = [f"{node.module}.{one.name}" for one in node.names]
                names = [name if name in paths else str(node.module) for name in whole]
            found.add_edges_from((module, name) for name in names if name in paths)
    return found


def circles(root: Path) -> list[list[str]]:
    graph = imports(root)
    groups = [sorted(one) for one in networkx.strongly_connected_components(graph) if len(one) > 1]
    return sorted(groups + [[one] for one in networkx.nodes_with_selfloops(graph)])


def test_no_module_imports_one_that_imports_it() -> None:
    assert circles(ROOT) == []


@pytest.mark.parametrize(
    "line",
    [
        "from house import roof",
        "import house.roof",
        "from house.roof import TILES",
        "if TYPE_CHECKING:\n    from house.roof import Tile",
        "def build():\n    from house.roof import TILES",
    ],
)
def test_circles_are_found_however_one_imports(tmp_path: Path, line: str) -> None:
    house = tmp_path / "house"
    house.mkdir()
    for name, text in (("__init__", ""), ("roof", "import house.wall"), ("wall", line), ("door", "import house.wall")):
        (house / f"{name}.py").write_text(text, "utf-8")
    assert circles(house) == [["house.roof", "house.wall"]]
