"""How far to believe queries that are run on parsed text."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from treecompare.cli.comparing import read_named
from treecompare.cli.options import command
from treecompare.cli.printing import print_results, tell, tell_about, told_parameters
from treecompare.errors import UsageError, counted

if TYPE_CHECKING:
    from treecompare.readers import Treebank


@command("trust")
def _trust(options: argparse.Namespace) -> int:
    """Queries scored on parsed text: what they find in the gold, in systems, in both.

    queries QUERIES: file with a name, a tab and a pattern on each line
    gold GOLD: the annotated treebank
    systems SYSTEM+: FILE or NAME=FILE: its text as parsed
    --anchor NAME: the variable of the node that a query finds (default: anchor); a query without it finds its first node
    --sentences own|common = own: own: without a parse the gold's hits are missed; common: only sentences that all systems
        parsed (default: own)
    --mode span|sentence = span: what corrected counts and the best system rest on: hits, or sentences that have one (default:
        span)
    --text FILE*: text as the system parsed it, without a gold (a file, or a folder of files): corrected counts; of several
        systems one each, in their order
    --halves: odd lines correct the counts of even lines: how well that works
    --groups TABLE: with --text: a file (or how its name begins) or the beginning of an id, a tab, its group (period, genre)
    --plot FILE: with --groups: draw the counts over the groups, found and corrected (.svg, .pdf, .png)
    --params PARAMS = standard: preparation by which labels and words are compared (default: standard)
    {from}
    --tables FOLDER: write trust.tsv, hits.tsv and, with --text or --halves, corrected.tsv
    {max_bytes}
    {format}
    """
    from treecompare.extras.queries.analysis import all_tables, corrected_rows, hit_rows, trust_rows
    from treecompare.extras.queries.groups import CountedTexts, read_groups
    from treecompare.extras.queries.hits import Trust, anchored, read_queries
    from treecompare.extras.queries.trust import Trusted, length_warning
    from treecompare.scores.tables import write_tables

    _check(options)
    queries = anchored(read_queries(options.queries), options.anchor)
    groups = read_groups(options.groups) if options.groups else {}
    banks, texts = _read(options)
    told_parameters(options.params)
    trust = Trust(banks[0], banks[1:], options.params, common=options.sentences == "common")
    found = Trusted(trust, queries, options.mode)
    asked = list(map(trust.asked, texts))
    lengths = [
        length_warning(one.treebank.name, int(one.trees.word_counts.sum()), len(one), trust.gold) for one in asked
    ]
    for warning in filter(None, (*found.warnings, *lengths)):
        tell(warning)
    tables = all_tables(found, asked, options.halves)
    if asked and groups:
        by_group = CountedTexts.by_table(found, [[one] for one in asked], groups)
        for name, number in by_group.left_out:
            if number:
                tell(f"{name}: {counted(number, 'sentence')} in no group of {options.groups}, counted in none")
        for path in by_group.write_plots(options.plot) if options.plot else ():
            tell(f"{path}: written")
        tables.append(by_group.table())
    print_results(tables, options.format)
    if options.tables:
        made = {"trust": trust_rows(found), "hits": hit_rows(found)}
        if asked or options.halves:
            made["corrected"] = corrected_rows(found, asked)
        write_tables(made, options.tables)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Raises UsageError: options do not go together, or no plot can be written there."""
    if options.text and options.halves:
        raise UsageError("--halves takes half of the gold as the text; expected it or --text, not both")
    if options.groups and not options.text:
        raise UsageError("--groups needs --text FILE, the text whose groups are counted")
    if options.plot and not options.groups:
        raise UsageError("--plot draws counts over groups; expected --text FILE and --groups TABLE, too")
    if options.plot:
        from treecompare.drawing.figures import check_path

        check_path(options.plot)


def _read(options: argparse.Namespace) -> tuple[list[Treebank], list[Treebank]]:
    """Gold and systems, and the texts; what is wrong with them is told."""
    from treecompare.readers import Treebank, of_one_kind

    banks, texts = (
        [of_one_kind(read_named(path, options.source), Treebank) for path in paths]
        for paths in ((options.gold, *options.systems), options.text)
    )
    if texts and len(texts) != len(options.systems):
        raise UsageError(
            f"there are {len(texts)} texts and {len(options.systems)} systems; expected --text FILE once for each system"
        )
    for bank in (*banks, *texts):
        tell_about(bank)
    return banks, texts
