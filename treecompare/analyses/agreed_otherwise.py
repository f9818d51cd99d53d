"""Where all systems say the same, and the gold says something else: perhaps faults of the gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from treecompare.analyses.sentences import places_in_gold
from treecompare.analyses.variation import MOST
from treecompare.comparison.base import Comparison
from treecompare.errors import UsageError, counted, named
from treecompare.mappings.moves import SharedSpans
from treecompare.scores.result import Found, ResultTable, View, count_column, text_column
from treecompare.trees.arcs import OUTSIDE, ROOT, UNATTACHED
from treecompare.trees.shared_symbols import Shared
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison

Numbers = NDArray[np.int64]
NOTHING = "none"
Key = tuple[int, int, int]
"""A stretch of words, a label, and how many nodes below are the same."""


@dataclass(frozen=True)
class Place:
    """A place in a sentence (from 0): ``word`` from 1 or 0, ``words`` there, what the gold says and what all systems say, with
    (``first``, ``other``) and without (``kind``) what is only true of the place. ``node``: as :attr:`Found.nodes` has it."""

    what: str
    sentence: int
    word: int
    words: str
    first: str
    other: str
    kind: tuple[str, str, str]
    node: tuple[str, int] | None = None


def agreed_word_tables(comparison: DependencyComparison, view: View) -> list[ResultTable]:
    """Heads with relations, and tags, of words that all systems have."""
    return _tables(comparison, word_places(comparison), subtypes=comparison.subtypes_said())


def agreed_node_tables(comparison: ConstituentComparison, view: View) -> list[ResultTable]:
    """Labels over stretches of words, and tags, of sentences that all systems have."""
    return _tables(comparison, node_places(comparison))


def agreed_tables(comparison: Comparison, most: int = MOST) -> list[ResultTable]:
    """The same of whatever is compared; ``most``: rows of each table. Raises UsageError: neither dependencies nor constituents."""
    if comparison.kind not in ("constituents", "dependencies"):
        raise UsageError(f"{comparison.kind} are compared; a gold of constituents or dependencies can be checked")
    found: Any = comparison
    if comparison.kind == "dependencies":
        return _tables(found, word_places(found), most, found.subtypes_said())
    return _tables(found, node_places(found), most)


def word_places(comparison: DependencyComparison) -> tuple[list[Place], NDArray[np.bool_]]:
    """In the order of the file, heads before tags of the same word; and which sentences all systems have."""
    gold, systems = comparison.gold.sentences, range(len(comparison.systems))
    tests = [comparison.systems[one].sentences for one in systems]
    alignments = [comparison.scores[one].alignment for one in systems]
    there, compared = np.ones(gold.words, np.bool_), np.ones(comparison.sentences, np.bool_)
    for one, alignment in zip(systems, alignments, strict=True):
        rows = comparison.table.rows(one, "las") & alignment.aligned
        compared &= rows
        there &= comparison.scores[one].within(rows).gold_scored & (alignment.test_of_gold >= 0)
    words = np.flatnonzero(there)
    counterparts = [alignment.test_of_gold[words] for alignment in alignments]
    heads = []
    for test, alignment, of in zip(tests, alignments, counterparts, strict=True):
        parents = test.parents[of]
        inside = alignment.gold_of_test[np.maximum(parents, 0)]
        heads.append(np.where(parents == ROOT, ROOT, np.where((parents >= 0) & (inside >= 0), inside, OUTSIDE)))

    def column(name: str, read: Callable[[str], str] = str) -> tuple[Numbers, list[Numbers]]:
        shared = Shared(read)
        codes = [shared.of(one.symbols, getattr(one, name))[0] for one in (gold, *tests)]
        return codes[0][words], [one[of] for one, of in zip(codes[1:], counterparts, strict=True)]

    def same(values: Sequence[Numbers]) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = np.logical_and.reduce([one == values[0] for one in values])
        return found

    own, relations = column("deprel", comparison.compared)
    own_heads = gold.parents[words]
    is_other = same(heads) & same(relations) & (heads[0] != OUTSIDE) & (own_heads != OUTSIDE)
    is_other &= (own_heads != heads[0]) | (own != relations[0])
    found: list[tuple[int, int, Place]] = []
    texts = gold.symbols.texts

    def head(place: int) -> str:
        if place == UNATTACHED:
            return "none"
        return "root" if place == ROOT else f"{texts[gold.form[place]]} ({gold.numbers[place]})"

    def add(order: int, at: int, what: str, first: str, other: str, kind: tuple[str, str, str]) -> None:
        word = int(words[at])
        sentence, number = int(gold.sentence_of[word]), int(gold.numbers[word])
        found.append((word, order, Place(what, sentence, number, texts[gold.form[word]], first, other, kind)))

    for at in np.flatnonzero(is_other).tolist():
        mine, its = (
            comparison.compared(side.symbols.texts[side.deprel[word]])
            for side, word in ((gold, words[at]), (tests[0], counterparts[0][at]))
        )
        moved = own_heads[at] != heads[0][at]
        kind = "head and relation" if moved and mine != its else "head" if moved else "relation"
        first, other = f"{mine} < {head(own_heads[at])}", f"{its} < {head(heads[0][at])}"
        add(0, at, kind, first, other, (kind, mine, its))
    for order, name in enumerate(("upos", "xpos"), 1):
        own, tags = column(name)
        for at in np.flatnonzero(same(tags) & (tags[0] != own)).tolist():
            mine = texts[getattr(gold, name)[words[at]]]
            its = tests[0].symbols.texts[getattr(tests[0], name)[counterparts[0][at]]]
            if "_" not in (mine, its):
                add(order, at, name, mine, its, (name, mine, its))
    return [place for _, _, place in sorted(found, key=lambda one: one[:2])], compared


def node_places(comparison: ConstituentComparison) -> tuple[list[Place], NDArray[np.bool_]]:
    """In the order of the file; and which sentences are compared: not those where a system has other words, or its preparation
    leaves other words of the gold, because places are told by words that all have."""
    systems = range(len(comparison.systems))
    pairs, labels = [comparison.pairs(one) for one in systems], comparison.labels()
    rows = np.ones(comparison.sentences, np.bool_)
    for one in systems:
        rows &= (
            comparison.table.rows(one, "e.roof.dice") & ~comparison.table.zeroed[one] & ~comparison.table.aligned[one]
        )
        rows &= pairs[one].gold.word_counts == pairs[0].gold.word_counts
        rows &= pairs[one].gold.word_counts == pairs[one].test.word_counts
    width = int(pairs[0].gold.word_counts.max(initial=0)) + 1
    sides = [(pairs[0].gold, pairs[0].gold_alone), *((one.test, one.test_alone) for one in pairs)]
    found: list[tuple[tuple[int, int, int, int], Place]] = []
    for what, kind in (("constituent", CONSTITUENT), ("tag", PRETERMINAL)):
        known: list[dict[Key, tuple[int, str]]] = []
        spans: list[SharedSpans] = []
        for trees, alone in sides:
            of = SharedSpans.of(trees, alone)
            nodes = np.flatnonzero((trees.kinds == kind) & rows[of.sentences] & of.has_words)
            keys, codes, texts = of.keys(width)[nodes], labels.codes(trees)[nodes], trees.symbols.texts
            named = [texts[one] for one in trees.labels[nodes].tolist()]
            times: Counter[tuple[int, int]] = Counter()
            own: dict[Key, tuple[int, str]] = {}
            for key, code, node, name in zip(keys.tolist(), codes.tolist(), nodes.tolist(), named, strict=True):
                own[key, code, times[key, code]] = node, name
                times[key, code] += 1
            known.append(own)
            spans.append(of)
        gold, first, others = known[0], known[1], known[2:]
        extra = [key for key in first if key not in gold and all(key in one for one in others)]
        missed = [key for key in gold if not any(key in one for one in known[1:])]
        over: dict[int, list[Key]] = {}
        for key in missed:
            over.setdefault(key[0], []).append(key)
        changes: list[tuple[Key | None, Key | None]] = []
        for key in extra:
            same = over.get(key[0])
            changes.append((same.pop(0) if same else None, key))
        if kind == CONSTITUENT:
            changes += [(key, None) for left in over.values() for key in left]
        for mine, its in changes:
            side, node = (0, gold[mine][0]) if mine else (1, first[its][0]) if its else (0, 0)
            sentence, start, end = (int(getattr(spans[side], name)[node]) for name in ("sentences", "starts", "ends"))
            texts_of = gold[mine][1] if mine else NOTHING, first[its][1] if its else NOTHING
            trees = sides[side][0]
            covered = pairs[0].gold[sentence].words[start:end]
            place = Place(
                what, sentence, start + 1, " ".join(covered), *texts_of, (what, *texts_of),
                ("test" if side else "gold", node - int(trees.offsets[sentence])),
            )  # fmt: skip
            found.append(((sentence, start, -end, kind), place))
    return [place for _, place in sorted(found, key=lambda one: one[0])], rows


def _tables(
    comparison: Comparison,
    found_places: tuple[Sequence[Place], NDArray[np.bool_]],
    most: int = MOST,
    subtypes: str = "",
) -> list[ResultTable]:
    """How often the gold has one value and all systems another; and each place, the rarest kinds first: what systems get wrong as a
    rule says little of the gold. Places of kinds that are as frequent stay in the order of the file. ``subtypes``: what is said of
    them."""
    places, compared = found_places
    systems, in_file = len(comparison.systems), places_in_gold(comparison)
    note = (
        f"Places where all {systems} systems agree on something else."
        if systems > 1
        else "Only one system: every difference."
    )
    if any(place.node for place in places):
        note += " Each label counts by itself, without its function; what is decided are whole values."
    is_long = comparison.table.left_out
    longest = f"they are longer than {comparison.settings.max_length} words"
    for why, left in (("a system lacks them or has other words", ~compared & ~is_long), (longest, ~compared & is_long)):
        if len(rows := np.flatnonzero(left).tolist()):
            names = named([comparison.ids[one] for one in rows])
            note += f" Not compared, as {why}: {counted(len(rows), 'sentence')} ({names})."
    note += subtypes
    kinds = Counter(place.kind for place in places)
    ranked = sorted(kinds, key=lambda one: (-kinds[one], one))
    by_kind: dict[tuple[str, str, str], list[Place]] = {}
    for place in places:
        by_kind.setdefault(place.kind, []).append(place)
    shown = sorted(places, key=lambda one: kinds[one.kind])[:most]

    def found(of: Sequence[Place], text: str) -> Found:
        marks: dict[int, dict[int, str]] = {}
        nodes: dict[int, list[tuple[str, int]]] = {}
        for place in of:
            if place.node is None:
                marks.setdefault(place.sentence, {})[place.word] = place.other
            else:
                nodes.setdefault(place.sentence, []).append(place.node)
        return Found(np.unique([place.sentence for place in of]), 0, text, marks, nodes)

    heads = text_column("what"), text_column("gold"), text_column("systems")
    return [
        ResultTable(
            "All agree on another value: how often", (*heads, count_column("places")),
            [[*one, kinds[one]] for one in ranked[:most]],
            note, found=lambda row, column: found(by_kind[ranked[row]], "{}: {} → {}".format(*ranked[row])),
        ),
        ResultTable(
            "All agree on another value: places",
            (
                heads[0], text_column("sentence"), count_column("word"), text_column("words"), *heads[1:], count_column("as often"),
                text_column("where"),
            ),
            [
                [
                    one.what, comparison.ids[one.sentence], one.word, one.words, one.first, one.other, kinds[one.kind],
                    in_file(one.sentence, one.word),
                ]
                for one in shown
            ],
            "What is rare comes first, for what systems have as a rule says little of the gold."
            + (f" The first {len(shown):,} of {len(places):,}." if len(shown) < len(places) else ""),
            found=lambda row, column: found([shown[row]], f"{shown[row].first} → {shown[row].other}"),
        ),
    ]  # fmt: skip
