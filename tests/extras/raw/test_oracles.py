"""Outcomes, repairs and trees of answers against tables that another program made."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from treecompare.extras.raw.answers import by_sentence, read_answers
from treecompare.extras.raw.choice import LEVELS, Answer, at_level, choice_of, repairs_text
from treecompare.readers import read_any
from treecompare.trees.characters import plain_forms

NAMES = ("brackets", "conllu", "wsj", "ewt")


def folder(shared: Path) -> Path:
    found = shared / "oracles" / "raw-output"
    if not found.exists():
        pytest.skip("the tables of raw output are not at hand")
    return found


def shown(answer: Answer) -> str:
    """A tree or rows as the tables have them."""
    if answer.rows:
        rows = [row for row in answer.rows if row[0].isdigit()]
        return " ".join(":".join((row[0], row[1], row[3], row[6], row[7])) for row in rows)
    return answer.tree or "-"


@pytest.mark.parametrize("name", NAMES)
def test_every_outcome_is_that_of_the_other_program(shared: Path, name: str) -> None:
    here = folder(shared)
    is_rows = name in ("conllu", "ewt")
    gold = read_any(here / f"{name}.gold.{'conllu' if is_rows else 'mrg'}")
    answers, told = by_sentence(read_answers(str(here / f"{name}.raw.jsonl")), gold.sentence_names)
    assert not told
    words = [plain_forms(gold.words_of(sentence)) for sentence in range(gold.count)]
    choices = [choice_of(text, one, is_rows) for text, one in zip(answers, words, strict=True)]
    lines = (here / f"{name}.expected.tsv").read_text("utf-8").split("\n")[1:-1]
    places = {one: place for place, one in enumerate(gold.sentence_names)}
    wrong = []
    for line in lines:
        fields = line.split("\t")
        if len(fields) == 5 and name in ("wsj", "ewt"):
            sentence, _, level, *expected = fields
        else:
            sentence, level, *expected = fields
        place = places[sentence]
        answer = at_level(choices[place], words[place], level)
        found = [answer.outcome, repairs_text(answer.repairs), shown(answer)][: len(expected)]
        if found != expected:
            wrong.append((sentence, level, expected, found))
    assert len(lines) == 3 * gold.count and not wrong, wrong[:5]


@pytest.mark.parametrize("name", ["wsj", "ewt"])
def test_outcomes_and_repairs_are_counted_as_by_the_other_program(shared: Path, name: str) -> None:
    here = folder(shared)
    is_rows = name == "ewt"
    gold = read_any(here / f"{name}.gold.{'conllu' if is_rows else 'mrg'}")
    answers, _ = by_sentence(read_answers(str(here / f"{name}.raw.jsonl")), gold.sentence_names)
    words = [plain_forms(gold.words_of(sentence)) for sentence in range(gold.count)]
    choices = [choice_of(text, one, is_rows) for text, one in zip(answers, words, strict=True)]
    at = {level: [at_level(*both, level) for both in zip(choices, words, strict=True)] for level in LEVELS}
    outcomes = Counter((level, answer.outcome) for level in LEVELS for answer in at[level])
    repairs = [one for answer in at["close"] for one in answer.repairs]
    for line in (here / f"{name}.counts.tsv").read_text("utf-8").split("\n")[1:-1]:
        level, what, expected = line.split("\t")
        if level == "repairs":
            counts = [count for repair, count in repairs if repair == what]
            assert f"{len(counts)} sentences, {sum(counts)} in all" == expected, what
        elif level in LEVELS:
            assert outcomes[level, what] == int(expected), (level, what)
