"""Every condition of the filter finds what a count of the files themselves finds, for every kind of comparison."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import stride
from treecompare.analyses.conditions import condition_of
from treecompare.analyses.sentences import MARKED, NOTED, WRONG, Filter, SentenceData
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.roles import sample_files
from treecompare.comparison.sentence_texts import Texts
from treecompare.resources import samples
from treecompare.scores.result import Found
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED

KINDS = {
    "first-comparison": "constituents", "dependencies": "dependencies", "words-that-differ": "lattices",
    "tsarfaty-2011": "schemes",
}  # fmt: skip
NOT_COMPARED = (".", ",", ":", "``", "''")
Row = tuple[list[str], set[str], set[str]]
"""Words, labels and tags of a sentence."""


def of_brackets(line: str) -> Row:
    """By regular expressions, with the punctuation left out that the usual preparation leaves out."""
    leaves = [(tag, word) for tag, word in re.findall(r"\(([^\s()]+) ([^\s()]+)\)", line) if tag not in NOT_COMPARED]
    labels = {re.split("[-=]", one)[0] for one in re.findall(r"\(([^\s()]+)(?= \()", line)} - {"TOP", "ROOT", "S1"}
    return [word for _, word in leaves], labels, {tag for tag, _ in leaves}


def of_columns(block: str) -> Row:
    rows = [line.split("\t") for line in block.splitlines() if line[:1].isdigit()]
    return (
        [row[1] for row in rows],
        {row[7] for row in rows} - {"_"},
        {one for row in rows for one in row[3:5] if one != "_"},
    )


def rows_of(path: str) -> list[Row]:
    text = Path(path).read_text("utf-8").strip()
    if path.endswith(".conllu"):
        return [of_columns(block) for block in text.split("\n\n")]
    return [of_brackets(line) for line in text.splitlines()]


def analyses_of(path: str) -> list[str]:
    """Brackets within the outermost; heads and relations without subtypes."""
    text = Path(path).read_text("utf-8").strip()
    if not path.endswith(".conllu"):
        return [re.sub(r"^\((?:TOP|ROOT|S1)? (.*)\)$", r"\1", line) for line in text.splitlines()]
    blocks = [[line.split("\t") for line in one.splitlines() if line[:1].isdigit()] for one in text.split("\n\n")]
    rows = [[(row[6], row[7].partition(":")[0]) for row in block] for block in blocks]
    return [str(one) for one in rows]


def compared(files: Files) -> Comparison:
    return score(opened(open_files(files)).comparison)


def found(comparison: Comparison, system: int, token: str = "", **wish: Any) -> list[int]:
    rows = SentenceData(comparison, Texts(comparison.texts()), system, *comparison.usual_keys)
    mask = condition_of(token, comparison).matching(rows) if token else rows.passing(Filter(**wish))
    return np.flatnonzero(mask).tolist()


def places(rows: Sequence[Any], is_hit: Callable[[Any], bool]) -> list[int]:
    return [place for place, row in enumerate(rows) if is_hit(row)]


@pytest.fixture(scope="module", params=KINDS)
def sample(request: pytest.FixtureRequest) -> tuple[Comparison, Files]:
    files = sample_files(next(one for one in samples() if one.key == request.param))
    comparison = compared(files)
    assert comparison.kind == KINDS[request.param]
    return comparison, files


def test_texts_labels_and_tags(sample: tuple[Comparison, Files]) -> None:
    comparison, files = sample
    gold = rows_of(files.gold)
    word, part = gold[0][0][0], gold[0][0][-1][:2]
    assert found(comparison, 0, text=part.upper()) == places(
        gold, lambda row: part.casefold() in " ".join(row[0]).casefold()
    )
    assert found(comparison, 0, text=rf"\b{word}\b", is_regex=True) == places(
        gold, lambda row: re.search(rf"\b{word}\b", " ".join(row[0]), re.IGNORECASE) is not None
    )
    for system, (_, path) in enumerate(files.systems):
        both = list(zip(gold, rows_of(path), strict=True))
        for where, place in (("labels", 1), ("tags", 2)):
            known = sorted({one for of_gold, of_test in both for one in of_gold[place] | of_test[place]})
            for label in known[:: stride(3)]:
                expected = places(both, lambda row: label in row[0][place] | row[1][place])  # noqa: B023
                if comparison.kind == "schemes":  # the golds of other schemes are looked into, too
                    assert set(found(comparison, system, text=label, where=where)) >= set(expected), label
                else:
                    assert found(comparison, system, text=label, where=where) == expected, (label, where)
                    assert (
                        found(comparison, system, text=f"^{re.escape(label)}$", where=where, is_regex=True) == expected
                    )


def test_lengths_and_figures(sample: tuple[Comparison, Files]) -> None:
    from scipy.stats import rankdata

    comparison, files = sample
    gold, table = rows_of(files.gold), comparison.table
    assert found(comparison, 0, "length 3–8") == places(gold, lambda row: 3 <= len(row[0]) <= 8)
    of_gold, *blocks = (analyses_of(path) for path in (files.gold, *(path for _, path in files.systems)))
    others = []
    for system in range(len(table.systems)):
        scored = table.statuses[system] == SCORED
        if comparison.kind != "schemes":  # there only what no gold has is an error
            others.append({i for i, one in enumerate(of_gold) if scored[i] and one != blocks[system][i]})
            assert set(found(comparison, system, differing=True)) == others[-1]
        a, b = (table.scores(system, key) for key in comparison.usual_keys)
        known = ~np.isnan(a) & ~np.isnan(b)
        apart = np.zeros(len(a))
        apart[known] = np.abs(rankdata(-a[known]) - rankdata(-b[known]))
        assert found(comparison, system, "A−B >= 2 | A−B <= -2") == np.flatnonzero(apart >= 2).tolist()
        assert found(comparison, system, status=SKIPPED) == places(blocks[system], lambda one: one == "(())")
        assert found(comparison, system, status=SCORED) == np.flatnonzero(scored).tolist()
        words = rows_of(files.systems[system][1])
        other_words = places(list(zip(gold, words, strict=True)), lambda one: one[1][0] not in (one[0][0], []))
        assert found(comparison, system, status=PARTIAL) == other_words
        assert table.words_differ(system).sum() == len(other_words)
    if others:
        assert set(found(comparison, 0, all_differ=True)) == set.intersection(*others)


def test_what_was_typed_and_chosen(sample: tuple[Comparison, Files]) -> None:
    comparison, _ = sample
    judgements, name = comparison.judgements, comparison.table.systems[0]
    judgements.phenomena["ERC"], judgements.notes[1] = {0, 3}, "a note"
    judgements.correct[2, name, ""] = False
    judgements.correct[3, "another", ""] = False
    wanted: dict[str, list[int]] = {"ERC": [0, 3], NOTED: [1], WRONG: [2], MARKED: [0, 1, 2, 3]}
    assert {one: found(comparison, 0, judged=one) for one in wanted} == wanted
    assert found(comparison, 0, chosen=Found(np.array([1, 3, 10_000]), None, "x")) == [1, 3]
    assert found(comparison, 0, judged="ERC", chosen=Found(np.array([1, 3]), None, "x")) == [3]
    for one in (judgements.phenomena, judgements.notes, judgements.correct):
        one.clear()


def test_patterns_and_crossing_branches(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.export", tmp_path / "system.export"
    words = "a\tDT\t--\t--\t500\nb\tVB\t--\t--\t501\nc\tNN\t--\t--\t500\n"
    crossed = f"#BOS {{0}}\n{words}#500\tNP\t--\t--\t501\n#501\tS\t--\t--\t0\n#EOS {{0}}\n"
    straight = crossed.replace("\t501\nc\tNN\t--\t--\t500", "\t500\nc\tNN\t--\t--\t501")
    gold.write_text("".join([crossed.format(1), straight.format(2), straight.format(3)]), "utf-8")
    system.write_text("".join([straight.format(1), crossed.format(2), straight.format(3)]), "utf-8")
    comparison = compared(Files(str(gold), (("", str(system)),)))
    assert found(comparison, 0, discontinuous=True) == [0, 1]
    assert found(comparison, 0, text="gold: NP < VB", where="pattern") == [1, 2]
    assert found(comparison, 0, text="system: NP < VB", where="pattern") == [0, 2]


def test_lattices_of_hebrew(shared: Path) -> None:
    folder = shared / "data" / "hebrew-spmrl"
    trees = [str(folder / f"dev.{name}.conll") for name in ("gold", "yap")]
    lattices = tuple(str(folder / f"dev.{name}.lattices") for name in ("gold", "yap"))
    comparison = compared(Files(trees[0], (("", trees[1]),), lattices=lattices))
    gold, system = map(of_conll, trees)
    both = list(zip(gold, system, strict=True))
    other = places(both, lambda one: one[0][0] != one[1][0])
    assert len(other) == 251 and found(comparison, 0, status=PARTIAL) == other
    assert found(comparison, 0, text="appos", where="labels") == places(
        both, lambda one: "appos" in one[0][1] | one[1][1]
    )
    assert found(comparison, 0, text="nnp", where="tags") == places(both, lambda one: "NNP" in one[0][2] | one[1][2])
    assert found(comparison, 0, "length >= 30") == places(gold, lambda row: len(row[0]) >= 30)


def of_conll(path: str) -> list[Row]:
    return [of_columns(block) for block in Path(path).read_text("utf-8").strip().split("\n\n")]
