"""The kinds of comparison in the window: the one place where a view is chosen by the kind of a comparison.

To add a kind: write its :class:`KindView` in a file here, and add its entry to ``KINDS``.
"""

from __future__ import annotations

from treecompare.app.kinds.base import KindView
from treecompare.app.kinds.constituents import ConstituentsView
from treecompare.app.kinds.dependencies import DependenciesView
from treecompare.app.kinds.lattices import LatticesView
from treecompare.app.kinds.schemes import SchemesView

__all__ = ["FIRST", "KINDS", "KindView"]

KINDS: dict[str, type[KindView]] = {
    "constituents": ConstituentsView,
    "dependencies": DependenciesView,
    "lattices": LatticesView,
    "schemes": SchemesView,
}
"""By the name that comparisons have for their kind."""
FIRST = "constituents"
"""The one that is shown as long as nothing is open."""
