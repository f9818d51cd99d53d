"""Two versions of a treebank at a glance: what is said first, and the tables of what changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from treecompare.extras.versions import results
from treecompare.extras.versions.report import lead
from treecompare.extras.versions.versions import Diff
from treecompare.jobs.base import Answer, Block, Column, Job, Later, Order, Page, Places, Plain, Text, Token
from treecompare.scores.result import ResultTable

Beside = Callable[[], Sequence[tuple[str, Callable[[], "Job | Later"]]]]


class VersionsOverview(Plain):
    """A place is a table; the first one has what is said first. ``beside``: the tabs of the job that it belongs to."""

    kind, view, help = "versions-overview", "Overview", "versions"

    def __init__(self, title: str, diff: Diff, beside: Beside) -> None:
        self.title, self.diff, self._beside = title, diff, beside
        rules: dict[str, Callable[[Diff], ResultTable]] = {"Rules": results.rules} if diff.rules.families else {}
        outside = {"Outside the rules, by kind": partial(results.grouped, only_outside=True)} if rules else {}
        self._tables: dict[str, Callable[[Diff], ResultTable]] = {
            "Summary": results.summary, **rules, **outside, "Changes by kind": results.grouped, "Files": results.files,
            "Sentences": results.sentences,
        }  # fmt: skip
        self._titles = list(self._tables)

    def orders(self) -> Sequence[Order]:
        return [Order("tables", "Tables")]

    def places(self, _order: str, tokens: Sequence[Token]) -> Places:
        found = [
            place
            for place, title in enumerate(self._titles)
            if all((one.value.casefold() in title.casefold()) != one.is_not for one in tokens)
        ]
        columns = [Column("words", "", "words", 0, self._titles.__getitem__)]
        return Places(np.array(found, np.int64), columns, first=found[0] if found else -1)

    def picture(self, place: int) -> Later:
        def made(*_: Any) -> Page:
            said = [*lead(self.diff), *filter(None, [self.diff.remarks])] if place == 0 else []
            return Page(self._titles[place], [*map(str, said), self._tables[self._titles[place]](self.diff)])

        return Later("Counting…", made)

    def why(self, _place: int) -> Sequence[Block]:
        return [Text(str(one)) for one in lead(self.diff)]

    def do(self, _places: Sequence[int], _action: str, _value: Any = None) -> Sequence[Answer]:
        return ()

    def beside(self) -> Sequence[tuple[str, Callable[[], Job | Later]]]:
        return self._beside()

    def name(self, place: int) -> str:
        return self._titles[place]

    def place(self, name: str) -> int:
        return self._titles.index(name) if name in self._titles else -1
