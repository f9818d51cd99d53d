"""Which parts of measures the options ask for, and so which kind of comparison."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence

TEDEVAL_USUAL = "las,uas,tedeval,tedeval.unlabelled"
"""The measures of ``treecompare tedeval`` unless others are asked for."""


def asked_parts(
    options: argparse.Namespace, by_name: bool = False, names: Sequence[str] = ("measures", "a", "b")
) -> list[str]:
    """The parts of the measures that these options request; ``by_name``: without those that ``all`` stands for."""
    from treecompare.measures import chosen

    asked = [getattr(options, name, None) for name in names]
    return [measure.part for keys in asked if keys and not (by_name and keys == "all") for measure in chosen(keys)]


def named_otherwise(measures: str, keys: Collection[str]) -> list[str]:
    """Measures that are asked for by their own names, not as a family or as ``all``, and are none of ``keys``."""
    from treecompare.measures import chosen

    entries = [one.strip() for one in measures.split(",")]
    named = ",".join(one for one in entries if one not in ("", "all") and not one.endswith("."))
    return [one.key for one in chosen(named) if one.key not in keys] if named else []


def wants_lattices(options: argparse.Namespace) -> bool:
    """Whether lattice measures, or files that only they need, are given."""
    from treecompare.measures.tedeval import LATTICE_PARTS

    if options.lattice or options.segmentation or getattr(options, "report", None) == "scenarios":
        return True
    return any(part in LATTICE_PARTS for part in asked_parts(options, by_name=True))


def with_dependencies(options: argparse.Namespace) -> str | None:
    """The head rules by which constituents are scored as dependencies, too: those of the options, else usual ones where such
    measures are asked for by name."""
    from treecompare.comparison.settings import REPORT_MEASURES, USUAL_MEASURES
    from treecompare.measures import BESIDE_MEASURES

    given: str | None = options.with_dependencies
    is_usual = getattr(options, "measures", None) in (USUAL_MEASURES, REPORT_MEASURES)
    names = ("a", "b") if is_usual else ("measures", "a", "b")
    asked = asked_parts(options, by_name=True, names=names)
    return given or ("auto" if any(one.part in asked for one in BESIDE_MEASURES) else None)


def only_lattices(options: argparse.Namespace) -> bool:
    """Whether all requested measures allow different words."""
    from treecompare.measures.tedeval import LATTICE_PARTS

    parts = asked_parts(options, by_name=True)
    return bool(parts) and all(part in LATTICE_PARTS for part in parts)


def with_others(options: argparse.Namespace) -> bool:
    """Whether words are compared as they are, too, where they may be segmented differently."""
    return not only_lattices(options) or getattr(options, "report", None) is not None
