"""Errors where neither of two analyses is gold: differences, each told by the names of both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from treecompare.comparison.base import Comparison
from treecompare.scores.result import Found, ResultTable, Value

OTHER = "the other"
"""What each of several systems is called where all stand side by side."""


def reworded(text: str, first: str, second: str) -> str:
    """What is said of errors, as said of two analyses that are called ``first`` and ``second``."""
    words = {
        "Words that differ: lost": f"Words only in {first}", "Words that differ: extra": f"Words only in {second}",
        "The head is right, the relation is not.": "Both have the same head, under different relations.",
        "Neither the head nor the relation is right.": "Head and relation differ.",
        "too high": f"higher in {second}", "too low": f"lower in {second}", "What is wrong": "What differs",
        "Errors": "Differences", "errors": "differences", "Error": "Difference", "error": "difference",
        "missing": f"only in {first}", "extra": f"only in {second}", "Wrong": "Other", "wrong": "other",
        "the gold": first, "The gold": first, "gold": first, "the system": second, "The system": second, "system": second,
    }  # fmt: skip
    pattern = "|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in words)
    return re.sub(pattern, lambda found: words[found.group()], text)


def without_gold(tables: Sequence[ResultTable], comparison: Comparison) -> list[ResultTable]:
    """Tables of errors as tables of differences between the first treebank and each system."""
    systems, first = comparison.table.systems, comparison.gold.name
    second = systems[0] if len(systems) == 1 else OTHER
    return [_renamed(table, frozenset(systems), first, second) for table in tables]


def _renamed(table: ResultTable, names: frozenset[str], first: str, second: str) -> ResultTable:
    def told(text: str) -> str:
        return text if text in names else reworded(text, first, second)

    columns = tuple(replace(one, title=told(one.title), key=one.key or one.title) for one in table.columns)
    texts = [not one.is_number and one.title in ("type", "attached", "of 100") for one in table.columns]
    rows: list[list[Value]] = [
        [
            told(value) if is_text and isinstance(value, str) else value
            for is_text, value in zip(texts, row, strict=True)
        ]
        for row in table.rows
    ]

    def found(row: int, column: int) -> Found | None:
        there = table.found(row, column)
        return None if there is None else replace(there, text=told(there.text))

    return replace(table, title=told(table.title), columns=columns, rows=rows, note=told(table.note), found=found)
