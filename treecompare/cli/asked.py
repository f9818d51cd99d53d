"""Which parts of measures the options ask for, and so which kind of comparison."""

from __future__ import annotations

import argparse


def asked_parts(options: argparse.Namespace, by_name: bool = False) -> list[str]:
    """The parts of the requested measures; ``by_name``: without those that ``all`` stands for."""
    from treecompare.measures import chosen

    asked = [getattr(options, name, None) for name in ("measures", "a", "b")]
    return [measure.part for keys in asked if keys and not (by_name and keys == "all") for measure in chosen(keys)]


def wants_lattices(options: argparse.Namespace) -> bool:
    """Whether lattice measures, or files that only they need, are given."""
    from treecompare.measures.lattices import LATTICE_PARTS

    if options.lattice or options.segmentation or getattr(options, "report", None) == "scenarios":
        return True
    return any(part in LATTICE_PARTS for part in asked_parts(options, by_name=True))


def only_lattices(options: argparse.Namespace) -> bool:
    """Whether all requested measures allow different words."""
    from treecompare.measures.lattices import LATTICE_PARTS

    parts = asked_parts(options, by_name=True)
    return bool(parts) and all(part in LATTICE_PARTS for part in parts)


def with_others(options: argparse.Namespace) -> bool:
    """Whether words are compared as they are, too, where they may be segmented differently."""
    return not only_lattices(options) or getattr(options, "report", None) is not None
