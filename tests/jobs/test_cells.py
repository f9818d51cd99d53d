"""The first sentence opened from a cell of a table shows what the cell counts, whatever the table and the system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.jobs.test_compare import drawn_of, first_of, lit_in, rows
from tests.jobs.test_dependencies import opened
from treecompare.analyses.catalogue import analysis
from treecompare.comparison.files import Files
from treecompare.drawing.drawn import Space
from treecompare.drawing.sentence import DEFAULT
from treecompare.jobs.base import Go
from treecompare.jobs.compare import CompareJob
from treecompare.scores.result import Found, View

PARTS = 40
LINE = "{}\t{}\t_\tX\tX\t_\t{}\t{}\t_\t_\n"


def written(folder: Path, name: str, lines: list[str]) -> str:
    (folder / name).write_text("\n".join(lines) + "\n", "utf-8")
    return str(folder / name)


def long_trees(folder: Path) -> Files:
    """Long sentences of which the second half of the last constituents is another in each system."""

    def tree(label: str) -> str:
        parts = [f"(NP (D the) (N word{one}))" for one in range(PARTS)]
        parts += [f"({label} (D a) (N thing{one}))" for one in range(12)]
        return "(S " + " ".join(parts) + ")"

    gold, *systems = (
        written(folder, f"{name}.mrg", [tree(label)] * 4) for name, label in (("gold", "PP"), ("x", "XP"), ("y", "NP"))
    )
    return Files(gold, tuple(("", one) for one in systems))


def long_arcs(folder: Path) -> Files:
    """The same with words of another relation, and in the first system one word more."""

    def lines(relation: str, last: str) -> str:
        words = [f"word{one}" for one in range(PARTS)] + [f"thing{one}" for one in range(12)] + ([last] if last else [])
        of = ("a" if word.startswith("word") else relation for word in words)
        return "".join(
            LINE.format(number + 1, word, number, one if number else "root")
            for number, (word, one) in enumerate(zip(words, of, strict=True))
        )

    gold, *systems = (
        written(folder, f"{name}.conllu", [lines(relation, last)] * 4)
        for name, relation, last in (("gold", "b", ""), ("x", "c", "more"), ("y", "d", ""))
    )
    return Files(gold, tuple(("", one) for one in systems))


def choose(job: CompareJob, found: Found) -> list[int]:
    """Its sentences become the list."""
    return rows(job, "", first_of(job.do([0], "found", found), Go).find)


def fitted(job: CompareJob, place: int) -> Any:
    """What is drawn of a place where not all of it has room."""
    picture: Any = drawn_of(job, place)
    picture.drawn.folds = True
    picture.drawn.lay_out(Space(700.0, 420.0, focuses=True))
    return picture


@pytest.mark.parametrize("kind", ["trees", "dependencies"])
def test_every_cell_that_counts_nodes_shows_them(tmp_path: Path, kind: str) -> None:
    job = opened(long_trees(tmp_path) if kind == "trees" else long_arcs(tmp_path))
    wanted = ("failures", "words", "labels") if kind == "trees" else ("word-failures", "confusion", "breakdown")
    tried = 0
    for key in wanted:
        for table in analysis(key).tables(job.comparison, View(0)):
            cells = [(row, column) for row in range(len(table.rows)) for column in range(1, len(table.columns))]
            behind = [table.found(*cell) for cell in cells] if table.found is not None else []
            for found in [one for one in behind if one is not None and len(one.sentences)][:3]:
                assert choose(job, found) and sorted(choose(job, found)) == sorted(found.sentences.tolist())
                picture = fitted(job, choose(job, found)[0])
                lit = lit_in(picture, "found")
                assert picture.lit == "found" and lit, (key, table.title, found.text)
                assert any(picture.drawn.is_seen(picture.drawn.place_of(box)) for box in lit), (key, found.text)
                tried += 1
    assert tried > 8


def test_nodes_of_one_system_are_not_lit_in_another(tmp_path: Path) -> None:
    """Systems number their nodes each on its own; a number may not even exist in the other one's tree."""
    gold = written(tmp_path, "gold.mrg", ["(S (NP (D a) (N b)) (VP (V c)))"] * 3)
    deep = written(tmp_path, "deep.mrg", ["(S (X (Y (Z (NP (D a) (N b))))) (VP (V c)))"] * 3)
    flat = written(tmp_path, "flat.mrg", ["(S (D a) (N b) (V c))"] * 3)
    job = opened(Files(gold, (("", deep), ("", flat))))
    table = analysis("labels").tables(job.comparison, View(0))[0]
    names = [row[0] for row in table.rows]
    for label in ("X", "S", "Z"):  # with a number that the flat ones lack, or that is of another node there
        assert table.found is not None
        cell = table.found(names.index(label), 2)
        assert cell is not None
        choose(job, cell)
        assert lit_in(drawn_of(job, 0), "found")
        job.do([0], "system", "1")
        assert lit_in(drawn_of(job, 0), "found") == []
        job.do([0], "system", "0")


def test_words_that_only_the_system_has_are_shown(tmp_path: Path) -> None:
    job = opened(long_arcs(tmp_path))
    cross = analysis("confusion").tables(job.comparison, View(0))[1]
    row, column = len(cross.rows) - 1, [one.title for one in cross.columns].index("c")
    assert cross.rows[row][column] == 4 and cross.found is not None
    cell = cross.found(row, column)
    assert cell is not None
    assert "more" in [box.text for box in lit_in(drawn_of(job, choose(job, cell)[0]), "found")]


def test_what_is_folded_is_unfolded_for_a_cell(tmp_path: Path) -> None:
    """What the cell counts is the same in both, so that it is folded otherwise."""
    job = opened(long_trees(tmp_path))
    gold: Any = job.comparison.checked_mapping(0, 0, DEFAULT).gold  # type: ignore[attr-defined]
    node = next(one for one in range(len(gold)) if gold.texts[one] == "NP" and one > 30)
    plain = fitted(job, 0)
    assert not plain.drawn.is_seen(("gold", node))
    place = choose(job, Found(np.array([0]), 0, "one", nodes={0: [("gold", node)]}))[0]
    assert fitted(job, place).drawn.is_seen(("gold", node))


def test_what_one_system_gets_wrong_and_another_does_not(tmp_path: Path) -> None:
    """Sentences behind one figure without those behind another."""
    job = opened(long_trees(tmp_path))
    first, other = Found(np.array([0, 2, 3]), 0, "PP of x"), Found(np.array([2]), 1, "PP of y")
    finds = [first_of(job.do([0], "found", one), Go).find for one in (first, other)]
    assert rows(job, "file", f"{finds[0]} not {finds[1]}") == [0, 3]
