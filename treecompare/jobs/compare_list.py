"""The list of a comparison: in which orders sentences stand, which columns they have, which of them are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.conditions import Condition, condition_of, conditions, tokens_in
from treecompare.analyses.sentence_errors import Likeness, Sought, next_alike, type_of
from treecompare.analyses.sentence_list import COLUMN_OF, SentencesTold, sentences_table
from treecompare.analyses.sentences import SIGNS, Filter, SentenceData
from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.sentence_texts import Texts
from treecompare.drawing.names import short_names
from treecompare.errors import UsageError, counted, named
from treecompare.jobs.base import SPARE, Column, Numbers, Option, Order, Places, Token
from treecompare.mappings.errors import Error, ErrorList
from treecompare.measures import MEASURES_OF, Measure, measure
from treecompare.scores.ranks import wins
from treecompare.scores.result import Found, ResultTable, Value, score_column, text_column
from treecompare.scores.rich import Rich, quiet
from treecompare.scores.set_notes import measure_title
from treecompare.scores.table import Mask

DISAGREE, A_LOWER, B_LOWER = "disagree", "a-lower", "b-lower"
WORST_A, WORST_B, CHANGES, HITS, LONGEST, FILE = "worst-a", "worst-b", "changes", "most-hits", "longest", "file"
LOST = "lost:"
"""Before the name of another system."""
MEASURE, PHENOMENON = "measure:", "phenomenon:"
"""Before the key of a measure that a column has, and before the name of a phenomenon."""
CHOSEN = "chosen"
"""The condition for sentences that a table or plot stands for."""
FEW, MANY = 300, 5000
"""So many sentences are searched in the background: for errors, patterns and words, or for anything."""
MARK = "• "
"""Before the words of a sentence of which people said anything."""
READABLE = 8, 40
"""Words of the sentence that is looked at first."""
FURTHER = (
    "id", "length", "score_a", "score_b", "rank_a", "rank_b", "gain", "changed", "phenomena", "correct", "class", "note",
    "status",
)  # fmt: skip
"""Columns that people may add, as :data:`COLUMN_OF` has them; others are measures."""


class Arrangement(NamedTuple):
    """An order of sentences: the ``column`` that shows what they are ordered ``by``, from the lowest value to the highest."""

    title: str
    column: str
    by: Callable[[SentenceData], NDArray[np.float64]]
    group: str = ""


def _worst_first(one: Measure, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return scores if one.higher_is_better else -scores


ARRANGEMENTS = {
    DISAGREE: Arrangement("A and B disagree most", "difference", lambda rows: -np.abs(rows.ranks.difference)),
    A_LOWER: Arrangement("A ranks it lower", "difference", lambda rows: -rows.ranks.difference),
    B_LOWER: Arrangement("B ranks it lower", "difference", lambda rows: rows.ranks.difference),
    WORST_A: Arrangement("Worst under A", "score_a", lambda rows: _worst_first(rows.a, rows.score_a)),
    WORST_B: Arrangement("Worst under B", "score_b", lambda rows: _worst_first(rows.b, rows.score_b)),
    CHANGES: Arrangement("Most changes", "changed", lambda rows: np.where(rows.changed < 0, np.nan, -rows.changed)),
    HITS: Arrangement("Most hits", "hits", lambda rows: -sum(rows.hits.values(), np.zeros(len(rows))), "file"),
    LONGEST: Arrangement("Longest", "length", lambda rows: -rows.lengths.astype(np.float64), "file"),
    FILE: Arrangement("Order of the file", "", lambda rows: np.zeros(len(rows)), "file"),
}
ORDERS = {key: Order(key, one.title, one.group) for key, one in ARRANGEMENTS.items()}
_ORDER_OF = {one.column: order for order, one in reversed(ARRANGEMENTS.items()) if one.column}


def chosen_by(token: str) -> str:
    """The name of the sentences that a table or plot stands for, where a token asks for them; empty where it does not."""
    return token.removeprefix(f"{CHOSEN} ").strip('"') if token.startswith(f"{CHOSEN} ") else ""


class SentencePlaces:
    """Sentences of one system under two measures, as the list has them. ``texts``: the words of all sentences."""

    def __init__(self, comparison: Comparison, texts: Texts, system: int, a: str, b: str) -> None:
        self.comparison, self.system, self.a, self.b = comparison, system, a, b
        self.rows = rows = SentenceData(comparison, texts, system, a, b)
        self.told = SentencesTold(self.rows)
        self.scores_of: Callable[[str], NDArray[np.float64]] = cache(partial(comparison.table.scores, system))
        """The scores of all sentences under a measure."""
        self._against = cache(lambda other: wins(comparison.table, system, other, rows.a).gain)
        """By how much the system is better under A than another one."""
        self._masks: dict[str, Mask] = {}
        """Which sentences a token finds, as long as nothing else is said of them."""

    @cached_property
    def ranks_differ(self) -> bool:
        """Whether A and B rank some sentence differently."""
        return bool((np.abs(self.rows.ranks.difference) > 0).any())

    @cached_property
    def scored(self) -> int:
        """How many sentences the figure of A rests on."""
        return int(self.comparison.table.rows(self.system, self.a).sum())

    @cached_property
    def bears_costs(self) -> Mask:
        """The sentences that the figure rests on to which costs of errors add up."""
        return self.comparison.table.rows(self.system, self.comparison.error_costs[0].measure)

    @cached_property
    def ranked(self) -> int:
        """How many sentences have ranks."""
        return int(np.count_nonzero(~np.isnan(self.rows.ranks.rank_a)))

    @property
    def is_ranked(self) -> bool:
        """Whether it is first of all about where A and B disagree: not so of dependencies, whose measures count the same words."""
        return self.ranks_differ and self.comparison.kind != "dependencies" and self.comparison.is_gold

    # -- orders ------------------------------------------------------------------------------------------------------------

    def orders(self, columns: Sequence[str] = ()) -> list[Order]:
        """The first is that in which the list opens. ``columns``: those that people added; by measures it can be ordered, too."""
        names = self.told.names()
        own = [
            Order(f"{MEASURE}{one}", f"Worst under {measure_title(measure(one), names)}", "columns")
            for one in columns if one not in COLUMN_OF and not one.startswith(PHENOMENON)
        ]  # fmt: skip
        if not self.comparison.is_gold:
            others = (Order(key, ARRANGEMENTS[key].title) for key in (CHANGES, LONGEST, FILE))
            return [Order(WORST_A, "They differ most"), *others, *own]
        systems = self.comparison.table.systems
        called = zip(systems, short_names(self.comparison.gold.name, systems), strict=True)
        lost = [
            Order(f"{LOST}{other}", f"Lost against {name}", "systems")
            for other, name in called if other != self.rows.name
        ]  # fmt: skip
        by_rank, worst = (DISAGREE, A_LOWER, B_LOWER), (WORST_A, WORST_B)[: 1 + (self.a != self.b)]
        first = (*by_rank, *worst) if self.is_ranked else (*worst, *(by_rank if self.ranks_differ else ()))
        last = (HITS, LONGEST, FILE) if self.rows.hits else (LONGEST, FILE)
        return [*(ORDERS[key] for key in (*first, CHANGES)), *lost, *(ORDERS[key] for key in last), *own]

    def arranged(self, order: str, mask: Mask) -> Numbers:
        """The sentences of a mask in an order; those without a figure for it last, ties as in the file."""
        return self.rows.order(self._values(order), mask)

    def _values(self, order: str) -> NDArray[np.float64]:
        """By what the sentences of an order ascend."""
        if order in ARRANGEMENTS:
            return ARRANGEMENTS[order].by(self.rows)
        if order.startswith(MEASURE):
            one = measure(order.removeprefix(MEASURE))
            return _worst_first(one, self.scores_of(one.key))
        return self._gain(order)

    def _gain(self, order: str) -> NDArray[np.float64]:
        """By how much the system is better under A than the one that the order names. Raises UsageError: there is none."""
        systems = self.comparison.table.systems
        name = order.removeprefix(LOST)
        if not order.startswith(LOST) or name not in systems:
            raise UsageError(f"'{order}': no such order; expected one of {named([one.key for one in self.orders()])}")
        return self._against(systems.index(name))

    # -- what is found -----------------------------------------------------------------------------------------------------

    def search(self, tokens: Sequence[Token], cancel: Cancel) -> None:
        """Finds what has to hold, so that :meth:`places` takes no time. Raises Cancelled; UsageError: a token is no condition."""
        for token in tokens:
            if not chosen_by(token.value) and token.value not in self._masks:
                condition = self.condition(token.value)
                if condition.ready is not None:
                    condition.ready(self.rows, cancel)
                self._masks[token.value] = condition.matching(self.rows)

    def places(
        self, order: str, tokens: Sequence[Token], columns: Sequence[str], chosen: Mapping[str, Found], foot: str
    ) -> Places:
        """What is listed. ``columns``: those that people added; ``chosen``: sentences that a table stands for, by what they have in
        common. Raises UsageError: a token is no condition, or there is no such order."""
        mask = np.ones(len(self.rows), np.bool_)
        for token in tokens:
            mask &= self._matching(token.value, chosen)
        self._show_found(tokens, chosen)
        if order == HITS and not self.rows.hits:
            order = self.orders()[0].key
        found = self.arranged(order, mask)
        readable = (self.rows.lengths[found] >= READABLE[0]) & (self.rows.lengths[found] <= READABLE[1])
        first = int(found[readable.argmax()] if readable.any() else found[0]) if len(found) else -1
        total, hits = f"{len(self.rows):,}", self._hits_said(found)
        return Places(
            found, self._columns(order, columns), count=total if len(found) == len(self.rows) else f"{len(found):,} of {total}",
            foot=Rich(foot, quiet("  ·  "), hits) if hits else foot, nothing="No matching sentences.", first=first,
            table=partial(self._table, tokens, found, columns),
        )  # fmt: skip

    def _table(
        self, tokens: Sequence[Token], listed: Numbers, columns: Sequence[str], places: Sequence[int]
    ) -> ResultTable:
        """Some of the sentences that are listed, at full precision, with all columns, what was looked for, and signatures."""
        said = (
            f"Found: {len(listed):,} of {len(self.rows):,} sentences. Find: {'; '.join(one.value for one in tokens)}."
        )
        note = said if len(listed) < len(self.rows) else ""
        made = sentences_table(self.rows, np.asarray(places, np.int64), self.told.head_for_export, note)
        measures = {one.key: one for one in self.comparison.applying(MEASURES_OF[self.comparison.kind])}
        more = [(measures[key], self.scores_of(key)) for key in columns if key in measures]
        others = [self._column(key, "", "", 1) for key in columns if key not in COLUMN_OF and key not in measures]
        heads = [score_column(one, measure_title(one, self.told.names())) for one, _ in more]
        heads += [text_column(one.title, one.key) for one in others]
        rows: list[list[Value]] = [
            [*row, *(float(of[place]) for _, of in more), *(one.text(place) for one in others)]
            for row, place in zip(made.rows, places, strict=True)
        ]
        signed = tuple(self.comparison.table.signature(one.key) for one, _ in more)
        return replace(made, columns=(*made.columns, *heads), rows=rows, signatures=(*made.signatures, *signed))

    def _show_found(self, tokens: Sequence[Token], chosen: Mapping[str, Found]) -> None:
        """Words that are marked in the list, and how often what is looked for is in each sentence."""
        wanted = Filter()
        for token in tokens:
            if (one := chosen.get(chosen_by(token.value))) is not None:
                wanted = Filter(chosen=one)
            elif (found := self.condition(token.value).filter) is not None and found.where == "pattern":
                wanted = found
        if wanted.text and not self.rows.knows(wanted):
            self.rows.passing(wanted)
        self.told.filter = wanted
        self.rows.show_found(wanted)

    def _hits_said(self, found: Numbers) -> str:
        """How often what is looked for is in the sentences that are listed; empty where that is not counted."""
        hits = self.rows.number_of_hits(found)
        if len(hits) < 2:
            return "".join(counted(number, "hit") for number in hits.values())
        return self.told.names().told(f"hits: {', '.join(f'{name} {number:,}' for name, number in hits.items())}")

    def _matching(self, token: str, chosen: Mapping[str, Found]) -> Mask:
        if token.startswith(f"not {CHOSEN} "):
            return ~self._matching(token.removeprefix("not "), chosen)
        if (found := chosen.get(chosen_by(token))) is not None:
            mask = np.zeros(len(self.rows), np.bool_)
            mask[found.sentences] = True
            return mask
        if token not in self._masks:
            self._masks[token] = self.condition(token).matching(self.rows)
        return self._masks[token]

    def are_known(self, tokens: Sequence[Token]) -> bool:
        """Whether it takes no time to find what has to hold. Raises UsageError: a token is no condition."""
        new = [one.value for one in tokens if one.value not in self._masks and not chosen_by(one.value)]
        if len(self.rows) < MANY:
            return len(self.rows) < FEW or all(self.condition(one).ready is None for one in new)
        return not new

    def forget(self) -> None:
        """Something else is said of sentences."""
        self.rows.forget_judgements()
        self._masks.clear()

    def condition(self, token: str) -> Condition:
        """What a token asks for. Raises UsageError: it is no condition."""
        return condition_of(token, self.comparison)

    def tokens(self, text: str) -> list[Token]:
        """What was typed."""
        return [Token("", "", one) for one in tokens_in(text, self.comparison, (CHOSEN,))]

    def conditions(self) -> dict[str, str]:
        """The names of conditions."""
        return conditions(self.comparison)

    # -- columns -----------------------------------------------------------------------------------------------------------

    def _columns(self, order: str, more: Sequence[str]) -> list[Column]:
        """Number and words; where A and B rank, or A and changes; that of the order; those that people added."""
        usual = ["ranks", "difference"] if self.is_ranked else ["score_a", "changed"]
        usually = "lost" if order.startswith(LOST) else order.partition(MEASURE)[2]
        own = ARRANGEMENTS[order].column if order in ARRANGEMENTS else usually
        if self.is_ranked and own not in ("difference", ""):
            usual = [own, *usual] if own == "score_a" else [*usual, own]
        keys = [*usual, *(["hits"] if self.rows.hits else []), *([own] if own and own not in (*usual, "hits") else [])]
        keys += [one for one in more if one not in keys]
        spare = [
            one
            for one in ("score_a", "score_b", "changed")
            if one not in keys and (self.a != self.b or one != "score_b")
        ]
        number = Column(
            "number", "No.", "number", max(4, len(f"{len(self.rows):,}")),
            self._number, order=FILE, rank=3, about=COLUMN_OF["number"].about,
        )  # fmt: skip
        words = Column(
            "words",
            "Words",
            "words",
            0,
            self._words,
            about=f"{self.told.about('words')} {MARK}People said something of it.",
        )
        ranks = [*enumerate(keys, 1), *enumerate(spare, SPARE)]
        return [number, words, *(self._column(key, order, own, rank) for rank, key in ranks)]

    def _column(self, key: str, order: str, own: str, number: int) -> Column:
        rank = 0 if key == own else 1 if key == "hits" else 2 if number <= 2 else 3 + number
        if key == "ranks":
            return Column("ranks", "Rank B ●–○ A", "dumbbell", 9, self._ranks_said, value=self._ranks, rank=rank,
                          about="Where the sentence ranks under B (●) and under A (○), the best at the left")  # fmt: skip
        if key == "lost":
            name = order.removeprefix(LOST)
            return Column(key, "A lost", "figure", 7, partial(self._lost_said, order), order=order,
                          about=f"By how much the score under A is better than that of {name}")  # fmt: skip
        if key.startswith(PHENOMENON):
            name = key.removeprefix(PHENOMENON)
            return Column(key, name, "figure", max(4, len(name)), partial(self._phenomenon, name), rank=rank,
                          about=f"How often {name} is marked in the sentence, and the verdicts on it")  # fmt: skip
        if key not in COLUMN_OF and key != "difference":
            one = measure(key)
            title = measure_title(one, self.told.names())
            return Column(key, title.partition(",")[0], "figure", max(6, len(title.partition(",")[0])),
                          lambda place: one.shown(float(self.scores_of(key)[place]), 1), order=f"{MEASURE}{key}", rank=rank,
                          about=title)  # fmt: skip
        of_order = order if key == own else _ORDER_OF.get(key, "")
        is_words = not COLUMN_OF[key].is_number
        return Column(
            key, self._title(key), "words" if is_words else "figure", COLUMN_OF[key].width, partial(self.told.cell, key),
            order=of_order, rank=rank, about=self.told.about(key),
        )  # fmt: skip

    def _title(self, key: str) -> str:
        if key == "score_a" and not self.comparison.is_gold:
            return "Agreement"
        return {"difference": "A−B", "changed": "Changes"}.get(key) or self.told.title(key)

    def _number(self, place: int) -> str:
        said = self.comparison.numbers_of(place)
        return f"{int(said):,}" if said.isdecimal() else said

    def _words(self, place: int) -> str:
        return f"{MARK if self.rows.is_judged(place) else ''}{self.rows.excerpt(place)}"

    def _ranks(self, place: int) -> tuple[float, float] | None:
        """Where B and A rank a sentence, each from 0, the best, to 1."""
        ends = self.rows.ranks.rank_b[place], self.rows.ranks.rank_a[place]
        if np.isnan(ends[0]):
            return None
        return (float(ends[0] - 1) / max(self.ranked - 1, 1), float(ends[1] - 1) / max(self.ranked - 1, 1))

    def _ranks_said(self, place: int) -> str:
        return f"B {self.told.cell('rank_b', place) or '–'}, A {self.told.cell('rank_a', place) or '–'}"

    def _lost_said(self, order: str, place: int) -> str:
        gain, one = float(self._gain(order)[place]), self.rows.a
        if np.isnan(gain):
            return "–"
        return ("+" if gain > 0 else "−" if gain < 0 else "") + one.shown(abs(gain), 1)

    def _phenomenon(self, name: str, place: int) -> str:
        """How often it occurs in a sentence, with the verdicts."""
        said, system = self.comparison.judgements, self.rows.name
        marks = said.marks_in(place, name)
        verdicts = [SIGNS.get(said.verdict((place, system, mark)) or "", "") for mark in marks]
        return f"{len(marks)} {''.join(verdicts)}".strip() if marks else ""

    def column_options(self, chosen: Sequence[str]) -> list[Option]:
        """The columns that can be added, as a menu: each with whether it is there."""
        measures, names = self.comparison.applying(MEASURES_OF[self.comparison.kind]), self.told.names()
        parts = {
            "Columns": {key: self._title(key) for key in FURTHER},
            "Phenomena": {f"{PHENOMENON}{one}": one for one in sorted(self.comparison.judgements.phenomena)},
            "Measures": {one.key: measure_title(one, names) for one in measures},
        }
        options = {title: [Option(key, said, key in chosen) for key, said in of.items()] for title, of in parts.items()}
        return [one for title, some in options.items() if some for one in (Option("", title), *some)]


# -- from a sentence to the next one with errors like its own ----------------------------------------------------------

NOTHING_SOUGHT = "This sentence has no errors that another one could share."
NONE_FOUND = "No other sentence of the list is like this one."
NO_OTHER_ERROR = "No other sentence of the list has an error like this one."


@dataclass(frozen=True)
class Walk:
    """What is sought from sentence to sentence, where that began, where it is now, and the error that was lit there.

    Who goes on does so with what was sought first, not with what is more like the last one.
    """

    comparison: Comparison
    system: int
    sought: Sought
    at_least: Likeness
    begun: int
    sentence: int
    error: Error | None
    is_round: bool = False
    """The end of the list lies between it and the sentence before."""

    def said(self, errors: ErrorList) -> str:
        """How like the sentence is, in a line."""
        types, number = self.comparison.error_types, self.comparison.numbers_of(self.begun)
        round_the_end = " Round the end of the list." if self.is_round else ""
        if self.sentence == self.begun:
            return f"Sentence {number} again, where this began.{round_the_end}"
        likeness = self.sought.likeness(errors.of(self.sentence), types)
        if self.sought.one is not None:
            key = type_of(self.sought.one, types)
            title = next((one.title for one in types if one.key == key), key)
            like = f"{title}, with {'the same' if likeness == Likeness.LABELS else 'other'} labels"
        else:
            like = {
                Likeness.LABELS: "the same errors, with the same labels",
                Likeness.TYPES: "errors of the same types",
            }.get(likeness or Likeness.SOME, "one of its errors")
        return self.comparison.names(self.system).told_of_errors(f"Like sentence {number}: {like}.{round_the_end}")


def next_like(
    walk: Walk | None,
    comparison: Comparison,
    system: int,
    errors: ErrorList,
    order: Sequence[int],
    place: int,
    lit: Error | None,
    direction: int,
) -> Walk | str:
    """To the next sentence of the list (direction 1) or the one before (-1) that is like a place; why there is none.

    ``walk``: the one before, which goes on where one is still there. ``lit``: the error that people chose, whose like is sought,
    else the like of all errors of the sentence.
    """
    types, own = comparison.error_types, errors.of(place)
    if place not in order or not own:
        return NOTHING_SOUGHT if not own else NONE_FOUND
    here = walk is not None and (walk.comparison, walk.system, walk.sentence) == (comparison, system, place)
    if walk is None or not here or (lit is not None and lit != walk.error):
        sought, at_least, begun = Sought.of(own, types, lit), None, place
    else:
        sought, at_least, begun = walk.sought, walk.at_least, walk.begun
    row = order.index(place)
    found = next_alike(sought, errors, types, order, row, direction, at_least)
    if found is None:
        return NO_OTHER_ERROR if sought.one is not None else NONE_FOUND
    goal, likeness = order[found[0]], found[1]
    error = sought.among(errors.of(goal), types)
    made = Walk(comparison, system, sought, at_least or likeness, begun, goal, error)
    return replace(made, is_round=(found[0] - row) * direction < 0)
