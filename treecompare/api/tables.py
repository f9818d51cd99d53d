"""Tables that print well, iterate as rows, and become frames of pandas and polars."""

from __future__ import annotations

import html
import json
import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, overload

import numpy as np

from treecompare.errors import TreecompareError
from treecompare.scores.result import ResultTable, Value
from treecompare.scores.rich import aligned
from treecompare.scores.table import Figure
from treecompare.scores.tables import as_html, as_text
from treecompare.writing import write_file

SHOWN = 60
"""So many rows are shown where a table is echoed, in a notebook or at a prompt; printing shows all."""


class Row(dict[str, Value]):
    """A row of a table: its values by column, as ``row["t.whole.dice"]`` or ``row.t_whole_dice``. Undefined ones are None."""

    def __getattr__(self, name: str) -> Any:
        for column, value in self.items() if not name.startswith("__") else ():
            if name in (column, _attribute(column)):
                return value
        raise AttributeError(f"there is no column '{name}'; expected one of {', '.join(self)}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *map(_attribute, self)]

    def __repr__(self) -> str:
        return f"Row({', '.join(f'{column}={value!r}' for column, value in self.items())})"


def _attribute(column: str) -> str:
    return re.sub(r"\W+", "_", column).strip("_")


class Table(Sequence[Row]):
    """A table of results: a sequence of rows.

    ``title``, ``note``: what it shows and what to know in reading it; ``columns``: their names; ``signatures``: what reproduces
    the figures. Values are at full precision, scores as fractions; printing rounds them and shows percentages. The score of a
    system has ``sentences``, on how many it rests.
    """

    def __init__(self, result: ResultTable) -> None:
        self._result = result
        self.title, self.note, self.signatures = result.title, result.note, result.signatures

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns; the second of one name is called ``name 2``."""
        names: list[str] = []
        for column in self._result.columns:
            name, number = column.name, 2
            while name in names:
                name, number = f"{column.name} {number}", number + 1
            names.append(name)
        return tuple(names)

    def __len__(self) -> int:
        return len(self._result.rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self._row(values) for values in self._result.rows[index]]
        return self._row(self._result.rows[index])

    def _row(self, values: Sequence[Value]) -> Row:
        return Row(zip(self.columns, map(_plain, values), strict=True))

    def column(self, name: str) -> list[Value]:
        """The values of one column, from the first row to the last.

        Raises:
            TreecompareError: there is no such column.
        """
        if name not in self.columns:
            raise TreecompareError(f"there is no column '{name}'; expected one of {', '.join(self.columns)}")
        place = self.columns.index(name)
        return [_plain(row[place]) for row in self._result.rows]

    # -- shown ---------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self._text(len(self))

    def __repr__(self) -> str:
        return self._text(SHOWN)

    def _text(self, most: int) -> str:
        lines = [self.title, "", aligned(self._result.texts()[: most + 1])]
        if len(self) > most:
            lines.append(_more(len(self) - most))
        return "\n".join([*lines, *([self.note] if self.note else [])])

    def _repr_html_(self) -> str:
        below = [_more(len(self) - SHOWN)] if len(self) > SHOWN else []
        notes = "".join(f"<p>{html.escape(line)}</p>" for line in (*below, self.note) if line)
        return as_html(self._result, SHOWN) + notes

    # -- elsewhere -----------------------------------------------------------------------------------------------------

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """The table as CSV at full precision, with signatures in lines that begin with ``#``; ``path``: written there as well.

        Raises:
            TreecompareError: the file cannot be written.
        """
        return also_written(as_text([self._result], "csv"), path, "\n")

    def to_latex(self, path: str | os.PathLike[str] | None = None) -> str:
        """The table as LaTeX for ``booktabs``, as it is printed; ``path``: written there as well.

        Raises:
            TreecompareError: the file cannot be written.
        """
        return also_written(as_text([self._result], "tex"), path, "\n")

    def to_markdown(self, path: str | os.PathLike[str] | None = None) -> str:
        """The table as Markdown, as it is printed; ``path``: written there as well.

        Raises:
            TreecompareError: the file cannot be written.
        """
        return also_written(as_text([self._result], "md"), path, "\n")

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """The table as a JSON object; ``path``: written there as well.

        Raises:
            TreecompareError: the file cannot be written.
        """
        text = json.dumps(self._result.as_object(), ensure_ascii=False, indent=1, allow_nan=False)
        return also_written(text, path, "\n")

    def to_pandas(self) -> Any:
        """The table as a ``pandas.DataFrame``.

        Raises:
            TreecompareError: pandas is not installed.
        """
        return _library("pandas").DataFrame(self._by_columns(), columns=list(self.columns))

    def to_polars(self) -> Any:
        """The table as a ``polars.DataFrame``.

        Raises:
            TreecompareError: polars is not installed.
        """
        return _library("polars").DataFrame(self._by_columns(), strict=False)

    def _by_columns(self) -> dict[str, list[Value]]:
        return {
            name: [float(value) if isinstance(value, Figure) else value for value in self.column(name)]
            for name in self.columns
        }


def shown(make: Callable[[Any], ResultTable], says: str = "") -> cached_property[Table]:
    """A property of an object that is a table of what it holds as ``_found``; ``says``: its text, if not that of the function."""
    found = cached_property(lambda one: Table(make(one._found)))
    found.__doc__ = says or make.__doc__
    return found


class Tables(list[Table]):
    """The tables of a report, one below the other."""

    def __init__(self, tables: Iterable[ResultTable]) -> None:
        super().__init__(map(Table, tables))

    def __str__(self) -> str:
        return "\n\n".join(map(str, self))

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self))

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self)


def _plain(value: Value) -> Value:
    """A value without numpy's types; None where it is undefined."""
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and math.isnan(value) else value


def _more(rows: int) -> str:
    return f"… and {rows:,} more row{'s' if rows > 1 else ''}"


def also_written(text: str, path: str | os.PathLike[str] | None, end: str = "") -> str:
    """The text, which a file also gets, with ``end`` behind it, if there is a path."""
    if path is not None:
        write_file(path, text + end)
    return text


def _library(name: str) -> Any:
    """A library that users may have.

    Raises:
        TreecompareError: they do not have it.
    """
    try:
        return import_module(name)
    except ImportError:
        raise TreecompareError(f"{name} is not installed; 'pip install {name}' installs it") from None
