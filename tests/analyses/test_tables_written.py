"""Every table of every kind is as wide as its heads, however it is written, and no two heads are the same."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from treecompare.analyses.catalogue import ANALYSES, View
from treecompare.analyses.exports import long_scores_table, sentences_table, systems_tables
from treecompare.analyses.rank_exports import ranks_tables
from treecompare.analyses.sentence_list import sentences_table as listed
from treecompare.analyses.sentences import Filter, SentenceData
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.files import open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.comparison.sentence_texts import Texts
from treecompare.measures import measure
from treecompare.resources import samples
from treecompare.scores.result import ResultTable, count_column, number_column, text_column
from treecompare.scores.tables import FORMS, as_text, copied, write_tables

SAMPLES = {one.key: one for one in samples()}
PATTERNS = {"constituents": "NP", "dependencies": "__=a > __=b"}


def _delimited(by: str) -> Callable[[str], list[int]]:
    return lambda text: [
        len(row) for row in csv.reader(text.splitlines(), delimiter=by) if row and not row[0].startswith("# ")
    ]


def _of_json(text: str) -> list[int]:
    [table] = json.loads(text)
    return [len(table["columns"]), *map(len, table["rows"])]


WIDTHS: dict[str, Callable[[str], list[int]]] = {
    "csv": _delimited(","),
    "tsv": lambda text: [line.count("\t") + 1 for line in text.splitlines() if not line.startswith("# ")],
    "json": _of_json,
    "tex": lambda text: [
        len(re.findall(r"(?<!\\)&", line)) + 1 for line in text.splitlines() if line.endswith(" \\\\")
    ],
    "md": lambda text: [len(re.findall(r"(?<!\\)\|", line)) - 1 for line in text.splitlines() if line.startswith("| ")],
    "html": lambda text: [len(re.findall("<t[hd][ >]", row)) for row in re.findall("<tr.*?</tr>", text)],
}


def check(table: ResultTable, folder: Path) -> None:
    rows = len(table.rows)
    for form in FORMS:
        found = WIDTHS[form](as_text([table], form))
        expected = len(table.columns) + (len(table.numbers()) if form in ("csv", "tsv") else 0)
        expected = sum(bool(one.title) for one in table.columns) if form == "md" else expected
        more = form == "md"  # a line of dashes
        assert found == [expected] * (1 + rows + more), (table.title, form)
    as_copied = [line.count("\t") + 1 for line in copied(table, range(rows)).splitlines()]
    width = len(table.columns) + len(table.numbers())
    assert as_copied == [width] * (1 + rows), table.title


def compared(key: str) -> Comparison:
    """A shipped comparison, scored."""
    return score(opened(open_files(sample_files(SAMPLES[key]))).comparison)


def tables_of(comparison: Comparison) -> Iterator[ResultTable]:
    a, b = comparison.usual_keys
    view = View(0, a, b, keys=(a, b), pattern=PATTERNS.get(comparison.kind, ""), sentence=0)
    for one in ANALYSES:
        if comparison.kind in one.kinds and (one.key != "deciles" or comparison.sentences >= 40):
            yield from one.tables(comparison, view)
    yield from ranks_tables(comparison, a, b)
    yield from systems_tables(comparison, [measure(a)])
    yield long_scores_table(comparison, [measure(a)])
    yield sentences_table(comparison, [measure(a), measure(b)])
    rows = SentenceData(comparison, Texts(comparison.texts()), 0, a, b)
    for wanted in (Filter(), Filter(PATTERNS.get(comparison.kind, ""), "pattern")):
        table = listed(rows, rows.order(-rows.lengths.astype(float), rows.passing(wanted)), str.upper)
        heads = {one.name: one.title for one in table.columns}
        assert all(heads[key] == key.upper() for key in ("rank_a", "rank_b", "difference", "changed", "gain"))
        assert len(set(heads.values())) == len(table.columns) and ("HITS" not in heads.values())
        yield table


@pytest.mark.parametrize("key", SAMPLES)
def test_every_table_of_every_kind(key: str, tmp_path: Path) -> None:
    comparison = compared(key)
    tables = list(tables_of(comparison))
    assert len(tables) > 10
    for table in tables:
        check(table, tmp_path)


def test_a_cell_is_one_cell_however_it_is_written(tmp_path: Path) -> None:
    cells = ["a\tb", "c\nd", "e & f", "g | h", "<i>", "100 %", "x_1", "שלום", "\\", '"q", r', "=1+1"]
    table = ResultTable("T", (text_column("word"), count_column("number, all")), [[one, 1] for one in cells])
    check(table, tmp_path)
    write_tables({"t": table}, tmp_path / "tables")
    assert WIDTHS["tsv"]((tmp_path / "tables" / "t.tsv").read_text("utf-8")) == [2] * 12


def test_a_row_that_is_not_as_wide_as_the_heads_is_no_table() -> None:
    with pytest.raises(ValueError, match="“T”: a row is not as wide as its 2 columns"):
        ResultTable("T", (text_column("a"), text_column("b")), [["x", "y"], ["z"]])


def test_latex_and_markdown() -> None:
    columns = text_column("system"), number_column("tau")
    table = ResultTable("Title", columns, [["a_b", -0.614], ["c", None]], "A note.", ("e.whole|x",))
    assert as_text([table], "tex").splitlines() == [
        "% Title", "% A note.", "% e.whole|x", r"\begin{tabular}{lr}", r"\toprule", r"system & tau \\", r"\midrule",
        r"a\_b & $-$0.61 \\", r"c & -- \\", r"\bottomrule", r"\end{tabular}",
    ]  # fmt: skip
    assert as_text([table], "md") == "| system | tau |\n| --- | ---: |\n| a\\_b | -0.61 |\n| c | – |\n\nA note."
