"""Errors by type, all systems side by side."""

from __future__ import annotations

import argparse

from treecompare.cli.options import command
from treecompare.cli.printing import print_json, print_plain, print_results
from treecompare.cli.work import for_people, scored, status
from treecompare.errors import UsageError


@command("errors", baselines="")
def _errors(options: argparse.Namespace) -> int:
    """Attachment and other errors by type, all systems side by side.

    {input}
    --by type|kind|sites|height|length|depth|phenomenon = type: how to group the errors: by type, what is wrong, from where to
        where, too high or too low, sentence length, depth or phenomenon (default: type)
    --type KEYS: only these types, separated by commas: PP,clause,coordination,label,…
    --baseline NAME: the system that the others are tested against (default: the first)
    --per-sentence: list the errors one by one as well
    --iterations N = 10000: of the tests (default: %(default)s)
    --seed SEED = 0: of the random numbers (default: 0)
    {format}
    """
    from treecompare.analyses import errors

    comparison = scored(options)
    types = errors.chosen_types(comparison, options.type)
    names = comparison.table.systems
    if options.baseline is not None and options.baseline not in names:
        raise UsageError(f"there is no system '{options.baseline}'; expected one of {', '.join(names)}")
    baseline = 0 if options.baseline is None else names.index(options.baseline)
    if options.format == "json":
        asked = types if options.type else ()
        print_json(
            errors.errors_object(comparison, baseline, options.per_sentence, asked, options.iterations, options.seed)
        )
        return status(options, comparison)
    counted = errors.CountedErrors(comparison)
    if options.by == "kind" and not options.type:
        types = comparison.error_kinds
    if options.by not in ("type", "kind"):
        one_table = {
            "height": errors.height_table, "length": errors.length_table, "depth": errors.depth_table,
            "phenomenon": errors.phenomenon_table,
        }  # fmt: skip
        tables = errors.site_tables(counted) if options.by == "sites" else [one_table[options.by](counted)]
    elif options.format == "table":
        title = "What is wrong" if options.by == "kind" else "Errors by type"
        tables = errors.type_tables(counted, types, title, baseline, options.iterations, options.seed)
    else:
        tables = [errors.long_error_table(counted, types, baseline, options.iterations, options.seed)]
    if options.per_sentence:
        tables.append(errors.listed_errors(counted, types if options.type else ()))
    tables = for_people(tables, comparison, options, are_of_errors=True)
    (print_results if options.format == "table" else print_plain)(tables, options.format)
    return status(options, comparison)
