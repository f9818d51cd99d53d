"""Cells of the tables that scripts compare."""

from __future__ import annotations

from treecompare.extras.versions.edits import counts_of


def test_counts_begin_with_the_most_frequent_and_are_then_in_alphabetical_order() -> None:
    assert counts_of("flag", ["c", "b", "a", "b"]) == [("flag", "b", 2), ("flag", "a", 1), ("flag", "c", 1)]
