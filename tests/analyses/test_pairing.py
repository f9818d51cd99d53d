"""How sentences were paired: counted, and one by one where it is not plain."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from treecompare.analyses.statistics import pairing_tables
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.settings import Settings
from treecompare.comparison.word_by_word import word_by_word
from treecompare.readers import Treebank, parse, read_any
from treecompare.readers.conll import CONLLU
from treecompare.scores.result import View


def conllu(*sentences: str, ids: str = "") -> str:
    blocks = []
    for place, sentence in enumerate(sentences):
        rows = [f"{n}\t{word}\t_\tX\t_\t_\t{n - 1}\tdep\t_\t_\n" for n, word in enumerate(sentence.split(), 1)]
        blocks.append((f"# sent_id = {ids[place]}\n" if ids else "") + "".join(rows) + "\n")
    return "".join(blocks)


def dependencies(gold: str, *systems: str) -> DependencyComparison:
    treebanks = [CONLLU.read(text.encode(), name, name) for text, name in zip((gold, *systems), "gstu", strict=False)]
    comparison = word_by_word(treebanks[0], treebanks[1:])
    assert isinstance(comparison, DependencyComparison)
    score(comparison)
    return comparison


def counts(table_rows: list[list[object]], column: int = 1) -> dict[object, object]:
    return {row[0]: row[column] for row in table_rows if row[column]}


def test_dependencies() -> None:
    comparison = dependencies(
        conllu("a b", "cc d", "e f", "g h", "long one"),
        conllu("a b", "cc x", "e f g", "h", "new", "long one"),
        conllu("a b", "e f", "g h", "long one"),
    )
    table, listed = pairing_tables(comparison, View())
    assert counts(table.rows) == {
        "by text": 2, "by place": 1, "across sentence breaks": 1, "only in the system": 1, "with another text": 1,
        "words with other characters": 1,
    }  # fmt: skip
    assert counts(table.rows, 2) == {"by text": 4, "only in the gold": 1}
    assert listed.rows == [
        ["s", "2", "2", "by place", 1], ["s", "3+4", "3+4", "across sentence breaks", 0],
        ["s", "–", "5", "only in the system", 3], ["t", "2", "–", "only in the gold", 3],
    ]  # fmt: skip
    kinds = [row[0] for row in table.rows]
    found = table.found(kinds.index("words with other characters"), 1)
    assert found is not None and (found.sentences.tolist(), found.system) == ([1], 0)
    found = table.found(kinds.index("across sentence breaks"), 1)
    assert found is not None and (found.sentences.tolist(), found.system) == ([2], 0)
    assert table.found(kinds.index("only in the system"), 1) is None and table.found(0, 0) is None
    opened = listed.found(3, 0)
    assert opened is not None and (opened.sentences.tolist(), opened.system) == ([1], 1)
    assert listed.found(2, 0) is None


def test_another_order_and_ids() -> None:
    comparison = dependencies(conllu("a", "b", "cc", "q", ids="xyzw"), conllu("b", "a", "q", "cd", ids="rxwz"))
    table, listed = pairing_tables(comparison, View())
    assert counts(table.rows) == {"by text": 2, "by text, elsewhere": 1, "only in the gold": 1, "only in the system": 1}
    assert listed.rows[:2] == [["s", "2", "1", "by text, elsewhere", 0], ["s", "3", "–", "only in the gold", 2]]
    assert "1 sentence stands elsewhere in s" in comparison.warnings
    near = dependencies(conllu("a", "cc", "q", ids="xzw"), conllu("a", "n", "cd", "q", ids="xnzw"))
    table, listed = pairing_tables(near, View())
    assert counts(table.rows) == {
        "by text": 2,
        "by id": 1,
        "only in the system": 1,
        "with another text": 1,
        "words with other characters": 1,
    }
    assert ["s", "2", "3", "by id", 1] in listed.rows


def test_constituents() -> None:
    gold = parse("(S (X a) (X b))\n(S (X cc))\n(S (X e))\n(S (X ff))")
    system = parse("(S (X a) (X b) (X c))\n(S (X c))\n(S (X ff))")
    comparison = ConstituentComparison(gold, [system], Settings("none"))
    table, listed = pairing_tables(comparison, View())
    assert counts(table.rows) == {"by text": 1, "across sentence breaks": 1, "only in the gold": 1}
    assert listed.rows == [
        [system.name, "1+2", "1+2", "across sentence breaks", 0], [system.name, "3", "–", "only in the gold", 1],
    ]  # fmt: skip
    rows = [row[0] for row in table.rows]
    opened = table.found(rows.index("only in the gold"), 1)
    assert opened is not None and opened.sentences.tolist() == [1]
    skipping = ConstituentComparison(gold, [system], Settings("none", differing="skip"))
    table, listed = pairing_tables(skipping, View())
    assert counts(table.rows) == {"in order": 3, "only in the gold": 1}
    assert listed.rows == [[system.name, "4", "–", "only in the gold", 0]]


def test_lattices() -> None:
    gold = parse("(S (X a) (X b))\n(S (X cc))\n(S (X e))\n(S (X ff))\n(S (X gg) (X hh))")
    system = parse("(S (X ab))\n(S (X d))\n(S (X e))\n(S (X gg))\n(S (X hh))")
    comparison = score(LatticeComparison(gold, [system]))
    table, listed = pairing_tables(comparison, View())
    assert counts(table.rows) == {
        "by text": 2, "by place": 1, "across sentence breaks": 1, "only in the gold": 1, "with other characters": 1,
    }  # fmt: skip
    assert listed.rows == [
        [system.name, "2", "2", "by place", 2], [system.name, "4", "–", "only in the gold", 2],
        [system.name, "5", "4+5", "across sentence breaks", 0],
    ]  # fmt: skip
    found = listed.found(1, 0)
    assert found is not None and found.sentences.tolist() == [3]


def test_lattices_in_another_order() -> None:
    treebanks = [
        CONLLU.read(text.encode(), name, name)
        for name, text in (("g", conllu("a", "b", "c", ids="xyz")), ("s", conllu("b", "a", "c", ids="yxz")))
    ]
    comparison = score(LatticeComparison(treebanks[0], treebanks[1:]))
    table, listed = pairing_tables(comparison, View())
    assert counts(table.rows) == {"by text": 2, "by text, elsewhere": 1}
    assert listed.rows == [["s", "2", "1", "by text, elsewhere", 0]]
    assert "1 sentence stands elsewhere in s" in comparison.warnings
    assert comparison.sentences_of(0, 1) == ([1], [0])
    assert comparison.table.scores(0, "segeval").tolist() == [1.0] * 3


def with_ids(text: str, ids: list[str]) -> Treebank:
    return replace(parse(text), ids=ids)


def test_ids_of_constituents() -> None:
    gold = with_ids("(S (X aa))\n(S (X bb))\n(S (X cc) (X cc))\n(S (X dd))", ["w", "x", "y", "z"])
    swapped = with_ids("(S (X bb))\n(S (X aa))\n(S (X cc) (X cd))\n(S (X dd))", ["x", "w", "y", "z"])
    comparison = ConstituentComparison(gold, [swapped], Settings("none"))
    table, _ = pairing_tables(comparison, View())
    assert counts(table.rows) == {"by text": 2, "by text, elsewhere": 1, "by id": 1, "with other characters": 1}
    assert f"1 sentence stands elsewhere in {swapped.name}" in comparison.warnings
    assert comparison.sentences_of(0, 1) == ([1], [0])
    lacking = with_ids("(S (X aa))\n(S (X cc) (X cd))\n(S (X dd))", ["w", "y", "z"])
    table, listed = pairing_tables(ConstituentComparison(gold, [lacking], Settings("none")), View())
    assert counts(table.rows) == {"by text": 2, "by id": 1, "only in the gold": 1, "with other characters": 1}
    assert [row[3] for row in listed.rows] == ["only in the gold", "by id"]


@pytest.mark.parametrize("name", ["everything", "repeated_sentences"])
def test_the_oracle_pairs_them_so(shared: Path, name: str) -> None:
    folder = shared / "oracles" / "jp-evalb" / name
    gold, system = (read_any(str(folder / f"{side}.mrg")) for side in ("gold", "system"))
    comparison = word_by_word(gold, [system], Settings("none"))
    assert isinstance(comparison, ConstituentComparison)
    units = comparison.sentence_pairing(0).units
    expected: dict[str, dict[str, str]] = {}
    for line in (folder / "align.plain.expected.tsv").read_text("utf-8").splitlines():
        group, measure, value = line.split("\t")
        expected.setdefault(group, {})[measure] = value
    lines = [
        ",".join(map(str, range(first + 1, last + 1))) or "-"
        for row in units.tolist()
        for first, last in (row[:2], row[2:])
    ]
    assert lines == [
        one[side] for group, one in expected.items() if group.isdigit() for side in ("gold_lines", "system_lines")
    ]
