"""Why a sentence of a comparison scores as it does: in words, its ranks, both scores, its errors, the other systems, its words."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

import numpy as np

from treecompare.analyses.in_words import arcs_in_words, trees_in_words
from treecompare.analyses.sentence_errors import ErrorRow, SentenceErrors, sentence_errors, why_no_errors
from treecompare.comparison.base import Cancel, Comparison
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.table import LINEAGE_PARTS
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.explain import explain_sentence
from treecompare.comparison.judgements import NO, UNCLEAR, YES, shown_mark
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.drawing.lattice_writers import lattice_rows
from treecompare.errors import counted
from treecompare.jobs.base import Block, Field, Fold, Head, Later, Pairs, Row, Score, Text
from treecompare.jobs.compare_list import SentencePlaces
from treecompare.jobs.drawn import ArcsOf, SentenceDrawn
from treecompare.mappings.errors import Error, ErrorList
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.measures import measure
from treecompare.measures.terms import Piece
from treecompare.scores.rich import Rich, link, quiet, strong

VERDICTS = {YES: "right", NO: "wrong", UNCLEAR: "unclear"}
INKS = {"": DELETED, DELETED: DELETED, INSERTED: INSERTED, SWAPPED: SWAPPED}
"""Of the bar beside an error, by what it does."""


def in_words(drawn: SentenceDrawn | None, comparison: Comparison, system: int, place: int) -> list[Block]:
    """What differs, in one to three sentences; nothing where that is not counted."""
    said = ""
    if isinstance(comparison, ConstituentComparison):
        said = trees_in_words(*(comparison.mapping(system, place, kind, "whole", True) for kind in "ET"))
    elif isinstance(comparison, DependencyComparison) and isinstance(drawn, ArcsOf):
        said = arcs_in_words(comparison.arcs(system, place), comparison.compared)
    return [Text(comparison.names(system).told(said))] if said else []


def ranks(places: SentencePlaces, place: int) -> list[Block]:
    """Where A and B rank it, and by how much they differ; nothing where they rank all alike."""
    rows, told = places.rows, places.told
    is_ranked = places.is_ranked or rows.difference[place]
    if not places.ranks_differ or np.isnan(rows.difference[place]) or not is_ranked or not places.comparison.is_gold:
        return []
    b, a = (told.cell(f"rank_{letter}", place) for letter in "ba")
    difference = told.cell("difference", place)
    line = Rich("B ", strong(b), " · A ", strong(a), " · A−B ", strong(difference))
    return [Head("Rank, best first", Rich(quiet(f"of {places.ranked:,}"))), Text(line)]


def scores(places: SentencePlaces, place: int, drawn: str, commands: Container[str] = ()) -> list[Block]:
    """A and B: score, bar, formula whose counts light what they count. ``drawn``: a or b, whose counts are seen in the drawing;
    ``commands``: keys of what can be done, among which may be the steps of a score."""
    found: list[Block] = []
    keys = [("a", places.a), *([("b", places.b)] if places.b != places.a else [])]
    for letter, key in keys:
        one, rows = measure(key), places.rows
        told = explain_sentence(places.comparison, places.system, place, key)
        score = float((rows.score_a if letter == "a" else rows.score_b)[place])
        line = _linked(told.numbers.line, one.part) if told.numbers is not None else Rich(told.undefined)
        share = score if one.percent and not np.isnan(score) else 0.0
        steps = Rich(link("steps\u00a0›", to)) if (to := f"steps:{one.part}") in commands else ""
        found.append(Score(
            letter.upper(), told.title, steps, told.shown, min(max(share, 0.0), 1.0), line, _linked(told.sentence, one.part),
            letter == drawn,
        ))  # fmt: skip
    return found


def _linked(pieces: Sequence[Piece], part: str) -> Rich:
    return Rich(*(link(one.text, f"count:{part}/{one.count}") if one.count else one.text for one in pieces))


# -- errors ----------------------------------------------------------------------------------------------------------------


def errors_of(comparison: Comparison, system: int, place: int, known: ErrorList | None = None) -> list[Error]:
    """The errors of a sentence, heaviest first, those of tags last; none where none are looked for."""
    if known is not None:
        own = known.of(place)
    elif comparison.error_types:
        own = comparison.errors_of(system, place)
    else:
        own = []
    return sorted(own, key=lambda one: ("tag" in one.kind, -one.first_cost - one.second_cost))


def errors(
    comparison: Comparison, system: int, place: int, known: ErrorList | None, keep: Callable[[ErrorList], object]
) -> list[Block]:
    """What is wrong. ``known``: the errors of all sentences; they take long the first time, and ``keep`` gets them."""
    if why_no_errors(comparison, system):
        return []
    if known is not None:
        return error_blocks(sentence_errors(comparison, system, place, known))

    def made(cancel: Cancel, _tell: object) -> list[Block]:
        found = comparison.errors(system, cancel.flag)
        keep(found)
        return error_blocks(sentence_errors(comparison, system, place, found))

    return [Later("Looking for errors…", made)]


def error_blocks(found: SentenceErrors) -> list[Block]:
    """A heading and a row for each."""
    own = errors_of(found.comparison, found.system, found.sentence, found.errors)
    costs = Rich(quiet(f"costs {' · '.join(cost.name for cost in found.comparison.error_costs)}")) if own else ""
    rows = dict(zip(map(id, found.own), found.rows(), strict=True))
    said, _, more = found.said().partition(". ")
    blocks: list[Block] = [Head(said.removesuffix("."), costs), *([Text(more, "quiet")] if more else [])]
    for number, one in enumerate(own):
        blocks.append(_error_row(rows[id(one)], number, one))
    return blocks


def _error_row(row: ErrorRow, number: int, one: Error) -> Row:
    in_all = link(row.link.replace(" ›", "\u00a0›"), f"all:{row.title}") if row.number else quiet("")
    below = Rich(row.sites, "  " if row.sites else "", in_all)
    return Row(
        f"error:{number}", row.title, row.words, f"{one.first_cost} · {one.second_cost}", below, INKS[row.operation]
    )


# -- other systems, words ----------------------------------------------------------------------------------------------------


def others(comparison: Comparison, system: int, place: int, key: str) -> list[Block]:
    """How the other systems do here; a click looks at that system."""
    names, one = comparison.table.systems, measure(key)
    if len(names) < 2:
        return []
    is_better, found = (1 if one.higher_is_better else -1), []
    for number, name in enumerate(names):
        if number == system:
            continue
        score = float(comparison.table.scores(number, key)[place])
        reason = comparison.table.reason(number, place)
        errors = comparison.errors_in(number, place) if not reason else None
        said = counted(errors, "error" if comparison.is_gold else "difference") if errors is not None else reason
        order = -is_better * score if not np.isnan(score) else np.inf
        found.append((order, Row(f"system:{number}", name, said, one.shown(score))))
    return [Head("Others here"), *(row for _, row in sorted(found, key=lambda entry: entry[0]))]


def words(drawn: SentenceDrawn | None, comparison: Comparison, system: int, place: int) -> list[Block]:
    """The words, or what else this kind lists, as a part that opens."""
    if isinstance(comparison, ConstituentComparison):
        part = LINEAGE_PARTS[0]
        score = float(comparison.table.scores(system, part)[place]) if comparison.table.has(part) else np.nan
        beside = f"{measure(part).title} {measure(part).shown(score)}"
        return [Fold("Words", beside, lambda: _lineages(comparison, system, place, part))]
    if isinstance(comparison, DependencyComparison):
        return [Fold("Words", "", lambda: _attachments(comparison, system, place))]
    if isinstance(comparison, LatticeComparison):
        return [Fold("Words", "", lambda: _segments(comparison, system, place))]
    if isinstance(comparison, SchemeComparison):
        return [Fold("Operations", "", lambda: _operations(drawn))]
    return []


def _lineages(comparison: ConstituentComparison, system: int, place: int, part: str) -> list[Block]:
    found = comparison.word_scores(system, place, part)
    if found is None:
        return [Text(comparison.table.reason(system, place) or "Words have no scores here.", "quiet")]
    rows: list[Block] = []
    for number, one in enumerate(found):
        if one.score < 1:
            both = one.gold if one.gold == one.test else f"{one.gold} → {one.test}"
            rows.append(Row(f"word:{number}", one.word, "", f"{100 * one.score:.1f}", both))
    return rows or [Text("Every word has the same lineage in both.", "quiet")]


def _attachments(comparison: DependencyComparison, system: int, place: int) -> list[Block]:
    """The words whose head, relation, tag or lemma differs."""
    graph = comparison.arcs(system, place)
    sides = [(comparison.gold.sentences, "gold"), (comparison.systems[system].sentences, "test")]
    rows: list[Block] = []
    for number, one in enumerate(graph.columns):
        heads = ["; ".join(graph.heads_said(number, side)) for _, side in sides]
        at = [one.gold, one.test]
        columns = [
            [
                file.symbols[int(getattr(file, name)[where])] if where >= 0 else ""
                for name in ("upos", "xpos", "lemma", "feats")
            ]
            for (file, _), where in zip(sides, at, strict=True)
        ]
        others = [f"{a} → {b}" for a, b in zip(*columns, strict=True) if a != b and "_" not in (a, b)]
        told = [*([f"{heads[0]} → {heads[1]}"] if heads[0] != heads[1] else []), *others]
        if told:
            rows.append(Row(f"word:{number}", f"{graph.number(number)}  {one.word}", below="\n".join(told)))
    return rows or [Text("Every word is the same in both.", "quiet")]


def _segments(comparison: LatticeComparison, system: int, place: int) -> list[Block]:
    trees = comparison.trees(system, place)
    rows = [
        (word, f"{gold} → {test}" if gold != test else gold)
        for word, gold, test, _ in lattice_rows(trees.arcs, trees.words)
    ]
    return [Pairs(rows)]


def _operations(drawn: SentenceDrawn | None) -> list[Block]:
    """What turns the parse into what the golds have in common, as it is drawn."""
    words: Sequence[str] = drawn.drawn.trees.words if drawn is not None else ()
    rows: list[Block] = [
        Row(f"word:{number}", one.shown or "node", " ".join(words[one.start : one.end]), one.kind,
            "error" if one.is_charged else "scheme difference, not counted", DELETED if one.is_charged else "")
        for number, one in enumerate(drawn.drawn.operations if drawn is not None else ())
    ]  # fmt: skip
    return rows or [Text("Nothing has to be changed.", "quiet")]


# -- what people say -------------------------------------------------------------------------------------------------------


def note(comparison: Comparison, system: int, place: int, known: Mapping[str, str]) -> list[Block]:
    """Judgement, phenomena, the note. ``known``: phenomena that can be marked, with what they mean."""
    said, name = comparison.judgements, comparison.table.systems[system]
    verdict = said.verdict((place, name, ""))
    pieces: list[Any] = []
    for value, title in VERDICTS.items():
        pieces += [link(f"✓ {title}" if value == verdict else title, f"verdict:{value}"), quiet(" · ")]
    found: list[Block] = [Head("Note", Rich(quiet("t marks"))), Text(Rich(*pieces[:-1]))]
    marks = [mark for one in said.of_sentence(place) for mark in said.marks_in(place, one)]
    for mark in marks:
        about = said.classes.get((place, name, mark), "")
        judged = VERDICTS.get(said.verdict((place, name, mark)) or "", "")
        below = ", ".join(filter(None, (known.get(mark, ""), about, judged)))
        found.append(Row(f"phenomenon:{mark}", shown_mark(mark), below=below))
    return [*found, Field("note", "Note: kept as you type", said.notes.get(place, ""), 4)]
