"""The questions of the overview: which table and which plot stands under which, and what each needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from treecompare.analyses.analysis import Analysis
from treecompare.analyses.catalogue import ANALYSES
from treecompare.comparison.base import Comparison
from treecompare.measures import MEASURES_OF
from treecompare.registry import find

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
