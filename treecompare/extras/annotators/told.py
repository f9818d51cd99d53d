"""What people are told of differences and asked about them: rows of a list, questions and answers, rules, what was decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

import numpy as np

from treecompare.drawing.names import short_names
from treecompare.errors import UsageError, counted, named
from treecompare.extras.annotators.adjudicated import sources, standing, unit_told, value_told
from treecompare.extras.annotators.adjudication import BY_RULE, DECIDED, LEFT, OPEN, Adjudication, told_kind
from treecompare.extras.annotators.decisions import FILE, NEITHER, NOTED, OTHER
from treecompare.extras.annotators.differences import (
    ARC,
    NODES,
    UPOS,
    XPOS,
    Analyses,
    Difference,
    Place,
    arc_of,
    arc_value,
)
from treecompare.extras.annotators.queue import values_told
from treecompare.extras.annotators.settled import UNDECIDED
from treecompare.extras.annotators.word_units import absent_said
from treecompare.jobs.base import Choice
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.readers.conll import DependencyTreebank
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL

MOST_DECISIONS = 100
"""So many decisions are listed."""
MOST_NAMED = 8
"""So many sentences are named."""
INKS = DELETED, INSERTED, SWAPPED
"""Of each analysis."""
NOTHING_YET = "○"
"""Stands for whoever was right where nothing is decided."""
LABELS = ARC, UPOS, XPOS, NODES
"""Fields whose values are labels that may be misspelt."""
HOW_TYPED = {
    ARC: "Head and relation, as 3:nmod or offices nmod; a relation alone keeps the head",
    NODES: "Labels from the top, as NP Nom; nothing: no constituent",
}
"""By field how another value is typed."""


def called_shortly(names: Sequence[str], beside: Sequence[str] = ()) -> dict[str, str]:
    """What each of some analyses is called: without what all their names begin with, and end in. ``beside``: names of files that
    the first one stands beside; no other one is a file then."""
    if beside:
        return dict(zip(names, names, strict=True)) | {names[0]: called_shortly([names[0], *beside])[names[0]]}
    short = short_names("", names)
    turned = short_names("", [name[::-1] for name in short])
    return dict(zip(names, [name[::-1] for name in turned], strict=True))


# -- a row of the list -------------------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A difference in the list: number of the sentence, words, what differs, for whom it was decided, by whom or what."""

    number: str
    words: str
    values: str
    source: str
    who: str


def row_told(made: Adjudication, at: int, called: Mapping[str, str]) -> Row:
    """A difference, by its number; ``called``: the analyses in short."""
    difference = made.differences[at]
    place, state = difference.place, int(made.states[at])
    decision = made.decisions.get(place)
    source, who = NOTHING_YET, ""
    if state == DECIDED and decision is not None:
        source = f"{'Other' if decision.choice == OTHER else called.get(decision.source, decision.source)} ✓"
        who = ", ".join(filter(None, (decision.by, decision.at[11:16])))
    elif state == BY_RULE:
        source = f"{called.get(rule.file, '')} ✓" if (rule := made.rule_at(place)) is not None else "✓"
        who = rule.source if rule is not None else ""
    elif state == LEFT:
        source, who = "neither", "left open"
    values = values_told(made, difference)
    if decision is not None and decision.choice == OTHER:
        values = f"{values} → {value_told(made, place, decision.value)}"
    return Row(str(place.sentence + 1), unit_told(made, place), values, source, who)


# -- the question --------------------------------------------------------------------------------------------------------------


def question_told(made: Adjudication, place: Place) -> str:
    """What is asked about a difference."""
    what = {ARC: "which head and relation?", NODES: "which constituents?"}.get(place.field, f"which {place.field}?")
    return f"{unit_told(made, place)}: {what}"


def answers(made: Adjudication, difference: Difference, called: Mapping[str, str]) -> list[Choice]:
    """One for each analysis, neither, and another value."""
    place = difference.place
    decision = made.decisions.get(place)
    rule = made.rule_at(place)
    chosen = rule.file if rule is not None else decision.source if decision is not None else ""
    found = []
    for number, (name, value, ink) in enumerate(zip(made.names, difference.values, INKS, strict=False), 1):
        said = value_told(made, place, value) if value else "no constituent" if place.field == NODES else "none"
        refusal = made.refusal(place, value)
        why_not = refusal.why if refusal is not None else ""
        found.append(Choice(str(number), called[name], said, ink, chosen == name, why_not))
    is_neither = decision is not None and decision.choice == NEITHER
    found.append(Choice("0", "Neither", "stays undecided", is_chosen=is_neither))
    other = decision.value if decision is not None and decision.choice == OTHER else None
    any_value = {ARC: "any head, relation", NODES: "any labels"}.get(place.field, "any value")
    said = any_value if other is None else value_told(made, place, other)
    return [*found, Choice("e", "Other…", said, is_chosen=other is not None)]


def standing_told(made: Adjudication, sentence: int, called: Mapping[str, str]) -> str:
    """What the drawing of a sentence as it stands shows that is not decided; ``decided`` where all is."""
    if all(one.source != UNDECIDED for one in made.settled(sentence).results.values()):
        return "decided"
    sign = "dotted" if made.analyses.is_dependencies else "?"
    return f"{sign}: undecided, {standing(made, called[made.names[0]])} until then"


# -- rules ---------------------------------------------------------------------------------------------------------------------


def ruled(made: Adjudication, last: Place | None, shown: Difference) -> Difference:
    """The difference of whose choice a rule would be made: the one that was decided ``last`` for a file while there are others open
    of its kind, for people ask for it after they have decided; else the one that is looked at."""
    decision = made.decisions.get(last) if last is not None else None
    if last is None or decision is None or decision.choice != FILE or not open_of_kind(made, last):
        return shown
    return made.differences[made.index[last]]


def open_of_kind(made: Adjudication, place: Place) -> int:
    """How many differences of the same kind are open."""
    return sum(made.states[one] == OPEN for one in made.same_kind(place))


def rule_offered(made: Adjudication, of: Difference, shown: Difference, called: Mapping[str, str]) -> str:
    """What stands on the link that asks for a rule."""
    if of is shown:
        return f"Same choice for all {len(made.same_kind(of.place)):,} of this kind…"
    return f"{called[made.decisions[of.place].file]} again for {open_of_kind(made, of.place):,} more of the last kind…"


def rule_asked(made: Adjudication, of: Difference, file: str) -> tuple[str, str]:
    """The question whether a rule is meant, and what it would decide. ``file``: the one that is meant already, or empty."""
    kind = told_kind(of.kind)
    text = f"Always {file} for {kind}?" if file else f"For all differences of this kind: {kind}"
    still = counted(open_of_kind(made, of.place), "open difference")
    return text, f"{still}. Your own decisions stay; rules can be revoked."


def rule_told(made: Adjudication, number: int) -> str:
    """What a rule has decided."""
    refused = made.refused_by(number)
    left = f"; {refused:,} left open, where no tree would be left" if refused else ""
    return f"Rule {number}: {counted(len(made.decided_by(number)), 'difference')} decided{left}."


# -- what was decided ----------------------------------------------------------------------------------------------------------


def decisions_told(made: Adjudication, called: Mapping[str, str]) -> list[tuple[Place, str]]:
    """The decisions, the newest first: what was decided, and in a second line who did it, when and why."""
    found = []
    for place, decision in nlargest(MOST_DECISIONS, made.decisions.items(), key=lambda one: one[1].number):
        if decision.choice == NOTED:
            continue
        source = called.get(decision.source, decision.source)
        said = f"{source}, {value_told(made, place, decision.value)}" if decision.is_decided else "neither"
        note = f"“{decision.note}”" if decision.note else ""
        who = " · ".join(filter(None, (decision.at[11:16], decision.by, note)))
        found.append((place, "\n".join(filter(None, (f"{unit_told(made, place)}: {said}", who)))))
    return found


def rules_told(made: Adjudication) -> list[tuple[int, str]]:
    """The rules by their numbers: in words, and in a second line what each has decided."""
    found = []
    for number, rule in sorted(made.rules.items()):
        decided, refused = len(made.decided_by(number)), made.refused_by(number)
        left = f", {refused:,} left open: no tree" if refused else ""
        found.append((number, f"{number}. always {rule.file} for {told_kind(rule.kind)}\n{decided:,} decided{left}"))
    return found


def sources_told(made: Adjudication, called: Mapping[str, str]) -> list[tuple[str, int]]:
    """Where values come from: each analysis, other values and rules if there are any, and how many are undecided."""
    found = sources(made)
    told = [(called[name], found[name]) for name in made.names]
    told += [(title, found[source]) for title, source in (("Other", OTHER), ("Rules", "rule")) if found[source]]
    return [*told, ("Undecided", found[UNDECIDED])]


# -- what cannot be decided ----------------------------------------------------------------------------------------------------


def none_said(analyses: Analyses) -> str:
    """That analyses do not differ, of how many sentences this is said, and which were not compared."""
    said = f"No differences between {', '.join(analyses.names)} in {counted(len(analyses.rows), 'sentence')}"
    left = [f"{counted(count, 'sentence')} of {name}" for name, count in analyses.missing.items()]
    left += absent_said(analyses.names, analyses.treebanks, also_of_all=False)
    others = f"; not compared: {', '.join(left)}" if left else ""
    return f"{said}{others}. {skipped_said(analyses.skipped)}".strip()


def skipped_said(skipped: Mapping[int, str]) -> str:
    """Which sentences cannot be decided, by the number from 0 of each, and why; empty if there are none."""
    reasons = list(dict.fromkeys(skipped.values()))
    others = ", among other reasons" if len(reasons) > 1 else ""
    return f"{_named(list(skipped))} cannot be decided: {reasons[0]}{others}." if skipped else ""


def not_in_all_said(sentences: Sequence[int]) -> str:
    """Which sentences of a gold, by their numbers from 0, not all systems have."""
    are = "is" if len(sentences) == 1 else "are"
    return f"{_named(sentences)} {are} not in all systems with the same words: only what varies is asked about there."


def _named(sentences: Sequence[int]) -> str:
    numbers = named([f"{sentence + 1:,}" for sentence in sentences], MOST_NAMED)
    return f"{'Sentence' if len(sentences) == 1 else 'Sentences'} {numbers}"


def typed_value(adjudication: Adjudication, place: Place, text: str) -> str:
    """A value as it is stored. Of an arc the head is a number or a word (the nearest of that form; 0 or ``root``: the root);
    without a head, or without a relation, that of the sentence as it stands is meant.

    Raises UsageError: it is none; says what was expected.
    """
    if place.field != ARC:
        return text.strip()
    words = adjudication.analyses.words_of(place.sentence)
    now = adjudication.settled(place.sentence).results[place].value
    head, relation = arc_of(now)
    typed = " ".join(text.split())
    if not typed:
        raise UsageError("nothing was typed; expected a head and a relation, as 3:nmod")
    before, mark, after = typed.partition(":")
    if not (mark and _head(words, before.strip(), int(place.unit)) is not None):
        before, mark, after = typed.partition(" ")
    found = _head(words, before.strip(), int(place.unit))
    if mark and found is not None and after.strip():
        return arc_value(found, after.strip())
    if not mark and typed.isdigit():
        return arc_value(int(typed), relation)
    if " " in typed:
        raise UsageError(
            f"there is no word '{before[:40]}' in this sentence; expected a head and a relation, as 3:nmod"
        )
    return arc_value(head, typed)


def _head(words: list[str], text: str, word: int) -> int | None:
    """The head that somebody typed: a number, or the nearest word of that form; None for none."""
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    there = [number for number, form in enumerate(words, 1) if form == text and number != word]
    if not there:
        there = [
            number for number, form in enumerate(words, 1) if form.casefold() == text.casefold() and number != word
        ]
    if there:
        return min(there, key=lambda one: (abs(one - word), one))
    return 0 if text.casefold() == "root" else None


def labels_in(adjudication: Adjudication, field: str) -> set[str]:
    """The relations, tags or labels that words or nodes of the analyses have; nothing of a field whose values are not chosen from
    some."""
    known: set[str] = set()
    if field not in LABELS:
        return known
    for treebank in adjudication.analyses.treebanks:
        if isinstance(treebank, DependencyTreebank):
            column = getattr(treebank.sentences, "deprel" if field == ARC else field)
            known.update(treebank.sentences.symbols.texts[number] for number in np.unique(column).tolist())
    for chains in adjudication.analyses.chains:
        trees, kind = chains.trees, CONSTITUENT if field == NODES else PRETERMINAL
        known.update(trees.symbols.texts[number] for number in np.unique(trees.labels[trees.kinds == kind]).tolist())
    return known


def used_nowhere(place: Place, value: str, known: set[str]) -> list[str]:
    """Which relations, tags or labels of a value are not among those of the files: they may be misspelt."""
    labels = [arc_of(value)[1]] if place.field == ARC else value.split()
    return [label for label in labels if label not in known] if place.field in LABELS else []


def used_nowhere_told(labels: Sequence[str]) -> str:
    """The same as a sentence."""
    are = "are" if len(labels) > 1 else "is"
    return f"{' and '.join(labels)} {are} used nowhere else in these files."
