"""Which conventions yield a published figure: ``figures.py`` reads figures, ``deviations.py`` has what evaluations differ in,
``search.py`` tries all of it and ranks, ``said.py`` says what was found, and explains two signatures."""

from __future__ import annotations

from treecompare.registry import Extra

ADDS = Extra(
    commands={"detective": ".commands"},
    functions={"detective": ".library:detective"},
    pages={"paper": ".said"},
    help=("detective.md",),
)
