"""Systems that are no files of trees: answers to be read, and uninformed baselines. Both are made from the gold, as a treebank with
a sentence for each of its sentences; answers have outcomes.

One plain file with the answers to all sentences: every candidate is a sentence, paired with the gold's by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from treecompare.comparison.answered import (
    BASELINE,
    NO_ANSWER,
    called,
    file_of,
)
from treecompare.comparison.previews import FIRST_WORDS, RAW_OUTPUT, Preview
from treecompare.errors import TreecompareError, UsageError, counted
from treecompare.extras.raw import baselines, candidates, rows
from treecompare.extras.raw.answers import (
    HOLDER,
    Answers,
    Outcomes,
    Unscored,
    by_sentence,
    read_answers,
    read_rows,
)
from treecompare.extras.raw.baselines import BASELINES, OF_TREES, OF_WORDS, gold_words_prepared
from treecompare.extras.raw.candidates import Candidate, fences, plain_text
from treecompare.extras.raw.choice import (
    Answer,
    Choice,
    around,
    choice_of,
    closing_of,
    of_rows,
    outcome_by_words,
)
from treecompare.extras.raw.rows import repaired
from treecompare.mappings.characters import Text
from treecompare.mappings.sentence_pairing import Names, pair_sentences
from treecompare.readers import DependencyTreebank, Treebank, read_any
from treecompare.readers.brackets import read_brackets
from treecompare.readers.treebank import AnyTreebank
from treecompare.trees.characters import plain_forms
from treecompare.trees.columns import sums_before
from treecompare.trees.symbols import Symbols

if TYPE_CHECKING:
    from treecompare.comparison.base import Comparison
    from treecompare.comparison.settings import Settings
    from treecompare.scores.result import ResultTable


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
    common = around(text, at, [*at, *(span for one in found for span in one.stretches)])
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
        choices[gold] = Choice(one, (*common, *of_rows(one)), needs, closing, words=plain[places[0]])
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
    found, _ = (rows if is_rows else candidates).candidates(text, fences(text), None)
    return [one for one in found if not one.is_run]


def _text(symbols: Symbols, sentences: Sequence[Sequence[str]]) -> Text:
    numbers = np.fromiter((symbols.number(word) for one in sentences for word in one), np.int64)
    offsets = sums_before(np.fromiter(map(len, sentences), np.int64, len(sentences)))
    return Text.of(symbols.texts, numbers, offsets)


def _groups(gold: Text, test: Text, ids: list[str], names: list[str | None]) -> list[list[int]]:
    groups: list[list[int]] = pair_sentences(gold, test, (Names(ids), Names(names))).groups.tolist()
    return groups


def gold_words(gold: AnyTreebank) -> list[list[str]]:
    """The plain forms of the words of each sentence, without traces."""
    forms = plain_forms(gold.symbols.texts)
    texts = [forms[one] for one in gold.forms.tolist()]
    is_word = np.ones(len(texts), np.bool_)
    if isinstance(gold, Treebank):
        is_word = ~_traces(gold)
    bounds = gold.word_offsets.tolist()
    return [[texts[place] for place in range(first, last) if is_word[place]] for first, last in pairwise(bounds)]


def _traces(gold: Treebank) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which words are tagged ``-NONE-``: a bracket stands directly behind its only word, in postorder."""
    trees = gold.trees
    tag = trees.symbols.texts.index("-NONE-") if "-NONE-" in trees.symbols.texts else -1
    behind = np.minimum(trees.word_nodes + 1, len(trees.labels) - 1)
    found: np.ndarray[tuple[int], np.dtype[np.bool_]] = (trees.labels[behind] == tag) & (trees.sizes[behind] == 2)
    return found


def system_of(gold: AnyTreebank, answers: Answers, name: str, level: str) -> tuple[AnyTreebank, Outcomes]:
    """The answers at a level of repair as a treebank, sentence by sentence as the gold, and their outcomes."""
    is_rows = isinstance(gold, DependencyTreebank)
    words = gold_words(gold)
    ids = gold.sentence_names
    told = list(answers.told)
    choices: Sequence[Choice | Answer]
    texts: Sequence[str | None] = ()
    whole = as_treebank(answers.path, gold) if answers.container == "file" else None
    if whole is not None:
        outcomes = Outcomes("file", level, ids, answers_of_treebank(whole, ids, words), words, treebank=whole)
        return whole.with_fields(name=name, warnings=told + whole.warnings), outcomes
    if answers.container == "file":
        choices, further = choices_of_file(answers, ids, words, is_rows)
        told += further
    else:
        texts, further = by_sentence(answers, gold.ids or [None] * gold.count)
        told += further
        choices = [choice_of(text, one, is_rows) for text, one in zip(texts, words, strict=True)]
    outcomes = Outcomes(answers.container, level, ids, choices, words, texts=texts)
    treebank = outcomes.treebank_at(level, answers.path, name, gold)
    for place, problem in treebank.problems.items():
        if not isinstance(problem, Unscored):
            outcomes.problems[place] = problem.reason
    remarkable = [
        one for one in enumerate(outcomes.answers) if one[1].told and not one[1].told.startswith("looks like")
    ]
    told += [f"{answers.path}: {ids[place]}: {one.told}" for place, one in remarkable[:20]]
    if more := outcomes.further:
        told.append(f"{answers.path}: repair is up to {level}; {more}")
    return treebank.with_fields(warnings=told), outcomes


def baseline(
    gold: AnyTreebank, name: str, seed: str, kept: Callable[[int], list[str]], tagged: bool = False
) -> AnyTreebank:
    """A baseline as a treebank. ``kept``: the words of each sentence that it sees, by number; ``tagged``: nodes over one word are
    tags."""
    is_rows = name in baselines.OF_WORDS
    parts: list[str] = []
    for place, one in enumerate(gold.sentence_names):
        words = kept(place)
        if is_rows:
            heads = baselines.heads(name, len(words), one, seed)
            rows = [
                f"{number}\t{word}\t_\tX\t_\t_\t{head}\t{baselines.ROOT if head == 0 else baselines.RELATION}\t_\t_"
                for number, (word, head) in enumerate(zip(words, heads, strict=True), 1)
            ]
            parts.append("\n".join([*(rows or [HOLDER]), "", ""]))
        else:
            found_spans = baselines.spans(name, len(words), one, seed)
            tree = baselines.bracketed(found_spans, words, tagged) if words else "(())"
            parts.append(tree + "\n")
    path = f"baseline:{name}"
    found: AnyTreebank
    text = "".join(parts)
    found = read_rows(parts, path, name) if is_rows else read_brackets(text.encode("utf-8", "replace"), path, name)
    return found.with_fields(ids=list(gold.sentence_names))


# -- what is made of a path --------------------------------------------------------------------------------------------

MOST_LOOKED_AT = 200_000
"""So many characters of a text that is no treebank are looked at for trees."""


def offered(kind: str) -> dict[str, list[str]]:
    """The baselines for golds of a kind, of any where it is empty, by what they are trees of."""
    names = {"constituents": [*OF_TREES], "dependencies": [*OF_WORDS]}
    return {of: found for of, found in names.items() if kind in ("", of)}


def made_system(
    gold: AnyTreebank, path: str, name: str, settings: Settings | None
) -> tuple[AnyTreebank, Outcomes | None]:
    """A system that is made from the gold, and the outcomes of its answers. Raises ReadError, OSError: its answers cannot be
    opened; UsageError: the gold is of a kind that answers are not read for, or there is no such baseline."""
    from treecompare.comparison.settings import Settings

    settings = settings or Settings()
    if not isinstance(gold, DependencyTreebank | Treebank):
        raise UsageError(f"{path}: the gold holds {gold.kind}; expected constituents or dependencies")
    if path.startswith(BASELINE):
        return _wanted_baseline(gold, path, name or called(path), settings), None
    level = "close" if settings.repair == "all" else settings.repair
    treebank, outcomes = system_of(gold, read_answers(file_of(path)), name or called(path), level)
    return treebank.with_fields(path=path), outcomes


def _wanted_baseline(gold: AnyTreebank, path: str, name: str, settings: Settings) -> AnyTreebank:
    wanted, _, seed = path.removeprefix(BASELINE).partition("/")
    is_words = isinstance(gold, DependencyTreebank)
    if wanted not in BASELINES:
        raise UsageError(f"there is no baseline '{wanted[:40]}'; expected {', '.join(BASELINES)}")
    if wanted not in (OF_WORDS if is_words else OF_TREES):
        fitting = ", ".join(OF_WORDS if is_words else OF_TREES)
        raise UsageError(f"baseline {wanted}: the gold holds {gold.kind}; expected {fitting}")
    if seed and not BASELINES[wanted].trees:
        raise UsageError(f"baseline {wanted} has no seed")
    words = gold_words_prepared(gold, settings)
    found = baseline(gold, wanted, seed or "0", words.__getitem__, _are_tagged(gold, settings))
    return found.with_fields(path=path, name=name)


def _are_tagged(gold: AnyTreebank, settings: Settings) -> bool:
    """Whether nodes over one word are tags."""
    from treecompare.comparison.settings import PRETERMINALS
    from treecompare.trees.preparation import has_preterminals

    said = PRETERMINALS[settings.preterminals]
    return isinstance(gold, Treebank) and (has_preterminals(gold.trees) if said is None else said)


def preview(path: str) -> Preview:
    """What is in a file or folder of answers. Raises ReadError: it cannot be opened."""
    found = read_answers(file_of(path))
    first = next((text for text in found.texts.values() if text and text.strip()), "")
    words = " ".join(first.split()[:FIRST_WORDS])
    count = len(found.texts) if found.container != "file" else number_of_trees(found.whole)
    return Preview(path, RAW_OUTPUT, RAW_OUTPUT, count, words, tuple(found.told))


LEAST_TREES = 2
"""A text with fewer trees somewhere in it is no raw output unless people say so."""


def preview_of_text(path: str) -> Preview | None:
    """A file or folder that is no treebank as raw output, where there are trees in it."""
    try:
        found = read_answers(path)
        trees = sum(number_of_trees(text[:MOST_LOOKED_AT]) for text in found.texts.values() if text)
        return preview(path) if trees >= LEAST_TREES else None
    except (TreecompareError, OSError):
        return None


def against(made: Preview, gold: Preview) -> str:
    """What is worth knowing of raw output or a baseline before it is compared with a gold; mostly nothing."""
    if gold.kind not in ("constituents", "dependencies"):
        return f"is for constituents and dependencies; the gold holds {gold.kind}"
    if made.kind == "baseline":
        name = made.path.removeprefix(BASELINE).partition("/")[0]
        other = {"constituents": "dependencies", "dependencies": "constituents"}[gold.kind]
        return f"is for {other}" if name not in (OF_WORDS if gold.kind == "dependencies" else OF_TREES) else ""
    missing = gold.sentences - made.sentences
    return f"{counted(made.sentences, 'answer')}, the gold has {counted(gold.sentences, 'sentence')}" if missing else ""


def made_tables(comparison: Comparison, draws: int | None = None, has_bars: bool = False) -> list[ResultTable]:
    """What stands above the scores of systems that are made from the gold."""
    from treecompare.extras.raw import analysis

    return analysis.made_tables(comparison, draws, has_bars)
