"""What a pattern over gold and systems finds: hits, how often each kind occurs, and scores where it matches and where not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.base import Comparison
from treecompare.comparison.hits import PatternHits, Place
from treecompare.errors import UsageError
from treecompare.measures import measure
from treecompare.scores.result import (
    Column,
    Fact,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    number_column,
    plain_column,
    row_score_column,
    text_column,
)
from treecompare.scores.set_notes import set_note
from treecompare.scores.table import SKIPPED, Average, signed
from treecompare.trees.columns import Mask, Numbers
from treecompare.trees.joined_patterns import GOLD, NODE_STEPS, SYSTEM, CountBy, Joined
from treecompare.trees.tree import WORD

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison

Cancel = NDArray[np.int32] | None
NO_PATTERN = (
    "Type a pattern, such as gold: PP=x > NP  system: x > VP, and this shows what it finds: "
    "scores of the sentences that match and of the others, and hits counted by what is captured."
)


_SAME = ((), *((step,) for step in ("words", "first", "last", "length")))
"""What nodes that stand over the same words have in common; the label, where none is asked for in one of the trees."""


@dataclass(frozen=True)
class Where:
    """What a pattern finds for every system; a part that names no tree is one for the gold."""

    pattern: Joined
    hits: list[PatternHits]

    @property
    def matches(self) -> Mask:
        """Which sentences match, ``[systems, sentences]``."""
        of_each = SYSTEM in self.pattern.sides
        return np.stack([(one if of_each else self.hits[0]).matches for one in self.hits])

    def blocks(self) -> Iterator[tuple[str, Mask]]:
        """The sentences that match, and the others, as tables name them."""
        yield f"where {self.pattern.text}", self.matches
        yield f"where not {self.pattern.text}", ~self.matches


def where(comparison: Comparison, text: str, cancel: Cancel = None) -> Where:
    """What a pattern finds for every system. Raises UsageError: it is none, or names a system that is not there."""
    pattern = comparison.compiled(text).on_gold()
    systems = range(len(comparison.table.systems))
    # the gold's nodes are numbered anew where words are aligned with a system's
    return Where(pattern, [comparison.find(pattern, system, cancel) for system in systems])


def pattern_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Scores where the pattern of the view matches and where it does not, words within hits, hits counted, and hits."""
    if not view.pattern.strip():
        return [ResultTable("Pattern", (text_column("pattern"),), [], NO_PATTERN)]
    found = where(comparison, view.pattern, view.cancel)
    keys = list(dict.fromkeys((*view.keys, view.key_a, view.key_b)))
    tables = [scores_where(comparison, found, keys, view.average), count_table(comparison, found)]
    words = word_table(comparison, found, view)
    return [*tables, *([words] if words is not None else []), *hit_tables(comparison, found)]


# -- scores ----------------------------------------------------------------------------------------------------------------


def scores_where(comparison: Comparison, found: Where, keys: Sequence[str], average: Average) -> ResultTable:
    """The measures by systems: on the sentences that match, and on the others, of those that figures rest on."""
    table = comparison.table
    columns = [text_column("measure")]
    for name in table.systems:
        columns += [row_score_column(name, f"{name} where it matches"), row_score_column(f"{name}, others")]
    masks = [mask for _, mask in found.blocks()]

    def behind(key: str, system: int, mask: Mask, text: str) -> Found:
        return Found(np.flatnonzero(table.rows(system, key) & mask), system, text)

    rows: list[list[Value | Fact]] = []
    for key in keys:
        figures = [table.figures(key, average, mask) for mask in masks]
        rows.append([measure(key).title])
        for system, scores in enumerate(zip(*figures, strict=True)):
            for score, mask, said in zip(scores, masks, ("", "not "), strict=True):
                there = partial(behind, key, system, mask[system], f"{said}{found.pattern.text}")
                rows[-1].append(Fact(score, there))
    signatures = tuple(
        table.signature(key, average, among=signed(block)) for key in keys for block, _ in found.blocks()
    )
    title = f"Scores where it matches, {average}"
    return ResultTable.of(title, columns, rows, set_note(table, keys), signatures, measures=map(measure, keys))


def where_table(comparison: Comparison, found: Where) -> ResultTable:
    """How many sentences match, of all and of those that figures rest on."""
    table, matches = comparison.table, found.matches
    rows: list[list[Value]] = []
    for system, name in enumerate(table.systems):
        common = table.common()
        rests = common.rows if table.on == "common" and common.compared[system] else table.scored(system)
        mask = matches[system]
        number = len(found.hits[system]) if found.pattern.variables else None
        rows.append([name, number, int(mask.sum()), int((mask & rests).sum()), int((~mask & rests).sum())])
    columns = (text_column("system"), *map(plain_column, ("hits", "matching", "of these scored", "others scored")))
    return ResultTable(f"Sentences where {found.pattern.text}", columns, rows, comparison.patterns_look_at())


def word_table(comparison: Comparison, found: Where, view: View) -> ResultTable | None:
    """How well the words are parsed that stand in what was found in the gold: under Leaf-Ancestor, or their attachment.

    None where nothing in the gold was asked for.
    """
    places = _gold_places(found.pattern)
    if not places:
        return None
    is_trees = comparison.pattern_kind == "constituents"
    score = _tree_words if is_trees else _attached
    titles = [measure(view.variant).title] if is_trees else ["UAS", "LAS"]
    rows: list[list[Value | Fact]] = []
    for system, name in enumerate(comparison.table.systems):
        for place in places:
            nodes = found.hits[system].nodes.get(place) if place[0] else found.hits[system].others.get(GOLD)
            assert nodes is not None
            what = place[0] or "the nodes that match"
            scores, count, sentences = score(comparison, found.hits[system], np.unique(nodes), view, system)
            its = Found(sentences, system, f"{what} in {found.pattern.text}")
            rows.append([name, *Fact.each((what, count, *scores), its)])
    columns = (
        text_column("system"),
        text_column("words in"),
        count_column("words"),
        *(number_column(one, 3) for one in titles),
    )
    what = "inside what the pattern finds in the gold" if is_trees else "that the pattern finds in the gold"
    key = view.variant if is_trees else "las"
    signature = comparison.table.signature(key, among=f"by:word|{signed(f'where {found.pattern.text}')}")
    note = f"The mean score of the words {what}, on the sentences that figures rest on."
    return ResultTable.of("Words in hits", columns, rows, note, (signature,))


def _gold_places(pattern: Joined) -> list[Place]:
    """The variables that have a node in the gold; ("", gold) where there are none, but parts on the gold."""
    named: list[Place] = [(name, GOLD) for name in pattern.variables if GOLD in pattern.sides_of(name)]
    unnamed = [part for part in pattern.parts if part.side == GOLD and not part.is_negated and not part.variables]
    return named or ([("", GOLD)] if unnamed else [])


def _tree_words(
    comparison: Comparison, hits: PatternHits, nodes: Numbers, view: View, system: int
) -> tuple[list[float], int, Numbers]:
    """The mean Leaf-Ancestor score of the words below some nodes of the gold, how many there are, and their sentences."""
    from treecompare.analyses.words import gold_word_scores

    of_trees = cast("ConstituentComparison", comparison)
    at, gold = hits.sides.of[GOLD].at, of_trees.pairs(system).gold
    inside = np.zeros(int(gold.word_counts.sum()) + 1, np.int64)
    chosen = nodes[hits.matches[at.sentence[nodes]]]
    np.add.at(inside, at.running[at.leftmost[chosen]], 1)
    np.add.at(inside, at.running[chosen + 1], -1)
    scores, _ = gold_word_scores(of_trees, View(system, variant=view.variant, cancel=view.cancel))
    sentences = gold.sentence_of[gold.kinds == WORD]
    rests = comparison.table.rows(system, view.variant)[sentences]
    is_inside = np.zeros(len(gold.labels), np.bool_)
    is_inside[gold.kinds == WORD] = np.cumsum(inside)[:-1] > 0
    mask = is_inside[gold.word_nodes] & ~np.isnan(scores) & rests
    weights = of_trees.pairs(system).weights
    of_words = np.ones(len(scores)) if weights is None else weights
    full = float(of_words[mask].sum())
    mean = float((scores[mask] * of_words[mask]).sum()) / full if full else float("nan")
    return [mean], int(mask.sum()), np.unique(sentences[mask])


def _attached(
    comparison: Comparison, hits: PatternHits, nodes: Numbers, view: View, system: int
) -> tuple[list[float], int, Numbers]:
    """Which share of some words of the gold has the right head, and the right head and relation; how many; their sentences."""
    of_words = cast("DependencyComparison", comparison).scores[system]
    gold = of_words.gold
    chosen = np.zeros(gold.words, np.bool_)
    chosen[nodes[hits.matches[gold.sentence_of[nodes]]]] = True
    chosen &= of_words.gold_scored & comparison.table.rows(system, "las")[gold.sentence_of]
    number = int(chosen.sum())
    right = [int((of_words.right(part) & chosen[of_words.gold_words]).sum()) for part in ("uas", "las")]
    shares = [one / number if number else float("nan") for one in right]
    return shares, number, np.unique(gold.sentence_of[chosen])


# -- hits ------------------------------------------------------------------------------------------------------------------


def count_table(comparison: Comparison, found: Where) -> ResultTable:
    """Hits by what ``count by`` says, a row per combination; without it a row per system. Most frequent first."""
    keys = [(by, side) for by in found.pattern.count_by for side in _sides_of(found.pattern, by)]
    rows: list[list[Value | Fact]] = []

    def add(name: str, kind: Sequence[str], number: int | None, sentences: Numbers, system: int, text: str) -> None:
        its = partial(Found.items, sentences, system, text)
        rows.append([name, *Fact.each((*kind, number), its), Fact.of(Found(np.unique(sentences), system, text))])

    for system, name in _searched(comparison, found):
        hits = found.hits[system]
        texts = [hits.sides.of[side].value(by, hits.nodes[by.variable, side]) for by, side in keys]
        if not keys:
            of_hits = hits.rows if found.pattern.variables else np.flatnonzero(hits.matches)
            add(name, (), len(hits) if found.pattern.variables else None, of_hits, system, found.pattern.text)
            continue
        kinds = list(zip(*texts, strict=True))
        members: dict[tuple[str, ...], list[int]] = {kind: [] for kind in kinds}
        for row, kind in zip(hits.rows.tolist(), kinds, strict=True):
            members[kind].append(row)
        for kind, number in sorted(Counter(kinds).items(), key=lambda one: (-one[1], one[0])):
            add(name, kind, number, np.array(members[kind], np.int64), system, ", ".join(kind))
    number = sum(len(found.hits[system]) for system, _ in _searched(comparison, found))
    told = f"{number:,} hits." if found.pattern.variables else ""
    heads = [text_column("system"), *(text_column(_title(found.pattern, by, side)) for by, side in keys)]
    return ResultTable.of(
        f"Counts of {found.pattern.text}", (*heads, count_column("hits"), count_column("sentences")), rows,
        f"{told} {comparison.patterns_look_at()}".strip(),
    )  # fmt: skip


def hit_tables(comparison: Comparison, found: Where) -> list[ResultTable]:
    """A row per hit: its sentence, and of every node what ``count by`` says, else its label and its mother or head; and its words.

    A row per sentence where the pattern has no variables.
    """
    pattern, texts = found.pattern, comparison.texts()
    keys = [(by, side) for by in _shown(pattern) for side in _sides_of(pattern, by)]
    is_of_nodes = bool(pattern.variables)
    rows: list[list[Value]] = []
    places: list[tuple[int, int]] = []
    for system, name in _searched(comparison, found):
        hits = found.hits[system]
        columns = [hits.sides.of[side].value(by, hits.nodes[by.variable, side]) for by, side in keys]
        of_hits = hits.rows if pattern.variables else np.flatnonzero(hits.matches)
        for number, row in enumerate(of_hits.tolist()):
            cells = (column[number] for column in columns)
            rows.append(
                [name, comparison.number_of(row), comparison.ids[row], *cells, *([] if is_of_nodes else [texts[row]])]
            )
            places.append((system, row))

    def behind(row: int, column: int) -> Found | None:
        system, sentence = places[row]
        return Found(np.array([sentence]), system, f"sentence {comparison.numbers_of(sentence)}")

    heads: list[Column] = [text_column("system"), plain_column("sentence"), text_column("id")]
    heads += [text_column(_title(pattern, by, side)) for by, side in keys]
    what = "hits" if pattern.variables else "sentences"
    skipped = comparison.table.statuses == SKIPPED
    # of a pattern that is not about each system in turn: where none of them is scored
    lost = sum(
        bool(skipped[system, row] if SYSTEM in pattern.sides else skipped[:, row].all()) for system, row in places
    )
    note = f"{len(rows):,} {what} of {pattern.text}."
    note += f" {lost:,} of them stand in sentences that are not scored." if lost and is_of_nodes else ""
    note += f" {lost:,} of them are not scored." if lost and not is_of_nodes else ""
    note = f"{note} {comparison.patterns_look_at()}".strip()
    heads += [] if is_of_nodes else [text_column("words")]
    return [ResultTable(what.capitalize(), tuple(heads), rows, note, found=behind)]


def _searched(comparison: Comparison, found: Where) -> list[tuple[int, str]]:
    """The systems for which hits are told apart: only one, without a name, where the pattern is not about each in turn."""
    systems = list(enumerate(comparison.table.systems))
    return systems if SYSTEM in found.pattern.sides else [(0, "–")]


def _shown(pattern: Joined) -> list[CountBy]:
    step = NODE_STEPS[pattern.kind]
    last = "words" if pattern.kind == "constituents" else "form"
    found: list[CountBy] = list(pattern.count_by)
    for name in pattern.variables:
        found += [] if pattern.count_by else [CountBy(name), CountBy(name, (step,))]
        if not any(one.variable == name and one.steps == (last,) for one in found):
            found.append(CountBy(name, (last,), pattern.sides_of(name)[0]))
    return found


def _sides_of(pattern: Joined, by: CountBy) -> list[str]:
    """The trees in which something is counted; what has to be the same in all is counted once."""
    if by.side:
        return [by.side]
    sides = pattern.sides_of(by.variable)
    if by.steps in _SAME and pattern.kind == "constituents":
        parts = [part for part in pattern.parts if part.side in sides and by.variable in part.variables]
        own = {part.side for part in parts if part.is_labelled(by.variable)}
        return [side for side in sides if side in own] or sides[:1]
    return sides


def _title(pattern: Joined, by: CountBy, side: str) -> str:
    named = by.side or len(_sides_of(pattern, by)) == 1
    return by.text if named else f"{by.text} in {side}"


def check_pattern(comparison: Comparison, text: str) -> None:
    """Whether a pattern can be looked for, before anything is scored. Raises UsageError: it cannot."""
    if not text.strip():
        raise UsageError("the pattern is empty; expected one such as 'gold: PP=x > NP  system: x > VP'")
    comparison.compiled(text)
