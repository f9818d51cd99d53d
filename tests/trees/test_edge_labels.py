"""Functions as part of labels: dash functions, those behind another separator, labels of edges."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import treecompare as tc
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.prepared import function_warnings
from treecompare.comparison.settings import Settings
from treecompare.readers import parse, read_any
from treecompare.trees.annotations import ABSENT, Extras
from treecompare.trees.edge_labels import FUNCTION, cutter, edge_column, has_functions, split_label, with_functions
from treecompare.trees.preparation import NONE, STANDARD, prepare, terminals
from treecompare.trees.tree import WORD, Trees

EXPORT = """#BOS 1
Sie\t--\tPPER\t--\tSB\t500
sieht\t--\tVVFIN\t--\tHD\t500
den\t--\tART\t--\tNK\t501
Mann\t--\tNN\t--\tNK\t501
#500\t--\tS\t--\t--\t0
#501\t--\tNP\t--\tOA\t500
#EOS 1
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def brackets(trees: Trees) -> str:
    return trees[0].brackets()


@pytest.fixture
def trees(tmp_path: Path) -> Trees:
    return read_any(str(written(tmp_path, "gold.export", EXPORT))).trees


def test_labels_of_edges_are_part_of_the_label_if_they_are_wanted(trees: Trees) -> None:
    marked = terminals(trees, True)
    assert brackets(prepare(marked, STANDARD)) == "(S (PPER Sie) (VVFIN sieht) (NP (ART den) (NN Mann)))"
    with_edges = prepare(marked, replace(STANDARD, keeps_functions=True))
    assert brackets(with_edges) == "(S (PPER-SB Sie) (VVFIN-HD sieht) (NP-OA (ART-NK den) (NN-NK Mann)))"
    # these are labels now, so nothing is left to draw on the edges
    assert with_edges.extras is None
    colon = prepare(marked, replace(NONE, keeps_functions=True, separator=":"))
    assert brackets(colon) == "(S (PPER:SB Sie) (VVFIN:HD sieht) (NP:OA (ART:NK den) (NN:NK Mann)))"


def test_words_keep_their_forms_whatever_stands_on_their_edges(trees: Trees) -> None:
    assert edge_column(trees) is not None
    found = prepare(terminals(trees, False), replace(STANDARD, keeps_functions=True))
    assert found[0].words == ["Sie", "sieht", "den", "Mann"]
    assert "PPER-SB" in found[0].texts
    assert trees.extras is not None
    column = np.where(trees.kinds == WORD, trees.symbols.number("HD"), -1).astype(np.int32)
    assert edge_column(replace(trees, extras=Extras(columns={"edge": column}))) is None


@pytest.mark.parametrize("nothing", ["-", "--", "_"])
def test_what_says_nothing_is_no_function(tmp_path: Path, nothing: str) -> None:
    path = written(tmp_path, "g.export", EXPORT.replace("\tNK\t", f"\t{nothing}\t"))
    found = prepare(terminals(read_any(str(path)).trees, True), replace(STANDARD, keeps_functions=True))
    assert brackets(found) == "(S (PPER-SB Sie) (VVFIN-HD sieht) (NP-OA (ART den) (NN Mann)))"
    assert split_label(f"NX:{nothing}", ":") == ("NX", [])


@pytest.mark.parametrize(
    ("label", "separator", "bare", "kept"),
    [
        ("NP-SBJ-1", "-", "NP", "NP-SBJ"), ("NP=2", "-", "NP", "NP"), ("-LRB-", "-", "", "-LRB-"),
        ("NX:ON", ":", "NX", "NX:ON"), ("R-SIMPX:OA-MOD", ":", "R-SIMPX", "R-SIMPX:OA-MOD"), ("NX:-", ":", "NX", "NX"),
        ("NX:--", ":", "NX", "NX"), (":", ":", ":", ":"), ("$,", ":", "$,", "$,"), ("NX-ON", ":", "NX-ON", "NX-ON"),
        ("NX//ON", "//", "NX", "NX//ON"),
    ],
)  # fmt: skip
def test_where_labels_are_cut(label: str, separator: str, bare: str, kept: str) -> None:
    assert cutter("-=", separator, False).sub("", label) == bare
    assert cutter("-=", separator, True).sub("", label) == kept


COLON = "(SIMPX (VF (NX:ON (PPER:HD sie))) (LK (VXFIN:HD (VVFIN:HD sieht))) (MF (NX:{} (NN:HD Hunde)) (R-SIMPX:OA-MOD (KON da))))\n"


@pytest.mark.parametrize(
    ("options", "score"),
    [
        ({"function_separator": ":"}, 1.0),
        ({"function_separator": ":", "functions": True}, 7 / 8),
        ({}, 7 / 8),  # without the separator NX:ON is a category like others, and R-SIMPX is cut at the dash
    ],
    ids=str,
)
def test_functions_behind_a_colon_count_if_they_are_wanted(
    tmp_path: Path, options: dict[str, str | bool], score: float
) -> None:
    gold, system = written(tmp_path, "g.mrg", COLON.format("OA")), written(tmp_path, "s.mrg", COLON.format("OD"))
    comparison = tc.compare(gold, [system], preterminals="yes", **options)  # type: ignore[arg-type]
    assert comparison.score("e.roof.dice").value == score
    assert comparison.score("tagging").value == 1.0
    ready = ConstituentComparison(read_any(str(gold)), [read_any(str(system))], Settings(preterminals="yes", **options))  # type: ignore[arg-type]
    labels = set(ready.pairs(0).gold[0].texts)
    assert ("R-SIMPX" in labels) == (options == {"function_separator": ":"})
    assert ("HD" in " ".join(labels)) == (options != {"function_separator": ":"})
    signature = ready.table.signature("e.roof.dice")
    assert ("|function-separator::" in signature) == ("function_separator" in options)


@pytest.mark.parametrize("key", ["e.roof.dice", "e.whole.jaccard", "t.whole.dice", "t.roof.jaccard", "la", "la.tags"])
def test_every_measure_sees_the_labels_of_edges(tmp_path: Path, key: str) -> None:
    gold, system = (
        written(tmp_path, "g.export", EXPORT),
        written(tmp_path, "s.export", EXPORT.replace("\tOA\t", "\tDA\t")),
    )
    assert tc.compare(gold, [system]).score(key).value == 1.0
    with_functions = tc.compare(gold, [system], functions=True)
    assert with_functions.score(key).value < 1.0
    assert "|functions:yes|" in with_functions.score(key).signature
    brackets = [written(tmp_path, f"{path.stem}.mrg", _as_brackets(path)) for path in (gold, system)]
    assert tc.compare(brackets[0], brackets[1:], functions=True).score(key).value == with_functions.score(key).value


def _as_brackets(path: Path) -> str:
    marked = terminals(read_any(str(path)).trees, True)
    return brackets(prepare(marked, replace(NONE, keeps_functions=True))) + "\n"


def test_functions_as_a_column_beside_the_labels(tmp_path: Path, trees: Trees) -> None:
    def column(some: Trees, separator: str = "-") -> list[str]:
        found = with_functions(some, separator)
        assert found.extras is not None and np.array_equal(found.labels, some.labels)
        return [some.symbols[one] if one >= 0 else "" for one in found.extras.columns[FUNCTION].tolist()]

    assert column(terminals(trees, True)) == ["", "SB", "", "HD", "", "NK", "", "NK", "OA", ""]
    # the label of an edge may be the first symbol of all
    first = terminals(read_any(str(written(tmp_path, "o.export", EXPORT.replace("Sie", "OA")))).trees, True)
    assert first.symbols.find("OA") == 0 and column(first)[8] == "OA"
    text = read_any(str(written(tmp_path, "t.mrg", "(S (NP-TPC-SBJ-1 (NN-HD a)) (NX:ON (X -x-)))\n"))).trees
    assert column(terminals(text, True)) == ["", "HD", "SBJ TPC", "", "", "", ""]
    assert column(terminals(text, True), ":") == ["", "", "", "", "", "ON", ""]


def test_columns_with_other_symbols() -> None:
    """The first symbol is one like others; what is absent stays absent."""
    found = Extras(columns={"edge": np.array([0, 1, ABSENT], np.int32)}).translated(np.array([7, 5], np.int32))
    assert found.columns["edge"].tolist() == [7, 5, ABSENT]


@pytest.mark.parametrize(
    ("label", "category", "functions"),
    [
        ("IP-MAT", "IP-MAT", []),
        ("IP-SUB-SPE-1", "IP-SUB", ["SPE"]),
        ("CP-QUE-SUB", "CP-QUE-SUB", []),
        ("CP-REL-PRN=2", "CP-REL", ["PRN"]),
        ("IP-SUB=XXX", "IP-SUB", []),
        ("NP-OB1", "NP", ["OB1"]),
    ],
)
def test_clauses_of_historical_corpora_have_their_sort_in_their_category(
    label: str, category: str, functions: list[str]
) -> None:
    assert split_label(label, is_historical=True) == (category, functions)


def test_cases_of_tags_are_no_functions_in_historical_corpora() -> None:
    trees = terminals(parse("(IP-MAT (NP-SBJ (N-N dog)) (VBDI ran))").trees, True)
    column = with_functions(trees, is_historical=True).extras.columns["function"]  # type: ignore[union-attr]
    said = [trees.symbols[one] for one in column.tolist() if one >= 0]
    assert said == ["SBJ"] and has_functions(trees, is_historical=True)
    alone = terminals(parse("(IP-MAT (NP (N-N dog)) (VBDI ran))").trees, True)
    assert not has_functions(alone, is_historical=True) and has_functions(alone)


def test_treebanks_without_functions_are_named_where_they_count() -> None:
    found, none = parse("(S (NP-SBJ (N a)) (VP (V b)))"), replace(parse("(S (NP (N a)) (VP (V b)))"), name="plain")
    wanted = Settings(functions=True)
    assert function_warnings([found, none], wanted) == [
        "plain: no functions; they are part of the label, so that no label of the others with a function can match"
    ]
    assert function_warnings([found, none], Settings()) == function_warnings([none, none], wanted) == []
