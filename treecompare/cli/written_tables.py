"""Tables that scripts compare, as files."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from treecompare.errors import TreecompareError
from treecompare.scores.result import ResultTable
from treecompare.writing import write_files


def write_tables(folder: str, tables: Mapping[str, ResultTable]) -> None:
    """Each table as ``NAME.tsv`` in a folder, with its columns' names; made where there is none.

    Raises TreecompareError: the folder or a file cannot be written.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TreecompareError(f"{folder}: cannot be made: {error.strerror or error}") from error
    texts: dict[str | PathLike[str], str | bytes] = {}
    for name, table in tables.items():
        rows = [[column.title for column in table.columns], *([str(value) for value in row] for row in table.rows)]
        texts[Path(folder) / f"{name}.tsv"] = "".join("\t".join(row) + "\n" for row in rows)
    write_files(texts)
