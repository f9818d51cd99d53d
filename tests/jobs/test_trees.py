"""Constituents as a job: crossing branches, functions and edges, words and their lineages, words that are left out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.jobs.test_compare import SPACE, blocks, drawn_of, first_of, lit_in, of_sample, rows, trees
from tests.jobs.test_dependencies import opened, word_rows
from treecompare.analyses.catalogue import analysis
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files
from treecompare.comparison.settings import Settings
from treecompare.drawing.columns import LEFT_OUT
from treecompare.jobs.base import Copy, Lit, Score
from treecompare.jobs.compare import CompareJob
from treecompare.jobs.compare_exports import drawing_command
from treecompare.readers import parse
from treecompare.scores.result import View

__all__ = ["trees"]
GOLD = [
    "(S (VP (PROAV 0=darüber) (VVINF 3=nachdenken)) (VMFIN 1=muss) (PIS 2=man))",
    "(S (NP (ART 0=ein) (NN 1=Mann) (S (PRELS 3=der) (VVFIN 4=lacht))) (VVFIN 2=kommt))",
    "(S (PPER 0=sie) (VVFIN 1=lacht))",
]
SYSTEM = [
    "(S (PROAV 0=darüber) (VMFIN 1=muss) (PIS 2=man) (VP (VVINF 3=nachdenken)))",
    GOLD[1],
    "(S (NP (PPER 0=sie)) (VVFIN 1=lacht))",
]


def written(folder: Path, name: str, texts: list[str]) -> str:
    (folder / name).write_text("\n".join(texts) + "\n", "utf-8")
    return str(folder / name)


# -- crossing branches -----------------------------------------------------------------------------------------------------


@pytest.fixture
def crossing(tmp_path: Path) -> Files:
    return Files(written(tmp_path, "gold.dbr", GOLD), (("", written(tmp_path, "system.dbr", SYSTEM)),))


@pytest.mark.parametrize(
    ("way", "counts", "signed"),
    [
        ("raise", "nodes raised: 2", "crossing-branches:raise|heads:tiger"),
        ("split", "parts added where constituents were split: 2", "crossing-branches:split|heads:tiger"),
    ],
)
def test_branches_are_resolved_and_that_is_said(crossing: Files, way: str, counts: str, signed: str) -> None:
    kept = opened(crossing)
    assert kept.comparison.table.has("e.discontinuous") and "crossing" not in kept.comparison.table.signature(
        "e.whole.dice"
    )
    job = opened(crossing, Settings(crossing_branches=way))
    assert not job.comparison.table.has("e.discontinuous")
    assert [counts in one for one in job.comparison.warnings] == [True, False]
    assert signed in job.comparison.table.signature("e.whole.dice")
    assert f"--crossing-branches {way}" in first_of(job.do([0], "copy-list"), Copy).text


def test_only_sentences_with_discontinuous_constituents(crossing: Files, trees: CompareJob) -> None:
    job = opened(crossing)
    assert "discontinuous" in job.conditions() and rows(job, "file", "discontinuous") == [0, 1]
    assert rows(job, "file", "not discontinuous") == [2]
    assert "discontinuous" not in opened(crossing, Settings(crossing_branches="raise")).conditions()
    assert "discontinuous" not in trees.conditions()


def test_a_discontinuous_constituent_behind_a_figure_is_lit(crossing: Files) -> None:
    job = opened(crossing)
    counts, labels = analysis("discontinuous").tables(job.comparison, View(0))
    gold, system = counts.rows
    # VP, and NP with its relative clause; of the system the latter only, which is also in the gold
    assert (gold[1], gold[3], gold[5]) == (2, 2, None) and (system[1], system[3], system[5]) == (1, 1, 1)
    assert labels.rows == [["NP", 1, 1], ["VP", 1, 0]]
    found = labels.found(1, 1)
    assert found is not None and found.sentences.tolist() == [0]
    rows(job, "file", job.do([2], "found", found)[0].find)  # type: ignore[union-attr]
    assert [box.text.strip("<>~") for box in lit_in(drawn_of(job, 0))] == ["VP"]


# -- functions and edges ---------------------------------------------------------------------------------------------------


def colons(folder: Path) -> Files:
    gold, one = (
        written(folder, f"{name}.mrg", [f"(S (NX:ON (N a)) (NX:{function} (N b)))"])
        for name, function in (("gold", "OA"), ("one", "OD"))
    )
    return Files(gold, (("", one),))


@pytest.mark.parametrize(
    ("settings", "score"),
    [
        (Settings(), 2 / 3),
        (Settings(function_separator=":"), 1.0),
        (Settings(function_separator=":", functions=True), 2 / 3),
        (Settings(function_separator="::"), 2 / 3),
        (Settings(function_separator=":O"), 1.0),
    ],
)
def test_functions_are_part_of_the_label_or_not(tmp_path: Path, settings: Settings, score: float) -> None:
    assert opened(colons(tmp_path), settings).comparison.table.scores(0, "e.roof.dice")[0] == score


EXPORT = """#BOS 1
Die\t--\tART\t--\tNK\t500
Leute\t--\tNN\t--\tNK\t500
reden\t--\tVVFIN\t--\tHD\t501
und\t--\tKON\t--\tCD\t503
lachen\t--\tVVFIN\t--\tHD\t502
#500\t--\tNP\t--\tSB\t501\tSB\t502
#501\t--\tS\t--\tCJ\t503
#502\t--\tS\t--\tCJ\t503
#503\t--\tCS\t--\t--\t0
#EOS 1
"""


@pytest.mark.parametrize("is_stacked", [False, True])
def test_edges_are_drawn_and_left_out(tmp_path: Path, is_stacked: bool) -> None:
    paths = [
        written(tmp_path, f"{name}.export", [EXPORT.replace("\tSB\t501", f"\t{function}\t501")])
        for name, function in (("gold", "SB"), ("one", "OA"), ("two", "DA"))
    ]
    job = opened(Files(paths[0], tuple(("", one) for one in paths[1:])))
    if is_stacked:
        job.do([0], "all-systems")

    def drawn() -> tuple[int, int]:
        scene: Any = drawn_of(job, 0).drawn.scene
        return len(scene.on_edges), len(scene.secondary)

    number = 3 if is_stacked else 2
    assert drawn() == (8 * number, number)
    job.do([0], "draw:edge_labels")
    assert drawn() == (0, number)
    job.do([0], "draw:secondary_edges")
    assert drawn() == (0, 0)
    command = drawing_command(job.sentence(0), job.a)
    assert "--no-edge-labels" in command and "--no-secondary-edges" in command
    job.do([0], "draw:edge_labels")
    assert drawn() == (8 * number, 0)
    switched = {one.key: one.is_on for one in job.commands()}
    assert switched["draw:edge_labels"] and not switched["draw:secondary_edges"]


# -- words -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lineages() -> Iterator[CompareJob]:
    """Sampson & Babarczy's examples."""
    yield of_sample("worked-examples-leaf-ancestor")


def test_the_edit_of_a_word_adds_up_to_its_score(lineages: CompareJob) -> None:
    """Every word of all the papers' examples, under every variant."""
    comparison: Any = lineages.comparison
    for sentence in range(comparison.sentences):
        for part in ("la", "la.initial", "la.tags"):
            for word, one in enumerate(comparison.word_scores(0, sentence, part) or []):
                [edit] = comparison.word_edits(0, sentence, part, [word])
                assert " ".join(gold for gold, _, _ in edit if gold) == one.gold
                assert " ".join(test for _, test, _ in edit if test) == one.test
                length = sum(bool(gold) + bool(test) for gold, test, _ in edit)
                assert one.score == pytest.approx(1 - sum(cost for *_, cost in edit) / length if length else 1.0)


def test_a_word_lights_its_way_up_to_the_root(lineages: CompareJob) -> None:
    row = word_rows(lineages, 0)[0]
    assert row.to.startswith("word:") and lineages.do([0], "link", row.to) == [Lit(row.to)]
    lit = lit_in(drawn_of(lineages, 0), row.to)
    number = int(row.to.partition(":")[2])
    tree = drawn_of(lineages, 0).drawn.mapping.gold
    assert {box.side for box in lit} == {"gold", "test"} and any(box.node == tree.roots[0] for box in lit)
    assert row.title == tree.words[number]


def test_costs_of_labels_are_another_measure(tmp_path: Path) -> None:
    path = tmp_path / "good.tsv"
    path.write_text("# mine\nN1 NP 0.25\n", "utf-8")
    sample = of_sample("worked-examples-leaf-ancestor").comparison
    files = Files(sample.gold.path, (("", sample.systems[0].path),))
    job = opened(files, Settings(label_costs=str(path), params="none"))
    assert "label-costs:good.tsv" in job.comparison.table.signature("la.custom", "pooled")
    assert "la.custom" in {value for value, _ in job.picks(0)[1].options}


def test_words_that_the_preparation_leaves_out() -> None:
    job = compared("(S (NP (D the) (N dog)) (VP (V barks)) (. .))", Settings())

    def grey() -> list[Any]:
        return [one for one in drawn_of(job, 0).drawn.boxes if one.side == LEFT_OUT]

    assert not grey()
    job.do([0], "draw:left_out")
    assert [one.text for one in grey()] == ["."]
    drawn = drawn_of(job, 0).drawn
    [full_stop] = grey()
    assert full_stop.x == max(one.x for one in drawn.boxes)
    assert drawn.said(full_stop) == ".: left out by the preparation" and drawn.related(full_stop) == []


def compared(text: str, settings: Settings) -> CompareJob:
    return CompareJob(score(ConstituentComparison(parse(text), [parse(text)], settings)))


# -- what is said ----------------------------------------------------------------------------------------------------------


def test_both_analyses_are_named_in_the_drawing(trees: CompareJob) -> None:
    place = next(one for one in rows(trees, "changes"))
    gold, system = trees.comparison.gold.name, trees.comparison.table.systems[0]
    drawn = drawn_of(trees, place).drawn
    assert drawn.tags() == [("top left", "GOLD"), ("bottom left", system)]
    assert (drawn.telling.gold, drawn.telling.system) == ("gold", "system")
    drawn.arrangement = "merged"
    drawn.lay_out(SPACE)
    assert not drawn.tags()
    trees.comparison.call_by_names()
    drawn = drawn_of(CompareJob(trees.comparison), place).drawn
    assert drawn.tags() == [("top left", gold), ("bottom left", system)]
    assert (drawn.telling.gold, drawn.telling.system) == (gold, system)


def test_an_undefined_score_says_why() -> None:
    job = compared("(N a)", Settings(params="none"))
    job.do([0], "a", "e.roof.dice")
    told = next(one for one in blocks(job, 0) if isinstance(one, Score))
    assert told.share == 0.0 and told.figure == "–" and told.formula
