"""What changed between two versions of a treebank."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.cli.options import add_max_bytes
from treecompare.cli.printing import print_results, put, say, tell
from treecompare.cli.work import tell_problems, tell_state
from treecompare.errors import TreecompareError, UsageError, counted

if TYPE_CHECKING:
    from treecompare.changes.versions import Diff, Read
    from treecompare.scores.result import ResultTable

SHOWN = 20
"""So many rows of each table are printed for people."""
FAILURES = (
    "changed", "left-over", "outside", "split", "joined", "regrouped", "added", "removed", "moved", "renamed", "retokenised",
    "text", "words",
)  # fmt: skip


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds the commands of this module."""
    diff = command("diff", _diff, "what changed between two versions of a treebank, and by which rules")
    help_text = "file, folder (files pair by name), or REVISION:PATH in the git repository in which one works"
    diff.add_argument("base", nargs="?", metavar="BASE", help=f"the older version: {help_text}")
    diff.add_argument("head", nargs="?", metavar="HEAD", help="the newer version, likewise")
    diff.add_argument(
        "--git", nargs="+", metavar="REPO", help="REPO REVISION [REVISION]: all treebanks of a git repository; without the second "
        "revision what stands in its folder. Nothing is checked out",
    )  # fmt: skip
    diff.add_argument("--from", dest="source", metavar="FORMAT", help="format of the files; else recognised by content")
    diff.add_argument("--layers", metavar="A,B", help="only edits of these layers: UPOS,FEATS,HEAD, …")
    diff.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="LAYER[.KEY]",
        help="no edits of this, as MISC.SpaceAfter or COMMENT",
    )
    diff.add_argument("--only-rules", action="store_true", help="only the rules, and where they were perhaps forgotten")
    diff.add_argument(
        "--format", choices=("table", "tsv", "json"), default="table", help="tsv and json: with all edits"
    )
    diff.add_argument("--markdown", metavar="FILE", help="write a page for a comment on a pull request as well")
    diff.add_argument(
        "--html", metavar="FILE", help="write a page for reviewers as well, with drawings; it needs no network"
    )
    diff.add_argument(
        "--tables", metavar="FOLDER", help="write the tables that scripts compare: sentences.tsv, edits.tsv, …"
    )
    diff.add_argument(
        "--fail-on", metavar="WHAT", default="",
        help=f"exit with status 1 if there is any of these, separated by commas: {', '.join(FAILURES)}",
    )  # fmt: skip
    add_max_bytes(diff)


def _diff(options: argparse.Namespace) -> int:
    from treecompare.changes.versions import diff

    wanted = _listed(options.fail_on)
    for one in wanted:
        if one not in FAILURES:
            raise UsageError(f"--fail-on {one}: there is no such thing; expected one of {', '.join(FAILURES)}")
    base, head = _versions(options)
    for name, read in (("BASE", base), ("HEAD", head)):
        if read.told:
            tell(f"{name}: {read.told}")
        for warning in read.treebank.warnings:
            tell(f"{read.name}: {warning}")
        tell_problems(read.treebank)
    if base.treebank.kind == head.treebank.kind:
        tell_state(f"comparing {counted(len(head.treebank.lines), 'sentence')}")
    found = diff(base, head, _listed(options.layers or ""), options.ignore, watch=_rules_found())
    if found.rules is not None:  # looked for here, so that nothing of it stands among what is printed
        tell_state("")
    if options.tables:
        _write_tables(found, options.tables)
    if options.markdown:
        from treecompare.changes.markdown import markdown
        from treecompare.writing import write_file

        write_file(options.markdown, markdown(found, options.only_rules))
    if options.html:
        from treecompare.changes.page import page
        from treecompare.writing import write_file

        write_file(options.html, page(found))
    _print(found, options)
    return _status(found, wanted)


def _rules_found() -> Callable[[int], None]:
    """Tells how many rules were found; a terminal is told ten times a second at most."""
    shown = 0.0

    def told(number: int) -> None:
        nonlocal shown
        if time.monotonic() - shown > 0.1:
            shown = time.monotonic()
            tell_state(f"looking for rules: {number:,} found")

    return told


def _listed(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _versions(options: argparse.Namespace) -> tuple[Read, Read]:
    from treecompare.changes.versions import folder_in_repository, read_revision, read_version, read_working_tree

    if options.git is None:
        if options.base is None or options.head is None:
            raise UsageError("diff takes two versions, BASE and HEAD, or --git REPO REVISION [REVISION]")
        return read_version(options.base, options.source), read_version(options.head, options.source)
    repository, *revisions = options.git
    if options.base is not None or len(revisions) not in (1, 2):
        raise UsageError("--git takes REPO REVISION [REVISION], and no other versions beside it")
    place = folder_in_repository(repository)
    base = read_revision(repository, revisions[0], place, options.source)
    if len(revisions) == 2:
        return base, read_revision(repository, revisions[1], place, options.source)
    return base, read_working_tree(repository, options.source)


def _write_tables(found: Diff, folder: str) -> None:
    """The tables that scripts compare.

    Raises:
        TreecompareError: the folder or a file cannot be written.
    """
    from treecompare.changes import tables
    from treecompare.changes.constituents import TreeChanges
    from treecompare.writing import write_files

    changes = found.changes
    made = {
        "sentences": tables.sentence_table(changes), "edits": tables.edit_table(changes), "counts": tables.count_table(changes),
    }  # fmt: skip
    if isinstance(changes, TreeChanges):
        made["brackets"] = tables.bracket_table(changes)
    else:
        made["groups"] = tables.group_table(changes)
        assert found.rules is not None
        made["rules"] = tables.rule_table(changes, found.rules)
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreecompareError(f"{folder}: cannot be made: {error.strerror or error}") from error
    write_files(
        {Path(folder) / f"{name}.tsv": "".join("\t".join(row) + "\n" for row in rows) for name, rows in made.items()}
    )


def _print(found: Diff, options: argparse.Namespace) -> None:
    from treecompare.changes.results import for_people, for_scripts

    if options.format != "table":
        print_results(list(for_scripts(found, options.only_rules)), options.format)
    elif found.is_unchanged:
        say("nothing changed")
    else:
        tables = for_people(found, options.only_rules)
        if not tables:
            say("no rules")
            return
        for number, table in enumerate(tables):
            if number:
                put("\n")
            print_results([_first(table)], "table")


def _first(table: ResultTable) -> ResultTable:
    from dataclasses import replace

    left = len(table.rows) - SHOWN
    if left <= 0:
        return table
    note = f"… and {counted(left, 'more row')}; --format tsv prints all"
    return replace(table, rows=table.rows[:SHOWN], note=f"{note}\n{table.note}" if table.note else note)


def _status(found: Diff, wanted: list[str]) -> int:
    from treecompare.changes.results import forgotten

    there = {*found.changes.statuses, *(flag for flags in found.changes.flags for flag in flags)} - {"changed", "same"}
    if any(found.moved_to(row) for row in range(len(found.changes.found.rows))):
        there.add("moved")
    if not found.is_unchanged:
        there.add("changed")
    if "outside" in wanted and found.outside:
        there.add("outside")
    if "left-over" in wanted and forgotten(found):
        there.add("left-over")
    failed = [one for one in wanted if one in there]
    if failed:
        tell(f"failed on {', '.join(failed)}")
    return int(bool(failed))
