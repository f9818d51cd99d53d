"""Enhanced graphs in comparisons of dependencies: figures, what applies, what is told of odd ones."""

from __future__ import annotations

import numpy as np
import pytest

from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.explain import explain_sentence
from treecompare.comparison.settings import Settings
from treecompare.measures import ALL_MEASURES
from treecompare.readers.conll import CONLLU, DependencyTreebank
from treecompare.trees.enhanced import graphs, word_edges_of

GAPPING = """\
1 Sue 2 nsubj 2:nsubj
2 likes 0 root 0:root
3 coffee 2 obj 2:obj
4 and 5 cc 5.1:cc
5 Bill 2 conj 5.1:nsubj
5.1 likes _ _ 2:conj:and
6 tea 5 orphan 5.1:obj"""
BASIC = """\
1 Sue 2 nsubj 2:nsubj
2 likes 0 root 0:root
3 coffee 2 obj 2:iobj
4 and 5 cc 5:cc
5 Bill 2 conj 2:conj:and
6 tea 5 orphan 5:orphan"""


def treebank(name: str, *sentences: str) -> DependencyTreebank:
    """``ID FORM HEAD DEPREL DEPS`` in each line."""
    blocks = []
    for number, sentence in enumerate(sentences, 1):
        rows = [line.split(" ") for line in sentence.splitlines()]
        lines = [
            "\t".join([id, form, "_", "X", "_", "_", head, deprel, deps, "_"]) for id, form, head, deprel, deps in rows
        ]
        blocks.append("\n".join([f"# sent_id = s{number}", *lines, "", ""]))
    return CONLLU.read("".join(blocks).encode(), f"{name}.conllu", name)


def compared(gold: str, *systems: str, **settings: str) -> DependencyComparison:
    sides = [treebank(name, text) for name, text in zip(("gold", "a", "b"), (gold, *systems), strict=False)]
    return score(DependencyComparison(sides[0], sides[1:], Settings(params="none", **settings)))


def without_deps(sentence: str) -> str:
    return "\n".join(
        " ".join([*line.split(" ")[:4], "_"]) for line in sentence.splitlines() if "." not in line.split(" ")[0]
    )


def test_figures_and_what_they_are_made_of() -> None:
    found = compared(GAPPING, BASIC, GAPPING)
    assert [found.table.summary(system, "elas", "pooled") for system in (0, 1)] == [pytest.approx(2 / 6), 1.0]
    counts = found.table.part(0, "elas")
    assert [counts.gold.tolist(), counts.test.tolist(), counts.matched.tolist()] == [[6], [6], [2]]
    told = explain_sentence(found, 0, 0, "elas")
    assert told.words == (
        "The gold has 6 enhanced edges, the system 6; 2 are in both graphs. So 4 of 12 agree. Missing: 4 edges; extra: 4 edges."
    )
    assert "relations" not in found.table.signature("elas", "pooled") and "relations" in found.table.signature(
        "las", "pooled"
    )


def test_other_edges_are_no_copy_of_the_gold() -> None:
    gold = treebank("gold", GAPPING)
    for system, is_copy in (
        (treebank("a", GAPPING), True),
        (treebank("a", GAPPING.replace("2:conj:and", "2:conj:or")), False),
    ):
        assert gold.has_labels_of(system) == is_copy


def test_they_apply_where_the_gold_has_graphs() -> None:
    plain = without_deps(BASIC)
    keys = {"elas", "eulas"}
    assert keys <= {one.key for one in compared(GAPPING, BASIC).applying(ALL_MEASURES)}
    found = compared(plain, BASIC)
    assert not keys & {one.key for one in found.applying(ALL_MEASURES)}
    assert explain_sentence(found, 0, 0, "elas").undefined == "The gold has no enhanced dependencies."
    assert "enhancements" in found.unused_settings
    alone = compared(GAPPING, plain)
    assert alone.table.summary(0, "elas", "pooled") == 0 == alone.table.summary(0, "eulas", "pooled")
    assert any(told.endswith("no enhanced dependencies; ELAS and EULAS are 0") for told in alone.warnings)
    one = compared(GAPPING, BASIC, plain)
    assert one.table.summary(1, "elas", "pooled") == 0 and "enhancements" not in one.unused_settings
    assert "b: no enhanced dependencies; ELAS and EULAS are 0" in one.warnings


def test_the_programs_way_is_signed() -> None:
    text = "1 a 0 root 0:root\n2 b 1 nmod 1:nmod:of|1:nmod:in"
    other = "1 a 0 root 0:root\n2 b 1 nmod 1:nmod:by|1:nmod:in"
    plain, program, case = (
        compared(text, other, **({} if way is None else {"enhancements": way})) for way in (None, "0", "6")
    )
    assert [one.table.part(0, "eulas").matched.tolist() for one in (plain, program, case)] == [[3], [5], [5]]
    assert [one.table.part(0, "elas").matched.tolist() for one in (plain, program, case)] == [[2], [2], [5]]
    assert "enhancements:0" in program.table.signature("elas") and "enhancements" not in program.table.signature("las")
    assert "enhancements" not in plain.table.signature("elas")


def test_punctuation_that_is_left_out_and_a_missing_parse() -> None:
    text = "1 a 0 root 0:root\n2 . 1 punct 1:punct"
    assert compared(text, text, punctuation="ignore").table.part(0, "elas").gold.tolist() == [1]
    gold, system = treebank("gold", text, GAPPING), treebank("a", text)
    found = score(DependencyComparison(gold, [system], Settings(params="none", missing="zero")))
    counts = found.table.part(0, "elas")
    assert [counts.gold.tolist(), counts.matched.tolist()] == [[2, 6], [2, 0]]


@pytest.mark.parametrize(
    ("deps", "told", "counts"),
    [
        ("9:dep", "1 enhanced edge from outside of the sentence (counted, matched with nothing)", (2, 1)),
        ("2.1:dep", "1 enhanced edge from outside of the sentence", (2, 1)),
        ("x:dep", "1 enhanced edge that cannot be read as HEAD:RELATION (counted, matched with nothing)", (2, 1)),
        ("-1:dep", "1 enhanced edge that cannot be read as HEAD:RELATION", (2, 1)),
        ("dep|1:dep", "1 enhanced edge that cannot be read as HEAD:RELATION", (3, 2)),
        ("1:dep|", "1 enhanced edge that cannot be read as HEAD:RELATION", (3, 2)),
        ("99999999999999999999:dep", "1 enhanced edge that cannot be read as HEAD:RELATION", (2, 1)),
        ("1:dep|0:root", "1 enhanced edge not in the order of heads; the first in DEPS '1:dep|0:root' of 2", (3, 2)),
        ("1:dep|1:dep|1:dep", "2 enhanced edges written twice (counted once)", (2, 2)),
        ("1:dep", "", (2, 2)),
    ],
)  # fmt: skip
def test_odd_edges_are_told_and_the_rest_is_scored(deps: str, told: str, counts: tuple[int, int]) -> None:
    found = compared("1 a 0 root 0:root\n2 b 1 dep 1:dep", f"1 a 0 root 0:root\n2 b 1 dep {deps}")
    own = found.table.part(0, "elas")
    assert (own.test.tolist(), own.matched.tolist()) == ([counts[0]], [min(counts[1], 2)])
    said = [one for one in found.warnings if "enhanced" in one]
    assert [one.startswith(f"a, line 3: {told}") for one in said] == [True] * bool(told), said


def test_the_order_of_heads_is_that_of_both_numbers() -> None:
    nodes = "1 a 0 root 0:root\n1.1 e _ _ 1:x\n1.2 e _ _ 1:x\n1.10 e _ _ 1:x\n2 b 1 dep {0}"
    said = [
        compared(nodes.format(deps), nodes.format("1:dep")).warnings for deps in ("1:y|1.2:x|1.10:x", "1:y|1.2:x|1.1:x")
    ]
    assert [any("not in the order of heads" in one for one in told) for told in said] == [False, True]


def test_cycles_of_empty_nodes_are_told() -> None:
    text = "1 a 0 root 0:root\n1.1 e _ _ 1.2:x\n1.2 e _ _ 1:p|1.1:y\n2 b 1 dep 1.1:q"
    found = compared(text, text)
    assert (
        found.table.part(0, "elas").gold.tolist() == [2]
        and word_edges_of(found.systems[0].sentences).path(1) == "p>x>q"
    )
    assert [one for one in found.warnings if "cycle" in one] == [
        f"{name}, line 2: 1 sentence with a cycle of empty nodes (no path goes round it)" for name in ("gold", "a")
    ]


def test_more_paths_than_there_is_sense_in() -> None:
    """Eleven empty nodes, each on each: some ten million paths."""
    names = [f"1.{number}" for number in range(1, 12)]
    rows = [f"{name} e _ _ 1:p|{'|'.join(f'{other}:x' for other in names if other != name)}" for name in names]
    text = "\n".join(["1 a 0 root 0:root", *rows, "2 b 1 dep 1:dep|1.1:q"])
    found = compared(text, text)
    assert found.table.part(0, "elas").gold.tolist() == [2]
    assert "a, line 2: 1 sentence with too many paths through empty nodes (these are left out)" in found.warnings


def test_lines_of_nodes() -> None:
    text = "# a comment\n# text = x\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n"
    row = "{0}\tw\t_\tX\t_\t_\t{1}\tdep\t{2}\t_\n"
    block = text + "".join([
        row.format("1", 0, "0:root"), row.format("1.1", "_", "_"), row.format("2", 1, "9:x"), row.format("2.1", "_", "x"),
        row.format("2.2", "_", "_"), "\n",
    ])  # fmt: skip
    found = CONLLU.read((block + block).encode(), "f", "f")
    assert [found.line_of(node) for node in range(10)] == [4, 6, 13, 15, 5, 7, 8, 14, 16, 17]
    # the tokens and nodes before the sentence's first word
    early = CONLLU.read(f"{row.format('0.1', '_', '_')}{row.format('1', 0, '9:x')}\n".encode(), "f", "f")
    assert [early.line_of(node) for node in range(2)] == [2, 1]


def test_roots_parts_and_cycles_of_graphs() -> None:
    relative = "1 boy 0 root 0:root|3:nsubj\n2 who 3 nsubj 1:ref\n3 lived 1 acl:relcl 1:acl:relcl\n4 . 1 punct _"
    two = "1 a 0 root 0:root\n2 b 0 root 0:root\n3 c 2 dep 2:dep|1:dep"
    found = graphs(treebank("g", GAPPING, relative, two).sentences)
    assert found.nodes.tolist() == [7, 4, 3] and found.edges.tolist() == [7, 4, 4]
    assert found.roots.tolist() == [1, 1, 2] and found.parts.tolist() == [1, 2, 1]
    assert found.cyclic.tolist() == [False, True, False]
    nothing = graphs(treebank("g", "1 a 0 root _").sentences)
    assert [nothing.roots.tolist(), nothing.parts.tolist(), nothing.cyclic.any()] == [[0], [1], np.False_]


def test_edges_from_outside_are_told() -> None:
    odd = "1 a 0 root 0:root|9:dep\n2 b 1 dep 1:dep"
    [said] = [one for one in compared(odd, odd).warnings if "outside" in one and one.startswith("gold")]
    assert "1 enhanced edge from outside of the sentence (counted, matched with nothing)" in said
