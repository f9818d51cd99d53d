"""What changed between two versions of a treebank."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from treecompare.cli.options import command
from treecompare.cli.printing import Patience, print_results, put, say, tell, tell_problems
from treecompare.errors import UsageError, counted
from treecompare.typed import typed

if TYPE_CHECKING:
    from treecompare.extras.versions.sources import Read
    from treecompare.extras.versions.versions import Diff
    from treecompare.scores.result import ResultTable

SHOWN = 20
"""So many rows of each table are printed for people."""
FAILURES = (
    "changed", "left-over", "outside", "split", "joined", "regrouped", "added", "removed", "moved", "renamed", "retokenised",
    "text", "unread", "words",
)  # fmt: skip


@command("diff", failures=", ".join(FAILURES))
def _diff(options: argparse.Namespace) -> int:
    """What changed between two versions of a treebank, and by which rules.

    base BASE?: the older version: file, folder (files pair by name), or REVISION:PATH in the git repository in which one works
    head HEAD?: the newer version, likewise
    --git REPO+: REPO REVISION [REVISION]: all treebanks of a git repository; without the second revision what stands in its
        folder. Nothing is checked out
    --from/source FORMAT: format of the files; else recognised by content
    --layers A,B: only edits of these layers: UPOS,FEATS,HEAD, …
    --ignore LAYER[.KEY]*: no edits of this, as MISC.SpaceAfter or COMMENT
    --only-rules: only the rules, and where they were perhaps forgotten
    --format table|tsv|json = table: tsv and json: with all edits
    --markdown FILE: write a page for a comment on a pull request as well; - prints only that
    --html FILE: write a page for reviewers as well, with drawings; it needs no network
    --links URL = "": where places of HEAD lead to on these pages, with {file} and {line}, as
        https://github.com/ORG/REPO/blob/COMMIT/{file}#L{line}
    --tables FOLDER: write the tables that scripts compare: sentences.tsv, edits.tsv, …
    --fail-on WHAT = "": exit with status 1 if there is any of these, separated by commas: {failures}
    --accepted FILE: places that are marked as on purpose in this table (saved in the window) are not left over
    {max_bytes}
    """
    from dataclasses import replace

    from treecompare.extras.versions.entries import accepted, read_marks
    from treecompare.extras.versions.results import all_tables
    from treecompare.extras.versions.version import Watch
    from treecompare.extras.versions.versions import diff
    from treecompare.scores.tables import write_tables

    wanted = _listed(options.fail_on)
    for one in wanted:
        if one not in FAILURES:
            raise UsageError(f"--fail-on {one}: there is no such thing; expected one of {', '.join(FAILURES)}")
    if options.links and not ("{file}" in options.links and "{line}" in options.links):
        raise UsageError("--links: expected an address with {file} and {line}")
    base, head = _versions(options)
    head = replace(head, links=options.links)
    for name, read in (("BASE", base), ("HEAD", head)):
        if read.told:
            tell(f"{name}: {read.told}")
        for warning in read.treebank.warnings:
            tell(f"{read.name}: {warning}")
        if columns := read.treebank.further_columns:
            tell(f"{read.name}: columns that are not compared: {', '.join(columns)}")
        tell_problems(read.treebank)
    known = accepted(read_marks(options.accepted)) if options.accepted else frozenset[str]()
    with Patience() as patience:
        found = diff(base, head, _listed(options.layers or ""), options.ignore, Watch(patience.tell), known)
        if options.tables:
            write_tables(all_tables(found.kind, found.changes, found.rules), options.tables)
        _write_pages(found, options)
    if options.markdown != "-":
        _print(found, options)
    return _status(found, wanted)


def _listed(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _versions(options: argparse.Namespace) -> tuple[Read, Read]:
    from treecompare.extras.versions.sources import read_versions

    if options.git is None:
        if options.base is None or options.head is None:
            raise UsageError("diff takes two versions; expected BASE and HEAD, or --git REPO REVISION [REVISION]")
        return read_versions(options.base, options.head, format=options.source)
    if options.base is not None or len(options.git) not in (2, 3):
        raise UsageError("--git takes REPO REVISION [REVISION]; expected nothing besides")
    repository, base, head = (*options.git, "")[:3]
    return read_versions(base, head, repository, options.source)


def _write_pages(found: Diff, options: argparse.Namespace) -> None:
    if not (options.markdown or options.html):
        return
    from treecompare.extras.versions.report import comment, report
    from treecompare.pages.html import as_html, as_markdown
    from treecompare.writing import write_file

    if options.markdown == "-":
        put(as_markdown(comment(found, options.only_rules)))
    elif options.markdown:
        write_file(options.markdown, as_markdown(comment(found, options.only_rules)))
    if options.html:
        write_file(options.html, as_html(report(found, options.only_rules, _again(options))))


def _again(options: argparse.Namespace) -> str:
    """The command that compares the same versions."""
    words = ["--git", *options.git] if options.git is not None else [options.base, options.head]
    given = {"--layers": options.layers, "--from": options.source, "--accepted": options.accepted}
    words += [word for name, value in given.items() if value for word in (name, value)]
    words += [word for one in options.ignore for word in ("--ignore", one)]
    return typed(["treecompare", "diff", *words])


def _print(found: Diff, options: argparse.Namespace) -> None:
    from treecompare.extras.versions.results import for_people, for_scripts

    if options.format != "table":
        print_results(list(for_scripts(found, options.only_rules)), options.format)
    elif found.is_unchanged:
        say(found.so_far("nothing changed"))
    else:
        tables = for_people(found, options.only_rules)
        whole = 0 if options.only_rules else 1  # the summary
        print_results([*tables[:whole], *(_first(table) for table in tables[whole:])], "table")
        if not tables:
            say(found.so_far(f"no rules, {counted(len(found.edits), 'edit')}"))


def _first(table: ResultTable) -> ResultTable:
    from dataclasses import replace

    left = len(table.rows) - SHOWN
    if left <= 0:
        return table
    note = f"… and {counted(left, 'more row')}; --format tsv prints all"
    return replace(table, rows=table.rows[:SHOWN], note=f"{note}\n{table.note}" if table.note else note)


def _status(found: Diff, wanted: list[str]) -> int:
    from treecompare.extras.versions.entries import left_over

    there = {*found.changes.statuses, *(flag for flags in found.changes.flags for flag in flags)} - {"changed", "same"}
    if found.moved:
        there.add("moved")
    if not found.is_unchanged or found.left_out:
        there.add("changed")
    if "outside" in wanted and found.outside:
        there.add("outside")
    if "left-over" in wanted and left_over(found):
        there.add("left-over")
    failed = [one for one in wanted if one in there]
    if failed:
        tell(f"failed on {', '.join(failed)}")
    return int(bool(failed))
