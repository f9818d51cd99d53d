"""Penn parsed historical corpora against an independent reader's counts and trees."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from treecompare.cli import run_command
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.settings import Settings
from treecompare.readers import read
from treecompare.readers.ppche import Cleaned, read_raw
from treecompare.reading import read_bytes
from treecompare.trees.annotations import LEMMA
from treecompare.trees.preparation import terminals
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL

FILES = (
    "1275.morkin.nar-his.psd.gz", "1540.ntacts.rel-bib.psd.gz", "1725.biskupasogur.nar-rel.psd.gz",
    "1835.jonasedli.sci-nat.psd.gz", "1888.grimur.nar-fic.psd.gz", "pceec-style.made.psd",
)  # fmt: skip


def rows_of(path: Path, file: str) -> list[dict[str, str]]:
    lines = read_bytes(str(path), "").decode().splitlines()
    return [row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row["file"] == file]


@pytest.mark.parametrize("file", FILES)
def test_counts_are_those_of_the_other_reader(shared: Path, file: str) -> None:
    (expected,) = rows_of(shared / "oracles/ppche/counts.tsv", file)
    path = shared / "data/ppche" / file
    bank = read(path)
    trees = terminals(bank.trees, True)
    raw = read_raw(read_bytes(str(path), ""), file, file).trees
    extras = bank.trees.extras
    lemmas = 0 if extras is None else int((extras.columns[LEMMA] >= 0).sum())
    found = {
        "brackets": len(raw),
        "skipped": len(raw) - len(trees),
        "sentences": len(trees),
        "no_id": sum(name.isdigit() for name in bank.ids or ()),
        "words": bank.words,
        "tags": int((trees.kinds == PRETERMINAL).sum()),
        "nodes": int((trees.kinds == CONSTITUENT).sum()) - len(trees),
        "empties": int(Cleaned.of(raw).empty.sum()),
        "lemmas": lemmas,
        "longest": int(trees.word_counts.max()),
    }
    assert found == {name: int(expected[name]) for name in found}


@pytest.mark.parametrize("file", FILES)
def test_sentences_are_those_of_the_other_reader(shared: Path, file: str) -> None:
    expected = rows_of(shared / "oracles/ppche/sentences.tsv.gz", file)
    bank = read(shared / "data/ppche" / file)
    trees = terminals(bank.trees, True)
    nodes = trees.totals(trees.kinds == CONSTITUENT) - 1
    names = [one["id"] if one["id"] != "-" else str(place) for place, one in enumerate(expected, 1)]
    assert bank.ids == names
    roots = [trees.symbols[label] for label in trees.labels[trees.offsets[1:] - 2].tolist()]
    found = list(zip(roots, bank.lengths.tolist(), nodes.tolist(), strict=True))
    assert found == [(one["root"], int(one["words"]), int(one["nodes"])) for one in expected]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("functions", [False, True])
def test_the_prepared_trees_of_the_other_reader_are_the_same(shared: Path, file: str, functions: bool) -> None:
    name = file.removesuffix(".gz").removesuffix(".psd")
    other = shared / "oracles/ppche" / f"{name}.expected.mrg.gz"
    comparison = ConstituentComparison(
        read(shared / "data/ppche" / file),
        [read(other)],
        Settings(params="ppche-with-punctuation", functions=functions),
    )
    for _ in comparison.run():
        pass
    assert comparison.table.scored(0).all()
    assert (comparison.table.scores(0, "e.whole.dice") == 1).all()
    assert (comparison.table.scores(0, "tagging") == 1).all()


@pytest.mark.parametrize("file", FILES)
def test_what_was_read_is_written_back_byte_for_byte(shared: Path, file: str, tmp_path: Path) -> None:
    source, target = shared / "data/ppche" / file, tmp_path / "out.psd"
    assert run_command(["convert", str(source), str(target)]) == 0
    assert target.read_bytes() == read_bytes(str(source), "")
