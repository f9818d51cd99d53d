"""Queries counted in texts that a system parsed and nobody annotated, by group: what is found, and what is to be expected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.treebank_files import check_any_words, read_treebank
from treecompare.errors import counted
from treecompare.extras.queries.analysis import trust_of
from treecompare.extras.queries.figures import FEW
from treecompare.extras.queries.groups import (
    Group,
    Text,
    by_group,
    groups_by_file,
    groups_of,
    groups_of_text,
    read_groups,
)
from treecompare.extras.queries.named import NamedQuery
from treecompare.extras.queries.trust import Trusted, people_tables
from treecompare.readers import Treebank, of_one_kind
from treecompare.reading import unpacked_name
from treecompare.scores.result import ResultTable


@dataclass(frozen=True, eq=False)
class CountedTexts:
    """The texts of one system of a comparison, read. ``found``: the queries in the gold and in that system alone."""

    found: Trusted
    texts: list[Text]
    of_gold: list[str]
    order: list[str]

    @cached_property
    def sentences(self) -> int:
        """How many there are in all texts."""
        return sum(len(one.asked) for one in self.texts)

    @cached_property
    def without_group(self) -> int:
        """How many sentences belong to no group, and are not counted."""
        return sum(not group for one in self.texts for group in one.groups)

    def in_gold(self, query: int) -> str:
        """What the system finds of a query in the gold."""
        (cell,) = self.found.cells[query]
        one, name = cell.span, self.found.trust.names[0]
        said = f"In the gold: {counted(one.gold, 'hit')}; {name} finds {one.system:,}, {one.both:,} of them right"
        shares = [
            f"{of} {100 * figure.value:.0f} % [{100 * figure.low:.0f}, {100 * figure.high:.0f}]"
            for of, figure in (("precision", one.precision), ("recall", one.recall))
            if figure.value is not None and figure.low is not None and figure.high is not None
        ]
        few = f" Fewer than {FEW} hits in the gold say little." if one.gold < FEW else ""
        return f"{said} ({', '.join(shares)}).{few}" if shares else f"{said}.{few}"

    def all_in_gold(self) -> ResultTable:
        """The same of every query, as people read it."""
        table = people_tables(self.found)[0]
        kept = [place for place, column in enumerate(table.columns) if column.title != "system"]
        rows = [[row[place] for place in kept] for row in table.rows]
        return replace(table, columns=tuple(table.columns[place] for place in kept), rows=rows)

    def groups(self, query: int) -> list[Group]:
        """A query in each group; none where there are no texts."""
        return [] if not self.texts else by_group(self.found, query, 0, self.texts, self.of_gold, self.order)


def count_texts(
    comparison: ConstituentComparison, system: int, queries: Sequence[NamedQuery], paths: Sequence[str], table: str = ""
) -> CountedTexts:
    """Reads texts of a system. ``table``: of groups; empty: each file is one. Raises TreecompareError: a file cannot be read, or
    holds no constituents."""
    trust = trust_of(comparison, [system])
    stems = [Path(unpacked_name(path)).stem for path in paths]
    banks = [of_one_kind(read_treebank(path, "", None), Treebank) for path in paths]
    for bank in banks:
        check_any_words(bank)
    names = comparison.gold.sentence_names
    if table:
        groups = read_groups(table)
        texts = [Text(trust.asked(bank), groups_of_text(bank, groups)) for bank in banks]
        return CountedTexts(
            Trusted(trust, queries), texts, groups_of(names, groups), list(dict.fromkeys(groups.values()))
        )
    texts = [Text(trust.asked(bank), [stem] * len(bank.trees)) for bank, stem in zip(banks, stems, strict=True)]
    return CountedTexts(Trusted(trust, queries), texts, groups_by_file(names, stems), [])
