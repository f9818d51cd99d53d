"""The shipped comparisons are whole: every tree balanced, the same words everywhere, as many lines as gold has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import treecompare

Tree = pytest.importorskip("nltk").Tree

SAMPLES = Path(__file__).parents[1] / "resources" / "samples"
SYSTEMS = {
    "first-comparison": ["attach-high", "attach-low", "unary-and-labels"],
    "worked-examples-emms": ["published"],
    "worked-examples-leaf-ancestor": ["published"],
}
NO_PARSE = "(())"
PAIRS = [(sample, system) for sample, systems in SYSTEMS.items() for system in systems]


def lines(sample: str, name: str) -> list[str]:
    return (SAMPLES / sample / name).read_text(encoding="utf-8").splitlines()


def words(line: str) -> list[str]:
    """The words of a line that holds exactly one balanced tree."""
    return list(Tree.fromstring(line).leaves())


@pytest.mark.parametrize("sample", SYSTEMS)
def test_files(sample: str) -> None:
    found = {file.stem for file in (SAMPLES / sample).glob("*.mrg")}
    assert found == {"gold", *SYSTEMS[sample]}
    assert (SAMPLES / sample / "README.md").is_file()


@pytest.mark.parametrize(("sample", "system"), PAIRS)
def test_same_words(sample: str, system: str) -> None:
    gold, other = lines(sample, "gold.mrg"), lines(sample, f"{system}.mrg")
    assert len(gold) == len(other)
    for number, (one, two) in enumerate(zip(gold, other, strict=True), 1):
        if two != NO_PARSE:
            assert words(one) == words(two), number


def test_first_comparison() -> None:
    gold = lines("first-comparison", "gold.mrg")
    assert len(gold) >= 60
    assert len(set(gold)) == len(gold)
    missing = {system: lines("first-comparison", f"{system}.mrg").count(NO_PARSE) for _, system in PAIRS[:3]}
    assert missing == {"attach-high": 0, "attach-low": 0, "unary-and-labels": 1}


def test_the_first_comparison_has_the_figures_that_its_page_says() -> None:
    import treecompare as tc

    folder = SAMPLES / "first-comparison"
    found = tc.compare(folder / "gold.mrg", [folder / f"{system}.mrg" for system in SYSTEMS["first-comparison"]])
    said = [
        line.strip("| ").split(" | ")
        for line in lines("first-comparison", "README.md")
        if line.count("(") == 3 and line[0] == "|"
    ]
    assert [row[0] for row in said] == found.systems
    for system, *figures in said:
        for key, figure in zip(("e.roof.dice", "e.whole.dice", "t.whole.dice"), figures, strict=True):
            assert figure.split()[0] == f"{100 * float(found.score(key, system)):.2f}", (system, key)


@pytest.mark.parametrize("sample", ["worked-examples-emms", "worked-examples-leaf-ancestor"])
def test_names(sample: str) -> None:
    rows = [line.split("\t") for line in lines(sample, "names.tsv")]
    assert [int(number) for number, _ in rows] == list(range(1, len(lines(sample, "gold.mrg")) + 1))
    assert all(title.strip() for _, title in rows)


def test_the_sample_of_dependencies() -> None:
    """Trees over the same words: one parser finds all heads and still has the lowest LAS; arcs cross in two sentences."""
    from treecompare.comparison.base import score
    from treecompare.comparison.dependencies.comparison import DependencyComparison
    from treecompare.comparison.word_by_word import word_by_word
    from treecompare.readers import read_any
    from treecompare.resources import samples
    from treecompare.trees.arcs import check

    sample = next(one for one in samples() if one.key == "dependencies")
    treebanks = [read_any(path) for path in (sample.gold, *sample.systems)]
    for one in treebanks:
        assert not one.problems and not len(check(one.sentences).irregular)  # type: ignore[union-attr]
    comparison = word_by_word(treebanks[0], treebanks[1:])
    assert isinstance(comparison, DependencyComparison)
    table = score(comparison).table
    assert table.systems == ["attach-high", "attach-low", "labels"]
    assert (table.statuses == 1).all()
    las, uas = ([table.summary(system, key, "mean") for system in range(3)] for key in ("las", "uas"))
    assert uas[2] == 1.0 and las[2] == min(las)
    crossing = check(comparison.gold.sentences).non_projective
    assert comparison.gold.sentences.sentence_of[crossing].tolist() == [3, 6]


def function_trees(sample: str, *arguments: str) -> list[str]:
    """What ``functions`` prints of files of a sample."""
    folder = str(SAMPLES / sample)
    done = treecompare("functions", *(one.replace("@", folder) for one in arguments))
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_sample_of_2011_has_the_trees_of_the_paper() -> None:
    """EMNLP 2011: figure 1, (4) to (6)."""
    golds = [f"{name}=@/gold.{name}.conllu" for name in "ABC"]
    wild = ("--profile", "2011")
    assert function_trees("tsarfaty-2011", *golds, *wild) == [
        "# A",
        "(root (* arrive) (tmod (* on) (pobj Sunday)))",
        "(root (prep on) (* Sunday))",
        "(root (conj earth) (conj wind) (* and) (conj fire))",
        "(root (* would) (vg (* have) (vg worked)))",
        "# B",
        "(root (* arrive) (tmod (prep on) (* Sunday)))",
        "(root (* on) (pobj Sunday))",
        "(root (* earth) (conj wind) (cc and) (conj fire))",
        "(root (vg (vg would) (* have)) (* worked))",
        "# C",
        "(root (* arrive) (tmod (prep on) (* Sunday)))",
        "(root (* on) (pobj Sunday))",
        "(root (* earth) (coord (* wind) (coord (* and) (conj fire))))",
        "(root (vg (vg would) (* have)) (* worked))",
    ]
    answers = function_trees("tsarfaty-2011", *golds[:2], *wild, "--operation", "subsumes")
    assert [row.split() for row in answers[1:]] == [
        *[[str(number), "yes", "yes"] for number in (1, 2, 3)], ["4", "no", "no"], ["yes", "in", "all", "3", "3"],
    ]  # fmt: skip


def test_the_sample_of_2012_has_the_trees_of_the_paper() -> None:
    """EACL 2012: figures 1, 2 and 4."""
    golds = ["DEP=@/gold.DEP.conllu", "PS=@/gold.PS.mrg", "RR=@/gold.RR.mrg"]
    assert function_trees("tsarfaty-2012", *golds) == [
        "# DEP",
        "(root (sbj John) (hd loves) (obj Mary))",
        "(root w)",
        "(root (sbj John) (hd loves) (obj Mary))",
        "# PS",
        "(root (hd|sbj John) (prd (hd loves) (hd|obj Mary)))",
        "(root|f1|f2 w)",
        "(∅ (∅ John) (∅ (∅ loves) (∅ Mary)))",
        "# RR",
        "(root (hd|sbj John) (prd loves) (hd|obj Mary))",
        "(root|f1|f2 w)",
        "(root (sbj John) (∅ (hd loves) (obj Mary)))",
    ]
    assert function_trees("tsarfaty-2012", "@/relational.trees", "--functions", "@/functions.txt") == [
        "(root (hd|sbj John) (prd loves) (hd|obj Mary))"
    ]
    unified = function_trees("tsarfaty-2012", golds[1], golds[0], "--operation", "tl-unify", "--sentence", "3")
    assert unified == ["(root (sbj John) (∅ (hd loves) (obj Mary)))"]


@pytest.mark.parametrize("key", ["tsarfaty-2011", "tsarfaty-2012"])
def test_parses_are_perfect_in_what_several_golds_share(key: str) -> None:
    from treecompare.comparison.base import score
    from treecompare.comparison.files import open_files, opened
    from treecompare.comparison.roles import sample_files
    from treecompare.comparison.schemes.comparison import SchemeComparison
    from treecompare.resources import samples

    files = sample_files(next(one for one in samples() if one.key == key))
    comparison = opened(open_files(files)).comparison
    assert isinstance(comparison, SchemeComparison) and comparison.native == [0, 1, 2]
    table = score(comparison).table
    assert [table.summary(system, "tedeval", "mean") for system in range(3)] == [1.0] * 3
