"""Tables and pairs as users handle them."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import treecompare as tc
from tests.conftest import stride
from treecompare import resources
from treecompare.resources import samples
from treecompare.scores.result import ResultTable, count_column, text_column

SAMPLES = {sample.key: sample for sample in samples() if not sample.golds}
FIRST = resources.path("samples/first-comparison")


@pytest.fixture(scope="module")
def comparison() -> tc.Comparison:
    files = {"a<b": "attach-high.mrg", "low": "attach-low.mrg", "unary": "unary-and-labels.mrg"}
    return tc.compare(FIRST / "gold.mrg", {name: FIRST / file for name, file in files.items()})


def test_rows_are_mappings_with_attributes(comparison: tc.Comparison) -> None:
    table = comparison.sentences("t.whole.dice,la", system="low")
    row = table[0]
    assert table.columns == ("system", "sentence", "id", "length", "status", "t.whole.dice", "la", "reason")
    assert len(table) == 80 and list(row) == list(table.columns) and len(row) == 8
    assert row["t.whole.dice"] == row.t_whole_dice == dict(row)["t.whole.dice"]
    assert (row.system, row["sentence"], table[-1].sentence) == ("low", 1, 80)
    assert [one.sentence for one in table[1:3]] == [2, 3]
    assert table.column("sentence") == list(range(1, 81))
    assert "t_whole_dice" in dir(row) and "system='low'" in repr(row)
    with pytest.raises(AttributeError, match="there is no column 'lo'; expected one of system, sentence"):
        _ = row.lo
    with pytest.raises(tc.TreecompareError, match="there is no column 'lo'"):
        table.column("lo")
    with pytest.raises(KeyError):
        _ = row["lo"]


def test_undefined_values_are_none(comparison: tc.Comparison) -> None:
    [skipped] = [row for row in comparison.sentences("la", system=3) if row.status == "skipped"]
    assert (skipped.la, skipped.reason) == (None, "no parse")
    assert "–" in str(comparison.sentences("la"))
    assert comparison.sentences("la", "unary").column("la")[skipped.sentence - 1] is None


def test_columns_of_one_name_are_told_apart() -> None:
    columns = (text_column("system"), count_column("rank"), count_column("rank"), count_column("rank"))
    table = tc.Table(ResultTable("Ranks", columns, [["a", 1, 2, 3]]))
    assert table.columns == ("system", "rank", "rank 2", "rank 3")
    assert dict(table[0]) == {"system": "a", "rank": 1, "rank 2": 2, "rank 3": 3} and table[0].rank_2 == 2


@pytest.mark.parametrize("key", SAMPLES)
def test_every_table_of_every_report_prints_and_iterates(key: str) -> None:
    sample = SAMPLES[key]
    comparison = tc.compare(sample.gold, sample.systems, lattices=sample.lattices)
    # by day another third of the reports with each sample
    for report in [*comparison.reports][[*SAMPLES].index(key) % stride(3) :: stride(3)]:
        if report == "deciles" and len(comparison.ids) < 10:
            with pytest.raises(tc.UsageError, match="deciles need at least 10"):
                comparison.report(report)
            continue
        for table in comparison.report(report):
            assert table.title in str(table) and len(set(table.columns)) == len(table.columns)
            assert all(len(row) == len(table.columns) for row in table)
            assert table._repr_html_().count("<tr") == min(len(table), 60) + 1
            assert [list(row.values()) for row in table] == json.loads(table.to_json())["rows"]
    assert comparison.overview().columns[:2] == ("system", "sentences")


def test_printing_shows_all_and_echoing_the_beginning(comparison: tc.Comparison) -> None:
    table = comparison.sentences("la")
    lines = str(table).splitlines()
    assert len(lines) == 3 + 240 and lines[2].split()[:3] == ["system", "sentence", "id"]
    assert repr(table).splitlines()[-1] == "… and 180 more rows"
    assert "… and 180 more rows" in table._repr_html_()
    assert "more row" not in repr(comparison.overview()) + comparison.overview()._repr_html_()


def test_html_is_escaped(comparison: tc.Comparison) -> None:
    for shown in (comparison, comparison.overview(), comparison.ranks(limit=2), comparison.report("rankings")):
        html = shown._repr_html_()
        assert "a&lt;b" in html and "a<b" not in html
    result = ResultTable("<i>", (text_column("<b>"),), [["&x"]], note="1 < 2")
    assert tc.Table(result)._repr_html_() == (
        "<table><caption>&lt;i&gt;</caption><thead><tr><th scope=col>&lt;b&gt;</th></tr></thead>"
        "<tbody><tr><td>&amp;x</td></tr></tbody></table><p>1 &lt; 2</p>"
    )


def test_tables_are_written(comparison: tc.Comparison, tmp_path: Path) -> None:
    table = comparison.overview("la,e.roof.dice")
    text = table.to_csv(tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text("utf-8") == text + "\n"
    rows = list(csv.reader(line for line in text.splitlines() if not line.startswith("#")))
    assert rows[1][0] == "a<b" and float(rows[1][7]) == table[0].la
    assert [line[2:] for line in text.splitlines() if line.startswith("# ")] == list(table.signatures)
    written = table.to_json(tmp_path / "t.json")
    assert json.loads(written)["columns"] == list(table.columns)
    assert (tmp_path / "t.json").read_text("utf-8") == written + "\n"
    assert "böse" in tc.Table(ResultTable("böse", (text_column("a"),), [["b"]])).to_json()
    with pytest.raises(tc.TreecompareError, match="cannot be written"):
        table.to_csv(tmp_path / "no" / "t.csv")


def test_tables_become_frames(comparison: tc.Comparison, monkeypatch: pytest.MonkeyPatch) -> None:
    table = comparison.sentences("la", system="unary")
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(tc.TreecompareError, match=f"^{name} is not installed; 'pip install {name}' installs it$"):
            getattr(table, f"to_{name}")()
        frames: list[tuple[Any, ...]] = []
        stub = SimpleNamespace(
            DataFrame=lambda *given, found=frames, **options: found.append((*given, options)) or "frame"
        )
        monkeypatch.setitem(sys.modules, name, stub)
        assert getattr(table, f"to_{name}")() == "frame"
        [(columns, _)] = frames
        assert list(columns) == list(table.columns) and columns["sentence"] == list(range(1, 81))
        assert columns["la"][25] is None


def test_real_frames(comparison: tc.Comparison) -> None:
    table = comparison.sentences("la", system="unary")
    pandas = pytest.importorskip("pandas", reason="pandas is not installed; the stub above stands for it")
    frame = table.to_pandas()
    assert (list(frame.columns), len(frame), int(frame["la"].isna().sum())) == (list(table.columns), 80, 1)
    assert isinstance(frame, pandas.DataFrame)
    polars = pytest.importorskip("polars", reason="polars is not installed; the stub above stands for it")
    assert isinstance(table.to_polars(), polars.DataFrame) and table.to_polars()["la"].null_count() == 1


# -- one sentence --------------------------------------------------------------------------------------------------------


def test_a_sentence_is_found_by_number_or_id_and_a_system_by_name_or_number(comparison: tc.Comparison) -> None:
    pair = comparison.pair(2, "low")
    same = comparison.pair(sentence="2", system=2)
    assert (pair.sentence, pair.id, pair.system, pair.status, pair.reason) == (2, "2", "low", "scored", "")
    assert same.text() == pair.text() != comparison.pair(2).text()
    assert comparison.pair(2).system == "a<b"
    assert pair.words == ["We", "ate", "the", "soup", "with", "wooden", "spoons"]  # as prepared: no punctuation
    assert comparison.pair(80).sentence == 80
    for sentence in (0, 81, True, "x"):
        with pytest.raises(tc.UsageError, match=r"there is no sentence .*expected an id or a number from 1 to 80"):
            comparison.pair(sentence)
    for system in (0, 4, True, "x"):
        with pytest.raises(tc.UsageError, match="there is no system"):
            comparison.pair(1, system)


def test_a_pair_that_is_skipped_says_why(comparison: tc.Comparison) -> None:
    pair = comparison.pair(26, "unary")
    assert (pair.status, pair.reason) == ("skipped", "no parse")
    assert pair.scores["la"] is None and pair._repr_svg_() is None
    assert repr(pair) == "<Pair: sentence 26 (26), unary: skipped>"
    with pytest.raises(tc.UsageError, match="unary: sentence 26 has no T-mapping: no parse"):
        pair.svg()


def test_mappings_are_tables_of_nodes(comparison: tc.Comparison) -> None:
    pair = comparison.pair(2, "low")
    table = pair.mapping()
    operations = [row.operation for row in table]
    counts = pair.counts["t.whole"]
    assert {one: operations.count(one) for one in ("matched", "swapped", "deleted", "inserted")} == {
        one: counts[one] for one in ("matched", "swapped", "deleted", "inserted")
    }
    [inserted] = [row for row in table if row.operation == "inserted"]
    assert (inserted.gold, inserted.gold_first, inserted.system, inserted.system_first, inserted.system_last) == (
        None,
        None,
        "NP",
        3,
        7,
    )
    [root] = [row for row in table if row.gold == "S"]
    assert (root.kind, root.gold_first, root.gold_last, root.system) == ("constituent", 1, 7, "S")
    assert {row.kind for row in pair.mapping("e.roof")} == {"word", "constituent"}
    swapped = [
        (row.gold, row.system)
        for number in range(1, 81) if comparison.pair(number, "unary").status == "scored"
        for row in comparison.pair(number, "unary").mapping() if row.operation == "swapped"
    ]  # fmt: skip
    assert swapped and all(gold != system for gold, system in swapped)
    labels = comparison.pair(1, "unary").mapping("t.whole.unlabelled")
    assert not any(row.operation == "swapped" for row in labels)
    for part in ("t", "x.whole", "t.whole.x", "t.whole.dice", "T.whole"):
        with pytest.raises(tc.UsageError, match="there is no mapping"):
            pair.mapping(part)


def test_drawings_take_the_options_of_align(comparison: tc.Comparison) -> None:
    pair = comparison.pair(2, "low")
    assert pair.svg() == pair._repr_svg_() != pair.svg(theme="dark") and pair.svg().startswith("<svg")
    assert "PRP" in pair.text() and "PRP" not in pair.text(part="roof")
    assert "E-mapping" in pair.text(mapping="E")
    assert "forest" in pair.latex(layout="side-by-side") and pair.written("document").endswith("\\end{document}")
    for wanted, message in (
        ({"layuot": "merged"}, "there is no option 'layuot'; expected one like layout"),
        ({"layout": "round"}, "layout is 'round'; expected mirrored, side-by-side or merged"),
        ({"elide": "no"}, "elide is 'no'; expected True or False"),
        ({"golds": "SD"}, "golds is 'SD'; expected a list of their names"),
        ({"golds": 2}, "golds is 2; expected a list of their names"),
    ):
        with pytest.raises(tc.UsageError, match=message):
            pair.svg(**wanted)


def test_every_kind_has_pairs() -> None:
    for key, environment in (("dependencies", "dependency"), ("words-that-differ", "tikzpicture")):
        sample = SAMPLES[key]
        pair = tc.compare(sample.gold, sample.systems, lattices=sample.lattices).pair(1)
        assert pair.svg().startswith("<svg") and pair.text() and pair.words and pair.counts
        with pytest.raises(tc.UsageError, match="have no mapping of nodes; expected trees of constituents"):
            pair.mapping()
        assert environment in pair.latex()
        with pytest.raises(tc.UsageError, match="are drawn as"):
            pair.written("brackets")
    arcs = resources.path("samples/dependencies")
    schemes = tc.compare(
        {"A": arcs / "gold.conllu", "B": arcs / "attach-low.conllu"}, [arcs / "labels.conllu"], follows=["A"]
    )
    pair = schemes.pair("arcs-1")
    assert pair.svg().startswith("<svg") and pair.words[:2] == ["She", "gave"] and pair.scores["tedeval"] is not None


def test_words_of_a_pair_are_those_of_the_gold() -> None:
    def read(*words: str) -> tc.Treebank:
        rows = [f"{place}\t{word}\t_\tX\t_\t_\t{place - 1}\tx\t_\t_\n" for place, word in enumerate(words, 1)]
        return tc.read(text="".join([*rows, "\n"]))

    assert tc.compare(read("can", "not"), [read("cannot")]).pair(1).words == ["can", "not"]


def test_reports_on_a_pattern_and_on_a_sentence() -> None:
    sample = resources.samples()[0]
    comparison = tc.compare(sample.gold, list(sample.systems))
    scores, counts, words, hits = comparison.report("pattern", where="gold: PP=x > NP  system: x > VP")
    assert [len(scores) > 0, len(counts), len(words), len(hits)] == [True, 3, 3, 10]
    [lineages] = comparison.report("lineages", sentence=1)
    assert [row["word"] for row in lineages][:2] == ["The", "nurse"]
    with pytest.raises(tc.UsageError, match="character 10"):
        comparison.report("pattern", where="gold: PP=")


def test_json_is_indented_by_a_blank(comparison: tc.Comparison) -> None:
    lines = comparison.scores("la").to_json().splitlines()
    assert lines[0] == "{" and {len(line) - len(line.lstrip()) for line in lines} >= {0, 1, 2}
    assert lines[1].startswith(' "')


def test_words_of_a_lattice_are_its_tokens() -> None:
    lattices = tc.read(resources.path("samples/words-that-differ/words.lattice"))
    assert lattices.words(1) and all(isinstance(word, str) for word in lattices.words(1))
    with pytest.raises(tc.UsageError):
        lattices.words(10_000)


def test_what_is_no_measure_or_average_is_refused_by_every_report(comparison: tc.Comparison) -> None:
    with pytest.raises(tc.UsageError, match="average is 'median'; expected pooled or mean"):
        comparison.overview(average="median")  # type: ignore[arg-type]
    for name in ("a", "b", "variant"):
        with pytest.raises(tc.UsageError, match="xyz"):
            comparison.report("rankings", **{name: "xyz"})


def test_a_report_uses_the_measures_that_are_named(comparison: tc.Comparison) -> None:
    usual = list(comparison.report("deciles")[0])
    a, b = comparison._compared.usual_keys
    assert list(comparison.report("deciles", a=a, b=b)[0]) == usual
    for changed in ({"a": "la"}, {"b": "la"}):
        assert list(comparison.report("deciles", **changed)[0]) != usual
