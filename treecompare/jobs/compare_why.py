"""Why a sentence of a comparison scores as it does: in words, its ranks, both scores, its errors, the other systems, its words.

Its words with how each is parsed and what that costs, and what became of the answer of a raw output.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from treecompare.analyses.sentence_errors import ErrorRow, SentenceErrors, sentence_errors, why_no_errors
from treecompare.analyses.sentences import SentenceData
from treecompare.comparison.answered import AFTER_REPAIR, AS_IS, FAILURES
from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.constituents.table import LINEAGE_PARTS
from treecompare.comparison.explain import explain_sentence, explain_system
from treecompare.comparison.lit import mapping_of
from treecompare.drawing.lattice_trees import lattice_rows
from treecompare.errors import counted
from treecompare.jobs.answers import ALPHA
from treecompare.jobs.base import Block, Fold, Head, Later, Pairs, Row, Score, Share, Text
from treecompare.jobs.compare_list import MANY, SentencePlaces
from treecompare.jobs.drawn import SentenceDrawn
from treecompare.mappings.errors import Error, ErrorList
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.measures import Measure, measure
from treecompare.measures.terms import Piece
from treecompare.scores.rich import Rich, link, quiet, strong
from treecompare.scores.significance import BaselineTest, against_baseline
from treecompare.scores.table import Average, typeset
from treecompare.trees.characters import kept_apart, left_to_right

MANY_CHANGED = 100
"""Nodes that differ: errors of trees with more are not told apart within a tenth of a second."""
BEYOND = "In all: also in sentences that figures leave out since not all systems have them; {} more than there."
INKS = {"": DELETED, DELETED: DELETED, INSERTED: INSERTED, SWAPPED: SWAPPED}
"""Of the bar beside an error, by what it does."""
LONGEST = 90
"""Characters of a score's arithmetic on a hand-out."""


def in_words(drawn: SentenceDrawn | None) -> list[Block]:
    """What differs, in one to three sentences; nothing where that is not counted."""
    said = drawn.telling.called.told(drawn.in_words()) if drawn is not None else ""
    return [Text(said)] if said else []


def ranks(places: SentencePlaces, place: int) -> list[Block]:
    """Where A and B rank it, and by how much they differ; nothing where they rank all alike."""
    told, size = places.told, places.rows.ranks.difference[place]
    if not places.comparison.is_gold or np.isnan(size) or not (size or places.is_ranked):
        return []
    b, a = (told.cell(f"rank_{letter}", place) for letter in "ba")
    difference = told.cell("difference", place)
    line = Rich("B ", strong(b), " · A ", strong(a), " · A−B ", strong(difference))
    return [Head("Rank, best first", Rich(quiet(f"of {places.ranked:,}"))), Text(line)]


def scores(places: SentencePlaces, place: int, drawn: str, commands: Container[str] = ()) -> list[Block]:
    """A and B: score, bar, formula whose counts light what they count. ``drawn``: a or b, whose counts are seen in the drawing;
    ``commands``: keys of what can be done, among which may be the steps of a score."""
    found: list[Block] = []
    for letter, key in zip("ab", dict.fromkeys((places.a, places.b)), strict=False):
        one, rows = measure(key), places.rows
        told = explain_sentence(places.comparison, places.system, place, key)
        score = float((rows.score_a if letter == "a" else rows.score_b)[place])
        line = linked(told.numbers.line, one.part) if told.numbers is not None else Rich(told.undefined)
        steps = Rich(link("steps\u00a0›", to)) if (to := f"steps:{one.part}") in commands else ""
        found.append(Score(
            letter.upper(), told.title, steps, told.shown, full(one, score), line, linked(told.sentence, one.part),
            letter == drawn,
        ))  # fmt: skip
    return found


def full(one: Measure, score: float) -> float:
    """How full the bar of a score is; empty where there is none, or it is no share of anything."""
    return min(max(score, 0.0), 1.0) if one.percent and not np.isnan(score) else 0.0


Tested = dict[tuple[int, str, Average], Mapping[tuple[int, str], BaselineTest]]
"""Tests of the other systems against one, by its number, a measure and an average, as far as they are done."""


def everywhere(comparison: Comparison, system: int, keys: Sequence[str], average: Average, tested: Tested) -> Fold:
    """How the scores of all sentences come about, and which systems are better under A. ``tested`` gets what is counted."""

    def opened() -> list[Block]:
        found: list[Block] = []
        for letter, key in zip("AB", dict.fromkeys(keys), strict=False):
            one, told = measure(key), explain_system(comparison, system, key, average)
            score = comparison.table.summary(system, key, average)
            line = "" if told.numbers is None else told.numbers.text
            found.append(Score(letter, told.title, "", told.shown, full(one, score), line, told.words))
        if len(comparison.table.systems) < 2 or comparison.not_counted([measure(keys[0]).part]):
            return found
        case = system, keys[0], average

        def against(cancel: Cancel, _tell: object) -> list[Block]:
            if case not in tested:
                tested[case] = against_baseline(comparison.table, system, [keys[0]], average, cancel.flag)
            return _against(comparison, system, keys[0], average, tested[case])

        head = Head("Others under A, against this one", "")
        rest = [Later("Testing differences…", against)] if case not in tested else against(Cancel(), None)
        return [*found, head, *rest]

    return Fold("All sentences", average, opened)


def _against(
    comparison: Comparison, system: int, key: str, average: Average, tests: Mapping[tuple[int, str], BaselineTest]
) -> list[Block]:
    """The other systems, the best first: whether they are better or worse than one, or that may be chance."""
    one, names, found = measure(key), comparison.table.systems, []
    for other in (number for number in range(len(names)) if number != system):
        test, score = tests[other, key], comparison.table.summary(other, key, average)
        gain, told = test.difference, comparison.names().told
        is_better = gain > 0 if one.higher_is_better else gain < 0
        said = "≈ may be chance" if not test.holm < ALPHA else told("better") if is_better else told("worse")
        figure = f"{'+' if gain > 0 else '−' if gain < 0 else ''}{typeset(one.shown(abs(gain)))}"
        below = f"{figure}, p = {test.p:.4f}, corrected {test.holm:.4f}"
        if np.isnan(test.p):
            said, below = "", "not on the same sentences"
        order = np.inf if np.isnan(score) else -score if one.higher_is_better else score
        found.append((order, Row(f"system:{other}", names[other], said, one.shown(score), below)))
    return [row for _, row in sorted(found, key=lambda entry: entry[0])]


def linked(pieces: Sequence[Piece], part: str) -> Rich:
    """A formula whose counts light what they count."""
    return Rich(*(link(one.text, f"count:{part}/{one.count}") if one.count else one.text for one in pieces))


# -- errors ----------------------------------------------------------------------------------------------------------------


def errors_of(comparison: Comparison, system: int, place: int) -> list[Error]:
    """The errors of a sentence, heaviest first, those of tags last; none where none are looked for."""
    return ordered(comparison.errors_of(system, place) if comparison.error_types else ())


def ordered(errors: Iterable[Error]) -> list[Error]:
    """The heaviest first, those of tags last."""
    return sorted(errors, key=lambda one: ("tag" in one.kind, -one.first_cost - one.second_cost))


def take_long(rows: SentenceData, place: int) -> bool:
    """Whether errors of a sentence take long to be told: where trees have hardly anything in common, or those of many others have
    to be looked for, too."""
    comparison = rows.comparison
    if not comparison.error_types or comparison.known_errors(rows.system) is not None:
        return False
    are_told_together = comparison.kind == "dependencies" and comparison.sentences >= MANY
    return are_told_together or int(rows.changed[place]) > MANY_CHANGED


def errors(places: SentencePlaces, place: int, own: Sequence[Error] | None = None) -> list[Block]:
    """What is wrong, and how many errors of all sentences are like it, which takes long the first time. ``own``: those of the
    sentence; None where these alone take long."""
    comparison, system = places.comparison, places.system
    if why_no_errors(comparison, system):
        return []

    def made(cancel: Cancel, _tell: object) -> list[Block]:
        found = comparison.errors(system, cancel.flag)
        return _error_blocks(sentence_errors(comparison, system, place, found), places)

    if comparison.known_errors(system) is not None:
        return made(Cancel(), None)
    until: Sequence[Block] = ()
    if own is not None:
        analysed = np.zeros(comparison.sentences, np.bool_)
        analysed[place] = bool(own) or comparison.errors_in(system, place) is not None
        here = ErrorList(own, np.full(len(own), place), analysed, {})
        until = _error_blocks(SentenceErrors(comparison, system, place, here, {}), places)
    return [Later("Looking for errors…", made, until)]


def _error_blocks(found: SentenceErrors, places: SentencePlaces) -> list[Block]:
    """A heading and a row for each; it says what costs are counted on where that is not what A or B counts."""
    own, counted_on = ordered(found.own), [one for key in (places.a, places.b) if (one := mapping_of(key))]
    of = ", whole" * any(part == "roof" for _, part, _ in counted_on)
    of += ", labelled" * any(not is_labelled for *_, is_labelled in counted_on)
    letters = {measure(key).part: letter for key, letter in ((places.b, "B"), (places.a, "A"))}
    called = [(letters.get(measure(one.measure).part, one.name), one.column) for one in found.comparison.error_costs]
    called.sort(key=lambda one: "AB".find(one[0]) % 3)
    costs = Rich(quiet(f"costs {' · '.join(name for name, _ in called)}{of}")) if own else ""
    said, _, more = found.said().partition(". ")
    blocks: list[Block] = [Head(said.removesuffix("."), costs), *([Text(more, "quiet")] if more else [])]
    waits = "" if found.numbers else "… in all"
    for number, error in enumerate(own):
        figures = " · ".join(str(getattr(error, column)) for _, column in called)
        blocks.append(_error_row(found.row(error), f"error:{number}", figures, waits))
    if waits or not own:
        return blocks
    beyond = int(np.count_nonzero(~places.bears_costs[found.errors.sentences]))
    return [*blocks, Text(found.told(BEYOND.format(counted(beyond, "error"))), "quiet")] if beyond else blocks


def _error_row(row: ErrorRow, key: str, figures: str, waits: str) -> Row:
    in_all = link(row.link.replace(" ›", "\u00a0›"), f"all:{row.title}") if row.number else quiet(waits)
    below = Rich(row.sites, "  " if row.sites else "", in_all)
    return Row(key, row.title, row.words, figures, below, INKS[row.operation])


# -- other systems, words ----------------------------------------------------------------------------------------------------


def others(systems: Sequence[SentenceData], place: int, has_more: bool) -> list[Block]:
    """How the other systems do here; a click looks at that system. ``has_more``: an overview says how they do everywhere."""
    if any(take_long(one, place) for one in systems):
        return [Later("Looking for errors…", lambda _cancel, _tell: _others(systems, place, has_more))]
    return _others(systems, place, has_more) if systems else []


def _others(systems: Sequence[SentenceData], place: int, has_more: bool) -> list[Block]:
    found = []
    for rows in systems:
        comparison, one, score = rows.comparison, rows.a, float(rows.score_a[place])
        reason = comparison.table.reason(rows.system, place)
        errors = comparison.errors_in(rows.system, place) if not reason else None
        said = counted(errors, "error" if comparison.is_gold else "difference") if errors is not None else reason
        order = (-score if one.higher_is_better else score) if not np.isnan(score) else np.inf
        found.append((order, Row(f"system:{rows.system}", rows.name, said, one.shown(score))))
    more = Rich(link("all sentences\u00a0›", "table:")) if has_more else ""
    return [Head("Others here", more), *(row for _, row in sorted(found, key=lambda entry: entry[0]))]


# -- the words of a sentence in why ------------------------------------------------------------------------------------

COLUMNS = {"upos": "UPOS", "xpos": "XPOS", "lemma": "lemma", "feats": "features"}
"""Of words of dependencies, beside head and relation."""
ALL_WORDS = "all-words"
"""What is done to see the words that are the same, too."""


def _some(rows: list[Row], of: int, is_all: bool, none: str) -> list[Block]:
    """Rows of words, and the way to the others. ``none``: said where there are no rows."""
    if is_all:
        return [*rows, Text(Rich(link("Only words that differ", ALL_WORDS)))]
    others = of - len(rows)
    more = f"{counted(others, 'word')} {'is' if others == 1 else 'are'} the same in both:"
    last: list[Block] = [Text(Rich(f"{more} ", link("all words", ALL_WORDS)), "quiet")] if others else []
    return [*rows, *last] if rows else [Text(Rich(f"{none} ", link("All words", ALL_WORDS)), "quiet")]


# -- constituents ------------------------------------------------------------------------------------------------------------


def _lineages(places: SentencePlaces, place: int, part: str, is_all: bool) -> list[Block]:
    """Score and lineages of words; of one that is not right how one lineage becomes the other, and how its score comes about."""
    comparison: Any = places.comparison
    system = places.system
    found = comparison.word_scores(system, place, part)
    if found is None:
        return [Text(comparison.table.reason(system, place) or "Words have no scores here.", "quiet")]
    rows = []
    for number, one in enumerate(found):
        if one.score < 1:
            [edit] = comparison.word_edits(system, place, part, [number])
            below = "\n".join(filter(None, (_edited(edit), _arithmetic(edit, one.score))))
            rows.append(Row(f"word:{number}", one.word, "", f"{one.score:.3f}", below))
        elif is_all:
            rows.append(Row(f"word:{number}", one.word, "", f"{one.score:.3f}", one.gold or "∅"))
    return _some(rows, len(found), is_all, "Every word has the same lineage in both.")


def _edited(edit: Sequence[tuple[str, str, float]]) -> str:
    """How one lineage becomes the other, from the word up: ``NP<`` is deleted, ``>VP`` inserted, ``NP ~PP`` relabelled."""
    told = [
        gold if not cost else f"{gold}<" if not test else f">{test}" if not gold else f"{gold} ~{test}"
        for gold, test, cost in edit
    ]
    return "  ".join(told)


def _arithmetic(edit: Sequence[tuple[str, str, float]], score: float) -> str:
    """How the score comes about, as the paper computes it."""
    gold, test = (sum(1 for step in edit if step[side]) for side in (0, 1))
    if not gold and not test:
        return ""
    return f"1 − {sum(step[2] for step in edit):g} / ({gold} + {test}) = {score:.3f}"


# -- dependencies ------------------------------------------------------------------------------------------------------------


def _attachments(places: SentencePlaces, place: int, is_all: bool) -> list[Block]:
    """Words with head, relation, tags, lemma and features, those that differ in both."""
    comparison: Any = places.comparison
    graph = comparison.arcs(places.system, place)
    files = comparison.gold.sentences, comparison.systems[places.system].sentences
    rows, size = [], len(graph.columns)
    for number, one in enumerate(graph.columns):
        heads = ["; ".join(graph.heads_said(number, side)).replace(" ← ", " of ") for side in ("gold", "test")]
        told = [f"{heads[0]} → {heads[1]}"] if heads[0] != heads[1] else heads[:1] * is_all
        for name, title in COLUMNS.items():
            values = [
                file.symbols[int(getattr(file, name)[where])] if where >= 0 else "_"
                for file, where in zip(files, (one.gold, one.test), strict=True)
            ]
            if values[0] != values[1] and "_" not in values:
                told.append(f"{title} {values[0]} → {values[1]}")
            elif is_all and (known := [value for value in values if value != "_"]):
                told.append(f"{title} {known[0]}")
        if told:
            title = left_to_right(f"{graph.number(number)}  {one.word}")
            rows.append(Row(f"word:{number}", title, below="\n".join(told)))
    return _some(rows, size, is_all, "Every word is the same in both.")


# -- others ------------------------------------------------------------------------------------------------------------------


def _segments(places: SentencePlaces, place: int) -> list[Block]:
    comparison: Any = places.comparison
    trees = comparison.trees(places.system, place)
    rows = [(word, kept_apart(gold), kept_apart(test)) for word, gold, test, _ in lattice_rows(trees.arcs, trees.words)]
    return [Pairs([(word, f"{gold} → {test}" if gold != test else gold) for word, gold, test in rows])]


def _operations(drawn: SentenceDrawn | None) -> list[Block]:
    """What turns the parse into what the golds have in common, as it is drawn."""
    words: Sequence[str] = drawn.drawn.trees.words if drawn is not None else ()
    rows: list[Block] = [
        Row(f"word:{number}", one.shown or "node", " ".join(words[one.start : one.end]), one.kind,
            "error" if one.is_charged else "scheme difference, not counted", DELETED if one.is_charged else "")
        for number, one in enumerate(drawn.drawn.operations if drawn is not None else ())
    ]  # fmt: skip
    return rows or [Text("Nothing has to be changed.", "quiet")]


def _of_trees(places: SentencePlaces, place: int, is_all: bool, _drawn: SentenceDrawn | None) -> Fold:
    """With the scores of Leaf-Ancestor, as A or B has them."""
    comparison = places.comparison
    parts = [one for key in (places.a, places.b) if (one := measure(key).part) in LINEAGE_PARTS]
    part = next((one for one in (*parts, *LINEAGE_PARTS) if comparison.table.has(one)), LINEAGE_PARTS[0])
    score = float(places.scores_of(part)[place]) if comparison.table.has(part) else np.nan
    beside = f"{measure(part).title} {measure(part).shown(score)}"
    return Fold("Words", beside, partial(_lineages, places, place, part, is_all))


WORDS: Mapping[str, Callable[[SentencePlaces, int, bool, SentenceDrawn | None], Fold]] = {
    "constituents": _of_trees,
    "dependencies": lambda of, place, is_all, _: Fold("Words", "", partial(_attachments, of, place, is_all)),
    "lattices": lambda of, place, *_: Fold("Words", "", partial(_segments, of, place)),
    "schemes": lambda *given: Fold("Operations", "", partial(_operations, given[-1])),
}
"""What is listed of a place, word by word, by the kind of the comparison; True: also words that are the same in both."""


# -- answers -----------------------------------------------------------------------------------------------------------------


def answer(comparison: Comparison, system: int, place: int) -> list[Block]:
    """What became of the answer to a sentence, what was repaired, how it reads, and what became of all; nothing where the system is
    no raw output."""
    if system not in comparison.outcomes:
        return []
    outcomes, sentences = comparison.outcomes[system], comparison.sentences_of(system, place)[0]
    told = [outcomes.told(one) for one in sentences]
    beside = " + ".join(dict.fromkeys(one for one, _, _ in told))

    def opened() -> list[Block]:
        repairs, faults = (", ".join(filter(None, some)) for some in zip(*(one[1:] for one in told), strict=True))
        rows = [row for row in (("Repairs", repairs), ("Faults", faults)) if row[1]]
        texts = [text for one in sentences if (text := outcomes.text_of(one))]
        parts = [(count, one, _ink(one)) for one, count in outcomes.counts.items() if count]
        finds = [link(f"{one} {count:,}", f"outcome:{one}") for count, one, _ in parts]
        said = [piece for one in finds for piece in (one, " · ")][:-1]
        return [
            *([Pairs(rows)] if rows else []), *map(Text, texts),
            Share(parts, Rich(*said)),
        ]  # fmt: skip

    return [Fold("Answer", beside, opened)]


def _ink(outcome: str) -> str:
    """Of a part of all answers: as it is, repaired, none."""
    if outcome in FAILURES:
        return DELETED
    return {AS_IS: "", AFTER_REPAIR: INSERTED}.get(outcome, SWAPPED)
