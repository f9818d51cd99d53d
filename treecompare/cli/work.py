"""What most commands do first: read the files and score them."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.cli.lattices import asked_parts, lattice_comparison, wants_lattices
from treecompare.cli.printing import tell
from treecompare.errors import UsageError

if TYPE_CHECKING:
    from treecompare.comparison.dependencies import Compared, WordByWord
    from treecompare.comparison.lattices import LatticeComparison
    from treecompare.comparison.run import Progress
    from treecompare.readers import DependencyTreebank, Treebank


def read_compared(options: argparse.Namespace) -> WordByWord | LatticeComparison:
    """Reads the files, of constituents or of dependencies; warnings go to standard error."""
    from treecompare.comparison.dependencies import compare
    from treecompare.comparison.judgements import read_judgements
    from treecompare.comparison.settings import Settings
    from treecompare.readers import read_any

    treebanks = [read_any(options.gold, options.source), *(read_named(one, options.source) for one in options.systems)]
    for treebank in treebanks:
        tell_problems(treebank)
    settings = Settings(
        params=options.params,
        preterminals=options.preterminals,
        missing=options.missing,
        max_length=options.max_length,
        tree_costs=options.tree_costs,
        functions=options.functions,
        label_costs=options.label_costs,
        punctuation=options.punctuation,
        relations=options.relations,
        as_dependencies=options.as_dependencies,
        nonprojective=options.nonprojective,
        differing=options.differing,
    )
    comparison: WordByWord | LatticeComparison
    if wants_lattices(options):
        comparison = lattice_comparison(options, treebanks[0], treebanks[1:], settings)
    else:
        comparison = compare(treebanks[0], treebanks[1:], settings)
    tell_unused(options, comparison.kind)
    if options.phenomena:
        comparison.judgements = read_judgements(options.phenomena, comparison.ids)
    for warning in comparison.warnings:
        tell(warning)
    return comparison


def tell_problems(treebank: Treebank | DependencyTreebank, most: int = 5) -> None:
    """Sentences that cannot be read, on standard error: where, and what was expected."""
    problems = sorted(treebank.problems.values(), key=lambda one: one.index)
    for problem in problems[:most]:
        tell(f"{treebank.path}:{problem.line}: {problem.reason}")
    if len(problems) > most:
        more = f"{len(problems) - most} more sentences cannot be read"
        tell(f"{treebank.path}: {more}; 'treecompare report skipped' lists them")


TREE_OPTIONS: dict[str, object] = {"params": "standard", "functions": False, "tree_costs": None, "label_costs": None}
WORD_OPTIONS: dict[str, object] = {"punctuation": "count", "relations": "universal", "differing": "skip"}
"""Options that only one kind of treebanks knows, and their defaults."""


def tell_unused(options: argparse.Namespace, kind: str) -> None:
    """Options that change nothing for treebanks of this kind, on standard error."""
    converted = options.as_dependencies is not None
    unused: dict[str, object] = {}
    if kind == "constituents":
        unused = WORD_OPTIONS
    elif kind == "dependencies" and not converted:
        unused = TREE_OPTIONS
    for name, usual in unused.items():
        if getattr(options, name) != usual:
            other = "constituents" if unused is TREE_OPTIONS else "dependencies"
            tell(f"--{name.replace('_', '-')} is for {other}; it changes nothing here")


def read_named(argument: str, source: str | None) -> Treebank | DependencyTreebank:
    """Reads FILE or NAME=FILE."""
    from treecompare.readers import read_any

    name, given, path = argument.partition("=")
    if not given or Path(argument).exists():
        return read_any(argument, source)
    return read_any(path, source, name)


def read_trees(argument: str, source: str | None) -> Treebank:
    """Reads FILE or NAME=FILE, which holds trees of constituents.

    Raises:
        UsageError: it holds dependencies.
    """
    from treecompare.readers import Treebank

    treebank = read_named(argument, source)
    if not isinstance(treebank, Treebank):
        raise UsageError(f"{treebank.path} holds dependencies; this command is for trees of constituents")
    return treebank


def scored(options: argparse.Namespace) -> WordByWord | LatticeComparison:
    """Reads and scores."""
    comparison = read_compared(options)
    run_all(options, comparison)
    return comparison


def tell_progress(steps: Iterable[Progress]) -> None:
    """Does the steps; how far they are goes to standard error where that is a terminal."""
    show = sys.stderr.isatty()
    shown = 0.0
    for progress in steps:
        if show and time.monotonic() - shown > 0.1:
            shown = time.monotonic()
            print(f"\r{progress.done} of {progress.total} sentences", end="", file=sys.stderr, flush=True)
    if show:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def run_all(options: argparse.Namespace, comparison: Compared) -> None:
    """Scores; progress, warnings and what is not scored go to standard error."""
    from treecompare.comparison.dependencies import DependencyComparison
    from treecompare.comparison.kinds import run_any

    told = len(comparison.warnings)
    tell_progress(run_any(comparison, options.jobs))
    if isinstance(comparison, DependencyComparison):
        comparison.count_trees(asked_parts(options))
    for warning in comparison.warnings[told:]:
        tell(warning)
    for system, name in enumerate(comparison.table.systems):
        for reason, number in comparison.table.reasons(system).items():
            sentence, detail = comparison.table.example(system, reason)
            told_before = reason.endswith("cannot be read")
            first = f" (sentence {sentence + 1}: {detail})" if detail and not told_before else ""
            remedy = "; --differing align aligns their words all the same" if reason == "the texts differ" else ""
            tell(f"{name}: {number} not scored: {reason}{first}{remedy}")


def status(options: argparse.Namespace, comparison: Compared) -> int:
    """The exit status: 1 under ``--strict`` if any sentence is not scored."""
    from treecompare.comparison.table import SCORED

    return int(options.strict and bool((comparison.table.statuses != SCORED).any()))


def two_measures(options: argparse.Namespace, comparison: Compared) -> tuple[str, str]:
    """The measures A and B: those of the options, else the usual ones of the kind of comparison."""
    a, b = comparison.usual_keys
    return options.a or a, options.b or b
