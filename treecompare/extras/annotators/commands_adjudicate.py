"""What was decided between annotators, as a treebank with its provenance."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from treecompare.cli.options import add_max_bytes
from treecompare.cli.printing import print_results, tell
from treecompare.errors import TreecompareError, UsageError, counted


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Adds the commands of this module."""
    made = command(
        "adjudicate",
        _adjudicate,
        "the treebank that annotators' differences were decided to, with where each value is from",
    )
    made.add_argument("file", metavar="FILE", help="a comparison file (.treecompare) in which differences were decided")
    made.add_argument("--output", metavar="OUT", help="the treebank to write, in the format of the first file")
    made.add_argument(
        "--overwrite", action="store_true", help="write OUT even if it exists; never one of the files compared"
    )
    made.add_argument(
        "--check", action="store_true", help="what was decided in checking the first file, the gold, against the others"
    )
    made.add_argument("--between", metavar="A,B", default="", help="names of two or three analyses, if more are open")
    made.add_argument(
        "--join", metavar="OTHER", default="",
        help="add the decisions of another comparison file on the same sentences to FILE, as a step that can be undone; conflicts "
        "are told, and FILE's decisions stay",
    )  # fmt: skip
    made.add_argument(
        "--tables",
        metavar="FOLDER",
        help="write provenance.tsv, and for each annotator NAME.tsv: what was decided otherwise",
    )
    made.add_argument("--html", metavar="FOLDER", help="write a page for each annotator: NAME.html")
    made.add_argument("--people", action="store_true", help="in provenance.tsv, also who decided and when")
    made.add_argument("--format", choices=("table", "tsv", "json"), default="table", help="how the summary is printed")
    made.add_argument(
        "--strict", action="store_true", help="write nothing, and exit with status 1, if a difference is undecided"
    )
    add_max_bytes(made)


def _adjudicate(options: argparse.Namespace) -> int:
    from treecompare.extras.annotators.adjudicated import Undecided, check_decided, kinds, summary, written
    from treecompare.extras.annotators.checked_gold import checked_gold
    from treecompare.extras.annotators.exports import pages, tables
    from treecompare.extras.annotators.kept import open_adjudication
    from treecompare.writing import check_output, write_file

    between = [one.strip() for one in options.between.split(",") if one.strip()]
    if options.check and between:
        raise UsageError("--check is of the first file and all others; expected no --between")
    found = open_adjudication(options.file, between, options.join, checked_gold if options.check else None)
    adjudication = found.adjudication
    for remark in found.remarks:
        tell(f"{options.file}: {remark}")
    for conflict in found.conflicts:
        tell(f"conflict: {conflict}")
    if options.strict:
        try:
            check_decided(adjudication)
        except Undecided as error:
            tell(f"{options.file}: {error}")
            return 1
    if options.output:
        check_output(options.output, adjudication.analyses.paths, options.overwrite)
        made = written(adjudication)
        write_file(options.output, made.text)
        for reason, count in made.told.most_common():
            tell(f"{options.output}: {counted(count, 'sentence')} {reason}")
        if left := len(adjudication.differences) - adjudication.decided:
            tell(f"{options.output}: {counted(left, 'difference')} undecided; the consensus stands there")
    if options.tables:
        _write(options.tables, tables(adjudication, options.people))
    if options.html:
        _write(options.html, pages(adjudication))
    print_results([summary(adjudication), kinds(adjudication)], options.format)
    return 0


def _write(folder: str, files: dict[str, str]) -> None:
    """Files of a folder, which is made. Raises TreecompareError: it or a file cannot be written."""
    from treecompare.writing import write_files

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreecompareError(f"{folder}: cannot be made: {error.strerror or error}") from error
    write_files({Path(folder) / name: text for name, text in files.items()})
