"""The command line on dependency files as people have them: damaged, empty, of another kind, with wrong options."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import treecompare

SENTENCE = """# sent_id = {0}
1\tJoana\tJoana\tPROPN\t_\t_\t2\tnsubj\t_\t_
2\tsaw\tsee\tVERB\t_\t_\t0\troot\t_\t_
3\thim\the\tPRON\t_\t_\t2\tobj\t_\t_

"""
GOLD = "".join(SENTENCE.format(name) for name in "abc")
BEFORE, DAMAGED, BEHIND = (SENTENCE.format(name) for name in "abc")


@pytest.fixture
def gold(tmp_path: Path) -> str:
    return written(tmp_path / "gold.conllu", GOLD)


def written(path: Path, content: str) -> str:
    path.write_text(content, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("2\tnsubj\t_\t_", "2\tnsubj\t_", 7, "9 columns; expected 10"),
        ("1\tJoana\tJoana", "1\tJoana Joana", 7, "9 columns; expected 10"),
        ("_\t2\tobj", "_\tsaw\tobj", 9, "HEAD is 'saw'; expected a number, or _ for none"),
        ("3\thim", "2\thim", 9, "ID is '2'; expected 3"),
        ("3\thim", "3\t", 9, "FORM is empty; expected a word"),
    ],
)
def test_a_damaged_sentence_is_told_with_its_place_and_the_rest_is_scored(
    gold: str, tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    assert old in DAMAGED
    path = written(tmp_path / "parser.conllu", BEFORE + DAMAGED.replace(old, new) + BEHIND)
    done = treecompare("score", gold, path, "--measures", "las", "--format", "tsv")
    assert done.returncode == 0
    assert f"treecompare: {path}:{line}: {reason}\n" in done.stderr
    assert "parser: 1 not scored: the parse cannot be read\n" in done.stderr
    assert done.stdout.splitlines()[1].startswith("parser\tlas\tpooled\tall\t1.0\t")
    assert treecompare("score", gold, path, "--strict").returncode == 1


def test_many_damaged_sentences_are_counted_and_listed_by_the_report(tmp_path: Path) -> None:
    good = written(tmp_path / "gold.conllu", "".join(SENTENCE.format(name) for name in "abcdefgh"))
    bad = written(
        tmp_path / "bad.conllu",
        BEFORE + "".join(SENTENCE.format(name).replace("\t0\t", "\tno\t") for name in "bcdefgh"),
    )
    done = treecompare("report", "skipped", good, bad, "--format", "tsv")
    assert done.stderr.count("HEAD is 'no'") == 5
    assert f"{bad}: 2 more sentences cannot be read; 'treecompare report skipped' lists them" in done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("bad\t")]
    assert (
        rows[-1]
        == "bad\t8\th\tskipped\tthe parse cannot be read: line 38, HEAD is 'no'; expected a number, or _ for none"
    )
    assert len(rows) == 7


@pytest.mark.parametrize(
    ("content", "where"),
    [("", ""), ("\n\n", ""), ("# a comment\n# another\n", ""), ("# sent_id = a\n\n", ":1")],
)
@pytest.mark.parametrize("name", ["nothing.conllu", "nothing.txt"])
def test_a_file_without_sentences_is_no_treebank(
    gold: str, tmp_path: Path, content: str, where: str, name: str
) -> None:
    empty = written(tmp_path / name, content)
    for files in ((gold, empty), (empty, gold), (empty, empty)):
        done = treecompare("score", *files, "--measures", "las")
        assert done.returncode == 2 and not done.stdout
        assert done.stderr.splitlines()[-1].startswith(f"treecompare: {empty}{where}: no tree was read")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (GOLD.replace("\t", " "), ":2: the columns stand between blanks; expected tabs"),
        (GOLD.replace("\t_\t_\n", "\t_\n"), ":2: 9 columns; expected HEAD in column 6 of 7 (CoreNLP), 7 of 8"),
        (GOLD.replace("(", "").replace("\t_\t_\n", "\t(\n"), ":2: 9 columns; expected HEAD"),
        ("1\ta\ta\tA\tA\t_\tx\tx\t_\t_\n\n", ":1: column 7, HEAD, is 'x'; expected a number, or _ for none"),
        ("Plain text.\n", ":1: does not look like a treebank: it begins with 'Plain text.'; expected NEGRA export"),
    ],
)  # fmt: skip
def test_what_is_no_treebank_says_what_it_looks_like(gold: str, tmp_path: Path, content: str, reason: str) -> None:
    path = written(tmp_path / "odd.conllu", content)
    done = treecompare("score", gold, path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"treecompare: {path}{reason}")
    assert done.stderr.count("\n") == 1


def test_sentences_that_differ_or_make_no_tree_are_told_with_the_first(gold: str, tmp_path: Path) -> None:
    path = written(tmp_path / "odd.conllu", BEFORE.replace("him", "her") + DAMAGED.replace("\t0\t", "\t3\t") + BEHIND)
    done = treecompare("score", gold, path, "--measures", "las")
    assert (
        "odd: 1 sentence whose heads do not make a tree; the first is number 2, line 6: 2 words on a cycle"
        in done.stderr
    )
    assert (
        "odd: other characters: 1 word, counted as the same; first sentence 1, word 3: 'him' in the gold, 'her' in the system"
        in done.stderr
    )
    statistics = treecompare("stats", written(tmp_path / "nine.conllu", GOLD.replace("_\t2\tobj", "2\tobj", 1)))
    assert "nine.conllu:4: 9 columns; expected 10" in statistics.stderr


def test_options_for_constituents_are_told_to_change_nothing(gold: str, tmp_path: Path) -> None:
    done = treecompare("score", gold, gold, "--measures", "las", "--functions", "--params", "evalb")
    assert "--functions is for constituents; it changes nothing here" in done.stderr
    assert "--params is for constituents; it changes nothing here" in done.stderr
    trees = written(tmp_path / "gold.mrg", "(S (NP (N a)))\n")
    other = treecompare("score", trees, trees, "--measures", "e.roof.dice", "--punctuation", "ignore")
    same = "treecompare: gold: is the same file as the gold\n"
    assert other.stderr == f"treecompare: --punctuation is for dependencies; it changes nothing here\n{same}"
    ignored = treecompare("score", gold, gold, "--measures", "las", "--punctuation", "ignore")
    assert ignored.stderr == f"treecompare: gold: all 3 sentences are the same\n{same}"


def test_a_typed_pattern_over_words_says_what_it_means_now(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    now = "pattern: A > B: A depends on B, A < B: B depends on A, as in trees; "
    done = treecompare("search", "--count", "nsubj > VERB", str(path))
    assert done.stderr.count(now) == 1 and done.stderr.rstrip().endswith("is now written: nsubj < VERB")
    done = treecompare("score", str(path), str(path), "--where", "nsubj > VERB", "--measures", "uas")
    assert done.stderr.count(now) == 1
    assert now not in treecompare("search", "--count", "nsubj . VERB", str(path)).stderr
