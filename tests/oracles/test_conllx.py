"""eval.pl 1.9 and eval07.pl 1.4: summaries, figures of every sentence, what counts as punctuation, and their tables.

Not matched: their last tables, which search for frequent words, contexts and error patterns; here confusions open their words.
What the programs cannot do: other tokens in the system (they stop), text other than UTF-8, more than one system.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from treecompare.analyses.by_category import breakdown_tables
from treecompare.comparison.base import score
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.items import word_items
from treecompare.comparison.settings import Settings
from treecompare.mappings.tokens import align
from treecompare.measures.measure import Counts, recall
from treecompare.measures.words import PUNCTUATION, WordScores, WordSettings, is_punctuation
from treecompare.readers import read_dependencies
from treecompare.scores.result import Value, View

OPTIONS = {"eval": "eval.pl", "eval.p": "eval.pl -p", "eval07": "eval07.pl", "eval07.p": "eval07.pl -p"}


@pytest.fixture(params=OPTIONS)
def run(request: pytest.FixtureRequest, shared: Path) -> tuple[str, WordScores]:
    gold, test = (
        read_dependencies(shared / "oracles/conllx" / name, "conllx") for name in ("gold.conll", "system.conll")
    )
    settings = WordSettings(OPTIONS[request.param], relations="full")
    alignment = align(gold.sentences, test.sentences)
    assert not alignment.reasons and not gold.problems and not test.problems
    return request.param, WordScores(gold.sentences, test.sentences, alignment, settings)


def percent(numerator: int, denominator: int) -> str:
    return f"{100 * numerator / denominator:.2f}" if denominator else "NaN"


def test_every_figure(shared: Path, run: tuple[str, WordScores]) -> None:
    name, scores = run
    figures: dict[str, dict[str, str]] = defaultdict(dict)
    for line in (shared / f"oracles/conllx/{name}.expected.tsv").read_text("utf-8").splitlines():
        sentence, measure, value = line.split("\t")
        figures[sentence][measure] = value
    uas, las, labels = (scores.part(part) for part in ("uas", "las", "label-accuracy"))
    for index in range(len(scores.gold)):
        total = int(uas.gold[index])
        assert figures[str(index + 1)] == {
            "tokens": str(scores.gold.lengths[index]),
            "uas": percent(uas.matched[index], total),
            "las": percent(las.matched[index], total),
            "head_correct": str(uas.matched[index]),
            "head_deprel_correct": str(las.matched[index]),
            "scoring_tokens": str(total),
        }, index
    expected = {}
    for measure, counts in (("uas", uas), ("las", las), ("label_accuracy", labels)):
        matched, total = int(counts.matched.sum()), int(counts.gold.sum())
        expected |= {
            f"{measure}_correct": str(matched),
            f"{measure}_total": str(total),
            measure: percent(matched, total),
        }
    assert figures["all"] == expected
    assert len(figures) == len(scores.gold) + 1 == 81


def test_which_tokens_are_punctuation(shared: Path) -> None:
    rows = [
        line.split("\t") for line in (shared / "oracles/conllx/tokens.expected.tsv").read_text("utf-8").splitlines()
    ]
    assert {form: "punctuation" if is_punctuation(form) else "scored" for form, _ in rows} == dict(rows)
    tokens = read_dependencies(shared / "oracles/conllx/tokens.conll", "conllx")
    assert [sentence.words for sentence in tokens.sentences] == [[form] for form, _ in rows]
    alignment = align(tokens.sentences, tokens.sentences)
    for option, counted in PUNCTUATION.items():
        gold = WordScores(tokens.sentences, tokens.sentences, alignment, WordSettings(option)).part("uas").gold
        assert gold.tolist() == [int(counted or kind == "scored") for _, kind in rows], option


def tables(shared: Path, name: str) -> dict[str, list[list[str]]]:
    """The rows of each table of eval.pl, by its heading."""
    found: dict[str, list[list[str]]] = {}
    for chunk in re.split(r"\n{3,}", (shared / f"oracles/conllx/{name}.full.stdout").read_text("utf-8")):
        lines = chunk.strip("\n").splitlines()
        rows = [[cell.strip() for cell in line.split("|")] for line in lines if "|" in line]
        found[lines[0].strip()] = rows
    return found


def shown(counts: Counts, place: int) -> list[str]:
    gold, matched, test = int(counts.gold[place]), int(counts.matched[place]), int(counts.test[place])
    return [str(gold), str(matched), str(test), percent(matched, gold), percent(matched, test)]


@pytest.mark.parametrize(
    ("heading", "by", "kind"),
    [
        ("Precision and recall of DEPREL", "relation", "category"),
        ("Precision and recall of DEPREL + ATTACHMENT", "relation", "las"),
        ("Precision and recall of binned HEAD direction", "direction", "category"),
        ("Precision and recall of binned HEAD distance", "distance", "category"),
    ],
)
def test_precision_and_recall(shared: Path, run: tuple[str, WordScores], heading: str, by: str, kind: str) -> None:
    name, scores = run
    expected = {row[0]: row[1:6] for row in tables(shared, name)[heading][1:]}
    found = word_items(scores).by(by)
    counts = Counts(*found.counts(), found.counts(found.right(kind))[0])
    assert {category: shown(counts, place) for place, category in enumerate(found.names)} == expected


@pytest.mark.parametrize("one", ["eval.pl", "eval.pl -p"])
def test_the_report_has_what_eval_prints(shared: Path, one: str) -> None:
    """Relations by themselves, and relation and head together, renamed by a table as eval.pl's are afterwards."""
    sides = [read_dependencies(shared / "oracles/conllx" / name, "conllx") for name in ("gold.conll", "system.conll")]
    comparison = score(DependencyComparison(sides[0], sides[1:], Settings("none", punctuation=one, relations="full")))
    rows = breakdown_tables(comparison, View())[0].rows
    printed = tables(shared, {text: name for name, text in OPTIONS.items()}[one])

    def told(recall: Value, precision: Value) -> list[str]:
        return [f"{100 * part:.2f}" if isinstance(part, float) else "NaN" for part in (recall, precision)]

    alone = {row[0]: row[4:6] for row in printed["Precision and recall of DEPREL"][1:]}
    both = {row[0]: row[4:6] for row in printed["Precision and recall of DEPREL + ATTACHMENT"][1:]}
    assert {row[0]: told(row[6], row[7]) for row in rows} == alone
    assert {row[0]: told(row[5], row[9]) for row in rows} == both
    assert alone != both and len(both) > 6


def test_relations_as_one_are_those_of_files_with_the_new_names(shared: Path, tmp_path: Path) -> None:
    """A table of relations gives what eval.pl would print of files that have the new relations."""
    joined = {"ADV": "MOD", "NMOD": "MOD", "PMOD": "P", "OBJ": "OBJECT"}
    table = tmp_path / "map.tsv"
    table.write_text("".join(f"{old}\t{new}\n" for old, new in joined.items()), "utf-8")
    given, written = [], []
    for name in ("gold.conll", "system.conll"):
        given.append(read_dependencies(shared / "oracles/conllx" / name, "conllx"))
        lines = [line.split("\t") for line in (shared / "oracles/conllx" / name).read_text("utf-8").split("\n")]
        for cells in lines:
            cells[7:8] = [joined.get(cell, cell) for cell in cells[7:8]]
        (tmp_path / name).write_text("\n".join("\t".join(cells) for cells in lines), "utf-8")
        written.append(read_dependencies(tmp_path / name, "conllx"))
    settings = Settings("none", punctuation="eval.pl", relations="full")
    plain, by_table, by_file = (
        score(DependencyComparison(sides[0], sides[1:], chosen))
        for sides, chosen in (
            (given, settings), (given, replace(settings, relation_map=str(table))), (written, settings),
        )
    )  # fmt: skip
    for key in ("las", "uas", "label-accuracy"):
        assert by_table.table.part(0, key).matched.tolist() == by_file.table.part(0, key).matched.tolist()
    assert by_table.table.part(0, "las").matched.sum() > plain.table.part(0, "las").matched.sum()
    assert [one.rows for one in breakdown_tables(by_table, View())] == [
        one.rows for one in breakdown_tables(by_file, View())
    ]
    assert "relation-map:map.tsv" in by_table.table.signature("las")
    assert given[0].sentences[0].relations != by_table.gold.sentences[0].relations  # what was read stays as it was


def test_accuracy_and_errors_by_tag(shared: Path, run: tuple[str, WordScores]) -> None:
    name, scores = run
    found = word_items(scores).by("upos")
    gold = found.counts()[0]
    head, relation, both = (found.counts(found.right(key))[0] for key in ("uas", "label-accuracy", "las"))
    text = (shared / f"oracles/conllx/{name}.full.stdout").read_text("utf-8")
    accuracy = text[text.index("The overall accuracy") : text.index("The overall error rate")]
    errors = text[text.index("The overall error rate") : text.index("Precision and recall of DEPREL\n")]

    def rows(part: str) -> dict[str, list[str]]:
        cells = [
            [cell.strip() for cell in line.split("|")] for line in part.splitlines() if re.search(r"\|\s+\d", line)
        ]
        return {row[0]: row[1:] for row in cells}

    def rounded(numerator: int, denominator: int) -> str:
        return f"{100 * numerator / denominator:.0f}%"

    columns = [gold, head, relation, both]
    wrong = [gold, gold - head, gold - relation, gold - head - relation + both]
    for expected, figures in ((rows(accuracy), columns), (rows(errors), wrong)):
        sums = {"total": [int(column.sum()) for column in figures]}
        sums |= {
            tag: [int(column[place]) for column in figures] for place, tag in enumerate(found.names) if gold[place]
        }
        got = {
            tag: [str(words), *(cell for part in parts for cell in (str(part), rounded(part, words)))]
            for tag, (words, *parts) in sums.items()
        }
        assert got == expected
    assert f"Number of non-scoring tokens: {scores.gold.words - int(gold.sum())}" in text


def test_worst_sentences(shared: Path, run: tuple[str, WordScores]) -> None:
    name, scores = run
    text = (shared / f"oracles/conllx/{name}.full.stdout").read_text("utf-8")
    sentences = scores.gold.sentence_of[scores.gold_words]
    wrong = [
        np.bincount(sentences[mask], minlength=len(scores.gold))
        for mask in (~scores.head_right, ~scores.relation_right, ~(scores.head_right & scores.relation_right))
    ]
    lines = re.findall(
        r"Sentence (\d+) line \d+, (\d+) head errors?, (\d+) dependency errors?, (\d+) word errors?", text
    )
    assert len(lines) >= 3
    for sentence, *errors in lines:
        assert [int(column[int(sentence) - 1]) for column in wrong] == [int(error) for error in errors]
    for column, (sentence, *_) in zip((wrong[2], wrong[0], wrong[1]), lines[:3], strict=True):
        assert column[int(sentence) - 1] == column.max()


def test_recall_of_all_words_is_the_score(run: tuple[str, WordScores]) -> None:
    _, scores = run
    for by in ("relation", "upos", "distance", "direction", "length", "head-upos"):
        grouped = word_items(scores).by(by)
        counts = Counts(*grouped.counts(), grouped.counts(grouped.right("las"))[0])
        whole = scores.part("las")
        assert recall(Counts(counts.gold.sum(), 0, counts.matched.sum())) == recall(
            Counts(whole.gold.sum(), 0, whole.matched.sum())
        )
