"""Enhanced graphs taken apart: types of enhancement, what is wrong, and the sentences behind every cell."""

from __future__ import annotations

import pytest

from tests.comparison.test_enhanced import BASIC, GAPPING, compared, treebank, without_deps
from treecompare.analyses.catalogue import View, analysis
from treecompare.analyses.statistics import dependency_statistics_tables
from treecompare.comparison.dependencies.items import ENHANCEMENTS, enhancements
from treecompare.scores.result import ResultTable
from treecompare.trees.enhanced import word_edges_of

RELATIVE = "1 boy 0 root 0:root|3:nsubj\n2 who 3 nsubj 1:ref\n3 lived 1 acl:relcl 1:acl:relcl"
COORDINATION = """\
1 Kim 2 nsubj 2:nsubj|4:nsubj
2 sings 0 root 0:root
3 and 4 cc 4:cc
4 sees 2 conj 0:root|2:conj:and
5 it 4 obj 2:obj|4:obj"""
CONTROL = (
    "1 she 2 nsubj 2:nsubj|3:nsubj:xsubj\n2 wants 0 root 0:root\n3 go 2 xcomp 2:xcomp\n4 home 3 obl 2:obl|3:obl:to"
)


def edge_tables(gold: str, system: str) -> dict[str, ResultTable]:
    tables = analysis("edges").tables(compared(gold, system), View())
    return {table.title.removesuffix(", a"): table for table in tables}


@pytest.mark.parametrize(
    ("sentence", "types"),
    [
        (GAPPING, {"1:nsubj": "basic", "4:conj:and>cc": "ellipsis", "6:conj:and>obj": "ellipsis"}),
        (
            RELATIVE,
            {"1:root": "basic", "1:nsubj": "relative clause", "2:ref": "relative clause", "3:acl:relcl": "basic"},
        ),
        (
            COORDINATION,
            {
                "1:nsubj": "shared dependent",
                "4:root": "shared head",
                "4:conj:and": "case information",
                "5:obj": "shared dependent",
            },
        ),
        (
            CONTROL,
            {
                "1:nsubj:xsubj": "controlled subject",
                "4:obl": "other",
                "4:obl:to": "case information",
                "3:xcomp": "basic",
            },
        ),
        ("1 a 0 root 0:root\n2 b 1 conj 1:conj|3:conj\n3 c 1 dep 1:dep", {"2:conj": "other"}),
    ],
)
def test_types_of_enhancement(sentence: str, types: dict[str, str]) -> None:
    words = treebank("g", sentence).sentences
    edges = word_edges_of(words)
    found: dict[str, set[str]] = {}
    for edge, kind in enumerate(enhancements(edges, words).tolist()):
        found.setdefault(f"{edges.owners[edge] + 1}:{edges.path(edge)}", set()).add(ENHANCEMENTS[kind])
    assert {edge: found[edge] - {"basic"} or {"basic"} for edge in types} == {
        edge: {kind} for edge, kind in types.items()
    }


def test_breakdowns_open_their_sentences() -> None:
    table = edge_tables(GAPPING, BASIC)["Enhanced edges by enhancement"]
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["ellipsis"] == [3, 0, 0.0, None, 0.0, 0.0]
    assert rows["basic"] == [3, 4, 2 / 3, 0.5, pytest.approx(4 / 7), pytest.approx(4 / 7)]
    assert rows["case information"][:2] == [0, 1] and rows["other"][:2] == [0, 1]
    place = [row[0] for row in table.rows].index("ellipsis")
    found = table.found(place, 3)
    assert (
        found is not None
        and found.sentences.tolist() == [0]
        and found.marks == {0: {4: "ellipsis", 5: "ellipsis", 6: "ellipsis"}}
    )
    extra = table.found([row[0] for row in table.rows].index("case information"), 4)
    assert extra is not None and extra.text == "edges that are not in the gold: case information"
    assert extra.marks == {0: {5: "case information"}}


def test_what_is_wrong() -> None:
    gold = "1 a 0 root 0:root\n2 b 1 obl 1:obl:in\n3 c 1 obj 1:obj|2:x\n4 d 1 nsubj 1:nsubj\n5 e 1 dep 1:dep\n6 f 1 dep 1:y"
    system = "1 a 0 root 0:root\n2 b 1 obl 1:obl:at\n3 c 1 obj 1:iobj|4:x\n4 d 1 nsubj 1:nsubj|2:nsubj\n5 e 1 dep _\n6 f 1 dep 9:y"
    table = edge_tables(gold, system)["Enhanced edges that differ"]
    assert table.rows == [
        ["other subtype", "obl:in", "obl:at", 1, 1 / 6],
        ["other relation", "obj", "iobj", 1, 1 / 6],
        ["other head", "x", "x", 1, 1 / 6],
        ["other head", "y", "y", 1, 1 / 6],
        ["missing", "dep", "–", 1, 1 / 6],
        ["extra", "–", "nsubj", 1, 1 / 6],
    ]
    marks = [table.found(row, 3) for row in range(6)]
    assert [list(one.marks.get(0, ())) for one in marks if one is not None] == [[2], [3], [3], [6], [5], []]
    assert marks[5] is not None and marks[5].nodes == {0: [("test", 3)]}
    by_relation = {row[0]: row[5:] for row in edge_tables(gold, system)["Enhanced edges by relation"].rows}
    assert by_relation["obl"] == [0.0, 1.0]


def test_graphs_with_empty_nodes() -> None:
    other = GAPPING.replace("5.1", "5.9").replace("5.9:obj", "5.9:obl")
    table = edge_tables(GAPPING, other)["Enhanced graphs with their empty nodes"]
    assert table.rows == [["a", 7, 7, 6, *[pytest.approx(6 / 7)] * 4, 1, 1, 1]]


def test_nothing_without_graphs() -> None:
    plain = without_deps(BASIC)
    assert edge_tables(plain, plain) == {} and len(dependency_statistics_tables([treebank("g", plain)])) == 1


def test_statistics_of_graphs() -> None:
    two = "1 a 0 root 0:root\n2 b 0 root 0:root\n3 c 2 dep 2:dep"
    treebanks = [treebank("plain", without_deps(BASIC)), treebank("g", GAPPING, RELATIVE, two, without_deps(BASIC))]
    _, table = dependency_statistics_tables(treebanks)
    names = [column.name for column in table.columns]
    assert [dict(zip(names, row, strict=True)) for row in table.rows] == [
        {
            "treebank": "g", "sentences": 4, "sentences with enhanced edges": 3, "edges": 14, "empty nodes": 1,
            "edges per node": 14 / 13, "several roots": 1, "no root": 0, "cycles": 1, "several parts": 1, "basic": 8,
            "case information": 0, "ellipsis": 3, "relative clause": 2, "controlled subject": 0, "shared head": 0,
            "shared dependent": 0, "other": 0,
        }
    ]  # fmt: skip
    opened = [
        table.found(0, names.index(name)) for name in ("several roots", "no root", "cycles", "several parts", "edges")
    ]
    assert [None if one is None else (one.sentences.tolist(), one.system) for one in opened] == [
        ([2], 0), ([], 0), ([1], 0), ([2], 0), None,
    ]  # fmt: skip
