"""Files of named queries: a line each with a name and a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from treecompare.comparison.questions import CORPUSSEARCH, GONE
from treecompare.errors import ReadError, UsageError
from treecompare.reading import read_lines
from treecompare.trees.expressions import one_query
from treecompare.trees.joined_patterns import Joined, compile_joined
from treecompare.trees.pattern_rows import mask_of, rows_of
from treecompare.trees.pattern_syntax import Numbers
from treecompare.trees.tree_relations import Places

ANCHOR = "anchor"
"""The variable that names the node which a pattern finds, where it is not the first, unless another one is chosen."""


@dataclass(frozen=True, eq=False)
class NamedQuery:
    """A query by its name. ``text``: as it was written; ``anchor``: the variable of the node that it finds, where it has that."""

    name: str
    text: str
    pattern: Joined
    anchor: str = ANCHOR

    def anchors(self, at: Places) -> Numbers:
        """The nodes that it finds, ascending: places in the columns of the trees. Raises UsageError: it takes too long."""
        node = self.pattern.parts[0].node
        with one_query():
            if self.anchor in self.pattern.variables:
                return np.unique(rows_of(node, at).bound[self.anchor])
            return np.flatnonzero(mask_of(node, at))


def entries(path: str, holds: str, wanted: str) -> Iterator[tuple[int, str, str]]:
    """The lines of a file: the number, and what stands before and behind the tab. ``holds``, ``wanted``: what the file and a line
    should be. Raises ReadError: it cannot be read, or a line has nothing behind a tab."""
    for number, line in enumerate(read_lines(path, f"expected {holds}"), 1):
        line = line.rstrip("\r\n")
        if line.strip() and not line.startswith("#"):
            name, _, text = line.partition("\t")
            if not text.strip():
                raise ReadError(path, number, f"expected {wanted}, found '{line[:40]}'")
            yield number, name, text.strip()


def read_queries(path: str) -> list[NamedQuery]:
    """The queries of a file: a name, a tab and a pattern on each line.

    Raises ReadError: a line is neither, a name stands twice, or a pattern is wrong; says which line.
    """
    if path.endswith(CORPUSSEARCH):
        raise ReadError(path, 0, f"is {GONE}")
    wanted = "a name, a tab and a pattern"
    found: dict[str, NamedQuery] = {}
    for number, name, text in entries(path, f"queries, {wanted} on each line", wanted):
        if number == 1 and (name, text) == ("query", "pattern"):
            continue
        name = name.strip()
        if not name:
            raise ReadError(path, number, f"expected {wanted}, found '\t{text[:39]}'")
        if name in found:
            raise ReadError(path, number, f"there is another query '{name[:40]}' above; expected each name once")
        try:
            found[name] = as_query(name, text)
        except UsageError as error:
            raise ReadError(path, number, str(error)) from error
    if not found:
        raise ReadError(path, 1, f"holds no query; expected {wanted} on each line")
    return list(found.values())


def anchored(queries: list[NamedQuery], anchor: str | None) -> list[NamedQuery]:
    """The same queries with another variable for the node that they find, if any. Raises UsageError: none of them has it."""
    if anchor is None:
        return queries
    if not any(anchor in one.pattern.variables for one in queries):
        raise UsageError(
            f"anchor {anchor[:40]}: no query has a variable of that name; expected one, as NP={anchor[:40]}"
        )
    return [replace(one, anchor=anchor) for one in queries]


def are_queries(path: str) -> bool:
    """Whether a file is one of queries: all of its lines are (``.tsv``), or it is of CorpusSearch, which is refused."""
    if not path.endswith(".tsv"):
        return path.endswith(CORPUSSEARCH)
    try:
        return bool(read_queries(path))
    except ReadError:
        return False


def as_query(name: str, text: str) -> NamedQuery:
    """A pattern by a name. Raises UsageError: it is wrong, or names trees."""
    pattern = compile_joined(text, "constituents")
    if len(pattern.parts) != 1 or pattern.parts[0].side or pattern.parts[0].is_negated or pattern.count_by:
        raise UsageError(f"'{text[:40]}' names trees or counts; expected a pattern for one tree")
    return NamedQuery(name, text, pattern)
