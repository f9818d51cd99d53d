"""The words of a sentence in Why: how each is parsed and what that costs; and what became of the answer of a raw output."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treecompare.comparison.answered import AFTER_REPAIR, AS_IS, FAILURES
from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.constituents.table import LINEAGE_PARTS
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.lattices.comparison import LatticeComparison
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.drawing.lattice_writers import lattice_rows
from treecompare.errors import counted
from treecompare.jobs.base import Block, Fold, Pairs, Row, Share, Text
from treecompare.jobs.compare_list import SentencePlaces
from treecompare.jobs.drawn import SentenceDrawn
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.measures import measure
from treecompare.scores.rich import Rich, link
from treecompare.trees.characters import kept_apart, left_to_right

COLUMNS = {"upos": "UPOS", "xpos": "XPOS", "lemma": "lemma", "feats": "features"}
"""Of words of dependencies, beside head and relation."""
ALL_WORDS = "all-words"
"""What is done to see the words that are the same, too."""


def words(drawn: SentenceDrawn | None, places: SentencePlaces, place: int, is_all: bool) -> list[Block]:
    """The words, or what else this kind lists, as a part that opens.

    Where A or B is Leaf-Ancestor, words have its scores. ``is_all``: also those that are the same in both.
    """
    comparison, system = places.comparison, places.system
    if isinstance(comparison, ConstituentComparison):
        parts = [one for key in (places.a, places.b) if (one := measure(key).part) in LINEAGE_PARTS]
        part = next((one for one in (*parts, *LINEAGE_PARTS) if comparison.table.has(one)), LINEAGE_PARTS[0])
        score = float(places.scores_of(part)[place]) if comparison.table.has(part) else np.nan
        beside = f"{measure(part).title} {measure(part).shown(score)}"
        return [Fold("Words", beside, lambda: _lineages(comparison, system, place, part, is_all))]
    if isinstance(comparison, DependencyComparison):
        return [Fold("Words", "", lambda: _attachments(comparison, system, place, is_all))]
    if isinstance(comparison, LatticeComparison):
        return [Fold("Words", "", lambda: _segments(comparison, system, place))]
    if isinstance(comparison, SchemeComparison):
        return [Fold("Operations", "", lambda: _operations(drawn))]
    return []


def _some(rows: list[Row], of: int, is_all: bool, none: str) -> list[Block]:
    """Rows of words, and the way to the others. ``none``: said where there are no rows."""
    if is_all:
        return [*rows, Text(Rich(link("Only words that differ", ALL_WORDS)))]
    others = of - len(rows)
    more = f"{counted(others, 'word')} {'is' if others == 1 else 'are'} the same in both:"
    last: list[Block] = [Text(Rich(f"{more} ", link("all words", ALL_WORDS)), "quiet")] if others else []
    return [*rows, *last] if rows else [Text(Rich(f"{none} ", link("All words", ALL_WORDS)), "quiet")]


# -- constituents ------------------------------------------------------------------------------------------------------------


def _lineages(comparison: ConstituentComparison, system: int, place: int, part: str, is_all: bool) -> list[Block]:
    """Score and lineages of words; of one that is not right how one lineage becomes the other, and how its score comes about."""
    found = comparison.word_scores(system, place, part)
    if found is None:
        return [Text(comparison.table.reason(system, place) or "Words have no scores here.", "quiet")]
    rows = []
    for number, one in enumerate(found):
        if one.score < 1:
            edit = comparison.word_edit(system, place, number, part)
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


def _attachments(comparison: DependencyComparison, system: int, place: int, is_all: bool) -> list[Block]:
    """Words with head, relation, tags, lemma and features, those that differ in both."""
    graph = comparison.arcs(system, place)
    files = comparison.gold.sentences, comparison.systems[system].sentences
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


def _segments(comparison: LatticeComparison, system: int, place: int) -> list[Block]:
    trees = comparison.trees(system, place)
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
