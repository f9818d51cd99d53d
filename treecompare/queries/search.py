"""Queries of CorpusSearch over files: hits, sentences, brackets, and where each hit is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.queries.evaluation import Forest, evaluate
from treecompare.queries.language import Query
from treecompare.queries.translation import said_as_patterns
from treecompare.readers.files import read_text
from treecompare.readers.ppche import Cleaned, about_ids, read_raw
from treecompare.readers.treebank import Problem
from treecompare.reading import treebank_name
from treecompare.scores.result import ResultTable, Value, count_column, text_column
from treecompare.trees.arcs import sums_before
from treecompare.trees.expressions import Allowance, one_query
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees

NODES = 3_000_000
"""So many nodes are searched together, so that memory does not grow with the file."""
NULL = "NULL"
"""What CorpusSearch calls a boundary that is not there."""


@dataclass(frozen=True)
class Hit:
    """A boundary node with a match.

    ``bracket``: from 1; ``node``: its number as CorpusSearch counts, -3 without a boundary; ``first``, ``last``: its words, from 1,
    0 where it has none.
    """

    bracket: int
    id: str
    node: int
    label: str
    first: int
    last: int


class Hits(Sequence[Hit]):
    """The hits of a query, in columns, so that millions of them take little memory. ``symbols``: the labels by number; ``ids``: of
    all brackets, as far as they are searched."""

    def __init__(self, symbols: Symbols, ids: Sequence[str]) -> None:
        self._symbols, self._ids = symbols, ids
        self._blocks: list[NDArray[np.int32]] = []

    def add(self, *columns: NDArray[np.signedinteger[Any]]) -> None:
        """Bracket (from 1), node, label, first and last word of further hits; label -1: NULL."""
        self._blocks.append(np.stack(columns).astype(np.int32))

    @property
    def _columns(self) -> NDArray[np.int32]:
        if len(self._blocks) != 1:
            self._blocks = [np.concatenate([np.zeros((5, 0), np.int32), *self._blocks], axis=1)]
        return self._blocks[0]

    @property
    def tokens(self) -> int:
        """How many brackets have a hit."""
        return len(np.unique(self._columns[0]))

    def __len__(self) -> int:
        return int(self._columns.shape[1])

    @overload
    def __getitem__(self, place: int) -> Hit: ...
    @overload
    def __getitem__(self, place: slice) -> list[Hit]: ...
    def __getitem__(self, place: int | slice) -> Hit | list[Hit]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        return self._hit(*self._columns[:, place].tolist())

    def ordered(self) -> Iterator[Hit]:
        """By bracket, then by node."""
        columns = self._columns
        for place in np.lexsort((columns[1], columns[0])).tolist():
            yield self._hit(*columns[:, place].tolist())

    def _hit(self, bracket: int, node: int, label: int, first: int, last: int) -> Hit:
        words = (first, last) if last >= first else (0, 0)
        return Hit(bracket, self._ids[bracket - 1], node, self._symbols[label] if label >= 0 else NULL, *words)


@dataclass(frozen=True)
class Found:
    """What a query finds in a file. ``total``: all brackets; ``problems``: those that cannot be read; ``warnings``: of IDs."""

    query: Query
    file: str
    hits: Hits
    total: int
    problems: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """How many brackets have a hit."""
        return self.hits.tokens


def search_file(path: str, queries: Sequence[Query], tell: Callable[[str], object] | None = None) -> list[Found]:
    """What each query finds in a file of brackets. Labels are matched once for all queries. ``tell`` hears how far it is.

    Raises ReadError: the file cannot be read; UsageError: a query takes too long; says how far it came.
    """
    data, _ = read_text(path)
    bank = read_raw(data, path, treebank_name(path))
    bank.check_read()
    problems = tuple(bank.problems.values())
    ids: dict[int, str] = {}
    hits = search_trees(bank.trees, queries, path, tell, ids)
    warnings = about_ids([*ids.values()], bank.lines[[*ids]].tolist()) if any(ids.values()) else []
    return [
        Found(query, bank.name, its, len(bank.trees), problems, tuple(warnings))
        for query, its in zip(queries, hits, strict=True)
    ]


def search_trees(
    trees: Trees,
    queries: Sequence[Query],
    path: str,
    tell: Callable[[str], object] | None = None,
    ids: dict[int, str] | None = None,
) -> list[Hits]:
    """The hits of each query, block by block; ``ids`` takes the ID of each bracket with words, by its place.

    Raises UsageError: see :func:`search_file`.
    """
    known: list[str] = []
    hits = [Hits(trees.symbols, known) for _ in queries]
    limits = [Allowance() for _ in queries]
    first = 0
    while first < len(trees):
        last = int(np.searchsorted(trees.offsets, trees.offsets[first] + NODES, "right")) - 1
        last = min(max(last, first + 1), len(trees))
        _search_block(trees.part(first, last), first, queries, hits, limits, path, len(trees), known, ids)
        if tell is not None and last < len(trees):
            tell(f"{path}: {last:,} of {len(trees):,} brackets searched")
        first = last
    return hits


def _search_block(
    trees: Trees,
    first: int,
    queries: Sequence[Query],
    hits: Sequence[Hits],
    limits: Sequence[Allowance],
    path: str,
    total: int,
    known: list[str],
    ids: dict[int, str] | None,
) -> None:
    forests: dict[tuple[str, ...], Forest] = {}
    cleaned: Cleaned | None = None
    words = np.zeros(0, np.int64)
    for query, found, limit in zip(queries, hits, limits, strict=True):
        if query.ignored not in forests:
            forests[query.ignored] = Forest(trees, query.ignored)
        forest = forests[query.ignored]
        try:
            with one_query(left=limit):
                nodes, nulls = evaluate(query, forest)
        except UsageError as error:
            raise UsageError(f"{query.name}, after {first:,} of {total:,} brackets of {path}: {error}") from error
        if cleaned is None:
            cleaned = Cleaned.of(trees)
            known += cleaned.ids
            words = sums_before(cleaned.keep & (trees.kinds == WORD))
            if ids is not None:
                has_words = words[trees.offsets[1:]] > words[trees.offsets[:-1]]
                ids.update((first + place, cleaned.ids[place]) for place in np.flatnonzero(has_words).tolist())
        begins = words[trees.offsets[forest.sentence[nodes]]]
        found.add(
            first + forest.sentence[nodes] + 1, forest.preorder(nodes), trees.labels[nodes],
            words[forest.left[nodes]] - begins + 1, words[nodes + 1] - begins,
        )  # fmt: skip
        nothing = np.zeros(len(nulls), np.int64)
        found.add(first + nulls + 1, nothing - 3, nothing - 1, nothing, nothing)


def count_table(found: Sequence[Found]) -> ResultTable:
    """A row per query and file: hits, tokens, total, as CorpusSearch says them."""
    return ResultTable(
        "Hits",
        (text_column("query"), text_column("file"), *map(count_column, ("hits", "tokens", "total"))),
        [[one.query.name, one.file, len(one.hits), one.tokens, one.total] for one in found],
        " ".join(
            (
                "hits: boundary nodes with a match; tokens: brackets with a hit; total: all brackets.",
                *said_as_patterns({one.query.name: one.query for one in found}),
            )
        ),
    )


def hit_table(found: Sequence[Found]) -> ResultTable:
    """A row per hit: file, bracket, ID, boundary node, its label, first and last word."""
    rows: list[list[Value]] = [
        [one.file, hit.bracket, hit.id or "-", hit.node, hit.label, str(hit.first or "-"), str(hit.last or "-")]
        for one in found
        for hit in one.hits.ordered()
    ]
    return ResultTable(
        "Where they are",
        (
            text_column("file"), count_column("bracket"), text_column("id"), count_column("node"), text_column("label"),
            text_column("first"), text_column("last"),
        ),
        rows,
    )  # fmt: skip
