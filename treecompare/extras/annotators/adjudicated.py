"""What was decided, in words, tables and pages: where each value comes from, and what somebody had otherwise."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import numpy as np

from treecompare.errors import TreecompareError, UsageError, counted, place_of
from treecompare.extras.annotators.adjudication import BY_RULE, DECIDED, Adjudication, told_kind
from treecompare.extras.annotators.differences import ARC, Place, arc_of, order_of, words_in
from treecompare.extras.annotators.settled import IMPLIED, UNDECIDED, NodeModel, Result
from treecompare.pages.html import Cards, Page, Paragraph, Part, Section, Table, as_html
from treecompare.scores.result import Column, ResultTable, Value, count_column, plain_column, text_column
from treecompare.scores.rich import tsv
from treecompare.trees.arcs import NO_HEAD


class Undecided(TreecompareError):
    """Some differences are not decided, and only a whole result is wanted."""


def check_decided(adjudication: Adjudication) -> None:
    """Raises Undecided: a difference is not decided."""
    left = len(adjudication.differences) - adjudication.decided
    if left:
        are = "is" if left == 1 else "are"
        raise Undecided(
            f"{counted(left, 'difference')} {are} not decided; expected all {len(adjudication.differences):,} to be"
        )


def standing(adjudication: Adjudication, first: str = "") -> str:
    """Whose analysis stands where nothing is decided. ``first``: what the first annotator is called, if not by name."""
    is_consensus = adjudication.analyses.is_dependencies and len(adjudication.names) > 2
    return "the consensus stands" if is_consensus else f"{first or adjudication.names[0]}’s stands"


def provenance(adjudication: Adjudication, with_people: bool = False) -> ResultTable:
    """Every difference with the value of each file and of the result, and where that comes from; in the order of the sentences.

    ``with_people``: who decided, and when. Without it two exports of the same decisions are equal.
    """
    rows: list[list[Value]] = []
    for place, values, result in _results(adjudication):
        row: list[Value] = [place.sentence + 1, place.unit, place.field, *values]
        row += [result.value, result.source, str(result.rule or ""), result.note]
        if with_people:
            decision = adjudication.decisions.get(place)
            row += [decision.by, decision.at] if decision is not None else ["", ""]
        rows.append(row)
    columns = [plain_column("sentence"), text_column("unit"), text_column("field")]
    columns += [text_column(name, f"value:{name}") for name in adjudication.names]
    columns += map(text_column, ("result", "source", "rule", "note"))
    columns += [text_column("by"), text_column("at")] if with_people else []
    return ResultTable("Differences and what was decided", tuple(columns), rows)


def _results(adjudication: Adjudication) -> list[tuple[Place, tuple[str, ...], Result]]:
    found = []
    for sentence in sorted(adjudication.of_sentence):
        for place, result in sorted(adjudication.settled(sentence).results.items(), key=lambda one: order_of(one[0])):
            at = adjudication.index.get(place)
            values = adjudication.differences[at].values if at is not None else _agreed(adjudication, place)
            found.append((place, values, result))
    return found


def _agreed(adjudication: Adjudication, place: Place) -> tuple[str, ...]:
    """The values where the analyses agree, of nodes that what is decided rules out."""
    model = adjudication.model(place.sentence)
    assert isinstance(model, NodeModel)
    words = words_in(place.unit)
    return tuple(of.get(words, "") for of in model.chains)


def sources(adjudication: Adjudication) -> Counter[str]:
    """How many differences have their value from where; rules together."""
    states = adjudication.states
    found = Counter(
        decision.source
        for place, decision in adjudication.decisions.items()
        if states[adjudication.index[place]] == DECIDED
    )
    found["rule"] = int((states == BY_RULE).sum())
    found[UNDECIDED] = len(states) - found.total()
    return +found


def changed_for(adjudication: Adjudication, name: str) -> ResultTable:
    """What was decided otherwise than an annotator had it, by kind, the most frequent first: to learn from. Raises
    UsageError: there is no such annotator."""
    mine = place_of(name, adjudication.names, "annotator")
    rows: list[tuple[str, list[Value]]] = []
    for place, values, result in _results(adjudication):
        if result.source == UNDECIDED or values[mine] == result.value:
            continue
        at = adjudication.index.get(place)
        kind = kind_told(place, values[mine], result.value) if at is not None else "implied by other nodes"
        what = value_told(adjudication, place, values[mine]), value_told(adjudication, place, result.value)
        rows.append(
            (kind, [kind, place.sentence + 1, unit_told(adjudication, place), *what, result.source, result.note])
        )
    times = Counter(kind for kind, _ in rows)
    rows.sort(key=lambda one: (-times[one[0]], one[0]))
    columns = (
        Column("kind", str, is_number=False, once=True), plain_column("sentence"), text_column("words"), text_column(name),
        text_column("result"), text_column("source"), text_column("note"),
    )  # fmt: skip
    return ResultTable(f"Decided otherwise than {name}", columns, [row for _, row in rows])


def kinds_for(adjudication: Adjudication, name: str) -> ResultTable:
    """How often what an annotator had was decided otherwise, by kind."""
    times = Counter(str(row[0]) for row in changed_for(adjudication, name).rows)
    rows: list[list[Value]] = [[*one] for one in sorted(times.items(), key=lambda one: (-one[1], one[0]))]
    columns = text_column("kind"), count_column("differences")
    return ResultTable(f"Decided otherwise than {name}, by kind", columns, rows)


def kind_told(place: Place, value: str, result: str) -> str:
    """What was changed, without numbers of words: ``nmod → obl, another head``."""
    if place.field != ARC:
        return f"{place.field}: {value or '–'} → {result or '–'}"
    (head, relation), (to, changed) = arc_of(value), arc_of(result)
    said = relation if relation == changed else f"{relation} → {changed}"
    return f"{said}, {'same head' if head == to else 'another head'}"


def unit_told(adjudication: Adjudication, place: Place) -> str:
    """The words of a difference."""
    words = adjudication.analyses.words_of(place.sentence)
    there = words_in(place.unit)
    return " ".join(word for at, word in enumerate(words) if there >> at & 1)


def value_told(adjudication: Adjudication, place: Place, value: str) -> str:
    """A value as people read it: ``nmod of offices``."""
    if place.field != ARC:
        return value or "–"
    head, relation = arc_of(value)
    words = adjudication.analyses.words_of(place.sentence)
    if head == NO_HEAD:
        return "none" if relation == "_" else f"{relation} of nothing"
    if head == 0:
        return f"{relation} (root)" if relation != "root" else "root"
    return f"{relation} of {words[head - 1]}" if head <= len(words) else f"{relation} of word {head}"


def kinds(adjudication: Adjudication) -> ResultTable:
    """Differences by kind, the most frequent first, with how many are decided, and for whom."""
    rows: list[list[Value]] = []
    for kind, places in sorted(adjudication.of_kind.items(), key=lambda one: (-len(one[1]), one[0])):
        rows.append([told_kind(kind), len(places), int(np.isin(adjudication.states[places], (DECIDED, BY_RULE)).sum())])
    columns = text_column("kind"), count_column("differences"), count_column("decided")
    return ResultTable("Differences by kind", columns, rows)


def summary(adjudication: Adjudication) -> ResultTable:
    """Where values come from, and how many differences are left."""
    found = sources(adjudication)
    touched = {adjudication.differences[at].place.sentence for at in np.flatnonzero(adjudication.states).tolist()}
    found[IMPLIED] = sum(
        result.source == IMPLIED and place in adjudication.index
        for sentence in touched
        for place, result in adjudication.settled(sentence).results.items()
    )
    found[UNDECIDED] -= found[IMPLIED]
    rows: list[list[Value]] = [[source, count] for source, count in (+found).most_common()]
    rows += [["decided", adjudication.decided], ["differences", len(adjudication.differences)]]
    return ResultTable("Decided", (text_column("source"), count_column("differences")), rows)


# -- tables and pages as files -----------------------------------------------------------------------------------------

PROVENANCE = "provenance"
MOST_SENTENCES = 50
"""So many sentences of a kind are on a page."""


def file_names(adjudication: Adjudication) -> dict[str, str]:
    """A file name for each annotator. Raises UsageError: two would be the same."""
    found = {name: "".join("_" if one in '/\\:*?"<>|' else one for one in name) or "_" for name in adjudication.names}
    if len({one.casefold() for one in (*found.values(), PROVENANCE)}) <= len(found):
        names = ", ".join(found)
        raise UsageError(f"{names}: would be written into the same file; expected names that differ as file names")
    return found


def tables(adjudication: Adjudication, with_people: bool = False) -> dict[str, str]:
    """``provenance.tsv``, and for each annotator NAME.tsv: what was decided otherwise."""
    made = {PROVENANCE: provenance(adjudication, with_people)}
    made |= {called: changed_for(adjudication, name) for name, called in file_names(adjudication).items()}
    return {f"{name}.tsv": f"{tsv(table.exact())}\n" for name, table in made.items()}


def pages(adjudication: Adjudication) -> dict[str, str]:
    """For each annotator NAME.html."""
    return {
        f"{called}.html": as_html(page_for(adjudication, name)) for name, called in file_names(adjudication).items()
    }


def page_for(adjudication: Adjudication, name: str) -> Page:
    """The page of one annotator: how often, by kind, and each place with what stands there now, why, and the sentence."""
    changed = changed_for(adjudication, name)
    decided = adjudication.decided
    others = " and ".join(one for one in adjudication.names if one != name)
    lead: list[Paragraph | Cards] = [
        Cards([(f"{decided:,}", "differences decided"), (f"{len(changed.rows):,}", "decided otherwise")]),
        Paragraph(f"Compared with {others}. What was decided as {name} had it is not listed."),
    ]
    sections = [Section("By kind", [Table(kinds_for(adjudication, name))])] if changed.rows else []
    for kind, listed in groupby(changed.rows, key=lambda row: str(row[0])):  # the rows of a kind follow each other
        rows = [row[1:] for row in listed]
        sentences = dict.fromkeys(int(str(row[0])) for row in rows)
        parts: list[Part] = [Table(ResultTable(kind, changed.columns[1:], rows))]
        parts += [
            Paragraph(f"{number}: {' '.join(adjudication.analyses.words_of(number - 1))}", is_quiet=True)
            for number in list(sentences)[:MOST_SENTENCES]
        ]
        sections.append(Section(kind, parts, counted(len(rows), "difference")))
    if not changed.rows:
        sections = [Section("Nothing", [Paragraph(f"Nothing was decided otherwise than {name} had it.")])]
    return Page(f"Decided otherwise than {name}", lead, sections)
