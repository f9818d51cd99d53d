"""Contracts of the library: its tables as LaTeX, Markdown and HTML, and as they are printed, which no command writes."""

from __future__ import annotations

from pathlib import Path

from tests.contracts.listed import SAMPLES
from treecompare import compare
from treecompare.api.comparison import Comparison
from treecompare.api.tables import Table, Tables
from treecompare.errors import TreecompareError


def printed(table: str, *arguments: str) -> int:
    """Prints a table, as ``main`` does what a command says; gives the status."""
    *report, kind = arguments
    try:
        found: Table | Tables = getattr(compared(kind), table)(*report)
    except TreecompareError as error:
        print(error)
        return 2
    for one in [found] if isinstance(found, Table) else found:
        print("", one, one.to_latex(), one.to_markdown(), one._repr_html_(), sep="\n")
    return 0


def compared(kind: str) -> Comparison:
    """Anew each time at night (``checking.py``): what one contract leaves behind is a fault that another would show."""
    gold, *given = SAMPLES[kind]
    systems = [one for one in given if one != "--lattice" and not one.endswith(".lattice")]
    named = dict(one.split("=") if "=" in one else (Path(one).stem, one) for one in systems)
    return compare(gold, named, lattices=[one for one in given if one.endswith(".lattice")], jobs=1)
