"""The differences in the order in which somebody goes through them, those of some sort, and what two analyses say of a word."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import UsageError
from treecompare.extras.annotators.adjudicated import unit_told, value_told
from treecompare.extras.annotators.adjudication import BY_RULE, DECIDED, LEFT, OPEN, Adjudication
from treecompare.extras.annotators.agreed import Agreement, Asked
from treecompare.extras.annotators.differences import ARC, FEATS, NODES, Difference, Kind, arc_of
from treecompare.extras.annotators.several import Several
from treecompare.jobs.base import Token, number_of
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import of_kind
from treecompare.trees.arcs import NO_HEAD
from treecompare.trees.columns import gathered

NOTHING = "none"
"""What is said of words over which an analysis has no constituent."""
MOST = 5
"""So many values are in a small table."""


@dataclass(frozen=True)
class Crossed:
    """``agreed``: how often both say each; ``differing``: by what each says, the numbers of differences."""

    agreed: Counter[str]
    differing: dict[tuple[str, str], list[int]]

    def values(self, most: int = MOST) -> list[str]:
        """Those that are part of most differences."""
        times: Counter[str] = Counter()
        for (one, other), places in self.differing.items():
            times[one] += len(places)
            times[other] += len(places)
        return [value for value, _ in sorted(times.items(), key=lambda one: (-one[1], one[0]))[:most]]


def said_in(difference: Difference, side: int) -> str:
    """What an analysis says, as it is crossed: its relation, or its labels; empty of what is neither."""
    name, value = difference.place.field, difference.values[side]
    return arc_of(value)[1] if name == ARC else value.replace(" ", "+") or NOTHING if name == NODES else ""


def crossed(made: Adjudication, sides: tuple[int, int] = (0, 1)) -> Crossed:
    """Relations of dependencies, chains of labels over the same words of constituents."""
    differing: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for number, one in enumerate(made.differences):
        said = [said_in(one, side) for side in sides]
        if said[0] != said[1]:
            differing[said[0], said[1]].append(number)
    return Crossed(_agreed(made, sides), dict(differing))


def _agreed(made: Adjudication, sides: Sequence[int]) -> Counter[str]:
    """How often both say the same of a word, or of words over which both have constituents."""
    found: Counter[str] = Counter()
    if not made.analyses.is_dependencies:
        for row in made.analyses.rows:
            one, other = (made.analyses.chains[side].chains_in(row[side]) for side in sides)
            found.update(chain.replace(" ", "+") for words, chain in one.items() if other.get(words) == chain)
        return found
    tables = [one.sentences for one in of_kind(made.analyses.treebanks, DependencyTreebank)]
    rows = np.array(made.analyses.rows, np.int64)
    codes, others = (tables[side].deprel[gathered(tables[side].offsets, rows[:, side])] for side in sides)
    texts = tables[sides[0]].symbols.texts
    partner = np.full(len(texts), -1, np.int64)
    for code, text in enumerate(texts):
        if (at := tables[sides[1]].symbols.find(text)) is not None:
            partner[code] = at
    times = np.bincount(codes[partner[codes] == others], minlength=len(partner))
    return Counter({texts[code]: int(times[code]) for code in np.flatnonzero(times).tolist()})


def agreement_of(made: Adjudication) -> Agreement:
    """The agreement of the analyses over the sentences that are decided: what the headline needs, without intervals."""
    several = Several(made.analyses.treebanks, list(made.analyses.rows), [])
    return Agreement(several, Asked(with_trees=False, with_intervals=False, first_only=True))


BY_PLACE, BY_FREQUENCY, BY_ANNOTATOR, BY_TRIAGE, BY_LABELS = ORDERS = (
    "place", "frequency", "annotator", "triage", "labels"
)  # fmt: skip
SIDES = "first", "second", "third"
"""What the analyses are called in conditions."""
HEAD, LABEL, BOTH, NODE, TAG, FEATURE, VARIES = SORTS = ("Head", "Label", "Both", "Node", "Tag", "Feature", "Varies")
SORT_TIPS = {
    HEAD: "The same relation, another head", LABEL: "The same head or words, another label",
    BOTH: "Another head and another relation", NODE: "A constituent that not all analyses have",
    TAG: "Parts of speech and lemmas", FEATURE: "Morphological features",
    VARIES: "The same words are annotated in another way elsewhere",
}  # fmt: skip


def sort_of(difference: Difference) -> str:
    """One of SORTS."""
    name, values = difference.place.field, difference.kind.values
    if name == ARC:
        heads, relations = ({one.partition(":")[part] for one in values} for part in (0, 2))
        return LABEL if len(heads) == 1 else HEAD if len(relations) == 1 else BOTH
    if name == NODES:
        return NODE if "" in values else LABEL
    return FEATURE if name.startswith(FEATS) else TAG


class Condition(NamedTuple):
    """A condition of Find. ``fits``: whether it is so of each difference, for what was typed; raises UsageError where that is no
    number, or there is none of that number."""

    about: str
    fits: Callable[[Token], Iterable[bool] | NDArray[np.bool_]]


class Queue:
    """The differences of an adjudication; what holds for all of them is computed once. ``called``: the analyses in short."""

    def __init__(self, adjudication: Adjudication, called: Mapping[str, str]) -> None:
        self.adjudication, self.called = adjudication, called
        self.sorts: NDArray[np.int8] = np.array(
            [SORTS.index(sort_of(one)) for one in adjudication.differences], np.int8
        )
        if adjudication.check is not None:
            self.sorts[adjudication.check.agreed :] = SORTS.index(VARIES)

    @cached_property
    def _ranks(self) -> dict[str, NDArray[np.int64]]:
        """Per order and difference a number to sort by; equal ones stay by place."""
        made = self.adjudication
        ranks = np.zeros(len(made.differences), np.int64)
        for rank, kind in enumerate(self.kinds):
            ranks[made.of_kind[kind]] = rank
        labels = [labels_told(one) for one in made.differences]
        rank_of = {said: rank for rank, (said, _) in enumerate(Counter(labels).most_common())}
        return {BY_FREQUENCY: ranks, BY_LABELS: np.array([rank_of[said] for said in labels], np.int64)}

    @cached_property
    def kinds(self) -> list[Kind]:
        """The most frequent first."""
        of_kind = self.adjudication.of_kind
        return sorted(of_kind, key=lambda one: (-len(of_kind[one]), one))

    def _by_annotator(self) -> NDArray[np.int64]:
        """Who stands alone against the others; of two, for whom it was decided; then what neither says."""
        made = self.adjudication
        names = made.names
        ranks = np.full(len(made.differences), len(names), np.int64)
        for at, one in enumerate(made.differences):
            if len(names) > 2:
                alone = [place for place, value in enumerate(one.values) if one.values.count(value) == 1]
                ranks[at] = alone[0] if len(alone) == 1 else len(names)
            elif made.states[at] != OPEN:
                decision = made.decisions.get(one.place)
                source = decision.file if decision is not None else ""
                ranks[at] = names.index(source) if source in names else len(names)
        return ranks

    def is_ready(self, order: str) -> bool:
        """Whether rows in that order are there at once: a triage of many sentences takes seconds."""
        return order != BY_TRIAGE or "_triage" in vars(self)

    def make_ready(self, order: str) -> str:
        """Computes what rows in that order need, in whatever thread; the order."""
        if order == BY_TRIAGE:
            self._triage  # noqa: B018
        return order

    def ranked(self, order: str) -> NDArray[np.int64]:
        """A number per difference to sort by; by kind and by labels the same for those that belong together."""
        if order == BY_TRIAGE:
            return self._triage
        return self._by_annotator() if order == BY_ANNOTATOR else self._ranks[order]

    @cached_property
    def _triage(self) -> NDArray[np.int64]:
        """The place of each difference's sentence in the order of a triage: those with most words on which no majority agrees
        first, then those with most on which not all do; of constituents, those with most nodes that not all have."""
        made = self.adjudication
        keys = sorted(made.of_sentence)
        if made.analyses.is_dependencies:
            from treecompare.extras.annotators.triage import Triage

            rows = [made.analyses.rows[made.analyses.row_of[key]] for key in keys]
            waiting = Triage(Several(made.analyses.treebanks, rows, [])).queue
            order = {keys[one.row]: place for place, one in enumerate(waiting)}
        else:
            nodes = {
                key: sum(made.differences[at].place.field == NODES for at in made.of_sentence[key]) for key in keys
            }
            order = {key: place for place, key in enumerate(sorted(keys, key=lambda key: -nodes[key]))}
        return np.array([order.get(one.place.sentence, len(keys)) for one in made.differences], np.int64)

    @cached_property
    def _texts(self) -> list[str]:
        made = self.adjudication
        return [
            " ".join(
                (unit_told(made, one.place), *(value_told(made, one.place, value) for value in one.values))
            ).casefold()
            for one in made.differences
        ]

    def rows(self, order: str = BY_PLACE, text: str = "", among: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """The differences that hold a text, in an order: numbers of differences; ``among``: whether each is one that may be."""
        keep = np.ones(len(self.adjudication.differences), np.bool_) if among is None else among
        wanted = text.casefold().split()
        if wanted:
            keep = keep & np.array([all(word in one for word in wanted) for one in self._texts], np.bool_)
        chosen = np.flatnonzero(keep)
        if order == BY_PLACE or order not in ORDERS:
            return chosen
        return chosen[np.argsort(self.ranked(order)[chosen], kind="stable")]

    # -- conditions of Find ------------------------------------------------------------------------------------------------

    @cached_property
    def conditions(self) -> dict[str, Condition]:
        """All of them by their names."""
        made, places = self.adjudication, [one.place for one in self.adjudication.differences]
        found = {
            "open": Condition("Nothing is decided of them yet", lambda _: made.states == OPEN),
            "decided": Condition(
                "Decided by people or rules", lambda _: (made.states == DECIDED) | (made.states == BY_RULE)
            ),
            "neither": Condition("Left open on purpose", lambda _: made.states == LEFT),
            "by": Condition("For whom, or by whom, it was decided, as by:NAME", self._by),
            "rule": Condition("Decided by a rule, as rule = 1", self._by_rule),
            "note": Condition(
                "With a note", lambda _: (one in made.decisions and bool(made.decisions[one].note) for one in places)
            ),
            "kind": Condition("Of a kind, by its number in the order by kind", self._of_kind),
            "sentence": Condition("By the number of the sentence", self._in_sentence),
        }
        for number, name in enumerate(SORTS):
            found[name.casefold()] = Condition(SORT_TIPS[name], partial(self._of_sort, number))
        for side, name in enumerate(made.names):
            about = f"What {self.called[name]} says, as {SIDES[side]}:nmod"
            found[SIDES[side]] = Condition(about, partial(self._said_by, side))
        return found

    def fitting(self, token: Token) -> NDArray[np.bool_]:
        """The differences that fit a condition. Raises UsageError: it has no number, or there is none of that number."""
        found = np.array([*self.conditions[token.name].fits(token)], np.bool_)
        return ~found if token.is_not else found

    def _of_sort(self, number: int, _: Token) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.sorts == number
        return found

    def _said_by(self, side: int, token: Token) -> Iterator[bool]:
        return (said_in(one, side) == token.value for one in self.adjudication.differences)

    def _by(self, token: Token) -> Iterator[bool]:
        made = self.adjudication
        for one, state in zip(made.differences, made.states.tolist(), strict=True):
            rule, decision = made.rule_at(one.place), made.decisions.get(one.place)
            source = rule.file if rule is not None else decision.source if decision and state == DECIDED else ""
            by = decision.by if decision is not None and state != OPEN else ""
            yield token.value in (source, self.called.get(source, source), by)

    def _by_rule(self, token: Token) -> Iterator[bool]:
        made, number = self.adjudication, number_of(token)
        return (made.applied(one.place.sentence).by_rule.get(one.place) == number for one in made.differences)

    def _of_kind(self, token: Token) -> Iterator[bool]:
        number = int(number_of(token))
        if not 1 <= number <= len(self.kinds):
            raise UsageError(f"there is no kind {token.value}; expected a number from 1 to {len(self.kinds):,}")
        return (one.kind == self.kinds[number - 1] for one in self.adjudication.differences)

    def _in_sentence(self, token: Token) -> NDArray[np.bool_]:
        signs = {"<": np.less, ">": np.greater, "<=": np.less_equal, ">=": np.greater_equal}
        numbers = np.array([one.place.sentence + 1 for one in self.adjudication.differences])
        found: NDArray[np.bool_] = signs.get(token.sign, np.equal)(numbers, number_of(token))
        return found


def labels_told(difference: Difference) -> str:
    """What the analyses say, without heads: ``nmod / obl``."""
    name, values, _ = difference.kind
    said = [one.partition(":")[2] if name == ARC else one or "–" for one in values]
    return ("" if name in (ARC, NODES) else f"{name}: ") + " / ".join(said)


def values_told(adjudication: Adjudication, difference: Difference) -> str:
    """What differs, in short: ``nmod / obl``, ``head: called / had``."""
    if sort_of(difference) == HEAD:
        told = [
            "none"
            if arc_of(one)[0] == NO_HEAD
            else value_told(adjudication, difference.place, one).partition(" of ")[2] or "root"
            for one in difference.values
        ]
        return f"head: {' / '.join(told)}"
    return labels_told(difference)
