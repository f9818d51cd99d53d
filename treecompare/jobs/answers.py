"""The questions of the overview, which table and plot stands under which, and what the figures answer: in lines, and in a
paragraph.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.analysis import Analysis
from treecompare.analyses.by_category import recall_precision_f1
from treecompare.analyses.catalogue import ANALYSES
from treecompare.analyses.sentence_list import rank_shown
from treecompare.comparison.base import Comparison
from treecompare.drawing.names import short_names
from treecompare.errors import counted
from treecompare.jobs.base import Block, Pairs, Text
from treecompare.measures import MEASURES_OF, measure
from treecompare.registry import find
from treecompare.scores.items import SAME
from treecompare.scores.ranks import compare_ranks, system_ranks
from treecompare.scores.result import View
from treecompare.scores.set_notes import measure_title
from treecompare.scores.significance import ITERATIONS, significance
from treecompare.scores.table import SKIPPED, Figure, number_text, typeset

ALPHA = 0.05
"""From this corrected p on a difference may be chance."""
FREQUENT = 10
"""So often the gold has a label whose F1 is told."""
MOST_SAID = 3
"""Of pairs of systems that change places."""
LABELS = {"constituents": "label", "words": "relation"}


class Answers:
    """The answers for one system, A and B. ``known``: a line by the key of a question, as far as they are counted."""

    def __init__(self, comparison: Comparison, view: View) -> None:
        self.comparison, self.view = comparison, view
        self.known: dict[str, str] = {}
        self._more: dict[str, list[str]] = {}
        self._chance: Sequence[Block] = ()
        self._shortly = short_names(comparison.gold.name, comparison.table.systems)
        own = self._shortly[view.system]
        self._pair = own if comparison.is_gold else f"{comparison.gold.name} and {own}"
        """The system; where neither analysis is gold, both."""

    def answer_all(self, cancel: Any) -> None:
        """Counts what is not known. Raises Cancelled: nobody waits any more."""
        if self.known:
            return
        found = {
            "better": self._better(), "disagree": self._disagree(), "errors": self._errors(cancel), "labels": self._labels(),
            "agree": self._agree(), "files": self._files(),
        }  # fmt: skip
        self.known = {key: one for key, one in found.items() if one}

    def said(self, question: str) -> list[str]:
        """The answer and what is to be known besides, as sentences."""
        line, more = self.known.get(question, ""), self._more.get(question, [])
        if line and not line.startswith((self._pair, *self._shortly)):  # names stay as they are written
            line = f"{line[:1].upper()}{line[1:]}"
        return [f"{line}." if line else "", *more] if line or more else []

    # -- one by one ----------------------------------------------------------------------------------------------------------

    def _better(self) -> str:
        """Which system is first under how many measures; of a single one its score."""
        view = self.view
        if len(self._shortly) == 1:
            score = self._scores(view.key_a)[0]
            return f"{self._pair}: {self._title(view.key_a)} {typeset(measure(view.key_a).shown(score) + number_text(score))}"
        keys = list(dict.fromkeys((view.key_a, view.key_b, *view.keys)))
        ranks = system_ranks(self.comparison.table, keys, view.average)
        first = np.fmin.reduce(ranks, axis=0)  # equal scores are all first
        best = {key: np.flatnonzero(ranks[:, at] == first[at]).tolist() for at, key in enumerate(keys)}
        firsts = Counter(system for systems in best.values() for system in systems)
        if not firsts:
            return "not all sentences are compared yet" if self.comparison.table.waits() else ""
        told = [key for key, systems in best.items() if systems]
        times = firsts.most_common(1)[0][1]
        leading = [system for system in firsts if firsts[system] == times]
        others = []
        for other in (system for system in firsts if firsts[system] < times):
            titles = " and ".join(self._title(key) for key in told if other in best[key])
            others.append(f"{self._shortly[other]} is first under {titles}.")
        self._more["better"] = [*filter(None, [" ".join([*others, *self._changes(keys, ranks)])])]
        under = f"{times} of {counted(len(told), 'measure')}" if times < len(told) else _all(len(told))
        each = "each " if len(leading) > 1 else ""
        to = "" if self.comparison.is_gold else f"closest to {self.comparison.gold.name}: "
        return f"{to}{' and '.join(self._shortly[system] for system in leading)}, {each}under {under}"

    def _scores(self, key: str) -> list[Figure]:
        """The scores of all systems."""
        return self.comparison.table.averaged(key, [self.view.average])[1][0]

    def _title(self, key: str) -> str:
        """A measure's title; that of one that is not symmetric says whose it is."""
        return measure_title(measure(key), self.comparison.names())

    def _changes(self, keys: Sequence[str], ranks: NDArray[np.float64]) -> Iterator[str]:
        """Which systems change places between A and another measure. ``ranks``: a row a system, a column a measure."""
        names = self._shortly
        changed: dict[tuple[int, int], list[str]] = {}
        for column, key in enumerate(keys[1:], 1):
            for one, other in combinations(range(len(names)), 2):
                before, now = (ranks[one, [0, column]] - ranks[other, [0, column]]).tolist()
                if before * now < 0:
                    changed.setdefault((one, other), []).append(self._title(key))
        told = [
            f"{names[one]} and {names[other]} under {' and '.join(titles) if len(titles) < 3 else f'{len(titles)} measures'}"
            for (one, other), titles in sorted(changed.items(), key=lambda one: -len(one[1]))[:MOST_SAID]
        ]
        if told:
            more = len(changed) - len(told)
            told += [f"and {counted(more, 'more pair')}"] if more else []
            yield f"Change places: {'; '.join(told)}."
        elif ranks.shape[1] > 1 and (ranks == ranks[:, :1]).all():  # also no tie under one only, no rank missing
            yield "All measures rank the systems alike."

    def _disagree(self) -> str:
        view, table = self.view, self.comparison.table
        if view.key_a == view.key_b:
            return "A and B are the same measure"
        compared = compare_ranks(table, view.system, view.key_a, view.key_b)
        if np.isnan(compared.difference).all():
            return ""
        row = int(np.nanargmax(np.abs(compared.difference)))
        if not compared.difference[row]:
            return "A and B rank all sentences alike"
        distance = compared.kendall.distance
        if distance is not None:
            told = f"Of all pairs of sentences A and B order {100 * distance:.1f} % differently."
            self._more["disagree"] = [told]
        return f"sentence {self.comparison.numbers_of(row)}: {rank_shown(compared.difference[row], sign=True)} ranks"

    def _errors(self, cancel: Any) -> str:
        types = self.comparison.error_types
        if not types:
            return "needs constituents or dependencies"
        errors = self.comparison.errors(self.view.system, cancel.flag)
        costs = [one.measure for one in self.comparison.error_costs]
        rows = self.comparison.table.rows(self.view.system, costs[0])[errors.sentences]
        sizes = sorted(((int((one.among(errors) & rows).sum()), one.title) for one in types), reverse=True)
        if not sizes[0][0]:
            return f"{self._shortly[self.view.system]}: none"
        self._more["errors"] = [f"{int(rows.sum()):,} in all."]
        told = ", ".join(f"{title} {size:,}" for size, title in sizes[:2] if size)
        return self.comparison.names(self.view.system).told_of_errors(f"{self._shortly[self.view.system]}: {told}")

    def _labels(self) -> str:
        """The worst of the frequent labels."""
        what = next((one for one in LABELS if one in self.comparison.item_keys), None)
        if what is None:
            return "needs constituents, dependencies or lattices"
        found = self.comparison.items(self.view.system, what).by(LABELS[what])
        f1 = recall_precision_f1(found, found.right(SAME if what == "words" else ""))[2]
        frequent = zip(f1, found.names, found.counts()[0].tolist(), strict=True)
        scored = [(score, name) for score, name, gold in frequent if score is not None and gold >= FREQUENT]
        if not scored:
            return ""
        score, name = min(scored)
        if score == 1:
            return f"{self._shortly[self.view.system]}: F1 of all frequent labels is 100"
        self._more["labels"] = [f"Among labels that the gold has {FREQUENT} times or more."]
        return f"{self._shortly[self.view.system]}: lowest F1 for {name}, {100 * score:.2f}"

    def _agree(self) -> str:
        if not self.comparison.is_gold:  # the score of both is the first answer
            return ""
        voices = len(self.comparison.systems)
        return "needs two annotators" if voices < 2 else f"the {voices} systems, with each other"

    def _files(self) -> str:
        is_skipped = (self.comparison.table.statuses == SKIPPED).any(axis=0)
        left = f"; {np.count_nonzero(is_skipped):,} not scored" if is_skipped.any() else ""
        words = int(sum(self.comparison.word_counts()))
        said = [f"{counted(words, 'word')} in the gold."] if self.comparison.is_gold else []
        some = ["Not scored: in one system or more."] if left and len(self._shortly) > 1 else []
        self._more["files"] = [*said, *some]
        return f"{counted(self.comparison.sentences, 'sentence')}{left}"

    # -- chance --------------------------------------------------------------------------------------------------------------

    def chance(self, cancel: Any) -> Sequence[Block]:
        """Which differences of systems under A and B may be chance. Raises Cancelled: nobody waits any more."""
        if not self._chance:
            self._chance = self._tested(cancel)
        return self._chance

    def _tested(self, cancel: Any) -> Sequence[Block]:
        table, view, names = self.comparison.table, self.view, self._shortly
        keys = list(dict.fromkeys((view.key_a, view.key_b)))
        every = significance(table, keys, [view.average], cancel=cancel.flag).differences
        found = [one for one in every if not math.isnan(one.holm)]
        highest = max((one.holm for one in found if one.holm < ALPHA), default=0.0)
        rows = [
            (f"{'AB'[keys.index(one.key)]}  {names[one.one]} · {names[one.other]}", f"≈ {one.holm:.2f}")
            for one in found
            if one.holm >= ALPHA
        ]
        if not found:
            return [Text("No two systems have scores on the same sentences.", "quiet")]
        under = " under both" if len({one.key for one in found}) > 1 else ""
        tested = "tested " * (len(found) < len(keys) * math.comb(len(names), 2))
        others = f"All {'other ' * bool(rows)}{tested}pairs differ{under}"
        told = f"{others}, p ≤ {highest:.4f}." if highest else f"Every {tested}difference may be chance."
        pairs = counted(len({(one.one, one.other) for one in found}), "pair")
        method = f"Shuffled sentence by sentence, {ITERATIONS:,} times; p after Holm over {pairs}."
        return [*([Pairs(rows)] if rows else []), Text(told, "quiet"), Text(method, "quiet")]


def _all(measures: int) -> str:
    return {1: "the measure", 2: "both measures"}.get(measures, f"all {measures} measures")


# -- the questions of the overview -------------------------------------------------------------------------------------

SYSTEMS, PAPER, BATCH = "systems", "paper", "batch"


class Question(NamedTuple):
    """``about``: what stands below it until it is answered; ``entries``: what stands under it."""

    key: str
    title: str
    about: str
    entries: tuple[str, ...]


QUESTIONS = (
    Question("better", "Which system is better?", "ranks, chance, wins", (
        SYSTEMS, "significance", "wins", "by-length", "histogram", "rankings", "phenomena", "schemes", "scenarios",
        "frameworks", PAPER,
    )),
    Question("disagree", "Where do measures disagree?", "A against B, sentence by sentence", (
        "concordance", "deciles", "ancestry", "jp-evalb", "judged-scores",
    )),
    Question("errors", "Which errors?", "types, lengths, contexts", (
        "errors", "error-groups", "error-causes", "word-error-causes", "failures", "word-failures", "mothers",
        "operations", "pattern", "trust",
    )),
    Question("labels", "Which labels and words?", "F1 by label, confusions, lineages", (
        "labels-by-system", "relations-by-system", "labels", "tags", "functions", "breakdown", "confusion", "columns",
        "edges", "discontinuous", "words", "lineages",
    )),
    Question("agree", "How far do people agree?", "agreement, judgements", (
        "annotators", "right", "words-right", "judgements",
    )),
    Question("files", "What is in the files?", "statistics, pairing, checks", (
        "statistics", "checklist", "pairing", "skipped", "outcomes", "check", "word-check", "variation",
    )),
    Question("many", "Many treebanks", "treebank × system; only one is open", (BATCH,)),
)  # fmt: skip
_OWN = {
    SYSTEMS: ("Systems under measures", "Scores and ranks of all systems under the chosen measures"),
    "by-length": ("Scores by length", "Scores of short and of long sentences, with the number of each"),
    "histogram": ("Histogram of scores", "How often a score occurs among the sentences"),
    PAPER: ("Figures of a paper", "Which conventions of an evaluation give a published figure"),
    BATCH: ("Treebanks by systems", "Systems on many treebanks at once"),
}
"""What is no analysis: its title, and what it is for."""
PLOTS: Mapping[str, str] = {
    SYSTEMS: "systems", "wins": "pair", "by-length": "length", "histogram": "histogram", "concordance": "scatter",
}  # fmt: skip
"""The plot that stands above a table."""
OF_TWO = frozenset({"significance", "wins", "right", "words-right", "check", "word-check"})
"""What it takes two systems for."""


@dataclass(frozen=True)
class Entry:
    """Something that answers a question. ``analysis``: whose tables it has, if it has some; ``plot``: the kind of its plot."""

    question: Question
    key: str
    title: str
    about: str
    plot: str = ""
    analysis: Analysis | None = None

    @property
    def follows(self) -> frozenset[str]:
        """What of the view it depends on, as analyses say it."""
        usual = {"system"} if self.key == PAPER else {"measures", "average"}
        return self.analysis.follows if self.analysis is not None else frozenset(usual)

    @property
    def kinds(self) -> frozenset[str]:
        """What kinds of comparison have it."""
        if self.key == PAPER:
            return frozenset({"constituents", "dependencies"})
        return self.analysis.kinds if self.analysis is not None else frozenset(MEASURES_OF)

    def needs(self, comparison: Comparison) -> str:
        """What it needs that is not there, or why there is nothing to see; empty where there is."""
        if self.key == BATCH:
            return "needs a batch of several treebanks; treecompare batch makes one"
        if comparison.kind not in self.kinds:
            kinds = sorted({kind for one in ENTRIES if one.title == self.title for kind in one.kinds})
            return f"needs {' or '.join('several golds' if kind == 'schemes' else kind for kind in kinds)}"
        if self.key == PAPER and not comparison.is_gold:
            return "needs a gold"
        systems = len(comparison.systems)
        if systems < 2 and self.key in OF_TWO:
            return "needs two systems"
        if systems + (not comparison.is_gold) < 2 and self.key == "annotators":
            return "needs two annotators, or two systems"
        return self.analysis.without(comparison) if self.analysis is not None else ""


def _entries() -> Iterator[Entry]:
    """Of extras only what is installed; what nobody assigned stands with that behind which it is listed."""
    known = {one.key: one for one in ANALYSES}
    assigned = {key for one in QUESTIONS for key in one.entries}
    for question in QUESTIONS:
        further = [key for key, one in known.items() if key not in assigned and one.behind in question.entries]
        for key in (*question.entries, *further):
            analysis = known.get(key)
            if analysis is not None:
                yield Entry(question, key, analysis.title, analysis.explanation, PLOTS.get(key, ""), analysis)
            elif key in _OWN and (key != PAPER or find("functions", "detective") is not None):
                yield Entry(question, key, *_OWN[key], PLOTS.get(key, ""))


ENTRIES = tuple(_entries())
"""In the order in which they are listed; a place of the overview is the number of one."""


@cache
def entries_for(kind: str) -> list[int]:
    """The entries that are listed for a kind of comparison: per question its own, then those of others, one of a title."""
    own = [place for place, one in enumerate(ENTRIES) if kind in one.kinds]
    titles = {ENTRIES[place].title for place in own}
    others = {one.title: place for place, one in reversed([*enumerate(ENTRIES)]) if one.title not in titles}
    return sorted([*own, *others.values()], key=lambda place: _order(place, kind))


def _order(place: int, kind: str) -> tuple[int, bool, int]:
    entry = ENTRIES[place]
    return QUESTIONS.index(entry.question), kind not in entry.kinds, place
