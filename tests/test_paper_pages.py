"""The pages on what can be repeated of the papers: every figure that stands there as ours is computed anew."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from tests.analyses.conftest import compared
from treecompare import resources
from treecompare.analyses.rankings import TABLE_4, ranking_tables
from treecompare.cli import run_command
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.readers import Treebank, read, read_any, read_content
from treecompare.scores.ranks import compare_ranks
from treecompare.scores.result import View
from treecompare.scores.table import ScoreTable
from treecompare.trees.conversion import to_dependencies
from treecompare.trees.head_rules import head_rules

STANDING_IN = {
    "Collins 2": "bikel-collins2",
    "Petrov 5": "berkeley-sm5",
    "Charniak": "bllip",
    "Petrov 6": "berkeley-sm6",
}


def page(name: str) -> str:
    return resources.path(f"help/{name}.md").read_text("utf-8")


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a page without their heads, cell by cell."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    rows = [[[cell.strip() for cell in line.strip("|").split("|")] for line in one.splitlines()] for one in found]
    return [one[2:] for one in rows]


def blocks(text: str) -> list[list[str]]:
    """The indented blocks of a page, without their indentation."""
    return [[line[4:] for line in one.splitlines()] for one in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)]


def test_sampson_and_babarczy_from_the_page_as_it_is_printed() -> None:
    text = page("sampson-babarczy")
    gold, parser = (read_content("\n".join(block).encode(), "x.txt", None, "x") for block in blocks(text)[1:])
    assert isinstance(gold, Treebank) and isinstance(parser, Treebank)
    assert gold.ids is not None and (len(gold.ids), gold.ids[1]) == (11, "G12:0520.27")
    table = score(ConstituentComparison(gold, [parser])).table
    keys = ("e.roof.dice.unlabelled", "e.roof.dice", "la.initial")
    ours = [[f"{table.scores(0, key)[row]:.3f}" for key in keys] for row in range(11)]
    printed = tables(text)[0]
    assert [row[2::2] for row in printed] == ours
    assert [row[1::2] for row in printed] == ours  # the paper's own figures, too


def test_kuebler_from_the_trees_of_the_page() -> None:
    text = page("kuebler")
    gold, parser = ("\n".join(block) for block in blocks(text)[:2])
    comparison = compared(gold, parser, preterminals="no")
    table, (scores, words, *_) = comparison.table, tables(text)
    for row, printed in enumerate(scores):
        assert printed[2::2] == [
            f"{100 * table.scores(0, 'e.roof.dice')[row]:.1f}",
            f"{table.scores(0, 'la')[row]:.3f}",
        ]
        found = comparison.word_scores(0, row, "la")
        assert found is not None
        of_words = [f"{one.score:.3f}" for one in found]
        assert [words[2 * row][1:], words[2 * row + 1][1:]] == [of_words, of_words]


def test_kuebler_three_ways_in_one_table(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command of the page prints the figures of the page."""
    text = page("kuebler")
    [command] = [line for block in blocks(text) for line in block if "--with-dependencies tiger-foth" in line]
    folder = shared / "data/german-tiger"
    rows = tables(text)[-1]
    files = [str(folder / name) for name in ("pcc316.gold.export", *(row[0] for row in rows))]
    options = command.split()[4:]
    assert command.split()[:4] == ["treecompare", "score", "gold.export", "parser.export"]
    assert run_command(["score", *files, *options, "--format", "json"]) == 0
    systems = json.loads(capsys.readouterr().out)["systems"]
    keys = options[options.index("--measures") + 1].split(",")
    assert [[f"{100 * one['scores'][key]['pooled']:.2f}" for key in keys] for one in systems] == [
        row[1:] for row in rows
    ]


def test_kuebler_what_is_said_of_the_table() -> None:
    text = page("kuebler")
    rows = {row[0]: [float(cell) for cell in row[1:]] for row in tables(text)[-1]}
    second = list(rows)[1]
    ranked = [sorted((row[column] for row in rows.values()), reverse=True) for column in range(4)]
    places = [ranked[column].index(rows[second][column]) + 1 for column in range(4)]
    assert places == [3, 3, 1, 2]
    said = re.search(r"first by UAS \(([\d.]+)\) and second by LAS \(([\d.]+) against ([\d.]+)\)", text)
    assert said and [float(one) for one in said.groups()] == [rows[second][2], rows[second][3], ranked[3][0]]


def test_kuebler_figures_by_other_ways(shared: Path) -> None:
    """The gold raised by someone else gives the same E-Dice, and heads compared word by word the same UAS and LAS."""
    folder = shared / "data/german-tiger"
    rows = {row[0]: row[1:] for row in tables(page("kuebler"))[-1]}
    gold, raised = (read_any(str(folder / name)) for name in ("pcc316.gold.export", "pcc316.gold-raised.mrg"))
    assert isinstance(gold, Treebank) and isinstance(raised, Treebank)
    berkeley = read_any(str(folder / "pcc316.berkeley-sm2.mrg"))
    assert isinstance(berkeley, Treebank)
    table = score(ConstituentComparison(raised, [berkeley])).table
    assert f"{100 * table.summaries('e.roof.dice', 'pooled')[0]:.2f}" == rows["pcc316.berkeley-sm2.mrg"][0]
    lost = int(np.flatnonzero(berkeley.trees.word_counts == 0)[0])
    system = read_any(str(folder / "pcc316.discodop-squoia.export"))
    assert isinstance(system, Treebank)
    rules = head_rules("tiger-foth")
    sides = [to_dependencies(one.trees, rules).dependencies for one in (gold, system)]
    words = heads = both = 0
    for number, (one, other) in enumerate(zip(*sides, strict=True)):
        if number == lost:
            continue
        for here, there in zip(
            zip(one.heads.tolist(), one.relations, strict=True),
            zip(other.heads.tolist(), other.relations, strict=True),
            strict=True,
        ):
            words += 1
            heads += here[0] == there[0]
            both += here == there
    assert [f"{100 * heads / words:.2f}", f"{100 * both / words:.2f}"] == rows["pcc316.discodop-squoia.export"][2:]


def test_emms_table_3_from_its_counts() -> None:
    for _, deleted, inserted, test, dice, own_dice, jaccard, own_jaccard in tables(page("emms"))[0]:
        gold, d, i, t = 44276, int(deleted), int(inserted), int(test)
        assert gold - d == t - i
        m = gold - d
        assert own_dice == f"{200 * m / (gold + t):.2f}" and float(dice) == pytest.approx(float(own_dice), abs=0.011)
        assert own_jaccard == jaccard == f"{100 * m / (gold + t - m):.2f}"


@pytest.fixture(scope="module")
def standing_in(shared: Path) -> ConstituentComparison:
    folder = shared / "data/wsj-sample-1394"
    systems = [read(str(folder / f"{file}.mrg"), name=name) for name, file in STANDING_IN.items()]
    return score(ConstituentComparison(read(str(folder / "gold.mrg")), systems))


def test_emms_tables_of_the_sentences_that_stand_in(standing_in: ConstituentComparison) -> None:
    _, counts, four, kendall, _ = tables(page("emms"))
    table: ScoreTable = standing_in.table
    own = ranking_tables(standing_in, View())[2].rows
    assert counts == [[str(row[0]), *map(str, row[-5:]), f"{100 * row[5]:.2f}", f"{100 * row[7]:.2f}"] for row in own]  # type: ignore[operator]
    keys = (TABLE_4[0], TABLE_4[2], TABLE_4[1], TABLE_4[3])
    for system, printed in enumerate(four):
        found = [f"{100 * table.summary(system, key, 'pooled'):.2f}" for key in (*keys, "la")]
        assert [*printed[2:9:2], printed[9]] == found
    pairs = [
        ("e.whole.dice", "t.whole.dice"), ("e.whole.jaccard", "t.whole.jaccard"), ("e.whole.dice", "e.whole.jaccard"),
        ("t.whole.dice", "t.whole.jaccard"),
    ]  # fmt: skip
    for (a, b), printed in zip(pairs, kendall, strict=True):
        distances = [compare_ranks(table, system, a, b).kendall.distance for system in range(4)]
        assert printed[2:] == [f"{100 * one:.2f}" for one in distances if one is not None]
