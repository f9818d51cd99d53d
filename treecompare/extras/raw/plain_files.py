"""One plain file with the answers to all sentences: every candidate is a sentence, paired with the gold's by its words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treecompare.comparison.answered import NO_ANSWER
from treecompare.errors import TreecompareError
from treecompare.extras.raw import brackets, rows
from treecompare.extras.raw.answers import Answers
from treecompare.extras.raw.candidates import Candidate, fences, has_prose, plain_text
from treecompare.extras.raw.choice import Choice, Repair, closing_of
from treecompare.extras.raw.heads import repaired
from treecompare.extras.raw.outcomes import Answer, outcome_by_words
from treecompare.mappings.characters import Text
from treecompare.mappings.sentence_pairing import Names, pair_sentences
from treecompare.readers import AnyTreebank, DependencyTreebank, read_any
from treecompare.trees.arcs import sums_before
from treecompare.trees.forms import plain_forms
from treecompare.trees.symbols import Symbols


def as_treebank(path: str, gold: AnyTreebank) -> AnyTreebank | None:
    """The file as a treebank, if it is one throughout: of the gold's kind, with no sentence that cannot be read or is no tree."""
    try:
        found = read_any(path)
    except TreecompareError:
        return None
    has_other_lines = getattr(found, "remarks", None) is not None
    if found.kind != gold.kind or found.problems or has_other_lines or not found.lengths.any():
        return None
    by_id = {one: place for place, one in enumerate(gold.ids or []) if one}
    places = [by_id[one] for one in found.ids or [] if one in by_id]
    if places != sorted(places):  # who is asked in another order is paired by ids
        return None
    if isinstance(found, DependencyTreebank):
        arcs = (repaired(one.rows).repairs for one in _all_candidates(found.written(), True))
        return None if any(arcs) else found
    return found


def answers_of_treebank(found: AnyTreebank, ids: Sequence[str], words: Sequence[Sequence[str]]) -> list[Answer]:
    """What each gold sentence gets of a file that is a treebank, by the words of the sentences that stand for each other."""
    plain = [plain_forms(found.words_of(place)) for place in range(found.count)]
    symbols = Symbols()
    texts = _text(symbols, words), _text(symbols, plain)
    answers = [Answer(NO_ANSWER)] * len(ids)
    for gold_first, gold_last, first, last in _groups(*texts, list(ids), list(found.ids or [None] * found.count)):
        test = [word for one in plain[first:last] for word in one]
        if not test:
            continue
        outcome = outcome_by_words([word for one in words[gold_first:gold_last] for word in one], test, False)
        lines = found.of_sentences(range(first, last)).written().split("\n")
        rows = tuple(tuple(line.split("\t")) for line in lines if line[:1].isdigit())
        is_rows = isinstance(found, DependencyTreebank)
        one = Answer(outcome, rows=rows) if is_rows else Answer(outcome, tree=" ".join(filter(None, lines)))
        answers[gold_first:gold_last] = [one] * (gold_last - gold_first)
    return answers


def choices_of_file(
    answers: Answers, ids: Sequence[str], words: Sequence[Sequence[str]], is_rows: bool
) -> tuple[list[Choice | Answer], list[str]]:
    """What each gold sentence gets, and what there is to say. Runs of brackets do not count: each bracket is a sentence."""
    text = plain_text(answers.whole)
    at = fences(text)
    found = _all_candidates(text, is_rows)
    names = [one.id or None for one in found]
    known = [*at, *(span for one in found for span in (one.lines or (one.within,)))]
    common: tuple[Repair, ...] = (
        *((("fence", 1),) if at else ()),
        *((("prose", 1),) if has_prose(text, known) else ()),
    )
    plain = [tuple(plain_forms(list(one.words))) for one in found]
    symbols = Symbols()
    gold_text, test_text = _text(symbols, words), _text(symbols, plain)
    by_id = {one: place for place, one in enumerate(ids)}
    partner = {place: by_id[name] for place, name in enumerate(names) if name in by_id}
    pairs: dict[int, list[int]] = {}
    for gold_first, gold_last, first, last in _groups(gold_text, test_text, list(ids), names):
        for place in range(first, last):
            gold = partner.get(place, gold_first if gold_first < gold_last else -1)
            if gold >= 0:
                pairs.setdefault(gold, []).append(place)
    choices: list[Choice | Answer] = [Answer(NO_ANSWER)] * len(ids)
    used = set()
    for gold, places in pairs.items():
        one = found[places[0]]
        needs, closing = closing_of(one)
        extracting = tuple(repair for repair in _own(one))
        choices[gold] = Choice(one, (*common, *extracting), needs, closing, words=plain[places[0]])
        used.add(places[0])
    told = []
    if left := len(found) - len(used):
        what = "tree is" if left == 1 else "trees are"
        told.append(
            f"{answers.path}: {left:,} {what} of no sentence of the gold, or of one that has another; they count nowhere"
        )
    return choices, told


def number_of_trees(text: str) -> int:
    """How many trees there are in a text, in brackets or in rows, whichever are more."""
    text = plain_text(text)
    return max(len(_all_candidates(text, is_rows)) for is_rows in (False, True))


def _all_candidates(text: str, is_rows: bool) -> list[Candidate]:
    """All single candidates, however many there are."""
    found, _ = (rows if is_rows else brackets).candidates(text, fences(text), None)
    return [one for one in found if not one.is_run]


def _own(one: Candidate) -> list[Repair]:
    marks = (
        ("separator", any(row.by_separator for row in one.rows)),
        ("columns", any(row.by_columns for row in one.rows)),
    )
    return [(name, 1) for name, is_there in marks if is_there]


def _text(symbols: Symbols, sentences: Sequence[Sequence[str]]) -> Text:
    numbers = np.fromiter((symbols.number(word) for one in sentences for word in one), np.int64)
    offsets = sums_before(np.fromiter(map(len, sentences), np.int64, len(sentences)))
    return Text.of(symbols.texts, numbers, offsets)


def _groups(gold: Text, test: Text, ids: list[str], names: list[str | None]) -> list[list[int]]:
    groups: list[list[int]] = pair_sentences(gold, test, (Names(ids), Names(names))).groups.tolist()
    return groups
