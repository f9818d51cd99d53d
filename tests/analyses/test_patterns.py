"""Patterns in analyses: hits counted by what is captured, scores where a pattern matches, words within hits."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from treecompare.analyses import exports
from treecompare.analyses.catalogue import analysis
from treecompare.analyses.patterns import count_table, hit_tables, scores_where, where, where_table, word_table
from treecompare.comparison.base import Comparison, score
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.settings import Settings
from treecompare.errors import Cancelled, UsageError
from treecompare.measures import measure
from treecompare.scores.result import View

MOVED = "gold: PP=x > *=y  system: x > *=z  !system: x > y"


def compared(gold: Path, *systems: Path, **settings: str) -> Comparison:
    files = Files(str(gold), tuple(("", str(path)) for path in systems))
    return score(opened(open_files(files, Settings(**settings))).comparison)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def wsj(shared: Path) -> Comparison:
    folder = shared / "data/wsj-sample-1394"
    return compared(*(folder / f"{name}.mrg" for name in ("gold", "bllip", "stanford-pcfg")), params="none")


@pytest.fixture(scope="module")
def example(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Comparison:
    """Example 11 of Sampson & Babarczy 2003 among the others."""
    folder = tmp_path_factory.mktemp("examples")
    lines = (shared / "examples/sampson-babarczy.tsv").read_text("utf-8").splitlines()[1:]
    rows = list(csv.DictReader(lines, delimiter="\t"))
    for side in ("gold", "candidate"):
        (folder / f"{side}.mrg").write_text("\n".join(row[side] for row in rows) + "\n", "utf-8")
    return compared(folder / "gold.mrg", folder / "candidate.mrg", params="none", preterminals="no")


def test_counts_add_up_to_the_hits(wsj: Comparison) -> None:
    for by in (
        "x",
        "mother of x",
        "x, mother of x, mother of x in system",
        "first of x, length of x",
        "daughters of mother of x",
    ):
        found = where(wsj, f"{MOVED} count by {by}")
        table = count_table(wsj, found)
        for system, name in enumerate(wsj.table.systems):
            rows = [row for row in table.rows if row[0] == name]
            numbers = [int(str(row[-2])) for row in rows]
            assert sum(numbers) == len(found.hits[system]) > 100
            assert numbers == sorted(numbers, reverse=True)
        for row in range(0, len(table.rows), 7):
            behind = table.found(row, 1)
            assert behind is not None and len(behind.sentences) == table.rows[row][-1]
            assert found.hits[behind.system or 0].matches[behind.sentences].all()


def test_where_from_and_where_to(wsj: Comparison) -> None:
    table = count_table(wsj, where(wsj, f"{MOVED} count by x, mother of x"))
    titles = [column.title for column in table.columns]
    assert titles == ["system", "x", "mother of x in gold", "mother of x in system", "hits", "sentences"]
    of = {tuple(row[:4]): row[4] for row in table.rows}
    found = where(wsj, "gold: PP=x > NP=y  system: x > VP  !system: x > y")
    assert [of["bllip", "PP", "NP", "VP"], of["stanford-pcfg", "PP", "NP", "VP"]] == [len(one) for one in found.hits]
    [hits] = hit_tables(wsj, found)
    assert len(hits.rows) == sum(len(one) for one in found.hits)
    first = hits.found(0, 0)
    assert first is not None and first.sentences.tolist() == [int(str(hits.rows[0][1])) - 1]


def test_scores_where_it_matches_are_those_of_these_sentences(wsj: Comparison) -> None:
    found, table = where(wsj, MOVED), wsj.table
    keys = ["t.whole.dice", "la"]
    for average in exports.AVERAGES:
        shown = scores_where(wsj, found, keys, average)
        for row, key in enumerate(keys):
            for system in range(2):
                for other in (False, True):
                    mask = found.matches[system] != other
                    rests = np.flatnonzero(table.rows(system, key) & mask)
                    ratio = table.ratio(system, key)
                    of_sentences = table.scores(system, key)[rests]
                    wanted = ratio.numerator[rests].sum() / ratio.denominator[rests].sum()
                    wanted = wanted if average == "pooled" else of_sentences.mean()
                    assert shown.rows[row][1 + 2 * system + other] == pytest.approx(wanted, abs=1e-12)
                    behind = shown.found(row, 1 + 2 * system + other)
                    assert behind is not None and behind.system == system and np.array_equal(behind.sentences, rests)
    counts = where_table(wsj, found)
    assert [row[2] for row in counts.rows] == [int(one.sum()) for one in found.matches]
    assert all(int(str(row[3])) + int(str(row[4])) == 1394 for row in counts.rows)


def test_the_signature_names_the_pattern(wsj: Comparison) -> None:
    table = exports.long_scores_table(wsj, [measure("la")], found=where(wsj, "gold: PP|NP=x  system: x"))
    signatures = {str(row[3]): str(row[5]) for row in table.rows if row[0] == "bllip" and row[2] == "pooled"}
    assert list(signatures) == ["all", "where gold: PP|NP=x  system: x", "where not gold: PP|NP=x  system: x"]
    assert "|where:gold:_PP¦NP=x_system:_x|" in signatures["where gold: PP|NP=x  system: x"]
    assert len(set(signatures.values())) == 3 and all("|on:common:1394" in one for one in signatures.values())
    of = exports.scores_object(wsj, [measure("la")], found=where(wsj, "gold: SBAR=x"))
    for system in of["systems"]:
        assert system["where"]["sentences"] + system["where_not"]["sentences"] == 1394
        assert 0.7 < system["where"]["scores"]["la"]["mean"] != system["where_not"]["scores"]["la"]["mean"]
    json.dumps(of)


def test_example_11_is_found_and_its_words_score_as_published(example: Comparison) -> None:
    found = where(example, "S <1 (NP <2 *)")
    assert np.flatnonzero(found.matches[0]).tolist() == [
        5,
        6,
        9,
        10,
    ]  # sentences whose S begins with an NP of several words
    scores = example.word_scores(0, 10)
    assert scores is not None
    words = {one.word: round(one.score, 3) for one in scores}
    assert [words[word] for word in ("these", "two", "offices")] == [0.667, 0.75, 0.667]
    inside = word_table(example, where(example, "S <1 (NP=x < these <2 *)"), View())
    assert inside is not None
    assert inside.rows[0][1:3] == ["x", 3]
    assert inside.rows[0][3] == pytest.approx((0.75 + 2 * 2 / 3) / 3, abs=1e-9)
    whole = word_table(example, where(example, "gold: S"), View())
    assert whole is not None and whole.rows[0][2] == example.table.lengths.sum()  # S in S: no word counts twice


def test_the_words_of_a_sentence_are_those_of_the_pane(example: Comparison) -> None:
    [table] = analysis("lineages").tables(example, View(sentence=10))
    scores = example.word_scores(0, 10)
    assert scores is not None
    assert [row[1:5] for row in table.rows] == [
        [one.word, one.score, one.gold or "∅", one.test or "∅"] for one in scores
    ]
    assert table.rows[7][:5] == [8, "these", pytest.approx(2 / 3), "NP [ S S S", "[ NP S S"]
    assert analysis("lineages").tables(example, View())[0].title.startswith("Words of ")  # all of them


def test_attachment_of_the_words_that_are_found(shared: Path) -> None:
    folder = shared / "data/ewt"
    comparison = compared(folder / "test.gold.conllu", folder / "test.malt-lazy.conllu")
    table = word_table(comparison, where(comparison, "gold: upos!=NIX=x"), View())
    assert table is not None
    scores = comparison.scores[0]  # type: ignore[attr-defined]
    right = [scores.right(part).sum() / scores.gold_scored.sum() for part in ("uas", "las")]
    assert table.rows[0][3:] == pytest.approx(right)
    wrong = word_table(comparison, where(comparison, "gold: obl=x > *=y  !system: x > y"), View())
    assert wrong is not None and wrong.rows[0][3:] == [0.0, 0.0] and int(str(wrong.rows[0][2])) > 200


def test_nothing_is_computed_without_a_pattern_or_after_stop(wsj: Comparison) -> None:
    [table] = analysis("pattern").tables(wsj, View())
    assert not table.rows and "gold: PP=x > NP  system: x > VP" in table.note
    with pytest.raises(Cancelled):
        analysis("pattern").tables(wsj, View(pattern=MOVED, cancel=np.ones(1, np.int32)))
    with pytest.raises(UsageError, match="character 11"):
        analysis("pattern").tables(wsj, View(pattern="gold: NP <"))
    titles = [one.title for one in analysis("pattern").tables(wsj, View(pattern=MOVED))]
    assert titles == ["Scores where it matches, pooled", f"Counts of {MOVED}", "Words in hits", "Hits"]


def test_hits_show_the_words_that_were_captured_and_say_what_is_not_scored(tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.mrg", tmp_path / "system.mrg"
    gold.write_text("(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (PRP it))))\n" * 3)
    system.write_text("(S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (PRP it))))\n(())\n(())\n")
    comparison = compared(gold, system, differing="skip")
    for pattern, heads in (
        ("gold: NP=x > S", ["system", "sentence", "id", "x", "mother of x", "words of x in gold"]),
        ("gold: NP=x > S count by mother of x", ["system", "sentence", "id", "mother of x", "words of x in gold"]),
    ):
        [table] = hit_tables(comparison, where(comparison, pattern))
        assert [column.title for column in table.columns] == heads, pattern
        assert [row[-1] for row in table.rows] == 3 * ["the dog"]
        assert table.note.startswith("3 hits of ")
        assert " 2 of them stand in sentences that are not scored. Trees prepared by 'standard'." in table.note
    [table] = hit_tables(comparison, where(comparison, "gold: VP"))
    assert table.columns[-1].title == "words" and table.rows[0][-1] == "the dog saw it"
    assert " 2 of them are not scored. Trees" in table.note
    [table] = hit_tables(comparison, where(comparison, "gold: NP=x > S  system: x > S"))
    assert len(table.rows) == 1 and "not scored" not in table.note
