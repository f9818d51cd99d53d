"""Which conventions give a published figure."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from treecompare.cli.comparing import read_named
from treecompare.cli.options import command, seed
from treecompare.cli.printing import print_json, print_plain, print_results, print_rows, say, tell, tell_state

if TYPE_CHECKING:
    from treecompare.comparison.answered import Outcomes
    from treecompare.comparison.base import AnyTreebank


def _system(
    gold: AnyTreebank, argument: str, options: argparse.Namespace, outcomes: dict[str, Outcomes]
) -> AnyTreebank:
    """A file, or what is made from the gold; the outcomes of raw output go to ``outcomes``."""
    from treecompare.comparison.answered import is_made, maker_of, named
    from treecompare.comparison.settings import Settings

    name, path = named(argument)
    if not is_made(path):
        return read_named(argument, options.source)
    found: AnyTreebank
    found, of_answers = maker_of(path).made_system(gold, path, name, Settings(repair=options.repair))
    if of_answers is not None:
        outcomes[found.name] = of_answers
    for warning in found.warnings:
        tell(warning)
    return found


@command("detective", {"cost": seed})
def _detective(options: argparse.Namespace) -> int:
    """Which conventions of an evaluation give a published figure.

    gold GOLD: file with the gold trees
    systems SYSTEM+: FILE or NAME=FILE; raw:PATH, baseline:NAME
    --repair none|extract|close = none: what is repaired in systems that are raw output (default: %(default)s)
    --figure/figures KEY=DIGITS*: a published figure with the digits that are printed, or several of one paper: 'LF=89.4 LR=89.1';
        SYSTEM:LF=89.4 if there are several systems. Keys: F R P (L or U before them: with or without labels), CM, CB, TA; UAS,
        LAS, LA, CLAS, MLAS, BLEX, ELAS; ? for any
    --prm FILE*: also try this parameter file of evalb
    --cost N = 4: try up to so many deviations from the usual conventions at once (default: %(default)s)
    --seconds N = 60: stop after so many seconds (default: %(default)s)
    --signatures SIGNATURE SIGNATURE: in place of figures: how two signatures differ, and the effect of each difference by itself
    --from/source FORMAT: format of the files; else recognised by content
    --jobs N: workers (default: all cores)
    {max_bytes}
    {format}
    """
    from treecompare.errors import UsageError
    from treecompare.extras.conventions import said
    from treecompare.extras.conventions.figures import figures_in, read_figure
    from treecompare.extras.conventions.search import Detective

    if bool(options.figures) == bool(options.signatures):
        raise UsageError("detective takes --figure KEY=DIGITS, once or several times, or --signatures and two of them")
    gold = read_named(options.gold, options.source)
    outcomes: dict[str, Outcomes] = {}
    systems = [_system(gold, one, options, outcomes) for one in options.systems]
    if options.signatures:
        from treecompare.extras.conventions.said import differences

        found = differences(gold, systems, options.signatures[0], options.signatures[1], options.jobs)
        if options.format == "json":
            print_json(found.as_object())
        else:
            print_results([found.table()], options.format)
        return 0
    names = [one.name for one in systems]
    figures = [read_figure(one, gold.kind, names) for text in options.figures for one in figures_in(text)]
    detective = Detective(gold, systems, figures, options.prm, options.jobs, outcomes)
    explained = None
    for explained in detective.search(options.cost, options.seconds):
        tell_state(said.progress(explained))
    tell_state("")
    assert explained is not None
    if options.format == "json":
        print_json(said.as_object(explained))
    elif options.format == "table":
        for line in said.said(explained):
            say(line)
        if explained.results:
            say()
            print_rows([said.table_of(explained, with_commands=False).texts()], "table")
            say()
        for number, one in enumerate(said.shown(explained), 1):
            say(f"{number}: {said.command_of(explained, one.point)}")
    else:
        print_plain([said.table_of(explained)], options.format)
    return 0
