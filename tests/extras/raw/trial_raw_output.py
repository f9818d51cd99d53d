"""Damaged answers of language models: an outcome at every level, never an exception; repair adds no word and changes none."""

from __future__ import annotations

import json
import random
from unittest import mock

from tests.trials.mutations import damaged
from tests.trials.trial_readers import BRACKETS, CONLLU
from treecompare import reading
from treecompare.comparison.answered import FAILURES, OUTCOMES
from treecompare.errors import ReadError
from treecompare.extras.raw.answers import read_answers
from treecompare.extras.raw.candidates import words_of
from treecompare.extras.raw.choice import LEVELS, Answer, Choice
from treecompare.extras.raw.system import Outcomes, system_of
from treecompare.readers import read_content

BRIEF, FULL = 60, 340_000  # of some three answers each: a million
PIECES = (
    "Sure! Here is the tree:\n", "```\n", "~~~ conllu\n", "\n\n", "(", ")))", "(S (NP", "\\t", " | ", "| 1 | a | 0 | root |\n",
    "# sent_id = 1\n", "1\ta\t0\troot\n", "0\ta\t-1\troot\n", "9" * 5000, "1-2\tab\n", "\ufeff", "\r\n", "\x00", "\ud800",
    "(-NONE- *)", "\t",
)  # fmt: skip


def _answer(rng: random.Random, document: bytes, other: bytes) -> str:
    """An answer with pieces of prose and of trees in it."""
    text = (damaged(rng, document, other) if rng.random() < 0.7 else document).decode("utf-8", "replace")
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(PIECES) + text[place:]
    return text


def _check(outcomes: Outcomes, is_rows: bool) -> None:
    at = {level: outcomes.at(level) for level in LEVELS}
    for place, choice in enumerate(outcomes.choices):
        for level in LEVELS:
            answer = at[level][place]
            assert answer.outcome in OUTCOMES
            assert (answer.outcome in FAILURES) == (not answer.tree and not answer.rows)
            _check_words(choice, answer)
        if not at["none"][place].is_failure:
            assert at["extract"][place].outcome == at["none"][place].outcome
        if is_rows and at["close"][place].rows:
            _check_tree([int(row[6]) for row in at["close"][place].rows if row[0].isdigit()])


def _check_words(choice: Choice | Answer, answer: Answer) -> None:
    """Whether what is scored has the words of what was answered."""
    if isinstance(choice, Answer) or choice.candidate is None or answer.is_failure:
        return
    if answer.rows:
        assert tuple(row[1] for row in answer.rows if row[0].isdigit()) == choice.candidate.words
    else:
        assert words_of(answer.tree) == choice.candidate.words


def _check_tree(heads: list[int]) -> None:
    """Whether there is one root, and every word is below it."""
    assert heads.count(0) == 1
    for word in range(1, len(heads) + 1):
        steps = 0
        while word:
            word, steps = heads[word - 1], steps + 1
            assert steps <= len(heads)


def _container(rng: random.Random, answers: list[str], data: bytes) -> bytes:
    """JSON lines, some of them damaged, or one text."""
    if rng.random() < 0.2:
        return "\n".join(answers).encode("utf-8", "replace")
    lines = [
        json.dumps({"id": rng.choice((str(number), number)), "output": one}) for number, one in enumerate(answers, 1)
    ]
    text = "\n".join(lines).encode()
    return damaged(rng, text, data) if rng.random() < 0.3 else text


def run(rounds: int, seed: int) -> str:
    """See the package: each round is a file of answers to a few sentences, read at every level."""
    refused = asked = 0
    golds = {document: read_content(document, "gold") for document in (CONLLU, BRACKETS)}
    for turn in range(rounds):
        rng = random.Random(seed * 1_000_003 + turn)
        document, other = rng.sample((CONLLU, BRACKETS), 2)
        gold = golds[document]
        answers = [_answer(rng, document, other) for _ in range(gold.count)]
        asked += len(answers)
        data = _container(rng, answers, document)
        with mock.patch.object(reading, "_content_of_file", lambda path, most, expected, data=data: data):
            try:
                found = read_answers("answers.jsonl")
            except ReadError as error:
                refused += 1
                assert "expected" in str(error), f"round {turn}: {error}"
                continue
        try:
            for level in LEVELS:
                treebank, outcomes = system_of(gold, found, "m", level)
                assert treebank.count == gold.count and sum(outcomes.counts.values()) == gold.count
            _check(outcomes, document == CONLLU)
        except Exception as error:
            raise AssertionError(f"round {turn} (seed {seed}): {type(error).__name__}: {error}") from error
    return f"{rounds:,} files with {asked:,} answers, {refused:,} refused"
